/* What the tests of this room share: edge values, random ones from a fixed seed, and a comparison that names
   the arguments. */
#ifndef SM5_TEST_VALUES_H
#define SM5_TEST_VALUES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "numeric/numeric.h"

static const uint32_t edge_floats[] = {
    0x00000000, 0x80000000,                                                 /* zeros */
    0x00000001, 0x80000001, 0x00400000, 0x007fffff, 0x807fffff,             /* denormals */
    0x00800000, 0x80800000, 0x00800001, 0x00ffffff, 0x01000000,             /* the smallest normals */
    0x33800000, 0x34000000, 0xb3800000, 0x3effffff, 0x3f000000, 0xbf000000, /* 2^-24, 2^-23, about a half */
    0x3f7fffff, 0x3f800000, 0x3f800001, 0xbf7fffff, 0xbf800000, 0xbf800001, /* about 1 */
    0x3fc00000, 0xbfc00000, 0x40200000, 0x40600000, 0x40b00000, 0xc0200000, /* ties of rounding */
    0x3f3504f3, 0x3f3504f4, 0x40490fdb, 0xc0490fdb, 0x3fc90fdb, 0x439d1463, /* sqrt(1/2), pi, pi/2, 100 pi */
    0x38800000, 0x387fffff, 0x477fe000, 0x477fffff, 0x47800000, 0x33000000, /* edges of a half */
    0x42fe0000, 0x42ffffff, 0x43000000, 0xc2fc0000, 0xc2fc0001, 0xc3150000, /* 2^a overflows, is tiny */
    0x4b000000, 0x4b7fffff, 0x4b800000, 0xcb000001,                         /* the last fractions */
    0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001, 0x4f7fffff, 0x4f800000, /* edges of integers */
    0x7e800000, 0x7effffff, 0x7f000000, 0x7f7fffff, 0xff7fffff,             /* the largest */
    0x7f800000, 0xff800000,                                                 /* infinities */
    0x7fc00000, 0xffc00000, 0x7f800001, 0xff800001, 0x7fffffff, 0x7fc12345, 0xffffffff, /* NaNs */
};

static const uint32_t edge_integers[] = {
    0,          1,          2,          3,          4,          15,         16,
    30,         31,         32,         33,         63,         0xff,       0x100,
    0x7fff,     0x8000,     0xffff,     0x10000,    0x00ffffff, 0x01000000, 0x01000001,
    0x12345678, 0x55555555, 0xaaaaaaaa, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001,
    0xfffeffff, 0xffff0000, 0xffffff1f, 0xfffffffe, 0xffffffff,
};

static const uint64_t edge_doubles[] = {
    0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x8000000000000001, 0x000fffffffffffff,
    0x0010000000000000, 0x8010000000000000, 0x3ca0000000000000, 0x3fe0000000000000, 0xbfe0000000000000,
    0x3ff0000000000000, 0xbff0000000000000, 0x3ff0000000000001, 0xbfefffffffffffff, 0x4008000000000000,
    0x36a0000000000000, 0x380fffffffffffff, 0x380fffffe8000000, 0x380fffffefffffff, 0x380ffffff0000000,
    0x3810000000000000, 0xb80ffffff0000000, 0xb80fffffefffffff, 0x47efffffe0000000, 0x47efffffefffffff,
    0x47effffff0000000, 0x41dfffffffc00000, 0x41dfffffffffffff, 0x41e0000000000000, 0xc1e0000000000000,
    0xc1e00000001fffff, 0xc1e0000000200000, 0x41efffffffe00000, 0x41efffffffffffff, 0x41f0000000000000,
    0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
    0xfff8000000000000, 0x7ff0000000000001, 0xffffffffffffffff,
};

/* splitmix64: `state` counts, the rest stirs. */
static inline uint64_t random_u64(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/* Any bits, an edge value, or a number near 1 so that sums cancel and products stay in range. */
static inline uint32_t random_float(uint64_t *state)
{
    uint64_t r = random_u64(state);
    uint32_t bits = (uint32_t)r, choice = (uint32_t)(r >> 32);
    switch (choice & 7) {
    case 0: return edge_floats[(choice >> 3) % BASE_COUNT(edge_floats)];
    case 1:
    case 2: return bits;
    case 3: return bits & 0xff800000; /* a power of two */
    default: return (bits & 0x807fffff) | (112 + (choice >> 3) % 30) << 23;
    }
}

static inline uint32_t random_integer(uint64_t *state)
{
    uint64_t r = random_u64(state);
    uint32_t choice = (uint32_t)(r >> 32);
    switch (choice & 3) {
    case 0: return edge_integers[(choice >> 2) % BASE_COUNT(edge_integers)];
    case 1: return (uint32_t)r >> (choice >> 2 & 31);
    default: return (uint32_t)r;
    }
}

static inline uint64_t random_double(uint64_t *state)
{
    uint64_t r = random_u64(state), choice = random_u64(state);
    switch (choice & 7) {
    case 0: return edge_doubles[(choice >> 3) % BASE_COUNT(edge_doubles)];
    case 1: return r;
    case 2: return bits_of_double((double)float_of_bits((uint32_t)r)); /* a float's value */
    case 3:
        return (r & 0x800fffffffffffff) | (0x380 - 30 + (choice >> 3) % 60)
                                              << 52; /* about the smallest float */
    case 4: return (r & 0x800fffffffffffff) | (0x400 + (choice >> 3) % 36) << 52; /* about integers */
    default: return (r & 0x800fffffffffffff) | (0x3f0 + (choice >> 3) % 32) << 52;
    }
}

/* Calls that stay calls: inlined, the arithmetic could move out of the state that num_env_enter sets. */
static inline uint32_t call_w(uint32_t (*volatile function)(uint32_t), uint32_t a)
{
    return function(a);
}

static inline uint32_t call_ww(uint32_t (*volatile function)(uint32_t, uint32_t), uint32_t a, uint32_t b)
{
    return function(a, b);
}

static inline uint64_t call_dd(uint64_t (*volatile function)(uint64_t, uint64_t), uint64_t a, uint64_t b)
{
    return function(a, b);
}

#define EXPECT_WORD(got, expected, ...)   expect_bits((got), (expected), 8, __VA_ARGS__)
#define EXPECT_DOUBLE(got, expected, ...) expect_bits((got), (expected), 16, __VA_ARGS__)

static inline void expect_bits(uint64_t got, uint64_t expected, int digits, const char *format, ...)
    BASE_PRINTF(4, 5);

static inline void expect_bits(uint64_t got, uint64_t expected, int digits, const char *format, ...)
{
    if (got == expected) {
        return;
    }
    char call[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(call, sizeof call, format, arguments);
    va_end(arguments);
    fail_msg("%s gives %0*llx, expected %0*llx", call, digits, (unsigned long long)got, digits,
             (unsigned long long)expected);
}

#endif
