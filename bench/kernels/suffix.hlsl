// Sums from the ends of the rows of a texture.
Texture2D<float> from : register(t0);
RWTexture2D<float> to : register(u0);
cbuffer sizes : register(b0) { int width, height; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    for (int x = width - 1; x >= 0; x--) {
        sum += from[uint2(x, id.x)];
        to[uint2(x, id.x)] = sum;
    }
}
