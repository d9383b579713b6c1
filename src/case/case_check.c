/* Compares the results of a test case with its expectations. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "case/case_run.h"

/* ---- right after a step ---- */

/* Reads SLOT.counter or SLOT[i]. */
static bool find_value(struct case_runner *r, const char *key, uint32_t *value)
{
    char slot[64];
    uint64_t index;
    size_t length, dot = strlen(key) > 8 ? strlen(key) - strlen(".counter") : 0;
    if (case_word_name(key, &length, slot, &index) && !key[length])
        return case_read_word(r, slot, index, value);
    if (dot == 0 || dot >= sizeof slot || strcmp(key + dot, ".counter") != 0)
        return false;
    memcpy(slot, key, dot);
    slot[dot] = 0;
    const struct case_place *place = case_find_place(r, slot);
    if (!place || !place->has_counter)
        return false;
    *value = place->counter;
    return true;
}

bool case_check_points(struct case_runner *r, const struct case_step *step)
{
    for (size_t i = 0; i < step->checkpoint_count; i++) {
        const struct case_checkpoint *point = &step->checkpoints[i];
        uint32_t got;
        if (!find_value(r, point->key, &got))
            return case_stop(r, CASE_FAILED,
                             "checkpoint '%s': expected SLOT.counter or SLOT[i] of what is bound",
                             point->key);
        if (got != point->value && case_is_blessed(r)) {
            if (!case_bless_number(r, point->key, point->mark, point->value, got))
                return false;
        } else if (got != point->value)
            return case_stop(r, CASE_FAILED,
                             "checkpoint %s after step %zu: expected %" PRIu32 ", got %" PRIu32, point->key,
                             (size_t)(step - r->test.steps), point->value, got);
    }
    return true;
}

/* ---- contents ---- */

/* Prints "1e-5", where C prints "1e-05". */
static void print_short(FILE *log, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.3g", value);
    char *zero = strstr(text, "e-0") ? strstr(text, "e-0") : strstr(text, "e+0");
    if (zero)
        memmove(zero + 2, zero + 3, strlen(zero + 3) + 1);
    fprintf(log, "%s", text);
}

static double real_of(char type, uint64_t bits)
{
    double value;
    float single;
    uint32_t word = (uint32_t)bits;
    memcpy(&value, &bits, 8);
    memcpy(&single, &word, 4);
    return type == 'd' ? value : (double)single;
}

static void print_tolerance(FILE *log, const struct case_tolerance *tolerance, char type, uint64_t expected)
{
    bool exact = type == 'i' || type == 'u' || type == 'b';
    double real = fabs(real_of(type, expected));
    switch (tolerance->kind) {
    case CASE_FLOAT_REL:
    case CASE_EXACT_OR_REL:
        if (exact || !isfinite(real))
            return;
        fprintf(log, ", tolerance ");
        print_short(log, tolerance->rel * real + tolerance->abs);
        return;
    case CASE_FLOAT_ULP:
        if (!exact)
            fprintf(log, ", tolerance %" PRIu32 " ulp", tolerance->ulp);
        return;
    case CASE_UNORM_STEP: fprintf(log, ", tolerance %" PRIu32 " steps", tolerance->steps); return;
    default: return;
    }
}

static void log_value(FILE *log, const struct case_subject *subject, const struct case_difference *difference,
                      size_t i)
{
    char distance[CASE_DISTANCE_BYTES], type = difference->at[i].type;
    uint64_t expected = difference->at[i].expected, got = difference->at[i].got;
    const struct case_tolerance *tolerance = subject->rule.tolerance;
    fprintf(log, "\n    ");
    case_print_word(log, subject->name, subject->row, difference->at[i].word);
    fprintf(log, ": expected ");
    case_print_value(log, type, expected);
    fprintf(log, ", got ");
    case_print_value(log, type, got);
    char shown = type ? type : case_likely_type((uint32_t)expected);
    if (!type && (case_likely_type((uint32_t)got) != shown || tolerance->kind == CASE_UNORM_STEP))
        shown = 0;
    case_format_distance(distance, shown, expected, got);
    fprintf(log, "%s%s", distance[0] ? ", " : "", distance);
    print_tolerance(log, tolerance, type, expected);
}

static void log_difference(struct case_runner *r, const struct case_subject *subject,
                           const struct case_difference *difference)
{
    bool one = difference->count == 1;
    size_t shown = difference->count < CASE_SHOWN ? difference->count : CASE_SHOWN;
    fprintf(r->log, "%s: %zu word%s differ%s", subject->name, difference->count, one ? "" : "s",
            one ? "s" : "");
    for (size_t i = 0; i < shown; i++)
        log_value(r->log, subject, difference, i);
    if (difference->count > shown)
        fprintf(r->log, "\n    and %zu more", difference->count - shown);
    if (subject->rule.compare == CASE_COMPARE_MULTISET)
        fprintf(r->log, "\n    (words %zu to %zu are compared in sorted order)", subject->rule.first,
                subject->rule.end);
}

static bool compare_loaded(struct case_runner *r, struct case_subject *subject,
                           const struct io_bytes *expected, const struct io_bytes *mask)
{
    struct case_difference difference;
    if (expected->size != subject->size && case_is_blessed(r))
        return case_bless_contents(r, subject, expected);
    if (expected->size != subject->size)
        return case_stop(r, CASE_FAILED, "%s: expected %zu bytes, got %" PRIu64 "%s", subject->name,
                         expected->size, subject->size,
                         expected->size ? "" : "; sm5 test --bless writes what came out");
    if (mask->data && mask->size != expected->size)
        return case_stop(r, CASE_FAILED, "%s: the mask has %zu bytes, the contents %zu", subject->name,
                         mask->size, expected->size);
    if (subject->size == 0)
        return true;
    if (mask->data)
        subject->rule.mask = mask->data;
    if (!case_compare_bytes(&subject->rule, expected->data, subject->got, expected->size, &difference))
        return case_stop(r, CASE_FAILED, "out of memory");
    if (!difference.differs)
        return true;
    if (case_is_blessed(r))
        return case_bless_contents(r, subject, expected);
    log_difference(r, subject, &difference);
    r->outcome = CASE_FAILED;
    return false;
}

bool case_compare(struct case_runner *r, struct case_subject *subject)
{
    struct io_bytes expected = {0}, mask = {0};
    if (!subject->expect->present)
        return true;
    bool is_new = case_is_blessed(r) && case_is_new_file(r, subject->expect);
    bool ok = (is_new || case_load_for(r, subject->binding, subject->expect, &expected)) &&
              (!subject->mask || !subject->mask->present || case_load(r, subject->mask, &mask)) &&
              compare_loaded(r, subject, &expected, &mask);
    io_bytes_free(&expected);
    io_bytes_free(&mask);
    return ok;
}

static void name_buffer(struct case_subject *subject, struct sm5_buffer *buffer)
{
    subject->got = buffer ? sm5_buffer_data(buffer) : NULL;
    subject->size = buffer ? sm5_buffer_size(buffer) : 0;
}

static void use_row(struct case_subject *subject)
{
    subject->rule.types = subject->row ? subject->row->types : NULL;
    subject->rule.row_words = subject->row ? subject->row->bytes / 4 : 0;
}

/* The words of a named buffer have the names of the first view that starts at its beginning. */
static const struct case_row *row_of_buffer(const struct case_runner *r, const char *name)
{
    for (size_t i = 0; i < r->test.binding_count; i++) {
        const struct case_binding *binding = &r->test.bindings[i];
        if (binding->buffer && strcmp(binding->buffer, name) == 0 && !binding->first && !binding->byte_offset)
            return &r->places[i].row;
    }
    return NULL;
}

static bool compare_bindings(struct case_runner *r)
{
    for (size_t i = 0; i < r->test.binding_count; i++) {
        const struct case_binding *binding = &r->test.bindings[i];
        struct case_subject subject = {
            .name = r->places[i].name,
            .binding = binding,
            .expect = &binding->expect,
            .mask = &binding->mask,
            .row = &r->places[i].row,
            .rule = {.tolerance = &r->test.tolerance,
                     .format = binding->format,
                     .compare = binding->compare,
                     .first = binding->compare_first,
                     .end = binding->compare_end},
        };
        use_row(&subject);
        name_buffer(&subject, r->places[i].buffer);
        if (!case_compare(r, &subject))
            return false;
    }
    return true;
}

static bool compare_buffers(struct case_runner *r)
{
    for (size_t i = 0; i < r->test.buffer_count; i++) {
        const struct case_buffer *named = &r->test.buffers[i];
        struct case_subject subject = {
            .name = named->name,
            .expect = &named->expect,
            .mask = &named->mask,
            .row = row_of_buffer(r, named->name),
            .rule = {.tolerance = &r->test.tolerance},
        };
        use_row(&subject);
        name_buffer(&subject, r->buffers[i]);
        if (!case_compare(r, &subject))
            return false;
    }
    return true;
}

/* ---- after the last step ---- */

static bool check_counters(struct case_runner *r)
{
    for (size_t i = 0; i < r->test.binding_count; i++) {
        const struct case_binding *binding = &r->test.bindings[i];
        const struct case_place *place = &r->places[i];
        if (!binding->has_expect_counter || binding->expect_counter == place->counter)
            continue;
        char name[96];
        snprintf(name, sizeof name, "%s.counter", place->name);
        if (!case_is_blessed(r))
            return case_stop(r, CASE_FAILED, "%s: expected counter %" PRIu32 ", got %" PRIu32, place->name,
                             binding->expect_counter, place->counter);
        if (!case_bless_number(r, name, binding->counter_mark, binding->expect_counter, place->counter))
            return false;
    }
    return true;
}

static bool check_invariant(struct case_runner *r)
{
    struct io_error error;
    bool holds;
    if (!case_invariant(r->test.tolerance.expr, case_read_word, r, &holds, &error))
        return case_stop(r, CASE_FAILED, "%s", error.text);
    return holds || case_stop(r, CASE_FAILED, "%s does not hold", r->test.tolerance.expr);
}

/* An invariant replaces the comparison of contents. */
bool case_check_results(struct case_runner *r)
{
    bool by_contents = r->test.tolerance.kind != CASE_INVARIANT;
    return (by_contents ? compare_bindings(r) && compare_buffers(r) : check_invariant(r)) &&
           check_counters(r);
}
