/* Commands for breakpoints. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_debug.h"

/* Splits "PLACE if CONDITION"; the result is freed by the caller, and *condition points into it. */
static char *split(const char *text, const char **condition)
{
    char *copy = strdup(text);
    char *at = copy ? strstr(copy, " if ") : NULL;
    *condition = at ? at + 4 : NULL;
    if (at)
        *at = '\0';
    for (size_t length = copy ? strlen(copy) : 0; length && copy[length - 1] == ' ';)
        copy[--length] = '\0';
    return copy;
}

static bool add(struct debug_front *f, const struct sm5_break *request, const char *what)
{
    uint32_t id;
    if (sm5_debug_break(f->debug, request, &id, f->job->diags))
        return debug_report(f);
    printf("%s %u: %s\n",
           request->expression ? "Watchpoint"
           : request->log      ? "Log point"
                               : "Breakpoint",
           id, what);
    return true;
}

/* "*12", an instruction; "12", a line; "file:12"; nothing: the next instruction. */
static bool parse_place(struct debug_front *f, const char *text, char *file, size_t size,
                        struct sm5_break *request)
{
    const char *colon = strrchr(text, ':'), *digits = colon ? colon + 1 : text + (*text == '*');
    struct sm5_debug_position p;
    uint64_t number;
    if (!*text) {
        sm5_debug_position(f->debug, &p);
        request->number = p.instruction;
        return !p.ended || debug_wrong("the dispatch has ended; expected a place");
    }
    if (!host_parse_count("break", digits, UINT32_MAX, &number))
        return false;
    request->number = (uint32_t)number;
    request->kind = *text == '*' ? SM5_BREAK_INSTRUCTION : SM5_BREAK_LINE;
    if (!colon)
        return true;
    snprintf(file, size, "%.*s", (int)(colon - text), text);
    request->file = file;
    return true;
}

bool debug_command_break(struct debug_front *f, const char *place, bool temporary)
{
    struct sm5_break request = {.kind = SM5_BREAK_INSTRUCTION, .temporary = temporary};
    char file[300];
    bool only_condition = strncmp(place, "if ", 3) == 0;
    char *text = only_condition ? strdup("") : split(place, &request.condition);
    if (only_condition)
        request.condition = place + 3;
    bool ok =
        text ? parse_place(f, text, file, sizeof file, &request) && add(f, &request, *place ? place : "here")
             : debug_wrong("out of memory");
    free(text);
    return ok;
}

/* "*4,text": the text may contain commas. */
bool debug_command_log(struct debug_front *f, const char *arguments)
{
    struct sm5_break request = {.kind = SM5_BREAK_INSTRUCTION};
    const char *comma = strchr(arguments, ',');
    char file[300];
    if (!comma || !comma[1])
        return debug_wrong("dprintf: expected PLACE,TEXT, as in dprintf *4,r0.x is {r0.x}");
    char *place = strndup(arguments, (size_t)(comma - arguments));
    request.log = comma + 1;
    bool ok = place ? parse_place(f, place, file, sizeof file, &request) && add(f, &request, arguments)
                    : debug_wrong("out of memory");
    free(place);
    return ok;
}

bool debug_command_watch(struct debug_front *f, enum sm5_break_kind kind, const char *expression)
{
    struct sm5_break request = {.kind = kind};
    if (!*expression)
        return debug_wrong("watch: expected a register or a word of memory, as in watch u0[3]");
    request.expression = expression;
    return add(f, &request, expression);
}

static bool find_kind(const char *name, size_t length, uint32_t *kinds)
{
    const char *known;
    for (uint32_t i = 0; (known = sm5_finding_kind_name((enum sm5_finding_kind)i)) != NULL; i++)
        if (strlen(known) == length && strncmp(known, name, length) == 0) {
            *kinds |= 1u << i;
            return true;
        }
    return debug_wrong("catch: expected findings, or kinds as 'sm5 check' prints them, not '%.*s'",
                       (int)length, name);
}

/* "findings", or kinds: "race number". */
bool debug_command_catch(struct debug_front *f, const char *what)
{
    struct sm5_break request = {.kind = SM5_BREAK_FINDINGS};
    bool is_all = !*what || strcmp(what, "findings") == 0;
    for (const char *at = what; *at && !is_all; at += strspn(at, " ,")) {
        size_t length = strcspn(at, " ,");
        if (!find_kind(at, length, &request.number))
            return false;
        at += length;
    }
    return add(f, &request, is_all ? "findings of the checker" : what);
}

static bool parse_number(const char *text, uint32_t *id)
{
    uint64_t number;
    if (!host_parse_count("number", text, UINT32_MAX, &number))
        return false;
    *id = (uint32_t)number;
    return true;
}

bool debug_command_ignore(struct debug_front *f, const char *arguments)
{
    uint64_t count;
    uint32_t id;
    char number[24];
    snprintf(number, sizeof number, "%.*s", (int)strcspn(arguments, " "), arguments);
    const char *rest = arguments + strcspn(arguments, " ");
    if (!parse_number(number, &id) ||
        !host_parse_count("ignore", rest + strspn(rest, " "), UINT64_MAX, &count))
        return false;
    return sm5_debug_break_ignore(f->debug, id, count) || debug_wrong("no breakpoint '%s'", number);
}

bool debug_command_delete(struct debug_front *f, const char *number)
{
    uint32_t id;
    if (!*number)
        while (sm5_debug_break_at(f->debug, 0))
            sm5_debug_break_delete(f->debug, sm5_debug_break_at(f->debug, 0)->id);
    else if (!parse_number(number, &id) || !sm5_debug_break_delete(f->debug, id))
        return debug_wrong("no breakpoint '%s'", number);
    return true;
}

bool debug_command_enable(struct debug_front *f, const char *number, bool enabled)
{
    uint32_t id;
    return (parse_number(number, &id) && sm5_debug_break_enable(f->debug, id, enabled)) ||
           debug_wrong("no breakpoint '%s'", number);
}

static void print_break(const struct sm5_break *b)
{
    static const char *const kinds[] = {"instruction", "line",     "watch", "awatch",
                                        "rwatch",      "findings", "wwatch"};
    printf("%-3u %-11s %s", b->id, kinds[b->kind], b->disabled ? "(disabled) " : "");
    const char *kind, *separator = "";
    for (uint32_t i = 0;
         b->kind == SM5_BREAK_FINDINGS && (kind = sm5_finding_kind_name((enum sm5_finding_kind)i)); i++)
        if (b->number >> i & 1) {
            printf("%s%s", separator, kind);
            separator = " ";
        }
    if (b->expression)
        printf("%s", b->expression);
    else if (b->kind != SM5_BREAK_FINDINGS)
        printf("%s%s%u", b->file ? b->file : "", b->file ? ":" : "", b->number);
    if (b->condition)
        printf(" if %s", b->condition);
    if (b->log)
        printf(" prints %s", b->log);
    if (b->ignore > b->hits)
        printf(", ignores %" PRIu64, b->ignore - b->hits);
    printf("%s, hits: %" PRIu64 "\n", b->temporary ? " (temporary)" : "", b->hits);
}

void debug_print_breaks(const struct debug_front *f)
{
    const struct sm5_break *b;
    for (size_t i = 0; (b = sm5_debug_break_at(f->debug, i)) != NULL; i++)
        print_break(b);
    if (!sm5_debug_break_at(f->debug, 0))
        printf("no breakpoints\n");
}
