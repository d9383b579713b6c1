/* Measures whether a function takes time in proportion to the size of a program, whatever the control flow. */
#ifndef SM5_TEST_LINEAR_H
#define SM5_TEST_LINEAR_H

#include <limits.h>
#include <malloc.h>
#include <time.h>

#include "sm5/sm5.h"
#include "test.h"
#include "validate/flows.h"

typedef void linear_fn(const struct sm5_program *program);

static inline double linear_milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* The least processor time of some rounds. */
static inline double linear_measure(const struct flow *flow, unsigned count, linear_fn *function)
{
    enum { ROUNDS = 3 };
    struct strbuf text = {0};
    struct sm5_program *program = NULL;
    double least = 1e9;
    flow_write(flow, count, &text);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, NULL), SM5_OK);
    for (int i = 0; i < ROUNDS; i++) {
        double start = linear_milliseconds();
        function(program);
        double spent = linear_milliseconds() - start;
        least = spent < least ? spent : least;
    }
    sm5_program_free(program);
    strbuf_free(&text);
    return least;
}

/* Memory that was freed is used again, by large programs as by small ones: where a page fault takes 12 us, as on some virtual
   machines, new pages take longer than all else. */
static inline void keep_memory(void)
{
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

static inline void expect_linear(linear_fn *function, unsigned small_count)
{
    enum { FACTOR = 10, TIMES_MOST = 40 /* quadratic: 100 */ };
    keep_memory();
    for (size_t i = 0; i < FLOWS; i++) {
        double small = linear_measure(&flows[i], small_count, function);
        double large = linear_measure(&flows[i], FACTOR * small_count, function);
        if (large > TIMES_MOST * small)
            fail_msg("%s: %.2f ms for %u instructions, %.2f ms for %u", flows[i].name, small, small_count,
                     large, FACTOR * small_count);
    }
}

#endif
