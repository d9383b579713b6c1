#include "debug/subject.h"

#include <string.h>

#include "test.h"

static const char program[] =
    "cs_5_0\n// sm5: struct u0 uint value; float unused\ndcl_globalFlags refactoringAllowed\n"
    "dcl_constantbuffer CB0[1], immediateIndexed\ndcl_resource_structured t0, 4\ndcl_uav_structured u0, 8\n"
    "dcl_input vThreadIDInGroupFlattened\ndcl_input vThreadID.x\ndcl_temps 2\ndcl_indexableTemp x0[2], 4\n"
    "dcl_tgsm_structured g0, 4, 4\ndcl_thread_group 4, 1, 1\n"
    "ld_structured r0.x, vThreadID.x, l(0), t0.xxxx\n"
    "store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x\n"
    "sync_g_t\nmov r0.y, l(0)\n"
    "loop\nige r0.z, r0.y, vThreadIDInGroupFlattened.x\nbreakc_nz r0.z\ncall l0\niadd r0.y, r0.y, "
    "l(1)\nendloop\n"
    "store_structured u0.x, vThreadID.x, l(0), r0.x\nret\n"
    "label l0\niadd r0.x, r0.x, r0.x\nret\n";

void subject_open(struct subject *s, uint64_t snapshot_bytes)
{
    const uint32_t words[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    const struct sm5_debug_options options = {.dispatch = {.groups = {2}}, .snapshot_bytes = snapshot_bytes};
    memset(s, 0, sizeof *s);
    harness_open(&s->harness, program);
    s->in = harness_buffer(words, 8);
    s->out = harness_buffer(NULL, 16);
    harness_bind(&s->harness, "t0", s->in, 0, SM5_COUNT_REST);
    harness_bind(&s->harness, "u0", s->out, 0, SM5_COUNT_REST);
    assert_int_equal(
        sm5_debug_new(s->harness.program, s->harness.bindings, &options, &s->debug, s->harness.diags),
        SM5_OK);
}

void subject_close(struct subject *s)
{
    sm5_debug_free(s->debug);
    harness_close(&s->harness);
    sm5_buffer_free(s->in);
    sm5_buffer_free(s->out);
}

struct sm5_debug_position subject_position(const struct subject *s)
{
    struct sm5_debug_position position;
    sm5_debug_position(s->debug, &position);
    return position;
}

void subject_move(struct subject *s, enum sm5_debug_move move, bool backwards, enum sm5_stop why,
                  uint32_t instruction)
{
    sm5_debug_run(s->debug, move, backwards, &s->stop, s->harness.diags);
    assert_int_equal(s->stop.why, why);
    assert_int_equal(subject_position(s).instruction, instruction);
}

struct sm5_value subject_value(struct subject *s, const char *expression)
{
    struct sm5_value value = {0};
    size_t count;
    enum sm5_status status = sm5_debug_evaluate(s->debug, expression, &value, 1, &count, s->harness.diags);
    if (status)
        fail_msg("%s: %s", expression,
                 sm5_diags_at(s->harness.diags, sm5_diags_count(s->harness.diags) - 1)->message);
    assert_true(count >= 1);
    return value;
}

void subject_wrong(struct subject *s, const char *expression, const char *message)
{
    struct sm5_value value;
    size_t count;
    sm5_diags_clear(s->harness.diags);
    assert_int_equal(sm5_debug_evaluate(s->debug, expression, &value, 1, &count, s->harness.diags),
                     SM5_ERR_INPUT);
    assert_int_equal(sm5_diags_count(s->harness.diags), 1);
    const char *text = sm5_diags_at(s->harness.diags, 0)->message;
    if (!strstr(text, message))
        fail_msg("%s: '%s' is not in '%s'", expression, message, text);
}
