/* Containers: what is kept, what is replaced, and what is refused. Files are laid out by hand here. */
#include <stdlib.h>
#include <string.h>

#include "dxbc/dxbc.h"
#include "test.h"

/* cs_5_0, dcl_thread_group 1,1,1, ret */
static const uint32_t code_words[] = {0x00050050, 7, 0x0400009b, 1, 1, 1, 0x0100003e};
/* The same with another group size. */
static const uint32_t other_words[] = {0x00050050, 8, 0x0400009b, 2, 1, 1, 0x0100003a, 0x0100003e};

struct part {
    const char *fourcc;
    const void *payload;
    uint32_t size, gap; /* bytes before it */
};

static void add_u32(struct strbuf *out, uint32_t word)
{
    strbuf_add_bytes(out, (const char *)&word, sizeof word);
}

static void sign(struct strbuf *file)
{
    uint32_t sum[4];
    store_u32(file->text + 24, (uint32_t)file->length);
    dxbc_checksum((struct bytes){(const uint8_t *)file->text, file->length}, sum);
    memcpy(file->text + 4, sum, sizeof sum);
}

static struct strbuf lay_out(const struct part *parts, uint32_t count)
{
    struct strbuf file = {0};
    strbuf_add(&file, "DXBC");
    strbuf_add_repeat(&file, 0, 16);
    add_u32(&file, 1);
    add_u32(&file, 0);
    add_u32(&file, count);
    size_t list = file.length;
    strbuf_add_repeat(&file, 0, 4 * count);
    for (uint32_t i = 0; i < count; i++) {
        strbuf_add_repeat(&file, 'g', parts[i].gap);
        store_u32(file.text + list + 4 * i, (uint32_t)file.length);
        strbuf_add_bytes(&file, parts[i].fourcc, 4);
        add_u32(&file, parts[i].size);
        strbuf_add_bytes(&file, parts[i].payload, parts[i].size);
    }
    sign(&file);
    return file;
}

static const struct part plain[] = {
    {"ABCD", "kept as is", 10, 0},
    {"SHEX", code_words, sizeof code_words, 3}, /* unaligned, after a gap */
    {"PRIV", "behind", 6, 0},
};

struct read {
    struct sm5_program *program;
    struct sm5_diags *diags;
    struct bytes code;
    enum sm5_status status;
};

static struct read open_file(const struct strbuf *file)
{
    struct read r = {.program = program_new(), .diags = sm5_diags_new()};
    r.status =
        dxbc_read((struct bytes){(const uint8_t *)file->text, file->length}, r.program, &r.code, r.diags);
    return r;
}

static void close_file(struct read *r)
{
    program_free(r->program);
    sm5_diags_free(r->diags);
}

static void expect_refused(const struct strbuf *file, const char *code)
{
    struct read r = open_file(file);
    assert_int_equal(r.status, SM5_ERR_INPUT);
    assert_string_equal(sm5_diags_at(r.diags, sm5_diags_count(r.diags) - 1)->code, code);
    close_file(&r);
}

/* ---- reading ---- */

static void chunks_are_found_wherever_they_stand(void **state)
{
    (void)state;
    struct strbuf file = lay_out(plain, 3);
    struct read r = open_file(&file);
    assert_int_equal(r.status, SM5_OK);
    assert_int_equal(sm5_diags_count(r.diags), 0);
    assert_int_equal(r.program->container.chunk_count, 3);
    assert_int_equal(r.program->container.code_chunk, 1);
    assert_int_equal(r.code.size, sizeof code_words);
    assert_memory_equal(r.code.data, code_words, sizeof code_words);
    close_file(&r);
    strbuf_free(&file);
}

static void wrong_checksum_is_a_warning(void **state)
{
    (void)state;
    struct strbuf file = lay_out(plain, 3);
    file.text[7] ^= 1;
    struct read r = open_file(&file);
    assert_int_equal(r.status, SM5_OK);
    assert_string_equal(sm5_diags_at(r.diags, 0)->code, "dxbc-checksum");
    assert_int_equal(sm5_diags_errors(r.diags), 0);
    close_file(&r);
    memset(file.text + 4, 0, 16);
    r = open_file(&file);
    assert_string_equal(sm5_diags_at(r.diags, 0)->code, "dxbc-unsigned");
    close_file(&r);
    strbuf_free(&file);
}

static void every_cut_is_refused(void **state)
{
    (void)state;
    struct strbuf file = lay_out(plain, 3);
    for (size_t length = 4; length < file.length; length++) {
        struct strbuf cut = {0};
        strbuf_add_bytes(&cut, file.text, length);
        expect_refused(&cut, "dxbc-header");
        strbuf_free(&cut);
    }
    strbuf_free(&file);
}

static void offsets_and_sizes_past_the_end_are_refused(void **state)
{
    (void)state;
    static const struct {
        uint32_t at, value;
    } damage[] = {{20, 2}, {28, 0x40000000}, {32, 0xfffffff0}, {32, 8}, {48, 0xffffffff}};
    for (size_t i = 0; i < BASE_COUNT(damage); i++) {
        struct strbuf file = lay_out(plain, 3);
        store_u32(file.text + damage[i].at, damage[i].value);
        expect_refused(&file, "dxbc-header");
        strbuf_free(&file);
    }
}

static void overlapping_chunks_are_refused(void **state)
{
    (void)state;
    struct strbuf file = lay_out(plain, 3);
    store_u32(file.text + 36, load_u32(file.text + 32) + 4);
    expect_refused(&file, "dxbc-header");
    strbuf_free(&file);
}

/* A line end in a name would leave the comment that it is printed in. */
static void a_name_that_is_no_text_keeps_its_chunk_unread(void **state)
{
    (void)state;
    uint32_t signature[9] = {1, 8, 32, 0, 0, 3, 0, 0x0f0f};
    static const char *const names[] = {"SV\n", "\x7f", "\t"};
    for (size_t i = 0; i < BASE_COUNT(names); i++) {
        memcpy(&signature[8], names[i], strlen(names[i]) + 1);
        const struct part parts[] = {{"ISGN", signature, sizeof signature, 0},
                                     {"SHEX", code_words, sizeof code_words, 0}};
        struct strbuf file = lay_out(parts, 2);
        struct read r = open_file(&file);
        assert_int_equal(r.status, SM5_OK);
        assert_string_equal(sm5_diags_at(r.diags, 0)->code, "dxbc-chunk");
        assert_false(r.program->signatures[PROGRAM_SIGNATURE_INPUT].present);
        close_file(&r);
        strbuf_free(&file);
    }
}

static void a_container_without_code_is_refused(void **state)
{
    (void)state;
    struct strbuf file = lay_out(plain, 1);
    expect_refused(&file, "dxbc-no-code");
    strbuf_free(&file);
}

/* ---- writing ---- */

static void same_code_gives_the_same_file(void **state)
{
    (void)state;
    struct strbuf file = lay_out(plain, 3), out = {0};
    struct read r = open_file(&file);
    assert_int_equal(dxbc_write(r.program, r.code, &out), SM5_OK);
    assert_int_equal(out.length, file.length);
    assert_memory_equal(out.text, file.text, file.length);
    close_file(&r);
    strbuf_free(&file);
    strbuf_free(&out);
}

static void a_wrong_checksum_is_corrected(void **state)
{
    (void)state;
    struct strbuf file = lay_out(plain, 3), wrong = lay_out(plain, 3), out = {0};
    wrong.text[9] ^= 0x40;
    struct read r = open_file(&wrong);
    assert_int_equal(dxbc_write(r.program, r.code, &out), SM5_OK);
    assert_int_equal(out.length, file.length);
    assert_memory_equal(out.text, file.text, file.length);
    close_file(&r);
    strbuf_free(&wrong);
    strbuf_free(&file);
    strbuf_free(&out);
}

static void other_code_moves_the_rest_and_signs(void **state)
{
    (void)state;
    const struct part longer[] = {plain[0], {"SHEX", other_words, sizeof other_words, 3}, plain[2]};
    struct strbuf file = lay_out(plain, 3), expected = lay_out(longer, 3), out = {0};
    struct read r = open_file(&file);
    const struct bytes code = {(const uint8_t *)other_words, sizeof other_words};
    assert_int_equal(dxbc_write(r.program, code, &out), SM5_OK);
    assert_int_equal(out.length, expected.length);
    assert_memory_equal(out.text, expected.text, expected.length);
    close_file(&r);
    strbuf_free(&file);
    strbuf_free(&expected);
    strbuf_free(&out);
}

/* ---- the checksum ---- */

static void checksum_depends_on_every_byte_and_the_length(void **state)
{
    (void)state;
    uint8_t bytes[20 + 130] = {0};
    uint32_t seen[131][4];
    for (size_t n = 0; n <= 130; n++) {
        dxbc_checksum((struct bytes){bytes, 20 + n}, seen[n]);
        for (size_t m = 0; m < n; m++)
            assert_memory_not_equal(seen[n], seen[m], sizeof seen[n]);
    }
    for (size_t i = 20; i < sizeof bytes; i++) {
        uint32_t sum[4];
        bytes[i] ^= 1;
        dxbc_checksum((struct bytes){bytes, sizeof bytes}, sum);
        bytes[i] ^= 1;
        assert_memory_not_equal(sum, seen[130], sizeof sum);
    }
}

/* Sums computed by another program, written from the same description. */
static void checksum_of_known_files(void **state)
{
    (void)state;
    struct strbuf small = lay_out(plain, 2), large = lay_out(plain, 3);
    const struct strbuf *files[] = {&small, &large};
    static const uint32_t known[2][4] = {{0x4ab330d3, 0x30cac57c, 0x35483662, 0x46cc8ccf},
                                         {0xde01c2c1, 0xabf79586, 0x215b9ea9, 0x65ea9051}};
    for (unsigned i = 0; i < 2; i++) {
        uint32_t sum[4];
        dxbc_checksum((struct bytes){(const uint8_t *)files[i]->text, files[i]->length}, sum);
        assert_memory_equal(sum, known[i], sizeof sum);
    }
    strbuf_free(&small);
    strbuf_free(&large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_are_found_wherever_they_stand),
        cmocka_unit_test(wrong_checksum_is_a_warning),
        cmocka_unit_test(every_cut_is_refused),
        cmocka_unit_test(offsets_and_sizes_past_the_end_are_refused),
        cmocka_unit_test(overlapping_chunks_are_refused),
        cmocka_unit_test(a_name_that_is_no_text_keeps_its_chunk_unread),
        cmocka_unit_test(a_container_without_code_is_refused),
        cmocka_unit_test(same_code_gives_the_same_file),
        cmocka_unit_test(a_wrong_checksum_is_corrected),
        cmocka_unit_test(other_code_moves_the_rest_and_signs),
        cmocka_unit_test(checksum_depends_on_every_byte_and_the_length),
        cmocka_unit_test(checksum_of_known_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
