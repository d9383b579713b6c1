/* sm5 layout: structures from fields. Names of fields are flattened ("lights[2].color.x"): the tree of members is built
   from them again, and regular parts of it become arrays. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_layout.h"

/* ---- the tree ---- */

struct member {
    const char *name; /* in a field's name; of items of an array their index */
    size_t length;
    bool is_array;
    char type;            /* of a scalar; else 0 */
    uint32_t offset, end; /* of all that is in it */
    struct member *children;
    size_t count, room;
};

/* Fields of one member are consecutive in the order of declaration. */
static struct member *child_of(struct member *parent, const char *name, size_t length)
{
    struct member *last = parent->count ? &parent->children[parent->count - 1] : NULL;
    if (last && last->length == length && memcmp(last->name, name, length) == 0)
        return last;
    if (parent->count == parent->room) {
        parent->room = parent->room ? 2 * parent->room : 4;
        parent->children = realloc(parent->children, parent->room * sizeof *parent->children);
    }
    last = &parent->children[parent->count++];
    *last = (struct member){.name = name, .length = length, .offset = UINT32_MAX};
    return last;
}

static void extend(struct member *member, const struct sm5_field_info *field)
{
    uint32_t end = field->offset + host_field_bytes(field);
    member->offset = field->offset < member->offset ? field->offset : member->offset;
    member->end = end > member->end ? end : member->end;
}

static void add_field(struct member *root, const struct sm5_field_info *field)
{
    struct member *at = root;
    extend(at, field);
    for (const char *name = field->name; *name;) {
        bool is_index = *name == '[';
        name += is_index || *name == '.';
        size_t length = strcspn(name, is_index ? "]" : ".[");
        at->is_array |= is_index;
        at = child_of(at, name, length);
        extend(at, field);
        name += length + is_index;
    }
    at->type = field->type;
}

static int by_offset(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

/* packoffset may place members in another order than that of the declaration. */
static void sort_members(struct member *member)
{
    if (!member->is_array && member->count)
        qsort(member->children, member->count, sizeof *member->children, by_offset);
    for (size_t i = 0; i < member->count; i++)
        sort_members(&member->children[i]);
}

static void free_members(struct member *member)
{
    for (size_t i = 0; i < member->count; i++)
        free_members(&member->children[i]);
    free(member->children);
}

/* ---- arrays of scalars ---- */

static bool is_vector(const struct member *member)
{
    for (size_t i = 0; i < member->count; i++)
        if (i > 3 || member->children[i].length != 1 || member->children[i].name[0] != "xyzw"[i] ||
            member->children[i].type != member->children[0].type)
            return false;
    return member->count && member->children[0].type;
}

/* Whether the member consists of scalars of one type, in arrays and vectors of one length each. */
static bool find_shape(const struct member *member, struct layout_item *shape)
{
    struct layout_item first = {0}, other;
    if (member->type) {
        *shape = (struct layout_item){.type = member->type};
        return true;
    }
    if (!(member->is_array || is_vector(member)) || !find_shape(&member->children[0], &first) ||
        first.rank == LAYOUT_RANK)
        return false;
    for (size_t i = 1; i < member->count; i++)
        if (!find_shape(&member->children[i], &other) || other.type != first.type ||
            other.rank != first.rank || memcmp(other.dims, first.dims, sizeof first.dims) != 0)
            return false;
    *shape = first;
    memmove(shape->dims + 1, first.dims, first.rank * sizeof *first.dims);
    shape->dims[0] = (uint32_t)member->count;
    shape->rank++;
    return true;
}

/* Offsets of the scalars in order. */
static size_t list_offsets(const struct member *member, uint32_t *offsets, size_t at)
{
    if (member->type)
        offsets[at++] = member->offset;
    for (size_t i = 0; i < member->count; i++)
        at = list_offsets(&member->children[i], offsets, at);
    return at;
}

static bool is_dense(const uint32_t *offsets, size_t count, uint32_t bytes)
{
    for (size_t i = 1; i < count; i++)
        if (offsets[i] != offsets[0] + i * bytes)
            return false;
    return true;
}

/* The same with the last two lengths exchanged: a matrix in columns. */
static void turn(const uint32_t *from, uint32_t *to, size_t count, uint32_t rows, uint32_t columns)
{
    for (size_t m = 0; m < count; m += (size_t)rows * columns)
        for (uint32_t c = 0; c < columns; c++)
            for (uint32_t r = 0; r < rows; r++)
                *to++ = from[m + (size_t)r * columns + c];
}

static uint32_t scalar_bytes(char type)
{
    return type == 'd' ? 8 : 4;
}

/* An item for scalars that are adjacent in memory. */
static bool find_dense(const struct member *member, struct layout_item *item)
{
    size_t count = 1;
    if (!find_shape(member, item))
        return false;
    for (unsigned i = 0; i < item->rank; i++)
        count *= item->dims[i];
    uint32_t *offsets = calloc(2 * count, sizeof *offsets), *turned = offsets + count;
    uint32_t bytes = scalar_bytes(item->type);
    list_offsets(member, offsets, 0);
    bool dense = is_dense(offsets, count, bytes);
    if (!dense && item->rank >= 2) {
        uint32_t rows = item->dims[item->rank - 2], columns = item->dims[item->rank - 1];
        turn(offsets, turned, count, rows, columns);
        dense = item->is_turned = is_dense(turned, count, bytes);
        item->dims[item->rank - 2] = columns;
        item->dims[item->rank - 1] = rows;
    }
    free(offsets);
    item->offset = member->offset;
    item->bytes = (uint32_t)count * bytes;
    return dense;
}

/* ---- structures ---- */

/* Whether two members have the same names, types and relative offsets. */
static bool is_same(const struct member *a, const struct member *b)
{
    bool same = a->type == b->type && a->count == b->count && a->end - a->offset == b->end - b->offset;
    for (size_t i = 0; same && i < a->count; i++) {
        const struct member *x = &a->children[i], *y = &b->children[i];
        same = x->length == y->length && memcmp(x->name, y->name, x->length) == 0 &&
               x->offset - a->offset == y->offset - b->offset && is_same(x, y);
    }
    return same;
}

struct builder {
    struct layout_decls *decls;
    struct layout_decl *decl;
    const char *path; /* name of the structure, of which those of its members are made */
    uint32_t base, at;
    size_t room;
};

static struct layout_item *add_item(struct builder *b)
{
    if (b->decl->count == b->room) {
        b->room = b->room ? 2 * b->room : 8;
        b->decl->items = realloc(b->decl->items, b->room * sizeof *b->decl->items);
    }
    struct layout_item *item = &b->decl->items[b->decl->count++];
    *item = (struct layout_item){0};
    return item;
}

static void pad_to(struct builder *b, uint32_t offset)
{
    if (offset <= b->at)
        return;
    struct layout_item *item = add_item(b);
    if (asprintf(&item->name, "pad%u", b->at) < 0)
        item->name = NULL;
    item->is_padding = true;
    item->offset = b->at;
    item->bytes = offset - b->at;
    b->at = offset;
}

static void put_item(struct builder *b, const struct layout_item *item, char *name)
{
    b->decls->has_overlap |= item->offset - b->base < b->at;
    pad_to(b, item->offset - b->base);
    struct layout_item *out = add_item(b);
    *out = *item;
    out->name = name;
    out->offset -= b->base;
    b->at = out->offset + out->bytes;
}

static struct layout_decl *declare(struct layout_decls *decls, const struct member *member, const char *name,
                                   uint32_t base, uint32_t bytes);

static char *join(const char *a, const char *b)
{
    char *text = NULL;
    return asprintf(&text, "%s_%s", a, b) < 0 ? NULL : text;
}

static void put_structure(struct builder *b, const struct member *member, char *name, uint32_t count,
                          uint32_t bytes)
{
    char *type = join(b->path, name);
    struct layout_item item = {
        .offset = member->offset, .bytes = count * bytes, .rank = count > 1, .dims = {count}};
    item.decl = declare(b->decls, member, type, member->offset, bytes);
    put_item(b, &item, name);
    free(type);
}

/* Bytes from one item of an array of structures to the next, if all have one layout and all fit before `limit`; else 0. */
static uint32_t find_step(const struct member *array, uint32_t limit)
{
    const struct member *first = &array->children[0];
    uint32_t step = array->count > 1 ? array->children[1].offset - first->offset : first->end - first->offset;
    for (size_t i = 0; i < array->count; i++) {
        const struct member *item = &array->children[i];
        if (item->type || item->is_array || !is_same(first, item) || item->offset != first->offset + i * step)
            return 0;
    }
    bool fits = step >= first->end - first->offset && step <= (limit - first->offset) / array->count;
    return fits ? step : 0;
}

/* A matrix in columns that are not adjacent, as one member for each. */
static bool put_columns(struct builder *b, const struct member *member, const struct layout_item *shape,
                        char *name)
{
    const struct member *rows = member->children;
    if (shape->rank != 2)
        return false;
    /* find_dense has exchanged the lengths. */
    const uint32_t row_count = shape->dims[1], columns = shape->dims[0], bytes = scalar_bytes(shape->type);
    for (uint32_t c = 0; c < columns; c++)
        for (uint32_t r = 0; r < row_count; r++)
            if (rows[r].children[c].offset != rows[0].children[c].offset + r * bytes)
                return false;
    if (row_count < 2)
        return false;
    for (uint32_t c = 0; c < columns; c++) {
        const struct layout_item item = {.type = shape->type,
                                         .rank = 1,
                                         .dims = {row_count},
                                         .offset = rows[0].children[c].offset,
                                         .bytes = row_count * bytes};
        char text[32];
        snprintf(text, sizeof text, "column%u", c);
        put_item(b, &item, join(name, text));
    }
    free(name);
    return true;
}

/* Adds a member, before offset `limit`. An array that is not regular is one member for each item. */
static void put_member(struct builder *b, const struct member *member, char *name, uint32_t limit)
{
    struct layout_item item = {0};
    if (find_dense(member, &item)) {
        put_item(b, &item, name);
        return;
    }
    if (!member->is_array) {
        put_structure(b, member, name, 1, member->end - member->offset);
        return;
    }
    uint32_t step = find_step(member, limit);
    if (step) {
        put_structure(b, &member->children[0], name, (uint32_t)member->count, step);
        if (member->count == 1)
            b->decl->items[b->decl->count - 1].rank = 1;
        return;
    }
    if (put_columns(b, member, &item, name))
        return;
    for (size_t i = 0; i < member->count; i++) {
        const struct member *child = &member->children[i];
        char index[32];
        snprintf(index, sizeof index, "%zu", i);
        put_member(b, child, join(name, index),
                   i + 1 < member->count ? member->children[i + 1].offset : limit);
    }
    free(name);
}

static struct layout_decl *declare(struct layout_decls *decls, const struct member *member, const char *name,
                                   uint32_t base, uint32_t bytes)
{
    struct layout_decl *decl = calloc(1, sizeof *decl);
    struct builder b = {.decls = decls, .decl = decl, .path = name, .base = base};
    decl->name = strdup(name);
    decl->bytes = bytes;
    for (size_t i = 0; i < member->count; i++) {
        const struct member *child = &member->children[i];
        uint32_t limit = i + 1 < member->count ? member->children[i + 1].offset : base + bytes;
        put_member(&b, child, strndup(child->name, child->length), limit);
    }
    pad_to(&b, bytes);
    *decls->end = decl;
    decls->end = &decl->next;
    return decl;
}

static int by_position(const void *a, const void *b)
{
    const struct sm5_field_info *const *x = a, *const *y = b;
    return ((*x)->position > (*y)->position) - ((*x)->position < (*y)->position);
}

/* A name of a resource as an identifier. */
static char *identifier(const char *name)
{
    char *text = NULL;
    if (asprintf(&text, "%s%s", isdigit((unsigned char)name[0]) ? "_" : "", name) < 0)
        return NULL;
    for (char *at = text; *at; at++)
        if (!isalnum((unsigned char)*at))
            *at = '_';
    return text;
}

void cli_layout_declare(struct layout_decls *decls, const char *name, const char *slot,
                        const struct host_layout *layout)
{
    struct member root = {.offset = UINT32_MAX};
    const struct sm5_field_info **order = calloc(layout->count, sizeof *order);
    for (size_t i = 0; i < layout->count; i++)
        order[i] = &layout->fields[i];
    qsort(order, layout->count, sizeof *order, by_position);
    for (size_t i = 0; i < layout->count; i++)
        add_field(&root, order[i]);
    sort_members(&root);
    char *type = identifier(name);
    struct layout_decl *decl = declare(decls, &root, type, 0, layout->bytes);
    snprintf(decl->slot_text, sizeof decl->slot_text, "%s", slot);
    decl->slot = decl->slot_text;
    free(type);
    free(order);
    free_members(&root);
}

void cli_layout_free(struct layout_decls *decls)
{
    for (struct layout_decl *decl = decls->first, *next; decl; decl = next) {
        next = decl->next;
        for (size_t i = 0; i < decl->count; i++)
            free(decl->items[i].name);
        free(decl->items);
        free(decl->name);
        free(decl);
    }
    *decls = (struct layout_decls){0};
}
