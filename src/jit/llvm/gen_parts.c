/* Splits a segment of an unrolled group into parts. All copies load a row before any copy loads the next row, so that memory is
   read in the order of its addresses, which hardware prefetchers follow. */
#include <stdlib.h>

#include "jit/llvm/gen.h"

static bool loads_view(const struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    return v->kind == IR_LOAD && v->view != IR_NONE;
}

/* Loads of t#, arithmetic, then stores: no copy can load what another one stores. */
static bool has_parts(const struct gen *g, const struct ir_list *list)
{
    bool stores = false, stores_view = false, all = true;
    for (uint32_t i = 0; i < list->count && all; i++) {
        const struct ir_value *v = gen_value(g, list->items[i] & IR_NODE_BIT ? 0 : list->items[i]);
        switch (v->kind) {
        case IR_LANE:
        case IR_PART: break;
        case IR_LOAD:
            all = !stores && loads_view(g, list->items[i]) &&
                  g->f->program->decls.resources[v->slot].file == ISA_FILE_SRV;
            break;
        case IR_STORE:
            stores = true;
            stores_view |= !gen_is_tgsm(g, v);
            break;
        default: all = false;
        }
    }
    return all && !(stores_view && g->f->alias);
}

struct walk {
    const struct gen *g;
    uint32_t *left; /* uses to come, by value: of vectors that the segment defines */
    uint32_t live;  /* such vectors, in one copy */
};

static void walk_item(struct walk *w, ir_ref ref)
{
    const struct ir_value *v = gen_value(w->g, ref);
    for (uint32_t i = 0; i < v->count; i++) {
        uint32_t *left = &w->left[ir_arg(w->g->f, v, i)];
        if (*left && --*left == 0)
            w->live--;
    }
    if (v->shape == IR_VARYING && v->level == IR_WARP && v->uses) {
        w->left[ref] = v->uses;
        w->live++;
    }
}

/* A part ends before a load that follows other loads and their uses, where the live vectors of all copies fill at most half of the
   vector registers. */
static uint32_t part_end(struct walk *w, const struct ir_list *list, uint32_t first)
{
    const struct gen *g = w->g;
    uint32_t registers = g->has_mask_registers ? 32 : 16, copies = g->end_copy;
    bool has_used = false, loads = false;
    for (uint32_t i = first; i < list->count; i++) {
        has_used |= loads && !loads_view(g, list->items[i]);
        loads = loads_view(g, list->items[i]);
        if (loads && has_used && 2 * w->live * copies <= registers)
            return i;
        walk_item(w, list->items[i]);
    }
    return list->count;
}

void gen_each_part(struct gen *g, const struct ir_list *list,
                   void (*emit)(struct gen *g, const struct ir_list *list))
{
    struct walk w = {.g = g};
    if (has_parts(g, list))
        w.left = calloc((size_t)g->f->value_count + 1, sizeof *w.left);
    for (uint32_t first = 0, end = list->count; first < list->count; first = end) {
        if (w.left)
            end = part_end(&w, list, first);
        emit(g, &(struct ir_list){list->items + first, end - first, 0});
    }
    free(w.left);
}
