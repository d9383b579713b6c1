/* Loads and stores of typed buffers: inline where texels are of a common kind, else by a helper. */
#include "jit/llvm/gen_memory.h"

static void define_texel(struct gen *g, ir_ref ref, LLVMValueRef words[4])
{
    for (unsigned k = 0; k < 4; k++) {
        ir_ref part = k ? g->parts[4 * ref + k] : ref;
        if (!part)
            continue;
        bool wants_vector = gen_value(g, part)->shape == IR_VARYING;
        gen_define(g, part, wants_vector && !gen_is_vector(words[k]) ? gen_splat(g, words[k]) : words[k]);
    }
}

static void help_texel(struct access *a, LLVMValueRef out[4], bool is_uniform)
{
    struct gen *g = a->g;
    LLVMValueRef mask = is_uniform ? g->all : gen_mask(g);
    gen_helped_call(a, offsetof(struct jit_context, helpers.load), 0, 15, mask);
    for (unsigned k = 0; k < 4; k++)
        out[k] = gen_load(g, is_uniform ? g->i32 : g->words, gen_helped_words(g, k), is_uniform ? 4 : 32);
}

/* ---- inline: as structures of the element's words ---- */

static struct access structure_of(const struct access *texel, ir_ref ref, unsigned size)
{
    struct access a = *texel;
    a.stride = 4 * size;
    for (a.count = 0; a.count < size; a.count++) {
        a.refs[a.count] = ref;
        a.bytes[a.count] = a.added[a.count] = 4 * a.count;
    }
    return a;
}

/* Elements out of bounds are 0, and so are their channels: only texels without an alpha channel have another
   one. */
static void load_element(const struct access *texel, ir_ref ref, enum jit_texel kind, const bool used[4],
                         LLVMValueRef out[4])
{
    struct gen *g = texel->g;
    struct access a = structure_of(texel, ref, gen_texel_words(kind));
    gen_access_load(&a);
    if (texel->v->shape == IR_VARYING)
        for (unsigned k = 0; k < a.count; k++)
            a.values[k] = gen_is_vector(a.values[k]) ? a.values[k] : gen_splat(g, a.values[k]);
    LLVMValueRef alpha = gen_view_field(g, texel->v, g->i32, offsetof(struct jit_view, alpha));
    gen_texel_decode(g, kind, a.values, alpha, used, out);
}

/* ---- inline: elements of one or two bytes ---- */

/* The lanes' elements follow each other. */
static bool is_row(const struct access *texel)
{
    const struct ir_value *index = gen_value(texel->g, texel->index);
    return index->shape == IR_AFFINE && index->stride == 1;
}

/* The row, and the condition that it is in bounds, which the host may have proven for the whole dispatch. */
static LLVMValueRef row_of(const struct access *texel, enum jit_texel kind, LLVMValueRef *exists)
{
    struct gen *g = texel->g;
    LLVMValueRef at[3] = {gen_clean(g, texel->index)};
    LLVMValueRef row =
        gen_bounds_texel_row(g, texel->v, texel->view.base, at, 1, jit_texel_bytes(kind), exists);
    if (gen_bounds_measured(g, texel->v))
        *exists = LLVMConstAllOnes(g->i1);
    return row;
}

/* As row_of, where the lanes are speculated to form one, and tested. */
static LLVMValueRef speculated_row(const struct access *texel, enum jit_texel kind, LLVMValueRef *exists)
{
    struct gen *g = texel->g;
    LLVMValueRef holds, at[3] = {gen_speculated_first(g, texel->index, &holds)};
    LLVMValueRef row =
        gen_bounds_texel_row(g, texel->v, texel->view.base, at, 1, jit_texel_bytes(kind), exists);
    if (holds)
        *exists = LLVMBuildAnd(g->b, *exists, holds, "");
    return row;
}

/* As row_of, of the element that all lanes load. */
static LLVMValueRef element_of(const struct access *texel, enum jit_texel kind, LLVMValueRef *exists)
{
    LLVMValueRef at = gen_clean(texel->g, texel->index);
    return gen_bounds_texel(texel->g, texel->v, texel->view.base, at, jit_texel_bytes(kind), exists);
}

static LLVMValueRef pointers_of(const struct access *texel, enum jit_texel kind, LLVMValueRef *exists)
{
    LLVMValueRef at[3] = {gen_clean_vector(texel->g, texel->index)};
    return gen_bounds_texels(texel->g, texel->v, texel->view.base, at, jit_texel_bytes(kind), exists);
}

static void gather_narrow(const struct access *texel, enum jit_texel kind, LLVMValueRef *element)
{
    LLVMValueRef exists, pointers = pointers_of(texel, kind, &exists);
    gen_gather_narrow(texel->g, pointers, exists, jit_texel_bytes(kind), element);
}

static void scatter_narrow(const struct access *texel, enum jit_texel kind, const LLVMValueRef values[4])
{
    LLVMValueRef element[GEN_ELEMENT], exists, pointers = pointers_of(texel, kind, &exists);
    gen_texel_encode(texel->g, kind, values, element);
    gen_scatter_narrow(texel->g, element[0], pointers, exists, jit_texel_bytes(kind));
}

/* A load of elements of one or two bytes. */
struct narrow {
    struct access *texel;
    enum jit_texel kind;
    const bool *used;
    LLVMValueRef alpha;
};

static void decode(const struct narrow *n, LLVMValueRef element[GEN_ELEMENT], LLVMValueRef out[4])
{
    gen_texel_decode(n->texel->g, n->kind, element, n->alpha, n->used, out);
}

/* Rows that are known to be rows rarely end out of bounds: a helper call is less code than a gather. */
static void load_lanes(const struct narrow *n, LLVMValueRef out[4])
{
    struct gen *g = n->texel->g;
    LLVMValueRef element[GEN_ELEMENT];
    if (n->texel->v->shape == IR_VARYING && !is_row(n->texel) && gen_gathers_narrow(g)) {
        gather_narrow(n->texel, n->kind, element);
        decode(n, element, out);
        return;
    }
    help_texel(n->texel, out, n->texel->v->shape != IR_VARYING);
    for (unsigned k = 0; k < 4; k++)
        out[k] = n->used[k] ? out[k] : NULL;
}

static void load_row(const struct narrow *n, LLVMValueRef row, LLVMValueRef *element)
{
    gen_fetch_next(n->texel->g, row, jit_texel_bytes(n->kind));
    gen_texel_load_row(n->texel->g, n->kind, 1, row, element);
}

/* One element for all lanes, or a row of them, where it exists. */
static void load_row_or_lanes(const struct narrow *n, LLVMValueRef row, LLVMValueRef exists,
                              LLVMValueRef out[4])
{
    struct gen *g = n->texel->g;
    LLVMValueRef element[GEN_ELEMENT];
    LLVMBasicBlockRef in = gen_block(g, "row"), edge = gen_block(g, "edge");
    struct gen_join join = {.block = gen_block(g, "loaded")};
    gen_branch_likely(g, exists, in, edge);
    gen_at(g, in);
    if (n->texel->v->shape != IR_VARYING)
        element[0] = gen_texel_load_narrow(g, n->kind, row);
    else
        load_row(n, row, element);
    decode(n, element, out);
    gen_join_path(g, &join, out, 4);
    gen_at(g, edge);
    load_lanes(n, out);
    gen_join_path(g, &join, out, 4);
    gen_join_end(g, &join, out, 4);
}

/* Clamped and mirrored coordinates are rows in most warps. */
static bool may_be_row(const struct access *texel)
{
    const struct ir_value *index = gen_value(texel->g, texel->index);
    return index->speculated == 1 && index->speculated_lanes == texel->g->lanes;
}

static void load_narrow(struct access *texel, enum jit_texel kind, const bool used[4], LLVMValueRef out[4])
{
    struct gen *g = texel->g;
    LLVMValueRef exists, row, alpha = gen_view_field(g, texel->v, g->i32, offsetof(struct jit_view, alpha));
    const struct narrow n = {texel, kind, used, alpha};
    if (texel->v->shape != IR_VARYING) {
        row = element_of(texel, kind, &exists);
    } else if (is_row(texel)) {
        row = row_of(texel, kind, &exists);
    } else if (may_be_row(texel)) {
        row = speculated_row(texel, kind, &exists);
    } else {
        load_lanes(&n, out);
        return;
    }
    load_row_or_lanes(&n, row, exists, out);
}

void gen_texel_load(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    enum jit_texel kind = gen_texel_kind(g, v);
    struct access a;
    LLVMValueRef out[4] = {NULL};
    bool used[4], is_uniform = v->shape != IR_VARYING, is_narrow = jit_texel_is_narrow(kind);
    for (unsigned k = 0; k < 4; k++)
        used[k] = k == 0 || g->parts[4 * ref + k];
    gen_access_open(g, v, &a);
    if (kind == JIT_TEXEL_HELP || gen_access_is_helped(&a))
        help_texel(&a, out, is_uniform);
    else if (is_narrow)
        load_narrow(&a, kind, used, out);
    else
        load_element(&a, ref, kind, used, out);
    define_texel(g, ref, out);
}

static void help_store_texel(struct access *a)
{
    struct gen *g = a->g;
    for (unsigned k = 0; k < 4; k++)
        gen_store(g, gen_clean_vector(g, ir_arg(g->f, a->v, 2 + k)), gen_helped_words(g, k), 32);
    gen_helped_call(a, offsetof(struct jit_context, helpers.store), 0, 15, gen_mask(g));
}

/* Texels of a row that all lanes store. */
static void store_narrow(struct access *texel, enum jit_texel kind, const LLVMValueRef values[4])
{
    struct gen *g = texel->g;
    LLVMValueRef element[GEN_ELEMENT], exists, row = row_of(texel, kind, &exists);
    LLVMBasicBlockRef in = gen_block(g, "row"), edge = gen_block(g, "edge"), after = gen_block(g, "stored");
    gen_texel_encode(g, kind, values, element);
    if (g->mask)
        exists = LLVMBuildAnd(g->b, exists, gen_every(g, g->mask), "");
    LLVMBuildCondBr(g->b, exists, in, edge);
    gen_at(g, in);
    gen_texel_store_row(g, kind, row, element);
    LLVMBuildBr(g->b, after);
    gen_at(g, edge);
    help_store_texel(texel);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
}

static bool is_converted(enum jit_texel kind)
{
    return kind > JIT_TEXEL_FOUR;
}

void gen_texel_store(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    enum jit_texel kind = gen_texel_kind(g, v);
    LLVMValueRef values[4];
    struct access a;
    gen_access_open(g, v, &a);
    bool is_narrow = jit_texel_is_narrow(kind);
    bool is_inline = !is_narrow || is_row(&a) || gen_gathers_narrow(g);
    if (kind == JIT_TEXEL_HELP || gen_access_is_helped(&a) || !is_inline) {
        help_store_texel(&a);
        return;
    }
    for (unsigned k = 0; k < 4; k++)
        values[k] = is_converted(kind) ? gen_texel_channel(g, kind, ir_arg(g->f, v, 2 + k))
                                       : gen_access_value(g, v, 2 + k);
    if (is_narrow) {
        if (is_row(&a))
            store_narrow(&a, kind, values);
        else
            scatter_narrow(&a, kind, values);
        return;
    }
    struct access words = structure_of(&a, ref, gen_texel_words(kind));
    gen_texel_encode(g, kind, values, words.values);
    gen_access_store(&words);
}
