/* Files for the tests of the text room: the inputs of the source tree, and the optional corpus beside it. */
#ifndef CORPUS_H
#define CORPUS_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/base.h"

static inline const char *source_root(void)
{
    const char *root = getenv("SM5_SOURCE_ROOT");
    return root ? root : ".";
}

/* Folder `name` beside the source tree, or in $SM5_SHARED. */
static inline void shared_path(char *out, size_t size, const char *name)
{
    const char *shared = getenv("SM5_SHARED");
    if (shared)
        snprintf(out, size, "%s/%s", shared, name);
    else
        snprintf(out, size, "%s/../shared/%s", source_root(), name);
}

/* The file, zero-terminated; NULL when it cannot be read. */
static inline char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    struct strbuf text = {0};
    char block[65536];
    for (size_t n; (n = fread(block, 1, sizeof block, file)) > 0;)
        strbuf_add_bytes(&text, block, n);
    fclose(file);
    strbuf_add_char(&text, 0);
    *size = text.length - 1;
    return text.text;
}

static inline bool has_ending(const char *name, const char *ending)
{
    size_t n = strlen(name), m = strlen(ending);
    return n > m && strcmp(name + n - m, ending) == 0;
}

typedef void (*file_visitor)(const char *path, void *context);

/* Calls `visit` for each file with the ending in `folder` and the folders in it; gives their number. */
static inline unsigned each_file(const char *folder, const char *ending, unsigned depth, file_visitor visit,
                                 void *context)
{
    struct dirent **names;
    unsigned count = 0;
    int n = scandir(folder, &names, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char path[8192];
        struct stat info;
        int length = snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        bool known = length < (int)sizeof path && names[i]->d_name[0] != '.' && stat(path, &info) == 0;
        if (known && S_ISDIR(info.st_mode) && depth)
            count += each_file(path, ending, depth - 1, visit, context);
        if (known && S_ISREG(info.st_mode) && has_ending(path, ending)) {
            visit(path, context);
            count++;
        }
        free(names[i]);
    }
    if (n >= 0)
        free(names);
    return count;
}

/* The code chunk of a container; size 0 when there is none. */
static inline struct bytes code_of(const char *file, size_t size, char fourcc[5])
{
    const uint8_t *bytes = (const uint8_t *)file;
    if (size < 32 || memcmp(bytes, "DXBC", 4) != 0)
        return (struct bytes){0};
    uint32_t count = load_u32(bytes + 28);
    for (uint32_t i = 0; i < count && 36 + 4 * (size_t)i <= size; i++) {
        size_t at = load_u32(bytes + 32 + 4 * (size_t)i);
        if (at + 8 > size || load_u32(bytes + at + 4) > size - at - 8)
            continue;
        if (memcmp(bytes + at, "SHDR", 4) != 0 && memcmp(bytes + at, "SHEX", 4) != 0)
            continue;
        memcpy(fourcc, bytes + at, 4);
        fourcc[4] = 0;
        return (struct bytes){bytes + at + 8, load_u32(bytes + at + 4)};
    }
    return (struct bytes){0};
}

#endif
