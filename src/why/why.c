/* The public interface: the values of an expression, the search, and the list of steps. */
#include "why/why.h"

#include <stdlib.h>

static enum sm5_status report_memory(struct sm5_diags *diags)
{
    diag_add(diags, MEMORY, DIAG_NOWHERE);
    return SM5_ERR_MEMORY;
}

/* ---- the values of the expression ---- */

/* Memory that instructions can write. */
static bool is_writable(const struct sm5_why *y, const uint8_t *place)
{
    for (size_t i = 0; i < y->debug->regions.count; i++) {
        const struct debug_region *region = &y->debug->regions.data[i];
        if (place >= region->bytes && place < region->bytes + region->size)
            return true;
    }
    return false;
}

/* `size` bytes at `place`, which a component of a texel shares with the others unless it is a word. */
static void add_root(struct sm5_why *y, const struct sm5_value *value, uint8_t *place,
                     const uint32_t *emitted, uint32_t size)
{
    struct why_item item = {.word = {.value = *value, .source = SM5_WHY_INPUT},
                            .node = WHY_NONE,
                            .operand = UINT8_MAX,
                            .column = WHY_NONE,
                            .step = WHY_NONE};
    uint32_t lane, at = (uint32_t)y->items.count;
    bool is_register = why_locate(y, place, &item.column, &lane);
    if (!is_register) {
        item.place = place;
        item.size = (uint8_t)size;
    }
    if (!why_add_item(y, &item))
        return;
    if (is_register)
        why_demand_column(y, item.column, lane, at);
    else if (why_hold_output(y, place, emitted, at))
        y->items.data[at].word.source = SM5_WHY_INITIAL;
    else if (is_writable(y, place))
        why_demand_memory(y, place, size, at);
    y->roots++;
}

/* Arithmetic has no place, and its values no names. */
static bool has_place(const struct debug_values *values, uint32_t i)
{
    return values->places[i] || values->emitted[i] || (values->list[i].name[0] && values->element);
}

/* Of a component that is not a word, the texel explains it. */
static void add_value(struct sm5_why *y, const struct debug_values *values, uint32_t i)
{
    if (values->places[i] || values->emitted[i])
        add_root(y, &values->list[i], values->places[i], values->emitted[i], values->list[i].bytes);
    else
        add_root(y, &values->list[i], values->element, NULL, values->element_bytes);
}

static enum sm5_status add_roots(struct sm5_why *y, const char *expression, struct sm5_diags *diags)
{
    struct debug_values *values = malloc(sizeof *values);
    if (!values)
        return report_memory(diags);
    enum sm5_status status = debug_evaluate(y->debug, expression, values, diags);
    bool has_places = values->count > 0;
    for (uint32_t i = 0; !status && i < values->count; i++)
        has_places = has_places && has_place(values, i);
    if (!status && !has_places) {
        diag_add(diags, WHY_NO_PLACE, DIAG_NOWHERE, expression);
        status = SM5_ERR_INPUT;
    }
    for (uint32_t i = 0; !status && i < values->count; i++)
        add_value(y, values, i);
    free(values);
    return status;
}

/* ---- the list of words ---- */

static bool has_one_source(const struct sm5_why_word *low, const struct sm5_why_word *high)
{
    return low->source == high->source && (low->source != SM5_WHY_STEP || low->step == high->step);
}

/* Both words of a double, which are listed as one value unless two steps made them. */
static bool is_double(const struct why_item *low, const struct why_item *high)
{
    return low->half == 1 && high->half == 2 && low->is_result == high->is_result &&
           low->operand == high->operand && (low->is_result || has_one_source(&low->word, &high->word));
}

static void join(struct sm5_why_word *word, const struct sm5_value *high)
{
    size_t length = strlen(word->value.name);
    word->value.bits |= high->bits << 32;
    word->value.bytes = 8;
    word->value.type = 'd';
    if (length && length + 2 <= sizeof word->value.name && high->name[0]) {
        word->value.name[length] = high->name[strlen(high->name) - 1];
        word->value.name[length + 1] = '\0';
    }
}

static void list_node(struct sm5_why *y, struct why_node *node)
{
    uint32_t end = node->first + node->results + node->reads;
    node->listed = (uint32_t)y->list.count;
    for (uint32_t i = node->first; i < end && !y->failed; i++) {
        const struct why_item *item = &y->items.data[i];
        struct sm5_why_word word = item->word;
        if (word.role == SM5_WHY_BRANCH && word.source != SM5_WHY_STEP)
            continue;
        if (i + 1 < end && is_double(item, item + 1)) {
            join(&word, &item[1].word.value);
            i++;
        }
        if (!item->is_result && word.source == SM5_WHY_STEP)
            word.step = y->shown_at[word.step];
        y->failed = !VEC_PUSH(&y->list, word);
        node->listed_results += item->is_result;
        node->listed_reads += !item->is_result;
    }
}

/* The values of the expression come first. */
static void make_list(struct sm5_why *y)
{
    for (uint32_t i = 0; i < y->roots && !y->failed; i++) {
        struct sm5_why_word word = y->items.data[i].word;
        if (word.source == SM5_WHY_STEP)
            word.step = y->shown_at[word.step];
        y->failed = !VEC_PUSH(&y->list, word);
    }
    for (size_t i = 0; i < y->order.count && !y->failed; i++)
        list_node(y, &y->nodes.data[y->order.data[i]]);
}

/* ---- opening and closing ---- */

static void run(struct sm5_why *y)
{
    const struct interp_hooks *hooks = y->worker->hooks;
    void *context = y->worker->context;
    why_slice(y);
    if (!y->failed)
        why_capture(y);
    interp_set_hooks(y->worker, NULL, NULL);
    debug_go(y->debug, y->end);
    interp_set_hooks(y->worker, hooks, context);
    if (y->failed)
        return; /* steps that are referred to may be missing */
    why_infer_types(y);
    why_copy_conditions(y);
    why_order(y);
    if (!y->failed)
        why_fold(y);
    if (!y->failed)
        make_list(y);
}

static enum sm5_status open_why(struct sm5_why *y, const char *expression, struct sm5_diags *diags)
{
    y->mask_words = (y->worker->threads + 63) / 64;
    if (!why_demands_open(y) || !why_branches_open(y) || !why_outputs_open(y) ||
        !check_texture_open(&y->texels, y->worker))
        return report_memory(diags);
    enum sm5_status status = add_roots(y, expression, diags);
    if (!status && !y->failed)
        run(y);
    return !status && y->failed ? report_memory(diags) : status;
}

/* What only the search needs. */
static void close_search(struct sm5_why *y)
{
    why_trace_free(&y->parts[0]);
    why_trace_free(&y->parts[1]);
    check_texture_close(&y->texels);
    why_demands_close(y);
    why_branches_close(y);
    why_outputs_close(y);
    VEC_FREE(&y->items);
    VEC_FREE(&y->wants);
    free(y->shown_at);
    y->shown_at = NULL;
}

enum sm5_status sm5_why_new(struct sm5_debug *debug, const char *expression,
                            const struct sm5_why_options *options, struct sm5_why **why,
                            struct sm5_diags *diags)
{
    *why = NULL;
    if ((unsigned)options->follow > SM5_WHY_CONDITIONS) {
        diag_add(diags, WHY_FOLLOW, DIAG_NOWHERE, (unsigned)options->follow, (unsigned)SM5_WHY_CONDITIONS);
        return SM5_ERR_ARGUMENT;
    }
    if (debug->run.oob != SM5_OOB_SPEC) {
        diag_add(diags, WHY_PROFILE, DIAG_NOWHERE);
        return SM5_ERR_SUPPORT;
    }
    struct sm5_why *y = calloc(1, sizeof *y);
    if (!y)
        return report_memory(diags);
    y->debug = debug;
    y->options = *options;
    y->plan = debug->plan;
    y->worker = debug->worker;
    y->end = debug->clock.time;
    enum sm5_status status = open_why(y, expression, diags);
    close_search(y);
    if (status)
        sm5_why_free(y);
    else
        *why = y;
    return status;
}

void sm5_why_free(struct sm5_why *why)
{
    if (!why)
        return;
    VEC_FREE(&why->nodes);
    VEC_FREE(&why->order);
    VEC_FREE(&why->list);
    free(why);
}

/* ---- results ---- */

size_t sm5_why_count(const struct sm5_why *why)
{
    return why->order.count;
}

bool sm5_why_at(const struct sm5_why *why, size_t index, struct sm5_why_step *step)
{
    if (index >= why->order.count)
        return false;
    const struct sm5_program *program = why->plan->program;
    const struct why_node *node = &why->nodes.data[why->order.data[index]];
    uint32_t at = why->plan->ops.data[node->op].instr;
    const struct program_instr *instr = &program->instrs[at];
    *step = (struct sm5_why_step){.instruction = program_instr_number(program, at),
                                  .line = instr->line,
                                  .file = program_origin_file(program, instr),
                                  .file_line = instr->origin_line,
                                  .time = node->time,
                                  .results = why->list.data + node->listed,
                                  .reads = why->list.data + node->listed + node->listed_results,
                                  .result_count = node->listed_results,
                                  .read_count = node->listed_reads,
                                  .is_branch = node->is_branch,
                                  .folded = node->folded,
                                  .omitted = node->omitted,
                                  .repeats = node->repeats,
                                  .item_name = debug_item_name(why->debug),
                                  .item = node->item,
                                  .instance = node->instance,
                                  .instance_name = node->instance_name,
                                  .phase = node->phase,
                                  .phase_number = node->phase_number};
    runtime_group_id(&why->debug->run, node->group, step->group);
    debug_thread_id(why->debug, node->flat, step->thread);
    return true;
}

const struct sm5_why_word *sm5_why_words(const struct sm5_why *why, size_t *count)
{
    *count = why->roots;
    return why->list.data;
}

bool sm5_why_is_cut(const struct sm5_why *why)
{
    return why->cut;
}
