/* Values of registers, memory and members at the position, by their names in the program. */
#include <ctype.h>
#include <stdlib.h>

#include "debug/debug.h"
#include "runtime/region.h"

static const char letters[] = "xyzw";

/* ---- lists of values ---- */

void debug_add_value(struct debug_values *out, struct sm5_value value, uint8_t *place)
{
    if (out->all++ >= DEBUG_VALUES)
        return;
    value.is_place = place != NULL;
    out->places[out->count] = place;
    out->emitted[out->count] = NULL;
    out->list[out->count++] = value;
}

static struct sm5_value word_value(char type, uint32_t bits)
{
    return (struct sm5_value){.type = type, .bytes = 4, .bits = bits};
}

static bool fail(const char **why, const char *text)
{
    *why = text;
    return false;
}

/* ---- registers ---- */

static bool add_columns(const struct sm5_debug *d, const char *name, const struct debug_indices *x,
                        uint32_t file, uint32_t reg, uint32_t column, uint32_t components,
                        struct debug_values *out, const char **why)
{
    uint32_t lane;
    if (!debug_lane(d, &lane))
        return fail(why, "the thread runs at another time than the current ones");
    for (uint32_t c = 0; c < components; c++) {
        uint32_t *place = &interp_column(d->worker, column + c)[lane];
        struct sm5_value value = word_value(debug_type_of(d, file, reg, c), *place);
        if (x->count)
            snprintf(value.name, sizeof value.name, "%s[%u].%c", name, x->index[0], letters[c]);
        else
            snprintf(value.name, sizeof value.name, "%s.%c", name, letters[c]);
        debug_add_value(out, value, (uint8_t *)place);
    }
    return true;
}

static bool look_up_temp(const struct sm5_debug *d, const char *name, const struct debug_indices *x,
                         uint32_t reg, struct debug_values *out, const char **why)
{
    if (reg >= d->program->decls.temps)
        return fail(why, "register that is not declared");
    return x->count ? fail(why, "r# has no index")
                    : add_columns(d, name, x, ISA_FILE_TEMP, reg, 4 * reg, 4, out, why);
}

static bool look_up_indexable(const struct sm5_debug *d, const char *name, const struct debug_indices *x,
                              uint32_t reg, struct debug_values *out, const char **why)
{
    const struct program_decls *decls = &d->program->decls;
    uint32_t at = program_find(d->program, ISA_FILE_INDEXABLE_TEMP, reg), column = 4 * decls->temps;
    if (at == PROGRAM_NONE)
        return fail(why, "register that is not declared");
    for (uint32_t i = 0; i < at; i++)
        column += decls->indexables[i].size * decls->indexables[i].components;
    const struct program_indexable *file = &decls->indexables[at];
    if (x->count != 1)
        return fail(why, "expected one index, as in x0[2]");
    if (x->index[0] >= file->size)
        return fail(why, "index past the declared size");
    return add_columns(d, name, x, ISA_FILE_INDEXABLE_TEMP, reg, column + x->index[0] * file->components,
                       file->components, out, why);
}

static const struct {
    const char *name;
    uint32_t column, components;
} thread_numbers[] = {
    {"vThreadID", SYSTEM_THREAD, 3},
    {"vThreadGroupID", SYSTEM_GROUP, 3},
    {"vThreadIDInGroup", SYSTEM_LOCAL, 3},
    {"vThreadIDInGroupFlattened", SYSTEM_FLAT, 1},
};

static bool look_up_thread_number(const struct sm5_debug *d, const char *name, struct debug_values *out,
                                  const char **why)
{
    const struct debug_indices none = {0};
    for (size_t i = 0; i < BASE_COUNT(thread_numbers); i++) {
        if (strcmp(name, thread_numbers[i].name) != 0)
            continue;
        uint32_t column = d->worker->plan->system + thread_numbers[i].column;
        if (!add_columns(d, name, &none, ISA_FILE_THREAD_ID, 0, column, thread_numbers[i].components, out,
                         why))
            return true;
        for (uint32_t k = 0; k < out->count; k++) {
            out->list[k].type = 'u';
            out->list[k].is_place = false;
            out->places[k] = NULL;
        }
        return true;
    }
    return false;
}

/* ---- constants ---- */

static bool look_up_icb(const struct sm5_debug *d, const struct debug_indices *x, struct debug_values *out,
                        const char **why)
{
    const struct program_decls *decls = &d->program->decls;
    if (x->count != 1 || x->index[0] >= decls->icb_rows)
        return fail(why, "expected the index of a row, as in icb[0]");
    for (unsigned c = 0; c < 4; c++) {
        struct sm5_value value = word_value('x', decls->icb[4 * x->index[0] + c]);
        snprintf(value.name, sizeof value.name, "icb[%u].%c", x->index[0], letters[c]);
        debug_add_value(out, value, NULL);
    }
    return true;
}

static char field_type_at(const struct sm5_layout *layout, uint32_t offset)
{
    for (size_t i = 0; layout && i < layout->fields.count; i++)
        if (layout->fields.data[i].offset == offset)
            return layout->fields.data[i].type;
    return 'x';
}

/* ---- members ---- */

/* All fields of a row whose bytes start at `row`; `bytes` of them exist. */
static void add_fields(const struct sm5_layout *layout, const char *prefix, uint8_t *row, uint64_t bytes,
                       const char *only, struct debug_values *out)
{
    size_t length = only ? strlen(only) : 0;
    out->is_row = true;
    for (size_t i = 0; i < layout->fields.count; i++) {
        const struct sm5_field_info *field = &layout->fields.data[i];
        uint32_t size = field->type == 'd' ? 8 : 4;
        char after = only && strncmp(field->name, only, length) == 0 ? field->name[length] : '?';
        if ((only && after != '\0' && after != '.' && after != '[') || field->offset + size > bytes)
            continue;
        struct sm5_value value = {.type = field->type, .bytes = (uint8_t)size};
        memcpy(&value.bits, row + field->offset, size);
        snprintf(value.name, sizeof value.name, "%s%s%s", prefix, prefix[0] ? "." : "", field->name);
        debug_add_value(out, value, row + field->offset);
    }
}

/* Words without a layout, or all of a raw window. */
static void add_words(const char *prefix, uint8_t *row, uint32_t words, char type, struct debug_values *out)
{
    for (uint32_t k = 0; k < words; k++) {
        struct sm5_value value = word_value(type, load_u32(row + 4 * k));
        if (words == 1)
            snprintf(value.name, sizeof value.name, "%.63s", prefix);
        else
            snprintf(value.name, sizeof value.name, "%.50s[%u]", prefix, 4 * k);
        debug_add_value(out, value, row + 4ul * k);
    }
}

/* ---- constant buffers ---- */

static bool look_up_row(const struct sm5_debug *d, uint32_t slot, const char *name,
                        const struct debug_indices *x, const struct runtime_view *view,
                        struct debug_values *out, const char **why)
{
    if (x->count != 1)
        return fail(why, "expected the index of a row, as in cb0[1]");
    for (unsigned c = 0; c < 4; c++) {
        struct address at = address_row(view->bytes, x->index[0]);
        bool exists = c < at.words;
        uint8_t *place = exists ? view->base + at.offset + 4 * c : NULL;
        struct sm5_value value = word_value(field_type_at(d->layouts[slot], 16 * x->index[0] + 4 * c),
                                            region_constant(view, x->index[0], c));
        snprintf(value.name, sizeof value.name, "%s[%u].%c", name, x->index[0], letters[c]);
        debug_add_value(out, value, place);
    }
    return true;
}

static bool look_up_cbuffer(const struct sm5_debug *d, uint32_t slot, const char *name,
                            const struct debug_indices *x, struct debug_values *out, const char **why)
{
    const struct program_resource *resource = &d->program->decls.resources[slot];
    const struct runtime_view *view = runtime_view_of(d->run.bindings, d->program, resource, resource->lower);
    if (x->count || !d->layouts[slot])
        return look_up_row(d, slot, name, x, view, out, why);
    add_fields(d->layouts[slot], name, view->base, view->bytes, NULL, out);
    return true;
}

/* ---- memory ---- */

static char channel_type(const struct format_info *format)
{
    return format->kind == FORMAT_UINT ? 'u' : format->kind == FORMAT_SINT ? 'i' : 'f';
}

/* Channels of 32 bits are words. */
static uint8_t *channel_place(const struct format_info *format, uint8_t *element, unsigned c)
{
    bool is_word = format->bits[c] == 32 && format->bytes % 4 == 0 && (uintptr_t)(element + 4 * c) % 4 == 0;
    return is_word ? element + 4ul * c : NULL;
}

static void add_channel(struct debug_values *out, struct sm5_value value, uint8_t *place)
{
    uint32_t at = out->count;
    debug_add_value(out, value, place);
    if (out->count > at)
        out->list[at].is_place |= debug_is_channel(out, at);
}

static bool look_up_counter(const struct runtime_view *view, const char *name, struct debug_values *out)
{
    uint8_t *place = (uint8_t *)(uintptr_t)view->counter;
    struct sm5_value value = word_value('u', load_u32(place));
    snprintf(value.name, sizeof value.name, "%.50s.counter", name);
    debug_add_value(out, value, place);
    return true;
}

static bool look_up_texel(const struct runtime_view *view, const char *name, const struct debug_indices *x,
                          struct debug_values *out, const char **why)
{
    const struct texture_view *t = view->texture;
    unsigned axes = texture_axes(t), count = axes + texture_is_array(t);
    uint32_t mip = x->count > count ? x->index[count] : 0, word[4];
    uint32_t at[3] = {0, 0, 0}, layer = texture_is_array(t) ? x->index[axes] : 0;
    if (x->count < count || x->count > count + 1)
        return fail(why, "expected the coordinates of a texel and its mip, as in t0[x, y, mip]");
    for (unsigned i = 0; i < axes; i++)
        at[i] = x->index[i];
    if (mip >= t->mips || layer >= t->layers || at[0] >= t->levels[mip].width ||
        at[1] >= t->levels[mip].height || at[2] >= t->levels[mip].depth)
        return fail(why, "texel outside of the texture");
    texture_fetch(t, mip, layer, at[0], at[1], at[2], 0, word);
    uint8_t *element = texture_element(t, mip, layer, at[0], at[1], at[2], 0);
    out->element = element;
    out->element_bytes = t->format->bytes;
    out->format = t->format;
    for (unsigned c = 0; c < 4; c++) {
        struct sm5_value value = word_value(channel_type(t->format), word[c]);
        snprintf(value.name, sizeof value.name, "%s[%u,%u].%c", name, x->index[0], x->index[1], letters[c]);
        add_channel(out, value, channel_place(t->format, element, c));
    }
    return true;
}

static bool look_up_element(const struct region *region, const char *name, const struct debug_indices *x,
                            struct debug_values *out, const char **why)
{
    uint32_t word[4];
    if (x->count != 1 || x->index[0] >= region->count)
        return fail(why, x->count == 1 ? "element past the end of the view" : "expected one index");
    region_load_element(region, x->index[0], word);
    uint8_t *element = region->base + (uint64_t)x->index[0] * region->format->bytes;
    out->element = element;
    out->element_bytes = region->format->bytes;
    out->format = region->format;
    for (unsigned c = 0; c < 4 && region->format->bits[c]; c++) {
        struct sm5_value value = word_value(channel_type(region->format), word[c]);
        snprintf(value.name, sizeof value.name, "%s[%u].%c", name, x->index[0], letters[c]);
        add_channel(out, value, channel_place(region->format, element, c));
    }
    return true;
}

static bool look_up_raw(const struct region *region, char type, const char *name,
                        const struct debug_indices *x, struct debug_values *out, const char **why)
{
    char prefix[64];
    if (x->count != 1 || x->index[0] % 4)
        return fail(why, "expected a byte offset that is a multiple of 4");
    if (region->bytes < 4 || x->index[0] > region->bytes - 4)
        return fail(why, "offset past the end of the view");
    snprintf(prefix, sizeof prefix, "%s[%u]", name, x->index[0]);
    add_words(prefix, region->base + x->index[0], 1, type, out);
    return true;
}

static bool look_up_structure(const struct region *region, const struct sm5_layout *layout, char type,
                              const char *name, const struct debug_indices *x, struct debug_values *out,
                              const char **why)
{
    char prefix[64];
    if (x->count < 1 || x->count > 2)
        return fail(why, "expected the index of a structure, as in u0[3], or one and a byte offset");
    if (x->index[0] >= region->count)
        return fail(why, "structure past the end of the view");
    uint8_t *row = region->base + (uint64_t)x->index[0] * region->stride;
    snprintf(prefix, sizeof prefix, "%s[%u]", name, x->index[0]);
    if (x->count == 2) {
        if (x->index[1] % 4 || region->stride < 4 || x->index[1] > region->stride - 4)
            return fail(why, "expected a byte offset in the structure that is a multiple of 4");
        snprintf(prefix, sizeof prefix, "%s[%u][%u]", name, x->index[0], x->index[1]);
        add_words(prefix, row + x->index[1], 1, layout ? field_type_at(layout, x->index[1]) : type, out);
    } else if (layout)
        add_fields(layout, prefix, row, region->stride, NULL, out);
    else
        add_words(prefix, row, region->stride / 4, type, out);
    return true;
}

static bool look_up_resource(const struct sm5_debug *d, uint32_t slot, const char *name,
                             const struct debug_indices *x, struct debug_values *out, const char **why)
{
    const struct program_resource *resource = &d->program->decls.resources[slot];
    if (resource->file == ISA_FILE_CBUFFER)
        return look_up_cbuffer(d, slot, name, x, out, why);
    if (resource->file == ISA_FILE_SAMPLER)
        return fail(why, "a sampler has no value");
    const struct runtime_view *view =
        resource->file == ISA_FILE_TGSM
            ? &runtime_unbound
            : runtime_view_of(d->run.bindings, d->program, resource, resource->lower);
    if (!x->count && view->counter)
        return look_up_counter(view, name, out);
    if (view->texture)
        return look_up_texel(view, name, x, out, why);
    struct region region = resource->file == ISA_FILE_TGSM
                               ? region_of_tgsm(resource, d->worker->tgsm + d->tgsm_first[slot])
                               : region_of_view(resource, view);
    char type = d->layouts[slot] ? 'x' : debug_type_of_memory(d, resource);
    if (resource->dimension == ISA_DIM_STRUCTURED)
        return look_up_structure(&region, d->layouts[slot], type, name, x, out, why);
    if (resource->dimension == ISA_DIM_RAW)
        return look_up_raw(&region, type, name, x, out, why);
    return region.format ? look_up_element(&region, name, x, out, why) : fail(why, "nothing is bound");
}

/* ---- names ---- */

/* "r12": the number after the letters of a file. False for other names. */
static bool parse_register(const char *name, const char *file, uint32_t *reg)
{
    size_t length = strlen(file);
    char *end;
    if (strncmp(name, file, length) != 0 || !isdigit((unsigned char)name[length]))
        return false;
    unsigned long number = strtoul(name + length, &end, 10);
    *reg = number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
    return *end == '\0';
}

static const struct {
    const char *text;
    uint32_t file;
} resource_files[] = {
    {"t", ISA_FILE_SRV}, {"u", ISA_FILE_UAV}, {"g", ISA_FILE_TGSM}, {"cb", ISA_FILE_CBUFFER}};

/* A name of reflection: of a resource, or of a member of a constant buffer. */
static bool look_up_name(const struct sm5_debug *d, const char *name, const struct debug_indices *x,
                         struct debug_values *out, const char **why)
{
    const struct program_decls *decls = &d->program->decls;
    char member[64];
    for (uint32_t i = 0; i < decls->resource_count; i++) {
        const struct program_binding_info *info = layout_binding_of(d->program, &decls->resources[i]);
        if (info && info->name && strcmp(info->name, name) == 0)
            return look_up_resource(d, i, name, x, out, why);
    }
    snprintf(member, sizeof member, x->count ? "%s[%u]" : "%s", name, x->index[0]);
    for (uint32_t i = 0; i < decls->resource_count; i++) {
        const struct program_resource *resource = &decls->resources[i];
        if (resource->file != ISA_FILE_CBUFFER || !d->layouts[i])
            continue;
        const struct runtime_view *view =
            runtime_view_of(d->run.bindings, d->program, resource, resource->lower);
        add_fields(d->layouts[i], "", view->base, view->bytes, member, out);
        if (out->count)
            return true;
    }
    return fail(why, "unknown name");
}

bool debug_lookup(const struct sm5_debug *d, const char *name, const struct debug_indices *indices,
                  struct debug_values *out, const char **why)
{
    uint32_t reg;
    *why = NULL;
    out->count = out->all = 0;
    out->is_row = false;
    out->element = NULL;
    if (d->stage ? debug_lookup_record(d, name, indices, out, why) : look_up_thread_number(d, name, out, why))
        return !*why;
    if (parse_register(name, "r", &reg))
        return look_up_temp(d, name, indices, reg, out, why);
    if (parse_register(name, "x", &reg))
        return look_up_indexable(d, name, indices, reg, out, why);
    if (strcmp(name, "icb") == 0)
        return look_up_icb(d, indices, out, why);
    for (size_t i = 0; i < BASE_COUNT(resource_files); i++) {
        if (!parse_register(name, resource_files[i].text, &reg))
            continue;
        uint32_t slot = program_find(d->program, resource_files[i].file, reg);
        return slot == PROGRAM_NONE ? fail(why, "register that is not declared")
                                    : look_up_resource(d, slot, name, indices, out, why);
    }
    return look_up_name(d, name, indices, out, why);
}

/* ---- selections ---- */

/* The part of a value's name after the indices that follow its register: ".x", ".position.y". */
static const char *member_of(const char *name)
{
    int depth = 0;
    for (; *name && (*name != '.' || depth); name++)
        depth += (*name == '[') - (*name == ']');
    return name;
}

/* A member starts with the selection, which ends where a name does. */
static bool is_selected(const char *member, const char *selection)
{
    size_t length = strlen(selection);
    return strncmp(member, selection, length) == 0 && strchr(".[", member[length]) != NULL;
}

static void copy_value(struct debug_values *out, const struct debug_values *values, uint32_t i)
{
    uint32_t at = out->count;
    debug_add_value(out, values->list[i], values->places[i]);
    if (out->count == at)
        return;
    out->emitted[at] = values->emitted[i];
    out->list[at].is_place = values->list[i].is_place;
}

static void keep_members(struct debug_values *values, const char *selection, struct debug_values *out)
{
    out->is_row = values->is_row;
    for (uint32_t i = 0; i < values->count; i++)
        if (is_selected(member_of(values->list[i].name), selection))
            copy_value(out, values, i);
}

/* ".position.zw": one component after the other. */
static bool keep_components(struct debug_values *values, const char *selection, struct debug_values *out)
{
    const char *swizzle = strrchr(selection, '.');
    char member[64];
    size_t base = (size_t)(swizzle - selection);
    if (base + 3 > sizeof member || strlen(swizzle + 1) > 4)
        return false;
    for (const char *c = swizzle + 1; *c; c++) {
        uint32_t before = out->count;
        snprintf(member, sizeof member, "%.*s.%c", (int)base, selection, *c);
        keep_members(values, member, out);
        if (out->count != before + 1)
            return false;
    }
    return true;
}

bool debug_select(struct debug_values *values, const char *selection, const char **why)
{
    struct debug_values out;
    out.count = out.all = 0;
    keep_members(values, selection, &out);
    if (!out.count && !keep_components(values, selection, &out))
        return fail(why, "no such component or member");
    values->is_row = out.is_row;
    values->count = out.count;
    values->all = out.all;
    memcpy(values->list, out.list, out.count * sizeof *out.list);
    memcpy(values->places, out.places, out.count * sizeof *out.places);
    memcpy(values->emitted, out.emitted, out.count * sizeof *out.emitted);
    return true;
}
