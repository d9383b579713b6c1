/* Values that depend on the number of the thread in its group only, in programs with barriers: evaluated for
   every thread with the interpreter's lane functions. Strides, ranges and masks are then exact, also of
   operations on bits, for which no rule of ir_analyse.c has a stride. */
#include <stdlib.h>

#include "ir/ir_facts.h"
#include "numeric/num_env.h"

enum { WORDS_MOST = 1 << 18 }; /* of all tables */

struct threads {
    struct ir_function *f;
    uint32_t count; /* threads of all warps, a multiple of LANE_STEP */
    uint32_t tables;
    bool failed;
};

static uint32_t *new_words(struct threads *t)
{
    uint32_t *block = arena_array(&t->f->arena, t->count + LANE_STEP, sizeof *block);
    t->failed |= !block;
    uintptr_t at = (uintptr_t)block;
    return block ? (uint32_t *)((at + LANE_ALIGN - 1) / LANE_ALIGN * LANE_ALIGN) : NULL;
}

/* ---- evaluation ---- */

/* As local_id of gen_value.c, also in threads after the last one, which only fill the last warp. */
static void number_threads(const struct threads *t, const struct ir_value *v, uint32_t *words)
{
    for (uint32_t i = 0; i < t->count; i++)
        words[i] = v->system == IR_FLAT
                       ? i
                       : ir_local_id(t->f->program->decls.thread_group, v->system - IR_LOCAL_X, i);
}

/* Floats are not evaluated: the code generator takes their results for values that LLVM cannot fold. */
static bool is_evaluated(const struct ir_function *f, const struct ir_value *v)
{
    struct ir_lane_info info = ir_lane_info(v->op);
    if (v->kind != IR_LANE || v->op >= IR_MODIFIER || info.is_double || isa_has(v->op, ISA_MAKES_NAN))
        return false;
    if (isa_has(v->op, ISA_COSTLY) && v->op != ISA_UDIV)
        return false;
    bool any = false;
    for (uint32_t i = 0; i < v->count; i++) {
        const struct ir_value *arg = &f->values[ir_arg(f, v, i)];
        any |= arg->table != NULL;
        if (!arg->table && arg->kind != IR_CONST)
            return false;
    }
    return any;
}

static void evaluate(struct threads *t, const struct ir_value *v, unsigned result, uint32_t *words)
{
    _Alignas(LANE_ALIGN) uint32_t constants[8][LANE_STEP] = {{0}}, results[2][LANE_STEP];
    lane_fn *function = lane_table_best()->op[v->op];
    struct lane_args lanes = {.n = LANE_STEP, .d = {results[0], results[1]}};
    for (uint32_t first = 0; first < t->count; first += LANE_STEP) {
        for (unsigned i = 0; i < 8; i++)
            lanes.s[i] = constants[i];
        for (uint32_t i = 0; i < v->count; i++) {
            const struct ir_value *arg = &t->f->values[ir_arg(t->f, v, i)];
            unsigned column = ir_lane_column(v->op, i);
            for (unsigned k = 0; !arg->table && k < LANE_STEP; k++)
                constants[column][k] = arg->word;
            if (arg->table)
                lanes.s[column] = arg->table->words + first;
        }
        function(&lanes);
        memcpy(words + first, results[result], sizeof results[result]);
    }
}

/* ---- what is the same in all warps ---- */

bool ir_fit_warps(const uint32_t *bases, uint32_t warps, uint32_t *first, uint32_t *step)
{
    *first = bases[0];
    *step = warps > 1 ? bases[1] - bases[0] : 0;
    for (uint32_t w = 0; w < warps; w++)
        if (bases[w] != *first + *step * w)
            return false;
    return true;
}

static void describe(const struct threads *t, struct ir_table *table)
{
    uint32_t lanes = t->f->lanes, warps = t->f->warps, bits = 0;
    table->is_regular = true;
    table->low = UINT32_MAX;
    for (uint32_t i = 0; i < lanes; i++)
        table->offsets[i] = table->words[i] - table->words[0];
    for (uint32_t i = 0; i < warps * lanes; i++) {
        uint32_t word = table->words[i], base = table->words[i - i % lanes];
        table->is_regular &= word - base == table->offsets[i % lanes];
        table->low = word < table->low ? word : table->low;
        table->high = word > table->high ? word : table->high;
    }
    table->bases = arena_array(&t->f->arena, warps, sizeof *table->bases);
    if (!table->bases)
        return;
    for (uint32_t w = 0; w < warps; w++)
        bits |= table->bases[w] = table->words[w * lanes];
    table->aligned = bits ? (uint8_t)__builtin_ctz(bits) : 32;
    table->is_linear = ir_fit_warps(table->bases, warps, &table->first, &table->step);
    table->is_affine = table->is_regular;
    for (uint32_t i = 0; i < lanes; i++)
        table->is_affine &= table->offsets[i] == table->offsets[1] * i;
}

static void add_table(struct threads *t, struct ir_value *v, const struct ir_value *whole)
{
    if (t->tables * t->count >= WORDS_MOST)
        return;
    struct ir_table *table = arena_array(&t->f->arena, 1, sizeof *table);
    uint32_t *words = new_words(t);
    t->failed |= !table;
    if (t->failed)
        return;
    if (whole)
        evaluate(t, whole, v->kind == IR_PART ? v->part : 0, words);
    else
        number_threads(t, v, words);
    table->words = words;
    describe(t, table);
    t->failed |= !table->bases;
    v->table = table;
    t->tables++;
}

enum sm5_status ir_tabulate_threads(struct ir_function *f)
{
    struct threads t = {.f = f, .count = (f->warps * f->lanes + LANE_STEP - 1) / LANE_STEP * LANE_STEP};
    for (ir_ref i = 1; i < f->value_count; i++)
        f->values[i].table = NULL;
    if (!f->has_barrier || t.count > LIMIT_GROUP_THREADS) /* hull shaders have larger groups */
        return SM5_OK;
    uint32_t environment = num_env_enter();
    for (ir_ref i = 1; i < f->value_count && !t.failed; i++) {
        struct ir_value *v = &f->values[i];
        const struct ir_value *whole = v->kind == IR_PART ? &f->values[ir_arg(f, v, 0)] : v;
        if (ir_is_local(v))
            add_table(&t, v, NULL);
        else if (is_evaluated(f, whole))
            add_table(&t, v, whole);
    }
    num_env_leave(environment);
    return t.failed ? SM5_ERR_MEMORY : SM5_OK;
}
