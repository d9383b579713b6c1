/* sync with _t stands where all threads of the group come by (D3D11.3 22.17.7), and differences are taken of
   what the shader computed where all pixels come by (16.8.2). Follows which values may differ between the
   threads of a group, or the pixels of a primitive; what is not proven alike is told as a warning. Programs
   with subroutines are not looked at. */
#include "validate/validate_parts.h"

/* How a value may differ between the threads of a group, or pixels. */
enum level {
    ALIKE,
    MEMORY /* what others may have written meanwhile */,
    THREAD /* made from the thread's number, or from what is interpolated */
};

enum { DEPTH = PROGRAM_NESTING + 1, PASSES = 16, MEMORY_LIMIT = 1 << 24 };

/* What a pass over the program learns of a loop, for the next pass. */
struct loop {
    uint8_t own;   /* level of what parts its iterations: breaks, returns */
    uint8_t *head; /* levels at its top, by way of the back edge */
};

/* An open block of the program. */
struct block {
    uint8_t own, rest; /* level of its condition; of jumps that leave what is behind them to some threads */
    struct loop *loop;
    uint8_t *entry, *exit; /* levels */
};

struct walk {
    struct validate *v;
    uint32_t components;        /* of all r# */
    uint8_t *now;               /* level of each */
    uint8_t *arrays;            /* level of each x#, whole */
    struct block blocks[DEPTH]; /* by depth; 0: the routine, unused */
    struct loop *loops;
    uint32_t loop_count, next_loop;
    uint32_t constant; /* v# of a pixel shader that are the same all over a primitive */
    uint8_t returned;  /* level of what decided that some threads returned */
    bool changed, tells;
    uint8_t *memory;
};

static uint8_t higher(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

static void raise(struct walk *w, uint8_t *level, uint8_t to)
{
    w->changed |= to > *level;
    *level = higher(*level, to);
}

static const struct program_block *current(const struct walk *w)
{
    return program_block_of(w->v->program, w->v->at);
}

/* Level of the control flow inside `depth` blocks. */
static uint8_t control(const struct walk *w, uint32_t depth)
{
    uint8_t level = w->returned;
    for (uint32_t i = 1; i <= depth; i++)
        level = higher(level, higher(w->blocks[i].own, w->blocks[i].rest));
    return level;
}

static void join(const struct walk *w, uint8_t *to, const uint8_t *from)
{
    for (uint32_t i = 0; i < w->components; i++)
        to[i] = higher(to[i], from[i]);
}

/* ---- values ---- */

static uint8_t temp_level(const struct walk *w, const struct program_operand *operand, unsigned c)
{
    uint64_t reg = operand->index[0].imm;
    return operand->file == ISA_FILE_TEMP && reg * 4 + c < w->components ? w->now[reg * 4 + c] : ALIKE;
}

static uint8_t *array_level(const struct walk *w, const struct program_operand *operand)
{
    const struct program_indexable *x = program_indexable_of(w->v->program, operand);
    return x ? &w->arrays[x - w->v->program->decls.indexables] : NULL;
}

/* An index by a register of an index by a register is as deep as it goes. */
static uint8_t index_level(const struct walk *w, const struct program_operand *operand)
{
    uint8_t level = ALIKE;
    for (unsigned i = 0; i < operand->index_count; i++) {
        const struct program_operand *inner = operand->index[i].relative;
        if (!inner)
            continue;
        if (inner->file == ISA_FILE_TEMP)
            level = higher(level, temp_level(w, inner, operand_component(inner, 0)));
        else
            level = THREAD;
    }
    return level;
}

/* Component c of the group's size is 1: all its threads have the same number there. */
static uint8_t thread_level(const struct walk *w, const struct program_operand *operand, unsigned c)
{
    const uint32_t *size = w->v->program->decls.thread_group;
    if (operand->file == ISA_FILE_THREAD_ID_IN_GROUP_FLATTENED)
        return size[0] * size[1] * size[2] > 1 ? THREAD : ALIKE;
    return c < 3 && size[c] > 1 ? THREAD : ALIKE;
}

/* D3D11.3 16.8.1: what is interpolated varies, and so does what tells samples apart. */
static uint8_t input_level(const struct walk *w, const struct program_operand *operand)
{
    uint64_t reg = operand->index_count ? operand->index[0].imm : VALIDATE_REGISTERS;
    bool literal = operand->index_count && !operand->index[0].relative;
    return literal && reg < VALIDATE_REGISTERS && (w->constant >> reg & 1) ? ALIKE : THREAD;
}

static uint8_t component_level(const struct walk *w, const struct program_operand *operand, unsigned c)
{
    uint8_t level = index_level(w, operand);
    const uint8_t *array;
    switch (operand->file) {
    case ISA_FILE_TEMP: return temp_level(w, operand, c);
    case ISA_FILE_INDEXABLE_TEMP:
        array = array_level(w, operand);
        return array ? higher(level, *array) : level;
    case ISA_FILE_THREAD_ID:
    case ISA_FILE_THREAD_ID_IN_GROUP:
    case ISA_FILE_THREAD_ID_IN_GROUP_FLATTENED: return thread_level(w, operand, c);
    case ISA_FILE_INPUT: return w->v->program->stage == ISA_PIXEL ? input_level(w, operand) : level;
    case ISA_FILE_COVERAGE:
    case ISA_FILE_INNER_COVERAGE:
    case ISA_FILE_CYCLE_COUNTER: return THREAD;
    case ISA_FILE_UAV:
    case ISA_FILE_TGSM: return higher(level, MEMORY);
    default: return level;
    }
}

static uint8_t operand_level(const struct walk *w, const struct program_instr *instr, unsigned k)
{
    uint32_t components = validate_components(w->v, instr, k);
    uint8_t level = components ? ALIKE : component_level(w, &instr->operands[k], 0);
    for (unsigned c = 0; c < 4; c++)
        if (components >> c & 1)
            level = higher(level, component_level(w, &instr->operands[k], c));
    return level;
}

/* Componentwise: what one component of the result is made of. */
static uint8_t lane_level(const struct walk *w, const struct program_instr *instr, const struct isa_op *row,
                          unsigned c)
{
    uint8_t level = ALIKE;
    for (unsigned k = 0; k < row->operand_count; k++)
        if (row->operands[k].role != ISA_ROLE_DST)
            level = higher(
                level, component_level(w, &instr->operands[k], operand_component(&instr->operands[k], c)));
    return level;
}

static uint8_t whole_level(const struct walk *w, const struct program_instr *instr, const struct isa_op *row)
{
    uint8_t level = row->form == ISA_FORM_ATOMIC || row->form == ISA_FORM_COUNTER ? THREAD : ALIKE;
    for (unsigned k = 0; k < row->operand_count; k++)
        if (row->operands[k].role != ISA_ROLE_DST)
            level = higher(level, operand_level(w, instr, k));
    return level;
}

static bool is_componentwise(const struct isa_op *row)
{
    const struct isa_shape *shape = isa_shape((enum isa_form)row->form);
    return shape->sources && !shape->wide_dst && !shape->wide_src && !shape->dot;
}

static void write_component(struct walk *w, const struct program_operand *operand, unsigned c, uint8_t level)
{
    uint64_t reg = operand->index_count ? operand->index[0].imm : 0;
    if (operand->file == ISA_FILE_TEMP && reg * 4 + c < w->components) {
        w->now[reg * 4 + c] = level;
        return;
    }
    uint8_t *array = operand->file == ISA_FILE_INDEXABLE_TEMP ? array_level(w, operand) : NULL;
    if (array)
        raise(w, array, higher(level, index_level(w, operand)));
}

static void write_results(struct walk *w, const struct program_instr *instr, const struct isa_op *row)
{
    uint8_t levels[4], around = control(w, current(w)->depth);
    bool lanes = is_componentwise(row);
    uint8_t whole = lanes ? ALIKE : whole_level(w, instr, row);
    for (unsigned c = 0; c < 4; c++)
        levels[c] = higher(around, lanes ? lane_level(w, instr, row, c) : whole);
    for (unsigned k = 0; k < row->operand_count; k++) {
        uint32_t mask = row->operands[k].role == ISA_ROLE_DST ? operand_write_mask(&instr->operands[k]) : 0;
        for (unsigned c = 0; c < 4; c++)
            if (mask >> c & 1)
                write_component(w, &instr->operands[k], c, levels[c]);
    }
}

/* ---- flow ---- */

static void open_block(struct walk *w, const struct program_instr *instr, struct block *block)
{
    bool is_loop = instr->opcode == ISA_LOOP;
    block->own = is_loop ? ALIKE : operand_level(w, instr, 0);
    block->rest = ALIKE;
    memset(block->exit, 0, w->components);
    block->loop = NULL;
    if (is_loop) {
        block->loop = &w->loops[w->next_loop++];
        block->own = block->loop->own;
        join(w, w->now, block->loop->head);
    }
    memcpy(block->entry, w->now, w->components);
}

static void close_block(struct walk *w, struct block *block, bool is_skipped)
{
    if (block->loop) {
        for (uint32_t i = 0; i < w->components; i++)
            raise(w, &block->loop->head[i], w->now[i]);
        raise(w, &block->loop->own, block->own);
    } else {
        join(w, block->exit, w->now);
    }
    if (is_skipped)
        join(w, block->exit, block->entry);
    memcpy(w->now, block->exit, w->components);
}

/* After a divergent jump, the remaining code runs without the threads that jumped. */
static void jump(struct walk *w, const struct program_instr *instr, bool conditional, bool leaves)
{
    const struct program_block *target =
        &w->v->program->blocks.list.data[leaves ? current(w)->exit : current(w)->loop];
    struct block *block = &w->blocks[target->depth];
    uint8_t level = control(w, current(w)->depth), *affected = leaves ? &block->own : &block->rest;
    if (conditional)
        level = higher(level, operand_level(w, instr, 0));
    if (leaves)
        join(w, block->exit, w->now);
    else
        for (uint32_t k = 0; k < w->components; k++)
            raise(w, &block->loop->head[k], w->now[k]);
    *affected = higher(*affected, level);
}

static void leave(struct walk *w, const struct program_instr *instr, bool conditional)
{
    uint32_t depth = current(w)->depth;
    uint8_t level = control(w, depth);
    if (conditional)
        level = higher(level, operand_level(w, instr, 0));
    w->returned = higher(w->returned, level);
    for (uint32_t i = 1; i <= depth; i++)
        w->blocks[i].own = higher(w->blocks[i].own, level);
}

static void check_sync(struct walk *w, const struct program_instr *instr)
{
    uint8_t level = control(w, current(w)->depth);
    if (w->tells && (instr->controls & ISA_SYNC_T) && level != ALIKE)
        VALIDATE_REPORT(w->v, VALIDATE_BARRIER,
                        level == THREAD ? "the thread's number" : "memory that others may write");
}

/* The operand whose differences between pixels an instruction takes; -1: none. */
static int difference_of(uint16_t opcode)
{
    switch (opcode) {
    case ISA_DERIV_RTX:
    case ISA_DERIV_RTY:
    case ISA_DERIV_RTX_COARSE:
    case ISA_DERIV_RTX_FINE:
    case ISA_DERIV_RTY_COARSE:
    case ISA_DERIV_RTY_FINE:
    case ISA_SAMPLE:
    case ISA_SAMPLE_B:
    case ISA_SAMPLE_C:
    case ISA_LOD: return 1;
    case ISA_SAMPLE_CLAMP_FEEDBACK:
    case ISA_SAMPLE_B_CLAMP_FEEDBACK:
    case ISA_SAMPLE_C_CLAMP_FEEDBACK: return 2;
    default: return -1;
    }
}

static void check_difference(struct walk *w, const struct program_instr *instr)
{
    int k = difference_of(instr->opcode);
    if (!w->tells || k < 0 || control(w, current(w)->depth) == ALIKE)
        return;
    uint8_t file = instr->operands[k].file;
    w->v->operand = k;
    if (file == ISA_FILE_TEMP || file == ISA_FILE_INDEXABLE_TEMP)
        VALIDATE_REPORT(w->v, VALIDATE_DIFFERENCE, isa_op(instr->opcode)->mnemonic, isa_file(file)->text);
    w->v->operand = VALIDATE_WHOLE;
}

static void follow(struct walk *w, const struct program_instr *instr)
{
    const struct program_block *block = current(w);
    struct block *state = &w->blocks[block->depth];
    switch (instr->opcode) {
    case ISA_IF:
    case ISA_LOOP:
    case ISA_SWITCH: open_block(w, instr, state); break;
    case ISA_ELSE:
        join(w, state->exit, w->now);
        memcpy(w->now, state->entry, w->components);
        break;
    case ISA_CASE:
    case ISA_DEFAULT: join(w, w->now, state->entry); break;
    case ISA_ENDIF:
    case ISA_ENDLOOP: close_block(w, state, block->opener == ISA_IF && block->split == PROGRAM_NONE); break;
    case ISA_ENDSWITCH: close_block(w, state, block->otherwise == PROGRAM_NONE); break;
    case ISA_BREAK:
    case ISA_BREAKC: jump(w, instr, instr->opcode == ISA_BREAKC, true); break;
    case ISA_CONTINUE:
    case ISA_CONTINUEC: jump(w, instr, instr->opcode == ISA_CONTINUEC, false); break;
    case ISA_RET:
    case ISA_RETC: leave(w, instr, instr->opcode == ISA_RETC); break;
    case ISA_SYNC: check_sync(w, instr); break;
    default: break;
    }
}

static void pass(struct walk *w)
{
    struct validate *v = w->v;
    w->changed = false;
    w->next_loop = 0;
    w->returned = ALIKE;
    memset(w->now, 0, w->components);
    for (v->at = v->program->decls.first_instr; v->at < v->program->instr_count; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        if (!isa_is_executable(instr->opcode))
            continue;
        check_difference(w, instr);
        write_results(w, instr, isa_op(instr->opcode));
        follow(w, instr);
    }
    v->at = v->program->instr_count;
}

/* ---- the whole ---- */

/* Loops of a program without subroutines that has such barriers or differences in a block, or behind a
   return; UINT32_MAX: nothing to look at. */
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
        found |= (barrier || difference_of(instr->opcode) >= 0) &&
                 (program_block_of(program, i)->depth || returns);
    }
    return found ? loops : UINT32_MAX;
}

static bool allocate(struct walk *w)
{
    uint64_t rows = 1 + 2 * DEPTH + (uint64_t)w->loop_count;
    uint64_t size = rows * w->components + w->v->program->decls.indexable_count + 1;
    if (size > MEMORY_LIMIT)
        return false; /* far beyond what compilers make: silent, as these are warnings */
    w->memory = calloc(size, 1);
    w->loops = calloc(w->loop_count + 1, sizeof *w->loops);
    if (!w->memory || !w->loops) {
        w->v->no_memory = true;
        return false;
    }
    uint8_t *at = w->memory;
    w->now = at;
    for (unsigned i = 0; i < DEPTH; i++) {
        w->blocks[i].entry = at += w->components;
        w->blocks[i].exit = at += w->components;
    }
    for (uint32_t i = 0; i < w->loop_count; i++)
        w->loops[i].head = at += w->components;
    w->arrays = at + w->components;
    return true;
}

static uint32_t constant_inputs(const struct program_stage *stage)
{
    enum { CONSTANT = 1, SAMPLE_INDEX = 10 };
    uint32_t constant = 0;
    for (uint32_t i = 0; i < stage->register_count; i++) {
        const struct program_register *r = &stage->registers[i];
        bool alike = r->interpolation == CONSTANT && r->system_value != SAMPLE_INDEX;
        if (r->file == ISA_FILE_INPUT && r->reg < VALIDATE_REGISTERS && alike)
            constant |= 1u << r->reg;
    }
    return constant;
}

void validate_uniform(struct validate *v)
{
    bool parts = v->program->stage == ISA_COMPUTE || v->program->stage == ISA_PIXEL;
    uint32_t loops = parts ? count_loops(v->program) : UINT32_MAX;
    if (loops == UINT32_MAX)
        return;
    struct walk *w = calloc(1, sizeof *w);
    if (!w) {
        v->no_memory = true;
        return;
    }
    w->v = v;
    w->loop_count = loops;
    w->constant = constant_inputs(&v->program->decls.stage);
    w->components = v->program->decls.temps * 4 + 1;
    if (allocate(w)) {
        w->changed = true;
        for (unsigned i = 0; i < PASSES && w->changed; i++)
            pass(w);
        w->tells = true;
        pass(w);
    }
    free(w->memory);
    free(w->loops);
    free(w);
}
