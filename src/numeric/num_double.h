/* float64 (D3D11.3 22.14): denormals are kept, so these are called between num_env_double and
   num_env_single. */
#ifndef SM5_NUM_DOUBLE_H
#define SM5_NUM_DOUBLE_H

#include "num_fma.h"

NUM_D_DD(dadd, num_result_f64(double_of_bits(a) + double_of_bits(b)))
NUM_D_DD(dmul, num_result_f64(double_of_bits(a) * double_of_bits(b)))
NUM_D_DD(ddiv, num_result_f64(double_of_bits(a) / double_of_bits(b)))

static inline uint64_t num_dfma(uint64_t a, uint64_t b, uint64_t c)
{
    return num_result_f64(num_fma_f64(double_of_bits(a), double_of_bits(b), double_of_bits(c)));
}

NUM_D_D(drcp, num_result_f64(1.0 / double_of_bits(a)))

/* As num_min and num_max, without flushing. */
static inline uint64_t num_dmin(uint64_t a, uint64_t b)
{
    double x = double_of_bits(a), y = double_of_bits(b);
    uint64_t r = x < y ? a : b;
    r = x == y ? a | b : r;
    r = y != y ? a : r;
    return num_result_f64(double_of_bits(r));
}

static inline uint64_t num_dmax(uint64_t a, uint64_t b)
{
    double x = double_of_bits(a), y = double_of_bits(b);
    uint64_t r = x > y ? a : b;
    r = x == y ? a & b : r;
    r = y != y ? a : r;
    return num_result_f64(double_of_bits(r));
}

NUM_W_DD(deq, num_bool(double_of_bits(a) == double_of_bits(b)))
NUM_W_DD(dne, num_bool(double_of_bits(a) != double_of_bits(b)))
NUM_W_DD(dlt, num_bool(double_of_bits(a) < double_of_bits(b)))
NUM_W_DD(dge, num_bool(double_of_bits(a) >= double_of_bits(b)))

#endif
