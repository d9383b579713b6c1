/* Groups away from the edges run with special code: the same results in all groups, whatever the size of the dispatch
   and whatever the constants that the edges follow from, which may change between dispatches. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "jit/jit.h"
#include "sm5/sm5.h"
#include "test.h"

enum { WIDTH = 200, HEIGHT = 96, WORDS = WIDTH * HEIGHT };

/* The sum of the neighbours' words, with clamped columns; rows outside do not count. Border columns keep a 7. */
#define CLAMPED(group, first)                                                                                \
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"              \
    "dcl_resource_structured t0, 4\ndcl_uav_structured u0, 4\ndcl_input vThreadID.xy\ndcl_input "            \
    "vThreadIDInGroup.x\ndcl_temps 4\n"                                                                      \
    "dcl_thread_group " group ", 4, 1\n" first                                                               \
    "uge r0.xy, vThreadID.xyxx, cb0[0].xyxx\nor r0.x, r0.x, r0.y\nretc_nz r0.x\n"                            \
    "imad r3.x, vThreadID.y, cb0[0].x, vThreadID.x\n"                                                        \
    "ieq r0.x, vThreadID.x, l(0)\nif_nz r0.x\nstore_structured u0.x, r3.x, l(0), l(7)\nret\nendif\n"         \
    "iadd r0.xy, cb0[0].xyxx, l(-1, -1, 0, 0)\n"                                                             \
    "mov r2.x, l(0)\nmov r1.x, l(-1)\n"                                                                      \
    "loop\nige r1.y, r1.x, l(2)\nbreakc_nz r1.y\n"                                                           \
    "iadd r1.z, vThreadID.y, r1.x\nige r1.w, r1.z, l(0)\nige r2.y, r0.y, r1.z\nand r1.w, r1.w, r2.y\n"       \
    "if_nz r1.w\niadd r2.z, vThreadID.x, l(1)\nimin r2.z, r2.z, r0.x\niadd r2.w, vThreadID.x, l(-1)\n"       \
    "imax r2.w, r2.w, l(0)\nimad r2.zw, r1.zzzz, cb0[0].xxxx, r2.zzzw\n"                                     \
    "ld_structured r3.y, r2.z, l(0), t0.xxxx\nld_structured r3.z, r2.w, l(0), t0.xxxx\n"                     \
    "iadd r3.y, r3.y, r3.z\niadd r2.x, r2.x, r3.y\nendif\n"                                                  \
    "iadd r1.x, r1.x, l(1)\nendloop\n"                                                                       \
    "store_structured u0.x, r3.x, l(0), r2.x\nret\n"

static const char clamped[] = CLAMPED("8", "");
/* Not merged: rows are not whole warps. */
static const char clamped_apart[] = CLAMPED("12", "mov r3.x, vThreadIDInGroup.x\n");

/* Neighbours on a torus, and in the next row under a mask of the row's number. */
static const char wrapped[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
    "dcl_resource_structured t0, 4\ndcl_uav_structured u0, 4\ndcl_input vThreadID.xy\ndcl_temps 4\n"
    "dcl_thread_group 8, 4, 1\n"
    "uge r0.xy, vThreadID.xyxx, cb0[0].xyxx\nor r0.x, r0.x, r0.y\nretc_nz r0.x\n"
    "iadd r0.xy, vThreadID.xyxx, cb0[0].xyxx\niadd r0.xy, r0.xyxx, l(-1, -1, 0, 0)\n"
    "udiv r2.x, r0.x, r0.x, cb0[0].x\nudiv null, r0.y, r0.y, cb0[0].y\n"
    "iadd r0.zw, vThreadID.xxxy, l(0, 0, 1, 1)\nudiv null, r0.z, r0.z, cb0[0].x\nand r0.w, r0.w, cb0[0].z\n"
    "imad r1.x, r0.y, cb0[0].x, r0.x\nld_structured r1.x, r1.x, l(0), t0.xxxx\n"
    "imad r1.y, vThreadID.y, cb0[0].x, r0.z\nld_structured r1.y, r1.y, l(0), t0.xxxx\n"
    "imad r1.z, r0.w, cb0[0].x, vThreadID.x\nld_structured r1.z, r1.z, l(0), t0.xxxx\n"
    "imad r1.x, r1.y, l(3), r1.x\nimad r1.x, r1.z, l(5), r1.x\niadd r1.x, r1.x, r2.x\n"
    "imad r1.y, vThreadID.y, cb0[0].x, vThreadID.x\nstore_structured u0.x, r1.y, l(0), r1.x\nret\n";

/* Sums of 3 x 3 words, of a tile of 18 x 6 in g# with clamped coordinates: special code does without the tile. */
static const char tiled[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
    "dcl_resource_structured t0, 4\ndcl_uav_structured u0, 4\ndcl_tgsm_structured g0, 4, 108\n"
    "dcl_input vThreadID.xy\ndcl_input vThreadGroupID.xy\ndcl_input vThreadIDInGroup.xy\n"
    "dcl_input vThreadIDInGroupFlattened.x\ndcl_temps 4\ndcl_thread_group 16, 4, 1\n"
    "mov r0.x, vThreadIDInGroupFlattened.x\nloop\nuge r0.y, r0.x, l(108)\nbreakc_nz r0.y\n"
    "udiv r1.y, r1.x, r0.x, l(18)\nimad r1.xy, vThreadGroupID.xyxx, l(16, 4, 0, 0), r1.xyxx\n"
    "iadd r1.xy, r1.xyxx, l(-1, -1, 0, 0)\nimax r1.xy, r1.xyxx, l(0, 0, 0, 0)\n"
    "iadd r2.xy, cb0[0].xyxx, l(-1, -1, 0, 0)\nimin r1.xy, r1.xyxx, r2.xyxx\n"
    "imad r1.x, r1.y, cb0[0].x, r1.x\nld_structured r1.x, r1.x, l(0), t0.xxxx\n"
    "store_structured g0.x, r0.x, l(0), r1.x\niadd r0.x, r0.x, l(64)\nendloop\nsync_g_t\n"
    "uge r0.xy, vThreadID.xyxx, cb0[0].xyxx\nor r0.x, r0.x, r0.y\nretc_nz r0.x\n"
    "imad r0.x, vThreadIDInGroup.y, l(18), vThreadIDInGroup.x\nmov r2.x, l(0)\nmov r1.x, l(0)\n"
    "loop\nige r1.y, r1.x, l(3)\nbreakc_nz r1.y\nimad r1.y, r1.x, l(18), r0.x\n"
    "iadd r1.zw, r1.yyyy, l(0, 0, 1, 2)\nld_structured r3.x, r1.y, l(0), g0.xxxx\n"
    "ld_structured r3.y, r1.z, l(0), g0.xxxx\nld_structured r3.z, r1.w, l(0), g0.xxxx\n"
    "iadd r3.x, r3.x, r3.y\niadd r3.x, r3.x, r3.z\niadd r2.x, r2.x, r3.x\niadd r1.x, r1.x, l(1)\nendloop\n"
    "imad r1.y, vThreadID.y, cb0[0].x, vThreadID.x\nstore_structured u0.x, r1.y, l(0), r2.x\nret\n";

/* The neighbour to the left, in a picture of rows and planes; all are found from one number. */
static const char flat[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
    "dcl_resource_structured t0, 4\ndcl_uav_structured u0, 4\ndcl_input vThreadID.x\ndcl_temps 4\n"
    "dcl_thread_group 64, 1, 1\n"
    "udiv r0.y, r0.x, vThreadID.x, cb0[0].x\nudiv null, r0.y, r0.y, cb0[0].y\n"
    "imul null, r1.x, cb0[0].x, cb0[0].y\nudiv r0.z, null, vThreadID.x, r1.x\n"
    "iadd r1.y, r0.x, l(-1)\nilt r1.z, r1.y, l(0)\nimad r1.y, r0.z, cb0[0].y, r0.y\n"
    "imad r1.y, r1.y, cb0[0].x, r0.x\niadd r1.y, r1.y, l(-1)\n"
    "ld_structured r2.x, r1.y, l(0), t0.xxxx\nmovc r2.x, r1.z, l(7), r2.x\n"
    "imad r2.x, r0.y, l(3), r2.x\nimad r2.x, r0.z, l(5), r2.x\n"
    "store_structured u0.x, vThreadID.x, l(0), r2.x\nret\n";

enum { MASK = 15 };

typedef uint32_t expected_word(const uint32_t *in, int x, int y, int width, int height);

struct lab {
    expected_word *expected;
    unsigned columns; /* threads of a group in x */
    struct sm5_program *program;
    struct sm5_bindings *bindings;
    struct sm5_buffer *constants, *in, *out;
};

static void bind(struct lab *lab, const char *slot, struct sm5_buffer *buffer)
{
    struct sm5_slot at;
    const struct sm5_view view = {.buffer = buffer, .count = SM5_COUNT_REST};
    assert_true(sm5_slot_parse(slot, &at));
    assert_int_equal(sm5_bind(lab->bindings, &at, &view, NULL), SM5_OK);
}

static void open_lab(struct lab *lab, const char *text, unsigned columns, expected_word *expected)
{
    lab->expected = expected;
    lab->columns = columns;
    assert_int_equal(sm5_program_read(text, strlen(text), NULL, &lab->program, NULL), SM5_OK);
    lab->bindings = sm5_bindings_new(lab->program);
    lab->constants = sm5_buffer_new(16);
    lab->in = sm5_buffer_new(4 * WORDS);
    lab->out = sm5_buffer_new(4 * WORDS);
    uint32_t *words = sm5_buffer_data(lab->in);
    for (uint32_t i = 0; i < WORDS; i++)
        words[i] = i * 0x9e3779b9u;
    bind(lab, "cb0", lab->constants);
    bind(lab, "t0", lab->in);
    bind(lab, "u0", lab->out);
}

static void close_lab(struct lab *lab)
{
    sm5_bindings_free(lab->bindings);
    sm5_buffer_free(lab->constants);
    sm5_buffer_free(lab->in);
    sm5_buffer_free(lab->out);
    sm5_program_free(lab->program);
}

static uint32_t expected_clamped(const uint32_t *in, int x, int y, int width, int height)
{
    uint32_t sum = 0;
    if (x == 0)
        return 7;
    for (int row = y - 1; row <= y + 1; row++) {
        int right = x + 1 < width - 1 ? x + 1 : width - 1;
        if (row >= 0 && row < height)
            sum += in[row * width + right] + in[row * width + x - 1];
    }
    return sum;
}

static uint32_t expected_wrapped(const uint32_t *in, int x, int y, int width, int height)
{
    int left = (x + width - 1) % width, right = (x + 1) % width, up = (y + height - 1) % height;
    int masked = ((y + 1) & MASK) * width + x;
    return in[up * width + left] + 3 * in[y * width + right] + 5 * (masked < WORDS ? in[masked] : 0) +
           (uint32_t)((x + width - 1) / width);
}

static uint32_t expected_tiled(const uint32_t *in, int x, int y, int width, int height)
{
    uint32_t sum = 0;
    for (int row = y - 1; row <= y + 1; row++)
        for (int column = x - 1; column <= x + 1; column++) {
            int at_y = row < 0 ? 0 : row < height ? row : height - 1;
            int at_x = column < 0 ? 0 : column < width ? column : width - 1;
            sum += in[at_y * width + at_x];
        }
    return sum;
}

/* The picture is of `width` by `height` words; the dispatch covers it or ends before. */
static void run(const struct lab *lab, const struct sm5_kernel *kernel, int width, int height,
                const uint32_t groups[3])
{
    uint32_t along = (8 * groups[0] + lab->columns - 1) / lab->columns;
    const struct sm5_dispatch_options dispatch = {.groups = {along, groups[1], groups[2]}, .threads = 2};
    const uint32_t sizes[4] = {(uint32_t)width, (uint32_t)height, MASK, 0};
    const uint32_t *in = sm5_buffer_data(lab->in), *out = sm5_buffer_data(lab->out);
    memcpy(sm5_buffer_data(lab->constants), sizes, sizeof sizes);
    memset(sm5_buffer_data(lab->out), 0, 4 * WORDS);
    assert_int_equal(sm5_dispatch(kernel, lab->bindings, &dispatch, NULL, NULL), SM5_OK);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            bool runs = x < (int)(lab->columns * along) && y < (int)(4 * groups[1]);
            assert_int_equal(out[y * width + x], runs ? lab->expected(in, x, y, width, height) : 0);
        }
}

/* Every dispatch after the first 2 ms may use special code; sizes alternate. In the last two, groups are merged whose
   number in a row does not divide. */
static void agree_in_all_groups(const char *text, unsigned columns, expected_word *expected)
{
    enum { WORK = 2000 * 64 * 48 };
    static const int sizes[][2] = {{64, 48}, {64, 48}, {61, 47},  {33, 5},   {64, 1},
                                   {1, 48},  {9, 9},   {128, 24}, {200, 90}, {180, 96}};
    static const uint32_t groups[][3] = {{8, 12, 1}, {7, 12, 1}, {3, 3, 1},  {8, 12, 1},  {1, 12, 1},
                                         {8, 12, 2}, {2, 2, 1},  {16, 6, 1}, {25, 23, 1}, {23, 24, 1}};
    struct lab lab;
    struct sm5_kernel *kernel = NULL;
    struct sm5_kernel_info first, last;
    const struct sm5_kernel_options jit = {.engine = SM5_ENGINE_JIT, .no_cache = true};
    open_lab(&lab, text, columns, expected);
    assert_int_equal(sm5_kernel_new_with(lab.program, &jit, &kernel, NULL), SM5_OK);
    run(&lab, kernel, sizes[0][0], sizes[0][1], groups[0]);
    sm5_kernel_info(kernel, &first);
    for (size_t i = 0; i < BASE_COUNT(sizes); i++)
        for (int rounds = WORK / (sizes[i][0] * sizes[i][1] + 64 * 48); rounds > 0; rounds--)
            run(&lab, kernel, sizes[i][0], sizes[i][1], groups[i]);
    for (size_t i = 0; i < BASE_COUNT(sizes); i++)
        run(&lab, kernel, sizes[i][0], sizes[i][1], groups[i]);
    sm5_kernel_info(kernel, &last);
    assert_true(last.compile_seconds > first.compile_seconds);
    sm5_kernel_free(kernel);
    close_lab(&lab);
}

static void clamped_coordinates(void **state)
{
    (void)state;
    agree_in_all_groups(clamped, 8, expected_clamped);
}

static void rows_of_twelve(void **state)
{
    (void)state;
    agree_in_all_groups(clamped_apart, 12, expected_clamped);
}

static void wrapped_coordinates(void **state)
{
    (void)state;
    agree_in_all_groups(wrapped, 8, expected_wrapped);
}

static void tiles(void **state)
{
    (void)state;
    agree_in_all_groups(tiled, 16, expected_tiled);
}

/* ---- rows found by division ---- */

static void dispatch_flat(const struct lab *lab, const struct sm5_kernel *kernel)
{
    const struct sm5_dispatch_options dispatch = {.groups = {WORDS / 64, 1, 1}, .threads = 1};
    memset(sm5_buffer_data(lab->out), 0, 4 * WORDS);
    assert_int_equal(sm5_dispatch(kernel, lab->bindings, &dispatch, NULL, NULL), SM5_OK);
}

/* Widths that are multiples of every warp, of some and of none, and 0, in turn. */
static void flat_numbers(void **state)
{
    enum { ROUNDS = 400 };
    static const uint32_t sizes[][2] = {{64, 12}, {8, 100}, {56, 3}, {0, 16}, {96, 0}, {50, 48}, {6400, 2}};
    static uint32_t expected[WORDS];
    struct lab lab;
    struct sm5_kernel *kernel = NULL, *interp = NULL;
    const struct sm5_kernel_options jit = {.engine = SM5_ENGINE_JIT, .no_cache = true},
                                    interpreter = {.engine = SM5_ENGINE_INTERP};
    (void)state;
    open_lab(&lab, flat, 64, NULL);
    assert_int_equal(sm5_kernel_new_with(lab.program, &jit, &kernel, NULL), SM5_OK);
    assert_int_equal(sm5_kernel_new_with(lab.program, &interpreter, &interp, NULL), SM5_OK);
    for (size_t i = 0; i < BASE_COUNT(sizes); i++) {
        memcpy(sm5_buffer_data(lab.constants), sizes[i], sizeof sizes[i]);
        dispatch_flat(&lab, interp);
        memcpy(expected, sm5_buffer_data(lab.out), 4 * WORDS);
        for (unsigned round = 0; round < ROUNDS; round++)
            dispatch_flat(&lab, kernel);
        assert_memory_equal(sm5_buffer_data(lab.out), expected, 4 * WORDS);
    }
    sm5_kernel_free(interp);
    sm5_kernel_free(kernel);
    close_lab(&lab);
}

/* ---- literals ---- */

static const char divided[] =
    "cs_5_0\ndcl_constantbuffer cb0[1], immediateIndexed\ndcl_uav_structured u0, 4\ndcl_input vThreadID.x\n"
    "dcl_temps 1\ndcl_thread_group 64, 1, 1\nudiv r0.x, r0.y, vThreadID.x, cb0[0].x\n"
    "imad r0.x, r0.x, cb0[0].y, r0.y\nstore_structured u0.x, vThreadID.x, l(0), r0.x\nret\n";

static void divide(const struct lab *lab, const struct sm5_kernel *kernel, uint32_t divisor, uint32_t factor)
{
    const uint32_t constants[4] = {divisor, factor, 0, 0}, *out = sm5_buffer_data(lab->out);
    memcpy(sm5_buffer_data(lab->constants), constants, sizeof constants);
    dispatch_flat(lab, kernel);
    for (uint32_t i = 0; i < WORDS; i++)
        assert_int_equal(out[i], i / divisor * factor + i % divisor);
}

/* Whether one of so many dispatches compiles something; they end with the first that does. */
static bool compiles(const struct lab *lab, const struct sm5_kernel *kernel, uint32_t divisor,
                     uint32_t factor)
{
    enum { DISPATCHES = 20000 };
    struct sm5_kernel_info first, last;
    sm5_kernel_info(kernel, &first);
    last = first;
    for (unsigned i = 0; i < DISPATCHES && last.compile_seconds == first.compile_seconds; i++) {
        divide(lab, kernel, divisor, factor);
        sm5_kernel_info(kernel, &last);
    }
    return last.compile_seconds > first.compile_seconds;
}

/* Words that have not changed become literals; those that have, do not again. */
static void words_that_stay(void **state)
{
    struct lab lab;
    struct sm5_kernel *kernel = NULL;
    const struct sm5_kernel_options jit = {.engine = SM5_ENGINE_JIT, .no_cache = true};
    (void)state;
    open_lab(&lab, divided, 64, NULL);
    assert_int_equal(sm5_kernel_new_with(lab.program, &jit, &kernel, NULL), SM5_OK);
    divide(&lab, kernel, 10, 16);
    assert_true(compiles(&lab, kernel, 10, 16)); /* both */
    assert_true(compiles(&lab, kernel, 10, 3));  /* the divisor */
    assert_false(compiles(&lab, kernel, 7, 3));
    divide(&lab, kernel, 10, 16);
    divide(&lab, kernel, 10, 5);
    sm5_kernel_free(kernel);
    close_lab(&lab);
}

/* ---- boxes ---- */

static void boxes_of_groups(void **state)
{
    (void)state;
    struct ir_box box;
    assert_true(jit_special_box((const uint32_t[]){64, 64, 1}, JIT_BOX_INNER, &box));
    assert_true(box.first[0] == 1 && box.end[0] == 63 && box.first[1] == 1 && box.end[1] == 63);
    assert_true(box.first[2] == 0 && box.end[2] == 1);
    assert_true(jit_special_box((const uint32_t[]){64, 64, 1}, JIT_BOX_ROWS, &box));
    assert_true(box.first[0] == 0 && box.end[0] == 64 && box.first[1] == 1 && box.end[1] == 63);
    assert_false(jit_special_box((const uint32_t[]){2, 2, 2}, JIT_BOX_INNER, &box));   /* no inner ones */
    assert_false(jit_special_box((const uint32_t[]){3, 3, 3}, JIT_BOX_INNER, &box));   /* one of 27 */
    assert_false(jit_special_box((const uint32_t[]){1, 16, 15}, JIT_BOX_INNER, &box)); /* those of the rows */
    assert_true(jit_special_box((const uint32_t[]){1, 16, 15}, JIT_BOX_ROWS, &box));
    assert_true(box.first[0] == 0 && box.end[0] == 1 && box.first[2] == 1 && box.end[2] == 14);
    assert_false(jit_special_box((const uint32_t[]){64, 1, 1}, JIT_BOX_ROWS, &box)); /* all */
    assert_true(jit_special_box((const uint32_t[]){4, 1, 1}, JIT_BOX_INNER, &box));
    assert_true(jit_special_box((const uint32_t[]){2, 2, 2}, JIT_BOX_ALL, &box));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clamped_coordinates), cmocka_unit_test(rows_of_twelve),
        cmocka_unit_test(wrapped_coordinates), cmocka_unit_test(tiles),
        cmocka_unit_test(flat_numbers),        cmocka_unit_test(words_that_stay),
        cmocka_unit_test(boxes_of_groups)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
