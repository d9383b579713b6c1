/* Dispatches: group counts from arguments and from buffers, and the diagnostics of runs that stop. */
#include "fake.h"
#include "test.h"

/* ---- group counts ---- */

static void note_group(const struct fake_kernel *kernel, struct runtime_run *run, uint64_t group,
                       uint32_t *tick)
{
    uint32_t *largest = kernel->context, id[3];
    (void)tick;
    runtime_group_id(run, group, id);
    for (unsigned i = 0; i < 3; i++)
        largest[i] = id[i] + 1 > largest[i] ? id[i] + 1 : largest[i];
}

struct outcome {
    enum sm5_status status;
    uint32_t extent[3]; /* one more than the largest group id that ran */
    struct sm5_dispatch_result result;
    struct sm5_diags *diags;
};

static struct outcome dispatch(struct sm5_dispatch_options options, unsigned model)
{
    struct outcome out = {.diags = sm5_diags_new()};
    struct fake_kernel kernel = {.group = note_group, .context = out.extent};
    struct sm5_program program = fake_program(model, NULL, 0);
    struct sm5_bindings *bindings = sm5_bindings_new(&program);
    struct runtime_job job = {
        .engine = &fake_engine, .kernel = &kernel, .program = &program, .bindings = bindings};
    options.threads = 1;
    out.status = runtime_dispatch(&job, &options, &out.result, out.diags);
    sm5_bindings_free(bindings);
    return out;
}

static void expect_ran(struct outcome out, uint32_t x, uint32_t y, uint32_t z)
{
    assert_int_equal(out.status, SM5_OK);
    assert_int_equal(sm5_diags_count(out.diags), 0);
    assert_int_equal(out.extent[0], x);
    assert_int_equal(out.extent[1], y);
    assert_int_equal(out.extent[2], z);
    assert_int_equal(out.result.groups[0], x);
    assert_int_equal(out.result.groups[1], y);
    assert_int_equal(out.result.groups[2], z);
    sm5_diags_free(out.diags);
}

static void expect_refused(struct outcome out, const char *code)
{
    assert_int_equal(out.status, SM5_ERR_ARGUMENT);
    assert_true(fake_says(out.diags, code));
    assert_int_equal(out.extent[0], 0);
    sm5_diags_free(out.diags);
}

static void expect_nothing(struct outcome out, unsigned warnings)
{
    assert_int_equal(out.status, SM5_OK);
    assert_int_equal(sm5_diags_count(out.diags), warnings);
    assert_int_equal(sm5_diags_errors(out.diags), 0);
    assert_int_equal(out.extent[0], 0);
    sm5_diags_free(out.diags);
}

static void test_groups(void **state)
{
    (void)state;
    expect_ran(dispatch((struct sm5_dispatch_options){.groups = {3, 4, 5}}, 50), 3, 4, 5);
    expect_ran(dispatch((struct sm5_dispatch_options){.groups = {65535, 1, 1}}, 50), 65535, 1, 1);
    expect_ran(dispatch((struct sm5_dispatch_options){.groups = {1, 1, 65535}}, 51), 1, 1, 65535);
}

static void test_other_zeros_run_nothing(void **state)
{
    (void)state;
    expect_nothing(dispatch((struct sm5_dispatch_options){.groups = {0, 4, 5}}, 50), 0);
    expect_nothing(dispatch((struct sm5_dispatch_options){.groups = {3, 0, 5}}, 50), 0);
    expect_nothing(dispatch((struct sm5_dispatch_options){.groups = {0}}, 50), 0);
    expect_nothing(dispatch((struct sm5_dispatch_options){.groups = {3, 0, 1}}, 50), 0);
}

static void test_counts_left_out_at_the_end_are_1(void **state)
{
    (void)state;
    expect_ran(dispatch((struct sm5_dispatch_options){.groups = {64}}, 50), 64, 1, 1);
    expect_ran(dispatch((struct sm5_dispatch_options){.groups = {8, 9}}, 50), 8, 9, 1);
    expect_ran(dispatch((struct sm5_dispatch_options){.groups = {64}}, 40), 64, 1, 1);
}

static void test_more_than_65535_groups_are_refused(void **state)
{
    (void)state;
    expect_refused(dispatch((struct sm5_dispatch_options){.groups = {65536, 1, 1}}, 50), "dispatch-groups");
    expect_refused(dispatch((struct sm5_dispatch_options){.groups = {1, UINT32_MAX, 1}}, 50),
                   "dispatch-groups");
    expect_refused(dispatch((struct sm5_dispatch_options){.groups = {0, 1, 65536}}, 50), "dispatch-groups");
}

static void test_cs_4_x_is_flat(void **state)
{
    (void)state;
    expect_ran(dispatch((struct sm5_dispatch_options){.groups = {3, 4, 1}}, 40), 3, 4, 1);
    expect_refused(dispatch((struct sm5_dispatch_options){.groups = {1, 1, 2}}, 41), "dispatch-groups-z");
}

/* ---- indirect ---- */

static struct outcome indirect(const uint32_t *words, uint64_t bytes, uint64_t offset, unsigned model)
{
    struct sm5_buffer *buffer = sm5_buffer_new(bytes);
    memcpy(buffer->data, words, bytes);
    struct outcome out = dispatch(
        (struct sm5_dispatch_options){
            .groups = {9, 9, 9}, .indirect = true, .indirect_buffer = buffer, .indirect_offset = offset},
        model);
    sm5_buffer_free(buffer);
    return out;
}

static void test_indirect_counts_come_from_the_buffer(void **state)
{
    (void)state;
    static const uint32_t words[] = {7, 2, 3, 4, 65536};
    expect_ran(indirect(words, 20, 0, 50), 7, 2, 3);
    expect_ran(indirect(words, 20, 4, 50), 2, 3, 4);
    expect_nothing(indirect((const uint32_t[]){7, 0, 0}, 12, 0, 50), 0);
    expect_refused(indirect(words, 20, 8, 50), "dispatch-groups");
}

static void test_indirect_counts_stand_inside_the_buffer(void **state)
{
    (void)state;
    static const uint32_t words[] = {1, 1, 1, 1};
    expect_refused(indirect(words, 16, 2, 50), "dispatch-arguments");
    expect_refused(indirect(words, 16, 8, 50), "dispatch-arguments");
    expect_refused(indirect(words, 16, UINT64_MAX - 3, 50), "dispatch-arguments");
    expect_refused(indirect(words, 8, 0, 50), "dispatch-arguments");
    expect_refused(indirect(words, 0, 0, 50), "dispatch-arguments");
    expect_refused(dispatch((struct sm5_dispatch_options){.indirect = true}, 50), "dispatch-no-arguments");
}

static void test_indirect_does_nothing_for_cs_4_x(void **state)
{
    (void)state;
    static const uint32_t words[] = {1, 1, 1};
    expect_nothing(indirect(words, 12, 0, 41), 1);
}

static void test_bindings_of_another_program_are_refused(void **state)
{
    (void)state;
    struct sm5_program one = fake_program(50, NULL, 0), two = fake_program(50, NULL, 0);
    struct fake_kernel kernel = {.group = note_group};
    struct sm5_bindings *bindings = sm5_bindings_new(&two);
    struct sm5_dispatch_options options = {.groups = {1, 1, 1}};
    struct runtime_job job = {
        .engine = &fake_engine, .kernel = &kernel, .program = &one, .bindings = bindings};
    struct sm5_diags *diags = sm5_diags_new();
    assert_int_equal(runtime_dispatch(&job, &options, NULL, diags), SM5_ERR_ARGUMENT);
    assert_true(fake_says(diags, "dispatch-program"));
    sm5_diags_free(diags);
    sm5_bindings_free(bindings);
}

static void test_unbound_slots_warn_and_the_run_goes_on(void **state)
{
    (void)state;
    struct program_resource resources[] = {fake_raw(ISA_FILE_UAV, 0)};
    struct sm5_program program = fake_program(50, resources, 1);
    uint32_t extent[3] = {0};
    struct fake_kernel kernel = {.group = note_group, .context = extent};
    struct sm5_bindings *bindings = sm5_bindings_new(&program);
    struct sm5_dispatch_options options = {.groups = {2, 1, 1}, .threads = 1};
    struct runtime_job job = {
        .engine = &fake_engine, .kernel = &kernel, .program = &program, .bindings = bindings};
    struct sm5_diags *diags = sm5_diags_new();
    assert_int_equal(runtime_dispatch(&job, &options, NULL, diags), SM5_OK);
    assert_true(fake_says(diags, "bind-unbound"));
    assert_int_equal(extent[0], 2);
    sm5_diags_free(diags);
    sm5_bindings_free(bindings);
}

/* ---- faults as diagnostics ---- */

static void raise_fault(const struct fake_kernel *kernel, struct runtime_run *run, uint64_t group,
                        uint32_t *tick)
{
    struct runtime_fault fault = *(const struct runtime_fault *)kernel->context;
    (void)tick;
    if (group != 7)
        return;
    fault.group = group;
    runtime_fault(run, &fault);
}

static void describe(const struct sm5_program *program, const struct program_instr *instr, struct strbuf *out)
{
    (void)program;
    strbuf_add(out, instr->opcode == ISA_SYNC ? "  sync_g_t" : "fcall fp0[0][0]");
}

struct fault_case {
    struct runtime_fault fault;
    enum sm5_status status;
    const char *code, *message;
};

/* Groups are 3 x 4 x 1, threads 4 x 2 x 2; instructions 0 and 1 declare. */
static const struct fault_case fault_cases[] = {
    {{RUNTIME_FAULT_BARRIER, 2, 0, 6, 1, 3},
     SM5_ERR_PROGRAM,
     "fault-barrier",
     "sync_g_t: group (1,2,0): 3 threads do not reach this barrier, the first is thread (2,1,0); thread "
     "(1,0,0) "
     "waits at it"},
    {{RUNTIME_FAULT_FCALL, 3, 0, 13, 0, 0},
     SM5_ERR_PROGRAM,
     "fault-fcall",
     "fcall fp0[0][0]: group (1,2,0), thread (1,1,1): this call finds no function; expected a class bound to "
     "that "
     "interface element"},
    {{RUNTIME_FAULT_STEPS, 3, 0, 0, 0, 0},
     SM5_ERR_LIMIT,
     "fault-steps",
     "fcall fp0[0][0]: group (1,2,0): the limit of 1000 steps is exceeded"},
    {{RUNTIME_FAULT_SECONDS, 3, 0, 0, 0, 0},
     SM5_ERR_LIMIT,
     "fault-seconds",
     "fcall fp0[0][0]: group (1,2,0): the time limit of 100.5 seconds is exceeded"},
};

static void test_faults_name_instruction_group_and_threads(void **state)
{
    (void)state;
    struct program_instr instrs[] = {{.opcode = ISA_DCL_TEMPS},
                                     {.opcode = ISA_DCL_TEMPS},
                                     {.opcode = ISA_SYNC},
                                     {.opcode = ISA_INTERFACE_CALL}};
    struct sm5_program program = fake_program(50, NULL, 0);
    program.instrs = instrs;
    program.instr_count = BASE_COUNT(instrs);
    program.decls.first_instr = 2;
    struct sm5_bindings *bindings = sm5_bindings_new(&program);
    for (unsigned i = 0; i < BASE_COUNT(fault_cases); i++) {
        struct fake_kernel kernel = {.group = raise_fault, .context = (void *)&fault_cases[i].fault};
        struct runtime_job job = {&fake_engine, &kernel, &program, bindings, describe, NULL, 0, false};
        struct sm5_dispatch_options options = {
            .groups = {3, 4, 1}, .threads = 2, .max_steps = 1000, .max_seconds = 100.5};
        struct sm5_diags *diags = sm5_diags_new();
        assert_int_equal(runtime_dispatch(&job, &options, NULL, diags), fault_cases[i].status);
        assert_true(fake_says(diags, fault_cases[i].code));
        assert_string_equal(sm5_diags_at(diags, 0)->message, fault_cases[i].message);
        assert_int_equal(sm5_diags_at(diags, 0)->instruction, fault_cases[i].fault.instr - 2);
        sm5_diags_free(diags);
    }
    sm5_bindings_free(bindings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_other_zeros_run_nothing),
        cmocka_unit_test(test_counts_left_out_at_the_end_are_1),
        cmocka_unit_test(test_more_than_65535_groups_are_refused),
        cmocka_unit_test(test_cs_4_x_is_flat),
        cmocka_unit_test(test_indirect_counts_come_from_the_buffer),
        cmocka_unit_test(test_indirect_counts_stand_inside_the_buffer),
        cmocka_unit_test(test_indirect_does_nothing_for_cs_4_x),
        cmocka_unit_test(test_bindings_of_another_program_are_refused),
        cmocka_unit_test(test_unbound_slots_warn_and_the_run_goes_on),
        cmocka_unit_test(test_faults_name_instruction_group_and_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
