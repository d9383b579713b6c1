#include "base/base.h"
#include "sm5/resource.h"
#include "test.h"

struct good {
    const char *text;
    struct sm5_slot slot;
    const char *printed; /* NULL: as `text` */
};

static const struct good goods[] = {
    {"t0", {'t', 0, 0, 0}, NULL},
    {"u3", {'u', 3, 0, 0}, NULL},
    {"cb2", {'b', 2, 0, 0}, NULL},
    {"b2", {'b', 2, 0, 0}, "cb2"},
    {"s1", {'s', 1, 0, 0}, NULL},
    {"t127", {'t', 127, 0, 0}, NULL},
    {"t5@2", {'t', 5, 2, 0}, NULL},
    {"t5@0", {'t', 5, 0, 0}, "t5"},
    {"t5@2[3]", {'t', 5, 2, 3}, NULL},
    {"t5[3]", {'t', 5, 0, 3}, NULL},
    {"t5,space2", {'t', 5, 2, 0}, "t5@2"},
    {"cb1,space3[4]", {'b', 1, 3, 4}, "cb1@3[4]"},
    {"u4294967295@4294967295[4294967295]", {'u', UINT32_MAX, UINT32_MAX, UINT32_MAX}, NULL},
};

static void test_good_slots_parse_and_print(void **state)
{
    (void)state;
    for (unsigned i = 0; i < BASE_COUNT(goods); i++) {
        struct sm5_slot slot;
        char text[64];
        assert_true(sm5_slot_parse(goods[i].text, &slot));
        assert_int_equal(slot.kind, goods[i].slot.kind);
        assert_int_equal(slot.reg, goods[i].slot.reg);
        assert_int_equal(slot.space, goods[i].slot.space);
        assert_int_equal(slot.index, goods[i].slot.index);
        size_t wanted = sm5_slot_format(&slot, text, sizeof text);
        assert_string_equal(text, goods[i].printed ? goods[i].printed : goods[i].text);
        assert_int_equal(wanted, strlen(text));
    }
}

static void test_bad_slots_are_refused(void **state)
{
    (void)state;
    static const char *const bads[] = {
        "",        "t",    "0",        "x0",       "T0",          "tt0",           "c0",
        "cb",      "t-1",  "t 0",      " t0",      "t0 ",         "t0x",           "t+1",
        "t0@",     "t0@x", "t0[",      "t0[]",     "t0[1",        "t0[1]x",        "t0@1@2",
        "t0[1]@2", "t0,2", "t0,space", "t0,spac1", "t4294967296", "t0@4294967296", "t0[99999999999999999999]",
        "v0"};
    for (unsigned i = 0; i < BASE_COUNT(bads); i++) {
        struct sm5_slot slot = {'?', 1, 2, 3};
        assert_false(sm5_slot_parse(bads[i], &slot));
        assert_int_equal(slot.kind, '?');
    }
}

static void test_print_cuts_as_snprintf_does(void **state)
{
    (void)state;
    char text[4];
    struct sm5_slot slot = {'b', 12, 3, 0};
    assert_int_equal(sm5_slot_format(&slot, text, sizeof text), 6);
    assert_string_equal(text, "cb1");
    assert_int_equal(sm5_slot_format(&slot, NULL, 0), 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_slots_parse_and_print),
        cmocka_unit_test(test_bad_slots_are_refused),
        cmocka_unit_test(test_print_cuts_as_snprintf_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
