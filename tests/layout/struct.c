/* Layouts declared in HLSL: offsets by the packing rules of fxc, and errors of malformed declarations. */
#include "layouts.h"

static struct sm5_layout *parse(const char *text, enum sm5_packing packing)
{
    struct sm5_layout *layout;
    struct sm5_diags *diags = sm5_diags_new();
    if (sm5_layout_parse(text, packing, "test", &layout, diags))
        fail_msg("%s: %s", text, sm5_diags_at(diags, 0)->message);
    sm5_diags_free(diags);
    return layout;
}

static void expect(const char *text, enum sm5_packing packing, uint32_t bytes, const char *fields)
{
    struct sm5_layout *layout = parse(text, packing);
    expect_fields(layout, fields);
    assert_int_equal(sm5_layout_bytes(layout), bytes);
    sm5_layout_free(layout);
}

static void structured_buffers_pack_tightly(void **state)
{
    (void)state;
    expect("float3 position; uint flags; float pad[2]", SM5_PACKING_STRUCTURED, 24,
           "f0:position.x f4:position.y f8:position.z u12:flags f16:pad[0] f20:pad[1]");
    expect("bool b; min16int a, c[2][2];", SM5_PACKING_STRUCTURED, 24,
           "b0:b i4:a i8:c[0] i12:c[1] i16:c[2] i20:c[3]");
    expect("float2x3 m; row_major float2x3 r", SM5_PACKING_STRUCTURED, 48,
           "f0:m[0][0] f4:m[1][0] f8:m[0][1] f12:m[1][1] f16:m[0][2] f20:m[1][2] f24:r[0][0] f28:r[0][1] "
           "f32:r[0][2] f36:r[1][0] f40:r[1][1] f44:r[1][2]");
}

static void doubles_are_aligned(void **state)
{
    (void)state;
    expect("float a; double b; float c", SM5_PACKING_STRUCTURED, 24, "f0:a d8:b f16:c");
    expect("struct { double d; float f; } s[2]; float e", SM5_PACKING_STRUCTURED, 40,
           "d0:s[0].d f8:s[0].f d16:s[1].d f24:s[1].f f32:e");
    expect("float a; double b; double2 c; double3 d", SM5_PACKING_CBUFFER, 64,
           "f0:a d8:b d16:c.x d24:c.y d32:d.x d40:d.y d48:d.z");
}

/* Offsets of the same members by vkd3d's compiler. */
static void constant_buffers_fill_rows(void **state)
{
    (void)state;
    expect(
        "struct S { float a; }; S s; float b; float3 c; float2 d; S t[2]; float j; row_major float2x3 k; "
        "float l; "
        "bool2 o; row_major float1x3 q; float r; float v[2]; uint w",
        SM5_PACKING_CBUFFER, 176,
        "f0:s.a f4:b f16:c.x f20:c.y f24:c.z f32:d.x f36:d.y f48:t[0].a f64:t[1].a f68:j f80:k[0][0] "
        "f84:k[0][1] f88:k[0][2] f96:k[1][0] f100:k[1][1] f104:k[1][2] f108:l b112:o.x b116:o.y f128:q[0][0] "
        "f132:q[0][1] f136:q[0][2] f140:r f144:v[0] f160:v[1] u164:w");
}

static void structures_nest(void **state)
{
    (void)state;
    expect(
        "struct Light { float2 color; struct { int2 at; } in[2]; }; Light lights[2]; Light last",
        SM5_PACKING_STRUCTURED, 72,
        "f0:lights[0].color.x f4:lights[0].color.y i8:lights[0].in[0].at.x i12:lights[0].in[0].at.y "
        "i16:lights[0].in[1].at.x i20:lights[0].in[1].at.y f24:lights[1].color.x f28:lights[1].color.y "
        "i32:lights[1].in[0].at.x i36:lights[1].in[0].at.y i40:lights[1].in[1].at.x i44:lights[1].in[1].at.y "
        "f48:last.color.x f52:last.color.y i56:last.in[0].at.x i60:last.in[0].at.y i64:last.in[1].at.x "
        "i68:last.in[1].at.y");
}

static void positions_follow_rows_of_matrices(void **state)
{
    (void)state;
    struct sm5_layout *layout = parse("uint a; float2x2 m; uint b", SM5_PACKING_STRUCTURED);
    static const uint32_t positions[] = {0, 1, 3, 2, 4, 5};
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(layout->fields.data[i].position, positions[i]);
    sm5_layout_free(layout);
}

static void malformed_declarations_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *code;
        uint32_t column;
    } cases[] = {
        {"", "layout-empty", 1},
        {"flaot3 a", "layout-type", 1},
        {"float5 a", "layout-type", 1},
        {"float a; float", "layout-expected", 15},
        {"float a float b", "layout-expected", 9},
        {"float a[0]", "layout-size", 9},
        {"float a[65536]", "layout-size", 9},
        {"float a[-1]", "layout-size", 9},
        {"float a[2", "layout-expected", 10},
        {"float a; int a", "layout-duplicate", 14},
        {"struct { } a", "layout-empty", 9},
        {"struct { float a; a", "layout-type", 19},
        {"struct S { float a; }; struct S { int b; }; S s", "layout-duplicate", 31},
        {"struct S { float a; }", "layout-expected", 22},
        {"float a[65535]; float b[65535]", "layout-limit", 1},
        {"struct A { float x[65535]; }; A a[65535]", "layout-limit", 1},
    };
    for (size_t i = 0; i < BASE_COUNT(cases); i++) {
        struct sm5_layout *layout;
        struct sm5_diags *diags = sm5_diags_new();
        assert_int_equal(sm5_layout_parse(cases[i].text, SM5_PACKING_STRUCTURED, NULL, &layout, diags),
                         SM5_ERR_INPUT);
        assert_null(layout);
        assert_int_equal(sm5_diags_count(diags), 1);
        assert_string_equal(sm5_diags_at(diags, 0)->code, cases[i].code);
        assert_int_equal(sm5_diags_at(diags, 0)->column, cases[i].column);
        sm5_diags_free(diags);
    }
}

static void nesting_is_limited(void **state)
{
    (void)state;
    struct strbuf text = {0};
    for (int i = 0; i < 100000; i++)
        strbuf_add(&text, "struct{");
    struct sm5_layout *layout;
    assert_int_equal(sm5_layout_parse(strbuf_text(&text), SM5_PACKING_CBUFFER, NULL, &layout, NULL),
                     SM5_ERR_INPUT);
    strbuf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structured_buffers_pack_tightly),
        cmocka_unit_test(doubles_are_aligned),
        cmocka_unit_test(constant_buffers_fill_rows),
        cmocka_unit_test(structures_nest),
        cmocka_unit_test(positions_follow_rows_of_matrices),
        cmocka_unit_test(malformed_declarations_are_refused),
        cmocka_unit_test(nesting_is_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
