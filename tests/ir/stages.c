/* Other stages as compute programs, tested by the dump of the function. */
#include "ir/ir.h"

#include <stdlib.h>

#include "sm5/sm5.h"
#include "test.h"

static bool lower(const char *code, struct strbuf *text)
{
    struct sm5_program *program;
    struct ir_function *function = NULL;
    struct strbuf why = {0};
    const struct ir_options options = {.alias = false};
    assert_int_equal(sm5_program_read(code, strlen(code), NULL, &program, NULL), SM5_OK);
    enum sm5_status status = ir_build(program, &options, &function);
    if (!status) {
        assert_int_equal(ir_verify(function, &why), SM5_OK);
        assert_int_equal(ir_analyse(function, 8), SM5_OK);
        ir_dump(function, text);
    }
    strbuf_free(&why);
    ir_free(function);
    sm5_program_free(program);
    return status == SM5_OK;
}

/* How often `word` occurs in the dump of `code`. */
static unsigned count_in(const char *code, const char *word)
{
    struct strbuf text = {0};
    unsigned count = 0;
    assert_true(lower(code, &text));
    for (const char *at = strstr(text.text, word); at; at = strstr(at + 1, word))
        count++;
    strbuf_free(&text);
    return count;
}

static bool is_left_to_the_interpreter(const char *code)
{
    struct strbuf text = {0};
    bool taken = lower(code, &text);
    strbuf_free(&text);
    return !taken;
}

/* ---- geometry ---- */

#define GEOMETRY(most)                                                                                       \
    "gs_5_0\ndcl_input v[2][0].xy\ndcl_temps 2\ndcl_inputprimitive line\ndcl_stream m0\n"                    \
    "dcl_outputtopology linestrip\ndcl_output o0.xy\ndcl_output o1.z\ndcl_maxout " #most "\n"

#define EMIT "mov o0.x, v[0][0].x\nemit_stream m0\n"

static void straight_code_emits_without_branches(void **state)
{
    (void)state;
    const char *code = GEOMETRY(4) EMIT EMIT "cut_stream m0\n" EMIT "ret\n";
    assert_int_equal(count_in(code, "  if "), 1); /* threads past the last invocation */
    assert_int_equal(count_in(code, "phi"), 0);
    assert_int_equal(count_in(code, "iadd vThreadIDInGroupFlattened, 64  ; affine +1"), 1);
}

static void code_after_the_last_vertex_is_removed(void **state)
{
    (void)state;
    const char *code = GEOMETRY(2) EMIT EMIT "mov r0.x, v[1][0].y\nsqrt o0.y, r0.x\n" EMIT "ret\n";
    assert_int_equal(count_in(code, "sqrt"), 0);
    assert_int_equal(count_in(code, "  if "), 1);
}

static void cuts_without_a_vertex_are_nothing(void **state)
{
    (void)state;
    assert_int_equal(count_in(GEOMETRY(2) "cut_stream m0\ncut_stream m0\nret\n", "store"), 1); /* the count */
}

/* o0.x and the mark of each vertex, and the count: o0.y, o1 and what no register declares are not stored. */
static void words_that_nothing_writes_are_not_stored(void **state)
{
    (void)state;
    assert_int_equal(count_in(GEOMETRY(2) EMIT EMIT "ret\n", "store"), 5);
}

static void outputs_are_an_array_when_one_is_indexed(void **state)
{
    (void)state;
    const char *indexed =
        GEOMETRY(2) "mov r0.x, v[1][0].x\nmov o[r0.x + 0].x, v[0][0].x\nemit_stream m0\nret\n";
    assert_int_equal(count_in(indexed, "xwrite"), 1);
    assert_int_equal(count_in(indexed, "xread"), 8);
    assert_int_equal(count_in(GEOMETRY(2) EMIT "ret\n", "xwrite"), 0);
}

/* ---- hull ---- */

#define HULL(points_in, points_out)                                                                          \
    "hs_5_0\nhs_decls\ndcl_input_control_point_count " #points_in                                            \
    "\ndcl_output_control_point_count " #points_out "\ndcl_tessellator_domain domain_isoline\n"              \
    "dcl_tessellator_partitioning partitioning_integer\ndcl_tessellator_output_primitive output_line\n"
#define POINTS                                                                                               \
    "hs_control_point_phase\ndcl_input vOutputControlPointID\ndcl_input v[3][0].x\ndcl_output o0.x\n"        \
    "dcl_temps 1\nmov r0.x, vOutputControlPointID\nmov o0.x, v[r0.x + 0][0].x\nret\n"
#define FORK(number)                                                                                         \
    "hs_fork_phase\ndcl_hs_fork_phase_instance_count 3\ndcl_input vForkInstanceID\ndcl_output o" #number     \
    ".x\nmov o" #number ".x, vForkInstanceID.x\nret\n"

static void barriers_stand_between_phases(void **state)
{
    (void)state;
    const char *three = HULL(3, 3) POINTS FORK(0) FORK(1);
    assert_int_equal(count_in(HULL(3, 0) FORK(0), "sync"), 0);
    assert_int_equal(count_in(three, "sync"), 2);
    assert_int_equal(count_in(three, "ult vThreadIDInGroupFlattened"), 3);
    assert_int_equal(count_in(three, "phi"), 0);
    assert_int_equal(count_in(HULL(3, 0) POINTS FORK(0), "sync"), 0); /* no thread makes control points */
}

/* Control point i of one patch is record i of all: neither gathered nor tested. */
static void points_of_the_same_number_stand_side_by_side(void **state)
{
    (void)state;
    assert_int_equal(count_in(HULL(3, 3) POINTS, "movc"), 0);
    assert_int_equal(count_in(HULL(4, 3) POINTS, "movc"), 0); /* its number is below 3 */
    assert_int_equal(count_in(HULL(2, 3) POINTS, "movc"), 1);
}

static void what_phases_write_is_read_anew(void **state)
{
    (void)state;
    const char *code = HULL(3, 0) FORK(0) "hs_join_phase\ndcl_input vpc0.x\ndcl_output o1.xyz\ndcl_output "
                                          "o0.x\nmov o1.x, vpc0.x\nmov o1.y, vpc0.x\n"
                                          "mov o0.x, l(7)\nmov o1.z, vpc0.x\nret\n";
    assert_int_equal(count_in(code, "load"), 3); /* o1.x and o0.x may have changed it */
}

static void barriers_of_phases_are_the_interpreters(void **state)
{
    (void)state;
    assert_true(is_left_to_the_interpreter(HULL(3, 0) "hs_fork_phase\ndcl_output o0.x\nsync_g_t\n"
                                                      "mov o0.x, l(0)\nret\n"));
}

/* ---- pixels ---- */

#define PIXEL                                                                                                \
    "ps_5_0\ndcl_input_ps linear v0.xy\ndcl_input_ps linear v1.xy\ndcl_uav_structured u1, 4\n"               \
    "dcl_output o0.xy\ndcl_temps 2\nmul r0.x, v0.x, v0.y\n"

static void differences_are_found_again_until_lanes_part(void **state)
{
    (void)state;
    const char *code =
        PIXEL "deriv_rtx_coarse o0.x, r0.x\nderiv_rtx_coarse o0.y, r0.x\n"
              "if_nz v0.y\nderiv_rtx_coarse o0.x, r0.x\nendif\nderiv_rtx_coarse o0.y, r0.x\nret\n";
    assert_int_equal(count_in(code, "x_coarse %"), 3);
}

static void differences_of_inputs_are_made_once_before_lanes_part(void **state)
{
    (void)state;
    const char *code =
        PIXEL "if_nz r0.x\nderiv_rty_fine o0.x, v1.y\nelse\nderiv_rty_fine o0.xy, v1.y\nendif\nret\n";
    struct strbuf text = {0};
    assert_int_equal(count_in(code, "y_fine %"), 1);
    assert_true(lower(code, &text));
    assert_true(strstr(text.text, "y_fine") < strstr(text.text, "  if "));
    strbuf_free(&text);
}

static void stores_are_guarded_where_helpers_compute(void **state)
{
    (void)state;
    const char *store = PIXEL "store_structured u1.x, l(0), l(0), r0.x\nderiv_rtx_fine o0.x, r0.x\nret\n";
    const char *given = PIXEL "store_structured u1.x, l(0), l(0), r0.x\nderiv_rtx_fine o0.x, v0.x\nret\n";
    const char *atomic = PIXEL "atomic_iadd u1, l(0,0,0,0), l(1)\nderiv_rtx_fine o0.x, r0.x\nret\n";
    assert_int_equal(count_in(store, "  leave @0"), 2); /* past the last invocation; at the end */
    assert_int_equal(count_in(given, "  leave @0"), 3); /* and helpers */
    assert_int_equal(count_in(store, "  if "), count_in(given, "  if "));
    assert_int_equal(count_in(atomic, "phi"), 0);
}

static void discarded_pixels_leave_unless_neighbours_look_at_them(void **state)
{
    (void)state;
    const char *only_discard = PIXEL "discard_nz r0.x\nsqrt o0.x, r0.x\nret\n";
    const char *seen = PIXEL "discard_nz r0.x\nderiv_rtx_fine o0.x, r0.x\nret\n";
    assert_int_equal(count_in(only_discard, "leave @0"), 4);
    assert_int_equal(count_in(seen, "leave @0"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_code_emits_without_branches),
        cmocka_unit_test(code_after_the_last_vertex_is_removed),
        cmocka_unit_test(cuts_without_a_vertex_are_nothing),
        cmocka_unit_test(words_that_nothing_writes_are_not_stored),
        cmocka_unit_test(outputs_are_an_array_when_one_is_indexed),
        cmocka_unit_test(barriers_stand_between_phases),
        cmocka_unit_test(points_of_the_same_number_stand_side_by_side),
        cmocka_unit_test(what_phases_write_is_read_anew),
        cmocka_unit_test(barriers_of_phases_are_the_interpreters),
        cmocka_unit_test(differences_are_found_again_until_lanes_part),
        cmocka_unit_test(differences_of_inputs_are_made_once_before_lanes_part),
        cmocka_unit_test(stores_are_guarded_where_helpers_compute),
        cmocka_unit_test(discarded_pixels_leave_unless_neighbours_look_at_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
