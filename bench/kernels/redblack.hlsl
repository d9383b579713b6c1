// Red-black relaxation in place: a thread changes every second word of its row.
RWStructuredBuffer<float> field : register(u0);
cbuffer sizes : register(b0) { uint width, height; };

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint y = id.y + 1, at = y * width + 2 * id.x + 1 + (y & 1);
    float sides = field[at - 1] + field[at + 1] + field[at - width] + field[at + width];
    field[at] = 0.2 * field[at] + 0.2 * sides;
}
