/* The engine that runs dispatches on a Vulkan device, through the plugin. */
#include <dlfcn.h>
#include <stdlib.h>

#include "device/device.h"

struct vulkan_kernel {
    const struct vulkan_driver *driver;
    void *kernel;
};

#define PLUGIN_FILE "sm5-vulkan.so"

const struct vulkan_driver *vulkan_driver_load(struct strbuf *why)
{
    const struct plugin_name name = {
        .file = PLUGIN_FILE, .variable = "SM5_VULKAN_PLUGIN", .build_folder = "src/device/driver"};
    void *library = plugin_open(&name, why);
    if (!library)
        return NULL;
    const struct vulkan_driver *(*get)(void) = NULL;
    *(void **)&get = dlsym(library, VULKAN_DRIVER_SYMBOL);
    const struct vulkan_driver *driver = get ? get() : NULL;
    dlclose(library);
    if (driver && driver->abi == VULKAN_ABI)
        return driver;
    strbuf_add(why, PLUGIN_FILE " belongs to another version");
    return NULL;
}

enum sm5_status vulkan_kernel_make(const struct vulkan_input *input, void **out, struct strbuf *why)
{
    const struct vulkan_driver *driver = vulkan_driver_load(why);
    *out = NULL;
    if (!driver)
        return SM5_ERR_SUPPORT;
    struct vulkan_kernel *made = calloc(1, sizeof *made);
    if (!made)
        return SM5_ERR_MEMORY;
    made->driver = driver;
    enum sm5_status status = driver->kernel_new(input, &made->kernel, why);
    if (status)
        free(made);
    else
        *out = made;
    return status;
}

static void kernel_free(void *kernel)
{
    struct vulkan_kernel *made = kernel;
    made->driver->kernel_free(made->kernel);
    free(made);
}

static enum sm5_status run_all(const void *kernel, struct runtime_run *run, double *seconds,
                               struct strbuf *why)
{
    const struct vulkan_kernel *made = kernel;
    const struct vulkan_host host = {.sampler = &sampler_default, .poll = runtime_poll, .now = pool_now};
    return made->driver->run(made->kernel, &host, run, seconds, why);
}

/* Unknown: a subgroup's size is the driver's choice for each pipeline. */
static uint32_t lanes(const void *kernel)
{
    (void)kernel;
    return 1;
}

const struct runtime_engine vulkan_engine = {
    .name = "vulkan",
    .kernel_free = kernel_free,
    .run_all = run_all,
    .lanes = lanes,
};
