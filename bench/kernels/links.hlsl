// Scores of pages by those that link to them: lists of 2 to 128 sources, most of them short.
struct page { float score; float share; };
StructuredBuffer<uint> starts : register(t0);
StructuredBuffer<uint> sources : register(t1);
StructuredBuffer<page> pages : register(t2);
RWStructuredBuffer<float> scores : register(u0);

[numthreads(128, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint i = starts[id.x]; i < starts[id.x + 1]; i++) {
        uint source = sources[i];
        sum += pages[source].score * pages[source].share;
    }
    scores[id.x] = 0.15 + 0.85 * sum;
}
