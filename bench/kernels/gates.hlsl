// A step of a recurrent network: four rows of weights an element of the input, by columns, then sigmoids.
StructuredBuffer<float> input : register(t0);
StructuredBuffer<float> weights : register(t1);
StructuredBuffer<float> cells : register(t2);
RWStructuredBuffer<float2> output : register(u0);
cbuffer sizes : register(b0) { uint columns, elements; };

float sigmoid(float x) { return 1 / (1 + exp(-x)); }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float enter = 0, keep = 0, change = 0, leave = 0;
    for (uint k = 0; k < elements; k++) {
        float x = input[k];
        uint at = k * 4 * columns + id.x;
        enter += x * weights[at];
        keep += x * weights[at + columns];
        change += x * weights[at + 2 * columns];
        leave += x * weights[at + 3 * columns];
    }
    float cell = sigmoid(keep) * cells[id.x] + sigmoid(enter) * sigmoid(change);
    output[id.x] = float2(sigmoid(leave) * sigmoid(cell), cell);
}
