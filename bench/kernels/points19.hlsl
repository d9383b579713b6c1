// A step of diffusion in 3D with 19 points, clamped at the borders, of sizes that groups of 4 x 4 x 4 do not divide.
StructuredBuffer<float> heat : register(t0);
StructuredBuffer<float> rates : register(t1);
RWStructuredBuffer<float> next : register(u0);
cbuffer sizes : register(b0) { uint width, height, depth; float time; };

[numthreads(4, 4, 4)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= width || id.y >= height || id.z >= depth)
        return;
    uint left = id.x > 0 ? id.x - 1 : 0, right = min(id.x + 1, width - 1);
    uint above = id.y > 0 ? id.y - 1 : 0, below = min(id.y + 1, height - 1);
    uint front = id.z > 0 ? id.z - 1 : 0, back = min(id.z + 1, depth - 1);
    uint own = (id.z * height + id.y) * width, up = (id.z * height + above) * width, down = (id.z * height + below) * width;
    uint fore = (front * height + id.y) * width, aft = (back * height + id.y) * width;
    float faces = heat[own + left] + heat[own + right] + heat[up + id.x] + heat[down + id.x] + heat[fore + id.x] + heat[aft + id.x];
    float edges = heat[up + left] + heat[up + right] + heat[down + left] + heat[down + right] + heat[fore + left] + heat[fore + right] +
                  heat[aft + left] + heat[aft + right] + heat[(front * height + above) * width + id.x] +
                  heat[(front * height + below) * width + id.x] + heat[(back * height + above) * width + id.x] +
                  heat[(back * height + below) * width + id.x];
    float here = heat[own + id.x];
    next[own + id.x] = here + time * rates[own + id.x] * (faces / 3 + edges / 6 - 4 * here);
}
