/* Runs of stages other than compute. */
#include "api.h"

static enum sm5_status run_stage(struct call *c, const char *text)
{
    uint32_t words[4 * 4];
    for (uint32_t i = 0; i < 16; i++)
        words[i] = 0x3f000000 + (i << 20);
    const struct sm5_stage_run run = {.count = 4,
                                      .threads = 1,
                                      .inputs = {.words = words, .count = 4, .registers = 1},
                                      .max_memory = c->max_memory};
    struct api_subject s;
    struct sm5_kernel *kernel = NULL;
    struct sm5_stage_outputs out = {0};
    enum sm5_status status = api_open(c, &s, text, "", 0);
    if (!status)
        status = sm5_kernel_new(s.program, c->engine, &kernel, c->diags);
    if (!status) {
        sm5_stage_make_system_values(s.program, &run, 0, 0, 1);
        status = LIMITED(c, sm5_run_stage(kernel, s.bindings, &run, &out, c->diags));
    }
    if (!status && out.outputs.words)
        api_note(c, out.outputs.words, out.outputs.count * out.outputs.registers * 16);
    if (!status && out.streams[0].vertices.words)
        api_note(c, out.streams[0].vertices.words, out.streams[0].vertices.count * 16);
    sm5_stage_outputs_free(&out);
    sm5_kernel_free(kernel);
    api_close(&s);
    return status;
}

static enum sm5_status call_pixels(struct call *c)
{
    return run_stage(c, api_pixel);
}

static enum sm5_status call_geometry(struct call *c)
{
    return run_stage(c, api_geometry);
}

static enum sm5_status call_elements(struct call *c)
{
    struct sm5_program *program;
    struct sm5_stage_info info;
    struct sm5_stage_element element;
    enum sm5_status status = api_read(c, api_pixel, &program);
    if (status)
        return status;
    sm5_stage_info(program, &info);
    api_note_text(c, info.stage);
    for (uint32_t i = 0; sm5_stage_element_at(program, SM5_STAGE_INPUTS, i, &element); i++) {
        bool is_generated = sm5_stage_element_is_generated(program, &element);
        api_note_text(c, element.interpolation);
        api_note(c, &is_generated, sizeof is_generated);
    }
    sm5_program_free(program);
    return SM5_OK;
}

API_SCENARIOS({"sm5_run_stage of pixels", call_pixels, SM5_ENGINE_INTERP},
              {"sm5_run_stage of a geometry shader", call_geometry, SM5_ENGINE_INTERP},
              {"sm5_run_stage on the JIT", call_pixels, SM5_ENGINE_JIT},
              {"sm5_stage_element_at", call_elements, SM5_ENGINE_INTERP});
