/* Layouts from RDEF. */
#include <stdlib.h>

#include "layout/layout.h"
#include "layout/layout_diag.h"

enum { KIND_CBUFFER = 0, KIND_RESOURCE_BIND_INFO = 3 };

/* Register file of a binding by its kind (D3D_SHADER_INPUT_TYPE). */
static uint32_t file_of_binding(uint32_t kind)
{
    static const uint8_t files[] = {
        ISA_FILE_CBUFFER, ISA_FILE_SRV, ISA_FILE_SRV, ISA_FILE_SAMPLER, ISA_FILE_UAV, ISA_FILE_SRV,
        ISA_FILE_UAV,     ISA_FILE_SRV, ISA_FILE_UAV, ISA_FILE_UAV,     ISA_FILE_UAV, ISA_FILE_UAV,
    };
    return kind < BASE_COUNT(files) ? files[kind] : UINT32_MAX;
}

const struct program_binding_info *layout_binding_of(const struct sm5_program *program,
                                                     const struct program_resource *resource)
{
    for (uint32_t i = 0; i < program->reflection.binding_count; i++) {
        const struct program_binding_info *binding = &program->reflection.bindings[i];
        uint32_t count = binding->count ? binding->count : UINT32_MAX; /* 0: unbounded */
        if (file_of_binding(binding->kind) == resource->file && binding->space == resource->space &&
            resource->lower >= binding->point && resource->lower - binding->point < count)
            return binding;
    }
    return NULL;
}

const struct program_buffer_info *layout_buffer_of(const struct sm5_program *program,
                                                   const struct program_resource *resource)
{
    const struct program_binding_info *binding = layout_binding_of(program, resource);
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

enum sm5_status layout_of_rdef(const struct sm5_program *program, const struct program_resource *resource,
                               struct sm5_layout **out, struct sm5_diags *diags)
{
    const struct program_buffer_info *buffer = layout_buffer_of(program, resource);
    *out = NULL;
    if (!buffer)
        return SM5_OK;
    bool cbuffer = resource->file == ISA_FILE_CBUFFER;
    struct layout_part *parts = parts_of(buffer, cbuffer);
    struct sm5_layout *layout = layout_new();
    enum sm5_status status =
        parts && layout ? layout_build(layout, cbuffer ? SM5_PACKING_CBUFFER : SM5_PACKING_STRUCTURED, parts,
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

void sm5_layout_defaults(const struct sm5_program *program, uint32_t index, void *row, size_t size)
{
    const struct program_buffer_info *buffer = NULL;
    if (index < program->decls.resource_count && program->decls.resources[index].file == ISA_FILE_CBUFFER)
        buffer = layout_buffer_of(program, &program->decls.resources[index]);
    for (uint32_t i = 0; buffer && i < buffer->variable_count; i++) {
        const struct program_variable *variable = &buffer->variables[i];
        if (!variable->default_value || variable->offset >= size)
            continue;
        size_t left = size - variable->offset;
        memcpy((uint8_t *)row + variable->offset, variable->default_value,
               variable->size < left ? variable->size : left);
    }
}
