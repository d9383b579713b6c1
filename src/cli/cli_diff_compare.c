/* Compares the resources and counters of two results, and finds the pattern of elements that differ. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_diff.h"

/* ---- --tolerance ---- */

static bool parse_real(const char *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end && isfinite(*out) && *out >= 0;
}

/* The keys are those of test cases, which imply the kind. */
static bool set_tolerance(struct case_tolerance *out, const char *key, const char *value)
{
    static const struct {
        const char *key;
        enum case_tolerance_kind kind;
    } keys[] = {{"ulp", CASE_FLOAT_ULP},
                {"rel", CASE_FLOAT_REL},
                {"abs", CASE_FLOAT_REL},
                {"steps", CASE_UNORM_STEP},
                {"max_mismatch", CASE_FRACTION}};
    double number;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(key, keys[i].key) != 0)
            continue;
        if (out->kind && out->kind != keys[i].kind)
            return host_error("--tolerance: only rel= and abs= can be combined");
        out->kind = keys[i].kind;
        bool whole = out->kind == CASE_FLOAT_ULP || out->kind == CASE_UNORM_STEP;
        if (!parse_real(value, &number) || (whole && (number != floor(number) || number > 4294967295.0)) ||
            (out->kind == CASE_FRACTION && number > 1))
            return host_error("--tolerance: invalid value '%s' of %s; expected %s", value, key,
                              whole                        ? "a whole number"
                              : out->kind == CASE_FRACTION ? "a number from 0 to 1"
                                                           : "a number of at least 0");
        if (whole)
            *(i == 0 ? &out->ulp : &out->steps) = (uint32_t)number;
        else
            *(i == 1 ? &out->rel : i == 2 ? &out->abs : &out->max_mismatch) = number;
        return true;
    }
    return host_error("--tolerance: unknown key '%s'; expected ulp, rel, abs, steps or max_mismatch", key);
}

bool diff_parse_tolerance(const char *text, struct case_tolerance *out)
{
    *out = (struct case_tolerance){.kind = CASE_EXACT};
    char *copy = strdup(text ? text : ""), *rest = copy;
    bool ok = copy || host_error("out of memory");
    while (ok && text && rest) {
        char *key = strsep(&rest, ","), *value = strchr(key, '=');
        if (value)
            *value++ = 0;
        ok = value ? set_tolerance(out, key, value)
                   : host_error("--tolerance %s: expected KEY=N, as in ulp=4 or rel=1e-5", text);
    }
    free(copy);
    return ok;
}

/* ---- elements that differ ---- */

struct elements {
    uint8_t *differ; /* one for each element */
    uint32_t row_bytes;
    const uint8_t *expected, *got;
    uint64_t size;
    struct diff_resource *out;
};

/* A texel smaller than a word is the value; its type is that of its bytes. */
static void keep_texel(struct elements *e)
{
    struct diff_resource *out = e->out;
    out->type = e->row_bytes == 1 ? 'c' : 'h';
    out->at -= out->at % e->row_bytes;
    out->values[0] = out->values[1] = 0;
    memcpy(&out->values[0], e->expected + out->at, e->row_bytes);
    memcpy(&out->values[1], e->got + out->at, e->row_bytes);
}

static void visit(void *context, size_t word, char type, uint64_t expected, uint64_t got)
{
    struct elements *e = context;
    struct diff_resource *out = e->out;
    uint64_t at = (uint64_t)word * 4, end = at + (type == 'd' ? 8 : 4), first = at;
    end = end < e->size ? end : e->size;
    while (first < end && e->expected[first] == e->got[first])
        first++;
    if (out->differing == 0) {
        out->at = e->row_bytes % 4 ? first : at;
        out->type = type;
        out->values[0] = expected;
        out->values[1] = got;
        out->same_member = true;
        if (e->row_bytes < 4)
            keep_texel(e);
    }
    out->same_member &= e->row_bytes % 4 == 0 && at % e->row_bytes == out->at % e->row_bytes;
    for (uint64_t i = first; i < end; i++) {
        uint64_t element = i / e->row_bytes;
        if (e->expected[i] == e->got[i] || e->differ[element])
            continue;
        e->differ[element] = 1;
        out->differing++;
    }
}

/* The step of elements that differ regularly, up to the last place where one fits; 0: none. */
static uint64_t find_step(const uint8_t *differ, const struct diff_resource *r)
{
    uint64_t second = r->first + 1, step;
    while (second < r->last && !differ[second])
        second++;
    step = second - r->first;
    if (r->differing < 3 || (r->last - r->first) % step || (r->last - r->first) / step + 1 != r->differing)
        return 0;
    for (uint64_t i = r->first; i <= r->last; i += step)
        if (!differ[i])
            return 0;
    return step;
}

static void find_pattern(const uint8_t *differ, struct diff_resource *r)
{
    r->first = 0;
    while (!differ[r->first])
        r->first++;
    r->last = r->elements - 1;
    while (!differ[r->last])
        r->last--;
    bool dense = r->last - r->first + 1 == r->differing;
    r->step = dense ? 0 : find_step(differ, r);
    r->pattern = r->differing == r->elements           ? DIFF_ALL
                 : r->differing == 1                   ? DIFF_ONE
                 : dense && r->last + 1 == r->elements ? DIFF_TAIL
                 : dense                               ? DIFF_RANGE
                 : r->step                             ? DIFF_STRIDE
                                                       : DIFF_SCATTERED;
}

/* ---- resources ---- */

bool diff_is_output(const struct cli_resources *resources, size_t binding)
{
    const struct cli_bound *bound = &resources->bound[binding];
    if (bound->slot.kind != 'u' || !bound->buffer || !bound->row_bytes)
        return false;
    for (size_t i = 0; i < binding; i++)
        if (resources->bound[i].slot.kind == 'u' && resources->bound[i].buffer == bound->buffer)
            return false;
    return true;
}

/* Types of the words of a row; NULL: not known, as in rows that are not made of words. */
static char *types_of(const struct host_rows *rows)
{
    size_t words = rows->layout.row_bytes / 4;
    char *types = rows->layout.count && rows->layout.row_bytes % 4 == 0 ? calloc(words + 1, 1) : NULL;
    for (size_t i = 0; types && i < rows->layout.count; i++)
        if (rows->layout.columns[i].offset % 4 == 0)
            types[rows->layout.columns[i].offset / 4] = rows->layout.columns[i].type;
    return types;
}

/* Both contents have the size of the resource. `elements` may be NULL. False when out of memory. */
static bool compare(struct diff *d, size_t binding, const uint8_t *expected, const uint8_t *got,
                    struct elements *elements, struct case_difference *difference)
{
    const struct cli_resources *resources = &d->job->resources;
    const struct cli_bound *bound = &resources->bound[binding];
    uint64_t size = sm5_buffer_size(bound->buffer);
    *difference = (struct case_difference){0};
    if (memcmp(expected, got, size) == 0)
        return true;
    struct host_rows rows = cli_rows_of(resources, bound);
    char *types = types_of(&rows);
    const struct case_rule rule = {.tolerance = &d->tolerance,
                                   .format = rows.format,
                                   .types = types,
                                   .row_words = types ? rows.layout.row_bytes / 4 : 0};
    bool ok = case_compare_each(&rule, expected, got, size, difference, elements ? visit : NULL, elements);
    free(types);
    host_rows_free(&rows);
    return ok;
}

bool diff_equal(struct diff *d, size_t binding, const uint8_t *expected, const uint8_t *got)
{
    struct case_difference difference;
    if (!compare(d, binding, expected, got, NULL, &difference))
        d->failed = true;
    return !difference.differs;
}

static bool add(struct diff *d, const struct diff_resource *resource)
{
    struct diff_resource *bigger = realloc(d->list, (d->list_count + 1) * sizeof *bigger);
    if (!bigger)
        return host_error("out of memory");
    d->list = bigger;
    d->list[d->list_count++] = *resource;
    return true;
}

static bool compare_resource(struct diff *d, size_t other, size_t binding)
{
    const struct cli_bound *bound = &d->job->resources.bound[binding];
    uint64_t size = sm5_buffer_size(bound->buffer);
    struct diff_resource resource = {
        .results = other, .binding = binding, .elements = (size + bound->row_bytes - 1) / bound->row_bytes};
    struct elements elements = {.differ = calloc(resource.elements + 1, 1),
                                .row_bytes = bound->row_bytes,
                                .expected = d->results[0].copy[binding].bytes,
                                .got = d->results[other].copy[binding].bytes,
                                .size = size,
                                .out = &resource};
    struct case_difference difference;
    bool ok = elements.differ && compare(d, binding, elements.expected, elements.got, &elements, &difference);
    if (!ok)
        host_error("out of memory");
    if (ok && difference.differs) {
        find_pattern(elements.differ, &resource);
        ok = add(d, &resource);
    }
    free(elements.differ);
    return ok;
}

static bool compare_counter(struct diff *d, size_t other, size_t binding)
{
    const struct cli_copy *first = &d->results[0].copy[binding], *copy = &d->results[other].copy[binding];
    struct diff_resource resource = {.results = other,
                                     .binding = binding,
                                     .is_counter = true,
                                     .type = 'u',
                                     .values = {first->counter, copy->counter}};
    return first->counter == copy->counter || add(d, &resource);
}

bool diff_compare(struct diff *d, size_t other)
{
    const struct diff_results *results = &d->results[other];
    for (size_t i = 0; i < d->job->resources.bound_count; i++) {
        bool has_bytes = diff_is_output(&d->job->resources, i) && results->copy[i].bytes;
        bool has_counter = d->results[0].copy[i].has_counter && results->copy[i].has_counter;
        if ((has_bytes && !compare_resource(d, other, i)) || (has_counter && !compare_counter(d, other, i)))
            return false;
    }
    return true;
}
