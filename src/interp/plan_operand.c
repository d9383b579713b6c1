/* Translates operands to columns. */
#include "interp/plan.h"

/* Nesting as in x0[x1[1].x + 1]; a limit for invalid programs. */
enum { RELATIVE_DEPTH = 4 };

static uint32_t read_word(struct plan_builder *b, const struct program_operand *operand, unsigned component,
                          unsigned depth);

struct plan_step plan_step_make(enum plan_step_kind kind)
{
    struct plan_step step = {.kind = (uint8_t)kind};
    step.d = step.d2 = step.s = step.s2 = PLAN_NONE;
    step.reg.index = step.element.index = PLAN_NONE;
    return step;
}

bool plan_step_add(struct plan_builder *b, const struct plan_step *step)
{
    if (b->status != SM5_OK)
        return false;
    return VEC_PUSH(&b->plan->steps, *step) || plan_fail(b, SM5_ERR_MEMORY);
}

uint32_t plan_scratch(struct plan_builder *b)
{
    uint32_t column = b->plan->scratch + b->scratch++;
    if (b->scratch > b->scratch_most)
        b->scratch_most = b->scratch;
    return column;
}

/* A fetch step into a scratch column of its own. */
static uint32_t fetch(struct plan_builder *b, struct plan_step step)
{
    step.d = plan_scratch(b);
    return plan_step_add(b, &step) ? step.d : PLAN_NONE;
}

/* ---- constants ---- */

/* The first PLAN_POOL immediates of a program have columns that are filled once; others are fetched. */
static uint32_t constant(struct plan_builder *b, uint32_t word)
{
    uint32_t at = word * 0x9e3779b1u >> 16;
    for (;; at++) {
        uint16_t *slot = &b->pool_slots[at & (PLAN_POOL * 4 - 1)];
        if (*slot && b->plan->constants.data[*slot - 1] == word)
            return b->plan->pool + *slot - 1;
        if (*slot)
            continue;
        if (b->plan->constants.count == PLAN_POOL)
            break;
        if (!VEC_PUSH(&b->plan->constants, word)) {
            plan_fail(b, SM5_ERR_MEMORY);
            return PLAN_NONE;
        }
        *slot = (uint16_t)b->plan->constants.count;
        return b->plan->pool + *slot - 1;
    }
    struct plan_step step = plan_step_make(STEP_WORD);
    step.word = word;
    return fetch(b, step);
}

/* ---- indices ---- */

struct plan_index plan_relative_at(struct plan_builder *b, const struct program_index *index, unsigned depth)
{
    struct plan_index out = {(uint32_t)index->imm, PLAN_NONE};
    if (index->imm > UINT32_MAX || depth > RELATIVE_DEPTH) {
        PLAN_FAIL(b, INTERP_INDEX);
        return out;
    }
    if (index->relative)
        out.index = read_word(b, index->relative, operand_component(index->relative, 0), depth);
    return out;
}

struct plan_index plan_relative(struct plan_builder *b, const struct program_index *index)
{
    return plan_relative_at(b, index, 1);
}

static bool has_indices(struct plan_builder *b, const struct program_operand *operand, unsigned count)
{
    if (operand->index_count >= count)
        return true;
    return PLAN_FAIL(b, INTERP_INDICES, isa_file(operand->file)->text, count);
}

/* ---- register files that lanes may index: r#, x# ---- */

struct file_range {
    struct plan_file columns;
    const struct program_index *index; /* NULL: no such register */
};

static struct file_range file_of(struct plan_builder *b, const struct program_operand *operand,
                                 unsigned component)
{
    const struct program_decls *decls = &b->program->decls;
    struct file_range none = {0};
    if (operand->file == ISA_FILE_TEMP)
        return has_indices(b, operand, 1)
                   ? (struct file_range){{component, 4, decls->temps}, &operand->index[0]}
                   : none;
    if (!has_indices(b, operand, 2))
        return none;
    if (operand->index[0].relative) {
        PLAN_FAIL(b, INTERP_INDEX);
        return none;
    }
    const struct program_indexable *x = program_indexable_of(b->program, operand);
    if (!x || component >= x->components)
        return none; /* undeclared: reads 0, writes are dropped */
    return (struct file_range){
        {b->indexable_first[x - decls->indexables] + component, x->components, x->size}, &operand->index[1]};
}

static uint32_t column_of(const struct plan_file *file, uint32_t element, uint32_t otherwise)
{
    return element < file->length ? file->first + file->stride * element : otherwise;
}

static uint32_t read_file(struct plan_builder *b, const struct program_operand *operand, unsigned component,
                          unsigned depth)
{
    struct file_range file = file_of(b, operand, component);
    if (!file.index)
        return b->plan->zero;
    struct plan_index element = plan_relative_at(b, file.index, depth + 1);
    if (element.index == PLAN_NONE)
        return column_of(&file.columns, element.base, b->plan->zero);
    struct plan_step step = plan_step_make(STEP_FILE);
    step.component = (uint8_t)component;
    step.element = element;
    step.file = file.columns;
    step.operand = operand;
    return fetch(b, step);
}

/* ---- constant buffers ---- */

/* cb0[row]; cb[this[0].x][row]; SM5.1: CB0[register][row]. */
static uint32_t read_cbuffer(struct plan_builder *b, const struct program_operand *operand,
                             unsigned component, unsigned depth)
{
    bool ranges = program_is_51(b->program);
    if (!has_indices(b, operand, ranges ? 3 : 2))
        return PLAN_NONE;
    struct plan_step step = plan_step_make(STEP_CBUFFER);
    step.component = (uint8_t)component;
    step.operand = operand;
    step.slot = PLAN_NONE;
    step.reg = plan_relative_at(b, &operand->index[ranges ? 1 : 0], depth + 1);
    step.element = plan_relative_at(b, &operand->index[ranges ? 2 : 1], depth + 1);
    if (ranges || step.reg.index == PLAN_NONE) {
        const struct program_resource *buffer = program_resource_of(b->program, operand);
        if (!buffer) {
            PLAN_FAIL(b, INTERP_UNDECLARED, "cb", (uint32_t)operand->index[0].imm);
            return PLAN_NONE;
        }
        step.slot = (uint32_t)(buffer - b->program->decls.resources);
    }
    if (step.reg.index != PLAN_NONE || step.element.index != PLAN_NONE)
        step.kind = STEP_CBUFFER_LANES;
    return fetch(b, step);
}

static uint32_t read_icb(struct plan_builder *b, const struct program_operand *operand, unsigned component,
                         unsigned depth)
{
    if (!has_indices(b, operand, 1))
        return PLAN_NONE;
    struct plan_step step = plan_step_make(STEP_ICB);
    step.component = (uint8_t)component;
    step.operand = operand;
    step.element = plan_relative_at(b, &operand->index[0], depth + 1);
    if (step.element.index != PLAN_NONE)
        return fetch(b, step);
    const struct program_decls *decls = &b->program->decls;
    if (step.element.base >= decls->icb_rows)
        return b->plan->zero;
    return constant(b, decls->icb[4 * step.element.base + component]);
}

/* this[n]: n counts the interface pointers as fp# does, array elements included; with two indices their sum.
 */
static uint32_t read_this(struct plan_builder *b, const struct program_operand *operand, unsigned component,
                          unsigned depth)
{
    if (!has_indices(b, operand, 1))
        return PLAN_NONE;
    struct plan_step step = plan_step_make(STEP_THIS);
    step.component = (uint8_t)component;
    step.element = plan_relative_at(b, &operand->index[0], depth + 1);
    if (operand->index_count > 1 && !operand->index[0].relative) {
        uint32_t first = step.element.base;
        step.element = plan_relative_at(b, &operand->index[1], depth + 1);
        step.element.base += first;
    }
    return fetch(b, step);
}

static uint32_t read_system(const struct plan *plan, enum plan_system first, unsigned component)
{
    return component < 3 ? plan->system + first + component : plan->zero;
}

/* The counter is read once for both words. */
static uint32_t read_cycles(struct plan_builder *b, unsigned component)
{
    if (component > 1)
        return b->plan->zero;
    if (b->cycles == PLAN_NONE) {
        struct plan_step step = plan_step_make(STEP_CYCLES);
        b->cycles = step.d = plan_scratch(b);
        step.d2 = plan_scratch(b);
        plan_step_add(b, &step);
    }
    return b->cycles + component;
}

static uint32_t read_word(struct plan_builder *b, const struct program_operand *operand, unsigned component,
                          unsigned depth)
{
    const struct isa_file_info *file = isa_file(operand->file);
    if (b->status != SM5_OK)
        return PLAN_NONE;
    if (!file || !(file->stages >> b->program->stage & 1)) {
        PLAN_FAIL(b, INTERP_FILE, file ? file->text : "?");
        return PLAN_NONE;
    }
    switch (operand->file) {
    case ISA_FILE_IMM32: return constant(b, operand->imm[operand->comps == ISA_COMPS_4 ? component : 0]);
    case ISA_FILE_IMM64: return constant(b, operand->imm[component]);
    case ISA_FILE_TEMP:
    case ISA_FILE_INDEXABLE_TEMP: return read_file(b, operand, component, depth);
    case ISA_FILE_CBUFFER: return read_cbuffer(b, operand, component, depth);
    case ISA_FILE_ICB: return read_icb(b, operand, component, depth);
    case ISA_FILE_THIS: return read_this(b, operand, component, depth);
    case ISA_FILE_THREAD_ID: return read_system(b->plan, SYSTEM_THREAD, component);
    case ISA_FILE_THREAD_GROUP_ID: return read_system(b->plan, SYSTEM_GROUP, component);
    case ISA_FILE_THREAD_ID_IN_GROUP: return read_system(b->plan, SYSTEM_LOCAL, component);
    case ISA_FILE_THREAD_ID_IN_GROUP_FLATTENED: return b->plan->system + SYSTEM_FLAT;
    case ISA_FILE_CYCLE_COUNTER: return read_cycles(b, component);
    default: break;
    }
    uint32_t column;
    if (plan_stage_read(b, operand, component, depth, &column))
        return column;
    PLAN_FAIL(b, INTERP_FILE, file->text);
    return PLAN_NONE;
}

/* ---- modifiers ---- */

static enum lane_modifier modifier_of(const struct plan_builder *b, unsigned operand)
{
    const struct program_instr *instr = plan_instr(b);
    return lane_modifier_of(instr->opcode, operand, instr->operands[operand].modifier);
}

uint32_t plan_source(struct plan_builder *b, unsigned operand, unsigned position)
{
    const struct program_operand *source = &plan_instr(b)->operands[operand];
    unsigned component = operand_component(source, position);
    uint32_t *known = &b->known[operand][component];
    if (*known != PLAN_NONE)
        return *known;
    uint32_t column = read_word(b, source, component, 0);
    enum lane_modifier modifier = modifier_of(b, operand);
    if (modifier != LANE_KEEP) {
        struct plan_step step = plan_step_make(STEP_MODIFY);
        step.modifier = (uint8_t)modifier;
        step.s = column;
        column = fetch(b, step);
    }
    return *known = column;
}

void plan_source_double(struct plan_builder *b, unsigned operand, unsigned position, uint32_t out[2])
{
    const struct program_operand *source = &plan_instr(b)->operands[operand];
    enum lane_modifier modifier = modifier_of(b, operand);
    for (unsigned k = 0; k < 2; k++)
        out[k] = read_word(b, source, operand_component(source, position + k), 0);
    if (modifier == LANE_KEEP)
        return;
    struct plan_step step = plan_step_make(STEP_MODIFY);
    step.modifier = (uint8_t)modifier;
    step.s = out[0];
    step.s2 = out[1];
    step.d = plan_scratch(b);
    step.d2 = plan_scratch(b);
    plan_step_add(b, &step);
    out[0] = step.d;
    out[1] = step.d2;
}

/* ---- destinations ---- */

/* The element of a component of a destination; file->index NULL when writes are dropped. */
static struct plan_index destination(struct plan_builder *b, const struct program_operand *operand,
                                     unsigned c, struct file_range *file)
{
    *file = (struct file_range){0};
    struct plan_index none = {0, PLAN_NONE};
    if (b->status != SM5_OK || !(operand_write_mask(operand) >> c & 1))
        return none;
    if (operand->file != ISA_FILE_TEMP && operand->file != ISA_FILE_INDEXABLE_TEMP) {
        const struct isa_file_info *info = isa_file(operand->file);
        PLAN_FAIL(b, INTERP_DESTINATION, info ? info->text : "?");
        return none;
    }
    *file = file_of(b, operand, c);
    return file->index && !file->index->relative ? plan_relative(b, file->index) : none;
}

uint32_t plan_destination(struct plan_builder *b, const struct program_operand *operand, unsigned c)
{
    struct file_range file;
    if (plan_stage_writes(b, operand))
        return operand_write_mask(operand) >> c & 1 ? PLAN_NONE : b->plan->trash;
    struct plan_index element = destination(b, operand, c, &file);
    if (file.index && file.index->relative)
        return PLAN_NONE;
    return column_of(&file.columns, element.base, b->plan->trash);
}

static void finish(struct plan_builder *b, const struct plan_step *step)
{
    if (!VEC_PUSH(&b->finishes, *step))
        plan_fail(b, SM5_ERR_MEMORY);
}

/* The index of a scatter is fetched before the operation, which may overwrite the register that holds it. */
static void scatter(struct plan_builder *b, const struct program_operand *operand, unsigned c,
                    const struct file_range *file, uint32_t from)
{
    struct plan_step index = plan_step_make(STEP_ADD);
    index.element = plan_relative(b, file->index);
    struct plan_step step = plan_step_make(STEP_SCATTER);
    step.component = (uint8_t)c;
    step.element.index = fetch(b, index);
    step.s = from;
    step.file = file->columns;
    step.operand = operand;
    finish(b, &step);
}

void plan_store(struct plan_builder *b, const struct program_operand *operand, unsigned c, uint32_t from)
{
    struct file_range file;
    if (plan_stage_writes(b, operand)) {
        if (operand_write_mask(operand) >> c & 1)
            plan_stage_store(b, operand, c, from);
        return;
    }
    struct plan_index element = destination(b, operand, c, &file);
    if (file.index && file.index->relative) {
        scatter(b, operand, c, &file, from);
    } else if (element.base < file.columns.length) {
        struct plan_step step = plan_step_make(STEP_SELECT);
        step.d = column_of(&file.columns, element.base, PLAN_NONE);
        step.s = from;
        finish(b, &step);
    }
}

uint32_t plan_result(struct plan_builder *b, const struct program_operand *operand, unsigned c)
{
    uint32_t column = plan_destination(b, operand, c);
    if (column != PLAN_NONE)
        return column;
    column = plan_scratch(b);
    plan_store(b, operand, c, column);
    return column;
}

void plan_saturate(struct plan_builder *b, uint32_t low, uint32_t high)
{
    struct plan_step step = plan_step_make(STEP_MODIFY);
    step.modifier = high == PLAN_NONE ? LANE_SATURATE_F32 : LANE_SATURATE_F64;
    step.d = step.s = low;
    step.d2 = step.s2 = high;
    finish(b, &step);
}
