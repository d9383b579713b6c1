/* Translates rows of the lane forms to units, calls of a lane function on columns. */
#include "interp/plan.h"

/* A unit before its destination columns are assigned. */
struct draft {
    uint8_t component[2]; /* of the destination(s): both words of a double, else [0] for every destination */
    uint32_t s[8];
};

struct drafts {
    struct draft unit[4];
    unsigned count;
};

/* Sources of one unit: words at `position`, doubles of pair `pair` (xy or zw). */
static void draft_sources(struct plan_builder *b, const struct isa_shape *form, struct draft *draft,
                          unsigned position, unsigned pair)
{
    for (unsigned k = 0; k < form->sources; k++) {
        unsigned operand = form->dsts + k;
        const struct isa_operand *row = &isa_op(plan_instr(b)->opcode)->operands[operand];
        if (form->wide_src >> k & 1)
            plan_source_double(b, operand, 2 * pair, &draft->s[2 * k]);
        else
            draft->s[2 * k] = plan_source(b, operand, row->count == 1 ? 0 : position);
    }
}

/* Words to words: one unit for each written component. */
static void draft_words(struct plan_builder *b, const struct isa_shape *form, struct drafts *out)
{
    uint32_t mask = 0;
    for (unsigned k = 0; k < form->dsts; k++)
        mask |= operand_write_mask(&plan_instr(b)->operands[k]);
    for (uint8_t c = 0; c < 4; c++) {
        if (!(mask >> c & 1))
            continue;
        struct draft *draft = &out->unit[out->count++];
        draft->component[0] = c;
        draft_sources(b, form, draft, c, 0);
    }
}

/* Doubles out: the pairs xy and zw; words in come from positions x and y (D3D11.3 22.14, 22.16.2,
   22.17.2). */
static void draft_wide(struct plan_builder *b, const struct isa_shape *form, struct drafts *out)
{
    uint32_t mask = operand_write_mask(&plan_instr(b)->operands[0]);
    for (uint8_t pair = 0; pair < 2; pair++) {
        if (!(mask >> (2 * pair) & 3))
            continue;
        struct draft *draft = &out->unit[out->count++];
        draft->component[0] = 2 * pair;
        draft->component[1] = 2 * pair + 1;
        draft_sources(b, form, draft, pair, pair);
    }
}

/* Doubles to words: the first written component is the result of the first pair, the second of the second. */
static void draft_narrow(struct plan_builder *b, const struct isa_shape *form, struct drafts *out)
{
    uint32_t mask = operand_write_mask(&plan_instr(b)->operands[0]);
    for (uint8_t c = 0; c < 4 && out->count < 2; c++) {
        if (!(mask >> c & 1))
            continue;
        unsigned pair = out->count;
        struct draft *draft = &out->unit[out->count++];
        draft->component[0] = c;
        draft_sources(b, form, draft, 0, pair);
    }
}

void plan_unit_add(struct plan_builder *b, struct plan_op *op, struct plan_unit *unit)
{
    for (unsigned i = 0; i < 8; i++)
        if (unit->s[i] == PLAN_NONE)
            unit->s[i] = b->plan->zero;
    if (!VEC_PUSH(&b->plan->units, *unit))
        plan_fail(b, SM5_ERR_MEMORY);
    op->units_count++;
}

/* Destination k of a unit. */
struct place {
    const struct program_operand *operand;
    unsigned component;
};

static struct place place_of(const struct plan_builder *b, const struct isa_shape *form,
                             const struct draft *draft, unsigned k)
{
    const struct program_operand *operands = plan_instr(b)->operands;
    if (form->wide_dst)
        return (struct place){&operands[0], draft->component[k]};
    return (struct place){&operands[k], draft->component[0]};
}

static unsigned places(const struct isa_shape *form)
{
    return form->wide_dst ? 2 : form->dsts;
}

static bool reads(const struct draft *draft, uint32_t column)
{
    for (unsigned i = 0; i < 8; i++)
        if (draft->s[i] == column)
            return true;
    return false;
}

/* A later unit reads what an earlier one writes: `mov r0.xy, r0.yxxx`. */
static bool units_clash(struct plan_builder *b, const struct isa_shape *form, const struct drafts *drafts)
{
    for (unsigned u = 0; u + 1 < drafts->count; u++)
        for (unsigned k = 0; k < places(form); k++) {
            struct place place = place_of(b, form, &drafts->unit[u], k);
            uint32_t column = plan_destination(b, place.operand, place.component);
            for (unsigned later = u + 1; column != PLAN_NONE && later < drafts->count; later++)
                if (reads(&drafts->unit[later], column))
                    return true;
        }
    return false;
}

/* Assigns destination columns. Results that are not written in place are saturated and stored from
   scratch. */
static void place_unit(struct plan_builder *b, const struct isa_shape *form, const struct draft *draft,
                       bool in_place, struct plan_unit *unit)
{
    memcpy(unit->s, draft->s, sizeof unit->s);
    unit->d[1] = b->plan->trash;
    for (unsigned k = 0; k < places(form); k++) {
        struct place place = place_of(b, form, draft, k);
        unit->d[k] = in_place ? plan_destination(b, place.operand, place.component) : PLAN_NONE;
        if (unit->d[k] == PLAN_NONE)
            unit->d[k] = plan_scratch(b);
    }
    if (instr_saturates(plan_instr(b)) && form->wide_dst)
        plan_saturate(b, unit->d[0], unit->d[1]);
    else if (instr_saturates(plan_instr(b)))
        for (unsigned k = 0; k < form->dsts; k++)
            plan_saturate(b, unit->d[k], PLAN_NONE);
}

static void store_unit(struct plan_builder *b, const struct isa_shape *form, const struct draft *draft,
                       const struct plan_unit *unit)
{
    for (unsigned k = 0; k < places(form); k++) {
        struct place place = place_of(b, form, draft, k);
        if (unit->d[k] >= b->plan->scratch)
            plan_store(b, place.operand, place.component, unit->d[k]);
    }
}

static void lower_units(struct plan_builder *b, struct plan_op *op, const struct isa_shape *form)
{
    struct drafts drafts = {0};
    memset(drafts.unit, 0xff, sizeof drafts.unit); /* PLAN_NONE: unused sources */
    if (form->wide_dst)
        draft_wide(b, form, &drafts);
    else if (form->wide_src)
        draft_narrow(b, form, &drafts);
    else
        draft_words(b, form, &drafts);
    if (b->status != SM5_OK)
        return;
    bool in_place = !instr_saturates(plan_instr(b)) && !units_clash(b, form, &drafts);
    for (unsigned u = 0; u < drafts.count; u++) {
        struct plan_unit unit;
        place_unit(b, form, &drafts.unit[u], in_place, &unit);
        store_unit(b, form, &drafts.unit[u], &unit);
        plan_unit_add(b, op, &unit);
    }
}

/* One result for all written components. */
static void lower_dot(struct plan_builder *b, struct plan_op *op, const struct isa_shape *form)
{
    struct plan_unit unit;
    memset(&unit, 0xff, sizeof unit);
    for (unsigned c = 0; c < form->dot; c++) {
        unit.s[c] = plan_source(b, 1, c);
        unit.s[4 + c] = plan_source(b, 2, c);
    }
    unit.d[0] = plan_scratch(b);
    unit.d[1] = b->plan->trash;
    if (instr_saturates(plan_instr(b)))
        plan_saturate(b, unit.d[0], PLAN_NONE);
    for (unsigned c = 0; c < 4; c++)
        plan_store(b, &plan_instr(b)->operands[0], c, unit.d[0]);
    plan_unit_add(b, op, &unit);
}

void plan_lanes_op(struct plan_builder *b, struct plan_op *op)
{
    const struct isa_shape *form = isa_shape((enum isa_form)isa_op(op->opcode)->form);
    op->run = form->wide_dst || form->wide_src ? RUN_DOUBLES : RUN_LANES;
    op->units = (uint32_t)b->plan->units.count;
    if (form->dot)
        lower_dot(b, op, form);
    else
        lower_units(b, op, form);
}
