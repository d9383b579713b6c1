/* sm5 dap: the server of the Debug Adapter Protocol on standard input and output, or for clients of a loopback port.
   A launch runs through the same code as a command line of `debug`; what that prints becomes output events. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/cli_dap.h"

struct options {
    struct cli_input input;
    uint64_t port;
    bool listens;
};

#define AT(field) .offset = offsetof(struct options, field)

static const struct cli_option option_table[] = {
    {"--listen", "PORT", "serve clients of a port of 127.0.0.1, one after the other; 0 selects a free one",
     OPTION_COUNT, AT(port), .given = offsetof(struct options, listens) + 1, .max = 65535},
    {0},
};

/* ---- what is printed ---- */

/* Standard output and standard error go to files in memory: the protocol's stream carries messages only. */
struct capture {
    int files[2], kept[2]; /* of descriptors 1 and 2 */
    off_t taken[2];        /* bytes of the files that were sent */
};

static bool open_capture(struct capture *c)
{
    fflush(stdout);
    *c = (struct capture){0};
    for (int i = 0; i < 2; i++) {
        c->kept[i] = fcntl(i + 1, F_DUPFD_CLOEXEC, 3);
        c->files[i] = memfd_create("sm5-dap", MFD_CLOEXEC);
        if (c->kept[i] < 0 || c->files[i] < 0 || dup2(c->files[i], i + 1) < 0)
            return host_error("dap: standard output cannot be redirected");
    }
    host_out_of_memory_file(c->kept[1]);
    return true;
}

static void close_capture(struct capture *c)
{
    fflush(stdout);
    host_out_of_memory_file(-1);
    for (int i = 0; i < 2; i++) {
        dup2(c->kept[i], i + 1);
        close(c->kept[i]);
        close(c->files[i]);
    }
}

static bool read_whole(int file, char *out, size_t size, off_t at)
{
    while (size) {
        ssize_t got = pread(file, out, size, at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        out += got;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

/* What was printed to a descriptor since the last call; freed by the caller. NULL when it cannot be read. */
static char *take_text(struct capture *c, int descriptor)
{
    int file = c->files[descriptor - 1];
    off_t *taken = &c->taken[descriptor - 1];
    fflush(stdout);
    off_t size = lseek(file, 0, SEEK_END) - *taken;
    char *text = size < 0 ? NULL : calloc(1, (size_t)size + 1);
    if (text && read_whole(file, text, (size_t)size, *taken)) {
        *taken += size;
        return text;
    }
    free(text);
    return NULL;
}

static void send_text(struct capture *c, struct dap *dap, int descriptor, const char *category)
{
    char *text = take_text(c, descriptor);
    if (text)
        dap_output(dap, category, text);
    else
        dap_output(dap, "stderr", "sm5: dap: what was printed cannot be read\n");
    free(text);
}

/* ---- sessions ---- */

struct session {
    struct cli_job_options options; /* first: the job refers to it */
    struct dap *dap;
    struct capture *capture;
    const struct dap_arguments *arguments;
    bool is_open;
};

static bool use(struct cli_job *job, struct sm5_debug *debug, void *context)
{
    struct session *s = context;
    char path[4200];
    const char *in = job->options->input.in;
    if (!realpath(in, path))
        return host_error("launch: %s: %s", in, strerror(errno));
    struct dap_target target = {.program = job->program,
                                .debug = debug,
                                .path = path,
                                .stops_at_entry = s->arguments->stops_at_entry,
                                .stops_at_end = s->arguments->stops_at_end,
                                .steps_group = s->arguments->steps_group};
    s->is_open = true;
    send_text(s->capture, s->dap, 2, "stderr");
    dap_debug(s->dap, &target);
    return true;
}

static int debug(struct cli_job *job)
{
    return cli_debug_job(job, use, (struct session *)job->options);
}

/* One launch, until its program is closed. */
static void run_launch(struct dap *dap, const json_t *launch, struct capture *capture, int folder)
{
    struct dap_arguments arguments;
    struct session s = {
        .options = {.kernel.engine = SM5_ENGINE_INTERP, .runs_stages = true}, .dap = dap, .capture = capture};
    int code = HOST_BAD_COMMAND;
    bool ok = dap_read_arguments(launch, &arguments);
    s.arguments = &arguments;
    if (ok && (fchdir(folder) != 0 || (arguments.cwd && chdir(arguments.cwd) != 0)))
        ok = host_error("launch: folder '%s' cannot be entered", arguments.cwd ? arguments.cwd : ".");
    if (ok)
        code = cli_job_run(&cli_dap_launch, arguments.count, arguments.list, &s.options, debug);
    dap_free_arguments(&arguments);
    if (s.is_open) {
        send_text(capture, dap, 1, "stdout");
        send_text(capture, dap, 2, "stderr");
        dap_end(dap, code);
        return;
    }
    char *text = take_text(capture, 2);
    dap_refuse_launch(dap, text && *text ? text : "the program cannot be launched");
    free(text);
}

/* False with the reason when the client sent what cannot be read. */
static bool serve(int in, int out, struct capture *capture, const char **why)
{
    struct dap *dap = dap_open(in, out);
    int folder = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const json_t *launch;
    *why = "out of memory";
    if (!dap)
        return false;
    while ((launch = dap_wait_launch(dap)) != NULL)
        run_launch(dap, launch, capture, folder);
    if (folder >= 0 && fchdir(folder) == 0)
        close(folder);
    return dap_close(dap, why);
}

static int serve_standard_streams(void)
{
    struct capture capture;
    const char *why;
    int in = fcntl(0, F_DUPFD_CLOEXEC, 3), null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (in < 0 || null < 0 || dup2(null, 0) < 0) {
        host_error("dap: standard input cannot be redirected");
        return HOST_BAD_COMMAND;
    }
    if (!open_capture(&capture))
        return HOST_BAD_COMMAND;
    bool ok = serve(in, capture.kept[0], &capture, &why);
    close_capture(&capture);
    close(in);
    close(null);
    if (!ok)
        host_error("dap: %s", why);
    return ok ? HOST_OK : HOST_BAD_COMMAND;
}

static int serve_port(uint16_t port)
{
    struct capture capture;
    const char *why;
    int listener = protocol_listen(&port), client;
    if (listener < 0) {
        host_error("dap: port %u of 127.0.0.1 cannot be used", port);
        return HOST_BAD_COMMAND;
    }
    printf("listening on 127.0.0.1:%u\n", port);
    fflush(stdout);
    while ((client = protocol_accept(listener)) >= 0) {
        if (!open_capture(&capture))
            break;
        bool ok = serve(client, client, &capture, &why);
        close_capture(&capture);
        close(client);
        if (!ok)
            host_error("dap: %s", why);
    }
    close(listener);
    return HOST_BAD_COMMAND;
}

static bool refuse_argument(void *options, const char *text)
{
    (void)options;
    return host_error("dap: unexpected argument '%s'; the client's launch request names the program", text);
}

static int run(int argc, char **argv)
{
    struct options options = {0};
    int code = cli_parse(&cli_dap, argc, argv, &options);
    if (code >= 0)
        return code;
    signal(SIGPIPE, SIG_IGN); /* a client that vanishes ends its session */
    return options.listens ? serve_port((uint16_t)options.port) : serve_standard_streams();
}

static const char notes[] =
    "The protocol is that of https://microsoft.github.io/debug-adapter-protocol. Launch arguments are the\n"
    "options of 'sm5 run' in JSON; docs/debugging.md describes them, and docs/launch.schema.json lists "
    "them.\n"
    "Exit codes: 0 the client has left; 2 it sent what is not the protocol.\n";

const struct cli_verb cli_dap = {
    .name = "dap",
    .arguments = "[--listen PORT]",
    .summary = "serves the debugger to editors by the Debug Adapter Protocol",
    .options = option_table,
    .argument = refuse_argument,
    .run = run,
    .notes = notes,
};
