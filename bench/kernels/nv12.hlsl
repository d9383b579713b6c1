// NV12 to RGBA8: a plane of luma, and one of chroma at half the size.
Texture2D<float> luma : register(t0);
Texture2D<float2> chroma : register(t1);
RWTexture2D<unorm float4> to : register(u0);

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float y = 1.164 * (luma[id.xy] - 16.0 / 255);
    float2 c = chroma[id.xy / 2] - 0.5;
    to[id.xy] = float4(y + 1.596 * c.y, y - 0.392 * c.x - 0.813 * c.y, y + 2.017 * c.x, 1);
}
