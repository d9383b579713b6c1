/* Origins are interned: a lane stores the index of one. */
#include "check/check_origin.h"

#include <stdlib.h>

static bool same(const struct undef_origin *a, const struct undef_origin *b)
{
    return a->at == b->at && a->file == b->file && a->reg == b->reg && a->element == b->element;
}

static uint32_t *slot_of(const struct check_undef *undef, const struct undef_origin *origin)
{
    uint64_t hash =
        (uint64_t)origin->at * 0x9e3779b97f4a7c15u ^ ((uint64_t)origin->reg << 32 | origin->element);
    hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
    for (size_t at = (size_t)(hash >> 20);; at++) {
        uint32_t *slot = &undef->slots[at & (undef->slot_count - 1)];
        if (!*slot || same(&undef->list.data[*slot - 1], origin))
            return slot;
    }
}

static bool grow(struct check_undef *undef)
{
    if (2 * (undef->list.count + 1) <= undef->slot_count)
        return true;
    size_t wanted = undef->slot_count ? 2 * undef->slot_count : 64;
    uint32_t *slots = calloc(wanted, sizeof *slots);
    if (!slots)
        return false;
    free(undef->slots);
    undef->slots = slots;
    undef->slot_count = wanted;
    for (size_t i = 0; i < undef->list.count; i++)
        *slot_of(undef, &undef->list.data[i]) = (uint32_t)i + 1;
    return true;
}

uint32_t origin_make(struct check *check, const struct undef_origin *origin)
{
    struct check_undef *undef = &check->undef;
    if (!grow(undef)) {
        check->failed = true;
        return 0;
    }
    uint32_t *slot = slot_of(undef, origin);
    if (*slot)
        return *slot;
    if (!VEC_PUSH(&undef->list, *origin)) {
        check->failed = true;
        return 0;
    }
    return *slot = (uint32_t)undef->list.count;
}

/* Columns are laid out as plan.c does: all r#, then the x# in the order of their declarations. */
uint32_t origin_of_register(struct check *check, const struct plan *plan, uint32_t at, uint32_t column)
{
    const struct program_decls *decls = &check->program->decls;
    struct undef_origin origin = {.at = at, .file = ISA_FILE_TEMP, .reg = column / 4};
    if (column >= plan->registers) /* scratch: the operation's own */
        origin = (struct undef_origin){.at = at, .file = ISA_FILE_NULL};
    else if (column >= 4 * decls->temps) {
        column -= 4 * decls->temps;
        const struct program_indexable *x = decls->indexables;
        for (; column >= x->size * x->components; x++)
            column -= x->size * x->components;
        origin = (struct undef_origin){at, ISA_FILE_INDEXABLE_TEMP, x->reg, true, column / x->components};
    }
    return origin_make(check, &origin);
}

void origin_report(struct check *check, const struct check_site *site, uint32_t origin)
{
    if (!origin)
        return;
    const struct undef_origin *from = &check->undef.list.data[origin - 1];
    uint32_t *reported = &check->undef.reported[from->at];
    struct sm5_finding finding = {
        .kind = SM5_FINDING_UNINITIALISED, .has_element = from->has_element, .element = from->element};
    if (*reported && *reported != site->at + 1)
        return;
    *reported = site->at + 1;
    if (from->file != ISA_FILE_NULL)
        snprintf(finding.reg, sizeof finding.reg, "%s%u", isa_file(from->file)->text, from->reg);
    struct check_site first = {from->at, UINT64_MAX, 0};
    check_add_pair(check, site, &first, &finding);
}
