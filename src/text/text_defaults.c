/* Values that both directions derive from the program: FourCCs of chunks, and columns of signature tables. */
#include <strings.h>

#include "text/text_annotation.h"

/* ---- chunks ---- */

static bool uses_raw_or_structured(const struct sm5_program *program)
{
    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct program_instr *instr = &program->instrs[i];
        if (instr->opcode == ISA_DCL_RESOURCE_RAW || instr->opcode == ISA_DCL_RESOURCE_STRUCTURED ||
            (instr->opcode == ISA_DCL_GLOBAL_FLAGS && (instr->controls & ISA_GLOBAL_RAW_STRUCTURED)))
            return true;
    }
    return false;
}

const char *text_default_fourcc(const struct sm5_program *program)
{
    bool extended = program->major >= 5 || program->stage == ISA_COMPUTE || uses_raw_or_structured(program);
    return extended ? "SHEX" : "SHDR";
}

const char *text_default_signature_fourcc(const struct sm5_program *program, enum program_signature_kind kind)
{
    switch (kind) {
    case PROGRAM_SIGNATURE_INPUT: return "ISGN";
    case PROGRAM_SIGNATURE_OUTPUT:
        return program->stage == ISA_GEOMETRY && program->major >= 5 ? "OSG5" : "OSGN";
    default: return "PCSG";
    }
}

/* ---- signature columns ---- */

/* Values of signatures. Outputs that the pipeline knows by name are stored as 0 by fxc, and under the numbers of
   the reflection interface by others. A name is read as fxc's value. */
enum { TARGET = 64, INNER_COVERAGE = 70 };
static const char target_name[] = "TARGET", inner_coverage_name[] = "INNERCOV";

const char *text_system_value(const struct program_signature_element *element)
{
    const struct isa_special_output *special;
    uint32_t value = element->system_value;
    for (unsigned i = 0; (special = isa_special_output_at(i)); i++)
        if (value ? value == special->signature_value : str_equal_nocase(special->semantic, element->name))
            return special->signature_name;
    if (value == TARGET || (!value && str_equal_nocase("SV_Target", element->name)))
        return target_name;
    if (value == INNER_COVERAGE)
        return inner_coverage_name;
    for (uint32_t i = 0; i < ISA_SYSTEM_VALUE_COUNT; i++)
        if (isa_system_value(i)->signature_value == value)
            return isa_system_value(i)->signature_name;
    return NULL;
}

bool text_mask_is_complement(const struct sm5_program *program, enum program_signature_kind kind)
{
    return kind == PROGRAM_SIGNATURE_OUTPUT ||
           (kind == PROGRAM_SIGNATURE_PATCH && program->stage == ISA_HULL);
}

static bool is_name(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && strncasecmp(name, text, length) == 0;
}

bool text_find_system_value(const char *word, size_t length, uint32_t *out)
{
    const struct isa_special_output *special;
    *out = 0;
    for (uint32_t i = 0; i < ISA_SYSTEM_VALUE_COUNT; i++) {
        *out = isa_system_value(i)->signature_value;
        if (is_name(isa_system_value(i)->signature_name, word, length))
            return true;
    }
    *out = INNER_COVERAGE;
    if (is_name(inner_coverage_name, word, length))
        return true;
    *out = 0;
    for (unsigned i = 0; (special = isa_special_output_at(i)); i++)
        if (is_name(special->signature_name, word, length))
            return true;
    return is_name(target_name, word, length);
}

bool text_element_equal(const struct program_signature_element *a, const struct program_signature_element *b)
{
    return strcmp(a->name, b->name) == 0 && a->semantic_index == b->semantic_index &&
           a->system_value == b->system_value && a->component_type == b->component_type && a->reg == b->reg &&
           a->mask == b->mask && a->rw_mask == b->rw_mask && a->stream == b->stream &&
           a->min_precision == b->min_precision;
}
