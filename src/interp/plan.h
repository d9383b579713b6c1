/* The plan: the form of a program that the interpreter executes.

   All values are in columns, one word for each lane: r# components, x# elements, system values, constants,
   scratch. An operation has three parts: fetch steps copy operands that are not columns (constant buffers,
   dynamic indices, modifiers) to scratch columns; the body reads and writes columns only; finish steps copy
   results that could not be written in place to their destinations. */
#ifndef SM5_INTERP_PLAN_H
#define SM5_INTERP_PLAN_H

#include "interp/interp.h"
#include "interp/interp_diag.h"
#include "numeric/lanes.h"
#include "program/program_texture.h"

#define PLAN_NONE UINT32_MAX
/* The slot of t[this[0].z]: the register selects the declaration by lane (D3D11.3 7.11). */
#define PLAN_BY_LANE (UINT32_MAX - 1)

enum {
    PLAN_CALL_DEPTH = 32, /* D3D11.3 22.7.10: with 32 return addresses stacked a call is skipped */
    PLAN_POOL = 256,      /* immediates with a column of their own */
};

enum plan_step_kind {
    STEP_CBUFFER,       /* d = cb[slot][row].component, one row for all lanes */
    STEP_CBUFFER_LANES, /* the same, row or register by lane */
    STEP_ICB,           /* d = icb[row].component, by lane */
    STEP_FILE,          /* d = element of `file`, by lane */
    STEP_WORD,          /* d = word */
    STEP_ADD,           /* d = base + index */
    STEP_THIS,          /* d = this[element].component */
    STEP_CYCLES,        /* d, d2 = low and high word of the cycle counter */
    STEP_MODIFY,        /* d, d2 = modifier(s, s2), all lanes */
    STEP_SELECT,        /* d = active ? s : d */
    STEP_SCATTER,       /* element of `file` by lane = s, active lanes only */
    STEP_RECORD,        /* d = register `element`.component of vertex `reg` of the item in `record` */
    STEP_OUTPUT         /* the same = s, active lanes only */
};

/* Records of a stage: v#, o#, vicp, vocp and vpc. */
enum plan_records { PLAN_INPUTS, PLAN_OUTPUTS, PLAN_CONSTANTS, PLAN_RECORDS };

/* A dynamic index: `base` + column `index` (PLAN_NONE: only `base`), mod 2^32. */
struct plan_index {
    uint32_t base, index;
};

/* Columns of the registers of a file: first + stride * element, for element < length. */
struct plan_file {
    uint32_t first, stride, length;
};

/* `kind` selects the member of the union; other kinds have none. */
struct plan_step {
    uint8_t kind, modifier, component;
    uint32_t d, d2, s, s2;
    struct plan_index reg, element;
    union {
        uint32_t word;         /* STEP_WORD */
        uint32_t slot;         /* STEP_CBUFFER, STEP_CBUFFER_LANES: index in decls.resources; PLAN_NONE: `reg`
                                  selects the declaration by lane */
        struct plan_file file; /* STEP_FILE, STEP_SCATTER */
        struct {
            uint32_t records;             /* enum plan_records */
            uint32_t item;                /* column: number of the vertex, patch or primitive */
            uint32_t vertices, registers; /* of an item, of a vertex */
        } record;                         /* STEP_RECORD, STEP_OUTPUT */
    };
    const struct program_operand *operand;
};

/* One call of a lane function. */
struct plan_unit {
    uint32_t d[2], s[8];
};

struct plan_memory {
    uint8_t dimension; /* ISA_DIM_STRUCTURED, _RAW or _BUFFER (typed) */
    uint16_t atomic;   /* enum isa_atomic */
    uint8_t count;     /* words loaded or stored */
    uint8_t word[4];   /* word of the window (component of the element) of each */
    uint32_t slot;     /* index in decls.resources */
    struct plan_index reg;
    uint32_t tgsm;            /* g#: offset of its bytes in the group's shared memory, else PLAN_NONE */
    uint32_t address, offset; /* columns */
    uint32_t column[4];       /* loads: destinations; stores, atomics: values */
    uint32_t result;          /* atomics and counters: destination, or PLAN_NONE */
    uint32_t status;          /* _s forms: destination of the status word, or PLAN_NONE */
};

struct plan_texture {
    struct program_texture access;
    bool all_lanes;         /* coordinates are valid in inactive lanes too */
    uint32_t slot, sampler; /* indices in decls.resources; PLAN_NONE: the rasterizer, no sampler */
    struct plan_index reg, sampler_reg;
    uint32_t reads[READ_COUNT]; /* columns, or PLAN_NONE; implicit derivatives are computed into them */
    uint8_t count, word[4];     /* results: component, and its destination below */
    uint32_t column[4];
    uint32_t status; /* _s forms: destination of the status word, or PLAN_NONE */
};

enum plan_run {
    RUN_LANES,
    RUN_DOUBLES,
    RUN_NOTHING,
    RUN_IF,
    RUN_ELSE,
    RUN_ENDIF,
    RUN_LOOP,
    RUN_ENDLOOP,
    RUN_BREAK,
    RUN_CONTINUE,
    RUN_SWITCH,
    RUN_CASE,
    RUN_DEFAULT,
    RUN_ENDSWITCH,
    RUN_CALL,
    RUN_FCALL,
    RUN_FCALL_NEXT,
    RUN_RET,
    RUN_END, /* of main or of a subroutine; has no instruction of its own */
    RUN_LOAD,
    RUN_STORE,
    RUN_ATOMIC,
    RUN_ALLOC,
    RUN_CONSUME,
    RUN_BUFINFO,
    RUN_TEXTURE,
    RUN_SYNC,
    RUN_ABORT,
    RUN_DISCARD,
    RUN_DERIVATIVE,
    RUN_PULL,
    RUN_STREAM
};

/* An operation. `run` selects the member of the union; other operations have none. */
struct plan_op {
    uint16_t opcode;
    uint8_t run;  /* enum plan_run */
    bool test_nz; /* the condition holds where its column is not 0; false: where it is 0 */
    uint32_t instr;
    uint32_t steps; /* first of the fetch steps; the finish steps follow them */
    uint16_t fetches, finishes, units_count;
    uint32_t units;
    uint32_t condition; /* column of the condition or switch value; PLAN_NONE: unconditional */
    uint32_t skip;      /* where execution continues when no lane is active */
    union {
        uint32_t memory;  /* RUN_LOAD to RUN_BUFINFO: index in plan->memory */
        uint32_t texture; /* RUN_TEXTURE: index in plan->textures */
        uint32_t loop;    /* RUN_ENDLOOP: its loop */
        uint32_t routine; /* RUN_CALL: first operation of the routine */
        uint32_t sync;    /* RUN_SYNC: ISA_SYNC_* flags */
        struct {
            uint32_t literal; /* RUN_CASE */
            uint32_t next;    /* the next case or default of the switch, or PLAN_NONE */
        } label;              /* RUN_CASE, RUN_DEFAULT */
        struct {
            uint32_t interface, call_site; /* interface: index in decls.interfaces */
            struct plan_index element;     /* of the interface's array */
        } fcall;                           /* RUN_FCALL, RUN_FCALL_NEXT */
        struct {
            uint8_t kind;   /* RUN_DERIVATIVE: enum isa_derivative; RUN_PULL: enum program_interpolation */
            bool all_lanes; /* the source is valid in inactive lanes too */
        } quad;
        struct {
            uint8_t number;
            bool emits, cuts;
        } stream; /* RUN_STREAM */
    };
};

static inline bool plan_is_memory(const struct plan_op *op)
{
    return op->run >= RUN_LOAD && op->run <= RUN_BUFINFO;
}

struct plan_range {
    uint32_t first, count;
};

struct plan {
    const struct sm5_program *program;
    uint32_t threads, lanes; /* of a strip; lanes: rounded up to LANE_STEP */
    uint32_t strips;         /* of a group, executed in sequence: runtime_strip_threads */
    VEC(struct plan_op) ops;
    VEC(struct plan_step) steps;
    VEC(struct plan_unit) units;
    VEC(struct plan_memory) memory;
    VEC(struct plan_texture) textures;
    uint32_t *labels;              /* by index in decls.labels: op */
    VEC(uint32_t) constants;       /* words of the pool */
    VEC(struct plan_range) clears; /* registers that may be read before they are written */
    VEC(uint32_t) phases;          /* hull: where the phases of decls.stage start */
    /* columns, in this order */
    uint32_t registers;   /* r# components, then x# */
    uint32_t system;      /* enum plan_system */
    uint32_t zero, trash; /* always 0; results that are not used */
    uint32_t pool;
    uint32_t scratch, columns; /* columns: total number */
    uint32_t flow_depth;       /* entries of the flow stack */
};

enum plan_system {
    SYSTEM_THREAD = 0,
    SYSTEM_GROUP = 3,
    SYSTEM_LOCAL = 6,
    SYSTEM_FLAT = 9,
    SYSTEM_COLUMNS = 10
};

/* The same columns in the other stages. */
enum plan_stage_system {
    STAGE_PRIMITIVE = 0,
    STAGE_INSTANCE = 1, /* output control point, fork, join or geometry instance */
    STAGE_DOMAIN = 2,
    STAGE_COVERAGE = 5,
    STAGE_INNER = 6,
    STAGE_ITEM = 7,          /* vertex, patch, primitive or pixel of the inputs */
    STAGE_RECORD = 8,        /* of outputs */
    STAGE_FLAT = SYSTEM_FLAT /* number in the batch of the invocation, or of the patch */
};

/* ---- translation ---- */

enum { PLAN_OPERANDS = ISA_MAX_OPERANDS };

struct plan_builder {
    struct plan *plan;
    const struct sm5_program *program;
    struct sm5_diags *diags;
    enum sm5_status status;           /* of the first failure */
    uint32_t at;                      /* instruction being translated */
    uint32_t *indexable_first;        /* by index in decls.indexables: first column */
    uint32_t *tgsm_first;             /* by index in decls.resources: byte offset */
    uint16_t *pool_slots;             /* hash of the pool: index + 1 */
    uint32_t scratch, scratch_most;   /* columns used by this operation; maximum of all */
    uint32_t cycles;                  /* first of the two columns of the cycle counter */
    uint32_t known[PLAN_OPERANDS][4]; /* columns of this operation's sources, by component */
    VEC(struct plan_step) finishes;   /* of this operation */
    uint32_t labels;                  /* translated so far */
};

static inline const struct program_instr *plan_instr(const struct plan_builder *b)
{
    return &b->program->instrs[b->at];
}

struct diag_place plan_place(const struct plan_builder *b);
bool plan_fail(struct plan_builder *b, enum sm5_status status);
#define PLAN_FAIL(b, id, ...)                                                                                \
    (diag_add((b)->diags, id, plan_place(b), ##__VA_ARGS__), plan_fail((b), SM5_ERR_INPUT))

/* plan_operand.c. Columns; PLAN_NONE after a failure. */
uint32_t plan_scratch(struct plan_builder *b);
uint32_t plan_source(struct plan_builder *b, unsigned operand, unsigned position);
/* The two columns of the double at `position` (the low word's). */
void plan_source_double(struct plan_builder *b, unsigned operand, unsigned position, uint32_t out[2]);
struct plan_index plan_relative(struct plan_builder *b, const struct program_index *index);
/* The same for an operand nested `depth` indices deep. */
struct plan_index plan_relative_at(struct plan_builder *b, const struct program_index *index, unsigned depth);
/* The column of a component of a destination: the trash column when writes are dropped, PLAN_NONE when it is
   indexed by lane. */
uint32_t plan_destination(struct plan_builder *b, const struct program_operand *operand, unsigned c);
/* Finish step: stores the active lanes of column `from` to the destination. */
void plan_store(struct plan_builder *b, const struct program_operand *operand, unsigned c, uint32_t from);
/* The column for a result: the destination itself, or a scratch column with a finish step. */
uint32_t plan_result(struct plan_builder *b, const struct program_operand *operand, unsigned c);
/* Finish step: saturates scratch columns in place; `high` PLAN_NONE for a float32. */
void plan_saturate(struct plan_builder *b, uint32_t low, uint32_t high);
bool plan_step_add(struct plan_builder *b, const struct plan_step *step);
struct plan_step plan_step_make(enum plan_step_kind kind);

/* plan_memory.c: memory, atomic, counter and query rows. */
void plan_memory_op(struct plan_builder *b, struct plan_op *op);
/* The declaration of an operand (an index in decls.resources) and the register in its range. */
bool plan_resource(struct plan_builder *b, const struct program_operand *operand, uint32_t *slot,
                   struct plan_index *reg);

/* plan_texture.c: rows that access textures. */
void plan_texture_op(struct plan_builder *b, struct plan_op *op);

/* plan_lanes.c: rows of the lane forms. */
void plan_lanes_op(struct plan_builder *b, struct plan_op *op);
void plan_unit_add(struct plan_builder *b, struct plan_op *op, struct plan_unit *unit);

/* plan_stage.c: operands and rows of stages other than compute. */
/* The column of a component of an operand; false when these stages have no such operand. */
bool plan_stage_read(struct plan_builder *b, const struct program_operand *operand, unsigned component,
                     unsigned depth, uint32_t *column);
/* The operand is an output register; it is stored by plan_stage_store. */
bool plan_stage_writes(const struct plan_builder *b, const struct program_operand *operand);
void plan_stage_store(struct plan_builder *b, const struct program_operand *operand, unsigned c,
                      uint32_t from);
void plan_derivative_op(struct plan_builder *b, struct plan_op *op);
void plan_pull_op(struct plan_builder *b, struct plan_op *op);
void plan_stream_op(struct plan_builder *b, struct plan_op *op);

/* plan_flow.c: jump targets, labels, nesting. */
bool plan_flow(struct plan_builder *b);

/* plan_clear.c: registers that must be zeroed before a group. */
bool plan_clear(struct plan_builder *b);

/* plan.c */
enum sm5_status plan_new(const struct sm5_program *program, struct plan **plan, struct sm5_diags *diags);
void plan_free(struct plan *plan);

#endif
