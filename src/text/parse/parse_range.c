/* Ranges of Shader Model 5.1 as RenderDoc spells them. fxc declares `T0[5:5], space=1` and uses `T0[5].x`;
   RenderDoc declares `T0 space=1,reg=5` and uses `T0.x`, for ranges of one register. */
#include "text/parse/parse.h"

enum { RANGE_FILES = 4, RANGE_IDS = 1024 };

struct range_table {
    struct {
        bool known;
        uint32_t lower;
    } range[RANGE_FILES][RANGE_IDS];
};

static int range_file(uint8_t file)
{
    switch (file) {
    case ISA_FILE_SRV: return 0;
    case ISA_FILE_UAV: return 1;
    case ISA_FILE_SAMPLER: return 2;
    case ISA_FILE_CBUFFER: return 3;
    default: return -1;
    }
}

bool range_define(struct parser *p, const struct program_operand *operand)
{
    int file = range_file(operand->file);
    uint64_t id = operand->index[0].imm;
    if (file < 0 || id >= RANGE_IDS)
        return true;
    if (!p->ranges && !(p->ranges = arena_alloc(p->arena, sizeof *p->ranges)))
        return parse_no_memory(p);
    p->ranges->range[file][id].known = true;
    p->ranges->range[file][id].lower = (uint32_t)operand->index[1].imm;
    return true;
}

void range_complete(const struct parser *p, struct program_operand *operand)
{
    int file = range_file(operand->file);
    unsigned indices = isa_file(operand->file)->indices;
    if (file < 0 || !p->ranges || operand->index_count != indices || operand->index[0].relative ||
        operand->index[0].imm >= RANGE_IDS || !p->ranges->range[file][operand->index[0].imm].known)
        return;
    uint32_t lower = p->ranges->range[file][operand->index[0].imm].lower;
    operand->index[2] = operand->index[1];
    operand->index[1] = (struct program_index){.form = ISA_INDEX_IMM32, .imm = lower};
    operand->index_count++;
}
