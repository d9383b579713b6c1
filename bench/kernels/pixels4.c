/* pixels4: channels of pixels times a matrix, and no less than 0. */
#include "peer.h"

enum { CHANNELS_MOST = 256 };

void peer_pixels4(const struct peer_args *args)
{
    const float *restrict pixels = args->buffers[0], *restrict matrix = args->buffers[1];
    float *restrict to = args->buffers[2];
    int64_t count = args->words[0], from_channels = 4 * (int64_t)args->words[1];
    int64_t to_channels = 4 * (int64_t)args->words[2];
#pragma omp parallel for
    for (int64_t n = 0; n < count; n++) {
        float sums[CHANNELS_MOST] = {0};
        for (int64_t k = 0; k < from_channels; k++)
            for (int64_t c = 0; c < to_channels; c++)
                sums[c] += pixels[n * from_channels + k] * matrix[k * to_channels + c];
        for (int64_t c = 0; c < to_channels; c++)
            to[n * to_channels + c] = sums[c] > 0 ? sums[c] : 0;
    }
}
