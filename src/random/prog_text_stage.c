/* The frame of a program as assembly text: version, flags, textures, and what stages other than compute
   declare. */
#include "prog.h"

static void add_mask(unsigned mask, struct strbuf *out)
{
    strbuf_add_char(out, '.');
    for (unsigned c = 0; c < 4; c++)
        if (mask >> c & 1)
            strbuf_add_char(out, "xyzw"[c]);
}

/* ---- in front of the resources ---- */

static void write_flags(const struct prog *prog, struct strbuf *out)
{
    strbuf_add(out, "dcl_globalFlags refactoringAllowed");
    if (prog->frame.early)
        strbuf_add(out, " | forceEarlyDepthStencil");
    if (prog->old && prog->stage != ISA_COMPUTE)
        strbuf_add(out, " | enableRawAndStructuredBuffers");
    if (!prog->old && !prog->portable)
        strbuf_add(out, " | enableDoublePrecisionFloatOps | enable11_1DoubleExtensions | "
                        "enable11_1ShaderExtensions");
    strbuf_add_char(out, '\n');
}

static void write_tessellator(const struct prog *prog, struct strbuf *out)
{
    const struct prog_frame *frame = &prog->frame;
    strbuf_printf(out, "dcl_input_control_point_count %u\n", frame->points_in);
    if (prog->stage == ISA_HULL)
        strbuf_printf(out, "dcl_output_control_point_count %u\n", frame->points_out);
    strbuf_printf(out, "dcl_tessellator_domain %s\n", isa_name(ISA_NAMES_DOMAIN, frame->domain));
    if (prog->stage != ISA_HULL)
        return;
    strbuf_printf(out, "dcl_tessellator_partitioning %s\n",
                  isa_name(ISA_NAMES_PARTITIONING, frame->partitioning));
    strbuf_printf(out, "dcl_tessellator_output_primitive %s\n",
                  isa_name(ISA_NAMES_OUTPUT_PRIMITIVE, frame->output_primitive));
}

void prog_text_head(const struct prog *prog, struct strbuf *out)
{
    strbuf_printf(out, "%s_%s\n", isa_name(ISA_NAMES_STAGE, prog->stage),
                  prog->old      ? "4_1"
                  : prog->ranges ? "5_1"
                                 : "5_0");
    if (prog->stage == ISA_HULL)
        strbuf_add(out, "hs_decls\n");
    if (prog->stage == ISA_HULL || prog->stage == ISA_DOMAIN)
        write_tessellator(prog, out);
    write_flags(prog, out);
}

/* ---- textures and samplers ---- */

void prog_text_texture(const struct prog *prog, const struct prog_resource *r, struct strbuf *out)
{
    const char *type = isa_name(ISA_NAMES_RETURN_TYPE, r->type);
    if (r->file == ISA_FILE_SAMPLER) {
        strbuf_add(out, "dcl_sampler");
        prog_text_name(prog, r, out);
        strbuf_add(out, r->comparison ? ", mode_comparison" : ", mode_default");
    } else {
        strbuf_printf(out, "%s_%s", r->file == ISA_FILE_SRV ? "dcl_resource" : "dcl_uav_typed",
                      isa_name(ISA_NAMES_DIMENSION, r->dimension));
        if (r->dimension == ISA_DIM_TEXTURE2DMS || r->dimension == ISA_DIM_TEXTURE2DMSARRAY)
            strbuf_printf(out, "(%u)", r->texture.samples);
        strbuf_printf(out, "%s (%s,%s,%s,%s)", r->coherent ? "_glc" : "", type, type, type, type);
        prog_text_name(prog, r, out);
    }
    if (prog->ranges)
        strbuf_printf(out, ", space=%u", r->space);
    strbuf_add_char(out, '\n');
}

/* ---- registers ---- */

static uint32_t points_of(const struct prog *prog, uint8_t file)
{
    return file == ISA_FILE_OUTPUT_CONTROL_POINT ? prog->frame.points_out : prog->frame.points_in;
}

static void write_name(const struct prog *prog, const struct prog_io *r, struct strbuf *out)
{
    bool of_points = r->file == ISA_FILE_INPUT_CONTROL_POINT || r->file == ISA_FILE_OUTPUT_CONTROL_POINT ||
                     (r->file == ISA_FILE_INPUT && (prog->stage == ISA_HULL || prog->stage == ISA_GEOMETRY));
    const struct isa_file_info *file = isa_file(r->file);
    strbuf_add(out, file->text);
    if (of_points)
        strbuf_printf(out, "[%u][%u]", points_of(prog, r->file), r->reg);
    else if (file->indices)
        strbuf_printf(out, "%u", r->reg);
    if (file->components > 1)
        add_mask(r->mask, out);
}

/* System-generated values, as opposed to system-interpreted ones. */
static bool is_generated(uint8_t value)
{
    return isa_system_value(value)->declared == ISA_GENERATED;
}

static void write_register(const struct prog *prog, const struct prog_io *r, struct strbuf *out)
{
    bool pixel = prog->stage == ISA_PIXEL && r->file == ISA_FILE_INPUT;
    strbuf_add(out, r->output ? "dcl_output" : pixel ? "dcl_input_ps" : "dcl_input");
    if (r->system_value)
        strbuf_add(out, is_generated(r->system_value) ? "_sgv" : "_siv");
    strbuf_add_char(out, ' ');
    if (pixel && r->interpolation && r->system_value != ISA_SYSTEM_VALUE_IS_FRONT_FACE)
        strbuf_printf(out, "%s ", isa_name(ISA_NAMES_INTERPOLATION, r->interpolation));
    write_name(prog, r, out);
    if (r->system_value)
        strbuf_printf(out, ", %s", isa_name(ISA_NAMES_SYSTEM_VALUE, r->system_value));
    strbuf_add_char(out, '\n');
}

static void write_range(const struct prog *prog, const struct prog_io *r, struct strbuf *out)
{
    strbuf_add(out, "dcl_indexrange ");
    write_name(prog, r, out);
    strbuf_printf(out, " %u\n", r->range);
}

static void write_stream(const struct prog *prog, unsigned stream, struct strbuf *out)
{
    if (prog->frame.streams)
        strbuf_printf(out, "dcl_stream m%u\n", stream);
    strbuf_printf(out, "dcl_outputtopology %s\n", isa_name(ISA_NAMES_TOPOLOGY, prog->frame.topology));
}

static void write_geometry(const struct prog *prog, struct strbuf *out)
{
    strbuf_printf(out, "dcl_inputprimitive %s\n", isa_name(ISA_NAMES_PRIMITIVE, prog->frame.primitive));
    if (prog->frame.instances > 1)
        strbuf_printf(out, "dcl_gsinstances %u\n", prog->frame.instances);
}

static void write_phase(const struct prog *prog, unsigned phase, struct strbuf *out)
{
    const struct prog_hull_phase *p = &prog->frame.phases[phase - 1];
    if (p->opcode == ISA_HS_FORK_PHASE)
        strbuf_printf(out, "dcl_hs_fork_phase_instance_count %u\n", p->instances);
    else if (p->opcode == ISA_HS_JOIN_PHASE)
        strbuf_printf(out, "dcl_hs_join_phase_instance_count %u\n", p->instances);
}

void prog_text_frame(const struct prog *prog, unsigned phase, struct strbuf *out)
{
    const struct prog_frame *frame = &prog->frame;
    bool geometry = prog->stage == ISA_GEOMETRY;
    unsigned stream = UINT32_MAX;
    if (phase)
        write_phase(prog, phase, out);
    if (geometry)
        write_geometry(prog, out);
    for (unsigned i = 0; i < frame->register_count; i++) {
        const struct prog_io *r = &frame->registers[i];
        if (r->phase != phase)
            continue;
        if (geometry && r->output && r->stream != stream)
            write_stream(prog, stream = r->stream, out);
        write_register(prog, r, out);
    }
    for (unsigned i = 0; i < frame->register_count; i++)
        if (frame->registers[i].phase == phase && frame->registers[i].range)
            write_range(prog, &frame->registers[i], out);
    if (geometry)
        strbuf_printf(out, "dcl_maxout %u\n", frame->max_vertices);
}

/* ---- numbers ---- */

static const char *instance_name(const struct prog *prog, unsigned phase)
{
    if (prog->stage == ISA_GEOMETRY)
        return "vGSInstanceID.x";
    switch (prog->frame.phases[phase - 1].opcode) {
    case ISA_HS_FORK_PHASE: return "vForkInstanceID.x";
    case ISA_HS_JOIN_PHASE: return "vJoinInstanceID.x";
    default: return "vOutputControlPointID";
    }
}

/* vPrim counts patches and primitives. Where there are no instances their number is no register. */
static void write_instances(const struct prog *prog, unsigned phase, struct strbuf *out)
{
    uint32_t each = phase ? prog->frame.phases[phase - 1].instances : prog->frame.instances;
    if (prog->old || (!phase && each == 1))
        strbuf_add(out, "mov r0.x, vPrim\n");
    else
        strbuf_printf(out, "mov r0.y, %s\nmov r0.x, vPrim\nimad r0.x, r0.x, l(%u), r0.y\n",
                      instance_name(prog, phase), each);
    if (phase)
        strbuf_add(out, "mov r0.w, r0.y\n");
    if (phase && prog_phase_base(prog, phase))
        strbuf_printf(out, "iadd r0.x, r0.x, l(%u)\n", prog_phase_base(prog, phase));
}

static void write_point(const struct prog *prog, struct strbuf *out)
{
    strbuf_printf(out, "mul r0.x, vDomain.x, l(%u.0)\nftou r0.x, r0.x\nmov r0.y, %s\n",
                  1u << prog->frame.points_log2, prog->frame.counts_patches ? "vpc0.x" : "vPrim");
    strbuf_printf(out, "imad r0.x, r0.y, l(%u), r0.x\n", prog->frame.points);
}

void prog_text_numbers(const struct prog *prog, unsigned phase, struct strbuf *out)
{
    switch (prog->stage) {
    case ISA_HULL:
    case ISA_GEOMETRY: write_instances(prog, phase, out); break;
    case ISA_DOMAIN: write_point(prog, out); break;
    default: strbuf_add(out, "mov r0.x, v0.x\n"); break;
    }
    strbuf_add(out, "and r0.y, r0.x, l(31)\nushr r0.z, r0.x, l(5)\n");
    if (!phase) /* of a hull shader it is the instance */
        strbuf_add(out, "and r0.w, r0.x, l(3)\n");
}
