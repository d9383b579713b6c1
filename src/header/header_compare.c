/* Compares a structure of a header with the layout of a resource. Members are paired by name; inside a member, scalars
   are paired by their indices: components x to w are 0 to 3, and names of wrappers ("m.value[1].x") do not count. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "header/header.h"

enum { RANK = 8 };

/* Indices of a scalar inside its member. */
struct key {
    uint32_t at[RANK];
    unsigned rank;
    bool has_component; /* the last index is a component of a vector */
    bool is_named;      /* _12, m12 or _m12: a row and a column, counted from 0 or 1 */
    bool is_valid;
};

struct compare {
    const struct header_resource *resource;
    const struct header_struct *found;
    enum header_order order;
    FILE *out;
    size_t differences;
    struct host_texts reported; /* names of members without indices, malloc'ed */
};

/* ---- names ---- */

/* Length of a name without its trailing indices and component: "uv[1].x" is "uv". */
static size_t member_length(const char *name)
{
    size_t length = strlen(name);
    if (length > 2 && name[length - 2] == '.' && strchr("xyzw", name[length - 1]))
        length -= 2;
    while (length && name[length - 1] == ']')
        while (length && name[--length] != '[')
            ;
    return length;
}

static bool is_inside(const char *path, const char *member, size_t length)
{
    return strncmp(path, member, length) == 0 && (!path[length] || (!length) || strchr(".[", path[length]));
}

static void add_index(struct key *key, uint32_t index)
{
    key->is_valid &= key->rank < RANK;
    if (key->is_valid)
        key->at[key->rank++] = index;
}

static void add_name(struct key *key, const char *name, size_t length)
{
    static const char components[] = "xyzwrgbastpq";
    const char *found = length == 1 ? memchr(components, name[0], sizeof components - 1) : NULL;
    if (found) {
        add_index(key, (uint32_t)(found - components) % 4);
        key->has_component = true;
        return;
    }
    const size_t prefix = (name[0] == '_') + (name[name[0] == '_'] == 'm' || name[name[0] == '_'] == 'M');
    if (prefix && length == prefix + 2 && strspn(name + prefix, "01234") >= 2) {
        add_index(key, (uint32_t)(name[prefix] - '0'));
        add_index(key, (uint32_t)(name[prefix + 1] - '0'));
        key->is_named = true;
    }
}

/* The key of what follows the member's name. */
static struct key key_of(const char *text)
{
    struct key key = {.is_valid = true};
    while (*text) {
        const bool is_index = *text == '[';
        text += is_index || *text == '.';
        const size_t length = strcspn(text, is_index ? "]" : ".[");
        key.has_component = false;
        if (is_index)
            add_index(&key, (uint32_t)strtoul(text, NULL, 10));
        else
            add_name(&key, text, length);
        text += length + (is_index && text[length]);
    }
    return key;
}

static void exchange_last(struct key *key)
{
    if (key->rank < 2)
        return;
    uint32_t last = key->at[key->rank - 1];
    key->at[key->rank - 1] = key->at[key->rank - 2];
    key->at[key->rank - 2] = last;
}

/* A scalar is the first component of a vector that pads it. */
static bool is_same_key(const struct key *shader, const struct key *header)
{
    unsigned rank = shader->rank;
    if (!shader->is_valid || !header->is_valid || header->rank < rank || header->rank > rank + 1 ||
        memcmp(shader->at, header->at, rank * sizeof *shader->at) != 0)
        return false;
    return header->rank == rank || header->at[rank] == 0;
}

/* ---- members ---- */

struct pair {
    const struct sm5_field_info *field;
    const struct header_scalar *scalar; /* NULL: none in the header */
};

struct member {
    const char *name; /* of `length` */
    size_t length;
    struct pair *pairs; /* by offset in the shader */
    size_t count;
    size_t scalars; /* of the header */
    bool is_matrix;
};

static bool fits(const struct pair *pair)
{
    return pair->scalar && pair->scalar->offset == pair->field->offset;
}

static size_t count_misfits(const struct member *member)
{
    size_t count = 0;
    for (size_t i = 0; i < member->count; i++)
        count += !fits(&member->pairs[i]);
    return count;
}

enum reading_order { ROWS, COLUMNS };

struct keyed {
    const struct header_scalar *scalar;
    struct key key;
};

/* Names of rows and columns are counted from 0 where one of them has a 0, else from 1. */
static void number_names(struct keyed *list, size_t count)
{
    bool has_zero = false;
    for (size_t i = 0; i < count; i++) {
        const struct key *key = &list[i].key;
        has_zero |= key->is_named && (!key->at[key->rank - 1] || !key->at[key->rank - 2]);
    }
    for (size_t i = 0; i < count && !has_zero; i++)
        for (unsigned k = 0; list[i].key.is_named && k < 2; k++)
            list[i].key.at[list[i].key.rank - 1 - k]--;
}

/* The scalars of a member with their keys, in the order of declaration. */
static struct keyed *list_keys(const struct compare *c, const struct member *member, enum reading_order order,
                               size_t *count)
{
    struct keyed *list = calloc(c->found->count + 1, sizeof *list);
    *count = 0;
    for (size_t k = 0; k < c->found->count; k++) {
        const struct header_scalar *scalar = &c->found->scalars[k];
        if (!is_inside(scalar->path, member->name, member->length))
            continue;
        struct keyed *entry = &list[(*count)++];
        *entry = (struct keyed){scalar, key_of(scalar->path + member->length)};
    }
    number_names(list, *count);
    for (size_t i = 0; i < *count; i++)
        if (member->is_matrix && order == COLUMNS)
            exchange_last(&list[i].key);
    return list;
}

/* Each search begins after the last scalar that was found: both sides usually have one order. */
static void pair_by_key(const struct compare *c, struct member *member, enum reading_order order)
{
    size_t count, next = 0;
    struct keyed *list = list_keys(c, member, order, &count);
    for (size_t i = 0; i < member->count; i++) {
        const struct key key = key_of(member->pairs[i].field->name + member->length);
        member->pairs[i].scalar = NULL;
        for (size_t k = 0; k < count && !member->pairs[i].scalar; k++) {
            const struct keyed *entry = &list[(next + k) % count];
            if (!is_same_key(&key, &entry->key))
                continue;
            member->pairs[i].scalar = entry->scalar;
            next = (next + k + 1) % count;
        }
    }
    free(list);
}

static int by_offset(const void *a, const void *b)
{
    const struct header_scalar *const *x = a, *const *y = b;
    return ((*x)->offset > (*y)->offset) - ((*x)->offset < (*y)->offset);
}

/* The scalars of a member by offset, of those that overlap the first. */
static const struct header_scalar **list_scalars(const struct compare *c, struct member *member)
{
    const struct header_scalar **list = calloc(c->found->count + 1, sizeof *list);
    size_t count = 0, kept = 0;
    for (size_t k = 0; k < c->found->count; k++)
        if (is_inside(c->found->scalars[k].path, member->name, member->length))
            list[count++] = &c->found->scalars[k];
    qsort(list, count, sizeof *list, by_offset);
    for (size_t k = 0; k < count; k++)
        if (!kept || list[k]->offset >= list[kept - 1]->offset + list[kept - 1]->bytes)
            list[kept++] = list[k];
    member->scalars = kept;
    return list;
}

static void pair_by_place(struct member *member, const struct header_scalar *const *list)
{
    for (size_t i = 0; i < member->count; i++)
        member->pairs[i].scalar = i < member->scalars ? list[i] : NULL;
}

/* Whether the header shows which index of a matrix is the row. */
static bool find_order(const struct compare *c, const struct member *member, enum reading_order *order)
{
    *order = c->order == HEADER_ORDER_COLUMNS ? COLUMNS : ROWS;
    for (size_t k = 0; k < c->found->count; k++) {
        const struct header_scalar *scalar = &c->found->scalars[k];
        if (!is_inside(scalar->path, member->name, member->length))
            continue;
        if (scalar->is_column)
            *order = COLUMNS;
        else if (key_of(scalar->path + member->length).is_named)
            *order = ROWS;
        else
            continue;
        return true;
    }
    return c->order == HEADER_ORDER_ROWS || c->order == HEADER_ORDER_COLUMNS;
}

/* Returns whether the header has a member of the name. */
static bool pair_member(const struct compare *c, struct member *member)
{
    enum reading_order order;
    const struct header_scalar **list = list_scalars(c, member);
    const bool is_known = find_order(c, member, &order);
    if (member->scalars) {
        pair_by_key(c, member, order);
        if (member->is_matrix && count_misfits(member) && (!is_known || c->order == HEADER_ORDER_ANY))
            pair_by_key(c, member, order == ROWS ? COLUMNS : ROWS);
        if (member->is_matrix && count_misfits(member) && !is_known)
            pair_by_key(c, member, order);
        size_t missing = 0;
        for (size_t i = 0; i < member->count; i++)
            missing += !member->pairs[i].scalar;
        if (missing)
            pair_by_place(member, list);
    }
    free(list);
    return member->scalars != 0;
}

/* ---- messages ---- */

static const char *type_name(char type)
{
    switch (type) {
    case 'f': return "float";
    case 'i': return "int";
    case 'u': return "uint";
    case 'b': return "bool";
    case 'd': return "double";
    default: return "pointer";
    }
}

static const char *header_type(const struct header_scalar *scalar)
{
    if (scalar->type == 'f')
        return scalar->bytes == 8 ? "double" : scalar->bytes == 4 ? "float" : "half";
    return scalar->type == 'p' ? "a value that is not a number" : type_name(scalar->type);
}

static void add_difference(struct compare *c)
{
    c->differences++;
    fputs("  ", c->out);
}

static bool is_float(char type)
{
    return type == 'f' || type == 'd';
}

/* Bits of the bytes of a field that scalars of the header inside `name` cover, other than bool. A bit field covers its
   unit, of which the other bits may have no name. */
static unsigned covered_bytes(const struct compare *c, const struct sm5_field_info *field, const char *name,
                              size_t length)
{
    unsigned bytes = 0;
    for (size_t k = 0; k < c->found->count; k++)
        for (uint32_t b = 0; b < 4; b++) {
            const struct header_scalar *scalar = &c->found->scalars[k];
            const uint32_t at = field->offset + b;
            const uint32_t start =
                scalar->unit ? scalar->offset / scalar->unit * scalar->unit : scalar->offset;
            if (scalar->type != 'b' && scalar->type != 'p' && at >= start &&
                at - start < (scalar->unit ? scalar->unit : scalar->bytes) &&
                is_inside(scalar->path, name, length))
                bytes |= 1u << b;
        }
    return bytes;
}

/* Signedness does not change the bits, and a bool of HLSL is any nonzero word. */
static bool has_type(const struct pair *pair)
{
    const struct header_scalar *scalar = pair->scalar;
    return scalar->bytes == host_field_bytes(pair->field) && scalar->type != 'p' &&
           is_float(scalar->type) == is_float(pair->field->type);
}

/* A field of another name: small scalars may fill it. */
static bool is_filled(const struct compare *c, const struct pair *pair)
{
    return has_type(pair) || (pair->scalar->bytes < 4 && pair->scalar->type != 'p' &&
                              !is_float(pair->field->type) && covered_bytes(c, pair->field, "", 0) == 15);
}

/* Integers of the shader whose bytes are exactly those of the header's member, which has other units: char[8], two halves
   or a 64-bit integer. */
static bool is_packed(const struct compare *c, const struct member *member)
{
    uint32_t bytes = 0;
    for (size_t k = 0; k < c->found->count; k++) {
        const struct header_scalar *scalar = &c->found->scalars[k];
        if (!is_inside(scalar->path, member->name, member->length))
            continue;
        if (scalar->bytes == 4 || (is_float(scalar->type) && scalar->bytes != 2))
            return false;
        bytes += scalar->bytes;
    }
    for (size_t i = 0; i < member->count; i++) {
        const struct sm5_field_info *field = member->pairs[i].field;
        if ((field->type != 'u' && field->type != 'i') ||
            covered_bytes(c, field, member->name, member->length) != 15)
            return false;
    }
    return bytes == 4 * member->count;
}

/* ---- reports ---- */

/* The name without indices was reported for another item of the same array. */
static bool was_reported(struct compare *c, const struct member *member)
{
    char *name = strndup(member->name, member->length), *to = name;
    for (const char *from = name; *from; from++)
        if (*from == '[')
            from += strcspn(from, "]");
        else
            *to++ = *from;
    *to = 0;
    for (size_t i = 0; i < c->reported.count; i++)
        if (strcmp(c->reported.list[i], name) == 0) {
            free(name);
            return true;
        }
    return !host_texts_add(&c->reported, name);
}

/* The first and one past the last byte of a member in the shader. */
static void find_extent(const struct compare *c, const char *name, size_t length, uint32_t *start,
                        uint32_t *end)
{
    const struct host_layout *layout = c->resource->layout;
    *start = UINT32_MAX;
    *end = 0;
    for (size_t i = 0; i < layout->count; i++) {
        const struct sm5_field_info *field = &layout->fields[i];
        if (!is_inside(field->name, name, length))
            continue;
        *start = field->offset < *start ? field->offset : *start;
        *end = field->offset + host_field_bytes(field);
    }
}

static const struct header_scalar *scalar_between(const struct compare *c, uint32_t start, uint32_t end)
{
    for (size_t k = 0; k < c->found->count; k++)
        if (c->found->scalars[k].offset >= start && c->found->scalars[k].offset < end)
            return &c->found->scalars[k];
    return NULL;
}

/* The member before takes another number of bytes. */
static void write_shift(const struct compare *c, const struct pair *pair)
{
    uint32_t start, end;
    if (pair->field == c->resource->layout->fields)
        return;
    const char *name = pair->field[-1].name;
    struct member member = {.name = name, .length = member_length(name)};
    const struct header_scalar **list = list_scalars(c, &member);
    find_extent(c, name, member.length, &start, &end);
    if (member.scalars && list[0]->offset < pair->scalar->offset) {
        const struct header_scalar *last = list[member.scalars - 1];
        const uint32_t shader = pair->field->offset - start, header = pair->scalar->offset - list[0]->offset;
        const uint32_t last_end = last->offset + last->bytes;
        const struct header_scalar *between = scalar_between(c, last_end, pair->scalar->offset);
        if (between)
            fprintf(c->out, ": %s precedes it in the header", between->path);
        else if (last_end < pair->scalar->offset && end == pair->field->offset)
            fprintf(c->out, ": %u bytes of padding follow %.*s in the header",
                    pair->scalar->offset - last_end, (int)member.length, name);
        else if (shader != header)
            fprintf(c->out, ": %.*s takes %u bytes in the header, %u in the shader", (int)member.length, name,
                    header, shader);
    }
    free(list);
}

/* The cause of a member's wrong offset. */
static void write_cause(const struct compare *c, const struct member *member, const struct pair *pair)
{
    const struct pair *first = &member->pairs[0];
    if (pair == first)
        write_shift(c, pair);
    else if (!member->is_matrix && first->scalar && first->scalar->offset < pair->scalar->offset)
        fprintf(c->out, ": items are %u bytes apart in the header, %u in the shader",
                pair->scalar->offset - first->scalar->offset, pair->field->offset - first->field->offset);
}

/* ---- orders of matrices ---- */

/* The pair of a matrix at a row and column. */
static const struct pair *pair_at(const struct member *member, uint32_t row, uint32_t column)
{
    for (size_t i = 0; i < member->count; i++) {
        const struct key key = key_of(member->pairs[i].field->name + member->length);
        if (key.at[key.rank - 2] == row && key.at[key.rank - 1] == column)
            return &member->pairs[i];
    }
    return NULL;
}

/* Whether the two sides store a matrix in different orders: the distance to the next row is compared with that to the
   next column. */
static bool is_turned(const struct member *member, bool *columns)
{
    if (!member->is_matrix)
        return false;
    const struct pair *first = pair_at(member, 0, 0), *row = pair_at(member, 1, 0),
                      *column = pair_at(member, 0, 1);
    if (!first || !row || !column || !first->scalar || !row->scalar || !column->scalar)
        return false;
    *columns = row->field->offset < column->field->offset;
    return *columns != (row->scalar->offset < column->scalar->offset);
}

/* Whether both orders fit: [i][j] of a square array, or a list of values. */
static bool is_ambiguous(const struct compare *c, const struct member *member)
{
    enum reading_order order;
    uint32_t rows = 0, columns = 0;
    if (!member->is_matrix || c->order != HEADER_ORDER_NAMED || find_order(c, member, &order))
        return false;
    for (size_t i = 0; i < member->count; i++) {
        const struct key key = key_of(member->pairs[i].field->name + member->length);
        const struct key other = key_of(member->pairs[i].scalar->path + member->length);
        if (other.rank < 2)
            return true;
        rows = key.at[key.rank - 2] >= rows ? key.at[key.rank - 2] + 1 : rows;
        columns = key.at[key.rank - 1] >= columns ? key.at[key.rank - 1] + 1 : columns;
    }
    return rows == columns;
}

/* Reports the first pair that differs. */
static bool report_pair(struct compare *c, struct member *member, const struct pair *pair)
{
    const char *name = pair->field->name;
    const uint32_t offset = pair->field->offset;
    const bool differs = !fits(pair) || !has_type(pair);
    bool columns;
    if (!differs || was_reported(c, member))
        return differs;
    add_difference(c);
    if (!pair->scalar) {
        fprintf(c->out, "%s: read from byte %u, the header has %zu of %zu values of %.*s\n", name, offset,
                member->scalars, member->count, (int)member->length, member->name);
    } else if (!fits(pair) && is_turned(member, &columns)) {
        fprintf(c->out, "%.*s: the shader reads columns as %s, the header has it in %s\n",
                (int)member->length, member->name,
                columns ? "adjacent values (column_major)" : "strided values (row_major)",
                columns ? "rows" : "columns");
    } else if (!fits(pair)) {
        fprintf(c->out, "%s: read from byte %u, the header has it at %u", name, offset, pair->scalar->offset);
        write_cause(c, member, pair);
        fputc('\n', c->out);
    } else {
        fprintf(c->out, "%s: read as %s of %u bytes from byte %u, the header has %s of %u\n", name,
                type_name(pair->field->type), host_field_bytes(pair->field), offset,
                header_type(pair->scalar), pair->scalar->bytes);
    }
    return true;
}

/* The scalar of the header at a field's offset, of the same size and kind. */
static const struct header_scalar *scalar_at(const struct compare *c, const struct sm5_field_info *field)
{
    for (size_t k = 0; k < c->found->count; k++) {
        const struct pair pair = {field, &c->found->scalars[k]};
        if (fits(&pair) && is_filled(c, &pair))
            return pair.scalar;
    }
    return NULL;
}

static const struct header_scalar *overlapping(const struct compare *c, const struct sm5_field_info *field)
{
    for (size_t k = 0; k < c->found->count; k++) {
        const struct header_scalar *scalar = &c->found->scalars[k];
        if (scalar->offset < field->offset + host_field_bytes(field) &&
            field->offset < scalar->offset + scalar->bytes)
            return scalar;
    }
    return NULL;
}

/* Whether a name is one of padding: "pad0", "_padding", "Reserved". */
static bool is_padding(const struct member *member)
{
    static const char *const words[] = {"pad", "unused", "reserved", "dummy", "filler"};
    const char *dot = memrchr(member->name, '.', member->length), *name = dot ? dot + 1 : member->name;
    name += strspn(name, "_");
    for (size_t i = 0; i < BASE_COUNT(words); i++)
        if (strncasecmp(name, words[i], strlen(words[i])) == 0)
            return true;
    return false;
}

/* A member whose name the header lacks: another name for the same bytes is not a difference. */
static void report_unnamed(struct compare *c, const struct member *member)
{
    const struct sm5_field_info *first = member->pairs[0].field;
    const struct header_scalar *scalar = scalar_at(c, first);
    size_t found = 0;
    for (size_t i = 0; i < member->count; i++)
        found += scalar_at(c, member->pairs[i].field) != NULL;
    if (was_reported(c, member))
        return;
    if (found == member->count && member->length) {
        fprintf(c->out, "  note: %.*s is %s in the header\n", (int)member->length, member->name,
                scalar->path);
    } else if (found < member->count) {
        for (size_t i = 0; i < member->count && scalar_at(c, first); i++)
            first = member->pairs[i].field;
        scalar = overlapping(c, first);
        if (!scalar && is_padding(member) && first->offset + host_field_bytes(first) <= c->found->bytes) {
            fprintf(c->out, "  note: %.*s is padding in the header\n", (int)member->length, member->name);
            return;
        }
        add_difference(c);
        fprintf(c->out, "%s: read from byte %u, where the header has %s%s\n", first->name, first->offset,
                scalar ? scalar->path : "no member", scalar ? " instead" : "");
    }
}

static void compare_member(struct compare *c, struct member *member)
{
    const struct key key = key_of(member->pairs[0].field->name + member->length);
    bool reported = false;
    member->is_matrix = key.rank >= 2 && !key.has_component && member->count > 1;
    if (!pair_member(c, member)) {
        report_unnamed(c, member);
        return;
    }
    if (is_packed(c, member))
        return;
    for (size_t i = 0; i < member->count && !reported; i++)
        reported = report_pair(c, member, &member->pairs[i]);
    if (!reported && is_ambiguous(c, member) && !was_reported(c, member))
        fprintf(c->out,
                "  note: the header does not show the order of %.*s; --matrix rows or columns compares it\n",
                (int)member->length, member->name);
}

/* ---- strides ---- */

static void compare_strides(struct compare *c)
{
    const struct header_resource *r = c->resource;
    const char *first = r->layout->fields[0].name;
    const uint32_t offset = r->layout->fields[0].offset;
    if (r->is_buffer) {
        if (c->found->bytes % 16)
            fprintf(c->out,
                    "  note: the size of %u bytes is not a multiple of 16, as that of a constant buffer is\n",
                    c->found->bytes);
        return;
    }
    if (r->row != r->stride) {
        add_difference(c);
        fprintf(c->out, "the program declares a stride of %u bytes, the members that it names take %u\n",
                r->stride, r->row);
    }
    if (r->given && *r->given != r->stride) {
        add_difference(c);
        fprintf(c->out, "the given stride is %lld bytes; the program declares %u\n", (long long)*r->given,
                r->stride);
    }
    if (c->found->bytes != r->stride) {
        add_difference(c);
        fprintf(c->out, "element 1 and later: %s is read from byte %u, the header has it at %u\n", first,
                offset + r->stride, offset + c->found->bytes);
    }
}

size_t header_compare(const struct header_resource *resource, const struct header_struct *found,
                      enum header_order order, FILE *out)
{
    const struct host_layout *layout = resource->layout;
    struct compare c = {.resource = resource, .found = found, .order = order, .out = out};
    bool *done = calloc(layout->count + 1, sizeof *done);
    struct pair *pairs = calloc(layout->count + 1, sizeof *pairs);
    fprintf(out, "%s: %s, %s:%u, %u bytes\n", resource->slot, found->spelling, found->file, found->line,
            found->bytes);
    for (size_t i = 0; i < layout->count; i++) {
        const char *name = layout->fields[i].name;
        struct member member = {.name = name, .length = member_length(name), .pairs = pairs};
        /* "value" is the name of what has none. */
        member.length = strncmp(name, "value", member.length) == 0 ? 0 : member.length;
        for (size_t k = i; k < layout->count && !done[i]; k++)
            if (!done[k] && is_inside(layout->fields[k].name, name, member.length) &&
                (k == i || member_length(layout->fields[k].name) == member_length(name))) {
                pairs[member.count++] = (struct pair){&layout->fields[k], NULL};
                done[k] = k != i;
            }
        if (member.count)
            compare_member(&c, &member);
        done[i] = true;
    }
    compare_strides(&c);
    for (size_t i = 0; i < c.reported.count; i++)
        free((char *)c.reported.list[i]);
    free(c.reported.list);
    free(pairs);
    free(done);
    return c.differences;
}
