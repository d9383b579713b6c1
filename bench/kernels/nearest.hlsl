// The four nearest of all points for each query: a list kept sorted by insertion.
StructuredBuffer<float4> points : register(t0);
StructuredBuffer<float4> queries : register(t1);
RWStructuredBuffer<uint4> result : register(u0);
cbuffer sizes : register(b0) { uint count; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float3 at = queries[id.x].xyz;
    float4 best = 1e30;
    uint4 index = 0;
    for (uint i = 0; i < count; i++) {
        float3 d = points[i].xyz - at;
        float far = dot(d, d);
        if (far < best.w) {
            best.w = far;
            index.w = i;
            if (best.w < best.z) {
                best.zw = best.wz;
                index.zw = index.wz;
            }
            if (best.z < best.y) {
                best.yz = best.zy;
                index.yz = index.zy;
            }
            if (best.y < best.x) {
                best.xy = best.yx;
                index.xy = index.yx;
            }
        }
    }
    result[id.x] = index;
}
