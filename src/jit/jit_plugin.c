/* The compiler plugin, and the id of its build. */
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include "jit/jit.h"

/* ---- build id ---- */

/* The id that the linker made of all that is in the file, from a PT_NOTE segment. */
static bool find_build(const uint8_t *notes, size_t size, struct jit_digest *build)
{
    for (size_t at = 0; size - at >= sizeof(Elf64_Nhdr);) {
        Elf64_Nhdr note;
        memcpy(&note, notes + at, sizeof note);
        at += sizeof note;
        uint64_t name = ((uint64_t)note.n_namesz + 3) & ~3ull, id = ((uint64_t)note.n_descsz + 3) & ~3ull;
        if (name > size - at || id > size - at - name)
            return false;
        bool is_id = note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && !memcmp(notes + at, "GNU", 4);
        if (is_id && note.n_descsz >= 16 && note.n_descsz <= sizeof build->bytes) {
            *build = (struct jit_digest){{0}};
            memcpy(build->bytes, notes + at + name, note.n_descsz);
            return true;
        }
        at += name + id;
    }
    return false;
}

static bool read_build(int file, struct jit_digest *build)
{
    Elf64_Ehdr head;
    Elf64_Phdr segment;
    uint8_t notes[1024];
    if (pread(file, &head, sizeof head, 0) != sizeof head || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
        head.e_phentsize != sizeof segment)
        return false;
    for (uint32_t i = 0; i < head.e_phnum; i++) {
        off_t at = (off_t)(head.e_phoff + (uint64_t)i * sizeof segment);
        if (pread(file, &segment, sizeof segment, at) != sizeof segment)
            return false;
        size_t size = segment.p_filesz < sizeof notes ? segment.p_filesz : sizeof notes;
        if (segment.p_type == PT_NOTE && pread(file, notes, size, (off_t)segment.p_offset) == (ssize_t)size &&
            find_build(notes, size, build))
            return true;
    }
    return false;
}

static const struct plugin_name name = {
    .file = "sm5-jit.so", .variable = "SM5_JIT_PLUGIN", .build_folder = "src/jit/llvm"};

bool jit_plugin_path(char path[PATH_MAX])
{
    return plugin_find(&name, path);
}

bool jit_plugin_beside(const char *file, char path[PATH_MAX])
{
    char *slash = plugin_find(&name, path) ? strrchr(path, '/') : NULL;
    size_t room = slash ? (size_t)(PATH_MAX - (slash + 1 - path)) : 0;
    return room && (size_t)snprintf(slash + 1, room, "%s", file) < room;
}

bool jit_plugin_build(struct jit_digest *build)
{
    char path[PATH_MAX];
    int file = plugin_find(&name, path) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    bool found = file >= 0 && read_build(file, build);
    if (file >= 0)
        close(file);
    return found;
}

const struct jit_compiler *jit_plugin_load(struct strbuf *why)
{
    void *library = plugin_open(&name, why);
    if (!library)
        return NULL;
    const struct jit_compiler *(*compiler)(void) = NULL;
    *(void **)&compiler = dlsym(library, JIT_COMPILER_SYMBOL);
    const struct jit_compiler *found = compiler ? compiler() : NULL;
    dlclose(library);
    if (found && found->abi == JIT_ABI)
        return found;
    strbuf_printf(why, "%s belongs to another version", name.file);
    return NULL;
}
