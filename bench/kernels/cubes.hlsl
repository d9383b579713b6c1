// Marching cubes, classification: which of a cell's corners are inside, and how many triangles that makes.
StructuredBuffer<float> field : register(t0);
StructuredBuffer<uint> triangles : register(t1);
RWStructuredBuffer<uint> cases : register(u0);
RWStructuredBuffer<uint> counts : register(u1);
cbuffer sizes : register(b0) { uint width, height, depth; float level; };

[numthreads(8, 8, 4)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= width || id.y >= height || id.z >= depth)
        return;
    uint bits = 0;
    for (uint i = 0; i < 8; i++) {
        uint3 at = id + uint3(i & 1, i >> 1 & 1, i >> 2);
        if (field[(at.z * (height + 1) + at.y) * (width + 1) + at.x] < level)
            bits |= 1u << i;
    }
    uint cell = (id.z * height + id.y) * width + id.x;
    cases[cell] = bits;
    counts[cell] = triangles[bits];
}
