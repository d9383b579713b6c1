/* Diagnostics. */
#include "api.h"

static enum sm5_status call_diags(struct call *c)
{
    (void)c;
    struct sm5_diags *diags = sm5_diags_new();
    sm5_diags_free(diags);
    return diags ? SM5_OK : SM5_ERR_MEMORY;
}

static enum sm5_status call_format(struct call *c)
{
    static const struct sm5_diag diag = {.severity = SM5_ERROR,
                                         .code = "x",
                                         .message = "the message",
                                         .file = "x.asm",
                                         .line = 1,
                                         .column = 2,
                                         .length = 3,
                                         .source_line = "abcdef",
                                         .offset = SM5_NO_OFFSET,
                                         .instruction = SM5_NO_OFFSET};
    char text[256];
    sm5_diag_format(&diag, text, sizeof text);
    api_note_text(c, sm5_status_name(SM5_ERR_INPUT));
    api_note_text(c, sm5_version());
    return strstr(text, "the message") ? SM5_OK : SM5_ERR_INPUT; /* the place may be missing */
}

API_SCENARIOS({"sm5_diags_new", call_diags, SM5_ENGINE_INTERP},
              {"sm5_diag_format", call_format, SM5_ENGINE_INTERP});
