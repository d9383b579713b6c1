/* Layout of a resource's rows: the names, offsets and types of their words. */
#ifndef SM5_CLI_LAYOUT_H
#define SM5_CLI_LAYOUT_H

#include "sm5/sm5.h"

struct cli_texts;
struct io_error;

/* The fields of one row: an element of a structured t# or u#, or the whole of a cb#. */
struct cli_layout {
    struct sm5_field_info *fields; /* in order of offset; malloc'ed */
    size_t count;                  /* 0: nothing names the words */
    uint32_t bytes;                /* of a row; 0 when unknown */
    struct sm5_layout *owner;      /* of the names; or: */
    struct sm5_blob names;
};

/* The layout of resource `index` (as sm5_resource_at counts), from --struct, a `// sm5: struct` comment or
   RDEF, in that order. `structs`: the values of --struct, or NULL; both they and the comments are checked
   before. A resource that nothing describes has no fields. False, with a message, when memory is out. */
bool cli_layout_of(const struct sm5_program *program, uint32_t index, const struct cli_texts *structs,
                   struct cli_layout *out);
void cli_layout_free(struct cli_layout *layout);
/* Whether each --struct names a slot of the program, and fits it. False with a message in `error`, or in
   `diags` for declarations that are malformed. */
bool cli_structs_fit(const struct sm5_program *program, const struct cli_texts *structs,
                     struct sm5_diags *diags, struct io_error *error);
/* The same, reported. */
bool cli_structs_check(const struct sm5_program *program, const struct cli_texts *structs);
/* Whether the comments of the program that declare layouts are well formed; false after having reported it.
 */
bool cli_layouts_check(const struct sm5_program *program);
/* Whether the comments of the program that declare layouts are well formed; false after having reported what
   is wrong. */
bool cli_layouts_check(const struct sm5_program *program);
/* The field that holds byte `offset` of a row, or NULL. */
const struct sm5_field_info *cli_layout_field(const struct cli_layout *layout, uint32_t offset);
/* Bytes of a field's value. */
uint32_t cli_field_bytes(const struct sm5_field_info *field);

#endif
