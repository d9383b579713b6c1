/* The interpreter: the executable specification. One instruction at a time over all threads of a group. */
#ifndef SM5_INTERP_H
#define SM5_INTERP_H

#include "runtime/runtime.h"

extern const struct runtime_engine interp_engine;

#endif
