/* What ranges show of the groups of a dispatch. It takes as long as a short dispatch does: what was found is kept for dispatches with
   the same bindings and constants, and for the other threads of one. */
#include <stdlib.h>

#include "jit/jit_kernel.h"

enum { PROOFS = 16 };

struct proof {
    const struct ir_function *function; /* NULL: unused */
    struct ir_box box;
    uint32_t view_count;
    struct ir_extent *views; /* with copies of the constants; then the outcomes */
    uint8_t *outcomes;
    struct jit_proved proved;
};

struct jit_proofs {
    pthread_mutex_t lock;
    struct proof all[PROOFS];
    unsigned next; /* replaced next */
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

/* ---- a question ---- */

struct question {
    const struct ir_function *function;
    const struct ir_box *box;
    const struct ir_extent *views;
    uint32_t view_count;
};

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

static bool is_answer(const struct proof *proof, const struct question *q)
{
    bool same =
        proof->function == q->function && proof->view_count == q->view_count && same_box(&proof->box, q->box);
    for (uint32_t i = 0; i < q->view_count && same; i++)
        same = same_view(&proof->views[i], &q->views[i]);
    return same;
}

/* ---- an answer ---- */

static struct jit_proved prove(const struct question *q, uint8_t *outcomes)
{
    const struct ir_function *f = q->function;
    struct jit_proved proved = {false, 0};
    struct ir_range *ranges = malloc(f->value_count * sizeof *ranges);
    memset(outcomes, 0, f->decidable_count);
    for (uint32_t i = 0; ranges && i < f->value_count; i++)
        ranges[i] = ir_any_word;
    if (ranges) {
        proved.is_bounded = ir_bounds_hold(f, q->box, q->views, ranges);
        proved.known = ir_outcomes(f, ranges, outcomes);
    }
    free(ranges);
    return proved;
}

/* Without memory it is not kept. */
static void keep(struct proof *proof, const struct question *q, const uint8_t *outcomes,
                 struct jit_proved proved)
{
    uint64_t size = q->view_count * sizeof *q->views, words = 0, decidable = q->function->decidable_count;
    for (uint32_t i = 0; i < q->view_count; i++)
        words += q->views[i].words ? q->views[i].bytes : 0;
    uint8_t *memory = malloc(size + words + decidable + 1);
    free(proof->views);
    *proof = (struct proof){.function = memory ? q->function : NULL,
                            .box = *q->box,
                            .view_count = q->view_count,
                            .views = (void *)memory,
                            .proved = proved};
    if (!memory)
        return;
    uint8_t *at = memory + size;
    for (uint32_t i = 0; i < q->view_count; i++) {
        proof->views[i] = q->views[i];
        if (!q->views[i].words)
            continue;
        memcpy(at, q->views[i].words, q->views[i].bytes);
        proof->views[i].words = at;
        at += q->views[i].bytes;
    }
    proof->outcomes = at;
    memcpy(at, outcomes, decidable);
}

/* The lock is held. NULL: there is none. */
static const struct proof *find(const struct jit_proofs *proofs, const struct question *q)
{
    for (unsigned i = 0; i < PROOFS; i++)
        if (is_answer(&proofs->all[i], q))
            return &proofs->all[i];
    return NULL;
}

struct jit_proved jit_prove(const struct jit_worker *w, const struct ir_function *function,
                            const struct ir_box *box, uint8_t *outcomes)
{
    struct jit_proofs *proofs = ((const struct kernel *)w->kernel)->proofs;
    const struct question q = {function, box, w->extents, w->function->view_count};
    pthread_mutex_lock(&proofs->lock);
    const struct proof *found = find(proofs, &q);
    struct jit_proved proved = found ? found->proved : (struct jit_proved){false, 0};
    if (found)
        memcpy(outcomes, found->outcomes, function->decidable_count);
    pthread_mutex_unlock(&proofs->lock);
    if (found)
        return proved;
    proved = prove(&q, outcomes);
    pthread_mutex_lock(&proofs->lock);
    keep(&proofs->all[proofs->next++ % PROOFS], &q, outcomes, proved);
    pthread_mutex_unlock(&proofs->lock);
    return proved;
}
