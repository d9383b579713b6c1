/* Shadow memory: the last accesses of each word of u# memory and g#. */
#ifndef CHECK_SHADOW_H
#define CHECK_SHADOW_H

#include "base/base.h"
#include "interp/interp_worker.h"

/* An access to a word. `stamp` is the number of an interval between barriers, counted over the dispatch;
   0: no access. */
struct shadow_access {
    uint32_t stamp;
    uint32_t accessor; /* instruction << SHADOW_THREAD_BITS | thread of the group */
};

enum {
    SHADOW_THREAD_BITS = 10,
    SHADOW_THREADS = 1 << SHADOW_THREAD_BITS,
    SHADOW_INSTRUCTIONS = 1 << (32 - SHADOW_THREAD_BITS),
    SHADOW_PAGE = 256,    /* words of a page */
    SHADOW_RUNS = 32,     /* a page with so many accepts no more: words would be faster */
    SHADOW_SEGMENTS = 64, /* runs of one operation */
    SHADOW_SIZES = 8      /* log2 of the runs of a page, less than SHADOW_RUNS + SHADOW_SEGMENTS */
};

/* The accesses that suffice to find a race if there is one. Plain writes: the last; an earlier one has raced
   with it, or is ordered before all accesses that are ordered after it. Loads and atomics: two by different
   threads of the latest group, and one by an earlier group. */
struct shadow_write {
    struct shadow_access access;
    uint32_t value;
};

/* The loads and atomics before the last one. */
struct shadow_reads {
    struct shadow_access other;
    struct shadow_access earlier; /* u#: of an earlier group */
};

/* Accesses by threads of one group in a row: that of lane i accesses `words` words from `first + i * stride` on. */
struct shadow_run {
    uint32_t first, stride;
    uint16_t lanes;
    uint8_t words;
    /* A store and a load by the first lane; the thread of lane i is i more. The value stored is in memory. */
    struct shadow_access write, read;
};

/* A page has runs, where no two threads access one word; or, from the first access on that does not fit, the
   accesses of each word. All are NULL until needed. */
struct shadow_page {
    struct shadow_run *runs;
    uint16_t run_count, run_capacity;
    uint32_t run_end; /* runs access words before this one */
    struct shadow_write *writes;
    struct shadow_access *last; /* load or atomic */
    struct shadow_reads *reads;
};

/* Memory with a shadow word for each `1 << shift` bytes. */
struct shadow_block {
    uint8_t *base;
    uint64_t bytes;
    unsigned shift;
    uint8_t kinds; /* of the program's accesses: 1 << enum interp_access_kind */
    struct shadow_page *pages;
};

/* Memory of runs and words, which is never returned before the end of the dispatch. */
struct shadow_chunk {
    uint8_t *bytes;
    size_t size;
};

/* Runs that a page has outgrown. */
struct shadow_spare {
    struct shadow_spare *next;
};

/* The blocks of one dispatch: each buffer viewed by a u#, in its full size, so that accesses through t# are
   found too; and the g#. */
struct shadow {
    VEC(struct shadow_block) blocks; /* by address */
    struct shadow_block tgsm;
    VEC(struct shadow_chunk) chunks;
    size_t used;                              /* bytes of the last chunk */
    struct shadow_spare *spare[SHADOW_SIZES]; /* by log2 of their number */
};

bool shadow_open(struct shadow *shadow, const struct interp_worker *worker);
void shadow_close(struct shadow *shadow);
/* Drops all accesses. */
void shadow_forget(struct shadow *shadow);

/* The block that contains a byte; NULL: memory that no u# views. */
struct shadow_block *shadow_find(const struct shadow *shadow, const uint8_t *at);

/* Some pair of the program's accesses to the block may race. */
bool shadow_may_race(const struct shadow_block *block);

/* The page of a word, without runs; NULL when memory is exhausted. */
struct shadow_page *shadow_page(struct shadow *shadow, struct shadow_block *block, uint64_t word);
/* Adds words to a page that has none. */
bool shadow_add_writes(struct shadow *shadow, struct shadow_page *page);
bool shadow_add_last(struct shadow *shadow, struct shadow_page *page);
bool shadow_add_reads(struct shadow *shadow, struct shadow_page *page);

/* The run can be added: all pages that it touches have runs, and where another one accesses the same words, it
   does so by the same threads of the same group, which starts with interval `group_first`. Runs of g# before
   interval `synced` cannot race with later accesses and are dropped. */
bool shadow_accepts(struct shadow *shadow, const struct shadow_block *block, const struct shadow_run *run,
                    uint32_t group_first, uint32_t synced);
/* A run of one access: the other one's stamp is 0. */
bool shadow_add(struct shadow *shadow, const struct shadow_block *block, const struct shadow_run *run);

#endif
