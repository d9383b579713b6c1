/* The debugger. */
#include "api.h"

/* A stop by a watched word, a step back, an assignment, findings. */
static enum sm5_status debug_in(struct call *c, struct sm5_debug *debug)
{
    static const struct sm5_break watch = {.kind = SM5_BREAK_WATCH, .expression = "u0[0]"};
    static const struct sm5_break line = {.kind = SM5_BREAK_LINE, .number = 8, .condition = "r0.x == 0"};
    static const struct sm5_break findings = {.kind = SM5_BREAK_FINDINGS};
    struct sm5_debug_stop stop;
    struct sm5_value value;
    size_t count;
    uint32_t id;
    enum sm5_status status = sm5_debug_break(debug, &watch, &id, c->diags);
    if (!status)
        status = sm5_debug_break(debug, &line, &id, c->diags);
    if (!status)
        status = sm5_debug_break(debug, &findings, &id, c->diags);
    for (int i = 0; !status && i < 4; i++)
        sm5_debug_run(debug, SM5_MOVE_CONTINUE, i == 3, &stop, c->diags);
    if (!status)
        status = sm5_debug_assign(debug, "r0.x", "r0.x + 1", c->diags);
    if (!status)
        status = sm5_debug_evaluate(debug, "r0.x", &value, 1, &count, c->diags);
    if (!status) {
        uint64_t hash = sm5_debug_hash(debug);
        api_note(c, &hash, sizeof hash);
        api_note(c, &stop.why, sizeof stop.why);
    }
    return status;
}

/* Two batches of a geometry shader: a focus, names of inputs and outputs, a log point, the outputs. */
static enum sm5_status debug_stage_in(struct call *c, struct sm5_debug *debug)
{
    static const struct sm5_break log = {.number = 1, .log = "{v[0][0].x} {o0}"};
    struct sm5_stage_outputs outputs = {0};
    struct sm5_debug_stop stop;
    uint32_t id;
    enum sm5_status status = sm5_debug_break(debug, &log, &id, c->diags);
    if (!status)
        status = sm5_debug_focus(debug, 33, UINT32_MAX, &stop, c->diags);
    if (!status)
        status = sm5_debug_assign_all(debug, "v[0][0].x", "v[0][0].x + 1", c->diags);
    if (!status)
        sm5_debug_run(debug, SM5_MOVE_CONTINUE, false, &stop, c->diags);
    if (!status && stop.why != SM5_STOP_END)
        status = SM5_ERR_MEMORY;
    if (!status)
        status = sm5_debug_outputs(debug, &outputs, c->diags);
    if (!status)
        api_note(c, outputs.streams[0].vertices.words, outputs.streams[0].vertices.count * 16);
    sm5_stage_outputs_free(&outputs);
    return status;
}

static void ignore_log(void *context, uint32_t breakpoint, const char *text)
{
    (void)context, (void)breakpoint, (void)text;
}

static enum sm5_status call_debug_stage(struct call *c)
{
    static uint32_t words[40 * 4];
    static const char text[] = "gs_5_0\ndcl_input v[1][0].x\ndcl_inputprimitive point\ndcl_stream m0\n"
                               "dcl_outputtopology pointlist\ndcl_output o0.xyzw\ndcl_maxout 1\n"
                               "mov o0.xyzw, v[0][0].xxxx\nemit_stream m0\nret\n";
    const struct sm5_stage_run run = {.count = 40, .inputs = {words, 40, 1}};
    struct api_subject s;
    struct sm5_debug *debug = NULL;
    enum sm5_status status = api_open(c, &s, text, "", 0);
    if (!status)
        status = sm5_debug_new_stage(s.program, s.bindings, &run, 0, &debug, c->diags);
    if (!status) {
        sm5_debug_on_log(debug, ignore_log, NULL);
        status = debug_stage_in(c, debug);
    }
    sm5_debug_free(debug);
    api_close(&s);
    return status;
}

/* ---- with a dispatch of two groups ---- */

static enum sm5_status debug_with(struct call *c,
                                  enum sm5_status (*use)(struct call *c, struct sm5_debug *debug))
{
    const struct sm5_debug_options options = {.dispatch = {.groups = {2, 1, 1}}};
    struct api_subject s;
    struct sm5_debug *debug = NULL;
    enum sm5_status status = api_open(c, &s, api_racing, "u", 32);
    if (!status)
        status = sm5_debug_new(s.program, s.bindings, &options, &debug, c->diags);
    if (!status)
        status = use(c, debug);
    sm5_debug_free(debug);
    api_close(&s);
    return status;
}

static enum sm5_status call_debug(struct call *c)
{
    return debug_with(c, debug_in);
}

static bool is_moved(const struct sm5_debug_stop *stop)
{
    return stop->why != SM5_STOP_ERROR;
}

static bool go_on(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    return done <= total;
}

/* Moves by group, time, writer and thread. */
static enum sm5_status move_in(struct call *c, struct sm5_debug *debug)
{
    static const uint32_t group[3] = {1, 0, 0}, thread[3] = {2, 0, 0};
    struct sm5_debug_position position = {0};
    struct sm5_debug_stop stop = {0};
    uint32_t instance, states = 0;
    sm5_debug_on_progress(debug, go_on, NULL);
    enum sm5_status status = sm5_debug_go_group(debug, group, &stop, c->diags);
    if (!status && sm5_debug_select(debug, thread, true))
        sm5_debug_run(debug, SM5_MOVE_GROUP, false, &stop, c->diags);
    sm5_debug_select_none(debug);
    if (!status)
        status = sm5_debug_go_write(debug, "u0[0]", &stop, c->diags);
    if (!status && !is_moved(&stop))
        status = SM5_ERR_MEMORY;
    sm5_debug_position(debug, &position);
    if (!status)
        sm5_debug_go(debug, position.time / 2, &stop, c->diags);
    for (uint32_t i = 0; i < position.all; i++)
        states += sm5_debug_thread(debug, i) + (uint32_t)sm5_debug_item(debug, i, &instance);
    states += sm5_debug_caller(debug, 1);
    sm5_debug_interrupt(debug);
    sm5_debug_run(debug, SM5_MOVE_CONTINUE, false, &stop, c->diags);
    api_note(c, &position.time, sizeof position.time);
    api_note(c, &states, sizeof states);
    return status;
}

static enum sm5_status call_moves(struct call *c)
{
    return debug_with(c, move_in);
}

static enum sm5_status breaks_in(struct call *c, struct sm5_debug *debug)
{
    static const struct sm5_break line = {.kind = SM5_BREAK_LINE, .number = 8};
    uint32_t id = 0;
    enum sm5_status status = sm5_debug_break(debug, &line, &id, c->diags);
    if (status)
        return status;
    bool ok = sm5_debug_break_ignore(debug, id, 2) && sm5_debug_break_enable(debug, id, false) &&
              sm5_debug_break_at(debug, 0)->ignore == 2 && sm5_debug_break_delete(debug, id) &&
              !sm5_debug_break_at(debug, 0);
    return ok ? SM5_OK : SM5_ERR_INPUT;
}

static enum sm5_status call_breaks(struct call *c)
{
    return debug_with(c, breaks_in);
}

static enum sm5_status variables_in(struct call *c, struct sm5_debug *debug)
{
    struct sm5_variable variable;
    struct sm5_value value;
    struct sm5_place place;
    char text[64];
    size_t count;
    sm5_debug_set_layout(debug, 1, NULL);
    enum sm5_status status = sm5_debug_evaluate_thread(debug, 1, "r0.x", &value, 1, &count, c->diags);
    if (!status && sm5_value_format(&value, 'x', text, sizeof text))
        api_note_text(c, text);
    for (uint32_t i = 0; !status && sm5_debug_variable(debug, SM5_SCOPE_RESOURCES, i, &variable); i++) {
        sm5_debug_element(&variable, 0, text, sizeof text);
        api_note_text(c, text);
        if (variable.bytes && sm5_debug_read(debug, &variable, 0, text, 4) == 4 &&
            sm5_debug_write(debug, &variable, 0, text, 4, c->diags) != 4)
            status = SM5_ERR_MEMORY;
    }
    if (!status && !sm5_debug_place(debug, 1, &place))
        status = SM5_ERR_INPUT;
    return status;
}

static enum sm5_status call_variables(struct call *c)
{
    return debug_with(c, variables_in);
}

API_SCENARIOS({"sm5_debug_run", call_debug, SM5_ENGINE_INTERP},
              {"sm5_debug_go", call_moves, SM5_ENGINE_INTERP},
              {"sm5_debug_break", call_breaks, SM5_ENGINE_INTERP},
              {"sm5_debug_variable", call_variables, SM5_ENGINE_INTERP},
              {"sm5_debug_run of a stage", call_debug_stage, SM5_ENGINE_INTERP});
