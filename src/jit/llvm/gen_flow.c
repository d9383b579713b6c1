/* Control flow of one warp. Uniform conditions become branches; divergent ones become masks, with a branch
   around code that no lane runs. */
#include <stdlib.h>

#include "jit/llvm/gen.h"

static void gen_node(struct gen *g, uint32_t at);
static void emit_list(struct gen *g, const struct ir_list *list, uint32_t first);

static LLVMValueRef none(const struct gen *g)
{
    return LLVMConstNull(g->mask_type);
}

static LLVMTypeRef phi_type(const struct gen *g, ir_ref phi)
{
    if (g->pairs[phi])
        return gen_pair_type(g, phi);
    return gen_value(g, phi)->shape == IR_VARYING ? g->words : g->i32;
}

LLVMValueRef gen_phi_value(struct gen *g, ir_ref phi, uint32_t arg)
{
    ir_ref ref = ir_arg(g->f, gen_value(g, phi), arg);
    if (!ref || g->highs[phi])
        return NULL;
    if (g->pairs[phi])
        return gen_pair_arg(g, phi, arg);
    const struct ir_value *v = gen_value(g, phi);
    LLVMValueRef value;
    if (v->shape == IR_VARYING)
        value = v->raw_nan ? gen_vector(g, ref) : gen_clean_vector(g, ref);
    else
        value = v->raw_nan ? gen_word(g, ref) : gen_clean(g, ref);
    return v->is_settled && !gen_value(g, ref)->is_settled ? gen_settled(g, value) : value;
}

static void define_phi(struct gen *g, ir_ref phi, LLVMValueRef value)
{
    if (g->pairs[phi])
        gen_define_pair(g, phi, g->pairs[phi], value, g->slots[phi].pair_bits);
    else if (!g->highs[phi])
        gen_define(g, phi, value);
}

/* ---- steps ---- */

/* Returns the steps that are left. */
static LLVMValueRef add_steps(struct gen *g, int64_t steps)
{
    LLVMValueRef left = LLVMBuildLoad2(g->b, g->i64, g->steps, "");
    left = LLVMBuildAdd(g->b, left, gen_i64(g, (uint64_t)steps), "");
    LLVMBuildStore(g->b, left, g->steps);
    return left;
}

void gen_step(struct gen *g, uint32_t instr, uint32_t warps)
{
    LLVMValueRef left = add_steps(g, -(int64_t)warps);
    LLVMBasicBlockRef budget = gen_block(g, "budget"), go = gen_block(g, "go");
    gen_branch_likely(g, LLVMBuildICmp(g->b, LLVMIntSGE, left, gen_i64(g, 0), ""), go, budget);
    gen_at(g, budget);
    LLVMValueRef at = gen_i32(g, instr), field = gen_field_pointer(g, offsetof(struct jit_context, steps));
    gen_store(g, left, field, 8);
    LLVMValueRef may = gen_help_rarely(g, offsetof(struct jit_context, helpers.step), &at, 1);
    may = LLVMBuildTrunc(g->b, may, g->i32, "");
    LLVMBuildStore(g->b, gen_load(g, g->i64, field, 8), g->steps);
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntNE, may, gen_i32(g, 0), ""), go, g->fail);
    gen_at(g, go);
}

/* ---- if ---- */

/* The end of one side of an if, in one copy of the code. */
struct branch {
    LLVMBasicBlockRef end; /* NULL: never reached */
    LLVMValueRef mask;
    LLVMValueRef *values; /* of the node's phis */
};

static LLVMValueRef *branch_values(struct gen *g, const struct ir_node *node)
{
    LLVMValueRef *values = arena_array(&g->arena, node->phis.count, sizeof *values);
    g->failed |= !values;
    return values;
}

static void run_branch(struct gen *g, const struct ir_node *node, unsigned side, struct branch *branch)
{
    gen_list(g, &node->bodies[side]);
    GEN_FOR_COPIES (g, k)
        branch[k] = (struct branch){NULL, NULL, branch_values(g, node)};
    if (!gen_open(g) || g->failed)
        return;
    GEN_FOR_COPIES (g, k) {
        for (uint32_t i = 0; i < node->phis.count; i++)
            branch[k].values[i] = gen_phi_value(g, node->phis.items[i], side);
        branch[k].mask = g->mask;
    }
    GEN_FOR_COPIES (g, k)
        branch[k].end = gen_here(g);
}

static LLVMValueRef join_values(struct gen *g, LLVMTypeRef type, const struct branch *a,
                                const struct branch *b, LLVMValueRef x, LLVMValueRef y)
{
    LLVMValueRef values[2];
    LLVMBasicBlockRef blocks[2];
    unsigned count = 0;
    if (a->end) {
        values[count] = x ? x : LLVMGetUndef(type);
        blocks[count++] = a->end;
    }
    if (b->end) {
        values[count] = y ? y : LLVMGetUndef(type);
        blocks[count++] = b->end;
    }
    LLVMValueRef phi = LLVMBuildPhi(g->b, type, "");
    LLVMAddIncoming(phi, values, blocks, count);
    return phi;
}

static void join_masks(struct gen *g, const struct branch *a, const struct branch *b)
{
    LLVMValueRef x = a->mask ? a->mask : g->all, y = b->mask ? b->mask : g->all;
    if (!a->end || !b->end || x == y)
        g->mask = a->end ? a->mask : b->mask;
    else
        g->mask = join_values(g, g->mask_type, a, b, x, y);
}

/* Warps with a lane in which a condition that is known for every thread is not zero, or is. */
static uint32_t count_warps(const struct gen *g, const struct ir_table *condition, bool is_zero)
{
    uint32_t count = 0;
    for (uint32_t w = 0; w < g->warps; w++) {
        bool any = false;
        for (uint32_t i = 0; i < g->lanes; i++)
            any |= !condition->words[w * g->lanes + i] == is_zero;
        count += any;
    }
    return count;
}

/* Branches to sides[0] where `taken`: some lane's condition is not zero, or, where is_zero, is. */
static void branch_on(const struct gen *g, ir_ref condition, bool is_zero, LLVMValueRef taken,
                      LLVMBasicBlockRef sides[2])
{
    const struct ir_table *known = gen_value(g, condition)->table;
    uint32_t count = known ? count_warps(g, known, is_zero) : 0;
    if (known)
        gen_branch_counted(g, taken, sides, count, g->warps - count);
    else
        LLVMBuildCondBr(g->b, taken, sides[0], sides[1]);
}

/* The condition is uniform, and the same in all copies. */
static void uniform_if(struct gen *g, const struct ir_node *node)
{
    LLVMValueRef condition = gen_bit(g, node->condition), before[GEN_JAM];
    LLVMBasicBlockRef sides[2] = {gen_block(g, "then"), gen_block(g, "else")}, after = gen_block(g, "endif");
    struct branch branch[2][GEN_JAM];
    branch_on(g, node->condition, false, condition, sides);
    GEN_FOR_COPIES (g, k)
        before[k] = g->mask;
    for (unsigned side = 0; side < 2; side++) {
        gen_at(g, sides[side]);
        GEN_FOR_COPIES (g, k)
            g->mask = before[k];
        run_branch(g, node, side, branch[side]);
        if (g->failed)
            return;
        if (branch[side][g->copy].end)
            LLVMBuildBr(g->b, after);
    }
    gen_at(g, after);
    if (!branch[0][g->copy].end && !branch[1][g->copy].end) {
        LLVMBuildUnreachable(g->b);
        return;
    }
    GEN_FOR_COPIES (g, k) {
        join_masks(g, &branch[0][k], &branch[1][k]);
        for (uint32_t i = 0; i < node->phis.count; i++)
            branch[0][k].values[i] =
                join_values(g, phi_type(g, node->phis.items[i]), &branch[0][k], &branch[1][k],
                            branch[0][k].values[i], branch[1][k].values[i]);
    }
    GEN_FOR_COPIES (g, k)
        for (uint32_t i = 0; i < node->phis.count; i++)
            define_phi(g, node->phis.items[i], branch[0][k].values[i]);
}

/* Some lane of some copy is in its mask. */
static LLVMValueRef any_of(const struct gen *g, const LLVMValueRef *masks)
{
    LLVMValueRef all = masks[g->first_copy];
    for (uint32_t k = g->first_copy + 1; k < g->end_copy; k++)
        all = LLVMBuildOr(g->b, all, masks[k], "");
    return gen_any(g, all);
}

/* All lanes are active, and some of each warp take the side. */
static bool is_in_each_warp(const struct gen *g, const struct ir_node *node, unsigned side)
{
    const struct ir_table *known = gen_value(g, node->condition)->table;
    return known && !g->mask && count_warps(g, known, side == 1) == g->warps;
}

/* One side of a divergent if, for the lanes of the copies' masks. */
static void run_side(struct gen *g, const struct ir_node *node, unsigned side, const LLVMValueRef *masks,
                     bool in_each_warp, struct branch *out)
{
    LLVMBasicBlockRef before = gen_here(g), in = NULL, after = NULL;
    bool flat = in_each_warp || gen_is_short(g, &node->bodies[side], 0), may_be_empty = g->may_be_empty;
    if (!flat) {
        in = gen_block(g, side ? "else" : "then");
        after = gen_block(g, "joined");
        branch_on(g, node->condition, side == 1, any_of(g, masks), (LLVMBasicBlockRef[]){in, after});
        gen_at(g, in);
        g->may_be_empty = false;
    }
    GEN_FOR_COPIES (g, k)
        g->mask = masks[k];
    run_branch(g, node, side, out);
    g->may_be_empty = may_be_empty;
    if (flat || g->failed)
        return;
    if (out[g->copy].end)
        LLVMBuildBr(g->b, after);
    gen_at(g, after);
    struct branch skipped = {before, none(g), NULL};
    GEN_FOR_COPIES (g, k) {
        LLVMValueRef *values = branch_values(g, node);
        if (!values)
            return;
        out[k].mask = join_values(g, g->mask_type, &out[k], &skipped, out[k].mask, skipped.mask);
        for (uint32_t i = 0; i < node->phis.count; i++)
            values[i] = out[k].values[i] ? join_values(g, phi_type(g, node->phis.items[i]), &out[k], &skipped,
                                                       out[k].values[i], NULL)
                                         : NULL;
        out[k].values = values;
    }
    GEN_FOR_COPIES (g, k)
        out[k].end = gen_here(g);
}

static void join_sides(struct gen *g, uint32_t at, LLVMValueRef condition, const struct branch *a,
                       const struct branch *b)
{
    const struct ir_node *node = &g->f->nodes[at];
    if (g->escapes[at])
        g->mask = LLVMBuildOr(g->b, a->mask, b->mask, "");
    for (uint32_t i = 0; i < node->phis.count; i++) {
        LLVMValueRef x = a->values[i], y = b->values[i];
        if (x && y && gen_value(g, node->phis.items[i])->shape == IR_VARYING)
            x = LLVMBuildSelect(g->b, condition, x, y, "");
        LLVMValueRef made = x ? x : y;
        define_phi(g, node->phis.items[i], made ? made : LLVMGetUndef(phi_type(g, node->phis.items[i])));
    }
}

static void divergent_if(struct gen *g, uint32_t at)
{
    const struct ir_node *node = &g->f->nodes[at];
    LLVMValueRef before[GEN_JAM], condition[GEN_JAM], masks[2][GEN_JAM];
    struct branch branch[2][GEN_JAM];
    bool in_each_warp[2] = {true, true};
    GEN_FOR_COPIES (g, k) {
        for (unsigned side = 0; side < 2; side++)
            in_each_warp[side] &= is_in_each_warp(g, node, side);
        before[k] = g->mask;
        condition[k] = gen_bit_vector(g, node->condition);
        LLVMValueRef not = LLVMBuildNot(g->b, condition[k], "");
        masks[0][k] = g->mask ? LLVMBuildAnd(g->b, g->mask, condition[k], "") : condition[k];
        masks[1][k] = g->mask ? LLVMBuildAnd(g->b, g->mask, not, "") : not ;
    }
    run_side(g, node, 0, masks[0], in_each_warp[0], branch[0]);
    run_side(g, node, 1, masks[1], in_each_warp[1], branch[1]);
    if (g->failed)
        return;
    GEN_FOR_COPIES (g, k) {
        g->mask = before[k];
        join_sides(g, at, condition[k], &branch[0][k], &branch[1][k]);
    }
}

/* ---- loops and scopes ---- */

/* Of the current copy. What is the same in all copies has one variable. */
static LLVMValueRef *variables(struct gen *g, const struct ir_list *phis, LLVMValueRef *first)
{
    LLVMValueRef *made = arena_array(&g->arena, phis->count, sizeof *made);
    for (uint32_t i = 0; made && i < phis->count; i++)
        made[i] = g->copy > g->first_copy && gen_is_shared(g, phis->items[i])
                      ? first[i]
                      : gen_variable(g, phi_type(g, phis->items[i]), "");
    g->failed |= !made;
    return made;
}

/* Assigns the variables of phis; under divergence, for the active lanes only, but for those that are `plain`, which may be
   NULL. */
static void assign(struct gen *g, const struct ir_list *phis, LLVMValueRef *variables, uint32_t arg,
                   bool blends, const bool *plain)
{
    for (uint32_t i = 0; i < phis->count; i++) {
        if (g->copy > g->first_copy && gen_is_shared(g, phis->items[i]))
            continue;
        LLVMValueRef value = gen_phi_value(g, phis->items[i], arg);
        if (!value)
            continue;
        if (blends && g->mask && gen_is_vector(value) && !(plain && plain[i]))
            value = LLVMBuildSelect(g->b, g->mask, value,
                                    LLVMBuildLoad2(g->b, LLVMTypeOf(value), variables[i], ""), "");
        LLVMBuildStore(g->b, value, variables[i]);
    }
}

static void define_phis(struct gen *g, const struct ir_list *phis, LLVMValueRef *variables)
{
    for (uint32_t i = 0; i < phis->count; i++) {
        ir_ref phi = phis->items[i];
        if (g->copy > g->first_copy && gen_is_shared(g, phi))
            gen_copy_slot(g, phi);
        else
            define_phi(g, phi, LLVMBuildLoad2(g->b, phi_type(g, phi), variables[i], ""));
    }
}

static void add_lanes(struct gen *g, LLVMValueRef variable, LLVMValueRef mask)
{
    LLVMValueRef had = LLVMBuildLoad2(g->b, g->mask_type, variable, "");
    LLVMBuildStore(g->b, LLVMBuildOr(g->b, had, mask, ""), variable);
}

/* A region of each copy. */
static void enter(struct gen *g, struct gen_region *regions, uint32_t at)
{
    const struct ir_node *node = &g->f->nodes[at];
    LLVMBasicBlockRef out = gen_block(g, "out"), next = node->kind == IR_LOOP ? gen_block(g, "next") : NULL;
    const struct gen_region *first = &regions[g->first_copy];
    GEN_FOR_COPIES (g, k) {
        struct gen_region *region = &regions[k];
        *region = (struct gen_region){.node = at, .list = &node->bodies[0], .outer = g->region};
        region->out = out;
        region->next = next;
        region->results = variables(g, &node->phis, first->results);
        if (node->kind == IR_LOOP)
            region->nexts = variables(g, &node->headers, first->nexts);
        if (node->divergent) {
            region->left = gen_variable(g, g->mask_type, "left");
            region->again = gen_variable(g, g->mask_type, "again");
            region->active = gen_variable(g, g->mask_type, "active");
            LLVMBuildStore(g->b, none(g), region->left);
        }
        region->entered = g->mask;
        bool *plain = arena_array(&g->arena, node->headers.count, sizeof *plain);
        g->failed |= !plain;
        region->plain = plain && gen_keeps_lanes(g, at, plain) ? plain : NULL;
        g->region = region;
    }
}

/* After a loop or scope: the active masks there, and its phis. */
static void leave(struct gen *g, const struct gen_region *regions, const LLVMValueRef *before)
{
    const struct ir_node *node = &g->f->nodes[regions[g->first_copy].node];
    uint32_t at = regions[g->first_copy].node;
    gen_at(g, regions[g->first_copy].out);
    GEN_FOR_COPIES (g, k) {
        g->region = regions[k].outer;
        g->mask = before[k];
        if (node->divergent && g->escapes[at])
            g->mask = LLVMBuildLoad2(g->b, g->mask_type, regions[k].left, "");
        gen_stream_end(g, &regions[k]);
        define_phis(g, &node->phis, regions[k].results);
    }
}

static void end_iteration(struct gen *g, struct gen_region *regions)
{
    const struct ir_node *node = &g->f->nodes[regions[g->first_copy].node];
    bool blends = node->divergent && node->continues > 0;
    bool surely = node->divergent && !node->continues;
    GEN_FOR_COPIES (g, k) {
        assign(g, &node->headers, regions[k].nexts, 1, blends, regions[k].plain);
        if (node->divergent && !regions[k].plain)
            LLVMBuildStore(g->b, gen_mask(g), regions[k].active);
        surely &= regions[k].checked && regions[k].checked == g->mask;
    }
    GEN_FOR_COPIES (g, k)
        regions[k].checked = surely ? g->all : NULL; /* the latch needs no test */
    LLVMBuildBr(g->b, regions[g->first_copy].next);
}

/* Lanes of any copy that go on with the next iteration. */
static LLVMValueRef find_active(struct gen *g, const struct gen_region *regions, const struct ir_node *loop)
{
    LLVMValueRef active[GEN_JAM];
    GEN_FOR_COPIES (g, k) {
        active[k] = LLVMBuildLoad2(g->b, g->mask_type, regions[k].active, "");
        if (!loop->continues)
            continue;
        LLVMValueRef again = LLVMBuildLoad2(g->b, g->mask_type, regions[k].again, "");
        active[k] = LLVMBuildOr(g->b, active[k], again, "");
        LLVMBuildStore(g->b, active[k], regions[k].active);
    }
    return any_of(g, active);
}

/* LLVM moves the last operations of an iteration behind the branch of a step at its end: until then their operands are live,
   which are more than their results. Where results fill the registers, iterations start with the step. */
static bool starts_with_step(const struct gen *g, uint32_t at, bool has_drain)
{
    enum { MANY = 16 };
    const struct ir_list *headers = &g->f->nodes[at].headers;
    uint32_t vectors = 0;
    for (uint32_t i = 0; i < headers->count; i++)
        vectors += gen_value(g, headers->items[i])->shape == IR_VARYING;
    return !has_drain && vectors * (g->end_copy - g->first_copy) >= MANY;
}

/* A back edge without lanes is no step. */
static void latch(struct gen *g, struct gen_region *regions, LLVMBasicBlockRef header)
{
    struct gen_region *first = &regions[g->first_copy];
    const struct ir_node *node = &g->f->nodes[first->node];
    gen_at(g, first->next);
    if (node->divergent && first->checked != g->all && !first->plain) {
        LLVMBasicBlockRef back = gen_block(g, "back");
        LLVMBuildCondBr(g->b, find_active(g, regions, node), back, first->out);
        gen_at(g, back);
    }
    bool is_lane = first->drain && g->f == &first->drain->function;
    if (is_lane)
        gen_drain_step(g, first->drain, node->instr);
    else if (!first->starts_with_step)
        gen_step(g, node->instr, g->end_copy - g->first_copy);
    if (first->count)
        LLVMBuildStore(g->b, LLVMBuildAdd(g->b, first->iteration, gen_i32(g, 1), ""), first->count);
    if (first->drain && !is_lane)
        gen_branch_likely(g, gen_drain_test(g, first->drain, regions), header, first->drain->few);
    else
        LLVMBuildBr(g->b, header);
}

/* Initialises the variables of the current copy. */
static void enter_loop(struct gen *g, struct gen_region *region, const struct gen_region *first)
{
    const struct ir_node *node = &g->f->nodes[region->node];
    assign(g, &node->headers, region->nexts, 0, false, NULL);
    if (node->divergent)
        LLVMBuildStore(g->b, gen_mask(g), region->active);
    if (!node->has_stream)
        return;
    region->count = region == first ? gen_variable(g, g->i32, "count") : first->count;
    if (region == first)
        LLVMBuildStore(g->b, gen_i32(g, 0), region->count);
}

static void begin_iteration(struct gen *g, struct gen_region *region, const struct gen_region *first)
{
    const struct ir_node *node = &g->f->nodes[region->node];
    if (node->has_stream)
        region->iteration =
            region == first ? LLVMBuildLoad2(g->b, g->i32, region->count, "") : first->iteration;
    if (region->plain) {
        g->mask = region->entered;
    } else if (node->divergent) {
        g->mask = LLVMBuildLoad2(g->b, g->mask_type, region->active, "");
        if (node->continues)
            LLVMBuildStore(g->b, none(g), region->again);
    }
    define_phis(g, &node->headers, region->nexts);
}

/* Values that are emitted once a list, however many of their results are used. */
static void forget_list(struct gen *g, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        if (!(item & IR_NODE_BIT)) {
            if (gen_value(g, item)->level == IR_WARP)
                g->slots[item].word = NULL;
            continue;
        }
        forget_list(g, &g->f->nodes[item & ~IR_NODE_BIT].bodies[0]);
        forget_list(g, &g->f->nodes[item & ~IR_NODE_BIT].bodies[1]);
    }
}

/* The loop's form without masks (gen_whole.c), before the general one: b is in the block before the loop, and then in
   the header's. All lanes must be active; the variables of a divergent loop say so when the general form starts. */
static void gen_whole_loop(struct gen *g, const struct gen_whole *whole, struct gen_region *regions,
                           LLVMBasicBlockRef header)
{
    const struct ir_node *node = &g->f->nodes[regions[g->first_copy].node];
    const struct ir_list *body = &node->bodies[0];
    const struct ir_node *test = &g->f->nodes[body->items[whole->item] & ~IR_NODE_BIT];
    LLVMBasicBlockRef loop = gen_block(g, "whole"), go = gen_block(g, "whole.body");
    LLVMValueRef before[GEN_JAM], all = NULL;
    GEN_FOR_COPIES (g, k) {
        before[k] = g->mask;
        if (g->mask)
            all = all ? LLVMBuildAnd(g->b, all, g->mask, "") : g->mask;
        g->mask = NULL;
    }
    if (all)
        LLVMBuildCondBr(g->b, gen_every(g, all), loop, header);
    else
        LLVMBuildBr(g->b, loop);
    gen_at(g, loop);
    GEN_FOR_COPIES (g, k)
        define_phis(g, &node->headers, regions[k].nexts);
    emit_list(g, &(struct ir_list){body->items, whole->item, 0}, 0);
    LLVMBuildCondBr(g->b, gen_whole_test(g, whole), go, header);
    gen_at(g, go);
    gen_list(g, &test->bodies[whole->stays]);
    GEN_FOR_COPIES (g, k)
        for (uint32_t i = 0; i < test->phis.count; i++)
            define_phi(g, test->phis.items[i], gen_phi_value(g, test->phis.items[i], whole->stays));
    emit_list(g, body, whole->item + 1);
    GEN_FOR_COPIES (g, k)
        assign(g, &node->headers, regions[k].nexts, 1, false, NULL);
    gen_step(g, node->instr, g->end_copy - g->first_copy);
    LLVMBuildBr(g->b, loop);
    GEN_FOR_COPIES (g, k) {
        g->mask = before[k];
        forget_list(g, body);
    }
}

/* The loop's unrolled form (gen_unroll.c), before the general one, as the form above. */
static void gen_unrolled_loop(struct gen *g, struct gen_unroll *unroll, struct gen_region *regions,
                              LLVMBasicBlockRef header)
{
    const struct ir_node *node = &g->f->nodes[regions[g->first_copy].node];
    const struct ir_list *body = &node->bodies[0];
    const struct ir_node *test = &g->f->nodes[body->items[unroll->exit.item] & ~IR_NODE_BIT];
    LLVMBasicBlockRef loop = gen_block(g, "unrolled"), go = gen_block(g, "unrolled.body");
    LLVMBuildBr(g->b, loop);
    gen_at(g, loop);
    GEN_FOR_COPIES (g, k)
        regions[k].unroll = unroll;
    for (unroll->iteration = 0; unroll->iteration < unroll->iterations && !g->failed; unroll->iteration++) {
        GEN_FOR_COPIES (g, k) {
            define_phis(g, &node->headers, regions[k].nexts);
            gen_cluster(g, body);
        }
        emit_list(g, &(struct ir_list){body->items, unroll->exit.item, 0}, 0);
        if (unroll->iteration == 0) {
            LLVMBuildCondBr(g->b, gen_unroll_test(g, unroll), go, header);
            gen_at(g, go);
        }
        gen_list(g, &test->bodies[unroll->exit.stays]);
        GEN_FOR_COPIES (g, k)
            for (uint32_t i = 0; i < test->phis.count; i++)
                define_phi(g, test->phis.items[i], gen_phi_value(g, test->phis.items[i], unroll->exit.stays));
        emit_list(g, body, unroll->exit.item + 1);
        GEN_FOR_COPIES (g, k) {
            assign(g, &node->headers, regions[k].nexts, 1, false, NULL);
            forget_list(g, body);
        }
    }
    gen_step(g, node->instr, unroll->iterations * (g->end_copy - g->first_copy));
    LLVMBuildBr(g->b, loop);
    GEN_FOR_COPIES (g, k) {
        regions[k].unroll = NULL;
        regions[k].rest = unroll->iterations - 1;
    }
}

/* The loop's form for one lane (gen_drain.c), after the general one and with the same end. */
static void gen_drained_loop(struct gen *g, struct gen_drain *drain, struct gen_region *regions)
{
    struct gen_region lanes[GEN_JAM], *lane = &lanes[g->first_copy];
    LLVMBasicBlockRef header = gen_block(g, "lane.loop");
    gen_at(g, drain->few);
    if (g->failed || !gen_drain_begin(g, drain, regions, lane))
        return;
    const struct ir_node *node = &g->f->nodes[drain->loop];
    lane->results = variables(g, &node->phis, NULL);
    lane->nexts = variables(g, &node->headers, NULL);
    if (g->failed)
        return;
    gen_drain_load(g, drain, lane);
    LLVMBuildBr(g->b, header);
    gen_at(g, header);
    define_phis(g, &node->headers, lane->nexts);
    gen_list(g, &node->bodies[0]);
    if (gen_open(g))
        end_iteration(g, lanes);
    latch(g, lanes, header);
    gen_drain_end(g, drain, regions, lane);
}

/* A loop ends by what active lanes compute: none of its iterations is executed without one. */
static void skip_loop_if_empty(struct gen *g, LLVMBasicBlockRef out)
{
    LLVMValueRef masks[GEN_JAM];
    LLVMBasicBlockRef some = gen_block(g, "some");
    GEN_FOR_COPIES (g, k)
        masks[k] = gen_mask(g);
    LLVMBuildCondBr(g->b, any_of(g, masks), some, out);
    gen_at(g, some);
}

static void gen_loop(struct gen *g, uint32_t at)
{
    struct gen_region regions[GEN_JAM];
    struct gen_whole whole;
    struct gen_unroll unroll;
    struct gen_drain drain;
    bool has_drain = gen_drain_find(g, at, &drain);
    LLVMValueRef before[GEN_JAM];
    LLVMBasicBlockRef header = gen_block(g, "loop");
    bool may_be_empty = g->may_be_empty;
    uint32_t copies = g->end_copy - g->first_copy;
    GEN_FOR_COPIES (g, k)
        before[k] = g->mask;
    enter(g, regions, at);
    if (g->failed)
        return;
    regions[g->first_copy].starts_with_step = starts_with_step(g, at, has_drain);
    GEN_FOR_COPIES (g, k)
        enter_loop(g, &regions[k], &regions[g->first_copy]);
    GEN_FOR_COPIES (g, k)
        regions[k].before = gen_here(g);
    if (may_be_empty)
        skip_loop_if_empty(g, regions[g->first_copy].out);
    g->may_be_empty = false;
    if (regions[g->first_copy].starts_with_step)
        add_steps(g, copies); /* the first iteration is none */
    GEN_FOR_COPIES (g, k)
        gen_cluster(g, &g->f->nodes[at].bodies[0]);
    if (gen_whole_find(g, at, &whole))
        gen_whole_loop(g, &whole, regions, header);
    else if (gen_unroll_find(g, at, &unroll))
        gen_unrolled_loop(g, &unroll, regions, header);
    else
        LLVMBuildBr(g->b, header);
    gen_at(g, header);
    GEN_FOR_COPIES (g, k)
        begin_iteration(g, &regions[k], &regions[g->first_copy]);
    if (regions[g->first_copy].starts_with_step)
        gen_step(g, g->f->nodes[at].instr, copies);
    gen_list(g, &g->f->nodes[at].bodies[0]);
    if (gen_open(g))
        end_iteration(g, regions);
    if (has_drain) {
        drain.few = gen_block(g, "few");
        regions[g->first_copy].drain = &drain;
    }
    latch(g, regions, header);
    if (has_drain)
        gen_drained_loop(g, &drain, regions);
    leave(g, regions, before);
    g->may_be_empty = may_be_empty;
}

void gen_scope(struct gen *g, uint32_t at)
{
    const struct ir_node *node = &g->f->nodes[at];
    struct gen_region regions[GEN_JAM];
    LLVMValueRef before[GEN_JAM];
    GEN_FOR_COPIES (g, k)
        before[k] = g->mask;
    enter(g, regions, at);
    if (g->failed)
        return;
    gen_list(g, &node->bodies[0]);
    if (gen_open(g)) {
        GEN_FOR_COPIES (g, k) {
            assign(g, &node->phis, regions[k].results, 0, node->divergent, NULL);
            if (node->divergent)
                add_lanes(g, regions[k].left, gen_mask(g));
        }
        LLVMBuildBr(g->b, regions[g->first_copy].out);
    }
    leave(g, regions, before);
}

/* ---- exits ---- */

/* Leaves group-level control flow from inside a warp's code: gen_group.c keeps the masks. */
static void add_group_lanes(struct gen *g, uint64_t offset)
{
    LLVMValueRef pointer = gen_storage(g, GEN_WARP_MASK, offset), bits = gen_mask_bits(g, gen_mask(g));
    bits = LLVMBuildTrunc(g->b, bits, g->i16, "");
    gen_store(g, LLVMBuildOr(g->b, gen_load(g, g->i16, pointer, 2), bits, ""), pointer, 2);
}

static void store_group_phis(struct gen *g, const struct ir_list *phis, uint32_t arg)
{
    for (uint32_t i = 0; i < phis->count; i++) {
        ir_ref ref = ir_arg(g->f, gen_value(g, phis->items[i]), arg);
        if (!ref || !g->slots[phis->items[i]].storage)
            continue;
        LLVMValueRef pointer = gen_stored(g, phis->items[i]);
        LLVMValueRef old = gen_load(g, g->words, pointer, 32);
        gen_store(g, LLVMBuildSelect(g->b, gen_mask(g), gen_clean_vector(g, ref), old, ""), pointer, 32);
    }
}

static void exit_group(struct gen *g, const struct ir_node *exit, const struct gen_region *region)
{
    const struct ir_node *target = &g->f->nodes[exit->target];
    bool is_scope = target->kind == IR_SCOPE;
    const struct ir_list *phis = exit->is_continue ? &target->headers : &target->phis;
    store_group_phis(g, phis, exit->site + (exit->is_continue ? 2 : is_scope));
    add_group_lanes(g, exit->is_continue ? region->again_at : region->left_at);
    g->mask = none(g);
}

/* The current copy's part of an exit: values and masks. */
static struct gen_region *leave_copy(struct gen *g, const struct ir_node *exit)
{
    const struct ir_node *target = &g->f->nodes[exit->target];
    struct gen_region *region = g->region;
    while (region->node != exit->target)
        region = region->outer;
    if (target->group) {
        exit_group(g, exit, region);
        return region;
    }
    uint32_t arg = exit->is_continue          ? exit->site + 2
                   : target->kind == IR_SCOPE ? exit->site + 1
                                              : exit->site;
    bool is_straight = gen_is_straight(g, exit);
    if (exit->is_continue)
        assign(g, &target->headers, region->nexts, arg, target->divergent,
               is_straight ? NULL : region->plain);
    else
        assign(g, &target->phis, region->results, arg, target->divergent, NULL);
    if (!target->divergent)
        return region;
    if (!region->plain)
        add_lanes(g, exit->is_continue ? region->again : region->left, gen_mask(g));
    g->mask = none(g);
    if (is_straight && (exit->is_continue || target->continues) && !region->plain)
        LLVMBuildStore(g->b, none(g), region->active);
    return region;
}

static void gen_exit(struct gen *g, const struct ir_node *exit)
{
    const struct ir_node *target = &g->f->nodes[exit->target];
    const struct gen_region *region = NULL;
    GEN_FOR_COPIES (g, k)
        region = leave_copy(g, exit);
    if (!region || target->group || (target->divergent && !gen_is_straight(g, exit)))
        return;
    /* Lanes may continue with the next iteration. */
    bool goes_on = exit->is_continue || (target->divergent && target->continues && !region->plain);
    LLVMBuildBr(g->b, goes_on ? region->next : region->out);
}

/* ---- lists ---- */

static void gen_node(struct gen *g, uint32_t at)
{
    const struct ir_node *node = &g->f->nodes[at];
    switch (node->kind) {
    case IR_EXIT: gen_exit(g, node); break;
    case IR_LOOP: gen_loop(g, at); break;
    case IR_SCOPE: gen_scope(g, at); break;
    default:
        if (node->divergent)
            divergent_if(g, at);
        else
            uniform_if(g, node);
        break;
    }
}

/* In the body of a divergent loop or scope, after an item from which lanes may have left it: branches past
   the rest, from item `first` on, when no lane is active. False: it does not, and none may be. */
static bool skip_if_empty(struct gen *g, const struct ir_list *list, uint32_t first)
{
    struct gen_region *region = g->region;
    if (!region || region->list != list || !g->mask || !g->f->nodes[region->node].divergent ||
        g->f->nodes[region->node].group)
        return false;
    bool is_loop = g->f->nodes[region->node].kind == IR_LOOP;
    bool goes_on = is_loop && g->f->nodes[region->node].continues;
    if (region->plain && gen_is_short(g, list, first))
        return false;
    LLVMBasicBlockRef go = gen_block(g, "some"), away = goes_on ? region->next : region->out;
    LLVMValueRef masks[GEN_JAM];
    GEN_FOR_COPIES (g, k) {
        masks[k] = g->mask;
        if (goes_on && !region->plain)
            LLVMBuildStore(g->b, none(g), g->region->active);
    }
    LLVMBuildCondBr(g->b, any_of(g, masks), go, away);
    gen_at(g, go);
    GEN_FOR_COPIES (g, k)
        g->region->checked = g->mask;
    return true;
}

/* Nodes that are not jammed are emitted copy by copy. */
static void gen_nodes(struct gen *g, uint32_t at)
{
    uint32_t first = g->first_copy, end = g->end_copy;
    if (end - first == 1 || g->f->nodes[at].jam > 1 || g->f->nodes[at].kind == IR_EXIT) {
        gen_node(g, at);
        return;
    }
    for (uint32_t k = first; k < end && gen_open(g); k++) {
        g->first_copy = k;
        g->end_copy = k + 1;
        gen_switch(g, k);
        gen_node(g, at);
    }
    g->first_copy = first;
    g->end_copy = end;
}

/* Items from `first` on, whose loads and stores are clustered. */
static void emit_list(struct gen *g, const struct ir_list *list, uint32_t first)
{
    for (uint32_t i = first; i < list->count && gen_open(g) && !g->failed; i++) {
        uint32_t item = list->items[i], node = item & ~IR_NODE_BIT;
        if (!(item & IR_NODE_BIT)) {
            gen_items(g, item);
            continue;
        }
        gen_nodes(g, node);
        if (g->f->nodes[node].kind != IR_EXIT && g->escapes[node] && gen_open(g) && i + 1 < list->count)
            g->may_be_empty = !skip_if_empty(g, list, i + 1);
    }
}

void gen_list(struct gen *g, const struct ir_list *list)
{
    GEN_FOR_COPIES (g, k)
        gen_cluster(g, list);
    emit_list(g, list, 0);
}
