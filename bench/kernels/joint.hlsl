// Joint histogram of two pictures in bytes, 256 x 256 bins: a thread counts four pixels.
StructuredBuffer<uint> first : register(t0);
StructuredBuffer<uint> second : register(t1);
RWStructuredBuffer<uint> bins : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint a = first[id.x], b = second[id.x];
    [unroll] for (uint i = 0; i < 4; i++)
        InterlockedAdd(bins[(a >> 8 * i & 255) * 256 + (b >> 8 * i & 255)], 1);
}
