/* The layout of a declared resource: from a `// sm5: struct` comment of the text, otherwise from RDEF. */
#include "layout/layout.h"
#include "layout/layout_diag.h"
#include "sm5/resource.h"

static bool has_layout(const struct program_resource *resource)
{
    return resource->file == ISA_FILE_CBUFFER || resource->dimension == ISA_DIM_STRUCTURED;
}

static bool names_slot(const struct program_struct *declared, const struct program_resource *resource)
{
    static const struct {
        char kind;
        uint8_t file;
    } files[] = {{'t', ISA_FILE_SRV}, {'u', ISA_FILE_UAV}, {'b', ISA_FILE_CBUFFER}};
    struct sm5_slot slot;
    if (!sm5_slot_parse(declared->slot, &slot) || slot.space != resource->space)
        return false;
    uint64_t reg = (uint64_t)slot.reg + slot.index;
    for (size_t i = 0; i < BASE_COUNT(files); i++)
        if (files[i].kind == slot.kind && files[i].file == resource->file)
            return reg >= resource->lower && reg <= resource->upper;
    return false;
}

static const struct program_struct *find_comment(const struct sm5_program *program,
                                                 const struct program_resource *resource)
{
    for (uint32_t i = 0; i < program->struct_count; i++)
        if (names_slot(&program->structs[i], resource))
            return &program->structs[i];
    return NULL;
}

static struct diag_place place_of(const struct sm5_program *program, const struct program_struct *declared)
{
    const char *line = (const char *)program->source.data + declared->source_at;
    const char *newline = memchr(line, '\n', program->source.size - declared->source_at);
    return (struct diag_place){.file = program->source_name,
                               .source_line = line,
                               .source_length = newline ? (size_t)(newline - line)
                                                        : program->source.size - declared->source_at,
                               .line = declared->line,
                               .column = declared->column,
                               .offset = SM5_NO_OFFSET,
                               .instruction = SM5_NO_OFFSET};
}

static enum sm5_status layout_of_comment(const struct sm5_program *program,
                                         const struct program_resource *resource,
                                         const struct program_struct *declared, struct sm5_layout **out,
                                         struct sm5_diags *diags)
{
    struct diag_place place = place_of(program, declared);
    bool cbuffer = resource->file == ISA_FILE_CBUFFER;
    enum sm5_status status = layout_parse(
        declared->text, cbuffer ? SM5_PACKING_CBUFFER : SM5_PACKING_STRUCTURED, &place, out, diags);
    if (status || cbuffer || (*out)->bytes == resource->stride)
        return status;
    place.length = (uint32_t)strlen(declared->text);
    diag_add(diags, LAYOUT_STRUCT_STRIDE, place, declared->slot, (*out)->bytes, resource->stride);
    layout_free(*out);
    *out = NULL;
    return SM5_ERR_INPUT;
}

void layout_check_comments(const struct sm5_program *program, struct sm5_diags *diags)
{
    for (uint32_t i = 0; i < program->struct_count; i++) {
        const struct program_struct *declared = &program->structs[i];
        bool used = false;
        for (uint32_t k = 0; k < program->decls.resource_count && !used; k++)
            used = has_layout(&program->decls.resources[k]) &&
                   find_comment(program, &program->decls.resources[k]) == declared;
        if (!used)
            diag_add(diags, LAYOUT_STRUCT_SLOT, place_of(program, declared), declared->slot);
    }
}

enum sm5_status layout_of_resource(const struct sm5_program *program, uint32_t index, struct sm5_layout **out,
                                   struct sm5_diags *diags)
{
    const struct program_resource *resource = &program->decls.resources[index];
    const struct program_struct *declared = find_comment(program, resource);
    *out = NULL;
    if (!has_layout(resource))
        return SM5_OK;
    return declared ? layout_of_comment(program, resource, declared, out, diags)
                    : layout_of_rdef(program, resource, out, diags);
}
