/* Contents of a test case: files by their endings, and values by member. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "case/case_run.h"

static bool needs_rows(const struct case_data *data)
{
    return data->cells || (data->file && host_file_kind(data->file) != HOST_FILE_RAW);
}

/* Rows of the resource that the binding is bound to; words when `binding` is NULL. */
static bool rows_of(struct case_runner *r, const struct case_binding *binding, struct host_rows *rows)
{
    struct sm5_slot slot;
    struct sm5_resource_info info;
    int resource = -1;
    uint32_t bytes = binding ? case_element_bytes(binding) : 4;
    if (binding && sm5_slot_parse(binding->slot, &slot)) {
        const struct sm5_program *program = case_named_program(r);
        if (!program)
            return false;
        slot.index += binding->array_index;
        resource = host_find_resource(program, &slot);
        if (!bytes && resource >= 0 && sm5_resource_at(program, (uint32_t)resource, &info))
            bytes = info.stride;
    }
    sm5_format format = binding && binding->format ? sm5_format_find(binding->format) : 0;
    *rows = host_rows_of(r->program, &r->structs, resource, bytes ? bytes : 4, format);
    return true;
}

static bool is_texture(const struct case_binding *binding)
{
    return binding && host_texture_kind(binding->kind) != SM5_TEXTURE_NONE;
}

bool case_texture(struct case_runner *r, const struct case_binding *binding, struct sm5_texture *out)
{
    sm5_format format = binding->format ? sm5_format_find(binding->format) : 0;
    *out = host_texture_of(&binding->texture, binding->kind, format);
    if (!format)
        return case_stop(r, CASE_FAILED, "%s: invalid format '%s' of a texture", binding->slot,
                         binding->format ? binding->format : "");
    return sm5_texture_bytes(out) ||
           case_stop(r, CASE_FAILED, "%s: a texture of these sizes does not exist", binding->slot);
}

/* Loads a DDS file, which must have the sizes and the format of the binding. */
static bool load_dds(struct case_runner *r, const struct case_binding *binding, const char *path,
                     struct io_bytes *out, struct io_error *error)
{
    struct sm5_texture texture;
    struct io_bytes file;
    struct io_dds dds;
    if (!case_texture(r, binding, &texture))
        return io_fail(error, "%s", "");
    if (!io_read_file(path, IO_MEMORY_MOST, &file, error))
        return false;
    uint64_t size = sm5_texture_bytes(&texture);
    bool ok = io_dds_read(&file, &dds, error);
    if (!ok)
        io_bytes_free(&file);
    if (!ok)
        return false;
    uint32_t layers = texture.layers ? texture.layers : 1, height = texture.height ? texture.height : 1;
    bool same = dds.format == texture.format && dds.width == texture.width && dds.height == height &&
                dds.layers == layers && dds.mips == (texture.mips ? texture.mips : 1) &&
                dds.depth == (texture.depth ? texture.depth : 1) && file.size - dds.data >= size;
    if (same) {
        memmove(file.data, file.data + dds.data, size);
        *out = (struct io_bytes){.data = file.data, .size = size};
        return true;
    }
    io_bytes_free(&file);
    return io_fail(
        error, "%.200s: %u x %u x %u texels, %u layers and %u mips of DXGI format %u; expected those of %s",
        path, dds.width, dds.height, dds.depth, dds.layers, dds.mips, dds.format, binding->slot);
}

static bool load_file(struct case_runner *r, const struct case_binding *binding, const struct host_rows *rows,
                      const char *path, struct io_bytes *out, struct io_error *error)
{
    if (is_texture(binding) && host_file_kind(path) == HOST_FILE_DDS)
        return load_dds(r, binding, path, out, error);
    return host_data_load(path, rows, out, error);
}

static bool load_rows(struct case_runner *r, const struct case_binding *binding, const struct case_data *data,
                      struct io_bytes *out)
{
    struct host_rows rows;
    struct io_error error = {"out of memory", true};
    if (!rows_of(r, binding, &rows))
        return false;
    char *path = data->file ? io_join(r->test.folder, data->file) : NULL;
    bool ok = path          ? load_file(r, binding, &rows, path, out, &error)
              : data->cells ? case_data_rows(data, &rows.layout, out, &error)
                            : false;
    free(path);
    host_rows_free(&rows);
    return ok || (error.text[0] && case_stop(r, CASE_FAILED, "%s", error.text));
}

bool case_load_for(struct case_runner *r, const struct case_binding *binding, const struct case_data *data,
                   struct io_bytes *out)
{
    *out = (struct io_bytes){0};
    return needs_rows(data) ? load_rows(r, binding, data, out) : case_load(r, data, out);
}
