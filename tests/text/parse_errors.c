/* Each error has its code, its location and, if one is near, a suggestion. */
#include "parse_fixture.h"

static const struct {
    const char *text, *code;
    uint32_t line, column, length;
    const char *says; /* part of the message */
} rows[] = {
    {"", "text-no-version", 1, 1, 1, "cs_5_0"},
    {"// only a comment\n", "text-no-version", 1, 1, 1, "version line"},
    {"mov r0.x, r1.x\n", "text-no-version", 1, 1, 14, "version line"},
    {"cs_6_0\n", "text-version", 1, 1, 6, "_5_1"},
    {"xs_5_0\n", "text-version", 1, 1, 6, "vs, hs"},
    {"cs_5_0 ret\n", "text-trailing", 1, 8, 3, "end of the line"},
    {"cs_5_0\n  mvo r0.x, r1.x\n", "text-mnemonic", 2, 3, 3, "did you mean 'mov'?"},
    {"cs_5_0\nld_structred_indexable r0.x, r1.x\n", "text-mnemonic", 2, 1, 22, "'ld_structured'"},
    {"cs_5_0\n, r0\n", "text-expected", 2, 1, 1, "an instruction"},
    {"cs_5_0\niadd_sat r0.x, r1.x, r2.x\n", "text-suffix", 2, 6, 3, "'sat'"},
    {"cs_5_0\nif r0.x\n", "text-test", 2, 1, 2, "if_nz"},
    {"cs_5_0\nsample r0.xyzw, r0.xyxx, t0.xyzw, s0\n", "text-stage", 2, 1, 6, "cs_5_0"},
    {"vs_4_0\nrcp r0.x, r1.x\n", "text-stage", 2, 1, 3, "vs_4_0"},
    {"cs_5_0\nmov q0.x, r1.x\n", "text-register", 2, 5, 1, "'q'"},
    {"cs_5_0\nmov r0.x, vThreadIDInGruop.x\n", "text-register", 2, 11, 16, "'vThreadIDInGroup'"},
    {"cs_5_0\nmov l(1), r1.x\n", "text-role", 2, 5, 1, "an immediate"},
    {"cs_5_0\nmov cb0[1].x, r1.x\n", "text-role", 2, 5, 2, "destination"},
    {"cs_5_0\nstore_structured r0.x, r1.x, l(0), r2.x\n", "text-role", 2, 18, 1, "u# or g#"},
    {"cs_5_0\ncall r0\n", "text-role", 2, 6, 1, "label"},
    {"cs_5_0\nmov -r0.x, r1.x\n", "text-modifier", 2, 5, 1, "destination"},
    {"cs_5_0\nmov r0.yx, r1.x\n", "text-components", 2, 8, 2, "mask"},
    {"cs_5_0\nmov r0.xx, r1.x\n", "text-components", 2, 8, 2, "mask"},
    {"cs_5_0\nmov r0.x, r1.xy\n", "text-components", 2, 14, 2, "one or four"},
    {"cs_5_0\nmov r0.x, r1.xyza\n", "text-components", 2, 14, 4, "swizzle"},
    {"cs_5_0\nmov r0.x\n", "text-operands", 2, 9, 1, "2 operands"},
    {"cs_5_0\nmov r0.x, r1.x, r2.x\n", "text-operands", 2, 15, 1, "no more"},
    {"cs_5_0\nmov r0.x, r1.x r2.x\n", "text-trailing", 2, 16, 4, "r2.x"},
    {"cs_5_0\nmov r0.x r1.x\n", "text-expected", 2, 10, 1, "','"},
    {"cs_5_0\nmov x0.x, r1.x\n", "text-index-count", 2, 6, 1, "expected 2"},
    {"cs_5_0\nmov r0[1].x, r1.x\n", "text-index-count", 2, 6, 4, "2 indices"},
    {"cs_5_1\nstore_raw u0.x, r0.x, r0.x\n", "text-index-count", 2, 12, 1, "expected 2"},
    {"cs_5_0\nmov r0.x, x0[x1[r0.x].x].x\n", "text-nesting", 2, 17, 1, "constant indices"},
    {"cs_5_0\nmov r0.x, cb0[l(1)].x\n", "text-role", 2, 15, 4, "constant index"},
    {"cs_5_0\nmov r99999999999.x, r0.x\n", "text-number-range", 2, 6, 11, "4294967295"},
    {"ps_5_0\nsample_aoffimmi(9,0,0) r0.x, r0.xyxx, t0.xyzw, s0\n", "text-number-range", 2, 17, 1, "-8 to 7"},
    {"ps_5_0\nsample_indexable(texture2e)(float,float,float,float) r0.x, r0.xyxx, t0.xyzw, s0\n", "text-word",
     2, 18, 9, "'texture2d'"},
    {"cs_5_0\ndcl_globalFlags refactoringAlowed\n", "text-word", 2, 17, 17, "'refactoringAllowed'"},
    {"cs_5_0\ndcl_resource_texture9d (float,float,float,float) t0\n", "text-word", 2, 14, 9, "texture"},
    {"cs_5_0\ndcl_constantbuffer cb0[4], sometimes\n", "text-expected", 2, 28, 9, "immediateIndexed"},
    {"cs_5_0\ndcl_uav_raw t0\n", "text-role", 2, 13, 1, "expected u"},
    {"cs_5_0\nendif\n", "text-stray", 2, 1, 5, "if"},
    {"cs_5_0\ncase l(1)\n", "text-stray", 2, 1, 9, "switch"},
    {"cs_5_0\nloop\nif_z r0.x\nendloop\n", "text-crossed", 4, 1, 7, "if block of line 3"},
    {"cs_5_0\nswitch r0.x\nif_z r0.x\ncase l(1)\n", "text-crossed", 4, 1, 9, "expected endif"},
    {"cs_5_0\nret\n  loop // forever\nret\n", "text-unclosed", 3, 3, 15, "expected endloop"},
    {"cs_5_0\nif_z r0.x\nelse\n", "text-unclosed", 2, 1, 9, "expected endif"},
    {"cs_5_0\ndcl_immediateConstantBuffer { { 1, 2, 3} }\n", "text-expected", 2, 40, 1, "','"},
    {"cs_5_0\ndcl_immediateConstantBuffer { { 1, 2, 3, 4},\n", "text-expected", 2, 45, 1, "'{'"},
    {"cs_5_0\nprintf \"abc, r0.x\n", "text-string", 2, 9, 9, "closing quote"},
    {"cs_5_0\nmov r0.x, |r1.x\n", "text-expected", 2, 16, 1, "'|'"},
    {"ps_5_0\nfcall fp0[1]\n", "text-index-count", 2, 9, 4, "expected 3"},
};

static void each_error_has_its_code_and_location(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct parsed result = parse(rows[i].text);
        if (result.status != SM5_ERR_INPUT || sm5_diags_count(result.diags) == 0)
            fail_msg("accepted: %s", rows[i].text);
        const struct sm5_diag *diag = sm5_diags_at(result.diags, 0);
        print_diags(&result);
        if (strcmp(diag->code, rows[i].code) != 0 || diag->line != rows[i].line ||
            diag->column != rows[i].column || diag->length != rows[i].length ||
            !strstr(diag->message, rows[i].says))
            fail_msg("%s: %s %u:%u+%u %s", rows[i].text, diag->code, diag->line, diag->column, diag->length,
                     diag->message);
        assert_string_equal(diag->file, "test.asm");
        drop(&result);
    }
}

static void the_line_is_preserved(void **state)
{
    (void)state;
    struct parsed result = parse("cs_5_0\r\n\tmov r0.x, q1.x // why\r\nret\r\n");
    assert_string_equal(sm5_diags_at(result.diags, 0)->source_line, "\tmov r0.x, q1.x // why");
    drop(&result);
}

static void reading_goes_on_after_an_error(void **state)
{
    (void)state;
    struct parsed result = parse("cs_5_0\nmvo r0.x, r1.x\nmov r0.x, r1.x\nmov r0.x\nadd r0.x, r1.x, q2.x\n");
    assert_int_equal(sm5_diags_errors(result.diags), 3);
    assert_int_equal(sm5_diags_at(result.diags, 0)->line, 2);
    assert_int_equal(sm5_diags_at(result.diags, 1)->line, 4);
    assert_int_equal(sm5_diags_at(result.diags, 2)->line, 5);
    drop(&result);
}

/* The broken line may have been the opener. */
static void a_broken_line_hides_errors_of_blocks(void **state)
{
    (void)state;
    struct parsed result = parse("cs_5_0\nif_nz q0.x\nendif\n");
    assert_int_equal(sm5_diags_errors(result.diags), 1);
    drop(&result);
}

static void twenty_errors_are_enough(void **state)
{
    (void)state;
    struct strbuf text = {0};
    strbuf_add(&text, "cs_5_0\n");
    for (unsigned i = 0; i < 100; i++)
        strbuf_add(&text, "mov r0.x\n");
    struct parsed result = parse(strbuf_text(&text));
    assert_int_equal(sm5_diags_errors(result.diags), 20);
    drop(&result);
    strbuf_free(&text);
}

static void an_icb_holds_4096_rows(void **state)
{
    (void)state;
    for (unsigned rows_wanted = 4096; rows_wanted <= 4097; rows_wanted++) {
        struct strbuf text = {0};
        strbuf_add(&text, "cs_5_0\ndcl_immediateConstantBuffer { { 0, 0, 0, 0}");
        for (unsigned i = 1; i < rows_wanted; i++)
            strbuf_add(&text, ",\n{ 0, 0, 0, 0}");
        strbuf_add(&text, " }\n");
        struct parsed result = parse(strbuf_text(&text));
        assert_string_equal(first_code(&result), rows_wanted > 4096 ? "text-icb-rows" : "");
        drop(&result);
        strbuf_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_error_has_its_code_and_location),
        cmocka_unit_test(the_line_is_preserved),
        cmocka_unit_test(reading_goes_on_after_an_error),
        cmocka_unit_test(a_broken_line_hides_errors_of_blocks),
        cmocka_unit_test(twenty_errors_are_enough),
        cmocka_unit_test(an_icb_holds_4096_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
