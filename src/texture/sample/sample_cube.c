/* Cubes: projection of a direction to a face, and steps across edges (D3D11.3 5.3.8, 7.18.7, 7.18.11,
   7.18.12). */
#include "texture/sample/sample_scalar.h"

/* The axes (x 0, y 1, z 2) of a face, and their signs. */
static const struct face {
    int8_t major, major_sign, u, u_sign, v, v_sign;
} faces[6] = {
    {0, 1, 2, -1, 1, -1}, {0, -1, 2, 1, 1, -1}, {1, 1, 0, 1, 2, 1},
    {1, -1, 0, 1, 2, -1}, {2, 1, 0, 1, 1, -1},  {2, -1, 0, -1, 1, -1},
};

/* For equal magnitudes z has precedence, then y. */
static unsigned face_of(const float d[3])
{
    float x = fabsf(d[0]), y = fabsf(d[1]), z = fabsf(d[2]);
    unsigned axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    return 2 * axis + (d[axis] < 0.0f);
}

/* Derivative of minor / major. */
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

/* In units of half a texel the cube spans -size to size on each axis; texel centres are at odd coordinates. A
   step across an edge makes the exceeded axis the major axis of the new face, and the coordinate on the old
   major axis that of the outermost texels. */
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
