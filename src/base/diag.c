#include <stdlib.h>

#include "base.h"
#include "base/memory_limit.h"

struct sm5_diags {
    struct arena arena;
    VEC(struct sm5_diag) list;
    size_t errors;
};

/* With room for an entry: running out of memory can then always be reported. */
struct sm5_diags *sm5_diags_new(void)
{
    struct sm5_diags *diags = calloc(1, sizeof *diags);
    if (diags && !VEC_RESERVE(&diags->list, 1)) {
        free(diags);
        return NULL;
    }
    return diags;
}

void sm5_diags_clear(struct sm5_diags *diags)
{
    arena_free(&diags->arena);
    diags->list.count = 0;
    diags->errors = 0;
}

void sm5_diags_free(struct sm5_diags *diags)
{
    if (!diags)
        return;
    sm5_diags_clear(diags);
    VEC_FREE(&diags->list);
    free(diags);
}

size_t sm5_diags_count(const struct sm5_diags *diags)
{
    return diags->list.count;
}

size_t sm5_diags_errors(const struct sm5_diags *diags)
{
    return diags->errors;
}

const struct sm5_diag *sm5_diags_at(const struct sm5_diags *diags, size_t index)
{
    return index < diags->list.count ? &diags->list.data[index] : NULL;
}

struct diag_place diag_at_chunk(const char *fourcc, uint32_t token)
{
    struct diag_place place = DIAG_NOWHERE;
    place.chunk = fourcc;
    place.offset = token;
    return place;
}

struct diag_place diag_at_byte(uint32_t offset)
{
    struct diag_place place = DIAG_NOWHERE;
    place.offset = offset;
    return place;
}

struct diag_place diag_at_instruction(uint32_t index)
{
    struct diag_place place = DIAG_NOWHERE;
    place.instruction = index;
    return place;
}

static char *format_message(struct arena *arena, const char *text, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, text, args);
    char *message = length < 0 ? NULL : arena_alloc(arena, (size_t)length + 1);
    if (message)
        vsnprintf(message, (size_t)length + 1, text, again);
    va_end(again);
    return message;
}

/* Replaces the last entry, so that the list tells what it lacks. */
static void report_no_room(struct sm5_diags *diags)
{
    struct sm5_diag *last = &diags->list.data[diags->list.count - 1];
    diags->errors += last->severity != SM5_ERROR;
    *last = (struct sm5_diag){.severity = DIAG_MEMORY.severity,
                              .code = DIAG_MEMORY.code,
                              .message = DIAG_MEMORY.text,
                              .offset = SM5_NO_OFFSET,
                              .instruction = SM5_NO_OFFSET};
}

/* The public function that began the limit reports it. */
static bool is_over_limit(const struct diag_info *info)
{
    const struct memory_limit *limit = memory_limit_of_thread();
    return limit && limit->exceeded && strcmp(info->code, DIAG_MEMORY.code) == 0;
}

/* When out of memory an entry still counts, with the row's static text. */
void diag_add_text(struct sm5_diags *diags, const struct diag_info *info, const char *text,
                   struct diag_place place, ...)
{
    if (!diags || is_over_limit(info))
        return;
    va_list args;
    va_start(args, place);
    const char *message = format_message(&diags->arena, text, args);
    va_end(args);
    struct sm5_diag entry = {
        .severity = info->severity,
        .diag_class = info->class,
        .code = info->code,
        .message = message ? message : DIAG_MEMORY.text,
        .file = place.file ? arena_string(&diags->arena, place.file, strlen(place.file)) : NULL,
        .line = place.line,
        .column = place.column,
        .length = place.length,
        .source_line =
            place.source_line ? arena_string(&diags->arena, place.source_line, place.source_length) : NULL,
        .offset = place.offset,
        .instruction = place.instruction,
        .origin_file = place.origin_file
                           ? arena_string(&diags->arena, place.origin_file, strlen(place.origin_file))
                           : NULL,
        .origin_line = place.origin_line,
    };
    if (place.chunk)
        memcpy(entry.chunk, place.chunk, strnlen(place.chunk, 4));
    if (VEC_PUSH(&diags->list, entry))
        diags->errors += entry.severity == SM5_ERROR;
    else
        report_no_room(diags);
}

void diag_name_file(struct sm5_diags *diags, size_t first, const char *file)
{
    if (!diags || !file)
        return;
    for (size_t i = first; i < diags->list.count; i++)
        if (!diags->list.data[i].file)
            diags->list.data[i].file = arena_string(&diags->arena, file, strlen(file));
}

static void format_place(struct strbuf *out, const struct sm5_diag *diag)
{
    if (diag->file) {
        strbuf_add_printable(out, diag->file, strlen(diag->file));
        strbuf_add_char(out, ':');
    }
    if (diag->line)
        strbuf_printf(out, "%u:%u:", diag->line, diag->column);
    if (diag->file && (diag->chunk[0] || diag->offset != SM5_NO_OFFSET))
        strbuf_add_char(out, ' ');
    strbuf_add_printable(out, diag->chunk, strlen(diag->chunk));
    if (diag->offset != SM5_NO_OFFSET)
        strbuf_printf(out, "%s %u", diag->chunk[0] ? " token" : "byte", diag->offset);
    if (diag->chunk[0] || diag->offset != SM5_NO_OFFSET)
        strbuf_add(out, ":");
    if (diag->instruction != SM5_NO_OFFSET)
        strbuf_printf(out, "%sinstruction %u:", diag->file ? " " : "", diag->instruction);
    if (diag->origin_file) {
        strbuf_add_char(out, ' ');
        strbuf_add_printable(out, diag->origin_file, strlen(diag->origin_file));
        strbuf_printf(out, ":%u:", diag->origin_line);
    }
    if (out->length)
        strbuf_add_char(out, ' ');
}

/* Columns that `length` bytes of a line occupy when printed; tabs are printed as tabs. */
static void add_columns(struct strbuf *out, const char *line, size_t length, char column)
{
    enum { ESCAPE = 4 }; /* \x1b */
    for (size_t at = 0; at < length;) {
        size_t bytes = str_printable(line + at, length - at);
        if (line[at] == '\t')
            strbuf_add_char(out, column == ' ' ? '\t' : column);
        else
            strbuf_add_repeat(out, column, bytes ? 1 : ESCAPE);
        at += bytes ? bytes : 1;
    }
}

/* Tabs are kept in the caret's indent, so that it is aligned on any terminal. */
static void format_caret(struct strbuf *out, const struct sm5_diag *diag)
{
    const char *line = diag->source_line;
    size_t length = strlen(line), from = diag->column - 1 < length ? diag->column - 1 : length;
    size_t marked = diag->length < length - from ? diag->length : length - from;
    struct strbuf marks = {0};
    strbuf_add(out, "\n    ");
    strbuf_add_printable(out, line, length);
    strbuf_add(out, "\n    ");
    add_columns(out, line, from, ' ');
    add_columns(&marks, line + from, marked, '~');
    strbuf_add_char(out, '^');
    strbuf_add(out, marks.length ? marks.text + 1 : "");
    out->failed |= marks.failed;
    strbuf_free(&marks);
}

size_t sm5_diag_format(const struct sm5_diag *diag, char *out, size_t size)
{
    static const char *const words[] = {"note", "warning", "error"};
    static const char *const classes[] = {"", ", malformed", ", nonconforming"};
    struct strbuf text = {0};
    format_place(&text, diag);
    const char *severity = (size_t)diag->severity < BASE_COUNT(words) ? words[diag->severity] : "unknown";
    const char *class = (size_t)diag->diag_class < BASE_COUNT(classes) ? classes[diag->diag_class] : "";
    strbuf_printf(&text, "%s: ", severity);
    strbuf_add_printable(&text, diag->message, strlen(diag->message));
    strbuf_printf(&text, " [%s%s]", diag->code, class);
    if (diag->source_line && diag->column)
        format_caret(&text, diag);
    size_t wanted = text.length;
    if (text.failed) {
        int length = snprintf(out, size, "%s: %s [%s%s]", severity, diag->message, diag->code, class);
        wanted = length < 0 ? 0 : (size_t)length;
    } else if (size) {
        size_t n = wanted < size ? wanted : size - 1;
        memcpy(out, strbuf_text(&text), n);
        out[n] = 0;
    }
    strbuf_free(&text);
    return wanted;
}
