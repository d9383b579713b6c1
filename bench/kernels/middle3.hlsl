// The median of 3 x 3 texels of a float image, clamped at its edges.
Texture2D<float> from : register(t0);
RWTexture2D<float> to : register(u0);
cbuffer sizes : register(b0) { int width, height; };

float load(int x, int y)
{
    return from.Load(int3(clamp(x, 0, width - 1), clamp(y, 0, height - 1), 0));
}

float3 sorted(float a, float b, float c)
{
    float low = min(a, b), high = max(a, b);
    return float3(min(low, c), max(low, min(high, c)), max(high, c));
}

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    int x = int(id.x), y = int(id.y);
    float3 a = sorted(load(x - 1, y - 1), load(x, y - 1), load(x + 1, y - 1));
    float3 b = sorted(load(x - 1, y), load(x, y), load(x + 1, y));
    float3 c = sorted(load(x - 1, y + 1), load(x, y + 1), load(x + 1, y + 1));
    float low = max(a.x, max(b.x, c.x)), middle = sorted(a.y, b.y, c.y).y, high = min(a.z, min(b.z, c.z));
    to[id.xy] = sorted(low, middle, high).y;
}
