/* Indexable arrays (x#), and constant ones. Those of threads have a vector for each element and component, in the storage; or a
   lane's words of an element are next to each other (ir_bundle.c). They are kept by warp, or by copy of the code. */
#include "jit/llvm/gen_memory.h"

/* Element args[0] + base: a scalar, or a vector when it differs by lane. */
LLVMValueRef gen_element(struct gen *g, const struct ir_value *v)
{
    ir_ref ref = v->count ? ir_arg(g->f, v, 0) : 0;
    if (!ref)
        return gen_i32(g, v->base);
    bool is_vector = !ir_is_uniform(gen_value(g, ref));
    LLVMValueRef index = is_vector ? gen_clean_vector(g, ref) : gen_clean(g, ref);
    LLVMValueRef base = is_vector ? gen_splat_word(g, v->base) : gen_i32(g, v->base);
    return v->base ? LLVMBuildAdd(g->b, index, base, "") : index;
}

/* ---- x# ---- */

bool gen_keeps_arrays(const struct gen *g)
{
    return g->f->has_barrier && !g->f->forgets_arrays;
}

static LLVMValueRef arrays_at(struct gen *g, uint64_t offset)
{
    uint64_t of_copy = gen_keeps_arrays(g) ? 0 : g->copy * g->array_bytes;
    return gen_storage(g, gen_keeps_arrays(g) ? g->array_bytes : 0, g->array_first + of_copy + offset);
}

static LLVMValueRef array_base(struct gen *g, uint32_t array)
{
    return arrays_at(g, g->arrays[array]);
}

static LLVMValueRef array_row(struct gen *g, const struct ir_value *v, LLVMValueRef at)
{
    uint64_t vector = 4 * (uint64_t)g->lanes, row = vector * g->f->arrays[v->array].components;
    LLVMValueRef offset = LLVMBuildMul(g->b, LLVMBuildZExt(g->b, at, g->i64, ""), gen_i64(g, row), "");
    return gen_offset_by(g, gen_offset(g, array_base(g, v->array), offset), vector * v->component);
}

/* Words of an element for each lane. */
static uint32_t words_of(const struct ir_array *array)
{
    return array->by_lane && array->components == 3 ? 4 : array->components;
}

uint64_t gen_array_bytes(const struct gen *g, const struct ir_array *array)
{
    return array->words
               ? 0
               : 4 * (uint64_t)g->lanes * (array->elements + 1) * words_of(array); /* see array_words */
}

/* Words from the array's start of the component of the lanes' elements. Those of lanes that access none are in the row after the last
   element, whose words are never used: no lane has a branch, mispredicted where lanes diverge. Mask registers exclude the
   lanes that access single words. */
static LLVMValueRef array_words(struct gen *g, const struct ir_array *array, uint32_t component,
                                LLVMValueRef at, LLVMValueRef exists)
{
    uint32_t words = words_of(array);
    if (exists != g->all && (array->by_lane || !g->has_mask_registers))
        at = LLVMBuildSelect(g->b, exists, at, gen_splat_word(g, array->elements), "");
    LLVMValueRef word = LLVMBuildMul(g->b, at, gen_splat_word(g, words * g->lanes), "");
    component = component < array->components ? component : 0;
    word = LLVMBuildAdd(g->b, word, gen_splat_word(g, array->by_lane ? component : component * g->lanes), "");
    LLVMValueRef lanes = array->by_lane ? LLVMBuildMul(g->b, g->iota, gen_splat_word(g, words), "") : g->iota;
    return LLVMBuildAdd(g->b, word, lanes, "");
}

static LLVMValueRef lane_pointer(struct gen *g, LLVMValueRef base, LLVMValueRef words, uint32_t lane)
{
    LLVMValueRef word = LLVMBuildExtractElement(g->b, words, gen_i32(g, lane), "");
    word = LLVMBuildZExt(g->b, word, g->i64, "");
    return LLVMBuildGEP2(g->b, g->i32, base, &word, 1, "");
}

static LLVMValueRef active_lanes(struct gen *g, LLVMValueRef exists)
{
    return exists == g->all ? gen_mask(g) : g->mask ? LLVMBuildAnd(g->b, exists, g->mask, "") : exists;
}

/* Where the lanes' words are. */
struct lanes {
    LLVMValueRef exists, active, base, words; /* see array_words */
};

static struct lanes lanes_of(struct gen *g, const struct ir_value *v, LLVMValueRef at, uint32_t component)
{
    struct lanes lanes = {.exists = gen_bounds_array(g, v, at), .base = array_base(g, v->array)};
    lanes.active = active_lanes(g, lanes.exists);
    lanes.words = array_words(g, &g->f->arrays[v->array], component, at, lanes.active);
    return lanes;
}

static LLVMValueRef pointers_of(const struct gen *g, const struct lanes *lanes)
{
    LLVMValueRef words = lanes->words;
    return LLVMBuildGEP2(g->b, g->i32, lanes->base, &words, 1, "");
}

static LLVMValueRef read_array_lanes(struct gen *g, const struct ir_value *v, LLVMValueRef at)
{
    struct lanes lanes = lanes_of(g, v, at, v->component);
    if (g->has_mask_registers)
        return gen_gather_words(g, pointers_of(g, &lanes), lanes.active);
    LLVMValueRef row = LLVMGetPoison(g->words);
    for (uint32_t i = 0; i < g->lanes; i++) {
        LLVMValueRef word = gen_load(g, g->i32, lane_pointer(g, lanes.base, lanes.words, i), 4);
        row = LLVMBuildInsertElement(g->b, row, word, gen_i32(g, i), "");
    }
    return lanes.exists == g->all ? row
                                  : LLVMBuildSelect(g->b, lanes.exists, row, LLVMConstNull(g->words), "");
}

/* ---- constant arrays: of integers and floats, which LLVM must not fold ---- */

static LLVMValueRef constant_array(struct gen *g, uint32_t number)
{
    const struct ir_array *array = &g->f->arrays[number];
    if (!g->constant_arrays[number])
        g->constant_arrays[number] = gen_words(g, array->words, array->elements * array->components, false);
    return g->constant_arrays[number];
}

/* Each thread's word, where the element depends on the thread's number only; NULL: it does not. */
static LLVMValueRef read_tabulated(struct gen *g, const struct ir_value *v)
{
    const struct ir_array *array = &g->f->arrays[v->array];
    const struct ir_table *table = v->count ? gen_arg(g, v, 0)->table : NULL;
    uint32_t count = g->warps * g->lanes,
             *words = table ? arena_array(&g->arena, count, sizeof *words) : NULL;
    bool is_same = true;
    if (!words || v->shape != IR_VARYING || v->component >= array->components)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = table->words[i] + v->base;
        words[i] = at < array->elements ? array->words[at * array->components + v->component] : 0;
        is_same &= words[i] == words[i % g->lanes];
    }
    LLVMValueRef first = LLVMBuildZExt(g->b, is_same ? gen_i32(g, 0) : g->warp_thread, g->i64, "");
    LLVMValueRef base = gen_words(g, words, is_same ? g->lanes : count, false);
    return gen_load(g, g->words, LLVMBuildGEP2(g->b, g->i32, base, &first, 1, ""), 4);
}

static LLVMValueRef read_constant(struct gen *g, const struct ir_value *v)
{
    const struct ir_array *array = &g->f->arrays[v->array];
    LLVMValueRef tabulated = read_tabulated(g, v);
    if (tabulated)
        return tabulated;
    LLVMValueRef at = gen_element(g, v), exists = gen_bounds_array(g, v, at),
                 base = constant_array(g, v->array);
    bool is_vector = gen_is_vector(at);
    LLVMValueRef size = is_vector ? gen_splat_word(g, array->components) : gen_i32(g, array->components),
                 part = is_vector ? gen_splat_word(g, v->component) : gen_i32(g, v->component);
    LLVMValueRef word = LLVMBuildAdd(g->b, LLVMBuildMul(g->b, at, size, ""), part, "");
    if (!is_vector)
        word = LLVMBuildZExt(g->b, word, g->i64, "");
    LLVMValueRef pointer = LLVMBuildGEP2(g->b, g->i32, base, &word, 1, "");
    if (is_vector)
        return gen_gather_words(g, pointer, exists);
    return gen_load(g, g->i32, LLVMBuildSelect(g->b, exists, pointer, gen_zeros(g), ""), 4);
}

/* A vector where a lane's words of an element are next to each other. */
static LLVMValueRef array_element(struct gen *g, const struct ir_value *v)
{
    LLVMValueRef at = gen_element(g, v);
    return g->f->arrays[v->array].by_lane && !gen_is_vector(at) ? gen_splat(g, at) : at;
}

static LLVMValueRef read_array(struct gen *g, const struct ir_value *v)
{
    if (g->f->arrays[v->array].words)
        return read_constant(g, v);
    LLVMValueRef at = array_element(g, v);
    if (gen_is_vector(at))
        return read_array_lanes(g, v, at);
    LLVMValueRef exists = gen_bounds_array(g, v, at);
    LLVMValueRef pointer = LLVMBuildSelect(g->b, exists, array_row(g, v, at), gen_zeros(g), "");
    return gen_load(g, g->words, pointer, 32);
}

static void write_array_lanes(struct gen *g, const struct ir_value *v, LLVMValueRef value, LLVMValueRef at)
{
    struct lanes lanes = lanes_of(g, v, at, v->component);
    if (g->has_mask_registers) {
        gen_scatter_words(g, value, pointers_of(g, &lanes), lanes.active);
        return;
    }
    for (uint32_t i = 0; i < g->lanes; i++) {
        LLVMValueRef word = LLVMBuildExtractElement(g->b, value, gen_i32(g, i), "");
        gen_store(g, word, lane_pointer(g, lanes.base, lanes.words, i), 4);
    }
}

static void write_array(struct gen *g, const struct ir_value *v)
{
    LLVMValueRef at = array_element(g, v), value = gen_clean_vector(g, ir_arg(g->f, v, 1));
    if (gen_is_vector(at)) {
        write_array_lanes(g, v, value, at);
        return;
    }
    LLVMValueRef exists = gen_bounds_array(g, v, at);
    LLVMValueRef pointer = array_row(g, v, at);
    LLVMBasicBlockRef in = gen_block(g, "write"), after = gen_block(g, "written");
    LLVMBuildCondBr(g->b, exists, in, after);
    gen_at(g, in);
    if (g->mask)
        value = LLVMBuildSelect(g->b, g->mask, value, gen_load(g, g->words, pointer, 32), "");
    gen_store(g, value, pointer, 32);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
}

/* ---- bundles: two or four words of an element for each lane ---- */

enum { PAIR = 2, FOUR = 4 };

static void list_pointers(struct gen *g, const struct lanes *lanes, LLVMValueRef pointers[JIT_LANES])
{
    for (uint32_t i = 0; i < g->lanes; i++)
        pointers[i] = lane_pointer(g, lanes->base, lanes->words, i);
}

/* Defines all members. */
static void read_bundle(struct gen *g, ir_ref first)
{
    const struct ir_value *v = gen_value(g, first);
    struct lanes lanes = lanes_of(g, v, array_element(g, v), 0);
    LLVMValueRef out[FOUR], pointers[JIT_LANES];
    bool is_pair = words_of(&g->f->arrays[v->array]) == PAIR, is_whole = is_pair || gen_may_load_chunks(g, 1);
    if (is_pair) {
        gen_gather_pairs(g, pointers_of(g, &lanes), lanes.active, out);
    } else if (is_whole) {
        list_pointers(g, &lanes, pointers);
        gen_load_chunks(g, pointers, 0, out);
    }
    for (ir_ref at = first; at; at = v->bundle_next) {
        v = gen_value(g, at);
        LLVMValueRef word = is_whole ? out[v->component] : read_array(g, v);
        if (is_whole && lanes.exists != g->all)
            word = LLVMBuildSelect(g->b, lanes.exists, word, LLVMConstNull(g->words), "");
        gen_define_any(g, at, word);
    }
}

/* At the last member. */
static void write_bundle(struct gen *g, ir_ref first)
{
    const struct ir_value *v = gen_value(g, first);
    const struct ir_array *array = &g->f->arrays[v->array];
    LLVMValueRef in[FOUR], pointers[JIT_LANES];
    uint32_t count = 0, words = words_of(array);
    for (unsigned i = 0; i < FOUR; i++)
        in[i] = LLVMGetPoison(g->words);
    for (ir_ref at = first; at; at = gen_value(g, at)->bundle_next, count++)
        in[gen_value(g, at)->component] = gen_clean_vector(g, ir_arg(g->f, gen_value(g, at), 1));
    if (count < array->components || (words == FOUR && !gen_may_load_chunks(g, 1))) {
        for (ir_ref at = first; at; at = gen_value(g, at)->bundle_next)
            write_array(g, gen_value(g, at));
        return;
    }
    struct lanes lanes = lanes_of(g, v, array_element(g, v), 0);
    if (words == PAIR) { /* without mask registers words that no lane uses are stored for the others */
        gen_scatter_pairs(g, in, pointers_of(g, &lanes), g->has_mask_registers ? lanes.active : g->all);
    } else {
        list_pointers(g, &lanes, pointers);
        gen_store_chunks(g, pointers, 0, in);
    }
}

void gen_array(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    bool is_read = v->kind == IR_XREAD;
    if (is_read && v->bundle == ref)
        read_bundle(g, ref);
    else if (is_read && !v->bundle)
        gen_define_any(g, ref, read_array(g, v));
    else if (!is_read && !v->bundle)
        write_array(g, v);
    else if (!is_read && !v->bundle_next)
        write_bundle(g, v->bundle);
}

/* A loop of vector stores instead of memset, which would have to be linked. `bytes` is rounded up to 64. */
void gen_clear(struct gen *g, LLVMValueRef pointer, uint64_t bytes)
{
    LLVMTypeRef line = LLVMVectorType(g->i32, 16);
    LLVMBasicBlockRef before = gen_here(g), loop = gen_block(g, "clear"), after = gen_block(g, "cleared");
    LLVMBuildBr(g->b, loop);
    gen_at(g, loop);
    LLVMValueRef at = LLVMBuildPhi(g->b, g->i64, "");
    gen_store(g, LLVMConstNull(line), gen_offset(g, pointer, at), 64);
    LLVMValueRef next = LLVMBuildAdd(g->b, at, gen_i64(g, 64), "");
    LLVMValueRef values[] = {gen_i64(g, 0), next};
    LLVMBasicBlockRef blocks[] = {before, loop};
    LLVMAddIncoming(at, values, blocks, 2);
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntULT, next, gen_i64(g, bytes), ""), loop, after);
    gen_at(g, after);
}

/* Clears x#: of all warps at the start of a group, or of the warp that starts. */
void gen_clear_arrays(struct gen *g)
{
    if (!g->array_bytes)
        return;
    if (gen_keeps_arrays(g))
        gen_clear(g, gen_storage(g, 0, g->array_first), g->array_bytes * g->warps);
    else
        gen_clear(g, arrays_at(g, 0), g->array_bytes);
}
