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

/* Products, quotients and sums about 2^-126, below which results are flushed. */
static void fill_tiny(struct lanes *l, uint64_t *seed)
{
    fill_edges(l, seed);
    for (size_t i = 0; i < LANES_COUNT; i++) {
        uint64_t r = random_u64(seed);
        float a = float_of_bits(((uint32_t)r & 0x807fffff) | (64 + (uint32_t)(r >> 32) % 120) << 23);
        float b = r >> 40 & 1 ? 0x1p-126f / a : a * 0x1p126f;
        l->w[0][i] = bits_of_float(a);
        l->w[1][i] = bits_of_float(b) + (uint32_t)(r >> 41) % 5 - 2;
        l->w[2][i] = ((uint32_t)(r >> 44) & 0x807fffff) | (uint32_t)(r >> 60) << 23;
    }
}

enum state { AS_REQUIRED, WITH_DENORMALS };

static void run(const struct lanes_op *op, struct lanes *l, enum state state)
{
    uint32_t old = num_env_enter();
    if (op->doubles || state == WITH_DENORMALS) {
        num_env_double();
    }
    op->run(l);
    num_env_leave(old);
}

static void compare_one(const struct lanes_op *base, const struct lanes_op *wide, enum state state,
                        struct lanes *a, struct lanes *b)
{
    run(base, a, AS_REQUIRED);
    run(wide, b, state);
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

#define LEVEL_CODE(level) lanes_##level,
static const struct lanes_op *const levels[] = {NUM_LEVELS(LEVEL_CODE)};

static void compare(const struct lanes_op *wide, enum state state)
{
    static void (*const fills[])(struct lanes *, uint64_t *) = {fill_edges, fill_sums, fill_tiny};
    static struct lanes a, b;
    uint64_t seed = 7;
    for (unsigned round = 0; round < 60; round++) {
        fills[round % BASE_COUNT(fills)](&a, &seed);
        b = a;
        for (size_t i = 0; levels[0][i].name; i++) {
            assert_string_equal(levels[0][i].name, wide[i].name);
            compare_one(&levels[0][i], &wide[i], state, &a, &b);
        }
    }
}

static void every_level_gives_the_bits_of_the_first(void **state)
{
    (void)state;
    if (num_level() == 0) {
        skip();
    }
    for (unsigned level = 1; level <= num_level(); level++) {
        compare(levels[level], AS_REQUIRED);
    }
}

/* Whether the processor flushes or not. */
static void portable_code_gives_the_bits_of_the_first(void **state)
{
    (void)state;
    compare(lanes_portable, AS_REQUIRED);
    compare(lanes_portable, WITH_DENORMALS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_gives_the_bits_of_the_first),
        cmocka_unit_test(portable_code_gives_the_bits_of_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
