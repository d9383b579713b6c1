// Heat in 3D: a group marches along z, with three planes in registers and the middle one, with a border, in g#.
StructuredBuffer<float> heat : register(t0);
RWStructuredBuffer<float> next : register(u0);
cbuffer sizes : register(b0) { int width, height, depth; };
groupshared float plane[340];

float at(int x, int y, int z)
{
    if (x < 0 || y < 0 || z < 0 || x >= width || y >= height || z >= depth)
        return 0;
    return heat[(z * height + y) * width + x];
}

[numthreads(32, 8, 1)]
void main(uint3 thread : SV_GroupThreadID, uint3 id : SV_DispatchThreadID)
{
    int x = id.x, y = id.y;
    uint own = (thread.y + 1) * 34 + thread.x + 1;
    float before = 0, here = at(x, y, 0);
    [loop] for (int z = 0; z < depth; z++) {
        float after = at(x, y, z + 1);
        plane[own] = here;
        if (thread.x == 0)
            plane[own - 1] = at(x - 1, y, z);
        if (thread.x == 31)
            plane[own + 1] = at(x + 1, y, z);
        if (thread.y == 0)
            plane[own - 34] = at(x, y - 1, z);
        if (thread.y == 7)
            plane[own + 34] = at(x, y + 1, z);
        GroupMemoryBarrierWithGroupSync();
        float sides = plane[own - 1] + plane[own + 1] + plane[own - 34] + plane[own + 34] + before + after;
        next[(z * height + y) * width + x] = here + 0.125 * (sides - 6 * here);
        GroupMemoryBarrierWithGroupSync();
        before = here;
        here = after;
    }
}
