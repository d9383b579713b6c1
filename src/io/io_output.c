/* Writes files atomically: the contents go to a temporary file in the same folder, which is then renamed. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "io.h"

enum { NAME_ATTEMPTS = 100 };

/* An unnamed file until it is complete, where the file system supports it; else a temporary one. */
struct unfinished {
    int file;
    bool named;
    char path[PATH_MAX];
};

/* What is written: `size` bytes in parts. */
struct stream {
    uint64_t size;
    io_make_part *make;
    void *context;
};

/* Allocates the blocks of a large file at once: without it each page reserves one, and a rename over another file
   waits until they are written (ext4). Failures are those of write_all. */
static void reserve(int file, const struct stream *stream)
{
    enum { LARGE = 1 << 20 };
    if (stream->size >= LARGE)
        (void)!fallocate(file, 0, 0, (off_t)stream->size);
}

static bool write_part(int file, const uint8_t *data, size_t size)
{
    while (size) {
        ssize_t n = write(file, data, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        data += n;
        size -= (size_t)n;
    }
    return true;
}

static bool write_all(int file, const struct stream *stream)
{
    struct io_part part;
    for (uint64_t at = 0; at < stream->size; at += part.size)
        if (!stream->make(stream->context, at, &part) || !write_part(file, part.data, part.size))
            return false;
    return true;
}

/* close may report a full disk too; errno is that of the first failure. */
static bool close_file(int file, bool ok)
{
    int why = errno;
    if (close(file) != 0 && ok)
        return false;
    errno = why;
    return ok;
}

/* Writes in place: devices, pipes, files with several names, and files that cannot be replaced. */
static bool write_in_place(const char *path, const struct stream *stream)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return file >= 0 && close_file(file, write_all(file, stream));
}

/* ---- a file that is renamed ---- */

/* "DIR/.sm5-PID-N.tmp" for the file DIR/NAME; false when the path is too long. */
static bool name_unfinished(const char *path, char out[PATH_MAX])
{
    static atomic_uint count;
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;
    return snprintf(out, PATH_MAX, "%.*s.sm5-%ld-%u.tmp", folder, path, (long)getpid(),
                    atomic_fetch_add(&count, 1)) < PATH_MAX;
}

static bool open_unnamed(const char *path, struct unfinished *to)
{
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    to->file = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    return to->file >= 0;
}

static bool open_named(const char *path, struct unfinished *to)
{
    to->named = true;
    for (int i = 0; i < NAME_ATTEMPTS && name_unfinished(path, to->path); i++) {
        to->file = open(to->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (to->file >= 0 || errno != EEXIST)
            return to->file >= 0;
    }
    return false;
}

/* Gives an unnamed file its temporary name: linkat does not replace a file. */
static bool link_name(const char *path, struct unfinished *to)
{
    char own[64];
    snprintf(own, sizeof own, "/proc/self/fd/%d", to->file);
    for (int i = 0; !to->named && i < NAME_ATTEMPTS && name_unfinished(path, to->path); i++) {
        to->named = linkat(AT_FDCWD, own, AT_FDCWD, to->path, AT_SYMLINK_FOLLOW) == 0;
        if (!to->named && errno != EEXIST)
            return false;
    }
    return to->named;
}

/* Copies permissions and owner of the file that is replaced. */
static bool keep_owner(int file, const struct stat *old)
{
    struct stat now;
    if (fstat(file, &now) != 0)
        return false;
    bool same = now.st_uid == old->st_uid && now.st_gid == old->st_gid;
    return (same || fchown(file, old->st_uid, old->st_gid) == 0) && fchmod(file, old->st_mode & 07777) == 0;
}

enum outcome { WRITTEN, FAILED, NOT_POSSIBLE };

/* `old` is the replaced file, or NULL. NOT_POSSIBLE: the folder accepts no new file, or the owner would
   change. */
static enum outcome replace(const char *path, const struct stat *old, const struct stream *stream,
                            bool unnamed)
{
    struct unfinished to = {.file = -1};
    if (!(unnamed ? open_unnamed : open_named)(path, &to))
        return NOT_POSSIBLE;
    if (old && !keep_owner(to.file, old)) {
        close(to.file);
        if (to.named)
            unlink(to.path);
        return NOT_POSSIBLE;
    }
    reserve(to.file, stream);
    bool ok = write_all(to.file, stream);
    bool has_name = ok && (to.named || link_name(path, &to));
    bool closed = close_file(to.file, ok);
    if (closed && !has_name)
        return NOT_POSSIBLE;
    if (closed && rename(to.path, path) == 0)
        return WRITTEN;
    int why = errno;
    if (to.named)
        unlink(to.path);
    errno = why;
    return FAILED;
}

/* Resolves links; false when a rename would not have the effect of writing. */
static bool may_replace(const char *path, char real[PATH_MAX], struct stat *old, bool *exists)
{
    *exists = stat(path, old) == 0;
    if (!*exists) {
        struct stat link;
        bool fits = snprintf(real, PATH_MAX, "%s", path) < PATH_MAX;
        return fits && errno == ENOENT && lstat(path, &link) != 0;
    }
    return S_ISREG(old->st_mode) && old->st_nlink == 1 && access(path, W_OK) == 0 && realpath(path, real) &&
           !str_starts(path, "/dev/") && !str_starts(path, "/proc/");
}

static bool write_path(const char *path, const struct stream *stream)
{
    char real[PATH_MAX];
    struct stat old;
    bool exists;
    enum outcome outcome = NOT_POSSIBLE;
    if (may_replace(path, real, &old, &exists)) {
        outcome = replace(real, exists ? &old : NULL, stream, true);
        if (outcome == NOT_POSSIBLE)
            outcome = replace(real, exists ? &old : NULL, stream, false);
    }
    return outcome == NOT_POSSIBLE ? write_in_place(path, stream) : outcome == WRITTEN;
}

bool io_check_output(const char *path, struct io_error *error)
{
    struct stat about;
    char folder[PATH_MAX];
    if (strcmp(path, "-") == 0)
        return true;
    if (!path[0])
        return io_fail(error, "an empty name of a file");
    if (stat(path, &about) == 0) {
        if (S_ISDIR(about.st_mode))
            return io_fail(error, "%s: is a folder; expected a file", path);
        return access(path, W_OK) == 0 || io_fail(error, "%s: %s", path, strerror(errno));
    }
    if (errno != ENOENT)
        return io_fail(error, "%s: %s", path, strerror(errno));
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    return access(folder, W_OK | X_OK) == 0 || io_fail(error, "%s: %s", path, strerror(errno));
}

/* Discards text that could not be written, so that the error is reported once. */
static bool write_stdout(const struct stream *stream)
{
    struct io_part part;
    bool ok = true;
    for (uint64_t at = 0; ok && at < stream->size; at += part.size)
        ok = stream->make(stream->context, at, &part) && fwrite(part.data, 1, part.size, stdout) == part.size;
    if (ok && fflush(stdout) == 0)
        return true;
    int why = errno;
    __fpurge(stdout);
    clearerr(stdout);
    errno = why;
    return false;
}

bool io_write_stream(const char *path, uint64_t size, io_make_part *make, void *context,
                     struct io_error *error)
{
    const struct stream stream = {size, make, context};
    bool standard = strcmp(path, "-") == 0;
    return (standard ? write_stdout(&stream) : write_path(path, &stream)) ||
           io_fail(error, "%s: %s", standard ? "standard output" : path, strerror(errno));
}

static bool find_part(void *context, uint64_t at, struct io_part *part)
{
    const struct io_part *parts = context;
    for (; at >= parts->size; parts++)
        at -= parts->size;
    *part = (struct io_part){(const uint8_t *)parts->data + at, parts->size - at};
    return true;
}

bool io_write_parts(const char *path, const struct io_part *parts, struct io_error *error)
{
    uint64_t size = 0;
    for (size_t i = 0; parts[i].data; i++)
        size += parts[i].size;
    return io_write_stream(path, size, find_part, (void *)(uintptr_t)parts, error);
}

bool io_write_file(const char *path, const void *data, size_t size, struct io_error *error)
{
    const struct io_part parts[] = {{size ? data : "", size}, {0}};
    return io_write_parts(path, parts, error);
}
