// Heat in a box: seven points of a tile of 6 x 6 x 6 in g#, groups of 4 x 4 x 4.
StructuredBuffer<float> from : register(t0);
RWStructuredBuffer<float> to : register(u0);
cbuffer sizes : register(b0) { uint width, height, depth; float rate; };
groupshared float tile[216];

[numthreads(4, 4, 4)]
void main(uint3 id : SV_DispatchThreadID, uint3 at : SV_GroupThreadID, uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    for (uint i = lane; i < 216; i += 64) {
        int3 p = int3(group * 4) + int3(i % 6, i / 6 % 6, i / 36) - 1;
        p = clamp(p, int3(0, 0, 0), int3(width - 1, height - 1, depth - 1));
        tile[i] = from[(p.z * height + p.y) * width + p.x];
    }
    GroupMemoryBarrierWithGroupSync();
    uint c = (at.z * 6 + at.y) * 6 + at.x + 43;
    float centre = tile[c];
    float sum = tile[c - 1] + tile[c + 1];
    sum += tile[c - 6] + tile[c + 6];
    sum += tile[c - 36] + tile[c + 36];
    to[(id.z * height + id.y) * width + id.x] = centre + rate * (sum - 6.0 * centre);
}
