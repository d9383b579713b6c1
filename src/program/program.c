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
    free(program);
}

const struct program_resource *program_resource_of(const struct sm5_program *program, uint32_t file,
                                                   uint32_t id)
{
    for (uint32_t i = 0; i < program->decls.resource_count; i++) {
        const struct program_resource *resource = &program->decls.resources[i];
        if (resource->file == file && resource->id == id)
            return resource;
    }
    return NULL;
}

const struct program_interface *program_interface_of(const struct sm5_program *program, uint32_t number,
                                                     uint32_t *element)
{
    const struct program_interface *holding = NULL;
    for (uint32_t i = 0; i < program->decls.interface_count; i++) { /* at most 253, see program_decls.c */
        const struct program_interface *face = &program->decls.interfaces[i];
        bool inside = number >= face->id && number - face->id < face->array_length;
        if (face->id == number || (inside && !holding))
            holding = face;
    }
    *element = holding ? number - holding->id : 0;
    return holding;
}

const char *program_origin_file(const struct sm5_program *program, const struct program_instr *instr)
{
    bool known = instr->origin_line && instr->origin_file < program->origin_file_count;
    return known ? program->origin_files[instr->origin_file] : NULL;
}

void program_place_origin(const struct sm5_program *program, const struct program_instr *instr,
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
    program_place_origin(program, instr, &place);
    return place;
}

uint32_t program_instr_number(const struct sm5_program *program, uint32_t at)
{
    uint32_t number = 0;
    for (uint32_t i = program->decls.first_instr; i < at; i++)
        number += !isa_is_declaration(program->instrs[i].opcode);
    return number;
}
