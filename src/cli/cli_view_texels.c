/* Values of a channel of texels, decoded as shaders load them: of textures, typed buffers and DDS files. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli_view.h"

bool cli_view_channel(const char *what, sm5_format format, const char *name, unsigned *channel)
{
    static const char letters[] = "rgbaxyzw";
    struct sm5_format_info info;
    char known[5] = "";
    unsigned count = 0;
    if (!sm5_format_info(format, &info) || info.type == SM5_TEXEL_NONE)
        return host_error("%s: texels of %s are not shown; expected a format of views", what,
                          sm5_format_name(format));
    const char *letter = name && name[0] && !name[1] ? strchr(letters, name[0]) : NULL;
    for (unsigned c = 0; c < 4; c++)
        if (info.channels >> c & 1) {
            if ((!name || !name[0]) && !count)
                letter = &letters[c];
            known[count++] = letters[c];
        }
    *channel = letter ? (unsigned)(letter - letters) % 4 : 4;
    return (*channel < 4 && info.channels >> *channel & 1) ||
           host_error("%s: %s has no channel '%s'; expected one of %s", what, sm5_format_name(format), name,
                      known);
}

static double number_of(enum sm5_texel_type type, uint32_t word)
{
    float number;
    if (type != SM5_TEXEL_FLOAT)
        return type == SM5_TEXEL_SINT ? (double)(int32_t)word : (double)word;
    memcpy(&number, &word, sizeof number);
    return number;
}

double *cli_view_texels(sm5_format format, const uint8_t *data, const struct sm5_subresource *place,
                        unsigned channel)
{
    const uint32_t width = place->width, height = place->height;
    struct sm5_format_info info;
    sm5_format_info(format, &info);
    double *values = malloc(((size_t)width * height * place->depth + 1) * sizeof *values), *to = values;
    for (uint32_t z = 0; values && z < place->depth; z++)
        for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x < width; x++) {
                uint32_t texel[4];
                sm5_format_load(format,
                                data + z * place->slice_bytes + y / info.block_height * place->row_bytes +
                                    (size_t)(x / info.block_width) * info.bytes,
                                x % info.block_width, y % info.block_height, texel);
                *to++ = number_of(info.type, texel[channel]);
            }
    return values;
}

/* ---- DDS files ---- */

bool cli_view_read_dds(const char *path, const char *column, struct view_values *out)
{
    struct io_bytes file;
    struct io_error error;
    struct sm5_texture texture;
    struct sm5_subresource place;
    struct sm5_buffer *buffer = NULL;
    unsigned channel;
    if (!io_read_file(path, IO_MEMORY_MOST, &file, &error))
        return host_error("%s", error.text);
    struct sm5_diags *diags = sm5_diags_new();
    enum sm5_status status = sm5_data_read_dds(file.data, file.size, path, &texture, &buffer, diags);
    io_bytes_free(&file);
    host_report(diags, 0);
    sm5_diags_free(diags);
    bool ok = !status && cli_view_channel(path, texture.format, column, &channel) &&
              sm5_texture_subresource(&texture, 0, 0, &place);
    if (ok)
        *out = (struct view_values){
            .list = cli_view_texels(texture.format, sm5_buffer_data(buffer), &place, channel),
            .count = (size_t)place.width * place.height * place.depth,
            .width = place.width};
    sm5_buffer_free(buffer);
    return ok;
}
