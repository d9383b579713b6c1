/* Atomics and hidden counters. Threads share a word only by commuting operations, whose results are not used;
   on its own words a thread uses any operation. */
#include "gen.h"

struct pair {
    uint16_t plain, immediate; /* without and with a result */
};

static const struct pair pairs[] = {
    {ISA_ATOMIC_AND, ISA_IMM_ATOMIC_AND},
    {ISA_ATOMIC_OR, ISA_IMM_ATOMIC_OR},
    {ISA_ATOMIC_XOR, ISA_IMM_ATOMIC_XOR},
    {ISA_ATOMIC_IADD, ISA_IMM_ATOMIC_IADD},
    {ISA_ATOMIC_IMAX, ISA_IMM_ATOMIC_IMAX},
    {ISA_ATOMIC_IMIN, ISA_IMM_ATOMIC_IMIN},
    {ISA_ATOMIC_UMAX, ISA_IMM_ATOMIC_UMAX},
    {ISA_ATOMIC_UMIN, ISA_IMM_ATOMIC_UMIN},
    {ISA_ATOMIC_CMP_STORE, ISA_IMM_ATOMIC_CMP_EXCH},
    {ISA_IMM_ATOMIC_EXCH, ISA_IMM_ATOMIC_EXCH},
};

/* Exchange and compare commute when all threads have the same operands. */
static bool needs_equal_operands(uint16_t plain)
{
    return plain == ISA_ATOMIC_CMP_STORE || plain == ISA_IMM_ATOMIC_EXCH;
}

uint16_t gen_commuting(struct gen *g, uint32_t constants[2])
{
    constants[0] = rng_percent(&g->rng, 50) ? 0 : gen_number(g, ISA_TYPE_U);
    constants[1] = gen_number(g, ISA_TYPE_U);
    return pairs[rng_below(&g->rng, BASE_COUNT(pairs))].plain;
}

/* Largest and smallest of typed views are those of the view's type. */
static uint16_t fit_sign(const struct gen *g, const struct prog_resource *r, uint16_t plain)
{
    bool typed = r->dimension != ISA_DIM_RAW && r->dimension != ISA_DIM_STRUCTURED;
    bool is_signed = r->type == ISA_RETURN_SINT;
    if (!g->valid || !typed)
        return plain;
    switch (plain) {
    case ISA_ATOMIC_IMAX:
    case ISA_ATOMIC_UMAX: return is_signed ? ISA_ATOMIC_IMAX : ISA_ATOMIC_UMAX;
    case ISA_ATOMIC_IMIN:
    case ISA_ATOMIC_UMIN: return is_signed ? ISA_ATOMIC_IMIN : ISA_ATOMIC_UMIN;
    default: return plain;
    }
}

static uint16_t immediate_of(uint16_t plain)
{
    for (unsigned i = 0; i < BASE_COUNT(pairs); i++)
        if (pairs[i].plain == plain)
            return pairs[i].immediate;
    return plain;
}

/* ---- where ---- */

bool gen_supports_atomics(const struct gen *g, const struct prog_resource *r)
{
    static const sm5_format r32_uint = 42, r32_sint = 43;
    sm5_format texels = r->texture.format;
    if (prog_is_texture(r) && (r->file == ISA_FILE_SRV || (texels != r32_uint && texels != r32_sint)))
        return false;
    if (r->dimension == ISA_DIM_BUFFER && r->format != r32_uint && r->format != r32_sint)
        return false;
    if (r->role == PROG_PHASED)
        return g->flow.routine == 0 || g->flow.may_sync;
    return r->role != PROG_READ;
}

enum sharing { EXCLUSIVE, SHARED, NO_ACCESS };

static enum sharing sharing_of(struct gen *g, const struct prog_resource *r)
{
    if (r->role == PROG_OWN)
        return EXCLUSIVE;
    if (r->role == PROG_ATOMIC)
        return SHARED;
    switch ((enum prog_phase)gen_phase_of(g, r)->phase) {
    case PROG_PHASE_OWN: return EXCLUSIVE;
    case PROG_PHASE_ATOMIC: return SHARED;
    default: return NO_ACCESS;
    }
}

static enum gen_reach reach_of(const struct prog_resource *r, enum sharing sharing)
{
    if (sharing == EXCLUSIVE)
        return GEN_OWN;
    if (sharing == NO_ACCESS)
        return GEN_OUT;
    return r->role == PROG_PHASED && r->file == ISA_FILE_UAV ? GEN_GROUP : GEN_ANY;
}

/* ---- the instruction ---- */

/* Structured: (index, offset) in one operand, so both go to PROG_R_ADDRESS. */
static void add_address(struct gen *g, struct prog_node *node, struct gen_address *at)
{
    const uint8_t last = 3;
    if (!at->has_offset)
        return;
    const struct prog_operand parts[2] = {at->index, at->offset};
    for (unsigned i = 0; i < 2; i++) {
        struct prog_instr *move = prog_instr_add(g->prog, &node->head, ISA_MOV);
        unsigned to = i ? last : 0;
        prog_operand_add(move, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 1u << to));
        prog_operand_add(move, parts[i]);
    }
    at->index = prog_swizzle(ISA_FILE_TEMP, PROG_R_ADDRESS, last << 2);
}

static void add_result(struct gen *g, struct prog_instr *instr, enum sharing sharing)
{
    struct prog_operand result = prog_mask(ISA_FILE_TEMP, PROG_R_SINK, 1u << rng_below(&g->rng, 4));
    if (sharing != SHARED)
        result.index[0].imm = gen_register(g, ISA_TYPE_U);
    else if (!g->valid && rng_percent(&g->rng, 30))
        result = prog_bare(ISA_FILE_NULL, 0);
    prog_operand_add(instr, result);
}

static void add_values(struct gen *g, struct prog_instr *instr, uint16_t plain, const uint32_t constants[2],
                       enum sharing sharing)
{
    unsigned count = plain == ISA_ATOMIC_CMP_STORE ? 2 : 1;
    for (unsigned i = 0; i < count; i++) {
        if (sharing == SHARED && needs_equal_operands(plain))
            prog_operand_add(instr, prog_imm(constants[i]));
        else
            prog_operand_add(instr, gen_word(g, ISA_TYPE_U, false));
    }
}

void gen_atomic_on(struct gen *g, const struct prog_resource *r)
{
    enum sharing sharing = sharing_of(g, r);
    if (g->clean && sharing == NO_ACCESS)
        return;
    uint32_t own_constants[2];
    const uint32_t *constants = own_constants;
    uint16_t plain = gen_commuting(g, own_constants);
    if (sharing == SHARED) {
        const struct gen_phase *phase = gen_phase_of(g, r);
        plain = r->role == PROG_PHASED ? phase->atomic : r->atomic;
        constants = r->role == PROG_PHASED ? phase->constants : r->constants;
    }
    plain = fit_sign(g, r, plain);
    struct prog_node *node = prog_node_add(g->prog, g->list);
    enum gen_reach reach = reach_of(r, sharing);
    struct gen_address at =
        prog_is_texture(r) ? gen_texel_address(g, node, r, reach) : gen_address(g, node, r, reach, 1);
    add_address(g, node, &at);
    bool immediate = immediate_of(plain) == plain || rng_percent(&g->rng, 50);
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, immediate ? immediate_of(plain) : plain);
    if (immediate)
        add_result(g, instr, sharing);
    prog_operand_add(instr, gen_memory_operand(g, r, PROG_BARE, 0));
    prog_operand_add(instr, at.index);
    add_values(g, instr, plain, constants, sharing);
}

void gen_atomic(struct gen *g)
{
    const struct prog_resource *r =
        gen_pick(g, 1ull << ISA_FILE_UAV | 1ull << ISA_FILE_TGSM, gen_supports_atomics);
    if (r)
        gen_atomic_on(g, r);
}

/* ---- hidden counters ---- */

static bool has_counter(const struct gen *g, const struct prog_resource *r)
{
    (void)g;
    return r->counter;
}

void gen_counter_op(struct gen *g)
{
    const struct prog_resource *r = gen_pick(g, 1ull << ISA_FILE_UAV, has_counter);
    if (!r)
        return;
    bool alone = prog_threads(g->prog) == 1;
    struct prog_node *node = prog_node_add(g->prog, g->list);
    struct prog_instr *instr =
        prog_instr_add(g->prog, &node->head, r->counts_down ? ISA_IMM_ATOMIC_CONSUME : ISA_IMM_ATOMIC_ALLOC);
    add_result(g, instr, alone ? EXCLUSIVE : SHARED);
    prog_operand_add(instr, gen_memory_operand(g, r, PROG_BARE, 0));
}
