/* Building blocks of a generated program. */
#include "prog.h"

#include <assert.h>
#include <stdio.h>
#include <unistd.h>

void prog_require_memory(bool has_memory)
{
    if (has_memory)
        return;
    fputs("sm5: out of memory\n", stderr);
    _exit(2);
}

void prog_free(struct prog *prog)
{
    arena_free(&prog->arena);
}

struct prog_node *prog_node_add(struct prog *prog, struct prog_list *list)
{
    struct prog_node *node = arena_alloc(&prog->arena, sizeof *node);
    prog_require_memory(node);
    if (list->last)
        list->last->next = node;
    else
        list->first = node;
    return list->last = node;
}

struct prog_instr *prog_instr_add(struct prog *prog, struct prog_run *run, uint16_t opcode)
{
    if (run->count == run->capacity) {
        size_t capacity = run->capacity ? 2 * run->capacity : 2;
        struct prog_instr *data = arena_array(&prog->arena, capacity, sizeof *data);
        prog_require_memory(data);
        if (run->count)
            memcpy(data, run->data, run->count * sizeof *data);
        run->data = data;
        run->capacity = capacity;
    }
    struct prog_instr *instr = &run->data[run->count++];
    *instr = (struct prog_instr){.opcode = opcode};
    return instr;
}

struct prog_operand *prog_operand_add(struct prog_instr *instr, struct prog_operand operand)
{
    assert(instr->operand_count < PROG_OPERANDS);
    instr->operands[instr->operand_count] = operand;
    return &instr->operands[instr->operand_count++];
}

/* ---- operands ---- */

struct prog_operand prog_imm(uint32_t word)
{
    return (struct prog_operand){.file = ISA_FILE_IMM32, .words = 1, .imm = {word}};
}

static struct prog_operand of_register(uint8_t file, uint32_t reg)
{
    struct prog_operand operand = {.file = file};
    bool numbered = isa_file(file)->indices > 0;
    operand.index_count = numbered;
    operand.index[0].imm = reg;
    return operand;
}

struct prog_operand prog_one(uint8_t file, uint32_t reg, unsigned component)
{
    struct prog_operand operand = of_register(file, reg);
    operand.selection = PROG_ONE;
    operand.select = (uint8_t)component;
    return operand;
}

struct prog_operand prog_swizzle(uint8_t file, uint32_t reg, unsigned swizzle)
{
    struct prog_operand operand = of_register(file, reg);
    operand.selection = PROG_SWIZZLE;
    operand.select = (uint8_t)swizzle;
    return operand;
}

struct prog_operand prog_mask(uint8_t file, uint32_t reg, unsigned mask)
{
    struct prog_operand operand = of_register(file, reg);
    operand.selection = PROG_MASK;
    operand.select = (uint8_t)mask;
    return operand;
}

struct prog_operand prog_bare(uint8_t file, uint32_t reg)
{
    return of_register(file, reg);
}

/* ---- walking ---- */

void prog_each_of_run(const struct prog_run *run,
                      void (*visit)(void *context, const struct prog_instr *instr), void *context)
{
    for (size_t i = 0; i < run->count; i++)
        visit(context, &run->data[i]);
}

static void each_of_list(const struct prog_list *list, void (*visit)(void *, const struct prog_instr *),
                         void *context)
{
    for (const struct prog_node *node = list->first; node; node = node->next) {
        if (node->left_out)
            continue;
        prog_each_of_run(&node->head, visit, context);
        each_of_list(&node->body, visit, context);
        prog_each_of_run(&node->middle, visit, context);
        each_of_list(&node->other, visit, context);
        prog_each_of_run(&node->tail, visit, context);
    }
}

static void each_of_routines(const struct prog *prog, void (*visit)(void *, const struct prog_instr *),
                             void *context)
{
    for (unsigned i = 1; i <= prog->routine_count; i++) {
        struct prog_list one = {prog->routines[i].node, prog->routines[i].node};
        each_of_list(&one, visit, context);
    }
}

void prog_each(const struct prog *prog, void (*visit)(void *context, const struct prog_instr *instr),
               void *context)
{
    each_of_list(&prog->main, visit, context);
    each_of_routines(prog, visit, context);
}

/* ---- what runs ---- */

bool prog_at_samples(const struct prog *prog)
{
    for (unsigned i = 0; prog->stage == ISA_PIXEL && i < prog->frame.register_count; i++) {
        const struct prog_io *r = &prog->frame.registers[i];
        if (!r->output && !r->dropped &&
            (r->interpolation == ISA_INTERPOLATION_LINEAR_SAMPLE ||
             r->interpolation == ISA_INTERPOLATION_NOPERSPECTIVE_SAMPLE ||
             r->system_value == ISA_SYSTEM_VALUE_SAMPLE_INDEX))
            return true;
    }
    return false;
}

uint32_t prog_records(const struct prog *prog)
{
    const struct prog_frame *frame = &prog->frame;
    switch (prog->stage) {
    case ISA_PIXEL: return frame->rect[2] * frame->rect[3] * (prog_at_samples(prog) ? frame->samples : 1);
    case ISA_HULL:
    case ISA_DOMAIN:
    case ISA_GEOMETRY: return frame->count * frame->points_in;
    default: return frame->count;
    }
}

uint32_t prog_phase_base(const struct prog *prog, unsigned phase)
{
    uint32_t base = 0;
    for (unsigned i = 1; i < phase; i++)
        base += prog->frame.count * prog->frame.phases[i - 1].instances;
    return base;
}

uint32_t prog_threads(const struct prog *prog)
{
    const struct prog_frame *frame = &prog->frame;
    switch (prog->stage) {
    case ISA_COMPUTE: return prog_group_threads(prog) * prog_group_count(prog);
    case ISA_HULL: return prog_phase_base(prog, frame->phase_count + 1);
    case ISA_DOMAIN: return frame->count * frame->points;
    case ISA_GEOMETRY: return frame->count * frame->instances;
    default: return prog_records(prog);
    }
}

uint32_t prog_record_registers(const struct prog *prog, uint8_t file)
{
    uint32_t registers = 0;
    for (unsigned i = 0; i < prog->frame.register_count; i++) {
        const struct prog_io *r = &prog->frame.registers[i];
        if (r->file == file && r->reg >= registers)
            registers = r->reg + 1;
    }
    return registers;
}

/* ---- numbers ---- */

struct search {
    const struct prog_instr *wanted;
    uint32_t next, found;
};

static void compare_instr(void *context, const struct prog_instr *instr)
{
    struct search *search = context;
    if (instr == search->wanted)
        search->found = search->next;
    search->next++;
}

uint32_t prog_number(const struct prog *prog, const struct prog_instr *instr)
{
    struct search search = {instr, prog_text_first_statement(prog), UINT32_MAX};
    each_of_list(&prog->main, compare_instr, &search);
    search.next++; /* the ret of main */
    each_of_routines(prog, compare_instr, &search);
    return search.found;
}
