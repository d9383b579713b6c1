/* Texture instructions: every such row, with operands by the row and by the dimension of the texture. */
#include "gen.h"

enum { X, Y, Z, W };

/* ---- which rows ---- */

enum {
    D1 = 1 << ISA_DIM_TEXTURE1D | 1 << ISA_DIM_TEXTURE1DARRAY,
    D2 = 1 << ISA_DIM_TEXTURE2D | 1 << ISA_DIM_TEXTURE2DARRAY,
    D3 = 1 << ISA_DIM_TEXTURE3D,
    CUBES = 1 << ISA_DIM_TEXTURECUBE | 1 << ISA_DIM_TEXTURECUBEARRAY,
    SAMPLED = 1 << ISA_DIM_TEXTURE2DMS | 1 << ISA_DIM_TEXTURE2DMSARRAY,
    FLAT = D1 | D2 | D3,
};

static bool compares(uint16_t opcode)
{
    switch (opcode) {
    case ISA_SAMPLE_C:
    case ISA_SAMPLE_C_LZ:
    case ISA_GATHER4_C:
    case ISA_GATHER4_PO_C:
    case ISA_SAMPLE_C_LZ_FEEDBACK:
    case ISA_SAMPLE_C_CLAMP_FEEDBACK:
    case ISA_GATHER4_C_FEEDBACK:
    case ISA_GATHER4_PO_C_FEEDBACK: return true;
    default: return false;
    }
}

/* Dimensions that a row supports (D3D11.3 22.4). */
static unsigned dimensions_of(uint16_t opcode)
{
    switch (opcode) {
    case ISA_LD:
    case ISA_LD_FEEDBACK: return FLAT;
    case ISA_LD_MS:
    case ISA_LD_MS_FEEDBACK:
    case ISA_SAMPLE_INFO:
    case ISA_SAMPLE_POS: return SAMPLED;
    case ISA_GATHER4:
    case ISA_GATHER4_FEEDBACK:
    case ISA_GATHER4_C:
    case ISA_GATHER4_C_FEEDBACK: return D2 | CUBES;
    case ISA_GATHER4_PO:
    case ISA_GATHER4_PO_C:
    case ISA_GATHER4_PO_FEEDBACK:
    case ISA_GATHER4_PO_C_FEEDBACK: return D2;
    case ISA_RESINFO: return FLAT | CUBES | SAMPLED;
    default: return compares(opcode) ? D1 | D2 | CUBES : FLAT | CUBES;
    }
}

static bool is_texture_row(uint16_t opcode, const struct isa_op *row)
{
    return row->form == ISA_FORM_TEXTURE || opcode == ISA_LD || opcode == ISA_LD_FEEDBACK ||
           opcode == ISA_RESINFO;
}

void gen_sample_setup(struct gen *g)
{
    for (unsigned opcode = 0; opcode < ISA_OPCODE_COUNT; opcode++) {
        const struct isa_op *row = isa_op(opcode);
        if (row && is_texture_row((uint16_t)opcode, row) && (row->stages >> g->prog->stage & 1) &&
            (!g->prog->old || row->model <= ISA_MODEL_SM41) && g->sample_row_count < GEN_SAMPLE_ROWS)
            g->sample_rows[g->sample_row_count++] = (uint16_t)opcode;
    }
}

/* Integers are not filtered. */
static bool accepts_integers(const struct isa_op *row)
{
    return row->operand_count && row->operands[0].type != ISA_TYPE_F;
}

static bool is_integer(const struct prog_resource *r)
{
    return r->type == ISA_RETURN_UINT || r->type == ISA_RETURN_SINT;
}

static const struct prog_resource *pick_texture(struct gen *g, uint16_t opcode)
{
    const struct prog_resource *found = NULL;
    unsigned dimensions = dimensions_of(opcode), count = 0;
    for (unsigned i = 0; i < g->prog->resource_count; i++) {
        const struct prog_resource *r = &g->prog->resources[i];
        bool fits = prog_is_texture(r) && dimensions >> r->dimension & 1 &&
                    (r->file == ISA_FILE_SRV || opcode == ISA_RESINFO) &&
                    (accepts_integers(isa_op(opcode)) || dimensions == SAMPLED || !is_integer(r));
        if (fits && rng_once_in(&g->rng, ++count))
            found = r;
    }
    return found;
}

static const struct prog_resource *pick_sampler(struct gen *g, uint16_t opcode)
{
    const struct prog_resource *found = NULL;
    unsigned count = 0;
    for (unsigned i = 0; i < g->prog->resource_count; i++) {
        const struct prog_resource *r = &g->prog->resources[i];
        if (r->file == ISA_FILE_SAMPLER && r->comparison == compares(opcode) && rng_once_in(&g->rng, ++count))
            found = r;
    }
    return found;
}

/* ---- operands ---- */

static struct prog_operand floats(struct gen *g, float from, float to)
{
    struct prog_operand imm = prog_imm(0);
    imm.words = 4;
    for (unsigned c = 0; c < 4; c++)
        imm.imm[c] = bits_of_float(from + (to - from) * (float)rng_below(&g->rng, 257) / 256);
    return imm;
}

static uint32_t size_of(const struct prog_resource *r, unsigned axis)
{
    if (axis == W)
        return r->mips;
    uint32_t sizes[3] = {r->texture.width, r->texture.height, r->texture.depth};
    if (r->dimension >= ISA_DIM_TEXTURE1DARRAY)
        sizes[r->dimension == ISA_DIM_TEXTURE1DARRAY ? Y : Z] = r->layers;
    return sizes[axis] ? sizes[axis] : 1;
}

static struct prog_operand real_imm(float x, float y)
{
    struct prog_operand imm = prog_imm(0);
    imm.words = 4;
    memcpy(&imm.imm[X], &x, sizeof x);
    memcpy(&imm.imm[Y], &y, sizeof y);
    return imm;
}

/* Threads that follow each other sample texels that do, or are near each other, in one row or a few. */
static struct prog_operand row_coordinates(struct gen *g, struct prog_node *node,
                                           const struct prog_resource *r)
{
    static const float scales[] = {1, 1, 1, 0.5f, 0.3f, 2, 3, -1};
    float texel = 1.0f / (float)size_of(r, X), row = 1.0f / (float)size_of(r, Y);
    float step = texel * scales[rng_below(&g->rng, BASE_COUNT(scales))];
    float slope = rng_percent(&g->rng, 50) ? 0 : rng_percent(&g->rng, 70) ? row : texel;
    unsigned first = rng_below(&g->rng, 2), second = rng_percent(&g->rng, 30) ? first : !first;
    struct prog_instr *number = prog_instr_add(g->prog, &node->head, ISA_UTOF);
    prog_operand_add(number, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 3));
    prog_operand_add(number, prog_swizzle(ISA_FILE_TEMP, PROG_R_ID, (uint8_t)(first | second << 2)));
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, ISA_MAD);
    prog_operand_add(instr, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 15));
    prog_operand_add(instr, prog_swizzle(ISA_FILE_TEMP, PROG_R_ADDRESS, 0x54));
    prog_operand_add(instr, real_imm(step, slope));
    prog_operand_add(instr, floats(g, -0.5f, 1.5f));
    return prog_swizzle(ISA_FILE_TEMP, PROG_R_ADDRESS, 0xe4);
}

/* Texture coordinates: arbitrary, within a few repetitions of the texture, or in a row. */
static struct prog_operand coordinates(struct gen *g, struct prog_node *node, const struct prog_resource *r)
{
    static const float scales[] = {1, 0.25f, 0.0625f, 0.01f};
    if (g->prog->stage == ISA_COMPUTE && r && rng_percent(&g->rng, 25))
        return row_coordinates(g, node, r);
    switch (rng_below(&g->rng, 8)) {
    case 0:
    case 1: return gen_source(g, ISA_TYPE_F, 4);
    case 2: return floats(g, -1, 3);
    default: break;
    }
    float scale = scales[rng_below(&g->rng, BASE_COUNT(scales))];
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, ISA_MAD);
    prog_operand_add(instr, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 15));
    prog_operand_add(instr, gen_source(g, ISA_TYPE_F, 4));
    prog_operand_add(instr, floats(g, -scale, scale));
    prog_operand_add(instr, floats(g, -0.5f, 1.5f));
    return prog_swizzle(ISA_FILE_TEMP, PROG_R_ADDRESS, 0xe4);
}

/* Texels: in the texture, a little outside, or anywhere. */
static struct prog_operand texel(struct gen *g, struct prog_node *node, const struct prog_resource *r)
{
    struct prog_operand imm = prog_imm(0);
    imm.words = 4;
    switch (rng_below(&g->rng, 6)) {
    case 0: return gen_source(g, ISA_TYPE_I, 4);
    case 1:
        for (unsigned axis = X; axis <= W; axis++)
            imm.imm[axis] = rng_below(&g->rng, size_of(r, axis) + rng_once_in(&g->rng, 8));
        return imm;
    default:
        for (unsigned axis = X; axis <= W; axis++)
            gen_below(g, node, axis, size_of(r, axis) + rng_once_in(&g->rng, 6));
        return prog_swizzle(ISA_FILE_TEMP, PROG_R_ADDRESS, 0xe4);
    }
}

/* Threads that follow each other load texels that are as far apart, of a row that all of a group have in common. */
static struct prog_operand strided_texel(struct gen *g, struct prog_node *node)
{
    struct prog_operand step = prog_imm(rng_between(&g->rng, 1, 4)), first = prog_imm(rng_below(&g->rng, 4));
    step.words = first.words = 4;
    step.imm[Y] = rng_below(&g->rng, 3);
    first.imm[Y] = rng_below(&g->rng, 4);
    struct prog_instr *zero = prog_instr_add(g->prog, &node->head, ISA_MOV);
    prog_operand_add(zero, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 12));
    prog_operand_add(zero, prog_imm(0));
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, ISA_IMAD);
    prog_operand_add(instr, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 3));
    prog_operand_add(instr, prog_swizzle(ISA_FILE_TEMP, PROG_R_ID, (uint8_t)(rng_below(&g->rng, 2) | 0xa8)));
    prog_operand_add(instr, step);
    prog_operand_add(instr, first);
    return prog_swizzle(ISA_FILE_TEMP, PROG_R_ADDRESS, 0xe4);
}

static struct prog_operand one_float(struct gen *g, float from, float to)
{
    if (rng_percent(&g->rng, 35))
        return gen_word(g, ISA_TYPE_F, false);
    struct prog_operand imm = floats(g, from, to);
    imm.words = 1;
    return imm;
}

/* Level, bias, clamp and reference are floats; gradients too, four of them; offsets, samples and mips
 * integers. */
static struct prog_operand other_source(struct gen *g, uint16_t opcode, const struct isa_operand *wanted,
                                        const struct prog_resource *r)
{
    if (wanted->type == ISA_TYPE_F && wanted->count == 4)
        return rng_percent(&g->rng, 60) ? floats(g, -0.3f, 0.3f) : gen_source(g, ISA_TYPE_F, 4);
    if (wanted->type == ISA_TYPE_F)
        return compares(opcode) ? one_float(g, -0.25f, 1.25f) : one_float(g, -2, 6);
    if (wanted->count == 4)
        return gen_source(g, ISA_TYPE_I, 4);
    if (rng_percent(&g->rng, 40))
        return gen_word(g, (enum isa_type)wanted->type, false);
    return prog_imm(rng_below(&g->rng, opcode == ISA_RESINFO ? 6 : r ? r->texture.samples + 1 : 17));
}

/* Selects gather4's component of the texel; comparisons use red. */
static struct prog_operand sampler_operand(struct gen *g, uint16_t opcode, const struct isa_operand *wanted,
                                           const struct prog_resource *sampler)
{
    unsigned component = compares(opcode) || g->prog->old ? 0 : rng_below(&g->rng, 4);
    bool one = wanted->count == 1;
    return gen_memory_operand(g, sampler, one ? PROG_ONE : PROG_BARE, one ? component : 0);
}

/* Comparisons sample red (D3D11.3 22.4.19); gathers may select another component. */
static bool is_red(uint16_t opcode)
{
    return compares(opcode) && opcode != ISA_GATHER4_C && opcode != ISA_GATHER4_C_FEEDBACK &&
           opcode != ISA_GATHER4_PO_C && opcode != ISA_GATHER4_PO_C_FEEDBACK;
}

static struct prog_operand texture_operand(struct gen *g, const struct prog_resource *r, uint16_t opcode)
{
    unsigned swizzle = rng_percent(&g->rng, 50) ? 0xe4 : rng_word(&g->rng) & 0xff;
    swizzle = is_red(opcode) ? 0 : swizzle;
    if (!r)
        return prog_swizzle(ISA_FILE_RASTERIZER, 0, swizzle);
    return gen_memory_operand(g, r, PROG_SWIZZLE, swizzle);
}

/* ---- the instruction ---- */

static void choose_suffix(struct gen *g, struct prog_instr *instr, const struct prog_resource *r,
                          unsigned mask)
{
    const struct isa_op *row = isa_op(instr->opcode);
    bool cube = r && CUBES >> r->dimension & 1;
    if ((row->flags & ISA_OFFSETS) && !cube && rng_percent(&g->rng, 25))
        for (unsigned axis = 0; axis < 3; axis++)
            instr->offset[axis] = (int8_t)((int)rng_below(&g->rng, 16) - 8);
    if ((row->flags & ISA_TYPED) && r && !g->prog->old && rng_percent(&g->rng, 45))
        instr->indexable = (uint8_t)(r - g->prog->resources + 1);
    if (instr->opcode == ISA_RESINFO)
        instr->form = (uint8_t)rng_below(&g->rng, 3);
    if (instr->opcode == ISA_SAMPLE_INFO)
        instr->form = rng_percent(&g->rng, 50) ? 2 : 0;
    if ((row->flags & ISA_PREC) && rng_percent(&g->rng, 5))
        instr->precise = (uint8_t)mask;
}

static void add_operand(struct gen *g, struct prog_instr *instr, unsigned i, const struct prog_resource *r,
                        const struct prog_resource *sampler, const struct prog_operand to[2],
                        struct prog_operand at)
{
    const struct isa_operand *wanted = &isa_op(instr->opcode)->operands[i];
    switch ((enum isa_role)wanted->role) {
    case ISA_ROLE_DST: prog_operand_add(instr, to[i]); break;
    case ISA_ROLE_ADDR: prog_operand_add(instr, at); break;
    case ISA_ROLE_SRV:
    case ISA_ROLE_VIEW:
    case ISA_ROLE_SAMPLED: prog_operand_add(instr, texture_operand(g, r, instr->opcode)); break;
    case ISA_ROLE_SAMPLER: prog_operand_add(instr, sampler_operand(g, instr->opcode, wanted, sampler)); break;
    default: prog_operand_add(instr, other_source(g, instr->opcode, wanted, r)); break;
    }
}

/* Those that the JIT emits inline are more frequent. */
static uint16_t some_row(struct gen *g)
{
    if (g->prog->stage == ISA_COMPUTE && rng_percent(&g->rng, 12))
        return ISA_LD;
    if (!g->prog->old && rng_percent(&g->rng, 35))
        return rng_percent(&g->rng, 60)   ? ISA_SAMPLE_L
               : rng_percent(&g->rng, 50) ? ISA_SAMPLE_C_LZ
                                          : ISA_GATHER4;
    return g->sample_rows[rng_below(&g->rng, g->sample_row_count)];
}

/* Texels near one that strided_texel has addressed. */
static void gen_row_of_texels(struct gen *g, struct prog_node *node, const struct prog_resource *r)
{
    struct prog_operand at = strided_texel(g, node);
    for (unsigned left = 2 + rng_below(&g->rng, 4); left > 0; left--) {
        enum isa_type type = is_integer(r) ? ISA_TYPE_U : ISA_TYPE_F;
        unsigned mask = gen_mask(g);
        struct prog_operand to[2] = {gen_destination(g, type, mask)};
        struct prog_instr *instr = prog_instr_add(g->prog, &node->head, ISA_LD);
        choose_suffix(g, instr, r, mask);
        for (unsigned i = 0; i < isa_op(ISA_LD)->operand_count; i++)
            add_operand(g, instr, i, r, NULL, to, at);
        struct prog_operand x = prog_one(ISA_FILE_TEMP, PROG_R_ADDRESS, X);
        gen_compute(g, node, ISA_IADD, X, x,
                    prog_imm(rng_percent(&g->rng, 70) ? 1 : rng_below(&g->rng, 7) - 3));
    }
}

void gen_sample(struct gen *g)
{
    uint16_t opcode = some_row(g);
    const struct isa_op *row = isa_op(opcode);
    const struct prog_resource *r = pick_texture(g, opcode), *sampler = NULL;
    bool samples = opcode == ISA_SAMPLE_INFO || opcode == ISA_SAMPLE_POS, sampled = false;
    for (unsigned i = 0; i < row->operand_count; i++)
        sampled |= row->operands[i].role == ISA_ROLE_SAMPLER;
    if (samples && g->prog->stage == ISA_PIXEL && rng_percent(&g->rng, 40))
        r = NULL; /* of the rasterizer */
    else if (!r)
        return;
    sampler = sampled ? pick_sampler(g, opcode) : NULL;
    if (sampled && !sampler)
        return;
    struct prog_node *node = prog_node_add(g->prog, g->list);
    if (opcode == ISA_LD && g->prog->stage == ISA_COMPUTE && size_of(r, X) >= 16 &&
        rng_percent(&g->rng, 70)) {
        gen_row_of_texels(g, node, r);
        return;
    }
    unsigned mask = gen_mask(g);
    bool is_load =
        opcode == ISA_LD || opcode == ISA_LD_FEEDBACK || opcode == ISA_LD_MS || opcode == ISA_LD_MS_FEEDBACK;
    struct prog_operand at = is_load ? texel(g, node, r) : sampled ? coordinates(g, node, r) : prog_imm(0);
    enum isa_type type = r && is_integer(r) ? ISA_TYPE_U : ISA_TYPE_F;
    struct prog_operand to[2] = {gen_destination(g, type, mask)};
    if (row->operands[1].role == ISA_ROLE_DST)
        gen_status(g, node, to, type);
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, opcode);
    choose_suffix(g, instr, r, mask);
    for (unsigned i = 0; i < row->operand_count; i++)
        add_operand(g, instr, i, r, sampler, to, at);
}

/* ---- texels of u# ---- */

static struct prog_operand imm(uint32_t word)
{
    return prog_imm(word);
}

/* Coordinates of a texel number. */
static struct prog_operand texel_numbered(struct gen *g, struct prog_node *node,
                                          const struct prog_resource *r, struct prog_operand number)
{
    unsigned width = r->texels.width_log2, height = r->texels.height_log2;
    bool rows = width < 15, columns = rows && height < 15;
    if (columns)
        gen_compute(g, node, ISA_USHR, Z, number, imm(width + height));
    if (rows)
        gen_compute(g, node, ISA_USHR, Y, number, imm(width));
    if (columns)
        gen_compute(g, node, ISA_AND, Y, prog_one(ISA_FILE_TEMP, PROG_R_ADDRESS, Y), imm((1u << height) - 1));
    gen_compute(g, node, ISA_AND, X, number, imm(rows ? (1u << width) - 1 : UINT32_MAX));
    unsigned swizzle = columns ? 0x24 : rows ? 0x54 : 0; /* xyzx, xyyy, xxxx */
    return prog_swizzle(ISA_FILE_TEMP, PROG_R_ADDRESS, swizzle);
}

static struct prog_operand own_texel(struct gen *g, struct prog_node *node, const struct prog_resource *r)
{
    struct prog_operand number = gen_own_element(g, node, r);
    if (rng_percent(&g->rng, 6)) /* far outside */
        number = gen_compute(g, node, ISA_OR, X, number, imm(0x80000000));
    return texel_numbered(g, node, r, number);
}

static bool is_uav_texture(const struct gen *g, const struct prog_resource *r)
{
    (void)g;
    return prog_is_texture(r);
}

static void load_uav_texel(struct gen *g, struct prog_node *node, const struct prog_resource *r,
                           struct prog_operand at)
{
    bool feedback = !g->prog->old && rng_once_in(&g->rng, 8);
    unsigned mask = gen_mask(g);
    enum isa_type type = is_integer(r) ? ISA_TYPE_U : ISA_TYPE_F;
    struct prog_operand to[2] = {gen_destination(g, type, mask)};
    if (feedback)
        gen_status(g, node, to, type);
    struct prog_instr *instr =
        prog_instr_add(g->prog, &node->head, feedback ? ISA_LD_UAV_TYPED_FEEDBACK : ISA_LD_UAV_TYPED);
    choose_suffix(g, instr, r, mask);
    for (unsigned i = 0; i < 1u + feedback; i++)
        prog_operand_add(instr, to[i]);
    prog_operand_add(instr, at);
    prog_operand_add(instr, texture_operand(g, r, instr->opcode));
}

static void add_uav_load(struct gen *g, const struct prog_resource *r)
{
    struct prog_node *node = prog_node_add(g->prog, g->list);
    load_uav_texel(g, node, r, r->role == PROG_OWN ? own_texel(g, node, r) : texel(g, node, r));
}

static void store_uav_texel(struct gen *g, struct prog_node *node, const struct prog_resource *r,
                            struct prog_operand at)
{
    struct prog_operand value = gen_source(g, is_integer(r) ? ISA_TYPE_U : ISA_TYPE_F, 4);
    gen_loose_modifier(g, &value);
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, ISA_STORE_UAV_TYPED);
    choose_suffix(g, instr, r, 0);
    prog_operand_add(instr, gen_memory_operand(g, r, PROG_MASK, 15));
    prog_operand_add(instr, at);
    prog_operand_add(instr, value);
}

static void add_uav_store(struct gen *g, const struct prog_resource *r)
{
    struct prog_node *node = prog_node_add(g->prog, g->list);
    store_uav_texel(g, node, r, own_texel(g, node, r));
}

/* ---- along rows ---- */

static void set(struct gen *g, struct prog_node *node, unsigned component, struct prog_operand value)
{
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, ISA_MOV);
    prog_operand_add(instr, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 1u << component));
    prog_operand_add(instr, value);
}

static struct prog_operand innermost_counter(const struct gen *g)
{
    return gen_counter(g, g->flow.loops - 1);
}

static bool has_rows(const struct gen *g, const struct prog_resource *r)
{
    return is_uav_texture(g, r) && r->role == PROG_OWN && r->scheme == PROG_BLOCKED &&
           r->dimension == ISA_DIM_TEXTURE2D && r->each == 1u << r->texels.width_log2;
}

static bool is_row_read(const struct gen *g, const struct prog_resource *r)
{
    (void)g;
    return prog_is_texture(r) && FLAT >> r->dimension & 1;
}

/* Past the end of the row too; from a column on. */
static struct prog_operand texel_of_row(struct gen *g, struct prog_node *node, const struct prog_resource *r)
{
    set(g, node, X, innermost_counter(g));
    struct prog_operand counter = innermost_counter(g);
    if (rng_percent(&g->rng, 30))
        counter.modifier = ISA_MODIFIER_NEG;
    if (rng_percent(&g->rng, 50))
        gen_compute(g, node, ISA_IADD, X, counter, imm(rng_below(&g->rng, 20)));
    for (unsigned axis = Y; axis <= Z; axis++)
        if (rng_percent(&g->rng, 60))
            set(g, node, axis, prog_one(ISA_FILE_TEMP, PROG_R_ID, rng_below(&g->rng, 2)));
        else
            gen_below(g, node, axis, size_of(r, axis));
    set(g, node, W, imm(0));
    return prog_swizzle(ISA_FILE_TEMP, PROG_R_ADDRESS, 0xe4);
}

bool gen_texel_row(struct gen *g)
{
    const struct prog_resource *r = gen_pick(g, 1ull << ISA_FILE_UAV, has_rows);
    if (r && rng_percent(&g->rng, 60)) {
        struct prog_node *node = prog_node_add(g->prog, g->list);
        struct prog_operand counter = innermost_counter(g);
        counter.modifier = ISA_MODIFIER_NEG;
        set(g, node, X, innermost_counter(g));
        if (rng_percent(&g->rng, 30)) /* from the last one on */
            gen_compute(g, node, ISA_IADD, X, counter, imm(r->each - 1));
        set(g, node, Y, prog_one(ISA_FILE_TEMP, PROG_R_ID, X));
        struct prog_operand at = prog_swizzle(ISA_FILE_TEMP, PROG_R_ADDRESS, 0x54); /* xyyy */
        if (rng_percent(&g->rng, 40))
            load_uav_texel(g, node, r, at);
        store_uav_texel(g, node, r, at);
        return true;
    }
    r = gen_pick(g, 1ull << ISA_FILE_SRV, is_row_read);
    if (!r)
        return false;
    struct prog_node *node = prog_node_add(g->prog, g->list);
    unsigned mask = gen_mask(g);
    struct prog_operand at = texel_of_row(g, node, r);
    struct prog_operand to[2] = {gen_destination(g, is_integer(r) ? ISA_TYPE_U : ISA_TYPE_F, mask)};
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, ISA_LD);
    choose_suffix(g, instr, r, mask);
    for (unsigned i = 0; i < isa_op(ISA_LD)->operand_count; i++)
        add_operand(g, instr, i, r, NULL, to, at);
    return true;
}

/* ---- texels in any order ---- */

void gen_texel(struct gen *g)
{
    const struct prog_resource *r = gen_pick(g, 1ull << ISA_FILE_UAV, is_uav_texture);
    if (!r)
        return;
    if (r->role == PROG_READ)
        add_uav_load(g, r);
    else if (gen_supports_atomics(g, r) && (r->role == PROG_ATOMIC || rng_percent(&g->rng, 35)))
        gen_atomic_on(g, r);
    else if (r->role == PROG_OWN && rng_percent(&g->rng, 35))
        add_uav_load(g, r);
    else if (r->role == PROG_OWN)
        add_uav_store(g, r);
}

struct gen_address gen_texel_address(struct gen *g, struct prog_node *node, const struct prog_resource *r,
                                     enum gen_reach reach)
{
    return (struct gen_address){.index = reach == GEN_OWN ? own_texel(g, node, r) : texel(g, node, r)};
}
