/* sm5: toolchain and CPU runtime for Direct3D Shader Model 5 assembly. Includes every public header. */
#ifndef SM5_SM5_H
#define SM5_SM5_H

#include "check.h"
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
