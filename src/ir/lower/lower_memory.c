/* Rows that access t#, u# and g#: one value a word. */
#include "ir/lower/lower.h"

/* ---- aliasing ---- */

static bool is_view(const struct lower *l, uint32_t class)
{
    if (class >= l->program->decls.resource_count)
        return false;
    uint8_t file = l->program->decls.resources[class].file;
    return file == ISA_FILE_SRV || file == ISA_FILE_UAV;
}

static void touch_one(struct lower *l, uint32_t class)
{
    l->class_epoch[class] = ++l->last_epoch;
    if (!VEC_PUSH(&l->writes, class))
        lower_fail(l, SM5_ERR_MEMORY);
}

/* Memory `class` is written: loads from it are no longer available. */
void lower_touch(struct lower *l, uint32_t class)
{
    if (!l->f->alias || !is_view(l, class)) {
        touch_one(l, class);
        return;
    }
    for (uint32_t i = 0; i < l->program->decls.resource_count; i++)
        if (is_view(l, i))
            touch_one(l, i);
}

void lower_touch_all(struct lower *l)
{
    for (uint32_t i = 0; i < l->program->decls.resource_count; i++) {
        uint8_t file = l->program->decls.resources[i].file;
        if (file == ISA_FILE_TGSM || file == ISA_FILE_UAV || (file == ISA_FILE_SRV && l->f->alias))
            touch_one(l, i);
    }
}

/* D3D11.3 22.17.7: after it other threads' writes may be visible. Threads of hull and geometry shaders
   have no barrier. */
void lower_sync(struct lower *l)
{
    struct ir_value v = {.kind = IR_SYNC,
                         .sync = lower_instr(l)->controls & isa_control_mask(ISA_CONTROL_SYNC),
                         .slot = IR_NONE,
                         .view = IR_NONE};
    bool is_alone = l->program->stage == ISA_HULL || l->program->stage == ISA_GEOMETRY;
    if (is_alone && (v.sync & ISA_SYNC_T))
        lower_fail(l, SM5_ERR_SUPPORT);
    lower_effect(l, &v, NULL, 0);
    lower_touch_all(l);
}

/* ---- the memory that an operand names ---- */

struct target {
    struct ir_value v; /* slot, view, access */
    ir_ref reg;        /* differs by lane */
    const struct program_resource *resource;
};

/* False: a texture. */
static bool target_of(struct lower *l, uint32_t slot, struct target *t)
{
    *t = (struct target){.v = {.results = 1, .slot = slot, .view = IR_NONE}};
    t->resource = &l->program->decls.resources[slot];
    switch (t->resource->dimension) {
    case ISA_DIM_STRUCTURED: t->v.access = IR_STRUCTURED; return true;
    case ISA_DIM_RAW: t->v.access = IR_RAW; return true;
    case ISA_DIM_BUFFER: t->v.access = IR_TYPED; return true;
    default: return false;
    }
}

static bool resolve(struct lower *l, const struct program_operand *operand, struct target *t)
{
    bool is_memory =
        operand->file == ISA_FILE_SRV || operand->file == ISA_FILE_UAV || operand->file == ISA_FILE_TGSM;
    bool range = program_is_51(l->program) && operand->file != ISA_FILE_TGSM;
    if (!is_memory || operand->index_count < (range ? 2 : 1) || operand->index[0].relative)
        return lower_fail(l, SM5_ERR_SUPPORT);
    uint32_t reg = (uint32_t)operand->index[0].imm;
    uint32_t slot = lower_slot(l, operand);
    if (slot == IR_NONE || !target_of(l, slot, t))
        return lower_fail(l, SM5_ERR_SUPPORT);
    if (operand->file == ISA_FILE_TGSM)
        return true;
    if (range)
        t->reg = lower_index(l, &operand->index[1], &reg);
    if (!t->reg)
        t->v.view = lower_view(l, t->v.slot, reg);
    else if (reg)
        t->reg = lower_lane(l, ISA_IADD, (const ir_ref[]){t->reg, lower_constant(l, reg)}, 2);
    return l->status == SM5_OK;
}

static bool fits_row(const struct lower *l, const struct target *t)
{
    const struct isa_op *row = isa_op(lower_instr(l)->opcode);
    return row->form != ISA_FORM_MEMORY || isa_takes(row, t->resource->dimension);
}

/* The args after address and offset, which come first. */
struct arguments {
    ir_ref ref[8];
    unsigned count;
};

static struct arguments address_args(ir_ref address, ir_ref offset)
{
    return (struct arguments){{address, offset}, 2};
}

static void add_register(const struct target *t, struct arguments *args)
{
    if (t->reg)
        args->ref[args->count++] = t->reg;
}

/* A constant byte offset past the stride: the word does not exist (address.h). */
static bool is_outside(const struct lower *l, const struct target *t, ir_ref offset, unsigned word)
{
    if (t->v.access != IR_STRUCTURED || !offset || lower_value(l, offset)->kind != IR_CONST)
        return false;
    return (uint64_t)(lower_value(l, offset)->word & ~3u) + 4 * word + 4 > t->resource->stride;
}

/* The low two bits of a constant offset are ignored. */
static ir_ref aligned(struct lower *l, ir_ref offset)
{
    if (!offset || lower_value(l, offset)->kind != IR_CONST)
        return offset;
    return lower_constant(l, lower_value(l, offset)->word & ~3u);
}

/* ---- loads ---- */

static ir_ref load_word(struct lower *l, const struct target *t, ir_ref address, ir_ref offset, unsigned word)
{
    if (l->status || is_outside(l, t, offset, word))
        return lower_constant(l, 0);
    struct ir_value v = t->v;
    struct arguments args = address_args(address, offset);
    v.kind = t->v.access == IR_TYPED ? IR_TEXEL : IR_LOAD;
    v.component = t->v.access == IR_TYPED ? 0 : (uint8_t)word;
    v.results = t->v.access == IR_TYPED ? 4 : 1;
    add_register(t, &args);
    ir_ref whole = lower_read(l, &v, args.ref, args.count, l->class_epoch[t->v.slot]);
    for (unsigned part = 1; part < v.results; part++)
        lower_part(l, whole, part); /* next to the whole value, in scope of every later use */
    return t->v.access == IR_TYPED && !l->status ? lower_part(l, whole, word) : whole;
}

static void lower_load(struct lower *l, const struct isa_layout *at, const struct target *t, ir_ref address,
                       ir_ref offset)
{
    const struct program_instr *instr = lower_instr(l);
    struct lower_results results = {.count = 0};
    for (unsigned c = 0; c < 4; c++) {
        if (!(operand_write_mask(&instr->operands[at->dst]) >> c & 1))
            continue;
        unsigned word = operand_component(&instr->operands[at->memory], c);
        lower_result(l, &results, &instr->operands[at->dst], c, load_word(l, t, address, offset, word));
    }
    if (at->dsts > 1 && operand_write_mask(&instr->operands[at->status]))
        lower_result(l, &results, &instr->operands[at->status],
                     (unsigned)__builtin_ctz(operand_write_mask(&instr->operands[at->status])),
                     lower_constant(l, 1));
    lower_write(l, &results);
}

/* ---- stores ---- */

static void store_texel(struct lower *l, const struct isa_layout *at, const struct target *t, ir_ref address)
{
    struct ir_value v = t->v;
    struct arguments args = address_args(address, 0);
    v.kind = IR_STORE_TEXEL;
    v.results = 0;
    for (unsigned c = 0; c < 4; c++)
        args.ref[args.count++] = lower_source(l, at->value, c);
    add_register(t, &args);
    if (!l->status)
        lower_quad_effect(l, &v, args.ref, args.count);
}

struct stored {
    const struct target *target;
    ir_ref address, offset, values[4];
    unsigned words;
};

static void store_body(struct lower *l, void *context)
{
    const struct stored *s = context;
    for (unsigned c = 0; c < s->words && !l->status; c++) {
        struct ir_value v = s->target->v;
        struct arguments args = address_args(s->address, s->offset);
        if (is_outside(l, s->target, s->offset, c))
            continue;
        v.kind = IR_STORE;
        v.results = 0;
        v.component = (uint8_t)c;
        args.ref[args.count++] = s->values[c];
        add_register(s->target, &args);
        lower_effect(l, &v, args.ref, args.count);
    }
}

/* Raw and structured: the mask counts words, it does not move them. */
static void store_words(struct lower *l, const struct isa_layout *at, const struct target *t, ir_ref address,
                        ir_ref offset)
{
    uint32_t mask = operand_write_mask(&lower_instr(l)->operands[at->memory]);
    struct stored stored = {t, address, offset, {0}, (unsigned)__builtin_popcount(mask)};
    for (unsigned c = 0; c < stored.words; c++)
        stored.values[c] = lower_source(l, at->value, c);
    if (!l->status)
        lower_quad_guarded(l, store_body, &stored);
}

/* ---- atomics, counters, bufinfo ---- */

static void write_one(struct lower *l, unsigned operand, ir_ref value)
{
    const struct program_operand *dst = &lower_instr(l)->operands[operand];
    struct lower_results results = {.count = 0};
    uint32_t mask = operand_write_mask(dst);
    if (mask)
        lower_result(l, &results, dst, (unsigned)__builtin_ctz(mask), value);
    lower_write(l, &results);
}

/* One address operand: structured .xy = structure index, byte offset; else .x. */
static void lower_atomic(struct lower *l, const struct isa_layout *at, const struct target *t, ir_ref address)
{
    struct ir_value v = t->v;
    ir_ref offset = t->v.access == IR_STRUCTURED ? aligned(l, lower_source(l, at->address, 1)) : 0;
    struct arguments args = address_args(address, offset);
    v.kind = IR_ATOMIC;
    v.op = lower_instr(l)->opcode;
    for (unsigned i = 0; i < at->values; i++)
        args.ref[args.count++] = lower_source(l, at->value + i, 0);
    add_register(t, &args);
    if (l->status)
        return;
    ir_ref old =
        is_outside(l, t, offset, 0) ? lower_constant(l, 0) : lower_quad_effect(l, &v, args.ref, args.count);
    lower_touch(l, t->v.slot);
    if (at->dsts)
        write_one(l, at->dst, old);
}

static void lower_counter(struct lower *l, const struct isa_layout *at, const struct target *t)
{
    struct ir_value v = t->v;
    v.kind = IR_COUNTER;
    v.op = lower_instr(l)->opcode;
    write_one(l, at->dst, lower_quad_effect(l, &v, &t->reg, t->reg ? 1 : 0));
}

static void lower_bufinfo(struct lower *l, const struct isa_layout *at, const struct target *t)
{
    struct ir_value v = t->v;
    struct lower_results results = {.count = 0};
    v.kind = IR_BUFINFO;
    ir_ref size = lower_read(l, &v, &t->reg, t->reg ? 1 : 0, 0);
    for (unsigned c = 0; c < 4; c++)
        lower_result(l, &results, &lower_instr(l)->operands[at->dst], c, size);
    lower_write(l, &results);
}

static void lower_access(struct lower *l, const struct isa_layout *at, const struct target *t)
{
    ir_ref address = at->addresses ? lower_source(l, at->address, 0) : 0;
    ir_ref offset = at->addresses > 1 ? aligned(l, lower_source(l, at->offset, 0)) : 0;
    if (l->status)
        return;
    switch (isa_op(lower_instr(l)->opcode)->form) {
    case ISA_FORM_ATOMIC: lower_atomic(l, at, t, address); return;
    case ISA_FORM_COUNTER: lower_counter(l, at, t); return;
    case ISA_FORM_QUERY: lower_bufinfo(l, at, t); return;
    default: break;
    }
    if (at->dsts) {
        lower_load(l, at, t, address, offset);
        return;
    }
    if (t->v.access == IR_TYPED)
        store_texel(l, at, t, address);
    else
        store_words(l, at, t, address, offset);
    lower_touch(l, t->v.slot);
}

/* ---- t[r0.x + 3]: a buffer chosen by lane (D3D11.3 7.11) ---- */

enum { CHOICES = 256 }; /* as deep as ifs are nested */

/* The access to each declared t# that the lane may name, one if inside the other. */
struct choice {
    const struct isa_layout *at;
    ir_ref reg;
    uint32_t slot; /* that is compared next */
    unsigned depth;
};

static bool is_by_lane(const struct lower *l, const struct program_operand *operand)
{
    uint8_t form = isa_op(lower_instr(l)->opcode)->form;
    bool reads = (form == ISA_FORM_MEMORY && isa_layout(isa_op(lower_instr(l)->opcode)).dsts) ||
                 lower_instr(l)->opcode == ISA_BUFINFO;
    return reads && operand->file == ISA_FILE_SRV && operand->index_count && operand->index[0].relative &&
           !program_is_51(l->program);
}

static bool may_name(struct lower *l, uint32_t slot, struct target *t)
{
    if (l->program->decls.resources[slot].file != ISA_FILE_SRV || !target_of(l, slot, t))
        return false;
    if (lower_instr(l)->opcode == ISA_BUFINFO)
        return program_texture_dimension(lower_instr(l)) == t->resource->dimension;
    return fits_row(l, t);
}

/* As of a t# to which nothing is bound. */
static void load_nothing(struct lower *l, const struct isa_layout *at)
{
    const struct program_instr *instr = lower_instr(l);
    struct lower_results results = {.count = 0};
    for (unsigned c = 0; c < 4; c++)
        lower_result(l, &results, &instr->operands[at->dst], c, lower_constant(l, 0));
    for (unsigned c = 0; at->dsts > 1 && c < 4; c++)
        lower_result(l, &results, &instr->operands[at->status], c, lower_constant(l, 1));
    lower_write(l, &results);
}

static void choose(struct lower *l, struct choice choice);

static void chosen_body(struct lower *l, void *context)
{
    const struct choice *choice = context;
    struct target t;
    target_of(l, choice->slot, &t);
    t.v.view = lower_view(l, choice->slot, t.resource->id);
    lower_access(l, choice->at, &t);
}

static void other_body(struct lower *l, void *context)
{
    struct choice choice = *(const struct choice *)context;
    choice.slot++;
    choice.depth++;
    choose(l, choice);
}

/* Declarations of the program; those of a stage's memory follow, which no operand can name. */
static uint32_t declared_count(const struct lower *l)
{
    return l->stage_slots == IR_NONE ? l->program->decls.resource_count : l->stage_slots;
}

static void choose(struct lower *l, struct choice choice)
{
    struct target t;
    while (choice.slot < declared_count(l) && !may_name(l, choice.slot, &t))
        choice.slot++;
    if (choice.slot == declared_count(l)) {
        load_nothing(l, choice.at);
        return;
    }
    if (choice.depth == CHOICES) {
        lower_fail(l, SM5_ERR_SUPPORT);
        return;
    }
    ir_ref id = lower_constant(l, l->program->decls.resources[choice.slot].id);
    ir_ref is_it = lower_lane(l, ISA_IEQ, (const ir_ref[]){choice.reg, id}, 2);
    lower_make_if(l, is_it, chosen_body, other_body, &choice);
}

static void lower_by_lane(struct lower *l, const struct isa_layout *at, const struct program_operand *operand)
{
    uint32_t base;
    struct choice choice = {.at = at, .reg = lower_index(l, &operand->index[0], &base)};
    ir_ref first = lower_constant(l, base);
    if (l->status)
        return;
    choice.reg = choice.reg ? lower_lane(l, ISA_IADD, (const ir_ref[]){choice.reg, first}, 2) : first;
    choose(l, choice);
}

void lower_memory(struct lower *l)
{
    const struct program_instr *instr = lower_instr(l);
    struct isa_layout at = isa_layout(isa_op(instr->opcode));
    const struct program_operand *memory = &instr->operands[at.memory];
    struct target t;
    if (is_by_lane(l, memory))
        lower_by_lane(l, &at, memory);
    else if (resolve(l, memory, &t) && (fits_row(l, &t) || lower_fail(l, SM5_ERR_SUPPORT)))
        lower_access(l, &at, &t);
}
