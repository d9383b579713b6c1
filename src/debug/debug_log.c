/* Log points: a text with the values of {EXPRESSION}s for each thread. */
#include <stdlib.h>

#include "debug/debug.h"

enum { EXPRESSION_LIMIT = 256 };

static bool add_values(const struct debug_values *values, struct strbuf *out)
{
    char text[80];
    for (uint32_t i = 0; i < values->count; i++) {
        sm5_value_format(&values->list[i], 0, text, sizeof text);
        strbuf_printf(out, "%s%s", i ? ", " : values->count > 1 ? "(" : "", text);
    }
    if (values->all > values->count)
        strbuf_add(out, ", ...");
    if (values->count > 1)
        strbuf_add(out, ")");
    return !out->failed;
}

/* {EXPRESSION}, for the current thread. */
static enum sm5_status add_expression(const struct sm5_debug *d, const char *from, size_t length,
                                      struct strbuf *out, struct sm5_diags *diags)
{
    char expression[EXPRESSION_LIMIT];
    struct debug_values values;
    if (length >= sizeof expression) {
        diag_add(diags, DEBUG_EXPRESSION, DIAG_NOWHERE, "expression that is too long", "{");
        return SM5_ERR_INPUT;
    }
    memcpy(expression, from, length);
    expression[length] = '\0';
    enum sm5_status status = debug_evaluate(d, expression, &values, diags);
    if (!status && !add_values(&values, out)) {
        diag_add(diags, MEMORY, DIAG_NOWHERE);
        status = SM5_ERR_MEMORY;
    }
    return status;
}

enum sm5_status debug_log_text(const struct sm5_debug *d, const char *text, struct strbuf *out,
                               struct sm5_diags *diags)
{
    enum sm5_status status = SM5_OK;
    while (!status && *text) {
        size_t plain = strcspn(text, "{");
        strbuf_add_bytes(out, text, plain);
        text += plain;
        const char *end = *text ? strchr(text, '}') : NULL;
        if (*text && !end) {
            diag_add(diags, DEBUG_EXPRESSION, DIAG_NOWHERE, "expected }", "the end");
            return SM5_ERR_INPUT;
        }
        if (end) {
            status = add_expression(d, text + 1, (size_t)(end - text - 1), out, diags);
            text = end + 1;
        }
    }
    if (!status && out->failed) {
        diag_add(diags, MEMORY, DIAG_NOWHERE);
        status = SM5_ERR_MEMORY;
    }
    return status;
}

enum sm5_status debug_log_hit(struct sm5_debug *d, const struct debug_break *b, struct sm5_diags *diags)
{
    struct strbuf last = {0}, text = {0};
    enum sm5_status status = SM5_OK;
    for (uint32_t i = 0; !status && d->log && i < d->worker->threads; i++) {
        bool applies;
        status = debug_break_applies(d, b, i, &applies, diags);
        if (status || !applies)
            continue;
        struct debug_selection kept = debug_select_thread(d, debug_flat(d, i));
        status = debug_log_text(d, b->info.log, &text, diags);
        debug_restore_selection(d, kept);
        if (!status && (!last.text || strcmp(strbuf_text(&last), strbuf_text(&text)) != 0))
            d->log(d->log_context, b->info.id, strbuf_text(&text));
        strbuf_free(&last);
        last = text;
        text = (struct strbuf){0};
    }
    strbuf_free(&last);
    strbuf_free(&text);
    return status;
}

void sm5_debug_on_log(struct sm5_debug *debug, sm5_debug_log *call, void *context)
{
    debug->log = call;
    debug->log_context = context;
}
