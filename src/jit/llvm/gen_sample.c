/* Samples of one mip: texels and weights along each axis, gathers, and blending, with the bits of
   texture/sample/, whose steps these are (D3D11.3 7.18.6 to 7.18.9). Coordinates that all lanes share are scalars. */
#include "jit/llvm/gen_memory.h"

enum { FACES = 6 };

LLVMValueRef gen_sample_record(struct gen *g, uint32_t texture)
{
    LLVMValueRef samples = gen_field(g, g->pointer, offsetof(struct jit_context, samples));
    return gen_offset_by(g, samples, sizeof(struct jit_sample) * (uint64_t)texture);
}

LLVMValueRef gen_sample_field(struct gen *g, uint32_t texture, LLVMTypeRef type, size_t offset)
{
    LLVMBuilderRef kept = g->b;
    g->b = g->entry;
    LLVMValueRef record = g->sample_record ? g->sample_record : gen_sample_record(g, texture);
    LLVMValueRef value = gen_load(g, type, gen_offset_by(g, record, offset), type == g->i32 ? 4 : 8);
    g->b = kept;
    return value;
}

static LLVMValueRef field(const struct gen_sample *s, size_t offset)
{
    return gen_sample_field(s->g, s->v->texture, s->g->i32, offset);
}

/* ---- scalars or vectors ---- */

static LLVMValueRef word_like(const struct gen *g, uint32_t word, LLVMValueRef value)
{
    return gen_is_vector(value) ? gen_splat_word(g, word) : gen_i32(g, word);
}

static LLVMValueRef real_like(const struct gen *g, double real, LLVMValueRef value)
{
    return gen_like(g, LLVMConstReal(g->f32, real), value);
}

static LLVMTypeRef reals_like(const struct gen *g, LLVMValueRef value)
{
    return gen_is_vector(value) ? g->floats : g->f32;
}

static LLVMTypeRef words_like(const struct gen *g, LLVMValueRef value)
{
    return gen_is_vector(value) ? g->words : g->i32;
}

static LLVMValueRef spread(const struct gen *g, LLVMValueRef value)
{
    return gen_is_vector(value) ? value : gen_splat(g, value);
}

static LLVMValueRef call(const struct gen *g, const char *name, LLVMValueRef x)
{
    return gen_intrinsic(g, name, LLVMTypeOf(x), &x, 1);
}

static LLVMValueRef choose(const struct gen *g, LLVMValueRef condition, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildSelect(g->b, condition, a, b, "");
}

/* ---- operands ---- */

static ir_ref arg_of(const struct gen_sample *s, uint8_t read)
{
    for (uint32_t i = 0; i < s->v->count; i++)
        if (s->t->reads[i] == read)
            return ir_arg(s->g->f, s->v, i);
    return 0;
}

/* A float coordinate, a scalar when the lanes share it. A missing one is 0. */
static LLVMValueRef load_coordinate(const struct gen_sample *s, unsigned k)
{
    struct gen *g = s->g;
    ir_ref ref = arg_of(s, (uint8_t)(READ_COORD + k));
    LLVMValueRef word = !ref                               ? gen_i32(g, 0)
                        : ir_is_uniform(gen_value(g, ref)) ? gen_clean(g, ref)
                                                           : gen_texture_column(g, ref);
    return LLVMBuildBitCast(g->b, word, reals_like(g, word), "");
}

unsigned gen_sample_coords(const struct gen_sample *s)
{
    return s->axes + s->is_cube + s->has_layer;
}

/* NULL: there is none. */
static LLVMValueRef load_floats(const struct gen_sample *s, unsigned read)
{
    ir_ref ref = arg_of(s, (uint8_t)read);
    return ref ? LLVMBuildBitCast(s->g->b, gen_texture_column(s->g, ref), s->g->floats, "") : NULL;
}

static void load_level(struct gen_sample *s)
{
    struct gen *g = s->g;
    ir_ref ref = arg_of(s, READ_LOD);
    s->bias = load_floats(s, READ_BIAS);
    for (unsigned k = 0; k < s->axes && !ref; k++) {
        s->ddx[k] = load_floats(s, READ_DDX + k);
        s->ddy[k] = load_floats(s, READ_DDY + k);
    }
    if (!ref)
        return;
    LLVMValueRef lod = ir_is_uniform(gen_value(g, ref)) ? gen_clean(g, ref) : gen_texture_column(g, ref);
    s->lod = LLVMBuildBitCast(g->b, lod, reals_like(g, lod), "");
}

static void load_operands(struct gen_sample *s)
{
    for (unsigned k = 0; k < gen_sample_coords(s); k++)
        s->coords[k] = load_coordinate(s, k);
    if (s->has_levels)
        load_level(s);
    if (s->t->access.compares)
        s->reference = load_floats(s, READ_REFERENCE);
}

static enum sm5_address mode_of(const struct gen_sample *s, unsigned axis)
{
    return (enum sm5_address)(s->modes >> 2 * axis & 3);
}

/* ---- one axis: see texture/sample/sample_axis.h ---- */

/* 7.18.6. Results are NaN or at most 10, so that the limits of axis_fixed do not apply. */
static LLVMValueRef reduce(const struct gen_sample *s, enum sm5_address mode, LLVMValueRef x)
{
    struct gen *g = s->g;
    if (mode == SM5_ADDRESS_WRAP)
        return LLVMBuildFSub(g->b, x, call(g, "llvm.floor", x), "");
    if (mode == SM5_ADDRESS_MIRROR) {
        LLVMValueRef half = LLVMBuildFMul(g->b, x, real_like(g, 0.5, x), "");
        half = LLVMBuildFSub(g->b, half, call(g, "llvm.trunc", half), "");
        return LLVMBuildFMul(g->b, half, real_like(g, 2.0, x), "");
    }
    LLVMValueRef low = real_like(g, -10.0, x), high = real_like(g, 10.0, x);
    LLVMValueRef above = choose(g, LLVMBuildFCmp(g->b, LLVMRealOGE, x, high, ""), high, x);
    return choose(g, LLVMBuildFCmp(g->b, LLVMRealOLE, x, low, ""), low, above);
}

LLVMValueRef gen_fixed_point(const struct gen *g, LLVMValueRef x)
{
    LLVMValueRef scaled = LLVMBuildFMul(g->b, x, real_like(g, 256.0, x), "");
    LLVMValueRef fixed = LLVMBuildFPToSI(g->b, call(g, "llvm.rint", scaled), words_like(g, x), "");
    return choose(g, LLVMBuildFCmp(g->b, LLVMRealORD, x, x, ""), fixed, word_like(g, 0, x));
}

LLVMValueRef gen_fixed_fraction(const struct gen *g, LLVMValueRef fixed)
{
    LLVMValueRef fraction = LLVMBuildAnd(g->b, fixed, word_like(g, 255, fixed), "");
    fraction = LLVMBuildSIToFP(g->b, fraction, reals_like(g, fraction), "");
    return spread(g, LLVMBuildFMul(g->b, fraction, real_like(g, 1.0 / 256.0, fraction), ""));
}

/* floor(texel / size) */
static LLVMValueRef tile_of(const struct gen_sample *s, LLVMValueRef texel, LLVMValueRef size)
{
    struct gen *g = s->g;
    LLVMTypeRef reals = reals_like(g, texel);
    LLVMValueRef quotient = LLVMBuildFDiv(g->b, LLVMBuildSIToFP(g->b, texel, reals, ""),
                                          LLVMBuildSIToFP(g->b, size, reals, ""), "");
    return LLVMBuildFPToSI(g->b, call(g, "llvm.floor", quotient), words_like(g, texel), "");
}

/* Without an offset a texel is at most one tile outside. */
static LLVMValueRef wrap(const struct gen_sample *s, unsigned axis, LLVMValueRef texel, LLVMValueRef size)
{
    struct gen *g = s->g;
    LLVMBuilderRef b = g->b;
    if (s->t->access.offset[axis])
        return LLVMBuildSub(b, texel, LLVMBuildMul(b, tile_of(s, texel, size), size, ""), "");
    LLVMValueRef zero = word_like(g, 0, texel);
    texel = choose(g, LLVMBuildICmp(b, LLVMIntSLT, texel, zero, ""), LLVMBuildAdd(b, texel, size, ""), texel);
    return choose(g, LLVMBuildICmp(b, LLVMIntSGE, texel, size, ""), LLVMBuildSub(b, texel, size, ""), texel);
}

static LLVMValueRef mirror(const struct gen_sample *s, LLVMValueRef texel, LLVMValueRef size)
{
    struct gen *g = s->g;
    LLVMBuilderRef b = g->b;
    LLVMValueRef is_below = LLVMBuildICmp(b, LLVMIntSLT, texel, word_like(g, 0, texel), "");
    texel = choose(g, is_below, LLVMBuildNot(b, texel, ""), texel);
    LLVMValueRef tile = tile_of(s, texel, size);
    LLVMValueRef rest = LLVMBuildSub(b, texel, LLVMBuildMul(b, tile, size, ""), "");
    LLVMValueRef is_odd = LLVMBuildAnd(b, tile, word_like(g, 1, texel), "");
    is_odd = LLVMBuildICmp(b, LLVMIntNE, is_odd, word_like(g, 0, texel), "");
    LLVMValueRef last = LLVMBuildSub(b, size, word_like(g, 1, texel), "");
    return choose(g, is_odd, LLVMBuildSub(b, last, rest, ""), rest);
}

/* 7.18.9 */
static void address(struct gen_sample *s, unsigned axis, unsigned next, LLVMValueRef texel)
{
    struct gen *g = s->g;
    LLVMValueRef count = s->level.size[axis], size = gen_like(g, count, texel);
    switch (mode_of(s, axis)) {
    case SM5_ADDRESS_WRAP: texel = wrap(s, axis, texel, size); break;
    case SM5_ADDRESS_MIRROR: texel = mirror(s, texel, size); break;
    case SM5_ADDRESS_BORDER: /* negative texels are above as unsigned numbers */
        s->axis[axis].border[next] = LLVMBuildICmp(g->b, LLVMIntUGE, texel, size, "");
        break;
    default: break;
    }
    texel = gen_bounds_axis(g, texel, count);
    s->axis[axis].offset[next] = LLVMBuildMul(g->b, texel, gen_like(g, s->level.pitch[axis], texel), "");
}

/* 7.18.7, 7.18.8 */
static void place(struct gen_sample *s, unsigned axis)
{
    struct gen *g = s->g;
    LLVMBuilderRef b = g->b;
    LLVMValueRef x = reduce(s, mode_of(s, axis), s->coords[axis]);
    LLVMBuilderRef outside = s->level.is_chosen ? b : g->entry;
    LLVMValueRef size = s->level.size[axis];
    size = LLVMBuildSIToFP(outside, size, reals_like(g, size), "");
    x = LLVMBuildFMul(b, x, gen_like(g, size, x), "");
    if (s->is_linear)
        x = LLVMBuildFSub(b, x, real_like(g, 0.5, x), "");
    LLVMValueRef fixed = gen_fixed_point(g, x), texel = LLVMBuildAShr(b, fixed, word_like(g, 8, fixed), "");
    if (s->t->access.offset[axis])
        texel = LLVMBuildAdd(b, texel, word_like(g, (uint32_t)(int32_t)s->t->access.offset[axis], texel), "");
    address(s, axis, 0, texel);
    if (!s->is_linear)
        return;
    if (s->is_cube)
        gen_cube_find_edges(s, texel, s->level.size[axis]);
    s->axis[axis].weight = gen_fixed_fraction(g, fixed);
    address(s, axis, 1, LLVMBuildAdd(b, texel, word_like(g, 1, texel), ""));
}

/* To nearest even, clamped (22.4.15). */
static LLVMValueRef find_layer(struct gen_sample *s)
{
    struct gen *g = s->g;
    LLVMValueRef x = s->coords[s->axes + s->is_cube];
    LLVMValueRef count = field(s, offsetof(struct jit_sample, texture.slices));
    if (s->is_cube)
        count = LLVMBuildUDiv(g->entry, count, gen_i32(g, FACES), "");
    LLVMValueRef layers = gen_like(g, LLVMBuildSIToFP(g->b, count, g->f32, ""), x),
                 zero = real_like(g, 0.0, x);
    LLVMValueRef last = LLVMBuildFSub(g->b, layers, real_like(g, 1.0, x), "");
    LLVMValueRef rounded = call(g, "llvm.rint", x);
    rounded = choose(g, LLVMBuildFCmp(g->b, LLVMRealOLT, rounded, layers, ""), rounded, last);
    rounded = choose(g, LLVMBuildFCmp(g->b, LLVMRealOGT, x, zero, ""), rounded, zero);
    return LLVMBuildFPToSI(g->b, rounded, words_like(g, x), "");
}

/* `face`: of a cube; else NULL. */
static void place_layer(struct gen_sample *s, LLVMValueRef face)
{
    struct gen *g = s->g;
    LLVMValueRef layer = s->has_layer ? find_layer(s) : gen_i32(g, 0);
    if (face) {
        layer = LLVMBuildMul(g->b, layer, word_like(g, FACES, layer), "");
        layer = LLVMBuildAdd(g->b, spread(g, layer), face, "");
    }
    layer = gen_bounds_axis(g, layer, field(s, offsetof(struct jit_sample, texture.slices)));
    s->layer = LLVMBuildMul(g->b, layer, gen_like(g, s->level.pitch[2], layer), "");
}

/* ---- texels ---- */

static void apply_border(const struct gen_sample *s, unsigned corner, LLVMValueRef out[4])
{
    struct gen *g = s->g;
    for (unsigned axis = 0; axis < s->axes; axis++) {
        LLVMValueRef border = s->axis[axis].border[corner >> axis & 1];
        for (unsigned c = 0; c < 4 && border; c++) {
            if (!s->used[c])
                continue;
            LLVMValueRef colour = field(s, offsetof(struct jit_sample, border) + sizeof(uint32_t) * c);
            out[c] = choose(g, spread(g, border), gen_splat(g, colour), out[c]);
        }
    }
}

/* 22.4.19: red is 1.0 or 0. */
static void compare(const struct gen_sample *s, LLVMValueRef *red)
{
    static const LLVMRealPredicate how[] = {[SM5_COMPARISON_NEVER] = LLVMRealPredicateFalse,
                                            [SM5_COMPARISON_LESS] = LLVMRealOLT,
                                            [SM5_COMPARISON_EQUAL] = LLVMRealOEQ,
                                            [SM5_COMPARISON_LESS_EQUAL] = LLVMRealOLE,
                                            [SM5_COMPARISON_GREATER] = LLVMRealOGT,
                                            [SM5_COMPARISON_NOT_EQUAL] = LLVMRealUNE,
                                            [SM5_COMPARISON_GREATER_EQUAL] = LLVMRealOGE,
                                            [SM5_COMPARISON_ALWAYS] = LLVMRealPredicateTrue};
    struct gen *g = s->g;
    LLVMValueRef holds = LLVMBuildFCmp(g->b, how[s->comparison], s->reference,
                                       LLVMBuildBitCast(g->b, *red, g->floats, ""), "");
    *red = choose(g, holds, gen_splat_word(g, 0x3f800000), gen_splat_word(g, 0));
}

static void decode(struct gen_sample *s, unsigned corner, LLVMValueRef out[4])
{
    gen_texel_decode(s->g, s->texel, s->elements[corner], s->alpha, s->used, out);
    apply_border(s, corner, out);
    if (s->t->access.compares)
        compare(s, &out[0]);
}

/* ---- filters: see texture/sample/sample_blend.h ---- */

static LLVMValueRef fused(const struct gen *g, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
    LLVMValueRef args[] = {a, b, c};
    return gen_intrinsic(g, "llvm.fma", g->floats, args, 3);
}

/* Texels are numbers from 0 to 1: the product with a weight of 0 is 0. */
static bool is_unit(const struct gen_sample *s)
{
    return s->t->access.compares || (s->texel >= JIT_TEXEL_UNORM && s->texel <= JIT_TEXEL_BYTES);
}

/* Not rounded to a canonical NaN, which follows after the last blend. */
static LLVMValueRef blend(const struct gen_sample *s, LLVMValueRef a, LLVMValueRef b, LLVMValueRef w)
{
    struct gen *g = s->g;
    LLVMValueRef x = LLVMBuildBitCast(g->b, a, g->floats, ""), y = LLVMBuildBitCast(g->b, b, g->floats, "");
    LLVMValueRef step = LLVMBuildFSub(g->b, y, x, ""), near = fused(g, w, step, x);
    if (!is_unit(s)) {
        LLVMValueRef rest = LLVMBuildFSub(g->b, real_like(g, 1.0, w), w, "");
        LLVMValueRef far = fused(g, y, w, LLVMBuildFMul(g->b, x, rest, ""));
        LLVMValueRef none = LLVMBuildFSub(g->b, step, step, ""), zero = LLVMConstNull(g->floats);
        near = choose(g, LLVMBuildFCmp(g->b, LLVMRealOEQ, none, zero, ""), near, far);
        near = choose(g, LLVMBuildFCmp(g->b, LLVMRealOEQ, w, zero, ""), x, near);
    }
    return LLVMBuildBitCast(g->b, near, g->words, "");
}

/* Filters along `axes` axes from `corner` on. */
static void filter(struct gen_sample *s, unsigned axes, unsigned corner, LLVMValueRef out[4])
{
    LLVMValueRef next[4];
    if (axes == 0) {
        decode(s, corner, out);
        return;
    }
    filter(s, axes - 1, corner, out);
    if (!s->is_linear)
        return;
    filter(s, axes - 1, corner | 1u << (axes - 1), next);
    for (unsigned c = 0; c < 4; c++)
        if (s->used[c])
            out[c] = blend(s, out[c], next[c], s->axis[axes - 1].weight);
}

static bool has_border(const struct gen_sample *s)
{
    bool any = false;
    for (unsigned axis = 0; axis < s->axes; axis++)
        any |= mode_of(s, axis) == SM5_ADDRESS_BORDER;
    return any;
}

/* Flushes denormals and makes NaNs canonical. The product with a one that LLVM does not see flushes. */
static void canonicalise(const struct gen_sample *s, LLVMValueRef out[4])
{
    struct gen *g = s->g;
    LLVMValueRef one = NULL;
    if (s->is_integer || s->t->access.compares || (is_unit(s) && !has_border(s)))
        return;
    one = LLVMBuildBitCast(g->b, gen_splat(g, gen_literal(g, 0x3f800000)), g->floats, "");
    for (unsigned c = 0; c < 4; c++) {
        if (!s->used[c])
            continue;
        LLVMValueRef x = LLVMBuildFMul(g->b, LLVMBuildBitCast(g->b, out[c], g->floats, ""), one, "");
        out[c] = gen_canonical(g, LLVMBuildBitCast(g->b, x, g->words, ""), true);
    }
}

/* ---- instructions ---- */

/* gather4: from the lower left counter-clockwise, v pointing down. */
static void gather(struct gen_sample *s, const bool used[4], LLVMValueRef out[4])
{
    static const uint8_t corners[4] = {2, 3, 1, 0};
    unsigned component = s->t->access.compares ? 0 : s->t->access.component, wanted = 0;
    for (unsigned c = 0; c < 4; c++) {
        s->used[c] = c == component;
        wanted |= (unsigned)used[c] << corners[c];
    }
    gen_fetch(s, wanted, s->elements);
    for (unsigned k = 0; k < 4; k++) {
        LLVMValueRef texel[4];
        if (!used[k])
            continue;
        decode(s, corners[k], texel);
        out[k] = texel[component];
    }
}

/* Of one mip. */
static void sample_level(struct gen_sample *s, LLVMValueRef face, const bool used[4], LLVMValueRef out[4])
{
    for (unsigned axis = 0; axis < s->axes; axis++)
        place(s, axis);
    if (s->has_layer || face)
        place_layer(s, face);
    if (s->is_gather) {
        gather(s, used, out);
        return;
    }
    memcpy(s->used, used, sizeof s->used);
    gen_fetch(s, s->is_linear ? (1u << (1u << s->axes)) - 1 : 1, s->elements);
    filter(s, s->axes, 0, out);
}

/* Coordinates become vectors where the sizes of mips are. */
static void choose_level(struct gen_sample *s, LLVMValueRef mip)
{
    s->level = gen_level_of(s, mip);
    for (unsigned k = 0; k < s->axes && gen_is_vector(mip); k++)
        s->coords[k] = spread(s->g, s->coords[k]);
}

static void sample_levels(struct gen_sample *s, LLVMValueRef face, const bool used[4], LLVMValueRef out[4])
{
    LLVMValueRef lod = s->ddx[0] ? gen_level_footprint(s) : s->lod;
    LLVMValueRef mips[2], next[4], weight = gen_level_mips(s, lod, mips);
    choose_level(s, mips[0]);
    sample_level(s, face, used, out);
    if (!s->blends)
        return;
    choose_level(s, mips[1]);
    sample_level(s, face, used, next);
    for (unsigned c = 0; c < 4; c++)
        if (used[c])
            out[c] = blend(s, out[c], next[c], weight);
}

void gen_sample_texels(struct gen_sample *s, const bool used[4], LLVMValueRef out[4])
{
    LLVMValueRef face = s->is_cube ? gen_cube_project(s) : NULL;
    s->alpha = field(s, offsetof(struct jit_sample, alpha));
    if (s->has_levels) {
        sample_levels(s, face, used, out);
        return;
    }
    s->level = gen_level_only(s);
    sample_level(s, face, used, out);
}

static bool open_sample(struct gen *g, const struct ir_value *v, struct gen_sample *s)
{
    const struct ir_texture *t = &g->f->textures[v->texture];
    bool is_known = t->access.kind == ISA_ACCESS_SAMPLE || t->access.kind == ISA_ACCESS_GATHER;
    const uint8_t *kind =
        g->texels ? &g->texels[g->f->view_count + JIT_SAMPLE_BYTES * (size_t)v->texture] : NULL;
    if (!is_known || !kind || (kind[JIT_SAMPLE_TEXEL] & 63) == JIT_TEXEL_HELP)
        return false;
    *s = (struct gen_sample){.g = g, .v = v, .t = t, .is_gather = t->access.kind == ISA_ACCESS_GATHER};
    s->texel = (enum jit_texel)(kind[JIT_SAMPLE_TEXEL] & 63);
    s->is_linear = kind[JIT_SAMPLE_TEXEL] & JIT_SAMPLE_LINEAR;
    s->is_integer = kind[JIT_SAMPLE_TEXEL] & JIT_SAMPLE_INTEGER;
    s->modes = kind[JIT_SAMPLE_MODES];
    s->comparison = kind[JIT_SAMPLE_COMPARISON] & 15;
    s->has_levels = kind[JIT_SAMPLE_COMPARISON] & JIT_SAMPLE_LEVELS;
    s->blends = kind[JIT_SAMPLE_COMPARISON] & JIT_SAMPLE_BLENDS;
    s->is_cube = isa_dimensions[t->access.dimension].is_cube;
    s->axes = isa_dimensions[t->access.dimension].coordinates - s->is_cube;
    s->has_layer = isa_dimensions[t->access.dimension].layers;
    return true;
}

/* Inline code takes about a millisecond to compile for each texel: a function that they share makes the samples that
   follow, which costs them next to nothing. Samples that choose mips always call it: they take two to three times as long to
   compile. */
static bool is_inline(struct gen_sample *s)
{
    enum { TEXELS_MOST = 32 };
    if (s->has_levels && !s->is_cube)
        return false;
    s->g->sampled += (s->is_linear ? 1u << s->axes : 1) << s->blends;
    return s->g->sampled <= TEXELS_MOST;
}

bool gen_sample(struct gen *g, const struct ir_value *v, const bool used[4], LLVMValueRef out[4])
{
    struct gen_sample s;
    if (!open_sample(g, v, &s))
        return false;
    bool compares = s.t->access.compares && !s.is_gather;
    const bool *texels = compares ? (const bool[4]){true} : used;
    bool is_inlined = is_inline(&s);
    if (s.is_cube && !is_inlined)
        return false; /* the arguments of the instruction would have to be passed as well */
    if (s.is_cube)
        gen_texture_args(g, v);
    load_operands(&s);
    if (is_inlined)
        gen_sample_texels(&s, texels, out);
    else
        gen_sample_call(&s, texels, out);
    if (!s.is_gather) {
        memcpy(s.used, texels, sizeof s.used);
        canonicalise(&s, out);
    }
    if (s.crosses)
        gen_cube_replace(&s, texels, out);
    for (unsigned c = 1; c < 4 && compares; c++)
        out[c] = out[0];
    return true;
}
