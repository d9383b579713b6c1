/* sm5 random: runs random programs on several engines and compares the results. */
#include "cli/cli.h"
#include "random/random.h"

#define AT(field) .offset = offsetof(struct random_options, field)

static const struct cli_option option_table[] = {
    {"--engines", "LIST",
     "engines to compare, separated by commas; the first in the order of the list below is the reference",
     OPTION_TEXT, AT(engines)},
    {"--count", "N", "number of programs (default 1)", OPTION_COUNT, AT(count), .min = 1, .max = UINT32_MAX},
    {"--seed", "N", "seed of the first program; the others have the next ones (default 1)", OPTION_COUNT,
     AT(seed), .max = UINT64_MAX},
    {"--seconds", "N", "start no program after N seconds", OPTION_COUNT, AT(seconds), .min = 1,
     .max = UINT32_MAX},
    {"--stage", "KIND",
     "kind of the programs: compute, texture (compute with textures), vertex, hull, domain, geometry, pixel; "
     "all (the default): by the seed",
     OPTION_TEXT, AT(stage)},
    {"--portable", NULL,
     "compute programs whose results Direct3D defines to the bit; implied by vulkan in --engines",
     OPTION_FLAG, AT(portable)},
    {"--without", "LIST", "mnemonics that portable programs do not contain, separated by commas", OPTION_TEXT,
     AT(without)},
    {"--reduce", NULL, "reduce each program that fails before it is printed", OPTION_FLAG, AT(reduce)},
    {"--write", "DIR",
     "write each program, reduced if it was, as a case of sm5 test; plain compute programs as files of sm5 "
     "run, too",
     OPTION_TEXT, AT(folder)},
    {"--print", NULL, "print every program", OPTION_FLAG, AT(print)},
    {"--isolate", NULL, "run each program in a separate process, so that a crash is a failure of the program",
     OPTION_FLAG, AT(isolate)},
    {"--strict", NULL, "a program that an engine does not support fails", OPTION_FLAG, AT(strict)},
    {"--seed-bug", "KIND",
     "insert a bug into each program and print its instructions: race, bounds, uninitialised or barrier",
     OPTION_TEXT, AT(bug)},
    {"--check", NULL, "with --seed-bug: run the checker, which must report that bug only", OPTION_FLAG,
     AT(check)},
    {"--digest", NULL, "print a hash of each program, its results and findings; run no other engine",
     OPTION_FLAG, AT(digest)},
    {"--coverage", NULL, "fail when an instruction is in none of the programs", OPTION_FLAG, AT(coverage)},
    {0},
};

static bool refuse_argument(void *options, const char *text)
{
    (void)options;
    return host_error("random: unexpected argument '%s'; expected options only", text);
}

static int run(int argc, char **argv)
{
    struct random_options options = {.seed = 1, .count = 1};
    char message[RANDOM_MESSAGE];
    int code = cli_parse(&cli_random, argc, argv, &options);
    if (code >= 0)
        return code;
    switch (random_run(&options, message)) {
    case RANDOM_PASSED: return HOST_OK;
    case RANDOM_FAILED: return HOST_BAD_PROGRAM;
    case RANDOM_NO_DEVICE: host_error("%s", message); return HOST_BAD_PROGRAM;
    default: host_error("%s", message); return HOST_BAD_COMMAND;
    }
}

static const char notes[] =
    "Engines: interp, interp-2 (threads), interp-backwards (groups from the last to the first), "
    "interp-split\n"
    "(groups on two threads alternately), interp-v2, -v3, -v4 (levels of x86-64), interp-order-1, -4 "
    "(orders\n"
    "of threads), jit-8, jit-8-split, jit-8-avx2, jit-16, jit-16-split, jit-16-avx2, jit-16-v4, jit (its\n"
    "choice of a width) and vulkan[:DEVICE]. Default: all that this machine has, without the last two.\n"
    "docs/random.md describes the programs.\n"
    "Exit codes: 0 no difference; 1 a program failed; 2 the command or a file is wrong.\n";

const struct cli_verb cli_random = {
    .name = "random",
    .arguments = "[--engines LIST] [--count N] [--seed N] [--reduce] [--write DIR]",
    .summary = "runs random programs on several engines and compares the results",
    .options = option_table,
    .argument = refuse_argument,
    .run = run,
    .has_ranks = true,
    .notes = notes,
};
