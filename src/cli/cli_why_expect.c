/* Where a word stops having the value that was expected: among the values that it was computed from, or in its place. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_why.h"

enum { CHANGES_MAX = 1000 }; /* of the word, that are searched backwards */

/* The expected value in the type of the word. */
static bool read_expected(const struct cli_job *job, struct sm5_debug *debug, const struct sm5_value *word,
                          struct sm5_value *out)
{
    const char *text = job->options->why.expect;
    static const char types[] = "fiud", *const casts[] = {"float", "int", "uint", "double"};
    const char *type = strchr(types, word->type);
    char expression[200];
    size_t count;
    snprintf(expression, sizeof expression, "%s(%.150s)", type && *type ? casts[type - types] : "", text);
    if (!sm5_debug_evaluate(debug, expression, out, 1, &count, job->diags) && count == 1)
        return true;
    sm5_diags_clear(job->diags);
    return host_error("--expect: invalid value '%s'; expected a number", text);
}

static bool is_value(const struct sm5_value *value, const struct sm5_value *expected)
{
    return value->bits == expected->bits && value->bytes == expected->bytes;
}

static void print_value(const struct sm5_value *value, FILE *out)
{
    char text[80];
    sm5_value_format(value, 0, text, sizeof text);
    fprintf(out, "%s", text);
}

/* ---- among the values that it was computed from ---- */

/* The last step that has the expected value as a result, and the one that reads it, from the word backwards. */
static bool find_step(const struct sm5_why *why, size_t last, const struct sm5_value *expected,
                      size_t *reader, const struct sm5_why_word **read)
{
    bool *reached = calloc(last + 1, sizeof *reached), found = false;
    struct sm5_why_step step;
    if (!reached)
        return false;
    reached[last] = true;
    for (size_t i = last + 1; i-- > 0 && !found;) {
        if (!reached[i] || !sm5_why_at(why, i, &step))
            continue;
        for (size_t k = 0; k < step.read_count && !found; k++) {
            if (step.reads[k].role != SM5_WHY_VALUE || step.reads[k].source == SM5_WHY_LITERAL)
                continue;
            found = is_value(&step.reads[k].value, expected);
            *reader = i;
            *read = &step.reads[k];
            if (step.reads[k].source == SM5_WHY_STEP)
                reached[step.reads[k].step] = true;
        }
    }
    free(reached);
    return found;
}

static void print_step(const struct sm5_why *why, const struct sm5_why_word *root,
                       const struct sm5_value *expected, FILE *out)
{
    size_t reader;
    const struct sm5_why_word *read;
    if (root->source != SM5_WHY_STEP || !find_step(why, root->step, expected, &reader, &read))
        return;
    fprintf(out, "%s = ", read->value.name);
    print_value(&read->value, out);
    if (read->source == SM5_WHY_STEP)
        fprintf(out, " (#%zu)", read->step + 1);
    fprintf(out, " is as expected; #%zu computes another value from it\n", reader + 1);
}

/* ---- in its place ---- */

/* Goes backwards to the change from the expected value. */
static bool find_change(struct sm5_debug *debug, const char *expression, const struct sm5_value *expected,
                        struct sm5_debug_stop *stop, struct sm5_diags *diags)
{
    const struct sm5_break watch = {.kind = SM5_BREAK_WATCH, .expression = expression};
    uint32_t id;
    if (sm5_debug_break(debug, &watch, &id, diags))
        return false;
    for (int i = 0; i < CHANGES_MAX; i++) {
        sm5_debug_run(debug, SM5_MOVE_CONTINUE, true, stop, diags);
        if (stop->why != SM5_STOP_WATCH)
            return false;
        if ((uint32_t)stop->before == (uint32_t)expected->bits)
            return true;
    }
    return false;
}

static void print_thread(const struct sm5_debug *debug, const struct sm5_debug_position *p,
                         const uint32_t thread[3], FILE *out)
{
    struct sm5_why_step step = {.item_name = p->item_name,
                                .instance_name = p->instance_name,
                                .phase = p->phase,
                                .phase_number = p->phase_number};
    char text[WHY_THREAD];
    memcpy(step.group, p->group, sizeof step.group);
    memcpy(step.thread, thread, sizeof step.thread);
    if (p->item_name)
        step.item = sm5_debug_item(debug, thread[0], &step.instance);
    fprintf(out, " in %s", why_thread(&step, text, sizeof text));
}

static void print_change(const struct cli_job *job, struct sm5_debug *debug, const char *expression,
                         const struct sm5_value *expected, FILE *out)
{
    struct sm5_debug_stop stop;
    struct sm5_debug_position p;
    if (!find_change(debug, expression, expected, &stop, job->diags))
        return;
    sm5_debug_position(debug, &p);
    fprintf(out, "it was as expected until instruction %" PRIu32, stop.instruction);
    if (stop.has_thread)
        print_thread(debug, &p, stop.thread, out);
    else if (!p.item_name)
        fprintf(out, " of group (%u,%u,%u)", p.group[0], p.group[1], p.group[2]);
    fprintf(out, " changed it\n");
}

int why_expect(struct cli_job *job, struct sm5_debug *debug, const struct why_view *view,
               const char *expression, FILE *out)
{
    const struct sm5_why *why = view->why;
    char name[96];
    size_t count;
    struct sm5_value expected;
    const struct sm5_why_word *root = sm5_why_words(why, &count);
    if (count != 1) {
        host_error("--expect: '%s' has %zu values; expected one", job->options->why.expression, count);
        return HOST_BAD_COMMAND;
    }
    if (!read_expected(job, debug, &root->value, &expected))
        return HOST_BAD_COMMAND;
    expected.type = root->value.type;
    why_root_name(view, &root->value, name, sizeof name);
    fprintf(out, "%s = ", name);
    print_value(&root->value, out);
    if (is_value(&root->value, &expected)) {
        fprintf(out, " is as expected\n");
        return HOST_OK;
    }
    fprintf(out, ", expected ");
    print_value(&expected, out);
    fprintf(out, "\n");
    print_step(why, root, &expected, out);
    print_change(job, debug, expression, &expected, out);
    sm5_diags_clear(job->diags);
    return HOST_BAD_PROGRAM;
}
