/* Definite assignment of r#: a component is written before it is read, on every path (D3D11.3 7.3). One walk:
   what may have been written and what must have been, joined where paths meet. A loop's second iteration sees
   what the first wrote, so that reads in loops wait for the end of theirs. */
#include "validate/validate_parts.h"

enum { ENTRY, EXIT, BACK, STATES, DEPTH = PROGRAM_NESTING + 1 };

/* A bit a component. In a dead state nothing is left to run. */
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

struct walk {
    struct validate *v;
    size_t words;
    struct state now, called;   /* called: what any subroutine writes, as both */
    struct block blocks[DEPTH]; /* by depth */
    VEC(struct unwritten) reads;
    uint64_t *memory;
};

/* ---- states ---- */

static void copy(const struct walk *w, struct state *to, const struct state *from)
{
    memcpy(to->may, from->may, w->words * sizeof *to->may);
    memcpy(to->must, from->must, w->words * sizeof *to->must);
    to->dead = from->dead;
}

static void join(const struct walk *w, struct state *to, const struct state *from)
{
    if (from->dead)
        return;
    if (to->dead) {
        copy(w, to, from);
        return;
    }
    for (size_t i = 0; i < w->words; i++) {
        to->may[i] |= from->may[i];
        to->must[i] &= from->must[i];
    }
}

static void clear(const struct walk *w, struct state *state)
{
    memset(state->may, 0, w->words * sizeof *state->may);
    memset(state->must, 0, w->words * sizeof *state->must);
    state->dead = false;
}

static void add_called(struct walk *w)
{
    for (size_t i = 0; i < w->words; i++) {
        w->now.may[i] |= w->called.may[i];
        w->now.must[i] |= w->called.may[i];
    }
}

/* The four bits of a register; 16 registers a word. */
static uint32_t bits_of(const uint64_t *set, uint32_t reg)
{
    return (uint32_t)(set[reg / 16] >> 4 * (reg % 16)) & 0xf;
}

static void set_bits(uint64_t *set, uint32_t reg, uint32_t components)
{
    set[reg / 16] |= (uint64_t)(components & 0xf) << 4 * (reg % 16);
}

static bool is_temp(const struct walk *w, const struct program_operand *operand)
{
    return operand->file == ISA_FILE_TEMP && operand->index_count &&
           operand->index[0].imm < w->v->program->decls.temps;
}

/* ---- reads ---- */

/* The state of a block of the program that is open. */
static struct block *state_of(struct walk *w, uint32_t block)
{
    return &w->blocks[w->v->program->blocks.list.data[block].depth];
}

static const struct program_block *current(const struct walk *w)
{
    return program_block_of(w->v->program, w->v->at);
}

static void name(char text[5], uint32_t components)
{
    for (unsigned c = 0; c < 4; c++)
        if (components >> c & 1)
            *text++ = "xyzw"[c];
    *text = 0;
}

/* Whatever an address is, the bounds rules say what the access does. */
static bool is_address(const struct validate *v, const struct unwritten *read)
{
    const struct isa_op *row = isa_op(v->program->instrs[read->at].opcode);
    return row->operands[read->operand].role == ISA_ROLE_ADDR;
}

static void report(struct walk *w, const struct unwritten *read, bool never)
{
    char letters[5];
    name(letters, read->components);
    w->v->at = read->at;
    w->v->operand = read->operand;
    if (never && is_address(w->v, read))
        VALIDATE_REPORT(w->v, VALIDATE_UNWRITTEN_ADDRESS, read->reg, letters);
    else if (never)
        VALIDATE_REPORT(w->v, VALIDATE_UNWRITTEN, read->reg, letters);
    else
        VALIDATE_REPORT(w->v, VALIDATE_MAYBE_UNWRITTEN, read->reg, letters);
    w->v->operand = VALIDATE_WHOLE;
}

static void not_yet_written(struct walk *w, const struct unwritten *read)
{
    if (current(w)->loop == PROGRAM_NONE)
        report(w, read, true);
    else if (!VEC_PUSH(&w->reads, *read))
        w->v->no_memory = true;
}

static void add_read(struct walk *w, const struct program_operand *operand, uint32_t components, int k)
{
    uint32_t at = w->v->at;
    if (!is_temp(w, operand) || w->now.dead)
        return;
    uint32_t reg = (uint32_t)operand->index[0].imm;
    uint32_t may = bits_of(w->now.may, reg), must = bits_of(w->now.must, reg);
    struct unwritten never = {at, reg, components & ~may, k}, maybe = {at, reg, components & may & ~must, k};
    if (never.components)
        not_yet_written(w, &never);
    if (maybe.components)
        report(w, &maybe, false);
    w->v->at = at;
}

/* Registers in brackets are read, wherever the operand stands. */
static void add_indices(struct walk *w, const struct program_operand *operand, int k)
{
    for (unsigned i = 0; i < operand->index_count; i++) {
        const struct program_operand *inner = operand->index[i].relative;
        if (!inner)
            continue;
        add_read(w, inner, 1u << operand_component(inner, 0), k);
        for (unsigned j = 0; j < inner->index_count; j++)
            if (inner->index[j].relative)
                add_read(w, inner->index[j].relative, 1u << operand_component(inner->index[j].relative, 0),
                         k);
    }
}

/* At a loop's end: what its body wrote reaches the reads at its top, through the back edge. */
static void settle_reads(struct walk *w, struct block *loop, bool is_outermost)
{
    size_t kept = loop->first_read;
    uint32_t here = w->v->at;
    for (size_t i = loop->first_read; i < w->reads.count; i++) {
        struct unwritten later = w->reads.data[i], never = later;
        uint32_t back = loop->states[BACK].dead ? 0 : bits_of(loop->states[BACK].may, later.reg);
        later.components &= back;
        never.components &= ~back;
        if (later.components)
            report(w, &later, false);
        if (never.components && is_outermost)
            report(w, &never, true);
        else if (never.components)
            w->reads.data[kept++] = never;
    }
    w->reads.count = kept;
    w->v->at = here;
}

/* ---- blocks ---- */

static void open_block(struct walk *w, struct block *block, bool is_switch)
{
    block->first_read = w->reads.count;
    block->states[EXIT].dead = block->states[BACK].dead = true;
    copy(w, &block->states[ENTRY], &w->now);
    w->now.dead |= is_switch;
}

/* endif, endswitch */
static void close_branches(struct walk *w, struct block *block, bool is_complete)
{
    join(w, &block->states[EXIT], &w->now);
    if (!is_complete)
        join(w, &block->states[EXIT], &block->states[ENTRY]);
    copy(w, &w->now, &block->states[EXIT]);
}

static void begin_else(struct walk *w, struct block *block)
{
    join(w, &block->states[EXIT], &w->now);
    copy(w, &w->now, &block->states[ENTRY]);
}

static void close_loop(struct walk *w, struct block *block, bool is_outermost)
{
    struct state *exit = &block->states[EXIT], *back = &block->states[BACK];
    join(w, back, &w->now);
    if (!exit->dead && !back->dead)
        for (size_t i = 0; i < w->words; i++)
            exit->may[i] |= back->may[i];
    settle_reads(w, block, is_outermost);
    copy(w, &w->now, exit);
}

/* A subroutine may find anything written that is written at all. */
static void begin_routine(struct walk *w, bool subroutine)
{
    clear(w, &w->now);
    if (subroutine)
        add_called(w);
}

static void follow(struct walk *w, uint16_t opcode)
{
    const struct program_block *block = current(w);
    struct block *state = &w->blocks[block->depth];
    bool is_outermost =
        block->depth == 0 || w->v->program->blocks.list.data[block->parent].loop == PROGRAM_NONE;
    switch (opcode) {
    case ISA_IF:
    case ISA_LOOP:
    case ISA_SWITCH: open_block(w, state, opcode == ISA_SWITCH); break;
    case ISA_ELSE: begin_else(w, state); break;
    case ISA_ENDIF: close_branches(w, state, block->split != PROGRAM_NONE); break;
    case ISA_ENDLOOP: close_loop(w, state, is_outermost); break;
    case ISA_ENDSWITCH: close_branches(w, state, block->otherwise != PROGRAM_NONE); break;
    case ISA_CASE:
    case ISA_DEFAULT: join(w, &w->now, &state->states[ENTRY]); break;
    case ISA_BREAK:
    case ISA_BREAKC:
        join(w, &state_of(w, block->exit)->states[EXIT], &w->now);
        w->now.dead |= opcode == ISA_BREAK;
        break;
    case ISA_CONTINUE:
    case ISA_CONTINUEC:
        join(w, &state_of(w, block->loop)->states[BACK], &w->now);
        w->now.dead |= opcode == ISA_CONTINUE;
        break;
    case ISA_RET: w->now.dead = true; break;
    case ISA_CALL:
    case ISA_CALLC:
    case ISA_INTERFACE_CALL: add_called(w); break;
    case ISA_LABEL: begin_routine(w, true); break;
    case ISA_HS_CONTROL_POINT_PHASE:
    case ISA_HS_FORK_PHASE:
    case ISA_HS_JOIN_PHASE: begin_routine(w, false); break;
    default: break;
    }
}

/* ---- instructions ---- */

static void add_writes(struct walk *w, const struct program_instr *instr, const struct isa_op *row)
{
    for (unsigned k = 0; k < row->operand_count; k++) {
        const struct program_operand *operand = &instr->operands[k];
        if (row->operands[k].role != ISA_ROLE_DST || !is_temp(w, operand))
            continue;
        set_bits(w->now.may, (uint32_t)operand->index[0].imm, operand_write_mask(operand));
        set_bits(w->now.must, (uint32_t)operand->index[0].imm, operand_write_mask(operand));
    }
}

static void add_reads(struct walk *w, const struct program_instr *instr, const struct isa_op *row)
{
    for (unsigned k = 0; k < row->operand_count; k++) {
        const struct program_operand *operand = &instr->operands[k];
        add_indices(w, operand, (int)k);
        if (row->operands[k].role != ISA_ROLE_DST && is_temp(w, operand))
            add_read(w, operand, validate_components(w->v, instr, k), (int)k);
    }
}

static void find_called(struct walk *w)
{
    struct validate *v = w->v;
    if (!v->program->decls.label_count)
        return;
    for (v->at = 0; v->at < v->program->instr_count; v->at++)
        if (isa_is_executable(validate_instr(v)->opcode))
            add_writes(w, validate_instr(v), isa_op(validate_instr(v)->opcode));
    copy(w, &w->called, &w->now);
    clear(w, &w->now);
}

static void walk(struct walk *w)
{
    struct validate *v = w->v;
    find_called(w);
    for (v->at = 0; v->at < v->program->instr_count; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        const struct isa_op *row = isa_op(instr->opcode);
        if (isa_is_executable(instr->opcode)) {
            add_reads(w, instr, row);
            add_writes(w, instr, row);
        }
        follow(w, instr->opcode);
    }
    v->at = v->program->instr_count;
}

static void give(struct walk *w, struct state *state, size_t *used)
{
    state->may = w->memory + *used;
    state->must = w->memory + *used + w->words;
    *used += 2 * w->words;
}

void validate_assign(struct validate *v)
{
    struct walk *w = calloc(1, sizeof *w);
    size_t words = v->program->decls.temps / 16 + 1, used = 0;
    uint64_t *memory = calloc(2 * words * (DEPTH * STATES + 2), sizeof *memory);
    if (w && memory) {
        w->v = v;
        w->words = words;
        w->memory = memory;
        give(w, &w->now, &used);
        give(w, &w->called, &used);
        for (unsigned i = 0; i < DEPTH * STATES; i++)
            give(w, &w->blocks[i / STATES].states[i % STATES], &used);
        walk(w);
        VEC_FREE(&w->reads);
    } else {
        v->no_memory = true;
    }
    free(memory);
    free(w);
}
