/* The engine: kernels, their variants, and workers. */
#include "jit/jit.h"

#include <stdlib.h>

#include "jit/jit_reduction.h"
#include "runtime/mem.h"

_Static_assert(IR_FAULT_FCALL == (int)RUNTIME_FAULT_FCALL && IR_FAULT_ABORT == (int)RUNTIME_FAULT_ABORT,
               "faults have one number");

enum { VARIANTS = 2 }; /* views do not overlap; they may */

struct variant {
    struct ir_function *function; /* NULL: not made yet */
    struct jit_code code;
    uint64_t storage;
};

struct kernel {
    const struct sm5_program *program;
    struct jit_options options;
    pthread_mutex_t lock; /* variants are made when first needed */
    struct variant variants[VARIANTS];
    double load_seconds, compile_seconds;
    bool from_cache;
    struct strbuf why; /* the variant that could not be made */
};

/* ---- making code ---- */

static double seconds_since(uint64_t start)
{
    return (double)(pool_now() - start) * 1e-9;
}

static enum sm5_status lower(const struct kernel *kernel, bool alias, struct ir_function **function,
                             struct strbuf *why)
{
    struct ir_options options = {.alias = alias};
    enum sm5_status status = ir_build(kernel->program, &options, function);
    if (status)
        strbuf_add(why, kernel->program->stage == ISA_COMPUTE ? "it leaves this program to the interpreter"
                                                              : "it compiles compute shaders alone");
    if (!status && kernel->options.most && (*function)->value_count > kernel->options.most) {
        strbuf_add(why, "compiling takes longer than the program is worth");
        ir_free(*function);
        *function = NULL;
        status = SM5_ERR_SUPPORT;
    }
    if (!status)
        status = ir_analyse(*function, kernel->options.lanes);
    return status;
}

static enum sm5_status compile(struct kernel *kernel, const struct ir_function *function,
                               struct jit_object *object, struct strbuf *why)
{
    uint64_t start = pool_now();
    const struct jit_compiler *compiler = jit_plugin_load(why);
    kernel->load_seconds += seconds_since(start);
    if (!compiler)
        return SM5_ERR_SUPPORT;
    struct jit_target target = {kernel->options.cpu, kernel->options.cpu ? "" : NULL};
    kernel->from_cache = false;
    return compiler->compile(function, &target, object, JIT_DUMP_NONE, NULL, why);
}

/* From the cache when a sound entry is there; else compiled, and kept. */
static enum sm5_status make_code(struct kernel *kernel, struct variant *v, struct strbuf *why)
{
    struct jit_key key = jit_key_of(v->function, &kernel->options);
    struct jit_object object = {0};
    if (!kernel->options.no_cache && jit_cache_find(&key, &object)) {
        enum sm5_status status = jit_load(object.bytes, object.size, &v->code);
        v->storage = object.storage;
        free(object.bytes);
        if (status != SM5_ERR_INPUT)
            return status;
    }
    enum sm5_status status = compile(kernel, v->function, &object, why);
    if (status)
        return status;
    status = jit_load(object.bytes, object.size, &v->code);
    v->storage = object.storage;
    if (!status && !kernel->options.no_cache)
        jit_cache_keep(&key, &object);
    if (status == SM5_ERR_INPUT) {
        strbuf_add(why, "the compiler made an object that cannot be loaded");
        status = SM5_ERR_SUPPORT;
    }
    free(object.bytes);
    return status;
}

static enum sm5_status make_variant(struct kernel *kernel, bool alias, struct strbuf *why)
{
    struct variant made = {NULL, {0}, 0};
    uint64_t start = pool_now();
    double loading = kernel->load_seconds;
    enum sm5_status status = lower(kernel, alias, &made.function, why);
    if (!status)
        status = make_code(kernel, &made, why);
    kernel->compile_seconds += seconds_since(start) - (kernel->load_seconds - loading);
    if (status)
        ir_free(made.function);
    else
        kernel->variants[alias] = made;
    return status;
}

static enum sm5_status find_variant(struct kernel *kernel, bool alias, const struct variant **out)
{
    enum sm5_status status = SM5_OK;
    pthread_mutex_lock(&kernel->lock);
    if (!kernel->variants[alias].function) {
        strbuf_free(&kernel->why);
        status = make_variant(kernel, alias, &kernel->why);
    }
    *out = &kernel->variants[alias];
    pthread_mutex_unlock(&kernel->lock);
    return status;
}

void jit_kernel_why(const void *opaque, struct strbuf *out)
{
    struct kernel *kernel = (struct kernel *)(uintptr_t)opaque; /* only its lock is changed */
    pthread_mutex_lock(&kernel->lock);
    strbuf_add(out, strbuf_text(&kernel->why));
    pthread_mutex_unlock(&kernel->lock);
}

/* ---- kernel ---- */

static void kernel_free(void *opaque)
{
    struct kernel *kernel = opaque;
    if (!kernel)
        return;
    for (unsigned i = 0; i < VARIANTS; i++) {
        jit_unload(&kernel->variants[i].code);
        ir_free(kernel->variants[i].function);
    }
    strbuf_free(&kernel->why);
    pthread_mutex_destroy(&kernel->lock);
    free(kernel);
}

static enum sm5_status choose_lanes(const struct sm5_program *program, struct jit_options *options,
                                    struct strbuf *why)
{
    uint32_t fit = jit_target_lanes(program);
    if (!fit) {
        strbuf_add(why, "the processor has no AVX2");
        return SM5_ERR_SUPPORT;
    }
    if (!options->lanes)
        options->lanes = fit;
    if (options->lanes != 8 && options->lanes != 16) {
        strbuf_add(why, "a warp has 8 or 16 lanes");
        return SM5_ERR_ARGUMENT;
    }
    return SM5_OK;
}

enum sm5_status jit_kernel_make(const struct sm5_program *program, const struct jit_options *options,
                                void **out, struct strbuf *why)
{
    *out = NULL;
    struct kernel *kernel = calloc(1, sizeof *kernel);
    if (!kernel)
        return SM5_ERR_MEMORY;
    *kernel = (struct kernel){.program = program, .options = *options, .from_cache = true};
    pthread_mutex_init(&kernel->lock, NULL);
    enum sm5_status status = choose_lanes(program, &kernel->options, why);
    if (!status)
        status = make_variant(kernel, false, why);
    if (status)
        kernel_free(kernel);
    else
        *out = kernel;
    return status;
}

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

static uint32_t kernel_lanes(const void *opaque)
{
    const struct kernel *kernel = opaque;
    return kernel->options.lanes;
}

static void kernel_info(const void *opaque, struct sm5_kernel_info *info)
{
    struct kernel *kernel = (struct kernel *)(uintptr_t)opaque; /* only its lock is changed */
    pthread_mutex_lock(&kernel->lock);
    info->compile_seconds = kernel->compile_seconds;
    info->load_seconds = kernel->load_seconds;
    info->from_cache = kernel->from_cache;
    pthread_mutex_unlock(&kernel->lock);
}

/* ---- workers ---- */

struct span {
    uintptr_t begin, end;
    bool writes;
};

static int compare_spans(const void *a, const void *b)
{
    const struct span *x = a, *y = b;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

/* Some u# view shares bytes with another view. */
static bool spans_overlap(struct span *spans, size_t count)
{
    qsort(spans, count, sizeof *spans, compare_spans);
    uintptr_t end = 0, written_end = 0;
    for (size_t i = 0; i < count; i++) {
        if (spans[i].begin < (spans[i].writes ? end : written_end))
            return true;
        end = spans[i].end > end ? spans[i].end : end;
        if (spans[i].writes && spans[i].end > written_end)
            written_end = spans[i].end;
    }
    return false;
}

/* True too when there is no memory to find out. */
static bool views_overlap(const struct runtime_bindings *bindings)
{
    size_t count = 0, room = 0;
    for (uint32_t i = 0; i < bindings->slot_count; i++)
        room += bindings->slots[i].count;
    struct span *spans = malloc((room + 1) * sizeof *spans);
    if (!spans)
        return true;
    for (uint32_t i = 0; i < bindings->slot_count; i++) {
        const struct runtime_slot *slot = &bindings->slots[i];
        uint8_t file = slot->resource->file;
        for (uint32_t k = 0;
             k < slot->count && (file == ISA_FILE_SRV || file == ISA_FILE_UAV || file == ISA_FILE_CBUFFER);
             k++) {
            const struct runtime_view *view = &slot->views[k];
            uintptr_t base = (uintptr_t)view->base;
            if (view->base && view->bytes)
                spans[count++] = (struct span){base, base + view->bytes, file == ISA_FILE_UAV};
        }
    }
    bool overlap = spans_overlap(spans, count);
    free(spans);
    return overlap;
}

/* u# views that nothing reads back and no cache could hold. */
enum { STREAM_BYTES = 8 << 20 };

static bool is_read(const struct ir_function *f, uint32_t slot)
{
    for (uint32_t i = 1; i < f->value_count; i++) {
        const struct ir_value *v = &f->values[i];
        bool reads = v->kind == IR_LOAD || v->kind == IR_TEXEL || v->kind == IR_ATOMIC;
        if (reads && v->slot == slot)
            return true;
    }
    return false;
}

static void fill_views(struct jit_worker *w)
{
    const struct ir_function *f = w->function;
    for (uint32_t i = 0; i < f->view_count; i++) {
        w->views[i] = jit_help_view(w, f->views[i].slot, f->views[i].reg);
        bool is_output = w->run->program->decls.resources[f->views[i].slot].file == ISA_FILE_UAV;
        w->views[i].streams = is_output && w->views[i].bytes >= STREAM_BYTES && !f->alias &&
                              !((uintptr_t)w->views[i].base & 63) && !is_read(f, f->views[i].slot);
    }
}

/* ---- copies for reductions ---- */

static bool wants_copy(const struct jit_worker *w, uint32_t i)
{
    const struct jit_view *view = &w->views[i];
    return w->reductions[i] && view->bytes && view->bytes <= JIT_PRIVATE_BYTES;
}

static uint64_t copy_bytes(uint64_t bytes)
{
    return (bytes + 127) / 64 * 64; /* and a vector's reach */
}

/* Gives views that are reduced into a copy for this worker; without memory for one they stay shared. */
static void make_copies(struct jit_worker *w)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < w->function->view_count; i++)
        bytes += wants_copy(w, i) ? copy_bytes(w->views[i].bytes) : 0;
    if (bytes > w->private_bytes) {
        free(w->privates);
        w->privates = aligned_alloc(64, bytes);
        w->private_bytes = w->privates ? bytes : 0;
    }
    uint8_t *at = w->privates;
    for (uint32_t i = 0; i < w->function->view_count && bytes && w->private_bytes >= bytes; i++) {
        struct jit_view *view = &w->views[i];
        if (!wants_copy(w, i))
            continue;
        w->shared[i] = view->base;
        view->base = at;
        view->is_private = 1;
        for (uint64_t k = 0; k < copy_bytes(view->bytes); k += 4)
            store_u32(at + k, jit_reduction_identity(w->reductions[i]));
        at += copy_bytes(view->bytes);
    }
}

static void reduce_word(uint16_t op, uint8_t *word, uint32_t value)
{
    switch (op) {
    case ISA_ATOMIC_AND: mem_and(word, value); break;
    case ISA_ATOMIC_OR: mem_or(word, value); break;
    case ISA_ATOMIC_XOR: mem_xor(word, value); break;
    case ISA_ATOMIC_IMAX: mem_imax(word, value); break;
    case ISA_ATOMIC_IMIN: mem_imin(word, value); break;
    case ISA_ATOMIC_UMAX: mem_umax(word, value); break;
    case ISA_ATOMIC_UMIN: mem_umin(word, value); break;
    default: mem_add(word, value); break;
    }
}

/* Adds the copies to the views, and leaves them as if new. */
static void merge_copies(struct jit_worker *w)
{
    for (uint32_t i = 0; i < w->function->view_count; i++) {
        const struct jit_view *view = &w->views[i];
        if (!view->is_private)
            continue;
        uint32_t identity = jit_reduction_identity(w->reductions[i]);
        for (uint64_t k = 0; k + 4 <= view->bytes; k += 4) {
            uint32_t value = load_u32(view->base + k);
            if (value == identity)
                continue;
            reduce_word(w->reductions[i], w->shared[i] + k, value);
            store_u32(view->base + k, identity);
        }
    }
}

static void fill_context(struct jit_worker *w)
{
    struct jit_context *c = &w->context;
    c->views = w->views;
    c->zeros = jit_help_zeros;
    c->stop_at = (const uint64_t *)&w->run->stop_at;
    c->icb = w->run->program->decls.icb;
    memcpy(c->groups, w->run->groups, sizeof c->groups);
    c->worker = w;
    c->steps = w->granted = 0;
    w->uncharged = 0;
}

static void *aligned(void **at, uint64_t bytes)
{
    uintptr_t begin = ((uintptr_t)*at + 63) & ~(uintptr_t)63;
    *at = (void *)(begin + bytes);
    return (void *)begin;
}

static bool make_memory(struct jit_worker *w, uint64_t storage)
{
    uint64_t tgsm = w->run->program->decls.tgsm_bytes + 64;
    uint64_t count = w->function->view_count, views = count * sizeof *w->views;
    w->memory =
        calloc(1, tgsm + storage + views + count * (sizeof *w->shared + sizeof *w->reductions) + 6 * 64);
    if (!w->memory)
        return false;
    void *at = w->memory;
    w->context.tgsm = aligned(&at, tgsm);
    w->context.storage = aligned(&at, storage);
    w->views = aligned(&at, views);
    w->shared = aligned(&at, count * sizeof *w->shared);
    w->reductions = aligned(&at, count * sizeof *w->reductions);
    for (uint32_t i = 0; i < count; i++)
        w->reductions[i] = jit_reduction_of(w->function, i);
    return true;
}

static void worker_free(void *worker)
{
    struct jit_worker *w = worker;
    if (!w)
        return;
    free(w->privates);
    free(w->memory);
    free(w);
}

/* Binds the worker to a run: the variant of the code depends on what is bound. */
static enum sm5_status bind(struct jit_worker *w, const struct kernel *kernel, struct runtime_run *run)
{
    const struct variant *variant;
    struct kernel *own = (struct kernel *)(uintptr_t)kernel; /* variants are added under its lock */
    enum sm5_status status = find_variant(own, views_overlap(run->bindings), &variant);
    if (status)
        return status;
    const uint32_t *group = run->program->decls.thread_group;
    bool is_new = w->function != variant->function;
    w->run = run;
    w->function = variant->function;
    w->entry = variant->code.entry;
    w->warps = (group[0] * group[1] * group[2] + kernel->options.lanes - 1) / kernel->options.lanes;
    if (is_new) {
        free(w->memory);
        if (!make_memory(w, variant->storage))
            return SM5_ERR_MEMORY;
    }
    fill_views(w);
    make_copies(w);
    fill_context(w);
    return SM5_OK;
}

static enum sm5_status worker_new(const void *kernel, struct runtime_run *run, void **worker)
{
    *worker = NULL;
    struct jit_worker *w = aligned_alloc(64, (sizeof *w + 63) / 64 * 64);
    if (!w)
        return SM5_ERR_MEMORY;
    memset(w, 0, sizeof *w);
    jit_help_fill(&w->context.helpers);
    w->kernel = kernel;
    enum sm5_status status = bind(w, kernel, run);
    if (status)
        worker_free(w);
    else
        *worker = w;
    return status;
}

static enum sm5_status worker_reset(void *worker, struct runtime_run *run)
{
    struct jit_worker *w = worker;
    return bind(w, w->kernel, run);
}

static void run_groups(void *worker, uint64_t first, uint64_t count)
{
    struct jit_worker *w = worker;
    w->entry(&w->context, first, count);
    merge_copies(w);
    if (!jit_help_charge(w))
        runtime_fault(w->run, &(struct runtime_fault){RUNTIME_FAULT_STEPS, w->asked, first, 0, 0, 0});
    __builtin_ia32_sfence(); /* stores past the cache are seen like others from here on */
}

const struct runtime_engine jit_engine = {
    .name = "jit",
    .kernel_new = kernel_new,
    .kernel_free = kernel_free,
    .worker_new = worker_new,
    .worker_free = worker_free,
    .worker_reset = worker_reset,
    .run_groups = run_groups,
    .lanes = kernel_lanes,
    .info = kernel_info,
};

/* ---- dump ---- */

enum sm5_status jit_dump(const struct sm5_program *program, const struct jit_options *options,
                         enum jit_form form, struct strbuf *out, struct strbuf *why)
{
    struct kernel kernel = {.program = program, .options = *options};
    struct ir_function *function = NULL;
    struct jit_object object;
    struct jit_target host = {NULL, NULL};
    enum sm5_status status = choose_lanes(program, &kernel.options, why);
    if (!status)
        status = lower(&kernel, false, &function, why);
    if (!status && form == JIT_FORM_IR) {
        ir_dump(function, out);
    } else if (!status) {
        const struct jit_compiler *compiler = jit_plugin_load(why);
        enum jit_dump what = form == JIT_FORM_LLVM ? JIT_DUMP_LLVM : JIT_DUMP_ASM;
        status = compiler ? compiler->compile(function, &host, &object, what, out, why) : SM5_ERR_SUPPORT;
    }
    ir_free(function);
    return status;
}
