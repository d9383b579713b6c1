/* Shared by ir_jam.c and ir_jam_cost.c. */
#ifndef SM5_IR_JAM_H
#define SM5_IR_JAM_H

#include "ir/ir_facts.h"

/* How many warps should execute a loop, or a list without loops, together, and how many can without spilling vectors: powers
   of two. */
struct ir_jam_cost {
    uint32_t best, most;
    uint32_t own, common, latency; /* of an iteration of a loop without others in it; see ir_jam_time */
    bool has_chain; /* of dependences, longer than what the processor overlaps of successive warps */
};
/* A texture access by a sampler. */
bool ir_is_sample(const struct ir_function *f, const struct ir_value *v);
/* Of a warp where so many execute the code together. */
uint32_t ir_jam_time(const struct ir_jam_cost *cost, uint32_t jam);
enum sm5_status ir_jam_cost(const struct ir_function *f, uint32_t loop, struct ir_jam_cost *cost);
enum sm5_status ir_jam_straight_cost(const struct ir_function *f, const struct ir_list *list,
                                     struct ir_jam_cost *cost);

/* The value is the same for all warps that execute the code together. */
bool ir_same_in_warps(const struct ir_function *f, ir_ref ref);

/* ir_rows.c: row_of, where copies for successive rows execute the whole function together. `stored`: slots that it stores to.
   False: there are none. */
bool ir_find_rows(struct ir_function *f, const bool *stored);

/* ir_unroll.c: the code is small enough for a copy for each warp of the group, and gains from it. */
bool ir_may_unroll_group(const struct ir_function *f);
/* The last warp of the group is full. */
bool ir_has_full_warps(const struct ir_function *f);

#endif
