/* Reduced programs show the behaviour, are valid and 1-minimal, however many tests run at once. */
#include "reduce/reduce.h"

#include <string.h>

#include "sm5/sm5.h"
#include "test.h"

static struct sm5_program *read_program(const char *text)
{
    struct sm5_program *program;
    struct sm5_diags *diags = sm5_diags_new();
    if (sm5_program_read(text, strlen(text), "p.asm", &program, diags) != SM5_OK)
        fail_msg("%s", sm5_diags_at(diags, 0)->message);
    sm5_diags_free(diags);
    return program;
}

static char *text_of(const struct sm5_program *program)
{
    struct sm5_blob blob;
    assert_int_equal(sm5_program_print(program, SM5_PRINT_LOSSLESS, &blob, NULL), SM5_OK);
    char *text = strdup((const char *)blob.data);
    sm5_blob_free(&blob);
    return text;
}

/* ---- behaviours ---- */

/* The text of the program contains all of these. */
struct words {
    const char *list[4];
    uint64_t least; /* of the first number */
    uint64_t tests, largest;
};

static bool contains(void *context, const struct reduce_candidate *candidate)
{
    struct words *words = context;
    char *text = text_of(candidate->program);
    bool all = !candidate->number_count || candidate->numbers[0].value >= words->least;
    for (int i = 0; i < 4 && words->list[i]; i++)
        all &= strstr(text, words->list[i]) != NULL;
    words->tests++;
    free(text);
    return all;
}

/* u0[0] is 42 after one group. */
static bool stores_42(void *context, const struct reduce_candidate *candidate)
{
    (void)context;
    struct sm5_kernel *kernel = NULL;
    struct sm5_buffer *buffer = sm5_buffer_new(64);
    struct sm5_bindings *bindings = sm5_bindings_new(candidate->program);
    struct sm5_slot slot;
    struct sm5_view view = {.buffer = buffer, .count = SM5_COUNT_REST};
    struct sm5_dispatch_options how = {.groups = {1, 1, 1}, .threads = 1, .max_steps = 1000};
    struct sm5_kernel_options options = {.engine = SM5_ENGINE_INTERP};
    uint32_t got = 0;
    sm5_slot_parse("u0", &slot);
    bool ok = sm5_kernel_new_with(candidate->program, &options, &kernel, NULL) == SM5_OK &&
              sm5_bind(bindings, &slot, &view, NULL) == SM5_OK &&
              sm5_dispatch(kernel, bindings, &how, NULL, NULL) == SM5_OK;
    memcpy(&got, sm5_buffer_data(buffer), sizeof got);
    sm5_kernel_free(kernel);
    sm5_bindings_free(bindings);
    sm5_buffer_free(buffer);
    return ok && got == 42;
}

/* ---- many tests at once ---- */

enum { SLOTS = 7 };

struct parallel {
    struct reduce_tester inner;
    bool results[SLOTS], busy[SLOTS];
};

static bool start(void *context, unsigned slot, const struct reduce_candidate *candidate)
{
    struct parallel *p = context;
    assert_true(slot < SLOTS && !p->busy[slot]);
    p->busy[slot] = true;
    p->results[slot] = p->inner.shows(p->inner.context, candidate);
    return true;
}

static bool finish(void *context, unsigned slot)
{
    struct parallel *p = context;
    assert_true(p->busy[slot]);
    p->busy[slot] = false;
    return p->results[slot];
}

static void discard(void *context, unsigned slot)
{
    finish(context, slot);
}

/* ---- properties ---- */

static size_t problems(const struct sm5_program *program)
{
    struct sm5_diags *diags = sm5_diags_new();
    sm5_validate(program, NULL, diags);
    size_t count = sm5_diags_count(diags);
    sm5_diags_free(diags);
    return count;
}

/* The program without one line, when that is a program without problems. */
static struct sm5_program *without_line(const char *text, const char *line, const char *next)
{
    struct sm5_program *program;
    size_t before = (size_t)(line - text), after = strlen(next);
    char *shorter = malloc(before + after + 1);
    memcpy(shorter, text, before);
    memcpy(shorter + before, next, after + 1);
    enum sm5_status status = sm5_program_read(shorter, before + after, NULL, &program, NULL);
    free(shorter);
    if (status == SM5_OK && problems(program) == 0)
        return program;
    sm5_program_free(program);
    return NULL;
}

/* No line can be deleted. */
static void expect_minimal(const struct reduce_tester *tester, const struct sm5_program *program)
{
    char *text = text_of(program);
    for (const char *line = text, *next; *line; line = next) {
        const char *end = strchr(line, '\n');
        next = end ? end + 1 : line + strlen(line);
        struct sm5_program *shorter = *line == '/' ? NULL : without_line(text, line, next);
        const struct reduce_candidate candidate = {.program = shorter};
        if (shorter && tester->shows(tester->context, &candidate))
            fail_msg("not minimal: '%.*s' can be deleted of\n%s", (int)(next - line), line, text);
        sm5_program_free(shorter);
    }
    free(text);
}

/* The text of the reduced program, by one test at a time and by many. */
static char *reduce(const char *text, const struct reduce_tester *tester, struct reduce_number *numbers,
                    size_t count)
{
    struct sm5_program *program = read_program(text);
    size_t clean = problems(program);
    struct reduce_number copies[4];
    struct reduce_result result, other;
    struct parallel p = {.inner = *tester};
    const struct reduce_tester parallel = {
        .context = &p, .slots = SLOTS, .start = start, .finish = finish, .discard = discard};
    if (count)
        memcpy(copies, numbers, count * sizeof *numbers);
    assert_int_equal(reduce_minimize(program, numbers, count, tester, &result), REDUCE_MINIMAL);
    assert_int_equal(reduce_minimize(program, copies, count, &parallel, &other), REDUCE_MINIMAL);
    const struct reduce_candidate last = {result.program, numbers, count, result.instructions};
    assert_true(tester->shows(tester->context, &last));
    assert_true(problems(result.program) <= clean);
    if (!count && !clean)
        expect_minimal(tester, result.program);
    char *one = text_of(result.program), *many = text_of(other.program);
    assert_string_equal(one, many);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(numbers[i].value, copies[i].value);
    assert_int_equal(result.successes, other.successes);
    free(many);
    sm5_program_free(result.program);
    sm5_program_free(other.program);
    sm5_program_free(program);
    return one;
}

static void expect_contains(const char *program, const char *expected, struct words words)
{
    const struct reduce_tester tester = {.context = &words, .shows = contains};
    char *text = reduce(program, &tester, NULL, 0);
    const char *code = strstr(text, "cs_5_0");
    assert_non_null(code);
    assert_string_equal(code, expected);
    free(text);
}

/* ---- cases ---- */

#define HEAD                                                                                                 \
    "cs_5_0\n"                                                                                               \
    "dcl_globalFlags refactoringAllowed\n"                                                                   \
    "dcl_constantbuffer cb0[7], immediateIndexed\n"                                                          \
    "dcl_resource_structured t0, 16\n"                                                                       \
    "dcl_uav_structured u0, 4\n"                                                                             \
    "dcl_input vThreadID.xyz\n"                                                                              \
    "dcl_temps 6\n"                                                                                          \
    "dcl_tgsm_structured g0, 16, 64\n"                                                                       \
    "dcl_thread_group 8, 8, 1\n"

static const char BLOCKS[] = HEAD "mov r0.xyzw, l(1, 2, 3, 4)\n"
                                  "mov r5.xyzw, cb0[6].wzyx\n"
                                  "loop\n"
                                  "  uge r1.x, r0.y, l(3)\n"
                                  "  breakc_nz r1.x\n"
                                  "  iadd r0.y, r0.y, l(1)\n"
                                  "  if_nz r0.x\n"
                                  "    mul_sat r2.xyzw, -r0.xyzw, |r5.zwxy|\n"
                                  "  else\n"
                                  "    mov r2.xyzw, l(0, 0, 0, 0)\n"
                                  "  endif\n"
                                  "  switch r0.z\n"
                                  "    case l(1)\n"
                                  "      ftou r3.x, r2.x\n"
                                  "      break\n"
                                  "    default\n"
                                  "      mov r3.x, l(5)\n"
                                  "      break\n"
                                  "  endswitch\n"
                                  "  store_structured u0.x, vThreadID.x, l(0), r3.x\n"
                                  "endloop\n"
                                  "ret\n";

static void an_instruction_is_left_alone(void **state)
{
    (void)state;
    expect_contains(BLOCKS,
                    "cs_5_0\n"
                    "dcl_temps 1\n"
                    "dcl_thread_group 1, 1, 1\n"
                    "mul_sat r0.x, l(0.000000), l(0.000000)\n"
                    "ret \n",
                    (struct words){.list = {"mul_sat"}});
}

static void numbers_are_reduced_to_the_least_that_shows(void **state)
{
    (void)state;
    struct words words = {.list = {"store_structured"}, .least = 347};
    const struct reduce_tester tester = {.context = &words, .shows = contains};
    struct reduce_number numbers[2] = {{65535, 1, 1}, {4096, 0, 16}};
    free(reduce(BLOCKS, &tester, numbers, 2));
    assert_int_equal(numbers[0].value, 347);
    assert_int_equal(numbers[1].value, 0);
}

static const char COMPUTES_42[] = HEAD "mov r0.xyzw, l(40, 1, 3, 4)\n"
                                       "mov r4.x, l(3)\n"
                                       "iadd r0.x, r0.x, r0.y\n"
                                       "iadd r5.xy, r0.xyxx, l(1, 7, 0, 0)\n"
                                       "store_structured g0.x, l(3), l(4), r5.x\n"
                                       "sync_g_t\n"
                                       "if_z vThreadID.x\n"
                                       "  ld_structured r3.x, l(3), l(4), g0.xxxx\n"
                                       "  imul null, r2.x, r3.x, r0.y\n"
                                       "  store_structured u0.x, vThreadID.x, l(0), r2.x\n"
                                       "else\n"
                                       "  store_structured u0.x, vThreadID.x, l(0), r4.x\n"
                                       "endif\n"
                                       "ret\n";

static void a_value_is_computed_by_what_it_needs(void **state)
{
    (void)state;
    const struct reduce_tester tester = {.shows = stores_42};
    char *text = reduce(COMPUTES_42, &tester, NULL, 0);
    assert_null(strstr(text, "loop"));
    assert_null(strstr(text, "if_z"));
    assert_null(strstr(text, "sync"));
    free(text);
}

static void a_declaration_goes_with_its_uses(void **state)
{
    (void)state;
    static const char pixel[] = "ps_5_0\n"
                                "dcl_input_ps linear v1.xy\n"
                                "dcl_output o0.xyzw\n"
                                "dcl_output o1.xy\n"
                                "dcl_temps 1\n"
                                "mul r0.xy, v1.xyxx, v1.yxyy\n"
                                "mov o1.xy, r0.xyxx\n"
                                "mov o0.xyzw, l(1, 2, 3, 4)\n"
                                "ret\n";
    struct words words = {.list = {"mul"}};
    const struct reduce_tester tester = {.context = &words, .shows = contains};
    char *text = reduce(pixel, &tester, NULL, 0);
    assert_null(strstr(text, "dcl_output"));
    assert_null(strstr(text, "dcl_input"));
    free(text);
}

static void routines_are_joined(void **state)
{
    (void)state;
    expect_contains("cs_5_0\ndcl_temps 1\ndcl_thread_group 1, 1, 1\ncall l0\nret\nlabel l0\nmov r0.x, l(1)\n"
                    "dp2 r0.x, r0.x, r0.x\nret\n",
                    "cs_5_0\ndcl_temps 1\ndcl_thread_group 1, 1, 1\ndp2 r0.x, l(0.000000, 0.000000, "
                    "0.000000, 0.000000), l(0.000000, 0.000000, 0.000000, 0.000000)\nret \n",
                    (struct words){.list = {"dp2"}});
}

/* The value of a mov replaces the register, also by another component of the same one. */
static void moves_are_bypassed(void **state)
{
    (void)state;
    static const char moves[] = "cs_5_0\n"
                                "dcl_uav_structured u0, 4\n"
                                "dcl_temps 1\n"
                                "dcl_thread_group 1, 1, 1\n"
                                "iadd r0.z, l(41), l(1)\n"
                                "mov r0.w, r0.z\n"
                                "store_structured u0.x, l(0), l(0), r0.w\n"
                                "ret\n";
    const struct reduce_tester tester = {.shows = stores_42};
    char *text = reduce(moves, &tester, NULL, 0);
    assert_null(strstr(text, "mov"));
    assert_non_null(strstr(text, "store_structured u0.x, l(0), l(0), r0.z"));
    free(text);
}

/* A loop that nothing leaves is not tested: the test would not end. */
static void loops_keep_a_way_out(void **state)
{
    (void)state;
    struct words words = {.list = {"endloop"}};
    const struct reduce_tester tester = {.context = &words, .shows = contains};
    struct reduce_result result;
    struct sm5_program *program = read_program(BLOCKS);
    assert_int_equal(reduce_minimize(program, NULL, 0, &tester, &result), REDUCE_MINIMAL);
    char *text = text_of(result.program);
    assert_non_null(strstr(text, "break"));
    free(text);
    sm5_program_free(result.program);
    sm5_program_free(program);
}

static void a_behaviour_that_is_not_shown_is_refused(void **state)
{
    (void)state;
    struct words words = {.list = {"dadd"}};
    const struct reduce_tester tester = {.context = &words, .shows = contains};
    struct reduce_result result;
    struct sm5_program *program = read_program(BLOCKS);
    assert_int_equal(reduce_minimize(program, NULL, 0, &tester, &result), REDUCE_NOT_SHOWN);
    assert_null(result.program);
    sm5_program_free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_instruction_is_left_alone),
        cmocka_unit_test(numbers_are_reduced_to_the_least_that_shows),
        cmocka_unit_test(a_value_is_computed_by_what_it_needs),
        cmocka_unit_test(a_declaration_goes_with_its_uses),
        cmocka_unit_test(routines_are_joined),
        cmocka_unit_test(moves_are_bypassed),
        cmocka_unit_test(loops_keep_a_way_out),
        cmocka_unit_test(a_behaviour_that_is_not_shown_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
