/* Reflection. */
#include "api.h"

static enum sm5_status call_instruction_text(struct call *c)
{
    struct sm5_blob text;
    enum sm5_status status = sm5_instruction_text(c->program, 3, &text);
    api_note_blob(c, &text, status);
    return status;
}

static enum sm5_status call_layout_of(struct call *c)
{
    struct sm5_layout *layout = NULL;
    enum sm5_status status = SM5_OK;
    for (uint32_t i = 0; !status && i < 6; i++) {
        status = sm5_layout_of(c->program, i, &layout, c->diags);
        sm5_layout_free(layout);
    }
    return status;
}

static enum sm5_status call_layout_parse(struct call *c)
{
    struct sm5_layout *layout;
    enum sm5_status status = sm5_layout_parse("struct P { float3 at; uint id; }; P list[3]; double2 d",
                                              SM5_PACKING_STRUCTURED, "x", &layout, c->diags);
    sm5_layout_free(layout);
    return status;
}

/* What the container declares, in tables and as texts of the program. */
static enum sm5_status call_tables(struct call *c)
{
    struct sm5_program *program;
    struct sm5_chunk_info chunk;
    struct sm5_element_info element;
    struct sm5_resource_info resource;
    enum sm5_status status = sm5_program_read(c->file.data, c->file.size, "x", &program, c->diags);
    if (status)
        return status;
    for (uint32_t i = 0; sm5_chunk_at(program, i, &chunk); i++)
        api_note_text(c, chunk.fourcc);
    for (uint32_t i = 0; sm5_resource_at(program, i, &resource); i++)
        api_note_text(c, resource.layout);
    for (uint32_t i = 0; sm5_element_at(program, SM5_SIGNATURE_INPUT, i, &element); i++)
        api_note_text(c, element.semantic);
    api_note_text(c, sm5_feature_name(0));
    api_note_text(c, sm5_global_flag_name(11));
    sm5_program_free(program);
    return SM5_OK;
}

/* The number of fields is 0 without a layout, and when memory is exhausted. */
static enum sm5_status call_fields(struct call *c)
{
    struct sm5_field_info fields[8];
    struct sm5_blob names = {0};
    uint8_t row[16] = {0};
    size_t known, count = sm5_fields(c->program, 0, fields, 8, &names);
    for (size_t i = 0; i < count && i < 8; i++)
        api_note_text(c, fields[i].name);
    sm5_blob_free(&names);
    sm5_layout_defaults(c->program, 0, row, sizeof row);
    api_note(c, row, sizeof row);
    uint32_t bytes = sm5_layout_bytes(c->layout) + (sm5_layout_fields(c->layout, &known) != NULL);
    api_note(c, &bytes, sizeof bytes);
    return count ? SM5_OK : SM5_ERR_MEMORY;
}

API_SCENARIOS({"sm5_instruction_text", call_instruction_text, SM5_ENGINE_INTERP},
              {"sm5_resource_at", call_tables, SM5_ENGINE_INTERP},
              {"sm5_fields", call_fields, SM5_ENGINE_INTERP},
              {"sm5_layout_of", call_layout_of, SM5_ENGINE_INTERP},
              {"sm5_layout_parse", call_layout_parse, SM5_ENGINE_INTERP});
