#include "program/program_blocks.h"

#include <stdlib.h>

#include "isa/isa.h"

static struct program_block *innermost(struct program_blocks *b)
{
    return &b->list.data[b->open];
}

static enum program_block_error fail(struct program_blocks *b, enum program_block_error error)
{
    if (!b->error) {
        b->error = error;
        b->error_at = (uint32_t)b->of.count;
        b->error_block = b->open;
    }
    return error;
}

static void push(struct program_blocks *b, struct program_block block)
{
    block.first = (uint32_t)b->of.count;
    block.end = block.split = block.otherwise = PROGRAM_NONE;
    if (VEC_PUSH(&b->list, block))
        b->open = (uint32_t)b->list.count - 1;
    else
        b->no_memory = true;
}

static enum program_block_error open_routine(struct program_blocks *b, uint16_t opcode)
{
    if (b->list.count && innermost(b)->depth)
        return fail(b, PROGRAM_BLOCK_UNCLOSED);
    if (b->list.count)
        innermost(b)->end = (uint32_t)b->of.count;
    push(b, (struct program_block){
                .opener = opcode, .parent = PROGRAM_NONE, .loop = PROGRAM_NONE, .exit = PROGRAM_NONE});
    return PROGRAM_BLOCK_OK;
}

static enum program_block_error open_block(struct program_blocks *b, uint16_t opcode)
{
    const struct program_block *parent = innermost(b);
    uint32_t depth = parent->depth + 1, self = (uint32_t)b->list.count;
    b->deepest = depth > b->deepest ? depth : b->deepest;
    push(b, (struct program_block){.opener = opcode,
                                   .depth = depth,
                                   .parent = b->open,
                                   .loop = opcode == ISA_LOOP ? self : parent->loop,
                                   .exit = opcode == ISA_IF ? parent->exit : self});
    return depth > PROGRAM_NESTING ? fail(b, PROGRAM_BLOCK_NESTING) : PROGRAM_BLOCK_OK;
}

/* else, case, default and the closers */
static enum program_block_error split_or_close(struct program_blocks *b, uint16_t opcode)
{
    struct program_block *block = innermost(b);
    uint32_t at = (uint32_t)b->of.count;
    if (block->opener != isa_block_opener(opcode))
        return fail(b, PROGRAM_BLOCK_UNOPENED);
    if (isa_block_closer(block->opener) == opcode) {
        block->end = at;
        b->open = block->parent;
        return PROGRAM_BLOCK_OK;
    }
    if (opcode == ISA_ELSE && block->split != PROGRAM_NONE)
        return fail(b, PROGRAM_BLOCK_ELSE_TWICE);
    if (block->split == PROGRAM_NONE)
        block->split = at;
    if (opcode == ISA_DEFAULT && block->otherwise == PROGRAM_NONE)
        block->otherwise = at;
    return PROGRAM_BLOCK_OK;
}

static enum program_block_error check_jump(struct program_blocks *b, uint32_t target)
{
    return target == PROGRAM_NONE ? fail(b, PROGRAM_BLOCK_JUMP) : PROGRAM_BLOCK_OK;
}

static enum program_block_error add(struct program_blocks *b, uint16_t opcode)
{
    switch (isa_flow(opcode)) {
    case ISA_FLOW_IF:
    case ISA_FLOW_LOOP:
    case ISA_FLOW_SWITCH: return open_block(b, opcode);
    case ISA_FLOW_ELSE:
    case ISA_FLOW_CASE:
    case ISA_FLOW_DEFAULT:
    case ISA_FLOW_ENDIF:
    case ISA_FLOW_ENDLOOP:
    case ISA_FLOW_ENDSWITCH: return split_or_close(b, opcode);
    case ISA_FLOW_BREAK: return check_jump(b, innermost(b)->exit);
    case ISA_FLOW_CONTINUE: return check_jump(b, innermost(b)->loop);
    case ISA_FLOW_LABEL:
    case ISA_FLOW_PHASE: return open_routine(b, opcode);
    default: return PROGRAM_BLOCK_OK;
    }
}

enum program_block_error program_blocks_add(struct program_blocks *b, uint16_t opcode)
{
    if (!b->list.count)
        open_routine(b, ISA_OPCODE_COUNT);
    if (b->no_memory)
        return PROGRAM_BLOCK_OK;
    uint32_t before = b->open;
    enum program_block_error error = add(b, opcode);
    bool closes = b->open == b->list.data[before].parent;
    b->no_memory |= !VEC_PUSH(&b->of, closes ? before : b->open);
    return error;
}

void program_blocks_end(struct program_blocks *b)
{
    if (!b->list.count)
        open_routine(b, ISA_OPCODE_COUNT);
    if (b->no_memory)
        return;
    if (innermost(b)->depth)
        fail(b, PROGRAM_BLOCK_UNCLOSED);
    else
        innermost(b)->end = (uint32_t)b->of.count;
}

void program_blocks_free(struct program_blocks *b)
{
    VEC_FREE(&b->list);
    VEC_FREE(&b->of);
}
