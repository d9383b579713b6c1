/* Results of a test case against what it expects. */
#include <inttypes.h>
#include <string.h>

#include "cli/cli_case.h"

/* ---- right after a step ---- */

/* SLOT.counter or SLOT[i]. */
static bool find_value(struct case_runner *r, const char *key, uint32_t *value)
{
    char slot[64];
    uint64_t index;
    size_t length, dot = strlen(key) > 8 ? strlen(key) - strlen(".counter") : 0;
    if (io_word_name(key, &length, slot, &index) && !key[length])
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

bool case_check_points(struct case_runner *r, const struct io_step *step)
{
    for (size_t i = 0; i < step->checkpoint_count; i++) {
        const struct io_checkpoint *point = &step->checkpoints[i];
        uint32_t got;
        if (!find_value(r, point->key, &got))
            return case_stop(r, CLI_FAILED,
                             "checkpoint '%s': expected SLOT.counter or SLOT[i] of what is bound",
                             point->key);
        if (got != point->value)
            return case_stop(r, CLI_FAILED,
                             "checkpoint %s after step %zu: expected %" PRIu32 ", got %" PRIu32, point->key,
                             (size_t)(step - r->test.steps), point->value, got);
    }
    return true;
}

/* ---- contents ---- */

/* "0x3f800000 (1)": as a float, or as an integer where a float would be zero or denormal. */
static void log_word(FILE *log, uint32_t word)
{
    char value[40];
    bool small = (word & 0x7f800000) == 0 || word >> 16 == 0xffff;
    io_format_value(value, &word, small ? 'i' : 'f');
    fprintf(log, "0x%08x (%s)", word, value);
}

static void log_difference(struct case_runner *r, const struct case_subject *subject,
                           const struct io_difference *difference)
{
    uint32_t words = subject->stride / 4 ? subject->stride / 4 : 1;
    fprintf(r->log, "%s: %zu word%s differ%s", subject->name, difference->count,
            difference->count == 1 ? "" : "s", difference->count == 1 ? "s" : "");
    for (size_t i = 0; i < IO_SHOWN && i < difference->count; i++) {
        size_t word = difference->at[i].word;
        fprintf(r->log, "\n    %s[%zu]", subject->name, word / words);
        if (words > 1)
            fprintf(r->log, " word %zu", word % words);
        fprintf(r->log, ": expected ");
        log_word(r->log, difference->at[i].expected);
        fprintf(r->log, ", got ");
        log_word(r->log, difference->at[i].got);
    }
    if (subject->rule.compare == IO_COMPARE_MULTISET)
        fprintf(r->log, "\n    (words %zu to %zu are compared in sorted order)", subject->rule.first,
                subject->rule.end);
}

static bool compare_loaded(struct case_runner *r, struct case_subject *subject,
                           const struct io_bytes *expected, const struct io_bytes *mask)
{
    struct io_difference difference;
    if (expected->size != subject->size)
        return case_stop(r, CLI_FAILED, "%s: expected %zu bytes, got %" PRIu64, subject->name, expected->size,
                         subject->size);
    if (mask->data && mask->size != expected->size)
        return case_stop(r, CLI_FAILED, "%s: the mask has %zu bytes, the contents %zu", subject->name,
                         mask->size, expected->size);
    if (subject->size == 0)
        return true;
    if (mask->data)
        subject->rule.mask = mask->data;
    if (!io_compare(&subject->rule, expected->data, subject->got, expected->size, &difference))
        return case_stop(r, CLI_FAILED, "out of memory");
    if (!difference.differs)
        return true;
    log_difference(r, subject, &difference);
    r->outcome = CLI_FAILED;
    return false;
}

bool case_compare(struct case_runner *r, struct case_subject *subject)
{
    struct io_bytes expected = {0}, mask = {0};
    if (!subject->expect->present)
        return true;
    bool ok = case_load(r, subject->expect, &expected) &&
              (!subject->mask || !subject->mask->present || case_load(r, subject->mask, &mask)) &&
              compare_loaded(r, subject, &expected, &mask);
    io_bytes_free(&expected);
    io_bytes_free(&mask);
    return ok;
}

static void take_buffer(struct case_subject *subject, struct sm5_buffer *buffer)
{
    subject->got = buffer ? sm5_buffer_data(buffer) : NULL;
    subject->size = buffer ? sm5_buffer_size(buffer) : 0;
}

static bool compare_bindings(struct case_runner *r)
{
    for (size_t i = 0; i < r->test.binding_count; i++) {
        const struct io_binding *binding = &r->test.bindings[i];
        struct case_subject subject = {
            .name = r->places[i].name,
            .expect = &binding->expect,
            .mask = &binding->mask,
            .stride = case_element_bytes(binding),
            .rule = {.tolerance = &r->test.tolerance,
                     .format = binding->format,
                     .compare = binding->compare,
                     .first = binding->compare_first,
                     .end = binding->compare_end},
        };
        take_buffer(&subject, r->places[i].buffer);
        if (!case_compare(r, &subject))
            return false;
    }
    return true;
}

static bool compare_buffers(struct case_runner *r)
{
    for (size_t i = 0; i < r->test.buffer_count; i++) {
        const struct io_buffer *named = &r->test.buffers[i];
        struct case_subject subject = {
            .name = named->name,
            .expect = &named->expect,
            .mask = &named->mask,
            .rule = {.tolerance = &r->test.tolerance},
        };
        take_buffer(&subject, r->buffers[i]);
        if (!case_compare(r, &subject))
            return false;
    }
    return true;
}

/* ---- after the last step ---- */

static bool check_counters(struct case_runner *r)
{
    for (size_t i = 0; i < r->test.binding_count; i++) {
        const struct io_binding *binding = &r->test.bindings[i];
        const struct case_place *place = &r->places[i];
        if (binding->has_expect_counter && binding->expect_counter != place->counter)
            return case_stop(r, CLI_FAILED, "%s: expected counter %" PRIu32 ", got %" PRIu32, place->name,
                             binding->expect_counter, place->counter);
    }
    return true;
}

static bool check_invariant(struct case_runner *r)
{
    struct io_error error;
    bool holds;
    if (!io_invariant(r->test.tolerance.expr, case_read_word, r, &holds, &error))
        return case_stop(r, CLI_FAILED, "%s", error.text);
    return holds || case_stop(r, CLI_FAILED, "%s does not hold", r->test.tolerance.expr);
}

/* An invariant replaces the comparison of contents. */
bool case_check_results(struct case_runner *r)
{
    bool by_contents = r->test.tolerance.kind != IO_INVARIANT;
    return (by_contents ? compare_bindings(r) && compare_buffers(r) : check_invariant(r)) &&
           check_counters(r);
}
