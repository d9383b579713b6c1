/* boxes: bounding boxes of 128 points each. */
#include "peer.h"

enum { POINTS = 128 };

static inline float least(float a, float b)
{
    return a < b ? a : b;
}

static inline float most(float a, float b)
{
    return a > b ? a : b;
}

void peer_boxes(const struct peer_args *args)
{
    const float *restrict points = args->buffers[0];
    float *restrict boxes = args->buffers[1];
    int64_t count = (int64_t)args->counts[1] / 2;
#pragma omp parallel for
    for (int64_t n = 0; n < count; n++)
        for (int k = 0; k < 3; k++) {
            const float *point = points + 3 * POINTS * n + k;
            float low = point[0], high = point[0];
            for (int i = 1; i < POINTS; i++) {
                low = least(low, point[3 * i]);
                high = most(high, point[3 * i]);
            }
            boxes[6 * n + k] = low;
            boxes[6 * n + 3 + k] = high;
        }
}
