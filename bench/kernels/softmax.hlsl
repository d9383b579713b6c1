// Softmax of rows in place: each thread finds its row's maximum, replaces the row by exponentials, and divides by their sum.
RWStructuredBuffer<float> rows : register(u0);
cbuffer sizes : register(b0) { uint width; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint row = id.x * width, i;
    float most = rows[row];
    [loop] for (i = 1; i < width; i++)
        most = max(most, rows[row + i]);
    float sum = 0;
    [loop] for (i = 0; i < width; i++) {
        float e = exp(rows[row + i] - most);
        rows[row + i] = e;
        sum += e;
    }
    [loop] for (i = 0; i < width; i++)
        rows[row + i] /= sum;
}
