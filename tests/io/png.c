/* Pictures: sizes are checked, and pixels are preserved. */
#include <string.h>

#include "files.h"

static void sizes_are_checked(void **state)
{
    (void)state;
    struct io_error error = {0};
    uint32_t pixels[6] = {0};
    assert_false(io_png_write("/nonexistent/x.png", IO_PIXEL_RGBA8, pixels, 6, 4, &error));
    assert_true(error.text[0]);
    assert_false(io_png_write("/nonexistent/x.png", IO_PIXEL_RGBA8, pixels, 6, 0, &error));
    assert_false(io_png_write("/nonexistent/x.png", IO_PIXEL_RGBA8, pixels, 0, 1, &error));
}

#ifdef SM5_HAVE_PNG
#include <png.h>

/* Writes two pixels in a row and reads them back as RGBA. */
static void expect_pixels(enum io_pixel pixel, const void *data, const uint8_t expected[8])
{
    char path[64];
    struct io_error error = {0};
    temporary_path(path, ".png");
    if (!io_png_write(path, pixel, data, 2, 2, &error))
        fail_msg("%s", error.text);
    png_image image = {.version = PNG_IMAGE_VERSION};
    uint8_t got[8] = {0};
    assert_true(png_image_begin_read_from_file(&image, path));
    assert_int_equal(image.width, 2);
    assert_int_equal(image.height, 1);
    image.format = PNG_FORMAT_RGBA;
    assert_true(png_image_finish_read(&image, NULL, got, 0, NULL));
    unlink(path);
    assert_memory_equal(got, expected, 8);
}

static void bytes_are_kept(void **state)
{
    (void)state;
    static const uint8_t rgba[] = {1, 2, 3, 255, 250, 128, 0, 255}, bgra[] = {3, 2, 1, 255, 0, 128, 250, 255};
    static const uint8_t grey[] = {7, 9}, as_rgba[] = {7, 7, 7, 255, 9, 9, 9, 255};
    expect_pixels(IO_PIXEL_RGBA8, rgba, rgba);
    expect_pixels(IO_PIXEL_BGRA8, bgra, rgba);
    expect_pixels(IO_PIXEL_GRAY8, grey, as_rgba);
}

static void floats_are_clamped_and_rounded(void **state)
{
    (void)state;
    static const float one[] = {0.5f, 2.0f}, three[] = {0.0f, 1.0f, -1.0f, 0.2f, 0.4f, 1e9f};
    static const float four[] = {0.0f, 1.0f, 0.5f, 1.0f, 1.0f, 0.0f, 0.25f, 1.0f};
    expect_pixels(IO_PIXEL_FLOAT1, one, (const uint8_t[]){128, 128, 128, 255, 255, 255, 255, 255});
    expect_pixels(IO_PIXEL_FLOAT3, three, (const uint8_t[]){0, 255, 0, 255, 51, 102, 255, 255});
    expect_pixels(IO_PIXEL_FLOAT4, four, (const uint8_t[]){0, 255, 128, 255, 255, 0, 64, 255});
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_checked),
#ifdef SM5_HAVE_PNG
        cmocka_unit_test(bytes_are_kept),
        cmocka_unit_test(floats_are_clamped_and_rounded),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
