// Inclusive sums of blocks of 512 by Hillis and Steele: two halves of g# in turn, a barrier a step.
StructuredBuffer<float> from : register(t0);
RWStructuredBuffer<float> to : register(u0);
groupshared float sums[1024];

[numthreads(512, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    uint half_at = 0;
    sums[lane] = from[id.x];
    GroupMemoryBarrierWithGroupSync();
    for (uint offset = 1; offset < 512; offset *= 2) {
        uint at = half_at * 512 + lane, next = (1 - half_at) * 512 + lane;
        sums[next] = lane >= offset ? sums[at] + sums[at - offset] : sums[at];
        half_at = 1 - half_at;
        GroupMemoryBarrierWithGroupSync();
    }
    to[id.x] = sums[half_at * 512 + lane];
}
