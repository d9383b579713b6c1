// Running sums along the columns of a texture.
Texture2D<float> from : register(t0);
RWTexture2D<float> to : register(u0);
cbuffer sizes : register(b0) { uint width, height; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint y = 0; y < height; y++) {
        sum += from[uint2(id.x, y)];
        to[uint2(id.x, y)] = sum;
    }
}
