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
   change while it exists, except for slices. */
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

/* ---- slices ---- */

/* A buffer of `bytes` bytes, at most 2^40, of which this process holds a part. Views of it have the bounds that they
   would have of the whole buffer. NULL when memory is exhausted. Free it with sm5_buffer_free. It may be bound to t# and
   u# that are not textures, and dispatched on by the interpreter and the JIT, in their usual order and profile:
   SM5_ERR_BINDING unless it holds all that the groups may access (sm5_footprints). sm5_buffer_data is NULL, and
   sm5_split_new skips slices. */
SM5_API struct sm5_buffer *sm5_slice_new(uint64_t bytes);
/* Holds bytes [first, end) instead of those before, all zeros. Bind the slice again afterwards: dispatches with earlier
   bindings are errors. Returns the first byte; NULL when the range is not one of a slice, or when memory is exhausted:
   it then holds nothing. */
SM5_API void *sm5_slice_hold(struct sm5_buffer *slice, uint64_t first, uint64_t end);

/* The bytes of a buffer that groups may read and write; first == end: none. */
struct sm5_footprint {
    const struct sm5_buffer *buffer; /* set by the caller */
    bool known;                      /* false: anything */
    uint64_t read_first, read_end, write_first, write_end;
};
/* Finds what groups [first, first + count) of a dispatch access of bound buffers, through all of their views: derived from
   the numbers of threads and groups, constants, constant buffers and counted loops; the whole view where an address
   depends on anything else. Not known when the buffer is accessed by atomics or counters, by a register that differs by
   thread, as a texture or constant buffer, or by a program that the JIT does not support. */
SM5_API enum sm5_status sm5_footprints(const struct sm5_program *program, struct sm5_bindings *bindings,
                                       const uint32_t groups[3], uint64_t first, uint64_t count,
                                       struct sm5_footprint *footprints, size_t footprint_count,
                                       struct sm5_diags *diags);

#ifdef __cplusplus
}
#endif
#endif
