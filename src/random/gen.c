/* From a seed to a program. */
#include "gen.h"

typedef void maker(struct gen *g);

static const struct {
    const char *name;
    uint8_t stage;
    uint8_t share; /* of sixteen seeds */
} kinds[GEN_KINDS] = {
    [GEN_COMPUTE] = {"compute", ISA_COMPUTE, 5}, [GEN_TEXTURE] = {"texture", ISA_COMPUTE, 2},
    [GEN_VERTEX] = {"vertex", ISA_VERTEX, 1},    [GEN_HULL] = {"hull", ISA_HULL, 2},
    [GEN_DOMAIN] = {"domain", ISA_DOMAIN, 1},    [GEN_GEOMETRY] = {"geometry", ISA_GEOMETRY, 2},
    [GEN_PIXEL] = {"pixel", ISA_PIXEL, 3},
};

const char *gen_kind_name(unsigned kind)
{
    return kind < GEN_KINDS ? kinds[kind].name : NULL;
}

enum gen_kind gen_kind_of(uint64_t seed)
{
    unsigned kind = 0, at = (unsigned)(seed % 16);
    while (at >= kinds[kind].share)
        at -= kinds[kind++].share;
    return (enum gen_kind)kind;
}

enum gen_kind gen_kind_of_program(const struct prog *prog)
{
    unsigned kind = prog->textures ? GEN_TEXTURE : GEN_COMPUTE;
    while (kinds[kind].stage != prog->stage)
        kind++;
    return (enum gen_kind)kind;
}

static void sync_or_fence(struct gen *g)
{
    uint32_t how = rng_below(&g->rng, 100);
    if (how < 12)
        gen_fence(g);
    else if (how < 40)
        gen_barrier(g);
    else
        gen_exchange(g);
}

static void counter_or_atomic(struct gen *g)
{
    if (rng_percent(&g->rng, 25))
        gen_counter_op(g);
    else
        gen_atomic(g);
}

static void nothing(struct gen *g)
{
    struct prog_node *node = prog_node_add(g->prog, g->list);
    if (g->prog->stage != ISA_COMPUTE && !g->prog->old && rng_percent(&g->rng, 40)) {
        prog_instr_add(g->prog, &node->head, ISA_SYNC)->sync = ISA_SYNC_UGLOBAL;
        return;
    }
    prog_instr_add(g->prog, &node->head,
                   g->prog->portable || rng_percent(&g->rng, 50) ? ISA_NOP : ISA_DEBUG_BREAK);
}

static void query_or_nothing(struct gen *g)
{
    if (rng_percent(&g->rng, 10))
        nothing(g);
    else
        gen_query(g);
}

static void statement(struct gen *g)
{
    const struct gen_mood *mood = &g->mood;
    const struct {
        uint8_t weight;
        maker *make;
    } makers[] = {
        {mood->lanes, gen_lanes},          {mood->load, gen_load},          {mood->store, gen_store},
        {mood->atomic, counter_or_atomic}, {mood->block, gen_block},        {mood->leave, gen_leave},
        {mood->sync, sync_or_fence},       {mood->call, gen_call},          {mood->small, gen_small},
        {mood->uniform, gen_uniform},      {mood->query, query_or_nothing}, {mood->sample, gen_sample},
        {mood->texel, gen_texel},          {mood->emit, gen_emit},          {mood->pull, gen_pull},
        {mood->discard, gen_discard},      {mood->derive, gen_derivative},
    };
    uint32_t sum = 0;
    for (unsigned i = 0; i < BASE_COUNT(makers); i++)
        sum += makers[i].weight;
    uint32_t at = rng_below(&g->rng, sum);
    for (unsigned i = 0; i < BASE_COUNT(makers); i++) {
        if (at < makers[i].weight) {
            makers[i].make(g);
            return;
        }
        at -= makers[i].weight;
    }
}

void gen_statements(struct gen *g, unsigned most)
{
    while (most-- && g->left) {
        g->left--;
        statement(g);
    }
}

/* A weight that is often the default, sometimes 0, sometimes large. */
static uint8_t random_weight(struct gen *g, uint32_t standard)
{
    switch (rng_below(&g->rng, 8)) {
    case 0: return 0;
    case 1: return (uint8_t)(4 * standard);
    case 2: return (uint8_t)(standard / 2);
    default: return (uint8_t)standard;
    }
}

static void choose_model(struct gen *g)
{
    uint32_t how = rng_below(&g->rng, 100);
    g->prog->ranges = how < 12;
    g->prog->old = how >= 94;
    bool young = g->prog->stage == ISA_HULL || g->prog->stage == ISA_DOMAIN ||
                 (g->prog->stage == ISA_COMPUTE && g->prog->textures);
    if (young)
        g->prog->old = false;
}

/* Statements that Shader Model 4 lacks. */
static void make_old(struct gen_mood *mood)
{
    mood->atomic = 0;
    mood->query = 0;
    mood->doubles = false;
}

/* Statements that plain compute programs lack, and those that other stages lack. */
static void choose_more(struct gen *g)
{
    struct gen_mood *mood = &g->mood;
    mood->fallthrough = false;
    mood->sample = g->prog->textures ? random_weight(g, 16) : 0;
    mood->texel = g->prog->textures ? random_weight(g, 8) : 0;
    if (g->prog->stage == ISA_COMPUTE)
        return;
    mood->sync = 0;
    mood->statements = rng_between(&g->rng, 3, 30);
    if (g->prog->stage == ISA_GEOMETRY)
        mood->emit = random_weight(g, 16);
    if (g->prog->stage == ISA_PIXEL) {
        mood->pull = random_weight(g, 4);
        mood->derive = random_weight(g, 7);
        mood->discard = random_weight(g, 3);
    }
}

static void choose_mood(struct gen *g)
{
    g->mood = (struct gen_mood){
        .lanes = (uint8_t)(8 + random_weight(g, 30)),
        .load = random_weight(g, 14),
        .store = random_weight(g, 12),
        .atomic = random_weight(g, 6),
        .block = random_weight(g, 12),
        .leave = random_weight(g, 4),
        .sync = random_weight(g, 8),
        .call = random_weight(g, 4),
        .small = random_weight(g, 3),
        .uniform = random_weight(g, 4),
        .query = random_weight(g, 2),
        .early_return = !g->clean && rng_percent(&g->rng, 20),
        .fallthrough = !g->clean && rng_percent(&g->rng, 15),
        .doubles = rng_percent(&g->rng, 50),
        .floats = rng_percent(&g->rng, 85),
        .integers = rng_percent(&g->rng, 85),
        .statements = rng_between(&g->rng, 5, 45),
    };
    if (g->prog->old)
        make_old(&g->mood);
    g->prog->small = g->prog->stage == ISA_COMPUTE && rng_percent(&g->rng, 25);
    g->prog->by_thread = g->prog->small && rng_percent(&g->rng, 50);
    if (g->prog->small) {
        g->mood.sync = g->mood.call = 0;
        g->mood.atomic = rng_percent(&g->rng, 30) ? g->mood.atomic : 0;
    }
    g->prog->wide = g->prog->stage == ISA_COMPUTE && !g->prog->small && rng_percent(&g->rng, 25);
    if (g->prog->wide) {
        g->mood.atomic = 0;
        g->mood.block += 6;
        g->mood.store = rng_percent(&g->rng, 50) ? 0 : g->mood.store;
    }
    g->mood.plain = g->prog->portable && g->prog->seed % 4;
    if (g->prog->portable) /* optional features, and subroutines, which no compiler writes */
        g->mood.doubles = false, g->mood.call = 0;
    if (g->valid)
        choose_more(g);
    g->general = rng_between(&g->rng, 2, 8);
}

static void statements(struct gen *g)
{
    gen_first_values(g);
    g->prog->first_values = g->list->last;
    g->left = g->mood.statements;
    while (g->left)
        gen_statements(g, g->left);
    gen_results(g);
}

static void phase_statements(struct gen *g)
{
    g->mood.statements = rng_between(&g->rng, 2, 14);
    statements(g);
}

static void generate(struct gen *g)
{
    g->flow = (struct gen_flow){.uniform = true, .turns = 1, .may_sync = true};
    choose_model(g);
    choose_mood(g);
    gen_lanes_setup(g);
    gen_sample_setup(g);
    gen_setup(g);
    g->list = &g->prog->main;
    if (g->prog->stage != ISA_HULL)
        statements(g);
    for (unsigned i = 1; i <= g->prog->frame.phase_count; i++)
        gen_hull_phase(g, i, g->prog->frame.phases[i - 1].opcode, phase_statements);
    g->phase_number = 0; /* routines are shared by all phases, and use registers of none */
    gen_routines(g);
}

static struct rng rng_of(uint64_t seed)
{
    return (struct rng){seed * 0x2545f4914f6cdd1du + 0x1234567};
}

/* One seed in four of each kind. */
static bool is_loose(uint64_t seed)
{
    return seed / 16 % 4 == 3;
}

void gen_program(struct prog *prog, uint64_t seed)
{
    struct gen g = {.prog = prog, .rng = rng_of(seed)};
    *prog = (struct prog){.seed = seed, .stage = ISA_COMPUTE, .loose = is_loose(seed)};
    generate(&g);
}

void gen_clean_program(struct prog *prog, uint64_t seed)
{
    struct gen g = {.prog = prog, .clean = true, .rng = rng_of(seed)};
    *prog = (struct prog){.seed = seed, .stage = ISA_COMPUTE};
    generate(&g);
}

void gen_portable_program(struct prog *prog, uint64_t seed, const struct gen_without *without)
{
    struct gen g = {.prog = prog, .clean = true, .without = without, .rng = rng_of(seed)};
    *prog = (struct prog){.seed = seed, .stage = ISA_COMPUTE, .portable = true};
    generate(&g);
}

void gen_program_of(struct prog *prog, enum gen_kind kind, uint64_t seed)
{
    struct gen g = {.prog = prog, .valid = true, .rng = rng_of(seed ^ (uint64_t)kind << 56)};
    if (kind == GEN_COMPUTE) {
        gen_program(prog, seed);
        return;
    }
    *prog = (struct prog){.seed = seed, .stage = kinds[kind].stage, .loose = is_loose(seed)};
    prog->textures = kind == GEN_TEXTURE || rng_percent(&g.rng, 75);
    generate(&g);
}
