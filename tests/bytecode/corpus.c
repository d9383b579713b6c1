/* Real shaders: decoding and encoding gives the same bytes, of the code alone and of the whole container. */
#include "corpus.h"

#include "sm5/program.h"
#include "sm5/reflect.h"
#include "words.h"

static bool round_trip(struct bytes code, const char *fourcc, const char *path)
{
    struct decoded d = {.program = program_new(), .diags = sm5_diags_new()};
    memcpy(d.program->code_fourcc, fourcc, sizeof d.program->code_fourcc);
    d.status = bytecode_decode(code, d.program, d.diags);
    struct program_tokens words = {0};
    bool same = false;
    if (d.status) {
        char text[256] = "";
        if (sm5_diags_count(d.diags))
            sm5_diag_format(sm5_diags_at(d.diags, 0), text, sizeof text);
        print_error("%s: %s\n", path, text);
    } else if (bytecode_encode(d.program, &words) == SM5_OK) {
        struct bytes made = bytecode_bytes(d.program, &words);
        same = made.size == code.size && memcmp(made.data, code.data, code.size) == 0;
        if (!same)
            print_error("%s: encodes to other bytes\n", path);
    }
    free(words.data);
    decoded_free(&d);
    return same;
}

static void check_shader(const char *path, struct bytes file, void *context)
{
    size_t *bad = context;
    char fourcc[5];
    struct bytes code = corpus_code(file, fourcc);
    if (code.data && !round_trip(code, fourcc, path))
        ++*bad;
}

static void shaders_encode_to_the_bytes_they_came_from(void **state)
{
    (void)state;
    size_t bad = 0, count = corpus_each(check_shader, &bad);
    if (!count)
        skip();
    assert_int_equal(bad, 0);
}

/* Bytes after the size in the header do not belong to the file. */
static bool same_file(struct bytes file)
{
    struct sm5_program *program = NULL;
    struct sm5_blob made = {0};
    size_t size = load_u32(file.data + 24), from = 0;
    struct sm5_info info = {0};
    bool same = !sm5_program_read(file.data, file.size, NULL, &program, NULL) &&
                !sm5_program_write(program, NULL, &made, NULL) && made.size == size;
    if (same)
        sm5_program_info(program, &info);
    if (!info.checksum_ok)
        from = 20; /* a wrong checksum is corrected */
    same = same && memcmp(made.data + from, file.data + from, size - from) == 0;
    sm5_blob_free(&made);
    sm5_program_free(program);
    return same;
}

static void check_container(const char *path, struct bytes file, void *context)
{
    size_t *bad = context;
    char fourcc[5];
    if (!corpus_code(file, fourcc).data || same_file(file))
        return;
    print_error("%s: is written with other bytes\n", path);
    ++*bad;
}

static void containers_are_written_as_they_were_read(void **state)
{
    (void)state;
    size_t bad = 0, count = corpus_each(check_container, &bad);
    if (!count)
        skip();
    assert_int_equal(bad, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shaders_encode_to_the_bytes_they_came_from),
        cmocka_unit_test(containers_are_written_as_they_were_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
