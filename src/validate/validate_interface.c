/* Class linkage: function bodies, tables of them, interfaces, and calls through those (D3D11.3 7.19, 22.3.49 to 22.3.51). */
#include "validate/validate_parts.h"

/* Numbers that are declared, sorted. */
struct numbers {
    VEC(uint32_t) list;
};

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void add(struct validate *v, struct numbers *numbers, uint32_t number)
{
    if (!VEC_PUSH(&numbers->list, number))
        v->no_memory = true;
}

static void sort(struct numbers *numbers)
{
    if (numbers->list.count > 1)
        qsort(numbers->list.data, numbers->list.count, sizeof *numbers->list.data, by_number);
}

static bool has(const struct numbers *numbers, uint32_t number)
{
    return numbers->list.count &&
           bsearch(&number, numbers->list.data, numbers->list.count, sizeof *numbers->list.data, by_number);
}

struct linkage {
    struct numbers bodies, labels, tables;
    const struct program_function_table **sizes; /* by id */
    uint32_t size_count;
    uint32_t targets; /* bodies that fcalls may go to: one each, of a dynamic element one for each element */
};

static int by_id(const void *a, const void *b)
{
    const struct program_function_table *const *x = a, *const *y = b;
    return by_number(&(*x)->id, &(*y)->id);
}

static void gather(struct validate *v, struct linkage *linkage)
{
    for (v->at = 0; v->at < v->program->instr_count; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        if (instr->opcode == ISA_DCL_FUNCTION_BODY && instr->dword_count)
            add(v, &linkage->bodies, instr->dwords[0]);
        else if (instr->opcode == ISA_DCL_FUNCTION_TABLE && instr->dword_count)
            add(v, &linkage->tables, instr->dwords[0]);
        else if (instr->opcode == ISA_LABEL && instr->operands[0].file == ISA_FILE_FUNCTION_BODY &&
                 instr->operands[0].index_count)
            add(v, &linkage->labels, (uint32_t)instr->operands[0].index[0].imm);
    }
    sort(&linkage->bodies);
    sort(&linkage->labels);
    sort(&linkage->tables);
    const struct program_decls *decls = &v->program->decls;
    linkage->sizes = calloc(decls->table_count + 1, sizeof *linkage->sizes);
    v->no_memory |= !linkage->sizes;
    linkage->size_count = linkage->sizes ? decls->table_count : 0;
    for (uint32_t i = 0; i < linkage->size_count; i++)
        linkage->sizes[i] = &decls->tables[i];
    if (linkage->size_count > 1)
        qsort(linkage->sizes, linkage->size_count, sizeof *linkage->sizes, by_id);
}

static void check_body(struct validate *v, const struct linkage *linkage, const struct program_instr *instr)
{
    if (instr->dword_count && !has(&linkage->labels, instr->dwords[0]))
        VALIDATE_REPORT(v, VALIDATE_LABEL_MISSING, "fb", instr->dwords[0]);
}

static void check_label(struct validate *v, const struct linkage *linkage, const struct program_instr *instr)
{
    const struct program_operand *operand = &instr->operands[0];
    uint64_t number = operand->index_count ? operand->index[0].imm : 0;
    if (operand->file == ISA_FILE_FUNCTION_BODY && !has(&linkage->bodies, (uint32_t)number))
        VALIDATE_REPORT(v, VALIDATE_LINKAGE, "fb", (unsigned)number);
}

/* DWORDs: id, count, bodies. */
static void check_table(struct validate *v, const struct linkage *linkage, const struct program_instr *instr)
{
    for (uint32_t i = 2; i < instr->dword_count; i++)
        if (!has(&linkage->bodies, instr->dwords[i])) {
            VALIDATE_REPORT(v, VALIDATE_LINKAGE, "fb", instr->dwords[i]);
            return;
        }
}

static const struct program_function_table *table_of(const struct linkage *linkage, uint32_t id)
{
    const struct program_function_table key = {.id = id}, *wanted = &key;
    const struct program_function_table *const *found =
        bsearch(&wanted, linkage->sizes, linkage->size_count, sizeof *linkage->sizes, by_id);
    return found ? *found : NULL;
}

/* Each table of an interface has a body for each of its call sites (D3D11.3 22.3.51). */
static void check_sites(struct validate *v, const struct linkage *linkage, const struct program_instr *instr)
{
    for (uint32_t i = 3; i < instr->dword_count; i++) {
        const struct program_function_table *table = table_of(linkage, instr->dwords[i]);
        if (table && table->count != instr->dwords[1]) {
            VALIDATE_REPORT(v, VALIDATE_TABLE_SIZE, table->id, table->count, instr->dwords[0],
                            instr->dwords[1]);
            return;
        }
    }
}

/* DWORDs: id, call sites, lengths, tables. */
static void check_interface(struct validate *v, const struct linkage *linkage,
                            const struct program_instr *instr)
{
    for (uint32_t i = 3; i < instr->dword_count; i++)
        if (!has(&linkage->tables, instr->dwords[i])) {
            VALIDATE_REPORT(v, VALIDATE_LINKAGE, "ft", instr->dwords[i]);
            return;
        }
}

/* fcall fp#[element][call site]; the call site is the DWORD, and # + element counts on from the array's
   number (D3D11.3 22.7.19). */
static void check_call(struct validate *v, struct linkage *linkage, const struct program_instr *instr)
{
    enum { TARGETS = 4096 }; /* over all fcalls, D3D11.3 22.3.51 */
    const struct program_operand *operand = &instr->operands[0];
    uint32_t site = instr->dword_count ? instr->dwords[0] : 0, first;
    if (operand->index_count < 2)
        return; /* reported with the operand */
    const struct program_interface *face =
        program_interface_of(v->program, (uint32_t)operand->index[0].imm, &first);
    const struct program_index *element = &operand->index[1];
    v->operand = 0;
    if (!face)
        VALIDATE_REPORT(v, VALIDATE_LINKAGE, "fp", (unsigned)operand->index[0].imm);
    else if (site >= face->call_sites)
        VALIDATE_REPORT(v, VALIDATE_CALL_SITE, face->id, face->call_sites, site);
    else if (element->relative ? !face->dynamic : first + element->imm >= face->array_length)
        VALIDATE_REPORT(v, VALIDATE_CALL_ELEMENT, face->id, face->array_length,
                        face->dynamic ? "dynamic" : "literal");
    uint32_t before = linkage->targets;
    linkage->targets += face && element->relative ? face->array_length : 1;
    if (before <= TARGETS && linkage->targets > TARGETS)
        VALIDATE_REPORT(v, VALIDATE_CALL_TARGETS, (unsigned)TARGETS);
    v->operand = VALIDATE_WHOLE;
}

void validate_interfaces(struct validate *v)
{
    struct linkage linkage = {0};
    gather(v, &linkage);
    for (v->at = 0; v->at < v->program->instr_count; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        switch (instr->opcode) {
        case ISA_DCL_FUNCTION_BODY: check_body(v, &linkage, instr); break;
        case ISA_DCL_FUNCTION_TABLE: check_table(v, &linkage, instr); break;
        case ISA_DCL_INTERFACE:
            check_interface(v, &linkage, instr);
            check_sites(v, &linkage, instr);
            break;
        case ISA_LABEL: check_label(v, &linkage, instr); break;
        case ISA_INTERFACE_CALL: check_call(v, &linkage, instr); break;
        default: break;
        }
    }
    VEC_FREE(&linkage.bodies.list);
    VEC_FREE(&linkage.labels.list);
    VEC_FREE(&linkage.tables.list);
    free(linkage.sizes);
}
