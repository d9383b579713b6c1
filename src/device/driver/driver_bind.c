/* The descriptor set of a run. */
#include <stdlib.h>

#include "driver.h"

/* ---- one descriptor ---- */

/* What vkUpdateDescriptorSets reads of one descriptor. */
struct target {
    VkDescriptorBufferInfo buffer;
    VkDescriptorImageInfo image;
    VkBufferView texels;
};

static enum sm5_status make_texels(struct work *work, uint32_t at, VkBuffer buffer, uint64_t offset,
                                   uint64_t bytes, VkFormat format, struct target *target)
{
    struct device *device = &work->kernel->device;
    const VkBufferViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
        .buffer = buffer,
        .format = format,
        .offset = offset,
        .range = bytes,
    };
    VkFormatProperties properties;
    VkFormatFeatureFlags needed = work->kernel->bindings[at].type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER
                                      ? VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT
                                      : VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT;
    vkGetPhysicalDeviceFormatProperties(device->physical, format, &properties);
    if (!(properties.bufferFeatures & needed))
        return driver_cannot(work->why, "the device has no texel buffers of VkFormat %d", (int)format);
    VkResult result = vkCreateBufferView(device->device, &info, NULL, &work->texels[at]);
    target->texels = work->texels[at];
    return result ? driver_fail(work->why, "vkCreateBufferView", result) : SM5_OK;
}

static enum sm5_status bind_texels(struct work *work, uint32_t at, const struct runtime_view *view,
                                   VkBuffer buffer, uint64_t offset, struct target *target)
{
    uint64_t most = work->kernel->device.properties.limits.maxTexelBufferElements;
    bool typed = view->kind == VIEW_TYPED;
    uint64_t bytes = typed ? (uint64_t)view->count * view->stride : view->bytes / 4 * 4;
    VkFormat format = typed ? format_of_dxgi(view->format->dxgi) : VK_FORMAT_R32_UINT;
    if (format == VK_FORMAT_UNDEFINED)
        return driver_cannot(work->why, "Vulkan has no format like %s", view->format->name);
    if (bytes / (typed ? view->stride : 4) > most)
        return driver_cannot(
            work->why, "a view has %llu elements; the device has texel buffers of at most %llu",
            (unsigned long long)bytes / (typed ? view->stride : 4), (unsigned long long)most);
    return make_texels(work, at, buffer, offset, bytes, format, target);
}

static enum sm5_status bind_buffer(struct work *work, uint32_t at, const struct runtime_view *view,
                                   struct target *target)
{
    const struct copy *copy = work_copy(work, view->buffer);
    VkDescriptorType type = work->kernel->bindings[at].type;
    const VkPhysicalDeviceLimits *limits = &work->kernel->device.properties.limits;
    uint64_t offset = copy->lead + (uint64_t)(view->base - view->buffer->data);
    if (type == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER || type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER)
        return bind_texels(work, at, view, copy->area.buffer, offset, target);
    uint64_t most = type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER ? limits->maxUniformBufferRange
                                                              : limits->maxStorageBufferRange;
    if (view->bytes > most)
        return driver_cannot(work->why, "a view has %llu bytes; the device has at most %llu",
                             (unsigned long long)view->bytes, (unsigned long long)most);
    target->buffer =
        (VkDescriptorBufferInfo){.buffer = copy->area.buffer, .offset = offset, .range = view->bytes};
    return SM5_OK;
}

static enum sm5_status bind_counter(struct work *work, uint32_t at, const struct runtime_view *view,
                                    struct target *target)
{
    enum { COUNTER_ALIGN = 256 };
    uint64_t offset = (uint64_t)COUNTER_ALIGN * at;
    if (!view->counter)
        return driver_cannot(work->why, "a u# without a counter is bound where the program uses one");
    target->buffer = (VkDescriptorBufferInfo){.buffer = work->counters.buffer, .offset = offset, .range = 4};
    if (work->kernel->bindings[at].type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER)
        return SM5_OK;
    return make_texels(work, at, work->counters.buffer, offset, 4, VK_FORMAT_R32_UINT, target);
}

static struct image *find_image(struct work *work, const struct texture_view *view)
{
    for (uint32_t i = 0; i < work->image_count; i++)
        if (work->images[i].host == view)
            return &work->images[i];
    return NULL;
}

static bool is_empty(const struct binding *binding, const struct runtime_view *view)
{
    return view->kind != VIEW_TEXTURE && !binding->is_counter && view->bytes == 0;
}

static enum sm5_status bind_one(struct work *work, uint32_t at, struct target *target)
{
    const struct binding *binding = &work->kernel->bindings[at];
    const struct runtime_view *view = work_view(work, binding);
    if (binding->type == VK_DESCRIPTOR_TYPE_SAMPLER) {
        enum sm5_status status =
            sampler_new(work, view->sampler ? view->sampler : work->host->sampler, &work->samplers[at]);
        target->image.sampler = work->samplers[at];
        return status;
    }
    if (is_empty(binding, view)) {
        if (!work->kernel->device.null_descriptors)
            return driver_cannot(work->why,
                                 "an empty or unbound view, and the device has no null descriptors "
                                 "(VK_EXT_robustness2)");
        target->buffer = (VkDescriptorBufferInfo){.range = VK_WHOLE_SIZE};
        return SM5_OK;
    }
    if (binding->is_counter)
        return bind_counter(work, at, view, target);
    if (view->kind == VIEW_TEXTURE) {
        target->image = (VkDescriptorImageInfo){.imageView = find_image(work, view->texture)->view,
                                                .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
        return SM5_OK;
    }
    return bind_buffer(work, at, view, target);
}

/* ---- the set ---- */

static enum sm5_status make_set(struct work *work)
{
    struct kernel *kernel = work->kernel;
    VkDescriptorPoolSize *sizes = calloc(kernel->binding_count + 1, sizeof *sizes);
    if (!sizes)
        return SM5_ERR_MEMORY;
    for (uint32_t i = 0; i < kernel->binding_count; i++)
        sizes[i] = (VkDescriptorPoolSize){.type = kernel->bindings[i].type, .descriptorCount = 1};
    /* A pool without sizes is invalid before maintenance extensions. */
    if (!kernel->binding_count)
        sizes[0] = (VkDescriptorPoolSize){.type = VK_DESCRIPTOR_TYPE_SAMPLER, .descriptorCount = 1};
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 1,
        .poolSizeCount = kernel->binding_count ? kernel->binding_count : 1,
        .pPoolSizes = sizes,
    };
    VkResult result = vkCreateDescriptorPool(kernel->device.device, &pool, NULL, &work->pool);
    free(sizes);
    if (result)
        return driver_fail(work->why, "vkCreateDescriptorPool", result);
    const VkDescriptorSetAllocateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = work->pool,
        .descriptorSetCount = 1,
        .pSetLayouts = &kernel->set_layout,
    };
    result = vkAllocateDescriptorSets(kernel->device.device, &set, &work->set);
    return result ? driver_fail(work->why, "vkAllocateDescriptorSets", result) : SM5_OK;
}

static enum sm5_status write_set(struct work *work)
{
    const struct kernel *kernel = work->kernel;
    enum sm5_status status = SM5_OK;
    for (uint32_t i = 0; !status && i < kernel->binding_count; i++) {
        struct target target = {0};
        status = bind_one(work, i, &target);
        const VkWriteDescriptorSet write = {
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = work->set,
            .dstBinding = i,
            .descriptorCount = 1,
            .descriptorType = kernel->bindings[i].type,
            .pImageInfo = &target.image,
            .pBufferInfo = &target.buffer,
            .pTexelBufferView = &target.texels,
        };
        if (!status)
            vkUpdateDescriptorSets(kernel->device.device, 1, &write, 0, NULL);
    }
    return status;
}

enum sm5_status bind_make(struct work *work)
{
    size_t room = work->kernel->binding_count + 1;
    work->texels = calloc(room, sizeof *work->texels);
    work->samplers = calloc(room, sizeof *work->samplers);
    if (!work->texels || !work->samplers)
        return SM5_ERR_MEMORY;
    enum sm5_status status = make_set(work);
    return status ? status : write_set(work);
}

void bind_free(struct work *work)
{
    VkDevice device = work->kernel->device.device;
    for (uint32_t i = 0; i < work->kernel->binding_count; i++) {
        if (work->texels)
            vkDestroyBufferView(device, work->texels[i], NULL);
        if (work->samplers)
            vkDestroySampler(device, work->samplers[i], NULL);
    }
    vkDestroyDescriptorPool(device, work->pool, NULL);
    free(work->texels);
    free(work->samplers);
}
