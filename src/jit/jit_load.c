/* A minimal linker for the objects that the compiler emits: ELF64, position-independent. All
   fields are checked: the bytes may come from a damaged file. */
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include "jit/jit.h"

enum { SECTIONS_MOST = 256, PAGE = 4096 };

enum piece { PIECE_CODE, PIECE_CONSTANT, PIECE_DATA, PIECES };

struct object {
    const uint8_t *bytes;
    size_t size;
    const Elf64_Shdr *sections;
    uint32_t count;
    uint64_t at[SECTIONS_MOST]; /* offsets in the mapping; UINT64_MAX: not in memory */
    uint64_t piece_at[PIECES + 1];
    uint8_t *mapping;
};

static const void *range(const struct object *o, uint64_t offset, uint64_t size)
{
    return offset <= o->size && size <= o->size - offset ? o->bytes + offset : NULL;
}

static bool open_object(struct object *o)
{
    const Elf64_Ehdr *head = range(o, 0, sizeof *head);
    if (!head || ((uintptr_t)o->bytes & 7) || memcmp(head->e_ident, ELFMAG, SELFMAG) ||
        head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_type != ET_REL ||
        head->e_machine != jit_target_machine())
        return false;
    if (head->e_shentsize != sizeof(Elf64_Shdr) || head->e_shnum > SECTIONS_MOST || head->e_shoff & 7)
        return false;
    o->count = head->e_shnum;
    o->sections = range(o, head->e_shoff, (uint64_t)o->count * sizeof(Elf64_Shdr));
    return o->sections != NULL;
}

static enum piece piece_of(const Elf64_Shdr *s)
{
    if (s->sh_flags & SHF_EXECINSTR)
        return PIECE_CODE;
    return s->sh_flags & SHF_WRITE ? PIECE_DATA : PIECE_CONSTANT;
}

static bool is_loaded(const Elf64_Shdr *s)
{
    return (s->sh_flags & SHF_ALLOC) && (s->sh_type == SHT_PROGBITS || s->sh_type == SHT_NOBITS) &&
           s->sh_size;
}

/* Code, constants and data on pages of their own. */
static bool lay_out(struct object *o)
{
    uint64_t at = 0;
    for (unsigned piece = 0; piece < PIECES; piece++) {
        o->piece_at[piece] = at = (at + PAGE - 1) & ~(uint64_t)(PAGE - 1);
        for (uint32_t i = 0; i < o->count; i++) {
            const Elf64_Shdr *s = &o->sections[i];
            if (piece == 0)
                o->at[i] = UINT64_MAX;
            if (!is_loaded(s) || piece_of(s) != piece)
                continue;
            uint64_t align = s->sh_addralign ? s->sh_addralign : 1;
            if (align > PAGE || align & (align - 1) || s->sh_size > (1u << 28))
                return false;
            if (s->sh_type == SHT_PROGBITS && !range(o, s->sh_offset, s->sh_size))
                return false;
            at = (at + align - 1) & ~(align - 1);
            o->at[i] = at;
            at += s->sh_size;
            if (at > (1u << 29))
                return false;
        }
    }
    o->piece_at[PIECES] = (at + PAGE - 1) & ~(uint64_t)(PAGE - 1);
    return o->piece_at[PIECES] > 0;
}

static bool copy_in(struct object *o)
{
    void *memory =
        mmap(NULL, o->piece_at[PIECES], PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    o->mapping = memory;
    for (uint32_t i = 0; i < o->count; i++)
        if (o->at[i] != UINT64_MAX && o->sections[i].sh_type == SHT_PROGBITS)
            memcpy(o->mapping + o->at[i], o->bytes + o->sections[i].sh_offset, o->sections[i].sh_size);
    return true;
}

/* ---- symbols and relocations ---- */

/* The section's symbols, checked; NULL when there is no such table. */
static const Elf64_Sym *symbols_of(const struct object *o, uint32_t section, uint64_t *count)
{
    if (section >= o->count || o->sections[section].sh_type != SHT_SYMTAB ||
        o->sections[section].sh_offset & 7)
        return NULL;
    *count = o->sections[section].sh_size / sizeof(Elf64_Sym);
    return range(o, o->sections[section].sh_offset, *count * sizeof(Elf64_Sym));
}

static bool symbol_place(const struct object *o, const Elf64_Sym *symbol, uint64_t *place)
{
    uint32_t section = symbol->st_shndx;
    if (section == SHN_UNDEF || section >= o->count || o->at[section] == UINT64_MAX ||
        symbol->st_value > o->sections[section].sh_size)
        return false;
    *place = o->at[section] + symbol->st_value;
    return true;
}

static bool relocate_one(struct object *o, const Elf64_Shdr *target, uint64_t target_at, const Elf64_Rela *r,
                         const Elf64_Sym *symbols, uint64_t symbol_count)
{
    uint64_t index = ELF64_R_SYM(r->r_info), place;
    if (index >= symbol_count || !symbol_place(o, &symbols[index], &place))
        return false;
    if (r->r_offset > target->sh_size)
        return false;
    uint64_t base = (uint64_t)(uintptr_t)o->mapping, at = target_at + r->r_offset;
    return jit_target_relocate(ELF64_R_TYPE(r->r_info), base + place + (uint64_t)r->r_addend, base + at,
                               o->mapping + at, target->sh_size - r->r_offset);
}

static bool relocate(struct object *o, const Elf64_Shdr *s)
{
    uint64_t symbol_count = 0, count = s->sh_size / sizeof(Elf64_Rela);
    const Elf64_Sym *symbols = symbols_of(o, s->sh_link, &symbol_count);
    const Elf64_Rela *list = s->sh_offset & 7 ? NULL : range(o, s->sh_offset, count * sizeof *list);
    if (s->sh_info >= o->count || !symbols || !list)
        return false;
    if (o->at[s->sh_info] == UINT64_MAX)
        return true; /* relocations of debug sections */
    for (uint64_t i = 0; i < count; i++)
        if (!relocate_one(o, &o->sections[s->sh_info], o->at[s->sh_info], &list[i], symbols, symbol_count))
            return false;
    return true;
}

static bool relocate_all(struct object *o)
{
    for (uint32_t i = 0; i < o->count; i++) {
        if (o->sections[i].sh_type == SHT_REL)
            return false;
        if (o->sections[i].sh_type == SHT_RELA && !relocate(o, &o->sections[i]))
            return false;
    }
    return true;
}

static bool is_entry(const struct object *o, const Elf64_Shdr *table, const Elf64_Sym *symbol)
{
    static const char name[] = "sm5_jit_entry";
    if (table->sh_link >= o->count || o->sections[table->sh_link].sh_type != SHT_STRTAB)
        return false;
    const Elf64_Shdr *strings = &o->sections[table->sh_link];
    if (symbol->st_name > strings->sh_size || strings->sh_size - symbol->st_name < sizeof name)
        return false;
    const char *text = range(o, strings->sh_offset + symbol->st_name, sizeof name);
    return text && memcmp(text, name, sizeof name) == 0;
}

static bool find_entry(const struct object *o, uint64_t *place)
{
    for (uint32_t i = 0; i < o->count; i++) {
        uint64_t count = 0;
        const Elf64_Sym *symbols = symbols_of(o, i, &count);
        for (uint64_t k = 0; symbols && k < count; k++)
            if (is_entry(o, &o->sections[i], &symbols[k]) && symbol_place(o, &symbols[k], place))
                return *place < o->piece_at[PIECE_CODE + 1];
    }
    return false;
}

/* W^X: the memory is filled while it is writable; afterwards code is executable and constants are
   read-only. */
static bool protect(const struct object *o)
{
    static const int rights[PIECES] = {PROT_READ | PROT_EXEC, PROT_READ, PROT_READ | PROT_WRITE};
    for (unsigned piece = 0; piece < PIECES; piece++) {
        uint64_t size = o->piece_at[piece + 1] - o->piece_at[piece];
        if (size && mprotect(o->mapping + o->piece_at[piece], size, rights[piece]))
            return false;
    }
    return true;
}

enum sm5_status jit_load(const uint8_t *bytes, size_t size, struct jit_code *code)
{
    struct object o = {.bytes = bytes, .size = size};
    uint64_t entry = 0;
    *code = (struct jit_code){0};
    if (!open_object(&o) || !lay_out(&o))
        return SM5_ERR_INPUT;
    if (!copy_in(&o))
        return SM5_ERR_MEMORY;
    code->mapping = o.mapping;
    code->size = o.piece_at[PIECES];
    if (!relocate_all(&o) || !find_entry(&o, &entry) || !protect(&o)) {
        jit_unload(code);
        return SM5_ERR_INPUT;
    }
    code->entry = (jit_entry *)(uintptr_t)(o.mapping + entry);
    return SM5_OK;
}

void jit_unload(struct jit_code *code)
{
    if (code->mapping)
        munmap(code->mapping, code->size);
    *code = (struct jit_code){0};
}
