/* Data files. */
#include "api.h"

static const char rows_csv[] = "at.x,at.y,id\n1,2,3\n4,5,6\n7,8,9\n1,1,1\n";
static const char rows_json[] = "[{\"at\": [1, 2], \"id\": 3}, {\"at.x\": 4, \"at.y\": 5, \"id\": 6}]";

static enum sm5_status read_rows(struct call *c, const void *bytes, size_t size, enum sm5_data_format format)
{
    struct sm5_buffer *buffer;
    enum sm5_status status = sm5_data_read(bytes, size, format, c->layout, "x", &buffer, c->diags);
    if (!status)
        api_note(c, sm5_buffer_data(buffer), sm5_buffer_size(buffer));
    sm5_buffer_free(buffer);
    return status;
}

static enum sm5_status call_read_csv(struct call *c)
{
    return read_rows(c, rows_csv, sizeof rows_csv - 1, SM5_DATA_CSV);
}

/* jansson reports a name that it has no memory for as a mistake in the file. */
static enum sm5_status call_read_json(struct call *c)
{
    enum sm5_status status = read_rows(c, rows_json, sizeof rows_json - 1, SM5_DATA_JSON);
    if (status != SM5_ERR_INPUT)
        return status;
    sm5_diags_clear(c->diags);
    return SM5_ERR_MEMORY;
}

static enum sm5_status write_rows(struct call *c, enum sm5_data_format format)
{
    static const uint32_t words[6] = {0x3f800000, 0x40000000, 7, 0, 0x40400000, 8};
    struct sm5_blob file;
    enum sm5_status status = sm5_data_write(words, sizeof words, format, c->layout, &file, c->diags);
    if (!status && format == SM5_DATA_NPY)
        status = read_rows(c, file.data, file.size, format);
    api_note_blob(c, &file, status);
    return status;
}

static enum sm5_status call_write_npy(struct call *c)
{
    return write_rows(c, SM5_DATA_NPY);
}

static enum sm5_status call_write_csv(struct call *c)
{
    return write_rows(c, SM5_DATA_CSV);
}

static enum sm5_status call_write_json(struct call *c)
{
    return write_rows(c, SM5_DATA_JSON);
}

static enum sm5_status call_set(struct call *c)
{
    uint32_t row[3] = {0};
    enum sm5_status status = sm5_data_set(c->layout, "at", "1/2", row, sizeof row, c->diags);
    if (!status)
        api_note(c, row, sizeof row);
    return status;
}

/* 4 x 4 texels of R8G8B8A8_UNORM, by the masks of their channels. */
static enum sm5_status call_read_dds(struct call *c)
{
    static const uint32_t head[32] = {0x20534444, 124, 0x100f, 4,      4,        16,         [19] = 32, 0x41,
                                      0,          32,  0xff,   0xff00, 0xff0000, 0xff000000, 0x1000};
    uint8_t file[sizeof head + 64] = {0};
    struct sm5_texture texture;
    struct sm5_buffer *buffer;
    memcpy(file, head, sizeof head);
    enum sm5_status status = sm5_data_read_dds(file, sizeof file, "x.dds", &texture, &buffer, c->diags);
    if (!status)
        api_note(c, &texture.format, sizeof texture.format);
    sm5_buffer_free(buffer);
    return status;
}

API_SCENARIOS({"sm5_data_read of CSV", call_read_csv, SM5_ENGINE_INTERP},
              {"sm5_data_read of JSON", call_read_json, SM5_ENGINE_INTERP},
              {"sm5_data_write and read of NPY", call_write_npy, SM5_ENGINE_INTERP},
              {"sm5_data_write of CSV", call_write_csv, SM5_ENGINE_INTERP},
              {"sm5_data_write of JSON", call_write_json, SM5_ENGINE_INTERP},
              {"sm5_data_read_dds", call_read_dds, SM5_ENGINE_INTERP},
              {"sm5_data_set", call_set, SM5_ENGINE_INTERP});
