/* How a case compiles its shader from HLSL. */
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "case/case_reader.h"

READER_FIELD(hlsl_entry, case_hlsl, entry, reader_text)
READER_FIELD(hlsl_profile, case_hlsl, profile, reader_text)

static bool read_define(struct reader *r, const char *name, const case_node *value, const char **out)
{
    const char *text;
    char *joined = NULL;
    if (!reader_text(r, value, &text))
        return false;
    if (asprintf(&joined, "%s=%s", name, text) < 0)
        return reader_memory(r);
    bool ok = reader_key(r, joined, out);
    free(joined);
    return ok;
}

static bool hlsl_defines(struct reader *r, const case_node *node, void *object)
{
    struct case_hlsl *hlsl = object;
    if (!reader_is_map(r, node, "values by macro, as in {SIZE: 64}"))
        return false;
    hlsl->define_count = case_node_count(node);
    hlsl->defines = case_memory_alloc(r->test->memory, hlsl->define_count, sizeof *hlsl->defines);
    for (size_t i = 0; hlsl->defines && i < hlsl->define_count; i++)
        if (!read_define(r, case_node_key(r->yaml, node, i), case_node_value(r->yaml, node, i),
                         &hlsl->defines[i]))
            return false;
    return hlsl->defines || reader_memory(r);
}

static bool read_folder(struct reader *r, const case_node *node, void *item)
{
    const char *text;
    if (!reader_text(r, node, &text))
        return false;
    char *path = io_join(r->test->folder, text);
    bool ok = path ? reader_key(r, path, item) : reader_memory(r);
    free(path);
    return ok;
}

static bool hlsl_includes(struct reader *r, const case_node *node, void *object)
{
    struct case_hlsl *hlsl = object;
    return reader_list(r, node, sizeof *hlsl->includes, read_folder, (void **)&hlsl->includes,
                       &hlsl->include_count);
}

static const struct reader_entry hlsl_keys[] = {{"entry", hlsl_entry},
                                                {"profile", hlsl_profile},
                                                {"defines", hlsl_defines},
                                                {"includes", hlsl_includes},
                                                {0}};

bool reader_hlsl(struct reader *r, const case_node *node, void *object)
{
    struct case_hlsl *hlsl = &((struct case_spec *)object)->hlsl;
    hlsl->present = true;
    return reader_map(r, node, hlsl_keys, hlsl);
}
