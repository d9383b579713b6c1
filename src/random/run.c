/* One program on many configurations: the bytes of all buffers and the counters must be equal. */
#include "run_engine.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "interp/interp.h"
#include "random_rng.h"
#include "run_atomics.h"
#include "run_stage.h"

uint32_t run_reference(const struct run_setup *setup)
{
    for (unsigned i = 0; run_engine_config(i); i++)
        if (setup->configs >> i & 1 && run_config_available(i))
            return 1u << i;
    return 0;
}

/* ---- one run of the program ---- */

struct bench {
    const struct prog *prog;
    struct sm5_program *program;
    struct sm5_diags *diags;
    const char *device;
    uint64_t max_steps;
    struct run_kernel kernel;
    const struct run_config *kernel_of; /* that the kernel was made for; NULL: none yet */
    struct sm5_buffer *buffers[PROG_BUFFERS];
    uint8_t *start[PROG_BUFFERS], *wanted[PROG_BUFFERS];
    uint32_t counters[PROG_RESOURCES];
    struct run_inputs inputs; /* stages other than compute, as what follows */
    struct sm5_stage_outputs outputs, wanted_outputs;
};

static size_t first_error(const struct sm5_diags *diags)
{
    size_t i = 0;
    while (i < sm5_diags_count(diags) && sm5_diags_at(diags, i)->severity != SM5_ERROR)
        i++;
    return i;
}

/* `config`: NULL before a configuration runs. */
static void note(struct run_outcome *outcome, struct bench *b, const char *what,
                 const struct run_config *config)
{
    size_t i = first_error(b->diags);
    struct strbuf why = {0};
    int length = snprintf(outcome->message, sizeof outcome->message, "%s: ", what);
    if (config)
        run_engine_why(config, &b->kernel, &why);
    if (i < sm5_diags_count(b->diags))
        sm5_diag_format(sm5_diags_at(b->diags, i), outcome->message + length,
                        sizeof outcome->message - (size_t)length);
    else
        snprintf(outcome->message + length, sizeof outcome->message - (size_t)length, "%s",
                 strbuf_text(&why));
    strbuf_free(&why);
}

/* ---- numbers in buffers ---- */

static const uint32_t corners[] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
    0x7fc00000, 0xffc00001, 0x7f800001, 0x7fa5a5a5, 0x00000001, 0x80000001,
    0x007fffff, 0x00800000, 0x7f7fffff, 0xffffffff, 0x7fffffff, 0x00000002,
};

uint32_t run_number(struct rng *rng, unsigned fill)
{
    uint32_t word = rng_word(rng);
    switch (fill) {
    case 0: return bits_of_float((float)(int32_t)word * 0x1p-27f);
    case 1: return word >> 28;
    case 2: return word;
    case 3: return corners[word % BASE_COUNT(corners)];
    default: return word & 1 ? run_number(rng, word >> 1 & 3) : 0x3f000000 | word >> 8;
    }
}

void run_fill(const struct prog_buffer *buffer, uint8_t *bytes)
{
    struct rng rng = {buffer->seed};
    for (uint32_t at = 0; at < buffer->bytes; at += 4) {
        uint32_t word = run_number(&rng, buffer->fill);
        memcpy(bytes + at, &word, buffer->bytes - at < 4 ? buffer->bytes - at : 4);
    }
}

/* ---- binding ---- */

static char slot_kind(const struct prog_resource *r)
{
    switch (r->file) {
    case ISA_FILE_SRV: return 't';
    case ISA_FILE_UAV: return 'u';
    case ISA_FILE_SAMPLER: return 's';
    default: return 'b';
    }
}

static struct sm5_slot slot_of(const struct prog *prog, const struct prog_resource *r, uint32_t element)
{
    struct sm5_slot slot = {.kind = slot_kind(r), .reg = r->id};
    if (prog->ranges)
        slot.reg = r->lower, slot.space = r->space, slot.index = element;
    return slot;
}

/* Registers of a range view the same texture, each from a different mip. */
static void view_texture(const struct prog_resource *r, uint32_t element, struct sm5_view *view)
{
    *view = (struct sm5_view){.format = r->format, .texture = r->texture};
    view->first_mip = r->first_mip;
    view->mips = r->mips;
    view->first_layer = r->first_layer;
    view->layers = r->texture.kind == SM5_TEXTURE_3D ? 0 : r->layers;
    if (element && r->mips > 1) {
        view->first_mip += element % r->mips;
        view->mips -= element % r->mips;
    }
}

/* Registers of a range view the same buffer at different offsets. */
void run_view(const struct prog *prog, const struct prog_resource *r, uint32_t element, struct sm5_slot *slot,
              struct sm5_view *view)
{
    *slot = slot_of(prog, r, element);
    if (prog_is_texture(r)) {
        view_texture(r, element, view);
        return;
    }
    *view = (struct sm5_view){.first = r->first, .count = r->count, .counter = r->counter_start};
    if (element && r->file != ISA_FILE_CBUFFER && r->count > 4 * element) {
        view->first += 4 * element;
        view->count -= 4 * element;
    }
    view->format = r->dimension == ISA_DIM_BUFFER ? r->format : 0;
    view->has_counter = r->counter;
}

static enum sm5_status bind_resource(struct bench *b, struct sm5_bindings *bindings,
                                     const struct prog_resource *r, uint32_t element)
{
    struct sm5_slot slot;
    struct sm5_view view;
    run_view(b->prog, r, element, &slot, &view);
    if (r->file == ISA_FILE_SAMPLER)
        return r->bound ? sm5_bind_sampler(bindings, &slot, &r->sampler, b->diags) : SM5_OK;
    view.buffer = r->bound ? b->buffers[r->buffer] : NULL;
    return sm5_bind(bindings, &slot, &view, b->diags);
}

static enum sm5_status bind_all(struct bench *b, struct sm5_bindings *bindings)
{
    enum sm5_status status = SM5_OK;
    for (unsigned i = 0; i < b->prog->resource_count; i++) {
        const struct prog_resource *r = &b->prog->resources[i];
        if (r->file == ISA_FILE_TGSM || r->dropped)
            continue;
        for (uint32_t element = 0; element < r->array && !status; element++)
            status = bind_resource(b, bindings, r, element);
    }
    for (unsigned i = 0; i < b->prog->tables && !status; i++)
        status = sm5_bind_class(bindings, 0, i, i, NULL, b->diags);
    return status;
}

static uint32_t counter_of(const struct prog *prog, const struct sm5_bindings *bindings,
                           const struct prog_resource *r)
{
    struct sm5_slot slot = slot_of(prog, r, 0);
    uint32_t value = 0;
    if (r->file == ISA_FILE_UAV)
        sm5_counter_get(bindings, &slot, &value);
    return value;
}

/* ---- dispatch ---- */

static void drop_kernel(struct bench *b)
{
    if (b->kernel_of)
        run_engine_free(b->kernel_of, &b->kernel);
    b->kernel_of = NULL;
}

static struct sm5_dispatch_options dispatch_of(const struct bench *b)
{
    const uint32_t *groups = b->prog->groups;
    return (struct sm5_dispatch_options){
        .groups = {groups[0], groups[1], groups[2]}, .max_steps = b->max_steps, .exclusive = true};
}

/* Consecutive configurations that differ only in execution share a kernel. */
static enum sm5_status make_kernel(struct bench *b, const struct run_config *config)
{
    if (b->kernel_of && !b->kernel.why.length && run_engine_same_kernel(b->kernel_of, config))
        return SM5_OK;
    drop_kernel(b);
    enum sm5_status status = run_engine_kernel(config, b->program, b->device, &b->kernel, b->diags);
    b->kernel_of = config;
    return status;
}

/* Runs on fresh buffers; `counters` are the final values of the counters. */
static enum sm5_status run_config(struct bench *b, const struct run_config *config, uint32_t *counters)
{
    sm5_diags_clear(b->diags);
    enum sm5_status status = make_kernel(b, config);
    if (status)
        return status;
    for (unsigned i = 0; i < b->prog->buffer_count; i++)
        memcpy(sm5_buffer_data(b->buffers[i]), b->start[i], b->prog->buffers[i].bytes);
    struct sm5_bindings *bindings = sm5_bindings_new(b->program);
    const struct sm5_dispatch_options dispatch = dispatch_of(b);
    prog_require_memory(bindings);
    status = bind_all(b, bindings);
    sm5_stage_outputs_free(&b->outputs);
    if (!status && b->prog->stage != ISA_COMPUTE)
        status =
            run_engine_stage(config, &b->kernel, b->program, bindings, &b->inputs.run, &b->outputs, b->diags);
    else if (!status)
        status = run_engine_dispatch(config, &b->kernel, b->program, bindings, &dispatch, b->diags);
    for (unsigned i = 0; i < b->prog->resource_count; i++)
        counters[i] = counter_of(b->prog, bindings, &b->prog->resources[i]);
    sm5_bindings_free(bindings);
    return status;
}

/* ---- comparing ---- */

static bool counters_agree(struct bench *b, const uint32_t *counters, const struct run_config *config,
                           struct run_outcome *outcome)
{
    for (unsigned i = 0; i < b->prog->resource_count; i++) {
        if (counters[i] == b->counters[i])
            continue;
        snprintf(outcome->message, sizeof outcome->message, "counter of u%u: %u, %s has %u",
                 b->prog->resources[i].id, b->counters[i], config->name, counters[i]);
        return false;
    }
    return true;
}

static const char *name_of(const struct prog *prog, unsigned buffer, char *name, size_t size)
{
    for (unsigned i = 0; i < prog->resource_count; i++) {
        const struct prog_resource *r = &prog->resources[i];
        if (r->file == ISA_FILE_TGSM || r->file == ISA_FILE_SAMPLER || r->buffer != buffer)
            continue;
        if (prog_is_texture(r)) {
            snprintf(name, size, "%c%u (%s, %s)", slot_kind(r), r->id,
                     isa_name(ISA_NAMES_DIMENSION, r->dimension), sm5_format_name(r->texture.format));
            return name;
        }
        snprintf(name, size, "%c%u (stride %u, first %u, count %u)", slot_kind(r), r->id, r->stride, r->first,
                 r->count);
        return name;
    }
    return "?";
}

static bool buffers_agree(struct bench *b, const struct run_config *config, struct run_outcome *outcome)
{
    char name[80];
    for (unsigned i = 0; i < b->prog->buffer_count; i++) {
        const uint8_t *got = sm5_buffer_data(b->buffers[i]), *wanted = b->wanted[i];
        uint32_t bytes = b->prog->buffers[i].bytes, at = 0;
        if (memcmp(got, wanted, bytes) == 0)
            continue;
        while (got[at] == wanted[at])
            at++;
        at &= ~3u;
        uint32_t words[2] = {0};
        memcpy(&words[0], wanted + at, bytes - at < 4 ? bytes - at : 4);
        memcpy(&words[1], got + at, bytes - at < 4 ? bytes - at : 4);
        snprintf(outcome->message, sizeof outcome->message, "buffer of %s, byte %u: 0x%08x, %s has 0x%08x",
                 name_of(b->prog, i, name, sizeof name), at, words[0], config->name, words[1]);
        return false;
    }
    return true;
}

static void keep(struct bench *b)
{
    for (unsigned i = 0; i < b->prog->buffer_count; i++)
        memcpy(b->wanted[i], sm5_buffer_data(b->buffers[i]), b->prog->buffers[i].bytes);
    b->wanted_outputs = b->outputs;
    b->outputs = (struct sm5_stage_outputs){0};
}

/* Stages and textures that a configuration does not support are not failures. */
static bool is_left(const struct bench *b, const struct run_config *config, enum sm5_status status)
{
    bool plain = b->prog->stage == ISA_COMPUTE && !b->prog->textures;
    return status == SM5_ERR_SUPPORT && run_engine_may_refuse(config, plain);
}

/* The first configuration is the reference; false ends the comparison. */
static bool judge(struct bench *b, const struct run_config *config, bool first, struct run_outcome *outcome)
{
    uint32_t counters[PROG_RESOURCES];
    enum sm5_status status = run_config(b, config, first ? b->counters : counters);
    if (!first && is_left(b, config, status)) {
        size_t i = first_error(b->diags);
        outcome->left |= 1u << outcome->config;
        snprintf(outcome->why, sizeof outcome->why, "%s",
                 i < sm5_diags_count(b->diags) ? sm5_diags_at(b->diags, i)->message : "");
        return true;
    }
    outcome->status = status;
    if (first && status == SM5_OK) {
        keep(b);
        return true;
    }
    if (status) {
        outcome->verdict = first ? RUN_INVALID : RUN_DIFFERS;
        note(outcome, b, config->name, config);
        return false;
    }
    outcome->memory = !counters_agree(b, counters, config, outcome) || !buffers_agree(b, config, outcome) ||
                      !run_outputs_agree(&b->wanted_outputs, &b->outputs, config->name, outcome->message,
                                         sizeof outcome->message);
    if (outcome->memory)
        outcome->verdict = RUN_DIFFERS;
    return !outcome->memory;
}

static void run_all(struct bench *b, const struct run_setup *setup, struct run_outcome *outcome)
{
    const struct run_config extra = {.name = "extra",
                                     .engine = &interp_engine,
                                     .threads = 1,
                                     .table = setup->extra,
                                     .watch = setup->watch};
    bool first = true;
    unsigned i = 0;
    for (; run_engine_config(i); i++) {
        if (!(setup->configs >> i & 1) || !run_config_available(i) ||
            (b->prog->stage != ISA_COMPUTE && !run_engine_supports_stages(run_engine_config(i))))
            continue;
        outcome->config = i;
        if (!judge(b, run_engine_config(i), first, outcome))
            return;
        first = false;
    }
    outcome->config = i;
    if (setup->extra || setup->watch)
        judge(b, &extra, first, outcome);
    drop_kernel(b); /* `extra` goes */
}

/* ---- a program from start to end ---- */

static void make_buffers(struct bench *b, const struct run_setup *setup)
{
    b->max_steps = setup && setup->max_steps ? setup->max_steps : RUN_MOST_STEPS;
    for (unsigned i = 0; i < b->prog->buffer_count; i++) {
        uint32_t bytes = b->prog->buffers[i].bytes;
        b->buffers[i] = sm5_buffer_new(bytes);
        b->start[i] = malloc(bytes + 1);
        b->wanted[i] = malloc(bytes + 1);
        prog_require_memory(b->buffers[i] && b->start[i] && b->wanted[i]);
        run_fill(&b->prog->buffers[i], b->start[i]);
    }
    if (b->prog->stage != ISA_COMPUTE)
        run_inputs_make(b->prog, &b->inputs);
    b->inputs.run.max_steps = b->max_steps;
}

static void free_buffers(struct bench *b)
{
    for (unsigned i = 0; i < b->prog->buffer_count; i++) {
        sm5_buffer_free(b->buffers[i]);
        free(b->start[i]);
        free(b->wanted[i]);
    }
    run_inputs_free(&b->inputs);
    sm5_stage_outputs_free(&b->outputs);
    sm5_stage_outputs_free(&b->wanted_outputs);
}

static bool follows_rules(struct bench *b, struct run_outcome *outcome)
{
    const char *broken = run_rules_broken(b->prog, b->program, b->diags, &outcome->status);
    if (!broken)
        return true;
    outcome->verdict = RUN_INVALID;
    note(outcome, b, broken, NULL);
    return false;
}

static void run_here(const struct prog *prog, const struct run_setup *setup, struct run_outcome *outcome)
{
    struct bench b = {.prog = prog, .diags = sm5_diags_new(), .device = setup->device};
    struct strbuf text = {0};
    *outcome = (struct run_outcome){.verdict = RUN_AGREES};
    prog_text(prog, &text);
    prog_require_memory(b.diags && !text.failed);
    outcome->status = sm5_program_read(text.text, text.length, "random.asm", &b.program, b.diags);
    if (outcome->status) {
        outcome->verdict = RUN_INVALID;
        note(outcome, &b, "text", NULL);
    } else if (setup->rules && !follows_rules(&b, outcome)) {
        sm5_program_free(b.program);
    } else {
        make_buffers(&b, setup);
        run_all(&b, setup, outcome);
        free_buffers(&b);
        drop_kernel(&b);
        sm5_program_free(b.program);
    }
    strbuf_free(&text);
    sm5_diags_free(b.diags);
}

/* ---- what the reference makes of it ---- */

enum sm5_status run_results_make(const struct prog *prog, struct run_results *results)
{
    struct bench b = {.prog = prog, .diags = sm5_diags_new()};
    struct strbuf text = {0};
    prog_text(prog, &text);
    prog_require_memory(b.diags && !text.failed);
    *results = (struct run_results){0};
    enum sm5_status status = sm5_program_read(text.text, text.length, "random.asm", &b.program, b.diags);
    if (!status) {
        make_buffers(&b, NULL);
        status = run_config(&b, run_engine_config(0), results->counters);
        keep(&b);
        for (unsigned i = 0; i < prog->buffer_count; i++) {
            results->buffers[i] = b.wanted[i];
            b.wanted[i] = NULL;
        }
        results->outputs = b.wanted_outputs;
        b.wanted_outputs = (struct sm5_stage_outputs){0};
        drop_kernel(&b);
        free_buffers(&b);
        sm5_program_free(b.program);
    }
    strbuf_free(&text);
    sm5_diags_free(b.diags);
    return status;
}

void run_results_free(struct run_results *results)
{
    for (unsigned i = 0; i < PROG_BUFFERS; i++)
        free(results->buffers[i]);
    sm5_stage_outputs_free(&results->outputs);
}

enum { FINDING_ORDERS = 4 };

static struct sm5_findings *check(struct bench *b, uint32_t orders)
{
    struct sm5_findings *findings = NULL;
    const struct prog *prog = b->prog;
    const struct sm5_dispatch_options dispatch = dispatch_of(b);
    const struct sm5_check_options options = {.validation = SM5_VALIDATION_NONE, .orders = orders};
    struct sm5_bindings *bindings = sm5_bindings_new(b->program);
    enum sm5_status status = SM5_OK;
    prog_require_memory(bindings);
    for (unsigned i = 0; i < prog->buffer_count; i++)
        memcpy(sm5_buffer_data(b->buffers[i]), b->start[i], prog->buffers[i].bytes);
    if (bind_all(b, bindings) != SM5_OK)
        status = SM5_ERR_INPUT;
    else if (prog->stage == ISA_COMPUTE)
        status = sm5_check(b->program, bindings, &dispatch, &options, &findings, b->diags);
    else
        status =
            sm5_check_stage(b->program, bindings, &b->inputs.run, &options, &b->outputs, &findings, b->diags);
    prog_require_memory(status != SM5_ERR_MEMORY);
    sm5_bindings_free(bindings);
    return findings;
}

/* With `is_open`, also in other orders if the program's atomics do not commute, which it then returns. */
static struct sm5_findings *checked(const struct prog *prog, const struct run_setup *setup, bool *is_open)
{
    struct bench b = {.prog = prog, .diags = sm5_diags_new()};
    struct strbuf text = {0};
    struct sm5_findings *findings = NULL;
    prog_text(prog, &text);
    prog_require_memory(b.diags && !text.failed);
    if (sm5_program_read(text.text, text.length, "random.asm", &b.program, b.diags) == SM5_OK) {
        make_buffers(&b, setup);
        if (is_open)
            *is_open = !run_atomics_commute(b.program);
        findings = check(&b, is_open && *is_open ? FINDING_ORDERS : 0);
        free_buffers(&b);
        sm5_program_free(b.program);
    }
    strbuf_free(&text);
    sm5_diags_free(b.diags);
    return findings;
}

struct sm5_findings *run_checked(const struct prog *prog)
{
    return checked(prog, NULL, NULL);
}

/* ---- in a process of its own ---- */

/* What a process of its own does. `result` is shared: it has the progress when the process crashes. */
typedef void run_body(const struct prog *prog, const struct run_setup *setup, void *result);

/* Of processor time, so that a busy machine fails no program: 16 lanes on AVX2 take LLVM up to 15 seconds. Of time, for threads
   that wait for each other. */
enum { MOST_SECONDS = 60, MOST_SECONDS_WAITING = 300 };

static void limit_time(void)
{
    struct itimerval most = {.it_value = {.tv_sec = MOST_SECONDS}};
    setitimer(ITIMER_PROF, &most, NULL);
    alarm(MOST_SECONDS_WAITING);
}

/* The status that waitpid returns; -1 with errno when there is no process. */
static int isolate(run_body *body, const struct prog *prog, const struct run_setup *setup, void *result,
                   size_t size)
{
    void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int status = -1;
    if (shared == MAP_FAILED)
        return -1;
    memcpy(shared, result, size);
    for (unsigned i = 0; run_engine_config(i); i++)
        run_config_available(i); /* loads the compiler once, not in each child */
    pid_t child = fork();
    if (child == 0) {
        limit_time();
        body(prog, setup, shared);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0)
        status = -1;
    memcpy(result, shared, size);
    munmap(shared, size);
    return status;
}

static void run_shared(const struct prog *prog, const struct run_setup *setup, void *result)
{
    run_here(prog, setup, result);
}

static void run_isolated(const struct prog *prog, const struct run_setup *setup, struct run_outcome *outcome)
{
    *outcome = (struct run_outcome){.verdict = RUN_DIFFERS};
    int status = isolate(run_shared, prog, setup, outcome, sizeof *outcome);
    if (status < 0) {
        *outcome = (struct run_outcome){.verdict = RUN_INVALID, .status = SM5_ERR_MEMORY};
        snprintf(outcome->message, sizeof outcome->message, "cannot start a process: %s", strerror(errno));
        return;
    }
    if (!WIFSIGNALED(status))
        return;
    outcome->verdict = RUN_DIFFERS;
    outcome->status = SM5_ERR_PROGRAM;
    outcome->memory = false;
    const char *name = run_config_name(outcome->config);
    snprintf(outcome->message, sizeof outcome->message, "%s: %s", name ? name : "extra",
             WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGPROF ? "does not end"
                                                                        : strsignal(WTERMSIG(status)));
}

void run_program(const struct prog *prog, const struct run_setup *setup, struct run_outcome *outcome)
{
    (setup->isolate ? run_isolated : run_here)(prog, setup, outcome);
}

/* Invocations of other stages have no orders to compare. */
static void find_kinds(const struct prog *prog, const struct run_setup *setup, void *result)
{
    uint32_t *kinds = result, found = 0;
    bool is_open = false;
    struct sm5_findings *findings = checked(prog, setup, &is_open);
    if (is_open && prog->stage != ISA_COMPUTE)
        found |= 1u << SM5_FINDING_ORDER;
    for (size_t i = 0; i < sm5_findings_count(findings); i++)
        found |= 1u << sm5_findings_at(findings, i)->kind;
    *kinds = findings ? found : RUN_NOT_CHECKED;
    sm5_findings_free(findings);
}

uint32_t run_finding_kinds(const struct prog *prog, const struct run_setup *setup)
{
    uint32_t kinds = RUN_NOT_CHECKED;
    if (setup->isolate)
        isolate(find_kinds, prog, setup, &kinds, sizeof kinds);
    else
        find_kinds(prog, setup, &kinds);
    return kinds;
}
