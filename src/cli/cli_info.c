/* sm5 info: what a program says of itself. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

struct options {
    struct host_hlsl_options hlsl; /* first: cli_hlsl_table takes its address */
    const char *in;
    bool json;
};

static bool take_argument(void *options, const char *text)
{
    struct options *o = options;
    if (o->in)
        return host_error("info: one input at a time; '%s' is the second", text);
    o->in = text;
    return true;
}

static bool take_json(void *options, const char *value)
{
    (void)value;
    ((struct options *)options)->json = true;
    return true;
}

static const struct cli_option option_table[] = {
    {"--json", NULL, "the same as JSON", take_json},
    {0},
};

static const char *const signature_names[] = {"input", "output", "patch_constant"};
static const char *const type_names[] = {"unknown", "uint", "int", "float"};

static void mask_text(uint32_t mask, char out[5])
{
    unsigned n = 0;
    for (unsigned i = 0; i < 4; i++)
        if (mask >> i & 1)
            out[n++] = "xyzw"[i];
    out[n] = 0;
}

/* ---- text ---- */

static void print_resources(const struct sm5_program *program)
{
    struct sm5_resource_info info;
    for (uint32_t i = 0; sm5_resource_at(program, i, &info); i++) {
        if (i == 0)
            printf("resources\n");
        printf("  %s%" PRIu32, info.kind == 'b' ? "cb" : (char[]){info.kind, 0}, info.reg);
        if (info.last == UINT32_MAX)
            printf("..*");
        else if (info.last != info.reg)
            printf("..%" PRIu32, info.last);
        if (info.space)
            printf(" space %" PRIu32, info.space);
        printf("  %s", info.layout);
        if (info.stride)
            printf(", stride %" PRIu32, info.stride);
        if (info.kind == 'b' || info.kind == 'g')
            printf(", %" PRIu32 "%s", info.count, info.kind == 'b' ? " rows" : " elements");
        printf("%s%s%s%s%s\n", info.counter ? ", counter" : "", info.coherent ? ", globally coherent" : "",
               info.ordered ? ", rasterizer ordered" : "", info.name ? "  " : "", info.name ? info.name : "");
        cli_info_members(program, i);
    }
}

static void print_signature(const struct sm5_program *program, enum sm5_signature which)
{
    struct sm5_element_info info;
    for (uint32_t i = 0; sm5_element_at(program, which, i, &info); i++) {
        char mask[5], used[5];
        mask_text(info.mask, mask);
        mask_text(info.used_mask, used);
        if (i == 0)
            printf("%s signature\n", signature_names[which]);
        printf("  %s%" PRIu32 "  ", info.semantic ? info.semantic : "?", info.index);
        if (info.reg == UINT32_MAX)
            printf("special register");
        else
            printf("register %" PRIu32, info.reg);
        printf(".%s  %s, used %s\n", mask, type_names[info.type < 4 ? info.type : 0],
               used[0] ? used : "none");
    }
}

static void print_chunks(const struct sm5_program *program)
{
    struct sm5_chunk_info chunk;
    for (uint32_t i = 0; sm5_chunk_at(program, i, &chunk); i++) {
        if (i == 0)
            printf("chunks\n");
        printf("  %.4s  %" PRIu32 " bytes at %" PRIu32 "\n", chunk.fourcc, chunk.size, chunk.offset);
    }
}

static void print_flags(const struct sm5_info *info)
{
    for (uint32_t bit = 0; bit < 24; bit++)
        if (info->global_flags >> bit & 1 && sm5_global_flag_name(bit))
            printf("  flag %s\n", sm5_global_flag_name(bit));
    for (uint32_t bit = 0; bit < 64; bit++)
        if (info->features >> bit & 1 && sm5_feature_name(bit))
            printf("  needs: %s\n", sm5_feature_name(bit));
}

static void print_text(const struct sm5_program *program)
{
    struct sm5_info info;
    sm5_program_info(program, &info);
    printf("%s_%u_%u, %u instructions, %u declarations, %u temps\n", info.stage, info.major, info.minor,
           info.instructions, info.declarations, info.temps);
    if (info.thread_group[0])
        printf("  thread group %u x %u x %u, %u bytes of shared memory\n", info.thread_group[0],
               info.thread_group[1], info.thread_group[2], info.tgsm_bytes);
    if (info.from_container)
        printf("  container with %s, checksum %s\n", info.code_chunk, info.checksum_ok ? "right" : "wrong");
    print_flags(&info);
    print_resources(program);
    for (int i = 0; i < 3; i++)
        print_signature(program, (enum sm5_signature)i);
    print_chunks(program);
}

/* ---- JSON ---- */

static void json_key(const char *key, bool first)
{
    printf("%s\"%s\": ", first ? "" : ", ", key);
}

static void json_text(const char *key, const char *text, bool first)
{
    json_key(key, first);
    if (text)
        host_json_string(stdout, text);
    else
        printf("null");
}

static void json_number(const char *key, uint64_t number, bool first)
{
    json_key(key, first);
    printf("%" PRIu64, number);
}

static void json_bool(const char *key, bool value, bool first)
{
    json_key(key, first);
    printf("%s", value ? "true" : "false");
}

/* Types of the components of a typed view; null for the others. */
static void json_return_type(const struct sm5_resource_info *info)
{
    static const char *const names[] = {NULL,    "unorm", "snorm",  "sint",      "uint",
                                        "float", "mixed", "double", "continued", "unused"};
    json_key("return_type", false);
    if (!info->return_types) {
        printf("null");
        return;
    }
    for (int i = 0; i < 4; i++) {
        uint32_t type = info->return_types >> 4 * i & 15;
        bool known = type < sizeof names / sizeof names[0] && names[type];
        printf("%s\"%s\"", i ? ", " : "[", known ? names[type] : "unknown");
    }
    printf("]");
}

static void json_resources(const struct sm5_program *program)
{
    struct sm5_resource_info info;
    json_key("resources", false);
    printf("[");
    for (uint32_t i = 0; sm5_resource_at(program, i, &info); i++) {
        printf("%s{", i ? ", " : "");
        json_text("kind", info.kind == 'b' ? "cb" : (char[]){info.kind, 0}, true);
        json_text("layout", info.layout, false);
        json_text("name", info.name, false);
        json_number("register", info.reg, false);
        json_key("last", false);
        if (info.last == UINT32_MAX)
            printf("null");
        else
            printf("%" PRIu32, info.last);
        json_number("space", info.space, false);
        json_number("id", info.id, false);
        json_number("stride", info.stride, false);
        json_number("count", info.count, false);
        json_return_type(&info);
        json_text("format", sm5_format_name(sm5_resource_format(program, i)), false);
        json_bool("counter", info.counter, false);
        json_bool("coherent", info.coherent, false);
        json_bool("ordered", info.ordered, false);
        cli_info_members_json(program, i);
        printf("}");
    }
    printf("]");
}

static void json_signature(const struct sm5_program *program, enum sm5_signature which)
{
    struct sm5_element_info info;
    printf("%s\"%s\": [", which ? ", " : "", signature_names[which]);
    for (uint32_t i = 0; sm5_element_at(program, which, i, &info); i++) {
        char mask[5], used[5];
        mask_text(info.mask, mask);
        mask_text(info.used_mask, used);
        printf("%s{", i ? ", " : "");
        json_text("semantic", info.semantic, true);
        json_number("index", info.index, false);
        json_key("register", false);
        if (info.reg == UINT32_MAX)
            printf("null");
        else
            printf("%" PRIu32, info.reg);
        json_text("mask", mask, false);
        json_text("used", used, false);
        json_text("type", type_names[info.type < 4 ? info.type : 0], false);
        json_number("system_value", info.system_value, false);
        json_number("stream", info.stream, false);
        printf("}");
    }
    printf("]");
}

static void json_input(const struct sm5_program *program, const struct sm5_stage_element *e, bool any)
{
    static const char letters[] = "xyzw";
    char column[96], reg[32], components[5] = {0}, used[5] = {0};
    unsigned count = 0, used_count = 0;
    snprintf(reg, sizeof reg, "%.16s%" PRIu32, e->file, e->reg);
    for (uint32_t c = 0; c < 4; c++) {
        if (!(e->mask >> c & 1))
            continue;
        /* A semantic counts its own components. */
        char letter = letters[e->semantic ? count : c];
        components[count++] = letter;
        if (e->used >> c & 1)
            used[used_count++] = letter;
    }
    cli_stage_column_name(e, column);
    printf("%s{", any ? ", " : "");
    json_text("column", column, true);
    json_text("register", reg, false);
    json_text("components", components, false);
    json_text("used", used, false);
    json_text("type", e->type == 'f' ? "float" : e->type == 'i' ? "int" : "uint", false);
    json_text("interpolation", e->interpolation, false);
    json_bool("made", sm5_stage_element_is_generated(program, e), false);
    printf("}");
}

/* Inputs of a stage, as columns of -i name them. */
static void json_inputs(const struct sm5_program *program)
{
    struct sm5_stage_info stage;
    struct sm5_stage_element e;
    sm5_stage_info(program, &stage);
    bool domain = strcmp(stage.stage, "ds") == 0, any = false;
    json_key("inputs", false);
    printf("[");
    for (int part = 0; part < (domain ? 2 : 1) && strcmp(stage.stage, "cs") != 0; part++) {
        enum sm5_stage_part which = part ? SM5_STAGE_CONSTANTS : SM5_STAGE_INPUTS;
        for (uint32_t i = 0; sm5_stage_element_at(program, which, i, &e); i++, any = true)
            json_input(program, &e, any);
    }
    printf("]");
}

static void json_chunks(const struct sm5_program *program)
{
    struct sm5_chunk_info chunk;
    json_key("chunks", false);
    printf("[");
    for (uint32_t i = 0; sm5_chunk_at(program, i, &chunk); i++) {
        printf("%s{", i ? ", " : "");
        json_text("fourcc", chunk.fourcc, true);
        json_number("offset", chunk.offset, false);
        json_number("size", chunk.size, false);
        printf("}");
    }
    printf("]");
}

static void json_flags(const struct sm5_info *info)
{
    const char *between = "";
    json_key("global_flags", false);
    printf("[");
    for (uint32_t bit = 0; bit < 24; bit++) {
        if (!(info->global_flags >> bit & 1) || !sm5_global_flag_name(bit))
            continue;
        printf("%s", between);
        host_json_string(stdout, sm5_global_flag_name(bit));
        between = ", ";
    }
    printf("]");
    json_number("features", info->features, false);
}

static void print_json(const struct sm5_program *program)
{
    struct sm5_info info;
    sm5_program_info(program, &info);
    printf("{");
    json_text("stage", info.stage, true);
    char model[16];
    snprintf(model, sizeof model, "%u.%u", info.major, info.minor);
    json_text("model", model, false);
    json_text("code_chunk", info.code_chunk, false);
    json_number("instructions", info.instructions, false);
    json_number("declarations", info.declarations, false);
    json_number("temps", info.temps, false);
    json_key("thread_group", false);
    printf("[%u, %u, %u]", info.thread_group[0], info.thread_group[1], info.thread_group[2]);
    json_number("tgsm_bytes", info.tgsm_bytes, false);
    json_flags(&info);
    json_number("slots_used", info.slots_used, false);
    json_bool("from_container", info.from_container, false);
    json_bool("checksum_ok", info.checksum_ok, false);
    json_resources(program);
    json_key("signatures", false);
    printf("{");
    for (int i = 0; i < 3; i++)
        json_signature(program, (enum sm5_signature)i);
    printf("}");
    json_inputs(program);
    json_chunks(program);
    printf("}\n");
}

static int print_info(const struct options *options)
{
    int code;
    if (!options->in) {
        host_error("info: no input; expected 'sm5 info IN'");
        return HOST_BAD_COMMAND;
    }
    struct sm5_diags *diags = sm5_diags_new();
    struct sm5_program *program = host_read_program(options->in, &options->hlsl, diags, &code);
    if (program && options->json)
        print_json(program);
    else if (program)
        print_text(program);
    sm5_program_free(program);
    sm5_diags_free(diags);
    return code;
}

static int run(int argc, char **argv)
{
    struct options options = {0};
    int code = cli_parse(&cli_info, argc, argv, &options);
    if (code < 0)
        code = print_info(&options);
    cli_hlsl_free(&options.hlsl);
    return code;
}

const struct cli_verb cli_info = {
    .name = "info",
    .arguments = "IN [--json]",
    .summary = "tells stage, model, resources, signatures, counts and chunks",
    .options = option_table,
    .shared_options = {cli_hlsl_table},
    .argument = take_argument,
    .run = run,
};
