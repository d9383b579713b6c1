/* Numbers to what they name, by binary search: programs may declare and use very many. */
#include "interp/plan.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const struct plan_name *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return 0;
}

uint32_t plan_find(const struct plan *plan, uint32_t file, uint32_t id)
{
    struct plan_name key = {file, id, 0};
    const struct plan_name *found =
        plan->names.count ? bsearch(&key, plan->names.data, plan->names.count, sizeof key, compare) : NULL;
    return found ? found->value : PLAN_NONE;
}

bool plan_name_add(struct plan_builder *b, uint32_t file, uint32_t id, uint32_t value)
{
    struct plan_name name = {file, id, value};
    /* Lookups go on meanwhile, so what is new waits for the next sort. */
    return VEC_PUSH(&b->new_names, name) || plan_fail(b, SM5_ERR_MEMORY);
}

bool plan_names_sort(struct plan_builder *b)
{
    struct plan *plan = b->plan;
    for (size_t i = 0; i < b->new_names.count; i++)
        if (!VEC_PUSH(&plan->names, b->new_names.data[i]))
            return plan_fail(b, SM5_ERR_MEMORY);
    b->new_names.count = 0;
    if (plan->names.count)
        qsort(plan->names.data, plan->names.count, sizeof *plan->names.data, compare);
    for (size_t i = 1; i < plan->names.count; i++) {
        const struct plan_name *name = &plan->names.data[i];
        if (compare(name - 1, name) == 0)
            return PLAN_FAIL(b, INTERP_TWICE, isa_file(name->file)->text, name->id);
    }
    return true;
}

bool plan_names_declared(struct plan_builder *b)
{
    const struct program_decls *decls = &b->program->decls;
    bool ok = true;
    for (uint32_t i = 0; ok && i < decls->resource_count; i++)
        ok = plan_name_add(b, decls->resources[i].file, decls->resources[i].id, i);
    for (uint32_t i = 0; ok && i < decls->indexable_count; i++)
        ok = plan_name_add(b, ISA_FILE_INDEXABLE_TEMP, decls->indexables[i].reg, i);
    for (uint32_t i = 0; ok && i < decls->interface_count; i++)
        ok = plan_name_add(b, ISA_FILE_INTERFACE, decls->interfaces[i].id, i);
    for (uint32_t i = 0; ok && i < decls->table_count; i++)
        ok = plan_name_add(b, ISA_FILE_FUNCTION_TABLE, decls->tables[i].id, i);
    return ok && plan_names_sort(b);
}
