/* An engine with a bug: an interpreter with one wrong row. */
#ifndef SM5_TEST_WRONG_ROW_H
#define SM5_TEST_WRONG_ROW_H

#include "numeric/lanes.h"
#include "random/gen.h"
#include "random/run.h"

/* A row of lane_table.op whose results are zeros. */
void wrong_row(const struct lane_args *args);
/* The first program that `setup` lets fail; false when there is none. */
bool find_failing(struct prog *prog, enum gen_kind kind, const struct run_setup *setup,
                  struct run_outcome *outcome);

#endif
