/* Connectivity: triangles cover the domain once, and diagonals have the directions of the specification. */
#include <stdlib.h>

#include "model.h"

enum { PATCHES = 4000 };

/* Twice the area, in steps of the fixed point; positive when clockwise. */
static int64_t area(const struct sm5_tessellated *t, const uint32_t *corner)
{
    const float *a = t->locations[corner[0]], *b = t->locations[corner[1]], *c = t->locations[corner[2]];
    return (model_fixed(b[0]) - model_fixed(a[0])) * (model_fixed(c[1]) - model_fixed(a[1])) -
           (model_fixed(b[1]) - model_fixed(a[1])) * (model_fixed(c[0]) - model_fixed(a[0]));
}

static uint32_t frame_of(const struct sm5_tessellation *patch)
{
    uint32_t edges, inside, frame = 0;
    sm5_domain_factors(patch->domain, &edges, &inside);
    for (uint32_t e = 0; e < edges; e++)
        frame += model_segments((double)patch->edges[e], patch->partitioning);
    return frame;
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Each side of a triangle is shared with another in the opposite direction, or is on the frame. */
static void check_sides(const struct sm5_tessellated *t, uint32_t frame)
{
    uint32_t count = t->primitives * 3, boundary = 0;
    uint64_t *sides = malloc((count + 1) * sizeof *sides);
    assert_non_null(sides);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t from = t->indices[i], to = t->indices[i % 3 == 2 ? i - 2 : i + 1];
        assert_true(from < t->count && to < t->count && from != to);
        sides[i] = from << 32 | to;
    }
    qsort(sides, count, sizeof *sides, ascending);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t from = sides[i] >> 32, to = sides[i] & UINT32_MAX, back = to << 32 | from;
        assert_true(i == 0 || sides[i] != sides[i - 1]);
        if (bsearch(&back, sides, count, sizeof *sides, ascending))
            continue;
        boundary++;
        assert_true(from < frame && to == (from + 1) % frame);
    }
    assert_int_equal(boundary, frame);
    free(sides);
}

static void check_cover(const struct sm5_tessellation *patch)
{
    struct sm5_tessellated t;
    int64_t sum = 0;
    assert_int_equal(sm5_tessellate(patch, &t), SM5_OK);
    for (uint32_t i = 0; i < t.primitives; i++) {
        int64_t one = area(&t, t.indices + i * 3ul);
        assert_true(one >= 0);
        sum += one;
    }
    assert_true(sum == (int64_t)MODEL_ONE * MODEL_ONE * (patch->domain == SM5_DOMAIN_QUAD ? 2 : 1));
    uint32_t frame = frame_of(patch);
    check_sides(&t, frame);
    /* Euler: a disc. */
    assert_int_equal(t.primitives, 2 * t.count - frame - 2);
    sm5_tessellated_free(&t);
}

static void test_triangles_cover_the_domain_once(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (unsigned i = 0; i < PATCHES; i++) {
        struct sm5_tessellation patch = {i % 2 ? SM5_DOMAIN_QUAD : SM5_DOMAIN_TRI,
                                         (enum sm5_partitioning)(1 + i / 2 % 4),
                                         {0},
                                         {0},
                                         false};
        model_random_patch(&seed, &patch);
        check_cover(&patch);
    }
}

static void test_small_factors_cover_the_domain_once(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4096; i++) {
        struct sm5_tessellation patch = {SM5_DOMAIN_QUAD,
                                         INTEGER,
                                         {1 + i % 4, 1 + i / 4 % 4, 1 + i / 16 % 4, 1 + i / 64 % 4},
                                         {1 + i / 256 % 4, 1 + i / 1024 % 4},
                                         false};
        check_cover(&patch);
        patch.domain = SM5_DOMAIN_TRI;
        check_cover(&patch);
    }
}

static bool has_side(const struct sm5_tessellated *t, float u0, float v0, float u1, float v1)
{
    for (uint32_t i = 0; i < t->primitives * 3; i++) {
        const float *a = t->locations[t->indices[i]],
                    *b = t->locations[t->indices[i % 3 == 2 ? i - 2 : i + 1]];
        if (a[0] == u0 && a[1] == v0 && b[0] == u1 && b[1] == v1)
            return true;
    }
    return false;
}

/* The 4 x 4 quads of factors 4: each diagonal points at the corner that is nearest. */
static void test_diagonals_point_at_corners(void **state)
{
    (void)state;
    struct sm5_tessellation patch = {SM5_DOMAIN_QUAD, INTEGER, {4, 4, 4, 4}, {4, 4}, false};
    struct sm5_tessellated t;
    assert_int_equal(sm5_tessellate(&patch, &t), SM5_OK);
    for (unsigned i = 0; i < 16; i++) {
        float u = (float)(i % 4) / 4, v = (float)(i / 4) / 4, step = 0.25f;
        bool falls = (i % 4 < 2) == (i / 4 < 2);
        bool falling = has_side(&t, u, v, u + step, v + step),
             rising = has_side(&t, u, v + step, u + step, v);
        assert_int_equal(falling, falls);
        assert_int_equal(rising, !falls);
    }
    sm5_tessellated_free(&t);
}

/* The centre's diagonal is a Z; those above and below run from U, V to U + 1, V + 1, those beside it the
   other way. */
static void test_odd_centre_is_a_z(void **state)
{
    (void)state;
    struct sm5_tessellation patch = {SM5_DOMAIN_QUAD, INTEGER, {1, 1, 1, 1}, {1, 1}, false};
    struct sm5_tessellated t;
    assert_int_equal(sm5_tessellate(&patch, &t), SM5_OK);
    assert_true(has_side(&t, 1, 0, 0, 1));
    sm5_tessellated_free(&t);
    for (unsigned e = 0; e < 4; e++)
        patch.edges[e] = 3;
    patch.inside[0] = patch.inside[1] = 3;
    assert_int_equal(sm5_tessellate(&patch, &t), SM5_OK);
    float a = 21845.0f / MODEL_ONE, b = 1 - a;
    assert_true(has_side(&t, b, a, a, b));
    assert_true(has_side(&t, a, 0, b, a));
    assert_true(has_side(&t, a, b, b, 1));
    assert_true(has_side(&t, 0, b, a, a));
    assert_true(has_side(&t, b, b, 1, a));
    sm5_tessellated_free(&t);
}

static void test_counter_clockwise(void **state)
{
    (void)state;
    struct sm5_tessellation patch = {SM5_DOMAIN_TRI, INTEGER, {2, 3, 4}, {5}, true};
    struct sm5_tessellated t;
    assert_int_equal(sm5_tessellate(&patch, &t), SM5_OK);
    for (uint32_t i = 0; i < t.primitives; i++)
        assert_true(area(&t, t.indices + i * 3ul) < 0);
    sm5_tessellated_free(&t);
}

static void test_lines_join_neighbours(void **state)
{
    (void)state;
    struct sm5_tessellation patch = {SM5_DOMAIN_ISOLINE, INTEGER, {2, 2}, {0}, true};
    struct sm5_tessellated t;
    static const uint32_t want[] = {0, 1, 1, 2, 3, 4, 4, 5};
    assert_int_equal(sm5_tessellate(&patch, &t), SM5_OK);
    assert_int_equal(t.corners, 2);
    assert_int_equal(t.primitives, 4);
    assert_memory_equal(t.indices, want, sizeof want);
    sm5_tessellated_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_triangles_cover_the_domain_once),
        cmocka_unit_test(test_small_factors_cover_the_domain_once),
        cmocka_unit_test(test_diagonals_point_at_corners),
        cmocka_unit_test(test_odd_centre_is_a_z),
        cmocka_unit_test(test_counter_clockwise),
        cmocka_unit_test(test_lines_join_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
