/* Levels of detail against the formulas of D3D11.3 7.18.11, written out in double. */
#include <math.h>

#include "base/base.h"
#include "model.h"
#include "numeric/num_env.h"
#include "request.h"
#include "test.h"

struct vec {
    double x, y, z;
};

static double length(struct vec v)
{
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

static double dot(struct vec a, struct vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static struct vec cross(struct vec a, struct vec b)
{
    return (struct vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* Two vectors of the same lengths and angle in the plane. */
static void flatten(struct vec *dx, struct vec *dy)
{
    struct vec ortho = cross(*dx, cross(*dx, *dy));
    double x = dot(*dy, *dx) / length(*dx), y = dot(*dy, ortho) / length(ortho);
    *dx = (struct vec){length(*dx), 0, 0};
    *dy = (struct vec){x, y, 0};
}

/* The ellipse's own axes. False where the specification has the transformation left out. */
static bool orthogonal(struct vec *dx, struct vec *dy)
{
    double a = dx->y * dx->y + dy->y * dy->y, b = -2 * (dx->x * dx->y + dy->x * dy->y);
    double c = dx->x * dx->x + dy->x * dy->x;
    double f = pow(dx->x * dy->y - dy->x * dx->y, 2);
    double p = a - c, q = a + c, t = sqrt(p * p + b * b), sign = b > 0 ? 1 : b < 0 ? -1 : 0;
    if (f == 0 || fabs(dot(*dx, *dy)) < 1e-9 || t == 0)
        return false;
    dx->x = sqrt(f * (t + p) / (t * (q + t)));
    dx->y = sqrt(f * fmax(t - p, 0) / (t * (q + t))) * sign;
    dy->x = sqrt(f * fmax(t - p, 0) / (t * (q - t))) * -sign;
    dy->y = sqrt(f * (t + p) / (t * (q - t)));
    return true;
}

static double isotropic(struct vec dx, struct vec dy)
{
    orthogonal(&dx, &dy);
    return log2(fmax(length(dx), length(dy)));
}

struct line {
    double lod, ratio, u, v;
};

static struct line anisotropic(struct vec dx, struct vec dy, double limit)
{
    struct line out;
    orthogonal(&dx, &dy);
    double x = dot(dx, dx), y = dot(dy, dy), area = fabs(dx.x * dy.y - dx.y * dy.x);
    bool is_x = x > y;
    double major = sqrt(is_x ? x : y), minor;
    out.u = (is_x ? dx.x : dy.x) / major;
    out.v = (is_x ? dx.y : dy.y) / major;
    out.ratio = major * major / area;
    if (out.ratio > limit) {
        out.ratio = limit;
        minor = major / out.ratio;
    } else {
        minor = area / major;
    }
    if (minor < 1)
        out.ratio = fmax(1, out.ratio * minor);
    out.lod = log2(minor);
    return out;
}

static void random_derivatives(struct texture_request *r, unsigned axes)
{
    *r = (struct texture_request){.source = TEXTURE_LOD_DERIVED};
    float scale = exp2f(model_real(-10, 2));
    for (unsigned i = 0; i < axes; i++) {
        r->ddx[i] = model_real(-scale, scale);
        r->ddy[i] = model_real(-scale, scale);
        r->coords[i] = model_real(-1, 1);
    }
}

static struct vec scaled(const float d[3], const struct sm5_texture *t)
{
    return (struct vec){(double)d[0] * t->width, (double)d[1] * t->height, (double)d[2] * t->depth};
}

static void check_lod(const struct model *m, const struct sm5_sampler *s, const struct texture_request *r,
                      double expected)
{
    uint32_t got[4];
    texture_sample_lod(&m->view, s, r, got);
    double unclamped = (double)float_of_bits(got[1]), clamped = (double)float_of_bits(got[0]);
    double wanted = fmin(fmax(expected, 0), (double)m->view.mips - 1);
    assert_true(fabs(unclamped - expected) < 1e-4);
    assert_true(fabs(clamped - wanted) < 1e-4);
    assert_int_equal(got[2] | got[3], 0);
}

static void test_isotropic(void **state)
{
    (void)state;
    static const struct {
        enum isa_dimension dimension;
        struct sm5_texture sizes;
    } shapes[] = {{ISA_DIM_TEXTURE1D, {SM5_TEXTURE_1D, 0, 64, 1, 1, 1, 5, 1}},
                  {ISA_DIM_TEXTURE2D, {SM5_TEXTURE_2D, 0, 64, 16, 1, 1, 7, 1}},
                  {ISA_DIM_TEXTURE3D, {SM5_TEXTURE_3D, 0, 16, 8, 4, 1, 3, 1}}};
    for (unsigned i = 0; i < BASE_COUNT(shapes); i++) {
        struct model m;
        struct sm5_sampler sampler;
        sm5_sampler_default(&sampler);
        model_make(&m, shapes[i].dimension, MODEL_UNORM, &shapes[i].sizes);
        for (unsigned k = 0; k < 3000; k++) {
            struct texture_request r;
            random_derivatives(&r, i + 1);
            struct vec dx = scaled(r.ddx, &shapes[i].sizes), dy = scaled(r.ddy, &shapes[i].sizes);
            if (i == 2)
                flatten(&dx, &dy);
            check_lod(&m, &sampler, &r, isotropic(dx, dy));
        }
        model_free(&m);
    }
}

static void test_bias_and_clamps(void **state)
{
    (void)state;
    struct model m;
    struct sm5_sampler sampler;
    const struct sm5_texture sizes = {SM5_TEXTURE_2D, 0, 64, 64, 1, 1, 7, 1};
    sm5_sampler_default(&sampler);
    sampler.lod_bias = 1.5f;
    sampler.max_lod = 3.0f;
    model_make(&m, ISA_DIM_TEXTURE2D, MODEL_UNORM, &sizes);
    struct texture_request r = {
        .source = TEXTURE_LOD_DERIVED, .bias = 0.25f, .ddx = {1 / 16.0f}, .ddy = {0, 1 / 16.0f}};
    uint32_t got[4];
    texture_sample_lod(&m.view, &sampler, &r, got);
    assert_true(float_of_bits(got[1]) == 3.75f); /* 2 + 1.5 + 0.25 */
    assert_true(float_of_bits(got[0]) == 3.0f);
    sampler.min_lod = 4.0f; /* wins over max_lod */
    texture_sample_lod(&m.view, &sampler, &r, got);
    assert_true(float_of_bits(got[0]) == 4.0f);
    model_free(&m);
}

static void test_anisotropic(void **state)
{
    (void)state;
    struct model m;
    struct sm5_sampler sampler;
    const struct sm5_texture sizes = {SM5_TEXTURE_2D, 0, 64, 16, 1, 1, 7, 1};
    sm5_sampler_default(&sampler);
    model_make(&m, ISA_DIM_TEXTURE2D, MODEL_UNORM, &sizes);
    for (unsigned k = 0; k < 3000; k++) {
        struct texture_request r;
        random_derivatives(&r, 2);
        sampler.max_anisotropy = 2 + model_random(15);
        struct line line = anisotropic(scaled(r.ddx, &sizes), scaled(r.ddy, &sizes), sampler.max_anisotropy);
        check_lod(&m, &sampler, &r, line.lod);
    }
    model_free(&m);
}

/* On a ramp the average of the taps is the value at the centre; on a step it gives their distance. */
static void test_taps_lie_along_the_line(void **state)
{
    (void)state;
    struct model m;
    struct sm5_sampler sampler;
    const struct sm5_texture sizes = {SM5_TEXTURE_2D, 0, 256, 256, 1, 1, 1, 1};
    sm5_sampler_default(&sampler);
    sampler.max_anisotropy = 16;
    model_make(&m, ISA_DIM_TEXTURE2D, MODEL_FLOAT, &sizes);
    for (unsigned y = 0; y < 256; y++)
        for (unsigned x = 0; x < 256; x++) {
            store_u32(m.bytes + 16 * (256 * y + x), bits_of_float((float)x + 2 * (float)y));
            store_u32(m.bytes + 16 * (256 * y + x) + 4, bits_of_float(x >= 128 ? 1 : 0));
        }
    /* 8 texels along u, 1 along v: taps at -3.5, -2.5, ... 3.5 from the middle, which is 2 texels off the
     * step */
    struct texture_request r = {.source = TEXTURE_LOD_DERIVED,
                                .coords = {130 / 256.0f, 100 / 256.0f},
                                .ddx = {8 / 256.0f},
                                .ddy = {0, 1 / 256.0f}};
    uint32_t got[4];
    texture_sample(&m.view, &sampler, &r, got);
    assert_true(fabs((double)float_of_bits(got[0]) - (129.5 + 2 * 99.5)) < 1e-3);
    assert_true(fabs((double)float_of_bits(got[1]) - 6 / 8.0) < 1e-3);
    model_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_isotropic),
        cmocka_unit_test(test_bias_and_clamps),
        cmocka_unit_test(test_anisotropic),
        cmocka_unit_test(test_taps_lie_along_the_line),
    };
    uint32_t environment = num_env_enter();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    num_env_leave(environment);
    return failed;
}
