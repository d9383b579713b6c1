/* Whether the order of a program's atomics can show. */
#ifndef SM5_RANDOM_RUN_ATOMICS_H
#define SM5_RANDOM_RUN_ATOMICS_H

#include <stdbool.h>

struct sm5_program;

/* By the form of the program, whatever words its atomics access: those of each u# and g# commute, and their results
   are not used. */
bool run_atomics_commute(const struct sm5_program *program);

#endif
