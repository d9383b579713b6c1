/* The resources and groups of sm5 reduce: what is reduced of them, and the options of run for a candidate. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli_reduce.h"

const char *const reduce_passed_names[REDUCE_PASSED] = {
    "--threads", "--max-steps", "--max-seconds", "--oob",     "--lanes",     "--device",  "--descriptors",
    "--count",   "--rect",      "--samples",     "--missing", "--partition", "--factors", "--partitioning"};

/* ---- loading ---- */

/* The keys that describe the view and its counter, not the contents. */
static char *keys_of(const char *text)
{
    static const char *const dropped[] = {",size=", ",as=", ",below="};
    char *keys = strdup("");
    for (const char *key = cli_find_key(text), *next; keys && key; key = next) {
        next = cli_find_key(key + 1);
        size_t length = next ? (size_t)(next - key) : strlen(key), before = strlen(keys);
        bool is_dropped = false;
        for (size_t i = 0; i < sizeof dropped / sizeof dropped[0]; i++)
            is_dropped |= strncmp(key, dropped[i], strlen(dropped[i])) == 0;
        char *longer = is_dropped ? keys : realloc(keys, before + length + 1);
        if (longer && !is_dropped)
            snprintf(longer + before, length + 1, "%s", key);
        keys = longer;
    }
    return keys;
}

static bool add_data(struct reduce_inputs *in, const struct cli_bound *bound, const char *text)
{
    struct reduce_data *data = &in->data[in->data_count++];
    const char *source = text ? strchr(text, '=') + 1 : "";
    *data = (struct reduce_data){.bound = bound, .text = text, .contents = source, .number = -1};
    data->keys = keys_of(source);
    data->is_changed = !text || (in->options->sets.count && bound->slot.kind == 'b');
    return data->keys || host_error("out of memory");
}

/* Views of a part of a resource would end outside of a smaller one, and textures have a shape. */
static bool may_shrink(const struct reduce_inputs *in, const struct reduce_data *data)
{
    const struct cli_bound *bound = data->bound;
    bool is_own = bound->buffer && data->contents[0] != '@';
    bool is_part = strstr(data->keys, ",first=") || strstr(data->keys, ",count=");
    return in->uses_arguments && is_own && !is_part && bound->slot.kind != 's' &&
           bound->view.kind != SM5_VIEW_TEXTURE && bound->row_bytes;
}

static void add_numbers(struct reduce_inputs *in)
{
    for (int i = 0; i < REDUCE_GROUPS; i++)
        in->numbers[i] = (struct reduce_number){in->options->groups[i], 1, 1};
    for (int i = 0; i < REDUCE_GROUPS && (!in->uses_arguments || !in->options->has_groups); i++)
        in->numbers[i].least = in->numbers[i].value;
    in->number_count = REDUCE_GROUPS;
    for (size_t i = 0; i < in->data_count; i++) {
        struct reduce_data *data = &in->data[i];
        if (!may_shrink(in, data))
            continue;
        uint64_t size = sm5_buffer_size(data->bound->buffer), step = data->bound->row_bytes;
        data->number = (int)in->number_count;
        in->numbers[in->number_count++] = (struct reduce_number){size, size < step ? size : step, step};
    }
    reduce_stage_numbers(in);
}

static bool load(struct reduce_inputs *in)
{
    const struct reduce_options *options = in->options;
    for (size_t i = 0; i < options->buffers.count; i++)
        if (!cli_add_buffer(&in->resources, options->buffers.list[i]))
            return false;
    for (size_t i = 0; i < options->bindings.count; i++)
        if (!cli_add_binding(&in->resources, options->bindings.list[i]))
            return false;
    return cli_check_buffers(&in->resources) && cli_sets_apply(&in->resources, &options->sets);
}

bool reduce_inputs_open(struct reduce_inputs *in, const struct reduce_options *options,
                        const struct sm5_program *program)
{
    *in = (struct reduce_inputs){.options = options};
    in->resources = (struct cli_resources){.program = program, .structs = &options->structs};
    in->uses_arguments =
        !options->command || strstr(options->command, "{args}") || strstr(options->command, "SM5_ARGUMENTS");
    if (!host_structs_check(program, &options->structs) || !load(in) || !reduce_stage_open(in))
        return false;
    size_t count = in->resources.bound_count;
    in->data = calloc(count + 1, sizeof *in->data);
    in->numbers = calloc(count + REDUCE_GROUPS + 2 * (size_t)REDUCE_WINDOWS, sizeof *in->numbers);
    if (!in->data || !in->numbers)
        return host_error("out of memory");
    for (size_t i = 0; i < count; i++) {
        const char *text = i < options->bindings.count ? options->bindings.list[i] : NULL;
        if (!add_data(in, &in->resources.bound[i], text))
            return false;
    }
    add_numbers(in);
    return true;
}

void reduce_inputs_free(struct reduce_inputs *in)
{
    for (size_t i = 0; i < in->data_count; i++)
        free(in->data[i].keys);
    free(in->data);
    free(in->numbers);
    reduce_stage_free(&in->stage);
    cli_free_resources(&in->resources);
}

/* ---- arguments ---- */

void reduce_arguments_add(struct reduce_arguments *arguments, const char *option, const char *value)
{
    char **bigger = realloc(arguments->list, (arguments->count + 3) * sizeof *bigger);
    char *copies[2] = {strdup(option), value ? strdup(value) : NULL};
    if (!bigger || !copies[0] || (value && !copies[1])) {
        free(copies[0]);
        free(copies[1]);
        arguments->list = bigger ? bigger : arguments->list;
        arguments->failed = true;
        return;
    }
    arguments->list = bigger;
    arguments->list[arguments->count++] = copies[0];
    if (value)
        arguments->list[arguments->count++] = copies[1];
    arguments->list[arguments->count] = NULL;
}

void reduce_arguments_free(struct reduce_arguments *arguments)
{
    for (size_t i = 0; i < arguments->count; i++)
        free(arguments->list[i]);
    free(arguments->list);
    *arguments = (struct reduce_arguments){0};
}

/* A candidate that does not declare a slot any more runs without its options. */
static bool is_declared(const struct sm5_program *program, const struct sm5_slot *slot)
{
    return host_find_resource(program, slot) >= 0;
}

static bool write_data(const char *path, const struct reduce_data *data, uint64_t size, bool keeps)
{
    struct io_error error;
    return (keeps && access(path, F_OK) == 0) ||
           io_write_file(path, sm5_buffer_data(data->bound->buffer), size, &error) ||
           host_error("%s", error.text);
}

static void add_file(struct reduce_arguments *arguments, const struct reduce_data *data, uint64_t size,
                     const char *prefix, bool named_by_size)
{
    char *path = NULL, *text = NULL, bytes[32] = "";
    if (named_by_size)
        snprintf(bytes, sizeof bytes, "-%" PRIu64, size);
    bool ok = asprintf(&path, "%s%s%s.bin", prefix, data->bound->text, bytes) >= 0 &&
              asprintf(&text, "%s=%s%s", data->bound->text, path, data->keys) >= 0 &&
              write_data(path, data, size, named_by_size);
    if (ok)
        reduce_arguments_add(arguments, "-b", text);
    arguments->failed |= !ok;
    free(path);
    free(text);
}

static void add_binding(struct reduce_arguments *arguments, const struct reduce_data *data,
                        const struct reduce_number *numbers, const char *prefix, bool named_by_size)
{
    uint64_t all = data->bound->buffer ? sm5_buffer_size(data->bound->buffer) : 0;
    uint64_t size = data->number >= 0 ? numbers[data->number].value : all;
    if (data->is_changed || size < all)
        add_file(arguments, data, size, prefix, named_by_size);
    else
        reduce_arguments_add(arguments, "-b", data->text);
}

/* --buffer is an error unless a slot views it. */
static void add_named(struct reduce_arguments *arguments, const struct reduce_inputs *in,
                      const struct sm5_program *program, const char *text)
{
    size_t length = strcspn(text, "=");
    for (size_t i = 0; i < in->data_count; i++) {
        const char *name = in->data[i].contents;
        bool is_same =
            name[0] == '@' && strncmp(name + 1, text, length) == 0 && strcspn(name + 1, ",") == length;
        if (is_same && is_declared(program, &in->data[i].bound->slot)) {
            reduce_arguments_add(arguments, "--buffer", text);
            return;
        }
    }
}

static void add_structs(struct reduce_arguments *arguments, const struct reduce_options *options,
                        const struct sm5_program *program)
{
    for (size_t i = 0; i < options->structs.count; i++) {
        const char *text = options->structs.list[i];
        char name[64];
        struct sm5_slot slot;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
        if (sm5_slot_parse(name, &slot) && is_declared(program, &slot))
            reduce_arguments_add(arguments, "--struct", text);
    }
}

struct reduce_arguments reduce_arguments_of(const struct reduce_inputs *in, const struct sm5_program *program,
                                            const struct reduce_number *numbers, const char *prefix,
                                            bool named_by_size)
{
    const struct reduce_options *options = in->options;
    struct reduce_arguments arguments = {0};
    char groups[64];
    snprintf(groups, sizeof groups, "%" PRIu64 ",%" PRIu64 ",%" PRIu64, numbers[0].value, numbers[1].value,
             numbers[2].value);
    if (options->has_groups)
        reduce_arguments_add(&arguments, "--groups", groups);
    for (size_t i = 0; i < options->buffers.count; i++)
        add_named(&arguments, in, program, options->buffers.list[i]);
    for (size_t i = 0; i < in->data_count; i++)
        if (is_declared(program, &in->data[i].bound->slot))
            add_binding(&arguments, &in->data[i], numbers, prefix, named_by_size);
    add_structs(&arguments, options, program);
    for (size_t i = 0; i < options->classes.count; i++)
        reduce_arguments_add(&arguments, "--class", options->classes.list[i]);
    arguments.failed |= !reduce_stage_arguments(in, numbers, prefix, named_by_size, &arguments);
    if (arguments.failed)
        host_error("reduce: the options of a candidate cannot be made");
    return arguments;
}

void reduce_print_quoted(FILE *out, const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=,.:/@%";
    if (text[0] && strspn(text, plain) == strlen(text)) {
        fputs(text, out);
        return;
    }
    fputc('\'', out);
    for (; *text; text++)
        *text == '\'' ? fputs("'\\''", out) : fputc(*text, out);
    fputc('\'', out);
}

void reduce_print_arguments(FILE *out, const struct reduce_arguments *arguments)
{
    for (size_t i = 0; i < arguments->count; i++) {
        if (i)
            fputc(' ', out);
        reduce_print_quoted(out, arguments->list[i]);
    }
}
