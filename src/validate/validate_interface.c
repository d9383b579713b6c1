/* Class linkage: function bodies, tables of them, interfaces, and calls through those (D3D11.3 7.19, 22.3.49
   to 22.3.51). */
#include "validate/validate_state.h"

struct linkage {
    VEC(uint32_t) bodies; /* that dcl_function_body declares, sorted */
    uint32_t targets;     /* bodies that fcalls may call: 1, or with a dynamic index one for each element */
};

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void collect_bodies(struct validate *v, struct linkage *linkage)
{
    for (v->at = 0; v->at < v->program->instr_count; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        if (instr->opcode == ISA_DCL_FUNCTION_BODY && instr->dword_count &&
            !VEC_PUSH(&linkage->bodies, instr->dwords[0]))
            v->no_memory = true;
    }
    if (linkage->bodies.count > 1)
        qsort(linkage->bodies.data, linkage->bodies.count, sizeof *linkage->bodies.data, by_number);
}

static bool has_body(const struct linkage *linkage, uint32_t number)
{
    return linkage->bodies.count && bsearch(&number, linkage->bodies.data, linkage->bodies.count,
                                            sizeof *linkage->bodies.data, by_number);
}

static void check_body(struct validate *v, const struct program_instr *instr)
{
    if (instr->dword_count &&
        program_find(v->program, ISA_FILE_FUNCTION_BODY, instr->dwords[0]) == PROGRAM_NONE)
        VALIDATE_REPORT(v, VALIDATE_LABEL_MISSING, "fb", instr->dwords[0]);
}

static void check_label(struct validate *v, const struct linkage *linkage, const struct program_instr *instr)
{
    const struct program_operand *operand = &instr->operands[0];
    uint64_t number = operand_index(operand, 0);
    if (operand->file == ISA_FILE_FUNCTION_BODY && !has_body(linkage, (uint32_t)number))
        VALIDATE_REPORT(v, VALIDATE_LINKAGE, "fb", (unsigned)number);
}

/* DWORDs: id, count, bodies. */
static void check_table(struct validate *v, const struct linkage *linkage, const struct program_instr *instr)
{
    for (uint32_t i = 2; i < instr->dword_count; i++)
        if (!has_body(linkage, instr->dwords[i])) {
            VALIDATE_REPORT(v, VALIDATE_LINKAGE, "fb", instr->dwords[i]);
            return;
        }
}

/* DWORDs: id, call sites, lengths, tables. Each table has a body for each call site (D3D11.3 22.3.51). */
static void check_interface(struct validate *v, const struct program_instr *instr)
{
    bool missing = false;
    for (uint32_t i = 3; i < instr->dword_count && !missing; i++) {
        missing = program_find(v->program, ISA_FILE_FUNCTION_TABLE, instr->dwords[i]) == PROGRAM_NONE;
        if (missing)
            VALIDATE_REPORT(v, VALIDATE_LINKAGE, "ft", instr->dwords[i]);
    }
    for (uint32_t i = 3; i < instr->dword_count; i++) {
        uint32_t at = program_find(v->program, ISA_FILE_FUNCTION_TABLE, instr->dwords[i]);
        const struct program_function_table *table =
            at == PROGRAM_NONE ? NULL : &v->program->decls.tables[at];
        if (table && table->count != instr->dwords[1]) {
            VALIDATE_REPORT(v, VALIDATE_TABLE_SIZE, table->id, table->count, instr->dwords[0],
                            instr->dwords[1]);
            return;
        }
    }
}

/* fcall fp#[element][call site]: the call site is the DWORD; # + element is relative to the array's number
   (D3D11.3 22.7.19). */
static void check_call(struct validate *v, struct linkage *linkage, const struct program_instr *instr)
{
    const struct program_operand *operand = &instr->operands[0];
    uint32_t site = instr_dword(instr, 0), first;
    if (operand->index_count < 2)
        return; /* validate-index-count */
    const struct program_interface *interface =
        program_interface_of(v->program, (uint32_t)operand->index[0].imm, &first);
    const struct program_index *element = &operand->index[1];
    v->operand = 0;
    if (!interface)
        VALIDATE_REPORT(v, VALIDATE_LINKAGE, "fp", (unsigned)operand->index[0].imm);
    else if (site >= interface->call_sites)
        VALIDATE_REPORT(v, VALIDATE_CALL_SITE, interface->id, interface->call_sites, site);
    else if (element->relative ? !interface->dynamic : first + element->imm >= interface->array_length)
        VALIDATE_REPORT(v, VALIDATE_CALL_ELEMENT, interface->id, interface->array_length,
                        interface->dynamic ? "dynamic" : "literal");
    uint32_t before = linkage->targets;
    linkage->targets += interface && element->relative ? interface->array_length : 1;
    if (before <= LIMIT_CALL_TARGETS && linkage->targets > LIMIT_CALL_TARGETS)
        VALIDATE_REPORT(v, VALIDATE_CALL_TARGETS, (unsigned)LIMIT_CALL_TARGETS);
    v->operand = VALIDATE_NO_OPERAND;
}

void validate_interfaces(struct validate *v)
{
    struct linkage linkage = {0};
    collect_bodies(v, &linkage);
    for (v->at = 0; v->at < v->program->instr_count; v->at++) {
        const struct program_instr *instr = validate_instr(v);
        switch (instr->opcode) {
        case ISA_DCL_FUNCTION_BODY: check_body(v, instr); break;
        case ISA_DCL_FUNCTION_TABLE: check_table(v, &linkage, instr); break;
        case ISA_DCL_INTERFACE: check_interface(v, instr); break;
        case ISA_LABEL: check_label(v, &linkage, instr); break;
        case ISA_INTERFACE_CALL: check_call(v, &linkage, instr); break;
        default: break;
        }
    }
    VEC_FREE(&linkage.bodies);
}
