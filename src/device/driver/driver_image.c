/* Textures as images, and samplers. An image has the mips and layers of one view; its texels travel without
   padding, mip by mip, the layers of a mip one after the other. */
#include "driver.h"

/* ---- layout of the staged texels ---- */

static uint64_t row_bytes(const struct texture_view *view, const struct texture_level *level)
{
    uint32_t block = view->format->block[0];
    return (uint64_t)((level->width + block - 1) / block) * view->format->bytes;
}

static uint32_t row_count(const struct texture_view *view, const struct texture_level *level)
{
    uint32_t block = view->format->block[1];
    return (level->height + block - 1) / block;
}

static uint64_t mip_bytes(const struct texture_view *view, const struct texture_level *level)
{
    return row_bytes(view, level) * row_count(view, level) * level->depth * view->layers;
}

uint64_t image_bytes(const struct texture_view *view)
{
    uint64_t bytes = 0;
    for (uint32_t mip = 0; mip < view->mips; mip++)
        bytes += mip_bytes(view, &view->levels[mip]);
    return bytes;
}

/* Staged bytes: `to` when loading, `before` and `after` the run when storing. */
struct staged {
    uint8_t *to;
    const uint8_t *before, *after;
    size_t texel; /* bytes */
};

/* Calls `visit` with each row of the host and the offset of its staged bytes. */
static void each_row(const struct texture_view *view, const struct staged *context,
                     void (*visit)(const struct staged *context, uint8_t *row, uint64_t offset, size_t size))
{
    uint64_t offset = 0;
    for (uint32_t mip = 0; mip < view->mips; mip++) {
        const struct texture_level *level = &view->levels[mip];
        uint64_t size = row_bytes(view, level);
        uint32_t rows = row_count(view, level), slices = level->depth * view->layers;
        for (uint32_t slice = 0; slice < slices; slice++) {
            uint8_t *at = view->base + level->offset + slice / level->depth * view->layer_bytes +
                          slice % level->depth * level->slice_bytes;
            for (uint32_t row = 0; row < rows; row++, offset += size)
                visit(context, at + row * level->row_bytes, offset, size);
        }
    }
}

static void load_row(const struct staged *staged, uint8_t *row, uint64_t offset, size_t size)
{
    memcpy(staged->to + offset, row, size);
}

static void store_row(const struct staged *staged, uint8_t *row, uint64_t offset, size_t size)
{
    const uint8_t *before = staged->before + offset, *after = staged->after + offset;
    for (size_t i = 0; i < size; i += staged->texel)
        if (memcmp(before + i, after + i, staged->texel) != 0)
            memcpy(row + i, after + i, staged->texel);
}

void image_load(const struct texture_view *view, uint8_t *staged)
{
    each_row(view, &(struct staged){.to = staged}, load_row);
}

void image_store(const struct texture_view *view, const uint8_t *before, const uint8_t *after)
{
    each_row(view, &(struct staged){.before = before, .after = after, .texel = view->format->bytes},
             store_row);
}

/* ---- images ---- */

static VkImageType image_type(uint8_t dimension)
{
    switch (dimension) {
    case ISA_DIM_TEXTURE1D:
    case ISA_DIM_TEXTURE1DARRAY: return VK_IMAGE_TYPE_1D;
    case ISA_DIM_TEXTURE3D: return VK_IMAGE_TYPE_3D;
    default: return VK_IMAGE_TYPE_2D;
    }
}

static VkImageViewType view_type(uint8_t dimension)
{
    switch (dimension) {
    case ISA_DIM_TEXTURE1D: return VK_IMAGE_VIEW_TYPE_1D;
    case ISA_DIM_TEXTURE1DARRAY: return VK_IMAGE_VIEW_TYPE_1D_ARRAY;
    case ISA_DIM_TEXTURE2D: return VK_IMAGE_VIEW_TYPE_2D;
    case ISA_DIM_TEXTURE3D: return VK_IMAGE_VIEW_TYPE_3D;
    case ISA_DIM_TEXTURECUBE: return VK_IMAGE_VIEW_TYPE_CUBE;
    case ISA_DIM_TEXTURECUBEARRAY: return VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
    default: return VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    }
}

/* Creates the image, after asking whether the device has such ones. */
static enum sm5_status make_image(struct device *device, const VkImageCreateInfo *info, const char *format,
                                  struct image *out, struct strbuf *why)
{
    VkImageFormatProperties properties;
    VkResult result = vkGetPhysicalDeviceImageFormatProperties(
        device->physical, info->format, info->imageType, info->tiling, info->usage, info->flags, &properties);
    if (result || info->mipLevels > properties.maxMipLevels ||
        info->arrayLayers > properties.maxArrayLayers || info->extent.width > properties.maxExtent.width ||
        info->extent.height > properties.maxExtent.height || info->extent.depth > properties.maxExtent.depth)
        return driver_cannot(why, "the device has no %s images of %u x %u x %u with this use", format,
                             info->extent.width, info->extent.height, info->extent.depth);
    result = vkCreateImage(device->device, info, NULL, &out->image);
    return result ? driver_fail(why, "vkCreateImage", result) : SM5_OK;
}

static enum sm5_status allocate(struct device *device, struct image *out, struct strbuf *why)
{
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(device->device, out->image, &needs);
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .allocationSize = needs.size,
        .memoryTypeIndex = memory_type(device, needs.memoryTypeBits, 0, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT),
    };
    VkResult result = vkAllocateMemory(device->device, &info, NULL, &out->memory);
    if (!result)
        result = vkBindImageMemory(device->device, out->image, out->memory, 0);
    return result ? driver_fail(why, "vkAllocateMemory", result) : SM5_OK;
}

static enum sm5_status make_view(struct device *device, const struct texture_view *texture, VkFormat format,
                                 struct image *out, struct strbuf *why)
{
    const VkImageViewMinLodCreateInfoEXT min_lod = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_MIN_LOD_CREATE_INFO_EXT,
        .minLod = texture->min_lod,
    };
    const VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .pNext = texture->min_lod > 0 ? &min_lod : NULL,
        .image = out->image,
        .viewType = view_type(texture->dimension),
        .format = format,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, texture->mips, 0, VK_REMAINING_ARRAY_LAYERS},
    };
    if (texture->min_lod > 0 && !device->has_min_lod)
        return driver_cannot(
            why, "the device has no minimum level of detail of views (VK_EXT_image_view_min_lod)");
    VkResult result = vkCreateImageView(device->device, &info, NULL, &out->view);
    return result ? driver_fail(why, "vkCreateImageView", result) : SM5_OK;
}

enum sm5_status image_new(struct work *work, const struct runtime_view *view, bool is_written,
                          struct image *out)
{
    struct device *device = &work->kernel->device;
    const struct texture_view *texture = view->texture;
    const struct texture_level *top = &texture->levels[0];
    VkFormat format = format_of_dxgi(texture->format->dxgi);
    out->host = texture;
    out->is_written = is_written;
    if (texture->samples > 1)
        return driver_cannot(work->why, "multisampled textures cannot be filled on a device");
    if (format == VK_FORMAT_UNDEFINED)
        return driver_cannot(work->why, "Vulkan has no format like %s", texture->format->name);
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags = texture_is_cube(texture) ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0,
        .imageType = image_type(texture->dimension),
        .format = format,
        .extent = {top->width, top->height, top->depth},
        .mipLevels = texture->mips,
        .arrayLayers = texture->layers,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                 (is_written ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT),
        .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
    };
    enum sm5_status status = make_image(device, &info, texture->format->name, out, work->why);
    if (!status)
        status = allocate(device, out, work->why);
    return status ? status : make_view(device, texture, format, out, work->why);
}

void image_free(struct device *device, struct image *image)
{
    vkDestroyImageView(device->device, image->view, NULL);
    vkDestroyImage(device->device, image->image, NULL);
    vkFreeMemory(device->device, image->memory, NULL);
}

/* ---- commands ---- */

static void change_layout(struct work *work, struct image *image, VkImageLayout from, VkImageLayout to)
{
    const VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .oldLayout = from,
        .newLayout = to,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image->image,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0,
                             VK_REMAINING_ARRAY_LAYERS},
    };
    vkCmdPipelineBarrier(work->command, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
}

void image_record(struct work *work, struct image *image, bool is_upload)
{
    const struct texture_view *view = image->host;
    uint64_t at = is_upload ? image->staged : image->fetched;
    VkImageLayout layout =
        is_upload ? VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL : VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    change_layout(work, image, is_upload ? VK_IMAGE_LAYOUT_UNDEFINED : VK_IMAGE_LAYOUT_GENERAL, layout);
    for (uint32_t mip = 0; mip < view->mips; mip++) {
        const struct texture_level *level = &view->levels[mip];
        const VkBufferImageCopy region = {
            .bufferOffset = at,
            .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, mip, 0, view->layers},
            .imageExtent = {level->width, level->height, level->depth},
        };
        if (is_upload)
            vkCmdCopyBufferToImage(work->command, work->staging.buffer, image->image, layout, 1, &region);
        else
            vkCmdCopyImageToBuffer(work->command, image->image, layout, work->staging.buffer, 1, &region);
        at += mip_bytes(view, level);
    }
    change_layout(work, image, layout, VK_IMAGE_LAYOUT_GENERAL);
}

/* ---- samplers ---- */

static VkSamplerAddressMode address_mode(enum sm5_address address)
{
    static const VkSamplerAddressMode modes[] = {
        [SM5_ADDRESS_WRAP] = VK_SAMPLER_ADDRESS_MODE_REPEAT,
        [SM5_ADDRESS_MIRROR] = VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT,
        [SM5_ADDRESS_CLAMP] = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
        [SM5_ADDRESS_BORDER] = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
        [SM5_ADDRESS_MIRROR_ONCE] = VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE,
    };
    return modes[address];
}

static bool has_border(const struct sm5_sampler *s)
{
    return s->address[0] == SM5_ADDRESS_BORDER || s->address[1] == SM5_ADDRESS_BORDER ||
           s->address[2] == SM5_ADDRESS_BORDER;
}

/* One of Vulkan's colours, or VK_BORDER_COLOR_FLOAT_CUSTOM_EXT. */
static VkBorderColor border_of(const float border[4])
{
    static const float black[4] = {0, 0, 0, 0}, opaque[4] = {0, 0, 0, 1}, white[4] = {1, 1, 1, 1};
    if (memcmp(border, black, sizeof black) == 0)
        return VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
    if (memcmp(border, opaque, sizeof opaque) == 0)
        return VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK;
    return memcmp(border, white, sizeof white) == 0 ? VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE
                                                    : VK_BORDER_COLOR_FLOAT_CUSTOM_EXT;
}

static VkFilter filter(enum sm5_filter filter)
{
    return filter == SM5_FILTER_LINEAR ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
}

enum sm5_status sampler_new(struct work *work, const struct sm5_sampler *s, VkSampler *out)
{
    struct device *device = &work->kernel->device;
    VkBorderColor border = has_border(s) ? border_of(s->border) : VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
    VkSamplerCustomBorderColorCreateInfoEXT colour = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT};
    memcpy(colour.customBorderColor.float32, s->border, sizeof s->border);
    const VkSamplerReductionModeCreateInfo reduction = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO,
        .pNext = border == VK_BORDER_COLOR_FLOAT_CUSTOM_EXT ? &colour : NULL,
        .reductionMode = s->reduction == SM5_REDUCTION_MINIMUM ? VK_SAMPLER_REDUCTION_MODE_MIN
                                                               : VK_SAMPLER_REDUCTION_MODE_MAX,
    };
    bool reduces = s->reduction == SM5_REDUCTION_MINIMUM || s->reduction == SM5_REDUCTION_MAXIMUM;
    const VkSamplerCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
        .pNext = reduces ? (const void *)&reduction : reduction.pNext,
        .magFilter = s->max_anisotropy ? VK_FILTER_LINEAR : filter(s->mag),
        .minFilter = s->max_anisotropy ? VK_FILTER_LINEAR : filter(s->min),
        .mipmapMode = s->max_anisotropy || s->mip == SM5_FILTER_LINEAR ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                                       : VK_SAMPLER_MIPMAP_MODE_NEAREST,
        .addressModeU = address_mode(s->address[0]),
        .addressModeV = address_mode(s->address[1]),
        .addressModeW = address_mode(s->address[2]),
        .mipLodBias = s->lod_bias,
        .anisotropyEnable = s->max_anisotropy > 1,
        .maxAnisotropy = (float)s->max_anisotropy,
        .compareEnable = s->reduction == SM5_REDUCTION_COMPARISON,
        .compareOp = (VkCompareOp)s->comparison, /* both enumerations are in Direct3D's order */
        .minLod = s->min_lod,
        .maxLod = s->max_lod,
        .borderColor = border,
    };
    if (border == VK_BORDER_COLOR_FLOAT_CUSTOM_EXT && !device->has_border_colours)
        return driver_cannot(work->why,
                             "the device has only black and white borders (VK_EXT_custom_border_color)");
    if (reduces && !device->has_reduction)
        return driver_cannot(work->why, "the device has no minimum and maximum filters "
                                        "(VK_EXT_sampler_filter_minmax)");
    if (info.anisotropyEnable && !device->features.samplerAnisotropy)
        return driver_cannot(work->why, "the device has no anisotropic filters");
    VkResult result = vkCreateSampler(device->device, &info, NULL, out);
    return result ? driver_fail(work->why, "vkCreateSampler", result) : SM5_OK;
}
