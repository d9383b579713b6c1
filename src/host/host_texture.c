/* Textures and views from the keys of a source or a test case. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/host.h"

enum sm5_texture_kind host_texture_kind(const char *layout)
{
    if (strncmp(layout, "texture1d", 9) == 0)
        return SM5_TEXTURE_1D;
    if (strncmp(layout, "texture2d", 9) == 0 || strncmp(layout, "texturecube", 11) == 0)
        return SM5_TEXTURE_2D;
    return strncmp(layout, "texture3d", 9) == 0 ? SM5_TEXTURE_3D : SM5_TEXTURE_NONE;
}

bool host_texture_is_cube(const char *layout)
{
    return strncmp(layout, "texturecube", 11) == 0;
}

struct sm5_texture host_texture_of(const struct host_texture_keys *keys, const char *layout,
                                   sm5_format format)
{
    struct sm5_texture t = {.kind = host_texture_kind(layout),
                            .format = format,
                            .width = keys->width,
                            .height = keys->height,
                            .depth = keys->depth,
                            .layers = keys->layers,
                            .mips = keys->mips,
                            .samples = keys->samples};
    if (host_texture_is_cube(layout)) {
        t.layers = t.layers ? t.layers : 6;
        t.height = t.height ? t.height : t.width;
    }
    return t;
}

void host_texture_range(const struct host_texture_keys *keys, struct sm5_view *view)
{
    view->first_mip = keys->first_mip;
    view->mips = keys->view_mips;
    view->first_layer = keys->first_layer;
    view->layers = keys->view_layers;
    view->min_lod = keys->min_lod;
}

bool host_parse_lod(const char *value, float *out)
{
    char *end;
    *out = strtof(value, &end);
    return (end != value && !*end && !isnan(*out)) || host_error("min_lod=%s: expected a number", value);
}

/* ---- pixels ---- */

static bool starts_with(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

bool host_can_pack_pixels(const char *format)
{
    static const char *const known[] = {"R8G8B8A8_", "B8G8R8A8_", "B8G8R8X8_", "R8_"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (starts_with(format, known[i]))
            return true;
    return false;
}

void host_pack_pixels(uint8_t *data, size_t *size, const char *format)
{
    size_t pixels = *size / 4;
    for (size_t i = 0; i < pixels && starts_with(format, "B8G8R8"); i++) {
        uint8_t red = data[4 * i];
        data[4 * i] = data[4 * i + 2];
        data[4 * i + 2] = red;
    }
    if (!starts_with(format, "R8_"))
        return;
    for (size_t i = 0; i < pixels; i++)
        data[i] = data[4 * i];
    *size = pixels;
}
