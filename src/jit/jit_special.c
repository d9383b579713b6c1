/* Special code: that of a program in which values are replaced because ranges decide them (ir_assume.c) for a box of
   groups. Tests of image borders, clamped coordinates and bounds cost nothing there. */
#include "jit/jit.h"

/* ---- boxes ---- */

static uint64_t count_groups(const struct ir_box *box)
{
    uint64_t count = 1;
    for (unsigned i = 0; i < 3; i++)
        count *= box->end[i] - box->first[i];
    return count;
}

bool jit_special_box(const uint32_t groups[3], enum jit_box kind, struct ir_box *box)
{
    const struct ir_box all = {.end = {groups[0], groups[1], groups[2]}};
    *box = all;
    for (unsigned i = kind == JIT_BOX_INNER ? 0 : 1; i < 3 && kind != JIT_BOX_ALL; i++) {
        uint32_t edge = groups[i] > 2;
        box->first[i] = edge;
        box->end[i] = groups[i] - edge;
    }
    if (kind == JIT_BOX_INNER && groups[0] <= 2)
        return false;
    uint64_t most = count_groups(&all), left = count_groups(box);
    return kind == JIT_BOX_ALL || (left < most && 2 * left >= most);
}

/* ---- outcomes ---- */

/* A part's groups have numbers in the dispatch. */
static struct ir_box place(const struct jit_worker *w, struct ir_box box)
{
    for (unsigned axis = 0; axis < 3; axis++) {
        uint32_t origin = jit_groups_first(&w->run->part, axis);
        box.first[axis] += origin;
        box.end[axis] += origin;
    }
    return box;
}

/* Threads past the end of the dispatch do not matter: nothing uses their values. */
static uint32_t find_outcomes(struct jit_worker *w, const struct ir_box *box, struct ir_outcome *outcomes)
{
    const struct runtime_part *part = &w->run->part;
    struct ir_box placed = place(w, *box);
    placed.active = part->held < part->merged ? jit_groups_end(part, w->function->program) : 0;
    return jit_prove(w, w->function, &placed, outcomes).known;
}

void jit_special_prove(struct jit_worker *w)
{
    struct ir_box box;
    for (unsigned kind = 0; kind < JIT_BOXES; kind++) {
        bool exists = jit_special_box(w->run->part.groups, kind, &box);
        w->known[kind] = exists ? find_outcomes(w, &box, w->outcomes[kind]) : 0;
    }
}

uint32_t jit_special_holds(const struct jit_worker *w, const struct ir_function *function,
                           const struct ir_box *box)
{
    struct ir_box placed = place(w, *box);
    placed.active = jit_groups_reach(&w->run->part, function->program, function->lanes);
    return jit_prove(w, function, &placed, NULL).bounded;
}

/* ---- the choice ---- */

/* Groups that code must be for, of all: one of so many. */
enum { SHARE = 8 };

unsigned jit_special_choose(const struct jit_worker *w, bool is_bounded, bool has_words,
                            enum jit_box chosen[JIT_SPECIALS])
{
    const uint32_t *known = w->known;
    struct ir_box box;
    uint64_t done = 0,
             all = (uint64_t)w->run->part.groups[0] * w->run->part.groups[1] * w->run->part.groups[2];
    unsigned count = 0;
    for (unsigned kind = JIT_BOXES; kind-- > 0 && count < JIT_SPECIALS;) {
        uint32_t before = known[JIT_BOX_ALL];
        if (kind == JIT_BOX_INNER && known[JIT_BOX_ROWS] > before)
            before = known[JIT_BOX_ROWS];
        /* Inner groups may be proven in bounds where all are not. */
        bool gains = kind == JIT_BOX_ALL ? has_words || (known[kind] && !count)
                                         : known[kind] > before ||
                                               (known[kind] && !is_bounded && before == known[JIT_BOX_ALL]);
        if (!gains || !jit_special_box(w->run->part.groups, kind, &box) ||
            SHARE * (count_groups(&box) - done) < all)
            continue;
        chosen[count++] = kind;
        done = count_groups(&box);
    }
    return count;
}

/* ---- execution ---- */

static bool is_within(const struct ir_box *box, unsigned axis, uint64_t number)
{
    return number >= box->first[axis] && number < box->end[axis];
}

/* The code of group x in a row of groups, NULL: the general code; `*stop`: the next group's with other code. */
static struct jit_special *find_code(struct jit_worker *w, uint64_t x, uint64_t row, uint64_t *stop)
{
    const uint32_t *groups = w->run->part.groups;
    *stop = groups[0];
    for (unsigned i = 0; i < JIT_SPECIALS && w->specials[i].entry; i++) {
        const struct ir_box *box = &w->specials[i].box;
        if (!is_within(box, 1, row % groups[1]) || !is_within(box, 2, row / groups[1]))
            continue;
        if (x < box->first[0] && box->first[0] < *stop)
            *stop = box->first[0];
        if (!is_within(box, 0, x))
            continue;
        *stop = box->end[0] < *stop ? box->end[0] : *stop;
        return &w->specials[i];
    }
    return NULL;
}

void jit_special_run(struct jit_worker *w, uint64_t first, uint64_t count)
{
    const uint32_t *groups = w->run->part.groups;
    for (unsigned i = 0; i < JIT_SPECIALS; i++)
        w->specials[i].count = 0;
    for (uint64_t end = first + count, stop; first < end;) {
        uint64_t x = first % groups[0];
        struct jit_special *special = find_code(w, x, first / groups[0], &stop);
        uint64_t run = stop - x < end - first ? stop - x : end - first;
        if (!(special ? special->entry : w->entry)(&w->context, first, run))
            return;
        if (special)
            special->count += run;
        first += run;
    }
}
