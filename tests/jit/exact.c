/* Operations through compiled code against the interpreter. Of one argument: chosen and scattered inputs, or,
   when SM5_EXHAUSTIVE is set, all 2^32. Of two: values at edges, each with each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "isa/isa.h"
#include "sm5/sm5.h"
#include "test.h"

enum { WORDS = 1 << 16, GROUP = 64 };

struct pair {
    struct sm5_program *program;
    struct sm5_kernel *kernel[2];
    struct sm5_bindings *bindings;
    struct sm5_buffer *in, *second, *out;
};

static void bind(struct pair *p, const char *slot, struct sm5_buffer *buffer)
{
    struct sm5_slot at;
    struct sm5_view view = {.buffer = buffer};
    assert_true(sm5_slot_parse(slot, &at));
    assert_int_equal(sm5_bind(p->bindings, &at, &view, NULL), SM5_OK);
}

static void open_pair(struct pair *p, const char *line, uint32_t lanes)
{
    char text[1024];
    const struct sm5_kernel_options jit = {.engine = SM5_ENGINE_JIT, .lanes = lanes, .no_cache = true};
    snprintf(text, sizeof text,
             "cs_5_0\n"
             "dcl_globalFlags refactoringAllowed|enableDoublePrecisionFloatOps|enable11_1DoubleExtensions\n"
             "dcl_resource_structured t0, 4\ndcl_resource_structured t1, 4\ndcl_uav_structured u0, 8\n"
             "dcl_input vThreadID.x\ndcl_temps 2\ndcl_thread_group %d, 1, 1\n"
             "ld_structured r0.x, vThreadID.x, l(0), t0.x\nld_structured r0.y, vThreadID.x, l(0), t1.x\n%s\n"
             "store_structured u0.xy, vThreadID.x, l(0), r1.xyxx\nret\n",
             GROUP, line);
    if (sm5_program_read(text, strlen(text), NULL, &p->program, NULL))
        fail_msg("cannot be read:\n%s", text);
    assert_int_equal(sm5_kernel_new(p->program, SM5_ENGINE_INTERP, &p->kernel[0], NULL), SM5_OK);
    assert_int_equal(sm5_kernel_new_with(p->program, &jit, &p->kernel[1], NULL), SM5_OK);
    p->bindings = sm5_bindings_new(p->program);
    p->in = sm5_buffer_new(4 * WORDS);
    p->second = sm5_buffer_new(4 * WORDS);
    p->out = sm5_buffer_new(8 * WORDS);
    assert_true(p->bindings && p->in && p->second && p->out);
    bind(p, "t0", p->in);
    bind(p, "t1", p->second);
    bind(p, "u0", p->out);
}

static void close_pair(struct pair *p)
{
    sm5_bindings_free(p->bindings);
    sm5_kernel_free(p->kernel[0]);
    sm5_kernel_free(p->kernel[1]);
    sm5_program_free(p->program);
    sm5_buffer_free(p->in);
    sm5_buffer_free(p->second);
    sm5_buffer_free(p->out);
}

static void compare(struct pair *p, const char *line)
{
    static uint32_t expected[2 * WORDS];
    const struct sm5_dispatch_options options = {.groups = {WORDS / GROUP, 1, 1}, .threads = 1};
    const uint32_t *in = (const uint32_t *)sm5_buffer_data(p->in),
                   *second = (const uint32_t *)sm5_buffer_data(p->second),
                   *out = (const uint32_t *)sm5_buffer_data(p->out);
    assert_int_equal(sm5_dispatch(p->kernel[0], p->bindings, &options, NULL, NULL), SM5_OK);
    memcpy(expected, out, sizeof expected);
    assert_int_equal(sm5_dispatch(p->kernel[1], p->bindings, &options, NULL, NULL), SM5_OK);
    for (uint32_t i = 0; i < 2 * WORDS; i++)
        if (out[i] != expected[i])
            fail_msg("%s of 0x%08x, 0x%08x: expected 0x%08x, got 0x%08x", line, in[i / 2], second[i / 2],
                     expected[i], out[i]);
}

/* The neighbourhood of every power of two of both signs, NaNs among them; the rest scattered. */
static uint32_t chosen(uint32_t i)
{
    if (i < 256 * 32)
        return (i / 32) << 23 | (i % 2 ? 0x80000000u : 0) | (((i / 2 % 16) - 8) & 0x7fffff);
    return i * 2654435761u ^ i << 7;
}

static void run_line(const char *line, uint32_t lanes)
{
    struct pair p;
    bool all = getenv("SM5_EXHAUSTIVE") != NULL;
    open_pair(&p, line, lanes);
    uint32_t *in = (uint32_t *)sm5_buffer_data(p.in);
    for (uint64_t first = 0; first < (all ? (uint64_t)1 << 32 : WORDS); first += WORDS) {
        for (uint32_t i = 0; i < WORDS; i++)
            in[i] = all ? (uint32_t)(first + i) : chosen(i);
        compare(&p, line);
    }
    close_pair(&p);
}

static void run_rows(uint32_t lanes)
{
    for (uint32_t opcode = 0; opcode < ISA_OPCODE_COUNT; opcode++) {
        const struct isa_op *row = isa_op(opcode);
        char line[128];
        if (!row || !(row->stages & 1 << ISA_COMPUTE))
            continue;
        if (row->form == ISA_FORM_W_W)
            snprintf(line, sizeof line, "%s r1.x, r0.x\nmov r1.y, l(0)", row->mnemonic);
        else if (row->form == ISA_FORM_WW_W)
            snprintf(line, sizeof line, "%s r1.x, r1.y, r0.x", row->mnemonic);
        else
            continue;
        run_line(line, lanes);
    }
    run_line("mov r1.x, -r0.x\nmov r1.y, |r0.x|", lanes);
    run_line("mov_sat r1.x, r0.x\nmov r1.y, -|r0.x|", lanes);
    run_line("add r1.x, r0.x, l(-0.0)\nmul r1.y, r0.x, l(1.0)", lanes);
    run_line("mad r1.x, r0.x, r0.x, l(1.0)\ndiv r1.y, l(1.0), r0.x", lanes);
    run_line("min r1.x, r0.x, l(0.0)\nmax r1.y, r0.x, l(-0.0)", lanes);
    run_line("ubfe r1.x, l(5), l(3), r0.x\nibfe r1.y, l(9), l(27), r0.x", lanes);
    run_line("udiv r1.x, r1.y, r0.x, l(7)", lanes);
    run_line("udiv r1.x, r1.y, l(-3), r0.x", lanes);
    run_line("imul r1.x, r1.y, r0.x, l(-5)", lanes);
}

/* ---- two arguments ---- */

enum { EDGES = 256 };

/* Small numbers of both signs, ends of the ranges, powers of two, and floats: zeros, denormals, the largest
   and the smallest, halves, infinities, NaNs of both sorts; the rest scattered. */
static uint32_t edge(uint32_t i)
{
    static const uint32_t floats[] = {
        0x00000001, 0x007fffff, 0x00800000, 0x00800001, 0x3effffff, 0x3f000000, 0x3f7fffff, 0x3f800000,
        0x3f800001, 0x40000000, 0x40400000, 0x4b000000, 0x4b7fffff, 0x4f000000, 0x4f800000, 0x7effffff,
        0x7f000000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fbfffff, 0x7fc00000, 0x7fc00001, 0x7fffffff,
        0x00100000, 0x3ff00000, 0x40080000, 0x7fe00000, 0x7fefffff, 0x7ff00000, 0x7ff80000, 0x0fffffff,
    };
    if (i < 32)
        return i - 16;
    if (i < 64)
        return 1u << (i - 32);
    if (i < 96)
        return (1u << (i - 64)) - 1;
    if (i < 160)
        return floats[i % 32] | (i < 128 ? 0 : 0x80000000u);
    return i * 2654435761u ^ i << 9;
}

static void run_edges(const char *line, uint32_t lanes)
{
    struct pair p;
    open_pair(&p, line, lanes);
    for (uint32_t i = 0; i < WORDS; i++) {
        ((uint32_t *)sm5_buffer_data(p.in))[i] = edge(i / EDGES);
        ((uint32_t *)sm5_buffer_data(p.second))[i] = edge(i % EDGES);
    }
    compare(&p, line);
    close_pair(&p);
}

/* The operation on two words: both loaded, or one a constant, on either side. */
static void run_words(const struct isa_op *row, uint32_t lanes)
{
    static const uint32_t constants[] = {0, 1, 7, 31, 0x80000000, UINT32_MAX, 0x3f000000, 0x7f800001};
    const char *to = row->form == ISA_FORM_W_WW ? "r1.x" : "r1.x, r1.y";
    char line[128];
    snprintf(line, sizeof line, "%s %s, r0.x, r0.y", row->mnemonic, to);
    run_edges(line, lanes);
    for (size_t i = 0; i < BASE_COUNT(constants); i++) {
        snprintf(line, sizeof line, "%s %s, r0.x, l(0x%08x)", row->mnemonic, to, constants[i]);
        run_edges(line, lanes);
        snprintf(line, sizeof line, "%s %s, l(0x%08x), r0.y", row->mnemonic, to, constants[i]);
        run_edges(line, lanes);
    }
}

/* Lines on the doubles r0.xy and r0.zw, whose high words are at edges. */
static void run_doubles(const char *lines, uint32_t lanes)
{
    static const char *const low[] = {"l(0)", "l(1)", "l(-1)"};
    char line[512];
    for (size_t i = 0; i < 9; i++) {
        snprintf(line, sizeof line, "mov r0.zw, r0.xxxy\nmov r0.y, r0.z\nmov r0.x, %s\nmov r0.z, %s\n%s",
                 low[i / 3], low[i % 3], lines);
        run_edges(line, lanes);
    }
}

static void run_double_row(const struct isa_op *row, uint32_t lanes)
{
    char line[128];
    switch (row->form) {
    case ISA_FORM_D_DD: snprintf(line, sizeof line, "%s r1.xy, r0.xyxy, r0.zwzw", row->mnemonic); break;
    case ISA_FORM_W_DD: snprintf(line, sizeof line, "%s r1.x, r0.xyxy, r0.zwzw", row->mnemonic); break;
    case ISA_FORM_D_D: snprintf(line, sizeof line, "%s r1.xy, r0.xyxy", row->mnemonic); break;
    case ISA_FORM_W_D: snprintf(line, sizeof line, "%s r1.x, r0.xyxy", row->mnemonic); break;
    case ISA_FORM_D_W: snprintf(line, sizeof line, "%s r1.xy, r0.wwww", row->mnemonic); break;
    case ISA_FORM_D_WDD:
        snprintf(line, sizeof line, "%s r1.xy, r0.wwww, r0.xyxy, r0.zwzw", row->mnemonic);
        break;
    case ISA_FORM_D_DDD:
        snprintf(line, sizeof line, "%s r1.xy, r0.xyxy, r0.zwzw, d(-1.5l, 1.0l)", row->mnemonic);
        run_doubles(line, lanes);
        snprintf(line, sizeof line, "%s r1.xy, d(1.25l, 1.0l), r0.xyxy, r0.zwzw", row->mnemonic);
        break;
    default: return;
    }
    run_doubles(line, lanes);
}

/* Modifiers, moves that keep the bits of NaNs, and doubles that loops and branches carry: computed ones,
   loaded ones, and words that are no doubles elsewhere. */
static void run_double_lines(uint32_t lanes)
{
    static const char *const lines[] = {
        "dadd r1.xy, -r0.xyxy, |r0.zwzw|",
        "dmul r1.xy, -|r0.xyxy|, r0.zwzw",
        "dadd_sat r1.xy, r0.xyxy, r0.zwzw",
        "dmov r1.xy, -r0.xyxy",
        "dmov r1.xy, -|r0.xyxy|",
        "dmov_sat r1.xy, r0.xyxy",
        "dmovc r1.xy, r0.wwww, -r0.xyxy, |r0.zwzw|",
        "dtof r1.x, -r0.xyxy\ndtoi r1.y, |r0.xyxy|",
        "dadd r1.xy, r0.xyxy, d(-0.0l, 0.0l)",
        "dmul r1.xy, r0.xyxy, d(1.0l, 0.0l)",
        /* computed: a sum from 0 */
        "mov r1.xyzw, l(0,0,0,0)\nloop\nuge r1.z, r1.w, l(3)\nbreakc_nz r1.z\ndadd r1.xy, r1.xyxy, r0.xyxy\n"
        "iadd r1.w, r1.w, l(1)\nendloop",
        /* loaded: a sum from what may be a NaN with a payload, changed in some lanes of some iterations */
        "mov r1.xy, r0.zwzz\nmov r1.w, l(0)\nloop\nuge r1.z, r1.w, l(3)\nbreakc_nz r1.z\niadd r1.w, r1.w, "
        "l(1)\n"
        "and r1.z, r0.y, r1.w\nif_nz r1.z\ndadd r1.xy, r1.xyxy, r0.xyxy\nendif\nendloop",
        /* lanes leave at different times, with a computed or a loaded value */
        "mov r1.xy, r0.zwzz\nmov r1.w, l(0)\nloop\nand r1.z, r0.w, r1.w\nbreakc_nz r1.z\nuge r1.z, r1.w, "
        "l(4)\n"
        "breakc_nz r1.z\ndmul r1.xy, r1.xyxy, r0.xyxy\niadd r1.w, r1.w, l(1)\nendloop\nmov r1.z, r1.x",
        /* branches whose results are a computed, a loaded and a negated double */
        "if_nz r0.y\ndadd r1.xy, r0.xyxy, r0.zwzw\nelse\nmov r1.xy, r0.zwzz\nendif\nilt r1.z, r0.w, "
        "l(0)\nif_nz r1.z\n"
        "dmin r1.xy, r1.xyxy, -r0.xyxy\nendif",
        /* the halves of a double are exchanged in each iteration, and used as doubles */
        "mov r1.xy, r0.zwzz\nmov r1.w, l(0)\nloop\nuge r1.z, r1.w, l(3)\nbreakc_nz r1.z\niadd r1.w, r1.w, "
        "l(1)\n"
        "dadd r1.xy, r1.xyxy, r0.xyxy\nmov r1.xy, r1.yxyy\nendloop",
        "mov r1.xy, r0.zwzz\nmov r1.w, l(0)\nloop\nuge r1.z, r1.w, l(3)\nbreakc_nz r1.z\niadd r1.w, r1.w, "
        "l(1)\n"
        "dlt r1.z, r1.xyxy, r0.xyxy\nmovc r1.x, r1.z, r0.w, r1.x\ndmovc r1.xy, r1.zzzz, r1.xyxy, "
        "r0.xyxy\nendloop",
    };
    for (size_t i = 0; i < BASE_COUNT(lines); i++)
        run_doubles(lines[i], lanes);
}

/* Floats in a function that has doubles, which runs with denormals enabled. The results of 0x00800000 and
   0x3f7fffff are just below 2^-126: they are flushed although a denormal's rounding gives 2^-126. */
static void run_floats_among_doubles(uint32_t lanes)
{
    static const char *const lines[] = {
        "add r1.x, r0.x, r0.y",
        "mul r1.x, r0.x, r0.y",
        "div r1.x, r0.x, r0.y",
        "mad r1.x, r0.x, r0.y, l(0x00000001)",
        "mad r1.x, r0.x, r0.y, l(0x00800000)",
        "mad r1.x, r0.x, r0.y, l(0x80800001)",
        "mad r1.x, r0.x, l(1.0), r0.y",
        "mad r1.x, -r0.x, r0.x, |r0.y|",
        "dp2 r1.x, r0.xyxx, r0.yxyy",
        "dp4 r1.x, r0.xxyy, r0.xyxy",
        "eq r1.x, r0.x, r0.y",
        "ne r1.x, r0.x, r0.y",
        "lt r1.x, r0.x, r0.y",
        "ge r1.x, r0.x, r0.y",
        "min r1.x, r0.x, r0.y",
        "max r1.x, r0.x, r0.y",
        "mul r0.z, r0.x, r0.y\nadd r1.x, r0.z, r0.x",
        "mul_sat r1.x, r0.x, r0.y",
        "mul r1.x, r0.x, l(1.0)\nadd r1.x, r1.x, r0.y",
        "rcp r1.x, r0.x",
        "sqrt r1.x, r0.x",
        "rsq r1.x, r0.x",
        "frc r1.x, r0.x",
        "ftoi r1.x, r0.x",
        "ftou r1.x, r0.x",
        "round_ne r1.x, r0.x",
        "exp r1.x, r0.x",
        "sincos r1.x, null, r0.x",
        "f32tof16 r1.x, r0.x",
        "f16tof32 r1.x, r0.x",
        "mov r1.x, -r0.x",
        "ftod r0.zw, r0.xxxx\ndadd r0.zw, r0.zwzw, r0.zwzw\ndtof r1.x, r0.zwzw",
    };
    for (size_t i = 0; i < BASE_COUNT(lines); i++) {
        char line[256];
        snprintf(line, sizeof line, "%s\nutod r0.zw, r0.xxxx\ndtou r1.y, r0.zwzw", lines[i]);
        run_edges(line, lanes);
    }
}

static void run_pairs(uint32_t lanes)
{
    for (uint32_t opcode = 0; opcode < ISA_OPCODE_COUNT; opcode++) {
        const struct isa_op *row = isa_op(opcode);
        if (!row || !(row->stages & 1 << ISA_COMPUTE))
            continue;
        if (row->form == ISA_FORM_W_WW || row->form == ISA_FORM_WW_WW)
            run_words(row, lanes);
        else
            run_double_row(row, lanes);
    }
    run_double_lines(lanes);
    run_floats_among_doubles(lanes);
}

/* ---- */

static bool has_sixteen(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f");
}

static void one_argument_at_eight_lanes(void **state)
{
    (void)state;
    run_rows(8);
}

static void one_argument_at_sixteen_lanes(void **state)
{
    (void)state;
    if (!has_sixteen())
        skip();
    run_rows(16);
}

static void two_arguments_at_eight_lanes(void **state)
{
    (void)state;
    run_pairs(8);
}

static void two_arguments_at_sixteen_lanes(void **state)
{
    (void)state;
    if (!has_sixteen())
        skip();
    run_pairs(16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_argument_at_eight_lanes),
        cmocka_unit_test(one_argument_at_sixteen_lanes),
        cmocka_unit_test(two_arguments_at_eight_lanes),
        cmocka_unit_test(two_arguments_at_sixteen_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
