/* Packing of inputs and outputs in registers: system values, interpolation modes, tessellation factors
   (D3D11.3 10.10, 15.4.3, 16.4, 22.3.11, 22.3.32). */
#include "validate/validate_state.h"

enum { STREAMS = LIMIT_STREAMS, KINDS = 5, CLIPS = 8, CLIP_REGISTERS = 2 };

/* Declared contents of one register. */
struct content {
    uint8_t plain, valued; /* components without and with a system value */
    uint8_t modes;         /* of interpolation, a bit each */
};

struct contents {
    struct content registers[KINDS][STREAMS][VALIDATE_REGISTERS];
    uint32_t values[KINDS][STREAMS]; /* seen, a bit each */
    uint32_t clips[KINDS][STREAMS];  /* components */
    uint32_t clip_registers[KINDS][STREAMS];
};

static int kind_of(uint8_t file)
{
    switch (file) {
    case ISA_FILE_INPUT: return 0;
    case ISA_FILE_OUTPUT: return 1;
    case ISA_FILE_INPUT_CONTROL_POINT: return 2;
    case ISA_FILE_OUTPUT_CONTROL_POINT: return 3;
    case ISA_FILE_PATCH_CONSTANT: return 4;
    default: return -1;
    }
}

static bool is_factor(uint32_t value)
{
    return value >= ISA_SYSTEM_VALUE_QUAD_U0_EDGE && value <= ISA_SYSTEM_VALUE_LINE_DENSITY;
}

/* ---- one declaration ---- */

/* D3D11.3 24.3 to 24.5, and tessellation factors. */
static void check_once(struct validate *v, uint32_t *seen, const struct program_register *r)
{
    bool single = r->system_value == ISA_SYSTEM_VALUE_POSITION ||
                  r->system_value == ISA_SYSTEM_VALUE_RENDER_TARGET_ARRAY_INDEX ||
                  r->system_value == ISA_SYSTEM_VALUE_VIEWPORT_ARRAY_INDEX || is_factor(r->system_value);
    if (single && (*seen >> r->system_value & 1))
        VALIDATE_REPORT(v, VALIDATE_VALUE_TWICE, isa_name(ISA_NAMES_SYSTEM_VALUE, r->system_value));
    if (single)
        *seen |= 1u << r->system_value;
}

/* Positions that may reach the rasterizer have four components; indices and IDs have one. */
static void check_mask(struct validate *v, const struct program_register *r)
{
    bool rasterized = r->output && v->program->stage != ISA_HULL;
    bool full = r->system_value == ISA_SYSTEM_VALUE_POSITION && rasterized,
         scalar = r->system_value >= ISA_SYSTEM_VALUE_RENDER_TARGET_ARRAY_INDEX;
    if ((full && r->mask != 0xf) || (scalar && (r->mask & (r->mask - 1))))
        VALIDATE_REPORT(v, VALIDATE_VALUE_MASK, isa_name(ISA_NAMES_SYSTEM_VALUE, r->system_value),
                        full ? ".xyzw" : "one component");
}

#define MODE(id) (1 << ISA_INTERPOLATION_##id)

enum {
    LINEAR = MODE(LINEAR) | MODE(LINEAR_CENTROID) | MODE(LINEAR_SAMPLE),
    NOPERSPECTIVE = MODE(NOPERSPECTIVE) | MODE(NOPERSPECTIVE_CENTROID) | MODE(NOPERSPECTIVE_SAMPLE),
};

static void check_mode(struct validate *v, const struct program_register *r)
{
    uint32_t mode = 1u << r->interpolation, wanted = 0xff;
    const char *expected = "";
    if (r->system_value == ISA_SYSTEM_VALUE_POSITION) {
        wanted = NOPERSPECTIVE;
        expected = "linear noperspective, with or without centroid or sample";
    } else if (r->system_value == ISA_SYSTEM_VALUE_CLIP_DISTANCE) {
        wanted = LINEAR;
        expected = "linear";
    } else if (r->system_value >= ISA_SYSTEM_VALUE_RENDER_TARGET_ARRAY_INDEX &&
               r->system_value <= ISA_SYSTEM_VALUE_SAMPLE_INDEX) {
        wanted = MODE(CONSTANT) | MODE(UNDEFINED);
        expected = "constant";
    }
    if (r->interpolation < ISA_INTERPOLATION_COUNT && !(wanted & mode))
        VALIDATE_REPORT(v, VALIDATE_VALUE_MODE, isa_name(ISA_NAMES_SYSTEM_VALUE, r->system_value), expected);
}

/* ---- elements that share a register ---- */

/* System values, except tessellation factors, follow the components without one. */
static void check_order(struct validate *v, const struct program_register *r, const struct content *content)
{
    uint32_t plain = content->plain, valued = content->valued;
    if (valued && plain >> (__builtin_ctz(valued) + 1))
        VALIDATE_REPORT(v, VALIDATE_VALUE_ORDER, isa_file(r->file)->text, r->reg);
}

static void check_modes(struct validate *v, const struct program_register *r, struct content *content)
{
    uint8_t before = content->modes;
    if (r->file != ISA_FILE_INPUT || v->program->stage != ISA_PIXEL || !r->interpolation ||
        r->interpolation >= ISA_INTERPOLATION_COUNT)
        return;
    content->modes |= (uint8_t)(1u << r->interpolation);
    if (before && before != content->modes)
        VALIDATE_REPORT(v, VALIDATE_MIXED_MODES, r->reg);
}

static void check_clips(struct validate *v, struct contents *all, int kind, const struct program_register *r)
{
    uint32_t *components = &all->clips[kind][r->stream], *registers = &all->clip_registers[kind][r->stream];
    bool before = *components > CLIPS || __builtin_popcount(*registers) > CLIP_REGISTERS;
    if (r->system_value != ISA_SYSTEM_VALUE_CLIP_DISTANCE &&
        r->system_value != ISA_SYSTEM_VALUE_CULL_DISTANCE)
        return;
    *components += (uint32_t)__builtin_popcount(r->mask);
    *registers |= 1u << r->reg;
    if (!before && (*components > CLIPS || __builtin_popcount(*registers) > CLIP_REGISTERS))
        VALIDATE_REPORT(v, VALIDATE_CLIPS, (unsigned)CLIPS, (unsigned)CLIP_REGISTERS);
}

static void add(struct validate *v, struct contents *all, const struct program_register *r)
{
    int kind = kind_of(r->file);
    if (kind < 0 || r->reg >= VALIDATE_REGISTERS || r->stream >= STREAMS)
        return;
    struct content *content = &all->registers[kind][r->stream][r->reg];
    check_once(v, &all->values[kind][r->stream], r);
    if (r->system_value)
        check_mask(v, r);
    if (v->program->stage == ISA_PIXEL && !r->output && r->system_value)
        check_mode(v, r);
    if (!r->system_value)
        content->plain |= r->mask;
    else if (!is_factor(r->system_value))
        content->valued |= r->mask;
    check_order(v, r, content);
    check_modes(v, r, content);
    check_clips(v, all, kind, r);
}

/* Only one of oDepth, oDepthGE and oDepthLE (16.9.3). */
static void check_depths(struct validate *v)
{
    const struct program_stage *stage = &v->program->decls.stage;
    uint8_t first = 0;
    for (uint32_t i = 0; i < stage->register_count; i++) {
        const struct program_register *r = &stage->registers[i];
        if (r->file != ISA_FILE_OUTPUT_DEPTH && r->file != ISA_FILE_OUTPUT_DEPTH_GE &&
            r->file != ISA_FILE_OUTPUT_DEPTH_LE)
            continue;
        v->at = r->instr;
        if (first && first != r->file)
            VALIDATE_REPORT(v, VALIDATE_DEPTHS, isa_file(r->file)->text, isa_file(first)->text);
        first = r->file;
    }
}

/* ---- tessellation factors ---- */

/* Groups of tessellation factors: the same component of consecutive registers, in this order (10.10). */
static const uint8_t groups[][5] = {
    {ISA_SYSTEM_VALUE_QUAD_U0_EDGE, ISA_SYSTEM_VALUE_QUAD_V0_EDGE, ISA_SYSTEM_VALUE_QUAD_U1_EDGE,
     ISA_SYSTEM_VALUE_QUAD_V1_EDGE, 0},
    {ISA_SYSTEM_VALUE_QUAD_U_INSIDE, ISA_SYSTEM_VALUE_QUAD_V_INSIDE, 0},
    {ISA_SYSTEM_VALUE_TRI_U0_EDGE, ISA_SYSTEM_VALUE_TRI_V0_EDGE, ISA_SYSTEM_VALUE_TRI_W0_EDGE, 0},
    {ISA_SYSTEM_VALUE_LINE_DENSITY, ISA_SYSTEM_VALUE_LINE_DETAIL, 0},
};

static void check_group(struct validate *v, const struct program_register *const *declared,
                        const uint8_t *group)
{
    const struct program_register *first = NULL;
    uint32_t first_at = 0;
    for (uint32_t i = 0; group[i]; i++) {
        const struct program_register *r = declared[group[i]];
        if (!r)
            continue;
        v->at = r->instr;
        if (first && (r->mask != first->mask || r->reg - first->reg != i - first_at)) {
            VALIDATE_REPORT(v, VALIDATE_FACTOR_PLACE, isa_name(ISA_NAMES_SYSTEM_VALUE, group[i]),
                            isa_name(ISA_NAMES_SYSTEM_VALUE, group[first_at]));
            return;
        }
        if (!first)
            first_at = i;
        first = first ? first : r;
    }
}

static void check_factors(struct validate *v)
{
    const struct program_stage *stage = &v->program->decls.stage;
    const struct program_register *declared[ISA_SYSTEM_VALUE_LINE_DENSITY + 1] = {0};
    uint8_t file = v->program->stage == ISA_HULL ? ISA_FILE_OUTPUT : ISA_FILE_PATCH_CONSTANT;
    for (uint32_t i = 0; i < stage->register_count; i++) {
        const struct program_register *r = &stage->registers[i];
        if (r->file == file && is_factor(r->system_value))
            declared[r->system_value] = r;
    }
    for (size_t i = 0; i < BASE_COUNT(groups); i++)
        check_group(v, declared, groups[i]);
}

void validate_values(struct validate *v)
{
    const struct program_stage *stage = &v->program->decls.stage;
    struct contents *all = calloc(1, sizeof *all);
    uint32_t phase = 0;
    if (!all) {
        v->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < stage->register_count; i++) {
        if (stage->registers[i].phase != phase)
            memset(all, 0, sizeof *all);
        phase = stage->registers[i].phase;
        v->at = stage->registers[i].instr;
        add(v, all, &stage->registers[i]);
    }
    free(all);
    check_depths(v);
    if (v->program->stage == ISA_HULL || v->program->stage == ISA_DOMAIN)
        check_factors(v);
    v->at = v->program->instr_count;
}
