/* Translates a program into its plan, and reports what the interpreter does not implement. */
#include "interp/plan.h"
#include "program/program_diag.h"

#include <stdlib.h>

struct diag_place plan_place(const struct plan_builder *b)
{
    return program_instr_place(b->program, b->at);
}

bool plan_fail(struct plan_builder *b, enum sm5_status status)
{
    if (b->status == SM5_OK)
        b->status = status;
    return false;
}

#define UNSUPPORTED(b, id, ...)                                                                              \
    (diag_add((b)->diags, id, plan_place(b), ##__VA_ARGS__), plan_fail((b), SM5_ERR_SUPPORT))

/* ---- declarations ---- */

static bool check_declarations(struct plan_builder *b)
{
    const struct program_decls *decls = &b->program->decls;
    const uint32_t *group = decls->thread_group;
    b->at = 0;
    if (b->program->instr_count == 0)
        return PLAN_FAIL(b, INTERP_EMPTY);
    if (b->program->stage != ISA_COMPUTE)
        return b->status == SM5_OK;
    for (unsigned i = 0; i < 3; i++)
        if (group[i] == 0 || group[i] > LIMIT_GROUP_THREADS)
            return PLAN_FAIL(b, INTERP_THREAD_GROUP);
    if (group[0] * group[1] * (uint64_t)group[2] > LIMIT_GROUP_THREADS)
        return PLAN_FAIL(b, INTERP_THREAD_GROUP);
    return b->status == SM5_OK;
}

static bool check_name(struct plan_builder *b, uint32_t file, uint32_t id, uint32_t index)
{
    bool is_first = program_find(b->program, file, id) == index;
    return is_first || PLAN_FAIL(b, INTERP_TWICE, isa_file(file)->text, id);
}

static bool check_names(struct plan_builder *b)
{
    const struct program_decls *decls = &b->program->decls;
    bool ok = true;
    for (uint32_t i = 0; ok && i < decls->interface_count; i++)
        ok = check_name(b, ISA_FILE_INTERFACE, decls->interfaces[i].id, i);
    for (uint32_t i = 0; ok && i < decls->table_count; i++)
        ok = check_name(b, ISA_FILE_FUNCTION_TABLE, decls->tables[i].id, i);
    for (uint32_t i = 0; ok && i < decls->label_count; i++) {
        b->at = decls->labels[i].instr;
        ok = check_name(b, decls->labels[i].file, decls->labels[i].id, i);
    }
    b->plan->labels = calloc(decls->label_count + 1, sizeof *b->plan->labels);
    return ok && (b->plan->labels || plan_fail(b, SM5_ERR_MEMORY));
}

/* Columns of r# and x#: at most 4096 registers. */
static bool lay_out_registers(struct plan_builder *b)
{
    const struct program_decls *decls = &b->program->decls;
    b->indexable_first = calloc(decls->indexable_count + 1, sizeof *b->indexable_first);
    if (!b->indexable_first)
        return plan_fail(b, SM5_ERR_MEMORY);
    uint64_t registers = decls->temps, columns = 4 * (uint64_t)decls->temps;
    for (uint32_t i = 0; i < decls->indexable_count; i++) {
        b->indexable_first[i] = (uint32_t)columns;
        registers += decls->indexables[i].size;
        columns += (uint64_t)decls->indexables[i].size * decls->indexables[i].components;
        if (registers > LIMIT_TEMPS)
            break;
    }
    if (registers > LIMIT_TEMPS)
        return PLAN_FAIL(b, PROGRAM_TEMPS, (uint32_t)registers);
    struct plan *plan = b->plan;
    plan->registers = (uint32_t)columns;
    plan->system = plan->registers;
    plan->zero = plan->system + SYSTEM_COLUMNS;
    plan->trash = plan->zero + 1;
    plan->pool = plan->trash + 1;
    plan->scratch = plan->pool + PLAN_POOL;
    return true;
}

static bool lay_out_tgsm(struct plan_builder *b)
{
    const struct program_decls *decls = &b->program->decls;
    b->tgsm_first = calloc(decls->resource_count + 1, sizeof *b->tgsm_first);
    if (!b->tgsm_first)
        return plan_fail(b, SM5_ERR_MEMORY);
    uint64_t at = 0;
    for (uint32_t i = 0; i < decls->resource_count; i++) {
        if (decls->resources[i].file != ISA_FILE_TGSM)
            continue;
        b->tgsm_first[i] = (uint32_t)at;
        at += decls->resources[i].bytes;
        if (at > decls->tgsm_bytes)
            return PLAN_FAIL(b, PROGRAM_TGSM_SIZE, decls->resources[i].id, decls->tgsm_bytes);
    }
    return true;
}

/* ---- instructions ---- */

static const uint8_t flow_runs[] = {
    [ISA_FLOW_NONE] = RUN_NOTHING, /* nop, debug_break */
    [ISA_FLOW_LABEL] = RUN_NOTHING,   [ISA_FLOW_IF] = RUN_IF,
    [ISA_FLOW_ELSE] = RUN_ELSE,       [ISA_FLOW_ENDIF] = RUN_ENDIF,
    [ISA_FLOW_LOOP] = RUN_LOOP,       [ISA_FLOW_ENDLOOP] = RUN_ENDLOOP,
    [ISA_FLOW_BREAK] = RUN_BREAK,     [ISA_FLOW_CONTINUE] = RUN_CONTINUE,
    [ISA_FLOW_SWITCH] = RUN_SWITCH,   [ISA_FLOW_CASE] = RUN_CASE,
    [ISA_FLOW_DEFAULT] = RUN_DEFAULT, [ISA_FLOW_ENDSWITCH] = RUN_ENDSWITCH,
    [ISA_FLOW_CALL] = RUN_CALL,       [ISA_FLOW_INTERFACE_CALL] = RUN_FCALL,
    [ISA_FLOW_RET] = RUN_RET,         [ISA_FLOW_ABORT] = RUN_ABORT,
    [ISA_FLOW_DISCARD] = RUN_DISCARD,
};

static bool push_op(struct plan_builder *b, const struct plan_op *op)
{
    if (b->status != SM5_OK)
        return false;
    return VEC_PUSH(&b->plan->ops, *op) || plan_fail(b, SM5_ERR_MEMORY);
}

static struct plan_op make_op(struct plan_builder *b)
{
    return (struct plan_op){
        .opcode = plan_instr(b)->opcode,
        .instr = b->at,
        .test_nz = instr_tests_nz(plan_instr(b)),
        .steps = (uint32_t)b->plan->steps.count,
        .condition = PLAN_NONE,
        .skip = PLAN_NONE,
    };
}

static void add_end(struct plan_builder *b)
{
    struct plan_op end = make_op(b);
    end.opcode = ISA_RET;
    end.run = RUN_END;
    push_op(b, &end);
}

/* A label ends the routine before it. */
static void lower_label(struct plan_builder *b, const struct program_operand *operand)
{
    add_end(b);
    bool named = operand->file == ISA_FILE_LABEL || operand->file == ISA_FILE_FUNCTION_BODY;
    if (!named || operand->index_count < 1) {
        PLAN_FAIL(b, INTERP_INDICES, "label", 1u);
        return;
    }
    b->plan->labels[b->labels++] = (uint32_t)b->plan->ops.count;
}

static void lower_case(struct plan_builder *b, struct plan_op *op)
{
    const struct program_operand *operand = &plan_instr(b)->operands[0];
    if (operand->file != ISA_FILE_IMM32)
        PLAN_FAIL(b, INTERP_CASE);
    op->label.literal = operand->imm[operand->comps == ISA_COMPS_4 ? operand_component(operand, 0) : 0];
}

/* fcall fp#[element][call site] */
static void lower_fcall(struct plan_builder *b, struct plan_op *op)
{
    const struct program_instr *instr = plan_instr(b);
    const struct program_operand *operand = &instr->operands[0];
    if (operand->index_count < 2 || instr->dword_count < 1) {
        PLAN_FAIL(b, INTERP_INDICES, "fp", 2u);
        return;
    }
    uint32_t number = (uint32_t)operand->index[0].imm, first;
    const struct program_interface *face = program_interface_of(b->program, number, &first);
    if (operand->index[0].relative || !face) {
        PLAN_FAIL(b, INTERP_UNDECLARED, "fp", number);
        return;
    }
    op->fcall.interface = (uint32_t)(face - b->program->decls.interfaces);
    op->fcall.element = plan_relative(b, &operand->index[1]);
    op->fcall.element.base += first;
    op->fcall.call_site = instr->dwords[0];
}

static void lower_flow(struct plan_builder *b, struct plan_op *op)
{
    const struct program_instr *instr = plan_instr(b);
    const struct isa_op *row = isa_op(op->opcode);
    op->run = flow_runs[isa_flow(op->opcode)];
    if (op->opcode == ISA_LABEL)
        lower_label(b, &instr->operands[0]);
    else if (op->run == RUN_CASE)
        lower_case(b, op);
    else if (op->run == RUN_FCALL)
        lower_fcall(b, op);
    else if (row->operand_count && row->operands[0].role == ISA_ROLE_SRC)
        op->condition = plan_source(b, 0, 0);
}

static bool is_supported(const struct plan_builder *b)
{
    const struct program_instr *instr = plan_instr(b);
    enum isa_stage stage = b->program->stage;
    switch (isa_op(instr->opcode)->form) {
    case ISA_FORM_TEXTURE: return stage == ISA_PIXEL || isa_op(instr->opcode)->stages != 1 << ISA_PIXEL;
    case ISA_FORM_DERIVATIVE:
    case ISA_FORM_PULL: return stage == ISA_PIXEL;
    case ISA_FORM_STREAM: return stage == ISA_GEOMETRY;
    default: return instr->opcode != ISA_DISCARD || stage == ISA_PIXEL;
    }
}

/* The instruction accesses a texture: by its form or by its operand. */
static bool uses_texture(const struct plan_builder *b)
{
    const struct program_instr *instr = plan_instr(b);
    const struct isa_op *row = isa_op(instr->opcode);
    if (row->form == ISA_FORM_TEXTURE || instr->opcode == ISA_RESINFO)
        return true;
    if (row->form != ISA_FORM_MEMORY && row->form != ISA_FORM_ATOMIC)
        return false;
    const struct program_operand *memory = &instr->operands[isa_layout(row).memory];
    bool by_lane = memory->index_count && memory->index[0].relative && memory->file == ISA_FILE_SRV;
    if (by_lane)
        return (instr->opcode == ISA_LD || instr->opcode == ISA_LD_FEEDBACK) &&
               program_texture_dimension(instr) != ISA_DIM_BUFFER;
    const struct program_resource *resource = program_resource_of(b->program, memory);
    return resource && program_is_texture(resource);
}

static void lower_form(struct plan_builder *b, struct plan_op *op)
{
    const struct program_instr *instr = plan_instr(b);
    if (uses_texture(b)) {
        plan_texture_op(b, op);
        return;
    }
    switch (isa_op(op->opcode)->form) {
    case ISA_FORM_FLOW:
    case ISA_FORM_DEBUG: lower_flow(b, op); break;
    case ISA_FORM_MEMORY:
    case ISA_FORM_ATOMIC:
    case ISA_FORM_COUNTER:
    case ISA_FORM_QUERY: plan_memory_op(b, op); break;
    case ISA_FORM_SYNC:
        op->run = RUN_SYNC;
        op->sync = instr->controls & isa_control_mask(ISA_CONTROL_SYNC);
        break;
    case ISA_FORM_DERIVATIVE: plan_derivative_op(b, op); break;
    case ISA_FORM_PULL: plan_pull_op(b, op); break;
    case ISA_FORM_STREAM: plan_stream_op(b, op); break;
    default: plan_lanes_op(b, op); break;
    }
}

/* Appends the finish steps to the fetch steps that the lowering has added. */
static void close_steps(struct plan_builder *b, struct plan_op *op)
{
    op->fetches = (uint16_t)(b->plan->steps.count - op->steps);
    op->finishes = (uint16_t)b->finishes.count;
    for (size_t i = 0; i < b->finishes.count; i++)
        plan_step_add(b, &b->finishes.data[i]);
}

static void lower_instruction(struct plan_builder *b)
{
    const struct program_instr *instr = plan_instr(b);
    const struct isa_op *row = isa_op(instr->opcode);
    if (!row || instr->operand_count < row->operand_count || !is_supported(b)) {
        UNSUPPORTED(b, INTERP_OPCODE, row ? row->mnemonic : "a reserved opcode");
        return;
    }
    b->scratch = 0;
    b->cycles = PLAN_NONE;
    b->finishes.count = 0;
    memset(b->known, 0xff, sizeof b->known);
    struct plan_op op = make_op(b);
    lower_form(b, &op);
    close_steps(b, &op);
    push_op(b, &op);
    if (op.run != RUN_FCALL)
        return;
    op.run = RUN_FCALL_NEXT;
    op.fetches = op.finishes = 0;
    push_op(b, &op);
}

/* A phase ends the one before it. */
static void start_phase(struct plan_builder *b)
{
    uint16_t opcode = plan_instr(b)->opcode;
    if (isa_flow(opcode) != ISA_FLOW_PHASE)
        return;
    if (b->program->stage != ISA_HULL) {
        PLAN_FAIL(b, INTERP_FLOW, isa_op(opcode)->mnemonic, "a hull shader");
        return;
    }
    if (b->plan->ops.count)
        add_end(b);
    if (!VEC_PUSH(&b->plan->phases, (uint32_t)b->plan->ops.count))
        plan_fail(b, SM5_ERR_MEMORY);
}

static bool lower_all(struct plan_builder *b)
{
    for (b->at = 0; b->at < b->program->instr_count && b->status == SM5_OK; b->at++) {
        start_phase(b);
        if (isa_is_executable(plan_instr(b)->opcode))
            lower_instruction(b);
    }
    b->at = b->program->instr_count ? b->program->instr_count - 1 : 0;
    if (b->status == SM5_OK && b->program->instr_count)
        add_end(b);
    return b->status == SM5_OK;
}

static bool translate(struct plan_builder *b)
{
    if (!check_declarations(b) || !lay_out_registers(b) || !lay_out_tgsm(b) || !check_names(b))
        return false;
    if (!lower_all(b))
        return false;
    b->plan->columns = b->plan->scratch + b->scratch_most;
    return plan_flow(b) && plan_clear(b);
}

enum sm5_status plan_new(const struct sm5_program *program, struct plan **out, struct sm5_diags *diags)
{
    *out = NULL;
    struct plan_builder b = {.program = program, .diags = diags};
    b.plan = calloc(1, sizeof *b.plan);
    b.pool_slots = calloc(PLAN_POOL * 4, sizeof *b.pool_slots);
    if (b.plan && b.pool_slots) {
        const uint32_t *group = program->decls.thread_group;
        b.plan->program = program;
        /* Operations without steps or units point to the start of the lists, which must not be NULL. */
        if (!VEC_RESERVE(&b.plan->steps, 1) || !VEC_RESERVE(&b.plan->units, 1))
            plan_fail(&b, SM5_ERR_MEMORY);
        else if (translate(&b)) {
            bool compute = program->stage == ISA_COMPUTE;
            b.plan->threads = compute ? runtime_strip_threads(program) : STAGE_BATCH;
            b.plan->strips = compute ? group[0] * group[1] * group[2] / b.plan->threads : 1;
            b.plan->lanes = (b.plan->threads + LANE_STEP - 1) / LANE_STEP * LANE_STEP;
        }
    } else {
        plan_fail(&b, SM5_ERR_MEMORY);
    }
    free(b.pool_slots);
    free(b.indexable_first);
    free(b.tgsm_first);
    VEC_FREE(&b.finishes);
    if (b.status == SM5_OK)
        *out = b.plan;
    else
        plan_free(b.plan);
    if (b.status == SM5_ERR_MEMORY)
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    return b.status;
}

void plan_free(struct plan *plan)
{
    if (!plan)
        return;
    VEC_FREE(&plan->ops);
    VEC_FREE(&plan->steps);
    VEC_FREE(&plan->units);
    VEC_FREE(&plan->memory);
    VEC_FREE(&plan->textures);
    free(plan->labels);
    VEC_FREE(&plan->constants);
    VEC_FREE(&plan->clears);
    VEC_FREE(&plan->phases);
    free(plan);
}
