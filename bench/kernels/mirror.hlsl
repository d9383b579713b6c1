// Elements in reverse order.
StructuredBuffer<float> from : register(t0);
RWStructuredBuffer<float> to : register(u0);

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    to[id.x] = from[4194303 - id.x] * 2;
}
