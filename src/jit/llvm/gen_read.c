/* Reads of constant buffers, immediate constants, class instances and x#, and operations that only helpers
   implement. */
#include "jit/llvm/gen_memory.h"

/* Element args[0] + base: a scalar, or a vector when it differs by lane. */
static LLVMValueRef element(struct gen *g, const struct ir_value *v)
{
    ir_ref ref = v->count ? ir_arg(g->f, v, 0) : 0;
    if (!ref)
        return gen_i32(g, v->base);
    bool is_vector = !ir_is_uniform(gen_value(g, ref));
    LLVMValueRef index = is_vector ? gen_clean_vector(g, ref) : gen_clean(g, ref);
    LLVMValueRef base = is_vector ? gen_splat_word(g, v->base) : gen_i32(g, v->base);
    return v->base ? LLVMBuildAdd(g->b, index, base, "") : index;
}

/* The component of a row of four words of a buffer of `bytes` bytes. `last`: see gen_constants. */
static LLVMValueRef read_row(struct gen *g, ir_ref ref, LLVMValueRef base, LLVMValueRef bytes,
                             LLVMValueRef row, LLVMValueRef *last)
{
    LLVMValueRef word = gen_is_vector(row) ? gen_constants(g, ref, base, bytes, row, last) : NULL;
    if (word)
        return word;
    LLVMValueRef exists,
        pointer = gen_bounds_constant(g, base, bytes, row, gen_value(g, ref)->component, &exists);
    if (gen_is_vector(row))
        return gen_gather_words(g, pointer, exists);
    return gen_load(g, g->i32, LLVMBuildSelect(g->b, exists, pointer, gen_zeros(g), ""), 4);
}

/* Stores an argument for a helper: a scalar or a vector. */
static void pass(struct gen *g, LLVMValueRef value, size_t offset)
{
    gen_store(g, value, gen_field_pointer(g, offset), gen_is_vector(value) ? 32 : 4);
}

static LLVMValueRef helped(struct gen *g, const struct ir_value *v)
{
    bool is_vector = v->shape == IR_VARYING;
    return gen_load(g, is_vector ? g->words : g->i32,
                    gen_field_pointer(g, offsetof(struct jit_context, lanes.value)), is_vector ? 32 : 4);
}

static LLVMValueRef lanes_of(struct gen *g, const struct ir_value *v)
{
    return v->shape == IR_VARYING ? gen_mask_bits(g, gen_mask(g)) : gen_i32(g, 1);
}

static LLVMValueRef read_cbuffer(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    LLVMValueRef row = element(g, v);
    if (v->view != IR_NONE) {
        struct gen_view view = gen_view_of(g, v);
        return read_row(g, ref, view.base, view.bytes, row, &g->views[v->view].last_row);
    }
    bool is_vector = v->shape == IR_VARYING;
    ir_ref reg = ir_arg(g->f, v, 1);
    pass(g, is_vector && !gen_is_vector(row) ? gen_splat(g, row) : row,
         offsetof(struct jit_context, lanes.address));
    pass(g, is_vector ? gen_clean_vector(g, reg) : gen_clean(g, reg),
         offsetof(struct jit_context, lanes.reg));
    LLVMValueRef args[] = {gen_i32(g, v->slot), gen_i32(g, v->component), lanes_of(g, v)};
    gen_help(g, offsetof(struct jit_context, helpers.cbuffer), LLVMVoidTypeInContext(g->context), args, 3);
    return helped(g, v);
}

static LLVMValueRef read_icb(struct gen *g, ir_ref ref)
{
    LLVMBuilderRef kept = g->b;
    g->b = g->entry;
    LLVMValueRef base = gen_field(g, g->pointer, offsetof(struct jit_context, icb));
    g->b = kept;
    LLVMValueRef bytes = gen_i64(g, 16 * (uint64_t)g->f->program->decls.icb_rows);
    return read_row(g, ref, base, bytes, element(g, gen_value(g, ref)), &g->last_row);
}

static LLVMValueRef read_helped(struct gen *g, const struct ir_value *v, size_t helper, uint32_t which)
{
    LLVMValueRef at = element(g, v);
    if (v->shape == IR_VARYING && !gen_is_vector(at))
        at = gen_splat(g, at);
    pass(g, at, offsetof(struct jit_context, lanes.address));
    LLVMValueRef args[] = {gen_i32(g, which), lanes_of(g, v)};
    gen_help(g, helper, LLVMVoidTypeInContext(g->context), args, 2);
    return helped(g, v);
}

static LLVMValueRef read_bufinfo(struct gen *g, const struct ir_value *v)
{
    const struct program_resource *r = &g->f->program->decls.resources[v->slot];
    if (v->view != IR_NONE || r->file == ISA_FILE_TGSM) {
        struct gen_view view = gen_view_of(g, v);
        return r->dimension == ISA_DIM_RAW ? LLVMBuildTrunc(g->b, view.bytes, g->i32, "") : view.count;
    }
    ir_ref reg = ir_arg(g->f, v, v->count - 1);
    pass(g, v->shape == IR_VARYING ? gen_clean_vector(g, reg) : gen_clean(g, reg),
         offsetof(struct jit_context, lanes.reg));
    LLVMValueRef args[] = {gen_i32(g, v->slot), gen_i32(g, v->view), lanes_of(g, v)};
    gen_help(g, offsetof(struct jit_context, helpers.bufinfo), LLVMVoidTypeInContext(g->context), args, 3);
    return helped(g, v);
}

static void read_cycles(struct gen *g, ir_ref ref)
{
    LLVMValueRef count = gen_help(g, offsetof(struct jit_context, helpers.cycles), g->i64, NULL, 0);
    LLVMValueRef high = LLVMBuildLShr(g->b, count, gen_i64(g, 32), "");
    gen_define(g, ref, gen_splat(g, LLVMBuildTrunc(g->b, count, g->i32, "")));
    if (g->parts[4 * ref + 1])
        gen_define(g, g->parts[4 * ref + 1], gen_splat(g, LLVMBuildTrunc(g->b, high, g->i32, "")));
}

/* ---- x#: one vector for each element and component, in the storage; kept by warp, or by copy of the code ---- */

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

/* Words from the array's start of the lanes' elements. Without mask registers, those of lanes that access none are in the row
   after the last element, whose words are never used: no lane has a branch, mispredicted where lanes diverge. */
static LLVMValueRef array_words(struct gen *g, const struct ir_value *v, LLVMValueRef at, LLVMValueRef exists)
{
    const struct ir_array *array = &g->f->arrays[v->array];
    if (exists != g->all && !g->has_mask_registers)
        at = LLVMBuildSelect(g->b, exists, at, gen_splat_word(g, array->elements), "");
    LLVMValueRef word = LLVMBuildMul(g->b, at, gen_splat_word(g, array->components * g->lanes), "");
    uint32_t component = v->component < array->components ? v->component : 0;
    word = LLVMBuildAdd(g->b, word, gen_splat_word(g, component * g->lanes), "");
    return LLVMBuildAdd(g->b, word, g->iota, "");
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

static LLVMValueRef read_array_lanes(struct gen *g, const struct ir_value *v, LLVMValueRef at,
                                     LLVMValueRef exists)
{
    LLVMValueRef base = array_base(g, v->array), words = array_words(g, v, at, active_lanes(g, exists));
    if (g->has_mask_registers)
        return gen_gather_words(g, LLVMBuildGEP2(g->b, g->i32, base, &words, 1, ""), active_lanes(g, exists));
    LLVMValueRef row = LLVMGetPoison(g->words);
    for (uint32_t i = 0; i < g->lanes; i++) {
        LLVMValueRef word = gen_load(g, g->i32, lane_pointer(g, base, words, i), 4);
        row = LLVMBuildInsertElement(g->b, row, word, gen_i32(g, i), "");
    }
    return exists == g->all ? row : LLVMBuildSelect(g->b, exists, row, LLVMConstNull(g->words), "");
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
    LLVMValueRef at = element(g, v), exists = gen_bounds_array(g, v, at), base = constant_array(g, v->array);
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

static LLVMValueRef read_array(struct gen *g, const struct ir_value *v)
{
    if (g->f->arrays[v->array].words)
        return read_constant(g, v);
    LLVMValueRef at = element(g, v), exists = gen_bounds_array(g, v, at);
    if (gen_is_vector(at))
        return read_array_lanes(g, v, at, exists);
    LLVMValueRef pointer = LLVMBuildSelect(g->b, exists, array_row(g, v, at), gen_zeros(g), "");
    return gen_load(g, g->words, pointer, 32);
}

static void write_array_lanes(struct gen *g, const struct ir_value *v, LLVMValueRef value, LLVMValueRef at,
                              LLVMValueRef exists)
{
    LLVMValueRef base = array_base(g, v->array), words = array_words(g, v, at, active_lanes(g, exists));
    if (g->has_mask_registers) {
        LLVMValueRef pointers = LLVMBuildGEP2(g->b, g->i32, base, &words, 1, "");
        gen_scatter_words(g, value, pointers, active_lanes(g, exists));
        return;
    }
    for (uint32_t i = 0; i < g->lanes; i++) {
        LLVMValueRef word = LLVMBuildExtractElement(g->b, value, gen_i32(g, i), "");
        gen_store(g, word, lane_pointer(g, base, words, i), 4);
    }
}

void gen_array_write(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    LLVMValueRef at = element(g, v), value = gen_clean_vector(g, ir_arg(g->f, v, 1)),
                 exists = gen_bounds_array(g, v, at);
    if (gen_is_vector(at)) {
        write_array_lanes(g, v, value, at, exists);
        return;
    }
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

void gen_read(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    LLVMValueRef word = NULL;
    switch (v->kind) {
    case IR_CBUFFER: word = read_cbuffer(g, ref); break;
    case IR_ICB: word = read_icb(g, ref); break;
    case IR_THIS:
        word = read_helped(g, v, offsetof(struct jit_context, helpers.instance), v->component);
        break;
    case IR_TABLE: word = read_helped(g, v, offsetof(struct jit_context, helpers.table), v->interface); break;
    case IR_BUFINFO: word = read_bufinfo(g, v); break;
    case IR_XREAD: word = read_array(g, v); break;
    default: read_cycles(g, ref); return;
    }
    if (v->shape == IR_VARYING && !gen_is_vector(word))
        word = gen_splat(g, word);
    gen_define(g, ref, word);
}
