/* Member declarations in HLSL are refused with a diagnostic, or give fields that lie in the row, do not overlap and have
   different names. The first byte chooses the packing. */
#include "fuzz.h"
#include "layout/layout.h"

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void check_names(const struct sm5_layout *layout)
{
    size_t count = layout->fields.count;
    const char **names = calloc(count + 1, sizeof *names);
    FUZZ_CHECK(names != NULL);
    for (size_t i = 0; i < count; i++)
        names[i] = layout->fields.data[i].name;
    qsort(names, count, sizeof *names, compare_names);
    for (size_t i = 1; i < count; i++)
        FUZZ_CHECK(strcmp(names[i - 1], names[i]) != 0);
    free(names);
}

static void check_layout(const struct sm5_layout *layout)
{
    uint64_t end = 0;
    FUZZ_CHECK(layout->fields.count > 0 && layout->bytes % 4 == 0);
    for (size_t i = 0; i < layout->fields.count; i++) {
        const struct sm5_field_info *field = &layout->fields.data[i];
        uint32_t bytes = field->type == 'd' ? 8 : 4;
        FUZZ_CHECK(field->offset >= end && field->offset % bytes == 0);
        FUZZ_CHECK(field->name && field->name[0] && strchr("fiubd", field->type));
        FUZZ_CHECK(field->position < layout->fields.count);
        end = (uint64_t)field->offset + bytes;
    }
    FUZZ_CHECK(end <= layout->bytes);
    check_names(layout);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = calloc(1, size + 1);
    struct sm5_layout *layout;
    struct sm5_diags *diags = sm5_diags_new();
    FUZZ_CHECK(text != NULL && diags != NULL);
    if (size)
        memcpy(text, data + 1, size - 1);
    const struct diag_place place = {
        .file = "struct", .source_line = text, .source_length = strlen(text), .line = 1, .column = 1};
    enum sm5_packing packing = size && data[0] & 1 ? SM5_PACKING_CBUFFER : SM5_PACKING_STRUCTURED;
    enum sm5_status status = layout_parse(text, packing, &place, &layout, diags);
    FUZZ_CHECK((status == SM5_OK) == (layout != NULL) && (status == SM5_OK) == (sm5_diags_count(diags) == 0));
    if (layout)
        check_layout(layout);
    layout_free(layout);
    sm5_diags_free(diags);
    free(text);
    return 0;
}
