/* Bounds tests and the addresses that they guard, by the rules of runtime/address.h. No other file of the
   compiler emits either: views, g#, cb#, icb, x# and textures are accessed at the addresses returned here.

   `exists` is the condition that the word at the returned address exists: NULL when that is proven. Where
   it is false the address may be anything and is not accessed. */
#include "jit/llvm/gen_memory.h"

static LLVMValueRef wide(const struct gen *g, LLVMValueRef word)
{
    return LLVMBuildZExt(g->b, word, g->i64, "");
}

static LLVMValueRef is_below(const struct gen *g, LLVMValueRef word, LLVMValueRef limit)
{
    if (gen_is_vector(word) && !gen_is_vector(limit))
        limit = gen_splat(g, limit);
    return LLVMBuildICmp(g->b, LLVMIntULT, word, limit, "");
}

LLVMValueRef gen_bounds_align(const struct gen *g, LLVMValueRef word)
{
    LLVMValueRef mask = gen_is_vector(word) ? gen_splat_word(g, ~3u) : gen_i32(g, ~3u);
    return LLVMBuildAnd(g->b, word, mask, "");
}

/* ---- views and g# ---- */

static const struct program_resource *declaration(const struct access *a)
{
    return &a->g->f->program->decls.resources[a->v->slot];
}

bool gen_bounds_measured(const struct gen *g, const struct ir_value *v)
{
    return v->measured & g->bounded && (!v->active_only || !g->mask);
}

/* In loops with barriers, loads that prefetch the next group's words keep their tests: without them all prefetches are
   issued at once, and kernel tile8 takes 1.1 times as long (`bench-kernels tile8`, Zen 5). */
static bool is_measured(const struct access *a)
{
    const struct gen *g = a->g;
    const struct ir_node *loop = gen_inner_loop(g);
    if (loop && loop->barrier && a->v->kind == IR_LOAD && gen_access_ahead(a))
        return false;
    for (unsigned i = 0; i < a->count; i++)
        if (!gen_bounds_measured(g, gen_value(g, a->refs[i])))
            return false;
    return a->count > 0;
}

/* By the ranges of loop counters. */
static bool is_inside(const struct access *a)
{
    bool all = a->count > 0;
    for (unsigned i = 0; i < a->count; i++)
        all &= gen_value(a->g, a->refs[i])->is_inside &&
               (!gen_value(a->g, a->refs[i])->active_only || !a->g->mask);
    return all;
}

/* The structure index of a g# access is in range. */
static bool is_index_proven(const struct access *a)
{
    return gen_is_tgsm(a->g, a->v) && gen_value(a->g, a->index)->high < declaration(a)->count;
}

/* Bytes of the structure in which a byte offset, a multiple of 4, may start for word i. */
static uint32_t offset_limit(const struct access *a, unsigned i)
{
    return a->stride > a->bytes[i] ? (a->stride - a->bytes[i]) & ~3u : 0;
}

bool gen_bounds_proven(const struct access *a)
{
    if (is_measured(a) || is_inside(a))
        return true;
    if (!gen_is_tgsm(a->g, a->v) || a->dynamic)
        return false;
    for (unsigned i = 0; i < a->count; i++) {
        uint64_t end = (uint64_t)gen_value(a->g, a->index)->high + a->bytes[i] + 4;
        if (a->is_raw ? (int32_t)a->added[i] < 0 || end > declaration(a)->bytes : !offset_limit(a, i))
            return false;
    }
    return a->is_raw || is_index_proven(a);
}

LLVMValueRef gen_bounds_scalar(struct access *a, unsigned i, LLVMValueRef *exists)
{
    struct gen *g = a->g;
    bool is_proven = gen_bounds_proven(a);
    LLVMValueRef index = a->index ? gen_clean(g, a->index) : gen_i32(g, 0);
    if (a->is_raw) {
        LLVMValueRef at = LLVMBuildAdd(g->b, gen_bounds_align(g, index), gen_i32(g, a->added[i]), "");
        at = LLVMBuildAdd(g->b, wide(g, at), gen_i64(g, a->bytes[i] - a->added[i]), "");
        LLVMValueRef end = LLVMBuildAdd(g->b, at, gen_i64(g, 4), "");
        *exists = is_proven ? NULL : LLVMBuildICmp(g->b, LLVMIntULE, end, a->view.bytes, "");
        return gen_offset(g, a->view.base, at);
    }
    *exists = is_proven ? NULL : is_below(g, index, a->view.count);
    LLVMValueRef at = LLVMBuildMul(g->b, wide(g, index), gen_i64(g, a->stride), "");
    if (a->dynamic) {
        LLVMValueRef inside = gen_bounds_align(g, gen_clean(g, a->dynamic));
        *exists = gen_both(g, *exists, is_below(g, inside, gen_i32(g, offset_limit(a, i))));
        at = LLVMBuildAdd(g->b, at, wide(g, inside), "");
    } else if (!offset_limit(a, i)) {
        *exists = LLVMConstInt(g->i1, 0, false);
    }
    return gen_offset_by(g, gen_offset(g, a->view.base, at), a->bytes[i]);
}

/* The lowest constant of a raw cluster, signed. */
static uint32_t lowest(const struct access *a)
{
    uint32_t low = a->added[0];
    for (unsigned i = 1; i < a->count; i++)
        low = (int32_t)a->added[i] < (int32_t)low ? a->added[i] : low;
    return low;
}

/* Bytes from constant `low` to the end of the last word of a raw cluster. */
static uint32_t raw_bytes(const struct access *a, uint32_t low)
{
    uint32_t bytes = 0;
    for (unsigned i = 0; i < a->count; i++)
        bytes = a->bytes[i] - low + 4 > bytes ? a->bytes[i] - low + 4 : bytes;
    return bytes;
}

void gen_bounds_row(struct access *a, LLVMValueRef index, uint32_t stride, bool is_proven,
                    struct gen_row *row)
{
    struct gen *g = a->g;
    uint32_t low = a->is_raw ? lowest(a) : 0, structure = a->is_raw ? raw_bytes(a, low) : a->stride;
    for (unsigned i = 0; i < a->count; i++)
        row->offsets[i] = (a->bytes[i] - low) / 4;
    row->words = structure / 4;
    row->exists = NULL;
    if (a->is_raw) {
        LLVMValueRef at = wide(g, LLVMBuildAdd(g->b, gen_bounds_align(g, index), gen_i32(g, low), ""));
        uint64_t reach = structure + stride * (g->lanes - 1) + a->further;
        LLVMValueRef end = LLVMBuildAdd(g->b, at, gen_i64(g, reach), "");
        if (!is_proven) {
            LLVMValueRef fits = LLVMBuildICmp(g->b, LLVMIntULE, end, a->view.bytes, "");
            row->exists = gen_both(g, fits, LLVMBuildICmp(g->b, LLVMIntULE, end, gen_i64(g, UINT32_MAX), ""));
        }
        row->pointer = gen_offset(g, a->view.base, at);
        return;
    }
    if (a->is_row) {
        index = LLVMBuildAdd(g->b, index, gen_i32(g, a->row_start), "");
        row->words = a->row_words;
    }
    if (!is_proven) {
        uint64_t reach = (uint64_t)stride * (g->lanes - 1) + a->further + (a->is_row ? a->row_words - 1 : 0);
        LLVMValueRef last = LLVMBuildAdd(g->b, wide(g, index), gen_i64(g, reach), "");
        row->exists = is_below(g, last, wide(g, a->view.count));
    }
    for (unsigned i = 0; i < a->count && !a->is_row; i++)
        if (!offset_limit(a, i))
            row->exists = LLVMConstInt(g->i1, 0, false);
    row->pointer = gen_offset(g, a->view.base, LLVMBuildMul(g->b, wide(g, index), gen_i64(g, a->stride), ""));
}

LLVMValueRef gen_bounds_outside(struct access *a, LLVMValueRef index, uint32_t stride)
{
    struct gen *g = a->g;
    uint64_t reach = (uint64_t)stride * (g->lanes - 1);
    LLVMValueRef limit = a->is_raw ? a->view.bytes : wide(g, a->view.count);
    if (a->is_raw) {
        uint32_t low = lowest(a);
        index = LLVMBuildAdd(g->b, gen_bounds_align(g, index), gen_i32(g, low), "");
        reach += raw_bytes(a, low) - 1;
    }
    LLVMValueRef first = wide(g, index), last = LLVMBuildAdd(g->b, first, gen_i64(g, reach), "");
    LLVMValueRef is_past = LLVMBuildICmp(g->b, LLVMIntUGE, first, limit, "");
    return gen_both(g, is_past, LLVMBuildICmp(g->b, LLVMIntULE, last, gen_i64(g, UINT32_MAX), ""));
}

/* The lowest of the lanes' distances, signed, mod 2^32; and from it to the highest. */
static uint32_t lowest_lane(const struct gen *g, const uint32_t *lanes, uint32_t *span)
{
    int32_t low = 0, high = 0;
    for (uint32_t i = 0; i < g->lanes; i++) {
        low = (int32_t)lanes[i] < low ? (int32_t)lanes[i] : low;
        high = (int32_t)lanes[i] > high ? (int32_t)lanes[i] : high;
    }
    *span = (uint32_t)high - (uint32_t)low;
    return (uint32_t)low;
}

/* Byte offsets and raw addresses take the constants of members mod 2^32: all of them, from the lowest lane's and member's to the
   end of the highest, are in the structure or view, and none wraps around. */
static LLVMValueRef lowest_byte(struct access *a, uint32_t added, uint64_t reach, struct gen_spread *spread)
{
    struct gen *g = a->g;
    LLVMValueRef at = gen_bounds_align(g, gen_first_lane(g, a->is_raw ? a->index : a->dynamic));
    at = wide(g, LLVMBuildAdd(g->b, at, gen_i32(g, added), ""));
    LLVMValueRef end = LLVMBuildAdd(g->b, at, gen_i64(g, reach), "");
    LLVMValueRef limit = a->is_raw ? a->view.bytes : gen_i64(g, a->stride);
    spread->exist = LLVMBuildICmp(g->b, LLVMIntULE, end, limit, "");
    if (a->is_raw)
        spread->exist =
            gen_both(g, spread->exist, LLVMBuildICmp(g->b, LLVMIntULE, end, gen_i64(g, UINT32_MAX), ""));
    return at;
}

void gen_bounds_spread(struct access *a, struct gen_spread *spread)
{
    struct gen *g = a->g;
    bool has_bytes = a->is_raw || a->dynamic, is_proven = !g->mask && gen_bounds_proven(a);
    uint32_t low = has_bytes ? lowest(a) : 0, bytes, indices;
    uint32_t low_byte = lowest_lane(g, spread->bytes, &bytes),
             low_index = lowest_lane(g, spread->index, &indices);
    spread->words = raw_bytes(a, low) / 4;
    for (unsigned i = 0; i < a->count; i++)
        spread->offsets[i] = (a->bytes[i] - low) / 4;
    for (uint32_t i = 0; i < g->lanes; i++)
        spread->lanes[i] = (int64_t)(int32_t)spread->index[i] * a->stride + (int32_t)spread->bytes[i];
    spread->exist = NULL;
    spread->pointer = a->view.base;
    if (has_bytes) {
        LLVMValueRef at = lowest_byte(a, low_byte + low, (uint64_t)bytes + 4 * spread->words, spread);
        spread->pointer =
            gen_offset_by(g, gen_offset(g, spread->pointer, at), 0u - (uint64_t)(int32_t)low_byte);
    }
    if (!a->is_raw) {
        LLVMValueRef first = gen_first_lane(g, a->index);
        LLVMValueRef least = LLVMBuildAdd(g->b, first, gen_i32(g, low_index), "");
        spread->exist = gen_both(g, spread->exist, gen_bounds_reach(a, least, gen_i64(g, indices)));
        first = LLVMBuildMul(g->b, wide(g, first), gen_i64(g, a->stride), "");
        spread->pointer = gen_offset(g, spread->pointer, first);
    }
    if (is_proven)
        spread->exist = NULL;
}

LLVMValueRef gen_bounds_reach(struct access *a, LLVMValueRef index, LLVMValueRef reach)
{
    return is_below(a->g, LLVMBuildAdd(a->g->b, wide(a->g, index), reach, ""), wide(a->g, a->view.count));
}

bool gen_bounds_window(const struct gen *g, const struct ir_cells *cells, int32_t start, uint32_t vectors)
{
    int64_t margin = JIT_TGSM_MARGIN / 4, end = g->f->program->decls.tgsm_bytes / 4 + margin;
    for (uint32_t w = 0; w < g->warps; w++) {
        int64_t first = (int64_t)(int32_t)cells->bases[w] + start;
        if (cells->runs[w] && (first < -margin || first + vectors * (int64_t)g->lanes > end))
            return false;
    }
    return true;
}

LLVMValueRef gen_bounds_window_pointer(struct gen *g, const struct ir_cells *cells, int32_t start)
{
    LLVMValueRef memory = gen_tgsm(g), bytes = NULL;
    /* The constant part is added last: it becomes the displacement of each access. */
    int64_t added = start;
    if (!cells->is_linear) {
        added += (int32_t)cells->bases[0];
        bytes = LLVMBuildSExt(g->b, gen_after_first_warp(g, cells->bases), g->i64, "");
        bytes = LLVMBuildShl(g->b, bytes, gen_i64(g, 2), "");
    } else {
        added += (int32_t)cells->first;
        bytes = LLVMBuildZExt(g->b, g->warp_number, g->i64, "");
        bytes = LLVMBuildMul(g->b, bytes, gen_i64(g, (uint64_t)(4 * (int64_t)(int32_t)cells->step)), "");
    }
    bool is_fixed = cells->is_linear && cells->step == 0;
    return gen_offset_by(g, is_fixed ? memory : gen_offset(g, memory, bytes), (uint64_t)(4 * added));
}

/* Number of words at which an access of the word `part` words further on exists, at most 2^30: all that a
   byte offset reaches. */
static LLVMValueRef raw_limit(const struct gen *g, LLVMValueRef bytes, uint32_t part)
{
    LLVMBuilderRef b = g->entry;
    LLVMValueRef words = LLVMBuildLShr(b, bytes, gen_i64(g, 2), ""), most = gen_i64(g, 1u << 30);
    LLVMValueRef some = LLVMBuildICmp(b, LLVMIntUGT, words, gen_i64(g, part), "");
    words = LLVMBuildSelect(b, some, LLVMBuildSub(b, words, gen_i64(g, part), ""), gen_i64(g, 0), "");
    LLVMValueRef fits = LLVMBuildICmp(b, LLVMIntULT, words, most, "");
    return LLVMBuildTrunc(b, LLVMBuildSelect(b, fits, words, most, ""), g->i32, "");
}

/* `index` is the lanes' vector. */
static LLVMValueRef words_at(struct access *a, LLVMValueRef index, unsigned i, bool is_proven,
                             LLVMValueRef *exists)
{
    struct gen *g = a->g;
    LLVMBuilderRef b = g->b;
    LLVMValueRef word;
    *exists = g->mask;
    if (a->is_raw) {
        uint32_t part = (a->bytes[i] - a->added[i]) / 4;
        LLVMValueRef at = LLVMBuildAdd(b, gen_bounds_align(g, index), gen_splat_word(g, a->added[i]), "");
        word = LLVMBuildLShr(b, at, gen_splat_word(g, 2), "");
        if (!is_proven)
            *exists = gen_both(g, is_below(g, word, raw_limit(g, a->view.bytes, part)), *exists);
        word = LLVMBuildAdd(b, word, gen_splat_word(g, part), "");
    } else {
        if (!is_proven && !is_index_proven(a))
            *exists = gen_both(g, is_below(g, index, a->view.count), *exists);
        word = LLVMBuildMul(b, index, gen_splat_word(g, a->stride / 4), "");
        uint32_t limit = offset_limit(a, i);
        if (a->dynamic) {
            LLVMValueRef offset = a->dynamic_vector ? a->dynamic_vector : gen_clean_vector(g, a->dynamic);
            LLVMValueRef inside = gen_bounds_align(g, offset);
            if (gen_value(g, a->dynamic)->high >= limit)
                *exists = gen_both(g, is_below(g, inside, gen_i32(g, limit)), *exists);
            word = LLVMBuildAdd(b, word, LLVMBuildLShr(b, inside, gen_splat_word(g, 2), ""), "");
        } else if (!limit) {
            *exists = LLVMConstNull(g->mask_type);
        }
        word = LLVMBuildAdd(b, word, gen_splat_word(g, a->bytes[i] / 4), "");
    }
    if (!*exists)
        *exists = g->all;
    return word;
}

static LLVMValueRef index_of(struct access *a)
{
    if (a->index_vector)
        return a->index_vector;
    return a->index ? gen_clean_vector(a->g, a->index) : gen_splat_word(a->g, 0);
}

/* ---- bytes of raw views ---- */

LLVMValueRef gen_bounds_bytes(struct access *a, LLVMValueRef first, uint32_t count, LLVMValueRef *pointer)
{
    struct gen *g = a->g;
    LLVMValueRef at = wide(g, first), end = LLVMBuildAdd(g->b, at, gen_i64(g, count), "");
    LLVMValueRef limit = LLVMBuildAnd(g->entry, a->view.bytes, gen_i64(g, ~(uint64_t)3), "");
    LLVMValueRef fits = LLVMBuildICmp(g->b, LLVMIntULE, end, limit, "");
    *pointer = gen_offset(g, a->view.base, at);
    return gen_both(g, fits, LLVMBuildICmp(g->b, LLVMIntULE, end, gen_i64(g, UINT32_MAX), ""));
}

LLVMValueRef gen_bounds_proven_bytes(struct access *a, LLVMValueRef first, uint32_t count, uint32_t known,
                                     LLVMValueRef *pointer)
{
    struct gen *g = a->g;
    *pointer = gen_offset(g, a->view.base, wide(g, first));
    if (count == known)
        return NULL;
    LLVMValueRef limit = LLVMBuildAnd(g->entry, a->view.bytes, gen_i64(g, ~(uint64_t)3), "");
    limit = LLVMBuildSub(g->entry, limit, gen_i64(g, count), "");
    return LLVMBuildICmp(g->b, LLVMIntULE, wide(g, first), limit, "");
}

LLVMValueRef gen_bounds_byte(const struct access *a, LLVMValueRef addresses, uint32_t lane)
{
    LLVMValueRef at = LLVMBuildExtractElement(a->g->b, addresses, gen_i32(a->g, lane), "");
    return gen_offset(a->g, a->view.base, wide(a->g, at));
}

/* Gather indices are signed 32-bit numbers: relative to the middle of the view they reach 4 GiB. */
LLVMValueRef gen_bounds_unaligned(struct access *a, LLVMValueRef addresses)
{
    struct gen *g = a->g;
    LLVMValueRef middle = gen_offset_by(g, a->view.base, (uint64_t)1 << 31);
    LLVMValueRef from = LLVMBuildXor(g->b, addresses, gen_splat_word(g, 0x80000000), "");
    return LLVMBuildGEP2(g->b, g->i8, middle, &from, 1, "");
}

LLVMValueRef gen_bounds_words(struct access *a, unsigned i, LLVMValueRef *exists)
{
    return words_at(a, index_of(a), i, gen_bounds_proven(a), exists);
}

/* Gather indices are signed 32-bit word numbers: relative to the middle of the view they reach 16 GiB. */
static LLVMValueRef pointers_to(struct access *a, LLVMValueRef word)
{
    struct gen *g = a->g;
    LLVMValueRef base = a->view.base;
    if (!gen_is_tgsm(g, a->v) && !a->is_raw) {
        base = gen_offset_by(g, base, (uint64_t)1 << 33);
        word = LLVMBuildXor(g->b, word, gen_splat_word(g, 0x80000000), "");
    }
    return LLVMBuildGEP2(g->b, g->i32, base, &word, 1, "");
}

LLVMValueRef gen_bounds_pointers(struct access *a, unsigned i, LLVMValueRef *exists)
{
    if (a->is_texel)
        return gen_row_pointers(a, NULL, i, exists);
    return pointers_to(a, gen_bounds_words(a, i, exists));
}

LLVMValueRef gen_bounds_pointers_after(struct access *a, LLVMValueRef added, unsigned i, LLVMValueRef *exists)
{
    if (a->is_texel)
        return gen_row_pointers(a, added, i, exists);
    LLVMValueRef index = LLVMBuildAdd(a->g->b, index_of(a), added, "");
    return pointers_to(a, words_at(a, index, i, false, exists));
}

LLVMValueRef gen_bounds_pointers_of_all(struct access *a, LLVMValueRef *exists)
{
    struct gen *g = a->g;
    LLVMValueRef kept = g->mask;
    g->mask = NULL;
    LLVMValueRef word = words_at(a, index_of(a), 0, false, exists);
    if (!a->is_raw)
        *exists = gen_both(g, *exists, is_below(g, index_of(a), a->view.count));
    g->mask = kept;
    return pointers_to(a, word);
}

/* Where `count` words, or structures, follow each other from this one on: the number of first ones. */
static LLVMValueRef run_limit(const struct gen *g, LLVMValueRef limit, uint32_t count)
{
    LLVMBuilderRef b = g->entry;
    LLVMValueRef others = gen_i32(g, count - 1);
    LLVMValueRef some = LLVMBuildICmp(b, LLVMIntUGT, limit, others, "");
    return LLVMBuildSelect(b, some, LLVMBuildSub(b, limit, others, ""), gen_i32(g, 0), "");
}

/* The member of a raw access whose word is the first. */
static unsigned first_member(const struct access *a)
{
    unsigned first = 0;
    for (unsigned i = 1; i < a->count; i++)
        first = (int32_t)(a->bytes[i] - a->bytes[first]) < 0 ? i : first;
    return first;
}

/* Words of the window before the first word of a raw access. */
static uint32_t words_before(const struct access *a)
{
    unsigned first = first_member(a);
    return (a->bytes[first] - a->added[first]) / 4;
}

uint32_t gen_bounds_place(const struct access *a, unsigned i)
{
    return (a->bytes[i] - (a->is_raw ? a->bytes[first_member(a)] : 0)) / 4;
}

/* Number of each lane's structure (raw: of the word at the window's start), and the number of those that exist. */
static LLVMValueRef run_start(struct access *a, LLVMValueRef *limit)
{
    struct gen *g = a->g;
    *limit = a->is_raw ? raw_limit(g, a->view.bytes, words_before(a)) : a->view.count;
    if (!a->is_raw)
        return index_of(a);
    LLVMValueRef at = gen_bounds_align(g, index_of(a));
    at = LLVMBuildAdd(g->b, at, gen_splat_word(g, a->added[first_member(a)]), "");
    return LLVMBuildLShr(g->b, at, gen_splat_word(g, 2), "");
}

static LLVMValueRef run_pointers(struct access *a, LLVMValueRef start)
{
    struct gen *g = a->g;
    if (a->is_raw)
        return pointers_to(a, LLVMBuildAdd(g->b, start, gen_splat_word(g, words_before(a)), ""));
    return pointers_to(a, LLVMBuildMul(g->b, start, gen_splat_word(g, a->stride / 4), ""));
}

LLVMValueRef gen_bounds_runs(struct access *a, uint32_t count, LLVMValueRef *exists)
{
    if (a->is_texel)
        return gen_row_runs(a, count, exists);
    LLVMValueRef limit, start = run_start(a, &limit);
    *exists = is_below(a->g, start, run_limit(a->g, limit, count));
    return run_pointers(a, start);
}

LLVMValueRef gen_bounds_affine_runs(struct access *a, LLVMValueRef distance, uint32_t count,
                                    LLVMValueRef *exist)
{
    struct gen *g = a->g;
    LLVMValueRef first = LLVMBuildAdd(g->b, gen_first_lane(g, a->index), gen_i32(g, a->row_start), "");
    LLVMValueRef others = LLVMBuildMul(g->b, wide(g, distance), gen_i64(g, g->lanes - 1), "");
    if (!a->is_raw) {
        LLVMValueRef last = LLVMBuildAdd(g->b, wide(g, first), others, "");
        last = LLVMBuildAdd(g->b, last, gen_i64(g, count - 1), "");
        *exist = is_below(g, last, wide(g, a->view.count));
        return gen_offset(g, a->view.base, LLVMBuildMul(g->b, wide(g, first), gen_i64(g, a->stride), ""));
    }
    uint64_t before = 4 * (uint64_t)words_before(a);
    LLVMValueRef at =
        LLVMBuildAdd(g->b, gen_bounds_align(g, first), gen_i32(g, a->added[first_member(a)]), "");
    LLVMValueRef end = LLVMBuildAdd(g->b, wide(g, at), gen_i64(g, before + 4 * (uint64_t)count), "");
    end = LLVMBuildAdd(g->b, end, others, "");
    LLVMValueRef rest = LLVMBuildAnd(g->b, distance, gen_i32(g, 3), "");
    LLVMValueRef fits = LLVMBuildICmp(g->b, LLVMIntULE, end, a->view.bytes, "");
    *exist = gen_both(g, fits, LLVMBuildICmp(g->b, LLVMIntULE, end, gen_i64(g, UINT32_MAX), ""));
    *exist = gen_both(g, *exist, LLVMBuildICmp(g->b, LLVMIntEQ, rest, gen_i32(g, 0), ""));
    return gen_offset_by(g, gen_offset(g, a->view.base, wide(g, at)), before);
}

/* Every lane's run ends before the next lane's starts; where one ends past 2^32 none starts after it. */
LLVMValueRef gen_bounds_ascend(struct gen *g, LLVMValueRef start, LLVMValueRef end, LLVMValueRef exists)
{
    uint32_t following[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++)
        following[i] = i + 1;
    LLVMValueRef next = gen_shuffle(g, start, LLVMConstAllOnes(LLVMTypeOf(start)), following, g->lanes);
    LLVMValueRef apart = LLVMBuildICmp(g->b, LLVMIntUGE, next, end, "");
    if (g->mask)
        exists = LLVMBuildOr(g->b, exists, LLVMBuildNot(g->b, g->mask, ""), "");
    return gen_every(g, LLVMBuildAnd(g->b, exists, apart, ""));
}

LLVMValueRef gen_bounds_apart(struct access *a, LLVMValueRef count, LLVMValueRef *holds)
{
    if (a->is_texel)
        return gen_row_apart(a, count, holds);
    struct gen *g = a->g;
    LLVMValueRef limit, start = run_start(a, &limit);
    LLVMValueRef most[] = {limit, LLVMBuildSub(g->b, count, gen_i32(g, 1), "")};
    LLVMValueRef exists = is_below(g, start, gen_intrinsic(g, "llvm.usub.sat", g->i32, most, 2));
    LLVMValueRef ends[] = {start, gen_splat(g, count)};
    LLVMValueRef end = gen_intrinsic(g, "llvm.uadd.sat", g->words, ends, 2);
    *holds = gen_bounds_ascend(g, start, end, exists);
    return run_pointers(a, start);
}

/* ---- cb#, icb ---- */

LLVMValueRef gen_bounds_constant(struct gen *g, LLVMValueRef base, LLVMValueRef bytes, LLVMValueRef row,
                                 uint32_t part, LLVMValueRef *exists)
{
    LLVMBuilderRef b = g->b;
    LLVMValueRef need = gen_i64(g, 4 * part + 4);
    if (!gen_is_vector(row)) {
        LLVMValueRef at = LLVMBuildShl(b, wide(g, row), gen_i64(g, 4), "");
        *exists = LLVMBuildICmp(b, LLVMIntULE, LLVMBuildAdd(b, at, need, ""), bytes, "");
        return gen_offset_by(g, gen_offset(g, base, at), 4 * part);
    }
    /* ceil(limit / 4) rows have the word. */
    LLVMValueRef limit = LLVMBuildAdd(g->entry, raw_limit(g, bytes, part), gen_i32(g, 3), "");
    *exists = is_below(g, row, LLVMBuildLShr(g->entry, limit, gen_i32(g, 2), ""));
    LLVMValueRef word = LLVMBuildMul(b, row, gen_splat_word(g, 4), "");
    word = LLVMBuildAdd(b, word, gen_splat_word(g, part), "");
    return LLVMBuildGEP2(b, g->i32, base, &word, 1, "");
}

/* ---- x# ---- */

LLVMValueRef gen_bounds_array(struct gen *g, const struct ir_value *v, LLVMValueRef at)
{
    const struct ir_array *array = &g->f->arrays[v->array];
    ir_ref index = v->count && ir_arg(g->f, v, 0) ? ir_arg(g->f, v, 0) : 0;
    uint64_t most = v->base + (uint64_t)(index ? gen_value(g, index)->high : 0);
    if (v->component < array->components && most < array->elements)
        return gen_is_vector(at) ? g->all : LLVMConstInt(g->i1, 1, false);
    return is_below(g, at, gen_i32(g, v->component < array->components ? array->elements : 0));
}

/* ---- textures: struct jit_texture ---- */

#define WORD(name)  gen_view_field(g, v, g->i32, offsetof(struct jit_view, texture.name))
#define PITCH(name) gen_view_field(g, v, g->i64, offsetof(struct jit_view, texture.name))

/* Number of texels at which a row of `stride` texels a lane can start. */
static LLVMValueRef row_starts(struct gen *g, const struct ir_value *v, uint32_t stride)
{
    LLVMBuilderRef kept = g->b;
    LLVMValueRef args[] = {WORD(starts), gen_i32(g, (stride - 1) * g->lanes)};
    g->b = g->entry;
    LLVMValueRef starts = stride == 1 ? args[0] : gen_intrinsic(g, "llvm.usub.sat", g->i32, args, 2);
    g->b = kept;
    return starts;
}

static LLVMValueRef bytes_to(const struct gen *g, LLVMValueRef at, LLVMValueRef pitch)
{
    return LLVMBuildMul(g->b, wide(g, at), pitch, "");
}

LLVMValueRef gen_bounds_texel_row(struct gen *g, const struct ir_value *v, LLVMValueRef base,
                                  const LLVMValueRef at[3], uint32_t stride, uint32_t bytes,
                                  LLVMValueRef *exists)
{
    *exists = is_below(g, at[0], row_starts(g, v, stride));
    if (at[1]) {
        *exists = gen_both(g, *exists, is_below(g, at[1], WORD(height)));
        base = gen_offset(g, base, bytes_to(g, at[1], PITCH(row_bytes)));
    }
    if (at[2]) {
        *exists = gen_both(g, *exists, is_below(g, at[2], WORD(slices)));
        base = gen_offset(g, base, bytes_to(g, at[2], PITCH(slice_bytes)));
    }
    return gen_offset(g, base, bytes_to(g, at[0], gen_i64(g, bytes)));
}

LLVMValueRef gen_bounds_texel(struct gen *g, const struct ir_value *v, LLVMValueRef base, LLVMValueRef at,
                              uint32_t bytes, LLVMValueRef *exists)
{
    *exists = is_below(g, at, WORD(width));
    return gen_offset(g, base, bytes_to(g, at, gen_i64(g, bytes)));
}

/* In words, or bytes; the host selects this path only for textures of less than 2^31 of them. */
static LLVMValueRef units_to(const struct gen *g, LLVMValueRef at, LLVMValueRef pitch, uint32_t unit)
{
    LLVMValueRef units = LLVMBuildUDiv(g->b, pitch, gen_i64(g, unit), "");
    return LLVMBuildMul(g->b, at, gen_splat(g, LLVMBuildTrunc(g->b, units, g->i32, "")), "");
}

LLVMValueRef gen_bounds_texels(struct gen *g, const struct ir_value *v, LLVMValueRef base,
                               const LLVMValueRef at[3], uint32_t bytes, LLVMValueRef *exists)
{
    uint32_t unit = bytes < 4 ? 1 : 4;
    *exists = LLVMBuildAnd(g->b, is_below(g, at[0], WORD(width)), gen_mask(g), "");
    LLVMValueRef offset = LLVMBuildMul(g->b, at[0], gen_splat_word(g, bytes / unit), "");
    if (at[1]) {
        *exists = gen_both(g, *exists, is_below(g, at[1], WORD(height)));
        offset = LLVMBuildAdd(g->b, offset, units_to(g, at[1], PITCH(row_bytes), unit), "");
    }
    if (at[2]) {
        *exists = gen_both(g, *exists, is_below(g, at[2], WORD(slices)));
        offset = LLVMBuildAdd(g->b, offset, units_to(g, at[2], PITCH(slice_bytes), unit), "");
    }
    return LLVMBuildGEP2(g->b, unit == 1 ? g->i8 : g->i32, base, &offset, 1, "");
}

/* ---- samples: struct jit_sample ---- */

LLVMValueRef gen_bounds_axis(struct gen *g, LLVMValueRef texel, LLVMValueRef size)
{
    LLVMTypeRef type = LLVMTypeOf(texel);
    LLVMValueRef one = gen_is_vector(size) ? gen_splat_word(g, 1) : gen_i32(g, 1);
    LLVMValueRef last = LLVMBuildSub(g->b, size, one, "");
    LLVMValueRef args[] = {texel, gen_like(g, last, texel)};
    args[0] = gen_intrinsic(g, "llvm.smin", type, args, 2);
    args[1] = LLVMConstNull(type);
    return gen_intrinsic(g, "llvm.smax", type, args, 2);
}

LLVMValueRef gen_bounds_sampled(struct gen *g, uint32_t texture, LLVMTypeRef unit, LLVMValueRef offset)
{
    LLVMValueRef base = gen_sample_field(g, texture, g->pointer, offsetof(struct jit_sample, base));
    return LLVMBuildGEP2(g->b, unit, base, &offset, 1, "");
}
