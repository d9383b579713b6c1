/* RDEF: what is read of it, and that a hostile one costs no more than its bytes. */
#include "payload.h"

enum {
    HEADER_BYTES = 60,
    AT_BUFFER_COUNT = 0,
    AT_BUFFERS = 4,
    AT_BINDING_COUNT = 8,
    AT_BINDINGS = 12,
    AT_VERSION = 16,
    AT_CREATOR = 24,
    VERSION_CS_50 = 0x43530500,
    VERSION_CS_51 = 0x43530501,
    VERSION_PS_40 = 0xffff0400,
    NONE = -1,
};

static struct payload empty(uint32_t version)
{
    struct payload p = {0};
    strbuf_add_repeat(&p.bytes, 0, HEADER_BYTES);
    payload_set(&p, AT_BUFFERS, HEADER_BYTES);
    payload_set(&p, AT_BINDINGS, HEADER_BYTES);
    payload_set(&p, AT_VERSION, version);
    payload_set(&p, AT_CREATOR, payload_name(&p, "by hand"));
    return p;
}

/* Type records of 5.x. */
static uint32_t float_type(struct payload *p, uint32_t columns)
{
    return WORDS(p, 3 << 16 | 1, columns << 16 | 1, 0, 0, 0, 0, 0, 0, 0);
}

static uint32_t struct_type(struct payload *p, uint32_t name, uint32_t members, uint32_t member_count)
{
    return WORDS(p, 0 << 16 | 5, 1 << 16 | 1, member_count << 16, members, 0, 0, 0, 0, name);
}

/* cbuffer Scene { struct Light { float3 color; float power; } light = ...; } */
static struct payload scene(void)
{
    struct payload p = empty(VERSION_CS_50);
    uint32_t light = payload_name(&p, "light"), tag = payload_name(&p, "Light"),
             color = payload_name(&p, "color");
    uint32_t power = payload_name(&p, "power"), buffer = payload_name(&p, "Scene");
    uint32_t vector = float_type(&p, 3), scalar = float_type(&p, 1);
    uint32_t members = WORDS(&p, color, vector, 0, power, scalar, 12);
    uint32_t type = struct_type(&p, tag, members, 2);
    uint32_t value = WORDS(&p, 0x3f800000, 0, 0, 0x40000000);
    uint32_t variable = WORDS(&p, light, 16, 16, 2, type, value, (uint32_t)NONE, 0, (uint32_t)NONE, 0);
    uint32_t buffers = WORDS(&p, buffer, 1, variable, 32, 0, 0);
    uint32_t bindings = WORDS(&p, buffer, 0, 0, 0, 0, 3, 1, 1);
    payload_set(&p, AT_BUFFER_COUNT, 1);
    payload_set(&p, AT_BUFFERS, buffers);
    payload_set(&p, AT_BINDING_COUNT, 1);
    payload_set(&p, AT_BINDINGS, bindings);
    return p;
}

static void buffers_have_variables_types_and_values(void **state)
{
    (void)state;
    struct payload p = scene();
    struct arena arena = {0};
    struct dxbc_reader reader = payload_reader(&p, &arena);
    struct program_reflection r;
    assert_true(dxbc_rdef_read(&reader, &r));
    assert_string_equal(r.creator, "by hand");
    assert_int_equal(r.major, 5);
    assert_int_equal(r.buffer_count, 1);
    assert_string_equal(r.buffers[0].name, "Scene");
    assert_int_equal(r.buffers[0].size, 32);
    const struct program_variable *v = &r.buffers[0].variables[0];
    assert_string_equal(v->name, "light");
    assert_int_equal(v->offset, 16);
    assert_int_equal(v->flags, 2);
    assert_int_equal(load_u32(v->default_value + 12), 0x40000000);
    assert_int_equal(v->type->class, 5);
    assert_string_equal(v->type->name, "Light");
    assert_int_equal(v->type->member_count, 2);
    assert_string_equal(v->type->members[1].name, "power");
    assert_int_equal(v->type->members[1].offset, 12);
    assert_int_equal(v->type->members[0].type->columns, 3);
    assert_int_equal(r.binding_count, 1);
    assert_int_equal(r.bindings[0].point, 3);
    arena_free(&arena);
    strbuf_free(&p.bytes);
}

static void bindings_of_51_have_space_and_id(void **state)
{
    (void)state;
    struct payload p = empty(VERSION_CS_51);
    uint32_t name = payload_name(&p, "data");
    payload_set(&p, AT_BINDINGS, WORDS(&p, name, 5, 6, 1, 16, 7, 0, 0, 2, 9));
    payload_set(&p, AT_BINDING_COUNT, 1);
    struct arena arena = {0};
    struct dxbc_reader reader = payload_reader(&p, &arena);
    struct program_reflection r;
    assert_true(dxbc_rdef_read(&reader, &r));
    assert_int_equal(r.bindings[0].count, 0); /* unbounded */
    assert_int_equal(r.bindings[0].space, 2);
    assert_int_equal(r.bindings[0].id, 9);
    arena_free(&arena);
    strbuf_free(&p.bytes);
}

static void records_of_4x_are_shorter(void **state)
{
    (void)state;
    struct payload p = empty(VERSION_PS_40);
    uint32_t name = payload_name(&p, "x"), buffer = payload_name(&p, "$Globals");
    uint32_t type = WORDS(&p, 3 << 16 | 1, 4 << 16 | 1, 0, 0);
    uint32_t variables = WORDS(&p, name, 0, 16, 2, type, 0, name, 16, 16, 0, type, 0);
    payload_set(&p, AT_BUFFERS, WORDS(&p, buffer, 2, variables, 32, 0, 0));
    payload_set(&p, AT_BUFFER_COUNT, 1);
    struct arena arena = {0};
    struct dxbc_reader reader = payload_reader(&p, &arena);
    struct program_reflection r;
    assert_true(dxbc_rdef_read(&reader, &r));
    assert_int_equal(r.buffers[0].variables[1].offset, 16);
    assert_null(r.buffers[0].variables[1].type->name);
    assert_ptr_equal(r.buffers[0].variables[0].type, r.buffers[0].variables[1].type);
    arena_free(&arena);
    strbuf_free(&p.bytes);
}

/* ---- damage ---- */

static bool readable(struct payload *p)
{
    struct arena arena = {0};
    struct dxbc_reader reader = payload_reader(p, &arena);
    struct program_reflection r;
    bool ok = dxbc_rdef_read(&reader, &r);
    arena_free(&arena);
    return ok;
}

static void every_word_may_lie(void **state)
{
    (void)state;
    static const uint32_t lies[] = {0, 1, 0x3c, 0x7fffffff, 0xffff0000, 0xffffffff};
    struct payload whole = scene();
    for (uint32_t at = 0; at < whole.bytes.length; at += 4)
        for (size_t i = 0; i < BASE_COUNT(lies); i++) {
            struct payload p = scene();
            payload_set(&p, at, lies[i]);
            readable(&p); /* must not leave the payload: the sanitizers watch */
            strbuf_free(&p.bytes);
        }
    strbuf_free(&whole.bytes);
}

static void every_cut_is_refused(void **state)
{
    (void)state;
    struct payload whole = scene();
    for (size_t length = 0; length < whole.bytes.length; length++) {
        struct payload p = {0};
        strbuf_add_bytes(&p.bytes, whole.bytes.text, length);
        assert_false(readable(&p));
        strbuf_free(&p.bytes);
    }
    strbuf_free(&whole.bytes);
}

static void a_type_inside_itself_is_refused(void **state)
{
    (void)state;
    struct payload p = scene();
    uint32_t name = payload_name(&p, "self");
    uint32_t type = payload_here(&p) + 12;
    uint32_t members = WORDS(&p, name, type, 0);
    assert_int_equal(struct_type(&p, name, members, 1), type);
    uint32_t variable = WORDS(&p, name, 0, 16, 2, type, 0, 0, 0, 0, 0);
    payload_set(&p, AT_BUFFERS, WORDS(&p, name, 1, variable, 16, 0, 0));
    assert_false(readable(&p));
    strbuf_free(&p.bytes);
}

/* Thousands of types that all claim the same long list of members: read out, each costs the whole list. */
static void lists_over_the_same_bytes_are_refused(void **state)
{
    (void)state;
    enum { TYPES = 4000, MEMBERS = 4000 };
    struct payload p = empty(VERSION_CS_50);
    uint32_t name = payload_name(&p, "n"), leaf = float_type(&p, 1);
    uint32_t members = payload_here(&p);
    for (unsigned i = 0; i < MEMBERS; i++)
        WORDS(&p, name, leaf, 0);
    uint32_t types = payload_here(&p);
    for (unsigned i = 0; i < TYPES; i++)
        struct_type(&p, name, members, MEMBERS);
    uint32_t variables = payload_here(&p);
    for (unsigned i = 0; i < TYPES; i++)
        WORDS(&p, name, 0, 16, 2, types + 36 * i, 0, 0, 0, 0, 0);
    payload_set(&p, AT_BUFFERS, WORDS(&p, name, TYPES, variables, 16, 0, 0));
    payload_set(&p, AT_BUFFER_COUNT, 1);
    struct arena arena = {0};
    struct dxbc_reader reader = payload_reader(&p, &arena);
    struct program_reflection r;
    assert_false(dxbc_rdef_read(&reader, &r));
    assert_true(reader.listed <= 4 * p.bytes.length);
    arena_free(&arena);
    strbuf_free(&p.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers_have_variables_types_and_values),
        cmocka_unit_test(bindings_of_51_have_space_and_id),
        cmocka_unit_test(records_of_4x_are_shorter),
        cmocka_unit_test(every_word_may_lie),
        cmocka_unit_test(every_cut_is_refused),
        cmocka_unit_test(a_type_inside_itself_is_refused),
        cmocka_unit_test(lists_over_the_same_bytes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
