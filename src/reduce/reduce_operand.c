/* Simplifies operands. Each edit moves the operand down a fixed order, so that the passes end. */
#include "reduce/reduce_doc.h"

enum {
    PART_ZERO,     /* l(0) in place of a register */
    PART_NULL,     /* null in place of a result */
    PART_MODIFIER, /* and precision, and NonUniformResourceIndex */
    PART_RELATIVE, /* index `value` without its register */
    PART_INDEX,    /* index `value` becomes 0 */
    PART_SWIZZLE,  /* becomes `value` */
    PART_MASK,     /* without component `value` */
    PART_COPY,     /* the source of the mov that made the value */
    PART_WORD,     /* word `value` of an immediate becomes 0 */
    PART_ONE       /* an immediate becomes 1, of its type */
};

enum { SWIZZLE_XYZW = 0xe4, SWIZZLE_XXXX = 0 };

bool operand_is_source(const struct isa_op *row, unsigned operand)
{
    uint8_t role = row->operands[operand].role;
    return role == ISA_ROLE_SRC || role == ISA_ROLE_ADDR;
}

struct program_operand operand_zero(bool is_single, bool is_double)
{
    uint8_t file = is_double ? ISA_FILE_IMM64 : ISA_FILE_IMM32;
    return (struct program_operand){.file = file, .comps = is_single ? ISA_COMPS_1 : ISA_COMPS_4};
}

static bool is_immediate(const struct program_operand *operand)
{
    return operand->file == ISA_FILE_IMM32 || operand->file == ISA_FILE_IMM64;
}

static bool is_swizzled(const struct program_operand *operand)
{
    return operand->comps == ISA_COMPS_4 && operand->selection == ISA_SELECT_SWIZZLE &&
           !is_immediate(operand);
}

static bool is_one_selected(const struct program_operand *operand)
{
    return operand->comps == ISA_COMPS_4 && operand->selection == ISA_SELECT_ONE && !is_immediate(operand);
}

static bool is_masked(const struct program_operand *operand)
{
    return operand->comps == ISA_COMPS_4 && operand->selection == ISA_SELECT_MASK && !is_immediate(operand);
}

/* Registers of these files are elements of an array: their last index may become 0 without a new
   declaration. */
static bool is_array(uint8_t file)
{
    return file == ISA_FILE_CBUFFER || file == ISA_FILE_ICB || file == ISA_FILE_INDEXABLE_TEMP;
}

/* ---- immediates ---- */

static unsigned word_count(const struct program_operand *operand)
{
    return operand->comps == ISA_COMPS_4 ? 4 : operand->file == ISA_FILE_IMM64 ? 2 : 1;
}

static bool is_one(const struct program_operand *operand, enum isa_type type)
{
    uint32_t one = type == ISA_TYPE_F ? bits_of_float(1) : 1;
    for (unsigned i = 0; i < word_count(operand); i++)
        if (operand->imm[i] != 0 && operand->imm[i] != one)
            return false;
    return true;
}

static void collect_immediate(const struct program_operand *operand, const struct isa_operand *row,
                              struct reduce_edit edit, struct reduce_edits *edits)
{
    unsigned words = word_count(operand);
    bool is_zero = true;
    for (unsigned i = 0; i < words; i++)
        is_zero &= operand->imm[i] == 0;
    if (is_zero)
        return;
    edit.part = PART_ZERO;
    edits_add(edits, edit);
    edit.part = PART_WORD;
    for (edit.value = 0; words > 1 && edit.value < words; edit.value++)
        if (operand->imm[edit.value])
            edits_add(edits, edit);
    edit.part = PART_ONE;
    if (operand->file == ISA_FILE_IMM32 && !is_one(operand, row->type))
        edits_add(edits, edit);
}

/* ---- collection ---- */

static void collect_selection(const struct program_operand *operand, struct reduce_edit edit,
                              struct reduce_edits *edits)
{
    edit.part = PART_SWIZZLE;
    edit.value = SWIZZLE_XYZW;
    if (is_swizzled(operand) && operand->select != SWIZZLE_XYZW)
        edits_add(edits, edit);
    edit.value = SWIZZLE_XXXX;
    bool has_order = is_swizzled(operand) && operand->select != SWIZZLE_XYZW;
    if ((has_order || is_one_selected(operand)) && operand->select != SWIZZLE_XXXX)
        edits_add(edits, edit);
}

static void collect_indices(const struct program_operand *operand, struct reduce_edit edit,
                            struct reduce_edits *edits)
{
    for (edit.value = 0; edit.value < operand->index_count; edit.value++) {
        edit.part = PART_RELATIVE;
        if (operand->index[edit.value].relative)
            edits_add(edits, edit);
        edit.part = PART_INDEX;
        bool is_last = edit.value + 1u == operand->index_count;
        if (is_last && is_array(operand->file) && operand->index[edit.value].imm)
            edits_add(edits, edit);
    }
}

static void collect_modifier(const struct program_operand *operand, struct reduce_edit edit,
                             struct reduce_edits *edits)
{
    edit.part = PART_MODIFIER;
    if (operand->modifier || operand->min_precision || operand->nonuniform || operand->ext_spare)
        edits_add(edits, edit);
}

static void collect_source(const struct program_instr *instr, struct reduce_edit edit,
                           struct reduce_edits *edits)
{
    const struct program_operand *operand = &instr->operands[edit.operand];
    if (is_immediate(operand)) {
        collect_immediate(operand, &isa_op(instr->opcode)->operands[edit.operand], edit, edits);
        return;
    }
    edit.part = PART_ZERO;
    edits_add(edits, edit);
    edit.part = PART_COPY;
    if (operand->file == ISA_FILE_TEMP)
        edits_add(edits, edit);
    collect_selection(operand, edit, edits);
}

static void collect_result(const struct program_instr *instr, struct reduce_edit edit,
                           struct reduce_edits *edits)
{
    const struct isa_op *row = isa_op(instr->opcode);
    const struct program_operand *operand = &instr->operands[edit.operand];
    edit.part = PART_NULL;
    bool may_be_null = row->operand_count > 1 && row->operands[1].role == ISA_ROLE_DST;
    if (may_be_null && operand->file != ISA_FILE_NULL)
        edits_add(edits, edit);
    edit.part = PART_MASK;
    for (int c = 3; is_masked(operand) && c >= 0; c--) {
        edit.value = (uint64_t)c;
        if (operand->select >> c & 1 && operand->select != 1u << c)
            edits_add(edits, edit);
    }
}

static void collect_operand(const struct program_instr *instr, struct reduce_edit edit,
                            struct reduce_edits *edits)
{
    const struct isa_op *row = isa_op(instr->opcode);
    const struct program_operand *operand = &instr->operands[edit.operand];
    uint8_t role = row->operands[edit.operand].role;
    if (operand_is_source(row, edit.operand))
        collect_source(instr, edit, edits);
    else if (role == ISA_ROLE_DST || role == ISA_ROLE_WMEM)
        collect_result(instr, edit, edits);
    else
        collect_selection(operand, edit, edits);
    collect_modifier(operand, edit, edits);
    collect_indices(operand, edit, edits);
}

void operand_collect(const struct reduce_doc *doc, struct reduce_edits *edits)
{
    for (uint32_t i = 0; i < doc->count; i++) {
        const struct program_instr *instr = &doc->instrs[i];
        bool is_known = instr->operand_count == isa_op(instr->opcode)->operand_count;
        for (uint8_t k = 0; is_known && isa_is_executable(instr->opcode) && k < instr->operand_count; k++)
            collect_operand(instr, (struct reduce_edit){.at = i, .operand = k}, edits);
    }
}

/* ---- application ---- */

/* Components of a source that the instruction reads, as a mask of the positions in its swizzle. */
static uint32_t positions_read(const struct program_instr *instr, unsigned k)
{
    const struct isa_op *row = isa_op(instr->opcode);
    uint8_t count = row->operands[k].count;
    if (count != ISA_COUNT_M)
        return count ? (1u << count) - 1 : 1;
    return operand_write_mask(&instr->operands[0]);
}

static bool make_zero(const struct program_instr *instr, struct program_operand *operands, unsigned k)
{
    const struct isa_operand *row = &isa_op(instr->opcode)->operands[k];
    bool is_double = row->type == ISA_TYPE_D;
    bool is_single = !is_double && __builtin_popcount(positions_read(instr, k)) == 1;
    struct program_operand old = operands[k];
    operands[k] = operand_zero(is_immediate(&old) ? old.comps == ISA_COMPS_1 : is_single, is_double);
    return !operand_equal(&old, &operands[k]);
}

/* The last mov before `at` that writes the register, of whatever path: a guess that the test verifies. */
static const struct program_instr *find_move(const struct reduce_doc *doc, uint32_t at, uint64_t reg)
{
    for (uint32_t i = at; i-- > 0;) {
        const struct program_instr *instr = &doc->instrs[i];
        if (doc->deleted[i] || instr->opcode != ISA_MOV)
            continue;
        const struct program_operand *dst = &instr->operands[0];
        if (dst->file == ISA_FILE_TEMP && operand_index(dst, 0) == reg)
            return instr;
    }
    return NULL;
}

/* `positions` are those of the swizzle that are read. */
static bool copy_immediate(const struct program_operand *source, uint32_t positions,
                           struct program_operand *operand)
{
    struct program_operand copy = operand_zero(__builtin_popcount(positions) == 1, false);
    if (source->file != ISA_FILE_IMM32 || operand->modifier)
        return false;
    for (unsigned c = 0; c < 4; c++) {
        unsigned from = source->comps == ISA_COMPS_4 ? operand_component(operand, c) : 0;
        copy.imm[copy.comps == ISA_COMPS_4 ? c : 0] =
            copy.comps == ISA_COMPS_4 || positions >> c & 1 ? source->imm[from] : copy.imm[0];
    }
    *operand = copy;
    return true;
}

/* Falls with each copy of a temporary, so that copies cannot go in circles: its number, then the components. */
static uint64_t copy_rank(const struct program_operand *operand, uint32_t positions)
{
    uint64_t rank = operand_index(operand, 0) << 8;
    for (unsigned c = 0; c < 4; c++)
        rank += positions >> c & 1 ? operand_component(operand, c) : 0;
    return rank;
}
static bool copy_source(const struct reduce_doc *doc, uint32_t at, uint32_t positions,
                        struct program_operand *operand)
{
    if (operand->file != ISA_FILE_TEMP)
        return false;
    const struct program_instr *move = find_move(doc, at, operand_index(operand, 0));
    if (!move || move->operands[1].modifier)
        return false;
    struct program_operand source = move->operands[1];
    if (is_immediate(&source))
        return copy_immediate(&source, positions, operand);
    if (source.comps != ISA_COMPS_4 && !is_one_selected(operand))
        return false;
    source.modifier = operand->modifier;
    source.extended |= operand->extended;
    if (source.comps == ISA_COMPS_4) {
        uint8_t select = 0;
        for (unsigned c = 0; c < 4; c++)
            select |=
                (uint8_t)(operand_component(&move->operands[1], operand_component(operand, c)) << (2 * c));
        source.selection = operand->selection;
        source.select = is_one_selected(operand) ? select & 3 : select;
    }
    if (source.file == ISA_FILE_TEMP && copy_rank(&source, positions) >= copy_rank(operand, positions))
        return false;
    *operand = source;
    return true;
}

static bool drop_modifier(struct program_operand *operand)
{
    bool had = operand->modifier || operand->min_precision || operand->nonuniform || operand->ext_spare;
    operand->modifier = ISA_MODIFIER_NONE;
    operand->min_precision = 0;
    operand->nonuniform = false;
    operand->extended = false;
    operand->ext_spare = 0;
    return had;
}

static bool drop_relative(struct program_operand *operand, uint64_t i)
{
    bool had = i < operand->index_count && operand->index[i].relative;
    if (had) {
        bool is_64 = operand->index[i].form == ISA_INDEX_IMM64_RELATIVE;
        operand->index[i].relative = NULL;
        operand->index[i].form = is_64 ? ISA_INDEX_IMM64 : ISA_INDEX_IMM32;
    }
    return had;
}

static bool zero_index(struct program_operand *operand, uint64_t i)
{
    if (i >= operand->index_count || !is_array(operand->file) || !operand->index[i].imm)
        return false;
    struct program_index *index = &operand->index[i];
    index->imm = 0;
    return true;
}

static bool select_components(struct program_operand *operand, uint64_t select)
{
    bool changes = is_swizzled(operand) ? operand->select != select && operand->select != SWIZZLE_XYZW
                                        : is_one_selected(operand) && operand->select != select && !select;
    if (changes)
        operand->select = (uint8_t)select;
    return changes;
}

static bool narrow_mask(struct program_operand *operand, uint64_t component)
{
    uint8_t bit = (uint8_t)(1u << component);
    if (!is_masked(operand) || !(operand->select & bit) || operand->select == bit)
        return false;
    operand->select &= (uint8_t)~bit;
    return true;
}

static bool make_null(struct program_operand *operand)
{
    if (operand->file == ISA_FILE_NULL)
        return false;
    *operand = (struct program_operand){.file = ISA_FILE_NULL, .comps = ISA_COMPS_0};
    return true;
}

static bool zero_word(struct program_operand *operand, uint64_t word)
{
    bool changes = is_immediate(operand) && operand->imm[word];
    operand->imm[word] = changes ? 0 : operand->imm[word];
    return changes;
}

static bool make_one(struct program_operand *operand, enum isa_type type)
{
    if (operand->file != ISA_FILE_IMM32 || is_one(operand, type))
        return false;
    for (unsigned i = 0; i < word_count(operand); i++)
        operand->imm[i] = type == ISA_TYPE_F ? bits_of_float(1) : 1;
    return true;
}

bool operand_simplify(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t end)
{
    (void)end;
    const struct program_instr *instr = &doc->instrs[edit->at];
    unsigned k = edit->operand;
    struct program_operand *operands = doc->deleted[edit->at] ? NULL : doc_operands(doc, edit->at);
    if (!operands)
        return false;
    switch (edit->part) {
    case PART_ZERO: return make_zero(instr, operands, k);
    case PART_NULL: return make_null(&operands[k]);
    case PART_MODIFIER: return drop_modifier(&operands[k]);
    case PART_RELATIVE: return drop_relative(&operands[k], edit->value);
    case PART_INDEX: return zero_index(&operands[k], edit->value);
    case PART_SWIZZLE: return select_components(&operands[k], edit->value);
    case PART_MASK: return narrow_mask(&operands[k], edit->value);
    case PART_COPY: return copy_source(doc, edit->at, positions_read(instr, k), &operands[k]);
    case PART_WORD: return zero_word(&operands[k], edit->value);
    default: return make_one(&operands[k], isa_op(instr->opcode)->operands[k].type);
    }
}
