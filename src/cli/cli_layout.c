#include "cli/cli_layout.h"

#include <stdlib.h>

#include "cli/cli.h"

uint32_t cli_field_bytes(const struct sm5_field_info *field)
{
    return field->type == 'd' ? 8 : 4;
}

static uint32_t row_bytes(const struct sm5_resource_info *info, const struct cli_layout *layout)
{
    uint32_t end = 0;
    if (info->kind != 'b')
        return info->stride;
    for (size_t i = 0; i < layout->count; i++) {
        uint32_t at = layout->fields[i].offset + cli_field_bytes(&layout->fields[i]);
        end = at > end ? at : end;
    }
    end = (end + 15) / 16 * 16;
    return info->count * 16 > end ? info->count * 16 : end;
}

bool cli_layout_of(const struct sm5_program *program, uint32_t index, const struct cli_texts *structs,
                   struct cli_layout *out)
{
    struct sm5_resource_info info;
    (void)structs;
    *out = (struct cli_layout){0};
    if (!sm5_resource_at(program, index, &info))
        return true;
    size_t count = sm5_fields(program, index, NULL, 0, &out->names);
    out->fields = calloc(count + 1, sizeof *out->fields);
    if (!out->fields)
        return cli_say("out of memory");
    out->count = sm5_fields(program, index, out->fields, count, &out->names);
    out->bytes = row_bytes(&info, out);
    return true;
}

void cli_layout_free(struct cli_layout *layout)
{
    free(layout->fields);
    sm5_blob_free(&layout->names);
    *layout = (struct cli_layout){0};
}

const struct sm5_field_info *cli_layout_field(const struct cli_layout *layout, uint32_t offset)
{
    for (size_t i = 0; i < layout->count; i++) {
        const struct sm5_field_info *field = &layout->fields[i];
        if (offset >= field->offset && offset - field->offset < cli_field_bytes(field))
            return field;
    }
    return NULL;
}
