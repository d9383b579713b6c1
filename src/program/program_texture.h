/* A texture instruction, decoded for the engines. */
#ifndef SM5_PROGRAM_TEXTURE_H
#define SM5_PROGRAM_TEXTURE_H

#include "program/program.h"

/* The inputs of a lane by meaning, a word each. */
enum texture_read {
    READ_COORD,                   /* four: coordinates, array slice; ld: mip level last */
    READ_DDX = READ_COORD + 4,    /* three */
    READ_DDY = READ_DDX + 3,      /* three */
    READ_OFFSET = READ_DDY + 3,   /* two, of gather4_po */
    READ_VALUE = READ_OFFSET + 2, /* four: stored texel; operands of an atomic */
    READ_LOD = READ_VALUE + 4,
    READ_BIAS,
    READ_CLAMP,
    READ_REFERENCE,
    READ_INDEX, /* sample index; mip level of resinfo */
    READ_COUNT
};

enum { PROGRAM_NO_OPERAND = 0xff };

struct program_texture {
    uint8_t kind; /* enum isa_access */
    uint16_t opcode;
    uint8_t dimension; /* of the declaration */
    uint8_t form;      /* queries: return form, numbered as in resinfo */
    uint8_t component; /* gathers: component of the texel */
    uint8_t axes;      /* coordinates that have derivatives */
    bool derives;      /* derivatives are computed from the quad */
    bool compares;
    int8_t offset[3];
    uint8_t texture, sampler, dst, status; /* operands; PROGRAM_NO_OPERAND: none */
    /* The source of each word: a position of an operand; PROGRAM_NO_OPERAND: not read. */
    struct {
        uint8_t operand, position;
    } reads[READ_COUNT];
};

bool program_is_texture(const struct program_resource *resource);
/* False: not a texture instruction. `dimension`: of the declared texture; ISA_DIM_TEXTURE2DMS for the
   rasterizer. */
bool program_texture_of(const struct program_instr *instr, uint8_t dimension, struct program_texture *out);
/* The dimension that the instruction itself specifies (_indexable), for textures selected at run time. */
uint8_t program_texture_dimension(const struct program_instr *instr);
/* The operand that is the texture. */
unsigned program_texture_operand(const struct program_instr *instr);

#endif
