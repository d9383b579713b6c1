/* Files that this invocation has read: they are not overwritten without --in-place. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/host.h"

struct identity {
    dev_t device;
    ino_t inode;
};

static struct {
    pthread_mutex_t mutex; /* test cases load their files on several threads */
    struct identity *list;
    size_t count, capacity;
    bool in_place, is_incomplete; /* is_incomplete: an input could not be identified */
} inputs = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* Of a regular file that exists; IDENTITY_UNKNOWN: it may be one. */
enum identity_kind { IDENTITY_NONE, IDENTITY_FILE, IDENTITY_UNKNOWN };

static enum identity_kind identify(const char *path, struct identity *out)
{
    struct stat status;
    if (!path || strcmp(path, "-") == 0)
        return IDENTITY_NONE;
    if (stat(path, &status) != 0)
        return errno == ENOENT || errno == ENOTDIR ? IDENTITY_NONE : IDENTITY_UNKNOWN;
    *out = (struct identity){status.st_dev, status.st_ino};
    return S_ISREG(status.st_mode) ? IDENTITY_FILE : IDENTITY_NONE;
}

static bool is_known(const struct identity *file)
{
    for (size_t i = 0; i < inputs.count; i++)
        if (inputs.list[i].device == file->device && inputs.list[i].inode == file->inode)
            return true;
    return false;
}

static void add_input(const struct identity *file)
{
    if (inputs.count == inputs.capacity) {
        size_t capacity = inputs.capacity ? 2 * inputs.capacity : 16;
        struct identity *list = realloc(inputs.list, capacity * sizeof *list);
        if (!list)
            return;
        inputs.list = list;
        inputs.capacity = capacity;
    }
    inputs.list[inputs.count++] = *file;
}

void host_note_input(const char *path)
{
    struct identity file;
    enum identity_kind kind = identify(path, &file);
    pthread_mutex_lock(&inputs.mutex);
    if (kind == IDENTITY_FILE && !is_known(&file))
        add_input(&file);
    inputs.is_incomplete |= kind == IDENTITY_UNKNOWN;
    pthread_mutex_unlock(&inputs.mutex);
}

void host_allow_in_place(void)
{
    inputs.in_place = true;
}

/* What an output is, by the inputs: none of them, one, or perhaps one. */
static enum identity_kind find_input(const char *path)
{
    struct identity file;
    enum identity_kind kind = identify(path, &file);
    pthread_mutex_lock(&inputs.mutex);
    if (kind == IDENTITY_FILE && !is_known(&file))
        kind = inputs.is_incomplete ? IDENTITY_UNKNOWN : IDENTITY_NONE;
    pthread_mutex_unlock(&inputs.mutex);
    return kind;
}

bool host_is_input(const char *path)
{
    return find_input(path) != IDENTITY_NONE;
}

bool host_may_write(const char *path)
{
    enum identity_kind kind = inputs.in_place ? IDENTITY_NONE : find_input(path);
    if (kind == IDENTITY_FILE)
        host_error("%s: the output is also an input; expected another file, or --in-place", path);
    else if (kind == IDENTITY_UNKNOWN)
        host_error("%s: the output may be an input, as the file system does not say; expected --in-place",
                   path);
    return kind == IDENTITY_NONE;
}
