// Colours of an RGBA8 image looked up in a volume of 32 x 32 x 32, trilinear.
Texture2D<float4> from : register(t0);
Texture3D<float4> table : register(t1);
SamplerState linear_clamp : register(s0);
RWTexture2D<unorm float4> to : register(u0);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float3 colour = from.Load(int3(id.xy, 0)).xyz;
    to[id.xy] = table.SampleLevel(linear_clamp, colour * (31.0 / 32.0) + 0.5 / 32.0, 0);
}
