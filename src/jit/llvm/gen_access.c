/* One memory access: its address, what is known about it, and the choice of how it is emitted. */
#include "jit/llvm/gen_memory.h"

void gen_access_open(struct gen *g, const struct ir_value *v, struct access *a)
{
    struct gen_place place = gen_place_of(g, v);
    *a = (struct access){.g = g, .v = v, .index = place.index, .dynamic = place.dynamic};
    a->is_raw = v->access == IR_RAW;
    a->stride = a->is_raw ? 1 : v->access == IR_TYPED ? 4 : g->f->program->decls.resources[v->slot].stride;
    if (!gen_access_is_helped(a))
        a->view = gen_view_of(g, v);
}

void gen_access_add(struct access *a, ir_ref member)
{
    struct gen_place place = gen_place_of(a->g, gen_value(a->g, member));
    a->added[a->count] = place.added;
    a->bytes[a->count] = place.bytes;
    a->constants[a->count] = place.constant;
    a->refs[a->count++] = member;
}

static void start_row(struct access *a, uint32_t low, uint32_t words)
{
    for (unsigned i = 0; i < a->count; i++)
        a->bytes[i] = 4 * (a->constants[i] - a->constants[0] - low);
    a->index = gen_place_of(a->g, gen_value(a->g, a->refs[0])).index;
    a->row_start = low;
    a->row_words = words;
}

/* Where a run is faster than a gather of each word, or a scatter. */
static bool is_run(const struct access *a, uint32_t step, uint32_t words)
{
    enum { STORED_LEAST = 4 };
    const struct gen *g = a->g;
    if (step || gen_access_is_helped(a) || words > GEN_RUN || gen_value(g, a->index)->shape != IR_VARYING)
        return false;
    bool is_apart = gen_has_lane_distance(g, a->index);
    if (a->v->kind == IR_STORE)
        return is_apart && words >= STORED_LEAST && a->count == words;
    return a->count >= (is_apart ? 2 : words <= GEN_RUN / 2 ? 3 : 5);
}

/* Offsets that differ by constants, from the first member's on. */
static void join_offsets(struct access *a)
{
    a->has_offsets = true;
    a->dynamic = gen_place_of(a->g, gen_value(a->g, a->refs[0])).dynamic;
    for (unsigned i = 0; i < a->count; i++) {
        a->added[i] = a->constants[i] - a->constants[0];
        a->bytes[i] += a->added[i];
    }
}

bool gen_access_join(struct access *a)
{
    uint32_t low = 0, high = 0;
    for (unsigned i = 1; i < a->count; i++) {
        int32_t distance = (int32_t)(a->constants[i] - a->constants[0]);
        low = distance < (int32_t)low ? (uint32_t)distance : low;
        high = distance > (int32_t)high ? (uint32_t)distance : high;
    }
    if (low == high)
        return true;
    if (a->dynamic) {
        join_offsets(a);
        return true;
    }
    uint32_t step = gen_affine_step(a), words = high - low + 1;
    a->is_pair = !step && a->count == 2 && words == 2 && a->v->kind == IR_LOAD &&
                 gen_value(a->g, a->index)->shape == IR_VARYING;
    if (a->is_pair)
        return true;
    if (is_run(a, step, words)) {
        start_row(a, low, words);
        a->is_run = true;
        return true;
    }
    bool is_part = step == 1 || (step > 4 && words < step),
         is_whole = a->v->kind == IR_LOAD || a->count == words;
    if (gen_access_is_helped(a) || !step || !is_whole || (words != step && !is_part))
        return false; /* stores of a cluster are of different words */
    start_row(a, low, words);
    a->is_row = true;
    return true;
}

struct access gen_access_member(const struct access *a, unsigned i)
{
    struct access one;
    gen_access_open(a->g, gen_value(a->g, a->refs[i]), &one);
    gen_access_add(&one, a->refs[i]);
    one.values[0] = a->values[i];
    one.is_rare = a->is_rare;
    if (a->is_row || a->is_pair || a->is_run) { /* its own index may not be computed yet */
        LLVMValueRef distance = gen_splat_word(a->g, a->constants[i] - a->constants[0]);
        one.index_vector = LLVMBuildAdd(a->g->b, gen_clean_vector(a->g, a->index), distance, "");
    }
    if (a->has_offsets) {
        LLVMValueRef distance = gen_splat_word(a->g, a->added[i]);
        one.dynamic_vector = LLVMBuildAdd(a->g->b, gen_clean_vector(a->g, a->dynamic), distance, "");
    }
    return one;
}

bool gen_access_is_helped(const struct access *a)
{
    return a->v->view == IR_NONE && !gen_is_tgsm(a->g, a->v);
}

LLVMValueRef gen_access_value(struct gen *g, const struct ir_value *v, uint32_t i)
{
    ir_ref ref = ir_arg(g->f, v, i);
    if (v->kind == IR_STORE && v->raw_nan)
        return ir_is_uniform(gen_value(g, ref)) ? gen_word(g, ref) : gen_vector(g, ref);
    return ir_is_uniform(gen_value(g, ref)) ? gen_clean(g, ref) : gen_clean_vector(g, ref);
}

void gen_access_load(struct access *a)
{
    uint32_t step = gen_access_is_helped(a) ? 0 : gen_affine_row(a);
    if (gen_access_is_helped(a)) {
        LLVMValueRef kept = a->g->mask;
        a->g->mask = a->v->shape == IR_VARYING ? kept : NULL;
        gen_helped_load(a, a->values);
        a->g->mask = kept;
    } else if (gen_uniform_address(a))
        gen_uniform_load(a);
    else if (a->has_offsets)
        gen_spread_load(a);
    else if (gen_pair_load(a) || gen_stream_load(a) || gen_cells_load(a) || gen_run_load(a))
        return;
    else if (step)
        gen_affine_load(a, step);
    else if (!gen_spread_load(a) && !gen_tile_load(a) && !gen_speculated_load(a) && !gen_window_load(a))
        gen_gather(a, a->values);
}

void gen_access_to_vectors(struct access *a)
{
    for (unsigned i = 0; i < a->count; i++)
        if (!gen_is_vector(a->values[i]))
            a->values[i] = gen_splat(a->g, a->values[i]);
}

void gen_access_store(struct access *a)
{
    uint32_t step = gen_access_is_helped(a) ? 0 : gen_affine_row(a);
    if (!gen_access_is_helped(a) && gen_uniform_address(a)) {
        gen_uniform_store(a);
        return;
    }
    gen_access_to_vectors(a);
    if (a->has_offsets ? gen_spread_store(a) : gen_stream_store(a) || gen_cells_store(a) || gen_run_store(a))
        return;
    if (step)
        gen_affine_store(a, step);
    else if (gen_access_is_helped(a) ||
             (!gen_spread_store(a) && !gen_tile_store(a) && !gen_speculated_store(a) && !gen_scatter(a)))
        gen_helped_store(a);
}
