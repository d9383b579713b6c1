/* sm5 test --new: inputs and outputs of the stages other than compute. */
#include <stdlib.h>
#include <string.h>

#include "case/case_new.h"

enum { VERTICES = 4, PRIMITIVES = 2, SIDE = 4, REGISTERS = 64 };

static bool is_stage(const struct new_case *c, const char *stage)
{
    return strcmp(c->info.stage, stage) == 0;
}

/* ---- registers ---- */

/* One register of records: its components, and what they are called. */
struct reg {
    char slot[16];
    uint32_t mask;
    char types[4];
    char names[4][80];
    bool is_generated; /* all components are system values that a run generates */
};

static void name_slot(const struct new_case *c, enum sm5_stage_part part, const struct sm5_stage_element *e,
                      char out[16])
{
    bool special = part == SM5_STAGE_OUTPUTS && e->reg == c->stage.special;
    if (part == SM5_STAGE_CONSTANTS)
        snprintf(out, 16, "vpc%u", e->reg);
    else if (special)
        snprintf(out, 16, "%s", e->file);
    else if (part == SM5_STAGE_OUTPUTS)
        snprintf(out, 16, "o%u", e->reg);
    else
        snprintf(out, 16, "%s%u", e->file, e->reg);
}

static void add_element(const struct new_case *c, const struct sm5_stage_element *e, bool special,
                        struct reg *reg)
{
    reg->is_generated =
        (reg->mask == 0 || reg->is_generated) && sm5_stage_element_is_generated(c->program, e);
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t at = special ? 0 : i;
        if (!(e->mask >> i & 1))
            continue;
        reg->mask |= 1u << at;
        reg->types[at] = e->type;
        host_stage_column(reg->names[at], sizeof reg->names[at], e, i);
    }
}

/* Registers of a part, in the order of the elements. Returns how many. */
static size_t collect(const struct new_case *c, enum sm5_stage_part part, uint32_t stream,
                      struct reg list[REGISTERS])
{
    struct sm5_stage_element e;
    size_t count = 0;
    for (uint32_t i = 0; sm5_stage_element_at(c->program, part, i, &e); i++) {
        char slot[16];
        size_t at = 0;
        bool special = part == SM5_STAGE_OUTPUTS && e.reg == c->stage.special;
        if ((is_stage(c, "gs") && part == SM5_STAGE_OUTPUTS && e.stream != stream) ||
            (e.reg > 31 && !special))
            continue;
        name_slot(c, part, &e, slot);
        while (at < count && strcmp(list[at].slot, slot) != 0)
            at++;
        if (at == REGISTERS)
            break;
        if (at == count) {
            list[count] = (struct reg){0};
            memcpy(list[count++].slot, slot, sizeof slot);
        }
        add_element(c, &e, special, &list[at]);
    }
    return count;
}

static void print_names(struct new_case *c, const struct reg *reg)
{
    const char *between = "   # ";
    for (int i = 0; i < 4; i++) {
        if (!(reg->mask >> i & 1))
            continue;
        fprintf(c->out, "%s", between);
        case_new_print_name(c->out, reg->names[i]);
        between = ", ";
    }
    fprintf(c->out, "\n");
}

static const char *type_of(const struct reg *reg)
{
    for (int i = 0; i < 4; i++)
        if ((reg->mask >> i & 1) && reg->types[i] == 'f')
            return "f32";
    for (int i = 0; i < 4; i++)
        if ((reg->mask >> i & 1) && reg->types[i] == 'i')
            return "i32";
    return "u32";
}

/* ---- inputs ---- */

static void print_input(struct new_case *c, const struct reg *reg, uint64_t records)
{
    const char *type = type_of(reg);
    fprintf(c->out, "  - slot: %s", reg->slot);
    print_names(c, reg);
    fprintf(c->out, "    file: {type: %s, values: [", type);
    for (uint64_t i = 0; i < records; i++)
        for (int k = 0; k < 4; k++) {
            fprintf(c->out, k ? " " : "\n      ");
            if (reg->mask >> k & 1)
                case_new_print_value(c, reg->types[k], type[0] == 'f');
            else
                fprintf(c->out, "0");
            fprintf(c->out, i + 1 < records || k < 3 ? "," : "]}\n");
        }
}

static void print_inputs(struct new_case *c, uint64_t records, uint64_t patches)
{
    struct reg list[REGISTERS];
    bool any = false;
    for (int part = 0; part < 2; part++) {
        enum sm5_stage_part which = part ? SM5_STAGE_CONSTANTS : SM5_STAGE_INPUTS;
        size_t count = part && !is_stage(c, "ds") ? 0 : collect(c, which, 0, list);
        for (size_t i = 0; i < count; i++) {
            if (list[i].is_generated || (part ? patches : records) == 0)
                continue;
            if (!any)
                fprintf(
                    c->out,
                    "\n# A record of 16 bytes for each %s; what is left out is generated, or 0.\ninputs:\n",
                    is_stage(c, "ps")   ? "pixel, in quads (0,0) (1,0) (0,1) (1,1)"
                    : is_stage(c, "ds") ? "control point (vicp#) or patch (vpc#)"
                                        : "vertex or control point");
            any = true;
            print_input(c, &list[i], part ? patches : records);
        }
    }
}

/* ---- outputs ---- */

static void print_output(struct new_case *c, const struct reg *reg, const char *indent)
{
    char compare[5] = "";
    size_t length = 0;
    for (int i = 0; i < 4; i++)
        if (reg->mask >> i & 1)
            compare[length++] = "xyzw"[i];
    fprintf(c->out, "%s- slot: %s", indent, reg->slot);
    print_names(c, reg);
    if (length < 4)
        fprintf(c->out, "%s  compare: %s\n", indent, compare);
    fprintf(c->out, "%s  file: {type: %s, values: []}   # of sm5 test --bless\n", indent, type_of(reg));
    c->expects = true;
}

static void print_outputs(struct new_case *c)
{
    struct reg list[REGISTERS];
    bool any = false;
    for (int part = 0; part < 2; part++) {
        bool skip = part && !is_stage(c, "hs");
        size_t count = skip ? 0 : collect(c, part ? SM5_STAGE_CONSTANTS : SM5_STAGE_OUTPUTS, 0, list);
        for (size_t i = 0; i < count; i++) {
            if (!any)
                fprintf(c->out, "\nstage_outputs:\n");
            any = true;
            print_output(c, &list[i], "  ");
        }
    }
}

static void print_emitted(struct new_case *c)
{
    struct reg list[REGISTERS];
    bool any = false;
    for (uint32_t stream = 0; stream < 4; stream++) {
        size_t count = collect(c, SM5_STAGE_OUTPUTS, stream, list);
        if (!c->stage.topology[stream] && (stream || !count))
            continue;
        fprintf(c->out, "%s  - stream: %u\n    vertices: 0\n    strips: []\n    outputs:%s\n",
                any ? "" : "\nemitted:\n", stream, count ? "" : " []");
        any = true;
        for (size_t i = 0; i < count; i++)
            print_output(c, &list[i], "      ");
        c->expects = true;
    }
}

/* ---- stages ---- */

static void print_points(struct new_case *c)
{
    bool tri = c->stage.domain && strcmp(c->stage.domain, "tri") == 0;
    fprintf(c->out, "\n# The same for each patch.\ndomain_points: %s\n",
            tri ? "[[1, 0, 0], [0, 1, 0], [0, 0, 1], [0.25, 0.25, 0.5]]"
                : "[[0, 0], [1, 0], [0, 1], [0.25, 0.5]]");
}

void case_new_stage(struct new_case *c)
{
    uint64_t points = (uint64_t)c->stage.points_in * PRIMITIVES;
    if (is_stage(c, "ps")) {
        fprintf(c->out, "pixels:\n  rect: [0, 0, %d, %d]   # left, top, width, height\n", SIDE, SIDE);
        fprintf(c->out,
                "  written: {type: u32, values: []}   # of sm5 test --bless: 0 where a pixel is discarded\n");
        c->expects = true;
        print_inputs(c, SIDE * SIDE, 0);
    } else if (is_stage(c, "vs")) {
        fprintf(c->out, "primitives: %d   # vertices\n", VERTICES);
        print_inputs(c, VERTICES, 0);
    } else {
        if (!is_stage(c, "ds"))
            fprintf(c->out, "primitives: %d\n", PRIMITIVES);
        print_inputs(c, points, PRIMITIVES);
        if (is_stage(c, "ds"))
            print_points(c);
    }
    if (is_stage(c, "gs"))
        print_emitted(c);
    else
        print_outputs(c);
}
