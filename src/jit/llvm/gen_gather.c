/* Accesses with arbitrary addresses: gathers and scatters of the lanes whose word exists. */
#include <assert.h>

#include "jit/llvm/gen_memory.h"

/* Words of the members in the 16 bytes from `first` on. */
static unsigned words_in(const struct access *a, uint32_t first)
{
    unsigned count = 0;
    for (unsigned i = 0; i < a->count; i++)
        count += a->bytes[i] - first < 16;
    return count;
}

/* The 16 bytes of the structure from which member i is loaded with at least one other member; false: none. */
static bool chunk_of(const struct access *a, unsigned i, uint32_t *first)
{
    if (a->is_raw || a->dynamic || a->stride < 16 || a->stride % 4)
        return false;
    *first = a->bytes[i] + 16 <= a->stride ? a->bytes[i] : a->stride - 16;
    return a->bytes[i] + 4 <= a->stride && words_in(a, *first) >= 2;
}

/* Each lane's structure; a page of zeros for those that do not exist. */
static void structures_of(struct access *a, LLVMValueRef pointers[JIT_LANES])
{
    struct gen *g = a->g;
    LLVMValueRef exists, words = gen_bounds_pointers(a, 0, &exists);
    LLVMValueRef zeros = gen_splat(g, gen_offset_by(g, gen_zeros(g), a->bytes[0]));
    LLVMValueRef all = LLVMBuildSelect(g->b, exists, words, zeros, "");
    for (uint32_t i = 0; i < g->lanes; i++) {
        LLVMValueRef pointer = LLVMBuildExtractElement(g->b, all, gen_i32(g, i), "");
        pointers[i] = gen_offset(g, pointer, gen_i64(g, 0u - (uint64_t)a->bytes[0]));
    }
}

enum { CHUNKS_MOST = 24 };

bool gen_may_load_chunks(struct gen *g, unsigned count)
{
    bool may = g->chunks + count <= CHUNKS_MOST;
    g->chunks += may ? count : 0;
    return may;
}

/* Gathers are slow on many processors: words of one structure are loaded 16 bytes a lane, and transposed. That takes
   longer to compile: 12 of them 40 ms. */
static void gather_chunks(struct access *a, LLVMValueRef *out)
{
    LLVMValueRef pointers[JIT_LANES] = {NULL}, chunk[4];
    uint32_t first;
    for (unsigned i = 0; i < a->count; i++)
        out[i] = NULL;
    for (unsigned i = 0; i < a->count; i++) {
        if (out[i] || a->g->chunks == CHUNKS_MOST || !chunk_of(a, i, &first))
            continue;
        a->g->chunks++;
        if (!pointers[0])
            structures_of(a, pointers);
        gen_load_chunks(a->g, pointers, first / 4, chunk);
        for (unsigned k = 0; k < a->count; k++)
            if (a->bytes[k] - first < 16)
                out[k] = chunk[(a->bytes[k] - first) / 4];
    }
}

/* The member that is the word after member i in the structure; i: none. */
static unsigned next_word(const struct access *a, unsigned i)
{
    for (unsigned k = 0; !a->is_raw && !a->dynamic && k < a->count; k++)
        if (a->bytes[k] == a->bytes[i] + 4 && a->bytes[k] + 4 <= a->stride)
            return k;
    return i;
}

void gen_gather(struct access *a, LLVMValueRef *out)
{
    gather_chunks(a, out);
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef exists, pointers, pair[2];
        unsigned next = next_word(a, i);
        if (out[i])
            continue;
        pointers = gen_bounds_pointers(a, i, &exists);
        if (next == i || out[next]) {
            out[i] = gen_gather_words(a->g, pointers, exists);
            continue;
        }
        gen_gather_pairs(a->g, pointers, exists, pair);
        out[i] = pair[0];
        out[next] = pair[1];
    }
}

/* One gather of 64 bits a lane, where both words exist in each lane or none does. */
bool gen_pair_load(struct access *a)
{
    struct gen *g = a->g;
    if (!a->is_pair)
        return false;
    unsigned low = (int32_t)(a->constants[1] - a->constants[0]) > 0 ? 0 : 1;
    struct access first = gen_access_member(a, low), second = gen_access_member(a, !low);
    LLVMValueRef exists[2], pair[2], pointers = gen_bounds_pointers(&first, 0, &exists[0]);
    gen_bounds_words(&second, 0, &exists[1]);
    LLVMValueRef same = LLVMBuildNot(g->b, LLVMBuildXor(g->b, exists[0], exists[1], ""), "");
    LLVMBasicBlockRef in = gen_block(g, "pair"), single = gen_block(g, "single");
    struct gen_join join = {.block = gen_block(g, "loaded")};
    gen_branch_likely(g, gen_every(g, same), in, single);
    gen_at(g, in);
    gen_gather_pairs(g, pointers, exists[0], pair);
    a->values[low] = pair[0];
    a->values[!low] = pair[1];
    gen_join_path(g, &join, a->values, 2);
    gen_at(g, single);
    gen_gather(&first, &a->values[low]);
    gen_gather(&second, &a->values[!low]);
    gen_join_path(g, &join, a->values, 2);
    gen_join_end(g, &join, a->values, 2);
    return true;
}

/* AVX2 has no scatter, and LLVM would expand one into a branch for each lane. */
static void scatter_by_lane(struct gen *g, LLVMValueRef words, LLVMValueRef pointers, LLVMValueRef exists)
{
    static_assert(sizeof((struct jit_lanes){0}.address) >= 8 * sizeof(void *), "pointers of a warp");
    LLVMValueRef addresses = gen_field_pointer(g, offsetof(struct jit_context, lanes.address));
    LLVMValueRef values = gen_field_pointer(g, offsetof(struct jit_context, lanes.value));
    gen_store(g, pointers, addresses, 32);
    gen_store(g, words, values, 32);
    struct gen_lane_loop loop;
    LLVMValueRef lane = gen_lanes_begin(g, gen_mask_bits(g, exists), &loop);
    LLVMValueRef pointer =
        gen_load(g, g->pointer, LLVMBuildGEP2(g->b, g->pointer, addresses, &lane, 1, ""), 8);
    LLVMValueRef word = gen_load(g, g->i32, LLVMBuildGEP2(g->b, g->i32, values, &lane, 1, ""), 4);
    gen_store(g, word, pointer, 4);
    gen_lanes_end(g, &loop);
}

/* Members that are the four words from member i on; false: they are not all there. */
static bool find_four(const struct access *a, unsigned i, uint32_t done, unsigned four[4])
{
    four[0] = i;
    for (unsigned k = 1; k < 4; k++) {
        four[k] = next_word(a, four[k - 1]);
        if (four[k] == four[k - 1])
            return false;
    }
    return !((done >> four[0] | done >> four[1] | done >> four[2] | done >> four[3]) & 1);
}

/* 16 bytes lane by lane. */
static void scatter_chunk(struct gen *g, const LLVMValueRef *values, LLVMValueRef pointers,
                          LLVMValueRef exists)
{
    LLVMValueRef one[JIT_LANES];
    pointers = gen_or_nowhere(g, pointers, exists);
    for (uint32_t i = 0; i < g->lanes; i++)
        one[i] = LLVMBuildExtractElement(g->b, pointers, gen_i32(g, i), "");
    gen_store_chunks(g, one, 0, values);
}

/* One element of so many bytes a lane, in ascending order: where lanes collide, the highest one's remains. */
static void scatter_unrolled(struct gen *g, LLVMValueRef row, LLVMValueRef pointers, LLVMValueRef exists,
                             unsigned bytes)
{
    pointers = gen_or_nowhere(g, pointers, exists);
    for (uint32_t i = 0; i < g->lanes; i++) {
        LLVMValueRef lane = gen_i32(g, i), element = LLVMBuildExtractElement(g->b, row, lane, "");
        gen_store(g, element, LLVMBuildExtractElement(g->b, pointers, lane, ""), bytes < 4 ? 1 : 4);
    }
}

/* ---- compaction ---- */

/* The value is computed from words of g#, or from what atomics return, as sums of the lanes before. */
static bool follows_counts(const struct gen *g, ir_ref ref, unsigned depth)
{
    const struct ir_value *v = gen_value(g, ref);
    const struct ir_value *op = v->kind == IR_PART ? gen_arg(g, v, 0) : v;
    if (v->shape != IR_VARYING || v->table)
        return false;
    if (op->kind == IR_ATOMIC || (op->kind == IR_LOAD && gen_is_tgsm(g, op)))
        return true;
    for (uint32_t i = 0; op->kind == IR_LANE && depth > 0 && i < op->count; i++)
        if (follows_counts(g, ir_arg(g->f, op, i), depth - 1))
            return true;
    return false;
}

/* Stores of lanes that a condition selects, to places that scans or counters assign: their words follow each other in most
   warps, and are one masked store. A scatter of 16 lanes takes several times as long. */
static bool scatter_compacted(struct access *a, unsigned i)
{
    enum { DEPTH = 6 };
    struct gen *g = a->g;
    if (!g->mask || a->is_rare || a->is_texel || a->index_vector || !a->index ||
        !follows_counts(g, a->index, DEPTH))
        return false;
    LLVMValueRef exists, words = gen_bounds_words(a, i, &exists),
                         packed = gen_target_compress(g, words, exists);
    if (!packed)
        return false;
    LLVMValueRef first = LLVMBuildExtractElement(g->b, packed, gen_i32(g, 0), ""),
                 bits = gen_mask_bits(g, exists);
    LLVMValueRef count = gen_intrinsic(g, "llvm.ctpop", g->i32, &bits, 1);
    LLVMValueRef inside = LLVMBuildICmp(g->b, LLVMIntULT, g->iota, gen_splat(g, count), "");
    LLVMValueRef distances = LLVMBuildSub(g->b, packed, gen_splat(g, first), "");
    LLVMValueRef near = LLVMBuildICmp(g->b, LLVMIntEQ, distances, g->iota, "");
    near = gen_every(g, LLVMBuildOr(g->b, near, LLVMBuildNot(g->b, inside, ""), ""));
    LLVMBasicBlockRef row = gen_block(g, "row"), any = gen_block(g, "any"), after = gen_block(g, "stored");
    LLVMBuildCondBr(g->b, near, row, any);
    gen_at(g, row);
    LLVMValueRef at = LLVMBuildZExt(g->b, first, g->i64, "");
    gen_store_masked(g, gen_target_compress(g, a->values[i], exists),
                     LLVMBuildGEP2(g->b, g->i32, a->view.base, &at, 1, ""), inside);
    LLVMBuildBr(g->b, after);
    gen_at(g, any);
    gen_scatter_words(g, a->values[i], gen_bounds_pointers(a, i, &exists), exists);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
    return true;
}

/* Where lanes collide, the highest lane's value remains (docs/semantics.md). */
bool gen_scatter(struct access *a)
{
    enum { WORDS_MOST = GEN_CLUSTER };
    struct gen *g = a->g;
    if (a->count > WORDS_MOST)
        return false;
    uint32_t done = 0;
    for (unsigned i = 0; i < a->count; i++) {
        unsigned next = next_word(a, i), four[4];
        if (done >> i & 1)
            continue;
        if (a->count == 1 && scatter_compacted(a, i))
            return true;
        LLVMValueRef exists, pointers = gen_bounds_pointers(a, i, &exists);
        if (!a->is_rare && find_four(a, i, done, four) && gen_may_load_chunks(g, 1)) {
            LLVMValueRef values[4];
            for (unsigned k = 0; k < 4; k++) {
                values[k] = a->values[four[k]];
                done |= 1u << four[k];
            }
            scatter_chunk(g, values, pointers, exists);
        } else if (!g->has_mask_registers && !a->is_rare && gen_may_load_chunks(g, 1)) {
            scatter_unrolled(g, a->values[i], pointers, exists, 4);
        } else if (g->lanes < JIT_LANES) {
            scatter_by_lane(g, a->values[i], pointers, exists);
        } else if (next == i || done >> next & 1) {
            gen_scatter_words(g, a->values[i], pointers, exists);
        } else {
            gen_scatter_pairs(g, (LLVMValueRef[]){a->values[i], a->values[next]}, pointers, exists);
            done |= 1u << next;
        }
    }
    return true;
}

/* ---- members that are accesses of their own ---- */

void gen_gather_members(struct access *a, LLVMValueRef *out)
{
    for (unsigned i = 0; i < a->count; i++) {
        struct access one = gen_access_member(a, i);
        gen_gather(&one, &out[i]);
    }
}

void gen_scatter_members(struct access *a)
{
    for (unsigned i = 0; i < a->count; i++) {
        struct access one = gen_access_member(a, i);
        if (!gen_scatter(&one))
            gen_helped_store(&one);
    }
}

void gen_scatter_any(struct access *a)
{
    if (a->is_row || a->has_offsets)
        gen_scatter_members(a);
    else if (!gen_scatter(a))
        gen_helped_store(a);
}

/* ---- texels ---- */

/* Elements of four words by 16-byte loads, and transposed, as gather_chunks does. */
static void gather_fours(struct gen *g, LLVMValueRef pointers, LLVMValueRef exists, LLVMValueRef out[4])
{
    LLVMValueRef all = LLVMBuildSelect(g->b, exists, pointers, gen_splat(g, gen_zeros(g)), ""),
                 one[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++)
        one[i] = LLVMBuildExtractElement(g->b, all, gen_i32(g, i), "");
    g->chunks++;
    gen_load_chunks(g, one, 0, out);
}

static LLVMValueRef words_further(const struct gen *g, LLVMValueRef pointers, unsigned words)
{
    LLVMValueRef word = gen_i32(g, words);
    return words ? LLVMBuildGEP2(g->b, g->i32, pointers, &word, 1, "") : pointers;
}

void gen_gather_elements(struct gen *g, LLVMValueRef pointers, LLVMValueRef exists, unsigned words,
                         bool is_rare, LLVMValueRef *out)
{
    if (words == 4 && !is_rare && g->chunks < CHUNKS_MOST) {
        gather_fours(g, pointers, exists, out);
        return;
    }
    for (unsigned k = 0; k < words; k += 2)
        if (words == 1)
            out[k] = gen_gather_words(g, pointers, exists);
        else
            gen_gather_pairs(g, words_further(g, pointers, k), exists, &out[k]);
}

bool gen_gathers_narrow(const struct gen *g)
{
    return g->chunks < CHUNKS_MOST;
}

void gen_gather_narrow(struct gen *g, LLVMValueRef pointers, LLVMValueRef exists, unsigned bytes,
                       LLVMValueRef *out)
{
    LLVMTypeRef type = bytes == 1 ? g->i8 : g->i16;
    LLVMValueRef all = LLVMBuildSelect(g->b, exists, pointers, gen_splat(g, gen_zeros(g)), "");
    LLVMValueRef row = LLVMConstNull(LLVMVectorType(type, g->lanes));
    g->chunks++;
    for (uint32_t i = 0; i < g->lanes; i++) {
        LLVMValueRef pointer = LLVMBuildExtractElement(g->b, all, gen_i32(g, i), "");
        row = LLVMBuildInsertElement(g->b, row, gen_load(g, type, pointer, 1), gen_i32(g, i), "");
    }
    *out = LLVMBuildZExt(g->b, row, g->words, "");
}

void gen_scatter_narrow(struct gen *g, LLVMValueRef element, LLVMValueRef pointers, LLVMValueRef exists,
                        unsigned bytes)
{
    LLVMTypeRef row = LLVMVectorType(bytes == 1 ? g->i8 : g->i16, g->lanes);
    g->chunks++;
    scatter_unrolled(g, LLVMBuildTrunc(g->b, element, row, ""), pointers, exists, bytes);
}

void gen_scatter_elements(struct gen *g, const LLVMValueRef *in, unsigned words, LLVMValueRef pointers,
                          LLVMValueRef exists)
{
    for (unsigned k = 0; k < words; k += 2)
        if (words == 1)
            gen_scatter_words(g, in[k], pointers, exists);
        else
            gen_scatter_pairs(g, &in[k], words_further(g, pointers, k), exists);
}
