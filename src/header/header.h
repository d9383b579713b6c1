/* Structures of C and C++ headers, and their comparison with the layouts of a program's resources. The parser is
   libclang, in a plugin (clang/), which is loaded on first use. */
#ifndef SM5_HEADER_H
#define SM5_HEADER_H

#include <stdio.h>

#include "host/host.h"

/* ---- reading (header_read.c) ---- */

/* One scalar of a structure. Members, arrays and vectors are flattened; those of a union overlap. */
struct header_scalar {
    char *path; /* "light[1].color.x", as names of sm5_field_info */
    uint32_t offset, bytes;
    char type;      /* 'f' floating point, 'i' signed, 'u' unsigned, 'b' bool, 'p' anything else */
    bool is_column; /* in an array of the type that its structure names col_type, as in GLM's matrices */
    uint32_t unit;  /* bit fields: bytes of the declared type, else 0 */
};

struct header_struct {
    char *name;     /* as it was searched for */
    char *spelling; /* "struct Particle" */
    char *file;
    unsigned line;
    uint32_t bytes;
    struct header_scalar *scalars; /* in the order of declaration */
    size_t count, room;
    struct header_struct *next;
};

struct header_options {
    const char *path;
    const char *standard, *target;               /* of clang; NULL: its default */
    const struct host_texts *defines, *includes; /* -D and -I */
};

struct header {
    struct header_struct *first, **end;
    int64_t *values; /* of the expressions */
    char *problem;   /* why the header was not read; NULL: it was */
};

/* Reads the structures in `names`, which may have scopes ("game::Particle"), and the values of constant expressions, such as "sizeof(Particle)", that the header
   defines the names of. A name without definition has no entry. False after a message. */
bool header_read(const struct header_options *options, const struct host_texts *names,
                 const struct host_texts *expressions, struct header *out);
void header_free(struct header *header);
const struct header_struct *header_find(const struct header *header, const char *name);

/* ---- comparison (header_compare.c) ---- */

/* What [i][j] of a square array means. Other matrices show their order. */
enum header_order {
    HEADER_ORDER_NAMED, /* unknown, unless members are named _12 or m12, or the type names its columns */
    HEADER_ORDER_ROWS,
    HEADER_ORDER_COLUMNS,
    HEADER_ORDER_ANY /* orders are not compared */
};

struct header_resource {
    const char *slot;
    bool is_buffer;       /* constant buffer: one row */
    uint32_t stride;      /* that the program declares; of a constant buffer the bytes of its named members */
    uint32_t row;         /* of the members, by the names' source */
    const int64_t *given; /* the stride that the application uses; NULL: not known */
    const struct host_layout *layout;
};

/* Writes the differences and notes. Returns the number of differences. */
size_t header_compare(const struct header_resource *resource, const struct header_struct *found,
                      enum header_order order, FILE *out);

/* ---- the plugin ---- */

enum { HEADER_ABI = 2 };
#define HEADER_PARSER_SYMBOL "sm5_header_parser"

/* Calls of the parser; the strings are valid during the call. */
struct header_sink {
    void *state;
    bool (*requests)(void *state, const char *name); /* "Particle", also with scopes: "game::Particle" */
    void (*open)(void *state, const char *name, const char *spelling, const char *file, unsigned line,
                 uint64_t bytes);
    void (*add)(void *state, const char *path, uint64_t offset, uint64_t bytes, char type, bool is_column,
                uint64_t unit);
    void (*constant)(void *state, const char *name, int64_t value);
    void (*problem)(void *state, const char *text); /* the first one counts */
};

struct header_parser {
    unsigned abi;
    /* Parses `text` as file `path`, in C or C++. */
    void (*parse)(const char *path, const char *text, const char *const *arguments, int count,
                  const struct header_sink *sink);
};

#endif
