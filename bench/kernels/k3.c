/* k3: particles moved in place, structures of 48 bytes. */
#include "peer.h"

struct particle {
    float position[3], mass;
    float velocity[3], life;
    float colour[4];
};

void peer_k3(const struct peer_args *args)
{
    struct particle *particles = args->buffers[0];
    float dt = peer_float(args->words[0]), gravity = peer_float(args->words[1]);
    int64_t count = (int64_t)args->counts[0];
#pragma omp parallel for
    for (int64_t i = 0; i < count; i++) {
        struct particle p = particles[i];
        p.velocity[1] -= gravity * dt;
        for (int k = 0; k < 3; k++)
            p.position[k] += p.velocity[k] * dt;
        if (p.position[1] < 0.0f) {
            p.position[1] = -p.position[1];
            p.velocity[1] *= -0.5f;
        }
        p.life -= dt;
        if (p.life < 0.0f)
            p.life += 1.0f;
        p.colour[3] = p.life * p.mass;
        particles[i] = p;
    }
}
