/* Layouts of resources: handles of layout/. */
#include "api/api.h"
#include "layout/layout.h"

enum sm5_status sm5_layout_of(const struct sm5_program *program, uint32_t index, struct sm5_layout **layout,
                              struct sm5_diags *diags)
{
    *layout = NULL;
    if (index >= program->decls.resource_count)
        return SM5_ERR_ARGUMENT;
    return layout_of_resource(program, index, layout, diags);
}

enum sm5_status sm5_layout_parse(const char *text, enum sm5_packing packing, const char *name,
                                 struct sm5_layout **layout, struct sm5_diags *diags)
{
    const struct diag_place place = {.file = name,
                                     .source_line = text,
                                     .source_length = strlen(text),
                                     .line = 1,
                                     .column = 1,
                                     .offset = SM5_NO_OFFSET,
                                     .instruction = SM5_NO_OFFSET};
    *layout = NULL;
    if (!api_check_value(packing, SM5_PACKING_CBUFFER, "enum sm5_packing", diags))
        return SM5_ERR_ARGUMENT;
    return layout_parse(text, packing, &place, layout, diags);
}

void sm5_layout_free(struct sm5_layout *layout)
{
    layout_free(layout);
}

const struct sm5_field_info *sm5_layout_fields(const struct sm5_layout *layout, size_t *count)
{
    *count = layout->fields.count;
    return layout->fields.data;
}

uint32_t sm5_layout_bytes(const struct sm5_layout *layout)
{
    return layout->bytes;
}

size_t sm5_fields(const struct sm5_program *program, uint32_t resource_index, struct sm5_field_info *fields,
                  size_t capacity, struct sm5_blob *names)
{
    struct sm5_layout *layout;
    struct strbuf text = {0};
    sm5_blob_free(names);
    if (sm5_layout_of(program, resource_index, &layout, NULL) || !layout)
        return 0;
    size_t count = layout->fields.count;
    for (size_t i = 0; i < count; i++)
        strbuf_add_bytes(&text, layout->fields.data[i].name, strlen(layout->fields.data[i].name) + 1);
    if (api_take_blob(&text, names, NULL))
        count = 0;
    const char *name = (const char *)names->data;
    for (size_t i = 0; i < count && i < capacity; i++) {
        fields[i] = layout->fields.data[i];
        fields[i].name = name;
        name += strlen(name) + 1;
    }
    layout_free(layout);
    return count;
}
