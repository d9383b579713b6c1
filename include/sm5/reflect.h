/* Reflection: stage, resources, signatures, names, layouts, counts and chunks of a program. Strings and
   arrays belong to the program unless stated otherwise. All functions are thread-safe. */
#ifndef SM5_REFLECT_H
#define SM5_REFLECT_H

#include "diag.h"
#include "program.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sm5_info {
    const char *stage; /* "cs", "ps", ... */
    uint32_t major, minor;
    const char *code_chunk; /* "SHEX" or "SHDR" */
    uint32_t instructions;  /* without declarations */
    uint32_t declarations;
    uint32_t temps;           /* r# */
    uint32_t thread_group[3]; /* compute, else 0 */
    uint32_t tgsm_bytes;      /* thread group shared memory */
    uint32_t global_flags;    /* bits of the dcl_globalFlags token */
    uint64_t features;        /* SFI0 bits that the program requires */
    uint32_t resources, chunks;
    uint32_t inputs, outputs, patch_constants; /* signature elements */
    uint32_t slots_used;                       /* "instruction slots used" of STAT, 0 without STAT */
    bool from_container, checksum_ok;
};
SM5_API void sm5_program_info(const struct sm5_program *program, struct sm5_info *info);

/* Keyword of global flag bit `bit` (11..23), or NULL. Static. */
SM5_API const char *sm5_global_flag_name(uint32_t bit);
/* Description of SFI0 bit `bit` (0..63), or NULL. Static. */
SM5_API const char *sm5_feature_name(uint32_t bit);

/* One declared resource. */
struct sm5_resource_info {
    char kind;                 /* 't', 'u', 'b' (cb#), 's', 'g' */
    const char *layout;        /* "structured", "raw", "texture2d", "buffer", "cbuffer", "sampler", ... */
    const char *name;          /* from RDEF, or NULL */
    uint32_t reg, last, space; /* first and last API register, both inclusive; last UINT32_MAX: unbounded */
    uint32_t id;               /* register number in operands; differs from `reg` in 5.1 */
    uint32_t stride;           /* structured: bytes */
    uint32_t count;            /* cbuffer: float4 rows; g#: structures */
    uint32_t return_types;     /* typed: four 4-bit codes, x in the low bits */
    bool counter;              /* u# whose hidden counter the program uses, or that is declared _opc */
    bool coherent, ordered;    /* globally coherent, rasterizer ordered */
};
/* Resource `index`, from 0; false past the end. */
SM5_API bool sm5_resource_at(const struct sm5_program *program, uint32_t index,
                             struct sm5_resource_info *info);

enum sm5_signature { SM5_SIGNATURE_INPUT, SM5_SIGNATURE_OUTPUT, SM5_SIGNATURE_PATCH };
struct sm5_element_info {
    const char *semantic;
    uint32_t index, system_value, type /* 0 unknown 1 uint 2 int 3 float */;
    uint32_t reg; /* UINT32_MAX: a special register, such as oDepth */
    uint32_t mask, used_mask, stream;
};
/* Element `index` of a signature, from 0; false past the end. */
SM5_API bool sm5_element_at(const struct sm5_program *program, enum sm5_signature which, uint32_t index,
                            struct sm5_element_info *info);

struct sm5_chunk_info {
    char fourcc[5];
    uint32_t offset, size; /* of the payload, bytes */
};
/* Chunk `index` of the container, from 0; false past the end. */
SM5_API bool sm5_chunk_at(const struct sm5_program *program, uint32_t index, struct sm5_chunk_info *info);

/* ---- layouts: names, offsets and types of the scalars of a resource ---- */

/* One scalar. Structures, arrays, vectors and matrices are flattened. */
struct sm5_field_info {
    const char *name; /* "position.x", "lights[2].color.y", "m[1][0]" (row 1, column 0); "value": unnamed */
    uint32_t offset;  /* bytes from the start of the row */
    char type; /* 4 bytes: 'f' float, 'i' int, 'u' uint, 'b' bool (min-precision included); 8: 'd' double */
    uint32_t position; /* rank in the order of the declaration, matrices row by row in any packing */
};

/* The scalars of one row of a resource: one structure of a structured t# or u#, or all of a cb#. Fields do
   not overlap, and their names are unique. Immutable, so any number of threads may read it at once. */
struct sm5_layout;

/* The layout of declared resource `index` (numbered as in sm5_resource_at): from a `// sm5: struct`
   comment of the text, otherwise from RDEF. *layout is NULL when neither describes the resource; otherwise
   it belongs to the caller, who frees it with sm5_layout_free, and does not refer to the program.
   SM5_ERR_INPUT with a diagnostic for a comment that is malformed or contradicts the declaration,
   SM5_ERR_LIMIT for an RDEF with more than 65536 fields, SM5_ERR_ARGUMENT when the resource does not
   exist. */
SM5_API enum sm5_status sm5_layout_of(const struct sm5_program *program, uint32_t index,
                                      struct sm5_layout **layout, struct sm5_diags *diags);

enum sm5_packing {
    SM5_PACKING_STRUCTURED, /* members follow each other without gaps; doubles are aligned to 8 bytes */
    SM5_PACKING_CBUFFER     /* arrays, matrices, structures at 16 bytes; vectors do not cross 16 bytes */
};

/* Parses member declarations in HLSL: "float3 position; uint flags; struct { float a[2]; } b". Matrices
   are column_major unless declared row_major. `name` is the name of the text for diagnostics and may be
   NULL. *layout belongs to the caller. SM5_ERR_INPUT with a diagnostic when the text is malformed. */
SM5_API enum sm5_status sm5_layout_parse(const char *text, enum sm5_packing packing, const char *name,
                                         struct sm5_layout **layout, struct sm5_diags *diags);
/* `layout` may be NULL. */
SM5_API void sm5_layout_free(struct sm5_layout *layout);

/* The fields, sorted by offset. They are valid as long as the layout. */
SM5_API const struct sm5_field_info *sm5_layout_fields(const struct sm5_layout *layout, size_t *count);
/* Size of a row in bytes; a multiple of 16 for constant buffers. */
SM5_API uint32_t sm5_layout_bytes(const struct sm5_layout *layout);

/* Writes the default values that RDEF records for the variables of constant buffer `index` to `row`, which
   has `size` bytes. Other bytes are not modified. */
SM5_API void sm5_layout_defaults(const struct sm5_program *program, uint32_t index, void *row, size_t size);

/* The fields of sm5_layout_of. Returns their number, 0 without a layout, and writes at most `capacity` of
   them. The strings are stored in `names`, which is freed first; free it with sm5_blob_free. */
SM5_API size_t sm5_fields(const struct sm5_program *program, uint32_t resource_index,
                          struct sm5_field_info *fields, size_t capacity, struct sm5_blob *names);

/* Assembly text of instruction `index`, from 0, declarations not counted. Free *out with sm5_blob_free.
   SM5_ERR_ARGUMENT when it does not exist. */
SM5_API enum sm5_status sm5_instruction_text(const struct sm5_program *program, uint32_t index,
                                             struct sm5_blob *out);

#ifdef __cplusplus
}
#endif
#endif
