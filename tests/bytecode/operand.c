/* Operand tokens (tokenized program format, "Instruction Operand Format"): every field and what it leaves
   over. Most tests read `case <operand>`, an instruction of one source. */
#include "words.h"

/* Operand token of r#.x, and the offset of the operand of `case` in the payload. */
enum { R_X = 0x0010000a, CASE_OPERAND = 3 };

static const struct program_operand *last_operand(const struct decoded *d)
{
    const struct program_instr *instr = &d->program->instrs[0];
    return &instr->operands[instr->operand_count - 1];
}

static void mask_selects_components(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(MOV, 5), 0x001000d2, 7, 0x00100e46, 3); /* mov r7.xzw, r3 */
    const struct program_operand *dst = &d.program->instrs[0].operands[0];
    assert_int_equal(dst->file, ISA_FILE_TEMP);
    assert_int_equal(dst->comps, ISA_COMPS_4);
    assert_int_equal(dst->selection, ISA_SELECT_MASK);
    assert_int_equal(dst->select, 0xd);
    assert_int_equal(dst->index_count, 1);
    assert_int_equal(dst->index[0].imm, 7);
    assert_int_equal(dst->spare, 0);
    decoded_free(&d);
}

static void swizzle_keeps_two_bits_a_component(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 3), 0x001001b6, 3); /* r3.wzyx */
    assert_int_equal(last_operand(&d)->selection, ISA_SELECT_SWIZZLE);
    assert_int_equal(last_operand(&d)->select, 0x1b);
    decoded_free(&d);
}

static void one_component_is_selected(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 3), 0x0010002a, 3); /* r3.z */
    assert_int_equal(last_operand(&d)->selection, ISA_SELECT_ONE);
    assert_int_equal(last_operand(&d)->select, 2);
    decoded_free(&d);
}

static void bits_beside_a_mask_are_spare(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 3), 0x00100af2, 3);
    assert_int_equal(last_operand(&d)->select, 0xf);
    assert_int_equal(last_operand(&d)->spare, 0xa00);
    decoded_free(&d);
}

static void bits_beside_one_component_are_spare(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 3), 0x00100fda, 3);
    assert_int_equal(last_operand(&d)->select, 1);
    assert_int_equal(last_operand(&d)->spare, 0xfc0);
    decoded_free(&d);
}

static void selection_without_components_is_spare(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 2), 0x00016ffd); /* a scalar with every other bit set */
    assert_int_equal(last_operand(&d)->file, ISA_FILE_OUTPUT_CONTROL_POINT_ID);
    assert_int_equal(last_operand(&d)->comps, ISA_COMPS_1);
    assert_int_equal(last_operand(&d)->selection, 0);
    assert_int_equal(last_operand(&d)->spare, 0xffc);
    decoded_free(&d);
}

static void forms_of_absent_indices_are_spare(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 3), 0x7e10000a, 3);
    assert_int_equal(last_operand(&d)->index_count, 1);
    assert_int_equal(last_operand(&d)->spare, 0x7e000000);
    decoded_free(&d);
}

static void n_components_are_kept(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 3), 0x00100e47, 3);
    assert_int_equal(last_operand(&d)->comps, ISA_COMPS_N);
    decoded_free(&d);
}

static void null_has_neither_components_nor_index(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 2), 0x0000d000);
    assert_int_equal(last_operand(&d)->file, ISA_FILE_NULL);
    assert_int_equal(last_operand(&d)->comps, ISA_COMPS_0);
    assert_int_equal(last_operand(&d)->index_count, 0);
    decoded_free(&d);
}

static void extended_token_gives_modifier_and_precision(void **state)
{
    (void)state;
    struct decoded d =
        KEPT(VERSION_50, OPCODE(CASE, 4), 0x8010000a, 0x000340c1, 3); /* abs, neg, min16i, nonuniform */
    assert_true(last_operand(&d)->extended);
    assert_int_equal(last_operand(&d)->modifier, ISA_MODIFIER_ABS_NEG);
    assert_int_equal(last_operand(&d)->min_precision, 5);
    assert_true(last_operand(&d)->nonuniform);
    assert_int_equal(last_operand(&d)->ext_spare, 0);
    decoded_free(&d);
}

static void extended_token_that_says_nothing_is_kept(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 4), 0x8010000a, 0, 3);
    assert_true(last_operand(&d)->extended);
    assert_int_equal(last_operand(&d)->modifier, ISA_MODIFIER_NONE);
    decoded_free(&d);
}

static void unknown_extended_token_says_nothing(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 4), 0x8010000a, 0x7fffffff, 3);
    assert_int_equal(last_operand(&d)->modifier, ISA_MODIFIER_NONE);
    assert_int_equal(last_operand(&d)->min_precision, 0);
    decoded_free(&d);
}

static void extended_token_keeps_spare_bits(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 4), 0x8010000a, 0x7ffc0041, 3);
    assert_int_equal(last_operand(&d)->modifier, ISA_MODIFIER_NEG);
    assert_int_equal(last_operand(&d)->ext_spare, 0x7ffc0000);
    decoded_free(&d);
}

static void scalar_immediate_has_one_word(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 3), 0x00004001, 0x3f800000);
    assert_int_equal(last_operand(&d)->file, ISA_FILE_IMM32);
    assert_int_equal(last_operand(&d)->imm[0], 0x3f800000);
    decoded_free(&d);
}

static void vector_immediate_has_four_words(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 6), 0x00004002, 1, 2, 3, 4);
    const uint32_t want[4] = {1, 2, 3, 4};
    assert_memory_equal(last_operand(&d)->imm, want, sizeof want);
    decoded_free(&d);
}

/* Two doubles, each with its low word first: what fxc writes, whatever the format's header says. */
static void double_immediate_has_four_words_in_order(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 6), 0x00005002, 0, 0x3ff00000, 0, 0x40000000);
    assert_int_equal(last_operand(&d)->file, ISA_FILE_IMM64);
    const uint32_t want[4] = {0, 0x3ff00000, 0, 0x40000000};
    assert_memory_equal(last_operand(&d)->imm, want, sizeof want);
    decoded_free(&d);
}

static void immediate_with_modifier_has_its_token_first(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 4), 0x80004001, 0x41, 5);
    assert_int_equal(last_operand(&d)->modifier, ISA_MODIFIER_NEG);
    assert_int_equal(last_operand(&d)->imm[0], 5);
    decoded_free(&d);
}

static void three_indices_stand_in_order(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_51, OPCODE(CASE, 5), 0x00308e46, 1, 2, 3); /* CB1[2][3].xyzw */
    assert_int_equal(last_operand(&d)->file, ISA_FILE_CBUFFER);
    assert_int_equal(last_operand(&d)->index_count, 3);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(last_operand(&d)->index[i].imm, i + 1);
    decoded_free(&d);
}

static void relative_index_is_an_operand(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 4), 0x00902006, R_X, 9); /* o[r9.x], form 2 */
    const struct program_index *index = &last_operand(&d)->index[0];
    assert_int_equal(index->form, ISA_INDEX_RELATIVE);
    assert_int_equal(index->imm, 0);
    assert_non_null(index->relative);
    assert_int_equal(index->relative->file, ISA_FILE_TEMP);
    assert_int_equal(index->relative->index[0].imm, 9);
    decoded_free(&d);
}

static void relative_index_may_have_an_offset(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 6), 0x06208006, 2, 17, R_X, 9); /* cb2[r9.x + 17] */
    const struct program_index *index = last_operand(&d)->index;
    assert_int_equal(index[0].form, ISA_INDEX_IMM32);
    assert_int_equal(index[0].imm, 2);
    assert_int_equal(index[1].form, ISA_INDEX_IMM32_RELATIVE);
    assert_int_equal(index[1].imm, 17);
    assert_int_equal(index[1].relative->index[0].imm, 9);
    decoded_free(&d);
}

static void wide_index_has_its_high_word_first(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 4), 0x0050000a, 0x11111111, 0x22222222);
    assert_int_equal(last_operand(&d)->index[0].form, ISA_INDEX_IMM64);
    assert_true(last_operand(&d)->index[0].imm == 0x1111111122222222);
    decoded_free(&d);
}

static void wide_index_may_be_relative(void **state)
{
    (void)state;
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 6), 0x01102006, 1, 2, R_X, 9);
    const struct program_index *index = &last_operand(&d)->index[0];
    assert_int_equal(index->form, ISA_INDEX_IMM64_RELATIVE);
    assert_true(index->imm == 0x100000002);
    assert_int_equal(index->relative->index[0].imm, 9);
    decoded_free(&d);
}

static void array_element_may_index_an_array(void **state)
{
    (void)state;
    /* x0[x1[1].x + 1] */
    struct decoded d = KEPT(VERSION_50, OPCODE(CASE, 7), 0x0620300a, 0, 1, 0x0020300a, 1, 1);
    const struct program_operand *inner = last_operand(&d)->index[1].relative;
    assert_int_equal(inner->file, ISA_FILE_INDEXABLE_TEMP);
    assert_int_equal(inner->index_count, 2);
    assert_int_equal(inner->index[1].imm, 1);
    decoded_free(&d);
}

static void two_relative_indices_have_operands_of_their_own(void **state)
{
    (void)state;
    /* CB0[r1.x][r2.x] */
    struct decoded d = KEPT(VERSION_51, OPCODE(CASE, 7), 0x24308e46, 0, R_X, 1, R_X, 2);
    const struct program_index *index = last_operand(&d)->index;
    assert_int_equal(index[1].relative->index[0].imm, 1);
    assert_int_equal(index[2].relative->index[0].imm, 2);
    decoded_free(&d);
}

static void operands_keep_their_order(void **state)
{
    (void)state;
    struct decoded d =
        KEPT(VERSION_50, OPCODE(MAD, 9), 0x001000f2, 1, 0x00100e46, 2, 0x00100e46, 3, 0x00100e46, 4);
    const struct program_instr *instr = &d.program->instrs[0];
    assert_int_equal(instr->operand_count, 4);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(instr->operands[i].index[0].imm, i + 1);
    decoded_free(&d);
}

/* ---- what cannot be read ---- */

static void unknown_register_file_is_refused(void **state)
{
    (void)state;
    REFUSED("bytecode-operand-type", CASE_OPERAND, VERSION_50, OPCODE(CASE, 3), 0x0012b00a, 0);
}

static void unknown_selection_is_refused(void **state)
{
    (void)state;
    REFUSED("bytecode-selection", CASE_OPERAND, VERSION_50, OPCODE(CASE, 3), 0x0010000e, 0);
}

static void unknown_index_form_is_refused(void **state)
{
    (void)state;
    REFUSED("bytecode-index-form", CASE_OPERAND, VERSION_50, OPCODE(CASE, 3), 0x0150000a, 0);
}

static void chained_extended_token_is_refused(void **state)
{
    (void)state;
    REFUSED("bytecode-operand-chain", CASE_OPERAND + 1, VERSION_50, OPCODE(CASE, 5), 0x8010000a, 0x80000041,
            0, 3);
}

static void unknown_modifier_is_refused(void **state)
{
    (void)state;
    REFUSED("bytecode-modifier", CASE_OPERAND + 1, VERSION_50, OPCODE(CASE, 4), 0x8010000a, 0x101, 3);
}

static void immediate_of_no_components_is_refused(void **state)
{
    (void)state;
    REFUSED("bytecode-immediate", CASE_OPERAND + 1, VERSION_50, OPCODE(CASE, 3), 0x00004000, 1);
}

static void immediate_with_an_index_is_refused(void **state)
{
    (void)state;
    REFUSED("bytecode-immediate", CASE_OPERAND + 1, VERSION_50, OPCODE(CASE, 4), 0x00104001, 1, 0);
}

static void register_inside_inner_brackets_is_refused(void **state)
{
    (void)state;
    /* x0[x1[r2.x].x] */
    REFUSED("bytecode-nesting", CASE_OPERAND + 2, VERSION_50, OPCODE(CASE, 7), 0x0420300a, 0, 0x0420300a, 1,
            R_X, 2);
}

static void operand_past_the_length_is_refused(void **state)
{
    (void)state;
    REFUSED("bytecode-operand-short", 6, VERSION_50, OPCODE(CASE, 4), 0x00004002, 1, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mask_selects_components),
        cmocka_unit_test(swizzle_keeps_two_bits_a_component),
        cmocka_unit_test(one_component_is_selected),
        cmocka_unit_test(bits_beside_a_mask_are_spare),
        cmocka_unit_test(bits_beside_one_component_are_spare),
        cmocka_unit_test(selection_without_components_is_spare),
        cmocka_unit_test(forms_of_absent_indices_are_spare),
        cmocka_unit_test(n_components_are_kept),
        cmocka_unit_test(null_has_neither_components_nor_index),
        cmocka_unit_test(extended_token_gives_modifier_and_precision),
        cmocka_unit_test(extended_token_that_says_nothing_is_kept),
        cmocka_unit_test(unknown_extended_token_says_nothing),
        cmocka_unit_test(extended_token_keeps_spare_bits),
        cmocka_unit_test(scalar_immediate_has_one_word),
        cmocka_unit_test(vector_immediate_has_four_words),
        cmocka_unit_test(double_immediate_has_four_words_in_order),
        cmocka_unit_test(immediate_with_modifier_has_its_token_first),
        cmocka_unit_test(three_indices_stand_in_order),
        cmocka_unit_test(relative_index_is_an_operand),
        cmocka_unit_test(relative_index_may_have_an_offset),
        cmocka_unit_test(wide_index_has_its_high_word_first),
        cmocka_unit_test(wide_index_may_be_relative),
        cmocka_unit_test(array_element_may_index_an_array),
        cmocka_unit_test(two_relative_indices_have_operands_of_their_own),
        cmocka_unit_test(operands_keep_their_order),
        cmocka_unit_test(unknown_register_file_is_refused),
        cmocka_unit_test(unknown_selection_is_refused),
        cmocka_unit_test(unknown_index_form_is_refused),
        cmocka_unit_test(chained_extended_token_is_refused),
        cmocka_unit_test(unknown_modifier_is_refused),
        cmocka_unit_test(immediate_of_no_components_is_refused),
        cmocka_unit_test(immediate_with_an_index_is_refused),
        cmocka_unit_test(register_inside_inner_brackets_is_refused),
        cmocka_unit_test(operand_past_the_length_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
