/* SOURCE[,key=value]...: contents and views of resources, from the command line. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* What a SOURCE with its keys says. */
struct source {
    char *text; /* copy that the pointers below point into */
    const char *contents;
    bool has_size, has_first, has_count, has_counter;
    uint64_t size, first, count, stride, counter, below;
    sm5_format format;
    enum sm5_view_kind kind;
    enum io_random as;
};

/* ---- reading the keys ---- */

static bool take_kind(struct source *source, const char *value)
{
    static const struct {
        const char *name;
        enum sm5_view_kind kind;
    } kinds[] = {{"structured", SM5_VIEW_STRUCTURED},
                 {"raw", SM5_VIEW_RAW},
                 {"typed", SM5_VIEW_TYPED},
                 {"cbuffer", SM5_VIEW_CBUFFER}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].name, value) == 0) {
            source->kind = kinds[i].kind;
            return true;
        }
    }
    return cli_say("kind=%s: expected structured, raw, typed or cbuffer", value);
}

static bool take_as(struct source *source, const char *value)
{
    static const char *const names[] = {"bits", "unit", "sym"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(names[i], value) == 0) {
            source->as = (enum io_random)i;
            return true;
        }
    }
    return cli_say("as=%s: expected bits, unit or sym", value);
}

static bool take_format(struct source *source, const char *value)
{
    source->format = sm5_format_find(value);
    return source->format ||
           cli_say("format=%s: no format that a buffer view may have; expected a DXGI name such as "
                   "r32_float",
                   value);
}

static bool take_key(struct source *source, const char *key, const char *value)
{
    if (strcmp(key, "kind") == 0)
        return take_kind(source, value);
    if (strcmp(key, "as") == 0)
        return take_as(source, value);
    if (strcmp(key, "format") == 0)
        return take_format(source, value);
    const struct {
        const char *name;
        uint64_t *number, limit;
        bool *given;
    } numbers[] = {
        {"size", &source->size, 1ull << 40, &source->has_size},
        {"first", &source->first, 1ull << 40, &source->has_first},
        {"count", &source->count, 1ull << 40, &source->has_count},
        {"stride", &source->stride, UINT32_MAX, NULL},
        {"counter", &source->counter, UINT32_MAX, &source->has_counter},
        {"below", &source->below, UINT32_MAX, NULL},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (strcmp(numbers[i].name, key) != 0)
            continue;
        if (numbers[i].given)
            *numbers[i].given = true;
        return cli_take_count(key, value, numbers[i].limit, numbers[i].number);
    }
    return cli_say(
        "unknown key '%s'; expected size, first, count, stride, format, kind, counter, as or below", key);
}

static bool parse_source(const char *text, struct source *source)
{
    *source = (struct source){.text = strdup(text)};
    char *rest = source->text;
    source->contents = rest ? strsep(&rest, ",") : NULL;
    if (!source->contents)
        return cli_say("out of memory");
    while (rest) {
        char *value = strsep(&rest, ","), *key = strsep(&value, "=");
        if (!value)
            return cli_say("'%s': expected key=value", key);
        if (!take_key(source, key, value))
            return false;
    }
    return true;
}

/* ---- making the contents ---- */

static struct sm5_buffer *buffer_of_bytes(const struct io_bytes *bytes, uint64_t multiple)
{
    uint64_t size = (bytes->size + multiple - 1) / multiple * multiple;
    struct sm5_buffer *buffer = sm5_buffer_new(size);
    if (!buffer)
        cli_say("no memory for a resource of %" PRIu64 " bytes", size);
    else
        memcpy(sm5_buffer_data(buffer), bytes->data, bytes->size);
    return buffer;
}

static bool read_file(const char *path, struct io_bytes *out)
{
    struct io_error error;
    struct io_bytes file;
    if (!io_read_file(path, &file, &error))
        return cli_say("%s", error.text);
    if (!io_has_ending(path, ".npy")) {
        *out = file;
        return true;
    }
    bool ok = io_npy_read(&file, out, &error);
    io_bytes_free(&file);
    return ok || cli_say("%s: %s", path, error.text);
}

static bool is_inline(const char *contents)
{
    return strncmp(contents, "f32:", 4) == 0 || strncmp(contents, "u32:", 4) == 0 ||
           strncmp(contents, "i32:", 4) == 0;
}

static bool is_random(const char *contents)
{
    return strcmp(contents, "rand") == 0 || strncmp(contents, "rand:", 5) == 0;
}

static bool fill(const struct source *source, struct sm5_buffer *buffer)
{
    uint32_t *words = sm5_buffer_data(buffer);
    size_t count = sm5_buffer_size(buffer) / 4;
    uint64_t seed = 0;
    if (strcmp(source->contents, "iota") == 0) {
        for (size_t i = 0; i < count; i++)
            words[i] = (uint32_t)i;
    } else if (is_random(source->contents)) {
        if (source->contents[4] && !cli_take_count("rand", source->contents + 5, UINT32_MAX, &seed))
            return false;
        io_fill_random(words, count, (uint32_t)seed, source->as, (uint32_t)source->below);
    }
    return true;
}

/* A resource of `size` elements, filled by a rule. */
static struct sm5_buffer *made_buffer(const struct source *source, uint32_t element_bytes)
{
    if (!source->has_size) {
        cli_say("'%s' needs size=, the number of elements of the resource", source->contents);
        return NULL;
    }
    uint64_t bytes = source->size * element_bytes;
    struct sm5_buffer *buffer = bytes / element_bytes == source->size ? sm5_buffer_new(bytes) : NULL;
    if (!buffer) {
        cli_say("no memory for a resource of %" PRIu64 " elements of %u bytes", source->size, element_bytes);
        return NULL;
    }
    if (fill(source, buffer))
        return buffer;
    sm5_buffer_free(buffer);
    return NULL;
}

static struct sm5_buffer *make_buffer(const struct source *source, uint32_t element_bytes)
{
    const char *contents = source->contents;
    if (strcmp(contents, "zero") == 0 || strcmp(contents, "iota") == 0 || is_random(contents))
        return made_buffer(source, element_bytes);
    struct io_bytes bytes;
    struct io_error error;
    bool ok = is_inline(contents)
                  ? io_parse_words(contents + 4, contents[0], &bytes, &error) || cli_say("%s", error.text)
                  : read_file(contents, &bytes);
    if (!ok)
        return NULL;
    struct sm5_buffer *buffer = buffer_of_bytes(&bytes, source->kind == SM5_VIEW_CBUFFER ? 16 : 4);
    io_bytes_free(&bytes);
    return buffer;
}

/* ---- resources ---- */

static bool add_owned(struct cli_resources *resources, char *name, struct sm5_buffer *buffer)
{
    struct cli_buffer *bigger =
        realloc(resources->buffers, (resources->buffer_count + 1) * sizeof *resources->buffers);
    if (!bigger) {
        free(name);
        sm5_buffer_free(buffer);
        return cli_say("out of memory");
    }
    resources->buffers = bigger;
    resources->buffers[resources->buffer_count++] = (struct cli_buffer){name, buffer};
    return true;
}

bool cli_add_buffer(struct cli_resources *resources, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text)
        return cli_say("--buffer %s: expected NAME=SOURCE", text);
    struct source source;
    struct sm5_buffer *buffer = NULL;
    if (parse_source(equals + 1, &source))
        buffer = make_buffer(&source, source.stride ? (uint32_t)source.stride : 4);
    free(source.text);
    char *name = buffer ? strndup(text, (size_t)(equals - text)) : NULL;
    return buffer && add_owned(resources, name, buffer);
}

int cli_find_resource(const struct sm5_program *program, const struct sm5_slot *slot)
{
    struct sm5_resource_info info;
    for (uint32_t i = 0; sm5_resource_at(program, i, &info); i++)
        if (info.kind == slot->kind && info.space == slot->space && slot->reg >= info.reg &&
            slot->reg <= info.last)
            return (int)i;
    return -1;
}

/* The view's kind, stride and format where the keys do not say: the declaration's. */
static void complete_view(const struct sm5_program *program, struct source *source, struct cli_bound *bound)
{
    struct sm5_resource_info info = {0};
    if (bound->resource >= 0)
        sm5_resource_at(program, (uint32_t)bound->resource, &info);
    if (source->kind == SM5_VIEW_DECLARED) {
        if (bound->slot.kind == 'b')
            source->kind = SM5_VIEW_CBUFFER;
        else if (info.layout && strcmp(info.layout, "structured") == 0)
            source->kind = SM5_VIEW_STRUCTURED;
        else if (info.layout && strcmp(info.layout, "raw") == 0)
            source->kind = SM5_VIEW_RAW;
        else if (source->format || info.layout)
            source->kind = SM5_VIEW_TYPED;
    }
    if (source->kind == SM5_VIEW_STRUCTURED && !source->stride)
        source->stride = info.stride;
}

static uint32_t element_bytes(const struct source *source)
{
    switch (source->kind) {
    case SM5_VIEW_CBUFFER: return 16;
    case SM5_VIEW_TYPED: return sm5_format_bytes(source->format) ? sm5_format_bytes(source->format) : 4;
    case SM5_VIEW_STRUCTURED: return source->stride ? (uint32_t)source->stride : 4;
    default: return 4;
    }
}

static bool find_named(struct cli_resources *resources, const char *name, struct sm5_buffer **out)
{
    for (size_t i = 0; i < resources->buffer_count; i++) {
        if (resources->buffers[i].name && strcmp(resources->buffers[i].name, name) == 0) {
            *out = resources->buffers[i].buffer;
            return true;
        }
    }
    return cli_say("@%s: no --buffer of that name stands in front", name);
}

static bool find_contents(struct cli_resources *resources, const struct source *source,
                          struct cli_bound *bound)
{
    if (strcmp(source->contents, "null") == 0)
        return true;
    if (source->contents[0] == '@')
        return find_named(resources, source->contents + 1, &bound->buffer);
    bound->buffer = make_buffer(source, bound->row_bytes);
    return bound->buffer && add_owned(resources, NULL, bound->buffer);
}

static bool resolve(struct cli_resources *resources, struct source *source, struct cli_bound *bound)
{
    bound->resource = cli_find_resource(resources->program, &bound->slot);
    complete_view(resources->program, source, bound);
    bound->row_bytes = element_bytes(source);
    if (!find_contents(resources, source, bound))
        return false;
    bound->view = (struct sm5_view){
        .kind = source->kind,
        .buffer = bound->buffer,
        .first = source->first,
        .count = source->has_count ? source->count : SM5_COUNT_REST,
        .stride = (uint32_t)source->stride,
        .format = source->format,
        .has_counter = source->has_counter,
        .counter = (uint32_t)source->counter,
    };
    return true;
}

bool cli_add_binding(struct cli_resources *resources, const char *text)
{
    /* "t5,space2=FILE" has a comma in the slot: the slot ends at the first '='. */
    const char *equals = strchr(text, '=');
    struct cli_bound bound = {0};
    if (!equals || (size_t)(equals - text) >= sizeof bound.text)
        return cli_say("-b %s: expected SLOT=SOURCE", text);
    memcpy(bound.text, text, (size_t)(equals - text));
    if (!sm5_slot_parse(bound.text, &bound.slot))
        return cli_say("-b %s: '%s' is no slot; expected t0, u3, cb2, s1, t5@2 or t5@2[3]", text, bound.text);
    struct source source;
    bool ok = parse_source(equals + 1, &source) && resolve(resources, &source, &bound);
    free(source.text);
    struct cli_bound *bigger = NULL;
    if (ok)
        bigger = realloc(resources->bound, (resources->bound_count + 1) * sizeof *resources->bound);
    if (!bigger)
        return ok ? cli_say("out of memory") : false;
    resources->bound = bigger;
    resources->bound[resources->bound_count++] = bound;
    return true;
}

struct cli_bound *cli_find_bound(struct cli_resources *resources, const struct sm5_slot *slot)
{
    for (size_t i = resources->bound_count; i-- > 0;) {
        const struct sm5_slot *at = &resources->bound[i].slot;
        if (at->kind == slot->kind && at->reg + at->index == slot->reg + slot->index &&
            at->space == slot->space)
            return &resources->bound[i];
    }
    return NULL;
}

void cli_free_resources(struct cli_resources *resources)
{
    for (size_t i = 0; i < resources->buffer_count; i++) {
        free(resources->buffers[i].name);
        sm5_buffer_free(resources->buffers[i].buffer);
    }
    free(resources->buffers);
    free(resources->bound);
    *resources = (struct cli_resources){0};
}
