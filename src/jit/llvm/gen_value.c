/* Values as operands of code. */
#include <string.h>

#include "jit/llvm/gen.h"

/* A builder positioned after the definition of `value`, so that values derived from it there dominate all
   its uses. */
static LLVMBuilderRef builder_after(const struct gen *g, LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value))
        return g->entry;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(value);
    LLVMValueRef next = LLVMGetNextInstruction(value);
    while (next && LLVMIsAPHINode(next))
        next = LLVMGetNextInstruction(next);
    if (next)
        LLVMPositionBuilderBefore(g->side, next);
    else
        LLVMPositionBuilderAtEnd(g->side, block);
    return g->side;
}

LLVMBuilderRef gen_begin_after(struct gen *g, LLVMValueRef value)
{
    LLVMBuilderRef kept = g->b;
    g->b = builder_after(g, value);
    return kept;
}

/* Runs `statement` with b positioned after the definition of `value`. */
#define AFTER_DEFINITION(g, value, statement)                                                                \
    do {                                                                                                     \
        LLVMBuilderRef kept_ = gen_begin_after((g), (value));                                                \
        statement;                                                                                           \
        (g)->b = kept_;                                                                                      \
    } while (0)

/* ---- thread and group ids ---- */

static LLVMValueRef local_id(const struct gen *g, unsigned axis, bool is_vector)
{
    uint32_t below = 1;
    for (unsigned i = 0; i < axis; i++)
        below *= g->group[i];
    LLVMValueRef flat = g->warp_thread;
    if (is_vector)
        flat = LLVMBuildAdd(g->b, gen_splat(g, flat), g->iota, "");
    LLVMValueRef first = is_vector ? gen_splat_word(g, below) : gen_i32(g, below);
    LLVMValueRef period = is_vector ? gen_splat_word(g, g->group[axis]) : gen_i32(g, g->group[axis]);
    LLVMValueRef id = below > 1 ? LLVMBuildUDiv(g->b, flat, first, "") : flat;
    bool is_last = below * g->group[axis] == g->threads;
    return is_last ? id : LLVMBuildURem(g->b, id, period, "");
}

static LLVMValueRef make_system(struct gen *g, const struct ir_value *v)
{
    bool is_vector = v->shape == IR_VARYING;
    switch (v->system) {
    case IR_FLAT: return g->warp_thread;
    case IR_GROUP_X:
    case IR_GROUP_Y:
    case IR_GROUP_Z: return g->group_ids[v->system - IR_GROUP_X];
    case IR_LOCAL_X:
    case IR_LOCAL_Y:
    case IR_LOCAL_Z: break;
    default: {
        unsigned axis = v->system - IR_THREAD_X;
        LLVMValueRef base = NULL; /* the whole id may be needed after a branch in which it is needed first */
        AFTER_DEFINITION(g, g->group_ids[axis],
                         base = LLVMBuildMul(g->b, g->group_ids[axis], gen_i32(g, g->group[axis]), ""));
        if (g->group[axis] == 1)
            return base;
        LLVMValueRef local = local_id(g, axis, is_vector);
        return LLVMBuildAdd(g->b, is_vector ? gen_splat(g, base) : base, local, "");
    }
    }
    unsigned axis = v->system - IR_LOCAL_X;
    return g->group[axis] == 1 ? gen_i32(g, 0) : local_id(g, axis, is_vector);
}

LLVMValueRef gen_inside(struct gen *g)
{
    LLVMValueRef end = gen_entry_word(g, offsetof(struct jit_context, end));
    LLVMValueRef first = LLVMBuildMul(g->b, g->group_ids[0], gen_i32(g, g->group[0]), "");
    LLVMValueRef left = LLVMBuildSub(g->b, end, first, "");
    return LLVMBuildICmp(g->b, LLVMIntULT, local_id(g, 0, true), gen_splat(g, left), "");
}

static LLVMValueRef system_word(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    struct gen_system *system = &g->systems[v->system];
    if (v->system >= IR_GROUP_X && v->system <= IR_GROUP_Z)
        return g->group_ids[v->system - IR_GROUP_X];
    struct gen_slot *slot = &g->slots[ref];
    if (system->word && system->segment == g->segment)
        return system->word;
    LLVMBuilderRef kept = g->b;
    g->b = v->level == IR_WARP ? g->start : g->outer;
    system->word = make_system(g, v);
    system->segment = g->segment;
    slot->vector = slot->bit = slot->clean = NULL;
    g->b = kept;
    return system->word;
}

/* ---- constants ---- */

LLVMValueRef gen_words(struct gen *g, const uint32_t *words, uint32_t count, bool may_fold)
{
    LLVMValueRef *items = arena_array(&g->arena, count + 1, sizeof(LLVMValueRef));
    g->failed |= !items;
    for (uint32_t i = 0; items && i < count; i++)
        items[i] = gen_i32(g, words[i]);
    LLVMValueRef table = LLVMConstArray2(g->i32, items, items ? count : 0);
    LLVMValueRef global = LLVMAddGlobal(g->module, LLVMTypeOf(table), "words");
    LLVMSetInitializer(global, table);
    LLVMSetLinkage(global, LLVMInternalLinkage);
    LLVMSetGlobalConstant(global, may_fold);
    LLVMSetExternallyInitialized(global, !may_fold);
    return global;
}

static LLVMValueRef hide(struct gen *g, LLVMValueRef constant)
{
    LLVMTypeRef type = LLVMTypeOf(constant);
    LLVMValueRef global = LLVMAddGlobal(g->module, type, "literal");
    LLVMSetInitializer(global, constant);
    LLVMSetLinkage(global, LLVMInternalLinkage);
    LLVMSetExternallyInitialized(global, true);
    LLVMBuilderRef kept = g->b;
    g->b = g->entry;
    LLVMValueRef word = gen_load(g, type, global, 4);
    g->b = kept;
    return word;
}

LLVMValueRef gen_literal(struct gen *g, uint32_t bits)
{
    for (size_t i = 0; i < g->literal_words.count; i++)
        if (g->literal_words.data[i] == bits)
            return g->literal_values.data[i];
    LLVMValueRef word = hide(g, gen_i32(g, bits));
    if (!VEC_PUSH(&g->literal_words, bits) || !VEC_PUSH(&g->literal_values, word))
        g->failed = true;
    return word;
}

/* ---- values that are live across segments ---- */

bool gen_is_cheap(const struct gen *g, ir_ref ref, unsigned depth)
{
    const struct ir_value *v = gen_value(g, ref);
    if (v->kind == IR_CONST || v->kind == IR_SYSTEM || v->level < IR_WARP || v->table)
        return true;
    if (depth == 0 || (v->shape != IR_AFFINE && !ir_is_test(v)) || (v->kind != IR_LANE && v->kind != IR_PART))
        return false;
    const struct ir_value *whole = v->kind == IR_PART ? gen_arg(g, v, 0) : v;
    if (whole->kind != IR_LANE || !(isa_has(whole->op, ISA_LINEAR) || ir_is_test(v)))
        return false;
    for (uint32_t i = 0; i < whole->count; i++)
        if (!gen_is_cheap(g, ir_arg(g->f, whole, i), depth - 1))
            return false;
    return true;
}

/* Reloads or rematerialises a value of another segment at the start of this one. */
static LLVMValueRef reload(struct gen *g, ir_ref ref)
{
    struct gen_slot *slot = &g->slots[ref];
    const struct ir_value *v = gen_value(g, ref);
    slot->vector = slot->bit = slot->clean = slot->real = slot->row_holds = NULL;
    LLVMBuilderRef kept = g->b;
    g->b = g->start;
    if (g->fixed[ref]) {
        slot->word = g->fixed[ref];
    } else if (slot->storage) {
        bool is_vector = v->shape == IR_VARYING;
        slot->word =
            gen_load(g, is_vector ? g->words : g->i32, gen_stored(g, ref), is_vector ? 4 * g->lanes : 4);
    } else if (v->table && (v->table->is_regular || v->shape == IR_VARYING)) {
        slot->word = gen_tabulated(g, v);
    } else {
        gen_lane(g, ref);
    }
    slot->segment = g->segment;
    g->b = kept;
    return slot->word;
}

LLVMValueRef gen_word(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    struct gen_slot *slot = &g->slots[ref];
    if (!ref)
        return LLVMGetUndef(g->i32);
    if (v->kind == IR_CONST)
        return gen_i32(g, v->word);
    if (v->kind == IR_SYSTEM)
        return slot->word = system_word(g, ref);
    if (slot->word && (slot->segment == 0 || slot->segment == g->segment))
        return slot->word;
    if (v->level < IR_WARP) {
        gen_item(g, ref);
        return slot->word;
    }
    return reload(g, ref);
}

LLVMValueRef gen_vector(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    struct gen_slot *slot = &g->slots[ref];
    if (!ref)
        return LLVMGetUndef(g->words);
    if (v->kind == IR_CONST)
        return gen_splat_word(g, v->word);
    LLVMValueRef word = gen_word(g, ref);
    if (v->shape == IR_VARYING)
        return word;
    if (slot->vector)
        return slot->vector;
    AFTER_DEFINITION(g, word, {
        slot->vector = gen_splat(g, word);
        if (v->stride) {
            LLVMValueRef steps =
                v->stride == 1 ? g->iota : LLVMConstMul(g->iota, gen_splat_word(g, (uint32_t)v->stride));
            slot->vector = LLVMBuildAdd(g->b, slot->vector, steps, "");
        }
    });
    return slot->vector;
}

/* ---- NaNs ---- */

LLVMValueRef gen_canonical(const struct gen *g, LLVMValueRef word, bool is_settled)
{
    bool is_vector = gen_is_vector(word);
    LLVMValueRef quick = is_settled ? gen_target_canonical(g, word) : NULL;
    if (quick)
        return quick;
    LLVMValueRef x = LLVMBuildBitCast(g->b, word, is_vector ? g->floats : g->f32, "");
    LLVMValueRef is_number = LLVMBuildFCmp(g->b, LLVMRealORD, x, x, "");
    LLVMValueRef nan = is_vector ? gen_splat_word(g, 0x7fc00000) : gen_i32(g, 0x7fc00000);
    return LLVMBuildSelect(g->b, is_number, word, nan, "");
}

LLVMValueRef gen_clean(struct gen *g, ir_ref ref)
{
    struct gen_slot *slot = &g->slots[ref];
    LLVMValueRef word = gen_word(g, ref);
    if (!gen_value(g, ref)->raw_nan)
        return word;
    if (!slot->clean)
        AFTER_DEFINITION(g, word, slot->clean = gen_canonical(g, word, gen_value(g, ref)->is_settled));
    return slot->clean;
}

LLVMValueRef gen_clean_vector(struct gen *g, ir_ref ref)
{
    if (!gen_value(g, ref)->raw_nan)
        return gen_vector(g, ref);
    LLVMValueRef clean = gen_clean(g, ref);
    return gen_is_vector(clean) ? clean : gen_splat(g, clean);
}

/* ---- conditions ---- */

LLVMValueRef gen_bit(struct gen *g, ir_ref ref)
{
    struct gen_slot *slot = &g->slots[ref];
    const struct ir_value *v = gen_value(g, ref);
    bool is_uniform = ir_is_uniform(v);
    LLVMValueRef word = is_uniform ? gen_word(g, ref) : gen_vector(g, ref);
    if (slot->bit && !LLVMIsConstant(word))
        return slot->bit;
    LLVMValueRef bit = NULL;
    AFTER_DEFINITION(g, word,
                     bit = LLVMBuildICmp(g->b, LLVMIntNE, word, LLVMConstNull(LLVMTypeOf(word)), ""));
    return slot->bit = bit;
}

LLVMValueRef gen_bit_vector(struct gen *g, ir_ref ref)
{
    LLVMValueRef bit = gen_bit(g, ref);
    return gen_is_vector(bit) ? bit : gen_splat(g, bit);
}

/* ---- definitions ---- */

void gen_define(struct gen *g, ir_ref ref, LLVMValueRef word)
{
    struct gen_slot *slot = &g->slots[ref];
    const struct ir_value *v = gen_value(g, ref);
    slot->word = word;
    slot->vector = slot->bit = slot->clean = slot->real = slot->row_holds = NULL;
    slot->segment = v->level == IR_WARP ? g->segment : 0;
    if (v->level == IR_GROUP && !VEC_PUSH(&g->log, ref))
        g->failed = true;
    if (v->level == IR_WARP && slot->storage && g->b == g->warp)
        gen_store(g, word, gen_stored(g, ref), gen_is_vector(word) ? 4 * g->lanes : 4);
}

void gen_define_any(struct gen *g, ir_ref ref, LLVMValueRef word)
{
    bool is_varying = gen_value(g, ref)->shape == IR_VARYING;
    if (is_varying && !gen_is_vector(word))
        word = gen_splat(g, word);
    else if (!is_varying && gen_is_vector(word))
        word = LLVMBuildExtractElement(g->b, word, gen_i32(g, 0), "");
    gen_define(g, ref, word);
}

void gen_forget(struct gen *g, size_t mark)
{
    while (g->log.count > mark)
        g->slots[g->log.data[--g->log.count]].word = NULL;
}

static LLVMBuilderRef builder_of(const struct gen *g, const struct ir_value *v)
{
    switch (v->level) {
    case IR_DISPATCH: return g->entry;
    case IR_GROUP: return g->outer;
    default: return g->is_ahead ? g->outer : g->b == g->start ? g->start : g->warp;
    }
}

void gen_item(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    struct gen_slot *slot = &g->slots[ref];
    if (v->level < IR_WARP && slot->word)
        return;
    if (v->is_folded)
        return;
    bool is_lane_part = v->kind == IR_PART && gen_arg(g, v, 0)->kind == IR_LANE;
    if (v->kind == IR_PART && !is_lane_part) {
        if (v->level < IR_WARP)
            gen_item(g, ir_arg(g->f, v, 0)); /* emits all parts */
        return;
    }
    LLVMBuilderRef kept = g->b;
    g->b = builder_of(g, v);
    switch (v->kind) {
    case IR_LANE:
    case IR_PART:
        if (v->byte_of)
            gen_byte(g, ref);
        else
            gen_lane(g, ref);
        break;
    case IR_CBUFFER:
    case IR_ICB:
    case IR_THIS:
    case IR_TABLE:
    case IR_CYCLES:
    case IR_BUFINFO: gen_read(g, ref); break;
    case IR_XREAD:
    case IR_XWRITE: gen_array(g, ref); break;
    case IR_XCLEAR: gen_clear_arrays(g); break;
    case IR_ATOMIC: gen_atomic(g, ref); break;
    case IR_COUNTER: gen_counter(g, ref); break;
    case IR_TEXTURE: gen_texture(g, ref); break;
    case IR_TEXTURE_WRITE: gen_texture_store(g, ref); break;
    case IR_QUAD: gen_quad(g, ref); break;
    case IR_PREVIOUS: gen_previous(g, ref); break;
    case IR_SHIFT: gen_shift(g, ref); break;
    default: gen_memory(g, ref); break;
    }
    g->b = kept;
}
