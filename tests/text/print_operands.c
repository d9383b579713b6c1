/* Operands: registers, indices, components, immediates, modifiers, precision. */
#include "print_fixture.h"

static const struct program_operand r0_x = {
    .file = ISA_FILE_TEMP, .comps = ISA_COMPS_4, .selection = ISA_SELECT_ONE, .index_count = 1};

static void components_follow_how_they_are_selected(void **state)
{
    (void)state;
    prints_operand(&sm50, MASKED(TEMP, MASK_XY, at(12)), ISA_TYPE_F, "r12.xy");
    prints_operand(&sm50, MASKED(TEMP, 0, at(0)), ISA_TYPE_F, "r0");
    prints_operand(&sm50, SWIZZLED(TEMP, ZYXX, at(3)), ISA_TYPE_F, "r3.zyxx");
    prints_operand(&sm50, CHOSEN(TEMP, 3, at(3)), ISA_TYPE_F, "r3.w");
    prints_operand(&sm50, REGISTER(OUTPUT_DEPTH, ISA_COMPS_1, 0, 0), ISA_TYPE_F, "oDepth");
    prints_operand(&sm50, (struct program_operand){.file = ISA_FILE_NULL}, ISA_TYPE_F, "null");
}

static void the_first_index_has_a_bracket_where_it_counts_elements(void **state)
{
    (void)state;
    prints_operand(&sm50, MASKED(INPUT, MASK_X, at(1)), ISA_TYPE_F, "v1.x");
    prints_operand(&sm50, SWIZZLED(INPUT, XYZW, at(2), at(0)), ISA_TYPE_F, "v[2][0].xyzw");
    prints_operand(&sm50, SWIZZLED(INPUT_CONTROL_POINT, XYZW, at(2), at(0)), ISA_TYPE_F, "vicp[2][0].xyzw");
    prints_operand(&sm50, SWIZZLED(OUTPUT_CONTROL_POINT, XYZW, at(2), at(0)), ISA_TYPE_F, "vocp[2][0].xyzw");
    prints_operand(&sm50, SWIZZLED(PATCH_CONSTANT, XYZW, at(3)), ISA_TYPE_F, "vpc3.xyzw");
    prints_operand(&sm50, SWIZZLED(CBUFFER, XXXX, at(1), at(40)), ISA_TYPE_F, "cb1[40].xxxx");
    prints_operand(&sm50, SWIZZLED(INDEXABLE_TEMP, XXXX, at(0), at(2)), ISA_TYPE_F, "x0[2].xxxx");
    prints_operand(&sm50, CHOSEN(ICB, 0, at(7)), ISA_TYPE_F, "icb[7].x");
    prints_operand(&sm50, CHOSEN(THIS, 0, at(0), at(1)), ISA_TYPE_F, "this[0][1].x");
    prints_operand(&sm50, BARE(INTERFACE, at(1), at(0)), ISA_TYPE_NONE, "fp1[0]");
}

static void a_relative_index_shows_its_offset_even_when_it_is_0(void **state)
{
    (void)state;
    prints_operand(&sm50, CHOSEN(OUTPUT, 0, relative(&r0_x, 0)), ISA_TYPE_F, "o[r0.x + 0].x");
    prints_operand(&sm50, CHOSEN(CBUFFER, 3, relative(&r0_x, 0), relative(&r0_x, 4)), ISA_TYPE_F,
                   "cb[r0.x + 0][r0.x + 4].w");
    struct program_operand element = CHOSEN(INDEXABLE_TEMP, 0, at(1), at(2));
    prints_operand(&sm50, CHOSEN(INDEXABLE_TEMP, 0, at(0), relative(&element, 1)), ISA_TYPE_F,
                   "x0[x1[2].x + 1].x");
}

static void sm51_names_ranges_with_capitals(void **state)
{
    (void)state;
    prints_operand(&sm51, SWIZZLED(SRV, XYZW, at(1), at(10)), ISA_TYPE_F, "T1[10].xyzw");
    prints_operand(&sm51, BARE(SAMPLER, at(0), at(5)), ISA_TYPE_NONE, "S0[5]");
    prints_operand(&sm51, MASKED(UAV, MASK_XYZW, at(0), relative(&r0_x, 3)), ISA_TYPE_U, "U0[r0.x + 3].xyzw");
    prints_operand(&sm51, CHOSEN(CBUFFER, 0, at(2), at(7), at(1)), ISA_TYPE_F, "CB2[7][1].x");
    prints_operand(&sm51, MASKED(TGSM, MASK_X, at(0)), ISA_TYPE_U, "g0.x");
    prints_operand(&sm51, MASKED(TEMP, MASK_X, at(0)), ISA_TYPE_U, "r0.x");
    struct program_operand divergent = SWIZZLED(SRV, XYZW, at(0), relative(&r0_x, 0));
    divergent.nonuniform = true;
    prints_operand(&sm51, divergent, ISA_TYPE_F, "T0[r0.x + 0].xyzw { nonuniform }");
}

static struct program_operand immediate(uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    return (struct program_operand){.file = ISA_FILE_IMM32, .comps = ISA_COMPS_4, .imm = {x, y, z, w}};
}

static void immediates_follow_the_type_of_the_operand(void **state)
{
    (void)state;
    struct program_operand four = immediate(0x3f800000, 1, 0xffffffff, 0);
    prints_operand(&sm50, four, ISA_TYPE_F, "l(1.000000, 0.000000, -1.#QNAN0, 0.000000)");
    prints_operand(&sm50, four, ISA_TYPE_I, "l(0x3f800000, 1, -1, 0)");
    prints_operand(&sm50, four, ISA_TYPE_ANY, "l(1.000000,1,-1,0)");
    four.comps = ISA_COMPS_1;
    prints_operand(&sm50, four, ISA_TYPE_F, "l(1.000000)");
    struct program_operand doubles = immediate(0, 0x3ff00000, 0, 0xbfe00000);
    doubles.file = ISA_FILE_IMM64;
    prints_operand(&sm50, doubles, ISA_TYPE_D, "d(1.000000l, -0.500000l)");
}

static void modifiers_enclose_the_precision(void **state)
{
    (void)state;
    struct program_operand operand = SWIZZLED(TEMP, XYZW, at(0));
    operand.modifier = ISA_MODIFIER_NEG;
    prints_operand(&sm50, operand, ISA_TYPE_F, "-r0.xyzw");
    operand.modifier = ISA_MODIFIER_ABS;
    prints_operand(&sm50, operand, ISA_TYPE_F, "|r0.xyzw|");
    operand.modifier = ISA_MODIFIER_ABS_NEG;
    operand.min_precision = 1;
    prints_operand(&sm50, operand, ISA_TYPE_F, "-|r0.xyzw {min16f}|");
    operand.min_precision = 3;
    prints_operand(&sm50, operand, ISA_TYPE_F, "-|r0.xyzw {3}|");
}

static void a_source_prints_its_conversion(void **state)
{
    (void)state;
    static const struct {
        uint8_t own, as;
        const char *text;
    } rows[] = {{0, 0, "r0.x"},
                {1, 1, "r0.x {min16f}"},
                {0, 1, "r0.x {def32 as min16f}"},
                {2, 0, "r0.x {min2_8f as def32}"},
                {5, 4, "r0.x {min16u as min16i}"}};
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct program_operand operand = r0_x;
        struct strbuf out = {0};
        operand.min_precision = rows[i].own;
        text_print_source(&sm50, &operand, ISA_TYPE_F, rows[i].as, &out);
        is_text(&out, rows[i].text);
    }
}

/* dst {to}, src {from}, l(2): only arithmetic reads in the precision of what it writes. */
static void prints_precision(uint16_t opcode, uint8_t to, uint8_t from, const char *want)
{
    struct program_operand operands[3] = {MASKED(TEMP, MASK_X, at(1)), r0_x, immediate(2, 0, 0, 0)};
    operands[0].min_precision = to;
    operands[1].min_precision = from;
    operands[2].comps = ISA_COMPS_1;
    const struct program_instr instr = {
        .opcode = opcode, .operands = operands, .operand_count = isa_op(opcode)->operand_count};
    prints_instr(&sm50, &instr, want);
}

static void only_arithmetic_reads_in_the_precision_of_its_result(void **state)
{
    (void)state;
    prints_precision(ISA_IADD, 4, 4, "iadd r1.x {min16i}, r0.x {min16i}, l(2) {def32 as min16i}");
    prints_precision(ISA_IADD, 0, 4, "iadd r1.x, r0.x {min16i as def32}, l(2)");
    prints_precision(ISA_MOV, 1, 0, "mov r1.x {min16f}, r0.x {def32 as min16f}");
    prints_precision(ISA_ITOF, 1, 4, "itof r1.x {min16f}, r0.x {min16i}");
    prints_precision(ISA_ITOF, 1, 0, "itof r1.x {min16f}, r0.x");
    prints_precision(ISA_IEQ, 0, 4, "ieq r1.x, r0.x {min16i}, l(2)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_follow_how_they_are_selected),
        cmocka_unit_test(the_first_index_has_a_bracket_where_it_counts_elements),
        cmocka_unit_test(a_relative_index_shows_its_offset_even_when_it_is_0),
        cmocka_unit_test(sm51_names_ranges_with_capitals),
        cmocka_unit_test(immediates_follow_the_type_of_the_operand),
        cmocka_unit_test(modifiers_enclose_the_precision),
        cmocka_unit_test(a_source_prints_its_conversion),
        cmocka_unit_test(only_arithmetic_reads_in_the_precision_of_its_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
