// Means of 3 x 3 texels, clamped to the size that the texture has.
Texture2D<float4> from : register(t0);
RWTexture2D<float4> to : register(u0);

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint width, height;
    from.GetDimensions(width, height);
    float4 sum = 0;
    [unroll] for (int y = -1; y <= 1; y++)
        [unroll] for (int x = -1; x <= 1; x++) {
            int2 at = clamp(int2(id.xy) + int2(x, y), int2(0, 0), int2(width - 1, height - 1));
            sum += from.Load(int3(at, 0));
        }
    to[id.xy] = sum / 9;
}
