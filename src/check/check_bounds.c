/* Out-of-bounds accesses, found by the rules of runtime/region.h before the interpreter executes them. */
#include "check/check_bounds.h"

#include "check/check.h"
#include "interp/interp_worker.h"
#include "runtime/region.h"

static struct check_site site_of(const struct interp_event *event, uint32_t lane)
{
    return (struct check_site){event->at, event->group, event->first + lane};
}

static struct sm5_finding finding_of(enum sm5_finding_kind kind, uint8_t file, uint32_t reg)
{
    struct sm5_finding finding = {.kind = kind};
    snprintf(finding.reg, sizeof finding.reg, "%s%u", isa_file(file)->text, reg);
    return finding;
}

/* ---- t#, u#, g# ---- */

/* One thread's access and its region. */
struct target {
    const struct program_resource *resource;
    uint32_t reg, address, offset, words;
    bool structured, typed, shared;
    struct region region;
};

static void add(struct check *check, const struct check_site *site, const struct target *t,
                enum sm5_finding_kind kind, uint64_t element, bool has_offset)
{
    struct sm5_finding finding = finding_of(kind, t->resource ? t->resource->file : ISA_FILE_SRV, t->reg);
    finding.has_element = true;
    finding.element = element;
    finding.has_offset = has_offset;
    finding.byte_offset = t->structured ? t->offset : t->address;
    check_add(check, site, &finding);
}

static void check_alignment(struct check *check, const struct check_site *site, const struct target *t)
{
    uint32_t byte_offset = t->structured ? t->offset : t->address;
    if (!t->typed && address_misaligned(byte_offset))
        add(check, site, t, SM5_FINDING_MISALIGNED, t->structured ? t->address : t->address / 4, true);
}

/* Reports the first word that does not exist. */
static void check_words(struct check *check, const struct check_site *site, const struct target *t)
{
    for (unsigned word = 0; word < 4; word++) {
        if (!(t->words >> word & 1))
            continue;
        enum address_cause cause =
            region_cause(&t->region, t->resource->dimension, t->address, t->offset, word);
        if (cause == ADDRESS_INSIDE)
            continue;
        bool has_elements = t->structured || t->typed;
        uint64_t element = has_elements ? t->address : (uint64_t)t->address / 4 + word;
        enum sm5_finding_kind kind = t->shared                 ? SM5_FINDING_OOB_TGSM
                                     : t->typed                ? SM5_FINDING_OOB_TYPED
                                     : cause == ADDRESS_OFFSET ? SM5_FINDING_OOB_OFFSET
                                                               : SM5_FINDING_OOB_ADDRESS;
        add(check, site, t, kind, element, !t->typed);
        return;
    }
}

static bool view_mismatch(const struct check *check, const struct target *t)
{
    return t->resource && !t->shared &&
           runtime_view_of(check->run->bindings, check->program, t->resource, t->reg)->mismatch;
}

/* False for an unbound register. */
static bool find_region(const struct check *check, struct target *t)
{
    if (!t->resource)
        return false;
    if (t->shared) {
        t->region = region_of_tgsm(t->resource, NULL);
        return true;
    }
    const struct runtime_view *view =
        runtime_view_of(check->run->bindings, check->program, t->resource, t->reg);
    t->region = region_of_view(t->resource, view);
    return view->base != NULL;
}

/* The largest address, a multiple of 4, from which so many bytes exist; false when there is none. */
static bool last_address(uint64_t existing, uint64_t bytes, uint32_t *last)
{
    if (existing < bytes)
        return false;
    *last = existing - bytes < UINT32_MAX ? (uint32_t)(existing - bytes) : UINT32_MAX;
    return true;
}

static uint32_t lanes_past(const uint32_t *restrict active, const uint32_t *restrict index, uint32_t count,
                           uint32_t lanes)
{
    uint32_t past = 0;
    for (uint32_t i = 0; i < lanes; i++)
        past |= active[i] & -(uint32_t)(index[i] >= count);
    return past;
}

/* Lanes whose byte address is greater than `last` or misaligned. */
static uint32_t lanes_outside(const uint32_t *restrict active, const uint32_t *restrict address,
                              uint32_t last, uint32_t lanes)
{
    uint32_t outside = 0;
    for (uint32_t i = 0; i < lanes; i++)
        outside |= active[i] & (-(uint32_t)(address[i] > last) | (address[i] & 3));
    return outside;
}

/* No active lane misaligns its address or accesses a word that does not exist. The loops vectorise: most
   operations end here. */
static bool all_inside(const struct target *t, const struct interp_event *event,
                       const struct interp_access *access)
{
    uint32_t bytes = 4 * (32 - (uint32_t)__builtin_clz(access->words)), last; /* from the address on */
    if (t->typed)
        return t->region.format &&
               !lanes_past(event->active, access->address, t->region.count, event->threads);
    if (!t->structured)
        return last_address(t->region.bytes, bytes, &last) &&
               !lanes_outside(event->active, access->address, last, event->threads);
    return last_address(t->region.stride, bytes, &last) &&
           !lanes_past(event->active, access->address, t->region.count, event->threads) &&
           !lanes_outside(event->active, access->offset, last, event->threads);
}

static void check_lane(struct check *check, const struct check_site *site, struct target *t)
{
    if (view_mismatch(check, t)) /* reported once, by check_bounds_views */
        return;
    if (!find_region(check, t)) {
        add(check, site, t, SM5_FINDING_UNBOUND, t->address, false);
        return;
    }
    check_alignment(check, site, t);
    check_words(check, site, t);
}

void check_bounds_memory(void *context, const struct interp_event *event, const struct interp_access *access)
{
    struct check *check = context;
    const struct program_resource *resource = access->resource;
    struct target t = {
        .resource = resource,
        .reg = access->reg,
        .words = access->words,
        .shared = resource && resource->file == ISA_FILE_TGSM,
        .structured = access->offset != NULL,
    };
    t.typed = resource && resource->dimension == ISA_DIM_BUFFER;
    if (!access->regs && access->words && find_region(check, &t) && all_inside(&t, event, access))
        return;
    for (uint32_t i = 0; i < event->threads; i++) {
        if (!event->active[i])
            continue;
        struct check_site site = site_of(event, i);
        t.reg = access->reg + (access->regs ? access->regs[i] : 0);
        t.address = access->address[i];
        t.offset = access->offset ? access->offset[i] : 0;
        check_lane(check, &site, &t);
    }
}

/* ---- hidden counters ---- */

void check_bounds_counter(void *context, const struct interp_event *event,
                          const struct program_resource *resource, uint32_t reg, const uint32_t *regs,
                          const uint32_t *result)
{
    struct check *check = context;
    for (uint32_t i = 0; i < event->threads; i++) {
        uint32_t at = reg + (regs ? regs[i] : 0);
        const struct runtime_view *view = runtime_view_of(check->run->bindings, check->program, resource, at);
        if (!event->active[i] || !view->counter || result[i] < view->count)
            continue;
        struct check_site site = site_of(event, i);
        struct sm5_finding finding = finding_of(SM5_FINDING_COUNTER, resource->file, at);
        finding.has_element = true;
        finding.element = result[i];
        check_add(check, &site, &finding);
    }
}

/* ---- views that do not match the declaration ---- */

void check_bounds_views(struct check *check)
{
    const struct check_site nowhere = {.at = CHECK_NOWHERE};
    const struct program_decls *decls = &check->program->decls;
    for (uint32_t i = 0; i < decls->resource_count; i++) {
        const struct runtime_slot *slot = &check->run->bindings->slots[i];
        for (uint32_t k = 0; k < slot->count; k++) {
            struct sm5_finding finding =
                finding_of(SM5_FINDING_VIEW_MISMATCH, slot->resource->file, slot->resource->lower + k);
            if (slot->views[k].mismatch)
                check_add(check, &nowhere, &finding);
        }
    }
}

/* ---- cb#, icb, x# ---- */

/* The number of rows of a register. False when the register differs by lane or its file is not indexable. */
static bool count_rows(const struct check *check, const struct program_operand *operand, uint64_t *rows,
                       struct sm5_finding *finding)
{
    if (operand->file == ISA_FILE_INDEXABLE_TEMP) {
        *finding = finding_of(SM5_FINDING_OOB_TEMP, operand->file, (uint32_t)operand->index[0].imm);
        const struct program_indexable *x = program_indexable_of(check->program, operand);
        *rows = x ? x->size : 0;
        return true;
    }
    if (operand->file == ISA_FILE_ICB) {
        *finding = (struct sm5_finding){.kind = SM5_FINDING_OOB_CBUFFER, .reg = "icb"};
        *rows = check->program->decls.icb_rows;
        return true;
    }
    const struct program_index *reg = &operand->index[operand->index_count == 3 ? 1 : 0];
    if (operand->file != ISA_FILE_CBUFFER || reg->relative || operand->index[0].relative)
        return false;
    const struct program_resource *resource = program_resource_of(check->program, operand);
    if (!resource)
        return false;
    const struct runtime_view *view =
        runtime_view_of(check->run->bindings, check->program, resource, (uint32_t)reg->imm);
    *rows = (view->bytes + 15) / 16;
    *finding = finding_of(view->base ? SM5_FINDING_OOB_CBUFFER : SM5_FINDING_UNBOUND, operand->file,
                          (uint32_t)reg->imm);
    return true;
}

void check_bounds_indexed(void *context, const struct interp_event *event,
                          const struct program_operand *operand, unsigned component, uint32_t base,
                          const uint32_t *index, bool write)
{
    struct check *check = context;
    struct sm5_finding finding;
    uint64_t rows;
    (void)component, (void)write;
    if (!count_rows(check, operand, &rows, &finding))
        return;
    finding.has_element = true;
    for (uint32_t i = 0; i < event->threads; i++) {
        finding.element = base + index[i];
        if (!event->active[i] || finding.element < rows)
            continue;
        struct check_site site = site_of(event, i);
        check_add(check, &site, &finding);
    }
}

static void check_static(struct check *check, const struct interp_event *event, uint32_t lane,
                         const struct program_operand *operand)
{
    struct sm5_finding finding;
    uint64_t rows;
    if (operand->index_count == 0 || operand->index[operand->index_count - 1].relative)
        return;
    if (!count_rows(check, operand, &rows, &finding))
        return;
    finding.has_element = true;
    finding.element = operand->index[operand->index_count - 1].imm;
    struct check_site site = site_of(event, lane);
    if (finding.element >= rows)
        check_add(check, &site, &finding);
}

/* Static operands are checked once, for the first active thread. */
void check_bounds_instruction(void *context, const struct interp_event *event)
{
    struct check *check = context;
    uint32_t lane = 0;
    if (check->seen[event->at])
        return;
    while (lane < event->threads && !event->active[lane])
        lane++;
    if (lane == event->threads)
        return;
    check->seen[event->at] = 1;
    for (unsigned i = 0; i < event->instr->operand_count; i++)
        check_static(check, event, lane, &event->instr->operands[i]);
}

/* ---- cb# selected by lane ---- */

static void check_row(struct check *check, const struct interp_worker *w, const struct plan_op *op,
                      const struct plan_step *step, uint32_t lane)
{
    uint32_t reg = interp_index(w, step->reg, lane), slot = step->slot;
    if (slot == PLAN_NONE) /* cb[this[0].x]: the register names the declaration */
        slot = program_find(w->plan->program, ISA_FILE_CBUFFER, reg);
    const struct runtime_view *view =
        slot == PLAN_NONE ? &runtime_unbound : runtime_view_at(&w->run->bindings->slots[slot], reg);
    uint64_t rows = (view->bytes + 15) / 16;
    struct check_site site = {op->instr, w->group, w->first + lane};
    struct sm5_finding finding =
        finding_of(view->base ? SM5_FINDING_OOB_CBUFFER : SM5_FINDING_UNBOUND, ISA_FILE_CBUFFER, reg);
    finding.has_element = true;
    finding.element = interp_index(w, step->element, lane);
    if (finding.element >= rows)
        check_add(check, &site, &finding);
}

void check_bounds_operation(struct check *check, const struct interp_worker *w, const struct plan_op *op)
{
    const struct plan_step *steps = &w->plan->steps.data[op->steps];
    for (unsigned k = 0; k < op->fetches; k++)
        for (uint32_t i = 0;
             steps[k].kind == STEP_CBUFFER_LANES && steps[k].reg.index != PLAN_NONE && i < w->threads; i++)
            if (check_has_effects(w, i))
                check_row(check, w, op, &steps[k], i);
}
