/* The diagnostics of split/ for diag_add. */
#ifndef SPLIT_DIAG_H
#define SPLIT_DIAG_H

#include "base/base.h"

#define DIAG DIAG_DECLARE
#include "split/split_diag.def"
#undef DIAG

#endif
