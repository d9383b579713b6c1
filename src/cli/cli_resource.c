/* Resources and bindings of sm5 run. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "ranks/ranks.h"

/* ---- resources ---- */

static void free_owned(struct cli_buffer *owned)
{
    free(owned->name);
    cli_free_memory(&owned->memory);
    cli_slice_free(owned->slice);
}

static bool add_owned(struct cli_resources *resources, struct cli_buffer owned)
{
    struct cli_buffer *bigger =
        realloc(resources->buffers, (resources->buffer_count + 1) * sizeof *resources->buffers);
    if (!bigger) {
        free_owned(&owned);
        return host_error("out of memory");
    }
    resources->buffers = bigger;
    resources->buffers[resources->buffer_count++] = owned;
    return true;
}

static struct cli_buffer *find_named(const struct cli_resources *resources, const char *name)
{
    for (size_t i = 0; i < resources->buffer_count; i++)
        if (resources->buffers[i].name && strcmp(resources->buffers[i].name, name) == 0)
            return &resources->buffers[i];
    return NULL;
}

/* A named resource has no declaration: its elements have stride= bytes, or the size of format=. */
static uint32_t named_element_bytes(const struct cli_source *source)
{
    if (source->stride)
        return (uint32_t)source->stride;
    return source->format ? sm5_format_bytes(source->format) : 4;
}

/* Creates contents whose files have rows of `element_bytes`. */
static struct cli_memory memory_of_source(const struct cli_resources *resources,
                                          const struct cli_source *source, int resource,
                                          uint32_t element_bytes)
{
    struct host_rows rows =
        host_rows_of(resources->program, resources->structs, resource, element_bytes, source->format);
    struct cli_memory memory = cli_source_memory(source, element_bytes, &rows);
    host_rows_free(&rows);
    return memory;
}

/* NULL: the contents are not read by parts. */
static struct cli_slice *slice_of_source(const struct cli_resources *resources,
                                         const struct cli_source *source, int resource,
                                         uint32_t element_bytes)
{
    struct host_rows rows =
        host_rows_of(resources->program, resources->structs, resource, element_bytes, source->format);
    struct cli_content *content = cli_content_open(source, element_bytes, &rows);
    host_rows_free(&rows);
    return content ? cli_slice_new(content, resources->buffer_count) : NULL;
}

/* As memory_of_source; a slice where `may_slice` and its contents allow that. No buffer after a message. */
static struct cli_buffer buffer_of_source(const struct cli_resources *resources,
                                          const struct cli_source *source, int resource,
                                          uint32_t element_bytes, bool may_slice)
{
    struct cli_buffer made = {0};
    if (resources->has_slices && may_slice)
        made.slice = slice_of_source(resources, source, resource, element_bytes);
    if (made.slice)
        made.memory.buffer = sm5_slice_new(cli_content_size(made.slice->content));
    if (made.memory.buffer)
        return made;
    cli_slice_free(made.slice);
    return (struct cli_buffer){.memory = memory_of_source(resources, source, resource, element_bytes)};
}

static struct cli_buffer make_named(const struct cli_resources *resources, const char *text)
{
    struct cli_source source;
    struct cli_buffer made = {0};
    bool ok = cli_source_parse(text, &source);
    if (ok && (source.contents[0] == '@' || strcmp(source.contents, "null") == 0))
        host_error("--buffer: '%s' has no contents; expected a file, zero, iota, rand or words",
                   source.contents);
    else if (ok && cli_source_check_keys(&source, CLI_KEYS_NAMED, "--buffer",
                                         "a resource, but with its views (-b)"))
        made = buffer_of_source(resources, &source, -1, named_element_bytes(&source), true);
    free(source.text);
    return made;
}

bool cli_add_buffer(struct cli_resources *resources, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text)
        return host_error("--buffer %s: expected NAME=SOURCE", text);
    char *name = strndup(text, (size_t)(equals - text));
    if (!name)
        return host_error("out of memory");
    bool twice = find_named(resources, name) != NULL;
    struct cli_buffer made = twice ? (struct cli_buffer){0} : make_named(resources, equals + 1);
    made.name = name;
    if (made.memory.buffer)
        return add_owned(resources, made);
    free(name);
    return twice ? host_error("--buffer %s: the name is taken", text) : false;
}

/* ---- what the declaration says ---- */

/* Used for the size of elements only: the library uses the declared kind when no key specifies one. */
static enum sm5_view_kind expected_kind(const struct cli_source *source, const struct sm5_slot *slot,
                                        const struct sm5_resource_info *info)
{
    if (source->kind != SM5_VIEW_DECLARED)
        return source->kind;
    if (slot->kind == 'b')
        return SM5_VIEW_CBUFFER;
    if (info->layout && strcmp(info->layout, "structured") == 0)
        return SM5_VIEW_STRUCTURED;
    if (info->layout && strcmp(info->layout, "raw") == 0)
        return SM5_VIEW_RAW;
    if (source->format)
        return SM5_VIEW_TYPED;
    return source->stride ? SM5_VIEW_STRUCTURED : SM5_VIEW_DECLARED;
}

static uint32_t element_bytes(const struct cli_source *source, const struct sm5_slot *slot,
                              const struct sm5_resource_info *info)
{
    uint32_t stride = source->stride ? (uint32_t)source->stride : info->stride;
    switch (expected_kind(source, slot, info)) {
    case SM5_VIEW_CBUFFER: return 16;
    case SM5_VIEW_TYPED: return source->format ? sm5_format_bytes(source->format) : 4;
    case SM5_VIEW_STRUCTURED: return stride ? stride : 4;
    default: return 4;
    }
}

/* ---- bindings ---- */

void cli_hold_whole(struct cli_resources *resources, struct cli_slice *slice, const char *why)
{
    struct cli_buffer *owned = &resources->buffers[slice->index];
    struct sm5_buffer *buffer = cli_new_buffer(cli_content_size(slice->content), 1);
    ranks_agree(buffer ? HOST_OK : HOST_BAD_COMMAND, 0);
    cli_content_broadcast(slice->content, sm5_buffer_data(buffer));
    for (size_t i = 0; i < resources->bound_count; i++) {
        struct cli_bound *bound = &resources->bound[i];
        if (bound->slice != slice)
            continue;
        bound->slice = NULL;
        bound->whole = why;
        bound->buffer = bound->view.buffer = buffer;
    }
    sm5_buffer_free(owned->memory.buffer);
    owned->memory.buffer = buffer;
    owned->slice = NULL;
    owned->whole = why;
    cli_slice_free(slice);
}

/* Files of several names are written in place. Rank 0 decides, as it writes. */
void cli_hold_files(struct cli_resources *resources, const char *output)
{
    if (!cli_count_slices(resources))
        return;
    bool is_input = host_is_input(output);
    ranks_agree(HOST_OK, 0);
    ranks_broadcast(&is_input, sizeof is_input);
    for (size_t i = 0; i < resources->buffer_count && is_input; i++) {
        struct cli_slice *slice = resources->buffers[i].slice;
        if (slice && cli_content_is_file(slice->content))
            cli_hold_whole(resources, slice, "an output replaces an input");
    }
}

/* The library accepts slices as t# and u# that are not textures. */
static bool may_slice(const struct cli_bound *bound)
{
    return bound->resource >= 0 && strchr("tu", bound->slot.kind) &&
           bound->view.texture.kind == SM5_TEXTURE_NONE;
}

static bool find_named_contents(struct cli_resources *resources, const char *contents,
                                struct cli_bound *bound)
{
    struct cli_buffer *named = find_named(resources, contents + 1);
    if (!named)
        return host_error("-b %s=%s: no --buffer has that name", bound->text, contents);
    if (named->slice && !may_slice(bound))
        cli_hold_whole(resources, named->slice,
                       "a texture, a constant buffer or an undeclared slot views it");
    bound->buffer = named->memory.buffer;
    bound->slice = named->slice;
    bound->whole = named->whole;
    bound->name = named->name;
    return true;
}

static bool find_contents(struct cli_resources *resources, const struct cli_source *source,
                          struct cli_bound *bound)
{
    if (strcmp(source->contents, "null") == 0)
        return true;
    if (source->contents[0] == '@')
        return find_named_contents(resources, source->contents, bound);
    struct cli_buffer made =
        buffer_of_source(resources, source, bound->resource, bound->row_bytes, may_slice(bound));
    bound->buffer = made.memory.buffer;
    bound->slice = made.slice;
    return bound->buffer && add_owned(resources, made);
}

/* Sets up a texture from a file or the keys, or one stored in a named resource. */
static bool resolve_texture(struct cli_resources *resources, const struct cli_source *source,
                            const struct sm5_resource_info *info, struct cli_bound *bound)
{
    struct sm5_view *view = &bound->view;
    bool is_own = strcmp(source->contents, "null") != 0 && source->contents[0] != '@';
    view->texture = host_texture_of(&source->texture, info->layout, source->format);
    struct cli_memory memory = {0};
    if (is_own)
        memory = cli_texture_memory(source, info, &view->texture);
    bound->buffer = memory.buffer;
    if (is_own ? !bound->buffer || !add_owned(resources, (struct cli_buffer){.memory = memory})
               : !find_contents(resources, source, bound))
        return false;
    view->kind = SM5_VIEW_TEXTURE;
    view->buffer = bound->buffer;
    view->format = source->format;
    host_texture_range(&source->texture, view);
    uint32_t bytes = sm5_format_bytes(view->texture.format);
    bound->row_bytes = bytes ? bytes : 4;
    return true;
}

/* The kind of a view by kind= or the declaration; DECLARED for an undeclared slot. */
static enum sm5_view_kind declared_kind(const struct cli_source *source, const struct sm5_slot *slot,
                                        const struct sm5_resource_info *info)
{
    if (info->layout && host_texture_kind(info->layout) != SM5_TEXTURE_NONE)
        return SM5_VIEW_TEXTURE;
    if (source->kind != SM5_VIEW_DECLARED)
        return source->kind;
    if (slot->kind == 'b')
        return SM5_VIEW_CBUFFER;
    if (!info->layout)
        return SM5_VIEW_DECLARED;
    return strcmp(info->layout, "structured") == 0 ? SM5_VIEW_STRUCTURED
           : strcmp(info->layout, "raw") == 0      ? SM5_VIEW_RAW
                                                   : SM5_VIEW_TYPED;
}

static bool check_keys(const struct cli_source *source, const struct cli_bound *bound,
                       const struct sm5_resource_info *info)
{
    static const struct {
        unsigned keys;
        const char *what;
    } kinds[] = {
        [SM5_VIEW_DECLARED] = {~0u, ""},
        [SM5_VIEW_STRUCTURED] = {CLI_KEYS_STRUCTURED, "a structured buffer"},
        [SM5_VIEW_RAW] = {CLI_KEYS_RAW, "a raw buffer"},
        [SM5_VIEW_TYPED] = {CLI_KEYS_TYPED, "a typed buffer"},
        [SM5_VIEW_CBUFFER] = {CLI_KEYS_CBUFFER, "a constant buffer"},
        [SM5_VIEW_TEXTURE] = {CLI_KEYS_TEXTURE, "a texture"},
    };
    enum sm5_view_kind kind = declared_kind(source, &bound->slot, info);
    if (source->has_counter && bound->slot.kind != 'u')
        return host_error("%s: counter= requires a u#", bound->text);
    return cli_source_check_keys(source, kinds[kind].keys, bound->text, kinds[kind].what);
}

/* Sets the only format that the declaration allows, except for files that contain a format. */
static void default_format(const struct cli_resources *resources, const struct cli_bound *bound,
                           struct cli_source *source)
{
    bool own = io_has_ending(source->contents, ".png") || io_has_ending(source->contents, ".dds");
    if (!source->format && bound->resource >= 0 && !own && source->kind == SM5_VIEW_DECLARED)
        source->format = sm5_resource_format(resources->program, (uint32_t)bound->resource);
}

/* A u# whose counter the program uses starts at 0 without counter=. */
static bool resolve(struct cli_resources *resources, struct cli_source *source, struct cli_bound *bound)
{
    struct sm5_resource_info info = {0};
    bound->resource = host_find_resource(resources->program, &bound->slot);
    if (bound->resource >= 0)
        sm5_resource_at(resources->program, (uint32_t)bound->resource, &info);
    if (!check_keys(source, bound, &info))
        return false;
    default_format(resources, bound, source);
    if (info.layout && host_texture_kind(info.layout) != SM5_TEXTURE_NONE)
        return resolve_texture(resources, source, &info, bound);
    bound->row_bytes = element_bytes(source, &bound->slot, &info);
    if (!find_contents(resources, source, bound))
        return false;
    bound->view = (struct sm5_view){
        .kind = source->kind,
        .buffer = bound->buffer,
        .first = source->first,
        .count = source->has_count ? source->count : SM5_COUNT_REST,
        .stride = (uint32_t)source->stride,
        .format = source->format,
        .has_counter = source->has_counter || info.counter,
        .counter = (uint32_t)source->counter,
    };
    return true;
}

struct cli_bound *cli_bound_of(struct cli_resources *resources, const struct sm5_slot *slot)
{
    for (size_t i = 0; i < resources->bound_count; i++) {
        const struct sm5_slot *at = &resources->bound[i].slot;
        if (at->kind == slot->kind && at->space == slot->space &&
            at->reg + at->index == slot->reg + slot->index)
            return &resources->bound[i];
    }
    return NULL;
}

/* Copies and parses the text of a slot. */
static bool read_slot(const char *option, const char *text, size_t length, char name[64],
                      struct sm5_slot *slot)
{
    bool fits = length < 64;
    snprintf(name, 64, "%.*s", fits ? (int)length : 63, text);
    return (fits && sm5_slot_parse(name, slot)) ||
           host_error("%s %s: invalid slot '%s'; expected t0, u3, cb2, s1, t5@2 or t5@2[3]", option, text,
                      name);
}

static bool parse_source(struct cli_resources *resources, const char *text, struct cli_bound *bound)
{
    struct cli_source source;
    bool ok = cli_source_parse(text, &source) && resolve(resources, &source, bound);
    free(source.text);
    return ok;
}

static struct cli_bound *add_bound(struct cli_resources *resources, const struct cli_bound *bound)
{
    struct cli_bound *bigger =
        realloc(resources->bound, (resources->bound_count + 1) * sizeof *resources->bound);
    if (!bigger) {
        host_error("out of memory");
        return NULL;
    }
    resources->bound = bigger;
    resources->bound[resources->bound_count] = *bound;
    return &resources->bound[resources->bound_count++];
}

bool cli_add_binding(struct cli_resources *resources, const char *text)
{
    /* The slot ends at the first '=', as it may contain a comma: "t5,space2=FILE". */
    const char *equals = strchr(text, '=');
    struct cli_bound bound = {0};
    if (!equals)
        return host_error("-b %s: expected SLOT=SOURCE", text);
    if (!read_slot("-b", text, (size_t)(equals - text), bound.text, &bound.slot))
        return false;
    if (cli_bound_of(resources, &bound.slot))
        return host_error("-b %s: %s is bound twice", text, bound.text);
    bool ok = bound.slot.kind == 's' ? host_sampler_parse(equals + 1, &bound.sampler)
                                     : parse_source(resources, equals + 1, &bound);
    if (!ok)
        return false;
    return add_bound(resources, &bound) != NULL;
}

struct cli_bound *cli_bind_buffer(struct cli_resources *resources, const struct sm5_slot *slot, int resource,
                                  struct sm5_buffer *buffer)
{
    struct cli_bound bound = {.slot = *slot,
                              .buffer = buffer,
                              .view = {.kind = SM5_VIEW_CBUFFER, .buffer = buffer, .count = SM5_COUNT_REST},
                              .row_bytes = 16,
                              .resource = resource};
    sm5_slot_format(slot, bound.text, sizeof bound.text);
    return add_owned(resources, (struct cli_buffer){.memory.buffer = buffer}) ? add_bound(resources, &bound)
                                                                              : NULL;
}

struct cli_bound *cli_find_slice(struct cli_resources *resources, const char *option, const char *text,
                                 size_t length)
{
    char name[64];
    struct sm5_slot slot;
    if (!read_slot(option, text, length, name, &slot))
        return NULL;
    struct cli_bound *bound = cli_bound_of(resources, &slot);
    if (bound && bound->buffer)
        return bound;
    host_error("%s %s: nothing is bound to %s", option, text, name);
    return NULL;
}

struct cli_bound *cli_find_bound(struct cli_resources *resources, const char *option, const char *text,
                                 size_t length)
{
    struct cli_bound *bound = cli_find_slice(resources, option, text, length);
    if (bound && bound->slice)
        cli_hold_whole(resources, bound->slice, "an option uses all of it");
    return bound;
}

bool cli_check_buffers(const struct cli_resources *resources)
{
    for (size_t i = 0; i < resources->buffer_count; i++) {
        const struct cli_buffer *buffer = &resources->buffers[i];
        bool viewed = !buffer->name;
        for (size_t k = 0; !viewed && k < resources->bound_count; k++)
            viewed = resources->bound[k].buffer == buffer->memory.buffer;
        if (!viewed)
            return host_error("--buffer %s: not viewed by any slot; expected -b SLOT=@%s", buffer->name,
                              buffer->name);
    }
    return true;
}

void cli_free_resources(struct cli_resources *resources)
{
    for (size_t i = 0; i < resources->buffer_count; i++)
        free_owned(&resources->buffers[i]);
    free(resources->buffers);
    free(resources->bound);
    *resources = (struct cli_resources){0};
}
