/* Runs all rules over one program; later ones depend on earlier ones. */
#include "validate/validate_state.h"

const char *validate_stage_name(const struct validate *v)
{
    return isa_name(ISA_NAMES_STAGE, v->program->stage);
}

/* ---- instruction by instruction ---- */

/* Each phase of a hull shader declares its own temps and registers (D3D11.3 10.7, 10.8.2, 10.9.2). */
static void begin_phase(struct validate *v)
{
    v->temps = 0;
    v->code_began = false;
    memset(v->declared, 0, sizeof v->declared);
    memset(v->claimed, 0, sizeof v->claimed);
    memset(v->vertices, 0, sizeof v->vertices);
}

static void find_positions(struct validate *v)
{
    const struct program_stage *stage = &v->program->decls.stage;
    for (uint32_t i = 0; v->program->stage == ISA_PIXEL && i < stage->register_count; i++) {
        const struct program_register *r = &stage->registers[i];
        if (r->file == ISA_FILE_INPUT && r->system_value == ISA_SYSTEM_VALUE_POSITION &&
            r->reg < VALIDATE_REGISTERS)
            v->positions |= 1u << r->reg;
    }
}

static void check_instructions(struct validate *v)
{
    static validate_rule *const rules[] = {validate_declare,  validate_row,       validate_declaration,
                                           validate_operands, validate_registers, validate_memory,
                                           validate_shape};
    find_positions(v);
    for (v->at = 0; v->at < v->program->instr_count; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        if (isa_flow(instr->opcode) == ISA_FLOW_PHASE)
            begin_phase(v);
        v->refused = 0;
        for (size_t i = 0; i < BASE_COUNT(rules); i++) {
            v->operand = VALIDATE_NO_OPERAND;
            rules[i](v, instr, isa_op(instr->opcode));
        }
        v->code_began |= isa_is_executable(instr->opcode);
    }
    v->operand = VALIDATE_NO_OPERAND;
}

static void validate_stage(struct validate *v)
{
    switch (v->program->stage) {
    case ISA_HULL: validate_hull(v); break;
    case ISA_DOMAIN: validate_domain(v); break;
    case ISA_GEOMETRY: validate_geometry(v); break;
    case ISA_COMPUTE:
        if (v->program->major < 5)
            validate_compute4(v);
        break;
    default: break;
    }
}

/* The data-flow rules require operands and control flow without errors. */
static void check_program(struct validate *v)
{
    bool malformed = v->malformed;
    bool flows = validate_flow(v);
    validate_declarations(v);
    validate_twice(v);
    validate_values(v);
    validate_ranges(v);
    validate_interfaces(v);
    validate_stage(v);
    validate_signatures(v);
    if (!flows || malformed || v->options->before_run)
        return; /* the rest is about undefined values, which a run defines */
    validate_assign(v);
    validate_uniform(v);
    validate_written(v);
}

static void report_counts(struct validate *v)
{
    uint32_t errors = v->errors > VALIDATE_LISTED ? v->errors - VALIDATE_LISTED : 0;
    uint32_t warnings = v->warnings > VALIDATE_LISTED ? v->warnings - VALIDATE_LISTED : 0;
    if (errors || warnings)
        diag_add(v->diags, VALIDATE_MORE, DIAG_NOWHERE, errors, warnings);
    if (v->nonconforming_count) {
        struct diag_place place = DIAG_NOWHERE;
        place.file = v->program->source_name;
        diag_add(v->diags, VALIDATE_NONCONFORMING, place, v->nonconforming_count,
                 v->nonconforming_count == 1 ? "" : "s");
    }
}

enum sm5_status validate_program(const struct sm5_program *program, const struct validate_options *options,
                                 struct sm5_diags *diags)
{
    const struct validate_options defaults = {0};
    struct validate v = {.program = program,
                         .options = options ? options : &defaults,
                         .diags = diags,
                         .operand = VALIDATE_NO_OPERAND};
    enum sm5_status status = program_check_decls(program, diags);
    if (status)
        return status;
    v.counter_uses = calloc(program->decls.resource_count + 1, sizeof *v.counter_uses);
    v.nonconforming = calloc(program->instr_count / 8 + 1, 1); /* the last bit: the program */
    if (v.counter_uses && v.nonconforming) {
        check_instructions(&v);
        check_program(&v);
        report_counts(&v);
    } else {
        v.no_memory = true;
    }
    free(v.counter_uses);
    free(v.nonconforming);
    strbuf_free(&v.line);
    return v.no_memory ? SM5_ERR_MEMORY : v.errors ? SM5_ERR_INPUT : SM5_OK;
}
