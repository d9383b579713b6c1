#include "program.h"

#include <stdlib.h>

struct sm5_program *program_new(void)
{
    return calloc(1, sizeof(struct sm5_program));
}

void program_free(struct sm5_program *program)
{
    if (!program)
        return;
    arena_free(&program->arena);
    program_blocks_free(&program->blocks);
    free(program);
}

uint32_t program_find(const struct sm5_program *program, uint32_t file, uint64_t id)
{
    uint32_t low = 0, high = program->decls.name_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct program_name *name = &program->decls.names[middle];
        if (name->file < file || (name->file == file && name->id < id))
            low = middle + 1;
        else
            high = middle;
    }
    const struct program_name *found = &program->decls.names[low];
    bool is_found = low < program->decls.name_count && found->file == file && found->id == id;
    return is_found ? found->value : PROGRAM_NONE;
}

static uint32_t find_operand(const struct sm5_program *program, const struct program_operand *operand)
{
    bool is_literal = operand->index_count && !operand->index[0].relative;
    return is_literal ? program_find(program, operand->file, operand->index[0].imm) : PROGRAM_NONE;
}

static bool is_resource(uint8_t file)
{
    return file == ISA_FILE_SRV || file == ISA_FILE_UAV || file == ISA_FILE_SAMPLER ||
           file == ISA_FILE_CBUFFER || file == ISA_FILE_TGSM;
}

bool program_is_label(uint8_t file)
{
    return file == ISA_FILE_LABEL || file == ISA_FILE_FUNCTION_BODY;
}

const struct program_resource *program_resource_of(const struct sm5_program *program,
                                                   const struct program_operand *operand)
{
    uint32_t found = is_resource(operand->file) ? find_operand(program, operand) : PROGRAM_NONE;
    return found == PROGRAM_NONE ? NULL : &program->decls.resources[found];
}

const struct program_indexable *program_indexable_of(const struct sm5_program *program,
                                                     const struct program_operand *operand)
{
    bool is_array = operand->file == ISA_FILE_INDEXABLE_TEMP;
    uint32_t found = is_array ? find_operand(program, operand) : PROGRAM_NONE;
    return found == PROGRAM_NONE ? NULL : &program->decls.indexables[found];
}

const struct program_label *program_label_of(const struct sm5_program *program,
                                             const struct program_operand *operand)
{
    uint32_t found = program_is_label(operand->file) ? find_operand(program, operand) : PROGRAM_NONE;
    return found == PROGRAM_NONE ? NULL : &program->decls.labels[found];
}

const struct program_label *program_body_of(const struct sm5_program *program, uint32_t table, uint32_t site)
{
    const struct program_decls *decls = &program->decls;
    uint32_t at = program_find(program, ISA_FILE_FUNCTION_TABLE, table), label = PROGRAM_NONE;
    if (at != PROGRAM_NONE && site < decls->tables[at].count)
        label = program_find(program, ISA_FILE_FUNCTION_BODY, decls->tables[at].bodies[site]);
    return label == PROGRAM_NONE ? NULL : &decls->labels[label];
}

const struct program_interface *program_interface_of(const struct sm5_program *program, uint32_t number,
                                                     uint32_t *element)
{
    uint32_t found = program_find(program, ISA_FILE_INTERFACE, number);
    const struct program_interface *face = found == PROGRAM_NONE ? NULL : &program->decls.interfaces[found];
    *element = face ? number - face->id : 0;
    return face;
}

const struct program_phase *program_phase_of(const struct sm5_program *program, uint32_t at)
{
    const struct program_stage *stage = &program->decls.stage;
    uint32_t low = 0, high = stage->phase_count; /* the phases before `low` start at or before `at` */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (stage->phases[middle].first <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &stage->phases[low - 1] : NULL;
}

bool program_writes_patch(const struct sm5_program *program, uint32_t at)
{
    const struct program_phase *phase = program->stage == ISA_HULL ? program_phase_of(program, at) : NULL;
    return phase && phase->kind != PROGRAM_PHASE_POINTS;
}

uint8_t program_special_mask(uint8_t file)
{
    const struct isa_special_output *special = isa_special_output(file);
    return special ? (uint8_t)(1 << special->component) : 0;
}

const char *program_origin_file(const struct sm5_program *program, const struct program_instr *instr)
{
    bool known = instr->origin_line && instr->origin_file < program->origin_file_count;
    return known ? program->origin_files[instr->origin_file] : NULL;
}

void program_place_add_origin(const struct sm5_program *program, const struct program_instr *instr,
                              struct diag_place *place)
{
    place->origin_file = program_origin_file(program, instr);
    place->origin_line = instr->origin_line;
}

static size_t line_length(const char *text, size_t length)
{
    const char *end = memchr(text, '\n', length);
    size_t line = end ? (size_t)(end - text) : length;
    return line && text[line - 1] == '\r' ? line - 1 : line;
}

bool program_place_source(const struct sm5_program *program, const struct program_instr *instr,
                          struct diag_place *place)
{
    const struct bytes source = program->source;
    if (!instr->line || instr->source_body < instr->source_at || instr->source_body > source.size)
        return false;
    const char *line = (const char *)source.data + instr->source_at;
    const char *body = (const char *)source.data + instr->source_body;
    size_t length = source.size - instr->source_body < instr->source_length ? source.size - instr->source_body
                                                                            : instr->source_length;
    while (length && (*body == ' ' || *body == '\t'))
        body++, length--;
    while (length && (body[length - 1] == ' ' || body[length - 1] == '\t' || body[length - 1] == '\r'))
        length--;
    place->file = program->source_name;
    place->line = instr->line;
    place->column = (uint32_t)(body - line) + 1;
    place->length = (uint32_t)(length ? length : 1);
    place->source_line = line;
    place->source_length = line_length(line, source.size - instr->source_at);
    return true;
}

struct diag_place program_instr_place(const struct sm5_program *program, uint32_t at)
{
    if (at >= program->instr_count)
        return DIAG_NOWHERE;
    const struct program_instr *instr = &program->instrs[at];
    struct diag_place place = DIAG_NOWHERE;
    if (program_place_source(program, instr, &place))
        return place;
    place = diag_at_chunk(program->code_fourcc, instr->token_index);
    place.file = program->source_name;
    program_place_add_origin(program, instr, &place);
    return place;
}

uint32_t program_instr_number(const struct sm5_program *program, uint32_t at)
{
    uint32_t number = 0;
    for (uint32_t i = program->decls.first_instr; i < at; i++)
        number += !isa_is_declaration(program->instrs[i].opcode);
    return number;
}
