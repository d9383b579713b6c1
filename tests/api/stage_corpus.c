/* Real vertex, hull, domain, geometry and pixel shaders terminate on generated inputs, buffers and
   textures, and give the same outputs on the interpreter with one and with several threads, and on the
   engine of AUTO, which must be the JIT for every hull and geometry shader. u# have the same bytes on both
   engines. */
#include "corpus.h"

#include <stdlib.h>

#include "harness.h"
#include "synthetic.h"
#include "test.h"

enum { INVOCATIONS = 40, MOST_STEPS = 200000 };

struct subject {
    struct sm5_diags *diags;
    struct sm5_program *program;
    struct sm5_kernel *kernel, *automatic;
    struct synthetic bound;
    struct sm5_stage_info info;
    struct sm5_stage_run run;
    float (*locations)[3];
};

struct totals {
    size_t compiled, ran, budget, excused, bad;
    size_t fallen_back; /* hull and geometry shaders that were not compiled */
};

/* ---- inputs ---- */

static struct sm5_records make_records(uint64_t count, uint32_t registers, uint32_t *seed)
{
    struct sm5_records records = {NULL, count, registers ? registers : 1};
    records.words = calloc(count * records.registers + 1, 16);
    assert_non_null(records.words);
    synthetic_fill(records.words, count * records.registers * 4, seed);
    return records;
}

static void make_inputs(struct subject *s, uint32_t *seed)
{
    s->run.count = INVOCATIONS;
    s->run.max_steps = MOST_STEPS;
    s->run.inputs = make_records((uint64_t)INVOCATIONS * (s->info.points_in ? s->info.points_in : 1),
                                 s->info.inputs, seed);
    s->run.constants = make_records(INVOCATIONS, s->info.constants, seed);
    s->run.points_per_patch = 5;
    s->locations = calloc(INVOCATIONS, sizeof *s->locations);
    for (unsigned i = 0; i < INVOCATIONS; i++)
        for (unsigned axis = 0; axis < 3; axis++)
            s->locations[i][axis] = (float)(harness_random(seed) >> 8 & 63) / 64;
    s->run.locations = (const float(*)[3])s->locations;
    sm5_stage_make_system_values(s->program, &s->run, 0, 0, 5);
}

/* ---- one shader ---- */

/* AUTO, with warps of 8 threads when the tests are run on jit-8. */
static struct sm5_kernel_options automatic_options(void)
{
    const char *engine = getenv("SM5_TEST_ENGINE");
    bool is_narrow = engine && strcmp(engine, "jit-8") == 0;
    return (struct sm5_kernel_options){.engine = SM5_ENGINE_AUTO, .lanes = is_narrow ? 8 : 0};
}

static bool open_subject(struct subject *s, struct bytes file)
{
    const struct sm5_kernel_options automatic = automatic_options();
    s->diags = sm5_diags_new();
    if (sm5_program_read(file.data, file.size, NULL, &s->program, s->diags))
        return false;
    sm5_stage_info(s->program, &s->info);
    if (strcmp(s->info.stage, "cs") == 0)
        return false;
    return sm5_kernel_new(s->program, SM5_ENGINE_INTERP, &s->kernel, s->diags) == SM5_OK &&
           sm5_kernel_new_with(s->program, &automatic, &s->automatic, s->diags) == SM5_OK;
}

static void close_subject(struct subject *s)
{
    free(s->run.inputs.words);
    free(s->run.constants.words);
    free(s->locations);
    sm5_kernel_free(s->kernel);
    sm5_kernel_free(s->automatic);
    synthetic_free(&s->bound);
    sm5_program_free(s->program);
    sm5_diags_free(s->diags);
}

/* On newly generated memory. */
static enum sm5_status run_with(struct subject *s, const struct sm5_kernel *kernel, uint32_t threads,
                                struct synthetic *bound, struct sm5_stage_outputs *outputs)
{
    uint32_t seed = 7;
    synthetic_bind(bound, s->program, &seed);
    s->run.threads = threads;
    return sm5_run_stage(kernel, bound->bindings, &s->run, outputs, s->diags);
}

static bool same_records(const struct sm5_records *a, const struct sm5_records *b)
{
    size_t bytes = a->count * a->registers * 16;
    return a->count == b->count && a->registers == b->registers &&
           (bytes == 0 || memcmp(a->words, b->words, bytes) == 0);
}

static bool same_strips(const struct sm5_stage_outputs *a, const struct sm5_stage_outputs *b, unsigned stream)
{
    uint64_t count = a->streams[stream].strip_count;
    return count == b->streams[stream].strip_count &&
           (count == 0 || memcmp(a->streams[stream].strips, b->streams[stream].strips,
                                 count * sizeof *a->streams[stream].strips) == 0);
}

static bool same_outputs(const struct sm5_stage_outputs *a, const struct sm5_stage_outputs *b)
{
    bool same = same_records(&a->outputs, &b->outputs) && same_records(&a->constants, &b->constants);
    for (unsigned i = 0; i < 4; i++)
        same &= same_records(&a->streams[i].vertices, &b->streams[i].vertices) && same_strips(a, b, i);
    return same;
}

static bool same_memory(const struct synthetic *a, const struct synthetic *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = memcmp(sm5_buffer_data(a->buffers[i]), sm5_buffer_data(b->buffers[i]),
                      sm5_buffer_size(a->buffers[i])) == 0;
    return same;
}

static const char *first_error(const struct subject *s)
{
    for (size_t i = 0; i < sm5_diags_count(s->diags); i++)
        if (sm5_diags_at(s->diags, i)->severity == SM5_ERROR)
            return sm5_diags_at(s->diags, i)->message;
    return "no error";
}

/* An expected fault of generated inputs: a call through an element that is not bound. */
static bool is_excused(const struct subject *s)
{
    for (size_t i = 0; i < sm5_diags_count(s->diags); i++) {
        const struct sm5_diag *diag = sm5_diags_at(s->diags, i);
        if (diag->severity == SM5_ERROR)
            return strcmp(diag->code, "fault-stage-fcall") == 0;
    }
    return false;
}

static void note_failure(const struct subject *s, const char *path, struct totals *totals)
{
    print_error("%s: %s\n", path, first_error(s));
    totals->excused += is_excused(s);
    totals->bad += !is_excused(s);
}

/* With several threads the order of accesses to one element of a u#, or to its counter, is undefined. */
static uint32_t threads_for(const struct sm5_program *program)
{
    struct sm5_resource_info r;
    for (uint32_t i = 0; sm5_resource_at(program, i, &r); i++)
        if (r.kind == 'u')
            return 1;
    return 4;
}

/* Repetition gives the same results. */
static bool agrees(struct subject *s, const struct sm5_kernel *kernel,
                   const struct sm5_stage_outputs *expected)
{
    uint32_t threads = threads_for(s->program);
    struct sm5_stage_outputs outputs = {0};
    struct synthetic bound = {0};
    bool same = run_with(s, kernel, threads, &bound, &outputs) == SM5_OK &&
                same_outputs(expected, &outputs) && same_memory(&s->bound, &bound);
    sm5_stage_outputs_free(&outputs);
    synthetic_free(&bound);
    return same;
}

static void run_subject(struct subject *s, const char *path, struct totals *totals)
{
    struct sm5_stage_outputs expected = {0};
    uint32_t seed = 11;
    make_inputs(s, &seed);
    enum sm5_status status = run_with(s, s->kernel, 1, &s->bound, &expected);
    totals->budget += status == SM5_ERR_LIMIT;
    totals->ran += status == SM5_OK;
    bool bad = status != SM5_OK && status != SM5_ERR_LIMIT;
    if (status == SM5_OK)
        bad = !agrees(s, s->kernel, &expected) || !agrees(s, s->automatic, &expected);
    bool is_compiled = strcmp(sm5_kernel_engine(s->automatic), "jit") == 0;
    totals->compiled += is_compiled;
    if (!is_compiled && (strcmp(s->info.stage, "hs") == 0 || strcmp(s->info.stage, "gs") == 0))
        totals->fallen_back++;
    if (bad)
        note_failure(s, path, totals);
    sm5_stage_outputs_free(&expected);
}

static void check_shader(const char *path, struct bytes file, void *context)
{
    struct totals *totals = context;
    struct subject s = {0};
    if (open_subject(&s, file)) {
        run_subject(&s, path, totals);
    } else if (s.program && strcmp(s.info.stage, "cs") != 0) {
        note_failure(&s, path, totals);
    }
    close_subject(&s);
}

static void real_shaders_run_to_their_end(void **state)
{
    (void)state;
    struct totals totals = {0};
    if (!corpus_each(check_shader, &totals))
        skip();
    print_message("%zu shaders ran, %zu on compiled code too, %zu used up their budget, %zu are excused\n",
                  totals.ran, totals.compiled, totals.budget, totals.excused);
    assert_int_equal(totals.bad, 0);
    if (totals.compiled) /* there is a JIT */
        assert_int_equal(totals.fallen_back, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(real_shaders_run_to_their_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
