/* Two conflicting accesses race unless a barrier of the group, or a release and acquire between groups,
   orders them. The order in which the interpreter executes them does not matter. */
#include "check/check_race.h"

#include <stdlib.h>

#include "check/check.h"

/* ---- one access ---- */

struct access {
    struct shadow_access self;
    uint8_t kind;
    uint32_t thread, value;
    const struct interp_worker *worker;
    const struct plan_op *op;
    const struct plan_memory *memory; /* NULL: of a texture */
    const struct program_resource *resource;
    uint32_t reg, address, offset;
    unsigned word;
};

static uint32_t thread_of(struct shadow_access access)
{
    return access.accessor % SHADOW_THREADS;
}

static uint32_t instr_of(struct shadow_access access)
{
    return access.accessor / SHADOW_THREADS;
}

static enum interp_access_kind kind_of(const struct check_race *race, struct shadow_access access)
{
    return (enum interp_access_kind)race->kinds[instr_of(access)];
}

static bool is_tgsm(const struct access *a)
{
    return a->memory && a->memory->tgsm != PLAN_NONE;
}

/* ---- findings ---- */

static void describe(const struct access *a, struct sm5_finding *finding)
{
    bool raw = a->memory && a->memory->dimension == ISA_DIM_RAW;
    snprintf(finding->reg, sizeof finding->reg, "%s%u", isa_file(a->resource->file)->text, a->reg);
    finding->has_element = true;
    finding->element = raw ? a->address / 4 + a->word : a->address;
    finding->has_offset = a->memory && a->memory->dimension != ISA_DIM_BUFFER;
    finding->byte_offset = raw ? a->address : a->offset;
}

static bool is_listed(const struct sm5_check_options *options, const char *name)
{
    for (size_t i = 0; i < options->allowed_race_count; i++)
        if (strcmp(options->allowed_races[i], name) == 0)
            return true;
    return false;
}

static bool instruction_allows(const struct check *check, uint32_t at)
{
    char number[16];
    if (check->program->instrs[at].allows_race)
        return true;
    snprintf(number, sizeof number, "%u", program_instr_number(check->program, at));
    return is_listed(&check->options, number);
}

/* The race is intended: its register or one of its instructions is marked. */
static bool is_allowed(const struct check *check, const struct access *a, struct shadow_access old,
                       const char *reg)
{
    return check->program->instrs[a->resource->instr].allows_race || is_listed(&check->options, reg) ||
           instruction_allows(check, a->op->instr) || instruction_allows(check, instr_of(old));
}

static void add(struct check *check, const struct access *a, struct shadow_access old,
                enum sm5_finding_kind kind)
{
    const struct check_race *race = &check->race;
    bool same_group = old.stamp >= race->group_first;
    struct check_site site = {a->op->instr, a->worker->group, a->thread};
    struct check_site other = {instr_of(old),
                               same_group ? a->worker->group : release_group_of(&race->release, old.stamp),
                               thread_of(old)};
    struct sm5_finding finding = {.kind = kind};
    describe(a, &finding);
    if (is_allowed(check, a, old, finding.reg))
        return;
    check_add_pair(check, &site, &other, &finding);
}

/* D3D11.3 7.14: only atomics are atomic, with respect to other atomics. */
static enum sm5_finding_kind kind_of_pair(enum interp_access_kind a, enum interp_access_kind b,
                                          bool same_value)
{
    if (a == INTERP_LOAD || b == INTERP_LOAD)
        return SM5_FINDING_RACE;
    if (a == INTERP_ATOMIC || b == INTERP_ATOMIC)
        return SM5_FINDING_RACE_ATOMIC_STORE;
    return same_value ? SM5_FINDING_RACE_SAME_VALUE : SM5_FINDING_RACE;
}

/* ---- order ---- */

static void compare_groups(struct check *check, const struct access *a, struct shadow_access old,
                           enum sm5_finding_kind kind)
{
    enum release_order order = RELEASE_NONE;
    if (a->resource->glc)
        order = release_order(&check->race.release, old.stamp, thread_of(old), a->thread);
    if (order == RELEASE_NONE)
        add(check, a, old, kind);
    else if (order == RELEASE_MAYBE && check->options.atomic_ordered)
        add(check, a, old, SM5_FINDING_ATOMIC_ORDERED);
}

/* Accesses of one invocation are ordered, as are those of the phases of one patch. */
static bool same_thread(const struct check *check, const struct access *a, struct shadow_access old)
{
    if (old.stamp >= check->race.phase_first)
        return thread_of(old) == a->thread;
    return thread_of(old) / check_lanes_of_patch(check->program, instr_of(old)) ==
           a->thread / check_lanes_of_patch(check->program, a->op->instr);
}

/* `old` and `a` conflict: reports them when nothing orders them. */
static void compare(struct check *check, const struct access *a, struct shadow_access old, bool same_value)
{
    const struct check_race *race = &check->race;
    enum sm5_finding_kind kind =
        kind_of_pair((enum interp_access_kind)a->kind, kind_of(race, old), same_value);
    if (old.stamp < race->group_first) {
        if (!is_tgsm(a))
            compare_groups(check, a, old, kind);
        return;
    }
    uint32_t synced = is_tgsm(a) ? race->synced_tgsm : race->synced_uav;
    if (same_thread(check, a, old) || old.stamp < synced)
        return;
    add(check, a, old, old.stamp < race->synced ? SM5_FINDING_RACE_UNFENCED : kind);
}

/* ---- shadow words ---- */

static bool is_same_access(const struct check_race *race, struct shadow_access old, const struct access *a)
{
    return old.stamp >= race->phase_first && thread_of(old) == a->thread && kind_of(race, old) == a->kind;
}

static void update_word(const struct check_race *race, struct shadow_word *word, const struct access *a)
{
    if (a->kind == INTERP_STORE) {
        word->write = a->self;
        word->value = a->value;
        return;
    }
    if (!is_same_access(race, word->last, a)) {
        struct shadow_access evicted = word->other;
        word->other = word->last;
        if (!is_same_access(race, evicted, a) && !is_tgsm(a) && evicted.stamp &&
            evicted.stamp < race->group_first)
            word->earlier = evicted;
    }
    word->last = a->self;
}

static void compare_reader(struct check *check, const struct access *a, struct shadow_access old)
{
    if (old.stamp && (a->kind == INTERP_STORE || kind_of(&check->race, old) != a->kind))
        compare(check, a, old, false);
}

static void access_word(struct check *check, struct shadow_word *word, const struct access *a)
{
    if (word->write.stamp)
        compare(check, a, word->write, a->kind == INTERP_STORE && word->value == a->value);
    compare_reader(check, a, word->last);
    compare_reader(check, a, word->other);
    if (!is_tgsm(a))
        compare_reader(check, a, word->earlier);
    update_word(&check->race, word, a);
}

/* ---- windows ---- */

static void access_words(struct check *check, struct access *a, struct shadow_span span, struct address at)
{
    const struct plan_memory *m = a->memory;
    unsigned count = a->kind == INTERP_ATOMIC ? 1 : m->count;
    uint32_t lane = a->thread - a->worker->first;
    for (unsigned k = 0; k < count; k++) {
        a->word = m->word[k];
        if (a->word >= at.words)
            continue;
        if (a->kind == INTERP_STORE)
            a->value = interp_column(a->worker, m->column[k])[lane];
        access_word(check, &span.words[(at.offset >> 2) + a->word], a);
    }
}

/* All shadow words of a texel. A store's value is converted to the format, to compare it in memory. */
static void access_texel(struct check *check, struct access *a, struct shadow_span span, uint64_t offset,
                         const struct format_info *format, const uint32_t columns[4])
{
    uint32_t lane = a->thread - a->worker->first, words[4], texel[4] = {0};
    if (a->kind == INTERP_STORE) {
        for (unsigned c = 0; c < 4; c++)
            words[c] = interp_column(a->worker, columns[c])[lane];
        format_store(format, (uint8_t *)texel, words);
    }
    unsigned count = format->bytes >> span.shift;
    for (unsigned k = 0; k < count; k++) {
        a->value = span.shift == 2 ? texel[k] : texel[0];
        access_word(check, &span.words[(offset >> span.shift) + k], a);
    }
}

static enum interp_access_kind access_kind(const struct plan *plan, const struct plan_op *op)
{
    if (op->run == RUN_TEXTURE) {
        uint8_t kind = plan->textures.data[op->texture].access.kind;
        return kind == ISA_ACCESS_STORE    ? INTERP_STORE
               : kind == ISA_ACCESS_ATOMIC ? INTERP_ATOMIC
                                           : INTERP_LOAD;
    }
    return op->run == RUN_LOAD ? INTERP_LOAD : op->run == RUN_STORE ? INTERP_STORE : INTERP_ATOMIC;
}

static void access_lane(struct check *check, struct access *a, const struct interp_cursor *c,
                        struct shadow_span span)
{
    struct address at = region_window(&c->region, a->memory->dimension, a->address, a->offset);
    if (at.words == 0)
        return;
    bool typed = a->memory->dimension == ISA_DIM_BUFFER;
    if (typed && a->kind == INTERP_ATOMIC && c->region.format->bytes != 4)
        return;
    if (a->kind == INTERP_ATOMIC && !is_tgsm(a))
        check->failed |=
            !release_atomic(&check->race.release, c->region.base + at.offset, check->race.stamp, a->thread);
    if (typed)
        access_texel(check, a, span, at.offset, c->region.format, a->memory->column);
    else
        access_words(check, a, span, at);
}

void check_race_access(struct check *check, const struct interp_worker *w, const struct plan_op *op)
{
    const struct plan_memory *m = &w->plan->memory.data[op->memory];
    struct interp_cursor c = interp_cursor(w, m);
    struct shadow_span span = {NULL, 2};
    struct access a = {
        .kind = (uint8_t)access_kind(w->plan, op),
        .worker = w,
        .op = op,
        .memory = m,
        .resource = c.regs ? NULL : interp_declaration(w, m, m->reg.base),
        .reg = m->reg.base,
    };
    if (!c.regs)
        span = shadow_span(&check->race.shadow, m, &c.region);
    if (!c.regs && (!span.words || a.resource->rov))
        return;
    for (uint32_t i = 0; i < w->threads && w->first + i < SHADOW_THREADS; i++) {
        if (!check_has_effects(w, i))
            continue;
        if (c.regs) {
            interp_cursor_move(w, m, &c, i);
            a.reg = interp_index(w, m->reg, i);
            a.resource = interp_declaration(w, m, a.reg);
            if (!a.resource || a.resource->rov)
                continue;
            span = shadow_span(&check->race.shadow, m, &c.region);
        }
        a.thread = w->first + i;
        a.self = (struct shadow_access){check->race.stamp, op->instr << SHADOW_THREAD_BITS | a.thread};
        a.address = c.address[i];
        a.offset = c.offset[i];
        if (span.words)
            access_lane(check, &a, &c, span);
    }
}

/* ---- textures ---- */

/* Findings number texels in the order of the resource's memory. */
static void access_texture(struct check *check, struct access *a, const struct plan_texture *t,
                           const struct texture_view *view)
{
    uint32_t lane = a->thread - a->worker->first;
    runtime_texture_words words;
    for (unsigned k = 0; k < READ_COUNT; k++)
        words[k] = t->reads[k] == PLAN_NONE
                       ? NULL
                       : interp_column(a->worker, t->reads[k]) + lane / TEXTURE_LANES * TEXTURE_LANES;
    const uint8_t *element = runtime_texture_element(&t->access, view, words, lane % TEXTURE_LANES);
    struct shadow_span span =
        element ? shadow_at(&check->race.shadow, element) : (struct shadow_span){NULL, 2};
    if (!span.words)
        return;
    a->address = (uint32_t)((uint64_t)(element - view->base) / view->format->bytes);
    if (a->kind == INTERP_ATOMIC)
        check->failed |= !release_atomic(&check->race.release, element, check->race.stamp, a->thread);
    access_texel(check, a, span, 0, view->format, &t->reads[READ_VALUE]);
}

/* Loads, stores and atomics of u# textures. Reads through samplers are not checked. */
void check_race_texture(struct check *check, const struct interp_worker *w, const struct plan_op *op)
{
    const struct plan_texture *t = &w->plan->textures.data[op->texture];
    if (t->access.kind > ISA_ACCESS_ATOMIC || t->slot >= PLAN_BY_LANE)
        return;
    struct access a = {.kind = (uint8_t)access_kind(w->plan, op),
                       .worker = w,
                       .op = op,
                       .resource = &w->plan->program->decls.resources[t->slot]};
    if (a.resource->file != ISA_FILE_UAV || a.resource->rov)
        return;
    for (uint32_t i = 0; i < w->threads && w->first + i < SHADOW_THREADS; i++) {
        if (!check_has_effects(w, i))
            continue;
        a.reg = interp_index(w, t->reg, i);
        a.thread = w->first + i;
        a.self = (struct shadow_access){check->race.stamp, op->instr << SHADOW_THREAD_BITS | a.thread};
        const struct texture_view *view = runtime_view_at(&w->run->bindings->slots[t->slot], a.reg)->texture;
        if (view)
            access_texture(check, &a, t, view);
    }
}

/* ---- intervals ---- */

static void start_group(struct check *check, uint64_t group)
{
    struct check_race *race = &check->race;
    race->group_first = race->synced = race->synced_tgsm = race->synced_uav = race->stamp;
    race->phase_first = race->stamp;
    race->has_group = true;
    race->group = group;
    check->failed |= !release_start(&race->release, race->stamp, group);
}

static void next_interval(struct check *check, uint64_t group)
{
    struct check_race *race = &check->race;
    if (race->stamp < UINT32_MAX) {
        race->stamp++;
        return;
    }
    /* After 2^32 intervals the numbers restart, and all earlier accesses are dropped. */
    shadow_forget(&race->shadow);
    release_close(&race->release);
    race->stamp = 1;
    start_group(check, group);
}

void check_race_start(struct check *check, const struct interp_worker *w)
{
    struct check_race *race = &check->race;
    if (w->first != 0)
        return;
    next_interval(check, w->group);
    if (check->program->stage == ISA_HULL && race->has_group && race->group == w->group)
        race->phase_first = race->stamp;
    else
        start_group(check, w->group);
}

/* D3D11.3 22.17.7. Without _t a sync orders only the accesses of its own thread. */
void check_race_sync(void *context, const struct interp_event *event, uint32_t flags)
{
    struct check *check = context;
    struct check_race *race = &check->race;
    next_interval(check, event->group);
    if (flags & ISA_SYNC_T) {
        race->synced = race->stamp;
        if (flags & ISA_SYNC_G)
            race->synced_tgsm = race->stamp;
        if (flags & (ISA_SYNC_UGROUP | ISA_SYNC_UGLOBAL))
            race->synced_uav = race->stamp;
    }
    if (flags & ISA_SYNC_UGLOBAL)
        release_fence(&race->release, race->stamp, flags & ISA_SYNC_T);
}

/* ---- open, close ---- */

static bool collect_kinds(struct check_race *race, const struct plan *plan)
{
    race->kinds = calloc((size_t)plan->program->instr_count + 1, 1);
    for (size_t i = 0; race->kinds && i < plan->ops.count; i++)
        race->kinds[plan->ops.data[i].instr] = (uint8_t)access_kind(plan, &plan->ops.data[i]);
    return race->kinds != NULL;
}

bool check_race_open(struct check *check, const struct interp_worker *w)
{
    struct check_race *race = &check->race;
    return collect_kinds(race, w->plan) && shadow_open(&race->shadow, w);
}

void check_race_close(struct check_race *race)
{
    shadow_close(&race->shadow);
    release_close(&race->release);
    free(race->kinds);
    race->kinds = NULL;
}
