/* A generated program as files for the command. */
#ifndef SM5_TEST_EXPORT_H
#define SM5_TEST_EXPORT_H

#include "prog.h"

/* Writes SEED.asm and the contents of its buffers to `folder`, and appends the arguments that `sm5 run` (or
   check) takes for it. False when a file cannot be written. */
bool export_program(const struct prog *prog, const char *folder, struct strbuf *arguments);

#endif
