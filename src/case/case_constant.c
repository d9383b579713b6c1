/* Names in a test case: layouts that bindings declare, and constants. */
#include <stdlib.h>
#include <string.h>

#include "case/case_run.h"

/* ---- layouts ---- */

/* Collects the layouts that bindings declare, in the form of --struct. */
static bool collect_structs(struct case_runner *r)
{
    for (size_t i = 0; i < r->test.binding_count; i++) {
        const struct case_binding *binding = &r->test.bindings[i];
        char *text = NULL;
        if (!binding->members)
            continue;
        if (asprintf(&text, "%s=%s", binding->slot, binding->members) < 0 ||
            !host_texts_add(&r->structs, text)) {
            free(text);
            return case_stop(r, CASE_FAILED, "out of memory");
        }
    }
    return true;
}

static bool check_structs(struct case_runner *r)
{
    struct io_error error;
    const struct sm5_program *program = r->structs.count ? case_named_program(r) : NULL;
    if (r->structs.count == 0)
        return true;
    if (!program || host_structs_fit(program, &r->structs, r->diags, &error))
        return program != NULL;
    return sm5_diags_errors(r->diags) ? case_stop_with_diags(r, SM5_ERR_INPUT, "struct")
                                      : case_stop(r, CASE_FAILED, "%s", error.text);
}

void case_free_data(struct case_runner *r)
{
    for (size_t i = 0; i < r->structs.count; i++)
        free((char *)r->structs.list[i]);
    free(r->structs.list);
    free(r->own_bindings);
    sm5_program_free(r->program);
}

/* ---- constants ---- */

static bool find_constant(struct case_runner *r, const struct case_constant_value *value,
                          struct host_constant *out)
{
    struct io_error error;
    const struct sm5_program *program = case_named_program(r);
    return program && (host_constant_find(program, &r->structs, value->name, out, &error) ||
                       case_stop(r, CASE_FAILED, "%s:%u: set: %s", r->test.path, value->line, error.text));
}

static bool is_bound(const struct case_runner *r, const struct sm5_slot *slot)
{
    for (size_t i = 0; i < r->test.binding_count; i++) {
        struct sm5_slot at;
        if (sm5_slot_parse(r->test.bindings[i].slot, &at) && at.kind == slot->kind &&
            at.space == slot->space &&
            at.reg + at.index + r->test.bindings[i].array_index == slot->reg + slot->index)
            return true;
    }
    return false;
}

/* Adds a binding of zeros for a constant buffer that is only set; RDEF's defaults are stored later. */
static bool add_binding(struct case_runner *r, const struct host_constant *constant)
{
    struct case_spec *test = &r->test;
    struct case_binding *bindings = calloc(test->binding_count + 1, sizeof *bindings);
    if (!bindings)
        return case_stop(r, CASE_FAILED, "out of memory");
    if (test->binding_count)
        memcpy(bindings, test->bindings, test->binding_count * sizeof *bindings);
    char *name = r->own_slots[r->own_count];
    sm5_slot_format(&constant->slot, name, sizeof r->own_slots[0]);
    bindings[test->binding_count++] = (struct case_binding){
        .slot = name, .kind = "cbuffer", .has_bytes = true, .bytes = constant->layout.bytes};
    r->own_resources[r->own_count++] = constant->resource;
    free(r->own_bindings);
    r->own_bindings = test->bindings = bindings;
    return true;
}

static bool bind_constants(struct case_runner *r, const struct case_constant_values *values)
{
    for (size_t i = 0; i < values->count; i++) {
        struct host_constant constant;
        if (!find_constant(r, &values->list[i], &constant))
            return false;
        bool ok = is_bound(r, &constant.slot) ||
                  (r->own_count < CASE_OWN_BUFFERS
                       ? add_binding(r, &constant)
                       : case_stop(r, CASE_FAILED, "set: more than %d constant buffers", CASE_OWN_BUFFERS));
        host_constant_free(&constant);
        if (!ok)
            return false;
    }
    return true;
}

bool case_open_data(struct case_runner *r)
{
    if (!collect_structs(r) || !check_structs(r) || !bind_constants(r, &r->test.constants))
        return false;
    for (size_t i = 0; i < r->test.step_count; i++)
        if (!bind_constants(r, &r->test.steps[i].constants))
            return false;
    return true;
}

static bool set_constant(struct case_runner *r, const struct case_constant_value *value,
                         const struct host_constant *constant)
{
    char slot[64];
    struct io_error error;
    sm5_slot_format(&constant->slot, slot, sizeof slot);
    const struct case_place *place = case_find_place(r, slot);
    if (!place || !place->buffer)
        return case_stop(r, CASE_FAILED, "set: nothing is bound to '%s'", slot);
    return host_constant_set(constant, value->values, sm5_buffer_data(place->buffer),
                             sm5_buffer_size(place->buffer), &error) ||
           case_stop(r, CASE_FAILED, "%s:%u: set: %s", r->test.path, value->line, error.text);
}

bool case_set_constants(struct case_runner *r, const struct case_constant_values *values)
{
    for (size_t i = 0; i < values->count; i++) {
        struct host_constant constant;
        if (!find_constant(r, &values->list[i], &constant))
            return false;
        bool ok = set_constant(r, &values->list[i], &constant);
        host_constant_free(&constant);
        if (!ok)
            return false;
    }
    return true;
}

bool case_start_constants(struct case_runner *r)
{
    for (size_t i = 0; i < r->own_count; i++) {
        const struct case_place *place = case_find_place(r, r->own_slots[i]);
        if (place && place->buffer)
            sm5_layout_defaults(r->program, (uint32_t)r->own_resources[i], sm5_buffer_data(place->buffer),
                                sm5_buffer_size(place->buffer));
    }
    return case_set_constants(r, &r->test.constants);
}
