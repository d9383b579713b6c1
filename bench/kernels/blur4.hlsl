// Nine taps along x on float4, with clamped coordinates.
StructuredBuffer<float4> from : register(t0);
StructuredBuffer<float> weights : register(t1);
RWStructuredBuffer<float4> to : register(u0);
cbuffer sizes : register(b0) { int width, height; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float4 sum = 0;
    for (int i = -4; i <= 4; i++)
        sum += weights[i + 4] * from[id.y * width + clamp(int(id.x) + i, 0, width - 1)];
    to[id.y * width + id.x] = sum;
}
