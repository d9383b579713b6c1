/* The steps as text: each instruction, and below it the results with the values that they were computed from. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_why.h"

enum { WIDTH = 100, INDENT = 14 };

char *why_instruction(const struct sm5_program *program, uint32_t number)
{
    struct sm5_blob text;
    if (sm5_instruction_text(program, number, &text))
        return NULL;
    const char *line = (const char *)text.data + strspn((const char *)text.data, " ");
    size_t length = strcspn(line, "\n");
    while (length && line[length - 1] == ' ')
        length--;
    char *copy = strndup(line, length);
    sm5_blob_free(&text);
    return copy;
}

/* ---- lines that are continued ---- */

struct line {
    FILE *out;
    int column;
};

/* Adds text that is not divided. */
static void add(struct line *line, const char *format, ...) __attribute__((__format__(__printf__, 2, 3)));
static void add(struct line *line, const char *format, ...)
{
    char text[240];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (line->column > INDENT && line->column + 1 + length > WIDTH) {
        fprintf(line->out, "\n");
        line->column = 0;
    }
    fprintf(line->out, "%*s%s", line->column ? 1 : INDENT, "", text);
    line->column += (line->column ? 1 : INDENT) + length;
}

/* ---- words ---- */

static const char *note_of(const struct sm5_why_word *word)
{
    switch (word->source) {
    case SM5_WHY_INPUT: return " (input)";
    case SM5_WHY_INITIAL: return " (initial value)";
    case SM5_WHY_OUT_OF_BOUNDS: return " (out of bounds)";
    case SM5_WHY_ASSIGNED: return " (assigned)";
    case SM5_WHY_HELPER: return " (pixel without effects)";
    case SM5_WHY_CUT: return word->role == SM5_WHY_CONDITION ? "" : " (not followed)";
    default: return "";
    }
}

/* Literals are in the instruction's text. */
static bool is_shown(const struct sm5_why_word *word, enum sm5_why_role role)
{
    return word->role == role && word->source != SM5_WHY_LITERAL;
}

static void add_word(struct line *line, const struct sm5_why_word *word, const char *end)
{
    char value[80], pixel[24] = "";
    sm5_value_format(&word->value, 0, value, sizeof value);
    if (word->is_neighbour)
        snprintf(pixel, sizeof pixel, " of pixel %u", word->instance);
    if (word->source == SM5_WHY_STEP)
        add(line, "%s%s = %s (#%zu)%s", word->value.name, pixel, value, word->step + 1, end);
    else
        add(line, "%s%s = %s%s%s", word->value.name, pixel, value, note_of(word), end);
}

/* The reads of a role: "from r0.x = 1 (#2), r1.x = 3". */
static void add_reads(struct line *line, const struct sm5_why_step *step, enum sm5_why_role role,
                      const char *name)
{
    size_t left = 0;
    for (size_t i = 0; i < step->read_count; i++)
        left += is_shown(&step->reads[i], role);
    if (left)
        add(line, "%s", name);
    for (size_t i = 0; i < step->read_count; i++)
        if (is_shown(&step->reads[i], role))
            add_word(line, &step->reads[i], --left ? "," : "");
}

static void add_branch(struct line *line, const struct sm5_why_step *step)
{
    for (size_t i = 0; i < step->read_count; i++)
        if (step->reads[i].role == SM5_WHY_BRANCH)
            add(line, "after #%zu", step->reads[i].step + 1);
}

static void add_results(struct line *line, const struct sm5_why_step *step)
{
    char value[80];
    for (size_t i = 0; i < step->result_count; i++) {
        sm5_value_format(&step->results[i].value, 0, value, sizeof value);
        add(line, "%s = %s%s", step->results[i].value.name, value, i + 1 < step->result_count ? "," : "");
    }
}

/* ---- steps ---- */

static bool is_same_thread(const struct sm5_why_step *a, const struct sm5_why_step *b)
{
    return memcmp(a->thread, b->thread, sizeof a->thread) == 0 &&
           memcmp(a->group, b->group, sizeof a->group) == 0 && a->phase == b->phase &&
           a->phase_number == b->phase_number;
}

static void print_place(const struct sm5_why_step *step, FILE *out)
{
    if (step->file)
        fprintf(out, "   %s:%" PRIu32, step->file, step->file_line);
    else if (step->line)
        fprintf(out, "   line %" PRIu32, step->line);
}

static void print_step(const struct why_view *view, size_t index, const struct sm5_why_step *step, FILE *out)
{
    char *text = why_instruction(view->program, step->instruction), number[24];
    struct line line = {.out = out};
    snprintf(number, sizeof number, "#%zu", index + 1);
    fprintf(out, "%6s %5" PRIu32 "  %s", number, step->instruction, text ? text : "?");
    print_place(step, out);
    fprintf(out, "\n");
    free(text);
    add_results(&line, step);
    add_reads(&line, step, SM5_WHY_VALUE, "from");
    add_reads(&line, step, SM5_WHY_CONDITION, "if");
    add_reads(&line, step, SM5_WHY_ADDRESS, "at");
    add_branch(&line, step);
    fprintf(out, line.column ? "\n" : "");
}

static void print_omitted(const struct sm5_why_step *step, FILE *out)
{
    fprintf(out, "       ... %" PRIu64 " more times, %" PRIu64 " instruction%s\n", step->repeats,
            step->omitted, step->omitted == 1 ? "" : "s");
}

const char *why_thread(const struct sm5_why_step *step, char *out, size_t size)
{
    if (!step->item_name)
        snprintf(out, size, "thread (%u,%u,%u) of group (%u,%u,%u)", step->thread[0], step->thread[1],
                 step->thread[2], step->group[0], step->group[1], step->group[2]);
    else if (step->phase)
        snprintf(out, size, "%s %" PRIu64 ", %s %u of %s phase %u", step->item_name, step->item,
                 step->instance_name, step->instance, step->phase, step->phase_number);
    else if (step->instance_name)
        snprintf(out, size, "%s %" PRIu64 ", %s %u", step->item_name, step->item, step->instance_name,
                 step->instance);
    else
        snprintf(out, size, "%s %" PRIu64, step->item_name, step->item);
    return out;
}

/* ---- the values of the expression ---- */

void why_root_name(const struct why_view *view, const struct sm5_value *value, char *out, size_t size)
{
    const char *end = strchr(value->name, ']');
    if (view->row && end)
        snprintf(out, size, "%s%s", view->row, end + 1);
    else
        snprintf(out, size, "%s", value->name);
}

static void print_root(const struct why_view *view, const struct sm5_why_word *word, FILE *out)
{
    struct sm5_why_step step;
    char value[80], name[96], thread[WHY_THREAD];
    sm5_value_format(&word->value, 0, value, sizeof value);
    why_root_name(view, &word->value, name, sizeof name);
    fprintf(out, "%s = %s", name, value);
    if (word->source == SM5_WHY_STEP && sm5_why_at(view->why, word->step, &step))
        fprintf(out, ", by #%zu: instruction %u in %s\n", word->step + 1, step.instruction,
                why_thread(&step, thread, sizeof thread));
    else if (word->source == SM5_WHY_INITIAL)
        fprintf(out, ": no instruction wrote it\n");
    else
        fprintf(out, "%s\n", note_of(word));
}

void why_print(const struct why_view *view, FILE *out)
{
    struct sm5_why_step step, last = {.instruction = UINT32_MAX};
    char thread[WHY_THREAD];
    size_t count, steps = sm5_why_count(view->why);
    const struct sm5_why_word *words = sm5_why_words(view->why, &count);
    for (size_t i = 0; i < count; i++)
        print_root(view, &words[i], out);
    if (steps)
        fprintf(out, "%zu instruction%s, each after those that it needs%s\n", steps, steps == 1 ? "" : "s",
                sm5_why_is_cut(view->why) ? "; earlier ones are not followed (--max)" : "");
    for (size_t i = 0; i < steps && sm5_why_at(view->why, i, &step); i++) {
        if (step.folded && !view->all)
            continue;
        if (step.omitted && !view->all)
            print_omitted(&step, out);
        if (last.instruction == UINT32_MAX || !is_same_thread(&step, &last))
            fprintf(out, "%s\n", why_thread(&step, thread, sizeof thread));
        print_step(view, i, &step, out);
        last = step;
    }
}
