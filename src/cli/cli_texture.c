/* Textures of run: pictures, DDS files, and bytes whose sizes the keys specify. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "ranks/ranks.h"

/* ---- what is wrong with sizes ---- */

/* The first invalid size (D3D11.3 5.3, 21); NULL when the reason is another. */
static const char *describe_size(const struct sm5_texture *t, char out[128])
{
    enum { SIZE = 16384, VOLUME = 2048, LAYERS = 2048 };
    bool volume = t->kind == SM5_TEXTURE_3D;
    const struct {
        const char *name;
        uint32_t value, max;
    } sizes[] = {
        {"width", t->width, volume ? VOLUME : SIZE},
        {"height", t->height,
         t->kind == SM5_TEXTURE_1D ? 1
         : volume                  ? VOLUME
                                   : SIZE},
        {"depth", t->depth, volume ? VOLUME : 1},
        {"layers", t->layers, volume ? 1 : LAYERS},
    };
    uint32_t largest = 1, mips = 1;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        if (sizes[i].value > sizes[i].max) {
            snprintf(out, 128, "%s=%" PRIu32 "; expected at most %" PRIu32, sizes[i].name, sizes[i].value,
                     sizes[i].max);
            return out;
        }
        if (i < 3 && sizes[i].value > largest)
            largest = sizes[i].value;
    }
    while (largest >> mips)
        mips++;
    if (t->mips > mips) {
        snprintf(out, 128, "mips=%" PRIu32 "; expected at most %" PRIu32, t->mips, mips);
        return out;
    }
    if (t->samples > 1)
        snprintf(out, 128, "samples=%" PRIu32 "; expected 1, 2, 4, 8 or 16, of 2D textures without mips",
                 t->samples);
    return t->samples > 1 ? out : NULL;
}

static bool fail_size(const char *source, const struct sm5_texture *t)
{
    char text[128];
    const char *wrong = describe_size(t, text);
    return host_error("%s: invalid texture: %s", source, wrong ? wrong : "unknown format");
}

/* ---- contents ---- */

static struct sm5_buffer *buffer_with(const void *data, size_t size)
{
    struct sm5_buffer *buffer = sm5_buffer_new(size);
    if (buffer)
        memcpy(sm5_buffer_data(buffer), data, size);
    else
        host_error("no memory for a texture of %zu bytes", size);
    return buffer;
}

static bool has_sizes(const struct host_texture_keys *keys)
{
    return keys->width || keys->height || keys->depth || keys->layers || keys->mips || keys->samples;
}

/* The format of a picture: integers read the bytes, floats the bytes over 255. */
static sm5_format picture_format(const struct cli_source *source, const struct sm5_resource_info *info)
{
    enum { UINT = 4 }; /* of the return types */
    if (source->format)
        return source->format;
    return sm5_format_find((info->return_types & 15) == UINT ? "r8g8b8a8_uint" : "r8g8b8a8_unorm");
}

static struct sm5_buffer *load_picture(const struct cli_source *source, const struct sm5_resource_info *info,
                                       struct sm5_texture *texture)
{
    struct io_picture picture;
    struct io_error error;
    if (has_sizes(&source->texture)) {
        host_error("%s has its own size; width=, height=, ... require bytes", source->contents);
        return NULL;
    }
    if (!io_png_read(source->contents, &picture, &error)) {
        host_error("%s", error.text);
        return NULL;
    }
    *texture = (struct sm5_texture){.kind = SM5_TEXTURE_2D,
                                    .format = picture_format(source, info),
                                    .width = picture.width,
                                    .height = picture.height};
    struct sm5_buffer *buffer = NULL;
    const char *format = sm5_format_name(texture->format);
    if (host_can_pack_pixels(format)) {
        host_pack_pixels(picture.pixels.data, &picture.pixels.size, format);
        buffer = buffer_with(picture.pixels.data, picture.pixels.size);
    } else {
        host_error("format=%s: a picture is read as r8g8b8a8, b8g8r8a8, b8g8r8x8 or r8 (its red)", format);
    }
    io_bytes_free(&picture.pixels);
    return buffer;
}

static bool check_dds(const char *path, const struct io_bytes *file, const struct io_dds *dds,
                      const struct sm5_texture *texture)
{
    uint64_t bytes = sm5_texture_bytes(texture);
    if (!sm5_format_name(texture->format))
        return host_error("%s: unsupported DXGI format %u of a texture", path, texture->format);
    if (bytes == 0)
        return fail_size(path, texture);
    return bytes <= file->size - dds->data ||
           host_error("%s: the texture has %" PRIu64 " bytes; the file has %zu after its header", path, bytes,
                      file->size - dds->data);
}

static struct sm5_buffer *read_dds(const char *path, const struct io_bytes *file, struct sm5_texture *texture)
{
    struct io_dds dds;
    struct io_error error;
    if (!io_dds_read(file, &dds, &error)) {
        host_error("%s: %s", path, error.text);
        return NULL;
    }
    *texture = (struct sm5_texture){.kind = (enum sm5_texture_kind)dds.axes,
                                    .format = dds.format,
                                    .width = dds.width,
                                    .height = dds.height,
                                    .depth = dds.depth,
                                    .layers = dds.layers,
                                    .mips = dds.mips};
    if (!check_dds(path, file, &dds, texture))
        return NULL;
    return buffer_with(file->data + dds.data, sm5_texture_bytes(texture));
}

static struct sm5_buffer *load_dds(const struct cli_source *source, struct sm5_texture *texture)
{
    struct io_bytes file;
    struct io_error error;
    if (has_sizes(&source->texture)) {
        host_error("%s has its own size; width=, height=, ... require bytes", source->contents);
        return NULL;
    }
    host_note_input(source->contents);
    if (!ranks_read_file(source->contents, IO_MEMORY_MOST, &file, &error)) {
        host_error("%s", error.text);
        return NULL;
    }
    struct sm5_buffer *buffer = read_dds(source->contents, &file, texture);
    io_bytes_free(&file);
    return buffer;
}

/* zero, iota and rand fill the texture, or as many texels (blocks of compressed formats) as size= specifies;
   files and words are used as they are. */
static struct cli_memory load_bytes(const struct cli_source *source, const struct sm5_texture *texture)
{
    struct cli_source sized = *source;
    struct cli_memory memory = {0};
    if (!texture->width || !texture->format) {
        host_error("'%s' needs width= and format= to be a texture", source->contents);
        return memory;
    }
    if (!sm5_texture_bytes(texture)) {
        fail_size(source->contents, texture);
        return memory;
    }
    struct host_rows rows = host_rows_of(NULL, NULL, -1, sm5_format_bytes(texture->format), texture->format);
    if (!source->has_size) {
        sized.has_size = true;
        sized.size = sm5_texture_bytes(texture);
    }
    memory = cli_source_memory(&sized, source->has_size ? sm5_format_bytes(texture->format) : 1, &rows);
    host_rows_free(&rows);
    return memory;
}

struct cli_memory cli_texture_memory(const struct cli_source *source, const struct sm5_resource_info *info,
                                     struct sm5_texture *texture)
{
    if (io_has_ending(source->contents, ".png"))
        return (struct cli_memory){.buffer = load_picture(source, info, texture)};
    if (io_has_ending(source->contents, ".dds"))
        return (struct cli_memory){.buffer = load_dds(source, texture)};
    *texture = host_texture_of(&source->texture, info->layout, source->format);
    return load_bytes(source, texture);
}

/* ---- output ---- */

static const void *subresource_of(const struct cli_bound *bound, struct sm5_subresource *place)
{
    const struct sm5_view *view = &bound->view;
    if (!sm5_texture_subresource(&view->texture, view->first_mip, view->first_layer, place))
        return NULL;
    return (const uint8_t *)sm5_buffer_data(bound->buffer) + place->offset;
}

bool cli_texture_check_picture(const struct cli_bound *bound, const char *path)
{
    struct sm5_subresource place;
    if (!subresource_of(bound, &place))
        return host_error("-o %s: %s does not have this mip or layer", path, bound->text);
    if (place.depth > 1 || bound->view.texture.samples > 1)
        return host_error("-o %s: %s is not a picture; expected a 2D texture, or a .dds file", path,
                          bound->text);
    return true;
}

bool cli_texture_write_picture(const struct cli_bound *bound, enum io_pixel pixel, const char *path,
                               struct io_error *error)
{
    struct sm5_subresource place;
    const void *data = subresource_of(bound, &place);
    return io_png_write(path, pixel, data, (size_t)place.width * place.height, place.width, error);
}

bool cli_texture_write_dds(const struct cli_bound *bound, const char *path, struct io_error *error)
{
    const struct sm5_texture *t = &bound->view.texture;
    struct io_dds dds = {.axes = (uint32_t)t->kind,
                         .format = t->format,
                         .width = t->width ? t->width : 1,
                         .height = t->height ? t->height : 1,
                         .depth = t->depth ? t->depth : 1,
                         .layers = t->layers ? t->layers : 1,
                         .mips = t->mips ? t->mips : 1};
    return io_dds_write(path, &dds, sm5_buffer_data(bound->buffer), sm5_texture_bytes(t), error);
}
