/* lattice: values of puts that may be exercised early, by a lattice of 255 steps. */
#include <math.h>

#include "peer.h"

enum { NODES = 256 };

struct option {
    float price, step, strike, weight;
};

static float value_of(struct option o)
{
    float prices[NODES], values[NODES], growth = exp2f(o.step / 512), rest = 1 - o.weight;
    for (int i = 0; i < NODES; i++) {
        prices[i] = o.price * exp2f((float)i / NODES * o.step);
        float gain = o.strike - prices[i];
        values[i] = gain > 0 ? gain : 0;
    }
    for (int nodes = NODES - 1; nodes > 0; nodes--)
        for (int i = 0; i < nodes; i++) {
            prices[i] *= growth;
            float kept = rest * values[i] + o.weight * values[i + 1], gain = o.strike - prices[i];
            values[i] = gain > kept ? gain : kept;
        }
    return values[0];
}

void peer_lattice(const struct peer_args *args)
{
    const struct option *restrict options = args->buffers[0];
    float *restrict out = args->buffers[1];
#pragma omp parallel for
    for (int64_t i = 0; i < (int64_t)args->counts[0]; i++)
        out[i] = value_of(options[i]);
}
