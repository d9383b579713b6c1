/* The words of group shared memory that a group may read before it has written them: they must be 0 when it starts. In
   most programs each word is stored by some thread, and read after a barrier only. */
#include <stdlib.h>
#include <string.h>

#include "ir/ir_facts.h"

/* What is known of a word where the code being visited is. */
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

/* `is_exact`: the threads that execute it are those whose words are known (ir_cells.c). */
static void visit_access(struct clear *c, const struct ir_value *v, bool is_exact)
{
    const struct program_resource *r = &c->f->program->decls.resources[v->slot];
    uint32_t first = c->f->tgsm_first[v->slot] / 4, end = (c->f->tgsm_first[v->slot] + r->bytes + 3) / 4;
    bool stores = v->kind == IR_STORE;
    for (uint32_t i = 0; v->cells && i < c->threads; i++) {
        uint32_t word = v->cells->words[i];
        if (word != IR_NONE && !stores)
            read_word(c, word);
        else if (word != IR_NONE && is_exact && c->state[word] == UNKNOWN)
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

/* ---- which threads execute code: known as ir_cells.c knows it ---- */

static bool is_around(const struct ir_function *f, uint32_t node, uint32_t inner)
{
    while (inner != IR_NONE && inner != node)
        inner = f->nodes[inner].parent;
    return inner == node;
}

/* A thread may leave the list for code outside the node. */
static bool escapes(const struct ir_function *f, const struct ir_list *list, uint32_t node)
{
    bool any = false;
    for (uint32_t i = 0; i < list->count && !any; i++) {
        const struct ir_node *inner = &f->nodes[list->items[i] & ~IR_NODE_BIT];
        if (!(list->items[i] & IR_NODE_BIT))
            continue;
        any = inner->kind == IR_EXIT
                  ? !is_around(f, node, inner->target)
                  : escapes(f, &inner->bodies[0], node) || escapes(f, &inner->bodies[1], node);
    }
    return any;
}

static bool is_list_exact(const struct ir_function *f, const struct ir_list *list);

/* It is known which of the threads that come to the node's code execute each part of it, and which execute what follows it. */
static bool is_exact(const struct ir_function *f, uint32_t at)
{
    const struct ir_node *node = &f->nodes[at];
    bool leave[2] = {escapes(f, &node->bodies[0], at), escapes(f, &node->bodies[1], at)};
    if (node->kind == IR_SCOPE)
        return !leave[0] && is_list_exact(f, &node->bodies[0]);
    if (node->kind != IR_IF || !f->values[node->condition].table)
        return false;
    for (unsigned side = 0; side < 2; side++)
        if ((leave[side] && node->ends[side]) || !is_list_exact(f, &node->bodies[side]))
            return false;
    return true;
}

/* Other nodes that threads do not leave for code outside them make no difference to what follows. */
static bool is_list_exact(const struct ir_function *f, const struct ir_list *list)
{
    bool all = true;
    for (uint32_t i = 0; i < list->count && all; i++) {
        uint32_t at = list->items[i] & ~IR_NODE_BIT;
        const struct ir_node *node = &f->nodes[at];
        if (list->items[i] & IR_NODE_BIT && node->kind != IR_EXIT)
            all = is_exact(f, at) || !(escapes(f, &node->bodies[0], at) || escapes(f, &node->bodies[1], at));
    }
    return all;
}

/* Of the code being visited: all threads execute it; exactly those do whose words are known. */
struct reach {
    bool all, exact;
};

static void visit_list(struct clear *c, const struct ir_list *list, struct reach reach);

/* What a node's code stores is known after it only where it is known which threads do: it may be left before. */
static void visit_node(struct clear *c, uint32_t at, struct reach reach)
{
    const struct ir_node *node = &c->f->nodes[at];
    bool stays = reach.exact && is_exact(c->f, at), is_common = reach.all && node->group && !node->divergent;
    const struct reach inner = {.all = is_common, .exact = stays || is_common};
    uint8_t *kept = is_common && !stays ? malloc(c->words + 1) : NULL;
    c->failed |= is_common && !stays && !kept;
    for (unsigned side = 0; side < 2 && !c->failed; side++) {
        if (kept)
            memcpy(kept, c->state, c->words);
        visit_list(c, &node->bodies[side], inner);
        if (kept)
            memcpy(c->state, kept, c->words);
        c->has_stored = true; /* perhaps */
    }
    free(kept);
}

static void visit_list(struct clear *c, const struct ir_list *list, struct reach reach)
{
    for (uint32_t i = 0; i < list->count && !c->failed; i++) {
        uint32_t item = list->items[i];
        if (item & IR_NODE_BIT) {
            visit_node(c, item & ~IR_NODE_BIT, reach);
            continue;
        }
        const struct ir_value *v = &c->f->values[item];
        if (ir_is_tgsm(c->f, v))
            visit_access(c, v, reach.exact);
        else if (reach.all && v->kind == IR_SYNC && (v->sync & ISA_SYNC_T))
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
    bool all = !f->nodes[0].divergent;
    visit_list(&c, &f->nodes[0].bodies[0], (struct reach){.all = all, .exact = all});
    free(c.state);
    return c.failed ? SM5_ERR_MEMORY : SM5_OK;
}
