/* The block tree of a program: its routines (main, subroutines, hull phases) and the ifs, loops and switches
   in them. */
#ifndef SM5_PROGRAM_BLOCKS_H
#define SM5_PROGRAM_BLOCKS_H

#include "base/base.h"
#include "isa/isa.h"

#define PROGRAM_NONE UINT32_MAX

enum { PROGRAM_NESTING = LIMIT_NESTING };

struct program_block {
    uint16_t
        opener; /* ISA_IF, _LOOP, _SWITCH; a routine: ISA_LABEL, a phase marker, or ISA_OPCODE_COUNT: main */
    uint32_t depth;  /* 0: a routine */
    uint32_t parent; /* block; PROGRAM_NONE: a routine */
    uint32_t loop,
        exit; /* blocks that continue and break in this one refer to: itself, an outer one or PROGRAM_NONE */
    uint32_t first, end; /* instructions: opener and closer; a routine ends after its last instruction */
    uint32_t split;      /* instruction: the else, or the first case or default; else PROGRAM_NONE */
    uint32_t otherwise;  /* instruction: the first default; else PROGRAM_NONE */
};

enum program_block_error {
    PROGRAM_BLOCK_OK,
    PROGRAM_BLOCK_NESTING,    /* an opener deeper than PROGRAM_NESTING */
    PROGRAM_BLOCK_UNOPENED,   /* else, case, default or a closer that is not directly in its block */
    PROGRAM_BLOCK_ELSE_TWICE, /* a second else in an if */
    PROGRAM_BLOCK_JUMP,       /* break or continue that no block around it allows */
    PROGRAM_BLOCK_UNCLOSED    /* a label, a phase or the end of the program inside a block */
};

/* Zero-initialise to use. From an error on the tree is unreliable. */
struct program_blocks {
    VEC(struct program_block) list; /* in the order of their openers; 0: main */
    VEC(uint32_t) of; /* by instruction: innermost block; of openers, closers, else and cases: theirs */
    uint32_t open;    /* innermost open block */
    uint32_t deepest;
    enum program_block_error error; /* the first */
    uint32_t error_at, error_block; /* its instruction; the innermost block open there */
    bool no_memory;
};

/* Appends an instruction; returns its error. */
enum program_block_error program_blocks_add(struct program_blocks *blocks, uint16_t opcode);
/* Ends the last routine. */
void program_blocks_end(struct program_blocks *blocks);
void program_blocks_free(struct program_blocks *blocks);

#endif
