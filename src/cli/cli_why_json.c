/* The steps as JSON. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli_why.h"

static const char *const sources[] = {"step",          "literal", "constant", "number", "input", "initial",
                                      "out-of-bounds", "clock",   "assigned", "helper", "cut"};
static const char *const roles[] = {"value", "address", "condition", "branch"};

static void write_word(struct host_json *json, const struct sm5_why_word *word, bool is_read)
{
    char text[80], type[2] = {word->value.type, '\0'};
    host_json_open(json, NULL, '{');
    host_json_text(json, "name", word->value.name[0] ? word->value.name : NULL);
    sm5_value_format(&word->value, 0, text, sizeof text);
    host_json_text(json, "value", text);
    host_json_text(json, "type", type);
    host_json_number(json, "bits", word->value.bits);
    host_json_number(json, "bytes", word->value.bytes);
    if (is_read) {
        host_json_text(json, "role", roles[word->role]);
        host_json_text(json, "source", sources[word->source]);
        host_json_number_if(json, "pixel", word->is_neighbour, word->instance);
        host_json_number_if(json, "step", word->source == SM5_WHY_STEP, word->step + 1);
    }
    host_json_close(json, '}');
}

static void write_words(struct host_json *json, const char *key, const struct sm5_why_word *words,
                        size_t count, bool are_reads)
{
    host_json_open(json, key, '[');
    for (size_t i = 0; i < count; i++)
        write_word(json, &words[i], are_reads);
    host_json_close(json, ']');
}

static void write_item(struct host_json *json, const struct sm5_why_step *step)
{
    if (!step->item_name)
        return;
    host_json_number(json, step->item_name, step->item);
    if (step->phase)
        host_json_text(json, "phase", step->phase);
    host_json_number_if(json, "phase_number", step->phase, step->phase_number);
    host_json_number_if(json, "instance", step->instance_name, step->instance);
}

static void write_step(struct host_json *json, const struct why_view *view, size_t index,
                       const struct sm5_why_step *step)
{
    char *text = why_instruction(view->program, step->instruction);
    host_json_break(json);
    host_json_open(json, NULL, '{');
    host_json_number(json, "step", index + 1);
    host_json_number(json, "instruction", step->instruction);
    host_json_text(json, "text", text);
    host_json_number_if(json, "line", step->file || step->line, step->file ? step->file_line : step->line);
    if (step->file)
        host_json_text(json, "file", step->file);
    host_json_numbers(json, "group", step->group, 3);
    host_json_numbers(json, "thread", step->thread, 3);
    write_item(json, step);
    host_json_number(json, "time", step->time);
    host_json_bool(json, "folded", step->folded);
    write_words(json, "results", step->results, step->result_count, false);
    write_words(json, "reads", step->reads, step->read_count, true);
    host_json_close(json, '}');
    free(text);
}

void why_json(const struct why_view *view, FILE *out)
{
    struct host_json json = {.out = out};
    struct sm5_why_step step;
    size_t count;
    const struct sm5_why_word *words = sm5_why_words(view->why, &count);
    host_json_open(&json, NULL, '{');
    host_json_open(&json, "values", '[');
    for (size_t i = 0; i < count; i++) {
        struct sm5_why_word word = words[i];
        char name[96];
        why_root_name(view, &words[i].value, name, sizeof name);
        snprintf(word.value.name, sizeof word.value.name, "%.63s", name);
        write_word(&json, &word, true);
    }
    host_json_close(&json, ']');
    host_json_bool(&json, "complete", !sm5_why_is_cut(view->why));
    host_json_open(&json, "steps", '[');
    for (size_t i = 0; sm5_why_at(view->why, i, &step); i++)
        write_step(&json, view, i, &step);
    host_json_close(&json, ']');
    host_json_close(&json, '}');
}
