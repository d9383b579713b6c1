// Many products of two 4 x 4 matrices, each plus its first factor: a thread a row, groups of 4 x 16.
struct square { float4 rows[4]; };
StructuredBuffer<square> left : register(t0);
StructuredBuffer<square> right : register(t1);
RWStructuredBuffer<square> to : register(u0);

[numthreads(4, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float4 row = left[id.y].rows[id.x];
    float4 sum = row;
    sum += row.x * right[id.y].rows[0];
    sum += row.y * right[id.y].rows[1];
    sum += row.z * right[id.y].rows[2];
    sum += row.w * right[id.y].rows[3];
    to[id.y].rows[id.x] = sum;
}
