/* Which min and max operations are emitted as a group (ir_extremes.c). */
#include "ir/ir.h"

#include "sm5/sm5.h"
#include "test.h"

/* Operations in groups, of which the largest has `largest`. */
struct groups {
    unsigned grouped, largest;
};

static struct groups groups_of(const struct ir_function *f)
{
    struct groups groups = {0, 0};
    for (ir_ref i = 1; i < f->value_count; i++) {
        unsigned members = 0;
        for (ir_ref at = f->values[i].bundle == i ? i : 0; at; at = f->values[at].bundle_next) {
            assert_int_equal(f->values[at].bundle, i);
            members++;
        }
        groups.grouped += members;
        groups.largest = members > groups.largest ? members : groups.largest;
    }
    return groups;
}

/* The function is valid in the new order: each value is defined before its uses. */
static struct groups run(const char *body)
{
    struct sm5_program *program;
    struct ir_function *function;
    struct strbuf text = {0}, why = {0};
    const struct ir_options options = {0};
    strbuf_printf(
        &text,
        "cs_5_0\ndcl_resource_structured t0, 16\ndcl_uav_structured u0, 16\ndcl_input vThreadID.x\n"
        "dcl_temps 5\ndcl_thread_group 64, 1, 1\nld_structured r0.xyzw, vThreadID.x, l(0), t0.xyzw\n%s"
        "store_structured u0.xyzw, vThreadID.x, l(0), r1.xyzw\nret\n",
        body);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, NULL), SM5_OK);
    assert_int_equal(ir_build(program, &options, &function), SM5_OK);
    assert_int_equal(ir_analyse(function, 8), SM5_OK);
    assert_int_equal(ir_verify(function, &why), SM5_OK);
    struct groups groups = groups_of(function);
    ir_free(function);
    sm5_program_free(program);
    strbuf_free(&text);
    strbuf_free(&why);
    return groups;
}

#define LOAD(to) "iadd r4.x, vThreadID.x, l(" #to ")\nld_structured r" #to ".x, r4.x, l(0), t0.xxxx\n"

static void networks(void **state)
{
    (void)state;
    struct groups sort =
        run("min r1.x, r0.x, r0.y\nmax r1.y, r0.x, r0.y\nmin r1.z, r0.z, r0.w\nmax r1.w, r0.z, r0.w\n"
            "min r2.x, r1.x, r1.z\nmax r2.y, r1.y, r1.w\nmov r1.xw, r2.xxxy\n");
    assert_int_equal(sort.grouped, 6);
    assert_int_equal(sort.largest, 6);
}

static void not_profitable(void **state)
{
    (void)state;
    assert_int_equal(run("min r1.xyzw, r0.xxxx, r0.yyyy\nmax r1.x, r0.z, r0.w\n").grouped, 0);
    assert_int_equal(run("max r1.xyzw, r0.xyzw, l(0, 0, 0, 0)\n").grouped, 0); /* one instruction each */
    assert_int_equal(
        run(LOAD(2) LOAD(3) "min r1.x, r0.x, r2.x\nmax r1.y, r0.y, r3.x\nmin r1.z, r0.z, r0.w\n").grouped, 0);
}

/* Past loads, up to the first use and the end of a block. */
static void deferred(void **state)
{
    (void)state;
    const char *sum =
        LOAD(2) "min r1.xyzw, r0.xxxx, r2.xxxx\n" LOAD(3) "min r1.x, r1.x, r3.x\nmax r1.y, r1.y, r3.x\n";
    assert_int_equal(run(sum).largest, 3);
    struct groups two = run("min r1.xyzw, r0.xyzw, r0.yxwz\nadd r2.x, r1.x, l(1.0)\nmax r1.yzw, r0.xyzw, "
                            "r1.xyzw\nmov r1.x, r2.x\n");
    assert_int_equal(two.grouped, 4); /* the three after the addition have six inputs */
    assert_int_equal(
        run("max r1.xyzw, r0.xyzw, r0.zwxy\nmin r1.x, r1.x, r1.y\nult r2.x, vThreadID.x, l(3)\nif_nz r2.x\n"
            "min r1.y, r1.x, r0.x\nendif\n")
            .largest,
        5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(networks),
        cmocka_unit_test(not_profitable),
        cmocka_unit_test(deferred),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
