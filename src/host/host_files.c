/* Files that this invocation has read: they are not overwritten without --in-place. */
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
    bool in_place;
} inputs = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static bool identify(const char *path, struct identity *out)
{
    struct stat status;
    if (!path || strcmp(path, "-") == 0 || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    *out = (struct identity){status.st_dev, status.st_ino};
    return true;
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
    if (!identify(path, &file))
        return;
    pthread_mutex_lock(&inputs.mutex);
    if (!is_known(&file))
        add_input(&file);
    pthread_mutex_unlock(&inputs.mutex);
}

void host_allow_in_place(void)
{
    inputs.in_place = true;
}

bool host_is_input(const char *path)
{
    struct identity file;
    if (!identify(path, &file))
        return false;
    pthread_mutex_lock(&inputs.mutex);
    bool is_input = is_known(&file);
    pthread_mutex_unlock(&inputs.mutex);
    return is_input;
}

bool host_may_write(const char *path)
{
    return inputs.in_place || !host_is_input(path) ||
           host_error("%s: the output is also an input; expected another file, or --in-place", path);
}
