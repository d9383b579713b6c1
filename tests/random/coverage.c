/* Coverage of the table. */
#include "coverage.h"

static void count(void *context, const struct prog_instr *instr)
{
    ((struct coverage *)context)->rows[instr->opcode]++;
}

void coverage_add(struct coverage *coverage, const struct prog *prog)
{
    prog_each(prog, count, coverage);
}

/* Rows that no generated program can hold, whatever its seed. */
static bool is_left_out(unsigned opcode)
{
    switch (opcode) {
    case ISA_DISCARD: return true; /* pixel shaders */
    case ISA_RESINFO: return true; /* textures */
    case ISA_ABORT: return true;   /* ends the run */
    default: return false;
    }
}

static bool is_wanted(unsigned opcode, const struct isa_op *row)
{
    switch ((enum isa_form)row->form) {
    case ISA_FORM_NONE:
    case ISA_FORM_TEXTURE:
    case ISA_FORM_DERIVATIVE:
    case ISA_FORM_PULL:
    case ISA_FORM_STREAM: return false;
    default: return (row->stages >> ISA_COMPUTE & 1) && !is_left_out(opcode);
    }
}

bool coverage_report(const struct coverage *coverage)
{
    bool all = true;
    for (unsigned opcode = 0; opcode < ISA_OPCODE_COUNT; opcode++) {
        const struct isa_op *row = isa_op(opcode);
        if (!row || !is_wanted(opcode, row) || coverage->rows[opcode])
            continue;
        printf("no program holds %s\n", row->mnemonic);
        all = false;
    }
    return all;
}
