/* The verb: programs of a range of seeds, generated, run, reduced and written. */
#include "random.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "gen.h"
#include "random_bug.h"
#include "random_checked.h"
#include "random_coverage.h"
#include "random_digest.h"
#include "random_export.h"
#include "random_ranks.h"
#include "random_reduce.h"
#include "ranks/ranks.h"
#include "run.h"
#include "sm5/device.h"

enum { REASONS = 16 };

struct session {
    const struct random_options *options;
    struct run_setup setup;
    int bug;  /* enum bug_kind, -1: none */
    int kind; /* enum gen_kind, GEN_KINDS: as the seed says */
    struct coverage coverage;
    uint32_t programs[GEN_KINDS], left[GEN_KINDS]; /* run; not supported by an engine */
    uint64_t count, bad;
    FILE *out; /* of the program that runs */
    double start;
    bool portable;
    struct gen_without without;
    char device[SM5_DEVICE_TEXT];
    struct {
        char text[160];
        uint64_t count;
    } reasons[REASONS]; /* of programs that are not supported */
    bool cannot_write;
    struct io_error error; /* why */
};

/* ---- options ---- */

/* The row of a configuration; RUN_MOST_CONFIGS when there is none. */
static unsigned find_config(const char *name, size_t length)
{
    for (unsigned i = 0; run_config_name(i); i++)
        if (strlen(run_config_name(i)) == length && strncmp(run_config_name(i), name, length) == 0)
            return i;
    return RUN_MOST_CONFIGS;
}

static void list_configs(struct strbuf *list)
{
    for (unsigned i = 0; run_config_name(i); i++)
        strbuf_printf(list, "%s%s%s", i ? ", " : "", run_config_name(i),
                      run_config_is_device(i) ? "[:DEVICE]" : "");
}

/* ":DEVICE" may follow the name of an engine that runs on devices. */
static unsigned parse_config(struct session *s, const char *text, size_t length)
{
    const char *colon = memchr(text, ':', length);
    unsigned found = find_config(text, colon ? (size_t)(colon - text) : length);
    if (found == RUN_MOST_CONFIGS || !colon)
        return found;
    size_t rest = length - (size_t)(colon + 1 - text);
    if (!run_config_is_device(found) || rest == 0 || rest >= sizeof s->device)
        return RUN_MOST_CONFIGS;
    memcpy(s->device, colon + 1, rest);
    s->setup.device = s->device;
    return found;
}

static bool parse_configs(struct session *s, const char *text, char *message)
{
    struct strbuf list = {0};
    s->setup.configs = 0;
    for (;; text++) {
        size_t length = strcspn(text, ",");
        unsigned found = parse_config(s, text, length);
        if (found == RUN_MOST_CONFIGS) {
            list_configs(&list);
            snprintf(message, RANDOM_MESSAGE, "--engines: unknown engine '%.*s'; expected a list of %s",
                     (int)length, text, strbuf_text(&list));
            strbuf_free(&list);
            return false;
        }
        s->setup.configs |= 1u << found;
        s->portable |= run_config_is_device(found);
        text += length;
        if (!*text)
            return true;
    }
}

/* The number of the name in a list, or -1 with a message. */
static int find_name(const char *option, const char *(*name)(unsigned i), const char *text, char *message)
{
    struct strbuf list = {0};
    for (unsigned i = 0; name(i); i++) {
        if (strcmp(name(i), text) == 0) {
            strbuf_free(&list);
            return (int)i;
        }
        strbuf_printf(&list, "%s%s", i ? ", " : "", name(i));
    }
    snprintf(message, RANDOM_MESSAGE, "%s: invalid value '%s'; expected one of %s", option, text,
             strbuf_text(&list));
    strbuf_free(&list);
    return -1;
}

static unsigned find_opcode(const char *name, size_t length)
{
    unsigned opcode = 0;
    for (; opcode < ISA_OPCODE_COUNT; opcode++) {
        const struct isa_op *row = isa_op(opcode);
        if (row && strlen(row->mnemonic) == length && memcmp(row->mnemonic, name, length) == 0)
            break;
    }
    return opcode;
}

static bool parse_without(struct session *s, const char *text, char *message)
{
    for (;; text++) {
        size_t length = strcspn(text, ",");
        unsigned opcode = find_opcode(text, length);
        if (opcode == ISA_OPCODE_COUNT || !length) {
            snprintf(message, RANDOM_MESSAGE, "--without: unknown instruction '%.*s'", (int)length, text);
            return false;
        }
        s->without.opcodes[opcode] = true;
        text += length;
        if (!*text)
            return true;
    }
}

static uint32_t default_configs(void)
{
    uint32_t configs = 0;
    for (unsigned i = 0; run_config_name(i); i++)
        configs |= (uint32_t)run_config_is_default(i) << i;
    return configs;
}

static bool open_portable(struct session *s, char *message)
{
    const struct random_options *o = s->options;
    s->portable |= o->portable;
    if (o->without && !s->portable)
        snprintf(message, RANDOM_MESSAGE, "--without: expected --portable or a device in --engines");
    else if (s->portable && (o->bug || o->digest))
        snprintf(message, RANDOM_MESSAGE, "%s: not with portable programs",
                 o->bug ? "--seed-bug" : "--digest");
    else if (s->portable && s->kind != GEN_KINDS && s->kind != GEN_COMPUTE)
        snprintf(message, RANDOM_MESSAGE, "--stage: portable programs are compute shaders; expected compute");
    else
        return !o->without || parse_without(s, o->without, message);
    return false;
}

static bool open_session(struct session *s, char *message)
{
    const struct random_options *o = s->options;
    s->setup = (struct run_setup){.configs = default_configs(), .isolate = o->isolate, .rules = true};
    s->bug = -1;
    s->kind = GEN_KINDS;
    if (o->engines && !parse_configs(s, o->engines, message))
        return false;
    if (o->stage && strcmp(o->stage, "all") != 0 &&
        (s->kind = find_name("--stage", gen_kind_name, o->stage, message)) < 0)
        return false;
    if (o->bug && (s->bug = find_name("--seed-bug", bug_kind_name, o->bug, message)) < 0)
        return false;
    return open_portable(s, message);
}

/* An engine that runs on devices has one. */
static bool has_device(const struct session *s, char *message)
{
    struct sm5_device device;
    size_t count = 0;
    bool uses = false;
    for (unsigned i = 0; run_config_name(i); i++)
        uses |= run_config_is_device(i) && s->setup.configs >> i & 1;
    if (!uses)
        return true;
    struct sm5_diags *diags = sm5_diags_new();
    enum sm5_status status = sm5_devices(&device, 1, &count, diags);
    if (status)
        snprintf(message, RANDOM_MESSAGE, "%s",
                 sm5_diags_count(diags) ? sm5_diags_at(diags, 0)->message : sm5_status_name(status));
    sm5_diags_free(diags);
    return !status;
}

/* ---- one program ---- */

static const char *kind_of(const struct prog *prog)
{
    return gen_kind_name(gen_kind_of_program(prog));
}

static enum gen_kind kind_of_seed(const struct session *s, uint64_t seed)
{
    if (s->portable)
        return GEN_COMPUTE;
    return s->kind == GEN_KINDS ? gen_kind_of(seed) : (enum gen_kind)s->kind;
}

static void print_program(const struct prog *prog, FILE *out)
{
    static const char *const units[] = {[ISA_PIXEL] = "pixels",
                                        [ISA_VERTEX] = "vertices",
                                        [ISA_GEOMETRY] = "primitives",
                                        [ISA_HULL] = "patches",
                                        [ISA_DOMAIN] = "patches"};
    const struct prog_frame *frame = &prog->frame;
    struct strbuf text = {0};
    prog_text(prog, &text);
    fprintf(out, "// %s, seed %llu; ", kind_of(prog), (unsigned long long)prog->seed);
    if (prog->stage == ISA_COMPUTE)
        fprintf(out, "groups %u, %u, %u\n", prog->groups[0], prog->groups[1], prog->groups[2]);
    else
        fprintf(out, "%u %s\n", prog->stage == ISA_PIXEL ? frame->rect[2] * frame->rect[3] : frame->count,
                units[prog->stage]);
    fputs(strbuf_text(&text), out);
    strbuf_free(&text);
}

static bool write_program(struct session *s, const struct prog *prog)
{
    struct strbuf arguments = {0}, name = {0};
    const char *folder = s->options->folder;
    if (!folder)
        return true;
    if (!export_is_possible(prog)) {
        fprintf(s->out, "// %s %llu: no case, as those cannot name primitives\n", kind_of(prog),
                (unsigned long long)prog->seed);
        return true;
    }
    bool plain = prog->stage == ISA_COMPUTE && !prog->textures;
    bool good = export_case(prog, folder, &name, &s->error) &&
                (!plain || export_program(prog, folder, &arguments, &s->error));
    if (good)
        fprintf(s->out, "// sm5 test %s\n", strbuf_text(&name));
    if (good && plain)
        fprintf(s->out, "// sm5 run %s\n", strbuf_text(&arguments));
    s->cannot_write |= !good;
    strbuf_free(&arguments);
    strbuf_free(&name);
    return good;
}

static void report(struct session *s, struct prog *prog, struct run_outcome *outcome)
{
    const struct random_options *o = s->options;
    if (o->reduce)
        reduce_program(prog, &s->setup, outcome);
    print_program(prog, s->out);
    fprintf(s->out, "// %s\n// again with: sm5 random --stage %s --seed %llu%s%s%s%s%s%s%s\n",
            outcome->message[0] ? outcome->message : outcome->why, kind_of(prog),
            (unsigned long long)prog->seed, o->engines ? " --engines " : "", o->engines ? o->engines : "",
            o->portable ? " --portable" : "", o->without ? " --without " : "", o->without ? o->without : "",
            o->strict ? " --strict" : "", o->reduce ? " --reduce" : "");
    fflush(s->out);
}

/* Line numbers in a reason are not compared. */
static void copy_reason(char *to, size_t size, const char *from)
{
    size_t n = 0;
    for (; *from && n + 1 < size; from++) {
        bool digit = *from >= '0' && *from <= '9';
        if (digit && n && to[n - 1] == '#')
            continue;
        to[n] = digit && n && to[n - 1] == ':' ? '#' : *from;
        n++;
    }
    to[n] = 0;
}

static void count_left(struct session *s, const struct random_record *record)
{
    unsigned i = 0;
    if (!record->left)
        return;
    s->left[record->kind]++;
    while (i < REASONS - 1 && s->reasons[i].count && strcmp(s->reasons[i].text, record->why) != 0)
        i++;
    snprintf(s->reasons[i].text, sizeof s->reasons[i].text, "%s", i < REASONS - 1 ? record->why : "other");
    s->reasons[i].count++;
}

static bool try_seed(struct session *s, uint64_t seed, struct random_record *record)
{
    enum gen_kind kind = kind_of_seed(s, seed);
    struct prog prog;
    struct run_outcome outcome;
    if (s->portable)
        gen_portable_program(&prog, seed, &s->without);
    else
        gen_program_of(&prog, kind, seed);
    if (s->options->print)
        print_program(&prog, s->out);
    coverage_add(&s->coverage, &prog);
    run_program(&prog, &s->setup, &outcome);
    record->runs = true;
    record->kind = kind;
    record->left = outcome.left;
    copy_reason(record->why, sizeof record->why, outcome.why);
    bool good = outcome.verdict == RUN_AGREES && !(s->options->strict && outcome.left);
    if (!good)
        report(s, &prog, &outcome);
    good &= write_program(s, &prog);
    prog_free(&prog);
    return good;
}

static bool print_digest(struct session *s, uint64_t seed, struct random_record *record)
{
    (void)record;
    enum gen_kind kind = kind_of_seed(s, seed);
    struct prog prog;
    gen_program_of(&prog, kind, seed);
    fprintf(s->out, "%s %llu %016llx\n", gen_kind_name(kind), (unsigned long long)seed,
            (unsigned long long)digest_of(&prog));
    fflush(s->out); /* a crash is in the next program */
    prog_free(&prog);
    return true;
}

/* A line of JSON. */
static void print_bug(const struct seeded_bug *bug, uint64_t seed, FILE *out)
{
    fprintf(out, "{\"seed\": %llu, \"kind\": \"%s\", \"pairs\": [", (unsigned long long)seed, bug->finding);
    for (unsigned i = 0; i < bug->pair_count; i++) {
        fprintf(out, "%s[%u", i ? ", " : "", bug->pairs[i].first);
        fprintf(out, bug->pairs[i].second == UINT32_MAX ? ", null]" : ", %u]", bug->pairs[i].second);
    }
    fputs("]}\n", out);
}

/* Programs without a place for the bug are skipped. */
static bool try_seeded_bug(struct session *s, uint64_t seed, struct random_record *record)
{
    (void)record;
    struct prog prog;
    struct seeded_bug bug;
    bool good = true;
    if (seed_bug(&prog, seed, (enum bug_kind)s->bug, &bug)) {
        if (!s->options->check)
            print_bug(&bug, seed, s->out);
        if (s->options->print)
            print_program(&prog, s->out);
        good = write_program(s, &prog) && (!s->options->check || checked_seeded_bug(&prog, &bug, s->out));
    }
    prog_free(&prog);
    return good;
}

/* ---- all programs ---- */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Reports programs that an engine does not support, which another one ran. */
static void print_left(const struct session *s)
{
    uint32_t left = 0;
    const char *between = ": ";
    for (unsigned kind = 0; kind < GEN_KINDS; kind++)
        left += s->left[kind];
    printf("left to the interpreter: %u", left);
    for (unsigned kind = 0; left && kind < GEN_KINDS; kind++)
        if (s->programs[kind]) {
            printf("%s%s %u of %u", between, gen_kind_name(kind), s->left[kind], s->programs[kind]);
            between = ", ";
        }
    printf("\n");
    for (unsigned i = 0; i < REASONS && s->reasons[i].count; i++)
        printf("  %llu: %s\n", (unsigned long long)s->reasons[i].count, s->reasons[i].text);
}

typedef bool run_seed(struct session *s, uint64_t seed, struct random_record *record);

static run_seed *run_of(const struct session *s)
{
    return s->options->digest ? print_digest : s->bug >= 0 ? try_seeded_bug : try_seed;
}

static void run_one(void *context, uint64_t index, FILE *out, struct random_record *record)
{
    struct session *s = context;
    s->out = out;
    record->good = run_of(s)(s, s->options->seed + index, record);
    record->cannot_write = s->cannot_write;
    if (s->cannot_write)
        snprintf(record->error, sizeof record->error, "%s", s->error.text);
}

static bool take_one(void *context, const struct random_record *record)
{
    struct session *s = context;
    s->count++;
    s->bad += !record->good;
    s->programs[record->kind] += record->runs;
    count_left(s, record);
    if (record->cannot_write) {
        s->cannot_write = true;
        snprintf(s->error.text, sizeof s->error.text, "%s", record->error);
    }
    return !record->cannot_write;
}

static bool has_time(void *context)
{
    const struct session *s = context;
    return !s->options->seconds || now() - s->start < (double)s->options->seconds;
}

static void run_all(struct session *s)
{
    const struct random_work work = {s, run_one, take_one, has_time};
    s->start = now();
    random_ranks_run(&work, s->options->count);
    if (run_of(s) != try_seed)
        return;
    double seconds = now() - s->start;
    printf("%llu programs, %llu bad, %.1f s, %.0f programs/s\n", (unsigned long long)s->count,
           (unsigned long long)s->bad, seconds, (double)s->count / seconds);
    print_left(s);
}

/* That of the programs of all ranks. */
static void add_coverage(struct coverage *coverage)
{
    struct coverage *all = calloc((size_t)ranks_count(), sizeof *all);
    if (!all)
        abort();
    ranks_exchange(coverage, sizeof *coverage, all);
    for (int r = 0; r < ranks_count(); r++) {
        coverage->stages |= all[r].stages;
        coverage->textures |= all[r].textures;
        for (unsigned i = 0; i < ISA_OPCODE_COUNT && r != ranks_own(); i++)
            coverage->rows[i] += all[r].rows[i];
    }
    free(all);
}

enum random_end random_run(const struct random_options *options, char message[RANDOM_MESSAGE])
{
    struct session s = {.options = options};
    if (!open_session(&s, message))
        return RANDOM_BAD_OPTION;
    if (!has_device(&s, message))
        return RANDOM_NO_DEVICE;
    if (options->folder)
        mkdir(options->folder, 0777); /* writing reports what fails */
    run_all(&s);
    add_coverage(&s.coverage);
    if (ranks_own()) /* rank 0 has the results */
        return RANDOM_PASSED;
    if (s.cannot_write) {
        snprintf(message, RANDOM_MESSAGE, "random: %s", s.error.text);
        return RANDOM_BAD_FILE;
    }
    bool covered = !options->coverage || coverage_report(&s.coverage);
    return s.bad || !covered ? RANDOM_FAILED : RANDOM_PASSED;
}
