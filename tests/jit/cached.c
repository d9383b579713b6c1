/* Kernels from the cache run the code of their own program, options and variant, whatever the files contain. */
#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bytecode/bytecode.h"
#include "jit/jit.h"
#include "sm5/sm5.h"
#include "test.h"

enum { WORDS = 256, FILES_MOST = 16 };

/* Thread i stores i * FACTOR at word i. */
#define SHADER(factor)                                                                                       \
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_structured u0, 4\ndcl_input vThreadID.x\n"          \
    "dcl_temps 1\ndcl_thread_group 64, 1, 1\nimul null, r0.x, vThreadID.x, l(" #factor ")\n"                 \
    "store_structured u0.x, vThreadID.x, l(0), r0.x\nret\n"

static char folder[] = "/tmp/sm5-cached-XXXXXX";

static int open_folder(void **state)
{
    (void)state;
    memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
    return mkdtemp(folder) && setenv("XDG_CACHE_HOME", folder, 1) == 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

/* ---- entries ---- */

struct files {
    char path[FILES_MOST][256];
    unsigned count;
};

static bool contains(const struct files *files, const char *path)
{
    for (unsigned i = 0; i < files->count; i++)
        if (strcmp(files->path[i], path) == 0)
            return true;
    return false;
}

/* Adds the entries that are not in `known`. */
static void list_new(const struct files *known, struct files *out)
{
    char path[512];
    struct dirent *found;
    snprintf(path, sizeof path, "%s/sm5", folder);
    DIR *directory = opendir(path);
    assert_non_null(directory);
    *out = (struct files){.count = 0};
    while ((found = readdir(directory))) {
        snprintf(path, sizeof path, "%s/sm5/%s", folder, found->d_name);
        if (found->d_name[0] != '.' && !contains(known, path) && out->count < FILES_MOST)
            snprintf(out->path[out->count++], sizeof out->path[0], "%.255s", path);
    }
    closedir(directory);
}

static void swap(const char *a, const char *b)
{
    char spare[300];
    snprintf(spare, sizeof spare, "%s/spare", folder);
    assert_int_equal(rename(a, spare), 0);
    assert_int_equal(rename(b, a), 0);
    assert_int_equal(rename(spare, b), 0);
}

/* ---- kernels ---- */

/* Runs it with a buffer of `words`, checks the result, and reports if all code came from the cache. */
static bool run(const char *text, uint32_t factor, uint32_t lanes, uint32_t words)
{
    const struct sm5_kernel_options options = {.engine = SM5_ENGINE_JIT, .lanes = lanes};
    const struct sm5_dispatch_options dispatch = {.groups = {WORDS / 64, 1, 1}, .threads = 1};
    struct sm5_program *program = NULL;
    struct sm5_kernel *kernel = NULL;
    struct sm5_kernel_info info;
    struct sm5_slot u0;
    assert_int_equal(sm5_program_read(text, strlen(text), NULL, &program, NULL), SM5_OK);
    assert_int_equal(sm5_kernel_new_with(program, &options, &kernel, NULL), SM5_OK);
    struct sm5_bindings *bindings = sm5_bindings_new(program);
    struct sm5_buffer *out = sm5_buffer_new(4 * (uint64_t)words);
    const struct sm5_view view = {.buffer = out};
    assert_true(sm5_slot_parse("u0", &u0));
    assert_int_equal(sm5_bind(bindings, &u0, &view, NULL), SM5_OK);
    assert_int_equal(sm5_dispatch(kernel, bindings, &dispatch, NULL, NULL), SM5_OK);
    for (uint32_t i = 0; i < words; i++)
        assert_int_equal(((uint32_t *)sm5_buffer_data(out))[i], i * factor);
    sm5_kernel_info(kernel, &info);
    sm5_bindings_free(bindings);
    sm5_buffer_free(out);
    sm5_kernel_free(kernel);
    sm5_program_free(program);
    return info.from_cache;
}

static void the_same_program_is_found(void **state)
{
    (void)state;
    assert_false(run(SHADER(3), 3, 8, WORDS));
    assert_true(run(SHADER(3), 3, 8, WORDS));
}

static void swapped_entries_of_programs_are_not_run(void **state)
{
    (void)state;
    struct files none = {.count = 0}, first, second;
    run(SHADER(3), 3, 8, WORDS);
    list_new(&none, &first);
    run(SHADER(5), 5, 8, WORDS);
    list_new(&first, &second);
    assert_int_equal(first.count, 1);
    assert_int_equal(second.count, 1);
    swap(first.path[0], second.path[0]);
    assert_false(run(SHADER(3), 3, 8, WORDS));
    assert_false(run(SHADER(5), 5, 8, WORDS));
    assert_true(run(SHADER(3), 3, 8, WORDS));
}

/* Code without bounds tests for a buffer that is too small for it. */
static void swapped_entries_of_variants_are_not_run(void **state)
{
    (void)state;
    struct files none = {.count = 0}, bounded, tested;
    run(SHADER(3), 3, 8, WORDS);
    list_new(&none, &bounded);
    run(SHADER(3), 3, 8, WORDS / 2 + 1);
    list_new(&bounded, &tested);
    assert_int_equal(bounded.count, 1);
    assert_int_equal(tested.count, 1);
    swap(bounded.path[0], tested.path[0]);
    assert_false(run(SHADER(3), 3, 8, WORDS / 2 + 1));
    assert_false(run(SHADER(3), 3, 8, WORDS));
}

static void other_options_are_other_code(void **state)
{
    (void)state;
    if (jit_target_widest() < 16)
        skip();
    struct files none = {.count = 0}, narrow, wide;
    run(SHADER(3), 3, 8, WORDS);
    list_new(&none, &narrow);
    assert_false(run(SHADER(3), 3, 16, WORDS));
    list_new(&narrow, &wide);
    assert_int_equal(wide.count, 1);
    swap(narrow.path[0], wide.path[0]);
    assert_false(run(SHADER(3), 3, 8, WORDS));
    assert_false(run(SHADER(3), 3, 16, WORDS));
}

static void truncated_entries_are_not_run(void **state)
{
    (void)state;
    struct files none = {.count = 0}, files;
    struct stat info;
    run(SHADER(3), 3, 8, WORDS);
    list_new(&none, &files);
    assert_int_equal(stat(files.path[0], &info), 0);
    for (long keep = 0; keep < info.st_size; keep += info.st_size / 7) {
        assert_int_equal(truncate(files.path[0], keep), 0);
        assert_false(run(SHADER(3), 3, 8, WORDS));
        assert_true(run(SHADER(3), 3, 8, WORDS));
    }
}

/* ---- keys ---- */

static struct jit_digest source_of(const struct sm5_program *program, const char *cpu)
{
    struct jit_digest source;
    assert_true(jit_source_of(program, cpu, &source));
    return source;
}

static bool same(const struct jit_digest *a, const struct jit_digest *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* Every program that differs from one by a bit of its tokens has another digest. */
static void each_bit_of_a_program_counts(void **state)
{
    (void)state;
    struct sm5_program *program = NULL;
    struct program_tokens tokens = {0};
    unsigned programs = 0;
    assert_int_equal(sm5_program_read(SHADER(3), strlen(SHADER(3)), NULL, &program, NULL), SM5_OK);
    assert_int_equal(bytecode_encode(program, &tokens), SM5_OK);
    struct jit_digest source = source_of(program, NULL);
    for (size_t bit = 0; bit < tokens.count * 32; bit++) {
        struct sm5_program *other = program_new();
        assert_non_null(other);
        memcpy(other->code_fourcc, "SHEX", 5);
        tokens.data[bit / 32] ^= 1u << bit % 32;
        if (bytecode_decode(bytecode_bytes(program, &tokens), other, NULL) == SM5_OK) {
            struct jit_digest changed = source_of(other, NULL);
            assert_false(same(&changed, &source));
            programs++;
        }
        tokens.data[bit / 32] ^= 1u << bit % 32;
        program_free(other);
    }
    assert_true(programs > tokens.count * 8);
    VEC_FREE(&tokens);
    sm5_program_free(program);
}

static void the_processor_counts(void **state)
{
    (void)state;
    struct sm5_program *program = NULL;
    assert_int_equal(sm5_program_read(SHADER(3), strlen(SHADER(3)), NULL, &program, NULL), SM5_OK);
    struct jit_digest own = source_of(program, NULL), named = source_of(program, "x86-64-v3"),
                      empty = source_of(program, "");
    assert_false(same(&own, &named) || same(&own, &empty) || same(&named, &empty));
    sm5_program_free(program);
}

/* Every field of the lowering and of the target changes the key. */
static void each_option_counts(void **state)
{
    (void)state;
    static const struct ir_outcome outcomes[3][2] = {{{0}, {2, 0}}, {{2, 0}, {2, 0}}, {{1, 7}, {2, 0}}};
    const struct jit_lowering lowerings[] = {
        {.lanes = 8, .merged = 1},
        {.lanes = 16, .merged = 1},
        {.lanes = 8, .merged = 2},
        {.lanes = 8, .merged = 1, .alias = true},
        {.lanes = 8, .merged = 1, .outcomes = outcomes[0], .outcome_count = 2},
        {.lanes = 8, .merged = 1, .outcomes = outcomes[1], .outcome_count = 2},
        {.lanes = 8, .merged = 1, .outcomes = outcomes[2], .outcome_count = 2},
    };
    const uint8_t texels[2][1] = {{JIT_TEXEL_WORD}, {JIT_TEXEL_FOUR}};
    const struct jit_target targets[] = {{.bounded = false, .texels = texels[0]},
                                         {.bounded = true, .texels = texels[0]},
                                         {.is_quick = true, .texels = texels[0]},
                                         {.texels = texels[1]}};
    static const char text[] =
        "cs_5_0\ndcl_uav_typed_buffer (uint,uint,uint,uint) u0\ndcl_input vThreadID.x\n"
        "dcl_temps 1\ndcl_thread_group 8, 1, 1\n"
        "store_uav_typed u0.xyzw, vThreadID.xxxx, vThreadID.xxxx\nret\n";
    struct sm5_program *program = NULL;
    struct ir_function *function = NULL;
    struct jit_key keys[BASE_COUNT(lowerings) * (BASE_COUNT(targets) + 1)];
    size_t count = 0;
    assert_int_equal(sm5_program_read(text, strlen(text), NULL, &program, NULL), SM5_OK);
    assert_int_equal(jit_lower(program, &lowerings[0], 0, NULL, &function), SM5_OK);
    struct jit_digest source = source_of(program, NULL);
    for (size_t i = 0; i < BASE_COUNT(lowerings); i++)
        for (size_t k = 0; k <= BASE_COUNT(targets); k++)
            jit_key_make(&source, &lowerings[i], function, k < BASE_COUNT(targets) ? &targets[k] : NULL,
                         &keys[count++]);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            assert_false(same(&keys[i].digest, &keys[k].digest));
    for (size_t i = 0; i < count; i++)
        jit_key_free(&keys[i]);
    ir_free(function);
    sm5_program_free(program);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, open_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(the_same_program_is_found),
        IN_FOLDER(swapped_entries_of_programs_are_not_run),
        IN_FOLDER(swapped_entries_of_variants_are_not_run),
        IN_FOLDER(other_options_are_other_code),
        IN_FOLDER(truncated_entries_are_not_run),
        cmocka_unit_test(each_bit_of_a_program_counts),
        cmocka_unit_test(the_processor_counts),
        cmocka_unit_test(each_option_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
