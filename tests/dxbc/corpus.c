/* Real containers: what is read of them is written back to the same bytes, and what is made from their code
   is what their compiler made. */
#include "../corpus.h"

#include <string.h>

#include "bytecode/bytecode.h"
#include "dxbc/dxbc.h"
#include "dxbc/dxbc_chunk.h"
#include "test.h"

/* Of a hundred compilations by fxc, how many have the very value that is made here, word by word: what
   docs/container.md says. The older and newer versions of fxc differ in how they count. */
enum { ENOUGH = 90, WORD_OPEN_19 = 19 };

struct opened {
    struct sm5_program *program;
    struct bytes code;
    bool ok;
};

static struct opened open_container(struct bytes file)
{
    struct opened o = {.program = program_new()};
    o.ok = dxbc_read(file, o.program, &o.code, NULL) == SM5_OK &&
           bytecode_decode(o.code, o.program, NULL) == SM5_OK;
    return o;
}

static bool is_by_fxc(const struct sm5_program *program)
{
    return program->reflection.present && str_starts(program->reflection.creator, "Microsoft (R) HLSL");
}

static const struct program_chunk *find_chunk(const struct sm5_program *program, const char *fourcc)
{
    for (uint32_t i = 0; i < program->container.chunk_count; i++)
        if (strcmp(program->container.chunks[i].fourcc, fourcc) == 0)
            return &program->container.chunks[i];
    return NULL;
}

/* ---- written back ---- */

static void check_written(const char *path, struct bytes file, void *context)
{
    size_t *bad = context;
    struct opened o = open_container(file);
    struct strbuf out = {0};
    size_t from = o.ok && o.program->container.checksum_ok ? 0 : 20; /* a wrong checksum is corrected */
    bool same = o.ok && dxbc_write(o.program, o.code, &out) == SM5_OK && out.length == file.size &&
                memcmp(out.text + from, file.data + from, file.size - from) == 0;
    if (!same)
        print_error("%s: other bytes\n", path);
    *bad += !same;
    strbuf_free(&out);
    program_free(o.program);
}

static void containers_are_written_back_byte_for_byte(void **state)
{
    (void)state;
    size_t bad = 0;
    if (!corpus_each(check_written, &bad))
        skip();
    assert_int_equal(bad, 0);
}

/* A longer code payload moves the chunks after it; restoring the old payload restores the file. */
static void check_replaced(const char *path, struct bytes file, void *context)
{
    size_t *bad = context;
    struct opened o = open_container(file);
    struct strbuf longer = {0}, moved = {0}, back = {0};
    strbuf_add_bytes(&longer, (const char *)o.code.data, o.code.size);
    strbuf_add_repeat(&longer, 0, 4);
    bool same = o.ok &&
                dxbc_write(o.program, (struct bytes){(const uint8_t *)longer.text, longer.length}, &moved) ==
                    SM5_OK &&
                moved.length == file.size + 4;
    struct opened again = {0};
    if (same) {
        again = open_container((struct bytes){(const uint8_t *)moved.text, moved.length});
        same = again.ok && again.program->container.checksum_ok &&
               dxbc_write(again.program, o.code, &back) == SM5_OK && back.length == file.size &&
               memcmp(back.text + 20, file.data + 20, file.size - 20) == 0;
    }
    if (!same)
        print_error("%s: other bytes after the code was replaced\n", path);
    *bad += !same;
    strbuf_free(&longer);
    strbuf_free(&moved);
    strbuf_free(&back);
    program_free(again.program);
    program_free(o.program);
}

static void replaced_code_leaves_all_else_as_it_was(void **state)
{
    (void)state;
    size_t bad = 0;
    if (!corpus_each(check_replaced, &bad))
        skip();
    assert_int_equal(bad, 0);
}

/* ---- signatures ---- */

/* Nearly all containers without RDEF are fxc's too, but some are assemblers'. */
struct outcome {
    size_t bad;
    size_t unnamed, unnamed_bad;
};

static void add_outcome(struct outcome *outcome, const struct sm5_program *program, bool good)
{
    if (is_by_fxc(program)) {
        outcome->bad += !good;
    } else if (!program->reflection.present) {
        outcome->unnamed++;
        outcome->unnamed_bad += !good;
    }
}

static void assert_as_fxc(const struct outcome *outcome)
{
    assert_int_equal(outcome->bad, 0);
    assert_true(outcome->unnamed_bad * 100 <= outcome->unnamed * 2);
}

static void check_signatures(const char *path, struct bytes file, void *context)
{
    struct outcome *outcome = context;
    struct opened o = open_container(file);
    for (unsigned kind = 0; o.ok && kind < PROGRAM_SIGNATURE_KINDS; kind++) {
        const struct program_signature *signature = &o.program->signatures[kind];
        if (!signature->present)
            continue;
        const struct bytes payload = find_chunk(o.program, signature->fourcc)->payload;
        struct strbuf out = {0};
        dxbc_signature_write(signature, &out);
        bool same = out.length == payload.size && memcmp(out.text, payload.data, payload.size) == 0;
        if (!same)
            print_message("%s: %s is written in other bytes\n", path, signature->fourcc);
        add_outcome(outcome, o.program, same);
        strbuf_free(&out);
    }
    program_free(o.program);
}

static void signatures_are_written_as_fxc_writes_them(void **state)
{
    (void)state;
    struct outcome outcome = {0};
    if (!corpus_each(check_signatures, &outcome))
        skip();
    assert_as_fxc(&outcome);
}

/* ---- statistics ---- */

struct tally {
    unsigned seen[PROGRAM_STAT_WORDS], same[PROGRAM_STAT_WORDS];
};

/* Later versions count mad, and sort integer arithmetic, in another way. */
static bool counts_as_9_30(const struct sm5_program *program)
{
    return is_by_fxc(program) && strstr(program->reflection.creator, "Compiler 9.");
}

static void tally_statistics(const char *path, struct bytes file, void *context)
{
    (void)path;
    struct tally *tally = context;
    struct opened o = open_container(file);
    const struct program_statistics *stored = &o.program->statistics;
    if (o.ok && stored->words && counts_as_9_30(o.program)) {
        struct program_statistics made;
        dxbc_make_statistics(o.program, &made);
        for (uint32_t i = 0; i < made.words && i < stored->words; i++) {
            tally->seen[i]++;
            tally->same[i] += made.word[i] == stored->word[i];
        }
    }
    program_free(o.program);
}

static void statistics_are_those_of_fxc(void **state)
{
    (void)state;
    struct tally tally = {0};
    if (!corpus_each(tally_statistics, &tally))
        skip();
    for (unsigned i = 0; i < PROGRAM_STAT_WORDS; i++) {
        if (i == WORD_OPEN_19)
            continue;
        if (tally.same[i] * 100 < tally.seen[i] * ENOUGH)
            fail_msg("STAT word %u: %u of %u as fxc counts", i, tally.same[i], tally.seen[i]);
    }
}

/* ---- features ---- */

static void check_features(const char *path, struct bytes file, void *context)
{
    struct opened o = open_container(file);
    if (o.ok) {
        uint64_t made = dxbc_make_features(o.program);
        uint64_t stored = o.program->has_features ? o.program->features : 0;
        if (made != stored)
            print_message("%s: features %#llx, made %#llx\n", path, (unsigned long long)stored,
                          (unsigned long long)made);
        add_outcome(context, o.program, made == stored);
    }
    program_free(o.program);
}

static void features_are_those_of_fxc(void **state)
{
    (void)state;
    struct outcome outcome = {0};
    if (!corpus_each(check_features, &outcome))
        skip();
    assert_as_fxc(&outcome);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(containers_are_written_back_byte_for_byte),
        cmocka_unit_test(replaced_code_leaves_all_else_as_it_was),
        cmocka_unit_test(signatures_are_written_as_fxc_writes_them),
        cmocka_unit_test(statistics_are_those_of_fxc),
        cmocka_unit_test(features_are_those_of_fxc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
