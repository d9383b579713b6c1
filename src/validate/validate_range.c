/* Ranges: dcl_indexrange (D3D11.3 22.3.30), and the descriptor ranges of SM5.1. */
#include "validate/validate_state.h"

/* ---- dcl_indexrange ---- */

struct indexed {
    uint8_t masks[ISA_FILE_COUNT][VALIDATE_REGISTERS]; /* components in the ranges of this phase */
};

struct span {
    uint8_t file, mask;
    uint32_t first, end;
    const struct program_register *registers; /* declared in the phase */
    uint32_t count;
};

static bool span_of(const struct program_instr *instr, struct span *span)
{
    const struct program_operand *operand = &instr->operands[0];
    uint64_t first = operand_register(operand);
    uint64_t count = instr_dword(instr, 0);
    if (first + count > VALIDATE_REGISTERS || first > VALIDATE_REGISTERS)
        return false; /* reported by validate_dcl.c */
    span->file = operand->file;
    span->mask = (uint8_t)operand_write_mask(operand);
    span->first = (uint32_t)first;
    span->end = (uint32_t)(first + count);
    return true;
}

static bool overlaps(struct validate *v, struct indexed *indexed, const struct span *span)
{
    bool any = false;
    for (uint32_t i = span->first; i < span->end; i++) {
        any |= indexed->masks[span->file][i] & span->mask;
        indexed->masks[span->file][i] |= span->mask;
    }
    if (any)
        VALIDATE_REPORT(v, VALIDATE_INDEX_OVERLAP, isa_file(span->file)->text, span->first,
                        isa_file(span->file)->text, span->end - 1);
    return any;
}

static bool is_in(const struct span *span, const struct program_register *r)
{
    return r->file == span->file && (r->mask & span->mask) && r->reg >= span->first && r->reg < span->end;
}

/* The registers of the group of tessellation factors that contains a system value (10.10). */
static bool group_of(uint32_t value, uint32_t reg, uint32_t *first, uint32_t *end)
{
    static const struct {
        uint8_t at, of;
    } places[] = {[11] = {0, 4}, [12] = {1, 4}, [13] = {2, 4}, [14] = {3, 4}, [15] = {0, 2}, [16] = {1, 2},
                  [17] = {0, 3}, [18] = {1, 3}, [19] = {2, 3}, [20] = {0, 1}, [21] = {1, 2}, [22] = {0, 2}};
    if (value >= BASE_COUNT(places) || !places[value].of || places[value].at > reg)
        return false;
    *first = reg - places[value].at;
    *end = *first + places[value].of;
    return true;
}

/* A range contains no system values, except tessellation factors if it lies inside their group (10.11). */
static bool check_value(struct validate *v, const struct span *span, const struct program_register *r)
{
    uint32_t first, end;
    if (!r->system_value)
        return true;
    bool factor = group_of(r->system_value, r->reg, &first, &end);
    if (factor && span->first >= first && span->end <= end)
        return true;
    if (factor)
        VALIDATE_REPORT(v, VALIDATE_INDEX_FACTORS, isa_file(span->file)->text, span->first,
                        isa_file(span->file)->text, span->end - 1);
    else
        VALIDATE_REPORT(v, VALIDATE_INDEX_VALUE, isa_file(r->file)->text, r->reg,
                        isa_name(ISA_NAMES_SYSTEM_VALUE, r->system_value));
    return false;
}

static void check_contents(struct validate *v, const struct span *span)
{
    bool interpolated = v->program->stage == ISA_PIXEL && span->file == ISA_FILE_INPUT;
    uint32_t mode = 0;
    for (uint32_t i = 0; i < span->count; i++) {
        const struct program_register *r = &span->registers[i];
        if (!is_in(span, r))
            continue;
        if (!check_value(v, span, r))
            return;
        if (interpolated && mode && mode != r->interpolation) {
            VALIDATE_REPORT(v, VALIDATE_INDEX_MODES, span->first, span->end - 1);
            return;
        }
        mode = r->interpolation;
    }
}

/* The registers of a phase are consecutive. */
static void find_registers(const struct program_stage *stage, uint32_t phase, struct span *span)
{
    const struct program_register *registers = stage->registers;
    uint32_t first = span->registers ? (uint32_t)(span->registers - registers) + span->count : 0;
    while (first < stage->register_count && registers[first].phase < phase)
        first++;
    span->registers = registers ? &registers[first] : NULL; /* NULL when the program declares no register */
    span->count = 0;
    while (first + span->count < stage->register_count && registers[first + span->count].phase == phase)
        span->count++;
}

static void check_index_ranges(struct validate *v)
{
    const struct program_stage *stage = &v->program->decls.stage;
    struct indexed *indexed = calloc(1, sizeof *indexed);
    struct span span = {0};
    uint32_t next = 0;
    v->no_memory |= !indexed;
    if (!stage->phase_count)
        find_registers(stage, 0, &span);
    for (v->at = 0; indexed && v->at < v->program->instr_count; v->at++) {
        if (next < stage->phase_count && stage->phases[next].first == v->at) {
            find_registers(stage, next++, &span);
            memset(indexed, 0, sizeof *indexed);
        }
        if (validate_instr(v)->opcode == ISA_DCL_INDEX_RANGE && span_of(validate_instr(v), &span) &&
            !overlaps(v, indexed, &span))
            check_contents(v, &span);
    }
    free(indexed);
}

/* ---- SM5.1: a register of a space belongs to one range ---- */

static int by_space(const void *a, const void *b)
{
    const struct program_resource *x = *(const struct program_resource *const *)a;
    const struct program_resource *y = *(const struct program_resource *const *)b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    if (x->space != y->space)
        return x->space < y->space ? -1 : 1;
    return x->lower != y->lower ? (x->lower < y->lower ? -1 : 1) : x->id < y->id ? -1 : x->id > y->id;
}

static void check_overlaps(struct validate *v, const struct program_resource *const *list, uint32_t count)
{
    const struct program_resource *last = NULL; /* the earlier range with the largest upper bound */
    for (uint32_t i = 0; i < count; i++) {
        const struct program_resource *r = list[i];
        bool same = last && last->file == r->file && last->space == r->space;
        v->at = r->instr;
        if (same && r->id != last->id && r->lower <= last->upper && r->file != ISA_FILE_TGSM)
            VALIDATE_REPORT(v, VALIDATE_RANGE_OVERLAP, isa_file(r->file)->text, r->lower, r->space, last->id);
        if (!same || r->upper > last->upper)
            last = r;
    }
}

static void check_descriptor_ranges(struct validate *v)
{
    const struct program_decls *decls = &v->program->decls;
    const struct program_resource **list = calloc(decls->resource_count + 1, sizeof *list);
    if (!list) {
        v->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < decls->resource_count; i++)
        list[i] = &decls->resources[i];
    qsort(list, decls->resource_count, sizeof *list, by_space);
    check_overlaps(v, list, decls->resource_count);
    free(list);
}

void validate_ranges(struct validate *v)
{
    check_index_ranges(v);
    if (program_is_51(v->program))
        check_descriptor_ranges(v);
    v->at = v->program->instr_count;
}
