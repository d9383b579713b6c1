/* Cubes against geometry: points on the surface, and steps over its edges (D3D11.3 5.3.8, 7.18.12). */
#include <math.h>

#include "base/base.h"
#include "model.h"
#include "numeric/num_env.h"
#include "request.h"
#include "test.h"

enum { SIZE = 6 };

/* The direction through a point of a face, u and v from -1 to 1. */
static void direction_of(unsigned face, double u, double v, double d[3])
{
    const double directions[6][3] = {{1, -v, -u}, {-1, -v, u}, {u, 1, v},
                                     {u, -1, -v}, {u, -v, 1},  {-u, -v, -1}};
    for (unsigned i = 0; i < 3; i++)
        d[i] = directions[face][i];
}

static unsigned face_of(const double d[3])
{
    double x = fabs(d[0]), y = fabs(d[1]), z = fabs(d[2]);
    unsigned axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    return 2 * axis + (d[axis] < 0);
}

/* The face, and the point on it, that a direction hits. */
static unsigned hit_face(const double d[3], double *u, double *v)
{
    unsigned face = face_of(d);
    double m = fabs(d[face / 2]);
    const double us[6] = {-d[2], d[2], d[0], d[0], d[0], -d[0]};
    const double vs[6] = {-d[1], -d[1], d[2], -d[2], -d[1], -d[1]};
    *u = us[face] / m;
    *v = vs[face] / m;
    return face;
}

static double centre(int texel)
{
    return (2 * texel + 1.0) / SIZE - 1;
}

/* A texel at most one step outside its face: just across the edge the direction hits the neighbour. */
static void texel_near(const struct model *m, unsigned face, int x, int y, double out[4])
{
    double u = centre(x), v = centre(y), d[3];
    const double over = 1 + 1e-6;
    u = x < 0 ? -over : x >= SIZE ? over : u;
    v = y < 0 ? -over : y >= SIZE ? over : v;
    direction_of(face, u, v, d);
    unsigned hit = hit_face(d, &u, &v);
    int at[3] = {(int)floor((u + 1) / 2 * SIZE), (int)floor((v + 1) / 2 * SIZE), 0};
    at[0] = at[0] < 0 ? 0 : at[0] < SIZE ? at[0] : SIZE - 1;
    at[1] = at[1] < 0 ? 0 : at[1] < SIZE ? at[1] : SIZE - 1;
    model_texel(m, 0, hit, at, out);
}

static void texel_of(const struct model *m, unsigned face, int x, int y, double out[4])
{
    bool out_x = x < 0 || x >= SIZE, out_y = y < 0 || y >= SIZE;
    if (!out_x || !out_y) {
        texel_near(m, face, x, y, out);
        return;
    }
    int inner_x = x < 0 ? 0 : SIZE - 1, inner_y = y < 0 ? 0 : SIZE - 1;
    double three[3][4];
    texel_near(m, face, inner_x, y, three[0]);
    texel_near(m, face, x, inner_y, three[1]);
    texel_near(m, face, inner_x, inner_y, three[2]);
    for (unsigned c = 0; c < 4; c++)
        out[c] = (three[0][c] + three[1][c] + three[2][c]) / 3;
}

static void random_direction(float coords[3])
{
    double d[3], corner = model_random(3) ? 1 : 0.98;
    direction_of(model_random(6), (double)model_real(-1, 1), (double)model_real(-1, 1), d);
    if (corner < 1) /* near an edge or a corner */
        for (unsigned i = 0; i < 3; i++)
            d[i] = d[i] < 0 ? fmin(d[i], -corner) : fmax(d[i], corner);
    float scale = model_real(0.1f, 30);
    for (unsigned i = 0; i < 3; i++)
        coords[i] = (float)d[i] * scale;
}

static void open_cube(struct model *m)
{
    const struct sm5_texture sizes = {SM5_TEXTURE_2D, 0, SIZE, SIZE, 1, 6, 1, 1};
    model_make(m, ISA_DIM_TEXTURECUBE, MODEL_FLOAT, &sizes);
}

static bool place(const float coords[3], unsigned *face, struct model_axis *x, struct model_axis *y)
{
    double d[3] = {(double)coords[0], (double)coords[1], (double)coords[2]}, u, v;
    *face = hit_face(d, &u, &v);
    double sorted[3] = {fabs(d[0]), fabs(d[1]), fabs(d[2])};
    double major = sorted[*face / 2];
    for (unsigned i = 0; i < 3; i++) /* on an edge the face is a matter of rounding */
        if (i != *face / 2 && major - sorted[i] < 1e-5 * major)
            return false;
    return model_axis((u + 1) / 2, SIZE, true, 0, x) && model_axis((v + 1) / 2, SIZE, true, 0, y);
}

static void test_linear_filters_go_over_edges(void **state)
{
    (void)state;
    struct model m;
    struct sm5_sampler sampler;
    unsigned compared = 0;
    sm5_sampler_default(&sampler);
    open_cube(&m);
    for (unsigned k = 0; k < 30000; k++) {
        struct texture_request r = {.source = TEXTURE_LOD_GIVEN};
        struct model_axis x, y;
        unsigned face;
        uint32_t got[4];
        random_direction(r.coords);
        if (!place(r.coords, &face, &x, &y))
            continue;
        double wanted[4] = {0}, texel[4];
        for (unsigned i = 0; i < 4; i++) {
            texel_of(&m, face, x.texel[i & 1], y.texel[i >> 1], texel);
            for (unsigned c = 0; c < 4; c++)
                wanted[c] += x.weight[i & 1] * y.weight[i >> 1] * texel[c];
        }
        texture_sample(&m.view, &sampler, &r, got);
        for (unsigned c = 0; c < 4; c++)
            assert_true(fabs((double)float_of_bits(got[c]) - wanted[c]) < 4e-6);
        compared++;
    }
    assert_true(compared > 15000);
    model_free(&m);
}

static void test_gathers_go_over_edges(void **state)
{
    (void)state;
    static const int order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    struct model m;
    struct sm5_sampler sampler;
    sm5_sampler_default(&sampler);
    open_cube(&m);
    for (unsigned k = 0; k < 10000; k++) {
        struct texture_request r = {.component = 2};
        struct model_axis x, y;
        unsigned face;
        uint32_t got[4];
        random_direction(r.coords);
        if (!place(r.coords, &face, &x, &y))
            continue;
        texture_gather(&m.view, &sampler, &r, got);
        for (unsigned i = 0; i < 4; i++) {
            double texel[4];
            texel_of(&m, face, x.texel[order[i][0]], y.texel[order[i][1]], texel);
            assert_true(fabs((double)float_of_bits(got[i]) - texel[2]) < 1e-6);
        }
    }
    model_free(&m);
}

static void test_ties_go_to_z_then_y(void **state)
{
    (void)state;
    static const struct {
        float d[3];
        unsigned face;
    } ties[] = {{{1, 1, 1}, 4}, {{-1, 1, -1}, 5}, {{1, -1, 0.5f}, 3},
                {{2, 1, 2}, 4}, {{-3, 1, 2}, 1},  {{3, 1, 2}, 0}};
    struct model m;
    struct sm5_sampler sampler;
    sm5_sampler_default(&sampler);
    sampler.mag = SM5_FILTER_POINT;
    open_cube(&m);
    for (unsigned face = 0; face < 6; face++)
        for (unsigned i = 0; i < SIZE * SIZE; i++)
            store_u32(m.bytes + 16 * (SIZE * SIZE * face + i), bits_of_float((float)face));
    for (unsigned i = 0; i < BASE_COUNT(ties); i++) {
        struct texture_request r = {.source = TEXTURE_LOD_GIVEN};
        uint32_t got[4];
        memcpy(r.coords, ties[i].d, sizeof ties[i].d);
        texture_sample(&m.view, &sampler, &r, got);
        assert_true(float_of_bits(got[0]) == (float)ties[i].face);
    }
    model_free(&m);
}

/* The projection's derivatives, by differences. */
static void test_levels_follow_the_projection(void **state)
{
    (void)state;
    struct model m;
    struct sm5_sampler sampler;
    sm5_sampler_default(&sampler);
    open_cube(&m);
    for (unsigned k = 0; k < 3000; k++) {
        struct texture_request r = {.source = TEXTURE_LOD_DERIVED};
        double d[3], moved[3], u, v, du[2], dv[2];
        uint32_t got[4];
        random_direction(r.coords);
        for (unsigned i = 0; i < 3; i++) {
            r.ddx[i] = model_real(-0.2f, 0.2f);
            r.ddy[i] = model_real(-0.2f, 0.2f);
            d[i] = (double)r.coords[i];
        }
        unsigned face = hit_face(d, &u, &v);
        bool same = true;
        for (unsigned n = 0; n < 2; n++) {
            const double step = 1e-7;
            double moved_u, moved_v;
            for (unsigned i = 0; i < 3; i++)
                moved[i] = d[i] + step * (double)(n ? r.ddy[i] : r.ddx[i]);
            same &= hit_face(moved, &moved_u, &moved_v) == face;
            du[n] = (moved_u - u) / step * SIZE / 2;
            dv[n] = (moved_v - v) / step * SIZE / 2;
        }
        if (!same)
            continue;
        /* the longer axis of the ellipse: the larger singular value of the two vectors */
        double l = du[0] * du[0] + dv[0] * dv[0], n = du[1] * du[1] + dv[1] * dv[1];
        double both = du[0] * du[1] + dv[0] * dv[1];
        double major = (l + n + sqrt((l - n) * (l - n) + 4 * both * both)) / 2;
        texture_sample_lod(&m.view, &sampler, &r, got);
        assert_true(fabs((double)float_of_bits(got[1]) - log2(sqrt(major))) < 1e-3);
    }
    model_free(&m);
}

static void test_arrays_have_full_cubes(void **state)
{
    (void)state;
    struct model m;
    struct sm5_sampler sampler;
    const struct sm5_texture sizes = {SM5_TEXTURE_2D, 0, 1, 1, 1, 18, 1, 1};
    sm5_sampler_default(&sampler);
    model_make(&m, ISA_DIM_TEXTURECUBEARRAY, MODEL_FLOAT, &sizes);
    for (unsigned i = 0; i < 18; i++)
        store_u32(m.bytes + 16 * i, bits_of_float((float)i));
    static const float layers[][2] = {{-1, 0}, {0.5f, 0}, {1, 1}, {1.6f, 2}, {9, 2}};
    for (unsigned i = 0; i < BASE_COUNT(layers); i++) {
        struct texture_request r = {.coords = {0, -1, 0, layers[i][0]}, .source = TEXTURE_LOD_GIVEN};
        uint32_t got[4];
        texture_sample(&m.view, &sampler, &r, got);
        assert_true(float_of_bits(got[0]) == 6 * layers[i][1] + 3);
    }
    model_free(&m);
}

static void test_invalid_directions_give_a_face(void **state)
{
    (void)state;
    static const float odd[] = {0, -0.0f, NAN, INFINITY, -INFINITY, 1};
    struct model m;
    struct sm5_sampler sampler;
    sm5_sampler_default(&sampler);
    open_cube(&m);
    for (unsigned i = 0; i < 6 * 6 * 6; i++) {
        struct texture_request r = {.coords = {odd[i % 6], odd[i / 6 % 6], odd[i / 36]},
                                    .ddx = {odd[i / 36], 1},
                                    .source = (uint8_t)(i & 1)};
        uint32_t got[4];
        texture_sample(&m.view, &sampler, &r, got);
        assert_true(fabsf(float_of_bits(got[0])) <= 4);
        texture_gather(&m.view, &sampler, &r, got);
        assert_true(fabsf(float_of_bits(got[0])) <= 4);
    }
    model_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linear_filters_go_over_edges),
        cmocka_unit_test(test_gathers_go_over_edges),
        cmocka_unit_test(test_ties_go_to_z_then_y),
        cmocka_unit_test(test_levels_follow_the_projection),
        cmocka_unit_test(test_arrays_have_full_cubes),
        cmocka_unit_test(test_invalid_directions_give_a_face),
    };
    uint32_t environment = num_env_enter();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    num_env_leave(environment);
    return failed;
}
