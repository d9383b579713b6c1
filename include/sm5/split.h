/* Dispatches whose groups are divided among processes with memory of their own: each process runs a range of groups
   (first_group and group_count of run.h) on a copy of the same memory, the changes of all are collected and merged. */
#ifndef SM5_SPLIT_H
#define SM5_SPLIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "program.h"
#include "resource.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The memory and the counters that u# view, as they were when this was made. Refers to the bindings, which must not
   change while it exists. */
struct sm5_split;

/* Copies memory and counters. SM5_ERR_SUPPORT with a diagnostic at the instruction whose result depends on the order
   of groups, so that ranges of groups cannot run apart: an atomic that returns a value or exchanges one, atomics of
   several operations or next to loads and stores of a resource, a load of a globally coherent u# that the program
   stores to. `racy`: accept these too; the result is that of some order, or of none. */
SM5_API enum sm5_status sm5_split_new(const struct sm5_program *program, struct sm5_bindings *bindings,
                                      bool racy, struct sm5_split **split, struct sm5_diags *diags);
/* `split` may be NULL. */
SM5_API void sm5_split_free(struct sm5_split *split);

/* Hidden counters. When there are any, each range runs twice: first to count what it adds to each counter, then from
   the sum of all earlier ranges on, so that the indices of ranges do not overlap and are those of a dispatch on one
   thread. */
SM5_API size_t sm5_split_counters(const struct sm5_split *split);
/* Stores what the dispatch since sm5_split_new or sm5_split_restore added to each, mod 2^32. */
SM5_API void sm5_split_count(const struct sm5_split *split, uint32_t *added);
/* Stores the initial contents to memory, and the initial values plus `advance` to the counters (NULL: plus 0). */
SM5_API void sm5_split_restore(struct sm5_split *split, const uint32_t *advance);

/* The changes of memory and counters since sm5_split_new or sm5_split_restore. Free *changes with sm5_blob_free. */
SM5_API enum sm5_status sm5_split_take(const struct sm5_split *split, struct sm5_blob *changes,
                                       struct sm5_diags *diags);

/* A word that two ranges change to different values by stores: the program races. */
struct sm5_split_conflict {
    const struct sm5_buffer *buffer;
    uint64_t offset;
    uint32_t width;     /* bytes: 4, or those of a smaller texel */
    uint32_t values[2]; /* by earlier ranges, by this one */
};

/* Adds the changes of one range to memory, which sm5_split_restore has reset before the first one. All ranges in their
   order give the memory and counters of the whole dispatch. Words of which all accesses are atomics of one operation
   are combined by it. SM5_ERR_PROGRAM, without a diagnostic, with the first conflict; of a racy split the value of the
   last range is kept instead. SM5_ERR_INPUT for changes that are not of such a split. */
SM5_API enum sm5_status sm5_split_merge(struct sm5_split *split, const void *changes, size_t size,
                                        struct sm5_split_conflict *conflict, struct sm5_diags *diags);

#ifdef __cplusplus
}
#endif
#endif
