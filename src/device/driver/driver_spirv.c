/* Runs the translator in a process of its own. Files in memory are its standard streams: no pipe can block.
   */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver.h"

enum { STREAMS = 3, LOG_MOST = 16 << 20 };

struct process {
    int streams[STREAMS]; /* files by descriptor in the process */
    int ended;            /* status of waitpid; -1: the host collected it */
};

/* ---- files ---- */

static bool open_streams(struct process *process)
{
    bool opened = true;
    for (unsigned i = 0; i < STREAMS; i++) {
        process->streams[i] = memfd_create(SPIRV_PROGRAM, MFD_CLOEXEC);
        opened &= process->streams[i] >= 0;
    }
    return opened;
}

static void close_streams(struct process *process)
{
    for (unsigned i = 0; i < STREAMS; i++)
        if (process->streams[i] >= 0)
            close(process->streams[i]);
}

/* ---- the process ---- */

/* The program is installed beside the plugin. */
static bool find_program(char out[PATH_MAX])
{
    Dl_info info;
    static const char here;
    if (!dladdr(&here, &info) || !realpath(info.dli_fname, out))
        return false;
    char *slash = strrchr(out, '/');
    size_t room = slash ? (size_t)(PATH_MAX - (slash + 1 - out)) : 0;
    return room && (size_t)snprintf(slash + 1, room, "%s", SPIRV_PROGRAM) < room && access(out, X_OK) == 0;
}

static bool start(const char *path, const struct process *process, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    char *const arguments[] = {(char *)path, NULL};
    if (posix_spawn_file_actions_init(&actions))
        return false;
    int failed = 0;
    for (int i = 0; i < STREAMS; i++)
        failed |= posix_spawn_file_actions_adddup2(&actions, process->streams[i], i);
    if (!failed)
        failed = posix_spawn(pid, path, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return !failed;
}

static void wait_for(pid_t pid, struct process *process)
{
    pid_t got;
    do
        got = waitpid(pid, &process->ended, 0);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        process->ended = -1;
}

/* ---- request and reply ---- */

static bool write_request(int file, const struct kernel *kernel, const void *code, size_t size)
{
    const struct spirv_request head = {kernel->binding_count, (uint32_t)size, kernel->storage_buffers};
    bool good = file_write_all(file, &head, sizeof head);
    for (uint32_t i = 0; i < kernel->binding_count; i++) {
        const struct spirv_binding binding = translate_binding(&kernel->bindings[i]);
        good = good && file_write_all(file, &binding, sizeof binding);
    }
    return good && file_write_all(file, code, size) && lseek(file, 0, SEEK_SET) == 0;
}

/* What the translator reports as unhandled and handles, or may ignore: raw and structured t#, u# with
   counters, and x# of fewer than four components. */
static const char *const harmless[] = {"Unhandled resource type", "Unhandled UAV flags",
                                       "Unhandled component count", "Unhandled data type 0x6"};

static bool is_harmless(const char *text)
{
    for (size_t i = 0; i < BASE_COUNT(harmless); i++)
        if (strncmp(text, harmless[i], strlen(harmless[i])) == 0)
            return true;
    return false;
}

/* The text after the name of a function: "fixme:FUNCTION Text", "sm5-spirv: FILE:LINE: FUNCTION: Text". */
static const char *log_text(const char *line, const char *function_end)
{
    const char *end = strstr(line, function_end);
    return end ? end + strlen(function_end) : line;
}

static void report_opcode(const char *text, struct strbuf *why)
{
    unsigned opcode;
    const struct isa_op *row = sscanf(text, "Unrecognized opcode %x", &opcode) == 1 ? isa_op(opcode) : NULL;
    if (row)
        strbuf_printf(why, "libvkd3d-shader: cannot translate %s", row->mnemonic);
    else
        strbuf_printf(why, "libvkd3d-shader: %.*s", (int)strcspn(text, "\n"), text);
}

/* The first line of the log that reports something not implemented. */
static bool find_unhandled(const char *log, struct strbuf *why)
{
    for (const char *line = log; *line;) {
        const char *text = log_text(line, " ");
        if (strncmp(line, "fixme:", 6) == 0 && !is_harmless(text)) {
            report_opcode(text, why);
            return true;
        }
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return false;
}

static bool find_assertion(const char *log, struct strbuf *why)
{
    const char *text = strstr(log, "Assertion ");
    if (text)
        strbuf_printf(why, "libvkd3d-shader: %.*s", (int)strcspn(text, "\n"), text);
    return text != NULL;
}

/* The complete log, as any of its lines may decide; free it. NULL: out of memory, or it is too long. */
static char *read_log(const struct process *process)
{
    off_t size = lseek(process->streams[2], 0, SEEK_END);
    char *log = size >= 0 && size <= LOG_MOST ? malloc((size_t)size + 1) : NULL;
    if (!log || !file_read_at(process->streams[2], log, (size_t)size, 0)) {
        free(log);
        return NULL;
    }
    log[size] = 0;
    return log;
}

static enum sm5_status fail_ended(const struct process *process, const char *log, struct strbuf *why)
{
    if (find_assertion(log, why))
        return SM5_ERR_SUPPORT;
    if (process->ended >= 0 && WIFSIGNALED(process->ended))
        return driver_cannot(why, "libvkd3d-shader ended with signal %d", WTERMSIG(process->ended));
    return driver_cannot(why, SPIRV_PROGRAM " failed");
}

static enum sm5_status read_reply(const struct process *process, const char *log, struct spirv *spirv,
                                  struct strbuf *why)
{
    struct spirv_reply reply;
    char message[1024] = "";
    int file = process->streams[1];
    if (!file_read_at(file, &reply, sizeof reply, 0) || reply.message_bytes >= sizeof message ||
        !file_read_at(file, message, reply.message_bytes, sizeof reply))
        return fail_ended(process, log, why);
    if (reply.result == SPIRV_NO_MEMORY)
        return SM5_ERR_MEMORY;
    /* The library skips what it does not implement. */
    if (find_unhandled(log, why))
        return SM5_ERR_SUPPORT;
    if (reply.result != SPIRV_DONE)
        return driver_cannot(why, "%s", message);
    spirv->bytes = reply.code_bytes;
    spirv->words = malloc(spirv->bytes + 1);
    if (!spirv->words)
        return SM5_ERR_MEMORY;
    return file_read_at(file, spirv->words, spirv->bytes, sizeof reply + reply.message_bytes)
               ? SM5_OK
               : fail_ended(process, log, why);
}

/* ---- repeated decorations ---- */

enum { SPIRV_HEAD = 5, OP_DECORATE = 71 };

static bool is_repeated(const uint32_t *words, const uint32_t *decoration, uint32_t length)
{
    for (const uint32_t *at = words + SPIRV_HEAD; at < decoration; at += *at >> 16)
        if (*at == *decoration && memcmp(at, decoration, length * sizeof *at) == 0)
            return true;
    return false;
}

/* Removes repeated decorations: libvkd3d-shader 1.2 decorates an array type once for each buffer, which
   SPIR-V does not allow. The decorations of a module are at most a few hundred. */
static void remove_repeated(struct spirv *spirv)
{
    size_t count = spirv->bytes / 4, kept = SPIRV_HEAD;
    uint32_t *words = spirv->words;
    for (size_t at = SPIRV_HEAD; at < count;) {
        uint32_t length = words[at] >> 16;
        if (length == 0 || length > count - at)
            length = (uint32_t)(count - at); /* not SPIR-V: the driver rejects it */
        memmove(words + kept, words + at, length * sizeof *words);
        bool drops = (words[kept] & 0xffff) == OP_DECORATE && is_repeated(words, words + kept, length);
        kept += drops ? 0 : length;
        at += length;
    }
    spirv->bytes = kept * sizeof *words;
}

enum sm5_status translate_code(const struct kernel *kernel, const void *code, size_t size,
                               struct spirv *spirv, struct strbuf *why)
{
    char path[PATH_MAX];
    struct process process;
    pid_t pid;
    if (!find_program(path))
        return driver_cannot(why, "its translator, " SPIRV_PROGRAM ", is not installed");
    bool ready = open_streams(&process) && write_request(process.streams[0], kernel, code, size) &&
                 start(path, &process, &pid);
    enum sm5_status status = SM5_ERR_SUPPORT;
    if (ready) {
        wait_for(pid, &process);
        char *log = read_log(&process);
        status = log ? read_reply(&process, log, spirv, why) : SM5_ERR_MEMORY;
        free(log);
    } else {
        strbuf_printf(why, "%s: %s", path, strerror(errno));
    }
    close_streams(&process);
    if (!status && spirv->bytes > SPIRV_HEAD * sizeof *spirv->words)
        remove_repeated(spirv);
    return status;
}

void translate_free(struct spirv *spirv)
{
    free(spirv->words);
    *spirv = (struct spirv){0};
}
