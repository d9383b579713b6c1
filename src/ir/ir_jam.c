/* Unroll and jam over warps: where it is profitable the code between two barriers has a copy for each of two to
   sixteen consecutive warps, interleaved in one instance of the loops that all of them execute. One warp's loop is often bound
   by the latency of a sum, or visits one cache line of a row that several warps cover; and what is the same for all
   warps, such as counters and loads by them, is computed once: also vectors, such as a tile's row that the warps of 8 x 8
   threads have in common.

   A node is jammed when the copies execute it together. Copies execute the other nodes one after the other. A
   segment is jammed if a loop in it gains, or, without loops, if it does. */
#include <stdlib.h>

#include "ir/ir_facts.h"
#include "ir/ir_jam.h"

struct jam {
    struct ir_function *f;
    bool *stored;           /* by slot: the segment stores to it */
    bool has_loop;          /* a jammed one */
    uint32_t size;          /* of the segment, in values */
    uint32_t straight_size; /* of all copies of jammed segments without loops */
    bool failed;
    bool changed;
    bool is_unrolled;       /* unrolling the group is tried */
    enum sm5_status status; /* of the estimates: memory */
    enum ir_jam_choice choice;
    uint64_t time;            /* of all segments */
    uint32_t best, most;      /* of the loops visited: warps that one gains from; that none loses by */
    struct ir_jam_cost loops; /* the sum over those that have no other in them; or of code without loops */
    bool by_rows;             /* the warps are those of different rows, of code without loops */
    uint8_t block_bits;       /* of the threads of BLOCK_WARPS warps; 0: these may have nothing in common */
    bool has_blocks;          /* they have something in common */
};

/* Consecutive warps, which have rows of memory and other numbers of blocks in common. */
enum { BLOCK_WARPS = 4 };

/* Where the code that is being visited is. */
struct place {
    bool is_solo;      /* in a node that is not jammed */
    bool may_be_empty; /* a copy may execute it without an active lane */
    bool is_uneven;    /* copies may differ in their active lanes */
};

/* NULL: the item is a value. */
static struct ir_node *node_at(const struct ir_function *f, uint32_t item)
{
    return item & IR_NODE_BIT ? &f->nodes[item & ~IR_NODE_BIT] : NULL;
}

static struct place place_in(const struct ir_node *node, struct place place)
{
    place.is_solo |= node->jam < 2;
    if (place.is_solo && node->kind == IR_IF && node->divergent)
        place.may_be_empty = false; /* executed where a lane is active */
    else if (!place.is_solo && node->divergent)
        place.may_be_empty = true;
    return place;
}

/* ---- what may be jammed ---- */

/* Copies execute it in an order that no program can rely on, and without an active lane where that is allowed. */
static bool is_jammable(const struct ir_function *f, const struct ir_value *v, struct place place)
{
    switch ((enum ir_kind)v->kind) {
    case IR_CONST:
    case IR_SYSTEM:
    case IR_LANE:
    case IR_PART:
    case IR_PHI:
    case IR_CBUFFER:
    case IR_ICB:
    case IR_XREAD:
    case IR_XWRITE:
    case IR_BUFINFO: return true;
    case IR_LOAD:
    case IR_STORE:
        for (uint32_t w = 0; v->cells && w < f->warps && place.may_be_empty; w++)
            if (!v->cells->runs[w])
                return false;
        return v->view != IR_NONE || ir_is_tgsm(f, v);
    case IR_TEXEL:
    case IR_STORE_TEXEL:
    case IR_TEXTURE:
    case IR_XCLEAR:
    case IR_QUAD: return !place.may_be_empty;
    case IR_ATOMIC:
    case IR_TEXTURE_WRITE: return !place.may_be_empty && v->uses == 0;
    default: return v->level < IR_WARP;
    }
}

static void scan(struct jam *j, const struct ir_list *list, struct place place);

enum { SAMPLE_SIZE = 120 }; /* as many values as its code has instructions */

static void scan_value(struct jam *j, const struct ir_value *v, struct place place)
{
    bool stores = v->kind == IR_STORE || v->kind == IR_STORE_TEXEL || v->kind == IR_ATOMIC;
    j->failed |= !is_jammable(j->f, v, place);
    j->size += ir_is_sample(j->f, v) ? SAMPLE_SIZE : 1;
    if (stores && v->slot < j->f->program->decls.resource_count)
        j->stored[v->slot] = true;
}

static void scan_node(struct jam *j, const struct ir_node *node, struct place place)
{
    if (node->kind == IR_EXIT) {
        j->failed |= j->f->nodes[node->target].group;
        return;
    }
    place = place_in(node, place);
    j->has_loop |= node->kind == IR_LOOP && !place.is_solo;
    j->failed |= node->kind == IR_LOOP && place.is_solo && place.may_be_empty;
    scan(j, &node->bodies[0], place);
    scan(j, &node->bodies[1], place);
}

static void scan(struct jam *j, const struct ir_list *list, struct place place)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const struct ir_node *node = node_at(j->f, list->items[i]);
        if (node)
            scan_node(j, node, place);
        else
            scan_value(j, &j->f->values[list->items[i]], place);
    }
}

/* ---- what is the same for all copies, and the nodes that are jammed: from the optimistic state ---- */

static void set_shared(struct ir_value *v, bool is_shared)
{
    v->is_shared = is_shared;
    v->in_block = false;
}

static void set_list(struct jam *j, const struct ir_list *list, bool is_shared);

static void set_node(struct jam *j, struct ir_node *node, bool is_shared)
{
    node->jam = IR_JAM;
    for (uint32_t i = 0; i < node->headers.count; i++)
        set_shared(&j->f->values[node->headers.items[i]], is_shared);
    for (uint32_t i = 0; i < node->phis.count; i++)
        set_shared(&j->f->values[node->phis.items[i]], is_shared);
    set_list(j, &node->bodies[0], is_shared);
    set_list(j, &node->bodies[1], is_shared);
}

static void set_list(struct jam *j, const struct ir_list *list, bool is_shared)
{
    for (uint32_t i = 0; i < list->count; i++) {
        struct ir_node *node = node_at(j->f, list->items[i]);
        if (node)
            set_node(j, node, is_shared);
        else
            set_shared(&j->f->values[list->items[i]], is_shared);
    }
}

/* Each warp's threads have the same coordinate in this axis as the other warps'. */
static bool is_same_system(const struct ir_function *f, uint32_t system)
{
    const uint32_t *group = f->program->decls.thread_group;
    uint32_t distance = f->lanes * f->jam_step;
    switch (system) {
    case IR_LOCAL_X:
    case IR_THREAD_X: return distance % group[0] == 0;
    case IR_LOCAL_Y:
    case IR_THREAD_Y: return distance % (group[0] * group[1]) == 0;
    default: return false;
    }
}

/* The words repeat from each copy's warp to the next copy's. */
static bool is_same_table(const struct ir_function *f, const struct ir_table *table)
{
    bool is_same = table->is_regular;
    for (uint32_t w = f->jam_step; w < f->warps && is_same; w++)
        is_same = table->bases[w] == table->bases[w - f->jam_step];
    return is_same;
}

bool ir_same_in_warps(const struct ir_function *f, ir_ref ref)
{
    const struct ir_value *v = &f->values[ref];
    if (!ref || v->kind == IR_CONST || (v->is_shared && !v->in_block) ||
        (v->level < IR_WARP && ir_is_uniform(v)))
        return true;
    if (v->table)
        return is_same_table(f, v->table);
    return v->kind == IR_SYSTEM && is_same_system(f, v->system);
}

/* The number in its group of a thread of merged groups. */
static bool is_same_in_group(const struct ir_function *f, const struct ir_value *v)
{
    bool is_mask = v->kind == IR_LANE && v->op == ISA_AND && v->count == 2;
    const struct ir_value *thread = &f->values[is_mask ? ir_arg(f, v, 0) : 0],
                          *mask = &f->values[is_mask ? ir_arg(f, v, 1) : 0];
    return thread->kind == IR_SYSTEM && thread->system == IR_THREAD_X && mask->kind == IR_CONST && f->width &&
           mask->word == f->width - 1 && f->width * 2 <= f->program->decls.thread_group[0] &&
           f->lanes * f->jam_step % f->width == 0;
}

/* A row of a picture, found from a thread's number. */
static bool is_same_in_block(struct jam *j, const struct ir_value *v)
{
    bool is_same = j->block_bits && ir_is_uniform(v) && ir_is_same_in_block(j->f, v, j->block_bits);
    j->has_blocks |= is_same;
    return is_same;
}

/* A thread's y or z, where rows are whole blocks, and what another segment has computed from them. */
static bool is_row_of_block(struct jam *j, const struct ir_value *v)
{
    bool is_row = v->kind == IR_SYSTEM && (v->system == IR_LOCAL_Y || v->system == IR_THREAD_Y ||
                                           v->system == IR_LOCAL_Z || v->system == IR_THREAD_Z);
    bool is_same = j->block_bits && (is_row || (v->is_shared && v->in_block));
    j->has_blocks |= is_same;
    return is_same;
}

/* A part's are those of the whole: another part than the first may differ where that is the same for all warps. */
static bool has_same_args(struct jam *j, const struct ir_value *v)
{
    const struct ir_function *f = j->f;
    if (v->kind == IR_PART)
        v = &f->values[ir_arg(f, v, 0)];
    for (uint32_t i = 0; i < v->count; i++)
        if (!ir_same_in_warps(f, ir_arg(f, v, i)) && !is_row_of_block(j, &f->values[ir_arg(f, v, i)]))
            return false;
    return true;
}

static bool may_be_shared(const struct jam *j, const struct ir_value *v)
{
    const struct ir_function *f = j->f;
    switch ((enum ir_kind)v->kind) {
    case IR_LANE:
    case IR_ICB: return true;
    case IR_CBUFFER: return v->view != IR_NONE;
    case IR_XREAD: return f->arrays[v->array].words != NULL;
    case IR_PART: {
        const struct ir_value *whole = &f->values[ir_arg(f, v, 0)];
        return whole->kind == IR_LANE || (whole->kind == IR_TEXEL && whole->is_shared);
    }
    case IR_TEXEL:
    case IR_LOAD:
        if (v->slot >= f->program->decls.resource_count || j->stored[v->slot])
            return false;
        return ir_is_tgsm(f, v) ||
               (v->view != IR_NONE && !f->alias && f->program->decls.resources[v->slot].file == ISA_FILE_SRV);
    default: return false;
    }
}

static void refute(struct jam *j, ir_ref ref, bool holds)
{
    struct ir_value *v = &j->f->values[ref];
    j->changed |= v->is_shared && !holds;
    v->is_shared &= holds;
}

static void demote(struct jam *j, struct ir_node *node)
{
    j->changed |= node->jam > 1;
    node->jam = 1;
}

static bool is_straight(const struct ir_function *f, const struct ir_node *exit)
{
    for (uint32_t at = exit->parent; at != exit->target; at = f->nodes[at].parent)
        if (f->nodes[at].divergent)
            return false;
    return true;
}

/* A copy cannot branch out of code that the copies execute together. */
static void visit_exit(struct jam *j, const struct ir_node *exit)
{
    struct ir_function *f = j->f;
    bool is_solo = false;
    for (uint32_t at = exit->parent; at != exit->target; at = f->nodes[at].parent)
        is_solo |= f->nodes[at].jam < 2;
    if (is_solo && is_straight(f, exit))
        demote(j, &f->nodes[exit->target]);
}

static void visit(struct jam *j, const struct ir_list *list, struct place place);

static void visit_phis(struct jam *j, const struct ir_list *phis, bool holds)
{
    for (uint32_t i = 0; i < phis->count; i++) {
        const struct ir_value *v = &j->f->values[phis->items[i]];
        refute(j, phis->items[i], holds && ir_is_uniform(v) && has_same_args(j, v));
    }
}

/* Threads' numbers in one block are all on the same side of the block's bounds. */
static bool is_block_test(const struct ir_function *f, const struct ir_value *test)
{
    ir_ref limit = ir_arg(f, test, 1);
    return ir_same_in_warps(f, limit) && f->values[limit].aligned >= ir_block_bits(f, ir_arg(f, test, 0));
}

/* Threads' counters that begin below the step reach a multiple of it in the same iteration. */
static bool is_step_test(const struct ir_function *f, const struct ir_value *test)
{
    const struct ir_counter *counter = ir_counter_of(f, ir_arg(f, test, 0));
    const struct ir_value *limit = &f->values[ir_arg(f, test, 1)];
    if (!counter || counter->falls || f->values[counter->first].high >= counter->step)
        return false;
    return limit->kind == IR_CONST && (int32_t)limit->word >= 0 && limit->word % counter->step == 0;
}

static bool is_common_test(const struct ir_function *f, ir_ref condition)
{
    const struct ir_value *v = &f->values[condition];
    return ir_is_order(v) && (is_block_test(f, v) || is_step_test(f, v));
}

static bool is_common_if(const struct ir_function *f, const struct ir_node *node)
{
    return node->divergent || ir_same_in_warps(f, node->condition) || is_common_test(f, node->condition);
}

/* The same lanes of all copies enter and leave the node. */
static bool is_even(const struct ir_function *f, uint32_t at)
{
    const struct ir_node *node = &f->nodes[at];
    if (!node->divergent || node->kind == IR_IF)
        return !node->divergent || ir_same_in_warps(f, node->condition);
    for (uint32_t i = 0; i < f->node_count; i++)
        for (uint32_t k = f->nodes[i].parent;
             f->nodes[i].kind == IR_EXIT && f->nodes[i].target == at && k != at; k = f->nodes[k].parent)
            if (f->nodes[k].divergent &&
                (f->nodes[k].kind != IR_IF || !ir_same_in_warps(f, f->nodes[k].condition)))
                return false;
    return true;
}

static void visit_node(struct jam *j, struct ir_node *node, struct place place)
{
    if (node->kind == IR_EXIT) {
        visit_exit(j, node);
        return;
    }
    if (place.is_solo || (node->kind == IR_IF && !is_common_if(j->f, node)))
        demote(j, node);
    place = place_in(node, place);
    place.is_uneven |= !is_even(j->f, (uint32_t)(node - j->f->nodes));
    bool is_jammed = !place.is_solo;
    visit_phis(j, &node->headers, is_jammed);
    visit(j, &node->bodies[0], place);
    visit(j, &node->bodies[1], place);
    visit_phis(j, &node->headers, is_jammed);
    visit_phis(j, &node->phis, is_jammed && !node->divergent);
}

static void visit(struct jam *j, const struct ir_list *list, struct place place)
{
    for (uint32_t i = 0; i < list->count; i++) {
        struct ir_node *node = node_at(j->f, list->items[i]);
        if (node) {
            visit_node(j, node, place);
            continue;
        }
        const struct ir_value *v = &j->f->values[list->items[i]];
        /* Vectors have what the first copy's active lanes loaded. */
        bool has_all = ir_is_uniform(v) || (!place.is_solo && !place.is_uneven);
        bool has_same = has_same_args(j, v) || is_same_in_group(j->f, v) || is_same_in_block(j, v);
        refute(j, list->items[i], has_all && may_be_shared(j, v) && has_same);
    }
}

/* Ifs whose sides have no loops need no common branch. */
static void visit_ifs(struct jam *j, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        struct ir_node *node = node_at(j->f, list->items[i]);
        if (!node || node->kind == IR_EXIT)
            continue;
        if (node->kind == IR_IF && node->divergent && !ir_has_loop(j->f, &node->bodies[0]) &&
            !ir_has_loop(j->f, &node->bodies[1]))
            demote(j, node);
        visit_ifs(j, &node->bodies[0]);
        visit_ifs(j, &node->bodies[1]);
    }
}

/* ---- profit ---- */

static void choose_list(struct jam *j, const struct ir_list *list);

static void choose_node(struct jam *j, uint32_t at)
{
    const struct ir_node *node = &j->f->nodes[at];
    struct ir_jam_cost cost;
    if (node->kind == IR_EXIT || node->jam < 2)
        return;
    if (node->kind == IR_LOOP) {
        j->status = ir_jam_cost(j->f, at, &cost);
        if (j->status)
            return;
        j->best = cost.best > j->best ? cost.best : j->best;
        j->most = cost.most < j->most ? cost.most : j->most;
        j->loops.own += cost.own;
        j->loops.common += cost.common;
        j->loops.latency += cost.latency;
    }
    choose_list(j, &node->bodies[0]);
    choose_list(j, &node->bodies[1]);
}

static void choose_list(struct jam *j, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count && !j->status; i++)
        if (node_at(j->f, list->items[i]))
            choose_node(j, list->items[i] & ~IR_NODE_BIT);
}

/* Loads, of vectors that all warps have in common. */
static bool has_common_rows(const struct jam *j, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const struct ir_node *node = node_at(j->f, list->items[i]);
        const struct ir_value *v = &j->f->values[node ? 0 : list->items[i]];
        if (node ? node->jam > 1 &&
                       (has_common_rows(j, &node->bodies[0]) || has_common_rows(j, &node->bodies[1]))
                 : (v->kind == IR_LOAD || v->kind == IR_TEXEL) && v->is_shared && !ir_is_uniform(v))
            return true;
    }
    return false;
}

/* The number of warps that a segment without loops gains from. In a step of a scan, the loop over the warps is half of the instructions. */
static void choose_straight(struct jam *j, const struct ir_list *list)
{
    enum { SHORT = 20, LITTLE = 32 /* quarter cycles */, WARPS = 4 };
    struct ir_jam_cost cost;
    j->status = ir_jam_straight_cost(j->f, list, &cost);
    if (j->status)
        return;
    bool may_gain = j->by_rows || cost.has_chain || j->has_blocks || has_common_rows(j, list);
    j->best = may_gain ? cost.best : 1;
    j->most = may_gain ? cost.most : 1;
    if (!may_gain && j->f->has_barrier && j->size <= SHORT && cost.own <= LITTLE) {
        j->best = WARPS;
        j->most = cost.most;
    }
    j->loops = cost;
}

/* The number of warps that most loops gain from and none loses by. */
static uint32_t profitable(struct jam *j, const struct ir_list *list)
{
    j->best = 1;
    j->most = IR_UNROLLED;
    j->loops = (struct ir_jam_cost){.best = 1};
    if (j->has_loop)
        choose_list(j, list);
    else
        choose_straight(j, list);
    return j->best < j->most ? j->best : j->most;
}

/* Of one warp. */
static uint64_t bytes_of_arrays(const struct ir_function *f)
{
    uint64_t words = 0;
    for (uint32_t i = 0; i < f->array_count; i++)
        words += f->arrays[i].words ? 0 : (uint64_t)f->arrays[i].elements * f->arrays[i].components;
    return 4 * words * f->lanes;
}

/* Interleaves all warps if their vectors fit into registers. Otherwise copies follow each other; loops are not unrolled so, because
   they would be bound by the latency of one warp. */
static uint32_t choose_unrolled(struct jam *j, const struct ir_list *list, bool may_jam)
{
    struct ir_jam_cost cost;
    bool has_loop = ir_has_loop(j->f, list);
    may_jam &= ir_has_full_warps(j->f);
    if (may_jam && has_loop)
        profitable(j, list);
    if (may_jam && !has_loop) {
        j->status = ir_jam_straight_cost(j->f, list, &cost);
        j->most = cost.most;
    }
    bool fits = may_jam && !j->status && j->most >= j->f->warps;
    j->is_unrolled &= fits || !has_loop || !ir_has_full_warps(j->f);
    return fits ? j->f->warps : 1;
}

/* Compile time grows with the copies, and the memory of their arrays does, which is to stay in a core's caches. Rows of
   images, whose pitches are powers of two, fall in the same sets of a cache: only two are executed together for what they
   have in common. */
static uint32_t choose(struct jam *j, const struct ir_list *list)
{
    enum { SIZE_MOST = 1500, STRAIGHT_MOST = 2000, ARRAYS_MOST = 1 << 17, ROWS_MOST = 2 };
    const uint32_t *group = j->f->program->decls.thread_group;
    bool is_forced = j->choice == IR_JAM_ALWAYS && (j->has_loop || j->by_rows || has_common_rows(j, list));
    uint32_t without_rows = j->by_rows ? profitable(j, list) : 1;
    bool has_rows = j->by_rows && group[1] > 1 && ir_find_rows(j->f, j->stored);
    uint32_t warps = group[0] * group[1] * group[2] / j->f->lanes,
             best = is_forced ? IR_JAM : profitable(j, list), room = SIZE_MOST;
    if (!j->has_loop && room > STRAIGHT_MOST - j->straight_size)
        room = STRAIGHT_MOST - j->straight_size;
    if (j->has_blocks && best > BLOCK_WARPS)
        best = BLOCK_WARPS;
    if (has_rows && !is_forced && best > ROWS_MOST)
        best = without_rows > ROWS_MOST ? without_rows : ROWS_MOST;
    while (best > 1 && (best * j->size > room || best * bytes_of_arrays(j->f) > ARRAYS_MOST))
        best /= 2;
    j->f->jam_wanted = best > j->f->jam_wanted ? best : j->f->jam_wanted;
    while (best > 1 && (warps % (best * j->f->jam_step) || (has_rows && group[1] % best)))
        best /= 2;
    if (best > 1 && !j->has_loop)
        j->straight_size += best * j->size;
    return best;
}

static void set_jam(struct jam *j, const struct ir_list *list, uint32_t jam, bool may_jam)
{
    for (uint32_t i = 0; i < list->count; i++) {
        struct ir_node *node = node_at(j->f, list->items[i]);
        if (!node) {
            j->f->values[list->items[i]].jam = (uint8_t)jam;
            continue;
        }
        node->jam = (uint8_t)(node->jam > 1 ? jam : 1);
        node->may_jam = may_jam;
        set_jam(j, &node->bodies[0], jam, may_jam);
        set_jam(j, &node->bodies[1], jam, may_jam);
    }
}

/* ---- segments ---- */

/* Other segments may execute more warps together than a block has. */
static void mark_blocks(struct jam *j, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        struct ir_node *node = node_at(j->f, list->items[i]);
        if (!node) {
            j->f->values[list->items[i]].in_block = true;
            continue;
        }
        for (uint32_t k = 0; k < node->phis.count; k++)
            j->f->values[node->phis.items[k]].in_block = true;
        mark_blocks(j, &node->bodies[0]);
        mark_blocks(j, &node->bodies[1]);
    }
}

static uint8_t block_bits(const struct jam *j)
{
    uint32_t block = BLOCK_WARPS * j->f->lanes;
    bool has_blocks =
        !j->is_unrolled && j->f->jam_step == 1 && j->f->program->decls.thread_group[0] % block == 0;
    return has_blocks ? (uint8_t)__builtin_ctz(block) : 0;
}

static void jam_segment(struct jam *j, const struct ir_list *list)
{
    enum { ROUNDS = 16 };
    const struct ir_function *f = j->f;
    struct place place = {.is_solo = false};
    if (j->status)
        return;
    for (uint32_t i = 0; i < f->program->decls.resource_count; i++)
        j->stored[i] = false;
    j->block_bits = ir_has_loop(f, list) ? 0 : block_bits(j);
    j->has_blocks = false;
    set_list(j, list, true);
    visit_ifs(j, list);
    scan(j, list, place); /* what is stored */
    unsigned rounds = 0;
    do {
        j->changed = false;
        visit(j, list, place);
    } while (j->changed && ++rounds < ROUNDS);
    j->has_loop = j->failed = false;
    j->size = 0;
    j->loops = (struct ir_jam_cost){.best = 1};
    scan(j, list, place);
    if (j->changed) /* not decided */
        set_list(j, list, false);
    bool may_jam = !j->changed && !j->failed;
    uint32_t jam = j->is_unrolled ? choose_unrolled(j, list, may_jam) : may_jam ? choose(j, list) : 1;
    set_jam(j, list, jam, may_jam);
    if (j->has_blocks)
        mark_blocks(j, list);
    j->time += ir_jam_time(&j->loops, jam);
    j->f->jam = jam > j->f->jam ? jam : j->f->jam;
}

/* In an unrolled group a removed barrier is one again: copies that proceed together need it. */
static bool ends_segment(const struct jam *j, uint32_t item)
{
    const struct ir_node *node = node_at(j->f, item);
    const struct ir_value *v = &j->f->values[node ? 0 : item];
    if (node)
        return node->kind == IR_EXIT || node->group;
    return j->is_unrolled ? v->kind == IR_SYNC && (v->sync & ISA_SYNC_T) : ir_is_barrier(v);
}

/* A segment is the items between barriers and group-level nodes. */
static void jam_group(struct jam *j, const struct ir_list *list)
{
    for (uint32_t first = 0, i = 0; i < list->count; first = ++i) {
        while (i < list->count && !ends_segment(j, list->items[i]))
            i++;
        struct ir_list segment = {list->items + first, i - first, 0};
        jam_segment(j, &segment);
        const struct ir_node *node = i < list->count ? node_at(j->f, list->items[i]) : NULL;
        if (node && node->kind != IR_EXIT) {
            jam_group(j, &node->bodies[0]);
            jam_group(j, &node->bodies[1]);
        }
    }
}

static void forget(struct ir_function *f)
{
    for (uint32_t i = 0; i < f->node_count; i++)
        f->nodes[i].jam = 1, f->nodes[i].may_jam = false;
    for (uint32_t i = 0; i < f->value_count; i++) {
        f->values[i].jam = 1;
        set_shared(&f->values[i], false);
        f->values[i].row_of = 0;
    }
    f->jam = f->jam_wanted = f->jam_step = 1;
}

/* True: the group is unrolled. */
static bool jam_unrolled(struct jam *j)
{
    struct ir_function *f = j->f;
    j->is_unrolled = j->choice != IR_JAM_NEVER && ir_may_unroll_group(f);
    f->is_unrolled = j->is_unrolled;
    if (j->is_unrolled)
        jam_group(j, &f->nodes[0].bodies[0]);
    f->is_unrolled = false;
    for (uint32_t i = 1; i < f->value_count && j->is_unrolled; i++)
        f->values[i].is_fence = f->values[i].is_reversed = false;
    bool is_unrolled = j->is_unrolled && !j->status;
    j->is_unrolled = false;
    return is_unrolled;
}

/* Percents of the time of warps of one row that those of several must take at most. */
enum { GAIN = 85 };

/* Rows of whole warps, of a group or of merged ones: those of different rows, which have vectors by the thread's place in the
   row in common, are jammed where that takes less time than those of one row. */
static void jam_rows(struct jam *j, const struct ir_list *all)
{
    struct ir_function *f = j->f;
    const uint32_t *group = f->program->decls.thread_group;
    uint32_t jam = f->jam, row = group[1] * group[2] > 1 ? group[0] : f->width;
    uint64_t time = ir_jam_time(&j->loops, jam);
    bool has_loop = ir_has_loop(f, all);
    if (!row || row % f->lanes || row == group[0] * group[1] * group[2] ||
        (has_loop && (!j->has_loop || row == f->lanes)))
        return;
    forget(f);
    f->jam_step = row / f->lanes;
    j->by_rows = !has_loop;
    j->straight_size = 0;
    jam_segment(j, all);
    j->by_rows = false;
    bool is_better = 100 * ir_jam_time(&j->loops, f->jam) < GAIN * time;
    if (f->jam > 1 && (is_better || j->choice == IR_JAM_ALWAYS))
        return;
    forget(f);
    j->straight_size = 0;
    jam_segment(j, all);
}

/* Returns the time of the segments. */
static uint64_t jam_segments(struct jam *j, uint32_t step)
{
    forget(j->f);
    j->f->jam_step = step;
    j->straight_size = 0;
    j->time = 0;
    jam_group(j, &j->f->nodes[0].bodies[0]);
    return j->time;
}

/* As jam_rows, for a group with barriers. */
static void jam_group_or_rows(struct jam *j)
{
    const struct ir_function *f = j->f;
    const uint32_t *group = f->program->decls.thread_group;
    uint64_t time = jam_segments(j, 1);
    if (group[0] % f->lanes || group[0] == f->lanes || group[1] * group[2] == 1)
        return;
    bool is_better = 100 * jam_segments(j, group[0] / f->lanes) < GAIN * time;
    if (f->jam == 1 || !is_better)
        jam_segments(j, 1);
}

/* Why no segment is jammed; NULL: they may be. */
static const char *obstacle(const struct ir_function *f, enum ir_jam_choice choice)
{
    enum { VALUES_MOST = 4000 };
    const uint32_t *group = f->program->decls.thread_group;
    if (choice == IR_JAM_NEVER)
        return "the order of warps matters";
    if (group[0] * group[1] * group[2] % f->lanes)
        return "the last warp of a group is not full";
    if (f->is_masked)
        return "threads may be inactive at a barrier";
    if (f->is_clipped)
        return "warps may be empty";
    return f->value_count > VALUES_MOST ? "the program is large" : NULL;
}

enum sm5_status ir_jam_warps(struct ir_function *f, enum ir_jam_choice choice)
{
    uint32_t root = IR_NODE_BIT;
    struct jam j = {.f = f, .choice = choice};
    forget(f);
    j.stored = calloc(f->program->decls.resource_count + 1, sizeof *j.stored);
    if (!j.stored)
        return SM5_ERR_MEMORY;
    f->is_unrolled = jam_unrolled(&j);
    if (!f->is_unrolled)
        forget(f);
    f->jam_why = f->is_unrolled ? "the group is unrolled" : obstacle(f, choice);
    if (!f->jam_why && f->has_barrier)
        jam_group_or_rows(&j);
    if (!f->jam_why && !f->has_barrier) {
        const struct ir_list all = {&root, 1, 1};
        jam_segment(&j, &all);
        jam_rows(&j, &all);
    }
    free(j.stored);
    if (f->jam_why)
        return j.status;
    f->jam_why = f->jam_wanted == 1        ? "no code gains"
                 : f->jam == 1             ? "groups are not a multiple of two warps"
                 : choice == IR_JAM_ALWAYS ? "option"
                                           : "warps share work or hide latency";
    return j.status;
}
