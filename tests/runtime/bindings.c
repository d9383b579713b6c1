/* Bindings: descriptor arrays and spaces, hidden counters, classes, and what a dispatch warns of. */
#include "fake.h"
#include "test.h"

static struct sm5_buffer *buffer_of_16(void)
{
    struct sm5_buffer *buffer = sm5_buffer_new(16);
    assert_non_null(buffer);
    return buffer;
}

static enum sm5_status bind_rest(struct sm5_bindings *bindings, const char *slot, struct sm5_buffer *buffer,
                                 struct sm5_diags *diags)
{
    return fake_bind(bindings, slot, (struct sm5_view){.buffer = buffer, .count = SM5_COUNT_REST}, diags);
}

/* ---- ranges ---- */

static void test_spaces_and_ranges_of_sm51(void **state)
{
    (void)state;
    struct sm5_buffer *buffer = buffer_of_16();
    struct program_resource resources[] = {fake_raw(ISA_FILE_SRV, 0), fake_raw(ISA_FILE_SRV, 1)};
    resources[0].lower = 5; /* t5..t8 in space 2 */
    resources[0].upper = 8;
    resources[0].space = 2;
    resources[1].lower = resources[1].upper = 5; /* t5 in space 0 */
    struct sm5_program program = fake_program(51, resources, 2);
    struct sm5_bindings *bindings = sm5_bindings_new(&program);
    struct sm5_diags *diags = sm5_diags_new();
    const struct runtime_slot *range = &runtime_bindings_of(bindings)->slots[0];

    assert_int_equal(bind_rest(bindings, "t5@2[2]", buffer, diags), SM5_OK);
    assert_int_equal(sm5_diags_count(diags), 0);
    assert_ptr_equal(runtime_view_at(range, 7)->base, buffer->data);
    static const uint32_t unbound[] = {0, 4, 5, 6, 8, 9, 1000, UINT32_MAX};
    for (unsigned i = 0; i < BASE_COUNT(unbound); i++)
        assert_int_equal(runtime_view_at(range, unbound[i])->kind, VIEW_NONE);
    assert_int_equal(runtime_view_at(range + 1, 5)->kind, VIEW_NONE);

    assert_int_equal(bind_rest(bindings, "t8,space2", buffer, diags), SM5_OK);
    assert_int_equal(runtime_view_at(range, 8)->kind, VIEW_RAW);
    assert_int_equal(bind_rest(bindings, "t5@2[4]", buffer, diags), SM5_OK); /* t9: not in the range */
    assert_true(fake_says(diags, "bind-undeclared"));
    sm5_diags_clear(diags);
    assert_int_equal(bind_rest(bindings, "t4294967295@2[8]", buffer, diags),
                     SM5_OK); /* must not wrap to t7 */
    assert_true(fake_says(diags, "bind-undeclared"));
    sm5_diags_free(diags);
    sm5_bindings_free(bindings);
    sm5_buffer_free(buffer);
}

static void test_unbounded_ranges_grow_and_have_a_limit(void **state)
{
    (void)state;
    struct sm5_buffer *buffer = buffer_of_16();
    struct program_resource resources[] = {fake_structured(ISA_FILE_UAV, 0, 4)};
    resources[0].lower = 10;
    resources[0].upper = UINT32_MAX;
    struct sm5_program program = fake_program(51, resources, 1);
    struct sm5_bindings *bindings = sm5_bindings_new(&program);
    struct sm5_diags *diags = sm5_diags_new();
    const struct runtime_slot *range = &runtime_bindings_of(bindings)->slots[0];
    struct sm5_view counted = {.buffer = buffer, .count = SM5_COUNT_REST, .has_counter = true, .counter = 77};
    struct sm5_slot third = {'u', 10, 0, 3};
    uint32_t value = 0;
    assert_int_equal(sm5_bind(bindings, &third, &counted, diags), SM5_OK);
    assert_int_equal(bind_rest(bindings, "u10[999999]", buffer, diags), SM5_OK);
    assert_int_equal(runtime_view_at(range, 1000009)->kind, VIEW_STRUCTURED);
    assert_int_equal(runtime_view_at(range, 1000008)->kind, VIEW_NONE);
    assert_true(sm5_counter_get(bindings, &third, &value)); /* growing moved the views, not the counters */
    assert_int_equal(value, 77);
    assert_int_equal(bind_rest(bindings, "u10[1000000]", buffer, diags), SM5_ERR_BINDING);
    assert_true(fake_says(diags, "bind-array"));
    sm5_diags_clear(diags);
    assert_int_equal(bind_rest(bindings, "u4294967295", buffer, diags), SM5_ERR_BINDING);
    assert_true(fake_says(diags, "bind-array"));
    sm5_diags_free(diags);
    sm5_bindings_free(bindings);
    sm5_buffer_free(buffer);
}

static void test_a_range_upside_down_holds_nothing(void **state)
{
    (void)state;
    struct program_resource resources[] = {fake_raw(ISA_FILE_SRV, 0)};
    resources[0].lower = 8;
    resources[0].upper = 5;
    struct sm5_program program = fake_program(51, resources, 1);
    struct sm5_bindings *bindings = sm5_bindings_new(&program);
    struct sm5_diags *diags = sm5_diags_new();
    struct sm5_buffer *buffer = buffer_of_16();
    assert_int_equal(bind_rest(bindings, "t6", buffer, diags), SM5_OK);
    assert_true(fake_says(diags, "bind-undeclared"));
    sm5_diags_free(diags);
    sm5_bindings_free(bindings);
    sm5_buffer_free(buffer);
}

static void test_typed_atomics_want_a_32_bit_integer(void **state)
{
    (void)state;
    struct program_resource resources[] = {fake_typed(ISA_FILE_UAV, 0, ISA_RETURN_UINT)};
    struct sm5_program program = fake_program(50, resources, 1);
    struct program_operand operands[3] = {{.file = ISA_FILE_UAV, .index_count = 1}, {.file = ISA_FILE_TEMP}};
    struct program_instr instr = {.opcode = ISA_ATOMIC_IADD, .operand_count = 3, .operands = operands};
    static const struct program_name u0 = {.file = ISA_FILE_UAV};
    program.decls.names = &u0;
    program.decls.name_count = 1;
    program.instrs = &instr;
    program.instr_count = 1;
    struct sm5_bindings *bindings = sm5_bindings_new(&program);
    struct sm5_diags *diags = sm5_diags_new();
    struct sm5_buffer *buffer = buffer_of_16();
    struct sm5_view view = {.buffer = buffer, .count = 1, .format = 62}; /* R8_UINT */
    assert_int_equal(fake_bind(bindings, "u0", view, diags), SM5_ERR_BINDING);
    assert_true(fake_says(diags, "bind-format-atomic"));
    view.format = 42;
    assert_int_equal(fake_bind(bindings, "u0", view, diags), SM5_OK);
    sm5_diags_free(diags);
    sm5_bindings_free(bindings);
    sm5_buffer_free(buffer);
}

/* ---- hidden counters ---- */

static void test_each_view_has_its_own_counter(void **state)
{
    (void)state;
    struct sm5_buffer *buffer = buffer_of_16();
    struct program_resource resources[] = {fake_structured(ISA_FILE_UAV, 0, 4),
                                           fake_structured(ISA_FILE_UAV, 1, 4)};
    struct sm5_program program = fake_program(50, resources, 2);
    struct sm5_bindings *bindings = sm5_bindings_new(&program);
    struct sm5_view view = {.buffer = buffer, .count = 4, .has_counter = true, .counter = 8};
    struct sm5_slot u0 = {.kind = 'u'}, u1 = {'u', 1, 0, 0}, t0 = {.kind = 't'};
    uint32_t value = 0;
    assert_false(sm5_counter_get(bindings, &u0, &value));
    assert_false(sm5_counter_set(bindings, &t0, 1));
    assert_int_equal(sm5_bind(bindings, &u0, &view, NULL), SM5_OK);
    view.counter = 9;
    assert_int_equal(sm5_bind(bindings, &u1, &view, NULL), SM5_OK);
    assert_true(sm5_counter_set(bindings, &u0, 0xffffffff));
    assert_true(sm5_counter_get(bindings, &u0, &value));
    assert_int_equal(value, 0xffffffff);
    assert_true(sm5_counter_get(bindings, &u1, &value));
    assert_int_equal(value, 9);
    view.has_counter = false; /* bound again without one */
    assert_int_equal(sm5_bind(bindings, &u0, &view, NULL), SM5_OK);
    assert_false(sm5_counter_get(bindings, &u0, &value));
    sm5_bindings_free(bindings);
    sm5_buffer_free(buffer);
}

static void test_a_counter_in_a_buffer_keeps_its_value(void **state)
{
    (void)state;
    struct sm5_buffer *buffer = buffer_of_16();
    struct program_resource resources[] = {fake_structured(ISA_FILE_UAV, 0, 4)};
    struct sm5_program program = fake_program(50, resources, 1);
    struct sm5_bindings *bindings = sm5_bindings_new(&program);
    struct sm5_slot u0 = {.kind = 'u'};
    uint32_t value = 0;
    store_u32(buffer->data + 12, 41);
    struct sm5_view view = {.buffer = buffer,
                            .count = 3,
                            .has_counter = true,
                            .counter = 5,
                            .counter_buffer = buffer,
                            .counter_offset = 12};
    assert_int_equal(sm5_bind(bindings, &u0, &view, NULL), SM5_OK);
    assert_true(sm5_counter_get(bindings, &u0, &value));
    assert_int_equal(value, 41);
    assert_true(sm5_counter_set(bindings, &u0, 42));
    assert_int_equal(load_u32(buffer->data + 12), 42);
    sm5_bindings_free(bindings);
    sm5_buffer_free(buffer);
}

/* ---- classes ---- */

static void test_classes(void **state)
{
    (void)state;
    static const uint32_t tables0[] = {0, 1}, tables1[] = {4};
    struct program_interface faces[] = {
        {.id = 3, .array_length = 2, .table_count = 2, .tables = tables0},
        {.id = 7, .array_length = 1, .table_count = 1, .tables = tables1},
    };
    struct sm5_program program = fake_program(50, NULL, 0);
    program.decls.interfaces = faces;
    program.decls.interface_count = 2;
    struct sm5_bindings *bindings = sm5_bindings_new(&program);
    struct sm5_diags *diags = sm5_diags_new();
    const struct runtime_bindings *all = runtime_bindings_of(bindings);
    static const uint32_t words[4] = {1, 2, 3, 4};

    assert_int_equal(all->tables[all->interface_base[1]], UINT32_MAX);
    assert_int_equal(sm5_bind_class(bindings, 3, 1, 1, words, diags), SM5_OK);
    assert_int_equal(sm5_bind_class(bindings, 7, 0, 4, NULL, diags), SM5_OK);
    assert_int_equal(all->tables[all->interface_base[0]], UINT32_MAX);
    assert_int_equal(all->tables[all->interface_base[0] + 1], 1);
    assert_memory_equal(all->instances[all->interface_base[0] + 1], words, sizeof words);
    assert_int_equal(all->tables[all->interface_base[1]], 4);
    assert_int_equal(all->instances[all->interface_base[1]][3], 0);
    assert_int_equal(sm5_diags_count(diags), 0);

    assert_int_equal(sm5_bind_class(bindings, 5, 0, 0, NULL, diags), SM5_ERR_BINDING);
    assert_true(fake_says(diags, "bind-interface"));
    sm5_diags_clear(diags);
    assert_int_equal(sm5_bind_class(bindings, 3, 2, 0, NULL, diags), SM5_ERR_BINDING);
    assert_true(fake_says(diags, "bind-interface-element"));
    sm5_diags_clear(diags);
    assert_int_equal(sm5_bind_class(bindings, 3, 0, 4, NULL, diags), SM5_ERR_BINDING);
    assert_true(fake_says(diags, "bind-table"));
    sm5_diags_free(diags);
    sm5_bindings_free(bindings);
}

/* ---- warnings of a dispatch ---- */

static void test_unbound_slots_are_told_once_each(void **state)
{
    (void)state;
    struct program_resource resources[] = {fake_raw(ISA_FILE_SRV, 4),
                                           fake_raw(ISA_FILE_UAV, 0),
                                           fake_cbuffer(1, 2),
                                           {.file = ISA_FILE_TGSM, .bytes = 64}};
    struct sm5_program program = fake_program(50, resources, BASE_COUNT(resources));
    struct sm5_bindings *bindings = sm5_bindings_new(&program);
    struct sm5_diags *diags = sm5_diags_new();
    runtime_report_bindings(bindings, diags);
    assert_int_equal(sm5_diags_count(diags), 3); /* g# is not a slot */
    assert_int_equal(sm5_diags_errors(diags), 0);
    assert_non_null(strstr(sm5_diags_at(diags, 0)->message, "t4:"));
    assert_non_null(strstr(sm5_diags_at(diags, 2)->message, "cb1:"));
    sm5_diags_clear(diags);
    assert_int_equal(fake_bind(bindings, "t4", (struct sm5_view){0}, diags), SM5_OK); /* null on purpose */
    assert_int_equal(fake_bind(bindings, "cb1", (struct sm5_view){0}, diags), SM5_OK);
    runtime_report_bindings(bindings, diags);
    assert_true(fake_says(diags, "bind-unbound"));
    sm5_diags_free(diags);
    sm5_bindings_free(bindings);
}

static void test_shared_buffers_are_told_once_each(void **state)
{
    (void)state;
    struct sm5_buffer *shared = buffer_of_16(), *other = buffer_of_16();
    struct program_resource resources[] = {fake_raw(ISA_FILE_SRV, 0), fake_raw(ISA_FILE_SRV, 1),
                                           fake_raw(ISA_FILE_UAV, 0), fake_raw(ISA_FILE_UAV, 1)};
    struct sm5_program program = fake_program(50, resources, BASE_COUNT(resources));
    struct sm5_bindings *bindings = sm5_bindings_new(&program);
    struct sm5_diags *diags = sm5_diags_new();
    assert_int_equal(bind_rest(bindings, "t0", other, diags), SM5_OK);
    assert_int_equal(bind_rest(bindings, "t1", other, diags), SM5_OK);
    assert_int_equal(bind_rest(bindings, "u0", shared, diags), SM5_OK);
    assert_int_equal(bind_rest(bindings, "u1", shared, diags), SM5_OK);
    runtime_report_bindings(bindings, diags);
    assert_int_equal(sm5_diags_count(diags), 0);
    assert_int_equal(bind_rest(bindings, "t1", shared, diags), SM5_OK);
    runtime_report_bindings(bindings, diags);
    assert_true(fake_says(diags, "bind-aliased"));
    assert_non_null(strstr(sm5_diags_at(diags, 0)->message, "t1 and u0"));
    sm5_diags_free(diags);
    sm5_bindings_free(bindings);
    sm5_buffer_free(shared);
    sm5_buffer_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spaces_and_ranges_of_sm51),
        cmocka_unit_test(test_unbounded_ranges_grow_and_have_a_limit),
        cmocka_unit_test(test_a_range_upside_down_holds_nothing),
        cmocka_unit_test(test_typed_atomics_want_a_32_bit_integer),
        cmocka_unit_test(test_each_view_has_its_own_counter),
        cmocka_unit_test(test_a_counter_in_a_buffer_keeps_its_value),
        cmocka_unit_test(test_classes),
        cmocka_unit_test(test_unbound_slots_are_told_once_each),
        cmocka_unit_test(test_shared_buffers_are_told_once_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
