/* points19: diffusion in 3D with 19 points, clamped. */
#include "peer.h"

struct volume {
    const float *restrict heat, *restrict rates;
    float *restrict next;
    int64_t width, height, depth;
    float time;
};

static const float *row_of(const struct volume *v, int64_t z, int64_t y)
{
    return v->heat + (z * v->height + y) * v->width;
}

static void make_row(const struct volume *v, int64_t z, int64_t y)
{
    int64_t above = y ? y - 1 : 0, below = y + 1 < v->height ? y + 1 : y;
    int64_t front = z ? z - 1 : 0, back = z + 1 < v->depth ? z + 1 : z;
    const float *own = row_of(v, z, y), *up = row_of(v, z, above), *down = row_of(v, z, below);
    const float *fore = row_of(v, front, y), *aft = row_of(v, back, y);
    const float *fore_up = row_of(v, front, above), *fore_down = row_of(v, front, below);
    const float *aft_up = row_of(v, back, above), *aft_down = row_of(v, back, below);
    const float *rates = v->rates + (z * v->height + y) * v->width;
    float *restrict next = v->next + (z * v->height + y) * v->width;
    float time = v->time;
#define POINT(l, x, r)                                                                                       \
    do {                                                                                                     \
        float faces = own[l] + own[r] + up[x] + down[x] + fore[x] + aft[x];                                  \
        float edges = up[l] + up[r] + down[l] + down[r] + fore[l] + fore[r] + aft[l] + aft[r] + fore_up[x] + \
                      fore_down[x] + aft_up[x] + aft_down[x];                                                \
        next[x] = own[x] + time * rates[x] * (faces * (1 / 3.0f) + edges * (1 / 6.0f) - 4 * own[x]);         \
    } while (0)
    POINT(0, 0, 1);
#pragma omp simd
    for (int64_t x = 1; x < v->width - 1; x++)
        POINT(x - 1, x, x + 1);
    POINT(v->width - 2, v->width - 1, v->width - 1);
#undef POINT
}

void peer_points19(const struct peer_args *args)
{
    const struct volume v = {args->buffers[0], args->buffers[1], args->buffers[2],          args->words[0],
                             args->words[1],   args->words[2],   peer_float(args->words[3])};
#pragma omp parallel for collapse(2)
    for (int64_t z = 0; z < v.depth; z++)
        for (int64_t y = 0; y < v.height; y++)
            make_row(&v, z, y);
}
