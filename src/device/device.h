/* Compute shaders on a Vulkan driver, for comparison. The driver side, sm5-vulkan.so, is loaded at run time:
   it alone links the Vulkan loader and libvkd3d-shader. */
#ifndef SM5_DEVICE_ROOM_H
#define SM5_DEVICE_ROOM_H

#include "runtime/runtime.h"
#include "sm5/device.h"

/* ---- the plugin's interface ---- */

/* Changes with every structure that the two sides share. */
enum { VULKAN_ABI = 1 };
#define VULKAN_DRIVER_SYMBOL "sm5_vulkan_driver"

/* What a kernel is made of. `code` is a DXBC container. */
struct vulkan_input {
    const struct sm5_program *program;
    const void *code;
    size_t size;
    const struct sm5_device_options *options;
};

/* What the plugin uses of the library. */
struct vulkan_host {
    const struct sm5_sampler *sampler; /* of unbound s# */
    /* Calls the progress of the run when it is due. */
    void (*poll)(struct runtime_run *run, uint64_t now);
    uint64_t (*now)(void); /* nanoseconds of CLOCK_MONOTONIC */
};

/* The calls of the plugin. On failure they append one line to `why`, which names the Vulkan call, the
   translator's message or the missing feature. SM5_ERR_SUPPORT: the device or the translator cannot do it;
   SM5_ERR_LIMIT: a timeout; SM5_ERR_PROGRAM: the device is lost; SM5_ERR_MEMORY. */
struct vulkan_driver {
    uint32_t abi;
    /* Stores at most `room` devices and the number that exist. */
    enum sm5_status (*list)(struct sm5_device *list, size_t room, size_t *count, struct strbuf *why);
    enum sm5_status (*kernel_new)(const struct vulkan_input *input, void **kernel, struct strbuf *why);
    void (*kernel_free)(void *kernel);
    /* Runs all groups of the run and stores to the memory of its bindings; *seconds is the device's time for
       them. Several threads may run one kernel. */
    enum sm5_status (*run)(void *kernel, const struct vulkan_host *host, struct runtime_run *run,
                           double *seconds, struct strbuf *why);
};

/* The loaded plugin, or NULL with the reason. */
const struct vulkan_driver *vulkan_driver_load(struct strbuf *why);

/* ---- the engine ---- */

extern const struct runtime_engine vulkan_engine;

/* A kernel of vulkan_engine. */
enum sm5_status vulkan_kernel_make(const struct vulkan_input *input, void **kernel, struct strbuf *why);

#endif
