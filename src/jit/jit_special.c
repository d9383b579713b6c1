/* Special code: that of a program in which values are replaced because ranges decide them (ir_assume.c) for a box of
   groups. Tests of image borders, clamped coordinates and bounds cost nothing there. */
#include "jit/jit.h"

uint32_t jit_special_outcomes(struct jit_worker *w, const struct ir_box *box, uint8_t *outcomes)
{
    ir_bounds_hold(w->function, box, w->extents, w->ranges);
    return ir_outcomes(w->function, w->ranges, outcomes);
}

bool jit_special_inner(const uint32_t groups[3], struct ir_box *box)
{
    uint64_t all = 1, inner = 1;
    for (unsigned i = 0; i < 3; i++) {
        uint32_t edge = groups[i] > 2;
        box->first[i] = edge;
        box->end[i] = groups[i] - edge;
        all *= groups[i];
        inner *= groups[i] - 2 * edge;
    }
    return inner < all && 2 * inner >= all;
}

static bool is_within(const struct ir_box *box, unsigned axis, uint64_t number)
{
    return number >= box->first[axis] && number < box->end[axis];
}

void jit_special_run(struct jit_worker *w, uint64_t first, uint64_t count)
{
    const struct ir_box *box = &w->special.box;
    const uint32_t *groups = w->run->part.groups;
    for (uint64_t end = first + count; first < end;) {
        uint64_t x = first % groups[0], row = first / groups[0];
        bool is_inner = is_within(box, 1, row % groups[1]) && is_within(box, 2, row / groups[1]);
        uint64_t stop = !is_inner || x >= box->end[0] ? groups[0]
                        : x < box->first[0]           ? box->first[0]
                                                      : box->end[0];
        uint64_t run = stop - x < end - first ? stop - x : end - first;
        jit_entry *entry = is_inner && is_within(box, 0, x) ? w->special.entry : w->entry;
        if (!entry(&w->context, first, run))
            return;
        first += run;
    }
}
