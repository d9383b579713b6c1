// Bounding boxes of 128 points each, by a tree of float3 in g#.
StructuredBuffer<float3> points : register(t0);
RWStructuredBuffer<float3> boxes : register(u0);
groupshared float3 least[128];
groupshared float3 most[128];

[numthreads(128, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    least[lane] = points[id.x];
    most[lane] = points[id.x];
    GroupMemoryBarrierWithGroupSync();
    [loop] for (uint span = 64; span > 0; span /= 2) {
        if (lane < span) {
            least[lane] = min(least[lane], least[lane + span]);
            most[lane] = max(most[lane], most[lane + span]);
        }
        GroupMemoryBarrierWithGroupSync();
    }
    if (lane == 0) {
        boxes[2 * group.x] = least[0];
        boxes[2 * group.x + 1] = most[0];
    }
}
