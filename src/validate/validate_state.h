/* Private to validate/: the state of one validation, and functions shared by its files. */
#ifndef SM5_VALIDATE_STATE_H
#define SM5_VALIDATE_STATE_H

#include <stdlib.h>

#include "validate/validate.h"
#include "validate/validate_diag.h"

enum {
    VALIDATE_NO_OPERAND = -1,
    VALIDATE_LISTED = 100, /* errors, and warnings, that are listed; the rest is counted */
    VALIDATE_REGISTERS = LIMIT_REGISTERS,
    VALIDATE_DECLARED = 0x80, /* flag besides the mask of a declared register */
    VALIDATE_RANGED = 0x40,   /* flag: in a dcl_indexrange */
};

struct validate {
    const struct sm5_program *program;
    const struct validate_options *options;
    struct sm5_diags *diags;
    struct strbuf line; /* the reported instruction, printed */
    uint32_t at;        /* the instruction that diagnostics point at; instr_count: the program */
    int operand;        /* its operand that they point at, or VALIDATE_NO_OPERAND */
    uint32_t errors, warnings;
    uint32_t refused; /* operands of `at` with a reported error, a bit each: other rules skip them */
    /* At instruction `at`, in its hull phase: */
    bool code_began;                                      /* an instruction precedes `at` */
    uint32_t temps;                                       /* declared r# */
    uint8_t declared[ISA_FILE_COUNT][VALIDATE_REGISTERS]; /* inputs, outputs: mask, flags */
    uint8_t claimed[ISA_FILE_COUNT][VALIDATE_REGISTERS];  /* the same masks of the current stream */
    uint8_t vertices[ISA_FILE_COUNT][VALIDATE_REGISTERS]; /* vertices in the declarations of v#, vicp, vocp */
    uint32_t positions;                                   /* v# of a pixel shader that hold its position */
    uint8_t *counter_uses;                                /* by resource: ALLOC, CONSUME */
    uint8_t *nonconforming;                               /* before a run: a bit an instruction */
    uint32_t nonconforming_count;
    bool malformed; /* a malformed error was reported */
    bool no_memory;
};

static inline const struct program_instr *validate_instr(const struct validate *v)
{
    return &v->program->instrs[v->at];
}

/* ---- validate_report.c ---- */

/* Counts a diagnostic; true: list it. */
bool validate_counts(struct validate *v, const struct diag_info *info);
/* The place of v->at and v->operand. */
struct diag_place validate_place(struct validate *v);

#define VALIDATE_REPORT(v, id, ...)                                                                          \
    (validate_counts((v), &DIAG_##id)                                                                        \
         ? diag_add_text((v)->diags, &DIAG_##id, diag_text_##id, validate_place(v), ##__VA_ARGS__)           \
         : (void)0)

/* ---- validate.c ---- */

const char *validate_stage_name(const struct validate *v);

/* ---- validate_row.c ---- */

/* The clause of D3D11.3 that defines the instruction; 22.1, the list of instructions, where none does. */
const char *validate_clause(const struct isa_op *row);
bool validate_in_model(const struct validate *v, uint8_t model);
/* "4.1" or "5.0": the first shader model of an isa_model. */
const char *validate_model_name(uint8_t model);
/* Reports that `what` requires a global flag, unless it is declared. */
void validate_need_flag(struct validate *v, const char *what, uint32_t flag);

/* ---- validate_operand.c ---- */

/* False, and reported, when the register file does not exist in this stage. Reports files of newer models
   too. */
bool validate_file(struct validate *v, uint8_t file);

/* ---- validate_reads.c ---- */

/* The operand of a row that is a t#, u# or g#; -1: none. */
int validate_view_operand(const struct isa_op *row);
/* Number of coordinates that address an element of a view. */
unsigned validate_coordinates(uint8_t dimension);
/* Positions, before the swizzle, that the instruction reads of source operand k; a bit each. */
uint32_t validate_positions(const struct validate *v, const struct program_instr *instr, unsigned k);
/* The same after the swizzle: components of the register. */
uint32_t validate_components(const struct validate *v, const struct program_instr *instr, unsigned k);

/* ---- the rules, one file per subject ---- */

/* Rules on the instruction at v->at; validate.c calls them in order. */
typedef void validate_rule(struct validate *v, const struct program_instr *instr, const struct isa_op *row);
validate_rule validate_declare, validate_row, validate_operands, validate_registers, validate_memory,
    validate_shape, validate_declaration;

/* Rules on the program. */
void validate_declarations(struct validate *v);
void validate_twice(struct validate *v);
void validate_values(struct validate *v);
void validate_ranges(struct validate *v);
void validate_interfaces(struct validate *v);
/* False: the blocks do not match, and control flow has no meaning. */
bool validate_flow(struct validate *v);
/* Requires blocks that match. */
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
