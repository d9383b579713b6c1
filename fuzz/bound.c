#include "fuzz/bound.h"

#include <stdlib.h>
#include <string.h>

#include "program/program.h"

enum { RECORDS = 44, REGISTERS = 8 };

/* ---- contents ---- */

/* Small numbers, so that they serve as addresses in and out of bounds, floats, and any bits. */
static uint32_t word_of(uint64_t seed, uint64_t i)
{
    uint64_t bits = bound_mix(seed + i * 0x9e3779b97f4a7c15u);
    uint32_t word = (uint32_t)(bits >> 32);
    switch (bits & 7) {
    case 0:
    case 1:
    case 2: return word >> 28;
    case 3: return bits_of_float((float)(int32_t)word * 0x1p-27f);
    case 4: return word >> 24;
    case 5: return (word & 1) << 31 | word >> 30;
    default: return word;
    }
}

static void fill(void *memory, uint64_t bytes, uint64_t seed)
{
    for (uint64_t at = 0; at < bytes; at += 4) {
        uint32_t word = word_of(seed, at / 4);
        memcpy((uint8_t *)memory + at, &word, bytes - at < 4 ? bytes - at : 4);
    }
}

static struct sm5_buffer *add_buffer(struct bound *bound, uint64_t bytes, uint64_t seed)
{
    struct sm5_buffer *buffer = bound->count < BOUND_BUFFERS ? sm5_buffer_new(bytes) : NULL;
    if (!buffer)
        return NULL;
    fill(sm5_buffer_data(buffer), bytes, seed);
    return bound->buffers[bound->count++] = buffer;
}

/* ---- resources ---- */

static const char *const formats[] = {
    "r32_uint",           "r32_sint",          "r32_float",           "r8g8b8a8_unorm", "r8g8b8a8_snorm",
    "r16g16b16a16_float", "r32g32_float",      "r32g32b32a32_float",  "r8_unorm",       "r16g16_sint",
    "r8g8_uint",          "r32g32b32a32_uint", "r8g8b8a8_unorm_srgb", "r11g11b10_float"};

static bool has_text(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

/* A small texture of the declared kind. */
static struct sm5_texture texture_of(const char *layout, sm5_format format, uint64_t seed)
{
    bool is_1d = str_starts(layout, "texture1d"), is_3d = has_text(layout, "3d"),
         is_cube = has_text(layout, "cube");
    struct sm5_texture t = {.kind = is_1d   ? SM5_TEXTURE_1D
                                    : is_3d ? SM5_TEXTURE_3D
                                            : SM5_TEXTURE_2D,
                            .format = format,
                            .width = 1 + (uint32_t)(seed & 15),
                            .samples = has_text(layout, "ms") ? 4 : 1,
                            .layers = is_cube ? 6 : 1};
    t.height = is_1d ? 1 : is_cube ? t.width : 1 + (uint32_t)(seed >> 4 & 7);
    t.depth = is_3d ? 1 + (uint32_t)(seed >> 8 & 3) : 1;
    t.layers *= has_text(layout, "array") ? 1 + (uint32_t)(seed >> 10 & 1) : 1;
    t.mips = t.samples == 1 && t.width > 1 ? 1 + (uint32_t)(seed >> 12 & 1) : 1;
    return t;
}

static void bind_texture(struct bound *bound, const struct sm5_slot *slot, const char *layout, uint64_t seed)
{
    for (size_t i = 0; i < BASE_COUNT(formats); i++) {
        sm5_format format = sm5_format_find(formats[(i + seed) % BASE_COUNT(formats)]);
        struct sm5_view view = {.format = format, .texture = texture_of(layout, format, seed >> 8)};
        view.buffer = add_buffer(bound, sm5_texture_bytes(&view.texture), seed);
        if (!view.buffer || sm5_bind(bound->bindings, slot, &view, NULL) == SM5_OK)
            return;
        sm5_buffer_free(bound->buffers[--bound->count]);
    }
}

static void bind_typed(struct bound *bound, const struct sm5_slot *slot, struct sm5_view *view, uint64_t seed)
{
    for (size_t i = 0; i < BASE_COUNT(formats); i++) {
        view->format = sm5_format_find(formats[(i + seed) % BASE_COUNT(formats)]);
        if (sm5_bind(bound->bindings, slot, view, NULL) == SM5_OK)
            return;
    }
}

static void bind_sampler(struct bound *bound, const struct sm5_slot *slot, uint64_t seed)
{
    struct sm5_sampler sampler;
    sm5_sampler_default(&sampler);
    sampler.min = sampler.mag = (enum sm5_filter)(seed & 1);
    sampler.mip = (enum sm5_filter)(seed >> 1 & 1);
    for (unsigned i = 0; i < 3; i++)
        sampler.address[i] = (enum sm5_address)((seed >> 2) / (i + 1) % 5);
    sampler.max_anisotropy = seed >> 8 & 1 ? 0 : (uint32_t)(seed >> 9 & 3);
    sampler.reduction = (enum sm5_reduction)(seed >> 12 & 3);
    sampler.comparison = (enum sm5_comparison)(seed >> 14 & 7);
    sm5_bind_sampler(bound->bindings, slot, &sampler, NULL);
}

/* Sizes at the edges of vectors and rows, which need not be a multiple of the stride. */
static uint64_t size_of(const struct sm5_resource_info *info, uint64_t seed)
{
    static const uint16_t sizes[] = {0,   4,   8,   12,  16,  20,  60,  64,   68,
                                     124, 128, 132, 252, 256, 260, 508, 1020, 1024};
    uint64_t bytes = sizes[seed % BASE_COUNT(sizes)];
    return info->stride && seed >> 8 & 1 ? bytes / 4 * info->stride : bytes;
}

/* One view in eight is of the buffer of the view before. */
static void bind_buffer(struct bound *bound, const struct sm5_slot *slot,
                        const struct sm5_resource_info *info, uint64_t seed)
{
    struct sm5_view view = {
        .count = SM5_COUNT_REST, .has_counter = info->counter, .counter = (uint32_t)(seed >> 60)};
    bool is_shared = bound->count && info->kind != 'b' && (seed >> 16 & 7) == 0;
    view.buffer = is_shared ? bound->buffers[bound->count - 1] : add_buffer(bound, size_of(info, seed), seed);
    if (!view.buffer)
        return;
    if (strcmp(info->layout, "buffer") == 0)
        bind_typed(bound, slot, &view, seed);
    else
        sm5_bind(bound->bindings, slot, &view, NULL);
}

static void bind_register(struct bound *bound, const struct sm5_resource_info *info, uint32_t index,
                          uint64_t seed)
{
    struct sm5_slot slot = {.kind = info->kind, .reg = info->reg, .space = info->space, .index = index};
    if (info->kind == 's')
        bind_sampler(bound, &slot, seed);
    else if (str_starts(info->layout, "texture"))
        bind_texture(bound, &slot, info->layout, seed);
    else
        bind_buffer(bound, &slot, info, seed);
}

static void bind_all(struct bound *bound, const struct sm5_program *program, uint64_t seed)
{
    enum { RANGE_MOST = 3 };
    struct sm5_resource_info info;
    for (uint32_t i = 0; sm5_resource_at(program, i, &info); i++)
        for (uint32_t k = 0; info.kind != 'g' && k < RANGE_MOST && k <= info.last - info.reg; k++)
            bind_register(bound, &info, k, bound_mix(seed + 64 * i + k));
    for (uint32_t i = 0; i < program->decls.interface_count; i++) {
        const struct program_interface *face = &program->decls.interfaces[i];
        for (uint32_t k = 0; face->table_count && k < RANGE_MOST; k++)
            sm5_bind_class(bound->bindings, face->id, k, face->tables[(seed + k) % face->table_count], NULL,
                           NULL);
    }
}

/* ---- stages ---- */

static struct sm5_records make_records(uint64_t count, uint64_t seed)
{
    struct sm5_records records = {malloc(count * REGISTERS * 16), count, REGISTERS};
    if (records.words)
        fill(records.words, count * REGISTERS * 16, seed);
    return records;
}

static bool make_run(struct bound *bound, const struct sm5_program *program, uint64_t seed)
{
    static const uint32_t coverage[BOUND_INVOCATIONS] = {1, 1, 0, 3, [8] = 1, 2, 3, 0, 1, 1, 1, 1};
    struct sm5_stage_info info;
    sm5_stage_info(program, &info);
    if (strcmp(info.stage, "cs") == 0)
        return true;
    for (unsigned i = 0; i < BOUND_INVOCATIONS; i++)
        bound->locations[i][i % 3] = (float)i / BOUND_INVOCATIONS;
    struct sm5_stage_run *run = &bound->run;
    *run = (struct sm5_stage_run){.count = seed & 1 ? BOUND_INVOCATIONS : 8,
                                  .points_per_patch = 3,
                                  .locations = (const float(*)[3])bound->locations,
                                  .coverage = seed & 2 ? coverage : NULL,
                                  .samples = info.sample_frequency ? 2 : 1};
    run->inputs = make_records((uint64_t)RECORDS * (info.points_in ? info.points_in : 1), seed + 1);
    run->constants = make_records(RECORDS, seed + 2);
    if (run->inputs.words && run->constants.words)
        sm5_stage_make_system_values(program, run, 0, 0, 1);
    return run->inputs.words && run->constants.words;
}

bool bound_make(struct bound *bound, const struct sm5_program *program, uint64_t seed)
{
    *bound = (struct bound){.bindings = sm5_bindings_new(program)};
    if (!bound->bindings)
        return false;
    bind_all(bound, program, seed);
    return make_run(bound, program, bound_mix(seed));
}

void bound_free(struct bound *bound)
{
    sm5_bindings_free(bound->bindings);
    for (size_t i = 0; i < bound->count; i++)
        sm5_buffer_free(bound->buffers[i]);
    free(bound->run.inputs.words);
    free(bound->run.constants.words);
    *bound = (struct bound){0};
}
