/* Types of RDEF, damaged ones too, flattened to fields. */
#include "layouts.h"

static const struct program_type scalar = {.base = 3, .rows = 1, .columns = 1};

static enum sm5_status build(struct sm5_layout *layout, enum sm5_packing packing,
                             const struct program_type *type)
{
    const struct layout_part part = {"a", type, 0};
    return layout_build(layout, packing, &part, 1);
}

/* The largest constant buffer: 4096 rows of four words. */
static void the_largest_buffer_has_all_names(void **state)
{
    (void)state;
    const struct program_type type = {.class = 1, .base = 19, .rows = 1, .columns = 4, .elements = 4096};
    struct sm5_layout *layout = layout_new();
    assert_int_equal(build(layout, SM5_PACKING_CBUFFER, &type), SM5_OK);
    assert_int_equal(layout->fields.count, 16384);
    assert_string_equal(layout->fields.data[16383].name, "a[4095].w");
    assert_int_equal(layout->fields.data[16383].offset, 65532);
    layout_free(layout);
}

/* A layout is complete or fails: arrays are not truncated at a limit. */
static void too_many_fields_are_refused(void **state)
{
    (void)state;
    struct program_member members[2] = {{"x", &scalar, 0}, {"y", &scalar, 4}};
    const struct program_type type = {.class = 5, .elements = 65535, .member_count = 2, .members = members};
    struct sm5_layout *layout = layout_new();
    assert_int_equal(build(layout, SM5_PACKING_STRUCTURED, &type), SM5_ERR_LIMIT);
    layout_free(layout);
}

static void empty_structures_cost_little(void **state)
{
    (void)state;
    struct program_type types[8] = {{.class = 5, .elements = 65535}};
    struct program_member members[8];
    for (int i = 1; i < 8; i++) {
        members[i] = (struct program_member){"m", &types[i - 1], 0};
        types[i] =
            (struct program_type){.class = 5, .elements = 65535, .member_count = 1, .members = &members[i]};
    }
    struct sm5_layout *layout = layout_new();
    assert_int_equal(build(layout, SM5_PACKING_STRUCTURED, &types[7]), SM5_ERR_LIMIT);
    layout_free(layout);
}

static void min_precision_has_32_bits(void **state)
{
    (void)state;
    static const uint16_t bases[] = {49, 50, 51, 52, 53, 54};
    struct program_type types[6];
    struct program_member members[6];
    static const char *const names[] = {"a", "b", "c", "d", "e", "f"};
    for (uint32_t i = 0; i < 6; i++) {
        types[i] = (struct program_type){.base = bases[i], .rows = 1, .columns = 1};
        members[i] = (struct program_member){names[i], &types[i], 4 * i};
    }
    const struct program_type type = {.class = 5, .member_count = 6, .members = members};
    const struct layout_part part = {NULL, &type, 0};
    struct sm5_layout *layout = layout_new();
    assert_int_equal(layout_build(layout, SM5_PACKING_STRUCTURED, &part, 1), SM5_OK);
    expect_fields(layout, "f0:a f4:b f8:c i12:d i16:e u20:f");
    layout_free(layout);
}

static void damaged_members_are_left_out(void **state)
{
    (void)state;
    struct program_member members[4] = {
        {"a", &scalar, 0}, {"b", &scalar, 2}, {"a", &scalar, 8}, {NULL, &scalar, 12}};
    const struct program_type type = {.class = 5, .member_count = 4, .members = members};
    const struct layout_part part = {NULL, &type, 0};
    struct sm5_layout *layout = layout_new();
    assert_int_equal(layout_build(layout, SM5_PACKING_STRUCTURED, &part, 1), SM5_OK);
    expect_fields(layout, "f0:a f12:?");
    layout_free(layout);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_buffer_has_all_names), cmocka_unit_test(too_many_fields_are_refused),
        cmocka_unit_test(empty_structures_cost_little),     cmocka_unit_test(min_precision_has_32_bits),
        cmocka_unit_test(damaged_members_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
