/* The texels of a sample. The lanes of a warp often sample one or two rows of the texture, near the same column: 16 x 1 or
   8 x 2 threads, quads of pixels; at the texture's size, magnified, up to half its size. Two windows of each row are
   loaded and permuted, guarded by one test for all texels of the sample; else they are gathered. */
#include <string.h>

#include "jit/llvm/gen_memory.h"

/* Of axis k, and of the layer and the mip after the axes; NULL: it has none. Bit k of `corner`: the next texel along axis k. */
static LLVMValueRef part_of(const struct gen_sample *s, unsigned k, unsigned corner)
{
    return k < s->axes ? s->axis[k].offset[corner >> k & 1] : k == s->axes ? s->layer : s->level.start;
}

/* The sum of the parts from axis `from` on, a scalar if all of them are. */
static LLVMValueRef sum_of(const struct gen_sample *s, unsigned from, unsigned corner)
{
    struct gen *g = s->g;
    LLVMValueRef scalar = gen_i32(g, 0), vector = NULL;
    for (unsigned k = from; k <= s->axes + 1; k++) {
        LLVMValueRef offset = part_of(s, k, corner);
        if (offset && gen_is_vector(offset))
            vector = vector ? LLVMBuildAdd(g->b, vector, offset, "") : offset;
        else if (offset)
            scalar = LLVMBuildAdd(g->b, scalar, offset, "");
    }
    return vector ? LLVMBuildAdd(g->b, vector, gen_splat(g, scalar), "") : scalar;
}

static void gather(const struct gen_sample *s, unsigned corner, LLVMValueRef *element)
{
    struct gen *g = s->g;
    LLVMValueRef sum = sum_of(s, 0, corner), offset = gen_is_vector(sum) ? sum : gen_splat(g, sum);
    LLVMValueRef word = offset;
    bool is_narrow = jit_texel_is_narrow(s->texel);
    if (is_narrow)
        word = LLVMBuildLShr(g->b, offset, gen_splat_word(g, 2), "");
    LLVMValueRef pointers = gen_bounds_sampled(g, s->v->texture, g->i32, word);
    gen_gather_elements(g, pointers, g->all, gen_texel_words(s->texel), false, element);
    if (is_narrow) {
        LLVMValueRef shift = LLVMBuildShl(g->b, offset, gen_splat_word(g, 3), "");
        shift = LLVMBuildAnd(g->b, shift, gen_splat_word(g, 24), "");
        element[0] = LLVMBuildLShr(g->b, element[0], shift, "");
    }
}

/* ---- windows ---- */

/* As many texels of two rows as the warp has lanes, in texels of the first axis; of one row twice as many. */
struct windows {
    LLVMValueRef is_second; /* lanes with texels of the last lane's row, which is not the first lane's */
    LLVMValueRef distance;  /* from the first window to the second of one row, in texels; 0: two rows */
    LLVMValueRef first;     /* texel of both rows */
    LLVMValueRef at[2];     /* each lane's texel in the windows, by next texel */
    LLVMValueRef exist;     /* rows are long enough, an i1 */
    LLVMValueRef fits;      /* lanes whose texels are in the windows */
};

static LLVMValueRef lane(const struct gen *g, LLVMValueRef word, uint32_t i)
{
    return gen_is_vector(word) ? LLVMBuildExtractElement(g->b, word, gen_i32(g, i), "") : word;
}

static uint32_t step_of(const struct gen_sample *s)
{
    uint32_t bytes = jit_texel_bytes(s->texel);
    return jit_texel_is_narrow(s->texel) ? bytes : bytes / 4;
}

/* Of a corner in the first axis, in texels. */
static LLVMValueRef column_of(const struct gen_sample *s, unsigned next)
{
    uint32_t shift = (uint32_t)__builtin_ctz(step_of(s));
    return LLVMBuildLShr(s->g->b, s->axis[0].offset[next], gen_splat_word(s->g, shift), "");
}

static bool is_used(unsigned corners, unsigned bits, unsigned mask)
{
    for (unsigned corner = 0; corners >> corner; corner++)
        if (corners >> corner & 1 && (corner & mask) == bits)
            return true;
    return false;
}

static LLVMValueRef both(const struct gen *g, LLVMValueRef a, LLVMValueRef b)
{
    return a ? LLVMBuildAnd(g->b, a, b, "") : b;
}

/* The lanes' rows are those of the first and of the last lane. */
static LLVMValueRef has_two_rows(const struct gen_sample *s, unsigned corners, struct windows *w)
{
    struct gen *g = s->g;
    LLVMValueRef all = NULL;
    for (unsigned corner = 0; corner < 1u << s->axes; corner += 2) {
        LLVMValueRef row = sum_of(s, 1, corner);
        if (!gen_is_vector(row) || !is_used(corners, corner, ~1u))
            continue;
        LLVMValueRef first = gen_splat(g, lane(g, row, 0)), last = gen_splat(g, lane(g, row, g->lanes - 1));
        if (!w->is_second)
            w->is_second = LLVMBuildICmp(g->b, LLVMIntNE, row, first, "");
        LLVMValueRef own = LLVMBuildSelect(g->b, w->is_second, last, first, "");
        all = both(g, all, LLVMBuildICmp(g->b, LLVMIntEQ, row, own, ""));
    }
    return all;
}

/* The windows start at the least column of the first and the last lane, but end with the row. */
static void find_first(const struct gen_sample *s, struct windows *w)
{
    struct gen *g = s->g;
    LLVMValueRef column = column_of(s, 0), ends[] = {lane(g, column, 0), lane(g, column, g->lanes - 1)};
    LLVMValueRef size = s->level.size[0];
    LLVMValueRef end = LLVMBuildAdd(g->b, w->distance, gen_i32(g, g->lanes), "");
    LLVMValueRef limits[] = {gen_intrinsic(g, "llvm.umin", g->i32, ends, 2),
                             LLVMBuildSub(g->b, size, end, "")};
    w->first = gen_intrinsic(g, "llvm.umin", g->i32, limits, 2);
    w->exist = LLVMBuildICmp(g->b, LLVMIntUGE, size, end, "");
}

static void find_windows(const struct gen_sample *s, unsigned corners, struct windows *w)
{
    struct gen *g = s->g;
    LLVMValueRef lanes = gen_i32(g, g->lanes);
    *w = (struct windows){.distance = lanes};
    w->fits = has_two_rows(s, corners, w);
    if (w->is_second)
        w->distance = LLVMBuildSelect(g->b, gen_any(g, w->is_second), gen_i32(g, 0), lanes, "");
    find_first(s, w);
    LLVMValueRef size = gen_splat(g, LLVMBuildAdd(g->b, w->distance, lanes, ""));
    for (unsigned next = 0; next < 2; next++) {
        if (!is_used(corners, next, 1))
            continue;
        w->at[next] = LLVMBuildSub(g->b, column_of(s, next), gen_splat(g, w->first), "");
        w->fits = both(g, w->fits, LLVMBuildICmp(g->b, LLVMIntULT, w->at[next], size, ""));
        LLVMValueRef second = LLVMBuildAdd(g->b, w->at[next], gen_splat(g, lanes), "");
        if (w->is_second)
            w->at[next] = LLVMBuildSelect(g->b, w->is_second, second, w->at[next], "");
    }
}

static void load_window(const struct gen_sample *s, LLVMValueRef row, LLVMValueRef column,
                        LLVMValueRef *element)
{
    struct gen *g = s->g;
    LLVMTypeRef unit = jit_texel_is_narrow(s->texel) ? g->i8 : g->i32;
    LLVMValueRef offset = LLVMBuildMul(g->b, column, gen_i32(g, step_of(s)), "");
    offset = LLVMBuildZExt(g->b, LLVMBuildAdd(g->b, row, offset, ""), g->i64, "");
    gen_texel_load_row(g, s->texel, 1, gen_bounds_sampled(g, s->v->texture, unit, offset), element);
}

/* The texels of corners that are in one row. */
static void load_row(const struct gen_sample *s, const struct windows *w, unsigned corners,
                     unsigned row_corner, LLVMValueRef elements[][GEN_ELEMENT])
{
    struct gen *g = s->g;
    LLVMValueRef row = sum_of(s, 1, row_corner), windows[2][GEN_ELEMENT];
    load_window(s, lane(g, row, 0), w->first, windows[0]);
    load_window(s, lane(g, row, g->lanes - 1), LLVMBuildAdd(g->b, w->first, w->distance, ""), windows[1]);
    for (unsigned next = 0; next < 2; next++)
        for (unsigned k = 0; k < gen_texel_words(s->texel) && corners >> (row_corner | next) & 1; k++)
            elements[row_corner | next][k] =
                gen_target_permute_two(g, windows[0][k], windows[1][k], w->at[next]);
}

/* ---- rows ---- */

/* The lanes' texels follow each other in one row: the windows need not be permuted. */
static LLVMValueRef is_row(const struct gen_sample *s, unsigned corners)
{
    struct gen *g = s->g;
    LLVMValueRef all = NULL;
    for (unsigned next = 0; next < 2; next++) {
        LLVMValueRef column = s->axis[0].offset[next];
        if (!is_used(corners, next, 1))
            continue;
        LLVMValueRef steps = LLVMBuildMul(g->b, g->iota, gen_splat_word(g, step_of(s)), "");
        LLVMValueRef row = LLVMBuildAdd(g->b, gen_splat(g, lane(g, column, 0)), steps, "");
        all = both(g, all, LLVMBuildICmp(g->b, LLVMIntEQ, column, row, ""));
    }
    return gen_every(g, all);
}

/* Coordinates that depend on memory, as of a table of colours, are anywhere: the test would be lost. */
static bool are_near(const struct gen_sample *s)
{
    bool all = gen_texel_words(s->texel) << s->axes <= GEN_CLUSTER && !gen_is_vector(s->level.size[0]);
    for (uint32_t i = 0; i < s->v->count && all; i++)
        all = s->t->reads[i] >= READ_COORD + gen_sample_coords(s) ||
              gen_follows_threads(s->g, ir_arg(s->g->f, s->v, i));
    return all;
}

static bool has_one_row(const struct gen_sample *s)
{
    for (unsigned corner = 0; corner < 1u << s->axes; corner += 2)
        if (gen_is_vector(sum_of(s, 1, corner)))
            return false;
    return true;
}

/* ---- all texels ---- */

typedef void load_corners(const struct gen_sample *s, const void *context, unsigned corners,
                          LLVMValueRef elements[][GEN_ELEMENT]);

static void load_rows(const struct gen_sample *s, const void *context, unsigned corners,
                      LLVMValueRef elements[][GEN_ELEMENT])
{
    (void)context;
    for (unsigned corner = 0; corners >> corner; corner++)
        if (corners >> corner & 1)
            load_window(s, sum_of(s, 1, corner), lane(s->g, column_of(s, corner & 1), 0), elements[corner]);
}

static void load_windows(const struct gen_sample *s, const void *context, unsigned corners,
                         LLVMValueRef elements[][GEN_ELEMENT])
{
    for (unsigned corner = 0; corner < 1u << s->axes; corner += 2)
        if (is_used(corners, corner, ~1u))
            load_row(s, context, corners, corner, elements);
}

static void gather_all(const struct gen_sample *s, const void *context, unsigned corners,
                       LLVMValueRef elements[][GEN_ELEMENT])
{
    (void)context;
    for (unsigned corner = 0; corners >> corner; corner++)
        if (corners >> corner & 1)
            gather(s, corner, elements[corner]);
}

/* The paths of a sample, and the words of its corners' elements, as joins require them. */
struct paths {
    const struct gen_sample *s;
    unsigned corners;
    struct gen_join join;
    LLVMValueRef words[GEN_CLUSTER];
};

static void add_path(struct paths *p, LLVMBasicBlockRef block, load_corners *load, const void *context)
{
    LLVMValueRef elements[GEN_CORNERS][GEN_ELEMENT] = {{NULL}};
    unsigned each = gen_texel_words(p->s->texel), count = 1u << p->s->axes;
    gen_at(p->s->g, block);
    load(p->s, context, p->corners, elements);
    for (unsigned corner = 0; corner < count; corner++)
        memcpy(p->words + corner * each, elements[corner], each * sizeof *p->words);
    gen_join_path(p->s->g, &p->join, p->words, count * each);
}

static void join_paths(struct paths *p, LLVMValueRef elements[][GEN_ELEMENT])
{
    unsigned each = gen_texel_words(p->s->texel), count = 1u << p->s->axes;
    gen_join_end(p->s->g, &p->join, p->words, count * each);
    for (unsigned corner = 0; corner < count; corner++)
        memcpy(elements[corner], p->words + corner * each, each * sizeof *p->words);
}

void gen_fetch(const struct gen_sample *s, unsigned corners, LLVMValueRef elements[GEN_CORNERS][GEN_ELEMENT])
{
    struct gen *g = s->g;
    struct windows w;
    struct paths paths = {.s = s, .corners = corners};
    memset(elements, 0, sizeof(LLVMValueRef[GEN_CORNERS][GEN_ELEMENT]));
    if (!are_near(s) || !gen_is_vector(s->axis[0].offset[0])) {
        gather_all(s, NULL, corners, elements);
        return;
    }
    paths.join.block = gen_block(g, "fetched");
    if (has_one_row(s)) {
        LLVMBasicBlockRef row = gen_block(g, "row"), other = gen_block(g, "other");
        LLVMBuildCondBr(g->b, is_row(s, corners), row, other);
        add_path(&paths, row, load_rows, NULL);
        gen_at(g, other);
    }
    find_windows(s, corners, &w);
    LLVMBasicBlockRef near = gen_block(g, "near"), lanes = gen_block(g, "lanes");
    LLVMBuildCondBr(g->b, LLVMBuildAnd(g->b, gen_every(g, w.fits), w.exist, ""), near, lanes);
    add_path(&paths, near, load_windows, &w);
    add_path(&paths, lanes, gather_all, NULL);
    join_paths(&paths, elements);
}
