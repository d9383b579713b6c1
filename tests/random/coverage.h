/* Which rows of the instruction set the generated programs have used. */
#ifndef SM5_TEST_COVERAGE_H
#define SM5_TEST_COVERAGE_H

#include "prog.h"

/* Which programs there were, and what they hold. */
struct coverage {
    uint8_t stages; /* mask of 1 << enum isa_stage */
    bool textures;
    uint32_t rows[ISA_OPCODE_COUNT];
};

void coverage_add(struct coverage *coverage, const struct prog *prog);
/* Prints the rows that such programs may hold and that none has held; true when there are none. */
bool coverage_report(const struct coverage *coverage);

#endif
