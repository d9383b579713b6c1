/* Signatures from declarations, for programs without them. Names are not known; registers, masks and system
   values are. */
#include <stdlib.h>

#include "dxbc/dxbc_chunk.h"

enum {
    NO_REGISTER = -1,
    /* D3D11.3 9.5 allows 32 registers of 4 components, in each of 4 streams. Excess declarations of
       an invalid program are ignored. */
    ELEMENT_LIMIT = 512,
};

static const char target_name[] = "SV_Target", plain_name[] = "ATTRIBUTE";

struct collector {
    const struct sm5_program *program;
    enum program_signature_kind kind;
    VEC(struct program_signature_element) elements;
    size_t phase_start; /* elements of earlier phases */
    uint32_t stream;
    bool failed, in_patch_phase, has_point_phase;
};

/* Phases of a hull shader each declare the registers they use: find the element of an earlier phase that
   contains the new one, if possible by its components. */
static struct program_signature_element *find_earlier(struct collector *c,
                                                      const struct program_signature_element *element)
{
    struct program_signature_element *found = NULL;
    for (size_t i = 0; i < c->phase_start; i++) {
        struct program_signature_element *known = &c->elements.data[i];
        if (known->reg != element->reg || known->system_value != element->system_value)
            continue;
        if (known->mask & element->mask)
            return known;
        if (!element->system_value)
            found = known;
    }
    return found;
}

static void add_element(struct collector *c, struct program_signature_element element)
{
    element.stream = c->stream;
    struct program_signature_element *earlier = find_earlier(c, &element);
    if (earlier)
        earlier->mask |= element.mask;
    else if (c->elements.count < ELEMENT_LIMIT)
        c->failed |= !VEC_PUSH(&c->elements, element);
}

static const char *name_without_value(const struct collector *c)
{
    return c->program->stage == ISA_PIXEL && c->kind == PROGRAM_SIGNATURE_OUTPUT ? target_name : plain_name;
}

static void add_declared(struct collector *c, const struct program_instr *instr)
{
    const struct program_operand *operand = &instr->operands[0];
    const struct isa_special_output *special = isa_special_output(operand->file);
    const struct isa_system_value_info *primitive = isa_system_value(ISA_SYSTEM_VALUE_PRIMITIVE_ID);
    bool is_primitive = operand->file == ISA_FILE_PRIMITIVE_ID;
    if (special || is_primitive) {
        add_element(
            c, (struct program_signature_element){.name = special ? special->semantic : primitive->semantic,
                                                  .system_value = special ? 0 : primitive->signature_value,
                                                  .component_type = special ? special->type : primitive->type,
                                                  .reg = (uint32_t)NO_REGISTER,
                                                  .mask = 1});
        return;
    }
    if (operand->index_count == 0)
        return; /* vThreadID and the like are in no signature */
    struct program_signature_element element = {
        .name = name_without_value(c),
        .component_type = ISA_COMPONENT_FLOAT,
        .reg = (uint32_t)operand->index[operand->index_count - 1].imm,
        .mask = (uint8_t)operand_write_mask(operand),
    };
    uint32_t value = instr_dword(instr, 0);
    const struct isa_system_value_info *info = isa_system_value(value);
    if (value && info) {
        element.name = info->semantic;
        element.system_value = info->signature_value;
        element.component_type = info->type;
    }
    add_element(c, element);
}

/* ---- selection of declarations ---- */

/* A hull shader's control points in: v in the control point phase, vicp in the others. Without a control
   point phase they pass unchanged. */
static bool is_hull_point(const struct collector *c, const struct program_instr *instr)
{
    uint8_t file = instr->operands[0].file;
    bool in = isa_has(instr->opcode, ISA_DECLARES_IN) &&
              (file == ISA_FILE_INPUT_CONTROL_POINT || (file == ISA_FILE_INPUT && !c->in_patch_phase));
    if (c->kind == PROGRAM_SIGNATURE_INPUT || !c->has_point_phase)
        return in;
    return isa_has(instr->opcode, ISA_DECLARES_OUT) && !c->in_patch_phase;
}

static bool belongs(const struct collector *c, const struct program_instr *instr)
{
    uint8_t file = instr->operands[0].file;
    bool input = isa_has(instr->opcode, ISA_DECLARES_IN), output = isa_has(instr->opcode, ISA_DECLARES_OUT);
    switch (c->program->stage) {
    case ISA_HULL:
        return c->kind == PROGRAM_SIGNATURE_PATCH ? output && c->in_patch_phase : is_hull_point(c, instr);
    case ISA_DOMAIN:
        if (file == ISA_FILE_PRIMITIVE_ID)
            return false;
        if (c->kind == PROGRAM_SIGNATURE_PATCH)
            return input && file == ISA_FILE_PATCH_CONSTANT;
        return c->kind == PROGRAM_SIGNATURE_OUTPUT ? output : input && file != ISA_FILE_PATCH_CONSTANT;
    default: return c->kind == PROGRAM_SIGNATURE_OUTPUT ? output : input;
    }
}

static bool has_point_phase(const struct sm5_program *program)
{
    for (uint32_t i = 0; i < program->instr_count; i++)
        if (program->instrs[i].opcode == ISA_HS_CONTROL_POINT_PHASE)
            return true;
    return false;
}

static void collect(struct collector *c)
{
    c->has_point_phase = has_point_phase(c->program);
    for (uint32_t i = 0; i < c->program->instr_count && !c->failed; i++) {
        const struct program_instr *instr = &c->program->instrs[i];
        if (isa_op(instr->opcode)->group == ISA_GROUP_HULL) {
            c->in_patch_phase = instr->opcode != ISA_HS_CONTROL_POINT_PHASE;
            c->phase_start = c->elements.count;
        } else if (instr->opcode == ISA_DCL_STREAM && instr->operand_count) {
            c->stream = (uint32_t)instr->operands[0].index[0].imm;
        } else if (instr->operand_count && belongs(c, instr)) {
            add_declared(c, instr);
        }
    }
}

/* ---- order, indices, masks ---- */

static unsigned first_component(uint8_t mask)
{
    return mask ? (unsigned)__builtin_ctz(mask) : 0;
}

static int by_place(const void *a, const void *b)
{
    const struct program_signature_element *x = a, *y = b;
    if (x->stream != y->stream)
        return x->stream < y->stream ? -1 : 1;
    if (x->reg != y->reg)
        return x->reg < y->reg ? -1 : 1;
    if (first_component(x->mask) != first_component(y->mask))
        return first_component(x->mask) < first_component(y->mask) ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* A render target's index is its register; others are numbered by name. */
static uint32_t semantic_index(const struct program_signature_element *elements, size_t at)
{
    if (elements[at].name == target_name)
        return elements[at].reg;
    uint32_t count = 0;
    for (size_t i = 0; i < at; i++)
        count +=
            elements[i].stream == elements[at].stream && strcmp(elements[i].name, elements[at].name) == 0;
    return count;
}

static void finish(struct collector *c)
{
    struct program_signature_element *elements = c->elements.data;
    bool goes_out = c->kind == PROGRAM_SIGNATURE_OUTPUT ||
                    (c->kind == PROGRAM_SIGNATURE_PATCH && c->program->stage == ISA_HULL);
    if (c->elements.count)
        qsort(elements, c->elements.count, sizeof *elements, by_place);
    for (size_t i = 0; i < c->elements.count; i++) {
        elements[i].semantic_index = semantic_index(elements, i);
        elements[i].rw_mask = goes_out ? 0xf & ~elements[i].mask : elements[i].mask;
    }
}

static const char *fourcc_of(const struct sm5_program *program, enum program_signature_kind kind)
{
    if (kind == PROGRAM_SIGNATURE_INPUT)
        return "ISGN";
    if (kind == PROGRAM_SIGNATURE_PATCH)
        return "PCSG";
    return program->stage == ISA_GEOMETRY && program->major >= 5 ? "OSG5" : "OSGN";
}

bool dxbc_signature_make(const struct sm5_program *program, enum program_signature_kind kind,
                         struct arena *arena, struct program_signature *out)
{
    *out = program->signatures[kind];
    if (out->present) {
        if (dxbc_signature_kind(out->fourcc) != (int)kind)
            memcpy(out->fourcc, fourcc_of(program, kind), sizeof out->fourcc);
        return true;
    }
    struct collector c = {.program = program, .kind = kind};
    collect(&c);
    finish(&c);
    out->present = true;
    out->count = (uint32_t)c.elements.count;
    memcpy(out->fourcc, fourcc_of(program, kind), sizeof out->fourcc);
    out->elements = arena_copy(arena, c.elements.data, c.elements.count * sizeof *c.elements.data);
    VEC_FREE(&c.elements);
    return out->elements && !c.failed;
}
