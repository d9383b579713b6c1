/* gates: a step of a recurrent network. */
#include <math.h>
#include <string.h>

#include "peer.h"

static float sigmoid(float x)
{
    return 1 / (1 + expf(-x));
}

void peer_gates(const struct peer_args *args)
{
    enum { COLUMNS = 1024 };
    const float *restrict input = args->buffers[0], *restrict weights = args->buffers[1];
    const float *restrict cells = args->buffers[2];
    float *restrict output = args->buffers[3];
    int64_t columns = args->words[0], elements = args->words[1];
#pragma omp parallel for
    for (int64_t first = 0; first < columns; first += COLUMNS) {
        float sums[4][COLUMNS];
        memset(sums, 0, sizeof sums);
        for (int64_t k = 0; k < elements; k++)
            for (int64_t gate = 0; gate < 4; gate++) {
                const float *row = weights + (k * 4 + gate) * columns + first;
                for (int64_t x = 0; x < COLUMNS; x++)
                    sums[gate][x] += input[k] * row[x];
            }
        for (int64_t x = 0; x < COLUMNS; x++) {
            float cell = sigmoid(sums[1][x]) * cells[first + x] + sigmoid(sums[0][x]) * sigmoid(sums[2][x]);
            output[2 * (first + x)] = sigmoid(sums[3][x]) * sigmoid(cell);
            output[2 * (first + x) + 1] = cell;
        }
    }
}
