/* Variables: handles that expand to the elements, members and components that the debugger lists, and expressions. */
#include "dap/dap.h"

#include <stdlib.h>

enum { VALUES_MAX = 256, CHILDREN_MAX = 10000, HANDLES_MAX = 1 << 20, SHOWN_MAX = 8 };

/* ---- handles ---- */

json_int_t dap_handle(struct dap *dap, const struct dap_handle *handle)
{
    if (dap->handles.count >= HANDLES_MAX || !VEC_PUSH(&dap->handles, *handle))
        return 0;
    return (json_int_t)dap->handles.count;
}

const struct dap_handle *dap_handle_at(const struct dap *dap, json_int_t reference)
{
    return reference >= 1 && (size_t)reference <= dap->handles.count ? &dap->handles.data[reference - 1]
                                                                     : NULL;
}

/* ---- values as text ---- */

struct shown {
    struct sm5_value list[VALUES_MAX];
    size_t count, all; /* count: of the list */
    char error[200];   /* empty: none */
};

static void evaluate(struct dap *dap, uint32_t thread, const char *expression, struct shown *out)
{
    dap_select(dap, thread, false);
    out->error[0] = '\0';
    out->all = out->count = 0;
    if (sm5_debug_evaluate(dap->target->debug, expression, out->list, VALUES_MAX, &out->all, dap->diags)) {
        const struct sm5_diag *diag = sm5_diags_at(dap->diags, 0);
        snprintf(out->error, sizeof out->error, "%s", diag ? diag->message : "failed");
    }
    sm5_diags_clear(dap->diags);
    out->count = out->all < VALUES_MAX ? out->all : VALUES_MAX;
}

static bool wants_hex(struct protocol_members *in)
{
    struct protocol_members format = {.object = protocol_object(in, "format")};
    bool hex = protocol_bool(&format, "hex", false);
    if (format.error[0] && !in->error[0])
        memcpy(in->error, format.error, sizeof in->error);
    return hex;
}

/* "(1, 2, 3, ...)" */
static void print_values(const struct shown *shown, bool hex, struct strbuf *out)
{
    char text[80];
    if (shown->error[0]) {
        strbuf_printf(out, "<%s>", shown->error);
        return;
    }
    strbuf_add(out, shown->all == 1 ? "" : "(");
    for (size_t i = 0; i < shown->count && i < SHOWN_MAX; i++) {
        sm5_value_format(&shown->list[i], hex ? 'x' : 0, text, sizeof text);
        strbuf_printf(out, "%s%s", i ? ", " : "", text);
    }
    strbuf_add(out, shown->all == 1 ? "" : shown->all > SHOWN_MAX ? ", ...)" : ")");
}

static const char *type_name(const struct shown *shown)
{
    switch (shown->count ? shown->list[0].type : '?') {
    case 'f': return "float";
    case 'd': return "double";
    case 'i': return "int";
    case 'u': return "uint";
    case 'b': return "bool";
    default: return "dword";
    }
}

/* The part of a value's name that the expression of its parent leaves open: "x", "position.y". */
static const char *short_name(const struct sm5_value *value, const char *parent)
{
    size_t length = strlen(parent);
    if (strncmp(value->name, parent, length) != 0 || !value->name[length])
        return value->name;
    return value->name + length + (value->name[length] == '.');
}

/* ---- one variable ---- */

static json_t *new_variable(const char *name, const char *value, json_int_t reference)
{
    return json_pack("{s:s, s:s, s:I}", "name", name, "value", value, "variablesReference", reference);
}

/* An expression that has one value, or several that are its children. */
static json_t *show_expression(struct dap *dap, uint32_t thread, const char *name, const char *expression,
                               bool hex)
{
    struct shown shown;
    struct strbuf text = {0};
    struct dap_handle handle = {.kind = DAP_EXPRESSION, .thread = thread};
    evaluate(dap, thread, expression, &shown);
    print_values(&shown, hex, &text);
    snprintf(handle.expression, sizeof handle.expression, "%s", expression);
    bool expands = shown.all > 1 && strlen(expression) < sizeof handle.expression;
    json_t *out = new_variable(name, strbuf_text(&text), expands ? dap_handle(dap, &handle) : 0);
    dap_set(out, "type", json_string(type_name(&shown)));
    dap_set(out, "evaluateName", json_string(expression));
    if (expands)
        dap_set(out, "namedVariables", json_integer((json_int_t)shown.count));
    strbuf_free(&text);
    return out;
}

static json_t *show_memory(struct dap *dap, const struct dap_handle *handle, const struct sm5_variable *v)
{
    char value[100], reference[24];
    const char *layout = v->layout ? v->layout : "array";
    if (v->extent[0])
        snprintf(value, sizeof value, "%s, %u x %u x %u", layout, v->extent[0], v->extent[1], v->extent[2]);
    else
        snprintf(value, sizeof value, "%s, %llu elements", layout, (unsigned long long)v->count);
    json_t *out = new_variable(v->name, value, v->count ? dap_handle(dap, handle) : 0);
    dap_set(out, "type", json_string(v->source_name ? v->source_name : layout));
    dap_set(out, "indexedVariables", json_integer(v->count < INT32_MAX ? (json_int_t)v->count : INT32_MAX));
    if (v->bytes && dap_memory_reference(dap, handle->scope, handle->index, 0, reference))
        dap_set(out, "memoryReference", json_string(reference));
    return out;
}

static json_t *show_variable(struct dap *dap, uint32_t thread, enum sm5_scope scope, uint32_t index,
                             const struct sm5_variable *v, bool hex)
{
    const struct dap_handle handle = {.kind = DAP_VARIABLE, .thread = thread, .scope = scope, .index = index};
    bool is_value = !v->count && (!v->layout || v->bytes);
    return is_value ? show_expression(dap, thread, v->name, v->name, hex) : show_memory(dap, &handle, v);
}

/* ---- children ---- */

struct page {
    uint64_t start, end;
    bool hex;
};

static struct page page_of(const struct page *request, uint64_t count)
{
    struct page page = {request->start, request->end < count ? request->end : count, request->hex};
    if (page.end > page.start + CHILDREN_MAX)
        page.end = page.start + CHILDREN_MAX;
    return page;
}

static void list_scope(struct dap *dap, const struct dap_handle *h, const struct page *request, json_t *out)
{
    struct sm5_variable v;
    const struct page page = page_of(request, UINT32_MAX);
    for (uint64_t i = page.start; i < page.end; i++) {
        if (!sm5_debug_variable(dap->target->debug, h->scope, (uint32_t)i, &v))
            return;
        json_array_append_new(out, show_variable(dap, h->thread, h->scope, (uint32_t)i, &v, page.hex));
    }
}

static void list_elements(struct dap *dap, const struct dap_handle *h, const struct page *request,
                          json_t *out)
{
    struct sm5_variable v;
    char expression[128], reference[24];
    sm5_debug_variable(dap->target->debug, h->scope, h->index, &v);
    const struct page page = page_of(request, v.count);
    for (uint64_t i = page.start; i < page.end; i++) {
        sm5_debug_element(&v, i, expression, sizeof expression);
        json_t *item = show_expression(dap, h->thread, expression + strlen(v.name), expression, page.hex);
        if (v.bytes && v.stride && dap_memory_reference(dap, h->scope, h->index, i * v.stride, reference))
            dap_set(item, "memoryReference", json_string(reference));
        json_array_append_new(out, item);
    }
}

static void list_values(struct dap *dap, const struct dap_handle *h, const struct page *request, json_t *out)
{
    struct shown shown;
    char text[80];
    evaluate(dap, h->thread, h->expression, &shown);
    const struct page page = page_of(request, shown.count);
    for (uint64_t i = page.start; i < page.end; i++) {
        const struct sm5_value *value = &shown.list[i];
        sm5_value_format(value, page.hex ? 'x' : 0, text, sizeof text);
        json_t *item = new_variable(short_name(value, h->expression), text, 0);
        dap_set(item, "evaluateName", json_string(value->name));
        if (!value->is_place)
            dap_set(item, "presentationHint", json_pack("{s:[s]}", "attributes", "readOnly"));
        json_array_append_new(out, item);
    }
}

/* Registers, each with its values by thread; first the states of the threads. */
static void list_lanes(struct dap *dap, const struct dap_handle *h, const struct page *request, json_t *out)
{
    struct sm5_variable v;
    uint32_t threads = dap_thread_count(dap);
    const struct page page = page_of(request, UINT32_MAX);
    for (uint64_t i = page.start; i < page.end; i++) {
        struct dap_handle handle = {.kind = DAP_LANES_OF, .thread = h->thread};
        if (i && !sm5_debug_variable(dap->target->debug, SM5_SCOPE_REGISTERS, (uint32_t)i - 1, &v))
            return;
        if (i && v.count)
            continue; /* x#: an element at a time */
        snprintf(handle.expression, sizeof handle.expression, "%s", i ? v.name : "");
        char value[40];
        snprintf(value, sizeof value, "%u threads", threads);
        json_t *item = new_variable(i ? v.name : "state", value, dap_handle(dap, &handle));
        dap_set(item, "indexedVariables", json_integer(threads));
        json_array_append_new(out, item);
    }
}

static void list_lanes_of(struct dap *dap, const struct dap_handle *h, const struct page *request,
                          json_t *out)
{
    static const char *const states[] = {"waiting", "active", "returned", "before or after the others",
                                         "helper"};
    const struct dap_handle handle = *h; /* the list of handles grows */
    const struct page page = page_of(request, dap_thread_count(dap));
    for (uint64_t i = page.start; i < page.end; i++) {
        char name[24];
        snprintf(name, sizeof name, "[%u]", (unsigned)i);
        unsigned state = sm5_debug_thread(dap->target->debug, (uint32_t)i);
        json_array_append_new(
            out, handle.expression[0]
                     ? show_expression(dap, (uint32_t)i, name, handle.expression, page.hex)
                     : new_variable(name, state < BASE_COUNT(states) ? states[state] : "unknown", 0));
    }
}

bool dap_variables(struct dap *dap, struct protocol_members *in, json_t *body)
{
    protocol_require(in, "variablesReference");
    json_int_t reference = protocol_integer(in, "variablesReference", 0, INT32_MAX, 0);
    json_int_t start = protocol_integer(in, "start", 0, INT32_MAX, 0);
    json_int_t count = protocol_integer(in, "count", 0, INT32_MAX, 0);
    struct page page = {(uint64_t)start, count ? (uint64_t)(start + count) : UINT64_MAX, wants_hex(in)};
    const struct dap_handle *found = dap_handle_at(dap, reference);
    if (in->error[0])
        return false;
    if (!found)
        return dap_fail(dap, "no variables with reference %d", (int)reference);
    const struct dap_handle handle = *found;
    json_t *list = json_array();
    switch (handle.kind) {
    case DAP_SCOPE: list_scope(dap, &handle, &page, list); break;
    case DAP_LANES: list_lanes(dap, &handle, &page, list); break;
    case DAP_LANES_OF: list_lanes_of(dap, &handle, &page, list); break;
    case DAP_VARIABLE: list_elements(dap, &handle, &page, list); break;
    case DAP_EXPRESSION: list_values(dap, &handle, &page, list); break;
    }
    dap_set(body, "variables", list);
    return true;
}

bool dap_child_expression(struct dap *dap, const struct dap_handle *handle, const char *name, char *out,
                          size_t size)
{
    struct sm5_variable v;
    struct shown shown;
    if (handle->kind == DAP_VARIABLE) {
        sm5_debug_variable(dap->target->debug, handle->scope, handle->index, &v);
        snprintf(out, size, "%s%s", v.name, name);
    } else if (handle->kind == DAP_EXPRESSION) {
        evaluate(dap, handle->thread, handle->expression, &shown);
        for (size_t i = 0; i < shown.count; i++)
            if (strcmp(short_name(&shown.list[i], handle->expression), name) == 0) {
                snprintf(out, size, "%s", shown.list[i].name);
                return true;
            }
        return dap_fail(dap, "'%s' has no '%.60s'", handle->expression, name);
    } else {
        snprintf(out, size, "%s", handle->kind == DAP_LANES_OF ? handle->expression : name);
    }
    return true;
}

/* ---- assignments ---- */

static bool assign(struct dap *dap, uint32_t thread, const char *place, const char *value, bool hex,
                   json_t *body)
{
    struct shown shown;
    struct strbuf text = {0};
    dap_select(dap, thread, false);
    if (sm5_debug_assign(dap->target->debug, place, value, dap->diags))
        return dap_fail_diags(dap);
    evaluate(dap, thread, place, &shown);
    print_values(&shown, hex, &text);
    dap_set(body, "value", json_string(strbuf_text(&text)));
    dap_set(body, "type", json_string(type_name(&shown)));
    strbuf_free(&text);
    return true;
}

bool dap_set_variable(struct dap *dap, struct protocol_members *in, json_t *body)
{
    char place[256];
    char *end;
    protocol_require(in, "variablesReference");
    protocol_require(in, "name");
    protocol_require(in, "value");
    const struct dap_handle *handle =
        dap_handle_at(dap, protocol_integer(in, "variablesReference", 1, INT32_MAX, 1));
    const char *name = protocol_text(in, "name", ""), *value = protocol_text(in, "value", "");
    bool hex = wants_hex(in);
    if (in->error[0])
        return false;
    if (!handle)
        return dap_fail(dap, "no variables with that reference");
    if (!dap_child_expression(dap, handle, name, place, sizeof place))
        return false;
    unsigned long lane =
        handle->kind == DAP_LANES_OF && name[0] == '[' ? strtoul(name + 1, &end, 10) : handle->thread;
    if (lane >= dap_thread_count(dap))
        return dap_fail(dap, "no thread %lu", lane);
    return assign(dap, (uint32_t)lane, place, value, hex, body);
}

bool dap_set_expression(struct dap *dap, struct protocol_members *in, json_t *body)
{
    uint32_t thread;
    protocol_require(in, "expression");
    protocol_require(in, "value");
    const char *place = protocol_text(in, "expression", ""), *value = protocol_text(in, "value", "");
    bool hex = wants_hex(in);
    if (in->error[0] || !dap_frame_thread(dap, in, &thread))
        return false;
    return assign(dap, thread, place, value, hex, body);
}

/* ---- evaluate ---- */

/* The '=' of "PLACE = EXPRESSION", which is not part of an operator; NULL: it is no assignment. */
static const char *find_assignment(const char *text)
{
    const char *at = strchr(text, '=');
    bool is_operator = at && (at[1] == '=' || (at > text && strchr("<>!", at[-1])));
    return is_operator ? NULL : at;
}

static bool evaluate_assignment(struct dap *dap, uint32_t thread, const char *text, const char *equals,
                                bool hex, json_t *body)
{
    char *place = strndup(text, (size_t)(equals - text));
    for (size_t length = place ? strlen(place) : 0; length && place[length - 1] == ' ';)
        place[--length] = '\0';
    bool ok = place ? assign(dap, thread, place, equals + 1, hex, body) : dap_fail(dap, "out of memory");
    free(place);
    if (ok) {
        dap_set(body, "result", json_incref(json_object_get(body, "value")));
        json_object_del(body, "value");
        dap_set(body, "variablesReference", json_integer(0));
    }
    return ok;
}

/* A variable by its name, "u0", is listed with its elements, as in its scope. */
static json_t *evaluate_name(struct dap *dap, uint32_t thread, const char *text, bool hex)
{
    struct sm5_variable v;
    for (unsigned scope = 0; scope <= SM5_SCOPE_OUTPUTS; scope++)
        for (uint32_t i = 0; sm5_debug_variable(dap->target->debug, (enum sm5_scope)scope, i, &v); i++)
            if (strcmp(v.name, text) == 0 && v.count)
                return show_variable(dap, thread, (enum sm5_scope)scope, i, &v, hex);
    return NULL;
}

static bool describe_result(struct dap *dap, uint32_t thread, const char *text, bool hex, json_t *body)
{
    struct shown shown;
    json_t *variable = evaluate_name(dap, thread, text, hex);
    if (!variable) {
        evaluate(dap, thread, text, &shown);
        if (shown.error[0])
            return dap_fail(dap, "%s", shown.error);
        variable = show_expression(dap, thread, text, text, hex);
    }
    dap_set(variable, "result", json_incref(json_object_get(variable, "value")));
    json_object_del(variable, "value");
    json_object_del(variable, "name");
    json_object_del(variable, "evaluateName");
    json_object_update(body, variable);
    json_decref(variable);
    return true;
}

bool dap_evaluate(struct dap *dap, struct protocol_members *in, json_t *body)
{
    uint32_t thread;
    protocol_require(in, "expression");
    const char *text = protocol_text(in, "expression", ""), *context = protocol_text(in, "context", "");
    bool hex = wants_hex(in);
    if (in->error[0] || !dap_frame_thread(dap, in, &thread))
        return false;
    const char *equals = strcmp(context, "repl") == 0 ? find_assignment(text) : NULL;
    return equals ? evaluate_assignment(dap, thread, text, equals, hex, body)
                  : describe_result(dap, thread, text, hex, body);
}
