/* Variables: the registers and memory of a program, as front ends list them, and bytes of memory. */
#include <stdlib.h>

#include "debug/debug.h"
#include "runtime/region.h"

enum { NAMED_FIELDS_MAX = DEBUG_VALUES }; /* of a constant buffer that is shown by its members */

static bool name_register(struct sm5_variable *v, const char *file, uint32_t reg, uint64_t count)
{
    snprintf(v->name, sizeof v->name, "%s%u", file, reg);
    v->count = count;
    v->step = 1;
    return true;
}

/* ---- memory ---- */

static struct region region_of(const struct sm5_debug *d, uint32_t slot)
{
    const struct program_resource *resource = &d->program->decls.resources[slot];
    if (resource->file == ISA_FILE_TGSM)
        return region_of_tgsm(resource, d->worker->tgsm + d->tgsm_first[slot]);
    return region_of_view(resource, runtime_view_of(d->run.bindings, d->program, resource, resource->lower));
}

static void describe_texture(const struct texture_view *t, struct sm5_variable *v)
{
    const struct texture_level *level = &t->levels[0];
    v->extent[0] = level->width;
    v->extent[1] = level->height;
    v->extent[2] = level->depth;
    v->count = (uint64_t)level->width * level->height * level->depth;
}

static void describe_cbuffer(const struct sm5_debug *d, uint32_t slot, struct sm5_variable *v)
{
    const struct program_resource *resource = &d->program->decls.resources[slot];
    const struct runtime_view *view = runtime_view_of(d->run.bindings, d->program, resource, resource->lower);
    const struct sm5_layout *layout = d->layouts[slot];
    bool is_named = layout && layout->fields.count <= NAMED_FIELDS_MAX;
    v->bytes = view->bytes;
    v->count = is_named ? 0 : (view->bytes + 15) / 16;
    v->stride = is_named ? 0 : 16;
}

static void describe_memory(const struct sm5_debug *d, uint32_t slot, struct sm5_variable *v)
{
    const struct program_resource *resource = &d->program->decls.resources[slot];
    const struct runtime_view *view =
        resource->file == ISA_FILE_TGSM
            ? &runtime_unbound
            : runtime_view_of(d->run.bindings, d->program, resource, resource->lower);
    if (view->texture) {
        describe_texture(view->texture, v);
        return;
    }
    struct region region = region_of(d, slot);
    v->bytes = region.bytes;
    v->count = region.count;
    v->stride = resource->dimension == ISA_DIM_BUFFER && region.format ? region.format->bytes : region.stride;
    if (resource->dimension == ISA_DIM_RAW) {
        v->count = region.bytes / 4;
        v->step = v->stride = 4;
    }
}

static bool is_in_scope(uint32_t file, enum sm5_scope scope)
{
    switch (scope) {
    case SM5_SCOPE_CONSTANTS: return file == ISA_FILE_CBUFFER;
    case SM5_SCOPE_SHARED: return file == ISA_FILE_TGSM;
    case SM5_SCOPE_RESOURCES: return file == ISA_FILE_SRV || file == ISA_FILE_UAV;
    default: return false;
    }
}

static bool describe_resource(const struct sm5_debug *d, uint32_t slot, struct sm5_variable *v)
{
    const struct program_resource *resource = &d->program->decls.resources[slot];
    struct sm5_resource_info info;
    sm5_resource_at(d->program, slot, &info);
    char kind[3] = {info.kind == 'b' ? 'c' : info.kind, info.kind == 'b' ? 'b' : '\0', '\0'};
    name_register(v, kind, resource->id, 0);
    v->layout = info.layout;
    v->source_name = info.name;
    if (resource->file == ISA_FILE_CBUFFER)
        describe_cbuffer(d, slot, v);
    else
        describe_memory(d, slot, v);
    return true;
}

/* ---- lists ---- */

static bool register_at(const struct program_decls *decls, uint32_t index, struct sm5_variable *v)
{
    if (index < decls->temps)
        return name_register(v, "r", index, 0);
    index -= decls->temps;
    return index < decls->indexable_count &&
           name_register(v, "x", decls->indexables[index].reg, decls->indexables[index].size);
}

static bool input_at(uint32_t index, struct sm5_variable *v)
{
    static const char *const names[] = {"vThreadID", "vThreadGroupID", "vThreadIDInGroup",
                                        "vThreadIDInGroupFlattened"};
    if (index >= BASE_COUNT(names))
        return false;
    snprintf(v->name, sizeof v->name, "%s", names[index]);
    return true;
}

bool sm5_debug_variable(const struct sm5_debug *debug, enum sm5_scope scope, uint32_t index,
                        struct sm5_variable *variable)
{
    const struct program_decls *decls = &debug->program->decls;
    *variable = (struct sm5_variable){0};
    if (scope == SM5_SCOPE_REGISTERS)
        return register_at(decls, index, variable);
    if (scope == SM5_SCOPE_INPUTS)
        return debug->stage ? debug_input_at(debug, index, variable) : input_at(index, variable);
    if (scope == SM5_SCOPE_OUTPUTS)
        return debug->stage && debug_output_at(debug, index, variable);
    for (uint32_t i = 0; i < decls->resource_count; i++)
        if (is_in_scope(decls->resources[i].file, scope) && index-- == 0)
            return describe_resource(debug, i, variable);
    if (scope != SM5_SCOPE_CONSTANTS || index || !decls->icb_rows)
        return false;
    snprintf(variable->name, sizeof variable->name, "icb");
    variable->count = decls->icb_rows;
    variable->step = 1;
    return true;
}

size_t sm5_debug_element(const struct sm5_variable *v, uint64_t index, char *out, size_t size)
{
    const uint32_t *extent = v->extent;
    int length;
    if (!extent[0])
        length = snprintf(out, size, "%s[%llu]", v->name, (unsigned long long)index * v->step);
    else if (strcmp(v->layout, "texture1d") == 0 || strcmp(v->layout, "texture1darray") == 0)
        length = snprintf(out, size, "%s[%llu%s]", v->name, (unsigned long long)index,
                          strcmp(v->layout, "texture1d") == 0 ? "" : ",0");
    else
        length = snprintf(out, size, "%s[%llu,%llu", v->name, (unsigned long long)(index % extent[0]),
                          (unsigned long long)(index / extent[0] % extent[1]));
    if (length > 0 && (size_t)length < size && extent[0] && out[length - 1] != ']') {
        bool is_plain = strncmp(v->layout, "texture2d", 9) == 0 && !strstr(v->layout, "array");
        uint64_t slice = index / extent[0] / extent[1];
        length += is_plain
                      ? snprintf(out + length, size - (size_t)length, "]")
                      : snprintf(out + length, size - (size_t)length, ",%llu]", (unsigned long long)slice);
    }
    return length < 0 ? 0 : (size_t)length;
}

/* ---- bytes ---- */

/* The first byte of a variable's memory; NULL: it is not in memory. */
static uint8_t *memory_of(const struct sm5_debug *d, const struct sm5_variable *v, uint64_t *bytes)
{
    struct sm5_variable found;
    for (uint32_t i = 0; i < d->program->decls.resource_count; i++) {
        const struct program_resource *resource = &d->program->decls.resources[i];
        if (resource->file == ISA_FILE_SAMPLER || !describe_resource(d, i, &found) ||
            strcmp(found.name, v->name) != 0)
            continue;
        *bytes = found.bytes;
        if (resource->file == ISA_FILE_CBUFFER)
            return runtime_view_of(d->run.bindings, d->program, resource, resource->lower)->base;
        return found.bytes ? region_of(d, i).base : NULL;
    }
    *bytes = 0;
    return NULL;
}

static uint8_t *find_bytes(const struct sm5_debug *d, const struct sm5_variable *v, uint64_t offset,
                           size_t *size)
{
    uint64_t bytes;
    uint8_t *base = memory_of(d, v, &bytes);
    if (!base || offset >= bytes)
        *size = 0;
    else if (*size > bytes - offset)
        *size = (size_t)(bytes - offset);
    return *size ? base + offset : NULL;
}

size_t sm5_debug_read(const struct sm5_debug *debug, const struct sm5_variable *variable, uint64_t offset,
                      void *bytes, size_t size)
{
    const uint8_t *from = find_bytes(debug, variable, offset, &size);
    if (from)
        memcpy(bytes, from, size);
    return size;
}

/* Edits are words: bytes around the range keep their values. A resource whose size is not a multiple of 4 ends in a
   word of its last four bytes. */
size_t sm5_debug_write(struct sm5_debug *debug, const struct sm5_variable *variable, uint64_t offset,
                       const void *bytes, size_t size, struct sm5_diags *diags)
{
    uint64_t total;
    uint8_t *to = find_bytes(debug, variable, offset, &size), *base = memory_of(debug, variable, &total);
    if (!to || total < 4)
        return 0;
    debug_forget_future(debug);
    for (size_t at = 0; at < size;) {
        uint64_t first = (offset + at) & ~3ull;
        first = first > total - 4 ? total - 4 : first;
        size_t skip = (size_t)(offset + at - first), part = 4 - skip < size - at ? 4 - skip : size - at;
        uint8_t word[4];
        memcpy(word, base + first, sizeof word);
        memcpy(word + skip, (const uint8_t *)bytes + at, part);
        if (!debug_add_edit(debug, base + first, load_u32(word), sizeof word)) {
            diag_add(diags, MEMORY, DIAG_NOWHERE);
            return 0;
        }
        at += part;
    }
    return size;
}
