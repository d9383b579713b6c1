/* Kernels and dispatches. */
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
              {"sm5_dispatch on the JIT", call_dispatch, SM5_ENGINE_JIT});
