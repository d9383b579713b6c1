/* Words of cb# that become literals of special code: those that have not changed since the code is hot. */
#include <stdlib.h>

#include "jit/jit_kernel.h"

/* False: it has quick code, which literals are not worth compiling again. */
static bool count_form(const struct form *form, uint64_t *ran_ns, uint64_t *made_ns)
{
    for (unsigned i = 0; i < VARIANTS && form->variants[i].texels; i++) {
        const struct variant *v = &form->variants[i];
        if (v->is_quick || v->replaced.entry)
            return false;
        *ran_ns += v->ran_ns;
        *made_ns += v->made_ns;
    }
    return true;
}

/* Code of the form, special code included, has run for a quarter (1 / SHARE) of the time that compiling it took. Large functions
   take long, and gain little. */
static bool is_settled(const struct kernel *kernel, unsigned which)
{
    enum { SHARE = 4, VALUES_MOST = 800 };
    const struct form *form = &kernel->forms[which];
    uint64_t ran_ns = 0, made_ns = 0;
    bool is_small = form->function->value_count <= VALUES_MOST && count_form(form, &ran_ns, &made_ns);
    for (unsigned i = 0; i < SPECIALS && kernel->specials[i].outcomes && is_small; i++)
        is_small =
            kernel->specials[i].of != which || count_form(&kernel->specials[i].form, &ran_ns, &made_ns);
    return is_small && (SHARE * ran_ns >= made_ns || kernel->options.eager);
}

/* Words that differ from those of an earlier dispatch are forgotten for good. False: memory is exhausted. */
static bool compare(struct form *form, const struct ir_outcome *now)
{
    uint32_t count = form->function->word_count;
    if (!form->words) {
        form->words = malloc((count + 1) * sizeof *form->words);
        if (form->words)
            memcpy(form->words, now, count * sizeof *now);
        return form->words != NULL;
    }
    for (uint32_t i = 0; i < count; i++)
        if (form->words[i].kind != now[i].kind || form->words[i].word != now[i].word)
            form->words[i] = (struct ir_outcome){IR_OUTCOME_OPEN, 0};
    return true;
}

/* Tests have special code with and without literals: every second word is one. */
static bool is_left_open(const struct kernel *kernel, uint32_t word)
{
    return kernel->options.eager && word % 2;
}

bool jit_words_choose(struct kernel *kernel, struct jit_worker *w, unsigned which)
{
    struct form *form = &kernel->forms[which];
    uint32_t first = form->function->decidable_count, count = form->function->word_count;
    bool any = false;
    if (!count || jit_kernel_lock(kernel, w->run))
        return false;
    bool is_known = compare(form, w->outcomes[JIT_BOX_ALL] + first) && is_settled(kernel, which);
    for (unsigned kind = 0; kind < JIT_BOXES; kind++)
        for (uint32_t i = 0; i < count; i++) {
            struct ir_outcome *outcome = &w->outcomes[kind][first + i];
            if (!is_known || form->words[i].kind == IR_OUTCOME_OPEN || is_left_open(kernel, i))
                *outcome = (struct ir_outcome){IR_OUTCOME_OPEN, 0};
            any |= outcome->kind == IR_OUTCOME_WORD;
        }
    jit_kernel_unlock(kernel);
    return any;
}

void jit_words_forget(const struct jit_worker *w, enum jit_box kind)
{
    const struct ir_function *f = w->function;
    memset(w->outcomes[kind] + f->decidable_count, 0, f->word_count * sizeof *w->outcomes[kind]);
}
