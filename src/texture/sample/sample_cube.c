/* Cubes: from a direction to a face, and over the edges of faces (D3D11.3 5.3.8, 7.18.7, 7.18.11, 7.18.12).
 */
#include "texture/sample/sample_scalar.h"

/* The axes (x 0, y 1, z 2) that run along a face, and their directions. */
static const struct face {
    int8_t major, major_sign, u, u_sign, v, v_sign;
} faces[6] = {
    {0, 1, 2, -1, 1, -1}, {0, -1, 2, 1, 1, -1}, {1, 1, 0, 1, 2, 1},
    {1, -1, 0, 1, 2, -1}, {2, 1, 0, 1, 1, -1},  {2, -1, 0, -1, 1, -1},
};

/* Of equal magnitudes z wins, then y. */
static unsigned face_of(const float d[3])
{
    float x = fabsf(d[0]), y = fabsf(d[1]), z = fabsf(d[2]);
    unsigned axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    return 2 * axis + (d[axis] < 0.0f);
}

/* d(c / m) of a minor coordinate c over the major axis m. */
static float project(float major, float minor, float d_major, float d_minor)
{
    return (major * d_minor - minor * d_major) / (major * major);
}

static void project_derivative(const struct face *face, const float direction[3], const float d[3],
                               float out[2])
{
    float major = fabsf(direction[face->major]);
    float d_major = (float)face->major_sign * d[face->major];
    out[0] =
        project(major, (float)face->u_sign * direction[face->u], d_major, (float)face->u_sign * d[face->u]);
    out[1] =
        project(major, (float)face->v_sign * direction[face->v], d_major, (float)face->v_sign * d[face->v]);
}

struct texture_cube_point texture_cube_project(const float direction[3], const float *ddx, const float *ddy)
{
    struct texture_cube_point point = {.face = face_of(direction)};
    const struct face *face = &faces[point.face];
    float major = fabsf(direction[face->major]);
    point.u = (float)face->u_sign * direction[face->u] / major * 0.5f + 0.5f;
    point.v = (float)face->v_sign * direction[face->v] / major * 0.5f + 0.5f;
    if (ddx && ddy) {
        project_derivative(face, direction, ddx, point.ddx);
        project_derivative(face, direction, ddy, point.ddy);
    }
    return point;
}

/* Texel centres stand at odd numbers between -size and size in the two directions of a face, which itself
   stands at size. A step over the edge folds: the axis that was left becomes the new face's, the old one's
   coordinate is that of the outermost texels. */
void texture_cube_step(unsigned *face, int32_t *x, int32_t *y, int32_t size)
{
    const struct face *from = &faces[*face];
    int32_t at[3];
    at[from->major] = from->major_sign * size;
    at[from->u] = from->u_sign * (2 * *x + 1 - size);
    at[from->v] = from->v_sign * (2 * *y + 1 - size);
    unsigned over = *x < 0 || *x >= size ? (unsigned)from->u : (unsigned)from->v;
    int32_t sign = at[over] < 0 ? -1 : 1;
    at[over] = sign * size;
    at[from->major] = from->major_sign * (size - 1);
    *face = 2 * over + (sign < 0);
    const struct face *to = &faces[*face];
    *x = (to->u_sign * at[to->u] + size - 1) / 2;
    *y = (to->v_sign * at[to->v] + size - 1) / 2;
}
