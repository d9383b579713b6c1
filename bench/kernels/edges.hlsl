// Sobel's gradient on a picture with a border, groups of 8 x 8.
StructuredBuffer<float> from : register(t0);
RWStructuredBuffer<float> to : register(u0);
cbuffer sizes : register(b0) { uint width, height, pitch; };

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint at = id.y * pitch + id.x;
    float a = from[at], b = from[at + 1], c = from[at + 2];
    float d = from[at + pitch], f = from[at + pitch + 2];
    float g = from[at + 2 * pitch], h = from[at + 2 * pitch + 1], i = from[at + 2 * pitch + 2];
    float x = (c - a) + 2.0 * (f - d) + (i - g);
    float y = (g - a) + 2.0 * (h - b) + (i - c);
    to[id.y * width + id.x] = sqrt(x * x + y * y);
}
