/* Arrays of constants: x# that the program fills with literals before it reads them, as compilers without an immediate
   constant buffer do with tables. One copy of the words serves all threads, and nothing is stored. */
#include <stdlib.h>

#include "ir/ir_facts.h"

struct array {
    const struct ir_list *list; /* that has all writes; NULL: there are none */
    uint32_t last, end;         /* in program order: the last write, the end of the list */
    bool is_variable;
};

struct arrays {
    struct ir_function *f;
    struct array *all;
    uint32_t *order; /* by value: place in the program */
    uint32_t place;
};

static void note_write(struct arrays *a, const struct ir_list *list, ir_ref ref)
{
    const struct ir_value *v = &a->f->values[ref];
    struct array *array = &a->all[v->array];
    bool is_first = !array->list;
    array->is_variable |= (!is_first && array->list != list) || ir_arg(a->f, v, 0) ||
                          a->f->values[ir_arg(a->f, v, 1)].kind != IR_CONST;
    array->list = list;
    array->last = a->place;
}

/* Numbers the values in program order, and finds the arrays' writes. */
static void visit(struct arrays *a, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        a->place++;
        if (item & IR_NODE_BIT) {
            visit(a, &a->f->nodes[item & ~IR_NODE_BIT].bodies[0]);
            visit(a, &a->f->nodes[item & ~IR_NODE_BIT].bodies[1]);
            continue;
        }
        a->order[item] = a->place;
        if (a->f->values[item].kind == IR_XWRITE)
            note_write(a, list, item);
    }
    for (uint32_t i = 0; i < a->f->array_count; i++)
        if (a->all[i].list == list)
            a->all[i].end = a->place;
}

/* Reads follow all writes, each time that these are executed. */
static void test_reads(struct arrays *a)
{
    for (ir_ref i = 1; i < a->f->value_count; i++) {
        const struct ir_value *v = &a->f->values[i];
        struct array *array = v->kind == IR_XREAD ? &a->all[v->array] : NULL;
        if (array && (!array->list || a->order[i] < array->last || a->order[i] > array->end))
            array->is_variable = true;
    }
}

static bool is_constant(const struct array *array)
{
    return array->list && !array->is_variable;
}

/* ---- replacement ---- */

/* What is not written is 0. False: memory is exhausted. */
static bool fill(struct arrays *a, uint32_t number)
{
    struct ir_array *array = &a->f->arrays[number];
    uint32_t *words = arena_array(&a->f->arena, array->elements * array->components + 1, sizeof *words);
    if (!words)
        return false;
    const struct ir_list *list = a->all[number].list;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct ir_value *v = &a->f->values[list->items[i] & IR_NODE_BIT ? 0 : list->items[i]];
        if (v->kind == IR_XWRITE && v->array == number && v->base < array->elements &&
            v->component < array->components)
            words[v->base * array->components + v->component] = a->f->values[ir_arg(a->f, v, 1)].word;
    }
    array->words = words;
    return true;
}

static void drop_writes(struct ir_function *f, struct ir_list *list)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        struct ir_value *v = &f->values[list->items[i] & IR_NODE_BIT ? 0 : list->items[i]];
        bool is_dropped = v->kind == IR_XWRITE && f->arrays[v->array].words;
        if (is_dropped)
            *v = (struct ir_value){.kind = IR_UNUSED, .slot = IR_NONE, .view = IR_NONE};
        else
            list->items[kept++] = list->items[i];
    }
    list->count = kept;
}

enum sm5_status ir_find_constant_arrays(struct ir_function *f)
{
    struct arrays a = {.f = f};
    bool any = false, failed = false;
    if (!f->array_count || f->forgets_arrays)
        return SM5_OK;
    a.all = calloc(f->array_count, sizeof *a.all);
    a.order = calloc(f->value_count, sizeof *a.order);
    failed = !a.all || !a.order;
    if (!failed) {
        visit(&a, &f->nodes[0].bodies[0]);
        test_reads(&a);
    }
    for (uint32_t i = 0; i < f->array_count && !failed; i++)
        if (is_constant(&a.all[i])) {
            any = true;
            failed = !fill(&a, i);
        }
    for (uint32_t i = 0; i < f->node_count && any && !failed; i++) {
        drop_writes(f, &f->nodes[i].bodies[0]);
        drop_writes(f, &f->nodes[i].bodies[1]);
    }
    free(a.all);
    free(a.order);
    return failed ? SM5_ERR_MEMORY : SM5_OK;
}
