/* Formatting of fxc's versions. */
#include "print_fixture.h"

#define COMPILER "Microsoft (R) HLSL Shader Compiler "

static const char *const creators[] = {COMPILER "9.29.952.3111", COMPILER "9.30.9200.16384",
                                       COMPILER "6.3.9600.16384", COMPILER "10.0.10011.16384",
                                       COMPILER "10.1"};
enum { CREATORS = 5, FIRST_OF_WINDOWS_10 = 3 };

static struct sm5_program made_by(const char *creator)
{
    return (struct sm5_program){
        .stage = ISA_PIXEL, .major = 5, .reflection = {.present = true, .creator = creator}};
}

static void constant_buffers_are_declared_in_capitals_since_10_0(void **state)
{
    (void)state;
    struct program_operand operand = SWIZZLED(CBUFFER, XYZW, at(1), at(40));
    const struct program_instr dcl = {
        .opcode = ISA_DCL_CONSTANT_BUFFER, .operand_count = 1, .operands = &operand};
    for (unsigned i = 0; i < CREATORS; i++) {
        struct sm5_program program = made_by(creators[i]);
        prints_instr(&program, &dcl,
                     i < FIRST_OF_WINDOWS_10 ? "dcl_constantbuffer cb1[40], immediateIndexed"
                                             : "dcl_constantbuffer CB1[40], immediateIndexed");
        prints_operand(&program, operand, ISA_TYPE_F, "cb1[40].xyzw");
    }
}

static void modes_of_generated_values_are_shown_since_10_0(void **state)
{
    (void)state;
    enum { CONSTANT = 1 << 11, SAMPLE_INDEX = 10 };
    struct program_operand operand = MASKED(INPUT, MASK_X, at(2));
    uint32_t value = SAMPLE_INDEX;
    const struct program_instr dcl = {.opcode = ISA_DCL_INPUT_PS_SGV,
                                      .controls = CONSTANT,
                                      .operand_count = 1,
                                      .operands = &operand,
                                      .dword_count = 1,
                                      .dwords = &value};
    for (unsigned i = 0; i < CREATORS; i++) {
        struct sm5_program program = made_by(creators[i]);
        prints_instr(&program, &dcl,
                     i < FIRST_OF_WINDOWS_10 ? "dcl_input_ps_sgv v2.x, sampleIndex"
                                             : "dcl_input_ps_sgv constant v2.x, sampleIndex");
    }
}

static void bindings_name_the_register_since_10_0(void **state)
{
    (void)state;
    enum { FLOAT = 5, TEXTURE = 2, TEXTURE_2D = 4, FLOAT4 = 3 << 2 };
    struct program_binding_info binding = {.name = "picture",
                                           .kind = TEXTURE,
                                           .return_type = FLOAT,
                                           .dimension = TEXTURE_2D,
                                           .point = 3,
                                           .count = 1,
                                           .flags = FLOAT4};
    static const char table[] =
        "// Resource Bindings:\n"
        "//\n"
        "// Name                                 Type  Format         Dim Slot Elements\n"
        "// ------------------------------ ---------- ------- ----------- ---- --------\n"
        "// picture                           texture  float4          2d    3        1\n"
        "//\n";
    static const char table10[] =
        "// Resource Bindings:\n"
        "//\n"
        "// Name                                 Type  Format         Dim      HLSL Bind  Count\n"
        "// ------------------------------ ---------- ------- ----------- -------------- ------\n"
        "// picture                           texture  float4          2d             t3      1 \n"
        "//\n";
    for (unsigned i = 0; i < CREATORS; i++) {
        struct sm5_program program = made_by(creators[i]);
        struct strbuf out = {0};
        program.reflection.bindings = &binding;
        program.reflection.binding_count = 1;
        text_print_bindings(&program, &out);
        is_text(&out, i < FIRST_OF_WINDOWS_10 ? table : table10);
    }
}

static void formats_of_signatures_had_six_columns_in_9_29(void **state)
{
    (void)state;
    enum { FLOAT = 3 };
    struct program_signature_element element = {
        .name = "COLOR", .component_type = FLOAT, .mask = MASK_XYZW, .rw_mask = MASK_XY};
    for (unsigned i = 0; i < CREATORS; i++) {
        struct sm5_program program = made_by(creators[i]);
        struct strbuf out = {0};
        text_print_signature_row(&program, PROGRAM_SIGNATURE_INPUT, &element, &out);
        is_text(&out, i ? "// COLOR                    0   xyzw        0     NONE   float   xy  "
                        : "// COLOR                    0   xyzw        0     NONE  float   xy  ");
    }
}

static void only_9_30_had_a_third_slash(void **state)
{
    (void)state;
    for (unsigned i = 0; i < CREATORS; i++) {
        struct sm5_program program = made_by(creators[i]);
        struct strbuf out = {0};
        text_print_header(&program, &(struct text_print_options){.fxc = true}, &out);
        assert_int_equal(strstr(strbuf_text(&out), "\n///\n") != NULL, i == 1);
        strbuf_free(&out);
    }
}

static void other_creators_are_printed_as_9_30(void **state)
{
    (void)state;
    static const char *const others[] = {"vkd3d-shader 2.0", "", "Microsoft (R) HLSL Shader Compiler ", NULL};
    for (size_t i = 0; i < BASE_COUNT(others); i++) {
        struct sm5_program program = made_by(others[i]);
        assert_int_equal(text_compiler_of(&program), TEXT_COMPILER_9_30);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constant_buffers_are_declared_in_capitals_since_10_0),
        cmocka_unit_test(modes_of_generated_values_are_shown_since_10_0),
        cmocka_unit_test(bindings_name_the_register_since_10_0),
        cmocka_unit_test(formats_of_signatures_had_six_columns_in_9_29),
        cmocka_unit_test(only_9_30_had_a_third_slash),
        cmocka_unit_test(other_creators_are_printed_as_9_30),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
