/* Kernels and dispatches. */
#include <stdio.h>

#include "api.h"

static bool go_on(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    return done <= total;
}

static enum sm5_status call_dispatch(struct call *c)
{
    const struct sm5_dispatch_options how = {
        .groups = {2, 1, 1}, .threads = 2, .progress = go_on, .max_memory = c->max_memory};
    const struct sm5_kernel_options options = {
        .engine = c->engine, .no_cache = true, .max_memory = c->max_memory};
    struct api_resources r = {0};
    struct sm5_kernel_info info;
    struct sm5_kernel *kernel = NULL;
    enum sm5_status status = LIMITED(c, sm5_kernel_new_with(c->program, &options, &kernel, c->diags));
    if (!status)
        status = api_bind_all(c, &r);
    for (int i = 0; !status && i < 2; i++)
        status = LIMITED(c, sm5_dispatch(kernel, r.bindings, &how, NULL, c->diags));
    if (!status) {
        sm5_kernel_info(kernel, &info);
        api_note_text(c, info.engine);
        api_note_text(c, sm5_kernel_engine(kernel));
    }
    for (int i = 2; !status && i < 5; i++)
        api_note(c, sm5_buffer_data(r.list[i]), sm5_buffer_size(r.list[i]));
    sm5_kernel_free(kernel);
    api_free_all(&r);
    return status;
}

/* After a failure the same kernel and bindings run again. */
static enum sm5_status call_again(struct call *c)
{
    const struct sm5_dispatch_options how = {.groups = {2, 1, 1}, .threads = 1, .order = 3};
    struct api_resources r = {0};
    struct sm5_kernel *kernel = NULL;
    enum sm5_status status = sm5_kernel_new(c->program, c->engine, &kernel, c->diags);
    if (!status)
        status = api_bind_all(c, &r);
    for (int tries = 0; kernel && r.list[5] && tries < 3 && (!tries || status == SM5_ERR_MEMORY); tries++)
        status = sm5_dispatch(kernel, r.bindings, &how, NULL, NULL);
    if (!status)
        api_note(c, sm5_buffer_data(r.list[3]), 4);
    sm5_kernel_free(kernel);
    api_free_all(&r);
    return status;
}

/* More than JIT_VALUES_HERE values: with a progress they are compiled by another process. */
static enum sm5_status read_large(struct sm5_program **program)
{
    char text[40 * 1024];
    size_t length = (size_t)snprintf(text, sizeof text,
                                     "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_raw u0\n"
                                     "dcl_input vThreadID.x\ndcl_temps 1\ndcl_thread_group 8, 1, 1\n"
                                     "ld_raw r0.x, l(0), u0.xxxx\n");
    for (unsigned i = 0; i < 600; i++)
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "imad r0.x, r0.x, vThreadID.x, l(%u)\n", i);
    length += (size_t)snprintf(text + length, sizeof text - length, "store_raw u0.x, l(0), r0.x\nret\n");
    return sm5_program_read(text, length, NULL, program, NULL);
}

static enum sm5_status run_large(struct call *c, const struct sm5_program *program)
{
    const struct sm5_dispatch_options how = {.groups = {1, 1, 1}, .threads = 1, .progress = go_on};
    const struct sm5_kernel_options options = {.engine = c->engine, .no_cache = true};
    struct sm5_kernel *kernel = NULL;
    struct sm5_bindings *bindings = sm5_bindings_new(program);
    struct sm5_buffer *buffer = sm5_buffer_new(64);
    const struct sm5_view view = {.buffer = buffer};
    struct sm5_slot u0;
    enum sm5_status status = bindings && buffer && sm5_slot_parse("u0", &u0) ? SM5_OK : SM5_ERR_MEMORY;
    if (!status)
        status = sm5_bind(bindings, &u0, &view, c->diags);
    if (!status)
        status = sm5_kernel_new_with(program, &options, &kernel, c->diags);
    if (!status)
        status = sm5_dispatch(kernel, bindings, &how, NULL, c->diags);
    if (!status)
        api_note(c, sm5_buffer_data(buffer), 4);
    sm5_kernel_free(kernel);
    sm5_bindings_free(bindings);
    sm5_buffer_free(buffer);
    return status;
}

static enum sm5_status call_large(struct call *c)
{
    struct sm5_program *program = NULL;
    enum sm5_status status = read_large(&program);
    if (!status)
        status = run_large(c, program);
    sm5_program_free(program);
    return status;
}

static enum sm5_status call_dump(struct call *c)
{
    struct sm5_blob text;
    enum sm5_status status = sm5_kernel_dump(c->program, NULL, SM5_FORM_IR, &text, c->diags);
    api_note_blob(c, &text, status);
    return status;
}

API_SCENARIOS({"sm5_dispatch", call_dispatch, SM5_ENGINE_INTERP},
              {"sm5_dispatch again", call_again, SM5_ENGINE_INTERP},
              {"sm5_kernel_dump", call_dump, SM5_ENGINE_JIT},
              {"sm5_dispatch on the JIT", call_dispatch, SM5_ENGINE_JIT},
              {"sm5_dispatch of a large program", call_large, SM5_ENGINE_JIT});
