/* sm5: toolchain and CPU runtime for Direct3D Shader Model 5 assembly. Includes every public header; C and
   C++ may include them all.

   ABI. Before 1.0 every minor version may change the API and the ABI: functions, struct layouts, enum values.
   The SONAME contains both numbers (libsm5.so.0.2), so a program runs only with the minor version that it was
   linked with. A patch version changes neither. From 1.0 on the SONAME is libsm5.so.MAJOR: minor versions may
   add functions and enum values and change nothing else; structs that callers fill grow in major versions
   only. The library exports only names that start with sm5_.

   Unknown enum values are rejected: SM5_ERR_ARGUMENT or SM5_ERR_BINDING with a diagnostic, or NULL, 0 or
   false from functions without a status. Structs documented as zero-initialised have useful defaults for
   zeros; initialise them completely, so that fields added later are 0. Unless stated otherwise, pointer
   arguments must not be NULL. */
#ifndef SM5_SM5_H
#define SM5_SM5_H

#include "check.h"
#include "data.h"
#include "debug.h"
#include "device.h"
#include "diag.h"
#include "program.h"
#include "reflect.h"
#include "resource.h"
#include "run.h"
#include "split.h"
#include "stage.h"
#include "status.h"
#include "tessellate.h"
#include "validate.h"
#include "why.h"

#endif
