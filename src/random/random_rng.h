/* Random numbers that a seed repeats on every machine: splitmix64. */
#ifndef SM5_RANDOM_RNG_H
#define SM5_RANDOM_RNG_H

#include <stdbool.h>
#include <stdint.h>

struct rng {
    uint64_t state;
};

static inline uint64_t rng_next(struct rng *rng)
{
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline uint32_t rng_word(struct rng *rng)
{
    return (uint32_t)rng_next(rng);
}

/* 0 .. n - 1; n is not 0. */
static inline uint32_t rng_below(struct rng *rng, uint32_t n)
{
    return (uint32_t)((rng_next(rng) >> 32) * n >> 32);
}

static inline uint32_t rng_between(struct rng *rng, uint32_t first, uint32_t last)
{
    return first + rng_below(rng, last - first + 1);
}

/* True once in `n` times. */
static inline bool rng_once_in(struct rng *rng, uint32_t n)
{
    return rng_below(rng, n) == 0;
}

/* True `percent` times of 100. */
static inline bool rng_percent(struct rng *rng, uint32_t percent)
{
    return rng_below(rng, 100) < percent;
}

#endif
