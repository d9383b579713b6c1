/* ISGN, OSGN, OSG5, PCSG and the wide forms ISG1, OSG1, PSG1. */
#include <stdlib.h>

#include "dxbc/dxbc_parts.h"

enum { HEAD = 8, NO_REGISTER = -1 };

static const struct layout {
    char fourcc[5];
    uint8_t kind, stride;
    bool has_stream, has_precision;
} layouts[] = {
    {"ISGN", PROGRAM_SIGNATURE_INPUT, 24, false, false}, {"OSGN", PROGRAM_SIGNATURE_OUTPUT, 24, false, false},
    {"PCSG", PROGRAM_SIGNATURE_PATCH, 24, false, false}, {"OSG5", PROGRAM_SIGNATURE_OUTPUT, 28, true, false},
    {"ISG1", PROGRAM_SIGNATURE_INPUT, 32, true, true},   {"OSG1", PROGRAM_SIGNATURE_OUTPUT, 32, true, true},
    {"PSG1", PROGRAM_SIGNATURE_PATCH, 32, true, true},
};

static const struct layout *find_layout(const char *fourcc)
{
    for (size_t i = 0; i < BASE_COUNT(layouts); i++)
        if (memcmp(layouts[i].fourcc, fourcc, 4) == 0)
            return &layouts[i];
    return NULL;
}

int dxbc_signature_kind(const char *fourcc)
{
    const struct layout *layout = find_layout(fourcc);
    return layout ? layout->kind : -1;
}

static void read_element(struct dxbc_reader *reader, const struct layout *layout, uint64_t at,
                         struct program_signature_element *out)
{
    if (layout->has_stream) {
        out->stream = dxbc_u32(reader, at);
        at += 4;
    }
    out->name = dxbc_string(reader, dxbc_u32(reader, at));
    out->semantic_index = dxbc_u32(reader, at + 4);
    out->system_value = dxbc_u32(reader, at + 8);
    out->component_type = dxbc_u32(reader, at + 12);
    out->reg = dxbc_u32(reader, at + 16);
    uint32_t masks = dxbc_u32(reader, at + 20);
    out->mask = masks & 0xff;
    out->rw_mask = masks >> 8 & 0xff;
    if (layout->has_precision)
        out->min_precision = dxbc_u32(reader, at + 24);
}

bool dxbc_signature_read(struct dxbc_reader *reader, const char *fourcc, struct program_signature *out)
{
    const struct layout *layout = find_layout(fourcc);
    uint32_t count = dxbc_u32(reader, 0), first = dxbc_u32(reader, 4);
    if (reader->bad || !dxbc_fits(reader, first, count, layout->stride))
        return false;
    struct program_signature read = {.present = true, .count = count};
    memcpy(read.fourcc, layout->fourcc, sizeof read.fourcc);
    read.elements = dxbc_array(reader, count, sizeof *read.elements);
    if (!read.elements)
        return false;
    for (uint32_t i = 0; i < count; i++)
        read_element(reader, layout, first + (uint64_t)i * layout->stride, &read.elements[i]);
    if (!reader->bad)
        *out = read;
    return !reader->bad;
}

/* ---- writing ---- */

static void add_u32(struct strbuf *out, uint32_t word)
{
    strbuf_add_bytes(out, (const char *)&word, sizeof word);
}

/* Offset of a name in the pool; equal names share one. The search is over names written so far: signatures
   have at most some dozens of elements, and files are read, not written, in bulk. */
static uint32_t pool_name(struct strbuf *pool, const char *name)
{
    size_t length = strlen(name) + 1;
    for (size_t at = 0; at < pool->length; at += strlen(pool->text + at) + 1)
        if (strcmp(pool->text + at, name) == 0)
            return (uint32_t)at;
    size_t at = pool->length;
    strbuf_add_bytes(pool, name, length);
    return (uint32_t)at;
}

void dxbc_signature_write(const struct program_signature *signature, struct strbuf *out)
{
    const struct layout *layout = find_layout(signature->fourcc);
    struct strbuf pool = {0};
    uint32_t names = HEAD + signature->count * layout->stride;
    add_u32(out, signature->count);
    add_u32(out, HEAD);
    for (uint32_t i = 0; i < signature->count; i++) {
        const struct program_signature_element *element = &signature->elements[i];
        if (layout->has_stream)
            add_u32(out, element->stream);
        add_u32(out, names + pool_name(&pool, element->name));
        add_u32(out, element->semantic_index);
        add_u32(out, element->system_value);
        add_u32(out, element->component_type);
        add_u32(out, element->reg);
        add_u32(out, element->mask | (uint32_t)element->rw_mask << 8);
        if (layout->has_precision)
            add_u32(out, element->min_precision);
    }
    strbuf_add_bytes(out, strbuf_text(&pool), pool.length);
    strbuf_add_repeat(out, (char)0xab, (4 - out->length % 4) % 4);
    out->failed |= pool.failed;
    strbuf_free(&pool);
}

/* ---- from declarations ---- */

/* What a system value of the token format is in a signature: its number there, its name, its component type.
 */
static const struct system_value {
    const char *name;
    uint8_t number, type;
} system_values[] = {
    [1] = {"SV_Position", 1, 3},           [2] = {"SV_ClipDistance", 2, 3},
    [3] = {"SV_CullDistance", 3, 3},       [4] = {"SV_RenderTargetArrayIndex", 4, 1},
    [5] = {"SV_ViewportArrayIndex", 5, 1}, [6] = {"SV_VertexID", 6, 1},
    [7] = {"SV_PrimitiveID", 7, 1},        [8] = {"SV_InstanceID", 8, 1},
    [9] = {"SV_IsFrontFace", 9, 1},        [10] = {"SV_SampleIndex", 10, 1},
    [11] = {"SV_TessFactor", 11, 3},       [12] = {"SV_TessFactor", 11, 3},
    [13] = {"SV_TessFactor", 11, 3},       [14] = {"SV_TessFactor", 11, 3},
    [15] = {"SV_InsideTessFactor", 12, 3}, [16] = {"SV_InsideTessFactor", 12, 3},
    [17] = {"SV_TessFactor", 13, 3},       [18] = {"SV_TessFactor", 13, 3},
    [19] = {"SV_TessFactor", 13, 3},       [20] = {"SV_InsideTessFactor", 14, 3},
    [21] = {"SV_TessFactor", 15, 3},       [22] = {"SV_TessFactor", 16, 3},
};

static const struct special_output {
    uint8_t file, type;
    const char *name;
} special_outputs[] = {
    {ISA_FILE_OUTPUT_DEPTH, 3, "SV_Depth"},
    {ISA_FILE_OUTPUT_DEPTH_GE, 3, "SV_DepthGreaterEqual"},
    {ISA_FILE_OUTPUT_DEPTH_LE, 3, "SV_DepthLessEqual"},
    {ISA_FILE_OUTPUT_MASK, 1, "SV_Coverage"},
    {ISA_FILE_OUTPUT_STENCIL_REF, 1, "SV_StencilRef"},
};

struct collector {
    const struct sm5_program *program;
    enum program_signature_kind kind;
    struct arena *arena;
    VEC(struct program_signature_element) elements;
    uint32_t stream;
    bool failed, patch_phase;
};

static const struct special_output *find_special(uint32_t file)
{
    for (size_t i = 0; i < BASE_COUNT(special_outputs); i++)
        if (special_outputs[i].file == file)
            return &special_outputs[i];
    return NULL;
}

/* How many elements so far have the name: the next semantic index. */
static uint32_t count_name(const struct collector *c, const char *name)
{
    uint32_t count = 0;
    for (size_t i = 0; i < c->elements.count; i++)
        count += strcmp(c->elements.data[i].name, name) == 0 && c->elements.data[i].stream == c->stream;
    return count;
}

static void add_element(struct collector *c, const char *name, uint32_t system_value, uint32_t type,
                        uint32_t reg, uint32_t mask)
{
    struct program_signature_element element = {
        .name = name,
        .semantic_index = count_name(c, name),
        .system_value = system_value,
        .component_type = type,
        .reg = reg,
        .mask = (uint8_t)mask,
        .rw_mask = (uint8_t)(c->kind == PROGRAM_SIGNATURE_OUTPUT ? 0xf & ~mask : mask),
        .stream = c->stream,
    };
    c->failed |= !VEC_PUSH(&c->elements, element);
}

/* A register without a system value has no name in the code: ATTRIBUTE and, for pixel outputs, SV_Target. */
static const char *plain_name(const struct collector *c)
{
    return c->program->stage == ISA_PIXEL && c->kind == PROGRAM_SIGNATURE_OUTPUT ? "SV_Target" : "ATTRIBUTE";
}

static void add_declared(struct collector *c, const struct program_instr *instr)
{
    const struct program_operand *operand = &instr->operands[0];
    const struct special_output *special = find_special(operand->file);
    if (special) {
        add_element(c, special->name, 0, special->type, (uint32_t)NO_REGISTER, 1);
        return;
    }
    if (operand->index_count == 0)
        return; /* vThreadID and its kin are in no signature */
    uint32_t reg = (uint32_t)operand->index[operand->index_count - 1].imm;
    uint32_t value = instr->dword_count ? instr->dwords[0] : 0;
    if (value > 0 && value < BASE_COUNT(system_values))
        add_element(c, system_values[value].name, system_values[value].number, system_values[value].type, reg,
                    operand_write_mask(operand));
    else
        add_element(c, plain_name(c), 0, 3, reg, operand_write_mask(operand));
}

static bool declares_input(uint16_t opcode)
{
    return opcode >= ISA_DCL_INPUT && opcode <= ISA_DCL_INPUT_PS_SIV;
}

static bool declares_output(uint16_t opcode)
{
    return opcode >= ISA_DCL_OUTPUT && opcode <= ISA_DCL_OUTPUT_SIV;
}

/* A hull shader's control point phase declares the input and output signatures, its other phases the patch
   constants; a domain shader's vpc inputs are its patch constants. */
static bool belongs(const struct collector *c, const struct program_instr *instr)
{
    bool input = declares_input(instr->opcode), output = declares_output(instr->opcode);
    if (!input && !output)
        return false;
    uint8_t file = instr->operands[0].file;
    bool patch = (output && c->patch_phase) ||
                 (input && c->program->stage == ISA_DOMAIN && file == ISA_FILE_PATCH_CONSTANT);
    switch (c->kind) {
    case PROGRAM_SIGNATURE_PATCH: return patch;
    case PROGRAM_SIGNATURE_OUTPUT: return output && !patch;
    default: return input && !patch && !c->patch_phase && file != ISA_FILE_PATCH_CONSTANT;
    }
}

static void collect(struct collector *c)
{
    for (uint32_t i = 0; i < c->program->instr_count && !c->failed; i++) {
        const struct program_instr *instr = &c->program->instrs[i];
        if (instr->opcode == ISA_HS_FORK_PHASE || instr->opcode == ISA_HS_JOIN_PHASE)
            c->patch_phase = true;
        else if (instr->opcode == ISA_HS_CONTROL_POINT_PHASE)
            c->patch_phase = false;
        else if (instr->opcode == ISA_DCL_STREAM)
            c->stream = (uint32_t)instr->operands[0].index[0].imm;
        else if (belongs(c, instr))
            add_declared(c, instr);
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
        if (!find_layout(out->fourcc))
            memcpy(out->fourcc, fourcc_of(program, kind), sizeof out->fourcc);
        return true;
    }
    struct collector c = {.program = program, .kind = kind, .arena = arena};
    collect(&c);
    out->present = true;
    out->count = (uint32_t)c.elements.count;
    memcpy(out->fourcc, fourcc_of(program, kind), sizeof out->fourcc);
    out->elements = arena_copy(arena, c.elements.data, c.elements.count * sizeof *c.elements.data);
    VEC_FREE(&c.elements);
    return out->elements && !c.failed;
}
