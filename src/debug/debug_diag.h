/* The diagnostics of debug/ for diag_add. */
#ifndef DEBUG_DIAG_H
#define DEBUG_DIAG_H

#include "base/base.h"

#define DIAG DIAG_DECLARE
#include "debug/debug_diag.def"
#undef DIAG

#endif
