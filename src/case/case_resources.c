/* Resources of a test case: contents, views, and the sets of steps. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "case/case_run.h"

/* Larger than any resource of a test, and small enough for every machine. */
enum { BYTES_LIMIT = 1 << 30 };

bool case_sampler(struct case_runner *r, const struct case_binding *binding, struct sm5_sampler *out)
{
    sm5_sampler_default(out);
    for (size_t i = 0; i < HOST_SAMPLER_KEYS; i++)
        if (binding->sampler[i] && !host_sampler_set(out, host_sampler_keys[i], binding->sampler[i]))
            return case_stop(r, CASE_FAILED, "%s: invalid value '%s' of %s", binding->slot,
                             binding->sampler[i], host_sampler_keys[i]);
    return true;
}

static bool check_kind(struct case_runner *r, const struct case_binding *binding)
{
    enum sm5_view_kind kind;
    if (case_view_kind(binding->kind, &kind) || case_is_input(binding) || case_is_sampler(binding))
        return true;
    return case_stop(r, CASE_FAILED,
                     "%s:%u: unknown kind '%s'; expected structured, raw, typed, cbuffer, sampler, null or a "
                     "texture kind such as texture2d",
                     r->test.path, binding->line, binding->kind);
}

/* ---- contents ---- */

static struct sm5_buffer *buffer_of(const struct io_bytes *bytes)
{
    struct sm5_buffer *buffer = sm5_buffer_new(bytes->size);
    if (buffer)
        memcpy(sm5_buffer_data(buffer), bytes->data, bytes->size);
    return buffer;
}

static bool load_buffer(struct case_runner *r, const struct case_binding *binding,
                        const struct case_data *data, struct sm5_buffer **out)
{
    struct io_bytes bytes;
    if (!case_load_for(r, binding, data, &bytes))
        return false;
    *out = buffer_of(&bytes);
    io_bytes_free(&bytes);
    return *out || case_stop(r, CASE_FAILED, "out of memory");
}

static bool make_zeros(struct case_runner *r, const char *name, uint64_t bytes, struct sm5_buffer **out)
{
    if (bytes > BYTES_LIMIT)
        return case_stop(r, CASE_FAILED, "%s: a resource of %" PRIu64 " bytes; expected at most 1 GiB", name,
                         bytes);
    *out = sm5_buffer_new(bytes);
    return *out || case_stop(r, CASE_FAILED, "out of memory");
}

static bool make_named(struct case_runner *r, const struct case_buffer *named, struct sm5_buffer **out)
{
    if (named->file.present)
        return load_buffer(r, NULL, &named->file, out);
    if (!make_zeros(r, named->name, named->bytes, out))
        return false;
    uint8_t *data = sm5_buffer_data(*out);
    for (uint64_t i = 0; i + 4 <= named->bytes; i += 4)
        memcpy(data + i, &named->fill, 4);
    return true;
}

static struct sm5_buffer *find_named(struct case_runner *r, const char *name)
{
    for (size_t i = 0; i < r->test.buffer_count; i++)
        if (strcmp(r->test.buffers[i].name, name) == 0)
            return r->buffers[i];
    case_stop(r, CASE_FAILED, "no buffer is named '%s'", name);
    return NULL;
}

/* Without contents a resource is zeros, with the size of its view. */
static bool make_for_view(struct case_runner *r, const struct case_binding *binding, struct sm5_buffer **out)
{
    uint64_t elements, bytes;
    if (host_texture_kind(binding->kind) != SM5_TEXTURE_NONE) {
        struct sm5_texture texture;
        return case_texture(r, binding, &texture) &&
               make_zeros(r, binding->slot, sm5_texture_bytes(&texture), out);
    }
    if (__builtin_add_overflow(binding->first, binding->count, &elements) ||
        __builtin_mul_overflow(elements, case_element_bytes(binding), &bytes))
        return case_stop(r, CASE_FAILED, "%s: a view of %" PRIu64 " elements from %" PRIu64, binding->slot,
                         binding->count, binding->first);
    return make_zeros(r, binding->slot, binding->has_bytes ? binding->bytes : bytes, out);
}

/* ---- runs: contents of each, back to back ---- */

/* Bytes of one run's contents; 0 when all runs share them. Constant buffers have whole rows of 16 bytes. */
static uint64_t bytes_of_run(const struct case_runner *r, const struct case_binding *binding, uint64_t size)
{
    uint64_t runs = r->test.stage_case.runs;
    if (binding->bytes_per_run)
        return binding->bytes_per_run;
    bool rows = strcmp(binding->kind, "cbuffer") == 0;
    return rows && runs > 1 && size % (16 * runs) == 0 ? size / runs : 0;
}

static bool split_runs(struct case_runner *r, const struct case_binding *binding, struct case_place *place)
{
    uint64_t size = sm5_buffer_size(place->buffer), runs = r->test.stage_case.runs;
    uint64_t each = bytes_of_run(r, binding, size);
    if (!each)
        return true;
    if (each > size / (runs ? runs : 1))
        return case_stop(r, CASE_FAILED, "%s: %" PRIu64 " bytes; expected %" PRIu64 " for each run",
                         binding->slot, size, each);
    place->whole = place->buffer;
    place->buffer = sm5_buffer_new(each);
    return place->buffer || case_stop(r, CASE_FAILED, "out of memory");
}

void case_start_run(struct case_runner *r, uint32_t run)
{
    for (size_t i = 0; i < r->test.binding_count; i++) {
        const struct case_place *place = &r->places[i];
        if (!place->whole)
            continue;
        uint64_t each = sm5_buffer_size(place->buffer);
        const uint8_t *from = sm5_buffer_data(place->whole);
        memcpy(sm5_buffer_data(place->buffer), from + run * each, each);
    }
}

/* ---- places ---- */

static bool make_place(struct case_runner *r, const struct case_binding *binding, struct case_place *place)
{
    if (case_is_input(binding))
        return true;
    if (!sm5_slot_parse(binding->slot, &place->slot))
        return case_stop(r, CASE_FAILED, "%s:%u: invalid slot '%.40s'; expected t0, u3, cb2 or t5,space2",
                         r->test.path, binding->line, binding->slot);
    if (__builtin_add_overflow(place->slot.index, binding->array_index, &place->slot.index))
        return case_stop(r, CASE_FAILED, "%s: array_index is too large", binding->slot);
    snprintf(place->name, sizeof place->name, binding->array_index ? "%s[%u]" : "%s", binding->slot,
             binding->array_index);
    place->counter = binding->counter;
    place->has_counter = binding->has_counter || binding->has_expect_counter || binding->counter_buffer;
    if (strcmp(binding->kind, "null") == 0 || case_is_sampler(binding))
        return true;
    if (binding->buffer)
        return (place->buffer = find_named(r, binding->buffer)) != NULL;
    place->owned = true;
    bool made = binding->file.present ? load_buffer(r, binding, &binding->file, &place->buffer)
                                      : make_for_view(r, binding, &place->buffer);
    return made && split_runs(r, binding, place);
}

static int by_slot(const void *left, const void *right)
{
    const struct case_place *a = *(const struct case_place *const *)left;
    const struct case_place *b = *(const struct case_place *const *)right;
    uint64_t reg_a = (uint64_t)a->slot.reg + a->slot.index, reg_b = (uint64_t)b->slot.reg + b->slot.index;
    if (a->slot.kind != b->slot.kind)
        return a->slot.kind < b->slot.kind ? -1 : 1;
    if (a->slot.space != b->slot.space)
        return a->slot.space < b->slot.space ? -1 : 1;
    return reg_a < reg_b ? -1 : reg_a > reg_b;
}

/* Rejects two bindings of a slot: the later one would replace the earlier one. */
static bool check_slots(struct case_runner *r, const struct case_place **sorted)
{
    size_t count = 0;
    for (size_t i = 0; i < r->test.binding_count; i++)
        if (!case_is_input(&r->test.bindings[i]))
            sorted[count++] = &r->places[i];
    qsort(sorted, count, sizeof *sorted, by_slot);
    for (size_t i = 1; i < count; i++)
        if (by_slot(&sorted[i - 1], &sorted[i]) == 0) {
            size_t a = (size_t)(sorted[i - 1] - r->places), b = (size_t)(sorted[i] - r->places);
            const struct case_binding *later = &r->test.bindings[a > b ? a : b];
            return case_stop(r, CASE_FAILED, "%s:%u: %s is bound twice; the other binding is on line %u",
                             r->test.path, later->line, later->slot, r->test.bindings[a < b ? a : b].line);
        }
    return true;
}

static bool check_bound_once(struct case_runner *r)
{
    const struct case_place **sorted = calloc(r->test.binding_count + 1, sizeof *sorted);
    bool ok = sorted ? check_slots(r, sorted) : case_stop(r, CASE_FAILED, "out of memory");
    free(sorted);
    return ok;
}

bool case_make_places(struct case_runner *r)
{
    const struct case_spec *test = &r->test;
    for (size_t i = 0; i < test->binding_count; i++)
        if (!check_kind(r, &test->bindings[i]))
            return false;
    r->places = calloc(test->binding_count + 1, sizeof *r->places);
    r->buffers = calloc(test->buffer_count + 1, sizeof *r->buffers);
    if (!r->places || !r->buffers)
        return case_stop(r, CASE_FAILED, "out of memory");
    for (size_t i = 0; i < test->buffer_count; i++)
        if (!make_named(r, &test->buffers[i], &r->buffers[i]))
            return false;
    for (size_t i = 0; i < test->binding_count; i++)
        if (!make_place(r, &test->bindings[i], &r->places[i]))
            return false;
    return check_bound_once(r);
}

void case_free_places(struct case_runner *r)
{
    for (size_t i = 0; r->places && i < r->test.binding_count; i++) {
        case_free_row(&r->places[i].row);
        if (r->places[i].owned) {
            sm5_buffer_free(r->places[i].buffer);
            sm5_buffer_free(r->places[i].whole);
        }
    }
    for (size_t i = 0; r->buffers && i < r->test.buffer_count; i++)
        sm5_buffer_free(r->buffers[i]);
    free(r->places);
    free(r->buffers);
}

struct case_place *case_find_place(struct case_runner *r, const char *text)
{
    struct sm5_slot slot;
    if (!sm5_slot_parse(text, &slot))
        return NULL;
    for (size_t i = 0; i < r->test.binding_count; i++) {
        const struct sm5_slot *at = &r->places[i].slot;
        if (at->kind == slot.kind && at->reg == slot.reg && at->space == slot.space &&
            at->index == slot.index)
            return &r->places[i];
    }
    return NULL;
}

bool case_read_word(void *context, const char *slot, uint64_t index, uint32_t *word)
{
    const struct case_place *place = case_find_place(context, slot);
    if (!place || !place->buffer || index >= sm5_buffer_size(place->buffer) / 4)
        return false;
    memcpy(word, (const uint8_t *)sm5_buffer_data(place->buffer) + 4 * index, 4);
    return true;
}

/* ---- views ---- */

/* Converts `byte_offset` and `bytes` to first and count. */
static bool view_by_bytes(struct case_runner *r, const struct case_binding *binding, struct sm5_view *view)
{
    uint32_t element = case_element_bytes(binding);
    if (element == 0 || binding->byte_offset % element)
        return case_stop(r, CASE_FAILED, "%s: byte_offset %" PRIu64 " is not a multiple of the element size",
                         binding->slot, binding->byte_offset);
    if (binding->byte_offset)
        view->first = binding->byte_offset / element;
    if (binding->has_bytes && !binding->bytes && sm5_buffer_size(view->buffer))
        return case_stop(r, CASE_FAILED, "%s: bytes 0; expected 1 or more, or no bytes for a view to the end",
                         binding->slot);
    if (binding->has_bytes)
        view->count = binding->bytes / element + (binding->bytes % element != 0);
    return true;
}

static bool view_texture(struct case_runner *r, const struct case_binding *binding, struct sm5_view *view)
{
    host_texture_range(&binding->texture, view);
    for (size_t i = 0; i < HOST_SAMPLER_KEYS; i++)
        if (binding->sampler[i] && strcmp(host_sampler_keys[i], "min_lod") == 0 &&
            !host_parse_lod(binding->sampler[i], &view->min_lod))
            return case_stop(r, CASE_FAILED, "%s: invalid level of detail '%s'", binding->slot,
                             binding->sampler[i]);
    if (binding->view_format && !(view->format = sm5_format_find(binding->view_format)))
        return case_stop(r, CASE_FAILED, "%s: invalid format '%s' of a view", binding->slot,
                         binding->view_format);
    return case_texture(r, binding, &view->texture);
}

static bool view_format(struct case_runner *r, const struct case_binding *binding, struct sm5_view *view)
{
    if (view->kind != SM5_VIEW_TYPED || !binding->format)
        return true;
    view->format = sm5_format_find(binding->format);
    return view->format || case_stop(r, CASE_FAILED, "%s: invalid format '%s' of a buffer view",
                                     binding->slot, binding->format);
}

bool case_view(struct case_runner *r, size_t index, struct sm5_view *view)
{
    const struct case_binding *binding = &r->test.bindings[index];
    const struct case_place *place = &r->places[index];
    *view = (struct sm5_view){0};
    if (!place->buffer)
        return true;
    case_view_kind(binding->kind, &view->kind);
    view->buffer = place->buffer;
    view->first = binding->first;
    view->count = binding->has_count ? binding->count : SM5_COUNT_REST;
    view->stride = binding->stride;
    view->has_counter = place->has_counter;
    view->counter = place->counter;
    if (binding->counter_buffer && !(view->counter_buffer = find_named(r, binding->counter_buffer)))
        return false;
    view->counter_offset = binding->counter_offset;
    if (view->kind == SM5_VIEW_TEXTURE)
        return view_texture(r, binding, view);
    bool in_bytes = binding->byte_offset || binding->has_bytes;
    return view_format(r, binding, view) && (!in_bytes || view_by_bytes(r, binding, view));
}

/* ---- what a step replaces ---- */

/* A buffer that other slots view too is overwritten in place and keeps its size. */
static bool overwrite(struct case_runner *r, const struct case_binding *binding, struct sm5_buffer *buffer,
                      const struct case_set *set)
{
    struct io_bytes bytes;
    if (!case_load_for(r, binding, &set->data, &bytes))
        return false;
    bool fits = bytes.size <= sm5_buffer_size(buffer);
    if (fits)
        memcpy(sm5_buffer_data(buffer), bytes.data, bytes.size);
    io_bytes_free(&bytes);
    return fits ||
           case_stop(r, CASE_FAILED, "set: the contents for %s are larger than its buffer", set->slot);
}

bool case_apply_sets(struct case_runner *r, const struct case_step *step)
{
    for (size_t i = 0; i < step->set_count; i++) {
        const struct case_set *set = &step->sets[i];
        struct case_place *place = case_find_place(r, set->slot);
        struct sm5_buffer *made;
        if (!place || !place->buffer)
            return case_stop(r, CASE_FAILED, "set: nothing is bound to '%s'", set->slot);
        const struct case_binding *binding = &r->test.bindings[place - r->places];
        if (!place->owned) {
            if (!overwrite(r, binding, place->buffer, set))
                return false;
            continue;
        }
        if (!load_buffer(r, binding, &set->data, &made))
            return false;
        sm5_buffer_free(place->buffer);
        place->buffer = made;
    }
    return true;
}
