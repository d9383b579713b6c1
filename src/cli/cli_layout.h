/* sm5 layout: declarations of structures, which cli_layout_decl.c makes of flattened fields and cli_layout_write.c
   writes in a language. */
#ifndef SM5_CLI_LAYOUT_H
#define SM5_CLI_LAYOUT_H

#include "cli/cli.h"

enum { LAYOUT_RANK = 8 };

/* One member. The types of scalars are those of sm5_field_info, and 0 where `decl` is the type. */
struct layout_item {
    char *name;
    char type;
    const struct layout_decl *decl;
    uint32_t dims[LAYOUT_RANK];
    unsigned rank;
    uint32_t offset, bytes;
    bool is_padding; /* `bytes` of one byte each */
    bool is_turned;  /* a column_major matrix, as the array of its columns */
};

/* A structure whose members, with padding, cover all of its bytes in order. */
struct layout_decl {
    char *name;
    const char *slot; /* of the resource whose row it is; NULL: a member's type */
    char slot_text[64];
    uint32_t bytes;
    struct layout_item *items;
    size_t count;
    struct layout_decl *next; /* in the order of declaration: a type precedes its uses */
};

struct layout_decls {
    struct layout_decl *first, **end;
    bool has_overlap; /* members of one structure are between those of another */
};

/* Adds the structure of a resource's row, and those of its members before it. */
void cli_layout_declare(struct layout_decls *decls, const char *name, const char *slot,
                        const struct host_layout *layout);
void cli_layout_free(struct layout_decls *decls);

enum layout_language { LAYOUT_C, LAYOUT_CPP, LAYOUT_RUST, LAYOUT_PYTHON, LAYOUT_JSON };
void cli_layout_write(const struct layout_decls *decls, enum layout_language language, FILE *out);

/* ---- cli_layout_check.c ---- */

struct layout_check {
    const char *path; /* of the header; NULL: declarations are written */
    const char *standard, *target;
    struct host_texts pairs, strides; /* NAME=RESOURCE, RESOURCE=EXPRESSION */
    unsigned order;                   /* enum header_order */
};
extern const struct cli_word cli_layout_orders[];
/* Compares structures of the header with those of the program. Returns an exit code. */
int cli_layout_check(const struct sm5_program *program, const struct layout_check *check,
                     const struct host_hlsl_options *hlsl, const struct host_texts *structs);

#endif
