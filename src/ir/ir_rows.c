/* Common subexpressions of neighbouring rows. Where copies of the code execute several rows of threads together, a filter of 3 x 3
   elements converts each element once instead of three times.

   Value numbering: each value is an expression of the thread's row and of values that are the same in all rows; equal
   expressions have one number. The successor of an expression has the row + 1 in place of the row: if the successor of v's
   expression is w's, then v in row r + 1 equals w in row r. */
#include <stdlib.h>
#include <string.h>

#include "ir/ir_jam.h"

enum kind {
    SAME,     /* a value that is the same in all rows */
    OPAQUE,   /* a value that is not known to equal any other */
    ROW,      /* the thread's number in y */
    SUM,      /* of products, modulo 2^32 */
    OPERATION /* on expressions */
};

struct expression {
    uint8_t kind;
    uint32_t first, count; /* its words */
    uint32_t successor;    /* 0: not computed */
};

/* Words of a SUM: for each product its factor, the number of expressions that it multiplies, and these. Words of an
   OPERATION: HEAD words of what it does, then its operands. */
enum { PRODUCTS = 8, FACTORS = 3, HEAD = 8 };
enum { EXPRESSIONS_MOST = 1 << 14, BUCKETS = 2 * EXPRESSIONS_MOST, DISTANCE_MOST = 4 };

struct product {
    uint32_t factor, count, factors[FACTORS];
};

struct sum {
    struct product products[PRODUCTS];
    uint32_t count;
    bool is_large; /* more than fit: not a sum */
};

struct rows {
    struct ir_function *f;
    VEC(struct expression) expressions; /* [0] is unused */
    VEC(uint32_t) words;
    uint32_t *numbers; /* by value: its expression; 0: none yet */
    uint32_t *buckets; /* a hash table of expressions */
    /* [EXPRESSIONS_MOST * distance + expression]: the first value whose successor of that distance the expression is. */
    ir_ref *values;
    const bool *stored; /* by slot */
    bool failed;        /* memory, or too many expressions */
    uint32_t found;
};

/* ---- expressions ---- */

static const uint32_t *words_of(const struct rows *r, uint32_t number)
{
    return r->words.data + r->expressions.data[number].first;
}

static uint32_t add_expression(struct rows *r, enum kind kind, const uint32_t *words, uint32_t count)
{
    struct expression made = {.kind = (uint8_t)kind, .first = (uint32_t)r->words.count, .count = count};
    if (r->expressions.count >= EXPRESSIONS_MOST || !VEC_RESERVE(&r->words, count) ||
        !VEC_PUSH(&r->expressions, made)) {
        r->failed = true;
        return 0;
    }
    for (uint32_t i = 0; i < count; i++)
        r->words.data[r->words.count++] = words[i];
    return (uint32_t)r->expressions.count - 1;
}

/* The expression with these words. */
static uint32_t number_of(struct rows *r, enum kind kind, const uint32_t *words, uint32_t count)
{
    uint32_t hash = ir_mix(kind, count), mask = BUCKETS - 1;
    for (uint32_t i = 0; i < count; i++)
        hash = ir_mix(hash, words[i]);
    for (hash &= mask; r->buckets[hash]; hash = (hash + 1) & mask) {
        const struct expression *other = &r->expressions.data[r->buckets[hash]];
        if (other->kind == kind && other->count == count &&
            memcmp(r->words.data + other->first, words, count * sizeof *words) == 0)
            return r->buckets[hash];
    }
    uint32_t number = add_expression(r, kind, words, count);
    return r->buckets[hash] = number;
}

static uint32_t opaque(struct rows *r)
{
    return add_expression(r, OPAQUE, NULL, 0);
}

/* ---- sums ---- */

static int compare_products(const struct product *a, const struct product *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    return memcmp(a->factors, b->factors, a->count * sizeof *a->factors);
}

static void add_product(struct sum *sum, const struct product *added)
{
    uint32_t at = 0;
    while (at < sum->count && compare_products(&sum->products[at], added) < 0)
        at++;
    bool is_found = at < sum->count && compare_products(&sum->products[at], added) == 0;
    if (is_found)
        sum->products[at].factor += added->factor;
    if (is_found || !added->factor)
        return;
    if (sum->count == PRODUCTS) {
        sum->is_large = true;
        return;
    }
    memmove(&sum->products[at + 1], &sum->products[at], (sum->count - at) * sizeof *sum->products);
    sum->products[at] = *added;
    sum->count++;
}

static void sort_factors(struct product *p)
{
    for (uint32_t i = 1; i < p->count; i++)
        for (uint32_t k = i; k && p->factors[k - 1] > p->factors[k]; k--) {
            uint32_t kept = p->factors[k];
            p->factors[k] = p->factors[k - 1];
            p->factors[k - 1] = kept;
        }
}

static struct sum constant_sum(uint32_t word)
{
    struct sum sum = {.count = 0};
    add_product(&sum, &(struct product){.factor = word});
    return sum;
}

static struct sum sum_of(const struct rows *r, uint32_t number)
{
    struct sum sum = {.count = 0};
    const struct expression *e = &r->expressions.data[number];
    if (e->kind != SUM) {
        add_product(&sum, &(struct product){1, 1, {number}});
        return sum;
    }
    const uint32_t *words = words_of(r, number);
    for (uint32_t i = 0; i < e->count; i += 2 + words[i + 1]) {
        struct product p = {.factor = words[i], .count = words[i + 1]};
        memcpy(p.factors, words + i + 2, p.count * sizeof *p.factors);
        add_product(&sum, &p);
    }
    return sum;
}

static void add_sum(struct sum *sum, const struct sum *added, uint32_t times)
{
    sum->is_large |= added->is_large;
    for (uint32_t i = 0; i < added->count; i++) {
        struct product p = added->products[i];
        p.factor *= times;
        add_product(sum, &p);
    }
}

static struct sum product_of(const struct sum *a, const struct sum *b)
{
    struct sum sum = {.is_large = a->is_large || b->is_large};
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++) {
            const struct product *x = &a->products[i], *y = &b->products[k];
            struct product p = {.factor = x->factor * y->factor, .count = x->count + y->count};
            if (p.count > FACTORS) {
                sum.is_large = true;
                return sum;
            }
            memcpy(p.factors, x->factors, x->count * sizeof *p.factors);
            memcpy(p.factors + x->count, y->factors, y->count * sizeof *p.factors);
            sort_factors(&p);
            add_product(&sum, &p);
        }
    return sum;
}

/* Products whose factor has become 0 are not part of it. */
static uint32_t number_of_sum(struct rows *r, const struct sum *sum)
{
    uint32_t words[PRODUCTS * (2 + FACTORS)], count = 0, terms = 0;
    const struct product *only = NULL;
    for (uint32_t i = 0; i < sum->count; i++) {
        const struct product *p = &sum->products[i];
        if (!p->factor)
            continue;
        only = p;
        terms++;
        words[count++] = p->factor;
        words[count++] = p->count;
        for (uint32_t k = 0; k < p->count; k++)
            words[count++] = p->factors[k];
    }
    bool is_one = terms == 1 && only->factor == 1 && only->count == 1;
    return is_one ? only->factors[0] : number_of(r, SUM, words, count);
}

/* ---- successors ---- */

static uint32_t successor(struct rows *r, uint32_t number);

static uint32_t successor_of_sum(struct rows *r, uint32_t number)
{
    struct sum sum = sum_of(r, number), next = {.count = 0};
    for (uint32_t i = 0; i < sum.count; i++) {
        struct sum product = constant_sum(sum.products[i].factor);
        for (uint32_t k = 0; k < sum.products[i].count; k++) {
            struct sum factor = sum_of(r, successor(r, sum.products[i].factors[k]));
            product = product_of(&product, &factor);
        }
        add_sum(&next, &product, 1);
    }
    return next.is_large ? opaque(r) : number_of_sum(r, &next);
}

static uint32_t successor_of_operation(struct rows *r, uint32_t number)
{
    enum { WORDS_MOST = HEAD + IR_TEXTURE_WORDS };
    uint32_t words[WORDS_MOST], count = r->expressions.data[number].count;
    memcpy(words, words_of(r, number), count * sizeof *words);
    for (uint32_t i = HEAD; i < count; i++)
        words[i] = successor(r, words[i]);
    return number_of(r, OPERATION, words, count);
}

static uint32_t successor(struct rows *r, uint32_t number)
{
    const struct expression *e = &r->expressions.data[number];
    uint32_t next = e->successor;
    if (next || r->failed)
        return next;
    switch ((enum kind)e->kind) {
    case SAME: next = number; break;
    case OPAQUE: next = opaque(r); break;
    case ROW: {
        struct sum sum = sum_of(r, number);
        add_product(&sum, &(struct product){.factor = 1});
        next = number_of_sum(r, &sum);
        break;
    }
    case SUM: next = successor_of_sum(r, number); break;
    case OPERATION: next = successor_of_operation(r, number); break;
    }
    if (next)
        r->expressions.data[number].successor = next;
    return next;
}

/* ---- values as expressions ---- */

static uint32_t number_value(struct rows *r, ir_ref ref);

static uint32_t arg_number(struct rows *r, const struct ir_value *v, uint32_t i)
{
    return number_value(r, ir_arg(r->f, v, i));
}

/* The low words of sums and products. */
static bool find_sum(struct rows *r, ir_ref ref, struct sum *sum)
{
    const struct ir_value *v = &r->f->values[ref];
    struct ir_sum terms = {.count = 1};
    *sum = (struct sum){.count = 0};
    if (v->kind != IR_LANE && v->kind != IR_PART)
        return false;
    if (ir_is_negation(v))
        terms.terms[0] = (struct ir_term){ir_arg(r->f, v, 0), 0, UINT32_MAX};
    else if (!ir_sum_of(r->f, ref, &terms))
        return false;
    for (uint32_t i = 0; i < terms.count && !r->failed; i++) {
        struct sum term = sum_of(r, number_value(r, terms.terms[i].ref));
        if (terms.terms[i].by) {
            struct sum by = sum_of(r, number_value(r, terms.terms[i].by));
            term = product_of(&term, &by);
        }
        add_sum(sum, &term, terms.terms[i].factor);
    }
    return !sum->is_large;
}

static uint32_t operation(struct rows *r, const struct ir_value *v, uint32_t head[HEAD])
{
    uint32_t words[HEAD + IR_TEXTURE_WORDS], count = HEAD;
    if (v->count > IR_TEXTURE_WORDS)
        return opaque(r);
    memcpy(words, head, HEAD * sizeof *words);
    for (uint32_t i = 0; i < v->count; i++)
        words[count++] = arg_number(r, v, i);
    return r->failed ? 0 : number_of(r, OPERATION, words, count);
}

/* Immediate offsets are part of the coordinates. */
static uint32_t texel(struct rows *r, const struct ir_value *v, const struct ir_texel_access *at)
{
    const struct program_texture *access = &r->f->textures[v->texture].access;
    uint32_t words[HEAD + 3] = {v->kind, v->view, access->opcode, access->dimension};
    for (unsigned k = 0; k < 3; k++) {
        struct sum sum = constant_sum((uint32_t)at->offset[k]);
        if (at->coords[k]) {
            struct sum coordinate = sum_of(r, number_value(r, at->coords[k]));
            add_sum(&sum, &coordinate, 1);
        }
        if (sum.is_large)
            return opaque(r);
        words[HEAD + k] = number_of_sum(r, &sum);
    }
    return r->failed ? 0 : number_of(r, OPERATION, words, HEAD + 3);
}

/* Memory that the dispatch does not store to. */
static bool is_loaded(const struct rows *r, const struct ir_value *v)
{
    const struct program_decls *decls = &r->f->program->decls;
    return v->view != IR_NONE && v->slot < decls->resource_count && !r->stored[v->slot] && !r->f->alias &&
           decls->resources[v->slot].file == ISA_FILE_SRV;
}

static uint32_t make_number(struct rows *r, const struct ir_value *v)
{
    struct ir_texel_access at;
    uint32_t head[HEAD] = {v->kind, v->op, v->part, v->payload, v->slot, v->view, v->access, v->results};
    switch ((enum ir_kind)v->kind) {
    case IR_SYSTEM:
        if (v->system == IR_LOCAL_Y || v->system == IR_THREAD_Y)
            return number_of(r, ROW, &v->system, 1);
        /* The rows are of one slice. */
        return v->system == IR_LOCAL_Z || v->system == IR_THREAD_Z ? operation(r, v, head) : opaque(r);
    case IR_LANE:
    case IR_PART: return operation(r, v, head);
    case IR_LOAD:
    case IR_TEXEL: return is_loaded(r, v) ? operation(r, v, head) : opaque(r);
    case IR_TEXTURE: return is_loaded(r, v) && ir_texel_access(r->f, v, &at) ? texel(r, v, &at) : opaque(r);
    default: return opaque(r);
    }
}

static uint32_t number_value(struct rows *r, ir_ref ref)
{
    const struct ir_value *v = &r->f->values[ref];
    struct sum sum;
    if (r->failed || r->numbers[ref])
        return r->numbers[ref];
    if (v->kind == IR_CONST) {
        sum = constant_sum(v->word);
        r->numbers[ref] = number_of_sum(r, &sum);
    } else if (find_sum(r, ref, &sum)) {
        r->numbers[ref] = number_of_sum(r, &sum);
    } else {
        r->numbers[ref] = ir_same_in_warps(r->f, ref) ? number_of(r, SAME, &ref, 1) : make_number(r, v);
    }
    return r->numbers[ref];
}

/* ---- rows ---- */

/* Both are emitted in the same form. */
static bool is_alike(const struct ir_value *a, const struct ir_value *b)
{
    return a->kind == b->kind && a->shape == b->shape && a->stride == b->stride && a->level == b->level &&
           a->raw_nan == b->raw_nan && a->is_settled == b->is_settled && a->results == b->results &&
           !a->is_folded && !b->is_folded;
}

static bool is_computed(const struct ir_value *v)
{
    return v->level == IR_WARP && !v->is_shared && !v->is_folded &&
           (v->kind == IR_LANE || v->kind == IR_PART || v->kind == IR_LOAD || v->kind == IR_TEXEL ||
            v->kind == IR_TEXTURE);
}

static bool set_row_of(struct rows *r, ir_ref ref, ir_ref other, int distance)
{
    struct ir_value *v = &r->f->values[ref];
    if (!other || !is_alike(v, &r->f->values[other]))
        return false;
    v->row_of = other;
    v->row_distance = (int8_t)distance;
    r->found++;
    return true;
}

static ir_ref value_of(const struct rows *r, uint32_t number, int distance)
{
    return r->values[EXPRESSIONS_MOST * distance + number];
}

/* Finds the value before it that equals it in another row, at the shortest distance. */
static void find_row_of(struct rows *r, ir_ref ref)
{
    uint32_t number = number_value(r, ref), after = number;
    for (int distance = 1; distance <= DISTANCE_MOST && !r->failed; distance++) {
        after = successor(r, after);
        if (after == number || r->failed) /* the same in all rows */
            return;
        if (set_row_of(r, ref, value_of(r, after, 0), -distance) ||
            set_row_of(r, ref, value_of(r, number, distance), distance))
            return;
    }
}

/* Enters a value for those that follow. */
static void note_value(struct rows *r, ir_ref ref)
{
    uint32_t number = r->numbers[ref];
    for (int distance = 0; distance <= DISTANCE_MOST && !r->failed; distance++) {
        ir_ref *first = &r->values[EXPRESSIONS_MOST * distance + number];
        *first = *first ? *first : ref;
        number = successor(r, number);
    }
}

/* Values of the root's own list: each dominates those that follow it. */
static void find_all(struct rows *r)
{
    const struct ir_list *list = &r->f->nodes[0].bodies[0];
    for (uint32_t i = 0; i < list->count && !r->failed; i++) {
        uint32_t item = list->items[i];
        if ((item & IR_NODE_BIT) || !is_computed(&r->f->values[item]))
            continue;
        find_row_of(r, item);
        note_value(r, item);
    }
}

bool ir_find_rows(struct ir_function *f, const bool *stored)
{
    if (f->nodes[0].divergent || f->nodes[0].jam < 2)
        return false;
    struct rows r = {.f = f, .stored = stored};
    r.numbers = calloc(f->value_count + 1, sizeof *r.numbers);
    r.buckets = calloc(BUCKETS, sizeof *r.buckets);
    r.values = calloc((size_t)EXPRESSIONS_MOST * (DISTANCE_MOST + 1), sizeof *r.values);
    /* The words of an expression without any have an address, too. */
    r.failed = !r.numbers || !r.buckets || !r.values || !VEC_RESERVE(&r.words, 1) ||
               !VEC_PUSH(&r.expressions, (struct expression){0});
    find_all(&r);
    VEC_FREE(&r.expressions);
    VEC_FREE(&r.words);
    free(r.numbers);
    free(r.buckets);
    free(r.values);
    return r.found;
}
