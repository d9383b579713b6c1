/* Which programs give the same result when ranges of their groups run apart. Groups of a dispatch have no order
   (D3D11.3 18.6), so that only operations whose result shows the order they ran in are refused. */
#include <stdlib.h>

#include "split/split.h"
#include "split/split_diag.h"

static struct diag_place place_of(const struct sm5_program *program, uint32_t at)
{
    struct diag_place place = diag_at_instruction(program_instr_number(program, at));
    place.file = program->source_name;
    if (!program_place_source(program, &program->instrs[at], &place))
        program_place_add_origin(program, &program->instrs[at], &place);
    return place;
}

/* What the instructions before did to a u#. */
struct seen {
    bool loads, stores, atomics, allocates, consumes;
};

struct scan {
    const struct sm5_program *program;
    struct split_use *uses;
    struct seen *seen;
    bool racy;
    struct sm5_diags *diags;
    enum sm5_status status;
};

static uint32_t index_of(const struct scan *s, const struct program_resource *r)
{
    return (uint32_t)(r - s->program->decls.resources);
}

/* Reports the first problem only. */
#define REFUSE(s, at, id, ...)                                                                               \
    do {                                                                                                     \
        if (!(s)->racy && !(s)->status) {                                                                    \
            diag_add((s)->diags, id, place_of((s)->program, at) __VA_OPT__(, ) __VA_ARGS__);                 \
            (s)->status = SM5_ERR_SUPPORT;                                                                   \
        }                                                                                                    \
    } while (0)

static void add_atomic(struct scan *s, uint32_t at, const struct isa_op *op, struct split_use *use,
                       struct seen *seen, uint32_t reg)
{
    if (op->atomic == ISA_ATOMIC_OP_EXCHANGE || op->atomic == ISA_ATOMIC_OP_COMPARE)
        REFUSE(s, at, SPLIT_EXCHANGE);
    else if (op->operands[0].role == ISA_ROLE_DST)
        REFUSE(s, at, SPLIT_RETURNED);
    if (seen->loads || seen->stores || (seen->atomics && use->atomic != op->atomic))
        REFUSE(s, at, SPLIT_MIXED, reg);
    bool combines = op->atomic != ISA_ATOMIC_OP_EXCHANGE && op->atomic != ISA_ATOMIC_OP_COMPARE;
    if (!use->writes && combines)
        use->atomic = op->atomic;
    else if (use->atomic != op->atomic)
        use->atomic = SPLIT_STORES;
    use->writes = seen->atomics = true;
}

static void add_plain(struct scan *s, uint32_t at, bool stores, struct split_use *use, struct seen *seen,
                      uint32_t reg)
{
    seen->loads |= !stores;
    seen->stores |= stores;
    if (seen->atomics)
        REFUSE(s, at, SPLIT_MIXED, reg);
    if (stores) {
        use->atomic = SPLIT_STORES;
        use->writes = true;
    }
}

static void add_counter(struct scan *s, uint32_t at, struct seen *seen, uint32_t reg)
{
    bool allocates = s->program->instrs[at].opcode == ISA_IMM_ATOMIC_ALLOC;
    seen->allocates |= allocates;
    seen->consumes |= !allocates;
    if (seen->allocates && seen->consumes)
        REFUSE(s, at, SPLIT_COUNTER, reg);
}

static void add_access(struct scan *s, uint32_t at, const struct program_operand *operand)
{
    const struct isa_op *op = isa_op(s->program->instrs[at].opcode);
    const struct program_resource *r = program_resource_of(s->program, operand);
    if (!r || r->file != ISA_FILE_UAV)
        return;
    uint32_t i = index_of(s, r);
    switch ((enum isa_access)op->access) {
    case ISA_ACCESS_LOAD: add_plain(s, at, false, &s->uses[i], &s->seen[i], r->lower); break;
    case ISA_ACCESS_STORE: add_plain(s, at, true, &s->uses[i], &s->seen[i], r->lower); break;
    case ISA_ACCESS_ATOMIC: add_atomic(s, at, op, &s->uses[i], &s->seen[i], r->lower); break;
    case ISA_ACCESS_COUNTER: add_counter(s, at, &s->seen[i], r->lower); break;
    default: break; /* queries */
    }
}

static void scan_accesses(struct scan *s)
{
    for (uint32_t i = s->program->decls.first_instr; i < s->program->instr_count; i++)
        for (uint32_t k = 0; k < s->program->instrs[i].operand_count; k++)
            if (s->program->instrs[i].operands[k].file == ISA_FILE_UAV)
                add_access(s, i, &s->program->instrs[i].operands[k]);
}

/* Loads of globally coherent memory that other groups store to. */
static void scan_coherent(struct scan *s)
{
    for (uint32_t i = s->program->decls.first_instr; i < s->program->instr_count; i++) {
        const struct program_instr *instr = &s->program->instrs[i];
        for (uint32_t k = 0; k < instr->operand_count; k++) {
            const struct program_resource *r = instr->operands[k].file == ISA_FILE_UAV
                                                   ? program_resource_of(s->program, &instr->operands[k])
                                                   : NULL;
            if (r && r->glc && isa_op(instr->opcode)->access == ISA_ACCESS_LOAD &&
                s->seen[index_of(s, r)].stores)
                REFUSE(s, i, SPLIT_COHERENT, r->lower);
        }
    }
}

enum sm5_status split_uses(const struct sm5_program *program, bool racy, struct split_use *uses,
                           struct sm5_diags *diags)
{
    struct scan s = {.program = program, .uses = uses, .racy = racy, .diags = diags};
    s.seen = calloc(program->decls.resource_count + 1, sizeof *s.seen);
    if (!s.seen)
        return SM5_ERR_MEMORY;
    for (uint32_t i = 0; i < program->decls.resource_count; i++)
        uses[i] = (struct split_use){.atomic = SPLIT_STORES};
    scan_accesses(&s);
    scan_coherent(&s);
    free(s.seen);
    return s.status;
}
