/* The diagnostics of validate/ for diag_add. */
#ifndef VALIDATE_DIAG_H
#define VALIDATE_DIAG_H

#include "base/base.h"

#define DIAG                                     DIAG_DECLARE
#define DIAG_RULE(id, class, code, text, advice) DIAG_DECLARE_RULE(id, SM5_DIAG_##class, code, text, advice)
#include "validate/validate_diag.def"
#undef DIAG_RULE
#undef DIAG

#endif
