/* A plot of the ratios as SVG: a row for each shader, the time of sm5 over that of each peer on a logarithmic scale. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "kernels.h"

enum { LEFT = 150, RIGHT = 40, TOP = 106, ROW = 17, BOTTOM = 34, WIDTH = 860 };
static const double lowest = 0.1, highest = 20;

static const struct {
    int over;
    const char *name, *colour;
} marks[] = {{1, "gcc", "#1f77b4"}, {2, "clang", "#9467bd"}, {OVER_LIMIT, "the machine's limit", "#999999"}};
enum { MARKS = sizeof marks / sizeof marks[0] };

static double place(double ratio)
{
    double within = fmin(fmax(ratio, lowest), highest);
    return LEFT + (WIDTH - LEFT - RIGHT) * log(within / lowest) / log(highest / lowest);
}

static void text(FILE *out, double x, double y, const char *anchor, const char *style, const char *words)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>\n", x, y, anchor, style, words);
}

static void mark(FILE *out, size_t kind, double x, double y)
{
    if (marks[kind].over == OVER_LIMIT)
        fprintf(out, "<path d=\"M%.1f %.1fl0 9\" stroke=\"%s\" stroke-width=\"2\"/>\n", x, y - 4.5,
                marks[kind].colour);
    else
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.6\" fill=\"%s\"/>\n", x, y, marks[kind].colour);
}

static void draw_scale(FILE *out, double bottom)
{
    static const double lines[] = {0.1, 0.2, 0.5, 1, 1.5, 2, 5, 10, 20};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char label[16];
        double x = place(lines[i]);
        snprintf(label, sizeof label, "%g", lines[i]);
        fprintf(out, "<path d=\"M%.1f %dV%.1f\" stroke=\"%s\"/>\n", x, TOP - 8, bottom,
                lines[i] == 1 ? "#333333" : "#dddddd");
        text(out, x, TOP - 14, "middle", "fill=\"#555555\"", label);
    }
}

static void draw_legend(FILE *out, const struct setup *setup, const struct entry *entries, size_t count)
{
    char words[160];
    double x = LEFT;
    snprintf(words, sizeof words,
             "Time of sm5 over that of C, %zu shaders, %u threads; left of 1 sm5 is faster", count,
             setup->threads);
    text(out, LEFT, 22, "start", "font-size=\"15\"", words);
    for (size_t i = 0; i < MARKS; i++) {
        struct summary all = summary_of(entries, count, marks[i].over);
        if (!all.count)
            continue;
        snprintf(words, sizeof words, "over %s: %.2f", marks[i].name, all.mean);
        mark(out, i, x, 46);
        text(out, x + 9, 50, "start", "", words);
        x += 40 + 6.6 * (double)strlen(words);
    }
    snprintf(words, sizeof words, "over the better of both, as bars: %.2f (geometric means)",
             summary_of(entries, count, OVER_BEST).mean);
    text(out, LEFT, 69, "start", "", words);
}

/* A bar from 1 to the ratio to the best C build, and a mark for each peer. */
static void draw_entry(FILE *out, const struct entry *entry, double y)
{
    double best = measure_ratio(entry->outcome, entry->shader, OVER_BEST), from = place(fmin(best, 1));
    fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"9\" fill=\"%s\"/>\n", from, y - 4.5,
            place(fmax(best, 1)) - from, best > 1 ? "#f3b9a5" : "#b5ddb8");
    text(out, LEFT - 10, y + 4, "end", "", entry->outcome->subjects[entry->shader].name);
    for (size_t i = MARKS; i-- > 0;) {
        double ratio = measure_ratio(entry->outcome, entry->shader, marks[i].over);
        if (ratio > 0)
            mark(out, i, place(ratio), y);
    }
}

bool plot_write(const char *path, const struct setup *setup, const struct entry *entries, size_t count)
{
    FILE *out = fopen(path, "w");
    int height = TOP + ROW * (int)count + BOTTOM;
    if (out) {
        fprintf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" "
                "fill=\"white\"/>\n",
                WIDTH, height, WIDTH, height);
        draw_legend(out, setup, entries, count);
        draw_scale(out, TOP + ROW * (double)count);
        for (size_t i = 0; i < count; i++)
            draw_entry(out, &entries[i], TOP + ROW * ((double)i + 0.5));
        fprintf(out, "</svg>\n");
    }
    if (out && !ferror(out) && fclose(out) == 0)
        return true;
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return false;
}
