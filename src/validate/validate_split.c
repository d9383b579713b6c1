/* Which threads of a group take the branches round a barrier, when that follows from their numbers alone: the
   conditions are traced back to them, and computed for every thread of group (0,0,0). */
#include "numeric/lanes.h"
#include "validate/validate_parts.h"

enum {
    NODES = 48,   /* operations behind a condition */
    LOOK = 2000,  /* instructions that the search for them passes by */
    DEPTH = 24,   /* of the search */
    LANES = 1024, /* threads of a group */
    UNKNOWN = NODES
};

struct column {
    _Alignas(LANE_ALIGN) uint32_t lane[LANES];
};

/* The columns are filled as they are made, operands first. */
struct trace {
    struct validate *v;
    const struct lane_table *table;
    struct column *columns; /* NODES, and one for results that nobody asked for */
    unsigned count, looked, depth;
    uint32_t threads;
    bool by_thread_id; /* holds for group (0,0,0), not for all of them */
};

static unsigned trace_component(struct trace *t, const struct program_operand *operand, unsigned c,
                                uint32_t at);

static unsigned new_column(struct trace *t)
{
    return t->count < NODES ? t->count++ : UNKNOWN;
}

static unsigned constant(struct trace *t, uint32_t value)
{
    unsigned column = new_column(t);
    for (unsigned i = 0; column != UNKNOWN && i < LANES; i++)
        t->columns[column].lane[i] = value;
    return column;
}

/* Component c of the thread's number, or its flat number for c = 3. */
static unsigned thread_number(struct trace *t, unsigned c)
{
    const uint32_t *size = t->v->program->decls.thread_group;
    unsigned column = new_column(t);
    if (column == UNKNOWN)
        return UNKNOWN;
    for (uint32_t i = 0; i < t->threads; i++) {
        uint32_t numbers[4] = {i % size[0], i / size[0] % size[1], i / size[0] / size[1], i};
        t->columns[column].lane[i] = numbers[c];
    }
    return column;
}

/* Whole numbers and bits; floats would need the state that engines compute them in. */
static bool is_traced(const struct trace *t, const struct program_instr *instr, const struct isa_op *row)
{
    const struct isa_shape *shape = isa_shape((enum isa_form)row->form);
    bool words = shape->sources && shape->sources <= 4 && !shape->wide_dst && !shape->wide_src && !shape->dot;
    for (unsigned k = 0; k < row->operand_count; k++)
        if (row->operands[k].type == ISA_TYPE_F || instr->operands[k].modifier != ISA_MODIFIER_NONE)
            return false;
    return words && t->table->op[instr->opcode] && !instr_saturates(instr);
}

/* Result k of the instruction at `at`, component c. */
static unsigned compute(struct trace *t, uint32_t at, unsigned k, unsigned c)
{
    const struct program_instr *instr = &t->v->program->instrs[at];
    const struct isa_op *row = isa_op(instr->opcode);
    const struct isa_shape *shape = isa_shape((enum isa_form)row->form);
    struct lane_args args = {.n = (t->threads + LANE_STEP - 1) / LANE_STEP * LANE_STEP};
    if (!is_traced(t, instr, row))
        return UNKNOWN;
    for (unsigned i = 0; i < shape->sources; i++) {
        const struct program_operand *source = &instr->operands[shape->dsts + i];
        unsigned column = trace_component(t, source, operand_component(source, c), at);
        if (column == UNKNOWN)
            return UNKNOWN;
        args.s[2 * i] = t->columns[column].lane;
    }
    unsigned result = new_column(t);
    if (result == UNKNOWN)
        return UNKNOWN;
    args.d[0] = args.d[1] = t->columns[NODES].lane;
    args.d[k] = t->columns[result].lane;
    t->table->op[instr->opcode](&args);
    return result;
}

/* The result of the instruction that writes component c of the register, or -1. */
static int written_result(const struct program_instr *instr, const struct isa_op *row, uint64_t reg,
                          unsigned c)
{
    for (unsigned k = 0; k < row->operand_count; k++) {
        const struct program_operand *operand = &instr->operands[k];
        if (row->operands[k].role == ISA_ROLE_DST && operand->file == ISA_FILE_TEMP && operand->index_count &&
            operand->index[0].imm == reg && (operand_write_mask(operand) >> c & 1))
            return (int)k;
    }
    return -1;
}

/* Backwards from here control comes from one place alone; the top of a branch that `at` stands in is one. */
static bool is_straight(uint16_t opcode)
{
    switch (opcode) {
    case ISA_ELSE:
    case ISA_ENDIF:
    case ISA_LOOP:
    case ISA_ENDLOOP:
    case ISA_CASE:
    case ISA_DEFAULT:
    case ISA_ENDSWITCH:
    case ISA_CALL:
    case ISA_CALLC:
    case ISA_INTERFACE_CALL: return false;
    default: return true;
    }
}

static unsigned trace_register(struct trace *t, uint64_t reg, unsigned c, uint32_t at)
{
    while (at-- > t->v->program->decls.first_instr && t->looked++ < LOOK) {
        const struct program_instr *instr = &t->v->program->instrs[at];
        if (!is_straight(instr->opcode))
            return UNKNOWN;
        int k = isa_is_executable(instr->opcode) ? written_result(instr, isa_op(instr->opcode), reg, c) : -1;
        if (k >= 0)
            return compute(t, at, (unsigned)k, c);
    }
    return UNKNOWN;
}

static unsigned trace_component(struct trace *t, const struct program_operand *operand, unsigned c,
                                uint32_t at)
{
    unsigned found = UNKNOWN;
    if (operand->modifier != ISA_MODIFIER_NONE || t->depth == DEPTH)
        return UNKNOWN;
    t->depth++;
    switch (operand->file) {
    case ISA_FILE_IMM32: found = constant(t, operand->imm[operand->comps == ISA_COMPS_4 ? c : 0]); break;
    case ISA_FILE_THREAD_ID:
    case ISA_FILE_THREAD_GROUP_ID:
        t->by_thread_id = true;
        found = operand->file == ISA_FILE_THREAD_ID && c < 3 ? thread_number(t, c) : constant(t, 0);
        break;
    case ISA_FILE_THREAD_ID_IN_GROUP: found = c < 3 ? thread_number(t, c) : UNKNOWN; break;
    case ISA_FILE_THREAD_ID_IN_GROUP_FLATTENED: found = thread_number(t, 3); break;
    case ISA_FILE_TEMP:
        if (operand->index_count)
            found = trace_register(t, operand->index[0].imm, c, at);
        break;
    default: break;
    }
    t->depth--;
    return found;
}

static bool take_branch(struct trace *t, const struct validate_branch *branch, bool reaching[LANES])
{
    const struct program_instr *instr = &t->v->program->instrs[branch->at];
    if (instr->opcode != ISA_IF)
        return false;
    unsigned column =
        trace_component(t, &instr->operands[0], operand_component(&instr->operands[0], 0), branch->at);
    if (column == UNKNOWN)
        return false;
    for (uint32_t i = 0; i < t->threads; i++) {
        bool holds = (t->columns[column].lane[i] != 0) == instr_tests_nz(instr);
        reaching[i] &= holds != branch->in_else;
    }
    return true;
}

static bool take_branches(struct trace *t, const struct validate_branch *branches, unsigned count,
                          struct validate_reach *reach)
{
    bool reaching[LANES];
    memset(reaching, true, sizeof reaching);
    for (unsigned i = 0; i < count; i++)
        if (!take_branch(t, &branches[i], reaching))
            return false;
    reach->threads = 0;
    for (uint32_t i = 0; i < t->threads; i++)
        reach->threads += reaching[i];
    reach->every_group = !t->by_thread_id;
    return true;
}

bool validate_reaching(struct validate *v, const struct validate_branch *branches, unsigned count,
                       struct validate_reach *reach)
{
    const uint32_t *size = v->program->decls.thread_group;
    struct trace t = {.v = v, .table = lane_table_best(), .threads = size[0] * size[1] * size[2]};
    if (!t.threads || t.threads > LANES)
        return false;
    t.columns = aligned_alloc(LANE_ALIGN, (NODES + 1) * sizeof *t.columns);
    if (!t.columns)
        v->no_memory = true;
    else
        memset(t.columns, 0, (NODES + 1) * sizeof *t.columns);
    reach->of = t.threads;
    bool known = t.columns && take_branches(&t, branches, count, reach);
    free(t.columns);
    return known;
}
