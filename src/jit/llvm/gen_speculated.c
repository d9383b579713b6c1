/* Accesses with speculated addresses: a row of the whole warp, shorter rows, two longer ones, or one word for each row of lanes. A run-time
   test guards the fast path; the other path is a gather or scatter. */
#include "jit/llvm/gen_memory.h"

/* A speculated coordinate: lane 0's value, and the condition that the active lanes have the stride (NULL:
   they do). Both are scalar where the coordinate is clamped or a linear combination: the vector is then not
   needed. */
struct speculation {
    LLVMValueRef first, holds;
};

static uint32_t stride_of(const struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    return (uint32_t)(v->shape == IR_AFFINE ? v->stride : v->speculated);
}

/* From the vector: an operation of another kind. */
static struct speculation speculate_vector(struct gen *g, ir_ref ref)
{
    LLVMValueRef vector = gen_clean_vector(g, ref);
    LLVMValueRef first = LLVMBuildExtractElement(g->b, vector, gen_i32(g, 0), "");
    LLVMValueRef steps = LLVMConstMul(g->iota, gen_splat_word(g, stride_of(g, ref)));
    LLVMValueRef expected = LLVMBuildAdd(g->b, gen_splat(g, first), steps, "");
    LLVMValueRef same = LLVMBuildICmp(g->b, LLVMIntEQ, vector, expected, "");
    if (g->mask)
        same = LLVMBuildOr(g->b, same, LLVMBuildNot(g->b, g->mask, ""), "");
    return (struct speculation){first, gen_every(g, same)};
}

/* The value is in a register: one of another segment may not be available. */
static bool is_here(const struct gen *g, ir_ref ref)
{
    const struct gen_slot *slot = &g->slots[ref];
    const struct ir_value *v = gen_value(g, ref);
    return v->kind == IR_CONST || v->kind == IR_SYSTEM ||
           (slot->word && (slot->segment == 0 || slot->segment == g->segment));
}

/* A mask that clears only bits in which the lanes do not differ: see mask_stride in ir_lane.c. */
static bool keeps_stride(const struct gen *g, const struct ir_value *op)
{
    unsigned mask = gen_arg(g, op, 0)->kind == IR_CONST ? 0 : 1;
    uint32_t stride = stride_of(g, ir_arg(g->f, op, !mask)), low = (stride & (0u - stride)) - 1;
    return gen_arg(g, op, mask)->kind == IR_CONST && stride &&
           (gen_arg(g, op, mask)->word | low) == UINT32_MAX;
}

static bool is_linear(const struct gen *g, const struct ir_value *v, const struct ir_value *op)
{
    switch (op->op) {
    case ISA_IADD:
    case ISA_IMAD:
    case ISA_UMAD: return true;
    case ISA_IMUL:
    case ISA_UMUL: return v->kind == IR_PART;
    case ISA_ISHL: return gen_arg(g, op, 1)->kind == IR_CONST;
    case ISA_AND: return keeps_stride(g, op);
    default: return false;
    }
}

/* stride * the number of the last active lane. Threads past the end of a row, which a program tests for, are inactive. */
static LLVMValueRef distance_to_last(struct gen *g, uint32_t stride)
{
    if (!g->mask)
        return gen_i32(g, stride * (g->lanes - 1));
    LLVMValueRef args[] = {gen_mask_bits(g, g->mask), LLVMConstInt(g->i1, 0, false)};
    LLVMValueRef above = gen_intrinsic(g, "llvm.ctlz", g->i32, args, 2);
    LLVMValueRef lane = LLVMBuildSub(g->b, gen_i32(g, 31), above, "");
    return LLVMBuildMul(g->b, lane, gen_i32(g, stride), "");
}

/* A limit that no lane exceeds: the lanes' values are those of the coordinate. */
static void speculate_clamped(struct gen *g, const struct ir_value *v, uint32_t stride, unsigned limit,
                              struct speculation *speculation)
{
    LLVMBuilderRef b = g->b;
    bool is_signed = v->op == ISA_IMIN || v->op == ISA_IMAX, is_max = v->op == ISA_IMAX || v->op == ISA_UMAX;
    LLVMIntPredicate below = is_signed ? LLVMIntSLE : LLVMIntULE;
    LLVMValueRef first = speculation->first, bound = gen_clean(g, ir_arg(g->f, v, limit));
    LLVMValueRef last = LLVMBuildAdd(b, first, distance_to_last(g, stride), "");
    LLVMValueRef grows = LLVMBuildICmp(b, below, first, last, "");
    LLVMValueRef inside = LLVMBuildICmp(b, below, is_max ? bound : last, is_max ? first : bound, "");
    speculation->holds = gen_both(g, speculation->holds, gen_both(g, grows, inside));
}

static struct speculation speculate(struct gen *g, ir_ref ref, unsigned depth)
{
    LLVMBuilderRef b = g->b;
    const struct ir_value *v = gen_value(g, ref);
    const struct ir_value *op = v->kind == IR_PART ? gen_arg(g, v, 0) : v;
    struct speculation arg[3] = {{NULL, NULL}};
    if (v->shape == IR_AFFINE)
        return (struct speculation){gen_clean(g, ref), NULL};
    if (g->slots[ref].row_holds && is_here(g, ref))
        return (struct speculation){g->slots[ref].row_first, g->slots[ref].row_holds};
    bool is_clamp = op->kind == IR_LANE &&
                    (op->op == ISA_IMIN || op->op == ISA_IMAX || op->op == ISA_UMIN || op->op == ISA_UMAX);
    if (!depth || op->kind != IR_LANE || (!is_clamp && !is_linear(g, v, op)))
        return speculate_vector(g, ref);
    for (uint32_t i = 0; i < op->count; i++)
        if (!is_here(g, ir_arg(g->f, op, i)) ||
            (gen_arg(g, op, i)->shape != IR_AFFINE && gen_arg(g, op, i)->speculated_lanes != g->lanes))
            return speculate_vector(g, ref);
    if (is_clamp) {
        unsigned limit = ir_is_uniform(gen_arg(g, op, 0)) ? 0 : 1;
        uint32_t stride = stride_of(g, ir_arg(g->f, op, !limit));
        /* Lanes between the first and the last must not wrap around either. */
        if (!ir_is_uniform(gen_arg(g, op, limit)) || !stride || stride > INT32_MAX / g->lanes ||
            stride != (uint32_t)v->speculated)
            return speculate_vector(g, ref);
        arg[0] = speculate(g, ir_arg(g->f, op, !limit), depth - 1);
        speculate_clamped(g, op, stride, limit, &arg[0]);
        return arg[0];
    }
    struct speculation made = {NULL, NULL};
    for (uint32_t i = 0; i < op->count; i++) {
        arg[i] = speculate(g, ir_arg(g->f, op, i), depth - 1);
        made.holds = gen_both(g, made.holds, arg[i].holds);
    }
    LLVMValueRef x = arg[0].first, y = arg[1].first;
    made.first = op->op == ISA_IADD   ? LLVMBuildAdd(b, x, y, "")
                 : op->op == ISA_AND  ? LLVMBuildAnd(b, x, y, "")
                 : op->op == ISA_ISHL ? LLVMBuildShl(b, x, LLVMBuildAnd(b, y, gen_i32(g, 31), ""), "")
                                      : LLVMBuildMul(b, x, y, "");
    if (op->count == 3)
        made.first = LLVMBuildAdd(b, made.first, arg[2].first, "");
    return made;
}

enum { SPECULATION_DEPTH = 6 };

LLVMValueRef gen_speculated_first(struct gen *g, ir_ref coordinate, LLVMValueRef *holds)
{
    struct speculation made = speculate(g, coordinate, SPECULATION_DEPTH);
    *holds = made.holds;
    return made.first;
}

/* The step of the speculated stride in words; 0: none, or not profitable. */
static uint32_t speculated_step(const struct access *a)
{
    enum { STEP_MOST = 16 };
    const struct ir_value *index = a->index ? gen_value(a->g, a->index) : NULL;
    uint32_t step = index && index->speculated_lanes == a->g->lanes ? gen_row_step(a, index->speculated) : 0;
    return step <= STEP_MOST ? step : 0;
}

/* ---- rows that are shorter than a warp ---- */

/* Lanes of a row of consecutive words; 0: none. */
static uint32_t short_row(const struct access *a)
{
    const struct ir_value *index = a->index ? gen_value(a->g, a->index) : NULL;
    bool is_short = index && index->speculated_lanes > 1 && index->speculated_lanes < a->g->lanes;
    return is_short && a->count == 1 && gen_row_step(a, index->speculated) == 1 ? index->speculated_lanes : 0;
}

LLVMValueRef gen_every_in_rows(struct gen *g, LLVMValueRef numbers, uint32_t lanes, LLVMValueRef exists)
{
    uint32_t first[JIT_LANES];
    LLVMValueRef steps[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++) {
        first[i] = i - i % lanes;
        steps[i] = gen_i32(g, i % lanes);
    }
    LLVMValueRef firsts = gen_shuffle(g, numbers, NULL, first, g->lanes);
    LLVMValueRef expected = LLVMBuildAdd(g->b, firsts, LLVMConstVector(steps, g->lanes), "");
    LLVMValueRef same = LLVMBuildICmp(g->b, LLVMIntEQ, numbers, expected, "");
    return gen_every(g, LLVMBuildAnd(g->b, same, exists, ""));
}

/* The words' numbers; the condition that all lanes are active, in bounds, and in rows. */
static LLVMValueRef guard_short_rows(struct access *a, uint32_t lanes, LLVMValueRef *words)
{
    LLVMValueRef exists;
    *words = gen_bounds_words(a, 0, &exists);
    return gen_every_in_rows(a->g, *words, lanes, exists);
}

static LLVMValueRef row_pointer(struct access *a, LLVMValueRef words, uint32_t lane)
{
    LLVMValueRef word = LLVMBuildExtractElement(a->g->b, words, gen_i32(a->g, lane), "");
    word = LLVMBuildZExt(a->g->b, word, a->g->i64, "");
    return LLVMBuildGEP2(a->g->b, a->g->i32, a->view.base, &word, 1, "");
}

static LLVMValueRef load_short_rows(struct access *a, uint32_t lanes, LLVMValueRef words)
{
    struct gen *g = a->g;
    LLVMValueRef rows[JIT_LANES];
    for (unsigned i = 0; i < g->lanes / lanes; i++)
        rows[i] = gen_load(g, LLVMVectorType(g->i32, lanes), row_pointer(a, words, i * lanes), 4);
    return gen_join_rows(g, rows, lanes);
}

/* A warp of two rows: the lanes that follow lane 0's word, and those that precede the last lane's, of each member. */
struct halves {
    LLVMValueRef words[GEN_CLUSTER], in[2];
};

/* Of rows that are longer than a warp; up to four short rows load faster. */
static bool has_two_rows(const struct access *a)
{
    const struct ir_value *index = a->index ? gen_value(a->g, a->index) : NULL;
    return index && index->speculated_lanes && 4u * index->speculated_lanes < a->g->lanes &&
           !index->speculated_splits && (a->count == 1 || (a->is_raw && a->g->has_gather)) && !a->dynamic &&
           !a->is_row && !a->is_texel && gen_row_step(a, index->speculated) == 1;
}

/* The condition that all lanes are active and in one of the rows, and that their words of all members exist. */
static LLVMValueRef guard_two_rows(struct access *a, struct halves *halves)
{
    struct gen *g = a->g;
    LLVMValueRef all = NULL, exists, any = NULL;
    for (unsigned i = 0; i < a->count; i++) {
        halves->words[i] = gen_bounds_words(a, i, &exists);
        all = all ? LLVMBuildAnd(g->b, all, exists, "") : exists;
    }
    for (unsigned i = 0; i < 2; i++) {
        uint32_t lane = i ? g->lanes - 1 : 0;
        LLVMValueRef word = LLVMBuildExtractElement(g->b, halves->words[0], gen_i32(g, lane), "");
        LLVMValueRef first = LLVMBuildSub(g->b, word, gen_i32(g, lane), "");
        LLVMValueRef expected = LLVMBuildAdd(g->b, gen_splat(g, first), g->iota, "");
        halves->in[i] = LLVMBuildICmp(g->b, LLVMIntEQ, halves->words[0], expected, "");
        any = any ? LLVMBuildOr(g->b, any, halves->in[i], "") : halves->in[i];
    }
    return gen_every(g, LLVMBuildAnd(g->b, any, all, ""));
}

/* Of a half, lane 0's place in its row. */
static LLVMValueRef half_pointer(struct access *a, const struct halves *halves, unsigned member,
                                 unsigned half)
{
    uint32_t lane = half ? a->g->lanes - 1 : 0;
    return gen_offset_by(a->g, row_pointer(a, halves->words[member], lane), 0u - 4 * (uint64_t)lane);
}

static void load_two_rows(struct access *a, const struct halves *halves)
{
    struct gen *g = a->g;
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef first = half_pointer(a, halves, i, 0), last = half_pointer(a, halves, i, 1);
        LLVMValueRef loaded = gen_load_masked(g, first, halves->in[0], LLVMConstNull(g->words));
        a->values[i] = gen_load_masked(g, last, halves->in[1], loaded);
    }
}

/* Lanes of the first row precede those of the second one, whose words remain where the rows overlap. */
static LLVMValueRef are_in_order(struct gen *g, const struct halves *halves)
{
    LLVMValueRef bits = gen_mask_bits(g, halves->in[0]);
    LLVMValueRef after = LLVMBuildAdd(g->b, bits, gen_i32(g, 1), "");
    return LLVMBuildICmp(g->b, LLVMIntEQ, LLVMBuildAnd(g->b, bits, after, ""), gen_i32(g, 0), "");
}

static void store_two_rows(struct access *a, const struct halves *halves)
{
    struct gen *g = a->g;
    for (unsigned i = 0; i < a->count; i++)
        for (unsigned half = 0; half < 2; half++)
            gen_store_masked(g, a->values[i], half_pointer(a, halves, i, half), halves->in[half]);
}

/* In the order of the lanes: where rows overlap the highest lane's value remains. */
static void store_short_rows(struct access *a, uint32_t lanes, LLVMValueRef words)
{
    struct gen *g = a->g;
    for (uint32_t first = 0; first < g->lanes; first += lanes) {
        uint32_t row[JIT_LANES];
        for (uint32_t i = 0; i < lanes; i++)
            row[i] = first + i;
        gen_store(g, gen_shuffle(g, a->values[0], NULL, row, lanes), row_pointer(a, words, first), 4);
    }
}

/* ---- broadcasts ---- */

/* Lanes of a row that load one word, as threads of a row that is shorter than a warp do; 1: each lane loads lane 0's word or the last
   lane's; 0: no such pattern. */
static uint32_t broadcast_lanes(const struct access *a)
{
    enum { ROW_LEAST = 4 };
    const struct ir_value *index = a->index ? gen_value(a->g, a->index) : NULL;
    if (!index || !index->speculated_lanes || index->speculated_lanes >= a->g->lanes || index->speculated ||
        index->shape == IR_AFFINE || a->count > 1 || a->dynamic || a->is_row || a->is_texel)
        return 0;
    return index->speculated_lanes >= ROW_LEAST ? index->speculated_lanes : 1;
}

/* The condition that all lanes are active, in bounds, and load these words; `in`: the lanes that load lane 0's. */
static LLVMValueRef guard_broadcasts(struct access *a, uint32_t lanes, LLVMValueRef *words, LLVMValueRef *in)
{
    struct gen *g = a->g;
    uint32_t first[JIT_LANES];
    LLVMValueRef exists, same;
    *words = gen_bounds_words(a, 0, &exists);
    for (uint32_t i = 0; i < g->lanes; i++)
        first[i] = lanes > 1 ? i - i % lanes : 0;
    *in = LLVMBuildICmp(g->b, LLVMIntEQ, *words, gen_shuffle(g, *words, NULL, first, g->lanes), "");
    same = *in;
    if (lanes == 1) {
        LLVMValueRef last = LLVMBuildExtractElement(g->b, *words, gen_i32(g, g->lanes - 1), "");
        same = LLVMBuildOr(g->b, same, LLVMBuildICmp(g->b, LLVMIntEQ, *words, gen_splat(g, last), ""), "");
    }
    return gen_every(g, LLVMBuildAnd(g->b, same, exists, ""));
}

static LLVMValueRef load_broadcasts(struct access *a, uint32_t lanes, LLVMValueRef words, LLVMValueRef in)
{
    struct gen *g = a->g;
    uint32_t count = lanes > 1 ? g->lanes / lanes : 2, at[JIT_LANES];
    LLVMValueRef all[JIT_LANES], row = LLVMGetPoison(LLVMVectorType(g->i32, count));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t lane = lanes > 1 ? i * lanes : i * (g->lanes - 1);
        all[i] = gen_load(g, g->i32, row_pointer(a, words, lane), 4);
        row = LLVMBuildInsertElement(g->b, row, all[i], gen_i32(g, i), "");
    }
    if (lanes == 1)
        return LLVMBuildSelect(g->b, in, gen_splat(g, all[0]), gen_splat(g, all[1]), "");
    for (uint32_t i = 0; i < g->lanes; i++)
        at[i] = i / lanes;
    return gen_shuffle(g, row, NULL, at, g->lanes);
}

/* ---- rows of a whole warp ---- */

/* The row that the lanes are speculated to form; the condition that they do and that it is in bounds. */
static LLVMValueRef guard_row(struct access *a, struct gen_row *row)
{
    struct gen *g = a->g;
    struct speculation index = speculate(g, a->index, SPECULATION_DEPTH);
    /* Inactive lanes may be out of bounds although all active ones are proven in bounds. */
    gen_bounds_row(a, index.first, (uint32_t)gen_value(g, a->index)->speculated,
                   !g->mask && gen_bounds_proven(a), row);
    LLVMValueRef fits = gen_both(g, index.holds, row->exists);
    return fits ? fits : LLVMConstInt(g->i1, 1, false);
}

/* All lanes access one structure, as those of one channel's texels do: the number of the channel is a quotient. */
static bool is_one_place(const struct access *a)
{
    const struct ir_value *index = a->index ? gen_value(a->g, a->index) : NULL;
    return index && index->speculated_lanes == a->g->lanes && index->speculated == 0 && !a->dynamic &&
           !a->is_row;
}

static void load_place(struct access *a, const struct gen_row *row)
{
    struct gen *g = a->g;
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef pointer = gen_offset_by(g, row->pointer, 4 * (uint64_t)row->offsets[i]);
        a->values[i] = gen_splat(g, gen_load(g, g->i32, pointer, 4));
    }
}

static void load_speculated_row(struct access *a, const struct gen_row *row, uint32_t step)
{
    gen_fetch_next(a->g, row->pointer, (int64_t)gen_value(a->g, a->index)->speculated * a->stride);
    gen_load_words(a->g, row->pointer, step, row->offsets, a->count, row->words, gen_is_tgsm(a->g, a->v),
                   a->values);
}

/* ---- loads and stores ---- */

enum pattern_kind {
    PATTERN_NONE,
    PATTERN_TWO_ROWS,
    PATTERN_BROADCAST,
    PATTERN_SHORT_ROWS,
    PATTERN_ONE_PLACE,
    PATTERN_ROW /* of the whole warp */
};

/* The speculated pattern of the lanes' addresses, and what its guard computes. */
struct pattern {
    enum pattern_kind kind;
    uint32_t lanes; /* PATTERN_BROADCAST, PATTERN_SHORT_ROWS: of a row */
    uint32_t step;  /* PATTERN_ROW: words from lane to lane */
    union {
        struct halves halves;
        struct gen_row row;
        struct {
            LLVMValueRef words, in_first;
        };
    };
};

static struct pattern find_pattern(const struct access *a)
{
    struct pattern p = {.kind = PATTERN_NONE, .step = speculated_step(a)};
    if (has_two_rows(a))
        p.kind = PATTERN_TWO_ROWS;
    else if ((p.lanes = broadcast_lanes(a)))
        p.kind = PATTERN_BROADCAST;
    else if ((p.lanes = short_row(a)))
        p.kind = PATTERN_SHORT_ROWS;
    else if (is_one_place(a))
        p.kind = PATTERN_ONE_PLACE;
    else if (p.step)
        p.kind = PATTERN_ROW;
    return p;
}

/* The condition that the addresses have the pattern and are in bounds. */
static LLVMValueRef guard_pattern(struct access *a, struct pattern *p)
{
    switch (p->kind) {
    case PATTERN_TWO_ROWS: return guard_two_rows(a, &p->halves);
    case PATTERN_BROADCAST: return guard_broadcasts(a, p->lanes, &p->words, &p->in_first);
    case PATTERN_SHORT_ROWS: return guard_short_rows(a, p->lanes, &p->words);
    default: return guard_row(a, &p->row);
    }
}

static void load_pattern(struct access *a, const struct pattern *p)
{
    switch (p->kind) {
    case PATTERN_TWO_ROWS: load_two_rows(a, &p->halves); break;
    case PATTERN_BROADCAST: a->values[0] = load_broadcasts(a, p->lanes, p->words, p->in_first); break;
    case PATTERN_SHORT_ROWS: a->values[0] = load_short_rows(a, p->lanes, p->words); break;
    case PATTERN_ONE_PLACE: load_place(a, &p->row); break;
    default: load_speculated_row(a, &p->row, p->step);
    }
}

bool gen_speculated_load(struct access *a)
{
    struct gen *g = a->g;
    struct pattern p = find_pattern(a);
    if (p.kind == PATTERN_NONE)
        return false;
    LLVMBasicBlockRef in = gen_block(g, "row"), lanes = gen_block(g, "lanes");
    struct gen_join join = {.block = gen_block(g, "loaded")};
    LLVMBuildCondBr(g->b, guard_pattern(a, &p), in, lanes);
    gen_at(g, in);
    load_pattern(a, &p);
    gen_join_loaded(a, &join);
    gen_at(g, lanes);
    if (!(p.kind == PATTERN_ONE_PLACE && gen_window_load(a)) && !(p.step == 1 && gen_clamped_row_load(a)))
        gen_gather(a, a->values);
    gen_join_loaded(a, &join);
    gen_join_end(g, &join, a->values, a->count);
    gen_split_doubles(g, a->refs, a->count, a->values, a->reals);
    return true;
}

static bool may_store(const struct access *a, const struct pattern *p)
{
    enum { STEP_MOST = 4 };
    switch (p->kind) {
    case PATTERN_TWO_ROWS: return a->g->has_gather;
    case PATTERN_SHORT_ROWS: return true;
    case PATTERN_ROW: return a->count == p->step && p->step <= STEP_MOST; /* structures without gaps */
    default: return false;
    }
}

/* Two and short rows are guarded by the active mask, too. */
static LLVMValueRef guard_store(struct access *a, struct pattern *p)
{
    struct gen *g = a->g;
    LLVMValueRef fits = guard_pattern(a, p);
    if (p->kind == PATTERN_TWO_ROWS)
        return LLVMBuildAnd(g->b, fits, are_in_order(g, &p->halves), "");
    return p->kind == PATTERN_ROW && g->mask ? LLVMBuildAnd(g->b, fits, gen_every(g, g->mask), "") : fits;
}

static void store_pattern(struct access *a, const struct pattern *p)
{
    struct gen *g = a->g;
    if (p->kind == PATTERN_TWO_ROWS)
        store_two_rows(a, &p->halves);
    else if (p->kind == PATTERN_SHORT_ROWS)
        store_short_rows(a, p->lanes, p->words);
    else
        gen_store_words(g, p->row.pointer, p->step, p->row.offsets, a->count, a->values, gen_is_tgsm(g, a->v),
                        NULL);
}

bool gen_speculated_store(struct access *a)
{
    struct gen *g = a->g;
    struct pattern p = find_pattern(a);
    if (!may_store(a, &p))
        return false;
    LLVMBasicBlockRef in = gen_block(g, "row"), lanes = gen_block(g, "lanes"), after = gen_block(g, "stored");
    LLVMBuildCondBr(g->b, guard_store(a, &p), in, lanes);
    gen_at(g, in);
    store_pattern(a, &p);
    LLVMBuildBr(g->b, after);
    gen_at(g, lanes);
    gen_scatter_any(a);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
    return true;
}
