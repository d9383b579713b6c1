/* Groups. A function runs groups in sequence. The code between two barriers is a segment: a loop over the
   group's warps. Control flow around a barrier is group-level control flow; values that are live across it
   are kept in the storage, a vector for each warp. When threads may be inactive at such control flow (is_masked),
   the storage also holds the active mask of each warp. */
#include <assert.h>

#include "jit/llvm/gen.h"

static void group_list(struct gen *g, const struct ir_list *list);

/* ---- the storage ---- */

uint64_t gen_reserve(struct gen *g, uint64_t bytes)
{
    uint64_t at = g->storage;
    g->storage += (bytes + 63) / 64 * 64;
    return at;
}

static LLVMValueRef load_mask(struct gen *g, uint64_t offset)
{
    LLVMValueRef bits = gen_load(g, g->i16, gen_storage(g, GEN_WARP_MASK, offset), 2);
    if (g->lanes < 16)
        bits = LLVMBuildTrunc(g->b, bits, g->mask_int, "");
    return LLVMBuildBitCast(g->b, bits, g->mask_type, "");
}

static void store_mask(struct gen *g, LLVMValueRef mask, uint64_t offset)
{
    LLVMValueRef bits = LLVMBuildTrunc(g->b, gen_mask_bits(g, mask), g->i16, "");
    gen_store(g, bits, gen_storage(g, GEN_WARP_MASK, offset), 2);
}

/* ---- segments ---- */

/* In an unrolled group. */
static bool is_known_full(const struct gen *g)
{
    return LLVMIsAConstantInt(g->warp_thread) &&
           LLVMConstIntGetZExtValue(g->warp_thread) + g->lanes <= g->threads;
}

/* Lanes of the last warp that hold threads of the group. */
static LLVMValueRef valid_lanes(struct gen *g)
{
    if (g->threads % g->lanes == 0 || is_known_full(g))
        return NULL;
    LLVMValueRef thread = LLVMBuildAdd(g->b, gen_splat(g, g->warp_thread), g->iota, "");
    return LLVMBuildICmp(g->b, LLVMIntULT, thread, gen_splat_word(g, g->threads), "");
}

/* Skips the warp where all its threads are past the end of the dispatch. */
static void clip(struct gen *g)
{
    LLVMBasicBlockRef some = gen_block(g, "some");
    LLVMValueRef valid = valid_lanes(g), inside = gen_inside(g);
    g->mask = valid ? LLVMBuildAnd(g->b, valid, inside, "") : inside;
    LLVMBuildCondBr(g->b, gen_any(g, g->mask), some, g->latch);
    gen_at(g, some);
}

/* Numbers the copies' warps: turns count the first copy's, which are jam_step consecutive ones of each jam_step * count. Of
   selected warps the copies' are consecutive. */
static void begin_copy(struct gen *g, uint32_t copy, uint32_t count)
{
    uint32_t step = count > 1 && !g->selection ? g->f->jam_step : 1;
    LLVMValueRef within = LLVMBuildURem(g->b, g->turn, gen_i32(g, step), "");
    LLVMValueRef first = LLVMBuildSub(g->b, g->turn, within, "");
    first = LLVMBuildAdd(g->b, LLVMBuildMul(g->b, first, gen_i32(g, count), ""), within, "");
    LLVMValueRef number = LLVMBuildAdd(g->b, first, gen_i32(g, copy * step), "");
    g->warp_number = g->selection ? gen_selected_warp(g, number) : number;
    g->warp_thread = LLVMBuildMul(g->b, g->warp_number, gen_i32(g, g->lanes), "");
    for (unsigned i = 0; i < IR_SYSTEMS; i++)
        g->systems[i].word = NULL;
}

static void begin_warps(struct gen *g)
{
    g->segment = ++g->segments;
    g->is_open = true;
    g->may_be_empty = false;
    g->header = gen_block(g, "warp");
    g->body = gen_block(g, "lanes");
    g->latch = gen_block(g, "warp.next");
    LLVMPositionBuilderAtEnd(g->start, g->header);
    LLVMPositionBuilderAtEnd(g->warp, g->body);
    g->b = g->start;
    g->turns = g->segment_warps / g->segment_jam;
    g->turn = g->turns > 1 ? LLVMBuildPhi(g->b, g->i32, "warp") : gen_i32(g, 0);
    assert(!g->is_reversed || (!g->selection && !g->segment_limit)); /* whose warps are counted upwards */
    gen_open_copies(g, g->segment_jam);
    GEN_FOR_COPIES (g, k)
        begin_copy(g, k, g->segment_jam);
    g->b = g->warp;
}

static void end_warps(struct gen *g)
{
    LLVMBasicBlockRef before = LLVMGetInsertBlock(g->outer), after = gen_block(g, "warps.done");
    if (gen_open(g))
        LLVMBuildBr(g->b, g->latch);
    LLVMBuildBr(g->start, g->body);
    LLVMBuildBr(g->outer, g->header);
    gen_at(g, g->latch);
    if (g->turns > 1) {
        LLVMValueRef next = LLVMBuildAdd(g->b, g->turn, gen_i32(g, g->is_reversed ? UINT32_MAX : 1), "");
        LLVMValueRef first =
            g->segment_first ? g->segment_first : gen_i32(g, g->is_reversed ? g->turns - 1 : 0);
        LLVMValueRef values[] = {first, next};
        LLVMBasicBlockRef blocks[] = {before, g->latch};
        LLVMValueRef end = g->segment_limit ? g->segment_limit : gen_i32(g, g->turns);
        LLVMValueRef more =
            LLVMBuildICmp(g->b, LLVMIntULT, next, end, ""); /* also false after warp 0, where it is -1 */
        LLVMBuildCondBr(g->b, more, g->header, after);
        LLVMAddIncoming(g->turn, values, blocks, 2);
    } else {
        LLVMBuildBr(g->b, after);
    }
    gen_close_copies(g);
    gen_release_held(g);
    LLVMPositionBuilderAtEnd(g->outer, after);
    g->b = g->outer;
    g->mask = NULL;
    g->segment = 0;
    g->segment_warps = g->warps;
    g->segment_jam = 1;
    g->is_reversed = false;
    g->segment_first = g->segment_limit = NULL;
    g->is_open = false;
}

/* Opens a segment of the program's code, for the active lanes. */
static void begin_segment(struct gen *g)
{
    if (g->is_open)
        return;
    begin_warps(g);
    if (g->f->is_clipped) {
        clip(g);
        return;
    }
    if (!g->f->is_masked) {
        GEN_FOR_COPIES (g, k) {
            g->b = g->start;
            g->mask = valid_lanes(g);
            g->b = g->warp;
        }
        return;
    }
    LLVMBasicBlockRef some = gen_block(g, "some");
    g->mask = load_mask(g, g->active_at);
    LLVMBuildCondBr(g->b, gen_any(g, g->mask), some, g->latch);
    gen_at(g, some);
}

static void end_segment(struct gen *g)
{
    if (!g->is_open)
        return;
    if (g->f->is_masked && gen_open(g))
        store_mask(g, gen_mask(g), g->active_at);
    end_warps(g);
}

/* ---- phis of group-level control flow ---- */

bool gen_is_stored(const struct gen *g, ir_ref phi)
{
    return gen_value(g, phi)->level == IR_WARP;
}

static void store_phi(struct gen *g, ir_ref phi, LLVMValueRef value)
{
    LLVMValueRef pointer = gen_stored(g, phi);
    if (g->f->is_masked && gen_is_vector(value))
        value = LLVMBuildSelect(g->b, gen_mask(g), value, gen_load(g, g->words, pointer, 32), "");
    gen_store(g, value, pointer, gen_is_vector(value) ? 32 : 4);
}

/* The value is another one's, which is not stored where the phi is (gen_cross.c). */
static bool is_copied(const struct gen *g, ir_ref phi, uint32_t arg)
{
    ir_ref value = ir_arg(g->f, gen_value(g, phi), arg);
    return gen_is_stored(g, phi) && value && g->slots[value].storage != g->slots[phi].storage;
}

/* All values are read before the first is written: a header's phis may swap. */
static void store_phis(struct gen *g, const struct ir_list *phis, uint32_t arg)
{
    LLVMValueRef *values = arena_array(&g->arena, phis->count, sizeof *values);
    if (!values) {
        g->failed = true;
        return;
    }
    bool any = false;
    for (uint32_t i = 0; i < phis->count; i++)
        any |= is_copied(g, phis->items[i], arg);
    if (!any)
        return;
    begin_segment(g);
    GEN_FOR_COPIES (g, k) {
        for (uint32_t i = 0; i < phis->count; i++)
            values[i] = is_copied(g, phis->items[i], arg) ? gen_phi_value(g, phis->items[i], arg) : NULL;
        for (uint32_t i = 0; i < phis->count; i++)
            if (values[i])
                store_phi(g, phis->items[i], values[i]);
    }
}

/* Variables of the phis that are uniform across the group. */
static LLVMValueRef *group_variables(struct gen *g, const struct ir_list *phis)
{
    LLVMValueRef *made = arena_array(&g->arena, phis->count, sizeof *made);
    for (uint32_t i = 0; made && i < phis->count; i++)
        if (!gen_is_stored(g, phis->items[i]))
            made[i] = gen_variable(g, g->i32, "");
    g->failed |= !made;
    return made;
}

static void set_variables(struct gen *g, const struct ir_list *phis, LLVMValueRef *variables, uint32_t arg)
{
    LLVMBuilderRef kept = g->b;
    g->b = g->outer;
    LLVMValueRef *values = arena_array(&g->arena, phis->count, sizeof *values);
    g->failed |= !values;
    for (uint32_t i = 0; values && i < phis->count; i++)
        values[i] = variables[i] ? gen_phi_value(g, phis->items[i], arg) : NULL;
    for (uint32_t i = 0; values && i < phis->count; i++)
        if (values[i])
            LLVMBuildStore(g->b, values[i], variables[i]);
    g->b = kept;
}

static void define_variables(struct gen *g, const struct ir_list *phis, LLVMValueRef *variables)
{
    g->b = g->outer;
    for (uint32_t i = 0; i < phis->count; i++)
        if (variables[i])
            gen_define(g, phis->items[i], LLVMBuildLoad2(g->b, g->i32, variables[i], ""));
}

/* Assigns the phis of a join and closes the segment. */
static void join_segment(struct gen *g, const struct ir_list *phis, LLVMValueRef *variables, uint32_t arg)
{
    store_phis(g, phis, arg);
    end_segment(g);
    set_variables(g, phis, variables, arg);
}

/* ---- active masks of warps ---- */

enum mask_change {
    MASK_SET_ALL,   /* to = all threads */
    MASK_CLEAR,     /* to = none */
    MASK_COPY,      /* to = from */
    MASK_ADD,       /* to |= from */
    MASK_ADD_CLEAR, /* to |= from, from = none */
};

/* Returns an i1 in the group's code: some lane of `to` is set afterwards. */
static LLVMValueRef change_masks(struct gen *g, enum mask_change how, uint64_t to, uint64_t from)
{
    LLVMValueRef found = gen_variable(g, g->i1, "found");
    LLVMBuildStore(g->outer, LLVMConstInt(g->i1, 0, false), found);
    begin_warps(g);
    LLVMValueRef mask = g->all;
    if (how == MASK_SET_ALL) {
        LLVMValueRef valid = valid_lanes(g);
        mask = valid ? valid : g->all;
    } else if (how == MASK_CLEAR) {
        mask = LLVMConstNull(g->mask_type);
    } else {
        mask = load_mask(g, from);
        if (how != MASK_COPY)
            mask = LLVMBuildOr(g->b, mask, load_mask(g, to), "");
        if (how == MASK_ADD_CLEAR)
            store_mask(g, LLVMConstNull(g->mask_type), from);
    }
    store_mask(g, mask, to);
    LLVMValueRef some = LLVMBuildOr(g->b, LLVMBuildLoad2(g->b, g->i1, found, ""), gen_any(g, mask), "");
    LLVMBuildStore(g->b, some, found);
    end_warps(g);
    return LLVMBuildLoad2(g->b, g->i1, found, "");
}

/* Restricts the active lanes to those with the condition; the others are added to `waiting`. */
static LLVMValueRef split_masks(struct gen *g, ir_ref condition, uint64_t waiting)
{
    LLVMValueRef found = gen_variable(g, g->i1, "found");
    LLVMBuildStore(g->outer, LLVMConstInt(g->i1, 0, false), found);
    begin_warps(g);
    LLVMValueRef active = load_mask(g, g->active_at), bit = gen_bit_vector(g, condition);
    LLVMValueRef then_mask = LLVMBuildAnd(g->b, active, bit, "");
    store_mask(g, LLVMBuildAnd(g->b, active, LLVMBuildNot(g->b, bit, ""), ""), waiting);
    store_mask(g, then_mask, g->active_at);
    LLVMValueRef some = LLVMBuildOr(g->b, LLVMBuildLoad2(g->b, g->i1, found, ""), gen_any(g, then_mask), "");
    LLVMBuildStore(g->b, some, found);
    end_warps(g);
    return LLVMBuildLoad2(g->b, g->i1, found, "");
}

/* ---- barriers ---- */

static uint64_t gone_at(const struct gen *g)
{
    const struct gen_region *region = g->region;
    while (region->outer)
        region = region->outer;
    return region->left_at;
}

static void barrier(struct gen *g, const struct ir_value *v)
{
    end_segment(g);
    gen_sync(g, v);
    if (!g->f->is_masked)
        return;
    LLVMValueRef args[] = {gen_i32(g, v->instr), gen_storage(g, 0, g->active_at),
                           gen_storage(g, 0, gone_at(g))};
    LLVMValueRef go = gen_help(g, offsetof(struct jit_context, helpers.barrier), g->i32, args, 3);
    LLVMBasicBlockRef after = gen_block(g, "synced");
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntNE, go, gen_i32(g, 0), ""), after, g->fail);
    gen_at(g, after);
}

/* ---- group-level control flow ---- */

static void group_side(struct gen *g, const struct ir_node *node, unsigned side, LLVMValueRef *variables)
{
    size_t mark = g->log.count;
    group_list(g, &node->bodies[side]);
    if (gen_open(g))
        join_segment(g, &node->phis, variables, side);
    gen_forget(g, mark);
}

static void uniform_if(struct gen *g, const struct ir_node *node)
{
    LLVMValueRef *variables = group_variables(g, &node->phis);
    LLVMValueRef condition = gen_bit(g, node->condition);
    LLVMBasicBlockRef sides[2] = {gen_block(g, "group.then"), gen_block(g, "group.else")};
    LLVMBasicBlockRef after = gen_block(g, "group.endif");
    bool reached = false;
    if (g->failed)
        return;
    LLVMBuildCondBr(g->b, condition, sides[0], sides[1]);
    for (unsigned side = 0; side < 2; side++) {
        gen_at(g, sides[side]);
        group_side(g, node, side, variables);
        if (!gen_open(g))
            continue;
        LLVMBuildBr(g->b, after);
        reached = true;
    }
    gen_at(g, after);
    if (!reached)
        LLVMBuildUnreachable(g->b);
    else
        define_variables(g, &node->phis, variables);
}

static void divergent_if(struct gen *g, const struct ir_node *node)
{
    LLVMValueRef *variables = group_variables(g, &node->phis);
    uint64_t waiting = gen_reserve(g, 2 * g->warps), ended = gen_reserve(g, 2 * g->warps);
    if (g->failed)
        return;
    LLVMValueRef some = split_masks(g, node->condition, waiting);
    for (unsigned side = 0; side < 2; side++) {
        LLVMBasicBlockRef in = gen_block(g, "group.side"), after = gen_block(g, "group.sided");
        LLVMBuildCondBr(g->b, some, in, after);
        gen_at(g, in);
        group_side(g, node, side, variables);
        if (gen_open(g))
            LLVMBuildBr(g->b, after);
        gen_at(g, after);
        if (side == 0) {
            change_masks(g, MASK_COPY, ended, g->active_at);
            some = change_masks(g, MASK_COPY, g->active_at, waiting);
        }
    }
    change_masks(g, MASK_ADD, g->active_at, ended);
    define_variables(g, &node->phis, variables);
}

static void enter(struct gen *g, struct gen_region *region, uint32_t at)
{
    const struct ir_node *node = &g->f->nodes[at];
    *region = (struct gen_region){.node = at, .list = &node->bodies[0], .outer = g->region};
    region->results = group_variables(g, &node->phis);
    region->nexts = group_variables(g, &node->headers);
    region->out = gen_block(g, "group.out");
    region->next = node->kind == IR_LOOP ? gen_block(g, "group.next") : NULL;
    if (g->f->is_masked) {
        region->left_at = gen_reserve(g, 2 * g->warps);
        region->again_at = gen_reserve(g, 2 * g->warps);
        change_masks(g, MASK_CLEAR, region->left_at, 0);
        change_masks(g, MASK_CLEAR, region->again_at, 0);
    }
    g->region = region;
}

static void leave(struct gen *g, struct gen_region *region, size_t mark)
{
    const struct ir_node *node = &g->f->nodes[region->node];
    gen_forget(g, mark);
    g->region = region->outer;
    g->b = g->outer;
    gen_at(g, region->out);
    if (g->f->is_masked)
        change_masks(g, MASK_COPY, g->active_at, region->left_at);
    define_variables(g, &node->phis, region->results);
}

static void group_loop(struct gen *g, uint32_t at)
{
    const struct ir_node *node = &g->f->nodes[at];
    struct gen_region region;
    size_t mark = g->log.count;
    enter(g, &region, at);
    if (g->failed)
        return;
    join_segment(g, &node->headers, region.nexts, 0);
    LLVMBasicBlockRef header = gen_block(g, "group.loop");
    LLVMBuildBr(g->b, header);
    gen_at(g, header);
    size_t inside = g->log.count;
    define_variables(g, &node->headers, region.nexts);
    group_list(g, &node->bodies[0]);
    if (gen_open(g)) {
        join_segment(g, &node->headers, region.nexts, 1);
        LLVMBuildBr(g->b, region.next);
    }
    gen_forget(g, inside);
    gen_at(g, region.next);
    if (g->f->is_masked) {
        LLVMBasicBlockRef back = gen_block(g, "group.back");
        LLVMValueRef some = change_masks(g, MASK_ADD_CLEAR, g->active_at, region.again_at);
        LLVMBuildCondBr(g->b, some, back, region.out);
        gen_at(g, back);
    }
    gen_step(g, node->instr, g->warps);
    LLVMBuildBr(g->b, header);
    leave(g, &region, mark);
}

static void group_scope(struct gen *g, uint32_t at)
{
    const struct ir_node *node = &g->f->nodes[at];
    struct gen_region region;
    size_t mark = g->log.count;
    enter(g, &region, at);
    if (g->failed)
        return;
    group_list(g, &node->bodies[0]);
    if (gen_open(g)) {
        join_segment(g, &node->phis, region.results, 0);
        if (g->f->is_masked)
            change_masks(g, MASK_ADD, region.left_at, g->active_at);
        LLVMBuildBr(g->b, region.out);
    }
    leave(g, &region, mark);
}

static void group_exit(struct gen *g, const struct ir_node *exit)
{
    const struct ir_node *target = &g->f->nodes[exit->target];
    const struct gen_region *region = g->region;
    while (region->node != exit->target)
        region = region->outer;
    if (exit->is_continue)
        join_segment(g, &target->headers, region->nexts, exit->site + 2);
    else
        join_segment(g, &target->phis, region->results, exit->site + (target->kind == IR_SCOPE));
    if (g->f->is_masked)
        change_masks(g, MASK_ADD_CLEAR, exit->is_continue ? region->again_at : region->left_at, g->active_at);
    bool goes_on =
        exit->is_continue || (g->f->is_masked && target->continues); /* threads may be waiting there */
    if (gen_is_straight(g, exit))
        LLVMBuildBr(g->b, goes_on ? region->next : region->out);
}

static void group_node(struct gen *g, uint32_t at)
{
    const struct ir_node *node = &g->f->nodes[at];
    end_segment(g);
    switch (node->kind) {
    case IR_EXIT: group_exit(g, node); break;
    case IR_LOOP: group_loop(g, at); break;
    case IR_SCOPE: group_scope(g, at); break;
    default:
        if (node->divergent)
            divergent_if(g, node);
        else
            uniform_if(g, node);
        break;
    }
}

bool gen_is_group_node(const struct gen *g, uint32_t item)
{
    const struct ir_node *node = &g->f->nodes[item & ~IR_NODE_BIT];
    return node->kind == IR_EXIT || node->group;
}

static bool ends_segment(const struct gen *g, uint32_t item)
{
    return item & IR_NODE_BIT ? gen_is_group_node(g, item) : ir_is_barrier(gen_value(g, item));
}

static uint32_t segment_end(const struct gen *g, const struct ir_list *list, uint32_t first)
{
    while (first < list->count && !ends_segment(g, list->items[first]))
        first++;
    return first;
}

/* The warps that the segment from an item on is jammed for. */
static uint32_t jam_of(const struct gen *g, const struct ir_list *list, uint32_t first)
{
    for (uint32_t i = first, end = segment_end(g, list, first); i < end; i++) {
        uint32_t item = list->items[i];
        uint32_t jam = item & IR_NODE_BIT ? g->f->nodes[item & ~IR_NODE_BIT].jam : gen_value(g, item)->jam;
        if (jam > 1)
            return jam;
    }
    return 1;
}

static bool is_reversed(const struct gen *g, const struct ir_list *list, uint32_t first)
{
    bool any = false;
    for (uint32_t i = first, end = segment_end(g, list, first); i < end && !any; i++)
        any = !(list->items[i] & IR_NODE_BIT) && gen_value(g, list->items[i])->is_reversed;
    return any;
}

/* Operations on vectors, and loads and stores of rows of shared memory. */
static bool is_of_rows(const struct gen *g, const struct ir_list *list)
{
    bool all = true;
    for (uint32_t i = 0; i < list->count && all; i++) {
        const struct ir_value *v = gen_value(g, list->items[i] & IR_NODE_BIT ? 0 : list->items[i]);
        bool accesses = v->kind == IR_LOAD || v->kind == IR_STORE;
        const struct ir_value *index = accesses ? gen_arg(g, v, 0) : NULL;
        all = accesses ? gen_is_tgsm(g, v) && index->shape == IR_AFFINE && index->stride == 1
                       : v->kind == IR_LANE || v->kind == IR_PART || v->kind == IR_SYSTEM;
    }
    return all;
}

/* The steps of sums by trees: of few instructions, of which the loop over warps would be a third. A divisor of the number of
   selected warps. */
static uint32_t jam_of_selection(const struct gen *g, const struct ir_node *node,
                                 const struct gen_selection *s)
{
    enum { WARPS_MOST = 8, VALUES_MOST = 96 };
    if (g->f->is_unrolled)
        return s->count;
    uint32_t jam = s->count < WARPS_MOST ? s->count : WARPS_MOST, size = node->bodies[0].count;
    if (!node->may_jam || !s->is_full || !is_of_rows(g, &node->bodies[0]))
        return 1;
    while (jam > 1 && (s->count % jam || jam * size > VALUES_MOST))
        jam--;
    return jam;
}

/* Emits the copies one after the other: interleaved, their vectors would not fit into registers. */
static void each_copy(struct gen *g, const struct ir_list *list)
{
    uint32_t end = g->end_copy;
    for (uint32_t k = 0; k < end && gen_open(g); k++) {
        g->first_copy = k;
        g->end_copy = k + 1;
        gen_switch(g, k);
        gen_list(g, list);
    }
    g->first_copy = 0;
    g->end_copy = end;
}

/* The segment covers the warps that the if selects; `before` are computed for it. */
static void selective_if(struct gen *g, const struct ir_list *before, uint32_t item)
{
    const struct ir_node *node = &g->f->nodes[item & ~IR_NODE_BIT];
    struct ir_list one = {&item, 1, 1};
    struct gen_selection selection;
    if (gen_select(g, item & ~IR_NODE_BIT, &selection)) {
        g->segment_warps = selection.count;
        g->segment_jam = jam_of_selection(g, node, &selection);
        g->selection = &selection;
    } else if (g->failed) {
        return;
    } else {
        gen_selection_limit(g, node);
    }
    begin_segment(g);
    for (uint32_t i = 0; i < before->count; i++)
        if (before->items[i] != node->condition && !gen_is_rematerialised(g, before->items[i]))
            gen_items(g, before->items[i]);
    gen_list_stores(g, &item, 1);
    g->selection = NULL;
    if (selection.mask)
        GEN_FOR_COPIES (g, k)
            gen_define(g, node->condition, selection.mask);
    else if (!g->slots[node->condition].word && !selection.is_full)
        gen_items(g, node->condition);
    const struct ir_list *list = selection.is_full ? &node->bodies[0] : &one;
    if (g->f->is_unrolled)
        each_copy(g, list);
    else
        gen_list(g, list);
    end_segment(g);
}

static void begin_jammed(struct gen *g, const struct ir_list *list, uint32_t first)
{
    if (g->is_open)
        return;
    g->segment_jam = jam_of(g, list, first);
    g->is_reversed = is_reversed(g, list, first);
    begin_segment(g);
    gen_list_stores(g, list->items + first, segment_end(g, list, first) - first);
}

/* Returns the last item. */
static uint32_t unrolled_segment(struct gen *g, const struct ir_list *list, uint32_t first)
{
    uint32_t end = segment_end(g, list, first);
    struct ir_list segment = {list->items + first, end - first, 0};
    g->segment_jam = g->warps;
    begin_segment(g);
    if (jam_of(g, list, first) > 1)
        gen_list(g, &segment);
    else
        gen_each_part(g, &segment, each_copy);
    return end - 1;
}

/* After a node by which lanes may have left group-level control flow: a warp without active lanes must not execute loops,
   which end by what active lanes compute. */
static void skip_empty_warp(struct gen *g, uint32_t node)
{
    if (!g->f->is_masked || !g->escapes[node] || !g->is_open || !gen_open(g))
        return;
    LLVMBasicBlockRef some = gen_block(g, "some"), none = gen_block(g, "none");
    LLVMBuildCondBr(g->b, gen_any(g, gen_mask(g)), some, none);
    gen_at(g, none);
    store_mask(g, LLVMConstNull(g->mask_type), g->active_at);
    LLVMBuildBr(g->b, g->latch);
    gen_at(g, some);
    g->may_be_empty = false;
}

/* The item is executed by each warp. */
static bool opens_segment(const struct gen *g, const struct ir_list *list, uint32_t i)
{
    uint32_t item = list->items[i];
    if (ends_segment(g, item))
        return false;
    return item & IR_NODE_BIT || gen_value(g, item)->level == IR_WARP;
}

/* The selective if that the items from `first` on are for, or list->count. */
static uint32_t find_selective(const struct gen *g, const struct ir_list *list, uint32_t first)
{
    uint32_t item = list->items[first];
    bool is_group = item & IR_NODE_BIT ? gen_is_group_node(g, item) : gen_value(g, item)->level < IR_WARP;
    return g->is_open || is_group ? list->count : gen_selection_end(g, list, first);
}

/* Of the items from `first` to the if at `end`. */
static void selected_segment(struct gen *g, const struct ir_list *list, uint32_t first, uint32_t end)
{
    const struct ir_list before = {list->items + first, end - first, 0};
    for (uint32_t i = first; i < end; i++)
        if (gen_value(g, list->items[i])->level < IR_WARP)
            gen_segment_item(g, list->items[i]);
    selective_if(g, &before, list->items[end]);
}

static void group_list(struct gen *g, const struct ir_list *list)
{
    gen_cluster(g, list);
    for (uint32_t i = 0; i < list->count && gen_open(g) && !g->failed; i++) {
        uint32_t item = list->items[i], end;
        if (item & IR_NODE_BIT && gen_is_group_node(g, item)) {
            group_node(g, item & ~IR_NODE_BIT);
        } else if ((end = find_selective(g, list, i)) < list->count) {
            selected_segment(g, list, i, end);
            i = end;
        } else if (g->f->is_unrolled && opens_segment(g, list, i)) {
            i = unrolled_segment(g, list, i);
        } else if (item & IR_NODE_BIT) {
            struct ir_list one = {&item, 1, 1};
            begin_jammed(g, list, i);
            gen_list(g, &one);
            skip_empty_warp(g, item & ~IR_NODE_BIT);
        } else if (ir_is_barrier(gen_value(g, item))) {
            barrier(g, gen_value(g, item));
        } else {
            if (gen_value(g, item)->level == IR_WARP)
                begin_jammed(g, list, i);
            gen_segment_item(g, item);
        }
    }
}

void gen_group(struct gen *g)
{
    if (!g->f->has_barrier) {
        g->segment_jam = g->f->nodes[0].jam > 1 ? g->f->nodes[0].jam : 1;
        begin_segment(g);
        GEN_FOR_COPIES (g, k)
            if (!g->f->forgets_arrays)
                gen_clear_arrays(g);
        gen_scope(g, 0);
        end_segment(g);
        return;
    }
    if (g->f->is_masked)
        change_masks(g, MASK_SET_ALL, g->active_at, 0);
    group_scope(g, 0);
}
