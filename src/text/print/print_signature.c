/* Signature tables. */
#include "text/print/print.h"

static void columns_of(uint32_t mask, char out[5])
{
    for (unsigned c = 0; c < 4; c++)
        out[c] = mask >> c & 1 ? "xyzw"[c] : ' ';
    out[4] = 0;
}

static const char *format_name(const struct program_signature_element *element)
{
    static const char *const types[] = {"unknown", "uint", "int", "float"};
    const char *precise =
        element->min_precision ? isa_name(ISA_NAMES_MIN_PRECISION, element->min_precision) : NULL;
    if (precise)
        return precise;
    return element->component_type < BASE_COUNT(types) ? types[element->component_type] : "unknown";
}

/* Registers without a number are named by their semantic. */
static const char *special_register(const struct sm5_program *program, enum program_signature_kind kind,
                                    const struct program_signature_element *element)
{
    static const struct {
        const char *semantic, *reg;
    } names[] = {
        {"SV_Depth", "oDepth"},
        {"SV_DepthGreaterEqual", "oDepthGE"},
        {"SV_DepthLessEqual", "oDepthLE"},
        {"SV_StencilRef", "oStencilRef"},
        {"SV_PrimitiveID", "primID"},
        {"SV_InnerCoverage", "innerCov"},
        {"SV_DomainLocation", "domain"},
    };
    if (str_equal_nocase(element->name, "SV_Coverage"))
        return kind == PROGRAM_SIGNATURE_OUTPUT && program->stage == ISA_PIXEL ? "oMask" : "vCoverage";
    for (size_t i = 0; i < BASE_COUNT(names); i++)
        if (str_equal_nocase(element->name, names[i].semantic))
            return names[i].reg;
    return "special";
}

static uint32_t used_components(const struct sm5_program *program, enum program_signature_kind kind,
                                const struct program_signature_element *element)
{
    bool complement = text_mask_is_complement(program, kind);
    return complement ? element->mask & ~element->rw_mask : element->rw_mask;
}

/* Geometry shaders with streams name the stream: "m1:TEXCOORD". */
static void print_name(const struct program_signature_element *element, struct strbuf *out)
{
    enum { COLUMNS = 20 };
    strbuf_add(out, "// ");
    size_t from = out->length;
    if (element->stream)
        strbuf_printf(out, "m%u:", element->stream);
    strbuf_add(out, element->name);
    size_t length = out->length - from;
    strbuf_add_repeat(out, ' ', length < COLUMNS ? COLUMNS - length : 0);
}

/* Of the Format column, which min16float widened. */
static int format_width(const struct sm5_program *program)
{
    return text_compiler_of(program) < TEXT_COMPILER_9_30 ? 6 : 7;
}

void text_print_signature_row(const struct sm5_program *program, enum program_signature_kind kind,
                              const struct program_signature_element *element, struct strbuf *out)
{
    char mask[5], used[5];
    const char *value = text_system_value(element);
    uint32_t used_mask = used_components(program, kind, element);
    print_name(element, out);
    strbuf_printf(out, " %5u ", element->semantic_index);
    if (element->reg == UINT32_MAX) {
        strbuf_printf(out, "%6s %8s %8s %*s %6s", "N/A", special_register(program, kind, element),
                      value ? value : "NONE", format_width(program), format_name(element),
                      used_mask ? "YES" : "NO");
        return;
    }
    columns_of(element->mask, mask);
    columns_of(used_mask, used);
    strbuf_printf(out, "  %s %8u %8s %*s   %s", mask, element->reg, value ? value : "NONE",
                  format_width(program), format_name(element), used);
}

static bool row_parses_as(const struct sm5_program *program, enum program_signature_kind kind,
                          const char *row, size_t length, const struct program_signature_element *element)
{
    struct arena arena = {0};
    struct program_signature_element parsed;
    bool same = text_parse_signature_row(program, kind, row, length, &arena, &parsed) &&
                text_element_equal(&parsed, element);
    arena_free(&arena);
    return same;
}

bool text_row_reads_as(const struct sm5_program *program, enum program_signature_kind kind,
                       const struct program_signature_element *shown,
                       const struct program_signature_element *element)
{
    struct strbuf row = {0};
    text_print_signature_row(program, kind, shown, &row);
    bool same = !row.failed && row_parses_as(program, kind, strbuf_text(&row), row.length, element);
    strbuf_free(&row);
    return same;
}

void text_print_signature(const struct sm5_program *program, enum program_signature_kind kind, bool lossless,
                          struct strbuf *out)
{
    static const char *const titles[] = {"Input", "Output", "Patch Constant"};
    const struct program_signature *signature = &program->signatures[kind];
    if (!signature->present)
        return;
    strbuf_printf(out, "//\n// %s signature:\n", titles[kind]);
    if (lossless && strcmp(signature->fourcc, text_default_signature_fourcc(program, kind)) != 0)
        strbuf_printf(out, TEXT_ANNOTATION " signature %s\n", signature->fourcc);
    int width = format_width(program);
    strbuf_printf(out, "//\n// Name                 Index   Mask Register SysValue %*s   Used\n", width,
                  "Format");
    strbuf_printf(out, "// -------------------- ----- ------ -------- -------- %.*s ------\n", width,
                  "-------");
    if (signature->count == 0) {
        strbuf_printf(out, "// no %s\n", titles[kind]);
        return;
    }
    for (uint32_t i = 0; i < signature->count; i++) {
        const struct program_signature_element *e = &signature->elements[i];
        size_t from = out->length;
        text_print_signature_row(program, kind, e, out);
        if (lossless && !out->failed &&
            !row_parses_as(program, kind, out->text + from, out->length - from, e))
            strbuf_printf(out, " " TEXT_ANNOTATION " 0x%x 0x%x 0x%x 0x%x 0x%x 0x%x 0x%x", e->system_value,
                          e->component_type, e->reg, e->mask, e->rw_mask, e->stream, e->min_precision);
        strbuf_add_char(out, '\n');
    }
    strbuf_add(out, "//\n");
}
