// Smith-Waterman scores of pairs of 32 letters, eight a word of four bits each: a row of the matrix in an array.
StructuredBuffer<uint4> first : register(t0);
StructuredBuffer<uint4> second : register(t1);
RWStructuredBuffer<int> scores : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    int row[33];
    uint words[4] = {second[id.x].x, second[id.x].y, second[id.x].z, second[id.x].w};
    uint i, j;
    for (j = 0; j < 33; j++)
        row[j] = 0;
    int best = 0;
    [loop] for (i = 0; i < 32; i++) {
        uint4 from = first[id.x];
        uint word = i < 8 ? from.x : i < 16 ? from.y : i < 24 ? from.z : from.w;
        uint letter = word >> (4 * (i & 7)) & 3;
        int diagonal = 0;
        [loop] for (j = 1; j < 33; j++) {
            uint other = words[(j - 1) >> 3] >> (4 * ((j - 1) & 7)) & 3;
            int score = diagonal + (letter == other ? 5 : -3);
            score = max(max(score, row[j] - 4), max(row[j - 1] - 4, 0));
            diagonal = row[j];
            row[j] = score;
            best = max(best, score);
        }
    }
    scores[id.x] = best;
}
