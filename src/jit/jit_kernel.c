/* Kernels: forms and their variants, made on first use. */
#include "jit/jit_kernel.h"

#include <stdlib.h>
#include <time.h>

/* ---- lock ---- */

enum sm5_status jit_kernel_lock(struct kernel *kernel, struct runtime_run *run)
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

void jit_kernel_unlock(struct kernel *kernel)
{
    kernel->run = NULL;
    kernel->is_optional = false;
    pthread_mutex_unlock(&kernel->lock);
}

/* ---- forms ---- */

void jit_kernel_add_time(struct kernel *kernel, uint64_t start, double loading)
{
    kernel->compile_seconds += jit_seconds_since(start) - (kernel->load_seconds - loading);
}

enum sm5_status jit_kernel_form(struct kernel *kernel, struct runtime_run *run, unsigned which,
                                struct form **form)
{
    enum sm5_status status = jit_kernel_lock(kernel, run);
    if (status)
        return status;
    *form = &kernel->forms[which];
    if (!(*form)->function) {
        strbuf_free(&kernel->why);
        status = jit_form_make(kernel, which, &kernel->why);
    }
    jit_kernel_unlock(kernel);
    return status;
}

static bool has_words(const struct kernel *kernel, unsigned of, const struct ir_outcome *outcomes)
{
    const struct ir_function *f = kernel->forms[of].function;
    bool any = false;
    for (uint32_t i = 0; i < f->word_count; i++)
        any |= outcomes[f->decidable_count + i].kind == IR_OUTCOME_WORD;
    return any;
}

/* The special form, or a free place for it; NULL: there is none, or no room for another one. */
static struct special_form *lookup_special(struct kernel *kernel, unsigned which,
                                           const struct ir_outcome *outcomes)
{
    size_t size = ir_outcome_count(kernel->forms[which].function) * sizeof *outcomes;
    unsigned with_words = 0;
    for (unsigned i = 0; i < SPECIALS; i++) {
        struct special_form *special = &kernel->specials[i];
        if (!special->outcomes)
            return with_words < WITH_WORDS || !has_words(kernel, which, outcomes) ? special : NULL;
        if (special->of == which && memcmp(special->outcomes, outcomes, size) == 0)
            return special;
        with_words += has_words(kernel, special->of, special->outcomes);
    }
    return NULL;
}

struct form *jit_kernel_special(struct kernel *kernel, struct runtime_run *run, unsigned which,
                                const struct ir_outcome *outcomes)
{
    uint64_t start = pool_now();
    if (jit_kernel_lock(kernel, run))
        return NULL;
    struct special_form *special = lookup_special(kernel, which, outcomes);
    if (special && !special->outcomes) {
        if (jit_form_make_special(kernel, which, outcomes, special))
            special = NULL;
        jit_kernel_add_time(kernel, start, kernel->load_seconds);
    }
    jit_kernel_unlock(kernel);
    return special ? &special->form : NULL;
}

/* ---- kernels ---- */

static void form_free(struct form *form)
{
    for (unsigned k = 0; k < VARIANTS; k++) {
        jit_unload(&form->variants[k].code);
        jit_unload(&form->variants[k].replaced);
        free(form->variants[k].texels);
    }
    ir_free(form->function);
    free(form->words);
}

void jit_kernel_free(void *opaque)
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
    jit_proofs_free(kernel->proofs);
    jit_worker_free(kernel->probe);
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
    kernel.groups = jit_groups_of(program, JIT_GROUPS_LONG, options->lanes);
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
    kernel->proofs = jit_proofs_new();
    enum sm5_status status = kernel->proofs ? check_lanes(program, options, why) : SM5_ERR_MEMORY;
    if (!status)
        status = jit_form_make_usual(kernel, why);
    if (!status)
        status = jit_code_expect(kernel, why);
    if (status)
        jit_kernel_free(kernel);
    else
        *out = kernel;
    return status;
}

uint32_t jit_kernel_lanes(const void *opaque)
{
    const struct kernel *kernel = opaque;
    return kernel->forms[jit_form_usual(kernel)].function->lanes;
}

void jit_kernel_info(const void *opaque, struct sm5_kernel_info *info)
{
    struct kernel *kernel = (struct kernel *)(uintptr_t)opaque; /* only its lock is changed */
    pthread_mutex_lock(&kernel->lock);
    if (kernel->forms[FORM_DISJOINT].function) /* which dispatches then use */
        info->lanes = kernel->forms[FORM_DISJOINT].function->lanes;
    info->compile_seconds = kernel->compile_seconds;
    info->load_seconds = kernel->load_seconds;
    info->from_cache = kernel->from_cache;
    pthread_mutex_unlock(&kernel->lock);
}

void jit_kernel_why(const void *opaque, struct strbuf *out)
{
    struct kernel *kernel = (struct kernel *)(uintptr_t)opaque; /* only its lock is changed */
    pthread_mutex_lock(&kernel->lock);
    strbuf_add(out, strbuf_text(&kernel->why));
    out->failed |= kernel->why.failed;
    pthread_mutex_unlock(&kernel->lock);
}

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
        status = jit_form_make_usual(&kernel, why);
    if (!status)
        function = kernel.forms[jit_form_usual(&kernel)].function;
    if (!status && form == JIT_FORM_IR) {
        if (kernel.groups.swapped)
            strbuf_add(out, "x and y exchanged\n");
        if (kernel.groups.merge > 1)
            strbuf_printf(out, "groups merged in %c %u\n", kernel.groups.swapped ? 'y' : 'x',
                          kernel.groups.merge);
        if (kernel.groups.padded)
            strbuf_printf(out, "rows of %u threads padded to whole warps\n", kernel.groups.padded);
        strbuf_printf(out, "warps of %u: %s\n", function->lanes, kernel.forms[jit_form_usual(&kernel)].width);
        strbuf_printf(out, "warps at once %u", function->jam);
        if (function->jam > 1 && function->jam_step > 1)
            strbuf_printf(out, ", %u apart", function->jam_step);
        strbuf_printf(out, ": %s\n", function->jam_why);
        ir_dump(function, out);
    } else if (!status) {
        const struct jit_compiler *compiler = jit_plugin_load(why);
        struct jit_target target = {.cpu = kernel.options.cpu,
                                    .features = kernel.options.cpu ? "" : NULL,
                                    .texels = texels = declared_texels(function)};
        enum jit_dump what = form == JIT_FORM_LLVM ? JIT_DUMP_LLVM : JIT_DUMP_ASM;
        status = compiler ? compiler->compile(function, &target, &object, what, out, why) : SM5_ERR_SUPPORT;
    }
    free(texels);
    for (unsigned i = 0; i < FORMS; i++)
        ir_free(kernel.forms[i].function);
    return status;
}
