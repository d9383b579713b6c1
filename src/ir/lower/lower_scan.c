/* Which variables and memory a range of instructions may change. */
#include <stdlib.h>

#include "ir/lower/lower.h"

struct scan {
    struct lower *l;
    VEC(uint32_t) found;
    bool touches;
};

static void scan_range(struct scan *s, uint32_t begin, uint32_t end);

static void found_variable(struct scan *s, uint32_t variable)
{
    struct lower *l = s->l;
    if (variable >= l->variable_count || l->stamps[variable] == l->stamp)
        return;
    l->stamps[variable] = l->stamp;
    if (!VEC_PUSH(&s->found, variable))
        lower_fail(l, SM5_ERR_MEMORY);
}

static void scan_class(struct scan *s, uint32_t class)
{
    struct lower *l = s->l;
    if (!s->touches || class == IR_NONE || l->class_marks[class] == l->stamp)
        return;
    l->class_marks[class] = l->stamp;
    lower_touch(l, class);
}

static void scan_destination(struct scan *s, const struct program_operand *operand)
{
    struct lower *l = s->l;
    const struct program_decls *decls = &l->program->decls;
    uint32_t mask = operand_write_mask(operand), first = 0;
    struct lower_elements elements;
    if (operand->index_count < 1)
        return;
    if (operand->file == ISA_FILE_TEMP) {
        if (l->has_temp_array)
            scan_class(s, decls->resource_count + l->temp_array);
        if (l->has_temp_array || operand->index[0].imm >= decls->temps)
            return;
        first = 4 * (uint32_t)operand->index[0].imm;
    } else if (lower_elements(l, operand, &elements)) {
        if (elements.home.is_array)
            scan_class(s, decls->resource_count + elements.home.first);
        if (elements.home.is_array || elements.index->imm >= elements.count)
            return;
        first = elements.home.first + elements.components * (uint32_t)elements.index->imm;
    } else {
        if (lower_stage_writes(l, operand)) {
            scan_class(s, lower_stage_slot(l, IR_STAGE_OUTPUTS));
            scan_class(s, lower_stage_slot(l, IR_STAGE_CONSTANTS));
        }
        return;
    }
    for (unsigned c = 0; c < 4; c++)
        if (mask >> c & 1)
            found_variable(s, first + c);
}

static void scan_routine(struct scan *s, const struct program_label *label)
{
    struct lower *l = s->l;
    uint32_t i = label ? (uint32_t)(label - l->program->decls.labels) : 0;
    if (!label || l->scanned[i])
        return;
    l->scanned[i] = 1;
    if (!VEC_PUSH(&l->scanned_list, i))
        lower_fail(l, SM5_ERR_MEMORY);
    scan_range(s, label->instr + 1, program_block_of(l->program, label->instr)->end);
}

static void scan_interface(struct scan *s, const struct program_instr *instr)
{
    struct lower *l = s->l;
    const struct program_operand *operand = &instr->operands[0];
    uint32_t element;
    const struct program_interface *face =
        operand->index_count && !operand->index[0].relative
            ? program_interface_of(l->program, (uint32_t)operand->index[0].imm, &element)
            : NULL;
    for (uint32_t i = 0; face && i < face->table_count; i++) {
        uint32_t table = program_find(l->program, ISA_FILE_FUNCTION_TABLE, face->tables[i]);
        for (uint32_t k = 0; table != PROGRAM_NONE && k < l->program->decls.tables[table].count; k++)
            scan_routine(s, program_body_of(l->program, face->tables[i], k));
    }
}

static void scan_instr(struct scan *s, const struct program_instr *instr)
{
    struct lower *l = s->l;
    const struct isa_op *row = isa_op(instr->opcode);
    for (unsigned i = 0; row && i < row->operand_count && i < instr->operand_count; i++) {
        const struct program_operand *operand = &instr->operands[i];
        if (row->operands[i].role == ISA_ROLE_DST)
            scan_destination(s, operand);
        bool writes = row->operands[i].role == ISA_ROLE_WMEM || row->form == ISA_FORM_ATOMIC;
        bool is_memory = operand->file == ISA_FILE_UAV || operand->file == ISA_FILE_TGSM;
        if (writes && is_memory)
            scan_class(s, lower_slot(l, operand));
    }
    if (row && row->form == ISA_FORM_STREAM && l->program->stage == ISA_GEOMETRY)
        for (uint32_t i = 0; i < LOWER_STREAM_VARIABLES; i++)
            found_variable(s, l->stream_first + i);
    if (instr->opcode == ISA_DISCARD)
        found_variable(s, l->disabled);
    if (instr->opcode == ISA_SYNC)
        for (uint32_t i = 0; i < l->program->decls.resource_count; i++)
            if (l->program->decls.resources[i].file != ISA_FILE_SRV || l->f->alias)
                scan_class(s, i);
    if (instr->opcode == ISA_CALL || instr->opcode == ISA_CALLC)
        scan_routine(s, program_label_of(l->program, &instr->operands[instr->opcode == ISA_CALLC]));
    else if (instr->opcode == ISA_INTERFACE_CALL)
        scan_interface(s, instr);
}

static void scan_range(struct scan *s, uint32_t begin, uint32_t end)
{
    for (uint32_t at = begin; at < end && !s->l->status && lower_visit(s->l); at++)
        if (isa_is_executable(s->l->program->instrs[at].opcode))
            scan_instr(s, &s->l->program->instrs[at]);
}

uint32_t *lower_assigned(struct lower *l, uint32_t begin, uint32_t end, uint32_t *count, bool touches)
{
    struct scan scan = {.l = l, .touches = touches};
    l->stamp++;
    scan_range(&scan, begin, end);
    for (size_t i = 0; i < l->scanned_list.count; i++)
        l->scanned[l->scanned_list.data[i]] = 0;
    l->scanned_list.count = 0;
    uint32_t *copy = arena_copy(&l->f->arena, scan.found.data ? scan.found.data : (uint32_t[]){0},
                                scan.found.count * sizeof *scan.found.data);
    *count = (uint32_t)scan.found.count;
    VEC_FREE(&scan.found);
    if (!copy)
        lower_fail(l, SM5_ERR_MEMORY);
    return copy;
}
