// The half of a cube around +z as a picture: a paraboloid map.
TextureCube<float4> from : register(t0);
SamplerState linear_clamp : register(s0);
RWTexture2D<unorm float4> to : register(u0);
cbuffer sizes : register(b0) { float inverse_width, inverse_height; };

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float2 at = (float2(id.xy) + 0.5) * float2(inverse_width, inverse_height) * 2 - 1;
    to[id.xy] = from.SampleLevel(linear_clamp, float3(2 * at, 1 - dot(at, at)), 0);
}
