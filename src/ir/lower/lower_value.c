/* Value numbering: constant folding, copy propagation and common subexpression elimination. */

#include "ir/ir_facts.h"
#include "ir/lower/lower.h"
#include "numeric/num_env.h"

enum {
    BUCKETS = 4096, /* at first */
    CONSTANTS = 4096,
    PROBES = 16, /* past so many probes a constant is duplicated, which costs only size */
};

bool lower_fail(struct lower *l, enum sm5_status status)
{
    if (l->status == SM5_OK)
        l->status = status;
    return false;
}

bool lower_visit(struct lower *l)
{
    return ++l->visited <= LOWER_VISITED || lower_fail(l, SM5_ERR_SUPPORT);
}

/* ---- the tables ---- */

static struct ir_range range_of_result(const struct lower *l, const struct ir_value *v, unsigned result,
                                       const ir_ref *args)
{
    struct ir_range ranges[IR_RANGES] = {ir_any_word, ir_any_word, ir_any_word, ir_any_word};
    for (unsigned i = 0; i < v->count && i < IR_RANGES; i++)
        ranges[i] = (struct ir_range){lower_value(l, args[i])->low, lower_value(l, args[i])->high};
    return ir_lane_range(v->op, result, ranges);
}

static uint32_t threads_of(const struct lower *l, enum ir_system system)
{
    const uint32_t *group = l->program->decls.thread_group;
    return system == IR_FLAT ? group[0] * group[1] * group[2] : group[system - IR_LOCAL_X];
}

/* What is known while values are made; ir_find_facts finds more. */
static void set_range(const struct lower *l, struct ir_value *v, const ir_ref *args)
{
    struct ir_range range = ir_any_word;
    const struct ir_value *whole = v->kind == IR_PART ? lower_value(l, args[0]) : NULL;
    if (v->kind == IR_CONST)
        range = (struct ir_range){v->word, v->word};
    else if (v->kind == IR_SYSTEM && v->system >= IR_LOCAL_X && l->program->stage == ISA_COMPUTE)
        range.high = threads_of(l, (enum ir_system)v->system) - 1;
    else if (v->kind == IR_LANE)
        range = range_of_result(l, v, 0, args);
    else if (whole && whole->kind == IR_LANE)
        range = range_of_result(l, whole, v->part, &l->args.data[whole->first]);
    v->low = range.low;
    v->high = range.high;
}

static ir_ref add_value(struct lower *l, const struct ir_value *value, const ir_ref *args, unsigned count,
                        uint32_t epoch)
{
    struct ir_value made = *value;
    made.instr = l->at;
    made.first = (uint32_t)l->args.count;
    made.count = count;
    set_range(l, &made, args);
    if (l->values.count >= LOWER_VALUES)
        return lower_fail(l, SM5_ERR_SUPPORT);
    for (unsigned i = 0; i < count; i++)
        if (!VEC_PUSH(&l->args, args ? args[i] : 0))
            return lower_fail(l, SM5_ERR_MEMORY);
    if (!VEC_PUSH(&l->values, made) || !VEC_PUSH(&l->epochs, epoch))
        return lower_fail(l, SM5_ERR_MEMORY);
    return (ir_ref)(l->values.count - 1);
}

static uint32_t hash_of(const struct ir_value *v, const ir_ref *args, unsigned count, uint32_t epoch)
{
    uint32_t hash = ir_mix(v->kind | (uint32_t)v->part << 8 | (uint32_t)v->access << 16, v->op);
    hash = ir_mix(ir_mix(ir_mix(ir_mix(hash, v->payload), v->slot), v->view), epoch);
    for (unsigned i = 0; i < count; i++)
        hash = ir_mix(hash, args[i]);
    return hash;
}

static bool is_same(const struct lower *l, ir_ref ref, const struct ir_value *v, const ir_ref *args,
                    unsigned count, uint32_t epoch)
{
    const struct ir_value *have = lower_value(l, ref);
    bool same = have->kind == v->kind && have->part == v->part && have->access == v->access &&
                have->op == v->op && have->payload == v->payload && have->slot == v->slot &&
                have->view == v->view && have->count == count && l->epochs.data[ref] == epoch;
    for (unsigned i = 0; same && i < count; i++)
        same = l->args.data[have->first + i] == args[i];
    return same;
}

static uint32_t *bucket_of(const struct lower *l, uint32_t hash)
{
    return &l->buckets[hash & (l->bucket_count - 1)];
}

/* Newer entries come first, as lower_forget expects. */
static void enter(struct lower *l, uint32_t number)
{
    struct lower_entry *entry = &l->entries.data[number - 1];
    uint32_t *bucket = bucket_of(l, entry->hash);
    entry->next = *bucket;
    *bucket = number;
}

/* As many buckets as entries, so that the time for a value does not depend on the size of the program. */
static bool has_room(struct lower *l)
{
    if (l->entries.count < l->bucket_count)
        return true;
    uint32_t count = l->bucket_count ? 2 * l->bucket_count : BUCKETS;
    uint32_t *buckets = calloc(count, sizeof *buckets);
    if (!buckets)
        return lower_fail(l, SM5_ERR_MEMORY);
    free(l->buckets);
    l->buckets = buckets;
    l->bucket_count = count;
    for (uint32_t i = 1; i <= l->entries.count; i++)
        enter(l, i);
    return true;
}

/* Finds an equal value, or appends a new one to the current list. */
static ir_ref find_or_make(struct lower *l, const struct ir_value *v, const ir_ref *args, unsigned count,
                           uint32_t epoch)
{
    if (!has_room(l))
        return 0;
    uint32_t hash = hash_of(v, args, count, epoch);
    for (uint32_t at = *bucket_of(l, hash); at; at = l->entries.data[at - 1].next)
        if (l->entries.data[at - 1].hash == hash &&
            is_same(l, l->entries.data[at - 1].ref, v, args, count, epoch))
            return l->entries.data[at - 1].ref;
    ir_ref ref = add_value(l, v, args, count, epoch);
    struct lower_entry entry = {ref, hash, 0};
    if (!ref || !VEC_PUSH(&l->entries, entry))
        return lower_fail(l, SM5_ERR_MEMORY);
    enter(l, (uint32_t)l->entries.count);
    lower_push(l, ref);
    return ref;
}

size_t lower_mark(const struct lower *l)
{
    return l->entries.count;
}

void lower_forget(struct lower *l, size_t mark)
{
    while (l->entries.count > mark) {
        const struct lower_entry *entry = &l->entries.data[--l->entries.count];
        *bucket_of(l, entry->hash) = entry->next;
    }
}

/* ---- constants ---- */

ir_ref lower_constant(struct lower *l, uint32_t word)
{
    if (!l->constants.data) {
        l->constants.data = calloc(CONSTANTS, sizeof *l->constants.data);
        if (!l->constants.data)
            return lower_fail(l, SM5_ERR_MEMORY);
    }
    ir_ref *slot = NULL;
    for (uint32_t i = 0; i < PROBES; i++) {
        slot = &l->constants.data[(ir_mix(word, 1) + i) % CONSTANTS];
        if (!*slot)
            break;
        if (lower_value(l, *slot)->word == word)
            return *slot;
    }
    struct ir_value v = {.kind = IR_CONST, .results = 1, .word = word, .slot = IR_NONE, .view = IR_NONE};
    return *slot = add_value(l, &v, NULL, 0, 0);
}

void lower_forget_constants(struct lower *l, ir_ref first)
{
    for (uint32_t i = 0; l->constants.data && i < CONSTANTS; i++)
        if (l->constants.data[i] >= first)
            l->constants.data[i] = 0;
}

ir_ref lower_system(struct lower *l, enum ir_system system)
{
    struct ir_value v = {.kind = IR_SYSTEM, .results = 1, .system = system, .slot = IR_NONE, .view = IR_NONE};
    if (!l->systems[system])
        l->systems[system] = add_value(l, &v, NULL, 0, 0);
    return l->systems[system];
}

bool lower_is(const struct lower *l, ir_ref ref, uint32_t word)
{
    return lower_value(l, ref)->kind == IR_CONST && lower_value(l, ref)->word == word;
}

static bool is_constant(const struct lower *l, ir_ref ref)
{
    return lower_value(l, ref)->kind == IR_CONST;
}

/* ---- folding ---- */

static bool all_constant(const struct lower *l, const ir_ref *args, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!is_constant(l, args[i]))
            return false;
    return true;
}

/* Runs the interpreter's lane function on constants. */
static void evaluate(const struct lower *l, uint16_t op, const ir_ref *args, unsigned count, uint32_t out[2])
{
    _Alignas(LANE_ALIGN) uint32_t columns[10][LANE_STEP] = {{0}};
    const struct lane_table *table = lane_table_best();
    lane_fn *function = op >= IR_MODIFIER ? table->modifier[op - IR_MODIFIER] : table->op[op];
    struct lane_args lanes = {.n = LANE_STEP, .d = {columns[8], columns[9]}};
    for (unsigned i = 0; i < 8; i++)
        lanes.s[i] = columns[i];
    for (unsigned i = 0; i < count; i++)
        for (unsigned lane = 0; lane < LANE_STEP; lane++)
            columns[ir_lane_column(op, i)][lane] = lower_value(l, args[i])->word;
    uint32_t environment = num_env_enter();
    if (ir_lane_info(op).is_double)
        num_env_double();
    function(&lanes);
    num_env_leave(environment);
    out[0] = columns[8][0];
    out[1] = columns[9][0];
}

/* ---- identities of integers and selections; floats have none, as they flush denormals and canonicalise
   NaNs ---- */

static bool is_negation_of(const struct lower *l, ir_ref ref, ir_ref of)
{
    const struct ir_value *v = lower_value(l, ref);
    return ir_is_negation(v) && l->args.data[v->first] == of;
}

/* Thread and group ids have no range in this table: it would fold comparisons in some copies of an unrolled loop only, and ir_tile.c
   requires that the copies are alike. */
static bool has_no_sign(const struct lower *l, ir_ref ref)
{
    const struct ir_value *v = lower_value(l, ref);
    return v->high <= INT32_MAX || (v->kind == IR_SYSTEM && l->program->stage == ISA_COMPUTE);
}

static bool is_not_negative(const struct lower *l, ir_ref ref)
{
    const struct ir_value *v = lower_value(l, ref);
    if (v->kind != IR_LANE || v->op != ISA_XOR)
        return has_no_sign(l, ref);
    const ir_ref *args = &l->args.data[v->first]; /* the sign of a quotient */
    return has_no_sign(l, args[0]) && has_no_sign(l, args[1]);
}

/* The larger one of x and -x where x is not negative, as in divisions of signed numbers; 0: neither. */
static ir_ref magnitude_of(const struct lower *l, const ir_ref *a)
{
    for (unsigned i = 0; i < 2; i++)
        if (is_negation_of(l, a[!i], a[i]) && is_not_negative(l, a[i]))
            return a[i];
    return 0;
}

static ir_ref simplify(struct lower *l, uint16_t op, const ir_ref *a)
{
    switch (op) {
    case ISA_MOV:
    case IR_MODIFIER + LANE_KEEP: return a[0];
    case ISA_MOVC:
        if (is_constant(l, a[0]))
            return lower_value(l, a[0])->word ? a[1] : a[2];
        return a[1] == a[2] ? a[1] : 0;
    case ISA_IADD:
    case ISA_OR:
    case ISA_XOR:
        if (op == ISA_XOR && a[0] == a[1])
            return lower_constant(l, 0);
        return lower_is(l, a[1], 0) || (op == ISA_OR && a[0] == a[1]) ? a[0] : 0;
    case ISA_AND:
        if (lower_is(l, a[1], 0x80000000) && is_not_negative(l, a[0]))
            return lower_constant(l, 0);
        return lower_is(l, a[1], UINT32_MAX) || a[0] == a[1] ? a[0] : 0;
    case ISA_ISHL:
    case ISA_ISHR:
    case ISA_USHR: return is_constant(l, a[1]) && !(lower_value(l, a[1])->word & 31) ? a[0] : 0;
    case ISA_IEQ: return a[0] == a[1] ? lower_constant(l, UINT32_MAX) : 0;
    case ISA_IGE:
    case ISA_UGE: return a[0] == a[1] ? lower_constant(l, UINT32_MAX) : 0;
    case ISA_INE: return a[0] == a[1] ? lower_constant(l, 0) : 0;
    case ISA_ILT:
    case ISA_ULT: return a[0] == a[1] ? lower_constant(l, 0) : 0;
    case ISA_IMAX: return a[0] == a[1] ? a[0] : magnitude_of(l, a);
    case ISA_IMIN:
    case ISA_UMIN:
    case ISA_UMAX: return a[0] == a[1] ? a[0] : 0;
    default: return 0;
    }
}

/* Canonical operand order: constants last, else the older value first. */
static void order(const struct lower *l, ir_ref *a)
{
    bool swap = is_constant(l, a[0]) && !is_constant(l, a[1]);
    swap |= is_constant(l, a[0]) == is_constant(l, a[1]) && a[0] > a[1];
    if (!swap)
        return;
    ir_ref first = a[0];
    a[0] = a[1];
    a[1] = first;
}

/* 1 / x of a float that is a power of two, if that is a normal number too; else 0. */
static uint32_t exact_reciprocal(uint32_t word)
{
    enum { ONE_TWICE = 254, MANTISSA = 0x7fffff };
    uint32_t exponent = word >> 23 & 255;
    if (word & MANTISSA || exponent == 0 || exponent >= ONE_TWICE)
        return 0;
    return (word & 0x80000000u) | (ONE_TWICE - exponent) << 23;
}

/* The value is x + added, of which x is no constant. */
static bool is_sum(const struct lower *l, ir_ref ref, ir_ref *x, uint32_t *added)
{
    const struct ir_value *v = lower_value(l, ref);
    if (v->kind != IR_LANE || v->op != ISA_IADD || !is_constant(l, l->args.data[v->first + 1]))
        return false;
    *x = l->args.data[v->first];
    *added = lower_value(l, l->args.data[v->first + 1])->word;
    return true;
}

/* The value is x >> by. */
static bool is_shifted_down(const struct lower *l, ir_ref ref, uint32_t by, ir_ref *x)
{
    const struct ir_value *v = lower_value(l, ref);
    if (v->kind != IR_LANE || v->op != ISA_USHR || !is_constant(l, l->args.data[v->first + 1]))
        return false;
    *x = l->args.data[v->first];
    return (lower_value(l, l->args.data[v->first + 1])->word & 31) == by;
}

static ir_ref plus(struct lower *l, ir_ref x, uint32_t added)
{
    return lower_lane(l, ISA_IADD, (const ir_ref[]){x, lower_constant(l, added)}, 2);
}

/* (x + c) * d = x * d + c * d, so that addresses at a constant distance are recognised; the low bits of a product and a
   sum. */
static ir_ref rewrite_product(struct lower *l, uint16_t op, const ir_ref *a)
{
    ir_ref x;
    uint32_t added;
    if (op != ISA_IMAD && op != ISA_UMAD)
        return 0;
    if (lower_is(l, a[1], 1))
        return lower_lane(l, ISA_IADD, (const ir_ref[]){a[0], a[2]}, 2);
    if (lower_is(l, a[1], 0))
        return a[2];
    if (is_constant(l, a[1]) && is_sum(l, a[0], &x, &added)) {
        uint32_t factor = lower_value(l, a[1])->word;
        return plus(l, lower_lane(l, op, (const ir_ref[]){x, a[1], a[2]}, 3), added * factor);
    }
    if (is_sum(l, a[2], &x, &added))
        return plus(l, lower_lane(l, op, (const ir_ref[]){a[0], a[1], x}, 3), added);
    return 0;
}

/* x where the value is 1 / sqrt(x), which rsq computes with the same roundings. */
static ir_ref root_divided(const struct lower *l, uint16_t op, const ir_ref *a)
{
    enum { ONE = 0x3f800000 };
    bool is_divided = op == ISA_RCP || (op == ISA_DIV && lower_is(l, a[0], ONE));
    const struct ir_value *root = lower_value(l, a[op == ISA_DIV ? 1 : 0]);
    return is_divided && root->kind == IR_LANE && root->op == ISA_SQRT ? l->args.data[root->first] : 0;
}

/* (x + c) << d = (x << d) + (c << d); x >> d << d = x without its low bits. */
static ir_ref rewrite_shift(struct lower *l, const ir_ref *a)
{
    ir_ref x;
    uint32_t added, by = lower_value(l, a[1])->word & 31;
    if (is_sum(l, a[0], &x, &added))
        return plus(l, lower_lane(l, ISA_ISHL, (const ir_ref[]){x, a[1]}, 2), added << by);
    if (is_shifted_down(l, a[0], by, &x))
        return lower_lane(l, ISA_AND, (const ir_ref[]){x, lower_constant(l, UINT32_MAX << by)}, 2);
    return 0;
}

/* x + c + y = (x + y) + c: addresses at a constant distance differ in their last term only. */
static ir_ref rewrite_sum(struct lower *l, const ir_ref *a)
{
    ir_ref x;
    uint32_t added;
    if (is_constant(l, a[1]))
        return is_sum(l, a[0], &x, &added) ? plus(l, x, added + lower_value(l, a[1])->word) : 0;
    for (unsigned i = 0; i < 2; i++)
        if (is_sum(l, a[i], &x, &added)) {
            ir_ref rest = lower_lane(l, ISA_IADD, (const ir_ref[]){x, a[1 - i]}, 2);
            return plus(l, rest, added);
        }
    return 0;
}

/* An arm of a selection that is a selection by the same condition is that one's arm: each side of an if with several results
   selects among what earlier ones selected. */
static ir_ref rewrite_selection(struct lower *l, const ir_ref *a)
{
    ir_ref arms[2];
    for (unsigned i = 0; i < 2; i++) {
        const struct ir_value *v = lower_value(l, a[1 + i]);
        bool is_same = v->kind == IR_LANE && v->op == ISA_MOVC && l->args.data[v->first] == a[0];
        arms[i] = is_same ? l->args.data[v->first + 1 + i] : a[1 + i];
    }
    if (arms[0] == a[1] && arms[1] == a[2])
        return 0;
    return lower_lane(l, ISA_MOVC, (const ir_ref[]){a[0], arms[0], arms[1]}, 3);
}

/* A division by a power of two, which takes four times as long as the product; by a root, or of one. */
static ir_ref rewrite_quotient(struct lower *l, uint16_t op, const ir_ref *a)
{
    ir_ref divided = root_divided(l, op, a);
    if (divided)
        return lower_lane(l, ISA_RSQ, &divided, 1);
    if (op != ISA_DIV || !is_constant(l, a[1]) || !exact_reciprocal(lower_value(l, a[1])->word))
        return 0;
    ir_ref reciprocal = lower_constant(l, exact_reciprocal(lower_value(l, a[1])->word));
    return lower_lane(l, ISA_MUL, (const ir_ref[]){a[0], reciprocal}, 2);
}

static ir_ref rewrite(struct lower *l, uint16_t op, const ir_ref *a)
{
    switch (op) {
    case ISA_IADD: return rewrite_sum(l, a);
    case ISA_MOVC: return rewrite_selection(l, a);
    case ISA_ISHL: return is_constant(l, a[1]) ? rewrite_shift(l, a) : 0;
    case ISA_DIV:
    case ISA_RCP: return rewrite_quotient(l, op, a);
    default: return rewrite_product(l, op, a);
    }
}

ir_ref lower_lane(struct lower *l, uint16_t op, const ir_ref *args, unsigned count)
{
    struct ir_lane_info info = ir_lane_info(op);
    ir_ref a[8] = {0};
    if (l->status || info.args != count || count > 8)
        return lower_fail(l, SM5_ERR_SUPPORT);
    for (unsigned i = 0; i < count; i++) {
        if (!args[i])
            return lower_fail(l, SM5_ERR_SUPPORT);
        a[i] = args[i];
    }
    if (info.results == 1 && all_constant(l, a, count)) {
        uint32_t out[2];
        evaluate(l, op, a, count, out);
        return lower_constant(l, out[0]);
    }
    if (isa_has(op, ISA_COMMUTES))
        order(l, a);
    ir_ref simple = simplify(l, op, a);
    if (!simple)
        simple = rewrite(l, op, a);
    if (!simple)
        simple = lower_thread_sum(l, op, a);
    if (!simple)
        simple = lower_halves(l, op, a);
    if (simple || l->status)
        return simple;
    struct ir_value v = {
        .kind = IR_LANE, .op = op, .results = info.results, .count = count, .slot = IR_NONE, .view = IR_NONE};
    struct ir_range range = range_of_result(l, &v, 0, a);
    if (info.results == 1 && range.low == range.high)
        return lower_constant(l, range.low);
    ir_ref whole = find_or_make(l, &v, a, count, 0);
    if (info.results > 1)
        lower_part(l, whole, 1); /* next to the whole value, in scope of every later use */
    return whole;
}

static bool is_power_of_two(uint32_t word)
{
    return word && !(word & (word - 1));
}

/* vkd3d-compiler leaves these divisions, fxc does not: analyses of addresses need one canonical form. */
static ir_ref divide_by_power_of_two(struct lower *l, ir_ref dividend, uint32_t divisor, unsigned part)
{
    uint32_t with = part ? divisor - 1 : (uint32_t)__builtin_ctz(divisor);
    return lower_lane(l, part ? ISA_AND : ISA_USHR, (const ir_ref[]){dividend, lower_constant(l, with)}, 2);
}

ir_ref lower_part(struct lower *l, ir_ref whole, unsigned part)
{
    if (!whole)
        return whole;
    const struct ir_value *of = lower_value(l, whole);
    if (of->kind == IR_CONST) /* the whole value was simplified to one word */
        return whole;
    ir_ref args[8];
    for (unsigned i = 0; i < of->count && i < 8; i++)
        args[i] = l->args.data[of->first + i];
    if (of->kind == IR_LANE && of->results > 1 && all_constant(l, args, of->count)) {
        uint32_t out[2];
        evaluate(l, of->op, args, of->count, out);
        return lower_constant(l, out[part]);
    }
    if (of->kind == IR_LANE && of->op == ISA_UDIV && is_constant(l, args[1]) &&
        is_power_of_two(lower_value(l, args[1])->word))
        return divide_by_power_of_two(l, args[0], lower_value(l, args[1])->word, part);
    if (!part)
        return whole;
    if (of->kind == IR_LANE && (of->op == ISA_IMUL || of->op == ISA_UMUL)) {
        if (lower_is(l, args[1], 1))
            return args[0];
        if (lower_is(l, args[1], 0))
            return args[1];
        ir_ref x;
        uint32_t added;
        if (is_constant(l, args[1]) && is_sum(l, args[0], &x, &added)) {
            uint32_t factor = lower_value(l, args[1])->word;
            ir_ref product = lower_lane(l, of->op, (const ir_ref[]){x, args[1]}, 2);
            return plus(l, lower_part(l, product, 1), added * factor);
        }
    }
    struct ir_value v = {
        .kind = IR_PART, .part = (uint8_t)part, .results = 1, .slot = IR_NONE, .view = IR_NONE};
    return find_or_make(l, &v, &whole, 1, 0);
}

void lower_parts(struct lower *l, ir_ref whole, ir_ref out[2])
{
    out[0] = lower_part(l, whole, 0);
    out[1] = lower_part(l, whole, 1);
}

ir_ref lower_read(struct lower *l, const struct ir_value *value, const ir_ref *args, unsigned count,
                  uint32_t epoch)
{
    return l->status ? 0 : find_or_make(l, value, args, count, epoch);
}

ir_ref lower_effect(struct lower *l, const struct ir_value *value, const ir_ref *args, unsigned count)
{
    ir_ref ref = l->status ? 0 : add_value(l, value, args, count, 0);
    if (ref)
        lower_push(l, ref);
    return ref;
}

ir_ref lower_phi(struct lower *l, unsigned count)
{
    struct ir_value v = {.kind = IR_PHI, .results = 1, .slot = IR_NONE, .view = IR_NONE};
    return l->status ? 0 : add_value(l, &v, NULL, count, 0);
}
