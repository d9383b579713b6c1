// A step of an electric field on a grid of 80 x 80 x 80: the curl of the magnetic one, vectors of three floats, in groups of 4 x 4 x 4.
StructuredBuffer<float3> magnetic : register(t0);
StructuredBuffer<float2> matter : register(t1);
RWStructuredBuffer<float3> electric : register(u0);

static const uint size = 80;

[numthreads(4, 4, 4)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x == 0 || id.y == 0 || id.z == 0)
        return;
    uint at = (id.z * size + id.y) * size + id.x;
    float3 h = magnetic[at], x = h - magnetic[at - 1], y = h - magnetic[at - size], z = h - magnetic[at - size * size];
    float3 curl = float3(y.z - z.y, z.x - x.z, x.y - y.x);
    electric[at] = electric[at] * matter[at].x + curl * matter[at].y;
}
