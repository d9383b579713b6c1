/* Where points are: known places, the model's places, symmetry, edges that neighbours share. */
#include <math.h>
#include <string.h>

#include "model.h"

enum { PATCHES = 2000 };

static void tessellate(const struct sm5_tessellation *patch, struct sm5_tessellated *out)
{
    assert_int_equal(sm5_tessellate(patch, out), SM5_OK);
}

/* The places of an edge's points as a line has them; returns segments. */
static uint32_t line(float factor, enum sm5_partitioning partitioning, int64_t *at)
{
    const struct sm5_tessellation patch = {SM5_DOMAIN_ISOLINE, partitioning, .edges = {1, factor}};
    struct sm5_tessellated t;
    tessellate(&patch, &t);
    uint32_t n = t.count - 1;
    for (uint32_t i = 0; i <= n; i++)
        at[i] = model_fixed(t.locations[i][0]);
    sm5_tessellated_free(&t);
    return n;
}

static void test_known_places(void **state)
{
    (void)state;
    static const struct {
        enum sm5_partitioning partitioning;
        float factor;
        uint32_t segments;
        double half[4]; /* without the corner */
    } cases[] = {
        {INTEGER, 4, 4, {1 / 4.0, 2 / 4.0}},
        {INTEGER, 5, 5, {1 / 5.0, 2 / 5.0}},
        {EVEN, 3, 4, {3 / 8.0, 1 / 2.0}}, /* the middle splits */
        {EVEN, 5, 6, {(1 / 4.0 + 1 / 6.0) / 2, (1 / 4.0 + 2 / 6.0) / 2, 1 / 2.0}},
        {ODD, 2, 3, {1 / 6.0}}, /* the corner splits */
        {ODD, 4, 5, {(1 / 3.0 + 1 / 5.0) / 2, (1 / 3.0 + 2 / 5.0) / 2}},
        {ODD, 6, 7, {(1 / 5.0 + 1 / 7.0) / 2, (1 / 5.0 + 2 / 7.0) / 2, (2 / 5.0 + 3 / 7.0) / 2}},
        {ODD,
         8,
         9,
         {(1 / 7.0 + 1 / 9.0) / 2, (2 / 7.0 + 2 / 9.0) / 2, (3 / 7.0 + 3 / 9.0) / 2,
          (3 / 7.0 + 4 / 9.0) / 2}},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int64_t at[MODEL_MOST];
        assert_int_equal(line(cases[i].factor, cases[i].partitioning, at), cases[i].segments);
        for (unsigned k = 0; k < cases[i].segments / 2; k++)
            assert_true(fabs((double)at[k + 1] - cases[i].half[k] * MODEL_ONE) <= 1);
    }
}

static void check_edge(float factor, enum sm5_partitioning partitioning)
{
    int64_t at[MODEL_MOST];
    double model[MODEL_MOST];
    uint32_t n = line(factor, partitioning, at);
    assert_int_equal(n, model_edge((double)factor, partitioning, model));
    for (uint32_t i = 0; i <= n; i++) {
        assert_true(fabs((double)at[i] - model[i] * MODEL_ONE) <= 1);
        assert_int_equal(at[i] + at[n - i], MODEL_ONE);
        assert_true(i == 0 || at[i] >= at[i - 1]);
    }
}

static void test_every_edge_is_the_models(void **state)
{
    (void)state;
    for (int p = INTEGER; p <= EVEN; p++)
        for (uint32_t i = 1; i <= 66 * 64; i++)
            check_edge((float)i / 64 + (float)(i % 7) / 65536, (enum sm5_partitioning)p);
}

/* No point jumps when the factor grows by a step of the fixed point. */
static void test_points_move_smoothly(void **state)
{
    (void)state;
    for (uint32_t i = 2 * MODEL_ONE; i < 63 * MODEL_ONE; i += 997) {
        int64_t before[MODEL_MOST], after[MODEL_MOST];
        enum sm5_partitioning partitioning = i % 2 ? ODD : EVEN;
        uint32_t n = line((float)i / MODEL_ONE, partitioning, before);
        if (line((float)(i + 1) / MODEL_ONE, partitioning, after) != n)
            continue;
        for (uint32_t k = 0; k <= n; k++)
            assert_in_range(after[k] - before[k] + 2, 0, 4);
    }
}

/* The points of the frame from `first` on are those of the edges, clockwise; each edge's are those of a line,
   in both directions, and lie where the edge does. */
static uint32_t check_edge_points(const struct sm5_tessellation *patch, const struct sm5_tessellated *t,
                                  unsigned e, uint32_t first, uint32_t frame)
{
    bool quad = patch->domain == SM5_DOMAIN_QUAD;
    unsigned axis = quad ? e % 2 : e, along = quad ? !axis : (e + 2) % 3;
    int64_t want[MODEL_MOST];
    uint32_t n = line(patch->edges[e], patch->partitioning, want);
    for (uint32_t i = 0; i <= n; i++) {
        const float *at = t->locations[(first + i) % frame];
        int64_t there = model_fixed(at[along]);
        assert_true(at[axis] == (quad && e > 1 ? 1.0f : 0.0f));
        assert_int_equal(there, quad && e % 3 == 0 ? want[n - i] : want[i]);
        assert_int_equal(MODEL_ONE - there, quad && e % 3 == 0 ? want[i] : want[n - i]);
    }
    return first + n;
}

static void check_shared_edges(const struct sm5_tessellation *patch)
{
    struct sm5_tessellated t;
    uint32_t edges, inside, frame = 0, first = 0;
    sm5_domain_factors(patch->domain, &edges, &inside);
    for (unsigned e = 0; e < edges; e++)
        frame += model_segments((double)patch->edges[e], patch->partitioning);
    tessellate(patch, &t);
    for (unsigned e = 0; e < edges; e++)
        first = check_edge_points(patch, &t, e, first, frame);
    sm5_tessellated_free(&t);
}

static void test_an_edge_depends_only_on_its_factor(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (unsigned i = 0; i < PATCHES; i++) {
        struct sm5_tessellation patch = {i % 2 ? SM5_DOMAIN_QUAD : SM5_DOMAIN_TRI,
                                         (enum sm5_partitioning)(1 + i / 2 % 4),
                                         {0},
                                         {0},
                                         false};
        model_random_patch(&seed, &patch);
        check_shared_edges(&patch);
    }
}

static void test_coordinates_of_triangles_add_up(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (unsigned i = 0; i < PATCHES; i++) {
        struct sm5_tessellation patch = {SM5_DOMAIN_TRI, (enum sm5_partitioning)(1 + i % 4), {0}, {0}, false};
        struct sm5_tessellated t;
        model_random_patch(&seed, &patch);
        tessellate(&patch, &t);
        for (uint32_t k = 0; k < t.count; k++)
            assert_int_equal(model_fixed(t.locations[k][0]) + model_fixed(t.locations[k][1]) +
                                 model_fixed(t.locations[k][2]),
                             MODEL_ONE);
        sm5_tessellated_free(&t);
    }
}

/* The grid of a quad is what the two inside factors make of edges. */
static void test_inside_of_quads(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (unsigned i = 0; i < PATCHES; i++) {
        struct sm5_tessellation patch = {
            SM5_DOMAIN_QUAD, (enum sm5_partitioning)(1 + i % 4), {0}, {0}, false};
        struct sm5_tessellated t;
        int64_t u[MODEL_MOST], v[MODEL_MOST];
        model_random_patch(&seed, &patch);
        patch.inside[0] += 1;
        patch.inside[1] += 1;
        tessellate(&patch, &t);
        uint32_t columns = line(patch.inside[0], patch.partitioning, u) - 1;
        uint32_t rows = line(patch.inside[1], patch.partitioning, v) - 1, first = t.count - columns * rows;
        for (uint32_t k = 0; k < columns * rows; k++) {
            assert_int_equal(model_fixed(t.locations[first + k][0]), u[1 + k % columns]);
            assert_int_equal(model_fixed(t.locations[first + k][1]), v[1 + k / columns]);
            assert_true(t.locations[first + k][2] == 0);
        }
        sm5_tessellated_free(&t);
    }
}

/* A ring of a triangle: the corners on the way to the centre, two thirds of the partition's location above
   the sides; the points above those of an edge. */
static void test_inside_of_triangles(void **state)
{
    (void)state;
    for (float factor = 2; factor <= 64; factor += 0.375f)
        for (int p = INTEGER; p <= EVEN; p++) {
            struct sm5_tessellation patch = {
                SM5_DOMAIN_TRI, (enum sm5_partitioning)p, {1, 1, 1}, {factor}, false};
            struct sm5_tessellated t;
            double cut[MODEL_MOST];
            uint32_t n = model_edge((double)factor, patch.partitioning, cut), frame = p == EVEN ? 6 : 3;
            tessellate(&patch, &t);
            uint32_t at = frame;
            for (uint32_t k = 1; 2 * k <= n; k++) {
                uint32_t sides = 2 * k == n ? 1 : 3, each = 2 * k == n ? 1 : n - 2 * k;
                for (uint32_t i = 0; i < sides * each; i++, at++) {
                    uint32_t side = i / each;
                    double height = (double)t.locations[at][side],
                           along = (double)t.locations[at][(side + 2) % 3];
                    assert_true(fabs(height - cut[k] * 2 / 3) <= 2.0 / MODEL_ONE);
                    assert_true(fabs(along + height / 2 - cut[k + i % each]) <= 3.0 / MODEL_ONE);
                }
            }
            assert_int_equal(at, t.count);
            sm5_tessellated_free(&t);
        }
}

static void test_lines_are_evenly_spaced(void **state)
{
    (void)state;
    for (uint32_t density = 1; density <= 64; density++) {
        struct sm5_tessellation patch = {SM5_DOMAIN_ISOLINE, ODD, {(float)density, 5}, {0}, false};
        struct sm5_tessellated t;
        tessellate(&patch, &t);
        assert_int_equal(t.count, density * 6);
        for (uint32_t i = 0; i < t.count; i++)
            assert_true(fabs((double)t.locations[i][1] - (double)(i / 6) / density) <= 0.5 / MODEL_ONE);
        sm5_tessellated_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_places),
        cmocka_unit_test(test_every_edge_is_the_models),
        cmocka_unit_test(test_points_move_smoothly),
        cmocka_unit_test(test_an_edge_depends_only_on_its_factor),
        cmocka_unit_test(test_coordinates_of_triangles_add_up),
        cmocka_unit_test(test_inside_of_quads),
        cmocka_unit_test(test_inside_of_triangles),
        cmocka_unit_test(test_lines_are_evenly_spaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
