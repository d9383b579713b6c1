/* Source lines from debug information: what SDBG and SPDB say of each instruction, and that damage in them
   costs a warning and nothing more. */
#include "debug.h"

static const char text[] = "cs_5_0\n"
                           "dcl_uav_raw u0\n"
                           "dcl_temps 1\n"
                           "dcl_thread_group 1, 1, 1\n"
                           "mov r0.x, l(1)\n"
                           "iadd r0.x, r0.x, l(2)\n"
                           "store_raw u0.x, l(0), r0.x\n"
                           "ret\n";
enum { INSTRUCTIONS = 4, MOV = 0, IADD = 1, STORE = 2, RET = 3 };

static const char *const files[] = {"C:\\game\\water.hlsl", "noise.hlsli"};

/* The program of `text` from a container with the chunk; *warnings: how many diagnostics its lines made. */
static struct sm5_program *read_with(const char *fourcc, const struct payload *payload, size_t *warnings)
{
    struct sm5_program *made = program_of(text), *program = program_new();
    struct program_tokens words = code_of(made);
    struct strbuf plain = {0};
    assert_int_equal(dxbc_make(made, bytes_of(&words), &plain), SM5_OK);
    struct strbuf file = with_chunk(&plain, fourcc, &payload->bytes);
    struct sm5_diags *diags = sm5_diags_new();
    struct bytes code;
    assert_int_equal(
        dxbc_read((struct bytes){(const uint8_t *)file.text, file.length}, program, &code, diags), SM5_OK);
    assert_int_equal(bytecode_decode(code, program, diags), SM5_OK);
    sm5_diags_clear(diags);
    assert_int_equal(dxbc_lines_read(program, diags), SM5_OK);
    *warnings = sm5_diags_count(diags);
    sm5_diags_free(diags);
    strbuf_free(&file);
    strbuf_free(&plain);
    VEC_FREE(&words);
    program_free(made);
    return program;
}

static const struct program_instr *instr_of(const struct sm5_program *program, uint32_t number)
{
    return &program->instrs[program->decls.first_instr + number];
}

static uint32_t line_of(const struct sm5_program *program, uint32_t number)
{
    return instr_of(program, number)->origin_line;
}

static const char *file_of(const struct sm5_program *program, uint32_t number)
{
    return program_origin_file(program, instr_of(program, number));
}

/* Bytes of the code where an instruction starts. */
static uint32_t at_of(uint32_t number)
{
    size_t warnings;
    struct payload none = {0};
    struct sm5_program *program = read_with("none", &none, &warnings);
    uint32_t at = instr_of(program, number)->token_index * 4;
    program_free(program);
    return at;
}

/* ---- SDBG ---- */

static const uint32_t tokens[][2] = {{9, 9}, {0, 12}, {1, 7}, {2, 3}};
static const uint32_t token_of[INSTRUCTIONS] = {1, 2, 0, 3};
static const struct sdbg sdbg = {files, 2, tokens, 4, token_of, INSTRUCTIONS};

static void test_sdbg_names_file_and_line(void **state)
{
    size_t warnings;
    struct payload p = sdbg_of(&sdbg);
    struct sm5_program *program = read_with("SDBG", &p, &warnings);
    assert_int_equal(warnings, 0);
    assert_int_equal(line_of(program, MOV), 12);
    assert_string_equal(file_of(program, MOV), files[0]);
    assert_int_equal(line_of(program, IADD), 7);
    assert_string_equal(file_of(program, IADD), files[1]);
    program_free(program);
    strbuf_free(&p.bytes);
    (void)state;
}

static void test_sdbg_without_a_token_or_a_file(void **state)
{
    size_t warnings;
    struct payload p = sdbg_of(&sdbg);
    struct sm5_program *program = read_with("SDBG", &p, &warnings);
    assert_null(file_of(program, STORE));
    assert_null(file_of(program, RET));
    program_free(program);
    strbuf_free(&p.bytes);
    (void)state;
}

static void test_sdbg_of_fewer_instructions(void **state)
{
    size_t warnings;
    struct sdbg shorter = sdbg;
    shorter.instruction_count = 1;
    struct payload p = sdbg_of(&shorter);
    struct sm5_program *program = read_with("SDBG", &p, &warnings);
    assert_int_equal(line_of(program, MOV), 12);
    assert_int_equal(line_of(program, IADD), 0);
    program_free(program);
    strbuf_free(&p.bytes);
    (void)state;
}

static void refuses(const char *fourcc, struct payload *p)
{
    size_t warnings;
    struct sm5_program *program = read_with(fourcc, p, &warnings);
    assert_int_equal(warnings, 1);
    program_free(program);
    strbuf_free(&p->bytes);
}

static void test_sdbg_tables_end_inside(void **state)
{
    static const uint32_t counts[] = {20, 28, 52};
    for (unsigned i = 0; i < 3; i++) {
        struct payload p = sdbg_of(&sdbg);
        payload_set(&p, counts[i], 0x10000000);
        refuses("SDBG", &p);
        p = sdbg_of(&sdbg);
        payload_set(&p, counts[i] + 4, UINT32_MAX);
        refuses("SDBG", &p);
    }
    (void)state;
}

static void test_names_are_printable(void **state)
{
    static const char *const bad[] = {"a\nb", "x"};
    struct sdbg debug = sdbg;
    debug.files = bad;
    struct payload p = sdbg_of(&debug);
    refuses("SDBG", &p);
    (void)state;
}

/* ---- SPDB ---- */

static void test_pdb_line_holds_until_the_next(void **state)
{
    size_t warnings;
    const uint32_t lines[][2] = {{at_of(STORE), 20}, {at_of(MOV), 18}};
    const struct pdb pdb = {.files = {files[0], files[1]}, .lines = lines, .line_count = 2};
    struct payload p = pdb_file(&pdb);
    struct sm5_program *program = read_with("SPDB", &p, &warnings);
    assert_int_equal(warnings, 0);
    static const uint32_t expected[] = {18, 18, 20, 20};
    for (uint32_t i = 0; i < INSTRUCTIONS; i++) {
        assert_int_equal(line_of(program, i), expected[i]);
        assert_string_equal(file_of(program, i), files[0]);
    }
    assert_int_equal(program->instrs[0].origin_line, 0);
    program_free(program);
    strbuf_free(&p.bytes);
    (void)state;
}

/* Numbers that debuggers know as no line: the one before holds on. */
static void test_pdb_numbers_that_are_no_lines(void **state)
{
    size_t warnings;
    const uint32_t lines[][2] = {{at_of(MOV), 18}, {at_of(IADD), 0xfeefee}, {at_of(STORE), 0xf00f00}};
    const struct pdb pdb = {.files = {files[0], files[1]}, .lines = lines, .line_count = 3};
    struct payload p = pdb_file(&pdb);
    struct sm5_program *program = read_with("SPDB", &p, &warnings);
    for (uint32_t i = 0; i < INSTRUCTIONS; i++)
        assert_int_equal(line_of(program, i), 18);
    program_free(program);
    strbuf_free(&p.bytes);
    (void)state;
}

static void test_pdb_blocks_of_two_files_with_columns(void **state)
{
    size_t warnings;
    const uint32_t lines[][2] = {{at_of(MOV), 18}, {at_of(IADD), 4}};
    const struct pdb pdb = {
        .files = {files[0], files[1]}, .lines = lines, .line_count = 2, .in_other = 1, .columns = true};
    struct payload p = pdb_file(&pdb);
    struct sm5_program *program = read_with("SPDB", &p, &warnings);
    assert_int_equal(warnings, 0);
    assert_string_equal(file_of(program, MOV), files[0]);
    assert_string_equal(file_of(program, IADD), files[1]);
    assert_int_equal(line_of(program, IADD), 4);
    program_free(program);
    strbuf_free(&p.bytes);
    (void)state;
}

/* The first instruction at 100 bytes, whether lines count from there or from the start of the code. */
static void test_pdb_offsets_from_the_function_or_the_code(void **state)
{
    for (unsigned relative = 0; relative < 2; relative++) {
        size_t warnings;
        uint32_t base = at_of(MOV), from = relative ? base : 0;
        const uint32_t lines[][2] = {{base - from, 18}, {at_of(STORE) - from, 20}};
        const struct pdb pdb = {.files = {files[0], files[1]}, .base = base, .lines = lines, .line_count = 2};
        struct payload p = pdb_file(&pdb);
        struct sm5_program *program = read_with("SPDB", &p, &warnings);
        assert_int_equal(line_of(program, IADD), 18);
        assert_int_equal(line_of(program, STORE), 20);
        program_free(program);
        strbuf_free(&p.bytes);
    }
    (void)state;
}

/* iadd comes from line 40 + 2 of a function in the other file, which main calls in line 18. */
static void test_pdb_inlined_function(void **state)
{
    size_t warnings;
    const uint32_t lines[][2] = {{at_of(MOV), 18}};
    uint8_t from = (uint8_t)at_of(IADD), bytes = (uint8_t)(at_of(STORE) - at_of(IADD));
    const uint8_t annotations[] = {6, 2 << 1, 3, (uint8_t)(0x80 | from >> 8), from, 4, bytes};
    const struct pdb pdb = {.files = {files[0], files[1]},
                            .lines = lines,
                            .line_count = 1,
                            .annotations = annotations,
                            .annotation_bytes = sizeof annotations,
                            .inlinee_line = 40};
    struct payload p = pdb_file(&pdb);
    struct sm5_program *program = read_with("SPDB", &p, &warnings);
    assert_int_equal(warnings, 0);
    assert_int_equal(line_of(program, MOV), 18);
    assert_int_equal(line_of(program, IADD), 42);
    assert_string_equal(file_of(program, IADD), files[1]);
    assert_int_equal(line_of(program, STORE), 18);
    program_free(program);
    strbuf_free(&p.bytes);
    (void)state;
}

/* Line 43, then back to 41 and on to the end by a length of its own. */
static void test_pdb_annotations_that_do_two_things(void **state)
{
    size_t warnings;
    const uint32_t lines[][2] = {{at_of(MOV), 18}};
    uint8_t first = (uint8_t)(at_of(IADD) - at_of(MOV)), second = (uint8_t)(at_of(STORE) - at_of(IADD));
    const uint8_t annotations[] = {1, (uint8_t)at_of(MOV), 6,  3 << 1, 3,     0, 3, first,
                                   6, 2 << 1 | 1,          12, 4,      second};
    const struct pdb pdb = {.files = {files[0], files[1]},
                            .lines = lines,
                            .line_count = 1,
                            .annotations = annotations,
                            .annotation_bytes = sizeof annotations,
                            .inlinee_line = 40};
    assert_true(at_of(RET) < 128);
    struct payload p = pdb_file(&pdb);
    struct sm5_program *program = read_with("SPDB", &p, &warnings);
    assert_int_equal(line_of(program, MOV), 43);
    assert_int_equal(line_of(program, IADD), 43);
    assert_int_equal(line_of(program, STORE), 41);
    assert_int_equal(line_of(program, RET), 18);
    program_free(program);
    strbuf_free(&p.bytes);
    (void)state;
}

static void test_pdb_without_the_names_of_files(void **state)
{
    const uint32_t lines[][2] = {{at_of(MOV), 18}};
    const struct pdb pdb = {.files = {files[0], files[1]}, .lines = lines, .line_count = 1};
    struct payload p = pdb_file(&pdb);
    char *name = memmem(p.bytes.text, p.bytes.length, "/names", 6);
    name[1] = 'm';
    refuses("SPDB", &p);
    (void)state;
}

static void test_pdb_of_another_kind(void **state)
{
    struct payload p = {0};
    strbuf_add(&p.bytes, "Microsoft C/C++ program database 2.00\r\n");
    refuses("SPDB", &p);
    (void)state;
}

/* ---- damage ---- */

/* Each word in turn becomes other numbers, and the payload ends early: nothing is read outside it. */
static void damage(const char *fourcc, const struct payload *whole)
{
    static const uint32_t words[] = {0, 1, 0x7fffffff, 0xffffffff, 0x00010000};
    size_t warnings;
    for (size_t at = 0; at + 4 <= whole->bytes.length; at += 4)
        for (unsigned k = 0; k < BASE_COUNT(words); k++) {
            struct payload p = {0};
            strbuf_add_bytes(&p.bytes, whole->bytes.text, whole->bytes.length);
            payload_set(&p, (uint32_t)at, words[k]);
            program_free(read_with(fourcc, &p, &warnings));
            strbuf_free(&p.bytes);
        }
    for (size_t length = 0; length < whole->bytes.length; length += 3) {
        struct payload p = {0};
        strbuf_add_bytes(&p.bytes, whole->bytes.text, length);
        program_free(read_with(fourcc, &p, &warnings));
        strbuf_free(&p.bytes);
    }
}

static void test_damaged_sdbg(void **state)
{
    struct payload p = sdbg_of(&sdbg);
    damage("SDBG", &p);
    strbuf_free(&p.bytes);
    (void)state;
}

static void test_damaged_pdb(void **state)
{
    const uint32_t lines[][2] = {{at_of(MOV), 18}, {at_of(IADD), 4}};
    const uint8_t annotations[] = {6, 4, 11, 0x21, 12, 4, 4, 3, 0xc0, 0, 1, 2, 4, 9};
    const struct pdb pdb = {.files = {files[0], files[1]},
                            .lines = lines,
                            .line_count = 2,
                            .in_other = 1,
                            .annotations = annotations,
                            .annotation_bytes = sizeof annotations,
                            .inlinee_line = 40};
    struct payload p = pdb_file(&pdb);
    damage("SPDB", &p);
    strbuf_free(&p.bytes);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sdbg_names_file_and_line),
        cmocka_unit_test(test_sdbg_without_a_token_or_a_file),
        cmocka_unit_test(test_sdbg_of_fewer_instructions),
        cmocka_unit_test(test_sdbg_tables_end_inside),
        cmocka_unit_test(test_names_are_printable),
        cmocka_unit_test(test_pdb_line_holds_until_the_next),
        cmocka_unit_test(test_pdb_numbers_that_are_no_lines),
        cmocka_unit_test(test_pdb_blocks_of_two_files_with_columns),
        cmocka_unit_test(test_pdb_offsets_from_the_function_or_the_code),
        cmocka_unit_test(test_pdb_inlined_function),
        cmocka_unit_test(test_pdb_annotations_that_do_two_things),
        cmocka_unit_test(test_pdb_without_the_names_of_files),
        cmocka_unit_test(test_pdb_of_another_kind),
        cmocka_unit_test(test_damaged_sdbg),
        cmocka_unit_test(test_damaged_pdb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
