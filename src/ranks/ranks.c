/* The state of this rank: transport, silence, and how all ranks end together. */
#include "ranks/ranks.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"

/* The command is one process: its state is not part of the library. */
static struct {
    const struct ranks_transport *transport; /* NULL: one process */
    int rank, size;
    int stderr_file;  /* of the terminal, while messages are collected; -1: they are printed */
    int message_file; /* the collected messages */
    bool has_agreed;  /* on the end */
    struct ranks_use use;
} own = {.size = 1, .stderr_file = -1};

#define PLUGIN_FILE "sm5-mpi.so"

/* ---- starting ---- */

static const char *const variables[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"};

static bool is_above_one(const char *variable)
{
    const char *text = getenv(variable);
    return text && strtol(text, NULL, 10) > 1;
}

/* Open MPI's mpirun, those of MPICH and its relatives, and Slurm's srun with PMIx. */
static bool is_rank(void)
{
    return is_above_one(variables[0]) || is_above_one(variables[1]) ||
           (getenv(variables[2]) && is_above_one("SLURM_STEP_NUM_TASKS"));
}

void ranks_hide(void)
{
    for (size_t i = 0; own.transport && i < BASE_COUNT(variables); i++)
        unsetenv(variables[i]);
}

static bool print_error(const char *text)
{
    fprintf(stderr, "sm5: %s\n", text);
    return false;
}

/* Keeps messages back, and what is printed on standard output. */
static void silence(void)
{
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    own.message_file = memfd_create("messages", MFD_CLOEXEC);
    if (null < 0 || own.message_file < 0)
        return;
    fflush(stdout);
    fflush(stderr);
    own.stderr_file = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    dup2(null, STDOUT_FILENO);
    dup2(own.message_file, STDERR_FILENO);
    close(null);
}

/* Prints the messages that were kept back. */
static void speak(void)
{
    char text[4096];
    ssize_t n;
    off_t at = 0;
    fflush(stderr);
    while (own.stderr_file >= 0 && (n = pread(own.message_file, text, sizeof text, at)) > 0) {
        at += n;
        if (write(own.stderr_file, text, (size_t)n) != n)
            return;
    }
}

int ranks_error_file(void)
{
    return own.stderr_file >= 0 ? own.stderr_file : STDERR_FILENO;
}

bool ranks_open_with(const struct ranks_transport *transport)
{
    if (transport->abi != RANKS_ABI)
        return print_error(PLUGIN_FILE " belongs to another version");
    if (!transport->open(&own.rank, &own.size))
        return print_error("MPI cannot be initialised");
    own.transport = transport;
    if (own.rank > 0)
        silence();
    return true;
}

bool ranks_open(void)
{
    const struct plugin_name name = {
        .file = PLUGIN_FILE, .variable = "SM5_MPI_PLUGIN", .build_folder = "src/ranks/mpi"};
    const struct ranks_transport *(*get)(void) = NULL;
    struct strbuf why = {0};
    if (!is_rank())
        return true;
    void *library = plugin_open(&name, &why);
    if (!library) {
        fprintf(stderr, "sm5: started as one of several ranks, but without MPI: %s\n", strbuf_text(&why));
        strbuf_free(&why);
        return false;
    }
    *(void **)&get = dlsym(library, RANKS_TRANSPORT_SYMBOL);
    return get ? ranks_open_with(get()) : print_error(PLUGIN_FILE " belongs to another version");
}

int ranks_count(void)
{
    return own.size;
}

int ranks_own(void)
{
    return own.rank;
}

/* ---- transport ---- */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void count(double start, uint64_t sent, uint64_t received)
{
    own.use.seconds += now() - start;
    own.use.sent += sent;
    own.use.received += received;
}

struct ranks_use ranks_use(void)
{
    return own.use;
}

void ranks_broadcast(void *data, uint64_t size)
{
    double start = now();
    if (own.transport)
        own.transport->broadcast(data, size);
    count(start, own.rank == 0 && own.size > 1 ? size : 0, own.rank ? size : 0);
}

void ranks_exchange(const void *mine, size_t size, void *all)
{
    double start = now();
    if (own.transport)
        own.transport->exchange(mine, size, all);
    else
        memcpy(all, mine, size);
    count(start, own.size > 1 ? size : 0, size * (size_t)(own.size - 1));
}

void ranks_send(const void *data, uint64_t size, int to)
{
    double start = now();
    own.transport->send(data, size, to);
    count(start, size, 0);
}

void ranks_receive(void *data, uint64_t size, int from)
{
    double start = now();
    own.transport->receive(data, size, from);
    count(start, 0, size);
}

/* ---- ending ---- */

struct vote {
    int32_t code, priority;
};

/* The rank whose messages and exit code are those of the command; -1: no rank fails. */
static int find_failure(const struct vote *votes)
{
    int worst = -1;
    for (int i = 0; i < own.size; i++)
        if (votes[i].code && (worst < 0 || votes[i].priority > votes[worst].priority))
            worst = i;
    return worst;
}

/* The exit code of all; collected messages of the failing rank are printed. */
static int vote(int code, int priority)
{
    const struct vote mine = {code, priority};
    struct vote *votes = calloc((size_t)own.size, sizeof *votes);
    if (!votes)
        own.transport->abort(2);
    ranks_exchange(&mine, sizeof mine, votes);
    int worst = find_failure(votes), agreed = worst < 0 ? 0 : votes[worst].code;
    free(votes);
    if (worst == own.rank)
        speak();
    return agreed;
}

static void end(void)
{
    own.has_agreed = true;
    fflush(stdout);
    own.transport->close();
}

void ranks_agree(int code, int priority)
{
    int agreed = own.transport ? vote(code, priority) : code;
    if (!agreed)
        return;
    if (own.transport)
        end();
    exit(agreed);
}

int ranks_close(int code)
{
    if (!own.transport || own.has_agreed)
        return code;
    int agreed = vote(code, 0);
    end();
    return agreed;
}
