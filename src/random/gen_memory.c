/* Loads, stores and queries. */
#include "gen.h"

/* ---- choosing a resource ---- */

const struct prog_resource *gen_pick(struct gen *g, uint64_t files,
                                     bool (*fits)(const struct gen *g, const struct prog_resource *r))
{
    const struct prog_resource *found = NULL;
    unsigned count = 0;
    for (unsigned i = 0; i < g->prog->resource_count; i++) {
        const struct prog_resource *r = &g->prog->resources[i];
        if (!(files >> r->file & 1) || !fits(g, r))
            continue;
        if (rng_once_in(&g->rng, ++count))
            found = r;
    }
    return found;
}

struct gen_phase *gen_phase_of(struct gen *g, const struct prog_resource *r)
{
    return &g->phase[r - g->prog->resources];
}

/* Subroutines without barriers may be called in any phase, so they do not access resources with phases. */
static bool is_within_reach(const struct gen *g, const struct prog_resource *r)
{
    return r->role != PROG_PHASED || g->flow.routine == 0 || g->flow.may_sync;
}

static bool is_loadable(const struct gen *g, const struct prog_resource *r)
{
    return !prog_is_texture(r) && is_within_reach(g, r);
}

static bool is_storable(const struct gen *g, const struct prog_resource *r)
{
    return !prog_is_texture(r) && is_within_reach(g, r) && (r->role == PROG_OWN || r->role == PROG_PHASED);
}

static bool is_view(const struct gen *g, const struct prog_resource *r)
{
    (void)g;
    return r->file != ISA_FILE_TGSM && !prog_is_texture(r);
}

/* Addresses that this thread may read in the current phase. */
static enum gen_reach read_reach(struct gen *g, const struct prog_resource *r)
{
    switch ((enum prog_role)r->role) {
    case PROG_READ: return GEN_ANY;
    case PROG_OWN: return GEN_OWN;
    case PROG_ATOMIC: return GEN_OUT;
    case PROG_PHASED: break;
    }
    switch ((enum prog_phase)gen_phase_of(g, r)->phase) {
    case PROG_PHASE_OWN: return GEN_OWN;
    case PROG_PHASE_SHARED: return r->file == ISA_FILE_TGSM ? GEN_ANY : GEN_GROUP;
    default: return GEN_OUT;
    }
}

static enum gen_reach write_reach(struct gen *g, const struct prog_resource *r)
{
    if (r->role == PROG_PHASED && gen_phase_of(g, r)->phase != PROG_PHASE_OWN)
        return GEN_OUT;
    return GEN_OWN;
}

struct prog_operand gen_memory_operand(struct gen *g, const struct prog_resource *r,
                                       enum prog_selection selection, unsigned select)
{
    struct prog_operand operand = prog_bare(r->file, r->id);
    operand.selection = (uint8_t)selection;
    operand.select = (uint8_t)select;
    if (g->prog->ranges && r->file != ISA_FILE_TGSM)
        operand.index[operand.index_count++] = gen_range_index(g, r);
    return operand;
}

/* A typed access has four coordinates, of which a buffer uses one. */
static void add_address(struct prog_instr *instr, const struct prog_resource *r, const struct gen_address *at)
{
    struct prog_operand index = at->index;
    if (r->dimension == ISA_DIM_BUFFER && index.file == ISA_FILE_IMM32) {
        index.words = 4;
        index.imm[1] = index.imm[2] = index.imm[3] = index.imm[0];
    } else if (r->dimension == ISA_DIM_BUFFER) {
        index.selection = PROG_SWIZZLE;
        index.select = (uint8_t)(index.select * 0x55);
    }
    prog_operand_add(instr, index);
    if (at->has_offset)
        prog_operand_add(instr, at->offset);
}

/* ---- loads ---- */

static uint16_t load_opcode(const struct prog_resource *r, bool feedback)
{
    switch (r->dimension) {
    case ISA_DIM_STRUCTURED: return feedback ? ISA_LD_STRUCTURED_FEEDBACK : ISA_LD_STRUCTURED;
    case ISA_DIM_RAW: return feedback ? ISA_LD_RAW_FEEDBACK : ISA_LD_RAW;
    default: break;
    }
    if (r->file == ISA_FILE_SRV)
        return feedback ? ISA_LD_FEEDBACK : ISA_LD;
    return feedback ? ISA_LD_UAV_TYPED_FEEDBACK : ISA_LD_UAV_TYPED;
}

/* The number of DWORDs read is given by the largest component of the swizzle. */
static unsigned words_of(unsigned mask, unsigned swizzle)
{
    unsigned words = 1;
    for (unsigned c = 0; c < 4; c++)
        if (mask >> c & 1 && (swizzle >> 2 * c & 3) + 1 > words)
            words = (swizzle >> 2 * c & 3) + 1;
    return words;
}

static unsigned some_window(struct gen *g, const struct prog_resource *r, unsigned *mask)
{
    unsigned swizzle = 0xe4, limit = 4;
    if (r->dimension == ISA_DIM_RAW || (g->clean && r->dimension == ISA_DIM_STRUCTURED))
        limit = r->stride / 4;
    *mask = gen_mask(g);
    if (rng_percent(&g->rng, 50))
        swizzle = rng_word(&g->rng) & 0xff;
    if (words_of(*mask, swizzle) > limit)
        swizzle = 0;
    return swizzle;
}

static void add_load(struct gen *g, struct prog_node *node, const struct prog_resource *r,
                     const struct gen_address *at, unsigned mask, unsigned swizzle)
{
    bool feedback =
        !g->prog->old && !g->prog->portable && r->file != ISA_FILE_TGSM && rng_once_in(&g->rng, 16);
    enum isa_type type = rng_percent(&g->rng, 50) ? ISA_TYPE_F : ISA_TYPE_U;
    struct prog_operand to[2] = {gen_destination(g, type, mask)};
    if (feedback)
        gen_status(g, node, to, type);
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, load_opcode(r, feedback));
    for (unsigned i = 0; i < 1u + feedback; i++)
        prog_operand_add(instr, to[i]);
    add_address(instr, r, at);
    struct prog_operand window = gen_memory_operand(g, r, PROG_SWIZZLE, swizzle);
    if (r->file == ISA_FILE_SRV && !g->prog->ranges)
        window.index[0] = gen_slot_index(g, r->id);
    if (window.index[0].relative)
        instr->indexable = (uint8_t)(r - g->prog->resources + 1);
    prog_operand_add(instr, window);
}

/* Fields of one structure, one load each, as fxc generates them. */
static void load_fields(struct gen *g, const struct prog_resource *r)
{
    struct prog_node *node = prog_node_add(g->prog, g->list);
    struct gen_address at = gen_address(g, node, r, read_reach(g, r), 1);
    unsigned fields = rng_between(&g->rng, 2, 6);
    for (unsigned i = 0; i < fields; i++) {
        at.offset = prog_imm(4 * (r->stride / 4 > i ? i : rng_below(&g->rng, r->stride / 4 + !g->clean)));
        unsigned swizzle = g->clean || rng_below(&g->rng, 4) ? 0 : 0x55;
        add_load(g, node, r, &at, 1u << rng_below(&g->rng, 4), swizzle);
    }
}

/* Words that make a row of memory over the threads: elements of each. */
static bool has_blocks(const struct prog_resource *r)
{
    return r->role == PROG_OWN && r->scheme == PROG_BLOCKED && r->dimension == ISA_DIM_STRUCTURED &&
           r->stride == 4 && r->each >= 2 && r->each <= 16;
}

/* Element j of the thread's. */
static struct gen_address block_address(struct gen *g, struct prog_node *node, const struct prog_resource *r,
                                        struct gen_address first, bool is_hidden, uint32_t j)
{
    if (!is_hidden)
        return gen_block_address(g, node, r, j);
    first.index = gen_further(g, node, first.index, j);
    return first;
}

static struct gen_address some_first(struct gen *g, const struct prog_resource *r, bool *is_hidden)
{
    *is_hidden = rng_percent(&g->rng, 50);
    return *is_hidden ? gen_hidden_block(g, prog_node_add(g->prog, g->list), r) : (struct gen_address){0};
}

static void load_block(struct gen *g, const struct prog_resource *r)
{
    bool is_hidden;
    struct gen_address first = some_first(g, r, &is_hidden);
    for (uint32_t i = 0; i < r->each; i++) {
        struct prog_node *node = prog_node_add(g->prog, g->list);
        struct gen_address at = block_address(g, node, r, first, is_hidden, i);
        if (rng_percent(&g->rng, r->each <= 4 ? 85 : 60))
            add_load(g, node, r, &at, 1u << rng_below(&g->rng, 4), 0);
    }
}

static bool has_near_words(const struct prog_resource *r)
{
    return r->role == PROG_READ &&
           (r->dimension == ISA_DIM_RAW || (r->dimension == ISA_DIM_STRUCTURED && r->stride == 4));
}

static struct prog_operand load_index(struct gen *g, struct prog_node *node, const struct prog_resource *r,
                                      const struct gen_address *at)
{
    enum { COUNT = 64 };
    struct prog_operand index = prog_one(ISA_FILE_TEMP, PROG_R_ADDRESS, 0);
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, load_opcode(r, false));
    prog_operand_add(instr, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 1));
    add_address(instr, r, at);
    prog_operand_add(instr, gen_memory_operand(g, r, PROG_SWIZZLE, 0));
    return gen_compute(g, node, ISA_AND, 0, index, prog_imm(at->has_offset ? COUNT - 1 : 4 * COUNT - 4));
}

/* Words around one that only memory, or a constant buffer, tells, or around the thread's. */
static void load_near(struct gen *g, const struct prog_resource *r)
{
    struct prog_node *node = prog_node_add(g->prog, g->list);
    struct gen_address at = gen_near_address(g, node, r), further = at;
    if (rng_percent(&g->rng, 50)) /* from a word there */
        at.index = load_index(g, node, r, &at);
    static const uint8_t reaches[] = {4, 4, 16, 16, 80};
    unsigned loads = rng_between(&g->rng, 2, 8), reach = reaches[rng_below(&g->rng, BASE_COUNT(reaches))];
    uint32_t back = rng_percent(&g->rng, 30) ? reach / 2 : 0;
    for (unsigned i = 0; i < loads; i++) {
        uint32_t by = rng_below(&g->rng, reach) - back;
        further.index = gen_further(g, node, at.index, at.has_offset ? by : 4 * by);
        add_load(g, node, r, &further, 1u << rng_below(&g->rng, 4), 0);
    }
}

void gen_load_from(struct gen *g, const struct prog_resource *r)
{
    if (!g->clean && has_blocks(r) && rng_percent(&g->rng, 50)) {
        load_block(g, r);
        return;
    }
    if ((g->clean || g->prog->old) && read_reach(g, r) == GEN_OUT)
        return;
    if (!g->clean && has_near_words(r) && rng_percent(&g->rng, 25)) {
        load_near(g, r);
        return;
    }
    if (r->dimension == ISA_DIM_STRUCTURED && rng_percent(&g->rng, 15)) {
        load_fields(g, r);
        return;
    }
    struct prog_node *node = prog_node_add(g->prog, g->list);
    unsigned mask, swizzle = some_window(g, r, &mask);
    struct gen_address at = gen_address(g, node, r, read_reach(g, r), words_of(mask, swizzle));
    add_load(g, node, r, &at, mask, swizzle);
}

static bool is_scannable(const struct gen *g, const struct prog_resource *r)
{
    return is_loadable(g, r) && r->role == PROG_READ &&
           (r->dimension != ISA_DIM_STRUCTURED || r->stride <= 8);
}

void gen_scan(struct gen *g)
{
    const struct prog_resource *r = gen_pick(g, 1ull << ISA_FILE_SRV | 1ull << ISA_FILE_UAV, is_scannable);
    if (!r || g->clean)
        return;
    struct prog_node *node = prog_node_add(g->prog, g->list);
    struct gen_address at = gen_scan_address(g, node, r);
    unsigned loads = rng_between(&g->rng, 1, 2);
    for (unsigned i = 0; i < loads; i++) {
        unsigned mask, swizzle = some_window(g, r, &mask);
        add_load(g, node, r, &at, rng_percent(&g->rng, 70) ? 1u << i : mask, swizzle);
    }
}

void gen_load(struct gen *g)
{
    const struct prog_resource *r =
        gen_pick(g, 1ull << ISA_FILE_SRV | 1ull << ISA_FILE_UAV | 1ull << ISA_FILE_TGSM, is_loadable);
    if (r)
        gen_load_from(g, r);
}

/* ---- stores ---- */

static uint16_t store_opcode(const struct prog_resource *r)
{
    switch (r->dimension) {
    case ISA_DIM_STRUCTURED: return ISA_STORE_STRUCTURED;
    case ISA_DIM_RAW: return ISA_STORE_RAW;
    default: return ISA_STORE_UAV_TYPED;
    }
}

static void add_store(struct gen *g, struct prog_node *node, const struct prog_resource *r,
                      const struct gen_address *at, unsigned words)
{
    enum isa_type type = ISA_TYPE_ANY;
    if (r->dimension == ISA_DIM_BUFFER)
        type = r->type == ISA_RETURN_UINT || r->type == ISA_RETURN_SINT ? ISA_TYPE_U : ISA_TYPE_F;
    struct prog_operand value = gen_source(g, type, words);
    gen_loose_modifier(g, &value);
    if (g->mood.plain && value.selection == PROG_SWIZZLE && value.file == ISA_FILE_TEMP)
        value.select = 0xe4;
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, store_opcode(r));
    struct prog_operand to = gen_memory_operand(g, r, PROG_MASK, (1u << words) - 1);
    prog_operand_add(instr, to);
    add_address(instr, r, at);
    prog_operand_add(instr, value);
}

/* Stores of single DWORDs to one structure, in any order, perhaps some twice. */
static void store_fields(struct gen *g, const struct prog_resource *r)
{
    struct prog_node *node = prog_node_add(g->prog, g->list);
    struct gen_address at = gen_address(g, node, r, write_reach(g, r), 1);
    uint32_t words = r->stride / 4, fields = rng_between(&g->rng, 2, words < 12 ? words + 1 : 12);
    bool in_order = rng_percent(&g->rng, 70);
    for (uint32_t i = 0; i < fields; i++) {
        at.offset = prog_imm(4 * (in_order && (i < words || !g->clean) ? i : rng_below(&g->rng, words)));
        add_store(g, node, r, &at, 1);
    }
}

static void store_block(struct gen *g, const struct prog_resource *r)
{
    bool is_hidden;
    struct gen_address at = some_first(g, r, &is_hidden);
    uint32_t first = rng_below(&g->rng, r->each), most = rng_percent(&g->rng, 80) ? 100 : 85;
    for (uint32_t i = 0; i < r->each; i++) {
        struct prog_node *node = prog_node_add(g->prog, g->list);
        struct gen_address own = block_address(g, node, r, at, is_hidden, (first + i) % r->each);
        if (rng_percent(&g->rng, most))
            add_store(g, node, r, &own, 1);
    }
}

void gen_store_to(struct gen *g, const struct prog_resource *r)
{
    if (!g->clean && has_blocks(r) && rng_percent(&g->rng, 50)) {
        store_block(g, r);
        return;
    }
    if ((g->clean || g->prog->old) && write_reach(g, r) == GEN_OUT)
        return;
    if (r->dimension == ISA_DIM_STRUCTURED && rng_percent(&g->rng, 20)) {
        store_fields(g, r);
        return;
    }
    unsigned words = rng_between(&g->rng, 1, 4);
    if (r->dimension == ISA_DIM_BUFFER)
        words = 4;
    if ((r->dimension == ISA_DIM_RAW || g->clean) && words > r->stride / 4 && r->dimension != ISA_DIM_BUFFER)
        words = r->stride / 4;
    struct prog_node *node = prog_node_add(g->prog, g->list);
    struct gen_address at = gen_address(g, node, r, write_reach(g, r), words);
    add_store(g, node, r, &at, words);
}

void gen_store(struct gen *g)
{
    const struct prog_resource *r = gen_pick(g, 1ull << ISA_FILE_UAV | 1ull << ISA_FILE_TGSM, is_storable);
    if (r)
        gen_store_to(g, r);
}

void gen_first_tgsm(struct gen *g)
{
    for (unsigned i = 0; i < g->prog->resource_count; i++) {
        const struct prog_resource *r = &g->prog->resources[i];
        for (uint32_t at = 0; r->file == ISA_FILE_TGSM && at < r->stride; at += 16) {
            unsigned words = r->stride - at < 16 ? (r->stride - at) / 4 : 4;
            struct prog_node *node = prog_node_add(g->prog, g->list);
            struct gen_address own = gen_own_address(g, node, r, at);
            add_store(g, node, r, &own, words);
        }
    }
}

static bool is_fillable(const struct gen *g, const struct prog_resource *r)
{
    bool is_dense = r->dimension == ISA_DIM_RAW ? r->stride == 4 : r->dimension == ISA_DIM_STRUCTURED;
    return is_storable(g, r) && r->role == PROG_OWN && r->scheme == PROG_BLOCKED && is_dense &&
           r->each > g->flow.inner_turns;
}

bool gen_fill(struct gen *g)
{
    if (!g->clean && rng_percent(&g->rng, 60) && gen_texel_row(g))
        return true;
    const struct prog_resource *r = gen_pick(g, 1ull << ISA_FILE_UAV, is_fillable);
    if (!r || g->clean)
        return false;
    struct prog_node *node = prog_node_add(g->prog, g->list);
    struct gen_address at = gen_fill_address(g, node, r);
    bool by_field = at.has_offset && rng_percent(&g->rng, 40);
    uint32_t words = r->stride / 4 < 4 ? r->stride / 4 : 4;
    for (uint32_t i = 0; i < (by_field ? words : 1); i++) {
        if (by_field)
            at.offset = prog_imm(4 * i);
        add_store(g, node, r, &at, by_field ? 1 : words);
    }
    return true;
}

void gen_query(struct gen *g)
{
    const struct prog_resource *r = gen_pick(g, 1ull << ISA_FILE_SRV | 1ull << ISA_FILE_UAV, is_view);
    if (!r || (g->without && g->without->opcodes[ISA_BUFINFO]))
        return;
    struct prog_node *node = prog_node_add(g->prog, g->list);
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, ISA_BUFINFO);
    prog_operand_add(instr, gen_destination(g, ISA_TYPE_U, gen_mask(g)));
    prog_operand_add(instr, gen_memory_operand(g, r, PROG_SWIZZLE, rng_word(&g->rng) & 0xff));
}

/* ---- results ---- */

/* xor rN, rN, x#[i]: makes elements that were not read after they were written visible in the results. */
static void fold_indexables(struct gen *g)
{
    for (unsigned x = 0; x < g->prog->indexable_count; x++) {
        uint32_t reg = PROG_R_GENERAL + rng_below(&g->rng, g->general);
        unsigned mask = (1u << g->prog->indexables[x].components) - 1;
        if (!rng_percent(&g->rng, 70))
            continue;
        struct prog_node *node = prog_node_add(g->prog, g->list);
        for (unsigned i = 0; i < g->prog->indexables[x].size; i++) {
            struct prog_instr *instr = prog_instr_add(g->prog, &node->head, ISA_XOR);
            struct prog_operand element = prog_swizzle(ISA_FILE_INDEXABLE_TEMP, x, 0xe4);
            element.select &= (uint8_t)((1u << 2 * g->prog->indexables[x].components) - 1);
            element.index[element.index_count++].imm = i;
            prog_operand_add(instr, prog_mask(ISA_FILE_TEMP, reg, mask));
            prog_operand_add(instr, prog_swizzle(ISA_FILE_TEMP, reg, 0xe4));
            prog_operand_add(instr, element);
        }
    }
}

/* u0 has a structure for each thread, large enough for all general registers. */
void gen_results(struct gen *g)
{
    const struct prog_resource *r = &g->prog->resources[0];
    bool stage = g->prog->stage != ISA_COMPUTE;
    fold_indexables(g);
    if (stage)
        gen_outputs(g);
    if (stage && (g->prog->old || rng_percent(&g->rng, 50)))
        return;
    for (unsigned i = 0; i < g->general; i++) {
        if (!rng_percent(&g->rng, 75))
            continue;
        struct prog_node *node = prog_node_add(g->prog, g->list);
        struct prog_instr *instr = prog_instr_add(g->prog, &node->head, ISA_STORE_STRUCTURED);
        prog_operand_add(instr, gen_memory_operand(g, r, PROG_MASK, 15));
        prog_operand_add(instr, prog_one(ISA_FILE_TEMP, PROG_R_ID, 0));
        prog_operand_add(instr, prog_imm(16 * i));
        prog_operand_add(instr, prog_swizzle(ISA_FILE_TEMP, PROG_R_GENERAL + i, 0xe4));
    }
}
