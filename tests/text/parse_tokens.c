/* The words of single lines: what the text leaves open is encoded as fxc encodes it. */
#include "parse_fixture.h"

static const struct {
    const char *version, *line;
    size_t count;
    uint32_t words[16];
} rows[] = {
    {"cs_5_0", "mov r0.xyzw, r1.xyzw", 5, {0x05000036, 0x001000f2, 0x00000000, 0x00100e46, 0x00000001}},
    {"cs_5_0", "mov r0.x, r1.y", 5, {0x05000036, 0x00100012, 0x00000000, 0x0010001a, 0x00000001}},
    {"cs_5_0",
     "mov_sat [precise(xy)] r0.xy, -|cb0[2].zwzz|",
     7,
     {0x07182036, 0x00100032, 0x00000000, 0x80208ae6, 0x000000c1, 0x00000000, 0x00000002}},
    {"cs_5_0",
     "add r0.xy, r1.xyxx, l(0.500000, 1.000000, 0.000000, 0.000000)",
     10,
     {0x0a000000, 0x00100032, 0x00000000, 0x00100046, 0x00000001, 0x00004002, 0x3f000000, 0x3f800000,
      0x00000000, 0x00000000}},
    {"cs_5_0",
     "iadd r0.x, vThreadIDInGroupFlattened.x, l(-1)",
     6,
     {0x0600001e, 0x00100012, 0x00000000, 0x0002400a, 0x00004001, 0xffffffff}},
    {"cs_5_0",
     "mov x0[r0.x + 0].x, x1[r1.y + 3].w",
     10,
     {0x0a000036, 0x04203012, 0x00000000, 0x0010000a, 0x00000000, 0x0620303a, 0x00000001, 0x00000003,
      0x0010001a, 0x00000001}},
    {"cs_5_0",
     "mov r0.x, cb[r1.w + 0][r0.w + 4].w",
     9,
     {0x09000036, 0x00100012, 0x00000000, 0x06a0803a, 0x0010003a, 0x00000001, 0x00000004, 0x0010003a,
      0x00000000}},
    {"cs_5_0",
     "udiv null, r0.x, r0.x, l(3)",
     8,
     {0x0800004e, 0x0000d000, 0x00100012, 0x00000000, 0x0010000a, 0x00000000, 0x00004001, 0x00000003}},
    {"cs_5_0",
     "dadd r0.xy, r0.xyxy, d(1.000000l, 2.000000l)",
     10,
     {0x0a0000bf, 0x00100032, 0x00000000, 0x00100446, 0x00000000, 0x00005002, 0x00000000, 0x3ff00000,
      0x00000000, 0x40000000}},
    {"cs_5_0",
     "ld_structured_indexable(structured_buffer, stride=16)(mixed,mixed,mixed,mixed) r1.xyzw, r0.x, l(0), "
     "t0.xyzw",
     11,
     {0x8b0000a7, 0x80008302, 0x00199983, 0x001000f2, 0x00000001, 0x0010000a, 0x00000000, 0x00004001,
      0x00000000, 0x00107e46, 0x00000000}},
    {"cs_5_0",
     "ld_structured r2.xy, r1.z, l(0), g0.xyxx",
     9,
     {0x090000a7, 0x00100032, 0x00000002, 0x0010002a, 0x00000001, 0x00004001, 0x00000000, 0x0011f046,
      0x00000000}},
    {"cs_5_0",
     "store_structured u0.xyzw, vThreadID.x, l(0), r0.xyzw",
     8,
     {0x080000a8, 0x0011e0f2, 0x00000000, 0x0002000a, 0x00004001, 0x00000000, 0x00100e46, 0x00000000}},
    {"cs_5_0",
     "store_uav_typed u0.xyzw, vThreadID.xyyy, r0.xyzw",
     6,
     {0x060000a4, 0x0011e0f2, 0x00000000, 0x00020546, 0x00100e46, 0x00000000}},
    {"cs_5_0",
     "ld_uav_typed_indexable(texture2d)(uint,uint,uint,uint) r0.x, vThreadID.xyyy, u0.xyzw",
     8,
     {0x880000a3, 0x800000c2, 0x00111103, 0x00100012, 0x00000000, 0x00020546, 0x0011ee46, 0x00000000}},
    {"cs_5_0",
     "imm_atomic_iadd r2.x, g0, r1.xyxx, l(1)",
     9,
     {0x090000b4, 0x00100012, 0x00000002, 0x0011f000, 0x00000000, 0x00100046, 0x00000001, 0x00004001,
      0x00000001}},
    {"cs_5_0", "imm_atomic_alloc r0.x, u0", 5, {0x050000b2, 0x00100012, 0x00000000, 0x0011e000, 0x00000000}},
    {"cs_5_0", "sync_uglobal_g_t", 1, {0x010058be}},
    {"cs_5_0", "retc_nz r0.x", 3, {0x0304003f, 0x0010000a, 0x00000000}},
    {"cs_5_0", "dcl_thread_group 64, 1, 1", 4, {0x0400009b, 0x00000040, 0x00000001, 0x00000001}},
    {"cs_5_0", "dcl_uav_structured_opc u0, 16", 4, {0x0480009e, 0x0011e000, 0x00000000, 0x00000010}},
    {"cs_5_0",
     "dcl_uav_typed_texture2d_glc (float,float,float,float) u0",
     4,
     {0x0401189c, 0x0011e000, 0x00000000, 0x00005555}},
    {"cs_5_0", "dcl_resource_structured t0, 16", 4, {0x040000a2, 0x00107000, 0x00000000, 0x00000010}},
    {"cs_5_0",
     "dcl_constantbuffer cb0[27], dynamicIndexed",
     4,
     {0x04000859, 0x00208e46, 0x00000000, 0x0000001b}},
    {"cs_5_0", "dcl_input vThreadIDInGroupFlattened", 2, {0x0200005f, 0x00024000}},
    {"cs_5_0", "dcl_input vThreadID.xy", 2, {0x0200005f, 0x00020032}},
    {"cs_5_0",
     "dcl_tgsm_structured g0, 8, 256",
     5,
     {0x050000a0, 0x0011f000, 0x00000000, 0x00000008, 0x00000100}},
    {"cs_5_0", "dcl_globalFlags refactoringAllowed | enableDoublePrecisionFloatOps", 1, {0x0100186a}},
    {"cs_5_1",
     "dcl_constantbuffer CB0[0:0][4], immediateIndexed, space=2",
     7,
     {0x07000059, 0x00308e46, 0x00000000, 0x00000000, 0x00000000, 0x00000004, 0x00000002}},
    {"cs_5_1",
     "dcl_resource_texture2d (float,float,float,float) T1[10:*], space=0",
     7,
     {0x07001858, 0x00307e46, 0x00000001, 0x0000000a, 0xffffffff, 0x00005555, 0x00000000}},
    {"cs_5_1",
     "sample_l r1.xyzw, r0.xyxx, T1[r1.x + 10].xyzw, S0[5], l(0.000000)",
     15,
     {0x0f000048, 0x001000f2, 0x00000001, 0x00100046, 0x00000000, 0x06207e46, 0x00000001, 0x0000000a,
      0x0010000a, 0x00000001, 0x00206000, 0x00000000, 0x00000005, 0x00004001, 0x00000000}},
    {"cs_5_1",
     "store_raw U0[r0.x + 0 { nonuniform }].x, r0.x, r1.x",
     10,
     {0x0a0000a6, 0x8421e012, 0x00020001, 0x00000000, 0x0010000a, 0x00000000, 0x0010000a, 0x00000000,
      0x0010000a, 0x00000001}},
    {"ps_5_0",
     "sample_aoffimmi_indexable(1,-8,7)(texture2d)(float,float,float,float) r0.xyzw, v2.xyxx, t1.xyzw, s0",
     12,
     {0x8c000045, 0x800f0201, 0x800000c2, 0x00155543, 0x001000f2, 0x00000000, 0x00101046, 0x00000002,
      0x00107e46, 0x00000001, 0x00106000, 0x00000000}},
    {"ps_5_0",
     "gather4_indexable(texture2d)(float,float,float,float) r0.xyzw, v2.xyxx, t1.xyzw, s0.x",
     11,
     {0x8b00006d, 0x800000c2, 0x00155543, 0x001000f2, 0x00000000, 0x00101046, 0x00000002, 0x00107e46,
      0x00000001, 0x0010600a, 0x00000000}},
    {"ps_5_0",
     "resinfo_indexable(texture2d)(float,float,float,float)_uint r0.xyzw, l(0), t1.xyzw",
     9,
     {0x8900103d, 0x800000c2, 0x00155543, 0x001000f2, 0x00000000, 0x00004001, 0x00000000, 0x00107e46,
      0x00000001}},
    {"ps_5_0", "mov oDepth, v0.x", 4, {0x04000036, 0x0000c001, 0x0010100a, 0x00000000}},
    {"ps_5_0", "mov oMask, vCoverage.x", 3, {0x03000036, 0x0000f001, 0x0002300a}},
    {"ps_5_0",
     "dcl_input_ps_siv linear noperspective v0.xy, position",
     4,
     {0x04002064, 0x00101032, 0x00000000, 0x00000001}},
    {"ps_5_0", "dcl_input_ps_sgv v3.x, is_front_face", 4, {0x04000863, 0x00101012, 0x00000003, 0x00000009}},
    {"ps_5_0", "dcl_output oMask", 2, {0x02000065, 0x0000f000}},
    {"ps_5_0", "dcl_output oDepth", 2, {0x02000065, 0x0000c001}},
    {"ps_5_0",
     "dcl_resource_texture2dms(32) (float,float,float,float) t1",
     4,
     {0x04202058, 0x00107000, 0x00000001, 0x00005555}},
    {"ps_5_0",
     "fcall fp0[r0.x + 2][1]",
     7,
     {0x07000078, 0x00000001, 0x06213000, 0x00000000, 0x00000002, 0x0010000a, 0x00000000}},
    {"ps_5_0",
     "dcl_interface fp0[1][4] = {ft0, ft1}",
     6,
     {0x06000092, 0x00000000, 0x00000004, 0x00010002, 0x00000000, 0x00000001}},
    {"ps_5_0",
     "mov o0.xyzw {min16f}, v1.xyzw {min16f}",
     7,
     {0x07000036, 0x801020f2, 0x00004001, 0x00000000, 0x80101e46, 0x00004001, 0x00000001}},
    {"hs_5_0", "dcl_hs_max_tessfactor l(15.000000)", 2, {0x02000098, 0x41700000}},
    {"hs_5_0", "mov r0.x, vPrim", 4, {0x04000036, 0x00100012, 0x00000000, 0x0000b001}},
    {"hs_5_0", "dcl_input v[3][0].xyz", 4, {0x0400005f, 0x00201072, 0x00000003, 0x00000000}},
    {"hs_5_0",
     "mov r0.x, vicp[r0.x + 1][0].x",
     8,
     {0x08000036, 0x00100012, 0x00000000, 0x00e1900a, 0x00000001, 0x0010000a, 0x00000000, 0x00000000}},
    {"hs_5_0", "dcl_tessellator_partitioning partitioning_fractional_odd", 1, {0x01001896}},
    {"gs_5_0", "emit_stream m0", 3, {0x03000075, 0x00110000, 0x00000000}},
    {"gs_5_0", "dcl_outputtopology trianglestrip", 1, {0x0100285c}},
    {"vs_5_0", "dcl_input_sgv v2.x, vertex_id", 4, {0x04000060, 0x00101012, 0x00000002, 0x00000006}},
};

static void lines_get_the_tokens_that_fxc_emits(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        uint32_t words[32] = {0};
        size_t count = words_of(rows[i].version, rows[i].line, words, BASE_COUNT(words));
        if (count != rows[i].count || memcmp(words, rows[i].words, count * sizeof *words) != 0)
            fail_msg("%s: %s", rows[i].version, rows[i].line);
    }
}

/* Pairs of spellings with the same tokens: as written by hand, and as printed by fxc. */
static const struct {
    const char *version, *spelling, *canonical;
} spellings[] = {
    {"cs_5_0", "MOV R0.XYZW, R1.XYZW", "mov r0.xyzw, r1.xyzw"},
    {"cs_5_0", "\tmov\tr0.xyzw ,r1.xyzw\t", "mov r0.xyzw, r1.xyzw"},
    {"cs_5_0", "mov r0, r1", "mov r0.xyzw, r1.xyzw"},
    {"cs_5_0", "mov r0.x, r1.x // comment", "mov r0.x, r1.x"},
    {"cs_5_0", "mov r0.x, r1.x\r", "mov r0.x, r1.x"},
    {"cs_5_0", "mov r0.x, cb0[r1.x].y", "mov r0.x, cb0[r1.x + 0].y"},
    {"cs_5_0", "mov r0.x, cb0[ r1.x+0x10 ].y", "mov r0.x, cb0[r1.x + 16].y"},
    {"cs_5_0", "mov r0.x, VTHREADID.x", "mov r0.x, vThreadID.x"},
    {"cs_5_0", "sync_t_g", "sync_g_t"},
    {"cs_5_0", "sync_t_uglobal_g", "sync_uglobal_g_t"},
    {"cs_5_0", "dcl_constantBuffer CB0[4]", "dcl_constantbuffer cb0[4], immediateIndexed"},
    {"cs_5_0", "dcl_sampler s0", "dcl_sampler s0, mode_default"},
    {"cs_5_0", "dcl_globalflags REFACTORINGALLOWED", "dcl_globalFlags refactoringAllowed"},
    {"cs_5_0", "dcl_input vThreadID", "dcl_input vThreadID.xyz"},
    {"cs_5_1", "dcl_uav_raw u1[3:3]", "dcl_uav_raw U1[3:3], space=0"},
    {"ps_5_0", "mov_sat [ precise ] r0.x, v0.x", "mov_sat [precise] r0.x, v0.x"},
    {"ps_5_0", "mov [precise(xyzw)] r0.x, v0.x", "mov [precise] r0.x, v0.x"},
    {"vs_5_0", "dcl_indexrange v0.xyzw, 2", "dcl_indexrange v0.xyzw 2"},
    {"ps_5_0", "dcl_output o0", "dcl_output o0.xyzw"},
    {"ps_5_0", "mov o0.xyzw {min16f}, v1.xyzw {def32 as min16f}", "mov o0.xyzw {min16f}, v1.xyzw"},
    {"ps_5_0", "mov o0.xyzw, v1.xyzw {min16f as def32}", "mov o0.xyzw, v1.xyzw {min16f}"},
    {"ps_5_0", "mov o0.xyzw {def32}, v1.xyzw", "mov o0.xyzw, v1.xyzw"},
};

static void other_spellings_give_the_canonical_tokens(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(spellings); i++) {
        uint32_t other[32] = {0}, canonical[32] = {0};
        size_t n = words_of(spellings[i].version, spellings[i].spelling, other, BASE_COUNT(other));
        size_t m = words_of(spellings[i].version, spellings[i].canonical, canonical, BASE_COUNT(canonical));
        if (n == 0 || n != m || memcmp(other, canonical, n * sizeof *other) != 0)
            fail_msg("%s: %s", spellings[i].version, spellings[i].spelling);
    }
}

/* A constant buffer of rows may be broken over lines anywhere, with comments between. */
static void immediate_constant_buffers_span_lines(void **state)
{
    (void)state;
    struct parsed one =
        parse("cs_5_0\ndcl_immediateConstantBuffer { { 1.000000, 0, -1, 0x10}, { 1, 2, 3, 4} }\n");
    struct parsed many = parse("cs_5_0\ndcl_immediateConstantBuffer\r\n{ // rows\n\n { 1.0,\n0, -1, 16},\n"
                               "// between\n{1,2,3,4}\n}\nret\n");
    assert_int_equal(one.status, SM5_OK);
    assert_int_equal(many.status, SM5_OK);
    assert_int_equal(one.program->decls.icb_rows, 2);
    assert_int_equal(many.program->decls.icb_rows, 2);
    assert_memory_equal(one.program->decls.icb, many.program->decls.icb, 32);
    assert_int_equal(many.program->instr_count, 2);
    assert_int_equal(many.program->instrs[1].line, 10);
    drop(&one);
    drop(&many);
}

/* Lists that exceed the length field have their length in a separate DWORD. */
static void a_list_above_127_dwords_has_the_long_length(void **state)
{
    (void)state;
    struct strbuf text = {0};
    strbuf_add(&text, "ps_5_0\ndcl_function_table ft0 = {fb0");
    for (unsigned i = 1; i < 200; i++)
        strbuf_printf(&text, ", fb%u", i);
    strbuf_add(&text, "}\n");
    struct parsed result = parse(strbuf_text(&text));
    assert_int_equal(result.status, SM5_OK);
    assert_true(result.program->instrs[0].long_length);
    assert_int_equal(result.program->instrs[0].dword_count, 202);
    drop(&result);
    strbuf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_get_the_tokens_that_fxc_emits),
        cmocka_unit_test(other_spellings_give_the_canonical_tokens),
        cmocka_unit_test(immediate_constant_buffers_span_lines),
        cmocka_unit_test(a_list_above_127_dwords_has_the_long_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
