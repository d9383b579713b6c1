/* What the tests of the tessellator know of D3D11.3 chapter 11, in double and one split after the other. */
#ifndef TEST_TESSELLATE_MODEL_H
#define TEST_TESSELLATE_MODEL_H

#include "sm5/tessellate.h"
#include "test.h"

#define INTEGER SM5_PARTITIONING_INTEGER
#define POW2    SM5_PARTITIONING_POW2
#define ODD     SM5_PARTITIONING_FRACTIONAL_ODD
#define EVEN    SM5_PARTITIONING_FRACTIONAL_EVEN

enum { MODEL_MOST = 65, MODEL_ONE = 65536 };

/* Points of an edge with this factor, 0 to 1; returns segments. */
uint32_t model_edge(double factor, enum sm5_partitioning partitioning, double *at);
/* Segments of an edge after clamping and rounding. */
uint32_t model_segments(double factor, enum sm5_partitioning partitioning);

/* A float from 0 to 1. */
float model_random(uint64_t *state);
/* Factors that are whole, fractional, tiny, out of range: all kinds that a patch that is not culled may
   have. */
void model_random_patch(uint64_t *state, struct sm5_tessellation *patch);

/* A coordinate in steps of the fixed point; fails when it is none. */
int64_t model_fixed(float coordinate);

#endif
