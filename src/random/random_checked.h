/* Seeded bugs under the checker. */
#ifndef SM5_RANDOM_CHECKED_H
#define SM5_RANDOM_CHECKED_H

#include <stdio.h>

#include "random_bug.h"

/* Whether the checker reports the seeded bug and nothing that does not follow from it, and nothing in the program
   without the bug. Prints what is wrong. */
bool checked_seeded_bug(const struct prog *prog, const struct seeded_bug *bug, FILE *out);

#endif
