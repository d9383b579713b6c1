/* What executing a loop for several warps at once gains: estimates in quarter cycles of a core that executes two vector
   operations a cycle. */
#include <stdlib.h>

#include "ir/ir_jam.h"

enum { ROWS = 16 };

/* A load, at a number plus a constant. */
struct row {
    ir_ref base, index;
    uint32_t slot;
};

/* Estimates of a loop's iteration. */
struct cost {
    const struct ir_function *f;
    uint32_t *depths; /* by value: latency since the start of the iteration */
    uint32_t *firsts; /* by value: position of its definition in the loop; 0: outside */
    uint32_t *lasts;  /* by value: of its last use */
    uint32_t position;
    uint32_t own, common;      /* of a warp; the same for all */
    uint32_t latency;          /* of what an iteration needs from the one before */
    uint32_t path;             /* latency of the longest dependence chain */
    uint32_t issue;            /* of a warp's instructions, if all loads hit the cache */
    bool has_loop, has_stream; /* nested; in lanes far apart, of each warp */
    bool in_stream_loop;
    ir_ref *writes; /* to arrays, in the loop; to memory, in code without loops */
    uint32_t write_count;
    bool passes_on; /* a word of an array, to the next iteration */
    bool has_atomic, failed;
    bool is_even;       /* all lanes make about as many iterations */
    uint32_t far_loads; /* of rows by a counter that grows by more than several warps' threads */
    bool in_straight;   /* not in a loop */
    bool has_sample;
    struct row rows[ROWS]; /* the last ones */
    uint32_t row_count;
    bool has_neighbours; /* loads of words near each other in a row, of which a vector each is live */
};

enum { QUARTERS = 4 };

static bool is_varying(const struct ir_value *v)
{
    return v->shape == IR_VARYING;
}

/* Of one warp's vector. */
static uint32_t lane_cost(const struct ir_value *v)
{
    if (isa_has(v->op, ISA_COSTLY))
        return 6 * QUARTERS;
    return ir_lane_info(v->op).is_double ? 4 : 2;
}

static uint32_t lane_latency(const struct ir_value *v)
{
    if (isa_has(v->op, ISA_COSTLY))
        return 16 * QUARTERS;
    bool is_float = isa_has(v->op, ISA_MAKES_NAN) || ir_lane_info(v->op).is_double;
    return (is_float ? 4 : 1) * QUARTERS;
}

enum { STREAM = 4 * QUARTERS }; /* a share of the transposition */

enum { SAMPLE = 16 * QUARTERS };

bool ir_is_sample(const struct ir_function *f, const struct ir_value *v)
{
    enum isa_access kind = v->kind == IR_TEXTURE ? f->textures[v->texture].access.kind : ISA_ACCESS_NONE;
    return kind == ISA_ACCESS_SAMPLE || kind == ISA_ACCESS_GATHER;
}

/* Of a sample: warps share half of its work, texels' columns and weights. */
static bool has_same_x(const struct ir_function *f, const struct ir_value *v)
{
    return f->values[ir_arg(f, v, 0)].is_shared;
}

static uint32_t load_cost(const struct ir_function *f, const struct ir_value *v)
{
    const struct ir_value *index = &f->values[ir_arg(f, v, 0)];
    if (v->stream)
        return STREAM;
    bool is_row = v->cells || index->shape == IR_AFFINE || index->speculated_lanes > 1;
    return is_row ? 2 * QUARTERS : f->lanes * QUARTERS;
}

/* A word of an array that an iteration writes and the next one reads. */
enum { FORWARDING = 10 * QUARTERS };

static uint32_t array_cost(const struct ir_function *f, const struct ir_value *v)
{
    bool is_row = v->count == 0 || !ir_arg(f, v, 0) || !is_varying(&f->values[ir_arg(f, v, 0)]);
    return is_row ? QUARTERS : f->lanes * QUARTERS;
}

/* The product of a counter and the length of rows, which is the same for all lanes. */
static bool is_row_number(const struct ir_function *f, const struct ir_value *v, unsigned result,
                          const uint32_t args[3], uint32_t *growth)
{
    bool is_product =
        v->op == ISA_IMAD || v->op == ISA_UMAD || (result == 1 && (v->op == ISA_IMUL || v->op == ISA_UMUL));
    bool is_left = is_product && args[0] && !args[1], is_right = is_product && args[1] && !args[0];
    *growth = UINT32_MAX;
    return (is_left || is_right) && f->values[ir_arg(f, v, is_left)].level < IR_WARP;
}

/* Growth of a number from one iteration to the next; UINT32_MAX: it is not constant, but the same for all lanes. */
static bool find_growth(const struct ir_function *f, ir_ref ref, unsigned depth, uint32_t *growth)
{
    const struct ir_value *v = &f->values[ref];
    uint32_t args[3] = {0};
    if (depth == 0 || v->count == 0 || v->count > 3)
        return false;
    if (v->kind == IR_PHI) {
        const struct ir_value *next = &f->values[ir_arg(f, v, v->count - 1)];
        if (v->count != 2 || next->kind != IR_LANE || next->op != ISA_IADD)
            return false;
        const struct ir_value *added = &f->values[ir_arg(f, next, ir_arg(f, next, 0) == ref ? 1 : 0)];
        *growth = added->kind == IR_CONST ? added->word : UINT32_MAX;
        return added->kind == IR_CONST || added->level < IR_WARP;
    }
    bool is_found = false, is_part = v->kind == IR_PART;
    unsigned result = is_part ? v->part : 0;
    v = is_part ? &f->values[ir_arg(f, v, 0)] : v;
    for (uint32_t i = 0; v->kind == IR_LANE && i < v->count; i++)
        is_found |= find_growth(f, ir_arg(f, v, i), depth - 1, &args[i]);
    return is_found && (ir_linear(f, v, result, args, growth) || is_row_number(f, v, result, args, growth));
}

enum { GROWTH_DEPTH = 5 };

/* A row of texels, of which successive iterations access other rows. */
static bool is_texel_row(const struct ir_function *f, const struct ir_value *v)
{
    struct ir_texel_access at;
    uint32_t growth;
    return ir_texel_access(f, v, &at) && at.stride && at.coords[1] &&
           find_growth(f, at.coords[1], GROWTH_DEPTH, &growth) && growth;
}

/* The rows that one warp loads in successive iterations are apart, and other warps' are between them. */
static bool is_far(const struct ir_function *f, const struct ir_value *v)
{
    enum { NEAR = 4 };
    uint32_t growth;
    if (v->kind == IR_TEXTURE)
        return is_texel_row(f, v);
    const struct ir_value *index = &f->values[ir_arg(f, v, 0)];
    if (v->kind != IR_LOAD || v->view == IR_NONE || index->shape != IR_AFFINE || index->stride <= 0)
        return false;
    return find_growth(f, ir_arg(f, v, 0), GROWTH_DEPTH, &growth) &&
           growth / (uint32_t)index->stride > NEAR * f->lanes;
}

/* A number plus a constant; 0: the constant alone. */
static ir_ref split_index(const struct ir_function *f, const struct ir_value *v, uint32_t *added)
{
    ir_ref index = v->count ? ir_arg(f, v, 0) : 0;
    const struct ir_value *sum = &f->values[index];
    *added = v->base;
    for (unsigned i = 0; sum->kind == IR_LANE && sum->op == ISA_IADD && i < 2; i++)
        if (f->values[ir_arg(f, sum, i)].kind == IR_CONST) {
            *added += f->values[ir_arg(f, sum, i)].word;
            return ir_arg(f, sum, !i);
        }
    return index;
}

/* The next iteration reads what this one writes, unless the indices are known to differ. */
static bool is_passed_on(const struct cost *c, const struct ir_value *read)
{
    uint32_t from, to, growth;
    ir_ref index = split_index(c->f, read, &from);
    for (uint32_t i = 0; i < c->write_count; i++) {
        const struct ir_value *write = &c->f->values[c->writes[i]];
        if (write->array != read->array || write->component != read->component)
            continue;
        if (split_index(c->f, write, &to) != index ||
            (index && !find_growth(c->f, index, GROWTH_DEPTH, &growth)))
            return true;
        if (to == from + (index ? growth : 0))
            return true;
    }
    return false;
}

enum { STORED = 40 * QUARTERS };

/* Loads from rows near those that the warp before stores to wait until these are in the cache. */
static bool waits_for_store(const struct cost *c, const struct ir_value *v)
{
    bool any = false;
    for (uint32_t i = 0; i < c->write_count && v->kind == IR_LOAD; i++) {
        const struct ir_value *write = &c->f->values[c->writes[i]];
        any |= v->view != IR_NONE && write->slot == v->slot && ir_arg(c->f, write, 0) != ir_arg(c->f, v, 0);
    }
    return any;
}

static bool is_load(const struct ir_value *v)
{
    return v->kind == IR_LOAD || v->kind == IR_TEXEL || v->kind == IR_TEXTURE;
}

/* What the value costs a row of its own: at a distance of n rows, n of the jammed ones still compute it. Loads gain nothing, as
   they hit the cache. */
static uint32_t cost_of_rows(const struct ir_value *v, uint32_t cost)
{
    return is_load(v) ? cost : cost * (uint32_t)(abs(v->row_distance) - 1) / 4;
}

/* Of a component of a texel, in addition to the load. */
enum { CONVERSION = 6 };

static bool is_component(const struct ir_function *f, const struct ir_value *v)
{
    return v->kind == IR_PART && is_load(&f->values[ir_arg(f, v, 0)]);
}

static void add_row(struct cost *c, const struct ir_value *v)
{
    uint32_t added;
    if (v->kind != IR_LOAD || v->view == IR_NONE || !is_varying(v))
        return;
    struct row row = {split_index(c->f, v, &added), ir_arg(c->f, v, 0), v->slot};
    for (uint32_t i = 0; i < ROWS && i < c->row_count; i++)
        c->has_neighbours |=
            c->rows[i].base == row.base && c->rows[i].slot == row.slot && c->rows[i].index != row.index;
    c->rows[c->row_count++ % ROWS] = row;
}

static void add_value(struct cost *c, ir_ref ref)
{
    const struct ir_value *v = &c->f->values[ref];
    add_row(c, v);
    c->far_loads += is_far(c->f, v);
    c->has_atomic |= v->kind == IR_ATOMIC;
    c->has_stream |= c->in_stream_loop && v->stream && !v->is_shared;
    bool is_array = v->kind == IR_XREAD || v->kind == IR_XWRITE;
    bool is_sample = ir_is_sample(c->f, v);
    uint32_t cost = v->kind == IR_LANE                        ? lane_cost(v)
                    : is_sample                               ? SAMPLE
                    : is_load(v)                              ? load_cost(c->f, v)
                    : is_array                                ? array_cost(c->f, v)
                    : c->in_straight && is_component(c->f, v) ? CONVERSION
                                                              : 0;
    if (!is_varying(v) && !is_array)
        cost = is_load(v) ? 3 : 1;
    uint32_t same = v->is_shared || v->level < IR_WARP ? cost
                    : v->row_of                        ? cost - cost_of_rows(v, cost)
                    : is_sample && has_same_x(c->f, v) ? cost / 2
                                                       : 0;
    c->common += same;
    c->own += cost - same;
    c->has_sample |= is_sample && c->f->textures[v->texture].access.kind == ISA_ACCESS_SAMPLE;
    if (c->in_straight && waits_for_store(c, v))
        c->latency = STORED;
    if (v->kind == IR_XREAD && is_passed_on(c, v))
        c->depths[ref] = c->passes_on = true;
    for (uint32_t i = 0; i < v->count; i++) {
        uint32_t depth = c->depths[ir_arg(c->f, v, i)];
        c->depths[ref] = depth > c->depths[ref] ? depth : c->depths[ref];
    }
    if (is_varying(v) && v->kind == IR_LANE && (c->depths[ref] || c->in_straight))
        c->depths[ref] += lane_latency(v);
    c->path = c->depths[ref] > c->path ? c->depths[ref] : c->path;
    if (v->level == IR_WARP && !v->is_shared)
        c->issue += v->kind == IR_LANE ? cost : is_load(v) ? 2 : 0;
    if (v->kind == IR_XWRITE && c->passes_on && c->depths[ref] && c->latency < c->depths[ref] + FORWARDING)
        c->latency = c->depths[ref] + FORWARDING;
}

static void use(struct cost *c, ir_ref ref)
{
    const struct ir_value *v = &c->f->values[ref];
    if (!ref || !is_varying(v) || v->kind == IR_SYSTEM)
        return;
    c->lasts[ref] = c->position;
}

static void define(struct cost *c, ir_ref ref)
{
    c->firsts[ref] = c->lasts[ref] = c->position;
}

static void use_args(struct cost *c, ir_ref ref)
{
    const struct ir_value *v = &c->f->values[ref];
    for (uint32_t i = 0; i < v->count; i++)
        use(c, ir_arg(c->f, v, i));
}

static void use_phis(struct cost *c, const struct ir_list *phis)
{
    for (uint32_t i = 0; i < phis->count; i++) {
        use_args(c, phis->items[i]);
        define(c, phis->items[i]);
        add_value(c, phis->items[i]);
    }
}

static void visit(struct cost *c, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        c->position++;
        if (!(item & IR_NODE_BIT)) {
            use_args(c, item);
            define(c, item);
            add_value(c, item);
            continue;
        }
        const struct ir_node *node = &c->f->nodes[item & ~IR_NODE_BIT];
        c->has_loop |= node->kind == IR_LOOP;
        if (node->kind == IR_IF)
            use(c, node->condition);
        visit(c, &node->bodies[0]);
        visit(c, &node->bodies[1]);
        use_phis(c, &node->phis);
    }
}

/* In a mask register, where there are any. */
static bool is_condition(const struct ir_function *f, const struct ir_value *v, unsigned depth)
{
    if (v->kind != IR_LANE || !depth)
        return false;
    if (v->op < ISA_OPCODE_COUNT && isa_op(v->op)->group == ISA_GROUP_COMPARE)
        return true;
    return (v->op == ISA_AND || v->op == ISA_OR) && is_condition(f, &f->values[ir_arg(f, v, 0)], depth - 1) &&
           is_condition(f, &f->values[ir_arg(f, v, 1)], depth - 1);
}

/* Most vectors, or conditions, that are live at once where so many warps execute the code together. */
static uint32_t pressure(struct cost *c, uint32_t jam, bool conditions)
{
    enum { DEPTH = 4 };
    int32_t *changes = calloc(c->position + 2, sizeof *changes), most = 0, live = 0;
    c->failed |= !changes;
    if (!changes)
        return 1;
    for (uint32_t i = 1; i < c->f->value_count; i++) {
        const struct ir_value *v = &c->f->values[i];
        int32_t copies = v->is_shared ? 1 : v->row_of ? abs(v->row_distance) : (int32_t)jam;
        if (!c->lasts[i] || !is_varying(v)) /* not used */
            continue;
        if (conditions && !is_condition(c->f, v, DEPTH))
            continue;
        changes[c->firsts[i]] += copies;
        if (c->firsts[i]) /* those from outside stay */
            changes[c->lasts[i]] -= copies;
    }
    for (uint32_t i = 0; i <= c->position; i++) {
        live += changes[i];
        most = live > most ? live : most;
    }
    free(changes);
    return (uint32_t)most;
}

/* An exit when a number that grows by a constant from lane to lane reaches one that is the same for all. */
static bool is_even_exit(const struct ir_function *f, const struct ir_node *exit)
{
    const struct ir_node *node = &f->nodes[exit->parent];
    const struct ir_value *v = &f->values[node->condition];
    if (node->kind != IR_IF || v->kind != IR_LANE || v->count != 2)
        return false;
    return f->values[ir_arg(f, v, 0)].shape == IR_AFFINE && f->values[ir_arg(f, v, 1)].shape == IR_AFFINE;
}

static bool is_even(const struct ir_function *f, uint32_t loop)
{
    for (uint32_t i = 0; i < f->node_count && f->nodes[loop].divergent; i++)
        if (f->nodes[i].kind == IR_EXIT && f->nodes[i].target == loop && !is_even_exit(f, &f->nodes[i]))
            return false;
    return true;
}

static void find_writes(struct cost *c, const struct ir_list *list, enum ir_kind kind)
{
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        const struct ir_node *node = &c->f->nodes[item & ~IR_NODE_BIT];
        if (!(item & IR_NODE_BIT)) {
            if (c->f->values[item].kind == kind)
                c->writes[c->write_count++] = item;
            continue;
        }
        find_writes(c, &node->bodies[0], kind);
        find_writes(c, &node->bodies[1], kind);
    }
}

static void visit_loop(struct cost *c, uint32_t at)
{
    enum { CONTROL = 3 * QUARTERS };
    const struct ir_node *loop = &c->f->nodes[at];
    c->common = CONTROL;
    find_writes(c, &loop->bodies[0], IR_XWRITE);
    c->in_stream_loop = loop->has_stream && !loop->divergent;
    c->is_even = is_even(c->f, at);
    for (uint32_t i = 0; i < loop->headers.count; i++) {
        define(c, loop->headers.items[i]);
        c->depths[loop->headers.items[i]] = 1;
    }
    visit(c, &loop->bodies[0]);
    c->position++;
    for (uint32_t i = 0; i < loop->headers.count; i++) {
        const struct ir_value *v = &c->f->values[loop->headers.items[i]];
        for (uint32_t k = 1; k < v->count; k++) {
            ir_ref next = ir_arg(c->f, v, k);
            use(c, next);
            c->latency = c->depths[next] > c->latency ? c->depths[next] : c->latency;
        }
    }
}

uint32_t ir_jam_time(const struct ir_jam_cost *cost, uint32_t jam)
{
    uint32_t work = cost->own + cost->common / jam, wait = cost->latency / jam;
    return work > wait ? work : wait;
}

static uint32_t time_of(const struct cost *c, uint32_t jam)
{
    struct ir_jam_cost cost = {.own = c->own, .common = c->common, .latency = c->latency};
    return ir_jam_time(&cost, jam);
}

/* Percents of the time of fewer warps that more must take at most. */
static uint32_t most_gainful(const struct cost *c)
{
    enum { GAIN = 85, MORE = 92, MOST = 8 };
    uint64_t one = time_of(c, 1), two = time_of(c, 2), four = time_of(c, 4);
    if (100 * two > GAIN * one && 100 * four > GAIN * one)
        return 1;
    uint32_t best = 2;
    while (best < MOST && 100ull * time_of(c, 2 * best) <= (uint64_t)MORE * time_of(c, best))
        best *= 2;
    return best;
}

/* Rows far apart are read faster as wide as possible: fewer passes over the same pages. Lanes that leave a loop early wait
   for those of the other warps too. */
static uint32_t best_of_loop(const struct cost *c)
{
    enum { UNEVEN = 70, FEW = 10 * QUARTERS /* for a row */ };
    if (c->has_loop || c->has_stream)
        return 1;
    if (c->far_loads && c->is_even && !c->has_atomic && c->own <= c->far_loads * FEW)
        return c->has_neighbours ? IR_JAM / 2 : IR_JAM;
    if (!c->is_even)
        return 100ull * time_of(c, 2) <= (uint64_t)UNEVEN * time_of(c, 1) ? 2 : 1;
    return most_gainful(c);
}

static enum sm5_status open_cost(const struct ir_function *f, struct cost *c)
{
    uint32_t *memory = calloc(f->value_count + 1, 4 * sizeof *memory);
    *c = (struct cost){.f = f, .depths = memory};
    if (!memory)
        return SM5_ERR_MEMORY;
    c->firsts = memory + f->value_count;
    c->lasts = memory + 2 * (size_t)f->value_count;
    c->writes = memory + 3 * (size_t)f->value_count;
    c->position = 1;
    return SM5_OK;
}

/* Vectors that copies may have live, spilled ones among them. A double is two; waiting for them costs more. Of loops with warps of
   8 more may be: most of those that the estimate counts are loads, which are operands in memory of what uses them. */
static uint32_t vectors_of(const struct cost *c)
{
    enum { FLOATS = 40, DOUBLES = 56 };
    if (c->f->is_double)
        return DOUBLES * c->f->lanes / 16;
    bool is_loop = !c->in_straight && !c->f->is_unrolled;
    return FLOATS * c->f->lanes / 16 + (is_loop && c->f->lanes == 8 ? 8 : 0);
}

static enum sm5_status close_cost(struct cost *c, uint32_t best, bool has_chain, struct ir_jam_cost *out)
{
    enum {
        OF_SAMPLE = 5,
        CONDITIONS = 14 /* twice the mask registers: of a chain of conditions each second one is live */
    };
    uint32_t registers = vectors_of(c);
    *out = (struct ir_jam_cost){.best = best, .most = IR_UNROLLED, .has_chain = has_chain};
    if (!c->has_loop)
        out->own = c->own, out->common = c->common, out->latency = c->latency;
    uint32_t of_sample = c->has_sample ? OF_SAMPLE : 0;
    /* The condition to leave a loop is used at once. */
    bool has_conditions = !c->in_straight && !c->f->is_unrolled && pressure(c, 1, true) > 1;
    while (out->most > 1 && (pressure(c, out->most, false) + out->most * of_sample > registers ||
                             (has_conditions && pressure(c, out->most, true) > CONDITIONS)))
        out->most /= 2;
    free(c->depths);
    return c->failed ? SM5_ERR_MEMORY : SM5_OK;
}

enum sm5_status ir_jam_cost(const struct ir_function *f, uint32_t loop, struct ir_jam_cost *out)
{
    struct cost c;
    enum sm5_status status = open_cost(f, &c);
    if (status)
        return status;
    visit_loop(&c, loop);
    return close_cost(&c, best_of_loop(&c), false, out);
}

/* The number of warps that hide the latency of a dependence chain. The processor overlaps as much of a warp, and of the warps
   after it, as its window of instructions holds. */
static uint32_t best_of_chain(const struct cost *c)
{
    enum { WINDOW = 64 * QUARTERS /* as they are issued */, GAIN = 125 };
    uint64_t in_window = c->issue < WINDOW ? c->issue : WINDOW;
    return 100 * c->path * in_window > (uint64_t)GAIN * c->issue * WINDOW ? 2 : 1;
}

enum sm5_status ir_jam_straight_cost(const struct ir_function *f, const struct ir_list *list,
                                     struct ir_jam_cost *out)
{
    struct cost c;
    enum sm5_status status = open_cost(f, &c);
    if (status)
        return status;
    find_writes(&c, list, IR_STORE);
    c.in_straight = true;
    visit(&c, list);
    uint32_t best = most_gainful(&c), of_chain = best_of_chain(&c);
    return close_cost(&c, best > of_chain ? best : of_chain, of_chain > 1, out);
}
