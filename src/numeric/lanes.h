/* Arithmetic over lanes: one function for each row of isa.def with a lane form. lanes.c generates them from
   the table, and is compiled once for each instruction set of the processor. */
#ifndef SM5_NUMERIC_LANES_H
#define SM5_NUMERIC_LANES_H

#include "isa/isa.h"
#include "numeric/num_level.h"

enum { LANE_ALIGN = 64, LANE_STEP = 16 };

/* Source k of a form is s[2k], the high half of a double s[2k + 1]. Dot products: s[0..3] are the components
   of the first source, s[4..7] of the second. d[k] is destination k; d[0] and d[1] are the low and high half
   of a double. All columns are 64-byte aligned, `n` is a multiple of 16. A destination may be one of the
   sources. */
struct lane_args {
    uint32_t n;
    const uint32_t *mask; /* all ones or 0 a lane; NULL: every lane */
    uint32_t *d[2];
    const uint32_t *s[8];
};

typedef void lane_fn(const struct lane_args *args);

/* Operand modifiers and _sat by type; those of a move make it a float operation (D3D11.3 22.18, 22.19). */
#define LANE_MODIFIER_LIST(X)                                                                                \
    X(LANE_NEG_F32, W_W, neg_f32)                                                                            \
    X(LANE_ABS_F32, W_W, abs_f32)                                                                            \
    X(LANE_NEG_ABS_F32, W_W, neg_abs_f32)                                                                    \
    X(LANE_NEG_I32, W_W, neg_i32)                                                                            \
    X(LANE_ABS_I32, W_W, abs_i32)                                                                            \
    X(LANE_NEG_ABS_I32, W_W, neg_abs_i32)                                                                    \
    X(LANE_MOVE_NEG_F32, W_W, move_neg_f32)                                                                  \
    X(LANE_MOVE_ABS_F32, W_W, move_abs_f32)                                                                  \
    X(LANE_MOVE_NEG_ABS_F32, W_W, move_neg_abs_f32)                                                          \
    X(LANE_SATURATE_F32, W_W, saturate_f32)                                                                  \
    X(LANE_NEG_F64, D_D, neg_f64)                                                                            \
    X(LANE_ABS_F64, D_D, abs_f64)                                                                            \
    X(LANE_NEG_ABS_F64, D_D, neg_abs_f64)                                                                    \
    X(LANE_MOVE_NEG_F64, D_D, move_neg_f64)                                                                  \
    X(LANE_MOVE_ABS_F64, D_D, move_abs_f64)                                                                  \
    X(LANE_MOVE_NEG_ABS_F64, D_D, move_neg_abs_f64)                                                          \
    X(LANE_SATURATE_F64, D_D, saturate_f64)

#define LANE_MODIFIER_ID(id, form, name) id,
enum lane_modifier {
    LANE_KEEP,
    LANE_MODIFIER_LIST(LANE_MODIFIER_ID) LANE_MODIFIERS,
    LANE_FIRST_F64 = LANE_NEG_F64
};

/* An operand's enum isa_modifier, by the type that the instruction's row gives the operand. */
enum lane_modifier lane_modifier_of(uint32_t opcode, unsigned operand, uint8_t modifier);

struct lane_table {
    lane_fn *op[ISA_OPCODE_COUNT];     /* NULL for other forms */
    lane_fn *modifier[LANE_MODIFIERS]; /* forms W_W and D_D; LANE_KEEP is a copy */
};

#define LANE_TABLE_DECLARE(level) extern const struct lane_table lane_table_##level;
NUM_LEVELS(LANE_TABLE_DECLARE)

/* num_level.c: the table of a level, NULL if this processor does not support it. */
const struct lane_table *lane_table_of(enum num_level level);
/* That of the highest level. */
const struct lane_table *lane_table_best(void);

#endif
