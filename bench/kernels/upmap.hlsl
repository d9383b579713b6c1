// A map of heights at twice its resolution, bilinear.
StructuredBuffer<float> from : register(t0);
RWStructuredBuffer<float> to : register(u0);
cbuffer sizes : register(b0) { uint width, height; };

[numthreads(32, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float2 at = float2(id.xy) * 0.5 - 0.25;
    at = max(at, 0);
    uint2 low = uint2(at), high = min(low + 1, uint2(width, height) - 1);
    float2 part = at - float2(low);
    float above = lerp(from[low.y * width + low.x], from[low.y * width + high.x], part.x);
    float below = lerp(from[high.y * width + low.x], from[high.y * width + high.x], part.x);
    to[id.y * 2 * width + id.x] = lerp(above, below, part.y);
}
