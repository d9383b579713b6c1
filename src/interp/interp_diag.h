/* The diagnostics of interp/ for diag_add. */
#ifndef INTERP_DIAG_H
#define INTERP_DIAG_H

#include "base/base.h"

#define DIAG DIAG_DECLARE
#include "interp/interp_diag.def"
#undef DIAG

#endif
