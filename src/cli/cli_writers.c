/* The outputs of a command: two outputs to one file would overwrite each other or mix, so they are rejected
   before the run. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* An option that writes to a file or ("-") to standard output. */
struct writer {
    const char *option, *value;
    const char *path;
    size_t length; /* of the path */
};

struct writers {
    const char *verb;
    struct writer *list;
    size_t count;
};

static void add_path(struct writers *writers, const char *option, const char *value, const char *path,
                     size_t length)
{
    writers->list[writers->count++] = (struct writer){option, value, path, length};
}

static void add_stdout(struct writers *writers, const char *option, const char *value)
{
    add_path(writers, option, value, "-", 1);
}

static void add_report(struct writers *writers, const char *option, const char *path)
{
    if (path)
        add_path(writers, option, path, path, strlen(path));
}

/* Adds SLOT=FILE[,width=N] and [NAME=]FILE. */
static void add_output(struct writers *writers, const char *option, const char *value)
{
    const char *equals = strchr(value, '='), *path = equals ? equals + 1 : value, *key = cli_find_key(path);
    add_path(writers, option, value, path, key ? (size_t)(key - path) : strlen(path));
}

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

/* The tables of --print are written in sequence, so they count as one writer. */
static void collect(struct writers *writers, const struct cli_job_options *options)
{
    bool reported = is_stdout(options->json) || is_stdout(options->sarif) || is_stdout(options->why.dot);
    add_report(writers, "--json", options->json);
    add_report(writers, "--dot", options->why.dot);
    add_report(writers, "--sarif", options->sarif);
    for (size_t i = 0; i < options->outputs.count; i++)
        add_output(writers, "-o", options->outputs.list[i]);
    for (size_t i = 0; i < options->views.count; i++)
        add_output(writers, "--view", options->views.list[i]);
    for (size_t i = 0; i < options->stage.outs.count; i++)
        add_output(writers, "--out", options->stage.outs.list[i]);
    if (options->prints.count)
        add_stdout(writers, "--print", options->prints.list[0]);
    else if (options->dump)
        add_stdout(writers, "--dump", options->dump);
    else if (options->oob_all && !reported)
        add_stdout(writers, "--oob", "all");
    else if (options->own_text && !reported)
        add_stdout(writers, options->own_text, "");
}

static bool check_pair(const struct writers *writers, const struct writer *a, const struct writer *b)
{
    static const char null[] = "/dev/null";
    if (a->length != b->length || memcmp(a->path, b->path, a->length) != 0 ||
        (a->length == strlen(null) && memcmp(a->path, null, a->length) == 0))
        return true;
    bool to_stdout = a->length == 1 && a->path[0] == '-';
    return host_error("%s: %s%s%s and %s%s%s both write to %.*s", writers->verb, a->option,
                      a->value[0] ? " " : "", a->value, b->option, b->value[0] ? " " : "", b->value,
                      to_stdout ? 15 : (int)a->length, to_stdout ? "standard output" : a->path);
}

static bool check_path(const struct writer *writer)
{
    struct io_error error;
    char *path = strndup(writer->path, writer->length);
    bool ok =
        path ? io_check_output(path, &error) || host_error("%s", error.text) : host_error("out of memory");
    free(path);
    return ok;
}

static bool check_overwrite(const struct writer *writer)
{
    char *path = strndup(writer->path, writer->length);
    bool ok = path ? host_may_write(host_file_path(path)) : host_error("out of memory");
    free(path);
    return ok;
}

static bool open_writers(struct writers *writers, const struct cli_job_options *options)
{
    size_t max = options->outputs.count + options->views.count + options->stage.outs.count + 4;
    *writers = (struct writers){options->verb, calloc(max, sizeof *writers->list), 0};
    if (!writers->list)
        return host_error("out of memory");
    collect(writers, options);
    return true;
}

bool cli_check_overwrites(const struct cli_job_options *options)
{
    struct writers writers;
    bool ok = open_writers(&writers, options);
    for (size_t i = 0; ok && i < writers.count; i++)
        ok = check_overwrite(&writers.list[i]);
    free(writers.list);
    return ok;
}

bool cli_check_writers(const struct cli_job_options *options)
{
    struct writers writers;
    bool ok = open_writers(&writers, options);
    for (size_t i = 0; ok && i < writers.count; i++)
        ok = check_path(&writers.list[i]);
    for (size_t i = 0; ok && i < writers.count; i++)
        for (size_t k = 0; ok && k < i; k++)
            ok = check_pair(&writers, &writers.list[k], &writers.list[i]);
    free(writers.list);
    return ok;
}
