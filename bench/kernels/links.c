/* links: scores of pages by those that link to them. */
#include "peer.h"

void peer_links(const struct peer_args *args)
{
    const uint32_t *restrict starts = args->buffers[0], *restrict sources = args->buffers[1];
    const float *restrict pages = args->buffers[2];
    float *restrict scores = args->buffers[3];
    int64_t count = (int64_t)args->counts[3];
#pragma omp parallel for
    for (int64_t page = 0; page < count; page++) {
        float sum = 0;
        for (uint32_t i = starts[page]; i < starts[page + 1]; i++)
            sum += pages[2 * sources[i]] * pages[2 * sources[i] + 1];
        scores[page] = 0.15f + 0.85f * sum;
    }
}
