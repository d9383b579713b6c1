// Bitonic sorts of 256 keys in g#.
StructuredBuffer<uint> from : register(t0);
RWStructuredBuffer<uint> to : register(u0);
groupshared uint keys[256];

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    keys[lane] = from[id.x];
    GroupMemoryBarrierWithGroupSync();
    [loop] for (uint size = 2; size <= 256; size *= 2) {
        [loop] for (uint step = size / 2; step > 0; step /= 2) {
            uint other = lane ^ step;
            if (other > lane) {
                uint a = keys[lane], b = keys[other];
                bool descends = (lane & size) != 0;
                if ((a > b) != descends) {
                    keys[lane] = b;
                    keys[other] = a;
                }
            }
            GroupMemoryBarrierWithGroupSync();
        }
    }
    to[id.x] = keys[lane];
}
