// Catmull-Rom resize of packed pixels to another size: 16 clamped texels each.
StructuredBuffer<uint> source : register(t0);
RWStructuredBuffer<uint> image : register(u0);
cbuffer sizes : register(b0) { uint width, height, from_width, from_height; float scale; };

float4 unpack(uint texel)
{
    return float4(texel & 255, texel >> 8 & 255, texel >> 16 & 255, texel >> 24);
}

float4 weights(float t)
{
    return float4(((-0.5 * t + 1) * t - 0.5) * t, (1.5 * t - 2.5) * t * t + 1, ((-1.5 * t + 2) * t + 0.5) * t,
                  (0.5 * t - 0.5) * t * t);
}

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float2 at = (float2(id.xy) + 0.5) * scale - 0.5, cell = floor(at);
    float4 wx = weights(at.x - cell.x), wy = weights(at.y - cell.y);
    float rows[4] = {wy.x, wy.y, wy.z, wy.w};
    float4 sum = 0;
    [loop] for (int j = 0; j < 4; j++) {
        int y = clamp(int(cell.y) + j - 1, 0, int(from_height) - 1) * int(from_width);
        int x = int(cell.x), last = int(from_width) - 1;
        float4 row = unpack(source[y + clamp(x - 1, 0, last)]) * wx.x + unpack(source[y + clamp(x, 0, last)]) * wx.y
                   + unpack(source[y + clamp(x + 1, 0, last)]) * wx.z + unpack(source[y + clamp(x + 2, 0, last)]) * wx.w;
        sum += row * rows[j];
    }
    uint4 texel = uint4(clamp(sum + 0.5, 0, 255));
    image[id.y * width + id.x] = texel.x | texel.y << 8 | texel.z << 16 | texel.w << 24;
}
