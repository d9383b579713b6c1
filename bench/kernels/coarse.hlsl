// The residual of Poisson's equation on 66 x 66 x 66, restricted to half as many points: a step of multigrid.
StructuredBuffer<float> solution : register(t0);
StructuredBuffer<float> sources : register(t1);
RWStructuredBuffer<float> coarse : register(u0);

float residual(uint3 p)
{
    uint i = (p.z * 66 + p.y) * 66 + p.x;
    float sides = solution[i - 1] + solution[i + 1] + solution[i - 66] + solution[i + 66] + solution[i - 4356] +
                  solution[i + 4356];
    return sources[i] - (6 * solution[i] - sides);
}

[numthreads(4, 4, 4)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    [unroll] for (uint k = 0; k < 8; k++)
        sum += residual(2 * id + 1 + uint3(k & 1, (k >> 1) & 1, k >> 2));
    coarse[(id.z * 32 + id.y) * 32 + id.x] = sum * 0.125;
}
