/* moments: sum, sum of squares, least and greatest number of each row. */
#include "peer.h"

void peer_moments(const struct peer_args *args)
{
    const float *restrict rows = args->buffers[0];
    float *restrict result = args->buffers[1];
    int64_t width = args->words[0], count = (int64_t)args->counts[0] / width;
#pragma omp parallel for
    for (int64_t n = 0; n < count; n++) {
        float sum = 0, squares = 0, least = 3e38f, most = -3e38f;
        for (int64_t i = 0; i < width; i++) {
            float number = rows[n * width + i];
            sum += number;
            squares += number * number;
            least = number < least ? number : least;
            most = number > most ? number : most;
        }
        float *out = result + 4 * n;
        out[0] = sum;
        out[1] = squares;
        out[2] = least;
        out[3] = most;
    }
}
