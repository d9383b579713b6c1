// Samples at 8/5 of their rate: each output's phase has 16 taps of its own.
StructuredBuffer<float> from : register(t0), taps : register(t1);
RWStructuredBuffer<float> to : register(u0);
cbuffer sizes : register(b0) { uint up, down, length; };

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint at = id.x * down, newest = at / up + length, phase = at % up;
    float sum = 0;
    [loop] for (uint i = 0; i < length; i++)
        sum += taps[phase * length + i] * from[newest - i];
    to[id.x] = sum;
}
