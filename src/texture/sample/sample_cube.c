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
    float x = num_operand_f32(fabsf(d[0])), y = num_operand_f32(fabsf(d[1])),
          z = num_operand_f32(fabsf(d[2]));
    unsigned axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    return 2 * axis + (num_operand_f32(d[axis]) < 0.0f);
}

/* Derivative of minor / major. */
static float project(float major, float minor, float d_major, float d_minor)
{
    float difference = num_sub_f32(num_mul_f32(major, d_minor), num_mul_f32(minor, d_major));
    return num_div_f32(difference, num_mul_f32(major, major));
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

static float coordinate(int sign, float minor, float major)
{
    float along = num_div_f32((float)sign * minor, major);
    return num_add_f32(num_mul_f32(along, 0.5f), 0.5f);
}

struct texture_cube_point texture_cube_project(const float direction[3], const float *ddx, const float *ddy)
{
    struct texture_cube_point point = {.face = face_of(direction)};
    const struct face *face = &faces[point.face];
    float major = fabsf(direction[face->major]);
    point.u = coordinate(face->u_sign, direction[face->u], major);
    point.v = coordinate(face->v_sign, direction[face->v], major);
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
