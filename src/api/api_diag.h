/* The diagnostics of api/ for diag_add. */
#ifndef API_DIAG_H
#define API_DIAG_H

#include "base/base.h"

#define DIAG DIAG_DECLARE
#include "api/api_diag.def"
#undef DIAG

#endif
