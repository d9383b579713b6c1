/* cholesky: factors of matrices of 16 x 16, and the logarithms of their determinants. */
#include <math.h>
#include <string.h>

#include "peer.h"

enum { SIZE = 16 };

/* In place, in the lower triangle. Returns the logarithm of the product of the diagonal. */
static float factor(float rows[SIZE][SIZE])
{
    float sum = 0;
    for (int k = 0; k < SIZE; k++) {
        float column[SIZE], root = sqrtf(rows[k][k]);
        rows[k][k] = root;
        sum += logf(root);
        for (int i = k + 1; i < SIZE; i++)
            column[i] = rows[i][k] = rows[i][k] / root;
        for (int i = k + 1; i < SIZE; i++) {
            float by = column[i];
#pragma omp simd
            for (int j = k + 1; j <= i; j++)
                rows[i][j] -= by * column[j];
        }
    }
    return sum;
}

void peer_cholesky(const struct peer_args *args)
{
    const float *restrict matrices = args->buffers[0];
    float *restrict factors = args->buffers[1];
    float *restrict logs = args->buffers[2];
    int64_t count = (int64_t)args->counts[2];
    float added = peer_float(args->words[0]);
#pragma omp parallel for
    for (int64_t m = 0; m < count; m++) {
        float rows[SIZE][SIZE], *out = factors + m * SIZE * SIZE;
        memcpy(rows, matrices + m * SIZE * SIZE, sizeof rows);
        for (int i = 0; i < SIZE; i++)
            rows[i][i] += added;
        logs[m] = 2 * factor(rows);
        for (int i = 0; i < SIZE; i++)
            for (int j = 0; j < SIZE; j++)
                out[i * SIZE + j] = j <= i ? rows[i][j] : 0;
    }
}
