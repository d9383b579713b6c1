#include "lab.h"

#include "bytecode/bytecode.h"
#include "text/text.h"

void lab_parse(struct lab *lab, const char *text)
{
    *lab = (struct lab){.options = {.threads = 1}};
    lab->diags = sm5_diags_new();
    lab->program = program_new();
    assert_non_null(lab->diags);
    assert_non_null(lab->program);
    if (text_parse(text, strlen(text), "test.asm", &bytecode_codec, lab->program, lab->diags) != SM5_OK)
        fail_msg("%s\n%s", text, lab_message(lab));
    lab->bindings = sm5_bindings_new(lab->program);
    assert_non_null(lab->bindings);
}

enum sm5_status lab_try(struct lab *lab, const char *text)
{
    lab_parse(lab, text);
    return interp_engine.kernel_new(lab->program, &lab->kernel, lab->diags);
}

void lab_open(struct lab *lab, const char *text)
{
    if (lab_try(lab, text) != SM5_OK)
        fail_msg("%s\n%s", text, lab_message(lab));
}

void lab_open_body(struct lab *lab, unsigned threads, const char *declarations, const char *body)
{
    struct strbuf text = {0};
    strbuf_printf(&text,
                  "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_raw u0\ndcl_input vThreadID.xyz\n"
                  "%sdcl_temps 16\ndcl_thread_group %u, 1, 1\n%s",
                  declarations, threads, body);
    assert_false(text.failed);
    lab_open(lab, strbuf_text(&text));
    strbuf_free(&text);
}

void lab_close(struct lab *lab)
{
    sm5_bindings_free(lab->bindings);
    if (lab->kernel)
        interp_engine.kernel_free(lab->kernel);
    program_free(lab->program);
    sm5_diags_free(lab->diags);
    for (unsigned i = 0; i < lab->buffer_count; i++)
        sm5_buffer_free(lab->buffers[i]);
}

uint32_t *lab_bind_view(struct lab *lab, const char *slot, const uint32_t *words, uint64_t count,
                        struct sm5_view view)
{
    struct sm5_slot at;
    assert_true(sm5_slot_parse(slot, &at));
    assert_true(lab->buffer_count < LAB_BUFFERS);
    view.buffer = lab->buffers[lab->buffer_count++] = sm5_buffer_new(count * 4);
    assert_non_null(view.buffer);
    uint32_t *data = sm5_buffer_data(view.buffer);
    if (words)
        memcpy(data, words, count * 4);
    if (sm5_bind(lab->bindings, &at, &view, lab->diags) != SM5_OK)
        fail_msg("%s: %s", slot, lab_message(lab));
    return data;
}

uint32_t *lab_bind(struct lab *lab, const char *slot, const uint32_t *words, uint64_t count)
{
    return lab_bind_view(lab, slot, words, count, (struct sm5_view){0});
}

enum sm5_status lab_dispatch(struct lab *lab, uint32_t x, uint32_t y, uint32_t z)
{
    const struct runtime_job job = {.engine = lab->options.order ? &interp_order_engine : &interp_engine,
                                    .kernel = lab->kernel,
                                    .program = lab->program,
                                    .bindings = lab->bindings};
    lab->options.groups[0] = x;
    lab->options.groups[1] = y;
    lab->options.groups[2] = z;
    return runtime_dispatch(&job, &lab->options, NULL, lab->diags);
}

void lab_run(struct lab *lab, uint32_t x, uint32_t y, uint32_t z)
{
    if (lab_dispatch(lab, x, y, z) != SM5_OK)
        fail_msg("%s", lab_message(lab));
}

const char *lab_message(const struct lab *lab)
{
    for (size_t i = 0; i < sm5_diags_count(lab->diags); i++)
        if (sm5_diags_at(lab->diags, i)->severity == SM5_ERROR)
            return sm5_diags_at(lab->diags, i)->message;
    return "";
}
