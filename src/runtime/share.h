/* Private to runtime/: work stealing. Each thread has a share of the groups of a dispatch, the same
   contiguous range from dispatch to dispatch, so that streams stay long and caches warm. It takes chunks
   from the front of its share; when that is empty it steals from the front of the others, so that all
   threads end together. */
#ifndef SM5_RUNTIME_SHARE_H
#define SM5_RUNTIME_SHARE_H

#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* One cache line each, against false sharing. */
struct share {
    alignas(64) _Atomic uint64_t next; /* next group; may run past the end */
    uint64_t end;
};

struct shares {
    struct share *list;
    uint32_t count;
};

struct share_chunk {
    uint64_t first, count;
    uint32_t share; /* that the chunk is from */
};

/* One thread's state while it takes chunks. */
struct share_cursor {
    uint32_t share; /* its own, later the one that it steals from */
    uint32_t tried; /* shares found empty */
    uint64_t last;  /* groups of the last chunk */
    double group_ns;
};

/* Distributes groups [first, end) evenly over the shares. */
void shares_distribute(struct shares *shares, uint64_t first, uint64_t end);

/* The next chunk for this thread; false when all shares are empty. A chunk takes at most about `ns`, by
   the measured time per group. */
bool shares_take(struct shares *shares, struct share_cursor *cursor, double ns, struct share_chunk *chunk);

/* Drops the rest of a share. */
void shares_drop(struct shares *shares, uint32_t share);

/* Records the time that a chunk took. */
void shares_record(struct share_cursor *cursor, uint64_t count, uint64_t ns);

#endif
