/* globe: the half of a cube around +z as a picture, with bilinear samples that cross edges. */
#include <math.h>

#include "peer.h"

enum { SIZE = 512 };

/* Axes of a face and their signs: the one across it, u, v. */
static const int8_t faces[6][6] = {{0, 1, 2, -1, 1, -1}, {0, -1, 2, 1, 1, -1}, {1, 1, 0, 1, 2, 1},
                                   {1, -1, 0, 1, 2, -1}, {2, 1, 0, 1, 1, -1},  {2, -1, 0, -1, 1, -1}};

static const uint8_t *texel_of(const uint8_t *from, int face, int x, int y)
{
    return from + 4 * (((int64_t)face * SIZE + y) * SIZE + x);
}

static int is_outside(int at)
{
    return at < 0 || at >= SIZE;
}

static int clamped(int at)
{
    return at < 0 ? 0 : at >= SIZE ? SIZE - 1 : at;
}

/* Beyond an edge: folded over it. */
static const uint8_t *texel_across(const uint8_t *from, int face, int x, int y)
{
    if (!is_outside(x) && !is_outside(y))
        return texel_of(from, face, x, y);
    const int8_t *f = faces[face];
    int at[3];
    at[f[0]] = f[1] * (SIZE - 1);
    at[f[2]] = f[3] * (2 * x + 1 - SIZE);
    at[f[4]] = f[5] * (2 * y + 1 - SIZE);
    int over = is_outside(x) ? f[2] : f[4], sign = at[over] < 0 ? -1 : 1;
    const int8_t *t = faces[2 * over + (sign < 0)];
    at[over] = sign * SIZE;
    return texel_of(from, 2 * over + (sign < 0), (t[3] * at[t[2]] + SIZE - 1) / 2,
                    (t[5] * at[t[4]] + SIZE - 1) / 2);
}

/* The mean of three at a corner. */
static void load_across(const uint8_t *from, int face, int x, int y, uint8_t out[4])
{
    int is_corner = is_outside(x) && is_outside(y);
    const uint8_t *a = texel_across(from, face, is_corner ? clamped(x) : x, y);
    const uint8_t *b = is_corner ? texel_across(from, face, x, clamped(y)) : a;
    const uint8_t *c = is_corner ? texel_of(from, face, clamped(x), clamped(y)) : a;
    for (int k = 0; k < 4; k++)
        out[k] = (uint8_t)((a[k] + b[k] + c[k] + 1) / 3);
}

void peer_globe(const struct peer_args *args)
{
    const uint8_t *restrict from = args->buffers[0];
    uint8_t *restrict to = args->buffers[1];
    int width = (int)args->words[2], height = (int)args->words[3];
    float across = peer_float(args->words[0]), down = peer_float(args->words[1]);
#pragma omp parallel for
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float u = ((float)x + 0.5f) * across * 2 - 1, v = ((float)y + 0.5f) * down * 2 - 1;
            float d[3] = {2 * u, 2 * v, 1 - u * u - v * v};
            float size[3] = {fabsf(d[0]), fabsf(d[1]), fabsf(d[2])};
            int axis = size[2] >= size[0] && size[2] >= size[1] ? 2 : size[1] >= size[0] ? 1 : 0;
            int face = 2 * axis + (d[axis] < 0);
            const int8_t *f = faces[face];
            float scale = 0.5f * SIZE / size[axis];
            float s = f[3] * d[f[2]] * scale + (0.5f * SIZE - 0.5f),
                  t = f[5] * d[f[4]] * scale + (0.5f * SIZE - 0.5f);
            float left = floorf(s), top = floorf(t), a = s - left, b = t - top;
            int i = (int)left, j = (int)top;
            const uint8_t *four[4];
            uint8_t across_edges[4][4];
            if (i >= 0 && j >= 0 && i + 1 < SIZE && j + 1 < SIZE) {
                four[0] = texel_of(from, face, i, j);
                four[1] = four[0] + 4;
                four[2] = four[0] + 4 * SIZE;
                four[3] = four[2] + 4;
            } else {
                for (int k = 0; k < 4; k++) {
                    load_across(from, face, i + (k & 1), j + (k >> 1), across_edges[k]);
                    four[k] = across_edges[k];
                }
            }
            for (int c = 0; c < 4; c++) {
                float upper = four[0][c] + (four[1][c] - four[0][c]) * a;
                float lower = four[2][c] + (four[3][c] - four[2][c]) * a;
                to[4 * ((int64_t)y * width + x) + c] = (uint8_t)(upper + (lower - upper) * b + 0.5f);
            }
        }
}
