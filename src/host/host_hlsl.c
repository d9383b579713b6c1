/* Compiles HLSL with an external compiler, vkd3d-compiler or fxc, called without a shell. */
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/host.h"

static const char default_compiler[] = "vkd3d-compiler";
static const char install_hint[] = "install vkd3d-compiler 1.13 or later (2.0 for groupshared memory), or "
                                   "name a compiler with --hlsl-compiler or "
                                   "SM5_HLSL_COMPILER";

enum convention { CONVENTION_VKD3D, CONVENTION_FXC };

struct compiler {
    enum convention convention;
    char *path;  /* malloc'ed; absolute when it contains a folder, as the call may run in another one */
    bool wine;   /* a Windows executable */
    bool chosen; /* named by the user */
};

/* Prints one line on `log`, with the command's name when that is standard error. Returns false. */
__attribute__((format(printf, 2, 3))) static bool print_line(FILE *log, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs(log == stderr ? "sm5: " : "", log);
    vfprintf(log, format, args);
    fputc('\n', log);
    va_end(args);
    return false;
}

/* ---- which compiler ---- */

bool host_hlsl_is_source(const char *path)
{
    return io_has_ending(path, ".hlsl") || io_has_ending(path, ".hlsli") || io_has_ending(path, ".fx");
}

static bool has_prefix(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool find_compiler(const struct host_hlsl_options *options, struct compiler *out, FILE *log)
{
    const char *named = options->compiler, *variable = getenv("SM5_HLSL_COMPILER");
    if (!named && variable && variable[0])
        named = variable;
    const char *path = named ? named : default_compiler;
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    out->convention = strcasestr(base, "fxc") ? CONVENTION_FXC : CONVENTION_VKD3D;
    if (has_prefix(path, "fxc:") || has_prefix(path, "vkd3d:")) {
        out->convention = path[0] == 'f' ? CONVENTION_FXC : CONVENTION_VKD3D;
        path = strchr(path, ':') + 1;
    }
    out->chosen = named != NULL;
    out->wine = io_has_ending(path, ".exe");
    out->path = strchr(path, '/') ? realpath(path, NULL) : strdup(path);
    return out->path || print_line(log, "HLSL compiler %s: %s", path, strerror(errno));
}

/* The version of vkd3d-shader that the compiler reports; false when it reports none. */
static bool vkd3d_version(const char *path, unsigned *major, unsigned *minor)
{
    const char *const arguments[] = {path, "--version", NULL};
    struct io_spawned result;
    struct io_error error;
    if (!io_spawn(&(struct io_spawn){.arguments = arguments}, &result, &error))
        return false;
    const char *at = strstr((const char *)result.output.data, "vkd3d-shader ");
    bool known = at && sscanf(at, "vkd3d-shader %u.%u", major, minor) == 2;
    io_spawned_free(&result);
    return known;
}

/* ---- includes ---- */

/* vkd3d-compiler opens includes relative to its current folder and has no option for others. With -I it runs
   in a folder of links to the entries of the source's folder and of each -I; the first of several with one
   name wins. */
static bool link_entries(const char *from, const char *to, FILE *log)
{
    char *whole = realpath(from, NULL);
    DIR *dir = whole ? opendir(whole) : NULL;
    bool ok = dir || print_line(log, "%s: %s", from, strerror(errno));
    for (struct dirent *entry; ok && (entry = readdir(dir)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        char *target = io_join(whole, entry->d_name), *link = io_join(to, entry->d_name);
        ok = (target && link && (symlink(target, link) == 0 || errno == EEXIST)) ||
             print_line(log, "%s: %s", to, strerror(errno));
        free(target);
        free(link);
    }
    if (dir)
        closedir(dir);
    free(whole);
    return ok;
}

static bool make_folder(struct host_temporary *folder, FILE *log)
{
    return host_temporary_make(folder, "sm5-") || print_line(log, "temporary folder: %s", strerror(errno));
}

/* ---- one call ---- */

struct call {
    FILE *log;
    const struct host_hlsl_options *options;
    const struct compiler *compiler;
    const char *source; /* path as given; NULL: `text` */
    const struct io_bytes *text;
    char *whole;         /* absolute path of the source, or NULL */
    char *source_folder; /* of a source outside the current folder, or NULL */
    struct host_temporary folder;
    char *prologue; /* definitions of macros, and the source after them; or NULL */
    size_t prologue_size;
    struct host_texts arguments; /* NULL-terminated */
    struct host_texts owned;     /* those of them that are malloc'ed */
};

static bool add(struct call *call, const char *text)
{
    return host_texts_add(&call->arguments, text);
}

static bool add_owned(struct call *call, char *text)
{
    return (text || print_line(call->log, "out of memory")) && host_texts_add(&call->owned, text) &&
           add(call, text);
}

static void close_call(struct call *call)
{
    for (size_t i = 0; i < call->owned.count; i++)
        free((char *)call->owned.list[i]);
    free(call->owned.list);
    free(call->arguments.list);
    free(call->prologue);
    free(call->whole);
    free(call->source_folder);
    host_temporary_remove(&call->folder);
}

/* Converts a path to the compiler's form: under Wine, drive Z: is the root. */
static char *compiler_path(const struct compiler *compiler, const char *path)
{
    char *whole = compiler->wine ? realpath(path, NULL) : strdup(path);
    char *out = NULL;
    if (compiler->wine && whole && asprintf(&out, "Z:%s", whole) < 0)
        out = NULL;
    if (!compiler->wine)
        return whole;
    free(whole);
    for (char *at = out; at && *at; at++)
        if (*at == '/')
            *at = '\\';
    return out;
}

static bool add_path(struct call *call, const char *path)
{
    char *text = compiler_path(call->compiler, path);
    return text ? add_owned(call, text) : print_line(call->log, "%s: %s", path, strerror(errno));
}

/* Adds NAME[=VALUE] as a line of the prologue. */
static void add_define(FILE *out, const char *define)
{
    const char *equals = strchr(define, '=');
    int length = equals ? (int)(equals - define) : (int)strlen(define);
    fprintf(out, "#define %.*s %s\n", length, define, equals ? equals + 1 : "1");
}

/* vkd3d-compiler has no option for macros: their definitions precede the source in one text. */
static bool make_prologue(struct call *call)
{
    const struct host_texts *defines = &call->options->defines;
    if (!defines->count)
        return true;
    FILE *out = open_memstream(&call->prologue, &call->prologue_size);
    if (!out)
        return print_line(call->log, "out of memory");
    for (size_t i = 0; i < defines->count; i++)
        add_define(out, defines->list[i]);
    fwrite(call->text->data, 1, call->text->size, out);
    return fclose(out) == 0 || print_line(call->log, "out of memory");
}

static bool open_vkd3d(struct call *call)
{
    const struct host_hlsl_options *options = call->options;
    if (options->includes.count) {
        if (!make_folder(&call->folder, call->log) ||
            !link_entries(call->source_folder ? call->source_folder : ".", call->folder.path, call->log))
            return false;
        for (size_t i = 0; i < options->includes.count; i++)
            if (!link_entries(options->includes.list[i], call->folder.path, call->log))
                return false;
    }
    const char *const fixed[] = {call->compiler->path, "-x", "hlsl",        "-b", "dxbc-tpf", "-p",
                                 options->profile,     "-e", options->entry};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (!add(call, fixed[i]))
            return false;
    if (!make_prologue(call))
        return false;
    const char *name = call->source_folder || call->folder.path[0] ? call->whole : call->source;
    return add(call, call->prologue || !name ? "-" : name) && add(call, NULL);
}

static bool open_fxc(struct call *call)
{
    const struct host_hlsl_options *options = call->options;
    const char *const fixed[] = {call->compiler->path, "/nologo", "/T",
                                 options->profile,     "/E",      options->entry};
    if (!call->source)
        return print_line(call->log, "fxc reads no standard input; expected a file");
    if ((call->compiler->wine && !add(call, "wine")) || !make_folder(&call->folder, call->log))
        return false;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (!add(call, fixed[i]))
            return false;
    for (size_t i = 0; i < options->defines.count; i++)
        if (!add(call, "/D") || !add(call, options->defines.list[i]))
            return false;
    for (size_t i = 0; i < options->includes.count; i++)
        if (!add(call, "/I") || !add_path(call, options->includes.list[i]))
            return false;
    char *out = io_join(call->folder.path, "out.dxbc");
    bool ok = out && add(call, "/Fo");
    if (ok && call->compiler->wine) {
        char *windows = compiler_path(call->compiler, call->folder.path), *file = NULL;
        ok = windows && asprintf(&file, "%s\\out.dxbc", windows) > 0 && add_owned(call, file);
        free(windows);
        free(out);
    } else {
        ok = ok && add_owned(call, out);
    }
    return ok && add_path(call, call->source) && add(call, NULL);
}

/* ---- outcomes ---- */

static int report_start_error(const struct compiler *compiler, const struct io_spawned *result, FILE *log)
{
    if (compiler->wine && result->start_error == ENOENT)
        print_line(log, "HLSL compiler %s: a Windows program needs wine in PATH", compiler->path);
    else if (result->start_error == ENOENT && !compiler->chosen)
        print_line(log, "no HLSL compiler in PATH; %s", install_hint);
    else if (result->start_error == ENOENT)
        print_line(log, "HLSL compiler %s is not in PATH; %s", compiler->path, install_hint);
    else
        print_line(log, "HLSL compiler %s: %s", compiler->path, strerror(result->start_error));
    return HOST_BAD_COMMAND;
}

/* "-:LINE" at the start of a message counts the lines of the prologue too. Returns LINE in the
   source, or 0. */
static unsigned source_line(const struct call *call, const char *message, const char **rest)
{
    char *end;
    if (!call->prologue || !call->source || !has_prefix(message, "-:"))
        return 0;
    unsigned long line = strtoul(message + 2, &end, 10);
    *rest = end;
    return *end == ':' && line > call->options->defines.count
               ? (unsigned)(line - call->options->defines.count)
               : 0;
}

static void print_messages(const struct call *call, const struct io_spawned *result)
{
    const char *at = (const char *)result->messages.data, *rest;
    while (*at) {
        size_t length = strcspn(at, "\n");
        unsigned line = source_line(call, at, &rest);
        if (line)
            fprintf(call->log, "%s:%u%.*s\n", call->source, line, (int)(at + length - rest), rest);
        else
            fprintf(call->log, "%.*s\n", (int)length, at);
        at += length + (at[length] == '\n');
    }
}

/* Old versions of vkd3d support less HLSL and report other errors: print the version that is required. */
static int report_failure(const struct call *call, const struct io_spawned *result, bool groupshared)
{
    const struct compiler *compiler = call->compiler;
    unsigned major = 0, minor = 0;
    bool vkd3d = compiler->convention == CONVENTION_VKD3D && vkd3d_version(compiler->path, &major, &minor);
    if (vkd3d && major * 100 + minor < 113) {
        print_line(call->log, "HLSL compiler %s is version %u.%u; %s", compiler->path, major, minor,
                   install_hint);
        return HOST_BAD_COMMAND;
    }
    if (compiler->convention == CONVENTION_FXC)
        fwrite(result->output.data, 1, result->output.size, call->log);
    print_messages(call, result);
    if (result->signal) {
        print_line(call->log, "HLSL compiler %s: ended by signal %d", compiler->path, result->signal);
        return HOST_BAD_COMMAND;
    }
    print_line(call->log, "%s: not compiled as %s with entry point %s (-T, -E)",
               call->source ? call->source : "<stdin>", call->options->profile, call->options->entry);
    if (vkd3d && groupshared && major < 2)
        print_line(call->log, "groupshared memory needs vkd3d-compiler 2.0 or later; %s is version %u.%u",
                   compiler->path, major, minor);
    return HOST_BAD_PROGRAM;
}

static bool accept_container(const struct call *call, struct io_spawned *result, struct io_bytes *out)
{
    struct io_error error;
    if (call->compiler->convention == CONVENTION_VKD3D) {
        *out = result->output;
        result->output = (struct io_bytes){0};
        return true;
    }
    char *path = io_join(call->folder.path, "out.dxbc");
    bool ok = path && io_read_file(path, IO_PROGRAM_MOST, out, &error);
    free(path);
    return ok || print_line(call->log, "HLSL compiler %s wrote no container", call->compiler->path);
}

static int finish(struct call *call, struct io_spawned *result, bool groupshared, struct io_bytes *out)
{
    if (result->exit_code != 0)
        return report_failure(call, result, groupshared);
    print_messages(call, result);
    if (!accept_container(call, result, out))
        return HOST_BAD_COMMAND;
    if (sm5_is_container(out->data, out->size))
        return HOST_OK;
    io_bytes_free(out);
    print_line(call->log, "HLSL compiler %s wrote no container", call->compiler->path);
    return HOST_BAD_COMMAND;
}

/* The environment without vkd3d's traces, which name its own sources; NULL when out of memory. */
static const char **untraced_environment(void)
{
    size_t count = 0;
    while (environ[count])
        count++;
    const char **list = calloc(count + 2, sizeof *list);
    size_t kept = 0;
    bool set = false;
    for (size_t i = 0; list && i < count; i++) {
        set |= has_prefix(environ[i], "VKD3D_SHADER_DEBUG=");
        list[kept++] = environ[i];
    }
    if (list && !set)
        list[kept] = "VKD3D_SHADER_DEBUG=none";
    return list;
}

static bool has_word(const struct io_bytes *text, const char *word)
{
    return memmem(text->data, text->size, word, strlen(word)) != NULL;
}

static int compile(struct call *call, const struct io_bytes *text, struct io_bytes *out)
{
    bool fxc = call->compiler->convention == CONVENTION_FXC;
    if (!(fxc ? open_fxc(call) : open_vkd3d(call)))
        return HOST_BAD_COMMAND;
    const char **environment = untraced_environment();
    const struct io_spawn spawn = {
        .arguments = call->arguments.list,
        .environment = environment,
        .folder = fxc                    ? NULL
                  : call->folder.path[0] ? call->folder.path
                                         : call->source_folder,
        .input = call->prologue ? (const uint8_t *)call->prologue : text->data,
        .input_size = call->prologue ? call->prologue_size
                      : call->source ? 0
                                     : text->size,
    };
    struct io_spawned result;
    struct io_error error;
    int code;
    if (io_spawn(&spawn, &result, &error)) {
        code = finish(call, &result, has_word(text, "groupshared"), out);
        io_spawned_free(&result);
    } else if (result.start_error) {
        code = report_start_error(call->compiler, &result, call->log);
    } else {
        print_line(call->log, "%s", error.text);
        code = HOST_BAD_COMMAND;
    }
    free(environment);
    return code;
}

/* A source outside the current folder is compiled in its own folder, so that its includes are found. */
static bool locate(struct call *call, const char *path)
{
    if (strcmp(path, "-") == 0)
        return true;
    call->source = path;
    call->whole = realpath(path, NULL);
    if (!call->whole)
        return print_line(call->log, "%s: %s", path, strerror(errno));
    if (strchr(path, '/')) {
        call->source_folder = strdup(call->whole);
        if (!call->source_folder)
            return print_line(call->log, "out of memory");
        *strrchr(call->source_folder, '/') = 0;
    }
    return true;
}

int host_hlsl_compile(const char *path, const struct io_bytes *text, const struct host_hlsl_options *options,
                      struct io_bytes *out, FILE *log)
{
    struct host_hlsl_options filled = *options;
    filled.entry = options->entry ? options->entry : "main";
    filled.profile = options->profile ? options->profile : "cs_5_0";
    struct compiler compiler = {0};
    struct call call = {.options = &filled, .compiler = &compiler, .text = text, .log = log};
    int code = HOST_BAD_COMMAND;
    if (find_compiler(options, &compiler, log) && locate(&call, path))
        code = compile(&call, text, out);
    close_call(&call);
    free(compiler.path);
    return code;
}
