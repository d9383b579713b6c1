/* The JIT's program form: SSA over 32-bit values of one thread, with structured control flow. Calls are
   inlined, switches are chains of ifs, r# components are values, a double is two words.

   The active mask is implicit. A value means what one thread computes; ir_analyse and the code generator
   determine which threads compute it together and which of them are active. */
#ifndef SM5_IR_H
#define SM5_IR_H

#include "numeric/lanes.h"
#include "program/program.h"
#include "program/program_texture.h"

/* Index in function->values; 0 is no value. */
typedef uint32_t ir_ref;

enum { IR_NONE = UINT32_MAX };

enum ir_kind {
    IR_UNUSED,
    IR_CONST,   /* `word` */
    IR_SYSTEM,  /* `system` */
    IR_LANE,    /* `op` of the args: see below */
    IR_PART,    /* result number `part` (1 and up) of args[0]; result 0 is args[0] itself */
    IR_PHI,     /* see struct ir_node for what each arg belongs to */
    IR_CBUFFER, /* `component` of row args[0] + `base` (mod 2^32) of `view`, or of `slot` at register
                   args[1] */
    IR_ICB,     /* `component` of row args[0] + `base` */
    IR_THIS,    /* word `component` of this[] element args[0] + `base` */
    IR_XREAD,   /* `component` of element args[0] + `base` of `array`; 0 out of range */
    IR_XWRITE,  /* the same element = args[1]; dropped out of range */
    IR_LOAD,    /* one word; see "memory" */
    IR_TEXEL, /* typed load: results 0..3 are the texel's x, y, z, w; the status word of _s forms is constant
                 1 */
    IR_STORE, /* one word */
    IR_STORE_TEXEL, /* typed store of four words */
    IR_ATOMIC,      /* `op` is the opcode; result 0 the word before (also of the forms without a result) */
    IR_COUNTER,     /* `op`: alloc or consume */
    IR_BUFINFO,
    IR_TEXTURE, /* the access function->textures[texture]: a load, sample or query; results 0..3. A status word
                   is constant 1 */
    IR_TEXTURE_WRITE, /* a store, or an atomic, whose result 0 is the word before */
    IR_SYNC,          /* `sync` */
    IR_CYCLES,        /* results 0, 1: low and high word of the cycle counter */
    IR_TABLE, /* id of the function table bound to fp `interface`, element args[0] + `base`; IR_NONE when there is
                  none  or the element is past the interface's array */
    IR_FAULT,  /* `fault`. Ends the run */
    IR_XCLEAR, /* all arrays = 0; see function->forgets_arrays */
    IR_QUAD /* `op`: enum isa_derivative. The difference of args[0] across the quad of threads, 0 where one of them
               is inactive: it depends on the active mask and is never moved or merged */
    ,
    IR_PREVIOUS, /* the vector of args[0] in the warp before, which has executed this; 0 in the first warp */
    IR_SHIFT /* in lane i, lane i - `word` of args[1], or where there is none lane i - `word` + lanes of args[0] */
};

/* The numbers of runtime.h, which this room may not include. */
enum { IR_FAULT_FCALL = 1, IR_FAULT_ABORT = 4 };

/* System values of a thread. */
enum ir_system {
    IR_THREAD_X, /* vThreadID */
    IR_THREAD_Y,
    IR_THREAD_Z,
    IR_GROUP_X, /* vThreadGroupID */
    IR_GROUP_Y,
    IR_GROUP_Z,
    IR_LOCAL_X, /* vThreadIDInGroup */
    IR_LOCAL_Y,
    IR_LOCAL_Z,
    IR_FLAT, /* vThreadIDInGroupFlattened */
    IR_SYSTEMS
};

/* IR_LANE: `op` is an opcode whose form is of the lane kind, or IR_MODIFIER + enum lane_modifier. Args are
   the words the form reads, in order: W_WW (a, b); a double is (low, high); D_WDD (condition, a low, a high,
   b low, b high); DP3 (a.x, a.y, a.z, b.x, b.y, b.z). Results: WW forms have 2; D forms 2 (low, high); the
   others 1. */
enum { IR_MODIFIER = 0x800 };

/* Four threads from a multiple of 4 on are the pixels (0,0), (1,0), (0,1), (1,1) of a quad (D3D11.3 22.5:
   coarse is the upper row's and the left column's difference, fine the pixel's own). */

/* Memory. IR_LOAD, IR_STORE, IR_TEXEL, IR_STORE_TEXEL, IR_ATOMIC, IR_COUNTER and IR_BUFINFO name the
   memory by `slot` (index in decls.resources) and `view` (index in function->views; IR_NONE: g#, or a
   register that differs by thread, then in the last arg). Their args, in order:

       address   structure index, raw byte address, texel; not for COUNTER and BUFINFO
       offset    byte offset in the structure; 0 (no value) for raw and typed
       values    STORE: one; STORE_TEXEL: four; ATOMIC: one or two (cmp_store: compare, then value)
       register  only when `view` is IR_NONE and the memory is not a g#

   IR_LOAD and IR_STORE access word `component` (0..3) of the window at the address: byte (offset & ~3) + 4 *
   component of a structure, byte (address & ~3) + 4 * component of a raw view, as in runtime/address.h. `access` is
   the kind. */
enum ir_access { IR_STRUCTURED, IR_RAW, IR_TYPED };

/* A value that depends on the number of the thread in its group only. */
struct ir_table {
    const uint32_t *words; /* of all threads of the group's warps */
    uint32_t *bases;       /* of lane 0 of each warp */
    bool is_regular;       /* lane i's word is lane 0's + offsets[i] in every warp */
    bool is_affine;        /* and the offsets are a stride's */
    bool is_linear;        /* bases[w] = first + step * w */
    uint8_t aligned;
    uint32_t first, step, low, high;
    uint32_t offsets[16];
};

/* The words of the group's memory that a g# access touches, where its address depends on the thread's number
   only. */
struct ir_cells {
    const uint32_t *words; /* by thread; IR_NONE: it accesses none, or its result is not used */
    bool is_regular; /* lane i's word is bases[w] + offsets[i] in every warp, for the lanes that access any */
    bool is_linear;  /* bases[w] = first + step * w */
    bool uses[16];   /* lanes */
    const bool *runs; /* by warp: some thread may execute it */
    int32_t offsets[16];
    uint32_t *bases, first, step;
};

/* Limits of an access to g#: vectors around all lanes' words; in an unrolled group, words that are accessed one by one. */
enum { IR_WINDOW = 8, IR_SINGLE_WORDS = 32 };

struct ir_value {
    uint8_t kind;          /* enum ir_kind */
    uint8_t access;        /* enum ir_access */
    union {                /* by kind, as every union here */
        uint8_t part;      /* PART */
        uint8_t component; /* CBUFFER, ICB, THIS, XREAD, XWRITE, LOAD, STORE */
    };
    uint8_t results; /* number of result words: 0, 1, 2, 4 */
    uint16_t op;
    uint32_t instr; /* index in program->instrs */
    union {
        uint32_t word;    /* CONST */
        uint32_t system;  /* SYSTEM: enum ir_system */
        uint32_t base;    /* CBUFFER, ICB, THIS, XREAD, XWRITE, TABLE: added to args[0] */
        uint32_t texture; /* TEXTURE, TEXTURE_WRITE */
        uint32_t sync;    /* SYNC: ISA_SYNC_* flags */
        uint32_t fault;   /* FAULT: enum runtime_fault_kind (fcall or abort) */
        uint32_t payload; /* any of these, to compare and hash values */
    };
    union {
        uint32_t slot;      /* memory, IR_NONE: none */
        uint32_t array;     /* XREAD, XWRITE: index in function->arrays */
        uint32_t interface; /* TABLE: fp number */
    };
    uint32_t view;
    uint32_t first, count; /* args: function->args[first ...] */
    ir_ref forward;        /* during lowering: the value that replaces this one; 0 after ir_clean */

    /* ---- ir_analyse ---- */
    uint8_t shape;   /* enum ir_shape */
    uint8_t level;   /* enum ir_level: where its code is emitted */
    bool raw_nan;    /* may hold a NaN that is not canonical yet; STORE of a g#: may store one */
    bool is_settled; /* as float, not a denormal and not a signalling NaN */
    int32_t stride;  /* IR_AFFINE: value of lane i = that of lane 0 + stride * i, mod 2^32 */
    uint8_t aligned; /* IR_AFFINE: lane 0's value is a multiple of 2^aligned; 32: 0 */
    /* IR_VARYING: lane i of each row of so many lanes is speculated to be the row's first + speculated * i; 0: none */
    uint8_t speculated_lanes;
    bool speculated_splits; /* a warp may have more than two rows */
    int32_t speculated;
    uint8_t
        stream; /* see ir_stream.c: words, or 1 texel, by which a thread's address grows an iteration; 0: none */
    bool descends; /* the stream: it falls */
    bool has_step;
    int32_t step;       /* has_step: growth of the value from one group to the next one in x */
    uint32_t low, high; /* bounds of the value as an unsigned number, inclusive */
    uint32_t uses;
    uint8_t jam;         /* executed together for so many warps, as nodes */
    bool is_shared;      /* in a jammed segment: the same for all warps (ir_jam.c) */
    bool in_block;       /* is_shared for the warps of a block only, seen from other segments */
    int8_t row_distance; /* see row_of */
    uint32_t measured;   /* accesses of views: their bit in ir_bounds_hold's result; 0: none */
    bool is_inside;      /* LOAD, STORE of a g#: in bounds in all threads */
    bool active_only;    /* measured, is_inside, or a range of ir_bounds.c: only in active lanes */
    bool in_rows;        /* LANE, a udiv: no warp crosses a multiple of its divisor, not 0 (ir_assume.c) */
    bool is_fence;       /* SYNC: no warp waits for another one here */
    bool is_reversed; /* SYNC, a fence: requires that the segment is executed in descending order of warps */
    bool is_folded;   /* has no code: only a value with byte_of uses it */
    ir_ref byte_of; /* LANE: the load of the word whose byte at address byte_at it is (ir_bytes.c); 0: none */
    ir_ref byte_at;
    ir_ref byte_next; /* of a word at byte_at: the load of the word after byte_of; 0: one byte */
    /* In a segment jammed by rows: an earlier value whose word in row r + row_distance equals this one's in row r (ir_rows.c);
       0: none. */
    ir_ref row_of;
    /* MIN, MAX, XREAD, XWRITE: the first and the next member of the bundle that is emitted together (ir_extremes.c,
       ir_bundle.c); 0: none. */
    ir_ref bundle, bundle_next;
    const struct ir_table *table; /* NULL: none */
    const struct ir_cells *cells; /* LOAD, STORE, ATOMIC of a g#; NULL: none */
};

/* How a value differs between the lanes of a warp. */
enum ir_shape { IR_UNKNOWN, IR_AFFINE /* stride 0: uniform */, IR_VARYING };

enum ir_level {
    IR_DISPATCH, /* the same for all groups */
    IR_GROUP,    /* the same for all threads of a group */
    IR_WARP
};

/* ---- control flow ---- */

/* A list of items in order: a value (its ref), or a node (IR_NODE_BIT | index in function->nodes). */
#define IR_NODE_BIT 0x80000000u

struct ir_list {
    uint32_t *items;
    uint32_t count, capacity;
};

enum ir_node_kind {
    IR_IF,    /* bodies[0] where `condition` != 0, else bodies[1] */
    IR_LOOP,  /* repeats bodies[0] */
    IR_SCOPE, /* bodies[0] once; exits leave it (switch, inlined routine, the main routine) */
    IR_EXIT   /* leaves `target`, an enclosing scope or loop, or continues with its next iteration */
};

/* Phis of a node have an arg for each incoming edge; 0 for an unreachable edge:
       IR_IF     phis: [0] end of bodies[0], [1] end of bodies[1]
       IR_LOOP   headers: [0] before the loop, [1] end of the body, [2 + i] the continue with site i
                 phis: [i] the break with site i
       IR_SCOPE  phis: [0] end of the body, [1 + i] the exit with site i
   A value that is defined inside a loop, scope or branch and used outside it passes through a phi of that
   node (and of every node that it leaves); header phis are used inside only. */
struct ir_node {
    uint8_t kind;
    bool is_continue; /* EXIT */
    uint32_t parent;  /* enclosing node; IR_NONE for the root */
    uint32_t instr;   /* of the if, loop, switch, call, break ...; for messages */
    ir_ref condition; /* IF */
    struct ir_list bodies[2];
    bool ends[2];                 /* the end of bodies[i] is reachable */
    uint32_t breaks, continues;   /* number of exits of each kind */
    uint32_t target, site;        /* EXIT */
    struct ir_list headers, phis; /* refs of IR_PHI values */

    /* ---- ir_analyse ---- */
    bool barrier;    /* contains a sync with _t */
    bool group;      /* group-level control flow: executed once for the whole group */
    bool divergent;  /* IF: the condition may diverge. LOOP, SCOPE: lanes may leave by different exits or at
                       different times */
    uint8_t jam;     /* executed together for so many warps (ir_jam.c); 1: for one */
    bool may_jam;    /* copies of several warps may execute it together */
    bool has_stream; /* LOOP: its own list contains a load that is a stream */
};

/* A view that code uses through a register known at compile time. */
struct ir_view {
    uint32_t slot, reg;
};

/* most args: a sample from a cube array with a bias and a clamp, texture and sampler by lane */
enum { IR_TEXTURE_WORDS = 14 };

/* Further args, for registers that differ by lane: the register. */
enum { IR_READ_TEXTURE = READ_COUNT, IR_READ_SAMPLER };

/* A texture access. Arg i of its value is the word reads[i] (enum texture_read): those of `access`, and
   derivatives across the quad. */
struct ir_texture {
    struct program_texture access;
    uint32_t slot, reg;                 /* IR_NONE: the rasterizer, of sampleinfo and samplepos */
    uint32_t sampler_slot, sampler_reg; /* IR_NONE: none */
    bool is_any, is_any_sampler; /* the slots differ by lane too: the declaration follows from the register */
    uint32_t count;
    uint8_t reads[READ_COUNT + 2];
};

/* An x# (or all of r# when it is indexed) that is not promoted to values. */
struct ir_array {
    uint32_t elements, components;
    bool by_lane; /* a lane's words of an element are next to each other (ir_bundle.c); else all lanes' of a
                     component are */
    const uint32_t *words; /* of a constant array: `components` of each element; else NULL */
};

/* A counted loop: the header phi starts at `first`, grows by `step`, and is below `limit` in the body
   after its first control flow. Or it falls, as a signed number, and is not below `limit` there. */
struct ir_counter {
    ir_ref phi, first, limit;
    uint32_t step;
    bool is_signed, falls;
    bool active_only; /* in the lanes that a divergent loop has not left */
};

/* A stage other than compute is a compute program with groups of IR_STAGE_THREADS invocations, in rows of
   IR_GROUPS_MOST groups. A group of a hull shader is that many patches; its phases, separated by barriers,
   use a thread for each control point or instance of each patch. The records that a stage reads and writes
   are resources after those that the program declares. */
enum { IR_GROUPS_MOST = LIMIT_GROUPS, IR_STAGE_THREADS = 32 };

enum ir_stage_slot {
    IR_STAGE_INPUTS,     /* a record an invocation, control point, or vertex of a primitive */
    IR_STAGE_OUTPUTS,    /* a record an invocation, or control point; geometry: of what a batch emits, see
                            IR_MARK_STREAM */
    IR_STAGE_CONSTANTS,  /* hull, domain: a record a patch. Geometry: a word an invocation of a batch: how
                            many vertices it has emitted */
    IR_STAGE_LOCATIONS,  /* domain: three floats a point */
    IR_STAGE_PATCHES,    /* domain: a word a point: the number of its patch */
    IR_STAGE_COVERAGE,   /* pixel: a word an invocation */
    IR_STAGE_PRIMITIVES, /* hull, domain, geometry: a word a patch or primitive, vPrim */
    IR_STAGE_DISCARDED,  /* pixel: a word an invocation, set to non-zero by discard */
    IR_STAGE_POSITIONS,  /* pixel: x and y of each sample, in 1/16 pixels from the centre */
    IR_STAGE_PARAMETERS, /* cb#: rows, enum ir_stage_parameter */
    IR_STAGE_SLOTS
};

enum ir_stage_parameter {
    IR_STAGE_COUNT,    /* invocations */
    IR_STAGE_NUMBERED, /* all ones: IR_STAGE_PRIMITIVES is there */
    IR_STAGE_SAMPLES,  /* of a pixel */
    IR_STAGE_PARAMETER_WORDS
};

/* A vertex that a geometry shader emits: the words of all o#, those 0 that no instruction writes, and a mark:
   its stream, and whether its strip ends with it. Vertex `i` of invocation `n` of a batch is structure
   i * IR_STAGE_THREADS + n. */
enum { IR_MARK_STREAM = 3, IR_MARK_CUT = 4 };

struct ir_function {
    struct arena arena;
    const struct sm5_program *program; /* of a stage other than compute: as described above */
    struct ir_value *values;           /* [0] is unused */
    uint32_t value_count;
    ir_ref *args;
    uint32_t arg_count;
    struct ir_node *nodes; /* [0] is the root scope */
    uint32_t node_count;
    struct ir_view *views;
    uint32_t view_count;
    struct ir_texture *textures;
    uint32_t texture_count;
    struct ir_array *arrays;
    uint32_t array_count;
    uint32_t width;       /* threads in x of a declared group: of one of those that are merged */
    uint32_t padded;      /* ir_options */
    uint32_t *tgsm_first; /* by slot: byte offset of a g# in the group's shared memory */
    bool alias;           /* as in ir_options */
    bool keeps_loads;     /* as in ir_options */
    bool forgets_arrays;  /* arrays are dead across barriers; an IR_XCLEAR follows each */
    bool has_barrier;     /* ir_analyse */

    /* ---- ir_analyse ---- */
    uint32_t lanes, warps; /* of a warp, of a group */
    /* Words of the group's memory: all that may be read before they are written are among them (ir_clear.c). */
    uint32_t clear_first, clear_end;
    uint32_t jam;        /* most warps that a segment is executed for at once (ir_jam.c) */
    uint32_t jam_step;   /* warps from each of them to the next */
    uint32_t jam_wanted; /* the same if the group had more of them */
    const char *jam_why;
    /* Every segment has a copy for each warp: jammed, or, where `jam` is 1, one after the other (ir_unroll.c). */
    bool is_unrolled;
    bool is_double;  /* runs with denormals enabled (num_env_double), as doubles require */
    bool is_clipped; /* threads past the end of the dispatch in x are inactive; without barriers */
    bool is_masked;  /* threads may be inactive at a barrier or at group-level control flow */
    struct ir_counter *counters;
    uint32_t counter_count;
    ir_ref *measured; /* accesses */
    uint32_t measured_count, measured_bits;
    ir_ref *decidable; /* comparisons, minima and selections that may have one result (ir_assume.c) */
    uint32_t decidable_count;
    ir_ref *words; /* of cb#, at constant rows, from which integers are computed */
    uint32_t word_count;
    ir_ref *traced; /* values that these depend on, each after its args */
    uint32_t traced_count;
    bool traces_constants; /* cb# values are among them */
};

static inline ir_ref ir_arg(const struct ir_function *f, const struct ir_value *value, uint32_t i)
{
    return f->args[value->first + i];
}

/* The same in all lanes of a warp; requires ir_analyse. */
static inline bool ir_is_uniform(const struct ir_value *value)
{
    return value->shape == IR_AFFINE && value->stride == 0;
}

/* A thread's number or coordinate in its group. */
static inline bool ir_is_local(const struct ir_value *value)
{
    return value->kind == IR_SYSTEM &&
           (value->system == IR_FLAT || (value->system >= IR_LOCAL_X && value->system <= IR_LOCAL_Z));
}

/* A comparison of integers. */
static inline bool ir_is_test(const struct ir_value *value)
{
    return value->kind == IR_LANE && value->op < IR_MODIFIER &&
           isa_op(value->op)->group == ISA_GROUP_COMPARE && isa_has(value->op, ISA_RANGE_ALL);
}

/* The distance of the addresses of a row of bytes, surely or speculated; 0: other addresses. Rows of four lanes or more hold
   consecutive bytes; every second, or fourth, byte is in one of a whole warp. */
static inline uint32_t ir_byte_step(const struct ir_value *v, uint32_t lanes)
{
    enum { SHORTEST = 4 };
    uint32_t step = (uint32_t)(v->shape == IR_AFFINE ? v->stride : v->speculated),
             row = v->shape == IR_AFFINE ? lanes : v->speculated_lanes;
    bool is_row = row >= SHORTEST && (step == 1 || (row == lanes && (step == 2 || step == 4)));
    return is_row ? step : 0;
}

/* One of order: signed or unsigned, less or not less. */
static inline bool ir_is_order(const struct ir_value *value)
{
    return ir_is_test(value) && value->op != ISA_IEQ && value->op != ISA_INE;
}

static inline bool ir_is_negation(const struct ir_value *value)
{
    return value->kind == IR_LANE && (value->op == ISA_INEG || value->op == IR_MODIFIER + LANE_NEG_I32);
}

/* A step of a hash; what has the same one is to be compared. */
static inline uint32_t ir_mix(uint32_t hash, uint32_t word)
{
    hash = (hash ^ word) * 0x9e3779b1u;
    return hash ^ hash >> 15;
}

/* All warps reach it before one goes on. */
static inline bool ir_is_barrier(const struct ir_value *v)
{
    return v->kind == IR_SYNC && (v->sync & ISA_SYNC_T) && !v->is_fence;
}

/* Number of results and args of an IR_LANE op; 0 args when `op` is not a lane op. */
struct ir_lane_info {
    uint8_t args, results;
    bool is_double; /* needs the float environment of doubles */
};
struct ir_lane_info ir_lane_info(uint16_t op);
/* Which of lane_args.s (numeric/lanes.h) an arg is. */
unsigned ir_lane_column(uint16_t op, unsigned arg);

struct ir_options {
    /* Some u# view overlaps another view: a store may change what any t# or u# load reads. Otherwise t#
       never changes, and a store to a u# changes that u# only. */
    bool alias;
    /* Loads whose values are not used remain: the interpreter executes them. Not for the JIT. */
    bool keeps_loads;
    /* x and y are exchanged: of the program's group, and of what follows. */
    bool swapped;
    /* So many groups that are adjacent in x are merged: the program's group is that much wider than declared. The declared
       width is a power of two where the program reads numbers of groups or in groups, or the function is ungrouped when groups
       are not merged: required where the program has a g#. */
    uint32_t merged;
    /* Not 0: rows of so many threads are padded to those of the program's group, which is that much wider than declared. The
       threads that pad have no side effects. */
    uint32_t padded;
};

/* lower/lower.c: lowers a program, with constant folding, copy propagation, common subexpression elimination
   (loads included, while no store may have changed them) and dead code elimination. Constants and system
   values are in no list. SM5_ERR_SUPPORT for programs that the JIT does not take, malformed ones included:
   the interpreter reports what is wrong with them. */
enum sm5_status ir_build(const struct sm5_program *program, const struct ir_options *options,
                         struct ir_function **function);
void ir_free(struct ir_function *function);

/* Rough cost of a thread's accesses to memory: what wider groups change; requires ir_analyse. */
double ir_access_cost(const struct ir_function *function);
/* The same of its operations too; the lanes of a warp that hold no thread do nothing for it. */
double ir_thread_cost(const struct ir_function *function);
/* Some access is neither uniform nor along a row, as far as is known. */
bool ir_has_gathers(const struct ir_function *function);
/* Loads or stores of words that are far from each other. */
bool ir_has_far_lanes(const struct ir_function *function);

/* ir_clean.c: the end of lowering: drops dead code and replaced values. */
enum sm5_status ir_clean(struct ir_function *function);

/* ir_arrays.c: finds constant arrays, and drops the writes that fill them. */
enum sm5_status ir_find_constant_arrays(struct ir_function *function);

/* Replaces branches that load the second part of a word at any byte address by selections (ir_unaligned.c). */
enum sm5_status ir_select_unaligned(struct ir_function *function);

/* ir_hoist.c: hoists SRV loads at divergent loop counters above the loop's first `continue`. */
enum sm5_status ir_hoist_loads(struct ir_function *function);

/* ir_tile.c: replaces loads of a g# whose words are copies of what a view holds by loads of the view, and removes barriers that
   this makes unnecessary. Not where views may overlap. */
enum sm5_status ir_replace_tiles(struct ir_function *function);
/* Threads of any groups may execute it together: it has no barriers, no g# and no numbers of or in groups. */
bool ir_is_ungrouped(const struct ir_function *function);

/* ir_analyse.c: shapes, levels and bounds for warps of `lanes` threads. */
enum sm5_status ir_analyse(struct ir_function *function, uint32_t lanes);

/* ir_exits.c: sets by node that an exit inside it leaves an outer node too. */
void ir_find_escapes(const struct ir_function *function, bool *escapes);

/* ir_jam.c: decides which code is executed for several warps at once: most of so many; requires ir_analyse. Not for
   programs in which the order of warps matters. */
enum { IR_JAM = 16, IR_UNROLLED = 32 /* where the group is unrolled */ };
enum ir_jam_choice { IR_JAM_NEVER, IR_JAM_PROFITABLE, IR_JAM_ALWAYS };
enum sm5_status ir_jam_warps(struct ir_function *function, enum ir_jam_choice choice);

/* ref * by * factor mod 2^32; `by` 0: none. */
struct ir_term {
    ir_ref ref, by;
    uint32_t factor;
};

struct ir_sum {
    struct ir_term terms[2];
    unsigned count;
};

/* ir_sum.c: the terms of a sum, a product or a shift by a constant, that of a product first; constants are factors.
   False for other values. */
bool ir_sum_of(const struct ir_function *function, ir_ref ref, struct ir_sum *sum);

/* ir_offsets.c: lane i's value is lane 0's + offsets[i], mod 2^32, in every warp. False: it is not known to be; requires
   ir_analyse. */
bool ir_lane_offsets(const struct ir_function *function, ir_ref ref, uint32_t offsets[16]);

/* ir_disjoint.c: true when no thread accesses a word of a u# that another one stores to, among the `threads` of a warp
   or, if there are more, of the group. `views`: by index in function->views, with the words of constant buffers, or
   NULL. */
struct ir_extent;
bool ir_is_disjoint(const struct ir_function *function, uint32_t threads, const struct ir_extent *views);

/* ---- ir_texture.c ---- */

/* A load from or a store to a texture's first mip: column, row, slice (of a volume or an array; 0: none), and
   the offsets added to them. */
struct ir_texel_access {
    ir_ref coords[3];
    int32_t offset[3];
    uint32_t
        stride; /* lane i accesses column stride * i from lane 0's on, in one row and slice; 0: not known */
    bool is_speculated[3]; /* that the stride, row and slice are so */
};
/* False for other accesses, and when the texture's register differs by lane. */
bool ir_texel_access(const struct ir_function *function, const struct ir_value *value,
                     struct ir_texel_access *access);

static inline bool ir_is_texel_speculated(const struct ir_texel_access *access)
{
    return access->is_speculated[0] || access->is_speculated[1] || access->is_speculated[2];
}

/* ---- ir_bounds.c: one bounds test for a whole dispatch ---- */

struct ir_range {
    uint32_t low, high; /* inclusive */
};
static const struct ir_range ir_any_word = {0, UINT32_MAX};

/* A view as bound and as the program declares it. */
struct ir_extent {
    uint64_t bytes;
    uint32_t count;       /* structures, texels */
    const uint8_t *words; /* of a cb#, constant during the dispatch; NULL: not known */
    /* Of a texture that code accesses inline: columns, rows, slices of its first mip. Else 0: code keeps its
       tests. */
    uint32_t texels[3];
};

/* Groups of a dispatch: first[i] <= number < end[i]. */
struct ir_box {
    uint32_t first[3], end[3];
    uint32_t active; /* of clipped code: only threads with a lower number in x are considered; 0: all */
};

/* The bits of function->measured_bits of which all measured accesses of an analysed function are in bounds in these groups.
   `views`: by index in function->views. `ranges`, one a value, which the caller has initialised to ir_any_word
   once, gets the ranges of function->traced. */
uint32_t ir_bounds_hold(const struct ir_function *function, const struct ir_box *box,
                        const struct ir_extent *views, struct ir_range *ranges);

/* ---- ir_footprint.c: the part of a view that groups access ---- */

/* Bytes of a view; first >= end: none. */
struct ir_span {
    uint64_t first, end;
};

struct ir_footprint {
    bool is_known; /* false: atomics, counters, or registers that differ by thread */
    struct ir_span reads, writes;
};

/* What threads of these groups, active or not, access of the view at register `reg` of the slot of an analysed function:
   accesses outside of it are out of the view's bounds. `unit`: bytes of a structure, or of an element of a typed view.
   `views`: as for ir_bounds_hold. */
enum sm5_status ir_find_footprint(const struct ir_function *function, const struct ir_box *box,
                                  const struct ir_extent *views, uint32_t slot, uint32_t reg, uint32_t unit,
                                  struct ir_footprint *footprint);

/* ---- ir_assume.c: code for groups in which conditions are known ---- */

/* What is known of a value: nothing, its word, or one of the other kinds of ir_assume.c. */
struct ir_outcome {
    uint32_t kind, word;
};
enum { IR_OUTCOME_OPEN, IR_OUTCOME_WORD };
static inline uint32_t ir_outcome_count(const struct ir_function *function)
{
    return function->decidable_count + function->word_count;
}
/* By index in function->decidable, then in function->words, from the ranges that ir_bounds_hold has left. Returns how many of
   the former are known. */
uint32_t ir_outcomes(const struct ir_function *function, const struct ir_range *ranges,
                     struct ir_outcome *outcomes);
/* Replaces the values of `function`, as ir_build made it, whose outcomes are known; `analysed` is the same
   function after ir_analyse. */
enum sm5_status ir_assume(struct ir_function *function, const struct ir_function *analysed,
                          const struct ir_outcome *outcomes);

/* ir_dump.c: prints the function. */
void ir_dump(const struct ir_function *function, struct strbuf *out);

/* ir_verify.c: checks every invariant of this header; debug builds do so after lowering. SM5_ERR_PROGRAM
   with the violation in `out`, or SM5_ERR_MEMORY. */
enum sm5_status ir_verify(const struct ir_function *function, struct strbuf *out);

#endif
