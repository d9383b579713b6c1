// Sums of absolute differences of each block of 4 x 4 bytes and the 16 x 8 places around it in the picture before.
ByteAddressBuffer now : register(t0);
ByteAddressBuffer before : register(t1);
RWStructuredBuffer<uint> sums : register(u0);
cbuffer sizes : register(b0) { uint width, blocks; };

uint four(uint at)
{
    uint low = before.Load(at & ~3u), high = before.Load((at & ~3u) + 4), bits = 8 * (at & 3);
    return bits ? low >> bits | high << (32 - bits) : low;
}

[numthreads(16, 8, 1)]
void main(uint3 group : SV_GroupID, uint3 place : SV_GroupThreadID)
{
    uint own = group.y * 4 * width + group.x * 4, there = (group.y * 4 + place.y) * (width + 16) + group.x * 4 + place.x;
    uint sum = 0;
    [unroll] for (uint y = 0; y < 4; y++) {
        uint a = now.Load(own + y * width), b = four(there + y * (width + 16));
        [unroll] for (uint byte = 0; byte < 32; byte += 8)
            sum += abs(int(a >> byte & 255) - int(b >> byte & 255));
    }
    sums[((group.y * blocks + group.x) * 8 + place.y) * 16 + place.x] = sum;
}
