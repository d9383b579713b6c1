/* Loads and stores of t#, u# and g# (address.h has the rules). Words of one structure are loaded together
   at the first load and stored together at the last store. The form depends on the address: uniform,
   affine or arbitrary. */
#include "jit/llvm/gen_memory.h"

static void collect(struct access *a, ir_ref first)
{
    for (ir_ref at = first; at; at = a->g->slots[at].next)
        gen_access_add(a, at);
}

static void open_load(struct gen *g, ir_ref ref, struct access *a)
{
    gen_access_open(g, gen_value(g, ref), a);
    if (g->slots[ref].leader == ref && gen_value(g, ref)->level == IR_WARP)
        collect(a, ref);
    else
        gen_access_add(a, ref);
    if (!gen_access_join(a)) { /* the others load their words themselves */
        a->count = 1;
        a->is_row = false;
    }
}

static void make_load(struct gen *g, ir_ref ref)
{
    struct gen_slot *slot = &g->slots[ref];
    if (g->fixed[ref]) {
        gen_define(g, ref, g->fixed[ref]);
        return;
    }
    if (gen_is_outside(g, gen_value(g, ref))) {
        bool is_vector = gen_value(g, ref)->shape == IR_VARYING;
        gen_define(g, ref, LLVMConstNull(is_vector ? g->words : g->i32));
        return;
    }
    bool follows = slot->leader && slot->leader != ref;
    if (follows && slot->word && (slot->segment == 0 || slot->segment == g->segment))
        return; /* its leader has loaded it */
    struct access a;
    open_load(g, ref, &a);
    gen_access_load(&a);
    for (unsigned i = 0; i < a.count; i++)
        gen_define_any(g, a.refs[i], a.values[i]);
    gen_define_doubles(g, a.refs, a.count, a.reals);
}

/* Its leader has loaded it, or it is loaded in another form. */
static bool is_other_load(const struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    const struct gen_slot *slot = &g->slots[ref];
    bool is_stream = v->stream && g->region && (g->region->unroll || g->region->iteration);
    return v->kind != IR_LOAD || g->fixed[ref] || v->view == IR_NONE || v->shape != IR_VARYING ||
           g->f->is_double || is_stream || gen_is_outside(g, v) ||
           (slot->leader && slot->leader != ref && slot->word);
}

bool gen_load_copies(struct gen *g, ir_ref ref)
{
    LLVMValueRef words[GEN_JAM][GEN_CLUSTER];
    struct access a;
    if (g->end_copy - g->first_copy < 2 || is_other_load(g, ref))
        return false;
    open_load(g, ref, &a);
    if (a.is_pair || a.is_run || !gen_affine_load_copies(&a, words))
        return false;
    GEN_FOR_COPIES (g, k)
        for (unsigned i = 0; i < a.count; i++)
            gen_define(g, a.refs[i], words[k][i]);
    return true;
}

/* Members that are words of one structure, or each one by itself. */
static void store_structure(struct access *a)
{
    if (gen_access_join(a)) {
        gen_access_store(a);
        return;
    }
    for (unsigned i = 0; i < a->count; i++) {
        struct access one = gen_access_member(a, i);
        gen_access_store(&one);
    }
}

/* The structures of a cluster, one after the other. */
static void store_structures(const struct access *a)
{
    const struct gen *g = a->g;
    uint32_t done = 0;
    for (unsigned i = 0; i < a->count; i++) {
        const struct ir_value *first = gen_value(g, a->refs[i]);
        struct access part;
        if (done >> i & 1)
            continue;
        gen_access_open(a->g, first, &part);
        for (unsigned k = i; k < a->count; k++)
            if (!(done >> k & 1) && (k == i || gen_same_structure(g, first, gen_value(g, a->refs[k])))) {
                part.values[part.count] = a->values[k];
                gen_access_add(&part, a->refs[k]);
                done |= 1u << k;
            }
        store_structure(&part);
    }
}

static void make_store(struct gen *g, ir_ref ref)
{
    if (g->slots[ref].leader != ref)
        return;
    struct access a;
    gen_access_open(g, gen_value(g, ref), &a);
    collect(&a, g->slots[ref].first ? g->slots[ref].first : ref);
    bool is_one = true;
    for (unsigned i = 0; i < a.count; i++) {
        a.values[i] = gen_access_value(g, gen_value(g, a.refs[i]), 2);
        is_one &= i == 0 || gen_same_structure(g, gen_value(g, a.refs[0]), gen_value(g, a.refs[i]));
    }
    if (is_one)
        store_structure(&a);
    else if (!gen_cells_store_all(&a))
        store_structures(&a);
}

/* The store of a row branches, and LLVM sinks the values that later copies store past that branch. Words that are stored together
   are excluded: gen_pack.c computes them in memory order, without a transposition. */
void gen_keep_stored(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    bool is_alone = g->slots[ref].leader == ref && !g->slots[ref].first;
    if (v->kind != IR_STORE || !is_alone || g->end_copy - g->first_copy < 2)
        return;
    GEN_FOR_COPIES (g, k) {
        LLVMValueRef word = gen_access_value(g, v, 2);
        if (gen_is_vector(word) && LLVMTypeOf(word) == g->words)
            gen_keep_here(g, word);
    }
}

static bool is_any_masked(struct gen *g)
{
    bool any = false;
    GEN_FOR_COPIES (g, k)
        any |= g->mask != NULL;
    return any;
}

bool gen_store_copies(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    LLVMValueRef values[GEN_JAM][GEN_CLUSTER];
    struct access a;
    if (g->end_copy - g->first_copy < 2 || v->kind != IR_STORE || v->view == IR_NONE || is_any_masked(g) ||
        g->f->is_double || g->slots[ref].leader != ref || (v->stream && g->region))
        return false;
    gen_access_open(g, v, &a);
    collect(&a, g->slots[ref].first ? g->slots[ref].first : ref);
    for (unsigned i = 1; i < a.count; i++)
        if (!gen_same_structure(g, v, gen_value(g, a.refs[i])))
            return false;
    if (!gen_access_join(&a) || a.is_pair || a.is_run || gen_access_is_helped(&a) || gen_uniform_address(&a))
        return false;
    GEN_FOR_COPIES (g, k) {
        for (unsigned i = 0; i < a.count; i++)
            a.values[i] = gen_access_value(g, gen_value(g, a.refs[i]), 2);
        gen_access_to_vectors(&a);
        for (unsigned i = 0; i < a.count; i++)
            values[k][i] = a.values[i];
    }
    return gen_affine_store_copies(&a, values);
}

/* ---- sync and faults ---- */

void gen_sync(struct gen *g, const struct ir_value *v)
{
    if (v->sync & (ISA_SYNC_UGROUP | ISA_SYNC_UGLOBAL))
        LLVMBuildFence(g->b, LLVMAtomicOrderingSequentiallyConsistent, false, "");
}

/* fcall without a body, abort: the fault names the first active lane. */
static void make_fault(struct gen *g, const struct ir_value *v)
{
    LLVMBasicBlockRef at = gen_block(g, "fault"), after = gen_block(g, "no.fault");
    LLVMValueRef bits = gen_mask_bits(g, gen_mask(g));
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntNE, bits, gen_i32(g, 0), ""), at, after);
    gen_at(g, at);
    LLVMValueRef count[] = {bits, LLVMConstInt(g->i1, 1, false)};
    LLVMValueRef thread = gen_intrinsic(g, "llvm.cttz", g->i32, count, 2);
    thread = LLVMBuildAdd(g->b, thread, g->warp_thread, "");
    LLVMValueRef args[] = {gen_i32(g, v->fault), gen_i32(g, v->instr), thread, thread, gen_i32(g, 0)};
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
    case IR_TEXEL: gen_texel_load(g, ref); break;
    case IR_STORE_TEXEL: gen_texel_store(g, ref); break;
    case IR_SYNC: gen_sync(g, v); break;
    case IR_FAULT: make_fault(g, v); break;
    default: break;
    }
}
