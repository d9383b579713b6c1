/* The steps as a graph for Graphviz: an edge for each value, from the step that computed it. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli_why.h"

/* A label in quotes; `\l` ends its lines, flush left. */
static void write_escaped(const char *text, FILE *out)
{
    for (; *text; text++)
        fprintf(out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
}

static void write_value(const struct sm5_value *value, FILE *out)
{
    char text[80];
    sm5_value_format(value, 0, text, sizeof text);
    write_escaped(value->name, out);
    fprintf(out, " = %s", text);
}

static void write_node(const struct why_view *view, size_t index, const struct sm5_why_step *step, FILE *out)
{
    char *text = why_instruction(view->program, step->instruction), thread[WHY_THREAD];
    if (step->item_name)
        why_thread(step, thread, sizeof thread);
    else
        snprintf(thread, sizeof thread, "(%u,%u,%u)", step->thread[0], step->thread[1], step->thread[2]);
    fprintf(out, "  s%zu [label=\"#%zu  %s\\l", index + 1, index + 1, thread);
    write_escaped(text ? text : "?", out);
    fprintf(out, "\\l");
    for (size_t i = 0; i < step->result_count; i++) {
        write_value(&step->results[i].value, out);
        fprintf(out, "\\l");
    }
    fprintf(out, "\"];\n");
    free(text);
}

/* A word that no step computed. */
static void write_leaf(size_t index, size_t read, const struct sm5_why_word *word, FILE *out)
{
    fprintf(out, "  l%zu_%zu [shape=ellipse, label=\"", index + 1, read);
    write_value(&word->value, out);
    if (word->is_neighbour)
        fprintf(out, " of pixel %u", word->instance);
    fprintf(out, "\"];\n  l%zu_%zu -> s%zu;\n", index + 1, read, index + 1);
}

static void write_edges(size_t index, const struct sm5_why_step *step, FILE *out)
{
    static const char *const styles[] = {"", " [style=dashed]", " [style=dotted]", " [style=dotted]"};
    for (size_t i = 0; i < step->read_count; i++) {
        const struct sm5_why_word *word = &step->reads[i];
        if (word->source == SM5_WHY_STEP)
            fprintf(out, "  s%zu -> s%zu%s;\n", word->step + 1, index + 1, styles[word->role]);
        else if (word->source != SM5_WHY_LITERAL)
            write_leaf(index, i, word, out);
    }
}

void why_dot(const struct why_view *view, FILE *out)
{
    struct sm5_why_step step;
    size_t count;
    const struct sm5_why_word *words = sm5_why_words(view->why, &count);
    fprintf(out, "digraph why {\n  node [shape=box, fontname=monospace];\n");
    for (size_t i = 0; sm5_why_at(view->why, i, &step); i++) {
        write_node(view, i, &step, out);
        write_edges(i, &step, out);
    }
    for (size_t i = 0; i < count; i++) {
        struct sm5_value value = words[i].value;
        char name[96];
        why_root_name(view, &words[i].value, name, sizeof name);
        snprintf(value.name, sizeof value.name, "%.63s", name);
        fprintf(out, "  v%zu [shape=box, style=bold, label=\"", i + 1);
        write_value(&value, out);
        fprintf(out, "\"];\n");
        if (words[i].source == SM5_WHY_STEP)
            fprintf(out, "  s%zu -> v%zu;\n", words[i].step + 1, i + 1);
    }
    fprintf(out, "}\n");
}
