/* The engine: workers that run a kernel's code. */
#include "jit/jit_kernel.h"

#include "jit/jit_diag.h"
#include "numeric/num_env.h"

_Static_assert(IR_FAULT_FCALL == (int)RUNTIME_FAULT_FCALL && IR_FAULT_ABORT == (int)RUNTIME_FAULT_ABORT,
               "faults have one number");

static enum sm5_status kernel_new(const struct sm5_program *program, void **kernel, struct sm5_diags *diags)
{
    struct jit_options options = {0};
    struct strbuf why = {0};
    enum sm5_status status = jit_kernel_make(program, &options, kernel, &why);
    if (status == SM5_ERR_SUPPORT)
        diag_add(diags, JIT_UNAVAILABLE, DIAG_NOWHERE, strbuf_text(&why));
    strbuf_free(&why);
    return status;
}

/* ---- the choice of code ---- */

/* The worker's memory, and helpers that the code calls, are those of its own function. */
static bool has_memory_of(const struct ir_function *function, const struct ir_function *other)
{
    const struct program_decls *a = &function->program->decls, *b = &other->program->decls;
    return function->is_double == other->is_double && a->resource_count == b->resource_count &&
           a->tgsm_bytes == b->tgsm_bytes &&
           !memcmp(function->tgsm_first, other->tgsm_first, a->resource_count * sizeof *function->tgsm_first);
}

/* Of a box. There may be room only for a form without words. */
static struct form *special_form(const struct jit_worker *w, struct kernel *kernel, unsigned which,
                                 enum jit_box kind)
{
    struct form *form = jit_kernel_special(kernel, w->run, which, w->outcomes[kind]);
    if (form || !w->known[kind])
        return form;
    jit_words_forget(w, kind);
    return jit_kernel_special(kernel, w->run, which, w->outcomes[kind]);
}

/* Adds special code for a box to a worker. Without it other code runs its groups. */
static enum sm5_status add_special(struct jit_worker *w, struct kernel *kernel, unsigned which,
                                   enum jit_box kind, struct choice *general)
{
    struct choice choice;
    struct jit_special special;
    struct form *form = special_form(w, kernel, which, kind);
    if (!form || !has_memory_of(form->function, w->function))
        return SM5_OK;
    jit_special_box(w->run->part.groups, kind, &special.box);
    uint32_t bounded = jit_special_holds(w, form->function, &special.box);
    enum sm5_status status = jit_variant_find(w, kernel, form, bounded, true, &choice);
    if (status)
        return jit_variant_ignore_missing(status);
    special.entry = choice.entry;
    special.ran_ns = choice.ran_ns;
    w->specials[w->specials[0].entry ? 1 : 0] = special;
    if (choice.storage > general->storage)
        general->storage = choice.storage;
    return SM5_OK;
}

/* Adds special code to a worker whose general code is hot. */
static enum sm5_status choose_special(struct jit_worker *w, struct kernel *kernel, unsigned which,
                                      bool is_bounded, struct choice *general)
{
    enum jit_box chosen[JIT_SPECIALS];
    enum sm5_status status = SM5_OK;
    memset(w->specials, 0, sizeof w->specials);
    if (!general->is_hot || w->run->stage)
        return SM5_OK;
    jit_special_prove(w);
    bool has_words = jit_words_choose(kernel, w, which);
    unsigned count = jit_special_choose(w, is_bounded, has_words, chosen);
    for (unsigned i = 0; i < count && !status; i++)
        status = add_special(w, kernel, which, chosen[i], general);
    return status;
}

static enum sm5_status attach(struct jit_worker *w, struct runtime_run *run, const struct form *form)
{
    bool is_new = w->function != form->function;
    w->run = run;
    w->function = form->function;
    if (is_new && !jit_worker_memory(w))
        return SM5_ERR_MEMORY;
    jit_views_fill(w);
    return SM5_OK;
}

/* The variant depends on the bindings and the size of the dispatch. */
static enum sm5_status choose_code(struct jit_worker *w, struct kernel *kernel, struct runtime_run *run,
                                   struct choice *choice)
{
    struct form *form;
    const struct runtime_part *part = &run->part;
    unsigned which = (jit_views_overlap(run->bindings) ? FORM_ALIAS : 0) |
                     jit_form_merged(kernel, part->merged, part->swapped, part->padded) |
                     (part->held < part->merged ? FORM_CLIPPED : 0) | (run->is_disjoint ? FORM_DISJOINT : 0);
    enum sm5_status status = jit_kernel_form(kernel, run, which, &form);
    if (!status)
        status = attach(w, run, form);
    if (status)
        return status;
    uint32_t bounded = jit_views_bounded(w);
    bool is_bounded = bounded == form->function->measured_bits;
    status = jit_variant_find(w, kernel, form, bounded, false, choice);
    return status ? status : choose_special(w, kernel, (unsigned)(form - kernel->forms), is_bounded, choice);
}

/* Whether the constants of the dispatch show that the order of threads makes no difference. */
static enum sm5_status find_disjoint(struct jit_worker *w, struct kernel *kernel, struct runtime_run *run)
{
    const uint32_t *group = kernel->program->decls.thread_group;
    struct form *plain;
    run->is_disjoint = false;
    if (run->stage || run->part.merged > 1 || run->part.swapped || run->part.padded ||
        jit_views_overlap(run->bindings))
        return SM5_OK;
    enum sm5_status status = jit_kernel_form(kernel, run, FORM_PLAIN, &plain);
    if (status || !jit_form_is_ordered(plain))
        return status;
    status = attach(w, run, plain);
    if (status)
        return status;
    (void)jit_views_bounded(w); /* fills the extents */
    run->is_disjoint = ir_is_disjoint(w->function, group[0] * group[1] * group[2], w->extents);
    return SM5_OK;
}

/* Merges groups whose loops gain from more warps than a group has, where none of their threads access what another one
   stores to. */
static enum sm5_status join_groups(struct jit_worker *w, struct kernel *kernel, struct runtime_run *run)
{
    const struct runtime_part declared = run->part;
    struct form *form;
    if (!run->is_disjoint || jit_groups_differ(&kernel->groups))
        return SM5_OK;
    enum sm5_status status = jit_kernel_form(kernel, run, FORM_DISJOINT, &form);
    if (status || run->part.groups[0] % kernel->joined.merge ||
        !jit_groups_use(&kernel->joined, form->function->lanes, kernel->options.eager, run))
        return status;
    bool is_disjoint = false;
    const uint32_t *group = kernel->joined.program.decls.thread_group;
    status = jit_kernel_form(kernel, run, FORM_DISJOINT | FORM_MERGED, &form);
    if (!status)
        status = attach(w, run, form);
    if (!status) {
        (void)jit_views_bounded(w); /* fills the extents */
        is_disjoint = ir_is_disjoint(w->function, group[0], w->extents);
    }
    if (!is_disjoint)
        run->part = declared;
    return status == SM5_ERR_SUPPORT ? SM5_OK : status;
}

/* Binds the worker to a run. */
static enum sm5_status bind(struct jit_worker *w, const struct kernel *kernel, struct runtime_run *run)
{
    struct choice choice;
    struct kernel *own = (struct kernel *)(uintptr_t)kernel; /* variants are added under its lock */
    enum sm5_status status = choose_code(w, own, run, &choice);
    if (status)
        return status;
    const uint32_t *group = w->function->program->decls.thread_group;
    if ((w->entry != choice.entry || w->storage_bytes < choice.storage) &&
        !jit_worker_storage(w, choice.storage))
        return SM5_ERR_MEMORY;
    w->entry = choice.entry;
    w->ran_ns = choice.ran_ns;
    uint32_t threads = run->stage ? IR_STAGE_THREADS : group[0] * group[1] * group[2];
    w->warps = (threads + w->function->lanes - 1) / w->function->lanes;
    jit_views_own(w);
    jit_worker_fill(w);
    return SM5_OK;
}

static enum sm5_status prepare_part(struct jit_worker *probe, struct kernel *kernel, struct runtime_run *run)
{
    struct choice choice;
    enum sm5_status status = find_disjoint(probe, kernel, run);
    if (!status)
        status = join_groups(probe, kernel, run);
    return status ? status : choose_code(probe, kernel, run, &choice);
}

/* A tile is replaced, and groups at the border of an image run the general code, which takes longer. */
static bool has_border(const struct kernel *kernel)
{
    return kernel->groups.is_ungrouped && kernel->forms[FORM_PLAIN].function->decidable_count;
}

/* Merges groups. The usual merged form executes partial merged groups as clipped code: with masks, without proven bounds, and
   without specialised conditions. In rows that end in one, and are short enough for its share to matter, fewer groups are
   merged, and so they are where the share of groups at a border matters. */
static void merge_groups(const struct kernel *kernel, uint32_t lanes, struct runtime_run *run)
{
    enum { MERGED_FEW = 16 };
    const struct jit_groups *usual = &kernel->groups;
    uint32_t along = run->part.groups[usual->swapped ? 1 : 0], narrow = kernel->narrow.merge;
    bool eager = kernel->options.eager, is_short = along / MERGED_FEW < usual->merge;
    bool is_narrow =
        narrow > 1 && along >= narrow && is_short && (along % usual->merge || has_border(kernel));
    if (is_narrow && jit_groups_use(&kernel->narrow, lanes, eager, run))
        return;
    if (!is_short || !has_border(kernel) || eager)
        jit_groups_use(usual, lanes, eager, run);
}

static enum sm5_status prepare_parts(struct jit_worker *probe, struct kernel *kernel, struct runtime_run *run)
{
    enum sm5_status status = prepare_part(probe, kernel, run);
    if (status || !run->rest.count)
        return status;
    const struct runtime_part first = run->part;
    run->part = run->rest;
    status = prepare_part(probe, kernel, run);
    run->part = first;
    run->is_disjoint &= first.merged == 1 && !first.swapped;
    return status;
}

/* Compiles the variants that the run needs before its clock starts. */
static enum sm5_status prepare(const void *opaque, struct runtime_run *run)
{
    struct kernel *kernel = (struct kernel *)(uintptr_t)opaque; /* forms are added under its lock */
    const struct ir_function *usual = kernel->forms[jit_form_usual(kernel)].function;
    struct jit_worker *probe = atomic_exchange(&kernel->probe, NULL);
    probe = probe ? probe : jit_worker_new(kernel);
    if (!probe)
        return SM5_ERR_MEMORY;
    merge_groups(kernel, usual->lanes, run);
    enum sm5_status status = prepare_parts(probe, kernel, run);
    jit_worker_free(status ? probe : atomic_exchange(&kernel->probe, probe));
    return status;
}

/* ---- workers ---- */

static enum sm5_status worker_new(const void *kernel, struct runtime_run *run, void **worker)
{
    *worker = NULL;
    struct jit_worker *w = jit_worker_new(kernel);
    if (!w)
        return SM5_ERR_MEMORY;
    enum sm5_status status = bind(w, kernel, run);
    if (status)
        jit_worker_free(w);
    else
        *worker = w;
    return status;
}

static enum sm5_status worker_reset(void *worker, struct runtime_run *run)
{
    struct jit_worker *w = worker;
    return bind(w, w->kernel, run);
}

/* Distributes the time in proportion to the groups that each function has run. */
static void count_time(struct jit_worker *w, uint64_t count, uint64_t ns)
{
    uint64_t left = ns;
    for (unsigned i = 0; i < JIT_SPECIALS && w->specials[i].entry; i++) {
        uint64_t part = (uint64_t)((double)ns * (double)w->specials[i].count / (double)count);
        *w->specials[i].ran_ns += part;
        left -= part < left ? part : left;
    }
    *w->ran_ns += left;
}

static void run_groups(void *worker, uint64_t first, uint64_t count)
{
    struct jit_worker *w = worker;
    uint64_t start = pool_now();
    if (w->function->is_double)
        num_env_double();
    if (w->emitted)
        jit_emit_run(w, first, count);
    else if (w->specials[0].entry)
        jit_special_run(w, first, count);
    else
        w->entry(&w->context, first, count);
    num_env_single();
    jit_stage_finish(w, first, count);
    if (!jit_help_charge(w))
        runtime_fault(w->run, &(struct runtime_fault){RUNTIME_FAULT_STEPS, w->charged_at, first, 0, 0, 0});
    count_time(w, count, pool_now() - start);
    jit_target_fence();
}

static void worker_finish(void *worker)
{
    jit_views_merge(worker);
}

const struct runtime_engine jit_engine = {
    .name = "jit",
    .kernel_new = kernel_new,
    .kernel_free = jit_kernel_free,
    .prepare = prepare,
    .worker_new = worker_new,
    .worker_free = jit_worker_free,
    .worker_reset = worker_reset,
    .run_groups = run_groups,
    .worker_finish = worker_finish,
    .lanes = jit_kernel_lanes,
    .info = jit_kernel_info,
};
