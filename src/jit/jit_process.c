/* Compiles in a process, sm5-compile. LLVM cannot be interrupted: a run whose time ends, or that is cancelled, kills the process.
   Its input is that of the cache's key, so that it makes the function anew instead of receiving it. */
#include "jit/jit_process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bytecode/bytecode.h"

enum { FIRST_FILE = 10 /* above all descriptors of the process */, TICK_MS = 10 };

struct process {
    int request, reply, errors;
    int ends[2]; /* pipe */
    pid_t pid;
};

/* The process sees another processor: it runs outside the emulator of this one. */
static atomic_bool differs;

bool jit_process_exists(void)
{
    char path[PATH_MAX];
    return !atomic_load(&differs) && jit_plugin_beside(JIT_PROCESS, path) && access(path, X_OK) == 0;
}

/* ---- files ---- */

static bool raise_file(int *file)
{
    int low = *file;
    if (low < 0)
        return false;
    *file = fcntl(low, F_DUPFD_CLOEXEC, FIRST_FILE);
    close(low);
    return *file >= 0;
}

static bool open_files(struct process *p)
{
    *p = (struct process){.request = memfd_create(JIT_PROCESS, MFD_CLOEXEC),
                          .reply = memfd_create(JIT_PROCESS, MFD_CLOEXEC),
                          .errors = open("/dev/null", O_WRONLY | O_CLOEXEC)};
    if (pipe2(p->ends, O_CLOEXEC))
        p->ends[0] = p->ends[1] = -1;
    int *const files[] = {&p->request, &p->reply, &p->errors, &p->ends[0], &p->ends[1]};
    bool opened = true;
    for (size_t i = 0; i < BASE_COUNT(files); i++)
        opened &= raise_file(files[i]);
    return opened;
}

static void close_files(struct process *p)
{
    const int files[] = {p->request, p->reply, p->errors, p->ends[0], p->ends[1]};
    for (size_t i = 0; i < BASE_COUNT(files); i++)
        if (files[i] >= 0)
            close(files[i]);
}

/* ---- request ---- */

static enum sm5_status make_key(const struct jit_compilation *c, struct jit_digest *digest)
{
    struct jit_digest source;
    struct jit_key key;
    if (!jit_plugin_build(&source))
        return SM5_ERR_SUPPORT;
    if (!jit_source_of(c->program, c->target->cpu, &source))
        return SM5_ERR_MEMORY;
    jit_key_make(&source, c->lowering, c->function, c->target, &key);
    bool is_lost = key.terms.failed;
    *digest = key.digest;
    jit_key_free(&key);
    return is_lost ? SM5_ERR_MEMORY : SM5_OK;
}

static struct jit_request request_of(const struct jit_compilation *c)
{
    const struct jit_lowering *l = c->lowering;
    const struct jit_target *t = c->target;
    const uint32_t *threads = c->program->decls.thread_group;
    return (struct jit_request){.magic = JIT_PROCESS_MAGIC,
                                .lanes = l->lanes,
                                .alias = l->alias,
                                .jam = l->jam,
                                .swapped = l->swapped,
                                .merged = l->merged,
                                .clipped = l->clipped,
                                .padded = l->padded,
                                .threads = {threads[0], threads[1], threads[2]},
                                .bounded = t->bounded,
                                .is_quick = t->is_quick,
                                .most = t->most,
                                .has_outcomes = l->outcomes != NULL,
                                .outcome_bytes =
                                    l->outcomes ? l->outcome_count * (uint32_t)sizeof *l->outcomes : 0,
                                .has_texels = t->texels != NULL,
                                .texel_bytes = t->texels ? (uint32_t)jit_kinds_size(c->function) : 0,
                                .has_cpu = t->cpu != NULL,
                                .cpu_bytes = t->cpu ? (uint32_t)strlen(t->cpu) : 0};
}

static bool write_parts(int file, const struct jit_compilation *c, const struct jit_request *r,
                        const struct bytes *code)
{
    return file_write_all(file, r, sizeof *r) &&
           file_write_all(file, c->lowering->outcomes, r->outcome_bytes) &&
           file_write_all(file, c->target->texels, r->texel_bytes) &&
           file_write_all(file, c->target->cpu, r->cpu_bytes) &&
           file_write_all(file, code->data, code->size) && lseek(file, 0, SEEK_SET) == 0;
}

static enum sm5_status write_request(const struct jit_compilation *c, int file)
{
    struct jit_request r = request_of(c);
    struct program_tokens tokens = {0};
    enum sm5_status status = bytecode_encode(c->program, &tokens);
    if (status == SM5_ERR_INPUT)
        status = SM5_ERR_SUPPORT; /* an instruction is longer than tokens can say */
    if (!status)
        status = make_key(c, &r.key);
    if (!status) {
        struct bytes code = bytecode_bytes(c->program, &tokens);
        r.token_bytes = (uint32_t)code.size;
        if (code.size > UINT32_MAX || !write_parts(file, c, &r, &code))
            status = errno == ENOMEM || errno == ENOSPC ? SM5_ERR_MEMORY : SM5_ERR_SUPPORT;
    }
    VEC_FREE(&tokens);
    return status;
}

/* ---- the process ---- */

/* Returns errno. */
static int spawn(struct process *p, char *path, char *plugin)
{
    posix_spawn_file_actions_t actions;
    char *const arguments[] = {path, plugin, NULL};
    const int files[][2] = {{p->request, JIT_PROCESS_REQUEST},
                            {p->reply, JIT_PROCESS_REPLY},
                            {p->errors, JIT_PROCESS_ERRORS},
                            {p->ends[1], JIT_PROCESS_END}};
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    for (size_t i = 0; i < BASE_COUNT(files) && !error; i++)
        error = posix_spawn_file_actions_adddup2(&actions, files[i][0], files[i][1]);
    if (!error)
        error = posix_spawn(&p->pid, path, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static enum sm5_status start(struct process *p)
{
    char path[PATH_MAX], plugin[PATH_MAX];
    if (!jit_plugin_beside(JIT_PROCESS, path) || !jit_plugin_path(plugin))
        return SM5_ERR_SUPPORT;
    int error = spawn(p, path, plugin);
    close(p->ends[1]); /* the process has the only one */
    p->ends[1] = -1;
    return !error ? SM5_OK : error == ENOMEM ? SM5_ERR_MEMORY : SM5_ERR_SUPPORT;
}

static pid_t collect(pid_t pid, int flags)
{
    pid_t got;
    do
        got = waitpid(pid, NULL, flags);
    while (got < 0 && errno == EINTR);
    return got;
}

/* Waits at most a tick for its end. True also when the host has collected it. */
static bool has_ended(const struct process *p)
{
    struct pollfd end = {.fd = p->ends[0], .events = POLLIN};
    bool closed = poll(&end, 1, TICK_MS) > 0;
    return collect(p->pid, closed ? 0 : WNOHANG) != 0;
}

static void *collect_killed(void *pid)
{
    collect((pid_t)(intptr_t)pid, 0);
    return NULL;
}

/* The kernel takes 60 ms to free a gigabyte: a thread waits for that, unless there is none. */
static void kill_process(const struct process *p)
{
    pthread_t thread;
    sigset_t all, old;
    kill(p->pid, SIGKILL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old); /* signals of the host are not for this thread */
    if (pthread_create(&thread, NULL, collect_killed, (void *)(intptr_t)p->pid) == 0)
        pthread_detach(thread);
    else
        collect(p->pid, 0);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

/* SM5_ERR_CANCELLED: the run was stopped; SM5_ERR_LIMIT: the time has passed. */
static enum sm5_status wait_for(const struct process *p, struct runtime_run *run, uint64_t give_up_ns)
{
    enum sm5_status status = SM5_OK;
    while (!status && !has_ended(p)) {
        uint64_t now = pool_now();
        runtime_poll(run, now);
        if (runtime_stopped(run, 0))
            status = SM5_ERR_CANCELLED;
        else if (give_up_ns && now >= give_up_ns)
            status = SM5_ERR_LIMIT;
    }
    if (status)
        kill_process(p);
    return status;
}

/* ---- reply ---- */

static enum sm5_status fail_process(struct strbuf *why)
{
    strbuf_add(why, JIT_PROCESS " failed");
    return SM5_ERR_SUPPORT;
}

static bool read_why(int file, const struct jit_reply *reply, struct strbuf *why)
{
    char text[4096];
    size_t size = reply->why_bytes < sizeof text ? reply->why_bytes : sizeof text;
    if (!file_read_at(file, text, size, sizeof *reply + reply->size))
        return false;
    strbuf_add_bytes(why, text, size);
    return true;
}

static enum sm5_status read_reply(int file, struct jit_object *object, struct strbuf *why)
{
    struct jit_reply reply;
    if (!file_read_at(file, &reply, sizeof reply, 0) ||
        memcmp(reply.magic, JIT_PROCESS_MAGIC, sizeof reply.magic) != 0)
        return fail_process(why); /* LLVM ended it */
    *object = (struct jit_object){
        .size = reply.size, .storage = reply.storage, .is_quick = reply.is_quick, .refused = reply.refused};
    if (reply.status)
        return read_why(file, &reply, why) ? (enum sm5_status)reply.status : fail_process(why);
    object->bytes = malloc(object->size + 1);
    if (!object->bytes)
        return SM5_ERR_MEMORY;
    if (file_read_at(file, object->bytes, object->size, sizeof reply))
        return SM5_OK;
    free(object->bytes);
    object->bytes = NULL;
    return fail_process(why);
}

enum sm5_status jit_process_compile(const struct jit_compilation *c, uint64_t give_up_ns,
                                    struct jit_object *object, struct strbuf *why)
{
    struct process p;
    *object = (struct jit_object){0};
    enum sm5_status status = SM5_OK;
    if (!open_files(&p))
        status = errno == ENOMEM ? SM5_ERR_MEMORY : SM5_ERR_SUPPORT;
    if (!status)
        status = write_request(c, p.request);
    if (!status)
        status = start(&p);
    if (status)
        strbuf_add(why, JIT_PROCESS " cannot be started");
    else
        status = wait_for(&p, c->run, give_up_ns);
    if (!status)
        status = read_reply(p.reply, object, why);
    if (status == SM5_ERR_INPUT)
        atomic_store(&differs, true);
    close_files(&p);
    return status;
}
