/* sm5-spirv: translates one container to SPIR-V with libvkd3d-shader. It is a process of its own because the
   library asserts on programs that it does not implement. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <vkd3d_shader.h>

#include "spirv.h"

enum { SECONDS_MOST = 60 };

struct request {
    struct spirv_request head;
    struct spirv_binding *bindings;
    uint8_t *code;
};

static bool read_request(struct request *r)
{
    if (fread(&r->head, sizeof r->head, 1, stdin) != 1)
        return false;
    r->bindings = calloc((size_t)r->head.bindings + 1, sizeof *r->bindings);
    r->code = malloc((size_t)r->head.bytes + 1);
    return r->bindings && r->code &&
           fread(r->bindings, sizeof *r->bindings, r->head.bindings, stdin) == r->head.bindings &&
           fread(r->code, 1, r->head.bytes, stdin) == r->head.bytes;
}

static int write_reply(enum spirv_result result, const char *message, const void *code, size_t bytes)
{
    const struct spirv_reply reply = {result, (uint32_t)strlen(message), (uint32_t)bytes};
    fwrite(&reply, sizeof reply, 1, stdout);
    fwrite(message, 1, reply.message_bytes, stdout);
    if (bytes)
        fwrite(code, 1, bytes, stdout);
    return fflush(stdout) == 0 ? 0 : 1;
}

/* ---- descriptors ---- */

struct lists {
    struct vkd3d_shader_resource_binding *resources;
    struct vkd3d_shader_uav_counter_binding *counters;
    unsigned resource_count, counter_count;
};

static enum vkd3d_shader_descriptor_type descriptor_type(uint32_t type)
{
    switch (type) {
    case SPIRV_CBV: return VKD3D_SHADER_DESCRIPTOR_TYPE_CBV;
    case SPIRV_UAV: return VKD3D_SHADER_DESCRIPTOR_TYPE_UAV;
    case SPIRV_SAMPLER: return VKD3D_SHADER_DESCRIPTOR_TYPE_SAMPLER;
    default: return VKD3D_SHADER_DESCRIPTOR_TYPE_SRV;
    }
}

static bool make_lists(const struct request *r, struct lists *lists)
{
    size_t room = (size_t)r->head.bindings + 1;
    lists->resources = calloc(room, sizeof *lists->resources);
    lists->counters = calloc(room, sizeof *lists->counters);
    if (!lists->resources || !lists->counters)
        return false;
    for (uint32_t i = 0; i < r->head.bindings; i++) {
        const struct spirv_binding *b = &r->bindings[i];
        const struct vkd3d_shader_descriptor_binding to = {.set = 0, .binding = i, .count = 1};
        if (b->type == SPIRV_COUNTER)
            lists->counters[lists->counter_count++] = (struct vkd3d_shader_uav_counter_binding){
                .register_space = b->space,
                .register_index = b->index,
                .shader_visibility = VKD3D_SHADER_VISIBILITY_ALL,
                .binding = to,
            };
        else
            lists->resources[lists->resource_count++] = (struct vkd3d_shader_resource_binding){
                .type = descriptor_type(b->type),
                .register_space = b->space,
                .register_index = b->index,
                .shader_visibility = VKD3D_SHADER_VISIBILITY_ALL,
                .flags = b->is_image ? VKD3D_SHADER_BINDING_FLAG_IMAGE : VKD3D_SHADER_BINDING_FLAG_BUFFER,
                .binding = to,
            };
    }
    return true;
}

/* ---- translation ---- */

static const char *error_name(int result)
{
    switch (result) {
    case VKD3D_ERROR_NOT_IMPLEMENTED: return "an instruction or declaration is not implemented";
    case VKD3D_ERROR_INVALID_SHADER: return "invalid shader";
    default: return "translation failed";
    }
}

static int reply_error(int result, const char *messages)
{
    char text[600];
    size_t length = messages ? strcspn(messages, "\n") : 0;
    snprintf(text, sizeof text, "%s: %.*s", vkd3d_shader_get_version(NULL, NULL),
             length ? (int)(length < 500 ? length : 500) : 500, length ? messages : error_name(result));
    return write_reply(result == VKD3D_ERROR_OUT_OF_MEMORY ? SPIRV_NO_MEMORY : SPIRV_UNSUPPORTED, text, NULL,
                       0);
}

static int translate(const struct request *r, const struct lists *lists)
{
    const struct vkd3d_shader_interface_info interface = {
        .type = VKD3D_SHADER_STRUCTURE_TYPE_INTERFACE_INFO,
        .bindings = lists->resources,
        .binding_count = lists->resource_count,
        .uav_counters = lists->counters,
        .uav_counter_count = lists->counter_count,
    };
    const struct vkd3d_shader_spirv_target_info target = {
        .type = VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_TARGET_INFO,
        .next = &interface,
        .environment = VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_0,
    };
    const struct vkd3d_shader_compile_option options[] = {
        {VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV,
         r->head.storage_buffers ? VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV_STORAGE_BUFFER
                                 : VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV_STORAGE_TEXEL_BUFFER},
    };
    const struct vkd3d_shader_compile_info info = {
        .type = VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO,
        .next = &target,
        .source = {r->code, r->head.bytes},
        .source_type = VKD3D_SHADER_SOURCE_DXBC_TPF,
        .target_type = VKD3D_SHADER_TARGET_SPIRV_BINARY,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .log_level = VKD3D_SHADER_LOG_ERROR,
    };
    struct vkd3d_shader_code out = {0};
    char *messages = NULL;
    int result = vkd3d_shader_compile(&info, &out, &messages);
    if (result < 0)
        return reply_error(result, messages);
    return write_reply(SPIRV_DONE, vkd3d_shader_get_version(NULL, NULL), out.code, out.size);
}

/* The process ends after one program: it frees nothing. */
int main(void)
{
    struct request request = {0};
    struct lists lists = {0};
    const struct rlimit no_core = {0}, seconds = {SECONDS_MOST, SECONDS_MOST};
    setrlimit(RLIMIT_CORE, &no_core);
    setrlimit(RLIMIT_CPU, &seconds);
    setenv("VKD3D_SHADER_DEBUG", "fixme", 1);
    if (!read_request(&request) || !make_lists(&request, &lists))
        return write_reply(SPIRV_NO_MEMORY, "", NULL, 0);
    return translate(&request, &lists);
}
