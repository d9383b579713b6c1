/* Textures: texels out of bounds, and unbound registers. */
#ifndef CHECK_TEXTURE_H
#define CHECK_TEXTURE_H

#include "interp/interp.h"

struct check;

/* Called before an operation on a texture. */
void check_texture_bounds(struct check *check, const struct interp_worker *worker, const struct plan_op *op);

#endif
