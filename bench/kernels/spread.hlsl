// Structures of eight words stored at permuted places, those that live.
struct particle {
    float3 position;
    float life;
    float3 velocity;
    uint id;
};
StructuredBuffer<particle> from : register(t0);
RWStructuredBuffer<particle> to : register(u0);
cbuffer sizes : register(b0) { uint last; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    particle one = from[id.x];
    if (one.life > 0.25f)
        to[(id.x * 40503) & last] = one;
}
