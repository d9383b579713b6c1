/* What an instruction that works on a texture asks: the same for every engine. */
#ifndef SM5_PROGRAM_TEXTURE_H
#define SM5_PROGRAM_TEXTURE_H

#include "program/program.h"

/* Words that a lane hands in, by what they mean. */
enum texture_read {
    READ_COORD,                   /* four: texture coordinates, layer; ld: the mip last */
    READ_DDX = READ_COORD + 4,    /* three */
    READ_DDY = READ_DDX + 3,      /* three */
    READ_OFFSET = READ_DDY + 3,   /* two, of gather4_po */
    READ_VALUE = READ_OFFSET + 2, /* four: stored; operands of an atomic */
    READ_LOD = READ_VALUE + 4,
    READ_BIAS,
    READ_CLAMP,
    READ_REFERENCE,
    READ_INDEX, /* of a sample; of resinfo's mip */
    READ_COUNT
};

enum { PROGRAM_NO_OPERAND = 0xff };

struct program_texture {
    uint8_t kind; /* enum isa_access */
    uint16_t opcode;
    uint8_t dimension; /* of the declaration */
    uint8_t form;      /* queries: the return form, as the token numbers it */
    uint8_t component; /* gathers: of the texel */
    uint8_t axes;      /* coordinates that derivatives are of */
    bool derives;      /* derivatives are those of the quad */
    bool compares;
    int8_t offset[3];
    uint8_t texture, sampler, dst, status; /* operands, PROGRAM_NO_OPERAND: none */
    /* Where each word comes from: position of an operand, PROGRAM_NO_OPERAND: nowhere. */
    struct {
        uint8_t operand, position;
    } reads[READ_COUNT];
};

bool program_is_texture(const struct program_resource *resource);
/* False when the row does not work on textures. `dimension`: of the declared texture, or of the rasterizer
   ISA_DIM_TEXTURE2DMS. */
bool program_texture_of(const struct program_instr *instr, uint8_t dimension, struct program_texture *out);
/* Of a texture that is declared nowhere the instruction alone tells (_indexable). */
uint8_t program_texture_said(const struct program_instr *instr);
/* The operand that names the texture. */
unsigned program_texture_operand(const struct program_instr *instr);

#endif
