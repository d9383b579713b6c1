/* The state of the float unit during a run, and that it is restored. */
#include <fenv.h>

#include "values.h"

static uint32_t half_of(uint32_t a)
{
    return call_ww(num_mul, a, 0x3f000000);
}

static void denormals_are_flushed_inside(void **state)
{
    (void)state;
    uint32_t old = num_env_enter();
    uint32_t positive = half_of(0x00800000), negative = half_of(0x80800000);
    num_env_leave(old);
    EXPECT_WORD(positive, 0, "2^-126 / 2");
    EXPECT_WORD(negative, 0x80000000, "-2^-126 / 2");
}

/* Where arithmetic itself flushes, it does so in every state. */
static void denormals_are_kept_outside(void **state)
{
    (void)state;
    num_env_leave(num_env_enter());
    EXPECT_WORD(half_of(0x00800000), NUM_FLUSHED ? 0x00400000 : 0, "2^-126 / 2");
}

static void doubles_keep_denormals(void **state)
{
    (void)state;
    uint32_t old = num_env_enter();
    num_env_double();
    uint64_t kept = call_dd(num_dmul, 0x0010000000000000, 0x3fe0000000000000);
    num_env_single();
    uint32_t flushed = half_of(0x00800000);
    num_env_leave(old);
    EXPECT_DOUBLE(kept, 0x0008000000000000, "2^-1022 / 2");
    EXPECT_WORD(flushed, 0, "2^-126 / 2");
}

/* A host may run with its own rounding mode and unmasked exceptions; neither reaches a run nor is lost. */
static void the_state_of_the_caller_is_restored(void **state)
{
    (void)state;
    uint32_t mine = num_env_get();
    assert_false(fesetround(FE_UPWARD));
#ifdef __GLIBC__
    feenableexcept(FE_DIVBYZERO); /* where the processor has traps */
#endif
    uint32_t unusual = num_env_get();
    uint32_t old = num_env_enter();
    uint32_t infinity = call_w(num_rcp, 0);
    uint32_t third = call_ww(num_div, NUM_ONE_F32, 0x40400000);
    num_env_leave(old);
    uint32_t after = num_env_get();
    num_env_set(mine);
    EXPECT_WORD(after, unusual, "the state after a run");
    EXPECT_WORD(infinity, NUM_INF_F32, "1 / 0");
    EXPECT_WORD(third, 0x3eaaaaab, "1 / 3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(denormals_are_flushed_inside),
        cmocka_unit_test(denormals_are_kept_outside),
        cmocka_unit_test(doubles_keep_denormals),
        cmocka_unit_test(the_state_of_the_caller_is_restored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
