/* Which accesses of indexable arrays are bundled, and which arrays become one (ir_bundle.c). */
#include "ir/ir.h"

#include "sm5/sm5.h"
#include "test.h"

/* Members of all bundles, arrays that have words, and those whose lanes have an element's words next to each other. */
struct found {
    unsigned members, arrays, by_lane;
};

static struct found run(const char *arrays, const char *body)
{
    struct sm5_program *program;
    struct ir_function *f;
    struct strbuf text = {0}, why = {0};
    const struct ir_options options = {0};
    struct found found = {0, 0, 0};
    strbuf_printf(
        &text,
        "cs_5_0\ndcl_resource_structured t0, 16\ndcl_uav_structured u0, 16\ndcl_input vThreadID.x\n"
        "dcl_input vThreadGroupID.x\n"
        "dcl_temps 5\n%sdcl_thread_group 64, 1, 1\nld_structured r0.xyzw, vThreadID.x, l(0), t0.xyzw\n"
        "mov r1.xyzw, l(0, 0, 0, 0)\n%s"
        "store_structured u0.xyzw, vThreadID.x, l(0), r1.xyzw\nret\n",
        arrays, body);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, NULL), SM5_OK);
    assert_int_equal(ir_build(program, &options, &f), SM5_OK);
    assert_int_equal(ir_analyse(f, 16), SM5_OK);
    assert_int_equal(ir_verify(f, &why), SM5_OK);
    for (ir_ref i = 1; i < f->value_count; i++)
        found.members +=
            (f->values[i].kind == IR_XREAD || f->values[i].kind == IR_XWRITE) && f->values[i].bundle;
    for (uint32_t i = 0; i < f->array_count; i++) {
        found.arrays += f->arrays[i].components != 0;
        found.by_lane += f->arrays[i].by_lane;
    }
    ir_free(f);
    sm5_program_free(program);
    strbuf_free(&text);
    strbuf_free(&why);
    return found;
}

#define TWO "dcl_indexableTemp x0[8], 1\ndcl_indexableTemp x1[8], 1\n"

static void expect(struct found found, unsigned members, unsigned arrays, unsigned by_lane)
{
    assert_int_equal(found.members, members);
    assert_int_equal(found.arrays, arrays);
    assert_int_equal(found.by_lane, by_lane);
}

static void arrays_accessed_together_are_one(void **state)
{
    (void)state;
    const char *push_and_pop = "mov x0[r0.x + 0].x, r0.y\nmov x1[r0.x + 0].x, r0.z\n"
                               "mov r1.x, x0[r0.w + 1].x\nmov r1.y, x1[r0.w + 1].x\n";
    expect(run(TWO, push_and_pop), 4, 1, 1);
    expect(run("dcl_indexableTemp x0[8], 1\ndcl_indexableTemp x1[9], 1\n", push_and_pop), 0, 2, 0);
    expect(run("dcl_indexableTemp x0[8], 4\n",
               "mov x0[r0.x + 0].xyzw, r0.xyzw\nmov r1.xyzw, x0[r0.y + 0].xyzw\n"),
           8, 1, 1);
}

/* A shift, as in the insertion into a sorted list: reads and writes of other words do not separate those of one. */
static void reads_pass_writes_of_other_words(void **state)
{
    (void)state;
    expect(run(TWO, "mov x0[r0.x + 0].x, x0[r0.y + 0].x\nmov x1[r0.x + 0].x, x1[r0.y + 0].x\n"
                    "mov r1.x, x0[r0.z + 0].x\nmov r1.y, x1[r0.z + 0].x\n"),
           6, 1, 1);
}

static void what_is_written_between_is_read_again(void **state)
{
    (void)state;
    expect(run("dcl_indexableTemp x0[8], 2\n",
               "mov x0[r0.x + 0].xy, r0.xyxx\nmov r1.x, x0[r0.y + 0].x\nmov x0[r0.z + 0].y, r0.w\n"
               "mov r1.y, x0[r0.y + 0].y\nmov r1.zw, x0[r0.w + 0].xxxy\n"),
           4, 1, 1);
}

static void elements_that_lanes_share_stay_vectors(void **state)
{
    (void)state;
    expect(run(TWO, "mov r2.x, vThreadGroupID.x\nmov x0[r2.x + 0].x, r0.y\nmov x1[r2.x + 0].x, r0.z\n"
                    "mov r1.x, x0[r2.x + 1].x\nmov r1.y, x1[r2.x + 1].x\n"),
           0, 2, 0);
    expect(run(TWO, "mov x0[r0.x + 0].x, r0.y\nmov r1.x, x0[r0.y + 0].x\nmov x1[r0.z + 0].x, r0.z\n"
                    "mov r1.y, x1[r0.w + 0].x\n"),
           0, 2, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_accessed_together_are_one),
        cmocka_unit_test(reads_pass_writes_of_other_words),
        cmocka_unit_test(what_is_written_between_is_read_again),
        cmocka_unit_test(elements_that_lanes_share_stay_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
