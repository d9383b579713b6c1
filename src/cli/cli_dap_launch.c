/* The arguments of a launch, which are the options of `run` in JSON, as a command line: {"groups": [8, 1], "bind":
   {"u0": "zero,size=8"}} is --groups 8,1 -b u0=zero,size=8. docs/launch.schema.json describes them to editors. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli_dap.h"

#define AT(field) .offset = offsetof(struct cli_job_options, field)

static const struct cli_option launch_table[] = {
    {"--snapshots", "MIB", "limit of memory for steps backwards (default 256)", OPTION_COUNT, AT(snapshots),
     .min = 1, .max = 1 << 20},
    {0},
};

const struct cli_verb cli_dap_launch = {
    .name = "launch",
    .arguments = "",
    .summary = "",
    .options = launch_table,
    .shared_options = {cli_job_table, cli_stage_table, cli_hlsl_table},
};

/* ---- the command line ---- */

static bool push(struct dap_arguments *a, const char *text)
{
    char **bigger = realloc(a->list, ((size_t)a->count + 1) * sizeof *bigger);
    if (bigger)
        a->list = bigger;
    char *copy = bigger ? strdup(text) : NULL;
    if (!copy)
        return host_error("launch: out of memory");
    a->list[a->count++] = copy;
    return true;
}

void dap_free_arguments(struct dap_arguments *a)
{
    for (int i = 0; i < a->count; i++)
        free(a->list[i]);
    free(a->list);
}

/* ---- values as text ---- */

/* A text, number, truth value, or a list of them with a separator. */
static bool print_value(const json_t *value, const char *separator, FILE *out)
{
    const json_t *item;
    size_t i;
    if (json_is_string(value))
        fputs(json_string_value(value), out);
    else if (json_is_integer(value))
        fprintf(out, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        fprintf(out, "%.17g", json_real_value(value));
    else if (json_is_boolean(value))
        fputs(json_is_true(value) ? "true" : "false", out);
    else if (!json_is_array(value) || !separator)
        return false;
    json_array_foreach((json_t *)value, i, item)
    {
        fputs(i ? separator : "", out);
        if (!print_value(item, NULL, out))
            return false;
    }
    return true;
}

/* Pushes NAME and the value, "KEY=VALUE" with a key. */
static bool push_value(struct dap_arguments *a, const char *name, const char *key, const json_t *value,
                       const char *separator)
{
    struct host_text text;
    if (!host_text_open(&text))
        return false;
    if (key)
        fprintf(text.out, "%s=", key);
    bool ok = print_value(value, separator, text.out);
    fclose(text.out);
    if (!ok)
        host_error("launch: '%s': expected a text, a number or a list of them", key ? key : name);
    ok = ok && push(a, name) && push(a, text.text);
    free(text.text);
    return ok;
}

/* ---- options ---- */

/* The option of a key: its name without dashes; "bind" and "output" for -b and -o. */
static const struct cli_option *find_option(const char *key)
{
    const struct cli_option *const tables[] = {launch_table, cli_job_table, cli_stage_table, cli_hlsl_table};
    const char *name = strcmp(key, "bind") == 0 ? "b" : strcmp(key, "output") == 0 ? "o" : key;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        for (const struct cli_option *o = tables[i]; o->name; o++)
            if (strcmp(o->name + strspn(o->name, "-"), name) == 0)
                return o;
    return NULL;
}

static bool push_list(struct dap_arguments *a, const struct cli_option *option, const json_t *value)
{
    const json_t *item;
    const char *key;
    size_t i;
    if (json_is_object(value)) {
        json_object_foreach((json_t *)value, key,
                            item) if (!push_value(a, option->name, key, item, "/")) return false;
        return true;
    }
    if (!json_is_array(value))
        return push_value(a, option->name, NULL, value, NULL);
    json_array_foreach((json_t *)value, i,
                       item) if (!push_value(a, option->name, NULL, item, NULL)) return false;
    return true;
}

static bool push_option(struct dap_arguments *a, const struct cli_option *option, const char *key,
                        const json_t *value)
{
    if (!option->value) {
        if (!json_is_boolean(value))
            return host_error("launch: '%s': expected true or false", key);
        return !json_is_true(value) || push(a, option->name);
    }
    if (option->kind == OPTION_LIST || option->repeats)
        return push_list(a, option, value);
    return push_value(a, option->name, NULL, value, ",");
}

/* Keys that editors add, and those of the session. */
static bool is_other_key(const char *key)
{
    static const char *const keys[] = {"type",
                                       "request",
                                       "name",
                                       "program",
                                       "cwd",
                                       "stopOnEntry",
                                       "stopAtEnd",
                                       "steps",
                                       "noDebug",
                                       "presentation",
                                       "preLaunchTask",
                                       "postDebugTask",
                                       "debugServer",
                                       "internalConsoleOptions",
                                       "serverReadyAction",
                                       "suppressMultipleSessionWarning"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return key[0] == '_';
}

static bool read_session(struct protocol_members *in, struct dap_arguments *out)
{
    const char *steps = protocol_text(in, "steps", "thread");
    out->stops_at_entry = protocol_bool(in, "stopOnEntry", false);
    out->stops_at_end = protocol_bool(in, "stopAtEnd", false);
    out->steps_group = strcmp(steps, "group") == 0;
    out->cwd = protocol_text(in, "cwd", NULL);
    if (in->error[0])
        return host_error("launch: %s", in->error);
    return out->steps_group || strcmp(steps, "thread") == 0 ||
           host_error("launch: 'steps' is '%s'; expected thread or group", steps);
}

bool dap_read_arguments(const json_t *launch, struct dap_arguments *out)
{
    struct protocol_members in = {.object = launch};
    const char *program = protocol_text(&in, "program", ""), *key;
    const json_t *value;
    *out = (struct dap_arguments){0};
    if (!read_session(&in, out))
        return false;
    json_object_foreach((json_t *)launch, key, value)
    {
        const struct cli_option *option = is_other_key(key) ? NULL : find_option(key);
        if (!option && !is_other_key(key))
            host_error("launch: unknown argument '%s'; 'sm5 run --help' lists the options", key);
        if (option && !json_is_null(value) && !push_option(out, option, key, value))
            return false;
    }
    if (program[0] != '-')
        return push(out, program);
    return host_error("launch: 'program' is '%s'; expected a file", program);
}
