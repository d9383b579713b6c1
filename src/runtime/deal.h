/* Private to runtime/: how the groups of a dispatch are dealt to its threads. Each thread has a share, a
   contiguous range that is its own from dispatch to dispatch, so that streams stay long and caches warm. It
   takes chunks from the front of it; when it is empty, from the front of the others', so that all end
   together. */
#ifndef SM5_RUNTIME_DEAL_H
#define SM5_RUNTIME_DEAL_H

#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* A cache line each: one thread's takes shall not slow another's. */
struct deal_share {
    alignas(64) _Atomic uint64_t next; /* group not yet handed out; may run past the end */
    uint64_t end;
};

struct deal {
    struct deal_share *shares;
    uint32_t count;
};

struct deal_chunk {
    uint64_t first, count;
    uint32_t share; /* that it is from */
};

/* What one thread knows while it takes chunks. */
struct deal_hand {
    uint32_t share; /* its own, and later the one it helps with */
    uint32_t tried; /* shares found empty */
    uint64_t last;  /* groups of the last chunk */
    double group_ns;
};

/* Deals groups [first, end) evenly over deal->count shares. */
void deal_out(struct deal *deal, uint64_t first, uint64_t end);

/* The next chunk for this thread; false when all shares are empty. A chunk takes about `ns` at most, as far
   as the last ones tell. */
bool deal_take(struct deal *deal, struct deal_hand *hand, double ns, struct deal_chunk *chunk);

/* Throws away what is left of a share. */
void deal_drop(struct deal *deal, uint32_t share);

/* Notes how long a chunk took. */
void deal_learn(struct deal_hand *hand, uint64_t count, uint64_t ns);

#endif
