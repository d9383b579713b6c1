// Filter of five rows of grey bytes, 1 4 6 4 1, through tiles of 128 x 12 in g#; four bytes a thread.
ByteAddressBuffer picture : register(t0);
RWStructuredBuffer<uint> filtered : register(u0);
cbuffer sizes : register(b0) { uint words; };
groupshared uint tile[12 * 128];

[numthreads(32, 8, 1)]
void main(uint3 group : SV_GroupID, uint3 place : SV_GroupThreadID, uint flat : SV_GroupIndex)
{
    for (uint i = flat; i < 12 * 32; i += 256) {
        uint four = picture.Load(4 * ((group.y * 8 + i / 32) * words + group.x * 32 + i % 32));
        [unroll] for (uint byte = 0; byte < 4; byte++)
            tile[4 * i + byte] = four >> 8 * byte & 255;
    }
    GroupMemoryBarrierWithGroupSync();
    uint result = 0;
    [unroll] for (uint byte = 0; byte < 4; byte++) {
        uint at = place.y * 128 + place.x * 4 + byte;
        uint sum = tile[at] + tile[at + 512] + 4 * (tile[at + 128] + tile[at + 384]) + 6 * tile[at + 256];
        result |= (sum + 8 >> 4) << 8 * byte;
    }
    filtered[(group.y * 8 + place.y) * words + group.x * 32 + place.x] = result;
}
