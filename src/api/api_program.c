/* Reading, writing and printing programs: container, bytecode and text composed. */
#include <stdlib.h>

#include "api.h"
#include "api/api_diag.h"
#include "bytecode/bytecode.h"
#include "dxbc/dxbc.h"
#include "layout/layout.h"
#include "reflect/reflect.h"
#include "text/text.h"

bool sm5_is_container(const void *bytes, size_t size)
{
    return dxbc_is_container((struct bytes){bytes, size});
}

static enum sm5_status read_container(struct bytes file, struct sm5_program *program, struct sm5_diags *diags)
{
    struct bytes code;
    enum sm5_status status = dxbc_read(file, program, &code, diags);
    if (!status)
        status = bytecode_decode(code, program, diags);
    return status ? status : dxbc_lines_read(program, diags);
}

static enum sm5_status read_any(struct bytes file, const char *name, struct sm5_program *program,
                                struct sm5_diags *diags)
{
    if (name && !(program->source_name = arena_string(&program->arena, name, strlen(name))))
        return SM5_ERR_MEMORY;
    const char *foreign = reflect_foreign_kind(file);
    if (foreign) {
        struct diag_place place = DIAG_NOWHERE;
        place.file = program->source_name;
        diag_add(diags, API_FOREIGN, place, foreign);
        return SM5_ERR_INPUT;
    }
    if (dxbc_is_container(file)) {
        size_t first = diags ? sm5_diags_count(diags) : 0;
        enum sm5_status status = read_container(file, program, diags);
        diag_name_file(diags, first, program->source_name);
        return status;
    }
    enum sm5_status status =
        text_parse((const char *)file.data, file.size, program->source_name, &bytecode_codec, program, diags);
    if (!status)
        layout_check_comments(program, diags);
    return status;
}

static enum sm5_status read_program(struct bytes file, const char *name, struct sm5_program **program,
                                    struct sm5_diags *diags)
{
    *program = program_new();
    enum sm5_status status = SM5_ERR_MEMORY;
    if (*program)
        status = read_any(file, name, *program, diags);
    if (status == SM5_ERR_MEMORY)
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    if (status) {
        program_free(*program);
        *program = NULL;
    }
    return status;
}

enum sm5_status sm5_program_read_with(const void *bytes, size_t size, const char *name,
                                      const struct sm5_read_options *options, struct sm5_program **program,
                                      struct sm5_diags *diags)
{
    struct memory_limit limit;
    memory_limit_begin(&limit, options ? options->max_memory : 0);
    return api_end_limit(&limit, read_program((struct bytes){bytes, size}, name, program, diags), diags);
}

enum sm5_status sm5_program_read(const void *bytes, size_t size, const char *name,
                                 struct sm5_program **program, struct sm5_diags *diags)
{
    return sm5_program_read_with(bytes, size, name, NULL, program, diags);
}

void sm5_program_free(struct sm5_program *program)
{
    program_free(program);
}

static enum sm5_status patch(const struct sm5_program *program, const struct sm5_program *base,
                             struct bytes code, struct strbuf *out)
{
    const struct program_signature *signatures[PROGRAM_SIGNATURE_KINDS];
    struct arena arena = {0};
    bool ok = true;
    for (unsigned kind = 0; kind < PROGRAM_SIGNATURE_KINDS; kind++)
        ok = ok && text_merge_signature(program, base, kind, &arena, &signatures[kind]);
    enum sm5_status status = ok ? dxbc_patch(base, program, code, signatures, out) : SM5_ERR_MEMORY;
    arena_free(&arena);
    return status;
}

static enum sm5_status write_container(const struct sm5_program *program, const struct sm5_program *base,
                                       struct bytes code, struct strbuf *out)
{
    if (base)
        return patch(program, base, code, out);
    if (program->container.present)
        return dxbc_write(program, code, out);
    return dxbc_make(program, code, out);
}

enum sm5_status sm5_program_write(const struct sm5_program *program, const struct sm5_program *base,
                                  struct sm5_blob *out, struct sm5_diags *diags)
{
    *out = (struct sm5_blob){0};
    if (base && !base->container.present) {
        diag_add(diags, API_BASE, DIAG_NOWHERE);
        return SM5_ERR_ARGUMENT;
    }
    if (base && base->stage != program->stage) {
        diag_add(diags, API_BASE_STAGE, DIAG_NOWHERE, isa_name(ISA_NAMES_STAGE, base->stage),
                 isa_name(ISA_NAMES_STAGE, program->stage), isa_name(ISA_NAMES_STAGE, program->stage));
        return SM5_ERR_ARGUMENT;
    }
    struct program_tokens words = {0};
    struct strbuf file = {0};
    enum sm5_status status = bytecode_encode(program, &words);
    if (!status)
        status = write_container(program, base, bytecode_bytes(program, &words), &file);
    VEC_FREE(&words);
    if (status) {
        strbuf_free(&file);
        if (status == SM5_ERR_MEMORY)
            diag_add(diags, MEMORY, DIAG_NOWHERE);
        else
            diag_add(diags, API_WRITE, DIAG_NOWHERE, sm5_status_name(status));
        return status;
    }
    return api_take_blob(&file, out, diags);
}

enum sm5_status sm5_program_print(const struct sm5_program *program, unsigned style, struct sm5_blob *out,
                                  struct sm5_diags *diags)
{
    *out = (struct sm5_blob){0};
    if (!api_check_value(style, SM5_PRINT_FXC | SM5_PRINT_LINES, "enum sm5_print", diags))
        return SM5_ERR_ARGUMENT;
    const struct text_print_options options = {
        .fxc = style & SM5_PRINT_FXC, .lines = style & SM5_PRINT_LINES, .codec = &bytecode_codec};
    struct strbuf text = {0};
    enum sm5_status status = text_print(program, &options, &text);
    if (status) {
        strbuf_free(&text);
        if (status == SM5_ERR_MEMORY)
            diag_add(diags, MEMORY, DIAG_NOWHERE);
        return status;
    }
    return api_take_blob(&text, out, diags);
}

static const struct program_instr *instruction_at(const struct sm5_program *program, uint32_t index)
{
    for (uint32_t i = program->decls.first_instr; i < program->instr_count; i++)
        if (!isa_is_declaration(program->instrs[i].opcode) && index-- == 0)
            return &program->instrs[i];
    return NULL;
}

enum sm5_status sm5_instruction_text(const struct sm5_program *program, uint32_t index, struct sm5_blob *out)
{
    const struct program_instr *instr = instruction_at(program, index);
    *out = (struct sm5_blob){0};
    if (!instr)
        return SM5_ERR_ARGUMENT;
    struct strbuf text = {0};
    text_print_instr(program, instr, &text);
    return api_take_blob(&text, out, NULL);
}
