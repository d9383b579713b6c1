/* The diagnostics of program/ for diag_add. */
#ifndef PROGRAM_DIAG_H
#define PROGRAM_DIAG_H

#include "base/base.h"

#define DIAG DIAG_DECLARE
#include "program/program_diag.def"
#undef DIAG

#endif
