/* Geometry shaders: streams, topologies, limits of emitted data (D3D11.3 13.5, 22.3.5, 22.8). */
#include "validate/validate_state.h"

enum { EMITTED_VERTICES = 1024 };

struct streams {
    bool emits;
    bool named;            /* by a dcl_stream */
    bool began;            /* an output or a topology is declared */
    uint32_t declared;     /* a bit each */
    uint32_t lines, count; /* topologies other than points; all topologies */
};

static void add_stream(struct validate *v, struct streams *s, const struct program_instr *instr)
{
    uint64_t number = operand_index(&instr->operands[0], 0);
    if (number >= LIMIT_STREAMS)
        return; /* program-stage-register */
    if (s->declared >> number & 1)
        VALIDATE_REPORT(v, VALIDATE_DCL_TWICE, "dcl_stream of this number");
    if (!s->named && s->began)
        VALIDATE_REPORT(v, VALIDATE_STREAM_LATE);
    s->named = true;
    s->declared |= 1u << number;
}

static void check_topology(struct validate *v, struct streams *s, const struct program_instr *instr)
{
    uint32_t topology = isa_control_value(ISA_CONTROL_TOPOLOGY, instr->controls);
    const char *name = isa_name(ISA_NAMES_TOPOLOGY, topology);
    if (topology != ISA_TOPOLOGY_POINTLIST && topology != ISA_TOPOLOGY_LINESTRIP &&
        topology != ISA_TOPOLOGY_TRIANGLESTRIP)
        VALIDATE_REPORT(v, VALIDATE_TOPOLOGY, name ? name : "unknown");
    s->began = true;
    s->count++;
    s->lines += topology != ISA_TOPOLOGY_POINTLIST;
    if (s->count > 1 && s->lines)
        VALIDATE_REPORT(v, VALIDATE_STREAM_TOPOLOGY);
}

static void check_emit(struct validate *v, struct streams *s, const struct program_instr *instr,
                       const struct isa_op *row)
{
    bool names_one = row->operand_count != 0;
    s->emits = true;
    if (names_one != s->named) {
        VALIDATE_REPORT(v, VALIDATE_STREAM_FORM, row->mnemonic, s->named ? "" : "no ", validate_clause(row));
        return;
    }
    uint64_t number = names_one && instr->operands[0].index_count ? instr->operands[0].index[0].imm : 0;
    if (names_one && (number >= LIMIT_STREAMS || !(s->declared >> number & 1)))
        VALIDATE_REPORT(v, VALIDATE_UNDECLARED, "m",
                        number < LIMIT_STREAMS ? (const char *[]){"0", "1", "2", "3"}[number] : "");
}

/* A vertex has the components that any stream declares. */
static uint32_t vertex_scalars(const struct program_stage *stage)
{
    uint8_t masks[VALIDATE_REGISTERS] = {0};
    uint32_t scalars = 0;
    for (uint32_t i = 0; i < stage->register_count; i++)
        if (stage->registers[i].output && stage->registers[i].reg < VALIDATE_REGISTERS)
            masks[stage->registers[i].reg] |= stage->registers[i].mask;
    for (unsigned i = 0; i < VALIDATE_REGISTERS; i++)
        scalars += (uint32_t)__builtin_popcount(masks[i]);
    return scalars;
}

void validate_geometry(struct validate *v)
{
    const struct program_stage *stage = &v->program->decls.stage;
    struct streams s = {0};
    for (v->at = 0; v->at < v->program->instr_count; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        if (instr->opcode == ISA_DCL_STREAM)
            add_stream(v, &s, instr);
        else if (instr->opcode == ISA_DCL_GS_OUTPUT_PRIMITIVE_TOPOLOGY)
            check_topology(v, &s, instr);
        else if (isa_has(instr->opcode, ISA_DECLARES_OUT))
            s.began = true;
        else if (isa_op(instr->opcode)->group == ISA_GROUP_STREAM)
            check_emit(v, &s, instr, isa_op(instr->opcode));
    }
    uint32_t scalars = vertex_scalars(stage);
    if ((uint64_t)scalars * stage->max_vertices > LIMIT_GS_SCALARS)
        VALIDATE_REPORT(v, VALIDATE_EMITTED, stage->max_vertices, scalars, (unsigned)LIMIT_GS_SCALARS);
    uint32_t streams = s.named ? (uint32_t)__builtin_popcount(s.declared) : 1;
    if ((uint64_t)stage->instances * stage->max_vertices > EMITTED_VERTICES)
        VALIDATE_REPORT(v, VALIDATE_INSTANCES, stage->instances, stage->max_vertices,
                        (unsigned)EMITTED_VERTICES);
    if (s.emits && s.count < streams) /* fxc declares no topology in shaders that emit nothing */
        VALIDATE_REPORT(v, VALIDATE_NO_TOPOLOGY);
}
