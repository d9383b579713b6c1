// Sum, sum of squares, least and greatest number of each row: a group a row, in steps of its threads, then in g# by 16 threads
// and by one.
struct moments { float sum, squares, least, most; };
StructuredBuffer<float> rows : register(t0);
RWStructuredBuffer<moments> result : register(u0);
cbuffer sizes : register(b0) { uint width; };
groupshared moments parts[256];
groupshared moments few[16];

moments joined(moments a, moments b)
{
    a.sum += b.sum;
    a.squares += b.squares;
    a.least = min(a.least, b.least);
    a.most = max(a.most, b.most);
    return a;
}

[numthreads(256, 1, 1)]
void main(uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    moments all = {0, 0, 3e38, -3e38};
    for (uint i = lane; i < width; i += 256) {
        float number = rows[group.x * width + i];
        moments one = {number, number * number, number, number};
        all = joined(all, one);
    }
    parts[lane] = all;
    GroupMemoryBarrierWithGroupSync();
    if (lane < 16) {
        for (uint k = 1; k < 16; k++)
            all = joined(all, parts[lane + 16 * k]);
        few[lane] = all;
    }
    GroupMemoryBarrierWithGroupSync();
    if (lane == 0) {
        for (uint k = 1; k < 16; k++)
            all = joined(all, few[k]);
        result[group.x] = all;
    }
}
