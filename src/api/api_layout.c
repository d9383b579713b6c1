/* Layouts of a program's resources: comments of its text, RDEF. */
#include <stdlib.h>

#include "api/api.h"
#include "api/api_diag.h"
#include "layout/layout.h"

static const struct program_buffer_info *buffer_of(const struct sm5_program *program,
                                                   const struct program_resource *resource)
{
    return layout_buffer_of(program, resource, api_binding_of(program, resource));
}

static enum layout_packing packing_of(const struct program_resource *resource)
{
    return resource->file == ISA_FILE_CBUFFER ? LAYOUT_CBUFFER : LAYOUT_STRUCTURED;
}

/* ---- comments ---- */

static bool has_layout(const struct program_resource *resource)
{
    return resource->file == ISA_FILE_CBUFFER || resource->dimension == ISA_DIM_STRUCTURED;
}

static bool is_slot_of(const struct program_struct *declared, const struct program_resource *resource)
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

static const struct program_struct *comment_of(const struct sm5_program *program,
                                               const struct program_resource *resource)
{
    for (uint32_t i = 0; i < program->struct_count; i++)
        if (is_slot_of(&program->structs[i], resource))
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
    enum sm5_status status = layout_parse(declared->text, packing_of(resource), &place, out, diags);
    if (status || resource->file == ISA_FILE_CBUFFER || (*out)->bytes == resource->stride)
        return status;
    place.length = (uint32_t)strlen(declared->text);
    diag_add(diags, API_STRUCT_STRIDE, place, declared->slot, (*out)->bytes, resource->stride);
    layout_free(*out);
    *out = NULL;
    return SM5_ERR_INPUT;
}

void api_check_structs(const struct sm5_program *program, struct sm5_diags *diags)
{
    for (uint32_t i = 0; i < program->struct_count; i++) {
        const struct program_struct *declared = &program->structs[i];
        bool used = false;
        for (uint32_t k = 0; k < program->decls.resource_count && !used; k++)
            used = has_layout(&program->decls.resources[k]) &&
                   comment_of(program, &program->decls.resources[k]) == declared;
        if (!used)
            diag_add(diags, API_STRUCT_SLOT, place_of(program, declared), declared->slot);
    }
}

/* ---- the public functions ---- */

enum sm5_status sm5_layout_of(const struct sm5_program *program, uint32_t index, struct sm5_layout **layout,
                              struct sm5_diags *diags)
{
    *layout = NULL;
    if (index >= program->decls.resource_count)
        return SM5_ERR_ARGUMENT;
    const struct program_resource *resource = &program->decls.resources[index];
    const struct program_struct *declared = comment_of(program, resource);
    if (!has_layout(resource))
        return SM5_OK;
    if (declared)
        return layout_of_comment(program, resource, declared, layout, diags);
    const struct program_buffer_info *buffer = buffer_of(program, resource);
    return buffer ? layout_of_rdef(resource, buffer, layout, diags) : SM5_OK;
}

enum sm5_status sm5_layout_parse(const char *text, enum sm5_packing packing, const char *name,
                                 struct sm5_layout **layout, struct sm5_diags *diags)
{
    const struct diag_place place = {.file = name,
                                     .source_line = text,
                                     .source_length = strlen(text),
                                     .line = 1,
                                     .column = 1,
                                     .offset = SM5_NO_OFFSET,
                                     .instruction = SM5_NO_OFFSET};
    *layout = NULL;
    if (!api_check_value(packing, SM5_PACKING_CBUFFER, "enum sm5_packing", diags))
        return SM5_ERR_ARGUMENT;
    return layout_parse(text, packing == SM5_PACKING_CBUFFER ? LAYOUT_CBUFFER : LAYOUT_STRUCTURED, &place,
                        layout, diags);
}

void sm5_layout_free(struct sm5_layout *layout)
{
    layout_free(layout);
}

const struct sm5_field_info *sm5_layout_fields(const struct sm5_layout *layout, size_t *count)
{
    *count = layout->fields.count;
    return layout->fields.data;
}

uint32_t sm5_layout_bytes(const struct sm5_layout *layout)
{
    return layout->bytes;
}

void sm5_layout_defaults(const struct sm5_program *program, uint32_t index, void *row, size_t size)
{
    if (index >= program->decls.resource_count)
        return;
    const struct program_resource *resource = &program->decls.resources[index];
    const struct program_buffer_info *buffer = buffer_of(program, resource);
    if (buffer && resource->file == ISA_FILE_CBUFFER)
        layout_defaults(buffer, row, size);
}

/* ---- sm5_fields ---- */

static size_t copy_fields(const struct sm5_layout *layout, struct sm5_field_info *fields, size_t capacity,
                          struct sm5_blob *names)
{
    struct strbuf text = {0};
    size_t count = layout->fields.count, at = 0;
    for (size_t i = 0; i < count; i++)
        strbuf_add_bytes(&text, layout->fields.data[i].name, strlen(layout->fields.data[i].name) + 1);
    if (api_take_blob(&text, names, NULL))
        return 0;
    for (size_t i = 0; i < count && i < capacity; i++) {
        fields[i] = layout->fields.data[i];
        fields[i].name = (const char *)names->data + at;
        at += strlen(fields[i].name) + 1;
    }
    return count;
}

size_t sm5_fields(const struct sm5_program *program, uint32_t resource_index, struct sm5_field_info *fields,
                  size_t capacity, struct sm5_blob *names)
{
    struct sm5_layout *layout;
    sm5_blob_free(names);
    if (sm5_layout_of(program, resource_index, &layout, NULL) || !layout)
        return 0;
    size_t count = copy_fields(layout, fields, capacity, names);
    layout_free(layout);
    return count;
}
