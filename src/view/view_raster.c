/* Scenes as PNG. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/view.h"

enum { SCALE = 2, ADVANCE = 4 * SCALE, GLYPH_ROWS = 5 };

struct canvas {
    uint32_t *pixels; /* bytes r, g, b, a */
    size_t width, height;
};

static void put(const struct canvas *canvas, long x, long y, uint32_t colour)
{
    if (x < 0 || y < 0 || (size_t)x >= canvas->width || (size_t)y >= canvas->height)
        return;
    const uint8_t bytes[4] = {(uint8_t)(colour >> 16), (uint8_t)(colour >> 8), (uint8_t)colour, 255};
    memcpy(&canvas->pixels[(size_t)y * canvas->width + (size_t)x], bytes, sizeof bytes);
}

static void fill(const struct canvas *canvas, double x, double y, double w, double h, uint32_t colour)
{
    const long right = lround(x + w), bottom = lround(y + h);
    for (long row = lround(y); row < bottom; row++)
        for (long column = lround(x); column < right; column++)
            put(canvas, column, row, colour);
}

static void draw_line(const struct canvas *canvas, const struct view_shape *line)
{
    const double dx = line->w - line->x, dy = line->h - line->y;
    const long steps = lround(ceil(fmax(fabs(dx), fabs(dy))));
    for (long i = 0; i <= steps; i++) {
        const double part = steps ? (double)i / (double)steps : 0;
        put(canvas, lround(line->x + dx * part), lround(line->y + dy * part), line->colour);
    }
}

static void draw_text(const struct canvas *canvas, const struct view_shape *text)
{
    const double width = (double)(strlen(text->text) * ADVANCE);
    double x = text->anchor == 'l' ? text->x : text->anchor == 'm' ? text->x - width / 2 : text->x - width;
    for (const char *at = text->text; *at; at++, x += ADVANCE) {
        const unsigned rows = view_glyph(*at);
        for (int row = 0; row < GLYPH_ROWS; row++)
            for (int column = 0; column < 3; column++)
                if (rows >> (3 * (GLYPH_ROWS - 1 - row) + 2 - column) & 1)
                    fill(canvas, floor(x) + column * SCALE, floor(text->y) + (row - GLYPH_ROWS) * SCALE,
                         SCALE, SCALE, text->colour);
    }
}

static void draw_pixels(const struct canvas *canvas, const struct view_shape *image)
{
    const double w = image->w / (double)image->columns, h = image->h / (double)image->rows;
    for (size_t row = 0; row < image->rows; row++)
        for (size_t column = 0; column < image->columns; column++)
            fill(canvas, image->x + (double)column * w, image->y + (double)row * h, w, h,
                 image->pixels[row * image->columns + column]);
}

bool view_write_png(const struct view_scene *scene, const char *path, struct io_error *error)
{
    const size_t count = scene->width * scene->height;
    const struct canvas canvas = {malloc(count * sizeof(uint32_t)), scene->width, scene->height};
    if (!canvas.pixels)
        return io_fail_memory(error);
    fill(&canvas, 0, 0, (double)scene->width, (double)scene->height, 0xffffff);
    for (size_t i = 0; i < scene->count; i++) {
        const struct view_shape *shape = &scene->shapes[i];
        switch (shape->kind) {
        case VIEW_RECTANGLE: fill(&canvas, shape->x, shape->y, shape->w, shape->h, shape->colour); break;
        case VIEW_LINE: draw_line(&canvas, shape); break;
        case VIEW_TEXT: draw_text(&canvas, shape); break;
        case VIEW_PIXELS: draw_pixels(&canvas, shape); break;
        }
    }
    const bool ok = io_png_write(path, IO_PIXEL_RGBA8, canvas.pixels, count, scene->width, error);
    free(canvas.pixels);
    return ok;
}
