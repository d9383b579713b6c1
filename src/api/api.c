/* Helpers of the public functions: blobs, checks of arguments, validation. */
#include "api.h"

#include <stdlib.h>

#include "api/api_diag.h"
#include "text/text.h"
#include "validate/validate.h"

void sm5_blob_free(struct sm5_blob *blob)
{
    free(blob->data);
    *blob = (struct sm5_blob){0};
}

enum sm5_status api_take_blob(struct strbuf *buf, struct sm5_blob *blob, struct sm5_diags *diags)
{
    strbuf_add_bytes(buf, "", 0); /* an empty result is an empty text, not NULL */
    *blob = (struct sm5_blob){0};
    if (buf->failed) {
        strbuf_free(buf);
        diag_add(diags, MEMORY, DIAG_NOWHERE);
        return SM5_ERR_MEMORY;
    }
    *blob = (struct sm5_blob){(uint8_t *)buf->text, buf->length};
    *buf = (struct strbuf){0};
    return SM5_OK;
}

bool api_check_value(uint32_t value, uint32_t last, const char *what, struct sm5_diags *diags)
{
    if (value <= last)
        return true;
    diag_add(diags, API_VALUE, DIAG_NOWHERE, value, what, last);
    return false;
}

enum sm5_status api_end_limit(struct memory_limit *limit, enum sm5_status status, struct sm5_diags *diags)
{
    memory_limit_end(limit);
    if (status != SM5_ERR_MEMORY || !limit->exceeded)
        return status;
    diag_add(diags, API_MEMORY_LIMIT, DIAG_NOWHERE, (unsigned long long)limit->most);
    return SM5_ERR_LIMIT;
}

enum sm5_status sm5_validate(const struct sm5_program *program, const struct sm5_validate_options *options,
                             struct sm5_diags *diags)
{
    const struct validate_options how = {.errors_only = options && options->errors_only,
                                         .before_run = options && options->before_run,
                                         .describe = text_print_instr};
    enum sm5_status status = validate_program(program, &how, diags);
    if (status == SM5_ERR_MEMORY)
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    return status;
}

enum sm5_status api_validate_for_run(const struct sm5_program *program, enum sm5_validation validation,
                                     struct sm5_diags *diags)
{
    const struct sm5_validate_options run = {.before_run = true}, strict = {.errors_only = true};
    switch (validation) {
    case SM5_VALIDATION_RUN: return sm5_validate(program, &run, diags);
    case SM5_VALIDATION_STRICT: return sm5_validate(program, &strict, diags);
    case SM5_VALIDATION_NONE: return program_check_decls(program, diags);
    }
    diag_add(diags, API_VALIDATION, DIAG_NOWHERE, (unsigned)validation);
    return SM5_ERR_ARGUMENT;
}
