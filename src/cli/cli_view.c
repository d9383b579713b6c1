/* sm5 view: a picture of a data file, or of two and their difference. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_view.h"

struct options {
    const char *in, *before, *out, *column, *range;
    uint64_t width;
    unsigned form;
};

#define AT(field) .offset = offsetof(struct options, field)

const struct cli_word cli_view_forms[] = {{"image", VIEW_IMAGE}, {"plot", VIEW_PLOT}, {0}};

static const struct cli_option option_table[] = {
    {"-o", "FILE", "the picture: .png or .svg", OPTION_TEXT, AT(out)},
    {"--before", "FILE", "another state of the data: show it, IN, and their difference", OPTION_TEXT,
     AT(before)},
    {"--column", "NAME", "the column or field to show, or the channel r, g, b or a of pixels", OPTION_TEXT,
     AT(column)},
    {"--width", "N", "values of a row of the image (default: the array's or picture's)", OPTION_COUNT,
     AT(width), .min = 1, .max = UINT32_MAX},
    {"--as", "image|plot", "form (default: an image if the data has rows, else a plot)", OPTION_CHOICE,
     AT(form), .words = cli_view_forms},
    {"--range", "LOW/HIGH",
     "values of the first and last colour, or of the axis (default: those of the data)", OPTION_TEXT,
     AT(range)},
    CLI_IN_PLACE,
    {0},
};

bool cli_view_range(const char *option, const char *text, struct view_request *request)
{
    char *end;
    request->has_range = true;
    request->low = strtod(text, &end);
    const char *slash = end;
    request->high = *slash == '/' ? strtod(slash + 1, &end) : NAN;
    return (slash != text && end != slash + 1 && !*end && isfinite(request->low) && isfinite(request->high) &&
            request->low < request->high) ||
           host_error("%s: invalid range '%s'; expected LOW/HIGH, as in 0/1", option, text);
}

static bool read_values(const char *path, const struct options *options, struct view_values *values)
{
    struct io_error error;
    host_note_input(path);
    if (io_has_ending(path, ".dds"))
        return cli_view_read_dds(path, options->column, values);
    return view_read(path, options->column, values, &error) || host_error("%s", error.text);
}

static bool show(const struct options *options, const struct view_values *values,
                 const struct view_values *before)
{
    struct io_error error;
    struct view_request request = {.title = options->column ? options->column : options->in,
                                   .values = values->list,
                                   .before = before->list,
                                   .count = values->count,
                                   .width = options->width ? options->width : values->width,
                                   .form = (enum view_form)options->form};
    if (options->range && !cli_view_range("--range", options->range, &request))
        return false;
    if (before->list && before->count != values->count)
        return host_error("%s has %zu values, %s has %zu; expected the same number", options->before,
                          before->count, options->in, values->count);
    return host_may_write(options->out) &&
           (view_write(options->out, &request, &error) || host_error("%s", error.text));
}

static bool set_input(void *verb_options, const char *text)
{
    struct options *options = verb_options;
    if (options->in)
        return host_error("view: one input at a time; '%s' is the second", text);
    options->in = text;
    return true;
}

static bool check(const struct options *options)
{
    if (!options->in)
        return host_error("view: no input; expected 'sm5 view IN -o FILE'");
    if (!options->out)
        return host_error("view: no output; expected -o FILE.png or FILE.svg");
    return view_is_path(options->out) ||
           host_error("-o %s: unknown ending; expected .png or .svg", options->out);
}

static int run(int argc, char **argv)
{
    struct options options = {0};
    struct view_values values = {0}, before = {0};
    int code = cli_parse(&cli_view, argc, argv, &options);
    if (code >= 0)
        return code;
    bool ok = check(&options) && read_values(options.in, &options, &values) &&
              (!options.before || read_values(options.before, &options, &before)) &&
              show(&options, &values, &before);
    free(values.list);
    free(before.list);
    return ok ? HOST_OK : HOST_BAD_COMMAND;
}

const struct cli_verb cli_view = {
    .name = "view",
    .arguments =
        "IN -o FILE [--before FILE] [--column NAME] [--width N] [--as image|plot] [--range LOW/HIGH]",
    .summary = "draws data as an image in false colours, or over its index as a plot",
    .options = option_table,
    .argument = set_input,
    .run = run,
    .notes = "IN is .npy, .csv, .json, .png, .dds, or .bin with 32-bit floats. NaN is magenta, inf white, "
             "-inf black.\n",
};
