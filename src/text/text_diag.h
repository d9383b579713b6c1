/* The diagnostics of text/ for diag_add. */
#ifndef TEXT_DIAG_H
#define TEXT_DIAG_H

#include "base/base.h"

#define DIAG DIAG_DECLARE
#include "text/text_diag.def"
#undef DIAG

#endif
