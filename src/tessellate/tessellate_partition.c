/* Locations of points on an edge: uniform for even or odd numbers of segments, interpolated in between
   (D3D11.3 11.7.3 to 11.7.5). */
#include "tessellate.h"

uint32_t tessellate_half(uint32_t segments)
{
    return segments / 2;
}

/* The vertex that is split when a half of `count` points grows by one. In each epoch, which starts at a power
   of two, the vertices are split in order from the outside to the inside. Without points the corner is split
   (11.7.4). */
static uint32_t split_vertex(uint32_t count)
{
    if (!count)
        return 0;
    uint32_t epoch = 1u << (31 - __builtin_clz(count));
    return 2 * (count - epoch) + 1;
}

static uint32_t parent(uint32_t index, uint32_t count)
{
    return index <= split_vertex(count) ? index : index - 1;
}

uint32_t tessellate_ancestor(uint32_t index, uint32_t from, uint32_t to)
{
    while (from > to)
        index = parent(index, --from);
    return index;
}

/* index / segments, to nearest. */
static uint32_t uniform_location(uint32_t index, uint32_t segments)
{
    return (2 * index * TESSELLATE_ONE + segments) / (2 * segments);
}

/* a + (b - a) * fraction / (2 * TESSELLATE_ONE), to nearest. */
static uint32_t interpolate(uint32_t a, uint32_t b, uint32_t fraction)
{
    uint64_t sum = (uint64_t)a * (2 * TESSELLATE_ONE - fraction) + (uint64_t)b * fraction;
    return (uint32_t)((sum + TESSELLATE_ONE) / (2 * TESSELLATE_ONE));
}

void tessellate_partition_make(struct tessellate_partition *partition, uint32_t factor, bool odd)
{
    /* The greatest number of this parity up to the factor, and the fraction of the interval to the next
       one. */
    uint32_t floor = ((factor >> TESSELLATE_BITS) - odd) / 2 * 2 + odd;
    uint32_t fraction = factor - (floor << TESSELLATE_BITS);
    uint32_t n = fraction ? floor + 2 : floor, half = tessellate_half(n);
    partition->segments = n;
    for (uint32_t i = 0; i <= half; i++) {
        uint32_t at = uniform_location(i, n);
        if (fraction)
            at = interpolate(uniform_location(tessellate_ancestor(i, half, half - 1), floor), at, fraction);
        partition->at[i] = at;
        partition->at[n - i] = TESSELLATE_ONE - at;
    }
}
