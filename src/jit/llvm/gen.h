/* Translates an analysed function to LLVM IR. One LLVM function runs any number of groups; it reaches all
   its data through the context (jit_abi.h). A uniform or affine value becomes a scalar (lane 0's value), a
   varying one a vector. The level of a value decides where its code is emitted: in the entry (once a
   call), before the loop over warps (once a group), or in the warp's code. */
#ifndef SM5_JIT_GEN_H
#define SM5_JIT_GEN_H

#include <llvm-c/Core.h>

#include "jit/jit_abi.h"

/* A row of constants that each lane has read of its own, by a copy of code in a block. */
struct gen_constant_row {
    ir_ref ref;
    uint32_t copy;
    LLVMBasicBlockRef block;
    LLVMValueRef words[4];
};

struct gen_slot {
    LLVMValueRef word;   /* the value: i32, or a vector of i32 when it varies */
    LLVMValueRef vector; /* a scalar's broadcast, emitted on demand */
    LLVMValueRef bit;    /* i1 or a vector of them: value != 0, of comparisons */
    LLVMValueRef clean;  /* word with canonical NaNs */
    LLVMValueRef real;   /* low word of a double: the joined value, valid where `word` is */
    /* Of a quotient or remainder: lane 0's, and the condition that the lanes have the speculated stride; NULL: not
       known without the vector. */
    LLVMValueRef row_first, row_holds;
    uint8_t pair_bits; /* enum gen_pair_bits of `real` */
    uint32_t segment;  /* segment that `word` is valid in; 0: all segments */
    uint32_t storage;  /* offset + 1 in the group's storage, for values that are live across segments */
    uint32_t home;     /* segment that defines it */
    uint32_t next;     /* next load or store of one structure */
    uint32_t leader;   /* load that emits this one; store that emits this one */
    bool is_fetched;   /* a leader: an earlier load fetches its lines ahead */
    uint32_t first;    /* first of the stores that this one emits */
};

/* What the bits of a joined double are good for. */
enum gen_pair_bits {
    GEN_PAIR_VALUE, /* arithmetic only: the words have a NaN of their own */
    GEN_PAIR_RAW,   /* the words follow once the NaN is canonical */
    GEN_PAIR_EXACT  /* the words are its bits */
};

struct gen_system {
    LLVMValueRef word;
    uint32_t segment;
};

/* A jammed segment (ir_jam.c) has several copies of its code, one for each of so many consecutive warps, interleaved
   and under common control flow. What differs between them; the current copy's is in struct gen. */
enum { GEN_JAM = IR_UNROLLED };
enum { GEN_HELD = 8 }; /* vectors, in registers while a segment's warps are executed */
struct gen_copy {
    struct gen_slot *slots;
    struct gen_system systems[IR_SYSTEMS];
    LLVMValueRef warp_number, warp_thread, mask;
    struct gen_region *region;
};

/* An enclosing loop or scope. Its phis are allocas; mem2reg turns them into LLVM phis. */
struct gen_region {
    uint32_t node;
    const struct ir_list *list;    /* its body */
    LLVMBasicBlockRef out;         /* block after it */
    LLVMBasicBlockRef next;        /* LOOP: block that ends an iteration */
    LLVMBasicBlockRef before;      /* LOOP: block before it */
    const struct gen_drain *drain; /* LOOP: its last lanes are executed one by one; else NULL */
    struct gen_kept *kept;         /* LOOP: stores that are kept back (gen_stream_store.c) */
    struct gen_unroll *unroll;     /* LOOP: its unrolled form is being emitted; else NULL */
    uint32_t rest; /* LOOP: most iterations of its general form, after the unrolled one; 0: any number */
    bool starts_with_step; /* LOOP: iterations, not back edges, charge steps */
    LLVMValueRef *results; /* of the node's phis */
    LLVMValueRef *nexts;   /* of the headers' next values */
    LLVMValueRef entered;  /* the mask before it */
    /* LOOP that lanes leave together: as gen_keeps_lanes; the masks below are not used. Else NULL. */
    const bool *plain;
    /* When it is divergent: */
    LLVMValueRef left;    /* variable: lanes that left */
    LLVMValueRef again;   /* variable: lanes that continue with the next iteration */
    LLVMValueRef active;  /* variable: lanes of the next iteration */
    LLVMValueRef checked; /* mask that is known to be non-empty */
    /* LOOP with streams: number of the iteration, a variable and its value. */
    LLVMValueRef count, iteration;
    uint64_t left_at, again_at; /* group-level control flow: offsets of the warps' masks in the storage */
    struct gen_region *outer;
};

/* A function that samples. */
struct gen_sampler {
    /* What its code depends on; without padding. */
    struct gen_sampler_kind {
        uint8_t texel, modes, comparison, dimension, component, is_linear, is_integer, is_gather, compares;
        uint8_t used, scalars; /* bit k: result k; coordinate k is a scalar */
        uint8_t has_levels, blends, derives, has_scalar_lod, has_bias;
        int8_t offset[3];
    } kind;
    LLVMValueRef function;
    LLVMTypeRef type;
};

/* Constant words by warp or by thread, in the module. */
struct gen_table {
    const uint32_t *words;
    uint32_t count;
    LLVMValueRef global;
};

/* The variable of an IR_PREVIOUS, which all copies of the segment set in turn. */
struct gen_previous {
    ir_ref ref;
    LLVMValueRef variable;
};

struct gen {
    const struct ir_function *f;
    const uint32_t *group; /* threads in x, y, z */
    uint32_t lanes, warps, threads;
    struct arena arena;
    bool failed;             /* out of memory */
    bool has_mask_registers; /* vectors of i1 have registers of their own on the processor */
    bool has_gather;         /* gathers and masked loads are instructions */
    bool has_fast_divider;   /* a quotient of two vectors takes the time of a few products */
    bool has_merge;          /* a gen_merge */
    bool fills_cache;        /* gen_fills_cache */
    unsigned axes;           /* gen_axes */
    uint32_t
        bounded; /* measured accesses (ir_bounds.c) of these bits are in bounds: emit no tests for them */
    const uint8_t *texels; /* by view: enum jit_texel; then by texture access; NULL: helpers */

    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMValueRef function, argument; /* the context */
    LLVMTypeRef i1, i8, i16, i32, i64, f32, pointer;
    LLVMTypeRef words, floats, mask_type, mask_int; /* lanes of i32, f32, i1; an int of as many bits */

    /* Builders for the entry, the group's code, the start of a warp's code and a warp's code. `b` is the
       current one. */
    LLVMBuilderRef entry, outer, start, warp, b, side;
    LLVMBasicBlockRef fail;       /* leaves with 0 */
    LLVMValueRef steps;           /* variable */
    LLVMValueRef tgsm, stored_at; /* pointers to the group's memory and storage; NULL: not used */
    bool has_variables;           /* the group's memory and storage are variables of the function */
    bool is_tgsm_helped;          /* helpers access the group's memory */
    LLVMValueRef turn;            /* iteration of a segment's loop, i32; of `turns` */
    uint32_t turns;
    LLVMValueRef warp_number; /* i32 */
    LLVMValueRef warp_thread; /* flattened number of the warp's first thread */
    LLVMValueRef group_ids[3];
    LLVMValueRef mask; /* active lanes; NULL: all */
    bool may_be_empty; /* lanes may have left since a branch found some active */
    LLVMValueRef all;  /* constant mask */
    LLVMValueRef iota; /* 0, 1, 2, ... */
    struct gen_region *region;
    struct gen_slot *slots;
    ir_ref extremes; /* the first member of the group of min and max that was emitted last; 0: none */
    uint32_t *parts; /* [4 * ref + k]: the IR_PART k of a value, or 0 */
    ir_ref *pairs;   /* phi of the low words of doubles: the phi of their high words, else 0 */
    ir_ref *highs;   /* the inverse */
    struct gen_system *systems; /* by system, of the current copy */
    struct gen_copy copies[GEN_JAM];
    uint32_t copy, first_copy, end_copy; /* the current one; those that code is being emitted for */
    uint32_t segment;                    /* number of the one being made, from 1; 0: the group's own code */
    uint32_t segments;
    uint32_t scheduled;            /* operations of copies since the last label (gen_copy.c) */
    uint32_t transposed;           /* words that the last operation has used, of rows */
    uint64_t storage;              /* bytes used */
    uint64_t *arrays;              /* offsets of x# */
    LLVMValueRef *constant_arrays; /* their words; NULL: not read yet */
    uint64_t array_bytes;          /* of one warp */
    uint64_t array_first;
    struct gen_view *views;
    uint32_t chunks;                 /* gathers of 16 bytes a lane */
    struct gen_constant_row rows[8]; /* latest rows of constants */
    uint32_t next_row;
    LLVMValueRef last_row;      /* of icb; see gen_constants */
    uint32_t drained;           /* values of the copies of the function that gen_drain.c has made */
    uint32_t sampled;           /* texels that are gathered by samples */
    uint32_t atomics;           /* on u#, emitted so far */
    LLVMValueRef sample_record; /* in a function of gen_sampler.c: its struct jit_sample; else NULL */
    VEC(struct gen_sampler) samplers;
    VEC(struct gen_table) tables;
    bool *escapes;         /* by node: an exit inside it leaves an outer node too */
    uint32_t *ahead;       /* by value: the segment before whose warps it is computed; 0: none */
    LLVMValueRef *fixed;   /* by value, or NULL: loaded once (gen_fixed.c) or by a segment (gen_ahead.c) */
    ir_ref held[GEN_HELD]; /* those of the segment */
    unsigned held_count;
    uint32_t *stored;       /* by slot: the last segment so far that stores to it */
    uint32_t listed;        /* the last segment that `stored` takes into account */
    uint32_t aheads;        /* values so computed of this segment */
    bool is_ahead;          /* the item that is being emitted */
    uint64_t active_at;     /* is_masked: offset of each warp's active lanes in the storage */
    uint32_t segment_warps; /* that the next segment is for: the first so many, or those selected */
    const struct gen_selection *selection; /* of the segment that is being opened; else NULL */
    LLVMValueRef segment_first,
        segment_limit;                     /* the same when they are not constants, not empty; else NULL */
    uint32_t segment_jam;                  /* copies of the next segment */
    bool is_reversed;                      /* the next segment is executed in descending order of warps */
    bool is_open;                          /* a segment is open */
    LLVMBasicBlockRef header, body, latch; /* of the segment */
    VEC(uint32_t) log;                     /* group-level values emitted inside the group's control flow */
    VEC(struct gen_previous) previous;     /* gen_shift.c */
    VEC(LLVMValueRef) literal_values;
    VEC(uint32_t) literal_words;
};

static inline const struct ir_value *gen_value(const struct gen *g, ir_ref ref)
{
    return &g->f->values[ref];
}

static inline const struct ir_value *gen_arg(const struct gen *g, const struct ir_value *v, uint32_t i)
{
    return &g->f->values[ir_arg(g->f, v, i)];
}

enum { GEN_CLUSTER = 16, GEN_TEXELS = 4 }; /* most words, and texels of a texture, of one cluster */

/* ---- gen_base.c: shorthands for the LLVM C API ---- */

LLVMValueRef gen_i32(const struct gen *g, uint32_t word);
LLVMValueRef gen_i64(const struct gen *g, uint64_t word);
LLVMValueRef gen_splat_word(const struct gen *g, uint32_t word);
bool gen_is_vector(LLVMValueRef value);
/* Broadcasts `scalar`, at the builder's position. */
LLVMValueRef gen_splat(const struct gen *g, LLVMValueRef scalar);
/* A vector where `model` is one. */
LLVMValueRef gen_like(const struct gen *g, LLVMValueRef value, LLVMValueRef model);
LLVMBasicBlockRef gen_block(const struct gen *g, const char *name);
LLVMBasicBlockRef gen_here(const struct gen *g);
void gen_at(const struct gen *g, LLVMBasicBlockRef block);

/* Paths that compute the same values and join in `block`. A path ends with its values, NULL for those that no
   path computes; the last call positions b in `block` and returns the phis. */
struct gen_join {
    LLVMBasicBlockRef block, from[4];
    LLVMValueRef values[4][GEN_CLUSTER];
    unsigned paths;
};
void gen_join_path(const struct gen *g, struct gen_join *join, const LLVMValueRef *values, unsigned count);
void gen_join_end(const struct gen *g, const struct gen_join *join, LLVMValueRef *values, unsigned count);
/* A branch of which one side is taken `first` times where the other one is `second` times. */
void gen_branch_counted(const struct gen *g, LLVMValueRef condition, LLVMBasicBlockRef sides[2],
                        uint32_t first, uint32_t second);
/* Branches where the condition, an i1, mostly holds: code of the rare path goes to the end of the function. */
void gen_branch_likely(const struct gen *g, LLVMValueRef condition, LLVMBasicBlockRef likely,
                       LLVMBasicBlockRef rare);
/* Side 0 or 1 of a terminator is the one that gen_branch_likely had as rare. */
bool gen_is_unlikely(const struct gen *g, LLVMValueRef branch, unsigned side);
/* True when the builder's block has no terminator yet. */
bool gen_open(const struct gen *g);
/* base + bytes, as a byte pointer. */
LLVMValueRef gen_offset(const struct gen *g, LLVMValueRef base, LLVMValueRef bytes);
LLVMValueRef gen_offset_by(const struct gen *g, LLVMValueRef base, uint64_t bytes);
LLVMValueRef gen_load(const struct gen *g, LLVMTypeRef type, LLVMValueRef pointer, unsigned align);
LLVMValueRef gen_store(const struct gen *g, LLVMValueRef value, LLVMValueRef pointer, unsigned align);
/* Prefetches the cache line `bytes` after a pointer; any address is valid. */
void gen_prefetch(const struct gen *g, LLVMValueRef pointer, uint64_t bytes);
/* A field of the context. */
LLVMValueRef gen_field(const struct gen *g, LLVMTypeRef type, size_t offset);
LLVMValueRef gen_field_pointer(const struct gen *g, size_t offset);
LLVMValueRef gen_tgsm(struct gen *g);
/* A place in the group's storage; the warp's own one, where each warp has `each` bytes from `offset` on. */
LLVMValueRef gen_storage(struct gen *g, uint64_t each, uint64_t offset);
/* The place of the warp's words of a value that has one there. */
LLVMValueRef gen_stored(struct gen *g, ir_ref ref);
enum { GEN_WARP_MASK = 2 }; /* bytes */
/* A variable of the function (an alloca in the entry). */
LLVMValueRef gen_variable(const struct gen *g, LLVMTypeRef type, const char *name);
/* An intrinsic overloaded by `type`. */
LLVMValueRef gen_intrinsic(const struct gen *g, const char *name, LLVMTypeRef type, LLVMValueRef *args,
                           unsigned count);
/* Calls helpers.<field at offset>(context, args ...). */
LLVMValueRef gen_help(const struct gen *g, size_t offset, LLVMTypeRef result, const LLVMValueRef *args,
                      unsigned count);
/* Words of the lanes in `mask`: gathered from (others 0) and scattered to a vector of pointers, or stored
   consecutively. */
LLVMValueRef gen_gather_words(struct gen *g, LLVMValueRef pointers, LLVMValueRef mask);
/* Pointers that may be unaligned. */
LLVMValueRef gen_gather_unaligned(struct gen *g, LLVMValueRef pointers, LLVMValueRef mask);
/* Pointers for stores without branches: those of lanes that are not in the mask are to a variable that nothing reads. */
LLVMValueRef gen_or_nowhere(struct gen *g, LLVMValueRef pointers, LLVMValueRef mask);
void gen_scatter_words(const struct gen *g, LLVMValueRef words, LLVMValueRef pointers, LLVMValueRef mask);
/* The same for two consecutive words a lane. */
void gen_gather_pairs(struct gen *g, LLVMValueRef pointers, LLVMValueRef mask, LLVMValueRef out[2]);
void gen_scatter_pairs(const struct gen *g, const LLVMValueRef in[2], LLVMValueRef pointers,
                       LLVMValueRef mask);
/* Consecutive words of the lanes in `mask`; `others` in the other lanes. */
LLVMValueRef gen_load_masked(const struct gen *g, LLVMValueRef pointer, LLVMValueRef mask,
                             LLVMValueRef others);
void gen_store_masked(const struct gen *g, LLVMValueRef words, LLVMValueRef pointer, LLVMValueRef mask);
LLVMValueRef gen_shuffle(const struct gen *g, LLVMValueRef a, LLVMValueRef b, const uint32_t *lanes,
                         unsigned count);
/* A vector of all lanes from rows of so many each, which it overwrites. */
LLVMValueRef gen_join_rows(const struct gen *g, LLVMValueRef *rows, uint32_t lanes);
/* The function, or this call alone, has no effects but its result, so that LLVM may move, merge and delete calls. */
void gen_set_pure(const struct gen *g, LLVMValueRef callee);

/* ---- masks ---- */

/* The function's masks as i32 lanes, for processors without mask registers (gen_masks.c); after mem2reg. false: out of
   memory. */
bool gen_widen_masks(struct gen *g);

/* The active lanes as <lanes x i1>. */
LLVMValueRef gen_mask(const struct gen *g);
LLVMValueRef gen_mask_bits(const struct gen *g, LLVMValueRef mask); /* i32 */
LLVMValueRef gen_any(const struct gen *g, LLVMValueRef mask);
LLVMValueRef gen_every(const struct gen *g, LLVMValueRef mask);
/* The conjunction of two conditions, of which NULL is true. */
LLVMValueRef gen_both(const struct gen *g, LLVMValueRef a, LLVMValueRef b);

/* A loop over the lanes of a mask, given as bits (gen_mask_bits), lowest first. gen_lanes_begin positions b in the body and returns
   the lane number as i64; gen_lanes_end closes the loop. */
struct gen_lane_loop {
    LLVMBasicBlockRef body, after;
    LLVMValueRef left; /* bits of the remaining lanes */
};
LLVMValueRef gen_lanes_begin(struct gen *g, LLVMValueRef bits, struct gen_lane_loop *loop);
void gen_lanes_end(struct gen *g, const struct gen_lane_loop *loop);

/* ---- gen_blocks.c ---- */

/* The blocks of the function, as they are now; NULL: out of memory. */
const struct gen_blocks *gen_list_blocks(struct gen *g);
/* Each path to the block has an unlikely branch. */
bool gen_is_rare(const struct gen_blocks *blocks, LLVMBasicBlockRef block);
uint32_t gen_loops_around(const struct gen_blocks *blocks, LLVMBasicBlockRef block);

/* ---- gen_byte.c ---- */

/* A value with byte_of. */
void gen_byte(struct gen *g, ir_ref ref);

/* ---- gen_value.c: values as operands ---- */

/* The lanes whose threads are in the dispatch, of a clipped function. */
LLVMValueRef gen_inside(struct gen *g);
/* Scalar of uniform and affine values (lane 0's), vector of varying ones. */
LLVMValueRef gen_word(struct gen *g, ir_ref ref);
LLVMValueRef gen_vector(struct gen *g, ir_ref ref);
/* The value with canonical NaNs, for consumers that observe bits. */
LLVMValueRef gen_clean(struct gen *g, ir_ref ref);
LLVMValueRef gen_clean_vector(struct gen *g, ir_ref ref);
/* Code follows the definition of the value, until g->b is what it was: that is returned. */
LLVMBuilderRef gen_begin_after(struct gen *g, LLVMValueRef value);
/* A word or vector of words with the canonical NaN for others. `is_settled`: it has no denormals, nor signalling NaNs. */
LLVMValueRef gen_canonical(const struct gen *g, LLVMValueRef word, bool is_settled);
/* value != 0: i1 of uniform values, else <lanes x i1>. */
LLVMValueRef gen_bit(struct gen *g, ir_ref ref);
LLVMValueRef gen_bit_vector(struct gen *g, ir_ref ref);
/* Emits the code of the next value of a list. */
void gen_item(struct gen *g, ir_ref ref);
void gen_define(struct gen *g, ir_ref ref, LLVMValueRef word);
/* The same of a scalar or a vector, whichever the value is. */
void gen_define_any(struct gen *g, ir_ref ref, LLVMValueRef word);
/* A float constant that LLVM cannot fold: its constant folding keeps denormals. */
/* A table of words in the module. `may_fold`: of integers, which LLVM may compute with. */
LLVMValueRef gen_words(struct gen *g, const uint32_t *words, uint32_t count, bool may_fold);
LLVMValueRef gen_literal(struct gen *g, uint32_t bits);
/* Invalidates the group-level values logged since `mark`. */
void gen_forget(struct gen *g, size_t mark);
/* Pure code that is cheaper to rematerialise in another segment than to reload. */
bool gen_is_cheap(const struct gen *g, ir_ref ref, unsigned depth);

/* ---- gen_lane.c: arithmetic ---- */

/* Result 0 of an IR_LANE, or, when `ref` is an IR_PART of one, that part. */
void gen_lane(struct gen *g, ir_ref ref);
/* A word or a vector of words with denormals flushed and NaNs quiet, in a function that flushes. */
LLVMValueRef gen_settled(struct gen *g, LLVMValueRef words);
/* What `value` settles; NULL: it is not made by gen_settled. */
LLVMValueRef gen_settled_operand(const struct gen *g, LLVMValueRef value);

/* ---- gen_shift.c ---- */

void gen_previous(struct gen *g, ir_ref ref);
void gen_shift(struct gen *g, ir_ref ref);

/* ---- gen_divide.c ---- */

/* Defines quotient and remainder, those of them that are used. */
void gen_divide(struct gen *g, ir_ref whole, bool is_vector);

/* ---- gen_extremes.c ---- */

/* Emits the group of min and max operations that begins with the value, in all copies. True also for its later members, which
   need no more code. */
bool gen_extremes(struct gen *g, ir_ref ref);

/* ---- gen_cells.c ---- */

/* The value follows from the warp's number, or is loaded from a table (ir_threads.c). */
bool gen_is_tabulated(const struct gen *g, const struct ir_value *v);
LLVMValueRef gen_tabulated(struct gen *g, const struct ir_value *v);
/* A constant vector of the words of a warp. */
LLVMValueRef gen_constant_words(const struct gen *g, const uint32_t *words);
/* bases[warp] - bases[0]: one load for all accesses whose bases differ by a constant. */
LLVMValueRef gen_after_first_warp(struct gen *g, const uint32_t *bases);
/* bases[warp], which is first + step * warp when it is linear. */
LLVMValueRef gen_of_warp(struct gen *g, bool is_linear, uint32_t first, uint32_t step, const uint32_t *bases);

/* ---- gen_math.c ---- */

/* exp, log or sincos of `a`, a word or a vector of them, to out[0] and, of sincos, out[1]; false for other
   opcodes. */
bool gen_math(struct gen *g, unsigned op, LLVMValueRef a, LLVMValueRef out[2]);

/* ---- gen_double.c ---- */

/* Emits an operation on doubles and all its results; false, with nothing emitted, for other operations and in
   functions that run without denormals. */
bool gen_double(struct gen *g, ir_ref whole);
/* Pairs the phis of doubles: such a pair is one phi. */
void gen_find_pairs(struct gen *g);
/* Words of loads where paths join: each double to one value, in place of its low word, and back; reals[i] is
   the double whose low word is refs[i], or NULL. */
void gen_join_doubles(const struct gen *g, const ir_ref *refs, unsigned count, LLVMValueRef *values);
void gen_split_doubles(const struct gen *g, const ir_ref *refs, unsigned count, LLVMValueRef *values,
                       LLVMValueRef *reals);
/* After the words of a load are defined: the doubles among them, reals[i] where it is known. */
void gen_define_doubles(struct gen *g, const ir_ref *refs, unsigned count, const LLVMValueRef *reals);
LLVMTypeRef gen_pair_type(const struct gen *g, ir_ref low);
/* Arg number `arg` of a pair, as gen_phi_value. */
LLVMValueRef gen_pair_arg(struct gen *g, ir_ref low, uint32_t arg);
void gen_define_pair(struct gen *g, ir_ref low, ir_ref high, LLVMValueRef real, enum gen_pair_bits bits);

/* ---- gen_array.c ---- */

void gen_array(struct gen *g, ir_ref ref); /* reads and writes of x# */
/* Element args[0] + base: a scalar, or a vector when it differs by lane. */
LLVMValueRef gen_element(struct gen *g, const struct ir_value *v);
/* Of an array of a warp. */
uint64_t gen_array_bytes(const struct gen *g, const struct ir_array *array);
void gen_clear(struct gen *g, LLVMValueRef pointer, uint64_t bytes);
void gen_clear_arrays(struct gen *g);
/* Each warp has its own x#, which are live across segments. */
bool gen_keeps_arrays(const struct gen *g);

/* ---- gen_read.c, gen_memory.c, gen_view.c, gen_atomic.c ---- */

void gen_read(struct gen *g, ir_ref ref);   /* cb#, icb, this[], fp */
void gen_memory(struct gen *g, ir_ref ref); /* loads and stores */
/* The fence of an IR_SYNC. */
void gen_sync(struct gen *g, const struct ir_value *v);
void gen_atomic(struct gen *g, ir_ref ref);
void gen_counter(struct gen *g, ir_ref ref);
void gen_texture(struct gen *g, ir_ref ref);       /* gen_texture.c */
void gen_texture_store(struct gen *g, ir_ref ref); /* gen_texture_store.c */
void gen_quad(struct gen *g, ir_ref ref);          /* gen_quad.c */

enum { GEN_PLACE_TERMS = 4 };

/* Address of a word: `index` structures (raw: bytes) plus a constant byte offset, or a byte offset that
   differs by lane. */
struct gen_place {
    ir_ref index;   /* 0: none, a constant raw address */
    ir_ref dynamic; /* byte offset that is not constant */
    uint32_t added; /* constant part; a raw address takes it mod 2^32 */
    uint32_t bytes; /* including the offset of the word in its window, which does not wrap */
    /* Structures of one word: index = the sum of the terms, in ascending order, + constant; `index` is that of the word itself.
       Lanes at constant distances (gen_spread.c): `dynamic` is that sum. No terms: others. */
    struct ir_term terms[GEN_PLACE_TERMS];
    unsigned count;
    uint32_t constant;
};
struct gen_place gen_place_of(const struct gen *g, const struct ir_value *v);
/* Words of one structure or row; others of a cluster are stored by gen_cells_store_all only. */
bool gen_same_structure(const struct gen *g, const struct ir_value *a, const struct ir_value *b);
/* The value is computed from numbers of threads and uniform values, without memory that differs by lane (gen_window.c). */
bool gen_follows_threads(const struct gen *g, ir_ref ref);
/* Each lane's value differs from the one before by a scalar (gen_affine.c). */
bool gen_has_lane_distance(const struct gen *g, ir_ref ref);
/* Its lanes' words are at constant distances, in rows of few threads (gen_spread.c). */
bool gen_is_spread(const struct gen *g, const struct ir_value *v, const struct gen_place *place);
bool gen_is_tgsm(const struct gen *g, const struct ir_value *v);
/* A constant byte offset past the stride: the word does not exist (address.h). */
bool gen_is_outside(const struct gen *g, const struct ir_value *v);
/* Columns from one texel of a cluster to another. */
int32_t gen_texel_distance(const struct gen *g, ir_ref from, ir_ref to);
/* Clusters the loads and stores of a list that access one structure, and the loads of texels in one row. */
void gen_cluster(struct gen *g, const struct ir_list *list);

/* A view's memory. */
struct gen_view {
    LLVMValueRef base, count, bytes; /* pointer, i32, i64 */
    LLVMValueRef last_row;           /* see gen_constants */
};
struct gen_view gen_view_of(struct gen *g, const struct ir_value *v);
/* A field of the value's struct jit_view, loaded in the entry. */
LLVMValueRef gen_view_field(struct gen *g, const struct ir_value *v, LLVMTypeRef type, size_t offset);
LLVMValueRef gen_zeros(struct gen *g);

/* gen_transpose.c: contiguous structures, one a lane. `step` is the number of words from lane to lane. */
/* Loads the words at `offsets` of each lane's structure at pointer + 4 * step * lane. `is_tgsm`: words that are stored are
   soon loaded in another form; processors forward single words, not parts of vectors. */
void gen_load_words(struct gen *g, LLVMValueRef pointer, uint32_t step, const uint32_t *offsets,
                    unsigned count, uint32_t structure, bool is_tgsm, LLVMValueRef *out);
/* Iterations that a run of so many words serves when each takes `step` of them. */
uint32_t gen_stream_turns(uint32_t words, uint32_t step);
/* Loads `words`, 8 or GEN_RUN, consecutive words from each pointer, one a lane. */
enum { GEN_RUN = 16 };
void gen_load_runs(struct gen *g, const LLVMValueRef *pointers, uint32_t words, LLVMValueRef *out);
/* Stores a row of as many words as a warp has lanes at each pointer; those of `mask`, NULL: all. */
void gen_store_runs(struct gen *g, const LLVMValueRef *pointers, const LLVMValueRef *rows, LLVMValueRef mask);
/* Loads words `word` to `word` + 3 of the structures at one pointer a lane. */
void gen_load_chunks(struct gen *g, const LLVMValueRef *pointers, uint32_t word, LLVMValueRef out[4]);
/* Stores four words of each lane at its pointer + `word` words, from lane 0 on. */
void gen_store_chunks(struct gen *g, const LLVMValueRef *pointers, uint32_t word,
                      const LLVMValueRef values[4]);
/* Transposes `words`, 2 to 4 or as many as a warp has lanes, vectors as they are in memory to one a word, and back: calls,
   which gen_pack dissolves where all words pass through the same operations, and gen_expand_packs turns into shuffles. */
enum { GEN_PACK_WORDS = 16, GEN_STRUCTURE_WORDS = 4 };
void gen_split(struct gen *g, const LLVMValueRef *in, unsigned words, LLVMValueRef *out);
void gen_merge(struct gen *g, const LLVMValueRef *in, unsigned words, LLVMValueRef *out);
/* Words of the gen_split or gen_merge that the value is; 0: it is none. */
unsigned gen_split_words(LLVMValueRef value);
unsigned gen_merge_words(LLVMValueRef value);
void gen_expand_packs(struct gen *g);
/* gen_relax.c; after variables are registers. Leaves dead instructions. */
void gen_relax(struct gen *g);
/* gen_difference.c: the sum of the four bytes' absolute differences, of vectors of words or of words, without those whose first byte is 0. */
LLVMValueRef gen_difference_of_bytes(const struct gen *g, LLVMValueRef x, LLVMValueRef y, bool skips_zeros);
/* gen_dot.c; after gen_pack. Returns whether it has changed the function; leaves dead instructions. */
bool gen_dot(struct gen *g);
/* gen_pack.c; after mem2reg. false: out of memory. */
bool gen_pack(struct gen *g, bool *changed);
/* Non-temporal stores are of whole vectors at multiples of their size: an i1, of the flag `streams` and the pointer. */
LLVMValueRef gen_may_stream(const struct gen *g, LLVMValueRef pointer, LLVMValueRef streams);
/* `streams`: the flag, NULL: never; a constant: the stores are non-temporal. */
void gen_store_words(struct gen *g, LLVMValueRef pointer, uint32_t step, const uint32_t *offsets,
                     unsigned count, const LLVMValueRef *values, bool is_tgsm, LLVMValueRef streams);

/* ---- gen_copy.c: copies of a segment's code ---- */

/* Makes a copy the current one; true. */
bool gen_switch(struct gen *g, uint32_t copy);
/* Opens `count` copies of a segment; the first one's slots are those of the code around it. */
void gen_open_copies(struct gen *g, uint32_t count);
void gen_close_copies(struct gen *g);
/* The value is the same in all copies, and emitted in the first one only. */
bool gen_is_shared(const struct gen *g, ir_ref ref);
/* Defines a value of the current copy as the first one's. */
void gen_copy_slot(struct gen *g, ir_ref ref);
/* Called before the stores of all copies: computes the stored values before the first store. */
void gen_keep_stored(struct gen *g, ir_ref ref);
/* The load in all copies, if it is one of rows at constant distances; false: nothing is emitted. */
bool gen_load_copies(struct gen *g, ir_ref ref);
/* The same for a store of whole rows. */
bool gen_store_copies(struct gen *g, ir_ref ref);
/* gen_item in every copy. */
void gen_items(struct gen *g, ir_ref ref);
#define GEN_FOR_COPIES(g, k) for (uint32_t k = (g)->first_copy; k < (g)->end_copy && gen_switch((g), k); k++)

/* gen_parts.c: emits a segment's list, all copies of each part before the next part. */
void gen_each_part(struct gen *g, const struct ir_list *list,
                   void (*emit)(struct gen *g, const struct ir_list *list));

/* ---- gen_flow.c: control flow of a warp ---- */

void gen_list(struct gen *g, const struct ir_list *list);
/* A scope inside one warp: the main routine of a program without barriers. */
void gen_scope(struct gen *g, uint32_t node);
/* Charges a step for so many warps; returns from the function when the budget is exhausted. */
void gen_step(struct gen *g, uint32_t instr, uint32_t warps);
/* A phi's value on the edge of its arg number `arg`; NULL when that edge is unreachable. */
LLVMValueRef gen_phi_value(struct gen *g, ir_ref phi, uint32_t arg);

/* ---- gen_exits.c ---- */

/* All lanes that are active in the target take this exit: no code after it runs. */
bool gen_is_straight(const struct gen *g, const struct ir_node *exit);
/* A divergent loop that lanes leave together: those of its first iteration execute all others. `plain`, which may be NULL: by
   header, wherever lanes continue without the others the next value is that of the end of the body, so that it may be assigned for
   all. */
bool gen_keeps_lanes(const struct gen *g, uint32_t loop, bool *plain);
/* The items from `first` on are executed faster for no lane than skipped by a branch that is hard to predict. */
bool gen_is_short(const struct gen *g, const struct ir_list *list, uint32_t first);

/* ---- gen_whole.c: iterations of a loop that all lanes execute ---- */

struct gen_whole {
    uint32_t item;       /* of the loop's body: the if that leaves it */
    unsigned stays;      /* the side that does not */
    ir_ref index, limit; /* lanes stay while index < limit */
    bool includes_limit; /* <= */
    bool is_signed;
};
/* The only exit of a small loop; false for loops that lanes leave in other ways. */
bool gen_whole_exit(const struct gen *g, uint32_t loop, struct gen_whole *whole);
/* An i1: the current copy's lane 0 stays, also when its index is `reach` larger. */
LLVMValueRef gen_whole_stays(struct gen *g, const struct gen_whole *whole, uint64_t reach);
/* A divergent loop that has the form without masks. */
bool gen_whole_find(const struct gen *g, uint32_t loop, struct gen_whole *whole);
/* How much a scalar grows from one warp to the next; false: not known. */
bool gen_warp_growth(const struct gen *g, ir_ref ref, unsigned depth, uint32_t *growth);
/* An i1: no lane of any copy leaves in this iteration. */
LLVMValueRef gen_whole_test(struct gen *g, const struct gen_whole *whole);

/* ---- gen_unroll.c: iterations of a loop with streams, as many at once as a lane's run of words serves ---- */

struct gen_unroll {
    struct gen_whole exit;
    uint32_t iterations, iteration; /* of a pass; the one being emitted */
    uint32_t step;                  /* of the loop's counter */
    struct gen_words *loads;        /* gen_stream.c */
    struct gen_kept *stores;        /* gen_stream_store.c */
};
/* False for loops that have no unrolled form. The loads and stores of the loop's list have been clustered. */
bool gen_unroll_find(const struct gen *g, uint32_t loop, struct gen_unroll *unroll);
/* An i1: the next pass's iterations are all executed. */
LLVMValueRef gen_unroll_test(struct gen *g, const struct gen_unroll *unroll);

/* ---- gen_drain.c: the last lanes of a divergent loop, one after the other ---- */

struct gen_drain {
    uint32_t loop, lanes;        /* its node; the most lanes of each copy that are executed so */
    struct ir_function function; /* in which the loop is that of one lane */
    bool *is_inside;             /* by value: defined in the loop */
    ir_ref *outside;             /* values that the loop uses, in each lane their own */
    uint32_t outside_count;
    struct gen_slot *slots; /* of the form for one lane */
    /* Arrays of a word a lane: of `outside`, of headers and results of the loop; a word of bits a copy. */
    LLVMValueRef *values, *nexts, *results, masks;
    LLVMBasicBlockRef few;    /* where the form begins */
    LLVMBasicBlockRef copies; /* a loop over the copies, and one over the lanes of each */
    struct gen_lane_loop lanes_of_copy;
    LLVMValueRef copy, lane; /* number; index in the arrays */
    LLVMValueRef turn, paid; /* variables: back edges of the lane; the most of a lane of the copy so far */
    /* What the generator goes on with. */
    const struct ir_function *f;
    LLVMValueRef mask;
    struct gen_region *region;
    uint32_t end_copy;
};
/* False for loops that have no such form. */
bool gen_drain_find(struct gen *g, uint32_t loop, struct gen_drain *drain);
/* An i1: there are more lanes that go on, so that the next iteration is executed for all of them. */
LLVMValueRef gen_drain_test(struct gen *g, const struct gen_drain *drain, const struct gen_region *regions);
/* In the block where few lanes are left: what is emitted next is executed for each of them, until gen_drain_end. `lane`
   gets the region of the loop without its variables, which gen_drain_load sets. false: out of memory. */
bool gen_drain_begin(struct gen *g, struct gen_drain *drain, const struct gen_region *regions,
                     struct gen_region *lane);
void gen_drain_load(struct gen *g, const struct gen_drain *drain, const struct gen_region *lane);
/* Charges a step for a back edge, unless a lane of the warp has made as many: together they would be one step. */
void gen_drain_step(struct gen *g, const struct gen_drain *drain, uint32_t instr);
void gen_drain_end(struct gen *g, struct gen_drain *drain, struct gen_region *regions,
                   const struct gen_region *lane);

/* ---- gen_stream_store.c ---- */

enum { GEN_KEPT_COST = 4, GEN_KEPT_MOST = 24 }; /* of gen.chunks: a store's; of the function */
/* After a loop: the stores that it has kept back. */
void gen_stream_end(struct gen *g, const struct gen_region *region);

/* ---- gen_target_*.c: all that depends on the processor's instructions; meson.build selects the file ---- */

/* A code generator for another processor is such a file and its jit_target_*.c. What else it relies on: gathers,
   scatters, masked and non-temporal stores are LLVM's general intrinsics, and vectors have 8 or 16 words, in registers
   of the processor if it has such. On a processor that does not flush denormals as x86-64 does, every function is
   is_double: its operations on floats flush themselves. */
void gen_target_initialise(void);
typedef void gen_add_attribute(const struct gen *g, const char *key, const char *value);
/* Attributes of the function, besides the processor's name and features. */
void gen_target_attributes(const struct gen *g, gen_add_attribute *add);
/* Sets the flags of `g` about the processor. */
void gen_target_describe(struct gen *g, const char *cpu, const char *features);
/* gen_help for a rare call with at most four arguments, all i32: it costs more and preserves all registers
   (jit_preserving_call), so that nothing is spilled where it is not made. Returns an i64. */
LLVMValueRef gen_help_rarely(const struct gen *g, size_t offset, const LLVMValueRef *args, unsigned count);
/* The value passed through empty inline assembly, which hides its origin from LLVM. */
LLVMValueRef gen_opaque(const struct gen *g, LLVMValueRef word);
/* Forces LLVM to compute the vector before this point. Otherwise machine sinking moves the arithmetic into the block of its only
   use, and its operands are spilled until then. No effect where a vector does not fill a vector register. */
void gen_keep_here(const struct gen *g, LLVMValueRef vector);
/* Lane i of the result is lane at[i], mod their number, of `words`. */
LLVMValueRef gen_target_permute(const struct gen *g, LLVMValueRef words, LLVMValueRef at);
/* The words of the mask's lanes, from lane 0 on, then zeros; NULL: the processor has no instruction for it. */
LLVMValueRef gen_target_compress(const struct gen *g, LLVMValueRef words, LLVMValueRef mask);
/* The same of `low` and then `high`, for at[i] of less than twice their number. */
LLVMValueRef gen_target_permute_two(const struct gen *g, LLVMValueRef low, LLVMValueRef high,
                                    LLVMValueRef at);
/* In each lane a.low * b.low + a.high * b.high, of the halves of words as signed numbers. */
LLVMValueRef gen_target_dot(const struct gen *g, LLVMValueRef a, LLVMValueRef b);
/* Byte `k` of each word, divided by 255 and rounded to nearest; NULL where the processor has no shorter way than
   arithmetic. */
LLVMValueRef gen_target_unorm_byte(const struct gen *g, LLVMValueRef packed, unsigned k);
/* Floats of all lanes to i16 halves, toward zero; a NaN gives any. */
LLVMValueRef gen_target_halves(const struct gen *g, LLVMValueRef floats);
/* Words that are floats without denormals, with the canonical NaN for others; NULL where no instruction does that. */
LLVMValueRef gen_target_canonical(const struct gen *g, LLVMValueRef words);
/* The greater or lesser of two vectors of floats that are settled (ir_value): of a NaN and a number the number, of +0
   and -0 by sign. NULL where the processor has no such instruction. */
LLVMValueRef gen_target_extreme(const struct gen *g, bool is_min, LLVMValueRef x, LLVMValueRef y);
/* Floats to numbers toward zero, as the processor does with what does not fit: signed 0x80000000, unsigned 0xffffffff.
   NULL where it has no such instruction for vectors of this type. */
LLVMValueRef gen_target_integers(const struct gen *g, bool is_signed, LLVMValueRef x);
/* 1 / sqrt(x), the root and the quotient each rounded, of a vector of floats where the processor flushes denormals. NULL
   where no way is faster than a root and a division. */
LLVMValueRef gen_target_reciprocal_root(const struct gen *g, LLVMValueRef x);

/* ---- gen_function.c ---- */

void gen_function(struct gen *g);
/* An i32 of struct jit_context, loaded in the entry. */
LLVMValueRef gen_entry_word(struct gen *g, size_t offset);

/* ---- gen_fixed.c: loads that all warps and groups have in common ---- */

void gen_load_fixed(struct gen *g);
/* The value depends on the thread's number in its warp only. */
bool gen_is_common_to_warps(const struct ir_value *v);

/* ---- gen_ahead.c: what all warps of a segment have in common ---- */

/* The items of the segment that has been opened; loads what all its warps load. */
void gen_list_stores(struct gen *g, const uint32_t *items, uint32_t count);
/* At the end of the segment. */
void gen_release_held(struct gen *g);
/* gen_items of a value of the segment's own list. */
void gen_segment_item(struct gen *g, ir_ref ref);

/* ---- gen_group.c: groups, segments, barriers ---- */

/* The code of one group. */
void gen_group(struct gen *g);
/* Reserves `bytes` in the storage and returns the offset. */
uint64_t gen_reserve(struct gen *g, uint64_t bytes);
/* True for items that are control flow of the whole group. */
bool gen_is_group_node(const struct gen *g, uint32_t item);
/* Phis of group-level control flow that are kept in the storage because they are not uniform across warps. */
bool gen_is_stored(const struct gen *g, ir_ref phi);
/* gen_select.c: warps that an if of group-level code selects. */
struct gen_selection {
    uint32_t count; /* warps[turn] = first + step * turn if is_linear */
    uint32_t *warps, first, step;
    bool is_linear;
    bool is_full;      /* all threads of these warps are selected */
    LLVMValueRef mask; /* the condition's words if they are the same in all of these warps; else NULL */
};
/* An if that selects some warps, and whose results the others have already: it is a segment of its own, for them. */
bool gen_is_selective(const struct gen *g, uint32_t node);
/* Which warps; false, with an empty selection: those of gen_selection_limit. */
bool gen_select(struct gen *g, uint32_t node, struct gen_selection *selection);
/* Sets the next segment's first warp and limit. */
void gen_selection_limit(struct gen *g, const struct ir_node *node);
/* The warp of this turn of the segment that is being opened. */
LLVMValueRef gen_selected_warp(struct gen *g, LLVMValueRef number);
/* The next such if, where the items from `first` on are computed for it only: outside a segment they are emitted with it.
   list->count: there is none. */
uint32_t gen_selection_end(const struct gen *g, const struct ir_list *list, uint32_t first);
/* Any segment can compute the value again. */
bool gen_is_rematerialised(const struct gen *g, ir_ref ref);
/* gen_cross.c */
void gen_find_crossings(struct gen *g);
/* gen_prefetch.c: what a group of one row loads, and the next one, are more than the first-level cache holds; loads in loops are
   counted once. */
bool gen_fills_cache(const struct gen *g);
/* gen_prefetch.c: the axes of the numbers of threads and groups that the program names, a bit each. */
unsigned gen_axes(const struct gen *g);
/* fatal.c: false, with a sentence, when a fatal error of LLVM ended the work. What LLVM allocated is lost then. */
bool gen_run_safely(void (*work)(void *context), void *context, struct strbuf *why);

#endif
