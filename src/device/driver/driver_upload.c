/* The memory of a run on the device: one copy of each buffer of the host, whichever views it has, one image
   for each texture view, and one staging buffer through which both travel. */
#include <stdlib.h>

#include "driver.h"

enum { STAGING_ALIGN = 256 };

const struct runtime_view *work_view(const struct work *work, const struct binding *binding)
{
    static const struct runtime_view unbound;
    const struct runtime_slot *slot = &work->run->bindings->slots[binding->slot];
    return slot->count ? &slot->views[0] : &unbound; /* register `lower`, the only one */
}

struct copy *work_copy(struct work *work, const struct sm5_buffer *host)
{
    for (uint32_t i = 0; i < work->copy_count; i++)
        if (work->copies[i].host == host)
            return &work->copies[i];
    return NULL;
}

/* ---- placement ---- */

static uint64_t view_alignment(const struct work *work, VkDescriptorType type)
{
    const VkPhysicalDeviceLimits *limits = &work->kernel->device.properties.limits;
    switch (type) {
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER: return limits->minUniformBufferOffsetAlignment;
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER: return limits->minStorageBufferOffsetAlignment;
    default: return limits->minTexelBufferOffsetAlignment;
    }
}

static uint64_t reserve(struct work *work, uint64_t bytes)
{
    uint64_t at = work->staged;
    work->staged = (at + bytes + STAGING_ALIGN - 1) / STAGING_ALIGN * STAGING_ALIGN;
    return at;
}

/* The view's offset in the copy must be a multiple of the descriptor's alignment, which is a power of two:
   the view with the largest one sets the lead. */
static enum sm5_status place(struct work *work, const struct binding *binding,
                             const struct runtime_view *view)
{
    uint64_t offset = (uint64_t)(view->base - view->buffer->data);
    uint64_t alignment = view_alignment(work, binding->type);
    struct copy *copy = work_copy(work, view->buffer);
    if (!copy) {
        copy = &work->copies[work->copy_count++];
        *copy = (struct copy){.host = view->buffer, .staged = reserve(work, view->buffer->size)};
    }
    if (alignment > copy->alignment) {
        copy->lead = (alignment - offset % alignment) % alignment;
        copy->alignment = alignment;
    }
    copy->is_written |= binding->resource->file == ISA_FILE_UAV;
    return SM5_OK;
}

static enum sm5_status check_place(struct work *work, const struct binding *binding,
                                   const struct runtime_view *view)
{
    uint64_t offset = (uint64_t)(view->base - view->buffer->data);
    uint64_t alignment = view_alignment(work, binding->type);
    if ((work_copy(work, view->buffer)->lead + offset) % alignment == 0)
        return SM5_OK;
    return driver_cannot(work->why,
                         "the views of one resource start at offsets that differ by less than the device's "
                         "alignment of descriptors, %llu bytes",
                         (unsigned long long)alignment);
}

typedef enum sm5_status visit(struct work *work, const struct binding *binding,
                              const struct runtime_view *view);

static enum sm5_status each_buffer(struct work *work, visit *call)
{
    enum sm5_status status = SM5_OK;
    for (uint32_t i = 0; !status && i < work->kernel->binding_count; i++) {
        const struct binding *binding = &work->kernel->bindings[i];
        const struct runtime_view *view = work_view(work, binding);
        bool is_buffer = view->kind == VIEW_STRUCTURED || view->kind == VIEW_RAW ||
                         view->kind == VIEW_TYPED || view->kind == VIEW_CBUFFER;
        if (is_buffer && !binding->is_counter)
            status = call(work, binding, view);
    }
    return status;
}

/* ---- copies ---- */

static enum sm5_status make_copy(struct work *work, struct copy *copy)
{
    return area_new(&work->kernel->device, copy->lead + copy->host->size,
                    VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT,
                    false, &copy->area, work->why);
}

/* A buffer and an image on a device are separate copies. */
static enum sm5_status check_shared(struct work *work, const struct binding *binding,
                                    const struct runtime_view *view)
{
    const struct copy *copy = work_copy(work, view->buffer);
    if (!copy || (!copy->is_written && binding->resource->file != ISA_FILE_UAV))
        return SM5_OK;
    return driver_cannot(work->why,
                         "a texture and a buffer of the device cannot share memory that is written");
}

static enum sm5_status make_images(struct work *work)
{
    enum sm5_status status = SM5_OK;
    for (uint32_t i = 0; !status && i < work->kernel->binding_count; i++) {
        const struct binding *binding = &work->kernel->bindings[i];
        const struct runtime_view *view = work_view(work, binding);
        if (view->kind != VIEW_TEXTURE || binding->is_counter)
            continue;
        status = check_shared(work, binding, view);
        if (status)
            break;
        struct image *image = &work->images[work->image_count++];
        status = image_new(work, view, binding->resource->file == ISA_FILE_UAV, image);
        image->staged = reserve(work, image_bytes(view->texture));
        if (image->is_written)
            image->fetched = reserve(work, image_bytes(view->texture));
    }
    return status;
}

/* Counters are at multiples of an alignment that suffices for every descriptor. */
static enum sm5_status make_counters(struct work *work)
{
    return area_new(&work->kernel->device, (uint64_t)STAGING_ALIGN * (work->kernel->binding_count + 1),
                    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT, false,
                    &work->counters, work->why);
}

/* Calls `copy` with each counter of the run and its place in the staging memory. */
static void each_counter(struct work *work, void (*call)(_Atomic uint32_t *counter, uint8_t *staged))
{
    for (uint32_t i = 0; i < work->kernel->binding_count; i++) {
        const struct runtime_view *view = work_view(work, &work->kernel->bindings[i]);
        if (work->kernel->bindings[i].is_counter && view->counter)
            call(view->counter, work->staging.mapped + (uint64_t)STAGING_ALIGN * i);
    }
}

static void stage_counter(_Atomic uint32_t *counter, uint8_t *staged)
{
    uint32_t value = atomic_load(counter);
    memcpy(staged, &value, sizeof value);
}

static void store_counter(_Atomic uint32_t *counter, uint8_t *staged)
{
    uint32_t value;
    memcpy(&value, staged, sizeof value);
    atomic_store(counter, value);
}

static void stage(struct work *work)
{
    each_counter(work, stage_counter);
    for (uint32_t i = 0; i < work->copy_count; i++)
        if (work->copies[i].host->size)
            memcpy(work->staging.mapped + work->copies[i].staged, work->copies[i].host->data,
                   work->copies[i].host->size);
    for (uint32_t i = 0; i < work->image_count; i++)
        image_load(work->images[i].host, work->staging.mapped + work->images[i].staged);
}

enum sm5_status upload_make(struct work *work)
{
    size_t room = work->kernel->binding_count + 1;
    work->copies = calloc(room, sizeof *work->copies);
    work->images = calloc(room, sizeof *work->images);
    if (!work->copies || !work->images)
        return SM5_ERR_MEMORY;
    reserve(work, (uint64_t)STAGING_ALIGN * room); /* the counters */
    enum sm5_status status = each_buffer(work, place);
    if (!status)
        status = each_buffer(work, check_place);
    for (uint32_t i = 0; !status && i < work->copy_count; i++)
        status = make_copy(work, &work->copies[i]);
    if (!status)
        status = make_images(work);
    if (!status)
        status = make_counters(work);
    if (!status)
        status = area_new(&work->kernel->device, work->staged, 0, true, &work->staging, work->why);
    if (!status)
        stage(work);
    return status;
}

void upload_free(struct work *work)
{
    struct device *device = &work->kernel->device;
    for (uint32_t i = 0; work->copies && i < work->copy_count; i++)
        area_free(device, &work->copies[i].area);
    for (uint32_t i = 0; work->images && i < work->image_count; i++)
        image_free(device, &work->images[i]);
    area_free(device, &work->staging);
    area_free(device, &work->counters);
    free(work->copies);
    free(work->images);
}

/* ---- commands ---- */

static void copy_area(struct work *work, VkBuffer from, uint64_t from_at, VkBuffer to, uint64_t to_at,
                      uint64_t size)
{
    const VkBufferCopy region = {.srcOffset = from_at, .dstOffset = to_at, .size = size};
    if (size)
        vkCmdCopyBuffer(work->command, from, to, 1, &region);
}

void upload_record(struct work *work)
{
    copy_area(work, work->staging.buffer, 0, work->counters.buffer, 0, work->counters.size);
    for (uint32_t i = 0; i < work->copy_count; i++)
        copy_area(work, work->staging.buffer, work->copies[i].staged, work->copies[i].area.buffer,
                  work->copies[i].lead, work->copies[i].host->size);
    for (uint32_t i = 0; i < work->image_count; i++)
        image_record(work, &work->images[i], true);
}

void download_record(struct work *work)
{
    copy_area(work, work->counters.buffer, 0, work->staging.buffer, 0, work->counters.size);
    for (uint32_t i = 0; i < work->copy_count; i++)
        if (work->copies[i].is_written)
            copy_area(work, work->copies[i].area.buffer, work->copies[i].lead, work->staging.buffer,
                      work->copies[i].staged, work->copies[i].host->size);
    for (uint32_t i = 0; i < work->image_count; i++)
        if (work->images[i].is_written)
            image_record(work, &work->images[i], false);
}

void download_store(struct work *work)
{
    each_counter(work, store_counter);
    for (uint32_t i = 0; i < work->copy_count; i++)
        if (work->copies[i].is_written && work->copies[i].host->size)
            memcpy(work->copies[i].host->data, work->staging.mapped + work->copies[i].staged,
                   work->copies[i].host->size);
    for (uint32_t i = 0; i < work->image_count; i++)
        if (work->images[i].is_written)
            image_store(work->images[i].host, work->staging.mapped + work->images[i].staged,
                        work->staging.mapped + work->images[i].fetched);
}
