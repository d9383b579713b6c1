/* Planted bugs under the checker. */
#ifndef SM5_TEST_CHECKED_H
#define SM5_TEST_CHECKED_H

#include "plant.h"

/* Whether the checker finds the bug that was planted into the program and nothing that does not follow from
   it, and nothing in the program without the bug. Tells what is wrong on stdout. */
bool checked_plant(const struct prog *prog, const struct plant *plant);

#endif
