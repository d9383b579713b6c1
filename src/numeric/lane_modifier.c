#include "numeric/lanes.h"

enum lane_modifier lane_modifier_of(uint32_t opcode, unsigned operand, uint8_t modifier)
{
    static const uint8_t rows[][4] = {
        [ISA_TYPE_F] = {LANE_KEEP, LANE_NEG_F32, LANE_ABS_F32, LANE_NEG_ABS_F32},
        [ISA_TYPE_ANY] = {LANE_KEEP, LANE_MOVE_NEG_F32, LANE_MOVE_ABS_F32, LANE_MOVE_NEG_ABS_F32},
        [ISA_TYPE_D] = {LANE_KEEP, LANE_NEG_F64, LANE_ABS_F64, LANE_NEG_ABS_F64},
        [ISA_TYPE_I] = {LANE_KEEP, LANE_NEG_I32, LANE_ABS_I32, LANE_NEG_ABS_I32},
        [ISA_TYPE_U] = {LANE_KEEP, LANE_NEG_I32, LANE_ABS_I32, LANE_NEG_ABS_I32},
        [ISA_TYPE_B] = {LANE_KEEP, LANE_NEG_I32, LANE_ABS_I32, LANE_NEG_ABS_I32},
    };
    uint8_t type = isa_op(opcode)->operands[operand].type;
    enum lane_modifier found = type && modifier < 4 ? rows[type][modifier] : LANE_KEEP;
    if (type == ISA_TYPE_D && found != LANE_KEEP && (opcode == ISA_DMOV || opcode == ISA_DMOVC))
        found += LANE_MOVE_NEG_F64 - LANE_NEG_F64;
    return found;
}
