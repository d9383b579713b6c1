#include "share.h"

enum {
    LEAST_NS = 2 * 1000, /* least time of a chunk, so that the cost of taking it does not matter */
    PARTS = 4,           /* a chunk is at most this fraction of the rest of the share */
    GROWTH = 4,          /* and at most so many times the last one: later groups may cost more */
};

void shares_distribute(struct shares *shares, uint64_t first, uint64_t end)
{
    uint64_t total = end - first, even = total / shares->count, more = total % shares->count;
    for (uint32_t i = 0; i < shares->count; i++) {
        struct share *share = &shares->list[i];
        atomic_init(&share->next, first);
        first += even + (i < more);
        share->end = first;
    }
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* Group counts stay below 2^48, where a double is exact. */
static uint64_t chunk_size(const struct share_cursor *cursor, double left, double ns)
{
    double size = smaller(left / PARTS, ns / cursor->group_ns);
    size = larger(size, LEAST_NS / cursor->group_ns);
    size = smaller(size, GROWTH * (double)cursor->last);
    return (uint64_t)larger(smaller(size, left), 1);
}

static uint64_t groups_left(const struct share *share)
{
    uint64_t next = atomic_load_explicit(&share->next, memory_order_relaxed);
    return next < share->end ? share->end - next : 0;
}

static bool claim_chunk(struct share *share, const struct share_cursor *cursor, double ns,
                        struct share_chunk *chunk)
{
    uint64_t left = groups_left(share);
    if (!left)
        return false;
    uint64_t size = chunk_size(cursor, (double)left, ns);
    chunk->first = atomic_fetch_add_explicit(&share->next, size, memory_order_relaxed);
    if (chunk->first >= share->end)
        return false; /* another thread took the last one */
    chunk->count = size < share->end - chunk->first ? size : share->end - chunk->first;
    return true;
}

bool shares_take(struct shares *shares, struct share_cursor *cursor, double ns, struct share_chunk *chunk)
{
    while (cursor->tried < shares->count) {
        chunk->share = cursor->share;
        if (claim_chunk(&shares->list[cursor->share], cursor, ns, chunk))
            return true;
        cursor->tried++;
        cursor->share = cursor->share + 1 < shares->count ? cursor->share + 1 : 0;
    }
    return false;
}

void shares_drop(struct shares *shares, uint32_t share)
{
    atomic_store_explicit(&shares->list[share].next, shares->list[share].end, memory_order_relaxed);
}

void shares_record(struct share_cursor *cursor, uint64_t count, uint64_t ns)
{
    cursor->last = count;
    cursor->group_ns = larger((double)ns / (double)count, 0.01);
}
