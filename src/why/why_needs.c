/* What one operation writes and reads in a lane: from the demanded results back through its finish steps, its body and
   its fetch steps. */
#include "why/why.h"

/* The operation that is visited. */
struct visit {
    struct sm5_why *y;
    const struct plan *plan;
    const struct plan_op *op;
    const struct plan_step *steps;
    const uint64_t *payload;
    uint32_t lane, node;
};

static struct visit visit_of(struct sm5_why *y, const struct why_trace *trace, const struct why_event *event,
                             uint32_t lane)
{
    const struct plan_op *op = &y->plan->ops.data[event->op];
    return (struct visit){.y = y,
                          .plan = y->plan,
                          .op = op,
                          .steps = &y->plan->steps.data[op->steps],
                          .payload = trace->payload.count ? trace->payload.data + event->payload : NULL,
                          .lane = lane,
                          .node = (uint32_t)y->nodes.count};
}

static uint64_t payload_of(const struct visit *v, unsigned slot)
{
    return v->payload[(size_t)slot * v->y->worker->threads + v->lane];
}

/* The slot of a gather or scatter. */
static unsigned slot_of(const struct visit *v, const struct plan_step *step)
{
    unsigned slot = 0;
    for (const struct plan_step *s = v->steps; s < step; s++)
        slot += why_has_slot(s);
    return slot;
}

/* Of the access to memory or a texture, which follows them. */
static uint64_t access_of(const struct visit *v)
{
    return payload_of(v, why_payload_slots(v->plan, v->op) - 1);
}

/* The register that a gather or scatter selects, or WHY_NONE out of range. */
static uint32_t element_of(const struct visit *v, const struct plan_step *step)
{
    uint64_t element = payload_of(v, slot_of(v, step));
    return element < step->file.length ? step->file.first + step->file.stride * (uint32_t)element : WHY_NONE;
}

/* ---- items and wants ---- */

struct why_item *why_add_item(struct sm5_why *y, const struct why_item *item)
{
    if (!VEC_PUSH(&y->items, *item)) {
        y->failed = true;
        return NULL;
    }
    return &y->items.data[y->items.count - 1];
}

bool why_is_wanted(const struct sm5_why *y, uint32_t column)
{
    for (size_t i = 0; i < y->wants.count; i++)
        if (y->wants.data[i].column == column && y->wants.data[i].lane == y->lane)
            return true;
    return false;
}

void why_want_of(struct sm5_why *y, uint32_t lane, uint32_t column, enum sm5_why_role role, unsigned operand,
                 unsigned half)
{
    const struct why_want want = {column, lane, (uint8_t)role, (uint8_t)operand, (uint8_t)half};
    if (column == PLAN_NONE)
        return;
    for (size_t i = 0; i < y->wants.count; i++)
        if (y->wants.data[i].column == column && y->wants.data[i].lane == lane) {
            y->wants.data[i].role = role < y->wants.data[i].role ? (uint8_t)role : y->wants.data[i].role;
            return;
        }
    y->failed = y->failed || !VEC_PUSH(&y->wants, want);
}

void why_want(struct sm5_why *y, uint32_t column, enum sm5_why_role role, unsigned operand, unsigned half)
{
    why_want_of(y, y->lane, column, role, operand, half);
}

static struct why_item result_item(const struct visit *v)
{
    return (struct why_item){.node = v->node,
                             .is_result = true,
                             .operand = UINT8_MAX,
                             .column = WHY_NONE,
                             .step = WHY_NONE,
                             .lane = v->lane};
}

static void add_result_column(const struct visit *v, uint32_t column, unsigned operand, unsigned half)
{
    struct why_item item = result_item(v);
    item.kind = WHY_COLUMN_AFTER;
    item.column = column;
    item.operand = (uint8_t)operand;
    item.half = (uint8_t)half;
    why_add_item(v->y, &item);
}

static bool take_column(const struct visit *v, uint32_t column, unsigned operand)
{
    if (column == PLAN_NONE || !why_take_column(v->y, column, v->lane, v->node))
        return false;
    add_result_column(v, column, operand, 0);
    return true;
}

static void add_result_memory(const struct visit *v, uint8_t *place, uint32_t size, unsigned component,
                              unsigned operand)
{
    struct why_item item = result_item(v);
    item.kind = v->op->run == RUN_STORE || v->op->run == RUN_TEXTURE ? WHY_MEMORY : WHY_ATOMIC;
    item.place = place;
    item.size = (uint8_t)size;
    item.component = (uint8_t)component;
    item.operand = (uint8_t)operand;
    why_add_item(v->y, &item);
}

/* ---- results in registers ---- */

static unsigned result_operand(const struct visit *v, unsigned k)
{
    const struct isa_op *row = isa_op(v->op->opcode);
    return isa_shape((enum isa_form)row->form)->wide_dst ? 0 : k;
}

static bool take_unit(const struct visit *v, const struct plan_unit *unit)
{
    bool wide = isa_shape((enum isa_form)isa_op(v->op->opcode)->form)->wide_dst;
    bool taken[2];
    for (unsigned k = 0; k < 2; k++)
        taken[k] = unit->d[k] < v->plan->registers && why_take_column(v->y, unit->d[k], v->lane, v->node);
    for (unsigned k = 0; k < 2; k++)
        if (taken[k] || (wide && taken[1 - k] && unit->d[k] < v->plan->registers))
            add_result_column(v, unit->d[k], result_operand(v, k), wide ? k + 1 : 0);
    return taken[0] || taken[1];
}

static void want_unit(const struct visit *v, const struct plan_unit *unit)
{
    const struct isa_shape *shape = isa_shape((enum isa_form)isa_op(v->op->opcode)->form);
    for (unsigned k = 0; k < 2 && shape->dot; k++)
        for (unsigned c = 0; c < shape->dot; c++)
            why_want(v->y, unit->s[4 * k + c], SM5_WHY_VALUE, k + 1, 0);
    for (unsigned k = 0; k < shape->sources && !shape->dot; k++) {
        bool wide = shape->wide_src >> k & 1;
        why_want(v->y, unit->s[2 * k], SM5_WHY_VALUE, shape->dsts + k, wide);
        if (wide)
            why_want(v->y, unit->s[2 * k + 1], SM5_WHY_VALUE, shape->dsts + k, 2);
    }
}

static void take_units(const struct visit *v)
{
    const struct plan_unit *units = &v->plan->units.data[v->op->units];
    for (unsigned u = 0; u < v->op->units_count; u++)
        if (take_unit(v, &units[u]) || why_is_wanted(v->y, units[u].d[0]) ||
            why_is_wanted(v->y, units[u].d[1]))
            want_unit(v, &units[u]);
}

static void add_record(const struct visit *v, uint8_t *place, uint32_t word, bool is_result)
{
    struct why_item item = result_item(v);
    item.kind = WHY_RECORD;
    item.is_result = is_result;
    item.place = place;
    item.size = sizeof(uint32_t);
    item.at = word;
    item.word.source = is_result ? SM5_WHY_STEP : SM5_WHY_INITIAL;
    if (why_add_item(v->y, &item) && !is_result)
        why_demand_memory(v->y, place, item.size, (uint32_t)v->y->items.count - 1);
}

static void take_output(const struct visit *v, const struct plan_step *step)
{
    uint64_t place = payload_of(v, slot_of(v, step));
    uint8_t *word = why_place_bytes(place);
    if (!why_place_size(place) || !why_take_memory(v->y, word, why_place_size(place), v->node))
        return;
    const uint8_t *first = (const uint8_t *)v->y->worker->stage->records[step->record.records].words;
    add_record(v, word, (uint32_t)((size_t)(word - first) / 4 % (4ul * step->record.registers)), true);
    why_want(v->y, step->s, SM5_WHY_VALUE, UINT8_MAX, 0);
    why_want(v->y, step->element.index, SM5_WHY_ADDRESS, UINT8_MAX, 0);
}

/* Each word of the vertex is a copy of the output. */
static void take_emitted(const struct visit *v)
{
    const struct sm5_records *outputs = &v->y->worker->stage->records[PLAN_OUTPUTS];
    uint32_t count = 4 * outputs->registers;
    uint8_t *from = (uint8_t *)(outputs->words + (size_t)v->lane * count);
    uint8_t *to = (uint8_t *)(uintptr_t)access_of(v);
    size_t first = v->y->items.count, taken;
    for (uint32_t i = 0; i < count; i++)
        if (why_take_memory(v->y, to + 4ul * i, sizeof(uint32_t), v->node))
            add_record(v, to + 4ul * i, i, true);
    taken = v->y->items.count;
    for (size_t i = first; i < taken && !v->y->failed; i++) {
        uint32_t word = v->y->items.data[i].at;
        add_record(v, from + 4ul * word, word, false);
    }
}

static void take_finishes(const struct visit *v)
{
    const struct plan_step *step = v->steps + v->op->fetches;
    for (unsigned i = 0; i < v->op->finishes; i++, step++) {
        if (step->kind == STEP_SELECT && take_column(v, step->d, UINT8_MAX))
            why_want(v->y, step->s, SM5_WHY_VALUE, UINT8_MAX, 0);
        if (step->kind == STEP_SCATTER && take_column(v, element_of(v, step), UINT8_MAX)) {
            why_want(v->y, step->s, SM5_WHY_VALUE, UINT8_MAX, 0);
            why_want(v->y, step->element.index, SM5_WHY_ADDRESS, UINT8_MAX, 0);
        }
        if (step->kind == STEP_OUTPUT)
            take_output(v, step);
    }
}

/* ---- memory ---- */

static void want_address(const struct visit *v, const struct plan_memory *m)
{
    why_want(v->y, m->reg.index, SM5_WHY_ADDRESS, UINT8_MAX, 0);
    why_want(v->y, m->address, SM5_WHY_ADDRESS, UINT8_MAX, 0);
    why_want(v->y, m->offset, SM5_WHY_ADDRESS, UINT8_MAX, 0);
}

static unsigned value_operand(const struct visit *v)
{
    struct isa_layout layout = isa_layout(isa_op(v->op->opcode));
    return layout.values ? layout.value : UINT8_MAX;
}

static bool has_word_channels(uint64_t place)
{
    return !(place & WHY_NARROW);
}

/* An element of a typed view: by channels of 32 bits, else as a whole, to which all channels contribute. */
static void store_element(const struct visit *v, const uint32_t *columns, uint64_t place, unsigned operand)
{
    uint32_t size = why_place_size(place);
    unsigned words = has_word_channels(place) ? size / 4 : 0;
    for (unsigned k = 0; k < words; k++) {
        uint8_t *word = why_place_bytes(place) + 4 * k;
        if (!why_take_memory(v->y, word, 4, v->node))
            continue;
        add_result_memory(v, word, 4, k, operand);
        why_want(v->y, columns[k], SM5_WHY_VALUE, operand, 0);
    }
    if (words || !size || !why_take_memory(v->y, why_place_bytes(place), size, v->node))
        return;
    add_result_memory(v, why_place_bytes(place), size, 0, operand);
    for (unsigned k = 0; k < 4; k++)
        why_want(v->y, columns[k], SM5_WHY_VALUE, operand, 0);
}

static bool take_store(const struct visit *v, const struct plan_memory *m)
{
    uint64_t place = access_of(v);
    size_t before = v->y->items.count;
    if (m->dimension == ISA_DIM_BUFFER)
        store_element(v, m->column, place, value_operand(v));
    for (unsigned k = 0; m->dimension != ISA_DIM_BUFFER && k < m->count && 4 * k < why_place_size(place);
         k++) {
        uint8_t *word = why_place_bytes(place) + 4 * k;
        if (!why_take_memory(v->y, word, 4, v->node))
            continue;
        add_result_memory(v, word, 4, k, value_operand(v));
        why_want(v->y, m->column[k], SM5_WHY_VALUE, value_operand(v), 0);
    }
    return v->y->items.count > before;
}

/* The new value of the word depends on the operands and, unless it is exchanged, on the old one; the result only on
   the old one. */
static bool take_atomic(const struct visit *v, const struct plan_memory *m)
{
    uint64_t place = access_of(v);
    size_t before = v->y->items.count;
    take_column(v, m->result, 0);
    bool exists = why_place_size(place) >= 4;
    if (exists && why_take_memory(v->y, why_place_bytes(place), 4, v->node)) {
        add_result_memory(v, why_place_bytes(place), 4, 0, value_operand(v));
        for (unsigned k = 0; k < m->count; k++)
            why_want(v->y, m->column[k], SM5_WHY_VALUE, value_operand(v), 0);
    }
    return v->y->items.count > before;
}

static bool take_counter(const struct visit *v, const struct plan_memory *m)
{
    uint64_t place = access_of(v);
    size_t before = v->y->items.count;
    take_column(v, m->result, 0);
    if (why_place_size(place) && why_take_memory(v->y, why_place_bytes(place), 4, v->node))
        add_result_memory(v, why_place_bytes(place), 4, 0, UINT8_MAX);
    return v->y->items.count > before;
}

static void take_memory(const struct visit *v)
{
    const struct plan_memory *m = &v->plan->memory.data[v->op->memory];
    size_t before = v->y->items.count;
    switch (v->op->run) {
    case RUN_STORE: take_store(v, m); break;
    case RUN_ATOMIC: take_atomic(v, m); break;
    case RUN_ALLOC:
    case RUN_CONSUME: take_counter(v, m); break;
    case RUN_LOAD:
        for (unsigned k = 0; k < m->count; k++)
            take_column(v, m->column[k], 0);
        take_column(v, m->status, 1);
        break;
    default: take_column(v, m->result, 0); break;
    }
    if (v->y->items.count > before || v->y->wants.count)
        want_address(v, m);
}

static void take_texture(const struct visit *v, const struct why_event *event, const struct why_trace *trace)
{
    const struct plan_texture *t = &v->plan->textures.data[v->op->texture];
    size_t before = v->y->items.count;
    unsigned operand = t->access.reads[READ_VALUE].operand;
    if (t->access.kind == ISA_ACCESS_STORE)
        store_element(v, &t->reads[READ_VALUE], access_of(v), operand);
    for (unsigned k = 0; k < t->count; k++)
        take_column(v, t->column[k], t->access.dst);
    take_column(v, t->status, t->access.status);
    uint64_t place = t->access.kind == ISA_ACCESS_ATOMIC ? access_of(v) : 0;
    if (why_place_size(place) && why_take_memory(v->y, why_place_bytes(place), 4, v->node)) {
        add_result_memory(v, why_place_bytes(place), 4, 0, operand);
        for (unsigned k = 0; k < 4; k++)
            why_want(v->y, t->reads[READ_VALUE + k], SM5_WHY_VALUE, operand, 0);
    }
    if (v->y->items.count == before && !v->y->wants.count)
        return;
    for (unsigned i = 0; i < READ_COUNT; i++)
        if (i < READ_VALUE || i >= READ_VALUE + 4)
            why_want(v->y, t->reads[i], SM5_WHY_ADDRESS, t->access.reads[i].operand, 0);
    for (unsigned i = 0; t->access.derives && i < t->access.axes; i++)
        for (unsigned k = ISA_DERIVATIVE_X_COARSE; k <= ISA_DERIVATIVE_Y_COARSE; k++)
            why_want_pair(v->y, (enum isa_derivative)k, t->all_lanes, trace, event, t->reads[READ_COORD + i],
                          SM5_WHY_ADDRESS);
    why_want(v->y, t->reg.index, SM5_WHY_ADDRESS, UINT8_MAX, 0);
    why_want(v->y, t->sampler_reg.index, SM5_WHY_ADDRESS, UINT8_MAX, 0);
}

/* A derivative is of two pixels; an input at another position is its own value and, unless it is constant, both fine
   derivatives. */
static void want_quad(const struct visit *v, const struct why_event *event, const struct why_trace *trace)
{
    const struct plan_unit *units = &v->plan->units.data[v->op->units];
    for (unsigned u = 0; u < v->op->units_count; u++) {
        if (!why_is_wanted(v->y, units[u].d[0]))
            continue;
        if (v->op->run == RUN_DERIVATIVE) {
            why_want_pair(v->y, (enum isa_derivative)v->op->quad.kind, v->op->quad.all_lanes, trace, event,
                          units[u].s[0], SM5_WHY_VALUE);
            continue;
        }
        why_want(v->y, units[u].s[0], SM5_WHY_VALUE, UINT8_MAX, 0);
        why_want(v->y, units[u].s[2], SM5_WHY_ADDRESS, UINT8_MAX, 0);
        why_want(v->y, units[u].s[4], SM5_WHY_ADDRESS, UINT8_MAX, 0);
        for (unsigned k = ISA_DERIVATIVE_X_FINE; k <= ISA_DERIVATIVE_Y_FINE; k++)
            if (v->op->quad.kind != PROGRAM_CONSTANT)
                why_want_pair(v->y, (enum isa_derivative)k, v->op->quad.all_lanes, trace, event,
                              units[u].s[0], SM5_WHY_VALUE);
    }
}

static bool take_discard(const struct visit *v)
{
    if (!why_take_discard(v->y, v->lane, v->node))
        return false;
    why_want(v->y, v->op->condition, SM5_WHY_CONDITION, UINT8_MAX, 0);
    return true;
}

bool why_take_results(struct sm5_why *y, const struct why_trace *trace, const struct why_event *event,
                      uint32_t lane)
{
    const struct visit v = visit_of(y, trace, event, lane);
    size_t before = y->items.count;
    bool discards = false;
    y->wants.count = 0;
    y->lane = lane;
    take_finishes(&v);
    if (v.op->run == RUN_LANES || v.op->run == RUN_DOUBLES)
        take_units(&v);
    else if (plan_is_memory(v.op))
        take_memory(&v);
    else if (v.op->run == RUN_TEXTURE)
        take_texture(&v, event, trace);
    else if (v.op->run == RUN_DERIVATIVE || v.op->run == RUN_PULL)
        want_quad(&v, event, trace);
    else if (v.op->run == RUN_STREAM && v.op->stream.emits)
        take_emitted(&v);
    else if (v.op->run == RUN_DISCARD && access_of(&v))
        discards = take_discard(&v);
    return discards || y->items.count > before;
}

/* ---- reads ---- */

static struct why_item read_item(const struct visit *v, const struct why_want *want)
{
    return (struct why_item){.word = {.role = want->role},
                             .node = v->node,
                             .half = want->half,
                             .operand = want->operand,
                             .column = WHY_NONE,
                             .step = WHY_NONE,
                             .lane = v->lane};
}

static void add_register(const struct visit *v, const struct why_want *want, uint32_t column)
{
    bool follows = want->role != SM5_WHY_CONDITION || v->y->options.follow == SM5_WHY_CONDITIONS ||
                   v->op->run == RUN_DISCARD;
    struct why_item item = read_item(v, want);
    item.kind = WHY_COLUMN;
    item.column = column;
    item.word.source = SM5_WHY_CUT;
    if (!why_add_item(v->y, &item) || !follows)
        return;
    const struct why_late late = {column, v->lane, (uint32_t)v->y->items.count - 1};
    if (v->lane == v->y->lane)
        why_demand_column(v->y, late.column, late.lane, late.item);
    else
        v->y->failed |= !VEC_PUSH(&v->y->late, late);
}

static void add_leaf(const struct visit *v, const struct why_want *want, uint32_t column,
                     enum sm5_why_source source, const struct plan_step *step)
{
    struct why_item item = read_item(v, want);
    item.kind = WHY_COLUMN;
    item.column = column;
    item.word.source = source;
    item.step = step ? (uint32_t)(step - v->plan->steps.data) : WHY_NONE;
    why_add_item(v->y, &item);
}

static void add_index(const struct visit *v, struct plan_index index)
{
    why_want_of(v->y, v->lane, index.index, SM5_WHY_ADDRESS, UINT8_MAX, 0);
}

static void add_gather(const struct visit *v, const struct why_want *want, const struct plan_step *step)
{
    uint32_t column = element_of(v, step);
    if (column == WHY_NONE)
        add_leaf(v, want, step->d, SM5_WHY_OUT_OF_BOUNDS, step);
    else
        add_register(v, want, column);
    add_index(v, step->element);
}

/* Inputs are those of the run; vocp and a hull shader's vpc are outputs of earlier phases. */
static void add_input(const struct visit *v, const struct why_want *want, const struct plan_step *step)
{
    uint64_t place = payload_of(v, slot_of(v, step));
    bool is_input = step->record.records == PLAN_INPUTS || v->plan->program->stage == ISA_DOMAIN;
    uint32_t at = (uint32_t)v->y->items.count;
    if (!why_place_size(place))
        add_leaf(v, want, step->d, SM5_WHY_OUT_OF_BOUNDS, step);
    else
        add_leaf(v, want, step->d, is_input ? SM5_WHY_INPUT : SM5_WHY_INITIAL, step);
    if (why_place_size(place) && !is_input && !v->y->failed) {
        v->y->items.data[at].place = why_place_bytes(place);
        why_demand_memory(v->y, why_place_bytes(place), why_place_size(place), at);
    }
    add_index(v, step->reg);
    add_index(v, step->element);
}

/* A scratch column: what its fetch step reads. */
static void add_step(const struct visit *v, const struct why_want *want, const struct plan_step *step)
{
    switch (step->kind) {
    case STEP_MODIFY:
        why_want_of(v->y, v->lane, want->column == step->d ? step->s : step->s2,
                    (enum sm5_why_role)want->role, want->operand, want->half);
        break;
    case STEP_FILE: add_gather(v, want, step); break;
    case STEP_RECORD: add_input(v, want, step); break;
    case STEP_ADD: add_index(v, step->element); break;
    case STEP_WORD: add_leaf(v, want, want->column, SM5_WHY_LITERAL, NULL); break;
    case STEP_CYCLES: add_leaf(v, want, want->column, SM5_WHY_CLOCK, step); break;
    default:
        add_leaf(v, want, want->column, SM5_WHY_CONSTANT, step);
        add_index(v, step->reg);
        add_index(v, step->element);
        break;
    }
}

static void add_read(const struct visit *visited, struct why_want want)
{
    struct visit of_lane = *visited;
    const struct visit *v = &of_lane;
    of_lane.lane = want.lane;
    const struct plan *plan = v->plan;
    uint32_t column = want.column;
    if (column < plan->registers) {
        add_register(v, &want, column);
        return;
    }
    for (unsigned i = 0; i < v->op->fetches; i++) {
        const struct plan_step *step = &v->steps[i];
        if (step->d == column || step->d2 == column) {
            add_step(v, &want, step);
            return;
        }
    }
    if (column >= plan->system && column < plan->system + SYSTEM_COLUMNS)
        add_leaf(v, &want, column, SM5_WHY_NUMBER, NULL);
    else if (column == plan->zero || (column >= plan->pool && column < plan->scratch))
        add_leaf(v, &want, column, SM5_WHY_LITERAL, NULL);
}

/* ---- words that a load or an atomic reads ---- */

static void add_memory(const struct visit *v, uint64_t place, unsigned first, uint32_t size,
                       unsigned component, uint32_t column, uint32_t slot)
{
    const struct why_want want = {PLAN_NONE, v->lane, SM5_WHY_VALUE, UINT8_MAX, 0};
    struct why_item item = read_item(v, &want);
    bool is_input = slot >= PLAN_BY_LANE || v->plan->program->decls.resources[slot].file == ISA_FILE_SRV;
    bool exists = size && first + size <= why_place_size(place);
    item.operand = v->op->run == RUN_ATOMIC ? (uint8_t)value_operand(v) : UINT8_MAX;
    item.kind = v->op->run == RUN_LOAD || v->op->run == RUN_TEXTURE ? WHY_COLUMN_AFTER : WHY_ATOMIC;
    item.column = column;
    item.component = (uint8_t)component;
    item.place = exists ? why_place_bytes(place) + first : NULL;
    item.size = (uint8_t)(exists ? size : 0);
    item.word.source = exists                   ? SM5_WHY_INPUT
                       : place == WHY_NO_EFFECT ? SM5_WHY_HELPER
                                                : SM5_WHY_OUT_OF_BOUNDS;
    if (why_add_item(v->y, &item) && exists && !is_input)
        why_demand_memory(v->y, item.place, size, (uint32_t)v->y->items.count - 1);
}

/* A result of this node is in the column, or a finish step copies it from there. */
static bool is_used(const struct visit *v, uint32_t column)
{
    const struct sm5_why *y = v->y;
    for (size_t i = y->items.count; column != PLAN_NONE && i-- > 0 && y->items.data[i].node == v->node;)
        if (y->items.data[i].is_result && y->items.data[i].column == column)
            return true;
    return column != PLAN_NONE && why_is_wanted(y, column);
}

/* The element of a typed view has no words of its own for channels that are narrower. */
static void add_element(const struct visit *v, uint64_t place, unsigned channel, uint32_t column,
                        uint32_t slot)
{
    uint32_t size = why_place_size(place);
    if (!size || has_word_channels(place))
        add_memory(v, place, 4 * channel, 4, channel, column, slot);
    else
        add_memory(v, place, 0, size, channel, column, slot);
}

static void add_loads(const struct visit *v)
{
    const struct plan_memory *m = &v->plan->memory.data[v->op->memory];
    uint64_t place = access_of(v);
    for (unsigned k = 0; k < m->count; k++) {
        if (!is_used(v, m->column[k]))
            continue;
        if (m->dimension == ISA_DIM_BUFFER)
            add_element(v, place, m->word[k], m->column[k], m->slot);
        else
            add_memory(v, place, 4u * m->word[k], 4, m->word[k], m->column[k], m->slot);
    }
}

/* An exchange that is only stored does not read the old value. */
static bool reads_old(const struct visit *v, uint16_t atomic, uint32_t result)
{
    return atomic != ISA_ATOMIC_OP_EXCHANGE || is_used(v, result);
}

static void add_texels(const struct visit *v)
{
    const struct plan_texture *t = &v->plan->textures.data[v->op->texture];
    bool has_place = t->access.kind == ISA_ACCESS_LOAD && t->slot < PLAN_BY_LANE &&
                     v->plan->program->decls.resources[t->slot].file == ISA_FILE_UAV;
    for (unsigned k = 0; k < t->count; k++) {
        const struct why_want want = {t->column[k], v->lane, SM5_WHY_VALUE, UINT8_MAX, 0};
        if (!is_used(v, t->column[k]))
            continue;
        if (has_place) {
            add_element(v, access_of(v), t->word[k], t->column[k], t->slot);
            continue;
        }
        add_leaf(v, &want, t->column[k], SM5_WHY_INPUT, NULL);
        v->y->items.data[v->y->items.count - 1].kind = WHY_COLUMN_AFTER;
        v->y->items.data[v->y->items.count - 1].component = t->word[k];
    }
    if (t->access.kind == ISA_ACCESS_ATOMIC)
        add_memory(v, access_of(v), 0, 4, 0, PLAN_NONE, t->slot);
}

static void add_memory_reads(const struct visit *v)
{
    const struct plan_memory *m = plan_is_memory(v->op) ? &v->plan->memory.data[v->op->memory] : NULL;
    const struct why_want want = {m ? m->result : PLAN_NONE, v->lane, SM5_WHY_VALUE, UINT8_MAX, 0};
    switch (v->op->run) {
    case RUN_LOAD: add_loads(v); break;
    case RUN_ATOMIC:
        if (reads_old(v, m->atomic, m->result))
            add_memory(v, access_of(v), 0, 4, 0, PLAN_NONE, m->slot);
        break;
    case RUN_ALLOC:
    case RUN_CONSUME: add_memory(v, access_of(v), 0, 4, 0, PLAN_NONE, m->slot); break;
    case RUN_BUFINFO:
        add_leaf(v, &want, m->result, SM5_WHY_INPUT, NULL);
        v->y->items.data[v->y->items.count - 1].kind = WHY_COLUMN_AFTER;
        break;
    case RUN_TEXTURE: add_texels(v); break;
    default: break;
    }
}

void why_add_reads(struct sm5_why *y, const struct why_trace *trace, const struct why_event *event,
                   uint32_t lane)
{
    const struct visit v = visit_of(y, trace, event, lane);
    add_memory_reads(&v);
    for (size_t i = 0; i < y->wants.count && !y->failed; i++) /* reads of steps are added to the end */
        add_read(&v, y->wants.data[i]);
}
