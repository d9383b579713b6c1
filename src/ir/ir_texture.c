/* Texel loads and stores that compiled code can perform inline, given the view alone. */
#include "ir/ir.h"

static ir_ref arg_of(const struct ir_function *f, const struct ir_value *v, uint8_t read)
{
    const struct ir_texture *t = &f->textures[v->texture];
    for (uint32_t i = 0; i < v->count; i++)
        if (t->reads[i] == read)
            return ir_arg(f, v, i);
    return 0;
}

static bool is_zero(const struct ir_function *f, ir_ref ref)
{
    return !ref || (f->values[ref].kind == IR_CONST && f->values[ref].word == 0);
}

static bool is_uniform(const struct ir_function *f, ir_ref ref)
{
    return !ref || (f->values[ref].shape == IR_AFFINE && f->values[ref].stride == 0);
}

/* Which coordinates are the row and the slice or layer; 0: none. False for multisampled textures and
   cubes. */
static bool axes_of(uint8_t dimension, unsigned *row, unsigned *slice)
{
    const struct isa_dimension_info *info = &isa_dimensions[dimension];
    *row = info->coordinates > 1;
    *slice = info->coordinates == 3 ? 2 : info->layers ? info->coordinates : 0;
    return info->is_texture && !info->is_cube && !info->samples;
}

/* A row or slice that all lanes have, surely or speculated, as where it is a quotient of a number in the picture. */
static bool is_common(const struct ir_function *f, ir_ref ref, bool *is_speculated)
{
    const struct ir_value *v = &f->values[ref];
    *is_speculated = !is_uniform(f, ref);
    return !*is_speculated || (v->speculated_lanes == f->lanes && v->speculated == 0);
}

/* Rows of texels further apart are not loaded as a whole. */
static uint32_t stride_of(int32_t stride)
{
    enum { STRIDE_MOST = 4 };
    return stride > 0 && stride <= STRIDE_MOST ? (uint32_t)stride : 0;
}

bool ir_texel_access(const struct ir_function *f, const struct ir_value *v, struct ir_texel_access *out)
{
    unsigned row, slice;
    *out = (struct ir_texel_access){.stride = 0};
    if ((v->kind != IR_TEXTURE && v->kind != IR_TEXTURE_WRITE) || v->view == IR_NONE)
        return false;
    const struct program_texture *access = &f->textures[v->texture].access;
    bool is_known = access->kind == ISA_ACCESS_LOAD || access->kind == ISA_ACCESS_STORE;
    if (!is_known || !axes_of(access->dimension, &row, &slice) || !is_zero(f, arg_of(f, v, READ_COORD + 3)))
        return false;
    out->coords[0] = arg_of(f, v, READ_COORD);
    out->coords[1] = row ? arg_of(f, v, READ_COORD + 1) : 0;
    out->coords[2] = slice ? arg_of(f, v, (uint8_t)(READ_COORD + slice)) : 0;
    for (unsigned k = 0; k < 3; k++)
        out->offset[k] = k == 2 && access->dimension != ISA_DIM_TEXTURE3D ? 0 : access->offset[k];
    const struct ir_value *x = &f->values[out->coords[0]];
    bool is_affine = x->shape == IR_AFFINE, is_row = is_affine || x->speculated_lanes == f->lanes;
    out->is_speculated[0] = !is_affine;
    for (unsigned k = 1; k < 3; k++)
        is_row &= is_common(f, out->coords[k], &out->is_speculated[k]);
    if (is_row)
        out->stride = stride_of(is_affine ? x->stride : x->speculated);
    return out->coords[0] && (!row || out->coords[1]) && (!slice || out->coords[2]);
}
