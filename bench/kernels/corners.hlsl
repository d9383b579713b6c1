// Corners of a picture: products of gradients in a tile of g#, summed over 5 x 5, clamped at the border.
StructuredBuffer<float> picture : register(t0);
RWStructuredBuffer<float> response : register(u0);
cbuffer sizes : register(b0) { int width, height; };

groupshared float3 products[36 * 12];

float at(int x, int y) { return picture[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)]; }

[numthreads(32, 8, 1)]
void main(int3 id : SV_DispatchThreadID, int3 group : SV_GroupID, uint3 local : SV_GroupThreadID, uint flat : SV_GroupIndex)
{
    for (uint i = flat; i < 36 * 12; i += 256) {
        int x = group.x * 32 + (int)(i % 36) - 2, y = group.y * 8 + (int)(i / 36) - 2;
        float2 gradient = float2(at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1));
        products[i] = float3(gradient * gradient, gradient.x * gradient.y);
    }
    GroupMemoryBarrierWithGroupSync();
    float3 sum = 0;
    [unroll] for (uint v = 0; v < 5; v++)
        [unroll] for (uint u = 0; u < 5; u++)
            sum += products[(local.y + v) * 36 + local.x + u];
    float trace = sum.x + sum.y;
    response[id.y * width + id.x] = sum.x * sum.y - sum.z * sum.z - 0.05 * trace * trace;
}
