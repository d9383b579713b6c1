/* Types of words that instructions copy: those of what they are copied from, or of what they are used for. */
#include "why/why.h"

static char *type_of(struct why_item *item)
{
    return &item->word.value.type;
}

static bool is_known(char type)
{
    return type && type != 'x';
}

static void set(char *to, char type)
{
    if (!is_known(*to) && is_known(type))
        *to = type;
}

char why_operand_type(const struct plan_op *op, unsigned operand)
{
    const struct isa_op *row = isa_op(op->opcode);
    if (!row || operand >= row->operand_count)
        return 0;
    switch (row->operands[operand].type) {
    case ISA_TYPE_F: return 'f';
    case ISA_TYPE_I: return 'i';
    case ISA_TYPE_U: return 'u';
    case ISA_TYPE_B: return 'b';
    case ISA_TYPE_D: return 'd';
    default: return 0;
    }
}

/* A word whose type the instruction does not determine. */
static bool is_copy(const struct plan_op *op, const struct why_item *item)
{
    return item->word.role == SM5_WHY_VALUE && !why_operand_type(op, item->operand);
}

/* All copies of an instruction have the same type. */
static void share(struct sm5_why *y, const struct why_node *node)
{
    const struct plan_op *op = &y->plan->ops.data[node->op];
    char type = 0;
    for (uint32_t i = node->first; i < node->first + node->results + node->reads; i++) {
        struct why_item *item = &y->items.data[i];
        if (is_copy(op, item) && !type && is_known(*type_of(item)))
            type = *type_of(item);
    }
    for (uint32_t i = node->first; i < node->first + node->results + node->reads; i++)
        if (is_copy(op, &y->items.data[i]))
            set(type_of(&y->items.data[i]), type);
}

static struct why_item *result_of(struct sm5_why *y, const struct why_item *read)
{
    const struct why_node *node = &y->nodes.data[read->word.step];
    for (uint32_t i = node->first; i < node->first + node->results; i++) {
        struct why_item *item = &y->items.data[i];
        bool same_column = read->place == NULL && item->column == read->column && read->column != WHY_NONE;
        if (same_column || (read->place && item->place == read->place))
            return item;
    }
    return NULL;
}

/* A read and the result that it reads have one type. */
static void exchange(struct sm5_why *y, const struct why_node *node)
{
    for (uint32_t i = node->first + node->results; i < node->first + node->results + node->reads; i++) {
        struct why_item *read = &y->items.data[i];
        struct why_item *result = read->word.source == SM5_WHY_STEP ? result_of(y, read) : NULL;
        if (!result)
            continue;
        set(type_of(read), *type_of(result));
        set(type_of(result), *type_of(read));
    }
}

static void visit(struct sm5_why *y, const struct why_node *node)
{
    exchange(y, node);
    share(y, node);
    exchange(y, node);
}

void why_infer_types(struct sm5_why *y)
{
    for (size_t i = 0; i < y->nodes.count; i++)
        visit(y, &y->nodes.data[i]);
    /* The debugger's type of memory without a layout is that of any access to it. */
    for (uint32_t i = 0; i < y->roots; i++) {
        struct why_item *read = &y->items.data[i];
        struct why_item *result = read->word.source == SM5_WHY_STEP ? result_of(y, read) : NULL;
        if (result && is_known(*type_of(result)))
            *type_of(read) = *type_of(result);
        else if (result)
            set(type_of(result), *type_of(read));
    }
    for (size_t i = y->nodes.count; i-- > 0;)
        visit(y, &y->nodes.data[i]);
    for (size_t i = 0; i < y->items.count; i++)
        if (!*type_of(&y->items.data[i]))
            *type_of(&y->items.data[i]) = y->items.data[i].word.role == SM5_WHY_CONDITION ? 'b' : 'x';
}
