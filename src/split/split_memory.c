/* Copies of what a dispatch may change. */
#include <stdlib.h>

#include "split/split.h"
#include "split/split_diag.h"
#include "texture/format/format.h"

enum { WORD = 4 };

static uint32_t element_width(const struct runtime_view *view)
{
    uint32_t bytes = WORD;
    if (view->texture)
        bytes = view->texture->format->bytes;
    else if (view->format)
        bytes = view->format->bytes;
    return bytes == 1 || bytes == 2 ? bytes : WORD;
}

static struct split_memory *find_memory(const struct sm5_split *split, const struct sm5_buffer *buffer)
{
    for (size_t i = 0; i < split->memory_count; i++)
        if (split->memory[i].buffer == buffer)
            return &split->memory[i];
    return NULL;
}

static enum sm5_status add_memory(struct sm5_split *split, const struct split_memory *what)
{
    struct split_memory *bigger = realloc(split->memory, (split->memory_count + 1) * sizeof *bigger);
    if (!bigger)
        return SM5_ERR_MEMORY;
    split->memory = bigger;
    bigger[split->memory_count] = *what;
    uint8_t *before = memory_new(what->buffer->size, 64, 64);
    if (!before)
        return SM5_ERR_MEMORY;
    if (what->buffer->size)
        memcpy(before, what->buffer->data, what->buffer->size);
    bigger[split->memory_count++].before = before;
    return SM5_OK;
}

static enum sm5_status add_counter(struct sm5_split *split, _Atomic uint32_t *at)
{
    for (size_t i = 0; i < split->counter_count; i++)
        if (split->counters[i].at == at)
            return SM5_OK;
    struct split_counter *bigger = realloc(split->counters, (split->counter_count + 1) * sizeof *bigger);
    if (!bigger)
        return SM5_ERR_MEMORY;
    split->counters = bigger;
    uint32_t value = atomic_load_explicit(at, memory_order_relaxed);
    bigger[split->counter_count++] = (struct split_counter){at, value, value};
    return SM5_OK;
}

static enum sm5_status report_shared(const struct runtime_slot *slot, const struct split_memory *known,
                                     uint32_t reg, struct sm5_diags *diags)
{
    char kind = slot->resource->file == ISA_FILE_UAV ? 'u' : slot->resource->file == ISA_FILE_SRV ? 't' : 'b';
    diag_add(diags, SPLIT_SHARED, DIAG_NOWHERE, kind, reg, known->reg, known->reg);
    return SM5_ERR_SUPPORT;
}

/* Two views of one buffer must agree on how changes are combined. */
static enum sm5_status add_written(struct sm5_split *split, const struct runtime_slot *slot, uint32_t element,
                                   const struct split_use *use, struct sm5_diags *diags)
{
    const struct runtime_view *view = &slot->views[element];
    uint32_t reg = slot->resource->lower + element, width = element_width(view);
    struct split_memory *known = find_memory(split, view->buffer);
    if (!known)
        return add_memory(split, &(struct split_memory){view->buffer, NULL, width, use->atomic, reg});
    known->width = width < known->width ? width : known->width;
    if (known->atomic != use->atomic && !split->racy)
        return report_shared(slot, known, reg, diags);
    if (known->atomic != use->atomic)
        known->atomic = SPLIT_STORES;
    return SM5_OK;
}

static enum sm5_status add_views(struct sm5_split *split, const struct runtime_slot *slot,
                                 const struct split_use *use, struct sm5_diags *diags)
{
    enum sm5_status status = SM5_OK;
    for (uint32_t i = 0; i < slot->count && !status; i++) {
        const struct runtime_view *view = &slot->views[i];
        if (view->buffer && use->writes && !view->buffer->is_slice)
            status = add_written(split, slot, i, use, diags);
        if (!status && view->counter && slot->resource->counted)
            status = add_counter(split, view->counter);
    }
    return status;
}

/* Values read through other slots must not be those that atomics change. */
static enum sm5_status check_readers(const struct sm5_split *split, const struct runtime_bindings *bindings,
                                     const struct split_use *uses, struct sm5_diags *diags)
{
    for (uint32_t s = 0; s < bindings->slot_count; s++)
        for (uint32_t i = 0; i < bindings->slots[s].count && !uses[s].writes; i++) {
            const struct split_memory *known = find_memory(split, bindings->slots[s].views[i].buffer);
            if (known && known->atomic != SPLIT_STORES && !split->racy)
                return report_shared(&bindings->slots[s], known, bindings->slots[s].resource->lower + i,
                                     diags);
        }
    return SM5_OK;
}

static enum sm5_status fill(struct sm5_split *split, const struct sm5_program *program,
                            const struct runtime_bindings *bindings, struct split_use *uses,
                            struct sm5_diags *diags)
{
    enum sm5_status status = split_uses(program, split->racy, uses, diags);
    for (uint32_t s = 0; s < bindings->slot_count && !status; s++)
        if (bindings->slots[s].resource->file == ISA_FILE_UAV)
            status = add_views(split, &bindings->slots[s], &uses[s], diags);
    return status ? status : check_readers(split, bindings, uses, diags);
}

enum sm5_status sm5_split_new(const struct sm5_program *program, struct sm5_bindings *bindings, bool racy,
                              struct sm5_split **split, struct sm5_diags *diags)
{
    *split = NULL;
    struct sm5_split *made = calloc(1, sizeof *made);
    struct split_use *uses = calloc(program->decls.resource_count + 1, sizeof *uses);
    enum sm5_status status = SM5_ERR_MEMORY;
    if (made && uses) {
        made->racy = racy;
        status = fill(made, program, runtime_bindings_of(bindings), uses, diags);
    }
    free(uses);
    if (status == SM5_ERR_MEMORY)
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    if (status)
        sm5_split_free(made);
    else
        *split = made;
    return status;
}

void sm5_split_free(struct sm5_split *split)
{
    if (!split)
        return;
    for (size_t i = 0; i < split->memory_count; i++)
        memory_free(split->memory[i].before);
    free(split->memory);
    free(split->counters);
    free(split);
}

size_t sm5_split_counters(const struct sm5_split *split)
{
    return split->counter_count;
}

void sm5_split_count(const struct sm5_split *split, uint32_t *added)
{
    for (size_t i = 0; i < split->counter_count; i++)
        added[i] =
            atomic_load_explicit(split->counters[i].at, memory_order_relaxed) - split->counters[i].start;
}

void sm5_split_restore(struct sm5_split *split, const uint32_t *advance)
{
    for (size_t i = 0; i < split->memory_count; i++)
        if (split->memory[i].buffer->size)
            memcpy(split->memory[i].buffer->data, split->memory[i].before, split->memory[i].buffer->size);
    for (size_t i = 0; i < split->counter_count; i++) {
        struct split_counter *counter = &split->counters[i];
        counter->start = counter->before + (advance ? advance[i] : 0);
        atomic_store_explicit(counter->at, counter->start, memory_order_relaxed);
    }
}
