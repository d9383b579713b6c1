/* Temporary folders. Their removal allocates nothing: it must succeed when memory is exhausted, also at the end of a
   command whose allocation failed (host_end_out_of_memory). */
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/host.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct host_temporary *folders; /* of all threads */

bool host_temporary_make(struct host_temporary *folder, const char *prefix)
{
    const char *root = getenv("TMPDIR");
    int length =
        snprintf(folder->path, sizeof folder->path, "%s/%sXXXXXX", root && *root ? root : "/tmp", prefix);
    if (length >= (int)sizeof folder->path)
        errno = ENAMETOOLONG;
    if (length >= (int)sizeof folder->path || !mkdtemp(folder->path)) {
        folder->path[0] = 0;
        return false;
    }
    folder->entries = opendir(folder->path);
    if (!folder->entries) {
        int error = errno;
        rmdir(folder->path);
        folder->path[0] = 0;
        errno = error;
        return false;
    }
    folder->process = getpid();
    folder->end_writers = NULL;
    pthread_mutex_lock(&lock);
    folder->next = folders;
    folders = folder;
    pthread_mutex_unlock(&lock);
    return true;
}

static void empty(DIR *entries)
{
    rewinddir(entries);
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            unlinkat(dirfd(entries), entry->d_name, 0);
}

void host_temporary_remove(struct host_temporary *folder)
{
    if (!folder->path[0])
        return;
    pthread_mutex_lock(&lock);
    struct host_temporary **at = &folders;
    while (*at != folder)
        at = &(*at)->next;
    *at = folder->next;
    empty(folder->entries);
    rmdir(folder->path);
    pthread_mutex_unlock(&lock);
    closedir(folder->entries);
    folder->path[0] = 0;
}

void host_temporary_remove_all(void)
{
    pthread_mutex_lock(&lock); /* for good: no thread makes another one */
    for (const struct host_temporary *folder = folders; folder; folder = folder->next) {
        if (folder->process != getpid())
            continue; /* a forked process ends: the folder is its parent's */
        if (folder->end_writers)
            folder->end_writers(folder->context);
        empty(folder->entries);
        rmdir(folder->path);
    }
}
