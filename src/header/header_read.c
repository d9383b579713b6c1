/* Reads a header through the plugin: as C, then as C++ if that fails and the ending does not decide. */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "header/header.h"

#define CONSTANT "sm5_expression_"

/* ---- what the parser finds ---- */

struct reading {
    struct header *out;
    const struct host_texts *names;
    size_t expressions;
    const char *path; /* as given */
    const char *real; /* as the parser reports it */
};

static bool requests(void *state, const char *name)
{
    const struct reading *reading = state;
    for (size_t i = 0; i < reading->names->count; i++)
        if (strcmp(reading->names->list[i], name) == 0)
            return true;
    return false;
}

static const char *given_path(const struct reading *reading, const char *file)
{
    return file && strcmp(file, reading->real) == 0 ? reading->path : file ? file : "";
}

static void open_struct(void *state, const char *name, const char *spelling, const char *file, unsigned line,
                        uint64_t bytes)
{
    struct header *out = ((struct reading *)state)->out;
    struct header_struct *found = calloc(1, sizeof *found);
    *found = (struct header_struct){.name = strdup(name),
                                    .spelling = strdup(spelling),
                                    .file = strdup(given_path(state, file)),
                                    .line = line,
                                    .bytes = bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX};
    /* Spellings of anonymous types are their place. */
    if (strchr(spelling, '(')) {
        free(found->spelling);
        found->spelling = strdup(name);
    }
    *out->end = found;
    out->end = &found->next;
}

static void add_scalar(void *state, const char *path, uint64_t offset, uint64_t bytes, char type,
                       bool is_column, uint64_t unit)
{
    struct header *out = ((struct reading *)state)->out;
    struct header_struct *found =
        (struct header_struct *)((char *)out->end - offsetof(struct header_struct, next));
    if (offset + bytes > UINT32_MAX)
        return;
    if (found->count == found->room) {
        found->room = found->room ? 2 * found->room : 32;
        found->scalars = realloc(found->scalars, found->room * sizeof *found->scalars);
    }
    found->scalars[found->count++] = (struct header_scalar){strdup(path), (uint32_t)offset, (uint32_t)bytes,
                                                            type,         is_column,        (uint32_t)unit};
}

static void add_constant(void *state, const char *name, int64_t value)
{
    const struct reading *reading = state;
    size_t length = sizeof CONSTANT - 1;
    if (strncmp(name, CONSTANT, length) == 0 && strtoul(name + length, NULL, 10) < reading->expressions)
        reading->out->values[strtoul(name + length, NULL, 10)] = value;
}

static void set_problem(void *state, const char *text)
{
    struct header *out = ((struct reading *)state)->out;
    if (!out->problem)
        out->problem = strdup(text);
}

/* ---- parsing ---- */

static const struct header_parser *load_parser(void)
{
    const struct plugin_name name = {
        .file = "sm5-clang.so", .variable = "SM5_CLANG_PLUGIN", .build_folder = "src/header/clang"};
    const struct header_parser *(*get)(void) = NULL;
    struct strbuf why = {0};
    void *library = plugin_open(&name, &why);
    if (!library)
        host_error("--check: the parser of headers is missing: %s", strbuf_text(&why));
    strbuf_free(&why);
    if (!library)
        return NULL;
    *(void **)&get = dlsym(library, HEADER_PARSER_SYMBOL);
    const struct header_parser *parser = get ? get() : NULL;
    if (parser && parser->abi == HEADER_ABI)
        return parser;
    host_error("--check: sm5-clang.so belongs to another version");
    return NULL;
}

/* A file that includes the header, and has a constant for each expression. */
static char *main_text(const char *path, const struct host_texts *expressions)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, "#include \"%s\"\n", path);
    for (size_t i = 0; i < expressions->count; i++)
        fprintf(out, "enum { " CONSTANT "%zu = (\n# 1 \"%s\"\n%s\n) };\n", i, "expression of --stride",
                expressions->list[i]);
    fclose(out);
    return text;
}

struct arguments {
    const char **list;
    int count;
};

static void add_argument(struct arguments *arguments, const char *text)
{
    arguments->list = realloc(arguments->list, ((size_t)arguments->count + 2) * sizeof *arguments->list);
    arguments->list[arguments->count++] = text;
}

static void add_pairs(struct arguments *arguments, const char *option, const struct host_texts *texts)
{
    for (size_t i = 0; texts && i < texts->count; i++) {
        add_argument(arguments, option);
        add_argument(arguments, texts->list[i]);
    }
}

static void parse_as(const struct header_parser *parser, const char *language,
                     const struct header_options *options, const char *text, struct reading *reading)
{
    const struct header_sink sink = {.state = reading,
                                     .requests = requests,
                                     .open = open_struct,
                                     .add = add_scalar,
                                     .constant = add_constant,
                                     .problem = set_problem};
    struct arguments arguments = {0};
    char *standard = NULL;
    add_argument(&arguments, "-x");
    add_argument(&arguments, language);
    if (options->standard && asprintf(&standard, "-std=%s", options->standard) > 0)
        add_argument(&arguments, standard);
    if (options->target) {
        add_argument(&arguments, "-target");
        add_argument(&arguments, options->target);
    }
    add_pairs(&arguments, "-D", options->defines);
    add_pairs(&arguments, "-I", options->includes);
    parser->parse("sm5-check.c", text, arguments.list, arguments.count, &sink);
    free(arguments.list);
    free(standard);
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool is_cpp(const struct header_options *options)
{
    static const char *const endings[] = {".hpp", ".hh", ".hxx", ".h++", ".cpp", ".cc", ".cxx", ".inl"};
    if (options->standard)
        return strstr(options->standard, "++") != NULL;
    for (size_t i = 0; i < BASE_COUNT(endings); i++)
        if (ends_with(options->path, endings[i]))
            return true;
    return false;
}

bool header_read(const struct header_options *options, const struct host_texts *names,
                 const struct host_texts *expressions, struct header *out)
{
    *out = (struct header){.end = &out->first};
    out->values = calloc(expressions->count + 1, sizeof *out->values);
    const struct header_parser *parser = load_parser();
    if (!parser)
        return false;
    char real[PATH_MAX];
    if (!realpath(options->path, real))
        return host_error("%s: %s", options->path, strerror(errno));
    struct reading reading = {out, names, expressions->count, options->path, real};
    char *text = main_text(real, expressions);
    const bool cpp = is_cpp(options);
    parse_as(parser, cpp ? "c++" : "c", options, text, &reading);
    if (out->problem && !cpp && !options->standard) {
        struct header other = {.end = &other.first, .values = out->values};
        reading.out = &other;
        parse_as(parser, "c++", options, text, &reading);
        if (!other.problem) {
            out->values = NULL;
            header_free(out);
            *out = other;
            out->end = other.first ? other.end : &out->first;
        } else {
            other.values = NULL;
            header_free(&other);
        }
    }
    free(text);
    return !out->problem || host_error("%s", out->problem);
}

void header_free(struct header *header)
{
    for (struct header_struct *found = header->first, *next; found; found = next) {
        next = found->next;
        for (size_t i = 0; i < found->count; i++)
            free(found->scalars[i].path);
        free(found->scalars);
        free(found->name);
        free(found->spelling);
        free(found->file);
        free(found);
    }
    free(header->values);
    free(header->problem);
    *header = (struct header){0};
}

const struct header_struct *header_find(const struct header *header, const char *name)
{
    for (const struct header_struct *found = header->first; found; found = found->next)
        if (strcmp(found->name, name) == 0)
            return found;
    return NULL;
}
