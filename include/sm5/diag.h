/* Diagnostics: what went wrong, where, and what was expected. The library never prints; it adds to a list. */
#ifndef SM5_DIAG_H
#define SM5_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum sm5_severity { SM5_NOTE, SM5_WARNING, SM5_ERROR };

/* What breaking a rule of sm5_validate means for a run. */
enum sm5_diag_class {
    SM5_DIAG_UNCLASSED,
    SM5_DIAG_MALFORMED,    /* the program has no defined execution */
    SM5_DIAG_NONCONFORMING /* Direct3D's compiler or validator refuses it, but each instruction has one
                              meaning (docs/semantics.md, "Nonconforming programs") */
};

#define SM5_NO_OFFSET UINT32_MAX

/* One diagnostic. Fields that do not apply are NULL, 0 or SM5_NO_OFFSET. Strings belong to the list. */
struct sm5_diag {
    enum sm5_severity severity;
    const char *code;        /* stable name, such as "text-unknown-mnemonic"; see docs/diagnostics.md */
    const char *message;     /* one sentence; says what was expected */
    const char *file;        /* text: the name the caller gave */
    uint32_t line, column;   /* text: from 1, columns in bytes */
    uint32_t length;         /* text: bytes the caret underlines, at least 1 */
    const char *source_line; /* text: the whole line */
    char chunk[5];           /* container: fourcc, "" when none */
    uint32_t offset;         /* container: byte offset in the file, or in `chunk` its DWORD (token) index */
    uint32_t instruction;    /* program: index behind the declarations from 0, or SM5_NO_OFFSET */
    const char *origin_file; /* program: the source that the instruction was compiled from, where the */
    uint32_t origin_line;    /* container has debug information */
    enum sm5_diag_class diag_class; /* of the broken rule */
};

struct sm5_diags;

/* A new, empty list, or NULL when memory is out. The caller frees it with sm5_diags_free. A list may be used
   by one thread at a time. */
SM5_API struct sm5_diags *sm5_diags_new(void);
SM5_API void sm5_diags_free(struct sm5_diags *diags);

/* Forgets all entries; pointers got from sm5_diags_at are dead. */
SM5_API void sm5_diags_clear(struct sm5_diags *diags);

SM5_API size_t sm5_diags_count(const struct sm5_diags *diags);
/* Number of entries of severity SM5_ERROR. */
SM5_API size_t sm5_diags_errors(const struct sm5_diags *diags);
/* Entry `index`, or NULL past the end; lives until the list is cleared or freed. */
SM5_API const struct sm5_diag *sm5_diags_at(const struct sm5_diags *diags, size_t index);

/* Writes the diagnostic as people read it ("file:line:column: error: ... [code]", the line and a caret for
   text) to out, at most `size` bytes with the terminating zero, and returns the length it wants, as snprintf
   does. */
SM5_API size_t sm5_diag_format(const struct sm5_diag *diag, char *out, size_t size);

#ifdef __cplusplus
}
#endif
#endif
