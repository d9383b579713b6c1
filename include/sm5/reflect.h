/* What a program says of itself: stage, resources, signatures, names, counts, chunks. All strings and arrays
   belong to the program. Every function here is thread-safe. */
#ifndef SM5_REFLECT_H
#define SM5_REFLECT_H

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

/* One scalar, vector or matrix row of a structured buffer's element or of a constant buffer, in order of
   offset: structures, arrays and matrices are taken apart. */
struct sm5_field_info {
    const char *name; /* "position.x", "planes[2].w", "m[1][0]": one a 32-bit word */
    uint32_t offset;  /* bytes */
    char type;        /* 'f' float 'i' int 'u' uint 'b' bool 'd' double (8 bytes) */
};
/* Fields of the element of a structured t#/u# or of the rows of a constant buffer, from RDEF. Returns how
   many there are (0 without RDEF) and fills at most `capacity`; the strings live in `names` (cleared first).
 */
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
