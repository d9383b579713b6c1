/* Reduction by reduce_minimize. The statements keep generated programs free of races by their form; of a
   candidate the checker proves it. */
#include "random_reduce.h"

#include <stddef.h>

#include "program/program.h"
#include "reduce/reduce.h"
#include "sm5/check.h"

struct reducer {
    const struct prog *prog;
    struct run_setup setup;
    struct run_outcome *wanted;
    uint32_t findings; /* of the original, as run_finding_kinds returns them */
    bool has_original; /* it was tested */
};

/* ---- numbers beside the program ---- */

/* A rectangle keeps its position, so that its pixels are the same, and consists of quads. */
static const struct {
    size_t offset, size;
    uint8_t least, step;
} rows[] = {
#define ROW(field, least, step)                                                                              \
    {                                                                                                        \
        offsetof(struct prog, field), sizeof((struct prog *)0)->field, least, step                           \
    }
    ROW(groups[0], 1, 1),     ROW(groups[1], 1, 1),    ROW(groups[2], 1, 1),
    ROW(frame.count, 1, 1),   ROW(frame.points, 1, 1), ROW(frame.rect[2], 2, 2),
    ROW(frame.rect[3], 2, 2), ROW(frame.names, 0, 1),  ROW(frame.covers, 0, 1),
#undef ROW
};

static void read_numbers(const struct prog *prog, struct reduce_number *numbers)
{
    for (unsigned i = 0; i < BASE_COUNT(rows); i++) {
        numbers[i] = (struct reduce_number){.least = rows[i].least, .step = rows[i].step};
        memcpy(&numbers[i].value, (const char *)prog + rows[i].offset, rows[i].size);
    }
}

static void write_numbers(struct prog *prog, const struct reduce_number *numbers)
{
    for (unsigned i = 0; i < BASE_COUNT(rows); i++)
        memcpy((char *)prog + rows[i].offset, &numbers[i].value, rows[i].size);
}

/* ---- what the reduced program declares ---- */

static bool declares_resource(const struct program_decls *decls, const struct prog_resource *r)
{
    for (uint32_t i = 0; i < decls->resource_count; i++)
        if (decls->resources[i].file == r->file && decls->resources[i].id == r->id)
            return true;
    return false;
}

static bool declares_register(const struct program_stage *stage, const struct prog_io *io)
{
    for (uint32_t i = 0; i < stage->register_count; i++) {
        const struct program_register *r = &stage->registers[i];
        if (r->file == io->file && r->reg == io->reg && r->output == io->output && r->mask & io->mask)
            return true;
    }
    return false;
}

static void follow_declarations(struct prog *prog, const struct program_decls *decls)
{
    memcpy(prog->shape, decls->thread_group, sizeof prog->shape);
    for (unsigned i = 0; i < prog->resource_count; i++)
        prog->resources[i].dropped = !declares_resource(decls, &prog->resources[i]);
    for (unsigned i = 0; i < prog->frame.register_count; i++)
        prog->frame.registers[i].dropped = !declares_register(&decls->stage, &prog->frame.registers[i]);
    if (!decls->interface_count)
        prog->tables = 0;
}

/* `prog` with the program, which it takes as text, and the numbers in place of its own. */
static struct prog replaced(const struct prog *prog, const struct sm5_program *program,
                            const struct reduce_number *numbers, struct sm5_blob *text)
{
    struct prog made = *prog;
    enum sm5_status status = sm5_program_print(program, SM5_PRINT_LOSSLESS, text, NULL);
    prog_require_memory(!status);
    made.reduced = (const char *)text->data;
    write_numbers(&made, numbers);
    follow_declarations(&made, &program->decls);
    return made;
}

/* ---- the test of a candidate ---- */

/* Findings after which results are not determined. Portable programs have none at all. */
static uint32_t open_kinds(const struct prog *prog)
{
    return prog->portable ? UINT32_MAX
                          : 1u << SM5_FINDING_RACE | 1u << SM5_FINDING_RACE_UNFENCED |
                                1u << SM5_FINDING_RACE_SAME_VALUE | 1u << SM5_FINDING_RACE_ATOMIC_STORE |
                                1u << SM5_FINDING_BARRIER | 1u << SM5_FINDING_ORDER;
}

static bool is_determined(struct reducer *r, const struct prog *prog)
{
    if (r->has_original && r->findings == RUN_NOT_CHECKED)
        return true;
    uint32_t findings = run_finding_kinds(prog, &r->setup);
    if (!r->has_original)
        r->findings = findings;
    return !(findings & ~r->findings & open_kinds(prog));
}

/* A program that agrees fails when an engine leaves it to the interpreter (random_options.strict). */
static bool is_same(const struct run_outcome *a, const struct run_outcome *b)
{
    bool is_left_alike = a->verdict != RUN_AGREES || a->left == b->left;
    return a->verdict == b->verdict && a->status == b->status && a->memory == b->memory && is_left_alike;
}

static bool shows(void *context, const struct reduce_candidate *candidate)
{
    struct reducer *r = context;
    struct sm5_blob text;
    struct run_outcome now;
    struct prog prog = replaced(r->prog, candidate->program, candidate->numbers, &text);
    run_program(&prog, &r->setup, &now);
    bool same = is_same(&now, r->wanted) && is_determined(r, &prog);
    if (same)
        *r->wanted = now;
    r->has_original = true;
    sm5_blob_free(&text);
    return same;
}

/* ---- the whole ---- */

/* Candidates that loop for longer than the original are none; most of them would never end. */
static uint64_t find_limit(const struct reducer *r)
{
    struct run_setup setup = r->setup;
    struct run_outcome now;
    for (setup.max_steps = 1000; setup.max_steps < RUN_MOST_STEPS; setup.max_steps *= 4) {
        run_program(r->prog, &setup, &now);
        if (is_same(&now, r->wanted))
            break;
    }
    return setup.max_steps;
}

/* Only the two configurations that differ need to run. */
static struct run_setup setup_for(const struct run_setup *setup, const struct run_outcome *outcome)
{
    struct run_setup made = *setup;
    if (outcome->verdict == RUN_DIFFERS)
        made.configs &= run_reference(setup) | 1u << outcome->config;
    if (run_config_name(outcome->config))
        made.extra = NULL;
    return made;
}

static void take(struct prog *prog, const struct sm5_program *program, const struct reduce_number *numbers)
{
    struct sm5_blob text;
    struct prog made = replaced(prog, program, numbers, &text);
    made.reduced = arena_copy(&made.arena, text.data, text.size + 1);
    prog_require_memory(made.reduced);
    sm5_blob_free(&text);
    *prog = made;
}

void reduce_program(struct prog *prog, const struct run_setup *setup, struct run_outcome *outcome)
{
    struct reducer r = {.prog = prog, .setup = setup_for(setup, outcome), .wanted = outcome};
    const struct reduce_tester tester = {.context = &r, .shows = shows};
    struct reduce_number numbers[BASE_COUNT(rows)];
    struct reduce_result result = {0};
    struct sm5_program *program;
    struct strbuf text = {0};
    prog_text(prog, &text);
    prog_require_memory(!text.failed);
    read_numbers(prog, numbers);
    r.setup.max_steps = find_limit(&r);
    if (sm5_program_read(text.text, text.length, "random.asm", &program, NULL) == SM5_OK) {
        reduce_minimize(program, numbers, BASE_COUNT(rows), &tester, &result);
        if (result.program)
            take(prog, result.program, numbers);
    }
    sm5_program_free(result.program);
    sm5_program_free(program);
    strbuf_free(&text);
}
