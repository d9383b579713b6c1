/* Lowers stages other than compute to compute programs: an invocation is a thread, input and output
   registers are structures in memory, bound by the host after the program's own resources (jit_stage.c).
   lower_hull.c has the phases of hull shaders, lower_geometry.c the o# of geometry shaders, lower_quad.c
   quads of pixels. */
#include "ir/lower/lower.h"

enum { RECORD_BYTES = 16, ID = 0x40000000 }; /* unused by declarations, whose registers are below 2^24 */

/* ---- what is declared ---- */

static struct program_resource records(uint8_t file, uint32_t stride)
{
    return (struct program_resource){
        .file = file, .dimension = ISA_DIM_STRUCTURED, .stride = stride ? stride : RECORD_BYTES};
}

static void declare(const struct sm5_program *program, struct program_resource *at)
{
    const struct program_stage *stage = &program->decls.stage;
    uint8_t constants = program->stage == ISA_HULL ? ISA_FILE_UAV : ISA_FILE_SRV;
    at[IR_STAGE_INPUTS] = records(ISA_FILE_SRV, stage->inputs * RECORD_BYTES);
    at[IR_STAGE_OUTPUTS] = records(ISA_FILE_UAV, stage->outputs * RECORD_BYTES);
    at[IR_STAGE_CONSTANTS] = records(constants, stage->constants * RECORD_BYTES);
    at[IR_STAGE_LOCATIONS] = records(ISA_FILE_SRV, 3 * sizeof(float));
    at[IR_STAGE_PATCHES] = records(ISA_FILE_SRV, sizeof(uint32_t));
    at[IR_STAGE_COVERAGE] = records(ISA_FILE_SRV, sizeof(uint32_t));
    at[IR_STAGE_PRIMITIVES] = records(ISA_FILE_SRV, sizeof(uint32_t));
    if (program->stage == ISA_GEOMETRY)
        lower_geometry_declare(stage, at);
    at[IR_STAGE_DISCARDED] = records(ISA_FILE_UAV, sizeof(uint32_t));
    at[IR_STAGE_POSITIONS] = records(ISA_FILE_SRV, 2 * sizeof(int32_t));
    at[IR_STAGE_PARAMETERS] =
        (struct program_resource){.file = ISA_FILE_CBUFFER, .count = (IR_STAGE_PARAMETER_WORDS + 3) / 4};
    for (uint32_t i = 0; i < IR_STAGE_SLOTS; i++)
        at[i].id = at[i].lower = at[i].upper = ID + i;
}

bool lower_stage_takes(const struct sm5_program *program)
{
    return program->stage != ISA_COMPUTE;
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
    declare(l->program, resources + decls->resource_count);
    made->decls.resources = resources;
    made->decls.resource_count = (uint32_t)count;
    made->decls.thread_group[0] = IR_STAGE_THREADS * lower_hull_threads(&decls->stage);
    made->decls.thread_group[1] = made->decls.thread_group[2] = 1;
    l->stage_slots = decls->resource_count;
    l->program = l->f->program = made;
    return true;
}

/* ---- the memory of registers ---- */

uint32_t lower_stage_slot(const struct lower *l, enum ir_stage_slot slot)
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

struct ir_value lower_stage_access(struct lower *l, enum ir_stage_slot slot, uint8_t kind)
{
    uint32_t at = lower_stage_slot(l, slot);
    return (struct ir_value){.kind = kind,
                             .access = IR_STRUCTURED,
                             .results = kind == IR_LOAD,
                             .slot = at,
                             .view = lower_view(l, at, ID + (uint32_t)slot)};
}

ir_ref lower_stage_parameter(struct lower *l, enum ir_stage_parameter parameter)
{
    uint32_t at = lower_stage_slot(l, IR_STAGE_PARAMETERS);
    struct ir_value v = {.kind = IR_CBUFFER,
                         .component = (uint8_t)(parameter % 4),
                         .results = 1,
                         .base = parameter / 4,
                         .slot = at,
                         .view = lower_view(l, at, ID + IR_STAGE_PARAMETERS)};
    ir_ref none[2] = {0};
    return lower_read(l, &v, none, 2, 0);
}

ir_ref lower_stage_load(struct lower *l, enum ir_stage_slot slot, ir_ref address, ir_ref offset)
{
    struct ir_value v = lower_stage_access(l, slot, IR_LOAD);
    const ir_ref args[] = {address, offset};
    return l->status ? 0 : lower_read(l, &v, args, 2, l->class_epoch[v.slot]);
}

/* Number of the invocation: batches are numbered across rows of groups. */
static ir_ref record(struct lower *l)
{
    ir_ref row =
        lane2(l, ISA_IMUL, lower_system(l, IR_GROUP_Y), constant(l, IR_GROUPS_MOST * IR_STAGE_THREADS));
    return lane2(l, ISA_IADD, lower_part(l, row, 1), lower_system(l, IR_THREAD_X));
}

/* Sets up the thread's records. Hull shaders do it for each phase. */
static void begin(struct lower *l)
{
    const struct program_stage *stage = &l->program->decls.stage;
    struct lower_self *self = &l->self;
    self->record = self->item = record(l);
    if (l->program->stage == ISA_DOMAIN)
        self->item = lower_stage_load(l, IR_STAGE_PATCHES, self->record, constant(l, 0));
    if (l->program->stage != ISA_GEOMETRY || stage->instances == 1)
        return;
    ir_ref parts[2], instances = constant(l, stage->instances);
    lower_parts(l, lane2(l, ISA_UDIV, self->record, instances), parts);
    self->item = parts[0];
    self->instance = parts[1];
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

/* Record `vertex` of the thread's patch or primitive; past the end when it has fewer. */
static ir_ref point_of(struct lower *l, const struct program_index *index, uint32_t points)
{
    uint32_t base;
    ir_ref relative = lower_index(l, index, &base);
    if (relative && relative == l->self.instance && !base && points == l->self.each)
        return l->self.own; /* the control point with the thread's number: their records are consecutive */
    ir_ref first = lower_part(l, lane2(l, ISA_IMUL, l->self.item, constant(l, points)), 1);
    if (!relative)
        return base < points ? lane2(l, ISA_IADD, first, constant(l, base)) : constant(l, UINT32_MAX);
    ir_ref vertex = lane2(l, ISA_IADD, relative, constant(l, base));
    ir_ref exists = lane2(l, ISA_ULT, vertex, constant(l, points));
    ir_ref at = lane2(l, ISA_IADD, first, vertex);
    return lower_lane(l, ISA_MOVC, (const ir_ref[]){exists, at, constant(l, UINT32_MAX)}, 3);
}

/* ---- reading ---- */

/* Registers of `points` records of each patch or primitive, by vertex and number. */
static ir_ref read_point(struct lower *l, enum ir_stage_slot slot, const struct program_operand *operand,
                         uint32_t points, uint32_t registers, unsigned component)
{
    if (operand->index_count < 2 || !registers)
        return lower_fail(l, SM5_ERR_SUPPORT);
    ir_ref address = point_of(l, &operand->index[0], points);
    return lower_stage_load(l, slot, address, offset_of(l, &operand->index[1], registers, component));
}

/* Of one record. */
static ir_ref read_own(struct lower *l, enum ir_stage_slot slot, const struct program_operand *operand,
                       uint32_t registers, unsigned component)
{
    if (operand->index_count < 1 || !registers)
        return lower_fail(l, SM5_ERR_SUPPORT);
    return lower_stage_load(l, slot, l->self.item, offset_of(l, &operand->index[0], registers, component));
}

static ir_ref read_input(struct lower *l, const struct program_operand *operand, unsigned component)
{
    const struct program_stage *stage = &l->program->decls.stage;
    switch (l->program->stage) {
    case ISA_GEOMETRY:
        return read_point(l, IR_STAGE_INPUTS, operand, stage->vertices_in, stage->inputs, component);
    case ISA_HULL:
    case ISA_DOMAIN:
        return read_point(l, IR_STAGE_INPUTS, operand, stage->points_in, stage->inputs, component);
    default: return read_own(l, IR_STAGE_INPUTS, operand, stage->inputs, component);
    }
}

static ir_ref read_primitive(struct lower *l)
{
    ir_ref given = lower_stage_load(l, IR_STAGE_PRIMITIVES, l->self.item, constant(l, 0));
    const ir_ref args[] = {lower_stage_parameter(l, IR_STAGE_NUMBERED), given, l->self.item};
    return lower_lane(l, ISA_MOVC, args, 3);
}

ir_ref lower_stage_read(struct lower *l, const struct program_operand *operand, unsigned component)
{
    const struct program_stage *stage = &l->program->decls.stage;
    enum isa_stage kind = l->program->stage;
    bool has_patch = kind == ISA_HULL || kind == ISA_DOMAIN;
    if (l->stage_slots == IR_NONE)
        return lower_fail(l, SM5_ERR_SUPPORT);
    switch (operand->file) {
    case ISA_FILE_INPUT:
    case ISA_FILE_INPUT_CONTROL_POINT: return read_input(l, operand, component);
    case ISA_FILE_OUTPUT_CONTROL_POINT:
        if (kind == ISA_HULL)
            return read_point(l, IR_STAGE_OUTPUTS, operand, stage->points_out, stage->outputs, component);
        break;
    case ISA_FILE_PATCH_CONSTANT:
        if (has_patch)
            return read_own(l, IR_STAGE_CONSTANTS, operand, stage->constants, component);
        break;
    case ISA_FILE_DOMAIN_POINT:
        if (kind == ISA_DOMAIN)
            return component < 3
                       ? lower_stage_load(l, IR_STAGE_LOCATIONS, l->self.record, constant(l, 4 * component))
                       : constant(l, 0);
        break;
    case ISA_FILE_PRIMITIVE_ID:
        if (has_patch || kind == ISA_GEOMETRY)
            return read_primitive(l);
        break;
    case ISA_FILE_OUTPUT_CONTROL_POINT_ID:
    case ISA_FILE_FORK_INSTANCE_ID:
    case ISA_FILE_JOIN_INSTANCE_ID:
    case ISA_FILE_GS_INSTANCE_ID:
        if (kind == ISA_HULL || kind == ISA_GEOMETRY)
            return l->self.instance ? l->self.instance : constant(l, 0);
        break;
    case ISA_FILE_COVERAGE:
        if (kind == ISA_PIXEL)
            return lower_quad_coverage(l);
        break;
    case ISA_FILE_INNER_COVERAGE:
        if (kind == ISA_PIXEL)
            return lower_quad_inner_coverage(l);
        break;
    default: break;
    }
    return lower_fail(l, SM5_ERR_SUPPORT);
}

/* ---- writing ---- */

bool lower_stage_writes(const struct lower *l, const struct program_operand *operand)
{
    if (l->stage_slots == IR_NONE || l->program->stage == ISA_GEOMETRY)
        return false;
    return operand->file == ISA_FILE_OUTPUT || program_special_mask(operand->file);
}

ir_ref lower_stage_place(struct lower *l, const struct program_operand *operand, unsigned component)
{
    const struct program_stage *stage = &l->program->decls.stage;
    uint8_t special = program_special_mask(operand->file);
    if (special)
        return constant(l, stage->special * RECORD_BYTES + 4 * (uint32_t)__builtin_ctz(special));
    if (operand->index_count < 1)
        return lower_fail(l, SM5_ERR_SUPPORT);
    uint32_t registers = program_writes_patch(l->program, l->at) ? stage->constants : stage->outputs;
    return offset_of(l, &operand->index[0], registers, component);
}

void lower_stage_write(struct lower *l, ir_ref place, ir_ref value)
{
    bool is_patch = program_writes_patch(l->program, l->at);
    struct ir_value v = lower_stage_access(l, is_patch ? IR_STAGE_CONSTANTS : IR_STAGE_OUTPUTS, IR_STORE);
    const ir_ref args[] = {is_patch ? l->self.item : l->self.record, place, value};
    bool is_constant = !l->status && lower_value(l, place)->kind == IR_CONST;
    if (is_constant && lower_value(l, place)->word + 4 > l->program->decls.resources[v.slot].stride)
        return;
    lower_effect(l, &v, args, 3);
    lower_touch(l, v.slot);
}

/* ---- padding threads ---- */

/* True for threads past the last invocation. */
static ir_ref absent(struct lower *l)
{
    return lane2(l, ISA_UGE, l->self.record, lower_stage_parameter(l, IR_STAGE_COUNT));
}

void lower_stage_main(struct lower *l, uint32_t end)
{
    begin(l);
    if (l->program->stage == ISA_PIXEL)
        lower_quad_prepare(l);
    lower_leave_where(l, absent(l));
    if (l->program->stage == ISA_PIXEL)
        lower_quad_open(l);
    if (l->program->stage == ISA_GEOMETRY)
        lower_geometry_main(l, end);
    else
        lower_range(l, 0, end);
}
