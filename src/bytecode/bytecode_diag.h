/* The diagnostics of bytecode/ for diag_add. */
#ifndef BYTECODE_DIAG_H
#define BYTECODE_DIAG_H

#include "base/base.h"

#define DIAG DIAG_DECLARE
#include "bytecode/bytecode_diag.def"
#undef DIAG

#endif
