/* Operands: registers, constants and interesting immediates. */
#include "gen.h"

/* ---- numbers ---- */

static const uint32_t float_corners[] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
    0x7fc00000, 0xffc12345, 0x7f812345, /* signalling, with a payload */
    0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0x4f000000, 0xcf000001,
    0x4f800000, 0x3effffff, 0x4b000001, 0x477fe000, 0x33800001,
};

static const uint32_t integer_corners[] = {
    0,   1,      2,       3,          7,          31,         32,         33,         255,
    256, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0x55555555,
};

static uint32_t some_float(struct rng *rng)
{
    switch (rng_below(rng, 4)) {
    case 0: return float_corners[rng_below(rng, BASE_COUNT(float_corners))];
    case 1: return bits_of_float((float)((int32_t)rng_below(rng, 33) - 16) * 0.25f);
    case 2: return 0x3f000000 + rng_below(rng, 0x02000000);
    default: return bits_of_float((float)((int32_t)rng_below(rng, 2000) - 1000) * 0.37f);
    }
}

static uint32_t some_integer(struct rng *rng)
{
    switch (rng_below(rng, 4)) {
    case 0: return integer_corners[rng_below(rng, BASE_COUNT(integer_corners))];
    case 1: return rng_below(rng, 16);
    case 2: return 0 - rng_below(rng, 16);
    default: return rng_word(rng);
    }
}

uint32_t gen_number(struct gen *g, enum isa_type type)
{
    if (type == ISA_TYPE_F || (type == ISA_TYPE_ANY && rng_percent(&g->rng, 50)))
        return some_float(&g->rng);
    return some_integer(&g->rng);
}

static uint64_t some_double(struct rng *rng)
{
    static const uint64_t corners[] = {
        0,
        0x8000000000000000,
        0x3ff0000000000000,
        0x7ff0000000000000,
        0xfff0000000000000,
        0x7ff8000000000000,
        0x7ff0000000000001,
        1,
        0x000fffffffffffff,
        0x7fefffffffffffff,
        0x41dfffffffc00000,
        0xc1e0000000200000,
        0x41f0000000000000,
        0x36a0000000000001,
    };
    if (rng_once_in(rng, 3))
        return corners[rng_below(rng, BASE_COUNT(corners))];
    return bits_of_double((double)((int32_t)rng_below(rng, 4000) - 2000) * 0.13);
}

/* ---- registers ---- */

/* Even general registers hold floats most of the time, odd ones integers. */
uint32_t gen_register(struct gen *g, enum isa_type type)
{
    uint32_t n = rng_below(&g->rng, g->general);
    bool is_float = type == ISA_TYPE_F || type == ISA_TYPE_D;
    if (type != ISA_TYPE_ANY && g->general > 1 && rng_percent(&g->rng, 85))
        n = (n & ~1u) + !is_float;
    return PROG_R_GENERAL + (n < g->general ? n : 0);
}

struct prog_operand gen_counter(const struct gen *g, unsigned loop)
{
    return prog_one(ISA_FILE_TEMP, PROG_R_COUNTERS + 2 * g->flow.routine, loop);
}

struct prog_operand gen_limit(const struct gen *g, unsigned loop)
{
    return prog_one(ISA_FILE_TEMP, PROG_R_COUNTERS + 2 * g->flow.routine + 1, loop);
}

/* ---- sources ---- */

/* Components of a source out of the first `components`. Doubles are read in pairs. */
static unsigned some_swizzle(struct gen *g, enum isa_type type, unsigned components)
{
    unsigned swizzle = 0;
    if (type == ISA_TYPE_D) {
        for (unsigned half = 0; half < 2; half++)
            swizzle |= (components == 4 && rng_percent(&g->rng, 50) ? 0xeu : 0x4u) << 4 * half;
        return swizzle;
    }
    if (components == 4 && rng_percent(&g->rng, 40))
        return 0xe4;
    for (unsigned c = 0; c < 4; c++)
        swizzle |= rng_below(&g->rng, components) << 2 * c;
    return swizzle;
}

/* Sets the selection of a register: one component when only one position is read. */
static struct prog_operand select_some(struct gen *g, struct prog_operand operand, enum isa_type type,
                                       unsigned positions, unsigned components)
{
    if (type != ISA_TYPE_D && positions == 1 && rng_percent(&g->rng, 70)) {
        operand.selection = PROG_ONE;
        operand.select = (uint8_t)rng_below(&g->rng, components);
    } else {
        operand.selection = PROG_SWIZZLE;
        operand.select = (uint8_t)some_swizzle(g, type, components);
    }
    return operand;
}

static struct prog_operand immediate(struct gen *g, enum isa_type type, unsigned positions)
{
    struct prog_operand operand = prog_imm(0);
    if (type == ISA_TYPE_D) {
        operand.file = ISA_FILE_IMM64;
        for (unsigned i = 0; i < 2; i++) {
            uint64_t bits = some_double(&g->rng);
            operand.imm[2 * i] = (uint32_t)bits;
            operand.imm[2 * i + 1] = (uint32_t)(bits >> 32);
        }
        return operand;
    }
    operand.words = positions == 1 ? 1 : 4;
    for (unsigned i = 0; i < operand.words; i++)
        operand.imm[i] = gen_number(g, type);
    if (rng_percent(&g->rng, 30))
        for (unsigned i = 1; i < operand.words; i++)
            operand.imm[i] = operand.imm[0];
    return operand;
}

/* In a clean program small numbers are 0 or 1. */
static struct prog_index inside_index(struct gen *g, uint32_t length, bool uniform)
{
    if (uniform || length < 2 || rng_percent(&g->rng, 50))
        return (struct prog_index){.imm = rng_below(&g->rng, length)};
    return (struct prog_index){.imm = rng_below(&g->rng, length - 1),
                               .relative = true,
                               .file = ISA_FILE_TEMP,
                               .reg = PROG_R_SMALL,
                               .component = (uint8_t)rng_below(&g->rng, 4)};
}

/* Indices of nonconforming programs: system values, constants, the first of four components. */
static bool loose_index(struct gen *g, bool uniform, struct prog_index *index)
{
    if (!g->prog->loose || uniform || g->prog->stage != ISA_COMPUTE || !rng_percent(&g->rng, 10))
        return false;
    index->relative = true;
    index->file = ISA_FILE_THREAD_ID;
    index->imm = rng_below(&g->rng, 3);
    index->component = (uint8_t)rng_below(&g->rng, 3);
    return true;
}

/* `imm`, or that plus a register: a small number most of the time, else anything. */
static struct prog_index some_index(struct gen *g, uint32_t length, bool uniform)
{
    struct rng *rng = &g->rng;
    struct prog_index index = {.imm = rng_below(rng, length)};
    uint32_t how = rng_below(rng, uniform ? 8 : 16);
    if (g->clean)
        return inside_index(g, length, uniform);
    if (loose_index(g, uniform, &index))
        return index;
    if (how < 4)
        return index;
    index.relative = true;
    index.file = ISA_FILE_TEMP;
    index.imm = rng_below(rng, 3);
    index.component = (uint8_t)rng_below(rng, 4);
    if (how < 6 && g->flow.loops && (!uniform || g->flow.uniform))
        index.reg = PROG_R_COUNTERS + 2 * g->flow.routine, index.component = (uint8_t)(g->flow.loops - 1);
    else if (how < 8)
        index.reg = PROG_R_UNIFORM;
    else if (how < 13)
        index.reg = PROG_R_SMALL;
    else if (how == 13)
        index.reg = PROG_R_ID, index.component = 1;
    else if (how == 14 && g->prog->indexable_count) {
        index.file = ISA_FILE_INDEXABLE_TEMP;
        index.reg = rng_below(rng, g->prog->indexable_count);
        index.element = rng_below(rng, g->prog->indexables[index.reg].size);
        index.component = (uint8_t)rng_below(rng, g->prog->indexables[index.reg].components);
    } else
        index.reg = gen_register(g, ISA_TYPE_U);
    return index;
}

static struct prog_operand indexed(uint8_t file, unsigned reg, struct prog_index element)
{
    struct prog_operand operand = {.file = file, .index_count = 2};
    operand.index[0].imm = reg;
    operand.index[1] = element;
    return operand;
}

static bool is_cbuffer(const struct gen *g, const struct prog_resource *r)
{
    (void)g;
    return r->file == ISA_FILE_CBUFFER;
}

struct prog_index gen_index(struct gen *g, uint32_t length)
{
    return some_index(g, length, false);
}

/* Ranges of one register are indexed by its number; longer ones by any register, also some outside the
   range. */
struct prog_index gen_range_index(struct gen *g, const struct prog_resource *r)
{
    struct prog_index index = {.imm = r->lower};
    if (r->array == 1)
        return index;
    bool any = rng_percent(&g->rng, 50), is_outside = !g->valid && rng_once_in(&g->rng, 8);
    index = some_index(g, r->array + is_outside, any);
    index.imm = (index.relative ? 0 : index.imm) + r->lower;
    return index;
}

/* Threads that find it by an index may load what other threads store. */
static bool has_alias(const struct prog *prog)
{
    bool any = false;
    for (uint32_t i = 0; i < prog->resource_count; i++)
        any |= prog->resources[i].file == ISA_FILE_SRV && prog->resources[i].id == GEN_ALIAS_SLOT;
    return any;
}

/* Shader Model 5.0 indexes slots: this one, others, and some that are not declared. */
struct prog_index gen_slot_index(struct gen *g, uint32_t slot)
{
    struct prog_index index = {.imm = slot};
    if (g->clean || g->prog->old || g->prog->ranges || !rng_percent(&g->rng, 12) || has_alias(g->prog))
        return index;
    index = some_index(g, 2, rng_percent(&g->rng, 30));
    index.imm = slot;
    return index;
}

static bool constant_buffer(struct gen *g, enum isa_type type, unsigned positions, bool uniform,
                            struct prog_operand *out)
{
    const struct prog_resource *r = gen_pick(g, 1ull << ISA_FILE_CBUFFER, is_cbuffer);
    if (!r)
        return false;
    *out = indexed(ISA_FILE_CBUFFER, r->id, some_index(g, r->declared, uniform));
    if (!uniform)
        out->index[0] = gen_slot_index(g, r->id);
    if (g->prog->ranges) {
        out->index[2] = out->index[1];
        out->index[1] = (struct prog_index){.imm = r->lower};
        if (!uniform)
            out->index[1] = gen_range_index(g, r);
        out->index_count = 3;
    }
    *out = select_some(g, *out, type, positions, 4);
    return true;
}

static bool immediate_buffer(struct gen *g, enum isa_type type, unsigned positions, bool uniform,
                             struct prog_operand *out)
{
    if (!g->prog->icb_rows)
        return false;
    *out = (struct prog_operand){.file = ISA_FILE_ICB, .index_count = 1};
    out->index[0] = some_index(g, g->prog->icb_rows, uniform);
    *out = select_some(g, *out, type, positions, 4);
    return true;
}

static bool indexable(struct gen *g, enum isa_type type, unsigned positions, struct prog_operand *out)
{
    if (!g->prog->indexable_count)
        return false;
    unsigned x = rng_below(&g->rng, g->prog->indexable_count), components = g->prog->indexables[x].components;
    if (type == ISA_TYPE_D && components < 2)
        return false;
    *out = indexed(ISA_FILE_INDEXABLE_TEMP, x, some_index(g, g->prog->indexables[x].size, false));
    *out = select_some(g, *out, type, positions, components);
    return true;
}

static bool system_value(struct gen *g, enum isa_type type, unsigned positions, bool uniform,
                         struct prog_operand *out)
{
    static const uint8_t files[] = {ISA_FILE_THREAD_GROUP_ID, ISA_FILE_THREAD_ID, ISA_FILE_THREAD_ID_IN_GROUP,
                                    ISA_FILE_THREAD_ID_IN_GROUP_FLATTENED};
    if (g->prog->stage != ISA_COMPUTE)
        return !uniform && gen_input(g, type, positions, out);
    uint8_t file = files[uniform ? 0 : rng_below(&g->rng, BASE_COUNT(files))];
    if (g->prog->by_thread)
        file = ISA_FILE_THREAD_ID;
    if (type == ISA_TYPE_D || type == ISA_TYPE_F || (g->prog->by_thread && uniform))
        return false;
    *out = select_some(g, prog_bare(file, 0), type, positions,
                       file == ISA_FILE_THREAD_ID_IN_GROUP_FLATTENED ? 1 : 3);
    return true;
}

static struct prog_operand replicated(struct prog_operand one, unsigned positions)
{
    if (positions > 1) {
        one.selection = PROG_SWIZZLE;
        one.select = (uint8_t)(one.select * 0x55);
    }
    return one;
}

/* System values. */
static struct prog_operand known_register(struct gen *g, enum isa_type type, unsigned positions, bool uniform)
{
    uint32_t reg = PROG_R_UNIFORM;
    bool counts = g->flow.loops && (!uniform || g->flow.uniform) && type != ISA_TYPE_D;
    if (counts && rng_percent(&g->rng, 40))
        return replicated(gen_counter(g, rng_below(&g->rng, g->flow.loops)), positions);
    if (!uniform && rng_percent(&g->rng, 50))
        reg = rng_percent(&g->rng, 50) ? PROG_R_ID : PROG_R_SMALL;
    return select_some(g, prog_bare(ISA_FILE_TEMP, reg), type, positions, 4);
}

static struct prog_operand pick_source(struct gen *g, enum isa_type type, unsigned positions, bool uniform)
{
    struct prog_operand operand;
    if (g->prog->stage != ISA_COMPUTE && !uniform && rng_percent(&g->rng, 25) &&
        gen_input(g, type, positions, &operand))
        return operand;
    uint32_t how = rng_below(&g->rng, 100);
    if (!uniform && how < 55)
        return select_some(g, prog_bare(ISA_FILE_TEMP, gen_register(g, type)), type, positions, 4);
    if (how < 65 && constant_buffer(g, type, positions, uniform, &operand))
        return operand;
    if (how < 70 && immediate_buffer(g, type, positions, uniform, &operand))
        return operand;
    if (!uniform && how < 78 && indexable(g, type, positions, &operand))
        return operand;
    if (how < 83 && system_value(g, type, positions, uniform, &operand))
        return operand;
    if (how < 88)
        return known_register(g, type, positions, uniform);
    return immediate(g, type, positions);
}

struct prog_operand gen_source(struct gen *g, enum isa_type type, unsigned positions)
{
    return pick_source(g, type, positions, false);
}

/* Four components where one is read: the first is used. */
static void widen(struct gen *g, struct prog_operand *operand)
{
    bool vector =
        operand->file == ISA_FILE_TEMP || operand->file == ISA_FILE_CBUFFER || operand->file == ISA_FILE_ICB;
    if (!g->prog->loose || !rng_percent(&g->rng, 20))
        return;
    if (vector && operand->selection == PROG_ONE) {
        operand->selection = PROG_SWIZZLE;
        operand->select = (uint8_t)(operand->select | rng_below(&g->rng, 64) << 2);
    } else if (operand->file == ISA_FILE_IMM32 && operand->words == 1) {
        operand->words = 4;
        for (unsigned i = 1; i < 4; i++)
            operand->imm[i] = rng_word(&g->rng);
    }
}

void gen_loose_modifier(struct gen *g, struct prog_operand *source)
{
    bool literal = source->file == ISA_FILE_IMM32 || source->file == ISA_FILE_IMM64;
    if (g->prog->loose && !literal && rng_percent(&g->rng, 15))
        source->modifier = (uint8_t)rng_between(&g->rng, ISA_MODIFIER_NEG, ISA_MODIFIER_ABS_NEG);
}

struct prog_operand gen_word(struct gen *g, enum isa_type type, bool uniform)
{
    struct prog_operand operand = pick_source(g, type, 1, uniform);
    if (operand.selection == PROG_SWIZZLE) {
        operand.selection = PROG_ONE;
        operand.select &= 3;
    }
    widen(g, &operand);
    return operand;
}

/* ---- destinations ---- */

unsigned gen_mask(struct gen *g)
{
    static const uint8_t likely[] = {1, 2, 4, 8, 3, 7, 15, 15};
    return rng_percent(&g->rng, 70) ? likely[rng_below(&g->rng, BASE_COUNT(likely))]
                                    : rng_between(&g->rng, 1, 15);
}

struct prog_operand gen_destination(struct gen *g, enum isa_type type, unsigned mask)
{
    if (g->prog->indexable_count && rng_percent(&g->rng, 10)) {
        unsigned x = rng_below(&g->rng, g->prog->indexable_count);
        unsigned all = (1u << g->prog->indexables[x].components) - 1;
        if ((mask & ~all) == 0) {
            struct prog_operand operand =
                indexed(ISA_FILE_INDEXABLE_TEMP, x, some_index(g, g->prog->indexables[x].size, false));
            operand.selection = PROG_MASK;
            operand.select = (uint8_t)mask;
            return operand;
        }
    }
    struct prog_operand output;
    if (g->prog->stage != ISA_COMPUTE && rng_percent(&g->rng, 10) && gen_output(g, mask, &output))
        return output;
    return prog_mask(ISA_FILE_TEMP, gen_register(g, type), mask);
}
