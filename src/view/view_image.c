/* Values as an image: one panel, or before, after and difference. A panel has its colours' range and a histogram. */
#include <math.h>
#include <stdlib.h>

#include "view/view.h"

enum { MARGIN = 16, TITLE = 20, BAR = 12, LINE = 18, HISTOGRAM = 64, SIDE_LEAST = 192, SIDE_MOST = 512 };

struct panel {
    const char *title, *part;
    const double *values;
    size_t count, width;
    double low, high;
    bool diverges;
    size_t columns, rows, step; /* pixels of the picture, and values of one in both directions */
    double x, shown_width, shown_height;
};

/* A pixel of several values is their mean, and NaN if one of them is, so that none disappears. */
static double reduce(const struct panel *panel, size_t column, size_t row)
{
    const size_t height = panel->count / panel->width;
    double sum = 0, number = 0;
    for (size_t y = row * panel->step; y < (row + 1) * panel->step && y < height; y++)
        for (size_t x = column * panel->step; x < (column + 1) * panel->step && x < panel->width; x++) {
            sum += panel->values[y * panel->width + x];
            number++;
        }
    return number > 1 ? sum / number : sum;
}

static void measure(struct panel *panel)
{
    const size_t height = panel->count / panel->width, side = panel->width > height ? panel->width : height;
    panel->step = (side + SIDE_MOST - 1) / SIDE_MOST;
    panel->columns = (panel->width + panel->step - 1) / panel->step;
    panel->rows = (height + panel->step - 1) / panel->step;
    const size_t shown = panel->columns > panel->rows ? panel->columns : panel->rows;
    const size_t scale = shown < SIDE_LEAST ? (SIDE_LEAST + shown - 1) / shown : 1;
    panel->shown_width = (double)(panel->columns * scale);
    panel->shown_height = (double)(panel->rows * scale);
}

static void draw_bar(struct view_scene *scene, const struct panel *panel, double y, double w)
{
    uint32_t *pixels = malloc(VIEW_BINS * sizeof *pixels);
    for (int i = 0; i < VIEW_BINS; i++)
        pixels[i] = view_colour(i, 0, VIEW_BINS - 1, panel->diverges);
    view_pixels(scene, panel->x, y, w, BAR, pixels, VIEW_BINS, 1);
    view_text(scene, panel->x, y + BAR + 14, 'l', "%.6g", panel->low);
    view_text(scene, panel->x + w, y + BAR + 14, 'r', "%.6g", panel->high);
}

static void draw_histogram(struct view_scene *scene, const struct panel *panel, double y, double w)
{
    struct view_summary summary = view_summarise(panel->values, panel->count);
    view_bin(&summary, panel->values, panel->count, panel->low, panel->high);
    for (int i = 0; i < VIEW_BINS && summary.largest; i++) {
        /* The smallest share that is not 0 is a pixel. */
        double height = ceil((double)summary.bins[i] / (double)summary.largest * HISTOGRAM);
        view_rectangle(scene, panel->x + w * i / VIEW_BINS, y + HISTOGRAM - height, w / VIEW_BINS, height,
                       0x707070);
    }
    view_line(scene, panel->x, y + HISTOGRAM, panel->x + w, y + HISTOGRAM, 0x000000);
    y += HISTOGRAM + LINE;
    view_text(scene, panel->x, y, 'l', "%.6g to %.6g", summary.low, summary.high);
    view_rectangle(scene, panel->x, y + LINE - 10, 8, 8, VIEW_NAN);
    view_text(scene, panel->x + 14, y + LINE, 'l', "NaN %zu  inf %zu  -inf %zu", summary.nans,
              summary.infinities[1], summary.infinities[0]);
}

static double panel_width(const struct panel *panel)
{
    return panel->shown_width < SIDE_LEAST ? SIDE_LEAST : panel->shown_width;
}

static void draw_panel(struct view_scene *scene, const struct panel *panel)
{
    const double w = panel_width(panel);
    double y = MARGIN + TITLE;
    uint32_t *pixels = malloc(panel->columns * panel->rows * sizeof *pixels);
    for (size_t row = 0; row < panel->rows; row++)
        for (size_t column = 0; column < panel->columns; column++)
            pixels[row * panel->columns + column] =
                view_colour(reduce(panel, column, row), panel->low, panel->high, panel->diverges);
    view_text(scene, panel->x, MARGIN + 10, 'l', "%s%s", panel->title, panel->part);
    view_pixels(scene, panel->x, y, panel->shown_width, panel->shown_height, pixels, panel->columns,
                panel->rows);
    y += panel->shown_height + 8;
    draw_bar(scene, panel, y, w);
    draw_histogram(scene, panel, y + BAR + LINE + 6, w);
}

/* One range for both states, so that colours can be compared. */
static void find_range(const struct view_request *request, double *low, double *high)
{
    const struct view_summary after = view_summarise(request->values, request->count);
    *low = after.low;
    *high = after.high;
    if (request->before) {
        const struct view_summary before = view_summarise(request->before, request->count);
        *low = before.finite && (!after.finite || before.low < *low) ? before.low : *low;
        *high = before.finite && (!after.finite || before.high > *high) ? before.high : *high;
    }
    if (request->has_range) {
        *low = request->low;
        *high = request->high;
    }
}

void view_image(struct view_scene *scene, const struct view_request *request)
{
    struct panel panels[3] = {{.title = request->title, .part = "", .values = request->values}};
    size_t count = 1;
    double *difference = NULL, low, high;
    find_range(request, &low, &high);
    if (request->before) {
        difference = view_subtract(request->values, request->before, request->count);
        panels[0] = (struct panel){.title = request->title, .part = ", before", .values = request->before};
        panels[1] = (struct panel){.title = request->title, .part = ", after", .values = request->values};
        panels[2] =
            (struct panel){.title = "after - before", .part = "", .values = difference, .diverges = true};
        count = 3;
    }
    size_t width = request->width;
    if (!width) /* a square, if the count is one */
        for (width = (size_t)sqrt((double)request->count); width > 1 && request->count % width;)
            width--;
    double x = MARGIN;
    for (size_t i = 0; i < count; i++) {
        struct panel *panel = &panels[i];
        panel->count = request->count;
        panel->width = width;
        panel->low = low;
        panel->high = high;
        panel->x = x;
        if (panel->diverges) {
            const struct view_summary s = view_summarise(difference, request->count);
            panel->high = fmax(fabs(s.low), fabs(s.high));
            panel->low = -panel->high;
        }
        measure(panel);
        x += panel_width(panel) + MARGIN;
    }
    scene->width = (size_t)x;
    scene->height = (size_t)(MARGIN + TITLE + panels[0].shown_height + 8 + BAR + LINE + 6 + HISTOGRAM +
                             2 * LINE + MARGIN);
    for (size_t i = 0; i < count; i++)
        draw_panel(scene, &panels[i]);
    free(difference);
}
