/* Machine code of a variant, from the cache or the compiler. */
#include "jit/jit_kernel.h"

#include <stdlib.h>

#include "base/memory_limit.h"

static const struct jit_compiler *load_compiler(struct kernel *kernel, struct strbuf *why)
{
    uint64_t start = pool_now();
    const struct jit_compiler *compiler = jit_plugin_load(why);
    kernel->load_seconds += jit_seconds_since(start);
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

static struct jit_target target_of(const struct kernel *kernel, uint32_t bounded, const uint8_t *texels,
                                   bool is_quick)
{
    return (struct jit_target){.cpu = kernel->options.cpu,
                               .features = kernel->options.cpu ? "" : NULL,
                               .bounded = bounded,
                               .texels = texels,
                               .is_quick = is_quick,
                               .most = most_instructions(kernel)};
}

/* ---- the compiler ---- */

static enum sm5_status compile(struct kernel *kernel, struct form *form, const struct jit_target *target,
                               struct jit_object *object, struct strbuf *why)
{
    const struct jit_compiler *compiler = load_compiler(kernel, why);
    unsigned which =
        jit_form_merged(kernel, form->lowering.merged, form->lowering.swapped, form->lowering.padded);
    struct jit_target again = *target;
    struct jit_compilation compilation = {.program = jit_form_program(kernel, which),
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

/* Which code is needed depends on the bindings: kinds of texels, and sets of proven accesses other than none and all. These are too many
   to look up, so a marker without code records that the cache has code for the function. */
static bool needs_marker(const struct ir_function *f, uint32_t bounded)
{
    return jit_has_texels(f) || (bounded && bounded != f->measured_bits);
}

static void keep_code(const struct kernel *kernel, const struct form *form, const struct variant *v,
                      const struct jit_object *object)
{
    const struct jit_object marker = {.bytes = (uint8_t[1]){0}, .size = 1};
    struct jit_target target = target_of(kernel, v->bounded, v->texels, object->is_quick);
    keep_under(kernel, form, &target, object);
    if (needs_marker(form->function, v->bounded))
        keep_under(kernel, form, NULL, &marker);
}

bool jit_code_is_limited(const struct kernel *kernel)
{
    return deadline_of(kernel) || memory_limit_of_thread();
}

static enum sm5_status refuse_size(const struct kernel *kernel, struct strbuf *why)
{
    strbuf_add(why, jit_code_is_limited(kernel) ? "compiling may exceed the limits of the run"
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

/* ---- the cache ---- */

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

enum sm5_status jit_code_make(struct kernel *kernel, struct form *form, struct variant *v, bool is_quick,
                              struct strbuf *why)
{
    enum sm5_status status = load_cached(kernel, form, v, false);
    if (status == SM5_ERR_INPUT && is_quick)
        status = load_cached(kernel, form, v, true);
    return status == SM5_ERR_INPUT ? load_compiled(kernel, form, v, is_quick, why) : status;
}

static bool is_cached(const struct kernel *kernel, const struct form *form, const struct jit_target *target)
{
    struct jit_key key;
    jit_key_make(&kernel->source, &form->lowering, form->function, target, &key);
    bool has = jit_cache_has(&key);
    jit_key_free(&key);
    return has;
}

enum sm5_status jit_code_expect(struct kernel *kernel, struct strbuf *why)
{
    const struct form *form = &kernel->forms[jit_form_usual(kernel)];
    bool has_texels = jit_has_texels(form->function), caches = !kernel->options.no_cache;
    for (unsigned i = 0; i < 4 && caches && !has_texels; i++) {
        bool is_bounded = i & 1, is_quick = i & 2;
        struct jit_target target =
            target_of(kernel, is_bounded ? form->function->measured_bits : 0, NULL, is_quick);
        if (is_cached(kernel, form, &target))
            return SM5_OK;
    }
    if (caches && is_cached(kernel, form, NULL))
        return SM5_OK;
    return load_compiler(kernel, why) ? SM5_OK : SM5_ERR_SUPPORT;
}
