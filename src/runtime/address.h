/* The address rules: which words of a resource an access may touch. region.h applies them to views.

   A load or store names a window of four words, word k at 4 * k bytes after the address. The words in
   bounds are always words 0 to n - 1, so a rule returns where the window starts and how many of its words
   exist: word k may be accessed exactly when k < words. All sums are in 64 bits, so that nothing wraps
   back into bounds (an index of 0x40000000 in a view of 4-byte structures is past its end, not its start).

   In Direct3D 11 a byte offset past the structure makes the results of a structured access undefined; here
   such words do not exist (docs/semantics.md). Functions are branch-free so that loops over lanes
   vectorise. */
#ifndef SM5_RUNTIME_ADDRESS_H
#define SM5_RUNTIME_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "sm5/run.h"

struct address {
    uint64_t offset; /* bytes from the start of the view; meaningful when words > 0 */
    uint32_t words;  /* words of the window that exist, 0..4 */
};

/* Why a word does not exist, for the checker. */
enum address_cause {
    ADDRESS_INSIDE,
    ADDRESS_INDEX, /* structure index, raw offset, texel or row past the view (D3D11.3 "address") */
    ADDRESS_OFFSET /* byte offset past the structure (D3D11.3 "byte offset") */
};

/* Words of the window between `at` and `end`, both in bytes. */
static inline uint32_t address_words(uint64_t at, uint64_t end)
{
    uint64_t left = at < end ? (end - at) / 4 : 0;
    return left < 4 ? (uint32_t)left : 4;
}

/* D3D11.3 7.13: offsets are multiples of 4, else undefined. Here the low two bits are ignored, as hardware
 * does. */
static inline uint32_t address_align(uint32_t byte_offset)
{
    return byte_offset & ~3u;
}

static inline bool address_misaligned(uint32_t byte_offset)
{
    return byte_offset & 3;
}

/* t#, u#: D3D11.3 22.4.12, 22.4.13 (ld_, store_structured), 22.17.8 on (atomics); g#: the same within that
   g#. `count` structures of `stride` bytes. */
static inline struct address address_structured(uint32_t count, uint32_t stride, uint32_t index,
                                                uint32_t byte_offset)
{
    uint32_t inside = address_align(byte_offset);
    uint32_t words = address_words(inside, stride); /* offset + 4k < stride: no word of the next structure */
    words = index < count ? words : 0; /* index < NumElements: the view's end, not the buffer's */
    return (struct address){(uint64_t)index * stride + inside, words};
}

/* Raw t#, u#: D3D11.3 22.4.10, 22.4.11 (ld_raw, store_raw), each 32-bit word by itself; raw g#: the same
   within that g#. */
static inline struct address address_raw(uint64_t bytes, uint32_t byte_offset)
{
    uint32_t at = address_align(byte_offset);
    return (struct address){at, address_words(at, bytes)}; /* 0xfffffffc + 4 is past the end, not 0 */
}

/* Typed buffers: D3D11.3 22.4.6 (ld), 22.4.8, 22.4.9 (ld_, store_uav_typed), 22.17.8 (atomics): one unsigned
   element number, all of the element or nothing. True when it exists. */
static inline bool address_typed(uint32_t count, uint32_t element_bytes, uint32_t index, uint64_t *offset)
{
    *offset = (uint64_t)index * element_bytes;
    return index < count;
}

/* cb#[row], icb[row]: D3D11.3 7.5: decided against what is bound, not what is declared; a row that the
   buffer's end cuts keeps the words it has. `words` counts the row's components. */
static inline struct address address_row(uint64_t bytes, uint32_t row)
{
    uint64_t at = (uint64_t)row * 16;
    return (struct address){at, address_words(at, bytes)};
}

/* ---- profiles: the rules of other implementations (docs/semantics.md); those above are SM5_OOB_SPEC ----

   Here the words that exist need not be consecutive, so each is computed separately: the result is its
   byte offset in the view (g#: in the group's shared memory), or ADDRESS_NONE. */

#define ADDRESS_NONE UINT64_MAX

static inline uint64_t address_within(uint64_t at, uint64_t bytes)
{
    return at < bytes && bytes - at >= 4 ? at : ADDRESS_NONE;
}

static inline uint64_t address_profile_raw(enum sm5_oob profile, uint64_t bytes, uint32_t byte_offset,
                                           unsigned word)
{
    uint32_t at = address_align(byte_offset);
    return address_within(profile == SM5_OOB_BYTE ? at + 4 * word : (uint64_t)at + 4 * word, bytes);
}

static inline uint64_t address_profile_structured(enum sm5_oob profile, uint64_t bytes, uint32_t count,
                                                  uint32_t stride, uint32_t index, uint32_t byte_offset,
                                                  unsigned word)
{
    uint32_t inside = address_align(byte_offset);
    if (profile != SM5_OOB_ELEMENT)
        return address_profile_raw(profile, bytes, index * stride + inside, word);
    uint64_t at = (uint64_t)index * stride + inside + 4 * word;
    return index < count ? address_within(at, bytes) : ADDRESS_NONE;
}

/* g#: all g# are consecutive in the group's shared memory of `bytes` bytes, and an access may reach the
   others. `first` is where this g# starts. */
static inline uint64_t address_profile_tgsm(uint64_t bytes, uint32_t first, uint32_t stride, uint32_t index,
                                            uint32_t byte_offset, unsigned word)
{
    uint32_t at = first + index * stride + address_align(byte_offset) + 4 * word;
    return address_within(at, bytes);
}

#endif
