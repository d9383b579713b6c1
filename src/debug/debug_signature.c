/* Inputs and outputs of stages as variables: elements by semantic, or vertices that have elements. */
#include "debug/debug.h"

static bool name_variable(struct sm5_variable *v, const char *name)
{
    snprintf(v->name, sizeof v->name, "%s", name);
    return true;
}

/* Element `*index` of a part. False past the end: *index is less the number of elements. */
static bool find_element(const struct sm5_debug *d, enum sm5_stage_part part, char prefix, uint32_t *index,
                         struct sm5_variable *v)
{
    struct sm5_stage_element e;
    uint32_t count = 0;
    while (sm5_stage_element_at(d->program, part, count, &e)) {
        if (count == *index) {
            debug_element_expression(&e, prefix, v->name, sizeof v->name);
            return true;
        }
        count++;
    }
    *index -= count;
    return false;
}

/* "v[2]": a vertex, which has elements. */
static bool find_vertex(const char *file, uint32_t count, uint32_t *index, struct sm5_variable *v)
{
    if (*index < count) {
        snprintf(v->name, sizeof v->name, "%s[%u]", file, *index);
        return true;
    }
    *index -= count;
    return false;
}

/* Of the patch, and of a hull shader's later phases the control points. */
static bool find_patch(const struct sm5_debug *d, uint32_t *index, struct sm5_variable *v)
{
    const struct program_stage *stage = &d->program->decls.stage;
    const struct program_phase *phase = debug_phase(d);
    bool is_domain = d->program->stage == ISA_DOMAIN, is_later = phase && phase->kind != PROGRAM_PHASE_POINTS;
    if (is_later && stage->outputs && find_vertex("vocp", stage->points_out, index, v))
        return true;
    if (!stage->constants || (!is_domain && !is_later))
        return false;
    return (*index)-- == 0 && name_variable(v, "vpc");
}

bool debug_input_at(const struct sm5_debug *d, uint32_t index, struct sm5_variable *v)
{
    const struct program_stage *stage = &d->program->decls.stage;
    enum isa_stage kind = d->program->stage;
    bool is_patch = kind == ISA_HULL || kind == ISA_DOMAIN;
    if (is_patch || kind == ISA_GEOMETRY) {
        uint32_t vertices = is_patch ? stage->points_in : stage->vertices_in;
        if (stage->inputs && find_vertex("v", vertices, &index, v))
            return true;
    } else if (find_element(d, SM5_STAGE_INPUTS, 'v', &index, v)) {
        return true;
    }
    if (is_patch && find_patch(d, &index, v))
        return true;
    const char *name = debug_system_value_at(d, index);
    return name && name_variable(v, name);
}

bool debug_output_at(const struct sm5_debug *d, uint32_t index, struct sm5_variable *v)
{
    const struct program_phase *phase = debug_phase(d);
    bool is_patch = phase && phase->kind != PROGRAM_PHASE_POINTS;
    return find_element(d, is_patch ? SM5_STAGE_CONSTANTS : SM5_STAGE_OUTPUTS, 'o', &index, v);
}
