// Prices of European options (Black and Scholes): exp, log and sqrt for each.
struct contract { float spot, strike, years, unused; };
StructuredBuffer<contract> contracts : register(t0);
RWStructuredBuffer<float2> prices : register(u0);
cbuffer market : register(b0) { float rate, volatility; };

float normal(float x)
{
    float k = 1.0 / (1.0 + 0.2316419 * abs(x));
    float tail = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
    float density = 0.3989422804 * exp(-0.5 * x * x);
    return x < 0 ? density * tail : 1.0 - density * tail;
}

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    contract c = contracts[id.x];
    float spot = 5.0 + 25.0 * c.spot, strike = 1.0 + 99.0 * c.strike, years = 0.25 + 9.75 * c.years;
    float spread = volatility * sqrt(years);
    float d1 = (log(spot / strike) + (rate + 0.5 * volatility * volatility) * years) / spread;
    float d2 = d1 - spread;
    float discounted = strike * exp(-rate * years);
    float call = spot * normal(d1) - discounted * normal(d2);
    prices[id.x] = float2(call, call + discounted - spot);
}
