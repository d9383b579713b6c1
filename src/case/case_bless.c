/* sm5 test --bless: writes the results of a case as its expectations. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case/case_run.h"

enum { SHOWN = 4 };

bool case_is_blessed(const struct case_runner *r)
{
    return r->options->bless;
}

/* Opens the case file for changes, on first use. */
static struct case_edits *edits_of(struct case_runner *r)
{
    struct io_error error;
    if (!r->edits && !(r->edits = case_edits_open(r->test.path, &error)))
        case_stop(r, CASE_FAILED, "%s", error.text);
    return r->edits;
}

/* Adds a line to the summary. */
static void start_line(struct case_runner *r)
{
    fprintf(r->log, "%s", r->blessed ? "\n    " : "");
    r->blessed = true;
}

/* ---- rows as columns of tables ---- */

static struct io_column *columns_of(const struct case_row *row, struct case_edit_rows *out)
{
    size_t count = row ? row->layout.count : 0;
    struct io_column *columns = calloc(count + 1, sizeof *columns);
    *out = (struct case_edit_rows){.columns = columns, .bytes = row ? row->bytes : 0};
    for (size_t i = 0; columns && i < count; i++) {
        const struct sm5_field_info *field = &row->layout.fields[i];
        if (field->offset <= row->bytes && host_field_bytes(field) <= row->bytes - field->offset)
            columns[out->count++] =
                (struct io_column){field->name, field->offset, field->type, field->position};
    }
    return columns;
}

/* ---- contents ---- */

static bool write_table(const char *path, const struct case_subject *subject,
                        const struct case_edit_rows *rows, const void *bytes, struct io_error *error)
{
    uint32_t row = rows->bytes ? rows->bytes : 4;
    if (subject->size % row)
        return io_fail(error, "%s: %" PRIu64 " bytes are not whole rows of %u", path, subject->size, row);
    const struct io_layout layout = {.columns = rows->columns, .count = rows->count, .row_bytes = row};
    return io_rows_write(path, &layout, bytes, subject->size / row, error);
}

static bool write_file(struct case_runner *r, const struct case_subject *subject,
                       const struct case_edit_rows *rows, const void *bytes)
{
    struct io_error error = {"out of memory", true};
    char *path = io_join(r->test.folder, host_file_path(subject->expect->file));
    bool ok = path != NULL;
    if (ok && (io_has_ending(path, ".npy") || io_has_ending(path, ".csv") || io_has_ending(path, ".json")))
        ok = write_table(path, subject, rows, bytes, &error);
    else if (ok && (io_has_ending(path, ".png") || io_has_ending(path, ".dds")))
        ok = io_fail(&error, "%s: is not written by --bless; expected .bin, .npy, .csv or .json", path);
    else if (ok)
        ok = io_write_file(path, bytes, subject->size, &error);
    free(path);
    return ok || case_stop(r, CASE_FAILED, "%s", error.text);
}

static bool write_contents(struct case_runner *r, const struct case_subject *subject,
                           const struct io_bytes *expected, const uint8_t *bytes)
{
    struct case_edit_rows rows;
    struct io_error error;
    struct io_column *columns = columns_of(subject->row, &rows);
    if (!columns)
        return case_stop(r, CASE_FAILED, "out of memory");
    bool ok;
    if (subject->expect->file)
        ok = write_file(r, subject, &rows, bytes);
    else
        ok = edits_of(r) &&
             (case_edits_contents(r->edits, subject->expect, &rows, expected, bytes, subject->size, &error) ||
              case_stop(r, CASE_FAILED, "%s", error.text));
    free(columns);
    return ok;
}

/* Keeps the expected bits outside the mask. */
static uint8_t *merge(const struct case_subject *subject, const struct io_bytes *expected)
{
    const uint8_t *got = subject->got, *mask = subject->rule.mask;
    uint8_t *bytes = malloc(subject->size + 1);
    bool masked = mask && expected->size == subject->size;
    for (uint64_t i = 0; bytes && i < subject->size; i++)
        bytes[i] = masked ? (uint8_t)((got[i] & mask[i]) | (expected->data[i] & ~mask[i])) : got[i];
    return bytes;
}

static void print_changes(struct case_runner *r, const struct case_subject *subject,
                          const struct io_bytes *expected, const uint8_t *bytes)
{
    const struct case_tolerance exact = {.kind = CASE_EXACT};
    struct case_rule rule = {
        .tolerance = &exact, .types = subject->rule.types, .row_words = subject->rule.row_words};
    struct case_difference changed;
    start_line(r);
    uint64_t words = (subject->size + 3) / 4;
    if (expected->size != subject->size) {
        fprintf(r->log, "%s: %" PRIu64 " words, where %zu were expected", subject->name, words,
                (expected->size + 3) / 4);
        return;
    }
    if (!case_compare_bytes(&rule, expected->data, bytes, expected->size, &changed))
        return;
    fprintf(r->log, "%s: %zu of %" PRIu64 " words changed", subject->name, changed.words, words);
    for (size_t i = 0; i < SHOWN && i < changed.count; i++) {
        fprintf(r->log, "\n    ");
        case_print_word(r->log, subject->name, subject->row, changed.at[i].word);
        fprintf(r->log, ": ");
        case_print_value(r->log, changed.at[i].type, changed.at[i].expected);
        fprintf(r->log, " -> ");
        case_print_value(r->log, changed.at[i].type, changed.at[i].got);
    }
    if (changed.count > SHOWN)
        fprintf(r->log, "\n    and %zu more", changed.count - SHOWN);
}

bool case_bless_contents(struct case_runner *r, const struct case_subject *subject,
                         const struct io_bytes *expected)
{
    uint8_t *bytes = merge(subject, expected);
    bool ok =
        bytes ? write_contents(r, subject, expected, bytes) : case_stop(r, CASE_FAILED, "out of memory");
    if (ok)
        print_changes(r, subject, expected, bytes);
    free(bytes);
    return ok;
}

bool case_is_new_file(const struct case_runner *r, const struct case_data *data)
{
    char *path = data->file ? io_join(r->test.folder, data->file) : NULL;
    bool missing = path && access(path, F_OK) != 0;
    free(path);
    return missing;
}

/* ---- numbers ---- */

bool case_bless_number(struct case_runner *r, const char *name, size_t mark, uint64_t expected, uint64_t got)
{
    struct io_error error;
    if (!edits_of(r))
        return false;
    if (!case_edits_number(r->edits, mark, got, &error))
        return case_stop(r, CASE_FAILED, "%s", error.text);
    start_line(r);
    fprintf(r->log, "%s: %" PRIu64 " -> %" PRIu64, name, expected, got);
    return true;
}

bool case_bless_list(struct case_runner *r, const char *name, size_t mark, char type, const void *words,
                     size_t count)
{
    enum { BYTES = 40 };
    struct io_error error = {"out of memory", true};
    char(*values)[BYTES] = calloc(count + 1, sizeof *values);
    const char **texts = calloc(count + 1, sizeof *texts);
    bool ok = values && texts;
    for (size_t i = 0; ok && i < count; i++) {
        io_format_value(values[i], (const uint8_t *)words + i * 4, type);
        texts[i] = values[i];
    }
    ok = ok && edits_of(r);
    if (ok && !case_edits_list(r->edits, mark, texts, count, &error))
        ok = case_stop(r, CASE_FAILED, "%s", error.text);
    free(values);
    free(texts);
    if (!ok)
        return false;
    start_line(r);
    fprintf(r->log, "%s: %zu values", name, count);
    return true;
}

bool case_bless_finish(struct case_runner *r)
{
    struct io_error error;
    if (r->edits && !case_edits_write(r->edits, &error))
        return case_stop(r, CASE_FAILED, "%s", error.text);
    if (r->blessed)
        r->outcome = CASE_BLESSED;
    return true;
}
