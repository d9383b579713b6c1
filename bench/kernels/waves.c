/* waves: sums of waves with sin, cos and pow. Blocks of points are the vector direction. */
#include <math.h>

#include "peer.h"

enum { BLOCK = 32 };

struct wave {
    float x, y, amplitude, sharpness;
};

void peer_waves(const struct peer_args *args)
{
    const struct wave *restrict waves = args->buffers[0];
    float *restrict surface = args->buffers[1];
    int64_t points = (int64_t)args->counts[1], width = args->words[0], count = args->words[1];
    float step = peer_float(args->words[2]), time = peer_float(args->words[3]);
#pragma omp parallel for
    for (int64_t first = 0; first < points; first += BLOCK) {
        float px[BLOCK], py[BLOCK], x[BLOCK] = {0}, y[BLOCK] = {0}, z[BLOCK] = {0};
        for (int i = 0; i < BLOCK; i++) {
            px[i] = (float)((first + i) % width) * step;
            py[i] = (float)((first + i) / width) * step;
        }
        for (int64_t j = 0; j < count; j++) {
            struct wave w = waves[j];
#pragma omp simd
            for (int i = 0; i < BLOCK; i++) {
                float phase = (w.x * px[i] + w.y * py[i]) * 6.0f + time;
                float s = sinf(phase), c = cosf(phase);
                x[i] += w.x * c * w.amplitude;
                y[i] += w.y * c * w.amplitude;
                z[i] += powf(fabsf(s) * 0.5f + 0.5f, 1.0f + 3.0f * w.sharpness) * w.amplitude;
            }
        }
        for (int i = 0; i < BLOCK; i++) {
            float *out = surface + 4 * (first + i);
            out[0] = x[i];
            out[1] = y[i];
            out[2] = z[i];
            out[3] = 1.0f;
        }
    }
}
