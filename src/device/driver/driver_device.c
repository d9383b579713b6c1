/* Instances, the choice of a device, and logical devices with every feature that shaders may need. */
#include <stdarg.h>
#include <stdlib.h>
#include <strings.h>

#include "driver.h"

static const double default_timeout = 60;

/* ---- failures ---- */

static const char *result_name(VkResult result)
{
    switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY: return "VK_ERROR_OUT_OF_HOST_MEMORY";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY: return "VK_ERROR_OUT_OF_DEVICE_MEMORY";
    case VK_ERROR_INITIALIZATION_FAILED: return "VK_ERROR_INITIALIZATION_FAILED";
    case VK_ERROR_DEVICE_LOST: return "VK_ERROR_DEVICE_LOST";
    case VK_ERROR_LAYER_NOT_PRESENT: return "VK_ERROR_LAYER_NOT_PRESENT";
    case VK_ERROR_EXTENSION_NOT_PRESENT: return "VK_ERROR_EXTENSION_NOT_PRESENT";
    case VK_ERROR_FEATURE_NOT_PRESENT: return "VK_ERROR_FEATURE_NOT_PRESENT";
    case VK_ERROR_INCOMPATIBLE_DRIVER: return "VK_ERROR_INCOMPATIBLE_DRIVER";
    case VK_ERROR_FORMAT_NOT_SUPPORTED: return "VK_ERROR_FORMAT_NOT_SUPPORTED";
    case VK_ERROR_UNKNOWN: return "VK_ERROR_UNKNOWN";
    case VK_TIMEOUT: return "VK_TIMEOUT";
    default: return NULL;
    }
}

enum sm5_status driver_fail(struct strbuf *why, const char *call, VkResult result)
{
    const char *name = result_name(result);
    if (name)
        strbuf_printf(why, "%s: %s", call, name);
    else
        strbuf_printf(why, "%s: VkResult %d", call, (int)result);
    switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY: return SM5_ERR_MEMORY;
    case VK_ERROR_DEVICE_LOST: return SM5_ERR_PROGRAM;
    case VK_TIMEOUT: return SM5_ERR_LIMIT;
    default: return SM5_ERR_SUPPORT;
    }
}

enum sm5_status driver_cannot(struct strbuf *why, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    strbuf_add(why, text);
    return SM5_ERR_SUPPORT;
}

/* ---- instances ---- */

static VkBool32 VKAPI_PTR keep_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                       VkDebugUtilsMessageTypeFlagsEXT types,
                                       const VkDebugUtilsMessengerCallbackDataEXT *data, void *context)
{
    struct device *device = context;
    (void)severity;
    (void)types;
    pthread_mutex_lock(&device->lock);
    if (device->messages.length == 0)
        strbuf_add(&device->messages, data->pMessage);
    pthread_mutex_unlock(&device->lock);
    return VK_FALSE;
}

static enum sm5_status open_instance(bool validates, struct device *device, struct strbuf *why)
{
    static const char *const layers[] = {"VK_LAYER_KHRONOS_validation"};
    static const char *const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
    const VkDebugUtilsMessengerCreateInfoEXT messages = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
        .pfnUserCallback = keep_message,
        .pUserData = device,
    };
    const VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .pApplicationName = "sm5",
        .apiVersion = VK_API_VERSION_1_1,
    };
    const VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pApplicationInfo = &application,
        .enabledLayerCount = validates,
        .ppEnabledLayerNames = layers,
        .enabledExtensionCount = validates,
        .ppEnabledExtensionNames = extensions,
    };
    VkResult result = vkCreateInstance(&info, NULL, &device->instance);
    if (result == VK_ERROR_LAYER_NOT_PRESENT)
        return driver_cannot(why, "%s is not installed; package vulkan-validationlayers has it", layers[0]);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
        return driver_cannot(
            why, "no Vulkan driver is installed; package mesa-vulkan-drivers has one for the CPU");
    if (result)
        return driver_fail(why, "vkCreateInstance", result);
    PFN_vkCreateDebugUtilsMessengerEXT create = NULL;
    if (validates)
        create = (PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr(device->instance,
                                                                           "vkCreateDebugUtilsMessengerEXT");
    if (create)
        create(device->instance, &messages, NULL, &device->messenger);
    return SM5_OK;
}

static void close_instance(struct device *device)
{
    PFN_vkDestroyDebugUtilsMessengerEXT destroy = NULL;
    if (device->messenger)
        destroy = (PFN_vkDestroyDebugUtilsMessengerEXT)vkGetInstanceProcAddr(
            device->instance, "vkDestroyDebugUtilsMessengerEXT");
    if (destroy)
        destroy(device->instance, device->messenger, NULL);
    if (device->instance)
        vkDestroyInstance(device->instance, NULL);
}

/* The devices of an instance; free the list. */
static enum sm5_status enumerate(VkInstance instance, VkPhysicalDevice **list, uint32_t *count,
                                 struct strbuf *why)
{
    *list = NULL;
    VkResult result = vkEnumeratePhysicalDevices(instance, count, NULL);
    if (!result && *count) {
        *list = calloc(*count, sizeof **list);
        if (!*list)
            return SM5_ERR_MEMORY;
        result = vkEnumeratePhysicalDevices(instance, count, *list);
    }
    if (result && result != VK_INCOMPLETE)
        return driver_fail(why, "vkEnumeratePhysicalDevices", result);
    return SM5_OK;
}

/* ---- features ---- */

/* Extensions that are used where they exist. */
enum extension { ROBUSTNESS2, IMAGE_MIN_LOD, BORDER_COLOURS, FILTER_MINMAX, DEMOTE, EXTENSIONS };
static const char *const extension_names[EXTENSIONS] = {
    [ROBUSTNESS2] = VK_EXT_ROBUSTNESS_2_EXTENSION_NAME,
    [IMAGE_MIN_LOD] = VK_EXT_IMAGE_VIEW_MIN_LOD_EXTENSION_NAME,
    [BORDER_COLOURS] = VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME,
    [FILTER_MINMAX] = VK_EXT_SAMPLER_FILTER_MINMAX_EXTENSION_NAME,
    [DEMOTE] = VK_EXT_SHADER_DEMOTE_TO_HELPER_INVOCATION_EXTENSION_NAME,
};

/* The features of a physical device, chained; `chain` is the head. */
struct features {
    VkPhysicalDeviceFeatures2 chain;
    VkPhysicalDeviceRobustness2FeaturesEXT robustness;
    VkPhysicalDeviceImageViewMinLodFeaturesEXT min_lod;
    VkPhysicalDeviceCustomBorderColorFeaturesEXT border;
    bool has[EXTENSIONS];
};

static enum sm5_status find_extensions(VkPhysicalDevice physical, bool has[EXTENSIONS])
{
    uint32_t count = 0;
    memset(has, 0, EXTENSIONS * sizeof *has);
    if (vkEnumerateDeviceExtensionProperties(physical, NULL, &count, NULL) || !count)
        return SM5_OK;
    VkExtensionProperties *list = calloc(count, sizeof *list);
    if (!list)
        return SM5_ERR_MEMORY;
    if (vkEnumerateDeviceExtensionProperties(physical, NULL, &count, list) >= 0)
        for (uint32_t i = 0; i < count; i++)
            for (unsigned e = 0; e < EXTENSIONS; e++)
                has[e] |= strcmp(list[i].extensionName, extension_names[e]) == 0;
    free(list);
    return SM5_OK;
}

/* Adds a structure to the chain of the features. */
static void chain(struct features *f, void *structure)
{
    VkBaseOutStructure *added = structure;
    added->pNext = f->chain.pNext;
    f->chain.pNext = added;
}

static enum sm5_status find_features(VkPhysicalDevice physical, struct features *f)
{
    *f = (struct features){
        .chain.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
        .robustness.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT,
        .min_lod.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_VIEW_MIN_LOD_FEATURES_EXT,
        .border.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CUSTOM_BORDER_COLOR_FEATURES_EXT,
    };
    enum sm5_status status = find_extensions(physical, f->has);
    if (status)
        return status;
    if (f->has[ROBUSTNESS2])
        chain(f, &f->robustness);
    if (f->has[IMAGE_MIN_LOD])
        chain(f, &f->min_lod);
    if (f->has[BORDER_COLOURS])
        chain(f, &f->border);
    vkGetPhysicalDeviceFeatures2(physical, &f->chain);
    return SM5_OK;
}

/* ---- the list ---- */

static const char *kind_name(VkPhysicalDeviceType type)
{
    switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return "discrete";
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return "integrated";
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: return "virtual";
    case VK_PHYSICAL_DEVICE_TYPE_CPU: return "cpu";
    default: return "other";
    }
}

static enum sm5_status describe(VkPhysicalDevice physical, struct sm5_device *out)
{
    VkPhysicalDeviceDriverProperties driver = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                              .pNext = &driver};
    struct features features;
    vkGetPhysicalDeviceProperties2(physical, &properties);
    enum sm5_status status = find_features(physical, &features);
    if (status)
        return status;
    const VkPhysicalDeviceProperties *p = &properties.properties;
    *out = (struct sm5_device){
        .vendor = p->vendorID,
        .id = p->deviceID,
        .version = {VK_API_VERSION_MAJOR(p->apiVersion), VK_API_VERSION_MINOR(p->apiVersion),
                    VK_API_VERSION_PATCH(p->apiVersion)},
        .has_robustness2 = features.robustness.robustBufferAccess2 && features.robustness.nullDescriptor,
        .has_doubles = features.chain.features.shaderFloat64,
    };
    snprintf(out->name, sizeof out->name, "%s", p->deviceName);
    snprintf(out->kind, sizeof out->kind, "%s", kind_name(p->deviceType));
    /* Before Vulkan 1.2 the structure is unknown and stays empty. */
    if (driver.driverName[0])
        snprintf(out->driver, sizeof out->driver, "%.120s, %.120s", driver.driverName, driver.driverInfo);
    else
        snprintf(out->driver, sizeof out->driver, "version %#x", p->driverVersion);
    return SM5_OK;
}

enum sm5_status device_list(struct sm5_device *list, size_t room, size_t *count, struct strbuf *why)
{
    struct device device = {.lock = PTHREAD_MUTEX_INITIALIZER};
    VkPhysicalDevice *devices = NULL;
    uint32_t found = 0;
    enum sm5_status status = open_instance(false, &device, why);
    if (!status)
        status = enumerate(device.instance, &devices, &found, why);
    for (uint32_t i = 0; !status && i < found && i < room; i++)
        status = describe(devices[i], &list[i]);
    *count = found;
    free(devices);
    close_instance(&device);
    return status;
}

/* ---- choice ---- */

static bool is_named(VkPhysicalDevice physical, const char *name)
{
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(physical, &properties);
    return strcasestr(properties.deviceName, name) != NULL;
}

static uint32_t first_gpu(const VkPhysicalDevice *devices, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(devices[i], &properties);
        if (properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU)
            return i;
    }
    return 0;
}

static enum sm5_status choose(const VkPhysicalDevice *devices, uint32_t count, const char *name, uint32_t *at,
                              struct strbuf *why)
{
    char *end;
    if (!count)
        return driver_cannot(why, "no Vulkan device; package mesa-vulkan-drivers has one for the CPU");
    *at = first_gpu(devices, count);
    if (!name)
        return SM5_OK;
    unsigned long number = strtoul(name, &end, 10);
    if (*name && !*end && number < count) {
        *at = (uint32_t)number;
        return SM5_OK;
    }
    for (*at = 0; *at < count; ++*at)
        if (is_named(devices[*at], name))
            return SM5_OK;
    return driver_cannot(why, "no Vulkan device '%s'; expected a number below %u or a part of a name", name,
                         count);
}

static bool find_family(struct device *device)
{
    VkQueueFamilyProperties list[64];
    uint32_t count = 64;
    vkGetPhysicalDeviceQueueFamilyProperties(device->physical, &count, list);
    for (uint32_t i = 0; i < count; i++)
        if (list[i].queueFlags & VK_QUEUE_COMPUTE_BIT) {
            device->family = i;
            device->timestamp_bits = list[i].timestampValidBits;
            return true;
        }
    return false;
}

/* ---- the logical device ---- */

static enum sm5_status make_device(const struct sm5_device_options *options, struct device *device,
                                   struct strbuf *why)
{
    static const float priority = 1;
    struct features features;
    const char *enabled[EXTENSIONS];
    uint32_t count = 0;
    enum sm5_status status = find_features(device->physical, &features);
    if (status)
        return status;
    features.chain.features.robustBufferAccess = VK_TRUE;
    if (options->plain_bounds)
        features.robustness.robustBufferAccess2 = features.robustness.robustImageAccess2 = VK_FALSE;
    for (unsigned e = 0; e < EXTENSIONS; e++)
        if (features.has[e])
            enabled[count++] = extension_names[e];
    const VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = device->family,
        .queueCount = 1,
        .pQueuePriorities = &priority,
    };
    const VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = &features.chain,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = count,
        .ppEnabledExtensionNames = enabled,
    };
    VkResult result = vkCreateDevice(device->physical, &info, NULL, &device->device);
    if (result)
        return driver_fail(why, "vkCreateDevice", result);
    device->features = features.chain.features;
    device->null_descriptors = features.robustness.nullDescriptor;
    device->has_min_lod = features.min_lod.minLod;
    device->has_border_colours =
        features.border.customBorderColors && features.border.customBorderColorWithoutFormat;
    device->has_reduction = features.has[FILTER_MINMAX];
    vkGetDeviceQueue(device->device, device->family, 0, &device->queue);
    return SM5_OK;
}

enum sm5_status device_open(const struct sm5_device_options *options, struct device *out, struct strbuf *why)
{
    VkPhysicalDevice *devices = NULL;
    uint32_t count = 0, at = 0;
    pthread_mutex_init(&out->lock, NULL);
    out->timeout = options->timeout > 0 ? options->timeout : default_timeout;
    enum sm5_status status = open_instance(options->validates, out, why);
    if (!status)
        status = enumerate(out->instance, &devices, &count, why);
    if (!status)
        status = choose(devices, count, options->name, &at, why);
    if (!status) {
        out->physical = devices[at];
        vkGetPhysicalDeviceProperties(out->physical, &out->properties);
        vkGetPhysicalDeviceMemoryProperties(out->physical, &out->memory);
        status = find_family(out) ? make_device(options, out, why)
                                  : driver_cannot(why, "%s has no compute queue", out->properties.deviceName);
    }
    free(devices);
    return status;
}

void device_close(struct device *device)
{
    if (atomic_load(&device->lost))
        return;
    if (device->device)
        vkDestroyDevice(device->device, NULL);
    close_instance(device);
    strbuf_free(&device->messages);
    pthread_mutex_destroy(&device->lock);
}

bool device_take_messages(struct device *device, struct strbuf *why)
{
    pthread_mutex_lock(&device->lock);
    bool any = device->messages.length != 0;
    if (any) {
        strbuf_printf(why, "validation layer: %s", strbuf_text(&device->messages));
        device->messages.length = 0;
    }
    pthread_mutex_unlock(&device->lock);
    return any;
}
