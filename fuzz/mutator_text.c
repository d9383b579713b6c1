/* The mutator of assembly text for libFuzzer: lines and words. */
#include "fuzz/mutate.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t room, unsigned seed);

/* Every other mutation is libFuzzer's own, which knows the dictionary. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
    size_t made = seed % 2 ? 0 : mutate_text((char *)data, size, room, (struct bytes){NULL, 0}, seed);
    return made ? made : LLVMFuzzerMutate(data, size, room);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t room, unsigned seed)
{
    if (a_size > room)
        return 0;
    if (a_size)
        memcpy(out, a, a_size);
    return mutate_text((char *)out, a_size, room, (struct bytes){b, b_size}, seed);
}
