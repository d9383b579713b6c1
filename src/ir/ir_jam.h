/* Shared by ir_jam.c and ir_jam_cost.c. */
#ifndef SM5_IR_JAM_H
#define SM5_IR_JAM_H

#include "ir/ir_facts.h"

/* How many warps should execute a loop together, and how many can without spilling vectors: a power of two. */
struct ir_jam_cost {
    uint32_t best, most;
};
enum sm5_status ir_jam_cost(const struct ir_function *f, uint32_t loop, struct ir_jam_cost *cost);

#endif
