/* Hand-made code payloads for the tests of this room. */
#ifndef SM5_TEST_WORDS_H
#define SM5_TEST_WORDS_H

#include "bytecode/bytecode.h"
#include "test.h"

enum { VERSION_40 = 0x00050040, VERSION_50 = 0x00050050, VERSION_51 = 0x00050051 }; /* compute */

/* Opcode token of an instruction of `length` words. */
#define OPCODE(id, length) ((uint32_t)ISA_##id | (uint32_t)(length) << ISA_TOKEN_LENGTH_SHIFT)

struct decoded {
    struct sm5_program *program;
    struct sm5_diags *diags;
    enum sm5_status status;
};

/* Decodes a payload of `size` bytes. */
struct decoded decode_bytes(const void *bytes, size_t size);
/* Decodes a program of one instruction. */
struct decoded decode_instr(uint32_t version, const uint32_t *instr, size_t count);
void decoded_free(struct decoded *decoded);

/* The payload decodes, and encodes to the same bytes. */
void assert_same_bytes(const struct decoded *decoded, const void *bytes, size_t size);

/* Decodes one instruction, checks that it encodes to the same words, and gives it. */
#define KEPT(version, ...)                                                                                   \
    keep_instr((version), (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4)
struct decoded keep_instr(uint32_t version, const uint32_t *instr, size_t count);

/* Decoding one instruction fails with `code` at token `token` (counted from the payload's start; the
   instruction starts at 2). */
#define REFUSED(code, token, version, ...)                                                                   \
    refuse_instr((code), (token), (version), (const uint32_t[]){__VA_ARGS__},                                \
                 sizeof((uint32_t[]){__VA_ARGS__}) / 4)
void refuse_instr(const char *code, uint32_t token, uint32_t version, const uint32_t *instr, size_t count);

/* Decoding failed with one error, `code` at `token`. */
void assert_refused(const struct decoded *decoded, const char *code, uint32_t token);

#endif
