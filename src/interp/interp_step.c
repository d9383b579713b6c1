/* Fetch and finish steps: copy operands that are not columns to scratch columns, and results back. */
#include "interp/interp_worker.h"

#include "base/processor.h"

static void fill(struct interp_worker *w, uint32_t column, uint32_t word)
{
    uint32_t *d = interp_column(w, column);
    for (uint32_t i = 0; i < w->lanes; i++)
        d[i] = word;
}

static void call_indexed_hook(struct interp_worker *w, const struct plan_op *op, const struct plan_step *step,
                              bool write)
{
    if (!w->hooks->indexed || !step->operand || step->element.index == PLAN_NONE)
        return;
    struct interp_event event = interp_event(w, op);
    w->hooks->indexed(w->context, &event, step->operand, step->component, step->element.base,
                      interp_column(w, step->element.index), write);
}

static void cbuffer_lanes(struct interp_worker *w, const struct plan_step *step)
{
    uint32_t *d = interp_column(w, step->d);
    for (uint32_t i = 0; i < w->lanes; i++) {
        uint32_t reg = interp_index(w, step->reg, i), slot = step->slot;
        if (slot == PLAN_NONE) /* cb[this[0].x]: the register selects the declaration */
            slot = program_find(w->plan->program, ISA_FILE_CBUFFER, reg);
        d[i] = slot == PLAN_NONE
                   ? 0
                   : interp_cbuffer(w, slot, reg, interp_index(w, step->element, i), step->component);
    }
}

/* D3D11.3 7.5: reads past the end are 0, as of a constant buffer. */
static void icb_lanes(struct interp_worker *w, const struct plan_step *step)
{
    const struct program_decls *decls = &w->plan->program->decls;
    const uint32_t *row = interp_column(w, step->element.index);
    uint32_t *d = interp_column(w, step->d);
    for (uint32_t i = 0; i < w->lanes; i++) {
        uint32_t at = step->element.base + row[i];
        d[i] = at < decls->icb_rows ? decls->icb[4 * at + step->component] : 0;
    }
}

/* The register that lane `i` selects, or NULL out of range. */
static uint32_t *element_of(const struct interp_worker *w, const struct plan_step *step, uint32_t i)
{
    uint32_t element = interp_index(w, step->element, i);
    return element < step->file.length ? &interp_column(w, step->file.first + step->file.stride * element)[i]
                                       : NULL;
}

static void gather(struct interp_worker *w, const struct plan_step *step)
{
    uint32_t *d = interp_column(w, step->d);
    for (uint32_t i = 0; i < w->lanes; i++) {
        const uint32_t *element = element_of(w, step, i);
        d[i] = element ? *element : 0;
    }
}

static void scatter(struct interp_worker *w, const struct plan_step *step)
{
    const uint32_t *s = interp_column(w, step->s);
    for (uint32_t i = 0; i < w->threads; i++) {
        uint32_t *element = w->active[i] ? element_of(w, step, i) : NULL;
        if (element)
            *element = s[i];
    }
}

static void add(struct interp_worker *w, const struct plan_step *step)
{
    uint32_t *d = interp_column(w, step->d);
    for (uint32_t i = 0; i < w->lanes; i++)
        d[i] = interp_index(w, step->element, i);
}

static void this_lanes(struct interp_worker *w, const struct plan_step *step)
{
    uint32_t *d = interp_column(w, step->d), last = interp_index(w, step->element, 0);
    const uint32_t *instance = runtime_instance_of(w->run->bindings, w->plan->program, last);
    for (uint32_t i = 0; i < w->lanes; i++) {
        uint32_t number = interp_index(w, step->element, i);
        if (number != last)
            instance = runtime_instance_of(w->run->bindings, w->plan->program, number);
        last = number;
        d[i] = instance ? instance[step->component] : 0;
    }
}

static void modify(struct interp_worker *w, const struct plan_step *step)
{
    bool wide = step->modifier >= LANE_FIRST_F64;
    struct lane_args args = {.n = w->lanes};
    args.d[0] = interp_column(w, step->d);
    args.s[0] = interp_column(w, step->s);
    if (wide) {
        args.d[1] = interp_column(w, step->d2);
        args.s[1] = interp_column(w, step->s2);
    }
    w->table->modifier[step->modifier](&args);
}

static void select_active(struct interp_worker *w, const struct plan_step *step)
{
    struct lane_args args = {.n = w->lanes, .mask = interp_mask(w)};
    args.d[0] = interp_column(w, step->d);
    args.s[0] = interp_column(w, step->s);
    w->table->modifier[LANE_KEEP](&args);
}

static void cycles(struct interp_worker *w, const struct plan_step *step)
{
    uint64_t now = base_cycles();
    fill(w, step->d, (uint32_t)now);
    fill(w, step->d2, (uint32_t)(now >> 32));
}

/* Inactive pixels are read too, for derivatives of their quads. In other stages an inactive lane may select
   records of another batch, which another thread may be writing. */
static void read_records(struct interp_worker *w, const struct plan_step *step)
{
    bool reads_all = w->plan->program->stage == ISA_PIXEL;
    uint32_t *d = interp_column(w, step->d);
    for (uint32_t i = 0; i < w->lanes; i++) {
        const uint32_t *word = reads_all || w->active[i] ? interp_record(w, step, i) : NULL;
        d[i] = word ? *word : 0;
    }
}

static void write_records(struct interp_worker *w, const struct plan_step *step)
{
    const uint32_t *s = interp_column(w, step->s);
    for (uint32_t i = 0; i < w->threads; i++) {
        uint32_t *word = w->active[i] ? interp_record(w, step, i) : NULL;
        if (word)
            *word = s[i];
    }
}

void interp_step(struct interp_worker *w, const struct plan_op *op, const struct plan_step *step)
{
    if (w->hooks)
        call_indexed_hook(w, op, step, step->kind == STEP_SCATTER);
    switch (step->kind) {
    case STEP_CBUFFER:
        fill(w, step->d, interp_cbuffer(w, step->slot, step->reg.base, step->element.base, step->component));
        break;
    case STEP_CBUFFER_LANES: cbuffer_lanes(w, step); break;
    case STEP_ICB: icb_lanes(w, step); break;
    case STEP_FILE: gather(w, step); break;
    case STEP_WORD: fill(w, step->d, step->word); break;
    case STEP_ADD: add(w, step); break;
    case STEP_THIS: this_lanes(w, step); break;
    case STEP_CYCLES: cycles(w, step); break;
    case STEP_MODIFY: modify(w, step); break;
    case STEP_SELECT: select_active(w, step); break;
    case STEP_RECORD: read_records(w, step); break;
    case STEP_OUTPUT: write_records(w, step); break;
    default: scatter(w, step); break;
    }
}
