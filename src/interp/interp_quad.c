/* Quads of pixels: derivatives, and pull-model evaluation of inputs at other positions. */
#include "interp/interp_worker.h"
#include "numeric/numeric.h"

/* D3D11.3 22.5: coarse uses the upper row and the left column, fine the pixel's own. */
void interp_pair(enum isa_derivative kind, uint32_t i, uint32_t *low, uint32_t *high)
{
    uint32_t quad = i & ~3u;
    switch (kind) {
    case ISA_DERIVATIVE_X_COARSE: *low = quad, *high = quad + 1; break;
    case ISA_DERIVATIVE_Y_COARSE: *low = quad, *high = quad + 2; break;
    case ISA_DERIVATIVE_X_FINE: *low = i & ~1u, *high = i | 1u; break;
    case ISA_DERIVATIVE_Y_FINE: *low = i & ~2u, *high = i | 2u; break;
    }
}

void interp_difference(uint32_t lanes, enum isa_derivative kind, const uint32_t *active, const uint32_t *s,
                       uint32_t *d)
{
    for (uint32_t i = 0; i < lanes; i++) {
        uint32_t low = i, high = i;
        interp_pair(kind, i, &low, &high);
        bool counts = !active || (active[low] && active[high]);
        d[i] = counts ? num_add(s[high], s[low] ^ 0x80000000u) : 0;
    }
}

void interp_derivative(struct interp_worker *w, const struct plan_op *op)
{
    const struct plan_unit *units = &w->plan->units.data[op->units];
    const uint32_t *active = op->quad.all_lanes ? NULL : w->active;
    for (unsigned u = 0; u < op->units_count; u++)
        interp_difference(w->lanes, (enum isa_derivative)op->quad.kind, active,
                          interp_column(w, units[u].s[0]), interp_column(w, units[u].d[0]));
}

/* ---- pull-model inputs ---- */

/* 1/16 pixels from the centre, D3D11.3 22.4.25: the low four bits, signed. */
static int8_t snapped(uint32_t word)
{
    return (int8_t)((int32_t)(word << 28) >> 28);
}

static void centroid_of(const struct interp_worker *w, uint32_t lane, int8_t offset[2])
{
    uint32_t coverage = interp_column(w, w->plan->system + STAGE_COVERAGE)[lane];
    stage_centroid(w->run->stage->samples, coverage, offset);
}

/* The position at which the input was evaluated. */
static void origin_of(const struct interp_worker *w, enum program_interpolation mode, uint32_t lane,
                      int8_t offset[2])
{
    offset[0] = offset[1] = 0;
    if (mode == PROGRAM_FROM_SAMPLE)
        stage_sample_offset(w->run->stage->samples, interp_sample_of(w, w->group * STAGE_BATCH + lane),
                            offset);
    if (mode == PROGRAM_FROM_CENTROID)
        centroid_of(w, lane, offset);
}

static void target_of(const struct interp_worker *w, const struct plan_op *op, const struct plan_unit *unit,
                      uint32_t lane, int8_t offset[2])
{
    uint32_t samples = w->run->stage->samples;
    switch (op->opcode) {
    case ISA_EVAL_SNAPPED:
        offset[0] = snapped(interp_column(w, unit->s[2])[lane]);
        offset[1] = snapped(interp_column(w, unit->s[4])[lane]);
        break;
    case ISA_EVAL_SAMPLE_INDEX:
        stage_sample_offset(samples, interp_column(w, unit->s[2])[lane], offset);
        break;
    default: centroid_of(w, lane, offset); break;
    }
}

static uint32_t sixteenths(int value)
{
    return bits_of_float((float)value / 16);
}

/* Extrapolates linearly, with the fine derivatives of the quad. */
static void pull(struct interp_worker *w, const struct plan_op *op, const struct plan_unit *unit)
{
    const uint32_t *s = interp_column(w, unit->s[0]);
    uint32_t *d = interp_column(w, unit->d[0]);
    const uint32_t *active = op->quad.all_lanes ? NULL : w->active;
    uint32_t dx[STAGE_BATCH], dy[STAGE_BATCH];
    interp_difference(w->lanes, ISA_DERIVATIVE_X_FINE, active, s, dx);
    interp_difference(w->lanes, ISA_DERIVATIVE_Y_FINE, active, s, dy);
    for (uint32_t i = 0; i < w->threads; i++) {
        int8_t to[2], from[2];
        target_of(w, op, unit, i, to);
        origin_of(w, (enum program_interpolation)op->quad.kind, i, from);
        uint32_t x = sixteenths(to[0] - from[0]), y = sixteenths(to[1] - from[1]);
        bool moves = op->quad.kind != PROGRAM_CONSTANT && (to[0] != from[0] || to[1] != from[1]);
        d[i] = moves ? num_mad(y, dy[i], num_mad(x, dx[i], s[i])) : s[i];
    }
}

void interp_pull(struct interp_worker *w, const struct plan_op *op)
{
    const struct plan_unit *units = &w->plan->units.data[op->units];
    for (unsigned u = 0; u < op->units_count; u++)
        pull(w, op, &units[u]);
}
