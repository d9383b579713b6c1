/* What machine code is known by in the cache. Its input is the program's tokens and struct jit_lowering, from which
   the function is made, and struct jit_target; the builds that make code of them; and the processor. No field of
   the function is selected for the key, so none can be forgotten. */
#include "bytecode/bytecode.h"
#include "jit/jit_config.h"
#include "jit/jit_digest.h"
#include "jit/jit_sources.h"

bool jit_has_texels(const struct ir_function *f)
{
    bool has = f->texture_count > 0;
    for (uint32_t i = 0; i < f->view_count && !has; i++)
        has = f->program->decls.resources[f->views[i].slot].dimension == ISA_DIM_BUFFER;
    return has;
}

static bool add_tokens(crypto_generichash_state *state, const struct sm5_program *program)
{
    struct program_tokens tokens = {0};
    bool good = bytecode_encode(program, &tokens) == SM5_OK;
    if (good) {
        struct bytes code = bytecode_bytes(program, &tokens);
        jit_digest_add(state, code.data, code.size);
    }
    VEC_FREE(&tokens);
    return good;
}

bool jit_source_of(const struct sm5_program *program, const char *cpu, struct jit_digest *source)
{
    static const char version[] = JIT_SOURCES ", LLVM " JIT_LLVM_VERSION;
    crypto_generichash_state state;
    struct jit_digest plugin;
    if (sodium_init() < 0 || !jit_plugin_build(&plugin))
        return false;
    jit_digest_begin(&state);
    jit_digest_add(&state, version, sizeof version);
    jit_digest_add(&state, plugin.bytes, sizeof plugin.bytes);
    jit_digest_add(&state, jit_target_words(), JIT_TARGET_WORDS * sizeof(uint32_t));
    jit_digest_add(&state, cpu, cpu ? strlen(cpu) + 1 : 0);
    if (!add_tokens(&state, program))
        return false;
    *source = jit_digest_end(&state);
    return true;
}

/* ---- terms ---- */

/* What the code assumes of what it runs with. Words only: padding would be part of the key. */
struct terms {
    uint32_t lanes, alias, swapped, merged, clipped, padded, jam;
    uint32_t has_target, bounded, is_quick;
    uint32_t threads[3], tgsm_bytes, icb_rows;
    uint32_t view_count, kinds, outcomes;
};

_Static_assert(sizeof(struct terms) == 18 * sizeof(uint32_t), "terms have no padding");
_Static_assert(sizeof(struct jit_target) == 5 * sizeof(uint64_t),
               "a field of the target belongs to the terms");
_Static_assert(sizeof(struct ir_view) == 2 * sizeof(uint32_t), "views have no padding");

void jit_key_make(const struct jit_digest *source, const struct jit_lowering *lowering,
                  const struct ir_function *f, const struct jit_target *target, struct jit_key *key)
{
    const struct program_decls *d = &f->program->decls;
    struct terms terms = {
        .lanes = lowering->lanes,
        .alias = lowering->alias,
        .swapped = lowering->swapped,
        .merged = lowering->merged,
        .clipped = lowering->clipped,
        .padded = lowering->padded,
        .jam = lowering->jam,
        .has_target = target != NULL,
        .bounded = target ? target->bounded : 0,
        .is_quick = target && target->is_quick,
        .threads = {d->thread_group[0], d->thread_group[1], d->thread_group[2]},
        .tgsm_bytes = d->tgsm_bytes,
        .icb_rows = d->icb_rows,
        .view_count = f->view_count,
        .kinds = target && target->texels && jit_has_texels(f) ? (uint32_t)jit_kinds_size(f) : 0,
        .outcomes = lowering->outcomes ? lowering->outcome_count : 0,
    };
    crypto_generichash_state state;
    *key = (struct jit_key){0};
    strbuf_add_bytes(&key->terms, (const char *)&terms, sizeof terms);
    if (f->view_count)
        strbuf_add_bytes(&key->terms, (const char *)f->views, f->view_count * sizeof *f->views);
    if (terms.kinds)
        strbuf_add_bytes(&key->terms, (const char *)target->texels, terms.kinds);
    if (terms.outcomes)
        strbuf_add_bytes(&key->terms, (const char *)lowering->outcomes,
                         terms.outcomes * sizeof *lowering->outcomes);
    jit_digest_begin(&state);
    jit_digest_add(&state, source->bytes, sizeof source->bytes);
    jit_digest_add(&state, key->terms.text, key->terms.length);
    key->digest = jit_digest_end(&state);
}

void jit_key_free(struct jit_key *key)
{
    strbuf_free(&key->terms);
}
