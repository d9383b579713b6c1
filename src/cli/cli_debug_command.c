/* The commands of the debugger: names and abbreviations as in gdb. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_debug.h"
#include "cli/cli_why.h"

/* A command with its arguments; `how` is what follows a slash (print/x). */
typedef bool run_command(struct debug_front *f, const char *arguments, const char *how, int parameter);

struct command {
    const char *name, *abbreviation, *arguments, *help;
    run_command *run;
    int parameter;
    bool repeats; /* by an empty line */
};

static run_command run_help;

/* ---- bodies ---- */

enum { BACKWARDS = 64 };

static bool run_move(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)how;
    return debug_command_move(f, (enum sm5_debug_move)(parameter & (BACKWARDS - 1)), parameter & BACKWARDS,
                              arguments);
}

static bool run_group(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)how, (void)parameter;
    return debug_command_group(f, arguments);
}

static bool run_focus(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)how, (void)parameter;
    return debug_command_focus(f, arguments);
}

static bool run_goto(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)how;
    return debug_command_goto(f, parameter ? "" : arguments);
}

static bool run_thread(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)how, (void)parameter;
    return debug_command_thread(f, arguments);
}

static bool run_break(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)how;
    return debug_command_break(f, arguments, parameter);
}

static bool run_watch(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)how;
    return debug_command_watch(f, (enum sm5_break_kind)parameter, arguments);
}

static bool run_catch(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)how, (void)parameter;
    return debug_command_catch(f, arguments);
}

static bool run_log(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)how, (void)parameter;
    return debug_command_log(f, arguments);
}

static bool run_ignore(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)how, (void)parameter;
    return debug_command_ignore(f, arguments);
}

static bool run_write(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)how, (void)parameter;
    return debug_command_write(f, arguments);
}

static bool run_delete(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)how, (void)parameter;
    return debug_command_delete(f, arguments);
}

static bool run_enable(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)how;
    return debug_command_enable(f, arguments, parameter);
}

static bool run_print(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    if (*how && (!strchr("fduxtc", *how) || how[1]))
        return debug_wrong("unknown format '%s'; expected one of f, d, u, x, t and c", how);
    return (parameter ? debug_command_display : debug_command_print)(f, arguments, *how);
}

static bool run_undisplay(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)how, (void)parameter;
    return debug_command_undisplay(f, arguments);
}

static bool run_examine(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)parameter;
    return debug_command_examine(f, arguments, how);
}

/* Folded, without conditions: as sm5 why prints it. */
static bool run_why(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    static const struct sm5_why_options options = {.follow = SM5_WHY_VALUES};
    struct sm5_why *why;
    (void)how;
    (void)parameter;
    if (!*arguments)
        return debug_wrong("why: expected an expression");
    if (sm5_why_new(f->debug, arguments, &options, &why, f->job->diags))
        return debug_report(f);
    const struct why_view view = {f->job->program, why, false, NULL};
    why_print(&view, stdout);
    sm5_why_free(why);
    return true;
}

static bool run_set(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)parameter;
    if (*how && strcmp(how, "all") != 0)
        return debug_wrong("set: expected set or set/all, not set/%s", how);
    return debug_command_set(f, arguments, *how);
}

static bool run_list(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)how, (void)parameter;
    return debug_command_list(f, arguments);
}

static bool run_backtrace(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)arguments, (void)how, (void)parameter;
    debug_print_stack(f);
    return true;
}

static void print_time(const struct debug_front *f)
{
    struct sm5_debug_position p;
    sm5_debug_position(f->debug, &p);
    printf("time %" PRIu64 ", ", p.time);
    if (p.item_name)
        printf("batch %u", p.group[0]);
    else
        printf("group (%u,%u,%u)", p.group[0], p.group[1], p.group[2]);
    printf(", %u active of %u live threads%s\n", p.active, p.live, p.ended ? ", ended" : "");
}

static bool run_info(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)how, (void)parameter;
    size_t length = strcspn(arguments, " ");
    const char *rest = arguments + length + strspn(arguments + length, " ");
    if (length && strncmp("lanes", arguments, length) == 0)
        return debug_command_lanes(f, rest);
    if (*rest)
        return debug_wrong("info: unexpected '%s'", rest);
    if (length && strncmp("registers", arguments, length) == 0)
        debug_print_registers(f);
    else if (length && strncmp("breakpoints", arguments, length) == 0)
        debug_print_breaks(f);
    else if (length && strncmp("position", arguments, length) == 0)
        print_time(f);
    else
        return debug_wrong("info: expected lanes, registers, breakpoints or position");
    return true;
}

static bool run_quit(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)arguments, (void)how, (void)parameter;
    f->quits = true;
    return true;
}

/* ---- the table ---- */

static const struct command commands[] = {
    {"break", "b", "[LINE | *INSTRUCTION | FILE:LINE] [if CONDITION]",
     "stop before an instruction; by default the next one. With a condition only when it is not 0 for some "
     "active\nthread, which becomes the current one",
     run_break, false, false},
    {"tbreak", "tb", "PLACE [if CONDITION]", "the same, for one stop", run_break, true, false},
    {"watch", "wa", "PLACE",
     "stop after an instruction that changes a register of the current thread, or words of u# or g#",
     run_watch, SM5_BREAK_WATCH, false},
    {"rwatch", "rw", "PLACE", "stop after an instruction that reads words of t#, u# or g#", run_watch,
     SM5_BREAK_READ, false},
    {"awatch", "aw", "PLACE", "stop after an instruction that reads or writes words of u# or g#", run_watch,
     SM5_BREAK_ACCESS, false},
    {"wwatch", "ww", "PLACE",
     "stop after an instruction that writes words of u# or g#, also with their value", run_watch,
     SM5_BREAK_WRITE, false},
    {"dprintf", "dp", "PLACE,TEXT",
     "print a text at each such place and go on, with the values of {EXPRESSION}s: dprintf *4,r0.x is "
     "{r0.x}. For\n"
     "each active thread; equal lines once",
     run_log, 0, false},
    {"catch", "cat", "findings | KIND...",
     "stop before what 'sm5 check' reports: races, accesses out of bounds, uninitialised values, missed "
     "barriers;\nby kind, as in catch race number (NaN, infinities), which findings leaves out",
     run_catch, 0, false},
    {"delete", "d", "[NUMBER]", "delete a breakpoint, or all", run_delete, 0, false},
    {"ignore", "ig", "NUMBER COUNT", "ignore the next hits of a breakpoint", run_ignore, 0, false},
    {"enable", "en", "NUMBER", "enable a breakpoint", run_enable, true, false},
    {"disable", "dis", "NUMBER", "disable a breakpoint", run_enable, false, false},
    {"continue", "c", "", "run to a breakpoint or the end", run_move, SM5_MOVE_CONTINUE, true},
    {"step", "s", "[COUNT]", "to the next line of the source", run_move, SM5_MOVE_LINE, true},
    {"next", "n", "[COUNT]", "to the next line, over calls", run_move, SM5_MOVE_OVER_LINE, true},
    {"stepi", "si", "[COUNT]", "to the next instruction", run_move, SM5_MOVE_INSTRUCTION, true},
    {"nexti", "ni", "[COUNT]", "to the next instruction, over calls", run_move, SM5_MOVE_OVER_INSTRUCTION,
     true},
    {"finish", "fin", "", "until the routine returns; in main to the next group", run_move, SM5_MOVE_FINISH,
     false},
    {"until", "u", "", "until all threads have left the innermost loop", run_move, SM5_MOVE_LOOP, false},
    {"barrier", "ba", "", "to the next barrier", run_move, SM5_MOVE_BARRIER, true},
    {"reverse-continue", "rc", "", "back to a breakpoint or the start", run_move,
     SM5_MOVE_CONTINUE | BACKWARDS, true},
    {"reverse-step", "rs", "[COUNT]", "back to the line before", run_move, SM5_MOVE_LINE | BACKWARDS, true},
    {"reverse-next", "rn", "[COUNT]", "back to the line before, over calls", run_move,
     SM5_MOVE_OVER_LINE | BACKWARDS, true},
    {"reverse-stepi", "rsi", "[COUNT]", "back to the instruction before", run_move,
     SM5_MOVE_INSTRUCTION | BACKWARDS, true},
    {"reverse-nexti", "rni", "[COUNT]", "back to the instruction before, over calls", run_move,
     SM5_MOVE_OVER_INSTRUCTION | BACKWARDS, true},
    {"reverse-finish", "rfin", "", "back to the call of the routine", run_move, SM5_MOVE_FINISH | BACKWARDS,
     false},
    {"reverse-barrier", "rba", "", "back to a barrier", run_move, SM5_MOVE_BARRIER | BACKWARDS, true},
    {"reverse-write", "rwr", "PLACE", "back to the last instruction that wrote a place", run_write, 0, false},
    {"group", "g", "[X[,Y[,Z]]]",
     "to the start of a group (other stages: of a batch of 32 invocations), by default of the next one",
     run_group, 0, true},
    {"focus", "f", "N[,INSTANCE] | all",
     "to a vertex, patch, domain point, primitive or quad: steps stop only where one of its threads is "
     "active, and\n"
     "values are its own. The name of these is a name of this command: quad 5. With INSTANCE (control "
     "point,\n"
     "instance, pixel of the quad) only that thread",
     run_focus, 0, false},
    {"thread", "t", "[X[,Y[,Z]] | all]",
     "select a thread of the group: values are its own, and steps stop only where it is active", run_thread,
     0, false},
    {"run", "r", "", "back to the start", run_goto, true, false},
    {"goto", "go", "TIME", "to a position that 'info position' printed", run_goto, false, false},
    {"print", "p", "[/FORMAT] EXPRESSION",
     "evaluate for the current thread: registers (r0.x, x0[2].y, cb0[1].zw), memory (u0[3].position.y, "
     "g0[5]),\nnames of the source, vThreadID and the like, inputs and outputs of stages (v0, v[2].NORMAL, "
     "o1.x, "
     "vpc0; v and o:\nall), numbers, operators of C, asfloat(), asint(), asuint(), float(), int(), uint(). "
     "Formats: f, d, u, x,\nt (binary), c (truth value)",
     run_print, false, true},
    {"display", "disp", "[/FORMAT] [EXPRESSION]", "print an expression at each stop", run_print, true, false},
    {"undisplay", "undisp", "NUMBER", "stop doing so", run_undisplay, 0, false},
    {"x", "x", "/COUNT[FORMAT] ELEMENT", "print consecutive elements, as in x/8f u0[3]", run_examine, 0,
     false},
    {"why", "why", "EXPRESSION",
     "print the instructions that computed a register or a word of memory, with their values", run_why, 0,
     false},
    {"set", "set", "[/all] PLACE = EXPRESSION",
     "assign to a register or a word of memory; with /all in each thread that has not returned, with its "
     "values",
     run_set, 0, false},
    {"info", "i", "lanes [EXPRESSION] | registers | breakpoints | position",
     "print the state: which threads are active, or the values of an expression by thread; r# of the current "
     "thread",
     run_info, 0, false},
    {"list", "l", "[INSTRUCTION]", "print ten instructions, around the position or after the last list",
     run_list, 0, true},
    {"backtrace", "bt", "", "print the instruction and the calls around it", run_backtrace, 0, false},
    {"help", "h", "[COMMAND]", "describe the commands", run_help, 0, false},
    {"quit", "q", "", "end the debugger", run_quit, 0, false},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

const char *debug_command_name(size_t index)
{
    return index < COMMANDS ? commands[index].name : NULL;
}

/* By name, by abbreviation, or by a prefix of one name only. */
static const struct command *find_command(const struct debug_front *f, const char *name, size_t length)
{
    const struct command *found = NULL;
    struct sm5_debug_position p;
    sm5_debug_position(f->debug, &p);
    if (p.item_name && strlen(p.item_name) == length && strncmp(p.item_name, name, length) == 0)
        name = "focus", length = strlen(name);
    if (length == 5 && strncmp(name, "where", length) == 0)
        name = "backtrace", length = strlen(name);
    for (size_t i = 0; i < COMMANDS; i++) {
        const struct command *c = &commands[i];
        if ((strlen(c->name) == length && strncmp(c->name, name, length) == 0) ||
            (strlen(c->abbreviation) == length && strncmp(c->abbreviation, name, length) == 0))
            return c;
    }
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strncmp(commands[i].name, name, length) != 0)
            continue;
        if (found)
            return NULL;
        found = &commands[i];
    }
    return found;
}

static bool report_unknown(const char *name, size_t length)
{
    const char *names[COMMANDS + 1] = {0};
    char word[40];
    for (size_t i = 0; i < COMMANDS; i++)
        names[i] = commands[i].name;
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    const char *near = io_nearest(word, names);
    if (near)
        return debug_wrong("unknown or ambiguous command '%s'; did you mean '%s'?", word, near);
    return debug_wrong("unknown or ambiguous command '%s'; 'help' lists the commands", word);
}

static bool run_help(struct debug_front *f, const char *arguments, const char *how, int parameter)
{
    (void)how, (void)parameter;
    if (!*arguments) {
        for (size_t i = 0; i < COMMANDS; i++)
            printf("%-17s %-6s %.*s\n", commands[i].name, commands[i].abbreviation,
                   (int)strcspn(commands[i].help, ";:\n"), commands[i].help);
        return true;
    }
    const struct command *c = find_command(f, arguments, strlen(arguments));
    if (!c)
        return report_unknown(arguments, strlen(arguments));
    printf("%s%s%s (%s)\n%s.\n", c->name, *c->arguments ? " " : "", c->arguments, c->abbreviation, c->help);
    return true;
}

/* ---- lines ---- */

/* "print/x r0.x": the name, what follows the slash, the arguments. */
static bool execute(struct debug_front *f, const char *line)
{
    char how[20] = "";
    size_t length = strcspn(line, " \t/");
    const struct command *c = find_command(f, line, length);
    const char *at = line + length;
    if (!c)
        return report_unknown(line, length);
    while (*at == ' ')
        at++;
    if (*at == '/') {
        size_t end = strcspn(at + 1, " \t");
        snprintf(how, sizeof how, "%.*s", (int)end, at + 1);
        at += 1 + end;
    }
    at += strspn(at, " \t");
    char *arguments = strdup(at);
    if (!arguments)
        return debug_wrong("out of memory");
    for (size_t n = strlen(arguments); n && strchr(" \t", arguments[n - 1]);)
        arguments[--n] = '\0';
    bool ok = c->run(f, arguments, how, c->parameter);
    free(arguments);
    char *repeated = c->repeats ? strdup(line) : NULL;
    free(f->repeated);
    f->repeated = repeated;
    return ok;
}

bool debug_execute(struct debug_front *f, const char *line)
{
    char *copy = NULL;
    line += strspn(line, " \t");
    if (*line == '#')
        return true;
    if (!*line && !f->repeated)
        return true;
    if (!*line)
        line = copy = strdup(f->repeated);
    bool ok = line ? execute(f, line) : debug_wrong("out of memory");
    f->failed |= !ok;
    free(copy);
    return ok;
}
