/* Rows that access textures: program_texture.h describes their operands, which become args here. */
#include "ir/lower/lower.h"

/* The register that an operand names. */
struct name {
    uint32_t slot, reg; /* slot IR_NONE: differs by lane */
    ir_ref by_lane;     /* the register when it differs by lane; else 0 */
};

static bool name_of(struct lower *l, const struct program_operand *operand, struct name *name)
{
    bool range = program_is_51(l->program);
    bool is_any = operand->index_count && operand->index[0].relative && operand->file != ISA_FILE_UAV;
    if (operand->index_count < (range ? 2 : 1) || (operand->index[0].relative && (range || !is_any)))
        return lower_fail(l, SM5_ERR_SUPPORT);
    name->by_lane = lower_index(l, &operand->index[range ? 1 : 0], &name->reg);
    if (name->by_lane && name->reg)
        name->by_lane =
            lower_lane(l, ISA_IADD, (const ir_ref[]){name->by_lane, lower_constant(l, name->reg)}, 2);
    else if (is_any && !l->status)
        name->by_lane = name->by_lane ? name->by_lane : lower_constant(l, name->reg);
    name->slot = is_any ? IR_NONE : lower_slot(l, operand);
    if (!is_any && name->slot == IR_NONE && operand->file != ISA_FILE_UAV) {
        name->by_lane = lower_constant(l, UINT32_MAX); /* undeclared: a register that no declaration has */
        return !l->status;
    }
    return name->slot != IR_NONE || (is_any && !l->status) || lower_fail(l, SM5_ERR_SUPPORT);
}

/* Registers by lane go to `names`: of the texture, of the sampler. */
static bool describe(struct lower *l, struct ir_texture *t, struct name names[2])
{
    const struct program_instr *instr = lower_instr(l);
    const struct program_operand *texture = &instr->operands[program_texture_operand(instr)];
    uint8_t dimension = ISA_DIM_TEXTURE2DMS;
    *t = (struct ir_texture){.slot = IR_NONE, .sampler_slot = IR_NONE};
    if (texture->file != ISA_FILE_RASTERIZER) {
        if (!name_of(l, texture, &names[0]))
            return false;
        t->slot = names[0].slot;
        t->reg = names[0].reg;
        t->is_any = t->slot == IR_NONE;
        dimension =
            t->is_any ? program_texture_dimension(instr) : l->program->decls.resources[t->slot].dimension;
        if (!t->is_any && !program_is_texture(&l->program->decls.resources[t->slot]))
            return lower_fail(l, SM5_ERR_SUPPORT);
    }
    if (!program_texture_of(instr, dimension, &t->access) ||
        (t->access.derives && l->program->stage != ISA_PIXEL))
        return lower_fail(l, SM5_ERR_SUPPORT);
    if (t->access.sampler == PROGRAM_NO_OPERAND)
        return true;
    if (!name_of(l, &instr->operands[t->access.sampler], &names[1]))
        return false;
    t->sampler_slot = names[1].slot;
    t->sampler_reg = names[1].reg;
    t->is_any_sampler = t->sampler_slot == IR_NONE;
    return true;
}

static unsigned collect_args(struct lower *l, struct ir_texture *t, const struct name names[2],
                             ir_ref args[READ_COUNT + 2])
{
    unsigned count = 0;
    for (uint8_t read = 0; read < READ_COUNT; read++) {
        uint8_t operand = t->access.reads[read].operand;
        if (operand == PROGRAM_NO_OPERAND)
            continue;
        t->reads[count] = read;
        args[count++] = lower_source(l, operand, t->access.reads[read].position);
    }
    for (unsigned i = 0; t->access.derives && i < 2u * t->access.axes; i++) {
        unsigned axis = i / 2, coord = READ_COORD + axis;
        t->reads[count] = (uint8_t)((i & 1 ? READ_DDY : READ_DDX) + axis);
        args[count++] =
            lower_quad_difference(l, i & 1 ? ISA_DERIVATIVE_Y_COARSE : ISA_DERIVATIVE_X_COARSE,
                                  t->access.reads[coord].operand, t->access.reads[coord].position);
    }
    for (unsigned i = 0; i < 2; i++)
        if (names[i].by_lane) {
            t->reads[count] = (uint8_t)(IR_READ_TEXTURE + i);
            args[count++] = names[i].by_lane;
        }
    return count;
}

static void write_results(struct lower *l, const struct ir_texture *t, ir_ref whole)
{
    const struct program_instr *instr = lower_instr(l);
    const struct program_operand *dst = &instr->operands[t->access.dst];
    struct lower_results results = {.count = 0};
    uint32_t mask = operand_write_mask(dst);
    bool is_atomic = t->access.kind == ISA_ACCESS_ATOMIC;
    for (unsigned c = 0; c < 4 && !l->status; c++) {
        unsigned word = is_atomic ? 0 : operand_component(&instr->operands[t->access.texture], c);
        if (mask >> c & 1)
            lower_result(l, &results, dst, c, word ? lower_part(l, whole, word) : whole);
    }
    if (t->access.status != PROGRAM_NO_OPERAND && operand_write_mask(&instr->operands[t->access.status])) {
        const struct program_operand *status = &instr->operands[t->access.status];
        lower_result(l, &results, status, (unsigned)__builtin_ctz(operand_write_mask(status)),
                     lower_constant(l, 1));
    }
    lower_write(l, &results);
}

/* Equal reads of one texture have equal results until it is written. */
static ir_ref read_texture(struct lower *l, const struct ir_texture *t, struct ir_value *v,
                           const ir_ref *args, unsigned count)
{
    uint32_t epoch = t->is_any ? l->last_epoch : t->slot == IR_NONE ? 0 : l->class_epoch[t->slot];
    v->kind = IR_TEXTURE;
    v->results = 4;
    ir_ref whole = lower_read(l, v, args, count, epoch);
    for (unsigned part = 1; part < 4; part++)
        lower_part(l, whole, part); /* next to the whole value, in scope of every later use */
    return whole;
}

static ir_ref write_texture(struct lower *l, const struct ir_texture *t, struct ir_value *v,
                            const ir_ref *args, unsigned count)
{
    v->kind = IR_TEXTURE_WRITE;
    v->results = t->access.kind == ISA_ACCESS_ATOMIC;
    ir_ref before = lower_quad_effect(l, v, args, count);
    lower_touch(l, t->slot);
    return before;
}

void lower_texture(struct lower *l)
{
    struct ir_texture t;
    struct name names[2] = {{.by_lane = 0}, {.by_lane = 0}};
    ir_ref args[READ_COUNT + 2], whole;
    if (!describe(l, &t, names))
        return;
    unsigned count = collect_args(l, &t, names, args);
    t.count = count;
    struct ir_value v = {.op = lower_instr(l)->opcode,
                         .texture = (uint32_t)l->textures.count,
                         .slot = t.slot,
                         .view = IR_NONE};
    bool is_texel = t.access.kind == ISA_ACCESS_LOAD || t.access.kind == ISA_ACCESS_STORE;
    if (is_texel && t.slot != IR_NONE && !names[0].by_lane)
        v.view = lower_view(l, t.slot, t.reg);
    if (l->status)
        return;
    if (count > IR_TEXTURE_WORDS) {
        lower_fail(l, SM5_ERR_SUPPORT);
        return;
    }
    if (!VEC_PUSH(&l->textures, t)) {
        lower_fail(l, SM5_ERR_MEMORY);
        return;
    }
    bool writes = t.access.kind == ISA_ACCESS_STORE || t.access.kind == ISA_ACCESS_ATOMIC;
    whole = (writes ? write_texture : read_texture)(l, &t, &v, args, count);
    if (!l->status && t.access.dst != PROGRAM_NO_OPERAND)
        write_results(l, &t, whole);
}
