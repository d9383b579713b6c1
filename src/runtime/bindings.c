/* The bindings object: the view bound to each declared register. */
#include <stdlib.h>

#include "base/base.h"
#include "bindings.h"
#include "runtime/runtime_diag.h"
#include "view.h"

enum { ARRAY_LIMIT = 1000000 }; /* descriptors of the largest heap, as Direct3D 12 has it */

const struct runtime_view runtime_unbound = {0};

char bindings_kind(const struct program_resource *resource)
{
    switch (resource->file) {
    case ISA_FILE_SRV: return 't';
    case ISA_FILE_UAV: return 'u';
    case ISA_FILE_CBUFFER: return 'b';
    case ISA_FILE_SAMPLER: return 's';
    default: return 0;
    }
}

/* ---- creation and destruction ---- */

static bool make_slots(struct sm5_bindings *bindings)
{
    const struct program_decls *decls = &bindings->program->decls;
    struct runtime_bindings *all = &bindings->resolved;
    all->slots = calloc(decls->resource_count ? decls->resource_count : 1, sizeof *all->slots);
    if (!all->slots)
        return false;
    all->slot_count = decls->resource_count;
    for (uint32_t i = 0; i < all->slot_count; i++)
        all->slots[i].resource = &decls->resources[i];
    return true;
}

/* The atomics that work on a typed u# limit its formats. */
static void mark_typed_atomics(struct sm5_bindings *bindings)
{
    const struct sm5_program *program = bindings->program;
    for (uint32_t i = program->decls.first_instr; i < program->instr_count; i++) {
        const struct program_instr *instr = &program->instrs[i];
        const struct isa_op *op = isa_op(instr->opcode);
        if (!op || op->form != ISA_FORM_ATOMIC)
            continue;
        for (unsigned k = 0; k < instr->operand_count; k++) {
            const struct program_resource *resource = program_resource_of(program, &instr->operands[k]);
            if (resource && resource->file == ISA_FILE_UAV)
                bindings->resolved.slots[resource - program->decls.resources].typed_atomic = true;
        }
    }
}

static bool make_interfaces(struct sm5_bindings *bindings)
{
    const struct program_decls *decls = &bindings->program->decls;
    struct runtime_bindings *all = &bindings->resolved;
    uint32_t elements = 0; /* at most 253, D3D11.3 22.3.51: program/ keeps no more */
    all->interface_base = calloc(decls->interface_count + 1, sizeof *all->interface_base);
    if (!all->interface_base)
        return false;
    for (uint32_t i = 0; i < decls->interface_count; i++) {
        all->interface_base[i] = elements;
        elements += decls->interfaces[i].array_length;
    }
    all->tables = malloc((elements + 1) * sizeof *all->tables);
    all->instances = calloc(elements + 1, sizeof *all->instances);
    if (!all->tables || !all->instances)
        return false;
    for (uint32_t i = 0; i < elements; i++)
        all->tables[i] = UINT32_MAX;
    return true;
}

struct sm5_bindings *sm5_bindings_new(const struct sm5_program *program)
{
    struct sm5_bindings *bindings = calloc(1, sizeof *bindings);
    if (!bindings)
        return NULL;
    bindings->program = program;
    if (!make_slots(bindings) || !make_interfaces(bindings)) {
        sm5_bindings_free(bindings);
        return NULL;
    }
    mark_typed_atomics(bindings);
    return bindings;
}

void sm5_bindings_free(struct sm5_bindings *bindings)
{
    if (!bindings)
        return;
    struct runtime_bindings *all = &bindings->resolved;
    for (uint32_t i = 0; i < all->slot_count; i++) {
        for (uint32_t k = 0; k < all->slots[i].count; k++)
            memory_free(all->slots[i].counters[k]);
        for (uint32_t k = 0; k < all->slots[i].count; k++)
            free(all->slots[i].details[k]);
        free(all->slots[i].details);
        free(all->slots[i].counters);
        free(all->slots[i].views);
    }
    free(all->slots);
    free(all->interface_base);
    free(all->tables);
    free(all->instances);
    free(bindings);
}

void sm5_bindings_accept_mismatch(struct sm5_bindings *bindings)
{
    bindings->lenient = true;
}

const struct runtime_bindings *runtime_bindings_of(const struct sm5_bindings *bindings)
{
    return &bindings->resolved;
}

bool runtime_has_slices(const struct sm5_bindings *bindings)
{
    const struct runtime_bindings *all = &bindings->resolved;
    for (uint32_t i = 0; i < all->slot_count; i++)
        for (uint32_t k = 0; k < all->slots[i].count; k++)
            if (all->slots[i].views[k].buffer && all->slots[i].views[k].buffer->is_slice)
                return true;
    return false;
}

/* ---- views ---- */

/* The declared range that holds a register, and the register's place in it. NULL when none does. */
static struct runtime_slot *find_slot(const struct sm5_bindings *bindings, const struct sm5_slot *slot,
                                      uint32_t *at)
{
    uint64_t reg = (uint64_t)slot->reg + slot->index;
    for (uint32_t i = 0; i < bindings->resolved.slot_count; i++) {
        const struct program_resource *resource = bindings->resolved.slots[i].resource;
        if (bindings_kind(resource) != slot->kind || resource->space != slot->space)
            continue;
        if (reg < resource->lower || reg > resource->upper)
            continue;
        *at = (uint32_t)(reg - resource->lower);
        return &bindings->resolved.slots[i];
    }
    return NULL;
}

/* Ranges grow with what is bound: their declared size may be all of 32 bits. */
static bool grow_slot(struct runtime_slot *slot, uint32_t at)
{
    if (at < slot->count)
        return true;
    uint32_t count = at + 1;
    if (count > slot->capacity) {
        uint32_t larger = slot->capacity + slot->capacity / 2;
        larger = larger < count ? count : larger;
        struct runtime_view *views = realloc(slot->views, larger * sizeof *views);
        if (!views)
            return false;
        slot->views = views;
        _Atomic uint32_t **counters = realloc(slot->counters, larger * sizeof *counters);
        if (!counters)
            return false;
        slot->counters = counters;
        void **details = realloc(slot->details, larger * sizeof *details);
        if (!details)
            return false;
        slot->details = details;
        slot->capacity = larger;
    }
    for (; slot->count < count; slot->count++) {
        slot->views[slot->count] = runtime_unbound;
        slot->counters[slot->count] = NULL;
        slot->details[slot->count] = NULL;
    }
    return true;
}

/* The view's hidden counter: a word of the caller's buffer, which keeps its value, or an internal one. */
static bool attach_counter(struct runtime_slot *slot, uint32_t at, const struct sm5_view *view,
                           struct runtime_view *made)
{
    if (view->counter_buffer) {
        made->counter = (_Atomic uint32_t *)(void *)(view->counter_buffer->data + view->counter_offset);
        return true;
    }
    if (!view->has_counter)
        return true;
    if (!slot->counters[at])
        slot->counters[at] = memory_new(sizeof *slot->counters[at], 0, sizeof *slot->counters[at]);
    made->counter = slot->counters[at];
    if (made->counter)
        atomic_store_explicit(made->counter, view->counter, memory_order_relaxed);
    return made->counter != NULL;
}

/* A copy of `detail` with the lifetime of the bindings; its memory is reused by the next binding of the
   register. */
static const void *keep_detail(struct runtime_slot *slot, uint32_t at, const void *detail, size_t size)
{
    if (!slot->details[at])
        slot->details[at] = malloc(size);
    if (slot->details[at])
        memcpy(slot->details[at], detail, size);
    return slot->details[at];
}

static enum sm5_status out_of_memory(struct sm5_diags *diags)
{
    diag_add(diags, MEMORY, DIAG_NOWHERE);
    return SM5_ERR_MEMORY;
}

/* Makes space for register `at` of the range. */
static enum sm5_status make_room(struct runtime_slot *slot, uint32_t at, const char *name,
                                 struct sm5_diags *diags)
{
    if (at >= ARRAY_LIMIT) {
        diag_add(diags, BIND_ARRAY, DIAG_NOWHERE, name, at, ARRAY_LIMIT);
        return SM5_ERR_BINDING;
    }
    return grow_slot(slot, at) ? SM5_OK : out_of_memory(diags);
}

static enum sm5_status bind_declared(struct sm5_bindings *bindings, struct runtime_slot *slot, uint32_t at,
                                     const struct sm5_view *view, const char *name, struct sm5_diags *diags)
{
    struct view_request request = {bindings->program, slot, view, name, bindings->lenient};
    struct runtime_view made;
    struct texture_view texture;
    enum sm5_status status = view_resolve(&request, &made, &texture, diags);
    if (!status)
        status = make_room(slot, at, name, diags);
    if (status)
        return status;
    if (made.kind == VIEW_TEXTURE && !(made.texture = keep_detail(slot, at, &texture, sizeof texture)))
        return out_of_memory(diags);
    if (made.kind != VIEW_NONE && !attach_counter(slot, at, view, &made))
        return out_of_memory(diags);
    slot->views[at] = made;
    slot->touched = true;
    return SM5_OK;
}

enum sm5_status sm5_bind(struct sm5_bindings *bindings, const struct sm5_slot *slot,
                         const struct sm5_view *view, struct sm5_diags *diags)
{
    char name[BINDINGS_NAME];
    uint32_t at;
    if (slot->kind == 0 || !strchr("tubs", slot->kind)) {
        diag_add(diags, BIND_SLOT, DIAG_NOWHERE, slot->kind ? slot->kind : '?');
        return SM5_ERR_ARGUMENT;
    }
    sm5_slot_format(slot, name, sizeof name);
    struct runtime_slot *declared = find_slot(bindings, slot, &at);
    if (declared)
        return bind_declared(bindings, declared, at, view, name, diags);
    diag_add(diags, BIND_UNDECLARED, DIAG_NOWHERE, name);
    return SM5_OK;
}

static enum sm5_status bind_sampler(struct runtime_slot *slot, uint32_t at, const struct sm5_sampler *sampler,
                                    const char *name, struct sm5_diags *diags)
{
    const char *fault = sampler_fault(sampler);
    if (fault) {
        diag_add(diags, BIND_SAMPLER, DIAG_NOWHERE, name, fault);
        return SM5_ERR_BINDING;
    }
    enum sm5_status status = make_room(slot, at, name, diags);
    if (status)
        return status;
    struct runtime_view made = {.kind = VIEW_SAMPLER};
    made.sampler = keep_detail(slot, at, sampler, sizeof *sampler);
    if (!made.sampler)
        return out_of_memory(diags);
    slot->views[at] = made;
    slot->touched = true;
    return SM5_OK;
}

enum sm5_status sm5_bind_sampler(struct sm5_bindings *bindings, const struct sm5_slot *slot,
                                 const struct sm5_sampler *sampler, struct sm5_diags *diags)
{
    char name[BINDINGS_NAME];
    uint32_t at;
    if (slot->kind != 's') {
        diag_add(diags, BIND_SAMPLER_SLOT, DIAG_NOWHERE, slot->kind ? slot->kind : '?');
        return SM5_ERR_ARGUMENT;
    }
    sm5_slot_format(slot, name, sizeof name);
    struct runtime_slot *declared = find_slot(bindings, slot, &at);
    if (declared)
        return bind_sampler(declared, at, sampler, name, diags);
    diag_add(diags, BIND_UNDECLARED, DIAG_NOWHERE, name);
    return SM5_OK;
}

/* ---- hidden counters ---- */

static _Atomic uint32_t *find_counter(const struct sm5_bindings *bindings, const struct sm5_slot *slot)
{
    uint32_t at;
    const struct runtime_slot *declared = find_slot(bindings, slot, &at);
    return declared && at < declared->count ? declared->views[at].counter : NULL;
}

bool sm5_counter_get(const struct sm5_bindings *bindings, const struct sm5_slot *slot, uint32_t *value)
{
    _Atomic uint32_t *counter = find_counter(bindings, slot);
    if (counter)
        *value = atomic_load_explicit(counter, memory_order_relaxed);
    return counter != NULL;
}

bool sm5_counter_set(struct sm5_bindings *bindings, const struct sm5_slot *slot, uint32_t value)
{
    _Atomic uint32_t *counter = find_counter(bindings, slot);
    if (counter)
        atomic_store_explicit(counter, value, memory_order_relaxed);
    return counter != NULL;
}

/* ---- classes ---- */

static bool holds_table(const struct program_interface *face, uint32_t table)
{
    for (uint32_t i = 0; i < face->table_count; i++)
        if (face->tables[i] == table)
            return true;
    return false;
}

enum sm5_status sm5_bind_class(struct sm5_bindings *bindings, uint32_t interface_id, uint32_t element,
                               uint32_t table, const uint32_t instance[4], struct sm5_diags *diags)
{
    static const uint32_t zeros[4];
    const struct program_decls *decls = &bindings->program->decls;
    uint32_t i = 0;
    while (i < decls->interface_count && decls->interfaces[i].id != interface_id)
        i++;
    if (i == decls->interface_count) {
        diag_add(diags, BIND_INTERFACE, DIAG_NOWHERE, interface_id);
        return SM5_ERR_BINDING;
    }
    const struct program_interface *face = &decls->interfaces[i];
    if (element >= face->array_length) {
        diag_add(diags, BIND_INTERFACE_ELEMENT, DIAG_NOWHERE, interface_id, face->array_length, element);
        return SM5_ERR_BINDING;
    }
    if (!holds_table(face, table)) {
        diag_add(diags, BIND_TABLE, DIAG_NOWHERE, interface_id, table);
        return SM5_ERR_BINDING;
    }
    uint32_t at = bindings->resolved.interface_base[i] + element;
    bindings->resolved.tables[at] = table;
    memcpy(bindings->resolved.instances[at], instance ? instance : zeros, sizeof zeros);
    return SM5_OK;
}

uint32_t runtime_table_of(const struct runtime_bindings *bindings, const struct sm5_program *program,
                          uint32_t at, uint32_t element)
{
    bool exists = element < program->decls.interfaces[at].array_length;
    return exists ? bindings->tables[bindings->interface_base[at] + element] : UINT32_MAX;
}

const uint32_t *runtime_instance_of(const struct runtime_bindings *bindings,
                                    const struct sm5_program *program, uint32_t number)
{
    uint32_t element;
    const struct program_interface *face = program_interface_of(program, number, &element);
    if (!face || element >= face->array_length)
        return NULL;
    return bindings->instances[bindings->interface_base[face - program->decls.interfaces] + element];
}
