/* sm5 layout --check: which structures of a header are compared with which resources. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli_layout.h"
#include "header/header.h"

const struct cli_word cli_layout_orders[] = {
    {"rows", HEADER_ORDER_ROWS}, {"columns", HEADER_ORDER_COLUMNS}, {"any", HEADER_ORDER_ANY}, {0}};

struct checking {
    const struct sm5_program *program;
    const struct layout_check *check;
    const struct host_texts *structs;
    struct header header;
    struct host_texts names, expressions; /* names are malloc'ed */
    size_t differences, compared;
};

/* ---- resources ---- */

static bool has_rows(const struct sm5_resource_info *info)
{
    return info->kind == 't' || info->kind == 'u' || info->kind == 'b';
}

static void format_slot(const struct sm5_resource_info *info, char out[64])
{
    const struct sm5_slot slot = {.kind = info->kind, .reg = info->reg, .space = info->space};
    if (sm5_slot_format(&slot, out, 64) >= 64)
        out[0] = 0;
}

/* Whether `text` up to `length` is the slot or the name of a resource. */
static bool is_resource(const struct sm5_resource_info *info, const char *text, size_t length)
{
    char slot[64];
    format_slot(info, slot);
    if (!has_rows(info))
        return false;
    return (strlen(slot) == length && strncmp(slot, text, length) == 0) ||
           (info->name && strlen(info->name) == length && strncmp(info->name, text, length) == 0);
}

static bool names_resource(const struct checking *checking, const char *option, const char *text,
                           const char *name, size_t length)
{
    struct sm5_resource_info info;
    for (uint32_t i = 0; sm5_resource_at(checking->program, i, &info); i++)
        if (is_resource(&info, name, length))
            return true;
    return host_error("%s %s: no resource '%.*s'; expected a slot or a name of the program", option, text,
                      (int)length, name);
}

static bool check_texts(const struct checking *checking)
{
    const struct layout_check *check = checking->check;
    for (size_t i = 0; i < check->pairs.count; i++) {
        const char *text = check->pairs.list[i], *equals = strrchr(text, '=');
        if (!equals || equals == text)
            return host_error("--map %s: expected NAME=RESOURCE, as in Particle=u0", text);
        if (!names_resource(checking, "--map", text, equals + 1, strlen(equals + 1)))
            return false;
    }
    for (size_t i = 0; i < check->strides.count; i++) {
        const char *text = check->strides.list[i], *equals = strchr(text, '=');
        if (!equals || !equals[1])
            return host_error("--stride %s: expected RESOURCE=EXPRESSION, as in u0='sizeof(Particle)'", text);
        if (!names_resource(checking, "--stride", text, text, (size_t)(equals - text)))
            return false;
    }
    return true;
}

/* ---- names ---- */

/* The name of the header's structure for a resource: that of --map, otherwise its own. */
static char *name_for(const struct checking *checking, const struct sm5_resource_info *info, bool *is_mapped)
{
    char slot[64];
    format_slot(info, slot);
    for (size_t i = checking->check->pairs.count; i-- > 0;) {
        const char *text = checking->check->pairs.list[i], *equals = strrchr(text, '=');
        *is_mapped = is_resource(info, equals + 1, strlen(equals + 1));
        if (*is_mapped)
            return strndup(text, (size_t)(equals - text));
    }
    return strdup(info->name ? info->name : slot);
}

static void list_names(struct checking *checking)
{
    struct sm5_resource_info info;
    bool is_mapped;
    for (uint32_t i = 0; sm5_resource_at(checking->program, i, &info); i++)
        if (has_rows(&info))
            host_texts_add(&checking->names, name_for(checking, &info, &is_mapped));
    for (size_t i = 0; i < checking->check->strides.count; i++)
        host_texts_add(&checking->expressions, strchr(checking->check->strides.list[i], '=') + 1);
}

static const int64_t *stride_of(const struct checking *checking, const struct sm5_resource_info *info)
{
    for (size_t i = checking->check->strides.count; i-- > 0;) {
        const char *text = checking->check->strides.list[i];
        if (is_resource(info, text, strcspn(text, "=")))
            return &checking->header.values[i];
    }
    return NULL;
}

/* ---- comparison ---- */

static void compare(struct checking *checking, const struct sm5_resource_info *info,
                    const struct host_layout *layout, const struct header_struct *found)
{
    char slot[64];
    format_slot(info, slot);
    const struct header_resource resource = {.slot = slot,
                                             .is_buffer = info->kind == 'b',
                                             .stride = info->stride,
                                             .row = layout->owner ? sm5_layout_bytes(layout->owner)
                                                                  : layout->bytes,
                                             .given = stride_of(checking, info),
                                             .layout = layout};
    size_t count = header_compare(&resource, found, (enum header_order)checking->check->order, stdout);
    if (!count)
        printf("  the layouts agree\n");
    checking->differences += count;
    checking->compared++;
}

static bool check_resource(struct checking *checking, uint32_t index)
{
    struct sm5_resource_info info;
    struct host_layout layout;
    bool is_mapped = false;
    sm5_resource_at(checking->program, index, &info);
    if (!has_rows(&info))
        return true;
    char *name = name_for(checking, &info, &is_mapped);
    const struct header_struct *found = header_find(&checking->header, name);
    bool ok = host_layout_of(checking->program, index, checking->structs, &layout);
    if (!found && is_mapped)
        ok = ok && host_error("--map %s: the header defines no structure '%s'", name, name);
    else if (found && ok && !layout.count && is_mapped)
        ok = host_error("--map %s: the resource has no known members; expected RDEF or --struct", name);
    else if (found && ok && layout.count)
        compare(checking, &info, &layout, found);
    host_layout_free(&layout);
    free(name);
    return ok;
}

static int check_resources(struct checking *checking)
{
    struct sm5_info info;
    sm5_program_info(checking->program, &info);
    for (uint32_t i = 0; i < info.resources; i++)
        if (!check_resource(checking, i))
            return HOST_BAD_COMMAND;
    if (!checking->compared) {
        host_error(
            "--check: no structure of the header has the name of a resource; expected --map NAME=RESOURCE");
        return HOST_BAD_COMMAND;
    }
    return checking->differences ? HOST_BAD_PROGRAM : HOST_OK;
}

int cli_layout_check(const struct sm5_program *program, const struct layout_check *check,
                     const struct host_hlsl_options *hlsl, const struct host_texts *structs)
{
    struct checking checking = {.program = program, .check = check, .structs = structs};
    const struct header_options options = {.path = check->path,
                                           .standard = check->standard,
                                           .target = check->target,
                                           .defines = &hlsl->defines,
                                           .includes = &hlsl->includes};
    int code = HOST_BAD_COMMAND;
    if (check_texts(&checking)) {
        list_names(&checking);
        if (header_read(&options, &checking.names, &checking.expressions, &checking.header))
            code = check_resources(&checking);
    }
    header_free(&checking.header);
    for (size_t i = 0; i < checking.names.count; i++)
        free((char *)checking.names.list[i]);
    free(checking.names.list);
    free(checking.expressions.list);
    return code;
}
