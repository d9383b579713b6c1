/* sm5 info: properties and declarations of a program. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

struct options {
    struct cli_input input;
    bool json;
};

#define AT(field) .offset = offsetof(struct options, field)

static const struct cli_option option_table[] = {
    {"--json", NULL, "the same as JSON", OPTION_FLAG, AT(json)},
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

/* Types of the components of a typed view; null for the others. */
static void json_return_type(struct host_json *json, uint32_t types)
{
    static const char *const names[16] = {NULL,    "unorm", "snorm",  "sint",      "uint",
                                          "float", "mixed", "double", "continued", "unused"};
    if (!types) {
        host_json_text(json, "return_type", NULL);
        return;
    }
    host_json_open(json, "return_type", '[');
    for (int i = 0; i < 4; i++) {
        const char *name = names[types >> 4 * i & 15];
        host_json_text(json, NULL, name ? name : "unknown");
    }
    host_json_close(json, ']');
}

static void json_resources(struct host_json *json, const struct sm5_program *program)
{
    struct sm5_resource_info info;
    host_json_open(json, "resources", '[');
    for (uint32_t i = 0; sm5_resource_at(program, i, &info); i++) {
        host_json_open(json, NULL, '{');
        host_json_text(json, "kind", info.kind == 'b' ? "cb" : (char[]){info.kind, 0});
        host_json_text(json, "layout", info.layout);
        host_json_text(json, "name", info.name);
        host_json_number(json, "register", info.reg);
        host_json_number_if(json, "last", info.last != UINT32_MAX, info.last);
        host_json_number(json, "space", info.space);
        host_json_number(json, "id", info.id);
        host_json_number(json, "stride", info.stride);
        host_json_number(json, "count", info.count);
        json_return_type(json, info.return_types);
        host_json_text(json, "format", sm5_format_name(sm5_resource_format(program, i)));
        host_json_bool(json, "counter", info.counter);
        host_json_bool(json, "coherent", info.coherent);
        host_json_bool(json, "ordered", info.ordered);
        cli_info_members_json(json, program, i);
        host_json_close(json, '}');
    }
    host_json_close(json, ']');
}

static void json_signature(struct host_json *json, const struct sm5_program *program,
                           enum sm5_signature which)
{
    struct sm5_element_info info;
    host_json_open(json, signature_names[which], '[');
    for (uint32_t i = 0; sm5_element_at(program, which, i, &info); i++) {
        char mask[5], used[5];
        mask_text(info.mask, mask);
        mask_text(info.used_mask, used);
        host_json_open(json, NULL, '{');
        host_json_text(json, "semantic", info.semantic);
        host_json_number(json, "index", info.index);
        host_json_number_if(json, "register", info.reg != UINT32_MAX, info.reg);
        host_json_text(json, "mask", mask);
        host_json_text(json, "used", used);
        host_json_text(json, "type", type_names[info.type < 4 ? info.type : 0]);
        host_json_number(json, "system_value", info.system_value);
        host_json_number(json, "stream", info.stream);
        host_json_close(json, '}');
    }
    host_json_close(json, ']');
}

static void json_input(struct host_json *json, const struct sm5_program *program,
                       const struct sm5_stage_element *e)
{
    char column[96], reg[32], components[5] = {0}, used[5] = {0};
    unsigned count = 0, used_count = 0;
    snprintf(reg, sizeof reg, "%.16s%" PRIu32, e->file, e->reg);
    for (uint32_t c = 0; c < 4; c++) {
        if (!(e->mask >> c & 1))
            continue;
        /* A semantic counts its own components. */
        char letter = "xyzw"[e->semantic ? count : c];
        components[count++] = letter;
        if (e->used >> c & 1)
            used[used_count++] = letter;
    }
    cli_stage_column_name(e, column);
    host_json_open(json, NULL, '{');
    host_json_text(json, "column", column);
    host_json_text(json, "register", reg);
    host_json_text(json, "components", components);
    host_json_text(json, "used", used);
    host_json_text(json, "type", e->type == 'f' ? "float" : e->type == 'i' ? "int" : "uint");
    host_json_text(json, "interpolation", e->interpolation);
    host_json_bool(json, "made", sm5_stage_element_is_generated(program, e));
    host_json_close(json, '}');
}

/* Inputs of a stage, as columns of -i name them. */
static void json_inputs(struct host_json *json, const struct sm5_program *program)
{
    struct sm5_stage_info stage;
    struct sm5_stage_element e;
    sm5_stage_info(program, &stage);
    int parts = strcmp(stage.stage, "cs") == 0 ? 0 : strcmp(stage.stage, "ds") == 0 ? 2 : 1;
    host_json_open(json, "inputs", '[');
    for (int part = 0; part < parts; part++) {
        enum sm5_stage_part which = part ? SM5_STAGE_CONSTANTS : SM5_STAGE_INPUTS;
        for (uint32_t i = 0; sm5_stage_element_at(program, which, i, &e); i++)
            json_input(json, program, &e);
    }
    host_json_close(json, ']');
}

static void json_chunks(struct host_json *json, const struct sm5_program *program)
{
    struct sm5_chunk_info chunk;
    host_json_open(json, "chunks", '[');
    for (uint32_t i = 0; sm5_chunk_at(program, i, &chunk); i++) {
        host_json_open(json, NULL, '{');
        host_json_text(json, "fourcc", chunk.fourcc);
        host_json_number(json, "offset", chunk.offset);
        host_json_number(json, "size", chunk.size);
        host_json_close(json, '}');
    }
    host_json_close(json, ']');
}

static void json_flags(struct host_json *json, const struct sm5_info *info)
{
    host_json_open(json, "global_flags", '[');
    for (uint32_t bit = 0; bit < 24; bit++)
        if (info->global_flags >> bit & 1 && sm5_global_flag_name(bit))
            host_json_text(json, NULL, sm5_global_flag_name(bit));
    host_json_close(json, ']');
    host_json_number(json, "features", info->features);
}

static void print_json(const struct sm5_program *program)
{
    struct host_json json = {.out = stdout};
    struct sm5_info info;
    char model[24];
    sm5_program_info(program, &info);
    snprintf(model, sizeof model, "%u.%u", info.major, info.minor);
    host_json_open(&json, NULL, '{');
    host_json_text(&json, "stage", info.stage);
    host_json_text(&json, "model", model);
    host_json_text(&json, "code_chunk", info.code_chunk);
    host_json_number(&json, "instructions", info.instructions);
    host_json_number(&json, "declarations", info.declarations);
    host_json_number(&json, "temps", info.temps);
    host_json_numbers(&json, "thread_group", info.thread_group, 3);
    host_json_number(&json, "tgsm_bytes", info.tgsm_bytes);
    json_flags(&json, &info);
    host_json_number(&json, "slots_used", info.slots_used);
    host_json_bool(&json, "from_container", info.from_container);
    host_json_bool(&json, "checksum_ok", info.checksum_ok);
    json_resources(&json, program);
    host_json_open(&json, "signatures", '{');
    for (int i = 0; i < 3; i++)
        json_signature(&json, program, (enum sm5_signature)i);
    host_json_close(&json, '}');
    json_inputs(&json, program);
    json_chunks(&json, program);
    host_json_close(&json, '}');
}

static int print_info(void *options, struct sm5_program *program, struct sm5_diags *diags)
{
    (void)diags;
    (((const struct options *)options)->json ? print_json : print_text)(program);
    return HOST_OK;
}

static int run(int argc, char **argv)
{
    struct options options = {0};
    return cli_use_program(&cli_info, argc, argv, &options.input, print_info);
}

const struct cli_verb cli_info = {
    .name = "info",
    .arguments = "IN [--json]",
    .summary = "prints stage, model, resources, signatures, counts and chunks",
    .options = option_table,
    .shared_options = {cli_hlsl_table},
    .run = run,
};
