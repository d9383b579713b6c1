/* The hooks that look at addresses. */
#ifndef CHECK_BOUNDS_H
#define CHECK_BOUNDS_H

#include "interp/interp.h"

extern const struct interp_hooks check_bounds_hooks;

#endif
