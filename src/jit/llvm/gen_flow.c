/* Control flow of one warp. Uniform conditions become branches; divergent ones become masks, with a branch
   around code that no lane runs. */
#include <stdlib.h>

#include "jit/llvm/gen.h"

enum { FLAT = 12 }; /* most values of a side that is executed without testing whether any lane takes it */

static void gen_node(struct gen *g, uint32_t at);

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
    if (gen_value(g, phi)->shape == IR_VARYING)
        return gen_value(g, phi)->raw_nan ? gen_vector(g, ref) : gen_clean_vector(g, ref);
    return gen_value(g, phi)->raw_nan ? gen_word(g, ref) : gen_clean(g, ref);
}

static void define_phi(struct gen *g, ir_ref phi, LLVMValueRef value)
{
    if (g->pairs[phi])
        gen_define_pair(g, phi, g->pairs[phi], value, g->slots[phi].pair_bits);
    else if (!g->highs[phi])
        gen_define(g, phi, value);
}

/* ---- steps ---- */

void gen_step(struct gen *g, uint32_t instr, uint32_t warps)
{
    LLVMValueRef left = LLVMBuildLoad2(g->b, g->i64, g->steps, "");
    left = LLVMBuildSub(g->b, left, gen_i64(g, warps), "");
    LLVMBuildStore(g->b, left, g->steps);
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

/* ---- exits that leave more than their own node ---- */

void gen_find_escapes(struct gen *g)
{
    for (uint32_t i = 0; i < g->f->node_count; i++) {
        const struct ir_node *exit = &g->f->nodes[i];
        if (exit->kind != IR_EXIT)
            continue;
        for (uint32_t at = exit->parent; at != exit->target && at != IR_NONE; at = g->f->nodes[at].parent)
            g->escapes[at] = true;
    }
}

/* ---- if ---- */

/* The end of one side of an if. */
struct branch {
    LLVMBasicBlockRef end; /* NULL: never reached */
    LLVMValueRef mask;
    LLVMValueRef *values; /* of the node's phis */
};

static bool open_branch(struct gen *g, const struct ir_node *node, struct branch *branch)
{
    branch->values = arena_array(&g->arena, node->phis.count, sizeof *branch->values);
    g->failed |= !branch->values;
    return branch->values != NULL;
}

static void run_branch(struct gen *g, const struct ir_node *node, unsigned side, struct branch *branch)
{
    if (!open_branch(g, node, branch))
        return;
    gen_list(g, &node->bodies[side]);
    if (!gen_open(g))
        return;
    for (uint32_t i = 0; i < node->phis.count; i++)
        branch->values[i] = gen_phi_value(g, node->phis.items[i], side);
    branch->end = gen_here(g);
    branch->mask = g->mask;
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

/* The condition is uniform. */
static void uniform_if(struct gen *g, const struct ir_node *node)
{
    LLVMValueRef condition = gen_bit(g, node->condition), before = g->mask;
    LLVMBasicBlockRef sides[2] = {gen_block(g, "then"), gen_block(g, "else")}, after = gen_block(g, "endif");
    struct branch branch[2] = {{NULL, NULL, NULL}, {NULL, NULL, NULL}};
    LLVMBuildCondBr(g->b, condition, sides[0], sides[1]);
    for (unsigned side = 0; side < 2; side++) {
        gen_at(g, sides[side]);
        g->mask = before;
        run_branch(g, node, side, &branch[side]);
        if (branch[side].end)
            LLVMBuildBr(g->b, after);
    }
    gen_at(g, after);
    if (!branch[0].end && !branch[1].end) {
        LLVMBuildUnreachable(g->b);
        return;
    }
    uint32_t count = node->phis.count;
    LLVMValueRef *phis = arena_array(&g->arena, count, sizeof *phis);
    if (!phis || !branch[0].values || !branch[1].values) {
        g->failed = true;
        return;
    }
    join_masks(g, &branch[0], &branch[1]);
    for (uint32_t i = 0; i < count; i++)
        phis[i] = join_values(g, phi_type(g, node->phis.items[i]), &branch[0], &branch[1],
                              branch[0].values[i], branch[1].values[i]);
    for (uint32_t i = 0; i < count; i++)
        define_phi(g, node->phis.items[i], phis[i]);
}

/* A side that is cheap enough to execute for inactive lanes too (speculation): it has no side effects. An
   exit may end it: leaving is arithmetic on masks. */
static bool is_flat(const struct gen *g, const struct ir_list *list)
{
    if (list->count > FLAT)
        return false;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        if (item & IR_NODE_BIT) {
            if (g->f->nodes[item & ~IR_NODE_BIT].kind != IR_EXIT)
                return false;
            continue;
        }
        const struct ir_value *v = gen_value(g, item);
        if (v->kind != IR_LANE && v->kind != IR_PART && v->level == IR_WARP)
            return false;
        if (v->kind == IR_LANE && isa_has(v->op, ISA_COSTLY))
            return false;
    }
    return true;
}

/* One side of a divergent if, for the lanes of `mask`. */
static void run_side(struct gen *g, const struct ir_node *node, unsigned side, LLVMValueRef mask,
                     struct branch *out)
{
    LLVMBasicBlockRef before = gen_here(g), in = NULL, after = NULL;
    bool flat = is_flat(g, &node->bodies[side]);
    g->mask = mask;
    if (!flat) {
        in = gen_block(g, side ? "else" : "then");
        after = gen_block(g, "joined");
        LLVMBuildCondBr(g->b, gen_any(g, mask), in, after);
        gen_at(g, in);
    }
    run_branch(g, node, side, out);
    if (flat || !out->values)
        return;
    struct branch skipped = {before, none(g), NULL};
    if (out->end)
        LLVMBuildBr(g->b, after);
    gen_at(g, after);
    LLVMValueRef *values = arena_array(&g->arena, node->phis.count, sizeof *values);
    if (!values) {
        g->failed = true;
        return;
    }
    out->mask = join_values(g, g->mask_type, out, &skipped, out->mask, skipped.mask);
    for (uint32_t i = 0; i < node->phis.count; i++)
        values[i] = out->values[i] ? join_values(g, phi_type(g, node->phis.items[i]), out, &skipped,
                                                 out->values[i], NULL)
                                   : NULL;
    out->values = values;
    out->end = gen_here(g);
}

static void divergent_if(struct gen *g, uint32_t at)
{
    const struct ir_node *node = &g->f->nodes[at];
    LLVMValueRef before = g->mask, condition = gen_bit_vector(g, node->condition);
    LLVMValueRef then_mask = before ? LLVMBuildAnd(g->b, before, condition, "") : condition;
    LLVMValueRef not = LLVMBuildNot(g->b, condition, "");
    LLVMValueRef else_mask = before ? LLVMBuildAnd(g->b, before, not, "") : not ;
    struct branch branch[2] = {{NULL, NULL, NULL}, {NULL, NULL, NULL}};
    run_side(g, node, 0, then_mask, &branch[0]);
    run_side(g, node, 1, else_mask, &branch[1]);
    if (!branch[0].values || !branch[1].values)
        return;
    if (g->escapes[at])
        g->mask = LLVMBuildOr(g->b, branch[0].mask, branch[1].mask, "");
    else
        g->mask = before;
    for (uint32_t i = 0; i < node->phis.count; i++) {
        LLVMValueRef x = branch[0].values[i], y = branch[1].values[i];
        if (x && y && gen_value(g, node->phis.items[i])->shape == IR_VARYING)
            x = LLVMBuildSelect(g->b, condition, x, y, "");
        LLVMValueRef made = x ? x : y;
        define_phi(g, node->phis.items[i], made ? made : LLVMGetUndef(phi_type(g, node->phis.items[i])));
    }
}

/* ---- loops and scopes ---- */

static LLVMValueRef *variables(struct gen *g, const struct ir_list *phis)
{
    LLVMValueRef *made = arena_array(&g->arena, phis->count, sizeof *made);
    for (uint32_t i = 0; made && i < phis->count; i++)
        made[i] = gen_variable(g, phi_type(g, phis->items[i]), "");
    g->failed |= !made;
    return made;
}

/* Assigns the variables of phis; under divergence, for the active lanes only. */
static void assign(struct gen *g, const struct ir_list *phis, LLVMValueRef *variables, uint32_t arg,
                   bool blends)
{
    for (uint32_t i = 0; i < phis->count; i++) {
        LLVMValueRef value = gen_phi_value(g, phis->items[i], arg);
        if (!value)
            continue;
        if (blends && g->mask && gen_is_vector(value))
            value = LLVMBuildSelect(g->b, g->mask, value,
                                    LLVMBuildLoad2(g->b, LLVMTypeOf(value), variables[i], ""), "");
        LLVMBuildStore(g->b, value, variables[i]);
    }
}

static void define_phis(struct gen *g, const struct ir_list *phis, LLVMValueRef *variables)
{
    for (uint32_t i = 0; i < phis->count; i++)
        define_phi(g, phis->items[i], LLVMBuildLoad2(g->b, phi_type(g, phis->items[i]), variables[i], ""));
}

static void add_lanes(struct gen *g, LLVMValueRef variable, LLVMValueRef mask)
{
    LLVMValueRef had = LLVMBuildLoad2(g->b, g->mask_type, variable, "");
    LLVMBuildStore(g->b, LLVMBuildOr(g->b, had, mask, ""), variable);
}

static void enter(struct gen *g, struct gen_region *region, uint32_t at)
{
    const struct ir_node *node = &g->f->nodes[at];
    *region = (struct gen_region){.node = at, .list = &node->bodies[0], .outer = g->region};
    region->results = variables(g, &node->phis);
    region->out = gen_block(g, "out");
    if (node->divergent) {
        region->left = gen_variable(g, g->mask_type, "left");
        region->again = gen_variable(g, g->mask_type, "again");
        region->active = gen_variable(g, g->mask_type, "active");
        LLVMBuildStore(g->b, none(g), region->left);
    }
    g->region = region;
}

/* After a loop or scope: the active mask there, and its phis. */
static void leave(struct gen *g, struct gen_region *region, LLVMValueRef before)
{
    const struct ir_node *node = &g->f->nodes[region->node];
    g->region = region->outer;
    gen_at(g, region->out);
    g->mask = before;
    if (node->divergent && g->escapes[region->node])
        g->mask = LLVMBuildLoad2(g->b, g->mask_type, region->left, "");
    define_phis(g, &node->phis, region->results);
}

static void end_iteration(struct gen *g, struct gen_region *region)
{
    const struct ir_node *node = &g->f->nodes[region->node];
    bool blends = node->divergent && node->continues > 0;
    assign(g, &node->headers, region->nexts, 1, blends);
    if (node->divergent)
        LLVMBuildStore(g->b, gen_mask(g), region->active);
    bool surely = node->divergent && !node->continues && region->checked && region->checked == g->mask;
    if (surely)
        region->checked = g->all; /* the latch needs no test */
    else
        region->checked = NULL;
    LLVMBuildBr(g->b, region->next);
}

static void latch(struct gen *g, struct gen_region *region, LLVMBasicBlockRef header)
{
    const struct ir_node *node = &g->f->nodes[region->node];
    gen_at(g, region->next);
    gen_step(g, node->instr, 1);
    if (region->count)
        LLVMBuildStore(g->b, LLVMBuildAdd(g->b, region->iteration, gen_i32(g, 1), ""), region->count);
    if (!node->divergent || region->checked == g->all) {
        LLVMBuildBr(g->b, header);
        return;
    }
    LLVMValueRef active = LLVMBuildLoad2(g->b, g->mask_type, region->active, "");
    if (node->continues) {
        active = LLVMBuildOr(g->b, active, LLVMBuildLoad2(g->b, g->mask_type, region->again, ""), "");
        LLVMBuildStore(g->b, active, region->active);
    }
    LLVMBuildCondBr(g->b, gen_any(g, active), header, region->out);
}

static void gen_loop(struct gen *g, uint32_t at)
{
    const struct ir_node *node = &g->f->nodes[at];
    struct gen_region region;
    LLVMValueRef before = g->mask;
    LLVMBasicBlockRef header = gen_block(g, "loop");
    enter(g, &region, at);
    region.nexts = variables(g, &node->headers);
    if (g->failed)
        return;
    region.next = gen_block(g, "next");
    assign(g, &node->headers, region.nexts, 0, false);
    if (node->divergent)
        LLVMBuildStore(g->b, gen_mask(g), region.active);
    if (node->has_stream) {
        region.count = gen_variable(g, g->i32, "count");
        LLVMBuildStore(g->b, gen_i32(g, 0), region.count);
    }
    LLVMBuildBr(g->b, header);
    gen_at(g, header);
    if (node->has_stream)
        region.iteration = LLVMBuildLoad2(g->b, g->i32, region.count, "");
    if (node->divergent) {
        g->mask = LLVMBuildLoad2(g->b, g->mask_type, region.active, "");
        if (node->continues)
            LLVMBuildStore(g->b, none(g), region.again);
    }
    define_phis(g, &node->headers, region.nexts);
    gen_list(g, &node->bodies[0]);
    if (gen_open(g))
        end_iteration(g, &region);
    latch(g, &region, header);
    leave(g, &region, before);
}

void gen_scope(struct gen *g, uint32_t at)
{
    const struct ir_node *node = &g->f->nodes[at];
    struct gen_region region;
    LLVMValueRef before = g->mask;
    enter(g, &region, at);
    if (g->failed)
        return;
    gen_list(g, &node->bodies[0]);
    if (gen_open(g)) {
        assign(g, &node->phis, region.results, 0, node->divergent);
        if (node->divergent)
            add_lanes(g, region.left, gen_mask(g));
        LLVMBuildBr(g->b, region.out);
    }
    leave(g, &region, before);
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
        LLVMValueRef pointer = gen_storage(g, GEN_WARP_VALUE, g->slots[phis->items[i]].storage - 1);
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

bool gen_is_straight(const struct gen *g, const struct ir_node *exit)
{
    for (uint32_t at = exit->parent; at != exit->target; at = g->f->nodes[at].parent)
        if (g->f->nodes[at].divergent)
            return false;
    return true;
}

static void gen_exit(struct gen *g, const struct ir_node *exit)
{
    const struct ir_node *target = &g->f->nodes[exit->target];
    struct gen_region *region = g->region;
    while (region->node != exit->target)
        region = region->outer;
    if (target->group) {
        exit_group(g, exit, region);
        return;
    }
    bool parts = target->divergent;
    uint32_t arg = exit->is_continue          ? exit->site + 2
                   : target->kind == IR_SCOPE ? exit->site + 1
                                              : exit->site;
    if (exit->is_continue)
        assign(g, &target->headers, region->nexts, arg, parts);
    else
        assign(g, &target->phis, region->results, arg, parts);
    if (!parts) {
        LLVMBuildBr(g->b, exit->is_continue ? region->next : region->out);
        return;
    }
    add_lanes(g, exit->is_continue ? region->again : region->left, gen_mask(g));
    g->mask = none(g);
    if (!gen_is_straight(g, exit))
        return;
    bool goes_on = exit->is_continue || target->continues; /* lanes may continue with the next iteration */
    if (goes_on)
        LLVMBuildStore(g->b, none(g), region->active);
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
   the rest when no lane is active. */
static void skip_if_empty(struct gen *g, const struct ir_list *list)
{
    struct gen_region *region = g->region;
    if (!region || region->list != list || !g->mask || !g->f->nodes[region->node].divergent ||
        g->f->nodes[region->node].group)
        return;
    bool is_loop = g->f->nodes[region->node].kind == IR_LOOP;
    LLVMBasicBlockRef go = gen_block(g, "some"), away = region->out;
    if (is_loop && g->f->nodes[region->node].continues) {
        LLVMBuildStore(g->b, none(g), region->active);
        away = region->next;
    }
    LLVMBuildCondBr(g->b, gen_any(g, g->mask), go, away);
    gen_at(g, go);
    region->checked = g->mask;
}

void gen_list(struct gen *g, const struct ir_list *list)
{
    gen_cluster(g, list);
    for (uint32_t i = 0; i < list->count && gen_open(g) && !g->failed; i++) {
        uint32_t item = list->items[i], node = item & ~IR_NODE_BIT;
        if (!(item & IR_NODE_BIT)) {
            gen_item(g, item);
            continue;
        }
        gen_node(g, node);
        if (g->f->nodes[node].kind != IR_EXIT && g->escapes[node] && gen_open(g) && i + 1 < list->count)
            skip_if_empty(g, list);
    }
}
