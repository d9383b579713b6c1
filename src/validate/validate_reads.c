/* The components that an instruction reads: others need not be declared or written. */
#include "validate/validate_state.h"

int validate_view_operand(const struct isa_op *row)
{
    for (unsigned k = 0; k < row->operand_count; k++) {
        uint8_t role = row->operands[k].role;
        if (role >= ISA_ROLE_SRV && role <= ISA_ROLE_WMEM)
            return (int)k;
    }
    return -1;
}

/* D3D11.3 22.4.6: coordinates by dimension, array slices included. */
unsigned validate_coordinates(uint8_t dimension)
{
    return isa_dimensions[dimension].coordinates + isa_dimensions[dimension].layers;
}

static uint32_t first(unsigned count)
{
    return (1u << count) - 1;
}

static uint32_t written(const struct program_instr *instr, const struct isa_op *row)
{
    uint32_t mask = 0;
    for (unsigned k = 0; k < row->operand_count; k++)
        if (row->operands[k].role == ISA_ROLE_DST && row->operands[k].count == ISA_COUNT_M)
            mask |= operand_write_mask(&instr->operands[k]);
    return mask;
}

/* Bit p: the pair p of xy and zw. */
static uint32_t pairs_of(uint32_t mask)
{
    return (mask & 3 ? 1u : 0) | (mask & 12 ? 2u : 0);
}

/* A double is a pair of components; 32-bit operands have one component per pair (D3D11.3 22.14 to 22.17). */
static uint32_t double_positions(const struct program_instr *instr, const struct isa_op *row,
                                 const struct isa_shape *shape, unsigned k)
{
    uint32_t pairs = pairs_of(operand_write_mask(&instr->operands[0]));
    if (!shape->wide_dst)
        pairs = first((unsigned)__builtin_popcount(operand_write_mask(&instr->operands[0]))) & 3;
    if (row->operands[k].type != ISA_TYPE_D)
        return pairs;
    return (pairs & 1 ? 3u : 0) | (pairs & 2 ? 12u : 0);
}

/* The accessed view, or NULL. */
static const struct program_resource *view_of(const struct validate *v, const struct program_instr *instr,
                                              const struct isa_op *row)
{
    int at = validate_view_operand(row);
    return at < 0 ? NULL : program_resource_of(v->program, &instr->operands[at]);
}

/* Coordinates and gradients: one per dimension of the view; ld reads the mip level from w. */
static uint32_t address_positions(const struct validate *v, const struct program_instr *instr,
                                  const struct isa_op *row, unsigned k)
{
    const struct program_resource *view = view_of(v, instr, row);
    if (!view)
        return 0;
    unsigned count = validate_coordinates(view->dimension);
    if (row->operands[k].role == ISA_ROLE_SRC)
        return first(isa_dimensions[view->dimension].coordinates);
    bool mips =
        (instr->opcode == ISA_LD || instr->opcode == ISA_LD_FEEDBACK) && view->dimension != ISA_DIM_BUFFER;
    return first(count) | (mips ? 8u : 0);
}

uint32_t validate_positions(const struct validate *v, const struct program_instr *instr, unsigned k)
{
    const struct isa_op *row = isa_op(instr->opcode);
    const struct isa_shape *shape = isa_shape((enum isa_form)row->form);
    const struct isa_operand *required = &row->operands[k];
    bool address = required->role == ISA_ROLE_ADDR && required->count > 1;
    bool gradient = required->role == ISA_ROLE_SRC && required->count == 4 && row->form == ISA_FORM_TEXTURE;
    if (shape->wide_dst || shape->wide_src)
        return double_positions(instr, row, shape, k);
    if (address || gradient)
        return address_positions(v, instr, row, k);
    if (required->count != ISA_COUNT_M && required->role != ISA_ROLE_INPUT)
        return first(required->count);
    if (row->operands[0].role == ISA_ROLE_WMEM)
        return first((unsigned)__builtin_popcount(operand_write_mask(&instr->operands[0])));
    return written(instr, row);
}

uint32_t validate_components(const struct validate *v, const struct program_instr *instr, unsigned k)
{
    uint32_t positions = validate_positions(v, instr, k), components = 0;
    for (unsigned c = 0; c < 4; c++)
        if (positions >> c & 1)
            components |= 1u << operand_component(&instr->operands[k], c);
    return components;
}
