/* Diagnostics: errors, warnings and notes with their location. The library never prints; it appends to a
   list that the caller passes. Functions that append to a list also accept NULL, which discards the
   diagnostics. */
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

/* Effect of a broken rule of sm5_validate on a run. */
enum sm5_diag_class {
    SM5_DIAG_UNCLASSED,
    SM5_DIAG_MALFORMED, /* the program has no defined execution */
    /* Direct3D's compiler or validator rejects the program, but its execution is defined (docs/semantics.md,
       "Nonconforming programs"). */
    SM5_DIAG_NONCONFORMING
};

#define SM5_NO_OFFSET UINT32_MAX

/* One diagnostic. Fields that do not apply are NULL, 0 or SM5_NO_OFFSET. Strings belong to the list. */
struct sm5_diag {
    enum sm5_severity severity;
    const char *code;        /* stable identifier, such as "text-unknown-mnemonic"; see docs/diagnostics.md */
    const char *message;     /* what is wrong and what is accepted */
    const char *file;        /* text: the name that the caller passed */
    uint32_t line, column;   /* text: from 1, columns in bytes */
    uint32_t length;         /* text: number of bytes to underline, at least 1 */
    const char *source_line; /* text: the whole line */
    char chunk[5];           /* container: fourcc, "" when none */
    uint32_t offset;         /* container: byte offset in the file, or DWORD (token) index in `chunk` */
    uint32_t instruction;    /* program: from 0, declarations not counted, or SM5_NO_OFFSET */
    const char *origin_file; /* program: the source file and line that the instruction was compiled from, */
    uint32_t origin_line;    /* when the container has debug information */
    enum sm5_diag_class diag_class; /* of the broken rule */
};

struct sm5_diags;

/* A new, empty list, or NULL when memory is exhausted. Free it with sm5_diags_free. A list may be used by
   one thread at a time. */
SM5_API struct sm5_diags *sm5_diags_new(void);
/* `diags` may be NULL. */
SM5_API void sm5_diags_free(struct sm5_diags *diags);

/* Removes all entries and invalidates pointers from sm5_diags_at. */
SM5_API void sm5_diags_clear(struct sm5_diags *diags);

SM5_API size_t sm5_diags_count(const struct sm5_diags *diags);
/* Number of entries of severity SM5_ERROR. */
SM5_API size_t sm5_diags_errors(const struct sm5_diags *diags);
/* Entry `index`, or NULL past the end. Valid until the list is cleared or freed. */
SM5_API const struct sm5_diag *sm5_diags_at(const struct sm5_diags *diags, size_t index);

/* Formats a diagnostic as compilers print it: "file:line:column: error: ... [code]", for text followed by
   the line and a caret. Writes at most `size` bytes with the terminating zero, and returns the length
   without truncation, as snprintf does. */
SM5_API size_t sm5_diag_format(const struct sm5_diag *diag, char *out, size_t size);

#ifdef __cplusplus
}
#endif
#endif
