/* Cost is linear and bad input ends: huge lines, masses of errors, deep nesting, random bytes. */
#include <time.h>

#include "parse_fixture.h"

enum { MEGABYTE = 1 << 20 };

/* Of this thread: other processes do not count. */
static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Seconds to parse `repeat` copies of `piece` between `head` and `tail`. */
static double cost(const char *head, const char *piece, size_t repeat, const char *tail, const char *code)
{
    struct strbuf text = {0};
    strbuf_add(&text, head);
    for (size_t i = 0; i < repeat; i++)
        strbuf_add(&text, piece);
    strbuf_add(&text, tail);
    double start = seconds();
    struct parsed result = parse_bytes(strbuf_text(&text), text.length);
    double taken = seconds() - start;
    assert_string_equal(first_code(&result), code);
    for (size_t i = 0; i < sm5_diags_count(result.diags); i++) {
        const char *line = sm5_diags_at(result.diags, i)->source_line;
        assert_true(!line || strlen(line) <= 4096);
    }
    drop(&result);
    strbuf_free(&text);
    return taken;
}

static const struct {
    const char *head, *piece, *tail, *code;
} huge[] = {
    {"cs_5_0\nmov ", "a", "\n", "text-register"},
    {"cs_5_0\n", "a", "\n", "text-mnemonic"},
    {"cs_5_0\n", "a_", "\n", "text-mnemonic"},
    {"cs_5_0\n", "/", "\n", ""},
    {"cs_5_0\nmov r0.x, l(", "1", ")\n", "text-number"},
    {"cs_5_0\nmov r0.x, l(0.", "1", ")\n", "text-number"},
    {"cs_5_0\nmov r0.x, x0[", "x0[", "\n", "text-nesting"},
    {"cs_5_0\nmov r0.x, r0.", "x", "\n", "text-components"},
    {"cs_5_0\nmov r0.x, r0.x", " ", "\n", ""},
    {"cs_5_0\nmov r0.x, ", "{", "\n", "text-expected"},
    {"cs_5_0\nprintf \"", "\\\"", "\n", "text-string"},
    {"cs_5_0\nmov r0.x, r1.x // sm5: ", "0x1 ", "\n", "text-words-stale"},
    {"cs_5_0\n// sm5: tail ", "00", "\n", ""},
    {"", "\n", "", "text-no-version"},
    {"", "\r", "", "text-no-version"},
    {"cs_5_0\n", "mov r0.x\n", "", "text-operands"},
    {"cs_5_0\n", "if_z r0.x\n", "", "text-unclosed"},
    {"cs_5_0\n", "if_z r0.x\n", "loop\n", "text-unclosed"},
    {"cs_5_0\n", "endif\n", "", "text-stray"},
    {"cs_5_0\ndcl_immediateConstantBuffer { ", "{ 0, 0, 0, 0},\n", "", "text-icb-rows"},
    {"ps_5_0\ndcl_function_table ft0 = {", "fb0,", "fb1}\n", "text-expected"},
    {"// Input signature:\n", "// A 0 x 0 NONE float x\n", "cs_5_0\n", ""},
    {"// Input signature:\n", "// Input signature:\n", "cs_5_0\n", ""},
    {"// Input signature:\n", "// A 0\n", "cs_5_0\n", "text-signature"},
};

/* Eight times the input may cost at most about eight times as much; a generous factor keeps the clock's noise
 * out. */
static void cost_is_linear(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(huge); i++) {
        size_t repeat = MEGABYTE / 4 / strlen(huge[i].piece);
        double small = cost(huge[i].head, huge[i].piece, repeat, huge[i].tail, huge[i].code);
        double large = cost(huge[i].head, huge[i].piece, 8 * repeat, huge[i].tail, huge[i].code);
        if (large > 24 * small + 0.25)
            fail_msg("case %zu: %.4f s, eightfold %.4f s", i, small, large);
    }
}

/* Bytes of real text in any disorder: no crash, no hang, and a diagnostic with every failure. */
static void disorder_is_an_error(void **state)
{
    (void)state;
    static const char seed_text[] =
        "cs_5_0\n// Input signature:\n// sm5: chunk SHEX\n"
        "dcl_immediateConstantBuffer { { 1.000000, 0, 0, 1.000000},\n { 0, 2, 0x0000cccc, -1} }\n"
        "dcl_uav_structured_opc u0, 16\nmov_sat [precise(xy)] r0.xy, -|cb0[r1.x + 2].zwzz {min16f}|\n"
        "ld_structured_indexable(structured_buffer, stride=16)(mixed,mixed,mixed,mixed) r1.xyzw, r0.x, l(0), "
        "t0.xyzw\n"
        "printf \"%0 is %1\", r10.z, l(1.5)\ndmov r0.xy, d(1.000000l, 2.000000l)\n"
        "mov r0.x, r1.x // sm5: 0x05000036 0x00100012 0x00000000 0x0010000a 0x00000001\n";
    uint32_t random = 12345;
    for (unsigned round = 0; round < 4000; round++) {
        char text[sizeof seed_text];
        memcpy(text, seed_text, sizeof text);
        for (unsigned i = 0; i < 1 + round % 8; i++) {
            random = random * 1664525 + 1013904223;
            uint32_t to = (random >> 8) % (sizeof text - 8), from = (random >> 4) % (sizeof text - 8);
            if (random & 1)
                memmove(text + to, text + from, 7);
            else
                text[to] = (char)(random >> 24);
        }
        struct parsed result = parse_bytes(text, sizeof text - 1);
        assert_true(result.status == SM5_OK || sm5_diags_errors(result.diags) > 0);
        drop(&result);
    }
}

/* Every cut of a text that is right: the buffer ends where it ends. */
static void truncation_is_safe(void **state)
{
    (void)state;
    static const char whole[] = "cs_5_0\ndcl_immediateConstantBuffer { { 1.000000, 0, 0, 0x1} }\n"
                                "mov [precise(x)] r0.x, -|cb0[r1.x + 2].z {min16f}| // sm5: 0x05000036\n"
                                "ld_structured_indexable(structured_buffer, "
                                "stride=16)(mixed,mixed,mixed,mixed) r1.xyzw, r0.x, l(0), t0.xyzw\n"
                                "printf \"%0\", r1.x\n// sm5: tail 00\n";
    for (size_t length = 0; length < sizeof whole; length++) {
        char *exact = malloc(length + 1);
        memcpy(exact, whole, length);
        char *tight = realloc(exact, length ? length : 1);
        struct parsed result = parse_bytes(tight, length);
        drop(&result);
        free(tight);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cost_is_linear),
        cmocka_unit_test(disorder_is_an_error),
        cmocka_unit_test(truncation_is_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
