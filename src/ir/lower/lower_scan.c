/* Scans before lowering: which instruction closes each block, and which variables and memory a range of
   instructions may change. */
#include <stdlib.h>

#include "ir/lower/lower.h"

/* ---- blocks and routines ---- */

struct open_block {
    uint32_t at, other;
    uint16_t opcode;
};

static bool add_name(struct lower *l, uint32_t file, uint32_t id, uint32_t value)
{
    struct lower_name name = {file, id, value};
    return VEC_PUSH(&l->names, name) || lower_fail(l, SM5_ERR_MEMORY);
}

static int compare(const void *a, const void *b)
{
    const struct lower_name *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

static bool name_declarations(struct lower *l)
{
    const struct program_decls *d = &l->program->decls;
    bool ok = true;
    for (uint32_t i = 0; ok && i < d->resource_count; i++)
        ok = add_name(l, d->resources[i].file, d->resources[i].id, i);
    for (uint32_t i = 0; ok && i < d->indexable_count; i++)
        ok = add_name(l, ISA_FILE_INDEXABLE_TEMP, d->indexables[i].reg, i);
    for (uint32_t i = 0; ok && i < d->interface_count; i++)
        ok = add_name(l, ISA_FILE_INTERFACE, d->interfaces[i].id, i);
    for (uint32_t i = 0; ok && i < d->table_count; i++)
        ok = add_name(l, ISA_FILE_FUNCTION_TABLE, d->tables[i].id, i);
    return ok;
}

static bool is_opener(uint16_t opcode)
{
    return opcode == ISA_IF || opcode == ISA_LOOP || opcode == ISA_SWITCH;
}

static uint16_t opener_of(uint16_t opcode)
{
    switch (opcode) {
    case ISA_ELSE:
    case ISA_ENDIF: return ISA_IF;
    case ISA_ENDLOOP: return ISA_LOOP;
    default: return ISA_SWITCH;
    }
}

static bool match_block(struct lower *l, struct open_block *open, unsigned *depth, uint32_t at)
{
    uint16_t opcode = l->program->instrs[at].opcode;
    if (is_opener(opcode)) {
        if (*depth == LOWER_NESTING)
            return false;
        open[(*depth)++] = (struct open_block){at, 0, opcode};
        return true;
    }
    if (opcode != ISA_ELSE && opcode != ISA_ENDIF && opcode != ISA_ENDLOOP && opcode != ISA_ENDSWITCH)
        return true;
    if (!*depth || open[*depth - 1].opcode != opener_of(opcode))
        return false;
    struct open_block *top = &open[*depth - 1];
    if (opcode == ISA_ELSE) {
        if (top->other)
            return false;
        top->other = at;
        return true;
    }
    l->end[top->at] = at;
    l->other[top->at] = top->other ? top->other : at;
    --*depth;
    return true;
}

static bool label_of(struct lower *l, uint32_t at)
{
    const struct program_operand *operand = &l->program->instrs[at].operands[0];
    bool named = operand->file == ISA_FILE_LABEL || operand->file == ISA_FILE_FUNCTION_BODY;
    if (!named || operand->index_count < 1)
        return false;
    return add_name(l, operand->file, (uint32_t)operand->index[0].imm, at);
}

bool lower_structure(struct lower *l)
{
    struct open_block open[LOWER_NESTING];
    unsigned depth = 0;
    uint32_t routine = IR_NONE, count = l->program->instr_count;
    if (!name_declarations(l))
        return false;
    for (uint32_t at = 0; at < count; at++) {
        uint16_t opcode = l->program->instrs[at].opcode;
        if (lower_hull_is_marker(opcode) && (depth || routine != IR_NONE))
            return lower_fail(l, SM5_ERR_SUPPORT);
        if (opcode != ISA_LABEL) {
            if (!match_block(l, open, &depth, at))
                return lower_fail(l, SM5_ERR_SUPPORT);
            continue;
        }
        if (depth || !label_of(l, at))
            return lower_fail(l, SM5_ERR_SUPPORT);
        if (routine != IR_NONE)
            l->end[routine] = at;
        routine = at;
    }
    if (depth)
        return lower_fail(l, SM5_ERR_SUPPORT);
    if (routine != IR_NONE)
        l->end[routine] = count;
    if (l->names.count)
        qsort(l->names.data, l->names.count, sizeof *l->names.data, compare);
    return true;
}

/* ---- what a range of instructions may change ---- */

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

static void scan_routine(struct scan *s, uint32_t label)
{
    struct lower *l = s->l;
    if (label == IR_NONE || l->scanned[label])
        return;
    l->scanned[label] = 1;
    if (!VEC_PUSH(&l->scanned_list, label))
        lower_fail(l, SM5_ERR_MEMORY);
    scan_range(s, label + 1, l->end[label]);
}

static void scan_interface(struct scan *s, const struct program_instr *instr)
{
    struct lower *l = s->l;
    const struct program_decls *decls = &l->program->decls;
    const struct program_operand *operand = &instr->operands[0];
    uint32_t element;
    const struct program_interface *face =
        operand->index_count && !operand->index[0].relative
            ? program_interface_of(l->program, (uint32_t)operand->index[0].imm, &element)
            : NULL;
    for (uint32_t i = 0; face && i < face->table_count; i++) {
        uint32_t table = lower_find(l, ISA_FILE_FUNCTION_TABLE, face->tables[i]);
        for (uint32_t k = 0; table != IR_NONE && k < decls->tables[table].count; k++)
            scan_routine(s, lower_find(l, ISA_FILE_FUNCTION_BODY, decls->tables[table].bodies[k]));
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
        if (writes && is_memory && operand->index_count)
            scan_class(s, lower_find(l, operand->file, (uint32_t)operand->index[0].imm));
    }
    if (row && row->form == ISA_FORM_STREAM && l->program->stage == ISA_GEOMETRY)
        for (uint32_t i = 0; i < LOWER_STREAM_VARIABLES; i++)
            found_variable(s, l->stream_first + i);
    if (instr->opcode == ISA_DISCARD)
        found_variable(s, l->muted);
    if (instr->opcode == ISA_SYNC)
        for (uint32_t i = 0; i < l->program->decls.resource_count; i++)
            if (l->program->decls.resources[i].file != ISA_FILE_SRV || l->f->alias)
                scan_class(s, i);
    if (instr->opcode == ISA_CALL || instr->opcode == ISA_CALLC) {
        const struct program_operand *label = &instr->operands[instr->opcode == ISA_CALLC];
        if (label->index_count)
            scan_routine(s, lower_find(l, label->file, (uint32_t)label->index[0].imm));
    } else if (instr->opcode == ISA_INTERFACE_CALL) {
        scan_interface(s, instr);
    }
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
