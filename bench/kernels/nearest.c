/* nearest: the four nearest of all points. */
#include "peer.h"

void peer_nearest(const struct peer_args *args)
{
    const float *restrict points = args->buffers[0], *restrict queries = args->buffers[1];
    uint32_t *restrict result = args->buffers[2];
    int64_t count = (int64_t)args->counts[2];
#pragma omp parallel for
    for (int64_t n = 0; n < count; n++) {
        float x = queries[4 * n], y = queries[4 * n + 1], z = queries[4 * n + 2];
        float best[4] = {1e30f, 1e30f, 1e30f, 1e30f};
        uint32_t index[4] = {0};
        for (uint32_t i = 0; i < args->words[0]; i++) {
            float dx = points[4 * i] - x, dy = points[4 * i + 1] - y, dz = points[4 * i + 2] - z;
            float far = dx * dx + dy * dy + dz * dz;
            if (far >= best[3])
                continue;
            int k = 3;
            for (; k > 0 && far < best[k - 1]; k--) {
                best[k] = best[k - 1];
                index[k] = index[k - 1];
            }
            best[k] = far;
            index[k] = i;
        }
        for (int k = 0; k < 4; k++)
            result[4 * n + k] = index[k];
    }
}
