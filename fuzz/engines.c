#include "fuzz/engines.h"

#include <stdlib.h>

#include "fuzz/bound.h"
#include "fuzz/fuzz.h"
#include "interp/interp.h"
#include "jit/jit.h"
#include "sm5/sm5.h"

enum {
    MAX_STEPS = 200,
    MAX_SECONDS = 300, /* only a hang exceeds it, on a busy machine too: compilation counts */
    ORDERS = 6
};

void engines_prepare(void)
{
    setenv("SM5_GUARD_PAGES", "end", 0);
}

/* ---- features ---- */

static bool add_feature(struct engines *engines, uint64_t feature)
{
    uint64_t bit = bound_mix(feature) % ENGINES_FEATURES;
    bool is_new = !(engines->seen[bit / 8] >> bit % 8 & 1);
    engines->seen[bit / 8] |= (uint8_t)(1u << bit % 8);
    return is_new;
}

/* The opcode, the form of the row before, and where each operand is from. */
static bool add_features(struct engines *engines, const struct sm5_program *program)
{
    bool is_new = false;
    uint32_t last = 0;
    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct program_instr *in = &program->instrs[i];
        uint64_t head = in->opcode | (uint64_t)program->stage << 12;
        const struct isa_op *row = isa_op(in->opcode);
        is_new |= add_feature(engines, 1ull << 40 | head << 12 | last);
        last = row ? row->form : 0;
        for (unsigned k = 0; k < in->operand_count; k++) {
            const struct program_operand *o = &in->operands[k];
            bool is_dynamic = o->index_count && o->index[o->index_count - 1].relative;
            is_new |= add_feature(engines, 2ull << 40 | head << 16 | k << 12 | o->file << 4 |
                                               (uint32_t)(o->modifier && 1) << 1 | is_dynamic);
        }
    }
    return is_new;
}

/* ---- one run ---- */

struct outcome {
    enum sm5_status status;
    char code[64]; /* of the first error */
    struct bound bound;
    struct sm5_stage_outputs outputs;
};

static const uint32_t *groups_of(uint64_t seed)
{
    static const uint32_t groups[][3] = {{1, 1, 1}, {2, 1, 1}, {3, 2, 1}, {1, 1, 2}, {17, 1, 1}};
    return groups[seed % BASE_COUNT(groups)];
}

static struct sm5_dispatch_options options_of(const struct sm5_program *program, uint64_t seed)
{
    const uint32_t *groups = groups_of(seed);
    uint32_t z = program->major < 5 ? 1 : groups[2];
    return (struct sm5_dispatch_options){.groups = {groups[0], groups[1], z},
                                         .threads = 1,
                                         .max_steps = MAX_STEPS,
                                         .max_seconds = MAX_SECONDS};
}

static void note_error(struct outcome *out, const struct sm5_diags *diags)
{
    for (size_t i = 0; i < sm5_diags_count(diags) && !out->code[0]; i++)
        if (sm5_diags_at(diags, i)->severity == SM5_ERROR)
            snprintf(out->code, sizeof out->code, "%s", sm5_diags_at(diags, i)->code);
}

static void run(const struct runtime_engine *engine, const void *kernel, const struct sm5_program *program,
                uint64_t seed, struct outcome *out)
{
    struct sm5_diags *diags = fuzz_diags();
    *out = (struct outcome){.status = SM5_ERR_MEMORY};
    FUZZ_CHECK(bound_make(&out->bound, program, seed));
    const struct runtime_job job = {.engine = engine,
                                    .kernel = kernel,
                                    .program = program,
                                    .bindings = out->bound.bindings,
                                    .describe = text_print_instr};
    if (program->stage == ISA_COMPUTE) {
        struct sm5_dispatch_options options = options_of(program, seed);
        out->status = runtime_dispatch(&job, &options, NULL, diags);
    } else {
        struct sm5_stage_run in = out->bound.run;
        in.threads = 1;
        in.max_steps = MAX_STEPS;
        in.max_seconds = MAX_SECONDS;
        out->status = runtime_run_stage(&job, &in, &out->outputs, diags);
    }
    FUZZ_CHECK(out->status != SM5_ERR_INTERNAL); /* LLVM rejects the code */
    if (out->status != SM5_ERR_SUPPORT)
        fuzz_check_diags(diags, out->status);
    note_error(out, diags);
    sm5_diags_free(diags);
}

static void outcome_free(struct outcome *out)
{
    sm5_stage_outputs_free(&out->outputs);
    bound_free(&out->bound);
}

/* ---- comparison ---- */

static bool same_records(const struct sm5_records *a, const struct sm5_records *b)
{
    uint64_t bytes = a->count * a->registers * 16;
    return a->count == b->count && a->registers == b->registers &&
           (!bytes || !memcmp(a->words, b->words, bytes));
}

static bool same_outputs(const struct sm5_stage_outputs *a, const struct sm5_stage_outputs *b)
{
    bool same = same_records(&a->outputs, &b->outputs) && same_records(&a->constants, &b->constants);
    same = same && (!a->written || !a->outputs.count || !memcmp(a->written, b->written, a->outputs.count));
    for (unsigned i = 0; same && i < 4; i++) {
        const struct sm5_stage_stream *x = &a->streams[i], *y = &b->streams[i];
        same = same_records(&x->vertices, &y->vertices) && x->strip_count == y->strip_count &&
               (!x->strip_count || !memcmp(x->strips, y->strips, x->strip_count * sizeof *x->strips));
    }
    return same;
}

static bool same_counters(const struct sm5_program *program, const struct outcome *a, const struct outcome *b)
{
    struct sm5_resource_info info;
    for (uint32_t i = 0; sm5_resource_at(program, i, &info); i++) {
        struct sm5_slot slot = {.kind = info.kind, .reg = info.reg, .space = info.space};
        uint32_t x = 0, y = 0;
        if (info.kind == 'u' && sm5_counter_get(a->bound.bindings, &slot, &x) &&
            sm5_counter_get(b->bound.bindings, &slot, &y) && x != y)
            return false;
    }
    return true;
}

/* What differs; NULL: nothing. */
static const char *difference(const struct sm5_program *program, const struct outcome *a,
                              const struct outcome *b)
{
    if (a->status != b->status || strcmp(a->code, b->code) != 0)
        return "status";
    if (a->status)
        return NULL; /* where a run stops is not defined */
    for (size_t i = 0; i < a->bound.count; i++) {
        struct sm5_buffer *x = a->bound.buffers[i], *y = b->bound.buffers[i];
        if (memcmp(sm5_buffer_data(x), sm5_buffer_data(y), sm5_buffer_size(x)) != 0)
            return "memory";
    }
    return !same_outputs(&a->outputs, &b->outputs) ? "outputs"
           : !same_counters(program, a, b)         ? "counters"
                                                   : NULL;
}

/* ---- results that are not defined ---- */

/* Cycles, and atomics in stages, whose order no checker permutes. */
static bool depends_on_time(const struct sm5_program *program)
{
    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct program_instr *in = &program->instrs[i];
        const struct isa_op *row = isa_op(in->opcode);
        if (program->stage != ISA_COMPUTE && row && (row->atomic || row->access == ISA_ACCESS_COUNTER))
            return true;
        for (unsigned k = 0; k < in->operand_count; k++)
            if (in->operands[k].file == ISA_FILE_CYCLE_COUNTER)
                return true;
    }
    return false;
}

static bool is_excuse(enum sm5_finding_kind kind)
{
    switch (kind) {
    case SM5_FINDING_BARRIER:
    case SM5_FINDING_BUDGET:
    case SM5_FINDING_RACE:
    case SM5_FINDING_RACE_UNFENCED:
    case SM5_FINDING_RACE_SAME_VALUE:
    case SM5_FINDING_RACE_ATOMIC_STORE:
    case SM5_FINDING_ATOMIC_ORDERED:
    case SM5_FINDING_ORDER: return true;
    default: return false;
    }
}

/* The checker finds a race, a dependence on the order of threads, or does not complete. */
static bool is_undefined(const struct sm5_program *program, uint64_t seed)
{
    const struct sm5_check_options checks = {
        .atomic_ordered = true, .orders = ORDERS, .validation = SM5_VALIDATION_NONE};
    struct sm5_findings *findings = NULL;
    struct sm5_stage_outputs outputs = {0};
    struct bound bound;
    enum sm5_status status;
    FUZZ_CHECK(bound_make(&bound, program, seed));
    if (program->stage == ISA_COMPUTE) {
        struct sm5_dispatch_options options = options_of(program, seed);
        options.max_steps = 0;
        status = sm5_check(program, bound.bindings, &options, &checks, &findings, NULL);
    } else {
        status = sm5_check_stage(program, bound.bindings, &bound.run, &checks, &outputs, &findings, NULL);
    }
    bool excused = status != SM5_OK;
    for (size_t i = 0; i < sm5_findings_count(findings); i++)
        excused |= is_excuse(sm5_findings_at(findings, i)->kind);
    sm5_findings_free(findings);
    sm5_stage_outputs_free(&outputs);
    bound_free(&bound);
    return excused;
}

static void compare(struct engines *engines, const struct sm5_program *program, uint64_t seed,
                    const char *name, const struct outcome *interp, const struct outcome *jit)
{
    if (interp->status == SM5_ERR_LIMIT || jit->status == SM5_ERR_SUPPORT || jit->status == SM5_ERR_MEMORY)
        return;
    const char *what = difference(program, interp, jit);
    engines->compared++;
    if (!what)
        return;
    if (depends_on_time(program) || is_undefined(program, seed)) {
        engines->excused++;
        return;
    }
    struct strbuf text = fuzz_print(program);
    fprintf(stderr, "%s\n%s differs on %s: interp %s %s, jit %s %s\n", strbuf_text(&text), what, name,
            sm5_status_name(interp->status), interp->code, sm5_status_name(jit->status), jit->code);
    FUZZ_CHECK(!"both engines give the same results");
}

/* ---- both engines ---- */

static void run_compiled(struct engines *engines, const struct sm5_program *program, uint64_t seed,
                         bool is_defined, const struct outcome *interp)
{
    const struct jit_options options = {
        .lanes = seed & 1 ? 8 : 16, .no_cache = true, .eager = (seed >> 1 & 7) == 0};
    struct strbuf why = {0};
    struct outcome jit;
    void *kernel;
    enum sm5_status status = jit_kernel_make(program, &options, &kernel, &why);
    strbuf_free(&why);
    if (status)
        return;
    engines->compiled++;
    run(&jit_engine, kernel, program, seed, &jit);
    if (is_defined)
        compare(engines, program, seed, seed & 1 ? "jit-8" : "jit-16", interp, &jit);
    outcome_free(&jit);
    jit_engine.kernel_free(kernel);
}

static void run_both(struct engines *engines, const struct sm5_program *program, uint64_t seed, bool is_new)
{
    const struct sm5_validate_options before_run = {.before_run = true, .errors_only = true};
    struct outcome interp;
    void *kernel;
    if (program_check_decls(program, NULL) || interp_engine.kernel_new(program, &kernel, NULL))
        return;
    engines->loaded++;
    run(&interp_engine, kernel, program, seed, &interp);
    if (is_new || engines->loaded % engines->every == 0)
        run_compiled(engines, program, seed, sm5_validate(program, &before_run, NULL) == SM5_OK, &interp);
    outcome_free(&interp);
    interp_engine.kernel_free(kernel);
}

static uint64_t seed_of(const uint8_t *bytes, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return bound_mix(hash);
}

bool engines_run(struct engines *engines, const uint8_t *bytes, size_t size)
{
    struct sm5_program *program = fuzz_read(bytes, size);
    bool is_new = false;
    engines->programs++;
    if (!program)
        return false;
    uint64_t loaded = engines->loaded;
    is_new = add_features(engines, program);
    run_both(engines, program, seed_of(bytes, size), is_new);
    sm5_program_free(program);
    return is_new && engines->loaded > loaded;
}
