// Skinning: a vertex moved by four bones of a palette of 3 x 4 matrices.
struct vertex { float3 position; uint bones; float4 weights; };
struct bone { float4 row0, row1, row2; };
StructuredBuffer<vertex> vertices : register(t0);
StructuredBuffer<bone> palette : register(t1);
RWStructuredBuffer<float3> moved : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    vertex v = vertices[id.x];
    float4 p = float4(v.position, 1);
    float3 sum = 0;
    [unroll] for (uint i = 0; i < 4; i++) {
        bone b = palette[v.bones >> 8 * i & 63];
        sum += v.weights[i] * float3(dot(b.row0, p), dot(b.row1, p), dot(b.row2, p));
    }
    moved[id.x] = sum;
}
