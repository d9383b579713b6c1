/* median: of 3 x 3 of a picture, clamped, by a network of exchanges. */
#include "peer.h"

static inline void order(float *a, float *b)
{
    float x = *a, y = *b;
    *a = x < y ? x : y;
    *b = x < y ? y : x;
}

static inline float middle(float a, float b, float c, float d, float e, float f, float g, float h, float i)
{
    order(&b, &c), order(&e, &f), order(&h, &i), order(&a, &b), order(&d, &e), order(&g, &h);
    order(&b, &c), order(&e, &f), order(&h, &i), order(&a, &d), order(&f, &i), order(&e, &h);
    order(&d, &g), order(&b, &e), order(&c, &f), order(&e, &h), order(&e, &c), order(&g, &e), order(&e, &c);
    return e;
}

void peer_median(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for
    for (int64_t y = 0; y < height; y++) {
        const float *restrict a = from + (y ? y - 1 : 0) * width, *restrict b = from + y * width;
        const float *restrict c = from + (y + 1 < height ? y + 1 : y) * width;
        float *restrict out = to + y * width;
#define PIXEL(l, x, r) out[x] = middle(a[l], a[x], a[r], b[l], b[x], b[r], c[l], c[x], c[r])
        PIXEL(0, 0, 1);
#pragma omp simd
        for (int64_t x = 1; x < width - 1; x++)
            PIXEL(x - 1, x, x + 1);
        PIXEL(width - 2, width - 1, width - 1);
#undef PIXEL
    }
}
