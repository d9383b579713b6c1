/* Vulkan devices: running compute shaders on a driver, to compare it with the CPU engines. */
#ifndef SM5_DEVICE_H
#define SM5_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SM5_DEVICE_TEXT = 256 };

/* A device as its driver describes it. Texts end with a zero. */
struct sm5_device {
    char name[SM5_DEVICE_TEXT];
    char driver[SM5_DEVICE_TEXT]; /* driver and version: "llvmpipe, Mesa 22.3.6 (LLVM 15.0.6)" */
    char kind[16];                /* "discrete", "integrated", "virtual", "cpu" or "other" */
    uint32_t vendor, id;          /* PCI numbers */
    uint32_t version[3];          /* of Vulkan */
    bool has_robustness2;         /* robustBufferAccess2 and nullDescriptor */
    bool has_doubles;             /* shaderFloat64 */
};

/* Stores at most `room` devices in the loader's order, and the number that exist. SM5_ERR_SUPPORT with a
   diagnostic without the plugin sm5-vulkan.so, the Vulkan loader or a driver. Thread-safe. */
SM5_API enum sm5_status sm5_devices(struct sm5_device *list, size_t room, size_t *count,
                                    struct sm5_diags *diags);

/* The descriptors of structured and raw u#. Texel buffers are bounded by elements of 4 bytes, storage buffers
   by the bytes of the view (robustBufferAccess2). t# are uniform texel buffers, and typed u# are storage
   texel buffers, always. */
enum sm5_descriptors {
    SM5_DESCRIPTORS_AUTO, /* storage buffers, as vkd3d-proton does, where the program has no typed buffer u# */
    SM5_DESCRIPTORS_STORAGE, /* SM5_ERR_SUPPORT for a program with typed buffer u# */
    SM5_DESCRIPTORS_TEXEL
};

/* Zero-initialise for the defaults. */
struct sm5_device_options {
    /* The device: a number in the order of sm5_devices, or a part of its name in any letter case; NULL: the
       first one that is not a CPU, else the first. */
    const char *name; /* read when the kernel is created */
    enum sm5_descriptors descriptors;
    bool plain_bounds; /* robustBufferAccess instead of robustBufferAccess2 */
    bool validates;    /* enable VK_LAYER_KHRONOS_validation; its errors fail the run */
    double timeout;    /* seconds for a dispatch; 0: 60. A dispatch with max_seconds uses that */
};

#ifdef __cplusplus
}
#endif
#endif
