/* Subroutines: labels, calls, recursion and depth (D3D11.3 22.7.10, 22.7.15, 22.7.19). */
#include "validate/validate_parts.h"

enum {
    CALL_DEPTH = 32,
    CALLS_FOLLOWED = 1 << 20, /* a call through an interface counts for each of its tables */
};

/* A routine: main, or what a label begins. */
struct routine {
    uint32_t id, at;
    uint8_t file;          /* of its label; ISA_FILE_NULL: main */
    uint32_t first, edges; /* calls it makes, in graph.calls */
    uint32_t next;         /* of them, while the graph is walked */
    uint32_t depth;        /* calls nested below it */
    enum { WHITE, OPEN, DONE } colour;
};

struct call {
    uint32_t routine, at; /* what is called, and where */
};

struct graph {
    struct validate *v;
    VEC(struct routine) routines; /* in program order */
    VEC(struct call) calls;
    uint32_t *by_label; /* numbers of routines, by file and id */
    uint32_t *stack;
    const struct program_function_table **tables; /* by id */
};

static const struct routine *label_of(const struct graph *g, uint32_t i)
{
    return &g->routines.data[g->by_label[i]];
}

static int compare(const struct routine *a, uint8_t file, uint32_t id)
{
    if (a->file != file)
        return a->file < file ? -1 : 1;
    return a->id < id ? -1 : a->id > id;
}

static int by_label(const void *a, const void *b, void *context)
{
    const struct graph *g = context;
    const struct routine *x = &g->routines.data[*(const uint32_t *)a];
    const struct routine *y = &g->routines.data[*(const uint32_t *)b];
    int order = compare(x, y->file, y->id);
    return order ? order : x->at < y->at ? -1 : x->at > y->at;
}

/* Number of the routine that a label names, or the count of routines. */
static uint32_t find(const struct graph *g, uint8_t file, uint32_t id)
{
    uint32_t low = 0, high = (uint32_t)g->routines.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare(label_of(g, middle), file, id) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < g->routines.count && compare(label_of(g, low), file, id) == 0;
    return found ? g->by_label[low] : (uint32_t)g->routines.count;
}

static int by_id(const void *a, const void *b)
{
    const struct program_function_table *const *x = a, *const *y = b;
    return (*x)->id < (*y)->id ? -1 : (*x)->id > (*y)->id;
}

static bool collect_tables(struct graph *g)
{
    const struct program_decls *decls = &g->v->program->decls;
    g->tables = calloc(decls->table_count + 1, sizeof *g->tables);
    for (uint32_t i = 0; g->tables && i < decls->table_count; i++)
        g->tables[i] = &decls->tables[i];
    if (g->tables && decls->table_count > 1)
        qsort(g->tables, decls->table_count, sizeof *g->tables, by_id);
    return g->tables != NULL;
}

static const struct program_function_table *table_of(const struct graph *g, uint32_t id)
{
    const struct program_function_table key = {.id = id}, *wanted = &key;
    const struct program_function_table *const *found =
        bsearch(&wanted, g->tables, g->v->program->decls.table_count, sizeof *g->tables, by_id);
    return found ? *found : NULL;
}

static bool add_routine(struct graph *g, uint8_t file, uint32_t id)
{
    struct routine routine = {.file = file, .id = id, .at = g->v->at};
    return VEC_PUSH(&g->routines, routine);
}

static uint32_t label_number(const struct program_operand *operand)
{
    return operand->index_count ? (uint32_t)operand->index[0].imm : 0;
}

static bool collect_routines(struct graph *g)
{
    struct validate *v = g->v;
    bool ok = add_routine(g, ISA_FILE_NULL, 0);
    for (v->at = 0; ok && v->at < v->program->instr_count; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        if (instr->opcode == ISA_LABEL)
            ok = add_routine(g, instr->operands[0].file, label_number(&instr->operands[0]));
    }
    size_t count = g->routines.count;
    g->by_label = ok ? calloc(count, sizeof *g->by_label) : NULL;
    g->stack = ok ? calloc(count, sizeof *g->stack) : NULL;
    if (!g->by_label || !g->stack)
        return false;
    for (uint32_t i = 0; i < count; i++)
        g->by_label[i] = i;
    qsort_r(g->by_label, count, sizeof *g->by_label, by_label, g);
    return true;
}

static void check_labels(struct graph *g)
{
    for (uint32_t i = 1; i < g->routines.count; i++) {
        const struct routine *a = label_of(g, i - 1), *b = label_of(g, i);
        g->v->at = b->at;
        if (compare(a, b->file, b->id) == 0)
            VALIDATE_REPORT(g->v, VALIDATE_LABEL_TWICE, isa_file(b->file)->text, b->id);
    }
}

/* The label is a call's last operand. */
static void add_call(struct graph *g, const struct program_instr *instr)
{
    unsigned k = instr->operand_count - 1u;
    const struct program_operand *operand = &instr->operands[k];
    struct call call = {find(g, operand->file, label_number(operand)), g->v->at};
    g->v->operand = (int)k;
    if (call.routine == g->routines.count)
        VALIDATE_REPORT(g->v, VALIDATE_LABEL_MISSING, isa_file(operand->file)->text, label_number(operand));
    else if (!VEC_PUSH(&g->calls, call))
        g->v->no_memory = true;
    g->v->operand = VALIDATE_WHOLE;
}

/* What a call through an interface may come to: the body of its site, of each table. */
static void add_interface_call(struct graph *g, const struct program_instr *instr)
{
    const struct program_operand *operand = &instr->operands[0];
    const struct program_decls *decls = &g->v->program->decls;
    uint32_t site = instr->dword_count ? instr->dwords[0] : UINT32_MAX;
    const struct program_interface *face = NULL;
    for (uint32_t i = 0; operand->index_count && i < decls->interface_count; i++)
        if (decls->interfaces[i].id == operand->index[0].imm)
            face = &decls->interfaces[i];
    for (uint32_t i = 0; face && i < face->table_count && g->calls.count < CALLS_FOLLOWED; i++) {
        const struct program_function_table *table = table_of(g, face->tables[i]);
        uint32_t body = table && site < table->count ? table->bodies[site] : 0;
        struct call call = {find(g, ISA_FILE_FUNCTION_BODY, body), g->v->at};
        bool known = table && site < table->count && call.routine < g->routines.count;
        if (known && !VEC_PUSH(&g->calls, call))
            g->v->no_memory = true;
    }
}

static void collect_calls(struct graph *g)
{
    struct validate *v = g->v;
    uint32_t current = 0;
    for (v->at = 0; v->at < v->program->instr_count; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        if (instr->opcode == ISA_LABEL)
            g->routines.data[++current].first = (uint32_t)g->calls.count;
        if (instr->opcode == ISA_CALL || instr->opcode == ISA_CALLC)
            add_call(g, instr);
        if (instr->opcode == ISA_INTERFACE_CALL)
            add_interface_call(g, instr);
        g->routines.data[current].edges = (uint32_t)g->calls.count - g->routines.data[current].first;
    }
}

/* One step of a walk in depth with a stack of its own; returns the stack's new height. */
static uint32_t step(struct graph *g, uint32_t height)
{
    struct routine *routine = &g->routines.data[g->stack[height - 1]];
    if (routine->next == routine->edges) {
        routine->colour = DONE;
        return height - 1;
    }
    const struct call *call = &g->calls.data[routine->first + routine->next];
    struct routine *callee = &g->routines.data[call->routine];
    if (callee->colour == WHITE) {
        callee->colour = OPEN;
        g->stack[height] = call->routine;
        return height + 1;
    }
    routine->next++;
    g->v->at = call->at;
    if (callee->colour == OPEN) {
        VALIDATE_REPORT(g->v, VALIDATE_RECURSION, isa_file(callee->file)->text, callee->id);
    } else if (callee->depth + 1 > routine->depth) {
        routine->depth = callee->depth + 1;
        if (routine->depth == CALL_DEPTH + 1)
            VALIDATE_REPORT(g->v, VALIDATE_CALL_DEPTH, (unsigned)CALL_DEPTH);
    }
    return height;
}

static void walk_calls(struct graph *g)
{
    for (uint32_t i = 0; i < g->routines.count; i++) {
        if (g->routines.data[i].colour != WHITE)
            continue;
        uint32_t height = 1;
        g->stack[0] = i;
        g->routines.data[i].colour = OPEN;
        while (height)
            height = step(g, height);
    }
}

void validate_calls(struct validate *v)
{
    struct graph g = {.v = v};
    if (collect_tables(&g) && collect_routines(&g)) {
        check_labels(&g);
        collect_calls(&g);
        walk_calls(&g);
    } else {
        v->no_memory = true;
    }
    VEC_FREE(&g.routines);
    VEC_FREE(&g.calls);
    free(g.by_label);
    free(g.tables);
    free(g.stack);
}
