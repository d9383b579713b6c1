/* Control flow: blocks become nodes, and variables with different values on the incoming edges become
   phis. */
#include <stdlib.h>

#include "ir/lower/lower.h"

/* ---- lists and nodes ---- */

void lower_list(struct lower *l, struct ir_list *list, uint32_t item)
{
    if (list->count == list->capacity) {
        uint32_t capacity = list->capacity ? 2 * list->capacity : 8;
        uint32_t *items = arena_array(&l->f->arena, capacity, sizeof *items);
        if (!items) {
            lower_fail(l, SM5_ERR_MEMORY);
            return;
        }
        if (list->count)
            memcpy(items, list->items, list->count * sizeof *items);
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = item;
}

void lower_push(struct lower *l, uint32_t item)
{
    lower_list(l, &l->nodes.data[l->node].bodies[l->side], item);
}

static struct ir_node *node_at(struct lower *l, uint32_t at)
{
    return &l->nodes.data[at];
}

/* Appends a node to the current list. */
static uint32_t add_node(struct lower *l, enum ir_node_kind kind)
{
    struct ir_node node = {.kind = (uint8_t)kind, .parent = l->node, .instr = l->at};
    if (l->nodes.count >= LOWER_VALUES) {
        lower_fail(l, SM5_ERR_SUPPORT);
        return 0;
    }
    if (!VEC_PUSH(&l->nodes, node)) {
        lower_fail(l, SM5_ERR_MEMORY);
        return 0;
    }
    uint32_t at = (uint32_t)l->nodes.count - 1;
    lower_push(l, IR_NODE_BIT | at);
    return at;
}

/* The insertion point. */
struct cursor {
    uint32_t node;
    unsigned side;
};

static struct cursor enter(struct lower *l, uint32_t node, unsigned side)
{
    struct cursor kept = {l->node, l->side};
    l->node = node;
    l->side = side;
    return kept;
}

static void leave(struct lower *l, struct cursor kept)
{
    l->node = kept.node;
    l->side = kept.side;
}

static void set_arg(struct lower *l, ir_ref phi, uint32_t i, ir_ref value)
{
    l->args.data[l->values.data[phi].first + i] = value;
}

/* ---- undo log of variables and memory ---- */

/* After a branch, memory that it wrote is in neither known state: start a new epoch. */
static void settle_memory(struct lower *l, size_t mark)
{
    size_t end = l->writes.count;
    for (size_t i = mark; i < end; i++)
        l->class_epoch[l->writes.data[i]] = ++l->last_epoch;
}

/* Saves the variables' values at the end of a branch and restores those before it. */
struct branch {
    uint32_t *variables;
    ir_ref *values;
    uint32_t count;
    bool reached;
};

static void undo_changes(struct lower *l, size_t mark, struct branch *branch)
{
    size_t count = l->changes.count - mark;
    branch->variables = arena_array(&l->f->arena, count, sizeof *branch->variables);
    branch->values = arena_array(&l->f->arena, count, sizeof *branch->values);
    branch->reached = l->reached;
    branch->count = 0;
    if (!branch->variables || !branch->values) {
        lower_fail(l, SM5_ERR_MEMORY);
        return;
    }
    l->stamp++;
    for (size_t i = mark; i < l->changes.count; i++) {
        uint32_t variable = l->changes.data[i].variable;
        if (l->stamps[variable] == l->stamp)
            continue;
        l->stamps[variable] = l->stamp;
        branch->variables[branch->count] = variable;
        branch->values[branch->count++] = l->variables[variable];
    }
    for (size_t i = l->changes.count; i > mark; i--)
        l->variables[l->changes.data[i - 1].variable] = l->changes.data[i - 1].before;
    l->changes.count = mark;
}

/* Adds a phi to what its node joins; or returns one with the same args, as the copies of a flag in two variables are, of the last few:
   a program may have thousands of variables. */
static ir_ref add_phi(struct lower *l, uint32_t node, ir_ref phi)
{
    enum { RECENT = 16 };
    const struct ir_list *list = &node_at(l, node)->phis;
    const ir_ref *args = &l->args.data[l->values.data[phi].first];
    uint32_t count = l->values.data[phi].count;
    for (uint32_t i = list->count; i > 0 && list->count - i < RECENT; i--) {
        const struct ir_value *other = &l->values.data[list->items[i - 1]];
        if (other->count == count && !memcmp(&l->args.data[other->first], args, count * sizeof *args))
            return list->items[i - 1];
    }
    lower_list(l, &node_at(l, node)->phis, phi);
    return phi;
}

/* ---- if ---- */

static ir_ref join_phi(struct lower *l, uint32_t node, ir_ref then_value, ir_ref else_value)
{
    ir_ref phi = lower_phi(l, 2);
    if (!phi)
        return 0;
    set_arg(l, phi, 0, then_value);
    set_arg(l, phi, 1, else_value);
    return add_phi(l, node, phi);
}

/* The branch's value at the join; 0 when its end is unreachable. */
static ir_ref branch_value(const struct branch *branch, bool changed, uint32_t place, ir_ref before)
{
    if (!branch->reached)
        return 0;
    return changed ? branch->values[place] : before;
}

static void join_variable(struct lower *l, uint32_t node, uint32_t variable, ir_ref then_value,
                          ir_ref else_value)
{
    if (l->status)
        return;
    ir_ref condition = node_at(l, node)->condition;
    then_value = lower_decided(l, then_value, condition, false);
    else_value = lower_decided(l, else_value, condition, true);
    if (then_value == else_value)
        lower_assign(l, variable, then_value);
    else
        lower_assign(l, variable, join_phi(l, node, then_value, else_value));
}

static void join_branches(struct lower *l, uint32_t node, const struct branch branch[2])
{
    uint32_t other = ++l->stamp;
    for (uint32_t i = 0; i < branch[1].count; i++) {
        l->stamps[branch[1].variables[i]] = other;
        l->places[branch[1].variables[i]] = i;
    }
    for (uint32_t i = 0; i < branch[0].count; i++) {
        uint32_t variable = branch[0].variables[i];
        bool both = l->stamps[variable] == other;
        ir_ref before = l->variables[variable];
        l->stamps[variable] = 0;
        join_variable(l, node, variable, branch_value(&branch[0], true, i, before),
                      branch_value(&branch[1], both, l->places[variable], before));
    }
    for (uint32_t i = 0; i < branch[1].count; i++) {
        uint32_t variable = branch[1].variables[i];
        ir_ref before = l->variables[variable];
        if (l->stamps[variable] == other)
            join_variable(l, node, variable, branch_value(&branch[0], false, 0, before),
                          branch_value(&branch[1], true, i, before));
    }
}

/* An if whose branches two functions make; NULL: empty. */
void lower_make_if(struct lower *l, ir_ref condition, lower_body *then_body, lower_body *else_body,
                   void *context)
{
    if (l->status || !condition)
        return;
    lower_body *bodies[2] = {then_body, else_body};
    if (lower_value(l, condition)->kind == IR_CONST) {
        lower_body *body = bodies[lower_value(l, condition)->word ? 0 : 1];
        if (body)
            body(l, context);
        return;
    }
    uint32_t node = add_node(l, IR_IF);
    struct branch branch[2] = {{0}};
    size_t written = l->writes.count, found = lower_mark(l), mark = l->changes.count;
    node_at(l, node)->condition = condition;
    for (unsigned side = 0; side < 2 && !l->status; side++) {
        struct cursor kept = enter(l, node, side);
        l->reached = true;
        if (bodies[side])
            bodies[side](l, context);
        undo_changes(l, mark, &branch[side]);
        node_at(l, node)->ends[side] = branch[side].reached;
        lower_forget(l, found);
        leave(l, kept);
    }
    if (l->status)
        return;
    settle_memory(l, written);
    l->reached = branch[0].reached || branch[1].reached;
    if (!l->reached)
        return;
    join_branches(l, node, branch);
}

/* ---- exits ---- */

/* Code that may be lowered again leaves loops and scopes inside it only. */
static bool leaves_unrolled(const struct lower *l, const struct lower_region *target)
{
    for (const struct lower_region *region = l->region; region != target; region = region->outer)
        if (region->is_unrolled || region->is_retried)
            return true;
    return false;
}

static void add_exit(struct lower *l, struct lower_region *region, bool is_continue)
{
    if (region->is_unrolled) {
        lower_leave_unrolled(l, region, is_continue);
        return;
    }
    if (leaves_unrolled(l, region)) {
        lower_fail(l, SM5_ERR_SUPPORT);
        return;
    }
    uint32_t at = add_node(l, IR_EXIT);
    if (l->status)
        return;
    struct ir_node *exit = node_at(l, at), *target = node_at(l, region->node);
    exit->target = region->node;
    exit->is_continue = is_continue;
    exit->site = is_continue ? target->continues++ : target->breaks++;
    l->met += region->variable_count;
    if (l->met + l->args.count > LOWER_ARGS)
        lower_fail(l, SM5_ERR_SUPPORT);
    for (uint32_t i = 0; i < region->variable_count && !l->status; i++) {
        ir_ref value = l->variables[region->variables[i]];
        if (!(is_continue ? VEC_PUSH(&region->continues, value) : VEC_PUSH(&region->breaks, value)))
            lower_fail(l, SM5_ERR_MEMORY);
    }
    l->reached = false;
}

static void break_body(struct lower *l, void *context)
{
    (void)context;
    struct lower_region *region = l->region;
    while (region && !region->takes_break && !region->is_routine)
        region = region->outer;
    if (!region || region->is_routine)
        lower_fail(l, SM5_ERR_SUPPORT);
    else
        add_exit(l, region, false);
}

static void continue_body(struct lower *l, void *context)
{
    (void)context;
    struct lower_region *region = l->region;
    while (region && !region->takes_continue && !region->is_routine)
        region = region->outer;
    if (!region || region->is_routine)
        lower_fail(l, SM5_ERR_SUPPORT);
    else
        add_exit(l, region, true);
}

static void return_body(struct lower *l, void *context)
{
    (void)context;
    struct lower_region *region = l->region;
    while (!region->is_routine)
        region = region->outer;
    add_exit(l, region, false);
}

void lower_leave_all(struct lower *l)
{
    struct lower_region *region = l->region;
    while (region->outer)
        region = region->outer;
    add_exit(l, region, false);
}

void lower_leave_where(struct lower *l, ir_ref condition)
{
    lower_make_if(l, condition, return_body, NULL, NULL);
}

static void end_body(struct lower *l, void *context)
{
    (void)context;
    struct lower_region *region = l->region;
    while (region->outer->outer)
        region = region->outer;
    add_exit(l, region, false);
}

void lower_end_where(struct lower *l, ir_ref condition)
{
    lower_make_if(l, condition, end_body, NULL, NULL);
}

/* ---- loops and scopes ---- */

static void open_region(struct lower *l, struct lower_region *region, enum ir_node_kind kind, uint32_t begin,
                        uint32_t end)
{
    *region = (struct lower_region){.outer = l->region};
    region->variables = lower_assigned(l, begin, end, &region->variable_count, kind == IR_LOOP);
    region->node = add_node(l, kind);
}

static void close_region(struct lower *l, struct lower_region *region)
{
    l->region = region->outer;
    VEC_FREE(&region->breaks);
    VEC_FREE(&region->continues);
}

/* After a loop or scope, every variable that it may assign is a phi. */
static void leave_phis(struct lower *l, struct lower_region *region, const ir_ref *ends, bool has_end)
{
    uint32_t sites = node_at(l, region->node)->breaks, count = region->variable_count;
    l->reached = sites > 0 || (has_end && ends);
    for (uint32_t i = 0; i < count && l->reached && !l->status; i++) {
        ir_ref phi = lower_phi(l, sites + has_end);
        if (!phi)
            return;
        if (has_end)
            set_arg(l, phi, 0, ends ? ends[i] : 0);
        for (uint32_t k = 0; k < sites; k++)
            set_arg(l, phi, has_end + k, region->breaks.data[(size_t)k * count + i]);
        lower_assign(l, region->variables[i], add_phi(l, region->node, phi));
    }
}

/* The variables' values here; discards the log since `mark` without restoring them again. */
static ir_ref *values_here(struct lower *l, const struct lower_region *region)
{
    ir_ref *values = arena_array(&l->f->arena, region->variable_count, sizeof *values);
    if (!values) {
        lower_fail(l, SM5_ERR_MEMORY);
        return NULL;
    }
    for (uint32_t i = 0; i < region->variable_count; i++)
        values[i] = l->variables[region->variables[i]];
    return values;
}

static void restore(struct lower *l, size_t mark)
{
    for (size_t i = l->changes.count; i > mark; i--)
        l->variables[l->changes.data[i - 1].variable] = l->changes.data[i - 1].before;
    l->changes.count = mark;
}

void lower_make_scope(struct lower *l, uint32_t begin, uint32_t end, bool is_routine, lower_body *body,
                      void *context)
{
    struct lower_region region;
    size_t mark = l->changes.count, written = l->writes.count, found = lower_mark(l);
    open_region(l, &region, IR_SCOPE, begin, end);
    region.takes_break = !is_routine;
    region.is_routine = is_routine;
    if (!l->status) {
        l->region = &region;
        struct cursor kept = enter(l, region.node, 0);
        body(l, context);
        leave(l, kept);
        ir_ref *ends = l->reached ? values_here(l, &region) : NULL;
        node_at(l, region.node)->ends[0] = l->reached;
        restore(l, mark);
        lower_forget(l, found);
        settle_memory(l, written);
        leave_phis(l, &region, ends, true);
    }
    close_region(l, &region);
}

static void loop_headers(struct lower *l, struct lower_region *region, ir_ref *phis)
{
    for (uint32_t i = 0; i < region->variable_count && !l->status; i++) {
        phis[i] = lower_phi(l, 2);
        if (!phis[i])
            return;
        set_arg(l, phis[i], 0, l->variables[region->variables[i]]);
        lower_list(l, &node_at(l, region->node)->headers, phis[i]);
        lower_assign(l, region->variables[i], phis[i]);
    }
}

/* Header phis are created with two args; continues add more, so the args move to the end of the pool. */
static void finish_headers(struct lower *l, struct lower_region *region, const ir_ref *phis,
                           const ir_ref *ends)
{
    uint32_t sites = node_at(l, region->node)->continues, count = region->variable_count;
    for (uint32_t i = 0; i < count && !l->status; i++) {
        ir_ref before = l->args.data[l->values.data[phis[i]].first];
        uint32_t first = (uint32_t)l->args.count;
        for (uint32_t k = 0; k < sites + 2; k++) {
            ir_ref value = k == 0   ? before
                           : k == 1 ? (ends ? ends[i] : 0)
                                    : region->continues.data[(size_t)(k - 2) * count + i];
            if (!VEC_PUSH(&l->args, value))
                lower_fail(l, SM5_ERR_MEMORY);
        }
        l->values.data[phis[i]].first = first;
        l->values.data[phis[i]].count = sites + 2;
    }
}

static void lower_loop(struct lower *l, uint32_t end)
{
    struct lower_region region;
    uint32_t begin = l->at + 1;
    if (lower_unroll(l, begin, end) || l->status)
        return;
    size_t mark = l->changes.count, written = l->writes.count, found = lower_mark(l);
    open_region(l, &region, IR_LOOP, begin, end);
    region.takes_break = region.takes_continue = true;
    ir_ref *phis = arena_array(&l->f->arena, region.variable_count, sizeof *phis);
    if (!phis)
        lower_fail(l, SM5_ERR_MEMORY);
    if (!l->status) {
        l->region = &region;
        loop_headers(l, &region, phis);
        struct cursor kept = enter(l, region.node, 0);
        lower_range(l, begin, end);
        leave(l, kept);
        ir_ref *ends = l->reached ? values_here(l, &region) : NULL;
        node_at(l, region.node)->ends[0] = l->reached;
        restore(l, mark);
        lower_forget(l, found);
        settle_memory(l, written);
        finish_headers(l, &region, phis, ends);
        leave_phis(l, &region, NULL, false);
    }
    close_region(l, &region);
}

/* ---- instruction sequences ---- */

struct sides {
    uint32_t begin, other, end;
};

static void then_body(struct lower *l, void *context)
{
    const struct sides *sides = context;
    lower_range(l, sides->begin, sides->other);
}

static void else_body(struct lower *l, void *context)
{
    const struct sides *sides = context;
    lower_range(l, sides->other + 1, sides->end);
}

/* break, continue, ret and their conditional forms. */
static void lower_exit(struct lower *l, void (*body)(struct lower *, void *))
{
    if (isa_has(lower_instr(l)->opcode, ISA_TEST))
        lower_make_if(l, lower_condition_of(l), body, NULL, NULL);
    else
        body(l, NULL);
}

static void lower_flow(struct lower *l)
{
    uint32_t at = l->at;
    const struct program_block *block = program_block_of(l->program, at);
    switch (isa_flow(lower_instr(l)->opcode)) {
    case ISA_FLOW_IF: {
        struct sides sides = {at + 1, block->split != PROGRAM_NONE ? block->split : block->end, block->end};
        lower_make_if(l, lower_condition_of(l), then_body, sides.other < sides.end ? else_body : NULL,
                      &sides);
        break;
    }
    case ISA_FLOW_LOOP: lower_loop(l, block->end); break;
    case ISA_FLOW_SWITCH: lower_switch(l, block->end); break;
    case ISA_FLOW_BREAK: lower_exit(l, break_body); break;
    case ISA_FLOW_CONTINUE: lower_exit(l, continue_body); break;
    case ISA_FLOW_RET: lower_exit(l, return_body); break;
    case ISA_FLOW_DISCARD: lower_quad_discard(l); break;
    case ISA_FLOW_CALL: lower_call(l); break;
    case ISA_FLOW_INTERFACE_CALL: lower_interface_call(l); break;
    case ISA_FLOW_ABORT: lower_fault(l, IR_FAULT_ABORT); break;
    case ISA_FLOW_NONE: break; /* nop, debug_break */
    default: lower_fail(l, SM5_ERR_SUPPORT); break;
    }
}

/* Rows whose operand may be a buffer or a texture. */
static bool uses_texture(const struct lower *l)
{
    const struct program_instr *instr = lower_instr(l);
    if (instr->opcode == ISA_RESINFO)
        return true;
    const struct program_operand *operand = &instr->operands[program_texture_operand(instr)];
    bool by_lane = operand->index_count && operand->index[0].relative && operand->file == ISA_FILE_SRV;
    if (by_lane)
        return (instr->opcode == ISA_LD || instr->opcode == ISA_LD_FEEDBACK) &&
               program_texture_dimension(instr) != ISA_DIM_BUFFER;
    const struct program_resource *resource = program_resource_of(l->program, operand);
    return resource && program_is_texture(resource);
}

static void lower_one(struct lower *l)
{
    const struct program_instr *instr = lower_instr(l);
    const struct isa_op *row = isa_op(instr->opcode);
    l->cycles = 0;
    if (!row || instr->operand_count < row->operand_count) {
        lower_fail(l, SM5_ERR_SUPPORT);
        return;
    }
    switch (row->form) {
    case ISA_FORM_FLOW:
    case ISA_FORM_DEBUG: lower_flow(l); break;
    case ISA_FORM_TEXTURE: lower_texture(l); break;
    case ISA_FORM_MEMORY:
    case ISA_FORM_ATOMIC:
    case ISA_FORM_COUNTER:
    case ISA_FORM_QUERY: (uses_texture(l) ? lower_texture : lower_memory)(l); break;
    case ISA_FORM_SYNC: lower_sync(l); break;
    case ISA_FORM_STREAM: lower_geometry_stream(l); break;
    case ISA_FORM_DERIVATIVE: lower_quad_derivative(l); break;
    case ISA_FORM_PULL: lower_quad_pull(l); break;
    default: lower_arithmetic(l); break;
    }
}

void lower_range(struct lower *l, uint32_t begin, uint32_t end)
{
    for (uint32_t at = begin; at < end && l->reached && !l->status && lower_visit(l);
         at = lower_next(l, at)) {
        l->at = at;
        if (isa_is_executable(l->program->instrs[at].opcode))
            lower_one(l);
    }
}
