/* Kernels, and one dispatch: memory to the device, the groups between two timestamps, memory back. */
#include <stdlib.h>

#include "driver.h"

enum { POLL_NS = 10 * 1000 * 1000 };

/* ---- kernels ---- */

static enum sm5_status make_layout(struct kernel *kernel, struct strbuf *why)
{
    VkDevice device = kernel->device.device;
    VkDescriptorSetLayoutBinding *list = calloc(kernel->binding_count + 1, sizeof *list);
    if (!list)
        return SM5_ERR_MEMORY;
    for (uint32_t i = 0; i < kernel->binding_count; i++)
        list[i] = (VkDescriptorSetLayoutBinding){.binding = i,
                                                 .descriptorType = kernel->bindings[i].type,
                                                 .descriptorCount = 1,
                                                 .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    const VkDescriptorSetLayoutCreateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = kernel->binding_count,
        .pBindings = list,
    };
    const VkPipelineLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1,
        .pSetLayouts = &kernel->set_layout,
    };
    VkResult result = vkCreateDescriptorSetLayout(device, &set, NULL, &kernel->set_layout);
    free(list);
    if (!result)
        result = vkCreatePipelineLayout(device, &layout, NULL, &kernel->layout);
    return result ? driver_fail(why, "vkCreatePipelineLayout", result) : SM5_OK;
}

static enum sm5_status make_pipeline(struct kernel *kernel, const struct spirv *spirv, struct strbuf *why)
{
    VkDevice device = kernel->device.device;
    VkShaderModule module;
    const VkShaderModuleCreateInfo code = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = spirv->bytes,
        .pCode = spirv->words,
    };
    VkResult result = vkCreateShaderModule(device, &code, NULL, &module);
    if (result)
        return driver_fail(why, "vkCreateShaderModule", result);
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main"},
        .layout = kernel->layout,
    };
    result = vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &kernel->pipeline);
    vkDestroyShaderModule(device, module, NULL);
    return result ? driver_fail(why, "vkCreateComputePipelines", result) : SM5_OK;
}

static enum sm5_status check_limits(const struct kernel *kernel, struct strbuf *why)
{
    const VkPhysicalDeviceLimits *limits = &kernel->device.properties.limits;
    const struct program_decls *decls = &kernel->program->decls;
    if (decls->tgsm_bytes > limits->maxComputeSharedMemorySize)
        return driver_cannot(why, "g# has %u bytes; the device has %u", decls->tgsm_bytes,
                             limits->maxComputeSharedMemorySize);
    return SM5_OK;
}

static void kernel_free(void *made)
{
    struct kernel *kernel = made;
    VkDevice device = kernel->device.device;
    bool lost = atomic_load(&kernel->device.lost);
    if (device && !lost) {
        vkDestroyPipeline(device, kernel->pipeline, NULL);
        vkDestroyPipelineLayout(device, kernel->layout, NULL);
        vkDestroyDescriptorSetLayout(device, kernel->set_layout, NULL);
    }
    device_close(&kernel->device);
    free(kernel->bindings);
    if (!lost)
        free(kernel);
}

static enum sm5_status make_kernel(const struct vulkan_input *input, struct kernel *kernel,
                                   struct strbuf *why)
{
    struct spirv spirv = {0};
    enum sm5_status status = translate_bindings(kernel, input->options->descriptors, why);
    if (!status)
        status = translate_code(kernel, input->code, input->size, &spirv, why);
    if (!status)
        status = device_open(input->options, &kernel->device, why);
    if (!status)
        status = check_limits(kernel, why);
    if (!status)
        status = make_layout(kernel, why);
    if (!status)
        status = make_pipeline(kernel, &spirv, why);
    translate_free(&spirv);
    return !status && device_take_messages(&kernel->device, why) ? SM5_ERR_SUPPORT : status;
}

static enum sm5_status kernel_new(const struct vulkan_input *input, void **out, struct strbuf *why)
{
    struct kernel *kernel = calloc(1, sizeof *kernel);
    *out = NULL;
    if (!kernel)
        return SM5_ERR_MEMORY;
    kernel->program = input->program;
    enum sm5_status status = make_kernel(input, kernel, why);
    if (status)
        kernel_free(kernel);
    else
        *out = kernel;
    return status;
}

/* ---- recording ---- */

static void memory_barrier(struct work *work)
{
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_HOST_READ_BIT,
    };
    vkCmdPipelineBarrier(work->command, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0,
                         NULL, 0, NULL);
}

static void timestamp(struct work *work, uint32_t number)
{
    if (work->queries)
        vkCmdWriteTimestamp(work->command, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, work->queries, number);
}

static void record_dispatch(struct work *work)
{
    const struct kernel *kernel = work->kernel;
    const uint32_t *groups = work->run->part.groups;
    upload_record(work);
    memory_barrier(work);
    vkCmdBindPipeline(work->command, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->pipeline);
    vkCmdBindDescriptorSets(work->command, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->layout, 0, 1, &work->set,
                            0, NULL);
    if (work->queries)
        vkCmdResetQueryPool(work->command, work->queries, 0, 2);
    timestamp(work, 0);
    vkCmdDispatch(work->command, groups[0], groups[1], groups[2]);
    timestamp(work, 1);
    memory_barrier(work);
    download_record(work);
    memory_barrier(work);
}

static enum sm5_status make_commands(struct work *work)
{
    struct device *device = &work->kernel->device;
    const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .queueFamilyIndex = device->family};
    const VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    const VkQueryPoolCreateInfo queries = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                           .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                           .queryCount = 2};
    VkResult result = vkCreateCommandPool(device->device, &pool, NULL, &work->commands);
    if (!result)
        result = vkCreateFence(device->device, &fence, NULL, &work->fence);
    if (!result && device->timestamp_bits)
        result = vkCreateQueryPool(device->device, &queries, NULL, &work->queries);
    const VkCommandBufferAllocateInfo buffer = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                                .commandPool = work->commands,
                                                .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                                .commandBufferCount = 1};
    if (!result)
        result = vkAllocateCommandBuffers(device->device, &buffer, &work->command);
    return result ? driver_fail(work->why, "vkAllocateCommandBuffers", result) : SM5_OK;
}

static enum sm5_status record(struct work *work)
{
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                            .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VkResult result = vkBeginCommandBuffer(work->command, &begin);
    if (!result) {
        record_dispatch(work);
        result = vkEndCommandBuffer(work->command);
    }
    return result ? driver_fail(work->why, "vkEndCommandBuffer", result) : SM5_OK;
}

/* ---- waiting ---- */

/* Ends at the run's deadline or the device's own, and when the caller cancels. Work on a device cannot be
   stopped: what it uses is then never freed. */
static enum sm5_status wait(struct work *work)
{
    struct device *device = &work->kernel->device;
    uint64_t end = work->run->deadline_ns;
    if (!end)
        end = work->host->now() + (uint64_t)(device->timeout * 1e9);
    for (;;) {
        VkResult result = vkWaitForFences(device->device, 1, &work->fence, VK_TRUE, POLL_NS);
        uint64_t now = work->host->now();
        if (result == VK_SUCCESS)
            return SM5_OK;
        if (result != VK_TIMEOUT)
            return driver_fail(work->why, "vkWaitForFences", result);
        work->host->poll(work->run, now);
        if (!work->run->cancelled && now < end)
            continue;
        atomic_store(&device->lost, true);
        if (work->run->cancelled)
            return SM5_ERR_CANCELLED;
        strbuf_add(work->why, "the dispatch did not end before its time limit; the device is given up");
        return SM5_ERR_LIMIT;
    }
}

static enum sm5_status submit(struct work *work)
{
    struct device *device = &work->kernel->device;
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &work->command};
    pthread_mutex_lock(&device->lock);
    VkResult result = vkQueueSubmit(device->queue, 1, &info, work->fence);
    pthread_mutex_unlock(&device->lock);
    return result ? driver_fail(work->why, "vkQueueSubmit", result) : wait(work);
}

static double device_seconds(const struct work *work)
{
    const struct device *device = &work->kernel->device;
    uint64_t times[2];
    if (!work->queries || vkGetQueryPoolResults(device->device, work->queries, 0, 2, sizeof times, times,
                                                sizeof *times, VK_QUERY_RESULT_64_BIT))
        return 0;
    uint64_t mask = device->timestamp_bits >= 64 ? UINT64_MAX : (UINT64_C(1) << device->timestamp_bits) - 1;
    return (double)((times[1] - times[0]) & mask) * device->properties.limits.timestampPeriod * 1e-9;
}

/* ---- the run ---- */

static enum sm5_status run_work(struct work *work, double *seconds)
{
    enum sm5_status status = upload_make(work);
    if (!status)
        status = bind_make(work);
    if (!status)
        status = make_commands(work);
    if (!status)
        status = record(work);
    if (!status)
        status = submit(work);
    if (status)
        return status;
    download_store(work);
    *seconds = device_seconds(work);
    return device_take_messages(&work->kernel->device, work->why) ? SM5_ERR_SUPPORT : SM5_OK;
}

static enum sm5_status check_groups(const struct kernel *kernel, const struct runtime_run *run,
                                    struct strbuf *why)
{
    const uint32_t *most = kernel->device.properties.limits.maxComputeWorkGroupCount;
    if (run->part.groups[0] <= most[0] && run->part.groups[1] <= most[1] && run->part.groups[2] <= most[2])
        return SM5_OK;
    return driver_cannot(why, "the device has dispatches of at most %u, %u, %u groups", most[0], most[1],
                         most[2]);
}

static enum sm5_status run_kernel(void *made, const struct vulkan_host *host, struct runtime_run *run,
                                  double *seconds, struct strbuf *why)
{
    struct kernel *kernel = made;
    struct work work = {.kernel = kernel, .host = host, .run = run, .why = why};
    VkDevice device = kernel->device.device;
    if (atomic_load(&kernel->device.lost)) {
        strbuf_add(why, "the device was given up by an earlier dispatch");
        return SM5_ERR_PROGRAM;
    }
    enum sm5_status status = check_groups(kernel, run, why);
    if (!status)
        status = run_work(&work, seconds);
    if (atomic_load(&kernel->device.lost))
        return status;
    bind_free(&work);
    upload_free(&work);
    vkDestroyQueryPool(device, work.queries, NULL);
    vkDestroyFence(device, work.fence, NULL);
    vkDestroyCommandPool(device, work.commands, NULL);
    return status;
}

static const struct vulkan_driver driver = {
    .abi = VULKAN_ABI,
    .list = device_list,
    .kernel_new = kernel_new,
    .kernel_free = kernel_free,
    .run = run_kernel,
};

__attribute__((visibility("default"))) const struct vulkan_driver *sm5_vulkan_driver(void);

const struct vulkan_driver *sm5_vulkan_driver(void)
{
    return &driver;
}
