/* bands: projections of channels of 512 samples on six waves. */
#include "peer.h"

enum { SAMPLES = 512, BANDS = 6 };

void peer_bands(const struct peer_args *args)
{
    const float *restrict samples = args->buffers[0], *restrict places = args->buffers[1];
    float *restrict bands = args->buffers[2];
    int64_t channels = (int64_t)args->counts[0] / SAMPLES;
#pragma omp parallel for
    for (int64_t c = 0; c < channels; c++) {
        float a = 0, b = 0, d = 0, e = 0, f = 0, g = 0;
        for (int i = 0; i < SAMPLES; i++) {
            float value = samples[c * SAMPLES + i], x = places[2 * i], y = places[2 * i + 1];
            a += value;
            b += value * x;
            d += value * y;
            e += value * x * y;
            f += value * (3 * y * y - 1);
            g += value * (x * x - y * y);
        }
        const float all[BANDS] = {a, b, d, e, f, g};
        for (int k = 0; k < BANDS; k++)
            bands[c * BANDS + k] = all[k];
    }
}
