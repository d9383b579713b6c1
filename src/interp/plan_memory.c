/* Rows that access t#, u# and g#. */
#include "interp/plan.h"

static bool is_buffer(uint8_t dimension)
{
    return dimension == ISA_DIM_STRUCTURED || dimension == ISA_DIM_RAW || dimension == ISA_DIM_BUFFER;
}

bool plan_resource(struct plan_builder *b, const struct program_operand *operand, uint32_t *slot,
                   struct plan_index *reg)
{
    const struct isa_file_info *file = isa_file(operand->file);
    bool is_resource = operand->file == ISA_FILE_SRV || operand->file == ISA_FILE_UAV ||
                       operand->file == ISA_FILE_TGSM || operand->file == ISA_FILE_SAMPLER;
    if (!is_resource)
        return PLAN_FAIL(b, INTERP_FILE, file ? file->text : "?");
    bool range = program_is_51(b->program) && operand->file != ISA_FILE_TGSM;
    if (operand->index_count < (range ? 2 : 1))
        return PLAN_FAIL(b, INTERP_INDICES, file->text, range ? 2u : 1u);
    /* Shader Model 5.0 indexes t# and s# only (D3D11.3 7.11). */
    bool can_index = operand->file == ISA_FILE_SRV || operand->file == ISA_FILE_SAMPLER;
    if (operand->index[0].relative && !range && can_index) {
        *slot = PLAN_BY_LANE;
        *reg = plan_relative(b, &operand->index[0]);
        return true;
    }
    if (operand->index[0].relative || operand->index[0].imm > UINT32_MAX)
        return PLAN_FAIL(b, INTERP_INDEX);
    uint32_t id = (uint32_t)operand->index[0].imm;
    *slot = program_find(b->program, operand->file, id);
    if (*slot == PROGRAM_NONE)
        return PLAN_FAIL(b, INTERP_UNDECLARED, file->text, id);
    *reg = range ? plan_relative(b, &operand->index[1]) : (struct plan_index){id, PLAN_NONE};
    return true;
}

/* t[r0.x + 3]: the instruction alone determines the layout; interp_declaration finds the register. */
static uint8_t dimension_by_lane(const struct program_instr *instr)
{
    const struct isa_op *row = isa_op(instr->opcode);
    bool loads = row->access == ISA_ACCESS_LOAD;
    switch (row->resource) {
    case ISA_RESOURCE_LOADABLE: return ISA_DIM_BUFFER;
    case ISA_RESOURCE_BUFFER: return program_texture_dimension(instr);
    case ISA_RESOURCE_RAW: return loads ? ISA_DIM_RAW : ISA_DIM_UNKNOWN;
    case ISA_RESOURCE_STRUCTURED: return loads ? ISA_DIM_STRUCTURED : ISA_DIM_UNKNOWN;
    default: return ISA_DIM_UNKNOWN;
    }
}

static bool resolve(struct plan_builder *b, const struct program_operand *operand, struct plan_memory *m)
{
    if (!plan_resource(b, operand, &m->slot, &m->reg))
        return false;
    if (m->slot == PLAN_BY_LANE) {
        m->dimension = dimension_by_lane(plan_instr(b));
        return is_buffer(m->dimension) || PLAN_FAIL(b, INTERP_INDEX);
    }
    const struct program_resource *declared = &b->program->decls.resources[m->slot];
    if (operand->file == ISA_FILE_TGSM)
        m->tgsm = b->tgsm_first[m->slot];
    m->dimension = declared->dimension;
    return is_buffer(m->dimension) || PLAN_FAIL(b, INTERP_RESOURCE, isa_op(plan_instr(b)->opcode)->mnemonic,
                                                isa_file(declared->file)->text, declared->id);
}

/* ld_raw on a structured buffer has no meaning. */
static bool expect_row(struct plan_builder *b, const struct plan_memory *m)
{
    const struct isa_op *row = isa_op(plan_instr(b)->opcode);
    if (row->form != ISA_FORM_MEMORY || m->slot == PLAN_BY_LANE)
        return true;
    const struct program_resource *declared = &b->program->decls.resources[m->slot];
    return isa_takes(row, declared->dimension) ||
           PLAN_FAIL(b, INTERP_RESOURCE, row->mnemonic, isa_file(declared->file)->text, declared->id);
}

/* dst.c = window[swizzle of the memory operand at c]. */
static void lower_load(struct plan_builder *b, const struct isa_layout *at, struct plan_memory *m)
{
    const struct program_operand *dst = &plan_instr(b)->operands[at->dst];
    uint32_t mask = operand_write_mask(dst);
    for (unsigned c = 0; c < 4; c++) {
        if (!(mask >> c & 1))
            continue;
        m->word[m->count] = (uint8_t)operand_component(&plan_instr(b)->operands[at->memory], c);
        m->column[m->count++] = plan_result(b, dst, c);
    }
    if (at->dsts > 1 && operand_write_mask(&plan_instr(b)->operands[at->status]))
        m->status =
            plan_result(b, &plan_instr(b)->operands[at->status],
                        (unsigned)__builtin_ctz(operand_write_mask(&plan_instr(b)->operands[at->status])));
}

/* Raw and structured: only the number of components in the mask matters. Typed stores have all four. */
static void lower_store(struct plan_builder *b, const struct isa_layout *at, struct plan_memory *m)
{
    uint32_t mask = operand_write_mask(&plan_instr(b)->operands[at->memory]);
    unsigned words = m->dimension == ISA_DIM_BUFFER ? 4 : (unsigned)__builtin_popcount(mask);
    for (unsigned c = 0; c < words; c++) {
        m->word[c] = (uint8_t)c;
        m->column[c] = plan_source(b, at->value, c);
    }
    m->count = (uint8_t)words;
}

static uint32_t single_result(struct plan_builder *b, unsigned operand)
{
    const struct program_operand *dst = &plan_instr(b)->operands[operand];
    uint32_t mask = operand_write_mask(dst);
    return mask ? plan_result(b, dst, (unsigned)__builtin_ctz(mask)) : b->plan->trash;
}

/* One address operand: structured .xy = structure index, byte offset; else .x. */
static void lower_atomic(struct plan_builder *b, const struct isa_layout *at, struct plan_memory *m)
{
    m->atomic = isa_op(plan_instr(b)->opcode)->atomic;
    m->offset = m->dimension == ISA_DIM_STRUCTURED ? plan_source(b, at->address, 1) : PLAN_NONE;
    m->count = (uint8_t)at->values;
    for (unsigned i = 0; i < at->values; i++)
        m->column[i] = plan_source(b, at->value + i, 0);
    m->result = at->dsts ? single_result(b, at->dst) : PLAN_NONE;
}

/* The same value in all written components. */
static void lower_bufinfo(struct plan_builder *b, const struct isa_layout *at, struct plan_memory *m)
{
    const struct program_operand *dst = &plan_instr(b)->operands[at->dst];
    m->result = plan_scratch(b);
    for (unsigned c = 0; c < 4; c++)
        plan_store(b, dst, c, m->result);
}

static void lower(struct plan_builder *b, struct plan_op *op, const struct isa_layout *at,
                  struct plan_memory *m)
{
    if (at->addresses)
        m->address = plan_source(b, at->address, 0);
    if (at->addresses > 1)
        m->offset = plan_source(b, at->offset, 0);
    switch (isa_op(op->opcode)->form) {
    case ISA_FORM_ATOMIC:
        op->run = RUN_ATOMIC;
        lower_atomic(b, at, m);
        return;
    case ISA_FORM_QUERY:
        op->run = RUN_BUFINFO;
        lower_bufinfo(b, at, m);
        return;
    case ISA_FORM_COUNTER:
        op->run = op->opcode == ISA_IMM_ATOMIC_ALLOC ? RUN_ALLOC : RUN_CONSUME;
        m->result = single_result(b, at->dst);
        return;
    default: break;
    }
    op->run = at->dsts ? RUN_LOAD : RUN_STORE;
    (at->dsts ? lower_load : lower_store)(b, at, m);
}

void plan_memory_op(struct plan_builder *b, struct plan_op *op)
{
    struct isa_layout at = isa_layout(isa_op(op->opcode));
    struct plan_memory m = {.tgsm = PLAN_NONE,
                            .address = PLAN_NONE,
                            .offset = PLAN_NONE,
                            .result = PLAN_NONE,
                            .status = PLAN_NONE};
    if (!resolve(b, &plan_instr(b)->operands[at.memory], &m) || !expect_row(b, &m))
        return;
    lower(b, op, &at, &m);
    op->memory = (uint32_t)b->plan->memory.count;
    if (!VEC_PUSH(&b->plan->memory, m))
        plan_fail(b, SM5_ERR_MEMORY);
}
