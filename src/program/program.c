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

struct diag_place program_instr_place(const struct sm5_program *program, uint32_t at)
{
    if (at >= program->instr_count)
        return DIAG_NOWHERE;
    const struct program_instr *instr = &program->instrs[at];
    struct diag_place place = DIAG_NOWHERE;
    if (!instr->line) {
        place = diag_at_chunk(program->code_fourcc, instr->token_index);
        program_place_origin(program, instr, &place);
        return place;
    }
    place.file = program->source_name;
    place.line = instr->line;
    place.column = 1;
    return place;
}

uint32_t program_instr_number(const struct sm5_program *program, uint32_t at)
{
    uint32_t number = 0;
    for (uint32_t i = program->decls.first_instr; i < at; i++)
        number += !isa_is_declaration(program->instrs[i].opcode);
    return number;
}
