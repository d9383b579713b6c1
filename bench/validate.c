/* How long programs of hostile control flow take to read and to validate, up to 10^6 instructions: milliseconds of
   processor time and nanoseconds an instruction, which are to stay the same. Interpreter: making a kernel. */
#include <stdlib.h>
#include <time.h>

#include "flows.h"
#include "sm5/sm5.h"

static double milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void print_time(double ms, unsigned count)
{
    printf(" %9.1f %6.0f", ms, ms * 1e6 / count);
}

static void measure(const struct flow *flow, unsigned count)
{
    struct strbuf text = {0};
    struct sm5_program *program = NULL;
    struct sm5_kernel *kernel = NULL;
    flow_write(flow, count, &text);
    double start = milliseconds();
    if (sm5_program_read(text.text, text.length, NULL, &program, NULL))
        abort();
    printf("%-16s %8u", flow->name, count);
    print_time(milliseconds() - start, count);
    start = milliseconds();
    (void)sm5_validate(program, NULL, NULL);
    print_time(milliseconds() - start, count);
    const struct sm5_kernel_options options = {.engine = SM5_ENGINE_INTERP,
                                               .validation = SM5_VALIDATION_NONE};
    start = milliseconds();
    (void)sm5_kernel_new_with(program, &options, &kernel, NULL);
    print_time(milliseconds() - start, count);
    putchar('\n');
    sm5_kernel_free(kernel);
    sm5_program_free(program);
    strbuf_free(&text);
}

int main(int argc, char **argv)
{
    unsigned most = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1000000;
    printf("%-16s %8s %16s %16s %16s\n", "control flow", "instrs", "read ms, ns", "validate ms, ns",
           "interpreter ms, ns");
    for (size_t i = 0; i < FLOWS; i++)
        for (unsigned count = 10000; count <= most; count *= 10)
            measure(&flows[i], count);
    return 0;
}
