/* Breakpoints on instructions and lines, and on the words that they change or access. */
#include <stdlib.h>

#include "debug/debug.h"
#include "runtime/region.h"

void debug_break_free(struct debug_break *b)
{
    if (!b)
        return;
    free((char *)b->info.file);
    free((char *)b->info.expression);
    free((char *)b->info.condition);
    free((char *)b->info.log);
    free(b->marks);
    VEC_FREE(&b->words);
    free(b);
}

/* ---- hits of instructions and lines ---- */

enum sm5_status debug_break_applies(struct sm5_debug *d, const struct debug_break *b, uint32_t lane,
                                    bool *applies, struct sm5_diags *diags)
{
    struct debug_values values;
    uint32_t flat = debug_flat(d, lane);
    *applies = d->worker->active[lane] && (!d->selects_only || flat == d->thread) && debug_in_focus(d, lane);
    if (!*applies || !b->info.condition)
        return SM5_OK;
    struct debug_selection kept = debug_select_thread(d, flat);
    enum sm5_status status = debug_evaluate(d, b->info.condition, &values, diags);
    debug_restore_selection(d, kept);
    *applies = !status && values.count && debug_is_true(&values.list[0]);
    return status;
}

/* The first active thread for which the condition holds becomes the current one. */
static bool holds(struct sm5_debug *d, const struct debug_break *b, struct sm5_debug_stop *stop,
                  struct sm5_diags *diags)
{
    bool applies = false;
    if (!b->info.condition)
        return !d->has_item || debug_is_active(d);
    for (uint32_t i = 0; i < d->worker->threads && !applies; i++) {
        bool ok = debug_break_applies(d, b, i, &applies, diags) == SM5_OK;
        stop->has_thread = ok;
        debug_thread_id(d, debug_flat(d, i), stop->thread);
        if (!ok) {
            stop->why = SM5_STOP_ERROR;
            return false;
        }
    }
    stop->has_thread = applies;
    return applies;
}

static bool is_here(const struct debug_break *b, uint32_t at, bool logs)
{
    return !b->info.disabled && !b->is_hidden && b->marks && b->marks[at] && logs == (b->info.log != NULL);
}

bool debug_break_log(struct sm5_debug *d, struct sm5_diags *diags)
{
    uint32_t at = debug_instr(d);
    bool ok = true;
    for (size_t i = 0; ok && i < d->breaks.count && at != PROGRAM_NONE; i++) {
        struct debug_break *b = d->breaks.data[i];
        if (is_here(b, at, true) && debug_break_counts(b))
            ok = debug_log_hit(d, b, diags) == SM5_OK;
    }
    return ok;
}

struct debug_break *debug_break_hit(struct sm5_debug *d, struct sm5_debug_stop *stop, struct sm5_diags *diags)
{
    uint32_t at = debug_instr(d);
    for (size_t i = 0; i < d->breaks.count && at != PROGRAM_NONE; i++) {
        struct debug_break *b = d->breaks.data[i];
        if (!is_here(b, at, false) || !holds(d, b, stop, diags)) {
            if (stop->why == SM5_STOP_ERROR)
                return NULL;
            continue;
        }
        stop->why = SM5_STOP_BREAKPOINT;
        return b;
    }
    return NULL;
}

bool debug_break_counts(struct debug_break *b)
{
    return ++b->info.hits > b->info.ignore;
}

const struct debug_finding *debug_finding_here(const struct sm5_debug *d)
{
    for (size_t i = 0; d->find_kinds && i < d->findings.count; i++)
        if (d->findings.data[i].time == d->clock.time && d->find_kinds >> d->findings.data[i].kind & 1)
            return &d->findings.data[i];
    return NULL;
}

/* ---- watched words ---- */

static bool is_watching(const struct debug_break *b)
{
    return !b->info.disabled && !b->is_hidden && b->words.count;
}

static uint32_t load_word(const uint8_t *place)
{
    uint32_t word;
    memcpy(&word, place, sizeof word);
    return word;
}

void debug_watch_before(struct sm5_debug *d)
{
    d->access = (struct debug_access){0};
    d->accessed = NULL;
    for (size_t i = 0; i < d->breaks.count; i++) {
        struct debug_break *b = d->breaks.data[i];
        for (size_t k = 0; is_watching(b) && k < b->words.count; k++)
            b->words.data[k].last = load_word(b->words.data[k].place);
    }
}

static bool is_register(const struct sm5_debug *d, const uint8_t *place)
{
    const struct interp_worker *w = d->worker;
    const uint8_t *columns = (const uint8_t *)w->columns;
    void *current; /* o# of a geometry shader */
    size_t size;
    if (w->plan->program->stage == ISA_GEOMETRY && interp_emit_memory(w, 0, &current, &size) &&
        place >= (uint8_t *)current && place < (uint8_t *)current + size)
        return true;
    return place >= columns && place < columns + interp_worker_bytes(w->plan, w->lanes);
}

static const struct debug_word *changed_word(const struct debug_break *b)
{
    for (size_t k = 0; k < b->words.count; k++)
        if (load_word(b->words.data[k].place) != b->words.data[k].last)
            return &b->words.data[k];
    return NULL;
}

static void describe_watch(struct sm5_debug *d, const struct debug_word *word, struct sm5_debug_stop *stop)
{
    stop->why = SM5_STOP_WATCH;
    stop->instruction =
        d->clock.previous == PROGRAM_NONE ? UINT32_MAX : program_instr_number(d->program, d->clock.previous);
    stop->before = word->last;
    stop->after = load_word(word->place);
    stop->type = word->value.type;
    memcpy(stop->name, word->value.name, sizeof stop->name);
    stop->has_thread = d->access.found;
    if (d->access.found)
        debug_thread_id(d, d->access.thread, stop->thread);
}

/* A group starts with cleared registers and shared memory, which no instruction changed. */
static bool is_reset(const struct sm5_debug *d, const struct debug_word *word)
{
    const uint8_t *tgsm = d->worker->tgsm;
    bool is_tgsm = word->place >= tgsm && word->place < tgsm + d->program->decls.tgsm_bytes;
    return d->clock.previous == PROGRAM_NONE && (is_tgsm || is_register(d, word->place));
}

/* Registers belong to the threads that ran when they were named. */
static bool is_group_of(const struct sm5_debug *d, const struct debug_break *b)
{
    return b->group == d->worker->group && b->strip == d->clock.strip;
}

struct debug_break *debug_watch_after(struct sm5_debug *d, struct sm5_debug_stop *stop)
{
    for (size_t i = 0; i < d->breaks.count; i++) {
        struct debug_break *b = d->breaks.data[i];
        if (!is_watching(b) || (b->group != UINT64_MAX && !is_group_of(d, b)))
            continue;
        const struct debug_word *word = changed_word(b);
        bool is_access = d->accessed == b && (b->info.kind != SM5_BREAK_READ || !d->access.is_write);
        if (b->info.kind == SM5_BREAK_WRITE && !word && d->accessed == b && d->access.is_write)
            word = &b->words.data[0];
        else if (b->info.kind == SM5_BREAK_ACCESS || b->info.kind == SM5_BREAK_READ)
            word = is_access ? &b->words.data[0] : NULL;
        if (!word || is_reset(d, word))
            continue;
        if (d->accessed != b)
            d->access.found = false;
        describe_watch(d, word, stop);
        return b;
    }
    return NULL;
}

/* ---- the thread that accesses a word ---- */

/* The access touches the word at `place`. */
static bool touches(const struct sm5_debug *d, const struct interp_access *access, uint32_t lane,
                    const uint8_t *place)
{
    const struct program_resource *resource = access->resource;
    uint32_t reg = access->reg + (access->regs ? access->regs[lane] : 0);
    size_t at = (size_t)(resource - d->program->decls.resources);
    struct region region =
        resource->file == ISA_FILE_TGSM
            ? region_of_tgsm(resource, d->worker->tgsm + d->tgsm_first[at])
            : region_of_view(resource, runtime_view_of(d->run.bindings, d->program, resource, reg));
    struct address window = region_window(&region, resource->dimension, access->address[lane],
                                          access->offset ? access->offset[lane] : 0);
    if (!window.words)
        return false;
    const uint8_t *first = region.base + window.offset;
    if (resource->dimension == ISA_DIM_BUFFER)
        return place + 4 > first && place < first + region.format->bytes;
    for (unsigned k = 0; k < window.words; k++)
        if (access->words >> k & 1 && first + 4 * k == place)
            return true;
    return false;
}

static void hook_memory(void *context, const struct interp_event *event, const struct interp_access *access)
{
    struct sm5_debug *d = context;
    if (!access->resource)
        return;
    for (size_t i = 0; i < d->breaks.count; i++) {
        struct debug_break *b = d->breaks.data[i];
        bool counts =
            access->kind != INTERP_LOAD || b->info.kind == SM5_BREAK_ACCESS || b->info.kind == SM5_BREAK_READ;
        for (size_t k = 0; is_watching(b) && counts && k < b->words.count; k++)
            for (uint32_t lane = 0; lane < event->threads; lane++)
                if (event->active[lane] && touches(d, access, lane, b->words.data[k].place)) {
                    d->accessed = b;
                    d->access = (struct debug_access){true, access->kind != INTERP_LOAD, debug_flat(d, lane)};
                }
    }
}

/* The interpreter calls hooks only while something is watched. */
static void set_hooks(struct sm5_debug *d)
{
    bool watches = false;
    for (size_t i = 0; i < d->breaks.count; i++)
        watches |= is_watching(d->breaks.data[i]);
    d->hooks = (struct interp_hooks){.memory = hook_memory};
    interp_set_hooks(d->worker, watches ? &d->hooks : NULL, d);
}

/* ---- the list ---- */

static enum sm5_status report_memory(struct sm5_diags *diags)
{
    diag_add(diags, MEMORY, DIAG_NOWHERE);
    return SM5_ERR_MEMORY;
}

static enum sm5_status mark_instruction(struct sm5_debug *d, struct debug_break *b, struct sm5_diags *diags)
{
    uint32_t at = debug_instr_of_number(d->program, b->info.number);
    if (at == PROGRAM_NONE) {
        uint32_t count = program_instr_number(d->program, d->program->instr_count);
        diag_add(diags, DEBUG_NO_INSTRUCTION, DIAG_NOWHERE, b->info.number, count ? count - 1 : 0);
        return SM5_ERR_ARGUMENT;
    }
    b->marks[at] = 1;
    return SM5_OK;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool is_on_line(const struct sm5_program *program, uint32_t at, const struct sm5_break *b)
{
    const struct program_instr *instr = &program->instrs[at];
    const char *file = instr->line ? program->source_name : program_origin_file(program, instr);
    uint32_t line = instr->line ? instr->line : instr->origin_line;
    return line == b->number && (!b->file || (file && ends_with(file, b->file)));
}

static enum sm5_status mark_line(struct sm5_debug *d, struct debug_break *b, struct sm5_diags *diags)
{
    bool found = false;
    for (uint32_t i = d->program->decls.first_instr; i < d->program->instr_count; i++) {
        bool counts = !isa_is_declaration(d->program->instrs[i].opcode) &&
                      is_on_line(d->program, i, &b->info) && debug_starts_line(d->program, i);
        b->marks[i] = counts;
        found |= counts;
    }
    if (found)
        return SM5_OK;
    diag_add(diags, DEBUG_NO_LINE, DIAG_NOWHERE, b->info.number, b->info.file ? b->info.file : "the source");
    return SM5_ERR_ARGUMENT;
}

static enum sm5_status add_words(struct sm5_debug *d, struct debug_break *b, struct sm5_diags *diags)
{
    struct debug_values values;
    enum sm5_status status = debug_evaluate(d, b->info.expression, &values, diags);
    bool is_memory = true;
    b->group = UINT64_MAX;
    b->strip = d->clock.strip;
    for (uint32_t i = 0; !status && i < values.count; i++) {
        struct debug_word word = {.place = values.places[i], .value = values.list[i]};
        if (!word.place) {
            diag_add(diags, DEBUG_NO_WATCH, DIAG_NOWHERE, b->info.expression);
            return SM5_ERR_INPUT;
        }
        if (is_register(d, word.place))
            b->group = d->worker->group;
        is_memory &= !is_register(d, word.place) && !debug_is_record(d, word.place);
        for (unsigned k = 0; k < values.list[i].bytes / 4u; k++, word.place += 4)
            if (!VEC_PUSH(&b->words, word))
                return report_memory(diags);
    }
    bool reads = b->info.kind == SM5_BREAK_ACCESS || b->info.kind == SM5_BREAK_READ;
    if (!status && !is_memory && reads) {
        diag_add(diags, DEBUG_NO_ACCESS, DIAG_NOWHERE, b->info.expression);
        return SM5_ERR_INPUT;
    }
    return status;
}

/* Whether a condition can be evaluated, at the current position. */
static enum sm5_status check_condition(struct sm5_debug *d, const char *condition, struct sm5_diags *diags)
{
    struct debug_values values;
    enum sm5_status status = condition ? debug_evaluate(d, condition, &values, diags) : SM5_OK;
    if (status || !condition || values.all == 1)
        return status;
    diag_add(diags, DEBUG_ONE_VALUE, DIAG_NOWHERE, condition, values.all);
    return SM5_ERR_INPUT;
}

static enum sm5_status check_log(const struct sm5_debug *d, const char *text, struct sm5_diags *diags)
{
    struct strbuf unused = {0};
    enum sm5_status status = text ? debug_log_text(d, text, &unused, diags) : SM5_OK;
    strbuf_free(&unused);
    return status;
}

static enum sm5_status prepare(struct sm5_debug *d, struct debug_break *b, struct sm5_diags *diags)
{
    enum sm5_status status = check_condition(d, b->info.condition, diags);
    if (!status)
        status = check_log(d, b->info.log, diags);
    if (status)
        return status;
    switch (b->info.kind) {
    case SM5_BREAK_INSTRUCTION: return mark_instruction(d, b, diags);
    case SM5_BREAK_LINE: return mark_line(d, b, diags);
    case SM5_BREAK_FINDINGS: return debug_find(d, diags);
    default: return add_words(d, b, diags);
    }
}

static bool copy_text(const char **to, const char *from)
{
    *to = from ? strdup(from) : NULL;
    return !from || *to;
}

static struct debug_break *make(const struct sm5_debug *d, const struct sm5_break *request)
{
    struct debug_break *b = calloc(1, sizeof *b);
    bool is_place = request->kind == SM5_BREAK_INSTRUCTION || request->kind == SM5_BREAK_LINE;
    if (!b)
        return NULL;
    b->info = *request;
    b->info.hits = 0;
    bool ok = copy_text(&b->info.file, request->file);
    ok &= copy_text(&b->info.expression, request->expression);
    ok &= copy_text(&b->info.condition, request->condition);
    ok &= copy_text(&b->info.log, request->log);
    b->marks = is_place ? calloc(d->program->instr_count + 1u, 1) : NULL;
    if (ok && (b->marks || !is_place))
        return b;
    debug_break_free(b);
    return NULL;
}

static void update(struct sm5_debug *d)
{
    d->find_kinds = 0;
    for (size_t i = 0; i < d->breaks.count; i++) {
        const struct sm5_break *b = &d->breaks.data[i]->info;
        if (b->kind == SM5_BREAK_FINDINGS && !b->disabled)
            d->find_kinds |= b->number ? b->number : ~(1u << SM5_FINDING_NUMBER);
    }
    set_hooks(d);
}

static bool is_watch_kind(enum sm5_break_kind kind)
{
    return (kind >= SM5_BREAK_WATCH && kind <= SM5_BREAK_READ) || kind == SM5_BREAK_WRITE;
}

enum sm5_status sm5_debug_break(struct sm5_debug *debug, const struct sm5_break *request, uint32_t *id,
                                struct sm5_diags *diags)
{
    *id = 0;
    if ((unsigned)request->kind > SM5_BREAK_WRITE || (is_watch_kind(request->kind) && !request->expression)) {
        diag_add(diags, DEBUG_BREAK_KIND, DIAG_NOWHERE, (unsigned)request->kind, (unsigned)SM5_BREAK_WRITE);
        return SM5_ERR_ARGUMENT;
    }
    struct debug_break *b = make(debug, request);
    if (!b)
        return report_memory(diags);
    enum sm5_status status = prepare(debug, b, diags);
    if (!status && !VEC_PUSH(&debug->breaks, b))
        status = report_memory(diags);
    if (status) {
        debug_break_free(b);
        return status;
    }
    *id = b->info.id = ++debug->last_id;
    update(debug);
    return SM5_OK;
}

const struct sm5_break *sm5_debug_break_at(const struct sm5_debug *debug, size_t index)
{
    return index < debug->breaks.count ? &debug->breaks.data[index]->info : NULL;
}

static struct debug_break *find(const struct sm5_debug *d, uint32_t id, size_t *at)
{
    for (*at = 0; *at < d->breaks.count; ++*at)
        if (d->breaks.data[*at]->info.id == id)
            return d->breaks.data[*at];
    return NULL;
}

bool sm5_debug_break_delete(struct sm5_debug *debug, uint32_t id)
{
    size_t at;
    struct debug_break *b = find(debug, id, &at);
    if (!b)
        return false;
    debug_break_free(b);
    memmove(debug->breaks.data + at, debug->breaks.data + at + 1,
            (--debug->breaks.count - at) * sizeof *debug->breaks.data);
    update(debug);
    return true;
}

bool sm5_debug_break_enable(struct sm5_debug *debug, uint32_t id, bool enabled)
{
    size_t at;
    struct debug_break *b = find(debug, id, &at);
    if (b)
        b->info.disabled = !enabled;
    update(debug);
    return b != NULL;
}

bool sm5_debug_break_ignore(struct sm5_debug *debug, uint32_t id, uint64_t count)
{
    size_t at;
    struct debug_break *b = find(debug, id, &at);
    if (b)
        b->info.ignore = b->info.hits + count;
    return b != NULL;
}
