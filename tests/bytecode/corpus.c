/* Real shaders: decoding and encoding gives the same bytes. */
#include "corpus.h"

#include "words.h"

static bool round_trip(struct bytes code, const char *fourcc, const char *path)
{
    struct decoded d = {.program = program_new(), .diags = sm5_diags_new()};
    memcpy(d.program->code_fourcc, fourcc, sizeof d.program->code_fourcc);
    d.status = bytecode_decode(code, d.program, d.diags);
    struct program_words words = {0};
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shaders_encode_to_the_bytes_they_came_from),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
