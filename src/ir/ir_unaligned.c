/* Words at addresses that are not multiples of four: the two words around them, shifted by eight times the address's low two bits
   and joined. Where these are 0 the second shift would be one of 0 bits, so that programs select the first word, or load the
   second one in a branch. Such a branch is replaced by a selection, and code loads the word at once (gen_byte.c). */
#include "ir/ir_facts.h"

static const struct ir_value *lane_op(const struct ir_function *f, ir_ref ref, uint16_t op)
{
    const struct ir_value *v = &f->values[ref];
    return v->kind == IR_LANE && v->op == op ? v : NULL;
}

/* The negative of `shift`, in the five bits that shifts use: -shift or 32 - shift. */
static bool is_opposite(const struct ir_function *f, ir_ref ref, ir_ref shift)
{
    ir_ref sum = ir_beside(f, ref, ISA_IADD, 32);
    const struct ir_value *v = &f->values[sum ? sum : ref];
    return ir_is_negation(v) && ir_arg(f, v, 0) == shift;
}

static ir_ref without_low_bits(const struct ir_function *f, ir_ref address)
{
    ir_ref whole = ir_beside(f, address, ISA_AND, ~3u);
    return whole ? whole : address;
}

/* `high` is the word after `low`. */
static bool is_next(const struct ir_function *f, const struct ir_value *low, const struct ir_value *high)
{
    if (high->slot != low->slot || high->view != low->view || high->access != low->access)
        return false;
    ir_ref from = ir_arg(f, low, 0), to = ir_arg(f, high, 0);
    if (low->access == IR_STRUCTURED)
        return ir_beside(f, to, ISA_IADD, 1) == from && low->component == high->component;
    if (from == to)
        return high->component == low->component + 1;
    ir_ref before = ir_beside(f, without_low_bits(f, to), ISA_IADD, 4);
    return high->component == low->component && before &&
           (before == from || before == without_low_bits(f, from));
}

/* low >> bits | high << (32 - bits). */
static bool is_joined(const struct ir_function *f, ir_ref ref, struct ir_unaligned *word)
{
    const struct ir_value *v = lane_op(f, ref, ISA_OR), *right = NULL, *left = NULL;
    for (unsigned i = 0; v && i < 2 && !(right && left); i++) {
        right = lane_op(f, ir_arg(f, v, i), ISA_USHR);
        left = lane_op(f, ir_arg(f, v, !i), ISA_ISHL);
    }
    if (!right || !left || !is_opposite(f, ir_arg(f, left, 1), ir_arg(f, right, 1)))
        return false;
    *word = (struct ir_unaligned){.low = ir_arg(f, right, 0), .high = ir_arg(f, left, 0), .joined = ref};
    const struct ir_value *low = &f->values[word->low], *high = &f->values[word->high];
    if (!ir_loads_words(f, low) || !ir_loads_words(f, high) || !is_next(f, low, high))
        return false;
    word->at = ir_byte_address(f, low);
    return word->at && ir_is_byte_shift(f, ir_arg(f, right, 1), word->at);
}

enum alignment_test { TESTS_NEITHER, TESTS_ALIGNED, TESTS_UNALIGNED };

/* Whether the condition holds where the address is a multiple of four, and only there, or where it is not. */
static enum alignment_test test_of(const struct ir_function *f, ir_ref condition, ir_ref address)
{
    ir_ref is_zero = ir_beside(f, condition, ISA_IEQ, 0), is_other = ir_beside(f, condition, ISA_INE, 0);
    ir_ref tested = is_zero ? is_zero : is_other ? is_other : condition;
    if (!ir_is_low_bits(f, tested, address))
        return TESTS_NEITHER;
    return is_zero ? TESTS_ALIGNED : TESTS_UNALIGNED;
}

/* The value in threads whose address is a multiple of four. */
static bool is_low_word(const struct ir_function *f, ir_ref ref, const struct ir_unaligned *word)
{
    const struct ir_value *v = lane_op(f, ref, ISA_MOVC);
    enum alignment_test test = v ? test_of(f, ir_arg(f, v, 0), word->at) : TESTS_NEITHER;
    if (test == TESTS_NEITHER)
        return ref == word->low;
    return ir_arg(f, v, test == TESTS_ALIGNED ? 1 : 2) == word->low;
}

/* `then` where the condition is not 0, else `other`. */
static bool is_choice(const struct ir_function *f, ir_ref condition, ir_ref then, ir_ref other,
                      struct ir_unaligned *word)
{
    if (is_joined(f, then, word))
        return test_of(f, condition, word->at) == TESTS_UNALIGNED && is_low_word(f, other, word);
    return is_joined(f, other, word) && test_of(f, condition, word->at) == TESTS_ALIGNED &&
           is_low_word(f, then, word);
}

bool ir_is_unaligned(const struct ir_function *f, ir_ref ref, struct ir_unaligned *word)
{
    const struct ir_value *v = lane_op(f, ref, ISA_MOVC);
    return v && is_choice(f, ir_arg(f, v, 0), ir_arg(f, v, 1), ir_arg(f, v, 2), word);
}

/* ---- branches ---- */

/* A few values, each without an effect. */
static bool is_short(const struct ir_function *f, const struct ir_list *list)
{
    enum { ITEMS_MOST = 10 };
    for (uint32_t i = 0; i < list->count; i++) {
        const struct ir_value *v = &f->values[list->items[i] & IR_NODE_BIT ? 0 : list->items[i]];
        if (v->kind != IR_LANE && v->kind != IR_PART && !ir_loads_words(f, v))
            return false;
    }
    return list->count <= ITEMS_MOST;
}

static bool is_branch(const struct ir_function *f, const struct ir_node *node, struct ir_unaligned *word)
{
    if (node->kind != IR_IF || node->phis.count != 1 || !node->ends[0] || !node->ends[1] ||
        !is_short(f, &node->bodies[0]) || !is_short(f, &node->bodies[1]))
        return false;
    const struct ir_value *phi = &f->values[node->phis.items[0]];
    return is_choice(f, node->condition, ir_arg(f, phi, 0), ir_arg(f, phi, 1), word);
}

/* Makes the phi a selection. */
static bool select_word(struct ir_function *f, ir_ref phi, ir_ref condition, const struct ir_unaligned *word)
{
    struct ir_value *v = &f->values[phi];
    bool is_then = ir_arg(f, v, 0) == word->joined;
    const ir_ref args[3] = {condition, is_then ? word->joined : word->low,
                            is_then ? word->low : word->joined};
    if (!ir_add_args(f, 3))
        return false;
    v->kind = IR_LANE;
    v->op = ISA_MOVC;
    v->first = f->arg_count;
    v->count = 3;
    memcpy(&f->args[f->arg_count], args, sizeof args);
    f->arg_count += 3;
    return true;
}

/* Replaces item `at` of the list, a branch, by what is in it. */
static bool splice(struct ir_function *f, struct ir_list *list, uint32_t at, struct ir_node *node)
{
    list->items[at] = node->phis.items[0];
    if (!ir_insert(f, list, at, node->bodies[0].items, node->bodies[0].count) ||
        !ir_insert(f, list, at + node->bodies[0].count, node->bodies[1].items, node->bodies[1].count))
        return false;
    node->bodies[0].count = node->bodies[1].count = node->phis.count = 0;
    return true;
}

static bool replace_branches(struct ir_function *f, struct ir_list *list, bool *changed)
{
    for (uint32_t i = 0; i < list->count; i++) {
        struct ir_unaligned word;
        if (!(list->items[i] & IR_NODE_BIT))
            continue;
        struct ir_node *node = &f->nodes[list->items[i] & ~IR_NODE_BIT];
        if (is_branch(f, node, &word)) {
            *changed = true;
            if (!select_word(f, node->phis.items[0], node->condition, &word) || !splice(f, list, i, node))
                return false;
        } else if (!replace_branches(f, &node->bodies[0], changed) ||
                   !replace_branches(f, &node->bodies[1], changed)) {
            return false;
        }
    }
    return true;
}

enum sm5_status ir_select_unaligned(struct ir_function *f)
{
    bool changed = false;
    if (f->alias || f->keeps_loads)
        return SM5_OK;
    if (!replace_branches(f, &f->nodes[0].bodies[0], &changed))
        return SM5_ERR_MEMORY;
    return changed ? ir_clean(f) : SM5_OK;
}
