/* Divergence analysis: which values may differ between the threads of a group, or the pixels of a primitive.
   Barriers (sync with _t, D3D11.3 22.17.7) and derivatives of computed values (16.8.2) in control flow that
   is not proven uniform are warnings. Programs with subroutines are not analysed. */
#include "validate/validate_state.h"

/* How a value may differ between the threads of a group, or between pixels. */
enum level {
    UNIFORM,
    MEMORY, /* read from memory that other threads may write */
    THREAD  /* depends on the thread's number, or on interpolated inputs */
};

enum { DEPTH = PROGRAM_NESTING + 1, PASSES = 16, MEMORY_LIMIT = 1 << 24 };

/* Results of a pass for a loop, used by the next pass. */
struct loop {
    uint8_t own;   /* level of its exits: breaks, returns */
    uint8_t *head; /* levels at its top, through the back edge */
};

/* An open block of the program. */
struct block {
    uint8_t own, rest; /* level of its condition; of continues, after which only some threads run the rest */
    struct loop *loop;
    uint8_t *entry, *exit; /* levels */
};

struct analysis {
    struct validate *v;
    uint32_t components;        /* of all r# */
    uint8_t *now;               /* level of each */
    uint8_t *arrays;            /* level of each x# */
    struct block blocks[DEPTH]; /* by depth; 0: the routine, unused */
    struct loop *loops;
    uint32_t loop_count, next_loop;
    uint32_t constant; /* v# of a pixel shader that are constant over a primitive */
    uint8_t returned;  /* level of the conditions of returns */
    bool changed, reports;
    uint8_t *memory;
};

static uint8_t higher(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

static void raise(struct analysis *a, uint8_t *level, uint8_t to)
{
    a->changed |= to > *level;
    *level = higher(*level, to);
}

static const struct program_block *current(const struct analysis *a)
{
    return program_block_of(a->v->program, a->v->at);
}

/* Level of the control flow inside `depth` blocks. */
static uint8_t control(const struct analysis *a, uint32_t depth)
{
    uint8_t level = a->returned;
    for (uint32_t i = 1; i <= depth; i++)
        level = higher(level, higher(a->blocks[i].own, a->blocks[i].rest));
    return level;
}

static void join(const struct analysis *a, uint8_t *to, const uint8_t *from)
{
    for (uint32_t i = 0; i < a->components; i++)
        to[i] = higher(to[i], from[i]);
}

/* ---- values ---- */

static uint8_t temp_level(const struct analysis *a, const struct program_operand *operand, unsigned c)
{
    uint64_t reg = operand->index[0].imm;
    return operand->file == ISA_FILE_TEMP && reg * 4 + c < a->components ? a->now[reg * 4 + c] : UNIFORM;
}

static uint8_t *array_level(const struct analysis *a, const struct program_operand *operand)
{
    const struct program_indexable *x = program_indexable_of(a->v->program, operand);
    return x ? &a->arrays[x - a->v->program->decls.indexables] : NULL;
}

/* Nested index registers count as divergent. */
static uint8_t index_level(const struct analysis *a, const struct program_operand *operand)
{
    uint8_t level = UNIFORM;
    for (unsigned i = 0; i < operand->index_count; i++) {
        const struct program_operand *inner = operand->index[i].relative;
        if (!inner)
            continue;
        if (inner->file == ISA_FILE_TEMP)
            level = higher(level, temp_level(a, inner, operand_component(inner, 0)));
        else
            level = THREAD;
    }
    return level;
}

/* Where component c of the group size is 1, all threads have the same number. */
static uint8_t thread_level(const struct analysis *a, const struct program_operand *operand, unsigned c)
{
    const uint32_t *size = a->v->program->decls.thread_group;
    if (operand->file == ISA_FILE_THREAD_ID_IN_GROUP_FLATTENED)
        return size[0] * size[1] * size[2] > 1 ? THREAD : UNIFORM;
    return c < 3 && size[c] > 1 ? THREAD : UNIFORM;
}

/* D3D11.3 16.8.1: interpolated inputs vary, and so does the sample index. */
static uint8_t input_level(const struct analysis *a, const struct program_operand *operand)
{
    uint64_t reg = operand->index_count ? operand->index[0].imm : VALIDATE_REGISTERS;
    bool literal = operand->index_count && !operand->index[0].relative;
    return literal && reg < VALIDATE_REGISTERS && (a->constant >> reg & 1) ? UNIFORM : THREAD;
}

static uint8_t component_level(const struct analysis *a, const struct program_operand *operand, unsigned c)
{
    uint8_t level = index_level(a, operand);
    const uint8_t *array;
    switch (operand->file) {
    case ISA_FILE_TEMP: return temp_level(a, operand, c);
    case ISA_FILE_INDEXABLE_TEMP:
        array = array_level(a, operand);
        return array ? higher(level, *array) : level;
    case ISA_FILE_THREAD_ID:
    case ISA_FILE_THREAD_ID_IN_GROUP:
    case ISA_FILE_THREAD_ID_IN_GROUP_FLATTENED: return thread_level(a, operand, c);
    case ISA_FILE_INPUT: return a->v->program->stage == ISA_PIXEL ? input_level(a, operand) : level;
    case ISA_FILE_COVERAGE:
    case ISA_FILE_INNER_COVERAGE:
    case ISA_FILE_CYCLE_COUNTER: return THREAD;
    case ISA_FILE_UAV:
    case ISA_FILE_TGSM: return higher(level, MEMORY);
    default: return level;
    }
}

static uint8_t operand_level(const struct analysis *a, const struct program_instr *instr, unsigned k)
{
    uint32_t components = validate_components(a->v, instr, k);
    uint8_t level = components ? UNIFORM : component_level(a, &instr->operands[k], 0);
    for (unsigned c = 0; c < 4; c++)
        if (components >> c & 1)
            level = higher(level, component_level(a, &instr->operands[k], c));
    return level;
}

/* Level of component c of a componentwise result. */
static uint8_t lane_level(const struct analysis *a, const struct program_instr *instr,
                          const struct isa_op *row, unsigned c)
{
    uint8_t level = UNIFORM;
    for (unsigned k = 0; k < row->operand_count; k++)
        if (row->operands[k].role != ISA_ROLE_DST)
            level = higher(
                level, component_level(a, &instr->operands[k], operand_component(&instr->operands[k], c)));
    return level;
}

static uint8_t combined_level(const struct analysis *a, const struct program_instr *instr,
                              const struct isa_op *row)
{
    uint8_t level = row->form == ISA_FORM_ATOMIC || row->form == ISA_FORM_COUNTER ? THREAD : UNIFORM;
    for (unsigned k = 0; k < row->operand_count; k++)
        if (row->operands[k].role != ISA_ROLE_DST)
            level = higher(level, operand_level(a, instr, k));
    return level;
}

static bool is_componentwise(const struct isa_op *row)
{
    const struct isa_shape *shape = isa_shape((enum isa_form)row->form);
    return shape->sources && !shape->wide_dst && !shape->wide_src && !shape->dot;
}

static void write_component(struct analysis *a, const struct program_operand *operand, unsigned c,
                            uint8_t level)
{
    uint64_t reg = operand_index(operand, 0);
    if (operand->file == ISA_FILE_TEMP && reg * 4 + c < a->components) {
        a->now[reg * 4 + c] = level;
        return;
    }
    uint8_t *array = operand->file == ISA_FILE_INDEXABLE_TEMP ? array_level(a, operand) : NULL;
    if (array)
        raise(a, array, higher(level, index_level(a, operand)));
}

static void write_results(struct analysis *a, const struct program_instr *instr, const struct isa_op *row)
{
    uint8_t levels[4], enclosing = control(a, current(a)->depth);
    bool lanes = is_componentwise(row);
    uint8_t combined = lanes ? UNIFORM : combined_level(a, instr, row);
    for (unsigned c = 0; c < 4; c++)
        levels[c] = higher(enclosing, lanes ? lane_level(a, instr, row, c) : combined);
    for (unsigned k = 0; k < row->operand_count; k++) {
        uint32_t mask = row->operands[k].role == ISA_ROLE_DST ? operand_write_mask(&instr->operands[k]) : 0;
        for (unsigned c = 0; c < 4; c++)
            if (mask >> c & 1)
                write_component(a, &instr->operands[k], c, levels[c]);
    }
}

/* ---- flow ---- */

static void open_block(struct analysis *a, const struct program_instr *instr, struct block *block)
{
    bool is_loop = instr->opcode == ISA_LOOP;
    block->own = is_loop ? UNIFORM : operand_level(a, instr, 0);
    block->rest = UNIFORM;
    memset(block->exit, 0, a->components);
    block->loop = NULL;
    if (is_loop) {
        block->loop = &a->loops[a->next_loop++];
        block->own = block->loop->own;
        join(a, a->now, block->loop->head);
    }
    memcpy(block->entry, a->now, a->components);
}

static void close_block(struct analysis *a, struct block *block, bool is_skipped)
{
    if (block->loop) {
        for (uint32_t i = 0; i < a->components; i++)
            raise(a, &block->loop->head[i], a->now[i]);
        raise(a, &block->loop->own, block->own);
    } else {
        join(a, block->exit, a->now);
    }
    if (is_skipped)
        join(a, block->exit, block->entry);
    memcpy(a->now, block->exit, a->components);
}

/* After a divergent jump, the remaining code runs without the threads that jumped. */
static void jump(struct analysis *a, const struct program_instr *instr, bool conditional, bool leaves)
{
    const struct program_block *target =
        &a->v->program->blocks.list.data[leaves ? current(a)->exit : current(a)->loop];
    struct block *block = &a->blocks[target->depth];
    uint8_t level = control(a, current(a)->depth), *affected = leaves ? &block->own : &block->rest;
    if (conditional)
        level = higher(level, operand_level(a, instr, 0));
    if (leaves)
        join(a, block->exit, a->now);
    else
        for (uint32_t k = 0; k < a->components; k++)
            raise(a, &block->loop->head[k], a->now[k]);
    *affected = higher(*affected, level);
}

static void leave(struct analysis *a, const struct program_instr *instr, bool conditional)
{
    uint32_t depth = current(a)->depth;
    uint8_t level = control(a, depth);
    if (conditional)
        level = higher(level, operand_level(a, instr, 0));
    a->returned = higher(a->returned, level);
    for (uint32_t i = 1; i <= depth; i++)
        a->blocks[i].own = higher(a->blocks[i].own, level);
}

static void check_sync(struct analysis *a, const struct program_instr *instr)
{
    uint8_t level = control(a, current(a)->depth);
    if (a->reports && (instr->controls & ISA_SYNC_T) && level != UNIFORM)
        VALIDATE_REPORT(a->v, VALIDATE_BARRIER,
                        level == THREAD ? "the thread's number" : "memory that others may write");
}

/* The operand that an instruction takes derivatives of; -1: none. */
static int derivative_operand(uint16_t opcode)
{
    return isa_has(opcode, ISA_QUAD) ? (int)isa_layout(isa_op(opcode)).dsts : -1;
}

static void check_derivative(struct analysis *a, const struct program_instr *instr)
{
    int k = derivative_operand(instr->opcode);
    if (!a->reports || k < 0 || control(a, current(a)->depth) == UNIFORM)
        return;
    uint8_t file = instr->operands[k].file;
    a->v->operand = k;
    if (file == ISA_FILE_TEMP || file == ISA_FILE_INDEXABLE_TEMP)
        VALIDATE_REPORT(a->v, VALIDATE_DIFFERENCE, isa_op(instr->opcode)->mnemonic, isa_file(file)->text);
    a->v->operand = VALIDATE_NO_OPERAND;
}

static void transfer(struct analysis *a, const struct program_instr *instr, const struct isa_op *row)
{
    const struct program_block *block = current(a);
    struct block *state = &a->blocks[block->depth];
    bool conditional = row->flags & ISA_TEST;
    switch ((enum isa_flow)row->flow) {
    case ISA_FLOW_IF:
    case ISA_FLOW_LOOP:
    case ISA_FLOW_SWITCH: open_block(a, instr, state); break;
    case ISA_FLOW_ELSE:
        join(a, state->exit, a->now);
        memcpy(a->now, state->entry, a->components);
        break;
    case ISA_FLOW_CASE:
    case ISA_FLOW_DEFAULT: join(a, a->now, state->entry); break;
    case ISA_FLOW_ENDIF: close_block(a, state, block->split == PROGRAM_NONE); break;
    case ISA_FLOW_ENDLOOP: close_block(a, state, false); break;
    case ISA_FLOW_ENDSWITCH: close_block(a, state, block->otherwise == PROGRAM_NONE); break;
    case ISA_FLOW_BREAK: jump(a, instr, conditional, true); break;
    case ISA_FLOW_CONTINUE: jump(a, instr, conditional, false); break;
    case ISA_FLOW_RET: leave(a, instr, conditional); break;
    default: break;
    }
    if (instr->opcode == ISA_SYNC)
        check_sync(a, instr);
}

static void run_pass(struct analysis *a)
{
    struct validate *v = a->v;
    a->changed = false;
    a->next_loop = 0;
    a->returned = UNIFORM;
    memset(a->now, 0, a->components);
    for (v->at = v->program->decls.first_instr; v->at < v->program->instr_count; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        if (!isa_is_executable(instr->opcode))
            continue;
        check_derivative(a, instr);
        write_results(a, instr, isa_op(instr->opcode));
        transfer(a, instr, isa_op(instr->opcode));
    }
    v->at = v->program->instr_count;
}

/* ---- the program ---- */

/* Number of loops of a program without subroutines with barriers or derivatives inside a block or after a
   return; UINT32_MAX: nothing to analyse. */
static uint32_t count_loops(const struct sm5_program *program)
{
    uint32_t loops = 0;
    bool found = false, returns = false;
    if (program->decls.label_count)
        return UINT32_MAX;
    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct program_instr *instr = &program->instrs[i];
        loops += instr->opcode == ISA_LOOP;
        returns |= instr->opcode == ISA_RET || instr->opcode == ISA_RETC;
        bool barrier = instr->opcode == ISA_SYNC && (instr->controls & ISA_SYNC_T);
        found |= (barrier || derivative_operand(instr->opcode) >= 0) &&
                 (program_block_of(program, i)->depth || returns);
    }
    return found ? loops : UINT32_MAX;
}

static bool allocate(struct analysis *a)
{
    uint64_t rows = 1 + 2 * DEPTH + (uint64_t)a->loop_count;
    uint64_t size = rows * a->components + a->v->program->decls.indexable_count + 1;
    if (size > MEMORY_LIMIT)
        return false; /* far larger than compilers generate; not reported, as the rules are warnings */
    a->memory = calloc(size, 1);
    a->loops = calloc(a->loop_count + 1, sizeof *a->loops);
    if (!a->memory || !a->loops) {
        a->v->no_memory = true;
        return false;
    }
    uint8_t *at = a->memory;
    a->now = at;
    for (unsigned i = 0; i < DEPTH; i++) {
        a->blocks[i].entry = at += a->components;
        a->blocks[i].exit = at += a->components;
    }
    for (uint32_t i = 0; i < a->loop_count; i++)
        a->loops[i].head = at += a->components;
    a->arrays = at + a->components;
    return true;
}

static uint32_t constant_inputs(const struct program_stage *stage)
{
    uint32_t constant = 0;
    for (uint32_t i = 0; i < stage->register_count; i++) {
        const struct program_register *r = &stage->registers[i];
        bool uniform = r->interpolation == ISA_INTERPOLATION_CONSTANT &&
                       r->system_value != ISA_SYSTEM_VALUE_SAMPLE_INDEX;
        if (r->file == ISA_FILE_INPUT && r->reg < VALIDATE_REGISTERS && uniform)
            constant |= 1u << r->reg;
    }
    return constant;
}

void validate_uniform(struct validate *v)
{
    bool diverges = v->program->stage == ISA_COMPUTE || v->program->stage == ISA_PIXEL;
    uint32_t loops = diverges ? count_loops(v->program) : UINT32_MAX;
    if (loops == UINT32_MAX)
        return;
    struct analysis *a = calloc(1, sizeof *a);
    if (!a) {
        v->no_memory = true;
        return;
    }
    a->v = v;
    a->loop_count = loops;
    a->constant = constant_inputs(&v->program->decls.stage);
    a->components = v->program->decls.temps * 4 + 1;
    if (allocate(a)) {
        a->changed = true;
        for (unsigned i = 0; i < PASSES && a->changed; i++)
            run_pass(a);
        a->reports = true;
        run_pass(a);
    }
    free(a->memory);
    free(a->loops);
    free(a);
}
