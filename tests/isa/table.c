/* The instruction table against itself: what its readers rely on. */
#include <string.h>

#include "isa/isa.h"
#include "test.h"

static bool is_destination(const struct isa_operand *operand)
{
    return operand->role == ISA_ROLE_DST;
}

/* Results and sources of a lane form, as its name spells them. */
static const struct form_shape {
    uint8_t form, results, arguments;
} shapes[] = {
    {ISA_FORM_W_W, 1, 1},  {ISA_FORM_W_WW, 1, 2},  {ISA_FORM_W_WWW, 1, 3},  {ISA_FORM_W_WWWW, 1, 4},
    {ISA_FORM_WW_W, 2, 1}, {ISA_FORM_WW_WW, 2, 2}, {ISA_FORM_WW_WWW, 2, 3}, {ISA_FORM_D_D, 1, 1},
    {ISA_FORM_D_DD, 1, 2}, {ISA_FORM_D_DDD, 1, 3}, {ISA_FORM_D_W, 1, 1},    {ISA_FORM_D_WDD, 1, 3},
    {ISA_FORM_W_D, 1, 1},  {ISA_FORM_W_DD, 1, 2},  {ISA_FORM_DP2, 1, 2},    {ISA_FORM_DP3, 1, 2},
    {ISA_FORM_DP4, 1, 2},
};

static void rows_cover_every_opcode_value(void **state)
{
    (void)state;
    assert_int_equal(ISA_OPCODE_COUNT, 236);
    unsigned reserved = 0;
    for (uint32_t i = 0; i < ISA_OPCODE_COUNT; i++)
        reserved += isa_op(i) == NULL;
    assert_int_equal(reserved, 5);
    assert_null(isa_op(ISA_OPCODE_COUNT));
    assert_null(isa_op(UINT32_MAX));
}

static void mnemonics_are_unique(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < ISA_OPCODE_COUNT; i++) {
        for (uint32_t j = 0; j < i; j++) {
            if (isa_op(i) && isa_op(j))
                assert_string_not_equal(isa_op(i)->mnemonic, isa_op(j)->mnemonic);
        }
    }
}

static void forms_fit_their_operands(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < ISA_OPCODE_COUNT; i++) {
        const struct isa_op *op = isa_op(i);
        for (size_t s = 0; op && s < sizeof shapes / sizeof shapes[0]; s++) {
            if (shapes[s].form != op->form)
                continue;
            unsigned results = 0;
            for (unsigned k = 0; k < op->operand_count; k++)
                results += is_destination(&op->operands[k]);
            assert_int_equal(results, shapes[s].results);
            assert_int_equal(op->operand_count - results, shapes[s].arguments);
        }
    }
}

static void destinations_come_first(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < ISA_OPCODE_COUNT; i++) {
        const struct isa_op *op = isa_op(i);
        for (unsigned k = 1; op && k < op->operand_count; k++)
            assert_false(is_destination(&op->operands[k]) && !is_destination(&op->operands[k - 1]));
    }
}

static void declarations_do_not_execute(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < ISA_OPCODE_COUNT; i++)
        assert_false(isa_is_declaration(i) && isa_is_executable(i));
    assert_true(isa_is_declaration(ISA_DCL_TEMPS));
    assert_true(isa_is_executable(ISA_LD_STRUCTURED));
    assert_false(isa_is_executable(ISA_RESERVED_107));
}

static void values_and_names_agree(void **state)
{
    (void)state;
    for (int table = 0; table <= ISA_NAMES_FEATURE; table++) {
        uint32_t value;
        const char *word;
        unsigned i = 0;
        for (; (word = isa_name_at(table, i, &value)); i++) {
            assert_string_equal(isa_name(table, value), word);
            assert_int_equal(isa_value(table, word), value);
        }
        assert_true(i > 0);
    }
    assert_int_equal(isa_value(ISA_NAMES_DIMENSION, "TEXTURE2D"), ISA_DIM_TEXTURE2D);
    assert_int_equal(isa_value(ISA_NAMES_DIMENSION, "nothing"), -1);
    assert_null(isa_name(ISA_NAMES_DIMENSION, 99));
}

static void control_fields_are_read_from_their_bits(void **state)
{
    (void)state;
    assert_int_equal(isa_control_value(ISA_CONTROL_INTERPOLATION, 0x2000), 4);
    assert_int_equal(isa_control_value(ISA_CONTROL_DIMENSION, 0x1858), 3);
    assert_int_equal(isa_control_value(ISA_CONTROL_CONTROL_POINTS, 0x1f800), 63);
    assert_int_equal(isa_control_value(ISA_CONTROL_NONE, 0xffffffff), 0);
}

static void files_have_rows(void **state)
{
    (void)state;
    assert_int_equal(ISA_FILE_COUNT, 43);
    for (uint32_t i = 0; i < ISA_FILE_COUNT; i++)
        assert_true(strlen(isa_file(i)->text) > 0);
    assert_null(isa_file(ISA_FILE_COUNT));
}

static void facts_agree_with_each_other(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < ISA_OPCODE_COUNT; i++) {
        const struct isa_op *op = isa_op(i);
        if (!op)
            continue;
        struct isa_layout at = isa_layout(op);
        assert_int_equal(op->resource != ISA_RESOURCE_NONE, op->access != ISA_ACCESS_NONE);
        assert_int_equal(op->access == ISA_ACCESS_ATOMIC, op->form == ISA_FORM_ATOMIC);
        assert_int_equal(op->access == ISA_ACCESS_ATOMIC, op->atomic != ISA_ATOMIC_NOTHING);
        assert_int_equal(op->access == ISA_ACCESS_COUNTER, op->form == ISA_FORM_COUNTER);
        if (op->form == ISA_FORM_MEMORY)
            assert_int_equal(op->access, at.dsts ? ISA_ACCESS_LOAD : ISA_ACCESS_STORE);
        if (op->flags & ISA_TEST)
            assert_int_not_equal(op->flow, ISA_FLOW_NONE);
        if (op->flags & ISA_COMMUTES) {
            unsigned k = isa_shape(op->form)->dsts;
            assert_int_equal(op->operands[k].type, op->operands[k + 1].type);
        }
        for (unsigned k = 0; k < op->operand_count; k++)
            assert_true(!op->operands[k].meaning || op->resource);
    }
}

/* For people, on one line. */
static void rows_say_what_they_do(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < ISA_OPCODE_COUNT; i++) {
        size_t length = isa_op(i) ? strlen(isa_op(i)->meaning) : 1;
        assert_in_range(length, 1, 120);
        assert_true(!isa_op(i) || isa_op(i)->meaning[length - 1] != '.');
    }
}

static void blocks_have_both_ends(void **state)
{
    (void)state;
    for (uint16_t i = 0; i < ISA_OPCODE_COUNT; i++) {
        uint16_t closer = isa_block_closer(i);
        if (closer != ISA_OPCODE_COUNT)
            assert_int_equal(isa_block_opener(closer), i);
    }
}

static void system_values_have_attributes(void **state)
{
    (void)state;
    assert_null(isa_system_value(ISA_SYSTEM_VALUE_COUNT));
    for (uint32_t i = 0; i < ISA_SYSTEM_VALUE_COUNT; i++) {
        const struct isa_system_value_info *info = isa_system_value(i);
        assert_non_null(isa_name(ISA_NAMES_SYSTEM_VALUE, i));
        assert_non_null(info->signature_name);
        assert_int_equal(info->semantic != NULL, i != ISA_SYSTEM_VALUE_UNDEFINED);
        assert_int_equal(info->declared != 0, info->inputs || info->outputs);
    }
    assert_int_equal(isa_special_output(ISA_FILE_OUTPUT_MASK)->component, 1);
    assert_null(isa_special_output(ISA_FILE_OUTPUT));
    assert_true(isa_dimensions[ISA_DIM_TEXTURECUBEARRAY].is_cube &&
                isa_dimensions[ISA_DIM_TEXTURECUBEARRAY].layers);
    assert_int_equal(isa_primitive_vertices(ISA_PRIMITIVE_TRIANGLEADJ), 6);
    assert_int_equal(isa_primitive_vertices(ISA_PRIMITIVE_PATCH32), 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_cover_every_opcode_value),
        cmocka_unit_test(mnemonics_are_unique),
        cmocka_unit_test(forms_fit_their_operands),
        cmocka_unit_test(destinations_come_first),
        cmocka_unit_test(declarations_do_not_execute),
        cmocka_unit_test(values_and_names_agree),
        cmocka_unit_test(control_fields_are_read_from_their_bits),
        cmocka_unit_test(files_have_rows),
        cmocka_unit_test(facts_agree_with_each_other),
        cmocka_unit_test(rows_say_what_they_do),
        cmocka_unit_test(blocks_have_both_ends),
        cmocka_unit_test(system_values_have_attributes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
