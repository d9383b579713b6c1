/* Geometry shaders: o# are thread-local registers; an emit stores them as a vertex of the batch (see
   ir.h). The number of vertices that a thread has emitted, and the position of the latest vertex of each
   stream, are lowering variables: in straight-line code they are constants. */
#include "ir/lower/lower.h"

enum { REGISTER_BYTES = 16, MARK_BYTES = 4, WORD_BYTES = 4 };

void lower_geometry_declare(const struct program_stage *stage, struct program_resource *slots)
{
    slots[IR_STAGE_OUTPUTS].stride = stage->outputs * REGISTER_BYTES + MARK_BYTES;
    slots[IR_STAGE_CONSTANTS].file = ISA_FILE_UAV;
    slots[IR_STAGE_CONSTANTS].stride = WORD_BYTES;
}

static uint32_t variable(const struct lower *l, enum lower_stream_variable which)
{
    return l->stream_first + (uint32_t)which;
}

static ir_ref value_of(const struct lower *l, enum lower_stream_variable which)
{
    return l->variables[variable(l, which)];
}

static void store(struct lower *l, enum ir_stage_slot slot, ir_ref address, uint32_t offset, ir_ref value)
{
    struct ir_value v = lower_stage_access(l, slot, IR_STORE);
    lower_effect(l, &v, (const ir_ref[]){address, lower_constant(l, offset), value}, 3);
}

/* ---- emit and cut ---- */

static void store_mark(struct lower *l, ir_ref vertex, uint32_t mark)
{
    uint32_t offset = l->program->decls.stage.outputs * REGISTER_BYTES;
    store(l, IR_STAGE_OUTPUTS, vertex, offset, lower_constant(l, mark));
}

static void store_outputs(struct lower *l, ir_ref vertex)
{
    uint32_t registers = l->program->decls.stage.outputs;
    for (uint32_t i = 0; i < registers * 4; i++) {
        if (!l->written[i])
            continue;
        struct program_operand word = {.file = ISA_FILE_OUTPUT, .index_count = 1, .index[0].imm = i / 4};
        store(l, IR_STAGE_OUTPUTS, vertex, i * WORD_BYTES, lower_register(l, &word, i % 4));
    }
}

/* D3D11.3 22.3.5: the invocation ends with its last vertex. */
static void emit(struct lower *l, uint32_t stream, bool cuts)
{
    ir_ref emitted = value_of(l, LOWER_EMITTED), one = lower_constant(l, 1);
    ir_ref row = lower_lane(l, ISA_ISHL, (const ir_ref[]){emitted, lower_constant(l, 5)}, 2);
    ir_ref vertex = lower_lane(l, ISA_IADD, (const ir_ref[]){lower_system(l, IR_FLAT), row}, 2);
    _Static_assert(IR_STAGE_THREADS == 1 << 5, "the shift above");
    if (l->status)
        return;
    store_outputs(l, vertex);
    store_mark(l, vertex, cuts ? stream | IR_MARK_CUT : stream);
    emitted = lower_lane(l, ISA_IADD, (const ir_ref[]){emitted, one}, 2);
    lower_assign(l, variable(l, LOWER_LATEST + stream), vertex);
    lower_assign(l, variable(l, LOWER_EMITTED), emitted);
    ir_ref most = lower_constant(l, l->program->decls.stage.max_vertices);
    lower_end_where(l, lower_lane(l, ISA_IEQ, (const ir_ref[]){emitted, most}, 2));
}

/* Without an emitted vertex there is nothing to mark. */
static void cut(struct lower *l, uint32_t stream)
{
    ir_ref vertex = value_of(l, LOWER_LATEST + stream);
    if (!lower_is(l, vertex, UINT32_MAX))
        store_mark(l, vertex, stream | IR_MARK_CUT);
}

void lower_geometry_stream(struct lower *l)
{
    const struct program_instr *instr = lower_instr(l);
    uint32_t stream = 0;
    if (instr->operand_count && instr->operands[0].index_count)
        stream = (uint32_t)instr->operands[0].index[0].imm;
    if (l->program->stage != ISA_GEOMETRY || stream > IR_MARK_STREAM) {
        lower_fail(l, SM5_ERR_SUPPORT);
        return;
    }
    if (isa_has(instr->opcode, ISA_EMITS))
        emit(l, stream, isa_has(instr->opcode, ISA_CUTS));
    else
        cut(l, stream);
}

/* ---- the main routine ---- */

/* Words of o# that no instruction writes are 0 in the vertex memory. */
static void find_written(struct lower *l)
{
    uint32_t words = 4 * l->program->decls.stage.outputs, count;
    const uint32_t *assigned = lower_assigned(l, 0, l->program->instr_count, &count, false);
    l->written = arena_array(&l->f->arena, words + 1, sizeof *l->written);
    if (!l->written || !assigned) {
        lower_fail(l, SM5_ERR_MEMORY);
        return;
    }
    for (uint32_t i = 0; i < words; i++)
        l->written[i] = l->outputs.is_array;
    for (uint32_t i = 0; i < count; i++)
        if (!l->outputs.is_array && assigned[i] - l->outputs.first < words)
            l->written[assigned[i] - l->outputs.first] = true;
}

static void main_body(struct lower *l, void *context)
{
    const uint32_t *end = context;
    lower_range(l, 0, *end);
}

/* After the scope that every return of the thread leaves, the thread stores its number of vertices. */
void lower_geometry_main(struct lower *l, uint32_t end)
{
    ir_ref none = lower_constant(l, UINT32_MAX);
    find_written(l);
    for (uint32_t i = 0; i <= IR_MARK_STREAM; i++)
        lower_assign(l, variable(l, LOWER_LATEST + i), none);
    lower_make_scope(l, 0, end, true, main_body, &end);
    if (!l->status)
        store(l, IR_STAGE_CONSTANTS, lower_system(l, IR_FLAT), 0, value_of(l, LOWER_EMITTED));
}
