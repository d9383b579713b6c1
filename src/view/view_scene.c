/* Lists of shapes, and the choice of what is drawn and written. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/view.h"

static struct view_shape *add(struct view_scene *scene, const struct view_shape *shape)
{
    if (scene->count == scene->room) {
        scene->room = scene->room ? 2 * scene->room : 64;
        scene->shapes = realloc(scene->shapes, scene->room * sizeof *scene->shapes);
    }
    scene->shapes[scene->count] = *shape;
    return &scene->shapes[scene->count++];
}

void view_rectangle(struct view_scene *scene, double x, double y, double w, double h, uint32_t colour)
{
    add(scene,
        &(struct view_shape){.kind = VIEW_RECTANGLE, .x = x, .y = y, .w = w, .h = h, .colour = colour});
}

void view_line(struct view_scene *scene, double x0, double y0, double x1, double y1, uint32_t colour)
{
    add(scene, &(struct view_shape){.kind = VIEW_LINE, .x = x0, .y = y0, .w = x1, .h = y1, .colour = colour});
}

void view_text(struct view_scene *scene, double x, double y, char anchor, const char *format, ...)
{
    va_list list;
    struct view_shape *shape =
        add(scene, &(struct view_shape){.kind = VIEW_TEXT, .x = x, .y = y, .anchor = anchor});
    va_start(list, format);
    vsnprintf(shape->text, sizeof shape->text, format, list);
    va_end(list);
}

void view_pixels(struct view_scene *scene, double x, double y, double w, double h, uint32_t *pixels,
                 size_t columns, size_t rows)
{
    add(scene, &(struct view_shape){.kind = VIEW_PIXELS,
                                    .x = x,
                                    .y = y,
                                    .w = w,
                                    .h = h,
                                    .pixels = pixels,
                                    .columns = columns,
                                    .rows = rows});
}

void view_free(struct view_scene *scene)
{
    for (size_t i = 0; i < scene->count; i++)
        free(scene->shapes[i].pixels);
    free(scene->shapes);
    *scene = (struct view_scene){0};
}

bool view_is_path(const char *path)
{
    return io_has_ending(path, ".png") || io_has_ending(path, ".svg");
}

bool view_write(const char *path, const struct view_request *request, struct io_error *error)
{
    struct view_scene scene = {0};
    if (!request->count)
        return io_fail(error, "%.160s: there are no values to show", path);
    if (request->width && request->count % request->width)
        return io_fail(error, "%.160s: %zu values are not whole rows of %zu", path, request->count,
                       request->width);
    if (request->form == VIEW_IMAGE || (request->form == VIEW_AUTO && request->width))
        view_image(&scene, request);
    else
        view_plot(&scene, request);
    const bool ok = io_has_ending(path, ".svg") ? view_write_svg(&scene, path, error)
                                                : view_write_png(&scene, path, error);
    view_free(&scene);
    return ok;
}
