/* Rows that access textures: translates the operands that program_texture.h describes to columns. */
#include "interp/plan.h"

static void lower_results(struct plan_builder *b, struct plan_texture *t)
{
    const struct program_operand *memory = &plan_instr(b)->operands[t->access.texture];
    const struct program_operand *dst = &plan_instr(b)->operands[t->access.dst];
    uint32_t mask = operand_write_mask(dst);
    for (unsigned c = 0; c < 4; c++) {
        if (!(mask >> c & 1))
            continue;
        bool is_atomic = t->access.kind == ISA_ACCESS_ATOMIC;
        t->word[t->count] = is_atomic ? 0 : (uint8_t)operand_component(memory, c);
        t->column[t->count++] = plan_result(b, dst, c);
    }
}

static void lower_status(struct plan_builder *b, struct plan_texture *t)
{
    const struct program_operand *dst = &plan_instr(b)->operands[t->access.status];
    uint32_t mask = operand_write_mask(dst);
    if (mask)
        t->status = plan_result(b, dst, (unsigned)__builtin_ctz(mask));
}

/* Undeclared t# and s# count as unbound: as a register selected by lane that is not declared. */
static bool is_undeclared(const struct plan_builder *b, const struct program_operand *operand)
{
    bool is_view = operand->file == ISA_FILE_SRV || operand->file == ISA_FILE_SAMPLER;
    bool is_literal =
        operand->index_count && !operand->index[0].relative && operand->index[0].imm <= UINT32_MAX;
    return is_view && is_literal && !program_resource_of(b->program, operand);
}

static bool resolve_view(struct plan_builder *b, const struct program_operand *operand, uint32_t *slot,
                         struct plan_index *reg)
{
    if (!is_undeclared(b, operand))
        return plan_resource(b, operand, slot, reg);
    *slot = PLAN_BY_LANE;
    *reg = (struct plan_index){UINT32_MAX, PLAN_NONE};
    return true;
}

/* The texture, or the rasterizer of sampleinfo and samplepos. */
static bool resolve_texture(struct plan_builder *b, struct plan_texture *t, uint8_t *dimension)
{
    const struct program_operand *texture = &plan_instr(b)->operands[program_texture_operand(plan_instr(b))];
    *dimension = ISA_DIM_TEXTURE2DMS;
    if (texture->file == ISA_FILE_RASTERIZER)
        return true;
    if (!resolve_view(b, texture, &t->slot, &t->reg))
        return false;
    if (t->slot == PLAN_BY_LANE) {
        *dimension = program_texture_dimension(plan_instr(b));
        return true;
    }
    const struct program_resource *declared = &b->program->decls.resources[t->slot];
    *dimension = declared->dimension;
    return program_is_texture(declared) ||
           PLAN_FAIL(b, INTERP_RESOURCE, isa_op(plan_instr(b)->opcode)->mnemonic,
                     isa_file(declared->file)->text, declared->id);
}

static void lower_reads(struct plan_builder *b, struct plan_texture *t)
{
    const struct program_texture *access = &t->access;
    for (unsigned i = 0; i < READ_COUNT; i++)
        if (access->reads[i].operand != PROGRAM_NO_OPERAND)
            t->reads[i] = plan_source(b, access->reads[i].operand, access->reads[i].position);
    for (unsigned i = 0; access->derives && i < access->axes; i++) {
        t->reads[READ_DDX + i] = plan_scratch(b);
        t->reads[READ_DDY + i] = plan_scratch(b);
    }
}

static bool has_all_coords(const struct plan_builder *b, const struct program_texture *access)
{
    if (access->reads[READ_COORD].operand == PROGRAM_NO_OPERAND)
        return false;
    return operand_ignores_mask(&plan_instr(b)->operands[access->reads[READ_COORD].operand]);
}

static void lower(struct plan_builder *b, struct plan_texture *t)
{
    t->all_lanes = has_all_coords(b, &t->access);
    if (t->access.sampler != PROGRAM_NO_OPERAND)
        resolve_view(b, &plan_instr(b)->operands[t->access.sampler], &t->sampler, &t->sampler_reg);
    lower_reads(b, t);
    if (t->access.dst != PROGRAM_NO_OPERAND)
        lower_results(b, t);
    if (t->access.status != PROGRAM_NO_OPERAND)
        lower_status(b, t);
}

void plan_texture_op(struct plan_builder *b, struct plan_op *op)
{
    struct plan_texture t = {.slot = PLAN_NONE, .sampler = PLAN_NONE, .status = PLAN_NONE};
    const struct program_instr *instr = plan_instr(b);
    uint8_t dimension;
    t.reg.index = t.sampler_reg.index = PLAN_NONE;
    memset(t.reads, 0xff, sizeof t.reads);
    if (!resolve_texture(b, &t, &dimension))
        return;
    if (!program_texture_of(instr, dimension, &t.access)) { /* ld_structured and the like on a texture */
        const struct program_operand *operand = &instr->operands[program_texture_operand(instr)];
        PLAN_FAIL(b, INTERP_RESOURCE, isa_op(op->opcode)->mnemonic, isa_file(operand->file)->text,
                  (uint32_t)operand->index[0].imm);
        return;
    }
    lower(b, &t);
    op->run = RUN_TEXTURE;
    op->texture = (uint32_t)b->plan->textures.count;
    if (!VEC_PUSH(&b->plan->textures, t))
        plan_fail(b, SM5_ERR_MEMORY);
}
