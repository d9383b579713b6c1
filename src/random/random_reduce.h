/* Reduction of failing programs. */
#ifndef SM5_RANDOM_REDUCE_H
#define SM5_RANDOM_REDUCE_H

#include "run.h"

/* Reduces `prog` while it fails as in `outcome`, which is then that of the reduced program. */
void reduce_program(struct prog *prog, const struct run_setup *setup, struct run_outcome *outcome);

#endif
