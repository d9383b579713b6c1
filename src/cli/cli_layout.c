/* sm5 layout: declarations of a program's structures and constant buffers for other languages. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli_layout.h"

struct options {
    struct cli_input input;
    struct host_texts structs;
    const char *slot, *out;
    unsigned language;
    struct layout_check check;
};

#define AT(field) .offset = offsetof(struct options, field)

static const struct cli_word languages[] = {{"c", LAYOUT_C},       {"cpp", LAYOUT_CPP},
                                            {"rust", LAYOUT_RUST}, {"python", LAYOUT_PYTHON},
                                            {"json", LAYOUT_JSON}, {0}};

static const struct cli_option option_table[] = {
    {"--language", "c|cpp|rust|python|json", "language of the declarations (default c)", OPTION_CHOICE,
     AT(language), .words = languages},
    {"--slot", "SLOT", "the structure of this slot only", OPTION_TEXT, AT(slot)},
    {"--struct", "SLOT=MEMBERS", "layout of a slot without RDEF, as in u0='float3 position; uint flags'",
     OPTION_LIST, AT(structs)},
    {"-o", "FILE", "write the declarations (default: standard output)", OPTION_TEXT, AT(out)},
    {"--check", "HEADER", "compare structures of a C or C++ header with those of the program", OPTION_TEXT,
     AT(check.path)},
    {"--map", "NAME=RESOURCE", "the structure NAME of the header is that of a slot or resource name",
     OPTION_LIST, AT(check.pairs)},
    {"--stride", "RESOURCE=EXPRESSION", "stride that the application uses, in the header's names",
     OPTION_LIST, AT(check.strides)},
    {"--matrix", "rows|columns|any", "order of square arrays in the header; any: orders are not compared",
     OPTION_CHOICE, AT(check.order), .words = cli_layout_orders},
    {"--std", "STANDARD", "language of the header, as in c11 or c++20 (default: by its ending)", OPTION_TEXT,
     AT(check.standard)},
    {"--target", "TRIPLE", "platform of the header (default: this one)", OPTION_TEXT, AT(check.target)},
    CLI_IN_PLACE,
    {0},
};

/* Two resources of one name, or one resource's slot: the later one is named by its slot too. */
static bool is_declared(const struct layout_decls *decls, const char *name)
{
    for (const struct layout_decl *decl = decls->first; decl; decl = decl->next)
        if (strcmp(decl->name, name) == 0)
            return true;
    return false;
}

static bool declare_resource(const struct sm5_program *program, uint32_t index, const struct options *options,
                             struct layout_decls *decls)
{
    struct sm5_resource_info info;
    struct host_layout layout;
    char slot[64], name[320];
    sm5_resource_at(program, index, &info);
    const struct sm5_slot which = {.kind = info.kind, .reg = info.reg, .space = info.space};
    if (info.kind == 's' || info.kind == 'g' || sm5_slot_format(&which, slot, sizeof slot) >= sizeof slot)
        return true;
    if (options->slot && strcmp(options->slot, slot) != 0)
        return true;
    if (!host_layout_of(program, index, &options->structs, &layout))
        return false;
    snprintf(name, sizeof name, "%.200s", info.name ? info.name : slot);
    if (is_declared(decls, name))
        snprintf(name, sizeof name, "%.200s_%s", info.name ? info.name : slot, slot);
    if (layout.count)
        cli_layout_declare(decls, name, slot, &layout);
    host_layout_free(&layout);
    return true;
}

static bool write_decls(const struct layout_decls *decls, const struct options *options)
{
    struct host_text text;
    if (!options->out) {
        cli_layout_write(decls, (enum layout_language)options->language, stdout);
        return true;
    }
    if (!host_text_open(&text))
        return false;
    cli_layout_write(decls, (enum layout_language)options->language, text.out);
    return host_may_write(options->out) && host_text_write(&text, options->out);
}

static int write_layouts(void *verb_options, struct sm5_program *program, struct sm5_diags *diags)
{
    (void)diags;
    const struct options *options = verb_options;
    struct layout_decls decls = {.end = &decls.first};
    struct sm5_info info;
    if (!host_structs_check(program, &options->structs) || !host_layouts_check(program))
        return HOST_BAD_PROGRAM;
    if (options->check.path)
        return cli_layout_check(program, &options->check, &options->input.hlsl, &options->structs);
    sm5_program_info(program, &info);
    bool ok = true;
    for (uint32_t i = 0; ok && i < info.resources; i++)
        ok = declare_resource(program, i, options, &decls);
    if (ok && !decls.first)
        ok = host_error("%s%sno structure or constant buffer with known members; expected RDEF or --struct",
                        options->slot ? options->slot : "", options->slot ? ": " : "");
    if (ok && decls.has_overlap)
        ok = host_error(
            "members of one structure lie between those of another; no declaration has such a layout");
    int code = ok && write_decls(&decls, options) ? HOST_OK : HOST_BAD_COMMAND;
    cli_layout_free(&decls);
    return code;
}

static bool check_options(const void *verb_options)
{
    const struct options *options = verb_options;
    const struct layout_check *check = &options->check;
    if (check->path && (options->out || options->slot || options->language))
        return host_error("layout: --check compares; -o, --slot and --language are for declarations");
    if (!check->path &&
        (check->pairs.count || check->strides.count || check->order || check->standard || check->target))
        return host_error("layout: --map, --stride, --matrix, --std and --target need --check HEADER");
    return true;
}

static int run(int argc, char **argv)
{
    struct options options = {0};
    int code = cli_use_program(&cli_layout, argc, argv, &options.input, write_layouts);
    free(options.structs.list);
    free(options.check.pairs.list);
    free(options.check.strides.list);
    return code;
}

const struct cli_verb cli_layout = {
    .name = "layout",
    .arguments = "IN [--language c|cpp|rust|python|json] [--slot SLOT] [-o FILE] | --check HEADER",
    .summary = "declares structures and constant buffers for other languages, or checks a header's",
    .options = option_table,
    .shared_options = {cli_hlsl_table},
    .check = check_options,
    .run = run,
    .notes = "Padding is explicit, and offsets and sizes are asserted at compile time. A column_major matrix "
             "is the array of\n"
             "its columns. Arrays whose items are not adjacent, as in constant buffers, are one member for "
             "each item.\n",
};
