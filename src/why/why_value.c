/* Captures values and names: executes the dispatch from the first node to the last. */
#include "interp/interp_region.h"
#include "why/why.h"

static struct why_node *node_at(struct sm5_why *y, uint64_t time)
{
    bool is_here = y->next < y->nodes.count && y->nodes.data[y->next].time == time;
    return is_here ? &y->nodes.data[y->next] : NULL;
}

/* ---- atomics ---- */

static const uint32_t *value_column(const struct sm5_why *y, const struct plan_op *op, unsigned k)
{
    const struct plan *plan = y->plan;
    uint32_t column = op->run == RUN_TEXTURE ? plan->textures.data[op->texture].reads[READ_VALUE + k]
                                             : plan->memory.data[op->memory].column[k];
    return interp_column(y->worker, column == PLAN_NONE ? plan->zero : column);
}

/* Applies the operation of a lane to a copy of the word. */
static void apply(const struct sm5_why *y, const struct plan_op *op, uint32_t lane, uint32_t *word)
{
    bool is_counter = op->run == RUN_ALLOC || op->run == RUN_CONSUME;
    uint16_t atomic = isa_op(op->opcode)->atomic;
    bool two = atomic == ISA_ATOMIC_OP_COMPARE;
    if (is_counter)
        mem_counter(op->opcode, (_Atomic uint32_t *)word);
    else
        mem_atomic((enum isa_atomic)atomic, (uint8_t *)word, value_column(y, op, 0)[lane],
                   value_column(y, op, two)[lane]);
}

/* The word before the operation of a lane, after it when `after`: lanes execute in order. */
static uint32_t atomic_word(struct sm5_why *y, const struct plan_op *op, uint32_t lane, bool after)
{
    uint64_t place = why_access(y, op, lane);
    uint32_t word;
    memcpy(&word, why_place_bytes(place), sizeof word);
    for (uint32_t i = 0; i < lane + after; i++)
        if (y->worker->active[i] && why_place_bytes(why_access(y, op, i)) == why_place_bytes(place))
            apply(y, op, i, &word);
    return word;
}

/* ---- items ---- */

static bool is_memory(const struct why_item *item)
{
    bool is_loaded = item->kind == WHY_COLUMN_AFTER && !item->is_result;
    return item->kind == WHY_MEMORY || item->kind == WHY_ATOMIC || is_loaded;
}

static void name_access(struct sm5_why *y, const struct plan_op *op, uint32_t lane,
                        const struct why_item *item, struct sm5_value *value)
{
    if (op->run == RUN_TEXTURE) {
        why_name_texel(y, &y->plan->textures.data[op->texture], lane, item->component, value);
        return;
    }
    const struct plan_memory *m = &y->plan->memory.data[op->memory];
    const struct program_resource *resource =
        interp_declaration(y->worker, m, interp_index(y->worker, m->reg, lane));
    uint32_t address = m->address == PLAN_NONE ? 0 : interp_column(y->worker, m->address)[lane];
    uint32_t offset = m->offset == PLAN_NONE ? 0 : interp_column(y->worker, m->offset)[lane];
    if (!resource) {
        snprintf(value->name, sizeof value->name, "t%u", interp_index(y->worker, m->reg, lane));
        return;
    }
    bool is_whole = op->run == RUN_ALLOC || op->run == RUN_CONSUME || op->run == RUN_BUFINFO;
    if (is_whole)
        snprintf(value->name, sizeof value->name, "%s%u.%s", isa_file(resource->file)->text, resource->id,
                 op->run == RUN_BUFINFO ? "size" : "counter");
    else
        why_name_memory(y, (uint32_t)(resource - y->plan->program->decls.resources), address, offset,
                        item->component, value);
    value->type = is_whole ? 'u' : value->type;
}

static void name_item(struct sm5_why *y, const struct plan_op *op, struct why_item *item)
{
    uint32_t lane = item->lane;
    struct sm5_value *value = &item->word.value;
    value->bytes = 4;
    value->type = why_operand_type(op, item->operand);
    if (item->word.role == SM5_WHY_ADDRESS)
        value->type = 'u';
    if (item->kind == WHY_RECORD)
        why_name_output(y, op, item, value);
    else if (is_memory(item))
        name_access(y, op, lane, item, value);
    else if (item->step != WHY_NONE)
        why_name_step(y, &y->plan->steps.data[item->step], lane, value);
    else if (item->column != WHY_NONE)
        why_name_column(y, item->column, value);
}

static void set_bytes(struct why_item *item)
{
    uint64_t bits = 0;
    memcpy(&bits, item->place, item->size < sizeof bits ? item->size : sizeof bits);
    item->word.value.bits = bits;
    item->word.value.bytes = item->size > 4 ? 8 : 4;
}

static void describe(const struct sm5_why *y, struct why_node *node)
{
    struct sm5_debug_position position = {.flat = node->flat};
    if (!y->debug->stage)
        return;
    debug_describe_item(y->debug, &position);
    node->part = y->debug->clock.strip;
    node->item = position.item;
    node->instance = position.instance;
    node->instance_name = position.instance_name;
    node->phase = position.phase;
    node->phase_number = position.phase_number;
}

/* ---- hooks ---- */

static void capture_before(void *context, const struct interp_worker *w, const struct plan_op *op)
{
    struct sm5_why *y = context;
    uint64_t time = y->debug->clock.time - 1;
    if (node_at(y, time) && op->run == RUN_TEXTURE)
        why_find_texels(y, op);
    for (size_t n = y->next; n < y->nodes.count && y->nodes.data[n].time == time; n++) {
        struct why_node *node = &y->nodes.data[n];
        node->group = w->group;
        node->flat = debug_flat(y->debug, node->lane);
        describe(y, node);
        for (uint32_t i = node->first; i < node->first + node->results + node->reads; i++) {
            struct why_item *item = &y->items.data[i];
            name_item(y, op, item);
            item->word.is_neighbour = item->lane != node->lane;
            item->word.instance = item->lane % WHY_QUAD;
            if (item->kind == WHY_COLUMN && item->column != WHY_NONE)
                item->word.value.bits = interp_column(w, item->column)[item->lane];
            else if (item->kind == WHY_RECORD && !item->is_result)
                set_bytes(item);
            else if (item->kind == WHY_ATOMIC && item->size)
                item->word.value.bits = atomic_word(y, op, node->lane, item->is_result);
        }
    }
}

static void capture_after(void *context, const struct interp_worker *w, const struct plan_op *op)
{
    struct sm5_why *y = context;
    uint64_t time = y->debug->clock.time - 1;
    (void)op;
    for (; node_at(y, time); y->next++) {
        const struct why_node *node = &y->nodes.data[y->next];
        for (uint32_t i = node->first; i < node->first + node->results + node->reads; i++) {
            struct why_item *item = &y->items.data[i];
            if (item->kind == WHY_COLUMN_AFTER && item->column != WHY_NONE)
                item->word.value.bits = interp_column(w, item->column)[item->lane];
            else if (item->kind == WHY_MEMORY || (item->kind == WHY_RECORD && item->is_result))
                set_bytes(item);
        }
    }
}

static const struct interp_hooks capture_hooks = {.operation = capture_before, .result = capture_after};

/* The read of the branch that led to an instruction has the value that the branch tests. */
void why_copy_conditions(struct sm5_why *y)
{
    for (size_t i = 0; i < y->items.count; i++) {
        struct sm5_why_word *word = &y->items.data[i].word;
        if (word->role != SM5_WHY_BRANCH || word->source != SM5_WHY_STEP)
            continue;
        const struct why_node *branch = &y->nodes.data[word->step];
        if (branch->reads)
            word->value = y->items.data[branch->first].word.value;
    }
}

void why_capture(struct sm5_why *y)
{
    y->next = 0;
    while (y->next < y->nodes.count) {
        size_t before = y->next;
        debug_go(y->debug, y->nodes.data[y->next].time);
        interp_set_hooks(y->worker, &capture_hooks, y);
        debug_advance(y->debug);
        interp_set_hooks(y->worker, NULL, NULL);
        if (y->next == before) /* does not happen: nodes are at positions */
            break;
    }
}
