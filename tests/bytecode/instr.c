/* Opcode tokens, extended opcode tokens, DWORDs, lists, custom data and padding. */
#include "words.h"

/* Operand tokens that the tests use. */
enum {
    R_DST = 0x001000f2,   /* r#.xyzw, written */
    R_SRC = 0x00100e46,   /* r#.xyzw, read */
    T_SRC = 0x00107e46,   /* t#.xyzw */
    S_SRC = 0x00106000,   /* s# */
    SCALAR = 0x00004001,  /* l(#) */
    T_DCL_51 = 0x00307e46 /* T#[#:#] */
};

static const struct program_instr *first(const struct decoded *d)
{
    return &d->program->instrs[0];
}

static void controls_are_bits_11_to_23(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(NOP, 1) | ISA_TOKEN_CONTROLS);
    assert_int_equal(first(&d)->opcode, ISA_NOP);
    assert_int_equal(first(&d)->controls, ISA_TOKEN_CONTROLS);
    decoded_free(&d);
}

static void token_index_counts_from_the_payload(void **state)
{
    (void)state;
    const uint32_t words[] = {VERSION_50, 7, OPCODE(CASE, 3), SCALAR, 1, OPCODE(NOP, 1), OPCODE(RET, 1)};
    struct decoded d = decode_bytes(words, sizeof words);
    assert_int_equal(d.program->instr_count, 3);
    assert_int_equal(d.program->instrs[0].token_index, 2);
    assert_int_equal(d.program->instrs[1].token_index, 5);
    assert_int_equal(d.program->instrs[2].token_index, 6);
    decoded_free(&d);
}

static void extended_opcode_tokens_lose_their_chain_bit(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(SAMPLE, 12) | ISA_TOKEN_EXTENDED, 0x800000c1 | 0x1e00,
                            0x800000c2, 0x00155543, R_DST, 0, R_SRC, 0, T_SRC, 0, S_SRC, 0);
    assert_int_equal(first(&d)->ext_count, 3);
    assert_int_equal(first(&d)->ext[0], 0x1ec1);
    assert_int_equal(first(&d)->ext[1], 0xc2);
    assert_int_equal(first(&d)->ext[2], 0x155543);
    decoded_free(&d);
}

static void unknown_extended_opcode_token_is_kept(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(NOP, 2) | ISA_TOKEN_EXTENDED, 0x7fffffff);
    assert_int_equal(first(&d)->ext_count, 1);
    assert_int_equal(first(&d)->ext[0], 0x7fffffff);
    decoded_free(&d);
}

/* fxc writes a word after the operands of samplepos on a t#. */
static void padding_inside_the_length_is_kept(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(SAMPLE_POS, 8), R_DST, 0, T_SRC, 0, SCALAR, 3, 0x2000);
    assert_int_equal(first(&d)->operand_count, 3);
    assert_int_equal(first(&d)->padding_count, 1);
    assert_int_equal(first(&d)->padding[0], 0x2000);
    decoded_free(&d);
}

static void padding_stands_behind_dwords(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(DCL_TEMPS, 4), 9, 0xaa, 0xbb);
    assert_int_equal(first(&d)->dword_count, 1);
    assert_int_equal(first(&d)->dwords[0], 9);
    assert_int_equal(first(&d)->padding_count, 2);
    assert_int_equal(first(&d)->padding[1], 0xbb);
    decoded_free(&d);
}

static void call_site_stands_before_the_interface(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(INTERFACE_CALL, 5), 4, 0x00213000, 1, 2); /* fcall fp1[2][4] */
    assert_int_equal(first(&d)->dword_count, 1);
    assert_int_equal(first(&d)->dwords[0], 4);
    assert_int_equal(first(&d)->operands[0].file, ISA_FILE_INTERFACE);
    assert_int_equal(first(&d)->operands[0].index[1].imm, 2);
    decoded_free(&d);
}

/* ---- declarations ---- */

static void resource_has_no_space_before_51(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(DCL_RESOURCE, 4) | 0x800, 0x00107000, 3, 0x5555);
    assert_int_equal(first(&d)->dword_count, 1);
    assert_int_equal(first(&d)->dwords[0], 0x5555);
    assert_int_equal(first(&d)->padding_count, 0);
    decoded_free(&d);
}

static void resource_has_a_space_in_51(void **state)
{
    (void)state;
    struct decoded d =
        KEPT(VERSION_51, OPCODE(DCL_RESOURCE, 7) | 0x800, T_DCL_51, 1, 5, 0xffffffff, 0x5555, 2);
    assert_int_equal(first(&d)->dword_count, 2);
    assert_int_equal(first(&d)->dwords[1], 2);
    assert_int_equal(first(&d)->operands[0].index_count, 3);
    decoded_free(&d);
}

static void constant_buffer_has_size_and_space_in_51(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_51, OPCODE(DCL_CONSTANT_BUFFER, 7), 0x00308e46, 0, 1, 1, 12, 3);
    assert_int_equal(first(&d)->dword_count, 2);
    assert_int_equal(first(&d)->dwords[0], 12);
    assert_int_equal(first(&d)->dwords[1], 3);
    decoded_free(&d);
}

static void sampler_has_only_a_space_in_51(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_51, OPCODE(DCL_SAMPLER, 6), 0x00306e46, 0, 0, 0, 7);
    assert_int_equal(first(&d)->dword_count, 1);
    assert_int_equal(first(&d)->dwords[0], 7);
    decoded_free(&d);
}

static void function_table_lists_its_bodies(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(DCL_FUNCTION_TABLE, 5), 8, 2, 10, 11);
    assert_int_equal(first(&d)->dword_count, 4);
    assert_int_equal(first(&d)->dwords[3], 11);
    decoded_free(&d);
}

static void interface_counts_tables_in_its_low_half(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(DCL_INTERFACE, 6), 0, 1, 0x00050002, 3, 4);
    assert_int_equal(first(&d)->dword_count, 5);
    assert_int_equal(first(&d)->padding_count, 0);
    decoded_free(&d);
}

static void long_length_follows_the_opcode_token(void **state)
{
    (void)state;
    uint32_t words[4 + 200] = {OPCODE(DCL_FUNCTION_TABLE, 0x55) | ISA_TOKEN_EXTENDED, 4 + 200, 1, 200};
    for (uint32_t i = 0; i < 200; i++)
        words[4 + i] = i;
    struct decoded d = keep_instr(VERSION_50, words, 4 + 200);
    assert_true(first(&d)->long_length);
    assert_int_equal(first(&d)->ext_count, 0);
    assert_int_equal(first(&d)->dword_count, 202);
    assert_int_equal(first(&d)->dwords[201], 199);
    decoded_free(&d);
}

/* ---- custom data ---- */

static void custom_data_keeps_class_and_payload(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, ISA_CUSTOMDATA | ISA_CUSTOM_ICB << 11, 6, 1, 2, 3, 4);
    assert_int_equal(first(&d)->opcode, ISA_CUSTOMDATA);
    assert_int_equal(first(&d)->custom, ISA_CUSTOM_ICB);
    assert_int_equal(first(&d)->dword_count, 4);
    assert_int_equal(first(&d)->dwords[3], 4);
    decoded_free(&d);
}

static void custom_data_may_have_any_class(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, 0xfffff800 | ISA_CUSTOMDATA, 3, 0x31415926);
    assert_int_equal(first(&d)->custom, 0x1fffff);
    decoded_free(&d);
}

static void custom_data_of_length_0_and_1_is_two_words(void **state)
{
    (void)state;
    for (uint32_t length = 0; length < 2; length++) {
        struct decoded d = KEPT(VERSION_50, ISA_CUSTOMDATA, length);
        assert_int_equal(first(&d)->dword_count, 0);
        assert_int_equal(first(&d)->custom_length, length);
        decoded_free(&d);
    }
}

/* ---- one instruction at a time ---- */

static void codec_reads_what_it_writes(void **state)
{
    (void)state;
    const uint32_t mov[] = {OPCODE(MOV, 5), R_DST, 1, R_SRC, 2};
    struct arena arena = {0};
    struct program_instr instr;
    assert_int_equal(bytecode_codec.decode(mov, 5, 5, 0, &arena, &instr), SM5_OK);
    struct program_tokens out = {0};
    assert_true(bytecode_codec.encode(&instr, &out));
    assert_int_equal(out.count, 5);
    assert_memory_equal(out.data, mov, sizeof mov);
    free(out.data);
    arena_free(&arena);
}

static void codec_wants_all_words_used(void **state)
{
    (void)state;
    const uint32_t words[] = {OPCODE(NOP, 1), OPCODE(NOP, 1)};
    struct arena arena = {0};
    struct program_instr instr;
    assert_int_equal(bytecode_codec.decode(words, 2, 5, 0, &arena, &instr), SM5_ERR_INPUT);
    assert_int_equal(bytecode_codec.decode(words, 0, 5, 0, &arena, &instr), SM5_ERR_INPUT);
    arena_free(&arena);
}

static void codec_refuses_what_no_length_can_say(void **state)
{
    (void)state;
    uint32_t padding[127] = {0};
    struct program_instr instr = {.opcode = ISA_NOP, .padding = padding, .padding_count = 127};
    struct program_tokens out = {0};
    assert_false(bytecode_codec.encode(&instr, &out));
    assert_int_equal(out.count, 0);
    instr.padding_count = 126;
    assert_true(bytecode_codec.encode(&instr, &out));
    assert_int_equal(out.data[0], OPCODE(NOP, 127));
    free(out.data);
}

static void a_long_list_gets_the_long_length(void **state)
{
    (void)state;
    uint32_t dwords[130] = {3, 128};
    struct program_instr instr = {.opcode = ISA_DCL_FUNCTION_TABLE, .dwords = dwords, .dword_count = 130};
    struct program_tokens out = {0};
    assert_true(bytecode_codec.encode(&instr, &out));
    assert_int_equal(out.count, 132);
    assert_int_equal(out.data[0], OPCODE(DCL_FUNCTION_TABLE, 0) | ISA_TOKEN_EXTENDED);
    assert_int_equal(out.data[1], 132);
    free(out.data);
}

/* ---- what cannot be read ---- */

static void reserved_opcodes_are_refused(void **state)
{
    (void)state;
    static const uint32_t opcodes[] = {107, 112, 209, 218, 235, 236, 0x7ff};
    for (size_t i = 0; i < BASE_COUNT(opcodes); i++)
        REFUSED("bytecode-opcode", 2, VERSION_50, opcodes[i] | 1u << ISA_TOKEN_LENGTH_SHIFT);
}

static void length_0_is_refused(void **state)
{
    (void)state;
    REFUSED("bytecode-instr-length", 2, VERSION_50, OPCODE(NOP, 0));
}

static void length_past_the_code_is_refused(void **state)
{
    (void)state;
    REFUSED("bytecode-instr-length", 2, VERSION_50, OPCODE(NOP, 3), 0);
}

static void length_below_the_parts_is_refused(void **state)
{
    (void)state;
    REFUSED("bytecode-instr-length", 2, VERSION_50, OPCODE(ADD, 3), R_DST, 0);
}

static void space_missing_in_51_is_refused(void **state)
{
    (void)state;
    REFUSED("bytecode-dwords", 7, VERSION_51, OPCODE(DCL_RESOURCE, 6) | 0x800, T_DCL_51, 1, 5, 5, 0x5555);
}

static void list_past_the_length_is_refused(void **state)
{
    (void)state;
    REFUSED("bytecode-dwords", 3, VERSION_50, OPCODE(DCL_FUNCTION_TABLE, 4), 8, 2, 10);
}

static void endless_extended_tokens_are_refused(void **state)
{
    (void)state;
    REFUSED("bytecode-extended", 4, VERSION_50, OPCODE(NOP, 2) | ISA_TOKEN_EXTENDED, 0x80000001);
    REFUSED("bytecode-extended", 7, VERSION_50, OPCODE(NOP, 6) | ISA_TOKEN_EXTENDED, 0x80000001, 0x80000002,
            0x80000003, 0x80000000, 0);
}

static void custom_data_without_length_is_refused(void **state)
{
    (void)state;
    REFUSED("bytecode-instr-length", 2, VERSION_50, ISA_CUSTOMDATA);
}

static void custom_data_past_the_code_is_refused(void **state)
{
    (void)state;
    REFUSED("bytecode-instr-length", 2, VERSION_50, ISA_CUSTOMDATA, 0xffffffff, 0);
}

static void long_length_past_the_code_is_refused(void **state)
{
    (void)state;
    REFUSED("bytecode-instr-length", 2, VERSION_50, OPCODE(DCL_FUNCTION_TABLE, 4) | ISA_TOKEN_EXTENDED, 5, 0,
            0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(controls_are_bits_11_to_23),
        cmocka_unit_test(token_index_counts_from_the_payload),
        cmocka_unit_test(extended_opcode_tokens_lose_their_chain_bit),
        cmocka_unit_test(unknown_extended_opcode_token_is_kept),
        cmocka_unit_test(padding_inside_the_length_is_kept),
        cmocka_unit_test(padding_stands_behind_dwords),
        cmocka_unit_test(call_site_stands_before_the_interface),
        cmocka_unit_test(resource_has_no_space_before_51),
        cmocka_unit_test(resource_has_a_space_in_51),
        cmocka_unit_test(constant_buffer_has_size_and_space_in_51),
        cmocka_unit_test(sampler_has_only_a_space_in_51),
        cmocka_unit_test(function_table_lists_its_bodies),
        cmocka_unit_test(interface_counts_tables_in_its_low_half),
        cmocka_unit_test(long_length_follows_the_opcode_token),
        cmocka_unit_test(custom_data_keeps_class_and_payload),
        cmocka_unit_test(custom_data_may_have_any_class),
        cmocka_unit_test(custom_data_of_length_0_and_1_is_two_words),
        cmocka_unit_test(codec_reads_what_it_writes),
        cmocka_unit_test(codec_wants_all_words_used),
        cmocka_unit_test(codec_refuses_what_no_length_can_say),
        cmocka_unit_test(a_long_list_gets_the_long_length),
        cmocka_unit_test(reserved_opcodes_are_refused),
        cmocka_unit_test(length_0_is_refused),
        cmocka_unit_test(length_past_the_code_is_refused),
        cmocka_unit_test(length_below_the_parts_is_refused),
        cmocka_unit_test(space_missing_in_51_is_refused),
        cmocka_unit_test(list_past_the_length_is_refused),
        cmocka_unit_test(endless_extended_tokens_are_refused),
        cmocka_unit_test(custom_data_without_length_is_refused),
        cmocka_unit_test(custom_data_past_the_code_is_refused),
        cmocka_unit_test(long_length_past_the_code_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
