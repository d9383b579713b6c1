/* Truncated and bit-flipped containers give an error or a usable program. Containers are assembled from
   the hand-written texts, and taken from the corpus if it exists. */
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "test.h"
#include "text/corpus.h"

enum { VARIANTS = 16 };

/* Reads, prints and writes a container, and makes a kernel. Every error must have a diagnostic. */
static void use(const uint8_t *bytes, size_t size)
{
    struct sm5_diags *diags = sm5_diags_new();
    struct sm5_program *program;
    enum sm5_status status = sm5_program_read(bytes, size, "damaged", &program, diags);
    if (status) {
        assert_null(program);
        assert_true(sm5_diags_errors(diags) > 0);
        sm5_diags_free(diags);
        return;
    }
    struct sm5_blob text, file;
    struct sm5_kernel *kernel;
    assert_int_equal(sm5_program_print(program, SM5_PRINT_LOSSLESS, &text, diags), SM5_OK);
    assert_int_equal(sm5_program_write(program, NULL, &file, diags), SM5_OK);
    const struct sm5_kernel_options any_program = {.validation = SM5_VALIDATION_NONE};
    if (sm5_kernel_new_with(program, &any_program, &kernel, diags))
        assert_true(sm5_diags_errors(diags) > 0);
    else
        sm5_kernel_free(kernel);
    sm5_blob_free(&text);
    sm5_blob_free(&file);
    sm5_program_free(program);
    sm5_diags_free(diags);
}

static void damage(const uint8_t *bytes, size_t size, uint32_t seed)
{
    uint8_t *copy = malloc(size);
    assert_non_null(copy);
    for (unsigned variant = 0; variant < VARIANTS; variant++) {
        memcpy(copy, bytes, size);
        use(copy, harness_random(&seed) % size);
        for (unsigned flips = 0; flips <= variant; flips++)
            copy[harness_random(&seed) % size] ^= (uint8_t)(1u << harness_random(&seed) % 8);
        use(copy, size);
    }
    free(copy);
}

static void damage_container(const char *path, void *context)
{
    size_t size = 0;
    char *bytes = read_file(path, &size);
    assert_non_null(bytes);
    damage((const uint8_t *)bytes, size, (uint32_t)size * 2654435761u | 1);
    free(bytes);
    (void)context;
}

static void damage_text(const char *path, void *context)
{
    size_t size = 0;
    char *text = read_file(path, &size);
    struct sm5_diags *diags = sm5_diags_new();
    struct sm5_program *program;
    struct sm5_blob file;
    assert_non_null(text);
    assert_int_equal(sm5_program_read(text, size, path, &program, diags), SM5_OK);
    assert_int_equal(sm5_program_write(program, NULL, &file, diags), SM5_OK);
    for (uint32_t seed = 1; seed <= 8; seed++)
        damage(file.data, file.size, seed);
    sm5_blob_free(&file);
    sm5_program_free(program);
    sm5_diags_free(diags);
    free(text);
    (void)context;
}

static void containers_of_our_texts_survive_damage(void **state)
{
    (void)state;
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/tests/data/asm", source_root());
    assert_true(each_file(folder, ".asm", 0, damage_text, NULL) > 0);
}

static void containers_of_the_corpus_survive_damage(void **state)
{
    (void)state;
    char folder[4096];
    shared_path(folder, sizeof folder, "corpus");
    if (each_file(folder, ".dxbc", 4, damage_container, NULL) == 0)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(containers_of_our_texts_survive_damage),
        cmocka_unit_test(containers_of_the_corpus_survive_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
