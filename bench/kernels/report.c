/* The table. */
#include <math.h>
#include <string.h>

#include "kernels.h"

enum { WIDTH = 9, WHAT = 31, NAME = 15 };

static void milliseconds(double seconds)
{
    if (seconds > 0)
        printf("%*.3f", WIDTH, seconds * 1e3);
    else
        printf("%*s", WIDTH, "-");
}

static void ratio(double value)
{
    if (value > 0 && isfinite(value))
        printf("%*.2f", WIDTH, value);
    else
        printf("%*s", WIDTH, "-");
}

void report_head(const struct setup *setup)
{
    static const char *const columns[] = {"sm5",   "1 thread", "scaling", "gcc",    "clang",
                                          "limit", "/ gcc",    "/ clang", "/ best", "/ limit",
                                          "goal",  "compile",  "load",    "cached"};
    printf("%u threads; medians in milliseconds; / gcc, ...: time of sm5 over theirs\n", setup->threads);
    printf("%-*s", WHAT + 1 + NAME, "");
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        printf("%*s", WIDTH, columns[i]);
    printf("  result\n");
}

/* The run of the same shader on one thread, 0 when there is none. */
static double one_thread(const struct outcome *outcome, size_t shader)
{
    const struct subject *last = &outcome->subjects[outcome->shader_count];
    bool is_it = outcome->shader_count < outcome->subject_count && last->shader == &outcome->shaders[shader];
    return is_it ? series_median(&last->times) : 0;
}

static void result(const struct subject *subject)
{
    if (subject->different == 0)
        printf("  same bits\n");
    else
        printf("  %s%.2g\n", subject->good ? "within " : "WRONG: off by ", subject->distance);
}

static void shader_row(const struct outcome *outcome, size_t i)
{
    const struct subject *subject = &outcome->subjects[i];
    const struct shader *shader = &outcome->shaders[i];
    double median = series_median(&subject->times), alone = one_thread(outcome, i);
    printf("%-*s %-*s", WHAT, i ? "" : outcome->kernel.what, NAME, subject->name);
    milliseconds(median);
    milliseconds(alone);
    ratio(alone / median);
    for (int peer = REFERENCE + 1; peer < MODULES; peer++)
        milliseconds(measure_peer(outcome, peer));
    milliseconds(measure_limit(outcome));
    for (int over = REFERENCE + 1; over < OVERS; over++)
        ratio(measure_ratio(outcome, i, over));
    ratio(outcome->kernel.goal);
    milliseconds(shader->made.compile_seconds);
    milliseconds(shader->made.load_seconds);
    milliseconds(shader->again.from_cache ? shader->again.compile_seconds : 0);
    result(subject);
}

void report_kernel(const struct outcome *outcome)
{
    for (size_t i = 0; i < outcome->shader_count; i++)
        shader_row(outcome, i);
    if (outcome->kernel.within > 0)
        printf("%-*s %s over %s: %.2f, goal %.2f\n", WHAT, "", outcome->subjects[0].name,
               outcome->subjects[1].name, measure_over(outcome), outcome->kernel.within);
    for (size_t i = 0; i < outcome->subject_count; i++)
        if (outcome->subjects[i].peer && !outcome->subjects[i].good) {
            printf("%-*s %-*s", WHAT, "", NAME, outcome->subjects[i].name);
            result(&outcome->subjects[i]);
        }
    fflush(stdout);
}

static void range(const char *name, const struct outcome *outcomes, size_t count, size_t field,
                  const char *unit)
{
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < count; i++) {
        double rate;
        memcpy(&rate, (const char *)&outcomes[i].limits + field, sizeof rate);
        least = fmin(least, rate);
        most = fmax(most, rate);
    }
    printf("%-16s %8.1f to %.1f %s\n", name, least * 1e-9, most * 1e-9, unit);
}

void report_limits(const struct outcome *outcomes, size_t count)
{
    const struct sm5_kernel_info *made = &outcomes[0].shaders[0].made;
    const char *copied = "GB/s, read and written together";
    printf("\nsm5: engine %s, %u lanes\nmedians of the machine's limits, from kernel to kernel\n",
           made->engine, made->lanes);
    range("memcpy", outcomes, count, offsetof(struct limits, memcpy), copied);
    range("streaming copy", outcomes, count, offsetof(struct limits, stream), copied);
    range("update in place", outcomes, count, offsetof(struct limits, update), copied);
    range("reading", outcomes, count, offsetof(struct limits, read), "GB/s");
    range("multiply-add", outcomes, count, offsetof(struct limits, fma), "GFLOP/s");
}

void report_means(const struct entry *entries, size_t count)
{
    printf("\n%zu shaders: time of sm5 over that of\n%-16s %8s %8s %8s %8s %8s\n", count, "", "geomean",
           "least", "most", "above 1", "above 1.5");
    for (int over = REFERENCE + 1; over < OVERS; over++) {
        struct summary all = summary_of(entries, count, over);
        const char *name = over == OVER_BEST    ? "the best C"
                           : over == OVER_LIMIT ? "the limit"
                                                : module_names[over];
        if (all.count)
            printf("%-16s %8.2f %8.2f %8.2f %8zu %8zu\n", name, all.mean, all.least, all.most, all.above_1,
                   all.above_1_5);
    }
}
