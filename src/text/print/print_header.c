/* The comments above the version line, in fxc's order. */
#include "text/print/print.h"

/* ---- notes ---- */

/* Messages, abort and debug_break need the debug layer. */
static bool needs_debug_layer(const struct sm5_program *program)
{
    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct program_instr *instr = &program->instrs[i];
        if (isa_op(instr->opcode)->group == ISA_GROUP_DEBUG ||
            (instr->opcode == ISA_CUSTOMDATA && instr->custom == ISA_CUSTOM_MESSAGE))
            return true;
    }
    return false;
}

static void print_notes(const struct sm5_program *program, struct strbuf *out)
{
    enum { FEATURE_RAW_STRUCTURED = 1 << 1 }; /* of Shader Model 4: fxc prints no note */
    bool early = program->decls.global_flags & ISA_GLOBAL_EARLY_DEPTH_STENCIL;
    uint64_t features = program->features & ~(uint64_t)FEATURE_RAW_STRUCTURED;
    if (needs_debug_layer(program))
        strbuf_add(out, "// Note: SHADER WILL ONLY WORK WITH THE DEBUG SDK LAYER ENABLED.\n//\n//\n");
    if (!features && !early)
        return;
    strbuf_add(out, "// Note: shader requires additional functionality:\n");
    for (uint32_t bit = 0; bit < 64; bit++)
        if (features >> bit & 1 && isa_name(ISA_NAMES_FEATURE, bit))
            strbuf_printf(out, "//       %s\n", isa_name(ISA_NAMES_FEATURE, bit));
    if (early)
        strbuf_add(out, "//       Early depth-stencil\n");
    strbuf_add(out, program->reflection.buffer_count ? "//\n//\n" : "//\n");
}

/* ---- tessellation ---- */

/* The control field of the first declaration of an opcode; false when there is none. */
static bool declared(const struct sm5_program *program, uint16_t opcode, uint32_t *value)
{
    for (uint32_t i = 0; i < program->instr_count; i++) {
        if (program->instrs[i].opcode != opcode)
            continue;
        *value = isa_control_value(isa_op(opcode)->control, program->instrs[i].controls);
        return true;
    }
    return false;
}

static const char *name_or_undefined(const char *const *names, size_t count, uint32_t value)
{
    return value < count ? names[value] : "Undefined";
}

static void print_tessellation(const struct sm5_program *program, struct strbuf *out)
{
    static const char *const domains[] = {"Undefined", "Isoline", "Triangle", "Quadrilateral"};
    static const char *const outputs[] = {"Undefined", "Points", "Line", "Clockwise Triangles",
                                          "Counter-Clockwise Triangles"};
    static const char *const partitionings[] = {"Undefined", "Integer", "Power of Two", "Odd Fractional",
                                                "Even Fractional"};
    uint32_t domain, points = 0, output = 0, partitioning = 0;
    if (!declared(program, ISA_DCL_TESS_DOMAIN, &domain))
        return;
    declared(program, ISA_DCL_INPUT_CONTROL_POINT_COUNT, &points);
    declared(program, ISA_DCL_OUTPUT_CONTROL_POINT_COUNT, &points);
    strbuf_printf(
        out,
        "// Tessellation Domain   # of control points\n// -------------------- --------------------\n"
        "// %-20s %20u\n//\n",
        name_or_undefined(domains, BASE_COUNT(domains), domain), points);
    if (!declared(program, ISA_DCL_TESS_OUTPUT_PRIMITIVE, &output))
        return;
    declared(program, ISA_DCL_TESS_PARTITIONING, &partitioning);
    strbuf_printf(out,
                  "// Tessellation Output Primitive  Partitioning Type \n"
                  "// ------------------------------ ------------------\n// %-30s %-18s\n//\n",
                  name_or_undefined(outputs, BASE_COUNT(outputs), output),
                  name_or_undefined(partitionings, BASE_COUNT(partitionings), partitioning));
}

/* ---- class linkage ---- */

static void print_types(const struct program_linkage *linkage, struct strbuf *out)
{
    strbuf_add(out, "//\n// Available Class Types:\n//\n"
                    "// Name                             ID CB Stride Texture Sampler\n"
                    "// ------------------------------ ---- --------- ------- -------\n");
    for (uint32_t i = 0; i < linkage->type_count; i++) {
        const struct program_class_type *type = &linkage->types[i];
        strbuf_printf(out, "// %-30s %4u %9u %7u %7u\n", type->name, type->id, type->cbuffer_stride,
                      type->texture_count, type->sampler_count);
    }
}

/* A number, or "-" for none. */
static void print_slot_or_none(uint32_t slot, int width, struct strbuf *out)
{
    enum { NONE = 0xffff };
    if (slot == NONE)
        strbuf_printf(out, " %*s", width, "-");
    else
        strbuf_printf(out, " %*u", width, slot);
}

static void print_instances(const struct program_linkage *linkage, struct strbuf *out)
{
    if (linkage->instance_count == 0)
        return;
    strbuf_add(out, "//\n// Available Class Instances:\n//\n"
                    "// Name                        Type CB CB Offset Texture Sampler\n"
                    "// --------------------------- ---- -- --------- ------- -------\n");
    for (uint32_t i = 0; i < linkage->instance_count; i++) {
        const struct program_class_instance *instance = &linkage->instances[i];
        strbuf_printf(out, "// %-27s %4u %2u %9u", instance->name, instance->type, instance->cbuffer,
                      instance->cbuffer_offset);
        print_slot_or_none(instance->texture, 7, out);
        print_slot_or_none(instance->sampler, 7, out);
        strbuf_add_char(out, '\n');
    }
}

static void print_ids(const uint32_t *ids, uint32_t count, struct strbuf *out)
{
    for (uint32_t i = 0; i < count; i++)
        strbuf_printf(out, "%-5u", ids[i]);
    strbuf_add_char(out, '\n');
}

static void print_slots(const struct program_linkage *linkage, struct strbuf *out)
{
    static const char rule[] = "// +----------+---------+---------------------------------------\n";
    uint32_t slot = 0;
    strbuf_printf(out, "//\n// Interface slots, %u total:\n//\n//             Slots\n%s", linkage->slot_count,
                  rule);
    for (uint32_t i = 0; i < linkage->slot_record_count; i++) {
        const struct program_interface_slot *record = &linkage->slots[i];
        if (record->slot_count > 1)
            strbuf_printf(out, "// | Type ID  |%4u-%-4u|", slot, slot + record->slot_count - 1);
        else
            strbuf_printf(out, "// | Type ID  |%4u     |", slot);
        print_ids(record->type_ids, record->type_count, out);
        strbuf_add(out, "// | Table ID |         |");
        print_ids(record->table_ids, record->type_count, out);
        strbuf_add(out, rule);
        slot += record->slot_count;
    }
}

static void print_linkage(const struct program_linkage *linkage, struct strbuf *out)
{
    if (!linkage->present)
        return;
    print_types(linkage, out);
    print_instances(linkage, out);
    print_slots(linkage, out);
}

/* ---- header ---- */

static bool runs_at_sample_frequency(const struct sm5_program *program)
{
    enum { STAT_SAMPLE_FREQUENCY = 28 };
    return program->stage == ISA_PIXEL && program->statistics.words > STAT_SAMPLE_FREQUENCY &&
           program->statistics.word[STAT_SAMPLE_FREQUENCY];
}

/* Only one version prints a third slash. */
static void print_title(const struct sm5_program *program, struct strbuf *out)
{
    if (program->reflection.present)
        strbuf_printf(out, "//\n// Generated by %s\n//\n//\n%s", program->reflection.creator,
                      text_compiler_of(program) == TEXT_COMPILER_9_30 ? "///\n" : "");
    else
        strbuf_add(out, "//\n// Generated by Microsoft (R) D3D Shader Disassembler\n//\n");
}

static bool has_header(const struct sm5_program *program)
{
    for (unsigned i = 0; i < PROGRAM_SIGNATURE_KINDS; i++)
        if (program->signatures[i].present)
            return true;
    return program->reflection.present;
}

void text_print_header(const struct sm5_program *program, const struct text_print_options *options,
                       struct strbuf *out)
{
    if (!has_header(program))
        return;
    print_title(program, out);
    size_t titled = out->length;
    print_notes(program, out);
    text_print_buffers(program, out);
    if (program->reflection.binding_count && out->length > titled)
        strbuf_add(out, "//\n");
    text_print_bindings(program, out);
    if (program->reflection.buffer_count || program->reflection.binding_count)
        strbuf_add(out, "//\n");
    text_print_signature(program, PROGRAM_SIGNATURE_PATCH, !options->fxc, out);
    text_print_signature(program, PROGRAM_SIGNATURE_INPUT, !options->fxc, out);
    text_print_signature(program, PROGRAM_SIGNATURE_OUTPUT, !options->fxc, out);
    print_tessellation(program, out);
    print_linkage(&program->linkage, out);
    if (runs_at_sample_frequency(program))
        strbuf_add(out, "// Pixel Shader runs at sample frequency\n//\n");
}
