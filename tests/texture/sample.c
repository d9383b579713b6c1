/* Random coordinates, formats, filters and address modes against the model. */
#include <float.h>
#include <math.h>

#include "base/base.h"
#include "model.h"
#include "numeric/num_env.h"
#include "request.h"
#include "test.h"

static const struct {
    enum isa_dimension dimension;
    struct sm5_texture sizes;
} shapes[] = {
    {ISA_DIM_TEXTURE1D, {SM5_TEXTURE_1D, 0, 19, 1, 1, 1, 5, 1}},
    {ISA_DIM_TEXTURE1DARRAY, {SM5_TEXTURE_1D, 0, 8, 1, 1, 3, 4, 1}},
    {ISA_DIM_TEXTURE2D, {SM5_TEXTURE_2D, 0, 13, 7, 1, 1, 4, 1}},
    {ISA_DIM_TEXTURE2D, {SM5_TEXTURE_2D, 0, 1, 32, 1, 1, 6, 1}},
    {ISA_DIM_TEXTURE2DARRAY, {SM5_TEXTURE_2D, 0, 16, 16, 1, 4, 2, 1}},
    {ISA_DIM_TEXTURE3D, {SM5_TEXTURE_3D, 0, 9, 6, 5, 1, 3, 1}},
};

static void random_sampler(struct sm5_sampler *s)
{
    sm5_sampler_default(s);
    s->min = (enum sm5_filter)model_random(2);
    s->mag = (enum sm5_filter)model_random(2);
    s->mip = (enum sm5_filter)model_random(2);
    for (unsigned i = 0; i < 3; i++)
        s->address[i] = (enum sm5_address)model_random(5);
    for (unsigned i = 0; i < 4; i++)
        s->border[i] = model_real(-2, 2);
    s->comparison = (enum sm5_comparison)model_random(8);
    static const enum sm5_reduction reductions[] = {SM5_REDUCTION_STANDARD, SM5_REDUCTION_STANDARD,
                                                    SM5_REDUCTION_MINIMUM, SM5_REDUCTION_MAXIMUM};
    s->reduction = reductions[model_random(4)];
    if (model_random(4) == 0) {
        s->lod_bias = model_real(-2, 2);
        s->min_lod = model_real(-1, 2);
        s->max_lod = model_real(0, 4);
    }
}

/* The numbers that both get. */
static void random_request(const struct model *m, struct texture_request *r, struct model_request *q,
                           const struct sm5_sampler *sampler)
{
    *r = (struct texture_request){.source = TEXTURE_LOD_GIVEN, .compares = model_random(4) == 0};
    *q = (struct model_request){.sampler = sampler, .compares = r->compares};
    unsigned axes = (unsigned)m->texture.kind;
    for (unsigned i = 0; i < axes; i++) {
        r->coords[i] = model_random(8) ? model_real(-3, 3) : (float)model_random(9) / 4.0f - 1.0f;
        r->offset[i] = model_random(2) ? (int8_t)((int)model_random(16) - 8) : 0;
        q->coords[i] = (double)r->coords[i];
        q->offset[i] = r->offset[i];
    }
    uint32_t layers = m->texture.layers;
    if (layers > 1) {
        float layer = model_real(-2, (float)layers + 1);
        double rounded = nearbyint((double)layer);
        r->coords[axes] = layer;
        q->layer = rounded < 0 ? 0 : rounded >= layers ? layers - 1 : (uint32_t)rounded;
    }
    r->lod = model_real(-2, 6);
    r->reference = m->format == MODEL_UNORM ? (float)model_random(256) / 255.0f : model_real(-1, 1);
    q->reference = (double)r->reference;
    if (m->format == MODEL_SNORM) { /* in the precision of the format */
        double v = q->reference * 32767;
        q->reference = (double)(float)((v < 0 ? ceil(v - 0.5) : floor(v + 0.5)) / 32767);
    }
}

static uint32_t clamp_mip(const struct model *m, double mip)
{
    double last = (double)(m->texture.mips ? m->texture.mips : 1) - 1;
    return (uint32_t)(mip < 0 ? 0 : mip > last ? last : mip);
}

/* 7.18.10 and 7.18.11 after the level of detail; false when rounding is ambiguous. */
static bool expected(const struct model *m, const struct sm5_sampler *s, double lod, struct model_request *q,
                     double out[4])
{
    double biased = lod + (double)s->lod_bias;
    double clamped = fmax((double)s->min_lod, fmin((double)s->max_lod, biased));
    double steps = clamped * 256;
    if (fabs(steps - floor(steps) - 0.5) < 0.01 || fabs(clamped) < 1e-4)
        return false;
    double fixed = floor(steps + 0.5) / 256, low = floor(fixed), weight = fixed - low;
    q->linear = (clamped <= 0 ? s->mag : s->min) == SM5_FILTER_LINEAR;
    if (s->mip == SM5_FILTER_POINT)
        return model_sample(m, clamp_mip(m, floor(fixed + 0.5)), q, out);
    uint32_t first = clamp_mip(m, low), second = clamp_mip(m, low + 1);
    double next[4];
    if (!model_sample(m, first, q, out))
        return false;
    if (first == second || weight == 0)
        return true;
    if (!model_sample(m, second, q, next))
        return false;
    for (unsigned c = 0; c < 4; c++)
        out[c] = s->reduction == SM5_REDUCTION_MINIMUM   ? fmin(out[c], next[c])
                 : s->reduction == SM5_REDUCTION_MAXIMUM ? fmax(out[c], next[c])
                                                         : out[c] * (1 - weight) + next[c] * weight;
    return true;
}

static bool check_one(const struct model *m)
{
    struct sm5_sampler sampler;
    struct texture_request r;
    struct model_request q;
    uint32_t got[4];
    double wanted[4];
    random_sampler(&sampler);
    random_request(m, &r, &q, &sampler);
    if (!expected(m, &sampler, (double)r.lod, &q, wanted))
        return false;
    texture_sample(&m->view, &sampler, &r, got);
    for (unsigned c = 0; c < 4; c++)
        if (!(fabs((double)float_of_bits(got[c]) - wanted[c]) <= 2e-6))
            fail_msg("dimension %u format %u at %g %g %g lod %g: channel %u is %.9g, not %.9g",
                     m->view.dimension, m->format, (double)r.coords[0], (double)r.coords[1],
                     (double)r.coords[2], (double)r.lod, c, (double)float_of_bits(got[c]), wanted[c]);
    return true;
}

static void test_samples_are_the_models(void **state)
{
    (void)state;
    unsigned compared = 0, tries = 0;
    for (unsigned i = 0; i < BASE_COUNT(shapes); i++)
        for (unsigned format = 0; format < MODEL_FORMATS; format++) {
            struct model m;
            model_make(&m, shapes[i].dimension, (enum model_format)format, &shapes[i].sizes);
            for (unsigned k = 0; k < 3000; k++, tries++)
                compared += check_one(&m);
            model_free(&m);
        }
    assert_true(compared > tries / 2);
}

/* ---- gathers ---- */

static void test_gathers_are_the_four_texels_of_the_filter(void **state)
{
    (void)state;
    static const int order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    struct model m;
    const struct sm5_texture sizes = {SM5_TEXTURE_2D, 0, 11, 6, 1, 1, 1, 1};
    model_make(&m, ISA_DIM_TEXTURE2D, MODEL_FLOAT, &sizes);
    for (unsigned k = 0; k < 3000; k++) {
        struct sm5_sampler sampler;
        struct texture_request r;
        struct model_request q;
        struct model_axis u, v;
        uint32_t got[4];
        random_sampler(&sampler);
        random_request(&m, &r, &q, &sampler);
        r.compares = false;
        r.component = (uint8_t)model_random(4);
        if (!model_axis(q.coords[0], 11, true, q.offset[0], &u) ||
            !model_axis(q.coords[1], 6, true, q.offset[1], &v))
            continue;
        texture_gather(&m.view, &sampler, &r, got);
        for (unsigned i = 0; i < 4; i++) {
            int at[3] = {model_wrap(u.texel[order[i][0]], 11, sampler.address[0]),
                         model_wrap(v.texel[order[i][1]], 6, sampler.address[1]), 0};
            double texel[4];
            if (at[0] < 0 || at[1] < 0)
                texel[r.component] = (double)sampler.border[r.component];
            else
                model_texel(&m, 0, 0, at, texel);
            assert_true((double)float_of_bits(got[i]) == texel[r.component]);
        }
    }
    model_free(&m);
}

static void test_gathers_compare_red(void **state)
{
    (void)state;
    struct model m;
    const struct sm5_texture sizes = {SM5_TEXTURE_2D, 0, 2, 2, 1, 1, 1, 1};
    struct sm5_sampler sampler;
    model_make(&m, ISA_DIM_TEXTURE2D, MODEL_FLOAT, &sizes);
    for (unsigned i = 0; i < 4; i++)
        store_u32(m.bytes + 16 * i, bits_of_float((float)i));
    sm5_sampler_default(&sampler);
    sampler.comparison = SM5_COMPARISON_LESS;
    struct texture_request r = {.coords = {0.5f, 0.5f}, .compares = true, .reference = 1.5f};
    uint32_t got[4];
    texture_gather(&m.view, &sampler, &r, got);
    assert_int_equal(got[0], 0x3f800000); /* 1.5 < 2 */
    assert_int_equal(got[1], 0x3f800000); /* 1.5 < 3 */
    assert_int_equal(got[2], 0);          /* 1 */
    assert_int_equal(got[3], 0);          /* 0 */
    model_free(&m);
}

/* ---- invariants (D3D11.3 7.18.16.3) ---- */

static void fill_with(struct model *m, float value)
{
    uint64_t size = sm5_texture_bytes(&m->texture);
    for (uint64_t i = 0; i < size; i += 4)
        store_u32(m->bytes + i, bits_of_float(value));
}

static void test_a_constant_texture_gives_its_constant(void **state)
{
    (void)state;
    static const float values[] = {0.1f, 1.0f / 3.0f, -7.77e-12f, 3.4e38f, 16777215.0f};
    for (unsigned i = 0; i < BASE_COUNT(shapes); i++) {
        struct model m;
        model_make(&m, shapes[i].dimension, MODEL_FLOAT, &shapes[i].sizes);
        for (unsigned k = 0; k < 500; k++) {
            struct sm5_sampler sampler;
            struct texture_request r;
            struct model_request q;
            uint32_t got[4];
            float value = values[k % BASE_COUNT(values)];
            fill_with(&m, value);
            random_sampler(&sampler);
            random_request(&m, &r, &q, &sampler);
            r.compares = false;
            sampler.border[0] = value;
            sampler.max_anisotropy = model_random(17);
            if (model_random(2))
                r.source = TEXTURE_LOD_DERIVED;
            for (unsigned d = 0; d < 3; d++) {
                r.ddx[d] = model_real(-1, 1);
                r.ddy[d] = model_real(-1, 1);
            }
            texture_sample(&m.view, &sampler, &r, got);
            assert_int_equal(got[0], bits_of_float(value));
        }
        model_free(&m);
    }
}

static void test_weights_are_monotonic_and_stay_between(void **state)
{
    (void)state;
    struct model m;
    struct sm5_sampler sampler;
    const struct sm5_texture sizes = {SM5_TEXTURE_1D, 0, 2, 1, 1, 1, 1, 1};
    model_make(&m, ISA_DIM_TEXTURE1D, MODEL_FLOAT, &sizes);
    sm5_sampler_default(&sampler);
    for (unsigned k = 0; k < 300; k++) {
        float a = model_real(-1, 1), b = k % 3 ? model_real(-1, 1) : nextafterf(a, 2.0f);
        float low = a < b ? a : b, high = a < b ? b : a, last = low;
        store_u32(m.bytes, bits_of_float(low));
        store_u32(m.bytes + 16, bits_of_float(high));
        for (unsigned i = 0; i <= 256; i++) {
            struct texture_request r = {.coords = {0.25f + (float)i / 512.0f}, .source = TEXTURE_LOD_GIVEN};
            uint32_t got[4];
            texture_sample(&m.view, &sampler, &r, got);
            float value = float_of_bits(got[0]);
            assert_true(value >= last && value <= high);
            last = value;
        }
        assert_true(last == high);
    }
    model_free(&m);
}

static void test_texels_of_weight_0_are_ignored(void **state)
{
    (void)state;
    struct model m;
    struct sm5_sampler sampler;
    const struct sm5_texture sizes = {SM5_TEXTURE_1D, 0, 2, 1, 1, 1, 1, 1};
    model_make(&m, ISA_DIM_TEXTURE1D, MODEL_FLOAT, &sizes);
    sm5_sampler_default(&sampler);
    store_u32(m.bytes, bits_of_float(5));
    store_u32(m.bytes + 16, 0x7f800000);
    struct texture_request r = {.coords = {0.25f}, .source = TEXTURE_LOD_GIVEN};
    uint32_t got[4];
    texture_sample(&m.view, &sampler, &r, got);
    assert_int_equal(got[0], bits_of_float(5));
    r.coords[0] = 0.26f;
    texture_sample(&m.view, &sampler, &r, got);
    assert_int_equal(got[0], 0x7f800000);
    model_free(&m);
}

static void test_integers_are_points(void **state)
{
    (void)state;
    uint32_t words[2] = {7, 0xfffffff9}, got[4];
    const struct sm5_texture texture = {SM5_TEXTURE_1D, sm5_format_find("r32_uint"), 2, 1, 1, 1, 1, 1};
    struct texture_view view;
    struct sm5_sampler sampler;
    texture_layout_view(&texture, 0, 1, 0, 1, &view);
    view.format = format_info(texture.format);
    view.base = (uint8_t *)words;
    view.dimension = ISA_DIM_TEXTURE1D;
    sm5_sampler_default(&sampler);
    struct texture_request r = {.coords = {0.6f}, .source = TEXTURE_LOD_GIVEN};
    texture_sample(&view, &sampler, &r, got);
    assert_int_equal(got[0], 0xfffffff9);
    assert_int_equal(got[3], 1);
}

static void test_a_clamp_past_the_mips_leaves_nothing(void **state)
{
    (void)state;
    struct model m;
    struct sm5_sampler sampler;
    const struct sm5_texture sizes = {SM5_TEXTURE_2D, 0, 4, 4, 1, 1, 3, 1};
    model_make(&m, ISA_DIM_TEXTURE2D, MODEL_SNORM, &sizes);
    sm5_sampler_default(&sampler);
    struct texture_request r = {.source = TEXTURE_LOD_GIVEN, .has_clamp = true, .clamp = 2.1f};
    uint32_t got[4];
    texture_sample(&m.view, &sampler, &r, got);
    assert_int_equal(got[0], 0);
    assert_int_equal(got[3], 0x3f800000);
    model_free(&m);
}

static void test_nan_coordinates_give_a_texel(void **state)
{
    (void)state;
    static const float odd[] = {NAN, INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, 0x1p-149f, -0.0f};
    for (unsigned i = 0; i < BASE_COUNT(shapes); i++) {
        struct model m;
        model_make(&m, shapes[i].dimension, MODEL_UNORM, &shapes[i].sizes);
        for (unsigned k = 0; k < 4000; k++) {
            struct sm5_sampler sampler;
            struct texture_request r = {.source = (uint8_t)model_random(2), .has_clamp = model_random(2)};
            uint32_t got[4];
            random_sampler(&sampler);
            sampler.reduction = SM5_REDUCTION_STANDARD;
            sampler.max_anisotropy = model_random(17);
            float *all[] = {&r.coords[0], &r.coords[1], &r.coords[2], &r.coords[3], &r.ddx[0],
                            &r.ddx[1],    &r.ddx[2],    &r.ddy[0],    &r.ddy[1],    &r.ddy[2],
                            &r.lod,       &r.bias,      &r.clamp};
            for (unsigned n = 0; n < BASE_COUNT(all); n++)
                *all[n] = model_random(3) ? odd[model_random(BASE_COUNT(odd))] : model_real(-2, 2);
            texture_sample(&m.view, &sampler, &r, got);
            for (unsigned c = 0; c < 4; c++)
                assert_true(fabs((double)float_of_bits(got[c])) <= 1.0);
            texture_sample_lod(&m.view, &sampler, &r, got);
            assert_true(float_of_bits(got[0]) >= 0 && float_of_bits(got[0]) <= (float)(m.view.mips - 1));
        }
        model_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples_are_the_models),
        cmocka_unit_test(test_gathers_are_the_four_texels_of_the_filter),
        cmocka_unit_test(test_gathers_compare_red),
        cmocka_unit_test(test_a_constant_texture_gives_its_constant),
        cmocka_unit_test(test_weights_are_monotonic_and_stay_between),
        cmocka_unit_test(test_texels_of_weight_0_are_ignored),
        cmocka_unit_test(test_integers_are_points),
        cmocka_unit_test(test_a_clamp_past_the_mips_leaves_nothing),
        cmocka_unit_test(test_nan_coordinates_give_a_texel),
    };
    uint32_t environment = num_env_enter();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    num_env_leave(environment);
    return failed;
}
