/* Atomics and hidden counters: results in lane order, bounds, every operation. */
#include "lab.h"

enum { THREADS = 20 };

struct operation {
    const char *name;
    uint32_t (*apply)(uint32_t old, uint32_t value);
};

static uint32_t op_and(uint32_t a, uint32_t b)
{
    return a & b;
}

static uint32_t op_or(uint32_t a, uint32_t b)
{
    return a | b;
}

static uint32_t op_xor(uint32_t a, uint32_t b)
{
    return a ^ b;
}

static uint32_t op_iadd(uint32_t a, uint32_t b)
{
    return a + b;
}

static uint32_t op_imax(uint32_t a, uint32_t b)
{
    return (int32_t)a > (int32_t)b ? a : b;
}

static uint32_t op_imin(uint32_t a, uint32_t b)
{
    return (int32_t)a < (int32_t)b ? a : b;
}

static uint32_t op_umax(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t op_umin(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t op_exch(uint32_t a, uint32_t b)
{
    (void)a;
    return b;
}

static const struct operation operations[] = {
    {"iadd", op_iadd}, {"and", op_and},   {"or", op_or},     {"xor", op_xor},   {"imax", op_imax},
    {"imin", op_imin}, {"umax", op_umax}, {"umin", op_umin}, {"exch", op_exch},
};

/* The memory that the operations access: u# of each kind, g# of both. */
struct place {
    const char *declaration, *memory, *address;
    bool shared;
};

static const struct place places[] = {
    {"dcl_uav_raw u1\n", "u1", "l(4)", false},
    {"dcl_uav_structured u1, 8\n", "u1", "l(0,4,0,0)", false},
    {"dcl_uav_typed_buffer (uint,uint,uint,uint) u1\n", "u1", "l(1,0,0,0)", false},
    {"dcl_tgsm_raw g0, 8\n", "g0", "l(4)", true},
    {"dcl_tgsm_structured g0, 8, 1\n", "g0", "l(0,4,0,0)", true},
};

/* A value of each thread with both signs among them. */
static uint32_t value_of(uint32_t thread)
{
    return thread * 0x0badcafe ^ 0x5a000000;
}

#define VALUE "imul null, r1.x, vThreadID.x, l(0x0badcafe)\nxor r1.x, r1.x, l(0x5a000000)\n"

static void write_body(struct strbuf *text, const struct place *place, const char *operation, bool immediate)
{
    strbuf_add(text, VALUE);
    if (place->shared) /* g# starts as zeros, u1 as 77 */
        strbuf_printf(text, "ieq r2.x, vThreadID.x, l(0)\nif_nz r2.x\n%s\nendif\nsync_g_t\n",
                      strstr(place->declaration, "raw") ? "store_raw g0.x, l(4), l(77)"
                                                        : "store_structured g0.x, l(0), l(4), l(77)");
    strbuf_printf(text, immediate ? "imm_atomic_%s r0.x, %s, %s, r1.x\n" : "atomic_%s %s, %s, r1.x\n",
                  operation, place->memory, place->address);
    if (place->shared)
        strbuf_add(text, strstr(place->declaration, "raw")
                             ? "sync_g_t\nld_raw r0.y, l(4), g0.xxxx\n"
                             : "sync_g_t\nld_structured r0.y, l(0), l(4), g0.xxxx\n");
    strbuf_add(text, "ishl r15.x, vThreadID.x, l(3)\nstore_raw u0.xy, r15.x, r0.xyxx\nret\n");
}

static void check_operation(const struct place *place, const struct operation *operation, bool immediate)
{
    struct lab lab;
    struct strbuf text = {0};
    static const uint32_t start[4] = {1, 77, 2, 3};
    write_body(&text, place, operation->name, immediate);
    lab_open_body(&lab, THREADS, place->declaration, strbuf_text(&text));
    const uint32_t *out = lab_bind(&lab, "u0", NULL, 2 * THREADS), *memory = NULL;
    if (!place->shared)
        memory =
            lab_bind_view(&lab, "u1", start, 4, (struct sm5_view){.format = sm5_format_find("r32_uint")});
    lab_run(&lab, 1, 1, 1);
    uint32_t expected = 77;
    for (uint32_t i = 0; i < THREADS; i++) {
        assert_int_equal(out[2 * i], immediate ? expected : 0);
        expected = operation->apply(expected, value_of(i));
    }
    assert_int_equal(place->shared ? out[1] : memory[1], expected);
    if (memory)
        assert_true(memory[0] == 1 && memory[2] == 2 && memory[3] == 3);
    lab_close(&lab);
    strbuf_free(&text);
}

static void every_operation_works_in_lane_order(void **state)
{
    (void)state;
    for (size_t p = 0; p < BASE_COUNT(places); p++)
        for (size_t i = 0; i < BASE_COUNT(operations); i++) {
            check_operation(&places[p], &operations[i], true);
            if (operations[i].apply != op_exch)
                check_operation(&places[p], &operations[i], false);
        }
}

static void compare_and_exchange_gives_the_old_value(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(&lab, 4, "dcl_uav_raw u1\n",
                  "iadd r1.x, vThreadID.x, l(1)\nimm_atomic_cmp_exch r0.x, u1, l(0), vThreadID.x, r1.x\n"
                  "atomic_cmp_store u1, l(4), vThreadID.x, r1.x\natomic_cmp_store u1, l(8), l(5), r1.x\n"
                  "ishl r15.x, vThreadID.x, l(2)\nstore_raw u0.x, r15.x, r0.x\nret\n");
    const uint32_t *out = lab_bind(&lab, "u0", NULL, 4), *memory = lab_bind(&lab, "u1", NULL, 4);
    lab_run(&lab, 1, 1, 1);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(out[i], i);
    assert_true(memory[0] == 4 && memory[1] == 4 && memory[2] == 0);
    lab_close(&lab);
}

/* Nothing is written and imm_ forms give 0: index, byte offset, raw offset, texel, g#. */
static void out_of_bounds_nothing_happens(void **state)
{
    (void)state;
    static const char *const places_outside[][3] = {
        {"dcl_uav_structured u1, 8\n", "u1", "l(2,0,0,0)"},
        {"dcl_uav_structured u1, 8\n", "u1", "l(0,8,0,0)"},
        {"dcl_uav_structured u1, 8\n", "u1", "l(0x20000000,0,0,0)"},
        {"dcl_uav_raw u1\n", "u1", "l(16)"},
        {"dcl_uav_raw u1\n", "u1", "l(-1)"},
        {"dcl_uav_typed_buffer (uint,uint,uint,uint) u1\n", "u1", "l(4)"},
        {"dcl_uav_raw u1\ndcl_tgsm_raw g0, 8\ndcl_tgsm_raw g1, 8\n", "g0", "l(8)"},
        {"dcl_uav_raw u1\ndcl_tgsm_structured g0, 8, 2\n", "g0", "l(1,8,0,0)"},
    };
    static const uint32_t start[4] = {5, 6, 7, 8};
    for (size_t i = 0; i < BASE_COUNT(places_outside); i++) {
        struct lab lab;
        struct strbuf text = {0};
        const char *const *place = places_outside[i];
        strbuf_printf(&text,
                      "mov r0.x, l(9)\nimm_atomic_iadd r0.x, %s, %s, l(1)\natomic_or %s, %s, l(-1)\n"
                      "store_raw u0.x, l(0), r0.x\nret\n",
                      place[1], place[2], place[1], place[2]);
        lab_open_body(&lab, 1, place[0], strbuf_text(&text));
        const uint32_t *out = lab_bind_view(&lab, "u0", (const uint32_t[]){3}, 1, (struct sm5_view){0});
        const uint32_t *memory =
            lab_bind_view(&lab, "u1", start, 4, (struct sm5_view){.format = sm5_format_find("r32_uint")});
        lab_run(&lab, 1, 1, 1);
        assert_int_equal(out[0], 0);
        assert_memory_equal(memory, start, sizeof start);
        lab_close(&lab);
        strbuf_free(&text);
    }
}

static void only_active_lanes_take_part(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(&lab, THREADS, "dcl_uav_raw u1\n",
                  "and r1.x, vThreadID.x, l(1)\nmov r0.x, l(99)\nif_nz r1.x\nimm_atomic_iadd r0.x, u1, l(0), "
                  "l(1)\nendif\n"
                  "ishl r15.x, vThreadID.x, l(2)\nstore_raw u0.x, r15.x, r0.x\nret\n");
    const uint32_t *out = lab_bind(&lab, "u0", NULL, THREADS), *memory = lab_bind(&lab, "u1", NULL, 4);
    lab_run(&lab, 1, 1, 1);
    for (uint32_t i = 0; i < THREADS; i++)
        assert_int_equal(out[i], i & 1 ? i / 2 : 99);
    assert_int_equal(memory[0], THREADS / 2);
    lab_close(&lab);
}

/* alloc gives the value before, consume the value after; both wrap (D3D11.3 22.17.17, 22.17.18). */
static void counters_hand_out_numbers_in_lane_order(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(&lab, 8, "dcl_uav_structured_opc u1, 4\ndcl_uav_structured_opc u2, 4\n",
                  "imm_atomic_alloc r0.x, u1\nimm_atomic_consume r0.y, u2\n"
                  "ishl r15.x, vThreadID.x, l(3)\nstore_raw u0.xy, r15.x, r0.xyxx\nret\n");
    const uint32_t *out = lab_bind(&lab, "u0", NULL, 16);
    lab_bind_view(&lab, "u1", NULL, 4, (struct sm5_view){.has_counter = true, .counter = 0xfffffffc});
    lab_bind_view(&lab, "u2", NULL, 4, (struct sm5_view){.has_counter = true, .counter = 3});
    lab_run(&lab, 1, 1, 1);
    for (uint32_t i = 0; i < 8; i++) {
        assert_int_equal(out[2 * i], 0xfffffffc + i);
        assert_int_equal(out[2 * i + 1], 2 - i);
    }
    uint32_t counter;
    struct sm5_slot slot = {.kind = 'u', .reg = 1};
    assert_true(sm5_counter_get(lab.bindings, &slot, &counter));
    assert_int_equal(counter, 4);
    slot.reg = 2;
    assert_true(sm5_counter_get(lab.bindings, &slot, &counter));
    assert_int_equal(counter, (uint32_t)-5);
    lab_close(&lab);
}

static void workers_add_up(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(&lab, 64, "dcl_uav_raw u1\n",
                  "atomic_iadd u1, l(0), vThreadID.x\natomic_iadd u1, l(4), l(1)\nret\n");
    const uint32_t *memory = lab_bind(&lab, "u1", NULL, 4);
    lab.options.threads = 4;
    lab_run(&lab, 500, 1, 1);
    assert_int_equal(memory[0], 32000u * 31999 / 2);
    assert_int_equal(memory[1], 32000);
    lab_close(&lab);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_works_in_lane_order),
        cmocka_unit_test(compare_and_exchange_gives_the_old_value),
        cmocka_unit_test(out_of_bounds_nothing_happens),
        cmocka_unit_test(only_active_lanes_take_part),
        cmocka_unit_test(counters_hand_out_numbers_in_lane_order),
        cmocka_unit_test(workers_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
