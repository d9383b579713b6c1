/* skin: vertices moved by four bones each. */
#include "peer.h"

struct vertex {
    float position[3];
    uint32_t bones;
    float weights[4];
};

struct bone {
    float rows[3][4];
};

void peer_skin(const struct peer_args *args)
{
    const struct vertex *restrict vertices = args->buffers[0];
    const struct bone *restrict palette = args->buffers[1];
    float *restrict moved = args->buffers[2];
    int64_t count = (int64_t)args->counts[0];
#pragma omp parallel for
    for (int64_t i = 0; i < count; i++) {
        struct vertex v = vertices[i];
        float sum[3] = {0};
        for (int j = 0; j < 4; j++) {
            const struct bone *bone = &palette[v.bones >> 8 * j & 63];
            for (int row = 0; row < 3; row++)
                sum[row] +=
                    v.weights[j] * (bone->rows[row][0] * v.position[0] + bone->rows[row][1] * v.position[1] +
                                    bone->rows[row][2] * v.position[2] + bone->rows[row][3]);
        }
        for (int row = 0; row < 3; row++)
            moved[3 * i + row] = sum[row];
    }
}
