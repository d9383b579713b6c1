/* What a program says of itself: stage, resources, signatures, names, layouts, counts, chunks. All strings
   and arrays belong to the program, unless it says otherwise. Every function here is thread-safe. */
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
    uint32_t instructions;  /* behind the declarations */
    uint32_t declarations;
    uint32_t temps;
    uint32_t thread_group[3]; /* compute, else 0 */
    uint32_t tgsm_bytes;
    uint32_t global_flags; /* the bits of dcl_globalFlags' token */
    uint64_t features;     /* SFI0 bits that the program needs */
    uint32_t resources, chunks;
    uint32_t inputs, outputs, patch_constants; /* signature elements */
    uint32_t slots_used;                       /* "instruction slots used" of STAT, 0 when there is none */
    bool from_container, checksum_ok;
};
SM5_API void sm5_program_info(const struct sm5_program *program, struct sm5_info *info);

/* Word of global flag bit `bit` (11..23), or NULL. */
SM5_API const char *sm5_global_flag_name(uint32_t bit);
/* Sentence for SFI0 bit `bit` (0..63), or NULL. */
SM5_API const char *sm5_feature_name(uint32_t bit);

/* One declared resource. */
struct sm5_resource_info {
    char kind;                 /* 't', 'u', 'b', 's', 'g' */
    const char *layout;        /* "structured", "raw", "texture2d", "buffer", "cbuffer", "sampler", ... */
    const char *name;          /* from RDEF, or NULL */
    uint32_t reg, last, space; /* registers of the range as the API counts them; last UINT32_MAX: unbounded */
    uint32_t id;               /* as operands name it */
    uint32_t stride;           /* structured */
    uint32_t count;            /* cbuffer: rows; g#: structures */
    uint32_t return_types;     /* typed: four 4-bit codes */
    bool counter;              /* u# whose hidden counter the program uses, or that is declared _opc */
    bool coherent, ordered;
};
SM5_API bool sm5_resource_at(const struct sm5_program *program, uint32_t index,
                             struct sm5_resource_info *info);

enum sm5_signature { SM5_SIGNATURE_INPUT, SM5_SIGNATURE_OUTPUT, SM5_SIGNATURE_PATCH };
struct sm5_element_info {
    const char *semantic;
    uint32_t index, system_value, type /* 0 unknown 1 uint 2 int 3 float */;
    uint32_t reg; /* UINT32_MAX: a special register */
    uint32_t mask, used_mask, stream;
};
SM5_API bool sm5_element_at(const struct sm5_program *program, enum sm5_signature which, uint32_t index,
                            struct sm5_element_info *info);

struct sm5_chunk_info {
    char fourcc[5];
    uint32_t offset, size; /* payload bytes */
};
SM5_API bool sm5_chunk_at(const struct sm5_program *program, uint32_t index, struct sm5_chunk_info *info);

/* ---- layouts: the names of the words of a resource ---- */

/* One scalar: structures, arrays, vectors and matrices are taken apart. */
struct sm5_field_info {
    const char
        *name; /* "position.x", "lights[2].color.y", "m[1][0]" (row 1, column 0), "value" when it has none */
    uint32_t offset; /* bytes */
    char type; /* 'f' float 'i' int 'u' uint 'b' bool: 4 bytes, min-precision types too; 'd' double: 8 */
    uint32_t position; /* rank in the order of the declaration, matrices row by row however they are packed */
};

/* What one row of a resource holds: the element of a structured t# or u#, or the whole of a cb#. Immutable,
   so any number of threads may read it at once. Fields do not overlap and no two have the same name. */
struct sm5_layout;

/* The layout of declared resource `index` (as sm5_resource_at counts): of a text, what a `// sm5: struct`
   comment declares; else what RDEF says. *layout is NULL when neither says anything, else the caller's, freed
   with sm5_layout_free; it does not refer to the program. SM5_ERR_INPUT with a diagnostic for a comment that
   is malformed or does not fit the declaration, SM5_ERR_LIMIT for a damaged RDEF of more than 65536 fields,
   SM5_ERR_ARGUMENT when there is no such resource. */
SM5_API enum sm5_status sm5_layout_of(const struct sm5_program *program, uint32_t index,
                                      struct sm5_layout **layout, struct sm5_diags *diags);

enum sm5_packing {
    SM5_PACKING_STRUCTURED, /* members follow each other; doubles are aligned to 8 bytes */
    SM5_PACKING_CBUFFER /* arrays, matrices and structures start at 16 bytes, no vector crosses 16 bytes */
};

/* A layout from member declarations in HLSL: "float3 position; uint flags; struct { float a[2]; } b".
   Matrices are column_major unless they say row_major. `name` is what diagnostics call the text and may be
   NULL. SM5_ERR_INPUT with a diagnostic when the text is malformed. */
SM5_API enum sm5_status sm5_layout_parse(const char *text, enum sm5_packing packing, const char *name,
                                         struct sm5_layout **layout, struct sm5_diags *diags);
SM5_API void sm5_layout_free(struct sm5_layout *layout);

/* The fields in order of offset; they live as long as the layout. */
SM5_API const struct sm5_field_info *sm5_layout_fields(const struct sm5_layout *layout, size_t *count);
/* Bytes of a row: of a structured buffer the size of the structure, of a constant buffer a multiple of 16. */
SM5_API uint32_t sm5_layout_bytes(const struct sm5_layout *layout);

/* Writes the default values that RDEF gives the variables of constant buffer `index` over the first `size`
   bytes of `row`, and leaves the other bytes as they are. */
SM5_API void sm5_layout_defaults(const struct sm5_program *program, uint32_t index, void *row, size_t size);

/* The fields of sm5_layout_of. Returns how many there are (0 when it gives no layout) and fills at most
   `capacity`; the strings are stored in `names` (cleared first). */
SM5_API size_t sm5_fields(const struct sm5_program *program, uint32_t resource_index,
                          struct sm5_field_info *fields, size_t capacity, struct sm5_blob *names);

/* Text of instruction `index`, counted behind the declarations from 0. SM5_ERR_ARGUMENT when there is none.
 */
SM5_API enum sm5_status sm5_instruction_text(const struct sm5_program *program, uint32_t index,
                                             struct sm5_blob *out);

#ifdef __cplusplus
}
#endif
#endif
