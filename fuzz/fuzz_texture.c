/* Any bytes as a DDS file: it is rejected with a message, or is a texture whose texels can all be read and
 * sampled. */
#include <math.h>

#include "fuzz.h"
#include "io/io.h"
#include "texture/texture.h"

enum { BYTES_MOST = 1 << 16, BATCHES = 8 };

/* All texels, and some after the last. */
static void load_all(const struct texture_view *view)
{
    uint32_t columns[4][TEXTURE_LANES];
    const struct texture_batch batch = {.mask = 0xffff,
                                        .coords = {columns[0], columns[1], columns[2], columns[3]}};
    texture_words words;
    for (uint32_t mip = 0; mip < view->mips; mip++) {
        const struct texture_level *level = &view->levels[mip];
        for (uint32_t first = 0; first < level->width * level->height * level->depth;
             first += TEXTURE_LANES) {
            for (uint32_t i = 0; i < TEXTURE_LANES; i++) {
                columns[0][i] = (first + i) % level->width;
                columns[1][i] = (first + i) / level->width % level->height;
                columns[2][i] = (first + i) / level->width / level->height;
                columns[3][i] = mip;
            }
            texture_code_best()->load(view, &batch, words);
            texture_code_of(0)->load(view, &batch, words);
        }
    }
}

/* Coordinates, levels and derivatives are made from the file's own bytes. */
static void sample(const struct texture_view *view, const struct io_bytes *file)
{
    struct sm5_sampler sampler;
    sm5_sampler_default(&sampler);
    for (size_t i = 0; i < BATCHES; i++) {
        uint32_t columns[12][TEXTURE_LANES];
        for (size_t k = 0; k < 12 * TEXTURE_LANES; k++)
            memcpy(&columns[k % 12][k / 12], file->data + (i * 37 + k * 4) % (file->size - 4), 4);
        const struct texture_batch batch = {
            .mask = 0xffff,
            .source = (uint8_t)(i & 1),
            .compares = i % 3 == 0,
            .coords = {columns[0], columns[1], columns[2], columns[3]},
            .ddx = {columns[4], columns[5], columns[6]},
            .ddy = {columns[7], columns[8], columns[9]},
            .lod = columns[10],
            .reference = columns[11],
        };
        for (unsigned k = 0; k < 3; k++)
            sampler.address[k] = (enum sm5_address)((i + k) % 5);
        sampler.max_anisotropy = (uint32_t)(file->data[0] + i) % 17;
        texture_words words;
        texture_code_of(0)->sample(view, &sampler, &batch, words);
        if (view->dimension != ISA_DIM_TEXTURE1D && view->dimension != ISA_DIM_TEXTURE3D)
            texture_code_of(0)->gather(view, &sampler, &batch, words);
        texture_code_best()->lod(view, &sampler, &batch, words);
        FUZZ_CHECK(isfinite(float_of_bits(words[0][i])));
    }
}

static enum isa_dimension dimension_of(const struct io_dds *dds)
{
    if (dds->axes != 2)
        return dds->axes == 1 ? ISA_DIM_TEXTURE1D : ISA_DIM_TEXTURE3D;
    return dds->cube && dds->width == dds->height ? ISA_DIM_TEXTURECUBE : ISA_DIM_TEXTURE2D;
}

static void use(const struct io_dds *dds, const struct io_bytes *file)
{
    const struct sm5_texture texture = {(enum sm5_texture_kind)dds->axes,
                                        dds->format,
                                        dds->width,
                                        dds->height,
                                        dds->depth,
                                        dds->layers,
                                        dds->mips,
                                        1};
    const struct format_info *format = format_info(dds->format);
    uint64_t bytes = sm5_texture_bytes(&texture);
    if (bytes == 0 || bytes > BYTES_MOST || bytes > file->size - dds->data ||
        format->coding == FORMAT_NO_TEXELS)
        return;
    struct texture_view view;
    enum isa_dimension dimension = dimension_of(dds);
    texture_layout_view(&texture, 0, dds->mips, 0, dimension == ISA_DIM_TEXTURECUBE ? 6 : 1, &view);
    uint8_t *copy = malloc(bytes); /* aligned, and no byte longer */
    FUZZ_CHECK(copy != NULL);
    memcpy(copy, file->data + dds->data, bytes);
    view.format = format;
    view.dimension = (uint8_t)dimension;
    view.base = copy;
    load_all(&view);
    sample(&view, file);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct io_bytes file = {.data = malloc(size + 1), .size = size};
    struct io_error error = {0};
    struct io_dds dds;
    FUZZ_CHECK(file.data != NULL);
    memcpy(file.data, data, size);
    if (io_dds_read(&file, &dds, &error)) {
        FUZZ_CHECK(dds.data <= size && dds.width && dds.height && dds.depth && dds.layers && dds.mips);
        use(&dds, &file);
    } else {
        FUZZ_CHECK(error.text[0] != 0);
    }
    io_bytes_free(&file);
    return 0;
}
