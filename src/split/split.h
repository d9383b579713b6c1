/* Ranges of groups on copies of memory: which programs allow it, what a range changed, and the merge. */
#ifndef SM5_SPLIT_ROOM_H
#define SM5_SPLIT_ROOM_H

#include "runtime/runtime.h"
#include "sm5/split.h"

/* ---- split_program.c ---- */

/* How the changes of several ranges to a u# are combined. */
struct split_use {
    uint8_t atomic; /* enum isa_atomic: of all accesses; SPLIT_STORES: the last value counts */
    bool writes;
};
enum { SPLIT_STORES = UINT8_MAX };

/* Fills uses[i] for program->decls.resources[i]. SM5_ERR_SUPPORT with a diagnostic, as sm5_split_new; not when
   `racy`. */
enum sm5_status split_uses(const struct sm5_program *program, bool racy, struct split_use *uses,
                           struct sm5_diags *diags);

/* ---- split_memory.c ---- */

/* A buffer that u# view, or a counter. */
struct split_memory {
    const struct sm5_buffer *buffer;
    uint8_t *before; /* copy of its bytes */
    uint32_t width;  /* bytes that are compared and combined at once: 4, or those of a smaller texel */
    uint8_t atomic;  /* as split_use */
    uint32_t reg;    /* of its first view */
};

struct split_counter {
    _Atomic uint32_t *at;
    uint32_t before, start; /* initial value; the same, advanced by sm5_split_restore */
};

struct sm5_split {
    bool racy;
    struct split_memory *memory;
    size_t memory_count;
    struct split_counter *counters;
    size_t counter_count;
};

/* ---- split_slice.c ---- */

/* As sm5_footprints, without its diagnostics. */
enum sm5_status split_footprints(const struct sm5_program *program, const struct runtime_bindings *bindings,
                                 const uint32_t groups[3], uint64_t first, uint64_t count,
                                 struct sm5_footprint *footprints, size_t footprint_count);
/* Tests that every slice that is bound holds what these groups access. */
enum sm5_status split_check_slices(const struct sm5_program *program, const struct runtime_bindings *bindings,
                                   const uint32_t groups[3], uint64_t first, uint64_t count,
                                   struct sm5_diags *diags);

/* ---- split_changes.c: what a range changed, as bytes ----

   For each memory in order: runs, each the number of unchanged elements before it, its length, and its elements; ended
   by a run of length 0. Numbers are LEB128. Then a word for each counter: what was added to it. */

enum sm5_status split_take(const struct sm5_split *split, struct strbuf *out);
/* As sm5_split_merge. */
enum sm5_status split_merge(struct sm5_split *split, const uint8_t *changes, size_t size,
                            struct sm5_split_conflict *conflict);

#endif
