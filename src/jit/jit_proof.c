/* Range analysis of the groups of a dispatch, which takes as long as a short dispatch does. Its results are cached by function,
   groups, extents of views and constants, for later dispatches and for the other threads of one. */
#include <stdlib.h>

#include "jit/jit_kernel.h"

enum { PROOFS = 16 }; /* a dispatch in two parts looks up 12 */

struct proof {
    const struct ir_function *function; /* NULL: unused */
    struct ir_box box;
    uint32_t view_count;
    struct ir_extent *views; /* owned, the outcomes and copies of the constants follow in the same memory */
    struct ir_outcome *outcomes;
    struct jit_proved proved;
};

struct jit_proofs {
    pthread_mutex_t lock;
    struct proof all[PROOFS];
    unsigned next; /* to be replaced */
};

struct jit_proofs *jit_proofs_new(void)
{
    struct jit_proofs *proofs = calloc(1, sizeof *proofs);
    if (proofs)
        pthread_mutex_init(&proofs->lock, NULL);
    return proofs;
}

void jit_proofs_free(struct jit_proofs *proofs)
{
    if (!proofs)
        return;
    for (unsigned i = 0; i < PROOFS; i++)
        free(proofs->all[i].views);
    pthread_mutex_destroy(&proofs->lock);
    free(proofs);
}

/* ---- keys ---- */

static bool same_box(const struct ir_box *a, const struct ir_box *b)
{
    return !memcmp(a->first, b->first, sizeof a->first) && !memcmp(a->end, b->end, sizeof a->end) &&
           a->active == b->active;
}

static bool same_view(const struct ir_extent *a, const struct ir_extent *b)
{
    if (a->bytes != b->bytes || a->count != b->count || memcmp(a->texels, b->texels, sizeof a->texels) != 0 ||
        !a->words != !b->words)
        return false;
    return !a->words || memcmp(a->words, b->words, a->bytes) == 0;
}

static bool same_key(const struct proof *a, const struct proof *b)
{
    bool same = a->function == b->function && a->view_count == b->view_count && same_box(&a->box, &b->box);
    for (uint32_t i = 0; i < a->view_count && same; i++)
        same = same_view(&a->views[i], &b->views[i]);
    return same;
}

/* The copy owns its views. False: memory is exhausted. */
static bool copy_key(const struct proof *key, struct proof *copy)
{
    uint64_t size = key->view_count * sizeof *key->views, words = 0,
             of_outcomes = ir_outcome_count(key->function) * sizeof *key->outcomes;
    for (uint32_t i = 0; i < key->view_count; i++)
        words += key->views[i].words ? key->views[i].bytes : 0;
    uint8_t *memory = malloc(size + of_outcomes + words + 1), *at = memory + size + of_outcomes;
    if (!memory)
        return false;
    *copy = *key;
    copy->views = (void *)memory;
    copy->outcomes = (void *)(memory + size);
    for (uint32_t i = 0; i < key->view_count; i++) {
        copy->views[i] = key->views[i];
        if (!key->views[i].words)
            continue;
        memcpy(at, key->views[i].words, key->views[i].bytes);
        copy->views[i].words = at;
        at += key->views[i].bytes;
    }
    return true;
}

/* ---- results ---- */

/* False: memory is exhausted. */
static bool analyse(struct proof *proof)
{
    const struct ir_function *f = proof->function;
    struct ir_range *ranges = malloc(f->value_count * sizeof *ranges);
    if (!ranges)
        return false;
    for (uint32_t i = 0; i < f->value_count; i++)
        ranges[i] = ir_any_word;
    proof->proved.bounded = ir_bounds_hold(f, &proof->box, proof->views, ranges);
    proof->proved.known = ir_outcomes(f, ranges, proof->outcomes);
    free(ranges);
    return true;
}

static struct jit_proved result_of(const struct proof *proof, struct ir_outcome *outcomes)
{
    if (outcomes)
        memcpy(outcomes, proof->outcomes, ir_outcome_count(proof->function) * sizeof *outcomes);
    return proof->proved;
}

static bool find(struct jit_proofs *proofs, const struct proof *key, struct ir_outcome *outcomes,
                 struct jit_proved *proved)
{
    bool found = false;
    pthread_mutex_lock(&proofs->lock);
    for (unsigned i = 0; i < PROOFS && !found; i++) {
        found = same_key(&proofs->all[i], key);
        if (found)
            *proved = result_of(&proofs->all[i], outcomes);
    }
    pthread_mutex_unlock(&proofs->lock);
    return found;
}

static void keep(struct jit_proofs *proofs, const struct proof *proof)
{
    pthread_mutex_lock(&proofs->lock);
    struct proof *oldest = &proofs->all[proofs->next++ % PROOFS];
    free(oldest->views);
    *oldest = *proof;
    pthread_mutex_unlock(&proofs->lock);
}

struct jit_proved jit_prove(const struct jit_worker *w, const struct ir_function *function,
                            const struct ir_box *box, struct ir_outcome *outcomes)
{
    struct jit_proofs *proofs = ((const struct kernel *)w->kernel)->proofs;
    const struct proof key = {
        .function = function, .box = *box, .view_count = w->function->view_count, .views = w->extents};
    struct jit_proved proved = {0, 0};
    struct proof made;
    if (find(proofs, &key, outcomes, &proved))
        return proved;
    if (outcomes)
        memset(outcomes, 0, ir_outcome_count(function) * sizeof *outcomes);
    if (!copy_key(&key, &made))
        return proved;
    if (!analyse(&made)) {
        free(made.views);
        return proved;
    }
    proved = result_of(&made, outcomes);
    keep(proofs, &made);
    return proved;
}
