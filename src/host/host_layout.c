/* Layout of a resource: the names, offsets and types of the words of a row. */
#include <stdlib.h>
#include <string.h>

#include "host/host.h"

uint32_t host_field_bytes(const struct sm5_field_info *field)
{
    return field->type == 'd' ? 8 : 4;
}

int host_find_resource(const struct sm5_program *program, const struct sm5_slot *slot)
{
    struct sm5_resource_info info;
    uint64_t reg = (uint64_t)slot->reg + slot->index;
    for (uint32_t i = 0; sm5_resource_at(program, i, &info); i++)
        if (info.kind == slot->kind && info.space == slot->space && reg >= info.reg && reg <= info.last)
            return (int)i;
    return -1;
}

/* ---- --struct ---- */

/* Parses the slot before the '='. */
static bool read_slot(const char *text, struct sm5_slot *slot)
{
    char name[64];
    size_t length = strcspn(text, "=");
    if (!text[length] || length >= sizeof name)
        return false;
    memcpy(name, text, length);
    name[length] = 0;
    return sm5_slot_parse(name, slot);
}

static bool is_struct_of(const char *text, const struct sm5_program *program, uint32_t index)
{
    struct sm5_slot slot;
    return read_slot(text, &slot) && host_find_resource(program, &slot) == (int)index;
}

/* The last --struct of the resource: it overrides earlier ones. */
static const char *struct_of(const struct sm5_program *program, uint32_t index,
                             const struct host_texts *structs)
{
    for (size_t i = structs ? structs->count : 0; i-- > 0;)
        if (is_struct_of(structs->list[i], program, index))
            return structs->list[i];
    return NULL;
}

static bool check_stride(const char *text, const struct sm5_resource_info *info, uint32_t bytes,
                         struct io_error *error)
{
    return info->kind == 'b' || bytes == info->stride ||
           io_fail(error,
                   "--struct %.200s: the structure has %u bytes; expected %u, the stride that the program "
                   "declares",
                   text, bytes, info->stride);
}

/* Reports a malformed declaration in `diags`, and one that does not fit the program in `error`. */
static bool parse_struct(const char *text, const struct sm5_resource_info *info, struct sm5_layout **out,
                         struct sm5_diags *diags, struct io_error *error)
{
    char name[80];
    snprintf(name, sizeof name, "--struct %.*s", (int)strcspn(text, "="), text);
    enum sm5_packing packing = info->kind == 'b' ? SM5_PACKING_CBUFFER : SM5_PACKING_STRUCTURED;
    enum sm5_status status = sm5_layout_parse(strchr(text, '=') + 1, packing, name, out, diags);
    if (!status && check_stride(text, info, sm5_layout_bytes(*out), error))
        return true;
    sm5_layout_free(*out);
    *out = NULL;
    return false;
}

static bool check_struct(const struct sm5_program *program, const char *text, struct sm5_diags *diags,
                         struct io_error *error)
{
    struct sm5_slot slot;
    struct sm5_resource_info info;
    struct sm5_layout *layout;
    if (!read_slot(text, &slot))
        return io_fail(
            error, "--struct %.200s: expected SLOT=MEMBERS, as in u0='float3 position; uint flags'", text);
    int index = host_find_resource(program, &slot);
    if (index < 0 || !sm5_resource_at(program, (uint32_t)index, &info))
        return io_fail(error, "--struct %.200s: the program does not declare this slot", text);
    if (info.kind != 'b' && strcmp(info.layout, "structured") != 0)
        return io_fail(
            error, "--struct %.200s: the slot is declared as %s; expected a structured t# or u#, or a cb#",
            text, info.layout);
    if (!parse_struct(text, &info, &layout, diags, error))
        return false;
    sm5_layout_free(layout);
    return true;
}

bool host_structs_fit(const struct sm5_program *program, const struct host_texts *structs,
                      struct sm5_diags *diags, struct io_error *error)
{
    for (size_t i = 0; i < structs->count; i++)
        if (!check_struct(program, structs->list[i], diags, error))
            return false;
    return true;
}

bool host_structs_check(const struct sm5_program *program, const struct host_texts *structs)
{
    struct io_error error = {0};
    struct sm5_diags *diags = host_diags_new();
    if (!diags)
        return false;
    bool ok = host_structs_fit(program, structs, diags, &error);
    if (!ok && error.text[0])
        host_error("%s", error.text);
    host_report(diags, 0);
    sm5_diags_free(diags);
    return ok;
}

bool host_layouts_check(const struct sm5_program *program)
{
    struct sm5_resource_info info;
    struct sm5_layout *layout;
    struct sm5_diags *diags = host_diags_new();
    bool ok = diags != NULL;
    for (uint32_t i = 0; ok && sm5_resource_at(program, i, &info); i++) {
        ok = sm5_layout_of(program, i, &layout, diags) != SM5_ERR_INPUT;
        sm5_layout_free(layout);
    }
    if (!ok)
        host_report(diags, 0);
    sm5_diags_free(diags);
    return ok;
}

/* ---- layouts ---- */

/* Size of a row. A constant buffer has at least the rows that the program declares and those that the layout
   names. */
static uint32_t row_bytes(const struct sm5_resource_info *info, const struct sm5_layout *layout)
{
    uint32_t named = layout ? sm5_layout_bytes(layout) : 0;
    if (info->kind != 'b')
        return info->stride;
    return info->count * 16 > named ? info->count * 16 : named;
}

static bool find_layout(const struct sm5_program *program, uint32_t index,
                        const struct sm5_resource_info *info, const struct host_texts *structs,
                        struct sm5_layout **out)
{
    const char *text = struct_of(program, index, structs);
    if (text)
        return parse_struct(text, info, out, NULL, &(struct io_error){0});
    enum sm5_status status = sm5_layout_of(program, index, out, NULL);
    return status != SM5_ERR_MEMORY || host_error("out of memory");
}

static bool copy_fields(struct host_layout *layout)
{
    size_t count;
    const struct sm5_field_info *fields = sm5_layout_fields(layout->owner, &count);
    layout->fields = malloc(count * sizeof *fields + 1);
    if (!layout->fields)
        return host_error("out of memory");
    memcpy(layout->fields, fields, count * sizeof *fields);
    layout->count = count;
    return true;
}

bool host_layout_of(const struct sm5_program *program, uint32_t index, const struct host_texts *structs,
                    struct host_layout *out)
{
    struct sm5_resource_info info;
    *out = (struct host_layout){0};
    if (!sm5_resource_at(program, index, &info))
        return true;
    if (!find_layout(program, index, &info, structs, &out->owner))
        return false;
    out->bytes = row_bytes(&info, out->owner);
    return !out->owner || copy_fields(out);
}

void host_layout_free(struct host_layout *layout)
{
    sm5_layout_free(layout->owner);
    sm5_blob_free(&layout->names);
    free(layout->fields);
    *layout = (struct host_layout){0};
}

const struct sm5_field_info *host_layout_field(const struct host_layout *layout, uint32_t offset)
{
    for (size_t i = 0; i < layout->count; i++) {
        const struct sm5_field_info *field = &layout->fields[i];
        if (offset >= field->offset && offset - field->offset < host_field_bytes(field))
            return field;
    }
    return NULL;
}
