/* Options of the verbs that read a program, for HLSL sources. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static bool take_hlsl(void *options, const char *value)
{
    (void)value;
    return ((struct host_hlsl_options *)options)->always = true;
}

static bool take_entry(void *options, const char *value)
{
    ((struct host_hlsl_options *)options)->entry = value;
    return value[0] || host_error("-E: expected the name of a function");
}

static bool take_profile(void *options, const char *value)
{
    static const char *const stages[] = {"cs", "vs", "hs", "ds", "gs", "ps", NULL};
    static const char *const models[] = {"_4_0", "_4_1", "_5_0", "_5_1", NULL};
    ((struct host_hlsl_options *)options)->profile = value;
    for (size_t s = 0; stages[s]; s++)
        for (size_t m = 0; models[m]; m++)
            if (strncmp(value, stages[s], 2) == 0 && strcmp(value + 2, models[m]) == 0)
                return true;
    return host_error("-T %s: expected cs, vs, hs, ds, gs or ps with _4_0, _4_1, _5_0 or _5_1", value);
}

static bool take_define(void *options, const char *value)
{
    if (!value[0] || value[0] == '=' || strchr(value, '\n'))
        return host_error("-D %s: expected NAME or NAME=VALUE on one line", value);
    return host_texts_add(&((struct host_hlsl_options *)options)->defines, value);
}

static bool take_include(void *options, const char *value)
{
    return host_texts_add(&((struct host_hlsl_options *)options)->includes, value);
}

static bool take_compiler(void *options, const char *value)
{
    ((struct host_hlsl_options *)options)->compiler = value;
    return value[0] || host_error("--hlsl-compiler: expected a program, vkd3d:PROGRAM or fxc:PROGRAM");
}

const struct cli_option cli_hlsl_table[] = {
    {"--entry", "NAME", "HLSL: the function to compile (default main)", take_entry},
    {"-E", "NAME", "the same as --entry", take_entry},
    {"--profile", "TARGET", "HLSL: stage and model to compile for (default cs_5_0)", take_profile},
    {"-T", "TARGET", "the same as --profile", take_profile},
    {"-D", "NAME[=VALUE]", "HLSL: define a macro (default value 1)", take_define},
    {"-I", "FOLDER", "HLSL: search the folder for includes", take_include},
    {"--hlsl", NULL, "read IN as HLSL, whatever its ending", take_hlsl},
    {"--hlsl-compiler", "PROGRAM",
     "compiler of HLSL, called like fxc if so named (default: SM5_HLSL_COMPILER, or vkd3d-compiler)",
     take_compiler},
    {0},
};

void cli_hlsl_free(struct host_hlsl_options *options)
{
    free(options->defines.list);
    free(options->includes.list);
}
