/* Deletes declarations, and shrinks what they declare. */
#include <stdlib.h>

#include "reduce/reduce_doc.h"

typedef void visit(void *context, const struct program_operand *operand);

/* The operand and the registers in its indices. */
static void visit_operand(const struct program_operand *operand, visit *call, void *context)
{
    call(context, operand);
    for (unsigned i = 0; i < operand->index_count; i++)
        if (operand->index[i].relative)
            visit_operand(operand->index[i].relative, call, context);
}

static void visit_code(const struct reduce_doc *doc, visit *call, void *context)
{
    for (uint32_t i = 0; i < doc->count; i++)
        for (unsigned k = 0; !doc->deleted[i] && k < doc->instrs[i].operand_count; k++)
            if (!isa_is_declaration(doc->instrs[i].opcode))
                visit_operand(&doc->instrs[i].operands[k], call, context);
}

/* ---- deletion ---- */

struct use {
    uint8_t file;
    uint64_t number;
    bool found;
};

static uint64_t number_of(const struct program_operand *operand)
{
    bool is_register = isa_file(operand->file) && isa_file(operand->file)->use & ISA_USE_DECLARED;
    return is_register ? operand_register(operand) : operand_index(operand, 0);
}

/* A register that is indexed by another may be any of its file. */
static void find_use(void *context, const struct program_operand *operand)
{
    struct use *use = context;
    bool is_indexed = operand->index_count && operand->index[operand->index_count - 1].relative;
    use->found |= operand->file == use->file && (is_indexed || number_of(operand) == use->number);
}

/* The register that an instruction declares; false: it declares something else. */
static bool declares(const struct program_instr *instr, struct use *use)
{
    *use = (struct use){0};
    if (instr->opcode == ISA_DCL_INDEXABLE_TEMP)
        *use = (struct use){ISA_FILE_INDEXABLE_TEMP, instr_dword(instr, 0), false};
    else if (instr->opcode == ISA_DCL_FUNCTION_BODY)
        *use = (struct use){ISA_FILE_FUNCTION_BODY, instr_dword(instr, 0), false};
    else if (instr->opcode == ISA_CUSTOMDATA)
        *use = (struct use){ISA_FILE_ICB, 0, false};
    else if (instr->operand_count)
        *use = (struct use){instr->operands[0].file, number_of(&instr->operands[0]), false};
    else
        return false;
    return true;
}

enum { PART_ALONE, PART_WITH_USES };

void declare_collect(const struct reduce_doc *doc, struct reduce_edits *edits)
{
    struct use use;
    for (uint32_t i = 0; i < doc->count; i++) {
        if (!isa_is_declaration(doc->instrs[i].opcode))
            continue;
        if (declares(&doc->instrs[i], &use))
            edits_add(edits, (struct reduce_edit){.at = i, .part = PART_WITH_USES});
        edits_add(edits, (struct reduce_edit){.at = i, .part = PART_ALONE});
    }
}

/* The instructions that name the register, with the blocks and routines that they begin: an output, for
   example, that is declared must be written. */
static bool delete_uses(struct reduce_doc *doc, const struct use *of)
{
    bool any = false;
    for (uint32_t i = 0; i < doc->count; i++) {
        struct use use = *of;
        for (unsigned k = 0; !doc->deleted[i] && k < doc->instrs[i].operand_count; k++)
            if (!isa_is_declaration(doc->instrs[i].opcode))
                visit_operand(&doc->instrs[i].operands[k], find_use, &use);
        any |= use.found && flow_delete(doc, &(struct reduce_edit){.at = i}, UINT32_MAX);
    }
    return any;
}

/* Used ones are not tested in chunks, which would be invalid or delete most of the program. */
bool declare_delete(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t end)
{
    bool is_single = end == UINT32_MAX;
    struct use use;
    if (doc->deleted[edit->at])
        return false;
    bool has_register = declares(&doc->instrs[edit->at], &use);
    if (edit->part == PART_WITH_USES)
        return is_single && delete_uses(doc, &use) && (doc->deleted[edit->at] = true);
    if (!is_single && has_register)
        visit_code(doc, find_use, &use);
    if (!is_single && (!has_register || use.found))
        return false;
    return doc->deleted[edit->at] = true;
}

/* ---- sizes ---- */

void edits_add_shrinks(struct reduce_edits *edits, struct reduce_edit edit, uint64_t value, uint64_t least,
                       uint64_t step)
{
    step = step ? step : 1;
    if (value <= least)
        return;
    uint64_t previous = UINT64_MAX;
    for (uint64_t cut = value - least; cut; cut /= 2) {
        uint64_t smaller = (value - cut + step - 1) / step * step;
        smaller = smaller < least ? least : smaller;
        edit.value = smaller;
        if (smaller < value && smaller != previous)
            edits_add(edits, edit);
        previous = smaller;
    }
    /* Cuts below a step are rounded away. */
    edit.value = (value - 1) / step * step;
    if (edit.value >= least && edit.value < value && edit.value != previous)
        edits_add(edits, edit);
}

enum { PART_DWORD, PART_INDEX, PART_ROWS };

enum { CBUFFER_ROWS = 1 /* index */, ROW_DWORDS = 4 };

static bool is_icb(const struct program_instr *instr)
{
    return instr->opcode == ISA_CUSTOMDATA && instr->custom == ISA_CUSTOM_ICB;
}

/* In SM5.1 indices 1 and 2 are a range, and the rows a DWORD. */
static bool has_rows(const struct program_instr *instr)
{
    return instr->opcode == ISA_DCL_CONSTANT_BUFFER && instr->operands[0].index_count == 2;
}

/* The first size of a g# is in bytes. */
static void collect_dwords(const struct program_instr *instr, uint32_t at, struct reduce_edits *edits)
{
    bool has_number = instr->opcode == ISA_DCL_INDEXABLE_TEMP;
    bool is_tgsm = instr->operand_count && instr->operands[0].file == ISA_FILE_TGSM;
    uint8_t dwords = isa_has(instr->opcode, ISA_SIZES) ? isa_op(instr->opcode)->dwords : 0;
    for (uint8_t k = has_number; k < dwords; k++) {
        uint64_t step = is_tgsm && k == 0 ? 4 : 1;
        edits_add_shrinks(edits, (struct reduce_edit){.at = at, .part = PART_DWORD, .operand = k},
                          instr_dword(instr, k), step, step);
    }
}

void declare_collect_sizes(const struct reduce_doc *doc, struct reduce_edits *edits)
{
    for (uint32_t i = 0; i < doc->count; i++) {
        const struct program_instr *instr = &doc->instrs[i];
        collect_dwords(instr, i, edits);
        if (has_rows(instr))
            edits_add_shrinks(edits, (struct reduce_edit){.at = i, .part = PART_INDEX},
                              operand_index(&instr->operands[0], CBUFFER_ROWS), 1, 1);
        if (is_icb(instr))
            edits_add_shrinks(edits, (struct reduce_edit){.at = i, .part = PART_ROWS},
                              instr->dword_count / ROW_DWORDS, 1, 1);
    }
}

static bool shrink_dword(struct reduce_doc *doc, const struct reduce_edit *edit)
{
    if (instr_dword(&doc->instrs[edit->at], edit->operand) <= edit->value)
        return false;
    uint32_t *dwords = doc_dwords(doc, edit->at);
    if (dwords)
        dwords[edit->operand] = (uint32_t)edit->value;
    return dwords;
}

static bool shrink_index(struct reduce_doc *doc, const struct reduce_edit *edit)
{
    if (operand_index(&doc->instrs[edit->at].operands[0], CBUFFER_ROWS) <= edit->value)
        return false;
    struct program_operand *operands = doc_operands(doc, edit->at);
    if (operands)
        operands[0].index[CBUFFER_ROWS].imm = edit->value;
    return operands;
}

bool declare_shrink(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t end)
{
    (void)end;
    struct program_instr *instr = &doc->instrs[edit->at];
    if (doc->deleted[edit->at])
        return false;
    if (edit->part == PART_DWORD)
        return shrink_dword(doc, edit);
    if (edit->part == PART_INDEX)
        return shrink_index(doc, edit);
    if (instr->dword_count / ROW_DWORDS <= edit->value)
        return false;
    instr->dword_count = (uint32_t)edit->value * ROW_DWORDS;
    return true;
}

/* ---- temporaries without gaps ---- */

struct temps {
    struct reduce_doc *doc;
    bool used[LIMIT_TEMPS];
    uint32_t map[LIMIT_TEMPS], count, end; /* end: above the largest */
};

static void find_temp(void *context, const struct program_operand *operand)
{
    struct temps *temps = context;
    uint64_t number = operand_index(operand, 0);
    if (operand->file == ISA_FILE_TEMP && number < LIMIT_TEMPS)
        temps->used[number] = true;
}

static void find_temps(const struct reduce_doc *doc, struct temps *temps)
{
    visit_code(doc, find_temp, temps);
    for (uint32_t i = 0; i < LIMIT_TEMPS; i++) {
        if (!temps->used[i])
            continue;
        temps->map[i] = temps->count++;
        temps->end = i + 1;
    }
}

void declare_collect_temps(const struct reduce_doc *doc, struct reduce_edits *edits)
{
    struct temps *temps = calloc(1, sizeof *temps);
    if (!temps) {
        edits->no_memory = true;
        return;
    }
    find_temps(doc, temps);
    if (temps->count < temps->end)
        edits_add(edits, (struct reduce_edit){0});
    free(temps);
}

static void renumber(const struct temps *temps, struct program_operand *operand)
{
    struct reduce_doc *doc = temps->doc;
    uint64_t number = operand_index(operand, 0);
    if (operand->file == ISA_FILE_TEMP && number < LIMIT_TEMPS)
        operand->index[0].imm = temps->map[number];
    for (unsigned i = 0; i < operand->index_count; i++) {
        if (!operand->index[i].relative)
            continue;
        struct program_operand *copy = arena_copy(&doc->arena, operand->index[i].relative, sizeof *copy);
        if (!copy) {
            doc->no_memory = true;
            return;
        }
        renumber(temps, copy);
        operand->index[i].relative = copy;
    }
}

static void renumber_instr(const struct temps *temps, uint32_t at)
{
    struct reduce_doc *doc = temps->doc;
    const struct program_instr *instr = &doc->instrs[at];
    struct program_operand *operands = instr->operand_count ? doc_operands(doc, at) : NULL;
    for (unsigned k = 0; operands && k < instr->operand_count; k++)
        renumber(temps, &operands[k]);
}

/* All registers at once; unused ones above the last go with the size of dcl_temps. */
bool declare_renumber(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t end)
{
    (void)edit, (void)end;
    struct temps *temps = calloc(1, sizeof *temps);
    if (!temps) {
        doc->no_memory = true;
        return false;
    }
    temps->doc = doc;
    find_temps(doc, temps);
    bool changes = temps->count < temps->end;
    for (uint32_t i = 0; changes && i < doc->count; i++)
        if (!doc->deleted[i] && !isa_is_declaration(doc->instrs[i].opcode))
            renumber_instr(temps, i);
    free(temps);
    return changes;
}
