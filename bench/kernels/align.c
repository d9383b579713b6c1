/* align: Smith-Waterman scores of pairs of 32 letters, in blocks of lanes. */
#include "peer.h"

enum { LANES = 16, LETTERS = 32 };

static int max(int a, int b)
{
    return a > b ? a : b;
}

static void align_block(const uint32_t *restrict first, const uint32_t *restrict second, int *restrict scores)
{
    int row[LETTERS + 1][LANES] = {{0}}, best[LANES] = {0};
    uint32_t letters[2][LETTERS][LANES];
    for (int i = 0; i < LETTERS; i++)
        for (int n = 0; n < LANES; n++) {
            letters[0][i][n] = first[4 * n + i / 8] >> i % 8 * 4 & 3;
            letters[1][i][n] = second[4 * n + i / 8] >> i % 8 * 4 & 3;
        }
    for (int i = 0; i < LETTERS; i++) {
        int diagonal[LANES] = {0};
        for (int j = 1; j <= LETTERS; j++)
            for (int n = 0; n < LANES; n++) {
                int score = diagonal[n] + (letters[0][i][n] == letters[1][j - 1][n] ? 5 : -3);
                score = max(max(score, row[j][n] - 4), max(row[j - 1][n] - 4, 0));
                diagonal[n] = row[j][n];
                row[j][n] = score;
                best[n] = max(best[n], score);
            }
    }
    for (int n = 0; n < LANES; n++)
        scores[n] = best[n];
}

void peer_align(const struct peer_args *args)
{
    const uint32_t *first = args->buffers[0], *second = args->buffers[1];
    int *scores = args->buffers[2];
    int64_t count = (int64_t)args->counts[2];
#pragma omp parallel for
    for (int64_t n = 0; n < count; n += LANES)
        align_block(first + 4 * n, second + 4 * n, scores + n);
}
