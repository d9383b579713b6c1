/* Names of words, as expressions of the debugger have them. */
#include "why/why.h"

static const char letters[] = "xyzw";

/* ---- columns ---- */

static void name_indexable(const struct plan *plan, uint32_t column, struct sm5_value *value)
{
    const struct program_indexable *x = plan->program->decls.indexables;
    column -= 4 * plan->program->decls.temps;
    for (; column >= x->size * x->components; x++)
        column -= x->size * x->components;
    snprintf(value->name, sizeof value->name, "x%u[%u].%c", x->reg, column / x->components,
             letters[column % x->components]);
}

static void name_number(uint32_t number, struct sm5_value *value)
{
    static const char *const names[] = {"vThreadID", "vThreadGroupID", "vThreadIDInGroup"};
    value->type = 'u';
    if (number == SYSTEM_FLAT)
        snprintf(value->name, sizeof value->name, "vThreadIDInGroupFlattened.x");
    else
        snprintf(value->name, sizeof value->name, "%s.%c", names[number / 3], letters[number % 3]);
}

void why_name_column(const struct sm5_why *y, uint32_t column, struct sm5_value *value)
{
    const struct plan *plan = y->plan;
    if (column < 4 * plan->program->decls.temps)
        snprintf(value->name, sizeof value->name, "r%u.%c", column / 4, letters[column % 4]);
    else if (column < plan->registers)
        name_indexable(plan, column, value);
    else if (column >= plan->system && column < plan->system + SYSTEM_COLUMNS) {
        if (y->debug->stage)
            debug_name_system_value(y->debug, column - plan->system, value);
        else
            name_number(column - plan->system, value);
    }
}

/* ---- constants ---- */

static const struct sm5_field_info *field_at(const struct sm5_layout *layout, uint32_t offset)
{
    for (size_t i = 0; layout && i < layout->fields.count; i++)
        if (layout->fields.data[i].offset == offset)
            return &layout->fields.data[i];
    return NULL;
}

static void name_constant(const struct sm5_why *y, const struct plan_step *step, uint32_t lane,
                          struct sm5_value *value)
{
    uint32_t row = interp_index(y->worker, step->element, lane);
    if (step->slot == PLAN_NONE) {
        snprintf(value->name, sizeof value->name, "cb%u[%u].%c", interp_index(y->worker, step->reg, lane),
                 row, letters[step->component]);
        return;
    }
    const struct program_resource *resource = &y->plan->program->decls.resources[step->slot];
    const struct sm5_field_info *field =
        row < UINT32_MAX / 16 ? field_at(y->debug->layouts[step->slot], 16 * row + 4u * step->component)
                              : NULL;
    if (field)
        snprintf(value->name, sizeof value->name, "cb%u.%s", resource->id, field->name);
    else
        snprintf(value->name, sizeof value->name, "cb%u[%u].%c", resource->id, row, letters[step->component]);
    value->type = field && field->type != 'd' ? field->type : value->type;
}

void why_name_step(const struct sm5_why *y, const struct plan_step *step, uint32_t lane,
                   struct sm5_value *value)
{
    uint32_t element = step->kind == STEP_CYCLES ? 0 : interp_index(y->worker, step->element, lane);
    char letter = letters[step->component & 3];
    switch (step->kind) {
    case STEP_CBUFFER:
    case STEP_CBUFFER_LANES: name_constant(y, step, lane, value); break;
    case STEP_ICB: snprintf(value->name, sizeof value->name, "icb[%u].%c", element, letter); break;
    case STEP_THIS: snprintf(value->name, sizeof value->name, "this[%u].%c", element, letter); break;
    case STEP_RECORD: why_name_record(y, step, lane, value); break;
    case STEP_FILE:
        snprintf(value->name, sizeof value->name, "%s%u[%u].%c", isa_file(step->operand->file)->text,
                 (uint32_t)operand_index(step->operand, 0), element, letter);
        break;
    default: snprintf(value->name, sizeof value->name, "vCycleCounter"); break;
    }
}

/* ---- memory ---- */

static void name_structure(const struct sm5_why *y, uint32_t slot, uint32_t address, uint32_t offset,
                           struct sm5_value *value)
{
    const struct program_resource *resource = &y->plan->program->decls.resources[slot];
    const struct sm5_field_info *field = field_at(y->debug->layouts[slot], offset);
    const char *file = isa_file(resource->file)->text;
    if (field)
        snprintf(value->name, sizeof value->name, "%s%u[%u].%s", file, resource->id, address, field->name);
    else if (resource->stride == 4)
        snprintf(value->name, sizeof value->name, "%s%u[%u]", file, resource->id, address);
    else
        snprintf(value->name, sizeof value->name, "%s%u[%u][%u]", file, resource->id, address, offset);
    value->type = field && field->type != 'd' ? field->type : value->type;
}

void why_name_memory(const struct sm5_why *y, uint32_t slot, uint32_t address, uint32_t offset,
                     unsigned component, struct sm5_value *value)
{
    const struct program_resource *resource = &y->plan->program->decls.resources[slot];
    const char *file = isa_file(resource->file)->text;
    if (resource->dimension == ISA_DIM_STRUCTURED)
        name_structure(y, slot, address, (offset & ~3u) + 4 * component, value);
    else if (resource->dimension == ISA_DIM_RAW)
        snprintf(value->name, sizeof value->name, "%s%u[%u]", file, resource->id,
                 (address & ~3u) + 4 * component);
    else
        snprintf(value->name, sizeof value->name, "%s%u[%u].%c", file, resource->id, address,
                 letters[component]);
}

/* The first coordinates of an access to a texel; a sample has no texel of its own. */
void why_name_texel(const struct sm5_why *y, const struct plan_texture *t, uint32_t lane, unsigned component,
                    struct sm5_value *value)
{
    const struct program_resource *resource =
        t->slot < PLAN_BY_LANE ? &y->plan->program->decls.resources[t->slot] : NULL;
    uint32_t reg = resource ? resource->id : interp_index(y->worker, t->reg, lane);
    const char *file = resource ? isa_file(resource->file)->text : "t";
    if (t->slot == PLAN_NONE) {
        snprintf(value->name, sizeof value->name, "rasterizer.%c", letters[component & 3]);
        return;
    }
    size_t length = (size_t)snprintf(value->name, sizeof value->name, "%s%u", file, reg);
    if (t->access.kind <= ISA_ACCESS_ATOMIC) {
        const struct isa_dimension_info *info = &isa_dimensions[t->access.dimension];
        unsigned count = info->coordinates + info->layers;
        for (unsigned i = 0; i < count && i < 4 && t->reads[READ_COORD + i] != PLAN_NONE; i++)
            length +=
                (size_t)snprintf(value->name + length, sizeof value->name - length, "%c%u", i ? ',' : '[',
                                 interp_column(y->worker, t->reads[READ_COORD + i])[lane]);
        length += (size_t)snprintf(value->name + length, sizeof value->name - length, "]");
    }
    snprintf(value->name + length, sizeof value->name - length, ".%c", letters[component & 3]);
}
