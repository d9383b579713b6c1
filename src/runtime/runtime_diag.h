/* The diagnostics of runtime/ for diag_add. */
#ifndef RUNTIME_DIAG_H
#define RUNTIME_DIAG_H

#include "base/base.h"

#define DIAG DIAG_DECLARE
#include "runtime/runtime_diag.def"
#undef DIAG

#endif
