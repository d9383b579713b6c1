/* Each lane operation is checked twice: its sources for divisions by zero and conversions out of range, and
   its results for a NaN or an infinity where all sources were finite. Values computed from such a result are
   not reported again. */
#include "check/check_numbers.h"

#include "check/check.h"
#include "interp/interp_worker.h"
#include "numeric/numeric.h"

enum cause { CAUSE_NAN, CAUSE_INFINITY, CAUSE_DIVISION, CAUSE_DIVISION_U, CAUSE_RANGE };

static const struct {
    const char *message, *clause;
} causes[] = {
    [CAUSE_NAN] = {"a NaN computed from finite values", "D3D11.3 3.1.3.1"},
    [CAUSE_INFINITY] = {"an infinity computed from finite values", "D3D11.3 3.1.3.1"},
    [CAUSE_DIVISION] = {"a division by zero: the result is an infinity, or a NaN for 0 / 0",
                        "D3D11.3 22.10.2"},
    [CAUSE_DIVISION_U] = {"a division by zero: quotient and remainder are 0xffffffff", "D3D11.3 22.12.9"},
    [CAUSE_RANGE] = {"a value that the converted type cannot hold: it is clamped, and a NaN becomes 0",
                     "D3D11.3 22.13"},
};

static void add(struct check *check, const struct interp_worker *w, const struct plan_op *op, uint32_t lane,
                enum cause cause)
{
    struct check_site site = check_site_of(w, op, lane);
    struct sm5_finding finding = {
        .kind = SM5_FINDING_NUMBER, .message = causes[cause].message, .clause = causes[cause].clause};
    check_add(check, &site, &finding);
}

/* ---- values of a lane ---- */

static uint32_t word_of(const struct interp_worker *w, uint32_t column, uint32_t lane)
{
    return interp_column(w, column)[lane];
}

static uint64_t double_of(const struct interp_worker *w, const uint32_t columns[2], uint32_t lane)
{
    return word_of(w, columns[0], lane) | (uint64_t)word_of(w, columns[1], lane) << 32;
}

static bool finite_f32(uint32_t bits)
{
    return (bits & 0x7f800000) != 0x7f800000;
}

static bool finite_f64(uint64_t bits)
{
    return (bits >> 52 & 0x7ff) != 0x7ff;
}

/* Arithmetic flushes float denormals to zero (D3D11.3 3.1.3.2), but not those of doubles. */
static bool zero_f32(uint32_t bits)
{
    return (bits & 0x7f800000) == 0;
}

static bool zero_f64(uint64_t bits)
{
    return bits << 1 == 0;
}

/* ---- sources ---- */

static bool divides_by_zero(const struct interp_worker *w, uint16_t opcode, const struct plan_unit *unit,
                            uint32_t lane)
{
    switch (opcode) {
    case ISA_DIV: return zero_f32(word_of(w, unit->s[2], lane));
    case ISA_RCP:
    case ISA_RSQ: return zero_f32(word_of(w, unit->s[0], lane));
    case ISA_UDIV: return word_of(w, unit->s[2], lane) == 0;
    case ISA_DDIV: return zero_f64(double_of(w, &unit->s[2], lane));
    case ISA_DRCP: return zero_f64(double_of(w, &unit->s[0], lane));
    default: return false;
    }
}

/* Conversions to integers truncate: a value less than 1 past a limit is in range. Both bounds exclusive. */
static bool is_between(double value, double low, double high)
{
    return value > low && value < high;
}

static bool leaves_range(const struct interp_worker *w, uint16_t opcode, const struct plan_unit *unit,
                         uint32_t lane)
{
    switch (opcode) {
    case ISA_FTOI:
        return !is_between(float_of_bits(word_of(w, unit->s[0], lane)), -2147483649.0, 2147483648.0);
    case ISA_FTOU: return !is_between(float_of_bits(word_of(w, unit->s[0], lane)), -1.0, 4294967296.0);
    case ISA_DTOI:
        return !is_between(double_of_bits(double_of(w, unit->s, lane)), -2147483649.0, 2147483648.0);
    case ISA_DTOU: return !is_between(double_of_bits(double_of(w, unit->s, lane)), -1.0, 4294967296.0);
    case ISA_F32TOF16: {
        uint32_t bits = word_of(w, unit->s[0], lane);
        return finite_f32(bits) && !is_between(float_of_bits(bits), -65536.0, 65536.0);
    }
    default: return false;
    }
}

static bool all_finite(const struct interp_worker *w, const struct isa_op *row, const struct plan_unit *unit,
                       uint32_t lane)
{
    const struct isa_shape *shape = isa_shape((enum isa_form)row->form);
    for (unsigned c = 0; c < shape->dot; c++)
        if (!finite_f32(word_of(w, unit->s[c], lane)) || !finite_f32(word_of(w, unit->s[4 + c], lane)))
            return false;
    for (unsigned k = 0; !shape->dot && k < shape->sources; k++) {
        uint8_t type = row->operands[shape->dsts + k].type;
        if (type == ISA_TYPE_F && !finite_f32(word_of(w, unit->s[2 * k], lane)))
            return false;
        if (type == ISA_TYPE_D && !finite_f64(double_of(w, &unit->s[2 * k], lane)))
            return false;
    }
    return true;
}

/* Arithmetic whose result is a float or a double; not moves. */
static bool makes_numbers(const struct isa_op *row)
{
    bool computes = row->group == ISA_GROUP_FLOAT || row->group == ISA_GROUP_CONVERT ||
                    (row->group == ISA_GROUP_DOUBLE && row->form != ISA_FORM_D_WDD);
    return computes && (row->operands[0].type == ISA_TYPE_F || row->operands[0].type == ISA_TYPE_D);
}

/* True when the results of the lane must be checked. */
static bool check_lane_sources(struct check *check, const struct interp_worker *w, const struct plan_op *op,
                               const struct plan_unit *unit, uint32_t lane)
{
    if (divides_by_zero(w, op->opcode, unit, lane)) {
        add(check, w, op, lane, op->opcode == ISA_UDIV ? CAUSE_DIVISION_U : CAUSE_DIVISION);
        return false;
    }
    if (leaves_range(w, op->opcode, unit, lane)) {
        add(check, w, op, lane, CAUSE_RANGE);
        return false;
    }
    return all_finite(w, isa_op(op->opcode), unit, lane);
}

static bool is_arithmetic(const struct plan_op *op)
{
    return op->run == RUN_LANES || op->run == RUN_DOUBLES;
}

/* The float environment is the interpreter's, which flushes denormals: hence tests on bit patterns. */
void check_numbers_sources(void *context, const struct interp_worker *w, const struct plan_op *op)
{
    struct check *check = context;
    if (!is_arithmetic(op))
        return;
    for (unsigned u = 0; u < op->units_count; u++) {
        const struct plan_unit *unit = &w->plan->units.data[op->units + u];
        for (uint32_t i = 0; i < w->threads; i++)
            check->numbers.must_check[u][i] =
                check_has_effects(w, i) && check_lane_sources(check, w, op, unit, i);
    }
}

/* ---- results ---- */

static void check_lane_result(struct check *check, const struct interp_worker *w, const struct plan_op *op,
                              const struct plan_unit *unit, uint32_t lane)
{
    if (isa_op(op->opcode)->operands[0].type == ISA_TYPE_D) {
        uint64_t bits = double_of(w, unit->d, lane);
        if (!finite_f64(bits))
            add(check, w, op, lane, bits << 12 ? CAUSE_NAN : CAUSE_INFINITY);
        return;
    }
    uint32_t bits = word_of(w, unit->d[0], lane);
    if (!finite_f32(bits))
        add(check, w, op, lane, bits << 9 ? CAUSE_NAN : CAUSE_INFINITY);
}

void check_numbers_results(void *context, const struct interp_worker *w, const struct plan_op *op)
{
    struct check *check = context;
    if (!is_arithmetic(op) || !makes_numbers(isa_op(op->opcode)))
        return;
    for (unsigned u = 0; u < op->units_count; u++)
        for (uint32_t i = 0; i < w->threads; i++)
            if (check->numbers.must_check[u][i])
                check_lane_result(check, w, op, &w->plan->units.data[op->units + u], i);
}
