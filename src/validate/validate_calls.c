/* Subroutines: labels, calls, recursion and depth of the call graph (D3D11.3 22.7.10, 22.7.15, 22.7.19). */
#include "validate/validate_state.h"

enum {
    CALL_DEPTH = 32,
    CALL_LIMIT = 1 << 20, /* edges of the graph: a call through an interface has one for each table */
};

/* Routine 0 is main; routine i + 1 begins at label i of the program. */
struct routine {
    uint32_t first, edges; /* calls it makes, in graph.calls */
    uint32_t next;         /* of them, during the depth-first search */
    uint32_t depth;        /* calls nested below it */
    enum { WHITE, OPEN, DONE } colour;
};

struct call {
    uint32_t routine, at; /* callee and instruction */
};

struct graph {
    struct validate *v;
    struct routine *routines;
    uint32_t count;
    VEC(struct call) calls;
    uint32_t *stack;
};

static void check_labels(struct validate *v)
{
    const struct program_decls *decls = &v->program->decls;
    for (uint32_t i = 0; i < decls->label_count; i++) {
        const struct program_label *label = &decls->labels[i];
        v->at = label->instr;
        if (program_is_label(label->file) && program_find(v->program, label->file, label->id) != i)
            VALIDATE_REPORT(v, VALIDATE_LABEL_TWICE, isa_file(label->file)->text, label->id);
    }
}

static void add_edge(struct graph *g, const struct program_label *label)
{
    struct call call = {(uint32_t)(label - g->v->program->decls.labels) + 1, g->v->at};
    if (!VEC_PUSH(&g->calls, call))
        g->v->no_memory = true;
}

/* The label is a call's last operand. */
static void add_call(struct graph *g, const struct program_instr *instr)
{
    unsigned k = instr->operand_count - 1u;
    const struct program_operand *operand = &instr->operands[k];
    const struct program_label *label = program_label_of(g->v->program, operand);
    g->v->operand = (int)k;
    if (label)
        add_edge(g, label);
    else
        VALIDATE_REPORT(g->v, VALIDATE_LABEL_MISSING, isa_file(operand->file)->text,
                        (uint32_t)operand_index(operand, 0));
    g->v->operand = VALIDATE_NO_OPERAND;
}

/* A call through an interface may call the body of its call site in each of the interface's tables. */
static void add_interface_call(struct graph *g, const struct program_instr *instr)
{
    const struct program_operand *operand = &instr->operands[0];
    uint32_t site = instr->dword_count ? instr->dwords[0] : UINT32_MAX, element;
    const struct program_interface *interface =
        operand->index_count ? program_interface_of(g->v->program, (uint32_t)operand->index[0].imm, &element)
                             : NULL;
    for (uint32_t i = 0; interface && i < interface->table_count && g->calls.count < CALL_LIMIT; i++) {
        const struct program_label *body = program_body_of(g->v->program, interface->tables[i], site);
        if (body)
            add_edge(g, body);
    }
}

static void collect_calls(struct graph *g)
{
    struct validate *v = g->v;
    uint32_t current = 0;
    for (v->at = 0; v->at < v->program->instr_count; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        if (instr->opcode == ISA_LABEL)
            g->routines[++current].first = (uint32_t)g->calls.count;
        if (instr->opcode == ISA_CALL || instr->opcode == ISA_CALLC)
            add_call(g, instr);
        if (instr->opcode == ISA_INTERFACE_CALL)
            add_interface_call(g, instr);
        g->routines[current].edges = (uint32_t)g->calls.count - g->routines[current].first;
    }
}

/* One step of a depth-first search with an explicit stack; returns its new height. */
static uint32_t search_step(struct graph *g, uint32_t height)
{
    struct routine *routine = &g->routines[g->stack[height - 1]];
    if (routine->next == routine->edges) {
        routine->colour = DONE;
        return height - 1;
    }
    const struct call *call = &g->calls.data[routine->first + routine->next];
    struct routine *callee = &g->routines[call->routine];
    if (callee->colour == WHITE) {
        callee->colour = OPEN;
        g->stack[height] = call->routine;
        return height + 1;
    }
    routine->next++;
    g->v->at = call->at;
    if (callee->colour == OPEN) {
        const struct program_label *label = &g->v->program->decls.labels[call->routine - 1];
        VALIDATE_REPORT(g->v, VALIDATE_RECURSION, isa_file(label->file)->text, label->id);
    } else if (callee->depth + 1 > routine->depth) {
        routine->depth = callee->depth + 1;
        if (routine->depth == CALL_DEPTH + 1)
            VALIDATE_REPORT(g->v, VALIDATE_CALL_DEPTH, (unsigned)CALL_DEPTH);
    }
    return height;
}

static void search_cycles(struct graph *g)
{
    for (uint32_t i = 0; i < g->count; i++) {
        if (g->routines[i].colour != WHITE)
            continue;
        uint32_t height = 1;
        g->stack[0] = i;
        g->routines[i].colour = OPEN;
        while (height)
            height = search_step(g, height);
    }
}

void validate_calls(struct validate *v)
{
    struct graph g = {.v = v, .count = v->program->decls.label_count + 1};
    g.routines = calloc(g.count, sizeof *g.routines);
    g.stack = calloc(g.count, sizeof *g.stack);
    if (g.routines && g.stack) {
        check_labels(v);
        collect_calls(&g);
        search_cycles(&g);
    } else {
        v->no_memory = true;
    }
    VEC_FREE(&g.calls);
    free(g.routines);
    free(g.stack);
}
