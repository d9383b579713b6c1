/* Positions, values and lanes as text of at most 80 columns. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_debug.h"

enum { VALUES_MAX = 256, LIST_LINES = 10, GRID_COLUMNS = 64 };

bool debug_wrong(const char *format, ...)
{
    char text[300];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    printf("error: %s\n", text);
    return false;
}

/* On standard output, in order with the rest; without the code in brackets. */
bool debug_report(struct debug_front *f)
{
    struct sm5_diags *diags = f->job->diags;
    for (size_t i = 0; i < sm5_diags_count(diags); i++) {
        const struct sm5_diag *diag = sm5_diags_at(diags, i);
        printf("%s: %s\n", diag->severity == SM5_ERROR ? "error" : "warning", diag->message);
    }
    sm5_diags_clear(diags);
    return false;
}

/* ---- instructions ---- */

static bool print_instruction(const struct debug_front *f, uint32_t number, const char *mark)
{
    struct sm5_blob text;
    if (sm5_instruction_text(f->job->program, number, &text))
        return false;
    const char *line = (const char *)text.data + strspn((const char *)text.data, " ");
    size_t length = strcspn(line, "\n");
    while (length && line[length - 1] == ' ')
        length--;
    printf("%2s %5" PRIu32 "  %.*s\n", mark, number, (int)length, line);
    sm5_blob_free(&text);
    return true;
}

static void print_displays(struct debug_front *f)
{
    for (size_t i = 0; i < f->display_count; i++) {
        const struct debug_display *d = &f->displays[i];
        printf("%u: ", d->number);
        debug_command_print(f, d->expression, d->format);
    }
}

static void print_item(const struct sm5_debug_position *p, uint64_t item, uint32_t instance)
{
    printf("%s %" PRIu64, p->item_name, item);
    if (p->instance_name)
        printf(", %s %u", p->instance_name, instance);
}

void debug_print_thread(const struct debug_front *f, const uint32_t thread[3])
{
    struct sm5_debug_position p;
    uint32_t instance;
    sm5_debug_position(f->debug, &p);
    if (!p.item_name) {
        printf("thread (%u,%u,%u)", thread[0], thread[1], thread[2]);
        return;
    }
    uint64_t item = sm5_debug_item(f->debug, thread[0], &instance);
    print_item(&p, item, instance);
}

/* "group (0,0,0), thread (1,0,0)", "batch 0, patch 1, control point 2, control point phase". */
static void print_place(const struct debug_front *f, const struct sm5_debug_position *p)
{
    if (p->item_name)
        printf("batch %u, ", p->group[0]);
    else
        printf("group (%u,%u,%u), ", p->group[0], p->group[1], p->group[2]);
    debug_print_thread(f, p->thread);
    if (p->phase)
        printf(", %s phase %u", p->phase, p->phase_number);
}

void debug_print_position(struct debug_front *f)
{
    struct sm5_debug_position p;
    sm5_debug_position(f->debug, &p);
    f->moved = true;
    if (p.ended)
        return;
    print_place(f, &p);
    printf(", %u of %u threads active", p.active, p.all);
    if (p.line)
        printf(", line %u", p.line);
    else if (p.file)
        printf(", %s:%u", p.file, p.file_line);
    printf("\n");
    print_instruction(f, p.instruction, "=>");
    print_displays(f);
}

bool debug_command_list(struct debug_front *f, const char *argument)
{
    struct sm5_debug_position p;
    uint64_t from = f->listed;
    sm5_debug_position(f->debug, &p);
    if (*argument && !host_parse_count("list", argument, UINT32_MAX, &from))
        return false;
    if (!*argument && f->moved && !p.ended)
        from = p.instruction < LIST_LINES / 2 ? 0 : p.instruction - LIST_LINES / 2;
    f->moved = false;
    for (uint64_t i = from; i < from + LIST_LINES; i++)
        if (!print_instruction(f, (uint32_t)i, i == p.instruction ? "=>" : ""))
            return i > from || debug_wrong("no instruction %" PRIu64, i);
    f->listed = (uint32_t)from + LIST_LINES;
    return true;
}

void debug_print_stack(const struct debug_front *f)
{
    struct sm5_debug_position p;
    sm5_debug_position(f->debug, &p);
    if (p.ended) {
        printf("the %s has ended\n", p.item_name ? "run" : "dispatch");
        return;
    }
    printf("#0 ");
    print_instruction(f, p.instruction, "");
    for (uint32_t depth = 1; depth <= p.calls; depth++) {
        printf("#%u ", depth);
        print_instruction(f, sm5_debug_caller(f->debug, depth), "");
    }
}

/* ---- values ---- */

static void print_value(const struct sm5_value *value, char format)
{
    char text[80];
    sm5_value_format(value, format, text, sizeof text);
    printf("%s", text);
}

/* "r0.y" is a component of what "r0.x" is. */
static bool is_component_of(const char *name, const char *other)
{
    size_t length = strlen(name);
    return length > 2 && name[length - 2] == '.' && strlen(other) == length &&
           strncmp(name, other, length - 1) == 0;
}

/* Components of one register on one line, members one below the other. */
static void print_values(const char *expression, const struct sm5_value *values, size_t count, size_t all,
                         char format)
{
    bool is_vector = count <= 4;
    for (size_t i = 0; i < count && is_vector; i++)
        is_vector = is_component_of(values[i].name, values[0].name);
    if (is_vector || count == 1) {
        printf("%s = %s", expression, count > 1 ? "(" : "");
        for (size_t i = 0; i < count; i++) {
            printf("%s", i ? ", " : "");
            print_value(&values[i], format);
        }
        printf("%s\n", count > 1 ? ")" : "");
        return;
    }
    for (size_t i = 0; i < count; i++) {
        printf("%s = ", values[i].name);
        print_value(&values[i], format);
        printf("\n");
    }
    if (all > count)
        printf("(%zu more)\n", all - count);
}

bool debug_command_print(struct debug_front *f, const char *argument, char format)
{
    struct sm5_value values[VALUES_MAX];
    size_t count;
    if (!*argument)
        return debug_wrong("print: expected an expression");
    if (sm5_debug_evaluate(f->debug, argument, values, VALUES_MAX, &count, f->job->diags))
        return debug_report(f);
    print_values(argument, values, count < VALUES_MAX ? count : VALUES_MAX, count, format);
    return true;
}

void debug_print_registers(const struct debug_front *f)
{
    struct sm5_info info;
    struct sm5_value values[4];
    size_t count;
    char name[16];
    sm5_program_info(f->job->program, &info);
    for (uint32_t i = 0; i < info.temps; i++) {
        snprintf(name, sizeof name, "r%u", i);
        if (!sm5_debug_evaluate(f->debug, name, values, 4, &count, f->job->diags))
            print_values(name, values, count, count, 0);
    }
    sm5_diags_clear(f->job->diags);
}

bool debug_command_display(struct debug_front *f, const char *argument, char format)
{
    if (!*argument) {
        print_displays(f);
        return true;
    }
    if (!debug_command_print(f, argument, format))
        return false;
    struct debug_display *bigger = realloc(f->displays, (f->display_count + 1) * sizeof *bigger);
    char *copy = strdup(argument);
    if (bigger)
        f->displays = bigger;
    if (!bigger || !copy) {
        free(copy);
        return debug_wrong("out of memory");
    }
    f->displays[f->display_count++] = (struct debug_display){++f->last_display, format, copy};
    return true;
}

bool debug_command_undisplay(struct debug_front *f, const char *number)
{
    for (size_t i = 0; i < f->display_count; i++) {
        if (f->displays[i].number != strtoul(number, NULL, 10))
            continue;
        free(f->displays[i].expression);
        memmove(&f->displays[i], &f->displays[i + 1], (--f->display_count - i) * sizeof *f->displays);
        return true;
    }
    return debug_wrong("no display '%s'", number);
}

static bool is_raw(const struct debug_front *f, const char *name, size_t length)
{
    struct sm5_resource_info info;
    char text[32];
    for (uint32_t i = 0; sm5_resource_at(f->job->program, i, &info); i++) {
        snprintf(text, sizeof text, "%c%u", info.kind, info.id);
        if (strlen(text) == length && strncmp(text, name, length) == 0)
            return strcmp(info.layout, "raw") == 0;
    }
    return false;
}

/* x/8f u0[3]: elements 3 to 10. */
bool debug_command_examine(struct debug_front *f, const char *argument, const char *how)
{
    char *end, format = 0, text[200];
    unsigned long count = strtoul(how, &end, 10);
    const char *open = strchr(argument, '['), *close = strrchr(argument, ']');
    struct sm5_value first;
    size_t values;
    count = end == how ? 1 : count;
    for (; *end; end++)
        format = strchr("fdxutc", *end) ? *end : format; /* 'w', words, is the only size */
    if (!open || !close || count < 1 || count > DEBUG_COUNT_MAX)
        return debug_wrong("x: expected x/COUNT[FORMAT] and an element, as in x/8f u0[3]");
    snprintf(text, sizeof text, "%.*s", (int)(close - open - 1), open + 1);
    if (sm5_debug_evaluate(f->debug, text, &first, 1, &values, f->job->diags))
        return debug_report(f);
    uint32_t step = is_raw(f, argument, (size_t)(open - argument)) ? 4 : 1;
    for (uint32_t i = 0; i < count; i++) {
        snprintf(text, sizeof text, "%.*s[%u]%.60s", (int)(open - argument), argument,
                 (uint32_t)first.bits + i * step, close + 1);
        if (!debug_command_print(f, text, format))
            return false;
    }
    return true;
}

/* set PLACE = EXPRESSION */
bool debug_command_set(struct debug_front *f, const char *argument, bool all)
{
    const char *equals = strchr(argument, '=');
    if (!equals || equals == argument)
        return debug_wrong("set: expected PLACE = EXPRESSION, as in set r0.x = 1.5");
    char *place = strndup(argument, (size_t)(equals - argument));
    if (!place)
        return debug_wrong("out of memory");
    for (size_t length = strlen(place); length && place[length - 1] == ' ';)
        place[--length] = '\0';
    enum sm5_status status =
        (all ? sm5_debug_assign_all : sm5_debug_assign)(f->debug, place, equals + 1, f->job->diags);
    free(place);
    return status ? debug_report(f) : true;
}
