/* Files and arguments for the command. */
#include "random_export.h"

#include <stdlib.h>

#include "run.h"

static bool write_buffer(const struct prog *prog, const char *folder, unsigned i, struct strbuf *arguments,
                         struct io_error *error)
{
    struct strbuf name = {0};
    uint8_t *bytes = malloc(prog->buffers[i].bytes + 1);
    strbuf_printf(&name, "%s/%llu-b%u.bin", folder, (unsigned long long)prog->seed, i);
    if (bytes)
        run_fill(&prog->buffers[i], bytes);
    bool good = bytes && io_write_file(strbuf_text(&name), bytes, prog->buffers[i].bytes, error);
    strbuf_printf(arguments, " --buffer b%u=%s", i, strbuf_text(&name));
    free(bytes);
    strbuf_free(&name);
    return good;
}

/* sm5 run rejects buffers that no slot views. */
static bool is_viewed(const struct prog *prog, unsigned buffer)
{
    for (unsigned i = 0; i < prog->resource_count; i++) {
        const struct prog_resource *r = &prog->resources[i];
        if (r->file != ISA_FILE_TGSM && !r->dropped && r->bound && r->buffer == buffer)
            return true;
    }
    return false;
}

static void add_view(const struct prog *prog, const struct prog_resource *r, uint32_t element,
                     struct strbuf *arguments)
{
    struct sm5_slot slot;
    struct sm5_view view;
    char name[64];
    run_view(prog, r, element, &slot, &view);
    sm5_slot_format(&slot, name, sizeof name);
    strbuf_printf(arguments, " -b %s=", name);
    if (!r->bound) {
        strbuf_add(arguments, "null");
        return;
    }
    strbuf_printf(arguments, "@b%u,first=%llu,count=%llu", r->buffer, (unsigned long long)view.first,
                  (unsigned long long)view.count);
    if (view.format)
        strbuf_printf(arguments, ",format=%s", sm5_format_name(view.format));
    if (view.has_counter)
        strbuf_printf(arguments, ",counter=%u", view.counter);
}

bool export_program(const struct prog *prog, const char *folder, struct strbuf *arguments,
                    struct io_error *error)
{
    struct strbuf text = {0}, name = {0};
    strbuf_printf(&name, "%s/%llu.asm", folder, (unsigned long long)prog->seed);
    prog_text(prog, &text);
    bool good = io_write_file(strbuf_text(&name), strbuf_text(&text), text.length, error);
    strbuf_printf(arguments, "%s --groups %u,%u,%u", strbuf_text(&name), prog->groups[0], prog->groups[1],
                  prog->groups[2]);
    for (unsigned i = 0; i < prog->buffer_count && good; i++)
        good = !is_viewed(prog, i) || write_buffer(prog, folder, i, arguments, error);
    for (unsigned i = 0; i < prog->resource_count; i++)
        for (uint32_t k = 0; prog->resources[i].file != ISA_FILE_TGSM && k < prog->resources[i].array; k++)
            if (!prog->resources[i].dropped)
                add_view(prog, &prog->resources[i], k, arguments);
    for (unsigned i = 0; i < prog->tables; i++)
        strbuf_printf(arguments, " --class fp0[%u]=ft%u", i, i);
    strbuf_free(&name);
    strbuf_free(&text);
    return good;
}
