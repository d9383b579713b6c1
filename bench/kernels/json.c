/* The same figures as the table and more, for other programs. */
#include <errno.h>
#include <string.h>

#include "kernels.h"

static void subject_json(FILE *out, const struct outcome *outcome, const struct subject *subject)
{
    fprintf(out, "{\"name\": \"%s\", \"threads\": %u, \"median_s\": %.9f, \"min_s\": %.9f, \"rounds\": %zu, ",
            subject->name, subject->threads, series_median(&subject->times), series_least(&subject->times),
            subject->times.count);
    fprintf(out, "\"good\": %s, \"different\": %.3g, \"distance\": %.3g", subject->good ? "true" : "false",
            subject->different, subject->distance);
    if (subject->shader) {
        const struct sm5_kernel_info *made = &subject->shader->made, *again = &subject->shader->again;
        const struct subject *best = measure_best_peer(outcome);
        double median = series_median(&subject->times);
        fprintf(out, ", \"engine\": \"%s\", \"lanes\": %u, \"compile_ms\": %.6f, \"load_ms\": %.6f, ",
                made->engine, made->lanes, made->compile_seconds * 1e3, made->load_seconds * 1e3);
        fprintf(out, "\"from_cache\": %s, \"again_ms\": %.6f, \"again_from_cache\": %s",
                made->from_cache ? "true" : "false", again->compile_seconds * 1e3,
                again->from_cache ? "true" : "false");
        if (best)
            fprintf(out, ", \"ratio\": %.4f", median / series_median(&best->times));
    }
    fputc('}', out);
}

static void outcome_json(FILE *out, const struct outcome *outcome)
{
    const struct kernel *kernel = &outcome->kernel;
    const struct limits *limits = &outcome->limits;
    fprintf(out, "    {\"name\": \"%s\", \"what\": \"%s\", \"groups\": [%u, %u, %u], \"bytes\": %.0f, ",
            kernel->name, kernel->what, kernel->groups[0], kernel->groups[1], kernel->groups[2],
            kernel->bytes);
    fprintf(out, "\"flops\": %.0f, \"goal\": %.2f, \"limit_s\": %.9f,\n", kernel->flops, kernel->goal,
            measure_limit(outcome));
    if (kernel->within > 0)
        fprintf(out, "     \"over\": %.4f, \"within\": %.2f,\n", measure_over(outcome), kernel->within);
    fprintf(out,
            "     \"limits\": {\"memcpy\": %.0f, \"stream\": %.0f, \"update\": %.0f, \"read\": %.0f, "
            "\"fma\": %.0f},\n",
            limits->memcpy, limits->stream, limits->update, limits->read, limits->fma);
    fprintf(out, "     \"subjects\": [\n");
    for (size_t i = 0; i < outcome->subject_count; i++) {
        fprintf(out, "       ");
        subject_json(out, outcome, &outcome->subjects[i]);
        fprintf(out, "%s\n", i + 1 < outcome->subject_count ? "," : "]}");
    }
}

bool json_write(const char *path, const struct setup *setup, const struct outcome *outcomes, size_t count)
{
    FILE *out = fopen(path, "w");
    if (out) {
        fprintf(out, "{\"threads\": %u, \"kernels\": [\n", setup->threads);
        for (size_t i = 0; i < count; i++) {
            outcome_json(out, &outcomes[i]);
            fprintf(out, "%s\n", i + 1 < count ? "," : "");
        }
        fprintf(out, "]}\n");
    }
    if (out && !ferror(out) && fclose(out) == 0)
        return true;
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return false;
}
