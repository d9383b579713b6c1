// A map of a matrix whose rows are numbered by x.
StructuredBuffer<float> from : register(t0);
RWStructuredBuffer<float> to : register(u0);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint at = id.x * 2048 + id.y;
    to[at] = sqrt(from[at]) * 2 + 1;
}
