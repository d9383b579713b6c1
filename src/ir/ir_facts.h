/* Shared by the passes of the analysis. */
#ifndef SM5_IR_FACTS_H
#define SM5_IR_FACTS_H

#include "ir/ir.h"

/* The stride of an operation's result from the strides of its args: sums, differences, products with a
   constant, and masks that keep or remove the bits that differ. False when the result has no known stride. */
bool ir_linear(const struct ir_function *f, const struct ir_value *v, unsigned result,
               const uint32_t growth[3], uint32_t *out);

/* ir_lane.c: number of low bits in which the lanes' values differ, all of which are 0 in lane 0's; 32: any bits may. */
uint8_t ir_differing_bits(const struct ir_function *f, const struct ir_value *v);
/* Of imax(x, -x): which arg is x; else 2. Where x is not negative, it is the result. */
unsigned ir_magnitude_arg(const struct ir_function *f, const struct ir_value *v);
/* Number of low bits in which the group's threads' values differ, which have all others in common; UINT8_MAX: others may differ. */
uint8_t ir_block_bits(const struct ir_function *f, ir_ref ref);
/* So many bits of an operation's args are the threads' own in blocks of 2^bits threads, and its result has none of them: it is the same
   for a block. */
bool ir_is_same_in_block(const struct ir_function *f, const struct ir_value *v, uint8_t bits);
/* A division of consecutive numbers that a dispatch may show to be in_rows. */
bool ir_may_be_in_rows(const struct ir_function *f, const struct ir_value *division);

/* vThreadIDInGroup of a thread along an axis; threads after the group's last one fill its last warp. */
static inline uint32_t ir_local_id(const uint32_t group[3], unsigned axis, uint32_t thread)
{
    uint32_t below = axis == 0 ? 1 : axis == 1 ? group[0] : group[0] * group[1];
    bool is_last = below * group[axis] == group[0] * group[1] * group[2];
    return group[axis] == 1 ? 0 : is_last ? thread / below : thread / below % group[axis];
}

/* ir_range.c: range of a result of an operation from those of its first args. */
enum { IR_RANGES = 4 };
struct ir_range ir_lane_range(uint16_t op, unsigned result, const struct ir_range args[IR_RANGES]);
/* ir_real_range.c: of operations on floats, which have one result. */
struct ir_range ir_real_range(uint16_t op, const struct ir_range args[IR_RANGES]);
/* The bits that may be set in numbers up to `high`. */
uint32_t ir_bits_up_to(uint32_t high);

/* ir_threads.c: the tables of values that depend on the thread's number only; requires has_barrier. */
enum sm5_status ir_tabulate_threads(struct ir_function *f);
/* bases[w] = first + step * w. */
bool ir_fit_warps(const uint32_t *bases, uint32_t warps, uint32_t *first, uint32_t *step);

/* ir_planes.c: a g# of structures becomes one g# for each word of them where that makes its accesses cheaper;
   requires shapes. Not where loads must be kept. */
enum sm5_status ir_split_structures(struct ir_function *f);

/* ir_versions.c: a g# becomes one g# for each store to it, where loads tell which one they read; requires cells. */
enum sm5_status ir_split_versions(struct ir_function *f, bool *renamed);
/* ir_shift.c: loads of what an earlier warp of the segment has stored; requires cells and removed barriers. */
enum sm5_status ir_shift_values(struct ir_function *f);
/* In each thread that it reads a word in, the load reads what the store stores in the thread with a number less by
   `distance`, which is in the same warp or the one before. */
bool ir_is_shift(const struct ir_function *f, const struct ir_value *load, const struct ir_value *store,
                 uint32_t *distance);

/* ir_cells.c: the words that g# accesses touch, and which barriers no warp has to wait at; requires tables, and
   group-level control flow that no thread has left. */
enum sm5_status ir_find_cells(struct ir_function *f, bool *merged);
/* What a value does to memory, other than cb#. */
enum { IR_READS = 1, IR_WRITES = 2 };
unsigned ir_accesses_of(const struct ir_value *v);
/* The word of the group's memory that a thread accesses of a g#; IR_NONE: it does not exist (runtime/address.h). Requires
   ir_has_cells: the address depends on the thread's number only. */
uint32_t ir_cell_of(const struct ir_function *f, const struct ir_value *v, uint32_t thread);
bool ir_has_cells(const struct ir_function *f, const struct ir_value *v);
/* ir_clear.c: clear_first and clear_end; requires cells and control flow. */
enum sm5_status ir_find_clear(struct ir_function *f);

/* ir_extremes.c: bundle, and lists in an order for it; requires shapes and levels. */
enum sm5_status ir_gather_extremes(struct ir_function *f);

/* ir_bundle.c: bundles of array accesses, and arrays' layout; requires shapes, levels and the lists' final order. */
enum sm5_status ir_bundle_arrays(struct ir_function *f);

/* ir_speculate.c: speculated strides; requires shapes. */
void ir_speculate_strides(struct ir_function *f);

/* ir_bytes.c: byte_of; requires speculated strides and streams. */
void ir_find_bytes(struct ir_function *f);
/* The other arg of an operation on two, one of which is the constant; 0: another operation. */
ir_ref ir_beside(const struct ir_function *f, ir_ref ref, uint16_t op, uint32_t word);
/* Eight times the address's low two bits, in the five bits that shifts use; and: 0 where these bits are, only there. */
bool ir_is_byte_shift(const struct ir_function *f, ir_ref shift, ir_ref address);
bool ir_is_low_bits(const struct ir_function *f, ir_ref ref, ir_ref address);
/* A load of words from a raw view, or from structures of one word, to which nothing stores; the address in bytes, of which the
   load ignores the low two bits; 0: not known. */
bool ir_loads_words(const struct ir_function *f, const struct ir_value *v);
ir_ref ir_byte_address(const struct ir_function *f, const struct ir_value *load);

/* ir_unaligned.c: the value is the word at any byte address: `low`, or `joined` of `low` and `high`, the word after it. */
struct ir_unaligned {
    ir_ref low, high, joined, at;
};
bool ir_is_unaligned(const struct ir_function *f, ir_ref ref, struct ir_unaligned *word);

/* ir_stream.c: loads that advance through memory in a loop; requires speculated strides. */
enum sm5_status ir_find_streams(struct ir_function *f);

/* ir_bounds.c: loop counters, measured accesses and the values that their addresses depend on; requires
   shapes. */
enum sm5_status ir_find_bounds(struct ir_function *f);

/* ir_bounds.c: ranges of a number of threads or groups, and of a constant at a fixed row. */
struct ir_range ir_system_range(const struct ir_function *f, const struct ir_value *v,
                                const struct ir_box *box);
struct ir_range ir_constant_range(const struct ir_value *v, const struct ir_extent *view);

/* ir_facts.c: a load, a store or an atomic operation of a g#. */
bool ir_is_tgsm(const struct ir_function *f, const struct ir_value *v);

/* ir_facts.c: in the list, or in a node of it. */
bool ir_has_loop(const struct ir_function *f, const struct ir_list *list);

/* ir_facts.c: the node contains a `continue` of the loop. */
bool ir_continues(const struct ir_function *f, uint32_t node, uint32_t loop);

/* ir_facts.c: both do the same with the same args. */
bool ir_same_value(const struct ir_function *f, const struct ir_value *a, const struct ir_value *b);

/* ir_facts.c: a constant, as the function's last value; 0: out of memory. Pointers to values are no longer valid. */
ir_ref ir_append_constant(struct ir_function *f, uint32_t word);
/* So many, in a row; returns the first. */
ir_ref ir_append_constants(struct ir_function *f, const uint32_t *words, uint32_t count);

/* ir_facts.c: room for so many args more. False: out of memory. */
bool ir_add_args(struct ir_function *f, uint32_t count);

/* ir_facts.c: a copy of the program that has more resources, the last ones, to be filled in. */
struct ir_slots {
    struct sm5_program *program;
    struct program_resource *resources; /* the program's */
    uint32_t *firsts;                   /* the function's tgsm_first */
};
bool ir_add_slots(struct ir_function *f, uint32_t added, struct ir_slots *grown);

/* ir_facts.c: inserts items before item `at` of a list. False: out of memory. */
bool ir_insert(struct ir_function *f, struct ir_list *list, uint32_t at, const uint32_t *items,
               uint32_t count);

/* ir_bounds.c: the loop counter that a header phi is, or NULL. */
const struct ir_counter *ir_counter_of(const struct ir_function *f, ir_ref phi);

/* ir_bounds.c: the constant that every iteration adds to a header phi; 0: there is none. */
int32_t ir_loop_step(const struct ir_function *f, ir_ref phi);

/* ir_reach.c: where a word that `from` loads, or stores, is observed, what `to` stores is. Requires cells. In slots that are
   coarse, each load may read what each store has stored. */
struct ir_implication {
    ir_ref from, to;
};
struct ir_reach {
    struct ir_implication *items;
    uint32_t count, capacity;
    bool *is_coarse; /* by slot */
};
enum sm5_status ir_find_reach(const struct ir_function *f, struct ir_reach *reach);
void ir_free_reach(struct ir_reach *reach);

/* ir_nan.c: raw_nan and is_settled; requires is_double and cells. */
enum sm5_status ir_find_nans(struct ir_function *f);

/* ir_facts.c: ranges, steps, NaNs and uses; requires shapes and levels. */
enum sm5_status ir_find_facts(struct ir_function *f);

#endif
