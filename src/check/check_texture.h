/* Textures: texels out of bounds, and unbound registers. */
#ifndef CHECK_TEXTURE_H
#define CHECK_TEXTURE_H

#include "interp/interp_worker.h"

struct check;

/* What a texture operation accesses, by lane. */
struct check_texels {
    const struct runtime_view **views;
    uint8_t **elements; /* loads, stores and atomics; NULL: none, or a lane without effects */
};

bool check_texture_open(struct check_texels *texels, const struct interp_worker *worker);
void check_texture_close(struct check_texels *texels);

/* Called before an operation on a texture. */
void check_texture_find(struct check_texels *texels, const struct interp_worker *worker,
                        const struct plan_op *op);
void check_texture_bounds(struct check *check, const struct interp_worker *worker, const struct plan_op *op);

#endif
