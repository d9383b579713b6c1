/* Damaged code: a clear error or a program that encodes to the words it was read from, never anything else.
 */
#include "words.h"

#include "corpus.h"

/* A compute program with every shape that the reader knows: declarations, a list, custom data, extended
   tokens, relative indices, immediates of both widths, padding. */
/* clang-format off */
static const uint32_t sample[] = {
    VERSION_50, 59,
    OPCODE(DCL_GLOBAL_FLAGS, 1) | ISA_GLOBAL_REFACTORING,
    ISA_CUSTOMDATA | ISA_CUSTOM_ICB << 11, 6, 1, 2, 3, 4,
    OPCODE(DCL_CONSTANT_BUFFER, 4), 0x00208e46, 0, 4,
    OPCODE(DCL_RESOURCE_STRUCTURED, 4), 0x00107000, 0, 16,
    OPCODE(DCL_FUNCTION_TABLE, 5), 0, 2, 0, 1,
    OPCODE(DCL_TEMPS, 2), 4,
    OPCODE(DCL_THREAD_GROUP, 4), 64, 1, 1,
    OPCODE(LD_STRUCTURED, 12) | ISA_TOKEN_EXTENDED, 0x80008302, 0x00199983,
    0x001000f2, 0, 0x0010000a, 0, 0x00004001, 8, 0x00107e46, 0, 0x2000,
    OPCODE(MOV, 10), 0x001000f2, 1, 0x86208e46, 0x41, 0, 2, 0x0010000a, 1, 0,
    OPCODE(DMOV, 8), 0x00100032, 2, 0x00005002, 0, 0x3ff00000, 0, 0,
    OPCODE(RET, 1),
};
/* clang-format on */

static void assert_error_or_same(const void *bytes, size_t size)
{
    struct decoded d = decode_bytes(bytes, size);
    if (d.status) {
        assert_int_equal(d.status, SM5_ERR_INPUT);
        assert_int_equal(sm5_diags_errors(d.diags), 1);
        assert_true(sm5_diags_at(d.diags, 0)->offset <= size / 4);
    } else {
        assert_same_bytes(&d, bytes, size);
    }
    decoded_free(&d);
}

static void the_sample_is_whole(void **state)
{
    (void)state;
    struct decoded d = decode_bytes(sample, sizeof sample);
    assert_same_bytes(&d, sample, sizeof sample);
    decoded_free(&d);
}

static void truncated_payload_is_refused(void **state)
{
    (void)state;
    for (size_t size = 0; size < sizeof sample; size++) {
        struct decoded d = decode_bytes(sample, size);
        assert_int_equal(d.status, SM5_ERR_INPUT);
        decoded_free(&d);
    }
}

/* The same with a length that fits: the cut is inside an instruction, or the program is shorter. */
static void truncated_program_is_refused_or_shorter(void **state)
{
    (void)state;
    uint32_t words[BASE_COUNT(sample)];
    memcpy(words, sample, sizeof sample);
    for (uint32_t count = 2; count < BASE_COUNT(sample); count++) {
        words[1] = count;
        assert_error_or_same(words, count * sizeof *words);
    }
}

static void flipped_bits_are_refused_or_kept(void **state)
{
    (void)state;
    uint32_t words[BASE_COUNT(sample)];
    memcpy(words, sample, sizeof sample);
    for (size_t bit = 0; bit < 32 * BASE_COUNT(sample); bit++) {
        words[bit / 32] ^= 1u << bit % 32;
        assert_error_or_same(words, sizeof words);
        words[bit / 32] ^= 1u << bit % 32;
    }
}

enum { FLIPS_A_SHADER = 40, CUTS_A_SHADER = 10 };

/* A sequence of numbers that is the same in every run (Numerical Recipes' constants). */
static uint32_t next_number(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

static void damage_shader(const char *path, struct bytes file, void *context)
{
    (void)path;
    uint32_t *random = context;
    char fourcc[5];
    struct bytes code = corpus_code(file, fourcc);
    uint8_t *copy = malloc(code.size + 1);
    assert_non_null(copy);
    memcpy(copy, code.data, code.size);
    for (unsigned i = 0; i < FLIPS_A_SHADER && code.size; i++) {
        size_t at = next_number(random) % code.size;
        uint8_t bit = (uint8_t)(1u << next_number(random) % 8);
        copy[at] ^= bit;
        assert_error_or_same(copy, code.size);
        copy[at] ^= bit;
    }
    for (unsigned i = 0; i < CUTS_A_SHADER && code.size; i++)
        assert_error_or_same(copy, next_number(random) % code.size);
    free(copy);
}

static void damaged_shaders_are_refused_or_kept(void **state)
{
    (void)state;
    uint32_t random = 1;
    if (!corpus_each(damage_shader, &random))
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sample_is_whole),
        cmocka_unit_test(truncated_payload_is_refused),
        cmocka_unit_test(truncated_program_is_refused_or_shorter),
        cmocka_unit_test(flipped_bits_are_refused_or_kept),
        cmocka_unit_test(damaged_shaders_are_refused_or_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
