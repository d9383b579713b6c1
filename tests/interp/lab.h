/* Runs assembly text on buffers and shows what came out, for tests of the interpreter. */
#ifndef SM5_TEST_LAB_H
#define SM5_TEST_LAB_H

#include "base/base.h"
#include "interp/interp.h"
#include "runtime/runtime.h"
#include "test.h"

enum { LAB_BUFFERS = 16 };

struct lab {
    struct sm5_diags *diags;
    struct sm5_program *program;
    void *kernel;
    struct sm5_bindings *bindings;
    struct sm5_buffer *buffers[LAB_BUFFERS];
    unsigned buffer_count;
    struct sm5_dispatch_options options; /* one thread and no limits, unless the test says otherwise */
};

/* Parses `text`; the test fails when it is wrong. */
void lab_parse(struct lab *lab, const char *text);
/* Parses `text` and makes a kernel, which may fail. */
enum sm5_status lab_try(struct lab *lab, const char *text);
/* As lab_try, but the kernel has to be made too. */
void lab_open(struct lab *lab, const char *text);
/* cs_5_0 with u0 (raw), vThreadID, r0..r15, `declarations`, a group of `threads`, and `body`. */
void lab_open_body(struct lab *lab, unsigned threads, const char *declarations, const char *body);
void lab_close(struct lab *lab);

/* A buffer of `count` words (zeros when `words` is NULL), bound as the slot is declared. */
uint32_t *lab_bind(struct lab *lab, const char *slot, const uint32_t *words, uint64_t count);
/* The same with view fields of the test's; view->buffer is filled in, view->count 0 means all. */
uint32_t *lab_bind_view(struct lab *lab, const char *slot, const uint32_t *words, uint64_t count,
                        struct sm5_view view);
enum sm5_status lab_dispatch(struct lab *lab, uint32_t x, uint32_t y, uint32_t z);
/* lab_dispatch that has to succeed. */
void lab_run(struct lab *lab, uint32_t x, uint32_t y, uint32_t z);
/* Message of the first error, "" when there is none. */
const char *lab_message(const struct lab *lab);

#endif
