/* Which factors cull, how they are clamped and rounded, how many points and primitives they make. */
#include <math.h>

#include "model.h"

static struct sm5_tessellated made;

static const struct sm5_tessellated *tessellate(struct sm5_tessellation patch)
{
    sm5_tessellated_free(&made);
    assert_int_equal(sm5_tessellate(&patch, &made), SM5_OK);
    return &made;
}

/* Segments of a line with this detail. */
static uint32_t segments(enum sm5_partitioning partitioning, float factor)
{
    return tessellate((struct sm5_tessellation){SM5_DOMAIN_ISOLINE, partitioning, .edges = {1, factor}})
        ->primitives;
}

static uint32_t triangle_points(enum sm5_partitioning partitioning, float edge, float inside)
{
    return tessellate((struct sm5_tessellation){SM5_DOMAIN_TRI, partitioning, .edges = {edge, edge, edge},
                                                .inside = {inside}})
        ->count;
}

static void test_ranges(void **state)
{
    (void)state;
    static const struct {
        enum sm5_partitioning partitioning;
        float factor;
        uint32_t segments;
    } cases[] = {
        {INTEGER, 0.25f, 1},
        {INTEGER, 1, 1},
        {INTEGER, 1.0000001f, 2},
        {INTEGER, 4.5f, 5},
        {INTEGER, 64, 64},
        {INTEGER, 65, 64},
        {INTEGER, INFINITY, 64},
        {POW2, 5, 5},
        {POW2, 8, 8},
        {ODD, 0.25f, 1},
        {ODD, 1, 1},
        {ODD, 1 + 1.0f / 131072, 1}, /* half a step of the fixed point, to even */
        {ODD, 1 + 1.0f / 65536, 3},
        {ODD, 3, 3},
        {ODD, 3.1f, 5},
        {ODD, 62.5f, 63},
        {ODD, 64, 63},
        {EVEN, 0.25f, 2},
        {EVEN, 2, 2},
        {EVEN, 2.1f, 4},
        {EVEN, 63, 64},
        {EVEN, 1e9f, 64},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(segments(cases[i].partitioning, cases[i].factor), cases[i].segments);
}

static void test_density_is_integral_in_each_partitioning(void **state)
{
    (void)state;
    for (int p = INTEGER; p <= EVEN; p++) {
        static const float densities[][2] = {{0.5f, 1}, {1, 1}, {1.5f, 2}, {63.5f, 64}, {100, 64}};
        for (unsigned i = 0; i < 5; i++) {
            const struct sm5_tessellated *t = tessellate((struct sm5_tessellation){
                SM5_DOMAIN_ISOLINE, (enum sm5_partitioning)p, .edges = {densities[i][0], p == ODD ? 3 : 2}});
            assert_int_equal(t->count, (int)densities[i][1] * (p == ODD ? 4 : 3));
            assert_int_equal(t->corners, 2);
        }
    }
}

static void test_edges_that_cull(void **state)
{
    (void)state;
    static const float culling[] = {0, -0.0f, -1, NAN, -INFINITY};
    for (int domain = SM5_DOMAIN_ISOLINE; domain <= SM5_DOMAIN_QUAD; domain++)
        for (int edge = 0; edge < domain + 1; edge++)
            for (unsigned i = 0; i < 5; i++) {
                struct sm5_tessellation patch = {(enum sm5_domain)domain, ODD, {2, 2, 2, 2}, {2, 2}, false};
                assert_true(tessellate(patch)->count > 0);
                patch.edges[edge] = culling[i];
                assert_int_equal(tessellate(patch)->count, 0);
                assert_int_equal(made.primitives, 0);
            }
}

static void test_invalid_inside_is_the_minimum(void **state)
{
    (void)state;
    assert_int_equal(triangle_points(INTEGER, 1, NAN), 3);
    assert_int_equal(triangle_points(INTEGER, 1, -5), 3);
    assert_int_equal(triangle_points(ODD, 1, NAN), 3);
    assert_int_equal(triangle_points(EVEN, 1, NAN), 6 + 1);
    assert_int_equal(triangle_points(EVEN, 2, 0), 6 + 1);
}

/* Some factor above 1 needs points inside. */
static void test_inside_of_one(void **state)
{
    (void)state;
    assert_int_equal(triangle_points(INTEGER, 2, 1), 6 + 1);
    assert_int_equal(triangle_points(INTEGER, 1.5f, 1), 6 + 1);
    assert_int_equal(triangle_points(ODD, 3, 1), 9 + 3);
    assert_int_equal(triangle_points(ODD, 1 + 1.0f / 131072, 1), 3);
    struct sm5_tessellation quad = {SM5_DOMAIN_QUAD, INTEGER, {1, 1, 1, 1}, {1, 1}, false};
    assert_int_equal(tessellate(quad)->count, 4);
    quad.inside[0] = 4;
    assert_int_equal(tessellate(quad)->count, 4 + 3 * 1);
    quad.partitioning = ODD;
    assert_int_equal(tessellate(quad)->count, 4 + 4 * 2);
}

static uint32_t inside_segments(const struct sm5_tessellation *patch, uint32_t axis)
{
    bool odd = patch->partitioning == ODD, one = true;
    uint32_t edges, inside;
    sm5_domain_factors(patch->domain, &edges, &inside);
    for (uint32_t i = 0; i < edges; i++)
        one &= model_segments((double)patch->edges[i], patch->partitioning) == 1;
    for (uint32_t i = 0; i < inside; i++)
        one &= model_segments((double)patch->inside[i], patch->partitioning) == 1;
    uint32_t n = model_segments((double)patch->inside[axis], patch->partitioning);
    return one || n > 1 ? n : odd ? 3 : 2;
}

static void test_counts_of_quads(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (unsigned i = 0; i < 3000; i++) {
        struct sm5_tessellation patch = {
            SM5_DOMAIN_QUAD, (enum sm5_partitioning)(1 + i % 4), {0}, {0}, false};
        model_random_patch(&seed, &patch);
        uint32_t u = inside_segments(&patch, 0), v = inside_segments(&patch, 1), frame = 0;
        for (unsigned e = 0; e < 4; e++)
            frame += model_segments((double)patch.edges[e], patch.partitioning);
        assert_int_equal(tessellate(patch)->count, frame + (u - 1) * (v - 1));
        uint32_t triangles = u == 1 ? 2 : frame + 2 * (u - 2 + v - 2) + 2 * (u - 2) * (v - 2);
        assert_int_equal(made.primitives, triangles);
    }
}

static void test_counts_of_triangles(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (unsigned i = 0; i < 3000; i++) {
        struct sm5_tessellation patch = {SM5_DOMAIN_TRI, (enum sm5_partitioning)(1 + i % 4), {0}, {0}, false};
        model_random_patch(&seed, &patch);
        uint32_t n = inside_segments(&patch, 0), frame = 0, inside = n % 2 == 0;
        for (unsigned e = 0; e < 3; e++)
            frame += model_segments((double)patch.edges[e], patch.partitioning);
        for (uint32_t side = n; side > 2; side -= 2)
            inside += 3 * (side - 2);
        assert_int_equal(tessellate(patch)->count, frame + inside);
    }
}

static void test_invalid_enumerations(void **state)
{
    (void)state;
    struct sm5_tessellated out;
    struct sm5_tessellation patch = {SM5_DOMAIN_QUAD, INTEGER, {1, 1, 1, 1}, {1, 1}, false};
    patch.domain = (enum sm5_domain)0;
    assert_int_equal(sm5_tessellate(&patch, &out), SM5_ERR_ARGUMENT);
    patch.domain = (enum sm5_domain)4;
    assert_int_equal(sm5_tessellate(&patch, &out), SM5_ERR_ARGUMENT);
    patch.domain = SM5_DOMAIN_TRI;
    patch.partitioning = (enum sm5_partitioning)5;
    assert_int_equal(sm5_tessellate(&patch, &out), SM5_ERR_ARGUMENT);
    sm5_tessellated_free(&out);
}

static int free_made(void **state)
{
    (void)state;
    sm5_tessellated_free(&made);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_density_is_integral_in_each_partitioning),
        cmocka_unit_test(test_edges_that_cull),
        cmocka_unit_test(test_invalid_inside_is_the_minimum),
        cmocka_unit_test(test_inside_of_one),
        cmocka_unit_test(test_counts_of_quads),
        cmocka_unit_test(test_counts_of_triangles),
        cmocka_unit_test(test_invalid_enumerations),
    };
    return cmocka_run_group_tests(tests, NULL, free_made);
}
