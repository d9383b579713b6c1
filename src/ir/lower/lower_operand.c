/* Operands: which word a source's component is, and which variable a destination's. */
#include <stdlib.h>

#include "ir/lower/lower.h"

static ir_ref read_word(struct lower *l, const struct program_operand *operand, unsigned component,
                        unsigned depth);

/* ---- names ---- */

uint32_t lower_slot(const struct lower *l, const struct program_operand *operand)
{
    const struct program_resource *resource = program_resource_of(l->program, operand);
    return resource ? (uint32_t)(resource - l->program->decls.resources) : IR_NONE;
}

uint32_t lower_view(struct lower *l, uint32_t slot, uint32_t reg)
{
    for (size_t i = l->views.count; i-- > 0 && l->views.count - i < 64;)
        if (l->views.data[i].slot == slot && l->views.data[i].reg == reg)
            return (uint32_t)i;
    struct ir_view view = {slot, reg};
    if (!VEC_PUSH(&l->views, view))
        lower_fail(l, SM5_ERR_MEMORY);
    return (uint32_t)l->views.count - 1;
}

/* ---- indices ---- */

static ir_ref index_at(struct lower *l, const struct program_index *index, uint32_t *base, unsigned depth)
{
    *base = (uint32_t)index->imm;
    if (index->imm > UINT32_MAX || depth > LOWER_RELATIVE)
        return lower_fail(l, SM5_ERR_SUPPORT);
    if (!index->relative)
        return 0;
    ir_ref relative = read_word(l, index->relative, operand_component(index->relative, 0), depth);
    if (!relative || lower_value(l, relative)->kind != IR_CONST)
        return relative;
    *base += lower_value(l, relative)->word;
    return 0;
}

ir_ref lower_index(struct lower *l, const struct program_index *index, uint32_t *base)
{
    return index_at(l, index, base, 1);
}

/* ---- r#, x#, and o# of geometry shaders ---- */

bool lower_is_register(const struct lower *l, const struct program_operand *operand)
{
    return operand->file == ISA_FILE_TEMP || operand->file == ISA_FILE_INDEXABLE_TEMP ||
           (operand->file == ISA_FILE_OUTPUT && l->program->stage == ISA_GEOMETRY);
}

bool lower_elements(const struct lower *l, const struct program_operand *operand,
                    struct lower_elements *elements)
{
    const struct program_decls *decls = &l->program->decls;
    if (operand->file == ISA_FILE_OUTPUT && operand->index_count && lower_is_register(l, operand)) {
        *elements = (struct lower_elements){l->outputs, decls->stage.outputs, 4, &operand->index[0]};
        return true;
    }
    const struct program_indexable *x = program_indexable_of(l->program, operand);
    if (!x || operand->index_count < 2)
        return false;
    *elements = (struct lower_elements){l->indexables[x - decls->indexables], x->size, x->components,
                                        &operand->index[1]};
    return true;
}

static struct lower_place place_of(struct lower *l, const struct program_operand *operand, unsigned component,
                                   unsigned depth)
{
    struct lower_place place = {.kind = LOWER_PLACE_NONE, .component = component};
    bool is_temp = operand->file == ISA_FILE_TEMP;
    const struct program_decls *decls = &l->program->decls;
    if (operand->index_count < (operand->file == ISA_FILE_INDEXABLE_TEMP ? 2 : 1)) {
        lower_fail(l, SM5_ERR_SUPPORT);
        return place;
    }
    if (is_temp) {
        place.element = index_at(l, &operand->index[0], &place.base, depth);
        place.array = l->temp_array;
        place.variable = 4 * place.base + component;
        if (l->has_temp_array)
            place.kind = LOWER_PLACE_ARRAY;
        else if (place.base < decls->temps)
            place.kind = LOWER_PLACE_VARIABLE;
        return place;
    }
    struct lower_elements elements;
    if (!lower_elements(l, operand, &elements) || component >= elements.components)
        return place;
    place.element = index_at(l, elements.index, &place.base, depth);
    place.array = elements.home.first;
    place.variable = elements.home.first + elements.components * place.base + component;
    if (elements.home.is_array)
        place.kind = LOWER_PLACE_ARRAY;
    else if (!place.element && place.base < elements.count)
        place.kind = LOWER_PLACE_VARIABLE;
    return place;
}

static ir_ref read_register(struct lower *l, const struct program_operand *operand, unsigned component,
                            unsigned depth)
{
    struct lower_place place = place_of(l, operand, component, depth + 1);
    if (place.kind == LOWER_PLACE_NONE)
        return lower_constant(l, 0);
    if (place.kind == LOWER_PLACE_VARIABLE)
        return l->variables[place.variable];
    struct ir_value v = {.kind = IR_XREAD,
                         .component = (uint8_t)component,
                         .results = 1,
                         .base = place.base,
                         .array = place.array,
                         .view = IR_NONE};
    uint32_t class = l->program->decls.resource_count + place.array;
    return lower_read(l, &v, &place.element, 1, l->class_epoch[class]);
}

ir_ref lower_register(struct lower *l, const struct program_operand *operand, unsigned component)
{
    return read_register(l, operand, component, 0);
}

void lower_assign(struct lower *l, uint32_t variable, ir_ref value)
{
    struct lower_change change = {variable, l->variables[variable]};
    if (!value || l->variables[variable] == value)
        return;
    if (!VEC_PUSH(&l->changes, change))
        lower_fail(l, SM5_ERR_MEMORY);
    l->variables[variable] = value;
}

/* ---- other files ---- */

static ir_ref read_cbuffer(struct lower *l, const struct program_operand *operand, unsigned component,
                           unsigned depth)
{
    bool ranges = program_is_51(l->program);
    if (operand->index_count < (ranges ? 3 : 2) || (ranges && operand->index[0].relative))
        return lower_fail(l, SM5_ERR_SUPPORT);
    struct ir_value v = {.kind = IR_CBUFFER, .component = (uint8_t)component, .results = 1, .view = IR_NONE};
    uint32_t reg;
    ir_ref args[2] = {0};
    args[1] = index_at(l, &operand->index[ranges ? 1 : 0], &reg, depth + 1);
    args[0] = index_at(l, &operand->index[ranges ? 2 : 1], &v.base, depth + 1);
    bool by_lane = !ranges && args[1]; /* cb[r0.x + 1]: the register names the declaration */
    v.slot =
        by_lane ? IR_NONE : program_find(l->program, ISA_FILE_CBUFFER, ranges ? operand->index[0].imm : reg);
    if (v.slot == IR_NONE && !by_lane && operand->index[0].relative && !l->status)
        return lower_constant(l, 0); /* r0.x is a constant, and no slot has that number */
    if (v.slot == IR_NONE && !by_lane)
        return lower_fail(l, SM5_ERR_SUPPORT);
    if (!args[1])
        v.view = lower_view(l, v.slot, reg);
    else if (reg)
        args[1] = lower_lane(l, ISA_IADD, (const ir_ref[]){args[1], lower_constant(l, reg)}, 2);
    return lower_read(l, &v, args, 2, 0);
}

static ir_ref read_icb(struct lower *l, const struct program_operand *operand, unsigned component,
                       unsigned depth)
{
    if (operand->index_count < 1)
        return lower_fail(l, SM5_ERR_SUPPORT);
    struct ir_value v = {
        .kind = IR_ICB, .component = (uint8_t)component, .results = 1, .slot = IR_NONE, .view = IR_NONE};
    ir_ref row = index_at(l, &operand->index[0], &v.base, depth + 1);
    const struct program_decls *decls = &l->program->decls;
    if (!row)
        return lower_constant(l, v.base < decls->icb_rows ? decls->icb[4 * (size_t)v.base + component] : 0);
    return lower_read(l, &v, &row, 1, 0);
}

static ir_ref read_this(struct lower *l, const struct program_operand *operand, unsigned component,
                        unsigned depth)
{
    if (operand->index_count < 1)
        return lower_fail(l, SM5_ERR_SUPPORT);
    struct ir_value v = {
        .kind = IR_THIS, .component = (uint8_t)component, .results = 1, .slot = IR_NONE, .view = IR_NONE};
    ir_ref element = index_at(l, &operand->index[0], &v.base, depth + 1);
    if (operand->index_count > 1 && !operand->index[0].relative) {
        uint32_t first = v.base;
        element = index_at(l, &operand->index[1], &v.base, depth + 1);
        v.base += first;
    }
    return lower_read(l, &v, &element, 1, 0);
}

static ir_ref read_system(struct lower *l, enum ir_system first, unsigned component)
{
    if (component > 2)
        return lower_constant(l, 0);
    return l->width || l->swapped || l->padded ? lower_merged_system(l, first + component)
                                               : lower_system(l, first + component);
}

static ir_ref read_cycles(struct lower *l, unsigned component)
{
    struct ir_value v = {.kind = IR_CYCLES, .results = 2, .slot = IR_NONE, .view = IR_NONE};
    if (component > 1)
        return lower_constant(l, 0);
    if (!l->cycles)
        l->cycles = lower_effect(l, &v, NULL, 0);
    lower_part(l, l->cycles, 1);
    return lower_part(l, l->cycles, component);
}

static ir_ref read_word(struct lower *l, const struct program_operand *operand, unsigned component,
                        unsigned depth)
{
    if (l->status)
        return 0;
    switch (operand->file) {
    case ISA_FILE_IMM32:
        return lower_constant(l, operand->imm[operand->comps == ISA_COMPS_4 ? component : 0]);
    case ISA_FILE_IMM64: return lower_constant(l, operand->imm[component]);
    case ISA_FILE_TEMP:
    case ISA_FILE_INDEXABLE_TEMP: return read_register(l, operand, component, depth);
    case ISA_FILE_CBUFFER: return read_cbuffer(l, operand, component, depth);
    case ISA_FILE_ICB: return read_icb(l, operand, component, depth);
    case ISA_FILE_THIS: return read_this(l, operand, component, depth);
    case ISA_FILE_THREAD_ID: return read_system(l, IR_THREAD_X, component);
    case ISA_FILE_THREAD_GROUP_ID: return read_system(l, IR_GROUP_X, component);
    case ISA_FILE_THREAD_ID_IN_GROUP: return read_system(l, IR_LOCAL_X, component);
    case ISA_FILE_THREAD_ID_IN_GROUP_FLATTENED: return read_system(l, IR_FLAT, 0);
    case ISA_FILE_CYCLE_COUNTER: return read_cycles(l, component);
    default: return lower_stage_read(l, operand, component);
    }
}

/* ---- sources ---- */

static enum lane_modifier modifier_of(const struct lower *l, unsigned operand)
{
    return lane_modifier_of(lower_instr(l)->opcode, operand, lower_instr(l)->operands[operand].modifier);
}

ir_ref lower_source(struct lower *l, unsigned operand, unsigned position)
{
    const struct program_operand *source = &lower_instr(l)->operands[operand];
    ir_ref word = read_word(l, source, operand_component(source, position), 0);
    enum lane_modifier modifier = modifier_of(l, operand);
    if (modifier == LANE_KEEP || l->status)
        return word;
    return lower_lane(l, (uint16_t)(IR_MODIFIER + modifier), &word, 1);
}

void lower_source_double(struct lower *l, unsigned operand, unsigned position, ir_ref out[2])
{
    const struct program_operand *source = &lower_instr(l)->operands[operand];
    enum lane_modifier modifier = modifier_of(l, operand);
    for (unsigned k = 0; k < 2; k++)
        out[k] = read_word(l, source, operand_component(source, position + k), 0);
    if (modifier == LANE_KEEP || l->status)
        return;
    lower_parts(l, lower_lane(l, (uint16_t)(IR_MODIFIER + modifier), out, 2), out);
}

/* ---- destinations ---- */

void lower_result(struct lower *l, struct lower_results *results, const struct program_operand *operand,
                  unsigned component, ir_ref value)
{
    if (l->status || !(operand_write_mask(operand) >> component & 1))
        return;
    bool is_output = lower_stage_writes(l, operand);
    if (!is_output && !lower_is_register(l, operand)) {
        lower_fail(l, SM5_ERR_SUPPORT);
        return;
    }
    results->item[results->count].is_output = is_output;
    results->item[results->count].value = value;
    if (is_output)
        results->item[results->count++].output = lower_stage_place(l, operand, component);
    else
        results->item[results->count++].place = place_of(l, operand, component, 1);
}

static void write_register(struct lower *l, const struct lower_place *place, ir_ref value)
{
    if (place->kind == LOWER_PLACE_VARIABLE)
        lower_assign(l, place->variable, value);
    if (place->kind != LOWER_PLACE_ARRAY)
        return;
    struct ir_value v = {.kind = IR_XWRITE,
                         .component = (uint8_t)place->component,
                         .base = place->base,
                         .array = place->array,
                         .view = IR_NONE};
    lower_effect(l, &v, (const ir_ref[]){place->element, value}, 2);
    lower_touch(l, l->program->decls.resource_count + place->array);
}

void lower_write(struct lower *l, const struct lower_results *results)
{
    for (unsigned i = 0; i < results->count && !l->status; i++) {
        if (results->item[i].is_output)
            lower_stage_write(l, results->item[i].output, results->item[i].value);
        else
            write_register(l, &results->item[i].place, results->item[i].value);
    }
}
