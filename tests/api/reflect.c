/* Reflection, and writing a program that was read. The container, including RDEF, is made here. */
#include <string.h>

#include "sm5/sm5.h"
#include "test.h"

static const char source[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[2], immediateIndexed\n"
    "dcl_resource_structured t1, 12\ndcl_uav_raw u0\ndcl_input vThreadID.x\ndcl_temps 1\n"
    "dcl_thread_group 8, 4, 2\n"
    "ld_structured r0.x, vThreadID.x, l(0), t1.xxxx\nstore_raw u0.x, l(0), r0.x\nret\n";

struct fixture {
    struct sm5_diags *diags;
    struct sm5_program *program;
};

static int open_program(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    f->diags = sm5_diags_new();
    *state = f;
    return sm5_program_read(source, sizeof source - 1, "t.asm", &f->program, f->diags);
}

static int close_program(void **state)
{
    struct fixture *f = *state;
    sm5_program_free(f->program);
    sm5_diags_free(f->diags);
    free(f);
    return 0;
}

static void info_counts(void **state)
{
    struct fixture *f = *state;
    struct sm5_info info;
    sm5_program_info(f->program, &info);
    assert_string_equal(info.stage, "cs");
    assert_int_equal(info.major * 10 + info.minor, 50);
    assert_int_equal(info.instructions, 3);
    assert_int_equal(info.declarations, 7);
    assert_int_equal(info.resources, 3);
    assert_int_equal(info.thread_group[0] * 100 + info.thread_group[1] * 10 + info.thread_group[2], 842);
    assert_false(info.from_container);
}

static void resources_are_listed_in_order(void **state)
{
    struct fixture *f = *state;
    struct sm5_resource_info info;
    assert_true(sm5_resource_at(f->program, 0, &info));
    assert_true(info.kind == 'b' && info.count == 2);
    assert_true(sm5_resource_at(f->program, 1, &info));
    assert_true(info.kind == 't' && info.reg == 1 && info.stride == 12);
    assert_string_equal(info.layout, "structured");
    assert_true(sm5_resource_at(f->program, 2, &info));
    assert_true(info.kind == 'u');
    assert_string_equal(info.layout, "raw");
    assert_false(sm5_resource_at(f->program, 3, &info));
}

static void instructions_have_text(void **state)
{
    struct fixture *f = *state;
    struct sm5_blob blob;
    assert_int_equal(sm5_instruction_text(f->program, 1, &blob), SM5_OK);
    assert_string_equal(blob.data, "store_raw u0.x, l(0), r0.x");
    sm5_blob_free(&blob);
    assert_int_equal(sm5_instruction_text(f->program, 3, &blob), SM5_ERR_ARGUMENT);
}

static void written_containers_read_back(void **state)
{
    struct fixture *f = *state;
    struct sm5_blob first, second, text;
    struct sm5_program *again;
    assert_int_equal(sm5_program_write(f->program, NULL, &first, f->diags), SM5_OK);
    assert_true(sm5_is_container(first.data, first.size));
    assert_int_equal(sm5_program_read(first.data, first.size, NULL, &again, f->diags), SM5_OK);
    assert_int_equal(sm5_diags_count(f->diags), 0);
    assert_int_equal(sm5_program_write(again, NULL, &second, f->diags), SM5_OK);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    struct sm5_chunk_info chunk;
    assert_true(sm5_chunk_at(again, 2, &chunk));
    assert_string_equal(chunk.fourcc, "SHEX");
    assert_int_equal(sm5_program_print(again, SM5_PRINT_FXC, &text, f->diags), SM5_OK);
    assert_non_null(strstr((const char *)text.data, "\ndcl_resource_structured t1, 12 \n"));
    sm5_blob_free(&text);
    sm5_blob_free(&first);
    sm5_blob_free(&second);
    sm5_program_free(again);
}

static void text_is_no_base_to_patch(void **state)
{
    struct fixture *f = *state;
    struct sm5_blob blob;
    assert_int_equal(sm5_program_write(f->program, f->program, &blob, f->diags), SM5_ERR_ARGUMENT);
    assert_string_equal(sm5_diags_at(f->diags, 0)->code, "api-base");
}

static void other_stages_are_not_dispatched(void **state)
{
    struct fixture *f = *state;
    static const char vertex[] = "vs_5_0\ndcl_output_siv o0.xyzw, position\nmov o0.xyzw, l(0,0,0,0)\nret\n";
    struct sm5_program *program;
    struct sm5_kernel *kernel;
    assert_int_equal(sm5_program_read(vertex, sizeof vertex - 1, NULL, &program, f->diags), SM5_OK);
    assert_int_equal(sm5_kernel_new(program, SM5_ENGINE_AUTO, &kernel, f->diags), SM5_OK);
    struct sm5_bindings *bindings = sm5_bindings_new(program);
    const struct sm5_dispatch_options how = {.groups = {1, 1, 1}};
    assert_int_equal(sm5_dispatch(kernel, bindings, &how, NULL, f->diags), SM5_ERR_SUPPORT);
    assert_string_equal(sm5_diags_at(f->diags, 0)->code, "api-stage");
    sm5_bindings_free(bindings);
    sm5_kernel_free(kernel);
    sm5_program_free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(info_counts, open_program, close_program),
        cmocka_unit_test_setup_teardown(resources_are_listed_in_order, open_program, close_program),
        cmocka_unit_test_setup_teardown(instructions_have_text, open_program, close_program),
        cmocka_unit_test_setup_teardown(written_containers_read_back, open_program, close_program),
        cmocka_unit_test_setup_teardown(text_is_no_base_to_patch, open_program, close_program),
        cmocka_unit_test_setup_teardown(other_stages_are_not_dispatched, open_program, close_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
