// Seven points in 3D, a tile of 10 x 10 x 6 in g#, zeros outside; a step of Jacobi's method for Poisson's equation.
StructuredBuffer<float> solution : register(t0);
StructuredBuffer<float> sources : register(t1);
RWStructuredBuffer<float> next : register(u0);
cbuffer sizes : register(b0) { int width, height, depth; };
groupshared float tile[600];

[numthreads(8, 8, 4)]
void main(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID, uint flat : SV_GroupIndex)
{
    int3 first = int3(group * uint3(8, 8, 4)) - 1;
    for (uint n = flat; n < 600; n += 256) {
        int3 p = first + int3(n % 10, n / 10 % 10, n / 100);
        float word = 0;
        if (p.x >= 0 && p.y >= 0 && p.z >= 0 && p.x < width && p.y < height && p.z < depth)
            word = solution[(p.z * height + p.y) * width + p.x];
        tile[n] = word;
    }
    GroupMemoryBarrierWithGroupSync();
    uint x = group.x * 8 + thread.x, y = group.y * 8 + thread.y, z = group.z * 4 + thread.z;
    uint own = ((thread.z + 1) * 10 + thread.y + 1) * 10 + thread.x + 1, at = (z * height + y) * width + x;
    float sides = tile[own - 1] + tile[own + 1] + tile[own - 10] + tile[own + 10] + tile[own - 100] + tile[own + 100];
    next[at] = (sides - sources[at]) * (1.0 / 6.0);
}
