/* sm5 run --rect: quads over a rectangle of pixels. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/cli_stage.h"

/* Quads start at even coordinates; a lane outside the rectangle is a helper with the inputs of the nearest
   pixel. */
static void place_lane(struct stage_job *s, uint64_t invocation, const int64_t left_top[2],
                       uint64_t quads_wide, uint64_t samples)
{
    const uint32_t *rect = s->options->rect;
    uint64_t quad = invocation / 4 / samples;
    int64_t x = left_top[0] + 2 * (int64_t)(quad % quads_wide) + (int64_t)(invocation & 1) - rect[0];
    int64_t y = left_top[1] + 2 * (int64_t)(quad / quads_wide) + (int64_t)(invocation >> 1 & 1) - rect[1];
    int64_t right = (int64_t)rect[2] - 1, bottom = (int64_t)rect[3] - 1;
    s->outside[invocation] = x < 0 || y < 0 || x > right || y > bottom;
    x = x < 0 ? 0 : x > right ? right : x;
    y = y < 0 ? 0 : y > bottom ? bottom : y;
    s->pixel_of[invocation] = ((uint64_t)y * rect[2] + (uint64_t)x) * samples + invocation / 4 % samples;
}

bool stage_make_rect(struct stage_job *s)
{
    const uint32_t *rect = s->options->rect;
    const int64_t left_top[2] = {rect[0] & ~1u, rect[1] & ~1u};
    uint64_t samples = s->info.sample_frequency && s->run.samples ? s->run.samples : 1;
    uint64_t wide = (rect[0] + (uint64_t)rect[2] + 1 - (uint64_t)left_top[0]) / 2;
    uint64_t high = (rect[1] + (uint64_t)rect[3] + 1 - (uint64_t)left_top[1]) / 2;
    s->pixels = (uint64_t)rect[2] * rect[3] * samples;
    s->run.count = 4 * wide * high * samples;
    if (s->run.count > STAGE_INVOCATIONS)
        return host_error("--rect: %" PRIu64 " invocations; expected at most %" PRIu64, s->run.count,
                          STAGE_INVOCATIONS);
    s->pixel_of = calloc(s->run.count + 1, sizeof *s->pixel_of);
    s->outside = calloc(s->run.count + 1, 1);
    if (!s->pixel_of || !s->outside)
        return host_error("out of memory");
    for (uint64_t i = 0; i < s->run.count; i++)
        place_lane(s, i, left_top, wide, samples);
    return true;
}
