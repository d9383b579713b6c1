/* Contiguous structures, one a lane: whole vectors are loaded and stored, and shuffles transpose words to
   lanes. */
#include <stdio.h>
#include <string.h>

#include "jit/llvm/gen.h"

enum { CHUNK = 4 }; /* words of 16 bytes */

static LLVMValueRef load_words(const struct gen *g, LLVMValueRef pointer, uint64_t word, unsigned count)
{
    return gen_load(g, LLVMVectorType(g->i32, count), gen_offset_by(g, pointer, 4 * word), 4);
}

static void store_words(const struct gen *g, LLVMValueRef value, LLVMValueRef pointer, uint64_t word)
{
    gen_store(g, value, gen_offset_by(g, pointer, 4 * word), 4);
}

/* ---- 16 bytes in each slot ---- */

static LLVMValueRef unpack(const struct gen *g, LLVMValueRef a, LLVMValueRef b, unsigned high, unsigned unit)
{
    uint32_t at[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++) {
        uint32_t slot = i & ~3u, from = i & 3;
        uint32_t word = unit == 1 ? 2 * high + from / 2 : 2 * high + (from & 1);
        bool second = unit == 1 ? from & 1 : from >= 2;
        at[i] = (second ? g->lanes : 0) + slot + word;
    }
    return gen_shuffle(g, a, b, at, g->lanes);
}

/* Transposes the 4 x 4 words in each 16-byte slot of four vectors. */
static void transpose(const struct gen *g, LLVMValueRef r[4])
{
    LLVMValueRef a = unpack(g, r[0], r[1], 0, 1), b = unpack(g, r[0], r[1], 1, 1);
    LLVMValueRef c = unpack(g, r[2], r[3], 0, 1), d = unpack(g, r[2], r[3], 1, 1);
    r[0] = unpack(g, a, c, 0, 2);
    r[1] = unpack(g, a, c, 1, 2);
    r[2] = unpack(g, b, d, 0, 2);
    r[3] = unpack(g, b, d, 1, 2);
}

/* ---- as many words as lanes ---- */

/* Slots `from` and `from` + step of both vectors, those of the first one first. */
static LLVMValueRef pick_slots(const struct gen *g, LLVMValueRef a, LLVMValueRef b, unsigned from,
                               unsigned step)
{
    uint32_t at[JIT_LANES], half = g->lanes / 2;
    for (uint32_t i = 0; i < g->lanes; i++) {
        uint32_t slot = from + i % half / CHUNK * step;
        at[i] = i / half * g->lanes + CHUNK * slot + i % CHUNK;
    }
    return gen_shuffle(g, a, b, at, g->lanes);
}

/* Word r of out[c] is word c of in[r]. */
static void transpose_rows(const struct gen *g, const LLVMValueRef *in, LLVMValueRef *out)
{
    LLVMValueRef r[JIT_LANES / CHUNK][CHUNK];
    uint32_t parts = g->lanes / CHUNK;
    for (unsigned j = 0; j < parts; j++) {
        memcpy(r[j], in + (size_t)j * CHUNK, sizeof r[j]);
        transpose(g, r[j]); /* slot s of r[j][c] is word 4 * s + c of four rows */
    }
    for (unsigned c = 0; c < CHUNK; c++)
        for (unsigned s = 0; s < parts; s++) {
            if (parts == 2) {
                out[CHUNK * s + c] = pick_slots(g, r[0][c], r[1][c], s, 0);
                continue;
            }
            LLVMValueRef low = pick_slots(g, r[0][c], r[1][c], s & 2, 1);
            LLVMValueRef high = pick_slots(g, r[2][c], r[3][c], s & 2, 1);
            out[CHUNK * s + c] = pick_slots(g, low, high, s & 1, 2);
        }
}

/* ---- two, three and four words a lane: the whole range is loaded ---- */

/* Word `c` of every lane from `step` vectors that hold all lanes' words. */
static LLVMValueRef pick_three(const struct gen *g, const LLVMValueRef *in, unsigned c)
{
    uint32_t first[JIT_LANES], second[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++) {
        uint32_t at = 3 * i + c;
        first[i] = at < 2 * g->lanes ? at : 0;
        second[i] = at < 2 * g->lanes ? i : at - g->lanes;
    }
    LLVMValueRef low = gen_shuffle(g, in[0], in[1], first, g->lanes);
    return gen_shuffle(g, low, in[2], second, g->lanes);
}

static LLVMValueRef pick_two(const struct gen *g, const LLVMValueRef *in, unsigned c)
{
    uint32_t at[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++)
        at[i] = 2 * i + c;
    return gen_shuffle(g, in[0], in[1], at, g->lanes);
}

/* Words c and c + 1, interleaved, of the lanes that two of the four vectors hold. */
static LLVMValueRef half_four(const struct gen *g, LLVMValueRef a, LLVMValueRef b, unsigned c)
{
    uint32_t at[JIT_LANES], half = g->lanes / 2;
    for (uint32_t i = 0; i < half; i++) {
        at[i] = 4 * i + c;
        at[half + i] = 4 * i + c + 1;
    }
    return gen_shuffle(g, a, b, at, g->lanes);
}

static void pick_four(const struct gen *g, const LLVMValueRef *in, LLVMValueRef out[4])
{
    uint32_t low[JIT_LANES], high[JIT_LANES], half = g->lanes / 2;
    for (uint32_t i = 0; i < half; i++) {
        low[i] = i;
        low[half + i] = g->lanes + i;
        high[i] = half + i;
        high[half + i] = g->lanes + half + i;
    }
    for (unsigned c = 0; c < 4; c += 2) {
        LLVMValueRef a = half_four(g, in[0], in[1], c), b = half_four(g, in[2], in[3], c);
        out[c] = gen_shuffle(g, a, b, low, g->lanes);
        out[c + 1] = gen_shuffle(g, a, b, high, g->lanes);
    }
}

static void split(const struct gen *g, const LLVMValueRef *in, uint32_t step, LLVMValueRef *out)
{
    if (step == g->lanes)
        transpose_rows(g, in, out);
    if (step == 4)
        pick_four(g, in, out);
    for (unsigned c = 0; c < step && step < 4; c++)
        out[c] = step == 2 ? pick_two(g, in, c) : pick_three(g, in, c);
}

static void load_dense(struct gen *g, LLVMValueRef pointer, uint32_t step, LLVMValueRef out[4])
{
    LLVMValueRef in[GEN_STRUCTURE_WORDS] = {NULL};
    for (unsigned i = 0; i < step; i++)
        in[i] = load_words(g, pointer, (uint64_t)i * g->lanes, g->lanes);
    gen_split(g, in, step, out);
}

/* Vector `k` of memory from the words of all lanes. */
static LLVMValueRef merge_two(const struct gen *g, LLVMValueRef a, LLVMValueRef b, unsigned k)
{
    uint32_t at[JIT_LANES], half = g->lanes / 2;
    for (uint32_t i = 0; i < half; i++) {
        at[2 * i] = k * half + i;
        at[2 * i + 1] = g->lanes + k * half + i;
    }
    return gen_shuffle(g, a, b, at, g->lanes);
}

static LLVMValueRef merge_three(const struct gen *g, const LLVMValueRef *in, unsigned k)
{
    uint32_t first[JIT_LANES], second[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++) {
        uint32_t at = k * g->lanes + i, c = at % 3, lane = at / 3;
        first[i] = c == 1 ? g->lanes + lane : lane;
        second[i] = c == 2 ? g->lanes + lane : i;
    }
    LLVMValueRef two = gen_shuffle(g, in[0], in[1], first, g->lanes);
    return gen_shuffle(g, two, in[2], second, g->lanes);
}

/* Pairs of words to fours. */
static LLVMValueRef merge_pairs(const struct gen *g, LLVMValueRef a, LLVMValueRef b, unsigned k)
{
    uint32_t at[JIT_LANES], half = g->lanes / 2;
    for (uint32_t i = 0; i < g->lanes; i++)
        at[i] = (i & 2 ? g->lanes : 0) + k * half + (i / 4) * 2 + (i & 1);
    return gen_shuffle(g, a, b, at, g->lanes);
}

static void merge(const struct gen *g, const LLVMValueRef *in, uint32_t step, LLVMValueRef *out)
{
    if (step == g->lanes) {
        transpose_rows(g, in, out);
        return;
    }
    if (step == 4) {
        for (unsigned k = 0; k < 2; k++) {
            LLVMValueRef low = merge_two(g, in[0], in[1], k), high = merge_two(g, in[2], in[3], k);
            out[2 * k] = merge_pairs(g, low, high, 0);
            out[2 * k + 1] = merge_pairs(g, low, high, 1);
        }
        return;
    }
    for (unsigned k = 0; k < step; k++)
        out[k] = step == 2 ? merge_two(g, in[0], in[1], k) : merge_three(g, in, k);
}

/* ---- calls in place of shuffles, until gen_pack.c has replaced those that it can ---- */

static LLVMValueRef declare(struct gen *g, const char *what, unsigned words)
{
    LLVMTypeRef types[GEN_PACK_WORDS];
    char name[32];
    for (unsigned i = 0; i < words; i++)
        types[i] = g->words;
    snprintf(name, sizeof name, "%s%c", what, 'a' + (int)words);
    LLVMValueRef function = LLVMGetNamedFunction(g->module, name);
    if (function)
        return function;
    function = LLVMAddFunction(g->module, name,
                               LLVMFunctionType(LLVMArrayType2(g->words, words), types, words, false));
    gen_set_pure(g, function);
    return function;
}

static void call(struct gen *g, const char *what, const LLVMValueRef *in, unsigned words, LLVMValueRef *out)
{
    LLVMValueRef args[GEN_PACK_WORDS], function = declare(g, what, words);
    for (unsigned i = 0; i < words; i++)
        args[i] = LLVMBuildBitCast(g->b, in[i], g->words, "");
    LLVMValueRef all = LLVMBuildCall2(g->b, LLVMGlobalGetValueType(function), function, args, words, "");
    for (unsigned i = 0; i < words; i++)
        out[i] = LLVMBuildExtractValue(g->b, all, i, "");
}

static const char split_name[] = "sm5.split", merge_name[] = "sm5.merge";

void gen_split(struct gen *g, const LLVMValueRef *in, unsigned words, LLVMValueRef *out)
{
    call(g, split_name, in, words, out);
}

void gen_merge(struct gen *g, const LLVMValueRef *in, unsigned words, LLVMValueRef *out)
{
    g->has_merge = true;
    call(g, merge_name, in, words, out);
}

static unsigned words_of(LLVMValueRef value, const char *what)
{
    size_t length = 0;
    LLVMValueRef callee = LLVMIsACallInst(value) ? LLVMGetCalledValue(value) : NULL;
    const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
    bool is_same = length == strlen(what) + 1 && memcmp(name, what, length - 1) == 0;
    return is_same ? (unsigned)(name[length - 1] - 'a') : 0;
}

unsigned gen_split_words(LLVMValueRef value)
{
    return words_of(value, split_name);
}

unsigned gen_merge_words(LLVMValueRef value)
{
    return words_of(value, merge_name);
}

static void expand(struct gen *g, LLVMValueRef all, unsigned words, bool is_split)
{
    LLVMValueRef in[GEN_PACK_WORDS], out[GEN_PACK_WORDS], part;
    for (unsigned i = 0; i < words; i++)
        in[i] = LLVMGetOperand(all, i);
    LLVMPositionBuilderBefore(g->b, all);
    if (LLVMGetFirstUse(all))
        (is_split ? split : merge)(g, in, words, out);
    for (LLVMUseRef use = LLVMGetFirstUse(all); use; use = LLVMGetFirstUse(all)) {
        part = LLVMGetUser(use);
        LLVMReplaceAllUsesWith(part, out[LLVMGetIndices(part)[0]]);
        LLVMInstructionEraseFromParent(part);
    }
    LLVMInstructionEraseFromParent(all);
}

void gen_expand_packs(struct gen *g)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(g->function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block), next; at; at = next) {
            unsigned splits = gen_split_words(at), merges = gen_merge_words(at);
            next = LLVMGetNextInstruction(at);
            while (next && (splits || merges) && LLVMIsAExtractValueInst(next) &&
                   LLVMGetOperand(next, 0) == at)
                next = LLVMGetNextInstruction(next);
            if (splits || merges)
                expand(g, at, splits + merges, splits > 0);
        }
}

static void store_vectors(const struct gen *g, LLVMValueRef pointer, const LLVMValueRef *out, uint32_t step,
                          bool streams)
{
    for (unsigned k = 0; k < step; k++) {
        LLVMValueRef at = gen_offset_by(g, pointer, 4 * (uint64_t)k * g->lanes);
        LLVMValueRef store = gen_store(g, out[k], at, streams ? 4 * g->lanes : 4);
        if (!streams)
            continue;
        LLVMValueRef one = LLVMConstInt(g->i32, 1, false);
        unsigned kind = LLVMGetMDKindIDInContext(g->context, "nontemporal", 11);
        LLVMMetadataRef node = LLVMValueAsMetadata(one);
        LLVMSetMetadata(store, kind,
                        LLVMMetadataAsValue(g->context, LLVMMDNodeInContext2(g->context, &node, 1)));
    }
}

LLVMValueRef gen_may_stream(const struct gen *g, LLVMValueRef pointer, LLVMValueRef streams)
{
    LLVMValueRef at = LLVMBuildPtrToInt(g->b, pointer, g->i64, "");
    at = LLVMBuildAnd(g->b, at, gen_i64(g, 4 * (uint64_t)g->lanes - 1), "");
    LLVMValueRef is_aligned = LLVMBuildICmp(g->b, LLVMIntEQ, at, gen_i64(g, 0), "");
    return LLVMBuildAnd(g->b, streams, is_aligned, "");
}

static void store_dense(struct gen *g, LLVMValueRef pointer, const LLVMValueRef *values, uint32_t step,
                        LLVMValueRef streams)
{
    LLVMValueRef out[4] = {values[0]};
    if (step > 1)
        gen_merge(g, values, step, out);
    if (!streams || LLVMIsConstant(streams)) {
        store_vectors(g, pointer, out, step, streams != NULL);
        return;
    }
    LLVMBasicBlockRef past = gen_block(g, "streams"), plain = gen_block(g, "stores"),
                      after = gen_block(g, "stored");
    LLVMBuildCondBr(g->b, gen_may_stream(g, pointer, streams), past, plain);
    gen_at(g, past);
    store_vectors(g, pointer, out, step, true);
    LLVMBuildBr(g->b, after);
    gen_at(g, plain);
    store_vectors(g, pointer, out, step, false);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
}

/* ---- 16 bytes of each lane's structure ---- */

/* Vector whose slot s is the chunk `word` of lane 4 * s + j. The lanes' structures are at one pointer each, or `step`
   words apart. */
static LLVMValueRef load_slots(const struct gen *g, LLVMValueRef pointer, const LLVMValueRef *pointers,
                               uint32_t step, uint32_t word, unsigned j)
{
    const uint32_t join[JIT_LANES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    LLVMValueRef part[4] = {NULL};
    unsigned slots = g->lanes / CHUNK;
    for (unsigned s = 0; s < slots; s++)
        part[s] = pointers ? load_words(g, pointers[4 * s + j], word, CHUNK)
                           : load_words(g, pointer, (uint64_t)step * (4 * s + j) + word, CHUNK);
    for (unsigned size = CHUNK; slots > 1; slots /= 2, size *= 2)
        for (unsigned s = 0; s < slots / 2; s++)
            part[s] = gen_shuffle(g, part[2 * s], part[2 * s + 1], join, 2 * size);
    return part[0];
}

static void load_chunk(const struct gen *g, LLVMValueRef pointer, uint32_t step, uint32_t word,
                       LLVMValueRef out[4])
{
    for (unsigned j = 0; j < CHUNK; j++)
        out[j] = load_slots(g, pointer, NULL, step, word, j);
    transpose(g, out);
}

void gen_load_chunks(struct gen *g, const LLVMValueRef *pointers, uint32_t word, LLVMValueRef out[4])
{
    for (unsigned j = 0; j < CHUNK; j++)
        out[j] = load_slots(g, NULL, pointers, 0, word, j);
    transpose(g, out);
}

/* Slots 0 and 2 (high: 1 and 3) of both vectors, alternating. */
static LLVMValueRef merge_slots(const struct gen *g, LLVMValueRef a, LLVMValueRef b, unsigned high)
{
    uint32_t at[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++) {
        uint32_t slot = i / CHUNK;
        at[i] = slot % 2 * g->lanes + CHUNK * (slot - slot % 2 + high) + i % CHUNK;
    }
    return gen_shuffle(g, a, b, at, g->lanes);
}

/* Eight words of 16 lanes: vector j holds those of lanes j and 8 + j. */
static void load_half_runs(const struct gen *g, const LLVMValueRef *pointers, LLVMValueRef *out)
{
    enum { PART = 8 };
    const uint32_t join[JIT_LANES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    LLVMValueRef r[PART];
    for (unsigned j = 0; j < PART; j++)
        r[j] = gen_shuffle(g, load_words(g, pointers[j], 0, PART), load_words(g, pointers[PART + j], 0, PART),
                           join, 2 * PART);
    transpose(g, r);
    transpose(g, r + CHUNK);
    for (unsigned k = 0; k < PART; k++)
        out[k] = merge_slots(g, r[k % CHUNK], r[CHUNK + k % CHUNK], k / CHUNK);
}

void gen_load_runs(struct gen *g, const LLVMValueRef *pointers, uint32_t words, LLVMValueRef *out)
{
    LLVMValueRef rows[JIT_LANES];
    if (words < g->lanes) {
        load_half_runs(g, pointers, out);
        return;
    }
    for (uint32_t first = 0; first < words; first += g->lanes) {
        for (unsigned i = 0; i < g->lanes; i++)
            rows[i] = load_words(g, pointers[i], first, g->lanes);
        gen_split(g, rows, g->lanes, out + first);
    }
}

void gen_store_runs(struct gen *g, const LLVMValueRef *pointers, const LLVMValueRef *rows, LLVMValueRef mask)
{
    for (unsigned i = 0; i < g->lanes; i++) {
        if (mask)
            gen_store_masked(g, rows[i], pointers[i], mask);
        else
            gen_store(g, rows[i], pointers[i], 4);
    }
}

void gen_store_chunks(struct gen *g, const LLVMValueRef *pointers, uint32_t word,
                      const LLVMValueRef values[4])
{
    LLVMValueRef r[4] = {values[0], values[1], values[2], values[3]};
    transpose(g, r);
    for (uint32_t i = 0; i < g->lanes; i++) {
        uint32_t at[CHUNK];
        for (uint32_t k = 0; k < CHUNK; k++)
            at[k] = i / CHUNK * CHUNK + k;
        store_words(g, gen_shuffle(g, r[i % CHUNK], NULL, at, CHUNK), pointers[i], word);
    }
}

static void store_chunk(struct gen *g, LLVMValueRef pointer, uint32_t step, uint32_t word,
                        const LLVMValueRef *values)
{
    LLVMValueRef pointers[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++)
        pointers[i] = gen_offset_by(g, pointer, 4 * (uint64_t)step * i);
    gen_store_chunks(g, pointers, word, values);
}

/* ---- single words ---- */

/* Rows with a small step are loaded as `step` vectors; the last one ends with the last lane's word, so that none is out of bounds. In g#,
   each of them may wait for a store of other words. */
static uint32_t near_step(const struct gen *g, bool is_tgsm)
{
    enum { TGSM_MOST = 4 };
    return is_tgsm ? TGSM_MOST : g->lanes / 2;
}

/* First word of vector k. */
static uint32_t vector_start(const struct gen *g, uint32_t step, uint32_t k)
{
    return k + 1 < step ? k * g->lanes : (step - 1) * (g->lanes - 1);
}

static LLVMValueRef load_near(const struct gen *g, LLVMValueRef pointer, uint32_t step, uint32_t word)
{
    LLVMValueRef row = load_words(g, pointer, word, g->lanes);
    for (uint32_t k = 1; k < step; k++) {
        uint32_t at[JIT_LANES], start = vector_start(g, step, k);
        for (uint32_t i = 0; i < g->lanes; i++) {
            bool is_before = step * i < k * g->lanes; /* in one of the vectors before */
            uint32_t own = k == 1 ? step * i : i;
            at[i] = is_before ? own : g->lanes + (step * i - start) % g->lanes;
        }
        row = gen_shuffle(g, row, load_words(g, pointer, word + start, g->lanes), at, g->lanes);
    }
    return row;
}

static LLVMValueRef load_single(struct gen *g, LLVMValueRef pointer, uint32_t step, uint32_t word,
                                bool is_tgsm)
{
    LLVMValueRef at[JIT_LANES], row = LLVMGetPoison(g->words);
    if (step <= near_step(g, is_tgsm))
        return load_near(g, pointer, step, word);
    for (uint32_t i = 0; i < g->lanes; i++) {
        at[i] = gen_i32(g, step * i + word);
        if (g->has_mask_registers)
            continue;
        LLVMValueRef from = gen_offset_by(g, pointer, 4 * ((uint64_t)step * i + word));
        row = LLVMBuildInsertElement(g->b, row, gen_load(g, g->i32, from, 4), gen_i32(g, i), "");
    }
    if (!g->has_mask_registers)
        return row;
    LLVMValueRef indices = LLVMConstVector(at, g->lanes);
    return gen_gather_words(g, LLVMBuildGEP2(g->b, g->i32, pointer, &indices, 1, ""), g->all);
}

/* The masks exclude the words between lanes. */
static void store_near(const struct gen *g, LLVMValueRef pointer, uint32_t step, uint32_t word,
                       LLVMValueRef value)
{
    for (uint32_t k = 0; k < step; k++) {
        uint32_t at[JIT_LANES];
        LLVMValueRef stored[JIT_LANES];
        for (uint32_t i = 0; i < g->lanes; i++) {
            uint32_t place = k * g->lanes + i;
            bool any = place % step == 0 && place / step < g->lanes;
            at[i] = any ? place / step : i;
            stored[i] = LLVMConstInt(g->i1, any, false);
        }
        LLVMValueRef row = gen_shuffle(g, value, NULL, at, g->lanes);
        gen_store_masked(g, row, gen_offset_by(g, pointer, 4 * ((uint64_t)k * g->lanes + word)),
                         LLVMConstVector(stored, g->lanes));
    }
}

static void store_single(const struct gen *g, LLVMValueRef pointer, uint32_t step, uint32_t word,
                         LLVMValueRef value, bool is_tgsm)
{
    if (!is_tgsm && step <= near_step(g, false) && g->has_mask_registers) {
        store_near(g, pointer, step, word, value);
        return;
    }
    for (uint32_t i = 0; i < g->lanes; i++) {
        LLVMValueRef lane = LLVMBuildExtractElement(g->b, value, gen_i32(g, i), "");
        gen_store(g, lane, gen_offset_by(g, pointer, 4 * ((uint64_t)step * i + word)), 4);
    }
}

/* ---- entry points ---- */

static bool find(const uint32_t *offsets, unsigned count, uint32_t word, unsigned *at)
{
    for (*at = 0; *at < count; ++*at)
        if (offsets[*at] == word)
            return true;
    return false;
}

static unsigned members_of_chunk(const uint32_t *offsets, unsigned count, uint32_t first, bool in[CHUNK])
{
    unsigned found = 0, at;
    for (unsigned k = 0; k < CHUNK; k++)
        found += in[k] = find(offsets, count, first + k, &at);
    return found;
}

void gen_load_words(struct gen *g, LLVMValueRef pointer, uint32_t step, const uint32_t *offsets,
                    unsigned count, uint32_t structure, bool is_tgsm, LLVMValueRef *out)
{
    bool is_dense = step <= 4 && structure >= step && step > 1;
    LLVMValueRef dense[4] = {NULL};
    if (is_dense)
        load_dense(g, pointer, step, dense);
    for (unsigned i = 0; i < count; i++)
        out[i] = NULL;
    for (unsigned i = 0; i < count; i++) {
        uint32_t word = offsets[i];
        bool in[CHUNK];
        unsigned at;
        if (out[i])
            continue;
        if (is_dense && word < step) {
            out[i] = dense[word];
            continue;
        }
        if (step == 1) {
            out[i] = load_words(g, pointer, word, g->lanes);
            continue;
        }
        uint32_t first = word + CHUNK <= structure ? word
                         : structure >= CHUNK      ? structure - CHUNK
                                                   : structure;
        if (first == structure || members_of_chunk(offsets, count, first, in) < 2) {
            out[i] = load_single(g, pointer, step, word, is_tgsm);
            continue;
        }
        LLVMValueRef chunk[CHUNK];
        load_chunk(g, pointer, step, first, chunk);
        for (at = 0; at < count; at++)
            if (!out[at] && offsets[at] - first < CHUNK)
                out[at] = chunk[offsets[at] - first];
    }
}

void gen_store_words(struct gen *g, LLVMValueRef pointer, uint32_t step, const uint32_t *offsets,
                     unsigned count, const LLVMValueRef *values, bool is_tgsm, LLVMValueRef streams)
{
    LLVMValueRef sorted[4] = {NULL};
    uint32_t done = 0; /* bit i: offsets[i] is stored; more than 32 are not stored at once */
    if (step <= 4 && count == step) {
        unsigned at = 0, found = 0;
        for (unsigned c = 0; c < step; c++)
            if (find(offsets, count, c, &at)) {
                sorted[c] = values[at];
                found++;
            }
        if (found == step) {
            store_dense(g, pointer, sorted, step, streams);
            return;
        }
    }
    for (unsigned i = 0; i < count; i++) {
        unsigned at[CHUNK], found = 0;
        if (done >> i & 1)
            continue;
        for (unsigned k = 0; k < CHUNK; k++)
            found += find(offsets, count, offsets[i] + k, &at[k]) && !(done >> at[k] & 1);
        if (found < CHUNK) {
            if (step == 1)
                store_words(g, values[i], pointer, offsets[i]);
            else
                store_single(g, pointer, step, offsets[i], values[i], is_tgsm);
            continue;
        }
        for (unsigned k = 0; k < CHUNK; k++) {
            sorted[k] = values[at[k]];
            done |= 1u << at[k];
        }
        store_chunk(g, pointer, step, offsets[i], sorted);
    }
}
