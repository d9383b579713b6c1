/* Planes: a g# of structures becomes a g# of one word for each word of the structure (structure splitting). Lanes that
   access adjacent structures then access adjacent words, which takes no shuffles; structures of three words take about
   five for each vector. Those of four words take two, and none where all components pass through the same operations
   (jit/llvm/gen_pack.c): they stay as they are.

   The layout of a g# is not observable: each thread names a structure and a word of it. An access is in bounds as before
   where its word is a constant inside the structure, as the index of the structure is the same. */
#include "ir/ir_facts.h"

enum {
    WORDS_MOST = 16,   /* of a structure */
    PACKED = 4,        /* words of one that stays */
    TRIPS = 8,         /* assumed iterations of a loop */
    WEIGHT_MOST = 4096 /* of code in nested loops */
};

struct planes {
    struct ir_function *f;
    bool *keeps;     /* by slot: stays as it is */
    int64_t *gains;  /* by slot */
    uint8_t *words;  /* by access: 1 + the word of the structure */
    ir_ref *latest;  /* by address: the last access */
    uint32_t *first; /* by slot: the g# of its second word; those of the others follow */
};

/* The word of the structure; WORDS_MOST: not known, or none of it. */
static uint32_t word_of(const struct ir_function *f, const struct ir_value *v)
{
    ir_ref offset = ir_arg(f, v, 1);
    uint32_t stride = f->program->decls.resources[v->slot].stride;
    if (!offset || f->values[offset].kind != IR_CONST || f->values[offset].word >= stride)
        return WORDS_MOST;
    uint32_t word = f->values[offset].word / 4 + (v->kind == IR_ATOMIC ? 0 : v->component);
    return word < stride / 4 ? word : WORDS_MOST;
}

/* Of accessing another word of the same structure: lanes in a row need no shuffles; a structure that all lanes share has one
   bounds test and one address; structures anywhere are in one cache line each. */
static int gain_of(const struct ir_value *address)
{
    if (ir_is_uniform(address))
        return -1;
    return address->shape == IR_AFFINE || (address->table && address->table->is_regular) ? 1 : -4;
}

static void examine(struct planes *p, ir_ref ref, int64_t weight)
{
    const struct ir_value *v = &p->f->values[ref];
    if (!ir_is_tgsm(p->f, v) || p->keeps[v->slot])
        return;
    uint32_t word = word_of(p->f, v);
    ir_ref address = ir_arg(p->f, v, 0), before = p->latest[address];
    p->words[ref] = (uint8_t)(word + 1);
    p->latest[address] = ref;
    p->keeps[v->slot] = word == WORDS_MOST;
    if (before && p->f->values[before].slot == v->slot && p->words[before] != p->words[ref])
        p->gains[v->slot] += weight * gain_of(&p->f->values[address]);
}

static void examine_list(struct planes *p, const struct ir_list *list, int64_t weight)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (!(list->items[i] & IR_NODE_BIT)) {
            examine(p, list->items[i], weight);
            continue;
        }
        const struct ir_node *node = &p->f->nodes[list->items[i] & ~IR_NODE_BIT];
        int64_t inner = node->kind == IR_LOOP && weight < WEIGHT_MOST ? TRIPS * weight : weight;
        examine_list(p, &node->bodies[0], inner);
        examine_list(p, &node->bodies[1], inner);
    }
}

/* Returns how many slots are added. */
static uint32_t choose(struct planes *p)
{
    const struct program_decls *d = &p->f->program->decls;
    for (uint32_t i = 0; i < d->resource_count; i++) {
        const struct program_resource *r = &d->resources[i];
        uint32_t words = r->stride / 4;
        p->keeps[i] =
            r->file != ISA_FILE_TGSM || words < 2 || r->stride % 4 || words > WORDS_MOST || words == PACKED;
    }
    examine_list(p, &p->f->nodes[0].bodies[0], 1);
    uint32_t added = 0;
    for (uint32_t i = 0; i < d->resource_count; i++) {
        p->keeps[i] |= p->gains[i] <= 0;
        p->first[i] = d->resource_count + added;
        added += p->keeps[i] ? 0 : d->resources[i].stride / 4 - 1;
    }
    return added;
}

/* Declares the planes, each in its part of the structures' memory. */
static bool declare(struct planes *p, uint32_t added)
{
    struct ir_slots grown;
    if (!ir_add_slots(p->f, added, &grown))
        return false;
    for (uint32_t i = 0; i < grown.program->decls.resource_count - added; i++) {
        struct program_resource *r = &grown.resources[i];
        if (p->keeps[i])
            continue;
        uint32_t words = r->stride / 4;
        r->stride = 4;
        r->bytes = 4 * r->count;
        for (uint32_t k = 1; k < words; k++) {
            grown.resources[p->first[i] + k - 1] = *r;
            grown.firsts[p->first[i] + k - 1] = grown.firsts[i] + k * r->bytes;
        }
    }
    return true;
}

/* `zero`: the offset in a structure of one word. */
static void rename_slot(const struct planes *p, struct ir_value *v, uint32_t word, ir_ref zero)
{
    v->slot = word ? p->first[v->slot] + word - 1 : v->slot;
    p->f->args[v->first + 1] = zero;
    if (v->kind != IR_ATOMIC)
        v->component = 0;
}

enum sm5_status ir_split_structures(struct ir_function *f)
{
    if (f->keeps_loads || !f->program->decls.tgsm_bytes)
        return SM5_OK;
    uint32_t slots = f->program->decls.resource_count, end = f->value_count;
    struct planes p = {.f = f,
                       .keeps = arena_array(&f->arena, slots, sizeof *p.keeps),
                       .gains = arena_array(&f->arena, slots, sizeof *p.gains),
                       .words = arena_array(&f->arena, end, sizeof *p.words),
                       .latest = arena_array(&f->arena, end, sizeof *p.latest),
                       .first = arena_array(&f->arena, slots, sizeof *p.first)};
    if (!p.keeps || !p.gains || !p.words || !p.latest || !p.first)
        return SM5_ERR_MEMORY;
    uint32_t added = choose(&p);
    if (!added)
        return SM5_OK;
    ir_ref zero = ir_append_constant(f, 0);
    if (!zero || !declare(&p, added))
        return SM5_ERR_MEMORY;
    for (ir_ref i = 1; i < end; i++)
        if (p.words[i] && !p.keeps[f->values[i].slot])
            rename_slot(&p, &f->values[i], p.words[i] - 1, zero);
    return SM5_OK;
}
