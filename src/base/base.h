/* The base room: memory, strings, bytes and diagnostics. Depends on libc and the public headers
   only. */
#ifndef SM5_BASE_H
#define SM5_BASE_H

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "sm5/diag.h"
#include "sm5/status.h"

#define BASE_COUNT(array)        (sizeof(array) / sizeof((array)[0]))
#define BASE_UNUSED              __attribute__((unused))
#define BASE_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))

/* ---- file.c: descriptors ---- */

/* All of `size` bytes, in as many calls as it takes. False: an error, with errno, or the end of the file. */
bool file_write_all(int file, const void *bytes, size_t size);
bool file_read_all(int file, void *out, size_t size);
bool file_read_at(int file, void *out, size_t size, uint64_t at);

/* ---- arena.c: memory that is freed together ---- */

struct arena_block;

/* Zero-initialise to use. Every function that allocates returns NULL when out of memory. */
struct arena {
    struct arena_block *blocks;
};

/* `size` zeroed bytes, aligned for any type; size 0 gives a valid pointer. */
void *arena_alloc(struct arena *arena, size_t size);
/* count * size zeroed bytes; NULL also when the product overflows. */
void *arena_array(struct arena *arena, size_t count, size_t size);
void *arena_copy(struct arena *arena, const void *bytes, size_t size);
/* Copy of `length` bytes of `text` and a terminating zero. */
char *arena_string(struct arena *arena, const char *text, size_t length);
char *arena_printf(struct arena *arena, const char *format, ...) BASE_PRINTF(2, 3);
/* Moves all memory of `from` to `arena`. */
void arena_join(struct arena *arena, struct arena *from);
void arena_free(struct arena *arena);

/* ---- vec.c: growing arrays ---- */

/* Use as `struct { T *data; size_t count, capacity; }` with VEC_PUSH; freed with vec_free. */
#define VEC(type)                                                                                            \
    struct {                                                                                                 \
        type *data;                                                                                          \
        size_t count, capacity;                                                                              \
    }

/* Reserves space for `extra` more elements; false when out of memory, then the vector is unchanged. */
bool vec_reserve(void **data, size_t count, size_t *capacity, size_t extra, size_t element_size);

#define VEC_RESERVE(vec, extra)                                                                              \
    vec_reserve((void **)&(vec)->data, (vec)->count, &(vec)->capacity, (extra), sizeof *(vec)->data)
#define VEC_PUSH(vec, value) (VEC_RESERVE(vec, 1) && ((vec)->data[(vec)->count++] = (value), true))
#define VEC_FREE(vec)        (free((vec)->data), (vec)->data = NULL, (vec)->count = (vec)->capacity = 0)

/* ---- strbuf.c: text being built ---- */

/* Zero-initialise to use. After a failed allocation `failed` stays set and appends do nothing: check it once,
   at the end. `text` is NULL while empty, else zero-terminated. */
struct strbuf {
    char *text;
    size_t length, capacity;
    bool failed;
};

void strbuf_add(struct strbuf *buf, const char *text);
void strbuf_add_bytes(struct strbuf *buf, const char *bytes, size_t length);
void strbuf_add_char(struct strbuf *buf, char c);
void strbuf_add_repeat(struct strbuf *buf, char c, size_t count);
void strbuf_printf(struct strbuf *buf, const char *format, ...) BASE_PRINTF(2, 3);
void strbuf_clear(struct strbuf *buf);
void strbuf_free(struct strbuf *buf);
/* Bytes for a terminal: control characters and invalid UTF-8 as `\x1b`; tabs are kept. */
void strbuf_add_printable(struct strbuf *buf, const char *text, size_t length);
/* The text, never NULL. */
const char *strbuf_text(const struct strbuf *buf);

/* ---- memory (memory.c) ---- */

/* `bytes` zeroed bytes for programs to access, at a multiple of `align`; freed with memory_free only. NULL when memory
   is exhausted.

   Tests set SM5_GUARD_PAGES in the environment, for the whole life of the process, to prove that programs access
   nothing else: with `begin` each block begins after an inaccessible page, with `end` it ends before one, aligned to
   `least` only, to leave less space before the page. */
void *memory_new(size_t bytes, size_t align, size_t least);
void memory_free(void *memory);
/* Advises the kernel to back whole huge pages of a large block by huge pages: a page fault for each 2 MiB instead of
   each 4 KiB. */
void memory_prefer_huge_pages(void *memory, size_t bytes);

/* ---- processors (cores.c) ---- */

/* Cores in the affinity mask of the calling thread, at least 1. */
unsigned base_affine_cores(void);
/* Cores that this process may use: those of the affinity mask, fewer when a control group has a quota of time (rounded
   up). */
unsigned base_cores(void);
/* The smallest quota of the groups that a file such as /proc/self/cgroup lists, whose folders are below `root`; 0
   without one. */
unsigned base_quota_cores(const char *groups, const char *root);

/* ---- plugins (plugin.c) ---- */

struct plugin_name {
    const char *file;         /* "sm5-jit.so" */
    const char *variable;     /* environment variable with the only path to try */
    const char *build_folder; /* where the build puts it */
};

/* Finds the file of a plugin. */
bool plugin_find(const struct plugin_name *name, char out[PATH_MAX]);
/* Opens it with dlopen, for good. NULL with the reason: it is missing, truncated, or misses a library of its own. */
void *plugin_open(const struct plugin_name *name, struct strbuf *why);

/* ---- text helpers (strutil.c) ---- */

bool str_equal_nocase(const char *a, const char *b);
bool str_starts(const char *text, const char *prefix);
/* Bytes of the UTF-8 character at the start of a text, 0 when it is invalid or not printable: a
   control character or one that reorders the line. */
size_t str_printable(const char *text, size_t length);
/* Edits between words (a swap of letters is one), case ignored; more than 64 bytes count as far apart. */
unsigned str_distance(const char *a, const char *b);

/* ---- bytes.h part: little-endian words in unaligned memory ---- */

static inline uint16_t load_u16(const void *p)
{
    uint16_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline uint32_t load_u32(const void *p)
{
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline uint64_t load_u64(const void *p)
{
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline void store_u32(void *p, uint32_t v)
{
    memcpy(p, &v, sizeof v);
}

static inline float float_of_bits(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static inline uint32_t bits_of_float(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static inline double double_of_bits(uint64_t bits)
{
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

static inline uint64_t bits_of_double(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

/* Bytes that something else owns. */
struct bytes {
    const uint8_t *data;
    size_t size;
};

/* ---- diag.c: the diagnostics list ---- */

/* One row of a <room>_diag.def, the list of the diagnostics of one room; docs/diagnostics.md is generated
   from these lists. */
struct diag_info {
    enum sm5_severity severity;
    const char *code;          /* unique; shown in brackets */
    const char *text;          /* printf format: what is wrong, then what is accepted */
    const char *advice;        /* one sentence for docs/diagnostics.md */
    enum sm5_diag_class class; /* of validation's rules */
};

/* Declares DIAG_id and the text that the compiler checks arguments against. A room's <room>_diag.h includes
   its list with it, so that a new row rebuilds that room alone. */
#define DIAG_DECLARE(id, severity, code, text, advice)                                                       \
    static const char diag_text_##id[] BASE_UNUSED = text;                                                   \
    static const struct diag_info DIAG_##id BASE_UNUSED = {severity, code, text, advice, SM5_DIAG_UNCLASSED};
#define DIAG_DECLARE_RULE(id, class, code, text, advice)                                                     \
    static const char diag_text_##id[] BASE_UNUSED = text;                                                   \
    static const struct diag_info DIAG_##id BASE_UNUSED = {SM5_ERROR, code, text, advice, class};

#define DIAG DIAG_DECLARE
#include "base_diag.def"
#undef DIAG

/* Where a diagnostic points; zero-initialised fields and DIAG_NOWHERE mean "no place". */
struct diag_place {
    const char *file;
    const char *source_line; /* copied by diag_add */
    size_t source_length;
    uint32_t line, column, length;
    const char *chunk;
    uint32_t offset, instruction;
    const char *origin_file;
    uint32_t origin_line;
};

#define DIAG_NOWHERE ((struct diag_place){.offset = SM5_NO_OFFSET, .instruction = SM5_NO_OFFSET})

struct diag_place diag_at_chunk(const char *fourcc, uint32_t token);
struct diag_place diag_at_byte(uint32_t offset);
struct diag_place diag_at_instruction(uint32_t index);

/* diag_add(list, ID, place, ...): adds an entry whose text is the list's format for ID with the arguments.
   The compiler checks the arguments against the text. `diags` may be NULL: then nothing is stored. */
#define diag_add(diags, id, ...) diag_add_text((diags), &DIAG_##id, diag_text_##id, __VA_ARGS__)
/* Sets the file of the entries from `first` on that have none. */
void diag_name_file(struct sm5_diags *diags, size_t first, const char *file);
void diag_add_text(struct sm5_diags *diags, const struct diag_info *info, const char *text,
                   struct diag_place place, ...) BASE_PRINTF(3, 5);

#endif
