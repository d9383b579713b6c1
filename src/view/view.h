/* Pictures of data: values as an image in false colours, or over their index as a plot; one state, or two and their
   difference. Written as PNG or SVG. */
#ifndef SM5_VIEW_H
#define SM5_VIEW_H

#include "io/io.h"

enum view_form { VIEW_AUTO /* an image of rows, else a plot */, VIEW_IMAGE, VIEW_PLOT };

struct view_request {
    const char *title;
    const double *values, *before; /* `count` each; before: NULL, or another state to compare with */
    size_t count;
    size_t width; /* of rows; 0: values have none */
    enum view_form form;
    bool has_range;
    double low, high; /* of the colours or the axis; without them those of the finite values */
};

/* Writes the picture; the ending .svg or .png decides its kind. */
bool view_write(const char *path, const struct view_request *request, struct io_error *error);
bool view_is_path(const char *path);

/* ---- numbers (view_number.c) ---- */

/* A number of `size` bytes: 'f' (2, 4, 8), 'i' or 'u' (1, 2, 4, 8), 'b' (1, 4). False for other types. */
bool view_number(const void *at, char kind, size_t size, double *value);

/* ---- files (view_file.c) ---- */

struct view_values {
    double *list; /* malloc'ed */
    size_t count, width;
};
/* Reads a column, or a channel of a picture; NULL: the only one, or the first channel. */
bool view_read(const char *path, const char *column, struct view_values *out, struct io_error *error);

/* ---- statistics (view_data.c) ---- */

enum { VIEW_BINS = 64 };

struct view_summary {
    double low, high;                   /* of the finite values; 0 and 0 without one */
    size_t finite, nans, infinities[2]; /* -inf, inf */
    size_t bins[VIEW_BINS],
        largest; /* finite values between the limits given to view_bin, and the fullest bin */
};
struct view_summary view_summarise(const double *values, size_t count);
/* Where a finite value is between two limits: 0 to 1; 0.5 where they are too close to tell. */
double view_part(double value, double low, double high);
void view_bin(struct view_summary *summary, const double *values, size_t count, double low, double high);
/* after - before; NaN where one of them is, 0 where both are the same infinity. malloc'ed. */
double *view_subtract(const double *after, const double *before, size_t count);

/* ---- colours (view_colour.c) ---- */

enum { VIEW_NAN = 0xff00ff, VIEW_HIGH = 0xffffff, VIEW_LOW = 0x000000 }; /* NaN, inf, -inf */
/* Colour 0xRRGGBB of a value between the limits; values outside have that of the nearest limit. */
uint32_t view_colour(double value, double low, double high, bool diverges);

/* ---- scenes (view_scene.c): what a picture consists of, in pixels from the top left ---- */

enum view_kind { VIEW_RECTANGLE, VIEW_LINE, VIEW_TEXT, VIEW_PIXELS };

struct view_shape {
    enum view_kind kind;
    double x, y, w, h; /* lines: to (w, h); text: its baseline starts, centres or ends at (x, y) */
    uint32_t colour;
    char anchor; /* of text: 'l', 'm' or 'r' */
    char text[112];
    uint32_t *pixels; /* owned; columns x rows, shown over the rectangle */
    size_t columns, rows;
};

struct view_scene {
    size_t width, height;
    struct view_shape *shapes;
    size_t count, room;
};

void view_rectangle(struct view_scene *scene, double x, double y, double w, double h, uint32_t colour);
void view_line(struct view_scene *scene, double x0, double y0, double x1, double y1, uint32_t colour);
void view_text(struct view_scene *scene, double x, double y, char anchor, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
void view_pixels(struct view_scene *scene, double x, double y, double w, double h, uint32_t *pixels,
                 size_t columns, size_t rows);
void view_free(struct view_scene *scene);

/* Compose a scene. */
void view_image(struct view_scene *scene, const struct view_request *request);
void view_plot(struct view_scene *scene, const struct view_request *request);

/* view_svg.c, view_raster.c */
bool view_write_svg(const struct view_scene *scene, const char *path, struct io_error *error);
bool view_write_png(const struct view_scene *scene, const char *path, struct io_error *error);
/* view_font.c: five rows of three pixels, the top row in the highest bits. */
unsigned view_glyph(char letter);

#endif
