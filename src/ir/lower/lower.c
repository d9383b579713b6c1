/* ir_build: sets up the lowering state, runs the lowering and returns its result. */
#include <assert.h>
#include <stdlib.h>

#include "ir/lower/lower.h"

/* ---- which registers are variables ---- */

struct uses {
    bool temp_is_indexed, output_is_indexed;
    bool *indexed; /* by index in decls.indexables */
};

static void count_uses(const struct lower *l, struct uses *uses, const struct program_operand *operand,
                       unsigned depth)
{
    if (depth > LOWER_RELATIVE + 1)
        return;
    for (unsigned i = 0; i < operand->index_count; i++)
        if (operand->index[i].relative)
            count_uses(l, uses, operand->index[i].relative, depth + 1);
    if (operand->file == ISA_FILE_TEMP && operand->index_count && operand->index[0].relative)
        uses->temp_is_indexed = true;
    if (operand->file == ISA_FILE_OUTPUT && operand->index_count && operand->index[0].relative)
        uses->output_is_indexed = true;
    const struct program_indexable *x = program_indexable_of(l->program, operand);
    if (x && operand->index_count >= 2 && operand->index[1].relative)
        uses->indexed[x - l->program->decls.indexables] = true;
}

static void count_all_uses(const struct lower *l, struct uses *uses)
{
    for (uint32_t at = 0; at < l->program->instr_count; at++) {
        const struct program_instr *instr = &l->program->instrs[at];
        for (unsigned i = 0; isa_is_executable(instr->opcode) && i < instr->operand_count; i++)
            count_uses(l, uses, &instr->operands[i], 0);
    }
}

static uint32_t add_array(struct lower *l, uint32_t elements, uint32_t components)
{
    struct ir_function *f = l->f;
    f->arrays[f->array_count] = (struct ir_array){.elements = elements, .components = components};
    return f->array_count++;
}

/* x#, or o# of a geometry shader: variables, or an array. */
static struct lower_indexable lay_out_elements(struct lower *l, bool is_array, uint32_t elements,
                                               uint32_t components)
{
    struct lower_indexable home = {is_array, l->variable_count};
    if (is_array)
        home.first = add_array(l, elements, components);
    else
        l->variable_count += elements * components;
    return home;
}

static uint32_t add_variables(struct lower *l, uint32_t count)
{
    uint32_t first = l->variable_count;
    l->variable_count += count;
    return first;
}

static bool lay_out_registers(struct lower *l)
{
    const struct program_decls *d = &l->program->decls;
    struct uses uses = {.indexed = calloc(d->indexable_count + 1, sizeof *uses.indexed)};
    l->indexables = arena_array(&l->f->arena, d->indexable_count + 1, sizeof *l->indexables);
    l->f->arrays = arena_array(&l->f->arena, d->indexable_count + 2, sizeof *l->f->arrays);
    if (!uses.indexed || !l->indexables || !l->f->arrays) {
        free(uses.indexed);
        return lower_fail(l, SM5_ERR_MEMORY);
    }
    count_all_uses(l, &uses);
    l->has_temp_array = uses.temp_is_indexed;
    if (l->has_temp_array)
        l->temp_array = add_array(l, d->temps, 4);
    l->variable_count = l->has_temp_array ? 0 : 4 * d->temps;
    for (uint32_t i = 0; i < d->indexable_count; i++) {
        const struct program_indexable *x = &d->indexables[i];
        bool is_array = uses.indexed[i] || (uint64_t)x->size * x->components > LOWER_PROMOTED;
        l->indexables[i] = lay_out_elements(l, is_array, x->size, x->components);
    }
    if (l->program->stage == ISA_GEOMETRY) {
        l->outputs = lay_out_elements(l, uses.output_is_indexed, d->stage.outputs, 4);
        l->stream_first = add_variables(l, LOWER_STREAM_VARIABLES);
    }
    free(uses.indexed);
    l->fall_first = add_variables(l, PROGRAM_NESTING);
    l->disabled = l->effect = IR_NONE;
    if (l->padded || lower_quad_needed(l->program)) {
        l->disabled = add_variables(l, 1);
        l->effect = add_variables(l, 1);
    }
    return true;
}

static bool lay_out_tgsm(struct lower *l)
{
    const struct program_decls *d = &l->program->decls;
    uint32_t at = 0;
    l->f->tgsm_first = arena_array(&l->f->arena, d->resource_count + 1, sizeof *l->f->tgsm_first);
    for (uint32_t i = 0; l->f->tgsm_first && i < d->resource_count; i++) {
        if (d->resources[i].file != ISA_FILE_TGSM)
            continue;
        l->f->tgsm_first[i] = at;
        at += d->resources[i].bytes;
        if (at > d->tgsm_bytes)
            return lower_fail(l, SM5_ERR_SUPPORT);
    }
    return l->f->tgsm_first || lower_fail(l, SM5_ERR_MEMORY);
}

static bool make_tables(struct lower *l)
{
    const struct program_decls *d = &l->program->decls;
    struct arena *arena = &l->f->arena;
    l->class_count = d->resource_count + l->f->array_count;
    l->variables = arena_array(arena, l->variable_count + 1, sizeof *l->variables);
    l->stamps = arena_array(arena, l->variable_count + 1, sizeof *l->stamps);
    l->places = arena_array(arena, l->variable_count + 1, sizeof *l->places);
    l->class_epoch = arena_array(arena, l->class_count + 1, sizeof *l->class_epoch);
    l->class_marks = arena_array(arena, l->class_count + 1, sizeof *l->class_marks);
    if (!l->variables || !l->stamps || !l->places || !l->class_epoch || !l->class_marks)
        return lower_fail(l, SM5_ERR_MEMORY);
    struct ir_value unused = {.kind = IR_UNUSED};
    struct ir_node root = {.kind = IR_SCOPE, .parent = IR_NONE};
    if (!VEC_PUSH(&l->values, unused) || !VEC_PUSH(&l->epochs, 0) || !VEC_PUSH(&l->nodes, root))
        return lower_fail(l, SM5_ERR_MEMORY);
    ir_ref zero = lower_constant(l, 0);
    for (uint32_t i = 0; i < l->variable_count; i++)
        l->variables[i] = zero; /* never written: 0 */
    return l->status == SM5_OK;
}

/* Merged groups have more threads than one may. */
static bool is_compute(const struct sm5_program *program, uint32_t merged)
{
    const uint32_t *group = program->decls.thread_group;
    if (program->stage != ISA_COMPUTE)
        return false;
    for (unsigned i = 0; i < 3; i++)
        if (group[i] == 0 || group[i] > LIMIT_GROUP_THREADS)
            return false;
    return group[0] * group[1] * (uint64_t)group[2] / (merged ? merged : 1) <= LIMIT_GROUP_THREADS;
}

/* Blocks match, and no hull phase follows a label. */
static bool is_structured(const struct sm5_program *program)
{
    const struct program_decls *d = &program->decls;
    uint32_t last_phase = d->stage.phase_count ? d->stage.phases[d->stage.phase_count - 1].first : 0;
    return !program->blocks.error && (!d->label_count || last_phase <= d->labels[0].instr);
}

/* ---- lowering of the whole program ---- */

static void lower_main(struct lower *l)
{
    struct lower_region root = {.node = 0, .is_routine = true};
    uint32_t end = l->program->blocks.list.data[0].end;
    l->region = &root;
    l->reached = true;
    if (l->program->stage == ISA_HULL)
        lower_hull_main(l);
    else if (l->program->stage == ISA_COMPUTE) {
        lower_pads(l);
        lower_range(l, 0, end);
    } else
        lower_stage_main(l, end);
    if (!l->status)
        l->nodes.data[0].ends[0] = l->reached;
}

static void *keep(struct lower *l, const void *data, size_t count, size_t size)
{
    void *copy = arena_array(&l->f->arena, count + 1, size);
    if (copy && count)
        memcpy(copy, data, count * size);
    if (!copy)
        lower_fail(l, SM5_ERR_MEMORY);
    return copy;
}

static void hand_over(struct lower *l)
{
    struct ir_function *f = l->f;
    f->values = keep(l, l->values.data, l->values.count, sizeof *l->values.data);
    f->value_count = (uint32_t)l->values.count;
    f->args = keep(l, l->args.data, l->args.count, sizeof *l->args.data);
    f->arg_count = (uint32_t)l->args.count;
    f->nodes = keep(l, l->nodes.data, l->nodes.count, sizeof *l->nodes.data);
    f->node_count = (uint32_t)l->nodes.count;
    f->views = keep(l, l->views.data, l->views.count, sizeof *l->views.data);
    f->view_count = (uint32_t)l->views.count;
    f->textures = keep(l, l->textures.data, l->textures.count, sizeof *l->textures.data);
    f->texture_count = (uint32_t)l->textures.count;
}

static void free_tables(struct lower *l)
{
    VEC_FREE(&l->values);
    VEC_FREE(&l->epochs);
    VEC_FREE(&l->args);
    VEC_FREE(&l->nodes);
    VEC_FREE(&l->views);
    VEC_FREE(&l->textures);
    VEC_FREE(&l->changes);
    VEC_FREE(&l->writes);
    VEC_FREE(&l->entries);
    VEC_FREE(&l->scanned_list);
    free(l->constants.data);
    free(l->buckets);
    free(l->scanned);
}

#ifndef NDEBUG
static bool is_sound(const struct ir_function *f)
{
    struct strbuf why = {0};
    enum sm5_status status = ir_verify(f, &why);
    strbuf_free(&why);
    return status != SM5_ERR_PROGRAM; /* an out of memory error proves nothing */
}
#endif

/* Merged groups of a program with a g# are lowered as declared: what is left is to name neither groups nor threads in them. */
static enum sm5_status build_ungrouped(const struct sm5_program *program, const struct ir_options *options,
                                       struct ir_function **function)
{
    struct ir_options plain = *options;
    struct sm5_program declared = *program;
    declared.decls.thread_group[0] /= options->merged;
    plain.merged = 1;
    enum sm5_status status = ir_build(&declared, &plain, function);
    if (!status && !ir_is_ungrouped(*function)) {
        ir_free(*function);
        *function = NULL;
        status = SM5_ERR_SUPPORT;
    }
    if (!status)
        (*function)->program = program;
    return status;
}

enum sm5_status ir_build(const struct sm5_program *program, const struct ir_options *options,
                         struct ir_function **function)
{
    *function = NULL;
    if (options->merged > 1 && program->decls.tgsm_bytes)
        return build_ungrouped(program, options, function);
    bool is_stage = lower_stage_takes(program);
    if (!is_stage && !is_compute(program, options->merged))
        return SM5_ERR_SUPPORT;
    struct ir_function *f = calloc(1, sizeof *f);
    if (!f)
        return SM5_ERR_MEMORY;
    f->program = program;
    f->alias = options->alias;
    f->keeps_loads = options->keeps_loads;
    f->width = program->decls.thread_group[0] / (options->merged ? options->merged : 1);
    struct lower l = {.f = f, .program = program, .stage_slots = IR_NONE};
    l.swapped = options->swapped;
    l.padded = f->padded = options->padded;
    if (options->merged > 1)
        l.width = program->decls.thread_group[0] / options->merged;
    l.scanned = calloc((size_t)program->decls.label_count + 1, 1);
    if (!l.scanned)
        lower_fail(&l, SM5_ERR_MEMORY);
    if (!is_structured(program))
        lower_fail(&l, SM5_ERR_SUPPORT);
    if (!l.status && is_stage)
        lower_stage_open(&l);
    if (!l.status && lay_out_registers(&l) && lay_out_tgsm(&l) && make_tables(&l))
        lower_main(&l);
    if (!l.status)
        hand_over(&l);
    free_tables(&l);
    if (!l.status)
        l.status = ir_clean(f);
    assert(l.status || is_sound(f));
    if (!l.status)
        l.status = ir_find_constant_arrays(f);
    assert(l.status || is_sound(f));
    if (!l.status)
        l.status = ir_select_unaligned(f);
    assert(l.status || is_sound(f));
    if (!l.status)
        l.status = ir_hoist_loads(f);
    assert(l.status || is_sound(f));
    if (!l.status)
        l.status = ir_replace_tiles(f);
    assert(l.status || is_sound(f));
    if (l.status)
        ir_free(f);
    else
        *function = f;
    return l.status;
}

void ir_free(struct ir_function *function)
{
    if (!function)
        return;
    arena_free(&function->arena);
    free(function);
}
