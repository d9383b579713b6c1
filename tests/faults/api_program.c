/* Programs: reading, writing and printing. */
#include "api.h"

static enum sm5_status call_read(struct call *c)
{
    struct sm5_program *program;
    if (!sm5_is_container(c->file.data, c->file.size))
        return SM5_ERR_INPUT;
    const struct sm5_read_options options = {.max_memory = c->max_memory};
    enum sm5_status status =
        LIMITED(c, sm5_program_read_with(c->file.data, c->file.size, "x", &options, &program, c->diags));
    if (!status) {
        struct sm5_info info;
        sm5_program_info(program, &info);
        api_note(c, &info.instructions, sizeof info.instructions);
    }
    sm5_program_free(program);
    return status;
}

static enum sm5_status call_parse(struct call *c)
{
    struct sm5_program *program;
    enum sm5_status status = api_read(c, api_compute, &program);
    sm5_program_free(program);
    return status;
}

static enum sm5_status call_parse_wrong(struct call *c)
{
    static const char text[] =
        "cs_5_0\ndcl_temps 1\ndcl_thread_group 1, 1, 1\nadd r9.x, r0.q, l(1\nfoo\nret\n";
    struct sm5_program *program;
    enum sm5_status status = api_read(c, text, &program);
    sm5_program_free(program);
    return status == SM5_ERR_INPUT ? SM5_OK : status;
}

static enum sm5_status call_write(struct call *c)
{
    struct sm5_blob file;
    enum sm5_status status = sm5_program_write(c->program, NULL, &file, c->diags);
    api_note_blob(c, &file, status);
    return status;
}

static enum sm5_status call_print(struct call *c)
{
    struct sm5_blob text;
    enum sm5_status status = sm5_program_print(c->program, 0, &text, c->diags);
    api_note_blob(c, &text, status);
    return status;
}

API_SCENARIOS({"sm5_program_read of text", call_parse, SM5_ENGINE_INTERP},
              {"sm5_program_read of wrong text", call_parse_wrong, SM5_ENGINE_INTERP},
              {"sm5_program_read of a container", call_read, SM5_ENGINE_INTERP},
              {"sm5_program_write", call_write, SM5_ENGINE_INTERP},
              {"sm5_program_print", call_print, SM5_ENGINE_INTERP});
