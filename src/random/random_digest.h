/* A number for all that sm5 makes of a program: two builds, also for different processors, agree when
   their numbers do. */
#ifndef SM5_RANDOM_DIGEST_H
#define SM5_RANDOM_DIGEST_H

#include "prog.h"

/* Hash of its container and assembly text, of what the interpreter leaves in memory, counters and outputs
   and, of a compute program, of the checker's findings. */
uint64_t digest_of(const struct prog *prog);

#endif
