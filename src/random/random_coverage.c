/* Coverage of the table. */
#include "random_coverage.h"

static void count(void *context, const struct prog_instr *instr)
{
    ((struct coverage *)context)->rows[instr->opcode]++;
}

void coverage_add(struct coverage *coverage, const struct prog *prog)
{
    coverage->stages |= (uint8_t)(1u << prog->stage);
    coverage->textures |= prog->textures;
    prog_each(prog, count, coverage);
}

/* abort ends the run, so that no generated program contains it. */
static bool is_wanted(const struct coverage *coverage, unsigned opcode, const struct isa_op *row)
{
    bool texture = row->form == ISA_FORM_TEXTURE || opcode == ISA_RESINFO;
    if (row->form == ISA_FORM_NONE || opcode == ISA_ABORT || (texture && !coverage->textures))
        return false;
    return row->stages & coverage->stages;
}

bool coverage_report(const struct coverage *coverage)
{
    bool all = true;
    for (unsigned opcode = 0; opcode < ISA_OPCODE_COUNT; opcode++) {
        const struct isa_op *row = isa_op(opcode);
        if (!row || !is_wanted(coverage, opcode, row) || coverage->rows[opcode])
            continue;
        printf("no program holds %s\n", row->mnemonic);
        all = false;
    }
    return all;
}
