/* The diagnostics of layout/ for diag_add. */
#ifndef LAYOUT_DIAG_H
#define LAYOUT_DIAG_H

#include "base/base.h"

#define DIAG DIAG_DECLARE
#include "layout/layout_diag.def"
#undef DIAG

#endif
