/* Constants by name: --set and the key `set` of test cases. */
#include <stdlib.h>
#include <string.h>

#include "host/host.h"

/* ---- names that are like the one given ---- */

enum { SHOWN = 3 };

struct candidates {
    char **list; /* ends with NULL */
    size_t count, capacity;
};

static void add_candidate(struct candidates *c, const char *buffer, const char *member, size_t length)
{
    char *text = NULL;
    if (c->count + 1 >= c->capacity) {
        size_t bigger = c->capacity ? 2 * c->capacity : 64;
        char **list = realloc(c->list, bigger * sizeof *list);
        if (!list)
            return;
        c->list = list;
        c->capacity = bigger;
    }
    if (asprintf(&text, "%s%s%.*s", buffer, buffer[0] ? "." : "", (int)length, member) < 0)
        return;
    bool known = c->count && strcmp(c->list[c->count - 1], text) == 0;
    if (known)
        free(text);
    else
        c->list[c->count++] = text;
    c->list[c->count] = NULL;
}

/* Adds each member and the arrays and structures that contain it: "lights", "lights[2]",
   "lights[2].color". */
static void add_members(struct candidates *c, const struct host_layout *layout, const char *buffer)
{
    for (size_t i = 0; i < layout->count; i++) {
        const char *name = layout->fields[i].name;
        for (size_t k = 1; name[k]; k++)
            if (name[k] == '.' || name[k] == '[')
                add_candidate(c, buffer, name, k);
        add_candidate(c, buffer, name, strlen(name));
    }
}

static const char *buffer_name(const struct sm5_resource_info *info, char made[32])
{
    snprintf(made, 32, "cb%u", info->reg);
    return info->name ? info->name : made;
}

/* Collects all names, with or without that of their buffer. */
static void collect(const struct sm5_program *program, const struct host_texts *structs, bool qualified,
                    struct candidates *c)
{
    struct sm5_resource_info info;
    char made[32];
    for (uint32_t i = 0; sm5_resource_at(program, i, &info); i++) {
        struct host_layout layout = {0};
        if (info.kind == 'b' && host_layout_of(program, i, structs, &layout))
            add_members(c, &layout, qualified ? buffer_name(&info, made) : "");
        host_layout_free(&layout);
    }
}

static void free_candidates(struct candidates *c)
{
    for (size_t i = 0; i < c->count; i++)
        free(c->list[i]);
    free(c->list);
}

static void remove_candidate(struct candidates *c, const char *text)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->count; i++) {
        if (strcmp(c->list[i], text) == 0)
            free(c->list[i]);
        else
            c->list[kept++] = c->list[i];
    }
    c->count = kept;
    c->list[kept] = NULL;
}

/* Appends the names most similar to the given one; false when there is none. */
static bool add_nearest(struct candidates *c, const char *name, char *out, size_t size)
{
    size_t shown = 0;
    for (; c->count && shown < SHOWN; shown++) {
        const char *near = io_nearest(name, (const char *const *)c->list);
        size_t length = strlen(out);
        if (!near)
            break;
        snprintf(out + length, size - length, "%s'%.100s'", shown ? ", " : "; did you mean ", near);
        char copy[256];
        snprintf(copy, sizeof copy, "%s", near);
        remove_candidate(c, copy);
    }
    return shown > 0;
}

static bool fail_unknown(const struct sm5_program *program, const struct host_texts *structs,
                         const char *name, struct io_error *error)
{
    char near[400] = "";
    for (int qualified = 1; qualified >= 0 && !near[0]; qualified--) {
        struct candidates all = {0};
        collect(program, structs, qualified, &all);
        if (all.count == 0)
            snprintf(near, sizeof near,
                     "; the program names no constants, and --struct cb#='...' declares none");
        else if (add_nearest(&all, name, near, sizeof near))
            strncat(near, "?", sizeof near - strlen(near) - 1);
        else if (!qualified)
            snprintf(near, sizeof near, "; 'sm5 info' lists the members of constant buffers");
        free_candidates(&all);
    }
    return io_fail(error, "unknown constant '%.80s'%s", name, near);
}

/* ---- finding ---- */

static bool covers(const struct host_layout *layout, const char *member)
{
    size_t length = strlen(member);
    for (size_t i = 0; i < layout->count; i++) {
        const char *name = layout->fields[i].name;
        if (length == 0 || (strncmp(name, member, length) == 0 && strchr(".[", name[length])))
            return true;
    }
    return false;
}

static bool select_resource(const struct sm5_program *program, const struct host_texts *structs,
                            uint32_t index, const char *member, struct host_constant *out)
{
    struct sm5_resource_info info;
    sm5_resource_at(program, index, &info);
    host_constant_free(out);
    *out = (struct host_constant){.resource = (int)index,
                                  .slot = {.kind = 'b', .reg = info.reg, .space = info.space}};
    if (strlen(member) >= sizeof out->member || !host_layout_of(program, index, structs, &out->layout))
        return false;
    strcpy(out->member, member);
    return covers(&out->layout, member);
}

/* "cb0.dt", "cb0@2[1].dt": the slot is the longest prefix that parses as one. */
static int resource_of_slot(const struct sm5_program *program, const char *name, size_t length,
                            struct sm5_slot *slot)
{
    char text[64];
    if (length >= sizeof text)
        return -1;
    snprintf(text, sizeof text, "%.*s", (int)length, name);
    return sm5_slot_parse(text, slot) && slot->kind == 'b' ? host_find_resource(program, slot) : -1;
}

/* The constant buffer whose name is a prefix of `name`, and the length of the prefix; -1 when
   there is none. */
static int resource_of_name(const struct sm5_program *program, const char *name, size_t *length,
                            struct sm5_slot *slot)
{
    struct sm5_resource_info info;
    *length = strcspn(name, ".");
    int index = resource_of_slot(program, name, *length, slot);
    if (index >= 0)
        return index;
    for (uint32_t i = 0; sm5_resource_at(program, i, &info); i++) {
        *length = info.name ? strlen(info.name) : 0;
        if (info.kind == 'b' && *length && strncmp(name, info.name, *length) == 0 &&
            strchr(".", name[*length])) {
            *slot = (struct sm5_slot){.kind = 'b', .reg = info.reg, .space = info.space};
            return (int)i;
        }
    }
    return -1;
}

/* Finds a member that exactly one constant buffer has. */
static bool find_member(const struct sm5_program *program, const struct host_texts *structs, const char *name,
                        struct host_constant *out, struct io_error *error)
{
    struct sm5_resource_info info;
    struct host_constant found = {0};
    char first[80] = "", made[32];
    for (uint32_t i = 0; sm5_resource_at(program, i, &info); i++) {
        if (info.kind != 'b' || !select_resource(program, structs, i, name, &found))
            continue;
        if (first[0]) {
            host_constant_free(&found);
            host_constant_free(out);
            return io_fail(error,
                           "'%.80s' is in several constant buffers; expected %.80s.%.80s or %.80s.%.80s",
                           name, first, name, buffer_name(&info, made), name);
        }
        snprintf(first, sizeof first, "%s", buffer_name(&info, made));
        host_constant_free(out);
        *out = found;
        found = (struct host_constant){0};
    }
    host_constant_free(&found);
    return first[0] || fail_unknown(program, structs, name, error);
}

bool host_constant_find(const struct sm5_program *program, const struct host_texts *structs, const char *name,
                        struct host_constant *out, struct io_error *error)
{
    size_t length;
    struct sm5_slot slot;
    *out = (struct host_constant){0};
    int index = resource_of_name(program, name, &length, &slot);
    if (index >= 0 &&
        select_resource(program, structs, (uint32_t)index, name + length + (name[length] == '.'), out)) {
        out->slot = slot;
        return true;
    }
    host_constant_free(out);
    return find_member(program, structs, name, out, error);
}

void host_constant_free(struct host_constant *constant)
{
    host_layout_free(&constant->layout);
}

/* ---- values ---- */

struct sm5_buffer *host_constant_buffer(const struct sm5_program *program,
                                        const struct host_constant *constant)
{
    struct sm5_buffer *buffer = sm5_buffer_new(constant->layout.bytes);
    if (buffer)
        sm5_layout_defaults(program, (uint32_t)constant->resource, sm5_buffer_data(buffer),
                            sm5_buffer_size(buffer));
    return buffer;
}

static bool fits(const struct host_constant *constant, const struct sm5_field_info *field, size_t size)
{
    size_t length = strlen(constant->member);
    bool covered = length == 0 ||
                   (strncmp(field->name, constant->member, length) == 0 && strchr(".[", field->name[length]));
    return !covered || field->offset + host_field_bytes(field) <= size;
}

bool host_constant_set(const struct host_constant *constant, const char *values, void *data, size_t size,
                       struct io_error *error)
{
    const struct host_layout *layout = &constant->layout;
    struct io_column *columns = calloc(layout->count + 1, sizeof *columns);
    bool ok = columns || io_fail(error, "out of memory");
    for (size_t i = 0; ok && i < layout->count; i++) {
        const struct sm5_field_info *field = &layout->fields[i];
        columns[i] = (struct io_column){field->name, field->offset, field->type, field->position};
        ok = fits(constant, field, size) ||
             io_fail(error, "the constant buffer has %zu bytes; '%.160s' is at byte %u", size, field->name,
                     field->offset);
    }
    const struct io_layout whole = {
        .columns = columns, .count = layout->count, .row_bytes = size, .is_one = true};
    ok = ok && io_set_members(&whole, constant->member, values, data, error);
    free(columns);
    return ok;
}
