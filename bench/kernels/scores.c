/* scores: softmax of products of queries and keys. */
#include <math.h>
#include <string.h>

#include "peer.h"

enum { WORDS = 64 };

static float product(const float *restrict x, const float *restrict y)
{
    float sum = 0;
    for (int i = 0; i < WORDS; i++)
        sum += x[i] * y[i];
    return sum;
}

void peer_scores(const struct peer_args *args)
{
    const float *restrict queries = args->buffers[0], *restrict keys = args->buffers[1];
    float *restrict weights = args->buffers[2];
    int64_t count = args->words[0], rows = (int64_t)args->counts[0] / (WORDS / 4);
    float scale;
    memcpy(&scale, &args->words[1], sizeof scale);
#pragma omp parallel for
    for (int64_t n = 0; n < rows; n++) {
        float *restrict row = weights + n * count, most = -3e38f, sum = 0;
        for (int64_t i = 0; i < count; i++) {
            row[i] = scale * product(queries + n * WORDS, keys + i * WORDS);
            most = row[i] > most ? row[i] : most;
        }
        for (int64_t i = 0; i < count; i++) {
            row[i] = expf(row[i] - most);
            sum += row[i];
        }
        for (int64_t i = 0; i < count; i++)
            row[i] /= sum;
    }
}
