/* The diagnostics of why/ for diag_add. */
#ifndef WHY_DIAG_H
#define WHY_DIAG_H

#include "base/base.h"

#define DIAG DIAG_DECLARE
#include "why/why_diag.def"
#undef DIAG

#endif
