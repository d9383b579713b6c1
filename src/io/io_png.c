#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io.h"

#ifdef SM5_HAVE_PNG
#include <png.h>

static uint8_t byte_of(const uint8_t *at)
{
    float value = float_of_bits(load_u32(at));
    value = value > 0.0f ? (value < 1.0f ? value : 1.0f) : 0.0f;
    return (uint8_t)(value * 255.0f + 0.5f);
}

static const struct {
    uint8_t bytes, channels;
    bool is_float;
    uint32_t format;
} pixels_of[] = {
    [IO_PIXEL_RGBA8] = {4, 4, false, PNG_FORMAT_RGBA}, [IO_PIXEL_BGRA8] = {4, 4, false, PNG_FORMAT_BGRA},
    [IO_PIXEL_GRAY8] = {1, 1, false, PNG_FORMAT_GRAY}, [IO_PIXEL_FLOAT1] = {4, 1, true, PNG_FORMAT_GRAY},
    [IO_PIXEL_FLOAT3] = {12, 3, true, PNG_FORMAT_RGB}, [IO_PIXEL_FLOAT4] = {16, 4, true, PNG_FORMAT_RGBA},
};

static void convert(uint8_t *out, enum io_pixel pixel, const uint8_t *data, size_t pixels)
{
    size_t channels = pixels * pixels_of[pixel].channels;
    if (!pixels_of[pixel].is_float) {
        memcpy(out, data, channels);
        return;
    }
    for (size_t i = 0; i < channels; i++)
        out[i] = byte_of(data + 4 * i);
}

bool io_png_write(const char *path, enum io_pixel pixel, const void *data, size_t pixels, size_t width,
                  struct io_error *error)
{
    size_t height = width ? pixels / width : 0;
    if (height == 0 || pixels % width || width > 65535 || height > 65535)
        return io_fail(error, "%s: %zu pixels are no picture %zu wide", path, pixels, width);
    uint8_t *bytes = malloc(pixels * pixels_of[pixel].channels);
    if (!bytes)
        return io_fail(error, "out of memory");
    convert(bytes, pixel, data, pixels);
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (uint32_t)width,
                       .height = (uint32_t)height,
                       .format = pixels_of[pixel].format};
    bool ok = png_image_write_to_file(&image, path, 0, bytes, 0, NULL);
    free(bytes);
    return ok || io_fail(error, "%s: %s", path, errno ? strerror(errno) : image.message);
}
#else
bool io_png_write(const char *path, enum io_pixel pixel, const void *data, size_t pixels, size_t width,
                  struct io_error *error)
{
    (void)pixel, (void)data, (void)pixels, (void)width;
    return io_fail(error, "%s: this sm5 was built without libpng; write raw bytes instead", path);
}
#endif
