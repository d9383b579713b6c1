/* Definite assignment of r#: a component is written before it is read, on every path (D3D11.3 7.3). A forward
   data-flow analysis in one pass: the components that may have been written and those that must have been,
   joined where paths join. A later iteration of a loop reads what an earlier one wrote, so reads of
   components that nothing before them wrote are decided at the end of the loop. */
#include "validate/validate_state.h"

enum { ENTRY, EXIT, BACK, STATES, DEPTH = PROGRAM_NESTING + 1 };

/* A bit for each component. Dead: unreachable. */
struct state {
    uint64_t *may, *must;
    bool dead;
};

/* A read of components that nothing before it wrote. */
struct unwritten {
    uint32_t at, reg, components;
    int operand;
};

/* An open block of the program. */
struct block {
    size_t first_read; /* loop: of the reads in it that nothing before them wrote */
    struct state states[STATES];
};

struct analysis {
    struct validate *v;
    size_t words;
    struct state now, called;   /* called: the components that any routine writes, in `may` and `must` */
    struct block blocks[DEPTH]; /* by depth */
    VEC(struct unwritten) reads;
    uint64_t *memory;
};

/* ---- states ---- */

static void copy(const struct analysis *a, struct state *to, const struct state *from)
{
    memcpy(to->may, from->may, a->words * sizeof *to->may);
    memcpy(to->must, from->must, a->words * sizeof *to->must);
    to->dead = from->dead;
}

static void join(const struct analysis *a, struct state *to, const struct state *from)
{
    if (from->dead)
        return;
    if (to->dead) {
        copy(a, to, from);
        return;
    }
    for (size_t i = 0; i < a->words; i++) {
        to->may[i] |= from->may[i];
        to->must[i] &= from->must[i];
    }
}

static void clear(const struct analysis *a, struct state *state)
{
    memset(state->may, 0, a->words * sizeof *state->may);
    memset(state->must, 0, a->words * sizeof *state->must);
    state->dead = false;
}

static void add_called(struct analysis *a)
{
    for (size_t i = 0; i < a->words; i++) {
        a->now.may[i] |= a->called.may[i];
        a->now.must[i] |= a->called.may[i];
    }
}

/* The four bits of a register; an element has those of 16 registers. */
static uint32_t bits_of(const uint64_t *set, uint32_t reg)
{
    return (uint32_t)(set[reg / 16] >> 4 * (reg % 16)) & 0xf;
}

static void set_bits(uint64_t *set, uint32_t reg, uint32_t components)
{
    set[reg / 16] |= (uint64_t)(components & 0xf) << 4 * (reg % 16);
}

static bool is_temp(const struct analysis *a, const struct program_operand *operand)
{
    return operand->file == ISA_FILE_TEMP && operand->index_count &&
           operand->index[0].imm < a->v->program->decls.temps;
}

/* ---- reads ---- */

/* The state of a block of the program that is open. */
static struct block *state_of(struct analysis *a, uint32_t block)
{
    return &a->blocks[a->v->program->blocks.list.data[block].depth];
}

static const struct program_block *current(const struct analysis *a)
{
    return program_block_of(a->v->program, a->v->at);
}

static void component_letters(char text[5], uint32_t components)
{
    for (unsigned c = 0; c < 4; c++)
        if (components >> c & 1)
            *text++ = "xyzw"[c];
    *text = 0;
}

/* An undefined address has defined effects: those of the bounds rules. */
static bool is_address(const struct validate *v, const struct unwritten *read)
{
    const struct isa_op *row = isa_op(v->program->instrs[read->at].opcode);
    return row->operands[read->operand].role == ISA_ROLE_ADDR;
}

static void report(struct analysis *a, const struct unwritten *read, bool never)
{
    char letters[5];
    component_letters(letters, read->components);
    a->v->at = read->at;
    a->v->operand = read->operand;
    if (never && is_address(a->v, read))
        VALIDATE_REPORT(a->v, VALIDATE_UNWRITTEN_ADDRESS, read->reg, letters);
    else if (never)
        VALIDATE_REPORT(a->v, VALIDATE_UNWRITTEN, read->reg, letters);
    else
        VALIDATE_REPORT(a->v, VALIDATE_MAYBE_UNWRITTEN, read->reg, letters);
    a->v->operand = VALIDATE_NO_OPERAND;
}

static void report_or_defer(struct analysis *a, const struct unwritten *read)
{
    if (current(a)->loop == PROGRAM_NONE)
        report(a, read, true);
    else if (!VEC_PUSH(&a->reads, *read))
        a->v->no_memory = true;
}

static void add_read(struct analysis *a, const struct program_operand *operand, uint32_t components, int k)
{
    uint32_t at = a->v->at;
    if (!is_temp(a, operand) || a->now.dead)
        return;
    uint32_t reg = (uint32_t)operand->index[0].imm;
    uint32_t may = bits_of(a->now.may, reg), must = bits_of(a->now.must, reg);
    struct unwritten never = {at, reg, components & ~may, k}, maybe = {at, reg, components & may & ~must, k};
    if (never.components)
        report_or_defer(a, &never);
    if (maybe.components)
        report(a, &maybe, false);
    a->v->at = at;
}

/* Index registers are read, also those of destinations. */
static void add_indices(struct analysis *a, const struct program_operand *operand, int k)
{
    for (unsigned i = 0; i < operand->index_count; i++) {
        const struct program_operand *inner = operand->index[i].relative;
        if (!inner)
            continue;
        add_read(a, inner, 1u << operand_component(inner, 0), k);
        for (unsigned j = 0; j < inner->index_count; j++)
            if (inner->index[j].relative)
                add_read(a, inner->index[j].relative, 1u << operand_component(inner->index[j].relative, 0),
                         k);
    }
}

/* At a loop's end: what its body wrote reaches the reads at its top, through the back edge. */
static void resolve_reads(struct analysis *a, struct block *loop, bool is_outermost)
{
    size_t kept = loop->first_read;
    uint32_t here = a->v->at;
    for (size_t i = loop->first_read; i < a->reads.count; i++) {
        struct unwritten later = a->reads.data[i], never = later;
        uint32_t back = loop->states[BACK].dead ? 0 : bits_of(loop->states[BACK].may, later.reg);
        later.components &= back;
        never.components &= ~back;
        if (later.components)
            report(a, &later, false);
        if (never.components && is_outermost)
            report(a, &never, true);
        else if (never.components)
            a->reads.data[kept++] = never;
    }
    a->reads.count = kept;
    a->v->at = here;
}

/* ---- blocks ---- */

static void open_block(struct analysis *a, struct block *block, bool is_switch)
{
    block->first_read = a->reads.count;
    block->states[EXIT].dead = block->states[BACK].dead = true;
    copy(a, &block->states[ENTRY], &a->now);
    a->now.dead |= is_switch;
}

/* endif, endswitch */
static void close_branches(struct analysis *a, struct block *block, bool is_complete)
{
    join(a, &block->states[EXIT], &a->now);
    if (!is_complete)
        join(a, &block->states[EXIT], &block->states[ENTRY]);
    copy(a, &a->now, &block->states[EXIT]);
}

static void begin_else(struct analysis *a, struct block *block)
{
    join(a, &block->states[EXIT], &a->now);
    copy(a, &a->now, &block->states[ENTRY]);
}

static void close_loop(struct analysis *a, struct block *block, bool is_outermost)
{
    struct state *exit = &block->states[EXIT], *back = &block->states[BACK];
    join(a, back, &a->now);
    if (!exit->dead && !back->dead)
        for (size_t i = 0; i < a->words; i++)
            exit->may[i] |= back->may[i];
    resolve_reads(a, block, is_outermost);
    copy(a, &a->now, exit);
}

/* In a subroutine every component that any routine writes counts as written. */
static void begin_routine(struct analysis *a, bool subroutine)
{
    clear(a, &a->now);
    if (subroutine)
        add_called(a);
}

static void transfer(struct analysis *a, const struct isa_op *row)
{
    const struct program_block *block = current(a);
    struct block *state = &a->blocks[block->depth];
    bool is_outermost =
        block->depth == 0 || a->v->program->blocks.list.data[block->parent].loop == PROGRAM_NONE;
    bool always = !(row->flags & ISA_TEST);
    switch ((enum isa_flow)row->flow) {
    case ISA_FLOW_IF:
    case ISA_FLOW_LOOP:
    case ISA_FLOW_SWITCH: open_block(a, state, row->flow == ISA_FLOW_SWITCH); break;
    case ISA_FLOW_ELSE: begin_else(a, state); break;
    case ISA_FLOW_ENDIF: close_branches(a, state, block->split != PROGRAM_NONE); break;
    case ISA_FLOW_ENDLOOP: close_loop(a, state, is_outermost); break;
    case ISA_FLOW_ENDSWITCH: close_branches(a, state, block->otherwise != PROGRAM_NONE); break;
    case ISA_FLOW_CASE:
    case ISA_FLOW_DEFAULT: join(a, &a->now, &state->states[ENTRY]); break;
    case ISA_FLOW_BREAK:
        join(a, &state_of(a, block->exit)->states[EXIT], &a->now);
        a->now.dead |= always;
        break;
    case ISA_FLOW_CONTINUE:
        join(a, &state_of(a, block->loop)->states[BACK], &a->now);
        a->now.dead |= always;
        break;
    case ISA_FLOW_RET: a->now.dead |= always; break;
    case ISA_FLOW_CALL:
    case ISA_FLOW_INTERFACE_CALL: add_called(a); break;
    case ISA_FLOW_LABEL: begin_routine(a, true); break;
    case ISA_FLOW_PHASE: begin_routine(a, false); break;
    default: break;
    }
}

/* ---- instructions ---- */

static void add_writes(struct analysis *a, const struct program_instr *instr, const struct isa_op *row)
{
    for (unsigned k = 0; k < row->operand_count; k++) {
        const struct program_operand *operand = &instr->operands[k];
        if (row->operands[k].role != ISA_ROLE_DST || !is_temp(a, operand))
            continue;
        set_bits(a->now.may, (uint32_t)operand->index[0].imm, operand_write_mask(operand));
        set_bits(a->now.must, (uint32_t)operand->index[0].imm, operand_write_mask(operand));
    }
}

static void add_reads(struct analysis *a, const struct program_instr *instr, const struct isa_op *row)
{
    for (unsigned k = 0; k < row->operand_count; k++) {
        const struct program_operand *operand = &instr->operands[k];
        add_indices(a, operand, (int)k);
        if (row->operands[k].role != ISA_ROLE_DST && is_temp(a, operand))
            add_read(a, operand, validate_components(a->v, instr, k), (int)k);
    }
}

static void find_called(struct analysis *a)
{
    struct validate *v = a->v;
    if (!v->program->decls.label_count)
        return;
    for (v->at = 0; v->at < v->program->instr_count; v->at++)
        if (isa_is_executable(validate_instr(v)->opcode))
            add_writes(a, validate_instr(v), isa_op(validate_instr(v)->opcode));
    copy(a, &a->called, &a->now);
    clear(a, &a->now);
}

static void analyse(struct analysis *a)
{
    struct validate *v = a->v;
    find_called(a);
    for (v->at = 0; v->at < v->program->instr_count; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        const struct isa_op *row = isa_op(instr->opcode);
        if (isa_is_executable(instr->opcode)) {
            add_reads(a, instr, row);
            add_writes(a, instr, row);
        }
        transfer(a, row);
    }
    v->at = v->program->instr_count;
}

static void assign_memory(struct analysis *a, struct state *state, size_t *used)
{
    state->may = a->memory + *used;
    state->must = a->memory + *used + a->words;
    *used += 2 * a->words;
}

void validate_assign(struct validate *v)
{
    struct analysis *a = calloc(1, sizeof *a);
    size_t words = v->program->decls.temps / 16 + 1, used = 0;
    uint64_t *memory = calloc(2 * words * (DEPTH * STATES + 2), sizeof *memory);
    if (a && memory) {
        a->v = v;
        a->words = words;
        a->memory = memory;
        assign_memory(a, &a->now, &used);
        assign_memory(a, &a->called, &used);
        for (unsigned i = 0; i < DEPTH * STATES; i++)
            assign_memory(a, &a->blocks[i / STATES].states[i % STATES], &used);
        analyse(a);
        VEC_FREE(&a->reads);
    } else {
        v->no_memory = true;
    }
    free(memory);
    free(a);
}
