/* Recorded results of sm5 diff: files in any format that -b reads, one for each resource or counter. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_diff.h"

static const char counter_ending[] = ".counter";

/* Splits SLOT=FILE, SLOT.counter=FILE or FILE, whose name may contain '='. Returns the length of the slot. */
static size_t slot_length(const char *text, const char **path, bool *is_counter)
{
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : 0, ending = sizeof counter_ending - 1;
    char name[64];
    struct sm5_slot slot;
    *is_counter = length > ending && strncmp(equals - ending, counter_ending, ending) == 0;
    length -= *is_counter ? ending : 0;
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), text);
    bool has_slot = equals && sm5_slot_parse(name, &slot);
    *path = has_slot ? equals + 1 : text;
    *is_counter &= has_slot;
    return has_slot ? length : 0;
}

/* Without a slot, the only output. */
static const struct cli_bound *find_only(const struct cli_resources *resources, const char *text)
{
    const struct cli_bound *found = NULL;
    for (size_t i = 0; i < resources->bound_count; i++) {
        if (!diff_is_output(resources, i))
            continue;
        if (found) {
            host_error("--dump %s: %s and %s are outputs; expected SLOT=FILE", text, found->text,
                       resources->bound[i].text);
            return NULL;
        }
        found = &resources->bound[i];
    }
    if (!found)
        host_error("--dump %s: no u# is bound", text);
    return found;
}

/* ---- contents ---- */

static bool same_texture(const char *text, const struct cli_bound *bound, const struct sm5_texture *got)
{
    const struct sm5_texture *expected = &bound->view.texture;
    return got->format == expected->format ||
           host_error("--dump %s: the file has format %s, and %s %s", text, sm5_format_name(got->format),
                      bound->text, sm5_format_name(expected->format));
}

/* Pictures and DDS files have sizes of their own. */
static struct cli_memory read_texture(const struct cli_job *job, const char *text, const char *path,
                                      const struct cli_bound *bound)
{
    const struct sm5_texture *t = &bound->view.texture;
    struct sm5_resource_info info = {0};
    struct sm5_texture texture = {0};
    struct cli_source source = {.contents = path, .format = t->format};
    enum host_file kind = host_file_kind(path);
    sm5_resource_at(job->program, (uint32_t)bound->resource, &info);
    if (kind != HOST_FILE_PNG && kind != HOST_FILE_DDS)
        source.texture = (struct host_texture_keys){.width = t->width,
                                                    .height = t->height,
                                                    .depth = t->depth,
                                                    .layers = t->layers,
                                                    .mips = t->mips,
                                                    .samples = t->samples};
    struct cli_memory memory = cli_texture_memory(&source, &info, &texture);
    if (!memory.buffer || same_texture(text, bound, &texture))
        return memory;
    cli_free_memory(&memory);
    return (struct cli_memory){0};
}

static struct cli_memory read_rows(const struct cli_job *job, const char *path, const struct cli_bound *bound)
{
    struct cli_source source = {
        .contents = path, .has_size = true, .size = sm5_buffer_size(bound->buffer) / bound->row_bytes};
    struct host_rows rows = cli_rows_of(&job->resources, bound);
    struct cli_memory memory = cli_source_memory(&source, bound->row_bytes, &rows);
    host_rows_free(&rows);
    return memory;
}

static bool take_bytes(const char *text, const struct cli_bound *bound, struct cli_memory *memory,
                       struct cli_copy *copy)
{
    uint64_t size = sm5_buffer_size(bound->buffer);
    if (sm5_buffer_size(memory->buffer) != size)
        return host_error("--dump %s: %" PRIu64 " bytes were recorded; %s has %" PRIu64, text,
                          sm5_buffer_size(memory->buffer), bound->text, size);
    copy->bytes = malloc(size + 1);
    if (!copy->bytes)
        return host_error("out of memory");
    if (size)
        memcpy(copy->bytes, sm5_buffer_data(memory->buffer), size);
    return true;
}

static bool read_resource(struct diff *d, const char *text, const char *path, const struct cli_bound *bound,
                          struct cli_copy *copy)
{
    bool is_texture = bound->view.texture.kind != SM5_TEXTURE_NONE;
    struct cli_memory memory =
        is_texture ? read_texture(d->job, text, path, bound) : read_rows(d->job, path, bound);
    if (!memory.buffer)
        return false;
    bool ok = take_bytes(text, bound, &memory, copy);
    cli_free_memory(&memory);
    return ok;
}

/* Four bytes, a table of one row, or one word. */
static bool read_counter(const char *text, const char *path, const struct cli_bound *bound,
                         struct cli_copy *copy)
{
    struct io_column column = {"counter", 0, 'u', 0};
    const struct host_rows rows = {.layout = {.columns = &column, .count = 1, .row_bytes = 4}};
    const struct cli_source source = {.contents = path, .has_size = true, .size = 1};
    if (!bound->view.has_counter)
        return host_error("--dump %s: %s has no hidden counter", text, bound->text);
    struct cli_memory memory = cli_source_memory(&source, 4, &rows);
    if (!memory.buffer)
        return false;
    bool ok = sm5_buffer_size(memory.buffer) == 4 ||
              host_error("--dump %s: %" PRIu64 " bytes were recorded; a counter has 4", text,
                         sm5_buffer_size(memory.buffer));
    if (ok)
        memcpy(&copy->counter, sm5_buffer_data(memory.buffer), 4);
    copy->has_counter = ok;
    cli_free_memory(&memory);
    return ok;
}

static bool read_dump(struct diff *d, const char *text, struct diff_results *out)
{
    struct cli_resources *resources = &d->job->resources;
    const char *path;
    bool is_counter;
    size_t length = slot_length(text, &path, &is_counter);
    const struct cli_bound *bound =
        length ? cli_find_bound(resources, "--dump", text, length) : find_only(resources, text);
    if (!bound)
        return false;
    size_t binding = (size_t)(bound - resources->bound);
    struct cli_copy *copy = &out->copy[binding];
    if (!diff_is_output(resources, binding))
        return host_error("--dump %s: %s is not an output, or another u# views its resource", text,
                          bound->text);
    if (is_counter ? copy->has_counter : copy->bytes != NULL)
        return host_error("--dump %s: %s is recorded twice", text, bound->text);
    return is_counter ? read_counter(text, path, bound, copy) : read_resource(d, text, path, bound, copy);
}

bool diff_read_dumps(struct diff *d, struct diff_results *out)
{
    const struct host_texts *dumps = &d->options->dumps;
    *out = (struct diff_results){.name = "recorded", .is_recorded = true};
    out->copy = calloc(d->job->resources.bound_count + 1, sizeof *out->copy);
    if (!out->copy)
        return host_error("out of memory");
    for (size_t i = 0; i < dumps->count; i++)
        if (!read_dump(d, dumps->list[i], out))
            return false;
    return true;
}
