// Perlin's noise: four octaves, gradients by a permutation table.
StructuredBuffer<uint> permutation : register(t0);
RWStructuredBuffer<float> image : register(u0);
cbuffer sizes : register(b0) { uint width, height; float scale; };

float gradient(uint hash, float2 d)
{
    float2 g = hash & 4 ? d.yx : d.xy;
    return (hash & 1 ? -g.x : g.x) + (hash & 2 ? -2 : 2) * g.y;
}

float noise(float2 at)
{
    float2 cell = floor(at), d = at - cell;
    float2 t = d * d * d * (d * (d * 6 - 15) + 10);
    uint2 c = uint2(int2(cell)) & 255;
    uint left = permutation[c.x], right = permutation[(c.x + 1) & 255];
    float a = gradient(permutation[(left + c.y) & 255], d);
    float b = gradient(permutation[(right + c.y) & 255], d - float2(1, 0));
    float e = gradient(permutation[(left + c.y + 1) & 255], d - float2(0, 1));
    float f = gradient(permutation[(right + c.y + 1) & 255], d - float2(1, 1));
    return lerp(lerp(a, b, t.x), lerp(e, f, t.x), t.y);
}

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float2 at = float2(id.xy) * scale;
    float sum = 0, weight = 1;
    [loop] for (uint i = 0; i < 4; i++) {
        sum += noise(at) * weight;
        at *= 2;
        weight *= 0.5;
    }
    image[id.y * width + id.x] = sum;
}
