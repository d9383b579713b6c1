/* The object loader on what the compiler makes, and on everything else. */
#include "jit/jit.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "sm5/sm5.h"
#include "test.h"

static const char shader[] = "cs_5_0\n"
                             "dcl_uav_structured u0, 16\n"
                             "dcl_input vThreadID.x\n"
                             "dcl_temps 1\n"
                             "dcl_thread_group 32, 1, 1\n"
                             "utof r0.x, vThreadID.x\n"
                             "exp r0.y, r0.x\n"
                             "store_structured u0.xy, vThreadID.x, l(4), r0.xyxx\n"
                             "ret\n";

static struct jit_object make_object(void)
{
    struct sm5_program *program = NULL;
    struct ir_function *function = NULL;
    struct ir_options options = {.alias = false};
    struct jit_target host = {0};
    struct jit_object object;
    struct strbuf why = {0};
    assert_int_equal(sm5_program_read(shader, strlen(shader), NULL, &program, NULL), SM5_OK);
    assert_int_equal(ir_build(program, &options, &function), SM5_OK);
    assert_int_equal(ir_analyse(function, 8), SM5_OK);
    const struct jit_compiler *compiler = jit_plugin_load(&why);
    assert_non_null(compiler);
    assert_int_equal(compiler->compile(function, &host, &object, JIT_DUMP_NONE, NULL, &why), SM5_OK);
    ir_free(function);
    sm5_program_free(program);
    strbuf_free(&why);
    return object;
}

static void a_compiled_object_is_loaded(void **state)
{
    (void)state;
    struct jit_object object = make_object();
    struct jit_code code;
    assert_int_equal(jit_load(object.bytes, object.size, &code), SM5_OK);
    assert_non_null(code.entry);
    jit_unload(&code);
    free(object.bytes);
}

/* Permissions of the pages of the mapping, from /proc. */
static void code_is_never_writable(void **state)
{
    (void)state;
    struct jit_object object = make_object();
    struct jit_code code;
    char line[512];
    unsigned executable = 0;
    assert_int_equal(jit_load(object.bytes, object.size, &code), SM5_OK);
    FILE *maps = fopen("/proc/self/maps", "r");
    assert_non_null(maps);
    while (fgets(line, sizeof line, maps)) {
        unsigned long begin, end;
        char rights[5];
        if (sscanf(line, "%lx-%lx %4s", &begin, &end, rights) != 3 || end <= (uintptr_t)code.mapping ||
            begin >= (uintptr_t)code.mapping + code.size)
            continue;
        assert_false(rights[1] == 'w' && rights[2] == 'x');
        executable += rights[2] == 'x';
    }
    fclose(maps);
    assert_int_equal(executable, 1);
    jit_unload(&code);
    free(object.bytes);
}

static enum sm5_status load_and_forget(const uint8_t *bytes, size_t size)
{
    struct jit_code code;
    enum sm5_status status = jit_load(bytes, size, &code);
    if (status)
        assert_null(code.mapping);
    jit_unload(&code);
    return status;
}

/* A copy that ends where the object does, so that a sanitizer sees a byte too far. */
static void cut_objects_are_refused(void **state)
{
    (void)state;
    struct jit_object object = make_object();
    for (size_t size = 0; size < object.size; size++) {
        uint8_t *copy = malloc(size + 1);
        assert_non_null(copy);
        memcpy(copy, object.bytes, size);
        assert_int_equal(load_and_forget(copy, size), SM5_ERR_INPUT);
        free(copy);
    }
    free(object.bytes);
}

/* Damage may leave a sound object (a byte of code); it must not make the loader leave the bytes. */
static void damaged_objects_do_no_harm(void **state)
{
    (void)state;
    struct jit_object object = make_object();
    uint8_t *copy = malloc(object.size);
    assert_non_null(copy);
    unsigned refused = 0;
    for (size_t at = 0; at < object.size; at++)
        for (unsigned bit = 0; bit < 8; bit += 3) {
            memcpy(copy, object.bytes, object.size);
            copy[at] ^= (uint8_t)(1u << bit);
            refused += load_and_forget(copy, object.size) == SM5_ERR_INPUT;
        }
    assert_true(refused > 0);
    free(copy);
    free(object.bytes);
}

static void wild_words_do_no_harm(void **state)
{
    (void)state;
    static const uint64_t wild[] = {0, 1, 0xffffffff, 0x100000000, UINT64_MAX, (uint64_t)1 << 63, 0xfff};
    struct jit_object object = make_object();
    uint8_t *copy = malloc(object.size);
    assert_non_null(copy);
    for (size_t at = 0; at + 8 <= object.size; at += 8)
        for (size_t i = 0; i < BASE_COUNT(wild); i++) {
            memcpy(copy, object.bytes, object.size);
            memcpy(copy + at, &wild[i], 8);
            load_and_forget(copy, object.size);
        }
    free(copy);
    free(object.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_compiled_object_is_loaded), cmocka_unit_test(code_is_never_writable),
        cmocka_unit_test(cut_objects_are_refused),     cmocka_unit_test(damaged_objects_do_no_harm),
        cmocka_unit_test(wild_words_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
