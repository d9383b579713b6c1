#include "corpus.h"

#include <fts.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { CHUNK_COUNT_AT = 28, CHUNK_OFFSETS_AT = 32, CHUNK_HEADER = 8 };

static char *corpus_folder(void)
{
    const char *shared = getenv("SM5_SHARED"), *root = getenv("SM5_SOURCE_ROOT");
    char *folder = NULL;
    int length = shared ? asprintf(&folder, "%s/corpus", shared)
                        : asprintf(&folder, "%s/../shared/corpus", root ? root : ".");
    return length < 0 ? NULL : folder;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* The file's bytes; `data` is NULL when it cannot be read. */
static struct bytes read_file(const char *path, size_t size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = file ? malloc(size + 1) : NULL;
    bool whole = data && fread(data, 1, size, file) == size;
    if (file)
        fclose(file);
    if (whole)
        return (struct bytes){data, size};
    free(data);
    return (struct bytes){NULL, 0};
}

static bool is_container(const FTSENT *entry)
{
    const char *ending = entry->fts_info == FTS_F ? strrchr(entry->fts_name, '.') : NULL;
    return ending && strcmp(ending, ".dxbc") == 0;
}

size_t corpus_each(void (*visit)(const char *path, struct bytes file, void *context), void *context)
{
    char *folder = corpus_folder();
    char *const folders[] = {folder, NULL};
    FTS *walk = folder ? fts_open(folders, FTS_LOGICAL | FTS_NOCHDIR, by_name) : NULL;
    size_t count = 0;
    for (FTSENT *entry; walk && (entry = fts_read(walk)) != NULL;) {
        if (!is_container(entry))
            continue;
        struct bytes file = read_file(entry->fts_path, (size_t)entry->fts_statp->st_size);
        if (file.data) {
            visit(entry->fts_path, file, context);
            count++;
        }
        free((void *)file.data);
    }
    if (walk)
        fts_close(walk);
    free(folder);
    return count;
}

struct bytes corpus_code(struct bytes file, char fourcc[5])
{
    uint32_t count = file.size < CHUNK_OFFSETS_AT ? 0 : load_u32(file.data + CHUNK_COUNT_AT);
    for (uint32_t i = 0; i < count && CHUNK_OFFSETS_AT + 4 * (size_t)(i + 1) <= file.size; i++) {
        size_t at = load_u32(file.data + CHUNK_OFFSETS_AT + 4 * (size_t)i);
        if (at > file.size || file.size - at < CHUNK_HEADER)
            continue;
        size_t size = load_u32(file.data + at + 4);
        if (memcmp(file.data + at, "SHDR", 4) != 0 && memcmp(file.data + at, "SHEX", 4) != 0)
            continue;
        if (size > file.size - at - CHUNK_HEADER)
            continue;
        memcpy(fourcc, file.data + at, 4);
        fourcc[4] = 0;
        return (struct bytes){file.data + at + CHUNK_HEADER, size};
    }
    return (struct bytes){NULL, 0};
}
