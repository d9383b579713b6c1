/* gauss6: linear systems of six unknowns. */
#include "peer.h"

void peer_gauss6(const struct peer_args *args)
{
    const float *restrict systems = args->buffers[0];
    float *restrict solutions = args->buffers[1];
    int64_t count = (int64_t)args->counts[1] / 6;
#pragma omp parallel for
    for (int64_t n = 0; n < count; n++) {
        float a[6][7];
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 7; j++)
                a[i][j] = systems[42 * n + 7 * i + j] + (i == j ? 6 : 0);
        for (int k = 0; k < 6; k++)
            for (int i = k + 1; i < 6; i++) {
                float factor = a[i][k] / a[k][k];
                for (int j = k + 1; j < 7; j++)
                    a[i][j] -= factor * a[k][j];
            }
        for (int i = 5; i >= 0; i--) {
            float x = a[i][6];
            for (int j = i + 1; j < 6; j++)
                x -= a[i][j] * a[j][6];
            a[i][6] = x / a[i][i];
            solutions[6 * n + i] = a[i][6];
        }
    }
}
