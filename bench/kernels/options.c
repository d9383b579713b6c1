/* options: prices of European options (Black and Scholes). */
#include <math.h>

#include "peer.h"

struct contract {
    float spot, strike, years, unused;
};

static inline float normal(float x)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(x));
    float tail =
        k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float density = 0.3989422804f * expf(-0.5f * x * x);
    return x < 0 ? density * tail : 1.0f - density * tail;
}

void peer_options(const struct peer_args *args)
{
    const struct contract *restrict contracts = args->buffers[0];
    float *restrict prices = args->buffers[1];
    int64_t count = (int64_t)args->counts[0];
    float rate = peer_float(args->words[0]), volatility = peer_float(args->words[1]);
#pragma omp parallel for simd
    for (int64_t i = 0; i < count; i++) {
        float spot = 5.0f + 25.0f * contracts[i].spot, strike = 1.0f + 99.0f * contracts[i].strike;
        float years = 0.25f + 9.75f * contracts[i].years;
        float spread = volatility * sqrtf(years);
        float d1 = (logf(spot / strike) + (rate + 0.5f * volatility * volatility) * years) / spread;
        float d2 = d1 - spread, discounted = strike * expf(-rate * years);
        float call = spot * normal(d1) - discounted * normal(d2);
        prices[2 * i] = call;
        prices[2 * i + 1] = call + discounted - spot;
    }
}
