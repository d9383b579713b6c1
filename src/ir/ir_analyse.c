/* Analysis for the code generator: shape of each value across the lanes of a warp, level at which its code
   can be emitted, range, and where control flow is divergent.

   The analysis starts from the optimistic state and lowers it to a fixed point: shapes go from unknown
   through affine to varying, levels rise, nodes become divergent. Every step is monotonic, so a few passes
   suffice. */
#include <stdlib.h>

#include "ir/ir_facts.h"

struct analysis {
    struct ir_function *f;
    uint32_t lanes, threads;
    uint32_t last;         /* number of the last thread, including the lanes that pad the last warp */
    const uint32_t *group; /* threads in x, y, z */
    bool changed;
};

static uint8_t max_level(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

static bool is_uniform(const struct ir_value *v)
{
    return v->shape == IR_UNKNOWN || (v->shape == IR_AFFINE && v->stride == 0);
}

static bool is_constant(const struct ir_value *v)
{
    return v->kind == IR_CONST;
}

static uint8_t zeros_of(uint32_t word)
{
    return word ? (uint8_t)__builtin_ctz(word) : 32;
}

static uint8_t least(uint8_t a, uint8_t b)
{
    return a < b ? a : b;
}

/* ---- systems ---- */

/* Threads of a group are numbered x fastest; a warp is `lanes` consecutive threads. A coordinate whose
   period and step divide evenly into the warp is affine or uniform. */
static void shape_coordinate(const struct analysis *a, struct ir_value *v, unsigned axis)
{
    const uint32_t *group = a->group;
    uint32_t below = 1; /* consecutive threads that share the coordinate */
    for (unsigned i = 0; i < axis; i++)
        below *= group[i];
    v->low = 0;
    v->high = group[axis] - 1;
    v->level = IR_WARP;
    v->aligned = 0;
    if (group[axis] == 1) {
        v->shape = IR_AFFINE;
        v->level = IR_DISPATCH;
        v->aligned = 32;
    } else if (below % a->lanes == 0) {
        v->shape = IR_AFFINE;
    } else if (below == 1 && (group[axis] % a->lanes == 0 || group[axis] == a->threads)) {
        v->shape = IR_AFFINE;
        v->stride = 1;
        v->aligned = zeros_of(a->lanes);
        v->high = group[axis] == a->threads ? a->last : v->high;
    } else {
        v->shape = IR_VARYING;
    }
}

static void shape_system(const struct analysis *a, struct ir_value *v)
{
    switch (v->system) {
    case IR_GROUP_X:
    case IR_GROUP_Y:
    case IR_GROUP_Z:
        v->shape = IR_AFFINE;
        v->level = IR_GROUP;
        v->aligned = 0;
        v->high = 0xfffe;
        break;
    case IR_FLAT:
        v->shape = IR_AFFINE;
        v->stride = 1;
        v->aligned = zeros_of(a->lanes);
        v->level = IR_WARP;
        v->high = a->last;
        break;
    case IR_LOCAL_X:
    case IR_LOCAL_Y:
    case IR_LOCAL_Z: shape_coordinate(a, v, v->system - IR_LOCAL_X); break;
    default:
        shape_coordinate(a, v, v->system - IR_THREAD_X);
        v->aligned = least(v->aligned, zeros_of(a->group[v->system - IR_THREAD_X]));
        v->level = max_level(v->level, IR_GROUP);
        v->high = 0xfffe * a->group[v->system - IR_THREAD_X] + v->high;
        break;
    }
}

/* ---- lane operations ---- */

struct variance {
    uint8_t shape, level;
    int32_t stride;
};

static struct variance varying(void)
{
    return (struct variance){IR_VARYING, IR_WARP, 0};
}

static struct variance affine(uint8_t level, uint32_t stride)
{
    return (struct variance){IR_AFFINE, stride ? IR_WARP : level, (int32_t)stride};
}

/* ---- aligned warps ----

   Lane 0's value is often a multiple of a power of two. Where the lanes' values differ in that many low bits only,
   the high bits are uniform, and the low ones are stride * lane. */

static uint8_t sum_of(uint8_t a, uint32_t b)
{
    return a + b < 32 ? (uint8_t)(a + b) : 32;
}

static uint8_t lane_aligned(const struct ir_function *f, const struct ir_value *v, unsigned result)
{
    uint8_t arg[3] = {0};
    for (uint32_t i = 0; i < v->count && i < 3; i++)
        arg[i] = f->values[ir_arg(f, v, i)].aligned;
    const struct ir_value *last = v->count ? &f->values[ir_arg(f, v, v->count - 1)] : NULL;
    switch (v->op) {
    case ISA_IADD:
    case ISA_OR:
    case ISA_XOR: return least(arg[0], arg[1]);
    case ISA_AND: return arg[0] > arg[1] ? arg[0] : arg[1];
    case ISA_IMUL:
    case ISA_UMUL: return result == 1 ? sum_of(arg[0], arg[1]) : 0;
    case ISA_IMAD:
    case ISA_UMAD: return least(sum_of(arg[0], arg[1]), arg[2]);
    case ISA_ISHL: return is_constant(last) ? sum_of(arg[0], last->word & 31) : arg[0];
    case ISA_UDIV: /* by 0: all ones */
        return result == 1 && is_constant(last) && last->word ? least(arg[0], arg[1]) : 0;
    case ISA_MOVC: return least(arg[1], arg[2]);
    case ISA_MOV:
    case ISA_INEG:
    case IR_MODIFIER + LANE_NEG_I32: return arg[0];
    default: return 0;
    }
}

static uint8_t value_aligned(const struct ir_function *f, const struct ir_value *v)
{
    if (v->kind == IR_LANE)
        return lane_aligned(f, v, 0);
    if (v->kind == IR_PART && f->values[ir_arg(f, v, 0)].kind == IR_LANE)
        return lane_aligned(f, &f->values[ir_arg(f, v, 0)], v->part);
    uint8_t aligned = v->kind == IR_PHI ? 32 : 0;
    for (uint32_t i = 0; v->kind == IR_PHI && i < v->count; i++)
        if (ir_arg(f, v, i))
            aligned = least(aligned, f->values[ir_arg(f, v, i)].aligned);
    return aligned;
}

/* Warps of a group leave a loop in different iterations: they execute it together only where each lane has its own condition. */
static bool is_test_of_warps(const struct ir_function *f, ir_ref tested, const struct ir_value *limit)
{
    const struct ir_value *v = &f->values[tested];
    const uint32_t *group = f->program->decls.thread_group;
    bool is_carried = false;
    for (uint32_t i = 0; v->kind == IR_PHI && i < v->count; i++)
        is_carried |= ir_arg(f, v, i) > tested;
    return is_carried && group[0] * group[1] * group[2] > f->lanes &&
           limit->aligned < ir_block_bits(f, tested);
}

/* Operations on bits of one such value; the other args are constants, or uniform and aligned. */
static bool bits_stride(const struct ir_function *f, const struct ir_value *v, unsigned result,
                        uint32_t *stride)
{
    const struct ir_value *arg[3] = {NULL};
    for (uint32_t i = 0; i < v->count && i < 3; i++)
        arg[i] = &f->values[ir_arg(f, v, i)];
    if (v->count < 2)
        return false;
    bool commutes = v->op == ISA_AND || v->op == ISA_OR || v->op == ISA_XOR;
    unsigned of = v->op == ISA_UBFE ? 2 : commutes && is_uniform(arg[0]) ? 1 : 0;
    const struct ir_value *x = arg[of], *y = arg[v->op == ISA_UBFE ? 1 : !of];
    uint8_t bits = x->shape == IR_AFFINE ? ir_differing_bits(f, x) : 32;
    uint32_t low = bits < 32 ? (1u << bits) - 1 : 0;
    *stride = 0;
    if (bits == 32 || x->stride == 0 || !is_uniform(y))
        return false;
    switch (v->op) {
    case ISA_OR:
    case ISA_XOR: *stride = (uint32_t)x->stride; return y->aligned >= bits;
    case ISA_AND:
        *stride = is_constant(y) && (y->word & low) == low ? (uint32_t)x->stride : 0;
        return *stride || y->aligned >= bits;
    case ISA_USHR:
    case ISA_ISHR: return is_constant(y) && (y->word & 31) >= bits;
    case ISA_UBFE: return is_constant(y) && (y->word & 31) >= bits && is_uniform(arg[0]);
    case ISA_UDIV:
        *stride = result == 1 ? (uint32_t)x->stride : 0;
        /* By 0 the remainder is all ones. */
        return v->in_rows || (is_constant(y) && y->aligned >= bits && y->aligned < 32);
    case ISA_ULT:
    case ISA_UGE:
    case ISA_ILT:
    case ISA_IGE: return y->aligned >= bits && !is_test_of_warps(f, ir_arg(f, v, of), y);
    default: return false;
    }
}

static bool lane_stride(const struct ir_function *f, const struct ir_value *v, unsigned result,
                        uint32_t *stride)
{
    uint32_t growth[3] = {0};
    for (uint32_t i = 0; i < v->count && i < 3; i++)
        growth[i] = (uint32_t)f->values[ir_arg(f, v, i)].stride;
    return ir_linear(f, v, result, growth, stride) || bits_stride(f, v, result, stride);
}

static struct variance lane_variance(const struct ir_function *f, const struct ir_value *v, unsigned result)
{
    uint8_t level = IR_DISPATCH;
    bool uniform = true, known = true;
    for (uint32_t i = 0; i < v->count; i++) {
        const struct ir_value *arg = &f->values[ir_arg(f, v, i)];
        if (arg->shape == IR_VARYING)
            return varying();
        known &= arg->shape != IR_UNKNOWN;
        uniform &= is_uniform(arg);
        level = max_level(level, arg->level);
    }
    uint32_t stride = 0;
    if (!known)
        return (struct variance){IR_UNKNOWN, level, 0};
    if (uniform)
        return affine(level, 0);
    return lane_stride(f, v, result, &stride) ? affine(level, stride) : varying();
}

/* ---- reads ---- */

static bool is_constant_memory(const struct ir_function *f, const struct ir_value *v)
{
    return f->program->decls.resources[v->slot].file == ISA_FILE_SRV && !f->alias;
}

/* Of a view's size, samples or sample positions. */
static bool is_query(const struct ir_function *f, const struct ir_value *v)
{
    return f->textures[v->texture].access.kind >= ISA_ACCESS_SIZE;
}

/* Reads are uniform when their args are. Reads of memory that threads write stay where they are. */
static struct variance read_variance(const struct ir_function *f, const struct ir_value *v, bool constant)
{
    uint8_t level = constant ? IR_DISPATCH : IR_WARP;
    for (uint32_t i = 0; i < v->count; i++) {
        ir_ref ref = ir_arg(f, v, i);
        if (!ref)
            continue;
        if (!is_uniform(&f->values[ref]))
            return varying();
        level = max_level(level, f->values[ref].level);
    }
    return affine(level, 0);
}

/* ---- phis ---- */

static struct variance join(struct variance a, const struct ir_value *b)
{
    if (b->shape == IR_UNKNOWN)
        return a;
    a.level = max_level(a.level, b->level);
    if (a.shape == IR_UNKNOWN)
        return (struct variance){b->shape, a.level, b->stride};
    if (a.shape == IR_VARYING || b->shape == IR_VARYING || a.stride != b->stride)
        return varying();
    return a;
}

/* A phi at which the lanes of a warp may arrive on different edges, or in different iterations, is
   varying. */
static struct variance phi_variance(const struct ir_function *f, const struct ir_value *v, bool diverges,
                                    uint8_t level)
{
    struct variance found = {IR_UNKNOWN, level, 0};
    for (uint32_t i = 0; i < v->count; i++)
        if (ir_arg(f, v, i))
            found = join(found, &f->values[ir_arg(f, v, i)]);
    return diverges ? varying() : found;
}

/* ---- one value ---- */

static struct variance value_variance(const struct analysis *a, const struct ir_value *v)
{
    const struct ir_function *f = a->f;
    switch (v->kind) {
    case IR_LANE: return lane_variance(f, v, 0);
    case IR_PART: {
        const struct ir_value *whole = &f->values[ir_arg(f, v, 0)];
        if (whole->kind == IR_LANE)
            return lane_variance(f, whole, v->part);
        return (struct variance){whole->shape, whole->level, 0};
    }
    case IR_CBUFFER:
    case IR_ICB:
    case IR_THIS:
    case IR_TABLE:
    case IR_BUFINFO: return read_variance(f, v, true);
    case IR_XREAD: return f->arrays[v->array].words ? read_variance(f, v, true) : varying();
    case IR_TEXTURE: return is_query(f, v) ? read_variance(f, v, true) : varying();
    case IR_LOAD:
    case IR_TEXEL: return read_variance(f, v, is_constant_memory(f, v));
    default: return varying();
    }
}

/* Values whose words are known: as they are. */
static void shape_table(struct ir_value *v)
{
    v->shape = IR_AFFINE;
    v->stride = (int32_t)v->table->offsets[1];
    v->aligned = v->table->aligned;
    v->level = v->stride || !v->table->is_linear || v->table->step ? IR_WARP : IR_DISPATCH;
}

static void update(struct analysis *a, struct ir_value *v, struct variance found)
{
    if (v->table && v->table->is_affine)
        return;
    uint8_t aligned = value_aligned(a->f, v);
    a->changed |= aligned < v->aligned;
    v->aligned = least(v->aligned, aligned);
    if (found.shape == IR_VARYING)
        found = varying();
    if (found.shape > v->shape || found.level > v->level ||
        (found.shape == v->shape && found.stride != v->stride)) {
        if (v->shape == IR_AFFINE && found.shape == IR_AFFINE && found.stride != v->stride)
            found = varying();
        v->shape = found.shape > v->shape ? found.shape : v->shape;
        v->level = max_level(v->level, found.level);
        v->stride = v->shape == IR_AFFINE ? found.stride : 0;
        a->changed = true;
    }
}

/* ---- control flow ---- */

static bool may_diverge(const struct ir_function *f, const struct ir_node *node)
{
    const struct ir_value *condition = &f->values[node->condition];
    return node->group ? condition->level > IR_GROUP || !is_uniform(condition) : !is_uniform(condition);
}

static void set(struct analysis *a, bool *flag)
{
    a->changed |= !*flag;
    *flag = true;
}

/* A divergent exit: from then on lanes may be inactive in every node that it leaves. */
static void spread_exit(struct analysis *a, const struct ir_node *exit)
{
    struct ir_function *f = a->f;
    const struct ir_node *target = &f->nodes[exit->target];
    bool diverges = false;
    for (uint32_t at = exit->parent; at != exit->target; at = f->nodes[at].parent) {
        const struct ir_node *node = &f->nodes[at];
        diverges |= node->divergent || (target->group && !node->group);
    }
    if (!diverges)
        return;
    for (uint32_t at = exit->parent;; at = f->nodes[at].parent) {
        if (f->nodes[at].kind != IR_IF)
            set(a, &f->nodes[at].divergent);
        if (at == exit->target)
            return;
    }
}

static void visit_phis(struct analysis *a, const struct ir_node *node, const struct ir_list *phis,
                       bool diverges)
{
    uint8_t level = node->group && !node->divergent ? IR_GROUP : IR_WARP;
    for (uint32_t i = 0; i < phis->count; i++) {
        struct ir_value *phi = &a->f->values[phis->items[i]];
        update(a, phi, phi_variance(a->f, phi, diverges, level));
    }
}

/* All back edges pass the same value: the lanes still in the loop have it from the same iteration. */
static bool has_one_next(const struct ir_function *f, const struct ir_value *header)
{
    ir_ref next = 0;
    for (uint32_t i = 1; i < header->count; i++) {
        ir_ref arg = ir_arg(f, header, i);
        if (arg && next && arg != next)
            return false;
        next = arg ? arg : next;
    }
    return true;
}

/* Group-level loops keep their phis by lane (gen_group.c). */
static void visit_headers(struct analysis *a, const struct ir_node *node)
{
    uint8_t level = node->group && !node->divergent ? IR_GROUP : IR_WARP;
    bool diverges = node->divergent && node->continues > 0;
    for (uint32_t i = 0; i < node->headers.count; i++) {
        struct ir_value *phi = &a->f->values[node->headers.items[i]];
        bool differs = diverges && (node->group || !has_one_next(a->f, phi));
        update(a, phi, phi_variance(a->f, phi, differs, level));
    }
}

static void visit_list(struct analysis *a, const struct ir_list *list);

static void visit_node(struct analysis *a, struct ir_node *node)
{
    switch (node->kind) {
    case IR_EXIT: spread_exit(a, node); return;
    case IR_IF:
        if (may_diverge(a->f, node))
            set(a, &node->divergent);
        visit_list(a, &node->bodies[0]);
        visit_list(a, &node->bodies[1]);
        visit_phis(a, node, &node->phis, node->divergent && node->ends[0] && node->ends[1]);
        return;
    case IR_LOOP:
        visit_headers(a, node);
        visit_list(a, &node->bodies[0]);
        visit_headers(a, node);
        visit_phis(a, node, &node->phis, node->divergent);
        return;
    default:
        visit_list(a, &node->bodies[0]);
        visit_phis(a, node, &node->phis, node->divergent);
        return;
    }
}

static void visit_list(struct analysis *a, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        if (item & IR_NODE_BIT)
            visit_node(a, &a->f->nodes[item & ~IR_NODE_BIT]);
        else
            update(a, &a->f->values[item], value_variance(a, &a->f->values[item]));
    }
}

/* ---- barriers ---- */

static bool has_barrier(struct ir_function *f, const struct ir_list *list)
{
    bool found = false;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        if (!(item & IR_NODE_BIT)) {
            found |= ir_is_barrier(&f->values[item]);
            continue;
        }
        struct ir_node *node = &f->nodes[item & ~IR_NODE_BIT];
        bool first = has_barrier(f, &node->bodies[0]), second = has_barrier(f, &node->bodies[1]);
        node->barrier = node->group = first || second;
        found |= node->barrier;
    }
    return found;
}

/* An if that contains an exit from group-level control flow, nested in ifs only. */
static bool leaves_group(const struct ir_function *f, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (!(list->items[i] & IR_NODE_BIT))
            continue;
        const struct ir_node *node = &f->nodes[list->items[i] & ~IR_NODE_BIT];
        if (node->kind == IR_EXIT && f->nodes[node->target].group)
            return true;
        if (node->kind == IR_IF && (leaves_group(f, &node->bodies[0]) || leaves_group(f, &node->bodies[1])))
            return true;
    }
    return false;
}

/* Such ifs become group-level control flow if their condition is uniform across the group: assumed first,
   and revoked when it does not hold. */
static void promote_ifs(struct ir_function *f, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (!(list->items[i] & IR_NODE_BIT))
            continue;
        struct ir_node *node = &f->nodes[list->items[i] & ~IR_NODE_BIT];
        if (node->kind == IR_IF && !node->group)
            node->group = leaves_group(f, &node->bodies[0]) || leaves_group(f, &node->bodies[1]);
        if (!node->group)
            continue;
        promote_ifs(f, &node->bodies[0]);
        promote_ifs(f, &node->bodies[1]);
    }
}

static void demote(struct ir_function *f, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (!(list->items[i] & IR_NODE_BIT))
            continue;
        struct ir_node *node = &f->nodes[list->items[i] & ~IR_NODE_BIT];
        node->group &= node->barrier;
        demote(f, &node->bodies[0]);
        demote(f, &node->bodies[1]);
    }
}

static bool demote_ifs(struct ir_function *f)
{
    bool demoted = false;
    for (uint32_t i = 0; i < f->node_count; i++) {
        struct ir_node *node = &f->nodes[i];
        if (node->kind != IR_IF || !node->group || node->barrier || !node->divergent)
            continue;
        node->group = false;
        demote(f, &node->bodies[0]);
        demote(f, &node->bodies[1]);
        demoted = true;
    }
    return demoted;
}

static void reset(const struct analysis *a)
{
    struct ir_function *f = a->f;
    for (uint32_t i = 1; i < f->value_count; i++) {
        struct ir_value *v = &f->values[i];
        v->shape = IR_UNKNOWN;
        v->level = IR_DISPATCH;
        v->stride = 0;
        v->aligned = v->kind == IR_CONST ? zeros_of(v->word) : 32;
        if (v->kind == IR_CONST)
            v->shape = IR_AFFINE;
        else if (v->kind == IR_SYSTEM)
            shape_system(a, v);
        else if (v->table && v->table->is_affine)
            shape_table(v);
    }
    for (uint32_t i = 0; i < f->node_count; i++)
        f->nodes[i].divergent = false;
}

static void settle(struct analysis *a)
{
    do {
        a->changed = false;
        visit_node(a, &a->f->nodes[0]);
    } while (a->changed);
}

static bool is_masked(const struct ir_function *f)
{
    for (uint32_t i = 0; i < f->node_count; i++)
        if (f->nodes[i].group && f->nodes[i].divergent)
            return true;
    return false;
}

/* Shapes, levels and group-level control flow. */
static void settle_flow(struct analysis *a)
{
    struct ir_function *f = a->f;
    for (uint32_t i = 0; i < f->node_count; i++)
        f->nodes[i].barrier = f->nodes[i].group = false;
    f->has_barrier = has_barrier(f, &f->nodes[0].bodies[0]);
    f->nodes[0].barrier = f->nodes[0].group = f->has_barrier;
    if (f->has_barrier)
        promote_ifs(f, &f->nodes[0].bodies[0]);
    do {
        reset(a);
        settle(a);
    } while (demote_ifs(f));
    f->is_masked = is_masked(f);
}

enum sm5_status ir_analyse(struct ir_function *f, uint32_t lanes)
{
    const uint32_t *group = f->program->decls.thread_group;
    struct analysis a = {.f = f, .lanes = lanes, .group = group, .threads = group[0] * group[1] * group[2]};
    f->lanes = lanes;
    f->warps = (a.threads + lanes - 1) / lanes;
    a.last = f->warps * lanes - 1;
    for (uint32_t i = 1; i < f->value_count; i++) {
        f->values[i].is_fence = f->values[i].is_reversed = false;
        f->values[i].cells = NULL;
    }
    f->has_barrier = has_barrier(f, &f->nodes[0].bodies[0]);
    enum sm5_status status = ir_tabulate_threads(f);
    settle_flow(&a);
    if (!status)
        status = ir_split_structures(f);
    bool merged = false;
    if (!status && f->has_barrier)
        status = ir_find_cells(f, &merged);
    if (merged)
        settle_flow(&a);
    if (!status)
        status = ir_find_clear(f);
    ir_speculate_strides(f);
    if (!status)
        status = ir_find_facts(f);
    if (!status)
        status = ir_find_bounds(f);
    if (!status)
        status = ir_find_streams(f);
    if (!status)
        ir_find_bytes(f);
    if (!status)
        status = ir_gather_extremes(f);
    return status ? status : ir_bundle_arrays(f);
}
