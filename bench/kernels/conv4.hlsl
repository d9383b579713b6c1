// Convolution of 3 x 3 from four planes to four, zeros outside, all loops unrolled: a large function.
StructuredBuffer<float> from : register(t0);
StructuredBuffer<float> weights : register(t1);
RWStructuredBuffer<float> to : register(u0);
cbuffer sizes : register(b0) { int width, height; };

float at(int plane, int x, int y)
{
    if (x < 0 || y < 0 || x >= width || y >= height)
        return 0;
    return from[(plane * height + y) * width + x];
}

[numthreads(16, 8, 1)]
void main(int3 id : SV_DispatchThreadID)
{
    float4 sum = 0;
    [unroll] for (int plane = 0; plane < 4; plane++)
        [unroll] for (int y = 0; y < 3; y++)
            [unroll] for (int x = 0; x < 3; x++) {
                float value = at(plane, id.x + x - 1, id.y + y - 1);
                int first = (plane * 9 + y * 3 + x) * 4;
                sum += value * float4(weights[first], weights[first + 1], weights[first + 2], weights[first + 3]);
            }
    to[(0 * height + id.y) * width + id.x] = sum.x;
    to[(1 * height + id.y) * width + id.x] = sum.y;
    to[(2 * height + id.y) * width + id.x] = sum.z;
    to[(3 * height + id.y) * width + id.x] = sum.w;
}
