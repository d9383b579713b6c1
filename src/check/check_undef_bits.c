/* The bits of a result that depend on undefined bits of its sources: a conservative superset, exact where
   that is cheap. */
#include "check/check_undef.h"

/* Sums and products: an undefined bit affects itself and all higher bits. */
static uint32_t upward(uint32_t bits)
{
    return bits | (0 - bits);
}

static uint32_t any(uint32_t bits)
{
    return bits ? UINT32_MAX : 0;
}

static uint32_t reversed(uint32_t bits)
{
    uint32_t out = 0;
    for (unsigned i = 0; i < 32; i++)
        out |= (bits >> i & 1) << (31 - i);
    return out;
}

static uint32_t all_of(const struct undef_lane *in)
{
    uint32_t bits = 0;
    for (unsigned i = 0; i < 8; i++)
        bits |= in->bits[i];
    return bits;
}

/* Unequal whenever defined bits differ. */
static uint32_t compared(const struct undef_lane *in)
{
    uint32_t unknown = in->bits[0] | in->bits[2];
    uint32_t differ = (in->value[0] ^ in->value[2]) & ~unknown;
    return differ ? 0 : any(unknown);
}

static uint32_t shifted(uint16_t opcode, const struct undef_lane *in)
{
    uint32_t by = in->value[2] & 31;
    if (in->bits[2] & 31)
        return any(in->bits[0] | in->bits[2]);
    if (opcode == ISA_ISHL)
        return in->bits[0] << by;
    return opcode == ISA_USHR ? in->bits[0] >> by : (uint32_t)((int32_t)in->bits[0] >> by);
}

/* ubfe, ibfe: width, offset, value. */
static uint32_t extracted(uint16_t opcode, const struct undef_lane *in)
{
    uint32_t width = in->value[0] & 31, offset = in->value[2] & 31;
    if ((in->bits[0] | in->bits[2]) & 31)
        return UINT32_MAX;
    if (width == 0)
        return 0;
    uint32_t bits = in->bits[4] >> offset & ((1u << width) - 1);
    bool sign_unknown = bits >> (width - 1) & 1;
    return opcode == ISA_IBFE && sign_unknown ? bits | (UINT32_MAX << width) : bits;
}

/* bfi: width, offset, inserted, base. */
static uint32_t inserted(const struct undef_lane *in)
{
    uint32_t width = in->value[0] & 31, offset = in->value[2] & 31;
    if ((in->bits[0] | in->bits[2]) & 31)
        return UINT32_MAX;
    uint32_t mask = ((1u << width) - 1) << offset;
    return (in->bits[4] << offset & mask) | (in->bits[6] & ~mask);
}

/* cond ? a : b */
static uint32_t select_bits(uint32_t unknown, uint32_t condition, uint32_t a, uint32_t b)
{
    return unknown && !(condition & ~unknown) ? UINT32_MAX : condition & ~unknown ? a : b;
}

static uint32_t anded(const struct undef_lane *in)
{
    uint32_t a = in->bits[0], b = in->bits[2];
    return (a & b) | (a & in->value[2]) | (b & in->value[0]);
}

static uint32_t ored(const struct undef_lane *in)
{
    uint32_t a = in->bits[0], b = in->bits[2];
    return (a & b) | (a & ~in->value[2]) | (b & ~in->value[0]);
}

void undef_bits(uint16_t opcode, const struct undef_lane *in, uint32_t out[2])
{
    uint32_t bits = all_of(in);
    out[0] = out[1] = any(bits);
    switch (opcode) {
    case ISA_MOV:
    case ISA_NOT:
    case ISA_XOR: out[0] = bits; break;
    case ISA_DMOV:
        out[0] = in->bits[0];
        out[1] = in->bits[1];
        break;
    case ISA_AND: out[0] = anded(in); break;
    case ISA_OR: out[0] = ored(in); break;
    case ISA_IADD:
    case ISA_INEG:
    case ISA_IMAD:
    case ISA_UMAD: out[0] = upward(bits); break;
    case ISA_IMUL:
    case ISA_UMUL: out[1] = upward(bits); break;
    case ISA_UADDC:
    case ISA_USUBB: out[0] = upward(bits); break;
    case ISA_ISHL:
    case ISA_ISHR:
    case ISA_USHR: out[0] = shifted(opcode, in); break;
    case ISA_IEQ:
    case ISA_INE: out[0] = compared(in); break;
    case ISA_UBFE:
    case ISA_IBFE: out[0] = extracted(opcode, in); break;
    case ISA_BFI: out[0] = inserted(in); break;
    case ISA_BFREV: out[0] = reversed(bits); break;
    case ISA_F32TOF16: out[0] &= 0xffff; break;
    case ISA_F16TOF32: out[0] = any(bits & 0xffff); break;
    case ISA_MOVC: out[0] = select_bits(in->bits[0], in->value[0], in->bits[2], in->bits[4]); break;
    case ISA_DMOVC:
        out[0] = select_bits(in->bits[0], in->value[0], in->bits[2], in->bits[4]);
        out[1] = select_bits(in->bits[0], in->value[0], in->bits[3], in->bits[5]);
        break;
    case ISA_SWAPC:
        out[0] = select_bits(in->bits[0], in->value[0], in->bits[4], in->bits[2]);
        out[1] = select_bits(in->bits[0], in->value[0], in->bits[2], in->bits[4]);
        break;
    default: break;
    }
}

uint32_t undef_modified(uint8_t modifier, uint32_t bits)
{
    switch (modifier) {
    case LANE_KEEP:
    case LANE_NEG_F32:
    case LANE_MOVE_NEG_F32: return bits;
    case LANE_ABS_F32:
    case LANE_NEG_ABS_F32:
    case LANE_MOVE_ABS_F32:
    case LANE_MOVE_NEG_ABS_F32: return bits & INT32_MAX;
    case LANE_NEG_I32:
    case LANE_ABS_I32:
    case LANE_NEG_ABS_I32: return bits & 0x80000000 ? any(bits) : upward(bits);
    default: return any(bits);
    }
}
