/* Private to validate/: the state of one validation, and what its files offer each other. */
#ifndef SM5_VALIDATE_PARTS_H
#define SM5_VALIDATE_PARTS_H

#include <stdlib.h>

#include "validate/validate.h"
#include "validate/validate_diag.h"

enum {
    VALIDATE_WHOLE = -1,
    VALIDATE_LISTED = 100,    /* errors, and warnings, that are told one by one */
    VALIDATE_REGISTERS = 32,  /* v#, o#, vicp, vocp, vpc */
    VALIDATE_DECLARED = 0x80, /* beside the mask of a declared register */
    VALIDATE_RANGED = 0x40,   /* in a dcl_indexrange */
};

struct validate {
    const struct sm5_program *program;
    const struct validate_options *options;
    struct sm5_diags *diags;
    struct strbuf line; /* of the instruction that is reported */
    uint32_t at;        /* the instruction that is looked at; instr_count: the program as a whole */
    int operand;        /* the operand of it, or VALIDATE_WHOLE */
    uint32_t errors, warnings;
    uint32_t refused;                  /* operands of `at` that are told of already, a bit each */
    bool code_began;                   /* an instruction of this routine or phase stands before `at` */
    const struct program_phase *phase; /* hull: what `at` stands in, or NULL */
    uint32_t phase_index;
    uint32_t temps;                                       /* r# that are declared where `at` stands */
    uint8_t declared[ISA_FILE_COUNT][VALIDATE_REGISTERS]; /* inputs and outputs, likewise */
    uint8_t claimed[ISA_FILE_COUNT][VALIDATE_REGISTERS];  /* the same of one stream */
    uint8_t vertices[ISA_FILE_COUNT][VALIDATE_REGISTERS]; /* that v#, vicp and vocp are declared with */
    uint32_t positions;                                   /* v# of a pixel shader that hold its position */
    uint8_t *counter_uses;                                /* of each resource: ALLOC, CONSUME */
    uint8_t *nonconforming;                               /* before a run: a bit an instruction */
    uint32_t nonconforming_count;
    bool malformed; /* such an error was reported */
    bool no_memory;
};

static inline const struct program_instr *validate_instr(const struct validate *v)
{
    return &v->program->instrs[v->at];
}

/* ---- validate_report.c ---- */

/* Counts a problem; true when it is to be listed. */
bool validate_counts(struct validate *v, const struct diag_info *info);
/* Where v->at and v->operand point. */
struct diag_place validate_place(struct validate *v);

#define VALIDATE_REPORT(v, id, ...)                                                                          \
    (validate_counts((v), &DIAG_##id)                                                                        \
         ? diag_add_text((v)->diags, &DIAG_##id, diag_text_##id, validate_place(v), ##__VA_ARGS__)           \
         : (void)0)

/* ---- validate.c ---- */

const char *validate_stage_name(const struct validate *v);

/* ---- validate_row.c ---- */

/* The clause of D3D11.3 that defines the instruction; for the few that it does not define the list of
   instructions. */
const char *validate_clause(const struct isa_op *row);
bool validate_in_model(const struct validate *v, uint8_t model);
/* The least model of an isa_model, as a word. */
const char *validate_model_name(uint8_t model);
/* Reports that `what` needs a global flag, when it is not declared. */
void validate_need_flag(struct validate *v, const char *what, uint32_t flag);

/* ---- validate_operand.c ---- */

/* The register file exists in this stage; else, and when a newer model has it, it is reported. */
bool validate_file(struct validate *v, uint8_t file);

/* ---- validate_reads.c: which components an instruction reads ---- */

/* The operand of a row that names a t#, u# or g#; -1: none. */
int validate_view_operand(const struct isa_op *row);
/* Coordinates that address an element of a view. */
unsigned validate_coordinates(uint8_t dimension);
/* Positions (bits 0 to 3, before the swizzle) that the instruction reads of source operand k. */
uint32_t validate_positions(const struct validate *v, const struct program_instr *instr, unsigned k);
/* The components behind them, of the register. */
uint32_t validate_components(const struct validate *v, const struct program_instr *instr, unsigned k);

/* ---- the rules, one file a subject ---- */

/* Of one instruction, at v->at. */
typedef void validate_rule(struct validate *v, const struct program_instr *instr, const struct isa_op *row);
validate_rule validate_declare, validate_row, validate_operands, validate_registers, validate_memory,
    validate_shape, validate_declaration;

/* Of the whole program. */
void validate_declarations(struct validate *v);
void validate_twice(struct validate *v);
void validate_values(struct validate *v);
void validate_ranges(struct validate *v);
void validate_interfaces(struct validate *v);
/* False when the blocks do not match, so that control flow means nothing. */
bool validate_flow(struct validate *v);
/* Labels and calls of a program whose blocks match. */
void validate_calls(struct validate *v);
void validate_assign(struct validate *v);
void validate_uniform(struct validate *v);
void validate_written(struct validate *v);
void validate_compute4(struct validate *v);
void validate_hull(struct validate *v);
void validate_domain(struct validate *v);
void validate_geometry(struct validate *v);
void validate_signatures(struct validate *v);

#endif
