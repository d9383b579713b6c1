// Each pixel's 64 channels times a matrix of 64 x 96, in quads: rows of 24 threads, three groups of 8 wide.
StructuredBuffer<float4> pixels : register(t0);
StructuredBuffer<float4> matrix_rows : register(t1);
RWStructuredBuffer<float4> to : register(u0);
cbuffer sizes : register(b0) { uint count, quads_in, quads_out; };

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= quads_out || id.y >= count)
        return;
    float4 sum = 0;
    [loop] for (uint k = 0; k < quads_in; k++) {
        float4 p = pixels[id.y * quads_in + k];
        uint row = 4 * k * quads_out + id.x;
        sum = mad(p.x, matrix_rows[row], sum);
        sum = mad(p.y, matrix_rows[row + quads_out], sum);
        sum = mad(p.z, matrix_rows[row + 2 * quads_out], sum);
        sum = mad(p.w, matrix_rows[row + 3 * quads_out], sum);
    }
    to[id.y * quads_out + id.x] = max(sum, 0);
}
