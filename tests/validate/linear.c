/* Validation takes time in proportion to the program, whatever its control flow. bench-validate shows the curve. */
#include <time.h>

#include "flows.h"
#include "sm5/sm5.h"
#include "test.h"

enum { SMALL = 10000, FACTOR = 10, ROUNDS = 3, TIMES_MOST = 40 /* quadratic: 100 */ };

static double milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* The least processor time of some rounds. */
static double measure(const struct flow *flow, unsigned count)
{
    struct strbuf text = {0};
    struct sm5_program *program = NULL;
    double least = 1e9;
    flow_write(flow, count, &text);
    assert_int_equal(sm5_program_read(text.text, text.length, NULL, &program, NULL), SM5_OK);
    for (int i = 0; i < ROUNDS; i++) {
        double start = milliseconds();
        (void)sm5_validate(program, NULL, NULL); /* some programs break rules */
        double spent = milliseconds() - start;
        least = spent < least ? spent : least;
    }
    sm5_program_free(program);
    strbuf_free(&text);
    return least;
}

static void time_is_linear(void **state)
{
    (void)state;
    for (size_t i = 0; i < FLOWS; i++) {
        double small = measure(&flows[i], SMALL), large = measure(&flows[i], SMALL * FACTOR);
        if (large > TIMES_MOST * small)
            fail_msg("%s: %.2f ms for %d instructions, %.2f ms for %d", flows[i].name, small, SMALL, large,
                     SMALL * FACTOR);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(time_is_linear)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
