// Rays against spheres: misses continue, the nearest hit is kept as a record.
struct sphere { float3 centre; float radius; };
struct hit { float distance; uint index; float2 uv; };
StructuredBuffer<sphere> spheres : register(t0);
RWStructuredBuffer<hit> hits : register(u0);
cbuffer sizes : register(b0) { uint width, height, count; float scale; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float2 p = float2(id.x % width, id.x / width) * scale - 1.0;
    float3 direction = normalize(float3(p, 1.5));
    hit best;
    best.distance = 1e30;
    best.index = 0xffffffff;
    best.uv = p;
    for (uint i = 0; i < count; i++) {
        sphere s = spheres[i];
        float3 to = s.centre - float3(0, 0, -3);
        float along = dot(to, direction);
        if (along < 0)
            continue;
        float beside = dot(to, to) - along * along, r2 = s.radius * s.radius;
        if (beside > r2)
            continue;
        float distance = along - sqrt(r2 - beside);
        if (distance < best.distance) {
            best.distance = distance;
            best.index = i;
            if (distance < 0.75)
                break;
        }
    }
    hits[id.x] = best;
}
