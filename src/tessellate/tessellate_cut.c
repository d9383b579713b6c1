/* Where points are on an edge: uniform at the even or odd numbers, on their way between two of them
   (D3D11.3 11.7.3 to 11.7.5). */
#include "tessellate.h"

uint32_t tessellate_half(uint32_t segments)
{
    return segments / 2;
}

/* The vertex that splits when a half of `count` points gets one more: from an epoch (a power of two) on those
   that it had, one after the other from the outside in; the ones before have split in two already. With no
   point but the corner it is the corner that splits, 11.7.4. */
static uint32_t splitting(uint32_t count)
{
    if (!count)
        return 0;
    uint32_t epoch = 1u << (31 - __builtin_clz(count));
    return 2 * (count - epoch) + 1;
}

static uint32_t parent(uint32_t index, uint32_t count)
{
    return index <= splitting(count) ? index : index - 1;
}

uint32_t tessellate_ancestor(uint32_t index, uint32_t from, uint32_t to)
{
    while (from > to)
        index = parent(index, --from);
    return index;
}

/* index / segments, to nearest. */
static uint32_t uniform(uint32_t index, uint32_t segments)
{
    return (2 * index * TESSELLATE_ONE + segments) / (2 * segments);
}

/* `way` of 2 * TESSELLATE_ONE from a to b, to nearest. */
static uint32_t between(uint32_t a, uint32_t b, uint32_t way)
{
    uint64_t sum = (uint64_t)a * (2 * TESSELLATE_ONE - way) + (uint64_t)b * way;
    return (uint32_t)((sum + TESSELLATE_ONE) / (2 * TESSELLATE_ONE));
}

void tessellate_cut_make(struct tessellate_cut *cut, uint32_t factor, bool odd)
{
    /* The greatest number of the parity that is not above the factor, and how far that is on to the next. */
    uint32_t floor = ((factor >> TESSELLATE_BITS) - odd) / 2 * 2 + odd;
    uint32_t way = factor - (floor << TESSELLATE_BITS);
    uint32_t n = way ? floor + 2 : floor, half = tessellate_half(n);
    cut->segments = n;
    for (uint32_t i = 0; i <= half; i++) {
        uint32_t at = uniform(i, n);
        if (way)
            at = between(uniform(tessellate_ancestor(i, half, half - 1), floor), at, way);
        cut->at[i] = at;
        cut->at[n - i] = TESSELLATE_ONE - at;
    }
}
