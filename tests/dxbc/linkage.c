/* IFCE: class types, instances and slots; docs/container.md has the layout. */
#include "payload.h"
#include "text/text.h"

enum { AT_INSTANCES = 16, AT_TYPES = 20, AT_SLOTS = 24 };

static uint32_t halves(uint32_t low, uint32_t high)
{
    return high << 16 | low;
}

/* Two classes, one instance, an interface of one slot and an array of two. */
static struct payload lights(void)
{
    struct payload p = {0};
    WORDS(&p, 1, 2, 2, 3, 0, 0, 0, 0x4e47534f, halves(32, 16));
    uint32_t spot = payload_name(&p, "cSpot"), plain = payload_name(&p, "cPlain"),
             light = payload_name(&p, "g_light");
    uint32_t both = WORDS(&p, halves(0, 1)), one = WORDS(&p, halves(1, 0xabab));
    uint32_t tables = WORDS(&p, 0, 1, 2);
    payload_set(&p, AT_INSTANCES, WORDS(&p, light, halves(1, 1), halves(0, 4), halves(0xffff, 2)));
    payload_set(&p, AT_TYPES, WORDS(&p, spot, halves(0, 3), halves(1, 2), plain, halves(0, 0), halves(0, 0)));
    payload_set(&p, AT_SLOTS, WORDS(&p, 1, 2, both, tables, 2, 1, one, tables + 8));
    return p;
}

static void classes_instances_and_slots_are_read(void **state)
{
    (void)state;
    struct payload p = lights();
    struct arena arena = {0};
    struct dxbc_reader reader = payload_reader(&p, &arena);
    struct program_linkage l;
    assert_true(dxbc_ifce_read(&reader, &l));
    assert_int_equal(l.type_count, 2);
    assert_string_equal(l.types[0].name, "cSpot");
    assert_int_equal(l.types[0].cbuffer_stride, 3);
    assert_int_equal(l.types[0].texture_count, 1);
    assert_int_equal(l.types[0].sampler_count, 2);
    assert_int_equal(l.types[1].id, 1);
    assert_int_equal(l.instance_count, 1);
    assert_string_equal(l.instances[0].name, "g_light");
    assert_int_equal(l.instances[0].type, 1);
    assert_int_equal(l.instances[0].cbuffer_offset, 4);
    assert_int_equal(l.instances[0].texture, 0xffff);
    assert_int_equal(l.instances[0].sampler, 2);
    assert_int_equal(l.slot_record_count, 2);
    assert_int_equal(l.slots[0].type_ids[1], 1);
    assert_int_equal(l.slots[0].table_ids[1], 1);
    assert_int_equal(l.slots[1].slot_count, 2);
    assert_int_equal(l.slots[1].type_ids[0], 1);
    assert_int_equal(l.slots[1].table_ids[0], 2);
    arena_free(&arena);
    strbuf_free(&p.bytes);
}

static void they_are_printed_as_fxc_does(void **state)
{
    (void)state;
    static const char expected[] = "// Available Class Types:\n//\n"
                                   "// Name                             ID CB Stride Texture Sampler\n"
                                   "// ------------------------------ ---- --------- ------- -------\n"
                                   "// cSpot                             0         3       1       2\n"
                                   "// cPlain                            1         0       0       0\n"
                                   "//\n// Available Class Instances:\n//\n"
                                   "// Name                        Type CB CB Offset Texture Sampler\n"
                                   "// --------------------------- ---- -- --------- ------- -------\n"
                                   "// g_light                        1  0         4       -       2\n"
                                   "//\n// Interface slots, 3 total:\n//\n//             Slots\n"
                                   "// +----------+---------+---------------------------------------\n"
                                   "// | Type ID  |   0     |0    1    \n"
                                   "// | Table ID |         |0    1    \n"
                                   "// +----------+---------+---------------------------------------\n"
                                   "// | Type ID  |   1-2   |1    \n"
                                   "// | Table ID |         |2    \n"
                                   "// +----------+---------+---------------------------------------\n";
    struct payload p = lights();
    struct sm5_program *program = program_new();
    struct dxbc_reader reader = payload_reader(&p, &program->arena);
    assert_true(dxbc_ifce_read(&reader, &program->linkage));
    program->major = 5;
    program->signatures[PROGRAM_SIGNATURE_INPUT].present = true; /* no header without one */
    struct strbuf text = {0};
    assert_int_equal(text_print(program, &(struct text_print_options){.fxc = true}, &text), SM5_OK);
    assert_non_null(strstr(strbuf_text(&text), expected));
    strbuf_free(&text);
    program_free(program);
    strbuf_free(&p.bytes);
}

static bool readable(const struct payload *p)
{
    struct arena arena = {0};
    struct dxbc_reader reader = payload_reader(p, &arena);
    struct program_linkage l;
    bool ok = dxbc_ifce_read(&reader, &l);
    arena_free(&arena);
    return ok;
}

static void every_word_may_lie(void **state)
{
    (void)state;
    static const uint32_t lies[] = {0, 7, 0x7fffffff, 0xffffffff};
    struct payload whole = lights();
    for (uint32_t at = 0; at < whole.bytes.length; at += 4)
        for (size_t i = 0; i < BASE_COUNT(lies); i++) {
            struct payload p = lights();
            payload_set(&p, at, lies[i]);
            readable(&p); /* must not leave the payload: the sanitizers watch */
            strbuf_free(&p.bytes);
        }
    strbuf_free(&whole.bytes);
}

static void every_cut_is_refused(void **state)
{
    (void)state;
    struct payload whole = lights();
    for (size_t length = 0; length < whole.bytes.length; length++) {
        struct payload p = {0};
        strbuf_add_bytes(&p.bytes, whole.bytes.text, length);
        assert_false(readable(&p));
        strbuf_free(&p.bytes);
    }
    strbuf_free(&whole.bytes);
}

static void slots_over_the_same_ids_are_refused(void **state)
{
    (void)state;
    enum { SLOTS = 5000, IDS = 5000 };
    struct payload p = {0};
    WORDS(&p, 0, 0, SLOTS, SLOTS, 36, 36, 0, 0, 0);
    uint32_t ids = payload_here(&p);
    strbuf_add_repeat(&p.bytes, 0, 4 * IDS);
    payload_set(&p, AT_SLOTS, payload_here(&p));
    for (unsigned i = 0; i < SLOTS; i++)
        WORDS(&p, 1, IDS, ids, ids);
    assert_false(readable(&p));
    strbuf_free(&p.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_instances_and_slots_are_read),
        cmocka_unit_test(they_are_printed_as_fxc_does),
        cmocka_unit_test(every_word_may_lie),
        cmocka_unit_test(every_cut_is_refused),
        cmocka_unit_test(slots_over_the_same_ids_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
