/* What a tile's words are copies of: stores of values whose sums have the same terms give a table of the numbers in these by
   word, whatever instructions computed them. */
#include <string.h>

#include "ir/ir_tile.h"

enum { INNER = 10 /* operations within operations */ };

/* A store that is being added. */
struct store {
    struct tile *tile;
    const uint32_t *at;
    const uint32_t *owner; /* by word: the first thread that stores it */
};

/* The number of a word must not depend on the store or the thread that it is from. `words` NULL: zeros. */
static bool fill(const struct tiles *t, const struct store *s, uint32_t *table, const uint32_t *words)
{
    for (uint32_t i = 0; i < t->threads; i++) {
        uint32_t at = s->at[i], word = words ? words[i] : 0;
        if (at == IR_NONE)
            continue;
        if (!s->tile->defined[at] && s->owner[at] == i)
            table[at] = word;
        else if (table[at] != word)
            return false;
    }
    return true;
}

static struct tile_copy *new_copy(struct tiles *t, ir_ref like)
{
    struct tile_copy *copy = arena_array(&t->scratch, 1, sizeof *copy);
    t->no_memory |= !copy;
    if (copy && like)
        copy->shape = tile_shape_of(t, like);
    if (copy)
        copy->like = like;
    return copy;
}

static bool is_same_operation(const struct ir_function *f, ir_ref a, ir_ref b)
{
    const struct ir_value *x = tile_operation_of(f, a), *y = tile_operation_of(f, b);
    uint8_t part = f->values[a].kind == IR_PART ? f->values[a].part : 0;
    return x->kind == y->kind && x->op == y->op && x->count == y->count && x->slot == y->slot &&
           x->view == y->view && x->access == y->access &&
           part == (f->values[b].kind == IR_PART ? f->values[b].part : 0);
}

/* They differ in what is computed from the thread's number only, loads in their offset and component too. That args are alike
   is a guess, by the shape: match_sum compares them. */
static bool is_alike(struct tiles *t, const struct tile_copy *copy, ir_ref ref)
{
    return is_same_operation(t->f, copy->like, ref) && copy->shape == tile_shape_of(t, ref);
}

static bool match_sum(struct tiles *t, const struct store *s, struct tile_copy **copy, ir_ref ref,
                      unsigned inner);

/* The byte that the load's word is from its address on. */
static bool match_bytes(struct tiles *t, const struct store *s, struct tile_copy *copy, ir_ref ref)
{
    const struct ir_value *v = &t->f->values[ref];
    uint32_t byte = 4u * v->component, *words = tile_new_words(t, t->threads);
    if (v->access == IR_STRUCTURED) {
        const struct ir_value *offset = &t->f->values[ir_arg(t->f, v, 1)];
        if (offset->kind != IR_CONST)
            return false;
        byte += offset->word & ~3u;
    }
    for (uint32_t i = 0; words && i < t->threads; i++)
        words[i] = byte;
    if (!copy->bytes)
        copy->bytes = tile_new_words(t, s->tile->words);
    return words && copy->bytes && fill(t, s, copy->bytes, words);
}

static bool match_operation(struct tiles *t, const struct store *s, struct tile_copy **copy, ir_ref ref,
                            unsigned inner)
{
    const struct ir_value *v = tile_operation_of(t->f, ref);
    unsigned count = tile_arg_count(v);
    if (!inner || count > TILE_ARGS || v->access == IR_TYPED)
        return false;
    if (v->kind == IR_LANE && (v->op < IR_MODIFIER && isa_has(v->op, ISA_COSTLY)))
        return false;
    if (!*copy)
        *copy = new_copy(t, ref);
    if (!*copy || !is_alike(t, *copy, ref))
        return false;
    (*copy)->count = count;
    for (unsigned i = 0; i < count; i++)
        if (!match_sum(t, s, &(*copy)->args[i], tile_arg_of(t, ref, i), inner - 1))
            return false;
    return v->kind != IR_LOAD || match_bytes(t, s, *copy, ref);
}

static struct tile_term *find_term(struct tiles *t, const struct store *s, struct tile_copy *copy,
                                   const struct tile_product *product, const bool *used)
{
    for (unsigned i = 0; i < copy->count; i++) {
        struct tile_term *term = &copy->terms[i];
        if (!used[i] && memcmp(term->units, product->units, sizeof term->units) == 0 &&
            !term->inner == !product->inner && (!term->inner || is_alike(t, term->inner, product->inner)))
            return term;
    }
    if (copy->count == TILE_TERMS)
        return NULL;
    struct tile_term *term = &copy->terms[copy->count];
    *term = (struct tile_term){.inner = NULL};
    memcpy(term->units, product->units, sizeof term->units);
    term->factors = tile_new_words(t, s->tile->words);
    copy->count += term->factors != NULL;
    return term->factors ? term : NULL;
}

static bool match_sum(struct tiles *t, const struct store *s, struct tile_copy **copy, ir_ref ref,
                      unsigned inner)
{
    const struct tile_sum *sum = tile_sum_of(t, ref);
    bool used[TILE_TERMS] = {false};
    if (!sum)
        return false;
    if (!*copy)
        *copy = new_copy(t, 0);
    for (unsigned i = 0; *copy && i < sum->count; i++) {
        const struct tile_product *product = &sum->terms[i];
        struct tile_term *term = find_term(t, s, *copy, product, used);
        if (!term || !fill(t, s, term->factors, product->factors) ||
            (product->inner && !match_operation(t, s, &term->inner, product->inner, inner)))
            return false;
        used[term - (*copy)->terms] = true;
    }
    for (unsigned i = 0; *copy && i < (*copy)->count; i++)
        if (!used[i] && !fill(t, s, (*copy)->terms[i].factors, NULL))
            return false;
    return *copy != NULL;
}

bool tile_add_store(struct tiles *t, struct tile *tile, ir_ref value, const uint32_t *at)
{
    if (!tile_may_be_copy(t, value))
        return false;
    uint32_t *owner = tile_new_words(t, tile->words);
    struct store store = {tile, at, owner};
    for (uint32_t i = t->threads; owner && i-- > 0;)
        if (at[i] != IR_NONE)
            owner[at[i]] = i;
    if (!owner || !match_sum(t, &store, &tile->value, value, INNER))
        return false;
    for (uint32_t i = 0; i < t->threads; i++)
        if (at[i] != IR_NONE)
            tile->defined[at[i]] = true;
    return true;
}

/* ---- numbers of the words that a load's threads access ---- */

bool tile_fit(const struct tiles *t, const struct tile_load *load, const uint32_t *words,
              struct tile_affine *affine)
{
    const uint32_t *group = t->f->program->decls.thread_group, *at = load->at;
    const uint32_t apart[3] = {1, group[0], group[0] * group[1]};
    const uint32_t *number[3]; /* of the thread in the group */
    uint32_t first = 0;
    *affine = (struct tile_affine){0};
    while (first < t->threads && at[first] == IR_NONE)
        first++;
    if (first == t->threads)
        return true;
    affine->first = words[at[first]];
    for (unsigned axis = 0; axis < 3; axis++) {
        uint32_t i = first;
        number[axis] = t->f->values[t->systems[IR_LOCAL_X + axis]].table->words;
        while (i + apart[axis] < t->threads &&
               (number[axis][i] + 1 == group[axis] || at[i] == IR_NONE || at[i + apart[axis]] == IR_NONE))
            i++;
        if (i + apart[axis] < t->threads)
            affine->by[axis] = words[at[i + apart[axis]]] - words[at[i]];
        affine->first -= affine->by[axis] * number[axis][first];
    }
    for (uint32_t i = first; i < t->threads; i++)
        if (at[i] != IR_NONE && words[at[i]] != affine->first + affine->by[0] * number[0][i] +
                                                    affine->by[1] * number[1][i] +
                                                    affine->by[2] * number[2][i])
            return false;
    return true;
}
