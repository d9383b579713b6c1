/* poly: a polynomial by Horner's rule. */
#include "peer.h"

enum { COEFFICIENTS = 8 };

void peer_poly(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    int64_t count = (int64_t)args->counts[0];
    float coefficients[COEFFICIENTS];
    for (int i = 0; i < COEFFICIENTS; i++)
        coefficients[i] = peer_float(args->words[i]);
#pragma omp parallel for simd
    for (int64_t n = 0; n < count; n++) {
        float sum = 0;
        for (int i = COEFFICIENTS - 1; i >= 0; i--)
            sum = sum * from[n] + coefficients[i];
        to[n] = sum;
    }
}
