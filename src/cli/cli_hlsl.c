/* Options of the verbs that read a program, for HLSL sources. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

#define AT(field) .offset = offsetof(struct host_hlsl_options, field)

static bool set_entry(void *at, const char *value)
{
    *(const char **)at = value;
    return value[0] || host_error("-E: expected the name of a function");
}

static bool set_profile(void *at, const char *value)
{
    static const char *const stages[] = {"cs", "vs", "hs", "ds", "gs", "ps", NULL};
    static const char *const models[] = {"_4_0", "_4_1", "_5_0", "_5_1", NULL};
    *(const char **)at = value;
    for (size_t s = 0; stages[s]; s++)
        for (size_t m = 0; models[m]; m++)
            if (strncmp(value, stages[s], 2) == 0 && strcmp(value + 2, models[m]) == 0)
                return true;
    return host_error("-T %s: expected cs, vs, hs, ds, gs or ps with _4_0, _4_1, _5_0 or _5_1", value);
}

static bool add_define(void *at, const char *value)
{
    if (!value[0] || value[0] == '=' || strchr(value, '\n'))
        return host_error("-D %s: expected NAME or NAME=VALUE on one line", value);
    return host_texts_add(at, value);
}

static bool set_compiler(void *at, const char *value)
{
    *(const char **)at = value;
    return value[0] || host_error("--hlsl-compiler: expected a program, vkd3d:PROGRAM or fxc:PROGRAM");
}

const struct cli_option cli_hlsl_table[] = {
    {"--entry", "NAME", "HLSL: the function to compile (default main)", OPTION_CALL, AT(entry),
     .set = set_entry},
    {"-E", "NAME", "the same as --entry", OPTION_CALL, AT(entry), .set = set_entry},
    {"--profile", "TARGET", "HLSL: stage and model to compile for (default cs_5_0)", OPTION_CALL, AT(profile),
     .set = set_profile},
    {"-T", "TARGET", "the same as --profile", OPTION_CALL, AT(profile), .set = set_profile},
    {"-D", "NAME[=VALUE]", "HLSL: define a macro (default value 1)", OPTION_CALL, AT(defines),
     .set = add_define, .repeats = true},
    {"-I", "FOLDER", "HLSL: search the folder for includes", OPTION_LIST, AT(includes)},
    {"--hlsl", NULL, "read IN as HLSL, whatever its ending", OPTION_FLAG, AT(always)},
    {"--hlsl-compiler", "PROGRAM",
     "compiler of HLSL, called like fxc if so named (default: SM5_HLSL_COMPILER, or vkd3d-compiler)",
     OPTION_CALL, AT(compiler), .set = set_compiler},
    {0},
};

void cli_hlsl_free(struct host_hlsl_options *options)
{
    free(options->defines.list);
    free(options->includes.list);
}
