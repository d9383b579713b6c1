#include "model.h"

#include <math.h>
#include <string.h>

static double in_range(double factor, enum sm5_partitioning partitioning)
{
    double low = partitioning == EVEN ? 2 : 1;
    double high = partitioning == ODD ? 63 : 64;
    factor = fmin(fmax(factor, low), high);
    bool whole = partitioning == INTEGER || partitioning == POW2;
    return whole ? ceil(factor) : rint(factor * MODEL_ONE) / MODEL_ONE;
}

static bool is_odd(double factor, enum sm5_partitioning partitioning)
{
    if (partitioning == ODD)
        return true;
    return partitioning != EVEN && fmod(factor, 2) == 1;
}

uint32_t model_segments(double factor, enum sm5_partitioning partitioning)
{
    factor = in_range(factor, partitioning);
    uint32_t n = is_odd(factor, partitioning) ? 1 : 2;
    while (n < factor)
        n += 2;
    return n;
}

/* The vertices of a half, by name; a vertex that splits leaves its name to both. */
struct half {
    uint32_t count, names[MODEL_MOST];
    uint32_t epoch, next; /* how many there were at the epoch, and which of those splits next */
};

/* Renames all vertices, so that names[i] is i + 1 and the names identify splits. Returns the parents. */
static void split(struct half *half, uint32_t *parents)
{
    if (half->count == 0) {
        parents[0] = 0;
        *half = (struct half){.count = 1, .names = {1}, .epoch = 1};
        return;
    }
    /* Each vertex of the epoch that was split occurs twice. */
    uint32_t at = 2 * half->next;
    for (uint32_t i = 0; i <= half->count; i++)
        parents[i] = i <= at ? i + 1 : i;
    half->count++;
    if (++half->next == half->epoch) {
        half->epoch = half->count;
        half->next = 0;
    }
}

uint32_t model_edge(double factor, enum sm5_partitioning partitioning, double *at)
{
    factor = in_range(factor, partitioning);
    uint32_t n = model_segments(factor, partitioning), half_count = n / 2, parents[MODEL_MOST] = {0};
    double way = n == factor ? 1 : (factor - (n - 2)) / 2;
    struct half half = {0};
    while (half.count < half_count)
        split(&half, parents);
    at[0] = 0;
    at[n] = 1;
    for (uint32_t i = 1; i <= half_count; i++) {
        double to = (double)i / n, from = n > 2 ? (double)parents[i - 1] / (n - 2) : to;
        at[i] = way == 1 ? to : from + (to - from) * way;
        at[n - i] = 1 - at[i];
    }
    return n;
}

float model_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (float)(*state >> 40) / (float)(1 << 24);
}

static float random_factor(uint64_t *state)
{
    switch ((int)(model_random(state) * 8)) {
    case 0: return 1 + model_random(state) / 1024;
    case 1: return 1 + floorf(model_random(state) * 64);
    case 2: return 70 * model_random(state) + 0.001f;
    case 3: return 1 + floorf(model_random(state) * 4);
    case 4: return (float)(1 << (int)(model_random(state) * 7));
    case 5: return 1 + floorf(model_random(state) * 32) * 2 + model_random(state) / 4096;
    default: return 1 + 12 * model_random(state);
    }
}

void model_random_patch(uint64_t *state, struct sm5_tessellation *patch)
{
    for (unsigned i = 0; i < 4; i++)
        patch->edges[i] = random_factor(state);
    for (unsigned i = 0; i < 2; i++)
        patch->inside[i] = random_factor(state);
}

int64_t model_fixed(float coordinate)
{
    int64_t fixed = (int64_t)((double)coordinate * MODEL_ONE);
    assert_true((double)fixed / MODEL_ONE == (double)coordinate);
    assert_in_range(fixed, 0, MODEL_ONE);
    return fixed;
}
