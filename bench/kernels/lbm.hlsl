// A step of the lattice Boltzmann method (D2Q9) on a torus: a plane of floats for each of nine directions.
StructuredBuffer<float> from : register(t0);
RWStructuredBuffer<float> to : register(u0);
cbuffer sizes : register(b0) { uint width, height; float omega; };

static const int2 directions[9] = {int2(0, 0), int2(1, 0), int2(0, 1), int2(-1, 0), int2(0, -1),
                                   int2(1, 1), int2(-1, 1), int2(-1, -1), int2(1, -1)};
static const float weights[9] = {4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

[numthreads(32, 4, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float density[9], sum = 0;
    float2 velocity = 0;
    uint plane = width * height;
    [unroll] for (int i = 0; i < 9; i++) {
        uint x = (id.x + width - directions[i].x) % width, y = (id.y + height - directions[i].y) % height;
        density[i] = from[i * plane + y * width + x] + 1.5;
        sum += density[i];
        velocity += density[i] * float2(directions[i]);
    }
    velocity /= sum;
    float energy = dot(velocity, velocity);
    [unroll] for (int k = 0; k < 9; k++) {
        float along = dot(float2(directions[k]), velocity);
        float rest = weights[k] * sum * (1 + 3 * along + 4.5 * along * along - 1.5 * energy);
        to[k * plane + id.y * width + id.x] = density[k] + omega * (rest - density[k]);
    }
}
