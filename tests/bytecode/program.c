/* The payload as a whole: version, length, and what follows the declared length. */
#include "words.h"

static void version_token_gives_stage_and_model(void **state)
{
    (void)state;
    for (uint32_t stage = 0; stage < ISA_STAGE_COUNT; stage++) {
        const uint32_t words[] = {stage << 16 | 0x41, 2};
        struct decoded d = decode_bytes(words, sizeof words);
        assert_same_bytes(&d, words, sizeof words);
        assert_int_equal(d.program->stage, stage);
        assert_int_equal(d.program->major, 4);
        assert_int_equal(d.program->minor, 1);
        assert_int_equal(d.program->instr_count, 0);
        decoded_free(&d);
    }
}

static void version_keeps_spare_bits(void **state)
{
    (void)state;
    const uint32_t words[] = {VERSION_50 | 0xa500, 2};
    struct decoded d = decode_bytes(words, sizeof words);
    assert_same_bytes(&d, words, sizeof words);
    assert_int_equal(d.program->version_spare, 0xa5);
    decoded_free(&d);
}

static void words_behind_the_length_are_the_tail(void **state)
{
    (void)state;
    const uint32_t words[] = {VERSION_50, 3, OPCODE(RET, 1), 0xdeadbeef, 0xcafebabe};
    struct decoded d = decode_bytes(words, sizeof words);
    assert_same_bytes(&d, words, sizeof words);
    assert_int_equal(d.program->instr_count, 1);
    assert_int_equal(d.program->code_tail.size, 8);
    decoded_free(&d);
}

static void tail_may_end_inside_a_word(void **state)
{
    (void)state;
    const uint32_t words[] = {VERSION_50, 3, OPCODE(RET, 1), 0xdeadbeef};
    for (size_t size = 12; size <= 16; size++) {
        struct decoded d = decode_bytes(words, size);
        assert_same_bytes(&d, words, size);
        decoded_free(&d);
    }
}

static void payload_may_be_unaligned(void **state)
{
    (void)state;
    const uint32_t words[] = {VERSION_50, 5, OPCODE(CASE, 3), 0x00004001, 0x11223344};
    uint8_t bytes[sizeof words + 1];
    memcpy(bytes + 1, words, sizeof words);
    struct decoded d = decode_bytes(bytes + 1, sizeof words);
    assert_same_bytes(&d, words, sizeof words);
    decoded_free(&d);
}

static void declarations_are_collected(void **state)
{
    (void)state;
    const uint32_t words[] = {VERSION_50, 9, OPCODE(DCL_TEMPS, 2), 6, OPCODE(DCL_THREAD_GROUP, 4), 8,
                              4,          2, OPCODE(RET, 1)};
    struct decoded d = decode_bytes(words, sizeof words);
    assert_int_equal(d.status, SM5_OK);
    assert_int_equal(d.program->decls.temps, 6);
    assert_int_equal(d.program->decls.thread_group[1], 4);
    decoded_free(&d);
}

static void assert_bytes_refused(const char *code, uint32_t token, const uint32_t *words, size_t size)
{
    struct decoded d = decode_bytes(words, size);
    assert_refused(&d, code, token);
    decoded_free(&d);
}

static void payload_without_header_is_refused(void **state)
{
    (void)state;
    const uint32_t words[] = {VERSION_50, 2};
    for (size_t size = 0; size < 8; size++)
        assert_bytes_refused("bytecode-short", 0, words, size);
}

static void length_past_the_payload_is_refused(void **state)
{
    (void)state;
    const uint32_t words[] = {VERSION_50, 4, OPCODE(RET, 1)};
    assert_bytes_refused("bytecode-length", 1, words, sizeof words);
}

static void length_below_the_header_is_refused(void **state)
{
    (void)state;
    const uint32_t words[] = {VERSION_50, 1};
    assert_bytes_refused("bytecode-length", 1, words, sizeof words);
}

static void unknown_models_are_refused(void **state)
{
    (void)state;
    static const uint32_t models[] = {0x30, 0x42, 0x52, 0x60, 0x00};
    for (size_t i = 0; i < BASE_COUNT(models); i++) {
        const uint32_t words[] = {0x00050000 | models[i], 2};
        assert_bytes_refused("bytecode-model", 0, words, sizeof words);
    }
}

static void unknown_stages_are_refused(void **state)
{
    (void)state;
    static const uint32_t stages[] = {6, 13, 14, 0xfff0, 0xffff};
    for (size_t i = 0; i < BASE_COUNT(stages); i++) {
        const uint32_t words[] = {stages[i] << 16 | 0x50, 2};
        assert_bytes_refused("bytecode-stage", 0, words, sizeof words);
    }
}

static void error_names_the_first_malformed_instruction(void **state)
{
    (void)state;
    const uint32_t words[] = {VERSION_50, 6, OPCODE(NOP, 1), OPCODE(CASE, 2), 0x0012b00a, OPCODE(NOP, 0)};
    assert_bytes_refused("bytecode-operand-type", 4, words, sizeof words);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_token_gives_stage_and_model),
        cmocka_unit_test(version_keeps_spare_bits),
        cmocka_unit_test(words_behind_the_length_are_the_tail),
        cmocka_unit_test(tail_may_end_inside_a_word),
        cmocka_unit_test(payload_may_be_unaligned),
        cmocka_unit_test(declarations_are_collected),
        cmocka_unit_test(payload_without_header_is_refused),
        cmocka_unit_test(length_past_the_payload_is_refused),
        cmocka_unit_test(length_below_the_header_is_refused),
        cmocka_unit_test(unknown_models_are_refused),
        cmocka_unit_test(unknown_stages_are_refused),
        cmocka_unit_test(error_names_the_first_malformed_instruction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
