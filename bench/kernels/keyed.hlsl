// Alpha of RGBA8 pixels from their distance to a colour, in place, four a step, in steps of all threads.
RWStructuredBuffer<uint4> pixels : register(u0);
cbuffer sizes : register(b0) { uint count, threads; };

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    for (uint i = id.x; i < count; i += threads) {
        uint4 four = pixels[i];
        float4 red = float4(four & 255) - 40, green = float4(four >> 8 & 255) - 200, blue = float4(four >> 16 & 255) - 60;
        float4 far = red * red + green * green + blue * blue;
        float4 alpha = clamp((far - 2000) * (255.0 / 16384), 0, 255);
        pixels[i] = (four & 0xffffff) | uint4(alpha + 0.5) << 24;
    }
}
