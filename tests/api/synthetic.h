/* Buffers and textures for any program, filled from a seed. */
#ifndef SM5_TEST_SYNTHETIC_H
#define SM5_TEST_SYNTHETIC_H

#include "sm5/sm5.h"

enum { SYNTHETIC_BUFFERS = 160 };

struct synthetic {
    struct sm5_bindings *bindings;
    struct sm5_diags *diags;
    struct sm5_buffer *buffers[SYNTHETIC_BUFFERS];
    size_t count;
};

/* Fills `words` with integers from 0 to 63. */
void synthetic_fill(uint32_t *words, uint64_t count, uint32_t *seed);
/* Binds a resource to every declared t#, u# and cb#, and the first matching class to every interface. */
void synthetic_bind(struct synthetic *synthetic, const struct sm5_program *program, uint32_t *seed);
void synthetic_free(struct synthetic *synthetic);

#endif
