#include "deal.h"

enum {
    LEAST_NS = 2 * 1000, /* a chunk, so that taking it costs nothing against it */
    PARTS = 4,           /* a chunk is at most this part of what is left of the share */
    GROWTH = 4,          /* and at most so many times the last one: the next groups may cost more */
};

void deal_out(struct deal *deal, uint64_t first, uint64_t end)
{
    uint64_t total = end - first, even = total / deal->count, more = total % deal->count;
    for (uint32_t i = 0; i < deal->count; i++) {
        struct deal_share *share = &deal->shares[i];
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
static uint64_t chunk_size(const struct deal_hand *hand, double left, double ns)
{
    double size = smaller(left / PARTS, ns / hand->group_ns);
    size = larger(size, LEAST_NS / hand->group_ns);
    size = smaller(size, GROWTH * (double)hand->last);
    return (uint64_t)larger(smaller(size, left), 1);
}

static uint64_t groups_left(const struct deal_share *share)
{
    uint64_t next = atomic_load_explicit(&share->next, memory_order_relaxed);
    return next < share->end ? share->end - next : 0;
}

static bool take_from(struct deal_share *share, const struct deal_hand *hand, double ns,
                      struct deal_chunk *chunk)
{
    uint64_t left = groups_left(share);
    if (!left)
        return false;
    uint64_t size = chunk_size(hand, (double)left, ns);
    chunk->first = atomic_fetch_add_explicit(&share->next, size, memory_order_relaxed);
    if (chunk->first >= share->end)
        return false; /* others were faster */
    chunk->count = size < share->end - chunk->first ? size : share->end - chunk->first;
    return true;
}

bool deal_take(struct deal *deal, struct deal_hand *hand, double ns, struct deal_chunk *chunk)
{
    while (hand->tried < deal->count) {
        chunk->share = hand->share;
        if (take_from(&deal->shares[hand->share], hand, ns, chunk))
            return true;
        hand->tried++;
        hand->share = hand->share + 1 < deal->count ? hand->share + 1 : 0;
    }
    return false;
}

void deal_drop(struct deal *deal, uint32_t share)
{
    atomic_store_explicit(&deal->shares[share].next, deal->shares[share].end, memory_order_relaxed);
}

void deal_learn(struct deal_hand *hand, uint64_t count, uint64_t ns)
{
    hand->last = count;
    hand->group_ns = larger((double)ns / (double)count, 0.01);
}
