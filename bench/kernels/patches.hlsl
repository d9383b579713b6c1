// Patches of 3 x 3 words around each point of a picture of several channels, zeros outside, found by division (im2col).
StructuredBuffer<float> picture : register(t0);
RWStructuredBuffer<float> rows : register(u0);
cbuffer sizes : register(b0) { int width, height, channels; };

[numthreads(256, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    if (id >= uint(width * height * channels * 9))
        return;
    uint row = id / uint(width * height), channel = row / 9, offset = row % 9;
    int x = int(id % uint(width)) + int(offset % 3) - 1, y = int(id / uint(width) % uint(height)) + int(offset / 3) - 1;
    float word = 0;
    if (x >= 0 && y >= 0 && x < width && y < height)
        word = picture[(channel * height + y) * width + x];
    rows[id] = word;
}
