/* Plugins: parts of the library that are loaded on first use, because they link large or optional libraries.
   */
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "base/plugin_config.h"

/* Folder of the library or executable that contains this code. */
static bool own_folder(char out[PATH_MAX])
{
    Dl_info info;
    static const char here; /* any address in this object */
    if (!dladdr(&here, &info) || !info.dli_fname)
        return false;
    char *path = realpath(strchr(info.dli_fname, '/') ? info.dli_fname : "/proc/self/exe", out);
    char *end = path ? strrchr(path, '/') : NULL;
    if (end)
        *end = 0;
    return end != NULL;
}

static bool is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

bool plugin_find(const struct plugin_name *name, char out[PATH_MAX])
{
    /* The build folder, the folder of an installed library, the install prefix. */
    static const char *const ways[] = {"", "../", "../../"};
    static const char *const places[] = {"sm5/", "../lib/sm5/", "../lib/" PLUGIN_MULTIARCH "/sm5/"};
    const char *override = getenv(name->variable);
    char folder[PATH_MAX];
    if (override) {
        snprintf(out, PATH_MAX, "%s", override);
        return is_file(out);
    }
    bool known = own_folder(folder);
    if (known && snprintf(out, PATH_MAX, "%s/%s", folder, name->file) < PATH_MAX && is_file(out))
        return true;
    for (size_t i = 0; known && i < BASE_COUNT(ways); i++)
        if (snprintf(out, PATH_MAX, "%s/%s%s/%s", folder, ways[i], name->build_folder, name->file) <
                PATH_MAX &&
            is_file(out))
            return true;
    for (size_t i = 0; known && i < BASE_COUNT(places); i++)
        if (snprintf(out, PATH_MAX, "%s/%s%s", folder, places[i], name->file) < PATH_MAX && is_file(out))
            return true;
    snprintf(out, PATH_MAX, "%s/%s", PLUGIN_DIR, name->file);
    return is_file(out);
}

/* ---- complete files ---- */

static bool reaches(uint64_t at, uint64_t count, uint64_t each, uint64_t size)
{
    return at <= size && (!each || count <= (size - at) / each);
}

static bool read_at(int file, void *to, size_t size, uint64_t at)
{
    size_t got = 0;
    while (got < size) {
        ssize_t n = pread(file, (char *)to + got, size - got, (off_t)(at + got));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        got += (size_t)n;
    }
    return true;
}

static bool has_segments(int file, const Elf64_Ehdr *head, uint64_t size)
{
    for (uint32_t i = 0; i < head->e_phnum; i++) {
        Elf64_Phdr segment;
        uint64_t at = head->e_phoff + (uint64_t)i * sizeof segment;
        if (!read_at(file, &segment, sizeof segment, at) ||
            !reaches(segment.p_offset, segment.p_filesz, 1, size))
            return false;
    }
    return true;
}

/* The dynamic loader maps segments without checking the file's size: a truncated file would cause SIGBUS. */
static bool is_whole(const char *path)
{
    Elf64_Ehdr head;
    struct stat info;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    bool good = fstat(file, &info) == 0 && read_at(file, &head, sizeof head, 0) &&
                memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_phentsize == sizeof(Elf64_Phdr);
    uint64_t size = good ? (uint64_t)info.st_size : 0;
    good = good && reaches(head.e_phoff, head.e_phnum, sizeof(Elf64_Phdr), size) &&
           reaches(head.e_shoff, head.e_shnum, head.e_shentsize, size) && has_segments(file, &head, size);
    close(file);
    return good;
}

/* ---- loading ---- */

void *plugin_open(const struct plugin_name *name, struct strbuf *why)
{
    char path[PATH_MAX];
    if (!plugin_find(name, path)) {
        strbuf_printf(why, "its plugin, %s, is not installed", name->file);
        return NULL;
    }
    if (!is_whole(path)) {
        strbuf_printf(why, "%s is damaged", path);
        return NULL;
    }
    /* NODELETE: LLVM and drivers do not support unloading. Loading again returns the loaded library. */
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library)
        strbuf_add(why, dlerror());
    return library;
}
