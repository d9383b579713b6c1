/* From a seed to a program. */
#include "gen.h"

typedef void maker(struct gen *g);

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
    prog_instr_add(g->prog, &node->head, rng_percent(&g->rng, 50) ? ISA_NOP : ISA_DEBUG_BREAK);
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
        {mood->uniform, gen_uniform},      {mood->query, query_or_nothing},
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

/* A weight that is often as usual, sometimes 0 and sometimes large. */
static uint8_t weigh(struct gen *g, uint32_t usual)
{
    switch (rng_below(&g->rng, 8)) {
    case 0: return 0;
    case 1: return (uint8_t)(4 * usual);
    case 2: return (uint8_t)(usual / 2);
    default: return (uint8_t)usual;
    }
}

static void choose_model(struct gen *g)
{
    uint32_t how = rng_below(&g->rng, 100);
    g->prog->ranges = how < 12;
    g->prog->old = how >= 94;
}

/* What Shader Model 4 has not. */
static void make_old(struct gen_mood *mood)
{
    mood->atomic = 0;
    mood->query = 0;
    mood->doubles = false;
}

static void choose_mood(struct gen *g)
{
    g->mood = (struct gen_mood){
        .lanes = (uint8_t)(8 + weigh(g, 30)),
        .load = weigh(g, 14),
        .store = weigh(g, 12),
        .atomic = weigh(g, 6),
        .block = weigh(g, 12),
        .leave = weigh(g, 4),
        .sync = weigh(g, 8),
        .call = weigh(g, 4),
        .small = weigh(g, 3),
        .uniform = weigh(g, 4),
        .query = weigh(g, 2),
        .early_return = !g->clean && rng_percent(&g->rng, 20),
        .fallthrough = !g->clean && rng_percent(&g->rng, 15),
        .doubles = rng_percent(&g->rng, 50),
        .floats = rng_percent(&g->rng, 85),
        .integers = rng_percent(&g->rng, 85),
        .statements = rng_between(&g->rng, 5, 45),
    };
    if (g->prog->old)
        make_old(&g->mood);
    g->general = rng_between(&g->rng, 2, 8);
}

static void generate(struct prog *prog, uint64_t seed, bool clean)
{
    struct gen g = {.prog = prog, .clean = clean, .rng = {seed * 0x2545f4914f6cdd1du + 0x1234567}};
    *prog = (struct prog){.seed = seed};
    g.flow = (struct gen_flow){.uniform = true, .turns = 1, .may_sync = true};
    choose_model(&g);
    choose_mood(&g);
    gen_lanes_setup(&g);
    gen_setup(&g);
    g.list = &prog->main;
    gen_first_values(&g);
    prog->first_values = prog->main.last;
    g.left = g.mood.statements;
    while (g.left)
        gen_statements(&g, g.left);
    gen_results(&g);
    gen_routines(&g);
}

void gen_program(struct prog *prog, uint64_t seed)
{
    generate(prog, seed, false);
}

void gen_clean_program(struct prog *prog, uint64_t seed)
{
    generate(prog, seed, true);
}
