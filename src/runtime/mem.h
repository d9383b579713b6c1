/* Accesses to memory that other threads may access concurrently: u#, and any buffer that is shared with
   one. D3D11.3 7.14: words are accessed whole, atomics are atomic against all accesses, and only
   sync orders accesses. Hence words are relaxed atomics, plain moves on x86: the races of a program are
   not data races of the library.

   g# belongs to one group and one worker: plain loads and stores suffice. */
#ifndef SM5_RUNTIME_MEM_H
#define SM5_RUNTIME_MEM_H

#include <string.h>

#include "runtime.h"
#include "texture/format/format_element.h"

/* Words of views are 4-byte aligned: guaranteed by buffers, strides, raw offsets and cbuffer rows. */
static inline uint32_t mem_load(const uint8_t *word)
{
    return __atomic_load_n((const uint32_t *)(const void *)word, __ATOMIC_RELAXED);
}

static inline void mem_store(uint8_t *word, uint32_t value)
{
    __atomic_store_n((uint32_t *)(void *)word, value, __ATOMIC_RELAXED);
}

/* Read-modify-write forms return the previous value (D3D11.3 22.17.19 and on). */
static inline uint32_t mem_add(uint8_t *word, uint32_t value)
{
    return __atomic_fetch_add((uint32_t *)(void *)word, value, __ATOMIC_RELAXED);
}

static inline uint32_t mem_and(uint8_t *word, uint32_t value)
{
    return __atomic_fetch_and((uint32_t *)(void *)word, value, __ATOMIC_RELAXED);
}

static inline uint32_t mem_or(uint8_t *word, uint32_t value)
{
    return __atomic_fetch_or((uint32_t *)(void *)word, value, __ATOMIC_RELAXED);
}

static inline uint32_t mem_xor(uint8_t *word, uint32_t value)
{
    return __atomic_fetch_xor((uint32_t *)(void *)word, value, __ATOMIC_RELAXED);
}

static inline uint32_t mem_exchange(uint8_t *word, uint32_t value)
{
    return __atomic_exchange_n((uint32_t *)(void *)word, value, __ATOMIC_RELAXED);
}

static inline uint32_t mem_compare_exchange(uint8_t *word, uint32_t expected, uint32_t value)
{
    __atomic_compare_exchange_n((uint32_t *)(void *)word, &expected, value, false, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
    return expected;
}

/* Replaces the word by `value` when better(value, current) holds; minima and maxima use it. */
static inline uint32_t mem_replace_if(uint8_t *word, uint32_t value, bool (*better)(uint32_t, uint32_t))
{
    uint32_t seen = mem_load(word);
    while (better(value, seen) && !__atomic_compare_exchange_n((uint32_t *)(void *)word, &seen, value, true,
                                                               __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    return seen;
}

static inline bool mem_less_signed(uint32_t a, uint32_t b)
{
    return (int32_t)a < (int32_t)b;
}

static inline bool mem_more_signed(uint32_t a, uint32_t b)
{
    return (int32_t)a > (int32_t)b;
}

static inline bool mem_less(uint32_t a, uint32_t b)
{
    return a < b;
}

static inline bool mem_more(uint32_t a, uint32_t b)
{
    return a > b;
}

static inline uint32_t mem_imin(uint8_t *word, uint32_t value)
{
    return mem_replace_if(word, value, mem_less_signed);
}

static inline uint32_t mem_imax(uint8_t *word, uint32_t value)
{
    return mem_replace_if(word, value, mem_more_signed);
}

static inline uint32_t mem_umin(uint8_t *word, uint32_t value)
{
    return mem_replace_if(word, value, mem_less);
}

static inline uint32_t mem_umax(uint8_t *word, uint32_t value)
{
    return mem_replace_if(word, value, mem_more);
}

/* Hidden counters, D3D11.3 22.17.17, 22.17.18: alloc returns the previous value, consume the new one; both
 * wrap. */
static inline uint32_t mem_counter_alloc(_Atomic uint32_t *counter)
{
    return atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
}

static inline uint32_t mem_counter_consume(_Atomic uint32_t *counter)
{
    return atomic_fetch_sub_explicit(counter, 1, memory_order_relaxed) - 1;
}

/* imm_atomic_alloc or imm_atomic_consume; 0 when the view has no counter. */
static inline uint32_t mem_counter(uint32_t opcode, _Atomic uint32_t *counter)
{
    if (!counter)
        return 0;
    return opcode == ISA_IMM_ATOMIC_ALLOC ? mem_counter_alloc(counter) : mem_counter_consume(counter);
}

/* One texel of a typed view, with format_load's and format_store's conversions. */
static inline void mem_load_element(const struct format_info *format, const uint8_t *element, uint32_t out[4])
{
    uint8_t copy[16];
    texel_copy_in(copy, element, format->bytes);
    format_load(format, copy, out);
}

static inline void mem_store_element(const struct format_info *format, uint8_t *element, const uint32_t in[4])
{
    uint8_t copy[16];
    format_store(format, copy, in);
    texel_copy_out(element, copy, format->bytes);
}

/* `a` is the operand, or the comparand of a compare-and-exchange. Returns the previous word. */
static inline uint32_t mem_atomic(enum isa_atomic operation, uint8_t *word, uint32_t a, uint32_t b)
{
    switch (operation) {
    case ISA_ATOMIC_OP_AND: return mem_and(word, a);
    case ISA_ATOMIC_OP_OR: return mem_or(word, a);
    case ISA_ATOMIC_OP_XOR: return mem_xor(word, a);
    case ISA_ATOMIC_OP_IADD: return mem_add(word, a);
    case ISA_ATOMIC_OP_IMAX: return mem_imax(word, a);
    case ISA_ATOMIC_OP_IMIN: return mem_imin(word, a);
    case ISA_ATOMIC_OP_UMAX: return mem_umax(word, a);
    case ISA_ATOMIC_OP_UMIN: return mem_umin(word, a);
    case ISA_ATOMIC_OP_COMPARE: return mem_compare_exchange(word, a, b);
    default: return mem_exchange(word, a);
    }
}

#endif
