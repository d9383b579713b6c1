/* A container with the code of an edited text: what moves and what stays. */
#include "made.h"

#define HEAD "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_temps 1\ndcl_thread_group 1, 1, 1\n"

/* A container of `text` whose STAT, if it has one, says `change` more in word 19 and in word 4. */
static struct strbuf base_of(const char *text, uint32_t change)
{
    struct sm5_program *program = program_of(text);
    struct program_tokens words = code_of(program);
    struct strbuf file = {0};
    assert_int_equal(dxbc_make(program, bytes_of(&words), &file), SM5_OK);
    struct sm5_program *made = read_back(&file);
    for (uint32_t i = 0; i < made->container.chunk_count; i++)
        if (strcmp(made->container.chunks[i].fourcc, "STAT") == 0) {
            char *stat = file.text + made->container.chunks[i].offset + 8;
            store_u32(stat + 4 * 19, load_u32(stat + 4 * 19) + change);
            store_u32(stat + 4 * 4, load_u32(stat + 4 * 4) + change);
        }
    uint32_t sum[4];
    dxbc_checksum((struct bytes){(const uint8_t *)file.text, file.length}, sum);
    memcpy(file.text + 4, sum, sizeof sum);
    program_free(made);
    program_free(program);
    VEC_FREE(&words);
    return file;
}

static const struct program_signature *const kept[PROGRAM_SIGNATURE_KINDS];

static struct strbuf patched(const struct strbuf *base, const char *text)
{
    struct sm5_program *old = read_back(base), *edited = program_of(text);
    struct program_tokens words = code_of(edited);
    struct strbuf file = {0};
    assert_int_equal(dxbc_patch(old, edited, bytes_of(&words), kept, &file), SM5_OK);
    VEC_FREE(&words);
    program_free(edited);
    program_free(old);
    return file;
}

static void the_same_text_gives_the_same_file(void **state)
{
    (void)state;
    struct strbuf base = base_of(HEAD "add r0.x, r0.x, l(1.0)\nret \n", 3);
    struct strbuf file = patched(&base, HEAD "add r0.x, r0.x, l(1.0)\nret \n");
    assert_int_equal(file.length, base.length);
    assert_memory_equal(file.text, base.text, base.length);
    strbuf_free(&file);
    strbuf_free(&base);
}

static void statistics_move_by_what_the_edit_moves(void **state)
{
    (void)state;
    struct strbuf base = base_of(HEAD "add r0.x, r0.x, l(1.0)\nret \n", 3);
    struct strbuf file = patched(&base, HEAD "add r0.x, r0.x, l(1.0)\nadd r0.x, r0.x, l(2.0)\nret \n");
    struct sm5_program *program = read_back(&file);
    assert_int_equal(program->statistics.word[0], 3);
    assert_int_equal(program->statistics.word[4], 2 + 3);
    assert_int_equal(program->statistics.word[19], 3);
    program_free(program);
    strbuf_free(&file);
    strbuf_free(&base);
}

static void a_new_feature_stands_behind_the_code(void **state)
{
    (void)state;
    struct strbuf base = base_of(HEAD "ret \n", 0);
    struct strbuf file = patched(&base, HEAD "check_access_fully_mapped r0.x, r0.y\nret \n");
    struct sm5_program *program = read_back(&file);
    assert_chunks(program, "ISGN OSGN SHEX SFI0 STAT");
    assert_int_equal(program->features, 0x100);
    program_free(program);
    strbuf_free(&file);
    strbuf_free(&base);
}

static void a_feature_that_is_no_longer_needed_goes(void **state)
{
    (void)state;
    struct strbuf base = base_of(HEAD "check_access_fully_mapped r0.x, r0.y\nret \n", 0);
    struct strbuf file = patched(&base, HEAD "ret \n");
    struct sm5_program *program = read_back(&file);
    assert_chunks(program, "ISGN OSGN SHEX SFI0 STAT"); /* the chunk stays: patching keeps the list */
    assert_int_equal(program->features, 0);
    program_free(program);
    strbuf_free(&file);
    strbuf_free(&base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_text_gives_the_same_file),
        cmocka_unit_test(statistics_move_by_what_the_edit_moves),
        cmocka_unit_test(a_new_feature_stands_behind_the_code),
        cmocka_unit_test(a_feature_that_is_no_longer_needed_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
