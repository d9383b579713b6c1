/* Private to runtime/: the bindings object. */
#ifndef SM5_RUNTIME_BINDINGS_H
#define SM5_RUNTIME_BINDINGS_H

#include "runtime.h"

struct sm5_bindings {
    const struct sm5_program *program;
    struct runtime_bindings resolved;
    bool lenient;
};

/* Room for a slot's text, the longest being "cb4294967295@4294967295[4294967295]". */
enum { BINDINGS_NAME = 48 };

/* The slot kind of a declared resource: t, u, b, s; 0 for g#. */
char bindings_kind(const struct program_resource *resource);

#endif
