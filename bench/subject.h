/* A program on t0 and u0, for benchmarks. */
#ifndef SM5_BENCH_SUBJECT_H
#define SM5_BENCH_SUBJECT_H

#include "sm5/sm5.h"

struct subject {
    struct sm5_diags *diags;
    struct sm5_program *program;
    struct sm5_kernel *kernel; /* on the interpreter */
    struct sm5_bindings *bindings;
    struct sm5_buffer *t0, *u0;
};

/* Ends the benchmark: `what` failed, for the reason of the first diagnostic. */
void subject_stop(const struct subject *subject, const char *what);
/* Assembles the text, and binds a buffer of so many bytes to t0 and to u0. */
struct subject subject_open(const char *text, uint64_t bytes);
void subject_close(struct subject *subject);

#endif
