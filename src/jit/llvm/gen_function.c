/* The function that runs groups: its entry, the loop over groups, and its returns. */
#include "jit/llvm/gen.h"

static void place_arrays(struct gen *g)
{
    for (uint32_t i = 0; i < g->f->array_count; i++) {
        g->arrays[i] = g->array_bytes;
        g->array_bytes += gen_array_bytes(g, &g->f->arrays[i]);
    }
    g->array_bytes = (g->array_bytes + 63) / 64 * 64; /* gen_clear's lines */
    g->array_first = gen_reserve(g, g->array_bytes * (gen_keeps_arrays(g) ? g->warps : g->f->jam));
}

/* The group's number and its three counters, x fastest, incremented with carry instead of divided. */
struct counters {
    LLVMValueRef number, id[3]; /* phis */
};

LLVMValueRef gen_entry_word(struct gen *g, size_t offset)
{
    LLVMBuilderRef kept = g->b;
    g->b = g->entry;
    LLVMValueRef word = gen_field(g, g->i32, offset);
    g->b = kept;
    return word;
}

static void begin_group(struct gen *g, struct counters *c, LLVMBasicBlockRef header)
{
    LLVMBuilderRef b = g->outer;
    LLVMPositionBuilderAtEnd(b, header);
    c->number = LLVMBuildPhi(b, g->i64, "group");
    for (unsigned i = 0; i < 3; i++)
        c->id[i] = LLVMBuildPhi(b, g->i32, "");
    for (unsigned i = 0; i < 3; i++) {
        LLVMValueRef origin = gen_entry_word(g, offsetof(struct jit_context, origin) + 4 * i);
        g->group_ids[i] = LLVMBuildAdd(b, c->id[i], origin, "");
    }
}

static void count_on(struct gen *g, struct counters *c, LLVMBasicBlockRef entry_end, LLVMValueRef first,
                     LLVMValueRef last, LLVMBasicBlockRef header, LLVMBasicBlockRef done)
{
    LLVMBuilderRef b = g->outer;
    LLVMValueRef carry = NULL, next[3], dims[3];
    for (unsigned i = 0; i < 3; i++)
        dims[i] = gen_entry_word(g, offsetof(struct jit_context, groups) + 4 * i);
    for (unsigned i = 0; i < 3; i++) {
        LLVMValueRef more = LLVMBuildAdd(b, c->id[i], gen_i32(g, 1), "");
        LLVMValueRef wraps = LLVMBuildICmp(b, LLVMIntEQ, more, dims[i], "");
        LLVMValueRef step = LLVMBuildSelect(b, wraps, gen_i32(g, 0), more, "");
        next[i] = carry ? LLVMBuildSelect(b, carry, step, c->id[i], "") : step;
        carry = carry ? LLVMBuildAnd(b, carry, wraps, "") : wraps;
    }
    LLVMValueRef number = LLVMBuildAdd(b, c->number, gen_i64(g, 1), "");
    LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, number, last, ""), header, done);
    /* The first group's counters, at the end of the entry. */
    b = g->entry;
    LLVMValueRef start[3], rest = first;
    for (unsigned i = 0; i < 3; i++) {
        LLVMValueRef dim = LLVMBuildZExt(b, dims[i], g->i64, "");
        start[i] = LLVMBuildTrunc(b, LLVMBuildURem(b, rest, dim, ""), g->i32, "");
        rest = LLVMBuildUDiv(b, rest, dim, "");
    }
    entry_end = LLVMGetInsertBlock(b);
    LLVMBuildBr(b, header);
    LLVMBasicBlockRef blocks[] = {entry_end, here};
    LLVMValueRef numbers[] = {first, number};
    LLVMAddIncoming(c->number, numbers, blocks, 2);
    for (unsigned i = 0; i < 3; i++) {
        LLVMValueRef ids[] = {start[i], next[i]};
        LLVMAddIncoming(c->id[i], ids, blocks, 2);
    }
}

/* Calls the host's test for cancellation and initialises the group's memory. */
static void open_group(struct gen *g, const struct counters *c)
{
    LLVMValueRef pointer = gen_field(g, g->pointer, offsetof(struct jit_context, stop_at));
    LLVMValueRef stop = gen_load(g, g->i64, pointer, 8);
    LLVMSetOrdering(stop, LLVMAtomicOrderingMonotonic);
    LLVMBasicBlockRef go = gen_block(g, "group.start");
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntULT, c->number, stop, ""), go, g->fail);
    gen_at(g, go);
    gen_store(g, c->number, gen_field_pointer(g, offsetof(struct jit_context, group)), 8);
    uint32_t first = g->f->clear_first / 16 * 16; /* gen_clear's lines */
    if (first < g->f->clear_end) {
        LLVMValueRef tgsm = gen_tgsm(g);
        gen_clear(g, gen_offset_by(g, tgsm, 4 * (uint64_t)first), 4 * (uint64_t)(g->f->clear_end - first));
    }
    if (gen_keeps_arrays(g))
        gen_clear_arrays(g);
}

/* Replaces a pointer to memory of the context by one to byte `before` of a new variable. */
static void make_variable(struct gen *g, LLVMValueRef loaded, uint64_t before, uint64_t bytes)
{
    LLVMTypeRef type = LLVMArrayType2(g->i8, before + bytes);
    if (!loaded)
        return;
    LLVMValueRef variable = gen_variable(g, type, "");
    LLVMSetAlignment(variable, 64);
    LLVMPositionBuilderBefore(g->side, loaded);
    LLVMValueRef offset = gen_i64(g, before);
    LLVMReplaceAllUsesWith(loaded, LLVMBuildGEP2(g->side, g->i8, variable, &offset, 1, ""));
}

/* SROA splits variables that are accessed at constant offsets only, and promotes the parts to registers. */
static void make_variables(struct gen *g)
{
    enum { BYTES_MOST = 1 << 16 }; /* of the stack, if SROA cannot split them */
    uint64_t tgsm = g->f->program->decls.tgsm_bytes + JIT_TGSM_MARGIN;
    if (!g->f->is_unrolled || g->is_tgsm_helped || g->storage > BYTES_MOST || tgsm > BYTES_MOST)
        return;
    make_variable(g, g->tgsm, JIT_TGSM_MARGIN, tgsm);
    make_variable(g, g->stored_at, 0, g->storage);
    g->has_variables = true;
}

/* Aligns the stack, and calls the function. LLVM aligns a stack itself only if it knows before it assigns registers that it must:
   not for what it spills, and vectors that are not aligned are in two lines of the cache. */
static void align_stack(struct gen *g, LLVMTypeRef type)
{
    enum { ALIGNMENT = 64 };
    static const char flag[] = "override-stack-alignment", attribute[] = "stackrealign";
    LLVMAddModuleFlag(g->module, LLVMModuleFlagBehaviorError, flag, sizeof flag - 1,
                      LLVMValueAsMetadata(gen_i32(g, ALIGNMENT)));
    LLVMValueRef entry = LLVMAddFunction(g->module, "sm5_jit_entry", type), args[3];
    LLVMAddAttributeAtIndex(entry, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(g->context, attribute, sizeof attribute - 1, "", 0));
    LLVMGetParams(entry, args);
    gen_at(g, LLVMAppendBasicBlockInContext(g->context, entry, ""));
    LLVMBuildRet(g->b, LLVMBuildCall2(g->b, type, g->function, args, 3, ""));
}

void gen_function(struct gen *g)
{
    LLVMTypeRef types[] = {g->pointer, g->i64, g->i64};
    LLVMTypeRef type = LLVMFunctionType(g->i32, types, 3, false);
    g->function = LLVMAddFunction(g->module, "groups", type);
    LLVMSetLinkage(g->function, LLVMInternalLinkage);
    g->argument = LLVMGetParam(g->function, 0);
    LLVMBasicBlockRef entry = gen_block(g, "entry"), header = gen_block(g, "group"),
                      done = gen_block(g, "done");
    g->fail = gen_block(g, "fail");
    LLVMPositionBuilderAtEnd(g->entry, entry);
    g->b = g->entry;
    g->steps = gen_variable(g, g->i64, "steps");
    LLVMBuildStore(g->b, gen_field(g, g->i64, offsetof(struct jit_context, steps)), g->steps);
    LLVMValueRef first = LLVMGetParam(g->function, 1);
    LLVMValueRef last = LLVMBuildAdd(g->b, first, LLVMGetParam(g->function, 2), "");
    place_arrays(g);
    g->active_at = gen_reserve(g, 2 * g->warps);
    g->segment_warps = g->warps;
    g->segment_jam = 1;
    gen_load_fixed(g);
    gen_find_crossings(g);
    struct counters counters;
    begin_group(g, &counters, header);
    g->b = g->outer;
    open_group(g, &counters);
    gen_group(g);
    if (g->failed)
        return;
    count_on(g, &counters, entry, first, last, header, done);
    make_variables(g);
    for (unsigned i = 0; i < 2; i++) {
        g->b = g->outer;
        gen_at(g, i ? g->fail : done);
        LLVMValueRef steps = LLVMBuildLoad2(g->b, g->i64, g->steps, "");
        gen_store(g, steps, gen_field_pointer(g, offsetof(struct jit_context, steps)), 8);
        LLVMBuildRet(g->b, gen_i32(g, i ? 0 : 1));
    }
    align_stack(g, type);
}
