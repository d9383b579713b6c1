/* Switches, which become chains of ifs, and calls, which are inlined. */
#include "ir/lower/lower.h"

/* ---- switch ---- */

struct section {
    uint32_t begin, end; /* instructions after its labels */
    uint32_t fall;       /* variable: lanes that fall through into the next one */
    bool falls;
};

static void section_body(struct lower *l, void *context)
{
    struct section *section = context;
    lower_range(l, section->begin, section->end);
    section->falls = l->reached;
    if (l->reached)
        lower_assign(l, section->fall, lower_constant(l, UINT32_MAX));
}

struct switching {
    uint32_t begin, end, fall;
    ir_ref value;
};

uint32_t lower_next(const struct lower *l, uint32_t at)
{
    const struct program_block *block = program_block_of(l->program, at);
    return block->depth && block->first == at ? block->end + 1 : at + 1;
}

static bool is_label(const struct lower *l, uint32_t at)
{
    uint16_t opcode = l->program->instrs[at].opcode;
    return opcode == ISA_CASE || opcode == ISA_DEFAULT;
}

static ir_ref either(struct lower *l, ir_ref a, ir_ref b)
{
    return a ? lower_lane(l, ISA_OR, (const ir_ref[]){a, b}, 2) : b;
}

static ir_ref case_taken(struct lower *l, const struct switching *s, uint32_t at)
{
    const struct program_operand *operand = &l->program->instrs[at].operands[0];
    if (operand->file != ISA_FILE_IMM32)
        return lower_fail(l, SM5_ERR_SUPPORT);
    uint32_t literal = operand->imm[operand->comps == ISA_COMPS_4 ? operand_component(operand, 0) : 0];
    return lower_lane(l, ISA_IEQ, (const ir_ref[]){s->value, lower_constant(l, literal)}, 2);
}

/* The lanes that no case takes. */
static ir_ref default_taken(struct lower *l, const struct switching *s)
{
    ir_ref some = 0;
    for (uint32_t at = s->begin; at < s->end && !l->status; at = lower_next(l, at))
        if (l->program->instrs[at].opcode == ISA_CASE)
            some = either(l, some, case_taken(l, s, at));
    return some ? lower_lane(l, ISA_NOT, &some, 1) : lower_constant(l, UINT32_MAX);
}

static void switch_body(struct lower *l, void *context)
{
    const struct switching *s = context;
    uint32_t at = s->begin;
    while (at < s->end && !is_label(l, at)) /* code before the first label is unreachable */
        at = lower_next(l, at);
    lower_assign(l, s->fall, lower_constant(l, 0));
    while (at < s->end && !l->status && l->reached) {
        ir_ref taken = l->variables[s->fall];
        l->at = at;
        for (; at < s->end && is_label(l, at); at++)
            taken = either(l, taken,
                           l->program->instrs[at].opcode == ISA_CASE ? case_taken(l, s, at)
                                                                     : default_taken(l, s));
        struct section section = {at, at, s->fall, false};
        while (section.end < s->end && !is_label(l, section.end))
            section.end = lower_next(l, section.end);
        lower_make_if(l, taken, section_body, NULL, &section);
        if (!section.falls && l->reached)
            lower_assign(l, s->fall, lower_constant(l, 0));
        at = section.end;
    }
}

void lower_switch(struct lower *l, uint32_t end)
{
    struct switching s = {l->at + 1, end, l->fall_first + l->switches, lower_source(l, 0, 0)};
    if (l->switches == PROGRAM_NESTING || l->status) {
        lower_fail(l, SM5_ERR_SUPPORT);
        return;
    }
    l->switches++;
    lower_make_scope(l, s.begin, end, false, switch_body, &s);
    l->switches--;
}

/* ---- calls ---- */

struct routine {
    uint32_t begin, end;
};

static void routine_body(struct lower *l, void *context)
{
    const struct routine *routine = context;
    uint32_t switches = l->switches;
    lower_range(l, routine->begin, routine->end);
    l->switches = switches;
}

static void call_body(struct lower *l, void *context)
{
    const struct program_label *const *label = context;
    const struct program_block *block = program_block_of(l->program, (*label)->instr);
    struct routine routine = {block->first + 1, block->end};
    if (l->calls == LOWER_CALL_DEPTH)
        return;
    l->calls++;
    uint32_t at = l->at;
    lower_make_scope(l, routine.begin, routine.end, true, routine_body, &routine);
    l->at = at;
    l->calls--;
}

ir_ref lower_condition_of(struct lower *l)
{
    ir_ref word = lower_source(l, 0, 0);
    if (l->status || instr_tests_nz(lower_instr(l)))
        return word;
    return lower_lane(l, ISA_IEQ, (const ir_ref[]){word, lower_constant(l, 0)}, 2);
}

void lower_call(struct lower *l)
{
    const struct program_instr *instr = lower_instr(l);
    bool is_conditional = instr->opcode == ISA_CALLC;
    const struct program_label *label = program_label_of(l->program, &instr->operands[is_conditional]);
    if (!label)
        lower_fail(l, SM5_ERR_SUPPORT);
    else if (is_conditional)
        lower_make_if(l, lower_condition_of(l), call_body, NULL, &label);
    else
        call_body(l, &label);
}

/* fcall: a chain of tests over the function tables; a table without a body is a fault. */
struct dispatch {
    ir_ref table;
    const struct program_interface *interface;
    uint32_t next, site;
};

void lower_fault(struct lower *l, uint32_t kind)
{
    struct ir_value v = {.kind = IR_FAULT, .fault = kind, .slot = IR_NONE, .view = IR_NONE};
    lower_effect(l, &v, NULL, 0);
}

static void dispatch_body(struct lower *l, void *context);

static void table_body(struct lower *l, void *context)
{
    const struct dispatch *d = context;
    const struct program_label *label = program_body_of(l->program, d->interface->tables[d->next], d->site);
    if (!label)
        lower_fault(l, IR_FAULT_FCALL);
    else
        call_body(l, &label);
}

static void rest_body(struct lower *l, void *context)
{
    const struct dispatch *d = context;
    struct dispatch rest = {d->table, d->interface, d->next + 1, d->site};
    dispatch_body(l, &rest);
}

static void dispatch_body(struct lower *l, void *context)
{
    const struct dispatch *d = context;
    if (d->next >= d->interface->table_count || d->next > 255) {
        if (d->next > 255)
            lower_fail(l, SM5_ERR_SUPPORT);
        lower_fault(l, IR_FAULT_FCALL);
        return;
    }
    ir_ref id = lower_constant(l, d->interface->tables[d->next]);
    ir_ref is_table = lower_lane(l, ISA_IEQ, (const ir_ref[]){d->table, id}, 2);
    lower_make_if(l, is_table, table_body, rest_body, context);
}

void lower_interface_call(struct lower *l)
{
    const struct program_instr *instr = lower_instr(l);
    const struct program_operand *operand = &instr->operands[0];
    struct ir_value v = {.kind = IR_TABLE, .results = 1, .slot = IR_NONE, .view = IR_NONE};
    if (operand->index_count < 2 || operand->index[0].relative || instr->dword_count < 1) {
        lower_fail(l, SM5_ERR_SUPPORT);
        return;
    }
    uint32_t first;
    const struct program_interface *face =
        program_interface_of(l->program, (uint32_t)operand->index[0].imm, &first);
    ir_ref element = lower_index(l, &operand->index[1], &v.base);
    if (!face || l->status) {
        lower_fail(l, SM5_ERR_SUPPORT);
        return;
    }
    v.interface = (uint32_t)(face - l->program->decls.interfaces);
    v.base += first;
    struct dispatch d = {lower_read(l, &v, &element, 1, 0), face, 0, instr->dwords[0]};
    dispatch_body(l, &d);
}
