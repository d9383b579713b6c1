/* Variants of a form. */
#include "jit/jit_kernel.h"

#include <stdlib.h>

/* Quick code is replaced after it has run for QUICK_NS and for a quarter (1 / QUICK_SHARE) of the time that compiling it took. */
enum { QUICK_NS = 20 * 1000 * 1000, QUICK_SHARE = 4 };

/* Special code is compiled after the general code has run for SPECIAL_NS. Quick general code gets special code before it is
   replaced: if special code runs most groups, replacing the general code is not profitable. */
enum { SPECIAL_NS = 2 * 1000 * 1000, SPECIAL_SHARE = 8 };

/* Past so many variants, texels are accessed by helpers. */
enum { APART = VARIANTS - 2 };

static enum sm5_status make_variant(struct kernel *kernel, struct form *form, struct variant *variant,
                                    bool is_quick)
{
    struct variant made = {.bounded = variant->bounded, .texels = variant->texels};
    uint64_t start = pool_now();
    double loading = kernel->load_seconds;
    strbuf_free(&kernel->why);
    enum sm5_status status = jit_code_make(kernel, form, &made, is_quick, &kernel->why);
    jit_kernel_add_time(kernel, start, loading);
    if (status)
        return status;
    variant->replaced = variant->code;
    variant->code = made.code;
    variant->storage = made.storage;
    variant->is_quick = made.is_quick;
    variant->made_ns = pool_now() - start;
    return SM5_OK;
}

/* The variant, or a free place for it; NULL when there is none. */
static struct variant *lookup_variant(struct form *form, uint32_t bounded, const uint8_t *texels,
                                      unsigned room)
{
    for (unsigned i = 0; i < room; i++) {
        struct variant *v = &form->variants[i];
        if (!v->texels ||
            (v->bounded == bounded && memcmp(v->texels, texels, jit_kinds_size(form->function)) == 0))
            return v;
    }
    return NULL;
}

/* Limits the variants: code for SETS sets of bits besides none and all is compiled, and is used for supersets. */
static uint32_t select_bounds(const struct form *form, uint32_t bounded)
{
    enum { SETS = 2 };
    const uint32_t all = form->function->measured_bits;
    uint32_t others = 0, subset = 0;
    for (unsigned i = 0; i < VARIANTS && form->variants[i].texels; i++) {
        uint32_t bits = form->variants[i].bounded;
        if (bits == bounded)
            return bounded;
        others += bits && bits != all;
        if (!(bits & ~bounded) && __builtin_popcount(bits) > __builtin_popcount(subset))
            subset = bits;
    }
    return bounded == all || others < SETS ? bounded : subset;
}

static enum sm5_status add_variant(struct kernel *kernel, struct form *form, uint32_t bounded,
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

enum sm5_status jit_variant_ignore_missing(enum sm5_status status)
{
    return status == SM5_ERR_SUPPORT || status == SM5_ERR_MEMORY ? SM5_OK : status;
}

/* The code has run for long enough that compiling other code for it is profitable. */
static bool is_long_running(const struct variant *variant, uint64_t least_ns, unsigned share)
{
    return variant->ran_ns >= least_ns && (!variant->is_quick || share * variant->ran_ns >= variant->made_ns);
}

/* Without better code the quick one remains. */
static enum sm5_status replace_quick(struct kernel *kernel, struct form *form, struct variant *variant)
{
    if (!variant->is_quick || !(is_long_running(variant, QUICK_NS, QUICK_SHARE) || kernel->options.eager))
        return SM5_OK;
    kernel->is_optional = true;
    enum sm5_status status = make_variant(kernel, form, variant, false);
    if (status)
        variant->is_quick = jit_code_is_limited(kernel); /* a run without limits may compile it */
    return jit_variant_ignore_missing(status);
}

enum sm5_status jit_variant_find(const struct jit_worker *w, struct kernel *kernel, struct form *form,
                                 uint32_t bounded, bool is_optional, struct choice *choice)
{
    uint8_t *texels = w->texels;
    enum sm5_status status = jit_kernel_lock(kernel, w->run);
    if (status)
        return status;
    kernel->is_optional = is_optional;
    bounded = select_bounds(form, bounded);
    struct variant *found = lookup_variant(form, bounded, texels, APART);
    if (!found) {
        memset(texels, JIT_TEXEL_HELP, jit_kinds_size(form->function));
        bounded = bounded == form->function->measured_bits ? bounded : 0;
        found = lookup_variant(form, bounded, texels, VARIANTS);
    }
    if (!found->texels)
        status = add_variant(kernel, form, bounded, texels, found);
    else
        status = replace_quick(kernel, form, found);
    bool is_hot =
        is_long_running(found, SPECIAL_NS, SPECIAL_SHARE) || (kernel->options.eager && !found->is_quick);
    *choice = (struct choice){found->code.entry, found->storage, &found->ran_ns, is_hot};
    jit_kernel_unlock(kernel);
    return status;
}
