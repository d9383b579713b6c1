/* Shadow memory: what is known about each word of u# memory and of g#. Nine bytes a byte. */
#ifndef CHECK_SHADOW_H
#define CHECK_SHADOW_H

#include "base/base.h"
#include "interp/interp_region.h"

/* Who touched a word, and when. `stamp` numbers the intervals between barriers over the whole dispatch;
   0: nobody. */
struct shadow_access {
    uint32_t stamp;
    uint32_t who; /* instruction << SHADOW_THREAD_BITS | thread of the group */
};

enum {
    SHADOW_THREAD_BITS = 10,
    SHADOW_THREADS = 1 << SHADOW_THREAD_BITS,
    SHADOW_INSTRUCTIONS = 1 << (32 - SHADOW_THREAD_BITS)
};

/* A later access needs to find one that it races with, if there is any. Among plain writes the last is
   enough: the one before has raced with it, or is ordered before whatever is ordered behind it. Among loads
   and atomics, two by different threads of the latest group, and one by another group. */
struct shadow_word {
    struct shadow_access write, last, other;
    union {
        struct shadow_access far; /* u#: of an earlier group */
        struct {
            uint32_t undefined; /* g#: bits that nothing has written */
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

/* The blocks of one dispatch: each buffer that a u# views, whole, so that t# views of it are seen too; and
   the group's g#. */
struct shadow {
    VEC(struct shadow_block) blocks; /* by address */
    struct shadow_block tgsm;
};

bool shadow_open(struct shadow *shadow, const struct interp_worker *worker);
void shadow_close(struct shadow *shadow);
/* Forgets all accesses. */
void shadow_forget(struct shadow *shadow);

/* The part of a block behind one register. `words` NULL: bytes that nobody can write. */
struct shadow_span {
    struct shadow_word *words;
    unsigned shift;
};

/* Behind a byte of a buffer. */
struct shadow_span shadow_at(const struct shadow *shadow, const uint8_t *at);
struct shadow_span shadow_span(const struct shadow *shadow, const struct plan_memory *memory,
                               const struct region *region);

#endif
