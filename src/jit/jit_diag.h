/* The diagnostics of jit/ for diag_add. */
#ifndef JIT_DIAG_H
#define JIT_DIAG_H

#include "base/base.h"

#define DIAG DIAG_DECLARE
#include "jit/jit_diag.def"
#undef DIAG

#endif
