#include <stdlib.h>
#include <string.h>

#include "kernels.h"

static bool fail(const struct shader *shader, const char *what)
{
    fprintf(stderr, "%s\n", what);
    for (size_t i = 0; shader->diags && i < sm5_diags_count(shader->diags); i++) {
        char text[1024];
        sm5_diag_format(sm5_diags_at(shader->diags, i), text, sizeof text);
        fprintf(stderr, "%s\n", text);
    }
    return false;
}

static char *read_text(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    FILE *out = file ? open_memstream(&text, size) : NULL;
    for (int c; out && (c = getc(file)) != EOF;)
        putc(c, out);
    if (out)
        fclose(out);
    if (file)
        fclose(file);
    return text;
}

static bool is_texture(const struct shader *shader, const struct sm5_slot *slot)
{
    struct sm5_resource_info info;
    for (uint32_t i = 0; sm5_resource_at(shader->program, i, &info); i++)
        if (info.kind == slot->kind && info.reg == slot->reg)
            return strncmp(info.layout, "texture", 7) == 0;
    return false;
}

/* Shaders of one kernel may see the same bytes as a texture or as structures. */
static bool bind(struct shader *shader, const char *name, struct sm5_buffer *buffer,
                 const struct sm5_texture *texture)
{
    struct sm5_slot slot;
    struct sm5_view view = {.buffer = buffer, .count = SM5_COUNT_REST};
    if (!buffer || !sm5_slot_parse(name, &slot))
        return false;
    if (texture && is_texture(shader, &slot))
        view.texture = *texture;
    else if (texture && !texture->kind)
        view.format = texture->format;
    return sm5_bind(shader->bindings, &slot, &view, shader->diags) == SM5_OK;
}

static bool bind_all(struct shader *shader, const struct data *data)
{
    const struct kernel *kernel = data->kernel;
    bool ok = true;
    for (int i = 0; i < PEER_BUFFERS && kernel->buffers[i].slot; i++)
        ok &= bind(shader, kernel->buffers[i].slot, data->buffers[i], &kernel->buffers[i].texture);
    if (!kernel->word_count || !ok)
        return ok;
    shader->constants = sm5_buffer_new(sizeof kernel->words);
    if (shader->constants)
        memcpy(sm5_buffer_data(shader->constants), kernel->words, sizeof kernel->words);
    return bind(shader, "cb0", shader->constants, NULL);
}

bool shader_open(struct shader *shader, const struct data *data, const char *folder, const char *name,
                 enum sm5_engine engine)
{
    char path[4096];
    size_t size = 0;
    snprintf(path, sizeof path, "%s/%s.asm", folder, name);
    *shader = (struct shader){.diags = sm5_diags_new()};
    char *text = read_text(path, &size);
    bool ok = text && sm5_program_read(text, size, path, &shader->program, shader->diags) == SM5_OK &&
              sm5_kernel_new(shader->program, engine, &shader->kernel, shader->diags) == SM5_OK;
    free(text);
    shader->bindings = ok ? sm5_bindings_new(shader->program) : NULL;
    return (shader->bindings && bind_all(shader, data)) || fail(shader, path);
}

void shader_close(struct shader *shader)
{
    sm5_bindings_free(shader->bindings);
    sm5_kernel_free(shader->kernel);
    sm5_program_free(shader->program);
    sm5_buffer_free(shader->constants);
    sm5_diags_free(shader->diags);
    shader->bindings = NULL;
    shader->kernel = NULL;
    shader->program = NULL;
    shader->constants = NULL;
    shader->diags = NULL;
}

static bool dispatch(struct shader *shader, const struct sm5_kernel *kernel, const uint32_t groups[3],
                     uint32_t threads)
{
    struct sm5_dispatch_options options = {
        .groups = {groups[0], groups[1], groups[2]}, .threads = threads, .exclusive = true};
    return sm5_dispatch(kernel, shader->bindings, &options, NULL, shader->diags) == SM5_OK ||
           fail(shader, "dispatch");
}

bool shader_run(struct shader *shader, const struct kernel *kernel, uint32_t threads)
{
    return dispatch(shader, shader->kernel, kernel->groups, threads);
}

bool shader_times(struct shader *shader, const struct data *data, enum sm5_engine engine)
{
    struct sm5_kernel *again = NULL;
    sm5_kernel_info(shader->kernel, &shader->made);
    if (sm5_kernel_new(shader->program, engine, &again, shader->diags) != SM5_OK)
        return fail(shader, "second kernel");
    bool ok = dispatch(shader, again, data->kernel->groups, 0);
    sm5_kernel_info(again, &shader->again);
    sm5_kernel_free(again);
    return ok;
}
