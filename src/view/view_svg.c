/* Scenes as SVG 1.1. Rows of an image are rectangles, one for each run of a colour: readers scale them without blur. */
#include <stdio.h>
#include <stdlib.h>

#include "view/view.h"

static void write_escaped(FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        default: fputc((unsigned char)*text < ' ' ? '?' : *text, out);
        }
}

static void write_rectangle(FILE *out, double x, double y, double w, double h, uint32_t colour)
{
    fprintf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"#%06x\"/>\n", x, y, w, h,
            colour);
}

static void write_pixels(FILE *out, const struct view_shape *image)
{
    const double w = image->w / (double)image->columns, h = image->h / (double)image->rows;
    fprintf(out, "<g shape-rendering=\"crispEdges\">\n");
    for (size_t row = 0; row < image->rows; row++)
        for (size_t column = 0, end; column < image->columns; column = end) {
            const uint32_t *pixels = &image->pixels[row * image->columns];
            for (end = column + 1; end < image->columns && pixels[end] == pixels[column];)
                end++;
            write_rectangle(out, image->x + (double)column * w, image->y + (double)row * h,
                            (double)(end - column) * w, h, pixels[column]);
        }
    fprintf(out, "</g>\n");
}

static void write_text(FILE *out, const struct view_shape *text)
{
    const char *anchor = text->anchor == 'l' ? "start" : text->anchor == 'm' ? "middle" : "end";
    fprintf(out, "<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"%s\" fill=\"#%06x\">", text->x, text->y, anchor,
            text->colour);
    write_escaped(out, text->text);
    fprintf(out, "</text>\n");
}

static void write_shape(FILE *out, const struct view_shape *shape)
{
    switch (shape->kind) {
    case VIEW_RECTANGLE: write_rectangle(out, shape->x, shape->y, shape->w, shape->h, shape->colour); break;
    case VIEW_LINE:
        fprintf(out, "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" stroke=\"#%06x\"/>\n", shape->x,
                shape->y, shape->w, shape->h, shape->colour);
        break;
    case VIEW_TEXT: write_text(out, shape); break;
    case VIEW_PIXELS: write_pixels(out, shape); break;
    }
}

bool view_write_svg(const struct view_scene *scene, const char *path, struct io_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return io_fail_memory(error);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" height=\"%zu\" viewBox=\"0 0 %zu %zu\" "
            "font-family=\"monospace\" font-size=\"12\">\n",
            scene->width, scene->height, scene->width, scene->height);
    write_rectangle(out, 0, 0, (double)scene->width, (double)scene->height, 0xffffff);
    for (size_t i = 0; i < scene->count; i++)
        write_shape(out, &scene->shapes[i]);
    fprintf(out, "</svg>\n");
    bool ok = fclose(out) == 0;
    ok = ok ? io_write_file(path, text, size, error) : io_fail_memory(error);
    free(text);
    return ok;
}
