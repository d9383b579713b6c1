/* Loops over lanes, one for every lane-form row of isa.def and for what the engines use beside them.
   lanes_code.c is compiled once for each instruction set; the test compares the bits. */
#ifndef SM5_TEST_LANES_CODE_H
#define SM5_TEST_LANES_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "numeric/num_level.h"

enum { LANES_COUNT = 1024 };

struct lanes {
    uint32_t w[8][LANES_COUNT];
    uint64_t d[3][LANES_COUNT];
    uint32_t out_w[2][LANES_COUNT];
    uint64_t out_d[LANES_COUNT];
};

struct lanes_op {
    const char *name;
    bool doubles; /* runs in the state of num_env_double */
    void (*run)(struct lanes *lanes);
};

/* Each ends with a row without a name. */
#define LANES_DECLARE(level) extern const struct lanes_op lanes_##level[];
NUM_LEVELS(LANES_DECLARE)
extern const struct lanes_op lanes_portable[]; /* with NUM_PORTABLE, num_single.h */

#endif
