/* The program of a step: its kernel, and what is bound to it. */
#include <string.h>

#include "case/case_run.h"

static void count_nonconforming(const struct case_runner *r)
{
    for (size_t i = 0; i < sm5_diags_count(r->diags); i++)
        *r->options->nonconforming += strcmp(sm5_diags_at(r->diags, i)->code, "validate-nonconforming") == 0;
}

bool case_open_step(struct case_runner *r, const char *shader, struct case_kernel *step)
{
    const char *name = shader ? shader : r->test.shader_text ? "shader_text" : r->test.shader;
    if (!case_read_program(r, shader, &step->program))
        return false;
    enum sm5_status status = sm5_kernel_new_with(step->program, &r->options->kernel, &step->kernel, r->diags);
    if (status)
        return case_stop_with_diags(r, status, name);
    count_nonconforming(r);
    step->bindings = sm5_bindings_new(step->program);
    if (step->bindings && case_is_checked(r))
        sm5_bindings_accept_mismatch(step->bindings);
    return step->bindings || case_stop(r, CASE_FAILED, "out of memory");
}

static bool bind_place(struct case_runner *r, const struct case_kernel *step, size_t i)
{
    const struct case_binding *binding = &r->test.bindings[i];
    struct sm5_view view;
    struct sm5_sampler sampler;
    enum sm5_status status;
    if (case_is_sampler(binding)) {
        if (!case_sampler(r, binding, &sampler))
            return false;
        status = sm5_bind_sampler(step->bindings, &r->places[i].slot, &sampler, r->diags);
    } else {
        if (!case_view(r, i, &view))
            return false;
        status = sm5_bind(step->bindings, &r->places[i].slot, &view, r->diags);
    }
    return !status || case_stop_with_diags(r, status, r->places[i].name);
}

static bool bind_places(struct case_runner *r, const struct case_kernel *step)
{
    for (size_t i = 0; i < r->test.binding_count; i++)
        if (!case_is_input(&r->test.bindings[i]) && !bind_place(r, step, i))
            return false;
    return true;
}

static bool bind_classes(struct case_runner *r, const struct case_kernel *step)
{
    for (size_t i = 0; i < r->test.class_count; i++) {
        const struct case_class *class = &r->test.classes[i];
        struct host_class choice;
        if (!host_class_parse(class->interface, class->table, &choice))
            return case_stop(r, CASE_FAILED, "classes: '%s: %s'; expected 'fp0[0]: ft1'", class->interface,
                             class->table);
        enum sm5_status status = sm5_bind_class(step->bindings, choice.interface, choice.element,
                                                choice.table, choice.instance, r->diags);
        if (status)
            return case_stop_with_diags(r, status, class->interface);
    }
    return true;
}

bool case_bind(struct case_runner *r, const struct case_kernel *step)
{
    return case_name_rows(r, step) && bind_places(r, step) && bind_classes(r, step);
}

/* A step whose shader does not declare a slot keeps its counter. */
void case_save_counters(struct case_runner *r, const struct case_kernel *step)
{
    for (size_t i = 0; i < r->test.binding_count; i++)
        if (r->places[i].has_counter)
            sm5_counter_get(step->bindings, &r->places[i].slot, &r->places[i].counter);
}

void case_close_step(struct case_kernel *step)
{
    sm5_bindings_free(step->bindings);
    sm5_kernel_free(step->kernel);
    sm5_program_free(step->program);
}
