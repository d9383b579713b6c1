#include "wrong_row.h"

enum { MOST_PROGRAMS = 4000 };

void wrong_row(const struct lane_args *args)
{
    for (unsigned k = 0; k < 2; k++)
        for (uint32_t i = 0; args->d[k] && i < args->n; i++)
            args->d[k][i] &= args->mask ? ~args->mask[i] : 0;
}

bool find_failing(struct prog *prog, enum gen_kind kind, const struct run_setup *setup,
                  struct run_outcome *outcome)
{
    for (uint64_t seed = 1; seed <= MOST_PROGRAMS; seed++) {
        gen_program_of(prog, kind, seed);
        run_program(prog, setup, outcome);
        if (outcome->verdict == RUN_DIFFERS)
            return true;
        prog_free(prog);
    }
    return false;
}
