/* Rows of the instruction set that the generated programs use. */
#ifndef SM5_RANDOM_COVERAGE_H
#define SM5_RANDOM_COVERAGE_H

#include "prog.h"

/* The programs that were run, and their rows. */
struct coverage {
    uint8_t stages; /* mask of 1 << enum isa_stage */
    bool textures;
    uint32_t rows[ISA_OPCODE_COUNT];
};

void coverage_add(struct coverage *coverage, const struct prog *prog);
/* Prints the rows that such programs can contain and that none contained; true when there are none. */
bool coverage_report(const struct coverage *coverage);

#endif
