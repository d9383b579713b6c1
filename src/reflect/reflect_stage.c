/* Inputs and outputs of a stage: registers, and elements by signature and declaration. */
#include <assert.h>
#include <strings.h>

#include "program/program.h"
#include "sm5/stage.h"

enum { STAGE_REGISTERS = 32 }; /* v#, o#, vpc: program_stage.c rejects higher ones */

static const struct program_stage *stage_of(const struct sm5_program *program)
{
    return &program->decls.stage;
}

/* ---- sm5_stage_info ---- */

static bool has_input(const struct sm5_program *program, uint8_t file)
{
    const struct program_stage *stage = stage_of(program);
    for (uint32_t i = 0; i < stage->register_count; i++)
        if (stage->registers[i].file == file)
            return true;
    return false;
}

/* The name of a declared value without the prefix of assembly text, such as "domain_"; NULL when
   undeclared. */
static const char *bare_name(enum isa_names table, uint32_t value, const char *prefix)
{
    const char *name = value ? isa_name(table, value) : NULL;
    return name ? name + strlen(prefix) : NULL;
}

void sm5_stage_info(const struct sm5_program *program, struct sm5_stage_info *info)
{
    const struct program_stage *stage = stage_of(program);
    *info = (struct sm5_stage_info){
        .stage = isa_name(ISA_NAMES_STAGE, program->stage),
        .inputs = stage->inputs,
        .outputs = stage->outputs,
        .constants = stage->constants,
        .points_in = 1,
        .points_out = stage->points_out,
        .instances = stage->instances,
        .max_vertices = stage->max_vertices,
        .special = stage->special,
        .primitive_id = has_input(program, ISA_FILE_PRIMITIVE_ID),
        .coverage = has_input(program, ISA_FILE_COVERAGE) || has_input(program, ISA_FILE_INNER_COVERAGE),
        .sample_frequency = stage->sample_frequency,
        .domain = bare_name(ISA_NAMES_DOMAIN, stage->domain, "domain_"),
        .partitioning = bare_name(ISA_NAMES_PARTITIONING, stage->partitioning, "partitioning_"),
        .primitive = bare_name(ISA_NAMES_OUTPUT_PRIMITIVE, stage->output_primitive, "output_"),
    };
    if (program->stage == ISA_HULL || program->stage == ISA_DOMAIN)
        info->points_in = stage->points_in;
    if (program->stage == ISA_GEOMETRY)
        info->points_in = stage->vertices_in;
    for (unsigned i = 0; i < 4; i++)
        if (stage->topologies[i])
            info->topology[i] = isa_name(ISA_NAMES_TOPOLOGY, stage->topologies[i]);
}

/* ---- elements ---- */

static_assert((int)SM5_STAGE_INPUTS == PROGRAM_SIGNATURE_INPUT &&
                  (int)SM5_STAGE_OUTPUTS == PROGRAM_SIGNATURE_OUTPUT &&
                  (int)SM5_STAGE_CONSTANTS == PROGRAM_SIGNATURE_PATCH,
              "parts of a stage are numbered as signatures");

/* The records that hold a register: enum sm5_stage_part, or -1 for registers that are not in records
   (vPrim, vDomain, ...) and outputs that a hull shader reads back. */
static int part_of(const struct sm5_program *program, const struct program_register *r)
{
    switch (r->file) {
    case ISA_FILE_INPUT:
    case ISA_FILE_INPUT_CONTROL_POINT: return SM5_STAGE_INPUTS;
    case ISA_FILE_OUTPUT:
        return program_writes_patch(program, r->instr) ? SM5_STAGE_CONSTANTS : SM5_STAGE_OUTPUTS;
    case ISA_FILE_PATCH_CONSTANT: return program->stage == ISA_DOMAIN ? SM5_STAGE_CONSTANTS : -1;
    default: return program_special_mask(r->file) ? SM5_STAGE_OUTPUTS : -1;
    }
}

/* The element of a declaration without signature. */
static struct sm5_stage_element declared_element(const struct sm5_program *program,
                                                 const struct program_register *r)
{
    const struct isa_system_value_info *value = isa_system_value(r->system_value);
    const struct isa_special_output *special = isa_special_output(r->file);
    uint8_t type = special ? special->type : value ? value->type : ISA_COMPONENT_UNKNOWN;
    struct sm5_stage_element element = {
        .semantic = value ? value->semantic : NULL,
        .index = value ? value->semantic_index : 0,
        .file = isa_file(r->file)->text,
        .reg = r->reg,
        .mask = r->mask,
        .system_value = r->system_value,
        .stream = r->stream,
        .type = type == ISA_COMPONENT_UINT ? 'u' : 'f',
        .used = r->mask,
    };
    if (r->interpolation)
        element.interpolation = isa_name(ISA_NAMES_INTERPOLATION, r->interpolation);
    if (special) {
        element.semantic = special->semantic;
        element.reg = stage_of(program)->special;
        element.used = element.mask = program_special_mask(r->file);
    }
    return element;
}

/* The first declaration that has a component of a signature's element. *used: its components that are
   declared. */
static const struct program_register *declaration_of(const struct sm5_program *program,
                                                     enum sm5_stage_part part,
                                                     const struct program_signature_element *e,
                                                     uint32_t *used)
{
    const struct program_stage *stage = stage_of(program);
    const struct program_register *first = NULL;
    *used = 0;
    for (uint32_t i = 0; i < stage->register_count; i++) {
        const struct program_register *r = &stage->registers[i];
        if (part_of(program, r) != (int)part)
            continue;
        const struct isa_special_output *special = isa_special_output(r->file);
        bool same = special ? e->reg == UINT32_MAX && strcasecmp(special->semantic, e->name) == 0
                            : e->reg == r->reg && (e->mask & r->mask) && e->stream == r->stream;
        *used |= same ? e->mask & (special ? program_special_mask(r->file) : r->mask) : 0;
        first = same && !first ? r : first;
    }
    return first;
}

static struct sm5_stage_element signature_element(const struct sm5_program *program, enum sm5_stage_part part,
                                                  const struct program_signature_element *e)
{
    static const char types[] = {'f', 'u', 'i', 'f'};
    uint32_t used;
    const struct program_register *r = declaration_of(program, part, e, &used);
    struct sm5_stage_element element = {
        .file = part == SM5_STAGE_OUTPUTS ? "o" : "v", .reg = e->reg, .mask = e->mask, .type = 'f'};
    if (part == SM5_STAGE_CONSTANTS)
        element.file = "vpc";
    if (r)
        element = declared_element(program, r);
    element.semantic = e->name;
    element.index = e->semantic_index;
    element.stream = e->stream;
    if (e->reg != UINT32_MAX) {
        element.mask = e->mask;
        element.used = used;
    }
    if (e->component_type < BASE_COUNT(types))
        element.type = types[e->component_type];
    return element;
}

/* Components of the elements enumerated so far, by stream and register; all special registers have one
   entry. */
struct covered {
    uint8_t masks[4][STAGE_REGISTERS + 1];
};

static void cover_signature(struct covered *covered, const struct program_signature *signature)
{
    for (uint32_t i = 0; i < signature->count; i++) {
        const struct program_signature_element *e = &signature->elements[i];
        if (e->reg < STAGE_REGISTERS)
            covered->masks[e->stream & 3][e->reg] |= e->mask;
        for (uint8_t file = 0; file < ISA_FILE_COUNT; file++)
            if (isa_special_output(file) && strcasecmp(isa_special_output(file)->semantic, e->name) == 0)
                covered->masks[0][STAGE_REGISTERS] |= program_special_mask(file);
    }
}

/* False when all components are covered already. */
static bool cover_register(struct covered *covered, const struct program_register *r)
{
    uint8_t special = program_special_mask(r->file), mask = special ? special : r->mask;
    uint8_t *at = &covered->masks[r->stream & 3][special ? STAGE_REGISTERS : r->reg];
    bool is_new = mask & ~*at;
    *at |= mask;
    return is_new;
}

bool sm5_stage_element_at(const struct sm5_program *program, enum sm5_stage_part part, uint32_t index,
                          struct sm5_stage_element *element)
{
    if (part > SM5_STAGE_CONSTANTS)
        return false;
    const struct program_stage *stage = stage_of(program);
    const struct program_signature *signature = &program->signatures[part];
    if (index < signature->count) {
        *element = signature_element(program, part, &signature->elements[index]);
        return true;
    }
    index -= signature->count;
    struct covered covered = {0};
    cover_signature(&covered, signature);
    for (uint32_t i = 0; i < stage->register_count; i++) {
        const struct program_register *r = &stage->registers[i];
        if (part_of(program, r) == (int)part && cover_register(&covered, r) && index-- == 0) {
            *element = declared_element(program, r);
            return true;
        }
    }
    return false;
}
