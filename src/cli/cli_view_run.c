/* run --view SLOT[.MEMBER]=FILE[,key=value]...: a picture of a resource after the run. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli_view.h"
#include "ranks/ranks.h"

struct cli_view_plan {
    const struct cli_bound *bound;
    char *title, *path;      /* path: without the keys */
    struct io_column column; /* a member */
    unsigned channel;        /* of texels */
    double *before;
    struct view_request request;
    struct cli_view_plan *next;
};

/* ---- what a resource consists of ---- */

struct rows {
    const uint8_t *data; /* NULL: of a slice */
    size_t row_bytes;
    sm5_format format;            /* 0: structures or words */
    struct sm5_subresource place; /* of all elements; width: those of a buffer */
    bool is_texture;
};

/* All elements of the buffer, or the first mip and layer that the view shows. */
static bool find_rows(const struct cli_bound *bound, struct rows *rows)
{
    const struct sm5_view *view = &bound->view;
    *rows = (struct rows){
        .data = sm5_buffer_data(bound->buffer), .row_bytes = bound->row_bytes, .format = view->format};
    rows->is_texture = view->texture.kind != SM5_TEXTURE_NONE;
    if (!rows->is_texture) {
        const uint64_t count = rows->row_bytes ? sm5_buffer_size(bound->buffer) / rows->row_bytes : 0;
        rows->place = (struct sm5_subresource){.width = (uint32_t)count, .height = 1, .depth = 1};
        return count <= UINT32_MAX;
    }
    rows->format = view->format ? view->format : view->texture.format;
    if (!sm5_texture_subresource(&view->texture, view->first_mip, view->first_layer, &rows->place))
        return false;
    rows->data += rows->place.offset;
    return view->texture.samples <= 1;
}

static bool fail_member(const char *text, const char *member, const struct host_columns *columns)
{
    const struct io_column *list = columns->list;
    if (*member)
        return host_error("--view %s: no member '%s'; expected one such as '%s'", text, member, list[0].name);
    return host_error("--view %s: several members; expected one, as in '%s' or '%s'", text, list[0].name,
                      list[columns->count - 1].name);
}

/* A member by its name, or the only one. Words without names are floats. */
static bool find_member(const struct cli_resources *resources, const struct rows *rows, const char *text,
                        const char *member, struct cli_view_plan *plan)
{
    struct host_columns columns = cli_columns_of(resources, plan->bound);
    const struct io_column *found = NULL;
    for (size_t i = 0; i < columns.count && !found; i++)
        if (*member ? strcmp(columns.list[i].name, member) == 0 : columns.count == 1)
            found = &columns.list[i];
    bool ok = true;
    if (found)
        plan->column = (struct io_column){
            .offset = found->offset, .type = found->type, .position = io_column_bytes(found)};
    else if (columns.count)
        ok = fail_member(text, member, &columns);
    else if (*member || rows->row_bytes != 4)
        ok = host_error("--view %s: the members of %s are not known; expected RDEF or --struct", text,
                        plan->bound->text);
    else
        plan->column = (struct io_column){.type = 'f', .position = 4};
    host_columns_free(&columns);
    return ok;
}

/* ---- values ---- */

static char number_kind(char type)
{
    return type == 'd' ? 'f' : type == 'h' || type == 'c' ? 'u' : type;
}

static double *copy_members(const struct rows *rows, const struct io_column *column)
{
    double *values = malloc(((size_t)rows->place.width + 1) * sizeof *values);
    for (size_t i = 0; values && i < rows->place.width; i++)
        view_number(rows->data + i * rows->row_bytes + column->offset, number_kind(column->type),
                    column->position, &values[i]);
    return values;
}

static double *copy_rows(const struct cli_view_plan *plan, const struct rows *rows)
{
    return rows->format ? cli_view_texels(rows->format, rows->data, &rows->place, plan->channel)
                        : copy_members(rows, &plan->column);
}

/* Stores the values of some elements of a slice; `data` has room for these. */
static bool copy_part(const struct cli_view_plan *plan, const struct rows *rows, uint32_t first,
                      uint32_t count, uint8_t *data, double *out)
{
    struct rows part = *rows;
    struct io_range range = {first * (uint64_t)rows->row_bytes, count * (uint64_t)rows->row_bytes};
    part.data = data;
    part.place.width = count;
    double *values = cli_slice_read(plan->bound, range, data) ? copy_rows(plan, &part) : NULL;
    if (values)
        memcpy(out, values, count * sizeof *out);
    free(values);
    return values != NULL;
}

/* On rank 0, which gets some elements at a time. */
static double *copy_slice(const struct cli_view_plan *plan, const struct rows *rows)
{
    enum { STEP = 4096 };
    uint32_t size = rows->place.width;
    double *values = malloc(((size_t)size + 1) * sizeof *values);
    uint8_t *data = malloc(STEP * rows->row_bytes);
    bool ok = values && data;
    for (uint32_t i = 0, count = 0; i < size && ok; i += count) {
        count = size - i < STEP ? size - i : STEP;
        ok = copy_part(plan, rows, i, count, data, values + i);
    }
    free(data);
    if (ok)
        return values;
    free(values);
    return NULL;
}

/* NULL when memory is exhausted, or after a message. */
static double *copy_values(const struct cli_view_plan *plan, size_t *count, size_t *width)
{
    struct rows rows;
    find_rows(plan->bound, &rows);
    *count = (size_t)rows.place.width * rows.place.height * rows.place.depth;
    *width = rows.is_texture ? rows.place.width : 0;
    return plan->bound->slice ? copy_slice(plan, &rows) : copy_rows(plan, &rows);
}

/* ---- the option ---- */

static bool set_key(struct cli_view_plan *plan, const char *key, const char *value, bool *compares)
{
    uint64_t width;
    const struct cli_word *form;
    if (strcmp(key, "width") == 0) {
        if (!host_parse_count("width", value, UINT32_MAX, &width))
            return false;
        plan->request.width = width;
        return width || host_error("width: invalid number '0'; expected 1 or more");
    }
    if (strcmp(key, "range") == 0)
        return cli_view_range("range", value, &plan->request);
    if (strcmp(key, "as") == 0) {
        form = cli_find_word("as", cli_view_forms, value);
        plan->request.form = form ? (enum view_form)form->value : VIEW_AUTO;
        return form != NULL;
    }
    *compares = strcmp(key, "compare") == 0 && strcmp(value, "before") == 0;
    return *compares ||
           host_error("--view: unknown key '%s=%s'; expected width=, range=, as= or compare=before", key,
                      value);
}

/* Splits ",key=value"... off the path. */
static bool parse_keys(struct cli_view_plan *plan, bool *compares)
{
    char *key = (char *)cli_find_key(plan->path);
    while (key) {
        char *next = (char *)cli_find_key(key + 1), *equals = strchr(key, '=');
        *key++ = 0;
        *equals = 0;
        if (next)
            *next = 0;
        if (!set_key(plan, key, equals + 1, compares))
            return false;
        if (next)
            *next = ',';
        key = next;
    }
    return true;
}

static bool parse(struct cli_resources *resources, const char *text, struct cli_view_plan *plan)
{
    const char *equals = strchr(text, '=');
    const size_t length = strcspn(text, ".=");
    struct rows rows;
    bool compares = false;
    size_t count, width;
    if (!equals || !equals[1])
        return host_error("--view %s: expected SLOT[.MEMBER]=FILE, as in u0.position.x=plot.svg", text);
    plan->title = strndup(text, (size_t)(equals - text));
    plan->path = strdup(equals + 1);
    plan->bound = cli_find_slice(resources, "--view", text, length);
    if (!plan->bound || !parse_keys(plan, &compares))
        return false;
    cli_hold_files(resources, plan->path);
    if (!view_is_path(plan->path))
        return host_error("--view %s: unknown ending; expected .png or .svg", text);
    if (!find_rows(plan->bound, &rows))
        return host_error("--view %s: %s is not shown; expected texels without samples", text,
                          plan->bound->text);
    const char *member = plan->title[length] ? plan->title + length + 1 : "";
    char what[128];
    snprintf(what, sizeof what, "--view %s", text);
    if (!(rows.format ? cli_view_channel(what, rows.format, member, &plan->channel)
                      : find_member(resources, &rows, text, member, plan)))
        return false;
    if (!compares || (plan->bound->slice && ranks_own() != 0)) /* rank 0 draws */
        return true;
    plan->before = copy_values(plan, &count, &width);
    return plan->before || host_error("--view %s: the values cannot be read", text);
}

bool cli_views_parse(struct cli_resources *resources, const struct host_texts *texts,
                     struct cli_view_plan **first)
{
    bool ok = true;
    for (size_t i = 0; ok && i < texts->count; i++) {
        struct cli_view_plan *plan = calloc(1, sizeof *plan);
        *first = plan;
        first = &plan->next;
        ok = parse(resources, texts->list[i], plan);
    }
    return ok;
}

bool cli_views_write(const struct cli_view_plan *first)
{
    bool ok = true;
    for (const struct cli_view_plan *plan = first; plan; plan = plan->next) {
        struct view_request request = plan->request;
        struct io_error error;
        size_t width;
        double *values = copy_values(plan, &request.count, &width);
        request.width = request.width ? request.width : width;
        request.title = plan->title;
        request.values = values;
        request.before = plan->before;
        if (!values)
            ok = host_error("--view %s: the values cannot be read", plan->title);
        else if (!view_write(plan->path, &request, &error))
            ok = host_error("--view %s: %s", plan->title, error.text);
        free(values);
    }
    return ok;
}

void cli_views_free(struct cli_view_plan *first)
{
    for (struct cli_view_plan *plan = first, *next; plan; plan = next) {
        next = plan->next;
        free(plan->title);
        free(plan->path);
        free(plan->before);
        free(plan);
    }
}
