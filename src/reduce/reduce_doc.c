#include <stdlib.h>

#include "reduce/reduce_doc.h"

static bool make(struct reduce_doc *doc, const struct program_instr *instrs, uint32_t count,
                 const struct reduce_number *numbers, size_t number_count)
{
    *doc = (struct reduce_doc){.count = count, .number_count = number_count};
    doc->instrs = malloc((count + (size_t)1) * sizeof *doc->instrs);
    doc->deleted = calloc(count + (size_t)1, sizeof *doc->deleted);
    doc->numbers = malloc((number_count + 1) * sizeof *doc->numbers);
    if (!doc->instrs || !doc->deleted || !doc->numbers) {
        doc_free(doc);
        return false;
    }
    if (count)
        memcpy(doc->instrs, instrs, count * sizeof *instrs);
    if (number_count)
        memcpy(doc->numbers, numbers, number_count * sizeof *numbers);
    return true;
}

bool doc_open(struct reduce_doc *doc, const struct sm5_program *program, const struct reduce_number *numbers,
              size_t number_count)
{
    return make(doc, program->instrs, program->instr_count, numbers, number_count);
}

bool doc_copy(struct reduce_doc *doc, const struct reduce_doc *from)
{
    if (!make(doc, from->instrs, from->count, from->numbers, from->number_count))
        return false;
    memcpy(doc->deleted, from->deleted, from->count * sizeof *from->deleted);
    doc->bare = from->bare;
    return true;
}

void doc_free(struct reduce_doc *doc)
{
    free(doc->instrs);
    free(doc->deleted);
    free(doc->numbers);
    arena_free(&doc->arena);
    *doc = (struct reduce_doc){0};
}

void doc_compact(struct reduce_doc *doc)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < doc->count; i++)
        if (!doc->deleted[i])
            doc->instrs[kept++] = doc->instrs[i];
    memset(doc->deleted, 0, doc->count * sizeof *doc->deleted);
    doc->count = kept;
}

uint32_t doc_instructions(const struct reduce_doc *doc)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < doc->count; i++)
        count += !doc->deleted[i] && isa_is_executable(doc->instrs[i].opcode);
    return count;
}

/* What describes the original rather than the behaviour of the code. The signatures stay: the inputs and
   outputs of a stage are named by them. */
static void strip(struct sm5_program *program)
{
    program->container = (struct program_container){0};
    program->reflection = (struct program_reflection){0};
    program->linkage = (struct program_linkage){0};
    program->statistics = (struct program_statistics){0};
    program->origin_files = NULL;
    program->origin_file_count = 0;
    program->has_features = false;
    program->features = 0;
    program->code_tail = (struct bytes){0};
    for (uint32_t i = 0; i < program->instr_count; i++)
        program->instrs[i].origin_line = 0;
}

struct sm5_program *doc_program(const struct reduce_doc *doc, const struct sm5_program *original)
{
    struct sm5_program *program = program_new();
    if (!program)
        return NULL;
    *program = *original;
    program->arena = (struct arena){0};
    program->decls = (struct program_decls){0};
    program->blocks = (struct program_blocks){0};
    program->instrs = arena_array(&program->arena, doc->count, sizeof *program->instrs);
    program->instr_count = 0;
    for (uint32_t i = 0; program->instrs && i < doc->count; i++)
        if (!doc->deleted[i])
            program->instrs[program->instr_count++] = doc->instrs[i];
    if (program->instrs && doc->bare)
        strip(program);
    if (program->instrs && program_collect_decls(program) == SM5_OK)
        return program;
    program_free(program);
    return NULL;
}

struct program_operand *doc_operands(struct reduce_doc *doc, uint32_t at)
{
    struct program_instr *instr = &doc->instrs[at];
    struct program_operand *copy =
        arena_copy(&doc->arena, instr->operands, instr->operand_count * sizeof *instr->operands);
    if (copy)
        instr->operands = copy;
    else
        doc->no_memory = true;
    return copy;
}

uint32_t *doc_dwords(struct reduce_doc *doc, uint32_t at)
{
    struct program_instr *instr = &doc->instrs[at];
    uint32_t *copy = arena_copy(&doc->arena, instr->dwords, instr->dword_count * sizeof *instr->dwords);
    if (copy)
        instr->dwords = copy;
    else
        doc->no_memory = true;
    return copy;
}

struct program_operand *doc_replace(struct reduce_doc *doc, uint32_t at, uint16_t opcode, uint8_t count)
{
    struct program_operand *operands = arena_array(&doc->arena, count, sizeof *operands);
    if (!operands) {
        doc->no_memory = true;
        return NULL;
    }
    const struct program_instr *old = &doc->instrs[at];
    doc->instrs[at] = (struct program_instr){.opcode = opcode,
                                             .operand_count = count,
                                             .operands = operands,
                                             .token_index = old->token_index,
                                             .line = old->line,
                                             .source_at = old->source_at,
                                             .source_body = old->source_body,
                                             .source_length = old->source_length,
                                             .origin_line = old->origin_line,
                                             .origin_file = old->origin_file};
    return operands;
}
