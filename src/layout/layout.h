/* Layouts: names, offsets and types of the scalars in a row of a resource, from RDEF or from declarations
   in HLSL. */
#ifndef SM5_LAYOUT_ROOM_H
#define SM5_LAYOUT_ROOM_H

#include "base/base.h"
#include "program/program.h"
#include "sm5/reflect.h"

/* Fields do not overlap, and their names are unique. */
struct sm5_layout {
    struct arena names;
    VEC(struct sm5_field_info) fields; /* in order of offset */
    uint32_t bytes;                    /* of a row */
};

enum {
    LAYOUT_FIELD_LIMIT = 1 << 16, /* four times the DWORDs of the largest constant buffer */
    LAYOUT_DEPTH_LIMIT = 32,
};

struct sm5_layout *layout_new(void);
void layout_free(struct sm5_layout *layout);

/* ---- layout_build.c ---- */

/* A variable of a constant buffer, or the unnamed element of a structured buffer. */
struct layout_part {
    const char *name; /* may be NULL */
    const struct program_type *type;
    uint32_t offset;
};
/* Adds the fields of all variables. SM5_ERR_MEMORY, or SM5_ERR_LIMIT when there are more than
   LAYOUT_FIELD_LIMIT fields or types nest deeper than LAYOUT_DEPTH_LIMIT. */
enum sm5_status layout_build(struct sm5_layout *layout, enum sm5_packing packing,
                             const struct layout_part *parts, size_t count);

/* ---- layout_rdef.c ---- */

/* RDEF's binding of a declared resource, or NULL. */
const struct program_binding_info *layout_binding_of(const struct sm5_program *program,
                                                     const struct program_resource *resource);
/* RDEF's description of a declared resource, or NULL. */
const struct program_buffer_info *layout_buffer_of(const struct sm5_program *program,
                                                   const struct program_resource *resource);
/* *out is NULL when RDEF does not describe the resource. */
enum sm5_status layout_of_rdef(const struct sm5_program *program, const struct program_resource *resource,
                               struct sm5_layout **out, struct sm5_diags *diags);

/* ---- layout_resource.c ---- */

/* The layout of declared resource `index`: sm5_layout_of. */
enum sm5_status layout_of_resource(const struct sm5_program *program, uint32_t index, struct sm5_layout **out,
                                   struct sm5_diags *diags);
/* Warns about each `// sm5: struct` comment whose slot has no layout, or has a comment already. */
void layout_check_comments(const struct sm5_program *program, struct sm5_diags *diags);

/* ---- layout_struct.c ---- */

/* Parses member declarations in HLSL: "float3 position; uint flags; float pad[2]". `place` is the location
   of the text's first byte for diagnostics. */
enum sm5_status layout_parse(const char *text, enum sm5_packing packing, const struct diag_place *place,
                             struct sm5_layout **out, struct sm5_diags *diags);

#endif
