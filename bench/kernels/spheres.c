/* spheres: rays against spheres, the nearest hit as a record. Blocks of rays are the vector direction. */
#include <math.h>
#include <stdbool.h>

#include "peer.h"

enum { BLOCK = 16 };

struct sphere {
    float x, y, z, radius;
};

struct hit {
    float distance;
    uint32_t index;
    float u, v;
};

void peer_spheres(const struct peer_args *args)
{
    const struct sphere *restrict spheres = args->buffers[0];
    struct hit *restrict hits = args->buffers[1];
    int64_t rays = (int64_t)args->counts[1], width = args->words[0], count = args->words[2];
    float scale = peer_float(args->words[3]);
#pragma omp parallel for
    for (int64_t first = 0; first < rays; first += BLOCK) {
        float u[BLOCK], v[BLOCK], dx[BLOCK], dy[BLOCK], dz[BLOCK], best[BLOCK];
        uint32_t index[BLOCK], done[BLOCK];
        for (int i = 0; i < BLOCK; i++) {
            u[i] = (float)((first + i) % width) * scale - 1.0f;
            v[i] = (float)((first + i) / width) * scale - 1.0f;
            float inverse = 1.0f / sqrtf(u[i] * u[i] + v[i] * v[i] + 2.25f);
            dx[i] = u[i] * inverse;
            dy[i] = v[i] * inverse;
            dz[i] = 1.5f * inverse;
            best[i] = 1e30f;
            index[i] = UINT32_MAX;
            done[i] = 0;
        }
        for (int64_t j = 0; j < count; j++) {
            struct sphere s = spheres[j];
            float x = s.x, y = s.y, z = s.z + 3.0f, length = x * x + y * y + z * z, r2 = s.radius * s.radius;
            uint32_t left = 0;
            for (int i = 0; i < BLOCK; i++) {
                float along = x * dx[i] + y * dy[i] + z * dz[i], beside = length - along * along;
                float distance = along - sqrtf(r2 - beside > 0 ? r2 - beside : 0);
                bool nearer = !done[i] & (along >= 0) & (beside <= r2) & (distance < best[i]);
                best[i] = nearer ? distance : best[i];
                index[i] = nearer ? (uint32_t)j : index[i];
                done[i] |= nearer & (distance < 0.75f);
                left |= !done[i];
            }
            if (!left)
                break;
        }
        for (int i = 0; i < BLOCK; i++)
            hits[first + i] = (struct hit){best[i], index[i], u[i], v[i]};
    }
}
