/* Propagates undefined bits through the fetch steps, the body and the finish steps of each operation,
   column by column. Columns without undefined bits, the common case, cost the test of a flag. */
#include "check/check_undef.h"

#include <stdlib.h>

#include "check/check.h"
#include "check/check_origin.h"
#include "interp/interp_region.h"

/* The operation that is visited. */
struct visit {
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

static void mark_defined(const struct check_undef *undef, uint32_t column)
{
    if (!is_dirty(undef, column))
        return;
    memset(masks_of(undef, column), 0, undef->lanes * sizeof(uint32_t));
    undef->dirty[column] = 0;
}

/* The active lanes of a column have been written. */
static void mark_written(const struct visit *s, uint32_t column)
{
    if (!is_dirty(s->undef, column))
        return;
    uint32_t left = 0, *masks = masks_of(s->undef, column);
    for (uint32_t i = 0; i < s->w->threads; i++)
        left |= masks[i] &= ~s->w->active[i];
    s->undef->dirty[column] = left != 0;
}

static void set_bits(const struct visit *s, uint32_t column, uint32_t lane, uint32_t bits, uint32_t origin)
{
    masks_of(s->undef, column)[lane] = bits;
    origins_of(s->undef, column)[lane] = origin;
    s->undef->dirty[column] |= bits != 0;
}

/* The origin of a lane of an undefined column; this instruction when it is the first to read it. */
static uint32_t origin_of(const struct visit *s, uint32_t column, uint32_t lane)
{
    uint32_t *origin = &origins_of(s->undef, column)[lane];
    if (!*origin)
        *origin = origin_of_register(s->check, s->w->plan, s->op->instr, column);
    return *origin;
}

/* ---- uses that require defined values ---- */

static void require_defined(const struct visit *s, uint32_t column)
{
    if (!is_dirty(s->undef, column))
        return;
    const uint32_t *masks = masks_of(s->undef, column);
    for (uint32_t i = 0; i < s->w->threads; i++) {
        struct check_site site = check_site_of(s->w, s->op, i);
        if (check_has_effects(s->w, i) && masks[i])
            origin_report(s->check, &site, origin_of(s, column, i));
    }
}

/* ---- steps ---- */

static void copy(const struct visit *s, const struct plan_step *step, bool active_only)
{
    if (!is_dirty(s->undef, step->s)) {
        active_only ? mark_written(s, step->d) : mark_defined(s->undef, step->d);
        return;
    }
    const uint32_t *from = masks_of(s->undef, step->s);
    for (uint32_t i = 0; i < s->w->threads; i++) {
        if (active_only && !s->w->active[i])
            continue;
        set_bits(s, step->d, i, from[i], from[i] ? origin_of(s, step->s, i) : 0);
    }
}

/* A modifier of a double depends on both words. */
static void modify(const struct visit *s, const struct plan_step *step)
{
    bool low = is_dirty(s->undef, step->s), high = is_dirty(s->undef, step->s2);
    if (!low && !high) {
        mark_defined(s->undef, step->d);
        mark_defined(s->undef, step->d2);
        return;
    }
    for (uint32_t i = 0; i < s->w->threads; i++) {
        uint32_t bits[2] = {low ? masks_of(s->undef, step->s)[i] : 0,
                            high ? masks_of(s->undef, step->s2)[i] : 0};
        uint32_t all = bits[0] | bits[1], out = undef_modified(step->modifier, all);
        uint32_t origin = !all ? 0 : origin_of(s, bits[0] ? step->s : step->s2, i);
        set_bits(s, step->d, i, out, origin);
        if (step->d2 != PLAN_NONE)
            set_bits(s, step->d2, i, out, origin);
    }
}

static void gather(const struct visit *s, const struct plan_step *step)
{
    mark_defined(s->undef, step->d);
    for (uint32_t i = 0; i < s->w->threads; i++) {
        uint32_t element = interp_index(s->w, step->element, i);
        uint32_t column = step->file.first + step->file.stride * element;
        if (!s->w->active[i] || element >= step->file.length || !is_dirty(s->undef, column))
            continue;
        uint32_t bits = masks_of(s->undef, column)[i];
        set_bits(s, step->d, i, bits, bits ? origin_of(s, column, i) : 0);
    }
}

static void scatter(const struct visit *s, const struct plan_step *step)
{
    bool dirty = is_dirty(s->undef, step->s);
    for (uint32_t i = 0; i < s->w->threads; i++) {
        uint32_t element = interp_index(s->w, step->element, i);
        uint32_t column = step->file.first + step->file.stride * element;
        if (!s->w->active[i] || element >= step->file.length || !(dirty || is_dirty(s->undef, column)))
            continue;
        uint32_t bits = dirty ? masks_of(s->undef, step->s)[i] : 0;
        set_bits(s, column, i, bits, bits ? origin_of(s, step->s, i) : 0);
    }
}

/* Inputs are defined. Phases of a hull shader may read outputs of others that are not written. */
static void read_record(const struct visit *s, const struct plan_step *step)
{
    mark_defined(s->undef, step->d);
    if (step->record.records == PLAN_INPUTS || s->check->program->stage != ISA_HULL)
        return;
    for (uint32_t i = 0; i < s->w->threads; i++) {
        if (!s->w->active[i] || check_outputs_written(s->check, s->w, step, i))
            continue;
        struct undef_origin origin = {.at = s->op->instr,
                                      .file = step->record.records == PLAN_OUTPUTS
                                                  ? ISA_FILE_OUTPUT_CONTROL_POINT
                                                  : ISA_FILE_PATCH_CONSTANT,
                                      .reg = interp_index(s->w, step->element, i),
                                      .has_element = step->record.records == PLAN_OUTPUTS,
                                      .element = interp_index(s->w, step->reg, i)};
        set_bits(s, step->d, i, UINT32_MAX, origin_make(s->check, &origin));
    }
}

/* An index is an address. */
static void visit_step(const struct visit *s, const struct plan_step *step)
{
    if (step->kind != STEP_ADD) {
        require_defined(s, step->reg.index);
        require_defined(s, step->element.index);
    }
    switch (step->kind) {
    case STEP_FILE: gather(s, step); break;
    case STEP_SCATTER: scatter(s, step); break;
    case STEP_SELECT: copy(s, step, true); break;
    case STEP_MODIFY: modify(s, step); break;
    case STEP_RECORD: read_record(s, step); break;
    case STEP_OUTPUT:
        require_defined(s, step->s);
        check_outputs_write(s->check, s->w, step);
        break;
    case STEP_ADD: {
        struct plan_step sum = {.s = step->element.index, .d = step->d};
        copy(s, &sum, false);
        break;
    }
    default:
        mark_defined(s->undef, step->d);
        mark_defined(s->undef, step->d2);
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

static void visit_lane(const struct visit *s, const struct plan_unit *unit, uint32_t lane)
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
            set_bits(s, unit->d[k], lane, out[k], origin);
}

static void visit_units(const struct visit *s)
{
    const struct plan_unit *units = &s->w->plan->units.data[s->op->units];
    for (unsigned u = 0; u < s->op->units_count; u++) {
        if (!any_dirty(s->undef, &units[u])) {
            mark_written(s, units[u].d[0]);
            mark_written(s, units[u].d[1]);
            continue;
        }
        for (uint32_t i = 0; i < s->w->threads; i++)
            if (s->w->active[i])
                visit_lane(s, &units[u], i);
    }
}

/* ---- bodies: memory ---- */

static void visit_address(const struct visit *s, const struct plan_memory *m)
{
    require_defined(s, m->reg.index);
    require_defined(s, m->address);
    require_defined(s, m->offset);
}

/* All words of the g# are defined, and the operands of a store or atomic are. */
static bool is_all_defined(const struct visit *s, const struct plan_memory *m)
{
    bool dirty = s->undef->left[m->slot] != 0;
    for (unsigned k = 0; s->op->run != RUN_LOAD && k < m->count; k++)
        dirty |= is_dirty(s->undef, m->column[k]);
    return !dirty;
}

/* Visits word k of an access to g# by one lane. */
typedef void tgsm_visitor(const struct visit *s, const struct plan_memory *m, uint32_t lane, unsigned k,
                          struct undef_word *word, uint32_t element);

static void for_each_tgsm_word(const struct visit *s, const struct plan_memory *m, unsigned count,
                               tgsm_visitor *visit)
{
    if (is_all_defined(s, m))
        return;
    struct interp_cursor c = interp_cursor(s->w, m);
    struct undef_word *words = s->undef->tgsm + (c.region.bytes ? (c.region.base - s->w->tgsm) / 4 : 0);
    for (uint32_t i = 0; c.region.bytes && i < s->w->threads; i++) {
        if (!s->w->active[i])
            continue;
        struct address at = region_window(&c.region, m->dimension, c.address[i], c.offset[i]);
        for (unsigned k = 0; k < count; k++) {
            unsigned word = m->word[k];
            uint32_t element = m->dimension == ISA_DIM_RAW ? c.address[i] / 4 + word : c.address[i];
            if (word < at.words)
                visit(s, m, i, k, &words[(at.offset >> 2) + word], element);
        }
    }
}

static uint32_t word_origin(const struct visit *s, const struct plan_memory *m, struct undef_word *word,
                            uint32_t element)
{
    const struct program_resource *resource = interp_declaration(s->w, m, m->reg.base);
    struct undef_origin made = {s->op->instr, ISA_FILE_TGSM, resource->id, true, element};
    if (!word->origin)
        word->origin = origin_make(s->check, &made);
    return word->origin;
}

static void set_word(const struct visit *s, const struct plan_memory *m, struct undef_word *word,
                     uint32_t bits, uint32_t origin)
{
    s->undef->left[m->slot] += (bits ? 1u : 0) - (word->undefined ? 1u : 0);
    *word = (struct undef_word){bits, bits ? origin : 0};
}

static void load_tgsm(const struct visit *s, const struct plan_memory *m, uint32_t lane, unsigned k,
                      struct undef_word *word, uint32_t element)
{
    uint32_t bits = word->undefined;
    if (bits)
        set_bits(s, m->column[k], lane, bits, word_origin(s, m, word, element));
}

static void store_tgsm(const struct visit *s, const struct plan_memory *m, uint32_t lane, unsigned k,
                       struct undef_word *word, uint32_t element)
{
    (void)element;
    uint32_t bits = is_dirty(s->undef, m->column[k]) ? masks_of(s->undef, m->column[k])[lane] : 0;
    set_word(s, m, word, bits, bits ? origin_of(s, m->column[k], lane) : 0);
}

/* After an atomic the word is undefined if it was before or an operand is; an exchange replaces it. */
static void atomic_tgsm(const struct visit *s, const struct plan_memory *m, uint32_t lane, unsigned k,
                        struct undef_word *word, uint32_t element)
{
    uint32_t before = word->undefined, operands = 0, origin = 0;
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
        set_bits(s, m->result, lane, before, origin);
    uint32_t after = operands | (m->atomic == ISA_ATOMIC_OP_EXCHANGE ? 0 : before);
    set_word(s, m, word, after ? UINT32_MAX : 0, origin);
}

static void visit_load(const struct visit *s, const struct plan_memory *m)
{
    for (unsigned k = 0; k < m->count; k++)
        mark_written(s, m->column[k]);
    mark_written(s, m->status);
    if (m->tgsm != PLAN_NONE)
        for_each_tgsm_word(s, m, m->count, load_tgsm);
}

static unsigned channels_of(const struct format_info *format)
{
    unsigned channels = 0;
    while (format && channels < 4 && format->bits[channels])
        channels++;
    return channels;
}

/* Only the components that the format has are stored. */
static unsigned stored_words(const struct visit *s, const struct plan_memory *m)
{
    if (m->dimension != ISA_DIM_BUFFER || m->reg.index != PLAN_NONE)
        return m->count;
    return channels_of(interp_region_of(s->w, m, m->reg.base).format);
}

static unsigned texture_channels(const struct visit *s, const struct plan_texture *t)
{
    if (t->access.kind != ISA_ACCESS_STORE || t->slot >= PLAN_BY_LANE || t->reg.index != PLAN_NONE)
        return 4;
    const struct texture_view *view =
        runtime_view_at(&s->w->run->bindings->slots[t->slot], t->reg.base)->texture;
    return view ? channels_of(view->format) : 0;
}

static void visit_store(const struct visit *s, const struct plan_memory *m)
{
    if (m->tgsm != PLAN_NONE) {
        for_each_tgsm_word(s, m, m->count, store_tgsm);
        return;
    }
    for (unsigned k = 0; k < stored_words(s, m); k++)
        require_defined(s, m->column[k]);
}

static void visit_atomic(const struct visit *s, const struct plan_memory *m)
{
    if (m->tgsm != PLAN_NONE) {
        mark_written(s, m->result);
        for_each_tgsm_word(s, m, 1, atomic_tgsm);
        return;
    }
    for (unsigned k = 0; k < m->count; k++)
        require_defined(s, m->column[k]);
    mark_written(s, m->result);
}

static void visit_memory(const struct visit *s)
{
    const struct plan_memory *m = &s->w->plan->memory.data[s->op->memory];
    visit_address(s, m);
    switch (s->op->run) {
    case RUN_LOAD: visit_load(s, m); break;
    case RUN_STORE: visit_store(s, m); break;
    case RUN_ATOMIC: visit_atomic(s, m); break;
    default: mark_written(s, m->result); break;
    }
}

/* Derivatives computed by the instruction itself are written to columns, like results. */
static bool is_derivative(const struct plan_texture *t, unsigned read)
{
    return t->access.derives && read >= READ_DDX && read < READ_OFFSET;
}

/* Operands that select texels are addresses; of a stored value, the channels that the format has are used. */
static void visit_texture(const struct visit *s)
{
    const struct plan_texture *t = &s->w->plan->textures.data[s->op->texture];
    for (unsigned i = 0; i < READ_COUNT; i++)
        if (is_derivative(t, i))
            mark_defined(s->undef, t->reads[i]);
        else if (i < READ_VALUE || i >= READ_VALUE + 4)
            require_defined(s, t->reads[i]);
    for (unsigned c = 0; c < texture_channels(s, t); c++)
        require_defined(s, t->reads[READ_VALUE + c]);
    require_defined(s, t->reg.index);
    require_defined(s, t->sampler_reg.index);
    for (unsigned k = 0; k < t->count; k++)
        mark_written(s, t->column[k]);
    mark_written(s, t->status);
}

/* ---- bodies: pixels and vertices ---- */

/* A difference depends on two lanes of the quad; conservatively, on any of them. */
static void visit_derivative(const struct visit *s, const struct plan_unit *unit)
{
    if (!is_dirty(s->undef, unit->s[0])) {
        mark_written(s, unit->d[0]);
        return;
    }
    const uint32_t *masks = masks_of(s->undef, unit->s[0]);
    for (uint32_t i = 0; i < s->w->threads; i++) {
        uint32_t origin = 0, quad = i & ~3u;
        for (uint32_t lane = quad; s->w->active[i] && lane < quad + 4; lane++)
            if (s->w->active[lane] && masks[lane])
                origin = origin_of(s, unit->s[0], lane);
        if (s->w->active[i])
            set_bits(s, unit->d[0], i, origin ? UINT32_MAX : 0, origin);
    }
}

/* Derivatives and pull-model inputs. */
static void visit_quads(const struct visit *s)
{
    const struct plan_unit *units = &s->w->plan->units.data[s->op->units];
    for (unsigned u = 0; u < s->op->units_count; u++) {
        require_defined(s, s->op->run == RUN_PULL ? units[u].s[2] : PLAN_NONE);
        require_defined(s, s->op->run == RUN_PULL ? units[u].s[4] : PLAN_NONE);
        visit_derivative(s, &units[u]);
    }
}

/* ---- operations ---- */

static void visit_body(const struct visit *s)
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
        require_defined(s, s->op->condition);
        if (s->op->run == RUN_FCALL)
            require_defined(s, s->op->fcall.element.index);
        break;
    }
}

void check_undef_operation(struct check *check, const struct interp_worker *w, const struct plan_op *op)
{
    const struct visit s = {check, &check->undef, w, op};
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

static void undefine_tgsm(const struct check_undef *undef, const struct program_decls *decls)
{
    for (uint32_t i = 0; i < decls->tgsm_bytes / 4; i++)
        undef->tgsm[i] = (struct undef_word){UINT32_MAX, 0};
    for (uint32_t i = 0; i < decls->resource_count; i++)
        undef->left[i] = decls->resources[i].file == ISA_FILE_TGSM ? decls->resources[i].bytes / 4 : 0;
}

void check_undef_start(struct check *check, const struct interp_worker *w)
{
    struct check_undef *undef = &check->undef;
    for (uint32_t column = 0; column < w->plan->columns; column++)
        mark_defined(undef, column);
    undefine_registers(undef, w->plan);
    undefine_tgsm(undef, &w->plan->program->decls);
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
    undef->tgsm = calloc((size_t)w->plan->program->decls.tgsm_bytes / 4 + 1, sizeof *undef->tgsm);
    undef->left = calloc((size_t)w->plan->program->decls.resource_count + 1, sizeof *undef->left);
    return undef->masks && undef->origins && undef->dirty && undef->reported && undef->tgsm && undef->left;
}

void check_undef_close(struct check_undef *undef)
{
    free(undef->masks);
    free(undef->origins);
    free(undef->dirty);
    free(undef->reported);
    free(undef->tgsm);
    free(undef->left);
    free(undef->slots);
    VEC_FREE(&undef->list);
    memset(undef, 0, sizeof *undef);
}
