/* The words of group shared memory that a group may read before it has written them: they must be 0 when it starts. In
   most programs each word is stored by some thread, and read after a barrier only. */
#include <stdlib.h>
#include <string.h>

#include "ir/ir_facts.h"

/* What is known of a word where the code being visited is: from the group's own list, which all threads execute. */
enum { UNKNOWN, STORED /* since the last barrier */, WRITTEN };

struct clear {
    struct ir_function *f;
    uint32_t words, threads;
    uint8_t *state;  /* by word */
    bool has_stored; /* some word is STORED */
    bool failed;
};

static void read_word(struct clear *c, uint32_t word)
{
    struct ir_function *f = c->f;
    if (c->state[word] == WRITTEN)
        return;
    f->clear_first = word < f->clear_first ? word : f->clear_first;
    f->clear_end = word + 1 > f->clear_end ? word + 1 : f->clear_end;
}

static void visit_access(struct clear *c, const struct ir_value *v, bool by_all)
{
    const struct program_resource *r = &c->f->program->decls.resources[v->slot];
    uint32_t first = c->f->tgsm_first[v->slot] / 4, end = (c->f->tgsm_first[v->slot] + r->bytes + 3) / 4;
    bool stores = v->kind == IR_STORE;
    for (uint32_t i = 0; v->cells && i < c->threads; i++) {
        uint32_t word = v->cells->words[i];
        if (word != IR_NONE && !stores)
            read_word(c, word);
        else if (word != IR_NONE && by_all && c->state[word] == UNKNOWN)
            c->state[word] = c->has_stored = STORED;
    }
    for (uint32_t word = first; word < end && !v->cells && !stores; word++)
        read_word(c, word);
}

static void pass_barrier(struct clear *c)
{
    for (uint32_t word = 0; c->has_stored && word < c->words; word++)
        c->state[word] = c->state[word] ? WRITTEN : UNKNOWN;
    c->has_stored = false;
}

static void visit_list(struct clear *c, const struct ir_list *list, bool by_all);

/* What a node's code stores is known inside it only: it may be left before. */
static void visit_node(struct clear *c, const struct ir_node *node, bool by_all)
{
    bool is_common = by_all && node->group && !node->divergent;
    uint8_t *kept = is_common ? malloc(c->words + 1) : NULL;
    c->failed |= is_common && !kept;
    for (unsigned side = 0; side < 2 && !c->failed; side++) {
        if (kept)
            memcpy(kept, c->state, c->words);
        visit_list(c, &node->bodies[side], is_common);
        if (kept)
            memcpy(c->state, kept, c->words);
        c->has_stored = true; /* perhaps */
    }
    free(kept);
}

static void visit_list(struct clear *c, const struct ir_list *list, bool by_all)
{
    for (uint32_t i = 0; i < list->count && !c->failed; i++) {
        uint32_t item = list->items[i];
        if (item & IR_NODE_BIT) {
            visit_node(c, &c->f->nodes[item & ~IR_NODE_BIT], by_all);
            continue;
        }
        const struct ir_value *v = &c->f->values[item];
        if (ir_is_tgsm(c->f, v))
            visit_access(c, v, by_all);
        else if (by_all && v->kind == IR_SYNC && (v->sync & ISA_SYNC_T))
            pass_barrier(c);
    }
}

enum sm5_status ir_find_clear(struct ir_function *f)
{
    const uint32_t *group = f->program->decls.thread_group;
    struct clear c = {
        .f = f, .words = (f->program->decls.tgsm_bytes + 3) / 4, .threads = group[0] * group[1] * group[2]};
    f->clear_first = 0;
    f->clear_end = c.words;
    if (f->is_masked || !c.words)
        return SM5_OK;
    c.state = calloc(c.words, 1);
    if (!c.state)
        return SM5_ERR_MEMORY;
    f->clear_first = c.words;
    f->clear_end = 0;
    visit_list(&c, &f->nodes[0].bodies[0], !f->nodes[0].divergent);
    free(c.state);
    return c.failed ? SM5_ERR_MEMORY : SM5_OK;
}
