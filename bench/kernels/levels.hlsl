// Blocks of 8 x 8 words, transformed by cosines and divided by steps, both from arrays that each thread fills.
StructuredBuffer<float> picture : register(t0);
RWStructuredBuffer<float> levels : register(u0);
cbuffer sizes : register(b0) { uint width; };
static const float cosines[64] = {
    0.35355339, 0.35355339, 0.35355339, 0.35355339, 0.35355339, 0.35355339, 0.35355339, 0.35355339,
    0.49039264, 0.41573481, 0.27778512, 0.09754516, -0.09754516, -0.27778512, -0.41573481, -0.49039264,
    0.46193977, 0.19134172, -0.19134172, -0.46193977, -0.46193977, -0.19134172, 0.19134172, 0.46193977,
    0.41573481, -0.09754516, -0.49039264, -0.27778512, 0.27778512, 0.49039264, 0.09754516, -0.41573481,
    0.35355339, -0.35355339, -0.35355339, 0.35355339, 0.35355339, -0.35355339, -0.35355339, 0.35355339,
    0.27778512, -0.49039264, 0.09754516, 0.41573481, -0.41573481, -0.09754516, 0.49039264, -0.27778512,
    0.19134172, -0.46193977, 0.46193977, -0.19134172, -0.19134172, 0.46193977, -0.46193977, 0.19134172,
    0.09754516, -0.27778512, 0.41573481, -0.49039264, 0.49039264, -0.41573481, 0.27778512, -0.09754516 };
static const uint steps[64] = {
    8, 11, 14, 17, 20, 23, 26, 29,
    10, 13, 16, 19, 22, 25, 28, 31,
    12, 15, 18, 21, 24, 27, 30, 33,
    14, 17, 20, 23, 26, 29, 32, 35,
    16, 19, 22, 25, 28, 31, 34, 37,
    18, 21, 24, 27, 30, 33, 36, 39,
    20, 23, 26, 29, 32, 35, 38, 41,
    22, 25, 28, 31, 34, 37, 40, 43 };
groupshared float words[64];
groupshared float rows[64];

[numthreads(8, 8, 1)]
void main(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID)
{
    uint own = thread.y * 8 + thread.x;
    words[own] = picture[(group.y * 8 + thread.y) * width + group.x * 8 + thread.x];
    GroupMemoryBarrierWithGroupSync();
    float sum = 0;
    [unroll] for (uint x = 0; x < 8; x++)
        sum += words[thread.y * 8 + x] * cosines[thread.x * 8 + x];
    rows[own] = sum;
    GroupMemoryBarrierWithGroupSync();
    sum = 0;
    [unroll] for (uint y = 0; y < 8; y++)
        sum += rows[y * 8 + thread.x] * cosines[thread.y * 8 + y];
    levels[(group.y * (width / 8) + group.x) * 64 + own] = sum / steps[own];
}
