// The next mip of an RGBA8 image: the mean of 2 x 2 texels.
Texture2D<float4> from : register(t0);
RWTexture2D<unorm float4> to : register(u0);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    int2 at = 2 * int2(id.xy);
    float4 sum = from.Load(int3(at, 0)) + from.Load(int3(at + int2(1, 0), 0)) + from.Load(int3(at + int2(0, 1), 0))
               + from.Load(int3(at + int2(1, 1), 0));
    to[id.xy] = 0.25 * sum;
}
