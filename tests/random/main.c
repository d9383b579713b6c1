/* sm5-random: generates programs from seeds, runs each on all engines, and reduces those that differ. */
#include <stdlib.h>
#include <time.h>

#include "checked.h"
#include "coverage.h"
#include "export.h"
#include "gen.h"
#include "reduce.h"
#include "run.h"
#include "seeded_bug.h"

struct options {
    uint64_t seed;
    uint32_t count;
    struct run_setup setup;
    bool reduce, print, coverage, check;
    int bug;  /* enum bug_kind, -1: none */
    int kind; /* enum gen_kind, GEN_KINDS: as the seed says */
    bool strict;
    const char *folder;
};

static const char usage[] =
    "usage: sm5-random [--stage STAGE] [--seed S] [--count N] [--engines NAME,...] [--reduce] [--print]\n"
    "                  [--coverage] [--isolate] [--strict] [--seed-bug KIND [--check]] [--write FOLDER]\n"
    "  --stage STAGE  compute, texture (compute with textures), vertex, hull, domain, geometry, pixel, or "
    "all (the\n"
    "                 default): each seed a program of one of them\n"
    "  --seed S       the first program's seed (1)\n"
    "  --count N      number of programs, from seed S (1)\n"
    "  --engines ...  configurations to compare; the first of the table is the reference; see --engines "
    "help\n"
    "  --reduce       reduce a program that fails before it is printed\n"
    "  --print        print every program\n"
    "  --isolate      run each program in a separate process\n"
    "  --strict       a program that the JIT leaves to the interpreter fails\n"
    "  --seed-bug KIND  instead of comparing engines: insert one bug into each program and print its "
    "instruction;\n"
    "                 KIND: race, bounds, uninitialised, barrier\n"
    "  --check        run each program with a seeded bug under the checker, which must report that bug "
    "only\n"
    "  --write FOLDER write each program (reduced, when it fails and --reduce says so) as a case of sm5 "
    "test;\n"
    "                 plain compute programs also as files for sm5 run, whose arguments are printed\n"
    "  --coverage     fail when a row of the instruction set is in none of the programs\n";

static uint32_t find_config(const char *name, size_t length)
{
    for (unsigned i = 0; run_config_name(i); i++)
        if (strlen(run_config_name(i)) == length && strncmp(run_config_name(i), name, length) == 0)
            return 1u << i;
    return 0;
}

static void list_configs(FILE *to)
{
    for (unsigned i = 0; run_config_name(i); i++)
        fprintf(to, "%s%s\n", run_config_name(i), run_config_available(i) ? "" : " (not here)");
}

static bool parse_configs(const char *text, uint32_t *configs)
{
    *configs = 0;
    while (*text) {
        size_t length = strcspn(text, ",");
        uint32_t found = find_config(text, length);
        if (!found) {
            fprintf(stderr, "sm5-random: --engines takes a list of:\n");
            list_configs(stderr);
            return false;
        }
        *configs |= found;
        text += length + (text[length] == ',');
    }
    return true;
}

static bool parse_number(const char *text, uint64_t *value)
{
    char *end;
    if (!text || !*text)
        return false;
    *value = strtoull(text, &end, 0);
    return *end == 0;
}

static int find_bug_kind(const char *name)
{
    for (int i = 0; bug_kind_name((unsigned)i); i++)
        if (name && strcmp(bug_kind_name((unsigned)i), name) == 0)
            return i;
    return -1;
}

static bool find_kind(const char *name, int *kind)
{
    for (*kind = 0; name && gen_kind_name((unsigned)*kind); ++*kind)
        if (strcmp(gen_kind_name((unsigned)*kind), name) == 0)
            return true;
    return name && strcmp(name, "all") == 0;
}

/* False when the command line is wrong. */
static bool parse(int argc, char **argv, struct options *options)
{
    uint64_t value;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i], *next = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(word, "--reduce") == 0)
            options->reduce = true;
        else if (strcmp(word, "--print") == 0)
            options->print = true;
        else if (strcmp(word, "--coverage") == 0)
            options->coverage = true;
        else if (strcmp(word, "--strict") == 0)
            options->strict = true;
        else if (strcmp(word, "--stage") == 0 && find_kind(next, &options->kind))
            i++;
        else if (strcmp(word, "--check") == 0)
            options->check = true;
        else if (strcmp(word, "--engines") == 0 && next && parse_configs(next, &options->setup.configs))
            i++;
        else if (strcmp(word, "--isolate") == 0)
            options->setup.isolate = true;
        else if (strcmp(word, "--seed-bug") == 0 && (options->bug = find_bug_kind(next)) >= 0)
            i++;
        else if (strcmp(word, "--write") == 0 && next)
            options->folder = next, i++;
        else if (strcmp(word, "--seed") == 0 && parse_number(next, &value))
            options->seed = value, i++;
        else if (strcmp(word, "--count") == 0 && parse_number(next, &value) && value <= UINT32_MAX)
            options->count = (uint32_t)value, i++;
        else
            return false;
    }
    return true;
}

static const char *kind_of(const struct prog *prog)
{
    return gen_kind_name(gen_kind_of_program(prog));
}

static void print_program(const struct prog *prog)
{
    struct strbuf text = {0};
    prog_text(prog, &text);
    printf("// %s, seed %llu; ", kind_of(prog), (unsigned long long)prog->seed);
    if (prog->stage == ISA_COMPUTE)
        printf("groups %u, %u, %u\n", prog->groups[0], prog->groups[1], prog->groups[2]);
    else
        printf("%u invocations\n", prog_threads(prog));
    fputs(strbuf_text(&text), stdout);
    strbuf_free(&text);
}

static bool write_program(const struct prog *prog, const struct options *options)
{
    struct strbuf arguments = {0}, name = {0};
    if (!options->folder)
        return true;
    if (!export_is_possible(prog)) {
        printf("// %s %llu: no case, as those cannot name primitives\n", kind_of(prog),
               (unsigned long long)prog->seed);
        return true;
    }
    bool plain = prog->stage == ISA_COMPUTE && !prog->textures;
    bool good = export_case(prog, options->folder, &name) &&
                (!plain || export_program(prog, options->folder, &arguments));
    if (good)
        printf("// sm5 test %s\n", strbuf_text(&name));
    if (good && plain)
        printf("// sm5 run %s\n", strbuf_text(&arguments));
    if (!good)
        fprintf(stderr, "sm5-random: cannot write to %s\n", options->folder);
    strbuf_free(&arguments);
    strbuf_free(&name);
    return good;
}

static void report(struct prog *prog, const struct options *options, struct run_outcome *outcome)
{
    if (options->reduce)
        reduce_program(prog, &options->setup, outcome);
    print_program(prog);
    printf("// %s\n// again with: sm5-random --stage %s --seed %llu%s\n", outcome->message, kind_of(prog),
           (unsigned long long)prog->seed, options->reduce ? " --reduce" : "");
    fflush(stdout);
}

/* Programs that were run, by kind. */
struct tally {
    uint32_t programs[GEN_KINDS], left[GEN_KINDS];
};

static bool try_seed(uint64_t seed, const struct options *options, struct coverage *coverage,
                     struct tally *tally)
{
    enum gen_kind kind = options->kind == GEN_KINDS ? gen_kind_of(seed) : (enum gen_kind)options->kind;
    struct prog prog;
    struct run_outcome outcome;
    gen_program_of(&prog, kind, seed);
    if (options->print)
        print_program(&prog);
    coverage_add(coverage, &prog);
    run_program(&prog, &options->setup, &outcome);
    tally->programs[kind]++;
    tally->left[kind] += outcome.left != 0;
    bool good = outcome.verdict == RUN_AGREES && !(options->strict && outcome.left);
    if (!good)
        report(&prog, options, &outcome);
    good &= write_program(&prog, options);
    prog_free(&prog);
    return good;
}

/* A line of JSON. */
static void print_bug(const struct seeded_bug *bug, uint64_t seed)
{
    printf("{\"seed\": %llu, \"kind\": \"%s\", \"pairs\": [", (unsigned long long)seed, bug->finding);
    for (unsigned i = 0; i < bug->pair_count; i++) {
        printf("%s[%u", i ? ", " : "", bug->pairs[i].first);
        printf(bug->pairs[i].second == UINT32_MAX ? ", null]" : ", %u]", bug->pairs[i].second);
    }
    printf("]}\n");
}

/* Programs without a place for the bug are skipped. */
static bool try_seeded_bug(uint64_t seed, const struct options *options)
{
    struct prog prog;
    struct seeded_bug bug;
    bool good = true;
    if (seed_bug(&prog, seed, (enum bug_kind)options->bug, &bug)) {
        if (!options->check)
            print_bug(&bug, seed);
        if (options->print)
            print_program(&prog);
        good = write_program(&prog, options) && (!options->check || checked_seeded_bug(&prog, &bug));
    }
    prog_free(&prog);
    return good;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Reports programs that a JIT configuration left to the interpreter. */
static void print_tally(const struct tally *tally)
{
    uint32_t left = 0;
    const char *between = ": ";
    for (unsigned kind = 0; kind < GEN_KINDS; kind++)
        left += tally->left[kind];
    printf("left to the interpreter: %u", left);
    for (unsigned kind = 0; left && kind < GEN_KINDS; kind++)
        if (tally->programs[kind]) {
            printf("%s%s %u of %u", between, gen_kind_name(kind), tally->left[kind], tally->programs[kind]);
            between = ", ";
        }
    printf("\n");
}

int main(int argc, char **argv)
{
    struct options options = {
        .seed = 1, .count = 1, .bug = -1, .kind = GEN_KINDS, .setup = {.configs = UINT32_MAX, .rules = true}};
    static struct coverage coverage;
    struct tally tally = {0};
    uint32_t bad = 0;
    if (!parse(argc, argv, &options)) {
        fputs(usage, stderr);
        return 2;
    }
    double start = now();
    for (uint32_t i = 0; i < options.count; i++)
        bad += options.bug < 0 ? !try_seed(options.seed + i, &options, &coverage, &tally)
                               : !try_seeded_bug(options.seed + i, &options);
    if (options.bug >= 0)
        return bad > 0;
    double seconds = now() - start;
    printf("%u programs, %u bad, %.1f s, %.0f programs/s\n", options.count, bad, seconds,
           options.count / seconds);
    print_tally(&tally);
    bool covered = !options.coverage || coverage_report(&coverage);
    return bad || !covered;
}
