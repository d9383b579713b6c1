/* Barriers, and the phases that they separate. */
#include "gen.h"

static void add_sync(struct gen *g, uint32_t flags)
{
    struct prog_node *node = prog_node_add(g->prog, g->list);
    prog_instr_add(g->prog, &node->head, ISA_SYNC)->sync = flags;
    node->sync = flags & ISA_SYNC_T;
}

/* Fences without _t have no effect that a race-free program can observe; they may occur anywhere. */
void gen_fence(struct gen *g)
{
    static const uint32_t flags[] = {ISA_SYNC_G, ISA_SYNC_UGROUP, ISA_SYNC_UGLOBAL,
                                     ISA_SYNC_UGROUP | ISA_SYNC_G, ISA_SYNC_UGLOBAL | ISA_SYNC_G};
    if (!g->mood.plain)
        add_sync(g, flags[rng_below(&g->rng, BASE_COUNT(flags))]);
}

static bool covers(uint32_t flags, const struct prog_resource *r)
{
    return flags & (r->file == ISA_FILE_TGSM ? ISA_SYNC_G : ISA_SYNC_UGROUP | ISA_SYNC_UGLOBAL);
}

static void next_phase(struct gen *g, struct gen_phase *phase)
{
    static const uint8_t after[3][4] = {
        [PROG_PHASE_OWN] = {PROG_PHASE_SHARED, PROG_PHASE_SHARED, PROG_PHASE_ATOMIC, PROG_PHASE_OWN},
        [PROG_PHASE_SHARED] = {PROG_PHASE_OWN, PROG_PHASE_OWN, PROG_PHASE_ATOMIC, PROG_PHASE_SHARED},
        [PROG_PHASE_ATOMIC] = {PROG_PHASE_SHARED, PROG_PHASE_SHARED, PROG_PHASE_OWN, PROG_PHASE_ATOMIC},
    };
    phase->phase = after[phase->phase][rng_below(&g->rng, 4)];
    if (g->prog->old && phase->phase == PROG_PHASE_ATOMIC)
        phase->phase = PROG_PHASE_SHARED;
    phase->atomic = gen_commuting(g, phase->constants);
}

static void barrier_with(struct gen *g, uint32_t fences)
{
    add_sync(g, fences | ISA_SYNC_T);
    for (unsigned i = 0; i < g->prog->resource_count; i++)
        if (g->prog->resources[i].role == PROG_PHASED && covers(fences, &g->prog->resources[i]))
            next_phase(g, &g->phase[i]);
}

static uint32_t some_fences(struct gen *g)
{
    static const uint32_t fences[] = {ISA_SYNC_G, ISA_SYNC_UGROUP | ISA_SYNC_G, ISA_SYNC_UGLOBAL | ISA_SYNC_G,
                                      ISA_SYNC_UGROUP, ISA_SYNC_UGLOBAL};
    return g->mood.plain ? (uint32_t)ISA_SYNC_G : fences[rng_below(&g->rng, BASE_COUNT(fences))];
}

void gen_barrier(struct gen *g)
{
    if (g->flow.uniform && g->flow.may_sync)
        barrier_with(g, some_fences(g));
}

static bool is_phased(const struct gen *g, const struct prog_resource *r)
{
    (void)g;
    return r->role == PROG_PHASED;
}

/* The use of the phase. */
static void use(struct gen *g, const struct prog_resource *r)
{
    enum prog_phase phase = (enum prog_phase)gen_phase_of(g, r)->phase;
    if (phase == PROG_PHASE_ATOMIC && !g->prog->old && gen_supports_atomics(g, r))
        gen_atomic_on(g, r);
    else if (phase == PROG_PHASE_OWN && rng_percent(&g->rng, 80))
        gen_store_to(g, r);
    else
        gen_load_from(g, r);
}

void gen_exchange(struct gen *g)
{
    const struct prog_resource *r = gen_pick(g, 1ull << ISA_FILE_TGSM | 1ull << ISA_FILE_UAV, is_phased);
    if (!r || !g->flow.uniform || !g->flow.may_sync)
        return;
    unsigned barriers = rng_between(&g->rng, 1, 2);
    use(g, r);
    while (barriers--) {
        uint32_t fences = some_fences(g);
        barrier_with(g, covers(fences, r) ? fences : ISA_SYNC_UGROUP | ISA_SYNC_G);
        use(g, r);
    }
}

static bool same_phase(const struct gen_phase *a, const struct gen_phase *b)
{
    if (a->phase != b->phase)
        return false;
    return a->phase != PROG_PHASE_ATOMIC || (a->atomic == b->atomic && a->constants[0] == b->constants[0] &&
                                             a->constants[1] == b->constants[1]);
}

void gen_restore(struct gen *g, const struct gen_phase *saved)
{
    bool same = true;
    for (unsigned i = 0; i < g->prog->resource_count; i++)
        same &= g->prog->resources[i].role != PROG_PHASED || same_phase(&saved[i], &g->phase[i]);
    if (!same)
        add_sync(g, (g->mood.plain ? 0 : ISA_SYNC_UGROUP) | ISA_SYNC_G | ISA_SYNC_T);
    memcpy(g->phase, saved, sizeof g->phase);
}

void gen_own_phases(struct gen_phase *phases)
{
    memset(phases, 0, PROG_RESOURCES * sizeof *phases);
}
