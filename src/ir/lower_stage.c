/* Stages other than compute, as compute programs: an invocation is a thread, input and output registers are
   structures in memory. The host binds them behind the program's own resources (jit_stage.c). Vertex, domain
   and pixel shaders whose invocations know nothing of each other; the others are left to the interpreter. */
#include "ir/lower.h"

enum { RECORD_BYTES = 16, ID = 0x40000000 }; /* ids that no declaration has: registers end below 2^24 */

/* ---- what is declared ---- */

static struct program_resource records(uint8_t file, uint32_t stride)
{
    return (struct program_resource){
        .file = file, .dimension = ISA_DIM_STRUCTURED, .stride = stride ? stride : RECORD_BYTES};
}

static void declare(const struct program_stage *stage, struct program_resource *at)
{
    at[IR_STAGE_INPUTS] = records(ISA_FILE_SRV, stage->inputs * RECORD_BYTES);
    at[IR_STAGE_OUTPUTS] = records(ISA_FILE_UAV, stage->outputs * RECORD_BYTES);
    at[IR_STAGE_CONSTANTS] = records(ISA_FILE_SRV, stage->constants * RECORD_BYTES);
    at[IR_STAGE_LOCATIONS] = records(ISA_FILE_SRV, 3 * sizeof(float));
    at[IR_STAGE_COVERAGE] = records(ISA_FILE_SRV, sizeof(uint32_t));
    at[IR_STAGE_PARAMETERS] = (struct program_resource){.file = ISA_FILE_CBUFFER, .count = 1};
    for (uint32_t i = 0; i < IR_STAGE_SLOTS; i++)
        at[i].id = at[i].lower = at[i].upper = ID + i;
}

bool lower_stage_takes(const struct sm5_program *program)
{
    return program->stage == ISA_VERTEX || program->stage == ISA_DOMAIN || program->stage == ISA_PIXEL;
}

bool lower_stage_open(struct lower *l)
{
    const struct program_decls *decls = &l->program->decls;
    struct sm5_program *made = arena_array(&l->f->arena, 1, sizeof *made);
    size_t count = (size_t)decls->resource_count + IR_STAGE_SLOTS;
    struct program_resource *resources = arena_array(&l->f->arena, count, sizeof *resources);
    if (!made || !resources)
        return lower_fail(l, SM5_ERR_MEMORY);
    *made = *l->program;
    if (decls->resource_count)
        memcpy(resources, decls->resources, decls->resource_count * sizeof *resources);
    declare(&decls->stage, resources + decls->resource_count);
    made->decls.resources = resources;
    made->decls.resource_count = (uint32_t)count;
    made->decls.thread_group[0] = IR_STAGE_THREADS;
    made->decls.thread_group[1] = made->decls.thread_group[2] = 1;
    l->stage_slots = decls->resource_count;
    l->program = l->f->program = made;
    return true;
}

/* ---- the memory behind registers ---- */

static uint32_t slot_of(const struct lower *l, enum ir_stage_slot slot)
{
    return l->stage_slots + (uint32_t)slot;
}

static ir_ref constant(struct lower *l, uint32_t word)
{
    return lower_constant(l, word);
}

static ir_ref lane2(struct lower *l, uint16_t op, ir_ref a, ir_ref b)
{
    return lower_lane(l, op, (const ir_ref[]){a, b}, 2);
}

static struct ir_value access_of(struct lower *l, enum ir_stage_slot slot, uint8_t kind)
{
    uint32_t at = slot_of(l, slot);
    return (struct ir_value){.kind = kind,
                             .access = IR_STRUCTURED,
                             .results = kind == IR_LOAD,
                             .slot = at,
                             .view = lower_view(l, at, ID + (uint32_t)slot)};
}

static ir_ref parameter(struct lower *l, unsigned component)
{
    uint32_t at = slot_of(l, IR_STAGE_PARAMETERS);
    struct ir_value v = {.kind = IR_CBUFFER,
                         .part = (uint8_t)component,
                         .results = 1,
                         .slot = at,
                         .view = lower_view(l, at, ID + IR_STAGE_PARAMETERS)};
    ir_ref none[2] = {0};
    return lower_read(l, &v, none, 2, 0);
}

static ir_ref load(struct lower *l, enum ir_stage_slot slot, ir_ref address, ir_ref offset)
{
    struct ir_value v = access_of(l, slot, IR_LOAD);
    const ir_ref args[] = {address, offset};
    return l->status ? 0 : lower_read(l, &v, args, 2, l->class_epoch[v.slot]);
}

/* Number of the invocation: batches count on from one row of groups to the next. */
static ir_ref record(struct lower *l)
{
    ir_ref row =
        lane2(l, ISA_IMUL, lower_system(l, IR_GROUP_Y), constant(l, IR_GROUPS_MOST * IR_STAGE_THREADS));
    return lane2(l, ISA_IADD, lower_part(l, row, 1), lower_system(l, IR_THREAD_X));
}

/* The patch that a domain point is of. */
static ir_ref patch(struct lower *l)
{
    return lane2(l, ISA_UDIV, record(l), parameter(l, IR_STAGE_POINTS));
}

/* Byte offset of a component of the register that an index names; past the record when there is none. */
static ir_ref offset_of(struct lower *l, const struct program_index *index, uint32_t registers,
                        unsigned component)
{
    uint32_t base;
    ir_ref relative = lower_index(l, index, &base);
    if (!relative)
        return constant(l, (base < registers ? base : registers) * RECORD_BYTES + 4 * component);
    ir_ref number = lane2(l, ISA_IADD, relative, constant(l, base));
    number = lane2(l, ISA_UMIN, number, constant(l, registers));
    ir_ref bytes = lane2(l, ISA_ISHL, number, constant(l, 4));
    return lane2(l, ISA_IADD, bytes, constant(l, 4 * component));
}

/* Record `vertex` of a patch; none when the patch has not so many. */
static ir_ref point_of(struct lower *l, const struct program_index *index)
{
    uint32_t base, points = l->program->decls.stage.points_in;
    ir_ref relative = lower_index(l, index, &base);
    ir_ref first = lane2(l, ISA_IMUL, patch(l), constant(l, points));
    first = lower_part(l, first, 1);
    if (!relative)
        return base < points ? lane2(l, ISA_IADD, first, constant(l, base)) : constant(l, UINT32_MAX);
    ir_ref vertex = lane2(l, ISA_IADD, relative, constant(l, base));
    ir_ref exists = lane2(l, ISA_ULT, vertex, constant(l, points));
    ir_ref at = lane2(l, ISA_IADD, first, vertex);
    return lower_lane(l, ISA_MOVC, (const ir_ref[]){exists, at, constant(l, UINT32_MAX)}, 3);
}

/* ---- reading ---- */

static ir_ref read_input(struct lower *l, const struct program_operand *operand, unsigned component)
{
    const struct program_stage *stage = &l->program->decls.stage;
    bool has_point = l->program->stage == ISA_DOMAIN;
    if (operand->index_count < 1u + has_point || !stage->inputs)
        return lower_fail(l, SM5_ERR_SUPPORT);
    ir_ref address = has_point ? point_of(l, &operand->index[0]) : record(l);
    ir_ref offset = offset_of(l, &operand->index[has_point], stage->inputs, component);
    return load(l, IR_STAGE_INPUTS, address, offset);
}

static ir_ref read_constant(struct lower *l, const struct program_operand *operand, unsigned component)
{
    uint32_t registers = l->program->decls.stage.constants;
    if (l->program->stage != ISA_DOMAIN || operand->index_count < 1 || !registers)
        return lower_fail(l, SM5_ERR_SUPPORT);
    return load(l, IR_STAGE_CONSTANTS, patch(l), offset_of(l, &operand->index[0], registers, component));
}

ir_ref lower_stage_read(struct lower *l, const struct program_operand *operand, unsigned component)
{
    if (l->stage_slots == IR_NONE)
        return lower_fail(l, SM5_ERR_SUPPORT);
    switch (operand->file) {
    case ISA_FILE_INPUT:
    case ISA_FILE_INPUT_CONTROL_POINT: return read_input(l, operand, component);
    case ISA_FILE_PATCH_CONSTANT: return read_constant(l, operand, component);
    case ISA_FILE_DOMAIN_POINT:
        return component < 3 ? load(l, IR_STAGE_LOCATIONS, record(l), constant(l, 4 * component))
                             : constant(l, 0);
    default: return lower_fail(l, SM5_ERR_SUPPORT);
    }
}

/* ---- writing ---- */

/* Component of the last register that a value of the pixel's own goes to; 4: it is no such file. */
static unsigned special_of(uint8_t file)
{
    switch (file) {
    case ISA_FILE_OUTPUT_DEPTH:
    case ISA_FILE_OUTPUT_DEPTH_GE:
    case ISA_FILE_OUTPUT_DEPTH_LE: return 0;
    case ISA_FILE_OUTPUT_MASK: return 1;
    case ISA_FILE_OUTPUT_STENCIL_REF: return 2;
    default: return 4;
    }
}

bool lower_stage_writes(const struct lower *l, const struct program_operand *operand)
{
    return l->stage_slots != IR_NONE && (operand->file == ISA_FILE_OUTPUT || special_of(operand->file) < 4);
}

ir_ref lower_stage_place(struct lower *l, const struct program_operand *operand, unsigned component)
{
    const struct program_stage *stage = &l->program->decls.stage;
    unsigned special = special_of(operand->file);
    if (special < 4)
        return constant(l, stage->special * RECORD_BYTES + 4 * special);
    if (operand->index_count < 1)
        return lower_fail(l, SM5_ERR_SUPPORT);
    return offset_of(l, &operand->index[0], stage->outputs, component);
}

void lower_stage_write(struct lower *l, ir_ref place, ir_ref value)
{
    struct ir_value v = access_of(l, IR_STAGE_OUTPUTS, IR_STORE);
    const ir_ref args[] = {record(l), place, value};
    bool is_constant = !l->status && lower_value(l, place)->kind == IR_CONST;
    if (is_constant && lower_value(l, place)->word + 4 > l->program->decls.resources[v.slot].stride)
        return;
    lower_effect(l, &v, args, 3);
    lower_touch(l, v.slot);
}

/* ---- who takes part ---- */

/* Threads past the last invocation, and pixels that are not covered, which compute for their quads alone. */
ir_ref lower_stage_absent(struct lower *l)
{
    ir_ref past = lane2(l, ISA_UGE, record(l), parameter(l, IR_STAGE_COUNT));
    if (l->program->stage != ISA_PIXEL)
        return past;
    ir_ref coverage = load(l, IR_STAGE_COVERAGE, record(l), constant(l, 0));
    ir_ref helper = lane2(l, ISA_IEQ, coverage, constant(l, 0));
    helper = lane2(l, ISA_AND, helper, parameter(l, IR_STAGE_COVERED));
    return lane2(l, ISA_OR, past, helper);
}
