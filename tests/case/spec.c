/* Test cases: the value of every key is stored, and errors have a location. */
#include "cases.h"

static const char whole[] =
    "name: whole\n"
    "stage: cs\n"
    "shader: shader.dxbc\n"
    "note: {shader: somewhere, expected_from: somebody}\n"
    "max_steps: 1000\n"
    "dispatches:\n"
    "  - groups: [16, 2]\n"
    "  - groups_from: {slot: u1, byte: 8}\n"
    "    shader: shader2.dxbc\n"
    "    set: {u0: in_u0_step2.bin, cb0: {type: u32, values: [7]}}\n"
    "    checkpoint: {u0.counter: 4, 'u0[3]': 0xff}\n"
    "bindings:\n"
    "  - {slot: 'u2,space1', array_index: 3, kind: structured, stride: 4, buffer: all, first: 193, count: "
    "63,\n"
    "     counter_at: {buffer: all, byte_offset: 512}}\n"
    "  - {slot: b2, kind: cbuffer, buffer: cbs, byte_offset: 256, bytes: 128}\n"
    "  - {slot: u0, kind: structured, stride: 8, counter: 8, file: in.bin, expect: out.bin, expect_counter: "
    "0,\n"
    "     expect_mask: mask.bin, compare: {multiset_dwords: [2, 64]}}\n"
    "  - {slot: t3, kind: typed, format: R32G32_FLOAT, counter: null, file: {type: f32, values: [1, -0.5]}}\n"
    "  - {slot: u4, kind: raw, expect: {type: hex, values: '00ff 10'}, compare: each_dword_equal_or_zero}\n"
    "buffers:\n"
    "  all: {file: all.bin, expect: expect_all.bin}\n"
    "  cbs: {fill_dword: 4294967295, bytes: 1024}\n"
    "classes: {'fp0[0]': ft1}\n"
    "check: {numbers: true, atomic_ordered: false, orders: 8, seed: 4294967296}\n"
    "findings:\n"
    "  - {kind: race, instruction: 4, other: 2, register: u0, element: 0x100000000, byte_offset: 8, count: "
    "3,\n"
    "     thread: [1, 2, 3], group: [4, 5, 6], other_thread: [7, 8, 9], other_group: [10, 11, 12], note: "
    "why}\n"
    "  - {kind: budget, element: null, thread: null}\n"
    "tolerance: {kind: dword_exact_or_float_rel, rel: 0.001, abs: 1e-6}\n";

static void steps(void **state)
{
    const struct case_spec *test = *state;
    assert_int_equal(test->step_count, 2);
    assert_int_equal(test->steps[0].groups[0], 16);
    assert_int_equal(test->steps[0].groups[1], 2);
    assert_int_equal(test->steps[0].groups[2], 1);
    const struct case_step *second = &test->steps[1];
    assert_string_equal(second->from_slot, "u1");
    assert_int_equal(second->from_byte, 8);
    assert_string_equal(second->shader, "shader2.dxbc");
    assert_int_equal(second->set_count, 2);
    assert_string_equal(second->sets[0].slot, "u0");
    assert_string_equal(second->sets[0].data.file, "in_u0_step2.bin");
    assert_int_equal(second->sets[1].data.size, 4);
    assert_int_equal(second->checkpoint_count, 2);
    assert_string_equal(second->checkpoints[1].key, "u0[3]");
    assert_int_equal(second->checkpoints[1].value, 255);
}

static void bindings(void **state)
{
    const struct case_spec *test = *state;
    assert_int_equal(test->binding_count, 5);
    const struct case_binding *b = &test->bindings[0];
    assert_string_equal(b->slot, "u2,space1");
    assert_int_equal(b->array_index, 3);
    assert_string_equal(b->buffer, "all");
    assert_int_equal(b->first, 193);
    assert_int_equal(b->count, 63);
    assert_string_equal(b->counter_buffer, "all");
    assert_int_equal(b->counter_offset, 512);
    b = &test->bindings[1];
    assert_int_equal(b->byte_offset, 256);
    assert_true(b->has_bytes && b->bytes == 128);
    b = &test->bindings[2];
    assert_true(b->has_counter && b->counter == 8);
    assert_true(b->has_expect_counter && b->expect_counter == 0);
    assert_false(b->has_first || b->has_count);
    assert_string_equal(b->file.file, "in.bin");
    assert_string_equal(b->expect.file, "out.bin");
    assert_string_equal(b->mask.file, "mask.bin");
    assert_int_equal(b->compare, CASE_COMPARE_MULTISET);
    assert_int_equal(b->compare_first, 2);
    assert_int_equal(b->compare_end, 64);
    assert_int_equal(test->bindings[4].compare, CASE_COMPARE_EQUAL_OR_ZERO);
}

static void null_is_absent(void **state)
{
    const struct case_spec *test = *state;
    assert_false(test->bindings[3].has_counter);
}

static void contents_in_place(void **state)
{
    const struct case_spec *test = *state;
    static const uint32_t floats[] = {0x3f800000, 0xbf000000};
    assert_int_equal(test->bindings[3].file.size, 8);
    assert_memory_equal(test->bindings[3].file.bytes, floats, 8);
    assert_int_equal(test->bindings[4].expect.size, 3);
    assert_memory_equal(test->bindings[4].expect.bytes, "\x00\xff\x10", 3);
}

static void the_rest(void **state)
{
    const struct case_spec *test = *state;
    assert_string_equal(test->name, "whole");
    assert_string_equal(test->folder, "dir");
    assert_int_equal(test->max_steps, 1000);
    assert_int_equal(test->buffer_count, 2);
    assert_string_equal(test->buffers[0].expect.file, "expect_all.bin");
    assert_int_equal(test->buffers[1].fill, UINT32_MAX);
    assert_int_equal(test->buffers[1].bytes, 1024);
    assert_string_equal(test->classes[0].interface, "fp0[0]");
    assert_string_equal(test->classes[0].table, "ft1");
    assert_int_equal(test->tolerance.kind, CASE_EXACT_OR_REL);
    assert_true(test->tolerance.rel == 0.001 && test->tolerance.abs == 1e-6);
}

static void shader_text_keeps_its_lines(void **state)
{
    (void)state;
    struct case_spec test;
    struct io_error error;
    assert_true(parse_case("shader_text: |\n  cs_5_0\n  ret\ndispatches: [{groups: [1]}]\n"
                           "bindings: [{slot: u0, kind: raw, expect: x.bin}]\n",
                           &test, &error));
    assert_string_equal(test.shader_text, "cs_5_0\nret\n");
    assert_string_equal(test.stage, "cs");
    case_spec_free(&test);
}

static void json_is_read(void **state)
{
    (void)state;
    struct case_spec test;
    struct io_error error;
    assert_true(parse_case("{\"name\": \"j\", \"stage\": \"ps\", \"shader\": \"a\\u0062c\", \"runs\": 7,\n"
                           "\t\"outputs\": [{\"slot\": \"o0\", \"file\": \"o0.bin\"}], \"tolerance\": "
                           "{\"kind\": \"float_ulp\", \"ulp\": 2}}",
                           &test, &error));
    assert_string_equal(test.shader, "abc");
    assert_int_equal(test.tolerance.ulp, 2);
    assert_int_equal(test.stage_case.runs, 7);
    assert_string_equal(test.stage_case.outputs.list[0].file.file, "o0.bin");
    case_spec_free(&test);
}

static void cases_that_could_not_fail(void **state)
{
    (void)state;
    refuse_case("shader: x\ndispatches: [{groups: [1]}]\nbindings: []\n", "x.yaml:1:1", "expect");
    refuse_case("shader: x\n", "x.yaml:1:1", "dispatches");
    refuse_case("dispatches: [{groups: [1]}]\n", "x.yaml:1:1", "shader");
    refuse_case("shader: x\ndispatches:\n  - {shader: y}\n", "x.yaml:3:5", "groups");
    refuse_case("shader: x\nstage: vs\ninputs: []\n", "x.yaml:1:1", "expect");
    refuse_case("shader: x\nstage: vs\nstage_outputs: [{slot: o0}]\n", "x.yaml:3:17", "file");
    refuse_case("shader: x\nstage: vs\ndispatches: [{groups: [1]}]\n", "x.yaml:1:1", "compute");
    refuse_case("shader: x\ntolerance: {kind: invariant}\n", "x.yaml:2:12", "expr");
}

static void mistakes_have_a_place(void **state)
{
    (void)state;
    refuse_case("name: a\nshadr: x\n", "x.yaml:2:1", "did you mean 'shader'");
    refuse_case("name: a\nname: b\n", "x.yaml:2:1", "twice");
    refuse_case("bindings:\n  - {slot: u0, kind: raw, first: -1}\n", "x.yaml:2:34", "whole number");
    refuse_case("bindings:\n  - {slot: u0, kind: raw, counter: 4294967296}\n", "x.yaml:2:36",
                "at most 4294967295");
    refuse_case("bindings:\n  - {slot: u0, kind: raw, count: 0}\n", "x.yaml:2:34", "1 or more");
    refuse_case("bindings: [{slot: u0}]\n", "x.yaml:1:12", "kind");
    refuse_case("bindings: 7\n", "x.yaml:1:11", "list");
    refuse_case("dispatches: [{groups: [1, 2, 3, 4]}]\n", "x.yaml:1:23", "[x, y, z]");
    refuse_case("tolerance: {kind: nearly}\n", "x.yaml:1:19", "nearly");
    refuse_case("tolerance: {kind: float_rel, rel: .nan}\n", "x.yaml:1:35", "number");
    refuse_case("bindings: [{slot: u0, kind: raw, file: {type: f16, values: []}}]\n", "x.yaml:1:40",
                "f32|u32");
    refuse_case("bindings: [{slot: u0, kind: raw, file: {type: u32, values: [1, x]}}]\n", "x.yaml:1:64",
                "'x'");
    refuse_case("bindings: [{slot: u0, kind: raw, file: {type: hex, values: [abc]}}]\n", "x.yaml:1:61",
                "abc");
    refuse_case("bindings: [{slot: u0, kind: raw, file: [1]}]\n", "x.yaml:1:40", "file name");
    refuse_case("[]\n", "x.yaml:1:1", "keys and values");
}

static int open_whole(void **state)
{
    struct io_error error;
    struct case_spec *test = calloc(1, sizeof *test);
    *state = test;
    if (parse_case(whole, test, &error))
        return 0;
    print_error("%s\n", error.text);
    return -1;
}

static int close_whole(void **state)
{
    case_spec_free(*state);
    free(*state);
    return 0;
}

#define WITH_WHOLE(function) cmocka_unit_test_setup_teardown(function, open_whole, close_whole)

static void findings(void **state)
{
    const struct case_spec *test = *state;
    static const uint32_t ids[4][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};
    assert_true(test->check.numbers && !test->check.atomic_ordered);
    assert_true(test->check.orders == 8 && test->check.seed == 0x100000000);
    assert_true(test->has_findings);
    assert_int_equal(test->finding_count, 2);
    const struct case_finding *race = &test->findings[0], *budget = &test->findings[1];
    assert_string_equal(race->kind, "race");
    assert_string_equal(race->reg, "u0");
    assert_true(race->instruction == 4 && race->other == 2 && race->byte_offset == 8 && race->count == 3);
    assert_true(race->element == 0x100000000);
    assert_memory_equal(race->thread, ids[0], sizeof ids[0]);
    assert_memory_equal(race->group, ids[1], sizeof ids[1]);
    assert_memory_equal(race->other_thread, ids[2], sizeof ids[2]);
    assert_memory_equal(race->other_group, ids[3], sizeof ids[3]);
    assert_true(!budget->reg && !budget->has_instruction && !budget->has_element && !budget->has_thread);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_WHOLE(steps),
        WITH_WHOLE(bindings),
        WITH_WHOLE(null_is_absent),
        WITH_WHOLE(contents_in_place),
        WITH_WHOLE(findings),
        WITH_WHOLE(the_rest),
        cmocka_unit_test(shader_text_keeps_its_lines),
        cmocka_unit_test(json_is_read),
        cmocka_unit_test(cases_that_could_not_fail),
        cmocka_unit_test(mistakes_have_a_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
