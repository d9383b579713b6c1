/* Structured and raw accesses in profiles other than SM5_OOB_SPEC, word by word (runtime/address.h). */
#include "interp/interp_region.h"

/* One lane's access, with a copy of its address, which the load may overwrite. */
struct access {
    enum sm5_oob profile;
    const struct plan_memory *m;
    struct region region;
    uint32_t address, offset;
};

static struct access access_of(const struct interp_worker *w, const struct plan_memory *m,
                               struct interp_cursor *c, uint32_t lane)
{
    interp_cursor_move(w, m, c, lane);
    struct access access = {w->run->oob, m, c->region, c->address[lane], c->offset[lane]};
    if (m->tgsm != PLAN_NONE) {
        access.region.base = w->tgsm;
        access.region.bytes = w->plan->program->decls.tgsm_bytes;
    }
    return access;
}

/* NULL: out of bounds. */
static uint8_t *word_of(const struct access *a, unsigned word)
{
    const struct region *r = &a->region;
    bool structured = a->m->dimension == ISA_DIM_STRUCTURED;
    uint64_t at;
    if (a->m->tgsm != PLAN_NONE)
        at = structured ? address_profile_tgsm(r->bytes, a->m->tgsm, r->stride, a->address, a->offset, word)
                        : address_profile_tgsm(r->bytes, a->m->tgsm, 0, 0, a->address, word);
    else if (structured)
        at = address_profile_structured(a->profile, r->bytes, r->count, r->stride, a->address, a->offset,
                                        word);
    else
        at = address_profile_raw(a->profile, r->bytes, a->address, word);
    return at == ADDRESS_NONE ? NULL : r->base + at;
}

static void load_by_profile(struct interp_worker *w, const struct plan_memory *m)
{
    struct interp_cursor c = interp_cursor(w, m);
    INTERP_EACH_ACTIVE(w, i)
    {
        struct access access = access_of(w, m, &c, i);
        for (unsigned k = 0; k < m->count; k++) {
            const uint8_t *word = word_of(&access, m->word[k]);
            interp_column(w, m->column[k])[i] = word ? mem_load(word) : 0;
        }
    }
    if (m->status != PLAN_NONE)
        interp_store_status(w, m->status);
}

static void store_by_profile(struct interp_worker *w, const struct plan_memory *m)
{
    struct interp_cursor c = interp_cursor(w, m);
    INTERP_EACH_WRITER(w, i)
    {
        struct access access = access_of(w, m, &c, i);
        for (unsigned k = 0; k < m->count; k++) {
            uint8_t *word = word_of(&access, k);
            if (word)
                mem_store(word, interp_column(w, m->column[k])[i]);
        }
    }
}

static void atomic_by_profile(struct interp_worker *w, const struct plan_memory *m)
{
    struct interp_cursor c = interp_cursor(w, m);
    const uint32_t *a = interp_column(w, m->column[0]), *b = interp_column(w, m->column[m->count - 1]);
    uint32_t *result = interp_column(w, m->result == PLAN_NONE ? w->plan->trash : m->result);
    const uint32_t *writes = interp_writers(w);
    INTERP_EACH_ACTIVE(w, i)
    {
        struct access access = access_of(w, m, &c, i);
        uint8_t *word = writes[i] ? word_of(&access, 0) : NULL;
        result[i] = word ? mem_atomic((enum isa_atomic)m->atomic, word, a[i], b[i]) : 0;
    }
}

bool interp_profile(struct interp_worker *w, const struct plan_op *op, const struct plan_memory *m)
{
    if (m->dimension == ISA_DIM_BUFFER)
        return false;
    switch (op->run) {
    case RUN_LOAD: load_by_profile(w, m); return true;
    case RUN_STORE: store_by_profile(w, m); return true;
    case RUN_ATOMIC: atomic_by_profile(w, m); return true;
    default: return false;
    }
}
