/* Data files through the library: rows by member name, constants, DDS textures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "io/io.h"
#include "sm5/sm5.h"

static struct sm5_layout *layout_of(const char *text, enum sm5_packing packing)
{
    struct sm5_layout *layout;
    assert_int_equal(sm5_layout_parse(text, packing, NULL, &layout, NULL), SM5_OK);
    return layout;
}

static void rows_are_read_and_written(void **state)
{
    (void)state;
    struct sm5_layout *layout = layout_of("float2 at; uint id", SM5_PACKING_STRUCTURED);
    static const char text[] =
        "[{\"id\": 7, \"at\": [1, \"0x7fc00001\"]}, {\"at.x\": -0.0, \"at.y\": 2, \"id\": 8}]";
    static const uint32_t expected[] = {0x3f800000, 0x7fc00001, 7, 0x80000000, 0x40000000, 8};
    struct sm5_buffer *buffer, *again;
    assert_int_equal(sm5_data_read(text, strlen(text), SM5_DATA_JSON, layout, "x", &buffer, NULL), SM5_OK);
    assert_int_equal(sm5_buffer_size(buffer), sizeof expected);
    assert_memory_equal(sm5_buffer_data(buffer), expected, sizeof expected);
    for (int format = SM5_DATA_NPY; format <= SM5_DATA_JSON; format++) {
        struct sm5_blob file;
        assert_int_equal(sm5_data_write(expected, sizeof expected, format, layout, &file, NULL), SM5_OK);
        assert_int_equal(sm5_data_read(file.data, file.size, format, layout, NULL, &again, NULL), SM5_OK);
        assert_memory_equal(sm5_buffer_data(again), expected, sizeof expected);
        sm5_buffer_free(again);
        sm5_blob_free(&file);
    }
    sm5_buffer_free(buffer);
    sm5_layout_free(layout);
}

static void mistakes_are_diagnostics(void **state)
{
    (void)state;
    struct sm5_layout *layout = layout_of("float2 at; uint id", SM5_PACKING_STRUCTURED);
    struct sm5_diags *diags = sm5_diags_new();
    struct sm5_buffer *buffer;
    struct sm5_blob file;
    static const char text[] = "at.x,id\n1,2\n";
    assert_int_equal(sm5_data_read(text, strlen(text), SM5_DATA_CSV, layout, "x.csv", &buffer, diags),
                     SM5_ERR_INPUT);
    assert_null(buffer);
    assert_string_equal(sm5_diags_at(diags, 0)->message, "x.csv: column 'at.y' is missing");
    assert_int_equal(sm5_data_write(text, 11, SM5_DATA_CSV, layout, &file, diags), SM5_ERR_ARGUMENT);
    assert_int_equal(sm5_data_read(NULL, 0, (enum sm5_data_format)9, layout, NULL, &buffer, diags),
                     SM5_ERR_ARGUMENT);
    assert_int_equal(sm5_data_read(NULL, 0, SM5_DATA_NPY, layout, NULL, &buffer, diags), SM5_ERR_INPUT);
    sm5_diags_free(diags);
    sm5_layout_free(layout);
}

static void constants_are_set_by_name(void **state)
{
    (void)state;
    struct sm5_layout *layout = layout_of("float dt; float2x2 m", SM5_PACKING_CBUFFER);
    struct sm5_diags *diags = sm5_diags_new();
    float row[12] = {0};
    assert_int_equal(sm5_layout_bytes(layout), 48);
    assert_int_equal(sm5_data_set(layout, "m", "1/2/3/4", row, sizeof row, diags), SM5_OK);
    assert_true(row[4] == 1 && row[5] == 3 && row[8] == 2 && row[9] == 4);
    assert_int_equal(sm5_data_set(layout, "mm", "1", row, sizeof row, diags), SM5_ERR_INPUT);
    assert_int_equal(sm5_data_set(layout, "dt", "1", row, 4, diags), SM5_ERR_INPUT);
    assert_int_equal(sm5_diags_count(diags), 2);
    sm5_diags_free(diags);
    sm5_layout_free(layout);
}

static void textures_are_read(void **state)
{
    (void)state;
    static const uint8_t texels[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    const struct io_dds dds = {.axes = 2,
                               .format = sm5_format_find("r8g8b8a8_unorm"),
                               .width = 2,
                               .height = 2,
                               .depth = 1,
                               .layers = 1,
                               .mips = 1};
    struct io_bytes file;
    struct io_error error;
    struct sm5_texture texture;
    struct sm5_buffer *buffer;
    assert_true(io_dds_bytes(&dds, texels, sizeof texels, &file, &error));
    assert_int_equal(sm5_data_read_dds(file.data, file.size, NULL, &texture, &buffer, NULL), SM5_OK);
    assert_true(texture.kind == SM5_TEXTURE_2D && texture.width == 2 && texture.height == 2);
    assert_memory_equal(sm5_buffer_data(buffer), texels, sizeof texels);
    sm5_buffer_free(buffer);
    assert_int_equal(sm5_data_read_dds(file.data, file.size - 1, NULL, &texture, &buffer, NULL),
                     SM5_ERR_INPUT);
    assert_null(buffer);
    io_bytes_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_read_and_written),
        cmocka_unit_test(mistakes_are_diagnostics),
        cmocka_unit_test(constants_are_set_by_name),
        cmocka_unit_test(textures_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
