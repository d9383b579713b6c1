/* Layouts from RDEF. */
#include <stdlib.h>

#include "layout/layout.h"
#include "layout/layout_diag.h"

enum { KIND_CBUFFER = 0, KIND_RESOURCE_BIND_INFO = 3 };

const struct program_buffer_info *layout_buffer_of(const struct sm5_program *program,
                                                   const struct program_resource *resource,
                                                   const struct program_binding_info *binding)
{
    uint32_t kind = resource->file == ISA_FILE_CBUFFER ? KIND_CBUFFER : KIND_RESOURCE_BIND_INFO;
    for (uint32_t i = 0; binding && binding->name && i < program->reflection.buffer_count; i++) {
        const struct program_buffer_info *buffer = &program->reflection.buffers[i];
        if (buffer->name && strcmp(buffer->name, binding->name) == 0 && buffer->kind == kind)
            return buffer;
    }
    return NULL;
}

/* The one variable of a structured buffer, "$Element", has no name in a layout. */
static struct layout_part *parts_of(const struct program_buffer_info *buffer, bool cbuffer)
{
    struct layout_part *parts = calloc(buffer->variable_count + 1, sizeof *parts);
    for (uint32_t i = 0; parts && i < buffer->variable_count; i++) {
        const struct program_variable *variable = &buffer->variables[i];
        parts[i] = (struct layout_part){cbuffer ? variable->name : NULL, variable->type, variable->offset};
    }
    return parts;
}

enum sm5_status layout_of_rdef(const struct program_resource *resource,
                               const struct program_buffer_info *buffer, struct sm5_layout **out,
                               struct sm5_diags *diags)
{
    bool cbuffer = resource->file == ISA_FILE_CBUFFER;
    struct layout_part *parts = parts_of(buffer, cbuffer);
    struct sm5_layout *layout = layout_new();
    enum sm5_status status = parts && layout
                                 ? layout_build(layout, cbuffer ? LAYOUT_CBUFFER : LAYOUT_STRUCTURED, parts,
                                                buffer->variable_count)
                                 : SM5_ERR_MEMORY;
    free(parts);
    if (status == SM5_ERR_MEMORY)
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    else if (status)
        diag_add(diags, LAYOUT_LIMIT, DIAG_NOWHERE, buffer->name, LAYOUT_FIELD_LIMIT, LAYOUT_DEPTH_LIMIT);
    if (status || layout->fields.count == 0) {
        layout_free(layout);
        layout = NULL;
    }
    *out = layout;
    return status;
}

void layout_defaults(const struct program_buffer_info *buffer, uint8_t *row, size_t size)
{
    for (uint32_t i = 0; i < buffer->variable_count; i++) {
        const struct program_variable *variable = &buffer->variables[i];
        if (!variable->default_value || variable->offset >= size)
            continue;
        size_t left = size - variable->offset;
        memcpy(row + variable->offset, variable->default_value,
               variable->size < left ? variable->size : left);
    }
}
