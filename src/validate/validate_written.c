/* Arrays that are read but never written, and outputs that are never written (D3D11.3 7.3, 22.3.31). */
#include "validate/validate_state.h"

/* ---- x# ---- */

static void mark_arrays(const struct validate *v, uint8_t *written)
{
    for (uint32_t i = 0; i < v->program->instr_count; i++) {
        const struct program_instr *instr = &v->program->instrs[i];
        const struct isa_op *row = isa_op(instr->opcode);
        for (unsigned k = 0; isa_is_executable(instr->opcode) && k < row->operand_count; k++) {
            const struct program_indexable *x = row->operands[k].role == ISA_ROLE_DST
                                                    ? program_indexable_of(v->program, &instr->operands[k])
                                                    : NULL;
            if (x)
                written[x - v->program->decls.indexables] = true;
        }
    }
}

/* Each array is reported at its first read. */
static void check_arrays(struct validate *v, uint8_t *written)
{
    for (v->at = 0; v->at < v->program->instr_count; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        const struct isa_op *row = isa_op(instr->opcode);
        for (unsigned k = 0; isa_is_executable(instr->opcode) && k < row->operand_count; k++) {
            const struct program_indexable *x = program_indexable_of(v->program, &instr->operands[k]);
            uint8_t *known = x ? &written[x - v->program->decls.indexables] : NULL;
            v->operand = (int)k;
            if (known && !*known)
                VALIDATE_REPORT(v, VALIDATE_ARRAY_UNWRITTEN, x->reg);
            if (known)
                *known = true;
        }
    }
    v->operand = VALIDATE_NO_OPERAND;
}

/* ---- outputs, except of hull phases and streams ---- */

struct outputs {
    uint8_t written[ISA_FILE_COUNT][VALIDATE_REGISTERS];
};

static void mark_outputs(const struct validate *v, struct outputs *outputs)
{
    for (uint32_t i = 0; i < v->program->instr_count; i++) {
        const struct program_instr *instr = &v->program->instrs[i];
        const struct isa_op *row = isa_op(instr->opcode);
        for (unsigned k = 0; isa_is_executable(instr->opcode) && k < row->operand_count; k++) {
            const struct program_operand *operand = &instr->operands[k];
            uint64_t reg = operand_index(operand, 0);
            bool any = operand->index_count && operand->index[0].relative;
            uint8_t mask = row->operands[k].role == ISA_ROLE_DST ? (uint8_t)operand_write_mask(operand) : 0;
            for (unsigned r = 0; r < VALIDATE_REGISTERS; r++)
                if (r == reg || (any && r >= reg))
                    outputs->written[operand->file][r] |= mask;
        }
    }
}

static void check_outputs(struct validate *v)
{
    const struct program_stage *stage = &v->program->decls.stage;
    struct outputs outputs = {0};
    mark_outputs(v, &outputs);
    for (uint32_t i = 0; i < stage->register_count; i++) {
        const struct program_register *r = &stage->registers[i];
        v->at = r->instr;
        if (r->output && r->reg < VALIDATE_REGISTERS && (r->mask & ~outputs.written[r->file][r->reg]))
            VALIDATE_REPORT(v, VALIDATE_OUTPUT_UNWRITTEN, isa_file(r->file)->text);
    }
}

void validate_written(struct validate *v)
{
    uint8_t *written = calloc(v->program->decls.indexable_count + 1, 1);
    if (!written) {
        v->no_memory = true;
        return;
    }
    mark_arrays(v, written);
    check_arrays(v, written);
    free(written);
    if (v->program->stage == ISA_VERTEX || v->program->stage == ISA_DOMAIN || v->program->stage == ISA_PIXEL)
        check_outputs(v);
    v->at = v->program->instr_count;
}
