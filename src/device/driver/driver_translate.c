/* Descriptors of a program: one for each declared register, and one for each counter. */
#include <stdlib.h>

#include "driver.h"
#include "program/program.h"

static bool is_texture(const struct program_resource *r)
{
    return isa_dimensions[r->dimension].is_texture;
}

static VkDescriptorType type_of(const struct kernel *kernel, const struct program_resource *r)
{
    bool is_uav = r->file == ISA_FILE_UAV;
    if (r->file == ISA_FILE_CBUFFER)
        return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    if (r->file == ISA_FILE_SAMPLER)
        return VK_DESCRIPTOR_TYPE_SAMPLER;
    if (is_texture(r))
        return is_uav ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    if (!is_uav)
        return VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    return kernel->storage_buffers ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                                   : VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
}

static VkDescriptorType counter_type(const struct kernel *kernel)
{
    return kernel->storage_buffers ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                                   : VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
}

static bool has_typed_uav(const struct program_decls *decls)
{
    for (uint32_t i = 0; i < decls->resource_count; i++)
        if (decls->resources[i].file == ISA_FILE_UAV && decls->resources[i].dimension == ISA_DIM_BUFFER)
            return true;
    return false;
}

static enum sm5_status check_resource(const struct program_resource *r, struct strbuf *why)
{
    /* All formats of textures are colours to Vulkan, which compares with formats of depth only. */
    if (r->file == ISA_FILE_SAMPLER && r->sampler_mode == ISA_SAMPLER_MODE_COMPARISON)
        return driver_cannot(
            why,
            "Vulkan compares with textures of depth formats only; the program declares s%u with "
            "mode_comparison",
            r->lower);
    if (r->upper == r->lower)
        return SM5_OK;
    return driver_cannot(why,
                         "the translator has no arrays of descriptors; the program declares %s%u to %s%u",
                         isa_file(r->file)->text, r->lower, isa_file(r->file)->text, r->upper);
}

enum sm5_status translate_bindings(struct kernel *kernel, enum sm5_descriptors descriptors,
                                   struct strbuf *why)
{
    const struct program_decls *decls = &kernel->program->decls;
    bool typed = has_typed_uav(decls);
    if (descriptors == SM5_DESCRIPTORS_STORAGE && typed)
        return driver_cannot(why,
                             "the translator has no typed u# with storage buffers; expected texel buffers");
    kernel->storage_buffers = descriptors != SM5_DESCRIPTORS_TEXEL && !typed;
    kernel->bindings = calloc(2 * (size_t)decls->resource_count + 1, sizeof *kernel->bindings);
    if (!kernel->bindings)
        return SM5_ERR_MEMORY;
    for (uint32_t i = 0; i < decls->resource_count; i++) {
        const struct program_resource *r = &decls->resources[i];
        if (r->file == ISA_FILE_TGSM)
            continue;
        enum sm5_status status = check_resource(r, why);
        if (status)
            return status;
        kernel->bindings[kernel->binding_count++] =
            (struct binding){.resource = r, .slot = i, .type = type_of(kernel, r)};
        if (r->counted)
            kernel->bindings[kernel->binding_count++] =
                (struct binding){.resource = r, .slot = i, .type = counter_type(kernel), .is_counter = true};
    }
    return SM5_OK;
}

static uint32_t shader_type(const struct binding *binding)
{
    if (binding->is_counter)
        return SPIRV_COUNTER;
    switch (binding->resource->file) {
    case ISA_FILE_UAV: return SPIRV_UAV;
    case ISA_FILE_CBUFFER: return SPIRV_CBV;
    case ISA_FILE_SAMPLER: return SPIRV_SAMPLER;
    default: return SPIRV_SRV;
    }
}

struct spirv_binding translate_binding(const struct binding *binding)
{
    const struct program_resource *r = binding->resource;
    return (struct spirv_binding){
        .type = shader_type(binding),
        .space = r->space,
        .index = r->lower,
        .is_image =
            r->file == ISA_FILE_SAMPLER || is_texture(r), /* the translator counts samplers as images */
    };
}
