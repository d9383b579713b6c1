// A step of heat in 3D, edges repeated; threads of one dimension find their point by division.
StructuredBuffer<float> heat : register(t0);
RWStructuredBuffer<float> next : register(u0);
cbuffer sizes : register(b0) { uint width, height, depth; };

float at(int x, int y, int z)
{
    x = clamp(x, 0, int(width) - 1);
    y = clamp(y, 0, int(height) - 1);
    z = clamp(z, 0, int(depth) - 1);
    return heat[(z * height + y) * width + x];
}

[numthreads(256, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    if (id >= width * height * depth)
        return;
    int x = id % width, y = id / width % height, z = id / (width * height);
    float own = heat[id];
    float sides = at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z) + at(x, y, z - 1) + at(x, y, z + 1);
    next[id] = own + 0.125 * (sides - 6 * own);
}
