// Seven points in 3D: each thread marches through the slices of its column. The sizes are in a constant buffer.
StructuredBuffer<float> from : register(t0);
RWStructuredBuffer<float> to : register(u0);
cbuffer sizes : register(b0) { uint width, height, depth; };

[numthreads(32, 4, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint slice = width * height, at = id.y * width + id.x;
    if (id.x < 1 || id.y < 1 || id.x >= width - 1 || id.y >= height - 1)
        return;
    float before = from[at], here = from[at + slice];
    for (uint z = 1; z < depth - 1; z++) {
        uint i = z * slice + at;
        float after = from[i + slice], sides = from[i - 1] + from[i + 1] + from[i - width] + from[i + width];
        to[i] = 0.25 * here + 0.125 * (before + after + sides);
        before = here;
        here = after;
    }
}
