/* The frame of a program of a stage other than compute: invocations, and input and output registers. */
#include "gen.h"

#include <assert.h>

enum { MOST_REGISTERS = 32, MOST_TARGETS = 8, FILL_KINDS = 5 };

static uint8_t some_fill(struct gen *g)
{
    static const uint8_t fills[] = {0, 0, 0, 1, 2, 3, 4, PROG_FILL_PLANE, PROG_FILL_PLANE};
    return fills[rng_below(&g->rng, BASE_COUNT(fills))];
}

static struct prog_io *add(struct gen *g, uint8_t file, uint32_t reg, uint8_t mask)
{
    struct prog_frame *frame = &g->prog->frame;
    assert(frame->register_count < PROG_REGISTERS);
    struct prog_io *r = &frame->registers[frame->register_count++];
    *r = (struct prog_io){
        .file = file, .reg = reg, .mask = mask, .phase = (uint8_t)g->phase_number, .fill = some_fill(g)};
    return r;
}

static struct prog_io *add_output(struct gen *g, uint8_t file, uint32_t reg, uint8_t mask)
{
    struct prog_io *r = add(g, file, reg, mask);
    r->output = true;
    return r;
}

static uint8_t some_mask(struct gen *g)
{
    static const uint8_t masks[] = {15, 15, 15, 15, 7, 3, 1, 12, 9, 2, 8};
    return masks[rng_below(&g->rng, BASE_COUNT(masks))];
}

/* ---- registers in a row ---- */

/* `count` registers from `first` on, some of which may be a range: those then have one mask and mode. Returns
   the number after them. */
static uint32_t add_row(struct gen *g, uint8_t file, bool output, uint32_t first, uint32_t count)
{
    struct prog_frame *frame = &g->prog->frame;
    unsigned start = frame->register_count;
    uint32_t reg = first;
    for (uint32_t i = 0; i < count && reg < MOST_REGISTERS; i++, reg++) {
        struct prog_io *r = add(g, file, reg, some_mask(g));
        r->output = output;
        if (g->prog->stage == ISA_PIXEL && !output)
            r->interpolation =
                (uint8_t)rng_between(&g->rng, ISA_INTERPOLATION_CONSTANT, g->at_samples ? 7 : 5);
    }
    unsigned made = frame->register_count - start;
    if (made < 2 || !rng_percent(&g->rng, 35) || (g->prog->stage == ISA_PIXEL && output))
        return reg;
    unsigned length = rng_between(&g->rng, 2, made), at = start + rng_below(&g->rng, made - length + 1);
    for (unsigned i = 1; i < length; i++) {
        frame->registers[at + i].mask = frame->registers[at].mask;
        frame->registers[at + i].interpolation = frame->registers[at].interpolation;
    }
    frame->registers[at].range = (uint8_t)length;
    return reg;
}

/* Outputs of vertices: vertex, domain and geometry shaders. */
static void add_vertex_outputs(struct gen *g, uint32_t most)
{
    uint32_t next = add_row(g, ISA_FILE_OUTPUT, true, 0, rng_between(&g->rng, 1, most));
    if (next < MOST_REGISTERS && rng_percent(&g->rng, 60))
        add_output(g, ISA_FILE_OUTPUT, next++, 15)->system_value = ISA_SYSTEM_VALUE_POSITION;
    if (next < MOST_REGISTERS && rng_percent(&g->rng, 15))
        add_output(g, ISA_FILE_OUTPUT, next, some_mask(g))->system_value = ISA_SYSTEM_VALUE_CLIP_DISTANCE;
}

/* ---- vertex ---- */

static void frame_vertex(struct gen *g)
{
    struct prog_io *number = add(g, ISA_FILE_INPUT, 0, 1);
    number->fill = PROG_FILL_NUMBER;
    number->system_value = rng_percent(&g->rng, 50) ? ISA_SYSTEM_VALUE_VERTEX_ID : 0;
    uint32_t count = rng_below(&g->rng, 6), first = rng_between(&g->rng, 1, 3);
    uint32_t next = add_row(g, ISA_FILE_INPUT, false, first, count);
    if (rng_percent(&g->rng, 30)) {
        struct prog_io *r = add(g, ISA_FILE_INPUT, next, 1);
        r->system_value = ISA_SYSTEM_VALUE_INSTANCE_ID;
        r->fill = 1;
    }
    add_vertex_outputs(g, 6);
}

/* ---- tessellation ---- */

static void choose_domain(struct gen *g)
{
    struct prog_frame *frame = &g->prog->frame;
    enum { POINT = 1, LINE, TRIANGLE };
    frame->domain = (uint8_t)rng_between(&g->rng, ISA_DOMAIN_ISOLINE, ISA_DOMAIN_QUAD);
    frame->partitioning = (uint8_t)rng_between(&g->rng, 1, 4);
    frame->output_primitive =
        (uint8_t)(frame->domain == ISA_DOMAIN_ISOLINE ? LINE : rng_between(&g->rng, TRIANGLE, TRIANGLE + 1));
    if (rng_once_in(&g->rng, 6))
        frame->output_primitive = POINT;
}

static unsigned factor_count(const struct prog_frame *frame)
{
    return frame->domain == ISA_DOMAIN_ISOLINE ? 2 : frame->domain == ISA_DOMAIN_TRI ? 4 : 6;
}

/* Those of the edges, which may be indexed together. */
static unsigned edge_count(const struct prog_frame *frame)
{
    return frame->domain == ISA_DOMAIN_ISOLINE ? 2 : frame->domain == ISA_DOMAIN_TRI ? 3 : 4;
}

/* In the order of their registers; of isolines the density is first. */
static uint8_t factor_value(const struct prog_frame *frame, unsigned i)
{
    return (uint8_t)(frame->domain == ISA_DOMAIN_ISOLINE ? 22 - i
                                                         : (frame->domain == ISA_DOMAIN_TRI ? 17 : 11) + i);
}

static void frame_domain(struct gen *g)
{
    struct prog_frame *frame = &g->prog->frame;
    choose_domain(g);
    frame->count = rng_between(&g->rng, 1, 5);
    frame->points = rng_between(&g->rng, 1, 24);
    frame->points_log2 = rng_between(&g->rng, 5, 8);
    frame->points_in = rng_once_in(&g->rng, 8) ? 32 : rng_between(&g->rng, 1, 6);
    add(g, ISA_FILE_DOMAIN_POINT, 0, frame->domain == ISA_DOMAIN_TRI ? 7 : 3);
    frame->counts_patches = rng_percent(&g->rng, 50);
    uint32_t next = frame->counts_patches;
    if (frame->counts_patches)
        add(g, ISA_FILE_PATCH_CONSTANT, 0, 1)->fill = PROG_FILL_NUMBER;
    else
        add(g, ISA_FILE_PRIMITIVE_ID, 0, 1);
    add_row(g, ISA_FILE_INPUT_CONTROL_POINT, false, 0, rng_below(&g->rng, 4));
    if (rng_percent(&g->rng, 50))
        for (unsigned i = 0; i < factor_count(frame); i++) {
            struct prog_io *r = add(g, ISA_FILE_PATCH_CONSTANT, next++, 1);
            r->system_value = factor_value(frame, i);
            r->fill = PROG_FILL_FACTOR;
        }
    add_row(g, ISA_FILE_PATCH_CONSTANT, false, next, rng_below(&g->rng, 4));
    add_vertex_outputs(g, 6);
}

/* ---- hull: phase after phase ---- */

static void open_phase(struct gen *g, uint16_t opcode, uint32_t instances)
{
    struct prog_frame *frame = &g->prog->frame;
    frame->phases[frame->phase_count++] = (struct prog_hull_phase){opcode, instances};
    g->phase_number = frame->phase_count;
    add(g,
        opcode == ISA_HS_FORK_PHASE   ? ISA_FILE_FORK_INSTANCE_ID
        : opcode == ISA_HS_JOIN_PHASE ? ISA_FILE_JOIN_INSTANCE_ID
                                      : ISA_FILE_OUTPUT_CONTROL_POINT_ID,
        0, 1);
    add(g, ISA_FILE_PRIMITIVE_ID, 0, 1);
}

/* Registers of an earlier phase, declared as inputs. */
static void add_read_back(struct gen *g, uint8_t from, unsigned first_phase, unsigned last_phase, uint8_t as)
{
    struct prog_frame *frame = &g->prog->frame;
    unsigned count = frame->register_count;
    for (unsigned i = 0; i < count; i++) {
        struct prog_io r = frame->registers[i];
        if (r.file == from && r.phase >= first_phase && r.phase <= last_phase && rng_percent(&g->rng, 80))
            add(g, as, r.reg, r.mask);
    }
}

/* Patch constants: with several instances each writes its own register. */
static uint32_t add_constants(struct gen *g, uint32_t next, uint32_t instances)
{
    struct prog_frame *frame = &g->prog->frame;
    unsigned start = frame->register_count;
    if (instances == 1)
        return add_row(g, ISA_FILE_OUTPUT, true, next, rng_between(&g->rng, 1, 3));
    if (next + instances > MOST_REGISTERS)
        return next;
    uint8_t mask = some_mask(g);
    for (uint32_t i = 0; i < instances; i++)
        add_output(g, ISA_FILE_OUTPUT, next + i, mask);
    frame->registers[start].range = (uint8_t)instances;
    return next + instances;
}

static uint32_t add_factors(struct gen *g)
{
    struct prog_frame *frame = &g->prog->frame;
    unsigned start = frame->register_count, count = factor_count(frame);
    for (unsigned i = 0; i < count; i++)
        add_output(g, ISA_FILE_OUTPUT, i, 1)->system_value = factor_value(frame, i);
    frame->registers[start].range = (uint8_t)edge_count(frame);
    return count;
}

static void frame_hull(struct gen *g)
{
    struct prog_frame *frame = &g->prog->frame;
    unsigned forks = rng_between(&g->rng, 0, 3), joins = rng_between(&g->rng, forks == 0, 2), points = 0;
    choose_domain(g);
    frame->count = rng_between(&g->rng, 1, 12);
    if (rng_once_in(&g->rng, 8))
        frame->count = rng_between(&g->rng, 32, 45);
    frame->points_in = rng_once_in(&g->rng, 8) ? 32 : rng_between(&g->rng, 1, 6);
    frame->points_out = rng_once_in(&g->rng, 8) ? 32 : rng_between(&g->rng, 1, 6);
    if (rng_percent(&g->rng, 80)) {
        open_phase(g, ISA_HS_CONTROL_POINT_PHASE, frame->points_out);
        add_row(g, ISA_FILE_INPUT, false, 0, rng_between(&g->rng, 1, 4));
        add_row(g, ISA_FILE_OUTPUT, true, 0, rng_between(&g->rng, 1, 4));
        points = 1;
    } else
        frame->points_out = frame->points_in;
    uint32_t next = 0;
    for (unsigned i = 0; i < forks + joins; i++) {
        bool first = i == 0;
        uint32_t instances = first || rng_percent(&g->rng, 40) ? 1 : rng_between(&g->rng, 2, 7);
        if (first) /* it writes the factors, which are in no range that instances share */
            instances = rng_percent(&g->rng, 50) ? edge_count(frame) : 1;
        open_phase(g, i < forks ? ISA_HS_FORK_PHASE : ISA_HS_JOIN_PHASE, instances);
        add_row(g, ISA_FILE_INPUT_CONTROL_POINT, false, 0, rng_below(&g->rng, 4));
        if (points)
            add_read_back(g, ISA_FILE_OUTPUT, 1, 1, ISA_FILE_OUTPUT_CONTROL_POINT);
        if (i >= forks && forks)
            add_read_back(g, ISA_FILE_OUTPUT, points + 1, points + forks, ISA_FILE_PATCH_CONSTANT);
        next = first ? add_factors(g) : add_constants(g, next, instances);
    }
    g->phase_number = 0;
}

/* ---- geometry ---- */

static void choose_primitive(struct gen *g)
{
    static const uint8_t primitives[] = {1, 2, 3, 3, 6, 7}, vertices[] = {1, 2, 3, 3, 4, 6};
    struct prog_frame *frame = &g->prog->frame;
    uint32_t which = rng_below(&g->rng, BASE_COUNT(primitives));
    frame->primitive = primitives[which];
    frame->points_in = vertices[which];
    if (!g->prog->old && rng_once_in(&g->rng, 8)) { /* patch1 is 8 */
        frame->points_in = rng_between(&g->rng, 1, 32);
        frame->primitive = (uint8_t)(7 + frame->points_in);
    }
}

static void choose_streams(struct gen *g)
{
    static const uint8_t topologies[] = {1, 3, 5, 5};
    struct prog_frame *frame = &g->prog->frame;
    frame->topology = topologies[rng_below(&g->rng, BASE_COUNT(topologies))];
    if (g->prog->old || rng_percent(&g->rng, 60))
        return;
    frame->streams = (uint8_t)(rng_percent(&g->rng, 30) ? 1 : rng_between(&g->rng, 1, 15));
    if (frame->streams & (frame->streams - 1))
        frame->topology = 1;
}

static uint32_t vertex_scalars(const struct prog_frame *frame)
{
    uint8_t masks[MOST_REGISTERS] = {0};
    uint32_t scalars = 0;
    for (unsigned i = 0; i < frame->register_count; i++)
        if (frame->registers[i].output)
            masks[frame->registers[i].reg] |= frame->registers[i].mask;
    for (unsigned i = 0; i < MOST_REGISTERS; i++)
        scalars += (uint32_t)__builtin_popcount(masks[i]);
    return scalars;
}

static void frame_geometry(struct gen *g)
{
    struct prog_frame *frame = &g->prog->frame;
    choose_primitive(g);
    choose_streams(g);
    frame->count = rng_between(&g->rng, 1, 50);
    frame->instances = g->prog->old || rng_percent(&g->rng, 60) ? 1 : rng_between(&g->rng, 2, 6);
    add(g, ISA_FILE_PRIMITIVE_ID, 0, 1);
    if (frame->instances > 1)
        add(g, ISA_FILE_GS_INSTANCE_ID, 0, 1);
    uint32_t next = add_row(g, ISA_FILE_INPUT, false, 0, rng_between(&g->rng, 1, 4));
    if (rng_percent(&g->rng, 30))
        add(g, ISA_FILE_INPUT, next, 15)->system_value = ISA_SYSTEM_VALUE_POSITION;
    if (!frame->streams)
        add_vertex_outputs(g, 4);
    for (unsigned stream = 0; stream < 4; stream++) {
        unsigned start = frame->register_count;
        if (!(frame->streams >> stream & 1))
            continue;
        add_row(g, ISA_FILE_OUTPUT, true, 0, rng_between(&g->rng, 1, 3));
        for (unsigned i = start; i < frame->register_count; i++) {
            frame->registers[i].stream = (uint8_t)stream;
            frame->registers[i].range = 0;
        }
    }
    uint32_t most = 1024 / vertex_scalars(frame);
    frame->max_vertices = rng_between(&g->rng, 1, most < 24 ? most : 24);
}

/* ---- pixels ---- */

static void choose_pixels(struct gen *g)
{
    static const uint8_t samples[] = {1, 1, 1, 2, 4, 4, 8, 16};
    struct prog_frame *frame = &g->prog->frame;
    frame->samples = samples[rng_below(&g->rng, BASE_COUNT(samples))];
    frame->rect[0] = 2 * rng_below(&g->rng, 20);
    frame->rect[1] = 2 * rng_below(&g->rng, 20);
    frame->rect[2] = 2 * rng_between(&g->rng, 1, g->at_samples ? 2 : 5);
    frame->rect[3] = 2 * rng_between(&g->rng, 1, g->at_samples ? 2 : 5);
    frame->covers = rng_percent(&g->rng, 50);
    frame->early = !g->prog->old && rng_percent(&g->rng, 8);
}

static void add_pixel_values(struct gen *g, uint32_t next)
{
    struct prog_io *r;
    if (rng_percent(&g->rng, 50)) {
        r = add(g, ISA_FILE_INPUT, next++, 15);
        r->system_value = ISA_SYSTEM_VALUE_POSITION;
        r->fill = PROG_FILL_POSITION;
        r->interpolation = g->at_samples && rng_percent(&g->rng, 50) ? ISA_INTERPOLATION_NOPERSPECTIVE_SAMPLE
                           : rng_percent(&g->rng, 25) ? ISA_INTERPOLATION_NOPERSPECTIVE_CENTROID
                                                      : ISA_INTERPOLATION_NOPERSPECTIVE;
    }
    if (rng_percent(&g->rng, 30)) {
        r = add(g, ISA_FILE_INPUT, next++, 1);
        r->system_value = ISA_SYSTEM_VALUE_IS_FRONT_FACE;
        r->fill = PROG_FILL_FACE;
        r->interpolation = ISA_INTERPOLATION_CONSTANT;
    }
    if (g->at_samples && rng_percent(&g->rng, 60)) {
        r = add(g, ISA_FILE_INPUT, next++, 1);
        r->system_value = ISA_SYSTEM_VALUE_SAMPLE_INDEX;
        r->fill = PROG_FILL_SAMPLE;
        r->interpolation = ISA_INTERPOLATION_CONSTANT;
    }
    if (rng_percent(&g->rng, 20)) {
        r = add(g, ISA_FILE_INPUT, next, 1);
        r->system_value = rng_percent(&g->rng, 50) ? ISA_SYSTEM_VALUE_PRIMITIVE_ID
                                                   : ISA_SYSTEM_VALUE_RENDER_TARGET_ARRAY_INDEX;
        r->fill = 1;
        r->interpolation = ISA_INTERPOLATION_CONSTANT;
    }
}

static void add_targets(struct gen *g)
{
    static const uint8_t depths[] = {ISA_FILE_OUTPUT_DEPTH, ISA_FILE_OUTPUT_DEPTH_GE,
                                     ISA_FILE_OUTPUT_DEPTH_LE};
    uint32_t targets = rng_once_in(&g->rng, 8) ? MOST_TARGETS : rng_between(&g->rng, 1, 4);
    add_row(g, ISA_FILE_OUTPUT, true, rng_once_in(&g->rng, 8) && targets < 5 ? 3 : 0, targets);
    if (rng_percent(&g->rng, 35))
        add_output(g, depths[g->prog->old ? 0 : rng_below(&g->rng, BASE_COUNT(depths))], 0, 1);
    if (rng_percent(&g->rng, 25))
        add_output(g, ISA_FILE_OUTPUT_MASK, 0, 1);
    if (!g->prog->old && rng_percent(&g->rng, 15))
        add_output(g, ISA_FILE_OUTPUT_STENCIL_REF, 0, 1);
}

static void frame_pixel(struct gen *g)
{
    g->at_samples = rng_percent(&g->rng, 25);
    choose_pixels(g);
    struct prog_io *number = add(g, ISA_FILE_INPUT, 0, 1);
    number->fill = PROG_FILL_NUMBER;
    number->interpolation = ISA_INTERPOLATION_CONSTANT;
    uint32_t count = rng_between(&g->rng, 1, 6), first = rng_between(&g->rng, 1, 3);
    uint32_t next = add_row(g, ISA_FILE_INPUT, false, first, count);
    add_pixel_values(g, next);
    if (!g->prog->old && rng_percent(&g->rng, g->at_samples ? 60 : 25))
        add(g, ISA_FILE_COVERAGE, 0, 1);
    if (!g->prog->old && rng_percent(&g->rng, 15))
        add(g, ISA_FILE_INNER_COVERAGE, 0, 1);
    add_targets(g);
}

void gen_frame(struct gen *g)
{
    struct prog_frame *frame = &g->prog->frame;
    frame->seed = rng_next(&g->rng);
    frame->instances = 1;
    frame->points_in = 1;
    frame->names = rng_once_in(&g->rng, 8);
    switch (g->prog->stage) {
    case ISA_VERTEX:
        frame->count = rng_between(&g->rng, 1, 90);
        frame_vertex(g);
        break;
    case ISA_HULL: frame_hull(g); break;
    case ISA_DOMAIN: frame_domain(g); break;
    case ISA_GEOMETRY: frame_geometry(g); break;
    default: frame_pixel(g); break;
    }
}
