/* k6: gravity of n bodies on each other. Blocks of bodies are the vector direction, as the sum over the
   others has an order. */
#include <math.h>

#include "peer.h"

enum { BLOCK = 32 };

struct float4 {
    float x, y, z, w;
};

void peer_k6(const struct peer_args *args)
{
    const struct float4 *restrict bodies = args->buffers[0];
    struct float4 *restrict out = args->buffers[1];
    int64_t n = args->words[0];
    float epsilon = peer_float(args->words[1]);
#pragma omp parallel for
    for (int64_t first = 0; first < n; first += BLOCK) {
        float x[BLOCK], y[BLOCK], z[BLOCK], ax[BLOCK] = {0}, ay[BLOCK] = {0}, az[BLOCK] = {0};
        for (int i = 0; i < BLOCK; i++) {
            x[i] = bodies[first + i].x;
            y[i] = bodies[first + i].y;
            z[i] = bodies[first + i].z;
        }
        for (int64_t j = 0; j < n; j++) {
            struct float4 other = bodies[j];
            for (int i = 0; i < BLOCK; i++) {
                float dx = other.x - x[i], dy = other.y - y[i], dz = other.z - z[i];
                float inverse = 1.0f / sqrtf(fmaf(dz, dz, fmaf(dy, dy, dx * dx)) + epsilon);
                float force = other.w * inverse * inverse * inverse;
                ax[i] += dx * force;
                ay[i] += dy * force;
                az[i] += dz * force;
            }
        }
        for (int i = 0; i < BLOCK; i++)
            out[first + i] = (struct float4){ax[i], ay[i], az[i], 0.0f};
    }
}
