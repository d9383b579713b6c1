/* Contents of a test case: files by their endings, values by member, constants by name. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "case/case_run.h"

/* ---- the program that names things ---- */

/* The first step's program, read when the case uses names. */
static const struct sm5_program *program_of(struct case_runner *r)
{
    const char *shader = r->test.step_count ? r->test.steps[0].shader : NULL;
    if (!r->program && case_read_program(r, shader, &r->program))
        sm5_diags_clear(r->diags);
    return r->program;
}

/* Collects the layouts that bindings declare, in the form of --struct. */
static bool collect_structs(struct case_runner *r)
{
    for (size_t i = 0; i < r->test.binding_count; i++) {
        const struct case_binding *binding = &r->test.bindings[i];
        char *text = NULL;
        if (!binding->members)
            continue;
        if (asprintf(&text, "%s=%s", binding->slot, binding->members) < 0 ||
            !host_texts_add(&r->structs, text)) {
            free(text);
            return case_stop(r, CASE_FAILED, "out of memory");
        }
    }
    return true;
}

static bool check_structs(struct case_runner *r)
{
    struct io_error error;
    const struct sm5_program *program = r->structs.count ? program_of(r) : NULL;
    if (r->structs.count == 0)
        return true;
    if (!program || host_structs_fit(program, &r->structs, r->diags, &error))
        return program != NULL;
    return sm5_diags_errors(r->diags) ? case_stop_with_diags(r, SM5_ERR_INPUT, "struct")
                                      : case_stop(r, CASE_FAILED, "%s", error.text);
}

void case_free_data(struct case_runner *r)
{
    for (size_t i = 0; i < r->structs.count; i++)
        free((char *)r->structs.list[i]);
    free(r->structs.list);
    free(r->own_bindings);
    sm5_program_free(r->program);
}

/* ---- files and values by member ---- */

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
        const struct sm5_program *program = program_of(r);
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

/* Loads a DDS file, which must have the sizes and the format of the binding. */
static bool load_dds(struct case_runner *r, const struct case_binding *binding, const char *path,
                     struct io_bytes *out, struct io_error *error)
{
    struct sm5_texture texture;
    struct io_bytes file;
    struct io_dds dds;
    if (!case_texture(r, binding, &texture))
        return io_fail(error, "%s", "");
    if (!io_read_file(path, &file, error))
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
        *out = (struct io_bytes){file.data, size};
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
    struct io_error error = {"out of memory"};
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

/* ---- constants ---- */

static bool find_constant(struct case_runner *r, const struct case_constant_value *value,
                          struct host_constant *out)
{
    struct io_error error;
    const struct sm5_program *program = program_of(r);
    return program && (host_constant_find(program, &r->structs, value->name, out, &error) ||
                       case_stop(r, CASE_FAILED, "%s:%u: set: %s", r->test.path, value->line, error.text));
}

static bool is_bound(const struct case_runner *r, const struct sm5_slot *slot)
{
    for (size_t i = 0; i < r->test.binding_count; i++) {
        struct sm5_slot at;
        if (sm5_slot_parse(r->test.bindings[i].slot, &at) && at.kind == slot->kind &&
            at.space == slot->space &&
            at.reg + at.index + r->test.bindings[i].array_index == slot->reg + slot->index)
            return true;
    }
    return false;
}

/* Adds a binding of zeros for a constant buffer that is only set; RDEF's defaults are stored later. */
static bool add_binding(struct case_runner *r, const struct host_constant *constant)
{
    struct case_spec *test = &r->test;
    struct case_binding *bindings = calloc(test->binding_count + 1, sizeof *bindings);
    if (!bindings)
        return case_stop(r, CASE_FAILED, "out of memory");
    if (test->binding_count)
        memcpy(bindings, test->bindings, test->binding_count * sizeof *bindings);
    char *name = r->own_slots[r->own_count];
    sm5_slot_format(&constant->slot, name, sizeof r->own_slots[0]);
    bindings[test->binding_count++] = (struct case_binding){
        .slot = name, .kind = "cbuffer", .has_bytes = true, .bytes = constant->layout.bytes};
    r->own_resources[r->own_count++] = constant->resource;
    free(r->own_bindings);
    r->own_bindings = test->bindings = bindings;
    return true;
}

static bool bind_constants(struct case_runner *r, const struct case_constant_values *values)
{
    for (size_t i = 0; i < values->count; i++) {
        struct host_constant constant;
        if (!find_constant(r, &values->list[i], &constant))
            return false;
        bool ok = is_bound(r, &constant.slot) ||
                  (r->own_count < CASE_OWN_BUFFERS
                       ? add_binding(r, &constant)
                       : case_stop(r, CASE_FAILED, "set: more than %d constant buffers", CASE_OWN_BUFFERS));
        host_constant_free(&constant);
        if (!ok)
            return false;
    }
    return true;
}

bool case_open_data(struct case_runner *r)
{
    if (!collect_structs(r) || !check_structs(r) || !bind_constants(r, &r->test.constants))
        return false;
    for (size_t i = 0; i < r->test.step_count; i++)
        if (!bind_constants(r, &r->test.steps[i].constants))
            return false;
    return true;
}

static bool set_constant(struct case_runner *r, const struct case_constant_value *value,
                         const struct host_constant *constant)
{
    char slot[64];
    struct io_error error;
    sm5_slot_format(&constant->slot, slot, sizeof slot);
    const struct case_place *place = case_find_place(r, slot);
    if (!place || !place->buffer)
        return case_stop(r, CASE_FAILED, "set: nothing is bound to '%s'", slot);
    return host_constant_set(constant, value->values, sm5_buffer_data(place->buffer),
                             sm5_buffer_size(place->buffer), &error) ||
           case_stop(r, CASE_FAILED, "%s:%u: set: %s", r->test.path, value->line, error.text);
}

bool case_set_constants(struct case_runner *r, const struct case_constant_values *values)
{
    for (size_t i = 0; i < values->count; i++) {
        struct host_constant constant;
        if (!find_constant(r, &values->list[i], &constant))
            return false;
        bool ok = set_constant(r, &values->list[i], &constant);
        host_constant_free(&constant);
        if (!ok)
            return false;
    }
    return true;
}

bool case_start_constants(struct case_runner *r)
{
    for (size_t i = 0; i < r->own_count; i++) {
        const struct case_place *place = case_find_place(r, r->own_slots[i]);
        if (place && place->buffer)
            sm5_layout_defaults(r->program, (uint32_t)r->own_resources[i], sm5_buffer_data(place->buffer),
                                sm5_buffer_size(place->buffer));
    }
    return case_set_constants(r, &r->test.constants);
}
