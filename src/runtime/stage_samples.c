/* Sample positions: the standard patterns, and the samples that an invocation shades. */
#include "runtime.h"

/* D3D11.3 19.2.4, in 1/16 pixels from the centre, y down. */
static const int8_t pattern_1[][2] = {{0, 0}};
static const int8_t pattern_2[][2] = {{4, 4}, {-4, -4}};
static const int8_t pattern_4[][2] = {{-2, -6}, {6, -2}, {-6, 2}, {2, 6}};
static const int8_t pattern_8[][2] = {{1, -3}, {-1, 3}, {5, 1}, {-3, -5}, {-5, 5}, {-7, -1}, {3, 7}, {7, -7}};
static const int8_t pattern_16[][2] = {{1, 1},  {-1, -3}, {-3, 2}, {4, -1}, {-5, -2}, {2, 5},
                                       {5, 3},  {3, -5},  {-2, 6}, {0, -7}, {-4, -6}, {-6, 4},
                                       {-8, 0}, {7, -4},  {6, 7},  {-7, -8}};

bool stage_sample_offset(uint32_t samples, uint32_t sample, int8_t offset[2])
{
    const int8_t(*pattern)[2] = NULL;
    offset[0] = offset[1] = 0;
    switch (samples) {
    case 1: pattern = pattern_1; break;
    case 2: pattern = pattern_2; break;
    case 4: pattern = pattern_4; break;
    case 8: pattern = pattern_8; break;
    case 16: pattern = pattern_16; break;
    default: return false;
    }
    if (sample >= samples)
        return false;
    memcpy(offset, pattern[sample], 2);
    return true;
}

static uint32_t all_samples(uint32_t samples)
{
    return samples < 32 ? (1u << samples) - 1 : UINT32_MAX;
}

uint32_t stage_own_samples(const struct program_stage *decls, uint32_t samples, uint64_t invocation)
{
    /* At sample frequency the quads of a pixel's samples follow one another. */
    return decls->sample_frequency ? 1u << invocation / 4 % samples : all_samples(samples);
}

void stage_centroid(uint32_t samples, uint32_t coverage, int8_t offset[2])
{
    uint32_t all = all_samples(samples), covered = coverage & all;
    offset[0] = offset[1] = 0;
    if (covered && covered != all)
        stage_sample_offset(samples, (uint32_t)__builtin_ctz(covered), offset);
}
