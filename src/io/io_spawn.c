/* Runs other programs without a shell, with input from memory, and collects their output. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io.h"

enum { STREAMS = 3 }; /* standard input, output, error */

/* Descriptors are above the standard streams, so that no dup2 in the child overwrites one that is still
   needed. */
static int open_stream(void)
{
    int file = memfd_create("sm5", MFD_CLOEXEC);
    if (file < 0 || file >= STREAMS)
        return file;
    int above = fcntl(file, F_DUPFD_CLOEXEC, STREAMS);
    close(file);
    return above;
}

static bool open_streams(const struct io_spawn *spawn, int files[STREAMS], struct io_error *error)
{
    for (int i = 0; i < STREAMS; i++)
        if ((files[i] = open_stream()) < 0)
            return io_fail(error, "%s: %s", spawn->arguments[0], strerror(errno));
    size_t written = 0;
    while (written < spawn->input_size) {
        ssize_t n = write(files[0], spawn->input + written, spawn->input_size - written);
        if (n < 0 && errno != EINTR)
            return io_fail(error, "%s: %s", spawn->arguments[0], strerror(errno));
        written += n > 0 ? (size_t)n : 0;
    }
    return lseek(files[0], 0, SEEK_SET) == 0 ||
           io_fail(error, "%s: %s", spawn->arguments[0], strerror(errno));
}

static bool read_stream(int file, struct io_bytes *out, struct io_error *error)
{
    struct stat about;
    if (fstat(file, &about) != 0)
        return io_fail(error, "%s", strerror(errno));
    size_t size = (size_t)about.st_size, got = 0;
    out->data = malloc(size + 1);
    if (!out->data)
        return io_fail_memory(error);
    while (got < size) {
        ssize_t n = pread(file, out->data + got, size - got, (off_t)got);
        if (n == 0 || (n < 0 && errno != EINTR))
            break;
        got += n > 0 ? (size_t)n : 0;
    }
    out->data[got] = 0;
    out->size = got;
    return true;
}

/* Returns errno when the program cannot be started. */
static int start(const struct io_spawn *spawn, const int files[STREAMS], pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed)
        return failed;
    for (int i = 0; i < STREAMS && !failed; i++)
        failed = posix_spawn_file_actions_adddup2(&actions, files[i], i);
    if (!failed && spawn->folder)
        failed = posix_spawn_file_actions_addchdir_np(&actions, spawn->folder);
    if (!failed)
        failed = posix_spawnp(child, spawn->arguments[0], &actions, NULL, (char *const *)spawn->arguments,
                              spawn->environment ? (char *const *)spawn->environment : environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

static bool run(const struct io_spawn *spawn, const int files[STREAMS], struct io_spawned *out,
                struct io_error *error)
{
    pid_t child;
    int status = 0;
    out->start_error = start(spawn, files, &child);
    if (out->start_error)
        return io_fail(error, "%s: %s", spawn->arguments[0], strerror(out->start_error));
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return io_fail(error, "%s: %s", spawn->arguments[0], strerror(errno));
    out->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    out->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return read_stream(files[1], &out->output, error) && read_stream(files[2], &out->messages, error);
}

bool io_spawn(const struct io_spawn *spawn, struct io_spawned *out, struct io_error *error)
{
    int files[STREAMS] = {-1, -1, -1};
    *out = (struct io_spawned){0};
    bool ok = open_streams(spawn, files, error) && run(spawn, files, out, error);
    for (int i = 0; i < STREAMS; i++)
        if (files[i] >= 0)
            close(files[i]);
    if (!ok)
        io_spawned_free(out);
    return ok;
}

void io_spawned_free(struct io_spawned *spawned)
{
    io_bytes_free(&spawned->output);
    io_bytes_free(&spawned->messages);
}
