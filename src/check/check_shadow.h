/* Shadow memory: the last accesses of each word of u# memory and g#. Nine bytes for each byte. */
#ifndef CHECK_SHADOW_H
#define CHECK_SHADOW_H

#include "base/base.h"
#include "interp/interp_region.h"

/* An access to a word. `stamp` is the number of an interval between barriers, counted over the dispatch;
   0: no access. */
struct shadow_access {
    uint32_t stamp;
    uint32_t accessor; /* instruction << SHADOW_THREAD_BITS | thread of the group */
};

enum {
    SHADOW_THREAD_BITS = 10,
    SHADOW_THREADS = 1 << SHADOW_THREAD_BITS,
    SHADOW_INSTRUCTIONS = 1 << (32 - SHADOW_THREAD_BITS)
};

/* The accesses that suffice to find a race if there is one. Plain writes: the last; an earlier one has raced
   with it, or is ordered before all accesses that are ordered after it. Loads and atomics: two by different
   threads of the latest group, and one by an earlier group. */
struct shadow_word {
    struct shadow_access write, last, other;
    union {
        struct shadow_access earlier; /* u#: of an earlier group */
        struct {
            uint32_t undefined; /* g#: bits not yet written */
            uint32_t origin;
        } data;
    };
    uint32_t value; /* of the last plain write */
};

/* Memory with a shadow word for each `1 << shift` bytes. */
struct shadow_block {
    const uint8_t *base;
    uint64_t bytes;
    unsigned shift;
    struct shadow_word *words;
};

/* The blocks of one dispatch: each buffer viewed by a u#, in its full size, so that accesses through t# are
   found too; and the g#. */
struct shadow {
    VEC(struct shadow_block) blocks; /* by address */
    struct shadow_block tgsm;
};

bool shadow_open(struct shadow *shadow, const struct interp_worker *worker);
void shadow_close(struct shadow *shadow);
/* Drops all accesses. */
void shadow_forget(struct shadow *shadow);

/* The shadow words of a register. `words` NULL: memory that no u# views. */
struct shadow_span {
    struct shadow_word *words;
    unsigned shift;
};

/* From a byte of a buffer on. */
struct shadow_span shadow_at(const struct shadow *shadow, const uint8_t *at);
struct shadow_span shadow_span(const struct shadow *shadow, const struct plan_memory *memory,
                               const struct region *region);

#endif
