/* Commands that change the position, and what is printed when the program stops. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_debug.h"

bool debug_parse_place(const char *text, uint32_t out[3])
{
    char *end;
    out[0] = out[1] = out[2] = 0;
    for (int i = 0; i < 3; i++) {
        unsigned long value = strtoul(text, &end, 10);
        if (end == text || *text == '-' || value > UINT32_MAX)
            return false;
        out[i] = (uint32_t)value;
        if (!*end)
            return true;
        if (*end != ',')
            return false;
        text = end + 1;
    }
    return false;
}

static void print_watch(const struct debug_front *f, const struct sm5_debug_stop *stop)
{
    struct sm5_value value = {.type = stop->type, .bytes = 4, .bits = stop->before};
    char before[80], after[80];
    sm5_value_format(&value, 0, before, sizeof before);
    value.bits = stop->after;
    sm5_value_format(&value, 0, after, sizeof after);
    if (stop->breakpoint)
        printf("Watchpoint %u: ", stop->breakpoint);
    printf("%s", stop->name);
    if (stop->before == stop->after)
        printf(" = %s", after);
    else
        printf(": %s -> %s", before, after);
    if (stop->instruction != UINT32_MAX)
        printf(", by instruction %u", stop->instruction);
    if (stop->has_thread) {
        printf(" in ");
        debug_print_thread(f, stop->thread);
    }
    printf("\n");
}

/* What is debugged. */
static const char *run_name(const struct debug_front *f)
{
    struct sm5_debug_position p;
    sm5_debug_position(f->debug, &p);
    return p.item_name ? "run" : "dispatch";
}

static void print_stop(struct debug_front *f, const struct sm5_debug_stop *stop)
{
    switch (stop->why) {
    case SM5_STOP_BREAKPOINT: printf("Breakpoint %u\n", stop->breakpoint); break;
    case SM5_STOP_WATCH: print_watch(f, stop); break;
    case SM5_STOP_FINDING: printf("The next instruction: %s\n", stop->text); break;
    case SM5_STOP_END: printf("The %s has ended.\n", run_name(f)); break;
    case SM5_STOP_FAULT: printf("The program was stopped.\n"); break;
    case SM5_STOP_START: printf("The start of the %s.\n", run_name(f)); break;
    case SM5_STOP_INTERRUPTED: printf("Interrupted.\n"); break;
    default: break;
    }
    debug_report(f);
    debug_print_position(f);
}

static bool finish(struct debug_front *f, enum sm5_status status, const struct sm5_debug_stop *stop)
{
    if (status)
        return debug_report(f);
    print_stop(f, stop);
    return stop->why != SM5_STOP_ERROR;
}

bool debug_command_move(struct debug_front *f, enum sm5_debug_move move, bool backwards, const char *count)
{
    uint64_t times = 1;
    struct sm5_debug_stop stop = {.why = SM5_STOP_MOVED};
    struct sm5_debug_position p;
    if (*count && (!host_parse_count("count", count, DEBUG_COUNT_MAX, &times) || !times))
        return false;
    sm5_debug_position(f->debug, &p);
    if (p.ended && !backwards)
        return debug_wrong("the %s has ended; go back with reverse-step or run", run_name(f));
    for (uint64_t i = 0; i < times && stop.why == SM5_STOP_MOVED; i++)
        sm5_debug_run(f->debug, move, backwards, &stop, f->job->diags);
    return finish(f, SM5_OK, &stop);
}

bool debug_command_write(struct debug_front *f, const char *place)
{
    struct sm5_debug_stop stop;
    if (!*place)
        return debug_wrong("reverse-write: expected a register or a word of memory");
    enum sm5_status status = sm5_debug_go_write(f->debug, place, &stop, f->job->diags);
    return finish(f, status, &stop);
}

bool debug_command_group(struct debug_front *f, const char *group)
{
    uint32_t place[3];
    struct sm5_debug_stop stop;
    if (!*group)
        return debug_command_move(f, SM5_MOVE_GROUP, false, "");
    if (!debug_parse_place(group, place))
        return debug_wrong("group: expected X[,Y[,Z]], not '%s'", group);
    enum sm5_status status = sm5_debug_go_group(f->debug, place, &stop, f->job->diags);
    return finish(f, status, &stop);
}

bool debug_command_focus(struct debug_front *f, const char *item)
{
    struct sm5_debug_stop stop;
    char *end;
    unsigned long long number = strtoull(item, &end, 10);
    uint64_t instance = UINT32_MAX;
    if (!*item || strcmp(item, "all") == 0) {
        sm5_debug_select_none(f->debug);
        debug_print_position(f);
        return true;
    }
    bool ok = end != item && *item != '-' && (!*end || *end == ',');
    if (ok && *end)
        ok = host_parse_count("focus", end + 1, UINT32_MAX - 1, &instance);
    else if (!ok)
        ok = debug_wrong("focus: expected N, N,INSTANCE or all, not '%s'", item);
    if (!ok)
        return false;
    enum sm5_status status = sm5_debug_focus(f->debug, number, (uint32_t)instance, &stop, f->job->diags);
    return finish(f, status, &stop);
}

bool debug_command_goto(struct debug_front *f, const char *time)
{
    uint64_t to = 0;
    struct sm5_debug_stop stop;
    if (*time && !host_parse_count("goto", time, UINT64_MAX, &to))
        return false;
    sm5_debug_go(f->debug, to, &stop, f->job->diags);
    return finish(f, SM5_OK, &stop);
}

bool debug_command_thread(struct debug_front *f, const char *thread)
{
    uint32_t place[3];
    if (strcmp(thread, "all") == 0)
        sm5_debug_select_none(f->debug);
    else if (*thread && !debug_parse_place(thread, place))
        return debug_wrong("thread: expected X[,Y[,Z]] or all, not '%s'", thread);
    else if (*thread && !sm5_debug_select(f->debug, place, true))
        return debug_wrong("no thread (%u,%u,%u) in a group", place[0], place[1], place[2]);
    debug_print_position(f);
    return true;
}
