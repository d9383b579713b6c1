/* Reduction: removes statements, blocks, features of instructions, groups and declarations while the failure
   persists. Barriers and pinned operands, which keep the program free of races, are kept, so that the reduced
   program fails for the same reason. */
#include "random_reduce.h"

#include <stdlib.h>

struct reducer {
    struct prog *prog;
    struct run_setup setup;
    struct run_outcome *wanted;
    VEC(struct prog_node *) nodes;
    bool changed;
};

static bool still_fails(struct reducer *r)
{
    struct run_outcome now;
    if (r->prog->portable && !run_is_clean(r->prog))
        return false;
    run_program(r->prog, &r->setup, &now);
    if (now.verdict != r->wanted->verdict || now.status != r->wanted->status ||
        now.memory != r->wanted->memory)
        return false;
    *r->wanted = now;
    r->changed = true;
    return true;
}

/* ---- statements ---- */

static void collect_list(struct reducer *r, const struct prog_list *list)
{
    for (struct prog_node *node = list->first; node; node = node->next) {
        if (node->deleted)
            continue;
        if (!VEC_PUSH(&r->nodes, node))
            abort();
        collect_list(r, &node->body);
        collect_list(r, &node->other);
    }
}

static void collect(struct reducer *r)
{
    r->nodes.count = 0;
    collect_list(r, &r->prog->main);
    for (unsigned i = 1; i <= r->prog->routine_count; i++) {
        struct prog_list one = {r->prog->routines[i].node, r->prog->routines[i].node};
        collect_list(r, &one);
    }
}

static bool anything_shares(const struct reducer *r)
{
    for (size_t i = 0; i < r->nodes.count; i++)
        if (r->nodes.data[i]->shares && !r->nodes.data[i]->deleted)
            return true;
    return false;
}

/* Deletes nodes [first, first + count), or restores them if the failure disappears. */
static void try_without(struct reducer *r, size_t first, size_t count)
{
    bool shares = anything_shares(r), any = false;
    for (size_t i = first; i < first + count; i++) {
        struct prog_node *node = r->nodes.data[i];
        node->deleted = !node->fixed && !(node->sync && shares);
        any |= node->deleted;
    }
    if (any && still_fails(r))
        return;
    for (size_t i = first; i < first + count; i++)
        r->nodes.data[i]->deleted = false;
}

static void delete_statements(struct reducer *r)
{
    collect(r);
    for (size_t chunk = r->nodes.count; chunk > 0; chunk /= 2) {
        /* From the end: what comes later depends on what comes first. */
        for (size_t end = r->nodes.count; end > 0; end = end > chunk ? end - chunk : 0) {
            size_t first = end > chunk ? end - chunk : 0;
            try_without(r, first, end - first);
        }
        collect(r);
        if (chunk > r->nodes.count)
            chunk = r->nodes.count + 1;
    }
}

/* ---- blocks ---- */

static void find_leave(void *context, const struct prog_instr *instr)
{
    bool leaves = instr->opcode == ISA_BREAK || instr->opcode == ISA_BREAKC ||
                  instr->opcode == ISA_CONTINUE || instr->opcode == ISA_CONTINUEC;
    *(bool *)context |= leaves;
}

static bool list_leaves(const struct prog_list *list)
{
    bool leaves = false;
    for (const struct prog_node *node = list->first; node; node = node->next) {
        if (node->deleted)
            continue;
        prog_each_of_run(&node->head, find_leave, &leaves);
        leaves |= list_leaves(&node->body) || list_leaves(&node->other);
    }
    return leaves;
}

/* An exit inside a loop would leave another block without the loop. */
static bool may_unwrap(const struct prog_node *node)
{
    if (!node->block || node->unwrapped || node->deleted || node->phase)
        return false;
    bool is_loop = node->tail.count && node->tail.data[0].opcode == ISA_ENDLOOP;
    return !is_loop || !list_leaves(&node->body);
}

static void unwrap_blocks(struct reducer *r)
{
    collect(r);
    for (size_t i = 0; i < r->nodes.count; i++) {
        struct prog_node *node = r->nodes.data[i];
        if (!may_unwrap(node))
            continue;
        node->unwrapped = true;
        if (!still_fails(r))
            node->unwrapped = false;
    }
}

static void drop_empty_else(struct reducer *r)
{
    for (size_t i = 0; i < r->nodes.count; i++) {
        struct prog_node *node = r->nodes.data[i];
        if (!node->has_other || node->unwrapped)
            continue;
        node->has_other = false;
        if (!still_fails(r))
            node->has_other = true;
    }
}

/* ---- instructions ---- */

static void try_operand(struct reducer *r, struct prog_operand *operand, struct prog_operand simpler)
{
    struct prog_operand old = *operand;
    if (memcmp(&old, &simpler, sizeof old) == 0)
        return;
    *operand = simpler;
    if (!still_fails(r))
        *operand = old;
}

/* store_* write x, xy, xyz or xyzw (D3D11.3 22.4.11). */
static void narrow_mask(struct reducer *r, struct prog_operand *operand, bool from_end)
{
    for (unsigned c = 0; c < 4; c++) {
        struct prog_operand narrow = *operand;
        narrow.select &= (uint8_t) ~(1u << (3 - c));
        bool is_prefix = (narrow.select & (narrow.select + 1)) == 0;
        if (narrow.select && (is_prefix || !from_end))
            try_operand(r, operand, narrow);
    }
}

static void simplify_source(struct reducer *r, struct prog_operand *operand, const struct isa_operand *row)
{
    struct prog_operand simpler = prog_imm(0);
    bool is_immediate = operand->file == ISA_FILE_IMM32 || operand->file == ISA_FILE_IMM64;
    simpler.words = 4;
    if (row->type == ISA_TYPE_D)
        simpler.file = ISA_FILE_IMM64;
    if (row->count == 1)
        simpler.words = 1;
    if (!is_immediate)
        try_operand(r, operand, simpler);
    simpler = *operand;
    simpler.modifier = ISA_MODIFIER_NONE;
    try_operand(r, operand, simpler);
    for (unsigned i = 0; i < operand->index_count; i++) {
        simpler = *operand;
        simpler.index[i].relative = false;
        try_operand(r, operand, simpler);
    }
}

static void simplify_suffix(struct reducer *r, struct prog_instr *instr)
{
    struct prog_instr old = *instr;
    if (instr->offset[0] || instr->offset[1] || instr->offset[2]) {
        memset(instr->offset, 0, sizeof instr->offset);
        if (!still_fails(r))
            memcpy(instr->offset, old.offset, sizeof instr->offset);
    }
    if (instr->indexable) {
        instr->indexable = 0;
        if (!still_fails(r))
            instr->indexable = old.indexable;
    }
}

static void simplify_instr(struct reducer *r, struct prog_instr *instr)
{
    const struct isa_op *row = isa_op(instr->opcode);
    if (instr->saturate) {
        instr->saturate = false;
        instr->saturate = !still_fails(r);
    }
    if (instr->precise) {
        uint8_t precise = instr->precise;
        instr->precise = 0;
        if (!still_fails(r))
            instr->precise = precise;
    }
    simplify_suffix(r, instr);
    for (unsigned i = 0; i < instr->operand_count; i++) {
        struct prog_operand *operand = &instr->operands[i];
        uint8_t role = row->operands[i].role;
        if (operand->pinned)
            continue;
        if (role == ISA_ROLE_SRC || role == ISA_ROLE_ADDR)
            simplify_source(r, operand, &row->operands[i]);
        else if (operand->selection == PROG_MASK)
            narrow_mask(r, operand, role == ISA_ROLE_WMEM);
    }
}

static void simplify_run(struct reducer *r, struct prog_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        simplify_instr(r, &run->data[i]);
}

static void simplify_instructions(struct reducer *r)
{
    collect(r);
    for (size_t i = 0; i < r->nodes.count; i++)
        if (!r->nodes.data[i]->unwrapped)
            simplify_run(r, &r->nodes.data[i]->head);
}

/* ---- frame ---- */

static void try_word(struct reducer *r, uint32_t *word, uint32_t value)
{
    uint32_t old = *word;
    if (old == value)
        return;
    *word = value;
    if (!still_fails(r))
        *word = old;
}

/* Addresses that depend on the size of the group would reach into other groups if it shrank. */
static bool may_shrink_group(const struct prog *prog)
{
    for (unsigned i = 0; i < prog->resource_count; i++)
        if (prog->resources[i].role == PROG_PHASED && prog->resources[i].file == ISA_FILE_UAV &&
            !prog->resources[i].dropped)
            return false;
    return true;
}

static void shrink_dispatch(struct reducer *r)
{
    if (r->prog->stage != ISA_COMPUTE)
        return;
    for (unsigned i = 0; i < 3; i++) {
        try_word(r, &r->prog->groups[i], 1);
        for (uint32_t n = r->prog->groups[i] / 2; n > 1; n /= 2)
            try_word(r, &r->prog->groups[i], n);
    }
    for (unsigned i = 0; i < 3 && may_shrink_group(r->prog); i++) {
        try_word(r, &r->prog->shape[i], 1);
        for (uint32_t n = r->prog->shape[i] / 2; n > 1; n /= 2)
            try_word(r, &r->prog->shape[i], n);
    }
}

/* Invocations of a stage other than compute. A rectangle keeps its position, so that its pixels are the
   same. */
static void shrink_frame(struct reducer *r)
{
    struct prog_frame *frame = &r->prog->frame;
    if (r->prog->stage == ISA_COMPUTE)
        return;
    for (uint32_t n = 1; n < frame->count; n *= 2)
        try_word(r, &frame->count, n);
    for (uint32_t n = 1; n < frame->points; n *= 2)
        try_word(r, &frame->points, n);
    for (unsigned i = 2; i < 4; i++)
        for (uint32_t n = 2; n < frame->rect[i]; n += 2)
            try_word(r, &frame->rect[i], n);
    if (frame->names) {
        frame->names = false;
        frame->names = !still_fails(r);
    }
    if (frame->covers) {
        frame->covers = false;
        frame->covers = !still_fails(r);
    }
}

/* Tessellation factors are required. */
static bool may_drop(const struct prog_io *io)
{
    enum { FIRST_FACTOR = 11 };
    return !io->dropped && !(io->output && io->system_value >= FIRST_FACTOR);
}

static void drop_registers(struct reducer *r)
{
    struct prog_frame *frame = &r->prog->frame;
    for (unsigned i = 0; i < frame->register_count; i++) {
        struct prog_io *io = &frame->registers[i];
        if (!may_drop(io))
            continue;
        io->dropped = true;
        if (!still_fails(r))
            io->dropped = false;
    }
}

static void drop_declarations(struct reducer *r)
{
    drop_registers(r);
    for (unsigned i = 0; i < r->prog->resource_count; i++) {
        struct prog_resource *resource = &r->prog->resources[i];
        if (resource->dropped)
            continue;
        resource->dropped = true;
        if (!still_fails(r))
            resource->dropped = false;
    }
    try_word(r, &r->prog->icb_rows, 0);
    try_word(r, &r->prog->indexable_count, 0);
    try_word(r, &r->prog->tables, 0);
    for (uint32_t n = 1; n < r->prog->temps; n++)
        try_word(r, &r->prog->temps, n);
}

void reduce_program(struct prog *prog, const struct run_setup *setup, struct run_outcome *outcome)
{
    struct reducer r = {.prog = prog, .setup = *setup, .wanted = outcome};
    /* Only the two that differ need to run. */
    if (outcome->verdict == RUN_DIFFERS)
        r.setup.configs &= run_reference(setup) | 1u << outcome->config;
    if (run_config_name(outcome->config))
        r.setup.extra = NULL;
    do {
        r.changed = false;
        delete_statements(&r);
        unwrap_blocks(&r);
        drop_empty_else(&r);
        simplify_instructions(&r);
        shrink_dispatch(&r);
        shrink_frame(&r);
    } while (r.changed);
    drop_declarations(&r);
    shrink_dispatch(&r);
    VEC_FREE(&r.nodes);
}
