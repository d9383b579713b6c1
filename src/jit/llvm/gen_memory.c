/* Loads and stores of t#, u# and g# (address.h has the rules). Words of one structure are loaded together at
   the first load and stored together at the last store. How depends on the address: one for all lanes, one
   structure behind the other, or anything. */
#include <string.h>

#include "jit/llvm/gen.h"

/* ---- views ---- */

LLVMValueRef gen_zeros(struct gen *g)
{
    LLVMBuilderRef kept = g->b;
    g->b = g->entry;
    LLVMValueRef zeros = gen_field(g, g->pointer, offsetof(struct jit_context, zeros));
    g->b = kept;
    return zeros;
}

struct gen_view gen_view_of(struct gen *g, const struct ir_value *v)
{
    const struct program_resource *resource = &g->f->program->decls.resources[v->slot];
    struct gen_view *view = v->view == IR_NONE ? &g->views[g->f->view_count + v->slot] : &g->views[v->view];
    if (view->base)
        return *view;
    LLVMBuilderRef kept = g->b;
    g->b = g->entry;
    if (resource->file == ISA_FILE_TGSM) {
        LLVMValueRef tgsm = gen_field(g, g->pointer, offsetof(struct jit_context, tgsm));
        view->base = gen_offset_by(g, tgsm, g->f->tgsm_first[v->slot]);
        view->count = gen_i32(g, resource->count);
        view->bytes = gen_i64(g, resource->bytes);
    } else {
        LLVMValueRef views = gen_field(g, g->pointer, offsetof(struct jit_context, views));
        LLVMValueRef at = gen_offset_by(g, views, sizeof(struct jit_view) * (uint64_t)v->view);
        view->base = gen_load(g, g->pointer, gen_offset_by(g, at, offsetof(struct jit_view, base)), 8);
        view->count = gen_load(g, g->i32, gen_offset_by(g, at, offsetof(struct jit_view, count)), 4);
        view->bytes = gen_load(g, g->i64, gen_offset_by(g, at, offsetof(struct jit_view, bytes)), 8);
    }
    g->b = kept;
    return *view;
}

/* A flag of a view, made once in the entry. */
LLVMValueRef gen_view_word(struct gen *g, const struct ir_value *v, size_t offset)
{
    LLVMBuilderRef kept = g->b;
    g->b = g->entry;
    LLVMValueRef views = gen_field(g, g->pointer, offsetof(struct jit_context, views));
    LLVMValueRef at = gen_offset_by(g, views, sizeof(struct jit_view) * (uint64_t)v->view + offset);
    LLVMValueRef word = gen_load(g, g->i32, at, 4);
    g->b = kept;
    return word;
}

/* ---- one access: a cluster, or the word of a texel ---- */

struct access {
    struct gen *g;
    const struct ir_value *v; /* one of the members */
    struct gen_view view;
    ir_ref index, dynamic;
    uint32_t stride; /* bytes of a structure; raw: 1 */
    bool is_raw;
    unsigned count;
    ir_ref refs[GEN_CLUSTER];
    uint32_t bytes[GEN_CLUSTER];      /* constant offsets */
    uint32_t added[GEN_CLUSTER];      /* without the window's word */
    LLVMValueRef values[GEN_CLUSTER]; /* loaded; to store */
};

static LLVMValueRef zext(const struct gen *g, LLVMValueRef word)
{
    return LLVMBuildZExt(g->b, word, g->i64, "");
}

static LLVMValueRef clear_low_bits(const struct gen *g, LLVMValueRef word)
{
    LLVMValueRef mask = gen_is_vector(word) ? gen_splat_word(g, ~3u) : gen_i32(g, ~3u);
    return LLVMBuildAnd(g->b, word, mask, "");
}

/* How far ahead the next group's words are, when that is worth asking for them; else 0. */
static int64_t bytes_ahead(const struct access *a)
{
    const struct ir_value *index = gen_value(a->g, a->index);
    int64_t ahead = (int64_t)index->step * a->stride;
    bool is_far = index->has_step && ahead >= 1024 && ahead <= 1 << 20;
    return is_far && !gen_is_tgsm(a->g, a->v) ? ahead : 0;
}

/* The host has tested them all for the whole dispatch. Between barriers, loads that ask for the next group's
   words keep their tests: without, all requests go out at once, and the processor drops many (a sum of rows
   in g# takes 1.3 times as long). */
static bool is_measured(const struct access *a)
{
    const struct gen *g = a->g;
    if (g->f->has_barrier && a->v->kind == IR_LOAD && bytes_ahead(a))
        return false;
    for (unsigned i = 0; i < a->count; i++)
        if (!gen_value(g, a->refs[i])->measured)
            return false;
    return g->bounded;
}

/* What the whole view's bounds are known to hold without a look. */
static bool is_proven(const struct access *a)
{
    const struct gen *g = a->g;
    if (is_measured(a))
        return true;
    const struct program_resource *r = &g->f->program->decls.resources[a->v->slot];
    const struct ir_value *index = gen_value(g, a->index);
    if (r->file != ISA_FILE_TGSM || a->dynamic)
        return false;
    if (!a->is_raw)
        return index->high < r->count;
    for (unsigned i = 0; i < a->count; i++)
        if ((int32_t)a->added[i] < 0 || (uint64_t)index->high + a->bytes[i] + 4 > r->bytes)
            return false;
    return true;
}

/* Helpers see windows of four words; offsets are put into lanes.address and .offset. */
static void call_helper(struct access *a, size_t helper, uint32_t first, uint32_t words, LLVMValueRef mask)
{
    struct gen *g = a->g;
    LLVMValueRef address = a->index ? gen_clean_vector(g, a->index) : gen_splat_word(g, 0);
    LLVMValueRef offset = a->dynamic ? gen_clean_vector(g, a->dynamic) : gen_splat_word(g, first);
    if (a->is_raw) {
        address = LLVMBuildAdd(g->b, address, gen_splat_word(g, first), "");
        offset = NULL;
    }
    gen_store(g, address, gen_field_pointer(g, offsetof(struct jit_context, lanes.address)), 32);
    if (offset && a->v->access == IR_STRUCTURED)
        gen_store(g, offset, gen_field_pointer(g, offsetof(struct jit_context, lanes.offset)), 32);
    if (a->v->view == IR_NONE && !gen_is_tgsm(g, a->v)) {
        LLVMValueRef reg = gen_clean_vector(g, ir_arg(g->f, a->v, a->v->count - 1));
        gen_store(g, reg, gen_field_pointer(g, offsetof(struct jit_context, lanes.reg)), 32);
    }
    LLVMValueRef args[] = {gen_i32(g, a->v->slot), gen_i32(g, a->v->view), gen_i32(g, words),
                           gen_mask_bits(g, mask)};
    gen_help(g, helper, LLVMVoidTypeInContext(g->context), args, 4);
}

static LLVMValueRef lane_words(const struct gen *g, unsigned word)
{
    return gen_field_pointer(g,
                             offsetof(struct jit_context, lanes.value) + sizeof(uint32_t) * JIT_LANES * word);
}

/* First byte of the window of word i, and its place in it. A dynamic offset counts from the word's own
 * window. */
static void window_of(const struct access *a, unsigned i, uint32_t *first, uint32_t *word)
{
    uint32_t unit = a->dynamic ? UINT32_MAX : 15;
    *first = a->dynamic ? 0 : a->is_raw ? a->added[i] : a->bytes[i] & ~unit;
    *word = a->dynamic ? a->bytes[i] / 4 : a->is_raw ? (a->bytes[i] - a->added[i]) / 4 : a->bytes[i] / 4 & 3;
}

static void help_load(struct access *a, LLVMValueRef *out)
{
    struct gen *g = a->g;
    bool done[GEN_CLUSTER] = {false};
    for (unsigned i = 0; i < a->count; i++) {
        uint32_t first, word, words = 0, other, at;
        if (done[i])
            continue;
        window_of(a, i, &first, &word);
        for (unsigned k = i; k < a->count; k++) {
            window_of(a, k, &other, &at);
            words |= other == first ? 1u << at : 0;
        }
        call_helper(a, offsetof(struct jit_context, helpers.load), first, words, gen_mask(g));
        for (unsigned k = i; k < a->count; k++) {
            window_of(a, k, &other, &at);
            if (other != first)
                continue;
            out[k] = gen_load(g, g->words, lane_words(g, at), 32);
            done[k] = true;
        }
    }
}

static void help_store(struct access *a)
{
    struct gen *g = a->g;
    bool done[GEN_CLUSTER] = {false};
    for (unsigned i = 0; i < a->count; i++) {
        uint32_t first, word, words = 0, other, at;
        if (done[i])
            continue;
        window_of(a, i, &first, &word);
        for (unsigned k = i; k < a->count; k++) {
            window_of(a, k, &other, &at);
            if (other != first)
                continue;
            gen_store(g, a->values[k], lane_words(g, at), 32);
            words |= 1u << at;
            done[k] = true;
        }
        call_helper(a, offsetof(struct jit_context, helpers.store), first, words, gen_mask(g));
    }
}

/* ---- one address for all lanes ---- */

/* Pointer and whether the word exists. */
static LLVMValueRef uniform_pointer(struct access *a, unsigned i, LLVMValueRef *exists)
{
    struct gen *g = a->g;
    LLVMValueRef index = a->index ? gen_clean(g, a->index) : gen_i32(g, 0);
    if (a->is_raw) {
        LLVMValueRef at = LLVMBuildAdd(g->b, clear_low_bits(g, index), gen_i32(g, a->added[i]), "");
        at = LLVMBuildAdd(g->b, zext(g, at), gen_i64(g, a->bytes[i] - a->added[i]), "");
        LLVMValueRef end = LLVMBuildAdd(g->b, at, gen_i64(g, 4), "");
        *exists = is_proven(a) ? NULL : LLVMBuildICmp(g->b, LLVMIntULE, end, a->view.bytes, "");
        return gen_offset(g, a->view.base, at);
    }
    *exists = is_proven(a) ? NULL : LLVMBuildICmp(g->b, LLVMIntULT, index, a->view.count, "");
    LLVMValueRef at = LLVMBuildMul(g->b, zext(g, index), gen_i64(g, a->stride), "");
    if (a->dynamic) {
        LLVMValueRef inside = zext(g, clear_low_bits(g, gen_clean(g, a->dynamic)));
        inside = LLVMBuildAdd(g->b, inside, gen_i64(g, a->bytes[i]), "");
        LLVMValueRef fits = LLVMBuildICmp(g->b, LLVMIntULT, inside, gen_i64(g, a->stride), "");
        *exists = *exists ? LLVMBuildAnd(g->b, *exists, fits, "") : fits;
        at = LLVMBuildAdd(g->b, at, inside, "");
        return gen_offset(g, a->view.base, at);
    }
    return gen_offset_by(g, gen_offset(g, a->view.base, at), a->bytes[i]);
}

static void load_uniform_word(struct access *a, unsigned i, LLVMValueRef pointer)
{
    a->values[i] = gen_load(a->g, a->g->i32, pointer, 4);
    if (a->g->f->program->decls.resources[a->v->slot].file == ISA_FILE_UAV)
        LLVMSetVolatile(a->values[i], true);
}

/* All words of a structure that exists or not as one. */
static void load_uniform_structure(struct access *a)
{
    struct gen *g = a->g;
    LLVMValueRef exists, pointer = uniform_pointer(a, 0, &exists);
    pointer = gen_offset(g, pointer, gen_i64(g, 0 - (uint64_t)a->bytes[0]));
    if (exists)
        pointer = LLVMBuildSelect(g->b, exists, pointer, gen_zeros(g), "");
    for (unsigned i = 0; i < a->count; i++)
        load_uniform_word(a, i, gen_offset_by(g, pointer, a->bytes[i]));
}

/* What is out of bounds is read from a page of zeros, which is larger than any structure: no branch. */
static void load_uniform(struct access *a)
{
    struct gen *g = a->g;
    if (!a->is_raw && !a->dynamic) {
        load_uniform_structure(a);
        return;
    }
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef exists, pointer = uniform_pointer(a, i, &exists);
        if (exists)
            pointer = LLVMBuildSelect(g->b, exists, pointer, gen_zeros(g), "");
        load_uniform_word(a, i, pointer);
    }
}

static bool all_uniform(const struct access *a)
{
    const struct gen *g = a->g;
    for (unsigned i = 0; i < a->count; i++)
        if (gen_is_vector(a->values[i]))
            return false;
    return gen_is_uniform(gen_value(g, a->index)) &&
           (!a->dynamic || gen_is_uniform(gen_value(g, a->dynamic)));
}

static void store_uniform(struct access *a)
{
    struct gen *g = a->g;
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef exists, pointer = uniform_pointer(a, i, &exists);
        LLVMValueRef some = g->mask ? gen_any(g, g->mask) : NULL;
        if (some)
            exists = exists ? LLVMBuildAnd(g->b, exists, some, "") : some;
        if (!exists) {
            gen_store(g, a->values[i], pointer, 4);
            continue;
        }
        LLVMBasicBlockRef in = gen_block(g, "store"), after = gen_block(g, "stored");
        LLVMBuildCondBr(g->b, exists, in, after);
        gen_at(g, in);
        gen_store(g, a->values[i], pointer, 4);
        LLVMBuildBr(g->b, after);
        gen_at(g, after);
    }
}

/* ---- one structure behind the other ---- */

/* Words from lane to lane, or 0. */
static uint32_t step_of(const struct access *a)
{
    const struct ir_value *index = a->index ? gen_value(a->g, a->index) : NULL;
    if (!index || index->shape != IR_AFFINE || index->stride <= 0 || a->dynamic ||
        a->stride % 4 % (a->is_raw ? 4 : 1))
        return 0;
    uint64_t step = (uint64_t)index->stride * a->stride;
    if (step % 4 || step / 4 > 1024)
        return 0;
    return (uint32_t)(step / 4);
}

/* The lowest constant of a raw cluster, signed, and how far its words reach behind it. */
static uint32_t lowest(const struct access *a)
{
    uint32_t low = a->added[0];
    for (unsigned i = 1; i < a->count; i++)
        low = (int32_t)a->added[i] < (int32_t)low ? a->added[i] : low;
    return low;
}

static uint32_t reach_of(const struct access *a)
{
    uint32_t low = lowest(a), reach = 0;
    for (unsigned i = 0; i < a->count; i++)
        reach = a->bytes[i] - low + 4 > reach ? a->bytes[i] - low + 4 : reach;
    return reach;
}

/* True when all lanes' structures exist; lane 0's address. NULL: they do. */
static LLVMValueRef whole_warp(struct access *a, uint32_t step, LLVMValueRef *pointer)
{
    struct gen *g = a->g;
    LLVMValueRef index = gen_clean(g, a->index), exists = NULL;
    if (a->is_raw) {
        uint32_t low = lowest(a), reach = reach_of(a) + 4 * step * (g->lanes - 1);
        LLVMValueRef at = LLVMBuildAdd(g->b, clear_low_bits(g, index), gen_i32(g, low), "");
        at = zext(g, at);
        LLVMValueRef end = LLVMBuildAdd(g->b, at, gen_i64(g, reach), "");
        if (!is_proven(a)) {
            LLVMValueRef fits = LLVMBuildICmp(g->b, LLVMIntULE, end, a->view.bytes, "");
            LLVMValueRef low32 = LLVMBuildICmp(g->b, LLVMIntULE, end, gen_i64(g, UINT32_MAX), "");
            exists = LLVMBuildAnd(g->b, fits, low32, "");
        }
        *pointer = gen_offset(g, a->view.base, at);
        return exists;
    }
    if (!is_proven(a)) {
        LLVMValueRef reach = gen_i64(g, (uint64_t)gen_value(g, a->index)->stride * (g->lanes - 1));
        LLVMValueRef last = LLVMBuildAdd(g->b, zext(g, index), reach, "");
        exists = LLVMBuildICmp(g->b, LLVMIntULT, last, zext(g, a->view.count), "");
    }
    *pointer = gen_offset(g, a->view.base, LLVMBuildMul(g->b, zext(g, index), gen_i64(g, a->stride), ""));
    return exists;
}

static void word_offsets(const struct access *a, uint32_t *offsets)
{
    uint32_t low = a->is_raw ? lowest(a) : 0;
    for (unsigned i = 0; i < a->count; i++)
        offsets[i] = (a->bytes[i] - low) / 4;
}

static uint32_t structure_words(const struct access *a)
{
    return a->is_raw ? reach_of(a) / 4 : a->stride / 4;
}

static bool scatter(struct access *a);

/* Asks for what the next group will load here: processors foresee rows, not the steps between a group's rows.
 */
static void fetch_ahead(struct access *a, LLVMValueRef pointer, uint32_t step)
{
    enum { LINE = 64, LINES_MOST = 16 };
    struct gen *g = a->g;
    uint32_t lines = step == 1 ? 1 : step * g->lanes * 4 / LINE;
    if (!bytes_ahead(a) || lines > LINES_MOST)
        return;
    for (uint32_t i = 0; i < lines; i++) {
        LLVMValueRef args[] = {gen_offset_by(g, pointer, (uint64_t)bytes_ahead(a) + (uint64_t)i * LINE),
                               gen_i32(g, 0), gen_i32(g, 3), gen_i32(g, 1)};
        gen_intrinsic(g, "llvm.prefetch", g->pointer, args, 4);
    }
}

static void load_affine(struct access *a, uint32_t step)
{
    struct gen *g = a->g;
    uint32_t offsets[GEN_CLUSTER];
    LLVMValueRef pointer, fast[GEN_CLUSTER], slow[GEN_CLUSTER], exists = whole_warp(a, step, &pointer);
    word_offsets(a, offsets);
    if (!exists) {
        fetch_ahead(a, step == 1 ? gen_offset_by(g, pointer, 4 * (uint64_t)offsets[0]) : pointer, step);
        gen_load_words(g, pointer, step, offsets, a->count, structure_words(a), a->values);
        return;
    }
    LLVMBasicBlockRef in = gen_block(g, "inside"), edge = gen_block(g, "edge"),
                      after = gen_block(g, "loaded");
    LLVMBuildCondBr(g->b, exists, in, edge);
    gen_at(g, in);
    fetch_ahead(a, step == 1 ? gen_offset_by(g, pointer, 4 * (uint64_t)offsets[0]) : pointer, step);
    gen_load_words(g, pointer, step, offsets, a->count, structure_words(a), fast);
    LLVMBasicBlockRef in_end = gen_here(g);
    LLVMBuildBr(g->b, after);
    gen_at(g, edge);
    help_load(a, slow);
    LLVMBasicBlockRef edge_end = gen_here(g);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef values[] = {fast[i], slow[i]};
        LLVMBasicBlockRef blocks[] = {in_end, edge_end};
        a->values[i] = LLVMBuildPhi(g->b, g->words, "");
        LLVMAddIncoming(a->values[i], values, blocks, 2);
    }
}

static LLVMValueRef stream_flag(struct access *a)
{
    struct gen *g = a->g;
    if (gen_is_tgsm(g, a->v) || a->v->view == IR_NONE)
        return NULL;
    LLVMValueRef flag = gen_view_word(g, a->v, offsetof(struct jit_view, streams));
    return LLVMBuildICmp(g->b, LLVMIntNE, flag, gen_i32(g, 0), "");
}

static void store_whole(struct access *a, LLVMValueRef pointer)
{
    uint32_t offsets[GEN_CLUSTER];
    word_offsets(a, offsets);
    for (unsigned i = 0; i < a->count; i++)
        gen_store(a->g, a->values[i], gen_offset_by(a->g, pointer, 4 * (uint64_t)offsets[i]), 4);
}

static void store_some(struct access *a, LLVMValueRef pointer)
{
    struct gen *g = a->g;
    LLVMTypeRef types[] = {g->words, g->pointer};
    unsigned id = LLVMLookupIntrinsicID("llvm.masked.store", 17);
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(g->module, id, types, 2);
    uint32_t offsets[GEN_CLUSTER];
    word_offsets(a, offsets);
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef args[] = {a->values[i], gen_offset_by(g, pointer, 4 * (uint64_t)offsets[i]),
                               gen_i32(g, 4), gen_mask(g)};
        LLVMBuildCall2(g->b, LLVMGlobalGetValueType(function), function, args, 4, "");
    }
}

/* The lanes that are there, in place. A load that follows a whole vector's store gets it from the store; one
   that follows a masked store waits. */
static void store_masked(struct access *a, LLVMValueRef pointer)
{
    struct gen *g = a->g;
    LLVMBasicBlockRef all = gen_block(g, "all"), some = gen_block(g, "some"), after = gen_block(g, "stored");
    LLVMBuildCondBr(g->b, gen_every(g, g->mask), all, some);
    gen_at(g, all);
    store_whole(a, pointer);
    LLVMBuildBr(g->b, after);
    gen_at(g, some);
    store_some(a, pointer);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
}

static void store_affine(struct access *a, uint32_t step)
{
    struct gen *g = a->g;
    uint32_t offsets[GEN_CLUSTER];
    LLVMValueRef pointer, fits = whole_warp(a, step, &pointer);
    bool in_place = step == 1 && g->mask;
    word_offsets(a, offsets);
    if (g->mask && !in_place) {
        LLVMValueRef every = gen_every(g, g->mask);
        fits = fits ? LLVMBuildAnd(g->b, fits, every, "") : every;
    }
    LLVMBasicBlockRef in = gen_block(g, "inside"), edge = gen_block(g, "edge"),
                      after = gen_block(g, "stored");
    if (fits) {
        LLVMBuildCondBr(g->b, fits, in, edge);
    } else {
        LLVMBuildBr(g->b, in);
    }
    gen_at(g, in);
    if (in_place)
        store_masked(a, pointer);
    else
        gen_store_words(g, pointer, step, offsets, a->count, a->values, stream_flag(a));
    LLVMBuildBr(g->b, after);
    gen_at(g, edge);
    if (!fits)
        LLVMBuildUnreachable(g->b);
    else if (scatter(a))
        LLVMBuildBr(g->b, after);
    else {
        help_store(a);
        LLVMBuildBr(g->b, after);
    }
    gen_at(g, after);
}

/* ---- anything ---- */

/* Pointers of the lanes' words, and which exist. */
static LLVMValueRef lane_pointers(struct access *a, unsigned i, LLVMValueRef *exists)
{
    struct gen *g = a->g;
    LLVMBuilderRef b = g->b;
    LLVMValueRef index = a->index ? gen_clean_vector(g, a->index) : gen_splat_word(g, 0), word;
    if (a->is_raw) {
        uint32_t part = a->bytes[i] - a->added[i];
        LLVMValueRef at = clear_low_bits(g, index), need = gen_i64(g, part + 4);
        at = LLVMBuildAdd(b, at, gen_splat_word(g, a->added[i]), "");
        LLVMValueRef last = LLVMBuildSub(b, a->view.bytes, need, "");
        LLVMValueRef is_small = LLVMBuildICmp(b, LLVMIntULT, last, gen_i64(g, UINT32_MAX), "");
        LLVMValueRef last32 = LLVMBuildTrunc(b, last, g->i32, "");
        last32 = LLVMBuildSelect(b, is_small, last32, gen_i32(g, UINT32_MAX), "");
        LLVMValueRef has_word = LLVMBuildICmp(b, LLVMIntUGE, a->view.bytes, need, "");
        *exists = LLVMBuildICmp(b, LLVMIntULE, at, gen_splat(g, last32), "");
        *exists = LLVMBuildAnd(b, *exists, gen_splat(g, has_word), "");
        word = LLVMBuildLShr(b, at, gen_splat_word(g, 2), "");
        word = LLVMBuildAdd(b, word, gen_splat_word(g, part / 4), "");
    } else {
        *exists = LLVMBuildICmp(b, LLVMIntULT, index, gen_splat(g, a->view.count), "");
        word = LLVMBuildMul(b, index, gen_splat_word(g, a->stride / 4), "");
        if (a->dynamic) {
            LLVMValueRef inside = clear_low_bits(g, gen_clean_vector(g, a->dynamic));
            uint32_t limit = a->stride > a->bytes[i] ? a->stride - a->bytes[i] : 0;
            LLVMValueRef fits = LLVMBuildICmp(b, LLVMIntULT, inside, gen_splat_word(g, limit), "");
            *exists = LLVMBuildAnd(b, *exists, fits, "");
            word = LLVMBuildAdd(b, word, LLVMBuildLShr(b, inside, gen_splat_word(g, 2), ""), "");
        }
        word = LLVMBuildAdd(b, word, gen_splat_word(g, a->bytes[i] / 4), "");
    }
    /* Indices are signed 32-bit numbers of words: counted from the middle they reach over 16 GiB. */
    LLVMValueRef base = a->view.base;
    if (!gen_is_tgsm(g, a->v) && !a->is_raw) {
        base = gen_offset_by(g, base, (uint64_t)1 << 33);
        word = LLVMBuildXor(b, word, gen_splat_word(g, 0x80000000), "");
    }
    if (g->mask)
        *exists = LLVMBuildAnd(b, *exists, g->mask, "");
    return LLVMBuildGEP2(b, g->i32, base, &word, 1, "");
}

static void gather(struct access *a, LLVMValueRef *out)
{
    struct gen *g = a->g;
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef exists, pointers = lane_pointers(a, i, &exists);
        LLVMValueRef args[] = {pointers, gen_i32(g, 4), exists, LLVMConstNull(g->words)};
        LLVMTypeRef types[] = {g->words, LLVMTypeOf(pointers)};
        unsigned id = LLVMLookupIntrinsicID("llvm.masked.gather", 18);
        LLVMValueRef function = LLVMGetIntrinsicDeclaration(g->module, id, types, 2);
        out[i] = LLVMBuildCall2(g->b, LLVMGlobalGetValueType(function), function, args, 4, "");
    }
}

/* With AVX-512 alone: elsewhere LLVM would make a branch a lane of it. The highest lane stays, as it should.
 */
static bool scatter(struct access *a)
{
    struct gen *g = a->g;
    if (g->lanes != JIT_LANES || a->count > 4)
        return false;
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef exists, pointers = lane_pointers(a, i, &exists);
        LLVMValueRef args[] = {a->values[i], pointers, gen_i32(g, 4), exists};
        LLVMTypeRef types[] = {g->words, LLVMTypeOf(pointers)};
        unsigned id = LLVMLookupIntrinsicID("llvm.masked.scatter", 19);
        LLVMValueRef function = LLVMGetIntrinsicDeclaration(g->module, id, types, 2);
        LLVMBuildCall2(g->b, LLVMGlobalGetValueType(function), function, args, 4, "");
    }
    return true;
}

/* ---- by address ---- */

static bool needs_helper(const struct access *a)
{
    return a->v->view == IR_NONE && !gen_is_tgsm(a->g, a->v);
}

static void load(struct access *a)
{
    const struct gen *g = a->g;
    uint32_t step = needs_helper(a) ? 0 : step_of(a);
    bool is_uniform =
        gen_is_uniform(gen_value(g, a->index)) && (!a->dynamic || gen_is_uniform(gen_value(g, a->dynamic)));
    if (needs_helper(a)) {
        LLVMValueRef kept = a->g->mask;
        a->g->mask = a->v->shape == IR_VARYING ? kept : NULL;
        help_load(a, a->values);
        a->g->mask = kept;
    } else if (is_uniform)
        load_uniform(a);
    else if (step)
        load_affine(a, step);
    else
        gather(a, a->values);
}

static void to_vectors(struct access *a)
{
    for (unsigned i = 0; i < a->count; i++)
        if (!gen_is_vector(a->values[i]))
            a->values[i] = gen_splat(a->g, a->values[i]);
}

static void store(struct access *a)
{
    uint32_t step = needs_helper(a) ? 0 : step_of(a);
    if (!needs_helper(a) && all_uniform(a)) {
        store_uniform(a);
        return;
    }
    to_vectors(a);
    if (step)
        store_affine(a, step);
    else if (needs_helper(a) || !scatter(a))
        help_store(a);
}

static void open_access(struct gen *g, const struct ir_value *v, struct access *a)
{
    struct gen_place place = gen_place_of(g, v);
    *a = (struct access){.g = g, .v = v, .index = place.index, .dynamic = place.dynamic};
    a->is_raw = v->access == IR_RAW;
    a->stride = a->is_raw ? 1 : v->access == IR_TYPED ? 4 : g->f->program->decls.resources[v->slot].stride;
    if (!needs_helper(a))
        a->view = gen_view_of(g, v);
}

static void collect(struct access *a, ir_ref first)
{
    for (ir_ref at = first; at; at = a->g->slots[at].next) {
        a->added[a->count] = gen_place_of(a->g, gen_value(a->g, at)).added;
        a->bytes[a->count] = gen_place_of(a->g, gen_value(a->g, at)).bytes;
        a->refs[a->count++] = at;
    }
}

static void make_load(struct gen *g, ir_ref ref)
{
    struct gen_slot *slot = &g->slots[ref];
    if (gen_is_outside(g, gen_value(g, ref))) {
        bool is_vector = gen_value(g, ref)->shape == IR_VARYING;
        gen_define(g, ref, LLVMConstNull(is_vector ? g->words : g->i32));
        return;
    }
    bool follows = slot->leader && slot->leader != ref;
    if (follows && slot->word && (slot->segment == 0 || slot->segment == g->segment))
        return; /* its leader has loaded it */
    struct access a;
    open_access(g, gen_value(g, ref), &a);
    if (slot->leader == ref && gen_value(g, ref)->level == IR_WARP) {
        collect(&a, ref);
    } else {
        a.refs[0] = ref;
        a.added[0] = gen_place_of(g, gen_value(g, ref)).added;
        a.bytes[a.count++] = gen_place_of(g, gen_value(g, ref)).bytes;
    }
    load(&a);
    for (unsigned i = 0; i < a.count; i++) {
        LLVMValueRef word = a.values[i];
        if (gen_value(g, a.refs[i])->shape == IR_VARYING && !gen_is_vector(word))
            word = gen_splat(g, word);
        else if (gen_value(g, a.refs[i])->shape != IR_VARYING && gen_is_vector(word))
            word = LLVMBuildExtractElement(g->b, word, gen_i32(g, 0), "");
        gen_define(g, a.refs[i], word);
    }
}

static ir_ref first_of_cluster(const struct gen *g, ir_ref last)
{
    return g->slots[last].first ? g->slots[last].first : last;
}

static LLVMValueRef stored_value(struct gen *g, const struct ir_value *v, uint32_t i)
{
    ir_ref ref = ir_arg(g->f, v, i);
    return gen_is_uniform(gen_value(g, ref)) ? gen_clean(g, ref) : gen_clean_vector(g, ref);
}

static void make_store(struct gen *g, ir_ref ref)
{
    if (g->slots[ref].leader != ref)
        return;
    struct access a;
    open_access(g, gen_value(g, ref), &a);
    collect(&a, first_of_cluster(g, ref));
    for (unsigned i = 0; i < a.count; i++)
        a.values[i] = stored_value(g, gen_value(g, a.refs[i]), 2);
    store(&a);
}

/* ---- typed: views of 32-bit words in place, others by helper ---- */

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
    call_helper(a, offsetof(struct jit_context, helpers.load), 0, 15, mask);
    for (unsigned k = 0; k < 4; k++)
        out[k] = gen_load(g, is_uniform ? g->i32 : g->words, lane_words(g, k), is_uniform ? 4 : 32);
}

static void make_texel(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    struct access a;
    LLVMValueRef out[4], plain[4], helped[4];
    open_access(g, v, &a);
    a.refs[a.count++] = ref;
    bool is_uniform = v->shape != IR_VARYING;
    gen_clean_vector(g, a.index); /* before the branch: both sides use it */
    if (needs_helper(&a)) {
        help_texel(&a, out, is_uniform);
        define_texel(g, ref, out);
        return;
    }
    LLVMValueRef is_words = gen_view_word(g, v, offsetof(struct jit_view, is_words));
    is_words = LLVMBuildICmp(g->b, LLVMIntNE, is_words, gen_i32(g, 0), "");
    LLVMValueRef alpha = gen_view_word(g, v, offsetof(struct jit_view, alpha));
    LLVMBasicBlockRef words = gen_block(g, "words"), other = gen_block(g, "texels"),
                      after = gen_block(g, "loaded");
    LLVMBuildCondBr(g->b, is_words, words, other);
    gen_at(g, words);
    load(&a);
    LLVMTypeRef type = is_uniform ? g->i32 : g->words;
    plain[0] = is_uniform || gen_is_vector(a.values[0]) ? a.values[0] : gen_splat(g, a.values[0]);
    plain[1] = plain[2] = LLVMConstNull(type);
    plain[3] = is_uniform ? alpha : gen_splat(g, alpha);
    LLVMBasicBlockRef words_end = gen_here(g);
    LLVMBuildBr(g->b, after);
    gen_at(g, other);
    help_texel(&a, helped, is_uniform);
    LLVMBasicBlockRef other_end = gen_here(g);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
    for (unsigned k = 0; k < 4; k++) {
        LLVMValueRef values[] = {plain[k], helped[k]};
        LLVMBasicBlockRef blocks[] = {words_end, other_end};
        out[k] = LLVMBuildPhi(g->b, type, "");
        LLVMAddIncoming(out[k], values, blocks, 2);
    }
    define_texel(g, ref, out);
}

static void help_store_texel(struct access *a)
{
    struct gen *g = a->g;
    for (unsigned k = 0; k < 4; k++)
        gen_store(g, gen_clean_vector(g, ir_arg(g->f, a->v, 2 + k)), lane_words(g, k), 32);
    call_helper(a, offsetof(struct jit_context, helpers.store), 0, 15, gen_mask(g));
}

static void make_store_texel(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    struct access a;
    open_access(g, v, &a);
    if (needs_helper(&a)) {
        help_store_texel(&a);
        return;
    }
    a.refs[a.count++] = ref;
    a.values[0] = stored_value(g, v, 2);
    LLVMValueRef is_words = gen_view_word(g, v, offsetof(struct jit_view, is_words));
    is_words = LLVMBuildICmp(g->b, LLVMIntNE, is_words, gen_i32(g, 0), "");
    LLVMBasicBlockRef words = gen_block(g, "words"), other = gen_block(g, "texels"),
                      after = gen_block(g, "stored");
    LLVMBuildCondBr(g->b, is_words, words, other);
    gen_at(g, words);
    store(&a);
    LLVMBuildBr(g->b, after);
    gen_at(g, other);
    help_store_texel(&a);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
}

/* ---- sync and the way out ---- */

static void make_sync(struct gen *g, const struct ir_value *v)
{
    if (v->word & (ISA_SYNC_UGROUP | ISA_SYNC_UGLOBAL))
        LLVMBuildFence(g->b, LLVMAtomicOrderingSequentiallyConsistent, false, "");
}

/* fcall without a body, abort: the first lane that gets here is named. */
static void make_fault(struct gen *g, const struct ir_value *v)
{
    LLVMBasicBlockRef at = gen_block(g, "fault"), after = gen_block(g, "no.fault");
    LLVMValueRef bits = gen_mask_bits(g, gen_mask(g));
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntNE, bits, gen_i32(g, 0), ""), at, after);
    gen_at(g, at);
    LLVMValueRef count[] = {bits, LLVMConstInt(g->i1, 1, false)};
    LLVMValueRef thread = gen_intrinsic(g, "llvm.cttz", g->i32, count, 2);
    thread = LLVMBuildAdd(g->b, thread, g->warp_thread, "");
    LLVMValueRef args[] = {gen_i32(g, v->word), gen_i32(g, v->instr), thread, thread, gen_i32(g, 0)};
    gen_help(g, offsetof(struct jit_context, helpers.fault), LLVMVoidTypeInContext(g->context), args, 5);
    LLVMBuildBr(g->b, g->fail);
    gen_at(g, after);
}

void gen_memory(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    switch (v->kind) {
    case IR_LOAD: make_load(g, ref); break;
    case IR_STORE: make_store(g, ref); break;
    case IR_TEXEL: make_texel(g, ref); break;
    case IR_STORE_TEXEL: make_store_texel(g, ref); break;
    case IR_SYNC: make_sync(g, v); break;
    case IR_FAULT: make_fault(g, v); break;
    default: break;
    }
}
