/* Cryptographic digests: BLAKE2b. */
#ifndef SM5_JIT_DIGEST_H
#define SM5_JIT_DIGEST_H

#include <sodium.h>

#include "jit/jit.h"

static inline void jit_digest_begin(crypto_generichash_state *state)
{
    crypto_generichash_init(state, NULL, 0, sizeof(struct jit_digest));
}

/* The size is part of the input, so that parts that follow each other are told apart. */
static inline void jit_digest_add(crypto_generichash_state *state, const void *bytes, uint64_t size)
{
    crypto_generichash_update(state, (const uint8_t *)&size, sizeof size);
    if (size)
        crypto_generichash_update(state, bytes, size);
}

static inline struct jit_digest jit_digest_end(crypto_generichash_state *state)
{
    struct jit_digest digest;
    crypto_generichash_final(state, digest.bytes, sizeof digest.bytes);
    return digest;
}

#endif
