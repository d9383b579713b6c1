/* The plugin: devices, translation to SPIR-V, memory, descriptors, submission. */
#ifndef SM5_VULKAN_DRIVER_H
#define SM5_VULKAN_DRIVER_H

#include <vulkan/vulkan.h>

#include "device/device.h"
#include "spirv.h"

/* ---- driver_device.c ---- */

/* A logical device with one compute queue. */
struct device {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    pthread_mutex_t lock; /* of the queue */
    uint32_t family;
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceMemoryProperties memory;
    VkPhysicalDeviceFeatures features;
    bool null_descriptors, has_min_lod, has_border_colours, has_reduction;
    uint32_t timestamp_bits;
    double timeout;
    VkDebugUtilsMessengerEXT messenger;
    struct strbuf messages; /* of the validation layers, guarded by `lock` */
    atomic_bool lost;       /* a dispatch timed out: nothing of the device may be destroyed */
};

enum sm5_status device_list(struct sm5_device *list, size_t room, size_t *count, struct strbuf *why);
enum sm5_status device_open(const struct sm5_device_options *options, struct device *out, struct strbuf *why);
void device_close(struct device *device);
/* Moves the validation layers' messages to `why`; false without any. */
bool device_take_messages(struct device *device, struct strbuf *why);

/* The status of a failed call, with its name and VkResult in `why`. */
enum sm5_status driver_fail(struct strbuf *why, const char *call, VkResult result);
/* SM5_ERR_SUPPORT with a text. */
enum sm5_status driver_cannot(struct strbuf *why, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- driver_translate.c ---- */

/* What the shader names by a descriptor. */
struct binding {
    const struct program_resource *resource;
    uint32_t slot; /* index of the resource in the program's declarations */
    VkDescriptorType type;
    bool is_counter;
};

struct kernel {
    struct device device;
    const struct sm5_program *program;
    struct binding *bindings; /* by number of the descriptor, in set 0 */
    uint32_t binding_count;
    bool storage_buffers;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
};

/* Assigns descriptors to the declarations. */
enum sm5_status translate_bindings(struct kernel *kernel, enum sm5_descriptors descriptors,
                                   struct strbuf *why);
struct spirv_binding translate_binding(const struct binding *binding);

/* ---- driver_spirv.c ---- */

/* SPIR-V of a container; free with translate_free. */
struct spirv {
    uint32_t *words;
    size_t bytes;
};
enum sm5_status translate_code(const struct kernel *kernel, const void *code, size_t size,
                               struct spirv *spirv, struct strbuf *why);
void translate_free(struct spirv *spirv);

/* ---- driver_format.c ---- */

/* VK_FORMAT_UNDEFINED: Vulkan has none with this layout. */
VkFormat format_of_dxgi(uint32_t dxgi);

/* ---- driver_memory.c ---- */

struct area {
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint64_t size;
    uint8_t *mapped; /* of staging memory */
};

enum sm5_status area_new(struct device *device, uint64_t size, VkBufferUsageFlags usage, bool is_staging,
                         struct area *out, struct strbuf *why);
void area_free(struct device *device, struct area *area);
/* The index of a memory type among `types` with all of `wanted`, and `liked` where possible; UINT32_MAX:
   none. */
uint32_t memory_type(const struct device *device, uint32_t types, VkMemoryPropertyFlags wanted,
                     VkMemoryPropertyFlags liked);

/* ---- driver_upload.c: memory of the run on the device ---- */

/* A resource of the host and its copy. `lead` bytes of padding make the offsets of its views valid. */
struct copy {
    const struct sm5_buffer *host;
    struct area area;
    uint64_t lead, alignment, staged; /* staged: offset in the staging memory */
    bool is_written;
};

/* A view's texture as an image of its own: mips and layers of the view only. */
struct image {
    const struct texture_view *host;
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view;
    uint64_t staged,
        fetched; /* offsets in the staging memory: before and, of a written image, after the run */
    bool is_written;
};

/* The state of one dispatch. */
struct work {
    struct kernel *kernel;
    const struct vulkan_host *host;
    struct runtime_run *run;
    struct strbuf *why;
    struct copy *copies;
    struct image *images;
    VkBufferView *texels; /* by descriptor */
    VkSampler *samplers;  /* by descriptor */
    uint32_t copy_count, image_count;
    struct area staging, counters;
    uint64_t staged; /* bytes of staging memory */
    VkDescriptorPool pool;
    VkDescriptorSet set;
    VkCommandPool commands;
    VkCommandBuffer command;
    VkQueryPool queries;
    VkFence fence;
};

/* The view of a descriptor. */
const struct runtime_view *work_view(const struct work *work, const struct binding *binding);
/* The copy of the buffer that a view views. */
struct copy *work_copy(struct work *work, const struct sm5_buffer *host);

/* Allocates the copies and images, and the staging memory with the host's bytes. */
enum sm5_status upload_make(struct work *work);
void upload_free(struct work *work);
void upload_record(struct work *work);   /* staging to the device */
void download_record(struct work *work); /* back, for all that is written */
void download_store(struct work *work);  /* staging to the host */

/* ---- driver_image.c ---- */

enum sm5_status image_new(struct work *work, const struct runtime_view *view, bool is_written,
                          struct image *out);
void image_free(struct device *device, struct image *image);
/* Bytes of the texels without padding, and copying between the host's layout and that. */
uint64_t image_bytes(const struct texture_view *view);
void image_load(const struct texture_view *view, uint8_t *staged);
/* Stores texels that the run changed: views of one texture may share rows or texels. */
void image_store(const struct texture_view *view, const uint8_t *before, const uint8_t *after);
void image_record(struct work *work, struct image *image, bool is_upload);
enum sm5_status sampler_new(struct work *work, const struct sm5_sampler *sampler, VkSampler *out);

/* ---- driver_bind.c, driver_run.c ---- */

enum sm5_status bind_make(struct work *work);
void bind_free(struct work *work);

#endif
