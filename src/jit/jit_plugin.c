/* Finds and loads the compiler plugin. */
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jit/jit.h"
#include "jit/jit_config.h"

#define PLUGIN_FILE "sm5-jit.so"

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

/* SM5_JIT_PLUGIN alone when it is set; else the build folder, the folder of an installed library, or the
   install prefix. */
static bool find_plugin(char out[PATH_MAX])
{
    static const char *const places[] = {"",
                                         "src/jit/llvm/",
                                         "../src/jit/llvm/",
                                         "../../src/jit/llvm/",
                                         "sm5/",
                                         "../lib/sm5/",
                                         "../lib/x86_64-linux-gnu/sm5/"};
    const char *override = getenv("SM5_JIT_PLUGIN");
    char folder[PATH_MAX];
    if (override) {
        snprintf(out, PATH_MAX, "%s", override);
        return is_file(out);
    }
    for (size_t i = 0; own_folder(folder) && i < BASE_COUNT(places); i++)
        if (snprintf(out, PATH_MAX, "%s/%s" PLUGIN_FILE, folder, places[i]) < PATH_MAX && is_file(out))
            return true;
    snprintf(out, PATH_MAX, "%s/" PLUGIN_FILE, JIT_PLUGIN_DIR);
    return is_file(out);
}

/* ---- complete files ---- */

static bool reaches(uint64_t at, uint64_t count, uint64_t each, uint64_t size)
{
    return at <= size && (!each || count <= (size - at) / each);
}

static bool has_segments(int file, const Elf64_Ehdr *head, uint64_t size)
{
    for (uint32_t i = 0; i < head->e_phnum; i++) {
        Elf64_Phdr segment;
        uint64_t at = head->e_phoff + (uint64_t)i * sizeof segment;
        if (pread(file, &segment, sizeof segment, (off_t)at) != sizeof segment ||
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
    bool good = fstat(file, &info) == 0 && pread(file, &head, sizeof head, 0) == sizeof head &&
                memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_phentsize == sizeof(Elf64_Phdr);
    uint64_t size = good ? (uint64_t)info.st_size : 0;
    good = good && reaches(head.e_phoff, head.e_phnum, sizeof(Elf64_Phdr), size) &&
           reaches(head.e_shoff, head.e_shnum, head.e_shentsize, size) && has_segments(file, &head, size);
    close(file);
    return good;
}

bool jit_plugin_stamp(uint64_t stamp[2])
{
    char path[PATH_MAX];
    struct stat info;
    if (!find_plugin(path) || stat(path, &info))
        return false;
    stamp[0] = (uint64_t)info.st_size;
    stamp[1] = (uint64_t)info.st_mtim.tv_sec * 1000000000u + (uint64_t)info.st_mtim.tv_nsec;
    return true;
}

const struct jit_compiler *jit_plugin_load(struct strbuf *why)
{
    char path[PATH_MAX];
    if (!find_plugin(path)) {
        strbuf_add(why, "its compiler, " PLUGIN_FILE ", is not installed");
        return NULL;
    }
    if (!is_whole(path)) {
        strbuf_printf(why, "%s is damaged", path);
        return NULL;
    }
    /* NODELETE: LLVM does not support unloading. Loading again returns the loaded library. */
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library) {
        strbuf_add(why, dlerror());
        return NULL;
    }
    const struct jit_compiler *(*compiler)(void) = NULL;
    *(void **)&compiler = dlsym(library, JIT_COMPILER_SYMBOL);
    const struct jit_compiler *found = compiler ? compiler() : NULL;
    dlclose(library);
    if (!found || found->abi != JIT_ABI) {
        strbuf_printf(why, "%s belongs to another version", path);
        return NULL;
    }
    return found;
}
