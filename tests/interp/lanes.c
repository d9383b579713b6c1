/* The lane tables: every lane row has a function in each, all give the same bits, and a mask is kept. */
#include "numeric/lanes.h"

#include "lab.h"
#include "numeric/num_env.h"

enum { LANES = 64, COLUMNS = 8, ROUNDS = 200 };

typedef uint32_t column[LANES];

static const uint32_t special[] = {0,          1,          0x80000000, 0x007fffff, 0x00800000,
                                   0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000,
                                   0x7f800001, 0xffffffff, 0x4f000000, 0x7f7fffff, 0x3ff00000,
                                   0x7ff00000, 0x7ff80000, 0x00000020, 0x0000001f, 0xcf000001};

static uint32_t next(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed % 3 == 0 ? special[*seed / 3 % BASE_COUNT(special)] : *seed;
}

/* Which tables this machine can run. */
static unsigned tables(const struct lane_table *out[NUM_LEVEL_COUNT])
{
    unsigned count = 0;
    for (unsigned level = 0; level < NUM_LEVEL_COUNT; level++)
        if (lane_table_of(level))
            out[count++] = lane_table_of(level);
    return count;
}

static bool is_lane_form(uint8_t form)
{
    return form >= ISA_FORM_W_W && form <= ISA_FORM_DP4;
}

static bool has_doubles(uint8_t form)
{
    return form >= ISA_FORM_D_D && form <= ISA_FORM_W_DD;
}

static void every_lane_row_has_a_function(void **state)
{
    (void)state;
    const struct lane_table *all[NUM_LEVEL_COUNT];
    unsigned count = tables(all);
    for (uint32_t opcode = 0; opcode < ISA_OPCODE_COUNT; opcode++)
        for (unsigned t = 0; t < count; t++) {
            const struct isa_op *row = isa_op(opcode);
            assert_int_equal(all[t]->op[opcode] != NULL, row && is_lane_form(row->form));
        }
}

static void call(lane_fn *function, uint8_t form, const uint32_t *mask, column *s, column *d)
{
    struct lane_args args = {.n = LANES, .mask = mask, .d = {d[0], d[1]}};
    for (unsigned i = 0; i < 8; i++)
        args.s[i] = s[i];
    if (has_doubles(form))
        num_env_double();
    function(&args);
    num_env_single();
}

static void every_table_gives_the_same_bits(void **state)
{
    (void)state;
    _Alignas(LANE_ALIGN) column s[COLUMNS], expected[2], d[2];
    const struct lane_table *all[NUM_LEVEL_COUNT];
    unsigned count = tables(all);
    uint32_t seed = 12345, environment = num_env_enter();
    for (uint32_t opcode = 0; opcode < ISA_OPCODE_COUNT; opcode++) {
        const struct isa_op *row = isa_op(opcode);
        for (unsigned round = 0; row && is_lane_form(row->form) && round < ROUNDS; round++) {
            for (unsigned i = 0; i < COLUMNS * LANES; i++)
                s[i / LANES][i % LANES] = next(&seed);
            memset(expected, 0, sizeof expected);
            call(all[0]->op[opcode], row->form, NULL, s, expected);
            for (unsigned t = 1; t < count; t++) {
                memset(d, 0, sizeof d);
                call(all[t]->op[opcode], row->form, NULL, s, d);
                if (memcmp(d, expected, sizeof d) != 0)
                    fail_msg("%s differs between tables 0 and %u", row->mnemonic, t);
            }
        }
    }
    num_env_leave(environment);
}

/* With a mask the chosen lanes get what they get without, the others keep what they had. */
static void masked_lanes_keep_their_values(void **state)
{
    (void)state;
    _Alignas(LANE_ALIGN) column s[COLUMNS], full[2], d[2], mask;
    const struct lane_table *all[NUM_LEVEL_COUNT];
    unsigned count = tables(all);
    uint32_t seed = 777, environment = num_env_enter();
    for (uint32_t opcode = 0; opcode < ISA_OPCODE_COUNT; opcode++) {
        const struct isa_op *row = isa_op(opcode);
        for (unsigned t = 0; row && is_lane_form(row->form) && t < count; t++) {
            for (unsigned i = 0; i < COLUMNS * LANES; i++)
                s[i / LANES][i % LANES] = next(&seed);
            for (unsigned i = 0; i < LANES; i++)
                mask[i] = next(&seed) & 1 ? UINT32_MAX : 0;
            memset(full, 0x5a, sizeof full);
            memset(d, 0x5a, sizeof d);
            call(all[t]->op[opcode], row->form, NULL, s, full);
            call(all[t]->op[opcode], row->form, mask, s, d);
            for (unsigned i = 0; i < 2 * LANES; i++)
                assert_int_equal(d[i / LANES][i % LANES],
                                 mask[i % LANES] ? full[i / LANES][i % LANES] : 0x5a5a5a5au);
        }
    }
    num_env_leave(environment);
}

/* A destination may be a source: `add r0.x, r0.x, r1.x`. */
static void a_result_may_replace_its_source(void **state)
{
    (void)state;
    _Alignas(LANE_ALIGN) column s[COLUMNS], copy[COLUMNS], apart[2];
    const struct lane_table *all[NUM_LEVEL_COUNT];
    unsigned count = tables(all);
    uint32_t seed = 99, environment = num_env_enter();
    for (uint32_t opcode = 0; opcode < ISA_OPCODE_COUNT; opcode++) {
        const struct isa_op *row = isa_op(opcode);
        for (unsigned t = 0; row && is_lane_form(row->form) && t < count; t++) {
            for (unsigned i = 0; i < COLUMNS * LANES; i++)
                s[i / LANES][i % LANES] = next(&seed);
            memcpy(copy, s, sizeof s);
            memset(apart, 0, sizeof apart);
            call(all[t]->op[opcode], row->form, NULL, s, apart);
            call(all[t]->op[opcode], row->form, NULL, copy, copy); /* d[0] is s[0], d[1] is s[1] */
            assert_memory_equal(copy[0], apart[0], sizeof copy[0]);
        }
    }
    num_env_leave(environment);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lane_row_has_a_function),
        cmocka_unit_test(every_table_gives_the_same_bits),
        cmocka_unit_test(masked_lanes_keep_their_values),
        cmocka_unit_test(a_result_may_replace_its_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
