/* states: scores of the best paths to each state, sequence by sequence. */
#include <string.h>

#include "peer.h"

enum { STATES = 16, LENGTH = 64 };

static void step(float *scores, const float *between, const float *of_symbol)
{
    float best[STATES];
    for (int to = 0; to < STATES; to++)
        best[to] = scores[0] + between[to];
    for (int from = 1; from < STATES; from++)
        for (int to = 0; to < STATES; to++) {
            float score = scores[from] + between[from * STATES + to];
            best[to] = score > best[to] ? score : best[to];
        }
    for (int to = 0; to < STATES; to++)
        scores[to] = best[to] + of_symbol[to];
}

void peer_states(const struct peer_args *args)
{
    const uint8_t *restrict symbols = args->buffers[0];
    const float *restrict between = args->buffers[1], *restrict of_symbol = args->buffers[2];
    float *restrict out = args->buffers[3];
    int64_t sequences = (int64_t)args->counts[0] / LENGTH;
#pragma omp parallel for
    for (int64_t i = 0; i < sequences; i++) {
        float scores[STATES];
        memcpy(scores, of_symbol + symbols[i * LENGTH] * STATES, sizeof scores);
        for (int k = 1; k < LENGTH; k++)
            step(scores, between, of_symbol + symbols[i * LENGTH + k] * STATES);
        memcpy(out + i * STATES, scores, sizeof scores);
    }
}
