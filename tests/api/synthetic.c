/* Generated resources. */
#include "synthetic.h"

#include <string.h>

#include "harness.h"
#include "test.h"

enum { ELEMENTS = 64 };

void synthetic_fill(uint32_t *words, uint64_t count, uint32_t *seed)
{
    for (uint64_t i = 0; i < count; i++)
        words[i] = harness_random(seed) >> 8 & 63;
}

static sm5_format format_of(uint32_t return_types)
{
    static const char *const formats[] = {"r32_float", "r8g8b8a8_unorm", "r8g8b8a8_snorm", "r32_sint",
                                          "r32_uint"};
    uint32_t type = return_types & 15;
    return sm5_format_find(formats[type < 5 ? type : 0]);
}

static void bind_view(struct synthetic *m, const struct sm5_slot *slot, const struct sm5_view *view)
{
    if (sm5_bind(m->bindings, slot, view, m->diags) != SM5_OK)
        fail_msg("%s", sm5_diags_at(m->diags, sm5_diags_count(m->diags) - 1)->message);
}

/* A small texture that matches the declaration. */
static struct sm5_texture texture_of(const struct sm5_resource_info *r)
{
    bool is_cube = strstr(r->layout, "cube") != NULL, is_array = strstr(r->layout, "array") != NULL;
    bool is_1d = strstr(r->layout, "1d") != NULL, is_3d = strstr(r->layout, "3d") != NULL;
    bool samples = strstr(r->layout, "ms") != NULL;
    return (struct sm5_texture){
        .kind = is_1d   ? SM5_TEXTURE_1D
                : is_3d ? SM5_TEXTURE_3D
                        : SM5_TEXTURE_2D,
        .format = format_of(r->return_types),
        .width = 16,
        .height = is_1d ? 1 : 16,
        .depth = is_3d ? 4 : 1,
        .layers = (is_cube ? 6u : 1u) * (is_array ? 3u : 1u),
        .mips = samples ? 1 : 4,
        .samples = samples ? 4 : 1,
    };
}

static void bind_texture(struct synthetic *m, const struct sm5_resource_info *r, uint32_t *seed)
{
    const struct sm5_texture texture = texture_of(r);
    uint64_t bytes = sm5_texture_bytes(&texture);
    assert_true(bytes > 0);
    struct sm5_buffer *buffer = m->buffers[m->count++] = sm5_buffer_new(bytes);
    synthetic_fill(sm5_buffer_data(buffer), bytes / 4, seed);
    const struct sm5_slot slot = {.kind = r->kind, .reg = r->reg, .space = r->space};
    const struct sm5_view view = {
        .buffer = buffer, .texture = texture, .mips = r->kind == 'u' ? 1 : texture.mips};
    bind_view(m, &slot, &view);
}

static void bind_resource(struct synthetic *m, const struct sm5_resource_info *r, uint32_t *seed)
{
    bool typed = strcmp(r->layout, "buffer") == 0, structured = strcmp(r->layout, "structured") == 0;
    bool raw = strcmp(r->layout, "raw") == 0;
    if (m->count == SYNTHETIC_BUFFERS)
        return;
    if (strncmp(r->layout, "texture", 7) == 0) {
        bind_texture(m, r, seed);
        return;
    }
    if (!typed && !structured && !raw && r->kind != 'b')
        return;
    uint64_t bytes = r->kind == 'b' ? 16ul * (r->count ? r->count : ELEMENTS)
                                    : (uint64_t)ELEMENTS * (structured ? r->stride : 4);
    struct sm5_buffer *buffer = m->buffers[m->count++] = sm5_buffer_new(bytes);
    synthetic_fill(sm5_buffer_data(buffer), bytes / 4, seed);
    const struct sm5_slot slot = {.kind = r->kind, .reg = r->reg, .space = r->space};
    const struct sm5_view view = {.buffer = buffer,
                                  .count = SM5_COUNT_REST,
                                  .format = typed ? format_of(r->return_types) : 0,
                                  .has_counter = r->counter};
    bind_view(m, &slot, &view);
}

/* The first table that the interface lists. sm5_bind_class rejects the others. */
static void bind_classes(struct synthetic *m)
{
    for (uint32_t interface = 0; interface < 16; interface++)
        for (uint32_t element = 0; element < 8; element++)
            for (uint32_t table = 0; table < 64; table++)
                if (!sm5_bind_class(m->bindings, interface, element, table, NULL, NULL))
                    break;
}

void synthetic_bind(struct synthetic *m, const struct sm5_program *program, uint32_t *seed)
{
    struct sm5_resource_info r;
    m->diags = sm5_diags_new();
    m->bindings = sm5_bindings_new(program);
    assert_true(m->diags && m->bindings);
    for (uint32_t i = 0; sm5_resource_at(program, i, &r); i++)
        if (r.kind != 's' && r.kind != 'g')
            bind_resource(m, &r, seed);
    bind_classes(m);
}

void synthetic_free(struct synthetic *m)
{
    sm5_bindings_free(m->bindings);
    sm5_diags_free(m->diags);
    for (size_t i = 0; i < m->count; i++)
        sm5_buffer_free(m->buffers[i]);
}
