/* Threads of the current group, their frames and the scopes of a frame. */
#include "dap/dap.h"

#include <stdlib.h>

enum { FRAMES_PER_THREAD = 256 }; /* more than routines nest */

uint32_t dap_thread_count(const struct dap *dap)
{
    struct sm5_debug_position p;
    sm5_debug_position(dap->target->debug, &p);
    return p.all;
}

/* Threads of other stages than compute have one number. */
static void thread_place(const struct dap *dap, uint32_t flat, uint32_t place[3])
{
    struct sm5_info info;
    sm5_program_info(dap->target->program, &info);
    uint32_t x = info.thread_group[0], y = info.thread_group[1];
    place[0] = x ? flat % x : flat;
    place[1] = x ? flat / x % y : 0;
    place[2] = x ? flat / x / y : 0;
}

void dap_select(struct dap *dap, uint32_t flat, bool only)
{
    uint32_t place[3];
    thread_place(dap, flat, place);
    sm5_debug_select(dap->target->debug, place, only);
}

/* "(1,0,0)"; of other stages "vertex 3", "quad 1, pixel 2". */
static void name_thread(const struct dap *dap, const struct sm5_debug_position *p, uint32_t flat, char *out,
                        size_t size)
{
    uint32_t place[3], instance;
    thread_place(dap, flat, place);
    if (!p->item_name) {
        snprintf(out, size, "(%u,%u,%u)", place[0], place[1], place[2]);
        return;
    }
    unsigned long long item = sm5_debug_item(dap->target->debug, flat, &instance);
    if (p->instance_name)
        snprintf(out, size, "%s %llu, %s %u", p->item_name, item, p->instance_name, instance);
    else
        snprintf(out, size, "%s %llu", p->item_name, item);
}

bool dap_threads(struct dap *dap, struct protocol_members *in, json_t *body)
{
    static const char *const states[] = {" waiting", "", " returned", " before or after the others",
                                         " helper"};
    json_t *list = json_array();
    uint32_t count = dap_thread_count(dap);
    struct sm5_debug_position p;
    (void)in;
    sm5_debug_position(dap->target->debug, &p);
    for (uint32_t i = 0; i < count; i++) {
        char name[80], thread[60];
        unsigned state = sm5_debug_thread(dap->target->debug, i);
        name_thread(dap, &p, i, thread, sizeof thread);
        snprintf(name, sizeof name, "%s%s", thread, state < BASE_COUNT(states) ? states[state] : "");
        json_array_append_new(list, json_pack("{s:i, s:s}", "id", (int)i + 1, "name", name));
    }
    dap_set(body, "threads", list);
    return true;
}

/* ---- frames ---- */

static json_t *frame_at(struct dap *dap, const struct sm5_debug_position *p, uint32_t flat, uint32_t depth)
{
    char name[160], text[120], reference[24];
    uint32_t number = depth ? sm5_debug_caller(dap->target->debug, depth) : p->instruction;
    json_t *out = json_pack("{s:i, s:i, s:i}", "id", (int)(flat * FRAMES_PER_THREAD + depth + 1), "line",
                            1 - dap->lines_from_0, "column", 1);
    if (p->ended || !dap_instruction_text(dap, number, text, sizeof text)) {
        dap_set(out, "name", json_string(p->item_name ? "end of the run" : "end of the dispatch"));
        dap_set(out, "presentationHint", json_string("label"));
        return out;
    }
    if (p->item_name)
        snprintf(name, sizeof name, "batch %u, instruction %u: %s", p->group[0], number, text);
    else
        snprintf(name, sizeof name, "group (%u,%u,%u), instruction %u: %s", p->group[0], p->group[1],
                 p->group[2], number, text);
    dap_instruction_reference(number, reference);
    dap_set(out, "name", json_string(name));
    dap_set(out, "instructionPointerReference", json_string(reference));
    if (sm5_debug_thread(dap->target->debug, flat) != SM5_THREAD_ACTIVE)
        dap_set(out, "presentationHint", json_string("subtle"));
    dap_set_place(out, "source", dap, number);
    return out;
}

bool dap_stack_trace(struct dap *dap, struct protocol_members *in, json_t *body)
{
    struct sm5_debug_position p;
    json_t *list = json_array();
    sm5_debug_position(dap->target->debug, &p);
    protocol_require(in, "threadId");
    json_int_t thread = protocol_integer(in, "threadId", 1, p.all, 1);
    json_int_t start = protocol_integer(in, "startFrame", 0, INT32_MAX, 0);
    json_int_t levels = protocol_integer(in, "levels", 0, INT32_MAX, 0);
    json_int_t end = levels && levels < (json_int_t)p.calls + 1 - start ? start + levels : p.calls + 1;
    for (json_int_t i = start; i < end && i < FRAMES_PER_THREAD && !in->error[0]; i++)
        json_array_append_new(list, frame_at(dap, &p, (uint32_t)thread - 1, (uint32_t)i));
    dap_set(body, "stackFrames", list);
    dap_set(body, "totalFrames", json_integer((json_int_t)p.calls + 1));
    return true;
}

/* Frames of a thread have the same registers: calls pass nothing. */
bool dap_frame_thread(struct dap *dap, struct protocol_members *in, uint32_t *thread)
{
    struct sm5_debug_position p;
    sm5_debug_position(dap->target->debug, &p);
    json_int_t frame = protocol_integer(in, "frameId", 0, INT32_MAX, 0);
    *thread = frame ? (uint32_t)((frame - 1) / FRAMES_PER_THREAD) : p.flat;
    if (in->error[0])
        return false;
    return *thread < p.all || dap_fail(dap, "no frame %d", (int)frame);
}

/* ---- scopes ---- */

static const struct {
    const char *name, *hint;
    enum sm5_scope scope;
} scopes[] = {
    {"Registers", "registers", SM5_SCOPE_REGISTERS}, {"Inputs", "arguments", SM5_SCOPE_INPUTS},
    {"Outputs", "returnValue", SM5_SCOPE_OUTPUTS},   {"Constants", NULL, SM5_SCOPE_CONSTANTS},
    {"Shared memory", NULL, SM5_SCOPE_SHARED},       {"Resources", NULL, SM5_SCOPE_RESOURCES},
};

static uint32_t count_variables(const struct dap *dap, enum sm5_scope scope)
{
    struct sm5_variable unused;
    uint32_t count = 0;
    while (sm5_debug_variable(dap->target->debug, scope, count, &unused))
        count++;
    return count;
}

/* The states, and registers that are not arrays. */
static uint32_t count_lanes(const struct dap *dap)
{
    struct sm5_variable v;
    uint32_t count = 1;
    for (uint32_t i = 0; sm5_debug_variable(dap->target->debug, SM5_SCOPE_REGISTERS, i, &v); i++)
        count += !v.count;
    return count;
}

static void add_scope(struct dap *dap, json_t *list, const char *name, const char *hint,
                      const struct dap_handle *handle, uint32_t count)
{
    json_t *scope = json_pack("{s:s, s:I, s:b, s:i}", "name", name, "variablesReference",
                              dap_handle(dap, handle), "expensive", 0, "namedVariables", (int)count);
    if (hint)
        dap_set(scope, "presentationHint", json_string(hint));
    json_array_append_new(list, scope);
}

bool dap_scopes(struct dap *dap, struct protocol_members *in, json_t *body)
{
    uint32_t thread;
    json_t *list = json_array();
    protocol_require(in, "frameId");
    dap_set(body, "scopes", list);
    if (in->error[0] || !dap_frame_thread(dap, in, &thread))
        return false;
    for (size_t i = 0; i < BASE_COUNT(scopes); i++) {
        const struct dap_handle handle = {.kind = DAP_SCOPE, .thread = thread, .scope = scopes[i].scope};
        uint32_t count = count_variables(dap, handle.scope);
        if (count)
            add_scope(dap, list, scopes[i].name, scopes[i].hint, &handle, count);
    }
    const struct dap_handle lanes = {.kind = DAP_LANES, .thread = thread};
    add_scope(dap, list, "Lanes", NULL, &lanes, count_lanes(dap));
    return true;
}
