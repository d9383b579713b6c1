/* Buffers of device memory and of staging memory, which the host maps. */
#include "driver.h"

uint32_t memory_type(const struct device *device, uint32_t types, VkMemoryPropertyFlags wanted,
                     VkMemoryPropertyFlags liked)
{
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < device->memory.memoryTypeCount; i++) {
        VkMemoryPropertyFlags flags = device->memory.memoryTypes[i].propertyFlags;
        if (!(types >> i & 1) || (flags & wanted) != wanted)
            continue;
        if ((flags & liked) == liked)
            return i;
        found = found == UINT32_MAX ? i : found;
    }
    return found;
}

static enum sm5_status allocate(struct device *device, bool is_staging, struct area *out, struct strbuf *why)
{
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device->device, out->buffer, &needs);
    VkMemoryPropertyFlags wanted =
        is_staging ? VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT : 0;
    VkMemoryPropertyFlags liked =
        is_staging ? wanted | VK_MEMORY_PROPERTY_HOST_CACHED_BIT : VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .allocationSize = needs.size,
        .memoryTypeIndex = memory_type(device, needs.memoryTypeBits, wanted, liked),
    };
    if (info.memoryTypeIndex == UINT32_MAX)
        return driver_cannot(why, "the device has no memory type for buffers");
    VkResult result = vkAllocateMemory(device->device, &info, NULL, &out->memory);
    if (result)
        return driver_fail(why, "vkAllocateMemory", result);
    result = vkBindBufferMemory(device->device, out->buffer, out->memory, 0);
    if (!result && is_staging)
        result = vkMapMemory(device->device, out->memory, 0, VK_WHOLE_SIZE, 0, (void **)&out->mapped);
    return result ? driver_fail(why, "vkMapMemory", result) : SM5_OK;
}

enum sm5_status area_new(struct device *device, uint64_t size, VkBufferUsageFlags usage, bool is_staging,
                         struct area *out, struct strbuf *why)
{
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = size ? size : 4,
        .usage = usage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
        .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
    };
    out->size = info.size;
    VkResult result = vkCreateBuffer(device->device, &info, NULL, &out->buffer);
    return result ? driver_fail(why, "vkCreateBuffer", result) : allocate(device, is_staging, out, why);
}

void area_free(struct device *device, struct area *area)
{
    vkDestroyBuffer(device->device, area->buffer, NULL);
    vkFreeMemory(device->device, area->memory, NULL);
    *area = (struct area){0};
}
