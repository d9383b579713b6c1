/* Makes a failing program small. */
#ifndef SM5_TEST_REDUCE_H
#define SM5_TEST_REDUCE_H

#include "run.h"

/* Cuts `prog` down while it fails as `outcome` says; `outcome` is then that of the small program. */
void reduce_program(struct prog *prog, const struct run_setup *setup, struct run_outcome *outcome);

#endif
