/* softmax: softmax of rows in place. */
#include <math.h>

#include "peer.h"

void peer_softmax(const struct peer_args *args)
{
    float *restrict entries = args->buffers[0];
    int64_t width = args->words[0], rows = (int64_t)args->counts[0] / width;
#pragma omp parallel for
    for (int64_t n = 0; n < rows; n++) {
        float *row = entries + n * width, most = row[0], sum = 0;
        for (int64_t i = 1; i < width; i++)
            most = fmaxf(most, row[i]);
        for (int64_t i = 0; i < width; i++) {
            row[i] = expf(row[i] - most);
            sum += row[i];
        }
        for (int64_t i = 0; i < width; i++)
            row[i] /= sum;
    }
}
