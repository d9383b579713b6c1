/* Breakpoints: each request replaces those of its kind, or of its source. */
#include "dap/dap.h"

#include <stdlib.h>

/* ---- the list ---- */

static void free_break(struct dap_break *b)
{
    free(b->source);
    free((char *)b->request.file);
    free((char *)b->request.expression);
    free((char *)b->request.condition);
    free((char *)b->request.log);
    free(b->error);
}

void dap_free_breaks(struct dap *dap)
{
    for (size_t i = 0; i < dap->breaks.count; i++)
        free_break(&dap->breaks.data[i]);
    VEC_FREE(&dap->breaks);
}

uint32_t dap_break_id(const struct dap *dap, uint32_t debug_id)
{
    for (size_t i = 0; i < dap->breaks.count; i++)
        if (dap->breaks.data[i].debug_id == debug_id)
            return dap->breaks.data[i].id;
    return 0;
}

/* `source`: NULL for all of the owner. */
static void remove_breaks(struct dap *dap, enum dap_break_owner owner, const char *source)
{
    size_t kept = 0;
    for (size_t i = 0; i < dap->breaks.count; i++) {
        struct dap_break *b = &dap->breaks.data[i];
        if (b->owner != owner || (source && strcmp(b->source, source) != 0)) {
            dap->breaks.data[kept++] = *b;
            continue;
        }
        if (b->debug_id)
            sm5_debug_break_delete(dap->target->debug, b->debug_id);
        free_break(b);
    }
    dap->breaks.count = kept;
}

/* Adds a breakpoint to the debugger; on failure it has the reason. */
static void insert(struct dap *dap, struct dap_break *b)
{
    free(b->error);
    b->error = NULL;
    b->debug_id = 0;
    if (b->owner == DAP_OWNER_DATA)
        dap_select(dap, b->thread, false);
    if (sm5_debug_break(dap->target->debug, &b->request, &b->debug_id, dap->diags)) {
        dap_fail_diags(dap);
        b->error = strdup(dap->error);
    }
    sm5_diags_clear(dap->diags);
}

static json_t *describe(const struct dap *dap, const struct dap_break *b)
{
    json_t *out = json_pack("{s:i, s:b}", "id", (int)b->id, "verified", b->debug_id != 0);
    if (b->error)
        dap_set(out, "message", json_string(b->error));
    if (b->owner == DAP_OWNER_SOURCE)
        dap_set(out, "line", json_integer(b->line - dap->lines_from_0));
    if (b->owner == DAP_OWNER_INSTRUCTION) {
        char reference[24];
        dap_instruction_reference(b->request.number, reference);
        dap_set(out, "instructionReference", json_string(reference));
    }
    return out;
}

/* Takes over the strings of `made`, whose error, if any, keeps it from being inserted. */
static void add(struct dap *dap, struct dap_break *made, json_t *list)
{
    made->id = ++dap->last_break;
    if (!made->error)
        insert(dap, made);
    json_array_append_new(list, describe(dap, made));
    if (!VEC_PUSH(&dap->breaks, *made)) {
        sm5_debug_break_delete(dap->target->debug, made->debug_id);
        free_break(made);
    }
}

static void add_findings(struct dap *dap)
{
    const struct sm5_break request = {.kind = SM5_BREAK_FINDINGS, .number = dap->findings};
    if (dap->exception)
        sm5_debug_break_delete(dap->target->debug, dap->exception);
    dap->exception = 0;
    if (!dap->findings)
        return;
    dap_progress(dap, "Checking the program");
    enum sm5_status status = sm5_debug_break(dap->target->debug, &request, &dap->exception, dap->diags);
    if (status == SM5_ERR_CANCELLED)
        dap_fail(dap, "cancelled");
    else if (status)
        dap_fail_diags(dap);
    dap_progress(dap, NULL);
    sm5_diags_clear(dap->diags);
}

void dap_restore_breaks(struct dap *dap)
{
    for (size_t i = 0; i < dap->breaks.count; i++) {
        struct dap_break *b = &dap->breaks.data[i];
        bool was_verified = b->debug_id != 0;
        insert(dap, b);
        if (was_verified != (b->debug_id != 0))
            dap_event(dap, "breakpoint",
                      json_pack("{s:s, s:o}", "reason", "changed", "breakpoint", describe(dap, b)));
    }
    add_findings(dap);
}

/* ---- conditions ---- */

static char *copy(const char *text)
{
    return text && *text ? strdup(text) : NULL;
}

/* "3": stops at the third hit and at later ones. */
static bool parse_hits(const char *text, uint64_t *ignore)
{
    char *end;
    *ignore = 0;
    if (!text || !*text)
        return true;
    unsigned long long count = strtoull(text, &end, 10);
    *ignore = count - 1;
    return *text >= '0' && *text <= '9' && !*end && count > 0;
}

static void read_conditions(struct protocol_members *in, struct dap_break *b)
{
    b->request.condition = copy(protocol_text(in, "condition", NULL));
    b->request.log = copy(protocol_text(in, "logMessage", NULL));
    if (!parse_hits(protocol_text(in, "hitCondition", NULL), &b->request.ignore))
        b->error = strdup("invalid hit condition; expected a whole number above 0");
}

/* ---- breakpoints of sources ---- */

/* Names where the lines of a source are: the listing, the assembly text, or a file of the debug information. */
static void set_line(struct dap *dap, const char *source, struct dap_break *b)
{
    bool is_listing = strcmp(source, "1") == 0;
    b->request.kind = is_listing ? SM5_BREAK_INSTRUCTION : SM5_BREAK_LINE;
    b->request.number = (uint32_t)(is_listing ? b->line - 1 : b->line);
    if (!is_listing && strcmp(source, dap->target->path) != 0)
        b->request.file = copy(dap_base_name(source));
}

static void add_line(struct dap *dap, const json_t *item, const char *source, json_t *list,
                     struct protocol_members *in)
{
    struct dap_break b = {.owner = DAP_OWNER_SOURCE, .source = strdup(source)};
    struct protocol_members m = {.object = item};
    protocol_require(&m, "line");
    b.line = (int)protocol_integer(&m, "line", !dap->lines_from_0, INT32_MAX - 1, 1) + dap->lines_from_0;
    read_conditions(&m, &b);
    if (m.error[0] || !b.source) {
        memcpy(in->error, m.error, sizeof in->error);
        free_break(&b);
        return;
    }
    set_line(dap, source, &b);
    add(dap, &b, list);
}

bool dap_set_breakpoints(struct dap *dap, struct protocol_members *in, json_t *body)
{
    struct protocol_members source = {.object = protocol_object(in, "source")};
    protocol_require(in, "source");
    const json_t *items = protocol_array(in, "breakpoints"), *item;
    const char *path = protocol_text(&source, "path", NULL);
    bool is_listing = protocol_integer(&source, "sourceReference", 0, INT32_MAX, 0) == 1;
    json_t *list = json_array();
    size_t i;
    if (!source.error[0] && !path && !is_listing)
        snprintf(source.error, sizeof source.error,
                 "'source' has neither a path nor the listing's reference");
    if (source.error[0] && !in->error[0])
        memcpy(in->error, source.error, sizeof in->error);
    if (!in->error[0])
        remove_breaks(dap, DAP_OWNER_SOURCE, is_listing ? "1" : path);
    json_array_foreach((json_t *)items, i, item) if (!in->error[0])
        add_line(dap, item, is_listing ? "1" : path, list, in);
    dap_set(body, "breakpoints", list);
    return true;
}

/* ---- instructions ---- */

static void add_instruction(struct dap *dap, const json_t *item, json_t *list, struct protocol_members *in)
{
    struct dap_break b = {.owner = DAP_OWNER_INSTRUCTION, .request.kind = SM5_BREAK_INSTRUCTION};
    struct protocol_members m = {.object = item};
    json_int_t number = 0;
    protocol_require(&m, "instructionReference");
    const char *reference = protocol_text(&m, "instructionReference", NULL);
    json_int_t offset = protocol_integer(&m, "offset", INT32_MIN, INT32_MAX, 0);
    read_conditions(&m, &b);
    if (m.error[0]) {
        memcpy(in->error, m.error, sizeof in->error);
        free_break(&b);
        return;
    }
    if (!dap_parse_instruction(reference, offset, &number) && !b.error)
        b.error = strdup("not the address of an instruction");
    b.request.number = (uint32_t)number;
    add(dap, &b, list);
}

bool dap_set_instruction_breakpoints(struct dap *dap, struct protocol_members *in, json_t *body)
{
    const json_t *items = protocol_array(in, "breakpoints"), *item;
    json_t *list = json_array();
    size_t i;
    protocol_require(in, "breakpoints");
    if (!in->error[0])
        remove_breaks(dap, DAP_OWNER_INSTRUCTION, NULL);
    json_array_foreach((json_t *)items, i, item) if (!in->error[0]) add_instruction(dap, item, list, in);
    dap_set(body, "breakpoints", list);
    return true;
}

/* ---- data ---- */

static bool is_memory(const char *name)
{
    return (name[0] == 'u' || name[0] == 'g') && name[1] >= '0' && name[1] <= '9';
}

/* A dataId is THREAD:EXPRESSION. */
bool dap_data_breakpoint_info(struct dap *dap, struct protocol_members *in, json_t *body)
{
    char expression[256], id[300];
    struct sm5_value value;
    size_t count;
    protocol_require(in, "name");
    const char *name = protocol_text(in, "name", "");
    json_int_t reference = protocol_integer(in, "variablesReference", 0, INT32_MAX, 0);
    uint32_t thread;
    if (in->error[0] || !dap_frame_thread(dap, in, &thread))
        return false;
    snprintf(expression, sizeof expression, "%s", name);
    const struct dap_handle *handle = dap_handle_at(dap, reference);
    if (reference && !handle)
        return dap_fail(dap, "no variables with reference %d", (int)reference);
    if (handle && !dap_child_expression(dap, handle, name, expression, sizeof expression))
        return false;
    thread = handle ? handle->thread : thread;
    dap_select(dap, thread, false);
    enum sm5_status status =
        sm5_debug_evaluate(dap->target->debug, expression, &value, 1, &count, dap->diags);
    sm5_diags_clear(dap->diags);
    bool can = !status && count && value.is_place;
    snprintf(id, sizeof id, "%u:%s", thread, expression);
    dap_set(body, "dataId", can ? json_string(id) : json_null());
    dap_set(body, "description", json_string(can ? expression : "not a register or a word of memory"));
    if (can)
        dap_set(body, "accessTypes",
                is_memory(value.name) ? json_pack("[s, s, s]", "read", "write", "readWrite")
                                      : json_pack("[s]", "write"));
    return true;
}

static enum sm5_break_kind kind_of_access(struct protocol_members *m)
{
    const char *access = protocol_text(m, "accessType", "write");
    if (strcmp(access, "read") == 0)
        return SM5_BREAK_READ;
    if (strcmp(access, "readWrite") == 0)
        return SM5_BREAK_ACCESS;
    if (strcmp(access, "write") != 0)
        snprintf(m->error, sizeof m->error, "unknown accessType '%.40s'; expected read, write or readWrite",
                 access);
    return SM5_BREAK_WATCH;
}

static void add_data(struct dap *dap, const json_t *item, json_t *list, struct protocol_members *in)
{
    struct dap_break b = {.owner = DAP_OWNER_DATA};
    struct protocol_members m = {.object = item};
    protocol_require(&m, "dataId");
    const char *id = protocol_text(&m, "dataId", "");
    b.request.kind = kind_of_access(&m);
    read_conditions(&m, &b);
    if (m.error[0]) {
        memcpy(in->error, m.error, sizeof in->error);
        free_break(&b);
        return;
    }
    char *end;
    unsigned long thread = strtoul(id, &end, 10);
    b.thread = (uint32_t)thread;
    if (end == id || *end != ':' || thread >= dap_thread_count(dap))
        b.error = b.error ? b.error : strdup("not a dataId of this session");
    else
        b.request.expression = copy(end + 1);
    add(dap, &b, list);
}

bool dap_set_data_breakpoints(struct dap *dap, struct protocol_members *in, json_t *body)
{
    const json_t *items = protocol_array(in, "breakpoints"), *item;
    json_t *list = json_array();
    size_t i;
    protocol_require(in, "breakpoints");
    if (!in->error[0])
        remove_breaks(dap, DAP_OWNER_DATA, NULL);
    json_array_foreach((json_t *)items, i, item) if (!in->error[0]) add_data(dap, item, list, in);
    dap_set(body, "breakpoints", list);
    return true;
}

/* ---- exceptions: what the checker finds ---- */

/* Kinds without an instruction, or that the debugger's checker does not look for, are no filters. */
static bool is_filter(enum sm5_finding_kind kind)
{
    return kind != SM5_FINDING_VIEW_MISMATCH && kind != SM5_FINDING_ATOMIC_ORDERED &&
           kind != SM5_FINDING_ORDER;
}

json_t *dap_exception_filters(void)
{
    json_t *list = json_array();
    const char *name;
    for (unsigned kind = 0; (name = sm5_finding_kind_name((enum sm5_finding_kind)kind)) != NULL; kind++)
        if (is_filter((enum sm5_finding_kind)kind))
            json_array_append_new(list,
                                  json_pack("{s:s, s:s, s:s}", "filter", name, "label", name, "description",
                                            sm5_finding_kind_message((enum sm5_finding_kind)kind)));
    return list;
}

static bool find_kind(const char *filter, uint32_t *kinds)
{
    const char *name;
    for (unsigned kind = 0; (name = sm5_finding_kind_name((enum sm5_finding_kind)kind)) != NULL; kind++)
        if (strcmp(name, filter) == 0 && is_filter((enum sm5_finding_kind)kind)) {
            *kinds |= 1u << kind;
            return true;
        }
    return false;
}

bool dap_set_exception_breakpoints(struct dap *dap, struct protocol_members *in, json_t *body)
{
    (void)body;
    protocol_require(in, "filters");
    const json_t *filters = protocol_array(in, "filters"), *filter;
    uint32_t kinds = 0;
    size_t i;
    if (in->error[0])
        return false;
    json_array_foreach((json_t *)filters, i, filter)
    {
        const char *name = json_string_value(filter);
        if (!name || !find_kind(name, &kinds))
            return dap_fail(dap, "unknown filter '%.40s'; initialize lists them", name ? name : "");
    }
    dap->findings = kinds;
    add_findings(dap);
    if (kinds && !dap->exception)
        dap->findings = 0;
    return !kinds || dap->exception;
}
