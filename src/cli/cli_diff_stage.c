/* sm5 diff of stages other than compute: the outputs of the engines, compared with those of the first. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_diff.h"

/* ---- runs ---- */

/* --oob applies to the interpreter, as for compute shaders. */
static enum sm5_status run_engine(struct diff *d, size_t i, const struct sm5_stage_run *run,
                                  struct sm5_stage_outputs *outputs)
{
    struct diff_results *results = &d->results[i];
    struct sm5_stage_run how = *run;
    struct sm5_kernel *kernel = NULL;
    if (results->kernel.engine != SM5_ENGINE_INTERP)
        how.oob = SM5_OOB_SPEC;
    cli_restore_memory(d->job, d->before);
    enum sm5_status status = sm5_kernel_new_with(d->job->program, &results->kernel, &kernel, d->job->diags);
    bool made = !status;
    if (made)
        status = sm5_run_stage(kernel, d->job->bindings, &how, outputs, d->job->diags);
    sm5_kernel_free(kernel);
    bool is_stop = made && i > 0 && (status == SM5_ERR_PROGRAM || status == SM5_ERR_LIMIT);
    if (status && !is_stop) {
        host_error("diff: engine %s: %s", results->name, sm5_status_name(status));
        return status;
    }
    results->stopped = status;
    results->copy = cli_copy_memory(d->job);
    return results->copy ? SM5_OK : SM5_ERR_MEMORY;
}

/* ---- comparison ---- */

enum { ROW_WORDS = 32 * 4 };

struct records {
    struct diff *d;
    size_t other;
    const char *name;
    enum sm5_stage_part part;
    int stream; /* -1: none */
};

static bool add(struct diff *d, const struct diff_output *output)
{
    struct diff_output *bigger = realloc(d->outputs, (d->output_count + 1) * sizeof *bigger);
    if (!bigger)
        return host_error("out of memory");
    d->outputs = bigger;
    d->outputs[d->output_count++] = *output;
    return true;
}

static bool compare_count(const struct records *r, const char *what, uint64_t expected, uint64_t got)
{
    const struct diff_output output = {
        .results = r->other, .name = r->name, .count_of = what, .counts = {expected, got}};
    return expected == got || add(r->d, &output);
}

/* Types of the words of a record; `out` has a row of 4 words for each register. */
static void types_of(const struct records *r, char out[ROW_WORDS])
{
    struct sm5_stage_element e;
    memset(out, 0, ROW_WORDS);
    for (uint32_t i = 0; sm5_stage_element_at(r->d->job->program, r->part, i, &e); i++)
        for (uint32_t c = 0; c < 4; c++)
            if (e.mask >> c & 1 && e.reg < ROW_WORDS / 4 &&
                (r->stream < 0 || e.stream == (uint32_t)r->stream))
                out[4 * e.reg + c] = e.type;
}

/* "TEXCOORD1.x", or "o3.x" of a register without a semantic. */
static void name_column(const struct records *r, uint64_t word, struct diff_output *out)
{
    struct sm5_stage_element e, found = {.file = "o", .reg = (uint32_t)(word / 4), .mask = 15};
    for (uint32_t i = 0; sm5_stage_element_at(r->d->job->program, r->part, i, &e); i++)
        if (e.reg == word / 4 && e.mask >> word % 4 & 1 && (r->stream < 0 || e.stream == (uint32_t)r->stream))
            found = e;
    host_stage_column(out->column, sizeof out->column, &found, (uint32_t)word % 4);
}

struct visit {
    struct diff_output *out;
    uint64_t words; /* of a record */
    uint64_t last;  /* record that was counted, plus 1 */
};

static void visit(void *context, size_t word, char type, uint64_t expected, uint64_t got)
{
    struct visit *v = context;
    struct diff_output *out = v->out;
    uint64_t record = word / v->words;
    if (out->differing == 0) {
        out->record = record;
        out->word = word % v->words;
        out->type = type;
        out->values[0] = expected;
        out->values[1] = got;
    }
    out->differing += v->last != record + 1;
    v->last = record + 1;
}

static bool compare_records(const struct records *r, const struct sm5_records *expected,
                            const struct sm5_records *got)
{
    char types[ROW_WORDS];
    uint64_t words = 4 * (uint64_t)expected->registers;
    struct diff_output output = {.results = r->other, .name = r->name, .records = expected->count};
    struct visit v = {&output, words, 0};
    struct case_difference difference;
    if (!compare_count(r, "records", expected->count, got->count))
        return false;
    if (expected->count != got->count || expected->registers != got->registers || !words || !expected->count)
        return true;
    types_of(r, types);
    const struct case_rule rule = {
        .tolerance = &r->d->tolerance, .types = types, .row_words = words <= ROW_WORDS ? words : 0};
    if (!case_compare_each(&rule, (const uint8_t *)expected->words, (const uint8_t *)got->words,
                           expected->count * words * 4, &difference, visit, &v))
        return host_error("out of memory");
    if (!difference.differs)
        return true;
    name_column(r, output.word, &output);
    return add(r->d, &output);
}

/* Pixels that one engine discards. */
static bool compare_written(const struct records *r, const struct sm5_stage_outputs *expected,
                            const struct sm5_stage_outputs *got)
{
    struct diff_output output = {
        .results = r->other, .name = r->name, .records = expected->outputs.count, .type = 'u'};
    snprintf(output.column, sizeof output.column, "written");
    for (uint64_t i = 0; expected->written && got->written && i < expected->outputs.count; i++) {
        if (expected->written[i] == got->written[i])
            continue;
        if (!output.differing++) {
            output.record = i;
            output.values[0] = expected->written[i];
            output.values[1] = got->written[i];
        }
    }
    return !output.differing || add(r->d, &output);
}

static bool compare_stream(struct records *r, const struct sm5_stage_stream *expected,
                           const struct sm5_stage_stream *got)
{
    if (!compare_records(r, &expected->vertices, &got->vertices) ||
        !compare_count(r, "strips", expected->strip_count, got->strip_count))
        return false;
    for (uint64_t i = 0; expected->strip_count == got->strip_count && i < expected->strip_count; i++)
        if (expected->strips[i] != got->strips[i])
            return compare_count(r, "vertices of a strip", expected->strips[i], got->strips[i]);
    return true;
}

static bool compare_outputs(struct diff *d, size_t other, const struct sm5_stage_outputs *expected,
                            const struct sm5_stage_outputs *got)
{
    static const char *const streams[] = {"m0", "m1", "m2", "m3"};
    struct records r = {d, other, "out", SM5_STAGE_OUTPUTS, -1};
    if (!compare_records(&r, &expected->outputs, &got->outputs) || !compare_written(&r, expected, got))
        return false;
    r.name = "constants";
    r.part = SM5_STAGE_CONSTANTS;
    if (!compare_records(&r, &expected->constants, &got->constants))
        return false;
    r.part = SM5_STAGE_OUTPUTS;
    for (r.stream = 0; r.stream < 4; r.stream++) {
        r.name = streams[r.stream];
        if (!compare_stream(&r, &expected->streams[r.stream], &got->streams[r.stream]))
            return false;
    }
    return true;
}

/* ---- all engines ---- */

/* A cli_stage_runner: the outputs are those of the first engine. */
static enum sm5_status run_all(struct cli_job *job, const struct sm5_stage_run *run,
                               struct sm5_stage_outputs *outputs, void *context)
{
    struct diff *d = context;
    (void)job;
    enum sm5_status status = run_engine(d, 0, run, outputs);
    for (size_t i = 1; !status && i < d->count; i++) {
        struct sm5_stage_outputs got = {0};
        if (!d->results[i].is_recorded)
            status = run_engine(d, i, run, &got);
        bool ok = true;
        if (!status && !d->results[i].stopped)
            ok = (d->results[i].is_recorded || compare_outputs(d, i, outputs, &got)) && diff_compare(d, i);
        sm5_stage_outputs_free(&got);
        status = ok ? status : SM5_ERR_MEMORY;
    }
    if (!status)
        cli_restore_memory(d->job, d->results[0].copy);
    return status;
}

static bool check_engines(const struct diff *d, const char *stage)
{
    for (size_t i = 0; i < d->count; i++)
        if (!d->results[i].is_recorded && d->results[i].kernel.engine == SM5_ENGINE_VULKAN)
            return host_error("diff: engine %s runs compute shaders; this is a %s", d->results[i].name,
                              stage);
    return true;
}

int diff_run_stage(struct diff *d, const char *stage)
{
    struct sm5_dispatch_result result;
    uint64_t invocations;
    return check_engines(d, stage) ? cli_stage_run(d->job, run_all, d, &result, &invocations)
                                   : HOST_BAD_COMMAND;
}
