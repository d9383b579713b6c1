/* Inputs, outputs and patch constants of stages, by register and by semantic. */
#include <ctype.h>
#include <stdlib.h>

#include "debug/debug.h"

static bool find_input(const struct sm5_debug *d, struct debug_records *file)
{
    const struct program_stage *stage = &d->program->decls.stage;
    bool is_patch = d->program->stage == ISA_HULL || d->program->stage == ISA_DOMAIN;
    uint32_t vertices = is_patch ? stage->points_in : stage->vertices_in;
    *file = (struct debug_records){PLAN_INPUTS, SM5_STAGE_INPUTS, STAGE_ITEM, vertices, -1};
    return true;
}

/* Fork and join phases write patch constants (D3D11.3 10.5). */
static bool find_output(const struct sm5_debug *d, struct debug_records *file)
{
    const struct program_phase *phase = debug_phase(d);
    bool is_patch = phase && phase->kind != PROGRAM_PHASE_POINTS;
    *file = is_patch ? (struct debug_records){PLAN_CONSTANTS, SM5_STAGE_CONSTANTS, STAGE_ITEM, 0, -1}
                     : (struct debug_records){PLAN_OUTPUTS, SM5_STAGE_OUTPUTS, STAGE_RECORD, 0, -1};
    return true;
}

static bool find_file(const struct sm5_debug *d, const char *name, size_t length, struct debug_records *file)
{
    bool is_hull = d->program->stage == ISA_HULL, has_patches = is_hull || d->program->stage == ISA_DOMAIN;
    if (length == 1 && name[0] == 'v')
        return find_input(d, file);
    if (length == 1 && name[0] == 'o')
        return find_output(d, file);
    if (length == 4 && has_patches && strncmp(name, "vicp", length) == 0)
        return find_input(d, file);
    if (length == 4 && is_hull && strncmp(name, "vocp", length) == 0) {
        *file = (struct debug_records){PLAN_OUTPUTS, SM5_STAGE_OUTPUTS, STAGE_ITEM,
                                       d->program->decls.stage.points_out, -1};
        return true;
    }
    *file = (struct debug_records){PLAN_CONSTANTS, SM5_STAGE_CONSTANTS, STAGE_ITEM, 0, -1};
    return length == 3 && has_patches && strncmp(name, "vpc", length) == 0;
}

static bool fail(const char **why, const char *text)
{
    *why = text;
    return false;
}

/* ---- types ---- */

static char element_type(const struct sm5_program *program, enum sm5_stage_part part, uint32_t reg,
                         unsigned component)
{
    struct sm5_stage_element e;
    for (uint32_t i = 0; sm5_stage_element_at(program, part, i, &e); i++)
        if (e.reg == reg && e.mask >> component & 1)
            return e.type;
    return 0;
}

char debug_type_of_input(const struct sm5_debug *d, const struct program_operand *operand, unsigned component)
{
    bool is_constant = operand->file == ISA_FILE_PATCH_CONSTANT;
    bool is_input = operand->file == ISA_FILE_INPUT || operand->file == ISA_FILE_INPUT_CONTROL_POINT;
    if (!d->stage || (!is_constant && !is_input) || !operand->index_count ||
        operand->index[operand->index_count - 1].relative)
        return 0;
    return element_type(d->program, is_constant ? SM5_STAGE_CONSTANTS : SM5_STAGE_INPUTS,
                        (uint32_t)operand->index[operand->index_count - 1].imm, component);
}

/* ---- registers ---- */

static const struct sm5_records *records_of(const struct sm5_debug *d, const struct debug_records *file)
{
    return &d->worker->stage->records[file->records];
}

bool debug_is_record(const struct sm5_debug *d, const uint8_t *place)
{
    for (unsigned i = 0; d->stage && i < PLAN_RECORDS; i++) {
        const struct sm5_records *records = &d->worker->stage->records[i];
        const uint8_t *first = (const uint8_t *)records->words;
        if (first && place >= first && place < first + records->count * records->registers * 16)
            return true;
    }
    return false;
}

/* The first register of a record of the current thread. */
static uint32_t *find_record(const struct sm5_debug *d, const struct debug_records *file, uint32_t vertex,
                             const char **why)
{
    const struct sm5_records *records = records_of(d, file);
    uint32_t lane;
    if (!debug_lane(d, &lane)) {
        *why = "the thread runs at another time than the current ones";
        return NULL;
    }
    uint64_t item = interp_column(d->worker, d->worker->plan->system + (uint32_t)file->item)[lane];
    uint64_t record = file->vertices ? item * file->vertices + vertex : item;
    if (vertex && vertex >= file->vertices)
        *why = "vertex past the declared number";
    else if (!records->registers || record >= records->count)
        *why = "register that is not declared";
    else
        return &records->words[record * records->registers * 4];
    return NULL;
}

static void add_word(const char *prefix, char letter, char type, uint32_t *word, struct debug_values *out)
{
    struct sm5_value value = {.type = type ? type : 'x', .bytes = 4, .bits = *word};
    snprintf(value.name, sizeof value.name, "%.60s.%c", prefix, letter);
    debug_add_value(out, value, (uint8_t *)word);
}

void debug_add_register(const struct sm5_debug *d, const struct debug_records *file, const char *prefix,
                        uint32_t *record, uint32_t reg, struct debug_values *out)
{
    for (unsigned c = 0; c < 4; c++)
        add_word(prefix, "xyzw"[c], element_type(d->program, file->part, reg, c), &record[4 * reg + c], out);
}

/* An element without a semantic is named by its register; oDepth and the like have no number. */
static bool has_number(const struct sm5_stage_element *e)
{
    return !e->semantic && (strlen(e->file) == 1 || e->file[0] == 'v');
}

/* "TEXCOORD1", "SV_Position", "o3", "oDepth". */
static void print_element_name(const struct sm5_stage_element *e, char *out, size_t size)
{
    if (e->semantic && e->index)
        snprintf(out, size, "%.32s%u", e->semantic, e->index);
    else if (e->semantic)
        snprintf(out, size, "%.32s", e->semantic);
    else if (!has_number(e))
        snprintf(out, size, "%.16s", e->file);
    else
        snprintf(out, size, "%.8s%u", e->file, e->reg);
}

void debug_element_expression(const struct sm5_stage_element *e, char prefix, char *out, size_t size)
{
    char name[48];
    print_element_name(e, name, sizeof name);
    if (e->semantic)
        snprintf(out, size, "%c.%s", prefix, name);
    else
        snprintf(out, size, has_number(e) ? "%s." : "%s", name);
    size_t length = strlen(out);
    for (unsigned c = 0; c < 4 && has_number(e) && length + 1 < size; c++)
        if (e->mask >> c & 1) {
            out[length++] = "xyzw"[c];
            out[length] = '\0';
        }
}

/* Letters count the components of an element, wherever they are in the register. */
static char letter_of(const struct sm5_stage_element *e, unsigned component)
{
    return "xyzw"[__builtin_popcount(e->mask & ((1u << component) - 1))];
}

static bool is_in_stream(const struct debug_records *file, const struct sm5_stage_element *e)
{
    return file->stream < 0 || e->stream == (uint32_t)file->stream;
}

void debug_add_elements(const struct sm5_debug *d, const struct debug_records *file, const char *prefix,
                        uint32_t *record, struct debug_values *out)
{
    struct sm5_stage_element e;
    char name[48], full[96];
    out->is_row = true;
    for (uint32_t i = 0; sm5_stage_element_at(d->program, file->part, i, &e); i++) {
        if (!is_in_stream(file, &e))
            continue;
        print_element_name(&e, name, sizeof name);
        snprintf(full, sizeof full, "%s.%s", prefix, name);
        for (unsigned c = 0; c < 4 && e.reg < records_of(d, file)->registers; c++)
            if (e.mask >> c & 1)
                add_word(full, letter_of(&e, c), e.type, &record[4 * e.reg + c], out);
    }
}

void debug_name_element(const struct sm5_debug *d, const struct debug_records *file, const char *prefix,
                        uint32_t reg, unsigned component, struct sm5_value *value)
{
    struct sm5_stage_element e;
    char name[44];
    for (uint32_t i = 0; sm5_stage_element_at(d->program, file->part, i, &e); i++) {
        if (e.reg != reg || !(e.mask >> component & 1) || !is_in_stream(file, &e))
            continue;
        value->type = e.type;
        print_element_name(&e, name, sizeof name);
        if (has_number(&e))
            break;
        snprintf(value->name, sizeof value->name, "%.16s.%.43s.%c", prefix, name, letter_of(&e, component));
        return;
    }
    bool has_vertex = strchr(prefix, '[') != NULL,
         is_stream = isdigit((unsigned char)prefix[strlen(prefix) - 1]);
    snprintf(value->name, sizeof value->name,
             has_vertex  ? "%s[%u].%c"
             : is_stream ? "%s.o%u.%c"
                         : "%s%u.%c",
             prefix, reg, "xyzw"[component]);
}

/* v3, v[2][3], v[3], v, v[2]. */
static bool look_up_file(const struct sm5_debug *d, const char *name, const struct debug_records *file,
                         bool has_reg, uint32_t reg, const struct debug_indices *x, struct debug_values *out,
                         const char **why)
{
    unsigned used = file->vertices != 0;
    char prefix[48];
    if (x->count < used)
        return fail(why, "expected the index of a vertex, as in v[0][1] or v[0].POSITION");
    if (x->count > used + !has_reg)
        return fail(why, "too many indices");
    uint32_t *record = find_record(d, file, used ? x->index[0] : 0, why);
    if (!record)
        return false;
    size_t length = (size_t)snprintf(prefix, sizeof prefix, "%.10s", name);
    for (unsigned i = 0; i < x->count; i++)
        length += (size_t)snprintf(prefix + length, sizeof prefix - length, "[%u]", x->index[i]);
    if (!has_reg && x->count == used) {
        debug_add_elements(d, file, prefix, record, out);
        return out->count || fail(why, "no registers are declared");
    }
    if ((has_reg ? reg : x->index[used]) >= records_of(d, file)->registers)
        return fail(why, "register that is not declared");
    debug_add_register(d, file, prefix, record, has_reg ? reg : x->index[used], out);
    return true;
}

/* ---- outputs with names, and system values that are not in records ---- */

/* oDepth, oMask, oStencilRef and the like share a register. */
static bool look_up_special(const struct sm5_debug *d, const char *name, struct debug_values *out,
                            const char **why)
{
    const struct isa_special_output *special;
    const struct debug_records file = {PLAN_OUTPUTS, SM5_STAGE_OUTPUTS, STAGE_RECORD, 0, -1};
    uint32_t reg = d->program->decls.stage.special;
    for (unsigned i = 0; d->program->stage == ISA_PIXEL && (special = isa_special_output_at(i)) != NULL;
         i++) {
        if (strcmp(isa_file(special->file)->text, name) != 0)
            continue;
        uint32_t *record = find_record(d, &file, 0, why);
        if (!record)
            return true;
        if (reg >= records_of(d, &file)->registers)
            *why = "register that is not declared";
        else
            add_word(name, 'x', element_type(d->program, file.part, reg, special->component),
                     &record[4 * reg + special->component], out);
        return true;
    }
    return false;
}

static const struct {
    uint8_t file;
    uint8_t column, components;
    char type;
} system_values[] = {
    {ISA_FILE_PRIMITIVE_ID, STAGE_PRIMITIVE, 1, 'u'},
    {ISA_FILE_OUTPUT_CONTROL_POINT_ID, STAGE_INSTANCE, 1, 'u'},
    {ISA_FILE_FORK_INSTANCE_ID, STAGE_INSTANCE, 1, 'u'},
    {ISA_FILE_JOIN_INSTANCE_ID, STAGE_INSTANCE, 1, 'u'},
    {ISA_FILE_GS_INSTANCE_ID, STAGE_INSTANCE, 1, 'u'},
    {ISA_FILE_DOMAIN_POINT, STAGE_DOMAIN, 3, 'f'},
    {ISA_FILE_COVERAGE, STAGE_COVERAGE, 1, 'u'},
    {ISA_FILE_INNER_COVERAGE, STAGE_INNER, 1, 'u'},
};

/* The phases of a hull shader have names of their own for the instance. */
static bool is_of_phase(const struct sm5_debug *d, uint8_t file)
{
    const struct program_phase *phase = debug_phase(d);
    uint8_t instance = !phase                                ? ISA_FILE_PRIMITIVE_ID
                       : phase->kind == PROGRAM_PHASE_POINTS ? ISA_FILE_OUTPUT_CONTROL_POINT_ID
                       : phase->kind == PROGRAM_PHASE_FORK   ? ISA_FILE_FORK_INSTANCE_ID
                                                             : ISA_FILE_JOIN_INSTANCE_ID;
    return !phase || file == ISA_FILE_PRIMITIVE_ID || file == instance;
}

const char *debug_system_value_at(const struct sm5_debug *d, uint32_t index)
{
    for (size_t i = 0; i < BASE_COUNT(system_values); i++) {
        const struct isa_file_info *row = isa_file(system_values[i].file);
        bool has = (row->stages >> d->program->stage & 1) && is_of_phase(d, system_values[i].file);
        if (has && index-- == 0)
            return row->text;
    }
    return NULL;
}

void debug_name_system_value(const struct sm5_debug *d, uint32_t number, struct sm5_value *value)
{
    for (size_t i = 0; i < BASE_COUNT(system_values); i++) {
        const struct isa_file_info *row = isa_file(system_values[i].file);
        uint32_t component = number - system_values[i].column;
        if (component >= system_values[i].components || !(row->stages >> d->program->stage & 1) ||
            !is_of_phase(d, system_values[i].file))
            continue;
        snprintf(value->name, sizeof value->name, "%s.%c", row->text, "xyz"[component]);
        value->type = system_values[i].type;
        return;
    }
}

static bool look_up_system_value(const struct sm5_debug *d, const char *name, struct debug_values *out,
                                 const char **why)
{
    uint32_t lane;
    for (size_t i = 0; i < BASE_COUNT(system_values); i++) {
        const struct isa_file_info *row = isa_file(system_values[i].file);
        if (strcmp(row->text, name) != 0 || !(row->stages >> d->program->stage & 1))
            continue;
        if (!debug_lane(d, &lane)) {
            *why = "the thread runs at another time than the current ones";
            return true;
        }
        for (unsigned c = 0; c < system_values[i].components; c++) {
            uint32_t column = d->worker->plan->system + system_values[i].column + c;
            add_word(name, "xyz"[c], system_values[i].type, &interp_column(d->worker, column)[lane], out);
            out->list[c].is_place = false;
            out->places[c] = NULL;
        }
        return true;
    }
    return false;
}

bool debug_lookup_record(const struct sm5_debug *d, const char *name, const struct debug_indices *indices,
                         struct debug_values *out, const char **why)
{
    struct debug_records file;
    size_t length = strcspn(name, "0123456789");
    char *end;
    unsigned long number = strtoul(name + length, &end, 10);
    if (look_up_system_value(d, name, out, why) || debug_lookup_row(d, name, indices, out, why))
        return true;
    if (look_up_special(d, name, out, why))
        return true;
    if (*end || number >= UINT32_MAX || !find_file(d, name, length, &file))
        return false;
    look_up_file(d, name, &file, name[length] != '\0', (uint32_t)number, indices, out, why);
    return true;
}
