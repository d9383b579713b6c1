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

/* System values in the signatures' numbering. fxc stores the outputs of pixel shaders as 0, which their
   semantic tells apart; other compilers store the numbers of the reflection interface. A name is parsed as
   its first row. */
static const struct {
    uint32_t value;
    const char *word, *semantic; /* semantic: required, if not NULL */
} system_values[] = {
    {1, "POS", NULL},
    {2, "CLIPDST", NULL},
    {3, "CULLDST", NULL},
    {4, "RTINDEX", NULL},
    {5, "VPINDEX", NULL},
    {6, "VERTID", NULL},
    {7, "PRIMID", NULL},
    {8, "INSTID", NULL},
    {9, "FFACE", NULL},
    {10, "SAMPLE", NULL},
    {11, "QUADEDGE", NULL},
    {12, "QUADINT", NULL},
    {13, "TRIEDGE", NULL},
    {14, "TRIINT", NULL},
    {15, "LINEDET", NULL},
    {16, "LINEDEN", NULL},
    {0, "TARGET", "SV_Target"},
    {0, "DEPTH", "SV_Depth"},
    {0, "DEPTHGE", "SV_DepthGreaterEqual"},
    {0, "DEPTHLE", "SV_DepthLessEqual"},
    {0, "COVERAGE", "SV_Coverage"},
    {0, "STENCILREF", "SV_StencilRef"},
    {0, "NONE", NULL},
    {64, "TARGET", NULL},
    {65, "DEPTH", NULL},
    {66, "COVERAGE", NULL},
    {67, "DEPTHGE", NULL},
    {68, "DEPTHLE", NULL},
    {69, "STENCILREF", NULL},
    {70, "INNERCOV", NULL},
};

const char *text_system_value(const struct program_signature_element *element)
{
    for (size_t i = 0; i < BASE_COUNT(system_values); i++) {
        const char *semantic = system_values[i].semantic;
        if (system_values[i].value == element->system_value &&
            (!semantic || str_equal_nocase(semantic, element->name)))
            return system_values[i].word;
    }
    return NULL;
}

bool text_mask_is_complement(const struct sm5_program *program, enum program_signature_kind kind)
{
    return kind == PROGRAM_SIGNATURE_OUTPUT ||
           (kind == PROGRAM_SIGNATURE_PATCH && program->stage == ISA_HULL);
}

bool text_find_system_value(const char *word, size_t length, uint32_t *out)
{
    for (size_t i = 0; i < BASE_COUNT(system_values); i++) {
        const char *name = system_values[i].word;
        *out = system_values[i].value;
        if (strlen(name) == length && strncasecmp(name, word, length) == 0)
            return true;
    }
    return false;
}

bool text_element_equal(const struct program_signature_element *a, const struct program_signature_element *b)
{
    return strcmp(a->name, b->name) == 0 && a->semantic_index == b->semantic_index &&
           a->system_value == b->system_value && a->component_type == b->component_type && a->reg == b->reg &&
           a->mask == b->mask && a->rw_mask == b->rw_mask && a->stream == b->stream &&
           a->min_precision == b->min_precision;
}
