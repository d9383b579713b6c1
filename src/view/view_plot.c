/* Values over their index. More values than pixels are shown as the range of each column, so that no peak disappears. */
#include <math.h>
#include <stdlib.h>

#include "view/view.h"

enum { LEFT = 96, RIGHT = 24, TOP = 32, BOTTOM = 44, WIDTH = 720, HEIGHT = 280, TICKS = 5 };

enum { BEFORE = 0xb0b0b0, AFTER = 0x2040b0, DIFFERENCE = 0xb01020 };

struct plot {
    struct view_scene *scene;
    double top, low, high;
    size_t count;
};

static double x_of(const struct plot *plot, double index)
{
    return LEFT + (plot->count > 1 ? index / (double)(plot->count - 1) * WIDTH : WIDTH / 2.0);
}

static double y_of(const struct plot *plot, double value)
{
    return plot->top + HEIGHT - view_part(value, plot->low, plot->high) * HEIGHT;
}

/* A step of 1, 2 or 5 times a power of ten. */
static double step_of(double range)
{
    const double raw = range / TICKS, power = pow(10, floor(log10(raw)));
    const double part = raw / power;
    return (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10) * power;
}

static void draw_axes(const struct plot *plot)
{
    struct view_scene *scene = plot->scene;
    const double bottom = plot->top + HEIGHT, range = plot->high - plot->low;
    const double step = isfinite(range) && range > 0 ? step_of(range) : 0;
    for (int i = 0; step > 0 && i < 2 * TICKS + 2; i++) {
        const double value = (ceil(plot->low / step) + i) * step;
        if (value > plot->high + step * 1e-9)
            break;
        view_line(scene, LEFT, y_of(plot, value), LEFT + WIDTH, y_of(plot, value), 0xdddddd);
        view_text(scene, LEFT - 8, y_of(plot, value) + 4, 'r', "%.6g", fabs(value) < step * 1e-9 ? 0 : value);
    }
    if (!(step > 0)) {
        view_text(scene, LEFT - 8, bottom, 'r', "%.6g", plot->low);
        view_text(scene, LEFT - 8, plot->top + 8, 'r', "%.6g", plot->high);
    }
    view_line(scene, LEFT, plot->top, LEFT, bottom, 0x000000);
    view_line(scene, LEFT, bottom, LEFT + WIDTH, bottom, 0x000000);
    const double last = (double)(plot->count - 1), index_step = last > 0 ? fmax(1, step_of(last)) : 1;
    for (double index = 0; index <= last; index += index_step) {
        view_line(scene, x_of(plot, index), bottom, x_of(plot, index), bottom + 5, 0x000000);
        view_text(scene, x_of(plot, index), bottom + 20, 'm', "%.0f", index);
    }
}

/* Values that have no place on the axis: NaN at the bottom, infinities at their ends. */
static void mark(const struct plot *plot, size_t index, double value)
{
    const double x = x_of(plot, (double)index);
    if (isnan(value))
        view_line(plot->scene, x, plot->top + HEIGHT - 12, x, plot->top + HEIGHT, VIEW_NAN);
    else if (isinf(value))
        view_line(plot->scene, x, value > 0 ? plot->top : plot->top + HEIGHT - 12, x,
                  value > 0 ? plot->top + 12 : plot->top + HEIGHT, 0xff8000);
}

static void draw_points(const struct plot *plot, const double *values, uint32_t colour)
{
    for (size_t i = 0; i < plot->count; i++) {
        mark(plot, i, values[i]);
        if (!isfinite(values[i]))
            continue;
        const double x = x_of(plot, (double)i), y = y_of(plot, values[i]);
        const bool joins = i + 1 < plot->count && isfinite(values[i + 1]);
        if (joins)
            view_line(plot->scene, x, y, x_of(plot, (double)(i + 1)), y_of(plot, values[i + 1]), colour);
        if (plot->count <= WIDTH / 8)
            view_rectangle(plot->scene, x - 2, y - 2, 4, 4, colour);
        else if (!joins)
            view_rectangle(plot->scene, x - 1, y - 1, 2, 2, colour);
    }
}

static void draw_columns(const struct plot *plot, const double *values, uint32_t colour)
{
    for (size_t column = 0; column < WIDTH; column++) {
        const size_t first = plot->count * column / WIDTH, end = plot->count * (column + 1) / WIDTH;
        const struct view_summary s = view_summarise(values + first, end - first);
        const double x = x_of(plot, (double)first);
        if (s.finite)
            view_line(plot->scene, x, y_of(plot, s.high), x, y_of(plot, s.low), colour);
        if (s.nans)
            mark(plot, first, NAN);
        for (int sign = 0; sign < 2; sign++)
            if (s.infinities[sign])
                mark(plot, first, sign ? INFINITY : -INFINITY);
    }
}

static void draw_values(const struct plot *plot, const double *values, uint32_t colour)
{
    if (plot->count > 2 * WIDTH)
        draw_columns(plot, values, colour);
    else
        draw_points(plot, values, colour);
}

static void widen(double *low, double *high)
{
    if (*low == *high) {
        const double margin = *low ? fabs(*low) / 2 : 1;
        *low -= margin;
        *high += margin;
    }
}

static void draw_head(const struct plot *plot, const char *title, const double *values)
{
    const struct view_summary s = view_summarise(values, plot->count);
    view_text(plot->scene, LEFT, plot->top - 10, 'l', "%s", title);
    view_text(plot->scene, LEFT + WIDTH, plot->top - 10, 'r', "%.6g to %.6g  NaN %zu  inf %zu  -inf %zu",
              s.low, s.high, s.nans, s.infinities[1], s.infinities[0]);
}

static void draw_key(const struct plot *plot, double x, const char *text, uint32_t colour)
{
    view_rectangle(plot->scene, x, plot->top - 18, 8, 8, colour);
    view_text(plot->scene, x + 12, plot->top - 10, 'l', "%s", text);
}

static void draw_difference(struct plot plot, const struct view_request *request)
{
    double *difference = view_subtract(request->values, request->before, request->count);
    const struct view_summary s = view_summarise(difference, request->count);
    plot.top += HEIGHT + TOP + BOTTOM;
    plot.low = s.low;
    plot.high = s.high;
    widen(&plot.low, &plot.high);
    draw_axes(&plot);
    draw_values(&plot, difference, DIFFERENCE);
    draw_head(&plot, "after - before", difference);
    free(difference);
}

void view_plot(struct view_scene *scene, const struct view_request *request)
{
    struct view_summary s = view_summarise(request->values, request->count);
    struct plot plot = {.scene = scene, .top = TOP, .low = s.low, .high = s.high, .count = request->count};
    scene->width = LEFT + WIDTH + RIGHT;
    scene->height = (request->before ? 2 : 1) * (size_t)(TOP + HEIGHT + BOTTOM);
    if (request->before) {
        const struct view_summary b = view_summarise(request->before, request->count);
        plot.low = b.finite && (!s.finite || b.low < plot.low) ? b.low : plot.low;
        plot.high = b.finite && (!s.finite || b.high > plot.high) ? b.high : plot.high;
    }
    if (request->has_range) {
        plot.low = request->low;
        plot.high = request->high;
    }
    widen(&plot.low, &plot.high);
    draw_axes(&plot);
    if (request->before)
        draw_values(&plot, request->before, BEFORE);
    draw_values(&plot, request->values, AFTER);
    draw_head(&plot, request->title, request->values);
    if (request->before) {
        draw_key(&plot, LEFT + 240, "before", BEFORE);
        draw_key(&plot, LEFT + 310, "after", AFTER);
        draw_difference(plot, request);
    }
}
