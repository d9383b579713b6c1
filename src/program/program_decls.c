/* Collects the declarations by kind, with the limits that execution relies on, and indexes them by number. */
#include <stdlib.h>

#include "program.h"
#include "program/program_diag.h"
#include "program_stage.h"

enum {
    INTERFACE_LIMIT = 253, /* interface elements in all, D3D11.3 22.3.51 */
};

struct collector {
    struct sm5_program *program;
    struct program_decls *decls;
    struct sm5_diags *diags;
    VEC(struct program_resource) resources;
    VEC(struct program_indexable) indexables;
    VEC(struct program_function_table) tables;
    VEC(struct program_interface) interfaces;
    VEC(struct program_label) labels;
    enum sm5_status status;
    uint32_t at; /* the declaration being read */
};

#define ERROR(c, id, ...)                                                                                    \
    do {                                                                                                     \
        diag_add((c)->diags, id, program_instr_place((c)->program, (c)->at), __VA_ARGS__);                   \
        (c)->status = SM5_ERR_INPUT;                                                                         \
    } while (0)

/* SM5.1 declares an id for a range of registers in a space; in earlier models the register is the id. */
static void read_range(const struct collector *c, const struct program_instr *instr, uint32_t space_dword,
                       struct program_resource *out)
{
    const struct program_operand *operand = &instr->operands[0];
    out->file = operand->file;
    out->id = out->lower = out->upper = (uint32_t)operand_index(operand, 0);
    if (!program_is_51(c->program) || operand->index_count < 3)
        return;
    out->lower = (uint32_t)operand_index(operand, 1);
    out->upper = (uint32_t)operand_index(operand, 2);
    out->space = instr_dword(instr, space_dword);
}

/* A declaration of a register of another file is malformed (validate/) and declares nothing. */
static void add_resource(struct collector *c, uint8_t file, struct program_resource resource)
{
    resource.instr = c->at;
    if (resource.file != file)
        return;
    if (resource.upper < resource.lower)
        ERROR(c, PROGRAM_RANGE, resource.lower, resource.upper);
    if (!VEC_PUSH(&c->resources, resource))
        c->status = SM5_ERR_MEMORY;
}

static void collect_cbuffer(struct collector *c, const struct program_instr *instr)
{
    struct program_resource r = {0};
    read_range(c, instr, 1, &r);
    bool is_range = program_is_51(c->program) && instr->operands[0].index_count >= 3;
    r.count = is_range ? instr_dword(instr, 0) : (uint32_t)operand_index(&instr->operands[0], 1);
    r.dynamic_index = isa_control_value(ISA_CONTROL_CBUFFER_ACCESS, instr->controls) != 0;
    add_resource(c, ISA_FILE_CBUFFER, r);
}

static void collect_sampler(struct collector *c, const struct program_instr *instr)
{
    struct program_resource r = {0};
    read_range(c, instr, 0, &r);
    r.sampler_mode = (uint8_t)isa_control_value(ISA_CONTROL_SAMPLER_MODE, instr->controls);
    add_resource(c, ISA_FILE_SAMPLER, r);
}

/* t# and u# of all three layouts. The last DWORD holds the space in SM5.1. */
static void collect_view(struct collector *c, const struct program_instr *instr, uint8_t file,
                         uint8_t dimension)
{
    uint32_t space_dword = dimension == ISA_DIM_RAW ? 0 : 1;
    struct program_resource r = {.dimension = dimension};
    read_range(c, instr, space_dword, &r);
    bool is_uav = file == ISA_FILE_UAV;
    r.glc = is_uav && (instr->controls & ISA_TOKEN_GLC);
    r.rov = is_uav && (instr->controls & ISA_TOKEN_ROV);
    r.opc = is_uav && (instr->controls & ISA_TOKEN_OPC);
    if (dimension == ISA_DIM_STRUCTURED)
        r.stride = instr_dword(instr, 0);
    else if (dimension != ISA_DIM_RAW)
        r.return_types = instr_dword(instr, 0);
    if (!is_uav)
        r.sample_count = (uint8_t)(instr->controls >> 16 & 0x7f);
    if (dimension == ISA_DIM_STRUCTURED && (r.stride == 0 || r.stride % 4 || r.stride > LIMIT_STRIDE))
        ERROR(c, PROGRAM_STRIDE, r.stride);
    add_resource(c, file, r);
}

static void collect_tgsm(struct collector *c, const struct program_instr *instr, bool structured)
{
    struct program_resource r = {.dimension = structured ? ISA_DIM_STRUCTURED : ISA_DIM_RAW};
    read_range(c, instr, 0, &r);
    r.lower = r.upper = r.id;
    r.stride = structured ? instr_dword(instr, 0) : 0;
    r.count = structured ? instr_dword(instr, 1) : 1;
    uint64_t bytes = structured ? (uint64_t)r.stride * r.count : instr_dword(instr, 0);
    uint32_t limit = c->program->major < 5 ? LIMIT_TGSM_BYTES_SM4 : LIMIT_TGSM_BYTES;
    if (bytes % 4 || r.stride % 4)
        ERROR(c, PROGRAM_TGSM_ALIGN, r.id);
    if (bytes + c->decls->tgsm_bytes > limit) {
        ERROR(c, PROGRAM_TGSM_SIZE, r.id, limit);
        bytes = 0;
    }
    r.bytes = (uint32_t)bytes;
    c->decls->tgsm_bytes += r.bytes;
    add_resource(c, ISA_FILE_TGSM, r);
}

static void collect_thread_group(struct collector *c, const struct program_instr *instr)
{
    uint64_t threads = 1;
    for (unsigned i = 0; i < 3; i++) {
        c->decls->thread_group[i] = instr_dword(instr, i);
        threads *=
            instr_dword(instr, i) > LIMIT_GROUP_THREADS ? LIMIT_GROUP_THREADS + 1 : instr_dword(instr, i);
    }
    if (threads == 0 || threads > LIMIT_GROUP_THREADS)
        ERROR(c, PROGRAM_THREAD_GROUP, instr_dword(instr, 0), instr_dword(instr, 1), instr_dword(instr, 2));
}

/* A hull shader has a dcl_temps in each phase: keep the largest. */
static void collect_temps(struct collector *c, const struct program_instr *instr)
{
    uint32_t count = instr_dword(instr, 0);
    if (count > LIMIT_TEMPS)
        ERROR(c, PROGRAM_TEMPS, count);
    else if (count > c->decls->temps)
        c->decls->temps = count;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static void collect_indexable(struct collector *c, const struct program_instr *instr)
{
    struct program_indexable array = {instr_dword(instr, 0), instr_dword(instr, 1), instr_dword(instr, 2),
                                      c->at};
    if (array.size > LIMIT_TEMPS || array.components < 1 || array.components > 4)
        ERROR(c, PROGRAM_INDEXABLE, array.reg, array.size, array.components);
    else if (!VEC_PUSH(&c->indexables, array))
        c->status = SM5_ERR_MEMORY;
}

/* DWORDs of a function table: id, count, bodies. */
static void collect_table(struct collector *c, const struct program_instr *instr)
{
    uint32_t count = instr->dword_count >= 2 ? instr->dword_count - 2 : 0;
    struct program_function_table table = {instr_dword(instr, 0), count, count ? instr->dwords + 2 : NULL};
    if (!VEC_PUSH(&c->tables, table))
        c->status = SM5_ERR_MEMORY;
}

static uint32_t elements_of(const struct program_interface *interface)
{
    return interface->array_length ? interface->array_length : 1;
}

/* DWORDs of an interface: id, call sites, array length << 16 | tables, tables. */
static void collect_interface(struct collector *c, const struct program_instr *instr)
{
    uint32_t count = instr->dword_count >= 3 ? instr->dword_count - 3 : 0;
    struct program_interface interface = {
        .id = instr_dword(instr, 0),
        .call_sites = instr_dword(instr, 1),
        .array_length = instr_dword(instr, 2) >> 16,
        .table_count = count,
        .dynamic = isa_control_value(ISA_CONTROL_INTERFACE, instr->controls) != 0,
        .tables = count ? instr->dwords + 3 : NULL,
    };
    uint64_t elements = elements_of(&interface); /* at least 1, which bounds the number of interfaces */
    for (size_t i = 0; i < c->interfaces.count; i++)
        elements += elements_of(&c->interfaces.data[i]);
    if (elements > INTERFACE_LIMIT)
        ERROR(c, PROGRAM_INTERFACES, INTERFACE_LIMIT);
    else if (!VEC_PUSH(&c->interfaces, interface))
        c->status = SM5_ERR_MEMORY;
}

static void collect_label(struct collector *c, const struct program_instr *instr)
{
    const struct program_operand *operand = &instr->operands[0];
    struct program_label label = {operand->file, (uint32_t)operand_index(operand, 0), c->at};
    if (!VEC_PUSH(&c->labels, label))
        c->status = SM5_ERR_MEMORY;
}

static void collect_custom(struct collector *c, const struct program_instr *instr)
{
    if (instr->custom != ISA_CUSTOM_ICB || c->decls->icb)
        return;
    c->decls->icb = instr->dwords;
    c->decls->icb_rows = instr->dword_count / 4;
    if (c->decls->icb_rows > LIMIT_ICB_ROWS)
        ERROR(c, PROGRAM_ICB, c->decls->icb_rows);
}

static uint8_t texture_of(const struct program_instr *instr)
{
    return (uint8_t)isa_control_value(ISA_CONTROL_DIMENSION, instr->controls);
}

static void collect_one(struct collector *c, const struct program_instr *instr)
{
    switch (instr->opcode) {
    case ISA_DCL_GLOBAL_FLAGS: c->decls->global_flags |= instr->controls; break;
    case ISA_DCL_CONSTANT_BUFFER: collect_cbuffer(c, instr); break;
    case ISA_DCL_SAMPLER: collect_sampler(c, instr); break;
    case ISA_DCL_RESOURCE: collect_view(c, instr, ISA_FILE_SRV, texture_of(instr)); break;
    case ISA_DCL_RESOURCE_RAW: collect_view(c, instr, ISA_FILE_SRV, ISA_DIM_RAW); break;
    case ISA_DCL_RESOURCE_STRUCTURED: collect_view(c, instr, ISA_FILE_SRV, ISA_DIM_STRUCTURED); break;
    case ISA_DCL_UNORDERED_ACCESS_VIEW_TYPED: collect_view(c, instr, ISA_FILE_UAV, texture_of(instr)); break;
    case ISA_DCL_UNORDERED_ACCESS_VIEW_RAW: collect_view(c, instr, ISA_FILE_UAV, ISA_DIM_RAW); break;
    case ISA_DCL_UNORDERED_ACCESS_VIEW_STRUCTURED:
        collect_view(c, instr, ISA_FILE_UAV, ISA_DIM_STRUCTURED);
        break;
    case ISA_DCL_THREAD_GROUP_SHARED_MEMORY_RAW: collect_tgsm(c, instr, false); break;
    case ISA_DCL_THREAD_GROUP_SHARED_MEMORY_STRUCTURED: collect_tgsm(c, instr, true); break;
    case ISA_DCL_THREAD_GROUP: collect_thread_group(c, instr); break;
    case ISA_DCL_TEMPS: collect_temps(c, instr); break;
    case ISA_DCL_INDEXABLE_TEMP: collect_indexable(c, instr); break;
    case ISA_DCL_FUNCTION_TABLE: collect_table(c, instr); break;
    case ISA_DCL_INTERFACE: collect_interface(c, instr); break;
    case ISA_LABEL: collect_label(c, instr); break;
    case ISA_CUSTOMDATA: collect_custom(c, instr); break;
    default: break;
    }
}

/* ---- repeated declarations ---- */

static int by_file_and_id(const void *a, const void *b)
{
    const struct program_resource *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return x->instr < y->instr ? -1 : 1;
}

/* Hull shaders repeat declarations in each phase: equal declarations are one resource. */
static bool is_same_resource(const struct program_resource *a, const struct program_resource *b)
{
    return a->dimension == b->dimension && a->stride == b->stride && a->lower == b->lower &&
           a->upper == b->upper && a->space == b->space && a->return_types == b->return_types &&
           a->bytes == b->bytes;
}

static void merge_resources(struct collector *c)
{
    size_t kept = 0;
    struct program_resource *all = c->resources.data;
    if (c->resources.count > 1)
        qsort(all, c->resources.count, sizeof *all, by_file_and_id);
    for (size_t i = 0; i < c->resources.count; i++) {
        struct program_resource *last = kept ? &all[kept - 1] : NULL;
        if (!last || last->file != all[i].file || last->id != all[i].id) {
            all[kept++] = all[i];
            continue;
        }
        c->at = all[i].instr;
        if (!is_same_resource(last, &all[i]) || all[i].file == ISA_FILE_TGSM)
            ERROR(c, PROGRAM_DECLARED_TWICE, isa_file(all[i].file)->text, all[i].id);
        else
            last->count = larger(last->count, all[i].count);
    }
    c->resources.count = kept;
}

static int by_register(const void *a, const void *b)
{
    const struct program_indexable *x = a, *y = b;
    if (x->reg != y->reg)
        return x->reg < y->reg ? -1 : 1;
    return x->instr < y->instr ? -1 : 1;
}

static int by_first_declaration(const void *a, const void *b)
{
    const struct program_indexable *x = a, *y = b;
    return x->instr < y->instr ? -1 : 1;
}

/* Hull shaders declare x# in each phase: keep the largest of each number. */
static void merge_indexables(struct collector *c)
{
    size_t kept = 0;
    struct program_indexable *all = c->indexables.data;
    if (c->indexables.count < 2)
        return;
    qsort(all, c->indexables.count, sizeof *all, by_register);
    for (size_t i = 0; i < c->indexables.count; i++) {
        if (!kept || all[kept - 1].reg != all[i].reg) {
            all[kept++] = all[i];
            continue;
        }
        all[kept - 1].size = larger(all[kept - 1].size, all[i].size);
        all[kept - 1].components = larger(all[kept - 1].components, all[i].components);
    }
    c->indexables.count = kept;
    qsort(all, kept, sizeof *all, by_first_declaration);
}

static int by_declaration(const void *a, const void *b)
{
    const struct program_resource *x = a, *y = b;
    return x->instr < y->instr ? -1 : x->instr > y->instr;
}

static void check_temp_total(struct collector *c)
{
    uint64_t total = c->decls->temps;
    for (size_t i = 0; i < c->indexables.count; i++)
        total += c->indexables.data[i].size;
    if (total > LIMIT_TEMPS)
        ERROR(c, PROGRAM_TEMPS, (uint32_t)total);
}

/* ---- names ---- */

static int by_name(const void *a, const void *b)
{
    const struct program_name *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return x->value < y->value ? -1 : x->value > y->value;
}

/* A file's names lead to one list: a label of another file, which is malformed, has none. The elements of interface
   arrays have names too: at most INTERFACE_LIMIT in all. An array that starts at a number has precedence over one
   that contains it. */
static void index_names(struct collector *c)
{
    struct program_decls *decls = c->decls;
    size_t count =
        (size_t)decls->resource_count + decls->indexable_count + decls->table_count + decls->label_count;
    for (uint32_t i = 0; i < decls->interface_count; i++)
        count += elements_of(&decls->interfaces[i]);
    struct program_name *names = arena_array(&c->program->arena, count + 1, sizeof *names), *next = names;
    decls->names = names;
    if (!names) {
        c->status = SM5_ERR_MEMORY;
        return;
    }
    for (uint32_t i = 0; i < decls->resource_count; i++)
        *next++ = (struct program_name){decls->resources[i].file, decls->resources[i].id, 0, i};
    for (uint32_t i = 0; i < decls->indexable_count; i++)
        *next++ = (struct program_name){ISA_FILE_INDEXABLE_TEMP, decls->indexables[i].reg, 0, i};
    for (uint32_t i = 0; i < decls->table_count; i++)
        *next++ = (struct program_name){ISA_FILE_FUNCTION_TABLE, decls->tables[i].id, 0, i};
    for (uint32_t i = 0; i < decls->label_count; i++)
        if (program_is_label(decls->labels[i].file))
            *next++ = (struct program_name){decls->labels[i].file, decls->labels[i].id, 0, i};
    for (uint32_t i = 0; i < decls->interface_count; i++)
        for (uint32_t k = 0; k < elements_of(&decls->interfaces[i]); k++)
            *next++ = (struct program_name){ISA_FILE_INTERFACE, decls->interfaces[i].id + k, k != 0, i};
    decls->name_count = (uint32_t)(next - names);
    qsort(names, decls->name_count, sizeof *names, by_name);
}

static void *store(struct collector *c, const void *data, size_t count, size_t size)
{
    void *copy = arena_copy(&c->program->arena, data, count * size);
    if (!copy)
        c->status = SM5_ERR_MEMORY;
    return copy;
}

static void store_all(struct collector *c)
{
    struct program_decls *decls = c->decls;
    decls->resources = store(c, c->resources.data, c->resources.count, sizeof *c->resources.data);
    decls->resource_count = decls->resources ? (uint32_t)c->resources.count : 0;
    decls->indexables = store(c, c->indexables.data, c->indexables.count, sizeof *c->indexables.data);
    decls->indexable_count = decls->indexables ? (uint32_t)c->indexables.count : 0;
    decls->tables = store(c, c->tables.data, c->tables.count, sizeof *c->tables.data);
    decls->table_count = decls->tables ? (uint32_t)c->tables.count : 0;
    decls->interfaces = store(c, c->interfaces.data, c->interfaces.count, sizeof *c->interfaces.data);
    decls->interface_count = decls->interfaces ? (uint32_t)c->interfaces.count : 0;
    decls->labels = store(c, c->labels.data, c->labels.count, sizeof *c->labels.data);
    decls->label_count = decls->labels ? (uint32_t)c->labels.count : 0;
    index_names(c);
}

static void mark_counters(struct sm5_program *program)
{
    for (uint32_t i = program->decls.first_instr; i < program->instr_count; i++) {
        const struct program_instr *instr = &program->instrs[i];
        if (instr->opcode != ISA_IMM_ATOMIC_ALLOC && instr->opcode != ISA_IMM_ATOMIC_CONSUME)
            continue;
        if (instr->operand_count < 2)
            continue;
        const struct program_resource *found = program_resource_of(program, &instr->operands[1]);
        if (found)
            program->decls.resources[found - program->decls.resources].counted = true;
    }
}

static uint32_t first_instruction(const struct sm5_program *program)
{
    uint32_t i = 0;
    while (i < program->instr_count && isa_is_declaration(program->instrs[i].opcode))
        i++;
    return i;
}

static enum sm5_status collect(struct sm5_program *program, struct sm5_diags *diags)
{
    program->decls = (struct program_decls){.first_instr = first_instruction(program)};
    struct collector c = {.program = program, .decls = &program->decls, .diags = diags};
    for (c.at = 0; c.at < program->instr_count; c.at++)
        collect_one(&c, &program->instrs[c.at]);
    merge_resources(&c);
    merge_indexables(&c);
    if (c.resources.count > 1)
        qsort(c.resources.data, c.resources.count, sizeof *c.resources.data, by_declaration);
    c.at = 0;
    check_temp_total(&c);
    store_all(&c);
    VEC_FREE(&c.resources);
    VEC_FREE(&c.indexables);
    VEC_FREE(&c.tables);
    VEC_FREE(&c.interfaces);
    VEC_FREE(&c.labels);
    if (c.status != SM5_ERR_MEMORY)
        mark_counters(program);
    enum sm5_status stage = program_stage_collect(program, diags);
    return stage == SM5_ERR_MEMORY || !c.status ? stage : c.status;
}

static bool build_blocks(struct sm5_program *program)
{
    program_blocks_free(&program->blocks);
    program->blocks = (struct program_blocks){0};
    for (uint32_t at = 0; at < program->instr_count; at++)
        program_blocks_add(&program->blocks, program->instrs[at].opcode);
    program_blocks_end(&program->blocks);
    return !program->blocks.no_memory;
}

enum sm5_status program_collect_decls(struct sm5_program *program)
{
    enum sm5_status status = collect(program, NULL);
    if (!build_blocks(program))
        return SM5_ERR_MEMORY;
    return status == SM5_ERR_INPUT ? SM5_OK : status;
}

enum sm5_status program_check_decls(const struct sm5_program *program, struct sm5_diags *diags)
{
    struct sm5_program scratch = *program;
    scratch.arena = (struct arena){0};
    enum sm5_status status = collect(&scratch, diags);
    arena_free(&scratch.arena);
    return status;
}
