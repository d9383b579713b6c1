// Least and greatest depth of each 4 x 4 texels.
Texture2D<float> depth : register(t0);
RWStructuredBuffer<float2> range : register(u0);
cbuffer sizes : register(b0) { uint width; };

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float2 both = depth.Load(int3(4 * id.xy, 0));
    [unroll] for (uint i = 1; i < 16; i++) {
        float texel = depth.Load(int3(4 * id.xy + uint2(i & 3, i >> 2), 0));
        both = float2(min(both.x, texel), max(both.y, texel));
    }
    range[id.y * width + id.x] = both;
}
