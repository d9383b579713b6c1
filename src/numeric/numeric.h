/* Arithmetic of the instruction set: one function num_<name> for each row of isa.def with a lane form, on bit
   patterns, branch-free and inline so that loops over lanes vectorise.

   A form names the types: W_WW is `uint32_t f(uint32_t, uint32_t)`, WW_... returns struct num_pair (d0 is the
   first destination), D is a double as uint64_t. Every vector width and every build gives the same bits under
   two conditions: the code is compiled with -ffp-contract=off and without -ffast-math, and it runs between
   num_env_enter and num_env_leave (num_env.h). Arguments must not be compile-time constants where denormals
   matter: the compiler folds them by IEEE rules. */
#ifndef SM5_NUMERIC_H
#define SM5_NUMERIC_H

#include "num_convert.h"
#include "num_double.h"
#include "num_env.h"
#include "num_float.h"
#include "num_format.h"
#include "num_int.h"
#include "num_math.h"
#include "num_move.h"
#include "num_single.h"

#endif
