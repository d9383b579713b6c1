#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "io.h"

bool io_fail(struct io_error *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    error->no_memory = false;
    return false;
}

bool io_fail_memory(struct io_error *error)
{
    io_fail(error, "out of memory");
    error->no_memory = true;
    return false;
}

void io_bytes_free(struct io_bytes *bytes)
{
    free(bytes->block ? bytes->block : bytes->data);
    *bytes = (struct io_bytes){0};
}

uint8_t *io_alloc(size_t size)
{
    enum { LINE = 64, HUGE_PAGE = 2 << 20 };
    size_t align = size < HUGE_PAGE ? LINE : HUGE_PAGE;
    /* On systems that overcommit, larger allocations succeed and end the process on use. */
    uint8_t *data = size < io_memory_size() ? aligned_alloc(align, (size / align + 1) * align) : NULL;
    if (!data)
        return NULL;
    memory_prefer_huge_pages(data, size);
    data[size] = 0;
    return data;
}

/* ---- regular files: ranges of known places, read by several threads ---- */

enum { READ_GRAIN = 2 << 20 };

struct reading {
    int file;
    uint8_t *data;
    uint64_t from; /* the place of data[0] in the file */
    atomic_bool failed;
};

static void read_range(void *context, size_t first, size_t count)
{
    struct reading *reading = context;
    while (count) {
        ssize_t n = pread(reading->file, reading->data + first, count, (off_t)(reading->from + first));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            atomic_store(&reading->failed, true);
            return;
        }
        first += (size_t)n;
        count -= (size_t)n;
    }
}

/* False, with the file's position unchanged, when the file does not have exactly `size` bytes or cannot be read at
   a place. */
static bool read_ranges(FILE *file, size_t size, struct io_bytes *out)
{
    struct reading reading = {.file = fileno(file), .data = io_alloc(size)};
    if (!reading.data)
        return false;
    io_parallel(size, READ_GRAIN, read_range, &reading);
    uint8_t more;
    if (reading.failed || pread(reading.file, &more, 1, (off_t)size) != 0) {
        free(reading.data);
        return false;
    }
    *out = (struct io_bytes){.data = reading.data, .size = size};
    return true;
}

int io_open_range(const char *path, uint64_t *size)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file >= 0 && (fstat(file, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size <= 0)) {
        close(file);
        file = -1;
    }
    *size = file >= 0 ? (uint64_t)about.st_size : 0;
    return file;
}

bool io_read_range(int file, struct io_range range, void *out)
{
    struct reading reading = {.file = file, .data = out, .from = range.first};
    io_parallel(range.size, READ_GRAIN, read_range, &reading);
    return !reading.failed;
}

/* ---- streams ---- */

/* `capacity`: the expected size; 0 when not known. Stops after `most` bytes and one more. */
static bool read_stream(FILE *file, size_t capacity, uint64_t most, struct io_bytes *out)
{
    uint64_t limit = io_memory_size();
    capacity = capacity ? capacity : 1 << 16;
    uint8_t *data = capacity < limit ? malloc(capacity + 1) : NULL;
    size_t size = 0;
    while (data) {
        size += fread(data + size, 1, capacity - size, file);
        if (size < capacity || size > most)
            break;
        size_t next = capacity < most / 2 ? capacity * 2 : (size_t)most + 1;
        uint8_t *bigger = next < limit ? realloc(data, next + 1) : NULL;
        if (!bigger)
            free(data);
        data = bigger;
        capacity = next;
    }
    if (!data)
        return false;
    data[size] = 0;
    *out = (struct io_bytes){.data = data, .size = size};
    return true;
}

bool io_read_file(const char *path, uint64_t most, struct io_bytes *out, struct io_error *error)
{
    *out = (struct io_bytes){0};
    bool standard = strcmp(path, "-") == 0;
    struct stat about;
    if (!path[0])
        return io_fail(error, "an empty name of a file");
    if (standard && feof(stdin))
        return io_fail(error, "-: standard input is read already");
    bool known = !standard && stat(path, &about) == 0;
    if (known && S_ISDIR(about.st_mode))
        return io_fail(error, "%s: is a folder; expected a file", path);
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file)
        return io_fail(error, "%s: %s", path, strerror(errno));
    size_t expected = known && S_ISREG(about.st_mode) ? (size_t)about.st_size : 0;
    bool is_small = expected <= most, failed = false;
    bool read = is_small && expected && read_ranges(file, expected, out);
    if (!read && is_small) {
        read = read_stream(file, expected ? expected + 1 : 0, most, out);
        failed = ferror(file);
        is_small = !read || out->size <= most;
    }
    if (!standard)
        fclose(file);
    if (!is_small) {
        io_bytes_free(out);
        return io_fail(error, "%s: has more than %llu bytes", path, (unsigned long long)most);
    }
    if (!read)
        return io_fail(error, "%s: does not fit into memory", path);
    if (failed) {
        io_bytes_free(out);
        return io_fail(error, "%s: cannot be read", path);
    }
    return true;
}

char *io_join(const char *dir, const char *name)
{
    if (name[0] == '/' || !dir[0])
        return strdup(name);
    char *path = NULL;
    return asprintf(&path, "%s/%s", dir, name) < 0 ? NULL : path;
}

bool io_make_folder(const char *path, struct io_error *error)
{
    char *copy = strdup(path);
    bool ok = copy != NULL;
    for (char *at = copy; ok && at;) {
        at = strchr(at + 1, '/');
        if (at)
            *at = 0;
        ok = mkdir(copy, 0777) == 0 || errno == EEXIST;
        if (at)
            *at = '/';
    }
    free(copy);
    return ok || io_fail(error, "%s: %s", path, strerror(errno));
}

bool io_has_ending(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    return n >= m && strcasecmp(path + n - m, ending) == 0;
}

const char *io_nearest(const char *word, const char *const *list)
{
    const char *best = NULL;
    size_t length = strlen(word);
    unsigned limit = length < 8 ? 3 : 4; /* a larger edit distance means another word */
    for (; *list; list++) {
        unsigned d = str_distance(word, *list);
        if (d < limit && d < length && d < strlen(*list)) {
            limit = d;
            best = *list;
        }
    }
    return best;
}
