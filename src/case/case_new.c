/* sm5 test --new: writes a case for a program. */
#include <stdlib.h>
#include <string.h>

#include "case/case_new.h"

/* ---- values ---- */

/* ---- what the program says only in its text ---- */

/* Parses "u3" or "U3". */
static bool names_uav(const char *word, unsigned long *number)
{
    char *end;
    if ((word[0] | 0x20) != 'u' || word[1] < '0' || word[1] > '9')
        return false;
    *number = strtoul(word + 1, &end, 10);
    return *end == '.' || *end == '[' || *end == ',' || *end == 0;
}

static bool add_read(struct new_case *c, unsigned long number)
{
    size_t word = number / 64;
    if (word >= c->read_words) {
        uint64_t *bigger = number < 1 << 20 ? realloc(c->reads, (word + 1) * sizeof *bigger) : NULL;
        if (!bigger)
            return false;
        memset(bigger + c->read_words, 0, (word + 1 - c->read_words) * sizeof *bigger);
        c->reads = bigger;
        c->read_words = word + 1;
    }
    c->reads[word] |= 1ull << number % 64;
    return true;
}

static void find_reads(struct new_case *c)
{
    struct sm5_blob text = {0};
    for (uint32_t i = 0; sm5_instruction_text(c->program, i, &text) == SM5_OK; i++) {
        const char *line = (const char *)text.data;
        unsigned long number;
        for (const char *space = strncmp(line, "ld", 2) ? NULL : strchr(line, ' '); space;
             space = strchr(space + 1, ' '))
            if (names_uav(space + 1, &number))
                add_read(c, number);
        sm5_blob_free(&text);
    }
    sm5_blob_free(&text);
}

/* Prints the elements of "dcl_interface fp0[2][1] = {ft0, ft1}", each with the first table. */
static void print_interface(FILE *out, const char *line, const char **between)
{
    unsigned number, count;
    const char *table = strstr(line, "{ft");
    if (!table || (sscanf(line, " fp%u[%u]", &number, &count) != 2 &&
                   sscanf(line, "_dynamicindexed fp%u[%u]", &number, &count) != 2))
        return;
    for (unsigned i = 0; i < count && i < 64; i++) {
        fprintf(out, "%s'fp%u[%u]': ft%lu", *between, number, i, strtoul(table + 3, NULL, 10));
        *between = ", ";
    }
}

static void print_classes(struct new_case *c)
{
    static const char word[] = "dcl_interface";
    struct sm5_blob text = {0};
    const char *between = "\nclasses:   # the function table of each element of an interface\n  {";
    const char *const first = between;
    if (sm5_program_print(c->program, SM5_PRINT_FXC, &text, NULL) == SM5_OK)
        for (const char *at = strstr((const char *)text.data, word); at; at = strstr(at + 1, word))
            print_interface(c->out, at + strlen(word), &between);
    if (between != first)
        fprintf(c->out, "}\n");
    sm5_blob_free(&text);
}

/* ---- the case ---- */

static char *relative_path(const char *path, const char *from);

/* Prints NAME or NAME=VALUE of -D as an entry of a map. */
static void print_define(FILE *out, const char *define)
{
    const char *equals = strchr(define, '=');
    char *name = strndup(define, equals ? (size_t)(equals - define) : strlen(define));
    if (!name)
        return;
    host_print_quoted(out, name);
    fprintf(out, ": ");
    host_print_quoted(out, equals ? equals + 1 : "1");
    free(name);
}

/* Prints the HLSL options; folders are relative to the case's folder, as the shader is. */
static void print_hlsl(struct new_case *c, const struct host_hlsl_options *hlsl, const char *path)
{
    fprintf(c->out, "hlsl: {profile: %s_%u_%u", c->info.stage, c->info.major, c->info.minor);
    if (hlsl->entry) {
        fprintf(c->out, ", entry: ");
        host_print_quoted(c->out, hlsl->entry);
    }
    for (size_t i = 0; i < hlsl->defines.count; i++) {
        fprintf(c->out, i ? ", " : ", defines: {");
        print_define(c->out, hlsl->defines.list[i]);
    }
    fprintf(c->out, hlsl->defines.count ? "}" : "");
    for (size_t i = 0; i < hlsl->includes.count; i++) {
        const char *folder = hlsl->includes.list[i];
        char *named = path && folder[0] != '/' ? relative_path(folder, path) : NULL;
        fprintf(c->out, i ? ", " : ", includes: [");
        host_print_quoted(c->out, named ? named : folder);
        free(named);
    }
    fprintf(c->out, hlsl->includes.count ? "]}\n" : "}\n");
}

static void print_head(struct new_case *c, const char *shader, const char *path)
{
    bool compute = strcmp(c->info.stage, "cs") == 0;
    fprintf(c->out, "# A test of ");
    case_new_print_name(c->out, shader);
    fprintf(c->out, " (%s_%u_%u", c->info.stage, c->info.major, c->info.minor);
    if (compute)
        fprintf(c->out, ", %u x %u x %u threads a group", c->info.thread_group[0], c->info.thread_group[1],
                c->info.thread_group[2]);
    fprintf(c->out, "), made by sm5 test --new.\n#\n# 1. Put in the data and sizes that matter: the numbers "
                    "below are made up.\n# 2. sm5 test --bless ");
    case_new_print_name(c->out, path);
    fprintf(c->out, "   writes what comes out as what is expected.\n# 3. sm5 test ");
    case_new_print_name(c->out, path);
    fprintf(c->out, "           fails when something else comes out.\n");
    if (!compute)
        fprintf(c->out, "stage: %s\n", c->info.stage);
    fprintf(c->out, "shader: ");
    host_print_quoted(c->out, shader);
    fprintf(c->out, "\n");
    if (c->hlsl)
        print_hlsl(c, c->hlsl, c->path);
    if (compute)
        fprintf(c->out, "dispatches:\n  - {groups: [1, 1, 1]}\n");
}

static void print_tail(struct new_case *c)
{
    fprintf(c->out, "\n# A loop that these numbers never end is stopped.\nmax_steps: 1000000\n");
    if (c->expects)
        fprintf(
            c->out,
            "\n# How exact results have to be; of floats for instance {kind: float_rel, rel: 1.0e-5, abs: "
            "1.0e-6}.\ntolerance: {kind: exact}\n");
    else
        fprintf(c->out, "\n# The program writes nothing that could be compared: that it runs is all that is "
                        "tested.\ntolerance: {kind: invariant, expr: '0 == 0'}\n");
}

static void make(struct new_case *c, const char *shader, const char *path)
{
    sm5_program_info(c->program, &c->info);
    sm5_stage_info(c->program, &c->stage);
    uint64_t threads = (uint64_t)c->info.thread_group[0] * c->info.thread_group[1] * c->info.thread_group[2];
    c->threads = threads ? (uint32_t)threads : 16;
    find_reads(c);
    print_head(c, shader, path);
    if (strcmp(c->info.stage, "cs") != 0)
        case_new_stage(c);
    case_new_bindings(c);
    print_classes(c);
    print_tail(c);
    free(c->reads);
}

/* ---- names of files ---- */

/* `path` relative to the folder of `from`: both are made absolute, and the common prefix is removed. */
static char *relative_path(const char *path, const char *from)
{
    const char *slash = strrchr(from, '/');
    char *folder = slash ? strndup(from, (size_t)(slash - from) + 1) : strdup(".");
    char *to = realpath(path, NULL), *base = folder ? realpath(folder, NULL) : NULL, *out = NULL;
    size_t same = 0, size;
    FILE *text = to && base ? open_memstream(&out, &size) : NULL;
    if (text) {
        for (size_t i = 0; base[i] == to[i] && to[i]; i++)
            same = to[i] == '/' ? i + 1 : same;
        size_t length = strlen(base);
        if (strncmp(base, to, length) == 0 && to[length] == '/')
            same = length + 1;
        for (const char *at = base + same; same < length && at; at = strchr(at + 1, '/'))
            fprintf(text, "../");
        fprintf(text, "%s", to + same);
        fclose(text);
    }
    free(folder);
    free(to);
    free(base);
    return out;
}

int case_write_new(const char *shader, const char *path, const struct host_hlsl_options *hlsl)
{
    int code;
    bool to_stdout = !path || strcmp(path, "-") == 0;
    struct sm5_diags *diags = host_diags_new();
    if (!diags)
        return HOST_BAD_COMMAND;
    struct new_case c = {.program = host_read_program(shader, hlsl, diags, &code),
                         .hlsl = hlsl->always || host_hlsl_is_source(shader) ? hlsl : NULL,
                         .path = to_stdout ? NULL : path};
    char *named = c.program && !to_stdout && shader[0] != '/' ? relative_path(shader, path) : NULL;
    struct host_text text;
    if (c.program && host_text_open(&text)) {
        c.out = text.out;
        make(&c, named ? named : shader, to_stdout ? "CASE.yaml" : path);
        code = host_text_write(&text, to_stdout ? "-" : path) ? HOST_OK : HOST_BAD_COMMAND;
    }
    free(named);
    sm5_program_free((struct sm5_program *)c.program);
    sm5_diags_free(diags);
    return code;
}
