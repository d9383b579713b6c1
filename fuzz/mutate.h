/* Mutators that know tokens and text, for libFuzzer and for the test fuzz/engines. */
#ifndef SM5_FUZZ_MUTATE_H
#define SM5_FUZZ_MUTATE_H

#include "base/base.h"

/* Changes the payload of SHDR or SHEX: instructions moved, copied, removed, wrapped by a block or taken
   from `other` (another payload, may be empty) with the declarations that they lack; operands, registers,
   swizzles, immediates, opcodes and declarations changed. Returns the new size, at most `room`; 0: not
   changed. */
size_t mutate_tokens(uint8_t *data, size_t size, size_t room, struct bytes other, uint64_t seed);
/* The same for assembly text: lines and words of lines. */
size_t mutate_text(char *text, size_t size, size_t room, struct bytes other, uint64_t seed);
/* Prints the payload, changes its text, and assembles it. */
size_t mutate_tokens_as_text(uint8_t *data, size_t size, size_t room, struct bytes other, uint64_t seed);
/* One of these for payloads, mostly to one that validates. */
size_t mutate_any(uint8_t *data, size_t size, size_t room, struct bytes other, uint64_t seed);

#endif
