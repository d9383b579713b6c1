/* The arithmetic of the instruction set over lanes: one function a row of isa.def whose form is of the lane
   kind. lanes.c makes them from the table; it is compiled once for each instruction set of the
   processor. */
#ifndef SM5_NUMERIC_LANES_H
#define SM5_NUMERIC_LANES_H

#include "isa/isa.h"

enum { LANE_ALIGN = 64, LANE_STEP = 16 };

/* Source k of a form stands in s[2k], a double's high word in s[2k + 1]. Dot products: components of the
   first source in s[0..3], of the second in s[4..7]. Destination k in d[k]; a double's low word in d[0], high
   in d[1]. All columns are 64-byte aligned, `n` is a multiple of 16. A destination may be one of the sources.
 */
struct lane_args {
    uint32_t n;
    const uint32_t *mask; /* all ones or 0 a lane; NULL: every lane */
    uint32_t *d[2];
    const uint32_t *s[8];
};

typedef void lane_fn(const struct lane_args *args);

/* Operand modifiers and _sat by type; those of a move make it a float operation (D3D11.3 22.18, 22.19). */
enum lane_modifier {
    LANE_KEEP,
    LANE_NEG_F32,
    LANE_ABS_F32,
    LANE_NEG_ABS_F32,
    LANE_NEG_I32,
    LANE_ABS_I32,
    LANE_NEG_ABS_I32,
    LANE_MOVE_NEG_F32,
    LANE_MOVE_ABS_F32,
    LANE_MOVE_NEG_ABS_F32,
    LANE_SATURATE_F32,
    LANE_FIRST_F64,
    LANE_NEG_F64 = LANE_FIRST_F64,
    LANE_ABS_F64,
    LANE_NEG_ABS_F64,
    LANE_MOVE_NEG_F64,
    LANE_MOVE_ABS_F64,
    LANE_MOVE_NEG_ABS_F64,
    LANE_SATURATE_F64,
    LANE_MODIFIERS
};

/* An operand's enum isa_modifier, by the type that the instruction's row gives the operand. */
enum lane_modifier lane_modifier_of(uint32_t opcode, unsigned operand, uint8_t modifier);

struct lane_table {
    lane_fn *op[ISA_OPCODE_COUNT];     /* NULL where the form is none of the lane kind */
    lane_fn *modifier[LANE_MODIFIERS]; /* forms W_W and D_D; LANE_KEEP is a copy */
};

extern const struct lane_table lane_table_x86_64_v2, lane_table_x86_64_v3, lane_table_x86_64_v4;

/* The widest table that this processor runs. All give the same bits. */
const struct lane_table *lane_table_best(void);

#endif
