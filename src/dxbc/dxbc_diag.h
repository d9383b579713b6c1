/* The diagnostics of dxbc/ for diag_add. */
#ifndef DXBC_DIAG_H
#define DXBC_DIAG_H

#include "base/base.h"

#define DIAG DIAG_DECLARE
#include "dxbc/dxbc_diag.def"
#undef DIAG

#endif
