/* Compute shaders of Shader Model 4: one u#, and shared memory in which a thread writes only its own
   structures (D3D11.3 18.7.2). */
#include "validate/validate_state.h"

static uint32_t threads_of(const struct program_decls *decls)
{
    return decls->thread_group[0] * decls->thread_group[1] * decls->thread_group[2];
}

/* Bytes of all g# that one thread may write, by the size of the group (D3D11.3 18.7.2.8). */
static uint32_t thread_byte_limit(uint32_t threads)
{
    static const struct {
        uint16_t threads, bytes;
    } rows[] = {
        {64, 256},  {68, 240},  {72, 224}, {76, 208}, {84, 192}, {92, 176}, {100, 160}, {112, 144},
        {128, 128}, {144, 112}, {168, 96}, {204, 80}, {256, 64}, {340, 48}, {512, 32},  {768, 16},
    };
    for (size_t i = 0; i < BASE_COUNT(rows); i++)
        if (threads <= rows[i].threads)
            return rows[i].bytes;
    return 0;
}

static void check_views(struct validate *v)
{
    const struct program_decls *decls = &v->program->decls;
    uint32_t count = 0;
    for (uint32_t i = 0; i < decls->resource_count; i++) {
        v->at = decls->resources[i].instr;
        if (decls->resources[i].file == ISA_FILE_UAV && ++count == 2)
            VALIDATE_REPORT(v, VALIDATE_CS4_VIEWS);
    }
}

static void check_shared(struct validate *v)
{
    const struct program_decls *decls = &v->program->decls;
    uint32_t threads = threads_of(decls), limit = thread_byte_limit(threads);
    uint64_t strides = 0;
    for (uint32_t i = 0; i < decls->resource_count; i++) {
        const struct program_resource *g = &decls->resources[i];
        if (g->file != ISA_FILE_TGSM)
            continue;
        bool fitted = strides <= limit;
        v->at = g->instr;
        strides += g->stride;
        if (g->count != threads)
            VALIDATE_REPORT(v, VALIDATE_CS4_COUNT, g->id, g->count, threads);
        if (fitted && strides > limit)
            VALIDATE_REPORT(v, VALIDATE_CS4_BYTES, (unsigned)strides, limit, threads);
    }
}

static void check_store(struct validate *v, const struct program_instr *instr)
{
    const struct program_operand *operands = instr->operands;
    if (operands[0].file != ISA_FILE_TGSM)
        return;
    v->operand = 1;
    if (operands[1].file != ISA_FILE_THREAD_ID_IN_GROUP_FLATTENED)
        VALIDATE_REPORT(v, VALIDATE_CS4_OWN_ELEMENT);
    v->operand = 2;
    if (operands[2].file != ISA_FILE_IMM32)
        VALIDATE_REPORT(v, VALIDATE_CS4_OFFSET);
    v->operand = VALIDATE_NO_OPERAND;
}

void validate_compute4(struct validate *v)
{
    check_views(v);
    check_shared(v);
    for (v->at = 0; v->at < v->program->instr_count; v->at++)
        if (validate_instr(v)->opcode == ISA_STORE_STRUCTURED)
            check_store(v, validate_instr(v));
    v->at = v->program->instr_count;
}
