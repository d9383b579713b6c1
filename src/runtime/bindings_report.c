/* Warnings of a dispatch: slots with nothing bound, and buffers that are read as t# and written as u#. */
#include <stdlib.h>

#include "base/base.h"
#include "bindings.h"
#include "runtime/runtime_diag.h"

struct use {
    const struct sm5_buffer *buffer;
    const struct program_resource *resource;
    uint32_t reg;
};

static bool is_uav(const struct use *use)
{
    return use->resource->file == ISA_FILE_UAV;
}

static void name_register(const struct program_resource *resource, uint32_t reg, char out[BINDINGS_NAME])
{
    struct sm5_slot slot = {.kind = bindings_kind(resource), .reg = reg, .space = resource->space};
    sm5_slot_format(&slot, out, BINDINGS_NAME);
}

static void report_unbound(const struct runtime_bindings *all, struct sm5_diags *diags)
{
    for (uint32_t i = 0; i < all->slot_count; i++) {
        const struct program_resource *resource = all->slots[i].resource;
        char name[BINDINGS_NAME];
        if (all->slots[i].touched || !bindings_kind(resource))
            continue;
        name_register(resource, resource->lower, name);
        diag_add(diags, BIND_UNBOUND, DIAG_NOWHERE, name);
    }
}

static int by_buffer(const void *a, const void *b)
{
    const struct use *x = a, *y = b;
    uintptr_t p = (uintptr_t)x->buffer, q = (uintptr_t)y->buffer;
    if (p != q)
        return p < q ? -1 : 1;
    if (x->resource != y->resource)
        return x->resource < y->resource ? -1 : 1;
    return x->reg < y->reg ? -1 : x->reg > y->reg;
}

static bool holds_buffers(const struct runtime_slot *slot)
{
    return slot->resource->file == ISA_FILE_SRV || slot->resource->file == ISA_FILE_UAV;
}

static size_t collect_uses(const struct runtime_bindings *all, struct use *uses)
{
    size_t count = 0;
    for (uint32_t i = 0; i < all->slot_count; i++) {
        const struct runtime_slot *slot = &all->slots[i];
        for (uint32_t k = 0; holds_buffers(slot) && k < slot->count; k++) {
            if (!slot->views[k].buffer)
                continue;
            if (uses)
                uses[count] = (struct use){slot->views[k].buffer, slot->resource, slot->resource->lower + k};
            count++;
        }
    }
    return count;
}

/* uses[0 .. count - 1] share a buffer. */
static void report_shared(const struct use *uses, size_t count, struct sm5_diags *diags)
{
    const struct use *read = NULL, *written = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct use **first = is_uav(&uses[i]) ? &written : &read;
        *first = *first ? *first : &uses[i];
    }
    if (!read || !written)
        return;
    char t[BINDINGS_NAME], u[BINDINGS_NAME];
    name_register(read->resource, read->reg, t);
    name_register(written->resource, written->reg, u);
    diag_add(diags, BIND_ALIASED, DIAG_NOWHERE, t, u, t);
}

static void report_aliases(const struct runtime_bindings *all, struct sm5_diags *diags)
{
    size_t count = collect_uses(all, NULL);
    struct use *uses = count > 1 ? malloc(count * sizeof *uses) : NULL;
    if (!uses)
        return;
    collect_uses(all, uses);
    qsort(uses, count, sizeof *uses, by_buffer);
    for (size_t start = 0, end; start < count; start = end) {
        for (end = start + 1; end < count && uses[end].buffer == uses[start].buffer; end++)
            ;
        report_shared(uses + start, end - start, diags);
    }
    free(uses);
}

void runtime_report_bindings(const struct sm5_bindings *bindings, struct sm5_diags *diags)
{
    report_unbound(&bindings->resolved, diags);
    report_aliases(&bindings->resolved, diags);
}
