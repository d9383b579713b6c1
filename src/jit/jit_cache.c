/* Compiled objects on disk, in $XDG_CACHE_HOME/sm5 or ~/.cache/sm5: one file a key, written under a
   temporary name and renamed, so that readers see a complete file or none. An entry holds code: only files
   of this user that no one else may write are trusted, and only with a valid checksum. Cache errors are
   not reported: the kernel is compiled instead. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "jit/jit.h"
#include "jit/jit_config.h"

enum { BYTES_MOST = 256 << 20, OBJECT_MOST = 64 << 20, PRUNE_PERIOD = 64, FILES_MOST = 65536 };
enum { LEFT_OVER_SECONDS = 3600 };

static const char magic[8] = "sm5 jit";

struct head {
    char magic[8];
    uint64_t key[2], size, storage, check;
};

/* ---- the key ---- */

struct hash {
    uint64_t a, b;
};

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

static void add(struct hash *h, uint64_t word)
{
    h->a = mix(h->a ^ word) + 0x9e3779b97f4a7c15u;
    h->b = mix(h->b + word) ^ h->a << 1;
}

static void add_bytes(struct hash *h, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    add(h, size);
    for (; size >= 8; size -= 8, at += 8)
        add(h, load_u64(at));
    uint64_t rest = 0;
    for (size_t i = 0; i < size; i++)
        rest |= (uint64_t)at[i] << 8 * i;
    add(h, rest);
}

static void add_list(struct hash *h, const struct ir_list *list)
{
    add_bytes(h, list->items, list->count * sizeof *list->items);
}

static void add_values(struct hash *h, const struct ir_function *f)
{
    for (uint32_t i = 1; i < f->value_count; i++) {
        const struct ir_value *v = &f->values[i];
        if (v->kind == IR_UNUSED)
            continue;
        add(h, i | (uint64_t)v->kind << 32 | (uint64_t)v->access << 40 | (uint64_t)v->part << 48);
        add(h, v->op | (uint64_t)v->instr << 16 | (uint64_t)v->results << 48 | (uint64_t)v->shape << 56 |
                   (uint64_t)v->level << 58 | (uint64_t)v->raw_nan << 60 | (uint64_t)v->measured << 61 |
                   (uint64_t)v->is_fence << 62 | (uint64_t)v->is_inside << 63);
        add(h, v->payload | (uint64_t)v->slot << 32);
        add(h, v->view | (uint64_t)(uint32_t)v->stride << 32);
        add(h, v->low | (uint64_t)v->high << 32);
        add_bytes(h, &f->args[v->first], v->count * sizeof *f->args);
    }
}

static void add_nodes(struct hash *h, const struct ir_function *f)
{
    for (uint32_t i = 0; i < f->node_count; i++) {
        const struct ir_node *n = &f->nodes[i];
        add(h, n->kind | n->is_continue << 8 | n->ends[0] << 9 | n->ends[1] << 10 | n->barrier << 11 |
                   n->group << 12 | n->divergent << 13);
        add(h, n->parent | (uint64_t)n->instr << 32);
        add(h, n->condition | (uint64_t)n->target << 32);
        add(h, n->breaks | (uint64_t)n->continues << 24 | (uint64_t)n->site << 48);
        add_list(h, &n->bodies[0]);
        add_list(h, &n->bodies[1]);
        add_list(h, &n->headers);
        add_list(h, &n->phis);
    }
}

/* The fields that inline code depends on; other accesses pass the number to a helper. */
static void add_texture(struct hash *h, const struct ir_texture *t)
{
    const int8_t *offset = t->access.offset;
    add(h, t->access.kind | t->access.dimension << 8 | (uint64_t)(t->is_any || t->is_any_sampler) << 16 |
               (uint64_t)t->count << 32);
    add(h, (uint8_t)offset[0] | (uint8_t)offset[1] << 8 | (uint64_t)(uint8_t)offset[2] << 16 |
               (uint64_t)t->access.component << 24);
    add_bytes(h, t->reads, t->count);
}

static void add_declarations(struct hash *h, const struct ir_function *f)
{
    const struct program_decls *d = &f->program->decls;
    add_bytes(h, d->thread_group, sizeof d->thread_group);
    add(h, d->tgsm_bytes | (uint64_t)d->icb_rows << 32);
    for (uint32_t i = 0; i < d->resource_count; i++) {
        const struct program_resource *r = &d->resources[i];
        add(h, r->file | r->dimension << 8 | (uint64_t)r->stride << 32);
        add(h, r->count | (uint64_t)r->bytes << 32);
    }
    for (uint32_t i = 0; i < f->view_count; i++)
        add(h, f->views[i].slot | (uint64_t)f->views[i].reg << 32);
    for (uint32_t i = 0; i < f->texture_count; i++)
        add_texture(h, &f->textures[i]);
    for (uint32_t i = 0; i < f->array_count; i++)
        add(h, f->arrays[i].elements | (uint64_t)f->arrays[i].components << 32);
}

bool jit_has_texels(const struct ir_function *f)
{
    bool has = f->texture_count > 0;
    for (uint32_t i = 0; i < f->view_count && !has; i++)
        has = f->program->decls.resources[f->views[i].slot].dimension == ISA_DIM_BUFFER;
    return has;
}

struct jit_key jit_key_of(const struct ir_function *f, const struct jit_options *options,
                          const struct jit_target *target)
{
    static const char version[] = "sm5 " SM5_VERSION ", LLVM " JIT_LLVM_VERSION;
    struct hash h = {0x736d35, JIT_ABI};
    uint64_t stamp[2] = {0};
    jit_plugin_stamp(stamp);
    add_bytes(&h, version, sizeof version);
    add_bytes(&h, stamp, sizeof stamp);
    add_bytes(&h, jit_target_words(), JIT_TARGET_WORDS * sizeof(uint32_t));
    add(&h, f->lanes | (uint64_t)f->is_masked << 32 | (uint64_t)f->has_barrier << 33 |
                (uint64_t)f->alias << 34 | (uint64_t)(target && target->bounded) << 35 |
                (uint64_t)f->forgets_arrays << 36 | (uint64_t)(target && target->is_quick) << 37);
    if (options->cpu)
        add_bytes(&h, options->cpu, strlen(options->cpu));
    add_values(&h, f);
    add_nodes(&h, f);
    add_declarations(&h, f);
    if (target && target->texels && jit_has_texels(f))
        add_bytes(&h, target->texels, jit_kinds_size(f));
    add(&h, target != NULL);
    return (struct jit_key){{h.a, h.b}};
}

static uint64_t checksum(const struct head *head, const uint8_t *bytes)
{
    struct hash h = {head->key[0], head->key[1]};
    add(&h, head->storage);
    add_bytes(&h, bytes, head->size);
    return h.a ^ h.b;
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
    char where[PATH_MAX];
    if (!folder(where, makes))
        return false;
    return snprintf(out, PATH_MAX, "%s/%016llx%016llx", where, (unsigned long long)key->word[0],
                    (unsigned long long)key->word[1]) < PATH_MAX;
}

/* ---- entries ---- */

static bool read_all(int file, void *to, size_t size)
{
    uint8_t *at = to;
    while (size) {
        ssize_t got = read(file, at, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static bool write_all(int file, const void *from, size_t size)
{
    const uint8_t *at = from;
    while (size) {
        ssize_t put = write(file, at, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        at += put;
        size -= (size_t)put;
    }
    return true;
}

static bool is_trusted(int file, uint64_t *size)
{
    struct stat info;
    if (fstat(file, &info) || !S_ISREG(info.st_mode) || info.st_uid != geteuid() || (info.st_mode & 022))
        return false;
    *size = (uint64_t)info.st_size;
    return *size >= sizeof(struct head) && *size <= OBJECT_MOST;
}

static bool read_entry(int file, const struct jit_key *key, struct jit_object *object)
{
    struct head head;
    uint64_t size;
    if (!is_trusted(file, &size) || !read_all(file, &head, sizeof head) ||
        memcmp(head.magic, magic, sizeof magic) || memcmp(head.key, key->word, sizeof head.key) ||
        head.size != size - sizeof head)
        return false;
    uint8_t *bytes = malloc(head.size + 1);
    if (!bytes || !read_all(file, bytes, head.size) || checksum(&head, bytes) != head.check) {
        free(bytes);
        return false;
    }
    *object = (struct jit_object){.bytes = bytes, .size = head.size, .storage = head.storage};
    return true;
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
    char name[33];
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
        if (strlen(found->d_name) > 32 || !strcmp(found->d_name, ".") || !strcmp(found->d_name, "..") ||
            fstatat(dirfd(directory), found->d_name, &info, AT_SYMLINK_NOFOLLOW) || !S_ISREG(info.st_mode))
            continue;
        if (found->d_name[0] == '.') {
            remove_left_over(dirfd(directory), found->d_name, &info);
            continue;
        }
        struct entry *entry = &entries[count++];
        snprintf(entry->name, sizeof entry->name, "%.32s", found->d_name);
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
        .key = {key->word[0], key->word[1]}, .size = object->size, .storage = object->storage};
    memcpy(head.magic, magic, sizeof magic);
    head.check = checksum(&head, object->bytes);
    if (object->size > OBJECT_MOST - sizeof head || !path_of(key, path, true) || !folder(where, false) ||
        snprintf(temporary, sizeof temporary, "%s/.new-XXXXXX", where) >= (int)sizeof temporary)
        return;
    int file = mkostemp(temporary, O_CLOEXEC);
    if (file < 0)
        return;
    bool written = write_all(file, &head, sizeof head) && write_all(file, object->bytes, object->size);
    written &= close(file) == 0;
    if (!written || rename(temporary, path))
        unlink(temporary);
    if (key->word[0] % PRUNE_PERIOD == 0)
        prune(where);
}
