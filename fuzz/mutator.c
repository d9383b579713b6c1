/* The mutators of payloads for libFuzzer. The other program of a mutation is a generated one. */
#include "fuzz/mutate.h"

#include <stdlib.h>

#include "fuzz/generated.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t room, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
    struct bytes other = seed % 4 ? (struct bytes){NULL, 0} : generated_payload(seed);
    size_t made = seed % 16 == 15 ? 0 : mutate_any(data, size, room, other, seed);
    free((void *)(uintptr_t)other.data);
    return made ? made : LLVMFuzzerMutate(data, size, room);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t room, unsigned seed)
{
    if (a_size > room)
        return 0;
    if (a_size)
        memcpy(out, a, a_size);
    return mutate_any(out, a_size, room, (struct bytes){b, b_size}, seed);
}
