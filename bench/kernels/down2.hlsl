// Means of 2 x 2 elements of a plane of 2048 x 2048.
StructuredBuffer<float> from : register(t0);
RWStructuredBuffer<float> to : register(u0);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint at = id.y * 4096 + id.x * 2;
    to[id.y * 1024 + id.x] = (from[at] + from[at + 1] + from[at + 2048] + from[at + 2049]) * 0.25;
}
