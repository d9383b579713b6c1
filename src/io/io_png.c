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

static bool write_image(const char *path, png_image *image, const uint8_t *bytes, struct io_error *error)
{
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(*image);
    uint8_t *file = malloc(size);
    bool ok = file && png_image_write_to_memory(image, file, &size, 0, bytes, 0, NULL);
    ok = ok ? io_write_file(path, file, size, error)
            : io_fail(error, "%s: %s", path, file ? image->message : "out of memory");
    free(file);
    return ok;
}

bool io_png_write(const char *path, enum io_pixel pixel, const void *data, size_t pixels, size_t width,
                  struct io_error *error)
{
    size_t height = width ? pixels / width : 0;
    if (height == 0 || pixels % width || width > 65535 || height > 65535)
        return io_fail(error, "%s: %zu pixels do not fill rows of %zu", path, pixels, width);
    uint8_t *bytes = malloc(pixels * pixels_of[pixel].channels);
    if (!bytes)
        return io_fail_memory(error);
    convert(bytes, pixel, data, pixels);
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (uint32_t)width,
                       .height = (uint32_t)height,
                       .format = pixels_of[pixel].format};
    bool ok = write_image(path, &image, bytes, error);
    free(bytes);
    return ok;
}

enum { SIDE_LIMIT = 16384 };

/* `size`: of the file. Deflate makes at most 1032 bytes of one, and a pixel has at least one bit: a file that is too small
   for its pixels is refused before there is memory for them. */
static bool read_pixels(png_image *image, size_t size, struct io_picture *out, struct io_error *error)
{
    enum { PIXELS_A_BYTE = 1032 * 8 };
    if (image->width == 0 || image->height == 0 || image->width > SIDE_LIMIT || image->height > SIDE_LIMIT)
        return io_fail(error, "a picture of %u x %u pixels; expected at most %d a side", image->width,
                       image->height, SIDE_LIMIT);
    if ((size_t)image->width * image->height / PIXELS_A_BYTE > size)
        return io_fail(error, "the file is cut off: %zu bytes for %u x %u pixels", size, image->width,
                       image->height);
    image->flags |= PNG_IMAGE_FLAG_16BIT_sRGB; /* otherwise 16 bits are treated as linear light */
    image->format = PNG_FORMAT_RGBA;
    *out = (struct io_picture){.width = image->width, .height = image->height};
    out->pixels.size = (size_t)image->width * image->height * 4;
    out->pixels.data = malloc(out->pixels.size + 1);
    if (!out->pixels.data)
        return io_fail_memory(error);
    if (png_image_finish_read(image, NULL, out->pixels.data, 0, NULL))
        return true;
    io_bytes_free(&out->pixels);
    return io_fail(error, "%s", image->message);
}

bool io_png_read(const char *path, struct io_picture *out, struct io_error *error)
{
    struct io_bytes file;
    struct io_error why;
    png_image image = {.version = PNG_IMAGE_VERSION};
    *out = (struct io_picture){0};
    if (!io_read_file(path, IO_MEMORY_MOST, &file, error))
        return false;
    bool ok = file.size == 0 ? io_fail(&why, "is empty; expected a PNG file")
              : png_image_begin_read_from_memory(&image, file.data, file.size)
                  ? read_pixels(&image, file.size, out, &why)
                  : io_fail(&why, "%s", image.message);
    png_image_free(&image);
    io_bytes_free(&file);
    return ok || io_fail(error, "%s: %s", path, why.text);
}
#else
bool io_png_read(const char *path, struct io_picture *out, struct io_error *error)
{
    *out = (struct io_picture){0};
    return io_fail(error, "%s: this sm5 was built without libpng; give raw bytes instead", path);
}

bool io_png_write(const char *path, enum io_pixel pixel, const void *data, size_t pixels, size_t width,
                  struct io_error *error)
{
    (void)pixel, (void)data, (void)pixels, (void)width;
    return io_fail(error, "%s: this sm5 was built without libpng; write raw bytes instead", path);
}
#endif
