/* The same source gives the same bits for every instruction set and vector width. */
#include "lanes_code.h"

#include "values.h"

static void fill_edges(struct lanes *l, uint64_t *seed)
{
    for (size_t i = 0; i < LANES_COUNT; i++) {
        for (size_t j = 0; j < 8; j++) {
            l->w[j][i] = random_u64(seed) & 1 ? random_float(seed) : random_integer(seed);
        }
        for (size_t j = 0; j < 3; j++) {
            l->d[j][i] = random_double(seed);
        }
    }
}

/* Magnitudes of many orders, exact cancellation in half of the lanes: a fused sum rounds once. */
static void fill_sums(struct lanes *l, uint64_t *seed)
{
    fill_edges(l, seed);
    for (size_t i = 0; i < LANES_COUNT; i++) {
        uint64_t r = random_u64(seed);
        float product = float_of_bits(l->w[0][i]) * float_of_bits(l->w[1][i]);
        uint32_t near = bits_of_float(-product) + (uint32_t)(r % 5) - 2;
        l->w[2][i] = r >> 8 & 1 ? near : (near & 0x807fffff) | ((uint32_t)(r >> 16) % 255) << 23;
        double wide = double_of_bits(l->d[0][i]) * double_of_bits(l->d[1][i]);
        l->d[2][i] = bits_of_double(-wide) + (r >> 32) % 5 - 2;
    }
}

static void run(const struct lanes_op *op, struct lanes *l)
{
    uint32_t old = num_env_enter();
    if (op->doubles) {
        num_env_double();
    }
    op->run(l);
    num_env_leave(old);
}

static void compare_one(const struct lanes_op *base, const struct lanes_op *wide, struct lanes *a,
                        struct lanes *b)
{
    run(base, a);
    run(wide, b);
    for (size_t i = 0; i < LANES_COUNT; i++) {
        EXPECT_WORD(b->out_w[0][i], a->out_w[0][i], "%s(%08x, %08x, %08x) d0", base->name, a->w[0][i],
                    a->w[1][i], a->w[2][i]);
        EXPECT_WORD(b->out_w[1][i], a->out_w[1][i], "%s(%08x, %08x, %08x) d1", base->name, a->w[0][i],
                    a->w[1][i], a->w[2][i]);
        EXPECT_DOUBLE(b->out_d[i], a->out_d[i], "%s(%016llx, %016llx, %016llx)", base->name,
                      (unsigned long long)a->d[0][i], (unsigned long long)a->d[1][i],
                      (unsigned long long)a->d[2][i]);
    }
}

static void compare(const struct lanes_op *wide)
{
    static struct lanes a, b;
    uint64_t seed = 7;
    for (int round = 0; round < 40; round++) {
        (round & 1 ? fill_sums : fill_edges)(&a, &seed);
        b = a;
        for (size_t i = 0; lanes_v2[i].name; i++) {
            assert_string_equal(lanes_v2[i].name, wide[i].name);
            compare_one(&lanes_v2[i], &wide[i], &a, &b);
        }
    }
}

static void avx2_gives_the_bits_of_sse(void **state)
{
    (void)state;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
        !__builtin_cpu_supports("bmi2")) {
        skip();
    }
    compare(lanes_v3);
}

static void avx512_gives_the_bits_of_sse(void **state)
{
    (void)state;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl") ||
        !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512bw")) {
        skip();
    }
    compare(lanes_v4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(avx2_gives_the_bits_of_sse),
        cmocka_unit_test(avx512_gives_the_bits_of_sse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
