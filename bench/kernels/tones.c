/* tones: a histogram of the luminance of an image of four floats. */
#include <stdlib.h>

#include "peer.h"

enum { BINS = 256 };

void peer_tones(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    uint32_t *counts = args->buffers[1];
    int64_t count = (int64_t)args->words[0] * args->words[1];
#pragma omp parallel for reduction(+ : counts[:BINS])
    for (int64_t i = 0; i < count; i++) {
        float tone = from[4 * i] * 0.2126f + from[4 * i + 1] * 0.7152f + from[4 * i + 2] * 0.0722f;
        tone = tone < 0.0f ? 0.0f : tone < 1.0f ? tone : 1.0f;
        counts[(uint32_t)(int32_t)(tone * 255.0f)]++;
    }
}
