// Sums of a word and its four neighbours on a picture with a border, groups of 5 x 5, some of which are beyond it.
StructuredBuffer<float> from : register(t0);
RWStructuredBuffer<float> to : register(u0);
cbuffer sizes : register(b0) { uint width, height, pitch; };

[numthreads(5, 5, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= width || id.y >= height)
        return;
    uint at = (id.y + 1) * pitch + id.x + 1;
    to[id.y * width + id.x] = from[at] + from[at - 1] + from[at + 1] + from[at - pitch] + from[at + pitch];
}
