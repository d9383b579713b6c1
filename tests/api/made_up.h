/* Buffers and textures for any program, filled from a seed. */
#ifndef SM5_TEST_MADE_UP_H
#define SM5_TEST_MADE_UP_H

#include "sm5/sm5.h"

enum { MADE_UP_BUFFERS = 160 };

struct made_up {
    struct sm5_bindings *bindings;
    struct sm5_diags *diags;
    struct sm5_buffer *buffers[MADE_UP_BUFFERS];
    size_t count;
};

/* Whole numbers from 0 to 63. */
void made_up_fill(uint32_t *words, uint64_t count, uint32_t *seed);
/* Binds something to every declared t#, u# and cb#, and the first class that fits to every interface. */
void made_up_bind(struct made_up *made_up, const struct sm5_program *program, uint32_t *seed);
void made_up_free(struct made_up *made_up);

#endif
