/* Numbers of groups and in groups. Of merged groups (ir_options), several of `width` threads in x that run as one, they follow
   from vThreadID; x and y may be exchanged before. The usual sum group * size + thread is vThreadID in any case. */
#include "ir/lower/lower.h"

static ir_ref lane2(struct lower *l, uint16_t op, ir_ref a, ir_ref b)
{
    return lower_lane(l, op, (const ir_ref[]){a, b}, 2);
}

static uint32_t width_bits(const struct lower *l)
{
    return (uint32_t)__builtin_ctz(l->width);
}

static ir_ref group_x(struct lower *l)
{
    if (!l->width)
        return lower_system(l, IR_GROUP_X);
    return lane2(l, ISA_USHR, lower_system(l, IR_THREAD_X), lower_constant(l, width_bits(l)));
}

static ir_ref local_x(struct lower *l)
{
    if (!l->width)
        return lower_system(l, IR_LOCAL_X);
    return lane2(l, ISA_AND, lower_system(l, IR_THREAD_X), lower_constant(l, l->width - 1));
}

/* The number in the group as declared, of `width` and `height` threads. */
static ir_ref flattened(struct lower *l)
{
    const uint32_t *group = l->program->decls.thread_group;
    uint32_t along = l->width ? l->width : l->padded ? l->padded : group[0];
    ir_ref x = local_x(l), y = lower_system(l, IR_LOCAL_Y), z = lower_system(l, IR_LOCAL_Z);
    ir_ref width = lower_constant(l, l->swapped ? group[1] : along);
    ir_ref height = lower_constant(l, l->swapped ? along : group[1]);
    ir_ref row = lower_lane(l, ISA_IMAD, (const ir_ref[]){z, height, l->swapped ? x : y}, 3);
    return lower_lane(l, ISA_IMAD, (const ir_ref[]){row, width, l->swapped ? y : x}, 3);
}

static enum ir_system exchanged(enum ir_system system)
{
    switch (system) {
    case IR_GROUP_X: return IR_GROUP_Y;
    case IR_GROUP_Y: return IR_GROUP_X;
    case IR_LOCAL_X: return IR_LOCAL_Y;
    case IR_LOCAL_Y: return IR_LOCAL_X;
    case IR_THREAD_X: return IR_THREAD_Y;
    case IR_THREAD_Y: return IR_THREAD_X;
    default: return system;
    }
}

static ir_ref padded_thread_x(struct lower *l)
{
    const ir_ref args[] = {lower_system(l, IR_GROUP_X), lower_constant(l, l->padded),
                           lower_system(l, IR_LOCAL_X)};
    return lower_lane(l, ISA_IMAD, args, 3);
}

ir_ref lower_merged_system(struct lower *l, enum ir_system system)
{
    system = l->swapped ? exchanged(system) : system;
    switch (system) {
    case IR_GROUP_X: return group_x(l);
    case IR_LOCAL_X: return local_x(l);
    case IR_FLAT: return flattened(l);
    case IR_THREAD_X: return l->padded ? padded_thread_x(l) : lower_system(l, system);
    default: return lower_system(l, system);
    }
}

void lower_pads(struct lower *l)
{
    if (l->padded)
        lower_assign(l, l->disabled,
                     lane2(l, ISA_UGE, lower_system(l, IR_LOCAL_X), lower_constant(l, l->padded)));
}

/* ---- group * size + thread ---- */

enum { LEAVES = 6, DEPTH = 4 };

struct sum {
    unsigned axis;
    ir_ref leaves[LEAVES], factors[LEAVES]; /* leaf, or leaf * factor */
    unsigned count;
    bool has_local, has_group, is_long;
};

static bool is_merged(const struct lower *l, unsigned axis)
{
    return axis == 0 && l->width;
}

static uint32_t size_of(const struct lower *l, unsigned axis)
{
    return is_merged(l, axis) ? l->width : l->program->decls.thread_group[axis];
}

static bool is_system(const struct lower *l, ir_ref ref, unsigned system)
{
    return l->systems[system] && ref == l->systems[system];
}

/* `op` of vThreadID.x and a constant. */
static bool is_part_of_thread(const struct lower *l, ir_ref ref, uint16_t op, uint32_t word)
{
    const struct ir_value *v = lower_value(l, ref);
    return v->kind == IR_LANE && v->op == op && v->count == 2 &&
           is_system(l, l->args.data[v->first], IR_THREAD_X) && lower_is(l, l->args.data[v->first + 1], word);
}

static bool is_local(const struct lower *l, ir_ref ref, unsigned axis)
{
    return is_merged(l, axis) ? is_part_of_thread(l, ref, ISA_AND, l->width - 1)
                              : is_system(l, ref, IR_LOCAL_X + axis);
}

static bool is_group(const struct lower *l, ir_ref ref, unsigned axis)
{
    return is_merged(l, axis) ? is_part_of_thread(l, ref, ISA_USHR, width_bits(l))
                              : is_system(l, ref, IR_GROUP_X + axis);
}

/* The number of the group's first thread. */
static bool is_group_product(const struct lower *l, ir_ref ref, unsigned axis)
{
    const struct ir_value *v = lower_value(l, ref);
    uint32_t size = size_of(l, axis);
    if (v->kind == IR_PART && v->part == 1)
        v = lower_value(l, l->args.data[v->first]);
    if (v->kind != IR_LANE || v->count != 2 || !is_group(l, l->args.data[v->first], axis))
        return false;
    bool is_product = v->op == ISA_IMUL || v->op == ISA_UMUL, is_power = size && (size & (size - 1)) == 0;
    ir_ref by = l->args.data[v->first + 1];
    return (is_product && lower_is(l, by, size)) ||
           (v->op == ISA_ISHL && is_power && lower_is(l, by, (uint32_t)__builtin_ctz(size)));
}

static void collect(const struct lower *l, ir_ref ref, unsigned depth, struct sum *sum);

static void collect_sum(const struct lower *l, uint16_t op, const ir_ref *a, unsigned depth, struct sum *sum)
{
    if (op == ISA_IADD)
        collect(l, a[0], depth, sum);
    else
        sum->has_group = true;
    collect(l, a[op == ISA_IADD ? 1 : 2], depth, sum);
}

static bool is_sum(const struct lower *l, uint16_t op, const ir_ref *a, unsigned axis)
{
    return op == ISA_IADD || ((op == ISA_IMAD || op == ISA_UMAD) && is_group(l, a[0], axis) &&
                              lower_is(l, a[1], size_of(l, axis)));
}

static void add_leaf(struct sum *sum, ir_ref ref, ir_ref factor)
{
    sum->is_long |= sum->count == LEAVES;
    if (sum->is_long)
        return;
    sum->leaves[sum->count] = ref;
    sum->factors[sum->count++] = factor;
}

/* a * b + c, where c contains one of the numbers looked for. */
static bool collect_product(const struct lower *l, const struct ir_value *v, unsigned depth, struct sum *sum)
{
    struct sum before = *sum;
    if (v->kind != IR_LANE || (v->op != ISA_IMAD && v->op != ISA_UMAD))
        return false;
    const ir_ref *a = &l->args.data[v->first];
    collect(l, a[2], depth, sum);
    if (sum->has_local == before.has_local && sum->has_group == before.has_group) {
        *sum = before;
        return false;
    }
    add_leaf(sum, a[0], a[1]);
    return true;
}

static void collect(const struct lower *l, ir_ref ref, unsigned depth, struct sum *sum)
{
    const struct ir_value *v = lower_value(l, ref);
    if (!sum->has_local && is_local(l, ref, sum->axis))
        sum->has_local = true;
    else if (!sum->has_group && is_group_product(l, ref, sum->axis))
        sum->has_group = true;
    else if (depth && v->kind == IR_LANE && is_sum(l, v->op, &l->args.data[v->first], sum->axis) &&
             (v->op == ISA_IADD || !sum->has_group))
        collect_sum(l, v->op, &l->args.data[v->first], depth - 1, sum);
    else if (!depth || !collect_product(l, v, depth - 1, sum))
        add_leaf(sum, ref, 0);
}

static ir_ref sum_of_axis(struct lower *l, uint16_t op, const ir_ref *a, unsigned axis)
{
    struct sum sum = {.axis = axis};
    if (is_sum(l, op, a, axis))
        collect_sum(l, op, a, DEPTH, &sum);
    else
        collect(l, a[2], DEPTH, &sum), add_leaf(&sum, a[0], a[1]);
    if (!sum.has_local || !sum.has_group || sum.is_long)
        return 0;
    ir_ref made = lower_system(l, IR_THREAD_X + axis);
    for (unsigned i = sum.count; i-- > 0;)
        made = sum.factors[i]
                   ? lower_lane(l, ISA_IMAD, (const ir_ref[]){sum.leaves[i], sum.factors[i], made}, 3)
                   : lane2(l, ISA_IADD, sum.leaves[i], made);
    return made;
}

static bool reads_axis(const struct lower *l, unsigned axis)
{
    return is_merged(l, axis) ? l->width > 1 && l->systems[IR_THREAD_X]
                              : l->systems[IR_GROUP_X + axis] && l->systems[IR_LOCAL_X + axis];
}

ir_ref lower_thread_sum(struct lower *l, uint16_t op, const ir_ref *a)
{
    ir_ref made = 0;
    if (op != ISA_IADD && op != ISA_IMAD && op != ISA_UMAD)
        return 0;
    for (unsigned axis = 0; axis < 3 && !made; axis++)
        made = reads_axis(l, axis) ? sum_of_axis(l, op, a, axis) : 0;
    return made;
}
