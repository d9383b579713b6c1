/* Resources and bindings. */
#include "api.h"

static enum sm5_status call_bind(struct call *c)
{
    struct api_resources r = {0};
    const struct sm5_slot counter = {.kind = 'u', .reg = 2};
    uint32_t value = 0;
    enum sm5_status status = api_bind_all(c, &r);
    if (!status &&
        (!sm5_counter_set(r.bindings, &counter, 7) || !sm5_counter_get(r.bindings, &counter, &value)))
        status = SM5_ERR_BINDING;
    api_note(c, &value, sizeof value);
    api_free_all(&r);
    return status;
}

/* A view of another stride than the declared one, of memory of the caller; and a slot that is not declared. */
static enum sm5_status call_mismatch(struct call *c)
{
    static uint32_t memory[16];
    struct sm5_slot slot;
    struct sm5_buffer *buffer = sm5_buffer_wrap(memory, sizeof memory);
    struct sm5_view view = {.buffer = buffer, .kind = SM5_VIEW_STRUCTURED, .stride = 8};
    struct sm5_bindings *bindings = buffer ? sm5_bindings_new(c->program) : NULL;
    enum sm5_status status = bindings ? SM5_OK : SM5_ERR_MEMORY;
    if (!status && (!sm5_slot_parse("t0", &slot) || sm5_bind(bindings, &slot, &view, c->diags) == SM5_OK))
        status = SM5_ERR_BINDING;
    sm5_diags_clear(c->diags);
    if (!status) {
        sm5_bindings_accept_mismatch(bindings);
        status = sm5_bind(bindings, &slot, &view, c->diags);
    }
    slot.reg = 99;
    if (!status)
        status = sm5_bind(bindings, &slot, &view, c->diags);
    sm5_bindings_free(bindings);
    sm5_buffer_free(buffer);
    return status;
}

static enum sm5_status call_classes(struct call *c)
{
    const struct sm5_dispatch_options how = {.groups = {1, 1, 1}, .threads = 1};
    struct api_subject s;
    struct sm5_kernel *kernel = NULL;
    enum sm5_status status = api_open(c, &s, api_interfaces, "u", 16);
    if (!status)
        status = sm5_kernel_new(s.program, SM5_ENGINE_INTERP, &kernel, c->diags);
    for (uint32_t i = 0; !status && i < 2; i++)
        status = sm5_bind_class(s.bindings, 0, i, i, NULL, c->diags);
    if (!status)
        status = sm5_dispatch(kernel, s.bindings, &how, NULL, c->diags);
    if (!status)
        api_note(c, sm5_buffer_data(s.buffers[0]), 16);
    sm5_kernel_free(kernel);
    api_close(&s);
    return status;
}

/* Slots, formats and the layout of textures. */
static enum sm5_status call_formats(struct call *c)
{
    static const uint8_t element[8] = {0x10, 0x32, 0x54, 0x76};
    struct sm5_format_info info = {0};
    struct sm5_subresource subresource = {0};
    uint32_t texel[4], bytes;
    char slot_text[16];
    const struct sm5_slot slot = {.kind = 't', .reg = 5, .space = 2, .index = 3};
    const sm5_format format = sm5_format_find("bc1_unorm");
    const struct sm5_texture texture = {
        .kind = SM5_TEXTURE_2D, .format = format, .width = 8, .height = 8, .mips = 2};
    bytes = sm5_format_bytes(format);
    bool ok = sm5_format_info(format, &info) && sm5_format_load(format, element, 1, 2, texel) &&
              sm5_texture_bytes(&texture) && sm5_texture_subresource(&texture, 1, 0, &subresource);
    sm5_slot_format(&slot, slot_text, sizeof slot_text);
    api_note_text(c, slot_text);
    api_note_text(c, sm5_format_name(format));
    for (uint32_t i = 0; i < 6; i++)
        bytes += sm5_resource_format(c->program, i);
    api_note(c, &bytes, sizeof bytes);
    return ok ? SM5_OK : SM5_ERR_INPUT;
}

API_SCENARIOS({"sm5_bind", call_bind, SM5_ENGINE_INTERP},
              {"sm5_bind of another view", call_mismatch, SM5_ENGINE_INTERP},
              {"sm5_bind_class", call_classes, SM5_ENGINE_INTERP},
              {"formats and slots", call_formats, SM5_ENGINE_INTERP});
