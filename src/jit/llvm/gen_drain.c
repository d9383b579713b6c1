/* The last lanes of a divergent loop. Rows of a sparse matrix, lists of neighbours and the like have different lengths: for
   most of the time a few of a warp's lanes are active, and a gather takes as long for them as for all. When few
   lanes are left, the loop goes on in a form for one lane, which is executed for each of them, one after the other.

   In that form all values of the loop are uniform: the code generator emits it from a copy of the function that says so.
   What the lane's values were before is in arrays on the stack, and there the results are left. The loop only loads, so that
   the order of lanes makes no difference. */
#include <string.h>

#include "jit/llvm/gen.h"

/* ---- which loops ---- */

enum {
    ITEMS_MOST = 64,       /* the code of the loop is emitted twice */
    VALUES_MOST = 1 << 16, /* of all copies of the function */
};

/* Of an iteration: of the form for all lanes, and of that for one. */
struct cost {
    uint32_t items, lanes, lane;
    bool has_gather;
};

static bool is_gather(const struct gen *g, const struct ir_value *v)
{
    const struct ir_value *index = gen_arg(g, v, 0);
    return index->shape == IR_VARYING && !index->speculated_lanes && !v->cells;
}

static bool add_memory(const struct gen *g, const struct ir_value *v, struct cost *cost)
{
    enum { STREAM = 4, LANE = 2, GATHER_EIGHTHS = 12 }; /* of a lane */
    if (v->view == IR_NONE && !gen_is_tgsm(g, v))
        return false;
    bool is_gathered = !v->stream && is_gather(g, v);
    cost->has_gather |= is_gathered;
    cost->lanes += v->stream ? STREAM : is_gathered ? g->lanes * GATHER_EIGHTHS / 8 : 1;
    cost->lane += LANE;
    return true;
}

static bool add_value(const struct gen *g, ir_ref ref, struct cost *cost)
{
    enum { COSTLY = 16 };
    const struct ir_value *v = gen_value(g, ref);
    if (v->byte_of || v->is_folded)
        return false;
    if (v->level < IR_WARP || v->kind == IR_PART)
        return true;
    uint32_t each = 1;
    switch (v->kind) {
    case IR_LOAD:
    case IR_TEXEL: return add_memory(g, v, cost);
    case IR_LANE:
        if (ir_lane_info(v->op).is_double)
            return false;
        each = isa_has(v->op, ISA_COSTLY) ? COSTLY : 1;
        break;
    case IR_CBUFFER:
    case IR_ICB: break;
    default: return false;
    }
    cost->lanes += each;
    cost->lane += each;
    return true;
}

static bool has_pairs(const struct gen *g, const struct ir_list *phis)
{
    for (uint32_t i = 0; i < phis->count; i++)
        if (g->pairs[phis->items[i]] || g->highs[phis->items[i]])
            return true;
    return false;
}

static bool add_list(const struct gen *g, uint32_t loop, const struct ir_list *list, struct cost *cost);

static bool add_node(const struct gen *g, uint32_t loop, uint32_t at, struct cost *cost)
{
    const struct ir_node *node = &g->f->nodes[at];
    if (node->kind == IR_EXIT)
        return node->target == loop;
    return node->kind == IR_IF && !has_pairs(g, &node->phis) && add_list(g, loop, &node->bodies[0], cost) &&
           add_list(g, loop, &node->bodies[1], cost);
}

static bool add_list(const struct gen *g, uint32_t loop, const struct ir_list *list, struct cost *cost)
{
    cost->items += list->count;
    for (uint32_t i = 0; i < list->count && cost->items <= ITEMS_MOST; i++) {
        uint32_t item = list->items[i];
        if (!(item & IR_NODE_BIT ? add_node(g, loop, item & ~IR_NODE_BIT, cost) : add_value(g, item, cost)))
            return false;
    }
    return cost->items <= ITEMS_MOST;
}

/* Lane 0's value of an affine result would follow from any lane's. */
static bool has_affine(const struct gen *g, const struct ir_list *phis)
{
    for (uint32_t i = 0; i < phis->count; i++)
        if (gen_value(g, phis->items[i])->shape == IR_AFFINE && gen_value(g, phis->items[i])->stride)
            return true;
    return false;
}

/* Lanes of a warp that one after the other take less time than together; 0: the loop has no form for one lane. */
static uint32_t lanes_of(const struct gen *g, uint32_t at)
{
    const struct ir_node *loop = &g->f->nodes[at];
    struct cost cost = {.lane = 2, .lanes = 2};
    if (!loop->divergent || loop->group || gen_keeps_lanes(g, at, NULL) || g->f->is_double ||
        g->escapes[at] || has_pairs(g, &loop->headers) || has_pairs(g, &loop->phis) ||
        has_affine(g, &loop->phis) || !add_list(g, at, &loop->bodies[0], &cost) || !cost.has_gather)
        return 0;
    return cost.lanes / cost.lane;
}

bool gen_drain_find(struct gen *g, uint32_t at, struct gen_drain *drain)
{
    *drain = (struct gen_drain){.loop = at, .lanes = lanes_of(g, at)};
    if (drain->lanes && g->drained + g->f->value_count > VALUES_MOST)
        drain->lanes = 0;
    g->drained += drain->lanes ? g->f->value_count : 0;
    return drain->lanes != 0;
}

LLVMValueRef gen_drain_test(struct gen *g, const struct gen_drain *drain, const struct gen_region *regions)
{
    LLVMValueRef count = NULL;
    GEN_FOR_COPIES (g, k) {
        LLVMValueRef bits = gen_mask_bits(g, LLVMBuildLoad2(g->b, g->mask_type, regions[k].active, ""));
        bits = gen_intrinsic(g, "llvm.ctpop", g->i32, &bits, 1);
        count = count ? LLVMBuildAdd(g->b, count, bits, "") : bits;
    }
    uint32_t most = drain->lanes * (g->end_copy - g->first_copy);
    return LLVMBuildICmp(g->b, LLVMIntUGT, count, gen_i32(g, most), "");
}

/* ---- the function in which the loop is that of one lane ---- */

/* inside[ref]: defined in the loop. outside[ref]: used there, of a lane's own. */
struct scan {
    struct gen *g;
    bool *inside, *outside;
};

static void add_phis(struct scan *s, const struct ir_list *phis)
{
    for (uint32_t i = 0; i < phis->count; i++)
        s->inside[phis->items[i]] = true;
}

static void add_definitions(struct scan *s, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        const struct ir_node *node = &s->g->f->nodes[item & ~IR_NODE_BIT];
        if (!(item & IR_NODE_BIT)) { /* what the entry loads is from before the loop */
            s->inside[item] = !s->g->fixed[item];
            continue;
        }
        add_phis(s, &node->phis);
        add_definitions(s, &node->bodies[0]);
        add_definitions(s, &node->bodies[1]);
    }
}

static void add_parts(struct scan *s)
{
    const struct ir_function *f = s->g->f;
    for (ir_ref ref = 1; ref < f->value_count; ref++)
        if (f->values[ref].kind == IR_PART && s->inside[ir_arg(f, &f->values[ref], 0)])
            s->inside[ref] = true;
}

static void add_use(struct scan *s, ir_ref ref)
{
    const struct ir_value *v = gen_value(s->g, ref);
    if (ref && !s->inside[ref] && v->level == IR_WARP && v->kind != IR_CONST)
        s->outside[ref] = true;
}

static void add_uses(struct scan *s, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const struct ir_node *node = &s->g->f->nodes[list->items[i] & ~IR_NODE_BIT];
        if (!(list->items[i] & IR_NODE_BIT) || node->kind != IR_IF)
            continue;
        add_use(s, node->condition);
        add_uses(s, &node->bodies[0]);
        add_uses(s, &node->bodies[1]);
    }
}

static void make_uniform(struct ir_value *v)
{
    v->shape = IR_AFFINE;
    v->stride = 0;
    v->aligned = v->speculated_lanes = v->stream = v->jam = 0;
    v->descends = v->has_step = v->is_shared = v->is_folded = false;
    v->byte_of = 0;
    v->table = NULL;
    v->cells = NULL;
}

static void make_nodes_uniform(struct ir_function *f, uint32_t at)
{
    struct ir_node *node = &f->nodes[at];
    node->divergent = node->has_stream = false;
    node->jam = 1;
    for (unsigned side = 0; side < 2; side++)
        for (uint32_t i = 0; i < node->bodies[side].count; i++)
            if (node->bodies[side].items[i] & IR_NODE_BIT)
                make_nodes_uniform(f, node->bodies[side].items[i] & ~IR_NODE_BIT);
}

static void find_values(struct scan *s, uint32_t loop)
{
    const struct ir_function *f = s->g->f;
    const struct ir_node *node = &f->nodes[loop];
    add_phis(s, &node->phis);
    add_phis(s, &node->headers);
    add_definitions(s, &node->bodies[0]);
    add_parts(s);
    add_uses(s, &node->bodies[0]);
    /* The level of a value does not tell that of its operands: a quotient may be uniform in the dispatch, and the dividend and the
       remainder vary. */
    for (ir_ref ref = 1; ref < f->value_count; ref++)
        for (uint32_t i = 0; s->inside[ref] && i < f->values[ref].count; i++)
            add_use(s, ir_arg(f, &f->values[ref], i));
}

static bool make_function(struct gen *g, struct gen_drain *drain)
{
    const struct ir_function *f = g->f;
    struct scan s = {g, arena_array(&g->arena, f->value_count, sizeof(bool)),
                     arena_array(&g->arena, f->value_count, sizeof(bool))};
    struct ir_function *one = &drain->function;
    *one = *f;
    one->values = arena_array(&g->arena, f->value_count, sizeof *one->values);
    one->nodes = arena_array(&g->arena, f->node_count, sizeof *one->nodes);
    drain->slots = arena_array(&g->arena, (size_t)f->value_count + 1, sizeof *drain->slots);
    drain->outside = arena_array(&g->arena, f->value_count, sizeof *drain->outside);
    if (!s.inside || !s.outside || !one->values || !one->nodes || !drain->slots || !drain->outside)
        return false;
    memcpy(one->values, f->values, f->value_count * sizeof *one->values);
    memcpy(one->nodes, f->nodes, f->node_count * sizeof *one->nodes);
    drain->is_inside = s.inside;
    find_values(&s, drain->loop);
    make_nodes_uniform(one, drain->loop);
    for (ir_ref ref = 1; ref < f->value_count; ref++) {
        if (f->values[ref].level == IR_WARP && (s.inside[ref] || s.outside[ref]))
            make_uniform(&one->values[ref]);
        if (!s.outside[ref])
            continue;
        one->values[ref].kind = IR_PHI; /* however it was computed */
        drain->outside[drain->outside_count++] = ref;
    }
    return true;
}

/* ---- lanes ---- */

static LLVMValueRef new_array(const struct gen *g)
{
    LLVMTypeRef type = LLVMArrayType(g->words, g->end_copy - g->first_copy);
    return gen_variable(g, type, "lanes");
}

/* The current copy's vector in an array. */
static LLVMValueRef vector_in(const struct gen *g, LLVMValueRef array)
{
    return gen_offset_by(g, array, 4 * (uint64_t)g->lanes * (g->copy - g->first_copy));
}

static LLVMValueRef word_in(const struct gen *g, LLVMValueRef array, LLVMValueRef lane)
{
    return LLVMBuildGEP2(g->b, g->i32, array, &lane, 1, "");
}

static LLVMValueRef *new_arrays(struct gen *g, uint32_t count)
{
    LLVMValueRef *arrays = arena_array(&g->arena, count, sizeof *arrays);
    for (uint32_t i = 0; arrays && i < count; i++)
        arrays[i] = new_array(g);
    g->failed |= !arrays;
    return arrays;
}

/* What a variable of the loop has in each lane. */
static void save_variable(struct gen *g, ir_ref phi, LLVMValueRef variable, LLVMValueRef array)
{
    const struct ir_value *v = gen_value(g, phi);
    bool is_vector = v->shape == IR_VARYING;
    LLVMValueRef words = LLVMBuildLoad2(g->b, is_vector ? g->words : g->i32, variable, "");
    if (!is_vector) {
        LLVMValueRef steps = LLVMConstMul(g->iota, gen_splat_word(g, (uint32_t)v->stride));
        words = LLVMBuildAdd(g->b, gen_splat(g, words), steps, "");
    }
    gen_store(g, words, vector_in(g, array), 4 * g->lanes);
}

static void save_state(struct gen *g, struct gen_drain *drain, const struct gen_region *regions)
{
    const struct ir_node *node = &g->f->nodes[drain->loop];
    GEN_FOR_COPIES (g, k) {
        LLVMValueRef bits = gen_mask_bits(g, LLVMBuildLoad2(g->b, g->mask_type, regions[k].active, ""));
        gen_store(g, bits, gen_offset_by(g, drain->masks, 4 * (uint64_t)(k - g->first_copy)), 4);
        for (uint32_t i = 0; i < drain->outside_count; i++)
            gen_store(g, gen_vector(g, drain->outside[i]), vector_in(g, drain->values[i]), 4 * g->lanes);
        for (uint32_t i = 0; i < node->headers.count; i++)
            save_variable(g, node->headers.items[i], regions[k].nexts[i], drain->nexts[i]);
        for (uint32_t i = 0; i < node->phis.count; i++)
            save_variable(g, node->phis.items[i], regions[k].results[i], drain->results[i]);
    }
}

/* The results of all lanes, those that have left before among them. */
static void restore_results(struct gen *g, const struct gen_drain *drain, const struct gen_region *regions)
{
    const struct ir_node *node = &g->f->nodes[drain->loop];
    GEN_FOR_COPIES (g, k)
        for (uint32_t i = 0; i < node->phis.count; i++) {
            LLVMValueRef words = gen_load(g, g->words, vector_in(g, drain->results[i]), 4 * g->lanes);
            if (gen_value(g, node->phis.items[i])->shape != IR_VARYING)
                words = LLVMBuildExtractElement(g->b, words, gen_i32(g, 0), "");
            LLVMBuildStore(g->b, words, regions[k].results[i]);
        }
}

/* Begins a loop over the copies and one over the lanes of each. */
static void begin_lanes(struct gen *g, struct gen_drain *drain)
{
    LLVMBasicBlockRef before = gen_here(g);
    LLVMValueRef none = gen_i32(g, 0);
    drain->copies = gen_block(g, "copies");
    LLVMBuildBr(g->b, drain->copies);
    gen_at(g, drain->copies);
    drain->copy = LLVMBuildPhi(g->b, g->i32, "");
    LLVMAddIncoming(drain->copy, &none, &before, 1);
    LLVMBuildStore(g->b, gen_i64(g, 0), drain->paid);
    LLVMValueRef bits = gen_load(g, g->i32, word_in(g, drain->masks, drain->copy), 4);
    LLVMValueRef number = gen_lanes_begin(g, bits, &drain->lanes_of_copy);
    LLVMValueRef first = LLVMBuildMul(g->b, drain->copy, gen_i32(g, g->lanes), "");
    drain->lane = LLVMBuildAdd(g->b, LLVMBuildZExt(g->b, first, g->i64, ""), number, "");
}

static void end_lanes(struct gen *g, const struct gen_drain *drain, uint32_t copies)
{
    LLVMBasicBlockRef after = gen_block(g, "drained");
    gen_lanes_end(g, &drain->lanes_of_copy);
    LLVMBasicBlockRef here = gen_here(g);
    LLVMValueRef copy = LLVMBuildAdd(g->b, drain->copy, gen_i32(g, 1), "");
    LLVMAddIncoming(drain->copy, &copy, &here, 1);
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntULT, copy, gen_i32(g, copies), ""), drain->copies,
                    after);
    gen_at(g, after);
}

/* The slots that the code for one lane finds: its values from before the loop, and none of those inside. */
static void define_outside(struct gen *g, struct gen_drain *drain)
{
    memcpy(drain->slots, g->slots, ((size_t)g->f->value_count + 1) * sizeof *drain->slots);
    g->slots = drain->slots;
    for (ir_ref ref = 1; ref < g->f->value_count; ref++)
        if (drain->is_inside[ref] && gen_value(g, ref)->level == IR_WARP)
            g->slots[ref] = (struct gen_slot){.word = NULL};
    for (uint32_t i = 0; i < drain->outside_count; i++) {
        struct gen_slot *slot = &g->slots[drain->outside[i]];
        LLVMValueRef word = gen_load(g, g->i32, word_in(g, drain->values[i], drain->lane), 4);
        *slot = (struct gen_slot){.word = word, .segment = g->segment};
    }
}

bool gen_drain_begin(struct gen *g, struct gen_drain *drain, const struct gen_region *regions,
                     struct gen_region *lane)
{
    const struct ir_node *node = &g->f->nodes[drain->loop];
    drain->end_copy = g->end_copy;
    if (!make_function(g, drain)) {
        g->failed = true;
        return false;
    }
    drain->masks = gen_variable(g, LLVMArrayType(g->i32, g->end_copy - g->first_copy), "masks");
    drain->turn = gen_variable(g, g->i64, "turn");
    drain->paid = gen_variable(g, g->i64, "paid");
    drain->values = new_arrays(g, drain->outside_count);
    drain->nexts = new_arrays(g, node->headers.count);
    drain->results = new_arrays(g, node->phis.count);
    if (g->failed)
        return false;
    save_state(g, drain, regions);
    gen_switch(g, g->first_copy);
    g->end_copy = g->first_copy + 1;
    begin_lanes(g, drain);
    drain->f = g->f;
    drain->mask = g->mask;
    drain->region = g->region;
    g->f = &drain->function;
    g->mask = NULL;
    define_outside(g, drain);
    *lane = (struct gen_region){.node = drain->loop,
                                .list = &node->bodies[0],
                                .outer = regions[g->first_copy].outer,
                                .drain = drain,
                                .out = gen_block(g, "lane.out"),
                                .next = gen_block(g, "lane.next")};
    g->region = lane;
    return true;
}

void gen_drain_load(struct gen *g, const struct gen_drain *drain, const struct gen_region *lane)
{
    for (uint32_t i = 0; i < g->f->nodes[drain->loop].headers.count; i++)
        LLVMBuildStore(g->b, gen_load(g, g->i32, word_in(g, drain->nexts[i], drain->lane), 4),
                       lane->nexts[i]);
    LLVMBuildStore(g->b, gen_i64(g, 0), drain->turn);
}

void gen_drain_step(struct gen *g, const struct gen_drain *drain, uint32_t instr)
{
    LLVMBasicBlockRef in = gen_block(g, "step"), after = gen_block(g, "stepped");
    LLVMValueRef turn = LLVMBuildLoad2(g->b, g->i64, drain->turn, "");
    turn = LLVMBuildAdd(g->b, turn, gen_i64(g, 1), "");
    LLVMBuildStore(g->b, turn, drain->turn);
    LLVMValueRef paid = LLVMBuildLoad2(g->b, g->i64, drain->paid, "");
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntUGT, turn, paid, ""), in, after);
    gen_at(g, in);
    gen_step(g, instr, 1);
    LLVMBuildStore(g->b, turn, drain->paid);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
}

void gen_drain_end(struct gen *g, struct gen_drain *drain, struct gen_region *regions,
                   const struct gen_region *lane)
{
    const struct ir_node *node = &g->f->nodes[drain->loop];
    gen_at(g, lane->out);
    for (uint32_t i = 0; i < node->phis.count; i++) {
        LLVMValueRef word = LLVMBuildLoad2(g->b, g->i32, lane->results[i], "");
        bool is_vector = drain->f->values[node->phis.items[i]].shape == IR_VARYING;
        gen_store(g, word, word_in(g, drain->results[i], is_vector ? drain->lane : gen_i64(g, 0)), 4);
    }
    end_lanes(g, drain, drain->end_copy - g->first_copy);
    g->f = drain->f;
    g->mask = drain->mask;
    g->slots = g->copies[g->copy].slots;
    g->region = drain->region;
    g->end_copy = drain->end_copy;
    restore_results(g, drain, regions);
    LLVMBuildBr(g->b, regions[g->first_copy].out);
}
