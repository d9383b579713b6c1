/* A generated program as files for the command. */
#ifndef SM5_RANDOM_EXPORT_H
#define SM5_RANDOM_EXPORT_H

#include "io/io.h"
#include "prog.h"

/* Writes SEED.asm and the contents of its buffers to `folder`, and appends the arguments of `sm5 run` (or
   check) for it. */
bool export_program(const struct prog *prog, const char *folder, struct strbuf *arguments,
                    struct io_error *error);
/* Cases number primitives and points in order: programs that name them in another order cannot be
   exported. */
bool export_is_possible(const struct prog *prog);
/* Writes the program, its inputs and the results of the reference configuration as a test case for sm5 test;
   its path to `name`. */
bool export_case(const struct prog *prog, const char *folder, struct strbuf *name, struct io_error *error);

#endif
