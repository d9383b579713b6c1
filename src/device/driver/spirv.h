/* What the plugin and the translator's process, sm5-spirv, exchange. */
#ifndef SM5_VULKAN_SPIRV_H
#define SM5_VULKAN_SPIRV_H

#include <stdint.h>

#define SPIRV_PROGRAM "sm5-spirv"

/* The type of a descriptor in Direct3D's terms. */
enum spirv_type { SPIRV_CBV, SPIRV_SRV, SPIRV_UAV, SPIRV_SAMPLER, SPIRV_COUNTER };

/* The descriptor of one register; its index is its number in set 0. */
struct spirv_binding {
    uint32_t type, space, index, is_image;
};

/* Standard input: this, the bindings, the container. */
struct spirv_request {
    uint32_t bindings, bytes, storage_buffers;
};

enum spirv_result { SPIRV_DONE, SPIRV_UNSUPPORTED, SPIRV_NO_MEMORY };

/* Standard output: this, a message, which names the translator, and the SPIR-V. Standard error: the
   translator's log of what it does not implement. */
struct spirv_reply {
    uint32_t result, message_bytes, code_bytes;
};

#endif
