/* What the machine can do: copying, reading, and fused multiply-adds. */
#include <immintrin.h>
#include <omp.h>
#include <string.h>

#include "peer.h"

void peer_set_threads(int count)
{
    omp_set_num_threads(count);
}

void peer_wake(void)
{
#pragma omp parallel
    __asm__ volatile("");
}

/* ---- memory: each thread has one contiguous range, aligned to cache lines ---- */

struct range {
    uint64_t first, bytes;
};

static struct range thread_range(uint64_t bytes)
{
    uint64_t threads = (uint64_t)omp_get_num_threads(), number = (uint64_t)omp_get_thread_num();
    uint64_t share = (bytes / threads + 63) & ~(uint64_t)63, first = share * number;
    first = first < bytes ? first : bytes;
    return (struct range){first, bytes - first < share ? bytes - first : share};
}

void peer_memcpy(void *out, const void *in, uint64_t bytes)
{
#pragma omp parallel
    {
        struct range range = thread_range(bytes);
        memcpy((char *)out + range.first, (const char *)in + range.first, range.bytes);
    }
}

/* Bytes after the last full line are ignored: buffers here are multiples of 64. */
void peer_stream_copy(void *out, const void *in, uint64_t bytes)
{
#pragma omp parallel
    {
        struct range range = thread_range(bytes);
        const char *from = (const char *)in + range.first;
        char *to = (char *)out + range.first;
        for (uint64_t at = 0; at + 64 <= range.bytes; at += 64) {
#ifdef __AVX512F__
            _mm512_stream_si512((void *)(to + at), _mm512_load_si512((const void *)(from + at)));
#else
            for (int k = 0; k < 64; k += 16)
                _mm_stream_si128((__m128i *)(to + at + k), _mm_load_si128((const __m128i *)(from + at + k)));
#endif
        }
        _mm_sfence();
    }
}

void peer_update(void *inout, uint64_t bytes)
{
#pragma omp parallel
    {
        struct range range = thread_range(bytes);
        uint64_t *words = (uint64_t *)((char *)inout + range.first);
        for (uint64_t i = 0; i < range.bytes / 8; i++)
            words[i] += 1;
    }
}

uint64_t peer_read(const void *in, uint64_t bytes)
{
    uint64_t total = 0;
#pragma omp parallel reduction(+ : total)
    {
        struct range range = thread_range(bytes);
        const uint64_t *words = (const uint64_t *)((const char *)in + range.first);
        uint64_t sum = 0;
        for (uint64_t i = 0; i < range.bytes / 8; i++)
            sum += words[i];
        total += sum;
    }
    return total;
}

/* ---- arithmetic ---- */

#if defined(__AVX512F__)
typedef __m512 vector;
#define SET _mm512_set1_ps
#define FMA _mm512_fmadd_ps
#elif defined(__AVX2__) && defined(__FMA__)
typedef __m256 vector;
#define SET _mm256_set1_ps
#define FMA _mm256_fmadd_ps
#else
typedef __m128 vector;
#define SET          _mm_set1_ps
#define FMA(a, b, c) _mm_add_ps(_mm_mul_ps(a, b), c)
#endif

enum { CHAINS = 12, LANES = sizeof(vector) / sizeof(float) }; /* more chains than latency times units */

uint64_t peer_fma(uint64_t rounds, float *out)
{
    float total = 0.0f;
    int threads = 0;
#pragma omp parallel reduction(+ : total, threads)
    {
        vector chain[CHAINS], factor = SET(0.999f), addend = SET(0.001f);
        float lanes[CHAINS * LANES];
        for (int c = 0; c < CHAINS; c++)
            chain[c] = SET((float)c);
        for (uint64_t i = 0; i < rounds; i++)
            for (int c = 0; c < CHAINS; c++)
                chain[c] = FMA(chain[c], factor, addend);
        memcpy(lanes, chain, sizeof lanes);
        for (int i = 0; i < CHAINS * LANES; i++)
            total += lanes[i];
        threads++;
    }
    *out = total;
    return (uint64_t)threads * CHAINS * LANES * 2;
}
