/* A generated program: a tree of statements, which is printed as assembly text, and its buffers. */
#ifndef SM5_RANDOM_PROG_H
#define SM5_RANDOM_PROG_H

#include "base/base.h"
#include "isa/isa.h"
#include "sm5/sm5.h"

/* ---- instructions ---- */

enum prog_selection { PROG_BARE, PROG_MASK, PROG_SWIZZLE, PROG_ONE };

/* `imm`, or `imm` plus a component of a register. */
struct prog_index {
    uint32_t imm;
    bool relative;
    uint8_t file, component; /* of the register: r#, x# or a system value */
    uint32_t reg, element;   /* element: of an x# */
};

struct prog_operand {
    uint8_t file;      /* enum isa_file */
    uint8_t selection; /* enum prog_selection */
    uint8_t select;    /* mask, swizzle (2 bits a component) or component */
    uint8_t modifier;  /* enum isa_modifier */
    uint8_t index_count;
    uint8_t words; /* immediates: 1 or 4 */
    bool pinned;   /* its index keeps threads apart: no other takes its place */
    struct prog_index index[3];
    uint32_t imm[4];
};

enum { PROG_OPERANDS = 8 };

struct prog_instr {
    uint16_t opcode; /* enum isa_opcode */
    bool saturate, test_nz;
    uint8_t precise;  /* mask */
    uint32_t sync;    /* ISA_SYNC_* bits */
    int8_t offset[3]; /* of texels: _aoffimmi, when one of them is not 0 */
    uint8_t form;     /* resinfo, sampleinfo: what they return, as the token numbers it */
    uint8_t
        indexable; /* _indexable(...) repeats the declaration of resource number indexable - 1; 0: without */
    uint8_t operand_count;
    struct prog_operand operands[PROG_OPERANDS];
};

/* ---- statements ---- */

/* Instructions that are only valid together. */
struct prog_run {
    struct prog_instr *data;
    size_t count, capacity;
};

struct prog_list {
    struct prog_node *first, *last;
};

/* A plain statement is its `head`. A block opens with `head` and closes with `tail`; `middle` (else), if it is not
   empty, separates its two bodies. */
struct prog_node {
    struct prog_node *next;
    struct prog_run head, middle, tail;
    struct prog_list body, other;
    bool block;
    uint8_t phase; /* of a hull shader, counted from 1; 0: no phase */
    bool sync;     /* a barrier */
    bool left_out; /* not part of the program */
};

/* ---- what the program works on ---- */

/* Role of a u# or g#: permitted accesses, which keep the program free of races. */
enum prog_role {
    PROG_READ,   /* read-only for all threads */
    PROG_OWN,    /* each thread has its own elements */
    PROG_ATOMIC, /* u#: all threads, by one commuting operation whose results are not used */
    PROG_PHASED  /* g#, and u# by group: barriers separate phases of the kinds below */
};

enum prog_phase { PROG_PHASE_OWN, PROG_PHASE_SHARED, PROG_PHASE_ATOMIC };

/* Elements of a PROG_OWN resource that thread `id` of `total` owns. */
enum prog_scheme {
    PROG_BLOCKED,  /* id * each + j */
    PROG_STRIDED,  /* id + total * j */
    PROG_BACKWARDS /* total - 1 - id; each is 1 */
};

/* Texels by number: x counts fastest, in rows of 1 << width_log2, then y, in columns of 1 << height_log2. */
struct prog_texels {
    uint8_t width_log2, height_log2;
};

struct prog_resource {
    uint8_t file;      /* enum isa_file: SRV, UAV, CBUFFER, TGSM, SAMPLER */
    uint8_t dimension; /* ISA_DIM_STRUCTURED, _RAW, _BUFFER, _TEXTURE*; 0: cb#, s# */
    uint8_t role, scheme;
    uint8_t type;          /* typed: enum isa_return_type */
    uint16_t atomic;       /* PROG_ATOMIC: the opcode without result, e.g. ISA_ATOMIC_IADD */
    uint32_t constants[2]; /* operands of atomics that commute only with equal operands */
    bool coherent, counter, counts_down, bound;
    bool in_order; /* PROG_OWN: vThreadID.x is the thread's number */
    bool dropped;  /* the reduced program does not declare it */
    uint32_t id;
    uint32_t lower, array, space; /* SM5.1: the first register of the range, how many, and its space */
    uint32_t stride;              /* bytes: of a structure; raw: of one thread's range; typed: of a texel */
    uint32_t each;                /* elements of one thread */
    uint32_t elements;     /* units of roles: structures, texels or ranges of a raw view; g#: structures */
    uint32_t first, count; /* view, in its own units; cb#: rows */
    uint32_t declared;     /* cb#: rows */
    sm5_format format;
    uint32_t counter_start;
    unsigned buffer;
    struct sm5_texture texture; /* `format` is then that of the view */
    struct prog_texels texels;  /* u# textures */
    uint32_t first_mip, mips, first_layer, layers;
    struct sm5_sampler sampler;
    bool comparison; /* s#: its mode */
};

enum { PROG_RESOURCES = 32, PROG_BUFFERS = 24, PROG_ROUTINES = 4, PROG_ICB_ROWS = 8, PROG_INDEXABLES = 2 };

struct prog_buffer {
    uint32_t bytes;
    uint64_t seed;
    uint8_t fill; /* kind of numbers */
};

/* A subroutine, called by label or through an interface. */
struct prog_routine {
    struct prog_node *node;
    bool is_body; /* fb# */
    bool syncs;   /* has barriers: called from uniform control flow only */
};

/* ---- stages other than compute ---- */

/* An input or output register. */
struct prog_io {
    uint8_t file; /* enum isa_file */
    bool output;
    uint8_t mask, interpolation, system_value;
    uint8_t stream; /* geometry outputs */
    uint8_t phase;  /* of a hull shader, counted from 1; else 0 */
    uint8_t fill;   /* enum prog_fill, of inputs */
    uint8_t range;  /* registers of the index range that starts here, or 0 */
    bool dropped;   /* the reduced program does not declare it */
    uint32_t reg;
};

/* Contents of an input, by record and register. */
enum prog_fill {
    PROG_FILL_BUFFER,    /* + k: kind k of a buffer's numbers */
    PROG_FILL_PLANE = 8, /* over the pixels of a rectangle, steps of a texel or so */
    PROG_FILL_NUMBER,    /* of the record, from 0 */
    PROG_FILL_POSITION,
    PROG_FILL_FACE,
    PROG_FILL_SAMPLE,
    PROG_FILL_FACTOR /* 0.5 to 64 */
};

/* Of a hull shader. */
struct prog_hull_phase {
    uint16_t opcode; /* ISA_HS_*_PHASE */
    uint32_t instances;
};

enum { PROG_REGISTERS = 256, PROG_PHASES = 6 };

/* Invocations of a stage other than compute. */
struct prog_frame {
    uint32_t count;                 /* vertices, patches, primitives; domain: patches */
    uint32_t points_in, points_out; /* hull, domain; geometry: vertices of a primitive */
    uint32_t points;                /* domain: of a patch; points_log2 parts of 1 in u */
    uint32_t points_log2;
    bool counts_patches; /* domain: vpc0.x is the number of the patch, and vPrim is not read for it */
    uint8_t domain, partitioning, output_primitive, primitive, topology; /* values of the name tables */
    uint8_t streams; /* geometry: mask of those that are declared; 0: none by name */
    uint32_t max_vertices, instances;
    uint32_t rect[4], samples; /* pixels */
    bool covers;               /* coverage is given */
    bool early;                /* forceEarlyDepthStencil */
    bool names;                /* primitives, or the patches of points, are in another order */
    uint64_t seed;             /* of inputs */
    struct prog_io registers[PROG_REGISTERS];
    unsigned register_count;
    struct prog_hull_phase phases[PROG_PHASES];
    unsigned phase_count;
};

struct prog {
    struct arena arena;
    uint64_t seed;
    uint8_t stage; /* enum isa_stage */
    bool textures; /* compute, of gen_program_of alone: t# and u# textures and samplers */
    struct prog_frame frame;
    bool loose;    /* has nonconforming forms */
    bool portable; /* its results are the same on every conforming device (gen_portable_program) */
    bool ranges;   /* SM5.1: resources are ranges of registers */
    bool old;      /* SM4.1: one u#, no atomics, no doubles, threads write only their own element of g# */
    uint32_t shape[3], groups[3];
    uint32_t temps;
    uint32_t icb_rows, icb[4 * PROG_ICB_ROWS];
    uint32_t indexable_count;
    struct {
        uint32_t size, components;
    } indexables[PROG_INDEXABLES];
    bool small;     /* small groups, without g#, barriers and calls */
    bool by_thread; /* of these: vThreadID is the only system value */
    bool wide; /* groups of several whole warps, without x# and atomics: the JIT runs several warps at once */
    bool by_position; /* thread numbers are computed from vThreadID, not from group and vThreadIDInGroup */
    struct prog_resource resources[PROG_RESOURCES];
    unsigned resource_count;
    struct prog_buffer buffers[PROG_BUFFERS];
    unsigned buffer_count;
    struct prog_list main;
    struct prog_node *first_values;              /* the last statement that initialises registers */
    struct prog_routine routines[PROG_ROUTINES]; /* [0] is unused: main */
    unsigned routine_count;
    uint32_t tables;     /* function tables of fp0; 0: no interface */
    const char *reduced; /* text of the reduced program, in place of the statements; NULL: not reduced */
};

/* Reserved registers of every program. */
enum prog_register {
    PROG_R_ID, /* x: thread's number in the dispatch, y: in its group, z: group's number, w: its first thread
                */
    PROG_R_ADDRESS,  /* addresses and conditions, from one instruction to the next */
    PROG_R_SINK,     /* results that depend on the order of threads; never read */
    PROG_R_UNIFORM,  /* the same in all threads of a group */
    PROG_R_SMALL,    /* small numbers */
    PROG_R_COUNTERS, /* of loops, two registers a routine: counters and limits, a component each nesting depth
                      */
    PROG_R_GENERAL = PROG_R_COUNTERS + 2 * PROG_ROUTINES
};

static inline uint32_t prog_group_threads(const struct prog *prog)
{
    return prog->shape[0] * prog->shape[1] * prog->shape[2];
}

static inline uint32_t prog_group_count(const struct prog *prog)
{
    return prog->groups[0] * prog->groups[1] * prog->groups[2];
}

static inline bool prog_is_texture(const struct prog_resource *r)
{
    return r->dimension >= ISA_DIM_TEXTURE1D && r->dimension <= ISA_DIM_TEXTURECUBEARRAY;
}

/* A sample, not a pixel, is an invocation. */
bool prog_at_samples(const struct prog *prog);
/* Records of inputs: vertices, control points, pixels or samples. */
uint32_t prog_records(const struct prog *prog);
/* Invocations that the numbers in PROG_R_ID count; of a hull shader those of all phases. */
uint32_t prog_threads(const struct prog *prog);
/* Registers of the records of a file: one more than the last that is declared. */
uint32_t prog_record_registers(const struct prog *prog, uint8_t file);
/* The first number of phase `phase` (from 1). */
uint32_t prog_phase_base(const struct prog *prog, unsigned phase);

/* ---- prog.c ---- */

/* Ends the process with a message and exit code 2 when memory is exhausted. */
void prog_require_memory(bool has_memory);
void prog_free(struct prog *prog);
struct prog_node *prog_node_add(struct prog *prog, struct prog_list *list);
/* Calls `visit` for every instruction of the statements. */
void prog_each(const struct prog *prog, void (*visit)(void *context, const struct prog_instr *instr),
               void *context);
void prog_each_of_run(const struct prog_run *run,
                      void (*visit)(void *context, const struct prog_instr *instr), void *context);
/* Number of an instruction without declarations, as in findings; UINT32_MAX when it is not in the program. */
uint32_t prog_number(const struct prog *prog, const struct prog_instr *instr);
struct prog_instr *prog_instr_add(struct prog *prog, struct prog_run *run, uint16_t opcode);
struct prog_operand *prog_operand_add(struct prog_instr *instr, struct prog_operand operand);

struct prog_operand prog_imm(uint32_t word);
struct prog_operand prog_one(uint8_t file, uint32_t reg, unsigned component);
struct prog_operand prog_swizzle(uint8_t file, uint32_t reg, unsigned swizzle);
struct prog_operand prog_mask(uint8_t file, uint32_t reg, unsigned mask);
struct prog_operand prog_bare(uint8_t file, uint32_t reg);

/* ---- prog_text.c ---- */

/* Instructions that number the threads, before the first statement. */
uint32_t prog_text_first_statement(const struct prog *prog);
/* The program as assembly text. */
void prog_text(const struct prog *prog, struct strbuf *out);
void prog_text_instr(const struct prog *prog, const struct prog_instr *instr, struct strbuf *out);

/* ---- prog_text_stage.c ---- */

/* The version line, and declarations before the resources. */
void prog_text_head(const struct prog *prog, struct strbuf *out);
/* After the resources: declarations of the stage or, for a hull shader, of a phase (from 1). */
void prog_text_frame(const struct prog *prog, unsigned phase, struct strbuf *out);
void prog_text_texture(const struct prog *prog, const struct prog_resource *r, struct strbuf *out);
/* Invocations get their numbers. */
void prog_text_numbers(const struct prog *prog, unsigned phase, struct strbuf *out);
/* "t0", or the range "t0[4:5]". */
void prog_text_name(const struct prog *prog, const struct prog_resource *r, struct strbuf *out);

#endif
