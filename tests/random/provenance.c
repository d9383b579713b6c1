/* sm5_why on random programs: the results of a step follow from its reads, and reads are the results of other steps. */
#include "why/why.h"

#include <string.h>

#include "api/synthetic.h"
#include "numeric/num_env.h"
#include "random/gen.h"
#include "test.h"

enum { PROGRAMS = 150, WORDS = 3, GARBAGE = 0x5bd1e995 };

struct totals {
    size_t words, steps, evaluated, links;
};

/* ---- one instruction from its reads ---- */

/* The column of a register or thread number; PLAN_NONE: another name. */
static uint32_t column_of(const struct plan *plan, const char *name)
{
    const struct program_decls *decls = &plan->program->decls;
    unsigned reg, element;
    char component;
    if (sscanf(name, "r%u.%c", &reg, &component) == 2)
        return 4 * reg + (uint32_t)(strchr("xyzw", component) - "xyzw");
    if (sscanf(name, "x%u[%u].%c", &reg, &element, &component) == 3) {
        uint32_t column = 4 * decls->temps;
        for (const struct program_indexable *x = decls->indexables; x->reg != reg; x++)
            column += x->size * x->components;
        const struct program_indexable *x =
            &decls->indexables[program_find(plan->program, ISA_FILE_INDEXABLE_TEMP, reg)];
        return element < x->size
                   ? column + element * x->components + (uint32_t)(strchr("xyzw", component) - "xyzw")
                   : PLAN_NONE;
    }
    return PLAN_NONE;
}

/* Low and, of a double, high word. */
static unsigned columns_of(const struct plan *plan, const struct sm5_value *value, uint32_t out[2])
{
    out[0] = column_of(plan, value->name);
    if (value->bytes != 8 || out[0] == PLAN_NONE)
        return out[0] != PLAN_NONE;
    char second = value->name[strlen(value->name) - 1];
    out[1] = out[0] - out[0] % 4 + (uint32_t)(strchr("xyzw", second) - "xyzw");
    return 2;
}

/* A branch is not an operand. */
static unsigned read_columns(const struct plan *plan, const struct sm5_why_word *read, uint32_t out[2])
{
    return read->role == SM5_WHY_BRANCH ? 0 : columns_of(plan, &read->value, out);
}

static const struct plan_op *op_of(const struct plan *plan, uint32_t number)
{
    for (size_t i = 0; i < plan->ops.count; i++)
        if (program_instr_number(plan->program, plan->ops.data[i].instr) == number &&
            plan->ops.data[i].run != RUN_END)
            return &plan->ops.data[i];
    return NULL;
}

static bool evaluate(struct interp_worker *w, const struct sm5_why_step *step, uint64_t group, uint32_t flat)
{
    const struct plan *plan = w->plan;
    const struct plan_op *op = op_of(plan, step->instruction);
    uint32_t columns[2];
    if (!op || (op->run != RUN_LANES && op->run != RUN_DOUBLES) ||
        strcmp(isa_op(op->opcode)->mnemonic, "nop") == 0)
        return false;
    interp_start(w, group);
    for (uint32_t i = 0; i < plan->registers * w->lanes; i++)
        w->columns[i] = GARBAGE;
    for (size_t i = 0; i < step->read_count; i++)
        for (unsigned k = read_columns(plan, &step->reads[i], columns); k-- > 0;)
            interp_column(w, columns[k])[flat] = (uint32_t)(step->reads[i].value.bits >> 32 * k);
    w->pc = (uint32_t)(op - plan->ops.data);
    uint32_t environment = num_env_enter(); /* comparisons of denormals */
    interp_run_to_barrier(w, 1);
    num_env_leave(environment);
    for (size_t i = 0; i < step->result_count; i++)
        for (unsigned k = columns_of(plan, &step->results[i].value, columns); k-- > 0;)
            if (interp_column(w, columns[k])[flat] != (uint32_t)(step->results[i].value.bits >> 32 * k))
                fail_msg("instruction %u: %s is 0x%08x, not 0x%08x", step->instruction,
                         step->results[i].value.name, interp_column(w, columns[k])[flat],
                         (unsigned)(step->results[i].value.bits >> 32 * k));
    return true;
}

/* ---- links between steps ---- */

/* The step has a result with the name and value of the read; texels and elements have several names. */
static bool has_result(const struct sm5_why_step *step, const struct sm5_value *read)
{
    for (size_t i = 0; i < step->result_count; i++) {
        const struct sm5_value *result = &step->results[i].value;
        uint64_t mask = read->bytes == 8 && result->bytes == 8 ? UINT64_MAX : UINT32_MAX;
        if ((result->bits & mask) == (read->bits & mask) || result->bytes != read->bytes)
            return true;
    }
    return false;
}

static void check_links(const struct sm5_why *why, size_t at, const struct sm5_why_step *step,
                        struct totals *totals)
{
    for (size_t i = 0; i < step->read_count; i++) {
        const struct sm5_why_word *read = &step->reads[i];
        struct sm5_why_step from;
        assert_int_not_equal(read->source, SM5_WHY_CUT);
        if (read->source != SM5_WHY_STEP)
            continue;
        assert_true(read->step < at && sm5_why_at(why, read->step, &from));
        if (read->role != SM5_WHY_BRANCH && column_of(why->plan, read->value.name) != PLAN_NONE &&
            !has_result(&from, &read->value))
            fail_msg("instruction %u reads %s, which instruction %u does not write", step->instruction,
                     read->value.name, from.instruction);
        totals->links++;
    }
}

static uint64_t group_of(const struct runtime_run *run, const uint32_t id[3])
{
    return id[0] + (uint64_t)run->part.groups[0] * (id[1] + (uint64_t)run->part.groups[1] * id[2]);
}

static void check_slice(struct sm5_debug *debug, struct interp_worker *w, const struct sm5_why *why,
                        struct totals *totals)
{
    const uint32_t *size = debug->program->decls.thread_group;
    struct sm5_why_step step;
    for (size_t i = 0; sm5_why_at(why, i, &step); i++) {
        uint32_t flat = step.thread[0] + size[0] * (step.thread[1] + size[1] * step.thread[2]);
        check_links(why, i, &step, totals);
        totals->evaluated += evaluate(w, &step, group_of(&debug->run, step.group), flat);
        totals->steps++;
    }
}

/* ---- words of memory ---- */

/* The same with little memory for the trace, which is then searched in parts. */
static void check_parts(struct sm5_debug *debug, const char *name, const struct sm5_why *why)
{
    const struct sm5_why_options options = {
        .follow = SM5_WHY_CONDITIONS, .max_steps = 100000, .trace_bytes = 4096};
    struct sm5_why *again;
    assert_int_equal(sm5_why_new(debug, name, &options, &again, NULL), SM5_OK);
    assert_int_equal(sm5_why_count(again), sm5_why_count(why));
    for (size_t i = 0; i < again->list.count; i++) {
        assert_int_equal(again->list.data[i].value.bits, why->list.data[i].value.bits);
        assert_int_equal(again->list.data[i].source, why->list.data[i].source);
    }
    sm5_why_free(again);
}

static void check_word(struct sm5_debug *debug, struct interp_worker *w, const char *name,
                       struct totals *totals)
{
    const struct sm5_why_options options = {.follow = SM5_WHY_CONDITIONS, .max_steps = 100000};
    uint64_t before = sm5_debug_hash(debug);
    struct sm5_why *why;
    if (sm5_why_new(debug, name, &options, &why, NULL))
        return;
    assert_int_equal(sm5_debug_hash(debug), before);
    check_slice(debug, w, why, totals);
    check_parts(debug, name, why);
    assert_int_equal(sm5_debug_hash(debug), before);
    totals->words++;
    sm5_why_free(why);
}

static void check_words(struct sm5_debug *debug, struct interp_worker *w, struct totals *totals)
{
    const struct program_decls *decls = &debug->program->decls;
    char name[40];
    for (uint32_t i = 0; i < decls->resource_count; i++)
        for (uint32_t k = 0; k < WORDS && decls->resources[i].file == ISA_FILE_UAV; k++) {
            uint32_t at = decls->resources[i].dimension == ISA_DIM_RAW ? 12 * k : 3 * k;
            snprintf(name, sizeof name, "u%u[%u]", decls->resources[i].id, at);
            check_word(debug, w, name, totals);
        }
}

/* ---- programs ---- */

static void check_program(const struct sm5_program *program, struct totals *totals)
{
    const struct sm5_debug_options options = {.dispatch = {.groups = {2, 1, 1}, .max_steps = 2000}};
    struct synthetic bound = {0};
    struct sm5_debug *debug;
    struct sm5_debug_stop stop;
    uint32_t seed = 7;
    synthetic_bind(&bound, program, &seed);
    if (sm5_debug_new(program, bound.bindings, &options, &debug, NULL) == SM5_OK) {
        struct interp_worker *w = interp_worker_new(debug->plan, &debug->run, debug->plan->threads, NULL);
        assert_non_null(w);
        sm5_debug_run(debug, SM5_MOVE_CONTINUE, false, &stop, NULL);
        if (debug->plan->strips == 1)
            check_words(debug, w, totals);
        interp_worker_free(w);
        sm5_debug_free(debug);
    }
    synthetic_free(&bound);
}

static void steps_follow_from_their_reads(void **state)
{
    struct totals totals = {0};
    (void)state;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        struct prog prog;
        struct strbuf text = {0};
        struct sm5_program *program;
        gen_program_of(&prog, GEN_COMPUTE, seed);
        prog_text(&prog, &text);
        assert_int_equal(sm5_program_read(strbuf_text(&text), text.length, "random.asm", &program, NULL),
                         SM5_OK);
        check_program(program, &totals);
        sm5_program_free(program);
        strbuf_free(&text);
        prog_free(&prog);
    }
    print_message("%zu words, %zu steps, %zu evaluated again, %zu links\n", totals.words, totals.steps,
                  totals.evaluated, totals.links);
    assert_true(totals.words > PROGRAMS && totals.evaluated > 10 * PROGRAMS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps_follow_from_their_reads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
