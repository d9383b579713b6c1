/* Provenance: a dynamic backward slice. The dispatch is executed again in parts, the last one first. Each part is
   recorded as a trace of operations, masks and addresses, which is then searched backwards for the writers of the
   words that are demanded. Values and names are captured by one more execution, forwards. */
#ifndef WHY_ROOM_H
#define WHY_ROOM_H

#include "base/base.h"
#include "check/check_texture.h"
#include "debug/debug.h"
#include "sm5/why.h"
#include "why/why_diag.h"

enum { WHY_NONE = UINT32_MAX, WHY_FINISH = UINT32_MAX - 1 };
enum { WHY_QUAD = 4 };

/* ---- trace ---- */

/* An operation, or the start (op WHY_NONE) or end (WHY_FINISH) of a group. */
struct why_event {
    uint64_t time;
    uint32_t op;
    uint32_t depth;   /* open blocks */
    uint32_t mask;    /* of active lanes: index in masks */
    uint32_t payload; /* index in payload: what why_payload_slots counts, by slot and lane */
};

struct why_trace {
    VEC(struct why_event) events;
    VEC(uint64_t) masks;   /* bits */
    VEC(uint64_t) payload; /* elements, or places: why_place */
};

/* Added to the size of an element whose channels are not words: they are written and read together. */
enum { WHY_NARROW = 0x80 };

/* A place in memory with its size in bytes, up to 16; 0: out of bounds. */
static inline uint64_t why_place(const uint8_t *bytes, uint32_t size)
{
    return size ? (uint64_t)(uintptr_t)bytes << 8 | size : 0;
}
/* The access of a helper or discarded pixel, which has no effects (D3D11.3 16.13). Its size is 0. */
#define WHY_NO_EFFECT ((uint64_t)1 << 8)
static inline uint8_t *why_place_bytes(uint64_t place)
{
    return (uint8_t *)(uintptr_t)(place >> 8);
}
static inline uint32_t why_place_size(uint64_t place)
{
    return place & (WHY_NARROW - 1);
}
static inline uint32_t why_element_size(const struct format_info *format)
{
    return format->bytes | (format->bits[0] == 32 ? 0u : (uint32_t)WHY_NARROW);
}

/* ---- slice ---- */

enum why_kind {
    WHY_COLUMN,       /* of a register, a constant or a thread number; before the operation */
    WHY_COLUMN_AFTER, /* the same, after it: results, and what a load returns */
    WHY_MEMORY,       /* bytes at `place` */
    WHY_RECORD,       /* a word of an output at `place`, number `at` of its record */
    WHY_ATOMIC        /* the word of an atomic or counter, in the order of lanes */
};

/* A word that a node reads or writes. */
struct why_item {
    struct sm5_why_word word;
    uint32_t node; /* WHY_NONE: a value of the expression */
    uint8_t kind;
    bool is_result;
    uint8_t half;    /* 1, 2: the low and the high word of a double */
    uint8_t operand; /* number in the instruction, for its type; UINT8_MAX: unknown */
    uint8_t component;
    uint32_t column; /* or WHY_NONE */
    uint32_t step;   /* fetch step that makes the column, or WHY_NONE */
    uint8_t *place;
    uint8_t size; /* bytes of `place` */
    uint32_t lane;
    uint32_t at; /* WHY_RECORD */
};

/* An operation in a lane. */
struct why_node {
    uint64_t time, group;
    uint32_t op, lane, flat;
    uint32_t first, results, reads; /* items: results, then reads */
    uint32_t listed;                /* the same in `list`, which has fewer of them */
    uint32_t listed_results, listed_reads;
    bool is_branch;
    bool folded;
    uint64_t omitted, repeats;
    uint32_t part; /* hull: of the batch, in the order of execution */
    /* of the thread, as in struct sm5_debug_position */
    uint64_t item;
    uint32_t instance, phase_number;
    const char *phase, *instance_name;
};

/* A read that waits for the writer of a word, or of the bytes of it in the mask. */
struct why_wait {
    uint32_t item, next; /* next: index + 1; 0: the last */
    uint8_t mask;
};

/* A column that the operation needs in the lane that is visited. */
struct why_want {
    uint32_t column, lane;
    uint8_t role, operand, half;
};

/* A read of another pixel. It is demanded after all lanes of the operation are visited, whose results come after it. */
struct why_late {
    uint32_t column, lane, item;
};

/* Words of memory that are demanded: a hash table by address. */
struct why_words {
    struct {
        uintptr_t word;
        uint32_t waits; /* index + 1; 0: none */
    } * slots;
    size_t size, used, live;
};

/* Items that wait for the branch that led a lane into the open blocks, `depth` of them. */
struct why_branch {
    uint32_t lane, depth;
    bool jumps; /* jumps that the lane did not take count, too */
    uint32_t waits;
};

/* Levels of an operation in its routine: of itself, and of the outermost block that a jump leaves, or that one in an
   if can; a return leaves level -1. */
struct why_level {
    int32_t own, target; /* target INT32_MAX: none */
};

/* An output that the end of a batch stores: of a geometry shader a copy, of a pixel 0 when it is a helper. Its writers
   are searched from there on. */
struct why_pending {
    bool waits;
    uint64_t group;
    uint32_t lane;  /* of a pixel */
    uint8_t stream; /* of an emitted vertex, with the word in its output */
    size_t at;
    uint8_t *origin; /* where the word is copied from; NULL: unknown yet */
};

struct sm5_why {
    struct sm5_debug *debug;
    struct sm5_why_options options;
    const struct plan *plan;
    struct interp_worker *worker;
    uint64_t end; /* the position */
    bool failed;  /* memory is exhausted */
    bool cut;
    /* trace */
    struct why_trace parts[2]; /* the newer part is [1] */
    uint64_t until;            /* the trace ends before this time */
    struct check_texels texels;
    uint32_t mask_words;
    /* demands */
    uint32_t *columns;      /* by column and lane: waits, index + 1 */
    uint32_t *column_lanes; /* by column: lanes with waits */
    size_t column_live;
    struct why_words words;
    VEC(struct why_wait) waits;
    VEC(struct why_branch) branches, decided;
    struct why_level *levels; /* by operation */
    /* slice, the last step first until it is ordered */
    VEC(struct why_node) nodes;
    VEC(struct why_item) items;
    VEC(struct why_want) wants;
    VEC(struct why_late) late;   /* of the operation that is visited */
    uint32_t roots;              /* the first items: the values of the expression */
    struct why_pending *pending; /* by root */
    uint32_t pending_count;      /* that wait */
    uint32_t
        discards[STAGE_BATCH]; /* by lane: waits for the instruction that discards the pixel, index + 1 */
    uint32_t discard_live;
    uint32_t lane; /* that is visited */
    size_t next;   /* node whose values are captured next */
    VEC(struct sm5_why_word) list;
    VEC(uint32_t) order; /* nodes as they are shown */
    uint32_t *shown_at;  /* by node: its place in `order` */
};

/* ---- why_trace.c ---- */

/* Values of the payload of an operation: indexed registers and records, then what the body accesses. */
static inline bool why_has_slot(const struct plan_step *step)
{
    return step->kind == STEP_FILE || step->kind == STEP_SCATTER || step->kind == STEP_RECORD ||
           step->kind == STEP_OUTPUT;
}
unsigned why_payload_slots(const struct plan *plan, const struct plan_op *op);
/* Records the execution from the last snapshot before `until` up to it; of what exceeds trace_bytes the end. Returns
   the time at which the trace starts. */
uint64_t why_record(struct sm5_why *y, uint64_t until);
void why_trace_free(struct why_trace *trace);
/* The access of an operation on memory or a texture by a lane, as why_place. */
uint64_t why_access(struct sm5_why *y, const struct plan_op *op, uint32_t lane);
/* Finds the texels of a texture operation for why_access. */
void why_find_texels(struct sm5_why *y, const struct plan_op *op);

/* ---- why_demand.c ---- */

bool why_demands_open(struct sm5_why *y);
void why_demands_close(struct sm5_why *y);
void why_demand_column(struct sm5_why *y, uint32_t column, uint32_t lane, uint32_t item);
/* Demands the reads of other pixels. */
void why_demand_late(struct sm5_why *y);
void why_demand_memory(struct sm5_why *y, const uint8_t *place, uint32_t size, uint32_t item);
/* A lane wrote the column or the bytes: the reads that wait get `node` as their source. True when there were any. */
bool why_take_column(struct sm5_why *y, uint32_t column, uint32_t lane, uint32_t node);
bool why_take_memory(struct sm5_why *y, const uint8_t *place, uint32_t size, uint32_t node);
bool why_is_demanded(const struct sm5_why *y, uint32_t column);
/* A group starts: no instruction before wrote its registers and g#. */
void why_drop_group(struct sm5_why *y, enum sm5_why_source source);
/* All demands that are left. */
void why_drop_all(struct sm5_why *y, enum sm5_why_source source);
void why_drop_words(struct sm5_why *y, const uint8_t *first, uint64_t size, enum sm5_why_source source);
/* Bytes that the user of the debugger assigned. */
void why_drop_edit(struct sm5_why *y, const struct debug_edit *edit);
void why_connect(struct sm5_why *y, uint32_t waits, uint32_t node);
void why_wait_for(struct sm5_why *y, uint32_t *head, uint32_t item, uint8_t mask);

/* ---- why_needs.c ---- */

/* Adds the results of an operation in a lane that are demanded, and the columns that they need to y->wants. False: none
   is demanded. */
bool why_take_results(struct sm5_why *y, const struct why_trace *trace, const struct why_event *event,
                      uint32_t lane);
/* Adds the reads for y->wants, and demands them. */
void why_add_reads(struct sm5_why *y, const struct why_trace *trace, const struct why_event *event,
                   uint32_t lane);
void why_want(struct sm5_why *y, uint32_t column, enum sm5_why_role role, unsigned operand, unsigned half);
void why_want_of(struct sm5_why *y, uint32_t lane, uint32_t column, enum sm5_why_role role, unsigned operand,
                 unsigned half);
bool why_is_wanted(const struct sm5_why *y, uint32_t column);
struct why_item *why_add_item(struct sm5_why *y, const struct why_item *item);

/* ---- why_slice.c ---- */

/* Finds all nodes, from the position backwards, and puts them in the order of execution. */
void why_slice(struct sm5_why *y);
/* Adds a node for the items from `first` on. False: there are max_steps, or memory is exhausted. */
bool why_add_node(struct sm5_why *y, const struct why_event *event, uint32_t lane, size_t first,
                  bool is_branch);
static inline bool why_is_active(const struct why_trace *trace, const struct why_event *event, uint32_t lane)
{
    return trace->masks.data[event->mask + lane / 64] >> lane % 64 & 1;
}
/* The register of a place; false: it is memory. */
bool why_locate(const struct sm5_why *y, const uint8_t *place, uint32_t *column, uint32_t *lane);

/* ---- why_output.c: outputs of stages ---- */

bool why_outputs_open(struct sm5_why *y);
void why_outputs_close(struct sm5_why *y);
/* The value of the expression is an output that waits for the end of its batch. False: it does not. */
bool why_hold_output(struct sm5_why *y, const uint8_t *place, const uint32_t *emitted, uint32_t item);
/* A batch ends: records where emitted vertices are, and which pixels have no output. */
void why_record_finish(struct sm5_why *y, const struct interp_worker *w);
void why_visit_finish(struct sm5_why *y, const struct why_trace *trace, const struct why_event *event);
/* A batch starts: outputs that are left have no writer. */
void why_drop_outputs(struct sm5_why *y);
/* The outputs of the instruction that discards a pixel. */
bool why_take_discard(struct sm5_why *y, uint32_t lane, uint32_t node);
/* The pixel gets discarded by the instruction. */
bool why_discards(const struct interp_worker *w, const struct plan_op *op, uint32_t lane);
/* Names a word of a record that a step accesses, or of an output. */
void why_name_record(const struct sm5_why *y, const struct plan_step *step, uint32_t lane,
                     struct sm5_value *value);
void why_name_output(const struct sm5_why *y, const struct plan_op *op, const struct why_item *item,
                     struct sm5_value *value);

/* ---- why_quad.c: reads of other pixels ---- */

void why_want_pair(struct sm5_why *y, enum isa_derivative kind, bool all_lanes, const struct why_trace *trace,
                   const struct why_event *event, uint32_t column, enum sm5_why_role role);

/* ---- why_branch.c ---- */

bool why_branches_open(struct sm5_why *y);
void why_branches_close(struct sm5_why *y);
/* Adds a read to the current node for the branch that led to it. */
void why_demand_branch(struct sm5_why *y, uint32_t lane, uint32_t depth, bool jumps);
/* Adds the branches that an operation on control flow is for its lanes. */
void why_visit_branch(struct sm5_why *y, const struct why_trace *trace, const struct why_event *event);

/* ---- why_value.c, why_name.c, why_type.c ---- */

/* Captures the values and names of all items. */
void why_capture(struct sm5_why *y);
/* Copies the values that branches test to the steps that they led to. */
void why_copy_conditions(struct sm5_why *y);
void why_name_column(const struct sm5_why *y, uint32_t column, struct sm5_value *value);
/* The name and type of a word of memory: `offset` bytes in element `address`. */
void why_name_memory(const struct sm5_why *y, uint32_t slot, uint32_t address, uint32_t offset,
                     unsigned component, struct sm5_value *value);
void why_name_step(const struct sm5_why *y, const struct plan_step *step, uint32_t lane,
                   struct sm5_value *value);
void why_name_texel(const struct sm5_why *y, const struct plan_texture *t, uint32_t lane, unsigned component,
                    struct sm5_value *value);
/* The type that the instruction's row gives an operand; 0: none. */
char why_operand_type(const struct plan_op *op, unsigned operand);
/* Types of values that instructions only copy: from where they come or are used. */
void why_infer_types(struct sm5_why *y);

/* ---- why_order.c, why_fold.c ---- */

void why_order(struct sm5_why *y);
void why_fold(struct sm5_why *y);

#endif
