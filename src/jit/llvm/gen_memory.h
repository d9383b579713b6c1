/* Shared by the files that emit loads and stores. */
#ifndef SM5_JIT_GEN_MEMORY_H
#define SM5_JIT_GEN_MEMORY_H

#include "jit/llvm/gen.h"

/* One access: a cluster, or the word of a texel. */
struct access {
    struct gen *g;
    const struct ir_value *v; /* one of the members */
    struct gen_view view;
    ir_ref index, dynamic;
    uint32_t stride; /* bytes of a structure; raw: 1 */
    bool is_raw;
    unsigned count;
    ir_ref refs[GEN_CLUSTER];
    uint32_t bytes[GEN_CLUSTER];      /* constant offsets */
    uint32_t added[GEN_CLUSTER];      /* without the window's word */
    LLVMValueRef values[GEN_CLUSTER]; /* loaded; to store */
    LLVMValueRef reals[GEN_CLUSTER];  /* loaded doubles by their low word, where known; else NULL */
};

/* ---- gen_access.c ---- */

/* Everything but the members. */
void gen_access_open(struct gen *g, const struct ir_value *v, struct access *a);
void gen_access_add(struct access *a, ir_ref member);
/* The register differs by thread: only helpers resolve the view. */
bool gen_access_is_helped(const struct access *a);
/* Distance in bytes to the next group's words when a prefetch is profitable; else 0. */
int64_t gen_access_ahead(const struct access *a);
/* An arg with the bits that are stored. */
LLVMValueRef gen_access_value(struct gen *g, const struct ir_value *v, uint32_t i);
/* Emits the load or store in the form that fits the address; `values` are scalars or vectors. */
void gen_access_load(struct access *a);
void gen_access_store(struct access *a);

/* ---- gen_bounds.c: addresses, and whether the word there exists (NULL: proven) ---- */

/* All words of the access are proven in bounds, in active lanes. */
bool gen_bounds_proven(const struct access *a);
/* Without the low two bits. */
LLVMValueRef gen_bounds_align(const struct gen *g, LLVMValueRef word);
/* Pointer to word i of an access whose address is uniform. */
LLVMValueRef gen_bounds_scalar(struct access *a, unsigned i, LLVMValueRef *exists);

/* Structures of all lanes, at a constant distance. */
struct gen_row {
    LLVMValueRef pointer;          /* lane 0's structure */
    LLVMValueRef exists;           /* all of them exist */
    uint32_t words;                /* of a structure */
    uint32_t offsets[GEN_CLUSTER]; /* of the members in it, in words */
};
/* `index` is lane 0's; lane i's is index + stride * i. */
void gen_bounds_row(struct access *a, LLVMValueRef index, uint32_t stride, bool is_proven,
                    struct gen_row *row);
/* Word i of each lane, in words from the view's start, mod 2^32; or as pointers. `exists`: the active lanes
   whose word exists. */
LLVMValueRef gen_bounds_words(struct access *a, unsigned i, LLVMValueRef *exists);
LLVMValueRef gen_bounds_pointers(struct access *a, unsigned i, LLVMValueRef *exists);
/* Component `part` of a row of four words in `bytes` bytes: one pointer, or one a lane. */
LLVMValueRef gen_bounds_constant(struct gen *g, LLVMValueRef base, LLVMValueRef bytes, LLVMValueRef row,
                                 uint32_t part, LLVMValueRef *exists);
/* The element of an IR_XREAD or IR_XWRITE: a pointer to all lanes' words, or one a lane. */
LLVMValueRef gen_bounds_array(struct gen *g, const struct ir_value *v, LLVMValueRef base, LLVMValueRef at,
                              LLVMValueRef *exists);
/* Texel at column, row and slice (NULL: none) of the first mip: pointer to the first of a row of consecutive
   ones, one a lane; or in words from the first texel, by lane. */
LLVMValueRef gen_bounds_texel_row(struct gen *g, const struct ir_value *v, LLVMValueRef base,
                                  const LLVMValueRef at[3], enum jit_texel texel, LLVMValueRef *exists);
LLVMValueRef gen_bounds_texels(struct gen *g, const struct ir_value *v, const LLVMValueRef at[3],
                               enum jit_texel texel, LLVMValueRef *exists);

/* ---- gen_helped.c ---- */

/* Helpers access windows of four words; offsets are passed in lanes.address and .offset. */
void gen_helped_call(struct access *a, size_t helper, uint32_t first, uint32_t words, LLVMValueRef mask);
/* Where helpers read or write word `word` of the lanes. */
LLVMValueRef gen_helped_words(const struct gen *g, unsigned word);
void gen_helped_load(struct access *a, LLVMValueRef *out);
void gen_helped_store(struct access *a);

/* ---- gen_uniform.c ---- */

bool gen_uniform_address(const struct access *a);
void gen_uniform_load(struct access *a);
void gen_uniform_store(struct access *a);

/* ---- gen_affine.c ---- */

/* Words from lane to lane; 0: not affine. */
uint32_t gen_affine_step(const struct access *a);
void gen_affine_load(struct access *a, uint32_t step);
/* False, with nothing emitted, when no stride is speculated. */
bool gen_speculated_load(struct access *a);
bool gen_speculated_store(struct access *a);
void gen_affine_store(struct access *a, uint32_t step);

/* ---- gen_gather.c ---- */

void gen_gather(struct access *a, LLVMValueRef *out);
/* False, with nothing emitted, when a helper is faster. */
bool gen_scatter(struct access *a);

/* ---- gen_texel.c ---- */

void gen_texel_load(struct gen *g, ir_ref ref);
void gen_texel_store(struct gen *g, ir_ref ref);

#endif
