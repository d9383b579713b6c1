/* Control flow. Every loop counts, so that all programs terminate; barriers occur only in uniform control
   flow. */
#include "gen.h"

enum { DEPTH = 5, LOOPS = 3, TURNS = 24 };

/* ---- conditions ---- */

/* Those of floats are last: portable programs use arbitrary bits as integers only. */
static const uint16_t comparisons[] = {ISA_ULT, ISA_UGE, ISA_ILT, ISA_IGE, ISA_IEQ,
                                       ISA_INE, ISA_LT,  ISA_GE,  ISA_NE};
enum { FLOAT_COMPARISONS = 6 };

/* A condition, computed into PROG_R_ADDRESS or an existing value. */
static struct prog_operand condition(struct gen *g, struct prog_run *run, bool uniform)
{
    if (rng_percent(&g->rng, 30))
        return gen_word(g, ISA_TYPE_U, uniform);
    unsigned count = g->prog->portable ? FLOAT_COMPARISONS : BASE_COUNT(comparisons);
    struct prog_instr *instr = prog_instr_add(g->prog, run, comparisons[rng_below(&g->rng, count)]);
    enum isa_type type = (enum isa_type)isa_op(instr->opcode)->operands[1].type;
    prog_operand_add(instr, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 1));
    for (unsigned i = 0; i < 2; i++)
        prog_operand_add(instr, gen_word(g, type, uniform));
    if (!uniform && type != ISA_TYPE_F && rng_percent(&g->rng, 40))
        instr->operands[1] = prog_one(ISA_FILE_TEMP, PROG_R_ID, rng_below(&g->rng, 2));
    if (!uniform && type != ISA_TYPE_F && rng_percent(&g->rng, 20)) /* a limit that splits no warp */
        instr->operands[2] = prog_imm(16 * rng_below(&g->rng, 6));
    return prog_one(ISA_FILE_TEMP, PROG_R_ADDRESS, 0);
}

static void add_test(struct gen *g, struct prog_run *run, uint16_t opcode, struct prog_operand on)
{
    struct prog_instr *instr = prog_instr_add(g->prog, run, opcode);
    instr->test_nz = rng_percent(&g->rng, 60);
    prog_operand_add(instr, on);
}

/* ---- bodies ---- */

/* Phases at the target of a break or continue. */
enum leaves { LEAVES_NOTHING, LEAVES_SWITCH, LEAVES_LOOP };

/* Fills `list`. In uniform control flow the phases at its end are those at its start. */
static void fill(struct gen *g, struct prog_list *list, const struct gen_flow *flow, unsigned most,
                 enum leaves leaves)
{
    struct gen_flow outside = g->flow;
    struct prog_list *outer = g->list;
    struct gen_phase phases[PROG_RESOURCES];
    memcpy(phases, g->phase, sizeof phases);
    g->list = list;
    g->flow = *flow;
    g->flow.depth++;
    if (leaves != LEAVES_NOTHING)
        g->flow.break_phases = phases;
    if (leaves == LEAVES_LOOP)
        g->flow.continue_phases = phases;
    if (flow->scans && !(rng_percent(&g->rng, 70) && gen_fill(g)))
        gen_scan(g);
    g->flow.scans = false;
    gen_statements(g, most);
    gen_restore(g, phases);
    g->list = outer;
    g->flow = outside;
}

static unsigned some_statements(struct gen *g)
{
    return rng_between(&g->rng, 1, 7);
}

/* ---- if ---- */

static void gen_if(struct gen *g)
{
    struct prog_node *node = prog_node_add(g->prog, g->list);
    struct gen_flow flow = g->flow;
    bool uniform = rng_percent(&g->rng, 35);
    flow.uniform &= uniform;
    node->block = true;
    add_test(g, &node->head, ISA_IF, condition(g, &node->head, uniform));
    fill(g, &node->body, &flow, some_statements(g), LEAVES_NOTHING);
    if (rng_percent(&g->rng, 45)) {
        prog_instr_add(g->prog, &node->middle, ISA_ELSE);
        fill(g, &node->other, &flow, some_statements(g), LEAVES_NOTHING);
    }
    prog_instr_add(g->prog, &node->tail, ISA_ENDIF);
}

/* ---- loop ---- */

static struct prog_operand as_mask(struct prog_operand one)
{
    one.selection = PROG_MASK;
    one.select = (uint8_t)(1u << one.select);
    return one;
}

/* Trip count of a loop: constant, or by thread (by group when uniform). */
static struct prog_operand limit(struct gen *g, struct prog_run *run, bool uniform, unsigned *turns)
{
    if (rng_percent(&g->rng, 40)) {
        bool is_long = g->flow.turns <= 1 && rng_percent(&g->rng, 20);
        *turns = rng_between(&g->rng, 1, is_long ? 20 : 5);
        return prog_imm(*turns);
    }
    struct prog_instr *mask = prog_instr_add(g->prog, run, ISA_AND);
    *turns = rng_percent(&g->rng, 50) ? 3 : 7;
    if (g->flow.turns <= 1 && rng_percent(&g->rng, 20))
        *turns = 15;
    prog_operand_add(mask, as_mask(gen_limit(g, g->flow.loops)));
    prog_operand_add(mask, gen_word(g, ISA_TYPE_U, uniform));
    prog_operand_add(mask, prog_imm(*turns));
    return gen_limit(g, g->flow.loops);
}

static void leave_at_end(struct gen *g, struct prog_run *run, struct prog_operand end)
{
    struct prog_operand counter = gen_counter(g, g->flow.loops);
    struct prog_instr *test = prog_instr_add(g->prog, run, rng_percent(&g->rng, 50) ? ISA_UGE : ISA_IGE);
    prog_operand_add(test, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 1));
    prog_operand_add(test, counter);
    prog_operand_add(test, end);
    if (rng_percent(&g->rng, 70)) {
        add_test(g, run, ISA_BREAKC, prog_one(ISA_FILE_TEMP, PROG_R_ADDRESS, 0));
        run->data[run->count - 1].test_nz = true;
    } else {
        add_test(g, run, ISA_IF, prog_one(ISA_FILE_TEMP, PROG_R_ADDRESS, 0));
        run->data[run->count - 1].test_nz = true;
        prog_instr_add(g->prog, run, ISA_BREAK);
        prog_instr_add(g->prog, run, ISA_ENDIF);
    }
}

static void count(struct gen *g, struct prog_run *run, unsigned loop)
{
    struct prog_instr *step = prog_instr_add(g->prog, run, ISA_IADD);
    prog_operand_add(step, as_mask(gen_counter(g, loop)));
    prog_operand_add(step, gen_counter(g, loop));
    prog_operand_add(step, prog_imm(1));
}

static void gen_loop(struct gen *g)
{
    unsigned turns;
    if (g->flow.loops == LOOPS || g->flow.turns > TURNS)
        return;
    struct prog_node *node = prog_node_add(g->prog, g->list);
    struct prog_instr *zero = prog_instr_add(g->prog, &node->head, ISA_MOV);
    bool uniform = rng_percent(&g->rng, 50);
    node->block = true;
    prog_operand_add(zero, as_mask(gen_counter(g, g->flow.loops)));
    prog_operand_add(zero, prog_imm(0));
    struct prog_operand end = limit(g, &node->head, uniform, &turns);
    prog_instr_add(g->prog, &node->head, ISA_LOOP);
    leave_at_end(g, &node->head, end);
    struct gen_flow flow = g->flow;
    flow.steps_late = rng_percent(&g->rng, 40);
    if (!flow.steps_late)
        count(g, &node->head, g->flow.loops);
    flow.uniform &= uniform;
    flow.in_loop = true;
    flow.in_switch = false;
    flow.divergent_break = flow.divergent_continue = !flow.uniform;
    flow.turns *= turns ? turns : 1;
    flow.inner_turns = turns;
    flow.loops++;
    flow.scans = rng_percent(&g->rng, 40);
    fill(g, &node->body, &flow, flow.scans && rng_percent(&g->rng, 50) ? 0 : some_statements(g), LEAVES_LOOP);
    if (flow.steps_late)
        count(g, &node->tail, g->flow.loops);
    prog_instr_add(g->prog, &node->tail, ISA_ENDLOOP);
}

/* ---- switch ---- */

static void add_case(struct gen *g, struct prog_node *node, uint32_t value, bool is_default)
{
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, is_default ? ISA_DEFAULT : ISA_CASE);
    if (!is_default)
        prog_operand_add(instr, prog_imm(value));
}

/* A case with its code: several labels may share it, and it may fall through. */
static void gen_case(struct gen *g, struct prog_node *parent, const struct gen_flow *flow, uint32_t *value,
                     bool with_default)
{
    struct prog_node *node = prog_node_add(g->prog, &parent->body);
    unsigned labels = rng_percent(&g->rng, 25) ? 2 : 1;
    node->block = true;
    for (unsigned i = 0; i < labels; i++)
        add_case(g, node, (*value)++, false);
    if (with_default)
        add_case(g, node, 0, true);
    bool falls = g->mood.fallthrough && !flow->uniform && rng_percent(&g->rng, 40);
    fill(g, &node->body, flow, rng_between(&g->rng, 1, 4), LEAVES_SWITCH);
    if (!falls)
        prog_instr_add(g->prog, &node->tail, ISA_BREAK);
}

static void gen_switch(struct gen *g)
{
    struct prog_node *node = prog_node_add(g->prog, g->list);
    struct gen_flow flow = g->flow;
    bool uniform = rng_percent(&g->rng, 35);
    unsigned cases = rng_between(&g->rng, 1, 4), with_default = rng_below(&g->rng, cases + 2);
    uint32_t value = rng_percent(&g->rng, 20) ? 0xffffffff : 0;
    flow.uniform &= uniform;
    flow.in_switch = true;
    flow.divergent_break = !flow.uniform;
    node->block = true;
    struct prog_instr *mask = prog_instr_add(g->prog, &node->head, ISA_AND);
    prog_operand_add(mask, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 1));
    prog_operand_add(mask, gen_word(g, ISA_TYPE_U, uniform));
    prog_operand_add(mask, prog_imm(rng_percent(&g->rng, 70) ? 3 : 7));
    prog_operand_add(prog_instr_add(g->prog, &node->head, ISA_SWITCH),
                     prog_one(ISA_FILE_TEMP, PROG_R_ADDRESS, 0));
    for (unsigned i = 0; i < cases; i++)
        gen_case(g, node, &flow, &value, i == with_default);
    prog_instr_add(g->prog, &node->tail, ISA_ENDSWITCH);
}

void gen_block(struct gen *g)
{
    if (g->flow.depth >= DEPTH)
        return;
    switch (rng_below(&g->rng, 5)) {
    case 0:
    case 1: gen_if(g); break;
    case 2: gen_switch(g); break;
    default: gen_loop(g); break;
    }
}

/* ---- leaving ---- */

/* Divergent exits from main: barriers ignore threads that have ended. */
static bool may_return_divergent(const struct gen *g)
{
    if (g->flow.routine)
        return !g->flow.may_sync;
    return g->mood.early_return || g->mood.sync == 0;
}

static uint16_t conditional(uint16_t opcode)
{
    return opcode == ISA_RET ? ISA_RETC : opcode == ISA_BREAK ? ISA_BREAKC : ISA_CONTINUEC;
}

/* All threads skip the barriers between here and the target, but the phases differ. */
static void restore_for(struct gen *g, uint16_t opcode)
{
    struct gen_phase own[PROG_RESOURCES];
    gen_own_phases(own);
    if (opcode != ISA_RET)
        gen_restore(g, opcode == ISA_BREAK ? g->flow.break_phases : g->flow.continue_phases);
    else if (g->flow.routine)
        gen_restore(g, own);
}

/* break, continue or ret, conditional or inside an if of its own. */
void gen_leave(struct gen *g)
{
    uint16_t opcode = ISA_RET;
    bool divergent = may_return_divergent(g);
    uint32_t how = rng_below(&g->rng, 8);
    if (how < 4 && (g->flow.in_loop || g->flow.in_switch))
        opcode = ISA_BREAK, divergent = g->flow.divergent_break;
    else if (how < 7 && g->flow.in_loop)
        opcode = ISA_CONTINUE, divergent = g->flow.divergent_continue;
    else if (g->flow.depth == 0 && rng_percent(&g->rng, 60))
        return;
    bool uniform = !divergent || rng_percent(&g->rng, 20);
    if (!divergent && !g->flow.uniform)
        return;
    if (!divergent)
        restore_for(g, opcode);
    struct prog_node *node = prog_node_add(g->prog, g->list);
    struct prog_operand on = condition(g, &node->head, uniform);
    bool counts = opcode == ISA_CONTINUE && g->flow.steps_late;
    if (!counts && rng_percent(&g->rng, 60)) {
        add_test(g, &node->head, conditional(opcode), on);
        return;
    }
    add_test(g, &node->head, ISA_IF, on);
    if (counts)
        count(g, &node->head, g->flow.loops - 1);
    prog_instr_add(g->prog, &node->head, opcode);
    prog_instr_add(g->prog, &node->head, ISA_ENDIF);
}

void gen_discard(struct gen *g)
{
    struct prog_node *node = prog_node_add(g->prog, g->list);
    struct prog_operand on = condition(g, &node->head, rng_percent(&g->rng, 10));
    add_test(g, &node->head, ISA_DISCARD, on);
}

/* ---- phases of hull shaders ---- */

void gen_hull_phase(struct gen *g, unsigned number, uint16_t opcode, void (*fill)(struct gen *g))
{
    struct prog_node *node = prog_node_add(g->prog, &g->prog->main);
    node->block = true;
    node->phase = (uint8_t)number;
    prog_instr_add(g->prog, &node->head, opcode);
    g->phase_number = number;
    g->list = &node->body;
    fill(g);
    prog_instr_add(g->prog, &node->tail, ISA_RET);
}

/* ---- calls ---- */

static bool may_call(const struct gen *g, unsigned routine)
{
    if (!g->prog->routines[routine].syncs)
        return true;
    return g->flow.uniform && g->flow.may_sync;
}

/* fcall fp0[element][0]: the element is reduced to 0 or 1. fp1 is fp0's second element. */
static void interface_call(struct gen *g, struct prog_node *node)
{
    struct prog_instr *mask = prog_instr_add(g->prog, &node->head, ISA_AND);
    struct prog_operand operand = {.file = ISA_FILE_INTERFACE, .index_count = 2};
    prog_operand_add(mask, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 1));
    prog_operand_add(mask, gen_word(g, ISA_TYPE_U, rng_percent(&g->rng, 30)));
    prog_operand_add(mask, prog_imm(1));
    uint32_t first = rng_below(&g->rng, 2);
    operand.index[0] = (struct prog_index){.imm = first};
    operand.index[1] = (struct prog_index){
        .relative = true, .file = ISA_FILE_TEMP, .reg = PROG_R_ADDRESS, .imm = 0u - first};
    prog_operand_add(prog_instr_add(g->prog, &node->head, ISA_INTERFACE_CALL), operand);
}

void gen_call(struct gen *g)
{
    struct gen_phase own[PROG_RESOURCES];
    unsigned count = g->prog->routine_count;
    /* Only later routines, so that there is no recursion; few iterations, as calls multiply. */
    if (g->flow.routine >= count || g->flow.turns > 8)
        return;
    if (g->prog->tables && g->flow.routine == 0 && rng_percent(&g->rng, 40)) {
        struct prog_node *node = prog_node_add(g->prog, g->list);
        interface_call(g, node);
        return;
    }
    unsigned routine = rng_between(&g->rng, g->flow.routine + 1, count);
    if (g->prog->routines[routine].is_body || !may_call(g, routine))
        return;
    if (g->prog->routines[routine].syncs) {
        gen_own_phases(own);
        gen_restore(g, own);
    }
    struct prog_node *node = prog_node_add(g->prog, g->list);
    bool conditional = rng_percent(&g->rng, 50);
    if (conditional)
        add_test(g, &node->head, ISA_CALLC, condition(g, &node->head, g->prog->routines[routine].syncs));
    else
        prog_instr_add(g->prog, &node->head, ISA_CALL);
    prog_operand_add(&node->head.data[node->head.count - 1], prog_bare(ISA_FILE_LABEL, routine));
}

static void gen_routine(struct gen *g, unsigned number)
{
    struct prog_list list = {0};
    struct prog_routine *routine = &g->prog->routines[number];
    struct prog_node *node = routine->node = prog_node_add(g->prog, &list);
    struct gen_flow flow = {.uniform = routine->syncs, .routine = number, .may_sync = routine->syncs};
    node->block = true;
    flow.turns = 4;
    uint8_t file = routine->is_body ? ISA_FILE_FUNCTION_BODY : ISA_FILE_LABEL;
    uint32_t id = routine->is_body ? number - 1 : number;
    prog_operand_add(prog_instr_add(g->prog, &node->head, ISA_LABEL), prog_bare(file, id));
    gen_own_phases(g->phase);
    g->left = 8;
    fill(g, &node->body, &flow, 8, LEAVES_NOTHING);
    prog_instr_add(g->prog, &node->tail, ISA_RET);
}

void gen_routines(struct gen *g)
{
    for (unsigned i = 1; i <= g->prog->routine_count; i++)
        gen_routine(g, i);
}
