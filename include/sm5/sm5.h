/* sm5: toolchain and CPU runtime for Direct3D Shader Model 5 assembly. Includes every public header, which C
   and C++ can both do.

   ABI. Before 1.0 every minor version may change the API and the ABI: functions, struct layouts, enum values.
   The SONAME holds both numbers (libsm5.so.0.1), so that a program runs with the minor version it was linked
   with or not at all. A patch version changes neither. From 1.0 on the SONAME is libsm5.so.MAJOR: functions
   and enum values may be added, nothing else changes, and structs that callers make grow in major versions
   only. The library exports names that start with sm5_, and nothing else.

   Values of enumerations that a function does not know are refused: SM5_ERR_ARGUMENT or SM5_ERR_BINDING with
   a diagnostic, or NULL, 0 or false from functions without a status. Structs described as zero-initialised
   have useful defaults for all zeros; initialise them whole, so that fields added later are 0. */
#ifndef SM5_SM5_H
#define SM5_SM5_H

#include "check.h"
#include "data.h"
#include "diag.h"
#include "program.h"
#include "reflect.h"
#include "resource.h"
#include "run.h"
#include "stage.h"
#include "status.h"
#include "tessellate.h"
#include "validate.h"

#endif
