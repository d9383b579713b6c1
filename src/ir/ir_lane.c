/* Args and results of the operations of IR_LANE, from the table of the instruction set. */
#include "ir/ir.h"

static enum isa_form form_of(uint16_t op)
{
    if (op >= IR_MODIFIER)
        return op - IR_MODIFIER >= LANE_FIRST_F64 ? ISA_FORM_D_D : ISA_FORM_W_W;
    const struct isa_op *row = isa_op(op);
    return row ? (enum isa_form)row->form : ISA_FORM_NONE;
}

struct ir_lane_info ir_lane_info(uint16_t op)
{
    const struct isa_shape *shape = isa_shape(form_of(op));
    uint8_t wide = (uint8_t)__builtin_popcount(shape->wide_src);
    if (shape->dot)
        return (struct ir_lane_info){(uint8_t)(2 * shape->dot), 1, false};
    return (struct ir_lane_info){(uint8_t)(shape->sources + wide), shape->wide_dst ? 2 : shape->dsts,
                                 shape->wide_dst || shape->wide_src};
}

unsigned ir_lane_column(uint16_t op, unsigned arg)
{
    const struct isa_shape *shape = isa_shape(form_of(op));
    if (shape->dot)
        return arg < shape->dot ? arg : 4 + arg - shape->dot;
    for (unsigned source = 0, seen = 0;; source++) {
        unsigned width = shape->wide_src >> source & 1 ? 2 : 1;
        if (arg < seen + width)
            return 2 * source + (arg - seen);
        seen += width;
    }
}
