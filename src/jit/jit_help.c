/* Helpers called by compiled code: accesses lane by lane (region.h has the bounds), barriers, budgets and
   faults. */
#include <assert.h>
#include <stdlib.h>

#include "base/processor.h"
#include "jit/jit.h"
#include "numeric/num_env.h"
#include "runtime/region.h"

static_assert((int)TEXTURE_LANES == (int)JIT_LANES, "columns of textures are lanes of a warp");

static struct jit_worker *worker_of(struct jit_context *context)
{
    return context->worker;
}

static const struct program_resource *declaration(const struct jit_worker *w, uint32_t slot)
{
    return &w->function->program->decls.resources[slot];
}

/* ---- views ---- */

struct jit_view jit_help_view(struct jit_worker *w, uint32_t slot, uint32_t reg)
{
    if (slot >= w->run->bindings->slot_count)
        return jit_stage_view(w, (enum ir_stage_slot)(slot - w->run->bindings->slot_count));
    const struct runtime_view *view = runtime_view_at(&w->run->bindings->slots[slot], reg);
    struct region region = region_of_view(declaration(w, slot), view);
    struct jit_view out = {.base = region.base,
                           .bytes = region.bytes,
                           .count = region.count,
                           .counter = view->counter,
                           .format = region.format};
    uint32_t defaults[4];
    if (region.format) {
        format_defaults(region.format, defaults);
        out.alpha = defaults[3];
    }
    return out;
}

/* ---- one access of one lane ---- */

static struct jit_view view_of(const struct jit_context *c, uint32_t slot, uint32_t view, uint32_t lane)
{
    return view == IR_NONE ? jit_help_view(c->worker, slot, c->lanes.reg[lane]) : c->views[view];
}

/* `view` IR_NONE: of a g#, or of the register in lanes.reg. */
static struct region region_of(const struct jit_context *c, uint32_t slot, uint32_t view, uint32_t lane)
{
    const struct jit_worker *w = c->worker;
    const struct program_resource *declared = declaration(w, slot);
    if (declared->file == ISA_FILE_TGSM)
        return region_of_tgsm(declared, c->tgsm + w->function->tgsm_first[slot]);
    struct jit_view from = view_of(c, slot, view, lane);
    return (struct region){from.base, from.bytes, from.count, declared->stride, from.format};
}

#define EACH_LANE(mask, lane)                                                                                \
    for (uint32_t left_ = (mask), lane; left_ && (lane = (uint32_t)__builtin_ctz(left_), true);              \
         left_ &= left_ - 1)

/* Describes a typed buffer as a texture of one row, for the functions that process all lanes at once.
   False when that is not possible: nothing bound, no elements (those functions read the first texel for lanes that
   are out of bounds), lanes with different views, formats with several texels an element. */
static bool is_texture_row(struct jit_context *c, uint32_t slot, uint32_t which, struct texture_view *row)
{
    const struct jit_view *view = which == IR_NONE ? NULL : &c->views[which];
    if (declaration(worker_of(c), slot)->dimension != ISA_DIM_BUFFER || !view || !view->format ||
        !view->count)
        return false;
    const struct format_info *format = view->format;
    *row = (struct texture_view){.format = format,
                                 .base = view->base,
                                 .layers = 1,
                                 .mips = 1,
                                 .samples = 1,
                                 .dimension = ISA_DIM_TEXTURE1D,
                                 .levels = {{.width = view->count, .height = 1, .depth = 1}}};
    return format->block[0] == 1;
}

static void load(struct jit_context *c, uint32_t slot, uint32_t which, uint32_t words, uint32_t mask)
{
    uint8_t dimension = declaration(c->worker, slot)->dimension;
    struct texture_view row;
    if (is_texture_row(c, slot, which, &row)) {
        const struct texture_batch batch = {.mask = mask, .coords = {c->lanes.address}};
        worker_of(c)->textures->load(&row, &batch, c->lanes.value);
        return;
    }
    EACH_LANE(mask, lane)
    {
        struct region region = region_of(c, slot, which, lane);
        if (dimension == ISA_DIM_BUFFER) {
            uint32_t element[4];
            region_load_element(&region, c->lanes.address[lane], element);
            for (unsigned k = 0; k < 4; k++)
                c->lanes.value[k][lane] = element[k];
            continue;
        }
        struct address at = region_window(&region, dimension, c->lanes.address[lane], c->lanes.offset[lane]);
        for (unsigned k = 0; k < 4; k++)
            if (words >> k & 1)
                c->lanes.value[k][lane] = k < at.words ? mem_load(region.base + at.offset + 4 * k) : 0;
    }
}

static void store(struct jit_context *c, uint32_t slot, uint32_t which, uint32_t words, uint32_t mask)
{
    uint8_t dimension = declaration(c->worker, slot)->dimension;
    struct texture_view row;
    if (is_texture_row(c, slot, which, &row)) {
        const struct texture_batch batch = {
            .mask = mask,
            .coords = {c->lanes.address},
            .values = {c->lanes.value[0], c->lanes.value[1], c->lanes.value[2], c->lanes.value[3]}};
        worker_of(c)->textures->store(&row, &batch);
        return;
    }
    EACH_LANE(mask, lane)
    {
        struct region region = region_of(c, slot, which, lane);
        if (dimension == ISA_DIM_BUFFER) {
            uint32_t element[4];
            for (unsigned k = 0; k < 4; k++)
                element[k] = c->lanes.value[k][lane];
            region_store_element(&region, c->lanes.address[lane], element);
            continue;
        }
        struct address at = region_window(&region, dimension, c->lanes.address[lane], c->lanes.offset[lane]);
        for (unsigned k = 0; k < 4; k++)
            if (words >> k & 1 && k < at.words)
                mem_store(region.base + at.offset + 4 * k, c->lanes.value[k][lane]);
    }
}

/* ---- atomics, counters, bufinfo ---- */

static void atomic(struct jit_context *c, uint32_t slot, uint32_t which, uint32_t opcode, uint32_t mask)
{
    uint8_t dimension = declaration(c->worker, slot)->dimension;
    enum isa_atomic operation = (enum isa_atomic)isa_op(opcode)->atomic;
    EACH_LANE(mask, lane)
    {
        struct region region = region_of(c, slot, which, lane);
        uint8_t *word = region_atomic_word(&region, dimension, c->lanes.address[lane], c->lanes.offset[lane]);
        uint32_t a = c->lanes.value[0][lane], b = c->lanes.value[1][lane];
        c->lanes.value[0][lane] = word ? mem_atomic(operation, word, a, b) : 0;
    }
}

static void counter(struct jit_context *c, uint32_t slot, uint32_t which, uint32_t opcode, uint32_t mask)
{
    EACH_LANE(mask, lane)
    c->lanes.value[0][lane] = mem_counter(opcode, view_of(c, slot, which, lane).counter);
}

static void bufinfo(struct jit_context *c, uint32_t slot, uint32_t which, uint32_t mask)
{
    uint8_t dimension = declaration(c->worker, slot)->dimension;
    EACH_LANE(mask, lane)
    {
        struct region region = region_of(c, slot, which, lane);
        c->lanes.value[0][lane] = region_info(&region, dimension);
    }
}

/* ---- textures ---- */

const struct runtime_view *jit_help_bound(const struct jit_worker *w, uint32_t slot, uint32_t reg)
{
    return slot == IR_NONE ? &runtime_unbound : runtime_view_at(&w->run->bindings->slots[slot], reg);
}

/* A texture of another dimension than the instruction's counts as unbound. */
static const struct texture_view *texture_at(const struct jit_worker *w, const struct ir_texture *t,
                                             uint32_t reg)
{
    uint32_t slot = t->is_any ? program_find(w->function->program, ISA_FILE_SRV, reg) : t->slot;
    if (slot != IR_NONE && t->is_any && declaration(w, slot)->dimension != t->access.dimension)
        return NULL;
    return jit_help_bound(w, slot, reg)->texture;
}

static const struct sm5_sampler *sampler_at(const struct jit_worker *w, const struct ir_texture *t,
                                            uint32_t reg)
{
    return jit_help_bound(w,
                          t->is_any_sampler ? program_find(w->function->program, ISA_FILE_SAMPLER, reg)
                                            : t->sampler_slot,
                          reg)
        ->sampler;
}

/* `regs`: by lane of the texture, of the sampler; NULL: they do not differ. */
static void texture_by_lane(const struct jit_worker *w, const struct ir_texture *t,
                            struct runtime_texture_call *call, const uint32_t *const regs[2],
                            const runtime_texture_words words, uint32_t mask, texture_words out)
{
    const struct texture_view *views[TEXTURE_LANES] = {NULL};
    const struct sm5_sampler *samplers[TEXTURE_LANES] = {NULL};
    EACH_LANE(mask, lane)
    {
        views[lane] = texture_at(w, t, regs[0] ? regs[0][lane] : t->reg);
        samplers[lane] = sampler_at(w, t, regs[1] ? regs[1][lane] : t->sampler_reg);
    }
    runtime_texture_by_lane(call, views, samplers, words, mask, out);
}

static void texture(struct jit_context *c, uint32_t which, uint32_t mask)
{
    const struct jit_worker *w = worker_of(c);
    const struct ir_texture *t = &w->function->textures[which];
    const uint32_t *regs[2] = {NULL, NULL};
    struct runtime_texture_call call = {
        .access = &t->access,
        .code = w->textures,
        .view = jit_help_bound(w, t->slot, t->reg)->texture,
        .sampler = jit_help_bound(w, t->sampler_slot, t->sampler_reg)->sampler,
        .raster_samples = t->slot == IR_NONE && !t->is_any ? jit_stage_samples(w) : 0};
    runtime_texture_words words = {NULL};
    for (uint32_t i = 0; i < t->count; i++)
        if (t->reads[i] < READ_COUNT)
            words[t->reads[i]] = c->lanes.value[i];
        else
            regs[t->reads[i] - IR_READ_TEXTURE] = c->lanes.value[i];
    if (regs[0] || regs[1])
        texture_by_lane(w, t, &call, regs, words, mask, c->lanes.value);
    else
        runtime_texture(&call, words, mask, c->lanes.value);
}

/* ---- constants ---- */

static void cbuffer(struct jit_context *c, uint32_t slot, uint32_t part, uint32_t mask)
{
    struct jit_worker *w = worker_of(c);
    EACH_LANE(mask, lane)
    {
        uint32_t reg = c->lanes.reg[lane],
                 at = slot == IR_NONE ? program_find(w->function->program, ISA_FILE_CBUFFER, reg) : slot;
        const struct runtime_view *view =
            at == IR_NONE ? &runtime_unbound : runtime_view_at(&w->run->bindings->slots[at], reg);
        c->lanes.value[0][lane] = region_constant(view, c->lanes.address[lane], part);
    }
}

static void table(struct jit_context *c, uint32_t interface, uint32_t mask)
{
    const struct jit_worker *w = worker_of(c);
    EACH_LANE(mask, lane)
    c->lanes.value[0][lane] =
        runtime_table_of(w->run->bindings, w->function->program, interface, c->lanes.address[lane]);
}

static void instance(struct jit_context *c, uint32_t part, uint32_t mask)
{
    const struct jit_worker *w = worker_of(c);
    EACH_LANE(mask, lane)
    {
        const uint32_t *words =
            runtime_instance_of(w->run->bindings, w->function->program, c->lanes.address[lane]);
        c->lanes.value[0][lane] = words ? words[part] : 0;
    }
}

/* ---- arithmetic ---- */

static void lane(struct jit_context *c, uint32_t op)
{
    const struct lane_table *table = lane_table_best();
    struct ir_lane_info info = ir_lane_info((uint16_t)op);
    bool is_modifier = op >= IR_MODIFIER;
    _Alignas(LANE_ALIGN) uint32_t spare[2][JIT_LANES], unused[JIT_LANES] = {0};
    struct lane_args args = {.n = JIT_LANES, .d = {spare[0], spare[1]}};
    for (unsigned i = 0; i < 8; i++)
        args.s[i] = unused;
    for (unsigned i = 0; i < info.args; i++)
        args.s[ir_lane_column((uint16_t)op, i)] = c->lanes.value[i];
    if (info.is_double)
        num_env_double();
    (is_modifier ? table->modifier[op - IR_MODIFIER] : table->op[op])(&args);
    if (info.is_double)
        num_env_single();
    memcpy(c->lanes.value[0], spare[0], sizeof spare[0]);
    if (info.results > 1)
        memcpy(c->lanes.value[1], spare[1], sizeof spare[1]);
}

static uint64_t cycles(struct jit_context *c)
{
    (void)c;
    return base_cycles();
}

/* ---- budget and faults ---- */

enum { BATCH = 4096, TIMED_BATCH = 1 << 16, LONG_BATCH = 1 << 20 };

/* Charges steps to the run's budget; false when it is exhausted. */
static bool charge(struct runtime_run *run, uint64_t steps)
{
    uint64_t left = atomic_load_explicit(&run->steps, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&run->steps, &left, left > steps ? left - steps : 0,
                                                  memory_order_relaxed, memory_order_relaxed))
        ;
    return left >= steps;
}

/* A step of a group is one step of each of its warps; the remainder is kept by the worker. Merged groups count as
   one: not all of them may go on. */
static bool charge_used(struct jit_worker *w, uint64_t used)
{
    used += w->uncharged;
    w->uncharged = used % w->warps;
    return charge(w->run, used / w->warps);
}

/* Workers are granted steps in advance and charged for those used: a reserved but unused budget would be
   missing for the others. */
bool jit_help_charge(struct jit_worker *w)
{
    int64_t left = w->context.steps > 0 ? w->context.steps : 0;
    bool paid = !w->run->max_steps || charge_used(w, (uint64_t)(w->granted - left));
    w->context.steps = w->granted = 0;
    return paid;
}

/* Grants more steps to a worker that has used its own; false when the budget is exhausted. */
static bool grant(struct jit_worker *w)
{
    bool paid = charge_used(w, (uint64_t)w->granted);
    uint64_t left = atomic_load_explicit(&w->run->steps, memory_order_relaxed);
    w->granted = (int64_t)((left < BATCH ? left : BATCH) * w->warps);
    w->context.steps += w->granted; /* includes the steps of this request */
    return paid && left;
}

/* Steps until the clock is read again. A request takes as long as tens of iterations of a short loop: the number doubles while
   requests follow each other quickly. */
static int64_t timed_batch(struct jit_worker *w, uint64_t now)
{
    enum { QUICK_NS = 200000 };
    bool is_quick = w->batch && now - w->stepped_ns < QUICK_NS;
    w->batch = !is_quick ? BATCH : w->batch < TIMED_BATCH ? 2 * w->batch : TIMED_BATCH;
    w->stepped_ns = now;
    return w->batch;
}

static uint32_t step(struct jit_context *c, uint32_t instr)
{
    struct jit_worker *w = worker_of(c);
    struct runtime_run *run = w->run;
    if (runtime_stopped(run, c->group))
        return 0;
    uint64_t now = run->deadline_ns || run->progress ? pool_now() : 0;
    if (run->deadline_ns && now >= run->deadline_ns) {
        runtime_fault(run, &(struct runtime_fault){RUNTIME_FAULT_SECONDS, instr, c->group, 0, 0, 0});
        return 0;
    }
    runtime_poll(run, now);
    if (runtime_stopped(run, c->group))
        return 0;
    w->charged_at = instr;
    if (!run->max_steps) {
        c->steps = run->deadline_ns || run->progress ? timed_batch(w, now) : LONG_BATCH;
        return 1;
    }
    if (!grant(w)) {
        runtime_fault(run, &(struct runtime_fault){RUNTIME_FAULT_STEPS, instr, c->group, 0, 0, 0});
        return 0;
    }
    return 1;
}

static void fault(struct jit_context *c, uint32_t kind, uint32_t instr, uint32_t thread, uint32_t other,
                  uint32_t missing)
{
    const struct jit_worker *w = worker_of(c);
    struct runtime_fault fault = {
        (enum runtime_fault_kind)kind,     instr,  c->group, jit_stage_thread(w, instr, thread),
        jit_stage_thread(w, instr, other), missing};
    runtime_fault(w->run, &fault);
}

static uint32_t barrier(struct jit_context *c, uint32_t instr, const uint16_t *arrived, const uint16_t *gone)
{
    struct jit_worker *w = worker_of(c);
    uint32_t lanes = w->function->lanes, missing = 0, first_missing = 0, first_arrived = IR_NONE;
    const uint32_t *group = w->function->program->decls.thread_group;
    uint32_t threads = group[0] * group[1] * group[2];
    for (uint32_t thread = 0; thread < threads; thread++) {
        uint32_t bit = 1u << thread % lanes;
        bool is_here = arrived[thread / lanes] & bit, is_gone = gone[thread / lanes] & bit;
        if (is_here && first_arrived == IR_NONE)
            first_arrived = thread;
        if (!is_here && !is_gone && missing++ == 0)
            first_missing = thread;
    }
    if (!missing ||
        first_arrived == IR_NONE) /* all threads have arrived, or none has and the barrier is not executed */
        return 1;
    fault(c, RUNTIME_FAULT_BARRIER, instr, first_missing, first_arrived, missing);
    return 0;
}

/* ---- helpers that compute with floats, called from code that keeps denormals ---- */

static void set_environment(const struct jit_context *c, void set(void))
{
    if (((const struct jit_worker *)c->worker)->function->is_double)
        set();
}

static void load_in_single(struct jit_context *c, uint32_t slot, uint32_t view, uint32_t words, uint32_t mask)
{
    set_environment(c, num_env_single);
    load(c, slot, view, words, mask);
    set_environment(c, num_env_double);
}

static void store_in_single(struct jit_context *c, uint32_t slot, uint32_t view, uint32_t words,
                            uint32_t mask)
{
    set_environment(c, num_env_single);
    store(c, slot, view, words, mask);
    set_environment(c, num_env_double);
}

static void texture_in_single(struct jit_context *c, uint32_t which, uint32_t mask)
{
    set_environment(c, num_env_single);
    texture(c, which, mask);
    set_environment(c, num_env_double);
}

static void lane_in_single(struct jit_context *c, uint32_t op)
{
    set_environment(c, num_env_single);
    lane(c, op);
    set_environment(c, num_env_double);
}

void jit_help_fill(struct jit_helpers *helpers)
{
    *helpers = (struct jit_helpers){
        .load = load_in_single,
        .store = store_in_single,
        .atomic = atomic,
        .counter = counter,
        .bufinfo = bufinfo,
        .texture = texture_in_single,
        .cbuffer = cbuffer,
        .lane = lane_in_single,
        .table = table,
        .instance = instance,
        .cycles = cycles,
        .barrier = barrier,
        .step = step,
        .preserving = jit_preserving_call,
        .fault = fault,
    };
}
