/* sm5 test: finds cases and runs them, several at a time. */
#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "case/case.h"
#include "ranks/ranks.h"

enum { DEPTH_LIMIT = 32 };

/* ---- finding cases ---- */

static bool add_entry(struct case_suite *suite, const char *path)
{
    struct case_entry *bigger = realloc(suite->entries, (suite->count + 1) * sizeof *suite->entries);
    char *copy = strdup(path);
    if (bigger)
        suite->entries = bigger;
    if (!bigger || !copy) {
        free(copy);
        return host_error("out of memory");
    }
    suite->entries[suite->count++] = (struct case_entry){.path = copy};
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

static bool search(struct case_suite *suite, const char *path, unsigned depth)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return host_error("%s: no such file or folder", path);
    if (!S_ISDIR(about.st_mode))
        return add_entry(suite, path);
    struct dirent **list;
    int n = depth < DEPTH_LIMIT ? scandir(path, &list, visible, alphasort) : 0;
    bool ok = n >= 0 || host_error("%s: cannot be read", path);
    for (int i = 0; i < n; i++) {
        char *inner = ok ? io_join(path, list[i]->d_name) : NULL;
        /* Links to folders are not followed: they may form cycles. */
        bool folder = inner && lstat(inner, &about) == 0 && S_ISDIR(about.st_mode);
        if (inner && (folder || (is_case_file(list[i]->d_name) && !is_folder(inner))))
            ok = search(suite, inner, depth + 1);
        free(inner);
        free(list[i]);
    }
    if (n > 0)
        free(list);
    return ok;
}

bool case_suite_add(struct case_suite *suite, const char *path)
{
    return search(suite, path, 0);
}

/* ---- folders of --keep: cases of one name get numbers ---- */

static int by_folder(const void *left, const void *right)
{
    const struct case_entry *a = *(struct case_entry *const *)left, *b = *(struct case_entry *const *)right;
    int order = strcmp(a->folder ? a->folder : "", b->folder ? b->folder : "");
    return order ? order : (a > b) - (a < b);
}

static bool is_name(struct case_entry *const *sorted, size_t count, const char *name)
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

/* Names folders NAME-2, NAME-3, ... in the order of the cases, except names of other cases. */
static bool number_folders(struct case_entry **sorted, size_t count)
{
    unsigned number = 1;
    for (size_t i = 1; i < count; i++) {
        bool same = sorted[i]->name && sorted[i - 1]->name && !strcmp(sorted[i]->name, sorted[i - 1]->name);
        number = same ? number : 1;
        for (bool taken = same; taken;) {
            free(sorted[i]->folder);
            if (asprintf(&sorted[i]->folder, "%s-%u", sorted[i]->name, ++number) < 0) {
                sorted[i]->folder = NULL;
                return host_error("out of memory");
            }
            taken = is_name(sorted, count, sorted[i]->folder);
        }
    }
    return true;
}

static bool make_folders(struct case_suite *suite)
{
    struct case_entry **sorted = suite->cases.keep ? calloc(suite->count + 1, sizeof *sorted) : NULL;
    if (!suite->cases.keep)
        return true;
    if (!sorted)
        return host_error("out of memory");
    for (size_t i = 0; i < suite->count; i++) {
        struct case_entry *entry = sorted[i] = &suite->entries[i];
        entry->name = case_name(entry->path);
        entry->folder = entry->name ? strdup(entry->name) : NULL;
    }
    qsort(sorted, suite->count, sizeof(struct case_entry *), by_folder);
    bool ok = number_folders(sorted, suite->count);
    for (size_t i = 0; i < suite->count; i++) {
        free(suite->entries[i].name);
        suite->entries[i].name = NULL;
    }
    free(sorted);
    return ok;
}

/* ---- running ---- */

struct work {
    struct case_suite *suite;
    _Atomic size_t next;
    pthread_mutex_t lock;
    size_t printed;
    bool *done;
};

static void print_entry(const struct case_entry *entry)
{
    static const char *const words[] = {"ok  ", "FAIL", "skip", "new "};
    printf("%s %s", words[entry->outcome], entry->name ? entry->name : entry->path);
    if (entry->text && entry->text[0])
        printf(": %s", entry->text);
    putchar('\n');
}

/* Prints lines in the order of the cases, each when all earlier ones are done. */
static void finish(struct work *work, size_t index)
{
    pthread_mutex_lock(&work->lock);
    work->done[index] = true;
    while (work->printed < work->suite->count && work->done[work->printed])
        print_entry(&work->suite->entries[work->printed++]);
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
    struct case_suite *suite = work->suite;
    for (;;) {
        size_t index = atomic_fetch_add(&work->next, 1);
        if (index >= suite->count)
            return NULL;
        if (!case_is_own(index))
            continue;
        struct case_entry *entry = &suite->entries[index];
        double start = now();
        struct case_options how = suite->cases;
        how.folder = entry->folder;
        entry->outcome = case_run(entry->path, &how, &entry->name, &entry->text);
        entry->seconds = now() - start;
        if (ranks_count() == 1)
            finish(work, index);
    }
}

static bool run_all(struct case_suite *suite)
{
    struct work work = {.suite = suite, .lock = PTHREAD_MUTEX_INITIALIZER};
    work.done = calloc(suite->count + 1, sizeof *work.done);
    size_t jobs = suite->jobs         ? suite->jobs
                  : ranks_count() > 1 ? ranks_threads()
                                      : (size_t)sysconf(_SC_NPROCESSORS_ONLN),
           started = 0;
    pthread_t *threads = calloc(jobs, sizeof *threads);
    if (!work.done || !threads) {
        free(work.done);
        free(threads);
        return host_error("out of memory");
    }
    suite->cases.threads = jobs > 1 ? 1 : 0;
    while (started + 1 < jobs && pthread_create(&threads[started], NULL, run_entries, &work) == 0)
        started++;
    run_entries(&work);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    if (ranks_count() > 1)
        case_ranks_collect(suite);
    for (size_t i = 0; ranks_count() > 1 && i < suite->count; i++)
        print_entry(&suite->entries[i]);
    free(work.done);
    free(threads);
    return true;
}

/* ---- results ---- */

static size_t count_outcome(const struct case_suite *suite, enum case_outcome outcome)
{
    size_t count = 0;
    for (size_t i = 0; i < suite->count; i++)
        count += suite->entries[i].outcome == outcome;
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

/* Prints the folder of the case as a package: tools group cases by it. */
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

static void xml_entry(FILE *out, const struct case_entry *entry)
{
    static const char *const tags[] = {"", "failure", "skipped", ""};
    fprintf(out, "  <testcase classname=\"");
    xml_class(out, entry->path);
    fprintf(out, "\" name=\"");
    xml_text(out, entry->name ? entry->name : entry->path);
    fprintf(out, "\" file=\"");
    xml_text(out, entry->path);
    fprintf(out, "\" time=\"%.6f\"", entry->seconds);
    if (entry->outcome == CASE_PASSED || entry->outcome == CASE_BLESSED) {
        fprintf(out, "/>\n");
        return;
    }
    fprintf(out, "><%s message=\"", tags[entry->outcome]);
    xml_text(out, entry->text);
    fprintf(out, "\"/></testcase>\n");
}

static bool write_junit(const struct case_suite *suite)
{
    char *text = NULL;
    size_t size = 0;
    struct io_error error;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return host_error("out of memory");
    fprintf(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"sm5\" tests=\"%zu\" failures=\"%zu\" "
        "errors=\"0\" skipped=\"%zu\" time=\"%.6f\">\n",
        suite->count, count_outcome(suite, CASE_FAILED), count_outcome(suite, CASE_SKIPPED), suite->seconds);
    for (size_t i = 0; i < suite->count; i++)
        xml_entry(out, &suite->entries[i]);
    fprintf(out, "</testsuite>\n");
    bool ok = fclose(out) == 0 && io_write_file(suite->junit, text, size, &error);
    free(text);
    return ok || host_error("%s", error.text);
}

static void apply_filter(struct case_suite *suite)
{
    size_t kept = 0;
    for (size_t i = 0; i < suite->count; i++) {
        if (suite->filter && !strstr(suite->entries[i].path, suite->filter))
            free(suite->entries[i].path);
        else
            suite->entries[kept++] = suite->entries[i];
    }
    suite->count = kept;
}

int case_suite_run(struct case_suite *suite)
{
    apply_filter(suite);
    if (suite->count == 0) {
        host_error("test: no case found; expected folders with case.json, or .yaml files");
        return HOST_BAD_COMMAND;
    }
    suite->cases.nonconforming = &suite->nonconforming;
    suite->cases.unknown_keys = &suite->unknown_keys;
    double start = now();
    if (!make_folders(suite) || !run_all(suite))
        return HOST_BAD_COMMAND;
    suite->seconds = now() - start;
    size_t failed = count_outcome(suite, CASE_FAILED), skipped = count_outcome(suite, CASE_SKIPPED);
    if (suite->cases.bless)
        printf("%zu blessed, ", count_outcome(suite, CASE_BLESSED));
    printf("%zu passed, %zu failed", count_outcome(suite, CASE_PASSED), failed);
    if (skipped)
        printf(", %zu skipped", skipped);
    putchar('\n');
    size_t nonconforming = atomic_load(&suite->nonconforming);
    if (nonconforming) {
        fflush(stdout);
        host_error("warning: %zu nonconforming program%s, see sm5 validate", nonconforming,
                   nonconforming == 1 ? "" : "s");
    }
    size_t unknown = atomic_load(&suite->unknown_keys);
    if (unknown)
        host_error("warning: ignored unknown keys in %zu case%s", unknown, unknown == 1 ? "" : "s");
    if (suite->junit && ranks_own() == 0 && !write_junit(suite))
        return HOST_BAD_COMMAND;
    return failed ? HOST_BAD_PROGRAM : HOST_OK;
}

void case_suite_free(struct case_suite *suite)
{
    for (size_t i = 0; i < suite->count; i++) {
        free(suite->entries[i].path);
        free(suite->entries[i].name);
        free(suite->entries[i].text);
        free(suite->entries[i].folder);
    }
    free(suite->entries);
}
