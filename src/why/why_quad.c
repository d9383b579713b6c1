/* Reads of other pixels: derivatives are differences of two pixels of a quad. */
#include "why/why.h"

/* The derivative is 0 where one of the pixels does not execute the instruction, unless its operand is an input. */
static bool counts(const struct why_trace *trace, const struct why_event *event, bool all_lanes, uint32_t low,
                   uint32_t high)
{
    return all_lanes || (why_is_active(trace, event, low) && why_is_active(trace, event, high));
}

void why_want_pair(struct sm5_why *y, enum isa_derivative kind, bool all_lanes, const struct why_trace *trace,
                   const struct why_event *event, uint32_t column, enum sm5_why_role role)
{
    uint32_t low, high;
    interp_pair(kind, y->lane, &low, &high);
    if (high >= y->worker->threads || !counts(trace, event, all_lanes, low, high))
        return;
    why_want_of(y, low, column, role, 1, 0);
    why_want_of(y, high, column, role, 1, 0);
}
