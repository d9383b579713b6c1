/* Collected declarations and their limits. Programs are written as text. */
#include <stdio.h>
#include <string.h>

#include "program/program.h"
#include "sm5/sm5.h"
#include "test.h"

static struct sm5_program *read_text(const char *body)
{
    char text[1024];
    struct sm5_program *program;
    struct sm5_diags *diags = sm5_diags_new();
    snprintf(text, sizeof text, "%s\nret\n", body);
    assert_int_equal(sm5_program_read(text, strlen(text), "t.asm", &program, diags), SM5_OK);
    sm5_diags_free(diags);
    return program;
}

static void expect_problem(const char *body, const char *code, uint32_t line)
{
    struct sm5_program *program = read_text(body);
    struct sm5_diags *diags = sm5_diags_new();
    assert_int_equal(program_check_decls(program, diags), SM5_ERR_INPUT);
    assert_int_equal(sm5_diags_count(diags), 1);
    assert_string_equal(sm5_diags_at(diags, 0)->code, code);
    assert_int_equal(sm5_diags_at(diags, 0)->line, line);
    sm5_diags_free(diags);
    sm5_program_free(program);
}

static const struct program_resource *resource(const struct sm5_program *program, uint32_t file, uint32_t id)
{
    uint32_t found = program_find(program, file, id);
    return found == PROGRAM_NONE ? NULL : &program->decls.resources[found];
}

static void resources_have_the_fields_of_their_declarations(void **state)
{
    (void)state;
    struct sm5_program *program =
        read_text("cs_5_0\ndcl_globalFlags refactoringAllowed\n"
                  "dcl_constantbuffer cb2[7], dynamicIndexed\ndcl_resource_structured t3, 20\n"
                  "dcl_uav_structured_opc u1, 8\ndcl_uav_raw_glc u4\n"
                  "dcl_tgsm_structured g0, 12, 5\ndcl_tgsm_raw g1, 64\ndcl_temps 3\n"
                  "dcl_thread_group 4, 2, 3\nimm_atomic_alloc r0.x, u1");
    const struct program_decls *decls = &program->decls;
    const struct program_resource *cb = resource(program, ISA_FILE_CBUFFER, 2);
    const struct program_resource *t3 = resource(program, ISA_FILE_SRV, 3);
    const struct program_resource *u1 = resource(program, ISA_FILE_UAV, 1);
    const struct program_resource *u4 = resource(program, ISA_FILE_UAV, 4);
    assert_int_equal(cb->count, 7);
    assert_true(cb->dynamic_index);
    assert_int_equal(t3->stride, 20);
    assert_int_equal(t3->dimension, ISA_DIM_STRUCTURED);
    assert_true(u1->opc && u1->counted && !u1->glc);
    assert_true(u4->glc && u4->dimension == ISA_DIM_RAW && !u4->counted);
    assert_int_equal(decls->tgsm_bytes, 12 * 5 + 64);
    assert_int_equal(decls->temps, 3);
    assert_int_equal(decls->thread_group[0] * 100 + decls->thread_group[1] * 10 + decls->thread_group[2],
                     423);
    assert_null(resource(program, ISA_FILE_SRV, 2));
    sm5_program_free(program);
}

static void numbers_find_their_declarations(void **state)
{
    (void)state;
    struct sm5_program *program =
        read_text("cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_indexableTemp x3[4], 4\n"
                  "dcl_indexableTemp x1[2], 1\ndcl_indexableTemp x3[8], 2\ndcl_function_body fb2\n"
                  "dcl_function_table ft5 = {fb2}\ndcl_interface fp4[4][1] = {ft5}\n"
                  "dcl_thread_group 1, 1, 1\nret\nlabel l9\nret\nlabel fb2\nret");
    const struct program_decls *decls = &program->decls;
    uint32_t element;
    assert_int_equal(decls->indexable_count, 2);
    assert_int_equal(decls->indexables[0].reg, 3);
    assert_int_equal(decls->indexables[0].size * 10 + decls->indexables[0].components, 84);
    assert_int_equal(program_find(program, ISA_FILE_INDEXABLE_TEMP, 1), 1);
    assert_int_equal(program_find(program, ISA_FILE_INDEXABLE_TEMP, 2), PROGRAM_NONE);
    assert_int_equal(program_find(program, ISA_FILE_INDEXABLE_TEMP, UINT64_C(1) << 32 | 1), PROGRAM_NONE);
    assert_int_equal(program_find(program, ISA_FILE_LABEL, 9), 0);
    assert_ptr_equal(program_body_of(program, 5, 0), &decls->labels[1]);
    assert_null(program_body_of(program, 5, 1));
    assert_ptr_equal(program_interface_of(program, 7, &element), &decls->interfaces[0]);
    assert_int_equal(element, 3);
    assert_null(program_interface_of(program, 8, &element));
    sm5_program_free(program);
}

static void ranges_keep_id_bounds_and_space(void **state)
{
    (void)state;
    struct sm5_program *program =
        read_text("cs_5_1\ndcl_globalFlags refactoringAllowed\n"
                  "dcl_uav_structured U7[10:*], 4, space=3\ndcl_thread_group 1, 1, 1");
    const struct program_resource *u = resource(program, ISA_FILE_UAV, 7);
    assert_int_equal(u->lower, 10);
    assert_int_equal(u->upper, UINT32_MAX);
    assert_int_equal(u->space, 3);
    assert_int_equal(u->stride, 4);
    sm5_program_free(program);
}

static void instructions_are_numbered_after_the_declarations(void **state)
{
    (void)state;
    struct sm5_program *program =
        read_text("cs_5_0\ndcl_temps 1\ndcl_thread_group 1, 1, 1\nmov r0.x, l(1)\nnop");
    assert_int_equal(program->decls.first_instr, 2);
    assert_int_equal(program_instr_number(program, 2), 0);
    assert_int_equal(program_instr_number(program, 4), 2);
    sm5_program_free(program);
}

static void limits_are_reported_with_their_line(void **state)
{
    (void)state;
    expect_problem("cs_5_0\ndcl_tgsm_raw g0, 32772", "program-tgsm-size", 2);
    expect_problem("cs_4_0\ndcl_tgsm_structured g0, 16, 1025", "program-tgsm-size", 2);
    expect_problem("cs_5_0\ndcl_tgsm_raw g0, 6", "program-tgsm-align", 2);
    expect_problem("cs_5_0\ndcl_resource_structured t0, 6", "program-stride", 2);
    expect_problem("cs_5_0\n\ndcl_uav_structured u0, 2052", "program-stride", 3);
    expect_problem("cs_5_0\ndcl_thread_group 1024, 2, 1", "program-thread-group", 2);
    expect_problem("cs_5_0\ndcl_thread_group 0, 1, 1", "program-thread-group", 2);
    expect_problem("cs_5_0\ndcl_temps 4097", "program-temps", 2);
    expect_problem("cs_5_0\ndcl_indexableTemp x0[5000], 4", "program-indexable", 2);
    expect_problem("cs_5_0\ndcl_uav_raw u0\ndcl_uav_structured u0, 4", "program-declared-twice", 3);
}

static void repeating_a_declaration_is_accepted(void **state)
{
    (void)state;
    struct sm5_program *program =
        read_text("cs_5_0\ndcl_resource_raw t0\ndcl_resource_raw t0\ndcl_thread_group 1, 1, 1");
    assert_int_equal(program_check_decls(program, NULL), SM5_OK);
    assert_int_equal(program->decls.resource_count, 1);
    sm5_program_free(program);
}

/* Any file can be encoded. A name of one file must never be an index into the list of another. */
static void a_declaration_of_another_file_has_no_name(void **state)
{
    (void)state;
    static const char text[] = "cs_5_0\ndcl_resource_structured t0, 4\ndcl_sampler s0, mode_default\n"
                               "dcl_uav_raw u0\ndcl_tgsm_raw g0, 16\ndcl_thread_group 1, 1, 1\nret\nlabel l0";
    for (unsigned file = 0; file < 256; file++) {
        struct sm5_program *program = read_text(text);
        for (uint32_t i = 0; i < program->instr_count; i++) {
            struct program_instr *instr = &program->instrs[i];
            struct program_operand *operand =
                instr->operand_count ? (struct program_operand *)(uintptr_t)&instr->operands[0] : NULL;
            if (operand && operand->file != file)
                operand->file = (uint8_t)file;
        }
        assert_int_equal(program_collect_decls(program), SM5_OK);
        for (uint32_t other = 0; other < 256; other++) {
            uint32_t found = program_find(program, other, 0);
            bool is_label = other == ISA_FILE_LABEL || other == ISA_FILE_FUNCTION_BODY;
            bool is_resource = other == ISA_FILE_SRV || other == ISA_FILE_UAV || other == ISA_FILE_SAMPLER ||
                               other == ISA_FILE_CBUFFER || other == ISA_FILE_TGSM;
            if (found != PROGRAM_NONE) {
                assert_true(is_label || is_resource);
                assert_in_range(found, 0,
                                (is_label ? program->decls.label_count : program->decls.resource_count) - 1);
            }
        }
        sm5_program_free(program);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resources_have_the_fields_of_their_declarations),
        cmocka_unit_test(numbers_find_their_declarations),
        cmocka_unit_test(ranges_keep_id_bounds_and_space),
        cmocka_unit_test(instructions_are_numbered_after_the_declarations),
        cmocka_unit_test(limits_are_reported_with_their_line),
        cmocka_unit_test(repeating_a_declaration_is_accepted),
        cmocka_unit_test(a_declaration_of_another_file_has_no_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
