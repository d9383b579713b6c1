/* Runs shader text on buffers, for tests of execution. */
#ifndef SM5_TEST_HARNESS_H
#define SM5_TEST_HARNESS_H

#include <stdint.h>

#include "sm5/sm5.h"

struct harness {
    struct sm5_diags *diags;
    struct sm5_program *program;
    struct sm5_kernel *kernel;
    struct sm5_bindings *bindings;
};

/* Assembles `text` and makes a kernel; on an error prints the diagnostics and fails the test. */
void harness_open(struct harness *harness, const char *text);
void harness_close(struct harness *harness);
/* Binds a view of `buffer` as declared; `count` 0: to its end. */
void harness_bind(struct harness *harness, const char *slot, struct sm5_buffer *buffer, uint64_t first,
                  uint64_t count);
void harness_run(struct harness *harness, uint32_t x, uint32_t y, uint32_t z);
/* A buffer with `count` words. */
struct sm5_buffer *harness_buffer(const uint32_t *words, uint64_t count);

/* A portable pseudo-random number generator. */
uint32_t harness_random(uint32_t *state);

#endif
