/* One test case: resources, steps, comparison. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* What a binding of the case stands on. */
struct place {
    struct sm5_slot slot;
    struct sm5_buffer *buffer;
    bool owned;
    uint32_t counter; /* carried from step to step */
    bool has_counter;
};

struct runner {
    const struct cli_case_options *options;
    struct io_case test;
    struct place *places;        /* a binding each */
    struct sm5_buffer **buffers; /* a named buffer each */
    struct sm5_diags *diags;
    struct sm5_program *program; /* of the step */
    struct sm5_kernel *kernel;
    struct sm5_bindings *bindings;
    enum cli_outcome outcome;
    FILE *log;
};

/* Notes the outcome and why; returns false. */
static bool stop(struct runner *r, enum cli_outcome outcome, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool stop(struct runner *r, enum cli_outcome outcome, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(r->log, format, args);
    va_end(args);
    r->outcome = outcome;
    return false;
}

static bool stop_with_diags(struct runner *r, enum sm5_status status, const char *what)
{
    enum cli_outcome outcome = status == SM5_ERR_SUPPORT ? CLI_SKIPPED : CLI_FAILED;
    for (size_t i = 0; i < sm5_diags_count(r->diags); i++) {
        const struct sm5_diag *diag = sm5_diags_at(r->diags, i);
        if (diag->severity == SM5_ERROR)
            return stop(r, outcome, "%s", diag->message);
    }
    return stop(r, outcome, "%s: %s", what, sm5_status_name(status));
}

/* ---- resources ---- */

static bool load(struct runner *r, const struct io_data *data, struct io_bytes *out)
{
    struct io_error error;
    return io_data_load(&r->test, data, out, &error) || stop(r, CLI_FAILED, "%s", error.text);
}

static struct sm5_buffer *buffer_of(const struct io_bytes *bytes)
{
    struct sm5_buffer *buffer = sm5_buffer_new(bytes->size);
    if (buffer)
        memcpy(sm5_buffer_data(buffer), bytes->data, bytes->size);
    return buffer;
}

static bool load_buffer(struct runner *r, const struct io_data *data, struct sm5_buffer **out)
{
    struct io_bytes bytes;
    if (!load(r, data, &bytes))
        return false;
    *out = buffer_of(&bytes);
    io_bytes_free(&bytes);
    return *out || stop(r, CLI_FAILED, "out of memory");
}

static bool make_named(struct runner *r, const struct io_buffer *named, struct sm5_buffer **out)
{
    if (named->file.present)
        return load_buffer(r, &named->file, out);
    *out = sm5_buffer_new(named->bytes);
    if (!*out)
        return stop(r, CLI_FAILED, "buffer %s: no memory for %" PRIu64 " bytes", named->name, named->bytes);
    uint32_t *words = sm5_buffer_data(*out);
    for (uint64_t i = 0; i < named->bytes / 4; i++)
        words[i] = named->fill;
    return true;
}

static struct sm5_buffer *find_named(struct runner *r, const char *name)
{
    for (size_t i = 0; i < r->test.buffer_count; i++)
        if (strcmp(r->test.buffers[i].name, name) == 0)
            return r->buffers[i];
    stop(r, CLI_FAILED, "no buffer is named '%s'", name);
    return NULL;
}

static uint32_t element_bytes(const struct io_binding *binding)
{
    if (strcmp(binding->kind, "structured") == 0)
        return binding->stride;
    if (strcmp(binding->kind, "typed") == 0)
        return binding->format ? sm5_format_bytes(sm5_format_find(binding->format)) : 0;
    return strcmp(binding->kind, "cbuffer") == 0 ? 16 : 4;
}

/* Without contents a resource is zeros, as large as its view needs. */
static bool make_zeros(struct runner *r, const struct io_binding *binding, struct sm5_buffer **out)
{
    uint64_t elements = binding->first + binding->count;
    if (elements > (1ull << 32))
        return stop(r, CLI_FAILED, "%s: a view of %" PRIu64 " elements", binding->slot, elements);
    *out = sm5_buffer_new(elements * element_bytes(binding));
    return *out || stop(r, CLI_FAILED, "out of memory");
}

static bool make_place(struct runner *r, const struct io_binding *binding, struct place *place)
{
    if (!sm5_slot_parse(binding->slot, &place->slot))
        return stop(r, CLI_FAILED, "line %u: '%s' is no slot", binding->line, binding->slot);
    place->slot.index += binding->array_index;
    place->counter = binding->counter;
    place->has_counter = binding->has_counter || binding->has_expect_counter || binding->counter_buffer;
    if (strcmp(binding->kind, "null") == 0)
        return true;
    if (binding->buffer)
        return (place->buffer = find_named(r, binding->buffer)) != NULL;
    place->owned = true;
    return binding->file.present ? load_buffer(r, &binding->file, &place->buffer)
                                 : make_zeros(r, binding, &place->buffer);
}

static bool known_kind(const char *kind)
{
    static const char *const kinds[] = {"structured", "raw", "typed", "cbuffer", "null"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i], kind) == 0)
            return true;
    return false;
}

static bool make_places(struct runner *r)
{
    const struct io_case *test = &r->test;
    for (size_t i = 0; i < test->binding_count; i++)
        if (!known_kind(test->bindings[i].kind))
            return stop(r, CLI_SKIPPED, "%s is a %s, which does not run yet", test->bindings[i].slot,
                        test->bindings[i].kind);
    r->places = calloc(test->binding_count + 1, sizeof *r->places);
    r->buffers = calloc(test->buffer_count + 1, sizeof *r->buffers);
    if (!r->places || !r->buffers)
        return stop(r, CLI_FAILED, "out of memory");
    for (size_t i = 0; i < test->buffer_count; i++)
        if (!make_named(r, &test->buffers[i], &r->buffers[i]))
            return false;
    for (size_t i = 0; i < test->binding_count; i++)
        if (!make_place(r, &test->bindings[i], &r->places[i]))
            return false;
    return true;
}

/* ---- one step ---- */

static bool read_program(struct runner *r, const struct io_step *step)
{
    const struct io_case *test = &r->test;
    const char *file = step->shader ? step->shader : test->shader;
    struct io_bytes bytes = {0};
    const struct io_data data = {.present = true,
                                 .file = file,
                                 .bytes = (const uint8_t *)test->shader_text,
                                 .size = test->shader_text ? strlen(test->shader_text) : 0};
    if (!load(r, &data, &bytes))
        return false;
    enum sm5_status status =
        sm5_program_read(bytes.data, bytes.size, file ? file : test->path, &r->program, r->diags);
    io_bytes_free(&bytes);
    if (status)
        return stop_with_diags(r, status, "the shader cannot be read");
    status = sm5_kernel_new(r->program, r->options->engine, &r->kernel, r->diags);
    if (status)
        return stop_with_diags(r, status, "the shader cannot run");
    r->bindings = sm5_bindings_new(r->program);
    return r->bindings || stop(r, CLI_FAILED, "out of memory");
}

static enum sm5_view_kind view_kind(const char *kind)
{
    if (strcmp(kind, "structured") == 0)
        return SM5_VIEW_STRUCTURED;
    if (strcmp(kind, "raw") == 0)
        return SM5_VIEW_RAW;
    return strcmp(kind, "typed") == 0 ? SM5_VIEW_TYPED : SM5_VIEW_CBUFFER;
}

static struct sm5_view view_of(struct runner *r, const struct io_binding *binding, const struct place *place)
{
    struct sm5_view view = {
        .kind = view_kind(binding->kind),
        .buffer = place->buffer,
        .first = binding->first,
        .count = binding->has_count ? binding->count : SM5_COUNT_REST,
        .stride = binding->stride,
        .format = binding->format ? sm5_format_find(binding->format) : 0,
        .has_counter = place->has_counter,
        .counter = place->counter,
    };
    if (view.kind == SM5_VIEW_CBUFFER && binding->byte_offset)
        view.first = binding->byte_offset / 16;
    if (view.kind == SM5_VIEW_CBUFFER && binding->has_bytes)
        view.count = (binding->bytes + 15) / 16;
    if (binding->counter_buffer) {
        view.counter_buffer = find_named(r, binding->counter_buffer);
        view.counter_offset = binding->counter_offset;
    }
    return view;
}

static bool bind_places(struct runner *r)
{
    for (size_t i = 0; i < r->test.binding_count; i++) {
        struct sm5_view view = {0};
        const struct io_binding *binding = &r->test.bindings[i];
        if (strcmp(binding->kind, "null") != 0)
            view = view_of(r, binding, &r->places[i]);
        if (r->outcome == CLI_FAILED)
            return false;
        enum sm5_status status = sm5_bind(r->bindings, &r->places[i].slot, &view, r->diags);
        if (status)
            return stop_with_diags(r, status, binding->slot);
    }
    return true;
}

static bool bind_classes(struct runner *r)
{
    for (size_t i = 0; i < r->test.class_count; i++) {
        const struct io_class *class = &r->test.classes[i];
        unsigned interface, element, table;
        if (sscanf(class->interface, "fp%u[%u]", &interface, &element) != 2 ||
            sscanf(class->table, "ft%u", &table) != 1)
            return stop(r, CLI_FAILED, "classes: '%s: %s'; expected fp0[0]: ft1", class->interface,
                        class->table);
        enum sm5_status status = sm5_bind_class(r->bindings, interface, element, table, NULL, r->diags);
        if (status)
            return stop_with_diags(r, status, class->interface);
    }
    return true;
}

static struct place *find_place(struct runner *r, const char *text)
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

static bool apply_sets(struct runner *r, const struct io_step *step)
{
    for (size_t i = 0; i < step->set_count; i++) {
        struct place *place = find_place(r, step->sets[i].slot);
        struct sm5_buffer *made;
        if (!place || !place->owned)
            return stop(r, CLI_FAILED, "set: '%s' is no slot with contents of its own", step->sets[i].slot);
        if (!load_buffer(r, &step->sets[i].data, &made))
            return false;
        sm5_buffer_free(place->buffer);
        place->buffer = made;
    }
    return true;
}

static bool read_word(void *context, const char *slot, uint64_t index, uint32_t *word)
{
    const struct place *place = find_place(context, slot);
    if (!place || !place->buffer || index >= sm5_buffer_size(place->buffer) / 4)
        return false;
    memcpy(word, (const uint8_t *)sm5_buffer_data(place->buffer) + 4 * index, 4);
    return true;
}

static void keep_counters(struct runner *r)
{
    for (size_t i = 0; i < r->test.binding_count; i++)
        sm5_counter_get(r->bindings, &r->places[i].slot, &r->places[i].counter);
}

/* SLOT.counter or SLOT[i]. */
static bool check_point(struct runner *r, const struct io_checkpoint *point)
{
    char slot[64];
    uint32_t got = 0;
    unsigned long long index;
    bool found = false;
    if (sscanf(point->key, "%63[^.[][%llu]", slot, &index) == 2) {
        found = read_word(r, slot, index, &got);
    } else if (sscanf(point->key, "%63[^.].counter", slot) == 1) {
        const struct place *place = find_place(r, slot);
        found = place && place->has_counter;
        got = found ? place->counter : 0;
    }
    if (!found)
        return stop(r, CLI_FAILED, "checkpoint '%s': expected SLOT.counter or SLOT[i]", point->key);
    return got == point->value || stop(r, CLI_FAILED, "checkpoint %s: expected %" PRIu32 ", got %" PRIu32,
                                       point->key, point->value, got);
}

static bool dispatch(struct runner *r, const struct io_step *step)
{
    struct sm5_dispatch_options options = {
        .groups = {step->groups[0], step->groups[1], step->groups[2]},
        .threads = r->options->threads,
        .max_steps = r->test.max_steps ? r->test.max_steps : r->options->max_steps,
    };
    if (step->from_slot) {
        const struct place *place = find_place(r, step->from_slot);
        if (!place || !place->buffer)
            return stop(r, CLI_FAILED, "groups_from: nothing is bound to '%s'", step->from_slot);
        options.indirect = true;
        options.indirect_buffer = place->buffer;
        options.indirect_offset = step->from_byte;
    }
    enum sm5_status status = sm5_dispatch(r->kernel, r->bindings, &options, NULL, r->diags);
    return status == SM5_OK || stop_with_diags(r, status, "dispatch");
}

static void close_step(struct runner *r)
{
    sm5_bindings_free(r->bindings);
    sm5_kernel_free(r->kernel);
    sm5_program_free(r->program);
    r->bindings = NULL;
    r->kernel = NULL;
    r->program = NULL;
}

static bool run_step(struct runner *r, const struct io_step *step)
{
    bool ok = read_program(r, step) && apply_sets(r, step) && bind_places(r) && bind_classes(r) &&
              dispatch(r, step);
    if (ok)
        keep_counters(r);
    close_step(r);
    for (size_t i = 0; ok && i < step->checkpoint_count; i++)
        ok = check_point(r, &step->checkpoints[i]);
    return ok;
}

/* ---- comparison ---- */

static void log_words(struct runner *r, const char *name, const struct io_difference *difference,
                      uint32_t stride)
{
    fprintf(r->log, "%s: %zu words differ", name, difference->count);
    for (size_t i = 0; i < IO_SHOWN && i < difference->count; i++) {
        float expected, got;
        memcpy(&expected, &difference->at[i].expected, 4);
        memcpy(&got, &difference->at[i].got, 4);
        fprintf(r->log, "\n    element %zu word %zu: expected 0x%08x (%g), got 0x%08x (%g)",
                difference->at[i].word * 4 / stride, difference->at[i].word % (stride / 4 ? stride / 4 : 1),
                difference->at[i].expected, (double)expected, difference->at[i].got, (double)got);
    }
}

static bool compare_bytes(struct runner *r, const struct io_binding *binding, const struct io_bytes *expected,
                          const uint8_t *got, const struct io_bytes *mask, struct io_difference *out)
{
    const struct io_tolerance *tolerance = &r->test.tolerance;
    if (binding && binding->compare == IO_COMPARE_MULTISET)
        return io_compare_multiset(tolerance, expected->data, got, expected->size, binding->compare_first,
                                   binding->compare_end, out);
    if (binding && binding->compare == IO_COMPARE_EQUAL_OR_ZERO)
        io_compare_equal_or_zero(expected->data, got, expected->size, out);
    else
        io_compare_bytes(tolerance, expected->data, got, expected->size, mask->data, out);
    return true;
}

static bool compare_loaded(struct runner *r, const char *name, const struct io_binding *binding,
                           const struct io_bytes *expected, struct sm5_buffer *buffer,
                           const struct io_bytes *mask, uint32_t stride)
{
    struct io_difference difference = {0};
    uint64_t size = buffer ? sm5_buffer_size(buffer) : 0;
    if (expected->size != size)
        return stop(r, CLI_FAILED, "%s: expected %zu bytes, the resource has %" PRIu64, name, expected->size,
                    size);
    if (mask->data && mask->size != expected->size)
        return stop(r, CLI_FAILED, "%s: the mask has %zu bytes, the resource %zu", name, mask->size,
                    expected->size);
    if (!compare_bytes(r, binding, expected, sm5_buffer_data(buffer), mask, &difference))
        return stop(r, CLI_FAILED, "out of memory");
    if (!difference.differs)
        return true;
    log_words(r, name, &difference, stride ? stride : 4);
    r->outcome = CLI_FAILED;
    return false;
}

static bool compare(struct runner *r, const char *name, const struct io_binding *binding,
                    const struct io_data *expect, const struct io_data *mask_data, struct sm5_buffer *buffer,
                    uint32_t stride)
{
    struct io_bytes expected = {0}, mask = {0};
    if (!expect->present)
        return true;
    bool ok = load(r, expect, &expected) && (!mask_data->present || load(r, mask_data, &mask)) &&
              compare_loaded(r, name, binding, &expected, buffer, &mask, stride);
    io_bytes_free(&expected);
    io_bytes_free(&mask);
    return ok;
}

static bool check_invariant(struct runner *r)
{
    struct io_error error;
    bool holds;
    if (r->test.tolerance.kind != IO_INVARIANT)
        return true;
    if (!io_invariant(r->test.tolerance.expr, read_word, r, &holds, &error))
        return stop(r, CLI_FAILED, "%s", error.text);
    return holds || stop(r, CLI_FAILED, "%s does not hold", r->test.tolerance.expr);
}

/* An invariant replaces the comparison of contents. */
static bool check_results(struct runner *r)
{
    const struct io_case *test = &r->test;
    bool by_contents = test->tolerance.kind != IO_INVARIANT;
    for (size_t i = 0; i < test->binding_count; i++) {
        const struct io_binding *binding = &test->bindings[i];
        if (by_contents && !compare(r, binding->slot, binding, &binding->expect, &binding->mask,
                                    r->places[i].buffer, element_bytes(binding)))
            return false;
        if (binding->has_expect_counter && binding->expect_counter != r->places[i].counter)
            return stop(r, CLI_FAILED, "%s: expected counter %" PRIu32 ", got %" PRIu32, binding->slot,
                        binding->expect_counter, r->places[i].counter);
    }
    for (size_t i = 0; by_contents && i < test->buffer_count; i++) {
        const struct io_buffer *named = &test->buffers[i];
        if (!compare(r, named->name, NULL, &named->expect, &named->mask, r->buffers[i], 4))
            return false;
    }
    return check_invariant(r);
}

/* ---- --keep ---- */

static bool keep_file(struct runner *r, const char *folder, const struct io_data *expect, const char *slot,
                      struct sm5_buffer *buffer)
{
    char name[128];
    struct io_error error;
    snprintf(name, sizeof name, "%s.bin", slot);
    char *path = io_join(folder, expect->file ? expect->file : name);
    bool ok = path && buffer && io_write_file(path, sm5_buffer_data(buffer), sm5_buffer_size(buffer), &error);
    free(path);
    return ok || stop(r, CLI_FAILED, "%s", buffer ? error.text : "nothing to keep");
}

static bool keep_counter_file(struct runner *r, const char *folder)
{
    char *text = NULL;
    size_t size = 0, shown = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return stop(r, CLI_FAILED, "out of memory");
    fprintf(out, "{");
    for (size_t i = 0; i < r->test.binding_count; i++) {
        if (!r->places[i].has_counter || r->test.bindings[i].counter_buffer)
            continue;
        fprintf(out, "%s", shown++ ? ", " : "");
        cli_json_string(out, r->test.bindings[i].slot);
        fprintf(out, ": %" PRIu32, r->places[i].counter);
    }
    fprintf(out, "}\n");
    fclose(out);
    struct io_error error;
    char *path = io_join(folder, "counters.json");
    bool ok = path && io_write_file(path, text, size, &error);
    free(path);
    free(text);
    return ok || stop(r, CLI_FAILED, "%s", error.text);
}

static bool keep_results(struct runner *r)
{
    struct io_error error = {"out of memory"};
    char *folder = r->options->keep ? io_join(r->options->keep, r->test.name) : NULL;
    if (!r->options->keep)
        return true;
    bool ok = folder && io_make_folder(folder, &error) ? true : stop(r, CLI_FAILED, "%s", error.text);
    for (size_t i = 0; ok && i < r->test.binding_count; i++) {
        const struct io_binding *binding = &r->test.bindings[i];
        if (binding->expect.present)
            ok = keep_file(r, folder, &binding->expect, binding->slot, r->places[i].buffer);
    }
    for (size_t i = 0; ok && i < r->test.buffer_count; i++) {
        const struct io_buffer *named = &r->test.buffers[i];
        if (named->expect.present)
            ok = keep_file(r, folder, &named->expect, named->name, r->buffers[i]);
    }
    ok = ok && keep_counter_file(r, folder);
    free(folder);
    return ok;
}

/* ---- the whole case ---- */

static void run_all(struct runner *r)
{
    if (strcmp(r->test.stage, "cs") != 0) {
        stop(r, CLI_SKIPPED, "stage %s does not run yet", r->test.stage);
        return;
    }
    if (!make_places(r))
        return;
    for (size_t i = 0; i < r->test.step_count; i++)
        if (!run_step(r, &r->test.steps[i]))
            return;
    /* What was produced is kept even when it is wrong: that is when somebody wants to see it. */
    if (keep_results(r))
        check_results(r);
}

static void free_runner(struct runner *r)
{
    for (size_t i = 0; r->places && i < r->test.binding_count; i++)
        if (r->places[i].owned)
            sm5_buffer_free(r->places[i].buffer);
    for (size_t i = 0; r->buffers && i < r->test.buffer_count; i++)
        sm5_buffer_free(r->buffers[i]);
    free(r->places);
    free(r->buffers);
    sm5_diags_free(r->diags);
    io_case_free(&r->test);
}

/* A case without a name is called after its file. */
static char *name_of(const struct io_case *test, const char *path)
{
    const char *slash = strrchr(path, '/');
    return strdup(test->name ? test->name : slash ? slash + 1 : path);
}

enum cli_outcome cli_run_case(const char *path, const struct cli_case_options *options, char **name,
                              char **text)
{
    struct runner r = {.options = options, .diags = sm5_diags_new(), .outcome = CLI_PASSED};
    struct io_error error;
    size_t size;
    *text = NULL;
    r.log = open_memstream(text, &size);
    if (!r.log || !r.diags) {
        sm5_diags_free(r.diags);
        *name = strdup(path);
        return CLI_FAILED;
    }
    bool read = io_case_read(path, &r.test, &error);
    *name = name_of(&r.test, path);
    if (read && !r.test.name)
        r.test.name = *name;
    if (read)
        run_all(&r);
    else
        stop(&r, CLI_FAILED, "%s", error.text);
    fclose(r.log);
    free_runner(&r);
    return r.outcome;
}
