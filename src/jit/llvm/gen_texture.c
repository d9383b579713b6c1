/* Textures: common samples are inlined by gen_sample.c, loads of common texel formats from the first mip here:
   vector loads along a row guarded by one test, else gathers under each lane's test. All other accesses are
   made by a helper, a warp at a time. */
#include "jit/llvm/gen_memory.h"

/* ---- by helper ---- */

LLVMValueRef gen_texture_column(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    if (v->shape != IR_AFFINE)
        return gen_clean_vector(g, ref);
    LLVMValueRef steps = LLVMBuildMul(g->b, g->iota, gen_splat_word(g, (uint32_t)v->stride), "");
    return LLVMBuildAdd(g->b, gen_splat(g, gen_clean(g, ref)), steps, "");
}

/* For the lanes of a mask. */
static void help_lanes(struct gen *g, const struct ir_value *v, LLVMValueRef mask)
{
    for (uint32_t i = 0; i < v->count; i++)
        gen_store(g, gen_texture_column(g, ir_arg(g->f, v, i)),
                  gen_field_pointer(g, offsetof(struct jit_context, lanes.value[i])), 32);
    LLVMValueRef args[] = {gen_i32(g, v->texture), mask};
    gen_help(g, offsetof(struct jit_context, helpers.texture), LLVMVoidTypeInContext(g->context), args, 2);
}

void gen_texture_help(struct gen *g, const struct ir_value *v)
{
    gen_texture_help_lanes(g, v, gen_mask(g));
}

void gen_texture_help_lanes(struct gen *g, const struct ir_value *v, LLVMValueRef lanes)
{
    help_lanes(g, v, gen_mask_bits(g, lanes));
}

static LLVMValueRef result(struct gen *g, unsigned k, LLVMTypeRef type, uint32_t align)
{
    return gen_load(g, type, gen_field_pointer(g, offsetof(struct jit_context, lanes.value[k])), align);
}

void gen_texture_results(struct gen *g, const bool used[4], LLVMValueRef out[4])
{
    for (unsigned k = 0; k < 4; k++)
        if (used[k])
            out[k] = result(g, k, g->words, 32);
}

/* A query that is the same for all lanes is made for the first, often once a dispatch. */
static void query_once(struct gen *g, const struct ir_value *v, const bool used[4], LLVMValueRef out[4])
{
    help_lanes(g, v, gen_i32(g, 1));
    for (unsigned k = 0; k < 4; k++)
        if (used[k])
            out[k] = result(g, k, g->i32, 4);
}

/* ---- coordinates ---- */

void gen_texture_args(struct gen *g, const struct ir_value *v)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (gen_value(g, ir_arg(g->f, v, i))->shape == IR_AFFINE)
            gen_clean(g, ir_arg(g->f, v, i));
        else
            gen_clean_vector(g, ir_arg(g->f, v, i));
}

void gen_texture_row(struct gen *g, const struct ir_texel_access *at, LLVMValueRef *holds,
                     LLVMValueRef out[3])
{
    *holds = NULL;
    for (unsigned k = 0; k < 3; k++) {
        out[k] = NULL;
        if (!at->coords[k])
            continue;
        LLVMValueRef same = NULL;
        out[k] = at->is_speculated[k] ? gen_speculated_first(g, at->coords[k], &same)
                                      : gen_clean(g, at->coords[k]);
        *holds = gen_both(g, *holds, same);
        if (at->offset[k])
            out[k] = LLVMBuildAdd(g->b, out[k], gen_i32(g, (uint32_t)at->offset[k]), "");
    }
}

void gen_texture_lanes(struct gen *g, const struct ir_texel_access *at, LLVMValueRef out[3])
{
    for (unsigned k = 0; k < 3; k++) {
        out[k] = at->coords[k] ? gen_texture_column(g, at->coords[k]) : NULL;
        if (out[k] && at->offset[k])
            out[k] = LLVMBuildAdd(g->b, out[k], gen_splat_word(g, (uint32_t)at->offset[k]), "");
    }
}

/* ---- loads ---- */

struct texel_load {
    struct gen *g;
    const struct ir_value *v;
    struct ir_texel_access at;
    enum jit_texel texel;
    bool used[4];
    LLVMValueRef base, alpha;
};

static bool is_in_place(struct texel_load *t)
{
    t->texel = gen_texel_kind(t->g, t->v);
    return ir_texel_access(t->g->f, t->v, &t->at) && t->texel != JIT_TEXEL_HELP;
}

/* Elements out of bounds are 0, and so are their channels: only texels without an alpha channel have another
   one. */
static void load_lanes(const struct texel_load *t, bool is_edge, LLVMValueRef *element)
{
    LLVMValueRef at[3], exists;
    gen_texture_lanes(t->g, &t->at, at);
    LLVMValueRef pointers = gen_bounds_texels(t->g, t->v, t->base, at, jit_texel_bytes(t->texel), &exists);
    if (jit_texel_is_narrow(t->texel))
        gen_gather_narrow(t->g, pointers, exists, jit_texel_bytes(t->texel), element);
    else
        gen_gather_elements(t->g, pointers, exists, gen_texel_words(t->texel), is_edge, element);
}

static void decode(const struct texel_load *t, const LLVMValueRef *element, LLVMValueRef out[4])
{
    gen_texel_decode(t->g, t->texel, element, t->alpha, t->used, out);
}

static bool is_narrow(const struct texel_load *t)
{
    return jit_texel_is_narrow(t->texel);
}

static bool is_row(const struct texel_load *t)
{
    return t->at.stride == 1 || (t->at.stride && !is_narrow(t));
}

/* ---- texels of one row, as gen_cluster.c finds them: the first one's load loads them all ---- */

struct members {
    struct texel_load loads[GEN_TEXELS]; /* the first is the leader */
    ir_ref refs[GEN_TEXELS];
    uint32_t offsets[GEN_CLUSTER]; /* of each element's words */
    unsigned count, words;         /* words of all */
    int32_t low;                   /* the lowest column, counted from the leader's */
};

static void find_used(const struct gen *g, ir_ref ref, struct texel_load *t)
{
    for (unsigned k = 0; k < t->v->results; k++)
        t->used[k] = k == 0 || g->parts[4 * ref + k];
}

/* Its own coordinates are not known yet where the leader is: they are the leader's and a distance. */
static void add_member(struct members *m, ir_ref ref, int32_t distance)
{
    struct texel_load *t = &m->loads[m->count];
    *t = m->loads[0];
    t->v = gen_value(t->g, ref);
    t->at.offset[0] += distance;
    find_used(t->g, ref, t);
    m->refs[m->count++] = ref;
}

static void find_members(const struct texel_load *t, ir_ref ref, struct members *m)
{
    struct gen *g = t->g;
    unsigned words = gen_texel_words(t->texel);
    int32_t distances[GEN_TEXELS] = {0};
    *m = (struct members){.loads = {*t}, .refs = {ref}, .count = 1};
    bool is_leader = g->slots[ref].leader == ref;
    for (ir_ref at = is_leader ? g->slots[ref].next : 0; at; at = g->slots[at].next) {
        distances[m->count] = gen_texel_distance(g, ref, at);
        m->low = distances[m->count] < m->low ? distances[m->count] : m->low;
        add_member(m, at, distances[m->count]);
    }
    for (unsigned i = 0; i < m->count; i++)
        for (unsigned k = 0; k < words; k++)
            m->offsets[m->words++] = (uint32_t)(distances[i] - m->low) * words + k;
}

/* The host has proven them in bounds for the whole dispatch. */
static bool are_proven(const struct members *m)
{
    for (unsigned i = 0; i < m->count; i++)
        if (!gen_bounds_measured(m->loads[i].g, m->loads[i].v))
            return false;
    return true;
}

static void define_texel(struct gen *g, ir_ref ref, LLVMValueRef *out)
{
    for (unsigned k = 0; k < gen_value(g, ref)->results; k++) {
        ir_ref part = k ? g->parts[4 * ref + k] : ref;
        if (part)
            gen_define(g, part, out[k]);
    }
}

static void decode_members(const struct members *m, const LLVMValueRef *elements, LLVMValueRef out[4])
{
    unsigned words = m->words / m->count;
    decode(&m->loads[0], elements, out);
    for (unsigned i = 1; i < m->count; i++) {
        LLVMValueRef other[4] = {NULL};
        decode(&m->loads[i], elements + (size_t)i * words, other);
        define_texel(m->loads[i].g, m->refs[i], other);
    }
}

/* Branches by whether the row can be loaded as a whole, and continues on the path where it cannot. Returns the other path; both end
   in the join. */
static LLVMBasicBlockRef branch_by_row(struct gen *g, LLVMValueRef fits, struct gen_join *join)
{
    LLVMBasicBlockRef in = gen_block(g, "row"), lanes = gen_block(g, "lanes");
    join->block = gen_block(g, "loaded");
    LLVMBuildCondBr(g->b, fits, in, lanes);
    gen_at(g, lanes);
    return in;
}

/* `fits` NULL: proven. */
static void load_narrow_row(const struct texel_load *t, LLVMValueRef row, LLVMValueRef fits,
                            LLVMValueRef out[4])
{
    struct gen *g = t->g;
    LLVMValueRef element[GEN_ELEMENT] = {NULL};
    struct gen_join join = {.block = NULL};
    if (fits) {
        LLVMBasicBlockRef in = branch_by_row(g, fits, &join);
        gen_texture_help(g, t->v);
        gen_texture_results(g, t->used, out);
        gen_join_path(g, &join, out, 4);
        gen_at(g, in);
    }
    gen_fetch_next(g, row, (int64_t)t->at.stride * jit_texel_bytes(t->texel));
    gen_texel_load_row(g, t->texel, t->at.stride, row, element);
    decode(t, element, out);
    if (fits) {
        gen_join_path(g, &join, out, 4);
        gen_join_end(g, &join, out, 4);
    }
}

static void load_whole_row(const struct members *m, LLVMValueRef row, LLVMValueRef fits,
                           LLVMValueRef elements[GEN_CLUSTER])
{
    struct gen *g = m->loads[0].g;
    unsigned words = m->words / m->count, step = m->loads[0].at.stride * words;
    struct gen_join join = {.block = NULL};
    if (fits) {
        LLVMBasicBlockRef in = branch_by_row(g, fits, &join);
        for (unsigned i = 0; i < m->count; i++)
            load_lanes(&m->loads[i], true, elements + (size_t)i * words);
        gen_join_path(g, &join, elements, m->words);
        gen_at(g, in);
    }
    gen_fetch_next(g, row, (int64_t)step * 4);
    gen_load_words(g, row, step, m->offsets, m->words, step, false, elements);
    if (fits) {
        gen_join_path(g, &join, elements, m->words);
        gen_join_end(g, &join, elements, m->words);
    }
}

static void load_row(const struct texel_load *t, ir_ref ref, LLVMValueRef out[4])
{
    struct gen *g = t->g;
    LLVMValueRef at[3], holds, exists;
    struct members m;
    find_members(t, ref, &m);
    gen_texture_row(g, &t->at, &holds, at);
    if (m.low)
        at[0] = LLVMBuildAdd(g->b, at[0], gen_i32(g, (uint32_t)m.low), "");
    LLVMValueRef row =
        gen_bounds_texel_row(g, t->v, t->base, at, t->at.stride, jit_texel_bytes(t->texel), &exists);
    LLVMValueRef fits = are_proven(&m) ? NULL : holds ? LLVMBuildAnd(g->b, holds, exists, "") : exists;
    if (is_narrow(t)) {
        load_narrow_row(t, row, fits, out);
        return;
    }
    LLVMValueRef elements[GEN_CLUSTER] = {NULL};
    load_whole_row(&m, row, fits, elements);
    decode_members(&m, elements, out);
}

static bool load_stream(const struct texel_load *t, LLVMValueRef out[4])
{
    if (!gen_stream_step(t->g, t->v))
        return false;
    struct access a = gen_row_access(t->g, t->v, &t->at, t->base);
    if (!gen_stream_load(&a))
        return false;
    decode(t, a.values, out);
    return true;
}

static void load_in_place(struct texel_load *t, ir_ref ref, LLVMValueRef out[4])
{
    gen_texture_args(t->g, t->v); /* before the branches */
    t->base = gen_view_field(t->g, t->v, t->g->pointer, offsetof(struct jit_view, base));
    t->alpha = gen_view_field(t->g, t->v, t->g->i32, offsetof(struct jit_view, alpha));
    if (load_stream(t, out))
        return;
    if (is_row(t)) {
        load_row(t, ref, out);
    } else if (!is_narrow(t) || gen_gathers_narrow(t->g)) {
        LLVMValueRef element[GEN_ELEMENT];
        load_lanes(t, false, element);
        decode(t, element, out);
    } else {
        gen_texture_help(t->g, t->v);
        gen_texture_results(t->g, t->used, out);
    }
}

void gen_texture(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    const struct gen_slot *slot = &g->slots[ref];
    struct texel_load t = {.g = g, .v = v};
    LLVMValueRef out[4] = {NULL};
    bool follows =
        slot->leader && slot->leader != ref && gen_is_shared(g, slot->leader) == gen_is_shared(g, ref);
    if (follows && slot->word && (slot->segment == 0 || slot->segment == g->segment))
        return; /* its leader has loaded it */
    find_used(g, ref, &t);
    if (v->shape != IR_VARYING) {
        query_once(g, v, t.used, out);
    } else if (is_in_place(&t)) {
        load_in_place(&t, ref, out);
    } else if (!gen_sample(g, v, t.used, out)) {
        gen_texture_help(g, v);
        gen_texture_results(g, t.used, out);
    }
    define_texel(g, ref, out);
}
