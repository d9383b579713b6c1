/* Arithmetic of the instruction set: one function a row of isa.def whose form is of the lane kind, named
   num_<name>, on bit patterns, branch-free and inline so that a loop over lanes vectorises.

   A form names the types: W_WW is `uint32_t f(uint32_t, uint32_t)`, WW_... returns struct num_pair (d0 is the
   first destination), D is a double as uint64_t. Every width and every build gives the same bits, on two
   conditions: the code is compiled with -ffp-contract=off and without -ffast-math, and it runs between
   num_env_enter and num_env_leave (num_env.h). Arguments must not be compile-time constants where denormals
   matter: the compiler folds by IEEE rules, not by ours. */
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

#endif
