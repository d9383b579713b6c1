/* Definedness follows the plan: fetch steps, body, finish steps, column by column. Columns that are wholly
   defined, nearly all of them, cost one look at a flag. */
#include "check/check_undef.h"

#include <stdlib.h>

#include "check/check.h"
#include "check/check_origin.h"

/* What one operation is looked at with. */
struct sight {
    struct check *check;
    struct check_undef *undef;
    const struct interp_worker *w;
    const struct plan_op *op;
};

static uint32_t *masks_of(const struct check_undef *undef, uint32_t column)
{
    return undef->masks + (size_t)column * undef->lanes;
}

static uint32_t *origins_of(const struct check_undef *undef, uint32_t column)
{
    return undef->origins + (size_t)column * undef->lanes;
}

static bool is_dirty(const struct check_undef *undef, uint32_t column)
{
    return column != PLAN_NONE && undef->dirty[column];
}

static void clean(const struct check_undef *undef, uint32_t column)
{
    if (!is_dirty(undef, column))
        return;
    memset(masks_of(undef, column), 0, undef->lanes * sizeof(uint32_t));
    undef->dirty[column] = 0;
}

/* Active lanes of a column have been written. */
static void define(const struct sight *s, uint32_t column)
{
    if (!is_dirty(s->undef, column))
        return;
    uint32_t left = 0, *masks = masks_of(s->undef, column);
    for (uint32_t i = 0; i < s->w->threads; i++)
        left |= masks[i] &= ~s->w->active[i];
    s->undef->dirty[column] = left != 0;
}

static void put(const struct sight *s, uint32_t column, uint32_t lane, uint32_t bits, uint32_t origin)
{
    masks_of(s->undef, column)[lane] = bits;
    origins_of(s->undef, column)[lane] = origin;
    s->undef->dirty[column] |= bits != 0;
}

/* The origin of an undefined column's lane, made when this is the first to read it. */
static uint32_t origin_of(const struct sight *s, uint32_t column, uint32_t lane)
{
    uint32_t *origin = &origins_of(s->undef, column)[lane];
    if (!*origin)
        *origin = origin_of_register(s->check, s->w->plan, s->op->instr, column);
    return *origin;
}

/* ---- what undefined values may not decide ---- */

static void report(const struct sight *s, uint32_t lane, uint32_t origin)
{
    struct check_site site = check_site_of(s->w, s->op, lane);
    origin_report(s->check, &site, origin);
}

static void decide(const struct sight *s, uint32_t column)
{
    if (!is_dirty(s->undef, column))
        return;
    const uint32_t *masks = masks_of(s->undef, column);
    for (uint32_t i = 0; i < s->w->threads; i++)
        if (check_counts(s->w, i) && masks[i])
            report(s, i, origin_of(s, column, i));
}

/* ---- steps ---- */

static void copy(const struct sight *s, const struct plan_step *step, bool active_only)
{
    if (!is_dirty(s->undef, step->s)) {
        active_only ? define(s, step->d) : clean(s->undef, step->d);
        return;
    }
    const uint32_t *from = masks_of(s->undef, step->s);
    for (uint32_t i = 0; i < s->w->threads; i++) {
        if (active_only && !s->w->active[i])
            continue;
        put(s, step->d, i, from[i], from[i] ? origin_of(s, step->s, i) : 0);
    }
}

/* A double's modifier looks at both words. */
static void modify(const struct sight *s, const struct plan_step *step)
{
    bool low = is_dirty(s->undef, step->s), high = is_dirty(s->undef, step->s2);
    if (!low && !high) {
        clean(s->undef, step->d);
        clean(s->undef, step->d2);
        return;
    }
    for (uint32_t i = 0; i < s->w->threads; i++) {
        uint32_t bits[2] = {low ? masks_of(s->undef, step->s)[i] : 0,
                            high ? masks_of(s->undef, step->s2)[i] : 0};
        uint32_t all = bits[0] | bits[1], out = undef_modified(step->modifier, all);
        uint32_t origin = !all ? 0 : origin_of(s, bits[0] ? step->s : step->s2, i);
        put(s, step->d, i, out, origin);
        if (step->d2 != PLAN_NONE)
            put(s, step->d2, i, out, origin);
    }
}

static void gather(const struct sight *s, const struct plan_step *step)
{
    clean(s->undef, step->d);
    for (uint32_t i = 0; i < s->w->threads; i++) {
        uint32_t element = interp_index(s->w, step->element, i);
        uint32_t column = step->first + step->stride * element;
        if (!s->w->active[i] || element >= step->length || !is_dirty(s->undef, column))
            continue;
        uint32_t bits = masks_of(s->undef, column)[i];
        put(s, step->d, i, bits, bits ? origin_of(s, column, i) : 0);
    }
}

static void scatter(const struct sight *s, const struct plan_step *step)
{
    bool dirty = is_dirty(s->undef, step->s);
    for (uint32_t i = 0; i < s->w->threads; i++) {
        uint32_t element = interp_index(s->w, step->element, i);
        uint32_t column = step->first + step->stride * element;
        if (!s->w->active[i] || element >= step->length || !(dirty || is_dirty(s->undef, column)))
            continue;
        uint32_t bits = dirty ? masks_of(s->undef, step->s)[i] : 0;
        put(s, column, i, bits, bits ? origin_of(s, step->s, i) : 0);
    }
}

/* Inputs are given. What a hull shader's phases read of what others write need not be there. */
static void read_record(const struct sight *s, const struct plan_step *step)
{
    clean(s->undef, step->d);
    if (step->slot == PLAN_INPUTS || s->check->program->stage != ISA_HULL)
        return;
    for (uint32_t i = 0; i < s->w->threads; i++) {
        if (!s->w->active[i] || check_outputs_written(s->check, s->w, step, i))
            continue;
        struct undef_origin origin = {.at = s->op->instr,
                                      .file = step->slot == PLAN_OUTPUTS ? ISA_FILE_OUTPUT_CONTROL_POINT
                                                                         : ISA_FILE_PATCH_CONSTANT,
                                      .reg = interp_index(s->w, step->element, i),
                                      .has_element = step->slot == PLAN_OUTPUTS,
                                      .element = interp_index(s->w, step->reg, i)};
        put(s, step->d, i, UINT32_MAX, origin_make(s->check, &origin));
    }
}

/* An index decides which register is read or written. */
static void visit_step(const struct sight *s, const struct plan_step *step)
{
    if (step->kind != STEP_ADD) {
        decide(s, step->reg.index);
        decide(s, step->element.index);
    }
    switch (step->kind) {
    case STEP_FILE: gather(s, step); break;
    case STEP_SCATTER: scatter(s, step); break;
    case STEP_SELECT: copy(s, step, true); break;
    case STEP_MODIFY: modify(s, step); break;
    case STEP_RECORD: read_record(s, step); break;
    case STEP_OUTPUT:
        decide(s, step->s);
        check_outputs_write(s->check, s->w, step);
        break;
    case STEP_ADD: {
        struct plan_step sum = {.s = step->element.index, .d = step->d};
        copy(s, &sum, false);
        break;
    }
    default:
        clean(s->undef, step->d);
        clean(s->undef, step->d2);
        break;
    }
}

/* ---- bodies: lane functions ---- */

static bool any_dirty(const struct check_undef *undef, const struct plan_unit *unit)
{
    bool dirty = false;
    for (unsigned k = 0; k < 8; k++)
        dirty |= undef->dirty[unit->s[k]] != 0;
    return dirty;
}

static void visit_lane(const struct sight *s, const struct plan_unit *unit, uint32_t lane)
{
    struct undef_lane in;
    uint32_t out[2], origin = 0;
    for (unsigned k = 0; k < 8; k++) {
        in.bits[k] = masks_of(s->undef, unit->s[k])[lane];
        in.value[k] = interp_column(s->w, unit->s[k])[lane];
        if (in.bits[k] && !origin)
            origin = origin_of(s, unit->s[k], lane);
    }
    undef_bits(s->op->opcode, &in, out);
    for (unsigned k = 0; k < 2; k++)
        if (unit->d[k] != s->w->plan->trash)
            put(s, unit->d[k], lane, out[k], origin);
}

static void visit_units(const struct sight *s)
{
    const struct plan_unit *units = &s->w->plan->units.data[s->op->units];
    for (unsigned u = 0; u < s->op->units_count; u++) {
        if (!any_dirty(s->undef, &units[u])) {
            define(s, units[u].d[0]);
            define(s, units[u].d[1]);
            continue;
        }
        for (uint32_t i = 0; i < s->w->threads; i++)
            if (s->w->active[i])
                visit_lane(s, &units[u], i);
    }
}

/* ---- bodies: memory ---- */

static void visit_address(const struct sight *s, const struct plan_memory *m)
{
    decide(s, m->reg.index);
    decide(s, m->address);
    decide(s, m->offset);
}

/* What a store to g# or a load from it does for one lane: word k of the instruction is word->data. */
typedef void shared_word(const struct sight *s, const struct plan_memory *m, uint32_t lane, unsigned k,
                         struct shadow_word *word, uint32_t element);

static void each_shared_word(const struct sight *s, const struct plan_memory *m, unsigned count,
                             shared_word *visit)
{
    struct interp_cursor c = interp_cursor(s->w, m);
    struct shadow_span span = shadow_span(&s->check->race.shadow, m, &c.region);
    for (uint32_t i = 0; span.words && i < s->w->threads; i++) {
        if (!s->w->active[i])
            continue;
        struct address at = region_window(&c.region, m->access, c.address[i], c.offset[i]);
        for (unsigned k = 0; k < count; k++) {
            unsigned word = m->word[k];
            uint32_t element = m->access == PLAN_RAW ? c.address[i] / 4 + word : c.address[i];
            if (word < at.words)
                visit(s, m, i, k, &span.words[(at.offset >> 2) + word], element);
        }
    }
}

static uint32_t word_origin(const struct sight *s, const struct plan_memory *m, struct shadow_word *word,
                            uint32_t element)
{
    const struct program_resource *resource = interp_declaration(s->w, m, m->reg.base);
    struct undef_origin made = {s->op->instr, ISA_FILE_TGSM, resource->id, true, element};
    if (!word->data.origin)
        word->data.origin = origin_make(s->check, &made);
    return word->data.origin;
}

static void load_shared(const struct sight *s, const struct plan_memory *m, uint32_t lane, unsigned k,
                        struct shadow_word *word, uint32_t element)
{
    uint32_t bits = word->data.undefined;
    if (bits)
        put(s, m->column[k], lane, bits, word_origin(s, m, word, element));
}

static void store_shared(const struct sight *s, const struct plan_memory *m, uint32_t lane, unsigned k,
                         struct shadow_word *word, uint32_t element)
{
    (void)element;
    word->data.undefined = is_dirty(s->undef, m->column[k]) ? masks_of(s->undef, m->column[k])[lane] : 0;
    word->data.origin = word->data.undefined ? origin_of(s, m->column[k], lane) : 0;
}

/* The word after an atomic is as undefined as the word before and the operands; an exchange alone replaces
 * it.
 */
static void atomic_shared(const struct sight *s, const struct plan_memory *m, uint32_t lane, unsigned k,
                          struct shadow_word *word, uint32_t element)
{
    uint32_t before = word->data.undefined, operands = 0, origin = 0;
    (void)k;
    for (unsigned i = 0; i < m->count; i++) {
        uint32_t bits = is_dirty(s->undef, m->column[i]) ? masks_of(s->undef, m->column[i])[lane] : 0;
        if (bits && !origin)
            origin = origin_of(s, m->column[i], lane);
        operands |= bits;
    }
    if (before)
        origin = word_origin(s, m, word, element);
    if (m->result != PLAN_NONE)
        put(s, m->result, lane, before, origin);
    uint32_t after = operands | (m->atomic == ISA_IMM_ATOMIC_EXCH ? 0 : before);
    word->data.undefined = after ? UINT32_MAX : 0;
    word->data.origin = after ? origin : 0;
}

static void visit_load(const struct sight *s, const struct plan_memory *m)
{
    for (unsigned k = 0; k < m->count; k++)
        define(s, m->column[k]);
    define(s, m->status);
    if (m->tgsm != PLAN_NONE)
        each_shared_word(s, m, m->count, load_shared);
}

static unsigned channels_of(const struct format_info *format)
{
    unsigned channels = 0;
    while (format && channels < 4 && format->bits[channels])
        channels++;
    return channels;
}

/* Components that the format of a typed view does not have are not stored. */
static unsigned stored_words(const struct sight *s, const struct plan_memory *m)
{
    if (m->access != PLAN_TYPED || m->reg.index != PLAN_NONE)
        return m->count;
    return channels_of(interp_region_of(s->w, m, m->reg.base).format);
}

static unsigned texture_channels(const struct sight *s, const struct plan_texture *t)
{
    if (t->access.kind != TEXTURE_STORE || t->slot >= PLAN_BY_LANE || t->reg.index != PLAN_NONE)
        return 4;
    const struct texture_view *view =
        runtime_view_at(&s->w->run->bindings->slots[t->slot], t->reg.base)->texture;
    return view ? channels_of(view->format) : 0;
}

static void visit_store(const struct sight *s, const struct plan_memory *m)
{
    if (m->tgsm != PLAN_NONE) {
        each_shared_word(s, m, m->count, store_shared);
        return;
    }
    for (unsigned k = 0; k < stored_words(s, m); k++)
        decide(s, m->column[k]);
}

static void visit_atomic(const struct sight *s, const struct plan_memory *m)
{
    if (m->tgsm != PLAN_NONE) {
        define(s, m->result);
        each_shared_word(s, m, 1, atomic_shared);
        return;
    }
    for (unsigned k = 0; k < m->count; k++)
        decide(s, m->column[k]);
    define(s, m->result);
}

static void visit_memory(const struct sight *s)
{
    const struct plan_memory *m = &s->w->plan->memory.data[s->op->memory];
    visit_address(s, m);
    switch (s->op->run) {
    case RUN_LOAD: visit_load(s, m); break;
    case RUN_STORE: visit_store(s, m); break;
    case RUN_ATOMIC: visit_atomic(s, m); break;
    default: define(s, m->result); break;
    }
}

/* Derivatives that the instruction makes itself go to columns of its own, like a result. */
static bool is_made(const struct plan_texture *t, unsigned read)
{
    return t->access.derives && read >= READ_DDX && read < READ_OFFSET;
}

/* Coordinates, and what else chooses texels, are addresses; of what is stored, the channels that the format
   has. */
static void visit_texture(const struct sight *s)
{
    const struct plan_texture *t = &s->w->plan->textures.data[s->op->memory];
    for (unsigned i = 0; i < READ_COUNT; i++)
        if (is_made(t, i))
            clean(s->undef, t->reads[i]);
        else if (i < READ_VALUE || i >= READ_VALUE + 4)
            decide(s, t->reads[i]);
    for (unsigned c = 0; c < texture_channels(s, t); c++)
        decide(s, t->reads[READ_VALUE + c]);
    decide(s, t->reg.index);
    decide(s, t->sampler_reg.index);
    for (unsigned k = 0; k < t->count; k++)
        define(s, t->column[k]);
    define(s, t->status);
}

/* ---- bodies: pixels and vertices ---- */

/* A difference depends on two lanes of the quad; which two is not looked at. */
static void visit_derivative(const struct sight *s, const struct plan_unit *unit)
{
    if (!is_dirty(s->undef, unit->s[0])) {
        define(s, unit->d[0]);
        return;
    }
    const uint32_t *masks = masks_of(s->undef, unit->s[0]);
    for (uint32_t i = 0; i < s->w->threads; i++) {
        uint32_t origin = 0, quad = i & ~3u;
        for (uint32_t lane = quad; s->w->active[i] && lane < quad + 4; lane++)
            if (s->w->active[lane] && masks[lane])
                origin = origin_of(s, unit->s[0], lane);
        if (s->w->active[i])
            put(s, unit->d[0], i, origin ? UINT32_MAX : 0, origin);
    }
}

/* Derivatives, and inputs at a place that the program chooses. */
static void visit_quads(const struct sight *s)
{
    const struct plan_unit *units = &s->w->plan->units.data[s->op->units];
    for (unsigned u = 0; u < s->op->units_count; u++) {
        decide(s, s->op->run == RUN_PULL ? units[u].s[2] : PLAN_NONE);
        decide(s, s->op->run == RUN_PULL ? units[u].s[4] : PLAN_NONE);
        visit_derivative(s, &units[u]);
    }
}

/* ---- operations ---- */

static void visit_body(const struct sight *s)
{
    switch (s->op->run) {
    case RUN_LANES:
    case RUN_DOUBLES: visit_units(s); break;
    case RUN_LOAD:
    case RUN_STORE:
    case RUN_ATOMIC:
    case RUN_ALLOC:
    case RUN_CONSUME:
    case RUN_BUFINFO: visit_memory(s); break;
    case RUN_TEXTURE: visit_texture(s); break;
    case RUN_DERIVATIVE:
    case RUN_PULL: visit_quads(s); break;
    case RUN_STREAM: check_outputs_emit(s->check, s->w, s->op); break;
    default:
        decide(s, s->op->condition);
        decide(s, s->op->element.index);
        break;
    }
}

void check_undef_operation(struct check *check, const struct interp_worker *w, const struct plan_op *op)
{
    const struct sight s = {check, &check->undef, w, op};
    const struct plan_step *step = &w->plan->steps.data[op->steps];
    if (op->run == RUN_FCALL_NEXT || op->run == RUN_END)
        return;
    for (unsigned i = 0; i < op->fetches; i++)
        visit_step(&s, step++);
    visit_body(&s);
    for (unsigned i = 0; i < op->finishes; i++)
        visit_step(&s, step++);
}

/* ---- groups ---- */

static void undefine_registers(const struct check_undef *undef, const struct plan *plan)
{
    for (size_t i = 0; i < plan->clears.count; i++) {
        struct plan_range range = plan->clears.data[i];
        size_t words = (size_t)range.count * undef->lanes;
        memset(masks_of(undef, range.first), 0xff, words * sizeof(uint32_t));
        memset(origins_of(undef, range.first), 0, words * sizeof(uint32_t));
        memset(undef->dirty + range.first, 1, range.count);
    }
}

static void undefine_tgsm(const struct shadow_block *tgsm)
{
    for (uint64_t i = 0; i < tgsm->bytes / 4; i++) {
        tgsm->words[i].data.undefined = UINT32_MAX;
        tgsm->words[i].data.origin = 0;
    }
}

void check_undef_start(struct check *check, const struct interp_worker *w)
{
    struct check_undef *undef = &check->undef;
    for (uint32_t column = 0; column < w->plan->columns; column++)
        clean(undef, column);
    undefine_registers(undef, w->plan);
    undefine_tgsm(&check->race.shadow.tgsm);
}

bool check_undef_open(struct check *check, const struct interp_worker *w)
{
    struct check_undef *undef = &check->undef;
    size_t words = (size_t)w->plan->columns * w->lanes;
    undef->lanes = w->lanes;
    undef->masks = calloc(words, sizeof *undef->masks);
    undef->origins = calloc(words, sizeof *undef->origins);
    undef->dirty = calloc(w->plan->columns, 1);
    undef->reported = calloc((size_t)check->program->instr_count + 1, sizeof *undef->reported);
    return undef->masks && undef->origins && undef->dirty && undef->reported;
}

void check_undef_close(struct check_undef *undef)
{
    free(undef->masks);
    free(undef->origins);
    free(undef->dirty);
    free(undef->reported);
    free(undef->slots);
    VEC_FREE(&undef->list);
    memset(undef, 0, sizeof *undef);
}
