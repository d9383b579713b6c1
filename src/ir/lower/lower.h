/* Lowering state: translates a program's instructions to values and nodes in one pass. */
#ifndef SM5_IR_LOWER_H
#define SM5_IR_LOWER_H

#include "ir/ir.h"

enum {
    LOWER_CALL_DEPTH = 32,   /* D3D11.3 22.7.10: with 32 return addresses stacked a call is skipped */
    LOWER_VALUES = 400000,   /* growth by inlining: past this the interpreter runs the program */
    LOWER_VISITED = 2000000, /* instructions visited, again for each inlined call and each loop's scan */
    LOWER_ARGS = 4000000,    /* including the values at exits */
    LOWER_PROMOTED = 64,     /* words of an x# whose elements become values */
    LOWER_RELATIVE = 4,
};

/* Undo log entry: a variable was assigned, or a memory class written. */
struct lower_change {
    uint32_t variable;
    ir_ref before;
};

/* An open loop or scope: the target of exits. */
struct lower_region {
    uint32_t node;
    bool takes_break, takes_continue, is_routine;
    bool is_unrolled; /* a loop that is lowered in place, at `node` and `side` */
    bool is_left;     /* of such a loop: the iteration ended with a break */
    bool is_retried;  /* a scope that may be lowered again, as a loop */
    unsigned side;
    uint32_t *variables; /* assigned inside */
    uint32_t variable_count;
    VEC(ir_ref) breaks, continues; /* variable_count values a site */
    struct lower_region *outer;
};

struct lower_entry {
    ir_ref ref;
    uint32_t hash, next;
};

/* Storage of an x#: variables (first) or an array. */
struct lower_indexable {
    bool is_array;
    uint32_t first;
};

/* The records of a stage's thread. */
struct lower_self {
    ir_ref item;     /* vertex, patch, primitive or pixel of its inputs */
    ir_ref record;   /* of its outputs */
    ir_ref instance; /* geometry; hull: control point or instance of a phase. 0: a single one */
    uint32_t each;   /* hull: threads of a patch; else 0 */
    ir_ref own;      /* hull: item * each + instance */
};

struct lower;
/* Lowers the body of a branch or scope. */
typedef void lower_body(struct lower *l, void *context);

struct lower {
    struct ir_function *f;
    const struct sm5_program *program;
    enum sm5_status status;
    uint32_t stage_slots; /* first of enum ir_stage_slot; IR_NONE: a compute shader */
    struct lower_self self;
    struct lower_indexable outputs; /* geometry: o# */
    bool *written;                  /* geometry: by word of o#: some instruction writes it */
    uint32_t stream_first;          /* geometry: variables, enum lower_stream_variable */
    bool swapped;                   /* ir_options */
    uint32_t padded;                /* ir_options */
    uint32_t width;                 /* merged groups: threads in x of a group as declared; else 0 */
    uint32_t at;                    /* instruction being lowered */
    VEC(struct ir_value) values;
    VEC(uint32_t) epochs; /* of each value that reads memory */
    VEC(ir_ref) args;
    VEC(struct ir_node) nodes;
    VEC(struct ir_view) views;
    VEC(struct ir_texture) textures;

    uint32_t variable_count;
    ir_ref *variables;
    uint32_t *stamps, stamp; /* marks variables seen */
    uint32_t *places;
    VEC(struct lower_change) changes;
    struct lower_indexable *indexables;
    bool has_temp_array;
    uint32_t temp_array;
    uint32_t fall_first; /* variables of open switches: lanes that fall through */
    uint32_t switches;
    uint32_t
        disabled; /* variable: nonzero in pixels, or threads that pad rows, without side effects; IR_NONE: such pixels have returned */
    uint32_t effect;     /* variable: result of an operation that `disabled` guards */
    ir_ref *differences; /* pixel: differences of inputs across the quad, computed at the start; 0: none */

    uint32_t class_count; /* resources, then arrays */
    uint32_t *class_epoch, last_epoch;
    uint32_t *class_marks; /* scan of a loop's body */
    VEC(uint32_t) writes;

    uint32_t *buckets;     /* of values available for reuse; 0: none, else entry + 1 */
    uint32_t bucket_count; /* a power of two */
    VEC(struct lower_entry) entries;
    VEC(ir_ref) constants; /* hash table of constants */
    ir_ref systems[IR_SYSTEMS];
    ir_ref cycles; /* of this instruction */

    uint32_t node; /* insertion point: node and body */
    unsigned side;
    bool reached; /* the insertion point is reachable */
    uint32_t visited;
    size_t met; /* number of values at exits */
    uint32_t calls;
    struct lower_region *region;
    unsigned unrolled;   /* loops being unrolled around this point */
    size_t unroll_limit; /* values that they may grow the program to */
    size_t wasted;       /* values of attempts to unroll for indices that failed */
    uint8_t *scanned;    /* by instruction: the routine has been scanned */
    VEC(uint32_t) scanned_list;
};

static inline const struct program_instr *lower_instr(const struct lower *l)
{
    return &l->program->instrs[l->at];
}

static inline const struct ir_value *lower_value(const struct lower *l, ir_ref ref)
{
    return &l->values.data[ref];
}

/* Counts a visited instruction; false, with an error, past LOWER_VISITED. */
bool lower_visit(struct lower *l);
/* Stops the lowering; always returns 0. */
bool lower_fail(struct lower *l, enum sm5_status status);

/* ---- lower_value.c: value numbering ---- */

ir_ref lower_constant(struct lower *l, uint32_t word);
ir_ref lower_system(struct lower *l, enum ir_system system);
bool lower_is(const struct lower *l, ir_ref ref, uint32_t word);
/* An operation; the value is result 0. */
ir_ref lower_lane(struct lower *l, uint16_t op, const ir_ref *args, unsigned count);
ir_ref lower_part(struct lower *l, ir_ref whole, unsigned part);
/* Results 0 and 1. */
void lower_parts(struct lower *l, ir_ref whole, ir_ref out[2]);
/* A read: reused while `epoch` is unchanged. */
ir_ref lower_read(struct lower *l, const struct ir_value *value, const ir_ref *args, unsigned count,
                  uint32_t epoch);
/* A value with a side effect. */
ir_ref lower_effect(struct lower *l, const struct ir_value *value, const ir_ref *args, unsigned count);
ir_ref lower_phi(struct lower *l, unsigned count);
size_t lower_mark(const struct lower *l);
/* Drops the values of a branch that goes out of scope. */
void lower_forget(struct lower *l, size_t mark);
/* Drops the constants from value `first` on. */
void lower_forget_constants(struct lower *l, ir_ref first);

/* ---- lower_decide.c ---- */

/* The same as `value` where the condition is zero, or is not. */
ir_ref lower_decided(const struct lower *l, ir_ref value, ir_ref condition, bool is_zero);

/* ---- lower_operand.c ---- */

ir_ref lower_source(struct lower *l, unsigned operand, unsigned position);
void lower_source_double(struct lower *l, unsigned operand, unsigned position, ir_ref out[2]);
/* base + relative part; the constant goes to *base; 0 when there is no relative part. */
ir_ref lower_index(struct lower *l, const struct program_index *index, uint32_t *base);

/* A register component: a variable, an element of an array, or nothing. */
struct lower_place {
    enum { LOWER_PLACE_NONE, LOWER_PLACE_VARIABLE, LOWER_PLACE_ARRAY } kind;
    uint32_t variable, array, base;
    ir_ref element;
    unsigned component;
};

struct lower_results {
    struct {
        bool is_output;           /* of a record: `output`, else `place` */
        ir_ref output;            /* lower_stage_place */
        struct lower_place place; /* indices included: they are read before any result is written */
        ir_ref value;
    } item[16];
    unsigned count;
};
/* The results of an instruction are collected first and written at its end. */
void lower_result(struct lower *l, struct lower_results *results, const struct program_operand *operand,
                  unsigned component, ir_ref value);
void lower_write(struct lower *l, const struct lower_results *results);
void lower_assign(struct lower *l, uint32_t variable, ir_ref value);
/* A component of a thread-local register: r#, x#, or a geometry shader's o#. */
ir_ref lower_register(struct lower *l, const struct program_operand *operand, unsigned component);
bool lower_is_register(const struct lower *l, const struct program_operand *operand);

/* Indexable registers: x#, and o# of geometry shaders. */
struct lower_elements {
    struct lower_indexable home;
    uint32_t count, components;
    const struct program_index *index;
};
/* False for other operands. */
bool lower_elements(const struct lower *l, const struct program_operand *operand,
                    struct lower_elements *elements);
/* Index in decls.resources of what the operand names, or IR_NONE. */
uint32_t lower_slot(const struct lower *l, const struct program_operand *operand);
uint32_t lower_view(struct lower *l, uint32_t slot, uint32_t reg);

/* ---- lower_lane.c, lower_memory.c, lower_texture.c ---- */

void lower_arithmetic(struct lower *l);
void lower_memory(struct lower *l);
void lower_texture(struct lower *l);
void lower_sync(struct lower *l);
void lower_touch(struct lower *l, uint32_t class);
/* Starts a new epoch for all memory that other threads may have written. */
void lower_touch_all(struct lower *l);
/* The word, saturated if the instruction has _sat. */
ir_ref lower_saturated(struct lower *l, ir_ref word);

/* ---- lower_threads.c: numbers of groups and in groups ---- */

ir_ref lower_merged_system(struct lower *l, enum ir_system system);
/* Threads that pad rows have no side effects. */
void lower_pads(struct lower *l);
/* The sum `op` of the args by vThreadID, where they have group * size + thread of an axis; 0: they do not. */
ir_ref lower_thread_sum(struct lower *l, uint16_t op, const ir_ref *args);

/* ---- lower_halves.c ---- */

/* Operation `op` of the args, if it joins fields of a word that can be computed in pairs; else 0. */
ir_ref lower_halves(struct lower *l, uint16_t op, const ir_ref *args);

/* ---- lower_stage.c: stages other than compute ---- */

bool lower_stage_takes(const struct sm5_program *program);
/* Adds the stage's records to l->program. */
bool lower_stage_open(struct lower *l);
/* Of all stages but hull: the main routine, which ends at `end`. */
void lower_stage_main(struct lower *l, uint32_t end);
/* An input register, or a system value. */
ir_ref lower_stage_read(struct lower *l, const struct program_operand *operand, unsigned component);
/* True for an output register that is stored in memory. */
bool lower_stage_writes(const struct lower *l, const struct program_operand *operand);
/* Byte offset of a component of an output register in its record. */
ir_ref lower_stage_place(struct lower *l, const struct program_operand *operand, unsigned component);
void lower_stage_write(struct lower *l, ir_ref place, ir_ref value);
uint32_t lower_stage_slot(const struct lower *l, enum ir_stage_slot slot);
struct ir_value lower_stage_access(struct lower *l, enum ir_stage_slot slot, uint8_t kind);
ir_ref lower_stage_load(struct lower *l, enum ir_stage_slot slot, ir_ref address, ir_ref offset);
ir_ref lower_stage_parameter(struct lower *l, enum ir_stage_parameter parameter);

/* ---- lower_hull.c ---- */

/* Threads of one patch in the phase with the most; 1 in other stages. */
uint32_t lower_hull_threads(const struct program_stage *stage);
/* Lowers all phases; code before the first one is unreachable. */
void lower_hull_main(struct lower *l);

/* ---- lower_geometry.c ---- */

enum lower_stream_variable {
    LOWER_EMITTED, /* vertices emitted so far */
    LOWER_LATEST,  /* by stream: position of its latest vertex; UINT32_MAX: none */
    LOWER_STREAM_VARIABLES = LOWER_LATEST + 4
};

void lower_geometry_declare(const struct program_stage *stage, struct program_resource *slots);
/* emit, cut and their variants. */
void lower_geometry_stream(struct lower *l);
void lower_geometry_main(struct lower *l, uint32_t end);

/* ---- lower_quad.c: quads of pixels ---- */

/* True when helper pixels have to run for the derivatives of others. */
bool lower_quad_needed(const struct sm5_program *program);
/* Computes the differences of inputs while all threads are active. */
void lower_quad_prepare(struct lower *l);
/* Ends helper pixels, or disables their side effects. */
void lower_quad_open(struct lower *l);
/* The difference of operand component `position` across the quad. */
ir_ref lower_quad_difference(struct lower *l, enum isa_derivative kind, unsigned operand, unsigned position);
void lower_quad_derivative(struct lower *l);
void lower_quad_pull(struct lower *l);
void lower_quad_discard(struct lower *l);
ir_ref lower_quad_coverage(struct lower *l);
ir_ref lower_quad_inner_coverage(struct lower *l);
/* Lowers code with side effects, guarded by `disabled`. */
void lower_quad_guarded(struct lower *l, lower_body *body, void *context);
/* A value with a side effect, guarded by `disabled`; 0 in pixels without side effects. */
ir_ref lower_quad_effect(struct lower *l, const struct ir_value *value, const ir_ref *args, unsigned count);

/* ---- lower_flow.c, lower_scan.c ---- */

/* Returns from the routine where `condition` is not 0. */
void lower_leave_where(struct lower *l, ir_ref condition);
/* Returns from the outermost routine inside the root. */
void lower_end_where(struct lower *l, ir_ref condition);
/* Ends the thread. */
void lower_leave_all(struct lower *l);

void lower_range(struct lower *l, uint32_t begin, uint32_t end);
/* An if whose branches are lowered by two functions; NULL: empty. */
void lower_make_if(struct lower *l, ir_ref condition, lower_body *then_body, lower_body *else_body,
                   void *context);
/* A scope around instructions [begin, end); a routine is left by ret, others by break. */
void lower_make_scope(struct lower *l, uint32_t begin, uint32_t end, bool is_routine, lower_body *body,
                      void *context);
/* The instruction after this one, or after the block that it opens. */
uint32_t lower_next(const struct lower *l, uint32_t at);
/* The value of operand 0 as _nz tests it. */
ir_ref lower_condition_of(struct lower *l);
void lower_fault(struct lower *l, uint32_t kind);

/* lower_unroll.c: lowers the iterations of a loop one after the other. False, with nothing lowered: its number of
   iterations is not known, or large. */
bool lower_unroll(struct lower *l, uint32_t begin, uint32_t end);
/* A break or continue of such a loop. */
void lower_leave_unrolled(struct lower *l, struct lower_region *region, bool is_continue);

/* lower_call.c */
void lower_switch(struct lower *l, uint32_t end);
void lower_call(struct lower *l);
void lower_interface_call(struct lower *l);

/* Variables and memory that instructions [begin, end) may change, including called routines. */
uint32_t *lower_assigned(struct lower *l, uint32_t begin, uint32_t end, uint32_t *count, bool touches);
void lower_push(struct lower *l, uint32_t item);
void lower_list(struct lower *l, struct ir_list *list, uint32_t item);

#endif
