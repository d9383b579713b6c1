/* Replaces instructions by simpler ones, and drops what an instruction may have beside its operands. */
#include "reduce/reduce_doc.h"

enum { NO_RESULT = ISA_MAX_OPERANDS };

/* The only result that is not null; NO_RESULT when there is none, or a second one. */
static unsigned result_of(const struct program_instr *instr)
{
    const struct isa_op *row = isa_op(instr->opcode);
    unsigned found = NO_RESULT;
    for (unsigned k = 0; k < row->operand_count && k < instr->operand_count; k++) {
        if (row->operands[k].role != ISA_ROLE_DST || instr->operands[k].file == ISA_FILE_NULL)
            continue;
        if (found != NO_RESULT)
            return NO_RESULT;
        found = k;
    }
    return found;
}

static bool is_move(uint16_t opcode)
{
    return opcode == ISA_MOV || opcode == ISA_DMOV;
}

static bool is_changeable(const struct reduce_doc *doc, uint32_t at)
{
    const struct program_instr *instr = &doc->instrs[at];
    return !doc->deleted[at] && isa_is_executable(instr->opcode) &&
           instr->operand_count == isa_op(instr->opcode)->operand_count;
}

/* ---- constants in place of results ---- */

static bool may_cut(const struct reduce_doc *doc, uint32_t at)
{
    return is_changeable(doc, at) && !is_move(doc->instrs[at].opcode) &&
           result_of(&doc->instrs[at]) != NO_RESULT;
}

void instr_collect_cuts(const struct reduce_doc *doc, struct reduce_edits *edits)
{
    for (uint32_t i = 0; i < doc->count; i++)
        if (may_cut(doc, i))
            edits_add(edits, (struct reduce_edit){.at = i});
}

bool instr_cut(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t end)
{
    (void)end;
    if (!may_cut(doc, edit->at))
        return false;
    struct program_operand dst = doc->instrs[edit->at].operands[result_of(&doc->instrs[edit->at])];
    struct program_operand *operands = doc_replace(doc, edit->at, ISA_MOV, 2);
    if (!operands)
        return false;
    operands[0] = dst;
    operands[1] = operand_zero(__builtin_popcount(operand_write_mask(&dst)) == 1, false);
    return true;
}

/* ---- parts ---- */

enum { PART_FORWARD, PART_UNCONDITIONAL, PART_CONTROL, PART_EXTENDED, PART_PADDING };

/* The jump or call without the condition of a conditional one; ISA_OPCODE_COUNT: none. */
static uint16_t unconditional(uint16_t opcode)
{
    uint16_t found = 0;
    const struct isa_op *row = isa_op(opcode);
    if (!isa_has(opcode, ISA_TEST))
        return ISA_OPCODE_COUNT;
    while (found < ISA_OPCODE_COUNT && (isa_flow(found) != row->flow || isa_has(found, ISA_TEST)))
        found++;
    return found;
}

/* Bits that may be cleared one by one. */
static uint32_t clearable(const struct program_instr *instr)
{
    const struct isa_op *row = isa_op(instr->opcode);
    uint32_t bits = 0;
    if (instr_has_saturate_bit(instr))
        bits |= ISA_TOKEN_SATURATE;
    if (row->flags & ISA_PREC)
        bits |= 0xfu << ISA_TOKEN_PRECISE_SHIFT;
    switch (row->control) {
    case ISA_CONTROL_SYNC: bits |= ISA_SYNC_T | ISA_SYNC_G | ISA_SYNC_UGROUP | ISA_SYNC_UGLOBAL; break;
    case ISA_CONTROL_UAV: bits |= ISA_TOKEN_GLC | ISA_TOKEN_ROV | ISA_TOKEN_OPC; break;
    case ISA_CONTROL_UAV_DIMENSION: bits |= ISA_TOKEN_GLC | ISA_TOKEN_ROV; break;
    case ISA_CONTROL_GLOBAL_FLAGS: bits |= ISA_TOKEN_CONTROLS; break;
    case ISA_CONTROL_CBUFFER_ACCESS: bits |= ISA_TOKEN_DYNAMIC; break;
    default: break;
    }
    return bits & instr->controls;
}

static void collect_controls(const struct program_instr *instr, uint32_t at, struct reduce_edits *edits)
{
    uint32_t bits = clearable(instr);
    uint32_t precise = bits & 0xfu << ISA_TOKEN_PRECISE_SHIFT;
    if (isa_op(instr->opcode)->flags & ISA_PREC && precise) {
        edits_add(edits, (struct reduce_edit){.at = at, .part = PART_CONTROL, .value = precise});
        bits &= ~precise;
    }
    for (uint32_t bit = 1; bit && bit <= ISA_TOKEN_CONTROLS; bit <<= 1)
        if (bits & bit)
            edits_add(edits, (struct reduce_edit){.at = at, .part = PART_CONTROL, .value = bit});
}

static void collect_forwards(const struct program_instr *instr, uint32_t at, struct reduce_edits *edits)
{
    const struct isa_op *row = isa_op(instr->opcode);
    unsigned result = result_of(instr);
    if (result == NO_RESULT || is_move(instr->opcode) || row->operands[result].count == 1)
        return;
    for (uint8_t k = 1; k < row->operand_count; k++) {
        bool is_value =
            row->operands[k].role == ISA_ROLE_SRC && row->operands[k].count == row->operands[0].count;
        bool is_double = row->operands[k].type == ISA_TYPE_D;
        if (is_value && is_double == (row->operands[result].type == ISA_TYPE_D))
            edits_add(edits, (struct reduce_edit){.at = at, .part = PART_FORWARD, .operand = k});
    }
}

static void collect_parts(const struct reduce_doc *doc, uint32_t at, struct reduce_edits *edits)
{
    const struct program_instr *instr = &doc->instrs[at];
    if (unconditional(instr->opcode) != ISA_OPCODE_COUNT)
        edits_add(edits, (struct reduce_edit){.at = at, .part = PART_UNCONDITIONAL});
    if (is_changeable(doc, at))
        collect_forwards(instr, at, edits);
    if (instr->ext_count)
        edits_add(edits, (struct reduce_edit){.at = at, .part = PART_EXTENDED, .value = ISA_EXT_EMPTY});
    for (unsigned i = 0; instr->ext_count > 1 && i < instr->ext_count; i++)
        edits_add(edits, (struct reduce_edit){.at = at, .part = PART_EXTENDED, .value = i + 1});
    if (instr->padding_count)
        edits_add(edits, (struct reduce_edit){.at = at, .part = PART_PADDING});
    collect_controls(instr, at, edits);
}

void instr_collect(const struct reduce_doc *doc, struct reduce_edits *edits)
{
    for (uint32_t i = 0; i < doc->count; i++)
        collect_parts(doc, i, edits);
}

static bool forward(struct reduce_doc *doc, uint32_t at, unsigned source)
{
    const struct program_instr *instr = &doc->instrs[at];
    unsigned result = result_of(instr);
    if (is_move(instr->opcode) || source >= instr->operand_count || result == NO_RESULT)
        return false;
    struct program_operand dst = instr->operands[result], value = instr->operands[source];
    bool is_double = isa_op(instr->opcode)->operands[result].type == ISA_TYPE_D;
    struct program_operand *operands = doc_replace(doc, at, is_double ? ISA_DMOV : ISA_MOV, 2);
    if (!operands)
        return false;
    operands[0] = dst;
    operands[1] = value;
    return true;
}

/* The operands after the condition are kept. */
static bool make_unconditional(struct reduce_doc *doc, uint32_t at)
{
    struct program_instr *instr = &doc->instrs[at];
    if (unconditional(instr->opcode) == ISA_OPCODE_COUNT)
        return false;
    instr->opcode = unconditional(instr->opcode);
    instr->operands++;
    instr->operand_count--;
    instr->controls = 0;
    return true;
}

/* `which`: all tokens (0), or token which - 1. */
static bool drop_extended(struct program_instr *instr, uint64_t which)
{
    if (which > instr->ext_count || instr->ext_count == 0)
        return false;
    unsigned kept = 0;
    for (unsigned i = 0; which && i < instr->ext_count; i++)
        if (i != which - 1)
            instr->ext[kept++] = instr->ext[i];
    instr->ext_count = (uint8_t)kept;
    return true;
}

bool instr_simplify(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t end)
{
    (void)end;
    struct program_instr *instr = &doc->instrs[edit->at];
    switch (edit->part) {
    case PART_FORWARD: return forward(doc, edit->at, edit->operand);
    case PART_UNCONDITIONAL: return make_unconditional(doc, edit->at);
    case PART_EXTENDED: return drop_extended(instr, edit->value);
    case PART_PADDING: instr->padding_count = 0; return true;
    default: break;
    }
    if (!(instr->controls & edit->value))
        return false;
    instr->controls &= ~(uint32_t)edit->value;
    return true;
}
