/* Comments that carry data: chunk, version, tail, and the signature tables of the header. */
#include "parse_fixture.h"
#include "text/text_annotation.h"

static void the_chunk_follows_the_model_unless_a_comment_names_it(void **state)
{
    (void)state;
    static const struct {
        const char *text, *fourcc;
    } rows[] = {
        {"cs_5_0\n", "SHEX"},
        {"vs_4_0\n", "SHDR"},
        {"ps_4_1\n", "SHDR"},
        {"cs_4_0\n", "SHEX"},
        {"vs_4_0\ndcl_resource_raw t0\n", "SHEX"},
        {"vs_4_0\ndcl_globalFlags enableRawAndStructuredBuffers\n", "SHEX"},
        {"// sm5: chunk SHDR\ncs_5_0\n", "SHDR"},
        {"// sm5: chunk SHEX\nvs_4_0\n", "SHEX"},
    };
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct parsed result = parse(rows[i].text);
        assert_int_equal(result.status, SM5_OK);
        assert_int_equal(sm5_diags_count(result.diags), 0);
        assert_string_equal(result.program->code_fourcc, rows[i].fourcc);
        drop(&result);
    }
}

static void spare_bits_of_the_version_and_bytes_after_the_code_are_preserved(void **state)
{
    (void)state;
    struct parsed result =
        parse("// sm5: version 0x0005ab50\ncs_5_0\nret\n// sm5: tail 00ff12\n// sm5: tail 34\n");
    assert_int_equal(result.status, SM5_OK);
    assert_int_equal(result.program->version_spare, 0xab);
    assert_int_equal(result.program->code_tail.size, 4);
    assert_memory_equal(result.program->code_tail.data, "\x00\xff\x12\x34", 4);
    drop(&result);
}

static void comments_that_do_not_hold_are_warnings(void **state)
{
    (void)state;
    static const struct {
        const char *text, *code;
    } rows[] = {
        {"// sm5: chunk DXIL\ncs_5_0\n", "text-words-bad"},
        {"// sm5: version 5.0\ncs_5_0\n", "text-words-bad"},
        {"// sm5: version 0x00000050\ncs_5_0\n", "text-words-stale"},
        {"cs_5_0\n// sm5: tail 0\n", "text-words-bad"},
        {"cs_5_0\n// sm5: tail 0g\n", "text-words-bad"},
        {"cs_5_0\n// sm5: signature ISGN\n", "text-words-bad"},
        {"cs_5_0\n// sm5: anything\n", "text-words-bad"},
        {"cs_5_0\nret // sm5: 62\n", "text-words-bad"},
        {"cs_5_0\nret // sm5: 0x123456789\n", "text-words-bad"},
        {"cs_5_0\nret // sm5:\n", "text-words-stale"},
        {"cs_5_0\nret // sm5: 0x00000000\n", "text-words-stale"},
        {"cs_5_0\nret // sm5: 0xffffffff 0xffffffff\n", "text-words-stale"},
    };
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct parsed result = parse(rows[i].text);
        assert_int_equal(result.status, SM5_OK);
        assert_int_equal(sm5_diags_count(result.diags), 1);
        assert_int_equal(sm5_diags_at(result.diags, 0)->severity, SM5_WARNING);
        if (strcmp(first_code(&result), rows[i].code) != 0)
            fail_msg("%s: %s", rows[i].text, first_code(&result));
        drop(&result);
    }
}

#define HEAD                                                                                                 \
    "//\n// Name                 Index   Mask Register SysValue  Format   Used\n"                            \
    "// -------------------- ----- ------ -------- -------- ------- ------\n"

static void signature_tables_fill_the_signatures(void **state)
{
    (void)state;
    struct parsed result = parse("//\n// Input signature:\n" HEAD
                                 "// SV_POSITION              0   xyzw        0      POS   float       \n"
                                 "// TEXCOORD                 3   x z         1     NONE    uint   x   \n"
                                 "//\n//\n// Output signature:\n" HEAD
                                 "// SV_TARGET                0   xyz         0   TARGET   float   xyz \n"
                                 "// SV_DepthGreaterEqual     0    N/A oDepthGE  DEPTHGE   float    YES\n"
                                 "//\nps_5_0\n");
    const struct program_signature *in = &result.program->signatures[PROGRAM_SIGNATURE_INPUT];
    const struct program_signature *out = &result.program->signatures[PROGRAM_SIGNATURE_OUTPUT];
    assert_int_equal(sm5_diags_count(result.diags), 0);
    assert_true(in->present && out->present);
    assert_false(result.program->signatures[PROGRAM_SIGNATURE_PATCH].present);
    assert_string_equal(in->fourcc, "ISGN");
    assert_string_equal(out->fourcc, "OSGN");
    assert_int_equal(in->count, 2);
    assert_string_equal(in->elements[0].name, "SV_POSITION");
    assert_int_equal(in->elements[0].system_value, 1);
    assert_int_equal(in->elements[0].mask, 0xf);
    assert_int_equal(in->elements[0].rw_mask, 0);
    assert_int_equal(in->elements[1].semantic_index, 3);
    assert_int_equal(in->elements[1].mask, 5);
    assert_int_equal(in->elements[1].rw_mask, 1);
    assert_int_equal(in->elements[1].component_type, 1);
    assert_int_equal(in->elements[1].reg, 1);
    assert_int_equal(out->elements[0].mask, 7);
    assert_int_equal(out->elements[0].rw_mask, 8);
    assert_int_equal(out->elements[0].system_value, 0);
    assert_int_equal(out->elements[1].reg, UINT32_MAX);
    assert_int_equal(out->elements[1].mask, 1);
    drop(&result);
}

static void empty_tables_and_fourccs_are_read(void **state)
{
    (void)state;
    struct parsed result =
        parse("// Input signature:\n//\n// no Input\n//\n// Output signature:\n"
              "// sm5: signature OSG1\n" HEAD
              "// m1:TEXCOORD              0   xyzw        0     NONE   float   xyzw\n//\ngs_5_0\n");
    const struct program_signature *out = &result.program->signatures[PROGRAM_SIGNATURE_OUTPUT];
    assert_int_equal(sm5_diags_count(result.diags), 0);
    assert_true(result.program->signatures[PROGRAM_SIGNATURE_INPUT].present);
    assert_int_equal(result.program->signatures[PROGRAM_SIGNATURE_INPUT].count, 0);
    assert_string_equal(out->fourcc, "OSG1");
    assert_int_equal(out->elements[0].stream, 1);
    assert_string_equal(out->elements[0].name, "TEXCOORD");
    drop(&result);
    result = parse("// Output signature:\n//\n// no Output\ngs_5_0\n");
    assert_string_equal(result.program->signatures[PROGRAM_SIGNATURE_OUTPUT].fourcc, "OSG5");
    drop(&result);
}

static void a_malformed_table_is_ignored_with_a_warning(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "// POSITION",
        "// POSITION zero xyzw 0 POS float",
        "// POSITION 0 xyzw 0 PLACE float",
        "// POSITION 0 xyzw 0 POS real",
        "// POSITION 0 xyzw 0 POS float maybe",
        "// POSITION 99999999999 xyzw 0 POS float",
    };
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        char text[512];
        snprintf(text, sizeof text, "// Input signature:\n" HEAD "%s\n//\nvs_5_0\nret\n", rows[i]);
        struct parsed result = parse(text);
        assert_int_equal(result.status, SM5_OK);
        assert_string_equal(first_code(&result), "text-signature");
        assert_int_equal(sm5_diags_at(result.diags, 0)->line, 5);
        assert_false(result.program->signatures[PROGRAM_SIGNATURE_INPUT].present);
        drop(&result);
    }
}

static void other_comments_are_ignored(void **state)
{
    (void)state;
    struct parsed result =
        parse("//\n// Generated by anything\n// // sm5: x\n//sm5: chunk ABCD\ncs_5_0 // model\n"
              "// Input signature:\nret //// sm5: 0x0\n//\n");
    assert_int_equal(result.status, SM5_OK);
    assert_int_equal(sm5_diags_count(result.diags), 0);
    assert_int_equal(result.program->instr_count, 1);
    drop(&result);
}

/* A mark of one character at the end of the text: no byte follows it. */
static void empty_comments_of_one_character_are_read_to_their_end(void **state)
{
    (void)state;
    static const char *const texts[] = {";", "#", "//", ";\n", "; \n;"};
    for (size_t i = 0; i < BASE_COUNT(texts); i++) {
        size_t length = strlen(texts[i]);
        char *text = malloc(length);
        struct sm5_program *program = program_new();
        assert_true(text && program);
        memcpy(text, texts[i], length);
        assert_int_equal(text_parse(text, length, NULL, &bytecode_codec, program, NULL), SM5_ERR_INPUT);
        program_free(program);
        free(text);
    }
    struct parsed result = parse(";Generated by me\ncs_5_0\nret\n");
    assert_int_equal(result.status, SM5_OK);
    assert_string_equal(result.program->reflection.creator, "me");
    drop(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_chunk_follows_the_model_unless_a_comment_names_it),
        cmocka_unit_test(spare_bits_of_the_version_and_bytes_after_the_code_are_preserved),
        cmocka_unit_test(comments_that_do_not_hold_are_warnings),
        cmocka_unit_test(signature_tables_fill_the_signatures),
        cmocka_unit_test(empty_tables_and_fourccs_are_read),
        cmocka_unit_test(a_malformed_table_is_ignored_with_a_warning),
        cmocka_unit_test(other_comments_are_ignored),
        cmocka_unit_test(empty_comments_of_one_character_are_read_to_their_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
