// Heat in a box: seven points of a structured buffer, groups of 4 x 4 x 4.
StructuredBuffer<float> from : register(t0);
RWStructuredBuffer<float> to : register(u0);
cbuffer sizes : register(b0) { uint width, height, depth; float rate; };

float at(int3 p)
{
    p = clamp(p, int3(0, 0, 0), int3(width - 1, height - 1, depth - 1));
    return from[(p.z * height + p.y) * width + p.x];
}

[numthreads(4, 4, 4)]
void main(uint3 id : SV_DispatchThreadID)
{
    int3 p = int3(id);
    float centre = at(p);
    float sum = at(p - int3(1, 0, 0)) + at(p + int3(1, 0, 0));
    sum += at(p - int3(0, 1, 0)) + at(p + int3(0, 1, 0));
    sum += at(p - int3(0, 0, 1)) + at(p + int3(0, 0, 1));
    to[(id.z * height + id.y) * width + id.x] = centre + rate * (sum - 6.0 * centre);
}
