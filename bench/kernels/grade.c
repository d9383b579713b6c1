/* grade: colours of an RGBA8 image looked up in a volume of 32 x 32 x 32, trilinear. */
#include "peer.h"

enum { SIZE = 32 };

void peer_grade(const struct peer_args *args)
{
    const uint8_t *restrict from = args->buffers[0], *restrict table = args->buffers[1];
    uint8_t *restrict to = args->buffers[2];
    int64_t count = (int64_t)args->words[0] * args->words[1];
#pragma omp parallel for
    for (int64_t i = 0; i < count; i++) {
        int step[3] = {4, 4 * SIZE, 4 * SIZE * SIZE}, first = 0;
        float weight[3];
        for (int k = 0; k < 3; k++) {
            float at = (float)from[4 * i + k] * ((SIZE - 1) / 255.0f);
            int whole = (int)at;
            weight[k] = at - (float)whole;
            first += whole * step[k];
            step[k] = whole < SIZE - 1 ? step[k] : 0;
        }
        for (int c = 0; c < 4; c++) {
            const uint8_t *in = table + first + c;
            float plane[2];
            for (int k = 0; k < 2; k++, in += step[2]) {
                float a = in[0], b = in[step[0]], d = in[step[1]], e = in[step[0] + step[1]];
                float upper = a + (b - a) * weight[0], lower = d + (e - d) * weight[0];
                plane[k] = upper + (lower - upper) * weight[1];
            }
            to[4 * i + c] = (uint8_t)(plane[0] + (plane[1] - plane[0]) * weight[2] + 0.5f);
        }
    }
}
