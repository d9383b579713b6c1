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
    LLVMValueRef index_vector;   /* of the lanes, in place of the index's value; NULL: that */
    LLVMValueRef dynamic_vector; /* the same of the byte offset */
    uint32_t stride;             /* bytes of a structure; raw: 1 */
    bool is_raw;
    bool is_rare;     /* the path being emitted is */
    bool is_row;      /* single words of rows from index + row_start on; see gen_place */
    bool is_pair;     /* two words, the second of which follows the first or precedes it, at any index */
    bool has_offsets; /* words of one structure, whose byte offsets differ by `constants` */
    bool is_run; /* some of row_words single words from index + row_start on, at any index; see gen_runs.c */
    uint32_t row_start, row_words;
    bool is_texel; /* of a texture at `texel`; the index is the column */
    struct ir_texel_access texel;
    uint64_t further; /* from the index to that of the last copy which the test of bounds is for */
    unsigned count;
    ir_ref refs[GEN_CLUSTER];
    uint32_t bytes[GEN_CLUSTER];      /* constant offsets */
    uint32_t added[GEN_CLUSTER];      /* without the window's word */
    uint32_t constants[GEN_CLUSTER];  /* of the indices, from a common root */
    LLVMValueRef values[GEN_CLUSTER]; /* loaded; to store */
    LLVMValueRef reals[GEN_CLUSTER];  /* loaded doubles by their low word, where known; else NULL */
};

/* ---- gen_access.c ---- */

/* Everything but the members. */
void gen_access_open(struct gen *g, const struct ir_value *v, struct access *a);
void gen_access_add(struct access *a, ir_ref member);
/* After all members: true when they are words of one structure, or make a row; false: each is an access. */
bool gen_access_join(struct access *a);
/* Member i alone. */
struct access gen_access_member(const struct access *a, unsigned i);
/* The register differs by thread: only helpers resolve the view. */
bool gen_access_is_helped(const struct access *a);
/* An arg with the bits that are stored. */
LLVMValueRef gen_access_value(struct gen *g, const struct ir_value *v, uint32_t i);
/* Emits the load or store in the form that fits the address; `values` are scalars or vectors. */
void gen_access_load(struct access *a);
void gen_access_store(struct access *a);
void gen_access_to_vectors(struct access *a);

/* ---- gen_prefetch.c ---- */

enum { GEN_LINE = 64 }; /* bytes of a cache line */
/* The innermost loop around the code; NULL: none. */
const struct ir_node *gen_inner_loop(const struct gen *g);
/* Distance in bytes to the next group's words when a prefetch is profitable; else 0. */
int64_t gen_access_ahead(const struct access *a);
/* Prefetches what the next group loads or stores in place of a row of structures that are `step` words apart. */
void gen_fetch_ahead(struct access *a, LLVMValueRef pointer, uint32_t step);
/* Prefetches what the next group loads in place of a row of elements that are so many bytes apart, if it is of several rows. */
void gen_fetch_next(const struct gen *g, LLVMValueRef pointer, int64_t apart);

/* ---- gen_bounds.c: addresses, and whether the word there exists (NULL: proven) ---- */

/* The host has proven the access in bounds for the whole dispatch. */
bool gen_bounds_measured(const struct gen *g, const struct ir_value *v);
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
/* An i1: no word of such a row exists, and no address in it wraps around. */
LLVMValueRef gen_bounds_outside(struct access *a, LLVMValueRef index, uint32_t stride);
/* Lanes at constant distances from each other. */
struct gen_spread {
    uint32_t index[JIT_LANES],
        bytes[JIT_LANES];        /* of structures; byte offset, or raw address: minus lane 0's */
    LLVMValueRef pointer, exist; /* lane 0's first word; an i1: all words of all lanes exist, NULL: proven */
    int64_t lanes[JIT_LANES];    /* of a lane's first word from lane 0's, in bytes */
    uint32_t offsets[GEN_CLUSTER], words; /* of members from a lane's first word on; all are in so many */
};
/* From `index` and `bytes`, multiples of 4, to the rest. */
void gen_bounds_spread(struct access *a, struct gen_spread *spread);
/* So many bytes from a scalar address on; an i1: their words exist. */
LLVMValueRef gen_bounds_bytes(struct access *a, LLVMValueRef first, uint32_t count, LLVMValueRef *pointer);
/* The same where the first `known` ones are proven to exist. NULL: all are. */
LLVMValueRef gen_bounds_proven_bytes(struct access *a, LLVMValueRef first, uint32_t count, uint32_t known,
                                     LLVMValueRef *pointer);
/* The pointer to a lane's byte. */
LLVMValueRef gen_bounds_byte(const struct access *a, LLVMValueRef addresses, uint32_t lane);
/* Pointers to the lanes' bytes. */
LLVMValueRef gen_bounds_unaligned(struct access *a, LLVMValueRef addresses);
/* An i1: the structure `reach`, an i64, after a scalar index exists, and those between them do. */
LLVMValueRef gen_bounds_reach(struct access *a, LLVMValueRef index, LLVMValueRef reach);
/* Vectors of the words from bases[warp] + start of the group's shared memory on: they are in it, or its margin, in
   all warps that execute the access. */
bool gen_bounds_window(const struct gen *g, const struct ir_cells *cells, int32_t start, uint32_t vectors);
LLVMValueRef gen_bounds_window_pointer(struct gen *g, const struct ir_cells *cells, int32_t start);
/* Word i of each lane, in words from the view's start, mod 2^32; or as pointers. `exists`: the active lanes
   whose word exists. */
LLVMValueRef gen_bounds_words(struct access *a, unsigned i, LLVMValueRef *exists);
LLVMValueRef gen_bounds_pointers(struct access *a, unsigned i, LLVMValueRef *exists);
/* Of the first word in all lanes: the others' proofs do not hold for those that do not execute the access. */
LLVMValueRef gen_bounds_pointers_of_all(struct access *a, LLVMValueRef *exists);
/* As gen_bounds_pointers, with `added`, a vector, added to the index (raw: the address). */
LLVMValueRef gen_bounds_pointers_after(struct access *a, LLVMValueRef added, unsigned i,
                                       LLVMValueRef *exists);
/* Each lane's structure (raw: the first member's word); `exists`: the lanes in which it and the next
   count - 1 structures (raw: words) exist, active or not. */
LLVMValueRef gen_bounds_runs(struct access *a, uint32_t count, LLVMValueRef *exists);
/* The same where lanes' structures are a scalar distance apart: lane 0's pointer, and an i1: the runs of all exist,
   and their addresses do not wrap. */
LLVMValueRef gen_bounds_affine_runs(struct access *a, LLVMValueRef distance, uint32_t count,
                                    LLVMValueRef *exist);
/* The word of a member in such a run. */
uint32_t gen_bounds_place(const struct access *a, unsigned i);
/* The same, by a count that is not constant; `holds`, an i1: all exist in active lanes, and those of two lanes do not
   overlap. */
LLVMValueRef gen_bounds_apart(struct access *a, LLVMValueRef count, LLVMValueRef *holds);
/* An i1: each lane's range begins where that of the lane before ends, or later, and exists in active lanes. */
LLVMValueRef gen_bounds_ascend(struct gen *g, LLVMValueRef start, LLVMValueRef end, LLVMValueRef exists);
/* Component `part` of a row of four words in `bytes` bytes: one pointer, or one a lane. */
LLVMValueRef gen_bounds_constant(struct gen *g, LLVMValueRef base, LLVMValueRef bytes, LLVMValueRef row,
                                 uint32_t part, LLVMValueRef *exists);
/* Whether an IR_XREAD or IR_XWRITE of element `at` is in bounds: an i1, or one a lane. */
LLVMValueRef gen_bounds_array(struct gen *g, const struct ir_value *v, LLVMValueRef at);
/* Texel of so many bytes at column, row and slice (NULL: none) of the first mip: pointer to the first of a row
   of `stride` texels a lane; or one pointer a lane, for texels of whole words. */
LLVMValueRef gen_bounds_texel_row(struct gen *g, const struct ir_value *v, LLVMValueRef base,
                                  const LLVMValueRef at[3], uint32_t stride, uint32_t bytes,
                                  LLVMValueRef *exists);
LLVMValueRef gen_bounds_texels(struct gen *g, const struct ir_value *v, LLVMValueRef base,
                               const LLVMValueRef at[3], uint32_t bytes, LLVMValueRef *exists);
/* An element of a typed buffer, a scalar index: one pointer. */
LLVMValueRef gen_bounds_texel(struct gen *g, const struct ir_value *v, LLVMValueRef base, LLVMValueRef at,
                              uint32_t bytes, LLVMValueRef *exists);

/* Texel `texel` along an axis of a sample, clamped to the mip of `size` texels; a pointer to the sum of
   distances from the first mip's start, in units of a type, of each lane or of one. */
LLVMValueRef gen_bounds_axis(struct gen *g, LLVMValueRef texel, LLVMValueRef size);
LLVMValueRef gen_bounds_sampled(struct gen *g, uint32_t texture, LLVMTypeRef unit, LLVMValueRef offset);
/* A field of the access's struct jit_sample, loaded in the entry. */
LLVMValueRef gen_sample_field(struct gen *g, uint32_t texture, LLVMTypeRef type, size_t offset);

/* ---- gen_sample.c, gen_sampler.c ---- */

enum { GEN_AXES = 3, GEN_CORNERS = 1 << GEN_AXES };
enum { GEN_ELEMENT = 4 }; /* most words of an element */

/* A mip: texels along each axis, distances between them in words or, where they are smaller, in bytes. */
struct gen_level {
    LLVMValueRef size[3], pitch[3], start; /* `start` NULL: 0 */
    bool is_chosen;                        /* by code: values are scalars or vectors, not from the entry */
};

struct gen_sample {
    struct gen *g;
    const struct ir_value *v;
    const struct ir_texture *t;
    enum jit_texel texel;
    bool is_linear, is_integer, is_gather;
    bool has_levels, blends; /* code chooses mips; two */
    struct gen_level level;
    LLVMValueRef lod;                          /* has_levels, unless it has derivatives: a float */
    LLVMValueRef ddx[GEN_AXES], ddy[GEN_AXES]; /* derivatives, floats that determine the level; NULL: none */
    LLVMValueRef bias;                         /* floats, added to it; NULL: none */
    uint8_t modes, comparison;
    unsigned axes; /* of the texture's rows */
    bool has_layer, is_cube;
    LLVMValueRef coords[GEN_AXES + 1]; /* floats: scalars when the lanes share them, else vectors */
    LLVMValueRef crosses;              /* lanes with texels on several faces of a cube; NULL: none */
    LLVMValueRef reference;            /* NULL: nothing is compared */
    bool used[4];                      /* channels */
    LLVMValueRef alpha;
    struct gen_sample_axis {
        LLVMValueRef offset[2]; /* of the texel and of the next one, in bounds: see gen_bounds_axis_offset */
        LLVMValueRef border[2]; /* the border colour replaces it; NULL: it does not */
        LLVMValueRef weight;    /* of the next texel; NULL: there is none */
    } axis[GEN_AXES];
    LLVMValueRef layer; /* its offset; NULL: not an array */
    LLVMValueRef elements[GEN_CORNERS]
                         [GEN_ELEMENT]; /* by corner, of which bit k is the next texel along axis k */
};

/* Samples, if possible without a helper; false, with nothing emitted, when a helper has to. */
bool gen_sample(struct gen *g, const struct ir_value *v, const bool used[4], LLVMValueRef out[4]);
/* The struct jit_sample of a texture access. */
LLVMValueRef gen_sample_record(struct gen *g, uint32_t texture);
/* Coordinates that the instruction has, with the layer. */
unsigned gen_sample_coords(const struct gen_sample *sample);
/* 8 bits of fraction of a float of at most 22 bits before them; a NaN gives 0. The fraction, a vector of floats. */
LLVMValueRef gen_fixed_point(const struct gen *g, LLVMValueRef x);
LLVMValueRef gen_fixed_fraction(const struct gen *g, LLVMValueRef fixed);
/* From operands to results that are not canonical yet. `used`: channels, of gather4 texels. */
void gen_sample_texels(struct gen_sample *s, const bool used[4], LLVMValueRef out[4]);
/* The same by a call. */
void gen_sample_call(struct gen_sample *s, const bool used[4], LLVMValueRef out[4]);
/* Loads the elements of the corners, a mask. */
void gen_fetch(const struct gen_sample *s, unsigned corners, LLVMValueRef elements[GEN_CORNERS][GEN_ELEMENT]);

/* ---- gen_level.c ---- */

struct gen_level gen_level_only(struct gen_sample *sample);
/* `mip`: a scalar or a vector. */
struct gen_level gen_level_of(struct gen_sample *sample, LLVMValueRef mip);
/* The mips of a level of detail; and the weight of the second one, a vector, if the sample blends them. */
LLVMValueRef gen_level_mips(struct gen_sample *sample, LLVMValueRef lod, LLVMValueRef mips[2]);
/* The level of detail that derivatives determine, as floats; not of a cube. */
LLVMValueRef gen_level_footprint(const struct gen_sample *s);

/* ---- gen_cube.c ---- */

/* Replaces the direction by the place on the face, and returns the face's number. */
LLVMValueRef gen_cube_project(struct gen_sample *sample);
/* Adds lanes whose texels, from this one on along an axis, are on several faces. */
void gen_cube_find_edges(struct gen_sample *sample, LLVMValueRef texel, LLVMValueRef size);
/* Replaces their results by a helper's. */
void gen_cube_replace(const struct gen_sample *sample, const bool used[4], LLVMValueRef out[4]);

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

/* ---- gen_runs.c ---- */

/* All lanes' runs: `all` pointers, or those from `first` on, `distance` bytes apart. */
struct gen_runs {
    LLVMValueRef all, first, distance, exist; /* an i1: all that are loaded exist */
    bool is_constant;                         /* the distance */
};
/* False: their distance is not one number. Runs of inactive lanes are loaded too. */
bool gen_runs_affine(struct access *a, uint32_t count, struct gen_runs *runs);
/* Lanes for which not all words exist, or inactive ones, load from the page of zeros. */
void gen_runs_any(struct access *a, uint32_t count, struct gen_runs *runs);
void gen_runs_pointers(struct gen *g, const struct gen_runs *runs, LLVMValueRef *pointers);
bool gen_run_load(struct access *a);
bool gen_run_store(struct access *a);

/* ---- gen_affine.c ---- */

/* Words from lane to lane when the index grows by `stride`; 0: not a contiguous row. */
uint32_t gen_row_step(const struct access *a, int32_t stride);
/* Ends a path on which the access's values were loaded. */
void gen_join_loaded(struct access *a, struct gen_join *join);
/* Words from lane to lane; 0: not affine. */
uint32_t gen_affine_step(const struct access *a);
/* The difference of each lane's value from the one before, a scalar, modulo 2^32: products with numbers that all lanes
   have in common too. NULL: not known to be one number. */
LLVMValueRef gen_lane_distance(struct gen *g, ir_ref ref);
LLVMValueRef gen_first_lane(struct gen *g, ir_ref ref);
/* The same of the row of memory that the lanes access, which is in descending order too; 0: none. */
uint32_t gen_affine_row(const struct access *a);
/* Loads the row in all copies after one test; false: nothing is emitted. */
bool gen_affine_load_copies(struct access *a, LLVMValueRef out[GEN_JAM][GEN_CLUSTER]);
/* The same for stores, without a mask, of lanes' structures without gaps: `values` of all members, vectors. */
bool gen_affine_store_copies(struct access *a, LLVMValueRef values[GEN_JAM][GEN_CLUSTER]);
void gen_affine_load(struct access *a, uint32_t step);
void gen_affine_store(struct access *a, uint32_t step);

/* ---- gen_speculated.c ---- */

/* False, with nothing emitted, when no stride is speculated. */
bool gen_speculated_load(struct access *a);
bool gen_speculated_store(struct access *a);
/* Lane 0's value of a speculated coordinate; the condition that the active lanes have the stride (NULL: they
   do). */
LLVMValueRef gen_speculated_first(struct gen *g, ir_ref coordinate, LLVMValueRef *holds);
/* An i1: all lanes exist, and in each row of so many lanes their numbers, a vector, are consecutive. */
LLVMValueRef gen_every_in_rows(struct gen *g, LLVMValueRef numbers, uint32_t lanes, LLVMValueRef exists);

/* ---- gen_spread.c ---- */

/* Lanes at constant distances that are not a row of structures: rows of few threads. False, with nothing emitted, for
   others. */
bool gen_spread_load(struct access *a);
bool gen_spread_store(struct access *a);

/* ---- gen_window.c ---- */

/* False, with nothing emitted, when the lanes' words are not expected to be near each other. */
bool gen_window_load(struct access *a);
/* For rows that are clamped or wrap around in the warp, also of g#. False, with nothing emitted, for several members, dynamic
   offsets, texels and structures of several words. */
bool gen_clamped_row_load(struct access *a);

/* ---- gen_tile.c ---- */

/* False: the lanes' words are not known to be in a few rows; nothing is emitted but dead code. */
bool gen_tile_load(struct access *a);
bool gen_tile_store(struct access *a);

/* ---- gen_texel_rows.c: the functions of gen_bounds.c for accesses that are texels of a texture ---- */

/* Of a texel of whole words in the mip at `base`. */
struct access gen_row_access(struct gen *g, const struct ir_value *v, const struct ir_texel_access *at,
                             LLVMValueRef base);
LLVMValueRef gen_row_pointers(struct access *a, LLVMValueRef added, unsigned i, LLVMValueRef *exists);
LLVMValueRef gen_row_runs(struct access *a, uint32_t count, LLVMValueRef *exists);
LLVMValueRef gen_row_apart(struct access *a, LLVMValueRef count, LLVMValueRef *holds);

/* ---- gen_stream.c ---- */

/* Words of the value's element by which a stream grows an iteration; 0: it is none. */
uint32_t gen_stream_step(const struct gen *g, const struct ir_value *v);

/* False, with nothing emitted, when the load is not a stream. */
bool gen_stream_load(struct access *a);

/* ---- gen_stream_store.c ---- */

/* False, with nothing emitted, when the store is not a stream. */
bool gen_stream_store(struct access *a);

/* gen_constants.c: the component of the lanes' rows of a buffer of `bytes` bytes; NULL: to be read word by word. `last`: the row
   that the buffer ends in, made when it is first needed. */
LLVMValueRef gen_constants(struct gen *g, ir_ref ref, LLVMValueRef base, LLVMValueRef bytes, LLVMValueRef row,
                           LLVMValueRef *last);

/* ---- gen_gather.c ---- */

/* False, with nothing emitted, when the access is not a pair. */
/* Of a row or a run: each word by itself. */
void gen_gather_members(struct access *a, LLVMValueRef *out);
void gen_scatter_members(struct access *a);
/* All members by scatters or a helper, each one alone where their addresses differ by other than the word. */
void gen_scatter_any(struct access *a);
/* Counts loads of 16 bytes a lane, and their transposition: whether that much code may be added. */
bool gen_may_load_chunks(struct gen *g, unsigned count);
bool gen_pair_load(struct access *a);

void gen_gather(struct access *a, LLVMValueRef *out);
/* False, with nothing emitted, when a helper is faster. */
bool gen_scatter(struct access *a);

/* Words of elements at one pointer a lane, `words` each, 0 in lanes where they do not exist; and stored. `is_rare`:
   short code is better than fast code. */
void gen_gather_elements(struct gen *g, LLVMValueRef pointers, LLVMValueRef exists, unsigned words,
                         bool is_rare, LLVMValueRef *out);
/* The same for elements of one or two bytes, lane by lane: their words may reach past the end of the buffer. The first
   asks whether the function has room for that much code. */
bool gen_gathers_narrow(const struct gen *g);
void gen_gather_narrow(struct gen *g, LLVMValueRef pointers, LLVMValueRef exists, unsigned bytes,
                       LLVMValueRef *out);
/* Of one or two bytes, in the low bits of the words. */
void gen_scatter_narrow(struct gen *g, LLVMValueRef element, LLVMValueRef pointers, LLVMValueRef exists,
                        unsigned bytes);
void gen_scatter_elements(struct gen *g, const LLVMValueRef *in, unsigned words, LLVMValueRef pointers,
                          LLVMValueRef exists);

/* ---- gen_format.c: texels of the kinds that code accesses inline ---- */

/* The kind of a texture's or typed buffer's texels. */
enum jit_texel gen_texel_kind(const struct gen *g, const struct ir_value *v);
/* Words of an element; that of a single byte is in the low bits of one. */
unsigned gen_texel_words(enum jit_texel texel);
/* Channels of elements (vectors or scalars) where used[k]; the others are left. */
void gen_texel_decode(struct gen *g, enum jit_texel texel, const LLVMValueRef *element, LLVMValueRef alpha,
                      const bool used[4], LLVMValueRef out[4]);
/* A channel to encode. */
LLVMValueRef gen_texel_channel(struct gen *g, enum jit_texel texel, ir_ref ref);
/* Elements of four channels, vectors. */
void gen_texel_encode(struct gen *g, enum jit_texel texel, const LLVMValueRef channels[4],
                      LLVMValueRef *element);
/* One element of one or two bytes, a scalar. */
LLVMValueRef gen_texel_load_narrow(const struct gen *g, enum jit_texel texel, LLVMValueRef pointer);
/* The first of every `stride` elements of a row, all of which are in bounds, for each lane; and a row stored. */
void gen_texel_load_row(struct gen *g, enum jit_texel texel, uint32_t stride, LLVMValueRef pointer,
                        LLVMValueRef *element);
void gen_texel_store_row(struct gen *g, enum jit_texel texel, LLVMValueRef pointer,
                         const LLVMValueRef *element);

/* ---- gen_texture.c ---- */

/* The whole access by a helper; its results, used[k], are then loaded. */
void gen_texture_help(struct gen *g, const struct ir_value *v);
void gen_texture_help_lanes(struct gen *g, const struct ir_value *v, LLVMValueRef lanes);
void gen_texture_results(struct gen *g, const bool used[4], LLVMValueRef out[4]);
/* Coordinates of a texel access: lane 0's along a row, or by lane; NULL: none. */
void gen_texture_row(struct gen *g, const struct ir_texel_access *at, LLVMValueRef *holds,
                     LLVMValueRef out[3]);
void gen_texture_lanes(struct gen *g, const struct ir_texel_access *at, LLVMValueRef out[3]);
/* An arg broadcast to all lanes, not cached: this may be one of several paths. */
LLVMValueRef gen_texture_column(struct gen *g, ir_ref ref);
/* Defines the args on all paths: to be called before the first branch. */
void gen_texture_args(struct gen *g, const struct ir_value *v);

/* ---- gen_cells.c: g# accesses whose lanes are at constant distances ---- */

/* False, with nothing emitted, for others. */
bool gen_cells_load(struct access *a);
bool gen_cells_store(struct access *a);
/* Of several structures; only if these make whole vectors. */
bool gen_cells_store_all(struct access *a);

/* ---- gen_texel.c ---- */

void gen_texel_load(struct gen *g, ir_ref ref);
void gen_texel_store(struct gen *g, ir_ref ref);

#endif
