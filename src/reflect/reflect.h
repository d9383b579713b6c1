/* Reflection: public descriptions of a program, and of files that are not programs of Shader Model 4 or 5.
   The functions of sm5/reflect.h and sm5/stage.h that need no other arguments are defined here. */
#ifndef SM5_REFLECT_ROOM_H
#define SM5_REFLECT_ROOM_H

#include "base/base.h"

/* reflect_identify.c: the kind of a file that is not a program of Shader Model 4 or 5 ("a SPIR-V module");
   NULL when it may be one. */
const char *reflect_foreign_kind(struct bytes file);

#endif
