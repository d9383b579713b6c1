/* Tuples of gen_pack.c, and their code. */
#ifndef SM5_JIT_GEN_PACK_H
#define SM5_JIT_GEN_PACK_H

#include "jit/llvm/gen.h"

enum { WORDS = GEN_PACK_WORDS, MERGES_MOST = 16 };

enum kind {
    KIND_SPLIT,   /* results of one gen_split, in order */
    KIND_SAME,    /* one number in all lanes of all components */
    KIND_PATTERN, /* constants */
    KIND_SPREAD,  /* one value for all components, which differs from lane to lane */
    KIND_FIELDS,  /* equal parts of each lane's word, from its low bits on */
    KIND_EACH,    /* the same elementwise operation */
    KIND_PHI,
    KIND_BLEND, /* of a merge's operands: components of one operation, and the others, by constant masks */
    KIND_MERGE, /* anything else */
};

/* Components that a part of a blend lacks are NULL: its packed form has any words there. */
struct tuple {
    enum kind kind;
    unsigned words;
    LLVMValueRef in[WORDS], out[WORDS];
};

/* What is known of an instruction. */
struct entry {
    LLVMValueRef value;
    uint32_t order;  /* in the function */
    uint32_t packed; /* tuples that do the operation in memory order */
    bool is_live;    /* the operation by component is needed, too */
};

struct packs {
    struct gen *g;
    const struct gen_blocks *blocks;
    struct tuple *tuples;
    uint32_t count, room;
    uint32_t *slots;       /* hash of tuples: index + 1 */
    struct entry *entries; /* by address */
    uint32_t entry_count;
    bool blends; /* KIND_BLEND is tried */
    bool changed;
    /* Those that are tried: of so many words each. */
    LLVMValueRef merges[MERGES_MOST];
    unsigned merge_count, words;
    bool is_rare;         /* all are in rare blocks */
    uint32_t merge_loops; /* around the one that is in the fewest */
    int added;            /* to what they cost */
};

/* ---- gen_pack.c ---- */

struct entry *gen_pack_entry(const struct packs *p, LLVMValueRef value);
bool gen_pack_is_lanes(const struct gen *g, LLVMValueRef value);
/* An operation on each lane alone, without effects. */
bool gen_pack_is_elementwise(const struct gen *g, LLVMValueRef value);
/* The operations, of which the first is elementwise, differ in vectors of lanes only. */
bool gen_pack_are_alike(const struct gen *g, LLVMValueRef a, LLVMValueRef b);
/* A vector of words, or of conditions: others, as of 16-bit channels, are neither merged nor split. */
bool gen_pack_has_words(const struct gen *g, LLVMValueRef value);
/* A component that the tuple has. */
unsigned gen_pack_first(const struct tuple *t);
/* The gen_split of which the components are results; NULL: they are not. */
LLVMValueRef gen_pack_split(const struct tuple *t);
/* The vector whose words' equal parts the components are; NULL: they are not. */
LLVMValueRef gen_pack_fields(const struct gen *g, const struct tuple *t);
/* It is an operation or a phi for each component. */
bool gen_pack_is_operation(const struct tuple *t);
/* Divides a merge's operands: those of the first component's operation, and the others. */
void gen_pack_divide(const struct gen *g, const struct tuple *t, struct tuple parts[2]);
/* The index of the tuple of the same values + 1, or where it would be. */
uint32_t *gen_pack_slot(const struct packs *p, const struct tuple *t);
struct tuple gen_pack_operands(const struct tuple *t, unsigned operand);
struct tuple gen_pack_incoming(const struct tuple *t, unsigned incoming);
/* The operation is done in memory order only. */
bool gen_pack_is_only(const struct packs *p, LLVMValueRef operation);
/* The tuple's code is in a rare block. */
bool gen_pack_is_rare(const struct packs *p, const struct tuple *t);

/* Replaces the merge of what is split again if that saves more than the split takes. */
bool gen_pack_try_with_split(struct packs *p, LLVMValueRef merge);

/* ---- gen_pack_split.c ---- */

void gen_pack_splits(struct packs *p);

/* ---- gen_pack_code.c ---- */

/* Code comes after all components. */
void gen_pack_build_after(const struct packs *p, const struct tuple *t);

/* Code of the tuples from `first` on, in place of the merges, each of which has a root. */
void gen_pack_replace(struct packs *p, uint32_t first, const uint32_t *roots);

#endif
