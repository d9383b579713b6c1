/* Views: what a bind resolves to, and every diagnostic of a view that does not fit. */
#include "fake.h"
#include "test.h"

/* One program with a slot of each kind, bound anew for each test. */
struct fixture {
    struct program_resource resources[10];
    struct sm5_program program;
    struct sm5_bindings *bindings;
    struct sm5_buffer *buffer; /* 256 bytes */
    struct sm5_diags *diags;
};

static int open_fixture(struct fixture *f, unsigned model)
{
    const struct program_resource all[] = {
        fake_structured(ISA_FILE_SRV, 0, 16),
        fake_structured(ISA_FILE_UAV, 0, 20),
        fake_raw(ISA_FILE_SRV, 1),
        fake_raw(ISA_FILE_UAV, 1),
        fake_typed(ISA_FILE_SRV, 2, 5),
        fake_typed(ISA_FILE_UAV, 2, 4),
        fake_cbuffer(0, 4),
        fake_typed(ISA_FILE_SRV, 3, 5),
        {.file = ISA_FILE_SAMPLER},
        fake_structured(ISA_FILE_UAV, 3, 4),
    };
    memcpy(f->resources, all, sizeof all);
    f->resources[7].dimension = ISA_DIM_TEXTURE2D;
    f->resources[9].counted = true;
    f->program = fake_program(model, f->resources, BASE_COUNT(all));
    f->bindings = sm5_bindings_new(&f->program);
    f->buffer = sm5_buffer_new(256);
    f->diags = sm5_diags_new();
    return f->bindings && f->buffer && f->diags ? 0 : -1;
}

static int setup(void **state)
{
    *state = calloc(1, sizeof(struct fixture));
    return open_fixture(*state, 50);
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    sm5_bindings_free(f->bindings);
    sm5_buffer_free(f->buffer);
    sm5_diags_free(f->diags);
    free(f);
    return 0;
}

static const struct runtime_view *bound(const struct fixture *f, unsigned resource)
{
    const struct runtime_slot *slot = &runtime_bindings_of(f->bindings)->slots[resource];
    return runtime_view_at(slot, slot->resource->lower);
}

static void expect_good(struct fixture *f, const char *slot, struct sm5_view view)
{
    view.buffer = f->buffer;
    assert_int_equal(fake_bind(f->bindings, slot, view, f->diags), SM5_OK);
    assert_int_equal(sm5_diags_count(f->diags), 0);
}

/* The bind fails with `code` and leaves the slot unchanged. */
static void expect_bad(struct fixture *f, const char *slot, struct sm5_view view, const char *code)
{
    view.buffer = f->buffer;
    assert_int_equal(fake_bind(f->bindings, slot, view, f->diags), SM5_ERR_BINDING);
    assert_true(fake_says(f->diags, code));
    assert_int_equal(sm5_diags_errors(f->diags), 1);
    for (unsigned i = 0; i < BASE_COUNT(f->resources); i++)
        assert_ptr_equal(bound(f, i)->base, NULL);
}

/* The same with a warning: the slot is bound. */
static void expect_warning(struct fixture *f, const char *slot, struct sm5_view view, const char *code)
{
    view.buffer = f->buffer;
    assert_int_equal(fake_bind(f->bindings, slot, view, f->diags), SM5_OK);
    assert_true(fake_says(f->diags, code));
    assert_int_equal(sm5_diags_errors(f->diags), 0);
}

static void expect_view(const struct fixture *f, unsigned resource, enum view_kind kind, uint64_t start,
                        uint64_t bytes, uint32_t count, uint32_t stride)
{
    const struct runtime_view *view = bound(f, resource);
    assert_int_equal(view->kind, kind);
    assert_ptr_equal(view->base, f->buffer->data + start);
    assert_int_equal(view->bytes, bytes);
    assert_int_equal(view->count, count);
    assert_int_equal(view->stride, stride);
    assert_ptr_equal(view->buffer, f->buffer);
}

/* ---- good views ---- */

static void test_structured_takes_the_declaration(void **state)
{
    expect_good(*state, "t0", (struct sm5_view){.count = SM5_COUNT_REST});
    expect_view(*state, 0, VIEW_STRUCTURED, 0, 256, 16, 16);
}

static void test_structured_first_and_count(void **state)
{
    expect_good(*state, "t0", (struct sm5_view){SM5_VIEW_STRUCTURED, .stride = 16, .first = 3, .count = 13});
    expect_view(*state, 0, VIEW_STRUCTURED, 48, 208, 13, 16);
}

static void test_structured_rest_drops_a_cut_structure(void **state)
{
    /* 256 / 20 = 12.8 */
    expect_warning(*state, "u0", (struct sm5_view){.first = 2, .count = SM5_COUNT_REST}, "bind-partial");
    expect_view(*state, 1, VIEW_STRUCTURED, 40, 200, 10, 20);
    sm5_diags_clear(((struct fixture *)*state)->diags);
    expect_good(*state, "u0", (struct sm5_view){.first = 2, .count = 10});
}

static void test_raw(void **state)
{
    expect_good(*state, "u1", (struct sm5_view){SM5_VIEW_RAW, .first = 8, .count = 5});
    expect_view(*state, 3, VIEW_RAW, 32, 20, 5, 4);
}

static void test_typed(void **state)
{
    expect_good(*state, "t2", (struct sm5_view){.format = 10, .first = 1, .count = SM5_COUNT_REST});
    expect_view(*state, 4, VIEW_TYPED, 8, 248, 31, 8);
    assert_string_equal(bound(*state, 4)->format->name, "R16G16B16A16_FLOAT");
}

static void test_typed_float_reads_normalised_formats(void **state)
{
    expect_good(*state, "t2", (struct sm5_view){.format = 28, .count = SM5_COUNT_REST});
    expect_good(*state, "t2", (struct sm5_view){.format = 31, .count = SM5_COUNT_REST});
}

static void test_cbuffer(void **state)
{
    expect_good(*state, "cb0", (struct sm5_view){.count = 3});
    expect_view(*state, 6, VIEW_CBUFFER, 0, 48, 3, 16);
}

static void test_cbuffer_keeps_a_cut_row(void **state)
{
    struct fixture *f = *state;
    struct sm5_buffer *odd = sm5_buffer_new(20), *large = sm5_buffer_new(5000 * 16);
    assert_int_equal(
        fake_bind(f->bindings, "b0", (struct sm5_view){.buffer = odd, .count = SM5_COUNT_REST}, NULL), 0);
    assert_int_equal(bound(f, 6)->count, 2);
    assert_int_equal(bound(f, 6)->bytes, 20);
    assert_int_equal(fake_bind(f->bindings, "b0", (struct sm5_view){.buffer = odd, .first = 2}, NULL), 0);
    assert_ptr_equal(bound(f, 6)->base, odd->data + 20); /* an empty view never starts past its buffer */
    assert_int_equal(bound(f, 6)->bytes, 0);
    assert_int_equal(
        fake_bind(f->bindings, "b0", (struct sm5_view){.buffer = large, .count = SM5_COUNT_REST}, NULL), 0);
    assert_int_equal(bound(f, 6)->count, 4096); /* what a shader sees of a larger one */
    sm5_buffer_free(odd);
    sm5_buffer_free(large);
}

static void test_null_views(void **state)
{
    struct fixture *f = *state;
    static const char *const slots[] = {"t0", "u0", "t1", "u1", "t2", "u2", "cb0", "t3", "s0", "u3"};
    for (unsigned i = 0; i < BASE_COUNT(slots); i++) {
        assert_int_equal(fake_bind(f->bindings, slots[i], (struct sm5_view){.count = 7}, f->diags), SM5_OK);
        assert_int_equal(bound(f, i)->kind, VIEW_NONE);
        assert_int_equal(bound(f, i)->count, 0);
        assert_int_equal(bound(f, i)->bytes, 0);
    }
    assert_int_equal(sm5_diags_count(f->diags), 0);
}

/* Lenient mode: only typed registers accept a view that starts inside a word. */
static void test_misaligned_views_are_unbound(void **state)
{
    struct fixture *f = *state;
    sm5_bindings_accept_mismatch(f->bindings);
    for (uint64_t first = 0; first < 8; first++) {
        struct sm5_view view = {
            .kind = SM5_VIEW_TYPED, .first = first, .format = sm5_format_find("R8_UNORM")};
        static const char *const slots[] = {"t0", "t1", "t2", "cb0"};
        static const unsigned resources[] = {0, 2, 4, 6};
        view.buffer = f->buffer;
        for (unsigned i = 0; i < BASE_COUNT(slots); i++) {
            assert_int_equal(fake_bind(f->bindings, slots[i], view, f->diags), SM5_OK);
            bool is_bound = first % 4 == 0 || i == 2;
            assert_ptr_equal(bound(f, resources[i])->base, is_bound ? f->buffer->data + first : NULL);
            assert_int_equal(bound(f, resources[i])->bytes, is_bound ? 256 - first : 0);
            assert_int_equal(bound(f, resources[i])->mismatch, i != 2);
        }
    }
}

static void test_null_replaces_a_view(void **state)
{
    struct fixture *f = *state;
    expect_good(f, "t0", (struct sm5_view){.count = SM5_COUNT_REST});
    assert_int_equal(fake_bind(f->bindings, "t0", (struct sm5_view){0}, f->diags), SM5_OK);
    assert_null(bound(f, 0)->base);
}

static void test_empty_buffers_have_empty_views(void **state)
{
    struct fixture *f = *state;
    struct sm5_buffer *empty = sm5_buffer_new(0);
    struct sm5_view view = {.buffer = empty, .count = SM5_COUNT_REST};
    assert_int_equal(fake_bind(f->bindings, "t0", view, f->diags), SM5_OK);
    assert_int_equal(bound(f, 0)->count, 0);
    assert_int_equal(sm5_diags_count(f->diags), 0);
    sm5_buffer_free(empty);
}

static void test_a_failed_bind_keeps_the_old_view(void **state)
{
    struct fixture *f = *state;
    expect_good(f, "t0", (struct sm5_view){.count = 2});
    struct sm5_view bad = {.buffer = f->buffer, .count = 17};
    assert_int_equal(fake_bind(f->bindings, "t0", bad, f->diags), SM5_ERR_BINDING);
    expect_view(f, 0, VIEW_STRUCTURED, 0, 32, 2, 16);
}

/* ---- bad views ---- */

struct bad {
    const char *slot;
    struct sm5_view view;
    const char *code;
};

#define HUGE_COUNT (UINT64_MAX - 1)
static const struct bad bads[] = {
    /* past the buffer */
    {"t0", {.first = 17, .count = SM5_COUNT_REST}, "bind-first"},
    {"t0", {.first = UINT64_MAX, .count = SM5_COUNT_REST}, "bind-first"},
    {"t0", {.first = 0, .count = 17}, "bind-range"},
    {"t0", {.first = 15, .count = 2}, "bind-range"},
    {"t0", {.first = 1, .count = HUGE_COUNT}, "bind-range"},
    {"t0", {.first = 4, .count = HUGE_COUNT}, "bind-range"}, /* the sum wraps to 2 */
    {"t0", {.first = HUGE_COUNT, .count = 3}, "bind-range"},
    {"u0", {.first = 0, .count = 13}, "bind-range"},
    {"t1", {.first = 0, .count = 65}, "bind-range"},
    {"u1", {.first = 64, .count = 1}, "bind-range"},
    {"t2", {.format = 2, .first = 0, .count = 17}, "bind-range"},
    {"cb0", {.first = 16, .count = 1}, "bind-range"},
    {"cb0", {.first = 0, .count = 4097}, "bind-cbuffer-count"},
    /* D3D11.3 5.3.9.2, 5.4.2 */
    {"t0", {.stride = 2052, .count = 1}, "bind-stride-value"},
    {"t0", {.stride = 18, .count = 1}, "bind-stride-value"},
    /* against the declaration */
    {"t0", {.stride = 12, .count = 1}, "bind-stride"},
    {"t0", {SM5_VIEW_RAW, .count = 1}, "bind-kind"},
    {"t0", {SM5_VIEW_TYPED, .count = 1}, "bind-kind"},
    {"t0", {SM5_VIEW_CBUFFER, .count = 1}, "bind-kind"},
    {"t0", {(enum sm5_view_kind)9, .count = 1}, "bind-view-kind"},
    {"u1", {SM5_VIEW_STRUCTURED, .stride = 4, .count = 1}, "bind-kind"},
    {"t2", {SM5_VIEW_RAW, .count = 1}, "bind-kind"},
    {"cb0", {SM5_VIEW_RAW, .count = 1}, "bind-kind"},
    {"t2", {.count = 1}, "bind-no-format"},
    {"t2", {.format = 1, .count = 1}, "bind-format-unknown"},
    {"t2", {.format = 9999, .count = 1}, "bind-format-unknown"},
    {"t2", {.format = 42, .count = 1}, "bind-format-type"}, /* R32_UINT bound as float */
    {"u2", {.format = 41, .count = 1}, "bind-format-type"}, /* R32_FLOAT bound as uint */
    {"u2", {.format = 43, .count = 1}, "bind-format-type"}, /* R32_SINT bound as uint */
    {"u2", {.format = 7, .count = 1}, "bind-format-uav"},   /* R32G32B32_UINT */
    /* textures and samplers */
    {"t3", {.count = 1}, "bind-texture"},
    {"s0", {.count = 1}, "bind-texture"},
    /* counters */
    {"u3", {.count = 1}, "bind-no-counter"},
    {"t0", {.count = 1, .has_counter = true}, "bind-counter-kind"},
    {"u1", {.count = 1, .has_counter = true}, "bind-counter-kind"},
    {"u2", {.format = 42, .count = 1, .has_counter = true}, "bind-counter-kind"},
};

static void test_bad_views_are_refused(void **state)
{
    struct fixture *f = *state;
    for (unsigned i = 0; i < BASE_COUNT(bads); i++) {
        sm5_diags_clear(f->diags);
        expect_bad(f, bads[i].slot, bads[i].view, bads[i].code);
    }
}

static void test_an_opc_declaration_needs_a_counter(void **state)
{
    struct fixture *f = *state;
    f->resources[1].opc = true;
    expect_bad(f, "u0", (struct sm5_view){.count = 1}, "bind-no-counter");
    sm5_diags_clear(f->diags);
    expect_good(f, "u0", (struct sm5_view){.count = 1, .has_counter = true});
}

static void test_counters_stand_inside_their_buffer(void **state)
{
    struct fixture *f = *state;
    static const uint64_t offsets[] = {2, 253, 256, UINT64_MAX - 3};
    for (unsigned i = 0; i < BASE_COUNT(offsets); i++) {
        sm5_diags_clear(f->diags);
        expect_bad(f, "u3",
                   (struct sm5_view){.count = 1, .counter_buffer = f->buffer, .counter_offset = offsets[i]},
                   "bind-counter-place");
    }
    static const uint64_t sizes[] = {3, 6}, places[] = {0, 4};
    for (unsigned i = 0; i < BASE_COUNT(sizes); i++) {
        struct sm5_buffer *small = sm5_buffer_new(sizes[i]);
        sm5_diags_clear(f->diags);
        expect_bad(f, "u3",
                   (struct sm5_view){.count = 1, .counter_buffer = small, .counter_offset = places[i]},
                   "bind-counter-place");
        sm5_buffer_free(small);
    }
}

static void test_raw_views_off_16_bytes_warn(void **state)
{
    struct fixture *f = *state;
    expect_warning(f, "t1", (struct sm5_view){.first = 2, .count = 1}, "bind-raw-align");
    sm5_diags_clear(f->diags);
    expect_warning(f, "u1", (struct sm5_view){.first = 1, .count = 1}, "bind-raw-align");
}

static void test_raw_uavs_of_cs_4_x_off_256_bytes_warn(void **state)
{
    struct fixture *f = *state;
    f->program.major = 4;
    expect_warning(f, "u1", (struct sm5_view){.first = 4, .count = 1}, "bind-raw-align");
    sm5_diags_clear(f->diags);
    expect_good(f, "t1", (struct sm5_view){.first = 4, .count = 1});
    expect_good(f, "u1", (struct sm5_view){.first = 0, .count = 1});
}

static void test_declared_normalised_types_want_their_formats(void **state)
{
    struct fixture *f = *state;
    f->resources[4].return_types = ISA_RETURN_UNORM;
    expect_bad(f, "t2", (struct sm5_view){.format = 41, .count = 1}, "bind-format-type");
    sm5_diags_clear(f->diags);
    expect_bad(f, "t2", (struct sm5_view){.format = 31, .count = 1}, "bind-format-type");
    sm5_diags_clear(f->diags);
    expect_good(f, "t2", (struct sm5_view){.format = 28, .count = 1});
    f->resources[4].return_types = ISA_RETURN_SNORM;
    expect_good(f, "t2", (struct sm5_view){.format = 31, .count = 1});
    f->resources[4].return_types = ISA_RETURN_MIXED;
    expect_good(f, "t2", (struct sm5_view){.format = 42, .count = 1});
}

/* ---- warnings ---- */

static void test_an_undeclared_slot_is_ignored_with_a_warning(void **state)
{
    expect_warning(*state, "t9", (struct sm5_view){.count = 1}, "bind-undeclared");
    struct fixture *f = *state;
    sm5_diags_clear(f->diags);
    expect_warning(*state, "t0@1", (struct sm5_view){.count = 1}, "bind-undeclared");
}

static void test_a_first_constant_that_no_device_takes(void **state)
{
    expect_warning(*state, "cb0", (struct sm5_view){.first = 3, .count = 2}, "bind-cbuffer-first");
    expect_view(*state, 6, VIEW_CBUFFER, 48, 32, 2, 16);
}

static void test_a_view_of_nothing(void **state)
{
    expect_warning(*state, "t0", (struct sm5_view){.first = 16}, "bind-empty");
    expect_view(*state, 0, VIEW_STRUCTURED, 256, 0, 0, 16);
}

static void test_a_slot_of_no_kind_is_an_argument_error(void **state)
{
    struct fixture *f = *state;
    struct sm5_view view = {.buffer = f->buffer};
    struct sm5_slot slot = {.kind = 'x'};
    assert_int_equal(sm5_bind(f->bindings, &slot, &view, f->diags), SM5_ERR_ARGUMENT);
    assert_true(fake_says(f->diags, "bind-slot"));
    slot.kind = 0;
    assert_int_equal(sm5_bind(f->bindings, &slot, &view, NULL), SM5_ERR_ARGUMENT);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_structured_takes_the_declaration),
        CASE(test_structured_first_and_count),
        CASE(test_structured_rest_drops_a_cut_structure),
        CASE(test_raw),
        CASE(test_typed),
        CASE(test_typed_float_reads_normalised_formats),
        CASE(test_cbuffer),
        CASE(test_cbuffer_keeps_a_cut_row),
        CASE(test_null_views),
        CASE(test_misaligned_views_are_unbound),
        CASE(test_null_replaces_a_view),
        CASE(test_empty_buffers_have_empty_views),
        CASE(test_a_failed_bind_keeps_the_old_view),
        CASE(test_bad_views_are_refused),
        CASE(test_an_opc_declaration_needs_a_counter),
        CASE(test_counters_stand_inside_their_buffer),
        CASE(test_raw_views_off_16_bytes_warn),
        CASE(test_raw_uavs_of_cs_4_x_off_256_bytes_warn),
        CASE(test_declared_normalised_types_want_their_formats),
        CASE(test_an_undeclared_slot_is_ignored_with_a_warning),
        CASE(test_a_first_constant_that_no_device_takes),
        CASE(test_a_view_of_nothing),
        CASE(test_a_slot_of_no_kind_is_an_argument_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
