/* Finds the member of a structure or constant buffer that a finding is about. */
#include <stdlib.h>
#include <string.h>

#include "host/host.h"

bool host_members_open(struct host_members *members, const struct sm5_program *program,
                       const struct host_texts *structs)
{
    struct sm5_resource_info info;
    uint32_t count = 0;
    while (sm5_resource_at(program, count, &info))
        count++;
    *members = (struct host_members){.program = program, .structs = structs, .count = count};
    members->layouts = calloc(count + 1, sizeof *members->layouts);
    members->is_read = calloc(count + 1, sizeof *members->is_read);
    return (members->layouts && members->is_read) || host_error("out of memory");
}

void host_members_free(struct host_members *members)
{
    for (uint32_t i = 0; members->layouts && i < members->count; i++)
        host_layout_free(&members->layouts[i]);
    free(members->layouts);
    free(members->is_read);
    *members = (struct host_members){0};
}

/* ---- resources ---- */

/* Findings name a register without its space: a register that exists in several spaces is not resolved. */
static int find_register(const struct host_members *members, char kind, unsigned long reg)
{
    struct sm5_resource_info info;
    int found = -1;
    for (uint32_t i = 0; i < members->count && sm5_resource_at(members->program, i, &info); i++) {
        if (info.kind != kind || reg < info.reg || reg > info.last)
            continue;
        if (found >= 0)
            return -1;
        found = (int)i;
    }
    return found;
}

static const struct host_layout *layout_of(struct host_members *members, int resource)
{
    if (!members->is_read[resource])
        host_layout_of(members->program, (uint32_t)resource, members->structs, &members->layouts[resource]);
    members->is_read[resource] = true;
    return &members->layouts[resource];
}

/* The first member in a row of a constant buffer. */
static const struct sm5_field_info *field_of_row(const struct host_layout *layout, uint64_t row)
{
    for (uint32_t offset = 0; row < UINT32_MAX / 16 && offset < 16; offset += 4) {
        const struct sm5_field_info *field = host_layout_field(layout, (uint32_t)row * 16 + offset);
        if (field)
            return field;
    }
    return NULL;
}

static const char *member_of_resource(struct host_members *members, char kind, const char *number,
                                      const struct sm5_finding *f)
{
    char *end;
    unsigned long reg = strtoul(number, &end, 10);
    int resource = *end || end == number || !f->has_element ? -1 : find_register(members, kind, reg);
    if (resource < 0 || (kind != 'b' && !f->has_offset))
        return NULL;
    const struct host_layout *layout = layout_of(members, resource);
    const struct sm5_field_info *field = layout->count == 0 ? NULL
                                         : kind == 'b'      ? field_of_row(layout, f->element)
                                                            : host_layout_field(layout, f->byte_offset);
    return field ? field->name : NULL;
}

/* ---- outputs ---- */

/* A register of several elements has the name of the first. */
static const char *member_of_outputs(struct host_members *members, const struct sm5_finding *f)
{
    struct sm5_stage_element e;
    char name[sizeof f->reg];
    for (int part = SM5_STAGE_OUTPUTS; part <= SM5_STAGE_CONSTANTS; part++)
        for (uint32_t i = 0; sm5_stage_element_at(members->program, (enum sm5_stage_part)part, i, &e); i++) {
            snprintf(name, sizeof name, "%.12s%u", e.file, e.reg);
            if (!e.semantic || (strcmp(name, f->reg) != 0 && strcmp(e.file, f->reg) != 0))
                continue;
            snprintf(members->semantic, sizeof members->semantic, e.index ? "%.80s%u" : "%.80s", e.semantic,
                     e.index);
            return members->semantic;
        }
    return NULL;
}

const char *host_member_of(struct host_members *members, const struct sm5_finding *f)
{
    if (strncmp(f->reg, "cb", 2) == 0)
        return member_of_resource(members, 'b', f->reg + 2, f);
    if (f->reg[0] && strchr("tug", f->reg[0]))
        return member_of_resource(members, f->reg[0], f->reg + 1, f);
    bool is_output = f->reg[0] == 'o' || strncmp(f->reg, "vpc", 3) == 0;
    return is_output && !f->has_element ? member_of_outputs(members, f) : NULL;
}

/* ---- columns of stages ---- */

/* Letters count the components of the element, not of the register. */
void host_stage_column(char *out, size_t size, const struct sm5_stage_element *e, uint32_t component)
{
    bool alone = (e->mask & (e->mask - 1)) == 0;
    char index[12] = "";
    int letter = 0;
    for (uint32_t c = 0; c < component; c++)
        letter += e->mask >> c & 1;
    if (e->semantic && e->index)
        snprintf(index, sizeof index, "%u", e->index);
    if (e->semantic && alone)
        snprintf(out, size, "%.60s%s", e->semantic, index);
    else if (e->semantic)
        snprintf(out, size, "%.60s%s.%c", e->semantic, index, "xyzw"[letter]);
    else
        snprintf(out, size, "%s%u.%c", e->file, e->reg, "xyzw"[component]);
}
