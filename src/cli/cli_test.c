/* sm5 test: finds cases and runs them, several at a time. */
#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

/* One case, found and then run. */
struct entry {
    char *path, *name, *text;
    char *folder; /* under --keep */
    enum cli_outcome outcome;
    double seconds;
};

struct options {
    struct cli_case_options cases;
    const char *junit, *filter;
    const char *shader, *out; /* --new */
    _Atomic size_t nonconforming;
    uint64_t jobs;
    double seconds; /* of all cases together */
    struct entry *entries;
    size_t count;
};

enum { DEPTH_LIMIT = 32 };

/* ---- finding cases ---- */

static bool add_entry(struct options *options, const char *path)
{
    struct entry *bigger = realloc(options->entries, (options->count + 1) * sizeof *options->entries);
    char *copy = strdup(path);
    if (bigger)
        options->entries = bigger;
    if (!bigger || !copy) {
        free(copy);
        return cli_say("out of memory");
    }
    options->entries[options->count++] = (struct entry){.path = copy};
    return true;
}

static bool is_case_file(const char *name)
{
    return strcmp(name, "case.json") == 0 || io_has_ending(name, ".yaml") || io_has_ending(name, ".yml");
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static int visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool search(struct options *options, const char *path, unsigned depth)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return cli_say("%s: no such file or folder", path);
    if (!S_ISDIR(about.st_mode))
        return add_entry(options, path);
    struct dirent **list;
    int n = depth < DEPTH_LIMIT ? scandir(path, &list, visible, alphasort) : 0;
    bool ok = n >= 0 || cli_say("%s: cannot be read", path);
    for (int i = 0; i < n; i++) {
        char *inner = ok ? io_join(path, list[i]->d_name) : NULL;
        /* Links to folders are not followed: they may lead in circles. */
        bool folder = inner && lstat(inner, &about) == 0 && S_ISDIR(about.st_mode);
        if (inner && (folder || (is_case_file(list[i]->d_name) && !is_folder(inner))))
            ok = search(options, inner, depth + 1);
        free(inner);
        free(list[i]);
    }
    if (n > 0)
        free(list);
    return ok;
}

/* ---- options ---- */

static bool take_argument(void *options, const char *text)
{
    return search(options, text, 0);
}

static bool take_keep(void *options, const char *value)
{
    ((struct options *)options)->cases.keep = value;
    return true;
}

static bool take_junit(void *options, const char *value)
{
    ((struct options *)options)->junit = value;
    return true;
}

static bool take_filter(void *options, const char *value)
{
    ((struct options *)options)->filter = value;
    return true;
}

static bool take_jobs(void *options, const char *value)
{
    return cli_take_count("--jobs", value, 256, &((struct options *)options)->jobs);
}

static bool take_engine(void *options, const char *value)
{
    return cli_take_engine(value, &((struct options *)options)->cases.kernel.engine);
}

static bool take_lanes(void *options, const char *value)
{
    return cli_take_lanes(value, &((struct options *)options)->cases.kernel.lanes);
}

static bool take_no_validate(void *options, const char *value)
{
    (void)value;
    return cli_take_validation(&((struct options *)options)->cases.kernel.validation, SM5_VALIDATION_NONE);
}

static bool take_strict(void *options, const char *value)
{
    (void)value;
    return cli_take_validation(&((struct options *)options)->cases.kernel.validation, SM5_VALIDATION_STRICT);
}

static bool take_no_cache(void *options, const char *value)
{
    (void)value;
    return ((struct options *)options)->cases.kernel.no_cache = true;
}

static bool take_oob(void *options, const char *value)
{
    return cli_take_oob(value, &((struct options *)options)->cases.oob, NULL);
}

static bool take_new(void *options, const char *value)
{
    ((struct options *)options)->shader = value;
    return true;
}

static bool take_out(void *options, const char *value)
{
    ((struct options *)options)->out = value;
    return true;
}

static bool take_bless(void *options, const char *value)
{
    (void)value;
    return ((struct options *)options)->cases.bless = true;
}

static bool take_check(void *options, const char *value)
{
    (void)value;
    return ((struct options *)options)->cases.check = true;
}

static const struct cli_option option_table[] = {
    {"--check", NULL, "run each case under the checker: what it finds and the case does not expect, fails",
     take_check},
    {"--new", "SHADER", "write a case for a program, with every slot filled in, to edit", take_new},
    {"-o", "FILE", "where --new writes it (default: standard output)", take_out},
    {"--bless", NULL, "write what comes out into the cases and their files as what they expect", take_bless},
    {"--keep", "DIR", "write what each case produced to DIR/CASE/, and counters.json", take_keep},
    {"--junit", "FILE", "write the results as JUnit XML", take_junit},
    {"--filter", "TEXT", "run the cases whose path has TEXT in it", take_filter},
    {"--jobs", "N", "cases at a time (default: one a core)", take_jobs},
    {"--engine", "auto|jit|interp", "what runs the programs (default auto)", take_engine},
    {"--lanes", "8|16", "threads of a warp, for the JIT", take_lanes},
    {"--oob", "PROFILE", "what accesses out of bounds do: spec (default), element, byte, robust2", take_oob},
    {"--no-cache", NULL, "neither read nor write the cache of machine code", take_no_cache},
    {"--no-validate", NULL, "run malformed programs too", take_no_validate},
    {"--strict", NULL, "do not run nonconforming programs", take_strict},
    {0},
};

/* ---- folders of --keep: cases of one name get numbers ---- */

static int by_folder(const void *left, const void *right)
{
    const struct entry *a = *(struct entry *const *)left, *b = *(struct entry *const *)right;
    int order = strcmp(a->folder ? a->folder : "", b->folder ? b->folder : "");
    return order ? order : (a > b) - (a < b);
}

static bool is_name(struct entry *const *sorted, size_t count, const char *name)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(sorted[middle]->name ? sorted[middle]->name : "", name);
        if (order == 0)
            return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* NAME-2, NAME-3, ... in the order of the cases, without those that are names of other cases. */
static bool number_folders(struct entry **sorted, size_t count)
{
    unsigned number = 1;
    for (size_t i = 1; i < count; i++) {
        bool same = sorted[i]->name && sorted[i - 1]->name && !strcmp(sorted[i]->name, sorted[i - 1]->name);
        number = same ? number : 1;
        for (bool taken = same; taken;) {
            free(sorted[i]->folder);
            if (asprintf(&sorted[i]->folder, "%s-%u", sorted[i]->name, ++number) < 0) {
                sorted[i]->folder = NULL;
                return cli_say("out of memory");
            }
            taken = is_name(sorted, count, sorted[i]->folder);
        }
    }
    return true;
}

static bool make_folders(struct options *options)
{
    struct entry **sorted = options->cases.keep ? calloc(options->count + 1, sizeof *sorted) : NULL;
    if (!options->cases.keep)
        return true;
    if (!sorted)
        return cli_say("out of memory");
    for (size_t i = 0; i < options->count; i++) {
        struct entry *entry = sorted[i] = &options->entries[i];
        entry->name = cli_case_name(entry->path);
        entry->folder = entry->name ? strdup(entry->name) : NULL;
    }
    qsort(sorted, options->count, sizeof(struct entry *), by_folder);
    bool ok = number_folders(sorted, options->count);
    for (size_t i = 0; i < options->count; i++) {
        free(options->entries[i].name);
        options->entries[i].name = NULL;
    }
    free(sorted);
    return ok;
}

/* ---- running ---- */

struct work {
    struct options *options;
    _Atomic size_t next;
    pthread_mutex_t lock;
    size_t printed;
    bool *done;
};

static void print_entry(const struct entry *entry)
{
    static const char *const words[] = {"ok  ", "FAIL", "skip", "new "};
    printf("%s %s", words[entry->outcome], entry->name ? entry->name : entry->path);
    if (entry->text && entry->text[0])
        printf(": %s", entry->text);
    putchar('\n');
}

/* Lines come in the order of the cases, each as soon as all before it are done. */
static void finish(struct work *work, size_t index)
{
    pthread_mutex_lock(&work->lock);
    work->done[index] = true;
    while (work->printed < work->options->count && work->done[work->printed])
        print_entry(&work->options->entries[work->printed++]);
    fflush(stdout);
    pthread_mutex_unlock(&work->lock);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void *run_entries(void *context)
{
    struct work *work = context;
    struct options *options = work->options;
    for (;;) {
        size_t index = atomic_fetch_add(&work->next, 1);
        if (index >= options->count)
            return NULL;
        struct entry *entry = &options->entries[index];
        double start = now();
        struct cli_case_options how = options->cases;
        how.folder = entry->folder;
        entry->outcome = cli_run_case(entry->path, &how, &entry->name, &entry->text);
        entry->seconds = now() - start;
        finish(work, index);
    }
}

static bool run_all(struct options *options)
{
    struct work work = {.options = options, .lock = PTHREAD_MUTEX_INITIALIZER};
    work.done = calloc(options->count + 1, sizeof *work.done);
    size_t jobs = options->jobs ? options->jobs : (size_t)sysconf(_SC_NPROCESSORS_ONLN), started = 0;
    pthread_t *threads = calloc(jobs, sizeof *threads);
    if (!work.done || !threads) {
        free(work.done);
        free(threads);
        return cli_say("out of memory");
    }
    options->cases.threads = jobs > 1 ? 1 : 0;
    while (started + 1 < jobs && pthread_create(&threads[started], NULL, run_entries, &work) == 0)
        started++;
    run_entries(&work);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(work.done);
    free(threads);
    return true;
}

/* ---- results ---- */

static size_t count_outcome(const struct options *options, enum cli_outcome outcome)
{
    size_t count = 0;
    for (size_t i = 0; i < options->count; i++)
        count += options->entries[i].outcome == outcome;
    return count;
}

static void xml_text(FILE *out, const char *text)
{
    for (; text && *text; text++) {
        if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '"')
            fputs("&quot;", out);
        else if (*text == '\n')
            fputs("&#10;", out);
        else if ((unsigned char)*text >= 0x20)
            fputc(*text, out);
    }
}

/* The folder of the case as a package: readers group cases by it. */
static void xml_class(FILE *out, const char *path)
{
    const char *end = strrchr(path, '/');
    if (end && strcmp(end, "/case.json") == 0)
        end = memrchr(path, '/', (size_t)(end - path));
    while (path[0] == '/' || (path[0] == '.' && path[1] == '/'))
        path++;
    char *folder = strndup(path, end && end > path ? (size_t)(end - path) : 0);
    for (char *at = folder; at && *at; at++)
        *at = *at == '/' ? '.' : *at;
    xml_text(out, folder && folder[0] ? folder : "sm5");
    free(folder);
}

static void xml_entry(FILE *out, const struct entry *entry)
{
    static const char *const tags[] = {"", "failure", "skipped", ""};
    fprintf(out, "  <testcase classname=\"");
    xml_class(out, entry->path);
    fprintf(out, "\" name=\"");
    xml_text(out, entry->name ? entry->name : entry->path);
    fprintf(out, "\" file=\"");
    xml_text(out, entry->path);
    fprintf(out, "\" time=\"%.6f\"", entry->seconds);
    if (entry->outcome == CLI_PASSED || entry->outcome == CLI_BLESSED) {
        fprintf(out, "/>\n");
        return;
    }
    fprintf(out, "><%s message=\"", tags[entry->outcome]);
    xml_text(out, entry->text);
    fprintf(out, "\"/></testcase>\n");
}

static bool write_junit(const struct options *options)
{
    char *text = NULL;
    size_t size = 0;
    struct io_error error;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return cli_say("out of memory");
    fprintf(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"sm5\" tests=\"%zu\" failures=\"%zu\" "
        "errors=\"0\" skipped=\"%zu\" time=\"%.6f\">\n",
        options->count, count_outcome(options, CLI_FAILED), count_outcome(options, CLI_SKIPPED),
        options->seconds);
    for (size_t i = 0; i < options->count; i++)
        xml_entry(out, &options->entries[i]);
    fprintf(out, "</testsuite>\n");
    bool ok = fclose(out) == 0 && io_write_file(options->junit, text, size, &error);
    free(text);
    return ok || cli_say("%s", error.text);
}

static void apply_filter(struct options *options)
{
    size_t kept = 0;
    for (size_t i = 0; i < options->count; i++) {
        if (options->filter && !strstr(options->entries[i].path, options->filter))
            free(options->entries[i].path);
        else
            options->entries[kept++] = options->entries[i];
    }
    options->count = kept;
}

static int run_found(struct options *options)
{
    apply_filter(options);
    if (options->count == 0) {
        cli_say("test: no case found; expected folders with case.json, or .yaml files");
        return CLI_WRONG_COMMAND;
    }
    double start = now();
    if (!make_folders(options) || !run_all(options))
        return CLI_WRONG_COMMAND;
    options->seconds = now() - start;
    size_t failed = count_outcome(options, CLI_FAILED), skipped = count_outcome(options, CLI_SKIPPED);
    if (options->cases.bless)
        printf("%zu blessed, ", count_outcome(options, CLI_BLESSED));
    printf("%zu passed, %zu failed", count_outcome(options, CLI_PASSED), failed);
    if (skipped)
        printf(", %zu skipped", skipped);
    putchar('\n');
    size_t nonconforming = atomic_load(&options->nonconforming);
    if (nonconforming) {
        fflush(stdout);
        cli_say("warning: %zu nonconforming program%s, see sm5 validate", nonconforming,
                nonconforming == 1 ? "" : "s");
    }
    if (options->junit && !write_junit(options))
        return CLI_WRONG_COMMAND;
    return failed ? CLI_WRONG_PROGRAM : CLI_GOOD;
}

static int make_new(const struct options *options)
{
    if (!options->shader)
        cli_say("test: -o goes with --new SHADER");
    else if (options->count || options->cases.bless)
        cli_say("test: --new writes one case and runs none; expected --new SHADER and -o FILE");
    else
        return cli_new_case(options->shader, options->out, &options->cases.hlsl);
    return CLI_WRONG_COMMAND;
}

/* The options of HLSL but the compiler belong to a program; each case has its own. */
static bool has_program_options(const struct cli_hlsl_options *hlsl)
{
    return hlsl->always || hlsl->entry || hlsl->profile || hlsl->defines.count || hlsl->includes.count;
}

static int run_cases(struct options *options)
{
    if (!has_program_options(&options->cases.hlsl))
        return run_found(options);
    cli_say("test: -E, -T, -D, -I and --hlsl go with --new SHADER; a case has the key 'hlsl'");
    return CLI_WRONG_COMMAND;
}

static int run(int argc, char **argv)
{
    struct options options = {0};
    options.cases.nonconforming = &options.nonconforming;
    int code = cli_parse(&cli_test, argc, argv, &options);
    if (code < 0)
        code = options.shader || options.out ? make_new(&options) : run_cases(&options);
    for (size_t i = 0; i < options.count; i++) {
        free(options.entries[i].path);
        free(options.entries[i].name);
        free(options.entries[i].text);
        free(options.entries[i].folder);
    }
    free(options.entries);
    cli_hlsl_free(&options.cases.hlsl);
    return code;
}

const struct cli_verb cli_test = {
    .name = "test",
    .arguments = "PATH... [options]\n       sm5 test --new SHADER [-o FILE]",
    .summary = "runs test cases: folders with case.json, and YAML files",
    .options = option_table,
    .shared_options = {cli_hlsl_table},
    .argument = take_argument,
    .run = run,
    .notes = "Folders are searched. docs/test-format.md describes a case.\n",
};
