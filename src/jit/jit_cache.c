/* Compiled objects on disk, in $XDG_CACHE_HOME/sm5 or ~/.cache/sm5: one file a key, written under a
   temporary name and renamed, so that readers see a complete file or none. An entry holds code: only files
   of this user that no one else may write are trusted, and only when key, terms and checksum are right, whatever
   the file's name. Cache errors are not reported: the kernel is compiled instead. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "jit/jit_digest.h"

enum { BYTES_MOST = 256 << 20, OBJECT_MOST = 64 << 20, PRUNE_PERIOD = 64, FILES_MOST = 65536 };
enum { LEFT_OVER_SECONDS = 3600 };
enum { NAME_LENGTH = 2 * sizeof(struct jit_digest) }; /* of an entry: its key in hexadecimal */

static const char magic[8] = "sm5code";

/* The terms and the object follow. */
struct head {
    char magic[8];
    struct jit_digest key, check; /* check: of the other fields and what follows */
    uint64_t terms, size, storage;
};

static struct jit_digest checksum(const struct head *head, const void *terms, const void *object)
{
    crypto_generichash_state state;
    const uint64_t sizes[] = {head->terms, head->size, head->storage};
    jit_digest_begin(&state);
    jit_digest_add(&state, head->magic, sizeof head->magic);
    jit_digest_add(&state, head->key.bytes, sizeof head->key.bytes);
    jit_digest_add(&state, sizes, sizeof sizes);
    jit_digest_add(&state, terms, head->terms);
    jit_digest_add(&state, object, head->size);
    return jit_digest_end(&state);
}

/* ---- the folder ---- */

static bool make_folder(const char *path)
{
    struct stat info;
    if (mkdir(path, 0700) && errno != EEXIST)
        return false;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static bool folder(char out[PATH_MAX], bool makes)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    struct stat info;
    int length;
    if (cache && cache[0] == '/') {
        if (makes)
            make_folder(cache);
        length = snprintf(out, PATH_MAX, "%s/sm5", cache);
    } else if (home && home[0] == '/') {
        length = snprintf(out, PATH_MAX, "%s/.cache", home);
        if (length < PATH_MAX && makes)
            make_folder(out);
        length = snprintf(out, PATH_MAX, "%s/.cache/sm5", home);
    } else {
        return false;
    }
    if (length >= PATH_MAX || (makes && !make_folder(out)))
        return false;
    return stat(out, &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid() &&
           !(info.st_mode & 022);
}

static bool path_of(const struct jit_key *key, char out[PATH_MAX], bool makes)
{
    char where[PATH_MAX], name[NAME_LENGTH + 1];
    if (key->terms.failed || !folder(where, makes))
        return false;
    sodium_bin2hex(name, sizeof name, key->digest.bytes, sizeof key->digest.bytes);
    return snprintf(out, PATH_MAX, "%s/%s", where, name) < PATH_MAX;
}

/* ---- entries ---- */

static bool is_trusted(int file, uint64_t *size)
{
    struct stat info;
    if (fstat(file, &info) || !S_ISREG(info.st_mode) || info.st_uid != geteuid() || (info.st_mode & 022))
        return false;
    *size = (uint64_t)info.st_size;
    return *size >= sizeof(struct head) && *size <= OBJECT_MOST;
}

/* The entry is that of the key: its code was made for this input and these views and limits. */
static bool is_of(const struct head *head, const struct jit_key *key, uint64_t size)
{
    return memcmp(head->magic, magic, sizeof magic) == 0 &&
           memcmp(head->key.bytes, key->digest.bytes, sizeof head->key.bytes) == 0 &&
           head->terms == key->terms.length && size - sizeof *head >= head->terms &&
           head->size == size - sizeof *head - head->terms;
}

/* Reads what follows the head. */
static bool read_rest(int file, const struct head *head, const struct jit_key *key, uint8_t *terms,
                      uint8_t *object)
{
    if (!terms || !object || !file_read_all(file, terms, head->terms) ||
        !file_read_all(file, object, head->size))
        return false;
    struct jit_digest check = checksum(head, terms, object);
    return memcmp(check.bytes, head->check.bytes, sizeof check.bytes) == 0 &&
           memcmp(terms, key->terms.text, head->terms) == 0;
}

static bool read_entry(int file, const struct jit_key *key, struct jit_object *object)
{
    struct head head;
    uint64_t size;
    if (!is_trusted(file, &size) || !file_read_all(file, &head, sizeof head) || !is_of(&head, key, size))
        return false;
    uint8_t *terms = malloc(head.terms + 1), *bytes = malloc(head.size + 1);
    bool good = read_rest(file, &head, key, terms, bytes);
    free(terms);
    if (good)
        *object = (struct jit_object){.bytes = bytes, .size = head.size, .storage = head.storage};
    else
        free(bytes);
    return good;
}

bool jit_cache_has(const struct jit_key *key)
{
    char path[PATH_MAX];
    return path_of(key, path, false) && access(path, R_OK) == 0;
}

bool jit_cache_find(const struct jit_key *key, struct jit_object *object)
{
    char path[PATH_MAX];
    if (!path_of(key, path, false))
        return false;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0)
        return false;
    bool found = read_entry(file, key, object);
    if (found)
        futimens(file, NULL); /* eviction is by last use */
    close(file);
    return found;
}

/* ---- eviction ---- */

struct entry {
    char name[NAME_LENGTH + 1];
    struct timespec used;
    uint64_t size;
};

static int older(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->used.tv_sec != y->used.tv_sec)
        return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    return x->used.tv_nsec < y->used.tv_nsec ? -1 : x->used.tv_nsec > y->used.tv_nsec;
}

/* Removes temporary files that a process left when it died. */
static void remove_left_over(int directory, const char *name, const struct stat *info)
{
    if (info->st_mtim.tv_sec < time(NULL) - LEFT_OVER_SECONDS)
        unlinkat(directory, name, 0);
}

static size_t list_entries(DIR *directory, struct entry *entries, uint64_t *total)
{
    size_t count = 0;
    struct dirent *found;
    while (count < FILES_MOST && (found = readdir(directory))) {
        struct stat info;
        if (strlen(found->d_name) > NAME_LENGTH || !strcmp(found->d_name, ".") ||
            !strcmp(found->d_name, "..") ||
            fstatat(dirfd(directory), found->d_name, &info, AT_SYMLINK_NOFOLLOW) || !S_ISREG(info.st_mode))
            continue;
        if (found->d_name[0] == '.') {
            remove_left_over(dirfd(directory), found->d_name, &info);
            continue;
        }
        struct entry *entry = &entries[count++];
        memcpy(entry->name, found->d_name, strlen(found->d_name) + 1);
        entry->used = info.st_mtim;
        entry->size = (uint64_t)info.st_size;
        *total += entry->size;
    }
    return count;
}

/* Evicts the oldest entries until a quarter is free. */
static void prune(const char *where)
{
    DIR *directory = opendir(where);
    struct entry *entries = directory ? malloc(FILES_MOST * sizeof *entries) : NULL;
    uint64_t total = 0;
    if (entries) {
        size_t count = list_entries(directory, entries, &total);
        qsort(entries, count, sizeof *entries, older);
        bool is_full = total > BYTES_MOST || count == FILES_MOST;
        for (size_t i = 0; is_full && i < count && (total > BYTES_MOST / 4 * 3 || i < count / 4); i++) {
            total -= entries[i].size;
            unlinkat(dirfd(directory), entries[i].name, 0);
        }
    }
    free(entries);
    if (directory)
        closedir(directory);
}

void jit_cache_keep(const struct jit_key *key, const struct jit_object *object)
{
    char path[PATH_MAX], where[PATH_MAX], temporary[PATH_MAX];
    struct head head = {
        .key = key->digest, .terms = key->terms.length, .size = object->size, .storage = object->storage};
    memcpy(head.magic, magic, sizeof magic);
    head.check = checksum(&head, key->terms.text, object->bytes);
    if (object->size > OBJECT_MOST - sizeof head - key->terms.length || !path_of(key, path, true) ||
        !folder(where, false) ||
        snprintf(temporary, sizeof temporary, "%s/.new-XXXXXX", where) >= (int)sizeof temporary)
        return;
    int file = mkostemp(temporary, O_CLOEXEC);
    if (file < 0)
        return;
    bool written = file_write_all(file, &head, sizeof head) &&
                   file_write_all(file, key->terms.text, key->terms.length) &&
                   file_write_all(file, object->bytes, object->size);
    written &= close(file) == 0;
    if (!written || rename(temporary, path))
        unlink(temporary);
    if (key->digest.bytes[0] % PRUNE_PERIOD == 0)
        prune(where);
}
