/* The generator: a program from a seed. Internal header; callers use gen_program only. */
#ifndef SM5_RANDOM_GEN_H
#define SM5_RANDOM_GEN_H

#include "prog.h"
#include "random_rng.h"

/* Kinds of programs. */
enum gen_kind {
    GEN_COMPUTE,
    GEN_TEXTURE, /* compute with textures and samplers, which GEN_COMPUTE lacks */
    GEN_VERTEX,
    GEN_HULL,
    GEN_DOMAIN,
    GEN_GEOMETRY,
    GEN_PIXEL,
    GEN_KINDS
};

/* NULL after the last. */
const char *gen_kind_name(unsigned kind);
/* The kind that a seed has among all of them. */
enum gen_kind gen_kind_of(uint64_t seed);
enum gen_kind gen_kind_of_program(const struct prog *prog);
/* Generates the program of a seed, independent of other programs. Free it with prog_free. */
void gen_program_of(struct prog *prog, enum gen_kind kind, uint64_t seed);
/* A compute program without textures. */
void gen_program(struct prog *prog, uint64_t seed);
/* The same without findings for a checker: every access is in bounds, every
   register and g# is written before it is read, no counter is used. */
void gen_clean_program(struct prog *prog, uint64_t seed);
/* Opcodes that are left out. */
struct gen_without {
    bool opcodes[ISA_OPCODE_COUNT];
};
/* A clean compute program whose results Direct3D defines to the bit and that needs no optional feature:
   docs/random.md, "Portable programs". */
void gen_portable_program(struct prog *prog, uint64_t seed, const struct gen_without *without);

/* ---- inside ---- */

/* Weights of one program: programs with different weights find more bugs than programs that all contain a
   little of everything. */
struct gen_mood {
    uint8_t lanes, load, store, atomic, block, leave, sync, call, small, uniform, query;
    uint8_t sample, texel, emit, pull, derive, discard; /* 0 in plain compute programs */
    bool early_return;                                  /* threads leave main at different points */
    bool fallthrough;                                   /* cases that fall through */
    bool
        plain; /* without forms that compilers seldom write and translators may lack: fences and barriers of u#,
                   swizzles of stored values, different masks of two destinations */
    bool doubles, floats, integers;
    unsigned statements;
};

struct gen_phase;

/* Control flow around the current statement. */
struct gen_flow {
    bool uniform; /* convergent: all live threads of a group reach it together */
    bool in_switch, in_loop;
    bool divergent_break, divergent_continue; /* divergent exits */
    unsigned depth, loops;
    unsigned turns;       /* maximum number of executions */
    unsigned inner_turns; /* of the innermost loop's body, for each of the others' */
    unsigned routine;
    bool may_sync;
    bool scans;      /* the innermost loop starts with a load of the thread's own row (gen_scan) */
    bool steps_late; /* the innermost loop's counter is incremented on each path to the back edge */
    const struct gen_phase *break_phases, *continue_phases; /* phases that the target of an exit expects */
};

struct gen_phase {
    uint8_t phase;   /* enum prog_phase */
    uint16_t atomic; /* in PROG_PHASE_ATOMIC */
    uint32_t constants[2];
};

enum { GEN_LANE_ROWS = 160, GEN_SAMPLE_ROWS = 48 };

struct gen {
    struct prog *prog;
    struct rng rng;
    bool clean;
    const struct gen_without *without; /* NULL: nothing */
    bool valid;                        /* conforming, except for the forms of `loose` programs */
    bool at_samples;
    unsigned phase_number; /* of a hull shader, from 1; else 0 */
    struct gen_mood mood;
    struct gen_flow flow;
    struct prog_list *list; /* destination of new statements */
    unsigned general;       /* general r#, from PROG_R_GENERAL */
    unsigned left;          /* remaining statements */
    struct gen_phase phase[PROG_RESOURCES];
    uint16_t lane_rows[GEN_LANE_ROWS];
    unsigned lane_row_count;
    uint16_t sample_rows[GEN_SAMPLE_ROWS];
    unsigned sample_row_count;
};

/* gen_setup.c: shape, resources, buffers. */
void gen_setup(struct gen *g);
/* NULL when there are too many. */
struct prog_resource *gen_add_resource(struct gen *g, uint8_t file, uint32_t id);
unsigned gen_add_buffer(struct gen *g, uint32_t bytes);

/* gen_stage.c: invocations, inputs and outputs. */
void gen_frame(struct gen *g);

/* gen_register.c: inputs and outputs as operands. */
/* False when there is none of them here. */
bool gen_input(struct gen *g, enum isa_type type, unsigned positions, struct prog_operand *out);
bool gen_output(struct gen *g, unsigned mask, struct prog_operand *out);
/* Writes the general registers to the outputs. */
void gen_outputs(struct gen *g);
void gen_emit(struct gen *g);
void gen_pull(struct gen *g);

/* gen_texture.c */
void gen_textures(struct gen *g);

/* gen_source.c: operands of instructions. */
/* A source whose `positions` components are read. */
struct prog_operand gen_source(struct gen *g, enum isa_type type, unsigned positions);
/* One component; the same in all threads of a group when `uniform`. */
struct prog_operand gen_word(struct gen *g, enum isa_type type, bool uniform);
/* A number below `length`, or a register plus a small number. */
struct prog_index gen_index(struct gen *g, uint32_t length);
struct prog_operand gen_destination(struct gen *g, enum isa_type type, unsigned mask);
/* A random general register whose values are mostly of that type. */
uint32_t gen_register(struct gen *g, enum isa_type type);
uint32_t gen_number(struct gen *g, enum isa_type type);
unsigned gen_mask(struct gen *g);
/* In loose programs, sometimes adds a modifier to a source that has none. */
void gen_loose_modifier(struct gen *g, struct prog_operand *source);
/* Counter or limit of the loop `loop` of the routine being made. */
struct prog_operand gen_counter(const struct gen *g, unsigned loop);
struct prog_operand gen_limit(const struct gen *g, unsigned loop);

/* gen_pair.c */
/* Sometimes indexes one destination of an instruction that follows in `node` by a register that the other one
   writes. */
void gen_entangle(struct gen *g, struct prog_node *node, struct prog_operand pair[2], enum isa_type type);
/* Adds a destination for the status to a load with destination pair[0]. */
void gen_status(struct gen *g, struct prog_node *node, struct prog_operand pair[2], enum isa_type type);

/* gen_lanes.c */
void gen_lanes_setup(struct gen *g);
void gen_lanes(struct gen *g);
void gen_derivative(struct gen *g);
/* Into the uniform register, from uniform sources. */
void gen_uniform(struct gen *g);
void gen_small(struct gen *g);
/* Gives registers a first value: some of them, or all registers and g# of a clean program. */
void gen_first_values(struct gen *g);

/* gen_address.c */
enum gen_reach {
    GEN_ANY,   /* any address at all */
    GEN_OWN,   /* elements of this thread, or out of bounds */
    GEN_GROUP, /* elements of this group, or out of bounds */
    GEN_OUT    /* out of bounds */
};
struct gen_address {
    struct prog_operand index, offset; /* raw: index is the byte offset */
    bool has_offset;
};
/* Appends the computation of the address to `node`. `words` DWORDs from the address are accessed. */
struct gen_address gen_address(struct gen *g, struct prog_node *node, const struct prog_resource *r,
                               enum gen_reach reach, unsigned words);
/* Into component `component` of PROG_R_ADDRESS, and that as an operand. */
struct prog_operand gen_compute(struct gen *g, struct prog_node *node, uint16_t opcode, unsigned component,
                                struct prog_operand a, struct prog_operand b);
/* An arbitrary value, reduced below `limit`. */
struct prog_operand gen_below(struct gen *g, struct prog_node *node, unsigned component, uint32_t limit);
/* The number of an element of this thread. */
struct prog_operand gen_own_element(struct gen *g, struct prog_node *node, const struct prog_resource *r);
/* `offset` bytes into the element of a g# that belongs to this thread. */
struct gen_address gen_own_address(struct gen *g, struct prog_node *node, const struct prog_resource *r,
                                   uint32_t offset);

/* Of an element that the thread owns: of the innermost loop's counter. */
struct gen_address gen_fill_address(struct gen *g, struct prog_node *node, const struct prog_resource *r);
/* Of element j of those that the thread owns, in blocks. */
struct gen_address gen_block_address(struct gen *g, struct prog_node *node, const struct prog_resource *r,
                                     uint32_t j);
/* The thread's first element, by a number of elements that is known when the program runs only. */
struct gen_address gen_hidden_block(struct gen *g, struct prog_node *node, const struct prog_resource *r);
/* The first of words near each other, from a number that differs by thread, or is the thread's times one that is known when
   the program runs only; and an index that is `by` more. */
struct gen_address gen_near_address(struct gen *g, struct prog_node *node, const struct prog_resource *r);
struct prog_operand gen_further(struct gen *g, struct prog_node *node, struct prog_operand index,
                                uint32_t by);
/* Of such a load of any words. */
struct gen_address gen_scan_address(struct gen *g, struct prog_node *node, const struct prog_resource *r);

/* gen_sample.c */
void gen_sample_setup(struct gen *g);
void gen_sample(struct gen *g);
/* Loads, stores and atomics on u# textures. */
void gen_texel(struct gen *g);
/* In a loop: an access to the texel of a row that its counter numbers; a u# has a row a thread. False: there is no texture for it. */
bool gen_texel_row(struct gen *g);
struct gen_address gen_texel_address(struct gen *g, struct prog_node *node, const struct prog_resource *r,
                                     enum gen_reach reach);

/* gen_exact.c: floats of portable programs */
/* Registers of portable programs, after the general ones: float sources of an instruction, and its result. */
enum { GEN_EXACT_SOURCES = 3, GEN_EXACT_REGISTERS };
/* Float arithmetic on such values gives results without rounding. */
bool gen_is_exact_row(const struct isa_op *row);
/* Appends the computation of source `operand` to `node`: an odd number of quarters, which has no more than 8 bits. */
struct prog_operand gen_exact_source(struct gen *g, struct prog_node *node, unsigned operand);
struct prog_operand gen_exact_result(struct gen *g, unsigned mask);
/* Appends the conversion of the result to an integer, in `to`. */
void gen_exact_store(struct gen *g, struct prog_node *node, struct prog_operand to);

/* gen_memory.c */
void gen_load(struct gen *g);
void gen_store(struct gen *g);
void gen_load_from(struct gen *g, const struct prog_resource *r);
void gen_store_to(struct gen *g, const struct prog_resource *r);
/* A load in the innermost loop: a thread's words from some start on, one or a few an iteration. */
void gen_scan(struct gen *g);
/* A store there: the thread's own elements in order, one an iteration; false: no resource has as many. */
bool gen_fill(struct gen *g);
void gen_query(struct gen *g);
/* Stores the general registers to u0. */
void gen_results(struct gen *g);
/* Every thread writes all words of its own elements of every g#. */
void gen_first_tgsm(struct gen *g);
/* A resource of one of the files (mask of 1 << isa_file) that `fits`; NULL when there is none. */
const struct prog_resource *gen_pick(struct gen *g, uint64_t files,
                                     bool (*fits)(const struct gen *g, const struct prog_resource *r));
struct gen_phase *gen_phase_of(struct gen *g, const struct prog_resource *r);
struct prog_operand gen_memory_operand(struct gen *g, const struct prog_resource *r,
                                       enum prog_selection selection, unsigned select);
/* SM5.1: the register of a resource's range that an operand names. */
struct prog_index gen_range_index(struct gen *g, const struct prog_resource *r);
enum { GEN_ALIAS_SLOT = 64 }; /* of a t# that views what the program writes */
/* The slot of a t# or cb# operand, which Shader Model 5.0 may index by a register. */
struct prog_index gen_slot_index(struct gen *g, uint32_t slot);

/* gen_atomic.c */
void gen_atomic(struct gen *g);
void gen_atomic_on(struct gen *g, const struct prog_resource *r);
bool gen_supports_atomics(const struct gen *g, const struct prog_resource *r);
void gen_counter_op(struct gen *g);
/* Selects a commuting operation, for words that all threads share. */
uint16_t gen_commuting(struct gen *g, uint32_t constants[2]);

/* gen_sync.c */
void gen_fence(struct gen *g);
void gen_barrier(struct gen *g);
/* Words that are written, and after a barrier read by other threads. */
void gen_exchange(struct gen *g);
/* Barriers that restore the saved phases. */
void gen_restore(struct gen *g, const struct gen_phase *saved);
void gen_own_phases(struct gen_phase *phases);

/* gen_flow.c */
void gen_block(struct gen *g);
void gen_leave(struct gen *g);
void gen_discard(struct gen *g);
/* A phase of a hull shader, its statements made by `fill`. */
void gen_hull_phase(struct gen *g, unsigned number, uint16_t opcode, void (*fill)(struct gen *g));
void gen_call(struct gen *g);
void gen_routines(struct gen *g);
/* Up to `most` statements. */
void gen_statements(struct gen *g, unsigned most);

#endif
