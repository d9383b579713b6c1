// A sum of waves: sin, cos and pow in the inner loop.
struct wave { float2 direction; float amplitude, sharpness; };
StructuredBuffer<wave> waves : register(t0);
RWStructuredBuffer<float4> surface : register(u0);
cbuffer sizes : register(b0) { uint width, count; float step, time; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float2 p = float2(id.x % width, id.x / width) * step;
    float3 sum = 0;
    for (uint i = 0; i < count; i++) {
        wave w = waves[i];
        float phase = dot(w.direction, p) * 6.0 + time;
        float s = sin(phase), c = cos(phase);
        float crest = pow(abs(s) * 0.5 + 0.5, 1.0 + 3.0 * w.sharpness);
        sum += float3(w.direction * c, crest) * w.amplitude;
    }
    surface[id.x] = float4(sum, 1);
}
