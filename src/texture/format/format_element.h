/* Elements in memory that other threads may write: u#, and resources that share a buffer with one. */
#ifndef SM5_FORMAT_ELEMENT_H
#define SM5_FORMAT_ELEMENT_H

#include <stdint.h>
#include <string.h>

/* Elements are 1, 2 or a multiple of 4 bytes, aligned to the smaller of their size and 4. */
static inline void texel_copy_in(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
    if (bytes == 1) {
        *to = __atomic_load_n(from, __ATOMIC_RELAXED);
    } else if (bytes == 2) {
        uint16_t half = __atomic_load_n((const uint16_t *)(const void *)from, __ATOMIC_RELAXED);
        memcpy(to, &half, 2);
    } else {
        for (uint32_t i = 0; i < bytes; i += 4) {
            uint32_t word = __atomic_load_n((const uint32_t *)(const void *)(from + i), __ATOMIC_RELAXED);
            memcpy(to + i, &word, 4);
        }
    }
}

static inline void texel_copy_out(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
    if (bytes == 1) {
        __atomic_store_n(to, *from, __ATOMIC_RELAXED);
    } else if (bytes == 2) {
        uint16_t half;
        memcpy(&half, from, 2);
        __atomic_store_n((uint16_t *)(void *)to, half, __ATOMIC_RELAXED);
    } else {
        for (uint32_t i = 0; i < bytes; i += 4) {
            uint32_t word;
            memcpy(&word, from + i, 4);
            __atomic_store_n((uint32_t *)(void *)(to + i), word, __ATOMIC_RELAXED);
        }
    }
}

#endif
