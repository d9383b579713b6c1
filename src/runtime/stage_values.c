/* System values of a run: what input assembler and rasterizer would generate (D3D11.3 8.14, 15.12, 16.3). */
#include "runtime.h"

/* Encodings of names.def. */
struct generator {
    const struct program_stage *stage;
    const struct sm5_stage_run *run;
    int32_t corner[2];
    uint32_t quads_wide, samples;
};

/* Offset of the evaluated position from the pixel's centre (D3D11.3 16.3), by interpolation mode: none,
   the centroid's or the sample's. */
static void position_offset(const struct generator *g, uint8_t mode, uint64_t invocation, int8_t offset[2])
{
    offset[0] = offset[1] = 0;
    switch (program_interpolation_mode(mode)) {
    case PROGRAM_FROM_SAMPLE:
        stage_sample_offset(g->samples, (uint32_t)(invocation / 4 % g->samples), offset);
        break;
    case PROGRAM_FROM_CENTROID:
        if (g->run->coverage && invocation < g->run->count) /* there may be more records */
            stage_centroid(g->samples, g->run->coverage[invocation], offset);
        break;
    default: break;
    }
}

static void make_position(const struct generator *g, uint8_t mode, uint64_t invocation, uint32_t words[4])
{
    uint64_t quad = invocation / 4 / (g->stage->sample_frequency ? g->samples : 1);
    uint64_t row = g->quads_wide ? quad / g->quads_wide : 0, column = quad - row * g->quads_wide;
    int8_t offset[2];
    position_offset(g, mode, invocation, offset);
    double x = (double)g->corner[0] + 2.0 * (double)column + (double)(invocation & 1);
    double y = (double)g->corner[1] + 2.0 * (double)row + (double)(invocation >> 1 & 1);
    float position[4] = {(float)(x + 0.5 + offset[0] / 16.0), (float)(y + 0.5 + offset[1] / 16.0), 0, 1};
    memcpy(words, position, sizeof position);
}

static void make_value(const struct generator *g, const struct program_register *r, uint64_t record,
                       uint32_t words[4])
{
    uint32_t value = 0, made[4];
    switch (r->system_value) {
    case ISA_SYSTEM_VALUE_VERTEX_ID: value = (uint32_t)record; break;
    case ISA_SYSTEM_VALUE_IS_FRONT_FACE: value = UINT32_MAX; break;
    case ISA_SYSTEM_VALUE_SAMPLE_INDEX: value = (uint32_t)(record / 4 % g->samples); break;
    default: break;
    }
    for (unsigned c = 0; c < 4; c++)
        made[c] = value;
    if (r->system_value == ISA_SYSTEM_VALUE_POSITION)
        make_position(g, r->interpolation, record, made);
    for (unsigned c = 0; c < 4; c++)
        if (r->mask >> c & 1)
            words[c] = made[c];
}

/* Vertex shaders: ids. Pixel shaders: all but clip and cull distances, which are interpolated like other
   inputs. */
static bool is_generated(const struct sm5_program *program, uint32_t value)
{
    const struct isa_system_value_info *info = isa_system_value(value);
    return info && (info->computed >> program->stage & 1);
}

bool sm5_stage_element_is_generated(const struct sm5_program *program,
                                    const struct sm5_stage_element *element)
{
    return is_generated(program, element->system_value);
}

void sm5_stage_make_system_values(const struct sm5_program *program, const struct sm5_stage_run *run,
                                  int32_t left, int32_t top, uint32_t quads_wide)
{
    const struct program_stage *stage = &program->decls.stage;
    const struct sm5_records *records = &run->inputs;
    const struct generator g = {stage, run, {left, top}, quads_wide, run->samples ? run->samples : 1};
    for (uint32_t i = 0; i < stage->register_count && records->words; i++) {
        const struct program_register *r = &stage->registers[i];
        if (r->file != ISA_FILE_INPUT || r->output || !is_generated(program, r->system_value) ||
            r->reg >= records->registers)
            continue;
        for (uint64_t k = 0; k < records->count; k++)
            make_value(&g, r, k, &records->words[(k * records->registers + r->reg) * 4]);
    }
}
