/* Unrolls loops whose few iterations are known: with barriers, so that strides and masks of the steps of a scan, a
   sort or a transform are constants; those in which the threads of a group fill its memory, or load as many words of it
   as follows from the thread's number, so that each iteration's addresses are known by thread; those that index registers or
   constants by their counter; and short ones, so that accesses to neighbours, or to a row of each thread, are apart by
   constants and are loaded together. */
#include "ir/lower/lower.h"

enum {
    FILLS = 8,       /* iterations of a loop that fills g# */
    READS = 16,      /* of one that loads from it */
    ITERATIONS = 16, /* log2 of the largest group takes 10 */
    VALUES = 1200,   /* growth of the program by one outermost loop */
    INDEXED = 600,   /* the same for a loop that is unrolled for its indices */
    SHORT = 200,     /* and for all other loops */
    WASTED = 4000,   /* values of attempts that failed, of loops without barriers */
    DEPTH = 3,       /* nested attempts: each level may lower its body twice */
};

/* The lowering state before the loop, for the attempts that fail. */
struct snapshot {
    size_t values, args, nodes, views, textures, changes, writes, met;
    size_t found;
    uint32_t items, visited, calls, switches, at;
    uint32_t *epochs;
    ir_ref systems[IR_SYSTEMS];
};

static struct ir_list *list_here(struct lower *l)
{
    return &l->nodes.data[l->node].bodies[l->side];
}

static bool has_barrier(const struct lower *l, uint32_t begin, uint32_t end)
{
    for (uint32_t at = begin; at < end; at++)
        if (l->program->instrs[at].opcode == ISA_SYNC && (l->program->instrs[at].controls & ISA_SYNC_T))
            return true;
    return false;
}

static bool take_snapshot(struct lower *l, struct snapshot *s)
{
    *s = (struct snapshot){.values = l->values.count,
                           .args = l->args.count,
                           .nodes = l->nodes.count,
                           .views = l->views.count,
                           .textures = l->textures.count,
                           .changes = l->changes.count,
                           .writes = l->writes.count,
                           .met = l->met,
                           .found = lower_mark(l),
                           .items = list_here(l)->count,
                           .visited = l->visited,
                           .calls = l->calls,
                           .switches = l->switches,
                           .at = l->at};
    memcpy(s->systems, l->systems, sizeof s->systems);
    s->epochs = arena_copy(&l->f->arena, l->class_epoch, (l->class_count + 1) * sizeof *l->class_epoch);
    if (!s->epochs)
        lower_fail(l, SM5_ERR_MEMORY);
    return s->epochs != NULL;
}

static void roll_back(struct lower *l, const struct snapshot *s)
{
    for (size_t i = l->changes.count; i > s->changes; i--)
        l->variables[l->changes.data[i - 1].variable] = l->changes.data[i - 1].before;
    l->changes.count = s->changes;
    l->writes.count = s->writes;
    memcpy(l->class_epoch, s->epochs, (l->class_count + 1) * sizeof *l->class_epoch);
    lower_forget(l, s->found);
    lower_forget_constants(l, (ir_ref)s->values);
    memcpy(l->systems, s->systems, sizeof s->systems);
    l->values.count = l->epochs.count = s->values;
    l->args.count = s->args;
    l->nodes.count = s->nodes;
    l->views.count = s->views;
    l->textures.count = s->textures;
    l->met = s->met;
    l->visited = s->visited;
    l->calls = s->calls;
    l->switches = s->switches;
    l->at = s->at;
    l->cycles = 0;
    list_here(l)->count = s->items;
    l->reached = true;
    l->status = SM5_OK;
}

void lower_leave_unrolled(struct lower *l, struct lower_region *region, bool is_continue)
{
    if (l->node != region->node || l->side != region->side) {
        lower_fail(l, SM5_ERR_SUPPORT); /* only some threads leave */
        return;
    }
    region->is_left = !is_continue;
    l->reached = false;
}

/* ---- loops around loops with barriers ---- */

/* What the variables that the loop assigns are after each iteration. */
struct course {
    uint32_t *variables, count;
    ir_ref *values;
    uint32_t *growth;
    unsigned iterations;
    bool
        is_curved; /* a constant whose growth changes, not counting the first iteration: the step of a sort */
};

static bool has_inner_loop(const struct lower *l, uint32_t begin, uint32_t end)
{
    for (uint32_t at = begin; at < end; at++)
        if (isa_flow(l->program->instrs[at].opcode) == ISA_FLOW_LOOP &&
            has_barrier(l, at, program_block_of(l->program, at)->end))
            return true;
    return false;
}

static void open_course(struct lower *l, uint32_t begin, uint32_t end, struct course *c)
{
    *c = (struct course){.is_curved = !has_inner_loop(l, begin, end)};
    if (c->is_curved)
        return;
    c->variables = lower_assigned(l, begin, end, &c->count, false);
    c->values = arena_array(&l->f->arena, c->count, sizeof *c->values);
    c->growth = arena_array(&l->f->arena, c->count, sizeof *c->growth);
    if (!c->variables || !c->values || !c->growth)
        lower_fail(l, SM5_ERR_MEMORY);
    for (uint32_t i = 0; i < c->count && !l->status; i++)
        c->values[i] = l->variables[c->variables[i]];
}

static void follow_course(struct lower *l, struct course *c)
{
    for (uint32_t i = 0; i < c->count && !l->status; i++) {
        const struct ir_value *before = lower_value(l, c->values[i]);
        const struct ir_value *now = lower_value(l, l->variables[c->variables[i]]);
        uint32_t growth = now->word - before->word;
        bool is_known = before->kind == IR_CONST && now->kind == IR_CONST;
        c->is_curved |= is_known && c->iterations > 1 && growth != c->growth[i];
        c->growth[i] = is_known ? growth : c->growth[i];
        c->values[i] = l->variables[c->variables[i]];
    }
    c->iterations++;
}

/* ---- loops with barriers ---- */

/* Iterations one after the other, while they are known. */
static bool unroll_known(struct lower *l, uint32_t begin, uint32_t end, size_t growth, struct course *course)
{
    struct snapshot before;
    size_t outer_limit = l->unroll_limit, limit = l->values.count + growth;
    if (!take_snapshot(l, &before))
        return false;
    struct lower_region region = {.node = l->node,
                                  .side = l->side,
                                  .is_unrolled = true,
                                  .takes_break = true,
                                  .takes_continue = true,
                                  .outer = l->region};
    l->unroll_limit = l->unrolled++ && outer_limit < limit ? outer_limit : limit;
    l->region = &region;
    for (unsigned i = 0; i < ITERATIONS && !region.is_left && !l->status; i++) {
        l->reached = true;
        lower_range(l, begin, end);
        if (l->values.count > l->unroll_limit)
            lower_fail(l, SM5_ERR_SUPPORT);
        if (!region.is_left)
            follow_course(l, course);
    }
    l->region = region.outer;
    l->unrolled--;
    l->unroll_limit = outer_limit;
    if (l->status == SM5_ERR_MEMORY)
        return false; /* not an obstacle: with more memory the loop is unrolled */
    if (!region.is_left || l->status || !course->is_curved) {
        l->wasted += l->values.count - before.values;
        roll_back(l, &before);
        return false;
    }
    l->reached = true;
    return true;
}

/* A counter that grows evenly changes nothing inside an inner loop. */
static bool unroll_steps(struct lower *l, uint32_t begin, uint32_t end)
{
    struct course course;
    open_course(l, begin, end, &course);
    return unroll_known(l, begin, end, VALUES, &course);
}

/* ---- loops that fill g# or load from it, with a divergent exit ---- */

static bool is_plain_flow(enum isa_flow flow)
{
    switch (flow) {
    case ISA_FLOW_NONE:
    case ISA_FLOW_IF:
    case ISA_FLOW_ELSE:
    case ISA_FLOW_ENDIF:
    case ISA_FLOW_LOOP: /* over columns, in one over rows */
    case ISA_FLOW_ENDLOOP:
    case ISA_FLOW_BREAK: return true;
    default: return false;
    }
}

static bool accesses_tgsm(const struct program_instr *instr, bool stores)
{
    enum isa_opcode op = (enum isa_opcode)instr->opcode;
    bool is_store = op == ISA_STORE_STRUCTURED || op == ISA_STORE_RAW;
    bool is_load = op == ISA_LD_STRUCTURED || op == ISA_LD_RAW;
    unsigned memory = stores ? 0 : instr->operand_count - 1u;
    return (stores ? is_store : is_load) && instr->operands[memory].file == ISA_FILE_TGSM;
}

/* A loop that control flow leaves by breaks only. */
static bool loop_accesses_tgsm(const struct lower *l, uint32_t begin, uint32_t end, bool stores)
{
    bool accesses = false;
    for (uint32_t at = begin; at < end; at++) {
        const struct program_instr *instr = &l->program->instrs[at];
        accesses |= accesses_tgsm(instr, stores);
        if (!is_plain_flow(isa_flow(instr->opcode)))
            return false;
    }
    return accesses;
}

/* Of a loop, and what its iterations may add to the program. */
struct range {
    uint32_t begin, end;
    unsigned iterations;
    size_t growth;
};

static void fill_body(struct lower *l, void *context)
{
    const struct range *range = context;
    l->region->is_retried = true;
    for (unsigned i = 0;
         i < range->iterations && l->reached && !l->status && l->values.count <= l->unroll_limit; i++)
        lower_range(l, range->begin, range->end);
    if (l->reached || l->values.count > l->unroll_limit)
        lower_fail(l, SM5_ERR_SUPPORT);
}

static bool unroll_divergent(struct lower *l, struct range range)
{
    struct snapshot before;
    if (!take_snapshot(l, &before))
        return false;
    size_t limit = l->unrolled++ ? l->unroll_limit : l->values.count + range.growth;
    l->unroll_limit = limit;
    lower_make_scope(l, range.begin, range.end, false, fill_body, &range);
    l->unrolled--;
    bool is_known = l->status == SM5_OK;
    if (!is_known && l->status != SM5_ERR_MEMORY) {
        l->wasted += l->values.count - before.values;
        roll_back(l, &before);
    }
    return is_known;
}

/* ---- other loops that count ---- */

static bool has_relative_index(const struct program_instr *instr)
{
    for (unsigned i = 0; i < instr->operand_count; i++) {
        const struct program_operand *operand = &instr->operands[i];
        bool is_indexed = operand->file == ISA_FILE_CBUFFER || operand->file == ISA_FILE_ICB ||
                          operand->file == ISA_FILE_INDEXABLE_TEMP;
        for (unsigned k = 0; is_indexed && k < operand->index_count; k++)
            if (operand->index[k].relative)
                return true;
    }
    return false;
}

static bool indexes_registers(const struct lower *l, uint32_t begin, uint32_t end)
{
    for (uint32_t at = begin; at < end; at++)
        if (has_relative_index(&l->program->instrs[at]))
            return true;
    return false;
}

static bool unroll_counted(struct lower *l, uint32_t begin, uint32_t end)
{
    struct course straight = {.is_curved = true};
    size_t growth = indexes_registers(l, begin, end) ? INDEXED : SHORT;
    return l->wasted < WASTED && unroll_known(l, begin, end, growth, &straight);
}

bool lower_unroll(struct lower *l, uint32_t begin, uint32_t end)
{
    if (l->program->stage != ISA_COMPUTE || l->unrolled == DEPTH)
        return false;
    if (has_barrier(l, begin, end))
        return unroll_steps(l, begin, end);
    if (loop_accesses_tgsm(l, begin, end, true))
        return unroll_divergent(l, (struct range){begin, end, FILLS, VALUES});
    if (unroll_counted(l, begin, end))
        return true;
    bool reads = !l->status && l->wasted < WASTED && loop_accesses_tgsm(l, begin, end, false);
    return reads && unroll_divergent(l, (struct range){begin, end, READS, SHORT});
}
