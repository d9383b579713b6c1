/* Dependent destinations: one is indexed by a register that the other one writes. */
#include "gen.h"

static struct prog_index *index_of(struct prog_operand *operand)
{
    for (unsigned i = 0; !operand->pinned && i < operand->index_count; i++)
        if (operand->index[i].relative)
            return &operand->index[i];
    return NULL;
}

/* A general r#, or an x# with a literal index. */
static bool may_hold_index(const struct prog_operand *operand)
{
    if (operand->selection != PROG_MASK)
        return false;
    if (operand->file == ISA_FILE_INDEXABLE_TEMP)
        return !operand->index[1].relative;
    return operand->file == ISA_FILE_TEMP && operand->index[0].imm >= PROG_R_GENERAL;
}

static struct prog_operand source_of(const struct prog_index *index)
{
    struct prog_operand source = prog_one(index->file, index->reg, index->component);
    if (index->file == ISA_FILE_INDEXABLE_TEMP)
        source.index[source.index_count++].imm = index->element;
    return source;
}

/* mov HOLDER.c, INDEX before the instruction, whose other destination is then indexed by HOLDER.c. */
static void index_by(struct gen *g, struct prog_node *node, const struct prog_operand *holder,
                     struct prog_index *index)
{
    struct prog_instr *move = prog_instr_add(g->prog, &node->head, ISA_MOV);
    unsigned component = (unsigned)__builtin_ctz(holder->select);
    struct prog_operand to = *holder;
    to.select = (uint8_t)(1u << component);
    prog_operand_add(move, to);
    prog_operand_add(move, rng_percent(&g->rng, 50) ? prog_imm(rng_below(&g->rng, 3)) : source_of(index));
    index->file = holder->file;
    index->reg = holder->index[0].imm;
    index->element = holder->index[1].imm;
    index->component = (uint8_t)component;
}

static struct prog_operand indexed_destination(struct gen *g, enum isa_type type, unsigned mask)
{
    struct prog_operand operand = gen_destination(g, type, mask);
    for (unsigned tries = 0; tries < 24 && !index_of(&operand); tries++)
        operand = gen_destination(g, type, mask);
    return operand;
}

void gen_entangle(struct gen *g, struct prog_node *node, struct prog_operand pair[2], enum isa_type type)
{
    unsigned indexed = rng_below(&g->rng, 2);
    if (g->clean || pair[0].selection != PROG_MASK || pair[1].selection != PROG_MASK ||
        !rng_percent(&g->rng, 50))
        return;
    struct prog_operand made = indexed_destination(g, type, pair[indexed].select);
    struct prog_index *index = index_of(&made);
    const struct prog_operand *holder = &pair[!indexed];
    bool same = made.file == holder->file && made.index[0].imm == holder->index[0].imm;
    if (!index || same || !may_hold_index(holder))
        return;
    index_by(g, node, holder, index);
    pair[indexed] = made;
}

void gen_status(struct gen *g, struct prog_node *node, struct prog_operand pair[2], enum isa_type type)
{
    uint8_t mask = 1u << rng_below(&g->rng, 4);
    pair[1] = prog_mask(ISA_FILE_TEMP, gen_register(g, ISA_TYPE_U), mask);
    if (rng_percent(&g->rng, 30))
        pair[1] = prog_bare(ISA_FILE_NULL, 0);
    gen_entangle(g, node, pair, type);
}
