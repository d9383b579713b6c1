/* The engine: kernels, their variants, and workers. */
#include "jit/jit.h"

#include <stdlib.h>
#include <time.h>

#include "base/memory_limit.h"
#include "jit/jit_diag.h"
#include "jit/jit_reduction.h"
#include "numeric/num_env.h"
#include "runtime/region.h"

_Static_assert(IR_FAULT_FCALL == (int)RUNTIME_FAULT_FCALL && IR_FAULT_ABORT == (int)RUNTIME_FAULT_ABORT,
               "faults have one number");

struct variant {
    bool bounded;
    uint8_t *texels; /* by view; NULL: unused variant */
    struct jit_code code;
    uint64_t storage;
    bool is_quick;            /* there is better code, compiled once this one has run for QUICK_NS */
    _Atomic uint64_t ran_ns;  /* over all threads */
    struct jit_code replaced; /* the quick code: runs that began with it may still use it */
};

/* A fifth of what compiling the better code takes, or less: a kernel that runs so often will run on. */
enum { QUICK_NS = 20 * 1000 * 1000 };

/* Past so many variants, texels are accessed by helpers. */
enum { VARIANTS = 10, APART = VARIANTS - 2 };

/* Special code is compiled once the general code has run for so long: most kernels that do will run on. */
enum { SPECIAL_NS = 2 * 1000 * 1000 };

/* A form of the program: */
enum {
    FORM_PLAIN = 0,
    FORM_ALIAS = 1,  /* views may overlap */
    FORM_MERGED = 2, /* groups are merged, or their axes exchanged (jit_merge.c) */
    FORMS = 4
};

/* The lowered program and its variants: accesses with bounds tests, or proven in bounds; and by the kinds of
   texels that it accesses. */
struct form {
    struct jit_lowering lowering;
    struct ir_function *function; /* NULL: not lowered yet */
    const char *width;            /* why its warps are so wide */
    uint32_t refused;             /* size that was too large to compile; 0: none */
    struct variant variants[VARIANTS];
};

/* A form in which values are replaced (jit_special.c). */
struct special_form {
    unsigned of;       /* the form that it was made from */
    uint8_t *outcomes; /* NULL: unused */
    struct form form;
};

/* Where there is no room for another one, all groups run with the general code. */
enum { SPECIALS = 6 };

struct kernel {
    const struct sm5_program *program;
    struct jit_groups groups; /* of FORM_MERGED */
    struct jit_options options;
    struct jit_digest source; /* unless options.no_cache */
    pthread_mutex_t lock;     /* forms and variants are compiled on first use */
    struct runtime_run *run;  /* that holds the lock; NULL: none */
    bool is_optional;         /* it can do without the code that is being made */
    struct form forms[FORMS];
    struct special_form specials[SPECIALS];
    double load_seconds, compile_seconds;
    bool from_cache;
    struct strbuf why; /* why a variant could not be compiled */
};

/* ---- code ---- */

static double seconds_since(uint64_t start)
{
    return (double)(pool_now() - start) * 1e-9;
}

/* The form that most dispatches use. */
static unsigned usual_form(const struct kernel *kernel)
{
    return jit_groups_differ(&kernel->groups) ? FORM_MERGED : FORM_PLAIN;
}

static const struct sm5_program *program_of(const struct kernel *kernel, unsigned form)
{
    return form & FORM_MERGED ? &kernel->groups.program : kernel->program;
}

/* Strips of 8 threads run one after the other (runtime/strip.c): the order of warps must not change. */
static bool runs_in_strips(const struct kernel *kernel, unsigned form)
{
    const struct sm5_program *program = program_of(kernel, form);
    const uint32_t *group = program->decls.thread_group;
    return runtime_strip_threads(program) < group[0] * group[1] * group[2];
}

static enum ir_jam_choice jam_choice(const struct kernel *kernel)
{
    return kernel->options.eager ? IR_JAM_ALWAYS : IR_JAM_PROFITABLE;
}

/* Fills form->function, made as form->lowering says. */
static enum sm5_status lower_for(const struct kernel *kernel, unsigned which, uint32_t lanes,
                                 struct form *form, struct strbuf *why)
{
    form->lowering =
        (struct jit_lowering){.lanes = lanes,
                              .alias = which & FORM_ALIAS,
                              .swapped = which & FORM_MERGED && kernel->groups.swapped,
                              .merged = which & FORM_MERGED ? kernel->groups.merge : 1,
                              .jam = runs_in_strips(kernel, which) ? IR_JAM_NEVER : jam_choice(kernel)};
    uint32_t most = kernel->options.limits_size ? JIT_MOST_VALUES : 0;
    enum sm5_status status =
        jit_lower(program_of(kernel, which), &form->lowering, most, NULL, &form->function);
    if (status == SM5_ERR_SUPPORT)
        strbuf_add(why, "it leaves this program to the interpreter");
    if (status == SM5_ERR_LIMIT)
        strbuf_add(why, "compiling takes longer than the program is worth");
    return status == SM5_ERR_LIMIT ? SM5_ERR_SUPPORT : status;
}

/* Wider warps must not make a difference either. */
static bool is_strip(const struct kernel *kernel, unsigned form, const struct ir_function *function)
{
    return function->lanes > 8 && runs_in_strips(kernel, form) && !ir_is_disjoint(function, function->lanes);
}

static enum sm5_status lower(const struct kernel *kernel, unsigned which, struct form *form,
                             struct strbuf *why)
{
    struct jit_width chosen = jit_target_width(program_of(kernel, which));
    if (kernel->options.lanes)
        chosen = (struct jit_width){kernel->options.lanes, "option"};
    enum sm5_status status = lower_for(kernel, which, chosen.lanes, form, why);
    if (!status && !kernel->options.lanes && is_strip(kernel, which, form->function)) {
        chosen = (struct jit_width){8, "threads may store to one word in a loop"};
        ir_free(form->function);
        form->function = NULL;
        status = lower_for(kernel, which, chosen.lanes, form, why);
    }
    form->width = chosen.why;
    const uint32_t *group = program_of(kernel, which)->decls.thread_group;
    if (!status && form->lowering.jam == IR_JAM_NEVER &&
        ir_is_disjoint(form->function, group[0] * group[1] * group[2])) {
        form->lowering.jam = jam_choice(kernel);
        status = ir_jam_warps(form->function, form->lowering.jam);
    }
    return status;
}

static const struct jit_compiler *load_compiler(struct kernel *kernel, struct strbuf *why)
{
    uint64_t start = pool_now();
    const struct jit_compiler *compiler = jit_plugin_load(why);
    kernel->load_seconds += seconds_since(start);
    return compiler;
}

static uint64_t least_of(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t deadline_of(const struct kernel *kernel)
{
    return kernel->run ? kernel->run->deadline_ns : 0;
}

/* A run that waits for its code may take all of its time for it; another one has to run without. */
static bool may_do_without(const struct kernel *kernel)
{
    return kernel->is_optional || kernel->options.limits_size;
}

/* LLVM instructions that may be compiled now; 0: any number. */
static uint32_t most_instructions(const struct kernel *kernel)
{
    uint64_t own = kernel->options.limits_size ? JIT_MOST_INSTRUCTIONS : UINT32_MAX, most = own;
    if (deadline_of(kernel) && (may_do_without(kernel) || !jit_is_stoppable(kernel->run)))
        most = least_of(most, jit_time_left(kernel->run) / 2 / JIT_INSTRUCTION_NS + JIT_INSTRUCTIONS_ANYWAY);
    uint64_t bytes = memory_limit_left();
    if (bytes != UINT64_MAX)
        most = least_of(most, bytes > JIT_BYTES_ONCE ? (bytes - JIT_BYTES_ONCE) / JIT_BYTES_EACH + 1 : 1);
    return most < UINT32_MAX ? (uint32_t)most : 0;
}

static struct jit_target target_of(const struct kernel *kernel, bool bounded, const uint8_t *texels,
                                   bool is_quick)
{
    return (struct jit_target){.cpu = kernel->options.cpu,
                               .features = kernel->options.cpu ? "" : NULL,
                               .bounded = bounded,
                               .texels = texels,
                               .is_quick = is_quick,
                               .most = most_instructions(kernel)};
}

static enum sm5_status compile(struct kernel *kernel, struct form *form, const struct jit_target *target,
                               struct jit_object *object, struct strbuf *why)
{
    const struct jit_compiler *compiler = load_compiler(kernel, why);
    bool is_merged = form->lowering.merged > 1 || form->lowering.swapped;
    struct jit_target again = *target;
    struct jit_compilation compilation = {.program = program_of(kernel, is_merged ? FORM_MERGED : FORM_PLAIN),
                                          .lowering = &form->lowering,
                                          .function = form->function,
                                          .target = target,
                                          .run = kernel->run,
                                          .is_optional = may_do_without(kernel),
                                          .refused = form->refused};
    if (!compiler)
        return SM5_ERR_SUPPORT;
    kernel->from_cache = false;
    enum sm5_status status = jit_compile(compiler, &compilation, object, why);
    if (status != SM5_ERR_INPUT)
        return status;
    again.most = most_instructions(kernel);
    compilation.target = &again;
    return jit_compile(compiler, &compilation, object, why);
}

static void keep_under(const struct kernel *kernel, const struct form *form, const struct jit_target *target,
                       const struct jit_object *object)
{
    struct jit_key key;
    jit_key_make(&kernel->source, &form->lowering, form->function, target, &key);
    jit_cache_keep(&key, object);
    jit_key_free(&key);
}

/* The texel kinds are not known before bindings are; an entry of its own records that code for the
   function exists. */
static void keep_code(const struct kernel *kernel, const struct form *form, const struct variant *v,
                      const struct jit_object *object)
{
    const struct jit_object sign = {.bytes = (uint8_t[1]){0}, .size = 1};
    struct jit_target target = target_of(kernel, v->bounded, v->texels, object->is_quick);
    keep_under(kernel, form, &target, object);
    if (jit_has_texels(form->function))
        keep_under(kernel, form, NULL, &sign);
}

/* SM5_ERR_INPUT: not in the cache. */
static enum sm5_status load_cached(const struct kernel *kernel, const struct form *form, struct variant *v,
                                   bool is_quick)
{
    struct jit_target target = target_of(kernel, v->bounded, v->texels, is_quick);
    struct jit_object object = {0};
    struct jit_key key;
    if (kernel->options.no_cache)
        return SM5_ERR_INPUT;
    jit_key_make(&kernel->source, &form->lowering, form->function, &target, &key);
    bool found = jit_cache_find(&key, &object);
    jit_key_free(&key);
    if (!found)
        return SM5_ERR_INPUT;
    enum sm5_status status = jit_load(object.bytes, object.size, &v->code);
    v->storage = object.storage;
    v->is_quick = is_quick;
    free(object.bytes);
    return status;
}

/* Less may be compiled than in another run. */
static bool is_limited(const struct kernel *kernel)
{
    return deadline_of(kernel) || memory_limit_of_thread();
}

static enum sm5_status refuse_size(const struct kernel *kernel, struct strbuf *why)
{
    strbuf_add(why, is_limited(kernel) ? "compiling may exceed the limits of the run"
                                       : "compiling takes longer than the program is worth");
    return SM5_ERR_SUPPORT;
}

static enum sm5_status load_compiled(struct kernel *kernel, struct form *form, struct variant *v,
                                     bool is_quick, struct strbuf *why)
{
    struct jit_target target = target_of(kernel, v->bounded, v->texels, is_quick);
    struct jit_object object = {0};
    if (target.most && form->refused > target.most)
        return refuse_size(kernel, why);
    enum sm5_status status = compile(kernel, form, &target, &object, why);
    if (object.refused) {
        form->refused = object.refused;
        return refuse_size(kernel, why);
    }
    if (status)
        return status;
    status = jit_load(object.bytes, object.size, &v->code);
    v->storage = object.storage;
    v->is_quick = object.is_quick;
    if (!status && !kernel->options.no_cache)
        keep_code(kernel, form, v, &object);
    if (status == SM5_ERR_INPUT) {
        strbuf_add(why, "the compiler made an object that cannot be loaded");
        status = SM5_ERR_SUPPORT;
    }
    free(object.bytes);
    return status;
}

/* From the cache when it has a valid entry; else compiled and stored. `is_quick`: quick code will do. */
static enum sm5_status make_code(struct kernel *kernel, struct form *form, struct variant *v, bool is_quick,
                                 struct strbuf *why)
{
    enum sm5_status status = load_cached(kernel, form, v, false);
    if (status == SM5_ERR_INPUT && is_quick)
        status = load_cached(kernel, form, v, true);
    return status == SM5_ERR_INPUT ? load_compiled(kernel, form, v, is_quick, why) : status;
}

static void add_time(struct kernel *kernel, uint64_t start, double loading)
{
    kernel->compile_seconds += seconds_since(start) - (kernel->load_seconds - loading);
}

/* ---- forms and variants ---- */

static enum sm5_status make_form(struct kernel *kernel, unsigned which, struct strbuf *why)
{
    uint64_t start = pool_now();
    enum sm5_status status = lower(kernel, which, &kernel->forms[which], why);
    add_time(kernel, start, kernel->load_seconds);
    return status;
}

/* Longer rows are for programs that access memory along them: those that gather or scatter access as many rows as a
   warp has lanes. */
static enum sm5_status make_merged_form(struct kernel *kernel, struct strbuf *why)
{
    enum sm5_status status = make_form(kernel, usual_form(kernel), why);
    struct ir_function **function = &kernel->forms[usual_form(kernel)].function;
    if (status || !ir_has_gathers(*function) || kernel->options.eager)
        return status;
    const struct jit_groups shorter = jit_groups_of(kernel->program, false, kernel->options.lanes, false);
    if (shorter.merge == kernel->groups.merge)
        return status;
    ir_free(*function);
    *function = NULL;
    kernel->groups = shorter;
    return make_form(kernel, usual_form(kernel), why);
}

/* Where the program reads the numbers of groups, a value that is uniform in a group may vary in merged ones: they are
   used when accesses to memory cost less. */
static enum sm5_status make_best_form(struct kernel *kernel, struct strbuf *why)
{
    enum sm5_status status = make_merged_form(kernel, why);
    if (status || kernel->groups.merge == 1 || kernel->options.eager || !jit_names_groups(kernel->program))
        return status;
    status = make_form(kernel, FORM_PLAIN, why);
    if (!status && ir_access_cost(kernel->forms[FORM_PLAIN].function) <=
                       ir_access_cost(kernel->forms[FORM_MERGED].function))
        kernel->groups.merge = 1;
    return status;
}

/* Where y is the coordinate that rows of memory follow: the threads of a warp differ in it. */
static enum sm5_status choose_axis(struct kernel *kernel)
{
    struct form *merged = &kernel->forms[FORM_MERGED], kept = *merged;
    const struct jit_groups groups = kernel->groups;
    const struct ir_function *usual = kernel->forms[usual_form(kernel)].function;
    const uint32_t *group = kernel->program->decls.thread_group;
    bool gains = kernel->options.eager ? group[1] > group[0] : ir_has_far_lanes(usual);
    if (!gains || !jit_groups_may_swap(kernel->program))
        return SM5_OK;
    double cost = ir_access_cost(usual);
    struct strbuf why = {0}; /* the usual form remains */
    *merged = (struct form){0};
    kernel->groups = jit_groups_of(kernel->program, true, kernel->options.lanes, true);
    enum sm5_status status = make_form(kernel, FORM_MERGED, &why);
    strbuf_free(&why);
    bool is_better = !status && (kernel->options.eager || ir_access_cost(merged->function) < cost);
    ir_free(is_better ? kept.function : merged->function);
    if (!is_better) {
        kernel->groups = groups;
        *merged = kept;
    }
    return status == SM5_ERR_MEMORY ? status : SM5_OK;
}

/* A group that is a row has fewer warps than its loops gain from: so many groups are merged that they have them. */
static enum sm5_status lengthen_groups(struct kernel *kernel)
{
    const struct ir_function *usual = kernel->forms[usual_form(kernel)].function;
    const uint32_t *group = kernel->program->decls.thread_group;
    if (jit_groups_differ(&kernel->groups) || group[1] * group[2] > 1 ||
        usual->jam_wanted * usual->lanes <= group[0])
        return SM5_OK;
    const struct jit_groups longer = jit_groups_lengthen(kernel->program, usual->lanes, usual->jam_wanted);
    if (!jit_groups_differ(&longer))
        return SM5_OK;
    struct form *merged = &kernel->forms[FORM_MERGED];
    struct strbuf why = {0}; /* the usual form remains */
    ir_free(merged->function);
    merged->function = NULL;
    kernel->groups = longer;
    enum sm5_status status = make_form(kernel, FORM_MERGED, &why);
    strbuf_free(&why);
    if (status || merged->function->jam <= usual->jam)
        kernel->groups.merge = 1;
    return status == SM5_ERR_MEMORY ? status : SM5_OK;
}

static enum sm5_status make_usual_form(struct kernel *kernel, struct strbuf *why)
{
    enum sm5_status status = make_best_form(kernel, why);
    if (!status)
        status = choose_axis(kernel);
    return status ? status : lengthen_groups(kernel);
}

/* ---- lock ---- */

/* A run that can be stopped does not wait longer for code that another run compiles. */
static enum sm5_status lock_for(struct kernel *kernel, struct runtime_run *run)
{
    static const struct timespec pause = {.tv_nsec = 1000000};
    enum sm5_status status = SM5_OK;
    if (!run->deadline_ns && !run->progress)
        pthread_mutex_lock(&kernel->lock);
    else
        while (!status && pthread_mutex_trylock(&kernel->lock)) {
            status = jit_poll_run(run);
            nanosleep(&pause, NULL);
        }
    if (!status)
        kernel->run = run;
    return status;
}

static void unlock(struct kernel *kernel)
{
    kernel->run = NULL;
    kernel->is_optional = false;
    pthread_mutex_unlock(&kernel->lock);
}

static enum sm5_status find_form(struct kernel *kernel, struct runtime_run *run, unsigned which,
                                 struct form **form)
{
    enum sm5_status status = lock_for(kernel, run);
    if (status)
        return status;
    *form = &kernel->forms[which];
    if (!(*form)->function) {
        strbuf_free(&kernel->why);
        status = make_form(kernel, which, &kernel->why);
    }
    unlock(kernel);
    return status;
}

static enum sm5_status make_variant(struct kernel *kernel, struct form *form, struct variant *variant,
                                    bool is_quick)
{
    struct variant made = {.bounded = variant->bounded, .texels = variant->texels};
    uint64_t start = pool_now();
    double loading = kernel->load_seconds;
    strbuf_free(&kernel->why);
    enum sm5_status status = make_code(kernel, form, &made, is_quick, &kernel->why);
    add_time(kernel, start, loading);
    if (status)
        return status;
    variant->replaced = variant->code;
    variant->code = made.code;
    variant->storage = made.storage;
    variant->is_quick = made.is_quick;
    return SM5_OK;
}

/* The variant, or a free place for it; NULL when there is none. */
static struct variant *lookup_variant(struct form *form, bool bounded, const uint8_t *texels, unsigned room)
{
    for (unsigned i = 0; i < room; i++) {
        struct variant *v = &form->variants[i];
        if (!v->texels ||
            (v->bounded == bounded && memcmp(v->texels, texels, jit_kinds_size(form->function)) == 0))
            return v;
    }
    return NULL;
}

static enum sm5_status add_variant(struct kernel *kernel, struct form *form, bool bounded,
                                   const uint8_t *texels, struct variant *variant)
{
    *variant = (struct variant){.bounded = bounded, .texels = malloc(jit_kinds_size(form->function) + 1)};
    if (!variant->texels)
        return SM5_ERR_MEMORY;
    memcpy(variant->texels, texels, jit_kinds_size(form->function));
    enum sm5_status status = make_variant(kernel, form, variant, true);
    if (status) {
        free(variant->texels);
        variant->texels = NULL;
    }
    return status;
}

/* Code that is optional: a run does without it, unless it was stopped or LLVM rejects what the JIT generated. */
static enum sm5_status ignore_missing(enum sm5_status status)
{
    return status == SM5_ERR_SUPPORT || status == SM5_ERR_MEMORY ? SM5_OK : status;
}

/* Without better code the quick one remains. */
static enum sm5_status replace_quick(struct kernel *kernel, struct form *form, struct variant *variant)
{
    if (!variant->is_quick || (variant->ran_ns < QUICK_NS && !kernel->options.eager))
        return SM5_OK;
    kernel->is_optional = true;
    enum sm5_status status = make_variant(kernel, form, variant, false);
    if (status)
        variant->is_quick = is_limited(kernel); /* a run without limits may compile it */
    return ignore_missing(status);
}

/* A variant's code, which a run uses to its end. */
struct choice {
    jit_entry *entry;
    uint64_t storage;
    _Atomic uint64_t *ran_ns;
    bool is_hot; /* special code is worthwhile */
};

static enum sm5_status find_variant(const struct jit_worker *w, struct kernel *kernel, struct form *form,
                                    bool bounded, bool is_optional, struct choice *choice)
{
    uint8_t *texels = w->texels;
    enum sm5_status status = lock_for(kernel, w->run);
    if (status)
        return status;
    kernel->is_optional = is_optional;
    struct variant *found = lookup_variant(form, bounded, texels, APART);
    if (!found) {
        memset(texels, JIT_TEXEL_HELP, jit_kinds_size(form->function));
        found = lookup_variant(form, bounded, texels, VARIANTS);
    }
    if (!found->texels)
        status = add_variant(kernel, form, bounded, texels, found);
    else
        status = replace_quick(kernel, form, found);
    bool is_hot = !found->is_quick && (found->ran_ns >= SPECIAL_NS || kernel->options.eager);
    *choice = (struct choice){found->code.entry, found->storage, &found->ran_ns, is_hot};
    unlock(kernel);
    return status;
}

/* ---- special forms ---- */

static enum sm5_status make_special(struct kernel *kernel, unsigned which, const uint8_t *outcomes,
                                    struct special_form *special)
{
    const struct form *general = &kernel->forms[which];
    uint32_t count = general->function->decidable_count;
    struct special_form made = {.of = which, .outcomes = malloc(count + 1)};
    if (!made.outcomes)
        return SM5_ERR_MEMORY;
    memcpy(made.outcomes, outcomes, count);
    made.form.lowering = general->lowering;
    made.form.lowering.outcomes = made.outcomes;
    made.form.lowering.outcome_count = count;
    enum sm5_status status =
        jit_lower(program_of(kernel, which), &made.form.lowering, 0, general->function, &made.form.function);
    if (status)
        free(made.outcomes);
    else
        *special = made;
    return status;
}

/* NULL: there is none, and no room for it. */
static struct form *find_special(struct kernel *kernel, struct runtime_run *run, unsigned which,
                                 const uint8_t *outcomes)
{
    size_t size = kernel->forms[which].function->decidable_count;
    struct form *found = NULL;
    uint64_t start = pool_now();
    if (lock_for(kernel, run))
        return NULL;
    for (unsigned i = 0; i < SPECIALS && !found; i++) {
        struct special_form *special = &kernel->specials[i];
        if (!special->outcomes) {
            if (make_special(kernel, which, outcomes, special))
                break;
            add_time(kernel, start, kernel->load_seconds);
            found = &special->form;
        } else if (special->of == which && memcmp(special->outcomes, outcomes, size) == 0) {
            found = &special->form;
        }
    }
    unlock(kernel);
    return found;
}

/* The groups in which most is known, all or the inner ones, and what: NULL for nothing. */
static const uint8_t *choose_box(struct jit_worker *w, bool is_bounded, struct ir_box *box)
{
    const uint32_t *groups = w->run->part.groups;
    struct ir_box inner;
    *box = (struct ir_box){.end = {groups[0], groups[1], groups[2]}};
    uint32_t known = jit_special_outcomes(w, box, w->outcomes[0]), known_inside = 0;
    if (jit_special_inner(groups, &inner))
        known_inside = jit_special_outcomes(w, &inner, w->outcomes[1]);
    if (known_inside <= known && (is_bounded || !known_inside))
        return known ? w->outcomes[0] : NULL;
    *box = inner;
    return w->outcomes[1];
}

/* Adds special code to a worker whose general code is hot. Without it the general code runs all groups. */
static enum sm5_status choose_special(struct jit_worker *w, struct kernel *kernel, unsigned which,
                                      bool is_bounded, struct choice *general)
{
    struct ir_box box;
    struct choice choice;
    w->special.entry = NULL;
    if (!general->is_hot || w->run->stage || w->run->part.is_rest)
        return SM5_OK;
    const uint8_t *outcomes = choose_box(w, is_bounded, &box);
    struct form *form = outcomes ? find_special(kernel, w->run, which, outcomes) : NULL;
    if (!form || form->function->is_double != w->function->is_double)
        return SM5_OK;
    bool holds = ir_bounds_hold(form->function, &box, w->extents, w->ranges);
    enum sm5_status status = find_variant(w, kernel, form, holds, true, &choice);
    if (status)
        return ignore_missing(status);
    w->special = (struct jit_special){choice.entry, box};
    if (choice.storage > general->storage)
        general->storage = choice.storage;
    return SM5_OK;
}

static bool is_cached(const struct kernel *kernel, const struct form *form, const struct jit_target *target)
{
    struct jit_key key;
    jit_key_make(&kernel->source, &form->lowering, form->function, target, &key);
    bool has = jit_cache_has(&key);
    jit_key_free(&key);
    return has;
}

/* Tests that code will be available, before bindings are known: from the cache or from the compiler. */
static enum sm5_status expect_code(struct kernel *kernel, struct strbuf *why)
{
    const struct form *form = &kernel->forms[usual_form(kernel)];
    bool has_texels = jit_has_texels(form->function);
    for (unsigned i = 0; i < 4 && !kernel->options.no_cache; i++) {
        bool bounded = i & 1, is_quick = i & 2;
        struct jit_target target = target_of(kernel, bounded, NULL, is_quick);
        if ((!bounded || form->function->measured_count) &&
            is_cached(kernel, form, has_texels ? NULL : &target))
            return SM5_OK;
    }
    return load_compiler(kernel, why) ? SM5_OK : SM5_ERR_SUPPORT;
}

void jit_kernel_why(const void *opaque, struct strbuf *out)
{
    struct kernel *kernel = (struct kernel *)(uintptr_t)opaque; /* only its lock is changed */
    pthread_mutex_lock(&kernel->lock);
    strbuf_add(out, strbuf_text(&kernel->why));
    out->failed |= kernel->why.failed;
    pthread_mutex_unlock(&kernel->lock);
}

/* ---- kernel ---- */

static void form_free(struct form *form)
{
    for (unsigned k = 0; k < VARIANTS; k++) {
        jit_unload(&form->variants[k].code);
        jit_unload(&form->variants[k].replaced);
        free(form->variants[k].texels);
    }
    ir_free(form->function);
}

static void kernel_free(void *opaque)
{
    struct kernel *kernel = opaque;
    if (!kernel)
        return;
    for (unsigned i = 0; i < FORMS; i++)
        form_free(&kernel->forms[i]);
    for (unsigned i = 0; i < SPECIALS; i++) {
        form_free(&kernel->specials[i].form);
        free(kernel->specials[i].outcomes);
    }
    strbuf_free(&kernel->why);
    pthread_mutex_destroy(&kernel->lock);
    free(kernel);
}

static enum sm5_status check_lanes(const struct sm5_program *program, const struct jit_options *options,
                                   struct strbuf *why)
{
    struct jit_width width = jit_target_width(program);
    if (!width.lanes) {
        strbuf_add(why, width.why);
        return SM5_ERR_SUPPORT;
    }
    if (options->lanes && options->lanes != 8 && options->lanes != 16) {
        strbuf_add(why, "a warp has 8 or 16 lanes");
        return SM5_ERR_ARGUMENT;
    }
    return SM5_OK;
}

static struct kernel kernel_of(const struct sm5_program *program, const struct jit_options *options)
{
    struct kernel kernel = {.program = program, .options = *options, .from_cache = true};
    kernel.groups = jit_groups_of(program, false, options->lanes, true);
    return kernel;
}

enum sm5_status jit_kernel_make(const struct sm5_program *program, const struct jit_options *options,
                                void **out, struct strbuf *why)
{
    *out = NULL;
    struct kernel *kernel = calloc(1, sizeof *kernel);
    if (!kernel)
        return SM5_ERR_MEMORY;
    *kernel = kernel_of(program, options);
    if (!options->no_cache && !jit_source_of(program, options->cpu, &kernel->source))
        kernel->options.no_cache = true;
    pthread_mutex_init(&kernel->lock, NULL);
    enum sm5_status status = check_lanes(program, options, why);
    if (!status)
        status = make_usual_form(kernel, why);
    if (!status)
        status = expect_code(kernel, why);
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
    return kernel->forms[usual_form(kernel)].function->lanes;
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

static void worker_free(void *worker)
{
    struct jit_worker *w = worker;
    if (w)
        jit_worker_close(w);
    free(w);
}

/* The variant depends on the bindings and the size of the dispatch. */
static enum sm5_status choose_code(struct jit_worker *w, struct kernel *kernel, struct runtime_run *run,
                                   struct choice *choice)
{
    struct form *form;
    unsigned which = jit_views_overlap(run->bindings) ? FORM_ALIAS : FORM_PLAIN;
    enum sm5_status status =
        find_form(kernel, run, which | (run->part.merged > 1 || run->part.swapped ? FORM_MERGED : 0), &form);
    if (status)
        return status;
    bool is_new = w->function != form->function;
    w->run = run;
    w->function = form->function;
    if (is_new && !jit_worker_memory(w))
        return SM5_ERR_MEMORY;
    jit_views_fill(w);
    bool is_bounded = jit_views_bounded(w);
    status = find_variant(w, kernel, form, is_bounded, false, choice);
    return status ? status : choose_special(w, kernel, (unsigned)(form - kernel->forms), is_bounded, choice);
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
    jit_views_copy(w);
    jit_worker_fill(w);
    return SM5_OK;
}

static enum sm5_status prepare_part(const void *opaque, struct runtime_run *run)
{
    struct choice choice;
    struct jit_worker probe = {.kernel = opaque};
    enum sm5_status status = choose_code(&probe, (struct kernel *)(uintptr_t)opaque, run, &choice);
    jit_worker_close(&probe);
    return status;
}

/* Compiles the variants that the run needs before its clock starts. */
static enum sm5_status prepare(const void *opaque, struct runtime_run *run)
{
    const struct kernel *kernel = opaque;
    const struct ir_function *usual = kernel->forms[usual_form(kernel)].function;
    jit_groups_use(&kernel->groups, usual->lanes, kernel->options.eager, run);
    enum sm5_status status = prepare_part(opaque, run);
    if (status || !run->rest.count)
        return status;
    const struct runtime_part first = run->part;
    run->part = run->rest;
    status = prepare_part(opaque, run);
    run->part = first;
    return status;
}

static enum sm5_status worker_new(const void *kernel, struct runtime_run *run, void **worker)
{
    *worker = NULL;
    struct jit_worker *w = aligned_alloc(64, (sizeof *w + 63) / 64 * 64);
    if (!w)
        return SM5_ERR_MEMORY;
    memset(w, 0, sizeof *w);
    jit_help_fill(&w->context.helpers);
    w->textures = texture_code_best();
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
    uint64_t start = pool_now();
    if (w->function->is_double)
        num_env_double();
    if (w->emitted)
        jit_emit_run(w, first, count);
    else if (w->special.entry)
        jit_special_run(w, first, count);
    else
        w->entry(&w->context, first, count);
    num_env_single();
    jit_views_merge(w);
    jit_stage_finish(w, first, count);
    if (!jit_help_charge(w))
        runtime_fault(w->run, &(struct runtime_fault){RUNTIME_FAULT_STEPS, w->charged_at, first, 0, 0, 0});
    *w->ran_ns += pool_now() - start;
    jit_target_fence();
}

const struct runtime_engine jit_engine = {
    .name = "jit",
    .kernel_new = kernel_new,
    .kernel_free = kernel_free,
    .prepare = prepare,
    .worker_new = worker_new,
    .worker_free = worker_free,
    .worker_reset = worker_reset,
    .run_groups = run_groups,
    .lanes = kernel_lanes,
    .info = kernel_info,
};

/* ---- dump ---- */

/* The kinds of texels that the declarations suggest, as no views are bound. */
static uint8_t *declared_texels(const struct ir_function *f)
{
    uint8_t *texels = calloc(jit_kinds_size(f) + 1, 1);
    for (uint32_t i = 0; texels && i < f->view_count; i++) {
        const struct program_resource *declared = &f->program->decls.resources[f->views[i].slot];
        bool is_unorm = (declared->return_types & 15) == ISA_RETURN_UNORM;
        bool is_float = (declared->return_types & 15) == ISA_RETURN_FLOAT;
        texels[i] = is_unorm ? JIT_TEXEL_UNORM : is_float ? JIT_TEXEL_FOUR : JIT_TEXEL_WORD;
    }
    for (uint32_t i = 0; texels && i < f->texture_count; i++) {
        uint8_t *kind = &texels[f->view_count + JIT_SAMPLE_BYTES * i];
        kind[JIT_SAMPLE_TEXEL] = JIT_TEXEL_UNORM | JIT_SAMPLE_LINEAR;
        kind[JIT_SAMPLE_MODES] = SM5_ADDRESS_CLAMP * 21;
    }
    return texels;
}

enum sm5_status jit_dump(const struct sm5_program *program, const struct jit_options *options,
                         enum jit_form form, struct strbuf *out, struct strbuf *why)
{
    struct kernel kernel = kernel_of(program, options);
    const struct ir_function *function = NULL;
    struct jit_object object;
    uint8_t *texels = NULL;
    enum sm5_status status = check_lanes(program, options, why);
    if (!status)
        status = make_usual_form(&kernel, why);
    if (!status)
        function = kernel.forms[usual_form(&kernel)].function;
    if (!status && form == JIT_FORM_IR) {
        if (kernel.groups.swapped)
            strbuf_add(out, "x and y exchanged\n");
        if (kernel.groups.merge > 1)
            strbuf_printf(out, "groups merged in %c %u\n", kernel.groups.swapped ? 'y' : 'x',
                          kernel.groups.merge);
        strbuf_printf(out, "warps of %u: %s\n", function->lanes, kernel.forms[usual_form(&kernel)].width);
        strbuf_printf(out, "warps at once %u: %s\n", function->jam, function->jam_why);
        ir_dump(function, out);
    } else if (!status) {
        const struct jit_compiler *compiler = jit_plugin_load(why);
        struct jit_target host = {.texels = texels = declared_texels(function)};
        enum jit_dump what = form == JIT_FORM_LLVM ? JIT_DUMP_LLVM : JIT_DUMP_ASM;
        status = compiler ? compiler->compile(function, &host, &object, what, out, why) : SM5_ERR_SUPPORT;
    }
    free(texels);
    for (unsigned i = 0; i < FORMS; i++)
        ir_free(kernel.forms[i].function);
    return status;
}
