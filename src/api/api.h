/* Helpers of the public functions, which check arguments, own handles and compose the rooms. */
#ifndef SM5_API_ROOM_H
#define SM5_API_ROOM_H

#include "base/memory_limit.h"
#include "program/program.h"
#include "sm5/sm5.h"

/* Moves the buffer's bytes to *blob and empties the buffer. SM5_ERR_MEMORY when an append to it had
   failed. */
enum sm5_status api_take_blob(struct strbuf *buf, struct sm5_blob *blob, struct sm5_diags *diags);

/* False, with a diagnostic, when `value` is above `last`, the last one of the enumeration `what`. */
bool api_check_value(uint32_t value, uint32_t last, const char *what, struct sm5_diags *diags);

/* Ends the limit of a call, and makes its status and diagnostic of a failure for lack of memory. */
enum sm5_status api_end_limit(struct memory_limit *limit, enum sm5_status status, struct sm5_diags *diags);

/* Checks the rules that `validation` requires of a program before it runs. */
enum sm5_status api_validate_for_run(const struct sm5_program *program, enum sm5_validation validation,
                                     struct sm5_diags *diags);

/* ---- api_findings.c ---- */

struct sm5_findings {
    struct sm5_finding *list;
    char **texts; /* two per finding: of its instruction, and of the other one */
    struct arena messages;
    size_t count;
};

struct check;
/* Those of a checked run, with the text of their instructions; NULL when memory is or was exhausted. */
struct sm5_findings *api_findings_of(struct check *check);

#endif
