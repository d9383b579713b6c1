/* Reciprocal roots, which compiled code computes without a division for some processors: of each mantissa with an odd and
   an even exponent, and around the ends of the positive and negative numbers. */
#include <fenv.h>
#include <math.h>

#include "base/base.h"
#include "numeric/num_env.h"
#include "numeric/num_float.h"
#include "sm5/sm5.h"
#include "test.h"

enum { THREADS = 256, MANTISSAS = 1 << 23, EDGE = 1 << 15 };

struct roots {
    const char *code; /* r0.x to r0.x */
    uint32_t first, count;
};

#define RSQ    "rsq r0.x, r0.x"
#define RCP    "sqrt r0.x, r0.x\nrcp r0.x, r0.x"
#define DIVIDE "sqrt r0.x, r0.x\ndiv r0.x, l(1.0), r0.x"

static const struct roots roots[] = {
    {RSQ, 0x3f000000, MANTISSAS},          {RSQ, 0x3f800000, MANTISSAS},
    {RSQ, 0x00000000, 2 * EDGE},           {RSQ, 0x00800000 - EDGE, 2 * EDGE}, /* the least normal number */
    {RSQ, 0x7f800000 - EDGE, 2 * EDGE},                                        /* infinity */
    {RSQ, 0x80000000 - EDGE, 2 * EDGE},    {RSQ, 0x80800000 - EDGE, 2 * EDGE},
    {RSQ, 0xff800000 - EDGE, 2 * EDGE},    {RCP, 0x3f7f8000, 2 * EDGE},
    {RCP, 0x80000000 - EDGE, 2 * EDGE},    {DIVIDE, 0x3f7f8000, 2 * EDGE},
    {DIVIDE, 0x7f800000 - EDGE, 2 * EDGE},
};

static struct sm5_kernel *make_kernel(const struct roots *r, uint32_t lanes, struct sm5_program **program)
{
    const struct sm5_kernel_options options = {.engine = SM5_ENGINE_JIT, .lanes = lanes, .no_cache = true};
    struct sm5_kernel *kernel;
    struct strbuf text = {0};
    strbuf_printf(
        &text,
        "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_structured u0, 4\ndcl_input vThreadID.x\n"
        "dcl_temps 1\ndcl_thread_group %d, 1, 1\niadd r0.x, vThreadID.x, l(0x%08x)\n%s\n"
        "store_structured u0.x, vThreadID.x, l(0), r0.x\nret\n",
        THREADS, r->first, r->code);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, program, NULL), SM5_OK);
    assert_int_equal(sm5_kernel_new_with(*program, &options, &kernel, NULL), SM5_OK);
    strbuf_free(&text);
    return kernel;
}

static void compare(const struct roots *r, const uint32_t *got)
{
    uint32_t environment = num_env_enter(), at = 0;
    while (at < r->count && got[at] == num_rsq(r->first + at))
        at++;
    num_env_leave(environment);
    if (at < r->count)
        fail_msg("%s of 0x%08x: 0x%08x", r->code, r->first + at, got[at]);
}

static void run(const struct roots *r, uint32_t lanes)
{
    const struct sm5_dispatch_options options = {.groups = {r->count / THREADS, 1, 1}, .threads = 1};
    struct sm5_program *program;
    struct sm5_kernel *kernel = make_kernel(r, lanes, &program);
    struct sm5_buffer *buffer = sm5_buffer_new(4 * (uint64_t)r->count);
    struct sm5_bindings *bindings = sm5_bindings_new(program);
    const struct sm5_view view = {.buffer = buffer, .count = r->count};
    struct sm5_slot slot;
    assert_true(buffer && bindings && sm5_slot_parse("u0", &slot));
    assert_int_equal(sm5_bind(bindings, &slot, &view, NULL), SM5_OK);
    assert_int_equal(sm5_dispatch(kernel, bindings, &options, NULL, NULL), SM5_OK);
    compare(r, sm5_buffer_data(buffer));
    sm5_bindings_free(bindings);
    sm5_buffer_free(buffer);
    sm5_kernel_free(kernel);
    sm5_program_free(program);
}

static void roots_at_eight_lanes(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(roots); i++)
        run(&roots[i], 8);
}

static void roots_at_sixteen_lanes(void **state)
{
    (void)state;
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx512f"))
        skip();
    for (size_t i = 0; i < BASE_COUNT(roots); i++)
        run(&roots[i], 16);
}

/* ---- the steps of gen_target_reciprocal_root, from any estimate of the processor's precision ---- */

enum { BATCH = 1 << 12 };

struct steps {
    float root[BATCH], error[BATCH], y[BATCH];
};

__attribute__((noinline)) static void find_errors(struct steps *s)
{
    for (int i = 0; i < BATCH; i++)
        s->error[i] = fmaf(-s->root[i], s->y[i], 1);
}

__attribute__((noinline)) static void improve(struct steps *s)
{
    for (int i = 0; i < BATCH; i++)
        s->y[i] = fmaf(s->error[i], s->y[i], s->y[i]);
}

/* Roots of 1 to 2: others differ by a power of two, and so do their reciprocals. */
static void check_estimates(double error)
{
    static struct steps s;
    for (int first = 0; first < MANTISSAS; first += BATCH) {
        for (int i = 0; i < BATCH; i++) {
            s.root[i] = (float)(1 + (first + i) * 0x1p-23);
            s.y[i] = (float)((1 + error) / (double)s.root[i]);
        }
        find_errors(&s);
        fesetround(FE_UPWARD);
        improve(&s);
        fesetround(FE_TONEAREST);
        find_errors(&s);
        improve(&s);
        for (int i = 0; i < BATCH; i++)
            if (s.y[i] != 1 / s.root[i])
                fail_msg("1 / %a from an estimate off by %a: %a", (double)s.root[i], error, (double)s.y[i]);
    }
}

static void any_estimate_will_do(void **state)
{
    (void)state;
    static const double errors[] = {-0x1p-14, -0x1p-15, -0x1p-20, 0, 0x1p-20, 0x1p-15, 0x1p-14};
    for (size_t i = 0; i < BASE_COUNT(errors); i++)
        check_estimates(errors[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_estimate_will_do),
                                       cmocka_unit_test(roots_at_eight_lanes),
                                       cmocka_unit_test(roots_at_sixteen_lanes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
