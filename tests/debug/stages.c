/* Stages other than compute: states and outputs, items, names of inputs and outputs. */
#include <stdlib.h>
#include <string.h>

#include "api/harness.h"
#include "debug/walk.h"
#include "test.h"

static const char vertex[] =
    "vs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_input v0.xyzw\ndcl_input_sgv v1.x, vertex_id\n"
    "dcl_output_siv o0.xyzw, position\ndcl_temps 1\n"
    "mov r0.xyzw, v0.xyzw\nloop\nuge r0.y, r0.x, v1.x\nbreakc_nz r0.y\niadd r0.x, r0.x, l(3)\nendloop\n"
    "mov o0.xyzw, r0.xyzw\nret\n";
/* Two instances of a fork phase read the control points; a join phase reads their patch constants. */
static const char hull[] =
    "hs_5_0\nhs_decls\ndcl_input_control_point_count 2\ndcl_output_control_point_count 3\n"
    "dcl_tessellator_domain domain_isoline\ndcl_tessellator_partitioning partitioning_integer\n"
    "dcl_tessellator_output_primitive output_line\ndcl_globalFlags refactoringAllowed\n"
    "hs_control_point_phase\ndcl_input vOutputControlPointID\ndcl_input v[2][0].xyzw\ndcl_output o0.xyzw\n"
    "dcl_temps 1\nand r0.x, vOutputControlPointID.x, l(1)\nmov o0.xyzw, v[r0.x + 0][0].yxwz\nret\n"
    "hs_fork_phase\ndcl_hs_fork_phase_instance_count 2\ndcl_input vForkInstanceID\ndcl_input vocp[3][0].x\n"
    "dcl_output_siv o0.x, finalLineDensityTessFactor\ndcl_output_siv o1.x, finalLineDetailTessFactor\n"
    "dcl_indexrange o0.x 2\ndcl_temps 1\nmov r0.x, vForkInstanceID.x\n"
    "mov o[r0.x + 0].x, vocp[r0.x + 0][0].x\nret\n"
    "hs_join_phase\ndcl_input vpc0.x\ndcl_output o2.x\ndcl_temps 1\niadd r0.x, vpc0.x, l(1)\nmov o2.x, "
    "r0.x\nret\n";
static const char domain[] =
    "ds_5_0\ndcl_input_control_point_count 2\ndcl_input vicp[2][0].x\ndcl_input vpc0.x\ndcl_input vDomain.x\n"
    "dcl_output o0.x\ndcl_temps 1\nadd r0.x, vpc0.x, vicp[1][0].x\nadd o0.x, r0.x, vDomain.x\nret\n";
static const char geometry[] =
    "gs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_input v[2][0].xy\ndcl_input vPrim\ndcl_input "
    "vGSInstanceID\n"
    "dcl_gsinstances 2\ndcl_temps 1\ndcl_inputprimitive line\ndcl_stream m0\ndcl_outputtopology linestrip\n"
    "dcl_output o0.xy\ndcl_maxout 5\n"
    "mov r0.x, l(0)\nloop\nieq r0.y, r0.x, vGSInstanceID.x\nif_nz r0.y\ncut_stream m0\nendif\n"
    "mov o0.x, v[1][0].x\niadd o0.y, r0.x, vPrim.x\nemit_stream m0\niadd r0.x, r0.x, l(1)\nendloop\nret\n";
static const char pixel[] =
    "ps_5_0\ndcl_globalFlags refactoringAllowed\ndcl_input_ps linear v1.xy\n"
    "dcl_input_ps_siv linear noperspective v0.xy, position\ndcl_uav_structured u0, 4\ndcl_output o0.xyzw\n"
    "dcl_output oDepth\ndcl_temps 2\n"
    "ftou r0.x, v0.x\nand r0.z, r0.x, l(3)\ndiscard_z r0.z\nderiv_rtx r1.xy, v1.xyxx\nmov o0.xy, v1.xyxx\n"
    "mov o0.zw, r1.xxxy\natomic_iadd u0, l(0, 0, 0, 0), l(1)\nmov oDepth, l(0.5)\nret\n";

enum { MOST = 4000 };

struct session {
    struct harness harness;
    struct sm5_buffer *buffer;
    struct walk_inputs inputs;
    struct sm5_debug *debug;
    struct sm5_debug_stop stop;
};

static void session_open(struct session *s, const char *text, uint32_t count)
{
    *s = (struct session){0};
    harness_open(&s->harness, text);
    s->buffer = harness_buffer(NULL, 4);
    if (text == pixel)
        harness_bind(&s->harness, "u0", s->buffer, 0, SM5_COUNT_REST);
    walk_inputs_make(&s->inputs, s->harness.program, count);
    for (uint32_t i = 0; text == vertex && i < count; i++)
        s->inputs.run.inputs.words[8 * i] = 0;
    if (sm5_debug_new_stage(s->harness.program, s->harness.bindings, &s->inputs.run, 0, &s->debug,
                            s->harness.diags))
        fail_msg("%s", sm5_diags_at(s->harness.diags, 0)->message);
}

static void session_close(struct session *s)
{
    sm5_debug_free(s->debug);
    walk_inputs_free(&s->inputs);
    harness_close(&s->harness);
    sm5_buffer_free(s->buffer);
}

static enum sm5_stop go(struct session *s, enum sm5_debug_move move, bool backwards)
{
    sm5_debug_run(s->debug, move, backwards, &s->stop, s->harness.diags);
    return s->stop.why;
}

static struct sm5_debug_position position_of(const struct session *s)
{
    struct sm5_debug_position position;
    sm5_debug_position(s->debug, &position);
    return position;
}

static uint32_t value_of(struct session *s, const char *expression)
{
    struct sm5_value value = {0};
    size_t count;
    if (sm5_debug_evaluate(s->debug, expression, &value, 1, &count, s->harness.diags))
        fail_msg("%s: %s", expression,
                 sm5_diags_at(s->harness.diags, sm5_diags_count(s->harness.diags) - 1)->message);
    return (uint32_t)value.bits;
}

static bool is_wrong(struct session *s, const char *expression)
{
    struct sm5_value value;
    size_t count;
    return sm5_debug_evaluate(s->debug, expression, &value, 1, &count, s->harness.diags) == SM5_ERR_INPUT;
}

/* ---- states and outputs ---- */

static bool same_records(const struct sm5_records *a, const struct sm5_records *b)
{
    size_t bytes = a->count * a->registers * 16;
    return a->count == b->count && a->registers == b->registers &&
           (!bytes || !memcmp(a->words, b->words, bytes));
}

static void expect_outputs_of_run(struct session *s)
{
    struct sm5_stage_outputs mine, expected;
    uint32_t *counter = sm5_buffer_data(s->buffer), counted = *counter;
    assert_int_equal(sm5_debug_outputs(s->debug, &mine, s->harness.diags), SM5_OK);
    *counter = 0;
    s->inputs.run.threads = 1;
    assert_int_equal(
        sm5_run_stage(s->harness.kernel, s->harness.bindings, &s->inputs.run, &expected, s->harness.diags),
        SM5_OK);
    assert_int_equal(*counter, counted);
    assert_true(same_records(&mine.outputs, &expected.outputs));
    assert_true(same_records(&mine.constants, &expected.constants));
    assert_true(same_records(&mine.streams[0].vertices, &expected.streams[0].vertices));
    assert_int_equal(mine.streams[0].strip_count, expected.streams[0].strip_count);
    assert_true(!mine.written == !expected.written);
    assert_true(!mine.written || !memcmp(mine.written, expected.written, s->inputs.run.count));
    sm5_stage_outputs_free(&mine);
    sm5_stage_outputs_free(&expected);
    *counter = counted;
}

/* More than one batch of each; the outputs after all steps, also after going back, are those of a run. */
static void states_are_equal_both_ways(void **state)
{
    (void)state;
    static const char *const programs[] = {vertex, hull, domain, geometry, pixel};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        struct session s;
        struct walk walk;
        session_open(&s, programs[i], 40);
        assert_true(walk_both_ways(s.debug, MOST, &walk));
        assert_true(walk.reached_end && walk.positions > 5);
        assert_int_equal(*(uint32_t *)sm5_buffer_data(s.buffer), 0);
        assert_int_equal(go(&s, SM5_MOVE_CONTINUE, false), SM5_STOP_END);
        expect_outputs_of_run(&s);
        session_close(&s);
    }
}

/* ---- items and names ---- */

static void focus(struct session *s, uint64_t item, uint32_t instance, uint32_t batch)
{
    assert_int_equal(sm5_debug_focus(s->debug, item, instance, &s->stop, s->harness.diags), SM5_OK);
    struct sm5_debug_position p = position_of(s);
    assert_true(p.is_focused && p.item == item && p.group[0] == batch);
    assert_int_equal(p.instance, instance == UINT32_MAX ? 0 : instance);
}

static void vertices(void **state)
{
    (void)state;
    struct session s;
    session_open(&s, vertex, 40);
    assert_string_equal(position_of(&s).item_name, "vertex");
    focus(&s, 35, UINT32_MAX, 1);
    assert_int_equal(value_of(&s, "v1.x"), 35);
    assert_int_equal(value_of(&s, "v.SV_VertexID"), 35);
    int steps = 0;
    while (go(&s, SM5_MOVE_INSTRUCTION, false) == SM5_STOP_MOVED)
        steps++;
    assert_int_equal(steps, 1 + 12 * 4 + 2 + 2); /* no step while only other vertices loop */
    assert_int_equal(value_of(&s, "o0.x"), 36);
    assert_int_equal(value_of(&s, "o.SV_Position.x"), 36);
    assert_int_equal(go(&s, SM5_MOVE_INSTRUCTION, true), SM5_STOP_MOVED);
    assert_int_equal(position_of(&s).item, 35);
    assert_true(is_wrong(&s, "out[40][0].x") && is_wrong(&s, "out[0][1].x") && is_wrong(&s, "out.x") &&
                is_wrong(&s, "constants[0]") && is_wrong(&s, "m0[0]"));
    assert_true(is_wrong(&s, "v9.x") && is_wrong(&s, "o1.x") && is_wrong(&s, "vpc0.x") &&
                is_wrong(&s, "vThreadID.x") && is_wrong(&s, "v[0][1]") && is_wrong(&s, "o.NORMAL"));
    assert_int_equal(sm5_debug_focus(s.debug, 40, UINT32_MAX, &s.stop, s.harness.diags), SM5_ERR_ARGUMENT);
    session_close(&s);
}

static void patches_and_their_phases(void **state)
{
    (void)state;
    struct session s;
    session_open(&s, hull, 40);
    focus(&s, 33, 2, 1);
    struct sm5_debug_position p = position_of(&s);
    assert_string_equal(p.phase, "control point");
    assert_string_equal(p.instance_name, "control point");
    assert_int_equal(p.all, 8 * 3);
    assert_int_equal(value_of(&s, "vOutputControlPointID"), 2);
    assert_int_equal(value_of(&s, "v[1][0].y"), s.inputs.run.inputs.words[(33 * 2 + 1) * 4 + 1]);
    assert_true(is_wrong(&s, "v[2][0].x") && is_wrong(&s, "v0.x"));
    focus(&s, 33, 1, 1);
    assert_int_equal(go(&s, SM5_MOVE_FINISH, false), SM5_STOP_MOVED);
    p = position_of(&s);
    assert_string_equal(p.phase, "fork");
    assert_int_equal(p.all, 8 * 2);
    assert_int_equal(value_of(&s, "vForkInstanceID"), 1);
    uint32_t point = value_of(&s, "vocp[1][0].x");
    assert_int_equal(point, s.inputs.run.inputs.words[(33 * 2 + 1) * 4 + 1]);
    go(&s, SM5_MOVE_INSTRUCTION, false);
    go(&s, SM5_MOVE_INSTRUCTION, false);
    assert_int_equal(value_of(&s, "vpc1.x"), point);
    assert_int_equal(value_of(&s, "o1.x"), point);
    focus(&s, 33, UINT32_MAX, 1);
    assert_int_equal(go(&s, SM5_MOVE_FINISH, false), SM5_STOP_MOVED);
    assert_string_equal(position_of(&s).phase, "join");
    assert_int_equal(go(&s, SM5_MOVE_GROUP, true), SM5_STOP_MOVED);
    assert_string_equal(position_of(&s).phase, "control point");
    session_close(&s);
}

static void domain_points(void **state)
{
    (void)state;
    struct session s;
    session_open(&s, domain, 40);
    focus(&s, 38, UINT32_MAX, 1);
    assert_string_equal(position_of(&s).item_name, "point");
    assert_int_equal(value_of(&s, "vicp[1][0].x"), s.inputs.run.inputs.words[(38 / 5 * 2 + 1) * 4]);
    assert_int_equal(value_of(&s, "vpc0.x"), s.inputs.run.constants.words[38 / 5 * 4]);
    float at;
    uint32_t bits = value_of(&s, "vDomain.x");
    memcpy(&at, &bits, sizeof at);
    assert_true(at == s.inputs.locations[38][0]);
    session_close(&s);
}

static void primitives_emit_and_cut(void **state)
{
    (void)state;
    struct session s;
    struct sm5_stage_outputs outputs;
    session_open(&s, geometry, 40);
    assert_string_equal(position_of(&s).item_name, "primitive");
    focus(&s, 16, 1, 1); /* two instances each: the first of the second batch */
    assert_int_equal(value_of(&s, "vPrim"), 16);
    assert_int_equal(value_of(&s, "vGSInstanceID"), 1);
    assert_int_equal(value_of(&s, "v[1][0].x"), s.inputs.run.inputs.words[(16 * 2 + 1) * 4]);
    assert_int_equal(sm5_debug_outputs(s.debug, &outputs, s.harness.diags), SM5_OK);
    assert_int_equal(outputs.streams[0].vertices.count, 16 * (5 + 4)); /* instance 1 cuts after one vertex */
    sm5_stage_outputs_free(&outputs);
    for (int i = 0; i < 7; i++)
        go(&s, SM5_MOVE_INSTRUCTION, false);
    assert_int_equal(value_of(&s, "o0.x"), value_of(&s, "v[1][0].x"));
    session_close(&s);
}

static void quads_with_helpers(void **state)
{
    (void)state;
    struct session s;
    session_open(&s, pixel, 40);
    assert_string_equal(position_of(&s).item_name, "quad");
    assert_int_equal(sm5_debug_thread(s.debug, 0), SM5_THREAD_HELPER); /* not covered */
    assert_int_equal(sm5_debug_thread(s.debug, 4), SM5_THREAD_ACTIVE);
    for (int i = 0; i < 3; i++)
        go(&s, SM5_MOVE_INSTRUCTION, false);
    assert_int_equal(sm5_debug_thread(s.debug, 8), SM5_THREAD_HELPER); /* discarded: x is 4 */
    focus(&s, 1, 3, 0);
    assert_int_equal(value_of(&s, "v1.x"), s.inputs.run.inputs.words[7 * 8 + 4]);
    uint32_t instance;
    assert_int_equal(sm5_debug_item(s.debug, 7, &instance), 1);
    assert_int_equal(instance, 3);
    assert_int_equal(go(&s, SM5_MOVE_CONTINUE, false), SM5_STOP_END);
    assert_true(is_wrong(&s, "v1.x")); /* the quad is in the first batch */
    focus(&s, 9, 3, 1);
    assert_int_equal(go(&s, SM5_MOVE_CONTINUE, false), SM5_STOP_END);
    assert_int_equal(sm5_debug_go_write(s.debug, "oDepth", &s.stop, s.harness.diags), SM5_OK);
    assert_int_equal(s.stop.why, SM5_STOP_WATCH);
    assert_int_equal(s.stop.instruction, 7);
    assert_int_equal(position_of(&s).group[0], 1);
    session_close(&s);
}

/* Inputs and outputs in the scopes of front ends, at each position. */
static void variables_are_expressions(void **state)
{
    (void)state;
    static const char *const programs[] = {vertex, hull, domain, geometry, pixel};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        struct session s;
        struct sm5_variable v;
        unsigned seen = 0;
        session_open(&s, programs[i], 4);
        do {
            for (uint32_t k = 0; sm5_debug_variable(s.debug, SM5_SCOPE_INPUTS, k, &v); k++, seen++)
                value_of(&s, v.name);
            for (uint32_t k = 0; sm5_debug_variable(s.debug, SM5_SCOPE_OUTPUTS, k, &v); k++, seen++)
                value_of(&s, v.name);
        } while (go(&s, SM5_MOVE_INSTRUCTION, false) == SM5_STOP_MOVED);
        assert_true(seen > 4);
        session_close(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_are_equal_both_ways), cmocka_unit_test(vertices),
        cmocka_unit_test(patches_and_their_phases),   cmocka_unit_test(domain_points),
        cmocka_unit_test(primitives_emit_and_cut),    cmocka_unit_test(quads_with_helpers),
        cmocka_unit_test(variables_are_expressions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
