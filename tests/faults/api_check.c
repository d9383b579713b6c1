/* Checked runs. */
#include "api.h"

static void note_findings(struct call *c, const struct sm5_findings *findings)
{
    for (size_t i = 0; i < sm5_findings_count(findings); i++) {
        enum sm5_finding_kind kind = sm5_findings_at(findings, i)->kind;
        api_note_text(c, sm5_finding_kind_name(kind));
        api_note_text(c, sm5_finding_kind_message(kind));
        api_note_text(c, sm5_finding_kind_clause(kind));
    }
}

static enum sm5_status check_with(struct call *c, const char *text, uint32_t orders)
{
    const struct sm5_dispatch_options how = {.groups = {2, 1, 1}, .max_memory = c->max_memory};
    const struct sm5_check_options options = {.orders = orders, .numbers = true, .atomic_ordered = true};
    struct api_subject s;
    struct sm5_findings *findings = NULL;
    struct sm5_blob taken = {0};
    enum sm5_status status = api_open(c, &s, text, "tu", 32);
    if (!status)
        status = LIMITED(c, sm5_check(s.program, s.bindings, &how, &options, &findings, c->diags));
    if (!status)
        status = sm5_findings_take_orders(findings, &taken, c->diags);
    if (!status)
        status = sm5_findings_merge_orders(findings, s.program, taken.data, taken.size, c->diags);
    sm5_blob_free(&taken);
    if (!status)
        note_findings(c, findings);
    sm5_findings_free(findings);
    api_close(&s);
    return status;
}

static enum sm5_status call_check(struct call *c)
{
    return check_with(c, api_racing, 0);
}

static enum sm5_status call_check_orders(struct call *c)
{
    return check_with(c, api_racing, 2);
}

static enum sm5_status call_writers(struct call *c)
{
    const struct sm5_dispatch_options how = {.groups = {2, 1, 1}};
    struct api_subject s;
    enum sm5_status status = api_open(c, &s, api_racing, "u", 32);
    struct sm5_writer writer = {.buffer = s.buffers[0]};
    if (!status)
        status = sm5_find_writers(s.program, s.bindings, &how, &writer, 1, c->diags);
    if (!status)
        api_note(c, &writer.instruction, sizeof writer.instruction);
    api_close(&s);
    return status;
}

static enum sm5_status check_stage(struct call *c, const char *text)
{
    uint32_t words[4 * 4] = {0x3f000000, 0x3f100000, 0x3f200000, 0x3f300000};
    const struct sm5_stage_run run = {
        .count = 4, .inputs = {.words = words, .count = 4, .registers = 1}, .max_memory = c->max_memory};
    struct api_subject s;
    struct sm5_findings *findings = NULL;
    struct sm5_stage_outputs out = {0};
    enum sm5_status status = api_open(c, &s, text, "", 0);
    if (!status)
        status = LIMITED(c, sm5_check_stage(s.program, s.bindings, &run, NULL, &out, &findings, c->diags));
    if (!status)
        note_findings(c, findings);
    sm5_stage_outputs_free(&out);
    sm5_findings_free(findings);
    api_close(&s);
    return status;
}

static enum sm5_status call_check_pixels(struct call *c)
{
    return check_stage(c, api_pixel);
}

static enum sm5_status call_check_geometry(struct call *c)
{
    return check_stage(c, api_geometry);
}

API_SCENARIOS({"sm5_check", call_check, SM5_ENGINE_INTERP},
              {"sm5_check of orders", call_check_orders, SM5_ENGINE_INTERP},
              {"sm5_find_writers", call_writers, SM5_ENGINE_INTERP},
              {"sm5_check_stage of pixels", call_check_pixels, SM5_ENGINE_INTERP},
              {"sm5_check_stage of a geometry shader", call_check_geometry, SM5_ENGINE_INTERP});
