/* The property of fuzz-engines and of the test fuzz/engines: any program that loads runs on the
   interpreter and on the JIT without an access outside its memory, and where Direct3D defines the results,
   to the same bits. */
#ifndef SM5_FUZZ_ENGINES_H
#define SM5_FUZZ_ENGINES_H

#include "base/base.h"

enum { ENGINES_FEATURES = 1 << 16 };

struct engines {
    /* Compile every n-th program, and those with an instruction, an operand's file or an instruction after a
       form that none had before. */
    uint32_t every;
    uint64_t programs, loaded, compiled, compared, excused;
    uint8_t seen[ENGINES_FEATURES / 8];
};

/* Environment of the process: guard pages, unless it has chosen a side. Call it first. */
void engines_prepare(void);
/* Runs a container or the payload of SHDR or SHEX. True when it has a feature that no program had before.
   Stops the process when the property does not hold. */
bool engines_run(struct engines *engines, const uint8_t *bytes, size_t size);

#endif
