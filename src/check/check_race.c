/* Two conflicting accesses race unless a barrier of the group, or a release and acquire between groups,
   orders them. The order in which the interpreter executes them does not matter. */
#include "check/check_race.h"

#include <stdlib.h>

#include "check/check.h"
#include "check/check_runs.h"
#include "interp/interp_region.h"

/* ---- one access ---- */

struct access {
    struct shadow_access self;
    uint8_t kind;
    uint32_t thread, value;
    const struct interp_worker *worker;
    const struct plan_op *op;
    const struct plan_memory *memory; /* NULL: of a texture */
    const struct program_resource *resource;
    struct shadow_block *block; /* NULL: memory without shadow */
    uint64_t base;              /* byte of the block at which the region starts */
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

/* Of a page that has all records that the access needs. */
static void update_reads(const struct check_race *race, const struct shadow_page *page, uint64_t at,
                         const struct access *a)
{
    struct shadow_access last = page->last[at];
    page->last[at] = a->self;
    if (!last.stamp || is_same_access(race, last, a))
        return;
    struct shadow_reads *reads = &page->reads[at];
    struct shadow_access evicted = reads->other;
    reads->other = last;
    if (!is_same_access(race, evicted, a) && !is_tgsm(a) && evicted.stamp &&
        evicted.stamp < race->group_first)
        reads->earlier = evicted;
}

static void update_word(const struct check_race *race, const struct shadow_page *page, uint64_t at,
                        const struct access *a)
{
    if (a->kind == INTERP_STORE)
        page->writes[at] = (struct shadow_write){a->self, a->value};
    else
        update_reads(race, page, at, a);
}

static void compare_reader(struct check *check, const struct access *a, struct shadow_access old)
{
    if (old.stamp && (a->kind == INTERP_STORE || kind_of(&check->race, old) != a->kind))
        compare(check, a, old, false);
}

static void compare_word(struct check *check, const struct shadow_page *page, uint64_t at,
                         const struct access *a)
{
    const struct shadow_write *write = page->writes ? &page->writes[at] : NULL;
    if (write && write->access.stamp)
        compare(check, a, write->access, a->kind == INTERP_STORE && write->value == a->value);
    if (page->last)
        compare_reader(check, a, page->last[at]);
    if (!page->reads)
        return;
    compare_reader(check, a, page->reads[at].other);
    compare_reader(check, a, page->reads[at].earlier);
}

/* Adds the records that the access needs and the page does not have. */
static bool add_records(struct check_race *race, struct shadow_page *page, uint64_t at,
                        const struct access *a)
{
    struct shadow *shadow = &race->shadow;
    if (a->kind == INTERP_STORE)
        return page->writes || shadow_add_writes(shadow, page);
    if (!page->last)
        return shadow_add_last(shadow, page);
    bool replaces = !page->last[at].stamp || is_same_access(race, page->last[at], a);
    return page->reads || replaces || shadow_add_reads(shadow, page);
}

static void access_word(struct check *check, uint64_t word, const struct access *a)
{
    struct check_race *race = &check->race;
    struct shadow_page *page = shadow_page(&race->shadow, a->block, word);
    uint64_t at = word % SHADOW_PAGE;
    if (!page || !add_records(race, page, at, a)) {
        check->failed = true;
        return;
    }
    compare_word(check, page, at, a);
    update_word(race, page, at, a);
}

/* All shadow words of some bytes of the region. */
static void access_bytes(struct check *check, const struct access *a, uint64_t offset, unsigned bytes)
{
    uint64_t first = (a->base + offset) >> a->block->shift;
    uint64_t last = (a->base + offset + bytes - 1) >> a->block->shift;
    for (uint64_t word = first; word <= last; word++)
        access_word(check, word, a);
}

/* ---- windows ---- */

static void access_words(struct check *check, struct access *a, struct address at)
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
        access_bytes(check, a, at.offset + 4 * (uint64_t)a->word, 4);
    }
}

/* A store's value is converted to the format, to compare it in memory. */
static void access_texel(struct check *check, struct access *a, uint64_t offset,
                         const struct format_info *format, const uint32_t columns[4])
{
    uint32_t lane = a->thread - a->worker->first, words[4], texel[4] = {0};
    if (a->kind == INTERP_STORE) {
        for (unsigned c = 0; c < 4; c++)
            words[c] = interp_column(a->worker, columns[c])[lane];
        format_store(format, (uint8_t *)texel, words);
    }
    for (unsigned at = 0; at < format->bytes; at += 4) {
        a->value = texel[at / 4];
        access_bytes(check, a, offset + at, format->bytes - at < 4 ? format->bytes : 4);
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

static void access_lane(struct check *check, struct access *a, const struct interp_cursor *c)
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
    if (!shadow_may_race(a->block))
        return;
    if (typed)
        access_texel(check, a, at.offset, c->region.format, a->memory->column);
    else
        access_words(check, a, at);
}

/* Finds the shadow of a region; false when it has none. */
static bool find_shadow(struct check *check, struct access *a, const struct region *region)
{
    struct shadow *shadow = &check->race.shadow;
    a->block = !region->bytes ? NULL : is_tgsm(a) ? &shadow->tgsm : shadow_find(shadow, region->base);
    a->base = a->block ? (uint64_t)(region->base - a->block->base) : 0;
    return a->block;
}

static void access_lanes(struct check *check, struct access *a, struct interp_cursor *c, uint32_t stamp,
                         const uint32_t *active)
{
    const struct interp_worker *w = a->worker;
    for (uint32_t i = 0; i < w->threads && w->first + i < SHADOW_THREADS; i++) {
        if (!active[i] || (w->helpers && w->helpers[i]))
            continue;
        if (c->regs) {
            interp_cursor_move(w, a->memory, c, i);
            a->reg = interp_index(w, a->memory->reg, i);
            a->resource = interp_declaration(w, a->memory, a->reg);
            if (!a->resource || a->resource->rov || !find_shadow(check, a, &c->region))
                continue;
        }
        a->thread = w->first + i;
        a->self = (struct shadow_access){stamp, a->op->instr << SHADOW_THREAD_BITS | a->thread};
        a->address = c->address[i];
        a->offset = c->offset[i];
        access_lane(check, a, c);
    }
}

static struct access access_by(const struct interp_worker *w, const struct plan_op *op)
{
    const struct plan_memory *m = &w->plan->memory.data[op->memory];
    bool by_lane = m->reg.index != PLAN_NONE;
    return (struct access){
        .kind = (uint8_t)access_kind(w->plan, op),
        .worker = w,
        .op = op,
        .memory = m,
        .resource = by_lane ? NULL : interp_declaration(w, m, m->reg.base),
        .reg = m->reg.base,
    };
}

void check_race_record(struct check *check, const struct interp_worker *w, const struct plan_op *op,
                       uint32_t stamp, const struct race_lanes *lanes)
{
    struct access a = access_by(w, op);
    struct interp_cursor c = interp_cursor(w, a.memory);
    c.address = lanes->address;
    c.offset = lanes->offset;
    if (find_shadow(check, &a, &c.region))
        access_lanes(check, &a, &c, stamp, lanes->active);
}

/* Runs and loads that wait: in compute shaders, whose groups are executed as a whole, and without helper
   pixels. */
static bool has_groups(const struct check *check, const struct interp_worker *w)
{
    return !check->race.by_word && check->program->stage == ISA_COMPUTE && w->plan->strips == 1 &&
           w->threads <= SHADOW_THREADS;
}

static bool access_group(struct check *check, const struct access *a, const struct interp_cursor *c)
{
    const struct interp_worker *w = a->worker;
    struct check_defer *defer = is_tgsm(a) ? &check->race.defers[a->memory->slot] : NULL;
    enum interp_access_kind kind = (enum interp_access_kind)a->kind;
    if (!has_groups(check, w))
        return false;
    if (defer)
        check_defer_start(check, defer, w, kind);
    if (!(defer && check_defer_waits(defer)) && check_runs_access(check, w, a->op, a->block, c))
        return true;
    return defer && kind != INTERP_STORE && check_defer_access(check, defer, w, a->op, kind, c);
}

void check_race_access(struct check *check, const struct interp_worker *w, const struct plan_op *op)
{
    struct access a = access_by(w, op);
    struct interp_cursor c = interp_cursor(w, a.memory);
    if (!c.regs && (!find_shadow(check, &a, &c.region) || a.resource->rov))
        return;
    if (!c.regs && a.kind != INTERP_ATOMIC && !shadow_may_race(a.block))
        return;
    if (!c.regs && access_group(check, &a, &c))
        return;
    access_lanes(check, &a, &c, check->race.stamp, w->active);
}

/* ---- textures ---- */

/* Findings number texels in the order of the resource's memory. */
static void access_element(struct check *check, struct access *a, const struct plan_texture *t,
                           const struct texture_view *view, const uint8_t *element)
{
    a->base = (uint64_t)(element - a->block->base);
    a->address = (uint32_t)((uint64_t)(element - view->base) / view->format->bytes);
    if (a->kind == INTERP_ATOMIC)
        check->failed |= !release_atomic(&check->race.release, element, check->race.stamp, a->thread);
    if (shadow_may_race(a->block))
        access_texel(check, a, 0, view->format, &t->reads[READ_VALUE]);
}

static void access_elements(struct check *check, struct access *a, const struct plan_texture *t)
{
    const struct interp_worker *w = a->worker;
    for (uint32_t i = 0; i < w->threads && w->first + i < SHADOW_THREADS; i++) {
        const uint8_t *element = check->texels.elements[i];
        a->block = element ? shadow_find(&check->race.shadow, element) : NULL;
        if (!a->block)
            continue;
        a->reg = interp_index(w, t->reg, i);
        a->thread = w->first + i;
        a->self = (struct shadow_access){check->race.stamp, a->op->instr << SHADOW_THREAD_BITS | a->thread};
        access_element(check, a, t, check->texels.views[i]->texture, element);
    }
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
    if (!has_groups(check, w) || !check_runs_texture(check, w, op))
        access_elements(check, &a, t);
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

/* An operation may access any view of its slot; one that selects the slot by lane, all memory. */
static void add_kind(struct shadow *shadow, const struct interp_worker *w, uint32_t slot, uint8_t kind)
{
    const struct runtime_slot *accessed = slot < PLAN_BY_LANE ? &w->run->bindings->slots[slot] : NULL;
    for (size_t i = 0; !accessed && i < shadow->blocks.count; i++)
        shadow->blocks.data[i].kinds |= (uint8_t)(1u << kind);
    for (uint32_t i = 0; accessed && i < accessed->count; i++) {
        const struct runtime_view *view = &accessed->views[i];
        const uint8_t *at = view->base                      ? view->base
                            : view->texture && view->buffer ? view->buffer->data
                                                            : NULL;
        struct shadow_block *block = at ? shadow_find(shadow, at) : NULL;
        if (block)
            block->kinds |= (uint8_t)(1u << kind);
    }
}

/* Blocks whose accesses cannot race need no shadow. */
static void collect_block_kinds(struct shadow *shadow, const struct interp_worker *w)
{
    shadow->tgsm.kinds = 1u << INTERP_LOAD | 1u << INTERP_STORE | 1u << INTERP_ATOMIC;
    for (size_t i = 0; i < w->plan->ops.count; i++) {
        const struct plan_op *op = &w->plan->ops.data[i];
        uint8_t kind = (uint8_t)access_kind(w->plan, op);
        if (op->run == RUN_TEXTURE)
            add_kind(shadow, w, w->plan->textures.data[op->texture].slot, kind);
        else if (op->run == RUN_LOAD || op->run == RUN_STORE || op->run == RUN_ATOMIC)
            add_kind(shadow, w, w->plan->memory.data[op->memory].slot, kind);
    }
}

bool check_race_open(struct check *check, const struct interp_worker *w)
{
    struct check_race *race = &check->race;
    race->defer_count = w->plan->program->decls.resource_count;
    race->defers = calloc(race->defer_count + 1, sizeof *race->defers);
    if (!race->defers || !collect_kinds(race, w->plan) || !shadow_open(&race->shadow, w))
        return false;
    collect_block_kinds(&race->shadow, w);
    return true;
}

void check_race_close(struct check_race *race)
{
    shadow_close(&race->shadow);
    release_close(&race->release);
    for (uint32_t i = 0; race->defers && i < race->defer_count; i++)
        check_defer_free(&race->defers[i]);
    free(race->defers);
    race->defers = NULL;
    free(race->kinds);
    race->kinds = NULL;
}
